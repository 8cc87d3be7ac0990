//! From the lines of a trace to what each step's contacts are judged by.

use super::cast::{Cast, Rounding};
use super::verdict::{STALE_STEPS, Stand, StepInput};
use crate::exact::Pose;
use crate::trace::{Convention, PosesWhen, TraceContact, TraceReplay};
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;

/// To which poses contacts belong, counted in steps before those of their own line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lag(pub i32);

impl Lag {
    /// Those that contacts could belong to: of the next line, of their own, of the one or two before.
    pub const ALL: [Self; 4] = [Self(-1), Self(0), Self(1), Self(2)];

    /// What a header declares.
    pub const fn of(when: PosesWhen) -> Self {
        match when {
            PosesWhen::Found => Self(0),
            PosesWhen::After => Self(1),
        }
    }

    /// As a header, or a report on one, has it.
    pub const fn name(self) -> &'static str {
        match self.0 {
            -1 => "those of the next line",
            0 => "found",
            1 => "after",
            _ => "those of two lines before",
        }
    }
}

/// Follows a trace and hands out its steps, each once the poses it needs are known.
#[derive(Debug)]
pub struct Feed {
    convention: Convention,
    lag: Lag,
    rounding: Option<Rounding>,
    cast: Arc<Cast>,
    /// Of which declaration the cast was made; none before the first.
    made_of: Option<u64>,
    /// Where the bodies stood, the newest first.
    stands: VecDeque<Arc<Stand>>,
    /// The step whose poses may not all be known yet.
    waiting: Option<(u64, Vec<TraceContact>, Arc<Cast>)>,
}

impl Feed {
    /// Reads poses and contacts by `convention`.
    pub fn new(convention: Convention, lag: Lag, rounding: Option<Rounding>) -> Self {
        let (cast, stands) = (Arc::default(), VecDeque::new());
        Self { convention, lag, rounding, cast, made_of: None, stands, waiting: None }
    }

    /// Forgets the steps taken, to begin again elsewhere in the same trace.
    pub fn restart(&mut self) {
        (self.made_of, self.waiting) = (None, None);
        self.stands.clear();
    }

    /// The bodies as they are declared now.
    pub fn cast(&self) -> &Arc<Cast> {
        &self.cast
    }

    /// Takes the step that was read last; the step before it comes back.
    pub fn take<R: BufRead>(&mut self, replay: &TraceReplay<R>) -> Option<StepInput> {
        // What was declared since the last step was there when this step's contacts were found.
        if self.made_of != Some(replay.cast) {
            // Shapes are made anew only when bodies were declared: a trace of a thousand steps declares its bodies
            // once.
            self.made_of = Some(replay.cast);
            self.cast = Arc::new(Cast::new(&replay.bodies, &self.convention));
            // Where nobody was before this step, it is the declaration that says where they stand.
            let before = self.stand(&replay.before);
            if self.stands.is_empty() {
                self.stands.push_front(before);
            } else {
                self.stands[0] = before;
            }
        }
        let now = self.stand(&replay.now);
        self.stands.push_front(now);
        // As far back as a stale contact is looked for, and what other lags of the poses need before it.
        self.stands.truncate(STALE_STEPS + 5);
        let ready = self.emit(1);
        self.waiting = Some((replay.step.step, replay.step.contacts.clone(), self.cast.clone()));
        ready
    }

    /// The last step, at the end of the trace.
    pub fn finish(&mut self) -> Option<StepInput> {
        self.emit(0)
    }

    /// The waiting step, whose own poses are `age` places behind the newest.
    fn emit(&mut self, age: i32) -> Option<StepInput> {
        let input = self.input(age);
        self.waiting = None;
        input
    }

    /// The step taken last, judged by the poses known so far, and where the bodies stand in its own line.
    ///
    /// Contacts that belong to the poses of the next line are given those of their own.
    pub fn latest(&self) -> Option<(StepInput, Arc<Stand>)> {
        Some((self.input(0)?, self.stands.front()?.clone()))
    }

    fn input(&self, age: i32) -> Option<StepInput> {
        let (step, contacts, cast) = self.waiting.as_ref()?;
        // Beyond what is known the nearest pose stands in: nothing was told before the first line.
        let at = |index: i32| self.stands.get(index.max(0) as usize).or(self.stands.back()).cloned();
        let found = at(age + self.lag.0)?;
        // With poses of which the contacts are found, the next line has those after the step.
        let after = at(if self.lag.0 > 0 { age } else { age - 1 })?;
        // Earlier poses begin one step before those at which the contacts were found.
        let first = (age + self.lag.0).max(0) as usize + 1;
        let earlier = self.stands.iter().skip(first).cloned().collect();
        let pose = |body: u32| found.get(body as usize).copied().flatten().unwrap_or_default();
        let claims = contacts.iter().map(|c| self.convention.claim(c, &pose(c.a), &pose(c.b))).collect();
        Some(StepInput { step: *step, cast: cast.clone(), claims, found, after, earlier, rounding: self.rounding })
    }

    fn stand(&self, poses: &[Option<[f64; 7]>]) -> Arc<Stand> {
        Arc::new(poses.iter().map(|p| p.as_ref().map(|p| self.convention.pose(p))).collect())
    }
}

/// Where a body stands; none for one that has not been seen.
pub fn pose_of(stand: &Stand, body: usize) -> Option<Pose> {
    stand.get(body).copied().flatten()
}
