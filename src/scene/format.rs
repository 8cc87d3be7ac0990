//! Scene files: TOML for people, JSON for programs.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::rows::Document;
use super::tree::{Lines, Value};
use super::{Scene, SceneBody, Specimen, from_json, from_toml, read, write};
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
pub struct SceneFault {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong, the value, and what was expected.
    pub message: String,
}

impl fmt::Display for SceneFault {
    /// `line:column: message`, to be put behind a file's name and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Reads a scene. Every fault is reported, in the order of the file; a fault of syntax hides those behind it.
///
/// The fields and their ranges are listed in the [module's documentation](super). JSON may also be a
/// [specimen](Specimen::to_json): its scene is read.
pub fn parse(text: &str, kind: FileKind) -> Result<Scene, Vec<SceneFault>> {
    located(text, kind, |document| {
        // Told by its key, so that a specimen can be opened wherever a scene can.
        if kind == FileKind::Json && read::is_specimen(&document.root) {
            read::specimen(&document.root).map(|specimen| specimen.scene())
        } else {
            read::scene(document)
        }
    })
}

/// Reads what [`Specimen::to_json`] wrote; the faults are like those of [`parse`].
///
/// Whether this program still finds the same contact is another question: see [`Specimen::difference`].
pub fn parse_specimen(text: &str) -> Result<Specimen, Vec<SceneFault>> {
    located(text, FileKind::Json, |document| read::specimen(&document.root))
}

/// Faults by their offset, and what they are.
pub(crate) type Faults = Vec<(usize, String)>;

/// Reads what `read` makes of the file, and gives its faults their lines and columns.
pub(crate) fn located<T>(
    text: &str,
    kind: FileKind,
    read: impl Fn(&Document<'_>) -> Result<T, Faults>,
) -> Result<T, Vec<SceneFault>> {
    // Before anything is read: all offsets then fit into 32 bits.
    if text.len() as u64 > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes, but a scene has at most {MAX_FILE_BYTES} (64 MiB)", text.len());
        return Err(vec![SceneFault { line: 1, column: 1, message }]);
    }
    // Some editors put a byte order mark first, which neither format allows.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let document = match kind {
        FileKind::Toml => from_toml::document(text),
        FileKind::Json => from_json::document(text),
    };
    let result = document.map_err(|fault| vec![fault]).and_then(|document| read(&document));
    result.map_err(|mut faults| {
        // Faults are found in the order of checks, and told in the order of the file; a fault is an offset until here.
        faults.sort_by_key(|(at, _)| *at);
        let lines = Lines::new(text);
        let place = |(at, message)| {
            let (line, column) = lines.locate(at);
            SceneFault { line, column, message }
        };
        faults.into_iter().map(place).collect()
    })
}

/// The bodies of a text that describes nothing else: no version, no name, no rules; none of any other text, and of one
/// with a fault. TOML, or JSON when it begins with `{`.
///
/// ```
/// use carom::scene::{bodies_alone, bodies_to_toml};
///
/// let bodies = bodies_alone("[[bodies]]\nname = \"ball\"\nshape = { sphere = { radius = 0.5 } }\n").unwrap();
/// assert_eq!(bodies_alone(&bodies_to_toml(bodies.clone())), Some(bodies));
/// assert_eq!(bodies_alone("version = 1\n[[bodies]]\nshape = { sphere = { radius = 0.5 } }\n"), None);
/// ```
pub fn bodies_alone(text: &str) -> Option<Vec<SceneBody>> {
    let kind = if text.trim_start().starts_with('{') { FileKind::Json } else { FileKind::Toml };
    let is_body = |key: &str| matches!(key, "bodies" | "grids");
    let read = |document: &Document<'_>| match &document.root.value {
        // One field more makes it a scene of its own, not bodies to be put into another.
        Value::Table(fields) if fields.iter().all(|field| is_body(&field.key)) => read::scene(document),
        _ => Err(vec![]),
    };
    located(text, kind, read).ok().map(|scene| scene.bodies).filter(|bodies| !bodies.is_empty())
}

/// Writes bodies in TOML, so that [`bodies_alone`] reads them back, bit for bit.
pub fn bodies_to_toml(bodies: Vec<SceneBody>) -> String {
    let scene = Scene { bodies, ..Scene::default() };
    let mut tree = write::tree(&scene);
    // The scene about them is made up: its rules must not go along.
    if let Value::Table(fields) = &mut tree {
        fields.retain(|field| field.key == "bodies");
    }
    write::toml(&tree).trim_start().to_owned()
}

/// Writes a scene in TOML so that [`parse`] reads the same scene back, bit for bit.
pub fn to_toml(scene: &Scene) -> String {
    write::toml(&write::tree(scene))
}

/// Writes a scene in JSON so that [`parse`] reads the same scene back, bit for bit.
pub fn to_json(scene: &Scene) -> String {
    write::json(&write::tree(scene))
}
