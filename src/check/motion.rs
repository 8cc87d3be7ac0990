//! What the motion says of the contacts: bounces, impulses, energy.

use super::cast::Cast;
use super::mass::inertia;
use super::verdict::StepInput;
use crate::exact::Pose;
use crate::trace::{Convention, Header, Motion, Replay};
use glam::{DMat3, DVec3};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::BufRead;

/// Slower impacts say nothing of restitution (m/s).
const IMPACT_SPEED: f64 = 0.5;

/// An impact ends in separation within this many steps.
const IMPACT_STEPS: u64 = 2;

/// What of a change of momentum may stay unexplained: a share of all that acts.
const UNEXPLAINED: f64 = 0.02;

/// An energy may rise by this share of the kinetic energy in one step.
const RISE: f64 = 0.01;

/// An impact, and how fast the two parted.
#[derive(Clone, Debug, PartialEq)]
pub struct Bounce {
    /// The two bodies.
    pub pair: (usize, usize),
    /// The step in which they met.
    pub step: u64,
    /// Of the pair, by the header's rule; none where a body does not say.
    pub declared: Option<f64>,
    /// −v′/v along the normal.
    pub measured: f64,
}

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
    /// Of the kinetic energy before.
    pub share: f64,
}

/// Follows velocities from step to step.
#[derive(Debug)]
pub struct MotionCheck {
    convention: Convention,
    dt: Option<f64>,
    gravity: DVec3,
    rule: String,
    /// Impacts that have not ended yet, with the closing speed and the step they began in.
    impacts: BTreeMap<(usize, usize), (u64, f64, DVec3)>,
    /// The pairs that touched in the step before.
    touched: BTreeMap<(usize, usize), DVec3>,
    energy: Option<Energy>,
    /// How the bodies moved in the line read last, and in the one before.
    latest: Vec<Option<Moves>>,
    previous: Vec<Option<Moves>>,
    inertias: BTreeMap<usize, Option<DMat3>>,
    cast_size: usize,
    /// All impacts that ended in separation.
    pub bounces: Vec<Bounce>,
    /// Bodies whose momentum was held against their impulses.
    pub balanced: std::collections::BTreeSet<usize>,
    /// Where that did not agree.
    pub unexplained: Vec<Unexplained>,
    /// Sums of what impulses should be and what they are said to be (N·s): their ratio tells their unit.
    pub ratio: (f64, f64),
    /// Steps in which energy grew.
    pub rises: Vec<Rise>,
    /// Sum and count of the accelerations of bodies that touch nothing (m/s², by the header).
    pub free_fall: (DVec3, u64),
}

#[derive(Clone, Copy, Debug)]
struct Energy {
    kinetic: f64,
    whole: f64,
}

/// The velocities of a body before and after a step (m/s, rad/s), world axes.
#[derive(Clone, Copy, Debug)]
struct Moves {
    before: (DVec3, DVec3),
    after: (DVec3, DVec3),
}

impl MotionCheck {
    /// By the header, as `convention` reads it.
    pub fn new(header: &Header, convention: Convention) -> Self {
        let gravity = header.gravity.map_or(DVec3::ZERO, |g| convention.vector(g));
        Self {
            convention,
            dt: header.dt,
            gravity,
            rule: header.restitution_rule.clone().unwrap_or_else(|| "maximum".into()),
            impacts: BTreeMap::new(),
            touched: BTreeMap::new(),
            energy: None,
            latest: Vec::new(),
            previous: Vec::new(),
            inertias: BTreeMap::new(),
            cast_size: 0,
            bounces: Vec::new(),
            balanced: std::collections::BTreeSet::new(),
            unexplained: Vec::new(),
            ratio: (0.0, 0.0),
            rises: Vec::new(),
            free_fall: (DVec3::ZERO, 0),
        }
    }

    /// Takes the velocities and the energy of the line that was read last.
    pub fn read<R: BufRead>(&mut self, replay: &Replay<R>, cast: &Cast) {
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
        let contacts = Contacts::new(input);
        let moves = std::mem::take(if is_latest { &mut self.latest } else { &mut self.previous });
        self.fall(&contacts, &input.cast, &moves);
        self.bounce(input.step, &contacts, &input.cast, &moves);
        self.balance(input.step, &contacts, &input.cast, &moves);
        *(if is_latest { &mut self.latest } else { &mut self.previous }) = moves;
    }

    fn moves<R: BufRead>(&self, replay: &Replay<R>, body: usize) -> Option<Moves> {
        let read = |v: &[f64; 6]| {
            let (v, w) = ([v[0], v[1], v[2]], [v[3], v[4], v[5]]);
            (self.convention.vector(v), self.convention.spin(w))
        };
        let before = replay.velocities_before.get(body)?.as_ref().map(read)?;
        let after = replay.velocities.get(body)?.as_ref().map(read)?;
        Some(Moves { before, after })
    }

    /// Bodies that touch nothing tell where down is and how long a unit.
    fn fall(&mut self, contacts: &Contacts, cast: &Cast, moves: &[Option<Moves>]) {
        let Some(dt) = self.dt else { return };
        for (body, member) in cast.members.iter().enumerate() {
            if member.motion != Motion::Dynamic || contacts.impulses.contains_key(&body) {
                continue;
            }
            if let Some(moves) = moves.get(body).copied().flatten().filter(|m| m.before.0 != m.after.0) {
                self.free_fall.0 += (moves.after.0 - moves.before.0) / dt;
                self.free_fall.1 += 1;
            }
        }
    }

    /// Impacts: how fast the two closed, and how fast they parted.
    fn bounce(&mut self, step: u64, contacts: &Contacts, cast: &Cast, moves: &[Option<Moves>]) {
        let speed = |pair: &(usize, usize), point: DVec3, normal: DVec3, is_after: bool, pull: DVec3| {
            let of = |body: usize| {
                let member = &cast.members[body];
                if member.motion == Motion::Static {
                    return Some(DVec3::ZERO);
                }
                let moves = moves.get(body).copied().flatten()?;
                let (v, w) = if is_after { moves.after } else { moves.before };
                let pulled = if member.motion == Motion::Dynamic { pull } else { DVec3::ZERO };
                let arm = contacts.middles.get(&body).map_or(DVec3::ZERO, |m| point - *m);
                Some(v + pulled + w.cross(arm))
            };
            Some((of(pair.1)? - of(pair.0)?).dot(normal))
        };
        let pull = self.gravity * self.dt.unwrap_or(0.0);
        for (pair, (point, normal)) in &contacts.pairs {
            // A body that meets two others at once tells nothing of either.
            let is_alone = |b: usize| cast.members[b].motion == Motion::Static || contacts.partners.get(&b) == Some(&1);
            if self.touched.contains_key(pair) || !is_alone(pair.0) || !is_alone(pair.1) {
                continue;
            }
            let closing = speed(pair, *point, *normal, false, pull);
            if let Some(closing) = closing.filter(|v| *v < -IMPACT_SPEED) {
                self.impacts.insert(*pair, (step, closing, *normal));
            }
        }
        let (mut ended, mut given_up) = (Vec::new(), Vec::new());
        for (pair, (began, closing, normal)) in &self.impacts {
            let point = contacts.pairs.get(pair).map(|c| c.0).or(self.touched.get(pair).copied()).unwrap_or_default();
            let parting = speed(pair, point, *normal, true, DVec3::ZERO);
            match parting {
                Some(v) if v > -0.05 * closing || (v >= 0.0 && !contacts.pairs.contains_key(pair)) => {
                    ended.push((*pair, *began, -v / closing));
                }
                _ if step >= began + IMPACT_STEPS => given_up.push(*pair),
                _ => {}
            }
        }
        for (pair, began, measured) in ended {
            self.impacts.remove(&pair);
            let of = |body: usize| cast.members[body].restitution;
            let declared = of(pair.0).zip(of(pair.1)).map(|(a, b)| mixed(&self.rule, a, b));
            self.bounces.push(Bounce { pair, step: began, declared, measured });
        }
        self.impacts.retain(|pair, _| !given_up.contains(pair));
        self.touched = contacts.pairs.iter().map(|(pair, c)| (*pair, c.0)).collect();
    }

    /// The impulses on a body and gravity against its change of momentum.
    fn balance(&mut self, step: u64, contacts: &Contacts, cast: &Cast, moves: &[Option<Moves>]) {
        let Some(dt) = self.dt else { return };
        for (body, member) in cast.members.iter().enumerate() {
            let Some((mass, moves)) =
                member.mass.zip(moves.get(body).copied().flatten()).filter(|_| member.motion == Motion::Dynamic)
            else {
                continue;
            };
            let given = contacts.impulses.get(&body).copied().unwrap_or(Some(DVec3::ZERO));
            let Some(given) = given.filter(|_| moves.before != moves.after) else { continue };
            self.balanced.insert(body);
            let needed = (moves.after.0 - moves.before.0) * mass - self.gravity * (mass * dt);
            if given != DVec3::ZERO {
                self.ratio.0 += needed.length();
                self.ratio.1 += given.length();
            }
            let missing = (needed - given).length();
            let acting = contacts.sums.get(&body).copied().unwrap_or(0.0) + self.gravity.length() * mass * dt;
            if missing > UNEXPLAINED * acting + 1e-6 * mass {
                self.unexplained.push(Unexplained { body, step, impulse: missing });
            }
        }
    }

    /// Kinetic and potential energy of all bodies whose masses are known.
    fn sum_energy<R: BufRead>(&mut self, replay: &Replay<R>, cast: &Cast) {
        let mut energy = Energy { kinetic: 0.0, whole: 0.0 };
        for (body, member) in cast.members.iter().enumerate().filter(|(_, m)| m.motion == Motion::Dynamic) {
            let Some(mass) = member.mass else { return };
            let Some((pose, v)) = replay.now[body].zip(replay.velocities[body]) else { continue };
            let pose: Pose = self.convention.pose(&pose);
            let (speed, spin) = (self.convention.vector([v[0], v[1], v[2]]), self.convention.spin([v[3], v[4], v[5]]));
            let inertia = *self.inertias.entry(body).or_insert_with(|| inertia(member, mass));
            let local = pose.local_direction(spin);
            let turning = inertia.map_or(0.0, |i| local.dot(i * local));
            let kinetic = 0.5 * (mass * speed.length_squared() + turning);
            energy.kinetic += kinetic;
            energy.whole += kinetic - mass * self.gravity.dot(pose.position);
        }
        if let Some(before) = self.energy {
            let joule = energy.whole - before.whole;
            let share = joule / before.kinetic.max(1e-9);
            // What is driven from outside, and what is new or gone, is no fault of contacts.
            let is_driven = cast.members.iter().any(|m| m.motion == Motion::Kinematic);
            if share > RISE && joule > 1e-4 && !is_driven {
                self.rises.push(Rise { step: replay.step.step, joule, share });
            }
        }
        self.energy = Some(energy);
    }
}

/// The contacts of a step, summed up by pairs and by bodies.
#[derive(Debug, Default)]
pub struct Contacts {
    /// For each pair, lower index first as A: the middle of its points and the normal from A to B.
    pub pairs: BTreeMap<(usize, usize), (DVec3, DVec3)>,
    /// How many others a body touches.
    pub partners: BTreeMap<usize, usize>,
    /// The impulses on a body together (N·s); none where some are not given.
    pub impulses: BTreeMap<usize, Option<DVec3>>,
    /// The lengths of the impulses on a body together (N·s).
    pub sums: BTreeMap<usize, f64>,
    /// Where the bodies that touch stood (m).
    pub middles: BTreeMap<usize, DVec3>,
}

impl Contacts {
    /// Of one step.
    pub fn new(input: &StepInput) -> Self {
        let mut contacts = Self::default();
        for claim in &input.claims {
            let (a, b, normal) =
                if claim.a < claim.b { (claim.a, claim.b, claim.normal) } else { (claim.b, claim.a, -claim.normal) };
            let middle = claim.points.iter().map(|p| p.place).sum::<DVec3>() / claim.points.len().max(1) as f64;
            if contacts.pairs.insert((a, b), (middle, normal)).is_none() {
                for body in [a, b] {
                    *contacts.partners.entry(body).or_default() += 1;
                }
            }
            let given = claim.points.iter().map(|p| {
                let along = p.normal_impulse.map(|j| claim.normal * j);
                Some(along? + p.friction?)
            });
            let given: Vec<Option<DVec3>> = given.collect();
            let whole: Option<DVec3> = given.iter().copied().sum();
            for (body, sign) in [(claim.b, 1.0), (claim.a, -1.0)] {
                let sum = contacts.impulses.entry(body).or_insert(Some(DVec3::ZERO));
                *sum = sum.zip(whole).map(|(sum, j)| sum + j * sign);
                *contacts.sums.entry(body).or_default() += given.iter().flatten().map(|j| j.length()).sum::<f64>();
                if let Some(pose) = super::feed::pose_of(&input.found, body) {
                    contacts.middles.insert(body, pose.position);
                }
            }
        }
        contacts
    }
}

/// The restitution of a pair, by the names of rules that scene files use.
fn mixed(rule: &str, a: f64, b: f64) -> f64 {
    match rule {
        "multiply" => a * b,
        "average" => 0.5 * (a + b),
        "minimum" => a.min(b),
        "geometric_mean" => (a * b).sqrt(),
        _ => a.max(b),
    }
}
