//! What a run leaves to be looked at again: recordings, and contacts that are taken out of it.

use super::*;

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
