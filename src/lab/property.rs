//! What can be set of a laboratory, each property once: its name, range, unit, hint, and how it is read and set.
//!
//! A laboratory has one list of [`LabProperty`]; what the panel shows, what commands check and what is set are loops
//! over it. The default of a property is its value in the laboratory as it is opened: it is stated there alone.

use super::{Key, Parameter, ParameterKind, ParameterValue, Refused};
use std::ops::RangeInclusive;

/// Something that can be set of an experiment `E`.
pub(super) struct LabProperty<E: 'static> {
    /// Unique among those that are offered at the same time.
    name: &'static str,
    /// What it means, in a sentence.
    help: &'static str,
    kind: PropertyKind<E>,
    /// Whether it can be set as things stand.
    offered: fn(&E) -> bool,
}

/// What kind of thing it is, and how it is read and set.
enum PropertyKind<E: 'static> {
    Number {
        least: f32,
        most: f32,
        /// The greatest value as the state has it, where that is less.
        now_up_to: Option<fn(&E) -> f32>,
        unit: &'static str,
        get: fn(&E) -> f32,
        set: fn(&mut E, f32),
    },
    Choice {
        names: &'static [&'static str],
        get: fn(&E) -> usize,
        set: Set<E, usize>,
    },
    Flag {
        get: fn(&E) -> bool,
        set: fn(&mut E, bool),
    },
    Action(Act<E>),
    Preset(Act<E>),
    Hold {
        key: Key,
        set: fn(&mut E, bool),
    },
}

/// How something is set.
enum Set<E: 'static, T: 'static> {
    Always(fn(&mut E, T)),
    OrRefused(fn(&mut E, T) -> Result<(), Refused>),
}

/// How something is done.
pub(super) enum Act<E: 'static> {
    /// It is never refused.
    Always(fn(&mut E)),
    /// It may be refused, and then nothing changes.
    OrRefused(fn(&mut E) -> Result<(), Refused>),
}

/// Name and hint.
type NameAndHelp = (&'static str, &'static str);

impl<E: 'static> LabProperty<E> {
    const fn new((name, help): NameAndHelp, kind: PropertyKind<E>) -> Self {
        Self { name, help, kind, offered: |_| true }
    }

    /// A number within a range, of a unit (empty for none).
    pub const fn number(
        label: NameAndHelp,
        range: RangeInclusive<f32>,
        unit: &'static str,
        get: fn(&E) -> f32,
        set: fn(&mut E, f32),
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        Self::new(label, PropertyKind::Number { least, most, now_up_to: None, unit, get, set })
    }

    /// One of several, by its index in `names`.
    pub const fn choice(
        label: NameAndHelp,
        names: &'static [&'static str],
        get: fn(&E) -> usize,
        set: fn(&mut E, usize),
    ) -> Self {
        Self::new(label, PropertyKind::Choice { names, get, set: Set::Always(set) })
    }

    /// One of several that may be refused, and then nothing changes.
    pub const fn choice_or_refused(
        label: NameAndHelp,
        names: &'static [&'static str],
        get: fn(&E) -> usize,
        set: fn(&mut E, usize) -> Result<(), Refused>,
    ) -> Self {
        Self::new(label, PropertyKind::Choice { names, get, set: Set::OrRefused(set) })
    }

    /// On or off.
    pub const fn flag(label: NameAndHelp, get: fn(&E) -> bool, set: fn(&mut E, bool)) -> Self {
        Self::new(label, PropertyKind::Flag { get, set })
    }

    /// Something to do now.
    pub const fn action(label: NameAndHelp, act: Act<E>) -> Self {
        Self::new(label, PropertyKind::Action(act))
    }

    /// Sets several things at once; that lasts.
    pub const fn preset(label: NameAndHelp, act: Act<E>) -> Self {
        Self::new(label, PropertyKind::Preset(act))
    }

    /// On while a key is held.
    pub const fn hold(label: NameAndHelp, key: Key, set: fn(&mut E, bool)) -> Self {
        Self::new(label, PropertyKind::Hold { key, set })
    }

    /// The same, offered only while that holds.
    pub const fn when(self, offered: fn(&E) -> bool) -> Self {
        Self { offered, ..self }
    }

    /// The same number, its greatest value as the state says.
    pub const fn up_to(self, greatest: fn(&E) -> f32) -> Self {
        match self.kind {
            PropertyKind::Number { least, most, unit, get, set, .. } => {
                Self { kind: PropertyKind::Number { least, most, now_up_to: Some(greatest), unit, get, set }, ..self }
            }
            // Properties are constants, so this does not compile.
            _ => panic!("only a number has a greatest value"),
        }
    }

    /// As it stands.
    fn parameter(&self, experiment: &E) -> Parameter {
        let kind = match self.kind {
            PropertyKind::Number { least, most, now_up_to, unit, get, .. } => ParameterKind::Number {
                value: get(experiment),
                // Panel and check see the range of this moment, so they cannot differ.
                range: least..=now_up_to.map_or(most, |greatest| greatest(experiment)),
                unit,
            },
            PropertyKind::Choice { names, get, .. } => ParameterKind::Choice { value: get(experiment), names },
            PropertyKind::Flag { get, .. } => ParameterKind::Flag(get(experiment)),
            PropertyKind::Action(_) => ParameterKind::Action,
            PropertyKind::Preset(_) => ParameterKind::Preset,
            PropertyKind::Hold { key, .. } => ParameterKind::Hold(key),
        };
        Parameter { name: self.name, help: self.help, kind }
    }

    fn set(&self, experiment: &mut E, value: ParameterValue) -> Result<(), Refused> {
        match (&self.kind, value) {
            (PropertyKind::Number { set, .. }, ParameterValue::Number(x)) => set(experiment, x),
            (PropertyKind::Choice { set: Set::Always(set), names, .. }, ParameterValue::Choice(i)) => {
                // An index that is too great is refused before; this keeps a state from being made that no panel can
                // show.
                set(experiment, i.min(names.len() - 1));
            }
            (PropertyKind::Choice { set: Set::OrRefused(set), names, .. }, ParameterValue::Choice(i)) => {
                return set(experiment, i.min(names.len() - 1));
            }
            (PropertyKind::Flag { set, .. } | PropertyKind::Hold { set, .. }, ParameterValue::Flag(on)) => {
                set(experiment, on);
            }
            (PropertyKind::Action(Act::Always(act)) | PropertyKind::Preset(Act::Always(act)), ParameterValue::Act) => {
                act(experiment);
            }
            (
                PropertyKind::Action(Act::OrRefused(act)) | PropertyKind::Preset(Act::OrRefused(act)),
                ParameterValue::Act,
            ) => {
                return act(experiment);
            }
            _ => return Err(Refused(format!("{} cannot be set to {value:?}", self.name))),
        }
        Ok(())
    }
}

/// All that can be set as things stand, in the order of the list.
pub(super) fn parameters<E>(list: &[LabProperty<E>], experiment: &E) -> Vec<Parameter> {
    let offered = list.iter().filter(|property| (property.offered)(experiment));
    offered.map(|property| property.parameter(experiment)).collect()
}

/// Sets one of the properties that are offered, by its name; nothing changes when it is refused.
pub(super) fn set<E>(
    list: &[LabProperty<E>],
    experiment: &mut E,
    name: &str,
    value: ParameterValue,
) -> Result<(), Refused> {
    // Several rows may have one name, as long as only one of them is offered at a time.
    match list.iter().find(|property| property.name == name && (property.offered)(experiment)) {
        Some(property) => property.set(experiment, value),
        None => Err(Refused(format!("there is no {name} here"))),
    }
}
