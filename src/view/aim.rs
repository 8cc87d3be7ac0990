//! What a ray points at along a line, in a plane, about an axis: how a hand that drags is understood.

use crate::geometry::Ray;
use glam::Vec3;

/// Lines and planes that a ray meets at a smaller sine than this tell nothing: a pixel would be miles.
const LEAST_SINE: f32 = 0.05;

impl Ray {
    /// Where the line through `point` (m) along the unit vector `axis` is nearest to the ray's line: from the point
    /// along the axis (m). None for a line that the ray looks along.
    pub fn along(&self, point: Vec3, axis: Vec3) -> Option<f32> {
        // |p + s a − o − t d|² is least where both derivatives vanish: s = (w·a − (a·d) w·d) / (1 − (a·d)²), w = o − p.
        let (w, cosine) = (self.origin - point, axis.dot(self.direction));
        let sine_squared = 1.0 - cosine * cosine;
        (sine_squared > LEAST_SINE * LEAST_SINE)
            .then(|| (w.dot(axis) - cosine * w.dot(self.direction)) / sine_squared)
            .filter(|s| s.is_finite())
    }

    /// Where the ray meets the plane through `point` (m) with the unit `normal`; none for a plane seen along its edge
    /// or behind the eye.
    pub fn on_plane(&self, point: Vec3, normal: Vec3) -> Option<Vec3> {
        let sine = normal.dot(self.direction);
        let distance = normal.dot(point - self.origin) / sine;
        (sine.abs() > LEAST_SINE && distance > 0.0 && distance.is_finite())
            .then(|| self.origin + self.direction * distance)
    }
}

/// The angle from one vector to another about a unit axis that is square to both (rad, −π…π, right-hand rule).
pub fn angle_about(axis: Vec3, from: Vec3, to: Vec3) -> f32 {
    from.cross(to).dot(axis).atan2(from.dot(to))
}

/// The multiple of `step` nearest to a value; the value itself where the step is not above 0.
pub fn to_multiple(value: f32, step: f32) -> f32 {
    if step > 0.0 { (value / step).round() * step } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    fn ray(origin: Vec3, to: Vec3) -> Ray {
        Ray { origin, direction: (to - origin).normalize() }
    }

    #[test]
    fn a_ray_through_a_point_of_a_line_finds_that_point_and_one_beside_it_the_nearest() {
        let (point, eye) = (Vec3::new(1.0, 2.0, -3.0), Vec3::new(4.0, 9.0, 11.0));
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(0.6, 0.0, -0.8)] {
            for s in [-3.0, -0.25, 0.0, 1.0, 40.0] {
                let aim = ray(eye, point + axis * s);
                assert!((aim.along(point, axis).unwrap() - s).abs() < 1e-3, "{axis} {s}");
                // Beside the line, square to both it and the ray: the same place on it.
                let aside = axis.cross(aim.direction).normalize() * 0.7;
                let beside = Ray { origin: aim.origin + aside, ..aim };
                assert!((beside.along(point, axis).unwrap() - s).abs() < 1e-3, "{axis} {s}");
            }
        }
        assert_eq!(ray(Vec3::ZERO, Vec3::X).along(Vec3::X, Vec3::X), None, "looked along");
    }

    #[test]
    fn a_plane_is_met_where_the_ray_goes_through_it_and_not_behind_the_eye_or_along_its_edge() {
        let eye = Vec3::new(0.0, 5.0, 5.0);
        let met = ray(eye, Vec3::new(1.0, 0.0, 2.0)).on_plane(Vec3::ZERO, Vec3::Y).unwrap();
        assert!((met - Vec3::new(1.0, 0.0, 2.0)).length() < 1e-5, "{met}");
        assert_eq!(ray(eye, eye + Vec3::Y).on_plane(Vec3::ZERO, Vec3::Y), None, "behind");
        assert_eq!(ray(eye, eye + Vec3::X).on_plane(Vec3::ZERO, Vec3::Y), None, "along");
    }

    #[test]
    fn angles_turn_as_the_right_hand_does() {
        assert!((angle_about(Vec3::Y, Vec3::Z, Vec3::X) - FRAC_PI_2).abs() < 1e-6);
        assert!((angle_about(Vec3::Y, Vec3::X, Vec3::Z) + FRAC_PI_2).abs() < 1e-6);
        assert!((angle_about(Vec3::X, Vec3::Y * 3.0, Vec3::NEG_Y).abs() - PI).abs() < 1e-6);
    }

    #[test]
    fn values_go_to_the_nearest_multiple() {
        for (value, step, nearest) in [(0.26, 0.1, 0.3), (-0.26, 0.1, -0.3), (0.04, 0.1, 0.0), (37.0, 15.0, 30.0)] {
            assert!((to_multiple(value, step) - nearest).abs() < 1e-6, "{value} {step}");
        }
        assert_eq!(to_multiple(0.123, 0.0), 0.123);
    }
}
