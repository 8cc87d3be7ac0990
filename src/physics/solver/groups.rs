//! Groups of constraints that hang together, and which of them do not agree yet.
//!
//! A group is all that hangs together by bodies which feel their contacts, named by its least slot: not by what is
//! [ground](super::ground). Of a group in motion the loads change with every step: there is little to be exact about.

use super::ground::Ground;
use crate::physics::constraint::batch::{Batch, Iteration, MassRow, SharedRows};
use crate::physics::constraint::graph::{BATCHES, Color, ConstraintGraph, Place};
use crate::physics::island::Islands;
use crate::physics::team::Team;
use crate::physics::twist::SharedTwists;
use crate::physics::wide::{LANES, Wide, set};

/// Loops of a group beyond three for every four bodies, from which no direct solution is sought: heaps of more than
/// some dozens have more.
const MOST_LOOPS: usize = 100;

/// Bodies of which a thread sums up the gain before it takes more.
const GAINS: usize = 128;

/// A group of which more than one in so many contacts moves is in motion.
const MOVING_SHARE: usize = 8;

/// No group.
const NONE: u32 = u32::MAX;

/// Groups of the present step.
#[derive(Debug, Default)]
pub(super) struct Groups {
    joined: Islands,
    pub ground: Ground,
    /// Whether `joined` is that of the present step.
    known: bool,
    /// By slot: the name of its group.
    of_slot: Vec<u32>,
    /// By batch, in the order of colours: the groups of its lanes, [`NONE`] where nobody feels the constraint; and the
    /// group of all that have one, or none when there are several.
    of_lanes: Vec<[u32; LANES]>,
    common: Vec<Option<u32>>,
    /// By name: whether it does not agree, or is not known to closely.
    slow: Vec<bool>,
    /// By name: whether it was solved directly since, or its loads were handed down.
    pub solved: Vec<bool>,
    /// By name: whether no direct solution was found for it in this step.
    pub dense: Vec<bool>,
    /// By name: contacts at which one of its bodies moves against another.
    moving: Vec<usize>,
    /// By name: bodies that creep.
    creeping: Vec<usize>,
    /// By name: bodies, and constraints between two of them.
    sizes: Vec<(usize, usize)>,
    /// Constraints of slow groups, by name and then by place.
    pub places: Vec<(u32, Place)>,
    /// By name: energy that contacts give to the bodies of a slow group in a sub-step (J), and what they give to each
    /// by its place among the active.
    gained: Vec<f64>,
    gains: Vec<(usize, f64)>,
    /// By name: what its impulses do against the motion without them, and against what they make of it (J).
    work: Vec<(f64, f64)>,
}

impl Groups {
    /// A step begins: constraints may have changed.
    pub fn forget(&mut self) {
        self.known = false;
    }

    /// Finds what hangs together, once a step.
    fn find_groups(&mut self, graph: &ConstraintGraph, it: &Iteration, masses: &[MassRow]) {
        if std::mem::replace(&mut self.known, true) {
            return;
        }
        if self.ground.find(graph, it, masses.len()) {
            // What stands there as a whole must be next to nothing, not each of its bodies.
            self.join_all(graph, masses.len());
            self.ground.weigh(&mut self.joined, masses);
        }
        self.join_all(graph, masses.len());
        self.note_slots(masses.len());
        self.note_batches(graph, it);
        self.dense.clear();
        self.dense.extend(self.sizes.iter().map(|size| is_heap(*size)));
    }

    /// Joins all that hangs together.
    fn join_all(&mut self, graph: &ConstraintGraph, slots: usize) {
        self.joined.reset(slots);
        for color in &graph.colors {
            color.single.batches.iter().for_each(|batch| self.join(batch));
            color.multi.batches.iter().for_each(|batch| self.join(batch));
        }
    }

    /// The lanes of a batch that move A, and B, but for what is ground to the other.
    #[inline]
    pub fn links<const N: usize>(&self, batch: &Batch<N>) -> [u8; 2] {
        let (mut links, traces, slots) = (batch.linked, batch.traces(), [&batch.a, &batch.b]);
        // Hardly any has one.
        if traces == [0; 2] {
            return links;
        }
        for side in 0..2 {
            let is_trace = |lane: &usize| traces[side] >> lane & 1 == 1;
            for lane in (0..LANES).filter(is_trace) {
                let is_ground = self.ground.is_to(slots[side][lane], slots[1 - side][lane]);
                links[side] |= u8::from(!is_ground) << lane;
            }
        }
        links
    }

    /// Joins what a batch holds together.
    fn join<const N: usize>(&mut self, batch: &Batch<N>) {
        let [a, b] = self.links(batch);
        for lane in (0..LANES).filter(|lane| (a & b) >> lane & 1 == 1) {
            self.joined.join(batch.a[lane], batch.b[lane]);
        }
    }

    /// Counts groups as slow in which something jumped in this sub-step, beside those that do not agree, if not all do;
    /// whether there are any.
    pub fn find_jumps(&mut self, graph: &ConstraintGraph, it: &Iteration, masses: &[MassRow], all_agree: bool) -> bool {
        if all_agree {
            let jumped = |color: &Color| {
                color.single.batches.iter().any(|batch| batch.jumped_lanes(it) != 0)
                    || color.multi.batches.iter().any(|batch| batch.jumped_lanes(it) != 0)
            };
            if !graph.colors.iter().any(jumped) {
                return false;
            }
            self.find_groups(graph, it, masses);
            self.slow.clear();
            self.slow.resize(masses.len(), false);
        }
        self.mark_slow(graph, |batch| batch.jumped_lanes(it), |batch| batch.jumped_lanes(it)) || !all_agree
    }

    /// Finds the groups that do not agree; whether there are any.
    pub fn find_slow(&mut self, graph: &ConstraintGraph, it: &Iteration, masses: &[MassRow]) -> bool {
        self.find_groups(graph, it, masses);
        self.slow.clear();
        self.slow.resize(masses.len(), false);
        self.solved.clear();
        self.solved.resize(masses.len(), false);
        self.mark_slow(graph, |batch| batch.stale_lanes(it), |batch| batch.stale_lanes(it))
    }

    /// Counts the groups of some lanes as slow; whether there are any.
    fn mark_slow(
        &mut self,
        graph: &ConstraintGraph,
        single: impl Fn(&Batch<1>) -> u8,
        multi: impl Fn(&Batch<4>) -> u8,
    ) -> bool {
        let (mut any, mut number) = (false, 0..);
        for color in &graph.colors {
            let (singles, multis) = (&color.single.batches, &color.multi.batches);
            singles.iter().zip(&mut number).for_each(|(batch, k)| any |= self.note_slow(k, || single(batch)));
            multis.iter().zip(&mut number).for_each(|(batch, k)| any |= self.note_slow(k, || multi(batch)));
        }
        any
    }

    /// Notes the group of each slot, and counts the bodies of each group.
    fn note_slots(&mut self, slots: usize) {
        self.sizes.clear();
        self.sizes.resize(slots, (0, 0));
        self.moving.clear();
        self.moving.resize(slots, 0);
        self.of_slot.clear();
        for slot in 0..slots as u32 {
            let name = self.joined.find(slot);
            self.of_slot.push(name);
            self.sizes[name as usize].0 += 1;
        }
    }

    /// Notes the groups of the lanes of all batches.
    fn note_batches(&mut self, graph: &ConstraintGraph, it: &Iteration) {
        self.of_lanes.clear();
        self.common.clear();
        for color in &graph.colors {
            color.single.batches.iter().for_each(|batch| self.note_batch(batch, it));
            color.multi.batches.iter().for_each(|batch| self.note_batch(batch, it));
        }
    }

    /// Notes the groups of a batch's lanes: those of the bodies which feel the constraints. Counts the constraints that
    /// both bodies feel, and those at which two move against each other.
    fn note_batch<const N: usize>(&mut self, batch: &Batch<N>, it: &Iteration) {
        let ([a, b], moving) = (self.links(batch), batch.moving_lanes(it));
        let mut names = [NONE; LANES];
        for lane in (0..LANES).filter(|lane| (a | b) >> lane & 1 == 1) {
            let is = |lanes: u8| lanes >> lane & 1 == 1;
            let name = self.of_slot[if is(a) { batch.a[lane] } else { batch.b[lane] } as usize];
            names[lane] = name;
            self.sizes[name as usize].1 += usize::from(is(a & b));
            self.moving[name as usize] += usize::from(is(moving));
        }
        let mut there = names.iter().copied().filter(|name| *name != NONE);
        // Nearly all batches of a heap are of one group.
        let first = there.next();
        self.common.push(first.filter(|first| there.all(|name| name == *first)));
        self.of_lanes.push(names);
    }

    /// Counts heaps that stand, and of which a good part creeps, as slow ones; whether there are any.
    pub fn mark_creeping(&mut self, active: &[u32], creeps: impl Fn(&u32) -> bool) -> bool {
        self.creeping.clear();
        self.creeping.resize(self.slow.len(), 0);
        for slot in active.iter().filter(|slot| creeps(slot)) {
            let name = self.name_of(*slot) as usize;
            self.creeping[name] += 1;
        }
        let mut any = false;
        for name in 0..self.slow.len() {
            let creeps = MOVING_SHARE * self.creeping[name] > self.sizes[name].0 && self.dense[name];
            if creeps && !self.is_moving(name as u32) {
                (self.slow[name], any) = (true, true);
            }
        }
        any
    }

    /// Whether a good part of a group moves against something.
    pub fn is_moving(&self, name: u32) -> bool {
        MOVING_SHARE * self.moving[name as usize] > self.sizes[name as usize].1
    }

    /// The group of a body.
    pub fn name_of(&self, slot: u32) -> u32 {
        self.of_slot[slot as usize]
    }

    /// Whether a group has not converged, stands, and has no direct solution.
    pub fn is_slow_heap(&self, name: u32) -> bool {
        self.slow[name as usize] && self.dense[name as usize] && !self.is_moving(name)
    }

    /// Sums up what contacts give to the bodies of slow groups in a sub-step, `gain` by place among the active slots
    /// (J); whether any group gains.
    pub fn find_gains(&mut self, team: &Team, active: &[u32], gain: impl Fn(usize) -> f64 + Sync) -> bool {
        let Self { gains, gained, slow, of_slot, .. } = self;
        let is_slow = |slot: &u32| slow[of_slot[*slot as usize] as usize];
        gains.clear();
        gains.extend((0..active.len()).filter(|k| is_slow(&active[*k])).map(|k| (k, 0.0)));
        team.each(gains, GAINS, |_, (k, gained)| *gained = gain(*k));
        // In the order of the bodies, which no thread has a say in.
        gained.clear();
        gained.resize(slow.len(), 0.0);
        for (k, gain) in gains {
            gained[of_slot[active[*k] as usize] as usize] += *gain;
        }
        gained.iter().any(|gained| *gained > 0.0)
    }

    /// Takes from the impulses of groups that gain energy what is too much of them. `free` has the
    /// velocities without them.
    pub fn restrain(&mut self, graph: &mut ConstraintGraph, free: &SharedTwists, it: &Iteration) {
        self.work.clear();
        self.work.resize(self.slow.len(), (0.0, 0.0));
        let mut number = 0..;
        for color in &graph.colors {
            let (single, multi) = (&color.single.batches, &color.multi.batches);
            single.iter().zip(&mut number).for_each(|(batch, k)| self.sum_work(k, batch, free, it));
            multi.iter().zip(&mut number).for_each(|(batch, k)| self.sum_work(k, batch, free, it));
        }
        let mut number = 0..;
        for color in &mut graph.colors {
            let Color { single, multi, changes } = &mut *color;
            let of_color = Iteration { shared: SharedRows::new(changes), ..*it };
            single.batches.iter_mut().zip(&mut number).for_each(|(batch, k)| self.reduce(k, batch, &of_color));
            multi.batches.iter_mut().zip(&mut number).for_each(|(batch, k)| self.reduce(k, batch, &of_color));
            color.add_shared(&it.velocities);
        }
    }

    /// The groups of a batch's lanes that gain energy.
    fn gaining(&self, number: usize) -> [Option<usize>; LANES] {
        self.of_lanes[number].map(|name| (name != NONE && self.gained[name as usize] > 0.0).then_some(name as usize))
    }

    fn sum_work<const N: usize>(&mut self, number: usize, batch: &Batch<N>, free: &SharedTwists, it: &Iteration) {
        let names = self.gaining(number);
        if names == [None; LANES] {
            return;
        }
        let (against, own) = batch.work(free, it);
        for (lane, name) in names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            self.work[name].0 += f64::from(against.to_array()[lane]);
            self.work[name].1 += f64::from(own.to_array()[lane]);
        }
    }

    fn reduce<const N: usize>(&self, number: usize, batch: &mut Batch<N>, it: &Iteration) {
        let mut share = Wide::ONE;
        for (lane, name) in self.gaining(number).into_iter().enumerate() {
            set(&mut share, lane, name.map_or(1.0, |name| restrained(self.work[name])));
        }
        if share.simd_lt(Wide::ONE).any() {
            batch.reduce(share, it);
        }
    }

    /// Lists the constraints of slow groups that may have a direct solution; whether there are any.
    pub fn list_places(&mut self, graph: &ConstraintGraph) -> bool {
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        let mut number = 0..;
        for (color, of_color) in graph.colors.iter().enumerate() {
            for (multi, count) in [(false, of_color.single.batches.len()), (true, of_color.multi.batches.len())] {
                for (k, number) in (0..count).zip(&mut number) {
                    places.extend(self.slow_lanes(number, (color, multi, k)));
                }
            }
        }
        places.sort_unstable_by_key(|(group, place)| (*group, place.to_word()));
        self.places = places;
        !self.places.is_empty()
    }

    /// Lanes of a batch, by its number, and by color, class and number there, that stand in slow groups.
    fn slow_lanes(
        &self,
        number: usize,
        (color, multi, k): (usize, bool, usize),
    ) -> impl Iterator<Item = (u32, Place)> + '_ {
        let names = self.of_lanes[number].iter().enumerate().filter(|(_, name)| **name != NONE);
        let wanted = names.filter(|(_, name)| self.slow[**name as usize] && !self.dense[**name as usize]);
        wanted.map(move |(lane, name)| (*name, Place::new(color, multi, k * LANES + lane)))
    }

    /// Notes of each batch whether it has a lane of a group that was solved.
    pub fn choose_solved(&mut self, team: &Team, graph: &mut ConstraintGraph) {
        let mut number = 0;
        for color in &mut graph.colors {
            let (single, multi) = (&mut color.single.batches, &mut color.multi.batches);
            team.each(single, BATCHES, |k, batch| batch.chosen = self.is_solved(number + k));
            number += single.len();
            team.each(multi, BATCHES, |k, batch| batch.chosen = self.is_solved(number + k));
            number += multi.len();
        }
    }

    fn is_solved(&self, number: usize) -> bool {
        match self.common[number] {
            Some(name) => self.solved[name as usize],
            None => self.of_lanes[number].iter().any(|name| *name != NONE && self.solved[*name as usize]),
        }
    }

    fn note_slow(&mut self, number: usize, lanes: impl Fn() -> u8) -> bool {
        // Of a group that is known to be slow no more is asked.
        if self.common[number].is_some_and(|name| self.slow[name as usize]) {
            return true;
        }
        let (lanes, mut any) = (lanes(), false);
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            let name = self.of_lanes[number][lane];
            if name != NONE {
                (self.slow[name as usize], any) = (true, true);
            }
        }
        any
    }
}

/// Whether a group of so many bodies and constraints has too many loops for a direct solution.
fn is_heap((bodies, links): (usize, usize)) -> bool {
    links > bodies + 3 * bodies / 4 + MOST_LOOPS
}

/// The multiple of a group's impulses that leaves no more energy than there was without them, where all would.
///
/// With `b = λ·u` and `a = λ·W·λ` the multiple `s` changes the energy by `s b + s² a / 2`.
fn restrained((b, a): (f64, f64)) -> f32 {
    if b + 0.5 * a > 0.0 { (-2.0 * b / a).clamp(0.0, 1.0) as f32 } else { 1.0 }
}
