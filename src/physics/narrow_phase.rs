//! Which pairs touch, where, and through which features.

use super::bodies::Bodies;
use super::config::Config;
use super::pairs::{CEILING, FLOOR, Head, Pair, PairPoint, Pairs, is_plane};
use crate::geometry::{Manifold, NormalRule, PairMemory, Shape, Side, collide};
use crate::math::{Pose, tangents};
use glam::{Quat, Vec3};

/// Turns the half-space's +y down: the ceiling's pose.
const UPSIDE_DOWN: Quat = Quat::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// Shape of a slot or of a plane of the world.
#[inline]
pub(super) fn shape_of(bodies: &Bodies, slot: u32) -> &Shape {
    if is_plane(slot) { &Shape::HalfSpace } else { &bodies.shape[slot as usize] }
}

/// Pose of a slot or of a plane of the world.
#[inline]
pub(super) fn pose_of(bodies: &Bodies, config: &Config, slot: u32) -> Pose {
    match slot {
        FLOOR => Pose::new(Vec3::Y * config.floor.unwrap_or(0.0), Quat::IDENTITY),
        CEILING => Pose::new(Vec3::Y * config.ceiling.unwrap_or(0.0), UPSIDE_DOWN),
        _ => bodies.pose(slot as usize),
    }
}

/// Restitution and friction of a slot; a plane has none of its own.
fn material(bodies: &Bodies, slot: u32) -> Option<(f32, f32)> {
    (!is_plane(slot)).then(|| {
        let desc = &bodies.desc[slot as usize];
        (desc.restitution, desc.friction)
    })
}

/// Restitution and friction of a pair by the combine rules; against a plane the body's own.
fn pair_material(bodies: &Bodies, config: &Config, a: u32, b: u32) -> (f32, f32) {
    match (material(bodies, a), material(bodies, b)) {
        (Some((ea, fa)), Some((eb, fb))) => (config.restitution_rule.apply(ea, eb), config.friction_rule.apply(fa, fb)),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => (0.0, 0.0),
    }
}

/// Gives a pair its materials, and what else follows from its two bodies.
pub(super) fn refresh(bodies: &Bodies, config: &Config, pairs: &mut Pairs, index: usize) {
    let (head, pair) = (&mut pairs.heads[index], &mut pairs.slab[index]);
    (pair.restitution, pair.friction) = pair_material(bodies, config, pair.a, pair.b);
    let (a, b) = (shape_of(bodies, pair.a), shape_of(bodies, pair.b));
    let ball = |s: &Shape| matches!(s, Shape::Sphere { .. });
    head.fresh = false;
    head.margin = speculative_margin(a, b, config);
    head.bouncy = pair.restitution > 0.0;
    head.extended = !ball(a) && !ball(b);
    // What is round rolls while its contact stands still, and the points of a cap turn with the way it leans.
    let frustum = |s: &Shape| matches!(s, Shape::Frustum { .. });
    head.reusable = head.extended && !frustum(a) && !frustum(b);
}

/// The gap up to which this pair is handed to the solver (m).
#[inline]
pub(super) fn speculative_margin(a: &Shape, b: &Shape, config: &Config) -> f32 {
    let size = |s: &Shape| match *s {
        Shape::HalfSpace => f32::INFINITY,
        _ => s.bounding_radius(),
    };
    (0.1 * size(a).min(size(b))).min(config.tuning.speculative_margin)
}

/// The manifold of a pair in given poses, in A's frame.
#[inline]
pub(super) fn manifold(
    memory: &mut PairMemory,
    a: (&Shape, &Pose),
    b: (&Shape, &Pose),
    margin: f32,
    rule: NormalRule,
) -> Manifold {
    // The commonest pair needs no relative pose.
    if let (Shape::Sphere { radius: ra }, Shape::Sphere { radius: rb }) = (a.0, b.0) {
        let reach = ra + rb + margin;
        if (b.1.translation - a.1.translation).length_squared() > reach * reach {
            return Manifold::NONE;
        }
    }
    collide(a.0, b.0, &a.1.inverse_mul(b.1), margin, rule, memory)
}

/// Whether a manifold is but a sliver: flat sides that hardly overlap, seen along the shorter way.
///
/// What slides over the seam between two boxes has sunk into the first by some micrometres, and comes to the side of the
/// second with no more than those in its way. It shall slide on: with a step the side lies behind it.
pub(super) fn grazes(manifold: &Manifold, slack: f32) -> bool {
    let points = manifold.points();
    if points.len() < 3 || manifold.separation() < -slack {
        return false;
    }
    let from = points[0].position;
    let length = |v: &Vec3| v.length_squared();
    let longest = points[1..].iter().map(|p| p.position - from).max_by(|a, b| length(a).total_cmp(&length(b)));
    let across = manifold.normal.cross(longest.unwrap_or_default()).normalize_or_zero();
    let (low, high) = points
        .iter()
        .map(|p| (p.position - from).dot(across))
        .fold((0.0_f32, 0.0_f32), |(low, high), x| (low.min(x), high.max(x)));
    high - low < slack
}

/// Writes a manifold into its pair, and hands the impulses of points that were there before to their successors.
pub(super) fn store(pair: &mut Pair, manifold: &Manifold, pose_a: &Pose, pose_b: &Pose, limit: f32) {
    let old = (pair.points, usize::from(pair.count));
    pair.touched = pair.count > 0;
    let mut count = 0;
    let mut places = [Vec3::ZERO; 4];
    let normal = pose_a.rotation * manifold.normal;
    for point in manifold.points().iter().filter(|p| p.separation <= limit) {
        places[count] = pose_a.rotation * point.position;
        pair.points[count] = PairPoint {
            separation: point.separation,
            start_gap: point.separation,
            id: point.id,
            ..PairPoint::default()
        };
        count += 1;
    }
    pair.count = count as u8;
    pair.friction_total = Vec3::ZERO;
    pair.twist_total = 0.0;
    if count == 0 {
        pair.friction_impulse = Vec3::ZERO;
        pair.twist_impulse = 0.0;
        return;
    }
    let middle = places[..count].iter().copied().sum::<Vec3>() / count as f32;
    let (t1, t2) = tangents(normal);
    pair.normal = normal;
    pair.grip = manifold.grip;
    pair.tangent = t1;
    pair.feature_a = manifold.feature_a;
    pair.feature_b = manifold.feature_b;
    pair.arm_a = middle;
    pair.arm_b = middle + (pose_a.translation - pose_b.translation);
    pair.middle = pose_a.translation + middle;
    for (point, place) in pair.points[..count].iter_mut().zip(places) {
        let offset = place - middle;
        point.a = offset.dot(t1);
        point.b = offset.dot(t2);
        point.height = offset.dot(normal);
        if let Some(before) = old.0[..old.1].iter().find(|p| p.id == point.id) {
            point.impulse = before.impulse;
            (point.drift, point.rebound) = (before.drift, before.rebound);
            point.persisted = true;
        }
    }
    if old.1 == 0 {
        pair.friction_impulse = Vec3::ZERO;
        pair.twist_impulse = 0.0;
    }
}

/// Carries a contact along with two bodies that hardly moved in the last step, instead of colliding them anew.
///
/// To first order in the motion a point's gap changes by `n · (Δ_b − Δ_a)`, the relative displacement at the point.
/// False when a point has left the margin.
pub(super) fn carry(pair: &mut Pair, bodies: &Bodies, margin: f32) -> bool {
    let motion =
        |slot: u32| if is_plane(slot) { (Vec3::ZERO, Vec3::ZERO) } else { bodies.motion_of_late[slot as usize] };
    let ((da, ta), (db, tb)) = (motion(pair.a), motion(pair.b));
    let (at_a, at_b) = (da + ta.cross(pair.arm_a), db + tb.cross(pair.arm_b));
    let (n, t1) = (pair.normal, pair.tangent);
    let (gap, turn) = ((at_b - at_a).dot(n), tb - ta);
    let (turn1, turn2) = (turn.dot(t1), turn.dot(n.cross(t1)));
    let count = usize::from(pair.count);
    for point in &mut pair.points[..count] {
        point.separation += gap + point.b * turn1 - point.a * turn2;
        point.start_gap = point.separation;
        point.total = 0.0;
        point.persisted = true;
        if point.separation > margin {
            return false;
        }
    }
    let step = (at_a + at_b) * 0.5;
    pair.middle += step;
    pair.arm_a += step - da;
    pair.arm_b += step - db;
    pair.touched = true;
    pair.friction_total = Vec3::ZERO;
    pair.twist_total = 0.0;
    pair.impulse = Vec3::ZERO;
    true
}

/// Foresees how a rolling contact turns on, for [`Solver::turn_on`](super::solver::Solver::turn_on); true when it does.
///
/// What rolls has a contact that turns with it. The solver ends a step at rest against the contact as it was when the step
/// began; in the next step it has turned, and the two close in on each other at a speed, the drift, that no force has
/// made. To take it out each time would cost energy, a share of `θ²/2` when the contact turns by `θ`: a cone would lose some
/// hundredths of its speed in a lap. So half of it is given in advance: as fast as the two part at the end of one step,
/// so fast they meet in the next, and nothing is lost. Only a drift that was there in the last step as well is steady.
pub(super) fn foresee_turning(pair: &mut Pair, bodies: &Bodies) -> bool {
    let motion = |slot: u32| {
        if is_plane(slot) {
            (Vec3::ZERO, Vec3::ZERO)
        } else {
            (bodies.velocity[slot as usize], bodies.spin[slot as usize])
        }
    };
    let ((va, wa), (vb, wb)) = (motion(pair.a), motion(pair.b));
    let (t1, t2) = (pair.tangent, pair.normal.cross(pair.tangent));
    let count = usize::from(pair.count);
    let mut turns = false;
    for point in &mut pair.points[..count] {
        let place = t1 * point.a + t2 * point.b;
        let approach = (va + wa.cross(pair.arm_a + place) - vb - wb.cross(pair.arm_b + place)).dot(pair.normal);
        let drift = approach + point.rebound;
        let steady = if drift.abs() < point.drift.abs() { drift } else { point.drift };
        point.rebound = if point.persisted && drift * point.drift > 0.0 { 0.5 * steady } else { 0.0 };
        point.drift = drift;
        turns |= point.rebound != 0.0;
    }
    turns
}

/// Forgets all but the memory of where the other body came from.
pub(super) fn clear(pair: &mut Pair) {
    pair.touched = pair.count > 0;
    pair.count = 0;
    pair.friction_impulse = Vec3::ZERO;
    pair.twist_impulse = 0.0;
}

/// Whether a pair has nothing to remember once its bounds are apart.
pub(super) fn forgettable(head: &Head) -> bool {
    head.points == 0 && head.memory.side == Side::Unknown
}
