//! The time machine: whatever goes by steps and commands can be taken to any step that was, and to what
//! would have been.
//!
//! [`Simulation`] says what it asks of a scene or a laboratory: to step, to be [`Editable`] and to have [`States`]; it
//! knows of neither. A [`Timeline`] leads one: it keeps states now and then and all that was done, makes the rest
//! again, keeps the futures that were left as [`Ghost`]s, and gives a run away as a [`Recording`].
//!
//! # Files
//!
//! `simulation` is what the time machine asks of a scene or a laboratory, in three traits: step, apply, keep. A
//! [`Timeline`] goes to any step that was and keeps the futures that were left as ghosts; a `branch` is one future with
//! its past and the states kept of it, `recording` its file, `history` what can be taken back and done again, `label`
//! what that is called, as data. `machine` are the controls, whatever is led.

mod branch;
mod history;
mod label;
mod machine;
mod recording;
mod seek_range;
mod simulation;

pub use label::{Alteration, ChangeLabel};
pub use machine::TimeMachine;
pub use recording::{
    Departure, MAX_RECORDING_BYTES, Recordable, Recording, RecordingError, Replay, hexadecimal, recorded_kind,
};
pub use seek_range::SeekRange;
pub use simulation::{Editable, Reach, SharedPart, Simulation, Snapshot, States, StepNotes};

pub(crate) use branch::Branch;
pub(crate) use history::{History, UndoableChange};

use branch::Cause;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Steps from one state that is kept to the next, while there is room and nothing of a step is saved; fewer where steps
/// are more work, more where they are less. To keep one costs as much as one or two steps.
const LEAST_SPACING: u64 = 24;

/// When states are further apart than this it takes too long to go to a step; then the oldest are forgotten.
const GREATEST_SPACING: u64 = 192;

/// A step is at most so many times less [work](States::work) than a [full](States::full_work) one.
pub(crate) const MOST_SAVED: u64 = 8;

/// A simulation with its past: every step can be gone back to, and a change made there begins another future while the
/// old one stays as a [`Ghost`].
///
/// [`sim`](Self::sim) is the state at the present step. States are kept at some steps, and everything that was done; what
/// lies between is simulated again, with the same bits. When the states kept outgrow their budget every second is given
/// up, and once they are [far apart](Self::spacing) the oldest: [`seek_range`](Self::seek_range) tells how far back
/// there is one.
///
/// ```
/// use carom::geometry::Shape;
/// use carom::glam::Vec3;
/// use carom::physics::{BodyDesc, BodyEdit};
/// use carom::scene::{Scene, SceneBody};
/// use carom::sim::{Command, Timeline};
///
/// let ball = SceneBody { name: Some("ball".into()), desc: BodyDesc::new(Shape::sphere(0.5)) };
/// let mut timeline = Timeline::new(Scene { bodies: vec![ball], ..Scene::default() })?;
/// (0..60).for_each(|_| timeline.step());
/// let landed = timeline.sim().world().state_hash();
/// assert_eq!(timeline.seek(30), 30);
///
/// // Forwards again it is what it was; a change makes another future of it.
/// assert_eq!(timeline.seek(60), 60);
/// assert_eq!(timeline.sim().world().state_hash(), landed);
/// timeline.seek(30);
/// let ball = timeline.sim().find("ball").unwrap();
/// timeline.apply(Command::Edit { body: ball, edit: BodyEdit::Velocity(Vec3::X) })?;
/// (0..30).for_each(|_| timeline.step());
/// assert_eq!(timeline.ghost().unwrap().sim().world().state_hash(), landed);
/// assert_eq!(timeline.divergence().unwrap().step, 31);
/// # Ok::<(), carom::sim::CommandError>(())
/// ```
#[derive(Debug)]
pub struct Timeline<S: Simulation> {
    pub(crate) live: Branch<S>,
    ghosts: Vec<Arc<Ghost<S>>>,
    /// The ghost that keeps in step.
    shown: Option<usize>,
    /// Ghosts given up for want of room.
    lost_ghosts: usize,
    /// For the states kept (bytes).
    budget: usize,
    spacing: u64,
    /// Whether the state before each step is kept, for [`before`](Self::before) to be quick.
    keeps_state_before: bool,
    state_before: Option<Arc<S>>,
    /// The last step that is as it was since somebody asked; none when all are.
    cut: Option<u64>,
    /// What else is known of the steps.
    pub(crate) notes: S::Notes,
}

/// A run that is no longer, or not yet, the one that runs.
#[derive(Clone, Debug)]
pub struct Ghost<S: Simulation> {
    branch: Branch<S>,
    /// The last step it has in common with the run.
    fork: u64,
    /// The steps that have been compared.
    compared: u64,
    divergence: Option<Divergence<S::Difference>>,
    /// What was changed first in the run, and not in it.
    alteration: Option<Alteration>,
}

impl<S: Simulation> Ghost<S> {
    /// What was changed first in the run and not in it, and so what it can be called by; none before anything was.
    pub fn alteration(&self) -> Option<&Alteration> {
        self.alteration.as_ref()
    }

    /// The state there at the present step, once that lies behind the fork.
    pub fn sim(&self) -> &S {
        &self.branch.sim
    }

    /// The last step it has in common with the run.
    pub fn fork(&self) -> u64 {
        self.fork
    }

    /// Whether it was led to the present step: before the fork it is the run itself, and there is nothing to see.
    pub fn is_at(&self, step: u64) -> bool {
        step >= self.fork && self.branch.sim.step_count() == step
    }

    /// The last step it had come to when it was left.
    pub fn end(&self) -> u64 {
        self.branch.end()
    }

    /// What was measured there after each step from the one said on, as far as it was [seen](Timeline::measured).
    pub fn measured(&self) -> (u64, &[S::Measured]) {
        self.branch.measured()
    }

    /// The run itself, to be read on one's own.
    pub(crate) fn branch(&self) -> &Branch<S> {
        &self.branch
    }
}

/// Where two runs first differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence<D> {
    /// The first step that gave two different states.
    pub step: u64,
    /// What differs after it.
    pub what: D,
}

impl<S: Simulation> Timeline<S> {
    /// Room for the states kept and the present one (bytes), unless another is set.
    pub const BUDGET: usize = 96 << 20;

    /// Runs kept beside the one that runs; the oldest make room for others.
    pub const MOST_GHOSTS: usize = 4;

    /// The past of what has done no step and had no change yet, with so much room for the states kept (bytes).
    pub fn beginning(sim: S, budget: usize) -> Self {
        Self::of_branch(Branch::new(sim), budget)
    }

    fn of_branch(live: Branch<S>, budget: usize) -> Self {
        Self {
            live,
            ghosts: vec![],
            shown: None,
            lost_ghosts: 0,
            budget,
            spacing: LEAST_SPACING,
            keeps_state_before: false,
            state_before: None,
            cut: None,
            notes: S::Notes::default(),
        }
    }

    /// A copy to look at while this one goes on elsewhere: it has no threads in common with it.
    pub fn still(&self) -> Self {
        S::Notes::complete(self);
        Self {
            live: self.live.still(),
            ghosts: self.ghosts.clone(),
            state_before: self.state_before.clone(),
            notes: self.notes.still(),
            ..*self
        }
    }

    /// The state at the present step.
    pub fn sim(&self) -> &S {
        &self.live.sim
    }

    /// The state before the step that led to the present one. None at the start.
    pub fn before(&self) -> Option<S> {
        if let Some(before) = &self.state_before {
            return Some((**before).clone());
        }
        let step = self.sim().step_count().checked_sub(1).filter(|step| *step >= self.live.oldest())?;
        Some(self.state_at(step))
    }

    /// The state after a step that was, made from the last one kept before it.
    pub(crate) fn state_at(&self, step: u64) -> S {
        self.live.at(step, self.spacing)
    }

    /// Keeps the state before each step from now on, or no more: with it [`before`](Self::before) need not go back.
    pub fn keep_state_before(&mut self, keep: bool) {
        self.keeps_state_before = keep;
        if !keep {
            self.state_before = None;
        }
    }

    /// Whether the state before each step is kept.
    pub fn keeps_state_before(&self) -> bool {
        self.keeps_state_before
    }

    /// What was known of the last step is of another one.
    fn leave_step(&mut self) {
        self.state_before = None;
        self.notes.leave();
    }

    /// One step on: as it was, while that is known, and then into what was never seen. Nothing happens where time
    /// [stands still](Simulation::waits).
    pub fn step(&mut self) {
        if self.sim().waits() {
            return;
        }
        self.leave_step();
        if self.keeps_state_before {
            self.state_before = Some(Arc::new(self.live.sim.clone()));
        }
        let kept = self.live.step(self.spacing);
        self.notes.stepped(&self.live.sim);
        if kept {
            self.make_room();
        }
        self.follow();
    }

    /// Goes to a step, or to the nearest that can be gone to; tells which.
    pub fn seek(&mut self, step: u64) -> u64 {
        self.leave_step();
        self.live.go(self.seek_range().nearest(step), self.spacing);
        self.follow();
        self.sim().step_count()
    }

    /// Makes the state after a step anew, or after the nearest that can be gone to, from one that was kept: the present
    /// one broke in the middle of something. No ghost keeps in step from then on.
    pub fn recover(&mut self, step: u64) {
        self.leave_step();
        self.shown = None;
        self.notes.give_up();
        self.live.recover(self.seek_range().nearest(step), self.spacing);
    }

    /// Which steps one can go to.
    pub fn seek_range(&self) -> SeekRange {
        SeekRange { first: self.live.oldest(), now: self.sim().step_count(), last: self.live.end() }
    }

    /// Whether the present step is the last one known.
    pub fn at_end(&self) -> bool {
        self.sim().step_count() == self.live.end()
    }

    /// Carries out one change. In the past it begins another future; the old one stays as a ghost.
    ///
    /// Nothing changes when it is refused. What [begins another run](Reach::Start) leaves the old one, if that was
    /// another, as a ghost that is not shown until it is [asked for](Self::show_ghost).
    pub fn apply(&mut self, command: S::Command) -> Result<(), S::Refusal> {
        // In the past no gesture goes on.
        if command == S::END_GESTURE && !self.at_end() {
            return Ok(());
        }
        match self.sim().reach(&command) {
            Reach::Nothing => return Ok(()),
            Reach::Machine => return self.live.sim.apply(command),
            Reach::Start => return self.restart(command),
            Reach::Future => {}
        }
        let alteration = self.sim().alteration(&command);
        if self.at_end() {
            self.live.apply(command)?;
            self.name_ghosts(alteration);
            return Ok(());
        }
        // A refusal must leave no trace: it is tried on a copy.
        self.live.sim.clone().apply(command.clone())?;
        self.fork();
        // Whoever held something then holds it no more.
        for release in self.sim().release(&command) {
            self.live.apply(release)?;
        }
        self.live.apply(command)?;
        self.name_ghosts(alteration);
        Ok(())
    }

    /// Names the ghosts that differ from the run by this change; one drag of a slider is one change.
    fn name_ghosts(&mut self, alteration: Option<Alteration>) {
        let Some(new) = alteration else { return };
        for ghost in self.ghosts.iter_mut().map(Arc::make_mut) {
            match &mut ghost.alteration {
                none @ None => *none = Some(new.clone()),
                Some(known) if known.label == new.label => {
                    if let (Some([_, to]), Some([_, now])) = (&mut known.values, &new.values) {
                        to.clone_from(now);
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// Takes the last edit back, of those done by the present step; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.turn_back(Cause::Undo, S::undo_command, S::undo)
    }

    /// Does the edit that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.turn_back(Cause::Redo, S::redo_command, S::redo)
    }

    fn turn_back(
        &mut self,
        cause: Cause,
        command: impl Fn(&S) -> Option<S::Command>,
        change: impl Fn(&mut S) -> bool,
    ) -> bool {
        // Recordings know no undo: they have the command that it comes to.
        let Some(command) = command(self.sim()) else { return false };
        if !self.at_end() {
            if !change(&mut self.live.sim.clone()) {
                return false;
            }
            self.fork();
        }
        let done = change(&mut self.live.sim);
        if done {
            self.live.note(cause, command);
        }
        done
    }

    /// Keeps the present as a ghost, which goes on beside the run: what comes with a change can be seen beside what
    /// comes without.
    pub fn keep_ghost(&mut self) {
        let branch = self.live.clone();
        self.add_ghost(branch);
    }

    /// The ghost that keeps in step with the run, if one does.
    pub fn ghost(&self) -> Option<&Ghost<S>> {
        self.ghosts.get(self.shown?).map(|ghost| &**ghost)
    }

    /// The ghost's state at the present step, when one is shown and was led here.
    pub fn ghost_now(&self) -> Option<&S> {
        self.ghost().filter(|ghost| ghost.is_at(self.sim().step_count())).map(Ghost::sim)
    }

    /// All ghosts, the oldest first.
    pub fn ghosts(&self) -> impl ExactSizeIterator<Item = &Ghost<S>> {
        self.ghosts.iter().map(|ghost| &**ghost)
    }

    /// Which of the ghosts keeps in step.
    pub fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// Lets another ghost keep in step, or none.
    pub fn show_ghost(&mut self, index: Option<usize>) {
        self.shown = index.filter(|index| *index < self.ghosts.len());
        self.follow();
    }

    /// How many ghosts were given up, to make room for others or for what is, since all were last
    /// [forgotten](Self::drop_ghosts).
    pub fn lost_ghosts(&self) -> usize {
        self.lost_ghosts
    }

    /// Forgets all ghosts.
    pub fn drop_ghosts(&mut self) {
        self.ghosts.clear();
        self.shown = None;
        self.lost_ghosts = 0;
    }

    /// Makes the ghost shown the run, at the present step, and the run a ghost.
    pub fn swap_ghost(&mut self) {
        let step = self.sim().step_count();
        self.leave_step();
        if let Some(ghost) = self.shown.and_then(|index| self.ghosts.get_mut(index)) {
            let ghost = Arc::make_mut(ghost);
            ghost.branch.sim.share_machine(&self.live.sim);
            std::mem::swap(&mut ghost.branch, &mut self.live);
            ghost.alteration = ghost.alteration.take().map(Alteration::reversed);
            let fork = ghost.fork;
            self.note_cut(fork);
            // A ghost is not led along before its fork.
            self.live.go(step, self.spacing);
            self.follow();
        }
    }

    /// Where the run and the ghost shown first differ, as far as they have been followed.
    pub fn divergence(&self) -> Option<&Divergence<S::Difference>> {
        self.ghost()?.divergence.as_ref()
    }

    /// The hash of the state after a step, while it is known.
    pub fn hash_after(&self, step: u64) -> Option<u64> {
        self.live.mark(step).map(|mark| S::hash_of(&mark))
    }

    /// The first step that gave another state when it was done again; it never should.
    pub fn mismatch(&self) -> Option<u64> {
        self.live.mismatch
    }

    /// What was measured before the first step; none before that was done.
    pub fn start_measured(&self) -> Option<&S::Measured> {
        (self.live.end() > 0).then_some(&self.live.start_measured)
    }

    /// What was measured after each step from the one said on, to the last known. Steps that a recording foretells and
    /// nobody has seen yet are [not measured](States::is_measured).
    pub fn measured(&self) -> (u64, &[S::Measured]) {
        self.live.measured()
    }

    /// Steps from one state that is kept to the next while nothing of a step is saved. Where steps are more work there
    /// are fewer, up to eight times as many where they are less: so it takes about as long to go to any step.
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// Memory of the past and of the ghosts (bytes).
    pub fn size(&self) -> usize {
        // A state that several branches have in common is counted once.
        let mut states = BTreeMap::new();
        let branches = std::iter::once(&self.live).chain(self.ghosts.iter().map(|ghost| &ghost.branch));
        let rest = branches.map(|branch| branch.note_size(&mut states)).sum::<usize>();
        rest + states.into_values().sum::<usize>()
    }

    /// Leaves the future that was known as a ghost and goes on from here.
    fn fork(&mut self) {
        let old = self.live.clone();
        let step = self.sim().step_count();
        self.live.cut();
        self.note_cut(step);
        // It is of no account where no gesture goes on.
        let _ = self.live.apply(S::END_GESTURE);
        for ghost in self.ghosts.iter_mut().map(Arc::make_mut) {
            ghost.fork = ghost.fork.min(step);
            if ghost.divergence.as_ref().is_some_and(|divergence| divergence.step > step) {
                ghost.divergence = None;
            }
            ghost.compared = ghost.compared.min(step);
        }
        self.add_ghost(old);
    }

    /// Notes that others come in place of the steps after this one.
    fn note_cut(&mut self, step: u64) {
        self.cut = Some(self.cut.map_or(step, |before| before.min(step)));
        self.notes.cut(step);
    }

    /// The last step whose state is still that of the run, when others came in place of later ones since
    /// this was asked.
    pub fn take_cut(&mut self) -> Option<u64> {
        self.cut.take()
    }

    fn add_ghost(&mut self, branch: Branch<S>) {
        if self.ghosts.len() == Self::MOST_GHOSTS {
            self.lose_ghost();
        }
        let fork = self.sim().step_count();
        self.ghosts.push(Arc::new(Ghost { branch, fork, compared: fork, divergence: None, alteration: None }));
        self.shown = Some(self.ghosts.len() - 1);
    }

    /// Gives the oldest ghost up.
    fn lose_ghost(&mut self) {
        self.ghosts.remove(0);
        self.shown = self.shown.and_then(|index| index.checked_sub(1));
        self.lost_ghosts += 1;
    }

    /// Begins another run.
    fn restart(&mut self, command: S::Command) -> Result<(), S::Refusal> {
        let mut sim = self.live.sim.clone();
        sim.apply(command)?;
        self.leave_step();
        let old = std::mem::replace(&mut self.live, Branch::new(sim));
        for ghost in self.ghosts.iter_mut().map(Arc::make_mut) {
            // With another start nothing is common any more: they part at step 0.
            (ghost.fork, ghost.compared, ghost.divergence) = (0, 0, None);
        }
        self.spacing = LEAST_SPACING;
        self.shown = None;
        self.note_cut(0);
        // A run that would only be done again leaves no ghost.
        if old.end() > 0 && (old.start != self.live.start || !old.entries.is_empty()) {
            self.add_ghost(old);
            self.shown = None;
        }
        Ok(())
    }

    /// Leads the ghost shown to the present step, and looks where it parts from the run.
    fn follow(&mut self) {
        let step = self.sim().step_count();
        let Some(ghost) = self.shown.and_then(|index| self.ghosts.get_mut(index)) else { return };
        if step < ghost.fork {
            return;
        }
        // Brought to the present step; where it parts is looked for once.
        let ghost = Arc::make_mut(ghost);
        ghost.branch.go(step, self.spacing);
        if ghost.divergence.is_some() {
            return;
        }
        // Hashes are compared from where they were equal last; only the first that differ have their states compared.
        let known = self.live.end().min(ghost.branch.end());
        let parted = (ghost.compared + 1..=known).find(|step| self.live.mark(*step) != ghost.branch.mark(*step));
        ghost.compared = known.max(ghost.fork);
        ghost.divergence = parted.map(|first| {
            let what = if first == step {
                self.live.sim.difference(&ghost.branch.sim)
            } else {
                self.live.at(first, self.spacing).difference(&ghost.branch.at(first, self.spacing))
            };
            Divergence { step: first, what }
        });
    }

    /// Gives states up until the rest has room.
    fn make_room(&mut self) {
        // A large state is there three times besides: to run, to be looked at, and the next one to be looked at.
        // Together they take what was promised, but a third is the past's.
        let room = self.budget - (3 * self.sim().size()).min(self.budget / 3 * 2);
        loop {
            // Until it is asked again the steps alone add to it.
            let steps = usize::try_from(self.spacing * MOST_SAVED).unwrap_or(usize::MAX);
            if self.size() + steps.saturating_mul(Branch::<S>::STEP_SIZE) <= room {
                return;
            }
            let ghosts = self.ghosts.iter_mut().map(|ghost| &mut Arc::make_mut(ghost).branch);
            let branches = std::iter::once(&mut self.live).chain(ghosts);
            if self.spacing < GREATEST_SPACING {
                self.spacing *= 2;
                branches.for_each(|branch| branch.thin(self.spacing));
            } else if self.ghosts.is_empty() {
                let before = self.live.oldest();
                self.live.forget_oldest();
                if self.live.oldest() == before {
                    return;
                }
            } else {
                // The states of what is, before those of what might have been.
                self.lose_ghost();
            }
        }
    }
}
