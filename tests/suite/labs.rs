//! The laboratories as the library and the command line have them.

use carom::glam::Vec3;
use carom::lab::{Lab, LabCommand, Parameter, ParameterKind, ParameterValue, Timeline, find, laboratories};
use carom::timeline::ChangeLabel;
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
                        set(ParameterValue::Number(end)).unwrap_or_else(|error| panic!("{at}: {error}"));
                    }
                    for wrong in [f32::NAN, f32::INFINITY, range.start() - 1.0] {
                        let error = set(ParameterValue::Number(wrong)).unwrap_err().to_string();
                        assert!(error.contains(name) && error.contains(&range.end().to_string()), "{error}");
                    }
                }
                ParameterKind::Choice { names, value } => {
                    assert!(value < names.len(), "{at}");
                    (0..names.len())
                        .for_each(|i| set(ParameterValue::Choice(i)).unwrap_or_else(|error| panic!("{at}: {error}")));
                    assert!(set(ParameterValue::Choice(names.len())).is_err(), "{at}");
                }
                ParameterKind::Flag(_) | ParameterKind::Hold(_) => {
                    for on in [true, false] {
                        set(ParameterValue::Flag(on)).unwrap_or_else(|error| panic!("{at}: {error}"));
                    }
                    assert!(set(ParameterValue::Act).is_err(), "{at}");
                }
                ParameterKind::Action | ParameterKind::Preset => {
                    set(ParameterValue::Act).unwrap_or_else(|error| panic!("{at}: {error}"));
                    assert!(set(ParameterValue::Number(1.0)).is_err(), "{at}");
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
        let mut lab = Timeline::beginning(Lab::new(entry), Timeline::BUDGET);
        let mut hashes = vec![lab.sim().state_hash()];
        for step in 0..130 {
            if step == 40 {
                lab.apply(LabCommand::Click(Vec3::new(1.0, 0.0, 0.5))).unwrap();
                hashes[40] = lab.sim().state_hash();
            }
            lab.step();
            hashes.push(lab.sim().state_hash());
        }
        for step in [0, 1, 29, 30, 31, 40, 41, 77, 130, 64] {
            lab.seek(step);
            assert_eq!(
                (lab.sim().step_count(), lab.sim().state_hash()),
                (step, hashes[step as usize]),
                "lab:{}",
                entry.id
            );
        }
        // Going on from there without a change leads where it led.
        (0..10).for_each(|_| lab.step());
        assert_eq!((lab.sim().state_hash(), lab.seek_range().last), (hashes[74], 130), "lab:{}", entry.id);
        lab.apply(LabCommand::Click(Vec3::new(-1.0, 0.0, 0.5))).unwrap();
        assert_eq!(lab.seek_range().last, 74, "lab:{}", entry.id);
    }
}

#[test]
fn undo_redo_and_restart_keep_to_their_meaning() {
    let mut lab = Lab::new(find("pursuit").unwrap());
    let opened = lab.state_hash();
    let set = |lab: &mut Lab, name: &str, x: f32| {
        lab.apply(LabCommand::Set { name: name.into(), value: ParameterValue::Number(x) }).unwrap();
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
    assert_eq!(lab.undo_label(), Some(ChangeLabel::Control("Speed".into())));
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
    const BUDGET: usize = 90_000;
    let mut timeline = Timeline::beginning(Lab::new(find("reflection").unwrap()), BUDGET);
    (0..9_000).for_each(|_| timeline.step());
    let range = timeline.seek_range();
    assert!(range.first > 0 && range.last == 9_000, "{range:?}");
    assert!(timeline.size() <= BUDGET, "{}", timeline.size());
    assert_eq!(timeline.seek(0), range.first);
    assert_eq!(timeline.seek(u64::MAX), 9_000);
    assert_eq!(timeline.mismatch(), None);
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
        (&["run", "lab:"], "there are vectors, pursuit"),
        #[cfg(feature = "render")]
        (&["render", "lab:nonsense", "--out", "x.png"], "there is no laboratory"),
        (&["view", "lab:nonsense"], "there is no laboratory"),
        (&["run", "pursuit"], "did you mean lab:pursuit?"),
        (&["run", "lab:room", "--set", "Draw a room=press"], "waits at step 0"),
        #[cfg(feature = "render")]
        (&["render", "lab:room", "--set", "Draw a room=press", "--size", "64x48", "--out", "-"], "waits at step 0"),
        (&["run", "lab:pursuit", "--hz", "5"], "10 … 10000"),
        (&["run", "lab:pursuit", "--sub-steps", "4"], "no sub-steps"),
        (&["run", "lab:pursuit", "--contacts", "--out", "-"], "no bodies"),
        (&["run", "lab:pursuit", "--assert", "distanse > 1"], "did you mean distance?"),
        (&["run", "lab:pursuit", "--pause-when", "speed(ball) > 1"], "closing_speed, chase_time, captured"),
        (&["run", "lab:pursuit", "--assert", "distance > 3 s"], "a length cannot be compared with a time"),
        (&["run", "lab:planes", "--assert", "inside > 3 mm"], "a ratio cannot be compared with a length"),
        (&["bench", "lab:pursuit"], "is a laboratory"),
        #[cfg(feature = "render")]
        (&["render", "lab:pursuit", "--select", "ball", "--out", "x.png"], "no bodies"),
    ] {
        let output = carom(arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(words), "{arguments:?}: {message}");
    }
}

/// The summary of a run that ended well, and that of one in which an assertion failed, with its message.
fn summary(arguments: &[&str]) -> (Json, i32, String) {
    let output = carom(&[&["run"], arguments, &["--json"]].concat());
    let summary = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    (summary, output.status.code().unwrap(), text(&output.stderr))
}

#[test]
fn conditions_on_what_a_laboratory_measures_stop_the_run_and_judge_it() {
    // The step at which the library measures it first.
    let mut lab = Lab::new(find("pursuit").unwrap());
    let distance = |lab: &Lab| lab.experiment().readings().iter().find(|r| r.name == "distance").unwrap().value;
    let first = (1..600).find(|_| {
        lab.step();
        distance(&lab) < 2.5
    });
    let (stopped, code, _) = summary(&["lab:pursuit", "--pause-when", "distance < 250 cm", "--assert", "time < 9 s"]);
    assert_eq!((code, stopped["steps"].as_u64()), (0, first));
    assert_eq!(stopped["stopped_at"]["step"].as_u64(), first);
    assert_eq!(stopped["stopped_at"]["values"]["distance"].as_f64(), Some(distance(&lab)));
    assert_eq!(stopped["hash"], format!("{:016x}", lab.state_hash()), "stopped where the library was");
    assert_eq!(stopped["assertions"][0]["holds"], true);
    // At the end it holds, at every step it does not: the chaser comes from far away.
    let (run, code, _) = summary(&["lab:pursuit", "--assert", "distance < 2.5 m and not step == 0"]);
    assert_eq!((code, &run["stopped_at"]), (0, &Json::Null));
    let (run, code, message) = summary(&["lab:pursuit", "--assert", "always: distance < 2.5 m"]);
    assert_eq!((code, &run["assertions"][0]["step"]), (1, &1.into()));
    assert!(message.contains("assertion failed: always: distance < 2.5 m\n  step 1 ("), "{message}");
}

#[test]
fn everything_that_a_laboratory_measures_can_be_named_in_a_condition() {
    use carom::condition::{Condition, Measured, Observation};
    for entry in laboratories() {
        let lab = Lab::new(entry);
        let readings = lab.experiment().readings();
        let names: Vec<_> = readings.iter().map(|r| Measured { name: r.name, unit: r.unit }).collect();
        let values: Vec<f64> = readings.iter().map(|r| r.value).collect();
        let now = Observation::Measured { step: 3, time: 0.5, values: &values };
        for (measured, value) in names.iter().zip(&values) {
            let at = format!("lab:{}: {}", entry.id, measured.name);
            let read = |text: &str| Condition::on_measured(text, &names).unwrap_or_else(|e| panic!("{at}: {e}"));
            let word = measured.word();
            assert!(read(&format!("{word} == {value:?}")).holds(&now), "{at}");
            assert!(!read(&format!("abs({word} - {value:?}) > 0")).holds(&now), "{at}");
        }
        assert!(Condition::on_measured("step == 3 and time == 0.5 s", &names).unwrap().holds(&now));
    }
}

#[test]
fn names_of_parameters_are_written_as_names_and_their_help_as_sentences() {
    for entry in laboratories() {
        for Parameter { name, help, kind } in Lab::new(entry).experiment().parameters() {
            let at = format!("lab:{}: {name}: {help}", entry.id);
            for text in [name, help] {
                assert!(text.starts_with(char::is_uppercase) && !text.contains("  "), "{at}");
            }
            assert!(!name.ends_with('.') && help.ends_with('.'), "{at}");
            // Words after the first are small, but for letters that stand for something.
            let large = |word: &str| word.chars().count() > 1 && word.starts_with(char::is_uppercase);
            assert!(!name.split(' ').skip(1).any(large), "{at}");
            if let ParameterKind::Choice { names, .. } = kind {
                assert!(!names.iter().any(|name| name.split(' ').any(large)), "{at}: {names:?}");
            }
        }
    }
}

#[test]
fn what_lasts_is_kept_by_a_restart_and_taken_back_at_any_time() {
    for entry in laboratories() {
        let presets = Lab::new(entry).experiment().parameters();
        for preset in presets.iter().filter(|parameter| parameter.kind == ParameterKind::Preset) {
            let at = format!("{} of lab:{}", preset.name, entry.id);
            let mut lab = Lab::new(entry);
            let press = LabCommand::Set { name: preset.name.into(), value: ParameterValue::Act };
            if lab.apply(press.clone()).is_err() || lab.experiment().waits() {
                continue;
            }
            let at_once = settings(&lab);
            let mut moving = moving(&mut lab);
            lab.apply(LabCommand::Reset).unwrap();
            moving.extend(self::moving(&mut lab));
            let settings = |lab: &Lab| {
                let mut all = settings(lab);
                all.retain(|(name, _)| !moving.contains(name));
                all
            };
            let at_once: Vec<_> = at_once.into_iter().filter(|(name, _)| !moving.contains(name)).collect();
            assert!(at_once.len() > 2, "{at}: all of it moves by itself");
            let before = settings(&lab);
            lab.apply(press).unwrap();
            (0..5).for_each(|_| lab.step());
            let after = settings(&lab);
            assert!(lab.undo(), "{at}");
            near(&settings(&lab), &before, &at);
            assert!(lab.redo(), "{at}");
            near(&settings(&lab), &after, &at);
            lab.apply(LabCommand::Restart).unwrap();
            near(&settings(&lab), &at_once, &at);
        }
    }
}

/// What moves by itself.
fn moving(lab: &mut Lab) -> Vec<String> {
    let before = settings(lab);
    (0..7).for_each(|_| lab.step());
    let after = settings(lab);
    before.iter().zip(&after).filter(|(a, b)| a.1 != b.1).map(|(a, _)| a.0.clone()).collect()
}

/// Values that are set, and places of handles.
fn settings(lab: &Lab) -> Vec<(String, Vec3)> {
    let experiment = lab.experiment();
    let number = |parameter: Parameter| {
        let x = match parameter.kind {
            ParameterKind::Number { value, .. } => value,
            ParameterKind::Choice { value, .. } => value as f32,
            ParameterKind::Flag(on) => f32::from(u8::from(on)),
            ParameterKind::Action | ParameterKind::Preset | ParameterKind::Hold(_) => 0.0,
        };
        (parameter.name.to_owned(), Vec3::splat(x))
    };
    let handles = experiment.handles().into_iter().map(|handle| (handle.name, handle.position));
    experiment.parameters().into_iter().map(number).chain(handles).collect()
}

fn near(found: &[(String, Vec3)], wanted: &[(String, Vec3)], at: &str) {
    assert_eq!(found.len(), wanted.len(), "{at}");
    for ((name, found), (_, wanted)) in found.iter().zip(wanted) {
        assert!(found.distance(*wanted) < 1e-4 * wanted.length().max(1.0), "{at}: {name} is {found}, not {wanted}");
    }
}

#[test]
fn a_room_drawn_in_the_middle_of_a_run_stays_and_can_be_taken_back() {
    let corners = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)];
    let click = |lab: &mut Lab, (x, y): (f32, f32)| lab.apply(LabCommand::Click(Vec3::new(x, 0.0, -y))).unwrap();
    let act = |lab: &mut Lab, name: &str| {
        lab.apply(LabCommand::Set { name: name.into(), value: ParameterValue::Act }).unwrap();
    };
    let walls = |lab: &Lab| lab.experiment().handles().iter().filter(|h| h.name.starts_with("corner")).count();
    let mut lab = Lab::new(find("room").unwrap());
    (0..50).for_each(|_| lab.step());
    act(&mut lab, "Draw a room");
    corners.into_iter().for_each(|corner| click(&mut lab, corner));
    // Time stands still while it is drawn, so clicks are taken back one by one.
    (0..10).for_each(|_| lab.step());
    assert_eq!((lab.step_count(), walls(&lab)), (50, 4));
    assert!(lab.undo());
    assert_eq!(walls(&lab), 3);
    assert!(lab.redo());
    assert_eq!(walls(&lab), 4);
    act(&mut lab, "Close the room");
    (0..50).for_each(|_| lab.step());
    let drawn = settings(&lab);
    assert_eq!((lab.step_count(), walls(&lab)), (100, 4));
    lab.apply(LabCommand::Restart).unwrap();
    assert_eq!((lab.step_count(), walls(&lab)), (0, 4), "it stays");
    (0..50).for_each(|_| lab.step());
    assert!(lab.undo(), "back to the room before");
    assert_eq!(walls(&lab), 7);
    assert!(lab.redo(), "and into the drawn one again");
    assert_eq!(walls(&lab), 4);
    assert_eq!(settings(&lab)[2], drawn[2], "the same room");
    lab.apply(LabCommand::Restart).unwrap();
    assert_eq!(walls(&lab), 4);
}

#[test]
fn undo_brings_the_former_room_back_though_time_has_run() {
    let squares = [6.0, 9.0].map(|side| [(1.0, 1.0), (side, 1.0), (side, side), (1.0, side), (0.5, 3.0)]);
    let act = |lab: &mut Lab, name: &str| {
        lab.apply(LabCommand::Set { name: name.into(), value: ParameterValue::Act }).unwrap();
    };
    let run = |lab: &mut Lab| (0..40).for_each(|_| lab.step());
    let walls = |lab: &Lab| -> Vec<Vec3> {
        let corners = lab.experiment().handles().into_iter().filter(|h| h.name.starts_with("corner"));
        corners.map(|h| h.position).collect()
    };
    // From a drawn room, and from one of the list while an older drawing is kept.
    for from in [3, 2] {
        let mut lab = Lab::new(find("room").unwrap());
        let mut rooms = vec![];
        for (i, corners) in squares.iter().enumerate() {
            if i == 1 && from != 3 {
                lab.apply(LabCommand::Set { name: "Room".into(), value: ParameterValue::Choice(from) }).unwrap();
            }
            run(&mut lab);
            rooms.push(walls(&lab));
            act(&mut lab, "Draw a room");
            for (x, y) in corners {
                lab.apply(LabCommand::Click(Vec3::new(*x, 0.0, -y))).unwrap();
            }
            act(&mut lab, "Close the room");
            run(&mut lab);
        }
        let second = walls(&lab);
        assert!(second.len() == 5 && second != rooms[1]);
        assert!(lab.undo());
        assert_eq!(walls(&lab), rooms[1], "from room {from}");
        run(&mut lab);
        assert!(lab.redo());
        assert_eq!(walls(&lab), second, "from room {from}");
        run(&mut lab);
        assert!(lab.undo());
        run(&mut lab);
        if from != 3 {
            assert!(lab.undo(), "the choice of the room");
        }
        assert!(lab.undo());
        assert_eq!(walls(&lab), rooms[0], "from room {from}");
    }
}

#[test]
fn a_drawing_that_is_given_up_leaves_the_room_as_it_was() {
    let mut lab = Lab::new(find("room").unwrap());
    (0..10).for_each(|_| lab.step());
    let before = lab.state_hash();
    for name in ["Draw a room", "Stop drawing"] {
        lab.apply(LabCommand::Set { name: name.into(), value: ParameterValue::Act }).unwrap();
    }
    assert_eq!(lab.state_hash(), before);
    let square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)].map(|(x, z)| Vec3::new(x, 0.0, z));
    lab.apply(LabCommand::Outline(square.into())).unwrap();
    for (corners, words) in [(&square[..2], "room"), (&[Vec3::NAN; 3][..], "not within")] {
        let refused = lab.apply(LabCommand::Outline(corners.into())).unwrap_err();
        assert!(refused.0.contains(words), "{refused}");
    }
    assert!(Lab::new(find("car").unwrap()).apply(LabCommand::Outline(square.into())).is_err());
}

#[test]
fn what_is_so_or_is_not_is_answered_with_yes_or_no_and_compared_as_a_number() {
    let mut facts = vec![];
    for entry in laboratories() {
        let readings = Lab::new(entry).experiment().readings();
        let gap = readings.iter().find(|reading| reading.name == "gap").map(|reading| reading.value);
        for reading in readings.iter().filter(|reading| reading.is_fact) {
            let holds = gap.is_some_and(|gap| gap > 0.0);
            assert_eq!(reading.yes_or_no(), Some(if holds { "yes" } else { "no" }), "{}: {reading:?}", entry.id);
            assert_eq!(reading.value, f64::from(u8::from(holds)), "{}: {reading:?}", entry.id);
            facts.push(reading.name);
        }
    }
    assert_eq!(facts, ["captured", "inside", "apart", "apart"]);
    let output = carom(&["run", "lab:planes", "--steps", "1", "--assert", "inside == 0"]);
    let line = text(&output.stdout);
    let line = line.lines().find(|line| line.starts_with("inside")).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["inside", "no"]);
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_taken_back_at_once_does_not_come_back_with_a_restart() {
    let mut lab = Lab::new(find("pursuit").unwrap());
    let opened = lab.state_hash();
    (0..40).for_each(|_| lab.step());
    lab.apply(LabCommand::Set { name: "Speed".into(), value: ParameterValue::Number(7.0) }).unwrap();
    assert!(lab.undo());
    lab.apply(LabCommand::Restart).unwrap();
    assert_eq!(lab.state_hash(), opened);
}

#[test]
fn the_readme_lists_every_laboratory() {
    let readme = include_str!("../../README.md");
    for entry in laboratories() {
        assert!(readme.contains(&format!("`lab:{}`", entry.id)), "lab:{}", entry.id);
    }
}
