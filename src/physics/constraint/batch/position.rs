//! Moving overlapping bodies apart, by displacement alone.

use super::velocity::{INNER, Iteration, difference};
use super::{Batch, EMPTY};
use crate::physics::twist::WideWrench;
use crate::physics::wide::Wide;

/// Share of a gap or an overlap within the slop that is taken back in a step.
const SLOP_SHARE: f32 = 0.2;

impl<const N: usize> Batch<N> {
    /// Moves overlapping bodies apart, and points that bear a load back to where they touch. The first round sets by
    /// how much: by a share of what is more than the slop, no faster than `speed` (m/s) in a step `dt` (s); within the
    /// slop by a lesser share, so that what rests neither creeps nor tips.
    ///
    /// Where forces press two together faster than that, what a step presses in comes out as fast: else a body that
    /// turns while it is pressed goes deeper in with every step.
    pub fn depenetrate(&mut self, it: &Iteration, first: bool, (share, speed, dt): (f32, f32, f32)) {
        // Displacement of the step at the middle of each contact: along the normal, and turns about the tangents.
        let rows = &it.displacements;
        let (old_a, old_b) = (rows.gather(&self.a), rows.gather(&self.b));
        let (mut a, mut b) = (old_a, old_b);
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        let spin = b.angular - a.angular;
        let at_b = b.linear + b.angular.cross(self.anchor_b);
        let mut un = (at_b - a.linear - a.angular.cross(self.anchor_a)).dot(n);
        let (mut w1, mut w2) = (spin.dot(t1), spin.dot(t2));
        let slop = Wide::splat(it.slop);
        if first {
            // The tolerance is a share of the speed that forces add in a sub-step. Who sets no push gets none.
            let pressed = (self.least_tolerance2 * Wide::splat(it.step2)).sqrt();
            let fastest = if speed > 0.0 { pressed.fast_max(Wide::splat(speed)) } else { Wide::ZERO };
            let most = fastest * Wide::splat(dt);
            // The closing speeds are done with: their places hold the gaps that are aimed at.
            for p in &mut self.points {
                let gap = p.gap + un + p.b * w1 - p.a * w2;
                let deep = ((-gap - slop).fast_max(Wide::ZERO) * Wide::splat(share)).fast_min(most);
                let taken_back = gap.fast_max(-slop).fast_min(slop) * Wide::splat(SLOP_SHARE);
                p.closing = gap + deep - taken_back;
            }
        }
        // Gauss–Seidel over the points; here "impulses" are displacements times mass (kg·m).
        let (mut force, mut m1, mut m2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        let r = self.response;
        for _ in 0..if N == 1 { 1 } else { INNER } {
            for p in &self.points {
                let gap = if N == 1 { p.gap + un } else { p.gap + un + p.b * w1 - p.a * w2 };
                let delta = p.mass * (p.closing - gap);
                // What bears no load is pushed only.
                let loaded = p.impulse.simd_gt(Wide::ZERO) & gap.simd_lt(slop);
                let delta = loaded.select(delta, delta.fast_max(Wide::ZERO) & gap.simd_lt(Wide::ZERO));
                force += delta;
                if N > 1 {
                    let (g1, g2) = (delta * p.b, -(delta * p.a));
                    m1 += g1;
                    m2 += g2;
                    un += r[0] * delta + r[1] * g1 + r[2] * g2;
                    w1 += r[1] * delta + r[3] * g1 + r[4] * g2;
                    w2 += r[2] * delta + r[4] * g1 + r[5] * g2;
                } else {
                    un += r[0] * delta;
                }
            }
        }
        self.push((&mut a, &mut b), &WideWrench { impulse: n * force, moment: t1 * m1 + t2 * m2 });
        // Displacements carry no marks: the rounds end when nothing overlaps.
        (a.mark, b.mark) = (Wide::ZERO, Wide::ZERO);
        rows.scatter(&self.a, self.pushed[0], &a);
        rows.scatter(&self.b, self.pushed[1], &b);
        if self.shared_at != EMPTY {
            it.shared.set(self.shared_at as usize, [difference(&a, &old_a), difference(&b, &old_b)]);
        }
    }
}
