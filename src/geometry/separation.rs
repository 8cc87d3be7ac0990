//! The signed distance of two shapes and its normal.

use super::convex::{ConvexPair, ConvexShape};
use super::frustum::Frustum;
use super::pair::{PairKind, QuadMeasures, flat};
use super::sat::Boxes;
use super::signed_gap::SignedGap;
use super::sphere::COINCIDENT;
use super::{PairMemory, Shape, Side, Sides, frustum_pairs, quad};
use crate::math::Pose;
use glam::{Mat3, Vec3};

/// The gap between two shapes and its normal, in the frame of `a`.
///
/// Exact for spheres and frusta. Between boxes and quads the widest of the separating axes: never more than the
/// distance, and positive exactly when there is one. Negative when the two overlap. Quads count as solid from both
/// sides.
pub fn separation(a: &Shape, b: &Shape, b_in_a: &Pose) -> SignedGap {
    // From both sides: a gap must not depend on where the other shape came from.
    let solid = |shape: &Shape| match *shape {
        Shape::Quad { half, .. } => Shape::Quad { half, sides: Sides::Both },
        other => other,
    };
    let kind = PairKind::of(&solid(a), &solid(b));
    // Measured the other way round, the normal turned back.
    if matches!(kind, PairKind::Swapped) {
        let SignedGap { gap, normal } = separation(b, a, &b_in_a.inverse());
        return SignedGap::new(gap, -b_in_a.vector(normal));
    }
    gap(&kind, b_in_a, f32::INFINITY, None, &mut PairMemory::default()).unwrap_or(SignedGap::FAR)
}

/// Whether the gap between two shapes, as [`separation`] has it, is more than `bound` (m, negative for an overlap):
/// where it is, that is told as soon as any direction shows it.
pub fn separation_exceeds(a: &Shape, b: &Shape, b_in_a: &Pose, bound: f32) -> bool {
    match PairKind::of(a, b) {
        PairKind::Swapped => separation_exceeds(b, a, &b_in_a.inverse(), bound),
        PairKind::ConvexFrustum(a, b) => {
            frustum_pairs::separation_exceeds(&ConvexPair::new(a, ConvexShape::Frustum(b), b_in_a), bound)
        }
        _ => separation(a, b, b_in_a).gap > bound,
    }
}

/// The gap (m) and its normal in the frame of the pair's first shape; none when a quad lets the other pass.
///
/// `target` is the gap at which a quad starts to remember from where the other came (m); any direction will do along
/// which two convex shapes are further apart than that, `hint` first.
pub(super) fn gap(
    kind: &PairKind,
    b_in_a: &Pose,
    target: f32,
    hint: Option<Vec3>,
    memory: &mut PairMemory,
) -> Option<SignedGap> {
    let center = b_in_a.translation;
    match *kind {
        PairKind::HalfSpaceSphere(radius) => Some(SignedGap::new(center.y - radius, Vec3::Y)),
        PairKind::HalfSpaceFrustum(frustum) => {
            let lowest = frustum.span(b_in_a.rotation * Vec3::Y, 1).0;
            Some(SignedGap::new(center.y + lowest as f32, Vec3::Y))
        }
        PairKind::HalfSpaceCuboid(half) | PairKind::HalfSpaceQuad(half) => {
            // The support function of a box along the plane's normal, given in the box's axes.
            let r = Mat3::from_quat(b_in_a.rotation);
            let up = Vec3::new(r.x_axis.y, r.y_axis.y, r.z_axis.y);
            Some(SignedGap::new(center.y - up.abs().dot(half), Vec3::Y))
        }
        PairKind::SphereSphere(ra, rb) => {
            // As in the collision, +y where the centres coincide.
            let distance = center.length();
            let normal = if distance > COINCIDENT { center / distance } else { Vec3::Y };
            Some(SignedGap::new(distance - ra - rb, normal))
        }
        PairKind::CuboidSphere(half, radius) => Some(cuboid_sphere(half, radius, center)),
        PairKind::FrustumSphere(frustum, radius) => {
            let SignedGap { gap: distance, normal } = frustum.distance(center);
            Some(SignedGap::new(distance - radius, normal))
        }
        PairKind::ConvexFrustum(a, b) => {
            Some(frustum_pairs::max_separation(&ConvexPair::new(a, ConvexShape::Frustum(b), b_in_a), target, hint))
        }
        PairKind::CuboidCuboid(ha, hb) => {
            // The greatest of fifteen gaps, without preference.
            let boxes = Boxes::new(ha, hb, b_in_a);
            let (axis, gap) = boxes.max_gap();
            Some(SignedGap::new(gap, boxes.normal(axis)))
        }
        PairKind::QuadSphere(quad, radius) => quad_sphere(quad, radius, center, target, memory),
        PairKind::QuadFrustum(quad, frustum) => quad_frustum(quad, frustum, b_in_a, target, hint, memory),
        PairKind::QuadCuboid(quad, half) => {
            // A small two-sided quad is a thin box, with no wrong side.
            let is_lamina = quad::is_lamina(quad.0, quad.1, half);
            quad_box(quad, (half, is_lamina), b_in_a, target, memory)
        }
        PairKind::QuadQuad(quad, other) => quad_box(quad, (flat(other.0), false), b_in_a, target, memory),
        PairKind::HalfSpaceHalfSpace | PairKind::Swapped => None,
    }
}

/// Cuboid against sphere, in the cuboid's frame.
fn cuboid_sphere(half: Vec3, radius: f32, center: Vec3) -> SignedGap {
    // Outside, the closest point of the box; inside, the face of least depth.
    let offset = center - center.clamp(-half, half);
    let distance = offset.length();
    if distance > 0.0 {
        return SignedGap::new(distance - radius, offset / distance);
    }
    let depth = center.abs() - half;
    let axis = depth.max_position();
    SignedGap::new(depth[axis] - radius, Vec3::AXES[axis] * center[axis].signum())
}

/// Quad against a cuboid or a smaller quad, in the quad's frame.
fn quad_box(
    (half, sides): QuadMeasures,
    (half_b, is_lamina): (Vec3, bool),
    b_in_a: &Pose,
    target: f32,
    memory: &mut PairMemory,
) -> Option<SignedGap> {
    let boxes = Boxes::new(flat(half), half_b, b_in_a);
    let (axis, gap) = boxes.max_gap();
    if is_lamina {
        return Some(SignedGap::new(gap, boxes.normal(axis)));
    }
    let height = b_in_a.translation.y;
    let beside = quad::beside(&boxes);
    let apart = gap > target + quad::lamina_tolerance(&boxes, memory);
    memory.update_side(sides, height, beside && sides == Sides::Both, apart);
    if memory.lets_pass(sides) {
        return None;
    }
    // With the centre past the plane, the gap is measured along the way back.
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    if !beside && height * sign < 0.0 {
        return Some(SignedGap::new(height * sign - boxes.projected_radius_b(1), Vec3::Y * sign));
    }
    Some(SignedGap::new(gap, boxes.normal(axis)))
}

/// Quad against frustum, in the quad's frame.
fn quad_frustum(
    (half, sides): QuadMeasures,
    frustum: Frustum,
    b_in_a: &Pose,
    target: f32,
    hint: Option<Vec3>,
    memory: &mut PairMemory,
) -> Option<SignedGap> {
    let quad = ConvexShape::Cuboid { half: flat(half).as_dvec3() };
    let pair = ConvexPair::new(quad, ConvexShape::Frustum(frustum), b_in_a);
    // As for boxes: first the gap, then whether the quad stops the frustum at all.
    let found = frustum_pairs::max_separation(&pair, target, hint);
    if quad::is_lamina(half, sides, frustum.half_extents()) {
        return Some(found);
    }
    let height = b_in_a.translation.y;
    let beside = frustum_pairs::beside(half.as_dvec2(), &pair);
    memory.update_side(sides, height, beside && sides == Sides::Both, found.gap > target);
    if memory.lets_pass(sides) {
        return None;
    }
    // With the centre past the plane, the gap is measured along the way back.
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    if !beside && height * sign < 0.0 {
        let up = Vec3::Y * sign;
        return Some(SignedGap::new(pair.gap(up.as_dvec3()) as f32, up));
    }
    Some(found)
}

/// Quad against sphere, in the quad's frame.
fn quad_sphere(
    (half, sides): QuadMeasures,
    radius: f32,
    center: Vec3,
    target: f32,
    memory: &mut PairMemory,
) -> Option<SignedGap> {
    let limit = flat(half);
    // The closest point of the rectangle.
    let offset = center - center.clamp(-limit, limit);
    let beside = offset.x != 0.0 || offset.z != 0.0;
    let distance = offset.length();
    // Level with the quad counts as in front: rounding must not decide.
    let height = if beside { center.y + 1e-3 * radius } else { center.y };
    memory.update_side(sides, height, beside, distance - radius > target);
    if memory.lets_pass(sides) {
        return None;
    }
    if beside {
        return Some(SignedGap::new(distance - radius, offset / distance));
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    Some(SignedGap::new(center.y * sign - radius, Vec3::Y * sign))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn a_gap_is_wider_than_what_is_narrower_and_no_wider_than_what_is_wider() {
        let shapes = [
            Shape::sphere(0.3),
            Shape::cuboid(0.5, 0.2, 0.3),
            Shape::frustum(0.5, 0.2, 0.3),
            Shape::frustum(0.3, 0.3, 0.6),
        ];
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            for k in 0_u8..40 {
                // From deep in each other to apart, turned all the while.
                let t = f32::from(k) / 40.0;
                let turn = Quat::from_xyzw(t, 0.3 - t, 0.2, 1.0).normalize();
                let pose = Pose::new(Vec3::new(1.2 * t, 0.4 - 0.9 * t, 0.7 * t * t), turn);
                let gap = separation(a, b, &pose).gap;
                for step in [1e-4, 0.02, 0.2] {
                    assert!(separation_exceeds(a, b, &pose, gap - step), "{a:?} {b:?} {pose:?}: {gap} m less {step}");
                    assert!(!separation_exceeds(a, b, &pose, gap + step), "{a:?} {b:?} {pose:?}: {gap} m and {step}");
                }
            }
        }
    }
}
