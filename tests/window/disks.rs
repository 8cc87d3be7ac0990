//! Disks that hang, for which what is saved waits and the window does not, and disks that are full.

use super::desktop::Display;
use super::{open_crate, tune_the_crate};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Makes a file a pipe: whoever writes to it waits until somebody reads it.
fn make_pipe(file: &Path) {
    fs::remove_file(file).unwrap();
    assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
}

#[test]
fn a_disk_that_hangs_holds_up_neither_the_window_nor_its_end() {
    let display = Display::new();
    let (home, scene, mut window) = open_crate(&display, "slow-disk");
    window.key("space");
    window.expect("paused at step");
    make_pipe(&scene);
    window.key("ctrl+s");
    sleep(Duration::from_secs(1));
    window.key("period");
    window.expect("stepped to");
    assert!(!window.log().iter().any(|line| line.contains("] saved ")), "nobody has read it yet");
    let text = fs::read_to_string(&scene).unwrap();
    assert!(carom::scene::parse(&text, carom::scene::FileKind::Toml).is_ok(), "{text}");
    window.expect("] saved ");
    // Nobody reads the next one.
    make_pipe(&scene);
    window.key("ctrl+s");
    sleep(Duration::from_secs(1));
    window.signal("TERM");
    let asked = Instant::now();
    window.expect("a disk does not answer");
    assert_eq!(window.wait().code(), Some(0));
    eprintln!("ended {:.1} s after it was asked to", asked.elapsed().as_secs_f64());
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn what_is_edited_while_it_is_saved_before_the_end_is_asked_about_again() {
    let display = Display::new();
    let (home, scene, mut window) = open_crate(&display, "edited-meanwhile");
    window.key("space");
    window.expect("paused at step");
    tune_the_crate(&mut window);
    make_pipe(&scene);
    window.key("ctrl+q");
    window.expect("unsaved edits: asking");
    sleep(Duration::from_secs(1));
    // "Save first" has the keyboard.
    window.key("Return");
    sleep(Duration::from_secs(1));
    window.drag([1165, 201], [1125, 201]);
    window.expect("applied: mass of crate");
    fs::read_to_string(&scene).unwrap();
    window.expect("] saved ");
    window.expect("unsaved edits: asking");
    window.kill();
    fs::remove_dir_all(home).unwrap();
}

/// The pictures in a folder, and what stands beside them while one is written.
fn pictures(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.contains(".png")).collect()
}

#[test]
fn a_picture_for_which_the_disk_has_no_room_is_told_and_leaves_nothing() {
    let display = Display::new();
    let (home, _, mut window) = open_crate(&display, "full-disk");
    // Files that may not grow are refused where a full disk refuses them.
    let process = window.process().to_string();
    let limit = |bytes: &str| {
        let size = format!("--fsize={bytes}:unlimited");
        assert!(Command::new("prlimit").args(["--pid", &process, &size]).status().unwrap().success());
    };
    limit("1000");
    window.key("F12");
    window.expect("picture: ");
    assert_eq!(pictures(&home), [""; 0]);
    limit("unlimited");
    window.key("F12");
    window.expect("] picture ");
    assert_eq!(pictures(&home).len(), 1);
    window.signal("TERM");
    assert_eq!(window.wait().code(), Some(0));
    fs::remove_dir_all(home).unwrap();
}
