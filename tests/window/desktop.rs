//! A display, a window on it, and the program's log.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Ends a program that a test started, whatever becomes of the test.
pub struct Ended(pub Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub fn start(command: &mut Command) -> Ended {
    match command.spawn() {
        Ok(child) => Ended(child),
        Err(error) => panic!("{command:?}: {error}; `make deps` installs what the window tests need"),
    }
}

/// Windows that draw in software at the same time are too slow for a hand that drags.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Waits until no other window is open.
pub fn turn() -> MutexGuard<'static, ()> {
    ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A display of our own, with a window manager.
pub struct Display {
    name: String,
    _manager: Ended,
    server: Mutex<Ended>,
    _turn: MutexGuard<'static, ()>,
}

impl Display {
    pub fn new() -> Self {
        let turn = turn();
        // Without `-noreset` a server begins anew when its last client goes: a hand that asks too early and leaves
        // would throw the window manager out while it comes in.
        let mut server = start(
            Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", "1400x900x24", "-nolisten", "tcp", "-noreset"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
        let name = format!(":{}", number.trim());
        let manager = start(Command::new("openbox").env("DISPLAY", &name).stdout(Stdio::null()).stderr(Stdio::null()));
        let display = Self { name, _manager: manager, server: Mutex::new(server), _turn: turn };
        // Only a window manager tells the number of desktops: one that starts later takes our window into a frame
        // while the hand already works in it.
        display.until(&["get_num_desktops"]);
        display
    }

    /// The program on this display, at home in this folder.
    pub fn program(&self, home: &Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
        command.current_dir(home).env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY");
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
            command.env(name, home);
        }
        command.env_remove("DBUS_SESSION_BUS_ADDRESS").env("NODEVICE_SELECT", "1").env("RUST_LOG", "carom=info");
        command
    }

    /// Ends the server under all that is on it.
    pub fn die(&self) {
        self.server.lock().unwrap().0.kill().unwrap();
    }

    /// What the hand printed, or why it could do nothing.
    fn hand(&self, arguments: &[&str]) -> Result<String, String> {
        // What waits for something that never comes fails, and does not wait for ever.
        let mut command = Command::new("timeout");
        command.env("DISPLAY", &self.name).args(["20", "xdotool"]).args(arguments);
        match command.output() {
            Ok(output) if output.status.success() => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
            Ok(output) => Err(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim())),
            Err(error) => panic!("xdotool: {error}; `make deps` installs what the window tests need"),
        }
    }

    pub fn xdotool(&self, arguments: &[&str]) -> String {
        self.hand(arguments).unwrap_or_else(|error| panic!("xdotool {arguments:?}: {error}"))
    }

    /// The first answer that is not a failure: one who looks through the windows fails at one that goes meanwhile.
    fn until(&self, arguments: &[&str]) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.hand(arguments) {
                Ok(answer) => return answer,
                Err(error) => assert!(Instant::now() < deadline, "xdotool {arguments:?}: {error}"),
            }
            sleep(Duration::from_millis(50));
        }
    }
}

/// The program, its window and its log.
pub struct Window<'a> {
    display: &'a Display,
    id: String,
    program: Ended,
    log: Receiver<String>,
    seen: Vec<String>,
}

/// Drawing in software on a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(40);

impl<'a> Window<'a> {
    pub fn open(display: &'a Display, home: &Path, scene: &Path) -> Self {
        let mut program = start(display.program(home).arg(scene).stderr(Stdio::piped()));
        let (send, log) = channel();
        let lines = BufReader::new(program.0.stderr.take().unwrap()).lines();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| send.send(line)));
        let mut window = Self { display, id: String::new(), program, log, seen: vec![] };
        window.expect("first picture after");
        window.id = display.until(&["search", "--onlyvisible", "--name", "carom"]);
        window.id = window.id.lines().next().unwrap_or_default().to_owned();
        display.xdotool(&["windowmove", &window.id, "40", "40"]);
        display.until(&["windowfocus", "--sync", &window.id]);
        window
    }

    /// What its title bar says.
    pub fn title(&self) -> String {
        self.display.xdotool(&["getwindowname", &self.id])
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.program.0.id()
    }

    /// How it ended, if it did.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.program.0.try_wait().unwrap()
    }

    /// The lines of its log so far.
    pub fn log(&mut self) -> &[String] {
        self.seen.extend(self.log.try_iter());
        &self.seen
    }

    /// Puts it back where clicks are meant for, whatever became of its size.
    pub fn place(&self) {
        self.display.xdotool(&["windowmove", &self.id, "40", "40"]);
        // One that has been made an icon takes no focus.
        let _ = self.display.hand(&["windowfocus", &self.id]);
    }

    /// Has the hand do what the lines of a script say.
    pub fn script(&self, lines: &str) {
        let mut hand = start(
            Command::new("xdotool")
                .arg("-")
                .env("DISPLAY", &self.display.name)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        hand.0.stdin.take().unwrap().write_all(lines.replace("WINDOW", &self.id).as_bytes()).unwrap();
        hand.0.wait().unwrap();
    }

    /// Waits for a line of the log with these words.
    pub fn expect(&mut self, words: &str) -> String {
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
                Err(error) => panic!("{words:?} was not logged ({error}); the log:\n{}", self.seen.join("\n")),
            }
        }
    }

    pub fn key(&self, keys: &str) {
        self.display.xdotool(&["key", "--clearmodifiers", keys]);
    }

    pub fn words(&self, text: &str) {
        // Time for the window that takes them to have appeared.
        sleep(Duration::from_millis(1500));
        self.display.xdotool(&["type", "--delay", "30", text]);
        sleep(Duration::from_millis(800));
        self.key("Return");
    }

    pub fn point(&self, [x, y]: [i32; 2]) {
        self.display.xdotool(&["mousemove", "--window", &self.id, &x.to_string(), &y.to_string()]);
        sleep(Duration::from_millis(150));
    }

    pub fn click(&self, at: [i32; 2]) {
        self.point(at);
        self.display.xdotool(&["click", "1"]);
        sleep(Duration::from_millis(800));
    }

    pub fn drag(&self, from: [i32; 2], to: [i32; 2]) {
        self.point(from);
        self.display.xdotool(&["mousedown", "1"]);
        for i in 0..=5 {
            // One jump is seen as one motion.
            self.point([from[0] + (to[0] - from[0]) * i / 5, from[1] + (to[1] - from[1]) * i / 5]);
        }
        self.display.xdotool(&["mouseup", "1"]);
    }

    /// Asks the program to end, by a signal.
    pub fn signal(&self, name: &str) {
        let id = self.program.0.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Ends the program as a crash would.
    pub fn kill(&mut self) {
        self.program.0.kill().unwrap();
        self.wait();
    }

    pub fn wait(&mut self) -> ExitStatus {
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

/// A folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("carom-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder of one who has seen the first steps.
pub fn known_folder(name: &str) -> PathBuf {
    let folder = folder(name);
    std::fs::create_dir_all(folder.join("carom")).unwrap();
    std::fs::write(folder.join("carom/settings.toml"), "toured = true\n").unwrap();
    folder
}
