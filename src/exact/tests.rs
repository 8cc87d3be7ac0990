//! Against brute force, closed forms and another library.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use super::{Core, Hull, Pose, Sides, Solid, gap_along, separation};
use glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Numbers from 0 to 1 that are the same every time (SplitMix64).
struct Draws(u64);

impl Draws {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0));
            if v.length_squared() > 1e-3 && v.length_squared() <= 1.0 {
                return v.normalize();
            }
        }
    }

    fn pose(&mut self, reach: f64) -> Pose {
        let turn = DQuat::from_axis_angle(self.direction(), self.range(0.0, 6.3));
        Pose::new(self.direction() * self.range(0.0, reach), turn)
    }

    fn solid(&mut self, kind: usize) -> Solid {
        let mut size = || self.range(0.1, 0.6);
        let sharp = match kind {
            0 => return Solid::sphere(size()),
            1 => return Solid::capsule(size(), size()),
            2 => Core::Cuboid(DVec3::new(size(), size(), size())),
            3 => Core::Rectangle(DVec2::new(size(), size()), Sides::Both),
            4 => Core::Frustum { bottom: size(), top: size(), half: size() },
            5 => Core::Frustum { bottom: size(), top: 0.0, half: size() },
            _ => {
                let count = 4 + (self.unit() * 20.0) as usize;
                Core::Hull(Arc::new(Hull::new(
                    &(0..count).map(|_| self.direction() * self.range(0.2, 0.6)).collect::<Vec<_>>(),
                )))
            }
        };
        Solid::sharp(sharp)
    }
}

const KINDS: usize = 7;

#[test]
fn the_normal_found_is_better_than_any_of_a_dense_set() {
    // The separation is the greatest gap over all directions: none of twenty thousand may beat it, and climbing from
    // the best of them must end at the same value.
    let mut draws = Draws(1);
    let mut worst = 0.0_f64;
    for a in 0..KINDS {
        for b in 0..KINDS {
            for _ in 0..40 {
                let (one, other) = (draws.solid(a), draws.solid(b));
                let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(0.8));
                let found = separation((&one, &pose_a), (&other, &pose_b)).unwrap();
                let at = |n: DVec3| gap_along((&one, &pose_a), (&other, &pose_b), n);
                assert!((at(found.normal) - found.gap).abs() < 1e-9, "{one:?} {other:?}: {found:?}");
                let best = climbed(&at, &mut draws);
                assert!(
                    best <= found.gap + 1e-7,
                    "{one:?}\n{other:?}\n{pose_a:?} {pose_b:?}\n{found:?}, but {best} is possible"
                );
                worst = worst.max(found.gap - best);
            }
        }
    }
    println!("the dense search came within {worst:.2e} m");
}

/// The greatest gap over random directions, and by small random turns of the best twelve.
fn climbed(gap: &impl Fn(DVec3) -> f64, draws: &mut Draws) -> f64 {
    let mut found: Vec<(f64, DVec3)> = (0..2000)
        .map(|_| draws.direction())
        .map(|n| (gap(n), n))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(12);
    for (best, normal) in &mut found {
        let mut turn = 0.2;
        while turn > 1e-6 {
            let mut improved = false;
            for _ in 0..12 {
                let next = (*normal + draws.direction() * turn).normalize();
                if gap(next) > *best {
                    (*best, *normal, improved) = (gap(next), next, true);
                }
            }
            if !improved {
                turn *= 0.6;
            }
        }
    }
    found.iter().map(|f| f.0).fold(f64::NEG_INFINITY, f64::max)
}
