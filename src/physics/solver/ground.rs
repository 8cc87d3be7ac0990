//! Bodies that are ground to what stands on them.
//!
//! A slab of a million tonnes on the floor does nothing that a stack of bricks on it could feel. So it does not join the
//! stack to all else that stands there: a heap beside it, in which no direct solution is to be found, would keep the
//! stack from its own. Neither does it matter to the stack who else is there.

use crate::physics::constraint::batch::{EMPTY, Iteration, MassRow};
use crate::physics::constraint::graph::{ConstraintGraph, TRACES};
use crate::physics::island::Islands;
use glam::Vec3;

/// How many bodies may stand on one another to count as ground: a pedestal on a slab, and two more.
const MOST_COURSES: usize = 4;

/// What is ground to what stands on it, though it is a body.
#[derive(Debug, Default)]
pub(super) struct Ground {
    /// By slot: whether it stands on something fixed, or on what does.
    stands: Vec<bool>,
    /// By slot: mass (kg), and that of all it hangs together with above the ground; none before they are weighed.
    mass: Vec<f32>,
    stack: Vec<f32>,
    /// By name.
    sums: Vec<f32>,
}

impl Ground {
    /// Finds what stands on something fixed, if any body is touched by what moves it by no more than a trace; whether
    /// there is something.
    pub fn find(&mut self, graph: &ConstraintGraph, it: &Iteration, slots: usize, any_traces: bool) -> bool {
        self.stands.clear();
        self.stands.resize(slots, false);
        self.mass.clear();
        if !any_traces || it.down == Vec3::ZERO {
            return false;
        }
        // From what is fixed upwards.
        for _ in 0..MOST_COURSES {
            let mut found = false;
            for batch in graph.colors.iter().flat_map(|color| &color.multi.batches) {
                // By side: lanes in which that body is borne by the other, and in which it feels its contact.
                let (standing, felt, slots) =
                    (batch.bearing_lanes(it.down, it.slop), batch.felt(), [&batch.a, &batch.b]);
                for side in 0..2 {
                    let bearing = standing[side] & batch.linked[side];
                    for lane in batch.lanes().filter(|lane| bearing >> lane & 1 == 1) {
                        let (upper, lower) = (slots[side][lane] as usize, slots[1 - side][lane] as usize);
                        let fixed = felt[1 - side] >> lane & 1 == 0;
                        if !self.stands[upper] && (fixed || self.stands[lower]) {
                            (self.stands[upper], found) = (true, true);
                        }
                    }
                }
            }
            if !found {
                break;
            }
        }
        self.stands.contains(&true)
    }

    /// Weighs what is joined above the ground.
    pub fn weigh(&mut self, joined: &mut Islands, masses: &[MassRow]) {
        // The mass of each group, and by slot that of the group it is in.
        self.mass.extend(masses.iter().map(|row| if row.inv_mass > 0.0 { 1.0 / row.inv_mass } else { 0.0 }));
        self.sums.clear();
        self.sums.resize(masses.len(), 0.0);
        for (slot, mass) in self.mass.iter().enumerate() {
            self.sums[joined.find(slot as u32) as usize] += mass;
        }
        self.stack.clear();
        self.stack.extend((0..masses.len()).map(|slot| self.sums[joined.find(slot as u32) as usize]));
    }

    /// Whether a body is ground to another whose contact moves it by no more than a trace: it stands on what is fixed,
    /// and all that the other hangs together with is as little to it.
    pub fn is_to(&self, slot: u32, other: u32) -> bool {
        let (i, j) = (slot as usize, other as usize);
        other != EMPTY && self.stands[i] && (self.mass.is_empty() || self.stack[j] * TRACES as f32 <= self.mass[i])
    }
}
