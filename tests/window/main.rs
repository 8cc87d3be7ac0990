//! The real program in a real window, worked by real input events, watched through its log.
//!
//! One window does as much as it can, for opening one is the slow part.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod desktop;
mod disks;
mod endurance;
mod wayland;

use desktop::{Display, Window, folder, known_folder, start};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// A crate in the very middle of the picture.
const SCENE: &str = r#"
version = 1
name = "Window test"
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "crate"
shape = { box = { half = [1.0, 1.0, 1.0] } }
mass = 2.0
[camera]
target = [0.0, 0.0, 0.0]
distance = 6.0
"#;

/// The button under the upper edge of the picture that takes up what was left behind.
const OPEN_THEM: [i32; 2] = [638, 77];

/// A window on the crate as a file of its own, with its home and that file.
fn open_crate<'a>(display: &'a Display, name: &str) -> (PathBuf, PathBuf, Window<'a>) {
    let home = known_folder(name);
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let window = Window::open(display, &home, &scene);
    (home, scene, window)
}

/// Selects the crate in the middle of the picture and drags the slider of its mass to the right.
fn tune_the_crate(window: &mut Window) -> String {
    window.click([470, 250]);
    window.expect("selected crate");
    // The panel that shows it comes with the next picture.
    sleep(Duration::from_secs(1));
    window.drag([1125, 201], [1165, 201]);
    window.expect("applied: mass of crate")
}

#[test]
fn the_window_opens_pauses_selects_tunes_undoes_reloads_recovers_and_closes() {
    let home = folder("window");
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &scene);

    // Only the first window shows the first steps.
    window.key("Escape");
    sleep(Duration::from_millis(800));
    window.key("space");
    window.expect("paused at step");
    window.key("period");
    window.expect("stepped to");

    let line = tune_the_crate(&mut window);
    assert!(line.contains("2 -> ") && line.contains("kg"), "{line}");
    window.key("ctrl+z");
    window.expect("undone");

    fs::write(&scene, SCENE.replace("mass = 2.0", "mass = -2.0")).unwrap();
    let line = window.expect("not reloaded");
    assert!(line.contains("scene.toml"), "{line}");
    fs::write(&scene, SCENE.replace("mass = 2.0", "mass = 3.0")).unwrap();
    window.expect("reloaded scene.toml");

    window.key("ctrl+k");
    window.words("lose the graphics");
    window.expect("graphics rebuilt");

    // A layer switched by its key is remembered, also after a scene that has layers of its own.
    sleep(Duration::from_millis(800));
    window.key("3");
    sleep(Duration::from_millis(800));
    window.key("ctrl+o");
    window.words("first bounce");
    window.expect("opened first_bounce");

    sleep(Duration::from_millis(800));
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    let settings = fs::read_to_string(home.join("carom/settings.toml")).unwrap();
    assert!(settings.contains("impulses = true") && settings.contains("toured = true"), "{settings}");
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_panel_that_breaks_leaves_the_window_and_the_edits() {
    let home = folder("broken");
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &scene);
    window.key("Escape");
    sleep(Duration::from_millis(800));
    window.key("space");
    window.expect("paused at step");
    tune_the_crate(&mut window);

    window.key("ctrl+p");
    window.words("Break a panel");
    window.expect("unsaved edits kept in");
    window.expect("the window failed: a panel broke");
    sleep(Duration::from_millis(800));
    window.key("ctrl+s");
    window.expect("saved");
    assert!(!fs::read_to_string(&scene).unwrap().contains("mass = 2.0"), "the edit is in the file");
    sleep(Duration::from_millis(800));
    // The button that goes on has the keyboard.
    window.key("Return");
    sleep(Duration::from_millis(800));
    window.key("period");
    window.expect("stepped to");
    window.key("ctrl+q");
    assert!(window.wait().success());
}

#[test]
fn what_another_program_wrote_is_not_replaced_without_a_word() {
    let home = folder("others");
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &scene);
    window.key("Escape");
    sleep(Duration::from_millis(800));
    tune_the_crate(&mut window);
    let theirs = SCENE.replace("Window test", "Of another window");
    fs::write(&scene, &theirs).unwrap();
    window.expect("unsaved edits: asking");
    sleep(Duration::from_millis(800));
    // Save first.
    window.key("Return");
    window.expect("scene.toml had been changed by another program: its version is in scene.toml.bak");
    assert_eq!(fs::read_to_string(home.join("scene.toml.bak")).unwrap(), theirs);

    // Another file is opened by its path, read on a thread of its own; this desktop has no window to choose it in.
    let second = home.join("second.toml");
    fs::write(&second, SCENE).unwrap();
    sleep(Duration::from_millis(800));
    window.key("ctrl+shift+o");
    window.expect("no file dialog: asking for a path");
    window.words(&second.display().to_string());
    window.expect("opened second.toml");
    window.key("ctrl+q");
    assert!(window.wait().success());
}

#[test]
fn edits_of_a_window_that_was_killed_are_offered_back_by_the_next() {
    let display = Display::new();
    let (home, scene, mut window) = open_crate(&display, "killed");
    window.key("space");
    window.expect("paused at step");
    tune_the_crate(&mut window);
    window.expect("unsaved edits kept in");
    window.kill();
    drop(window);
    assert_eq!(fs::read_to_string(&scene).unwrap(), SCENE, "nothing was saved");

    let mut window = Window::open(&display, &home, &scene);
    window.click(OPEN_THEM);
    window.expect("recovered edits of scene.toml");
    window.key("ctrl+s");
    window.expect("] saved ");
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    let saved = fs::read_to_string(&scene).unwrap();
    assert!(saved.contains("name = \"crate\"") && !saved.contains("mass = 2.0"), "{saved}");
    let left: Vec<_> = fs::read_dir(home.join("carom/unsaved")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn edits_outlive_signals_and_the_display_and_the_program_ends_by_its_own_rules() {
    for (end, words, code) in
        [("TERM", "ended by SIGTERM", 0), ("INT", "ended by SIGINT", 0), ("display", "the display is gone", 3)]
    {
        let display = Display::new();
        let (home, _, mut window) = open_crate(&display, &format!("ended-{end}"));
        window.key("space");
        window.expect("paused at step");
        tune_the_crate(&mut window);
        if end == "display" {
            display.die();
        } else {
            window.signal(end);
        }
        window.expect(words);
        assert_eq!(window.wait().code(), Some(code), "{end}");
        // The journal has the edit, whenever it was made.
        let texts = fs::read_dir(home.join("carom/unsaved")).unwrap().map(|file| file.unwrap().path());
        let texts: Vec<_> = texts.filter_map(|path| fs::read_to_string(path).ok()).collect();
        assert!(texts.iter().any(|text| text.contains("crate") && !text.contains("mass = 2.0")), "{end}: {texts:?}");
        fs::remove_dir_all(home).unwrap();
    }
}

#[test]
fn a_set_up_of_a_laboratory_opens_is_read_again_and_is_saved() {
    let home = folder("laboratory");
    let file = home.join("chase.toml");
    let text = "version = 1\nlab = \"pursuit\"\n\n[set]\nSpeed = 3.0\n";
    fs::write(&file, text).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &file);
    window.key("Escape");
    sleep(Duration::from_millis(800));
    fs::write(&file, text.replace("3.0", "300.0")).unwrap();
    assert!(window.expect("not reloaded").contains("chase.toml"));
    // What is not written as the program writes it is after it has been saved.
    fs::write(&file, text.replace("3.0", "4")).unwrap();
    window.expect("reloaded chase.toml");
    window.key("ctrl+s");
    window.expect("] saved ");
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    assert_eq!(fs::read_to_string(&file).unwrap(), text.replace("3.0", "4.0"));
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn changes_of_a_shipped_scene_are_kept_without_a_question_and_offered_when_it_is_opened_again() {
    let home = known_folder("kept");
    let display = Display::new();
    let mut window = Window::open(&display, &home, Path::new("first_bounce"));
    window.key("Escape");
    sleep(Duration::from_millis(800));
    // What comes with the program is called in the title bar as in the window, in the language of the moment.
    let command = |window: &Window, words: &str| {
        window.key("ctrl+p");
        window.words(words);
        sleep(Duration::from_millis(800));
    };
    assert_eq!(window.title(), "First bounce – carom");
    command(&window, "Change language");
    assert_eq!(window.title(), "第一次弹跳 – carom");
    command(&window, "Change language");
    assert_eq!(window.title(), "First bounce – carom");
    // A change that needs no aim: gravity, by name.
    command(&window, "Gravity: Moon");
    window.expect("applied: world set to");
    window.key("bracketright");
    assert!(window.expect("opened ").contains("opened "), "no question stands in the way");
    window.expect("unsaved edits kept in");
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    let kept: Vec<_> = fs::read_dir(home.join("carom/unsaved")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert!(fs::read_to_string(&kept[0]).unwrap().contains("gravity = [0.0, -1.62, 0.0]"));

    let mut window = Window::open(&display, &home, Path::new("first_bounce"));
    window.click(OPEN_THEM);
    window.expect("recovered edits of first_bounce");
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_changed_set_up_is_asked_about_before_the_window_closes() {
    let home = known_folder("set-up");
    let file = home.join("point.toml");
    // The point in the very middle of the picture.
    let text = "version = 1\nlab = \"planes\"\n\n[places]\nP = [0.0, 1.2, 0.0]\n";
    fs::write(&file, text).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &file);
    window.drag([478, 352], [560, 352]);
    window.expect("applied: P dragged to");
    window.expect("unsaved edits kept in");
    window.key("alt+F4");
    window.expect("unsaved edits: asking");
    // The first answer, to save, has the focus.
    window.key("Return");
    window.expect("] saved ");
    window.expect("closed");
    assert!(window.wait().success());
    let saved = fs::read_to_string(&file).unwrap();
    assert!(saved.contains("lab = \"planes\"") && saved != text, "{saved}");
    let left: Vec<_> = fs::read_dir(home.join("carom/unsaved")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn without_a_display_the_program_says_which_commands_need_none() {
    let home = folder("no-display");
    let mut program = start(
        Command::new(env!("CARGO_BIN_EXE_carom"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("XDG_CONFIG_HOME", &home)
            .env("XDG_RUNTIME_DIR", &home)
            .stderr(Stdio::piped()),
    );
    let mut message = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(program.0.wait().unwrap().code(), Some(3), "{message}");
    assert!(message.contains("carom render") && message.contains("carom run"), "{message}");
    fs::remove_dir_all(home).unwrap();
}
