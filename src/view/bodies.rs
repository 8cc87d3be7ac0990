//! Bodies, and the layers that belong to single bodies: velocities, spins, axes, bounding boxes.

use super::circle::circle;
use super::labels::{LabelText, Labels};
use super::{
    Arrow, BodyRole, Camera, Color, Cuboid, DrawList, DrawnFrustum, Highlight, Line, Quad, ScenePainter, Sphere,
    palette,
};
use crate::geometry::{Aabb, BoundingSphere, Shape, Sides};
use crate::math::{Pose, tangents};
use crate::physics::{Body, Motion};
use crate::say;
use glam::Vec3;
use std::f32::consts::TAU;

/// Velocities and spins show where the motion would lead in this time (s).
const AHEAD: f32 = 0.2;
/// Slower points than this (m/s) get no arrow: it would be shorter than its head is wide.
const SLOW: f32 = 0.02;
/// Opacity of a wall that one looks through.
const GLASS: f32 = 0.16;
/// A wall is at most this thick, a share of its height and length.
const THIN: f32 = 0.25;
/// Bodies drawn as wires, or boxed; each takes a dozen lines or more.
const MAX_WIRES: usize = 20_000;
/// Body axes get letters while there are no more bodies than this.
const MAX_LETTERED: usize = 12;

impl ScenePainter<'_> {
    pub(super) fn bodies(&self, list: &mut DrawList) {
        let layers = *self.layers();
        // Wires cost a dozen lines a body: in a crowd only so many have them.
        let mut wires = 0;
        let seen = self.sim.world().bodies().filter(|body| !self.options.aside.is_hidden(self.sim, body.id));
        for body in seen.map(|body| self.posed(body)) {
            let mut within_cap = true;
            if self.options.wireframe || layers.aabbs {
                wires += 1;
                within_cap = wires <= MAX_WIRES;
            }
            if self.options.wireframe && within_cap {
                self.wires(list, &body);
            } else {
                self.solid(list, &body);
            }
            if layers.aabbs && within_cap {
                box_lines(list, &body.fat_aabb, self.color(&body), 1.0);
            }
            // What rests has neither velocity nor spin that one could see.
            let (center, radius) = (body.desc.position, body.desc.shape.bounding_radius());
            let moves = !body.asleep && body.desc.motion != Motion::Static;
            if layers.velocities && moves {
                velocity(list, center, body.desc.velocity);
            }
            if layers.spins && moves {
                spin(list, center, radius, body.desc.spin);
            }
            if layers.axes {
                axes(list, &body.pose(), axis_length(&body));
            }
        }
        // Nothing is left out in silence.
        if wires > MAX_WIRES {
            list.notes.push(say!("lines of {} bodies left out: the limit is {}", wires - MAX_WIRES, MAX_WIRES));
        }
        if layers.velocities || layers.spins {
            list.notes.push(say!("velocities and spins: where they lead in {} s", AHEAD));
        }
    }

    pub(super) fn solid(&self, list: &mut DrawList, body: &Body) {
        let (center, rotation) = (body.desc.position, body.desc.rotation);
        let (color, highlight) = (self.color(body), self.highlight(body.id));
        let grid = self.options.grid && self.role == BodyRole::Run && is_ground(body);
        match body.desc.shape {
            Shape::Sphere { radius } => list.spheres.push(Sphere { center, radius, rotation, color, highlight }),
            Shape::Cuboid { half } => {
                // A wall that hides the middle of the scene is seen through.
                let cuboid = Cuboid { center, half, rotation, color, grid, highlight };
                let is_wall = self.role == BodyRole::Run && body.desc.motion == Motion::Static;
                add_cuboid(list, cuboid, is_wall, self.camera);
            }
            Shape::Quad { half, sides } => {
                let hatched_back = sides == Sides::Front;
                list.quads.push(Quad { center, half, rotation, color, hatched_back, grid, highlight });
            }
            Shape::Frustum { bottom, top, half_height } => {
                // Its pose is that of the centre of mass; it is drawn from the middle between its caps.
                let middle = body.pose().point(body.desc.shape.middle());
                list.frusta.push(DrawnFrustum { middle, bottom, top, half_height, rotation, color, highlight });
            }
            // The floor and the ceiling are scenery.
            Shape::HalfSpace => {}
        }
    }

    pub(super) fn wires(&self, list: &mut DrawList, body: &Body) {
        let (color, pose) = (self.color(body), body.pose());
        // Wires have no colour to spare: what is chosen is thicker.
        let width = match self.highlight(body.id) {
            Highlight::None => 1.25,
            Highlight::Hovered => 2.25,
            Highlight::Selected => 3.25,
        };
        match body.desc.shape {
            Shape::Sphere { radius } => {
                for axis in Vec3::AXES {
                    circle(pose.translation, pose.vector(axis), radius, 24, |from, to| {
                        list.lines.push(Line { from, to, color, width, outlined: false, xray: false });
                    });
                }
            }
            Shape::Cuboid { half } => edges(half, |from, to| {
                list.lines.push(Line {
                    from: pose.point(from),
                    to: pose.point(to),
                    color,
                    width,
                    outlined: false,
                    xray: false,
                });
            }),
            Shape::Quad { half, .. } => {
                let corner = |x: f32, z: f32| pose.point(Vec3::new(x * half.x, 0.0, z * half.y));
                let rim = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
                for i in 0..4 {
                    list.lines.push(Line {
                        from: rim[i],
                        to: rim[(i + 1) % 4],
                        color,
                        width,
                        outlined: false,
                        xray: false,
                    });
                }
                // A whisker on the front: one look says which side is solid.
                let tip = pose.point(Vec3::Y * 0.15 * half.min_element());
                list.lines.push(Line { from: pose.translation, to: tip, color, width, outlined: false, xray: false });
            }
            Shape::Frustum { bottom, top, half_height } => {
                let mut line =
                    |from, to| list.lines.push(Line { from, to, color, width, outlined: false, xray: false });
                let (middle, axis) = (body.desc.shape.middle(), pose.vector(Vec3::Y));
                let cap = |y: f32| middle + Vec3::Y * (y * half_height);
                // A cap without radius is the apex: it has no rim.
                for (y, radius) in [(-1.0, bottom), (1.0, top)] {
                    if radius > 0.0 {
                        circle(pose.point(cap(y)), axis, radius, 24, &mut line);
                    }
                }
                // Four lines of the side are enough to see how it is turned.
                for side in [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z] {
                    line(pose.point(cap(-1.0) + side * bottom), pose.point(cap(1.0) + side * top));
                }
            }
            Shape::HalfSpace => {}
        }
    }

    /// The boxes of the broad phase's tree, fainter and thinner with depth.
    pub(super) fn tree(&self, list: &mut DrawList) {
        if !self.layers().tree {
            return;
        }
        let nodes = self.sim.world().tree_nodes();
        for node in nodes.iter().take(MAX_WIRES) {
            // Deeper boxes are fainter, but none is invisible.
            let fade = 0.6 * 0.88f32.powi(node.depth.min(64) as i32).max(0.2);
            let color = palette::ink(self.theme()).with_alpha(fade);
            box_lines(list, &node.aabb, color, if node.leaf { 0.75 } else { 1.0 + fade });
        }
        if nodes.len() > MAX_WIRES {
            let left_out = nodes.len() - MAX_WIRES;
            list.notes.push(say!("{} boxes of the tree left out: the limit is {}", left_out, MAX_WIRES));
        }
    }

    /// x, y, z at the ends of body axes, while there are few of them.
    pub(super) fn axis_letters(&self, labels: &mut Labels<'_>) {
        let world = self.sim.world();
        if !self.layers().axes {
            return;
        }
        // In a crowd only what is chosen or pointed at has letters.
        let few = world.slot_count() <= MAX_LETTERED;
        let seen = world.bodies().filter(|body| !self.options.aside.is_hidden(self.sim, body.id));
        for body in seen.filter(|b| few || self.highlight(b.id) != Highlight::None) {
            let (pose, length) = (body.pose(), axis_length(&body));
            for ((axis, letter), color) in Vec3::AXES.into_iter().zip(["x", "y", "z"]).zip(palette::AXES) {
                labels.add(
                    pose.point(axis * length),
                    LabelText::Text(letter.into()),
                    palette::lit(color, self.theme()),
                    1,
                );
            }
        }
    }
}

/// Adds a box; one that does not move and hides the middle of the picture is seen through.
pub(super) fn add_cuboid(list: &mut DrawList, cuboid: Cuboid, is_static: bool, camera: &Camera) {
    let glass = is_static && hides_the_middle(&cuboid, list.scenery.focus, camera);
    let color = if glass { cuboid.color.with_alpha(GLASS) } else { cuboid.color };
    // What is seen through is drawn after all that is opaque.
    let boxes = if glass { &mut list.glass } else { &mut list.cuboids };
    boxes.push(Cuboid { color, ..cuboid });
}

/// Whether a box is a wall between the eye and the middle of what the picture is about.
fn hides_the_middle(cuboid: &Cuboid, focus: BoundingSphere, camera: &Camera) -> bool {
    let (middle, half, pose) = (focus.center, cuboid.half, Pose::new(cuboid.center, cuboid.rotation));
    // A wall: thin across one of its axes, and that axis lies level.
    let thin = half.min_position();
    let (u, v) = ((thin + 1) % 3, (thin + 2) % 3);
    let plate = half[thin] <= THIN * half[u].min(half[v]);
    let upright = pose.vector(Vec3::AXES[thin]).y.abs() < 0.5;
    if !plate || !upright {
        return false;
    }
    // In the axes of the wall.
    let (eye, middle) = (pose.inverse_point(camera.sight(middle).origin), pose.inverse_point(middle));
    // Where the line of sight goes through the wall's middle plane, if it does.
    if eye[thin].signum() == middle[thin].signum() {
        return false;
    }
    // A line that passes it by less than the scene is wide still runs through what hides it.
    let through = eye.lerp(middle, eye[thin] / (eye[thin] - middle[thin]));
    through[u].abs() <= half[u] + focus.radius && through[v].abs() <= half[v] + focus.radius
}

/// Whether a body is ground: static, level within 1°, its upper face at least 3 m either way.
pub(super) fn is_ground(body: &Body) -> bool {
    ground_height(body).is_some()
}

/// Height of the upper face of a body that is ground (m).
pub(super) fn ground_height(body: &Body) -> Option<f32> {
    const HALF: f32 = 1.5;
    // Level to within a degree, and as large as something one stands on.
    if body.desc.motion != Motion::Static || (body.desc.rotation * Vec3::Y).y < 0.999_85 {
        return None;
    }
    // The upper side of what is large enough.
    let top = match body.desc.shape {
        Shape::Cuboid { half } if half.x >= HALF && half.z >= HALF => half.y,
        Shape::Quad { half, .. } if half.min_element() >= HALF => 0.0,
        _ => return None,
    };
    Some(body.desc.position.y + top)
}

/// A little longer than the body; on what never moves, which may be as wide as the scene, at most a metre.
fn axis_length(body: &Body) -> f32 {
    let length = 1.25 * body.desc.shape.bounding_radius();
    if body.desc.motion == Motion::Static { length.min(1.0) } else { length }
}

/// The velocity (m/s) of what stands at `center`.
pub(super) fn velocity(list: &mut DrawList, center: Vec3, velocity: Vec3) {
    let speed = velocity.length();
    if speed < SLOW {
        return;
    }
    list.arrows.push(Arrow {
        tail: center,
        direction: velocity / speed,
        length: speed * AHEAD,
        pixels: false,
        tail_color: palette::VELOCITY,
        head_color: palette::VELOCITY,
        width: 3.0,
        hollow: false,
        xray: true,
    });
}

/// An arrow along the axis of rotation, and an arc as long as the body turns in [`AHEAD`], at most 330°.
pub(super) fn spin(list: &mut DrawList, center: Vec3, radius: f32, spin: Vec3) {
    // Slow is what the surface does: a large body shows a turn that a small one does not.
    let rate = spin.length();
    if rate * radius < SLOW {
        return;
    }
    let axis = spin / rate;
    list.arrows.push(Arrow {
        tail: center,
        direction: axis,
        length: 1.5 * radius,
        pixels: false,
        tail_color: palette::SPIN,
        head_color: palette::SPIN,
        width: 3.0,
        hollow: false,
        xray: true,
    });
    // An arc about the axis as far as the body turns in that time, never quite once around.
    let [u, v] = tangents(axis);
    let (middle, reach) = (center + axis * (1.2 * radius), 0.4 * radius);
    let angle = (rate * AHEAD).min(TAU * 330.0 / 360.0);
    // A chord for each sixth of a radian looks round.
    let steps = (angle * 6.0).ceil().max(2.0) as usize;
    let at = |share: f32, reach: f32| {
        let (sin, cos) = (angle * share).sin_cos();
        middle + (u * cos + v * sin) * reach
    };
    let mut line =
        |from, to| list.lines.push(Line { from, to, color: palette::SPIN, width: 2.5, outlined: true, xray: true });
    for i in 0..steps {
        line(at(i as f32 / steps as f32, reach), at((i + 1) as f32 / steps as f32, reach));
    }
    // Two barbs make the end of the arc an arrow head.
    let back = 1.0 - (0.35 / angle).min(0.8);
    line(at(1.0, reach), at(back, 0.8 * reach));
    line(at(1.0, reach), at(back, 1.2 * reach));
}

/// The axes of what has this pose, so long (m).
pub(super) fn axes(list: &mut DrawList, pose: &Pose, length: f32) {
    for (axis, color) in Vec3::AXES.into_iter().zip(palette::AXES) {
        list.arrows.push(Arrow {
            tail: pose.translation,
            direction: pose.vector(axis),
            length,
            pixels: false,
            tail_color: color,
            head_color: color,
            width: 2.0,
            hollow: false,
            xray: true,
        });
    }
}

/// The twelve edges of a box.
pub(super) fn box_lines(list: &mut DrawList, aabb: &Aabb, color: Color, width: f32) {
    // The box of a body that is out of order has no place.
    let pose = Pose { translation: aabb.center(), ..Pose::IDENTITY };
    if !pose.translation.is_finite() {
        return;
    }
    edges(aabb.half(), |from, to| {
        list.lines.push(Line {
            from: pose.point(from),
            to: pose.point(to),
            color,
            width,
            outlined: false,
            xray: false,
        });
    });
}

/// Calls `line` with the ends of each of a box's twelve edges, in its own axes.
fn edges(half: Vec3, mut line: impl FnMut(Vec3, Vec3)) {
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        // The four edges along an axis, once around it.
        for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let mut from = half;
            from[u] *= a;
            from[v] *= b;
            let mut to = from;
            from[axis] = -half[axis];
            to[axis] = half[axis];
            line(from, to);
        }
    }
}
