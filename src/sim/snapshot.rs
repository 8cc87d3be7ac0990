//! States to go on from, most of them as what differs from a whole one.

use super::Sim;
use crate::math::delta::{DeltaReader, DeltaWriter};
use crate::timeline::{MOST_SAVED, SharedPart, Snapshot};
use std::sync::{Arc, OnceLock};

/// A whole state serves so many steps: then too much differs.
const REACH: u64 = 1024;

/// A whole state, that others are told from.
#[derive(Debug)]
struct Whole {
    sim: Sim,
    size: usize,
}

impl Whole {
    /// Of this state.
    fn new(sim: &Sim) -> Arc<Self> {
        Arc::new(Self {
            size: size_of::<Self>() + size_of_val(&*sim.before) + sim.world.size_of_copy(),
            sim: sim.clone(),
        })
    }

    /// Whether nothing but steps lies between it and a later state, and not too many.
    fn serves(&self, sim: &Sim) -> bool {
        let steps = sim.step_count.checked_sub(self.sim.step_count);
        steps.is_some_and(|steps| steps < REACH) && self.sim.world.edition() == sim.world.edition()
    }
}

/// The state of a scene after a step, to go on from with the same bits.
#[derive(Debug)]
pub struct SimSnapshot {
    whole: Arc<Whole>,
    /// All but the states of bodies and pairs.
    shell: Sim,
    delta: Box<[u8]>,
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
    /// Keeps a state, told from the same whole one as the state kept `before`, where that serves; else it becomes the next
    /// whole one itself. It will take about as much room as the one before.
    pub(super) fn new(sim: &Sim, before: Option<&Self>) -> Self {
        let whole = before.map(|key| &key.whole).filter(|whole| whole.serves(sim)).cloned();
        let whole = whole.unwrap_or_else(|| Whole::new(sim));
        let mut delta = DeltaWriter::with_room(before.map_or(0, |key| key.delta.len() + key.delta.len() / 8));
        sim.world.pack(&whole.sim.world, &mut delta);
        delta.list(&sim.before, &whole.sim.before);
        Self { whole, shell: sim.shell(), delta: delta.finish() }
    }
}

impl Snapshot<Sim> for SimSnapshot {
    fn step(&self) -> u64 {
        self.shell.step_count
    }

    fn restore(&self) -> Sim {
        let (mut sim, whole) = (self.shell.shell(), &self.whole.sim);
        let mut delta = DeltaReader::new(&self.delta);
        sim.world.unpack(&whole.world, &mut delta);
        sim.before.clone_from(&whole.before);
        delta.list(&mut sim.before);
        sim
    }

    fn size(&self) -> usize {
        size_of::<Self>() + self.delta.len()
    }

    fn shared(&self) -> impl Iterator<Item = SharedPart> {
        std::iter::once(SharedPart { address: Arc::as_ptr(&self.whole).addr(), size: self.whole.size })
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
