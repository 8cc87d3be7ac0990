//! Impacts, resolved at their time inside the step.
//!
//! Bodies that fly towards each other are taken to the moment they touch, and leave it by restitution and Coulomb's
//! friction together. So heights, angles and the order of a chain of hits come out as mechanics has them, however long
//! the step is.
//!
//! They go in slices of time, and in rounds. In each round all impacts are resolved that come before any other of their
//! two bodies and before any that one of their neighbours is heading for: nothing that happens elsewhere can still
//! reach them. So those of one round know nothing of each other, any number of threads may share them, and the order of
//! time is kept wherever it counts.
//!
//! A step has so much [work](work) for them. Of a [crowd](crowds), an island that is shaken, none is resolved at
//! its time, neither among its own nor with what comes upon it: the solver has them all, and what goes on elsewhere has
//! the work.

mod crowds;
pub(super) mod flight;
mod hand_over;
pub(super) mod impulse;
pub(super) mod predict;
mod strike;
mod work;

use super::bodies::{Bodies, NONE};
use super::broad_phase::{BroadPhase, path_bounds};
use super::config::Config;
use super::contacts::Contacts;
use super::pair_rules::{refresh, shape_of};
use super::pairs::{Pairs, State, is_plane};
use super::team::Team;
use crate::geometry::Overlap;
use crate::math::Pose;
use crowds::{CROWD, Crowds};
use flight::{Flight, Flights};
use glam::Vec3;
use predict::{Candidate, Prediction, Prospect, holds};
use strike::{Outcome, strike};

/// Impacts that a thread resolves before it takes more, struck bodies that it predicts anew, and candidates.
const IMPACTS: usize = 2;
const STRUCK: usize = 4;
const CANDIDATES: usize = 8;

/// Predictions of which a thread tells whether they are ready before it takes more.
const CHOICES: usize = 16;

/// The flights of all bodies are noted where more than one in so many may have an impact; so many by a thread.
const SEVERAL: usize = 16;
const STARTS: usize = 256;

/// Predictions are gone through again and again: of more than these only those of the next slice of time, a part
/// of the step. The longer it is, the more impacts are ready at once, for all threads to share.
const FEW: usize = 256;
const SLICE: f32 = 1.0 / 8.0;

/// Nobody heads for an impact.
const NEVER: u64 = u64::MAX;

/// Two bodies that met inside the step, and where they stood.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub slots: (u32, u32),
    pub poses: (Pose, Pose),
}

/// What impacts need of the rest of the world.
pub(super) struct ImpactStage<'a> {
    pub team: &'a Team,
    pub bodies: &'a mut Bodies,
    pub pairs: &'a mut Pairs,
    pub contacts: &'a mut Contacts,
    pub broad_phase: &'a mut BroadPhase,
    pub config: &'a Config,
    pub dt: f32,
}

/// Scratch of the impacts of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Impacts {
    /// Pairs that may touch in the step, and what came of each.
    pub candidates: Vec<Candidate>,
    answers: Vec<Option<Prediction>>,
    /// By slot: contacts that the solver has and that may not hold through the step.
    unsure: Vec<u32>,
    /// Slots that no contact bears through the step, by part of the list.
    falling: Vec<Vec<u32>>,
    /// What lies behind the present slice of time.
    predicted: Vec<Prediction>,
    /// What lies in it, and where it ends (s).
    near: Vec<Prediction>,
    horizon: f32,
    /// By slot: how each begins the step; empty where few are asked for.
    start: Vec<Flight>,
    /// By slot: which of the flights is its own.
    own: Vec<u32>,
    /// Of bodies that had impacts, and their slots, in the order of their first.
    flights: Vec<Flight>,
    pub slots: Vec<u32>,
    /// By slot: the key of the first impact that it is heading for.
    earliest: Vec<u64>,
    /// Who stands in a crowd, and what its bodies are heading for: that is left to the solver.
    crowds: Crowds,
    left_over: Vec<Prediction>,
    /// Pairs among these that the solver has already, ready to bounce.
    bounces: Vec<u32>,
    /// Which of those near are ready, and these.
    chosen: Vec<bool>,
    ready: Vec<Prediction>,
    /// What came of each, and the work that it took.
    outcomes: Vec<(Outcome, usize)>,
    /// Slots whose bounds were widened in the present round.
    widened: Vec<u32>,
    /// Slots struck in the present round, and what each is heading for then.
    struck: Vec<u32>,
    heading: Vec<(Vec<Prediction>, usize)>,
    meetings: Vec<Meeting>,
    /// What becomes of the pairs of what was struck.
    handed: hand_over::HandedPairs,
    /// Impacts resolved, and those left to the solver.
    pub count: usize,
    pub left: usize,
    /// Time-of-impact queries of pairs that were about to touch.
    queries: usize,
    round: u32,
}

impl Impacts {
    /// Forgets the last step.
    pub fn reset(&mut self, slots: usize) {
        self.candidates.clear();
        self.start.clear();
        self.predicted.clear();
        self.near.clear();
        self.crowds.reset();
        self.left_over.clear();
        self.bounces.clear();
        for slot in self.slots.drain(..) {
            self.own[slot as usize] = NONE;
        }
        self.own.resize(slots, NONE);
        self.earliest.resize(slots, NEVER);
        self.flights.clear();
        self.meetings.clear();
        (self.count, self.queries, self.round) = (0, 0, 0);
    }

    /// Whether the slot had an impact in this step.
    pub fn struck(&self, slot: usize) -> Option<&Flight> {
        let own = self.own[slot];
        (own != NONE).then(|| &self.flights[own as usize])
    }

    /// Where pairs met inside the step, in the order in which they did.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// How many impacts the slot felt in this step.
    pub fn hits(&self, slot: usize) -> u32 {
        let own = self.own.get(slot).copied().unwrap_or(NONE);
        if own == NONE { 0 } else { self.flights[own as usize].hits }
    }

    /// The slots that had impacts, with how they fly on.
    pub fn flights(&self) -> impl Iterator<Item = (usize, &Flight)> + '_ {
        self.slots.iter().map(|slot| *slot as usize).zip(&self.flights)
    }

    fn view<'a>(&'a self, stage: &'a ImpactStage) -> Flights<'a> {
        Flights::after(stage.bodies, stage.config, &self.start, (&self.own, &self.flights))
    }

    /// Lets bodies fall freely that have no contact any more, or none that will hold them through the step: else what
    /// they head for would be asked as if they were still borne.
    ///
    /// Only where that leads them further astray in the step than a pair's margin.
    pub fn let_fall(&mut self, stage: &mut ImpactStage) {
        // Contacts that were asked for are not sure to hold.
        self.unsure.clear();
        self.unsure.resize(stage.bodies.len(), 0);
        for candidate in &self.candidates {
            let pair = &stage.pairs.slab[candidate.pair as usize];
            if let State::Held(_) = pair.state {
                [pair.a, pair.b].iter().filter(|slot| !is_plane(**slot)).for_each(|i| self.unsure[*i as usize] += 1);
            }
        }
        let (bodies, graph, config) = (&*stage.bodies, &stage.contacts.graph, stage.config);
        self.falling.iter_mut().for_each(Vec::clear);
        stage.team.each_finding(&mut self.unsure, STARTS, (&mut self.falling, 0), |i, unsure, falling| {
            let borne = graph.degree(i) > *unsure;
            if bodies.free[i] || !bodies.moves(i) || !bodies.is_dynamic(i) || borne {
                return;
            }
            if is_led_astray(bodies, config, i, Flight::start(bodies, config, i).acceleration) {
                falling.push(i as u32);
            }
        });
        let asked = self.candidates.len();
        // Of those that fall all pairs are asked.
        for &slot in self.falling.iter().flatten() {
            let i = slot as usize;
            stage.bodies.free[i] = true;
            let of_body = stage.pairs.of_body(stage.bodies.first_edge[i]);
            let of_body = of_body.filter(|index| stage.pairs.slab[*index].overlap != Overlap::Deferred);
            self.candidates.extend(of_body.map(|index| Candidate { pair: index as u32, prospect: Prospect::Unseen }));
        }
        if self.candidates.len() > asked {
            // Of a pair that is listed twice the entry stays that knows more.
            self.candidates.sort_unstable_by_key(|candidate| (candidate.pair, candidate.prospect));
            self.candidates.dedup_by_key(|candidate| candidate.pair);
        }
    }

    /// Notes how all bodies begin the step, where many are asked for it again and again.
    fn note_starts(&mut self, stage: &ImpactStage) {
        if self.candidates.len() * SEVERAL >= stage.bodies.len() {
            let (bodies, config) = (&*stage.bodies, stage.config);
            self.start.resize(bodies.len(), Flight::default());
            stage.team.each(&mut self.start, STARTS, |i, start| *start = Flight::start(bodies, config, i));
        }
    }

    /// Asks all candidates when they will touch.
    fn ask(&mut self, stage: &ImpactStage) {
        let mut answers = std::mem::take(&mut self.answers);
        answers.clear();
        answers.resize(self.candidates.len(), None);
        let (view, candidates) = (self.view(stage), &self.candidates);
        stage.team.each(&mut answers, CANDIDATES, |k, answer| {
            let candidate = candidates[k];
            *answer = view.ask(candidate, &stage.pairs.slab[candidate.pair as usize]);
        });
        self.predicted.extend(answers.iter().flatten());
        self.answers = answers;
    }

    /// Resolves all that was predicted, and all that follows from it.
    pub fn resolve(&mut self, stage: &mut ImpactStage) {
        let tuning = stage.config.tuning.impacts;
        // It ends when all is resolved, or where one of the bounds is reached: of impacts, of queries, of work.
        let most = 1_000 + tuning.per_body as usize * stage.bodies.count;
        let most_queries = 64 * most;
        let mut work = work::budget(stage.bodies.count);
        self.horizon = 0.0;
        // Crowds are left to the solver; contacts that are about to bounce are taken from it.
        if self.candidates.len() > CROWD {
            self.leave_crowds(stage);
        }
        self.take_bounces(stage);
        self.note_starts(stage);
        self.ask(stage);
        while self.count < most && self.queries < most_queries {
            // The next slice of time.
            if self.near.is_empty() {
                if self.predicted.is_empty() {
                    break;
                }
                work = work.saturating_sub(self.predicted.len());
                self.open_slice(stage);
                if self.near.is_empty() {
                    break;
                }
            }
            let Some(left) = work.checked_sub(self.near.len()) else { break };
            work = left;
            // A round: what is ready is queried or takes place, and whoever was struck heads for something else.
            self.choose(stage);
            if self.ready.is_empty() {
                // All of the slice was void.
                continue;
            }
            self.queries += self.ready.len();
            self.round += 1;
            self.carry_out(stage);
            work = work.saturating_sub(self.outcomes.iter().map(|outcome| outcome.1).sum());
            self.apply(stage);
            self.widen(stage);
            self.predict_again(stage);
            work = work.saturating_sub(self.heading[..self.struck.len()].iter().map(|found| found.1).sum());
        }
        // What is left is the solver's.
        self.predicted.append(&mut self.near);
        self.predicted.append(&mut self.left_over);
        self.left = self.predicted.len() + self.bounces.len();
    }

    /// Takes the predictions of the next slice of time that has any, without those that are void.
    fn open_slice(&mut self, stage: &ImpactStage) {
        self.retain_valid(stage, |impacts| &mut impacts.predicted);
        let first = self.predicted.iter().map(|p| p.time).fold(f32::INFINITY, f32::min);
        self.horizon = if self.predicted.len() > FEW { first + SLICE * stage.dt } else { f32::INFINITY };
        let horizon = self.horizon;
        self.near.extend(self.predicted.extract_if(.., |p| p.time < horizon));
    }

    /// Leaves to the solver what bodies of crowds are heading for.
    fn leave_crowds(&mut self, stage: &ImpactStage) {
        let Self { candidates, crowds, left_over, bounces, .. } = self;
        let (bodies, pairs) = (&*stage.bodies, &*stage.pairs);
        crowds.find(candidates, bodies, pairs);
        let crowded = |candidate: &mut Candidate| {
            let pair = &pairs.slab[candidate.pair as usize];
            crowds.have([pair.a, pair.b])
        };
        // Contacts stand ready to bounce in the solver; all else is noted as left over.
        let view = Flights::at_rest(bodies, stage.config);
        for candidate in candidates.extract_if(.., crowded) {
            let pair = &pairs.slab[candidate.pair as usize];
            if candidate.is_with_solver(pair) {
                bounces.push(candidate.pair);
            } else {
                left_over.push(view.note(candidate.pair, pair, 0.0, false, 0));
            }
        }
    }

    /// Takes those contacts from the solver that are about to bounce, at their time.
    fn take_bounces(&self, stage: &mut ImpactStage) {
        for candidate in &self.candidates {
            let (index, pair) = (candidate.pair as usize, &stage.pairs.slab[candidate.pair as usize]);
            if candidate.is_with_solver(pair)
                && let Some(mut contact) = stage.contacts.of(pair)
            {
                contact.bounce_at_its_time();
                stage.contacts.detach(stage.pairs, index, contact);
            }
        }
    }

    /// Notes a prediction, in its slice, or as one that is left to the solver.
    fn note(&mut self, prediction: Prediction) {
        let list = if self.crowds.have(prediction.slots) {
            &mut self.left_over
        } else if prediction.time < self.horizon {
            &mut self.near
        } else {
            &mut self.predicted
        };
        list.push(prediction);
    }

    /// Drops what was predicted of bodies that had an impact since.
    fn retain_valid(&mut self, stage: &ImpactStage, list: fn(&mut Self) -> &mut Vec<Prediction>) {
        let mut predictions = std::mem::take(list(self));
        let flights = self.view(stage);
        predictions.retain(|p| p.hits == (flights.hits(p.slots[0]), flights.hits(p.slots[1])));
        *list(self) = predictions;
    }

    /// Takes those predictions out that are ready: the first of their two bodies, with no neighbour that
    /// may come before.
    fn choose(&mut self, stage: &ImpactStage) {
        self.retain_valid(stage, |impacts| &mut impacts.near);
        let pairs = &*stage.pairs;
        let moves = |slot: u32| !is_plane(slot) && stage.bodies.is_dynamic(slot as usize);
        // The first impact of each body.
        for p in &self.near {
            for slot in p.slots.into_iter().filter(|slot| moves(*slot)) {
                let earliest = &mut self.earliest[slot as usize];
                *earliest = p.key().min(*earliest);
            }
        }
        self.ready.clear();
        let earliest = &self.earliest;
        let is_first = |p: &Prediction| {
            p.slots.into_iter().filter(|slot| moves(*slot)).all(|slot| earliest[slot as usize] == p.key())
        };
        // Somebody near by who will be struck before may then come in between.
        let is_safe = |p: &Prediction| {
            p.slots.into_iter().filter(|slot| moves(*slot)).all(|slot| {
                pairs.of_body(stage.bodies.first_edge[slot as usize]).all(|index| {
                    let other = pairs.slab[index].other(slot);
                    !moves(other) || earliest[other as usize] >= p.key()
                })
            })
        };
        let (near, chosen) = (&mut self.near, &mut self.chosen);
        let alone = near.len() == 1;
        chosen.clear();
        chosen.resize(near.len(), false);
        stage.team.each(chosen, CHOICES, |k, chosen| *chosen = is_first(&near[k]) && (alone || is_safe(&near[k])));
        // What is ready goes out of the list, in the order of time, whichever thread found it.
        let mut chosen = chosen.iter();
        self.ready.extend(near.extract_if(.., |_| chosen.next().is_some_and(|chosen| *chosen)));
        for p in self.near.iter().chain(&self.ready) {
            for slot in p.slots.into_iter().filter(|slot| moves(*slot)) {
                self.earliest[slot as usize] = NEVER;
            }
        }
        self.ready.sort_unstable_by_key(Prediction::key);
    }

    /// Queries what is ready, or lets it take place.
    fn carry_out(&mut self, stage: &ImpactStage) {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        outcomes.resize_with(self.ready.len(), Default::default);
        let (view, ready) = (self.view(stage), &self.ready);
        stage.team.each(&mut outcomes, IMPACTS, |k, (outcome, work)| {
            let prediction = &ready[k];
            *outcome = if prediction.certain {
                strike(&view, stage, prediction, work)
            } else {
                let pair = &stage.pairs.slab[prediction.pair as usize];
                let stops = stage.config.tuning.impacts.later_toi_iterations;
                let times = (prediction.time, stage.dt);
                let found = view.advance(prediction.pair, pair, times, (prediction.queries, stops), work);
                found.map_or(Outcome::Nothing, Outcome::Later)
            };
        });
        self.outcomes = outcomes;
    }

    /// Writes down what happened, in order.
    fn apply(&mut self, stage: &mut ImpactStage) {
        self.struck.clear();
        let (ready, outcomes) = (std::mem::take(&mut self.ready), std::mem::take(&mut self.outcomes));
        for (prediction, (outcome, _)) in ready.iter().zip(&outcomes) {
            let index = prediction.pair as usize;
            match outcome {
                Outcome::Nothing => {}
                Outcome::Later(later) => self.note(*later),
                Outcome::HandOver => stage.contacts.hold(stage.pairs, stage.bodies, stage.config, index),
                Outcome::Struck(strike) => {
                    // The pair bounced: what slept wakes, and the contact leaves the solver.
                    self.count += 1;
                    let pair = &mut stage.pairs.slab[index];
                    pair.memory = strike.memory;
                    let slots = [pair.a, pair.b];
                    for slot in slots.into_iter().filter(|slot| !is_plane(*slot)) {
                        if stage.bodies.asleep[slot as usize] {
                            // Of what wakes nobody knows the flight.
                            self.start.clear();
                        }
                        stage.contacts.wake(stage.pairs, stage.bodies, stage.config, slot as usize);
                    }
                    stage.contacts.detach(stage.pairs, index, strike.contact);
                    self.meetings.push(strike.meeting);
                    // Each of the two flies on anew; who was hardly moved keeps what was predicted of it.
                    for (slot, flight) in slots.into_iter().zip(strike.flights) {
                        let Some(mut flight) = flight else { continue };
                        falls_freely(stage, slot as usize, &mut flight);
                        let own = &mut self.own[slot as usize];
                        let hits = if *own == NONE { 0 } else { self.flights[*own as usize].hits };
                        let felt = flight.hits > hits;
                        if felt {
                            flight.round = self.round;
                            self.struck.push(slot);
                        }
                        if *own == NONE {
                            *own = self.flights.len() as u32;
                            self.flights.push(flight);
                            self.slots.push(slot);
                        } else {
                            self.flights[*own as usize] = flight;
                        }
                    }
                }
            }
        }
        (self.ready, self.outcomes) = (ready, outcomes);
    }

    /// Widens the bounds of bodies whose new flight leaves them, and finds whom they now come near.
    fn widen(&mut self, stage: &mut ImpactStage) {
        self.widened.clear();
        for &slot in &self.struck {
            // Where the body may come to in what is left of the step: its path, its fall and its swing.
            let i = slot as usize;
            let flight = &self.flights[self.own[i] as usize];
            let left = stage.dt - flight.time;
            let shape = &stage.bodies.shape[i];
            let mut bounds = shape.aabb(&Pose::new(flight.origin + flight.offset, flight.rotation));
            bounds = bounds.swept(flight.velocity * left).swept(flight.acceleration * (left * left));
            let swing = flight.spin.length() * stage.bodies.velocity[i].reach * left;
            bounds = bounds.expanded(swing.min(2.0 * stage.bodies.radius[i]));
            if !stage.bodies.fat[i].contains(&bounds) {
                let wide = bounds.union(&path_bounds(stage.bodies, i, stage.config, 0.0));
                stage.broad_phase.widen(stage.bodies, stage.config, i, wide, Vec3::ZERO);
                self.widened.push(slot);
            }
        }
        if self.widened.is_empty() {
            return;
        }
        // Pairs that are new now get what follows from their bodies before anything is predicted of them.
        stage.broad_phase.find_pairs(stage.team, stage.bodies, stage.pairs, stage.config);
        for &slot in &self.widened {
            let (bodies, config) = (&*stage.bodies, stage.config);
            stage.pairs.each_of_body(bodies.first_edge[slot as usize], |pair| {
                if pair.fresh {
                    refresh(bodies, config, pair);
                }
            });
        }
    }

    /// Predicts anew what the bodies head for that were struck in this round.
    fn predict_again(&mut self, stage: &ImpactStage) {
        let mut heading = std::mem::take(&mut self.heading);
        let count = self.struck.len();
        heading.resize_with(count.max(heading.len()), Default::default);
        let (view, struck, round) = (self.view(stage), &self.struck, self.round);
        let tuning = stage.config.tuning.impacts;
        stage.team.each(&mut heading[..count], STRUCK, |k, (found, work)| {
            found.clear();
            *work = 0;
            let slot = struck[k];
            let (t, hits) = (view.time(slot), view.hits(slot));
            if hits >= tuning.most_hits {
                return;
            }
            // Of two that were struck in this round the lower slot predicts for both.
            let done = |other: u32| other < slot && view.struck(other).is_some_and(|flight| flight.round == round);
            for index in stage.pairs.of_body(stage.bodies.first_edge[slot as usize]) {
                let pair = &stage.pairs.slab[index];
                let other = pair.other(slot);
                let deferred = pair.overlap == Overlap::Deferred;
                if deferred || done(other) || view.hits(other) >= tuning.most_hits {
                    continue;
                }
                // From when both fly as they do now.
                let start = t.max(view.time(other));
                let contact = stage.contacts.of(pair);
                let held = matches!(pair.state, State::Held(_));
                let solvers = !pair.bouncy
                    && held
                    && contact.as_ref().is_some_and(|contact| {
                        // Inelastic contact that touches already is the solver's.
                        let (a, b) = (view.sweep(pair.a, start), view.sweep(pair.b, start));
                        let shapes = (shape_of(stage.bodies, pair.a), shape_of(stage.bodies, pair.b));
                        holds((shapes.0, &a), (shapes.1, &b), contact.normal, (stage.dt - start, pair.margin))
                    });
                if !solvers {
                    found.extend(view.predict(index as u32, pair, contact.as_ref(), (start, stage.dt), work));
                }
            }
        });
        heading[..count].iter().flat_map(|found| &found.0).for_each(|prediction| self.note(*prediction));
        self.heading = heading;
    }
}

/// Whether a body that falls freely ends a step elsewhere than one of this acceleration (m/s²), by more than the
/// greatest margin of its pairs.
fn is_led_astray(bodies: &Bodies, config: &Config, i: usize, acceleration: Vec3) -> bool {
    let astray = 0.5 * (bodies.free_acceleration(i, config) - acceleration).length() * config.dt() * config.dt();
    astray > (0.1 * bodies.radius[i]).min(config.tuning.speculative_margin)
}

/// Lets a body fall freely from its last impact on that has no contact left.
fn falls_freely(stage: &ImpactStage, i: usize, flight: &mut Flight) {
    let flies = stage.bodies.is_dynamic(i) && stage.contacts.graph.degree(i) == 0;
    if flies && is_led_astray(stage.bodies, stage.config, i, flight.acceleration) {
        flight.acceleration = stage.bodies.free_acceleration(i, stage.config);
    }
}
