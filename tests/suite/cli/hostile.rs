//! Files that were cut, changed and mixed up, and words in any order: whatever the program is given, it ends by its own
//! rules. `cargo test` tries some; `CAROM_HOSTILE=3000` tries so many of each.

use super::*;
use crate::dice::Dice;

/// Tries of each kind without a number in the environment.
const TRIES: usize = 40;

/// What is put in somewhere.
const PIECES: [&[u8]; 14] = [
    b"1e39",
    b"-1",
    b"0",
    b"nan",
    b"inf",
    b"[[",
    b"]",
    b"\"",
    b"{",
    b"}",
    b"99999999999999999999",
    b"\xff",
    b"\n\n",
    b"\0",
];

/// Words of command lines, in which nothing takes long.
const WORDS: [&str; 52] = [
    "first_bounce",
    "stack",
    "nothing",
    "lab:reflection",
    "lab:none",
    "trace:jolt",
    "--steps",
    "-1",
    "0",
    "3",
    "nan",
    "1e9",
    "--hz",
    "120",
    "--sub-steps",
    "--threads",
    "2",
    "300",
    "--json",
    "--out",
    "-",
    "/nonexistent/a",
    "/dev/null",
    "/dev/full",
    "/",
    ".",
    "--record",
    "--trace",
    "--format",
    "csv",
    "--pause-when",
    "contacts>3",
    "time<",
    "((((",
    "--assert",
    "always: speed(ball) <",
    "--set",
    "gravity=0,1",
    "ball.mass=x",
    "=",
    "--choose",
    "--place",
    "--at",
    "0.1",
    "--bodies",
    "a,b",
    "--form",
    "é",
    "",
    "--help",
    "--version",
    "--worst",
];

/// Words of conditions.
const CONDITION: [&str; 24] = [
    "contacts", "energy", "time", "speed", "(", ")", "'ball'", "+", "-", "*", "/", "<", ">", "==", "and", "or", "not",
    "1", "1e9", ".", "°", "@", "m/s", "impulse",
];

fn tries() -> usize {
    std::env::var("CAROM_HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(TRIES)
}

fn below(dice: &mut Dice, count: usize) -> usize {
    ((dice.unit() * count as f32) as usize).min(count - 1)
}

fn one_of<'l, T>(dice: &mut Dice, list: &'l [T]) -> &'l T {
    &list[below(dice, list.len())]
}

/// Ends by its own rules, and says why where it refuses.
fn check_end(output: &Output, what: &str) {
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0..=3)), "{what}: {:?}, {words}", output.status);
    assert!(!words.contains("panicked"), "{what}: {words}");
    let is_told = !words.trim().is_empty() || output.status.success() || !output.stdout.is_empty();
    assert!(is_told, "{what}: {:?} without a word", output.status);
}

fn changed(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=below(dice, 5) {
        if bytes.is_empty() {
            break;
        }
        let at = below(dice, bytes.len());
        let end = (at + 1 + below(dice, 60)).min(bytes.len());
        match below(dice, 5) {
            0 => bytes[at] = below(dice, 256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => bytes.splice(at..at, seed[..(end - at).min(seed.len())].to_vec()).for_each(drop),
            3 => bytes.splice(at..at, one_of(dice, &PIECES).iter().copied()).for_each(drop),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

#[test]
fn changed_files_are_read_or_refused_with_a_word() {
    let folder = Folder::new();
    let (recording, trace) = (folder.path("seed.caromrec"), folder.path("seed.trace.jsonl"));
    assert_eq!(code(&carom(&["run", "stack", "--steps", "5", "--record", &recording, "--trace", &trace])), 0);
    let scene = carom::scene::find("first_bounce").unwrap().text.as_bytes().to_vec();
    let seeds = [
        ("a.toml", scene),
        ("a.caromrec", std::fs::read(recording).unwrap()),
        ("a.trace.jsonl", std::fs::read(trace).unwrap()),
    ];
    let requests: [&[&[&str]]; 3] = [
        &[&["check"], &["run", "--steps", "3", "--json"], &["contact", "--at", "0.1"]],
        &[&["replay", "--verify"], &["replay", "--json"], &["run", "--steps", "3"]],
        &[&["trace", "check"], &["trace", "info"], &["trace", "check", "--json"], &["run", "--steps", "3"]],
    ];
    let mut dice = Dice::warm(15);
    for number in 0..tries() {
        let kind = number % seeds.len();
        let (name, seed) = &seeds[kind];
        let file = folder.path(name);
        std::fs::write(&file, changed(seed, &mut dice)).unwrap();
        let mut words = one_of(&mut dice, requests[kind]).to_vec();
        words.push(&file);
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        check_end(&carom(&words), &format!("{words:?} with\n{text}"));
    }
}

#[test]
fn words_in_any_order_are_done_or_refused_with_a_word() {
    let folder = Folder::new();
    let commands = ["run", "view", "contact", "check", "replay", "scenes", "completions", "man", "trace", "none", ""];
    let mut dice = Dice::warm(16);
    for _ in 0..tries() {
        let mut words = vec![*one_of(&mut dice, &commands)];
        words.extend((0..below(&mut dice, 8)).map(|_| *one_of(&mut dice, &WORDS)));
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        // What it writes is written here.
        command.current_dir(&folder.0).args(&words).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        check_end(&command.stdin(Stdio::null()).output().unwrap(), &format!("{words:?}"));
    }
}

#[test]
fn conditions_of_any_length_are_taken_or_refused_with_a_word() {
    let mut dice = Dice::warm(17);
    for number in 0..tries() {
        let condition = if number % 10 == 0 {
            // An argument may be 128 KiB long.
            one_of(&mut dice, &CONDITION).repeat(100 + below(&mut dice, 14_000))
        } else {
            (0..=below(&mut dice, 12)).map(|_| *one_of(&mut dice, &CONDITION)).collect::<Vec<_>>().join(" ")
        };
        let output = carom(&["run", "first_bounce", "--steps", "2", "--pause-when", &condition]);
        check_end(&output, &condition.chars().take(200).collect::<String>());
    }
}
