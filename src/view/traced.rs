//! From a trace to a draw list: what an engine told, and beside it what geometry says.
//!
//! The bodies of a trace have no names in a world; [`trace_id`] gives each the name of its place, so that what is
//! selected or pointed at is told the same way as in a scene.
//!
//! `solids`: bodies. `contacts`: points, normals, impulses, features, and the exact normals. `pick`: from a pixel to a
//! body or a contact.

mod contacts;
mod pick;
mod solids;

pub use pick::{MeetingPlace, TracePick, meeting_place, pick_trace};

use super::crowd::Crowd;
use super::labels::Labels;
use super::scenery::{focus_within, grid_height};
use super::{Camera, Color, DrawList, GHOST_OPACITY, Highlight, Poses, Scenery, ViewOptions, bodies, palette};
use crate::check::CastMember;
use crate::exact::Pose as ExactPose;
use crate::geometry::BoundingSphere;
use crate::language::{spoken_in, word};
use crate::math::Pose;
use crate::physics::{BodyId, Motion, Phase};
use crate::playback::{Playback, TracedStep};
use crate::say;
use crate::trace;
use glam::Vec3;

/// Verdicts that one picture works out at most: the rest comes with the pictures after it.
const JUDGED: usize = 300;
/// An exact normal is as red as it gets when it is so far from the engine's (degrees).
const RED: f64 = 30.0;

/// What is further from the origin (m) fell off the edge of the world.
const NEAR_ORIGIN: f32 = 1_000.0;

/// The name by which a body of a trace is selected: its place in the order of declaration.
pub const fn trace_id(index: usize) -> BodyId {
    BodyId::from_parts(index as u32, 0)
}

/// The place of a body of a trace that was selected by its name.
pub const fn trace_body(id: BodyId) -> usize {
    id.index()
}

/// How red an exact normal is drawn that lies so far (degrees) from the engine's: 0 … 1.
pub fn heat(angle_deg: f64) -> f32 {
    (angle_deg / RED).clamp(0.0, 1.0) as f32
}

/// Everything to draw of a trace where it stands.
pub fn draw_trace(playback: &Playback, options: &ViewOptions, camera: &Camera) -> DrawList {
    let mut list = DrawList::default();
    list.begin(camera);
    let painter = TracePainter { playback, frame: playback.frame(), options, camera };
    spoken_in(options.language, || painter.draw(&mut list));
    list
}

/// Adds the bodies of another trace that stand elsewhere than in `playback`, translucent, each joined to its twin of
/// the same id.
pub fn draw_ghost_trace(
    list: &mut DrawList,
    ghost: &Playback,
    playback: &Playback,
    options: &ViewOptions,
    camera: &Camera,
) {
    let painter = TracePainter { playback: ghost, frame: ghost.frame(), options, camera };
    spoken_in(options.language, || {
        painter.ghosts(list, playback.frame());
        list.notes.push(say!("translucent: {}", ghost.film().title));
    });
}

/// What a picture of a trace is made from.
struct TracePainter<'a> {
    playback: &'a Playback,
    frame: &'a TracedStep,
    options: &'a ViewOptions,
    camera: &'a Camera,
}

impl TracePainter<'_> {
    fn draw(&self, list: &mut DrawList) {
        self.scenery(list);
        let mut labels = Labels::default();
        self.bodies(list);
        self.contacts(list, &mut labels);
        labels.place(list, self.camera, self.options.covered);
    }

    /// Ground and light, as of scenes: a level plane is a scene's floor.
    fn scenery(&self, list: &mut DrawList) {
        let heights = |height: fn(&CastMember, &ExactPose) -> Option<f32>| {
            let members = self.frame.cast().members.iter().enumerate();
            members.filter_map(move |(index, member)| height(member, &self.frame.place(index)?))
        };
        // A level plane is a floor, as a scene has it; any other ground is a body.
        let floor = heights(solids::floor_height).reduce(f32::min);
        let is_body = |member: &CastMember, pose: &ExactPose| match solids::floor_height(member, pose) {
            Some(_) => None,
            None => solids::ground_height(member, pose),
        };
        let grounds: Vec<f32> = heights(is_body).collect();
        list.language = self.options.language;
        list.scenery = Scenery {
            theme: self.options.theme,
            sun: Vec3::new(0.4, 0.8, 0.45).normalize(),
            grid: self.options.grid.then(|| grid_height(floor, &grounds)),
            shadows: self.options.shadows,
            focus: focus_within(self.extent(), self.camera),
        };
    }

    /// What can move, measured as a scene's is.
    fn extent(&self) -> BoundingSphere {
        let around = |moving: bool| {
            let members = self.frame.cast().members.iter().enumerate();
            let seen =
                members.filter(|(_, m)| m.bound.is_finite() && (!moving || m.motion != trace::TracedMotion::Static));
            let places: Vec<(Vec3, f32)> = seen
                .filter_map(|(index, member)| {
                    Some((self.frame.place(index)?.position.as_vec3(), half_diagonal(member)))
                })
                .filter(|(place, _)| place.length() < NEAR_ORIGIN)
                .collect();
            let bounds = places.iter().map(|(place, _)| (*place, *place));
            let (min, max) = bounds.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))?;
            let center = (min + max) * 0.5;
            let reach = places.iter().map(|(place, half)| place.distance(center) + half).fold(0.0, f32::max);
            Some(BoundingSphere { center, radius: reach })
        };
        let nothing = BoundingSphere { center: Vec3::ZERO, radius: 1.0 };
        around(true).or_else(|| around(false)).unwrap_or(nothing)
    }

    fn bodies(&self, list: &mut DrawList) {
        let layers = self.options.layers;
        for (index, member) in self.frame.cast().members.iter().enumerate() {
            let Some(pose) = self.pose(index) else { continue };
            let color = self.color(index);
            let look = solids::Look { color, highlight: self.highlight(index), grid: self.options.grid };
            for piece in &member.pieces {
                // Wires and solids from the same pieces: what is judged is what is drawn.
                if self.options.wireframe {
                    solids::wires(list, piece, &pose, look);
                } else {
                    let camera = (member.motion == trace::TracedMotion::Static).then_some(self.camera);
                    solids::solid(list, piece, &pose, look, camera);
                }
            }
            // Geometry is double, pictures are single precision.
            let near = near(&pose);
            // Planes have no end; their axes and spins are drawn as long as a metre's.
            let radius = if member.bound.is_finite() { member.bound as f32 } else { 1.0 };
            if let Some(velocity) = self.frame.velocity(index).filter(|_| member.motion != trace::TracedMotion::Static)
            {
                if layers.velocities {
                    bodies::velocity(list, near.translation, velocity.linear.as_vec3());
                }
                if layers.spins {
                    bodies::spin(list, near.translation, radius, velocity.spin.as_vec3());
                }
            }
            if layers.axes {
                let length = 1.25 * radius;
                bodies::axes(
                    list,
                    &near,
                    if member.motion == trace::TracedMotion::Static { length.min(1.0) } else { length },
                );
            }
        }
        // What the engine did not write is said, rather than shown as zero.
        let given = self.playback.film().given;
        if (layers.velocities || layers.spins) && !given.velocities {
            list.notes.push(word("velocities: not given by this engine").into());
        } else if layers.velocities || layers.spins {
            list.notes.push(say!("velocities and spins: where they lead in {} s", 0.2));
        }
    }

    /// The bodies that stand elsewhere than their twins in `other`.
    fn ghosts(&self, list: &mut DrawList, other: &TracedStep) {
        for (index, member) in self.frame.cast().members.iter().enumerate() {
            let Some(pose) = self.frame.place(index).filter(|_| member.motion != trace::TracedMotion::Static) else {
                continue;
            };
            // By name: bodies may come in another order in the other trace.
            let twin = other.find(&member.id).and_then(|twin| other.place(twin));
            let is_near = |twin: &ExactPose| {
                twin.position.distance(pose.position) < 1e-3 && twin.rotation.dot(pose.rotation).abs() > 1.0 - 1e-5
            };
            if twin.as_ref().is_some_and(is_near) {
                continue;
            }
            // Translucent, with a line to its twin, like the ghosts of scenes.
            let color = self.color(index).with_alpha(GHOST_OPACITY);
            let look = solids::Look { color, highlight: Highlight::None, grid: false };
            for piece in &member.pieces {
                if self.options.wireframe {
                    solids::wires(list, piece, &pose, look);
                } else {
                    solids::solid(list, piece, &pose, look, None);
                }
            }
            if let Some(twin) = twin {
                let color = palette::future(0, self.options.theme).with_alpha(0.8);
                let (from, to) = (twin.position.as_vec3(), pose.position.as_vec3());
                list.lines.push(super::Line { from, to, color, width: 1.0, outlined: false, xray: true });
            }
        }
    }

    /// Where a body is drawn: where the step's own line has it, or where it stood when the contacts were found.
    fn pose(&self, index: usize) -> Option<ExactPose> {
        match self.options.poses.of_trace() {
            Poses::Of(Phase::Found) => self.frame.found(index).or_else(|| self.frame.place(index)),
            _ => self.frame.place(index),
        }
    }

    fn color(&self, index: usize) -> Color {
        let theme = self.options.theme;
        let Some(member) = self.frame.body(index) else { return palette::static_body(theme) };
        let motion = match member.motion {
            trace::TracedMotion::Static => Motion::Static,
            trace::TracedMotion::Kinematic => Motion::Kinematic,
            trace::TracedMotion::Dynamic => Motion::Dynamic,
        };
        let is_ground = self.frame.place(index).is_some_and(|pose| solids::ground_height(member, &pose).is_some());
        if is_ground { palette::floor(theme) } else { palette::body(index, motion, theme) }
    }

    fn highlight(&self, index: usize) -> Highlight {
        let id = Some(trace_id(index));
        if self.options.selection.body == id {
            Highlight::Selected
        } else if self.options.pointed.body == id {
            Highlight::Hovered
        } else {
            Highlight::None
        }
    }

    /// All points of contacts, as one crowd.
    fn crowd(&self) -> Crowd {
        let points = self.frame.contacts().iter().flat_map(|claim| &claim.points);
        Crowd::of_points(points.map(|point| point.place.as_vec3()), self.camera)
    }

    /// A radius of the smaller of two bodies (m).
    fn radius(&self, a: usize, b: usize) -> f32 {
        let bound = |index: usize| self.frame.body(index).map_or(f64::INFINITY, |member| member.bound);
        bound(a).min(bound(b)) as f32
    }
}

/// Half the diagonal of the box round a body (m): its bound for what is no shape of scenes.
fn half_diagonal(member: &CastMember) -> f32 {
    match &*member.pieces {
        [piece] => {
            solids::known(piece, &ExactPose::IDENTITY).map(|(shape, _)| shape.aabb(&Pose::IDENTITY).half().length())
        }
        _ => None,
    }
    .unwrap_or(member.bound as f32)
}

/// A pose in the precision of pictures.
fn near(pose: &ExactPose) -> Pose {
    Pose::new(pose.position.as_vec3(), pose.rotation.as_quat())
}
