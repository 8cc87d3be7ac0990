//! What can be taken back and done again.

use super::{Experiment, LabCommand};
use std::sync::Arc;

/// Older changes than this many are forgotten.
const LIMIT: usize = 200;

/// A change that can be taken back.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// What it changes, in a word or two.
    pub label: String,
    /// Do it.
    pub commands: Vec<LabCommand>,
    /// Do it at any time, where commands can.
    pub forward: Vec<LabCommand>,
    /// Lead back at any time, where commands can.
    pub back: Vec<LabCommand>,
    /// The step it was made at.
    pub step: u64,
    /// What was before it; as long as time stands still there.
    pub before: Option<Before>,
}

/// How things stood before a change.
#[derive(Clone, Debug)]
pub(super) struct Before {
    /// The state.
    pub state: Arc<dyn Experiment>,
    /// What a restart would have gone back to.
    pub start: Arc<dyn Experiment>,
    /// How many commands of that step had been given.
    pub count: usize,
}

/// What was taken back and can be done again.
#[derive(Clone, Debug)]
pub(super) struct Undone {
    /// What it changes, in a word or two.
    pub label: String,
    /// Do it.
    pub commands: Vec<LabCommand>,
}

impl Change {
    /// Whether `next`, in the same gesture, adds nothing to undo: this change already leads back to its start.
    fn absorbs(&self, next: &Self) -> bool {
        match (self.commands.as_slice(), next.commands.as_slice()) {
            ([LabCommand::Set { name: a, .. }], [LabCommand::Set { name: b, .. }]) => a == b && !self.back.is_empty(),
            ([LabCommand::Drag { handle: a, .. }], [LabCommand::Drag { handle: b, .. }]) => a == b,
            _ => false,
        }
    }
}

/// The two stacks.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    undo: Vec<Change>,
    redo: Vec<Undone>,
    /// Whether the last change belongs to a gesture still going on.
    gesture: bool,
}

impl History {
    /// Notes a change; those of one gesture become one.
    pub fn record(&mut self, change: Change) {
        self.redo.clear();
        self.record_again(change);
        self.gesture = true;
    }

    /// Notes a change that was taken back and done again.
    pub fn record_again(&mut self, change: Change) {
        let gesture = self.gesture;
        match self.undo.last_mut() {
            Some(last) if gesture && last.absorbs(&change) => {
                (last.commands, last.forward) = (change.commands, change.forward);
            }
            _ => {
                if self.undo.len() == LIMIT {
                    self.undo.remove(0);
                }
                self.undo.push(change);
            }
        }
    }

    /// The next change is one of its own.
    pub fn end_gesture(&mut self) {
        self.gesture = false;
    }

    /// The change that undo would take back at step `now`.
    pub fn next_undo(&self, now: u64) -> Option<&Change> {
        self.undo.iter().rev().find(|change| change.step <= now)
    }

    /// What redo would do.
    pub fn next_redo(&self) -> Option<&Undone> {
        self.redo.last()
    }

    /// Takes the last change off; what came after step `now` is no longer part of the run.
    pub fn pop(&mut self, now: u64) -> Option<Change> {
        self.cut(now);
        self.gesture = false;
        self.undo.pop()
    }

    /// Can be done again.
    pub fn undone(&mut self, label: String, commands: Vec<LabCommand>) {
        self.redo.push(Undone { label, commands });
    }

    /// Takes off what was last taken back.
    pub fn pop_redo(&mut self) -> Option<Undone> {
        self.redo.pop()
    }

    /// Forgets the changes made after step `now`.
    pub fn cut(&mut self, now: u64) {
        self.undo.retain(|change| change.step <= now);
    }

    /// Time goes on: what no commands lead back from stays done.
    pub fn stepped(&mut self) {
        for change in self.undo.iter_mut().rev().take_while(|change| change.before.is_some()) {
            change.before = None;
        }
        self.undo.retain(|change| !change.back.is_empty());
    }

    /// Time begins anew, with the parameters as they are.
    pub fn restarted(&mut self) {
        self.stepped();
        self.undo.iter_mut().for_each(|change| change.step = 0);
        self.gesture = false;
    }
}
