//! Two traces of the same bodies: which of them part, where and when.

use crate::condition::significant;
use crate::exact::Pose;
use crate::trace::{Convention, Id, PosesWhen, TraceBody, TraceContact, TraceFault, TraceReplay, TracedMotion};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::BufRead;

/// Bodies and names that are listed; the rest is counted.
const LISTED: usize = 20;

/// Steps compared between two messages.
const TOLD: u64 = 64;

/// Where two traces part.
#[derive(Clone, Debug, Serialize)]
pub struct Diff {
    /// Bodies that are nearer than this (m, and rad of a turn) count as together.
    pub tolerance: f64,
    /// The first trace.
    pub a: PartingSide,
    /// The second trace.
    pub b: PartingSide,
    /// Steps that both have.
    pub steps: u64,
    /// Bodies that both have.
    pub bodies: usize,
    /// The first body that parts: of several in one step, the one that is furthest apart.
    pub first: Option<Parting>,
    /// Bodies that part, the earliest first; not all where they are many.
    pub parted: Vec<Apart>,
    /// How many part.
    pub parted_count: usize,
    /// What the two declare differently of the same body; not all where that is much.
    pub declared: Vec<Declared>,
    /// How often they do.
    pub declared_count: usize,
    /// Contacts of one that the other does not have.
    pub contacts: ContactDiff,
    /// What makes a comparison doubtful.
    pub notes: Vec<String>,
}

/// One of the two.
#[derive(Clone, Debug, Serialize)]
pub struct PartingSide {
    /// What its file is called.
    pub file: String,
    /// Name and version of its engine; may be empty.
    pub engine: String,
    /// Steps that it has.
    pub steps: u64,
    /// Steps that the other does not have.
    pub only_here: u64,
    /// Bodies that the other does not have; not all where they are many.
    pub missing_there: Vec<Id>,
    /// How many those are.
    pub missing_there_count: usize,
}

/// How far a body is apart at one step.
#[derive(Clone, Debug, Serialize)]
pub struct Parting {
    /// The engines' number of the step.
    pub step: u64,
    /// Its name in the first trace.
    pub body: Id,
    /// Distance of the two places (m).
    pub metres: f64,
    /// Angle between the two poses (degrees, 0 … 180).
    pub degrees: f64,
}

/// A body that parts.
#[derive(Clone, Debug, Serialize)]
pub struct Apart {
    /// Its name in the first trace.
    pub body: Id,
    /// The first step at which it is apart.
    pub step: u64,
    /// How far it is then (m).
    pub metres: f64,
    /// How far it is turned then (degrees).
    pub degrees: f64,
    /// How far it is apart at most (m).
    pub most_metres: f64,
    /// The step at which it is.
    pub most_metres_step: u64,
    /// How far it is turned at most (degrees).
    pub most_degrees: f64,
}

/// What the two declare differently of a body.
#[derive(Clone, Debug, Serialize)]
pub struct Declared {
    /// Its name in the first trace.
    pub body: Id,
    /// Motion, shape, mass, restitution or friction.
    pub what: &'static str,
}

/// Pairs that overlap by more than the tolerance in one trace and are no contact of the other, while both
/// have the step.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ContactDiff {
    /// Contacts of the first alone.
    pub only_a: u64,
    /// Contacts of the second alone.
    pub only_b: u64,
    /// The first of them all.
    pub first: Option<OneSided>,
}

/// An overlap that one of the two alone has a contact for.
#[derive(Clone, Debug, Serialize)]
pub struct OneSided {
    /// The engines' number of the step.
    pub step: u64,
    /// The first body of the contact.
    pub a: Id,
    /// The second body.
    pub b: Id,
    /// Which trace has it: `a` or `b`.
    #[serde(rename = "in")]
    pub side: &'static str,
    /// How deep the bodies overlap, as that engine says it (mm).
    pub depth_mm: f64,
}

impl Diff {
    /// Whether nothing was found.
    pub fn is_same(&self) -> bool {
        let alone = |side: &PartingSide| side.only_here > 0 || side.missing_there_count > 0;
        self.first.is_none()
            && !alone(&self.a)
            && !alone(&self.b)
            && self.contacts.first.is_none()
            && self.declared_count == 0
    }
}

/// Which of the two traces a fault was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfTwo {
    /// The first.
    A,
    /// The second.
    B,
}

/// Compares two traces of what their engines declare to be the same bodies, step by step, joined by the steps' numbers.
///
/// Each is given with what its file is called. `watch` is told how many steps both had so far; none comes back where it
/// wants no more. The error is a line of one of the two that cannot be read.
pub fn compare<A: BufRead, B: BufRead>(
    a: (TraceReplay<A>, &str),
    b: (TraceReplay<B>, &str),
    tolerance: f64,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<Option<Diff>, (OfTwo, TraceFault)> {
    let (mut left, mut right) = (SteppedTrace::new(a.0), SteppedTrace::new(b.0));
    let mut pairs = PartingPairs::default();
    let mut seen = (0, 0);
    let mut found = Comparison { tolerance, ..Comparison::default() };
    let in_a = |fault| (OfTwo::A, fault);
    let in_b = |fault| (OfTwo::B, fault);
    let (mut one, mut other) = (left.next().map_err(in_a)?, right.next().map_err(in_b)?);
    // Steps are joined by number: what only one of them has is counted.
    while let (Some(here), Some(there)) = (&one, &other) {
        match here.step.cmp(&there.step) {
            std::cmp::Ordering::Less => {
                left.only_here += 1;
                one = left.next().map_err(in_a)?;
            }
            std::cmp::Ordering::Greater => {
                right.only_here += 1;
                other = right.next().map_err(in_b)?;
            }
            std::cmp::Ordering::Equal => {
                pairs.join(&left.replay, &right.replay);
                // Declarations are compared when the cast of either changed, not in each step.
                if seen != (left.replay.cast, right.replay.cast) {
                    seen = (left.replay.cast, right.replay.cast);
                    pairs.tell_apart(&left.replay, &right.replay);
                }
                found.look((here, &left), (there, &right), &pairs);
                // Whoever watches sees how far it has come and may stop it; every few steps is often enough.
                if found.steps.is_multiple_of(TOLD) && !watch(found.steps) {
                    return Ok(None);
                }
                (one, other) = (left.next().map_err(in_a)?, right.next().map_err(in_b)?);
            }
        }
    }
    // What is left of the longer one.
    while one.is_some() {
        left.only_here += 1;
        one = left.next().map_err(in_a)?;
    }
    while other.is_some() {
        right.only_here += 1;
        other = right.next().map_err(in_b)?;
    }
    // Bodies declared after the last common step are joined as well, else they would count as missing.
    pairs.join(&left.replay, &right.replay);
    Ok(Some(found.finish(&pairs, (left, a.1), (right, b.1))))
}

/// The bodies after one step, and the contacts that acted in it.
struct SteppedBodies {
    step: u64,
    /// By index of the body; none for what is not seen.
    poses: Vec<Option<Pose>>,
    contacts: Vec<TraceContact>,
}

/// One trace, step by step.
struct SteppedTrace<R> {
    replay: TraceReplay<R>,
    convention: Convention,
    /// The step whose poses stand in the line after it.
    held: Option<(u64, Vec<TraceContact>)>,
    count: u64,
    only_here: u64,
}

impl<R: BufRead> SteppedTrace<R> {
    fn new(replay: TraceReplay<R>) -> Self {
        let convention = Convention::new(&replay.header);
        Self { replay, convention, held: None, count: 0, only_here: 0 }
    }

    /// The next step whose poses after it are known.
    fn next(&mut self) -> Result<Option<SteppedBodies>, TraceFault> {
        while self.replay.advance()? {
            let step = &self.replay.step;
            let here = (step.step, step.contacts.clone());
            // Poses at which contacts were found are those after the step before.
            let done = match self.replay.header.poses {
                PosesWhen::After => Some(here),
                PosesWhen::Found => self.held.replace(here),
            };
            let Some((step, contacts)) = done else { continue };
            let pose = |numbers: &Option<[f64; 7]>| numbers.as_ref().map(|n| self.convention.pose(n));
            self.count += 1;
            return Ok(Some(SteppedBodies { step, poses: self.replay.now.iter().map(pose).collect(), contacts }));
        }
        Ok(None)
    }
}

/// Which body of one trace is which of the other: by id, else by name.
#[derive(Default)]
struct PartingPairs {
    /// Of a body of A, its index in B.
    b_of: Vec<Option<usize>>,
    /// Of a body of B, its index in A.
    a_of: Vec<Option<usize>>,
    names: [HashMap<String, usize>; 2],
    /// Whether a body of A, in the order of `b_of`, has an origin of its own: it never moves and is of another
    /// shape in B.
    apart: Vec<bool>,
}

impl PartingPairs {
    /// Joins bodies that were declared since.
    fn join<A: BufRead, B: BufRead>(&mut self, a: &TraceReplay<A>, b: &TraceReplay<B>) {
        for index in self.b_of.len()..a.bodies.len() {
            // A partner that is joined already is the partner of another: names that stand twice join nobody twice.
            let partner = self.partner(0, index, &a.bodies[index]).filter(|b| self.a_of[*b].is_none());
            self.b_of.push(partner);
            self.apart.push(false);
            if let Some(partner) = partner {
                self.a_of[partner] = Some(index);
            }
        }
        // The other way round: every body of A is known by its names here, also those that came just now.
        for index in self.a_of.len()..b.bodies.len() {
            let partner = self.partner(1, index, &b.bodies[index]).filter(|a| self.b_of[*a].is_none());
            self.a_of.push(partner);
            if let Some(partner) = partner {
                self.b_of[partner] = Some(index);
            }
        }
    }

    /// Looks which bodies the two engines build in different ways: of a floor, a plane here and a box there, where each
    /// has its origin tells nothing.
    fn tell_apart<A: BufRead, B: BufRead>(&mut self, a: &TraceReplay<A>, b: &TraceReplay<B>) {
        for (index, partner) in self.b_of.iter().enumerate() {
            let Some(partner) = *partner else { continue };
            let (one, other) = (&a.bodies[index], &b.bodies[partner]);
            let is_still = one.motion == TracedMotion::Static && other.motion == TracedMotion::Static;
            self.apart[index] = is_still && kinds(one) != kinds(other);
        }
    }

    /// Its partner among the bodies of the other side that are known so far.
    fn partner(&mut self, side: usize, index: usize, body: &TraceBody) -> Option<usize> {
        // The id comes before the name: names are for people, and adapters choose them freely.
        let keys = [Some(format!("id {}", body.id)), body.name.as_ref().map(|name| format!("name {name}"))];
        let found = keys.iter().flatten().find_map(|key| self.names[1 - side].get(key).copied());
        // The first body of an id or a name keeps it; a second one of that name is looked up by its id.
        for key in keys.into_iter().flatten() {
            self.names[side].entry(key).or_insert(index);
        }
        found
    }
}

/// What is known after the steps compared so far.
#[derive(Default)]
struct Comparison {
    tolerance: f64,
    steps: u64,
    first: Option<Parting>,
    /// By index in A.
    parted: BTreeMap<usize, Apart>,
    contacts: ContactDiff,
}

impl Comparison {
    fn look<A: BufRead, B: BufRead>(
        &mut self,
        a: (&SteppedBodies, &SteppedTrace<A>),
        b: (&SteppedBodies, &SteppedTrace<B>),
        pairs: &PartingPairs,
    ) {
        self.steps += 1;
        let bodies = &a.1.replay.bodies;
        let mut worst: Option<Parting> = None;
        for (index, pose) in a.0.poses.iter().enumerate() {
            let partner = pairs.b_of.get(index).copied().flatten();
            let there = partner.and_then(|p| b.0.poses.get(p).copied().flatten());
            let Some((here, there)) = pose.zip(there).filter(|_| !pairs.apart[index]) else { continue };
            let metres = here.position.distance(there.position);
            let angle = turn_between(&here, &there);
            // What is not a number is apart as well.
            if metres <= self.tolerance && angle <= self.tolerance {
                continue;
            }
            let (body, degrees) = (bodies[index].id.clone(), angle.to_degrees());
            self.note(index, a.0.step, metres, degrees, &body);
            if worst.as_ref().is_none_or(|w| metres > w.metres) {
                worst = Some(Parting { step: a.0.step, body, metres, degrees });
            }
        }
        // The first step in which anything parts, and in it the body that is farthest off.
        self.first = self.first.take().or(worst);
        // Each side is asked for overlaps that the other lacks, in the other's numbers of bodies.
        let (in_a, in_b) = (touching(a.0), touching(b.0));
        self.look_at_contacts("a", a, &pairs.b_of, &in_b);
        self.look_at_contacts("b", b, &pairs.a_of, &in_a);
    }

    fn note(&mut self, index: usize, step: u64, metres: f64, degrees: f64, body: &Id) {
        let apart = self.parted.entry(index).or_insert_with(|| Apart {
            body: body.clone(),
            step,
            metres,
            degrees,
            most_metres: metres,
            most_metres_step: step,
            most_degrees: degrees,
        });
        if metres > apart.most_metres {
            (apart.most_metres, apart.most_metres_step) = (metres, step);
        }
        apart.most_degrees = apart.most_degrees.max(degrees);
    }

    /// Overlaps of this side that are no contact `there`, on the other, where its bodies are called `partner`.
    fn look_at_contacts<R: BufRead>(
        &mut self,
        side: &'static str,
        (moment, stepped): (&SteppedBodies, &SteppedTrace<R>),
        partner: &[Option<usize>],
        there: &HashSet<(usize, usize)>,
    ) {
        for contact in &moment.contacts {
            let of = |index: u32| partner.get(index as usize).copied().flatten();
            let Some((one, other)) = of(contact.a).zip(of(contact.b)) else { continue };
            // Shallow touches come and go with rounding, so only overlaps beyond the tolerance count.
            let depth = depth(contact, &stepped.replay);
            if depth <= self.tolerance || there.contains(&ordered(one, other)) {
                continue;
            }
            *if side == "a" { &mut self.contacts.only_a } else { &mut self.contacts.only_b } += 1;
            let id = |index: u32| stepped.replay.bodies[index as usize].id.clone();
            let (a, b) = (id(contact.a), id(contact.b));
            let found = OneSided { step: moment.step, a, b, side, depth_mm: 1e3 * depth };
            self.contacts.first.get_or_insert(found);
        }
    }

    fn finish<A: BufRead, B: BufRead>(
        self,
        pairs: &PartingPairs,
        left: (SteppedTrace<A>, &str),
        right: (SteppedTrace<B>, &str),
    ) -> Diff {
        let mut parted: Vec<Apart> = self.parted.into_values().collect();
        // The one that parted first leads: it is the cause where others follow from it.
        parted.sort_by(|p, q| p.step.cmp(&q.step).then(q.most_metres.total_cmp(&p.most_metres)));
        // Lists are cut to what can be read, counts are not.
        let parted_count = parted.len();
        parted.truncate(LISTED);
        let mut declared = differently_declared(pairs, &left.0.replay, &right.0.replay);
        let declared_count = declared.len();
        declared.truncate(LISTED);
        Diff {
            tolerance: self.tolerance,
            steps: self.steps,
            bodies: pairs.b_of.iter().flatten().count(),
            first: self.first,
            parted,
            parted_count,
            declared,
            declared_count,
            contacts: self.contacts,
            notes: doubts(&left.0.replay, &right.0.replay),
            a: PartingSide::new(left.1, &left.0, &pairs.b_of),
            b: PartingSide::new(right.1, &right.0, &pairs.a_of),
        }
    }
}

/// The pairs of bodies that touch.
fn touching(moment: &SteppedBodies) -> HashSet<(usize, usize)> {
    moment.contacts.iter().map(|c| ordered(c.a as usize, c.b as usize)).collect()
}

/// The angle between two poses (rad, 0 … π), exact for small ones too.
fn turn_between(a: &Pose, b: &Pose) -> f64 {
    // By the arc tangent: the arc cosine of w loses small angles to rounding.
    let turn = a.rotation.conjugate() * b.rotation;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

fn ordered(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// How deep the two overlap, as the engine says it (m); 0 where it says nothing or that they are apart.
fn depth<R: BufRead>(contact: &TraceContact, replay: &TraceReplay<R>) -> f64 {
    let separations = contact.points.iter().filter_map(|point| point.separation);
    separations.fold(0.0, |deepest, s| f64::max(deepest, -s * replay.header.metres))
}

/// What the two declare of the same bodies, where it is not the same.
fn differently_declared<A, B>(pairs: &PartingPairs, left: &TraceReplay<A>, right: &TraceReplay<B>) -> Vec<Declared> {
    let mut found = Vec::new();
    // Sizes are compared where both are told in the same unit of length.
    let (m, n) = (left.header.metres, right.header.metres);
    for (index, partner) in pairs.b_of.iter().enumerate() {
        let Some(partner) = *partner else { continue };
        let (a, b) = (&left.bodies[index], &right.bodies[partner]);
        // What one of them does not give is no difference.
        let differ =
            |x: Option<f64>, y: Option<f64>| x.zip(y).is_some_and(|(x, y)| (x - y).abs() > 1e-6 * x.abs().max(1.0));
        let (shapes, others) = (kinds(a), kinds(b));
        let forms = || a.shapes.iter().map(|s| &s.form).eq(b.shapes.iter().map(|s| &s.form));
        let shapes_differ = !shapes.is_empty() && !others.is_empty() && (shapes != others || (m == n && !forms()));
        for (what, is_so) in [
            ("motion", a.motion != b.motion),
            ("shape", shapes_differ),
            ("mass", differ(a.mass, b.mass)),
            ("restitution", differ(a.restitution, b.restitution)),
            ("friction", differ(a.friction, b.friction)),
        ] {
            if is_so {
                found.push(Declared { body: a.id.clone(), what });
            }
        }
    }
    found
}

/// What a body is made of.
fn kinds(body: &TraceBody) -> Vec<&'static str> {
    body.shapes.iter().map(|shape| shape.form.key()).collect()
}

/// What makes it doubtful that the steps of the two are the same steps.
fn doubts<A: BufRead, B: BufRead>(left: &TraceReplay<A>, right: &TraceReplay<B>) -> Vec<String> {
    let mut notes = Vec::new();
    // A hundredth of a percent, because adapters write dt with few digits.
    if let Some((a, b)) = left.header.dt.zip(right.header.dt)
        && (a - b).abs() > 1e-4 * a
    {
        let (a, b) = (significant(a), significant(b));
        notes.push(format!("a step is {a} s in the one and {b} s in the other: compared by number all the same"));
    }
    for (name, is_cut) in [("the first", left.reader().is_cut()), ("the second", right.reader().is_cut())] {
        if is_cut {
            notes.push(format!("the last line of {name} is not whole and was left out"));
        }
    }
    notes
}

impl PartingSide {
    fn new<R>(file: &str, stepped: &SteppedTrace<R>, partner: &[Option<usize>]) -> Self {
        let alone = partner.iter().zip(&stepped.replay.bodies).filter(|(partner, _)| partner.is_none());
        let missing: Vec<Id> = alone.map(|(_, body)| body.id.clone()).collect();
        Self {
            file: file.into(),
            engine: stepped.replay.header.engine.clone(),
            steps: stepped.count,
            only_here: stepped.only_here,
            missing_there_count: missing.len(),
            missing_there: missing.into_iter().take(LISTED).collect(),
        }
    }
}
