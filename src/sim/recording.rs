//! A run written down: where it began, all that was done, and what every step must come to.

mod text;

pub use text::{MAX_RECORDING_BYTES, RecordingError};

use super::branch::{Branch, Cause, Entry};
use super::{Command, CommandError, Sim};
use crate::physics::Fingerprint;
use crate::scene::Scene;

/// Steps from one list of the hashes of all bodies to the next, where a recording is made as the run goes on.
const BODIES_EVERY: u64 = 60;

/// A run from its start: the scene, all that was done, and the fingerprint of every step.
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
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    pub(super) scene: Scene,
    /// In the order in which they were done; all are [`Cause::Apply`].
    pub(super) entries: Vec<Entry>,
    /// Of the states after steps 1, 2, 3, …
    pub(super) prints: Vec<Fingerprint>,
    /// Step, and the hash of the body in every slot that has one.
    bodies: Vec<(u64, Vec<(usize, u64)>)>,
}

impl Recording {
    /// A recording of a run that begins here; `sim` has done no step and had no command.
    pub fn new(sim: &Sim) -> Self {
        Self { scene: sim.scene().clone(), entries: vec![], prints: vec![], bodies: vec![] }
    }

    pub(super) fn of_branch(branch: &Branch) -> Option<Self> {
        let plain = |entry: &Entry| Entry { cause: Cause::Apply, ..entry.clone() };
        Some(Self {
            scene: (*branch.scene).clone(),
            entries: branch.entries.iter().map(plain).collect(),
            prints: branch.all_marks()?.to_vec(),
            bodies: branch
                .kept(BODIES_EVERY)
                .filter(|sim| branch.entries.iter().all(|entry| entry.step != sim.step_count()))
                .map(|sim| (sim.step_count(), sim.world().body_hashes().collect()))
                .collect(),
        })
    }

    /// The scene it begins with.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many steps it has.
    pub fn steps(&self) -> u64 {
        self.prints.len() as u64
    }

    /// Steps done and the command that then came, in the order of the run.
    pub fn commands(&self) -> impl Iterator<Item = (u64, &Command)> {
        self.entries.iter().map(|entry| (entry.step, &entry.command))
    }

    /// Notes a command that was carried out after the step last observed.
    pub fn note(&mut self, command: Command) {
        self.entries.push(Entry { step: self.steps(), cause: Cause::Apply, command });
    }

    /// Notes what the next step has come to.
    pub fn observe(&mut self, sim: &Sim) {
        self.prints.push(sim.world().fingerprint());
        if self.steps().is_multiple_of(BODIES_EVERY) {
            self.bodies.push((self.steps(), sim.world().body_hashes().collect()));
        }
    }

    /// Simulates it again with so many threads; the scene and its bodies are known to be sound.
    pub fn replay(&self, threads: usize) -> Result<Replay<'_>, CommandError> {
        let mut sim = Sim::new(self.scene.clone())?;
        sim.apply(Command::Threads(threads))?;
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
pub struct Replay<'a> {
    recording: &'a Recording,
    sim: Sim,
    next: usize,
    departure: Option<Departure>,
}

impl Replay<'_> {
    /// The scene at the present step.
    pub fn sim(&self) -> &Sim {
        &self.sim
    }

    /// Where it first departed from the recording, if it has.
    pub fn departure(&self) -> Option<&Departure> {
        self.departure.as_ref()
    }

    fn catch_up(&mut self) {
        let now = self.sim.step_count();
        while let Some(entry) = self.recording.entries.get(self.next).filter(|entry| entry.step <= now) {
            // One that is refused now, but was not then, shows in the next hash.
            drop(self.sim.apply(entry.command.clone()));
            self.next += 1;
        }
    }

    fn compare(&mut self) {
        let (step, got) = (self.sim.step_count(), self.sim.world().fingerprint());
        let Some(expected) = self.recording.prints.get(step as usize - 1) else { return };
        match &mut self.departure {
            None if *expected != got => {
                let slot = expected.lone_difference(&got, self.sim.world().slot_count());
                let body = slot.and_then(|slot| self.sim.world().body_at(slot)).map(|body| self.sim.name(body.id));
                let (expected, got) = (expected.hash, got.hash);
                self.departure = Some(Departure { step, expected, got, body, later: None });
            }
            _ => {}
        }
        let Some(departure) = self.departure.as_mut().filter(|d| d.body.is_none() && d.later.is_none()) else { return };
        if let Ok(index) = self.recording.bodies.binary_search_by_key(&step, |(step, _)| *step) {
            let list = &self.recording.bodies[index].1;
            let hashes = self.sim.world().body_hashes();
            let differing = hashes.filter(|(slot, hash)| !list.contains(&(*slot, *hash)));
            let names = differing.filter_map(|(slot, _)| self.sim.world().body_at(slot));
            departure.later = Some((step, names.map(|body| self.sim.name(body.id)).collect()));
        }
    }
}

impl Iterator for Replay<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.sim.step_count() >= self.recording.steps() {
            return None;
        }
        self.sim.step();
        self.compare();
        self.catch_up();
        self.recording.prints.get(self.sim.step_count() as usize - 1).map(|print| print.hash)
    }
}
