//! A trace from its first line to its last: who is there, who stands where, step by step.

use super::header::{Header, PosesWhen};
use super::model::{Id, TraceBody, TraceLine, TraceStep};
use super::read::{TraceFault, TraceReader};
use std::collections::HashMap;
use std::io::BufRead;

/// Where bodies stand, as the file says it; none for one that has not been seen.
pub type PoseRows = Vec<Option<[f64; 7]>>;

/// Notes that are kept; a sender may write any number.
pub const MAX_NOTES: usize = 1000;

/// Letters of a note that are kept (bytes).
const MAX_NOTE_BYTES: usize = 4096;

/// The state of a trace after the lines read so far.
pub struct TraceReplay<R> {
    reader: TraceReader<R>,
    /// What the engine declares.
    pub header: Header,
    /// All bodies in the order of declaration, those that are gone as well.
    pub bodies: Vec<TraceBody>,
    /// Changes whenever a body is declared: what was made of `bodies` is then out of date.
    pub cast: u64,
    /// What the engine told people, with the line: the first [`MAX_NOTES`].
    pub notes: Vec<(u64, String)>,
    /// How often it told something, those beyond the first as well.
    pub note_count: usize,
    /// Places of the bodies by their ids.
    places: HashMap<Id, usize>,
    /// Where the bodies stand after the step read last.
    pub now: PoseRows,
    /// Where they stood after the step before it.
    pub before: PoseRows,
    /// Velocity and spin after the step read last, where they are given.
    pub velocities: Vec<Option<[f64; 6]>>,
    /// The same after the step before it.
    pub velocities_before: Vec<Option<[f64; 6]>>,
    /// The step read last.
    pub step: TraceStep,
    /// Number of steps read.
    pub count: u64,
}

impl<R: BufRead> TraceReplay<R> {
    /// Reads the header.
    pub fn new(mut reader: TraceReader<R>) -> Result<Self, TraceFault> {
        let Some(TraceLine::Header(header)) = reader.next_line()? else {
            let what = "the first line must be the header: {\"trace\":1, …}".into();
            return Err(TraceFault { line: 1, column: 0, what });
        };
        Ok(Self {
            reader,
            header,
            bodies: Vec::new(),
            cast: 0,
            notes: Vec::new(),
            note_count: 0,
            places: HashMap::new(),
            now: Vec::new(),
            before: Vec::new(),
            velocities: Vec::new(),
            velocities_before: Vec::new(),
            step: TraceStep::default(),
            count: 0,
        })
    }

    /// Reads up to the next step; false at the end.
    pub fn advance(&mut self) -> Result<bool, TraceFault> {
        // Contacts belong to the poses before or after the step, as the header says: both are kept.
        self.before.clone_from(&self.now);
        self.velocities_before.clone_from(&self.velocities);
        while let Some(line) = self.reader.next_line()? {
            match line {
                // It comes again after a jump to the beginning, and was read in `new`.
                TraceLine::Header(_) => {}
                TraceLine::Body(body) => self.declare(body),
                TraceLine::Gone(index) => {
                    // It was there when the contacts of the next step were found, but will not be after it.
                    self.now[index as usize] = None;
                    self.velocities[index as usize] = None;
                }
                TraceLine::Note(note) => self.note(note),
                TraceLine::Step(step) => {
                    self.enter(step);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Reads on behind what was the end, where more has come since.
    pub fn go_on(&mut self) {
        self.reader.go_on();
    }

    /// A body is there from now on, also for the contacts of the step that follows.
    fn declare(&mut self, body: TraceBody) {
        let pose = body.pose;
        self.cast += 1;
        if let Some(&index) = self.places.get(&body.id) {
            self.bodies[index] = body;
            if pose.is_some() {
                // Put there: how fast it moves is not told.
                (self.now[index], self.before[index]) = (pose, pose);
                (self.velocities[index], self.velocities_before[index]) = (None, None);
            }
            return;
        }
        self.places.insert(body.id.clone(), self.bodies.len());
        self.bodies.push(body);
        // There before as well: the contacts of its first step need poses at which they were found.
        for poses in [&mut self.now, &mut self.before] {
            poses.push(pose);
        }
        for velocities in [&mut self.velocities, &mut self.velocities_before] {
            velocities.push(None);
        }
    }

    fn note(&mut self, mut text: String) {
        self.note_count += 1;
        if self.notes.len() < MAX_NOTES {
            text.truncate(text.floor_char_boundary(MAX_NOTE_BYTES));
            self.notes.push((self.reader.line(), text));
        }
    }

    fn enter(&mut self, step: TraceStep) {
        // Only bodies that moved have a row; all others stand where they stood.
        for row in &step.rows {
            let index = row.body as usize;
            self.now[index] = Some(row.pose);
            self.velocities[index] = row.velocity;
        }
        self.step = step;
        self.count += 1;
    }

    /// A replay of which all bodies are known already; none is seen.
    pub(super) fn midway(reader: TraceReader<R>, header: Header, bodies: Vec<TraceBody>) -> Self {
        let places = bodies.iter().enumerate().map(|(index, body)| (body.id.clone(), index)).collect();
        let mut replay = Self {
            reader,
            header,
            bodies,
            cast: 0,
            notes: Vec::new(),
            note_count: 0,
            places,
            now: Vec::new(),
            before: Vec::new(),
            velocities: Vec::new(),
            velocities_before: Vec::new(),
            step: TraceStep::default(),
            count: 0,
        };
        replay.reset(0);
        replay
    }

    /// Before a step, with no body seen.
    pub(super) fn reset(&mut self, count: u64) {
        for poses in [&mut self.now, &mut self.before] {
            poses.clear();
            poses.resize(self.bodies.len(), None);
        }
        for velocities in [&mut self.velocities, &mut self.velocities_before] {
            velocities.clear();
            velocities.resize(self.bodies.len(), None);
        }
        self.step = TraceStep::default();
        self.count = count;
    }

    /// Puts a body where it stands.
    pub(super) fn place(&mut self, index: usize, pose: [f64; 7], velocity: Option<[f64; 6]>) {
        (self.now[index], self.velocities[index]) = (Some(pose), velocity);
    }

    /// Gives a body the form of another declaration.
    pub(super) fn reshape(&mut self, index: usize, body: TraceBody) {
        // The same form again leaves valid what was made of the bodies.
        if self.bodies[index] != body {
            self.bodies[index] = body;
            self.cast += 1;
        }
    }

    pub(super) fn reader_mut(&mut self) -> &mut TraceReader<R> {
        &mut self.reader
    }

    /// The poses at which the contacts of the step read last were found, by `when`.
    ///
    /// In the first step there are none before it: then those after it have to do.
    pub fn found(&self, when: PosesWhen) -> &PoseRows {
        match when {
            PosesWhen::Found => &self.now,
            PosesWhen::After => &self.before,
        }
    }

    /// The reader, for its line number, its unknown keys and whether the last line was cut off.
    pub fn reader(&self) -> &TraceReader<R> {
        &self.reader
    }
}
