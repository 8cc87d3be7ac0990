//! Scene files: TOML for people, JSON for programs.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::tree::{Lines, Node};
use super::{Scene, Specimen, from_json, from_toml, read, write};
use std::fmt;

/// Longer files are refused (bytes).
pub const MAX_FILE_BYTES: u64 = 64 << 20;

/// How a scene file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `.toml`
    Toml,
    /// `.json`
    Json,
}

/// One thing wrong with a scene file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, the value, and what was expected.
    pub message: String,
}

impl fmt::Display for Fault {
    /// `line:column: message`, to be put behind a file's name and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Reads a scene. Every fault is reported, in the order of the file; a fault of syntax hides those behind it.
///
/// The fields and their ranges are listed in the [module's documentation](super). JSON may also be a
/// [specimen](Specimen::to_json): its scene is read.
pub fn parse(text: &str, kind: FileKind) -> Result<Scene, Vec<Fault>> {
    located(text, kind, |root| {
        if kind == FileKind::Json && read::is_specimen(root) {
            read::specimen(root).map(|specimen| specimen.scene())
        } else {
            read::scene(root)
        }
    })
}

/// Reads what [`Specimen::to_json`] wrote; the faults are like those of [`parse`].
///
/// Whether this program still finds the same contact is another question: see [`Specimen::difference`].
pub fn parse_specimen(text: &str) -> Result<Specimen, Vec<Fault>> {
    located(text, FileKind::Json, read::specimen)
}

/// Faults by their offset, and what they are.
pub(crate) type Faults = Vec<(usize, String)>;

/// Reads what `read` makes of the tree, and gives its faults their lines and columns.
pub(crate) fn located<T>(
    text: &str,
    kind: FileKind,
    read: impl Fn(&Node<'_>) -> Result<T, Faults>,
) -> Result<T, Vec<Fault>> {
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, but a scene has at most {MAX_FILE_BYTES} (64 MiB)", text.len());
        return Err(vec![Fault { line: 1, column: 1, message }]);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = match kind {
        FileKind::Toml => from_toml::tree(text),
        FileKind::Json => from_json::tree(text),
    };
    let result = tree.map_err(|fault| vec![fault]).and_then(|root| read(&root));
    result.map_err(|mut faults| {
        faults.sort_by_key(|(at, _)| *at);
        let lines = Lines::new(text);
        let place = |(at, message)| {
            let (line, column) = lines.locate(at);
            Fault { line, column, message }
        };
        faults.into_iter().map(place).collect()
    })
}

/// Writes a scene in TOML so that [`parse`] reads the same scene back, bit for bit.
pub fn to_toml(scene: &Scene) -> String {
    write::toml(&write::tree(scene))
}

/// Writes a scene in JSON so that [`parse`] reads the same scene back, bit for bit.
pub fn to_json(scene: &Scene) -> String {
    write::json(&write::tree(scene))
}
