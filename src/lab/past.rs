//! What happened so far: states now and then, and every command between them.
//!
//! A step is a function of state and commands alone, so any step of the past is reached from the state kept before it
//! by doing the same again.

use super::{Experiment, LabCommand};
use std::collections::VecDeque;
use std::sync::Arc;

/// Steps from one kept state to the next.
const SPACING: u64 = 30;
/// So many states are kept; the oldest are forgotten.
const KEPT: usize = 240;

/// States and commands of a run, oldest first. There is always one state.
#[derive(Clone, Debug)]
pub(super) struct Past {
    /// The state after so many steps, before the commands given there.
    states: VecDeque<(u64, Arc<dyn Experiment>)>,
    /// Commands and the step they were given at.
    commands: VecDeque<(u64, LabCommand)>,
    /// The latest step made.
    last: u64,
}

impl Past {
    /// Begins at step 0.
    pub fn new(start: &dyn Experiment) -> Self {
        Self { states: VecDeque::from([(0, start.boxed().into())]), commands: VecDeque::new(), last: 0 }
    }

    /// The earliest step kept.
    pub fn first(&self) -> u64 {
        self.states.front().map_or(self.last, |(step, _)| *step)
    }

    /// The latest step made.
    pub fn last(&self) -> u64 {
        self.last
    }

    /// Notes the state after step `now`, when that is a new one.
    pub fn stepped(&mut self, now: u64, state: &dyn Experiment) {
        if now <= self.last {
            return;
        }
        self.last = now;
        if now.is_multiple_of(SPACING) {
            self.states.push_back((now, state.boxed().into()));
            if self.states.len() > KEPT {
                self.states.pop_front();
                let first = self.first();
                while self.commands.front().is_some_and(|(step, _)| *step < first) {
                    self.commands.pop_front();
                }
            }
        }
    }

    /// Notes a command given at step `now`.
    pub fn commanded(&mut self, now: u64, command: LabCommand) {
        self.commands.push_back((now, command));
    }

    /// The commands given at step `now`, in order.
    pub fn commands_at(&self, now: u64) -> impl Iterator<Item = &LabCommand> {
        let begin = self.commands.partition_point(|(step, _)| *step < now);
        self.commands.range(begin..).take_while(move |(step, _)| *step == now).map(|(_, command)| command)
    }

    /// Forgets all that came after step `now`.
    pub fn cut(&mut self, now: u64) {
        self.last = self.last.min(now);
        while self.states.len() > 1 && self.states.back().is_some_and(|(step, _)| *step > now) {
            self.states.pop_back();
        }
        while self.commands.back().is_some_and(|(step, _)| *step > now) {
            self.commands.pop_back();
        }
    }

    /// Forgets the commands given at step `now` but the first `count`; nothing may have come after them.
    pub fn take_back(&mut self, now: u64, count: usize) {
        let begin = self.commands.partition_point(|(step, _)| *step < now);
        self.commands.truncate(begin + count);
    }

    /// The latest state kept at or before `step`, and its step.
    pub fn before(&self, step: u64) -> Option<(u64, &dyn Experiment)> {
        let (at, state) = self.states.iter().rev().find(|(at, _)| *at <= step)?;
        Some((*at, &**state))
    }
}
