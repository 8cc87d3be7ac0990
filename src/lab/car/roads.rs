//! The three roads, who stands on them at first, and how the other cars find their way.

use super::body::{Controls, Vehicle};
use super::track::RaceTrack;
use super::{Car, Driving};
use glam::DVec2;

/// A ring road with a wedge in its upper side.
pub(super) const RING: &[&[(f64, f64)]] = &[
    &[
        (-30.0, -12.0),
        (-22.0, -20.0),
        (20.0, -20.0),
        (30.0, -10.0),
        (30.0, 12.0),
        (22.0, 20.0),
        (5.0, 20.0),
        (0.0, 11.0),
        (-5.0, 20.0),
        (-22.0, 20.0),
        (-30.0, 12.0),
    ],
    &[(-17.0, -7.0), (-19.0, 1.0), (0.0, 3.0), (18.0, 0.0), (16.0, -8.0)],
];
/// A room with a thin spike from its upper side.
const SPIKE: &[&[(f64, f64)]] =
    &[&[(-20.0, -14.0), (20.0, -14.0), (20.0, 14.0), (2.5, 14.0), (0.0, -4.0), (-2.5, 14.0), (-20.0, 14.0)]];
/// An empty room.
const EMPTY: &[&[(f64, f64)]] = &[&[(-30.0, -20.0), (30.0, -20.0), (30.0, 20.0), (-30.0, 20.0)]];
/// Half the length and width of cars made long to be compared (m).
const LONG: DVec2 = DVec2::new(8.0, 2.2);
/// Where the other cars drive, one place after the other.
pub(super) const COURSE: [(f64, f64); 8] =
    [(0.0, -14.0), (22.0, -14.0), (24.5, 9.0), (12.0, 11.0), (0.0, 7.0), (-12.0, 11.0), (-24.5, 9.0), (-24.0, -11.0)];

impl Driving {
    /// Puts `count` cars at the start of a track.
    pub(super) fn enter(&mut self, which: usize, count: usize) {
        let car = |x: f64, y: f64, heading: DVec2, next| Car {
            body: Vehicle::new(DVec2::new(x, y), heading),
            next,
            stuck: 0.0,
            hit: None,
        };
        // Who is alone has the straight ahead.
        let grid = |i: usize| if count == 1 { 0.0 } else { 14.0 - 6.0 * i as f64 };
        self.which = which;
        (self.track, self.cars) = match which {
            0 => (
                // Staggered as at a start: each six metres behind the one before, every other one to the side.
                RaceTrack::new(RING),
                (0..count).map(|i| car(grid(i), -13.0 - 2.4 * (i % 2) as f64, DVec2::X, 1)).collect(),
            ),
            1 => {
                // Past the tip and close beside it, where the two ways of judging a corner differ.
                let others = (1..count).map(|i| car(-16.0, 10.0 - 4.0 * i as f64, DVec2::X, 0));
                (RaceTrack::new(SPIKE), std::iter::once(car(1.8, -8.0, DVec2::Y, 0)).chain(others).collect())
            }
            _ => {
                let long = |x, y, heading| {
                    let ordinary = car(x, y, heading, 0);
                    Car { body: Vehicle { half: LONG, ..ordinary.body }, ..ordinary }
                };
                let others = (2..count).map(|i| car(-24.0, 20.0 - 5.0 * i as f64, DVec2::X, 0));
                // Crossed like a plus sign: no corner of the one is inside the other.
                let crossed = [long(0.0, 0.0, DVec2::X), long(2.0, 0.5, DVec2::new(0.15, 1.0))];
                (RaceTrack::new(EMPTY), crossed.into_iter().take(count).chain(others).collect())
            }
        };
        (self.hits, self.false_hits, self.blamed_count) = (0, 0, 0);
    }

    /// What the driver of car `i` does: the first is driven by hand, the others follow the course of the ring road.
    pub(super) fn controls_of(&mut self, i: usize, dt: f64) -> Controls {
        if i == 0 {
            return self.controls;
        }
        // On the other tracks the others only stand there.
        if self.which != 0 {
            return Controls::default();
        }
        let car = &mut self.cars[i];
        let target = DVec2::from(COURSE[car.next]);
        let ahead = target - car.body.position;
        // Five metres before a corner of the course is soon enough to turn to the next.
        if ahead.length() < 5.0 {
            car.next = (car.next + 1) % COURSE.len();
        }
        let slow = car.body.velocity.length() < 0.7;
        // Stuck for more than a second it backs out for a second, wheels the other way: below zero the time is that of
        // backing.
        car.stuck = match car.stuck {
            s if s < 0.0 => s + dt,
            s if s > 1.2 => -1.0,
            s if slow => s + dt,
            _ => 0.0,
        };
        let (side, backing) = (car.body.heading.perp_dot(ahead.normalize_or_zero()), car.stuck < 0.0);
        // Each a little faster than the one before, so that they spread out.
        let fast = car.body.velocity.length() > 7.0 + i as f64;
        Controls {
            throttle: !backing && !fast,
            brake: backing,
            // A little play, or the wheel would flutter about the right direction.
            left: (side > 0.05) != backing && side.abs() > 0.05,
            right: (side < -0.05) != backing && side.abs() > 0.05,
        }
    }
}
