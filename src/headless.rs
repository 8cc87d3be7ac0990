//! The work behind the command line: runs, checks and measurements without a window.
//!
//! Every command is a function that writes its data to a given [`Write`](std::io::Write), so tests call it as the
//! program does. Messages to the user go to standard error, or come back as a [`Failure`].

#[cfg(feature = "render")]
mod adapters;
mod bench;
mod check;
mod checks;
#[cfg(feature = "render")]
mod clip;
mod contact;
mod file;
#[cfg(feature = "render")]
pub mod fonts;
mod lab;
mod listen;
mod live;
mod load;
mod output;
mod record;
#[cfg(feature = "render")]
mod render;
mod replay;
mod run;
mod save;
mod scenes;
mod summary;
mod trace_check;
mod trace_diff;
mod trace_here;
mod trace_info;
mod trace_open;
#[cfg(feature = "render")]
mod trace_picture;
mod trace_run;
mod tracer;
mod truths;

#[cfg(feature = "render")]
pub use adapters::adapters;
pub use bench::{BenchOptions, bench};
pub use check::check;
#[cfg(feature = "render")]
pub use clip::{ClipOptions, clip_kind, write_clip};
pub use contact::{ContactOptions, contact};
pub use file::{open_regular, read_bytes, read_text};
pub use lab::{check_settings, named as named_lab};
pub use listen::{ADDRESS, accept, bind, listen};
pub use live::{follow_listener, follow_standard_input};
pub use load::{load, open};
pub use record::Format;
#[cfg(feature = "render")]
pub use render::{RenderOptions, render};
pub use replay::{ReplayOptions, load_recording, replay};
pub use run::{Length, Overrides, RunOptions, run};
pub use save::{Replacement, SaveError, remove_left, save_bytes, save_text, sweep_beside};
pub use scenes::scenes;
pub use trace_check::{TraceCheckOptions, check_trace, trace_check};
pub use trace_diff::{TraceDiffOptions, trace_diff};
pub use trace_here::{run_here, run_here_in_file};
pub use trace_info::{TraceInfoOptions, trace_info};
pub use trace_open::{is_trace, open_playback};
pub use truths::{TruthsOptions, truths};

use std::io;

/// Why a command did not end well.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An assertion, a check or a truth failed: exit code 1.
    #[error("{0}")]
    Unmet(String),
    /// The request was wrong: exit code 2.
    #[error("{0}")]
    Wrong(String),
    /// There is no display or no adapter: exit code 3.
    #[error("{0}")]
    NoDevice(String),
    /// The reader of the output went away; it has all it wanted: exit code 0.
    #[error("the reader closed the pipe")]
    Closed,
}

impl Failure {
    /// The program's exit code.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Unmet(_) => 1,
            Self::Wrong(_) => 2,
            Self::NoDevice(_) => 3,
            Self::Closed => 0,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // `carom run … --out - | head` ends so, and nothing is wrong with that.
        if error.kind() == io::ErrorKind::BrokenPipe { Self::Closed } else { Self::Wrong(error.to_string()) }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        // JSON is only written here, so that its errors are those of the output.
        io::Error::from(error).into()
    }
}
