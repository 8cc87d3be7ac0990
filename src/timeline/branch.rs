//! One branch of a timeline: where it began, what was done at which step, and copies of the state on the way.

use super::{SharedPart, Simulation, Snapshot};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How a change came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was asked for.
    Apply,
    /// The last edit was taken back.
    Undo,
    /// And done again.
    Redo,
}

/// Something done after `step` steps and before the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<C> {
    /// Steps done when it was.
    pub step: u64,
    /// How it came about.
    pub cause: Cause,
    /// The change; of an undo and a redo the one it comes to.
    pub command: C,
}

/// How many states are kept between two keyframes where one last stepped back, so that the next steps back are quick.
const NEAR_COUNT: u64 = 4;

/// So many marks are kept at least, and at most twice as many (half a million: over two hours at 60 Hz).
const MARKS: usize = 1 << 19;

/// A state that is kept, with its place in the run.
#[derive(Debug)]
struct Keyframe<S: Simulation> {
    snapshot: S::Snapshot,
    /// The entries that are already in it.
    done: usize,
    /// What it took to come to it from the start (see [`States::work`](super::States::work)).
    work: u64,
}

impl<S: Simulation> Keyframe<S> {
    fn step(&self) -> u64 {
        self.snapshot.step()
    }

    /// Memory it takes alone (bytes).
    fn size(&self) -> usize {
        size_of::<Self>() + self.snapshot.size()
    }
}

/// A simulation with its past. It shares the past with the branches it was copied from.
#[derive(Clone, Debug)]
pub(crate) struct Branch<S: Simulation> {
    /// What step 0 was made of.
    pub start: S::Start,
    pub sim: S,
    /// The first entry that is not yet done.
    next: usize,
    pub entries: Vec<Entry<S::Command>>,
    /// Of the states after the steps from `forgotten + 1` on.
    marks: Vec<S::Mark>,
    forgotten: u64,
    /// Of the states after the steps from `before_measured + 1` on, as far as they have been seen.
    measured: Vec<S::Measured>,
    before_measured: u64,
    /// Of the state before the first step.
    pub start_measured: S::Measured,
    /// By step; the first is the oldest state there is.
    keyframes: Vec<Arc<Keyframe<S>>>,
    near: Vec<Arc<Keyframe<S>>>,
    /// What it took to come here from the start (see [`States::work`](super::States::work)).
    work: u64,
    /// The first step that gave another state when it was done again: it never should.
    pub mismatch: Option<u64>,
}

impl<S: Simulation> Branch<S> {
    /// Memory that a step takes whose state is not kept (bytes).
    pub const STEP_SIZE: usize = size_of::<S::Mark>() + size_of::<S::Measured>();

    /// A branch that begins here; `sim` has done no step.
    pub fn new(sim: S) -> Self {
        let mut branch = Self {
            start: sim.start(),
            next: 0,
            entries: vec![],
            marks: vec![],
            forgotten: 0,
            measured: vec![],
            before_measured: 0,
            start_measured: S::UNMEASURED,
            keyframes: vec![],
            near: vec![],
            work: 0,
            mismatch: None,
            sim,
        };
        let first = branch.keep();
        branch.keyframes.push(first);
        branch
    }

    /// A branch whose future is known: `entries` by step, and the marks of all steps.
    pub fn known(sim: S, entries: Vec<Entry<S::Command>>, marks: Vec<S::Mark>) -> Self {
        let mut branch = Self { entries, marks, ..Self::new(sim) };
        branch.catch_up();
        branch
    }

    /// A copy to look at while this one goes on elsewhere.
    pub fn still(&self) -> Self {
        Self {
            start: self.start.clone(),
            sim: self.sim.still(),
            entries: self.entries.clone(),
            marks: self.marks.clone(),
            measured: self.measured.clone(),
            keyframes: self.keyframes.clone(),
            near: self.near.clone(),
            ..*self
        }
    }

    /// The last step known.
    pub fn end(&self) -> u64 {
        self.forgotten + self.marks.len() as u64
    }

    /// The first step that can be gone to.
    pub fn oldest(&self) -> u64 {
        self.keyframes.first().map_or(0, |key| key.step())
    }

    /// Mark of the state after a step, while it is known.
    pub fn mark(&self, step: u64) -> Option<S::Mark> {
        self.marks.get(usize::try_from(step.checked_sub(self.forgotten + 1)?).ok()?).copied()
    }

    /// The marks of all steps, unless the first are forgotten.
    pub fn all_marks(&self) -> Option<&[S::Mark]> {
        (self.forgotten == 0).then_some(&self.marks)
    }

    /// The first step whose measurements are kept, and those of all steps from there on.
    pub fn measured(&self) -> (u64, &[S::Measured]) {
        (self.before_measured + 1, &self.measured)
    }

    /// States that are kept, by step, at least so many steps apart.
    pub fn kept(&self, apart: u64) -> impl Iterator<Item = S> {
        let mut next = apart;
        self.keyframes.iter().filter_map(move |key| {
            let due = key.step() >= next;
            next = if due { key.step() + apart } else { next };
            due.then(|| key.snapshot.restore())
        })
    }

    /// One step: as it was, up to the end, then on. Tells whether its state was kept.
    pub fn step(&mut self, spacing: u64) -> bool {
        if self.sim.step_count() == 0 {
            self.start_measured = self.sim.measure();
        }
        self.sim.step();
        let (step, mark) = (self.sim.step_count(), self.sim.mark());
        self.work += self.sim.work();
        let place = self.keyframes.partition_point(|key| key.step() <= step);
        let done = place.checked_sub(1).map_or(0, |before| self.keyframes[before].work);
        // States are as far apart as their steps are work: so it takes about as long to go to any of them.
        let due = self.work - done >= self.stretch(spacing);
        if due {
            let key = self.keep();
            self.keyframes.insert(place, key);
        }
        self.see(step);
        if step <= self.end() {
            // A step that was is done again: it must come to what it came to then.
            if self.mark(step).is_some_and(|known| known != mark) {
                self.mismatch.get_or_insert(step);
            }
            self.catch_up();
            return due;
        }
        // Half at once, so that a run of hours does not move a list of half a million at each step.
        if self.marks.len() == 2 * MARKS {
            self.marks.drain(..MARKS);
            self.forgotten += MARKS as u64;
            self.forget_measured(self.forgotten);
        }
        self.marks.push(mark);
        due
    }

    /// Work from one state that is kept to the next: as much as so many steps are when nothing of them is saved.
    fn stretch(&self, spacing: u64) -> u64 {
        spacing * self.sim.full_work()
    }

    /// Measures the state after a step that was just done, unless it was seen before.
    fn see(&mut self, step: u64) {
        let place = step.checked_sub(self.before_measured + 1).and_then(|place| usize::try_from(place).ok());
        // Older than all that is kept: what a long run has forgotten is not measured again.
        let Some(place) = place else { return };
        if place >= self.measured.len() {
            self.measured.resize(place + 1, S::UNMEASURED);
        } else if S::is_measured(&self.measured[place]) {
            return;
        }
        self.measured[place] = self.sim.measure();
    }

    /// Forgets the measurements up to a step.
    fn forget_measured(&mut self, step: u64) {
        let count = usize::try_from(step.saturating_sub(self.before_measured)).unwrap_or(usize::MAX);
        self.measured.drain(..count.min(self.measured.len()));
        self.before_measured = self.before_measured.max(step);
    }

    /// Does what was done at the present step.
    fn catch_up(&mut self) {
        let now = self.sim.step_count();
        while let Some(entry) = self.entries.get(self.next).filter(|entry| entry.step <= now) {
            let done = match entry.cause {
                Cause::Apply => self.sim.apply(entry.command.clone()).is_ok(),
                Cause::Undo => self.sim.undo(),
                Cause::Redo => self.sim.redo(),
            };
            if !done {
                // It was not refused then.
                self.mismatch.get_or_insert(now);
            }
            self.next += 1;
        }
    }

    /// Goes to a step, or as near as is still known; a step beyond the end is made.
    ///
    /// On a short way back it keeps states close together: more steps back are likely to follow.
    pub fn go(&mut self, step: u64, spacing: u64) {
        let here = self.sim.step_count();
        let step = self.go_before(step);
        let stride = (spacing / NEAR_COUNT).max(1);
        let steps_back = here > step && here - step <= spacing;
        // Those of another stretch are of no use to a step back from here.
        self.near.retain(|key| key.step() <= step && key.step() + spacing > step);
        while self.sim.step_count() < step && !self.sim.waits() {
            self.step(spacing);
            let now = self.sim.step_count();
            // Only those shortly before the step that was asked for: where one steps back to next.
            let near = steps_back && now + spacing > step && now.is_multiple_of(stride) && now < self.end();
            if near && self.near.iter().all(|key| key.step() != now) {
                let key = self.keep();
                self.near.push(key);
            }
        }
        self.near.sort_by_key(|key| key.step());
    }

    /// Goes to the last state that is kept before a step, unless this one is nearer; tells the step, or the first that
    /// is still known.
    fn go_before(&mut self, step: u64) -> u64 {
        let step = step.max(self.oldest());
        // From the nearest state before it, unless the way from here is shorter.
        let before = |list: &[Arc<Keyframe<S>>]| list.iter().rev().find(|key| key.step() <= step).cloned();
        let key = before(&self.keyframes).into_iter().chain(before(&self.near)).max_by_key(|key| key.step());
        let here = self.sim.step_count();
        if let Some(key) = key
            && (here > step || here < key.step())
        {
            self.restore(&key);
        }
        self.catch_up();
        step
    }

    fn restore(&mut self, key: &Keyframe<S>) {
        let mut sim = key.snapshot.restore();
        sim.share_machine(&self.sim);
        (self.sim, self.next, self.work) = (sim, key.done, key.work);
    }

    /// Goes to a step from a state that was kept, even if this one is nearer: it is not whole.
    pub fn recover(&mut self, step: u64, spacing: u64) {
        let before = self.keyframes.iter().rev().find(|key| key.step() <= step);
        if let Some(key) = before.or(self.keyframes.first()).cloned() {
            self.restore(&key);
        }
        self.catch_up();
        self.run_to(step, spacing);
    }

    /// Steps on to a step, or to where time stands still.
    fn run_to(&mut self, step: u64, spacing: u64) {
        while self.sim.step_count() < step && !self.sim.waits() {
            self.step(spacing);
        }
    }

    /// The state after a step.
    pub fn at(&self, step: u64, spacing: u64) -> S {
        // On a copy, which shares all states with this one: to look back leads nothing anywhere.
        let mut other = self.clone();
        let step = other.go_before(step);
        other.run_to(step, spacing);
        other.sim
    }

    /// Notes what was just done.
    pub fn note(&mut self, cause: Cause, command: S::Command) {
        let step = self.sim.step_count();
        match self.entries.last_mut() {
            // A drag of a slider gives many values between two steps; the last is what the next step sees.
            Some(last) if last.step == step && S::replaces(&command, &last.command) => last.command = command,
            _ => self.entries.push(Entry { step, cause, command }),
        }
        self.next = self.entries.len();
    }

    /// Forgets what comes after the present step.
    pub fn cut(&mut self) {
        let (now, next) = (self.sim.step_count(), self.next);
        self.entries.truncate(next);
        // Lists begin after what was forgotten: their lengths are counted from there.
        let since = |step: u64| usize::try_from(now.saturating_sub(step)).unwrap_or(usize::MAX);
        self.marks.truncate(since(self.forgotten));
        self.measured.truncate(since(self.before_measured));
        for list in [&mut self.keyframes, &mut self.near] {
            // A state at this very step that has a later change in it is of the future that is left.
            list.retain(|key| key.step() <= now && key.done <= next);
        }
        self.mismatch = self.mismatch.filter(|step| *step <= now);
    }

    /// Keeps states as far apart as `spacing` says, and the oldest.
    pub fn thin(&mut self, spacing: u64) {
        let (stretch, mut next) = (self.stretch(spacing), 0);
        self.keyframes.retain(|key| {
            let keeps = key.work >= next;
            next = if keeps { key.work + stretch } else { next };
            keeps
        });
    }

    /// Forgets the oldest state, unless it is the last, and what led from it to the next.
    pub fn forget_oldest(&mut self) {
        if self.keyframes.len() > 1 {
            self.keyframes.remove(0);
            self.forget_measured(self.oldest());
        }
    }

    /// Notes the memory of the states kept by where it lies (bytes); tells that of all else.
    ///
    /// Who else holds a state does not count: copies to look at come and go, and would make the past look smaller.
    pub fn note_size(&self, parts: &mut BTreeMap<usize, usize>) -> usize {
        for key in self.keyframes.iter().chain(&self.near) {
            parts.insert(Arc::as_ptr(key).addr(), key.size());
            parts.extend(key.snapshot.shared().map(|SharedPart { address, size }| (address, size)));
        }
        size_of_val(&*self.marks) + size_of_val(&*self.measured) + size_of_val(&*self.entries)
    }

    fn keep(&self) -> Arc<Keyframe<S>> {
        let now = self.sim.step_count();
        let before = |list: &[Arc<Keyframe<S>>]| list.iter().rev().find(|key| key.step() < now).cloned();
        let before = before(&self.keyframes).into_iter().chain(before(&self.near)).max_by_key(|key| key.step());
        // Told from the state before it, it shares with that all that did not change.
        let snapshot = self.sim.keep(before.as_ref().map(|key| &key.snapshot));
        Arc::new(Keyframe { snapshot, done: self.next, work: self.work })
    }

    /// Carries out a command here and notes it.
    pub fn apply(&mut self, command: S::Command) -> Result<(), S::Refusal> {
        self.sim.apply(command.clone())?;
        self.note(Cause::Apply, command);
        Ok(())
    }
}
