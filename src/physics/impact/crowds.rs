//! Crowds: bodies that touch one another or are about to, of which so many are that the solver has all of it.

use super::predict::Candidate;
use crate::physics::bodies::Bodies;
use crate::physics::island::Islands;
use crate::physics::pairs::{Pairs, is_plane};

/// Pairs that hang together by bodies and may touch in the step, of more than which these are a crowd: to resolve them
/// all would take a quarter of a step or more.
pub(super) const CROWD: usize = 300;

/// Scratch: who stands in a crowd in this step.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowds {
    islands: Islands,
    /// By name of an island: its candidates.
    on_island: Vec<u32>,
    /// By slot: whether its island is a crowd; empty where there is none.
    crowded: Vec<bool>,
}

impl Crowds {
    /// Forgets the last step.
    pub fn reset(&mut self) {
        self.crowded.clear();
    }

    /// Finds the islands that have more candidates than that.
    pub fn find(&mut self, candidates: &[Candidate], bodies: &Bodies, pairs: &Pairs) {
        let Self { islands, on_island, crowded, .. } = self;
        // Who touches, or may in this step: in a dense cloud a hit goes on to the next before the step is over.
        islands.of_touching(bodies, pairs);
        for candidate in candidates {
            let pair = &pairs.slab[candidate.pair as usize];
            islands.join_dynamic(bodies, pair.a, pair.b);
        }
        on_island.clear();
        on_island.resize(bodies.len(), 0);
        let name = |islands: &mut Islands, slot: u32| (!is_plane(slot)).then(|| islands.find(slot) as usize);
        for candidate in candidates {
            let pair = &pairs.slab[candidate.pair as usize];
            let [a, b] = [pair.a, pair.b].map(|slot| name(islands, slot));
            for island in [a, b.filter(|b| Some(*b) != a)].into_iter().flatten() {
                on_island[island] += 1;
            }
        }
        let is_crowded = |slot| bodies.is_dynamic(slot) && on_island[islands.find(slot as u32) as usize] > CROWD as u32;
        crowded.clear();
        crowded.extend((0..bodies.len()).map(is_crowded));
    }

    /// Whether one of the two that take part in an impact stands in a crowd.
    pub fn have(&self, slots: [u32; 2]) -> bool {
        let stands = |slot: u32| !is_plane(slot) && self.crowded[slot as usize];
        !self.crowded.is_empty() && slots.into_iter().any(stands)
    }
}
