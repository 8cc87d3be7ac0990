//! The bodies of any trace as a scene of this program.

use crate::exact::{Core, Pose, Sides as SolidSides, Solid};
use crate::geometry::{PairMemory, Shape, Sides};
use crate::math;
use crate::physics::{BodyDesc, Combine, Config, Mass, Motion};
use crate::playback::{Film, Playback, Velocity};
use crate::scene::{MAX_BODIES, MAX_NAME_CHARS, Scene, SceneBody, Specimen, name_fault};
use crate::timeline::TimeMachine;
use crate::trace::{Claim, Convention, Geometry, Header, Piece, TracedMotion};
use glam::{DQuat, DVec3, Vec2};
use std::collections::HashSet;

/// Half a side of the sheet that stands for a plane (m).
const PLANE: f64 = 2000.0;

/// Steps of a run at most.
const MOST_STEPS: u64 = 100_000;

// What a trace may declare fits into a scene.
const _: () = assert!(crate::trace::MAX_BODIES <= MAX_BODIES);

/// A scene of bodies that another engine moved.
#[derive(Clone, Debug)]
pub struct Rebuilt {
    /// The scene; it begins where the trace stood.
    pub scene: Scene,
    /// What of the trace is not in it.
    pub losses: Vec<Loss>,
    /// The trace's number of the last step that is over as the scene begins; -1 before step 0.
    pub after: i64,
    /// Steps from there to the end of the trace.
    pub steps: u64,
}

/// What of a trace a scene of this program cannot have, or has to guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// So many bodies are left out: hulls, meshes, capsules and compounds are not simulated here.
    Bodies(usize),
    /// So many bodies stand with sharp edges here: rounding is not simulated.
    Rounding(usize),
    /// The engine gives no velocities: those of the start are from where the bodies stood a step later.
    Velocities,
    /// So many bodies have restitution or friction as scene files have it where nothing is said.
    Materials(usize),
    /// Gravity is not told: it is taken as 9.81 m/s² downwards.
    Gravity,
}

/// Makes a scene of a trace as it stands at a step. `playback` is led there; the error is in words.
pub fn rebuild(playback: &mut Playback, step: u64) -> Result<Rebuilt, String> {
    playback.seek(step);
    let after = playback.completed();
    let film = playback.film().clone();
    let header = playback.meant().map_or_else(|| film.header.clone(), |meant| meant.header.clone());
    let mut losses = Vec::new();
    let mut config = config(&header, &film, &mut losses)?;
    let steps = film.last.saturating_sub(playback.frame().number).min(MOST_STEPS);
    let velocities = velocities(playback, config.gravity.as_dvec3(), &mut losses);
    playback.seek(step);
    let frame = playback.frame();
    let center = frame.extent().center.as_dvec3();
    let (mut bodies, mut names) = (Vec::new(), HashSet::new());
    let (mut left_out, mut round, mut plain) = (0, 0, 0);
    for (index, member) in frame.cast().members.iter().enumerate() {
        let Some(pose) = frame.place(index) else { continue };
        let [piece] = &*member.pieces else {
            left_out += 1;
            continue;
        };
        // A level plane without material of its own is what a scene calls its floor: the values of what lies
        // on it count.
        let has_material = member.restitution.is_some() || member.friction.is_some();
        if let Some(height) = level(piece, &pose).filter(|_| !has_material) {
            config.floor = Some(config.floor.map_or(height, |other| height.max(other)));
            continue;
        }
        let Some((shape, place)) = shape(piece, &pose, center) else {
            left_out += 1;
            continue;
        };
        let is_sharp = matches!(shape, Shape::Sphere { .. }) || (piece.round == 0.0 && piece.inset == 0.0);
        round += usize::from(!is_sharp);
        plain += usize::from(member.restitution.is_none() || member.friction.is_none());
        let velocity = velocities.get(index).copied().flatten();
        let arm = place.position - pose.position;
        let usual = BodyDesc::new(shape);
        let desc = BodyDesc {
            motion: match member.motion {
                _ if piece.kind == "plane" => Motion::Static,
                TracedMotion::Static => Motion::Static,
                TracedMotion::Kinematic => Motion::Kinematic,
                TracedMotion::Dynamic => Motion::Dynamic,
            },
            mass: member.mass.map_or(usual.mass, |mass| Mass::Mass(mass as f32)),
            position: place.position.as_vec3(),
            rotation: place.rotation.as_quat(),
            velocity: velocity.map_or(DVec3::ZERO, |v| v.linear + v.spin.cross(arm)).as_vec3(),
            spin: velocity.map_or(DVec3::ZERO, |v| v.spin).as_vec3(),
            restitution: member.restitution.map_or(usual.restitution, |e| e as f32),
            friction: member.friction.map_or(usual.friction, |f| f as f32),
            ..usual
        };
        let name = member.id.to_string();
        desc.validate().map_err(|error| format!("body {name} is not for this program: {error}"))?;
        // Its own name in the trace, so that the two runs know their bodies by it.
        let fits = name_fault(&name).is_none() && names.insert(name.clone());
        bodies.push(SceneBody { name: fits.then_some(name), desc });
    }
    if !bodies.iter().any(|body| body.desc.motion == Motion::Dynamic) {
        return Err("none of its moving bodies has a shape that this program simulates".into());
    }
    if bodies.len() > MAX_BODIES {
        return Err(format!("it has {} bodies, and a scene has at most {MAX_BODIES}", bodies.len()));
    }
    for (count, loss) in
        [(left_out, Loss::Bodies as fn(usize) -> Loss), (round, Loss::Rounding), (plain, Loss::Materials)]
    {
        if count > 0 {
            losses.push(loss(count));
        }
    }
    let name: String = film.title.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let scene = Scene { name, config, bodies, ..Scene::default() };
    Ok(Rebuilt { scene, losses, after, steps })
}

/// The contact of two bodies of a trace as this program finds it, where they stood when the engine found it: by itself,
/// to be copied. The error is in words.
pub fn specimen(playback: &Playback, a: usize, b: usize) -> Result<Specimen, String> {
    let (film, frame) = (playback.film(), playback.frame());
    let header = playback.meant().map_or_else(|| film.header.clone(), |meant| meant.header.clone());
    let mut config = config(&header, film, &mut Vec::new())?;
    let claims: Vec<&Claim> = frame.between(a, b).into_iter().map(|contact| &frame.contacts()[contact]).collect();
    let named = claims.iter().find_map(|claim| claim.found[0].zip(claim.found[1]));
    let (pose_a, pose_b) =
        named.or(frame.found(a).zip(frame.found(b))).ok_or("the two have no poses in this step of the trace")?;
    let center = pose_a.position.midpoint(pose_b.position);
    let mut bodies = Vec::new();
    for (index, pose) in [(a, pose_a), (b, pose_b)] {
        let not_here = || format!("{} has a shape that this program does not simulate", frame.name(index));
        let member = frame.body(index).ok_or_else(not_here)?;
        let [piece] = &*member.pieces else { return Err(not_here()) };
        // A level plane is a scene's floor, and always the first of the two.
        if let Some(height) = level(piece, &pose) {
            config.floor = Some(height);
            let floor = math::Pose::floor(height);
            let (position, rotation) = (floor.translation, floor.rotation);
            let desc = BodyDesc { motion: Motion::Static, position, rotation, ..BodyDesc::new(Shape::HalfSpace) };
            bodies.insert(0, SceneBody { name: None, desc });
            continue;
        }
        let (shape, place) = shape(piece, &pose, center).ok_or_else(not_here)?;
        let usual = BodyDesc::new(shape);
        let moves = member.motion == TracedMotion::Dynamic && piece.kind != "plane";
        let velocity = frame.velocity(index).filter(|_| moves);
        let desc = BodyDesc {
            motion: if moves { Motion::Dynamic } else { Motion::Static },
            mass: member.mass.map_or(usual.mass, |mass| Mass::Mass(mass as f32)),
            position: place.position.as_vec3(),
            rotation: place.rotation.as_quat(),
            velocity: velocity.map_or(DVec3::ZERO, |v| v.linear).as_vec3(),
            spin: velocity.map_or(DVec3::ZERO, |v| v.spin).as_vec3(),
            restitution: member.restitution.map_or(usual.restitution, |e| e as f32),
            friction: member.friction.map_or(usual.friction, |f| f as f32),
            ..usual
        };
        let name = frame.name(index);
        desc.validate().map_err(|error| format!("{name} is not for this program: {error}"))?;
        bodies.push(SceneBody { name: name_fault(&name).is_none().then_some(name), desc });
    }
    let bodies: [SceneBody; 2] = bodies.try_into().map_err(|_| "it is a contact of two bodies")?;
    // As far apart as the engine's points, or as its contact is from what geometry says.
    let separations = claims.iter().flat_map(|claim| &claim.points).filter_map(|point| point.separation);
    let margin = separations.fold(0.02, f64::max) as f32;
    let reaches =
        [margin, margin + 0.05].map(|margin| Specimen::new(&config, bodies.clone(), margin, PairMemory::default()));
    let found = reaches.into_iter().find(|specimen| specimen.manifold.count > 0);
    found.ok_or_else(|| "this program finds no contact of the two there".into())
}

/// Gravity, the step and the rules.
fn config(header: &Header, film: &Film, losses: &mut Vec<Loss>) -> Result<Config, String> {
    let usual = Config::default();
    let hz = 1.0 / header.dt.unwrap_or(f64::from(film.dt));
    // A step is often told in few digits.
    let whole = hz.round();
    let hz = if (hz - whole).abs() < 1e-4 * hz { whole } else { hz };
    let rule = |name: &Option<String>, usual| {
        name.as_ref().map_or(usual, |name| Combine::ALL.into_iter().find(|rule| rule.name() == name).unwrap_or(usual))
    };
    let gravity = header.gravity.map(|g| Convention::new(header).vector(g).as_vec3());
    if gravity.is_none() {
        losses.push(Loss::Gravity);
    }
    let config = Config {
        gravity: gravity.unwrap_or(usual.gravity),
        hz: hz as f32,
        restitution_rule: rule(&header.restitution_rule, usual.restitution_rule),
        friction_rule: rule(&header.friction_rule, usual.friction_rule),
        ..usual
    };
    config.validate().map_err(|error| format!("its world is not for this program: {error}"))?;
    Ok(config)
}

/// How the bodies move where the trace stands: as it is told, else from where they stand a step later. It stands a step
/// later then.
fn velocities(playback: &mut Playback, gravity: DVec3, losses: &mut Vec<Loss>) -> Vec<Option<Velocity>> {
    let frame = playback.frame();
    let count = frame.cast().members.len();
    let told: Vec<_> = (0..count).map(|index| frame.velocity(index)).collect();
    let members = &frame.cast().members;
    let falls: Vec<bool> = members.iter().map(|member| member.motion == TracedMotion::Dynamic).collect();
    if told.iter().zip(&falls).any(|(told, falls)| *falls && told.is_some()) {
        return told;
    }
    losses.push(Loss::Velocities);
    let here: Vec<_> = (0..count).map(|index| frame.place(index)).collect();
    let before = frame.number;
    playback.step();
    let frame = playback.frame();
    let dt = f64::from(playback.film().dt) * frame.number.saturating_sub(before) as f64;
    if dt <= 0.0 {
        return told;
    }
    let touched: HashSet<usize> = frame.contacts().iter().flat_map(|contact| [contact.a, contact.b]).collect();
    let moved = here.into_iter().enumerate().map(|(index, here)| {
        let (here, there) = here.zip(frame.place(index))?;
        // Engines add gravity to the velocity of what falls before they move it: before the step it was less by that.
        let fall = if falls[index] && !touched.contains(&index) { gravity * dt } else { DVec3::ZERO };
        let turn = there.rotation * here.rotation.conjugate();
        let turn = if turn.w < 0.0 { -turn } else { turn };
        Some(Velocity {
            linear: (there.position - here.position) / dt - fall,
            spin: turn.normalize().to_scaled_axis() / dt,
        })
    });
    moved.collect()
}

/// The height of a plane that is level and solid below (m).
fn level(piece: &Piece, pose: &Pose) -> Option<f32> {
    let Geometry::Convex(Solid { core: Core::HalfSpace { normal, offset }, .. }) = &piece.geometry else { return None };
    let place = pose.after(&piece.place);
    let is_level = (place.rotation * *normal).y > 1.0 - 1e-9;
    is_level.then(|| (place.point(*normal * *offset)).y as f32)
}

/// The one part of a body that stands at `pose`, as a shape about its centre of mass, and where that stands; none for
/// what is not simulated here.
fn shape(piece: &Piece, pose: &Pose, center: DVec3) -> Option<(Shape, Pose)> {
    let Geometry::Convex(solid) = &piece.geometry else { return None };
    let place = pose.after(&piece.place);
    Some(match &solid.core {
        Core::Point => (Shape::Sphere { radius: (solid.radius + piece.round) as f32 }, place),
        _ if solid.radius > 0.0 => return None,
        Core::Cuboid(half) => (Shape::Cuboid { half: half.as_vec3() }, place),
        Core::Rectangle(half, sides) => {
            let sides = if *sides == SolidSides::Both { Sides::Both } else { Sides::Front };
            (Shape::Quad { half: half.as_vec2(), sides }, place)
        }
        Core::Frustum { bottom, top, half } => {
            // A trace's stands about the middle of its axis.
            let (r, s, h) = (*bottom, *top, *half);
            let rise = 0.5 * h * (r * r + 2.0 * r * s + 3.0 * s * s) / (r * r + r * s + s * s);
            let shape = Shape::Frustum { bottom: r as f32, top: s as f32, half_height: h as f32 };
            (shape, Pose::new(place.point(DVec3::Y * (rise - h)), place.rotation))
        }
        Core::HalfSpace { normal, offset } => {
            let (up, surface) = (place.rotation * *normal, place.point(*normal * *offset));
            let below = center - up * (center - surface).dot(up);
            let half = Vec2::splat(PLANE as f32);
            (Shape::Quad { half, sides: Sides::Front }, Pose::new(below, DQuat::from_rotation_arc(DVec3::Y, up)))
        }
        Core::Segment(_) | Core::Hull(_) => return None,
    })
}
