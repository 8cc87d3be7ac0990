//! A disk that hangs: what is saved waits for it, and the window does not.

use super::SCENE;
use super::desktop::{Display, Window, known_folder};
use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn a_disk_that_hangs_holds_up_neither_the_window_nor_its_end() {
    let home = known_folder("slow-disk");
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &scene);
    window.key("space");
    window.expect("paused at step");
    // Whoever writes to a pipe waits until somebody reads it.
    let pipe = || {
        fs::remove_file(&scene).unwrap();
        assert!(Command::new("mkfifo").arg(&scene).status().unwrap().success());
    };
    pipe();
    window.key("ctrl+s");
    sleep(Duration::from_secs(1));
    window.key("period");
    window.expect("stepped to");
    assert!(!window.log().iter().any(|line| line.contains("] saved ")), "nobody has read it yet");
    let text = fs::read_to_string(&scene).unwrap();
    assert!(carom::scene::parse(&text, carom::scene::FileKind::Toml).is_ok(), "{text}");
    window.expect("] saved ");
    // Nobody reads the next one.
    pipe();
    window.key("ctrl+s");
    sleep(Duration::from_secs(1));
    window.signal("TERM");
    let asked = Instant::now();
    window.expect("a disk does not answer");
    assert_eq!(window.wait().code(), Some(0));
    eprintln!("ended {:.1} s after it was asked to", asked.elapsed().as_secs_f64());
    fs::remove_dir_all(home).unwrap();
}
