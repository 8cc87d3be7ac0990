//! Set-ups of laboratories as files.

use crate::lab_commands::Dice;
use carom::lab::{Lab, LabCommand, Setup, find, laboratories};
use carom::scene::FileKind;

fn read(text: &str) -> Setup {
    Setup::parse(text, FileKind::Toml).unwrap_or_else(|faults| panic!("{faults:?} in\n{text}"))
}

fn start_hash(setup: &Setup) -> u64 {
    Lab::of_setup(setup).unwrap().state_hash()
}

#[test]
fn a_laboratory_as_it_opens_is_two_lines() {
    for entry in laboratories() {
        let text = Lab::new(entry).setup().to_toml();
        assert_eq!(text, format!("version = 1\nlab = \"{}\"\n", entry.id));
        assert_eq!(read(&text), *Lab::new(entry).setup());
        assert!(Setup::is_in(&text, FileKind::Toml) && !Setup::is_in("bodies = []", FileKind::Toml));
    }
}

#[test]
fn whatever_is_changed_is_written_and_read_back_to_the_same_state() {
    for entry in laboratories() {
        for seed in 0..12 {
            let (mut lab, mut dice) = (Lab::new(entry).at_rate(100.0 + seed as f32).unwrap(), Dice(seed));
            for round in 0..=2 * seed {
                let command = dice.command(&lab);
                // Refusals are answers too.
                let _ = lab.apply(command);
                let _ = lab.apply(LabCommand::EndGesture);
                // What is changed on the way is part of the start only where it lasts.
                if round % 5 == 4 {
                    lab.step();
                }
            }
            lab.apply(LabCommand::Restart).unwrap();
            let text = lab.setup().to_toml();
            let again = read(&text);
            assert_eq!((again.entry().id, again.hz()), (entry.id, lab.hz()), "{text}");
            assert_eq!(start_hash(&again), lab.state_hash(), "{}, seed {seed}:\n{text}", entry.id);
        }
    }
}

#[test]
fn a_set_up_typed_by_a_person_is_what_it_says() {
    let text = "lab = \"billiards\"\n[places]\n\"ball 1\" = [0.3, 0.1]\n[set]\ncue-ball-mass = \"0.3 kg\"\nlayout = \"head on\"\n";
    let lab = Lab::of_setup(&read(text)).unwrap();
    let ball = lab.experiment().handles().into_iter().find(|handle| handle.name == "ball 1").unwrap();
    let place: Vec<f32> = ball.coordinates().iter().map(|axis| axis.value).collect();
    assert_eq!(place, [0.3, 0.1]);
    let mass = lab.experiment().parameters().into_iter().find(|p| p.name == "Cue ball mass").unwrap();
    assert_eq!(mass.kind.value(), Some(carom::lab::ParameterValue::Number(0.3)));
    let json = r#"{ "lab": "pursuit", "hz": 120, "set": { "Speed": 3 } }"#;
    let setup = Setup::parse(json, FileKind::Json).unwrap();
    let toml = "version = 1\nlab = \"pursuit\"\nhz = 120.0\n\n[set]\nSpeed = 3.0\n";
    assert_eq!((setup.to_toml().as_str(), setup.hz()), (toml, 120.0));
    assert!(find("pursuit").is_some());
}

#[test]
fn every_fault_has_its_place_and_its_remedy() {
    let of = |rest: &str| format!("lab = \"pursuit\"\n{rest}");
    for (text, line, column, words) in [
        ("lab = \"persuit\"\n".into(), 1, 7, "did you mean \"pursuit\"?"),
        ("lab = 3\n".into(), 1, 7, "must be the name of one"),
        (of("version = 2\n"), 2, 11, "reads version 1"),
        (of("hz = 5\n"), 2, 6, "are not within 10 … 10000"),
        (of("[sets]\n"), 2, 2, "did you mean \"set\"?"),
        (of("[bodies]\n"), 2, 2, "belongs to a scene"),
        (of("[set]\nSped = 2\n"), 3, 1, "did you mean \"Speed\"?"),
        (of("[set]\nSpeed = 200\n"), 3, 9, "must lie within 0 … 20 m/s"),
        (of("[set]\nSpeed = \"fast\"\n"), 3, 9, "takes a number"),
        (of("[set]\nTarget = 2\n"), 3, 10, "has no option"),
        (of("[set]\nTarget = [2]\n"), 3, 10, "must be a number, true or false"),
        (of("[set]\nTarget = \"cirle\"\n"), 3, 10, "did you mean \"circle\"?"),
        (of("[set]\n\"Aim once\" = 1\n"), 3, 14, "takes on or off"),
        (of("[places]\nchaser = [1, 200]\n"), 3, 10, "must lie within -100 … 100 m"),
        (of("[places]\nchaser = [1]\n"), 3, 10, "takes x (m), y (m)"),
        (of("[places]\nchasr = [1, 2]\n"), 3, 1, "did you mean \"chaser\"?"),
        (of("press = [\"Aim agin\"]\n"), 2, 10, "did you mean \"Aim again\"?"),
        (of("then = 3\n"), 2, 8, "a list of tables"),
        (of("[[then]]\n[then.set]\nSpeed = -1\n"), 4, 9, "must lie within"),
        (of("outline = [[0, 0, 0]]\n"), 2, 11, "nothing is drawn by hand here"),
        ("lab = \"pursuit\n".into(), 1, 15, "not valid TOML"),
    ] {
        let faults = Setup::parse(&text, FileKind::Toml).expect_err(&text);
        let [fault] = &faults[..] else { panic!("{text}: {faults:?}") };
        assert!(fault.message.contains(words), "{text}: {fault}");
        assert_eq!((fault.line, fault.column), (line, column), "{text}: {fault}");
    }
    // None hides another.
    let text = of("[set]\nTarget = \"cirle\"\nSpeed = 200\n");
    assert_eq!(Setup::parse(&text, FileKind::Toml).unwrap_err().len(), 2);
}

#[test]
fn the_set_up_of_the_readme_is_sound() {
    let readme = include_str!("../../README.md");
    let block = readme.split("```").find(|block| block.starts_with("text\nversion = 1\nlab = ")).unwrap();
    let setup = read(block.strip_prefix("text").unwrap());
    assert_eq!((setup.entry().id, setup.hz(), setup.commands().len()), ("billiards", 240.0, 4));
}
