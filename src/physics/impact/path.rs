//! The path of a body in the step.

use crate::geometry::Sweep;
use crate::math::{Pose, quat_from_rotation_vector};
use crate::physics::bodies::Bodies;
use crate::physics::config::Config;
use glam::{Quat, Vec3};

/// `x + s + v t + ½ a t²`, with all that is asked for it in one place: neighbours are looked up in no order.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct Path {
    /// Where the step begins (m).
    position: Vec3,
    /// What impacts have moved the whole path by (m).
    pub shift: Vec3,
    /// When the step began, and what impacts have added (m/s).
    pub velocity: Vec3,
    /// Since the last impact (rad/s).
    pub spin: Vec3,
    /// Free fall or what contacts made of it of late (m/s²).
    pub acceleration: Vec3,
    /// Of the bounding sphere (m).
    pub radius: f32,
}

/// Where a body is at some time, and how it flies on.
#[derive(Clone, Copy)]
pub(super) struct Flight {
    /// Of the centre (m).
    pub place: Vec3,
    /// (m/s)
    pub velocity: Vec3,
    /// (rad/s)
    pub spin: Vec3,
    /// (m/s²)
    pub acceleration: Vec3,
}

impl Path {
    /// Of slot `i` when the step begins; who sleeps or cannot move stays.
    pub fn new(bodies: &Bodies, config: &Config, i: usize) -> Self {
        let still = Self { position: bodies.position[i], radius: bodies.radius[i], ..Self::default() };
        if !bodies.moves(i) {
            return still;
        }
        let acceleration = match (bodies.inv_mass[i] > 0.0, bodies.free[i]) {
            (false, _) => Vec3::ZERO,
            (true, true) => config.gravity + bodies.force_acceleration[i],
            (true, false) => bodies.change[i].0 * (config.sub_steps as f32 / config.dt()),
        };
        Self { velocity: bodies.velocity[i], spin: bodies.spin[i], acceleration, ..still }
    }

    /// At time `t` (s).
    #[inline]
    pub fn at(&self, t: f32) -> Flight {
        let (v, acceleration) = (self.velocity, self.acceleration);
        let place = self.position + (self.shift + v * t + acceleration * (0.5 * t * t));
        Flight { place, velocity: v + acceleration * t, spin: self.spin, acceleration }
    }

    /// From time `t` on, for a body turned by `rotation` when the step begins.
    #[inline]
    pub fn from(&self, t: f32, rotation: Quat) -> Sweep {
        let Flight { place, velocity, spin, acceleration } = self.at(t);
        let rotation =
            if t > 0.0 && spin != Vec3::ZERO { quat_from_rotation_vector(spin * t) * rotation } else { rotation };
        Sweep { pose: Pose::new(place, rotation), velocity, spin, acceleration }
    }
}
