//! How a run of a laboratory is written down.

use super::{Lab, LabCommand, ParameterValue, Refused, Setup, find};
use crate::timeline::Recordable;
use glam::Vec3;
use serde::{Deserialize, Serialize};

impl Recordable for Lab {
    const KIND: &'static str = "laboratory";

    type Deed = Deed;

    fn begin(start: &Setup, _threads: usize) -> Result<Self, Refused> {
        Self::of_setup(start)
    }

    fn write_start(start: &Setup) -> String {
        let setup = start.commands().iter().filter_map(Self::deed).collect();
        // Only maps with keys that are no words, and writers that fail, could be refused.
        serde_json::to_string(&Start { id: start.entry().id.into(), hz: start.hz(), setup }).unwrap_or_default()
    }

    fn read_start(text: &str) -> Result<Setup, String> {
        let start: Start = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let entry = find(&start.id).ok_or_else(|| format!("there is no laboratory {:?}", start.id))?;
        let mut setup = Setup::new(entry, start.hz);
        for deed in start.setup {
            setup.push(Self::command(deed)?);
        }
        Self::of_setup(&setup).map_err(|refused| refused.to_string())?;
        Ok(setup)
    }

    fn deed(command: &LabCommand) -> Option<Deed> {
        Some(match command {
            LabCommand::Set { name, value } => Deed::Set(
                name.clone(),
                match *value {
                    ParameterValue::Number(x) => Written::Number(x),
                    ParameterValue::Choice(index) => Written::Choice(index),
                    ParameterValue::Flag(on) => Written::Flag(on),
                    ParameterValue::Act => Written::Act,
                },
            ),
            LabCommand::Drag { handle, to } => Deed::Drag(handle.clone(), to.to_array()),
            LabCommand::Click(at) => Deed::Click(at.to_array()),
            LabCommand::Outline(corners) => Deed::Outline(corners.iter().map(Vec3::to_array).collect()),
            LabCommand::Undo => Deed::Undo,
            LabCommand::Redo => Deed::Redo,
            LabCommand::EndGesture => Deed::EndGesture,
            LabCommand::Restart | LabCommand::Reset => return None,
        })
    }

    fn command(deed: Deed) -> Result<LabCommand, String> {
        Ok(match deed {
            Deed::Set(name, value) => LabCommand::Set {
                name,
                value: match value {
                    Written::Number(x) => ParameterValue::Number(x),
                    Written::Choice(index) => ParameterValue::Choice(index),
                    Written::Flag(on) => ParameterValue::Flag(on),
                    Written::Act => ParameterValue::Act,
                },
            },
            Deed::Drag(handle, to) => LabCommand::Drag { handle, to: Vec3::from_array(to) },
            Deed::Click(at) => LabCommand::Click(Vec3::from_array(at)),
            Deed::Outline(corners) => LabCommand::Outline(corners.into_iter().map(Vec3::from_array).collect()),
            Deed::Undo => LabCommand::Undo,
            Deed::Redo => LabCommand::Redo,
            Deed::EndGesture => LabCommand::EndGesture,
        })
    }

    fn numbers(mark: &u64) -> Vec<u64> {
        vec![*mark]
    }

    fn mark_of(numbers: &[u64]) -> Option<u64> {
        let [hash] = *numbers else { return None };
        Some(hash)
    }
}

/// What a run begins with.
#[derive(Debug, Deserialize, Serialize)]
struct Start {
    id: String,
    hz: f32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    setup: Vec<Deed>,
}

/// A command as it is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Set(String, Written),
    Drag(String, [f32; 3]),
    Click([f32; 3]),
    Outline(Vec<[f32; 3]>),
    Undo,
    Redo,
    EndGesture,
}

/// What a parameter is set to.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Written {
    Number(f32),
    Choice(usize),
    Flag(bool),
    Act,
}
