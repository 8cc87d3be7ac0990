//! What is wrong is refused with what would be right, and nothing that is typed makes the program panic.

use super::*;

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
