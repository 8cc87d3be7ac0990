//! What a run of a laboratory begins with.

use super::{LabCommand, Laboratory};
use std::sync::Arc;

/// What a run of a laboratory begins with: which one it is, its rate, and what was changed since it was opened.
#[derive(Clone, Debug)]
pub struct Setup {
    entry: &'static Laboratory,
    hz: f32,
    commands: Arc<Vec<LabCommand>>,
}

impl Setup {
    /// Of a laboratory as it is opened, at so many steps a second.
    pub(super) fn new(entry: &'static Laboratory, hz: f32) -> Self {
        Self { entry, hz, commands: Arc::default() }
    }

    /// Which laboratory.
    pub fn entry(&self) -> &'static Laboratory {
        self.entry
    }

    /// Steps a second.
    pub fn hz(&self) -> f32 {
        self.hz
    }

    /// What was changed since it was opened, in order.
    pub fn commands(&self) -> &[LabCommand] {
        &self.commands
    }

    /// The same at another rate.
    pub(super) fn at_rate(self, hz: f32) -> Self {
        Self { hz, ..self }
    }

    /// Takes back all changes but the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        Arc::make_mut(&mut self.commands).truncate(count);
    }

    /// Adds a change.
    pub(super) fn push(&mut self, command: LabCommand) {
        Arc::make_mut(&mut self.commands).push(command);
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        // By its name: an entry holds functions, which cannot be compared.
        (self.entry.id, self.hz, &self.commands) == (other.entry.id, other.hz, &other.commands)
    }
}
