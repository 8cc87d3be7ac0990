//! Shapes and the questions about them.

mod boxes;
mod contacts;
mod frusta;
mod planes;
mod rays;
mod regions;
mod sweeps;
mod trees;

use carom::geometry::{Manifold, NormalRule, PairMemory, Shape, collide};
use carom::glam::{Quat, Vec3};
use carom::math::Pose;

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
