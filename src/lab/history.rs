//! What can be taken back and done again.

use super::{Experiment, LabCommand};

/// Older changes than this many are forgotten.
const LIMIT: usize = 200;

/// A change that can be taken back.
#[derive(Debug)]
pub(super) struct Change {
    /// Does it.
    pub command: LabCommand,
    /// Leads back at any time, where there is such a command.
    pub inverse: Option<LabCommand>,
    /// The step it was made at.
    pub step: u64,
    /// The state before it, and how many commands of that step came before it; as long as time stands still there.
    pub before: Option<(Box<dyn Experiment>, usize)>,
}

impl Change {
    /// Whether `command`, in the same gesture, adds nothing to undo: this change already leads back to its start.
    fn absorbs(&self, command: &LabCommand) -> bool {
        match (&self.command, command) {
            (LabCommand::Set { name: a, .. }, LabCommand::Set { name: b, .. }) => a == b && self.inverse.is_some(),
            (LabCommand::Drag { handle: a, .. }, LabCommand::Drag { handle: b, .. }) => a == b,
            _ => false,
        }
    }
}

/// The two stacks.
#[derive(Debug, Default)]
pub(super) struct History {
    undo: Vec<Change>,
    redo: Vec<LabCommand>,
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
            Some(last) if gesture && last.absorbs(&change.command) => last.command = change.command,
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

    /// The command that redo would give.
    pub fn next_redo(&self) -> Option<&LabCommand> {
        self.redo.last()
    }

    /// Takes the last change off; what came after step `now` is no longer part of the run.
    pub fn pop(&mut self, now: u64) -> Option<Change> {
        self.cut(now);
        self.gesture = false;
        self.undo.pop()
    }

    /// Can be done again.
    pub fn undone(&mut self, command: LabCommand) {
        self.redo.push(command);
    }

    /// Takes the command off that was last taken back.
    pub fn pop_redo(&mut self) -> Option<LabCommand> {
        self.redo.pop()
    }

    /// Forgets the changes made after step `now`.
    pub fn cut(&mut self, now: u64) {
        self.undo.retain(|change| change.step <= now);
    }

    /// Time goes on: what has no command that leads back stays done.
    pub fn stepped(&mut self) {
        for change in self.undo.iter_mut().rev().take_while(|change| change.before.is_some()) {
            change.before = None;
        }
        self.undo.retain(|change| change.inverse.is_some());
    }

    /// Time begins anew, with the parameters as they are.
    pub fn restarted(&mut self) {
        self.stepped();
        self.undo.iter_mut().for_each(|change| change.step = 0);
        self.gesture = false;
    }
}
