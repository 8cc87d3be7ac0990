//! What can be set of the laboratories: each property reads back what it was set to.

use carom::lab::{Experiment, Parameter, ParameterKind, ParameterValue, laboratories};
use carom::language::chinese;
use std::collections::BTreeSet;

/// The laboratory as it is opened, and with every choice and every switch in each of its positions.
fn variants(start: &dyn Experiment) -> Vec<Box<dyn Experiment>> {
    let mut all = vec![start.boxed()];
    for Parameter { name, kind, .. } in start.parameters() {
        let values: Vec<ParameterValue> = match kind {
            ParameterKind::Choice { names, .. } => (0..names.len()).map(ParameterValue::Choice).collect(),
            ParameterKind::Flag(_) => [false, true].map(ParameterValue::Flag).into(),
            _ => vec![],
        };
        for value in values {
            let mut other = start.boxed();
            other.set(name, value).unwrap_or_else(|refused| panic!("{name} to {value:?}: {refused}"));
            all.push(other);
        }
    }
    all
}

fn find(experiment: &dyn Experiment, name: &str) -> Parameter {
    experiment.parameters().into_iter().find(|p| p.name == name).unwrap_or_else(|| panic!("{name} is gone"))
}

#[test]
fn every_property_has_a_name_of_its_own_and_reads_what_it_is_set_to() {
    for entry in laboratories() {
        for variant in variants(&*(entry.start)()) {
            let parameters = variant.parameters();
            let names: BTreeSet<_> = parameters.iter().map(|parameter| parameter.name).collect();
            assert_eq!(names.len(), parameters.len(), "{}: {names:?}", entry.id);
            for Parameter { name, help, kind } in parameters {
                let what = format!("{}: {name}", entry.id);
                assert!(!help.is_empty(), "{what}");
                match kind {
                    ParameterKind::Number { value, range, unit } => {
                        assert!(range.contains(&value), "{what}: {value} at first");
                        for share in [0.0, 0.25, 0.75, 1.0] {
                            let asked = range.start() + share * (range.end() - range.start());
                            let mut lab = variant.boxed();
                            lab.set(name, ParameterValue::Number(asked)).unwrap();
                            let ParameterKind::Number { value, .. } = find(&*lab, name).kind else { panic!("{what}") };
                            // Counts are whole numbers; where the ball starts lies within the walls.
                            let whole = matches!(name, "Particles" | "Cars") && value == asked.round();
                            let within = name.starts_with("Start ") && value.abs() <= asked.abs();
                            // −180° is 180°.
                            let apart =
                                if unit == "°" { (value - asked).abs() % 360.0 } else { (value - asked).abs() };
                            let near = apart <= 1e-5 * range.end().abs();
                            assert!(near || whole || within, "{what}: set to {asked}, is {value}");
                        }
                    }
                    ParameterKind::Choice { names, .. } => {
                        for i in 0..names.len() {
                            let mut lab = variant.boxed();
                            lab.set(name, ParameterValue::Choice(i)).unwrap();
                            // A room drawn by hand is drawn first.
                            if !lab.waits() {
                                let ParameterKind::Choice { value, .. } = find(&*lab, name).kind else {
                                    panic!("{what}")
                                };
                                assert_eq!(value, i, "{what}");
                            }
                        }
                    }
                    ParameterKind::Flag(on) => {
                        let mut lab = variant.boxed();
                        lab.set(name, ParameterValue::Flag(!on)).unwrap();
                        assert_eq!(find(&*lab, name).kind, ParameterKind::Flag(!on), "{what}");
                    }
                    ParameterKind::Action | ParameterKind::Preset | ParameterKind::Hold(_) => {}
                }
            }
        }
    }
}

#[test]
fn what_is_not_offered_and_what_is_of_another_kind_is_refused() {
    for entry in laboratories() {
        let start = (entry.start)();
        let mut lab = start.boxed();
        assert!(lab.set("no such thing", ParameterValue::Act).is_err(), "{}", entry.id);
        for Parameter { name, kind, .. } in start.parameters() {
            let other = if matches!(kind, ParameterKind::Flag(_) | ParameterKind::Hold(_)) {
                ParameterValue::Number(1.0)
            } else {
                ParameterValue::Flag(true)
            };
            assert!(lab.set(name, other).is_err(), "{}: {name} to {other:?}", entry.id);
        }
        assert_eq!(format!("{lab:?}"), format!("{start:?}"), "{}: nothing changed", entry.id);
    }
}

#[test]
fn every_property_is_known_in_chinese() {
    for entry in laboratories() {
        for variant in variants(&*(entry.start)()) {
            for Parameter { name, help, kind } in variant.parameters() {
                let options = if let ParameterKind::Choice { names, .. } = kind { names } else { &[] };
                for text in [name, help].into_iter().chain(options.iter().copied()) {
                    let is_symbol = text.chars().count() <= 3 || text.starts_with("2·|");
                    assert!(is_symbol || chinese(text).is_some(), "{}: no Chinese for {text:?}", entry.id);
                }
            }
        }
    }
}
