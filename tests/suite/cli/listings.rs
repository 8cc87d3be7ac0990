//! What the program says of itself: scenes, times, truths, help, completions.

use super::*;

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
