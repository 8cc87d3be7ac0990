//! Scene files: TOML for people, JSON for programs.

use super::tree::Lines;
use super::{Scene, from_json, from_toml, read, write};
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
/// The fields and their ranges are listed in the [module's documentation](super).
pub fn parse(text: &str, kind: FileKind) -> Result<Scene, Vec<Fault>> {
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, but a scene has at most {MAX_FILE_BYTES} (64 MiB)", text.len());
        return Err(vec![Fault { line: 1, column: 1, message }]);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tree = match kind {
        FileKind::Toml => from_toml::tree(text),
        FileKind::Json => from_json::tree(text),
    };
    let scene = tree.map_err(|fault| vec![fault]).and_then(|root| read::scene(&root));
    scene.map_err(|mut faults| {
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
