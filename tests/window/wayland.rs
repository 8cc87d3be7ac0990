//! The window in a Wayland session: Weston without a screen.

use super::desktop::{Ended, known_folder, start, turn};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{ChildStderr, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A software renderer on a busy machine takes its time.
const PATIENCE: Duration = Duration::from_secs(40);

/// A compositor whose socket is in this folder; none where Weston is not installed.
#[expect(clippy::print_stderr, reason = "what is left out is told")]
fn compositor(home: &Path) -> Option<Ended> {
    let mut command = Command::new("weston");
    command.args(["--no-config", "--backend=headless-backend.so", "--socket=carom-test", "--idle-time=0"]);
    command.env("XDG_RUNTIME_DIR", home).env("HOME", home).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(server) = command.spawn() else {
        eprintln!("There is no weston: nothing is tried in a Wayland session. `make deps` installs it.");
        return None;
    };
    let (server, deadline) = (Ended(server), Instant::now() + PATIENCE);
    while !home.join("carom-test").exists() && Instant::now() < deadline {
        sleep(Duration::from_millis(20));
    }
    Some(server)
}

/// The program in that session, with this in `RUST_LOG`.
fn open(home: &Path, log: Option<&str>) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    command.arg("first_bounce").env("WAYLAND_DISPLAY", "carom-test").env("NODEVICE_SELECT", "1");
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
        command.env(name, home);
    }
    for name in ["DISPLAY", "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "RUST_LOG"] {
        command.env_remove(name);
    }
    start(command.envs(log.map(|log| ("RUST_LOG", log))).stderr(Stdio::piped()))
}

/// What a program says on standard error.
type Log = BufReader<ChildStderr>;

/// Opens a window and waits for its first picture: the program, what else it will say, and how long that took.
fn opened(home: &Path) -> (Ended, Log, Duration) {
    let start = Instant::now();
    let mut program = open(home, Some("carom=info"));
    let (mut log, mut all) = (BufReader::new(program.0.stderr.take().unwrap()), String::new());
    while !all.contains("first picture after") {
        let before = all.len();
        log.read_line(&mut all).unwrap();
        assert!(all.len() > before && start.elapsed() < PATIENCE, "no picture:\n{all}");
    }
    (program, log, start.elapsed())
}

fn rest(mut log: Log) -> String {
    let mut text = String::new();
    log.read_to_string(&mut text).unwrap();
    text
}

fn end(program: &mut Ended) -> Option<i32> {
    let id = program.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &id]).status().unwrap().success());
    program.0.wait().unwrap().code()
}

#[test]
fn in_a_wayland_session_the_window_draws_says_nothing_of_libraries_and_outlives_its_compositor() {
    let _turn = turn();
    let home = known_folder("wayland");
    let Some(mut server) = compositor(&home) else { return };
    let (mut program, _log, time) = opened(&home);
    assert_eq!(end(&mut program), Some(0));

    // What greets the user is about what went wrong, and nothing did.
    let mut program = open(&home, None);
    sleep(2 * time + Duration::from_secs(1));
    let log = BufReader::new(program.0.stderr.take().unwrap());
    assert_eq!(end(&mut program), Some(0));
    let text = rest(log);
    assert!(text.contains("ended by SIGTERM") && text.lines().count() == 1, "{text}");

    let (mut program, log, _) = opened(&home);
    server.0.kill().unwrap();
    assert_eq!(program.0.wait().unwrap().code(), Some(3));
    let text = rest(log);
    assert!(text.contains("display is gone") && !text.contains("panicked"), "{text}");
    fs::remove_dir_all(home).unwrap();
}
