//! What a time machine asks of whatever it leads through time.

use super::{Alteration, ChangeLabel, Timeline};
use std::fmt::Debug;

/// Something that goes on by steps and changes by commands, and by nothing else: a scene, a laboratory.
///
/// Same state, same commands, same bits. That alone lets a [`Timeline`] keep few states and make all others again.
pub trait Simulation: Editable + States {
    /// What step 0 is made of.
    type Start: Clone + Debug + PartialEq;
    /// What else is known of the steps.
    type Notes: StepNotes<Self>;

    /// What step 0 was made of.
    fn start(&self) -> Self::Start;

    /// Steps done.
    fn step_count(&self) -> u64;

    /// Length of a step (s).
    fn dt(&self) -> f32;

    /// Simulated time (s).
    fn time(&self) -> f64;

    /// Advances by one step.
    fn step(&mut self);

    /// Whether time stands still until something is done.
    fn waits(&self) -> bool {
        false
    }

    /// Uses the threads and the clock of another from here on.
    fn share_machine(&mut self, other: &Self) {
        let _ = other;
    }

    /// A copy to look at while this one goes on elsewhere: it has no threads in common with it.
    fn still(&self) -> Self {
        self.clone()
    }
}

/// What is changed by commands that can be taken back.
pub trait Editable: Clone + Debug {
    /// Everything that can be done to it.
    type Command: Clone + Debug + PartialEq;
    /// Why a command was refused; nothing has changed then.
    type Refusal;

    /// Ends a gesture: the next change is taken back by itself.
    const END_GESTURE: Self::Command;

    /// Carries out one change; nothing changes when it is refused.
    fn apply(&mut self, command: Self::Command) -> Result<(), Self::Refusal>;

    /// Takes the last change back; false, and nothing has changed, when there is none.
    fn undo(&mut self) -> bool;

    /// Does the change that was last taken back again; false, and nothing has changed, when there is none.
    fn redo(&mut self) -> bool;

    /// A command that comes to the same as [`undo`](Self::undo), for recordings; none when there is nothing
    /// to take back.
    fn undo_command(&self) -> Option<Self::Command>;

    /// A command that comes to the same as [`redo`](Self::redo).
    fn redo_command(&self) -> Option<Self::Command>;

    /// What [`undo`](Self::undo) would take back.
    fn undo_label(&self) -> Option<ChangeLabel>;

    /// What [`redo`](Self::redo) would do again.
    fn redo_label(&self) -> Option<ChangeLabel>;

    /// What a command is about to change, to tell futures apart by; none of what is no edit.
    fn alteration(&self, command: &Self::Command) -> Option<Alteration> {
        let _ = command;
        None
    }

    /// How far a command reaches.
    fn reach(&self, command: &Self::Command) -> Reach;

    /// Whether `later` makes `earlier`, given between the same two steps and just before it, of no account.
    fn replaces(later: &Self::Command, earlier: &Self::Command) -> bool {
        let _ = (later, earlier);
        false
    }

    /// What lets go of all that somebody held at this moment when it was first gone through, unless `next` does.
    fn release(&self, next: &Self::Command) -> Vec<Self::Command> {
        let _ = next;
        vec![]
    }
}

/// What has states that are kept, measured, told by few bits and compared.
pub trait States: Clone + Debug {
    /// A state that is kept.
    type Snapshot: Snapshot<Self>;
    /// Few bits that stand for a state.
    type Mark: Copy + Debug + PartialEq;
    /// What is measured after each step and kept of all.
    type Measured: Copy + Debug;
    /// What differs between two states after the same step.
    type Difference: Clone + Debug;

    /// Of a step that nobody has seen.
    const UNMEASURED: Self::Measured;

    /// Keeps the state; `before` is the state kept last before it in the same run, which it may be told from.
    fn keep(&self, before: Option<&Self::Snapshot>) -> Self::Snapshot;

    /// Few bits that stand for this state.
    fn mark(&self) -> Self::Mark;

    /// The 64 bits of a mark that are shown and written.
    fn hash_of(mark: &Self::Mark) -> u64;

    /// Measures the state.
    fn measure(&self) -> Self::Measured;

    /// Whether somebody has measured it.
    fn is_measured(measured: &Self::Measured) -> bool;

    /// What differs from another state after the same step.
    fn difference(&self, other: &Self) -> Self::Difference;

    /// About how much work the last step was, in any unit.
    fn work(&self) -> u64;

    /// How much work a step is when nothing of it is saved, in the same unit; more than 0.
    fn full_work(&self) -> u64;

    /// Memory the state takes (bytes), where it is so much that less of the past is to be kept.
    fn size(&self) -> usize {
        0
    }
}

/// A state that is kept, to go on from with the same bits.
pub trait Snapshot<S>: Debug {
    /// The step it is the state after.
    fn step(&self) -> u64;

    /// The state.
    fn restore(&self) -> S;

    /// Memory it takes alone (bytes).
    fn size(&self) -> usize;

    /// What it shares with other states that are kept, to be counted once for all of them.
    fn shared(&self) -> impl Iterator<Item = SharedPart> {
        std::iter::empty()
    }
}

/// Memory that several states that are kept have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedPart {
    /// Where it lies: another place for each.
    pub address: usize,
    /// Memory it takes (bytes).
    pub size: usize,
}

/// How far a command reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It changes nothing at all.
    Nothing,
    /// It changes no result: how many threads are used.
    Machine,
    /// It changes what lies ahead.
    Future,
    /// It begins another run at step 0.
    Start,
}

/// What else is known of the steps of a run, told of all that happens to it.
pub trait StepNotes<S: Simulation<Notes = Self>>: Clone + Debug + Default {
    /// The present state is about to be another one.
    fn leave(&mut self) {}

    /// A step was done forwards.
    fn stepped(&mut self, now: &S) {
        let _ = now;
    }

    /// What came after a step is of another future.
    fn cut(&mut self, step: u64) {
        let _ = step;
    }

    /// What was going on is given up: it may have broken.
    fn give_up(&mut self) {}

    /// Of a copy to look at: it works nothing out any more.
    fn still(&self) -> Self {
        self.clone()
    }

    /// Works out, before a copy is looked at elsewhere, what is wanted of the present step.
    fn complete(timeline: &Timeline<S>) {
        let _ = timeline;
    }
}

impl<S: Simulation<Notes = Self>> StepNotes<S> for () {}
