//! Islands: groups of dynamic bodies that touch one another, directly or through others.

use super::bodies::Bodies;
use super::pairs::{Pairs, is_plane};

/// Disjoint sets over slots; a set's name is its least slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Islands {
    parent: Vec<u32>,
}

impl Islands {
    /// Every slot alone.
    pub fn reset(&mut self, len: usize) {
        self.parent.clear();
        self.parent.extend(0..len as u32);
    }

    /// The islands of bodies that touch, awake or asleep.
    pub fn of_touching(&mut self, bodies: &Bodies, pairs: &Pairs) {
        self.reset(bodies.len());
        for pair in pairs.slab.iter().filter(|pair| pair.alive && pair.touches()) {
            self.join_dynamic(bodies, pair.a, pair.b);
        }
    }

    /// Joins the sets of two bodies. Static and kinematic ones join nothing: a floor would make one island of all.
    pub fn join_dynamic(&mut self, bodies: &Bodies, a: u32, b: u32) {
        let dynamic = |slot: u32| !is_plane(slot) && bodies.is_dynamic(slot as usize);
        if dynamic(a) && dynamic(b) {
            self.join(a, b);
        }
    }

    /// The name of the slot's set.
    pub fn find(&mut self, slot: u32) -> u32 {
        // Union–find with path halving (Tarjan & van Leeuwen 1984).
        let mut root = slot;
        while self.parent[root as usize] != root {
            // Halve the path on the way.
            let grandparent = self.parent[self.parent[root as usize] as usize];
            self.parent[root as usize] = grandparent;
            root = grandparent;
        }
        root
    }

    /// Joins the sets of two slots.
    pub fn join(&mut self, a: u32, b: u32) {
        // Union by least slot, so that the name does not depend on the order of joins.
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parent[a.max(b) as usize] = a.min(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_named_by_its_least_slot() {
        let mut islands = Islands::default();
        islands.reset(8);
        for (a, b) in [(6, 7), (3, 5), (5, 6)] {
            islands.join(a, b);
        }
        assert_eq!((0..8).map(|s| islands.find(s)).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 3, 3, 3]);
    }
}
