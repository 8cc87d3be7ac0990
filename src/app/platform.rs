//! The door between the window and what it runs on: files, dialogs, settings, threads, the end.
//!
//! All that a desktop and a browser do differently is behind these names, once for each; nothing else of the program
//! asks which of them it is.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
use desktop as side;
#[cfg(target_arch = "wasm32")]
use web as side;

pub(super) use side::*;

use std::path::PathBuf;

/// What comes from a page by other ways than as an event of its window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), expect(dead_code, reason = "a desktop is no page"))]
pub(super) enum FromPage {
    /// A file was dropped, and can be read by this name.
    File(PathBuf),
    /// A text was pasted.
    Text(String),
}

/// What a file dialog is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To read a file.
    Open,
    /// To read a trace that is laid over the open one.
    Beside,
    /// To write one.
    Save,
}

/// What came of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DialogAnswer {
    /// This file.
    Chosen(PathBuf),
    /// None.
    Cancelled,
    /// There is no such dialog here.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser always has one"))]
    Unavailable,
}
