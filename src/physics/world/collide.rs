//! The stage that collides what is near each other.

use super::super::bodies::Bodies;
use super::super::config::Config;
use super::super::constraint::Constraint;
use super::super::constraint::batch::{Batch, LastMotion, Reused};
use super::super::constraint::share::each_batch_finding;
use super::super::contacts::Contacts;
use super::super::impact::predict::Candidate;
use super::super::narrow_phase::{Detection, Detector, is_settled};
use super::super::overlaps::OverlapScratch;
use super::super::pair_rules::{point_reuse, refresh, surface_of};
use super::super::pairs::{Pair, State, is_plane};
use super::super::team::Parts;
use super::World;

/// Pairs that a thread looks at before it takes more: most do not touch, and are done with in some nanoseconds.
const PAIRS: usize = 256;

/// Batches of contacts that a thread updates before it takes more.
const BATCHES: usize = 4;

/// What a look at a part of the pairs came to.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// What became of pairs. Many have parted, which takes little room: contacts stand in a list of their own.
    detections: Vec<(u32, Detection<u32>)>,
    constraints: Vec<Constraint>,
    candidates: Vec<Candidate>,
    /// Pairs that touch and whose surfaces have changed.
    fresh: Vec<u32>,
}

impl Findings {
    /// Notes what became of a pair.
    fn push(&mut self, index: u32, detection: Detection) {
        let detection = match detection {
            Detection::Gone => Detection::Gone,
            Detection::Apart(clearance) => Detection::Apart(clearance),
            Detection::Touching { constraint, held } => {
                self.constraints.push(constraint);
                Detection::Touching { constraint: self.constraints.len() as u32 - 1, held }
            }
        };
        self.detections.push((index, detection));
    }

    fn clear(&mut self) {
        self.detections.clear();
        self.constraints.clear();
        self.candidates.clear();
        self.fresh.clear();
    }
}

/// Scratch of the stage.
#[derive(Debug, Default)]
pub(super) struct CollideScratch {
    findings: Vec<Findings>,
    awake: Vec<bool>,
    woken: Vec<u32>,
    overlaps: OverlapScratch,
}

impl Clone for CollideScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl World {
    /// Collides every pair with a moving body that may have come to touch, drops pairs that are far apart, and lists
    /// those that may be heading for an impact.
    pub(super) fn collide(&mut self) {
        // Who takes part is fixed at the start, so that threads agree on it while others are woken.
        let mut scratch = std::mem::take(&mut self.collide_scratch);
        self.impacts.reset(self.bodies.len());
        self.contacts.graph.resize(self.bodies.len());
        scratch.awake.clear();
        scratch.awake.extend((0..self.bodies.len()).map(|i| self.bodies.stirs(i)));
        let falling = falling(&self.bodies, &self.config);
        self.stats.overlaps_left = scratch.overlaps.rate(&self.bodies, &self.contacts, &mut self.pairs);
        self.collide_pairs(&mut scratch, falling);
        // Whoever is woken has neighbours that were taken to rest.
        while self.find_woken(&mut scratch) {
            self.collide_woken(&mut scratch, falling);
        }
        self.collide_scratch = scratch;
    }

    /// Looks at all pairs, and writes down what they came to.
    fn collide_pairs(&mut self, scratch: &mut CollideScratch, falling: f32) {
        let CollideScratch { findings, awake, .. } = scratch;
        findings.iter_mut().for_each(Findings::clear);
        let (bodies, config, dt) = (&self.bodies, &self.config, self.config.dt());
        let detector = Detector { bodies, config, dt, awake, falling };
        // Pairs that the solver does not hold.
        let contacts = &self.contacts;
        let end = self.team.each_finding(&mut self.pairs.slab, PAIRS, (findings, 0), |index, pair, found| {
            if !pair.alive {
                return;
            }
            if pair.fresh {
                refresh(bodies, config, pair);
                if pair.touches() {
                    found.fresh.push(index as u32);
                }
            }
            // Most pairs end here: asleep, or known to be apart by what they have moved since.
            let moves = detector.moves(pair.a) || detector.moves(pair.b);
            if matches!(pair.state, State::Held(_)) || !moves || is_settled(&detector, pair) {
                return;
            }
            collide_pair(&detector, index as u32, pair, contacts, found);
        });
        // Those that it holds: most manifolds are reused, eight at a time.
        let motion = LastMotion {
            velocities: &bodies.velocity,
            displacements: &bodies.displacement,
            positions: &bodies.position,
            rotations: &bodies.rotation,
            falling,
            pull: falling / dt,
            normals: config.normals,
        };
        let slab = Parts::new(&mut self.pairs.slab);
        let looks = (&detector, &motion);
        each_batch_finding(
            &self.team,
            &mut self.contacts.graph.colors,
            BATCHES,
            (findings, end),
            |batch, found| reuse_batch(looks, batch, &slab, found),
            |batch, found| reuse_batch(looks, batch, &slab, found),
        );
        self.write_down(findings);
    }

    /// Applies what was found, in its order.
    fn write_down(&mut self, findings: &[Findings]) {
        // In the order of pairs and batches, which no thread has a say in.
        for index in findings.iter().flat_map(|found| &found.fresh) {
            self.renew_surface(*index as usize);
        }
        for found in findings {
            for (index, detection) in &found.detections {
                self.apply_detection(*index as usize, detection, &found.constraints);
            }
        }
        self.impacts.candidates.extend(findings.iter().flat_map(|found| &found.candidates));
    }

    /// Gives a contact the surface that its two bodies have now.
    fn renew_surface(&mut self, index: usize) {
        let pair = self.pairs.slab[index];
        let Some(mut constraint) = self.contacts.of(&pair) else { return };
        constraint.surface = surface_of(&self.bodies, &self.config, pair.a, pair.b);
        match pair.state {
            State::Held(place) => {
                self.contacts.graph.write(place, &constraint);
                self.contacts
                    .graph
                    .set_point_reuse(place, point_reuse(&pair, &self.bodies, &self.config, &constraint.surface));
            }
            _ => self.contacts.detach(&mut self.pairs, index, constraint),
        }
    }

    fn apply_detection(&mut self, index: usize, detection: &Detection<u32>, constraints: &[Constraint]) {
        let Self { bodies, pairs, contacts, config, .. } = self;
        match detection {
            Detection::Gone => contacts.forget(pairs, bodies, index),
            Detection::Apart(clearance) => {
                contacts.drop(pairs, index);
                pairs.slab[index].state = State::Apart { clearance: *clearance, moved: 0.0 };
            }
            Detection::Touching { constraint, held: false } => {
                contacts.detach(pairs, index, constraints[*constraint as usize]);
            }
            Detection::Touching { constraint, held: true } => {
                contacts.drop(pairs, index);
                contacts.insert(pairs, bodies, config, index, &constraints[*constraint as usize]);
                // Whoever touches a sleeper wakes it.
                for slot in [pairs.slab[index].a, pairs.slab[index].b] {
                    if !is_plane(slot) {
                        bodies.wake_group(slot as usize);
                    }
                }
            }
        }
    }

    /// Lists the bodies that were woken since the last look; whether there are any.
    fn find_woken(&mut self, scratch: &mut CollideScratch) -> bool {
        let CollideScratch { awake, woken, .. } = scratch;
        woken.clear();
        let now_awake = |i: &usize| self.bodies.stirs(*i) && !awake[*i];
        if awake.len() == self.bodies.len() {
            woken.extend((0..awake.len()).filter(now_awake).map(|i| i as u32));
        }
        !woken.is_empty()
    }

    /// Looks at the pairs of woken bodies that were taken to rest.
    fn collide_woken(&mut self, scratch: &mut CollideScratch, falling: f32) {
        let CollideScratch { findings, awake, woken, .. } = scratch;
        if findings.is_empty() {
            findings.push(Findings::default());
        }
        // Few wake at a time: one thread will do.
        let found = &mut findings[0];
        found.clear();
        let mut rested: Vec<u32> = vec![];
        for slot in &*woken {
            let resting = |index: &usize| {
                let pair = &self.pairs.slab[*index];
                let moved = |slot: u32| awake.get(slot as usize).is_some_and(|awake| *awake);
                !moved(pair.a) && !moved(pair.b)
            };
            let of_body = self.pairs.of_body(self.bodies.first_edge[*slot as usize]);
            rested.extend(of_body.filter(resting).map(|index| index as u32));
        }
        // Two woken bodies share a pair: each once, in order.
        rested.sort_unstable();
        rested.dedup();
        // From here on they are awake to the looks that follow.
        woken.iter().for_each(|slot| awake[*slot as usize] = true);
        let (bodies, config, dt) = (&self.bodies, &self.config, self.config.dt());
        let detector = Detector { bodies, config, dt, awake, falling };
        for index in rested {
            let pair = &mut self.pairs.slab[index as usize];
            if pair.fresh {
                refresh(bodies, config, pair);
            }
            if !is_settled(&detector, pair) {
                collide_pair(&detector, index, pair, &self.contacts, found);
            }
        }
        self.write_down(&findings[..1]);
    }
}

/// Collides a pair that the solver does not hold; what concerns nobody else is written down at once.
fn collide_pair(detector: &Detector, index: u32, pair: &mut Pair, contacts: &Contacts, found: &mut Findings) {
    let detection = detector.examine(index, pair, |pair| contacts.of(pair), &mut found.candidates);
    match (detection, &mut pair.state) {
        (Detection::Apart(clearance), state @ State::Apart { .. }) => *state = State::Apart { clearance, moved: 0.0 },
        (detection, _) => found.push(index, detection),
    }
}

/// Reuses eight manifolds, and collides those anew that must be.
fn reuse_batch<const N: usize>(
    (detector, motion): (&Detector, &LastMotion),
    batch: &mut Batch<N>,
    slab: &Parts<Pair>,
    found: &mut Findings,
) {
    let Reused { mut anew, mut fast } = batch.reuse(motion);
    // Kept manifolds of pairs that come fast: they may have an impact in this step.
    while fast != 0 {
        let lane = fast.trailing_zeros() as usize;
        fast &= fast - 1;
        let (index, mut contact) = (batch.pair[lane], batch.read(lane));
        let bounces = slab.with(index as usize..index as usize + 1, |pair| {
            detector.examine_found(index, &pair[0], &contact, &mut found.candidates)
        });
        if bounces {
            leave_bounce(detector, batch, lane, &mut contact);
        }
    }
    // Those that moved too far to be kept.
    while anew != 0 {
        let lane = anew.trailing_zeros() as usize;
        anew &= anew - 1;
        let index = batch.pair[lane] as usize;
        if index >= slab.len() {
            // An empty lane has nothing to move.
            continue;
        }
        slab.with(index..index + 1, |pair| {
            let before = |_: &Pair| Some(batch.read(lane));
            let detection = detector.examine(index as u32, &mut pair[0], before, &mut found.candidates);
            match detection {
                // The same place serves: a contact keeps its colour while its class of points stays.
                Detection::Touching { mut constraint, held } if (constraint.count > 1) == (N > 1) => {
                    if held {
                        batch.write(lane, &constraint);
                    } else {
                        leave_bounce(detector, batch, lane, &mut constraint);
                    }
                }
                detection => found.push(index as u32, detection),
            }
        });
    }
}

/// Leaves a contact that is about to bounce to the solver, unless an impact at its time is to take it.
fn leave_bounce<const N: usize>(detector: &Detector, batch: &mut Batch<N>, lane: usize, contact: &mut Constraint) {
    let [a, b] = [batch.a[lane], batch.b[lane]].map(|slot| detector.motion(slot));
    contact.bounce_by_solver(&contact.parting_speeds(a, b));
    batch.write(lane, contact);
}

/// The greatest speed that forces add to a body in a step (m/s).
pub(super) fn falling(bodies: &Bodies, config: &Config) -> f32 {
    let strongest = bodies.slots().map(|i| bodies.force_acceleration[i].length_squared()).fold(0.0, f32::max);
    (config.gravity.length() + strongest.sqrt()) * config.dt()
}
