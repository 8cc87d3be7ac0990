//! The contacts of all pairs that touch: each stands in one place, in the constraint graph or detached.

use super::bodies::Bodies;
use super::config::Config;
use super::constraint::Constraint;
use super::constraint::graph::{ConstrainedPair, ConstraintGraph};
use super::pair_rules::{parts, point_reuse};
use super::pairs::{Pair, Pairs, State, is_plane};
use super::team::Team;
use crate::geometry::SignedGap;

/// Every contact, owned by its pair through the pair's state.
#[derive(Clone, Debug, Default)]
pub(super) struct Contacts {
    /// Of those that the solver holds.
    pub graph: ConstraintGraph,
    /// Of the others.
    pub(super) detached: Vec<Constraint>,
    /// Places among the detached to use again.
    pub(super) free: Vec<u32>,
}

impl Contacts {
    /// The contact of a pair, when it has one.
    #[inline]
    pub fn of(&self, pair: &Pair) -> Option<Constraint> {
        match pair.state {
            State::Apart { .. } => None,
            State::Held(place) => Some(self.graph.read(place)),
            State::Detached(place) => Some(self.detached[place as usize]),
        }
    }

    /// The normal of a pair's contact, and the least gap of its points.
    pub fn separation(&self, pair: &Pair) -> Option<SignedGap> {
        match pair.state {
            State::Apart { .. } => None,
            State::Held(place) => Some(self.graph.separation(place)),
            State::Detached(place) => {
                let contact = &self.detached[place as usize];
                let gap = contact.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
                Some(SignedGap { gap, normal: contact.normal })
            }
        }
    }

    /// Gives a pair a contact that the solver leaves alone.
    pub fn detach(&mut self, pairs: &mut Pairs, index: usize, constraint: Constraint) {
        // Detached already: it keeps its place.
        if let State::Detached(place) = pairs.slab[index].state {
            self.detached[place as usize] = constraint;
            return;
        }
        self.drop(pairs, index);
        // Places that were given up are used again before the list grows.
        let place = self.free.pop().unwrap_or_else(|| {
            self.detached.push(constraint);
            self.detached.len() as u32 - 1
        });
        self.detached[place as usize] = constraint;
        pairs.slab[index].state = State::Detached(place);
    }

    /// Gives the contact of a pair that was detached to the solver.
    pub fn hold(&mut self, pairs: &mut Pairs, bodies: &Bodies, config: &Config, index: usize) {
        let State::Detached(place) = pairs.slab[index].state else { return };
        let constraint = self.detached[place as usize];
        self.drop(pairs, index);
        self.insert(pairs, bodies, config, index, &constraint);
    }

    /// Gives a pair without a contact one that the solver holds.
    pub fn insert(
        &mut self,
        pairs: &mut Pairs,
        bodies: &Bodies,
        config: &Config,
        index: usize,
        constraint: &Constraint,
    ) {
        let pair = &mut pairs.slab[index];
        // The graph asks which part of the response is each body's own: light parts may share a colour.
        let part = parts(bodies, pair, constraint);
        let place = self.graph.insert(&ConstrainedPair { pair: index as u32, a: pair.a, b: pair.b, part }, constraint);
        self.graph.set_point_reuse(place, point_reuse(pair, bodies, config, &constraint.surface));
        pair.state = State::Held(place);
    }

    /// Gives a pair the contact that the solver holds from now on, in the place of the one that it holds where that
    /// serves.
    pub fn replace(
        &mut self,
        pairs: &mut Pairs,
        bodies: &Bodies,
        config: &Config,
        index: usize,
        constraint: &Constraint,
    ) {
        match pairs.slab[index].state {
            // A contact keeps its colour while its class of points stays.
            State::Held(place) if place.is_multi() == (constraint.count > 1) => self.graph.write(place, constraint),
            _ => {
                self.drop(pairs, index);
                self.insert(pairs, bodies, config, index, constraint);
            }
        }
    }

    /// Takes the contact of a pair away. In the graph that leaves a hole, until [they are closed](Self::close_holes).
    pub fn drop(&mut self, pairs: &mut Pairs, index: usize) {
        match pairs.slab[index].state {
            State::Apart { .. } => {}
            State::Held(place) => self.graph.remove(place),
            State::Detached(place) => self.free.push(place),
        }
        pairs.slab[index].state = State::UNKNOWN;
    }

    /// Closes the holes in the graph that contacts left which were taken away.
    pub fn close_holes(&mut self, pairs: &mut Pairs) {
        self.graph.close_holes(|pair, place| pairs.slab[pair as usize].state = State::Held(place));
    }

    /// Brings the contacts in the graph into the order of space, when too many are out of it.
    pub fn sort_in_space(&mut self, team: &Team, pairs: &mut Pairs) {
        self.graph.sort_in_space(team, |pair, place| pairs.slab[pair as usize].state = State::Held(place));
    }

    /// Takes the contact of a pair away and the pair with it.
    pub fn forget(&mut self, pairs: &mut Pairs, bodies: &mut Bodies, index: usize) {
        self.drop(pairs, index);
        pairs.remove(index, &mut bodies.first_edge);
    }

    /// Lets the next step collide a pair anew, whatever it knows of it.
    pub fn invalidate(&mut self, pairs: &mut Pairs, index: usize) {
        match &mut pairs.slab[index].state {
            // Infinite motion since the last collision exceeds every tolerance.
            State::Apart { moved, .. } => *moved = f32::INFINITY,
            State::Held(place) => self.graph.invalidate(*place),
            State::Detached(place) => self.detached[*place as usize].moved = f32::INFINITY,
        }
    }

    /// Detaches the contacts between bodies that both do not move: they cost nothing while these sleep.
    pub fn park(&mut self, pairs: &mut Pairs, bodies: &Bodies, slot: usize, parked: &mut Vec<u32>) {
        parked.clear();
        let rests = |slot: u32| is_plane(slot) || !bodies.stirs(slot as usize);
        let held = |index: &usize| {
            let pair = &pairs.slab[*index];
            matches!(pair.state, State::Held(_)) && rests(pair.a) && rests(pair.b)
        };
        // Listed first, since parking changes the states that the filter reads.
        parked.extend(pairs.of_body(bodies.first_edge[slot]).filter(held).map(|index| index as u32));
        for &index in &*parked {
            if let Some(constraint) = self.of(&pairs.slab[index as usize]) {
                self.detach(pairs, index as usize, constraint);
            }
        }
    }

    /// Wakes a body and those it fell asleep with; their contacts are the solver's again at once.
    pub fn wake(&mut self, pairs: &mut Pairs, bodies: &mut Bodies, config: &Config, slot: usize) {
        if !bodies.asleep[slot] {
            return;
        }
        // A whole island wakes at once: whoever slept before and does not now was in it.
        let slept: Vec<usize> = (0..bodies.len()).filter(|i| bodies.asleep[*i]).collect();
        bodies.wake_group(slot);
        for i in slept.into_iter().filter(|i| !bodies.asleep[*i]) {
            let parked: Vec<usize> = pairs.of_body(bodies.first_edge[i]).collect();
            for index in parked {
                // Their impulses are those they fell asleep with: a warm start, without the totals of that step.
                if let State::Detached(place) = pairs.slab[index].state {
                    self.detached[place as usize].clear_totals();
                    self.hold(pairs, bodies, config, index);
                }
            }
        }
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        self.graph.size() + size_of_val(&*self.detached) + size_of_val(&*self.free)
    }
}
