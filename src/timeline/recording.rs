//! A run written down: where it began, all that was done, and what every step must come to.
//!
//! As text it is a JSON value a line, so that two of them can be compared with the tools of text:
//!
//! ```text
//! {"carom_recording":1}
//! {"scene":{…}}                             what it begins with: here a scene file, on one line
//! {"do":[0,{"edit":[[2,0],{"mass":3.0}]}]}  after 0 steps: here slot and generation of a body, the property
//! {"step":[1,"…","…","…"]}                  the mark of the state, hexadecimal; its hash first
//! {"bodies":[60,[[0,"…"],[1,"…"]]]}         number and hash of every part
//! {"end":[600,"…"]}                         how many steps; the CRC-32 of all lines above
//! ```

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::branch::{Branch, Cause, Entry};
use super::{Simulation, Timeline};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write as _;

/// Steps from one list of the hashes of all parts to the next, where a recording is made as the run goes on.
const PARTS_EVERY: u64 = 60;

/// A simulation of which a run can be written down.
pub trait Recordable: Simulation {
    /// What its recordings call what a run begins with.
    const KIND: &'static str;

    /// A command as it is written.
    type Deed: Serialize + DeserializeOwned;

    /// Begins a run, with so many threads.
    fn begin(start: &Self::Start, threads: usize) -> Result<Self, Self::Refusal>;

    /// What a run begins with, as JSON on one line.
    fn write_start(start: &Self::Start) -> String;

    /// Reads what [`write_start`](Self::write_start) wrote, or says what is wrong.
    fn read_start(text: &str) -> Result<Self::Start, String>;

    /// How a command is written; none for what changes no result and for what begins another run.
    fn deed(command: &Self::Command) -> Option<Self::Deed>;

    /// Reads what [`deed`](Self::deed) wrote, or says what is wrong.
    fn command(deed: Self::Deed) -> Result<Self::Command, String>;

    /// How many parts a run begins with that there may be only so many of.
    fn part_count(start: &Self::Start) -> usize {
        let _ = start;
        0
    }

    /// How many of them there are after a command, of `count` before; or why that is too many.
    fn parts_after(count: usize, command: &Self::Command) -> Result<usize, String> {
        let _ = command;
        Ok(count)
    }

    /// A mark as numbers, its hash first.
    fn numbers(mark: &Self::Mark) -> Vec<u64>;

    /// The mark of these numbers; none when they are too few or too many.
    fn mark_of(numbers: &[u64]) -> Option<Self::Mark>;

    /// Number and hash of every part that can be told from the others.
    fn parts(&self) -> Vec<(usize, u64)> {
        vec![]
    }

    /// The name of a part, while there is one of this number.
    fn part_name(&self, part: usize) -> Option<String> {
        let _ = part;
        None
    }

    /// The part that alone makes the difference to what was expected.
    fn lone_difference(&self, expected: &Self::Mark) -> Option<usize> {
        let _ = expected;
        None
    }
}

/// A run from its start: what it begins with, all that was done, and the mark of every step.
///
/// It holds no states: simulated again it gives them all, with the same bits, or tells where it does not.
///
/// ```
/// use carom::sim::{Recording, Sim};
///
/// let scene = carom::scene::find("first_bounce").unwrap().scene().unwrap();
/// let mut sim = Sim::new(scene)?;
/// let mut recording = Recording::new(&sim);
/// for _ in 0..60 {
///     sim.step();
///     recording.observe(&sim);
/// }
/// let read = Recording::from_text(&recording.to_text()).unwrap();
/// let mut replay = read.replay(1)?;
/// assert_eq!(replay.by_ref().count(), 60);
/// assert_eq!(replay.sim().world().state_hash(), sim.world().state_hash());
/// # Ok::<(), carom::sim::CommandError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording<S: Recordable> {
    start: S::Start,
    /// After how many steps, and what was done then, in the order in which it was.
    entries: Vec<(u64, S::Command)>,
    /// Of the states after steps 1, 2, 3, …
    marks: Vec<S::Mark>,
    /// Step, and number and hash of every part.
    parts: Vec<(u64, Vec<(usize, u64)>)>,
}

impl<S: Recordable> PartialEq for Recording<S> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start
            && self.entries == other.entries
            && self.marks == other.marks
            && self.parts == other.parts
    }
}

impl<S: Recordable> Timeline<S> {
    /// The run from its start to the last step known, to be written to a file. None when its start is forgotten.
    pub fn recording(&self) -> Option<Recording<S>> {
        Recording::of_branch(&self.live)
    }

    /// Takes up a recording at its start: its steps lie ahead as if they had been done.
    pub fn replay(recording: Recording<S>) -> Result<Self, S::Refusal> {
        let sim = S::begin(&recording.start, 1)?;
        let entry = |(step, command)| Entry { step, cause: Cause::Apply, command };
        let live = Branch::known(sim, recording.entries.into_iter().map(entry).collect(), recording.marks);
        Ok(Self::of_branch(live, Self::BUDGET))
    }
}

impl<S: Recordable> Recording<S> {
    /// A recording of a run that begins here; `sim` has done no step and had no command.
    pub fn new(sim: &S) -> Self {
        Self { start: sim.start(), entries: vec![], marks: vec![], parts: vec![] }
    }

    fn of_branch(branch: &Branch<S>) -> Option<Self> {
        Some(Self {
            start: branch.start.clone(),
            entries: branch.entries.iter().map(|entry| (entry.step, entry.command.clone())).collect(),
            marks: branch.all_marks()?.to_vec(),
            parts: branch
                .kept(PARTS_EVERY)
                // Before or after a change made at the same step? There the hashes of parts would be ambiguous.
                .filter(|sim| branch.entries.iter().all(|entry| entry.step != sim.step_count()))
                .map(|sim| (sim.step_count(), sim.parts()))
                .filter(|(_, parts)| !parts.is_empty())
                .collect(),
        })
    }

    /// What it begins with.
    pub fn start(&self) -> &S::Start {
        &self.start
    }

    /// How many steps it has.
    pub fn steps(&self) -> u64 {
        self.marks.len() as u64
    }

    /// What so many steps came to; none for the start and beyond the end.
    fn mark_after(&self, step: u64) -> Option<&S::Mark> {
        self.marks.get(usize::try_from(step.checked_sub(1)?).ok()?)
    }

    /// Steps done and the command that then came, in the order of the run.
    pub fn commands(&self) -> impl Iterator<Item = (u64, &S::Command)> {
        self.entries.iter().map(|(step, command)| (*step, command))
    }

    /// Notes a command that was carried out after the step last observed.
    pub fn note(&mut self, command: S::Command) {
        self.entries.push((self.steps(), command));
    }

    /// Notes what the next step has come to.
    pub fn observe(&mut self, sim: &S) {
        self.marks.push(sim.mark());
        if self.steps().is_multiple_of(PARTS_EVERY) {
            let parts = sim.parts();
            if !parts.is_empty() {
                self.parts.push((self.steps(), parts));
            }
        }
    }

    /// Simulates it again with so many threads; what it begins with is known to be sound.
    pub fn replay(&self, threads: usize) -> Result<Replay<'_, S>, S::Refusal> {
        let sim = S::begin(&self.start, threads)?;
        let mut replay = Replay { recording: self, sim, next: 0, departure: None };
        replay.catch_up();
        Ok(replay)
    }
}

/// Where a run that was simulated again is no longer the one that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The first step that gave another state.
    pub step: u64,
    /// The hash that was recorded.
    pub expected: u64,
    /// The hash it has.
    pub got: u64,
    /// The body that alone made the difference.
    pub body: Option<String>,
    /// Where several made it: the next step of which the hashes of all bodies were recorded, and those that differ.
    pub later: Option<(u64, Vec<String>)>,
}

/// A recording simulated again, a step at a time: each item is the hash of a step. It goes on after it has departed.
#[derive(Debug)]
pub struct Replay<'a, S: Recordable> {
    recording: &'a Recording<S>,
    sim: S,
    next: usize,
    departure: Option<Departure>,
}

impl<S: Recordable> Replay<'_, S> {
    /// The state at the present step.
    pub fn sim(&self) -> &S {
        &self.sim
    }

    /// Where it first departed from the recording, if it has.
    pub fn departure(&self) -> Option<&Departure> {
        self.departure.as_ref()
    }

    fn catch_up(&mut self) {
        let now = self.sim.step_count();
        while let Some((_, command)) = self.recording.entries.get(self.next).filter(|(step, _)| *step <= now) {
            // One that is refused now, but was not then, shows in the next hash.
            drop(self.sim.apply(command.clone()));
            self.next += 1;
        }
    }

    fn compare(&mut self) {
        let (step, got) = (self.sim.step_count(), self.sim.mark());
        let Some(expected) = self.recording.mark_after(step) else { return };
        match &mut self.departure {
            None if *expected != got => {
                let body = self.sim.lone_difference(expected).and_then(|part| self.sim.part_name(part));
                let (expected, got) = (S::hash_of(expected), S::hash_of(&got));
                self.departure = Some(Departure { step, expected, got, body, later: None });
            }
            _ => {}
        }
        // Several bodies differ: which ones is known at the next step whose parts were written.
        let Some(departure) = self.departure.as_mut().filter(|d| d.body.is_none() && d.later.is_none()) else { return };
        if let Ok(index) = self.recording.parts.binary_search_by_key(&step, |(step, _)| *step) {
            let list = &self.recording.parts[index].1;
            let differing = self.sim.parts().into_iter().filter(|part| !list.contains(part));
            departure.later = Some((step, differing.filter_map(|(part, _)| self.sim.part_name(part)).collect()));
        }
    }
}

impl<S: Recordable> Iterator for Replay<'_, S> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.sim.step_count() >= self.recording.steps() {
            return None;
        }
        if self.sim.waits() {
            // Time stands still where it did not: no step will ever come to what was recorded.
            let (step, got) = (self.sim.step_count() + 1, S::hash_of(&self.sim.mark()));
            let expected = self.recording.mark_after(step).map_or(0, S::hash_of);
            self.departure.get_or_insert(Departure { step, expected, got, body: None, later: None });
            return None;
        }
        self.sim.step();
        self.compare();
        self.catch_up();
        self.recording.mark_after(self.sim.step_count()).map(S::hash_of)
    }
}

/// What recordings of this program say they are.
const VERSION: u64 = 1;

/// Longer files are refused (bytes).
pub const MAX_RECORDING_BYTES: u64 = 512 << 20;

/// Why a text is no recording that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// Something else.
    #[error("is no recording of carom")]
    Foreign,
    /// Written by a program that this one does not understand.
    #[error("is a recording of version {0}; this program reads version {VERSION}")]
    Version(u64),
    /// More than anybody would record.
    #[error("is larger than {} MiB, the limit for recordings", MAX_RECORDING_BYTES >> 20)]
    TooLarge,
    /// Its last line is missing.
    #[error("is cut off: its last line is missing")]
    CutOff,
    /// Its checksum is another.
    #[error("is damaged: its checksum is {got}, but {expected} was written")]
    Damaged {
        /// In the last line.
        expected: String,
        /// Of the lines above.
        got: String,
    },
    /// A line that makes no sense, though the checksum is right.
    #[error("line {line}: {reason}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// A line of the middle.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum RecordedLine<D> {
    Do(u64, D),
    Step(Vec<Word>),
    Bodies(u64, Vec<(usize, String)>),
}

/// One of the things on the line of a step.
#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Word {
    Step(u64),
    Hash(String),
}

/// The last line.
#[derive(Debug, Deserialize, Serialize)]
struct RecordedEnd {
    end: (u64, String),
}

/// What a recording says it begins with: the `KIND` of what was recorded. None for what is no recording.
pub fn recorded_kind(text: &str) -> Option<String> {
    let mut lines = text.lines();
    serde_json::from_str::<Value>(lines.next()?).ok()?.get("carom_recording")?;
    let start = lines.next()?.strip_prefix("{\"")?;
    Some(start.split_once('"')?.0.to_owned())
}

impl<S: Recordable> Recording<S> {
    /// As text, to be written to a file.
    pub fn to_text(&self) -> String {
        let (kind, start) = (S::KIND, S::write_start(&self.start));
        let mut text = format!("{{\"carom_recording\":{VERSION}}}\n{{\"{kind}\":{start}}}\n");
        // In the order of the run: a step's mark, its parts, then what was done after it.
        let mut entries = self.entries.iter().peekable();
        let mut parts = self.parts.iter().peekable();
        for step in 0..=self.steps() {
            if let Some(mark) = self.mark_after(step) {
                let _ = write!(text, "{{\"step\":[{step}");
                for number in S::numbers(mark) {
                    let _ = write!(text, ",\"{number:016x}\"");
                }
                text.push_str("]}\n");
            }
            while let Some((_, list)) = parts.next_if(|(at, _)| *at == step) {
                let hashes: Vec<_> = list.iter().map(|(slot, hash)| (*slot, format!("{hash:016x}"))).collect();
                push(&mut text, &RecordedLine::<S::Deed>::Bodies(step, hashes));
            }
            while let Some((_, command)) = entries.next_if(|(at, _)| *at <= step) {
                if let Some(deed) = S::deed(command) {
                    push(&mut text, &RecordedLine::Do(step, deed));
                }
            }
        }
        let sum = checksum(&text);
        push(&mut text, &RecordedEnd { end: (self.steps(), sum) });
        text
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    pub fn from_text(text: &str) -> Result<Self, RecordingError> {
        if text.len() as u64 > MAX_RECORDING_BYTES {
            return Err(RecordingError::TooLarge);
        }
        let mut lines = text.lines();
        let first: Value = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        match first.get("carom_recording").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(RecordingError::Version(other)),
            None => return Err(RecordingError::Foreign),
        }
        let trimmed = text.strip_suffix('\n').ok_or(RecordingError::CutOff)?;
        let start = trimmed.rfind('\n').map_or(0, |at| at + 1);
        let RecordedEnd { end: (steps, expected) } =
            serde_json::from_str(&trimmed[start..]).map_err(|_| RecordingError::CutOff)?;
        // Before any line is believed: a file that is damaged says so, and not that some line makes no sense.
        let got = checksum(&text[..start]);
        if got != expected {
            return Err(RecordingError::Damaged { expected, got });
        }
        let head = format!("{{\"{}\":", S::KIND);
        let line = lines.next().unwrap_or_default();
        let begin = line.strip_prefix(&head).and_then(|rest| rest.strip_suffix('}'));
        let begin = begin.ok_or_else(|| format!("the {} is missing", S::KIND)).and_then(S::read_start);
        let begin = begin.map_err(|reason| RecordingError::Line { line: 2, reason })?;
        // No more memory than there are lines to fill it: a list that grows by itself has twice as much at its end.
        let middle = || text[..start].lines().enumerate().skip(2);
        // Of lines that are the same one may be kept.
        let count = |head: &str| {
            let mut before = "";
            middle().filter(|(_, line)| line.starts_with(head) && std::mem::replace(&mut before, line) != *line).count()
        };
        // Bodies that are added are counted as they come: a recording may not hold more than a scene.
        let mut part_count = S::part_count(&begin);
        let mut recording = Self { start: begin, entries: vec![], marks: vec![], parts: vec![] };
        recording.entries.reserve_exact(count("{\"do\""));
        recording.marks.reserve_exact(count("{\"step\""));
        for (index, line) in middle() {
            let read = recording.read_line(line).and_then(|command| match command {
                Some(command) => S::parts_after(part_count, command),
                None => Ok(part_count),
            });
            part_count = read.map_err(|reason| RecordingError::Line { line: index + 1, reason })?;
        }
        if recording.steps() != steps {
            let reason = format!("{steps} steps were written, but {} are there", recording.steps());
            return Err(RecordingError::Line { line: text.lines().count(), reason });
        }
        Ok(recording)
    }

    /// Takes up what a line says; the command, when it is one.
    fn read_line(&mut self, line: &str) -> Result<Option<&S::Command>, String> {
        match serde_json::from_str(line).map_err(|error| error.to_string())? {
            RecordedLine::Do(step, _) if step != self.steps() => Err(format!("step {step} is not the one above")),
            RecordedLine::Do(step, deed) => {
                let command = S::command(deed)?;
                // What only says once more what the one before has said is not kept: to let go of nothing takes many
                // times the memory of its line.
                let said =
                    |(at, last): &(u64, S::Command)| *at == step && *last == command && S::replaces(&command, last);
                if !self.entries.last().is_some_and(said) {
                    self.entries.push((step, command));
                }
                Ok(self.entries.last().map(|(_, command)| command))
            }
            RecordedLine::Step(words) => {
                let [Word::Step(step), hashes @ ..] = words.as_slice() else {
                    return Err("the number of the step is missing".into());
                };
                // A step left out would put all after it beside the wrong commands.
                if *step != self.steps() + 1 {
                    return Err(format!("step {step} is out of order"));
                }
                let number = |word: &Word| match word {
                    Word::Hash(text) => hexadecimal(text),
                    Word::Step(number) => Err(format!("{number} is no hash: 16 hexadecimal digits")),
                };
                let numbers = hashes.iter().map(number).collect::<Result<Vec<_>, _>>()?;
                let mark = S::mark_of(&numbers).ok_or_else(|| format!("step {step} has {} hashes", numbers.len()))?;
                self.marks.push(mark);
                Ok(None)
            }
            RecordedLine::Bodies(step, _) if step != self.steps() => Err(format!("step {step} is not the one above")),
            RecordedLine::Bodies(step, list) => {
                let hashes = list.into_iter().map(|(slot, hash)| Ok((slot, hexadecimal(&hash)?)));
                self.parts.push((step, hashes.collect::<Result<_, String>>()?));
                Ok(None)
            }
        }
    }
}

fn push(text: &mut String, line: &impl Serialize) {
    // Only maps with keys that are no words, and writers that fail, could be refused.
    text.push_str(&serde_json::to_string(line).unwrap_or_default());
    text.push('\n');
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Reads 16 hexadecimal digits, or says what is wrong.
pub fn hexadecimal(text: &str) -> Result<u64, String> {
    // A sign would be read as part of a number.
    let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let number = digits.then(|| u64::from_str_radix(text, 16).ok()).flatten();
    number.ok_or_else(|| format!("{text:?} is no hash: 16 hexadecimal digits"))
}
