//! A running scene that can go back, and to what would have been.

use super::branch::{Branch, Cause};
use super::keyframe::REST;
use super::{Command, CommandError, ContactHistory, Recording, SeekRange, Sim, Totals};
use crate::physics::{BodyId, StepPhases};
use crate::scene::Scene;
use std::sync::{Arc, OnceLock};

/// Steps from one state that is kept to the next, while there is room and all bodies are awake; fewer where they collide,
/// more where they sleep. To keep one costs as much as one or two steps.
const LEAST_SPACING: u64 = 24;

/// When states are further apart than this it takes too long to go to a step; then the oldest are forgotten.
const GREATEST_SPACING: u64 = 192;

/// A running scene with its past: every step can be gone back to, and a change made there begins another future while
/// the old one stays as a [`Ghost`].
///
/// [`sim`](Self::sim) is the scene at the present step. It keeps states at some steps, as what differs from a whole one before
/// them, and everything that was done; what lies between is simulated again, with the same bits. A heap of a thousand
/// balls takes a megabyte a state while it settles, and next to nothing once it sleeps: 10,000 steps of it take 120 MB.
/// When the states kept outgrow their budget every second is given up, and once they are [far apart](Self::spacing) the
/// oldest: [`seek_range`](Self::seek_range) tells how far back there is one.
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
pub struct Timeline {
    live: Branch,
    ghosts: Vec<Arc<Ghost>>,
    /// The ghost that keeps in step.
    shown: Option<usize>,
    /// Ghosts given up for want of room.
    lost_ghosts: usize,
    /// For the states kept (bytes).
    budget: usize,
    spacing: u64,
    /// Whether the scene before each step is kept, for [`phases`](Self::phases) to be quick.
    keeps_state_before: bool,
    state_before: Option<Arc<Sim>>,
    /// Of the last step, once somebody asks.
    phases: OnceLock<Option<Arc<StepPhases>>>,
    /// The contacts of the steps, while somebody reads them.
    contact_history: Option<Arc<ContactHistory>>,
    /// Goes through the steps that are not read yet.
    reader: Option<Box<Branch>>,
}

/// A run that is no longer, or not yet, the one that runs.
#[derive(Clone, Debug)]
pub struct Ghost {
    branch: Branch,
    /// The last step it has in common with the run.
    fork: u64,
    /// The steps that have been compared.
    compared: u64,
    divergence: Option<Divergence>,
}

impl Ghost {
    /// The scene as it is there at the present step, once that lies behind the fork.
    pub fn sim(&self) -> &Sim {
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
}

/// Where two runs first differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The first step that gave two different states.
    pub step: u64,
    /// The bodies that had another pose or velocity after it, by slot.
    pub bodies: Vec<BodyId>,
    /// The first pair that touched in one alone, or through other features.
    pub contact: Option<(BodyId, BodyId)>,
}

impl Divergence {
    fn between(a: &Sim, b: &Sim) -> Self {
        let hashes = |sim: &Sim| sim.world().body_hashes().collect::<Vec<_>>();
        let mut slots: Vec<usize> =
            lone(&hashes(a), &hashes(b)).chain(lone(&hashes(b), &hashes(a))).map(|x| x.0).collect();
        slots.sort_unstable();
        slots.dedup();
        let body = |slot| a.world().body_at(slot).or_else(|| b.world().body_at(slot));
        let touches = |sim: &Sim| {
            let contacts = sim.world().contacts().into_iter();
            contacts.map(|c| ((c.a, c.b), c.feature_a, c.feature_b)).collect::<Vec<_>>()
        };
        let contact = lone(&touches(a), &touches(b)).chain(lone(&touches(b), &touches(a))).next();
        Self {
            step: a.step_count(),
            bodies: slots.into_iter().filter_map(body).map(|body| body.id).collect(),
            contact: contact.map(|touch| touch.0),
        }
    }
}

/// What is in the first list alone.
fn lone<T: Copy + PartialEq>(list: &[T], other: &[T]) -> impl Iterator<Item = T> {
    let at = |index: usize| other.get(index);
    // Where nothing differs the lists run side by side.
    let lone = list.iter().enumerate().filter(move |(i, x)| at(*i) != Some(x) && !other.contains(x)).map(|(_, x)| *x);
    lone.collect::<Vec<_>>().into_iter()
}

impl Timeline {
    /// Room for the states kept (bytes), unless another is set.
    pub const BUDGET: usize = 256 << 20;

    /// Runs kept beside the one that runs; the oldest make room for others.
    pub const MOST_GHOSTS: usize = 4;

    /// Starts a scene.
    pub fn new(scene: Scene) -> Result<Self, CommandError> {
        Self::with_budget(scene, Self::BUDGET)
    }

    /// Starts a scene with so much room for the states kept (bytes).
    pub fn with_budget(scene: Scene, budget: usize) -> Result<Self, CommandError> {
        Ok(Self::beginning(Sim::new(scene)?, budget))
    }

    /// The past of a scene that has done no step and had no edit yet, with so much room for the states kept (bytes).
    pub fn beginning(sim: Sim, budget: usize) -> Self {
        Self::of_branch(Branch::new(sim), budget)
    }

    fn of_branch(live: Branch, budget: usize) -> Self {
        Self {
            live,
            ghosts: vec![],
            shown: None,
            lost_ghosts: 0,
            budget,
            spacing: LEAST_SPACING,
            keeps_state_before: false,
            state_before: None,
            phases: OnceLock::new(),
            contact_history: None,
            reader: None,
        }
    }

    /// A copy to look at while this one goes on elsewhere: it has no threads in common with it. Contacts are listed, and
    /// phases worked out where the scene before each step [is kept](Self::keep_state_before).
    pub fn still(&self) -> Self {
        if self.keeps_state_before {
            self.phases();
        }
        Self {
            live: self.live.still(),
            ghosts: self.ghosts.clone(),
            state_before: self.state_before.clone(),
            phases: self.phases.clone(),
            contact_history: self.contact_history.clone(),
            reader: None,
            ..*self
        }
    }

    /// The scene at the present step.
    pub fn sim(&self) -> &Sim {
        &self.live.sim
    }

    /// The scene before the step that led to the present one: as the contacts on show were detected. None at the start.
    pub fn before(&self) -> Option<Sim> {
        if let Some(before) = &self.state_before {
            return Some((**before).clone());
        }
        let step = self.sim().step_count().checked_sub(1).filter(|step| *step >= self.live.oldest())?;
        Some(self.live.at(step, self.spacing))
    }

    /// Keeps the scene before each step from now on, or no more: with it [`phases`](Self::phases) need not go back.
    pub fn keep_state_before(&mut self, keep: bool) {
        self.keeps_state_before = keep;
        if !keep {
            self.state_before = None;
        }
    }

    /// Where the bodies stood at each phase of the step that led here: that step, taken again with an eye to it. None at
    /// the start, and after a change, when the contacts on show are those of no step.
    pub fn phases(&self) -> Option<&StepPhases> {
        let taken = || {
            let (mut sim, mut phases) = (self.before()?, StepPhases::default());
            sim.step_noting(&mut phases);
            Some(Arc::new(phases))
        };
        self.phases.get_or_init(taken).as_deref().filter(|_| !self.sim().is_edited())
    }

    /// The contacts of the steps, as far as they were [read](Self::read_contacts).
    pub fn contact_history(&self) -> Option<&ContactHistory> {
        self.contact_history.as_deref()
    }

    /// Whether the contacts of all steps that are known are read.
    pub fn contacts_are_read(&self) -> bool {
        self.contact_history.as_ref().is_some_and(|contact_history| contact_history.seen() >= self.live.end())
    }

    /// Reads the contacts of the next `count` steps that are not read yet, from `first` on or the first that can be gone
    /// to. Steps done from then on are read as they are done, until [`forget_contacts`](Self::forget_contacts).
    ///
    /// What was done before is done again for it, which gives the same.
    pub fn read_contacts(&mut self, first: u64, count: u64) {
        let first = self.seek_range().nearest(first);
        if self.contact_history.as_ref().is_none_or(|contact_history| contact_history.first() > first.max(1)) {
            let start = self.live.at(first, self.spacing);
            self.contact_history = Some(Arc::new(ContactHistory::new(&start)));
            self.reader = None;
        }
        let Some(contact_history) = self.contact_history.as_mut().map(Arc::make_mut) else { return };
        let mut reader = self.reader.take().unwrap_or_else(|| {
            let mut reader = Box::new(self.live.clone());
            reader.go(contact_history.seen(), self.spacing);
            reader
        });
        // What came after it set out it does not know of.
        let end = reader.end();
        for _ in 0..count.min(end.saturating_sub(contact_history.seen())) {
            reader.step(self.spacing);
            contact_history.observe(&reader.sim);
        }
        self.reader = (contact_history.seen() < end).then_some(reader);
    }

    /// Forgets the contacts of the steps, and reads no more.
    pub fn forget_contacts(&mut self) {
        (self.contact_history, self.reader) = (None, None);
    }

    /// What was read after a step is of another future.
    fn cut_contacts(&mut self, step: u64) {
        self.reader = None;
        match &mut self.contact_history {
            Some(contact_history) if contact_history.first() <= step => Arc::make_mut(contact_history).cut(step),
            contact_history => *contact_history = None,
        }
    }

    /// What was known of the last step is of another one.
    fn forget_step(&mut self) {
        self.state_before = None;
        self.phases.take();
    }

    /// Gives the world a clock (s) to time its stages with; without one the times are 0.
    pub fn set_clock(&mut self, clock: Option<fn() -> f64>) {
        self.live.sim.set_clock(clock);
    }

    /// One step on: as it was, while that is known, and then into what was never seen.
    pub fn step(&mut self) {
        self.forget_step();
        if self.keeps_state_before {
            self.state_before = Some(Arc::new(self.live.sim.clone()));
        }
        let kept = self.live.step(self.spacing);
        if let Some(contact_history) = &mut self.contact_history {
            Arc::make_mut(contact_history).observe(&self.live.sim);
        }
        if kept {
            self.make_room();
        }
        self.follow();
    }

    /// Goes to a step, or to the nearest that can be gone to; tells which.
    pub fn seek(&mut self, step: u64) -> u64 {
        self.forget_step();
        self.live.go(self.seek_range().nearest(step), self.spacing);
        self.follow();
        self.sim().step_count()
    }

    /// Makes the state after a step anew, or after the nearest that can be gone to, from one that was kept: the present
    /// one broke in the middle of something. No ghost keeps in step from then on.
    pub fn recover(&mut self, step: u64) {
        self.forget_step();
        (self.shown, self.reader) = (None, None);
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
    /// Nothing changes when it is refused. A [`Command::Restart`] begins another run from step 0; the old one, if it was
    /// another, stays as a ghost that is not shown until it is [asked for](Self::show_ghost).
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            // These change nothing that lies ahead.
            Command::Threads(_) => return self.live.sim.apply(command),
            Command::Restart => return self.restart(),
            _ if self.live.sim.is_idle(&command) => return Ok(()),
            _ => {}
        }
        if self.at_end() {
            return self.live.apply(command);
        }
        // A refusal must leave no trace: it is tried on a copy.
        self.live.sim.clone().apply(command.clone())?;
        self.fork();
        // The hand that pulled then pulls no more.
        if self.sim().grab().is_some() && !matches!(command, Command::Grab(_)) {
            self.live.apply(Command::Grab(None))?;
        }
        self.live.apply(command)
    }

    /// Takes the last edit back, of those done by the present step; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.turn_back(Cause::Undo, Sim::undo_command, Sim::undo)
    }

    /// Does the edit that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.turn_back(Cause::Redo, Sim::redo_command, Sim::redo)
    }

    fn turn_back(
        &mut self,
        cause: Cause,
        command: impl Fn(&Sim) -> Option<Command>,
        change: impl Fn(&mut Sim) -> bool,
    ) -> bool {
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
    pub fn ghost(&self) -> Option<&Ghost> {
        self.ghosts.get(self.shown?).map(|ghost| &**ghost)
    }

    /// All ghosts, the oldest first.
    pub fn ghosts(&self) -> impl ExactSizeIterator<Item = &Ghost> {
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
        self.forget_step();
        if let Some(ghost) = self.shown.and_then(|index| self.ghosts.get_mut(index)) {
            let ghost = Arc::make_mut(ghost);
            ghost.branch.sim.share_machine(&self.live.sim);
            std::mem::swap(&mut ghost.branch, &mut self.live);
            let fork = ghost.fork;
            self.cut_contacts(fork);
            // A ghost is not led along before its fork.
            self.live.go(step, self.spacing);
            self.follow();
        }
    }

    /// Where the run and the ghost shown first differ, as far as they have been followed.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.ghost()?.divergence.as_ref()
    }

    /// The body that is furthest from where it is in the ghost shown, and how far (m).
    pub fn distance(&self) -> Option<(BodyId, f32)> {
        let ghost = self.ghost().filter(|ghost| ghost.sim().step_count() == self.sim().step_count())?;
        let apart = self.sim().world().bodies().filter_map(|body| {
            let there = ghost.sim().world().body(body.id)?;
            Some((body.id, body.desc.position.distance(there.desc.position)))
        });
        apart.fold(None, |most, (id, d)| if most.is_none_or(|(_, m)| d > m) { Some((id, d)) } else { most })
    }

    /// The hash of the state after a step, while it is known.
    pub fn hash_after(&self, step: u64) -> Option<u64> {
        self.live.mark(step).map(|mark| mark.hash)
    }

    /// The first step that gave another state when it was done again; it never should.
    pub fn mismatch(&self) -> Option<u64> {
        self.live.mismatch
    }

    /// Energy before the first step (J); none before it was done.
    pub fn start_energy(&self) -> Option<f64> {
        (self.live.end() > 0).then_some(self.live.start_energy)
    }

    /// Energy and momentum after each step from the one said on, to the last known. Of steps that a recording foretells
    /// and nobody has seen yet they are [not known](Totals::is_known).
    pub fn totals(&self) -> (u64, &[Totals]) {
        self.live.totals()
    }

    /// Steps from one state that is kept to the next while all bodies are awake. Where they collide there are fewer, up to
    /// eight times as many where they sleep: so it takes about as long to go to any step.
    pub fn spacing(&self) -> u64 {
        self.spacing
    }

    /// Memory of the past and of the ghosts (bytes).
    pub fn size(&self) -> usize {
        self.live.size() + self.ghosts.iter().map(|ghost| ghost.branch.size()).sum::<usize>()
    }

    /// The run from its start to the last step known, to be written to a file. None when its start is forgotten.
    pub fn recording(&self) -> Option<Recording> {
        Recording::of_branch(&self.live)
    }

    /// Takes up a recording at its start: its steps lie ahead as if they had been done.
    pub fn replay(recording: &Recording) -> Result<Self, CommandError> {
        let sim = Sim::new(recording.scene.clone())?;
        let live = Branch::known(sim, recording.entries.clone(), recording.prints.clone());
        Ok(Self::of_branch(live, Self::BUDGET))
    }

    /// Leaves the future that was known as a ghost and goes on from here.
    fn fork(&mut self) {
        let old = self.live.clone();
        let step = self.sim().step_count();
        self.live.cut();
        self.cut_contacts(step);
        self.live.sim.end_gesture();
        self.live.note(Cause::Apply, Command::EndGesture);
        for ghost in self.ghosts.iter_mut().map(Arc::make_mut) {
            ghost.fork = ghost.fork.min(step);
            if ghost.divergence.as_ref().is_some_and(|divergence| divergence.step > step) {
                ghost.divergence = None;
            }
            ghost.compared = ghost.compared.min(step);
        }
        self.add_ghost(old);
    }

    fn add_ghost(&mut self, branch: Branch) {
        if self.ghosts.len() == Self::MOST_GHOSTS {
            self.lose_ghost();
        }
        let fork = self.sim().step_count();
        self.ghosts.push(Arc::new(Ghost { branch, fork, compared: fork, divergence: None }));
        self.shown = Some(self.ghosts.len() - 1);
    }

    /// Gives the oldest ghost up.
    fn lose_ghost(&mut self) {
        self.ghosts.remove(0);
        self.shown = self.shown.and_then(|index| index.checked_sub(1));
        self.lost_ghosts += 1;
    }

    fn restart(&mut self) -> Result<(), CommandError> {
        let mut sim = self.live.sim.clone();
        sim.apply(Command::Restart)?;
        self.forget_step();
        let old = std::mem::replace(&mut self.live, Branch::new(sim));
        for ghost in self.ghosts.iter_mut().map(Arc::make_mut) {
            (ghost.fork, ghost.compared, ghost.divergence) = (0, 0, None);
        }
        self.spacing = LEAST_SPACING;
        self.shown = None;
        self.cut_contacts(0);
        // A run that would only be done again leaves no ghost.
        if old.end() > 0 && (old.scene != self.live.scene || !old.entries.is_empty()) {
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
        let ghost = Arc::make_mut(ghost);
        ghost.branch.go(step, self.spacing);
        if ghost.divergence.is_some() {
            return;
        }
        let known = self.live.end().min(ghost.branch.end());
        let parted = (ghost.compared + 1..=known).find(|step| self.live.mark(*step) != ghost.branch.mark(*step));
        ghost.compared = known.max(ghost.fork);
        ghost.divergence = parted.map(|first| {
            let here = first == step;
            let (mine, theirs) = if here {
                (self.live.sim.clone(), ghost.branch.sim.clone())
            } else {
                (self.live.at(first, self.spacing), ghost.branch.at(first, self.spacing))
            };
            Divergence::between(&mine, &theirs)
        });
    }

    /// Gives states up until the rest has room.
    fn make_room(&mut self) {
        loop {
            // Until it is asked again the steps alone add to it.
            let steps = usize::try_from(self.spacing * REST).unwrap_or(usize::MAX);
            if self.size() + steps.saturating_mul(Branch::STEP_SIZE) <= self.budget {
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
