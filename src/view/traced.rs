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
use super::{Camera, Color, DrawList, Highlight, Poses, Scenery, ViewOptions, bodies, ghosts, palette};
use crate::exact::Pose as ExactPose;
use crate::geometry::BoundingSphere;
use crate::math::Pose;
use crate::physics::{BodyId, Motion, Phase};
use crate::playback::{Playback, TracedStep};
use crate::say;
use crate::trace;
use crate::words::{spoken_in, word};
use glam::Vec3;

/// Verdicts that one picture works out at most: the rest comes with the pictures after it.
const JUDGED: usize = 300;
/// An exact normal is as red as it gets when it is so far from the engine's (degrees).
const RED: f64 = 30.0;

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

/// Adds the bodies of another trace that stand elsewhere than in `playback`, translucent, each joined to its twin of the
/// same id.
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
        labels.place(list, self.camera);
    }

    /// Ground and light. The ground lies in the first plane that looks up, else under what can move.
    fn scenery(&self, list: &mut DrawList) {
        let BoundingSphere { center, radius } = self.frame.extent();
        // A trace without bounds, or one body far off, must not make the shadow map coarse for all.
        let reach = 2.0 * self.camera.distance;
        let focus = if radius.is_finite() && radius <= reach {
            BoundingSphere { center, radius: radius.max(0.5) }
        } else {
            BoundingSphere { center: self.camera.target, radius: reach }
        };
        let height = self.ground().unwrap_or(0.0);
        list.language = self.options.language;
        list.scenery = Scenery {
            theme: self.options.theme,
            sun: Vec3::new(0.4, 0.8, 0.45).normalize(),
            grid: self.options.grid.then_some(height),
            shadows: self.options.shadows,
            focus,
        };
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
                    solids::solid(list, piece, &pose, look, member.motion == trace::TracedMotion::Static);
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
            let color = self.color(index).with_alpha(ghosts::OPACITY);
            let look = solids::Look { color, highlight: Highlight::None, grid: false };
            for piece in &member.pieces {
                solids::solid(list, piece, &pose, look, false);
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
        match self.options.poses {
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

    /// Height of the lowest level ground (m).
    fn ground(&self) -> Option<f32> {
        let members = self.frame.cast().members.iter().enumerate();
        let heights = members.filter_map(|(i, member)| solids::ground_height(member, &self.frame.place(i)?));
        // A grid that lies in a face would flicker with it.
        heights.reduce(f32::min).map(|height| height - 0.01)
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

/// A pose in the precision of pictures.
fn near(pose: &ExactPose) -> Pose {
    Pose::new(pose.position.as_vec3(), pose.rotation.as_quat())
}
