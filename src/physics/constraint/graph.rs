//! The constraint graph: which constraints may be solved at once.
//!
//! Constraints of one colour push no body twice, so eight of them can be solved at once and any number of
//! threads may share a colour without changing a bit of the result. A constraint keeps its colour and its place
//! while the two touch.
//!
//! A body that is much heavier than what lies on it hardly feels any one of its contacts. Were it pushed by one only in
//! each colour, a slab with a hundred towers would ask for a hundred colours. So constraints may share it: all of a
//! colour see it as it was when the colour began, and their changes are added up, in their order, when the colour is
//! done. What they add up to stays below a fraction of what the body would need to answer them all.

mod order;

use super::batch::{Batch, EMPTY, IMPULSES, Iteration, Joint, SharedChange, Touch};
use super::{Constraint, PointReuse};
use crate::geometry::SignedGap;
use crate::physics::twist::{SharedTwists, Twist};
use crate::physics::wide::{LANES, set};
pub(in crate::physics) use order::Disorder;
use std::num::NonZeroU32;

/// Colours in which constraints may share a heavy body; all that most worlds need.
const COLORS: usize = 64;

/// Further colours, a bit each in so many words, for bodies that have more contacts than that: a crowd in one place.
const CROWD_WORDS: usize = 3;

/// The last of all: what finds no place in any colour is solved after them, one by one.
pub(in crate::physics) const OVERFLOW: usize = COLORS + CROWD_WORDS * u64::BITS as usize;

/// Batches that a list of them makes room for at least when it is full.
const GROWTH: usize = 8;

/// A body shares a colour when no more than this part of a constraint's response is its own.
const LIGHT_SHARE: f32 = 1.0 / 32.0;

/// Parts of a shared body's constraints in one colour add up to no more than this: then what they leave out of account
/// in one another is taken out by the next iterations at least as fast as all else.
const MOST_SHARED: u32 = UNIT / 4;

/// A whole, in the integers that parts are added up in: so they are taken off again without rounding.
const UNIT: u32 = 1 << 20;

/// A slab so many times as heavy as a stack is ground to it: what it does then is less than the tolerance. The part of
/// a constraint's response that is so little is a trace.
pub(in crate::physics) const TRACES: u32 = 10_000;
const TRACE: u32 = UNIT / TRACES;

/// Where a constraint is: colour, class, batch and lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::physics) struct Place(u32);

impl Place {
    pub fn new(color: usize, multi: bool, index: usize) -> Self {
        Self((color as u32) << 23 | u32::from(multi) << 22 | index as u32)
    }

    /// As a number, and back.
    pub fn to_word(self) -> u32 {
        self.0
    }

    pub fn from_word(word: u32) -> Self {
        Self(word)
    }

    pub fn color(self) -> usize {
        (self.0 >> 23) as usize
    }

    /// Whether it is among those of several points.
    pub fn is_multi(self) -> bool {
        self.0 >> 22 & 1 == 1
    }

    fn index(self) -> usize {
        (self.0 & 0x3f_ffff) as usize
    }

    pub fn batch(self) -> usize {
        self.index() / LANES
    }

    pub fn lane(self) -> usize {
        self.index() % LANES
    }
}

/// Constraints of one colour with at most `N` points, densely packed but for holes.
#[derive(Clone, Debug)]
pub(in crate::physics) struct Group<const N: usize> {
    pub batches: Vec<Batch<N>>,
    /// Lanes in use, and holes among them.
    len: usize,
    /// Indices of lanes that were given up and that nobody has filled yet.
    holes: Vec<u32>,
    /// Scratch: lanes in the order of space.
    order: Vec<(u64, u32)>,
}

impl<const N: usize> Default for Group<N> {
    fn default() -> Self {
        Self { batches: vec![], len: 0, holes: vec![], order: vec![] }
    }
}

impl<const N: usize> Group<N> {
    /// Room for one more, in a hole or at the end; its index.
    fn grow(&mut self, per_batch: usize) -> usize {
        if let Some(hole) = self.holes.pop() {
            return hole as usize;
        }
        let index = self.len / per_batch * LANES + self.len % per_batch;
        if index / LANES == self.batches.len() {
            // Batches are large: a list of them that grew one by one would be copied again and again.
            if self.batches.len() == self.batches.capacity() {
                self.batches.reserve(GROWTH);
            }
            self.batches.push(Batch::default());
        }
        self.len += 1;
        index
    }

    /// The index of the last.
    fn last(&self, per_batch: usize) -> usize {
        (self.len - 1) / per_batch * LANES + (self.len - 1) % per_batch
    }

    /// Empties a lane, which is a hole from then on.
    fn give_up(&mut self, index: usize) {
        self.batches[index / LANES].clear(index % LANES);
        self.holes.push(index as u32);
    }

    /// Fills the holes with what stands last, and tells of each that moved whose pair it is and where it stands now.
    fn close_holes(&mut self, per_batch: usize, mut moved: impl FnMut(u32, usize)) {
        let mut holes = std::mem::take(&mut self.holes);
        holes.sort_unstable();
        let mut open = &*holes;
        while let (Some(lowest), Some(highest)) = (open.first(), open.last()) {
            // A hole at the end goes with it; else the last moves to the lowest.
            let last = self.last(per_batch);
            if *highest as usize == last {
                open = &open[..open.len() - 1];
            } else {
                moved(self.shift(last, *lowest as usize), *lowest as usize);
                open = &open[1..];
                // Batches are read whole: what is counted off must be empty.
                self.batches[last / LANES].clear(last % LANES);
            }
            self.shrink(per_batch);
        }
        holes.clear();
        self.holes = holes;
    }

    /// Copies all that a lane holds to another. Whose it is.
    fn shift(&mut self, from: usize, to: usize) -> u32 {
        let lane = self.lift(from);
        self.lay(to, &lane);
        lane.pair
    }

    /// All that a lane holds: constraint, sides, ticket, and what the pair asks of it.
    fn lift(&self, index: usize) -> Lane {
        let (batch, lane) = (&self.batches[index / LANES], index % LANES);
        let (slots, ticket) = sides_of(batch, lane);
        Lane {
            pair: batch.pair[lane],
            slots,
            ticket,
            constraint: batch.read(lane),
            point_reuse: batch.point_reuse(lane),
        }
    }

    /// Lets a lane hold what another did.
    fn lay(&mut self, index: usize, lane: &Lane) {
        let target = &mut self.batches[index / LANES];
        let [a, b] = lane.slots;
        fill(target, index % LANES, (lane.pair, a, b), &lane.ticket, &lane.constraint);
        target.set_point_reuse(index % LANES, lane.point_reuse);
    }

    /// Takes the last away, whose lane is empty.
    fn shrink(&mut self, per_batch: usize) {
        self.len -= 1;
        // A batch that empties may keep its memory for what comes next.
        self.batches.truncate(self.len.div_ceil(per_batch));
    }
}

/// All that a lane holds.
struct Lane {
    pair: u32,
    slots: [u32; 2],
    ticket: Ticket,
    constraint: Constraint,
    point_reuse: PointReuse,
}

/// Constraints that push no body twice.
#[derive(Clone, Debug, Default)]
pub(in crate::physics) struct Color {
    pub single: Group<1>,
    pub multi: Group<4>,
    /// Scratch: what each batch with shared bodies changed of them.
    pub changes: Vec<SharedChange>,
}

impl Color {
    /// Batches of both classes.
    pub fn batch_count(&self) -> usize {
        self.single.batches.len() + self.multi.batches.len()
    }
}

/// In which colours a body is pushed.
#[derive(Clone, Copy, Debug, Default)]
struct Pushed {
    /// By one constraint alone, a bit for each colour.
    alone: u64,
    /// By several that share it.
    shared: u64,
    /// Its sums of parts, counted from one, if it ever was shared.
    sums: Option<NonZeroU32>,
    /// Its further colours, counted from one, if it ever had more constraints than the first ones have room for.
    crowd: Option<NonZeroU32>,
    /// Its constraints.
    count: u32,
}

/// Two bodies to be constrained.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct ConstrainedPair {
    pub pair: u32,
    /// Slots.
    pub a: u32,
    pub b: u32,
    /// Which part of the response to a normal impulse is the body's own; 0 for what cannot be pushed.
    pub part: [f32; 2],
}

/// All constraints by colour, and the colours of every body.
#[derive(Clone, Debug, Default)]
pub(in crate::physics) struct ConstraintGraph {
    /// As many as were ever in use; the one at [`OVERFLOW`] is for those that found no colour.
    pub colors: Vec<Color>,
    bodies: Vec<Pushed>,
    sums: Vec<[u32; COLORS]>,
    crowds: Vec<[u64; CROWD_WORDS]>,
    count: usize,
    /// How far they are out of the order of space.
    pub disorder: Disorder,
}

/// How a constraint was placed: needed to take it out again, and to place it anew as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::physics) struct Ticket {
    /// Parts of shared bodies, in units; 0 for those that are pushed alone or not at all.
    pub units: [u32; 2],
    /// Whether A, and B, is pushed alone.
    pub alone: [bool; 2],
}

impl ConstraintGraph {
    /// Room for so many slots.
    pub fn resize(&mut self, slots: usize) {
        self.bodies.resize(slots, Pushed::default());
        // Room for the usual ones at once, so that a warm step that needs one more does not move them all.
        self.colors.reserve(COLORS.saturating_sub(self.colors.len()));
    }

    /// How many constraints the body of a slot has.
    #[inline]
    pub fn degree(&self, slot: usize) -> u32 {
        self.bodies.get(slot).map_or(0, |body| body.count)
    }

    /// The colours, and beside them how many constraints the body of a slot has.
    pub fn colors_and_degrees(&mut self) -> (&mut [Color], impl Fn(u32) -> u32 + Sync + '_) {
        let Self { colors, bodies, .. } = self;
        (colors, |slot| bodies.get(slot as usize).map_or(0, |body| body.count))
    }

    /// Batches of all colours.
    pub fn batch_count(&self) -> usize {
        self.colors.iter().map(Color::batch_count).sum()
    }

    /// Colours in use.
    pub fn color_count(&self) -> usize {
        self.colors.iter().filter(|color| color.batch_count() > 0).count()
    }

    /// The ticket of a constraint between these bodies.
    fn ticket(sides: &ConstrainedPair) -> Ticket {
        let mut ticket = Ticket::default();
        for side in 0..2 {
            let part = sides.part[side];
            // Rounded up to units, so that a shared part is never taken for none.
            ticket.alone[side] = part > LIGHT_SHARE;
            if part > 0.0 && !ticket.alone[side] {
                ticket.units[side] = (part * UNIT as f32) as u32 + 1;
            }
        }
        ticket
    }

    /// The first colour that has room for both bodies.
    fn choose(&self, sides: &ConstrainedPair, ticket: &Ticket) -> usize {
        let slots = [sides.a, sides.b];
        // Greedy colouring, as in Box2D v3: colours at which either body is pushed already are taken.
        let mut taken = 0_u64;
        for (side, slot) in slots.into_iter().enumerate() {
            if ticket.alone[side] {
                let body = &self.bodies[slot as usize];
                taken |= body.alone | body.shared;
            } else if ticket.units[side] > 0 {
                taken |= self.bodies[slot as usize].alone;
            }
        }
        loop {
            // The lowest free bit, so that the first colours are full and the last ones few.
            let color = (!taken).trailing_zeros() as usize;
            if color >= COLORS {
                return self.choose_in_crowd(sides);
            }
            // A shared body has room while the parts of its constraints in this colour stay small together.
            let fits = |side: usize| {
                let sums = (ticket.units[side] > 0).then(|| self.bodies[slots[side] as usize].sums).flatten();
                sums.is_none_or(|sums| self.sums[at(sums)][color] + ticket.units[side] <= MOST_SHARED)
            };
            if fits(0) && fits(1) {
                return color;
            }
            taken |= 1 << color;
        }
    }

    /// The first of the further colours in which neither body is pushed, or none.
    fn choose_in_crowd(&self, sides: &ConstrainedPair) -> usize {
        let mut taken = [0_u64; CROWD_WORDS];
        for (slot, part) in [sides.a, sides.b].into_iter().zip(sides.part) {
            let crowd = (part > 0.0).then(|| self.bodies[slot as usize].crowd).flatten();
            let Some(crowd) = crowd else { continue };
            taken.iter_mut().zip(self.crowds[at(crowd)]).for_each(|(taken, of_body)| *taken |= of_body);
        }
        let word = taken.iter().position(|word| *word != u64::MAX);
        word.map_or(OVERFLOW, |k| COLORS + k * u64::BITS as usize + (!taken[k]).trailing_zeros() as usize)
    }

    /// The colour of a number.
    fn color_mut(&mut self, color: usize) -> &mut Color {
        if self.colors.len() <= color {
            self.colors.resize_with(color + 1, Color::default);
        }
        &mut self.colors[color]
    }

    /// Adds a constraint.
    pub fn insert(&mut self, sides: &ConstrainedPair, constraint: &Constraint) -> Place {
        // Colour first: how the bodies are pushed decides which colours are open.
        let mut ticket = Self::ticket(sides);
        let color = self.choose(sides, &ticket);
        if color >= COLORS {
            // Nobody shares anything in a crowd.
            ticket = Ticket { units: [0; 2], alone: sides.part.map(|part| part > 0.0) };
        }
        self.enlist(sides, &ticket, color);
        self.disorder.astray += 1;
        // Contacts of one point go to narrower batches; single ones need no coupling.
        let multi = constraint.count > 1;
        let per_batch = per_batch(color);
        // A lane at the end of the group of its class.
        let group = self.color_mut(color);
        let index = if multi { group.multi.grow(per_batch) } else { group.single.grow(per_batch) };
        let place = Place::new(color, multi, index);
        self.fill(place, (sides.pair, sides.a, sides.b), &ticket, constraint);
        place
    }

    /// Puts a constraint back where it was, for a graph that is made anew.
    pub fn restore(&mut self, place: Place, sides: &ConstrainedPair, ticket: &Ticket, constraint: &Constraint) {
        // The ticket of then, not one worked out anew: by now the parts may come out otherwise.
        self.enlist(sides, ticket, place.color());
        let per_batch = per_batch(place.color());
        let color = self.color_mut(place.color());
        // Places come in any order: the group grows to the highest.
        let needed = place.batch() * per_batch + place.lane() + 1;
        if place.is_multi() {
            color.multi.len = color.multi.len.max(needed);
            color.multi.batches.resize_with(color.multi.len.div_ceil(per_batch), Batch::default);
        } else {
            color.single.len = color.single.len.max(needed);
            color.single.batches.resize_with(color.single.len.div_ceil(per_batch), Batch::default);
        }
        self.fill(place, (sides.pair, sides.a, sides.b), ticket, constraint);
    }

    /// Notes a constraint with its two bodies.
    fn enlist(&mut self, sides: &ConstrainedPair, ticket: &Ticket, color: usize) {
        self.count += 1;
        for (side, slot) in [sides.a, sides.b].into_iter().enumerate() {
            let Some(body) = self.bodies.get_mut(slot as usize) else { continue };
            body.count += 1;
            // Beyond the 64 colours whose mask the body holds itself: bits in a list, for the few bodies in
            // such a crowd.
            if color >= COLORS {
                if color < OVERFLOW && ticket.alone[side] {
                    let crowd = *body.crowd.get_or_insert_with(|| add(&mut self.crowds, [0; CROWD_WORDS]));
                    let (word, bit) = crowd_bit(color);
                    self.crowds[at(crowd)][word] |= bit;
                }
            } else if ticket.alone[side] {
                body.alone |= 1 << color;
            } else if ticket.units[side] > 0 {
                // Sums of parts are kept for the few bodies that are ever shared.
                body.shared |= 1 << color;
                let sums = *body.sums.get_or_insert_with(|| add(&mut self.sums, [0; COLORS]));
                self.sums[at(sums)][color] += ticket.units[side];
            }
        }
    }

    /// Strikes a constraint from the lists of its two bodies.
    fn delist(&mut self, slots: [u32; 2], ticket: &Ticket, color: usize) {
        self.count -= 1;
        // The exact reverse of the above, from the ticket that was kept: parts may have changed since.
        for (side, slot) in slots.into_iter().enumerate() {
            let Some(body) = self.bodies.get_mut(slot as usize) else { continue };
            body.count -= 1;
            if color >= COLORS {
                if let (true, true, Some(crowd)) = (color < OVERFLOW, ticket.alone[side], body.crowd) {
                    let (word, bit) = crowd_bit(color);
                    self.crowds[at(crowd)][word] &= !bit;
                }
            } else if ticket.alone[side] {
                body.alone &= !(1 << color);
            } else if let (true, Some(sums)) = (ticket.units[side] > 0, body.sums) {
                let sum = &mut self.sums[at(sums)][color];
                // The colour is free again for constraints alone when the last shared one has gone.
                *sum -= ticket.units[side];
                if *sum == 0 {
                    body.shared &= !(1 << color);
                }
            }
        }
    }

    fn fill(&mut self, place: Place, sides: (u32, u32, u32), ticket: &Ticket, constraint: &Constraint) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            fill(&mut color.multi.batches[place.batch()], place.lane(), sides, ticket, constraint);
        } else {
            fill(&mut color.single.batches[place.batch()], place.lane(), sides, ticket, constraint);
        }
    }

    /// The slots and the ticket of a constraint.
    pub fn sides(&self, place: Place) -> ([u32; 2], Ticket) {
        let color = &self.colors[place.color()];
        if place.is_multi() {
            sides_of(&color.multi.batches[place.batch()], place.lane())
        } else {
            sides_of(&color.single.batches[place.batch()], place.lane())
        }
    }

    /// The normal of the constraint at a place, and the least gap of its points.
    pub fn separation(&self, place: Place) -> SignedGap {
        let color = &self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].separation(place.lane())
        } else {
            color.single.batches[place.batch()].separation(place.lane())
        }
    }

    /// The constraint at a place.
    pub fn read(&self, place: Place) -> Constraint {
        let color = &self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].read(place.lane())
        } else {
            color.single.batches[place.batch()].read(place.lane())
        }
    }

    /// The bodies that a constraint pushes, or [`EMPTY`], and whether it moves them by no more than a [trace](TRACE).
    pub fn touched(&self, place: Place) -> [(u32, bool); 2] {
        let color = &self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].touched(place.lane())
        } else {
            color.single.batches[place.batch()].touched(place.lane())
        }
    }

    /// Lets the batch of a place begin the present sub-step, if it has not been visited in it.
    pub fn begin_sub_step(&mut self, place: Place, it: &Iteration) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].catch_up(it);
        } else {
            color.single.batches[place.batch()].catch_up(it);
        }
    }

    /// The constraint at a place, as a direct solution sees it.
    pub fn joint(&self, place: Place) -> Joint {
        let color = &self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].joint(place.lane())
        } else {
            color.single.batches[place.batch()].joint(place.lane())
        }
    }

    /// Lets the constraint at a place take over the impulses of a direct solution; its bodies' velocities
    /// are in `rows`.
    pub fn take_over(&mut self, place: Place, impulses: &[f32; IMPULSES], rows: &mut [Twist], tick: f32) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].take_over(place.lane(), impulses, rows, tick);
        } else {
            color.single.batches[place.batch()].take_over(place.lane(), impulses, rows, tick);
        }
    }

    /// Writes a constraint that has as many points as before, one or several.
    pub fn write(&mut self, place: Place, constraint: &Constraint) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].write(place.lane(), constraint);
        } else {
            color.single.batches[place.batch()].write(place.lane(), constraint);
        }
    }

    /// Takes a constraint out. Its place is a hole, for the next of its colour, until [holes are
    /// closed](Self::close_holes).
    pub fn remove(&mut self, place: Place) {
        let (slots, ticket) = self.sides(place);
        self.delist(slots, &ticket, place.color());
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            color.multi.give_up(place.index());
        } else {
            color.single.give_up(place.index());
        }
    }

    /// Fills holes that are left with the last of their groups, which are dense then: batches are solved whole. Calls
    /// `moved` with the pair of each constraint that moved, and its place.
    pub fn close_holes(&mut self, mut moved: impl FnMut(u32, Place)) {
        let astray = &mut self.disorder.astray;
        let mut moved = |pair, place| {
            *astray += 1;
            moved(pair, place);
        };
        for (number, color) in self.colors.iter_mut().enumerate() {
            let per_batch = per_batch(number);
            color.single.close_holes(per_batch, |pair, index| moved(pair, Place::new(number, false, index)));
            color.multi.close_holes(per_batch, |pair, index| moved(pair, Place::new(number, true, index)));
        }
    }

    /// Sets what a pair asks of its contact.
    pub fn set_point_reuse(&mut self, place: Place, point_reuse: PointReuse) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            color.multi.batches[place.batch()].set_point_reuse(place.lane(), point_reuse);
        } else {
            color.single.batches[place.batch()].set_point_reuse(place.lane(), point_reuse);
        }
    }

    /// Lets the next look collide the two of a constraint anew.
    pub fn invalidate(&mut self, place: Place) {
        let color = &mut self.colors[place.color()];
        if place.is_multi() {
            set(&mut color.multi.batches[place.batch()].moved, place.lane(), f32::INFINITY);
        } else {
            set(&mut color.single.batches[place.batch()].moved, place.lane(), f32::INFINITY);
        }
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        // The batches are nearly all of it; scratch is not counted.
        let of = |color: &Color| size_of_val(&*color.single.batches) + size_of_val(&*color.multi.batches);
        self.colors.iter().map(of).sum::<usize>()
            + size_of_val(&*self.bodies)
            + size_of_val(&*self.sums)
            + size_of_val(&*self.crowds)
    }

    /// Places for constraints in its batches, a few of them empty.
    pub fn places(&self) -> usize {
        LANES * self.batch_count()
    }

    /// Calls `count` with the number of points of every constraint.
    pub fn each_count(&self, mut count: impl FnMut(usize)) {
        for color in &self.colors {
            for batch in &color.single.batches {
                batch.lanes().for_each(|lane| count(usize::from(batch.details[lane].count)));
            }
            for batch in &color.multi.batches {
                batch.lanes().for_each(|lane| count(usize::from(batch.details[lane].count)));
            }
        }
    }

    /// Gives every batch with shared bodies a place to note their changes in.
    pub fn arrange_shared(&mut self) {
        for color in &mut self.colors {
            let mut count = 0;
            // Numbered in the order of the batches, which is the order in which they are added up.
            let mut place = |shared: [u8; 2]| {
                let any = shared != [0; 2];
                count += usize::from(any);
                if any { count as u32 - 1 } else { EMPTY }
            };
            color.single.batches.iter_mut().for_each(|batch| batch.shared_at = place(batch.shared));
            color.multi.batches.iter_mut().for_each(|batch| batch.shared_at = place(batch.shared));
            color.changes.clear();
            color.changes.resize(count, SharedChange::default());
        }
    }
}

/// Adds up what the batches of a colour changed of the bodies that they share, in their order.
pub(in crate::physics) fn add_shared(
    (single, multi): (&[Batch<1>], &[Batch<4>]),
    changes: &mut [SharedChange],
    rows: &SharedTwists,
) {
    // Most colours share no body.
    if changes.is_empty() {
        return;
    }
    single.iter().for_each(|batch| add_changes(batch, changes, rows));
    multi.iter().for_each(|batch| add_changes(batch, changes, rows));
}

fn add_changes<const N: usize>(batch: &Batch<N>, changes: &mut [SharedChange], rows: &SharedTwists) {
    let Some(change) = changes.get_mut(batch.shared_at as usize) else { return };
    for (side, slots) in [&batch.a, &batch.b].into_iter().enumerate() {
        let mut lanes = batch.shared[side];
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            // Taken, so that the note is empty for the next iteration.
            let change = std::mem::take(&mut change[side][lane]);
            rows.with(slots[lane], |row| {
                row.add(change.linear, change.angular);
                row.mark = row.mark.max(change.mark);
            });
        }
    }
}

/// Those that found no colour have a batch each.
fn per_batch(color: usize) -> usize {
    if color == OVERFLOW { 1 } else { LANES }
}

/// The index of a row that is counted from one.
fn at(number: NonZeroU32) -> usize {
    number.get() as usize - 1
}

/// Adds a row to a table; its number, counted from one.
fn add<T>(table: &mut Vec<T>, row: T) -> NonZeroU32 {
    table.push(row);
    NonZeroU32::MIN.saturating_add(table.len() as u32 - 1)
}

/// Word and bit of one of the further colours.
fn crowd_bit(color: usize) -> (usize, u64) {
    let bits = u64::BITS as usize;
    ((color - COLORS) / bits, 1 << ((color - COLORS) % bits))
}

/// Bodies, parts and the constraint itself, in one lane.
fn fill<const N: usize>(
    batch: &mut Batch<N>,
    lane: usize,
    sides: (u32, u32, u32),
    ticket: &Ticket,
    constraint: &Constraint,
) {
    let touches = [0, 1].map(|side| {
        let (pushed, units) = (ticket.alone[side], ticket.units[side]);
        Touch { pushed, shared: units > 0, linked: pushed || units > TRACE }
    });
    batch.load(lane, sides, touches);
    batch.details[lane].units = ticket.units;
    batch.write(lane, constraint);
}

fn sides_of<const N: usize>(batch: &Batch<N>, lane: usize) -> ([u32; 2], Ticket) {
    // The ticket can be read back from the lane: its masks and its units.
    let alone = batch.pushed.map(|lanes| lanes >> lane & 1 == 1);
    ([batch.a[lane], batch.b[lane]], Ticket { units: batch.details[lane].units, alone })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;
    use std::collections::HashSet;

    fn constraint(count: u8) -> Constraint {
        Constraint { normal: Vec3::Y, tangent: Vec3::X, count, ..Constraint::default() }
    }

    /// All pairs of so many bodies, each with its place.
    fn crowd(graph: &mut ConstraintGraph, bodies: u32) -> Vec<Place> {
        graph.resize(bodies as usize);
        let pairs = (0..bodies).flat_map(|b| (0..b).map(move |a| (a, b)));
        let insert = |(pair, (a, b))| {
            graph.insert(
                &ConstrainedPair { pair: pair as u32, a, b, part: [0.5; 2] },
                &constraint(1 + 2 * (pair % 2) as u8),
            )
        };
        pairs.enumerate().map(insert).collect()
    }

    #[test]
    fn no_color_pushes_a_body_twice_however_many_contacts_it_has() {
        for bodies in [9, 80, 200] {
            let mut graph = ConstraintGraph::default();
            let places = crowd(&mut graph, bodies);
            let mut seen = HashSet::new();
            for place in &places {
                let [a, b] = graph.touched(*place).map(|side| side.0);
                assert!(place.color() < OVERFLOW, "{bodies} bodies");
                assert!(seen.insert((place.color(), a)) && seen.insert((place.color(), b)), "{place:?}");
            }
            let batches: usize = graph.colors.iter().map(Color::batch_count).sum();
            assert!(batches * LANES < 4 * places.len() + 4_000, "{batches} batches");
        }
    }

    #[test]
    fn what_is_taken_out_leaves_its_colors_free() {
        let mut graph = ConstraintGraph::default();
        let mut places = crowd(&mut graph, 100);
        for pair in 0..places.len() {
            graph.remove(places[pair]);
            // Some holes are left for the next, most are closed at once.
            if pair % 7 != 0 {
                graph.close_holes(|moved, place| places[moved as usize] = place);
            }
        }
        graph.close_holes(|_, _| unreachable!("nobody is left"));
        assert_eq!(graph.color_count(), 0);
        assert!((0..100).all(|slot| graph.degree(slot) == 0));
        assert!(graph.crowds.iter().all(|words| *words == [0; CROWD_WORDS]));
        // The first pair finds the first colour again.
        assert_eq!(crowd(&mut graph, 2)[0].color(), 0);
    }
}
