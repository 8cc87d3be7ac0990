//! Handles to move and turn what is selected: arrows, squares and rings about its middle, as large on the screen
//! wherever it stands.
//!
//! They lie over everything: drawn where they are, but as near to the eye as can be, which looks the same.

use super::{Arrow, Aside, BodyRole, Camera, Color, DrawList, Line, ScenePainter, Selection, Triangle, palette};
use crate::math::tangents;
use crate::sim::Sim;
use glam::{Quat, Vec2, Vec3};
use std::f32::consts::TAU;

/// From the middle to the tip of an arrow (logical pixels).
const REACH: f32 = 96.0;
/// Where the arrows begin (logical pixels).
const GAP: f32 = 12.0;
/// Radius of a ring (logical pixels).
const RADIUS: f32 = 80.0;
/// The squares lie between these distances from the middle along both axes (logical pixels).
const SQUARE: [f32; 2] = [30.0, 48.0];
/// How near the mouse must come to an arrow or a ring (logical pixels).
const NEAR: f32 = 8.0;
/// An arrow that looks shorter than this share of itself, and a square or a ring flatter than that, cannot be handled.
const LEAST_SHARE: f32 = 0.12;
/// Chords of a ring.
const CHORDS: u32 = 64;
/// How much of the half of a ring that lies behind is seen, 0…1.
const BEHIND: f32 = 0.3;

/// What the handles do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GizmoKind {
    /// Arrows along the axes, and squares for two of them.
    Move,
    /// Rings about the axes.
    Turn,
}

/// One of the handles, by the axis 0…2 of its frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GizmoHandle {
    /// Moves along this axis.
    Axis(usize),
    /// Moves in the plane to which this axis is square.
    Plane(usize),
    /// Turns about this axis.
    Ring(usize),
}

impl GizmoHandle {
    /// Those of a kind.
    pub fn of(kind: GizmoKind) -> impl Iterator<Item = Self> {
        let all = (0..3).flat_map(|axis| [Self::Axis(axis), Self::Plane(axis), Self::Ring(axis)]);
        all.filter(move |handle| matches!(handle, Self::Ring(_)) == (kind == GizmoKind::Turn))
    }

    /// Which axis, 0…2.
    pub const fn index(self) -> usize {
        match self {
            Self::Axis(axis) | Self::Plane(axis) | Self::Ring(axis) => axis,
        }
    }
}

/// Where handles stand, and along which axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoFrame {
    /// The middle (m, world).
    pub center: Vec3,
    /// `world_from_handles`.
    pub turn: Quat,
}

impl GizmoFrame {
    /// About a point (m, world) along the world's axes.
    pub const fn upright(center: Vec3) -> Self {
        Self { center, turn: Quat::IDENTITY }
    }

    /// The axis of a handle (unit, world).
    pub fn axis(&self, handle: GizmoHandle) -> Vec3 {
        self.turn * Vec3::AXES[handle.index()]
    }

    /// The two axes of a plane, or of the plane of a ring (unit, world).
    fn others(&self, handle: GizmoHandle) -> [Vec3; 2] {
        [1, 2].map(|next| self.turn * Vec3::AXES[(handle.index() + next) % 3])
    }
}

/// The handles in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GizmoOnShow {
    /// What they do.
    pub kind: GizmoKind,
    /// Whether they go along the selected body's own axes rather than the world's.
    pub own_axes: bool,
    /// The one under the mouse.
    pub lit: Option<GizmoHandle>,
    /// The one that is held; the others are not drawn meanwhile.
    pub held: Option<HeldHandle>,
}

/// A handle that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeldHandle {
    /// Which.
    pub handle: GizmoHandle,
    /// Where it stood when the drag began.
    pub frame: GizmoFrame,
    /// Of a ring: from the middle to where it is held (unit, world).
    pub from: Vec3,
    /// How far it is turned (rad).
    pub angle: f32,
}

/// The handles' frame about the middle of the selected bodies that a hand may move, along the world's axes or those of
/// the body that was selected first; none when there is none.
pub fn gizmo_frame(sim: &Sim, selection: &Selection, aside: &Aside, own_axes: bool) -> Option<GizmoFrame> {
    let free = selection.bodies().filter(|id| !aside.is_locked(sim, *id));
    let places = free.filter_map(|id| sim.world().body(id)).map(|body| body.desc.position);
    let (sum, count) = places.fold((Vec3::ZERO, 0.0), |(sum, count), place| (sum + place, count + 1.0));
    let center = sum / count;
    let body = selection.body.filter(|_| own_axes).and_then(|id| sim.world().body(id));
    let turn = body.map_or(Quat::IDENTITY, |body| body.desc.rotation);
    (count > 0.0 && center.is_finite() && turn.is_finite()).then_some(GizmoFrame { center, turn })
}

/// The handle of a gizmo that lies under a pixel (physical, from the upper left).
pub fn pick_gizmo(camera: &Camera, kind: GizmoKind, frame: GizmoFrame, pixel: Vec2) -> Option<GizmoHandle> {
    let placed = PlacedGizmo::new(camera, frame)?;
    let distance = |handle| Some((placed.distance(handle, pixel)?, handle));
    let near = GizmoHandle::of(kind).filter_map(distance).filter(|(distance, _)| *distance <= NEAR);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, handle)| handle)
}

/// A chord of a ring.
struct Chord {
    /// Its ends (m, world).
    from: Vec3,
    to: Vec3,
    /// Whether it lies before the middle of the ring.
    is_near: bool,
}

/// A gizmo where it stands in the picture.
struct PlacedGizmo<'a> {
    camera: &'a Camera,
    frame: GizmoFrame,
    /// Metres of a logical pixel there.
    unit: f32,
    /// From the middle towards the eye (unit, world).
    back: Vec3,
}

impl<'a> PlacedGizmo<'a> {
    /// None behind the eye.
    fn new(camera: &'a Camera, frame: GizmoFrame) -> Option<Self> {
        let unit = camera.scale * camera.metres_per_pixel_at(frame.center);
        let back = -camera.sight(frame.center).direction;
        (unit.is_finite() && unit > 0.0).then_some(Self { camera, frame, unit, back })
    }

    /// Whether one sees enough of a handle to work with it.
    fn is_of_use(&self, handle: GizmoHandle) -> bool {
        // An axis along the line of sight is a dot, a plane across it a line.
        let cosine = self.frame.axis(handle).dot(self.back).abs();
        match handle {
            GizmoHandle::Axis(_) => (1.0 - cosine * cosine).max(0.0).sqrt() > LEAST_SHARE,
            GizmoHandle::Plane(_) => cosine > LEAST_SHARE,
            GizmoHandle::Ring(_) => true,
        }
    }

    /// The corners of a square, in order.
    fn square(&self, handle: GizmoHandle) -> [Vec3; 4] {
        let [u, v] = self.frame.others(handle);
        let at = |i: usize, j: usize| self.frame.center + (u * SQUARE[i] + v * SQUARE[j]) * self.unit;
        [at(0, 0), at(1, 0), at(1, 1), at(0, 1)]
    }

    /// The chords of a ring, and whether each lies before its middle.
    fn ring(&self, handle: GizmoHandle) -> impl Iterator<Item = Chord> + '_ {
        // Chords around the axis, each with whether it lies on the near side.
        let [u, v] = tangents(self.frame.axis(handle));
        let at = move |i: u32| {
            let (sin, cos) = (TAU * i as f32 / CHORDS as f32).sin_cos();
            self.frame.center + (u * cos + v * sin) * (RADIUS * self.unit)
        };
        (0..CHORDS).map(move |i| {
            let (from, to) = (at(i), at(i + 1));
            // Where the ring faces the eye its far half counts as near: it is as well seen.
            let ahead = ((from + to) * 0.5 - self.frame.center).dot(self.back) / (RADIUS * self.unit);
            Chord { from, to, is_near: ahead > -0.2 }
        })
    }

    /// From a pixel to a handle (logical pixels); none where it is not drawn.
    fn distance(&self, handle: GizmoHandle, pixel: Vec2) -> Option<f32> {
        // A handle seen from its end could not be pulled anywhere.
        if !self.is_of_use(handle) {
            return None;
        }
        match handle {
            GizmoHandle::Axis(_) => {
                let at = |share: f32| self.frame.center + self.frame.axis(handle) * (share * self.unit);
                self.to_segment(at(GAP), at(REACH), pixel)
            }
            GizmoHandle::Plane(_) => self.to_square(&self.square(handle), pixel),
            GizmoHandle::Ring(_) => {
                let distance = |chord: Chord| {
                    let distance = self.to_segment(chord.from, chord.to, pixel)?;
                    // What lies before is meant rather than what is seen through it.
                    Some(if chord.is_near { distance } else { distance + 0.5 * NEAR })
                };
                self.ring(handle).filter_map(distance).min_by(f32::total_cmp)
            }
        }
    }

    fn to_segment(&self, from: Vec3, to: Vec3, pixel: Vec2) -> Option<f32> {
        let (from, to) = (self.camera.project(from)?, self.camera.project(to)?);
        let (along, to_pixel) = (to - from, pixel - from);
        let share = (to_pixel.dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
        Some(to_pixel.distance(along * share) / self.camera.scale)
    }

    /// 0 within a square; none outside.
    fn to_square(&self, corners: &[Vec3; 4], pixel: Vec2) -> Option<f32> {
        // Inside when the pixel lies on the same side of all four edges, whichever way round they run on the screen.
        let mut signs = [0.0; 4];
        for (i, sign) in signs.iter_mut().enumerate() {
            let (from, to) = (self.camera.project(corners[i])?, self.camera.project(corners[(i + 1) % 4])?);
            *sign = (to - from).perp_dot(pixel - from);
        }
        (signs.iter().all(|s| *s >= 0.0) || signs.iter().all(|s| *s <= 0.0)).then_some(0.0)
    }

    /// The same place in the picture, so near to the eye that nothing stands before it (m, world).
    fn over(&self, point: Vec3) -> Vec3 {
        let eye = self.camera.eye();
        // Drawn close before the eye, on the same line of sight: nothing of the scene hides a handle.
        let depth = (eye - self.frame.center).dot(self.camera.back());
        // Nearer than a tenth of its depth there is hardly ever anything, and never nearer than the near plane.
        let near = (0.1 * depth).max(4.0 * (0.01 * self.camera.distance).clamp(0.001, 0.1)).min(depth);
        if self.camera.orthographic {
            point + self.camera.back() * (depth - near)
        } else {
            eye + (point - eye) * (near / depth)
        }
    }
}

impl ScenePainter<'_> {
    /// The handles about the middle of what is selected.
    pub(super) fn gizmo(&self, list: &mut DrawList) {
        let Some(shown) = self.options.gizmo.filter(|_| self.role == BodyRole::Run) else { return };
        let (selection, aside) = (&self.options.selection, &self.options.aside);
        let Some(frame) = gizmo_frame(self.sim, selection, aside, shown.own_axes) else { return };
        // While one is held the others would be in the way.
        if let Some(held) = shown.held {
            self.guide(list, &held);
        }
        let Some(placed) = PlacedGizmo::new(self.camera, frame) else { return };
        let is_shown = |handle: &GizmoHandle| match shown.held {
            Some(held) => held.handle == *handle,
            None => placed.is_of_use(*handle),
        };
        for handle in GizmoHandle::of(shown.kind).filter(is_shown) {
            let lit = shown.lit == Some(handle) || shown.held.is_some();
            self.handle(list, &placed, handle, lit);
        }
    }

    fn handle(&self, list: &mut DrawList, placed: &PlacedGizmo<'_>, handle: GizmoHandle, lit: bool) {
        // x, y and z have their colours, as everywhere.
        let plain = palette::AXES[handle.index()];
        let color = if lit { palette::lit(plain, self.theme()) } else { plain };
        let width = if lit { 4.0 } else { 2.5 };
        let mut line = |from, to, color: Color| {
            let (from, to) = (placed.over(from), placed.over(to));
            // What is faint would be mostly outline.
            list.lines.push(Line { from, to, color, width, outlined: color.alpha() == 1.0, xray: true });
        };
        match handle {
            GizmoHandle::Axis(_) => list.arrows.push(Arrow {
                tail: placed.over(placed.frame.center + placed.frame.axis(handle) * (GAP * placed.unit)),
                direction: placed.frame.axis(handle),
                length: REACH - GAP,
                pixels: true,
                tail_color: color,
                head_color: color,
                width: width + 1.0,
                hollow: false,
                xray: true,
            }),
            GizmoHandle::Plane(_) => {
                let corners = placed.square(handle);
                (0..4).for_each(|i| line(corners[i], corners[(i + 1) % 4], color));
                let [a, b, c, d] = corners.map(|corner| placed.over(corner));
                let fill = color.with_alpha(if lit { 0.7 } else { 0.35 });
                for corners in [[a, b, c], [a, c, d]] {
                    list.triangles.push(Triangle { corners, color: fill, xray: true });
                }
            }
            GizmoHandle::Ring(_) => {
                for Chord { from, to, is_near } in placed.ring(handle) {
                    line(from, to, if is_near { color } else { color.with_alpha(BEHIND) });
                }
            }
        }
    }

    /// The way that a held handle leaves: the line it moves along, or the angle it has turned.
    fn guide(&self, list: &mut DrawList, held: &HeldHandle) {
        let Some(placed) = PlacedGizmo::new(self.camera, held.frame) else { return };
        let (color, center) = (palette::ink(self.theme()).with_alpha(0.6), held.frame.center);
        let mut line = |from, to| {
            let (from, to) = (placed.over(from), placed.over(to));
            list.lines.push(Line { from, to, color, width: 1.5, outlined: false, xray: true });
        };
        // Long enough to lead out of the picture.
        let far = 4.0 * REACH * placed.unit;
        match held.handle {
            GizmoHandle::Axis(_) => {
                let axis = held.frame.axis(held.handle) * far;
                line(center - axis, center + axis);
            }
            GizmoHandle::Plane(_) => {
                for axis in held.frame.others(held.handle) {
                    line(center - axis * far, center + axis * far);
                }
            }
            GizmoHandle::Ring(axis) => {
                let radius = RADIUS * placed.unit;
                // From where the ring was taken to where it is now, filled.
                let other = held.frame.axis(held.handle).cross(held.from);
                let at = |angle: f32| center + (held.from * angle.cos() + other * angle.sin()) * radius;
                line(center, at(0.0));
                line(center, at(held.angle));
                // More than once around is once around.
                let turn = held.angle.clamp(-TAU, TAU);
                let steps = (turn.abs() * 8.0).ceil().max(1.0);
                let fill = palette::lit(palette::AXES[axis], self.theme()).with_alpha(0.3);
                for i in 0..steps as u32 {
                    let [from, to] = [i, i + 1].map(|i| placed.over(at(turn * i as f32 / steps)));
                    let corners = [placed.over(center), from, to];
                    list.triangles.push(Triangle { corners, color: fill, xray: true });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::view::{Theme, ViewOptions, draw};

    /// A near and a far look at the origin, in either projection.
    fn cameras() -> impl Iterator<Item = Camera> {
        [3.0, 60.0].into_iter().flat_map(|distance| {
            [false, true].map(|orthographic| {
                let scene = SceneCamera { target: Vec3::ZERO, distance, orthographic, ..SceneCamera::default() };
                Camera::new(&scene, [1280, 720], 1.5)
            })
        })
    }

    #[test]
    fn each_handle_is_picked_where_it_is_drawn_as_large_from_near_as_from_far() {
        for camera in cameras() {
            let placed = PlacedGizmo::new(&camera, GizmoFrame::upright(Vec3::ZERO)).unwrap();
            for handle in GizmoHandle::of(GizmoKind::Move) {
                let point = match handle {
                    GizmoHandle::Axis(_) => placed.frame.axis(handle) * (90.0 * placed.unit),
                    _ => placed.square(handle).iter().sum::<Vec3>() * 0.25,
                };
                let at = camera.project(point).unwrap();
                assert_eq!(pick_gizmo(&camera, GizmoKind::Move, placed.frame, at), Some(handle), "{camera:?}");
            }
            let top = camera.project(Vec3::Y * (RADIUS * placed.unit)).unwrap();
            let picked = pick_gizmo(&camera, GizmoKind::Turn, placed.frame, top).unwrap();
            assert!(matches!(picked, GizmoHandle::Ring(0 | 2)), "{picked:?}");
            let middle = camera.project(Vec3::ZERO).unwrap();
            let beyond = middle + Vec2::new(0.0, 2.0 * REACH * camera.scale);
            for kind in [GizmoKind::Move, GizmoKind::Turn] {
                assert_eq!(pick_gizmo(&camera, kind, placed.frame, beyond), None);
            }
            // The tip of an upright arrow as many pixels away, whatever the distance.
            let tip = camera.project(Vec3::Y * (REACH * placed.unit)).unwrap();
            let height = (middle.y - tip.y) / camera.scale;
            assert!((80.0..REACH + 4.0).contains(&height), "{height}");
        }
    }

    #[test]
    fn an_axis_that_is_looked_along_has_no_arrow() {
        let mut camera = cameras().next().unwrap();
        camera.look_from(0.0, 0.0);
        let placed = PlacedGizmo::new(&camera, GizmoFrame::upright(Vec3::ZERO)).unwrap();
        let of_use = GizmoHandle::of(GizmoKind::Move).filter(|handle| placed.is_of_use(*handle)).collect::<Vec<_>>();
        assert_eq!(of_use, [GizmoHandle::Axis(0), GizmoHandle::Axis(1), GizmoHandle::Plane(2)]);
    }

    #[test]
    fn handles_are_drawn_before_everything_at_their_place_in_the_picture() {
        for camera in cameras() {
            let placed = PlacedGizmo::new(&camera, GizmoFrame::upright(Vec3::new(0.3, 0.2, -0.1))).unwrap();
            for point in [placed.frame.center, placed.frame.center + Vec3::X * 0.4, placed.frame.center - Vec3::Z * 0.4]
            {
                let over = placed.over(point);
                let [from, to] = [point, over].map(|point| camera.project(point).unwrap());
                assert!(from.distance(to) < 0.05, "{from} {to}");
                assert!(over.distance(camera.eye()) < 0.3 * point.distance(camera.eye()));
            }
        }
    }

    #[test]
    fn the_gizmo_stands_in_the_middle_of_what_is_selected_and_not_locked() {
        let at = |x: f32| SceneBody {
            name: None,
            desc: BodyDesc { position: Vec3::X * x, ..BodyDesc::new(Shape::sphere(0.5)) },
        };
        let sim = Sim::new(Scene { bodies: vec![at(0.0), at(2.0), at(7.0)], ..Scene::default() }).unwrap();
        let ids: Vec<_> = sim.world().bodies().map(|body| body.id).collect();
        let selection = Selection { body: Some(ids[0]), others: ids[1..].iter().copied().collect(), contact: None };
        let mut aside = Aside::default();
        let frame = |selection: &Selection, aside: &Aside| gizmo_frame(&sim, selection, aside, false);
        assert_eq!(frame(&selection, &aside), Some(GizmoFrame::upright(Vec3::X * 3.0)));
        aside.lock(&sim, ids[2]);
        assert_eq!(frame(&selection, &aside), Some(GizmoFrame::upright(Vec3::X)));
        assert_eq!(frame(&Selection::default(), &aside), None);
        for theme in [Theme::Dark, Theme::Light] {
            let gizmo = Some(GizmoOnShow { kind: GizmoKind::Move, own_axes: false, lit: None, held: None });
            let options = ViewOptions { gizmo, selection: selection.clone(), theme, ..ViewOptions::default() };
            let camera = Camera::new(&SceneCamera { yaw_deg: 30.0, ..SceneCamera::default() }, [800, 600], 1.0);
            assert_eq!(draw(&sim, &options, &camera).arrows.len(), 3);
            assert_eq!(draw(&sim, &ViewOptions { gizmo: None, ..options }, &camera).arrows.len(), 0);
        }
    }
}
