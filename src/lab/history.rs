//! What can be taken back and done again.

use super::{Experiment, LabCommand};
use crate::timeline;
use std::sync::Arc;

/// A change that can be taken back.
#[derive(Clone, Debug)]
pub(super) struct LabChange {
    /// What it changes, in a word or two.
    pub label: String,
    /// Do it.
    pub commands: Vec<LabCommand>,
    /// Do it at any time, where commands can.
    pub forward: Vec<LabCommand>,
    /// Lead back at any time, where commands can.
    pub back: Vec<LabCommand>,
    /// What was before it; as long as time stands still there.
    pub before: Option<StateBefore>,
}

/// How things stood before a change.
#[derive(Clone, Debug)]
pub(super) struct StateBefore {
    /// The state.
    pub state: Arc<dyn Experiment>,
    /// What a restart would have gone back to.
    pub start: Arc<dyn Experiment>,
    /// How many changes had led there.
    pub setup_count: usize,
}

/// What was taken back and can be done again.
#[derive(Clone, Debug)]
pub(super) struct Undone {
    /// What it changes, in a word or two.
    pub label: String,
    /// Do it.
    pub commands: Vec<LabCommand>,
}

impl timeline::UndoableChange for LabChange {
    const LIMIT: usize = 200;

    fn absorb(&mut self, later: Self) -> Option<Self> {
        // This change already leads back to the start of the gesture.
        let absorbs = match (self.commands.as_slice(), later.commands.as_slice()) {
            ([LabCommand::Set { name: a, .. }], [LabCommand::Set { name: b, .. }]) => a == b && !self.back.is_empty(),
            ([LabCommand::Drag { handle: a, .. }], [LabCommand::Drag { handle: b, .. }]) => a == b,
            _ => false,
        };
        if !absorbs {
            return Some(later);
        }
        (self.commands, self.forward) = (later.commands, later.forward);
        None
    }
}

/// What can be taken back and done again.
pub(super) type History = timeline::History<LabChange, Undone>;

impl History {
    /// Whether the next step forgets something.
    pub(super) fn waits_for_step(&self) -> bool {
        self.undo.last().is_some_and(|change| change.before.is_some())
    }

    /// Time goes on: what no commands lead back from stays done.
    pub(super) fn stepped(&mut self) {
        // Only the latest changes have a state: those before an earlier step have forgotten theirs.
        for change in self.undo.iter_mut().rev().take_while(|change| change.before.is_some()) {
            change.before = None;
        }
        self.undo.retain(|change| !change.back.is_empty());
    }
}
