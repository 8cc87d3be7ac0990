//! Impacts: how fast two bodies closed, and how fast they parted.

use super::cast::Cast;
use super::feed::pose_of;
use super::greatest::Greatest;
use super::spread::Errors;
use super::touch::{Moves, StepContacts, TouchedPair};
use super::verdict::{Stand, StepInput};
use crate::trace::{Header, TracedMotion};
use glam::DVec3;
use std::collections::BTreeMap;

/// Slower impacts say nothing of restitution (m/s).
const IMPACT_SPEED: f64 = 0.5;

/// An impact ends in separation within this many steps.
const IMPACT_STEPS: u64 = 2;

/// A declared restitution from which on the one measured is held against it, and so many impacts that tell.
const TELLING: f64 = 0.05;
const LEAST: u64 = 5;

/// Two bodies part when they do so faster than this share of the speed at which they closed.
const PARTED: f64 = 0.05;

/// The points of an impact close at the same speed up to this share.
const UNEVEN: f64 = 0.03;

/// Flights that miss by more than this (m), and this share of their length, were no free flights.
const FLIGHT: f64 = 1e-5;
const FLIGHT_SHARE: f64 = 1e-3;

/// An impact, and how fast the two parted.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedBounce {
    /// The two bodies.
    pub pair: (usize, usize),
    /// The step in which they met.
    pub step: u64,
    /// Of the pair, by the header's rule; none where a body does not say.
    pub declared: Option<f64>,
    /// −v′/v along the normal.
    pub measured: f64,
}

/// Follows impacts until the two bodies part.
#[derive(Debug)]
pub struct BounceCheck {
    rule: String,
    gravity: DVec3,
    /// s; 0 where it is not known.
    dt: f64,
    open: BTreeMap<(usize, usize), ClaimedImpact>,
    /// Where the pairs of the step before touched (m).
    touched: BTreeMap<(usize, usize), DVec3>,
    /// Impacts that ended in separation, those that differ most from what is declared.
    pub found: Greatest<CheckedBounce>,
    /// Of those of which a restitution is declared, what was measured over it.
    ratios: Errors,
}

/// An impact that began in some step.
#[derive(Clone, Copy, Debug)]
struct ClaimedImpact {
    step: u64,
    /// Negative (m/s).
    closing: f64,
    normal: DVec3,
    /// Where the two met, where the trace says it (m).
    met: Option<[DVec3; 2]>,
}

/// A pair in one step.
struct Encounter<'a> {
    cast: &'a Cast,
    contacts: &'a StepContacts,
    moves: &'a [Option<Moves>],
    pair: (usize, usize),
    gravity: DVec3,
}

impl BounceCheck {
    /// By the rule of the header, in this gravity (m/s²); keeps so many.
    pub fn new(header: &Header, gravity: DVec3, room: usize) -> Self {
        // Without a rule in the header the greater of the two restitutions counts.
        let rule = header.restitution_rule.clone().unwrap_or_else(|| "maximum".into());
        let dt = header.dt.unwrap_or(0.0);
        Self {
            rule,
            gravity,
            dt,
            open: BTreeMap::new(),
            touched: BTreeMap::new(),
            found: Greatest::new(room),
            ratios: Errors::default(),
        }
    }

    /// Takes a step.
    pub fn take(&mut self, input: &StepInput, contacts: &StepContacts, moves: &[Option<Moves>]) {
        let (cast, gravity) = (&*input.cast, self.gravity);
        let of = |pair| Encounter { cast, contacts, moves, pair, gravity };
        for (pair, touch) in &contacts.pairs {
            // A body that meets two others at once tells nothing of either.
            let is_alone =
                |b: usize| cast.members[b].motion == TracedMotion::Static || contacts.partners.get(&b) == Some(&1);
            if self.touched.contains_key(pair) || !is_alone(pair.0) || !is_alone(pair.1) {
                continue;
            }
            // Slow meetings are left out: gravity within the step is as great as their speed, and most engines let them
            // not bounce.
            if let Some(closing) = self.closing(&of(*pair), touch, &input.found).filter(|v| *v < -IMPACT_SPEED) {
                self.open
                    .insert(*pair, ClaimedImpact { step: input.step, closing, normal: touch.normal, met: touch.found });
            }
        }
        // Impacts that are open: a bounce may need some steps, since soft contacts push over time.
        let open = std::mem::take(&mut self.open);
        for (pair, impact) in open {
            match self.parting(&of(pair), &impact, input) {
                // Parted: by a share of the closing speed, or at all once the pair has no contact.
                Some(v) if v > -PARTED * impact.closing || (v >= 0.0 && !contacts.pairs.contains_key(&pair)) => {
                    let of = |body: usize| cast.members[body].restitution;
                    let declared = of(pair.0).zip(of(pair.1)).map(|(a, b)| mixed(&self.rule, a, b));
                    let measured = -v / impact.closing;
                    // Where little is declared, the quotient of the two says nothing.
                    if let Some(e) = declared.filter(|e| *e >= TELLING) {
                        self.ratios.push((measured / e) as f32);
                    }
                    let off = declared.map_or(0.0, |declared| (declared - measured).abs());
                    self.found.push(off, CheckedBounce { pair, step: impact.step, declared, measured });
                }
                // Not parted yet: it may in the next step.
                Some(_) if input.step < impact.step + IMPACT_STEPS => drop(self.open.insert(pair, impact)),
                _ => {}
            }
        }
        // A pair that touched already meets no one anew, and one that has parted has only this point.
        self.touched = contacts.pairs.iter().map(|(pair, c)| (*pair, c.middle)).collect();
    }

    /// What was measured over what was declared, the median; none where few tell.
    pub fn ratio(&mut self) -> Option<f64> {
        (self.ratios.count >= LEAST).then(|| self.ratios.spread().median)
    }

    /// Speed along the normal when the two met (m/s), negative; none where it cannot be told.
    fn closing(&self, encounter: &Encounter, touch: &TouchedPair, before: &Stand) -> Option<f64> {
        let speed = encounter.velocity(Some(touch.middle), false)?.dot(touch.normal);
        // Points that close at different speeds bounce one after the other: no one number tells of them.
        for point in &touch.points {
            let own = encounter.velocity(Some(*point), false)?.dot(touch.normal);
            if (own - speed).abs() > UNEVEN * speed.abs() {
                return None;
            }
        }
        let pull = encounter.pull();
        // Gravity acts until the two meet: for the whole step, unless it is known where they met.
        let time = match touch.found {
            Some(met) => {
                let displacement = met[1] - met[0] - encounter.apart(before);
                flight(displacement, encounter.velocity(None, false)?, pull, self.dt)?
            }
            None => self.dt,
        };
        Some(speed + pull.dot(touch.normal) * time)
    }

    /// Speed along the normal when the two parted (m/s), as far as this step tells; none where it cannot.
    fn parting(&self, encounter: &Encounter, impact: &ClaimedImpact, input: &StepInput) -> Option<f64> {
        // A pair that has parted has no contact in this step: its point of the step before stands in.
        let touch = encounter.contacts.pairs.get(&encounter.pair).map(|c| c.middle);
        let point = touch.or(self.touched.get(&encounter.pair).copied());
        let speed = encounter.velocity(point, true)?.dot(impact.normal);
        // What gravity has done since is taken back, where it is known since when: the flight backwards in time.
        let Some(met) = impact.met.filter(|_| impact.step == input.step) else { return Some(speed) };
        let displacement = met[1] - met[0] - encounter.apart(&input.after);
        let pull = encounter.pull();
        let time = flight(displacement, -encounter.velocity(None, true)?, pull, self.dt)?;
        Some(speed - pull.dot(impact.normal) * time)
    }
}

impl Encounter<'_> {
    /// Velocity of B against A (m/s): of the points that touch at `point`, or of their middles.
    fn velocity(&self, point: Option<DVec3>, is_after: bool) -> Option<DVec3> {
        let of = |body: usize| {
            if self.cast.members[body].motion == TracedMotion::Static {
                return Some(DVec3::ZERO);
            }
            let moves = self.moves.get(body).copied().flatten()?;
            let velocity = if is_after { moves.after } else { moves.before };
            let anchor = point.zip(self.contacts.middles.get(&body)).map_or(DVec3::ZERO, |(point, m)| point - *m);
            Some(velocity.linear + velocity.spin.cross(anchor))
        };
        Some(of(self.pair.1)? - of(self.pair.0)?)
    }

    /// What gravity does to B against A (m/s²).
    fn pull(&self) -> DVec3 {
        // Only dynamic bodies fall, so of two that fall alike neither accelerates against the other.
        let falls = |body: usize| f64::from(u8::from(self.cast.members[body].motion == TracedMotion::Dynamic));
        self.gravity * (falls(self.pair.1) - falls(self.pair.0))
    }

    /// From the middle of A to that of B (m).
    fn apart(&self, stand: &Stand) -> DVec3 {
        let place = |body: usize| pose_of(stand, body).map_or(DVec3::ZERO, |p| p.position);
        place(self.pair.1) - place(self.pair.0)
    }
}

/// The time t (s) after which a body thrown with velocity v has moved by `displacement` = v t + ½ g t²; none when it has
/// not gone so freely within `longest`.
fn flight(displacement: DVec3, velocity: DVec3, pull: DVec3, longest: f64) -> Option<f64> {
    // Newton on the squared miss, along the velocity at the time.
    let mut time = displacement.dot(velocity) / velocity.length_squared().max(1e-30);
    for _ in 0..6 {
        let now = velocity + pull * time;
        let miss = displacement - velocity * time - pull * (0.5 * time * time);
        time += miss.dot(now) / now.length_squared().max(1e-30);
    }
    // A miss beyond rounding means that something else pushed in between: no time follows then.
    let miss = (displacement - velocity * time - pull * (0.5 * time * time)).length();
    let is_free = miss <= FLIGHT + FLIGHT_SHARE * displacement.length();
    (is_free && (-1e-6..=longest * (1.0 + 1e-3)).contains(&time)).then_some(time)
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
