//! What the motion says of the contacts: momentum, energy, free fall.

use super::bounce::BounceCheck;
use super::cast::Cast;
use super::greatest::Greatest;
use super::mass::inertia;
use super::touch::{AlongNormal, BodyVelocity, Moves, StepContacts};
use super::verdict::StepInput;
use crate::exact::Pose;
use crate::trace::{Convention, Header, TraceReplay, TracedMotion};
use glam::{DMat3, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::BufRead;

/// So many falls are looked at, and so few say nothing.
const FALLS: usize = 4096;
const LEAST_FALLS: usize = 8;

/// What of a change of momentum may stay unexplained: a share of all that acts.
const UNEXPLAINED: f64 = 0.02;

/// The energy may rise by this share of the greatest kinetic energy so far in one step.
const RISE: f64 = 0.01;

/// A change of momentum that the contacts do not explain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unexplained {
    /// Which body.
    pub body: usize,
    /// In which step.
    pub step: u64,
    /// What is missing (N·s).
    pub impulse: f64,
}

/// A step in which the energy grew.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rise {
    /// Which step.
    pub step: u64,
    /// By how much (J).
    pub joule: f64,
    /// Of the greatest kinetic energy so far.
    pub share: f64,
}

/// Follows velocities from step to step.
#[derive(Debug)]
pub struct MotionCheck {
    convention: Convention,
    dt: Option<f64>,
    gravity: DVec3,
    /// Impacts and how they end.
    pub bounces: BounceCheck,
    energy: Option<Energy>,
    /// The greatest kinetic energy so far (J).
    most: f64,
    /// How the bodies moved in the line read last, and in the one before.
    latest: Vec<Option<Moves>>,
    previous: Vec<Option<Moves>>,
    inertias: BTreeMap<usize, Option<DMat3>>,
    cast_size: usize,
    /// Bodies whose momentum was held against their impulses.
    pub balanced: std::collections::BTreeSet<usize>,
    /// Where that did not agree, the greatest of it.
    pub unexplained: Greatest<Unexplained>,
    /// Sums of what impulses should be and what they are said to be (N·s): their ratio tells their unit.
    pub ratio: (f64, f64),
    /// Steps in which energy grew, the greatest of them.
    pub rises: Greatest<Rise>,
    /// Accelerations of bodies that touch nothing (m/s², by the header), as many as tell.
    falls: Vec<DVec3>,
}

#[derive(Clone, Copy, Debug)]
struct Energy {
    kinetic: f64,
    whole: f64,
}

impl MotionCheck {
    /// By the header, as `convention` reads it; keeps so many of each kind.
    pub fn new(header: &Header, convention: Convention, room: usize) -> Self {
        let gravity = header.gravity.map_or(DVec3::ZERO, |g| convention.vector(g));
        Self {
            convention,
            dt: header.dt,
            gravity,
            bounces: BounceCheck::new(header, gravity, room),
            energy: None,
            most: 0.0,
            latest: Vec::new(),
            previous: Vec::new(),
            inertias: BTreeMap::new(),
            cast_size: 0,
            balanced: std::collections::BTreeSet::new(),
            unexplained: Greatest::new(room),
            ratio: (0.0, 0.0),
            rises: Greatest::new(room),
            falls: Vec::new(),
        }
    }

    /// Takes the velocities and the energy of the line that was read last.
    pub fn read<R: BufRead>(&mut self, replay: &TraceReplay<R>, cast: &Cast) {
        if self.cast_size != cast.members.len() {
            self.cast_size = cast.members.len();
            self.inertias.clear();
        }
        self.previous = std::mem::take(&mut self.latest);
        self.latest = (0..cast.members.len()).map(|body| self.moves(replay, body)).collect();
        self.sum_energy(replay, cast);
    }

    /// Takes the contacts of a step; its bodies moved as in the line read last, or in the one before.
    pub fn take(&mut self, input: &StepInput, is_latest: bool) {
        let contacts = StepContacts::new(input);
        // Taken out and put back, since each check borrows all of `self`.
        let moves = std::mem::take(if is_latest { &mut self.latest } else { &mut self.previous });
        self.fall(&contacts, &input.cast, &moves);
        self.bounces.take(input, &contacts, &moves);
        self.balance(input.step, &contacts, &input.cast, &moves);
        *(if is_latest { &mut self.latest } else { &mut self.previous }) = moves;
    }

    fn moves<R: BufRead>(&self, replay: &TraceReplay<R>, body: usize) -> Option<Moves> {
        let read = |v: &[f64; 6]| {
            let (v, w) = ([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
            BodyVelocity { linear: self.convention.vector(v), spin: self.convention.spin(w) }
        };
        let before = replay.velocities_before.get(body)?.as_ref().map(read)?;
        let after = replay.velocities.get(body)?.as_ref().map(read)?;
        Some(Moves { before, after })
    }

    /// Bodies that touch nothing tell where down is and how long a unit.
    fn fall(&mut self, contacts: &StepContacts, cast: &Cast, moves: &[Option<Moves>]) {
        let Some(dt) = self.dt else { return };
        for (body, member) in cast.members.iter().enumerate() {
            if member.motion != TracedMotion::Dynamic
                || contacts.impulses.contains_key(&body)
                || self.falls.len() >= FALLS
            {
                continue;
            }
            // A velocity that stays the same is of a body that sleeps or rests, not of one that falls.
            if let Some(moves) = moves.get(body).copied().flatten().filter(|m| m.before.linear != m.after.linear) {
                self.falls.push((moves.after.linear - moves.before.linear) / dt);
            }
        }
    }

    /// The acceleration of free fall (m/s², by the header): of each component the median, since a contact that was not
    /// given, or given for another step, makes some falls what they are not. None where too few tell.
    pub fn free_fall(&self) -> Option<DVec3> {
        if self.falls.len() < LEAST_FALLS {
            return None;
        }
        let median = |of: fn(&DVec3) -> f64| {
            let mut all: Vec<f64> = self.falls.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        Some(DVec3::new(median(|v| v.x), median(|v| v.y), median(|v| v.z)))
    }

    /// The impulses on a body and gravity against its change of momentum.
    fn balance(&mut self, step: u64, contacts: &StepContacts, cast: &Cast, moves: &[Option<Moves>]) {
        let Some(dt) = self.dt else { return };
        for (body, member) in cast.members.iter().enumerate() {
            let Some((mass, moves)) =
                member.mass.zip(moves.get(body).copied().flatten()).filter(|_| member.motion == TracedMotion::Dynamic)
            else {
                continue;
            };
            // It sleeps, or the engine did not move it: a body at rest in gravity would be missing its weight.
            if moves.before == moves.after {
                continue;
            }
            // Newton's second law over a step: m (v' - v) = J + m g dt.
            let needed = (moves.after.linear - moves.before.linear) * mass - self.gravity * (mass * dt);
            let (needed, given) = match contacts.impulses.get(&body) {
                None => (needed, DVec3::ZERO),
                Some(Some(given)) => (needed, *given),
                // Without friction what is along the normal can be told, where there is one.
                Some(None) => {
                    let Some(AlongNormal { line, sum: given }) = contacts.along.get(&body).copied().flatten() else {
                        continue;
                    };
                    (line * needed.dot(line), line * given)
                }
            };
            self.balanced.insert(body);
            // Bodies on which gravity alone acts say nothing of the unit of impulses.
            if given != DVec3::ZERO {
                self.ratio.0 += needed.length();
                self.ratio.1 += given.length();
            }
            let missing = (needed - given).length();
            // Against all that acted rather than against the sum, in which great impulses may cancel.
            let acting = contacts.sums.get(&body).copied().unwrap_or(0.0) + self.gravity.length() * mass * dt;
            if missing > UNEXPLAINED * acting + 1e-6 * mass {
                self.unexplained.push(missing, Unexplained { body, step, impulse: missing });
            }
        }
    }

    /// Kinetic and potential energy of all bodies whose masses are known.
    fn sum_energy<R: BufRead>(&mut self, replay: &TraceReplay<R>, cast: &Cast) {
        let mut energy = Energy { kinetic: 0.0, whole: 0.0 };
        for (body, member) in cast.members.iter().enumerate().filter(|(_, m)| m.motion == TracedMotion::Dynamic) {
            let Some(mass) = member.mass else { return };
            let Some((pose, v)) = replay.now[body].zip(replay.velocities[body]) else { continue };
            let pose: Pose = self.convention.pose(&pose);
            // Six numbers: velocity, then spin (rad/s).
            let (speed, spin) = (self.convention.vector([v[0], v[1], v[2]]), self.convention.spin([v[3], v[4], v[5]]));
            let inertia = *self.inertias.entry(body).or_insert_with(|| inertia(member, mass));
            // The tensor is in the body's own axes, so spin is turned into them: no tensor is turned for each body and
            // step.
            let local = pose.local_direction(spin);
            let turning = inertia.map_or(0.0, |i| local.dot(i * local));
            let kinetic = 0.5 * (mass * speed.length_squared() + turning);
            energy.kinetic += kinetic;
            // Potential energy is measured from the origin; only its changes count.
            energy.whole += kinetic - mass * self.gravity.dot(pose.position);
        }
        if let Some(before) = self.energy {
            let joule = energy.whole - before.whole;
            self.most = self.most.max(before.kinetic);
            let share = joule / self.most.max(1e-9);
            // What is driven from outside, and what is new or gone, is no fault of contacts.
            let is_driven = cast.members.iter().any(|m| m.motion == TracedMotion::Kinematic);
            if share > RISE && joule > 1e-4 && !is_driven {
                self.rises.push(joule, Rise { step: replay.step.step, joule, share });
            }
        }
        self.energy = Some(energy);
    }
}
