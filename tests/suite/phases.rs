//! One step, four poses: what the phases of a step are, and what the picture says of them.

use carom::geometry::Shape;
use carom::glam::{Vec2, Vec3};
use carom::math::Pose;
use carom::physics::{Body, BodyDesc, BodyId, Config, Contact, Mass, Motion, Phase, StepPhases};
use carom::scene::{Scene, SceneBody, find, gallery};
use carom::sim::{Command, Sim, Timeline};
use carom::subject::Subject;
use carom::view::{Camera, DrawList, Glyph, Layers, Poses, ViewOptions};

fn scene(config: Config, bodies: impl IntoIterator<Item = BodyDesc>) -> Scene {
    let bodies = bodies.into_iter().map(|desc| SceneBody { name: None, desc }).collect();
    Scene { bodies, config, ..Scene::default() }
}

fn after(scene: Scene, steps: usize) -> Timeline {
    let mut timeline = Timeline::new(scene).unwrap();
    (0..steps).for_each(|_| timeline.step());
    timeline
}

fn pose(phases: &StepPhases, phase: Phase, id: BodyId) -> Pose {
    phases.pose(phase, id.index()).unwrap()
}

/// Distance of a point from a segment in the plane (m).
fn from_segment(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let along = ((p - a).dot(b - a) / (b - a).length_squared().max(1e-20)).clamp(0.0, 1.0);
    p.distance(a.lerp(b, along))
}

/// Distance of a point from the surface of a shape, both in the shape's own frame (m).
fn from_surface(shape: &Shape, p: Vec3) -> f32 {
    match *shape {
        Shape::Sphere { radius } => (p.length() - radius).abs(),
        Shape::Cuboid { half } => {
            let out = p.abs() - half;
            if out.max_element() > 0.0 { out.max(Vec3::ZERO).length() } else { -out.max_element() }
        }
        Shape::Quad { half, .. } => {
            let beside = (Vec2::new(p.x, p.z).abs() - half).max(Vec2::ZERO).length();
            beside.hypot(p.y)
        }
        Shape::Frustum { bottom, top, half_height } => {
            // The outline in a half-plane through the axis: half the lower cap, the side, half the upper cap.
            let p = p - shape.middle();
            let at = Vec2::new(Vec2::new(p.x, p.z).length(), p.y);
            let (low, high) = (Vec2::new(bottom, -half_height), Vec2::new(top, half_height));
            let caps = [(low * Vec2::Y, low), (high * Vec2::Y, high)].map(|(a, b)| from_segment(at, a, b));
            from_segment(at, low, high).min(caps[0]).min(caps[1])
        }
        Shape::HalfSpace => p.y.abs(),
        _ => unreachable!("no other shape"),
    }
}

/// Shape and pose of a side of a contact when it was found.
fn side(sim: &Sim, id: BodyId, pose: Option<Pose>) -> (Shape, Pose) {
    let config = sim.world().config();
    match id {
        BodyId::FLOOR => (Shape::HalfSpace, Pose::floor(config.floor.unwrap())),
        BodyId::CEILING => (Shape::HalfSpace, Pose::ceiling(config.ceiling.unwrap())),
        _ => (sim.world().body(id).unwrap().desc.shape, pose.unwrap()),
    }
}

/// The furthest that a point of the contact lies from either surface beyond its overlap or gap (m).
fn off_surface(sim: &Sim, phases: &StepPhases, contact: &Contact) -> f32 {
    let (pose_a, pose_b) = phases.found(contact.a.index(), contact.b.index());
    let sides = [side(sim, contact.a, pose_a), side(sim, contact.b, pose_b)];
    let off = |p: &carom::physics::ContactPoint| {
        let distance = |(shape, pose): &(Shape, Pose)| from_surface(shape, pose.inverse_point(p.position));
        sides.iter().map(distance).fold(0.0, f32::max) - p.separation.abs()
    };
    phases.as_found(contact).points().iter().map(off).fold(f32::NEG_INFINITY, f32::max)
}

/// How far a corner may hang over the border of a flat face, or an edge over the end of another, and still be a point
/// of the contact (m): so that boxes of one size, stacked square, do not change the names of their corners with every
/// rounding. Two thousandths of the half extents of either; nothing hangs over a ball or a plane.
fn overhang(sim: &Sim, contact: &Contact) -> f32 {
    let reach = |id: BodyId| match sim.world().body(id).map(|body| body.desc.shape) {
        None | Some(Shape::Sphere { .. } | Shape::HalfSpace) => 0.0,
        Some(shape) => shape.half_extents().max_element(),
    };
    let (a, b) = (reach(contact.a), reach(contact.b));
    if a.min(b) > 0.0 { 2e-3 * (a + b) } else { 0.0 }
}

#[test]
fn as_found_every_contact_point_lies_on_both_surfaces() {
    let (mut asked, mut over) = (0, 0);
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        if scene.bodies.len() > 120 {
            continue;
        }
        let mut sim = Sim::new(scene).unwrap();
        for step in 0..150 {
            let (mut plain, mut phases) = (sim.clone(), StepPhases::default());
            sim.step_with_phases(&mut phases);
            plain.step();
            assert_eq!(plain.world().state_hash(), sim.world().state_hash(), "{} at step {step}", entry.id);
            for contact in sim.contacts().iter().filter(|c| c.normal_impulse() > 0.0 || c.separation() < 0.0) {
                let off = off_surface(&sim, &phases, contact);
                let names = (sim.name(contact.a), sim.name(contact.b));
                let most = 1e-5 + overhang(&sim, contact);
                assert!(off < most, "{} at step {step}: {names:?} {off} m of {most}: {contact:?}", entry.id);
                asked += 1;
                over += usize::from(off > 1e-5);
            }
        }
    }
    // Most of them between bricks of a wall that a blow has left askew by less than that.
    assert!(asked > 10_000 && over * 50 < asked, "{over} of {asked} hang over");
}

#[test]
fn the_phases_end_where_the_step_does_and_free_flight_has_one_pose() {
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        if scene.bodies.len() > 120 {
            continue;
        }
        let timeline = after(scene, 40);
        let (phases, touching) = (timeline.phases().unwrap(), timeline.sim().world().contacts());
        for body in timeline.sim().world().bodies() {
            assert_eq!(pose(phases, Phase::Final, body.id), body.pose(), "{}", entry.id);
            if touching.iter().all(|c| c.a != body.id && c.b != body.id) {
                let [free, held] = [Phase::Free, Phase::Held].map(|phase| pose(phases, phase, body.id));
                assert_eq!((free, held), (body.pose(), body.pose()), "{}: {}", entry.id, timeline.sim().name(body.id));
            }
        }
    }
}

#[test]
fn what_rests_would_fall_freely_and_is_held_where_it_was_found() {
    let config = Config { floor: Some(0.0), ..Config::default() };
    let ball = BodyDesc { position: Vec3::Y * 0.5, restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
    let timeline = after(scene(config, [ball]), 30);
    let (phases, id) = (timeline.phases().unwrap(), timeline.sim().find("#0").unwrap());
    let height = |phase| pose(phases, phase, id).translation.y;
    // Weight alone takes it ½ g t² down: 1.3625 mm in a sixtieth of a second.
    let fall = height(Phase::Found) - height(Phase::Free);
    assert!((fall - 0.5 * 9.81 / 3_600.0).abs() < 1e-6, "{fall}");
    assert!((height(Phase::Held) - height(Phase::Found)).abs() < 1e-6);
    assert!((height(Phase::Final) - height(Phase::Found)).abs() < 1e-6);
}

#[test]
fn an_overlap_is_still_there_when_velocities_hold_and_is_pushed_apart_after_it() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    let ball = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
    let fixed = BodyDesc { motion: Motion::Static, ..ball };
    let timeline = after(scene(config, [fixed, BodyDesc { position: Vec3::X * 0.8, ..ball }]), 1);
    let (phases, id) = (timeline.phases().unwrap(), timeline.sim().find("#1").unwrap());
    let x = |phase| pose(phases, phase, id).translation.x;
    assert_eq!([x(Phase::Found), x(Phase::Free)], [0.8, 0.8]);
    assert!((x(Phase::Held) - 0.8).abs() < 1e-6, "{}", x(Phase::Held));
    // As fast as overlaps are pushed, and no faster.
    let pushed = (x(Phase::Final) - 0.8) * 60.0;
    assert!((pushed - config.tuning.push_speed).abs() < 0.05 * config.tuning.push_speed, "{pushed} m/s");
}

#[test]
fn what_is_struck_inside_a_step_is_found_where_it_was_struck() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    let wall = BodyDesc { motion: Motion::Static, restitution: 1.0, ..BodyDesc::new(Shape::cuboid(0.5, 5.0, 5.0)) };
    let (radius, speed) = (0.1, 120.0);
    let ball = BodyDesc {
        position: Vec3::X * -1.6,
        velocity: Vec3::X * speed,
        mass: Mass::Mass(1.0),
        restitution: 1.0,
        ..BodyDesc::new(Shape::sphere(radius))
    };
    let timeline = after(scene(config, [wall, ball]), 1);
    let (phases, id) = (timeline.phases().unwrap(), timeline.sim().find("#1").unwrap());
    let x = |phase| pose(phases, phase, id).translation.x;
    // A metre to the wall and the rest of two metres back.
    assert!((x(Phase::Found) + 0.6).abs() < 1e-4, "{}", x(Phase::Found));
    assert!((x(Phase::Final) + 1.6).abs() < 1e-3, "{}", x(Phase::Final));
    let contact = timeline.sim().contacts()[0];
    let (_, met) = phases.found(contact.a.index(), contact.b.index());
    assert_eq!(met.unwrap(), pose(phases, Phase::Found, id));
}

fn picture(subject: &Subject, poses: Poses) -> (DrawList, Camera) {
    let layers = Layers { points: true, normals: true, ..Layers::NONE };
    let options = ViewOptions { poses, layers, ..ViewOptions::default() };
    let camera = subject.camera([1280, 720], 1.0);
    (subject.draw(&options, &camera), camera)
}

fn notes(list: &DrawList) -> String {
    list.notes.join("\n")
}

#[test]
fn leaders_go_from_each_contact_to_where_the_body_took_its_place() {
    for (id, steps) in [("fast_ball", 2), ("first_bounce", 70), ("face_edge_corner", 50)] {
        let mut timeline = Timeline::new(find(id).unwrap().scene().unwrap()).unwrap();
        let mut led = 0;
        for _ in 0..steps {
            timeline.step();
            let phases = timeline.phases().unwrap().clone();
            let places: Vec<(Vec3, Vec3)> = timeline
                .sim()
                .contacts()
                .iter()
                .flat_map(|c| {
                    let (a, b) = phases.found(c.a.index(), c.b.index());
                    let ended = |id: BodyId, start: Option<Pose>, p: Vec3| {
                        let end: Body = timeline.sim().world().body(id)?;
                        Some((p, end.pose().point(start?.inverse_point(p))))
                    };
                    let places = c.points().iter().map(|p| p.position);
                    places.flat_map(move |p| [ended(c.a, a, p), ended(c.b, b, p)]).flatten().collect::<Vec<_>>()
                })
                .collect();
            let subject = Subject::from(timeline);
            let (list, camera) = picture(&subject, Poses::All);
            let Subject::Scene(back) = subject else { unreachable!() };
            timeline = *back;
            let (rings, dashes) = (&list.markers, &list.lines);
            for (from, to) in places {
                let pixels = match (camera.project(from), camera.project(to)) {
                    (Some(from), Some(to)) => from.distance(to),
                    _ => continue,
                };
                let ring = rings.iter().any(|m| m.glyph == Glyph::Ring && m.position == to);
                if pixels > 3.0 {
                    assert!(ring, "{id}: no leader from {from} to {to}, {pixels} pixels");
                    let starts = dashes.iter().any(|l| l.from == from);
                    let ends = dashes.iter().any(|l| l.to.distance(to) < 1e-5 * to.length().max(1.0));
                    assert!(starts && ends, "{id}: {from} to {to}");
                    led += 1;
                }
            }
        }
        assert!(led > 0, "{id}");
    }
}

#[test]
fn bodies_are_drawn_at_the_phase_that_is_chosen_and_the_legend_says_whose_the_arrows_are() {
    let subject = Subject::from(after(find("fast_ball").unwrap().scene().unwrap(), 2));
    let timeline = subject.timeline().unwrap();
    let ball = timeline.sim().find("fast ball").unwrap();
    let phases = timeline.phases().unwrap();
    for poses in Poses::LIST {
        let (list, _) = picture(&subject, poses);
        let phase = if let Poses::Of(phase) = poses { phase } else { Phase::Final };
        let place = pose(phases, phase, ball).translation;
        assert!(list.spheres.iter().any(|s| s.radius == 0.04 && s.center == place), "{poses:?}: no ball at {place}");
        let said = notes(&list);
        assert!(said.lines().any(|line| line == poses.legend()), "{poses:?}: {said}");
    }
}

#[test]
fn after_a_change_contacts_are_those_of_the_bodies_as_they_stand_and_no_step_is_laid_open() {
    let mut timeline = after(find("stack").unwrap().scene().unwrap(), 30);
    assert!(timeline.phases().is_some());
    let (body, touching) = (timeline.sim().contacts()[0].b, timeline.sim().contacts().len());
    let position = timeline.sim().world().body(body).unwrap().desc.position + Vec3::X * 40.0;
    timeline.apply(Command::Edit { body, edit: carom::physics::BodyEdit::Position(position) }).unwrap();
    assert!(timeline.phases().is_none() && timeline.sim().contacts().len() < touching);
    let subject = Subject::from(timeline);
    let (list, _) = picture(&subject, Poses::All);
    assert!(notes(&list).contains("as the bodies stand now"), "{}", notes(&list));
    let fresh = Sim::new(subject.scene().unwrap().to_scene()).unwrap();
    let depths = |sim: &Sim| sim.contacts().iter().map(|c| (c.a, c.b, c.separation())).collect::<Vec<_>>();
    let (shown, fresh) = (depths(subject.scene().unwrap()), depths(&fresh));
    assert_eq!(shown.len(), fresh.len());
    for (shown, fresh) in shown.iter().zip(&fresh) {
        assert_eq!((shown.0, shown.1), (fresh.0, fresh.1));
        assert!((shown.2 - fresh.2).abs() < 1e-5, "{shown:?} {fresh:?}");
    }
}

#[test]
fn going_back_lays_the_step_open_that_led_there() {
    let mut timeline = after(find("first_bounce").unwrap().scene().unwrap(), 90);
    let mut live = vec![];
    timeline.keep_state_before(true);
    for _ in 0..20 {
        timeline.step();
        live.push(timeline.phases().cloned().unwrap());
    }
    timeline.keep_state_before(false);
    for step in [110, 91, 100, 96] {
        timeline.seek(step);
        assert_eq!(timeline.phases(), Some(&live[step as usize - 91]), "step {step}");
    }
    timeline.seek(0);
    assert_eq!(timeline.phases(), None);
}

#[test]
fn a_copy_to_look_at_knows_the_phases_that_were_wanted_and_takes_no_step_for_others() {
    let mut timeline = after(find("first_bounce").unwrap().scene().unwrap(), 30);
    assert!(timeline.still().phases().is_none(), "nobody wanted them");
    timeline.keep_state_before(true);
    let copy = timeline.still();
    assert_eq!(copy.phases(), timeline.phases());
    assert!(copy.phases().is_some());
}
