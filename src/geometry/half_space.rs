//! The half-space against boxes and quads.

use super::clip::Clipped;
use super::manifold::apart;
use super::{Feature, Manifold, ManifoldPoint};
use crate::math::Pose;
use glam::{Mat3, Vec3};

/// Half-space against a box (or, with `half.y = 0`, a rectangle): the corners of the side that faces the plane most.
///
/// `feature_along` tells which feature of the box reaches furthest along a direction.
pub(super) fn half_space_box(half: Vec3, pose: &Pose, margin: f32, feature_along: fn(Vec3) -> Feature) -> Manifold {
    // The world's up in the box's axes; with it the height of the lowest point, by the support function.
    let r = Mat3::from_quat(pose.rotation);
    let up = Vec3::new(r.x_axis.y, r.y_axis.y, r.z_axis.y);
    let height = pose.translation.y - up.abs().dot(half);
    if apart(height, margin) {
        return Manifold::NONE;
    }
    // The incident face is the one most parallel to the plane: its four corners can touch.
    let (axis, u, v) = match up.abs().max_position() {
        0 => (0, 1, 2),
        1 => (1, 2, 0),
        _ => (2, 0, 1),
    };
    let signs = Vec3::select(up.cmpgt(Vec3::ZERO), Vec3::NEG_ONE, Vec3::ONE);
    let mut contacts = Clipped::new();
    for (su, sv) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)] {
        let mut corner = Vec3::ZERO;
        corner[axis] = half[axis] * signs[axis];
        corner[u] = half[u] * su;
        corner[v] = half[v] * sv;
        let point = pose.translation + r * corner;
        if point.y <= margin {
            // A corner is named by its three signs, so its id outlives a change of the facing side.
            let bits = (0..3).fold(0, |bits, i| bits | u32::from(corner[i] > 0.0) << i);
            let position = Vec3::new(point.x, 0.5 * point.y, point.z);
            contacts.push(ManifoldPoint { position, separation: point.y, id: bits });
        }
    }
    contacts.manifold(Vec3::Y, Feature::Front, feature_along(-up))
}
