//! The signed distance of two shapes and its normal.

use super::convex::Convex;
use super::frustum::Frustum;
use super::sat::Boxes;
use super::{PairMemory, Shape, Side, Sides, frustum_pairs, quad};
use crate::math::Pose;
use glam::{Mat3, Vec2, Vec3};

/// The gap between two shapes (m) and the unit normal along which it was measured, from `a` to `b` in the frame of `a`.
///
/// Exact for spheres and frusta. Between boxes and quads the widest of the separating axes: never more than the
/// distance, and positive exactly when there is one. Negative when the two overlap. Quads count as solid from both
/// sides.
pub fn separation(a: &Shape, b: &Shape, b_in_a: &Pose) -> (f32, Vec3) {
    if lends(b, a) {
        let (gap, normal) = separation(b, a, &b_in_a.inverse());
        return (gap, -b_in_a.vector(normal));
    }
    // From both sides: a gap must not depend on where the other shape came from.
    let solid = |shape: &Shape| match *shape {
        Shape::Quad { half, .. } => Shape::Quad { half, sides: Sides::Both },
        other => other,
    };
    gap(&solid(a), &solid(b), b_in_a, f32::INFINITY, None, &mut PairMemory::default())
        .unwrap_or((f32::INFINITY, Vec3::Y))
}

/// Whether a pair is measured in the frame of `a` rather than in that of `b`.
pub(super) fn lends(a: &Shape, b: &Shape) -> bool {
    let rank = |shape: &Shape| match shape {
        Shape::Sphere { .. } => 0,
        Shape::Frustum { .. } => 1,
        Shape::Cuboid { .. } => 2,
        Shape::Quad { .. } => 3,
        Shape::HalfSpace => 4,
    };
    match (a, b) {
        (Shape::Quad { half, .. }, Shape::Quad { half: other, .. }) => !quad::is_surface(*other, *half),
        _ => rank(a) > rank(b),
    }
}

/// Gap and normal in the frame of `a`, for shapes of which `a` lends the frame; none when a quad lets the other pass.
pub(super) fn gap(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    target: f32,
    hint: Option<Vec3>,
    memory: &mut PairMemory,
) -> Option<(f32, Vec3)> {
    let center = b_in_a.translation;
    match (a, b) {
        (&Shape::HalfSpace, &Shape::HalfSpace) => None,
        (&Shape::HalfSpace, &Shape::Sphere { radius }) => Some((center.y - radius, Vec3::Y)),
        (&Shape::HalfSpace, &Shape::Frustum { bottom, top, half_height }) => {
            let lowest = Frustum::new(bottom, top, half_height).span(b_in_a.rotation * Vec3::Y, 1).0;
            Some((center.y + lowest as f32, Vec3::Y))
        }
        (&Shape::HalfSpace, _) => {
            let r = Mat3::from_quat(b_in_a.rotation);
            let up = Vec3::new(r.x_axis.y, r.y_axis.y, r.z_axis.y);
            Some((center.y - up.abs().dot(b.half_extents()), Vec3::Y))
        }
        (&Shape::Sphere { radius: ra }, _) => {
            let distance = center.length();
            let normal = if distance > 1e-12 { center / distance } else { Vec3::Y };
            Some((distance - ra - b.bounding_radius(), normal))
        }
        (&Shape::Cuboid { half }, &Shape::Sphere { radius }) => {
            let offset = center - center.clamp(-half, half);
            let distance = offset.length();
            if distance > 0.0 {
                return Some((distance - radius, offset / distance));
            }
            let depth = center.abs() - half;
            let axis = depth.max_position();
            Some((depth[axis] - radius, Vec3::AXES[axis] * center[axis].signum()))
        }
        (&Shape::Frustum { bottom, top, half_height }, &Shape::Sphere { radius }) => {
            let (distance, normal) = Frustum::new(bottom, top, half_height).distance(center);
            Some((distance - radius, normal))
        }
        (&Shape::Quad { half, sides }, &Shape::Frustum { .. }) => {
            let pair = Convex::pair(a, b, b_in_a)?;
            let (gap, normal) = frustum_pairs::max_separation(&pair, target, hint);
            if quad::is_lamina(half, sides, b.half_extents()) {
                return Some((gap, normal));
            }
            let beside = frustum_pairs::beside(half.as_dvec2(), &pair);
            memory.update_side(sides, center.y, beside && sides == Sides::Both, gap > target);
            if memory.lets_pass(sides) {
                return None;
            }
            let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
            if !beside && center.y * sign < 0.0 {
                let up = Vec3::Y * sign;
                return Some((pair.gap(up.as_dvec3()) as f32, up));
            }
            Some((gap, normal))
        }
        (&Shape::Frustum { .. } | &Shape::Cuboid { .. }, &Shape::Frustum { .. }) => {
            Some(frustum_pairs::max_separation(&Convex::pair(a, b, b_in_a)?, target, hint))
        }
        (&Shape::Quad { half, sides }, &Shape::Sphere { radius }) => {
            quad_sphere(half, sides, radius, center, target, memory)
        }
        (&Shape::Quad { half, sides }, _) => {
            let boxes = Boxes::new(a.half_extents(), b.half_extents(), b_in_a);
            let (axis, gap) = boxes.max_gap();
            if matches!(b, Shape::Cuboid { .. }) && quad::is_lamina(half, sides, b.half_extents()) {
                return Some((gap, boxes.normal(axis)));
            }
            let beside = quad::beside(&boxes);
            let apart = gap > target + quad::lamina_tolerance(&boxes, memory);
            memory.update_side(sides, center.y, beside && sides == Sides::Both, apart);
            if memory.lets_pass(sides) {
                return None;
            }
            let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
            if !beside && center.y * sign < 0.0 {
                return Some((center.y * sign - boxes.projected_radius_b(1), Vec3::Y * sign));
            }
            Some((gap, boxes.normal(axis)))
        }
        _ => {
            let boxes = Boxes::new(a.half_extents(), b.half_extents(), b_in_a);
            let (axis, gap) = boxes.max_gap();
            Some((gap, boxes.normal(axis)))
        }
    }
}

fn quad_sphere(
    half: Vec2,
    sides: Sides,
    radius: f32,
    center: Vec3,
    target: f32,
    memory: &mut PairMemory,
) -> Option<(f32, Vec3)> {
    let limit = Vec3::new(half.x, 0.0, half.y);
    let offset = center - center.clamp(-limit, limit);
    let beside = offset.x != 0.0 || offset.z != 0.0;
    let distance = offset.length();
    let height = if beside { center.y + 1e-3 * radius } else { center.y };
    memory.update_side(sides, height, beside, distance - radius > target);
    if memory.lets_pass(sides) {
        return None;
    }
    if beside {
        return Some((distance - radius, offset / distance));
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    Some((center.y * sign - radius, Vec3::Y * sign))
}
