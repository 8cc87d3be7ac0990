//! A running scene in the time machine: what is kept of its states, and what else is known of its steps.

use super::snapshot::{REST, work};
use super::{Command, CommandError, ContactHistory, Sim, SimSnapshot, Timeline, Totals};
use crate::physics::{BodyId, Fingerprint, StepPhases};
use crate::scene::Scene;
use crate::timeline::{Alteration, Branch, ChangeLabel, Editable, Reach, Simulation, States, StepNotes};
use std::sync::{Arc, OnceLock};

impl Simulation for Sim {
    type Start = Arc<Scene>;
    type Notes = SceneNotes;

    fn start(&self) -> Arc<Scene> {
        self.scene.clone()
    }

    fn step_count(&self) -> u64 {
        self.step_count
    }

    fn dt(&self) -> f32 {
        self.world.config().dt()
    }

    fn time(&self) -> f64 {
        Self::time(self)
    }

    fn step(&mut self) {
        Self::step(self);
    }

    fn share_machine(&mut self, other: &Self) {
        self.threads = other.threads;
        self.clock = other.clock;
        self.world.share_machine(&other.world);
    }

    fn still(&self) -> Self {
        self.contacts();
        let mut copy = self.clone();
        copy.world.share_machine(&crate::physics::World::default());
        copy
    }
}

impl Editable for Sim {
    type Command = Command;
    type Refusal = CommandError;

    const END_GESTURE: Command = Command::EndGesture;

    fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        Self::apply(self, command)
    }

    fn undo(&mut self) -> bool {
        Self::undo(self)
    }

    fn redo(&mut self) -> bool {
        Self::redo(self)
    }

    fn undo_command(&self) -> Option<Command> {
        self.history.undo.last().and_then(|change| self.command(change))
    }

    fn redo_command(&self) -> Option<Command> {
        self.history.redo.last().and_then(|change| self.command(change))
    }

    fn undo_label(&self) -> Option<ChangeLabel> {
        Self::undo_label(self)
    }

    fn redo_label(&self) -> Option<ChangeLabel> {
        Self::redo_label(self)
    }

    fn alteration(&self, command: &Command) -> Option<Alteration> {
        self.alteration_by(command)
    }

    fn reach(&self, command: &Command) -> Reach {
        // What changes nothing must not cut off the future that is already known.
        let nothing = match command {
            Command::Threads(_) => return Reach::Machine,
            Command::Restart => return Reach::Start,
            Command::Edit { .. } | Command::All(_) => self.changes_nothing(command),
            Command::Configure(config) => config == self.world.config(),
            Command::View(view) => **view == self.scene.view,
            Command::Grab(grab) => *grab == self.grab,
            Command::EndGesture => !self.history.gesture,
            _ => false,
        };
        if nothing { Reach::Nothing } else { Reach::Future }
    }

    fn replaces(later: &Command, earlier: &Command) -> bool {
        match (later, earlier) {
            // A hand that pulls moves often between two steps: its last place counts.
            (Command::Grab(Some(_)), Command::Grab(Some(_))) => true,
            // To let go twice is to let go.
            (Command::Grab(None), Command::Grab(None)) | (Command::EndGesture, Command::EndGesture) => true,
            _ => false,
        }
    }

    fn release(&self, next: &Command) -> Vec<Command> {
        let pulls = self.grab.is_some() && !matches!(next, Command::Grab(_));
        if pulls { vec![Command::Grab(None)] } else { vec![] }
    }
}

impl States for Sim {
    type Snapshot = SimSnapshot;
    type Mark = Fingerprint;
    type Measured = Totals;
    type Difference = Difference;

    const UNMEASURED: Totals = Totals::UNKNOWN;

    fn keep(&self, before: Option<&SimSnapshot>) -> SimSnapshot {
        SimSnapshot::new(self, before)
    }

    fn mark(&self) -> Fingerprint {
        self.world.fingerprint()
    }

    fn hash_of(mark: &Fingerprint) -> u64 {
        mark.hash
    }

    fn measure(&self) -> Totals {
        Totals::of(self)
    }

    fn is_measured(measured: &Totals) -> bool {
        measured.is_known()
    }

    fn difference(&self, other: &Self) -> Difference {
        Difference::between(self, other)
    }

    fn work(&self) -> u64 {
        work(self)
    }

    fn full_work(&self) -> u64 {
        REST * self.world.stats().bodies.max(1) as u64
    }

    fn size(&self) -> usize {
        self.world.size_of_copy()
    }
}

/// What differs between two states of a scene after the same step.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The bodies that had another pose or velocity, by slot.
    pub bodies: Vec<BodyId>,
    /// The first pair that touched in one alone, or through other features.
    pub contact: Option<(BodyId, BodyId)>,
}

impl Difference {
    fn between(a: &Sim, b: &Sim) -> Self {
        let hashes = |sim: &Sim| sim.world().body_hashes().collect::<Vec<_>>();
        // Bodies whose bits differ, or that only one of the two has.
        let mut slots: Vec<usize> =
            lone(&hashes(a), &hashes(b)).chain(lone(&hashes(b), &hashes(a))).map(|x| x.0).collect();
        slots.sort_unstable();
        slots.dedup();
        let body = |slot| a.world().body_at(slot).or_else(|| b.world().body_at(slot));
        // And the first contact that only one of the two has, or has with other features.
        let touches = |sim: &Sim| {
            let contacts = sim.world().contacts().into_iter();
            contacts.map(|c| ((c.a, c.b), c.feature_a, c.feature_b)).collect::<Vec<_>>()
        };
        let contact = lone(&touches(a), &touches(b)).chain(lone(&touches(b), &touches(a))).next();
        Self {
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

/// What is known of the steps of a scene besides their states.
#[derive(Clone, Debug, Default)]
pub struct SceneNotes {
    /// Of the last step, once somebody asks.
    phases: OnceLock<Option<Arc<StepPhases>>>,
    /// Whether this is a copy to look at, for which nobody takes a step.
    is_still: bool,
    /// The contacts of the steps, while somebody reads them.
    contacts: Option<Arc<ContactHistory>>,
    reader: FutureReader,
}

/// Goes through the steps whose contacts are not read yet. Who copies what is known of the steps does not read on.
#[derive(Debug, Default)]
struct FutureReader(Option<Box<Branch<Sim>>>);

impl Clone for FutureReader {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl StepNotes<Sim> for SceneNotes {
    fn leave(&mut self) {
        self.phases.take();
    }

    fn stepped(&mut self, now: &Sim) {
        if let Some(contacts) = &mut self.contacts {
            Arc::make_mut(contacts).observe(now);
        }
    }

    fn cut(&mut self, step: u64) {
        self.reader.0 = None;
        match &mut self.contacts {
            Some(contacts) if contacts.first() <= step => Arc::make_mut(contacts).cut(step),
            contacts => *contacts = None,
        }
    }

    fn give_up(&mut self) {
        self.reader.0 = None;
    }

    fn still(&self) -> Self {
        Self { is_still: true, ..self.clone() }
    }

    fn complete(timeline: &Timeline) {
        if timeline.keeps_state_before() {
            timeline.phases();
        }
    }
}

impl Timeline {
    /// Starts a scene.
    pub fn new(scene: Scene) -> Result<Self, CommandError> {
        Self::with_budget(scene, Self::BUDGET)
    }

    /// Starts a scene with so much room for the states kept (bytes).
    pub fn with_budget(scene: Scene, budget: usize) -> Result<Self, CommandError> {
        Ok(Self::beginning(Sim::new(scene)?, budget))
    }

    /// Gives the world a clock (s) to time its stages with; without one the times are 0.
    pub fn set_clock(&mut self, clock: Option<fn() -> f64>) {
        self.live.sim.set_clock(clock);
    }

    /// Where the bodies stood at each phase of the step that led here: that step, taken again with an eye to it. None
    /// at the start, after a change, when the contacts on show are those of no step, and of a [copy](Self::still) that
    /// was made while [nobody wanted them](Self::keep_state_before): who looks at it takes no step.
    pub fn phases(&self) -> Option<&StepPhases> {
        // The step is done once more, with its stages written down; the run itself is not touched.
        let taken = || {
            let (mut sim, mut phases) = (self.before()?, StepPhases::default());
            sim.step_with_phases(&mut phases);
            Some(Arc::new(phases))
        };
        let known = &self.notes.phases;
        let phases = if self.notes.is_still { known.get()? } else { known.get_or_init(taken) };
        phases.as_deref().filter(|_| !self.sim().is_edited())
    }

    /// The contacts of the steps, as far as they were [read](Self::read_contacts).
    pub fn contact_history(&self) -> Option<&ContactHistory> {
        self.notes.contacts.as_deref()
    }

    /// Whether the contacts of all steps that are known are read.
    pub fn contacts_are_read(&self) -> bool {
        self.contact_history().is_some_and(|contacts| contacts.seen() >= self.live.end())
    }

    /// Reads the contacts of the next `count` steps that are not read yet, from `first` on or the first that can be
    /// gone to. Steps done from then on are read as they are done, until [`forget_contacts`](Self::forget_contacts).
    ///
    /// What was done before is done again for it, which gives the same.
    pub fn read_contacts(&mut self, first: u64, count: u64) {
        // Contacts are read from the first step that is asked for and can still be reached.
        let first = self.seek_range().nearest(first);
        if self.contact_history().is_none_or(|contacts| contacts.first() > first.max(1)) {
            self.notes.contacts = Some(Arc::new(ContactHistory::new(&self.state_at(first))));
            self.notes.reader.0 = None;
        }
        // A copy of the run goes through the steps again, a few each frame, and is kept until it has caught up.
        let spacing = self.spacing();
        let Some(contacts) = self.notes.contacts.as_mut().map(Arc::make_mut) else { return };
        let mut reader = self.notes.reader.0.take().unwrap_or_else(|| {
            let mut reader = Box::new(self.live.clone());
            reader.go(contacts.seen(), spacing);
            reader
        });
        // What came after it set out it does not know of.
        let end = reader.end();
        for _ in 0..count.min(end.saturating_sub(contacts.seen())) {
            reader.step(spacing);
            contacts.observe(&reader.sim);
        }
        self.notes.reader.0 = (contacts.seen() < end).then_some(reader);
    }

    /// Forgets the contacts of the steps, and reads no more.
    pub fn forget_contacts(&mut self) {
        (self.notes.contacts, self.notes.reader.0) = (None, None);
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

    /// Energy and momentum after each step from the one said on, to the last known. Of steps that a recording foretells
    /// and nobody has seen yet they are [not known](Totals::is_known).
    pub fn totals(&self) -> (u64, &[Totals]) {
        self.measured()
    }

    /// Energy before the first step (J); none before it was done.
    pub fn start_energy(&self) -> Option<f64> {
        self.start_measured().map(Totals::energy)
    }
}
