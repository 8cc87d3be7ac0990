//! Pairs of bodies that are near each other, and what each remembers from step to step.

use super::bodies::NONE;
use crate::geometry::{Feature, PairMemory};
use crate::math::delta::{DeltaReader, DeltaWriter, words};
use glam::Vec3;

/// Slot that stands for the floor plane, and for the ceiling plane.
pub(super) const FLOOR: u32 = u32::MAX;
pub(super) const CEILING: u32 = u32::MAX - 1;

/// Whether a slot stands for a plane of the world rather than for a body.
#[inline]
pub(super) fn is_plane(slot: u32) -> bool {
    slot >= CEILING
}

/// One point of a touching pair.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairPoint {
    /// Place in the contact plane, along the two tangents from the contact's middle (m).
    pub a: f32,
    pub b: f32,
    /// Offset from the contact's middle along the normal (m).
    pub height: f32,
    /// Gap at detection (m).
    pub separation: f32,
    /// Gap when the step began, along the path the bodies have in it (m).
    pub start_gap: f32,
    /// Impulse of the last sub-step (N·s), to start the next step from.
    pub impulse: f32,
    /// Impulse of the whole last step (N·s).
    pub total: f32,
    /// Speed at which the turning of the contact alone brought the two together at the point when the step began (m/s).
    pub drift: f32,
    /// Speed at which the two shall part at the point when the step ends (m/s), for the contact turns on.
    pub rebound: f32,
    pub id: u32,
    pub persisted: bool,
}

words!(PairPoint { a, b, height, separation, start_gap, drift, rebound, impulse, total, id, persisted });

/// What the step asks of every pair: small, so that thousands that do not touch cost little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    /// The lower slot, or a plane.
    pub a: u32,
    /// The higher slot.
    pub b: u32,
    /// How far the two may have moved against each other since they were last collided (m).
    pub drift: f32,
    /// No gap was smaller than this then, when they had no contact (m).
    pub clear: f32,
    /// Gap up to which the solver gets the pair before it touches (m).
    pub margin: f32,
    pub alive: bool,
    /// Whether the pair is new or its materials have changed.
    pub fresh: bool,
    /// Whether the solver has the pair in this step.
    pub solved: bool,
    pub memory: PairMemory,
    /// Points in which the two touch, or did in this step; 0 when they are apart.
    pub points: u8,
    /// Whether contacts between these shapes may be carried along while they hardly move.
    pub reusable: bool,
    /// Whether neither is a ball, so that one end may rest while another comes down.
    pub extended: bool,
    /// Whether impacts of the pair bounce.
    pub bouncy: bool,
    /// Whether both sides slept when the step looked for contacts: the sums of its impulses are of an earlier step.
    pub slept: bool,
    /// The next and the previous pair of A's list and of B's (pair · 2 + side).
    next: [u32; 2],
    prev: [u32; 2],
}

words!(Head {
    a,
    b,
    drift,
    clear,
    margin,
    memory,
    alive,
    fresh,
    solved,
    points,
    reusable,
    extended,
    bouncy,
    slept,
    next,
    prev
});

impl Head {
    /// The other side of the pair.
    #[inline]
    pub fn other(&self, slot: u32) -> u32 {
        if self.a == slot { self.b } else { self.a }
    }
}

/// Two bodies whose fat bounds overlap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The lower slot, or a plane.
    pub a: u32,
    /// The higher slot.
    pub b: u32,
    /// Of the pair, by the combine rules.
    pub friction: f32,
    pub restitution: f32,
    /// Friction that the contact has at least.
    pub grip: f32,
    /// Points in use; 0 when the two do not touch.
    pub count: u8,
    /// Whether the two touched in the step before.
    pub touched: bool,
    pub feature_a: Feature,
    pub feature_b: Feature,
    /// Unit, from A to B (world).
    pub normal: Vec3,
    /// Unit tangent (world).
    pub tangent: Vec3,
    /// The middle of the points at detection (m, world).
    pub middle: Vec3,
    /// The middle from A's centre and from B's (m, world axes).
    pub arm_a: Vec3,
    pub arm_b: Vec3,
    pub points: [PairPoint; 4],
    /// Friction impulse on B of the last sub-step (N·s, world), and its moment about the normal (N·m·s).
    pub friction_impulse: Vec3,
    pub twist_impulse: f32,
    /// The same of the whole last step.
    pub friction_total: Vec3,
    pub twist_total: f32,
    /// All impulses of the last step on B together (N·s, world), whatever the normal was when they acted.
    pub impulse: Vec3,
    /// Approach speed of an impact resolved in the last step (m/s).
    pub impact_speed: f32,
    /// Whether that impact sent the two apart: the solver then leaves the pair alone for the step.
    pub bounced: bool,
    /// Whether the solver has the pair in this step.
    pub solved: bool,
}

words!(Pair {
    a,
    b,
    friction,
    restitution,
    grip,
    count,
    touched,
    feature_a,
    feature_b,
    normal,
    tangent,
    middle,
    arm_a,
    arm_b,
    points,
    friction_impulse,
    twist_impulse,
    friction_total,
    twist_total,
    impulse,
    impact_speed,
    bounced,
    solved
});

impl Pair {
    fn new(a: u32, b: u32) -> Self {
        Self {
            a,
            b,
            friction: 0.0,
            restitution: 0.0,
            grip: 0.0,
            count: 0,
            touched: false,
            feature_a: Feature::Surface,
            feature_b: Feature::Surface,
            normal: Vec3::Y,
            tangent: Vec3::X,
            middle: Vec3::ZERO,
            arm_a: Vec3::ZERO,
            arm_b: Vec3::ZERO,
            points: [PairPoint::default(); 4],
            friction_impulse: Vec3::ZERO,
            twist_impulse: 0.0,
            friction_total: Vec3::ZERO,
            twist_total: 0.0,
            impulse: Vec3::ZERO,
            impact_speed: 0.0,
            bounced: false,
            solved: false,
        }
    }

    /// Its points.
    #[inline]
    pub fn points(&self) -> &[PairPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// Forgets what earlier steps summed up.
    pub fn clear_sums(&mut self) {
        self.points.iter_mut().for_each(|p| p.total = 0.0);
        self.friction_total = Vec3::ZERO;
        self.twist_total = 0.0;
        self.impulse = Vec3::ZERO;
        self.impact_speed = 0.0;
        self.bounced = false;
    }
}

/// All pairs: a slab with a hash index by the two slots and a linked list for each body.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub slab: Vec<Pair>,
    pub heads: Vec<Head>,
    free: Vec<u32>,
    /// Open addressing, linear probing: pair index + 1, 0 for an empty place.
    table: Vec<u32>,
    pub count: usize,
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
        let mask = self.table.len() - 1;
        let mut place = Self::hash(a, b) as usize & mask;
        loop {
            match self.table[place] {
                0 => return None,
                entry => {
                    let head = &self.heads[entry as usize - 1];
                    if head.a == a && head.b == b {
                        return Some(entry as usize - 1);
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    /// Adds the pair of these slots, which must not be there yet. `edges` holds the first edge of every body.
    pub fn insert(&mut self, a: u32, b: u32, edges: &mut [u32]) -> usize {
        if (self.count + 1) * 2 > self.table.len() {
            self.grow();
        }
        let head = Head {
            a,
            b,
            drift: 0.0,
            clear: 0.0,
            margin: 0.0,
            memory: PairMemory::default(),
            alive: true,
            fresh: true,
            solved: false,
            points: 0,
            reusable: false,
            extended: false,
            bouncy: false,
            slept: false,
            next: [NONE; 2],
            prev: [NONE; 2],
        };
        let index = match self.free.pop() {
            Some(index) => {
                self.slab[index as usize] = Pair::new(a, b);
                self.heads[index as usize] = head;
                index as usize
            }
            None => {
                self.slab.push(Pair::new(a, b));
                self.heads.push(head);
                self.slab.len() - 1
            }
        };
        self.count += 1;
        self.place(index);
        for (side, slot) in [a, b].into_iter().enumerate() {
            if is_plane(slot) {
                continue;
            }
            let edge = (index * 2 + side) as u32;
            let first = edges[slot as usize];
            self.heads[index].next[side] = first;
            if first != NONE {
                self.heads[first as usize / 2].prev[first as usize % 2] = edge;
            }
            edges[slot as usize] = edge;
        }
        index
    }

    /// Removes a pair.
    pub fn remove(&mut self, index: usize, edges: &mut [u32]) {
        let pair = self.heads[index];
        for (side, slot) in [pair.a, pair.b].into_iter().enumerate() {
            if is_plane(slot) {
                continue;
            }
            let (next, prev) = (pair.next[side], pair.prev[side]);
            if next != NONE {
                self.heads[next as usize / 2].prev[next as usize % 2] = prev;
            }
            if prev == NONE {
                edges[slot as usize] = next;
            } else {
                self.heads[prev as usize / 2].next[prev as usize % 2] = next;
            }
        }
        self.unplace(index);
        self.heads[index].alive = false;
        self.free.push(index as u32);
        self.count -= 1;
    }

    /// Writes how they differ from what they were. The table follows from the rest.
    pub fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        let Self { slab, heads, free, table, count } = self;
        delta.list(heads, &before.heads);
        for (i, pair) in slab.iter().enumerate().filter(|(i, _)| heads[*i].alive) {
            delta.one(pair, before.slab.get(i));
        }
        delta.list(free, &before.free);
        delta.one(&[table.len() as u32, *count as u32], None);
    }

    /// Makes of the pairs as they were those that were written.
    pub fn unpack(&mut self, delta: &mut DeltaReader<'_>) {
        delta.list(&mut self.heads);
        let known = self.slab.len();
        self.slab.resize(self.heads.len(), Pair::new(NONE, NONE));
        for i in (0..self.heads.len()).filter(|i| self.heads[*i].alive) {
            self.slab[i] = delta.one(self.slab.get(i).filter(|_| i < known));
        }
        delta.list(&mut self.free);
        let [len, count] = delta.one::<[u32; 2]>(None);
        self.count = count as usize;
        self.fill_table(len as usize);
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        size_of_val(&*self.slab) + size_of_val(&*self.heads) + size_of_val(&*self.free) + size_of_val(&*self.table)
    }

    /// The edge after `edge` in its body's list; an edge is pair · 2 + side.
    #[inline]
    pub fn next_edge(&self, edge: u32) -> u32 {
        self.heads[edge as usize / 2].next[edge as usize % 2]
    }

    /// The living pairs' indices, in order.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.slab.len()).filter(|i| self.heads[*i].alive)
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
        let mut hole = Self::hash(pair.a, pair.b) as usize & mask;
        while self.table[hole] != index as u32 + 1 {
            hole = (hole + 1) & mask;
        }
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

    fn grow(&mut self) {
        self.fill_table((self.table.len() * 2).max(64));
    }

    fn fill_table(&mut self, len: usize) {
        self.table.clear();
        self.table.resize(len, 0);
        for index in 0..self.slab.len() {
            if self.heads[index].alive {
                self.place(index);
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
            let (mut edge, mut degree) = (edges[slot as usize], 0);
            while edge != NONE {
                let pair = &pairs.slab[edge as usize / 2];
                assert!(pair.a == slot || pair.b == slot);
                degree += 1;
                edge = pairs.next_edge(edge);
            }
            assert_eq!(degree, map.keys().filter(|(a, b)| *a == slot || *b == slot).count());
        }
    }
}
