//! Swept motion: where a body is at any time within a step.

use super::Shape;
use crate::math::{Pose, quat_from_rotation_vector};
use glam::{Quat, Vec3};

/// A motion with constant acceleration and constant spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Where it starts (m, world).
    pub pose: Pose,
    /// Velocity of the centre at the start (m/s, world).
    pub velocity: Vec3,
    /// Angular velocity (rad/s, world axes).
    pub spin: Vec3,
    /// Acceleration of the centre (m/s², world).
    pub acceleration: Vec3,
}

impl Sweep {
    /// At rest.
    pub const fn still(pose: Pose) -> Self {
        Self { pose, velocity: Vec3::ZERO, spin: Vec3::ZERO, acceleration: Vec3::ZERO }
    }

    /// The pose at `time` (s): `p + v t + a t²/2`, turned by `spin·t`.
    #[inline]
    pub fn at(&self, time: f32) -> Pose {
        let displacement = (self.velocity + self.acceleration * (0.5 * time)) * time;
        Pose::new(self.pose.translation + displacement, self.rotation_at(time))
    }

    /// How fast a surface of that shape can move by the spin (m/s).
    pub fn surface_speed(&self, shape: &Shape) -> f32 {
        match shape {
            Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
            _ => self.spin.length() * shape.bounding_radius(),
        }
    }

    /// The rotation at `time` (s).
    #[inline]
    pub(super) fn rotation_at(&self, time: f32) -> Quat {
        // No rounding where nothing turns.
        if self.spin == Vec3::ZERO || time == 0.0 {
            return self.pose.rotation;
        }
        quat_from_rotation_vector(self.spin * time) * self.pose.rotation
    }
}

/// The motion of B's centre as seen from A's, along world axes.
pub(super) struct RelativeMotion {
    /// At time 0 (m).
    pub start: Vec3,
    /// At time 0 (m/s).
    pub velocity: Vec3,
    /// Constant (m/s²).
    pub acceleration: Vec3,
}

impl RelativeMotion {
    pub(super) fn new(a: &Sweep, b: &Sweep) -> Self {
        Self {
            start: b.pose.translation - a.pose.translation,
            velocity: b.velocity - a.velocity,
            acceleration: b.acceleration - a.acceleration,
        }
    }

    /// The position at `time` (m).
    pub(super) fn at(&self, time: f32) -> Vec3 {
        self.start + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    /// The velocity at `time` (m/s).
    pub(super) fn velocity_at(&self, time: f32) -> Vec3 {
        self.velocity + self.acceleration * time
    }
}
