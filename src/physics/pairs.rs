//! Pairs of bodies that are near each other, and what each remembers from step to step.

use super::bodies::NONE;
use super::constraint::graph::Place;
use crate::geometry::{Overlap, PairMemory};
use crate::math::delta::words;

/// Slot that stands for the floor plane, and for the ceiling plane.
pub(super) const FLOOR: u32 = u32::MAX;
pub(super) const CEILING: u32 = u32::MAX - 1;

/// Whether a slot stands for a plane of the world rather than for a body.
#[inline]
pub(super) fn is_plane(slot: u32) -> bool {
    slot >= CEILING
}

/// How two bodies of a pair stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    /// They do not touch. No gap was smaller than `clearance` (m) when they were last collided; since then they have
    /// moved against each other by no more than `moved` (m).
    Apart { clearance: f32, moved: f32 },
    /// They touch, and the solver holds them apart: their constraint stands in the graph.
    Held(Place),
    /// They touch, or did in this step, and the solver leaves them alone: they bounced, or will at their time, or both
    /// sleep. Their constraint stands among the detached.
    Detached(u32),
}

impl State {
    /// Apart, of unknown clearance.
    pub const UNKNOWN: Self = Self::Apart { clearance: 0.0, moved: f32::INFINITY };
}

/// Two bodies whose fat bounds overlap: small, so that thousands that do not touch cost little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The lower slot, or a plane.
    pub a: u32,
    /// The higher slot.
    pub b: u32,
    pub state: State,
    /// Gap up to which they are a contact before they touch (m).
    pub margin: f32,
    pub memory: PairMemory,
    /// What their overlap is worth in this step.
    pub overlap: Overlap,
    pub alive: bool,
    /// Whether the pair is new, or its surfaces have changed.
    pub fresh: bool,
    /// Whether manifolds between these shapes may be reused while they hardly move.
    pub steady: bool,
    /// Whether neither is a ball, so that one end may rest while another comes down.
    pub extended: bool,
    /// Whether impacts of the pair bounce.
    pub bouncy: bool,
}

impl Pair {
    const fn new(a: u32, b: u32) -> Self {
        Self {
            a,
            b,
            state: State::UNKNOWN,
            margin: 0.0,
            memory: PairMemory { axis: 0, side: crate::geometry::Side::Unknown, bearing: [0; 4] },
            overlap: Overlap::Exact,
            alive: true,
            fresh: true,
            steady: false,
            extended: false,
            bouncy: false,
        }
    }

    /// The other side of the pair.
    #[inline]
    pub fn other(&self, slot: u32) -> u32 {
        if self.a == slot { self.b } else { self.a }
    }

    /// Whether the two touch, or did in this step.
    #[inline]
    pub fn touches(&self) -> bool {
        !matches!(self.state, State::Apart { .. })
    }
}

/// The next and the previous pair of A's list and of B's, as edges (pair · 2 + side).
#[derive(Clone, Copy, Debug)]
pub(super) struct Links {
    next: [u32; 2],
    prev: [u32; 2],
}

words!(Links { next, prev });

impl Links {
    const NONE: Self = Self { next: [NONE; 2], prev: [NONE; 2] };
}

/// All pairs: a slab with a hash index by the two slots and a linked list for each body.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub slab: Vec<Pair>,
    pub(super) links: Vec<Links>,
    pub(super) free: Vec<u32>,
    /// Open addressing, linear probing: pair index + 1, 0 for an empty place.
    table: Vec<u32>,
    pub count: usize,
    /// By slot: how many pairs a body has; short where the last have none.
    degrees: Vec<u32>,
    /// Whether the overlap of some pair is not exact.
    pub rated: bool,
}

impl Pairs {
    fn hash(a: u32, b: u32) -> u64 {
        ((u64::from(a) << 32) | u64::from(b)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20
    }

    /// The pair of these slots.
    pub fn find(&self, a: u32, b: u32) -> Option<usize> {
        if self.table.is_empty() {
            return None;
        }
        // A power of two of places, so that the hash is cut by a mask.
        let mask = self.table.len() - 1;
        // An empty place ends the run, since deletion leaves no gaps in one.
        let mut place = Self::hash(a, b) as usize & mask;
        loop {
            match self.table[place] {
                0 => return None,
                entry => {
                    let pair = &self.slab[entry as usize - 1];
                    if pair.a == a && pair.b == b {
                        return Some(entry as usize - 1);
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds the pair of these slots, which must not be there yet. `edges` holds the first edge of every body.
    pub fn insert(&mut self, a: u32, b: u32, edges: &mut [u32]) -> usize {
        // At most half full: then linear probing finds most entries at the first place (Knuth, vol. 3, 6.4).
        if (self.count + 1) * 2 > self.table.len() {
            self.fill_table((self.table.len() * 2).max(64));
        }
        // Freed indices first, so that the slab stays dense.
        let index = match self.free.pop() {
            Some(index) => {
                self.slab[index as usize] = Pair::new(a, b);
                self.links[index as usize] = Links::NONE;
                index as usize
            }
            None => {
                self.slab.push(Pair::new(a, b));
                self.links.push(Links::NONE);
                self.slab.len() - 1
            }
        };
        // Entered in the hash table and in the list of each of its two bodies; planes have no list.
        self.count += 1;
        self.place(index);
        for (side, slot) in [a, b].into_iter().enumerate() {
            if is_plane(slot) {
                continue;
            }
            // Pushed on the front of the body's doubly linked list.
            let edge = (index * 2 + side) as u32;
            let first = edges[slot as usize];
            self.links[index].next[side] = first;
            if first != NONE {
                self.links[first as usize / 2].prev[first as usize % 2] = edge;
            }
            edges[slot as usize] = edge;
        }
        self.degrees.resize(edges.len().max(self.degrees.len()), 0);
        self.tally(index, |degree| degree + 1);
        index
    }

    /// How many pairs the body of a slot has.
    #[inline]
    pub fn degree(&self, slot: usize) -> u32 {
        self.degrees.get(slot).copied().unwrap_or(0)
    }

    /// Counts a pair for its bodies.
    fn tally(&mut self, index: usize, counted: impl Fn(u32) -> u32) {
        let pair = self.slab[index];
        for slot in [pair.a, pair.b].into_iter().filter(|slot| !is_plane(*slot)) {
            let degree = &mut self.degrees[slot as usize];
            *degree = counted(*degree);
        }
    }

    /// Removes a pair; whatever stands elsewhere for its contact must be gone already.
    pub fn remove(&mut self, index: usize, edges: &mut [u32]) {
        let (pair, links) = (self.slab[index], self.links[index]);
        for (side, slot) in [pair.a, pair.b].into_iter().enumerate() {
            if is_plane(slot) {
                continue;
            }
            let (next, prev) = (links.next[side], links.prev[side]);
            // Unlinked: the neighbours in the list are joined, or the body's first edge moves on.
            if next != NONE {
                self.links[next as usize / 2].prev[next as usize % 2] = prev;
            }
            if prev == NONE {
                edges[slot as usize] = next;
            } else {
                self.links[prev as usize / 2].next[prev as usize % 2] = next;
            }
        }
        self.tally(index, |degree| degree - 1);
        // Out of the table while the slots are still known, then free to be used again.
        self.unplace(index);
        self.slab[index].alive = false;
        self.slab[index].state = State::UNKNOWN;
        self.free.push(index as u32);
        self.count -= 1;
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        size_of_val(&*self.slab) + size_of_val(&*self.links) + size_of_val(&*self.free) + size_of_val(&*self.table)
    }

    /// The pairs of a body, given its first edge.
    #[inline]
    pub fn of_body(&self, first_edge: u32) -> impl Iterator<Item = usize> + '_ {
        let mut edge = first_edge;
        std::iter::from_fn(move || {
            // An edge is a pair and a side of it: the list goes on at that side.
            let index = (edge != NONE).then_some(edge as usize / 2)?;
            edge = self.links[index].next[edge as usize % 2];
            Some(index)
        })
    }

    /// Calls `change` with each pair of a body, given its first edge.
    pub fn each_of_body(&mut self, first_edge: u32, mut change: impl FnMut(&mut Pair)) {
        let mut edge = first_edge;
        while edge != NONE {
            let index = edge as usize / 2;
            edge = self.links[index].next[edge as usize % 2];
            change(&mut self.slab[index]);
        }
    }

    /// How long the table is: it decides when it grows.
    pub fn table_len(&self) -> usize {
        self.table.len()
    }

    fn place(&mut self, index: usize) {
        let mask = self.table.len() - 1;
        let pair = &self.slab[index];
        let mut place = Self::hash(pair.a, pair.b) as usize & mask;
        while self.table[place] != 0 {
            place = (place + 1) & mask;
        }
        self.table[place] = index as u32 + 1;
    }

    /// Takes an entry out and moves later ones of its run back, so that probing needs no tombstones.
    fn unplace(&mut self, index: usize) {
        let mask = self.table.len() - 1;
        let pair = &self.slab[index];
        // Found by index, not by key: no comparison of slots.
        let mut hole = Self::hash(pair.a, pair.b) as usize & mask;
        while self.table[hole] != index as u32 + 1 {
            hole = (hole + 1) & mask;
        }
        // Backward-shift deletion (Knuth, vol. 3, 6.4, algorithm R).
        let mut place = hole;
        loop {
            self.table[hole] = 0;
            loop {
                place = (place + 1) & mask;
                let entry = self.table[place];
                if entry == 0 {
                    return;
                }
                let other = &self.slab[entry as usize - 1];
                let home = Self::hash(other.a, other.b) as usize & mask;
                // Movable unless its home lies cyclically after the hole.
                if (place.wrapping_sub(home) & mask) >= (place.wrapping_sub(hole) & mask) {
                    self.table[hole] = entry;
                    hole = place;
                    break;
                }
            }
        }
    }

    /// Makes the table anew, `len` places long, a power of two.
    fn fill_table(&mut self, len: usize) {
        // Every living pair is entered anew: places depend on the length.
        self.table.clear();
        self.table.resize(len, 0);
        for index in 0..self.slab.len() {
            if self.slab[index].alive {
                self.place(index);
            }
        }
    }

    /// Makes what follows from the slab anew: the table, `len` places long, a power of two, and the degrees of so many
    /// bodies.
    pub fn index_anew(&mut self, len: usize, bodies: usize) {
        self.fill_table(len);
        self.degrees.clear();
        self.degrees.resize(bodies, 0);
        self.rated = self.slab.iter().any(|pair| pair.overlap != Overlap::Exact);
        for index in 0..self.slab.len() {
            if self.slab[index].alive {
                self.tally(index, |degree| degree + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_table_agrees_with_a_map_through_many_changes() {
        let (mut pairs, mut edges) = (Pairs::default(), vec![NONE; 40]);
        let mut map = BTreeMap::new();
        let mut seed = 1_u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (a, b) = ((seed >> 33) as u32 % 40, (seed >> 43) as u32 % 40);
            if a >= b {
                continue;
            }
            match pairs.find(a, b) {
                Some(index) => {
                    assert_eq!(map.remove(&(a, b)), Some(index));
                    pairs.remove(index, &mut edges);
                }
                None => {
                    assert!(!map.contains_key(&(a, b)));
                    map.insert((a, b), pairs.insert(a, b, &mut edges));
                }
            }
        }
        assert_eq!(pairs.count, map.len());
        for slot in 0..40_u32 {
            let own: Vec<usize> = pairs.of_body(edges[slot as usize]).collect();
            assert!(own.iter().all(|i| pairs.slab[*i].a == slot || pairs.slab[*i].b == slot));
            assert_eq!(own.len(), map.keys().filter(|(a, b)| *a == slot || *b == slot).count());
        }
    }
}
