//! What can be done to a laboratory, and what leads back.

use super::{Experiment, Handle, Parameter, ParameterKind, ParameterValue, Refused};
use crate::physics::property::POSITION;
use glam::Vec3;

/// One change of a running laboratory.
#[derive(Clone, Debug, PartialEq)]
pub enum LabCommand {
    /// Sets a parameter.
    Set {
        /// Which.
        name: String,
        /// To what.
        value: ParameterValue,
    },
    /// Moves a handle to a point (m, world).
    Drag {
        /// Which.
        handle: String,
        /// Where to.
        to: Vec3,
    },
    /// A click on the plane of the laboratory, away from all handles (m, world).
    Click(Vec3),
    /// Puts another shape in the place of the one drawn by hand: its corners in their order (m, world).
    Outline(Vec<Vec3>),
    /// Back to the start of time, parameters and handles as they are.
    Restart,
    /// Back to how the laboratory was opened.
    Reset,
    /// Takes the last change back; does nothing when there is none.
    Undo,
    /// Does the change that was last taken back again; does nothing when there is none.
    Redo,
    /// The gesture is over: the next change is an undo step of its own.
    EndGesture,
}

/// What a command changes, in a word or two.
pub(super) fn label(command: &LabCommand) -> &str {
    match command {
        LabCommand::Set { name, .. } => name,
        LabCommand::Drag { handle, .. } => handle,
        LabCommand::Click(_) => "click",
        LabCommand::Outline(_) => "outline",
        LabCommand::Restart => "restart",
        LabCommand::Reset => "reset",
        LabCommand::Undo | LabCommand::Redo | LabCommand::EndGesture => "",
    }
}

/// Whether a command can be carried out, before anything changes.
pub(super) fn check(experiment: &dyn Experiment, command: &LabCommand) -> Result<(), Refused> {
    let known = |names: Vec<&str>| if names.is_empty() { "none".into() } else { names.join(", ") };
    match command {
        LabCommand::Set { name, value } => {
            let parameters = experiment.parameters();
            match parameters.iter().find(|parameter| parameter.name == name) {
                Some(parameter) => check_value(parameter, *value),
                // What there is is listed, because most such mistakes are a name from the panel in the wrong language
                // or spelling.
                None => {
                    let names = known(parameters.iter().map(|p| p.name).collect());
                    Err(Refused(format!("there is no parameter {name:?}; there are {names}")))
                }
            }
        }
        LabCommand::Drag { handle, to } => {
            check_point(*to)?;
            let handles = experiment.handles();
            if handles.iter().any(|h| h.name == *handle) {
                return Ok(());
            }
            let names = known(handles.iter().map(|h| h.name.as_str()).collect());
            Err(Refused(format!("there is no handle {handle:?}; there are {names}")))
        }
        LabCommand::Click(at) => check_point(*at),
        LabCommand::Outline(corners) => corners.iter().try_for_each(|corner| check_point(*corner)),
        LabCommand::Restart | LabCommand::Reset | LabCommand::Undo | LabCommand::Redo | LabCommand::EndGesture => {
            Ok(())
        }
    }
}

fn check_point(point: Vec3) -> Result<(), Refused> {
    // A point farther off is none that was meant. False for what is no number.
    if point.to_array().iter().all(|x| POSITION.allows(*x)) {
        Ok(())
    } else {
        Err(Refused(format!("{point} is not within {} m of the origin", POSITION.max)))
    }
}

fn check_value(parameter: &Parameter, value: ParameterValue) -> Result<(), Refused> {
    let name = parameter.name;
    let refused = |problem: String| Err(Refused(format!("{name} {problem}")));
    match (&parameter.kind, value) {
        // Ranges of the panel are limits here too: what a slider cannot reach, a script cannot either.
        (ParameterKind::Number { range, unit, .. }, ParameterValue::Number(x)) => {
            if range.contains(&x) {
                Ok(())
            } else {
                let text = format!("is {x}, but must lie within {} … {} {unit}", range.start(), range.end());
                refused(text.trim_end().into())
            }
        }
        (ParameterKind::Choice { names, .. }, ParameterValue::Choice(index)) => {
            if index < names.len() {
                Ok(())
            } else {
                refused(format!("is choice {index}, but there are {} ({})", names.len(), names.join(", ")))
            }
        }
        (ParameterKind::Flag(_) | ParameterKind::Hold(_), ParameterValue::Flag(_)) => Ok(()),
        (ParameterKind::Action | ParameterKind::Preset, ParameterValue::Act) => Ok(()),
        (kind, value) => refused(format!("takes {}, not {value:?}", kind.takes())),
    }
}

/// Carries out a change of the state alone.
pub(super) fn carry_out(experiment: &mut dyn Experiment, command: &LabCommand) -> Result<(), Refused> {
    match command {
        LabCommand::Set { name, value } => experiment.set(name, *value)?,
        LabCommand::Drag { handle, to } => experiment.drag(handle, *to),
        LabCommand::Click(at) => experiment.click(*at),
        LabCommand::Outline(corners) => experiment.set_outline(corners)?,
        LabCommand::Restart | LabCommand::Reset | LabCommand::Undo | LabCommand::Redo | LabCommand::EndGesture => {}
    }
    Ok(())
}

/// The commands that lead from one state to the outline, parameters and handles of another, as far as commands can.
pub(super) fn commands_between(from: &dyn Experiment, to: &dyn Experiment) -> Vec<LabCommand> {
    let (mut at, mut commands) = (from.boxed(), vec![]);
    // A copy goes ahead: what it refuses is left out, and the next is tried from where it stands.
    let mut go = |at: &mut Box<dyn Experiment>, command: LabCommand| {
        if check(&**at, &command).and_then(|()| carry_out(&mut **at, &command)).is_ok() {
            commands.push(command);
        }
    };
    // First, because a parameter may choose the shape drawn by hand.
    let outline = to.outline();
    if !outline.is_empty() && outline != at.outline() {
        go(&mut at, LabCommand::Outline(outline));
    }
    for Parameter { name, kind, .. } in to.parameters() {
        let same = at.parameters().iter().any(|parameter| parameter.name == name && parameter.kind == kind);
        if let (false, Some(value)) = (same, kind.value()) {
            go(&mut at, LabCommand::Set { name: name.into(), value });
        }
    }
    // The handles of what is half made are not those of what is.
    let handles = if to.waits() { vec![] } else { to.handles() };
    for Handle { name, position, .. } in handles {
        if at.handles().iter().any(|handle| handle.name == name && handle.position != position) {
            go(&mut at, LabCommand::Drag { handle: name, to: position });
        }
    }
    commands
}

/// The command that leads back from a change about to be made, where a single one does.
pub(super) fn inverse(experiment: &dyn Experiment, command: &LabCommand) -> Option<LabCommand> {
    match command {
        LabCommand::Set { name, .. } => {
            Some(LabCommand::Set { name: name.clone(), value: kind(experiment, command)?.value()? })
        }
        LabCommand::Drag { handle, .. } => {
            let to = experiment.handles().into_iter().find(|h| h.name == *handle)?.position;
            Some(LabCommand::Drag { handle: handle.clone(), to })
        }
        _ => None,
    }
}

/// What is set by a command that sets something.
fn kind(experiment: &dyn Experiment, command: &LabCommand) -> Option<ParameterKind> {
    let LabCommand::Set { name, .. } = command else { return None };
    experiment.parameters().into_iter().find(|parameter| parameter.name == name).map(|parameter| parameter.kind)
}

/// Whether a command presses a key that is held, or lets it go.
pub(super) fn is_hold(experiment: &dyn Experiment, command: &LabCommand) -> bool {
    matches!(kind(experiment, command), Some(ParameterKind::Hold(_)))
}

/// Whether what a command does lasts when time begins anew: not what is done to the moment, a stroke or a key held.
pub(super) fn lasts(experiment: &dyn Experiment, command: &LabCommand) -> bool {
    match command {
        LabCommand::Set { .. } => {
            !matches!(kind(experiment, command), Some(ParameterKind::Action | ParameterKind::Hold(_)))
        }
        LabCommand::Drag { .. } | LabCommand::Click(_) | LabCommand::Outline(_) => true,
        LabCommand::Restart | LabCommand::Reset | LabCommand::Undo | LabCommand::Redo | LabCommand::EndGesture => false,
    }
}
