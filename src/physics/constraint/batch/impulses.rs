//! All impulses of a constraint at once, for those who solve groups of them.

use super::velocity::inverse;
use super::{Batch, EMPTY};
use crate::physics::twist::{Twist, WideWrench};
use crate::physics::wide::{Wide, get, set};
use glam::Vec3;

/// Impulses of a constraint: four along the normal, two of friction, one moment about the normal and two
/// about the tangents.
pub(in crate::physics) const IMPULSES: usize = 9;

/// A constraint as a direct solution sees it.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct Joint {
    pub slots: [u32; 2],
    /// Normal and tangents.
    pub frame: [Vec3; 3],
    pub anchors: [Vec3; 2],
    /// Places of the points along the tangents (m).
    pub a: [f32; 4],
    pub b: [f32; 4],
    /// 1 / (velocity gained per unit of each impulse); 0 for what is not there.
    pub mass: [f32; IMPULSES],
    /// Velocity at which each gap may close without touching (m/s).
    pub closing: [f32; 4],
    pub impulse: [f32; IMPULSES],
    /// Coulomb coefficient, and the arms of the torques against rolling and spinning (m).
    pub friction: f32,
    pub rolling: f32,
    pub spinning: f32,
}

impl<const N: usize> Batch<N> {
    /// The lanes whose body A, and B, feels the constraint.
    pub fn felt(&self) -> [u8; 2] {
        [self.pushed[0] | self.shared[0], self.pushed[1] | self.shared[1]]
    }

    /// The lanes that move A, and B, by no more than a trace.
    #[inline]
    pub fn traces(&self) -> [u8; 2] {
        [self.shared[0] & !self.linked[0], self.shared[1] & !self.linked[1]]
    }

    /// The bodies that a lane pushes, or [`EMPTY`], and whether it moves them by no more than a trace.
    pub fn touched(&self, lane: usize) -> [(u32, bool); 2] {
        let (felt, traces, slots) = (self.felt(), self.traces(), [self.a[lane], self.b[lane]]);
        [0, 1].map(|side| {
            let is = |lanes: u8| lanes >> lane & 1 == 1;
            (if is(felt[side]) { slots[side] } else { EMPTY }, is(traces[side]))
        })
    }

    /// All impulses of the present sub-step.
    pub fn impulses(&self) -> [Wide; IMPULSES] {
        // Four along the normal, two of friction, one of spinning, two of rolling.
        let mut impulses = [Wide::ZERO; IMPULSES];
        for (impulse, p) in impulses.iter_mut().zip(&self.points) {
            *impulse = p.impulse;
        }
        [impulses[4], impulses[5]] = self.tangent_impulse;
        impulses[6] = self.spinning_impulse;
        if let Some(torques) = &self.torques {
            [impulses[7], impulses[8]] = torques.impulse;
        }
        impulses
    }

    /// Impulse and moment at the middle that impulses amount to.
    #[inline(always)]
    fn wrench_of(&self, by: &[Wide; IMPULSES]) -> WideWrench {
        let t2 = self.normal.cross(self.tangent);
        // λ n at (a, b) is λ n at the middle with the moment λ (b t1 − a t2), see the module.
        let (mut force, mut m1, mut m2) = (Wide::ZERO, by[7], by[8]);
        for (p, by) in self.points.iter().zip(by) {
            force += *by;
            m1 += *by * p.b;
            m2 -= *by * p.a;
        }
        let impulse = self.normal * force + self.tangent * by[4] + t2 * by[5];
        WideWrench { impulse, moment: self.tangent * m1 + t2 * m2 + self.normal * by[6] }
    }

    /// A lane as a direct solution sees it.
    pub fn joint(&self, lane: usize) -> Joint {
        // Points beyond the batch's `N` read as zeros.
        let of = |value: &dyn Fn(usize) -> Wide| {
            std::array::from_fn::<f32, 4, _>(|k| if k < N { get(&value(k), lane) } else { 0.0 })
        };
        let torque = |value: fn(&super::Torques) -> Wide| self.torques.as_ref().map_or(0.0, |t| get(&value(t), lane));
        let mut mass = [0.0; IMPULSES];
        mass[..4].copy_from_slice(&of(&|k| self.points[k].mass));
        // Of friction the diagonal of its response.
        (mass[4], mass[5]) = (get(&self.tangent_mass[0], lane), get(&self.tangent_mass[2], lane));
        mass[6] = get(&self.spinning_mass, lane);
        if self.torques.is_some() {
            (mass[7], mass[8]) = (get(&inverse(self.response[3]), lane), get(&inverse(self.response[5]), lane));
        }
        Joint {
            slots: [self.a[lane], self.b[lane]],
            frame: [self.normal, self.tangent, self.normal.cross(self.tangent)].map(|v| v.get(lane)),
            anchors: [self.anchor_a.get(lane), self.anchor_b.get(lane)],
            a: of(&|k| self.points[k].a),
            b: of(&|k| self.points[k].b),
            mass,
            closing: of(&|k| self.points[k].closing),
            impulse: self.impulses().map(|i| get(&i, lane)),
            friction: get(&self.friction, lane),
            rolling: torque(|t| t.rolling),
            spinning: torque(|t| t.spinning),
        }
    }

    /// Takes over the impulses of a direct solution, and gives its bodies, whose velocities are `rows`,
    /// what they change.
    pub fn take_over(&mut self, lane: usize, impulses: &[f32; IMPULSES], rows: &mut [Twist], tick: f32) {
        // Only the difference acts on the bodies: what the impulses were, they have had.
        let mut by = [Wide::ZERO; IMPULSES];
        let before = self.impulses();
        for (k, by) in by.iter_mut().enumerate() {
            set(by, lane, impulses[k] - get(&before[k], lane));
        }
        for (k, p) in self.points.iter_mut().enumerate() {
            set(&mut p.impulse, lane, impulses[k]);
        }
        set(&mut self.tangent_impulse[0], lane, impulses[4]);
        set(&mut self.tangent_impulse[1], lane, impulses[5]);
        set(&mut self.spinning_impulse, lane, impulses[6]);
        if let Some(torques) = &mut self.torques {
            set(&mut torques.impulse[0], lane, impulses[7]);
            set(&mut torques.impulse[1], lane, impulses[8]);
        }
        // One wrench at the middle for each body; the other lanes are zero and are not written.
        let wrench = self.wrench_of(&by);
        let (mut a, mut b) = (Default::default(), Default::default());
        self.push((&mut a, &mut b), &wrench);
        let felt = self.felt();
        for (side, (slots, change)) in [(&self.a, &a), (&self.b, &b)].into_iter().enumerate() {
            let slot = slots[lane] as usize;
            if felt[side] >> lane & 1 == 1 && slot < rows.len() {
                rows[slot].add(change.linear.get(lane), change.angular.get(lane));
                rows[slot].mark = tick;
            }
        }
    }
}
