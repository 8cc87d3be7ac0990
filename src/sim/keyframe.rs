//! States to go on from, most of them as what differs from a whole one.

use super::Sim;
use crate::math::delta::{DeltaReader, DeltaWriter};
use std::sync::{Arc, OnceLock};

/// A whole state serves so many steps: then too much differs.
const REACH: u64 = 1024;

/// A whole state, that others are told from.
#[derive(Debug)]
pub(super) struct Whole {
    sim: Sim,
    size: usize,
}

impl Whole {
    /// Of this state.
    pub fn new(sim: &Sim) -> Arc<Self> {
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

/// A state after a step, to go on from with the same bits.
#[derive(Debug)]
pub(super) struct Keyframe {
    whole: Arc<Whole>,
    /// All but the states of bodies and pairs.
    shell: Sim,
    delta: Box<[u8]>,
    /// The entries that are already in it.
    pub done: usize,
    /// What it took to come to it from the start (see [`work`]).
    pub work: u64,
}

/// A body that sleeps is so many times less work than one that is awake.
pub(super) const REST: u64 = 8;

/// An impact is as much work as so many bodies that are awake.
const IMPACT: u64 = 8;

/// About how much work the last step of a scene was: [`REST`] for each body that is awake.
pub(super) fn work(sim: &Sim) -> u64 {
    let stats = sim.world().stats();
    (stats.bodies + (REST as usize - 1) * stats.awake) as u64 + REST * IMPACT * stats.impacts as u64
}

impl Keyframe {
    /// Keeps a state, told from `whole` where that serves; else it becomes the next whole one itself. `before` is a state
    /// like it: it will take about as much room.
    pub fn new(sim: &Sim, whole: &mut Arc<Whole>, before: Option<&Self>, done: usize, work: u64) -> Arc<Self> {
        if !whole.serves(sim) {
            *whole = Whole::new(sim);
        }
        let mut delta = DeltaWriter::with_room(before.map_or(0, |key| key.delta.len() + key.delta.len() / 8));
        sim.world.pack(&whole.sim.world, &mut delta);
        delta.list(&sim.before, &whole.sim.before);
        Arc::new(Self { whole: whole.clone(), shell: sim.shell(), delta: delta.finish(), done, work })
    }

    /// The step it is the state after.
    pub fn step(&self) -> u64 {
        self.shell.step_count
    }

    /// The whole state it is told from.
    pub fn whole(&self) -> &Arc<Whole> {
        &self.whole
    }

    /// The state.
    pub fn sim(&self) -> Sim {
        let (mut sim, whole) = (self.shell.shell(), &self.whole.sim);
        let mut delta = DeltaReader::new(&self.delta);
        sim.world.unpack(&whole.world, &mut delta);
        sim.before.clone_from(&whole.before);
        delta.list(&mut sim.before);
        sim
    }

    /// Memory it takes (bytes); of the whole state its share.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.delta.len() + self.whole.size / Arc::strong_count(&self.whole)
    }
}

impl Sim {
    /// A copy without the states of bodies and pairs.
    fn shell(&self) -> Self {
        Self {
            scene: self.scene.clone(),
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
            threads: self.threads,
            clock: self.clock,
        }
    }
}
