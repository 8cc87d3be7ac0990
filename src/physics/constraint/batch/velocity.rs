//! What an iteration does with eight constraints: velocities, impulses and the cone of friction.
#![expect(clippy::needless_range_loop, reason = "indices of points and rows read as the formulas do")]

use super::{Batch, BatchPoint, Detail, EMPTY, Impact, Torques};
use crate::physics::Bounce;
use crate::physics::team::Parts;
use crate::physics::twist::{SharedTwists, Twist, WideTwist, WideWrench};
use crate::physics::wide::{LANES, Wide, WideSym3, WideVec3, get, set};
use glam::Vec3;

/// 1/x, or 0 where x is 0.
#[inline(always)]
pub(super) fn inverse(x: Wide) -> Wide {
    x.simd_gt(Wide::ZERO).select(Wide::ONE / x, Wide::ZERO)
}

/// What the solver asks of a body besides its velocity; half a cache line.
#[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(32))]
pub(in crate::physics) struct MassRow {
    /// 1/kg; 0 for what cannot be pushed.
    pub inv_mass: f32,
    /// Inverse inertia tensor, world axes (1/(kg·m²)): xx, yy, zz, yz, xz, xy.
    pub inv_inertia: [f32; 6],
    /// Speed that forces add in a sub-step (m/s).
    pub gain: f32,
}

/// How an iteration looks at its batches.
#[derive(Clone, Copy)]
pub(in crate::physics) struct Iteration<'a> {
    pub velocities: SharedTwists<'a>,
    /// Since the step began.
    pub displacements: SharedTwists<'a>,
    /// Changes of shared bodies, of each batch of the colour that has any.
    pub shared: SharedRows<'a>,
    pub sub_step: u32,
    /// Counts the colours of all iterations of the step.
    pub tick: f32,
    /// 1/(length of a sub-step) (1/s).
    pub inv_h: f32,
    /// Whether it goes through colours, friction and points from the last to the first.
    pub backward: bool,
    /// Gap that counts as closed (m).
    pub slop: f32,
    /// Where things fall to; zero where they do not.
    pub down: Vec3,
    /// Share of a batch's first change in a sub-step below which further ones are tolerated, squared.
    pub relative_tolerance2: f32,
    /// First change from which that holds, in tolerances, squared.
    pub jump2: f32,
    /// What forces add to a velocity in a step, in tolerances, squared.
    pub step2: f32,
}

/// Changes of velocity of the bodies that a batch shares with others of its colour, by lane, A's and B's.
pub(in crate::physics) type SharedChange = [[Twist; LANES]; 2];

/// One for each batch that has shared bodies; it alone writes it.
pub(in crate::physics) type SharedRows<'a> = Parts<'a, SharedChange>;

/// Iterations over the points of one contact among themselves; a third changes little.
pub(super) const INNER: usize = 2;

/// Least cosine between the normal of a face and the vertical for what is above it to stand on it: 60°.
const BEARING: f32 = 0.5;

impl<const N: usize> Batch<N> {
    /// Fills in all that follows from anchors, frame, masses and places.
    pub fn prepare(&mut self, masses: &[MassRow], share: f32) {
        // Eight rows of eight numbers, transposed to one number a lane.
        let gather = |slots: &[u32; LANES]| {
            let row = |lane: usize| {
                let slot = (slots[lane] as usize).min(masses.len() - 1);
                Wide::from(bytemuck::cast::<MassRow, [f32; 8]>(masses[slot]))
            };
            Wide::transpose([row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)])
        };
        let [mass_a, xx, yy, zz, yz, xz, xy, gain_a] = gather(&self.a);
        (self.inv_mass_a, self.inv_inertia_a) = (mass_a, WideSym3 { xx, yy, zz, yz, xz, xy });
        let [mass_b, xx, yy, zz, yz, xz, xy, gain_b] = gather(&self.b);
        (self.inv_mass_b, self.inv_inertia_b) = (mass_b, WideSym3 { xx, yy, zz, yz, xz, xy });
        // The tolerance is a share of what forces add in a sub-step: changes below it are not worth a visit.
        let tolerance = gain_a.fast_max(gain_b) * Wide::splat(share);
        self.least_tolerance2 = tolerance * tolerance;
        self.tolerance2 = self.least_tolerance2;
        (self.visited, self.sub_step) = (0.0, 0);
        self.last_load = self.pressing();
        (self.restless, self.overlaps, self.aimed) = (false, false, false);

        // Tangential response at the middle.
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        let inv_mass = self.inv_mass_a + self.inv_mass_b;
        let (a1, a2) = (self.anchor_a.cross(t1), self.anchor_a.cross(t2));
        let (b1, b2) = (self.anchor_b.cross(t1), self.anchor_b.cross(t2));
        let (ia1, ib1) = (self.inv_inertia_a * a1, self.inv_inertia_b * b1);
        let k11 = inv_mass + ia1.dot(a1) + ib1.dot(b1);
        let k12 = ia1.dot(a2) + ib1.dot(b2);
        let (ia2, ib2) = (self.inv_inertia_a * a2, self.inv_inertia_b * b2);
        let k22 = inv_mass + ia2.dot(a2) + ib2.dot(b2);
        // K = Σ (1/m) 1 − [r]× I⁻¹ [r]×, restricted to the tangent plane, and its inverse.
        let det = inverse(k11 * k22 - k12 * k12);
        self.tangent_mass = [k22 * det, -k12 * det, k11 * det];

        // Normal response, and for several points that of tilting and spinning about the middle.
        let (an, bn) = (self.anchor_a.cross(n), self.anchor_b.cross(n));
        let (ian, ibn) = (self.inv_inertia_a * an, self.inv_inertia_b * bn);
        let k00 = inv_mass + ian.dot(an) + ibn.dot(bn);
        let sum = |v: WideVec3| self.inv_inertia_a * v + self.inv_inertia_b * v;
        self.response[0] = k00;
        if N > 1 || self.torques.is_some() {
            self.spinning_mass = inverse(sum(n).dot(n));
            self.spinning_response = [ia1.dot(n) + ib1.dot(n), ia2.dot(n) + ib2.dot(n)];
            let (s1, s2) = (sum(t1), sum(t2));
            let (k01, k02) = (ian.dot(t1) + ibn.dot(t1), ian.dot(t2) + ibn.dot(t2));
            self.response = [k00, k01, k02, s1.dot(t1), s1.dot(t2), s2.dot(t2)];
        }
        let r = self.response;
        // The same 2×2 inverse for turns about the two tangents, with which rolling is resisted.
        if let Some(torques) = &mut self.torques {
            let det = inverse(r[3] * r[5] - r[4] * r[4]);
            torques.mass = [r[5] * det, -r[4] * det, r[3] * det];
        }
        for k in 0..N {
            // Response of (u·n, ω·t1, ω·t2) to a unit impulse at point k, then the normal velocity at each point l.
            let (a, b) = (self.points[k].a, self.points[k].b);
            let q = if N == 1 {
                [k00, Wide::ZERO, Wide::ZERO]
            } else {
                [r[0] + b * r[1] - a * r[2], r[1] + b * r[3] - a * r[4], r[2] + b * r[4] - a * r[5]]
            };
            for l in 0..N {
                let (a, b) = (self.points[l].a, self.points[l].b);
                self.coupling[k][l] = if N == 1 { q[0] } else { q[0] + b * q[1] - a * q[2] };
            }
            let p = &mut self.points[k];
            p.mass = p.mass.simd_gt(Wide::ZERO) & inverse(self.coupling[k][k]);
        }
    }

    /// Impulse `p` and moment `m` at the middle: on B, and the reverse on A.
    #[inline(always)]
    pub(super) fn push(&self, (a, b): (&mut WideTwist, &mut WideTwist), wrench: &WideWrench) {
        let (p, m) = (wrench.impulse, wrench.moment);
        a.linear -= p * self.inv_mass_a;
        a.angular -= self.inv_inertia_a * (self.anchor_a.cross(p) + m);
        b.linear += p * self.inv_mass_b;
        b.angular += self.inv_inertia_b * (self.anchor_b.cross(p) + m);
    }

    /// Gives the bodies back, and marks those whose velocity changed by more than is tolerated. The greatest change,
    /// squared.
    #[inline(always)]
    pub(super) fn give_back(
        &mut self,
        rows: &SharedTwists,
        shared: &SharedRows,
        tick: f32,
        (old_a, old_b): (&WideTwist, &WideTwist),
        (new_a, new_b): (&mut WideTwist, &mut WideTwist),
    ) -> (Wide, Wide) {
        // Change of velocity, squared: of the centre, and of the contact by the turning at most.
        let change = |new: &WideTwist, old: &WideTwist, anchor: &WideVec3| {
            let (v, w) = (new.linear - old.linear, new.angular - old.angular);
            v.length_squared() + w.length_squared() * anchor.length_squared()
        };
        let (change_a, change_b) = (change(new_a, old_a, &self.anchor_a), change(new_b, old_b, &self.anchor_b));
        let tick = Wide::splat(tick);
        new_a.mark = change_a.simd_gt(self.tolerance2).select(tick, old_a.mark);
        new_b.mark = change_b.simd_gt(self.tolerance2).select(tick, old_b.mark);
        // Own bodies are written back; shared ones are noted, and added up when the colour is done.
        rows.scatter(&self.a, self.pushed[0], new_a);
        rows.scatter(&self.b, self.pushed[1], new_b);
        if self.shared_at != EMPTY {
            shared.set(self.shared_at as usize, [difference(new_a, old_a), difference(new_b, old_b)]);
        }
        (change_a, change_b)
    }

    /// Asks for the velocities that it alone writes before its turn comes: what others read as well stays with them.
    #[inline(always)]
    pub fn fetch_ahead(&self, it: &Iteration) {
        it.velocities.fetch_ahead(&self.a, self.pushed[0]);
        it.velocities.fetch_ahead(&self.b, self.pushed[1]);
    }

    /// Applies the impulses kept from the last step.
    pub fn warm_start(&mut self, it: &Iteration) {
        let (old_a, old_b) = (it.velocities.gather(&self.a), it.velocities.gather(&self.b));
        let (mut a, mut b) = (old_a, old_b);
        self.push((&mut a, &mut b), &self.wrench());
        self.give_back(&it.velocities, &it.shared, 0.0, (&old_a, &old_b), (&mut a, &mut b));
    }

    /// Whether a body of the batch changed since the last visit by more than is tolerated.
    #[inline(always)]
    pub fn is_stale(&self, it: &Iteration) -> bool {
        it.velocities.latest_mark(&self.a, &self.b) > self.visited
    }

    /// The lanes of which a body changed since the last visit by more than is tolerated.
    pub fn stale_lanes(&self, it: &Iteration) -> u8 {
        if !self.is_stale(it) {
            return 0;
        }
        let (a, b) = (it.velocities.gather(&self.a), it.velocities.gather(&self.b));
        a.mark.fast_max(b.mark).simd_gt(Wide::splat(self.visited)).to_bitmask() as u8
    }

    /// The lanes whose velocities jumped in this sub-step: they are solved to a share of the jump, and no closer.
    pub fn jumped_lanes(&self, it: &Iteration) -> u8 {
        let jumped = || self.tolerance2.simd_gt(self.least_tolerance2).to_bitmask() as u8;
        if self.sub_step == it.sub_step { jumped() } else { 0 }
    }

    /// The lanes in which A stands on a face of B, and those in which B stands on A: three points or more were closed
    /// when the step began, and the normal is steep enough for loads to go through it.
    pub fn bearing_lanes(&self, down: Vec3, slop: f32) -> [u8; 2] {
        let closed = |p: &BatchPoint| p.gap.simd_le(Wide::splat(slop)) & p.mass.simd_gt(Wide::ZERO);
        let count = self.points.iter().fold(Wide::ZERO, |count, p| count + (closed(p) & Wide::ONE));
        let face = count.simd_ge(Wide::splat(3.0));
        let fall = self.normal.dot(WideVec3 { x: Wide::splat(down.x), y: Wide::splat(down.y), z: Wide::splat(down.z) });
        let steep = Wide::splat(BEARING);
        [fall.simd_ge(steep), fall.simd_le(-steep)].map(|lanes| (lanes & face).to_bitmask() as u8)
    }

    /// The lanes whose bodies move against each other at the contact faster than forces make them in a step.
    pub fn moving_lanes(&self, it: &Iteration) -> u8 {
        let (a, b) = (it.velocities.gather(&self.a), it.velocities.gather(&self.b));
        let at_b = b.linear + b.angular.cross(self.anchor_b);
        let relative = at_b - a.linear - a.angular.cross(self.anchor_a);
        relative.length_squared().simd_gt(self.least_tolerance2 * Wide::splat(it.step2)).to_bitmask() as u8
    }

    /// One visit: friction, then the normals of the points among themselves; backwards the other way round.
    pub fn visit(&mut self, it: &Iteration) {
        if it.backward {
            self.visit_in_order::<true>(it);
        } else {
            self.visit_in_order::<false>(it);
        }
    }

    #[inline(always)]
    fn visit_in_order<const BACKWARD: bool>(&mut self, it: &Iteration) {
        let (old_a, old_b) = (it.velocities.gather(&self.a), it.velocities.gather(&self.b));
        let (mut a, mut b) = (old_a, old_b);
        let (n, t1) = (self.normal, self.tangent);
        let t2 = n.cross(t1);
        // Gaps and sums are brought up to the present sub-step once, at the first visit.
        let first = self.visited == 0.0 || self.sub_step != it.sub_step;
        if first {
            self.begin_sub_step(it, t2);
        }
        let mut slip2 = Wide::ZERO;
        if !BACKWARD {
            slip2 = self.solve_friction((&mut a, &mut b), t2);
        }

        // Normal velocities of the points.
        let at_b = b.linear + b.angular.cross(self.anchor_b);
        let un = (at_b - a.linear - a.angular.cross(self.anchor_a)).dot(n);
        let (w1, w2) = if N == 1 {
            (Wide::ZERO, Wide::ZERO)
        } else {
            let spin = b.angular - a.angular;
            (spin.dot(t1), spin.dot(t2))
        };
        let mut vn: [Wide; N] = std::array::from_fn(|k| {
            let p = &self.points[k];
            if N == 1 { un } else { un + p.b * w1 - p.a * w2 }
        });
        for (p, vn) in self.points.iter().zip(&vn) {
            self.approach = self.approach.fast_max(p.mass.simd_gt(Wide::ZERO) & -(*vn + p.closing));
        }
        let (mut force, mut m1, mut m2) = (Wide::ZERO, Wide::ZERO, Wide::ZERO);
        let before: [Wide; N] = std::array::from_fn(|k| self.points[k].impulse);
        for _ in 0..if N == 1 { 1 } else { INNER } {
            for k in 0..N {
                let k = if BACKWARD { N - 1 - k } else { k };
                let p = &mut self.points[k];
                // λ' = max(0, λ − m (v·n + gap/h)): accumulated and clamped (Catto 2005),
                // with a gap that may still close (speculative contacts, Catto 2013).
                let impulse = (p.impulse - p.mass * (vn[k] + p.closing)).fast_max(Wide::ZERO);
                let delta = impulse - p.impulse;
                p.impulse = impulse;
                for l in 0..N {
                    vn[l] += self.coupling[k][l] * delta;
                }
            }
        }
        for k in 0..N {
            let p = &self.points[k];
            // Bodies hear the sum of the changes once.
            let delta = p.impulse - before[k];
            force += delta;
            if N > 1 {
                m1 += delta * p.b;
                m2 -= delta * p.a;
            }
        }
        self.push((&mut a, &mut b), &WideWrench { impulse: n * force, moment: t1 * m1 + t2 * m2 });
        if BACKWARD {
            slip2 = self.solve_friction((&mut a, &mut b), t2);
        }

        // What still moves against each other must be looked at in the next sub-step again.
        let mut moving2 = slip2;
        for k in 0..N {
            moving2 = moving2.fast_max(self.points[k].mass.simd_gt(Wide::ZERO) & (vn[k] * vn[k]));
        }
        self.restless = moving2.simd_gt(self.least_tolerance2).any();
        let tick = it.tick;
        let (change_a, change_b) = self.give_back(&it.velocities, &it.shared, tick, (&old_a, &old_b), (&mut a, &mut b));
        if first {
            // What forces add in a sub-step, taken away at once, is no jump.
            let jump2 = change_a.fast_max(change_b) - self.least_tolerance2 * Wide::splat(it.jump2);
            self.tolerance2 = self.least_tolerance2.fast_max(jump2 * Wide::splat(it.relative_tolerance2));
        }
        // Points and friction that are not done with one another have marked their bodies, and are looked at again.
        let own = change_a.fast_max(change_b).simd_gt(self.tolerance2).any();
        self.visited = if own { tick - 0.5 } else { tick };
    }

    /// Coulomb friction at the middle, and its moments: against spinning about the normal, `|τ| ≤ μ Σ λ·arm + c_s Σ λ`,
    /// and against rolling, `|τ| ≤ c_r Σ λ`. How fast the two slip, squared.
    #[inline(always)]
    fn solve_friction(&mut self, (a, b): (&mut WideTwist, &mut WideTwist), t2: WideVec3) -> Wide {
        let t1 = self.tangent;
        // Slip at the middle, and the load that bounds friction.
        let u = b.linear + b.angular.cross(self.anchor_b) - a.linear - a.angular.cross(self.anchor_a);
        let (u1, u2) = (u.dot(t1), u.dot(t2));
        let mut load = Wide::ZERO;
        for p in &self.points {
            load += p.impulse;
        }
        // The impulse that stops the slip in both directions at once, then back onto the cone |f| ≤ μ λ by scaling.
        let limit = self.friction * load;
        let [old1, old2] = self.tangent_impulse;
        let m = self.tangent_mass;
        let (f1, f2) = (old1 - (m[0] * u1 + m[1] * u2), old2 - (m[1] * u1 + m[2] * u2));
        let size2 = f1 * f1 + f2 * f2;
        let over = size2.simd_gt(limit * limit);
        let shrink = over.select(limit / size2.sqrt(), Wide::ONE);
        let (f1, f2) = (f1 * shrink, f2 * shrink);
        self.tangent_impulse = [f1, f2];
        // Friction of a patch resists spinning with the loads' arms, a soft surface with an arm of its own.
        let mut moment = WideVec3::ZERO;
        // About the normal: μ times each point's load by its distance from the middle.
        if N > 1 || self.torques.is_some() {
            let mut limit = Wide::ZERO;
            for p in &self.points {
                limit += p.impulse * (p.a * p.a + p.b * p.b).sqrt();
            }
            limit *= self.friction;
            if let Some(torques) = &self.torques {
                limit += torques.spinning * load;
            }
            let old = self.spinning_impulse;
            // Friction that acts beside a centre turns its body: what it has just done counts.
            let [r1, r2] = self.spinning_response;
            let spin = (b.angular - a.angular).dot(self.normal) + r1 * (f1 - old1) + r2 * (f2 - old2);
            let new = (old - self.spinning_mass * spin).fast_max(-limit).fast_min(limit);
            self.spinning_impulse = new;
            moment = self.normal * (new - old);
        }
        if let Some(torques) = &mut self.torques {
            let spin = b.angular - a.angular;
            moment += torques.resist_rolling((spin.dot(t1), spin.dot(t2)), load, (t1, t2));
        }
        let impulse = t1 * (f1 - old1) + t2 * (f2 - old2);
        self.push((a, b), &WideWrench { impulse, moment });
        u1 * u1 + u2 * u2
    }

    /// Begins the present sub-step, unless it has.
    pub fn catch_up(&mut self, it: &Iteration) {
        if self.sub_step != it.sub_step {
            self.begin_sub_step(it, self.normal.cross(self.tangent));
        }
    }

    /// Takes the sums of the sub-steps that went by, and reads how far each gap may close in this one.
    fn begin_sub_step(&mut self, it: &Iteration, t2: WideVec3) {
        self.sum_up(it.sub_step);
        self.approach = Wide::ZERO;
        let (da, db) = (it.displacements.gather(&self.a), it.displacements.gather(&self.b));
        // Gap of each point now, to first order in the displacement since the step began.
        let dn = (db.linear + db.angular.cross(self.anchor_b) - da.linear - da.angular.cross(self.anchor_a))
            .dot(self.normal);
        let turn = db.angular - da.angular;
        let (d1, d2) = (turn.dot(self.tangent), turn.dot(t2));
        let (slop, inv_h) = (Wide::splat(it.slop), Wide::splat(it.inv_h));
        let mut off = Wide::ZERO;
        for p in &mut self.points {
            let gap = p.gap + dn + p.b * d1 - p.a * d2;
            // A gap may close within the sub-step at gap/h; within the slop it counts as closed.
            p.closing = (gap - slop).fast_max(Wide::ZERO) * inv_h;
            let loaded = p.impulse.simd_gt(Wide::ZERO);
            off = off.fast_max(loaded.select(gap.abs(), -gap) & p.mass.simd_gt(Wide::ZERO));
        }
        self.overlaps = off.simd_gt(slop * Wide::splat(0.5)).any();
    }

    /// Adds the impulses of the sub-steps since the last visit to those of the step.
    #[inline(always)]
    pub fn sum_up(&mut self, sub_step: u32) {
        // A batch that was not visited kept its impulses: each sub-step since then had the same.
        let steps = Wide::splat((sub_step - self.sub_step) as f32);
        self.sub_step = sub_step;
        // What the step as a whole gave, for those who look at contacts afterwards.
        for p in &mut self.points {
            p.total += p.impulse * steps;
        }
        for side in 0..2 {
            self.tangent_total[side] += self.tangent_impulse[side] * steps;
        }
        self.spinning_total += self.spinning_impulse * steps;
    }

    /// Sets how fast points shall part that are to, of contacts that touched in the step; whether there are any.
    /// `degree` says how many constraints the body of a slot has.
    pub fn aim(&mut self, degree: &impl Fn(u32) -> u32) -> bool {
        self.aimed = false;
        for lane in 0..LANES {
            let detail = &self.details[lane];
            // What one of several contacts anticipates of its rolling would upset the others.
            let bears = |side: usize, slot: u32| self.pushed[side] >> lane & 1 == 1 && degree(slot) > 1;
            let among_others = bears(0, self.a[lane]) || bears(1, self.b[lane]);
            if among_others && detail.impact.bounce != Bounce::BySolver {
                continue;
            }
            for (k, p) in self.points.iter_mut().enumerate().take(usize::from(detail.count)) {
                // A negative closing speed is a target: the point shall part at `rebound`, if it bore a load.
                let rebound = detail.rebound[k];
                if rebound != 0.0 && get(&p.total, lane) + get(&p.impulse, lane) > 0.0 {
                    set(&mut p.closing, lane, -rebound);
                    self.aimed = true;
                }
            }
        }
        self.aimed
    }

    /// A visit within the last sub-step.
    pub fn visit_again(&mut self, it: &Iteration) {
        self.sum_up(it.sub_step);
        self.visit(it);
    }

    /// Ends a step of so many sub-steps: completes its sums, and spreads the load of four points as evenly as
    /// it can be.
    pub fn finish(&mut self, sub_steps: u32) {
        self.sum_up(sub_steps);
        if std::mem::take(&mut self.rebounds) {
            // A bounce is for one step; what a rolling contact anticipates is told apart by the next.
            let bounced = |(_, detail): &(usize, &mut Detail)| detail.impact.bounce == Bounce::BySolver;
            for (lane, detail) in self.details.iter_mut().enumerate().filter(bounced) {
                detail.rebound = [0.0; 4];
                // Who did not come to touch did not bounce yet.
                if self.points.iter().all(|p| get(&p.total, lane) == 0.0) {
                    detail.impact = Impact::default();
                }
            }
            self.rebounds = self.details.iter().any(|detail| detail.rebound != [0.0; 4]);
        }
        if N == 4 {
            self.spread();
        }
    }

    /// Of all loads on four points that hold the two bodies alike, takes the one with the least sum of squares.
    ///
    /// Four points in a plane are one too many: with `n` the areas of the triangles that the other three make, signed
    /// by turns, `Σ n = Σ n a = Σ n b = 0`, so impulses may change by any multiple of `n` without anybody feeling it.
    /// A point that stands open takes no part: the other three bear all.
    fn spread(&mut self) {
        let p = &self.points;
        let area = |i: usize, j: usize, k: usize| {
            (p[j].a - p[i].a) * (p[k].b - p[i].b) - (p[j].b - p[i].b) * (p[k].a - p[i].a)
        };
        // The null vector of the 3 × 4 matrix of force and two moments, by cofactors.
        let n = [area(1, 2, 3), -area(0, 2, 3), area(0, 1, 3), -area(0, 1, 2)];
        let squares = n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3];
        let closed = |p: &BatchPoint| p.mass.simd_gt(Wide::ZERO) & p.closing.simd_le(Wide::ZERO);
        let all = p.iter().fold(squares.simd_gt(Wide::ZERO), |all, p| all & closed(p));
        let scale = all & inverse(squares);
        for total in [false, true] {
            let of = |p: &BatchPoint| if total { p.total } else { p.impulse };
            // Projection onto the null space: λ − n (n·λ)/(n·n).
            let along = (0..4).fold(Wide::ZERO, |sum, k| sum + n[k] * of(&self.points[k]));
            let mut times = -along * scale;
            // No further than to where a point bears nothing.
            for k in 0..4 {
                let (load, step) = (of(&self.points[k]), n[k] * times);
                let short = (load + step).simd_lt(Wide::ZERO);
                times = short.select(times * (load / -step).fast_max(Wide::ZERO), times);
            }
            for k in 0..4 {
                let load = (of(&self.points[k]) + n[k] * times).fast_max(Wide::ZERO);
                if total {
                    self.points[k].total = load;
                } else {
                    self.points[k].impulse = load;
                }
            }
        }
    }
}

impl Torques {
    /// Turns the two back about the tangents, as far as the load allows; the moment on B.
    #[inline(always)]
    fn resist_rolling(&mut self, (w1, w2): (Wide, Wide), load: Wide, (t1, t2): (WideVec3, WideVec3)) -> WideVec3 {
        // As friction, with turns about the two tangents in place of slips along them.
        let limit = self.rolling * load;
        let [old1, old2] = self.impulse;
        let m = self.mass;
        let (f1, f2) = (old1 - (m[0] * w1 + m[1] * w2), old2 - (m[1] * w1 + m[2] * w2));
        let size2 = f1 * f1 + f2 * f2;
        let over = size2.simd_gt(limit * limit);
        let shrink = over.select(limit / size2.sqrt(), Wide::ONE);
        self.impulse = [f1 * shrink, f2 * shrink];
        t1 * (self.impulse[0] - old1) + t2 * (self.impulse[1] - old2)
    }
}

/// What changed, lane by lane; marked where it is more than is tolerated.
pub(super) fn difference(new: &WideTwist, old: &WideTwist) -> [Twist; LANES] {
    let (v, w) = (new.linear - old.linear, new.angular - old.angular);
    std::array::from_fn(|lane| Twist { mark: get(&new.mark, lane), ..Twist::new(v.get(lane), w.get(lane)) })
}
