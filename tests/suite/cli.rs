//! The program itself, run as a user or a script runs it.

use carom::glam::Vec3;
use carom::lab::laboratories;
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
fn wrong_requests_exit_with_2_and_say_what_to_do() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let bad = folder.file("bad.toml", "[[bodies]]\nshape = { sphere = { radius = -1.0 } }\nrestitution = 7\n");
    let latin = folder.path("latin.toml");
    std::fs::write(&latin, [b'n', 0xe9]).unwrap();
    let other = folder.file("scene.txt", DROP);
    let cases: &[(&[&str], &str)] = &[
        (&["nonsense"], "no scene \"nonsense\""),
        (&["first_bonce"], "did you mean first_bounce?"),
        (&["rnu"], "carom run"),
        (&["view", "missing.toml"], "no such file"),
        (&["run"], "SCENE"),
        (&["run", &scene, "--frobnicate"], "--frobnicate"),
        (&["run", "missing.toml"], "missing.toml: there is no such file"),
        (&["run", &folder.path("")], "folder"),
        (&["run", &latin], "not UTF-8"),
        (&["run", &other], ".toml or .json"),
        (&["run", &bad], "bad.toml:2:"),
        (&["run", &scene, "--seconds", "-1"], "--seconds"),
        (&["run", &scene, "--seconds", "nan"], "--seconds"),
        (&["run", &scene, "--seconds", "1", "--steps", "2"], "--steps"),
        (&["run", &scene, "--hz", "1"], "hz is 1"),
        (&["run", &scene, "--sub-steps", "65"], "sub_steps is 65"),
        (&["run", &scene, "--threads", "0"], "--threads"),
        (&["run", &scene, "--every", "0"], "--every"),
        (&["run", &scene, "--out", "steps.txt"], ".jsonl or .csv"),
        (&["run", &scene, "--out", "no-such-folder/steps.csv"], "no such folder"),
        (&["run", &scene, "--contacts"], "--out"),
        (&["run", &scene, "--contacts", "--out", &folder.path("a.csv")], ".jsonl"),
        (&["run", &scene, "--assert", "speed(bal) > 1"], "did you mean ball?"),
        (&["run", &scene, "--pause-when", "always: time > 1"], "--pause-when"),
        (&["truths", "--only", "V999"], "V999"),
        (&["truths", "--crowd", "0"], "--crowd"),
        (&["truths", "--crowd", "8", "--only", "V10"], "nothing touches"),
        (&["man", "nonsense"], "commands are"),
        (&["completions", "nonsense"], "bash"),
    ];
    for (arguments, words) in cases {
        let output = carom(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn a_request_that_is_refused_leaves_every_file_as_it_was() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let other = folder.file("other.toml", DROP);
    let (old, same) = (folder.file("old.caromrec", "old"), folder.file("same.jsonl", "old"));
    let nowhere = folder.path("nowhere/a.jsonl");
    let dotted = folder.path("./same.jsonl");
    let mut files = vec![&scene, &other, &old, &same];
    let (hard, soft) = (folder.path("hard.caromrec"), folder.path("soft.jsonl"));
    let mut requests = vec![
        vec!["--record", &scene],
        vec!["--record", &other],
        vec!["--out", &scene, "--format", "jsonl"],
        vec!["--record", &same, "--out", &same],
        vec!["--record", &dotted, "--out", &same],
        vec!["--record", &old, "--out", &nowhere],
        vec!["--record", &old, "--assert", "speed(bal) > 1", "--out", &same],
    ];
    #[cfg(unix)]
    {
        std::fs::hard_link(&scene, &hard).unwrap();
        std::os::unix::fs::symlink("same.jsonl", &soft).unwrap();
        requests.push(vec!["--record", &hard]);
        requests.push(vec!["--record", &same, "--out", &soft]);
        files.extend([&hard, &soft]);
    }
    for options in requests {
        let output = carom(&[&["run", &scene, "--steps", "5"], &options[..]].concat());
        assert_eq!(code(&output), 2, "{options:?}: {}", stderr(&output));
        let named = options.iter().any(|word| word.len() > 11 && stderr(&output).contains(word));
        assert!(named, "{options:?}: {}", stderr(&output));
        for (path, text) in [(&scene, DROP), (&other, DROP), (&old, "old"), (&same, "old")] {
            assert_eq!(&std::fs::read_to_string(path).unwrap(), text, "{options:?}: {path}");
        }
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), files.len(), "{options:?}: something is left");
    }
    let output = carom(&["run", &scene, "--steps", "5", "--record", &old, "--out", &same]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(code(&carom(&["replay", &old, "--verify"])), 0);
    assert_eq!(std::fs::read_to_string(&same).unwrap().lines().count(), 5);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), files.len(), "nothing is left beside them");
}

#[test]
#[cfg(unix)]
fn what_standard_input_is_read_from_is_not_written_over() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let link = folder.path("link.jsonl");
    std::os::unix::fs::symlink(&scene, &link).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.args(["run", "-", "--steps", "5", "--out", &link]).stdin(std::fs::File::open(&scene).unwrap());
    let output = command.output().unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains(&link), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&scene).unwrap(), DROP);
}

#[test]
#[cfg(unix)]
fn a_run_that_is_killed_leaves_the_old_files_and_the_next_clears_up_after_it() {
    let folder = Folder::new();
    let (old, steps) = (folder.file("old.caromrec", "old"), folder.file("old.jsonl", "old"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["run", "pyramid", "--steps", "10000000", "--record", &old, "--out", &steps])
        .spawn()
        .unwrap();
    // Until both are begun.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while std::fs::read_dir(&folder.0).unwrap().count() < 4 && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 4, "killed in the midst of it");
    for path in [&old, &steps] {
        assert_eq!(std::fs::read_to_string(path).unwrap(), "old");
    }
    let output = carom(&["run", "pyramid", "--steps", "2", "--out", &folder.path("other.jsonl")]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3, "the old ones and the new one");
}

/// What is written to as it is.
#[test]
#[cfg(target_os = "linux")]
fn streams_and_devices_are_written_straight_to() {
    let folder = Folder::new();
    let output = carom(&["run", "first_bounce", "--steps", "3", "--out", "/dev/stdout", "--format", "jsonl"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("{\"step\"")).count(), 3);
    // Redirected to a file, steps and summary are in it, one after the other.
    let file = folder.path("both");
    let redirected = Command::new(env!("CARGO_BIN_EXE_carom"))
        .args(["run", "first_bounce", "--steps", "3", "--out", "/dev/stdout", "--format", "jsonl"])
        .stdout(std::fs::File::create(&file).unwrap())
        .status()
        .unwrap();
    assert!(redirected.success());
    assert_eq!(std::fs::read_to_string(&file).unwrap(), stdout(&output));
    let null = carom(&[
        "run",
        "first_bounce",
        "--steps",
        "3",
        "--out",
        "/dev/null",
        "--format",
        "csv",
        "--record",
        "/dev/null",
    ]);
    assert_eq!(code(&null), 0, "{}", stderr(&null));
    let full = carom(&["run", "first_bounce", "--steps", "3", "--record", "/dev/full"]);
    assert_eq!(code(&full), 2);
    assert!(stderr(&full).contains("/dev/full"), "{}", stderr(&full));

    let pipe = folder.path("pipe.csv");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    assert_eq!(code(&carom(&["run", "first_bounce", "--steps", "3", "--out", &pipe])), 0);
    assert!(reader.join().unwrap().starts_with("step,time,name"));
}

/// A reader of these would wait for ever, or until the memory is full.
#[test]
#[cfg(unix)]
fn pipes_and_devices_are_refused_as_scenes_and_recordings_at_once() {
    let folder = Folder::new();
    for ending in ["toml", "json", "caromrec"] {
        let (pipe, device) = (folder.path(&format!("pipe.{ending}")), folder.path(&format!("endless.{ending}")));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        for path in [&pipe, &device] {
            for command in ["run", "check", "replay", "view", "contact", "bench"] {
                if (ending == "caromrec") != (command == "replay") && command != "view" {
                    continue;
                }
                let output = carom(&[command, path]);
                assert_eq!(code(&output), 2, "{command} {path}");
                assert!(stderr(&output).contains("a pipe or a device"), "{command}: {}", stderr(&output));
                assert!(stderr(&output).contains(path.as_str()), "{command}: {}", stderr(&output));
            }
        }
    }
    let recording = folder.path("a.caromrec");
    assert_eq!(code(&carom(&["run", "first_bounce", "--steps", "5", "--record", &recording])), 0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let piped = command.args(["replay", "-", "--verify"]).stdin(std::fs::File::open(&recording).unwrap()).output();
    assert_eq!(code(&piped.unwrap()), 0, "a recording comes from standard input too");
}

#[test]
fn check_reports_every_fault_with_file_line_and_column() {
    let folder = Folder::new();
    let good = folder.file("good.toml", DROP);
    let bad = folder.file("bad.toml", "[[bodies]]\nshape = { sphere = { radius = -1.0 } }\nrestitution = 7\n");
    let output = carom(&["check", &good, "first_bounce"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
    assert!(stdout(&output).starts_with(&format!("{good}: ok (3 bodies)\nfirst_bounce: ok (")), "{}", stdout(&output));

    let output = carom(&["check", &bad, &good]);
    assert_eq!(code(&output), 1);
    let text = stderr(&output);
    for start in [format!("{bad}:2:31: "), format!("{bad}:3:15: ")] {
        assert!(text.lines().any(|line| line.starts_with(&start)), "{start} in {text}");
    }
    assert_eq!(stdout(&output), format!("{good}: ok (3 bodies)\n"));

    let output = carom(&["check", "missing.toml", &bad]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains(&format!("{bad}:2:31: ")), "the others are still checked: {}", stderr(&output));
}

#[test]
fn a_scene_comes_from_standard_input_too() {
    for (text, kind) in [(DROP, "toml"), ("{\"bodies\": [{\"shape\": {\"sphere\": {\"radius\": 1}}}]}", "json")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        let mut child =
            command.args(["run", "-", "--steps", "1"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success(), "{kind}");
    }
}

#[test]
fn hz_sub_steps_and_steps_take_the_place_of_the_scenes() {
    let folder = Folder::new();
    let scene = folder.file("fall.toml", FREE_FALL);
    let arguments = ["run", &scene, "--hz", "240", "--sub-steps", "2", "--steps", "480", "--json"];
    let summary: Value = serde_json::from_str(&stdout(&carom(&arguments))).unwrap();
    assert_eq!((&summary["hz"], &summary["sub_steps"], &summary["time"]), (&240.0.into(), &2.into(), &2.0.into()));
    let summary: Value = serde_json::from_str(&stdout(&carom(&["run", &scene, "--json"]))).unwrap();
    assert_eq!(summary["time"], 10.0, "ten seconds unless told otherwise");
    let summary: Value = serde_json::from_str(&stdout(&carom(&["run", &scene, "--steps", "0", "--json"]))).unwrap();
    assert_eq!(summary["steps"], 0);
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        &["run", "first_bounce", "--steps", "3000", "--out", "-"][..],
        &["completions", "bash"],
        &["man"],
        &["scenes"],
        &["--help"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        let mut child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{arguments:?}");
        assert!(!line.is_empty());
    }
}

#[test]
fn the_gallery_is_listed_for_people_and_programs() {
    let rows: Value = serde_json::from_str(&stdout(&carom(&["scenes", "--json"]))).unwrap();
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), carom::scene::gallery().len() + carom::lab::laboratories().len());
    let text = stdout(&carom(&["scenes"]));
    let lines = text.lines().filter(|line| !["", "Laboratories"].contains(line));
    for (row, line) in rows.iter().zip(lines) {
        assert!(line.starts_with(row["name"].as_str().unwrap()), "{line}");
        assert!(row["about"].as_str().is_some_and(|about| !about.is_empty()));
    }
}

#[test]
fn bench_measures_every_stage() {
    let output = carom(&["bench", "first_bounce", "--steps", "5", "--json"]);
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&rows[0]["scene"], &rows[0]["steps"]), (&"first_bounce".into(), &5.into()));
    assert!(rows[0]["step_ms"].as_f64().unwrap() > 0.0);
    assert!(rows[0]["stages_ms"].as_object().unwrap().values().any(|ms| ms.as_f64().unwrap() > 0.0));
    let text = stdout(&carom(&["bench", "first_bounce", "--steps", "5"]));
    assert!(text.lines().count() == 2 && text.contains("collide"), "{text}");
}

#[test]
fn truths_print_expected_got_error_and_bound() {
    let output = carom(&["truths", "--only", "v27", "--json"]);
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert!(rows[0]["id"].as_str().unwrap().starts_with("V27"));
    let check = &rows[0]["measured"][0];
    for field in ["expected", "got", "error", "bound"] {
        assert!(check[field].is_number(), "{field}: {check}");
    }
    let missed = rows.as_array().unwrap().iter().any(|row| row["status"] == "missed");
    assert_eq!(code(&output), i32::from(missed));
}

#[test]
fn truths_in_a_crowd_print_the_same_table_and_how_many_were_together() {
    let output = carom(&["truths", "--only", "V27", "--crowd", "3", "--json"]);
    let rows: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&rows[0]["crowd"]["copies"], &rows[0]["crowd"]["in_one_island"]), (&3.into(), &3.into()));
    assert_eq!((code(&output), &rows[0]["status"]), (0, &"reached".into()));
    let text = stdout(&carom(&["truths", "--only", "V27", "--crowd", "3"]));
    assert!(text.contains("[reached, 3 of 3 in one island]") && text.contains("1 truths: 1 reached"), "{text}");
    let missed = carom(&["truths", "--only", "V57", "--crowd", "2", "--json"]);
    assert_eq!(code(&missed), 1, "{}", stderr(&missed));
}

#[test]
fn every_help_carries_examples_and_version_and_man_pages_print() {
    for command in ["view", "run", "render", "check", "scenes", "bench", "truths", "adapters", "completions", "man"] {
        let output = carom(&[command, "--help"]);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("Examples:\n"), "{command}");
        assert!(stdout(&carom(&["man", command])).contains(".TH"), "{command}");
    }
    let output = carom(&["--help"]);
    assert!(stdout(&output).contains("Examples:\n") && stderr(&output).is_empty());
    assert_eq!(stdout(&carom(&["--version"])), format!("carom {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&carom(&["completions", shell])).contains("carom"), "{shell}");
    }
}

#[test]
#[cfg(unix)]
fn bash_completes_the_names_of_scenes_and_laboratories_where_they_are_taken() {
    let complete = |words: &[&str]| {
        let script = r#"source <("$0" completions bash); COMP_WORDS=(carom "$@"); COMP_CWORD=$#
            _carom carom "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"; echo "${COMPREPLY[@]} / $COMP_WORDBREAKS""#;
        let mut bash = Command::new("bash");
        bash.args(["-c", script, env!("CARGO_BIN_EXE_carom")]).args(words);
        let output = stdout(&bash.output().unwrap());
        let (words, breaks) = output.split_once(" / ").unwrap();
        assert!(!breaks.contains(':'), "the colon of lab:NAME ends a word");
        words.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    for command in [&[][..], &["view"], &["run"], &["render"]] {
        let with = |word| complete(&[command, &[word]].concat());
        assert_eq!(with("lab:pu"), ["lab:pursuit"], "{command:?}");
        assert_eq!(with("pyr"), ["pyramid"], "{command:?}");
        assert_eq!(with("my-scene").len(), 0, "bash goes on with files");
    }
    for command in ["check", "bench", "contact"] {
        assert_eq!((complete(&[command, "pyr"]).len(), complete(&[command, "lab:"]).len()), (1, 0), "{command}");
    }
}

#[test]
fn every_shell_that_completes_words_knows_every_laboratory() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&carom(&["completions", shell]));
        for entry in laboratories() {
            assert!(script.contains(&format!("lab:{}", entry.id)), "{shell}: lab:{}", entry.id);
        }
    }
}

#[cfg(feature = "render")]
mod render {
    use super::*;

    /// Width and height of a PNG, from its header.
    fn png_size(bytes: &[u8]) -> [u32; 2] {
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
    }

    #[test]
    fn every_kind_of_picture_and_clip_is_written() {
        let folder = Folder::new();
        let scene = folder.file("drop.toml", DROP);
        let draw = |arguments: &[&str]| {
            let output = carom(&[&["render", &scene, "--size", "64x48"], arguments].concat());
            assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
            output.stdout
        };
        draw(&["--at", "0.5", "--out", &folder.path("a.png"), "--show", "normals,labels", "--select", "ball"]);
        let png = std::fs::read(folder.path("a.png")).unwrap();
        assert_eq!(png_size(&png), [64, 48]);
        let show = ["--at", "0.5", "--show", "normals,labels", "--select", "ball", "--out", "-"];
        assert_eq!(draw(&show), png, "the same picture, to standard output");
        assert_ne!(draw(&["--at", "0.5", "--theme", "light", "--out", "-"]), png);
        assert_ne!(draw(&["--at", "0.5", "--camera", "-3,2,5,0,1,0", "--out", "-"]), png);

        let clip = ["--seconds", "0.3", "--fps", "10"];
        draw(&[&clip[..], &["--out", &folder.path("a.gif"), "--follow", "ball"]].concat());
        assert_eq!(&std::fs::read(folder.path("a.gif")).unwrap()[..10], b"GIF89a\x40\x00\x30\x00");
        draw(&[&clip[..], &["--out", &folder.path("a.apng")]].concat());
        let apng = std::fs::read(folder.path("a.apng")).unwrap();
        assert_eq!(apng.windows(4).filter(|w| w == b"fcTL").count(), 3, "three frames");
        let y4m = draw(&[&clip[..], &["--out", "-"]].concat());
        let header = b"YUV4MPEG2 W64 H48 F10:1 ";
        assert_eq!(&y4m[..header.len()], header);
        let line = y4m.iter().position(|b| *b == b'\n').unwrap() + 1;
        assert_eq!(y4m.len(), line + 3 * (6 + 3 * 64 * 48));
        draw(&[&clip[..], &["--out", &folder.path("pictures/")]].concat());
        for name in ["0001.png", "0002.png", "0003.png"] {
            assert_eq!(png_size(&std::fs::read(folder.path(&format!("pictures/{name}"))).unwrap()), [64, 48]);
        }
        assert!(!std::path::Path::new(&folder.path("pictures/0004.png")).exists());
    }

    #[test]
    fn the_worst_contacts_of_a_trace_are_drawn_beside_its_report() {
        let folder = Folder::new();
        let worst = folder.path("worst");
        let words = ["trace", "check", "trace:jolt", "--worst", "400", "--picture", &worst];
        let output = carom(&words);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let mut names: Vec<String> =
            std::fs::read_dir(&worst).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names.len(), 4, "{names:?}");
        let report = carom(&["trace", "check", "trace:jolt", "--worst", "400", "--json"]);
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
        let first = &report["worst"][0];
        assert_eq!(names[0], format!("1_{}_step_{}.png", first["verdict"].as_str().unwrap(), first["step"]));
        let pictures: Vec<_> = names.iter().map(|name| std::fs::read(format!("{worst}/{name}")).unwrap()).collect();
        assert!(pictures.iter().all(|png| png_size(png) == [1280, 720]));
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]), "each shows another contact");
        assert!(names.iter().all(|name| stderr(&output).contains(name.as_str())), "{}", stderr(&output));

        // Where a file stands in the way of the folder the report is given all the same, and the message names it.
        let file = folder.file("file", "");
        let output = carom(&["trace", "check", "trace:jolt", "--picture", &file]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("--picture") && !output.stdout.is_empty(), "{}", stderr(&output));
    }

    #[test]
    fn wrong_wishes_for_a_picture_exit_with_2_and_say_what_to_do() {
        let folder = Folder::new();
        let scene = folder.file("drop.toml", DROP);
        let png = folder.path("a.png");
        let cases: &[(&[&str], &str)] = &[
            (&[], "--out"),
            (&["--out", "a.jpg"], ".png"),
            (&["--out", "a.gif"], "--seconds"),
            (&["--out", &png, "--seconds", "1"], ".gif"),
            (&["--out", "a.gif", "--seconds", "1", "--fps", "60"], "50"),
            (&["--out", &png, "--size", "0x10"], "WIDTHxHEIGHT"),
            (&["--out", &png, "--size", "16384x16384"], "too large"),
            (&["--out", &png, "--camera", "1,2,3"], "six numbers"),
            (&["--out", &png, "--camera", "1,2,3,1,2,3"], "the same"),
            (&["--out", &png, "--show", "nonsense"], "the layers are"),
            (&["--out", &png, "--select", "bal"], "did you mean ball?"),
            (&["--out", &png, "--follow", "nonsense"], "the scene has box"),
            (&["--out", &png, "--theme", "pink"], "light"),
            (&["--out", &folder.path("none/a.png")], "--out"),
        ];
        for (arguments, words) in cases {
            let output = carom(&[&["render", &scene], *arguments].concat());
            assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
            assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        }
    }

    #[test]
    fn without_an_adapter_the_exit_code_is_3_and_the_right_names_are_listed() {
        for arguments in [&["adapters"][..], &["render", "first_bounce", "--out", "-"]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
            let output = command.args(arguments).env("WGPU_ADAPTER_NAME", "nonsense").output().unwrap();
            assert_eq!(code(&output), 3, "{arguments:?}");
            assert!(stderr(&output).contains("there are") && stderr(&output).contains("carom run"), "{arguments:?}");
        }
        let rows: Value = serde_json::from_str(&stdout(&carom(&["adapters", "--json"]))).unwrap();
        assert_eq!(rows.as_array().unwrap().iter().filter(|row| row["used"] == true).count(), 1);
    }

    #[test]
    fn a_session_that_gave_no_folder_for_sockets_is_no_error_to_print() {
        let folder = Folder::new();
        for arguments in [&["adapters"][..], &["render", "first_bounce", "--out", &folder.path("a.png")]] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
            for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_RUNTIME_DIR", "RUST_LOG"] {
                command.env_remove(name);
            }
            let output = command.args(arguments).output().unwrap();
            assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
            assert!(!stderr(&output).contains("XDG_RUNTIME_DIR"), "{arguments:?}: {}", stderr(&output));
            assert!(!stderr(&output).contains("error"), "{arguments:?}: {}", stderr(&output));
        }
    }

    #[cfg(feature = "app")]
    #[test]
    fn without_a_display_the_viewer_exits_with_3_and_names_commands_that_need_none() {
        let output = carom(&["first_bounce"]);
        assert_eq!(code(&output), 3);
        assert!(
            stderr(&output).contains("carom render") && stderr(&output).contains("carom run"),
            "{}",
            stderr(&output)
        );
        // Where in which library that was found is nothing for a user.
        assert!(!stderr(&output).contains(".rs:"), "{}", stderr(&output));
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
}

#[test]
fn a_recorded_run_replays_with_any_threads_and_a_forged_step_is_named() {
    let folder = Folder::new();
    let (scene, record) = (folder.file("drop.toml", DROP), folder.path("drop.caromrec"));
    let run = carom(&["run", &scene, "--steps", "90", "--record", &record, "--json"]);
    assert_eq!((code(&run), stderr(&run)), (0, String::new()));
    let summary: Value = serde_json::from_str(&stdout(&run)).unwrap();
    for threads in ["1", "2"] {
        let replay = carom(&["replay", &record, "--verify", "--threads", threads, "--json"]);
        let value: Value = serde_json::from_str(&stdout(&replay)).unwrap();
        assert_eq!((code(&replay), &value["hash"], &value["steps"]), (0, &summary["hash"], &90.into()));
        assert_eq!(value["departed"], Value::Null);
    }
    assert!(stdout(&carom(&["replay", &record])).contains("every step came to the state recorded"));

    // What was not recorded so is refused before anything runs.
    let text = std::fs::read_to_string(&record).unwrap();
    for (name, text, words) in [
        ("short.caromrec", &text[..text.len() / 2], "cut off"),
        ("other.caromrec", &text.replacen("recording\":1", "recording\":9", 1), "version 9"),
        ("odd.caromrec", &text.replacen("\"step\":[30", "\"step\":[31", 1), "damaged"),
        ("scene.caromrec", DROP, "no recording"),
    ] {
        let refused = carom(&["replay", &folder.file(name, text)]);
        assert_eq!((code(&refused), stderr(&refused).contains(words)), (2, true), "{name}: {}", stderr(&refused));
    }
    for file in [folder.path("missing.caromrec"), folder.0.display().to_string()] {
        assert_eq!(code(&carom(&["replay", &file])), 2);
    }
    let nowhere = carom(&["run", &scene, "--steps", "1", "--record", &folder.path("no/such/folder.caromrec")]);
    assert_eq!((code(&nowhere), stderr(&nowhere).contains("no such folder")), (2, true));
}

#[test]
fn a_recorded_laboratory_replays_and_says_which_one_it_is() {
    let folder = Folder::new();
    let record = folder.path("car.caromrec");
    let run = carom(&["run", "lab:car", "--steps", "90", "--hz", "100", "--record", &record, "--json"]);
    assert_eq!((code(&run), stderr(&run)), (0, String::new()));
    let summary: Value = serde_json::from_str(&stdout(&run)).unwrap();
    let replay = carom(&["replay", &record, "--verify", "--json"]);
    let value: Value = serde_json::from_str(&stdout(&replay)).unwrap();
    assert_eq!((code(&replay), &value["hash"], &value["steps"]), (0, &summary["hash"], &90.into()));
    assert_eq!((&value["laboratory"], &value["departed"], &value["time"]), (&"car".into(), &Value::Null, &0.9.into()));
    let text = std::fs::read_to_string(&record).unwrap().replace("\"car\"", "\"lorry\"");
    let refused = carom(&["replay", &folder.file("lorry.caromrec", &text)]);
    assert_eq!((code(&refused), stderr(&refused).contains("damaged")), (2, true), "{}", stderr(&refused));
}

#[test]
fn a_contact_is_taken_out_in_every_form_and_check_finds_it_again() {
    let folder = Folder::new();
    let scene = folder.file("drop.toml", DROP);
    let take = |form: &str| carom(&["contact", &scene, "--at", "2", "--bodies", "ball, box", "--as", form]);
    for form in ["rust", "toml", "json"] {
        let output = take(form);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, "step 120: face +y of box, surface of ball\n"));
    }
    assert!(
        stdout(&take("rust")).starts_with("#[test]\nfn contact_of_box_and_ball() {\n"),
        "{}",
        stdout(&take("rust"))
    );

    // Scene and JSON are scenes of the two, which meet in the first step.
    for form in ["toml", "json"] {
        let file = folder.file(&format!("contact.{form}"), &stdout(&take(form)));
        assert_eq!(stdout(&carom(&["check", &file])), format!("{file}: ok (2 bodies)\n"));
        let run =
            carom(&["run", &file, "--steps", "1", "--assert", "touching(box, ball)", "--assert", "contacts == 1"]);
        assert_eq!(code(&run), 0, "{}", stderr(&run));
    }
    let changed = stdout(&take("json")).replacen("\"face +y\"", "\"edge +x+y\"", 1);
    let output = carom(&["check", &folder.file("changed.json", &changed)]);
    let words = "the contact is found otherwise now: box was edge +x+y and is face +y";
    assert_eq!((code(&output), stderr(&output).contains(words)), (1, true), "{}", stderr(&output));

    // Without a choice the deepest is taken; a name may have commas, and a plane of the world is a side like any other.
    assert_eq!(code(&carom(&["contact", &scene])), 0);
    let output = carom(&["contact", &scene, "--at", "0", "--bodies", "floor,low, \"dull\" ball"]);
    assert_eq!(stderr(&output), "step 1: front of floor, surface of low, \"dull\" ball\n");
}

#[test]
fn a_contact_that_is_not_there_is_refused_with_those_that_are() {
    let folder = Folder::new();
    let (scene, empty) = (folder.file("drop.toml", DROP), folder.file("fall.toml", FREE_FALL));
    for (arguments, words) in [
        (&["contact", &scene, "--bodies", "box,low, \"dull\" ball"][..], "do not touch then; these do: floor,low"),
        (&["contact", &scene, "--bodies", "box"], "names no two bodies A,B; bodies are box, ball"),
        (&["contact", &scene, "--bodies", "box,box"], "names no two bodies"),
        (&["contact", &scene, "--bodies", "box,bal"], "names no two bodies"),
        (&["contact", &scene, "--at", "nan"], "--at"),
        (&["contact", &scene, "--as", "xml"], "--as"),
        (&["contact", &empty], "nothing touches then"),
        (&["contact", &empty, "--bodies", "ball,#1"], "do not touch then; nothing touches"),
        (&["contact", "lab:pursuit"], "is a laboratory"),
        (&["contact", "missing.json"], "no such file"),
    ] {
        let output = carom(arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn no_value_of_any_flag_makes_the_program_panic() {
    let folder = Folder::new();
    let (scene, out) = (folder.file("drop.toml", DROP), folder.path("out.jsonl"));
    let flags: &[(&[&str], &[&str])] = &[
        (
            &["run", &scene, "--steps", "1"],
            &[
                "--hz",
                "--sub-steps",
                "--threads",
                "--every",
                "--format",
                "--out",
                "--record",
                "--assert",
                "--pause-when",
            ],
        ),
        (&["run", &scene, "--hz", "10"], &["--seconds", "--steps"]),
        (&["run", "lab:pursuit", "--steps", "1"], &["--hz", "--sub-steps", "--out", "--assert"]),
        (&["contact", &scene], &["--at", "--bodies", "--as", "--hz"]),
        (&["render", &scene, "--out", &out], &["--size", "--camera", "--show", "--fps", "--theme", "--select"]),
        (&["bench", &scene, "--steps", "1"], &["--threads", "--steps"]),
        (&["truths"], &["--only", "--crowd"]),
        (&["replay"], &["--threads"]),
        (&["run"], &[""]),
        (&["check"], &[""]),
        (&["man"], &[""]),
    ];
    let values = [
        "",
        "-",
        "-1",
        "0",
        "1e308",
        "-1e308",
        "1e999",
        "nan",
        "inf",
        "-inf",
        "4294967296",
        "18446744073709551616",
        "1E310l",
        "0x10",
        "1x1",
        "0x0",
        "65536x65536",
        "4294967297x1",
        "1,2,3,4,5,6",
        "nan,0,0,1,1,1",
        "#",
        "#0,#-1",
        "#99999999999,,",
        "lab:",
        "/",
        "..",
        "ä\u{301}\u{200f}",
        "((((",
        "speed(",
        "touching(box",
        "1/0 > 0/0",
        "always:",
        "not",
    ];
    let deep = format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000));
    let mut ran = 0;
    for (first, names) in flags {
        for name in *names {
            for value in values.iter().copied().chain([deep.as_str()]) {
                // What would only take long: the longest runs, and those without an end.
                let long = ["--seconds", "--steps"].contains(name) && ["4294967296", "1e308"].contains(&value);
                if long {
                    continue;
                }
                let given = [*name, value].into_iter().filter(|word| !word.is_empty());
                let arguments: Vec<&str> = first.iter().copied().chain(given).collect();
                let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
                command.args(&arguments).current_dir(&folder.0).env_remove("RUST_LOG").stdin(Stdio::null());
                let output = command.output().unwrap();
                let told = stderr(&output);
                assert!([0, 1, 2, 3].contains(&code(&output)), "{arguments:?}: {told}");
                assert!(!told.contains("panicked"), "{arguments:?}: {told}");
                ran += 1;
            }
        }
    }
    assert!(ran > 800, "{ran}");
}

/// The words of a command as a shell splits them; what stands in single quotes is one word.
fn shell_words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (vec![], None::<String>, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[test]
fn the_examples_of_run_end_well() {
    let folder = Folder::new();
    folder.file("my-scene.toml", FREE_FALL);
    // A trace of any engine will do, and ours is one.
    let trace = folder.0.join("engine.trace.jsonl.gz");
    assert_eq!(code(&carom(&["run", "stack", "--steps", "20", "--trace", trace.to_str().unwrap()])), 0);
    let help = stdout(&carom(&["run", "--help"]));
    let examples: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  carom run ")).collect();
    assert!(examples.len() >= 7, "{help}");
    for example in examples {
        // What goes on to another program is not ours; what comes from one, as its line begins with it, is left out.
        let ours = example.split(" | ").next().unwrap();
        let words = shell_words(ours);
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        let output = command.arg("run").args(&words).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap();
        assert_eq!(code(&output), 0, "carom run {ours}\n{}{}", stdout(&output), stderr(&output));
    }
}

#[test]
fn what_is_set_of_a_laboratory_holds_and_what_is_wrong_says_what_would_be_right() {
    let summary = |arguments: &[&str]| -> Value {
        let output = carom(&[&["run"], arguments, &["--json"]].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    // 3 m apart at 2 m/s, captured at 0.5 m: after 1.25 s, and the step in which it happens counts.
    let chase = summary(&[
        "lab:pursuit",
        "--set",
        "Target's speed=0",
        "--choose",
        "target=circle",
        "--place",
        "target=0,0",
        "--place",
        "chaser=-3,0",
        "--set",
        "capture-radius=0.5 m",
        "--seconds",
        "5",
    ]);
    let time = chase["readings"]["chase time"].as_f64().unwrap();
    assert!((time - 1.25).abs() < 1.5 / 60.0, "{chase}");
    for (arguments, words) in [
        (&["lab:pursuit", "--set", "sped=2"][..], "--set sped=2: there is no \"sped\" to set; did you mean \"Speed\"?"),
        (&["lab:pursuit", "--set", "speed=200"], "Speed is 200, but must lie within 0 … 20 m/s"),
        (&["lab:pursuit", "--choose", "target=cirle"], "did you mean \"circle\"?"),
        (&["lab:pursuit", "--place", "chaser=1"], "chaser takes x (m), y (m)"),
        (&["lab:pursuit", "--set", "speed"], "is no NAME=VALUE"),
        (&["pyramid", "--choose", "target=circle"], "is for laboratories (lab:NAME); a scene takes --set"),
        (&["first_bounce", "--set", "gravty=0,0,0"], "there is no \"gravty\" to set; did you mean \"gravity\"?"),
        (&["first_bounce", "--set", "mass=2"], "what a body has is BODY.KEY"),
        (&["first_bounce", "--set", "gravity=2"], "gravity is 2, but must be a list of 3 numbers"),
        (&["first_bounce", "--set", "hz=5"], "hz is 5, but must lie within 10 … 10000"),
        (&["first_bounce", "--set", "rules.friction=maximun"], "did you mean \"maximum\"?"),
        (
            &["first_bounce", "--set", "livly ball.mass=1"],
            "there is no body \"livly ball\"; did you mean \"lively ball\"?",
        ),
        (&["first_bounce", "--set", "lively ball.mas=1"], "did you mean \"mass\"?"),
        (&["first_bounce", "--set", "lively ball.restitution=2"], "restitution is 2, but must lie within 0 … 1"),
        (&["first_bounce", "--set", "lively ball.velocity=9e3,9e3,0"], "but it must lie within 0 … 10000 m/s"),
    ] {
        let output = carom(&[&["run"], arguments].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(words), "{arguments:?}: {}", stderr(&output));
        // The viewer says the same before it looks for a display.
        let output = carom(&[&["view"], arguments].concat());
        assert_eq!(code(&output), 2, "view {arguments:?}");
        assert!(stderr(&output).contains(words), "view {arguments:?}: {}", stderr(&output));
    }
}

/// A ball thrown on a world without a floor: v = v0 + g t after a second, whatever its mass, if that is what was set.
#[test]
fn what_is_set_of_a_scene_is_what_the_run_has() {
    let folder = Folder::new();
    let scene = folder.file("ball.toml", "[[bodies]]\nname = \"my.ball\"\nshape = { sphere = { radius = 0.5 } }\n");
    let summary = |settings: &[&str]| -> Value {
        let settings: Vec<&str> = settings.iter().flat_map(|setting| ["--set", setting]).collect();
        let output = carom(&[&["run", &scene, "--seconds", "1", "--json"], &settings[..]].concat());
        assert_eq!(code(&output), 0, "{settings:?}: {}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let thrown =
        summary(&["gravity=0,-1.5,0", "my.ball.velocity=2,0,0", "my.ball.mass=3", "hz=120", "step.sub_steps=2"]);
    assert_eq!((thrown["hz"].as_f64(), thrown["sub_steps"].as_u64()), (Some(120.0), Some(2)));
    // ½ m (vx² + (g t)²)
    let kinetic = thrown["energy"]["end"]["kinetic"].as_f64().unwrap();
    assert!((kinetic - 1.5 * (4.0 + 2.25)).abs() < 1e-3, "{thrown}");
    // What has a syntax of its own is written as in a file; the last of two holds.
    let still = summary(&[
        "my.ball.motion=dynamic",
        "my.ball.motion=static",
        "my.ball.shape={ box = { half = [1, 2, 3] } }",
        "my.ball.rotation={ axis = [0, 0, 1], degrees = 90 }",
        "rules.sleeping=off",
        "floor=-20",
    ]);
    assert_eq!(still["energy"]["end"]["kinetic"].as_f64(), Some(0.0), "{still}");
}

#[test]
fn a_set_up_of_a_laboratory_is_a_file_like_a_scene() {
    let folder = Folder::new();
    let text = "version = 1\nlab = \"pursuit\"\nhz = 120\n\n[set]\nTarget = \"figure of eight\"\nSpeed = 3\n";
    let (file, bad) = (folder.file("chase.toml", text), folder.file("bad.toml", &text.replace("= 3", "= 300")));
    let output = carom(&["check", &file]);
    assert_eq!((code(&output), stdout(&output)), (0, format!("{file}: ok (lab:pursuit, 2 changes)\n")));
    let output = carom(&["check", &bad]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).starts_with(&format!("{bad}:7:9: Speed is 300, but must lie within 0 … 20 m/s")));
    // It is what its settings make one by one.
    let summary = |arguments: &[&str]| -> Value {
        let output = carom(&[&["run", "--seconds", "2", "--json"], arguments].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        serde_json::from_str(&stdout(&output)).unwrap()
    };
    let typed = summary(&["lab:pursuit", "--hz", "120", "--choose", "target=figure of eight", "--set", "speed=3"]);
    assert_eq!(summary(&[&file]), typed);
    assert_eq!((typed["hz"].as_f64(), typed["laboratory"].as_str()), (Some(120.0), Some("pursuit")));
    // The command line comes after the file.
    assert_eq!(summary(&[&file, "--hz", "60", "--set", "speed=2"])["hz"].as_f64(), Some(60.0));
    let rendering: &[&str] = if cfg!(feature = "render") { &["render"] } else { &[] };
    for command in [&["run", "view"], rendering].concat() {
        let output =
            carom(&[command, &bad, "--out", &folder.path("out.png")][..if command == "render" { 4 } else { 2 }]);
        assert_eq!(code(&output), 2, "{command}");
        assert!(stderr(&output).contains(":7:9: Speed is 300"), "{command}: {}", stderr(&output));
    }
    let output = carom(&["contact", &file]);
    assert!(code(&output) == 2 && stderr(&output).contains("is a laboratory"), "{}", stderr(&output));
}
