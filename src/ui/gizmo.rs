//! A drag of a handle in the picture: how far the hand went, and what of it becomes of the bodies.

use crate::geometry::Ray;
use crate::language::quantity::minus;
use crate::math::quat_from_axis_angle;
use crate::physics::property::POSITION;
use crate::physics::{BodyDesc, BodyEdit, BodyId, Motion};
use crate::say;
use crate::sim::{Command, Sim};
use crate::view::{Aside, Camera, GizmoFrame, GizmoHandle, HeldHandle, Selection, angle_about, to_multiple};
use glam::{Vec2, Vec3};
use std::f32::consts::{FRAC_PI_6, PI, TAU};

/// With Ctrl bodies move by multiples of this (m).
pub(super) const MOVE_STEP: f32 = 0.1;
/// With Ctrl they turn by multiples of this (rad): 15°.
pub(super) const TURN_STEP: f32 = 0.5 * FRAC_PI_6;
/// A ring seen flatter than this (sine of its plane) is turned along its tangent.
const FLAT: f32 = 0.25;

/// How the hand holds a handle.
#[derive(Clone, Copy, Debug)]
enum Grip {
    /// So far from the middle along the axis (m).
    Along(f32),
    /// At this point of the plane (m, world).
    In(Vec3),
    /// In this direction from the middle, in the plane of the ring (unit, world).
    Around(Vec3),
    /// The same of a ring seen from its edge: held at a point (m, world), it turns as the hand goes along
    /// its tangent (unit).
    Beside { from: Vec3, point: Vec3, tangent: Vec3 },
}

/// A handle that is dragged, and the bodies with it.
#[derive(Clone, Debug)]
pub(super) struct GizmoDrag {
    handle: GizmoHandle,
    /// Where it stood, and along which axes, when it began.
    frame: GizmoFrame,
    /// Whether these are a body's own axes.
    own_axes: bool,
    grip: Grip,
    /// The bodies as they were.
    starts: Vec<(BodyId, BodyDesc)>,
    /// Whether time runs: what is held then neither falls nor spins.
    stills: bool,
    /// How far the hand turned, more than once around too (rad).
    turned: f32,
    /// How far the bodies are moved (m, world).
    shift: Vec3,
    /// How far they are turned (rad).
    angle: f32,
    /// Whether these are multiples of the steps.
    snaps: bool,
}

impl GizmoDrag {
    /// Takes hold of a handle at a pixel; none where the hand could not be followed.
    pub fn begin(
        sim: &Sim,
        (selection, aside): (&Selection, &Aside),
        (handle, frame): (GizmoHandle, GizmoFrame),
        (camera, pixel): (&Camera, Vec2),
        (stills, own_axes): (bool, bool),
    ) -> Option<Self> {
        // What is locked is not moved by any hand.
        let free = selection.bodies().filter(|id| !aside.is_locked(sim, *id));
        let starts: Vec<_> = free.filter_map(|id| Some((id, sim.world().body(id)?.desc))).collect();
        // Not to be followed: a ring seen from its edge, an axis that runs into the eye.
        let grip = grip(handle, &frame, &camera.ray(pixel))?;
        let (turned, shift, angle) = (0.0, Vec3::ZERO, 0.0);
        (!starts.is_empty()).then_some(Self {
            handle,
            frame,
            own_axes,
            grip,
            starts,
            stills,
            turned,
            shift,
            angle,
            snaps: false,
        })
    }

    /// Follows the hand to where it points now.
    pub fn follow(&mut self, ray: &Ray, snaps: bool) {
        self.snaps = snaps;
        let axis = self.frame.axis(self.handle);
        match self.grip {
            Grip::Along(from) => {
                if let Some(to) = ray.along(self.frame.center, axis) {
                    self.shift = axis * stepped(to - from, MOVE_STEP, snaps);
                }
            }
            Grip::In(from) => {
                if let Some(to) = ray.on_plane(self.frame.center, axis) {
                    // Rounding must not lift it from the plane.
                    let mut displacement = self.frame.turn.inverse() * (to - from);
                    displacement[self.handle.index()] = 0.0;
                    self.shift =
                        self.frame.turn * Vec3::from(displacement.to_array().map(|x| stepped(x, MOVE_STEP, snaps)));
                }
            }
            Grip::Around(from) => {
                if let Some(to) = ray.on_plane(self.frame.center, axis) {
                    // The short way from the last place: a hand can go around more than once.
                    let now = angle_about(axis, from, to - self.frame.center);
                    self.turned += (now - self.turned + PI).rem_euclid(TAU) - PI;
                }
            }
            Grip::Beside { point, tangent, .. } => {
                // Arc length over radius: the ring turns as far as the hand goes along its tangent.
                if let Some(displacement) = ray.along(point, tangent) {
                    self.turned = displacement / point.distance(self.frame.center);
                }
            }
        }
        self.angle = stepped(self.turned, TURN_STEP, snaps);
    }

    /// What brings the bodies to where the hand has them.
    pub fn command(&self) -> Command {
        // About the common middle, then along: a handle does one of the two, and the other changes nothing.
        let turn = quat_from_axis_angle(self.frame.axis(self.handle), self.angle);
        // A hand may point further than a world reaches.
        let (min, max) = (Vec3::splat(POSITION.min), Vec3::splat(POSITION.max));
        self.edits(|start| {
            let place = self.frame.center + turn * (start.position - self.frame.center) + self.shift;
            let rotation = (turn * start.rotation).normalize();
            BodyDesc { position: place.clamp(min, max), rotation, velocity: Vec3::ZERO, spin: Vec3::ZERO, ..*start }
        })
    }

    /// What puts the bodies back as they were.
    pub fn cancel(&self) -> Command {
        self.edits(|start| *start)
    }

    /// The same properties each time, so that all edits of a drag are one undo step.
    fn edits(&self, becomes: impl Fn(&BodyDesc) -> BodyDesc) -> Command {
        let turns = matches!(self.handle, GizmoHandle::Ring(_));
        let mut edits = vec![];
        for (body, start) in &self.starts {
            let new = becomes(start);
            let mut push = |edit| edits.push(Command::Edit { body: *body, edit });
            // A body alone turns where it is.
            // Several turn about their middle, and so change their places as well.
            if !turns || self.starts.len() > 1 {
                push(BodyEdit::Position(new.position));
            }
            if turns {
                push(BodyEdit::Rotation(new.rotation));
            }
            // What is set down by hand stands still: else it would fly on with what it had before.
            if self.stills && start.motion != Motion::Static {
                push(BodyEdit::Velocity(new.velocity));
                push(BodyEdit::Spin(new.spin));
            }
        }
        Command::All(edits)
    }

    /// Whether time ran when it began: then the bodies are held, picture by picture.
    pub const fn holds(&self) -> bool {
        self.stills
    }

    /// How far, in numbers: `x +0.35 m`, `y −15.0°`; with the step when there is one, and whose axes when they are
    /// not the world's.
    pub fn words(&self) -> String {
        let letters = ["x", "y", "z"];
        let shift = self.frame.turn.inverse() * self.shift;
        let (text, step) = match self.handle {
            GizmoHandle::Axis(axis) => (metres(letters[axis], shift[axis]), "0.1 m"),
            // A plane is named by the axis square to it; told are the two that span it.
            GizmoHandle::Plane(axis) => {
                let mut others = [(axis + 1) % 3, (axis + 2) % 3];
                others.sort_unstable();
                (others.map(|axis| metres(letters[axis], shift[axis])).join("  "), "0.1 m")
            }
            GizmoHandle::Ring(axis) => {
                (minus(&format!("{} {:+.1}°", letters[axis], unsigned_zero(self.angle.to_degrees(), 0.05))), "15°")
            }
        };
        let text = if self.snaps { format!("{text}  ({step})") } else { text };
        if self.own_axes { say!("{}, own axes", text) } else { text }
    }

    /// How the picture shows it.
    pub fn shown(&self) -> HeldHandle {
        let from = match self.grip {
            Grip::Around(from) | Grip::Beside { from, .. } => from,
            Grip::Along(_) | Grip::In(_) => Vec3::ZERO,
        };
        HeldHandle { handle: self.handle, frame: self.frame, from, angle: self.angle }
    }
}

/// How a ray takes hold of a handle.
fn grip(handle: GizmoHandle, frame: &GizmoFrame, ray: &Ray) -> Option<Grip> {
    let (axis, center) = (frame.axis(handle), frame.center);
    match handle {
        GizmoHandle::Axis(_) => ray.along(center, axis).map(Grip::Along),
        GizmoHandle::Plane(_) => ray.on_plane(center, axis).map(Grip::In),
        GizmoHandle::Ring(_) => {
            // From nearly the edge the ring's plane runs away from under the pointer.
            let faces = ray.direction.dot(axis).abs() > FLAT;
            let from = |point: Vec3| (point - center).reject_from_normalized(axis).try_normalize();
            if let Some(from) = ray.on_plane(center, axis).filter(|_| faces).and_then(from) {
                return Some(Grip::Around(from));
            }
            // Where the ray passes the middle nearest, the near side of the ring is held.
            let nearest = ray.origin + ray.direction * (center - ray.origin).dot(ray.direction);
            let radius = nearest.distance(center).max(f32::MIN_POSITIVE);
            let toward_eye = -ray.direction.reject_from_normalized(axis).try_normalize()?;
            let across = axis.cross(toward_eye);
            // Short of the very side of the ring, where its tangent would run into the eye.
            let aside = ((nearest - center).dot(across) / radius).clamp(-0.95, 0.95);
            let from = (toward_eye * (1.0 - aside * aside).sqrt() + across * aside).normalize();
            Some(Grip::Beside { from, point: center + from * radius, tangent: axis.cross(from) })
        }
    }
}

fn stepped(value: f32, step: f32, snaps: bool) -> f32 {
    if snaps { to_multiple(value, step) } else { value }
}

/// A displacement along an axis, to a millimetre.
fn metres(letter: &str, displacement: f32) -> String {
    minus(&format!("{letter} {:+.3} m", unsigned_zero(displacement, 0.000_5)))
}

/// What rounds to nothing has no sign.
fn unsigned_zero(value: f32, least: f32) -> f32 {
    if value.abs() < least { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::view::gizmo_frame;

    /// Two cubes a metre to either side of the origin, both selected.
    fn pair() -> (Sim, Selection) {
        let at = |x: f32| SceneBody {
            name: None,
            desc: BodyDesc { position: Vec3::X * x, ..BodyDesc::new(Shape::cuboid(0.3, 0.3, 0.3)) },
        };
        let sim = Sim::new(Scene { bodies: vec![at(-1.0), at(1.0)], ..Scene::default() }).unwrap();
        let ids: Vec<_> = sim.world().bodies().map(|body| body.id).collect();
        (sim, Selection { body: Some(ids[0]), others: [ids[1]].into(), contact: None })
    }

    fn cameras() -> impl Iterator<Item = Camera> {
        [false, true].into_iter().map(|orthographic| {
            let scene = SceneCamera { target: Vec3::ZERO, distance: 6.0, orthographic, ..SceneCamera::default() };
            Camera::new(&scene, [1280, 720], 1.0)
        })
    }

    /// Drags a handle from one point of the world to another, as they are seen.
    fn drag(camera: &Camera, handle: GizmoHandle, from: Vec3, to: Vec3, snaps: bool) -> (Sim, GizmoDrag) {
        let (mut sim, selection) = pair();
        let [from, to] = [from, to].map(|point| camera.project(point).unwrap());
        let aside = Aside::default();
        let of = (&selection, &aside);
        let mut drag =
            GizmoDrag::begin(&sim, of, (handle, GizmoFrame::upright(Vec3::ZERO)), (camera, from), (false, false))
                .unwrap();
        // In some steps, as a hand goes.
        for i in 1..=8 {
            drag.follow(&camera.ray(from.lerp(to, i as f32 / 8.0)), snaps);
            sim.apply(drag.command()).unwrap();
        }
        (sim, drag)
    }

    fn positions(sim: &Sim) -> Vec<Vec3> {
        sim.world().bodies().map(|body| body.desc.position).collect()
    }

    #[test]
    fn bodies_go_along_the_axis_exactly_as_far_as_the_hand_and_one_undo_brings_them_back() {
        for camera in cameras() {
            for (axis, unit) in Vec3::AXES.into_iter().enumerate() {
                let (mut sim, drag) = drag(&camera, GizmoHandle::Axis(axis), unit * 0.5, unit * 1.27, false);
                for (now, was) in positions(&sim).into_iter().zip([Vec3::NEG_X, Vec3::X]) {
                    assert!((now - was - unit * 0.77).length() < 2e-3, "{axis}: {was} to {now}");
                }
                assert!(drag.words().contains("+0.77"), "{}", drag.words());
                assert!(sim.undo() && !sim.undo());
                assert_eq!(positions(&sim), [Vec3::NEG_X, Vec3::X]);
            }
        }
    }

    #[test]
    fn with_a_step_they_go_by_multiples_of_it_in_a_plane_too() {
        for camera in cameras() {
            let to = Vec3::new(0.83, 0.2, -0.36);
            let (sim, drag) = drag(&camera, GizmoHandle::Plane(1), Vec3::new(0.2, 0.0, 0.2), to.with_y(0.0), true);
            let displacement = positions(&sim)[0] - Vec3::NEG_X;
            assert!((displacement - Vec3::new(0.6, 0.0, -0.6)).length() < 1e-5, "{displacement}");
            assert_eq!(drag.words(), "x +0.600 m  z \u{2212}0.600 m  (0.1 m)");
        }
    }

    #[test]
    fn a_ring_turns_bodies_about_their_common_middle() {
        for camera in cameras() {
            let (sim, drag) = drag(&camera, GizmoHandle::Ring(1), Vec3::X, Vec3::new(0.5, 0.0, -0.87), true);
            // From +x towards −z about +y: 60°.
            assert_eq!(drag.words(), "y +60.0°  (15°)");
            let half = Vec3::new(0.5, 0.0, -0.75f32.sqrt());
            for (body, place) in sim.world().bodies().zip([-half, half]) {
                assert!((body.desc.position - place).length() < 1e-5, "{}", body.desc.position);
                assert!((body.desc.rotation * Vec3::X - half).length() < 1e-5);
            }
        }
    }

    #[test]
    fn a_ring_seen_from_its_edge_turns_with_the_hand_along_it() {
        for mut camera in cameras() {
            camera.look_from(0.0, 0.0);
            // The ring about y is a line: dragged to the right its near side goes to +x, so it turns about +y.
            let (_, drag) = drag(&camera, GizmoHandle::Ring(1), Vec3::new(0.1, 0.0, 0.0), Vec3::X * 0.3, false);
            assert!(drag.angle > 0.2, "{}", drag.words());
        }
    }

    #[test]
    fn what_is_given_up_leaves_nothing_to_take_back() {
        let camera = cameras().next().unwrap();
        let (mut sim, drag) = drag(&camera, GizmoHandle::Axis(1), Vec3::Y * 0.5, Vec3::Y, false);
        sim.apply(drag.cancel()).unwrap();
        sim.apply(Command::EndGesture).unwrap();
        assert_eq!(positions(&sim), [Vec3::NEG_X, Vec3::X]);
        assert_eq!(sim.undo_label(), None);
    }

    #[test]
    fn what_is_held_while_time_runs_is_still_and_moves_on_when_it_is_given_up() {
        let ((mut sim, selection), camera) = (pair(), cameras().next().unwrap());
        let velocity = Vec3::new(1.0, 2.0, 0.0);
        let edit = BodyEdit::Velocity(velocity);
        selection.bodies().for_each(|body| sim.apply(Command::Edit { body, edit }).unwrap());
        let handle = (GizmoHandle::Axis(1), GizmoFrame::upright(Vec3::ZERO));
        let at = camera.project(Vec3::Y * 0.5).unwrap();
        let aside = Aside::default();
        let drag = GizmoDrag::begin(&sim, (&selection, &aside), handle, (&camera, at), (true, false)).unwrap();
        let velocities = |sim: &Sim| sim.world().bodies().map(|body| body.desc.velocity).collect::<Vec<_>>();
        sim.apply(drag.command()).unwrap();
        assert_eq!(velocities(&sim), [Vec3::ZERO; 2]);
        sim.apply(drag.cancel()).unwrap();
        assert_eq!(velocities(&sim), [velocity; 2]);
    }

    #[test]
    fn locked_bodies_stay() {
        let ((sim, selection), camera) = (pair(), cameras().next().unwrap());
        let mut aside = Aside::default();
        selection.bodies().for_each(|id| aside.lock(&sim, id));
        let at = camera.project(Vec3::Y * 0.5).unwrap();
        let handle = (GizmoHandle::Axis(1), GizmoFrame::upright(Vec3::ZERO));
        assert!(GizmoDrag::begin(&sim, (&selection, &aside), handle, (&camera, at), (false, false)).is_none());
    }

    #[test]
    fn along_its_own_axes_a_body_moves_and_turns_as_it_lies() {
        for camera in cameras() {
            let (mut sim, mut selection) = pair();
            selection.others.clear();
            let body = selection.body.unwrap();
            let turn = quat_from_axis_angle(Vec3::Z, 0.5);
            for edit in [BodyEdit::Position(Vec3::ZERO), BodyEdit::Rotation(turn)] {
                sim.apply(Command::Edit { body, edit }).unwrap();
            }
            let aside = Aside::default();
            let frame = gizmo_frame(&sim, &selection, &aside, true).unwrap();
            assert!(frame.turn.angle_between(turn) < 1e-3);
            let mut drag = |handle, from: Vec3, to: Vec3, snaps| {
                let [from, to] = [from, to].map(|point| camera.project(turn * point).unwrap());
                let of = (&selection, &aside);
                let mut drag = GizmoDrag::begin(&sim, of, (handle, frame), (&camera, from), (false, true)).unwrap();
                drag.follow(&camera.ray(to), snaps);
                sim.apply(drag.command()).unwrap();
                let now = sim.world().body(body).unwrap().desc;
                sim.apply(drag.cancel()).unwrap();
                (now, drag.words())
            };
            let (now, words) = drag(GizmoHandle::Axis(0), Vec3::X * 0.3, Vec3::X * 0.72, true);
            assert!((now.position - turn * Vec3::X * 0.4).length() < 1e-5, "{}", now.position);
            assert_eq!(words, "x +0.400 m  (0.1 m), own axes");
            let (now, words) = drag(GizmoHandle::Plane(2), Vec3::new(0.2, 0.2, 0.0), Vec3::new(0.52, -0.09, 0.0), true);
            assert!((now.position - turn * Vec3::new(0.3, -0.3, 0.0)).length() < 1e-5, "{}", now.position);
            assert_eq!(words, "x +0.300 m  y \u{2212}0.300 m  (0.1 m), own axes");
            let (now, words) = drag(GizmoHandle::Ring(2), Vec3::X, Vec3::new(0.5, 0.87, 0.0), true);
            assert!((now.rotation * Vec3::X - turn * Vec3::new(0.5, 0.75f32.sqrt(), 0.0)).length() < 1e-5);
            assert_eq!(words, "z +60.0°  (15°), own axes");
        }
    }
}
