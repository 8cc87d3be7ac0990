//! Contacts that the solver need not hold.
//!
//! The solver goes by how the points of a contact move as the step begins, along straight lines: a corner that swings
//! past a wall, or hardly grazes it, would be braked, and what bounces without loss would lose. Where nothing else holds
//! the two their paths are known, and what will touch in the step has an impact at its time.

use super::flight::{Flight, Flights};
use super::hand_over::{Handed, LEFT_OVER};
use super::predict::plane_gap;
use super::{Candidate, ImpactStage, Impacts};
use crate::math::Pose;
use crate::physics::bodies::NONE;
use crate::physics::constraint::{Constraint, Impact};
use crate::physics::pair_rules::{pose_of, shape_of};
use crate::physics::pairs::{Pair, State, is_plane};
use glam::Vec3;

/// A pair that may be let go.
#[derive(Clone, Copy, Debug)]
struct Loose {
    pair: u32,
    /// Its place among those that are handed over, or none.
    place: u32,
}

/// Scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Release {
    loose: Vec<Loose>,
    /// By slot: contacts that hold it.
    bonds: Vec<u32>,
}

impl Impacts {
    /// Takes contacts from the solver of two that bounce, that nothing else holds, and whose paths keep them apart.
    /// `handed` has what becomes of `pairs`, each beside its mark.
    pub(super) fn release(&mut self, stage: &mut ImpactStage, pairs: &[u32], handed: &mut [Handed]) {
        let Release { mut loose, mut bonds } = std::mem::take(&mut self.release);
        loose.clear();
        let slab = &stage.pairs.slab;
        // What hardly turns goes straight on, as the solver has it.
        let turning = |slot: u32| {
            let Some(velocity) = stage.bodies.velocity.get(slot as usize) else { return 0.0 };
            let spin = self.struck(slot as usize).map_or(velocity.angular, |flight| flight.spin);
            if velocity.reach == 0.0 { 0.0 } else { spin.length() * velocity.reach }
        };
        let swings = |pair: &Pair| pair.bouncy && (turning(pair.a) + turning(pair.b)) * stage.dt > pair.margin;
        // What was struck is known by its last flight, all others as they were asked about.
        for (k, (pair, handed)) in pairs.iter().zip(&*handed).enumerate() {
            if let Handed::Contact { held: true, worn_out: false, .. } = handed
                && swings(&slab[(pair >> 1) as usize])
            {
                loose.push(Loose { pair: pair >> 1, place: k as u32 });
            }
        }
        let left_over = |index: u32| pairs.binary_search(&(index << 1 | LEFT_OVER)).is_ok();
        let flies_on = |slot: u32| is_plane(slot) || self.struck(slot as usize).is_none_or(|flight| flight.hits == 0);
        for Candidate { pair: index, .. } in &self.candidates {
            let pair = &slab[*index as usize];
            let asked = matches!(pair.state, State::Held(_)) && swings(pair) && flies_on(pair.a) && flies_on(pair.b);
            if asked && !(self.exhausted() && left_over(*index)) {
                loose.push(Loose { pair: *index, place: NONE });
            }
        }
        if !loose.is_empty() {
            bonds.clear();
            bonds.extend((0..stage.bodies.len()).map(|i| stage.contacts.graph.degree(i)));
            self.find_free(stage, (pairs, handed), &mut loose, &mut bonds);
            for &Loose { pair, place, .. } in &loose {
                let index = pair as usize;
                let before = stage.contacts.of(&stage.pairs.slab[index]);
                if let Some(Handed::Contact { contact, held, .. }) = handed.get_mut(place as usize) {
                    *held = false;
                    // Shown as it was struck.
                    *contact = before.filter(|contact| contact.impact.speed > 0.0).unwrap_or(unasked(contact));
                } else if let Some(contact) = before {
                    stage.contacts.detach(stage.pairs, index, contact);
                    stage.contacts.invalidate(stage.pairs, index);
                }
            }
        }
        self.release = Release { loose, bonds };
    }

    /// Keeps those pairs that nothing else holds and whose paths keep them apart.
    fn find_free(
        &self,
        stage: &ImpactStage,
        (pairs, handed): (&[u32], &[Handed]),
        loose: &mut Vec<Loose>,
        bonds: &mut [u32],
    ) {
        let (slab, bodies) = (&stage.pairs.slab, &*stage.bodies);
        let movable = |index: u32| {
            let pair = &slab[index as usize];
            [pair.a, pair.b].into_iter().filter(|slot| !is_plane(*slot) && bodies.is_dynamic(*slot as usize))
        };
        // What holds each body when all is handed over, but for what may be let go.
        for (pair, handed) in pairs.iter().zip(handed) {
            let was_held = matches!(slab[(pair >> 1) as usize].state, State::Held(_));
            let is_held = match handed {
                Handed::Unchanged => was_held,
                Handed::Parted => false,
                Handed::Contact { held, .. } => *held,
            };
            for slot in movable(pair >> 1) {
                let bonds = &mut bonds[slot as usize];
                *bonds = *bonds + u32::from(is_held) - u32::from(was_held);
            }
        }
        for Loose { pair, .. } in &*loose {
            movable(*pair).for_each(|slot| bonds[slot as usize] -= 1);
        }
        let view = self.view(stage);
        let is_free = |bonds: &[u32], of: &Loose| movable(of.pair).all(|slot| bonds[slot as usize] == 0);
        let keep = |loose: &mut Vec<Loose>, bonds: &mut [u32], check: &dyn Fn(&[u32], &Loose) -> bool| {
            let count = loose.len();
            loose.retain(|of| {
                let goes = check(bonds, of);
                if !goes {
                    movable(of.pair).for_each(|slot| bonds[slot as usize] += 1);
                }
                goes
            });
            loose.len() < count
        };
        // Whoever is held after all holds others.
        while keep(loose, bonds, &is_free) {}
        keep(loose, bonds, &|_, of| {
            let pair = &slab[of.pair as usize];
            let normal = match handed.get(of.place as usize) {
                Some(Handed::Contact { contact, .. }) => Some(contact.normal),
                _ => stage.contacts.of(pair).map(|contact| contact.normal),
            };
            normal.is_some_and(|n| stays_apart(&view, pair, n))
        });
        while keep(loose, bonds, &is_free) {}
    }
}

/// A contact of which nothing is asked.
fn unasked(contact: &Constraint) -> Constraint {
    let mut contact = Constraint { impact: Impact::default(), ..*contact };
    contact.points.iter_mut().for_each(|point| point.rebound = 0.0);
    contact
}

/// Whether two that fall freely from where they were last struck are on either side of the plane across the normal `n` at
/// which they are near each other, half way through what is left of the step and at its end.
fn stays_apart(view: &Flights, pair: &Pair, n: Vec3) -> bool {
    let (bodies, config) = (view.bodies, view.config);
    let (start, end) = (view.time(pair.a).max(view.time(pair.b)), config.dt());
    let pose = |slot: u32, t: f32| {
        if is_plane(slot) {
            return pose_of(bodies, config, slot);
        }
        let Flight { time, acceleration, .. } = view.of(slot);
        let astray = bodies.free_acceleration(slot as usize, config) - acceleration;
        let Pose { translation, rotation } = view.sweep(slot, t).pose;
        Pose::new(translation + astray * (0.5 * (t - time) * (t - time)), rotation)
    };
    let (shape_a, shape_b) = (shape_of(bodies, pair.a), shape_of(bodies, pair.b));
    let apart = |t| plane_gap((shape_a, &pose(pair.a, t)), (shape_b, &pose(pair.b, t)), n) > 0.0;
    apart(0.5 * (start + end)) && apart(end)
}
