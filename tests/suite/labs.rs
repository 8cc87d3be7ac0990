//! The laboratories as the library and the command line have them.

use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, ParameterKind, Value, find, laboratories};
use carom::view::{Camera, ViewOptions};
use serde_json::Value as Json;
use std::process::{Command, Output};

fn carom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_carom")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_laboratory_runs_ten_seconds_in_finite_numbers_and_again_to_the_same_bits() {
    for entry in laboratories() {
        let run = || {
            let mut lab = Lab::new(entry);
            let names: Vec<_> = lab.experiment().readings().iter().map(|r| r.name).collect();
            for _ in 0..(10.0 * entry.hz) as u32 {
                lab.step();
                let readings = lab.experiment().readings();
                let finite = readings.iter().all(|r| r.value.is_finite());
                assert!(finite, "lab:{} after {}: {readings:?}", entry.id, lab.step_count());
                assert!(readings.iter().map(|r| r.name).eq(names.iter().copied()), "lab:{}", entry.id);
            }
            lab.state_hash()
        };
        assert_eq!(run(), run(), "lab:{}", entry.id);
    }
}

#[test]
fn every_value_at_the_ends_of_its_range_is_taken_and_others_are_refused_with_the_range() {
    for entry in laboratories() {
        for parameter in Lab::new(entry).experiment().parameters() {
            let name = parameter.name;
            let mut lab = Lab::new(entry);
            let mut set = |value| lab.apply(LabCommand::Set { name: name.into(), value });
            let at = format!("{name} of lab:{}", entry.id);
            match parameter.kind {
                ParameterKind::Number { range, value, .. } => {
                    assert!(range.contains(&value), "{at}");
                    for end in [*range.start(), *range.end()] {
                        set(Value::Number(end)).unwrap_or_else(|error| panic!("{at}: {error}"));
                    }
                    for wrong in [f32::NAN, f32::INFINITY, range.start() - 1.0] {
                        let error = set(Value::Number(wrong)).unwrap_err().to_string();
                        assert!(error.contains(name) && error.contains(&range.end().to_string()), "{error}");
                    }
                }
                ParameterKind::Choice { names, value } => {
                    assert!(value < names.len(), "{at}");
                    (0..names.len())
                        .for_each(|i| set(Value::Choice(i)).unwrap_or_else(|error| panic!("{at}: {error}")));
                    assert!(set(Value::Choice(names.len())).is_err(), "{at}");
                }
                ParameterKind::Flag(_) | ParameterKind::Hold(_) => {
                    for on in [true, false] {
                        set(Value::Flag(on)).unwrap_or_else(|error| panic!("{at}: {error}"));
                    }
                    assert!(set(Value::Act).is_err(), "{at}");
                }
                ParameterKind::Action => {
                    set(Value::Act).unwrap_or_else(|error| panic!("{at}: {error}"));
                    assert!(set(Value::Number(1.0)).is_err(), "{at}");
                }
            }
            (0..30).for_each(|_| lab.step());
            assert!(lab.experiment().readings().iter().all(|r| r.value.is_finite()), "{at}");
        }
    }
}

#[test]
fn every_laboratory_draws_finite_things_and_explains_itself() {
    let mut ids: Vec<_> = laboratories().iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), laboratories().len(), "two laboratories have one name");
    for entry in laboratories() {
        assert!(entry.about.len() > 20 && entry.explanation.len() > 200, "lab:{}", entry.id);
        let mut lab = Lab::new(entry);
        (0..30).for_each(|_| lab.step());
        let camera = Camera::new(&entry.camera, [1280, 720], 1.0);
        let list = lab.draw(&ViewOptions::default(), &camera);
        assert!(list.lines.len() + list.arrows.len() + list.spheres.len() + list.cuboids.len() > 2, "lab:{}", entry.id);
        assert!(list.lines.iter().all(|l| l.from.is_finite() && l.to.is_finite()), "lab:{}", entry.id);
        assert!(list.arrows.iter().all(|a| a.tail.is_finite() && (a.direction.length() - 1.0).abs() < 1e-3));
        assert!(!lab.experiment().formula().is_empty(), "lab:{}", entry.id);
    }
}

#[test]
fn seeking_gives_the_states_that_were_and_a_change_there_a_new_future() {
    for entry in laboratories() {
        let mut lab = Lab::new(entry);
        let mut hashes = vec![lab.state_hash()];
        for step in 0..130 {
            if step == 40 {
                lab.apply(LabCommand::Click(Vec3::new(1.0, 0.0, 0.5))).unwrap();
                hashes[40] = lab.state_hash();
            }
            lab.step();
            hashes.push(lab.state_hash());
        }
        for step in [0, 1, 29, 30, 31, 40, 41, 77, 130, 64] {
            lab.seek(step);
            assert_eq!((lab.step_count(), lab.state_hash()), (step, hashes[step as usize]), "lab:{}", entry.id);
        }
        // Going on from there without a change leads where it led.
        (0..10).for_each(|_| lab.step());
        assert_eq!((lab.state_hash(), lab.timeline().last), (hashes[74], 130), "lab:{}", entry.id);
        lab.apply(LabCommand::Click(Vec3::new(-1.0, 0.0, 0.5))).unwrap();
        assert_eq!(lab.timeline().last, 74, "lab:{}", entry.id);
    }
}

#[test]
fn undo_redo_and_restart_keep_to_their_meaning() {
    let mut lab = Lab::new(find("pursuit").unwrap());
    let opened = lab.state_hash();
    let set = |lab: &mut Lab, name: &str, x: f32| {
        lab.apply(LabCommand::Set { name: name.into(), value: Value::Number(x) }).unwrap();
    };
    let speed =
        |lab: &Lab| match lab.experiment().parameters().iter().find(|p| p.name == "Speed").map(|p| p.kind.clone()) {
            Some(ParameterKind::Number { value, .. }) => value,
            other => panic!("{other:?}"),
        };
    // One gesture is one step of undo.
    [3.0, 4.0, 5.0].into_iter().for_each(|x| set(&mut lab, "Speed", x));
    lab.apply(LabCommand::EndGesture).unwrap();
    set(&mut lab, "Speed", 6.0);
    assert_eq!(lab.undo_label().as_deref(), Some("Speed"));
    assert!(lab.undo());
    assert_eq!(speed(&lab), 5.0);
    assert!(lab.undo());
    assert_eq!(lab.state_hash(), opened);
    assert!(!lab.undo() && lab.redo());
    assert_eq!(speed(&lab), 5.0);
    // While time runs on, undo sets the parameter back and leaves the rest.
    (0..60).for_each(|_| lab.step());
    assert!(lab.undo());
    assert_eq!((speed(&lab), lab.step_count()), (2.0, 60));
    // A restart keeps what was set; a reset does not.
    set(&mut lab, "Speed", 7.0);
    lab.apply(LabCommand::Restart).unwrap();
    assert_eq!((speed(&lab), lab.step_count(), lab.time()), (7.0, 0, 0.0));
    lab.apply(LabCommand::Reset).unwrap();
    assert_eq!(lab.state_hash(), opened);
}

#[test]
fn the_past_is_bounded_and_its_kept_part_can_be_reached() {
    let mut lab = Lab::new(find("reflection").unwrap());
    (0..9_000).for_each(|_| lab.step());
    let timeline = lab.timeline();
    assert!(timeline.first > 0 && timeline.last == 9_000, "{timeline:?}");
    lab.seek(0);
    assert_eq!(lab.step_count(), timeline.first);
    lab.seek(u64::MAX);
    assert_eq!(lab.step_count(), 9_000);
}

#[test]
fn every_laboratory_is_listed_and_runs_from_the_command_line() {
    let rows: Json = serde_json::from_slice(&carom(&["scenes", "--json"]).stdout).unwrap();
    for entry in laboratories() {
        let spec = format!("lab:{}", entry.id);
        assert!(rows.as_array().unwrap().iter().any(|row| row["name"] == spec.as_str()), "{spec}");
        let output = carom(&["run", &spec, "--steps", "20", "--json"]);
        let summary: Json = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        assert_eq!((&summary["laboratory"], &summary["steps"]), (&entry.id.into(), &20.into()));
        let mut lab = Lab::new(entry);
        (0..20).for_each(|_| lab.step());
        assert_eq!(summary["hash"], format!("{:016x}", lab.state_hash()), "{spec}");
        for reading in lab.experiment().readings() {
            assert_eq!(summary["readings"][reading.name].as_f64(), Some(reading.value), "{spec}: {}", reading.name);
        }
    }
}

#[test]
fn readings_of_every_step_are_written_as_lines_and_as_a_table() {
    let output = carom(&["run", "lab:pursuit", "--seconds", "1", "--hz", "30", "--every", "10", "--out", "-"]);
    let lines: Vec<Json> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["step"].as_u64().unwrap()).collect::<Vec<_>>(), [10, 20, 30]);
    assert!(lines[2]["readings"]["distance"].as_f64().unwrap() < lines[0]["readings"]["distance"].as_f64().unwrap());
    assert!(text(&output.stderr).contains("Pursuit (lab:pursuit)"), "{output:?}");
    let table = carom(&["run", "lab:pursuit", "--steps", "2", "--out", "-", "--format", "csv"]);
    let table = text(&table.stdout);
    assert!(table.starts_with("step,time,distance,") && table.lines().count() == 3, "{table}");
}

#[test]
fn wrong_requests_are_refused_with_what_would_be_right() {
    for (arguments, words) in [
        (&["run", "lab:pursiut"][..], "did you mean lab:pursuit?"),
        (&["run", "lab:"], "there are pursuit"),
        (&["render", "lab:nonsense", "--out", "x.png"], "there is no laboratory"),
        (&["view", "lab:nonsense"], "there is no laboratory"),
        (&["run", "pursuit"], "did you mean lab:pursuit?"),
        (&["run", "lab:pursuit", "--hz", "5"], "10 … 10000"),
        (&["run", "lab:pursuit", "--sub-steps", "4"], "no sub-steps"),
        (&["run", "lab:pursuit", "--assert", "time > 1"], "readings"),
        (&["bench", "lab:pursuit"], "is a laboratory"),
        (&["render", "lab:pursuit", "--select", "ball", "--out", "x.png"], "no bodies"),
    ] {
        let output = carom(arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

#[test]
fn the_readme_lists_every_laboratory() {
    let readme = include_str!("../../README.md");
    for entry in laboratories() {
        assert!(readme.contains(&format!("`lab:{}`", entry.id)), "lab:{}", entry.id);
    }
}
