//! Groups of constraints that hang together, and which of them do not agree yet.
//!
//! A group is all that hangs together by bodies which feel their contacts, named by its least slot: not by what is
//! [ground](super::ground). Of a group in motion the loads change with every step: there is little to be exact about.

use super::ground::Ground;
use crate::physics::constraint::batch::{Batch, Iteration, MassRow, SharedRows};
use crate::physics::constraint::graph::{Color, ConstraintGraph, Place, add_shared};
use crate::physics::constraint::share::{any_batch, each_batch};
use crate::physics::island::Islands;
use crate::physics::team::{Parts, Team};
use crate::physics::twist::SharedTwists;
use crate::physics::wide::{LANES, Wide, set};
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// By batch, in the order of colours: side by side, for what one thread goes through.
    links: Vec<Links>,
    of_batches: Vec<OfBatch>,
    /// By name: whether it does not agree, or is not known to closely.
    slow: Vec<AtomicBool>,
    /// By name: whether it was solved directly since, or its loads were handed down.
    pub solved: Vec<bool>,
    /// By name: whether it is like a tree and did not agree by itself when the last sub-step was first looked at.
    pub again: Vec<bool>,
    /// Whether any is so.
    pub any_again: bool,
    /// By colour: batches with a lane of such a group, those of one point first.
    pub chosen: Vec<Vec<u32>>,
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

/// What a batch holds together.
#[derive(Clone, Copy, Debug, Default)]
struct Links {
    /// Slots of the bodies A and B.
    slots: [[u32; LANES]; 2],
    /// Lanes that move each by more than a trace, and by no more.
    linked: [u8; 2],
    traces: [u8; 2],
}

impl<const N: usize> From<&Batch<N>> for Links {
    fn from(batch: &Batch<N>) -> Self {
        Self { slots: [batch.a, batch.b], linked: batch.linked, traces: batch.traces() }
    }
}

/// The groups of a batch.
#[derive(Clone, Copy, Debug)]
struct OfBatch {
    /// By lane; [`NONE`] where nobody feels the constraint.
    names: [u32; LANES],
    /// That of all lanes that have one, or none when there are several.
    common: Option<u32>,
    /// Lanes that both bodies feel, and those at which the two move against each other.
    both: u8,
    moving: u8,
}

impl Default for OfBatch {
    fn default() -> Self {
        Self { names: [NONE; LANES], common: None, both: 0, moving: 0 }
    }
}

impl Groups {
    /// A step begins: constraints may have changed.
    pub fn forget(&mut self) {
        self.known = false;
        self.any_again = false;
    }

    /// Finds what hangs together, once a step.
    fn find_groups(&mut self, team: &Team, graph: &mut ConstraintGraph, it: &Iteration, masses: &[MassRow]) {
        if std::mem::replace(&mut self.known, true) {
            return;
        }
        let any_traces = self.note_links(team, graph);
        if self.ground.find(graph, it, masses.len(), any_traces) {
            // What stands there as a whole must be next to nothing, not each of its bodies.
            self.join_all(masses.len());
            self.ground.weigh(&mut self.joined, masses);
        }
        self.join_all(masses.len());
        self.note_slots(masses.len());
        self.note_batches(team, graph, it);
        self.dense.clear();
        self.dense.extend(self.sizes.iter().map(|size| is_heap(*size)));
    }

    /// Notes what each batch holds together; whether any moves a body by no more than a trace.
    fn note_links(&mut self, team: &Team, graph: &mut ConstraintGraph) -> bool {
        self.links.clear();
        self.links.resize(graph.batch_count(), Links::default());
        let noted = Parts::new(&mut self.links);
        let note = |number: usize, links: Links| {
            noted.set(number, links);
            links.traces != [0; 2]
        };
        any_batch(team, &mut graph.colors, |k, batch| note(k, (&*batch).into()), |k, batch| note(k, (&*batch).into()))
    }

    /// Joins all that hangs together.
    fn join_all(&mut self, slots: usize) {
        let mut joined = std::mem::take(&mut self.joined);
        joined.reset(slots);
        for links in &self.links {
            let ([a, b], [slots_a, slots_b]) = (self.links_of(links), &links.slots);
            for lane in (0..LANES).filter(|lane| (a & b) >> lane & 1 == 1) {
                joined.join(slots_a[lane], slots_b[lane]);
            }
        }
        self.joined = joined;
    }

    /// The lanes of a batch that move A, and B, but for what is ground to the other.
    #[inline]
    fn links_of(&self, links: &Links) -> [u8; 2] {
        let Links { slots, linked: mut links, traces } = *links;
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

    /// The same of a batch.
    #[inline]
    pub fn links<const N: usize>(&self, batch: &Batch<N>) -> [u8; 2] {
        self.links_of(&batch.into())
    }

    /// Counts groups as slow in which something jumped in this sub-step, beside those that do not agree, if not all do;
    /// whether there are any.
    pub fn find_jumps(
        &mut self,
        team: &Team,
        graph: &mut ConstraintGraph,
        it: &Iteration,
        masses: &[MassRow],
        all_agree: bool,
    ) -> bool {
        if all_agree {
            let colors = &mut graph.colors;
            if !any_batch(team, colors, |_, b| b.jumped_lanes(it) != 0, |_, b| b.jumped_lanes(it) != 0) {
                return false;
            }
            self.find_groups(team, graph, it, masses);
            self.reset_slow(masses.len());
        }
        self.mark_slow(team, graph, |b| b.jumped_lanes(it), |b| b.jumped_lanes(it)) || !all_agree
    }

    /// Finds the groups that do not agree; whether there are any.
    pub fn find_slow(&mut self, team: &Team, graph: &mut ConstraintGraph, it: &Iteration, masses: &[MassRow]) -> bool {
        self.find_groups(team, graph, it, masses);
        self.reset_slow(masses.len());
        self.solved.clear();
        self.solved.resize(masses.len(), false);
        self.mark_slow(team, graph, |b| b.stale_lanes(it), |b| b.stale_lanes(it))
    }

    /// Counts as slow, too, the trees that did not agree in the sub-step before; whether there are any.
    ///
    /// What took their motion away then would be repeated as if it were a load, and drive them as far to the other
    /// side: a tremor as great as the tolerance, that goes on and on. Solved once more, they are left with their loads.
    pub fn mark_again(&mut self) -> bool {
        let any = std::mem::take(&mut self.any_again);
        self.again.resize(self.slow.len().max(self.again.len()), false);
        for name in 0..self.slow.len() {
            let disagrees = self.is_slow(name as u32) && !self.dense[name];
            if any && self.again[name] {
                *self.slow[name].get_mut() = true;
            }
            self.again[name] = disagrees;
            self.any_again |= disagrees;
        }
        any
    }

    /// Counts the groups of some lanes as slow; whether there are any.
    fn mark_slow(
        &self,
        team: &Team,
        graph: &mut ConstraintGraph,
        single: impl Fn(&Batch<1>) -> u8 + Sync,
        multi: impl Fn(&Batch<4>) -> u8 + Sync,
    ) -> bool {
        let mark = |number: usize, lanes: &dyn Fn() -> u8| {
            let OfBatch { names, common, .. } = &self.of_batches[number];
            // Of a group that is known to be slow no more is asked. Whoever finds it out first, it is the same groups.
            if common.is_some_and(|name| self.is_slow(name)) {
                return true;
            }
            let (lanes, mut any) = (lanes(), false);
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1 && names[*lane] != NONE) {
                self.slow[names[lane] as usize].store(true, Ordering::Relaxed);
                any = true;
            }
            any
        };
        any_batch(team, &mut graph.colors, |k, b| mark(k, &|| single(b)), |k, b| mark(k, &|| multi(b)))
    }

    /// Whether a group does not agree.
    fn is_slow(&self, name: u32) -> bool {
        self.slow[name as usize].load(Ordering::Relaxed)
    }

    /// Counts none as slow.
    fn reset_slow(&mut self, slots: usize) {
        self.slow.clear();
        self.slow.resize_with(slots, AtomicBool::default);
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

    /// Notes the groups of the lanes of all batches. Counts the constraints that both bodies feel, and those at which two
    /// move against each other.
    fn note_batches(&mut self, team: &Team, graph: &mut ConstraintGraph, it: &Iteration) {
        let count = graph.batch_count();
        let mut of_batches = std::mem::take(&mut self.of_batches);
        of_batches.clear();
        of_batches.resize(count, OfBatch::default());
        let noted = Parts::new(&mut of_batches);
        let colors = &mut graph.colors;
        each_batch(
            team,
            colors,
            |k, b| noted.set(k, self.of_batch(k, b, it)),
            |k, b| noted.set(k, self.of_batch(k, b, it)),
        );
        // By batch in order, from what is side by side now.
        for OfBatch { names, both, moving, .. } in &of_batches {
            for (lane, name) in names.iter().enumerate().filter(|(_, name)| **name != NONE) {
                self.sizes[*name as usize].1 += usize::from(both >> lane & 1);
                self.moving[*name as usize] += usize::from(moving >> lane & 1);
            }
        }
        self.of_batches = of_batches;
    }

    /// The groups of a batch's lanes: those of the bodies which feel the constraints.
    fn of_batch<const N: usize>(&self, number: usize, batch: &Batch<N>, it: &Iteration) -> OfBatch {
        let ([a, b], moving) = (self.links_of(&self.links[number]), batch.moving_lanes(it));
        let mut names = [NONE; LANES];
        for lane in (0..LANES).filter(|lane| (a | b) >> lane & 1 == 1) {
            let is_a = a >> lane & 1 == 1;
            names[lane] = self.of_slot[if is_a { batch.a[lane] } else { batch.b[lane] } as usize];
        }
        // Nearly all batches of a heap are of one group.
        let mut there = names.iter().copied().filter(|name| *name != NONE);
        let first = there.next();
        OfBatch { names, common: first.filter(|first| there.all(|name| name == *first)), both: a & b, moving }
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
                *self.slow[name].get_mut() = true;
                any = true;
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
        self.is_slow(name) && self.dense[name as usize] && !self.is_moving(name)
    }

    /// Sums up what contacts give to the bodies of slow groups in a sub-step, `gain` by place among the active slots
    /// (J); whether any group gains.
    pub fn find_gains(&mut self, team: &Team, active: &[u32], gain: impl Fn(usize) -> f64 + Sync) -> bool {
        let Self { gains, gained, slow, of_slot, .. } = self;
        let is_slow = |slot: &u32| slow[of_slot[*slot as usize] as usize].load(Ordering::Relaxed);
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
            add_shared((&single.batches, &multi.batches), changes, &it.velocities);
        }
    }

    /// The groups of a batch's lanes that gain energy.
    fn gaining(&self, number: usize) -> [Option<usize>; LANES] {
        self.of_batches[number]
            .names
            .map(|name| (name != NONE && self.gained[name as usize] > 0.0).then_some(name as usize))
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
        let OfBatch { names, common, .. } = &self.of_batches[number];
        let wanted = |name: u32| name != NONE && self.is_slow(name) && !self.dense[name as usize];
        // Nearly all batches of a heap are of that one group, which has no direct solution.
        let lanes = if common.is_none_or(wanted) { LANES } else { 0 };
        let listed = names[..lanes].iter().enumerate().filter(move |(_, name)| wanted(**name));
        listed.map(move |(lane, name)| (*name, Place::new(color, multi, k * LANES + lane)))
    }

    /// Lists the batches of each colour that have a lane of a group that was solved.
    pub fn choose_solved(&mut self, graph: &ConstraintGraph) {
        self.chosen.resize_with(graph.colors.len().max(self.chosen.len()), Vec::new);
        let mut first = 0;
        for (number, color) in graph.colors.iter().enumerate() {
            let count = color.batch_count();
            let mut chosen = std::mem::take(&mut self.chosen[number]);
            chosen.clear();
            chosen.extend((0..count).filter(|k| self.is_solved(first + k)).map(|k| k as u32));
            self.chosen[number] = chosen;
            first += count;
        }
    }

    fn is_solved(&self, number: usize) -> bool {
        let OfBatch { names, common, .. } = &self.of_batches[number];
        match *common {
            Some(name) => self.solved[name as usize],
            None => names.iter().any(|name| *name != NONE && self.solved[*name as usize]),
        }
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
