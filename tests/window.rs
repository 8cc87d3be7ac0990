//! The real program in a real window, worked by real input events, watched through its log.
//!
//! One window does it all, for opening one is the slow part.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Ends a program that a test started, whatever becomes of the test.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(command: &mut Command) -> Ended {
    match command.spawn() {
        Ok(child) => Ended(child),
        Err(error) => panic!("{command:?}: {error}; `make deps` installs what the window tests need"),
    }
}

/// A display of our own, with a window manager.
struct Display {
    name: String,
    _manager: Ended,
    _server: Ended,
}

impl Display {
    fn new() -> Self {
        let mut server = start(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        let manager = start(Command::new("openbox").env("DISPLAY", &name).stdout(Stdio::null()).stderr(Stdio::null()));
        Self { name, _manager: manager, _server: server }
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("xdotool");
        command.env("DISPLAY", &self.name).args(arguments);
        match command.output() {
            Ok(output) => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
            Err(error) => panic!("xdotool: {error}; `make deps` installs what the window tests need"),
        }
    }
}

/// The program, its window and its log.
struct Window<'a> {
    display: &'a Display,
    id: String,
    program: Ended,
    log: Receiver<String>,
    seen: Vec<String>,
}

/// Drawing in software on a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(40);

impl<'a> Window<'a> {
    fn open(display: &'a Display, home: &Path, scene: &Path) -> Self {
        let mut program = start(
            Command::new(env!("CARGO_BIN_EXE_carom"))
                .arg(scene)
                .env("DISPLAY", &display.name)
                .env_remove("WAYLAND_DISPLAY")
                .env("HOME", home)
                .env("XDG_CONFIG_HOME", home)
                .env("XDG_RUNTIME_DIR", home)
                .env("NODEVICE_SELECT", "1")
                .env("RUST_LOG", "carom=info")
                .stderr(Stdio::piped()),
        );
        let (send, log) = channel();
        let lines = BufReader::new(program.0.stderr.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        let mut window = Self { display, id: String::new(), program, log, seen: vec![] };
        window.expect("first picture after");
        window.id = display.xdotool(&["search", "--onlyvisible", "--name", "carom"]);
        window.id = window.id.lines().next().unwrap_or_default().to_owned();
        display.xdotool(&["windowmove", "--sync", &window.id, "40", "40"]);
        display.xdotool(&["windowfocus", "--sync", &window.id]);
        window
    }

    /// Waits for a line of the log with these words.
    fn expect(&mut self, words: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.log.recv_timeout(left) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if line.contains(words) {
                        return line;
                    }
                }
                Err(_) => panic!("{words:?} was not logged; the log:\n{}", self.seen.join("\n")),
            }
        }
    }

    fn key(&self, keys: &str) {
        self.display.xdotool(&["key", "--clearmodifiers", keys]);
    }

    fn words(&self, text: &str) {
        // Time for the window that takes them to have appeared.
        sleep(Duration::from_millis(1500));
        self.display.xdotool(&["type", "--delay", "30", text]);
        sleep(Duration::from_millis(800));
        self.key("Return");
    }

    fn point(&self, [x, y]: [i32; 2]) {
        self.display.xdotool(&["mousemove", "--window", &self.id, &x.to_string(), &y.to_string()]);
        sleep(Duration::from_millis(150));
    }

    fn click(&self, at: [i32; 2]) {
        self.point(at);
        self.display.xdotool(&["click", "1"]);
        sleep(Duration::from_millis(800));
    }

    fn drag(&self, from: [i32; 2], to: [i32; 2]) {
        self.point(from);
        self.display.xdotool(&["mousedown", "1"]);
        for i in 0..=5 {
            // One jump is seen as one motion.
            self.point([from[0] + (to[0] - from[0]) * i / 5, from[1] + (to[1] - from[1]) * i / 5]);
        }
        self.display.xdotool(&["mouseup", "1"]);
    }

    fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.program.0.try_wait().unwrap() {
                return status;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("the window did not close");
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

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

#[test]
fn the_window_opens_pauses_selects_tunes_undoes_reloads_recovers_and_closes() {
    let home = folder("window");
    let scene = home.join("scene.toml");
    fs::write(&scene, SCENE).unwrap();
    let display = Display::new();
    let mut window = Window::open(&display, &home, &scene);

    window.key("space");
    window.expect("paused at step");
    window.key("period");
    window.expect("stepped to");

    // The crate in the middle of the picture is selected, and the slider of its mass dragged to the right.
    window.click([470, 250]);
    window.drag([1125, 201], [1165, 201]);
    let line = window.expect("applied: mass of crate");
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

    window.key("ctrl+o");
    window.words("first bounce");
    window.expect("opened first_bounce");

    // A layer switched by its key is remembered.
    sleep(Duration::from_millis(800));
    window.key("3");
    sleep(Duration::from_millis(800));
    window.key("alt+F4");
    window.expect("closed");
    assert!(window.wait().success());
    let settings = fs::read_to_string(home.join("carom/settings.toml")).unwrap();
    assert!(settings.contains("impulses = true"), "{settings}");
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
