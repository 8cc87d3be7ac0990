//! `carom trace diff`: the same bodies in two traces, and where and when they part.

use super::Failure;
use super::trace_check::{advance, replay};
use crate::condition::significant;
use crate::exact::Pose;
use crate::trace::{Contact, Convention, Id, PosesWhen, Replay};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// What `carom trace diff` was asked.
#[derive(Clone, Debug)]
pub struct TraceDiffOptions {
    /// The first trace.
    pub a: PathBuf,
    /// The second trace.
    pub b: PathBuf,
    /// Whether the answer is JSON.
    pub json: bool,
    /// Bodies that are nearer than this (m, and rad of a turn) count as together.
    pub tolerance: f64,
}

/// Bodies and names that are listed; the rest is counted.
const LISTED: usize = 20;

/// Where two traces part.
#[derive(Debug, Serialize)]
struct Diff {
    tolerance: f64,
    a: Side,
    b: Side,
    /// Steps that both have.
    steps: u64,
    /// Bodies that both have.
    bodies: usize,
    /// The first body that parts: of several in one step, the one that is furthest apart.
    first: Option<Parting>,
    /// Bodies that part, the earliest first.
    parted: Vec<Apart>,
    parted_count: usize,
    /// What the two declare differently of the same body.
    declared: Vec<Declared>,
    declared_count: usize,
    contacts: ContactDiff,
    /// What makes a comparison doubtful.
    notes: Vec<String>,
}

/// One of the two.
#[derive(Debug, Serialize)]
struct Side {
    file: String,
    engine: String,
    steps: u64,
    /// Steps that the other does not have.
    only_here: u64,
    /// Bodies that the other does not have.
    missing_there: Vec<Id>,
    missing_there_count: usize,
}

/// How far a body is apart at one step.
#[derive(Clone, Debug, Serialize)]
struct Parting {
    step: u64,
    body: Id,
    metres: f64,
    degrees: f64,
}

/// A body that parts.
#[derive(Clone, Debug, Serialize)]
struct Apart {
    body: Id,
    /// The first step at which it is apart, and how far it is then.
    step: u64,
    metres: f64,
    degrees: f64,
    /// How far it is apart at most.
    most_metres: f64,
    most_metres_step: u64,
    most_degrees: f64,
}

#[derive(Debug, Serialize)]
struct Declared {
    body: Id,
    what: &'static str,
}

/// Pairs that overlap by more than the tolerance in one trace and are no contact of the other, while both have the step.
#[derive(Debug, Default, Serialize)]
struct ContactDiff {
    only_a: u64,
    only_b: u64,
    first: Option<OneSided>,
}

#[derive(Clone, Debug, Serialize)]
struct OneSided {
    step: u64,
    a: Id,
    b: Id,
    #[serde(rename = "in")]
    side: &'static str,
    depth_mm: f64,
}

/// Compares two traces and writes where they part to `out`; `Unmet` where they do.
pub fn trace_diff(options: &TraceDiffOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let mut left = Track::open(&options.a)?;
    let mut right = Track::open(&options.b)?;
    let mut pairs = Pairs::default();
    let mut diff = Comparison { tolerance: options.tolerance, ..Comparison::default() };
    let (mut one, mut other) = (left.next()?, right.next()?);
    // Steps are joined by number: what only one of them has is counted.
    while let (Some(a), Some(b)) = (&one, &other) {
        match a.step.cmp(&b.step) {
            std::cmp::Ordering::Less => {
                left.only_here += 1;
                one = left.next()?;
            }
            std::cmp::Ordering::Greater => {
                right.only_here += 1;
                other = right.next()?;
            }
            std::cmp::Ordering::Equal => {
                pairs.join(&left.replay, &right.replay);
                diff.look(a, b, &pairs, (&left, &right));
                (one, other) = (left.next()?, right.next()?);
            }
        }
    }
    while one.is_some() {
        left.only_here += 1;
        one = left.next()?;
    }
    while other.is_some() {
        right.only_here += 1;
        other = right.next()?;
    }
    pairs.join(&left.replay, &right.replay);
    let report = diff.finish(&pairs, &left, &right, options);
    if options.json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        report.write_text(out)?;
    }
    out.flush()?;
    if report.is_same() { Ok(()) } else { Err(Failure::Unmet(report.in_a_line())) }
}

/// The bodies after one step, and the contacts that acted in it.
struct Moment {
    step: u64,
    /// By index of the body; none for what is not seen.
    poses: Vec<Option<Pose>>,
    contacts: Vec<Contact>,
}

/// One trace, step by step.
struct Track<'a> {
    path: &'a Path,
    replay: Replay<Box<dyn BufRead>>,
    convention: Convention,
    /// The step whose poses stand in the line after it.
    held: Option<(u64, Vec<Contact>)>,
    count: u64,
    only_here: u64,
}

impl<'a> Track<'a> {
    fn open(path: &'a Path) -> Result<Self, Failure> {
        let replay = replay(path)?;
        let convention = Convention::new(&replay.header);
        Ok(Self { path, replay, convention, held: None, count: 0, only_here: 0 })
    }

    /// The next step whose poses after it are known.
    fn next(&mut self) -> Result<Option<Moment>, Failure> {
        while advance(&mut self.replay, self.path)? {
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
            return Ok(Some(Moment { step, poses: self.replay.now.iter().map(pose).collect(), contacts }));
        }
        Ok(None)
    }
}

/// Which body of one trace is which of the other: by id, else by name.
#[derive(Default)]
struct Pairs {
    /// Of a body of A, its index in B.
    b_of: Vec<Option<usize>>,
    /// Of a body of B, its index in A.
    a_of: Vec<Option<usize>>,
    names: [HashMap<String, usize>; 2],
}

impl Pairs {
    /// Joins bodies that were declared since.
    fn join<R: BufRead>(&mut self, a: &Replay<R>, b: &Replay<R>) {
        for index in self.b_of.len()..a.bodies.len() {
            let partner = self.partner(0, index, &a.bodies[index]).filter(|b| self.a_of[*b].is_none());
            self.b_of.push(partner);
            if let Some(partner) = partner {
                self.a_of[partner] = Some(index);
            }
        }
        for index in self.a_of.len()..b.bodies.len() {
            let partner = self.partner(1, index, &b.bodies[index]).filter(|a| self.b_of[*a].is_none());
            self.a_of.push(partner);
            if let Some(partner) = partner {
                self.b_of[partner] = Some(index);
            }
        }
    }

    /// Its partner among the bodies of the other side that are known so far.
    fn partner(&mut self, side: usize, index: usize, body: &crate::trace::Body) -> Option<usize> {
        let keys = [Some(format!("id {}", body.id)), body.name.as_ref().map(|name| format!("name {name}"))];
        let found = keys.iter().flatten().find_map(|key| self.names[1 - side].get(key).copied());
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
    fn look(&mut self, a: &Moment, b: &Moment, pairs: &Pairs, sides: (&Track<'_>, &Track<'_>)) {
        self.steps += 1;
        let bodies = &sides.0.replay.bodies;
        let mut worst: Option<Parting> = None;
        for (index, pose) in a.poses.iter().enumerate() {
            let partner = pairs.b_of.get(index).copied().flatten();
            let there = partner.and_then(|p| b.poses.get(p).copied().flatten());
            let Some((here, there)) = pose.zip(there) else { continue };
            let metres = here.position.distance(there.position);
            let angle = turn_between(&here, &there);
            // What is not a number is apart as well.
            if metres <= self.tolerance && angle <= self.tolerance {
                continue;
            }
            let (body, degrees) = (bodies[index].id.clone(), angle.to_degrees());
            self.note(index, a.step, metres, degrees, &body);
            if worst.as_ref().is_none_or(|w| metres > w.metres) {
                worst = Some(Parting { step: a.step, body, metres, degrees });
            }
        }
        self.first = self.first.take().or(worst);
        self.look_at_contacts(a, b, pairs, sides);
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

    fn look_at_contacts(&mut self, a: &Moment, b: &Moment, pairs: &Pairs, sides: (&Track<'_>, &Track<'_>)) {
        let touching = |moment: &Moment| -> std::collections::HashSet<(usize, usize)> {
            moment.contacts.iter().map(|c| ordered(c.a as usize, c.b as usize)).collect()
        };
        let (in_a, in_b) = (touching(a), touching(b));
        for (side, moment, track, partner, there) in
            [("a", a, sides.0, &pairs.b_of, &in_b), ("b", b, sides.1, &pairs.a_of, &in_a)]
        {
            for contact in &moment.contacts {
                let of = |index: u32| partner.get(index as usize).copied().flatten();
                let Some((one, other)) = of(contact.a).zip(of(contact.b)) else { continue };
                let depth = depth(contact, &track.replay);
                if depth <= self.tolerance || there.contains(&ordered(one, other)) {
                    continue;
                }
                *if side == "a" { &mut self.contacts.only_a } else { &mut self.contacts.only_b } += 1;
                let id = |index: u32| track.replay.bodies[index as usize].id.clone();
                let (a, b) = (id(contact.a), id(contact.b));
                let found = OneSided { step: moment.step, a, b, side, depth_mm: 1e3 * depth };
                self.contacts.first.get_or_insert(found);
            }
        }
    }

    fn finish(self, pairs: &Pairs, left: &Track<'_>, right: &Track<'_>, options: &TraceDiffOptions) -> Diff {
        let mut parted: Vec<Apart> = self.parted.into_values().collect();
        parted.sort_by(|p, q| p.step.cmp(&q.step).then(q.most_metres.total_cmp(&p.most_metres)));
        let parted_count = parted.len();
        parted.truncate(LISTED);
        let mut declared = differently_declared(pairs, left, right);
        let declared_count = declared.len();
        declared.truncate(LISTED);
        Diff {
            tolerance: options.tolerance,
            a: Side::new(&options.a, left, &pairs.b_of),
            b: Side::new(&options.b, right, &pairs.a_of),
            steps: self.steps,
            bodies: pairs.b_of.iter().flatten().count(),
            first: self.first,
            parted,
            parted_count,
            declared,
            declared_count,
            contacts: self.contacts,
            notes: doubts(left, right),
        }
    }
}

/// The angle between two poses (rad, 0 … π), exact for small ones too.
fn turn_between(a: &Pose, b: &Pose) -> f64 {
    let turn = a.rotation.conjugate() * b.rotation;
    2.0 * turn.xyz().length().atan2(turn.w.abs())
}

fn ordered(a: usize, b: usize) -> (usize, usize) {
    (a.min(b), a.max(b))
}

/// How deep the two overlap, as the engine says it (m); 0 where it says nothing or that they are apart.
fn depth<R: BufRead>(contact: &Contact, replay: &Replay<R>) -> f64 {
    let separations = contact.points.iter().filter_map(|point| point.separation);
    separations.fold(0.0, |deepest, s| f64::max(deepest, -s * replay.header.metres))
}

/// What the two declare of the same bodies, where it is not the same.
fn differently_declared(pairs: &Pairs, left: &Track<'_>, right: &Track<'_>) -> Vec<Declared> {
    let mut found = Vec::new();
    let (m, n) = (left.replay.header.metres, right.replay.header.metres);
    for (index, partner) in pairs.b_of.iter().enumerate() {
        let Some(partner) = *partner else { continue };
        let (a, b) = (&left.replay.bodies[index], &right.replay.bodies[partner]);
        // What one of them does not give is no difference.
        let differ =
            |x: Option<f64>, y: Option<f64>| x.zip(y).is_some_and(|(x, y)| (x - y).abs() > 1e-6 * x.abs().max(1.0));
        let kinds = |body: &crate::trace::Body| body.shapes.iter().map(|s| s.form.key()).collect::<Vec<_>>();
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

/// What makes it doubtful that the steps of the two are the same steps.
fn doubts(left: &Track<'_>, right: &Track<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some((a, b)) = left.replay.header.dt.zip(right.replay.header.dt)
        && (a - b).abs() > 1e-4 * a
    {
        let (a, b) = (significant(a), significant(b));
        notes.push(format!("a step is {a} s in the one and {b} s in the other: compared by number all the same"));
    }
    for (name, track) in [("the first", left), ("the second", right)] {
        if track.replay.reader().is_cut() {
            notes.push(format!("the last line of {name} is not whole and was left out"));
        }
    }
    notes
}

impl Side {
    fn new(path: &Path, track: &Track<'_>, partner: &[Option<usize>]) -> Self {
        let alone = partner.iter().zip(&track.replay.bodies).filter(|(partner, _)| partner.is_none());
        let missing: Vec<Id> = alone.map(|(_, body)| body.id.clone()).collect();
        Self {
            file: path.display().to_string(),
            engine: track.replay.header.engine.clone(),
            steps: track.count,
            only_here: track.only_here,
            missing_there_count: missing.len(),
            missing_there: missing.into_iter().take(LISTED).collect(),
        }
    }
}

impl Diff {
    /// Whether nothing was found.
    fn is_same(&self) -> bool {
        let alone = |side: &Side| side.only_here > 0 || side.missing_there_count > 0;
        self.first.is_none()
            && !alone(&self.a)
            && !alone(&self.b)
            && self.contacts.first.is_none()
            && self.declared_count == 0
    }

    /// What a failure says.
    fn in_a_line(&self) -> String {
        match &self.first {
            Some(first) => format!("they part at step {}: body {}", first.step, first.body),
            None => "the two differ".into(),
        }
    }

    /// For people.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let plain = |text: String| text.replace(char::is_control, " ");
        for (name, side) in [("A", &self.a), ("B", &self.b)] {
            let engine = if side.engine.is_empty() { "an engine without a name" } else { &side.engine };
            writeln!(out, "{}", plain(format!("{name}: {}, {engine}, {} steps", side.file, side.steps)))?;
        }
        writeln!(out, "{} steps and {} bodies that both have", self.steps, self.bodies)?;
        for (name, other, side) in [("A", "B", &self.a), ("B", "A", &self.b)] {
            if side.only_here > 0 {
                writeln!(out, "{} steps of {name} are not in {other}", side.only_here)?;
            }
            if side.missing_there_count > 0 {
                let ids: Vec<String> = side.missing_there.iter().map(ToString::to_string).collect();
                let more = if side.missing_there_count > ids.len() { " …" } else { "" };
                let list = plain(ids.join(", "));
                writeln!(out, "{} bodies of {name} are not in {other}: {list}{more}", side.missing_there_count)?;
            }
        }
        for note in &self.notes {
            writeln!(out, "note: {note}")?;
        }
        let within = significant(self.tolerance);
        match &self.first {
            None => writeln!(out, "no body is ever further apart than {within} m or {within} rad")?,
            Some(first) => {
                let (step, body) = (first.step, plain(first.body.to_string()));
                let (metres, degrees) = (significant(first.metres), significant(first.degrees));
                writeln!(out, "they part at step {step}: body {body} by {metres} m and {degrees} deg")?;
            }
        }
        self.write_tables(out)
    }

    fn write_tables(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.parted.is_empty() {
            writeln!(
                out,
                "\n{:<24}{:>10}{:>14}{:>12}{:>14}{:>10}{:>14}",
                "body", "parts at", "by m", "by deg", "at most m", "at step", "at most deg"
            )?;
        }
        for p in &self.parted {
            let body: String = p.body.to_string().replace(char::is_control, " ").chars().take(22).collect();
            let [m, d, most, turn] = [p.metres, p.degrees, p.most_metres, p.most_degrees].map(significant);
            writeln!(out, "{body:<24}{:>10}{m:>14}{d:>12}{most:>14}{:>10}{turn:>14}", p.step, p.most_metres_step)?;
        }
        if self.parted_count > self.parted.len() {
            writeln!(out, "… and {} more", self.parted_count - self.parted.len())?;
        }
        for declared in &self.declared {
            let body = declared.body.to_string().replace(char::is_control, " ");
            writeln!(out, "declared differently: the {} of body {body}", declared.what)?;
        }
        let c = &self.contacts;
        if let Some(first) = &c.first {
            let (a, b) = (first.a.to_string(), first.b.to_string());
            let names = format!("{a} and {b}").replace(char::is_control, " ");
            let (step, side, depth) = (first.step, first.side.to_uppercase(), significant(first.depth_mm));
            writeln!(out, "overlaps that are no contact of the other: {} of A, {} of B", c.only_a, c.only_b)?;
            writeln!(out, "  the first at step {step}: {names}, {depth} mm deep in {side}")?;
        }
        Ok(())
    }
}
