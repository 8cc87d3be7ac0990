//! Circles as chords.

use crate::math::tangents;
use glam::Vec3;
use std::f32::consts::TAU;

/// Calls `line` with the ends of each of `steps` chords of a circle about the unit vector `axis`.
pub(super) fn circle(center: Vec3, axis: Vec3, radius: f32, steps: u32, mut line: impl FnMut(Vec3, Vec3)) {
    let [u, v] = tangents(axis);
    let at = |i: u32| {
        let (sin, cos) = (TAU * i as f32 / steps as f32).sin_cos();
        center + (u * cos + v * sin) * radius
    };
    // The last chord ends where the first begins, without a gap from rounding.
    for i in 0..steps {
        line(at(i), at((i + 1) % steps));
    }
}
