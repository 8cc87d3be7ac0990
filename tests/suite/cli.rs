//! The program itself, run as a user or a script runs it.

mod files;
mod hostile;
mod listings;
mod refusals;
#[cfg(feature = "render")]
mod render;
mod settings;
mod taken_out;

use carom::condition::{Needs, Observed};
use carom::glam::Vec3;
use carom::lab::laboratories;
use carom::scene::find;
use carom::sim::Sim;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("carom-cli-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn carom(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    command.stdin(Stdio::null()).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A ball falls past nothing: its motion is known in closed form.
const FREE_FALL: &str = r#"
name = "Free fall"
rules = { sleeping = false }
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 2.0
position = [1.0, 100.0, 0.0]
velocity = [3.0, 0.0, 0.0]
[[bodies]]
shape = { box = { half = [0.1, 0.2, 0.3] } }
motion = "static"
position = [0.0, 0.0, -20.0]
"#;

/// A ball drops on a box and comes to rest on its top; another lies on the floor from the start.
const DROP: &str = r#"
name = "Drop"
rules = { floor = 0.0 }
[[bodies]]
name = "box"
shape = { box = { half = [1.0, 0.5, 1.0] } }
motion = "static"
position = [0.0, 1.0, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.25 } }
restitution = 0.0
position = [0.0, 3.0, 0.0]
[[bodies]]
name = "low, \"dull\" ball"
shape = { sphere = { radius = 0.5 } }
restitution = 0.0
position = [5.0, 0.5, 0.0]
"#;

#[test]
fn free_fall_follows_the_parabola_in_the_summary_and_in_every_line() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("fall.toml", FREE_FALL), folder.path("fall.jsonl"));
    let output = carom(&["run", &scene, "--seconds", "2", "--out", &out, "--json"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(summary["scene"], "Free fall");
    assert_eq!((summary["steps"].as_u64(), summary["time"].as_f64()), (Some(120), Some(2.0)));
    assert_eq!((summary["bodies"].as_u64(), summary["stopped_at"].is_null()), (Some(2), true));
    assert!(summary["energy"]["drift"].as_f64().unwrap() < 1e-5);

    let text = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 120);
    for (index, line) in lines.iter().enumerate() {
        let t = (index + 1) as f64 / 60.0;
        assert_eq!((line["step"].as_u64(), line["time"].as_f64()), (Some(index as u64 + 1), Some(t)));
        assert_eq!(line["hash"].as_str().unwrap().len(), 16);
        assert!(line.get("contacts").is_none());
        let ball = &line["bodies"][0];
        assert_eq!((&ball["name"], &line["bodies"][1]["name"]), (&"ball".into(), &"#1".into()));
        let position: [f64; 3] = serde_json::from_value(ball["position"].clone()).unwrap();
        let expected = [1.0 + 3.0 * t, 100.0 - 0.5 * 9.81 * t * t, 0.0];
        for (got, expected) in position.into_iter().zip(expected) {
            assert!((got - expected).abs() < 1e-3, "step {}: {position:?}", index + 1);
        }
        let (kinetic, potential) = (&line["energy"]["kinetic"], &line["energy"]["potential"]);
        let speed2 = 9.0 + (9.81 * t).powi(2);
        assert!((kinetic.as_f64().unwrap() - speed2).abs() < 1e-2, "½·2·v²");
        assert!((potential.as_f64().unwrap() - 2.0 * 9.81 * position[1]).abs() < 1e-2, "m g y");
        assert!((line["momentum"][1].as_f64().unwrap() + 2.0 * 9.81 * t).abs() < 1e-3);
    }
    assert_eq!(lines[119]["hash"], summary["hash"]);
}

#[test]
fn numbers_of_json_lines_read_back_to_the_same_floats() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let output = carom(&["run", &scene, "--steps", "7", "--every", "7", "--out", "-"]);
    let line: Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    let parsed = carom::scene::parse(DROP, carom::scene::FileKind::Toml).unwrap();
    let mut sim = carom::sim::Sim::new(parsed).unwrap();
    (0..7).for_each(|_| sim.step());
    for (body, record) in sim.world().bodies().zip(line["bodies"].as_array().unwrap()) {
        let vector = |name: &str| {
            let [x, y, z] = [0, 1, 2].map(|i| record[name][i].as_f64().unwrap() as f32);
            Vec3::new(x, y, z)
        };
        assert_eq!((vector("position"), vector("velocity")), (body.desc.position, body.desc.velocity));
    }
    assert_eq!(line["hash"].as_str().unwrap(), format!("{:016x}", sim.world().state_hash()));
}

#[test]
fn contacts_name_both_bodies_the_earlier_first_with_features_and_impulses() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let output = carom(&["run", &scene, "--seconds", "3", "--every", "1000", "--contacts", "--out", "-"]);
    let line: Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!(line["step"], 180);
    let contacts = line["contacts"].as_array().unwrap();
    let find = |a: &str, b: &str| contacts.iter().find(|c| c["a"] == a && c["b"] == b).unwrap();
    for (contact, feature_a) in [(find("box", "ball"), "face +y"), (find("floor", "low, \"dull\" ball"), "front")] {
        assert_eq!((&contact["feature_a"], &contact["feature_b"]), (&feature_a.into(), &"surface".into()));
        let normal: [f64; 3] = serde_json::from_value(contact["normal"].clone()).unwrap();
        assert!((normal[1] - 1.0).abs() < 1e-6, "from a up to b");
        let point = &contact["points"][0];
        assert!(point["separation"].as_f64().unwrap().abs() < 1e-2);
        assert!(point["normal_impulse"].as_f64().is_some() && point["friction_impulse"][2].as_f64().is_some());
        assert!(point["position"][1].as_f64().is_some());
    }
}

#[test]
fn bodies_that_are_only_about_to_meet_have_no_contact_yet() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let output = carom(&["run", &scene, "--seconds", "1", "--contacts", "--out", "-"]);
    for line in stdout(&output).lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for contact in line["contacts"].as_array().unwrap() {
            let met = |point: &Value| {
                point["normal_impulse"].as_f64() > Some(0.0) || point["separation"].as_f64() <= Some(0.0)
            };
            assert!(contact["points"].as_array().unwrap().iter().any(met), "step {}: {contact}", line["step"]);
        }
    }
}

#[test]
fn csv_has_a_row_for_each_body_and_step_with_quoted_names() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("drop.toml", DROP), folder.path("drop.csv"));
    let output = carom(&["run", &scene, "--steps", "5", "--every", "2", "--out", &out]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = std::fs::read_to_string(&out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "step,time,name,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,asleep");
    assert_eq!(lines.len(), 1 + 3 * 3, "steps 2, 4 and the last");
    assert!(lines[1].starts_with("2,0.03333333333333333,box,0.0,1.0,0.0,0.0,0.0,0.0,1.0,"), "{}", lines[1]);
    assert!(lines[3].starts_with("2,0.03333333333333333,\"low, \"\"dull\"\" ball\",5.0,"), "{}", lines[3]);
    assert!(lines[9].starts_with("5,"));
    assert!(lines[1..].iter().all(|line| line.ends_with(",false") || line.ends_with(",true")));
}

#[test]
fn results_are_the_same_for_any_number_of_threads() {
    let lines = |threads: &str| {
        let output = carom(&["run", "first_bounce", "--steps", "90", "--contacts", "--out", "-", "--threads", threads]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        output.stdout
    };
    let one = lines("1");
    assert!(one.len() > 10_000);
    assert!(lines("2") == one && lines("4") == one);
}

#[test]
fn assertions_that_hold_exit_with_0_and_others_with_1_naming_step_values_and_bodies() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let run = |assertion: &str| carom(&["run", &scene, "--seconds", "2", "--assert", assertion]);
    for holds in [
        "height(ball) > 1.7 and touching(ball, box)",
        "always: height(ball) < 3.0001",
        "feature(box,ball) == \"face +y\"",
    ] {
        let output = run(holds);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{holds}");
    }
    let output = run("speed(ball) > 1");
    assert_eq!(code(&output), 1);
    for words in ["step 120", "(2 s)", "speed(ball) = ", "bodies: ball"] {
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
    // y = 3 − g t²/2 falls below 2.5 m at t = 0.3193 s: the 20th step is the first beyond.
    let output = run("always: height(ball) >= 2.5");
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("step 20 "), "{}", stderr(&output));
    assert!(stdout(&output).contains("steps        120"), "the run goes on to its end: {}", stdout(&output));
}

#[test]
fn a_pause_stops_at_the_first_step_where_its_condition_holds() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("drop.toml", DROP), folder.path("steps.jsonl"));
    let pause = "height(ball) < 2.5";
    let output = carom(&["run", &scene, "--pause-when", pause, "--json", "--out", &out, "--every", "7"]);
    assert_eq!(code(&output), 0);
    let summary: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let stop = &summary["stopped_at"];
    assert_eq!((&stop["step"], &stop["expr"], &summary["steps"]), (&20.into(), &pause.into(), &20.into()));
    assert_eq!(stop["bodies"], serde_json::json!(["ball"]));
    assert!(stop["values"]["height(ball)"].as_f64().unwrap() < 2.5);
    let text = std::fs::read_to_string(&out).unwrap();
    let steps: Vec<Value> = text.lines().map(|l| serde_json::from_str::<Value>(l).unwrap()["step"].clone()).collect();
    assert_eq!(steps, [7, 14, 20], "the last step is always written");
    let output = carom(&["run", &scene, "--pause-when", "touching(ball,box)"]);
    assert!(stdout(&output).contains("stopped      touching(ball,box) at step "), "{}", stdout(&output));
    assert!(stdout(&output).contains("touching(ball,box) = yes; bodies: ball, box"), "{}", stdout(&output));
}

#[test]
fn an_assertion_on_what_changed_in_a_step_is_judged_at_the_end_and_where_a_pause_ends_the_run() {
    // The first step of `first_bounce` in which a normal turns, looked for by hand.
    let mut sim = Sim::new(find("first_bounce").unwrap().scene().unwrap()).unwrap();
    let (mut now, needs) = (Observed::start(&sim, None), Needs { contacts: true, turns: true, ..Needs::default() });
    let mut turns = || {
        sim.step();
        now.update(&sim, needs);
        now.normal_turn.value > 1.0
    };
    let step = (1..600).find(|_| turns()).unwrap().to_string();
    let turned = ["--assert", "normal_turn > 1 deg"];
    for end in [["--steps", &step], ["--pause-when", "normal_turn > 1 deg"]] {
        let output = carom(&[&["run", "first_bounce"], &end[..], &turned].concat());
        assert_eq!(code(&output), 0, "{end:?}: {}", stderr(&output));
        assert!(stdout(&output).contains(&format!("steps        {step} ")), "{end:?}: {}", stdout(&output));
    }
}

#[test]
fn several_conditions_may_follow_one_option_and_the_scene_may_come_last() {
    let both = carom(&["run", "first_bounce", "--steps", "5", "--assert", "nan == 0", "escaped == 0"]);
    assert_eq!(code(&both), 0, "{}", stderr(&both));
    assert_eq!(stdout(&both).matches("holds:").count(), 2, "{}", stdout(&both));
    // The second is false, and must not be taken for anything else.
    let second = carom(&["run", "first_bounce", "--steps", "5", "--assert", "nan == 0", "escaped > 0"]);
    assert_eq!(code(&second), 1, "{}", stderr(&second));
    let last = carom(&["run", "--steps", "5", "--assert", "nan == 0", "first_bounce"]);
    assert_eq!(code(&last), 0, "{}", stderr(&last));
    assert_eq!(stdout(&last).matches("holds:").count(), 1, "{}", stdout(&last));
    assert_eq!(code(&carom(&["run", "--steps", "5", "--assert", "nan == 0"])), 2);
    // So may a recording of another engine.
    let trace = carom(&["run", "--steps", "3", "--assert", "contacts >= 0", "trace:jolt"]);
    assert_eq!(code(&trace), 0, "{}", stderr(&trace));
    assert!(stdout(&trace).contains("holds: contacts >= 0"), "{}", stdout(&trace));
}
