//! Where two that run straight meet: the chaser at p with speed s, the target at q with velocity u.

use glam::{DVec3, Vec3};

/// Time until a chaser at `from` with `speed` (m/s) can be where the target is that is at `target` now and runs on
/// with `velocity` (m/s): the least t ≥ 0 (s) with |q + u·t − p| = s·t. None when it never can.
///
/// With r = q − p that is (s² − u·u)·t² − 2(r·u)·t − r·r = 0. Multiplied out by the conjugate its least positive root
/// is t = r·r/(√((r·u)² + (s² − u·u)·r·r) − r·u), which neither cancels nor divides by s² − u·u where both are as fast.
pub fn time_to_intercept(from: Vec3, speed: f32, target: Vec3, velocity: Vec3) -> Option<f64> {
    let (r, u, s) = ((target - from).as_dvec3(), velocity.as_dvec3(), f64::from(speed));
    let (along, squared) = (r.dot(u), r.length_squared());
    if squared == 0.0 {
        return Some(0.0);
    }
    let discriminant = along * along + (s * s - u.length_squared()) * squared;
    let divisor = discriminant.sqrt() - along;
    // A negative discriminant makes the divisor no number, and a slower chaser's roots may both lie in the past.
    let time = squared / divisor;
    (divisor > 0.0 && time.is_finite() && time < FARTHEST).then_some(time)
}

/// What takes longer counts as never (s).
const FARTHEST: f64 = 1e4;

/// The share of a step, 0…1, after which two points that both move straight come within `radius` (m) of each other:
/// `gap` (m) lies between them at first, and changes by `change` (m) in the whole step. None when they do not.
///
/// The least τ with |gap + τ·change| = radius.
pub fn share_until_within(gap: Vec3, change: Vec3, radius: f32) -> Option<f32> {
    let (r, w, radius): (DVec3, DVec3, f64) = (gap.as_dvec3(), change.as_dvec3(), radius.into());
    let outside = r.length_squared() - radius * radius;
    if outside <= 0.0 {
        return Some(0.0);
    }
    let (along, squared) = (r.dot(w), w.length_squared());
    let discriminant = along * along - squared * outside;
    // Nearer roots first; what moves apart has none ahead.
    let share = outside / (discriminant.sqrt() - along);
    (along < 0.0 && (0.0..=1.0).contains(&share)).then_some(share as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use proptest::prelude::*;

    #[test]
    fn the_worked_example_is_met_where_pythagoras_says() {
        // 3 m off, u = 1.5 m/s square to it, s = 2 m/s: t = 3/√(s² − u²), and the target is then u·t further on.
        let t = time_to_intercept(Vec3::ZERO, 2.0, Vec3::X * 3.0, Vec3::Z * 1.5).unwrap();
        assert!((t - 3.0 / 1.75_f64.sqrt()).abs() < 1e-12 && (1.5 * t - 3.4017).abs() < 1e-4, "{t}");
    }

    #[test]
    fn chases_along_one_line_take_the_gap_over_the_difference_of_speeds_or_never_end() {
        let time = |speed, u| time_to_intercept(Vec3::ZERO, speed, Vec3::X * 6.0, Vec3::X * u);
        for (speed, u, wanted) in [
            (3.0, 1.0, Some(3.0)),
            (3.0, -1.0, Some(1.5)),
            // A slower chaser meets what comes towards it, and as fast a one meets it half way.
            (1.0, -2.0, Some(2.0)),
            (2.0, -2.0, Some(1.5)),
            (0.0, -2.0, Some(3.0)),
            (2.0, 2.0, None),
            (1.0, 2.0, None),
            (0.0, 0.0, None),
        ] {
            let found = time(speed, u);
            assert!(
                found.is_some() == wanted.is_some() && (found.unwrap_or(0.0) - wanted.unwrap_or(0.0)).abs() < 1e-12,
                "{speed} m/s after {u} m/s: {found:?}"
            );
        }
        assert_eq!(time_to_intercept(Vec3::ONE, 1.0, Vec3::ONE, Vec3::X * 9.0), Some(0.0));
    }

    proptest! {
        /// By the definition: both are at one place then, and at no earlier time of a fine grid could they have been.
        #[test]
        fn the_chaser_is_there_in_time_and_never_sooner(
            r in prop::array::uniform3(real(-9.0..9.0)), u in prop::array::uniform3(real(-3.0..3.0)), speed in real(0.0..5.0)
        ) {
            let (r, u) = (Vec3::from(r), Vec3::from(u));
            // How much further the target is than the chaser gets: it is 0 at the meeting.
            let short = |t: f64| (r.as_dvec3() + u.as_dvec3() * t).length() - f64::from(speed) * t;
            let found = time_to_intercept(Vec3::ZERO, speed, r, u);
            if let Some(t) = found {
                prop_assert!(short(t).abs() < 1e-6 * (1.0 + t), "{t}: {}", short(t));
            }
            let last = found.unwrap_or(500.0);
            for i in 0..200 {
                let t = last * 0.999 * f64::from(i) / 200.0;
                prop_assert!(short(t) > -1e-6 * (1.0 + t), "already at {t}, not only at {found:?}");
            }
        }

        #[test]
        fn points_come_within_a_radius_when_a_fine_grid_says_so(
            gap in prop::array::uniform3(real(-2.0..2.0)), change in prop::array::uniform3(real(-4.0..4.0)), radius in real(0.0..1.0)
        ) {
            let (gap, change) = (Vec3::from(gap), Vec3::from(change));
            let outside = |share: f32| (gap + change * share).length() - radius;
            let first = (0..=2000).map(|i| i as f32 / 2000.0).find(|share| outside(*share) <= 0.0);
            match (share_until_within(gap, change, radius), first) {
                (Some(share), Some(grid)) => prop_assert!(share <= grid + 1e-4 && outside(share).abs() < 1e-3 || share == 0.0),
                // A touch can be shorter than the grid is fine.
                (Some(share), None) => prop_assert!(outside(share).abs() < 1e-3),
                (None, grid) => prop_assert!(grid.is_none_or(|share| outside(share) > -1e-4), "{grid:?}"),
            }
        }
    }
}
