//! `carom trace info`: what a trace holds, and what its engine does not give.

use super::Failure;
use super::output::on_one_line;
use super::trace_check::replay;
use crate::condition::significant;
use crate::trace::{TraceFault, TraceReplay, TraceStep};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// What `carom trace info` was asked.
#[derive(Clone, Debug)]
pub struct TraceInfoOptions {
    /// The trace.
    pub file: PathBuf,
    /// Whether the answer is JSON.
    pub json: bool,
}

/// Notes of the engine that are listed; the rest is counted.
const LISTED_NOTES: usize = 20;

/// What a trace holds.
#[derive(Debug, Serialize)]
struct Info {
    engine: String,
    header: Value,
    bodies: BodyCounts,
    steps: Steps,
    contacts: ContactCounts,
    notes: Vec<NoteLine>,
    /// How many there are, those that are not listed too.
    note_count: usize,
    unknown_keys: Vec<String>,
    /// Whether the last line was cut off and left out.
    cut: bool,
    /// What was wrong, after which nothing was read.
    fault: Option<String>,
}

/// The bodies, and of how many of them something is given.
#[derive(Debug, Default, Serialize)]
struct BodyCounts {
    count: u64,
    #[serde(rename = "static")]
    fixed: u64,
    kinematic: u64,
    dynamic: u64,
    /// Shapes of each kind.
    shapes: BTreeMap<&'static str, u64>,
    without_shape: u64,
    mass: u64,
    restitution: u64,
    friction: u64,
    rounded: u64,
}

#[derive(Debug, Default, Serialize)]
struct Steps {
    count: u64,
    first: Option<u64>,
    last: Option<u64>,
    /// Time of the first and of the last step that has one (s).
    time: Option<[f64; 2]>,
    /// Poses in all steps, and those of them that come with velocities.
    poses: u64,
    velocities: u64,
}

/// The contacts of all steps, and how many of them or of their points something is given.
#[derive(Debug, Default, Serialize)]
struct ContactCounts {
    count: u64,
    points: u64,
    most_in_a_step: u64,
    most_at_step: Option<u64>,
    normals: u64,
    features: u64,
    separations: u64,
    impulses: u64,
    friction: u64,
}

#[derive(Debug, Serialize)]
struct NoteLine {
    line: u64,
    text: String,
}

/// Reads a whole trace and writes what it holds to `out`; where a line is wrong, what came before it, and a failure.
pub fn trace_info(options: &TraceInfoOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let mut replay = replay(&options.file)?;
    // Step by step, so that a trace of any length takes the memory of one.
    let (mut steps, mut contacts) = (Steps::default(), ContactCounts::default());
    let fault = loop {
        match replay.advance() {
            Ok(true) => {
                steps.add(&replay.step);
                contacts.add(&replay.step);
            }
            Ok(false) => break None,
            Err(fault) => break Some(fault),
        }
    };
    // What was read before a fault is told all the same; then the fault decides how the command ends.
    let info = Info::new(&replay, steps, contacts, fault.as_ref());
    if options.json {
        serde_json::to_writer(&mut *out, &info)?;
        writeln!(out)?;
    } else {
        info.write_text(out)?;
    }
    out.flush()?;
    match fault {
        Some(fault) => Err(Failure::Wrong(format!("{}: {fault}", options.file.display()))),
        None => Ok(()),
    }
}

impl Steps {
    fn add(&mut self, step: &TraceStep) {
        self.count += 1;
        self.first.get_or_insert(step.step);
        self.last = Some(step.step);
        if let Some(now) = step.time {
            self.time = Some([self.time.map_or(now, |[first, _]| first), now]);
        }
        self.poses += step.rows.len() as u64;
        self.velocities += step.rows.iter().filter(|row| row.velocity.is_some()).count() as u64;
    }
}

impl ContactCounts {
    fn add(&mut self, step: &TraceStep) {
        let here = step.contacts.len() as u64;
        self.count += here;
        // Of steps with as many the first is named.
        if here > self.most_in_a_step {
            (self.most_in_a_step, self.most_at_step) = (here, Some(step.step));
        }
        for contact in &step.contacts {
            // A line has to have a normal: an engine that knows none writes zeros.
            self.normals += u64::from(contact.normal != [0.0; 3]);
            self.features += u64::from(contact.feature_a.is_some() || contact.feature_b.is_some());
            self.points += contact.points.len() as u64;
            for point in &contact.points {
                self.separations += u64::from(point.separation.is_some());
                self.impulses += u64::from(point.normal_impulse.is_some());
                self.friction += u64::from(point.friction.is_some());
            }
        }
    }
}

impl BodyCounts {
    fn of<R: BufRead>(replay: &TraceReplay<R>) -> Self {
        use crate::trace::TracedMotion;
        let mut all = Self::default();
        for body in &replay.bodies {
            all.count += 1;
            match body.motion {
                TracedMotion::Static => all.fixed += 1,
                TracedMotion::Kinematic => all.kinematic += 1,
                TracedMotion::Dynamic => all.dynamic += 1,
            }
            for shape in &body.shapes {
                *all.shapes.entry(shape.form.key()).or_default() += 1;
            }
            all.without_shape += u64::from(body.shapes.is_empty());
            // Only what moves freely has a mass that counts.
            all.mass += u64::from(body.motion == TracedMotion::Dynamic && body.mass.is_some());
            all.restitution += u64::from(body.restitution.is_some());
            all.friction += u64::from(body.friction.is_some());
            // `round` is added outside the shape, `inset` kept inside it; either makes its edges round.
            all.rounded += u64::from(body.shapes.iter().any(|s| s.round.or(s.inset).is_some_and(|r| r > 0.0)));
        }
        all
    }
}

impl Info {
    fn new<R: BufRead>(
        replay: &TraceReplay<R>,
        steps: Steps,
        contacts: ContactCounts,
        fault: Option<&TraceFault>,
    ) -> Self {
        let notes = replay.notes.iter().take(LISTED_NOTES);
        Self {
            engine: replay.header.engine.clone(),
            header: replay.header.to_value(),
            bodies: BodyCounts::of(replay),
            steps,
            contacts,
            notes: notes.map(|(line, text)| NoteLine { line: *line, text: text.clone() }).collect(),
            note_count: replay.note_count,
            unknown_keys: replay.reader().unknown_keys().map(String::from).collect(),
            cut: replay.reader().is_cut(),
            fault: fault.map(ToString::to_string),
        }
    }

    /// For people: a line for each thing.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut line = |name: &str, text: String| writeln!(out, "{name:<12} {}", on_one_line(&text));
        let engine = if self.engine.is_empty() { "not named" } else { &self.engine };
        line("engine", engine.into())?;
        if let Value::Object(header) = &self.header {
            // The engine has a line of its own, and the version of the format says nothing about this trace.
            let told = header.iter().filter(|(key, _)| *key != "engine" && *key != "trace");
            let told: Vec<String> = told.map(|(key, value)| format!("{key} {}", plain(value))).collect();
            line("header", told.join(", "))?;
        }
        let b = &self.bodies;
        line("bodies", format!("{}: {} static, {} kinematic, {} dynamic", b.count, b.fixed, b.kinematic, b.dynamic))?;
        let mut shapes: Vec<String> = b.shapes.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if b.without_shape > 0 {
            shapes.push(format!("{} bodies without a shape", b.without_shape));
        }
        line("shapes", shapes.join(", "))?;
        line("steps", self.steps.to_text())?;
        let c = &self.contacts;
        let most = c.most_at_step.map_or(String::new(), |step| format!(", at most {} (step {step})", c.most_in_a_step));
        line("contacts", format!("{} with {} points{most}", c.count, c.points))?;
        line("given", self.given())?;
        for note in &self.notes {
            line("note", format!("line {}: {}", note.line, note.text))?;
        }
        if self.note_count > self.notes.len() {
            line("note", format!("{} more", self.note_count - self.notes.len()))?;
        }
        if !self.unknown_keys.is_empty() {
            line("skipped", format!("keys that are not known: {}", self.unknown_keys.join(", ")))?;
        }
        if self.cut {
            line("cut off", "the last line is not whole and was left out".into())?;
        }
        if self.fault.is_some() {
            line("stopped", "the next line is wrong; what is told here came before it".into())?;
        }
        Ok(())
    }

    /// Of how many bodies, poses, contacts or points the engine gives each thing.
    fn given(&self) -> String {
        let (b, s, c) = (&self.bodies, &self.steps, &self.contacts);
        let parts = [
            ("mass", b.mass, b.dynamic),
            ("restitution", b.restitution, b.count),
            ("friction coefficient", b.friction, b.count),
            ("velocities", s.velocities, s.poses),
            ("normals", c.normals, c.count),
            ("features", c.features, c.count),
            ("separations", c.separations, c.points),
            ("normal impulses", c.impulses, c.points),
            ("friction impulses", c.friction, c.points),
        ];
        let part = |(name, given, of): (&str, u64, u64)| match given {
            0 if of > 0 => format!("no {name}"),
            _ if given >= of => name.to_string(),
            _ => format!("{name} ({given} of {of})"),
        };
        // Where there is nothing to count, nothing is said.
        let told = parts.into_iter().filter(|(_, _, of)| *of > 0).map(part);
        told.collect::<Vec<_>>().join(", ")
    }
}

impl Steps {
    fn to_text(&self) -> String {
        let Some((first, last)) = self.first.zip(self.last) else { return "none".into() };
        let time = self
            .time
            .map_or("without a time".into(), |[from, to]| format!("{} to {} s", significant(from), significant(to)));
        format!("{} (number {first} to {last}, {time})", self.count)
    }
}

/// A value of the header without the quotes of JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "not given".into(),
        Value::Array(list) => format!("({})", list.iter().map(plain).collect::<Vec<_>>().join(" ")),
        // Rounded for reading; JSON has all digits.
        other => other.as_f64().map_or_else(|| other.to_string(), significant),
    }
}
