//! Shapes and the questions about them.

mod boxes;
mod contacts;
mod frusta;
mod planes;
mod rays;
mod regions;
mod sweeps;
mod trees;

use crate::real;
use carom::geometry::{Manifold, NormalRule, PairMemory, Shape, collide};
use carom::glam::{Quat, Vec3};
use carom::math::Pose;
use proptest::prelude::*;

/// A contact of two shapes that meet for the first time.
pub fn meet(a: &Shape, b: &Shape, b_in_a: &Pose, margin: f32) -> Manifold {
    collide(a, b, b_in_a, margin, NormalRule::Closest, &mut PairMemory::default())
}

/// A pose without rotation.
pub fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::new(Vec3::new(x, y, z), Quat::IDENTITY)
}

/// Rotation about any axis, by degrees.
pub fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

/// Asserts that two vectors differ by no more than `tolerance` in length.
#[track_caller]
pub fn assert_near(got: Vec3, want: Vec3, tolerance: f32, case: &str) {
    assert!((got - want).length() <= tolerance, "{case}: got {got}, want {want}");
}

prop_compose! {
    /// Any rotation, with those that lay things flat on each other often among them.
    pub fn rotation()(
        x in prop::array::uniform4(real(-1.0..1.0)), special in 0..4, quarter in 0..4, tilt in real(-2e-3..2e-3),
    ) -> Quat {
        let any = Quat::from_array(x);
        let any = if any.length() > 0.1 { any.normalize() } else { Quat::IDENTITY };
        let square = turn(Vec3::X + Vec3::Z * (quarter % 2) as f32, 90.0 * quarter as f32);
        match special {
            0 => square,
            1 => turn(Vec3::new(x[0], x[1], 1.1), tilt.to_degrees()) * square,
            _ => any,
        }
    }
}
