//! How a run of a laboratory is written down.

use super::{Lab, LabCommand, ParameterValue, Refused, Setup, find};
use crate::timeline::Recordable;
use glam::Vec3;
use serde::{Deserialize, Serialize};

impl Recordable for Lab {
    const KIND: &'static str = "laboratory";

    type Deed = LabDeed;

    fn begin(start: &Setup, _threads: usize) -> Result<Self, Refused> {
        Self::of_setup(start)
    }

    fn write_start(start: &Setup) -> String {
        let setup = start.commands().iter().filter_map(Self::deed).collect();
        // Only maps with keys that are no words, and writers that fail, could be refused.
        serde_json::to_string(&RecordedStart { id: start.entry().id.into(), hz: start.hz(), setup }).unwrap_or_default()
    }

    fn read_start(text: &str) -> Result<Setup, String> {
        let start: RecordedStart = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let entry = find(&start.id).ok_or_else(|| format!("there is no laboratory {:?}", start.id))?;
        let mut setup = Setup::new(entry, start.hz);
        for deed in start.setup {
            setup.push(Self::command(deed)?);
        }
        // Tried at once: a start that cannot be made is a fault of the file, not of its play.
        Self::of_setup(&setup).map_err(|refused| refused.to_string())?;
        Ok(setup)
    }

    fn deed(command: &LabCommand) -> Option<LabDeed> {
        Some(match command {
            LabCommand::Set { name, value } => LabDeed::Set(
                name.clone(),
                match *value {
                    ParameterValue::Number(x) => RecordedValue::Number(x),
                    ParameterValue::Choice(index) => RecordedValue::Choice(index),
                    ParameterValue::Flag(on) => RecordedValue::Flag(on),
                    ParameterValue::Act => RecordedValue::Act,
                },
            ),
            LabCommand::Drag { handle, to } => LabDeed::Drag(handle.clone(), to.to_array()),
            LabCommand::Click(at) => LabDeed::Click(at.to_array()),
            LabCommand::Outline(corners) => LabDeed::Outline(corners.iter().map(Vec3::to_array).collect()),
            LabCommand::Undo => LabDeed::Undo,
            LabCommand::Redo => LabDeed::Redo,
            LabCommand::EndGesture => LabDeed::EndGesture,
            // These are not played again: a recording begins at the start of time, behind the last of them.
            LabCommand::Restart | LabCommand::Reset => return None,
        })
    }

    fn command(deed: LabDeed) -> Result<LabCommand, String> {
        Ok(match deed {
            LabDeed::Set(name, value) => LabCommand::Set {
                name,
                value: match value {
                    RecordedValue::Number(x) => ParameterValue::Number(x),
                    RecordedValue::Choice(index) => ParameterValue::Choice(index),
                    RecordedValue::Flag(on) => ParameterValue::Flag(on),
                    RecordedValue::Act => ParameterValue::Act,
                },
            },
            LabDeed::Drag(handle, to) => LabCommand::Drag { handle, to: Vec3::from_array(to) },
            LabDeed::Click(at) => LabCommand::Click(Vec3::from_array(at)),
            LabDeed::Outline(corners) => LabCommand::Outline(corners.into_iter().map(Vec3::from_array).collect()),
            LabDeed::Undo => LabCommand::Undo,
            LabDeed::Redo => LabCommand::Redo,
            LabDeed::EndGesture => LabCommand::EndGesture,
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
struct RecordedStart {
    id: String,
    hz: f32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    setup: Vec<LabDeed>,
}

/// A command as it is written.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LabDeed {
    Set(String, RecordedValue),
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
pub enum RecordedValue {
    Number(f32),
    Choice(usize),
    Flag(bool),
    Act,
}
