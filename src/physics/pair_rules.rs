//! What a pair is by its two bodies and the rules of the world: shapes and poses, surface, margin, least speed of
//! a bounce, manifold.

use super::bodies::{Bodies, Material};
use super::config::Config;
use super::constraint::{BallPair, Constraint, PointReuse, Surface};
use super::pairs::{Pair, is_plane};
use super::property::{SURFACE, SurfaceProperty};
use super::{Compliance, Motion, WorldPlane};
use crate::geometry::{Manifold, NormalRule, Overlap, PairMemory, Shape, collide_overlapping};
use crate::math::Pose;
use glam::Vec3;

/// A pair that closes in by so many margins in a step is looked at more closely: the solver holds what comes slower.
pub(super) const EXAMINED_MARGINS: f32 = 5.0;

/// Shape of a slot or of a plane of the world.
#[inline]
pub(super) fn shape_of(bodies: &Bodies, slot: u32) -> &Shape {
    if is_plane(slot) { &Shape::HalfSpace } else { &bodies.shape[slot as usize] }
}

/// Pose of a slot or of a plane of the world.
#[inline]
pub(super) fn pose_of(bodies: &Bodies, config: &Config, slot: u32) -> Pose {
    match WorldPlane::of_slot(slot) {
        Some(plane) => plane.pose_at(plane.height(config).unwrap_or(0.0)),
        None => bodies.pose(slot as usize),
    }
}

/// The surface of a pair by the combine rules; against a plane of the world the body's own.
pub(super) fn surface_of(bodies: &Bodies, config: &Config, a: u32, b: u32) -> Surface {
    let own = |slot: u32| (!is_plane(slot)).then(|| &bodies.material[slot as usize]);
    let (of_a, of_b) = (own(a), own(b));
    let [restitution, friction, restitution_tangential, rolling_resistance, spinning_friction] = &SURFACE;
    let combine = |row: &SurfaceProperty, value: fn(&Material) -> f32| {
        (row.rule)(config).of_pair(of_a.map(value), of_b.map(value)).unwrap_or(0.0)
    };
    Surface {
        friction: combine(friction, |d| d.friction),
        restitution: combine(restitution, |d| d.restitution),
        restitution_tangential: combine(restitution_tangential, |d| d.restitution_tangential),
        rolling_resistance: combine(rolling_resistance, |d| d.rolling_resistance),
        spinning_friction: combine(spinning_friction, |d| d.spinning_friction),
    }
}

/// Gives a pair what follows from its two bodies.
pub(super) fn refresh(bodies: &Bodies, config: &Config, pair: &mut Pair) {
    let (a, b) = (shape_of(bodies, pair.a), shape_of(bodies, pair.b));
    let ball = |s: &Shape| matches!(s, Shape::Sphere { .. });
    let frustum = |s: &Shape| matches!(s, Shape::Frustum { .. });
    pair.fresh = false;
    // All of it is kept with the pair: it changes with edits only, and each look would need it.
    pair.margin = speculative_margin(a, b, config);
    pair.bouncy = surface_of(bodies, config, pair.a, pair.b).restitution > 0.0;
    pair.extended = !ball(a) && !ball(b);
    // What is round rolls while its contact stands still, and the points of a cap turn with the way it leans.
    pair.steady = pair.extended && !frustum(a) && !frustum(b);
}

/// The gap up to which this pair is handed to the solver (m).
#[inline]
pub(super) fn speculative_margin(a: &Shape, b: &Shape, config: &Config) -> f32 {
    // A tenth of the smaller radius at most, so that small bodies are not held far from where they touch.
    let size = |s: &Shape| match *s {
        Shape::HalfSpace => f32::INFINITY,
        _ => s.bounding_radius(),
    };
    (0.1 * size(a).min(size(b))).min(config.tuning.speculative_margin)
}

/// What a pair asks of its contact while the solver has it.
pub(super) fn point_reuse(pair: &Pair, bodies: &Bodies, config: &Config, surface: &Surface) -> PointReuse {
    let dt = config.dt();
    // A bouncing pair is looked at from its bounce speed on, another from where it may cross its margin.
    let slow = if pair.bouncy { bounce_speed(config, surface) } else { EXAMINED_MARGINS * pair.margin / dt };
    let ball = ball_pair(shape_of(bodies, pair.a), shape_of(bodies, pair.b));
    let reuse_distance = match ball {
        // However far they move.
        Some(_) => f32::MAX,
        None if pair.steady => config.tuning.reuse_share * pair.margin,
        None => -1.0,
    };
    PointReuse { reuse_distance, margin: pair.margin, reexamine_speed: slow, ball }
}

/// A ball with a ball or a box.
fn ball_pair(a: &Shape, b: &Shape) -> Option<BallPair> {
    let (radius, other, other_is_b) = match (a, b) {
        (other, Shape::Sphere { radius }) => (*radius, other, false),
        (Shape::Sphere { radius }, other) => (*radius, other, true),
        _ => return None,
    };
    match *other {
        Shape::Sphere { radius: other_radius } => Some(BallPair { radius, other_radius, half: Vec3::ZERO, other_is_b }),
        Shape::Cuboid { half } => Some(BallPair { radius, other_radius: 0.0, half, other_is_b }),
        _ => None,
    }
}

/// Slower impacts are left to the solver (m/s): what leaves so slowly comes back within the step.
pub(super) fn least_speed(config: &Config) -> f32 {
    0.5 * config.gravity.length() * config.dt()
}

/// The least approach speed of an impact that bounces (m/s).
///
/// With loss a bounce is followed by ever smaller ones without end (Zeno); the threshold cuts them off. Without any
/// loss there is no such sequence, and no threshold: what bounces, bounces for ever.
pub(super) fn bounce_speed(config: &Config, surface: &Surface) -> f32 {
    let least = least_speed(config);
    if surface.restitution < 1.0 { config.restitution_threshold.max(least) } else { least }
}

/// The manifold of a pair in given poses, in A's frame; `before` is its contact until now, which tells what bore a load.
#[inline]
pub(super) fn manifold(
    memory: &mut PairMemory,
    before: Option<&Constraint>,
    a: (&Shape, &Pose),
    b: (&Shape, &Pose),
    margin: f32,
    how: (NormalRule, Overlap),
) -> Manifold {
    // The commonest pair needs no relative pose.
    if let (Shape::Sphere { radius: ra }, Shape::Sphere { radius: rb }) = (a.0, b.0) {
        // Two balls that are apart are answered by the distance of their centres.
        let reach = ra + rb + margin;
        let distance2 = (b.1.translation - a.1.translation).length_squared();
        if distance2 > reach * reach {
            return Manifold { clearance: distance2.sqrt() - ra - rb, ..Manifold::NONE };
        }
    }
    memory.bearing = before.map_or([0; 4], Constraint::bearing);
    let found = collide_overlapping(a.0, b.0, &a.1.inverse_mul(b.1), margin, how, memory);
    memory.bearing = [0; 4];
    found
}

/// Which part of a constraint's response to a normal impulse is A's own, and which B's.
pub(super) fn parts(bodies: &Bodies, pair: &Pair, constraint: &Constraint) -> [f32; 2] {
    let response = |slot: u32, anchor: Vec3| {
        let i = slot as usize;
        if is_plane(slot) || bodies.motion[i] != Motion::Dynamic || bodies.yielding(i) == 0.0 {
            return 0.0;
        }
        let inverse = (bodies.inv_mass[i], bodies.inv_inertia[i]);
        Compliance::new(inverse, bodies.rotation[i], anchor, constraint.normal).sum()
    };
    // Shares of the effective inverse mass 1/m + (r × n)·I⁻¹(r × n).
    let (a, b) = (response(pair.a, constraint.anchor_a), response(pair.b, constraint.anchor_b));
    if a + b > 0.0 { [a / (a + b), b / (a + b)] } else { [0.0; 2] }
}
