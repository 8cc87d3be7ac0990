//! A state of a world, as far as it differs from an earlier one.

use super::{Bodies, BroadPhase, Pairs, World};
use crate::math::delta::{DeltaReader, DeltaWriter};

impl World {
    /// Counts the edits of bodies and settings: between two states of a run with the same count lie steps alone.
    pub(crate) fn edition(&self) -> u64 {
        self.edition
    }

    /// A copy without bodies, to be [filled](Self::unpack) from an earlier state.
    pub(crate) fn husk(&self) -> Self {
        self.with(Bodies::default(), Pairs::default(), BroadPhase::default())
    }

    /// Writes how it differs from an earlier state of the same [edition](Self::edition).
    pub(crate) fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        self.bodies.pack(&before.bodies, delta);
        self.pairs.pack(&before.pairs, delta);
        self.broad_phase.pack(&before.broad_phase, delta);
    }

    /// Fills a husk with what was written.
    pub(crate) fn unpack(&mut self, before: &Self, delta: &mut DeltaReader<'_>) {
        self.bodies.clone_from(&before.bodies);
        self.pairs.clone_from(&before.pairs);
        self.broad_phase.clone_from(&before.broad_phase);
        self.bodies.unpack(delta);
        self.pairs.unpack(delta);
        self.broad_phase.unpack(delta);
    }
}
