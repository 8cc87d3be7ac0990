//! States to go on from, most of them as what differs from another.

use super::Sim;
use crate::math::delta::{DeltaReader, DeltaWriter};
use crate::physics::{BodyState, EarlierWorld};
use crate::timeline::{MOST_SAVED, SharedPart, Snapshot};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// A state serves others to be told from for as many steps as went by before it, but no fewer and no more than these: a
/// crowd that has come to rest is told from one that rests, and not from its fall.
const REACH: RangeInclusive<u64> = 64..=2048;

/// A state that takes more room than this as it stands (bytes) is packed, and read again when another is told from it.
const MOST_PLAIN: usize = 4 << 20;

/// A state that others are told from.
#[derive(Debug)]
struct BaseState {
    step: u64,
    held: Held,
    size: usize,
}

/// How it is held.
#[derive(Debug)]
enum Held {
    /// As it stands.
    Plain(Box<Sim>),
    /// Told from one that stands, in whose run nothing was edited since.
    Packed { root: Arc<BaseState>, told: Box<DeltaState> },
}

/// What is needed of a state to tell another from it.
struct EarlierSim<'a> {
    before: Cow<'a, [BodyState]>,
    world: EarlierWorld<'a>,
}

/// A state, told from another.
#[derive(Debug)]
struct DeltaState {
    /// All but the states of bodies and pairs.
    shell: Sim,
    delta: Box<[u8]>,
}

impl DeltaState {
    /// Takes about `room` bytes.
    fn new(sim: &Sim, from: EarlierSim<'_>, room: usize) -> Self {
        let mut delta = DeltaWriter::with_room(room);
        delta.list(&sim.before, &from.before);
        sim.world.pack(from.world, &mut delta);
        Self { shell: sim.shell(), delta: delta.finish() }
    }

    fn restore(&self, from: EarlierSim<'_>) -> Sim {
        let (mut sim, mut delta) = (self.shell.shell(), DeltaReader::new(&self.delta));
        sim.before = from.before.into_owned();
        delta.list(&mut sim.before);
        sim.world.unpack(from.world, &mut delta);
        sim
    }

    /// What others are told from.
    fn earlier<'a>(&'a self, from: EarlierSim<'a>) -> EarlierSim<'a> {
        let (mut before, mut delta) = (from.before.into_owned(), DeltaReader::new(&self.delta));
        delta.list(&mut before);
        EarlierSim { before: before.into(), world: from.world.then(delta) }
    }

    /// Memory it takes (bytes).
    fn size(&self) -> usize {
        size_of::<Self>() + self.delta.len()
    }
}

impl BaseState {
    /// Of this state; `before` is the one before it in the same run.
    fn new(sim: &Sim, before: Option<&Arc<Self>>) -> Arc<Self> {
        let plain = size_of::<Sim>() + size_of_val(&*sim.before) + sim.world.size_of_copy();
        let root = before.map(BaseState::root).filter(|root| plain > MOST_PLAIN && root.is_of_run(sim));
        let (held, size) = match root {
            Some(root) => {
                let told = DeltaState::new(sim, root.earlier(), plain / 2);
                let size = told.size();
                (Held::Packed { root: root.clone(), told: Box::new(told) }, size)
            }
            None => (Held::Plain(Box::new(sim.clone())), plain),
        };
        Arc::new(Self { step: sim.step_count, held, size: size_of::<Self>() + size })
    }

    /// The state that stands.
    fn root(self: &Arc<Self>) -> &Arc<Self> {
        if let Held::Packed { root, .. } = &self.held { root } else { self }
    }

    fn earlier(&self) -> EarlierSim<'_> {
        match &self.held {
            Held::Plain(sim) => {
                EarlierSim { before: Cow::Borrowed(&sim.before), world: EarlierWorld::Whole(&sim.world) }
            }
            Held::Packed { root, told } => told.earlier(root.earlier()),
        }
    }

    /// Whether nothing but steps lies between it and a later state.
    fn is_of_run(&self, sim: &Sim) -> bool {
        let shell = match &self.held {
            Held::Plain(sim) => sim,
            Held::Packed { told, .. } => &told.shell,
        };
        self.step <= sim.step_count && shell.world.edition() == sim.world.edition()
    }

    /// Whether a later state is to be told from it.
    fn serves(self: &Arc<Self>, sim: &Sim) -> bool {
        let reach = (self.step - self.root().step).clamp(*REACH.start(), *REACH.end());
        self.is_of_run(sim) && sim.step_count - self.step < reach
    }
}

/// The state of a scene after a step, to go on from with the same bits.
#[derive(Debug)]
pub struct SimSnapshot {
    origin: Arc<BaseState>,
    told: DeltaState,
}

/// A body that sleeps is so many times less work than one that is awake.
pub(super) const REST: u64 = MOST_SAVED;

/// An impact is as much work as so many bodies that are awake.
const IMPACT: u64 = 8;

/// About how much work the last step of a scene was: [`REST`] for each body that is awake.
pub(super) fn work(sim: &Sim) -> u64 {
    let stats = sim.world().stats();
    (stats.bodies + (REST as usize - 1) * stats.awake) as u64 + REST * IMPACT * stats.impacts as u64
}

impl SimSnapshot {
    /// Keeps a state, told from what the state kept `before` is told from, where that serves; else others will be told
    /// from it. It will take about as much room as the one before.
    pub(super) fn new(sim: &Sim, before: Option<&Self>) -> Self {
        let known = before.map(|key| &key.origin);
        let origin = known.filter(|origin| origin.serves(sim)).cloned().unwrap_or_else(|| BaseState::new(sim, known));
        let room = before.map_or(0, |key| key.told.delta.len() + key.told.delta.len() / 8);
        let told = DeltaState::new(sim, origin.earlier(), room);
        Self { origin, told }
    }
}

impl Snapshot<Sim> for SimSnapshot {
    fn step(&self) -> u64 {
        self.told.shell.step_count
    }

    fn restore(&self) -> Sim {
        self.told.restore(self.origin.earlier())
    }

    fn size(&self) -> usize {
        self.told.size()
    }

    fn shared(&self) -> impl Iterator<Item = SharedPart> {
        let origins = std::iter::once(self.origin.root()).chain([&self.origin]);
        origins.map(|origin| SharedPart { address: Arc::as_ptr(origin).addr(), size: origin.size })
    }
}

impl Sim {
    /// A copy without the states of bodies and pairs.
    fn shell(&self) -> Self {
        Self {
            scene: self.scene.clone(),
            opened: self.opened.clone(),
            order: self.order.clone(),
            world: self.world.shell(),
            slots: self.slots.clone(),
            ids: self.ids.clone(),
            thrown: self.thrown.clone(),
            step_count: self.step_count,
            clock_start: self.clock_start,
            grab: self.grab,
            before: vec![],
            edited: self.edited,
            contacts: OnceLock::new(),
            history: self.history.clone(),
            tally: self.tally.clone(),
            threads: self.threads,
            clock: self.clock,
        }
    }
}
