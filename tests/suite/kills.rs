//! Kills during every kind of save: the old file or the new one is there, whole, and the next start clears up.
//!
//! `cargo test` kills twenty times; `CAROM_KILLS=1000` kills so often in all, as `make soak` does. The moments are
//! drawn over the time that the whole save takes, start and end included.

use super::dice::Dice;
use carom::headless::{save_text, sweep_beside};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Kills without a number in the environment.
const KILLS: usize = 20;

/// What is there before.
const OLD: &str = "what was there before";

/// Names, and the command lines that save; the file comes last.
const KINDS: [(&str, &[&str]); 9] = [
    ("steps.jsonl", &["run", "first_bounce", "--steps", "240", "--contacts", "--out"]),
    ("steps.csv", &["run", "first_bounce", "--steps", "240", "--out"]),
    ("run.caromrec", &["run", "first_bounce", "--steps", "240", "--record"]),
    ("trace.jsonl", &["run", "first_bounce", "--steps", "240", "--trace"]),
    ("trace.jsonl.gz", &["run", "first_bounce", "--steps", "240", "--trace"]),
    ("picture.png", &["render", "first_bounce", "--size", "320x200", "--out"]),
    ("clip.gif", &["render", "first_bounce", "--size", "96x64", "--seconds", "0.5", "--fps", "20", "--out"]),
    ("clip.apng", &["render", "first_bounce", "--size", "96x64", "--seconds", "0.5", "--fps", "20", "--out"]),
    ("clip.y4m", &["render", "first_bounce", "--size", "96x64", "--seconds", "0.5", "--fps", "20", "--out"]),
];

/// In the environment of the process that saves as the window does: where to.
const SAVES_TO: &str = "CAROM_SAVES_TO";

/// How often the window's saves are made before the process ends by itself.
const SAVES: usize = 40;

/// What the window saves, for the time of this number: a scene, or settings.
fn saved(count: usize) -> String {
    format!("# {count}\n").repeat(20_000 + count)
}

/// Saves as the window does, when this very binary is started to do that.
#[test]
fn a_process_that_saves_until_it_is_killed() {
    let Some(path) = std::env::var_os(SAVES_TO).map(PathBuf::from) else { return };
    sweep_beside(&path);
    (0..SAVES).for_each(|count| save_text(&path, &saved(count), true).unwrap());
}

fn quiet(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("RUST_LOG");
    command
}

/// What saves a file, and what the file may be once it is whole.
struct Saver<'a> {
    name: &'a str,
    arguments: &'a [&'a str],
    path: PathBuf,
}

impl Saver<'_> {
    fn start(&self) -> Child {
        let mut command = if self.arguments.is_empty() {
            let mut command = Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "kills::a_process_that_saves_until_it_is_killed"]).env(SAVES_TO, &self.path);
            command
        } else {
            let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
            command.args(self.arguments).arg(&self.path);
            command
        };
        command = quiet(command);
        command.spawn().unwrap()
    }

    /// What the file is when nothing comes between, and how long that takes; none where no adapter can draw it.
    #[expect(clippy::print_stderr, reason = "what is left out is told")]
    fn undisturbed(&self) -> Option<(Vec<u8>, Duration)> {
        let start = Instant::now();
        let code = self.start().wait().unwrap().code();
        if code == Some(3) && self.arguments.first() == Some(&"render") {
            eprintln!("{}: there is no adapter to draw with", self.name);
            return None;
        }
        assert_eq!(code, Some(0), "{}", self.name);
        Some((fs::read(&self.path).unwrap(), start.elapsed()))
    }

    fn is_whole(&self, bytes: &[u8], new: &[u8]) -> bool {
        if self.arguments.is_empty() {
            // The number is in every line.
            let count = bytes.strip_prefix(b"# ").and_then(|rest| rest.split(|b| *b == b'\n').next());
            let count = count.and_then(|count| std::str::from_utf8(count).ok()?.parse().ok());
            return bytes == OLD.as_bytes() || count.is_some_and(|count| saved(count).as_bytes() == bytes);
        }
        bytes == OLD.as_bytes() || bytes == new
    }
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Kills one kind of save so often: how many of them came in the midst of one, and how many after its end.
fn kill(saver: &Saver, kills: usize, dice: &mut Dice) -> (usize, usize) {
    let Some((new, time)) = saver.undisturbed() else { return (0, 0) };
    let folder = saver.path.parent().unwrap();
    let (mut midst, mut after) = (0, 0);
    for turn in 0..kills {
        fs::write(&saver.path, OLD).unwrap();
        let mut child = saver.start();
        sleep(time.mul_f32(1.1 * dice.unit()));
        child.kill().unwrap();
        child.wait().unwrap();
        midst += usize::from(names(folder).iter().any(|name| name.ends_with(".carom-new")));
        let bytes = fs::read(&saver.path).unwrap();
        after += usize::from(bytes != OLD.as_bytes());
        let (whole, length) = (saver.is_whole(&bytes, &new), bytes.len());
        assert!(whole, "{}, kill {turn}: {length} bytes are neither the old file nor the new one", saver.name);
        if saver.arguments.is_empty() && folder.join("scene.toml.bak").exists() {
            let bytes = fs::read(folder.join("scene.toml.bak")).unwrap();
            assert!(saver.is_whole(&bytes, &new), "{}, kill {turn}: the backup is not whole", saver.name);
        }
    }
    // The next start leaves nothing behind.
    saver.undisturbed();
    let left: Vec<_> = names(folder).into_iter().filter(|name| name.starts_with('.')).collect();
    assert!(left.is_empty(), "{}: {left:?} stayed behind", saver.name);
    (midst, after)
}

#[test]
fn after_a_kill_the_old_file_or_the_new_one_is_whole_and_the_next_start_clears_up() {
    let all = std::env::var("CAROM_KILLS").ok().map_or(KILLS, |text| text.parse().unwrap());
    let kinds = KINDS.iter().copied().chain([("scene.toml", &[][..])]);
    let count = kinds.clone().count();
    let mut dice = Dice::warm(17);
    for (index, (name, arguments)) in kinds.enumerate() {
        if arguments.first() == Some(&"render") && !cfg!(feature = "render") {
            continue;
        }
        let folder = std::env::temp_dir().join(format!("carom-kills-{index}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let kills = all / count + usize::from(index < all % count);
        let saver = Saver { name, arguments, path: folder.join(name) };
        let (midst, after) = kill(&saver, kills, &mut dice);
        eprintln!("{name}: {kills} kills, {midst} in the midst of writing, {after} after it");
        fs::remove_dir_all(folder).unwrap();
    }
}
