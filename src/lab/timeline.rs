//! A running laboratory in the time machine.

use super::{Lab, LabCommand, ParameterKind, ParameterValue, Refused, Setup, StateHash};
use crate::timeline::{Alteration, ChangeLabel, Editable, Reach, Simulation, Snapshot, States};

impl Lab {
    /// What a setting is and what it becomes, as texts.
    fn values(&self, command: &LabCommand) -> Option<[String; 2]> {
        let LabCommand::Set { name, value } = command else { return None };
        let parameters = self.experiment().parameters();
        let parameter = parameters.iter().find(|parameter| parameter.name == name)?;
        let switch = |on: bool| if on { "on".to_owned() } else { "off".to_owned() };
        match (&parameter.kind, value) {
            (ParameterKind::Number { value: now, unit, .. }, ParameterValue::Number(then)) => {
                Some([*now, *then].map(|x| format!("{} {unit}", super::number(x)).trim_end().to_owned()))
            }
            (ParameterKind::Choice { value: now, names }, ParameterValue::Choice(then)) => {
                Some([names.get(*now)?.to_string(), names.get(*then)?.to_string()])
            }
            (ParameterKind::Flag(now), ParameterValue::Flag(then)) => Some([switch(*now), switch(*then)]),
            _ => None,
        }
    }
}

impl Simulation for Lab {
    type Start = Setup;
    type Notes = ();

    fn start(&self) -> Setup {
        self.setup().clone()
    }

    fn step_count(&self) -> u64 {
        Self::step_count(self)
    }

    fn dt(&self) -> f32 {
        Self::dt(self)
    }

    fn time(&self) -> f64 {
        Self::time(self)
    }

    fn step(&mut self) {
        Self::step(self);
    }

    fn waits(&self) -> bool {
        self.experiment().waits()
    }
}

impl Editable for Lab {
    type Command = LabCommand;
    type Refusal = Refused;

    const END_GESTURE: LabCommand = LabCommand::EndGesture;

    fn apply(&mut self, command: LabCommand) -> Result<(), Refused> {
        Self::apply(self, command)
    }

    fn undo(&mut self) -> bool {
        Self::undo(self)
    }

    fn redo(&mut self) -> bool {
        Self::redo(self)
    }

    fn undo_command(&self) -> Option<LabCommand> {
        self.undo_label().map(|_| LabCommand::Undo)
    }

    fn redo_command(&self) -> Option<LabCommand> {
        self.redo_label().map(|_| LabCommand::Redo)
    }

    fn undo_label(&self) -> Option<ChangeLabel> {
        Self::undo_label(self)
    }

    fn redo_label(&self) -> Option<ChangeLabel> {
        Self::redo_label(self)
    }

    fn alteration(&self, command: &LabCommand) -> Option<Alteration> {
        let label = ChangeLabel::Control(match command {
            LabCommand::Set { name, .. } => name.clone(),
            LabCommand::Drag { handle, .. } => handle.clone(),
            LabCommand::Outline(_) => "outline".into(),
            // The rest is no edit that a future could be called by.
            _ => return None,
        });
        Some(Alteration { label, values: self.values(command) })
    }

    fn reach(&self, command: &LabCommand) -> Reach {
        match command {
            LabCommand::Restart | LabCommand::Reset => Reach::Start,
            // What changes nothing ends no future.
            command if self.is_idle(command) => Reach::Nothing,
            _ => Reach::Future,
        }
    }

    fn release(&self, next: &LabCommand) -> Vec<LabCommand> {
        let parameters = self.experiment().parameters().into_iter();
        let keys = parameters.filter(|parameter| matches!(parameter.kind, ParameterKind::Hold(_)));
        // The key that comes next is pressed or let go by its own command.
        let others = keys.filter(|key| !matches!(next, LabCommand::Set { name, .. } if name == key.name));
        others.map(|key| LabCommand::Set { name: key.name.into(), value: ParameterValue::Flag(false) }).collect()
    }
}

impl States for Lab {
    type Snapshot = LabSnapshot;
    type Mark = u64;
    type Measured = ();
    type Difference = Vec<&'static str>;

    const UNMEASURED: () = ();

    fn keep(&self, _before: Option<&LabSnapshot>) -> LabSnapshot {
        LabSnapshot { lab: self.clone(), size: size_of::<LabSnapshot>() + StateHash::of(self.experiment()).1 }
    }

    fn mark(&self) -> u64 {
        self.state_hash()
    }

    fn hash_of(mark: &u64) -> u64 {
        *mark
    }

    fn measure(&self) {}

    fn is_measured((): &()) -> bool {
        true
    }

    /// The names of the readings that differ.
    fn difference(&self, other: &Self) -> Vec<&'static str> {
        let (mine, theirs) = (self.experiment().readings(), other.experiment().readings());
        // By their bits, so that what is no number equals itself.
        let differing = mine.iter().zip(&theirs).filter(|(a, b)| a.value.to_bits() != b.value.to_bits());
        differing.map(|(a, _)| a.name).collect()
    }

    fn work(&self) -> u64 {
        // Nothing falls asleep in a laboratory: one step is as much work as any other.
        1
    }

    fn full_work(&self) -> u64 {
        1
    }
}

/// The state of a laboratory after a step.
#[derive(Debug)]
pub struct LabSnapshot {
    lab: Lab,
    /// Memory it takes (bytes).
    size: usize,
}

impl Snapshot<Lab> for LabSnapshot {
    fn step(&self) -> u64 {
        self.lab.step_count()
    }

    fn restore(&self) -> Lab {
        self.lab.clone()
    }

    fn size(&self) -> usize {
        self.size
    }
}
