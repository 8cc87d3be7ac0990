//! How the target moves: by hand, or on a curve at a steady speed.

use super::Pursuit;
use crate::math::sin_cos;
use glam::Vec3;
use std::f32::consts::{PI, TAU};

/// Radius of the target's curve (m).
const CURVE: f32 = 3.0;
/// Half the length of the target's straight line, and how far the line lies from the middle (m).
pub(super) const LINE: [f32; 2] = [5.0, 2.0];

/// How the target moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    Hand,
    Circle,
    Eight,
    /// Straight, to and fro.
    Line,
}

pub(super) const COURSE_NAMES: &[&str] = &["by hand", "circle", "figure of eight", "straight line, to and fro"];
pub(super) const COURSES: [Course; 4] = [Course::Hand, Course::Circle, Course::Eight, Course::Line];

/// A point of the curve the target runs on.
pub(super) struct OnCurve {
    /// Where it is (m, world).
    pub place: Vec3,
    /// How the place changes with the phase (m a radian); 0 where there is no curve.
    pub tangent: Vec3,
}

impl Pursuit {
    /// Where the target is on its curve.
    pub(super) fn curve(&self) -> OnCurve {
        let (s, c) = sin_cos(self.phase);
        let (s2, c2) = sin_cos(2.0 * self.phase);
        let (flat, along) = match self.course {
            Course::Circle => (Vec3::new(c, 0.0, -s), Vec3::new(-s, 0.0, -c)),
            // Lemniscate of Gerono.
            Course::Eight => (Vec3::new(s, 0.0, -0.5 * s2), Vec3::new(c, 0.0, -c2)),
            Course::Line => {
                // To and fro: a triangle wave, scaled below as the other curves are.
                let [half, off] = LINE.map(|length| length / CURVE);
                let (there, back) = (self.phase * 2.0 / PI - 1.0, 3.0 - self.phase * 2.0 / PI);
                let (x, sign) = if self.phase < PI { (there, 1.0) } else { (back, -1.0) };
                (Vec3::new(x * half, 0.0, -off), Vec3::X * (sign * half * 2.0 / PI))
            }
            Course::Hand => (Vec3::ZERO, Vec3::ZERO),
        };
        let (height, climb) = match (self.in_space, self.course) {
            (false, _) => (0.0, 0.0),
            (true, Course::Line) => (0.4, 0.0),
            (true, _) => (0.4 + 0.3 * s2, 0.6 * c2),
        };
        let place = self.center + (flat + Vec3::Y * height) * CURVE;
        OnCurve { place, tangent: (along + Vec3::Y * climb) * CURVE }
    }

    pub(super) fn put_on_curve(&mut self) {
        if self.course != Course::Hand {
            let OnCurve { place, tangent } = self.curve();
            (self.target, self.target_velocity) = (place, tangent.normalize_or_zero() * self.target_speed);
        }
    }

    pub(super) fn move_target(&mut self, dt: f32) {
        if self.course == Course::Hand {
            self.target_velocity = (self.target - self.target_before) / dt;
        } else {
            // So many radians that the length of the way is speed times time, wherever on the curve.
            let turn = self.target_speed * dt / self.curve().tangent.length().max(1e-3);
            self.phase = (self.phase + turn) % TAU;
            self.put_on_curve();
        }
        self.target_before = self.target;
    }
}
