//! What a run writes and what it leaves alone: files, streams, pipes.

use super::*;

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

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_so_large_is_told_and_the_old_one_stays() {
    let folder = Folder::new();
    let old = folder.file("old.caromrec", "old");
    let limited = "ulimit -f 4; exec \"$0\" run pyramid --steps 100 --record \"$1\"";
    let output = Command::new("sh").args(["-c", limited, env!("CARGO_BIN_EXE_carom"), &old]).output().unwrap();
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    assert!(stderr(&output).contains("old.caromrec"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "old");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "something is left");
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
