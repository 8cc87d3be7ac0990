//! Groups of constraints that hang together, and which of them do not agree yet.
//!
//! A group is all that hangs together by bodies which feel their contacts, named by its least slot: not by what is
//! [ground](super::ground). Of a group in motion the loads change with every step: there is little to be exact about.

use super::ground::Ground;
use crate::physics::constraint::batch::{Batch, Iteration, MassRow, SharedRows};
use crate::physics::constraint::graph::{Color, ConstraintGraph, Place};
use crate::physics::island::Islands;
use crate::physics::twist::SharedTwists;
use crate::physics::wide::{LANES, Wide, set};

/// Loops of a group beyond three for every four bodies, from which no direct solution is sought: heaps of more than
/// some dozens have more.
const MOST_LOOPS: usize = 100;

/// A group of which more than one in so many contacts moves is in motion.
const MOVING_SHARE: usize = 8;

/// Groups of the present step.
#[derive(Debug, Default)]
pub(super) struct Groups {
    joined: Islands,
    pub ground: Ground,
    /// Whether `joined` is that of the present step.
    known: bool,
    /// By batch, in the order of colours: the group of all its lanes that have one, or none when there are several.
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
    /// By name: energy that contacts give to the bodies of a slow group in a sub-step (J).
    gained: Vec<f64>,
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
        let slots = masses.len();
        self.note_heaps(graph, it, slots);
        self.note_common(graph);
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
            singles.iter().zip(&mut number).for_each(|(batch, k)| any |= self.note_slow(k, batch, || single(batch)));
            multis.iter().zip(&mut number).for_each(|(batch, k)| any |= self.note_slow(k, batch, || multi(batch)));
        }
        any
    }

    /// Notes of each batch whether its lanes are all of one group, as nearly all of a heap are.
    fn note_common(&mut self, graph: &ConstraintGraph) {
        let mut common = std::mem::take(&mut self.common);
        common.clear();
        for color in &graph.colors {
            common.extend(color.single.batches.iter().map(|batch| self.common_of(batch)));
            common.extend(color.multi.batches.iter().map(|batch| self.common_of(batch)));
        }
        self.common = common;
    }

    fn common_of<const N: usize>(&mut self, batch: &Batch<N>) -> Option<u32> {
        let first = (0..LANES).find_map(|lane| self.name(batch, lane))?;
        (0..LANES).all(|lane| self.name(batch, lane).is_none_or(|name| name == first)).then_some(first)
    }

    /// Counts heaps that stand, and of which a good part creeps, as slow ones; whether there are any.
    pub fn mark_creeping(&mut self, active: &[u32], creeps: impl Fn(&u32) -> bool) -> bool {
        self.creeping.clear();
        self.creeping.resize(self.slow.len(), 0);
        for slot in active.iter().filter(|slot| creeps(slot)) {
            self.creeping[self.joined.find(*slot) as usize] += 1;
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

    /// Notes the groups that have too many loops for an order of elimination to be looked for.
    fn note_heaps(&mut self, graph: &ConstraintGraph, it: &Iteration, slots: usize) {
        self.sizes.clear();
        self.sizes.resize(slots, (0, 0));
        self.moving.clear();
        self.moving.resize(slots, 0);
        for slot in 0..slots as u32 {
            self.sizes[self.joined.find(slot) as usize].0 += 1;
        }
        for color in &graph.colors {
            color.single.batches.iter().for_each(|batch| self.count_links(batch, it));
            color.multi.batches.iter().for_each(|batch| self.count_links(batch, it));
        }
        self.dense.clear();
        self.dense.extend(self.sizes.iter().map(|size| is_heap(*size)));
    }

    /// Counts the constraints of a batch that both bodies feel, and those at which two move against each other.
    fn count_links<const N: usize>(&mut self, batch: &Batch<N>, it: &Iteration) {
        let ([a, b], moving) = (self.links(batch), batch.moving_lanes(it));
        for lane in (0..LANES).filter(|lane| (a & b) >> lane & 1 == 1) {
            self.sizes[self.joined.find(batch.a[lane]) as usize].1 += 1;
        }
        for lane in (0..LANES).filter(|lane| moving >> lane & 1 == 1) {
            if let Some(name) = self.name(batch, lane) {
                self.moving[name as usize] += 1;
            }
        }
    }

    /// Whether a good part of a group moves against something.
    pub fn is_moving(&self, name: u32) -> bool {
        MOVING_SHARE * self.moving[name as usize] > self.sizes[name as usize].1
    }

    /// The group of a body.
    pub fn name_of(&mut self, slot: u32) -> u32 {
        self.joined.find(slot)
    }

    /// Whether a group has not converged, stands, and has no direct solution.
    pub fn is_slow_heap(&self, name: u32) -> bool {
        self.slow[name as usize] && self.dense[name as usize] && !self.is_moving(name)
    }

    /// Sums up what contacts give to the bodies of slow groups in a sub-step, `gain` by place among the active slots
    /// (J); whether any group gains.
    pub fn find_gains(&mut self, active: &[u32], gain: impl Fn(usize) -> f64) -> bool {
        self.gained.clear();
        self.gained.resize(self.slow.len(), 0.0);
        for (k, slot) in active.iter().enumerate() {
            let name = self.joined.find(*slot) as usize;
            if self.slow[name] {
                self.gained[name] += gain(k);
            }
        }
        self.gained.iter().any(|gained| *gained > 0.0)
    }

    /// Takes from the impulses of groups that gain energy what is too much of them. `free` has the
    /// velocities without them.
    pub fn restrain(&mut self, graph: &mut ConstraintGraph, free: &SharedTwists, it: &Iteration) {
        self.work.clear();
        self.work.resize(self.slow.len(), (0.0, 0.0));
        for color in &graph.colors {
            color.single.batches.iter().for_each(|batch| self.sum_work(batch, free, it));
            color.multi.batches.iter().for_each(|batch| self.sum_work(batch, free, it));
        }
        for color in &mut graph.colors {
            let Color { single, multi, changes } = &mut *color;
            let of_color = Iteration { shared: SharedRows::new(changes), ..*it };
            single.batches.iter_mut().for_each(|batch| self.reduce(batch, &of_color));
            multi.batches.iter_mut().for_each(|batch| self.reduce(batch, &of_color));
            color.add_shared(&it.velocities);
        }
    }

    /// The groups of a batch's lanes that gain energy.
    fn gaining<const N: usize>(&mut self, batch: &Batch<N>) -> [Option<usize>; LANES] {
        std::array::from_fn(|lane| {
            let name = self.name(batch, lane)? as usize;
            (self.gained[name] > 0.0).then_some(name)
        })
    }

    fn sum_work<const N: usize>(&mut self, batch: &Batch<N>, free: &SharedTwists, it: &Iteration) {
        let names = self.gaining(batch);
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

    fn reduce<const N: usize>(&mut self, batch: &mut Batch<N>, it: &Iteration) {
        let mut share = Wide::ONE;
        for (lane, name) in self.gaining(batch).into_iter().enumerate() {
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
        for (number, color) in graph.colors.iter().enumerate() {
            for (k, batch) in color.single.batches.iter().enumerate() {
                places.extend(self.slow_lanes(batch, (number, false, k)));
            }
            for (k, batch) in color.multi.batches.iter().enumerate() {
                places.extend(self.slow_lanes(batch, (number, true, k)));
            }
        }
        places.sort_unstable_by_key(|(group, place)| (*group, place.to_word()));
        self.places = places;
        !self.places.is_empty()
    }

    /// Lanes of a batch, by color, class and number, that stand in slow groups.
    fn slow_lanes<const N: usize>(
        &mut self,
        batch: &Batch<N>,
        (color, multi, number): (usize, bool, usize),
    ) -> impl Iterator<Item = (u32, Place)> {
        batch.lanes().filter_map(move |lane| {
            let name = self.name(batch, lane)?;
            let wanted = self.slow[name as usize] && !self.dense[name as usize];
            wanted.then(|| (name, Place::new(color, multi, number * LANES + lane)))
        })
    }

    /// Notes of each batch whether it has a lane of a group that was solved.
    pub fn choose_solved(&mut self, graph: &mut ConstraintGraph) {
        let mut number = 0..;
        for color in &mut graph.colors {
            let (single, multi) = (&mut color.single.batches, &mut color.multi.batches);
            single.iter_mut().zip(&mut number).for_each(|(batch, k)| batch.chosen = self.is_solved(k, batch));
            multi.iter_mut().zip(&mut number).for_each(|(batch, k)| batch.chosen = self.is_solved(k, batch));
        }
    }

    fn is_solved<const N: usize>(&mut self, number: usize, batch: &Batch<N>) -> bool {
        match self.common[number] {
            Some(name) => self.solved[name as usize],
            None => (0..LANES).any(|lane| self.name(batch, lane).is_some_and(|name| self.solved[name as usize])),
        }
    }

    fn note_slow<const N: usize>(&mut self, number: usize, batch: &Batch<N>, lanes: impl Fn() -> u8) -> bool {
        // Of a group that is known to be slow no more is asked.
        if self.common[number].is_some_and(|name| self.slow[name as usize]) {
            return true;
        }
        let (lanes, mut any) = (lanes(), false);
        for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
            if let Some(name) = self.name(batch, lane) {
                (self.slow[name as usize], any) = (true, true);
            }
        }
        any
    }

    /// The group of a lane: that of a body which feels the constraint.
    fn name<const N: usize>(&mut self, batch: &Batch<N>, lane: usize) -> Option<u32> {
        let [a, b] = self.links(batch).map(|lanes| lanes >> lane & 1 == 1);
        match (a, b) {
            (true, _) => Some(self.joined.find(batch.a[lane])),
            (false, true) => Some(self.joined.find(batch.b[lane])),
            (false, false) => None,
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
