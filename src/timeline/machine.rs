//! The controls of a time machine, whatever it leads through time.

use super::{ChangeLabel, SeekRange, Simulation, Timeline};

/// What can be asked of any [`Timeline`], and done with it, without knowing what it leads.
pub trait TimeMachine {
    /// Steps done.
    fn step_count(&self) -> u64;

    /// Length of a step (s).
    fn dt(&self) -> f32;

    /// Simulated time (s).
    fn time(&self) -> f64;

    /// A hash of the whole state, bit for bit.
    fn state_hash(&self) -> u64;

    /// Which steps one can go to.
    fn seek_range(&self) -> SeekRange;

    /// The first step that came to another state than it did before; it never should.
    fn mismatch(&self) -> Option<u64>;

    /// Advances by one step.
    fn step(&mut self);

    /// Goes to the step nearest to `step` that can be gone to.
    fn seek(&mut self, step: u64);

    /// Makes the state after a step that was done anew, from one that was kept: what stands now broke in the middle of
    /// something.
    fn recover(&mut self, step: u64);

    /// Takes the last change back; false when there is none.
    fn undo(&mut self) -> bool;

    /// Does the change that was last taken back again; false when there is none.
    fn redo(&mut self) -> bool;

    /// What undo would take back.
    fn undo_label(&self) -> Option<ChangeLabel>;

    /// What redo would do again.
    fn redo_label(&self) -> Option<ChangeLabel>;

    /// Keeps the present as a ghost.
    fn keep_ghost(&mut self);

    /// Lets another ghost keep in step, or none.
    fn show_ghost(&mut self, index: Option<usize>);

    /// Makes the ghost shown the run, and the run a ghost.
    fn swap_ghost(&mut self);

    /// Forgets all ghosts.
    fn drop_ghosts(&mut self);
}

impl<S: Simulation> TimeMachine for Timeline<S> {
    fn step_count(&self) -> u64 {
        self.sim().step_count()
    }

    fn dt(&self) -> f32 {
        self.sim().dt()
    }

    fn time(&self) -> f64 {
        self.sim().time()
    }

    fn state_hash(&self) -> u64 {
        S::hash_of(&self.sim().mark())
    }

    fn seek_range(&self) -> SeekRange {
        self.seek_range()
    }

    fn mismatch(&self) -> Option<u64> {
        self.mismatch()
    }

    fn step(&mut self) {
        self.step();
    }

    fn seek(&mut self, step: u64) {
        self.seek(step);
    }

    fn recover(&mut self, step: u64) {
        self.recover(step);
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn redo(&mut self) -> bool {
        self.redo()
    }

    fn undo_label(&self) -> Option<ChangeLabel> {
        self.sim().undo_label()
    }

    fn redo_label(&self) -> Option<ChangeLabel> {
        self.sim().redo_label()
    }

    fn keep_ghost(&mut self) {
        self.keep_ghost();
    }

    fn show_ghost(&mut self, index: Option<usize>) {
        self.show_ghost(index);
    }

    fn swap_ghost(&mut self) {
        self.swap_ghost();
    }

    fn drop_ghosts(&mut self) {
        self.drop_ghosts();
    }
}
