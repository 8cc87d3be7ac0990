//! What a window bears: random hands, lost devices, a step that does not end, no adapter, no display.
//!
//! `cargo test` takes a little of each; `CAROM_EVENTS=10000` and `CAROM_LOSSES=50` take more, as `make soak-window`
//! does, and `CAROM_SEED` says of which events.

use super::desktop::{Display, Window, folder, known_folder};
use super::{SCENE, open_crate};
use carom::math::splitmix64;
use std::fmt::Write as _;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Random events, and losses of the device, without a number in the environment.
const EVENTS: u64 = 150;
const LOSSES: u64 = 2;

/// Events that the hand does in one go, before it is looked what became of the window.
const AT_ONCE: u64 = 50;

/// A picture comes again so long after the loss of the device at most, by the log (ms), where the machine has nothing
/// else to do; of a busy one ten times that is asked.
const RECOVERY: f64 = 250.0;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().unwrap())
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        (splitmix64(&mut self.0) % end as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// All that a key does, but to close the window.
const KEYS: [&str; 64] = [
    "space",
    "p",
    "period",
    "o",
    "comma",
    "shift+period",
    "shift+comma",
    "shift+space",
    "l",
    "g",
    "r",
    "BackSpace",
    "c",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "b",
    "n",
    "shift+n",
    "Return",
    "ctrl+c",
    "ctrl+o",
    "ctrl+p",
    "ctrl+k",
    "ctrl+shift+o",
    "bracketleft",
    "bracketright",
    "ctrl+v",
    "ctrl+s",
    "ctrl+z",
    "ctrl+y",
    "ctrl+d",
    "Delete",
    "f",
    "shift+f",
    "Tab",
    "F6",
    "alt+w",
    "ctrl+plus",
    "ctrl+minus",
    "F12",
    "F1",
    "question",
    "Escape",
    "Escape",
    "w",
    "a",
    "s",
    "d",
    "q",
    "e",
    "Up",
    "Down",
    "Left",
    "Right",
    "Home",
    "End",
    "Page_Up",
    "Page_Down",
    "x",
];

/// A line of a script for xdotool: one event.
fn event(dice: &mut Dice) -> String {
    let (x, y) = (dice.below(1280), dice.below(720));
    let (dx, dy) = (dice.below(400) as i64 - 200, dice.below(300) as i64 - 150);
    let button = dice.of(&["1", "1", "1", "2", "3"]);
    match dice.below(20) {
        0..8 => format!("key {}", dice.of(&KEYS)),
        8..12 => format!("mousemove --window WINDOW {x} {y} click {button}"),
        12..14 => format!(
            "mousemove --window WINDOW {x} {y} mousedown {button} mousemove_relative -- {} {} mousemove_relative -- {} {} \
             mouseup {button}",
            dx / 2,
            dy / 2,
            dx / 2,
            dy / 2
        ),
        14 => format!(
            "keydown {0} mousemove --window WINDOW {x} {y} click 1 keyup {0}",
            dice.of(&["ctrl", "shift", "alt"])
        ),
        15..17 => format!("click --repeat {} {}", 1 + dice.below(5), dice.of(&["4", "5"])),
        17 => format!("windowsize WINDOW {} {}", 300 + dice.below(1100), 200 + dice.below(700)),
        18 => format!("type --delay 1 {}", dice.of(&["1.5", "pyramid", "speed(ball)<2", "-1e30", "0", "x/y", "moon"])),
        _ => format!("mousemove --window WINDOW {x} {y}"),
    }
}

/// Resident memory of a process (MiB).
fn resident(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages: f64 = text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or_default();
    pages * 4096.0 / 1_048_576.0
}

/// What may not be in a log, whatever the hand did.
fn faults(log: &[String]) -> Vec<&String> {
    let meant = |line: &str| line.contains("a panel broke") || line.contains("to test recovery");
    let bad = |line: &&String| ["ERROR", "panicked", "the window failed"].iter().any(|word| line.contains(word));
    log.iter().filter(bad).filter(|line| !meant(line)).collect()
}

#[test]
fn random_hands_break_nothing() {
    let (events, seed) = (number("CAROM_EVENTS", EVENTS), number("CAROM_SEED", 1));
    let display = Display::new();
    let (home, scene, mut window) = open_crate(&display, "hands");
    let (mut dice, mut done, before) = (Dice(seed), 0, resident(window.process()));
    while done < events {
        let count = AT_ONCE.min(events - done);
        let lines = (0..count).fold(String::new(), |mut lines, _| {
            writeln!(lines, "{}\nsleep 0.01", event(&mut dice)).unwrap();
            lines
        });
        window.script(&lines);
        done += count;
        // Another program writes the open file, well or badly.
        let text = [SCENE.to_owned(), SCENE.replace("2.0", "-2.0"), SCENE.replace("2.0", "5.0")];
        fs::write(&scene, &text[dice.below(3)]).unwrap();
        let ended = window.ended();
        let told = window.log().join("\n");
        assert!(ended.is_none(), "seed {seed}: ended by {ended:?} after {done} events\n{told}");
        let faults = faults(window.log());
        assert!(faults.is_empty(), "seed {seed}, after {done} events: {faults:?}\n{lines}");
        window.place();
    }
    let after = resident(window.process());
    eprintln!("{events} events of seed {seed}: {before:.0} MiB before, {after:.0} MiB after");
    // It still answers, and ends as it should.
    window.script("key Escape\nsleep 0.5\nkey Escape\nsleep 0.5\n");
    window.signal("TERM");
    window.expect("ended by SIGTERM");
    assert_eq!(window.wait().code(), Some(0));
    fs::remove_dir_all(home).unwrap();
}

/// A driver may compile a shader anew for each picture, and keep them all: then a laboratory seen straight from above
/// took another 64 MiB for every twenty turns of the wheel.
#[test]
fn turning_the_wheel_takes_no_more_memory_every_time() {
    let home = known_folder("zoom");
    let display = Display::new();
    let window = Window::open(&display, &home, Path::new("lab:reflection"));
    let turn = |count: usize| {
        let turns = ["4", "5"].into_iter().cycle().take(count);
        let lines = turns.map(|button| format!("click --repeat 3 {button}\nsleep 0.15\n")).collect::<String>();
        window.script(&format!("mousemove --window WINDOW 470 300\n{lines}"));
        sleep(Duration::from_secs(1));
        resident(window.process())
    };
    let before = turn(20);
    let after = turn(60);
    eprintln!("60 turns of the wheel: {before:.0} MiB before, {after:.0} MiB after");
    assert!(after < before + 40.0, "{before} MiB became {after}");
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_lost_device_is_made_anew_again_and_again() {
    let losses = number("CAROM_LOSSES", LOSSES);
    let display = Display::new();
    let (home, _, mut window) = open_crate(&display, "losses");
    let mut times: Vec<f64> = vec![];
    for _ in 0..losses {
        window.key("ctrl+k");
        window.words("lose the graphics");
        let line = window.expect("graphics rebuilt: a picture again after");
        let ms = line.split("after ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
        times.push(ms.unwrap_or_else(|| panic!("{line}")));
        sleep(Duration::from_millis(300));
    }
    times.sort_by(f64::total_cmp);
    let (middle, worst) = (times[times.len() / 2], times[times.len() - 1]);
    eprintln!("{losses} losses: a picture again after {middle:.0} ms in the middle, {worst:.0} ms at worst");
    assert!(middle < 10.0 * RECOVERY, "{times:?}");
    window.signal("TERM");
    assert_eq!(window.wait().code(), Some(0));
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_step_that_does_not_end_leaves_the_window_alive() {
    let display = Display::new();
    let (home, _, mut window) = open_crate(&display, "slow-step");
    window.key("ctrl+k");
    window.words("have a step take eight");
    window.expect("a slow step begins");
    // What is seen can be selected meanwhile, and the program can be left.
    // The list of commands goes with the next picture, and what is clicked before that is the list.
    sleep(Duration::from_millis(1_500));
    let asked = Instant::now();
    window.click([470, 250]);
    window.expect("selected crate");
    eprintln!(
        "during a step of eight seconds a click was answered within {:.0} ms",
        asked.elapsed().as_secs_f64() * 1e3
    );
    assert!(!window.log().iter().any(|line| line.contains("the slow step is over")), "while the step goes on");
    window.key("alt+F4");
    window.expect("a step was cut off");
    assert_eq!(window.wait().code(), Some(0));
    assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn without_an_adapter_the_program_says_so_and_ends_with_three() {
    let home = folder("no-adapter");
    let display = Display::new();
    for (variables, words) in [
        (&[("WGPU_ADAPTER_NAME", "nonsense")][..], "no adapter is named like"),
        (
            &[("VK_ICD_FILENAMES", "/nonexistent"), ("VK_DRIVER_FILES", "/nonexistent"), ("WGPU_BACKEND", "vulkan")],
            "adapter",
        ),
        (&[("WGPU_BACKEND", "dx12")], "adapter"),
    ] {
        let mut command = display.program(&home);
        let mut program =
            super::start(command.arg("first_bounce").envs(variables.iter().copied()).stderr(Stdio::piped()));
        let mut message = String::new();
        program.0.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!(program.0.wait().unwrap().code(), Some(3), "{variables:?}: {message}");
        assert!(message.contains(words) && message.contains("carom run"), "{variables:?}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    }
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_window_that_is_killed_while_it_saves_leaves_a_whole_file() {
    let kills = number("CAROM_KILLS", 20).div_ceil(20);
    let home = known_folder("kill-save");
    let display = Display::new();
    // Long enough for a kill to meet its writing.
    let body = |i: usize| {
        format!(
            "[[bodies]]\nname = \"b{i}\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\nposition = [{i}.0, 0.0, 0.0]\n"
        )
    };
    let text = SCENE.replace("[camera]", &((0..4_000).map(body).collect::<String>() + "[camera]"));
    let mut dice = Dice(kills);
    for turn in 0..kills {
        let scene = home.join("scene.toml");
        fs::write(&scene, &text).unwrap();
        let mut window = Window::open(&display, &home, &scene);
        window.key("space");
        window.expect("paused at step");
        window.key("ctrl+s");
        sleep(Duration::from_millis(dice.below(400) as u64));
        window.kill();
        drop(window);
        let now = fs::read_to_string(&scene).unwrap();
        let whole =
            now == text || (now.contains("b3999") && carom::scene::parse(&now, carom::scene::FileKind::Toml).is_ok());
        assert!(whole, "kill {turn}: {} bytes", now.len());
    }
    // The next window leaves nothing behind.
    let mut window = Window::open(&display, &home, &home.join("scene.toml"));
    sleep(Duration::from_millis(500));
    assert_eq!(left_behind(&home), Vec::<String>::new());
    window.signal("TERM");
    assert_eq!(window.wait().code(), Some(0));
    fs::remove_dir_all(home).unwrap();
}

/// Files that only a save that goes on has, in a folder and in that of the settings.
fn left_behind(home: &Path) -> Vec<String> {
    let folders = [home.to_path_buf(), home.join("carom"), home.join("carom/unsaved")];
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten();
    let names = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".carom-new")).collect()
}
