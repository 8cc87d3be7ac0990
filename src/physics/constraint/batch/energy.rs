//! What keeps impulses from giving energy that is not there.

use super::Batch;
use super::velocity::Iteration;
use crate::physics::twist::{SharedTwists, WideTwist, WideWrench};
use crate::physics::wide::Wide;

impl<const N: usize> Batch<N> {
    /// Sum of the normal impulses (N·s).
    pub(super) fn pressing(&self) -> Wide {
        self.points.iter().fold(Wide::ZERO, |load, p| load + p.impulse)
    }

    /// Takes the jumps of the last sub-step out of the impulses that the next is to start from: what stopped something
    /// is not needed again. The share of each impulse that is left, if it is not all.
    ///
    /// A jump is a load more than twice as large as in the sub-step before, where points approached far faster than
    /// forces make them in a sub-step. Loads that build up by and by, as where a stack is put down, are none.
    fn forget_jumps(&mut self, it: &Iteration) -> Option<Wide> {
        let (load, last) = (self.pressing(), self.last_load);
        let jumps = self.load_jumps(load, it);
        self.last_load = load;
        jumps.any().then(|| jumps.select(last / load, Wide::ONE))
    }

    /// The lanes whose load jumped.
    fn load_jumps(&self, load: Wide, it: &Iteration) -> Wide {
        let fast = (self.approach * self.approach).simd_gt(self.least_tolerance2 * Wide::splat(it.jump2));
        load.simd_gt(self.last_load + self.last_load) & fast
    }

    /// Tells whether a load jumped in the sub-step before the present one.
    pub fn find_load_jumps(&mut self, it: &Iteration) -> bool {
        // What was not visited then has the load that it had.
        let load = self.pressing();
        self.load_jumped = self.sub_step + 1 == it.sub_step && self.load_jumps(load, it).any();
        if !self.load_jumped {
            self.last_load = load;
        }
        self.load_jumped
    }

    /// Lets a sub-step start without the jumps of the one before.
    pub fn retract(&mut self, it: &Iteration) {
        let Some(share) = self.forget_jumps(it) else { return };
        // What is taken from the impulses stays in the sums of the sub-step that had them.
        let taken = Wide::ONE - share;
        self.points.iter_mut().for_each(|p| p.total += p.impulse * taken);
        for (total, impulse) in self.tangent_total.iter_mut().zip(&self.tangent_impulse) {
            *total += *impulse * taken;
        }
        self.spinning_total += self.spinning_impulse * taken;
        self.reduce(share, it);
    }

    /// Takes all but a share of the impulses of the present sub-step back from the bodies.
    pub fn reduce(&mut self, share: Wide, it: &Iteration) {
        let WideWrench { impulse, moment } = self.wrench();
        let (old_a, old_b) = (it.velocities.gather(&self.a), it.velocities.gather(&self.b));
        let (mut a, mut b) = (old_a, old_b);
        let taken = share - Wide::ONE;
        self.push((&mut a, &mut b), &WideWrench { impulse: impulse * taken, moment: moment * taken });
        self.give_back(&it.velocities, &it.shared, it.tick, (&old_a, &old_b), (&mut a, &mut b));
        self.keep(share);
    }

    /// All impulses of the present sub-step on B, and their moment about the middle.
    pub(super) fn wrench(&self) -> WideWrench {
        // Point impulses act along n beside the middle: their moments about the two tangents are λ b and −λ a.
        let t2 = self.normal.cross(self.tangent);
        let (mut force, mut m1, mut m2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        for p in &self.points {
            force += p.impulse;
            m1 += p.impulse * p.b;
            m2 -= p.impulse * p.a;
        }
        if let Some(torques) = &self.torques {
            m1 += torques.impulse[0];
            m2 += torques.impulse[1];
        }
        let impulse = self.normal * force + self.tangent * self.tangent_impulse[0] + t2 * self.tangent_impulse[1];
        let moment = self.tangent * m1 + t2 * m2 + self.normal * self.spinning_impulse;
        WideWrench { impulse, moment }
    }

    /// What the impulses `λ` of the present sub-step do against the motion that forces alone make of it, `λ·u`, and
    /// against what they themselves make of it, `λ·(u' − u)` (J); `free` has the velocities without them.
    pub fn work(&self, free: &SharedTwists, it: &Iteration) -> (Wide, Wide) {
        let WideWrench { impulse, moment } = self.wrench();
        let along = |a: &WideTwist, b: &WideTwist| {
            let at_b = b.linear + b.angular.cross(self.anchor_b);
            let relative = at_b - a.linear - a.angular.cross(self.anchor_a);
            impulse.dot(relative) + moment.dot(b.angular - a.angular)
        };
        let before = along(&free.gather(&self.a), &free.gather(&self.b));
        let after = along(&it.velocities.gather(&self.a), &it.velocities.gather(&self.b));
        (before, after - before)
    }

    /// Keeps for the next step what was no jump in the last sub-step.
    pub fn keep_impulses(&mut self, it: &Iteration) {
        if let Some(share) = self.forget_jumps(it) {
            self.keep(share);
        }
    }

    /// Keeps a share of the impulses.
    fn keep(&mut self, share: Wide) {
        self.points.iter_mut().for_each(|p| p.impulse *= share);
        self.tangent_impulse.iter_mut().for_each(|impulse| *impulse *= share);
        self.spinning_impulse *= share;
        if let Some(torques) = &mut self.torques {
            torques.impulse.iter_mut().for_each(|impulse| *impulse *= share);
        }
    }
}
