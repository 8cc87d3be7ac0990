//! What worlds of their own and those of a crowd are made of.

use crate::geometry::Shape;
use crate::math::{quat_from_axis_angle, splitmix64};
use crate::physics::{BodyDesc, Mass};
use glam::{Quat, Vec3};

/// Acceleration of free fall (m/s²).
pub(super) const G: f64 = 9.81;

/// How far what stands still beside a ground ends above it (m): in a crowd the ground is a body, which it
/// must not touch.
pub(super) const GAP: f32 = 0.05;

/// A dynamic body to be added.
pub(super) fn body(shape: Shape, mass: f32, position: Vec3, velocity: Vec3) -> BodyDesc {
    BodyDesc { mass: Mass::Mass(mass), position, velocity, ..BodyDesc::new(shape) }
}

/// Random numbers, the same in every run.
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Evenly from 0 … 1.
    pub fn unit(&mut self) -> f32 {
        // The upper 24 bits: as many as an f32 holds exactly, so that rounding never gives 1.
        (splitmix64(&mut self.0) >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Evenly from `low` … `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Evenly from the cube of half width `reach`.
    pub fn in_cube(&mut self, reach: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.between(-reach, reach)))
    }

    /// Evenly over all directions.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.in_cube(1.0);
            // Points outside the ball would make diagonals likelier; very short ones lose digits.
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// A rotation about a random axis by up to a half turn.
    pub fn rotation(&mut self) -> Quat {
        quat_from_axis_angle(self.direction(), self.between(0.0, std::f32::consts::PI))
    }
}
