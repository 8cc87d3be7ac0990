//! What is set of scenes and laboratories on the command line and in files.

use super::*;

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
