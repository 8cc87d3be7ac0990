//! The desktop's own windows for choosing a file. They block, so each has a thread of its own.

use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What the file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Open,
    Save,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Chosen(PathBuf),
    Cancelled,
    /// The desktop has no such window.
    Unavailable,
}

/// Asks, and calls `done` with the answer from another thread.
pub(super) fn ask(purpose: Purpose, file_name: String, done: impl FnOnce(Answer) + Send + 'static) {
    let ask = move || {
        let start = Instant::now();
        let dialog = rfd::FileDialog::new().add_filter("Scenes and recordings", &["toml", "json", "caromrec"]);
        let chosen = match purpose {
            Purpose::Open => dialog.set_title("Open a scene").pick_file(),
            Purpose::Save => {
                let dialog = dialog.add_filter("Energy and momentum", &["csv", "png"]);
                dialog.set_title("Save").set_file_name(file_name).save_file()
            }
        };
        done(match chosen {
            Some(path) => Answer::Chosen(path),
            // Nobody cancels that fast: there was no window to cancel.
            None if start.elapsed() < Duration::from_millis(400) => Answer::Unavailable,
            None => Answer::Cancelled,
        });
    };
    if let Err(error) = std::thread::Builder::new().name("file dialog".into()).spawn(ask) {
        log::error!("no thread for the file dialog: {error}");
    }
}
