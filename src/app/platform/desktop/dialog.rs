//! The desktop's own windows for choosing a file. They block, so each has a thread of its own.

use super::super::{DialogAnswer, Purpose};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Nobody cancels faster than that: there was no window to cancel. The other way round no harm is done.
const NO_WINDOW: Duration = Duration::from_secs(1);

/// Whether there is anybody to ask: a session bus, where the desktop's portal is, or `zenity`.
fn is_served() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    // Where the variable is missing, the bus may still be at its usual place.
    let bus = set("DBUS_SESSION_BUS_ADDRESS").is_some()
        || set("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    bus || set("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file()))
}

/// Asks, and calls `done` with the answer from another thread.
pub fn ask(purpose: Purpose, file_name: String, done: impl FnOnce(DialogAnswer) + Send + 'static) {
    let ask = move || {
        if !is_served() {
            return done(DialogAnswer::Unavailable);
        }
        let start = Instant::now();
        let dialog = rfd::FileDialog::new()
            .add_filter("Scenes, recordings, traces", &["toml", "json", "caromrec", "jsonl", "gz"]);
        let chosen = match purpose {
            Purpose::Open => dialog.set_title("Open a scene").pick_file(),
            Purpose::Beside => dialog.set_title("Another trace").pick_file(),
            Purpose::Save => {
                // Totals and plots are saved by the same dialog, and told by their endings.
                let dialog = dialog.add_filter("Energy and momentum", &["csv", "png"]);
                dialog.set_title("Save").set_file_name(file_name).save_file()
            }
        };
        done(match chosen {
            Some(path) => DialogAnswer::Chosen(path),
            None if start.elapsed() < NO_WINDOW => DialogAnswer::Unavailable,
            None => DialogAnswer::Cancelled,
        });
    };
    super::beside("file dialog", async move { ask() });
}
