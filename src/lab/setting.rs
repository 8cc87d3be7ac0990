//! Settings as they are typed: what the command line says of a laboratory.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::{Experiment, Handle, Lab, LabCommand, Parameter, ParameterKind, ParameterValue, Refused};
use crate::scene::spelling::{list, nearest};

/// What a setting is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingSubject {
    /// A parameter: a number, on or off, or `press` for a button.
    Set,
    /// Which of several.
    Choose,
    /// Coordinates of a handle: two in the plane and three in space (m), or angles of a direction (°).
    Place,
}

impl SettingSubject {
    /// `set`, `choose`, `place`: the option of the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Choose => "choose",
            Self::Place => "place",
        }
    }
}

/// A setting as it is typed.
///
/// Names are those of the panel, in English; letter case, spaces and punctuation do not count, so that `Cue ball mass`
/// is `cue-ball-mass` too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSetting {
    /// What it is about.
    pub subject: SettingSubject,
    /// Of what.
    pub name: String,
    /// To what.
    pub value: String,
}

impl GivenSetting {
    /// Reads `NAME=VALUE`.
    pub fn parse(subject: SettingSubject, text: &str) -> Result<Self, Refused> {
        // At the last sign: a name may have one of its own (“Line with l = 0”), a value has none.
        match text.rsplit_once('=') {
            Some((name, value)) if !name.trim().is_empty() => {
                Ok(Self { subject, name: name.trim().into(), value: value.trim().into() })
            }
            _ => Err(Refused(format!("{text:?} is no NAME=VALUE"))),
        }
    }
}

/// Why a setting could not be made into a command.
pub(super) enum SettingFault {
    /// Nothing of that name can be set now; another setting may change that.
    Unknown(Refused),
    /// Its value is wrong.
    Wrong(Refused),
}

impl Lab {
    /// Makes all settings, choices first, in an order in which each can be made; the error is the setting that cannot,
    /// and why.
    pub fn set_up(&mut self, settings: &[GivenSetting]) -> Result<(), (GivenSetting, Refused)> {
        set_up(self, |lab| lab, Self::apply, settings)
    }
}

impl super::Timeline {
    /// As [`Lab::set_up`] does, now: what it does can be undone, and is recorded.
    pub fn set_up(&mut self, settings: &[GivenSetting]) -> Result<(), (GivenSetting, Refused)> {
        set_up(self, Self::sim, Self::apply, settings)
    }
}

/// Makes all settings of what holds a laboratory and changes it by its own door.
fn set_up<T>(
    target: &mut T,
    lab: impl Fn(&T) -> &Lab,
    apply: impl Fn(&mut T, LabCommand) -> Result<(), Refused>,
    settings: &[GivenSetting],
) -> Result<(), (GivenSetting, Refused)> {
    let mut left: Vec<&GivenSetting> = settings.iter().collect();
    // Choices decide what else can be set, and places come last: what lies on the table is chosen before it is moved.
    left.sort_by_key(|setting| match setting.subject {
        SettingSubject::Choose => 0,
        SettingSubject::Set => 1,
        SettingSubject::Place => 2,
    });
    while !left.is_empty() {
        let (mut waiting, mut first_fault) = (vec![], None);
        let count = left.len();
        for setting in left {
            let refused = match command(lab(target).experiment(), setting) {
                Ok(command) => apply(target, command).err(),
                Err(SettingFault::Wrong(refused)) => Some(refused),
                Err(SettingFault::Unknown(refused)) => {
                    first_fault = first_fault.or_else(|| Some((setting.clone(), refused)));
                    waiting.push(setting);
                    continue;
                }
            };
            let refused = refused.or_else(|| missed(lab(target).experiment(), setting));
            if let Some(refused) = refused {
                return Err((setting.clone(), refused));
            }
            // Each is an undo step of its own; the end of a gesture is never refused.
            let _ = apply(target, LabCommand::EndGesture);
        }
        // A round that made nothing has changed nothing: the next would be the same.
        if let (Some(fault), true) = (first_fault, waiting.len() == count) {
            return Err(fault);
        }
        left = waiting;
    }
    Ok(())
}

/// Which of the names is meant: the one typed, else the first that is the same but for letter case, spaces and
/// punctuation.
pub(super) fn named<'n>(mut names: impl Iterator<Item = &'n str> + Clone, typed: &str) -> Option<usize> {
    names.clone().position(|name| name == typed).or_else(|| names.position(|name| is_same(name, typed)))
}

/// Whether two names are the same but for letter case, spaces and punctuation.
fn is_same(a: &str, b: &str) -> bool {
    a == b || (letters(a) == letters(b) && !letters(a).is_empty())
}

/// What counts of a name: its letters and digits, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// What there is instead of `typed`.
pub(super) fn hint(typed: &str, known: &[&str]) -> String {
    match nearest(typed, known.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None if known.is_empty() => "there are none".into(),
        None => format!("there are {}", list(known.iter().copied(), 24)),
    }
}

/// What makes a setting as things stand.
pub(super) fn command(experiment: &dyn Experiment, setting: &GivenSetting) -> Result<LabCommand, SettingFault> {
    let GivenSetting { subject, name, value } = setting;
    if *subject == SettingSubject::Place {
        let handle = handle(experiment, name)?;
        let to = place(&handle, value).map_err(SettingFault::Wrong)?;
        return Ok(LabCommand::Drag { handle: handle.name, to });
    }
    let parameters = experiment.parameters();
    let found = named(parameters.iter().map(|parameter| parameter.name), name);
    let Some(parameter) = found.map(|i| &parameters[i]) else {
        let is_fit = |p: &&Parameter| *subject == SettingSubject::Set || matches!(p.kind, ParameterKind::Choice { .. });
        let known: Vec<&str> = parameters.iter().filter(is_fit).map(|parameter| parameter.name).collect();
        let what = if *subject == SettingSubject::Set { "to set" } else { "to choose" };
        return Err(SettingFault::Unknown(Refused(format!("there is no {name:?} {what}; {}", hint(name, &known)))));
    };
    let value = read(parameter, *subject, value).map_err(SettingFault::Wrong)?;
    Ok(LabCommand::Set { name: parameter.name.into(), value })
}

/// The value of a parameter as it is typed; its range is looked at by who sets it.
fn read(parameter: &Parameter, subject: SettingSubject, text: &str) -> Result<ParameterValue, Refused> {
    let name = parameter.name;
    let refused = |problem: String| Err(Refused(format!("{name} {problem}")));
    match &parameter.kind {
        // An option may be set by either way of saying it; a number is no option.
        ParameterKind::Choice { names, .. } => match option(names, text) {
            Some(index) => Ok(ParameterValue::Choice(index)),
            None => refused(format!("has no option {text:?}; {}", hint(text, names))),
        },
        kind if subject == SettingSubject::Choose => {
            refused(format!("takes {}, not an option: use --set", kind.takes()))
        }
        ParameterKind::Number { unit, .. } => match number(text, unit) {
            Some(x) => Ok(ParameterValue::Number(x)),
            None => refused(format!("takes a number, not {text:?}")),
        },
        ParameterKind::Flag(_) | ParameterKind::Hold(_) => match text {
            "on" | "true" | "yes" => Ok(ParameterValue::Flag(true)),
            "off" | "false" | "no" => Ok(ParameterValue::Flag(false)),
            _ => refused(format!("takes on or off, not {text:?}")),
        },
        // A button has no value: `press` says that it is meant.
        ParameterKind::Action | ParameterKind::Preset if text == "press" => Ok(ParameterValue::Act),
        ParameterKind::Action | ParameterKind::Preset => refused(format!("takes press, not {text:?}")),
    }
}

/// The index of the option of that name, or of the only one that begins so.
fn option(names: &[&str], text: &str) -> Option<usize> {
    named(names.iter().copied(), text).or_else(|| {
        let typed = letters(text);
        let mut begun = (0..names.len()).filter(|i| letters(names[*i]).starts_with(&typed));
        // A beginning that several options have names none of them.
        begun.next().filter(|_| !typed.is_empty() && begun.next().is_none())
    })
}

/// A number, which may have its unit behind it.
fn number(text: &str, unit: &str) -> Option<f32> {
    let digits = text.strip_suffix(unit).unwrap_or(text).trim().replace('\u{2212}', "-");
    digits.parse().ok().filter(|x: &f32| x.is_finite())
}

fn handle(experiment: &dyn Experiment, name: &str) -> Result<Handle, SettingFault> {
    let handles = experiment.handles();
    let unknown = || {
        let known: Vec<&str> =
            handles.iter().filter(|h| !h.coordinates().is_empty()).map(|handle| handle.name.as_str()).collect();
        SettingFault::Unknown(Refused(format!("there is no place {name:?}; {}", hint(name, &known))))
    };
    let found = named(handles.iter().map(|handle| &*handle.name), name).ok_or_else(unknown)?;
    let found = &handles[found];
    if found.coordinates().is_empty() {
        let problem = format!("{:?} is where parameters put it: use --set", found.name);
        return Err(SettingFault::Wrong(Refused(problem)));
    }
    Ok(found.clone())
}

/// Where a handle comes to with coordinates as they are typed.
fn place(handle: &Handle, text: &str) -> Result<glam::Vec3, Refused> {
    let axes = handle.coordinates();
    let names = axes.iter().map(|axis| format!("{} ({})", axis.axis, axis.unit)).collect::<Vec<_>>().join(", ");
    // As many numbers as the handle has axes: two in the plane, three in space, or angles.
    let typed: Vec<&str> = text.split(',').collect();
    if typed.len() != axes.len() {
        return Err(Refused(format!("{} takes {names}, not {text:?}", handle.name)));
    }
    let mut values = vec![];
    for (axis, typed) in axes.iter().zip(typed) {
        let Some(x) = number(typed.trim(), axis.unit) else {
            return Err(Refused(format!("{} takes {names}, not {text:?}", handle.name)));
        };
        if !axis.range.contains(&x) {
            let (least, most) = (axis.range.start(), axis.range.end());
            let problem =
                format!("{} of {} is {x}, but must lie within {least} … {most} {}", axis.axis, handle.name, axis.unit);
            return Err(Refused(problem));
        }
        values.push(x);
    }
    // A direction of no length is refused by the handle itself.
    handle.at(&values).ok_or_else(|| Refused(format!("{} takes {names}", handle.name)))
}

/// Why a handle did not come to where it was to go: a laboratory puts it as near as it may.
pub(super) fn missed(experiment: &dyn Experiment, setting: &GivenSetting) -> Option<Refused> {
    if setting.subject != SettingSubject::Place {
        return None;
    }
    let now = handle(experiment, &setting.name).ok()?;
    let asked = place(&now, &setting.value).ok()?;
    let apart = asked.distance(now.position);
    // Rounded on the way to degrees or metres of the handle it may be off by a thousandth.
    (apart > 1e-3 * asked.abs().max_element().max(1.0)).then(|| {
        let stands = now.coordinates().iter().map(|axis| axis.value.to_string()).collect::<Vec<_>>().join(", ");
        Refused(format!("{} may not go there; it is at {stands}", now.name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Drag, Typed, find, laboratories};
    use glam::Vec3;

    fn opened(id: &str) -> Lab {
        Lab::new(find(id).expect("a laboratory"))
    }

    fn settings(texts: &[(SettingSubject, &str)]) -> Vec<GivenSetting> {
        texts.iter().map(|(subject, text)| GivenSetting::parse(*subject, text).unwrap()).collect()
    }

    #[test]
    fn a_handle_is_where_its_coordinates_say() {
        for (drag, typed, position, values) in [
            (Drag::Plane(Vec3::Y), Typed::Place(9.0), Vec3::new(1.0, 0.5, -2.0), vec![1.0, 2.0]),
            (Drag::Plane(Vec3::Z), Typed::Place(9.0), Vec3::new(1.0, 0.5, -2.0), vec![1.0, 0.5]),
            (Drag::Screen, Typed::Place(9.0), Vec3::new(1.0, 0.5, -2.0), vec![1.0, 0.5, -2.0]),
            // Away from the reader is 90°, counter-clockwise from the right.
            (Drag::Plane(Vec3::Y), Typed::Direction(Vec3::X), Vec3::new(1.0, 0.0, -3.0), vec![90.0]),
            (Drag::Screen, Typed::Direction(Vec3::Y), Vec3::new(0.0, 1.0, 2.0), vec![-90.0, 0.0]),
            (Drag::Screen, Typed::Direction(Vec3::ZERO), Vec3::new(0.0, 3.0, -3.0), vec![90.0, 45.0]),
        ] {
            let handle = Handle { name: "P".into(), position, drag, typed };
            let read: Vec<f32> = handle.coordinates().iter().map(|axis| axis.value).collect();
            assert_eq!(read, values, "{handle:?}");
            assert!(handle.at(&values).unwrap().distance(position) < 1e-5, "{handle:?}");
            assert_eq!(handle.at(&[1.0; 4]), None);
        }
    }

    #[test]
    fn every_handle_of_every_laboratory_can_be_typed_or_has_parameters() {
        for entry in laboratories() {
            for handle in (entry.start)().handles() {
                let axes = handle.coordinates();
                if handle.typed == Typed::Parameters {
                    assert!(axes.is_empty(), "{}: {}", entry.id, handle.name);
                    continue;
                }
                let values: Vec<f32> = axes.iter().map(|axis| axis.value).collect();
                assert!(axes.iter().all(|axis| axis.range.contains(&axis.value)), "{}: {axes:?}", entry.id);
                let there = handle.at(&values).unwrap();
                assert!(there.distance(handle.position) < 1e-4, "{}: {} at {there}", entry.id, handle.name);
            }
        }
    }

    #[test]
    fn settings_are_made_whatever_their_order_and_can_be_undone() {
        let mut lab = opened("room");
        // What is thrown can be chosen only once the printed program is on.
        let all = [
            (SettingSubject::Choose, "throws=each part"),
            (SettingSubject::Set, "unit=0.1 m"),
            (SettingSubject::Set, "as-printed=on"),
        ];
        lab.set_up(&settings(&all)).unwrap();
        let now = |lab: &Lab, name: &str| {
            lab.experiment().parameters().into_iter().find(|p| p.name == name).and_then(|p| p.kind.value())
        };
        assert_eq!(
            (now(&lab, "Throws"), now(&lab, "Unit")),
            (Some(ParameterValue::Choice(1)), Some(ParameterValue::Number(0.1)))
        );
        assert!(lab.undo() && lab.undo() && lab.undo() && !lab.undo());
        let mut table = opened("billiards");
        let all = [
            (SettingSubject::Place, "ball 1=0.3, 0.1"),
            (SettingSubject::Set, "cue-ball-mass=0.3"),
            (SettingSubject::Choose, "layout=head on"),
        ];
        table.set_up(&settings(&all)).unwrap();
        let ball = table.experiment().handles().into_iter().find(|handle| handle.name == "ball 1").unwrap();
        assert!(ball.position.with_y(0.0).distance(Vec3::new(0.3, 0.0, -0.1)) < 1e-6, "{ball:?}");
        assert_eq!(now(&table, "Cue ball mass"), Some(ParameterValue::Number(0.3)));
    }

    #[test]
    fn what_is_wrong_is_refused_with_what_would_be_right() {
        use SettingSubject::{Choose, Place, Set};
        for (id, subject, text, words) in [
            ("pursuit", Set, "sped=2", "did you mean \"Speed\"?"),
            ("pursuit", Set, "speed=200", "must lie within 0 … 20 m/s"),
            ("pursuit", Set, "speed=fast", "takes a number"),
            ("pursuit", Set, "aim once=maybe", "takes on or off"),
            ("pursuit", Set, "aim again=1", "takes press"),
            ("pursuit", Choose, "target=cirle", "did you mean \"circle\"?"),
            ("pursuit", Choose, "speed=2", "use --set"),
            ("pursuit", Choose, "sped=2", "there are Where, Target, Aim at"),
            ("pursuit", Place, "chasr=1,2", "did you mean \"chaser\"?"),
            ("pursuit", Place, "chaser=1", "takes x (m), y (m)"),
            ("pursuit", Place, "chaser=1,200", "y of chaser is 200, but must lie within -100 … 100 m"),
            ("vectors", Place, "tip of a=1,2", "use --set"),
            // It may not leave the room.
            ("room", Place, "particle=0,0", "may not go there"),
            ("axes_2d", Place, "turn A=400", "must lie within -180 … 180 °"),
        ] {
            let mut lab = opened(id);
            let (setting, refused) = lab.set_up(&settings(&[(subject, text)])).unwrap_err();
            assert!(refused.0.contains(words), "{id}: {text}: {refused}");
            assert_eq!(setting.subject, subject);
        }
        assert!(GivenSetting::parse(Set, "speed").is_err() && GivenSetting::parse(Set, "=2").is_err());
    }
}
