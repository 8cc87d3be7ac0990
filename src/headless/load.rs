//! Finding and reading scenes.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::Failure;
use super::file::{as_text, read_from, read_text};
use crate::lab::{self, Lab};
use crate::scene::MAX_FILE_BYTES;
use crate::scene::spelling::{list, nearest};
use crate::scene::{self, FileKind, Scene, SceneFault};
use crate::subject::Description;
use std::io;
use std::path::Path;

/// A scene by gallery name, by path, or `-` for standard input.
pub fn load(spec: &str) -> Result<Scene, Failure> {
    match open(spec)? {
        Description::Scene(scene) => Ok(*scene),
        Description::Lab(_) => {
            let problem = format!("{spec} is a laboratory, no scene; carom {spec}, carom run and carom render open it");
            Err(Failure::Wrong(problem))
        }
    }
}

/// A scene, or a laboratory by `lab:NAME` or by the file of a set-up.
pub fn open(spec: &str) -> Result<Description, Failure> {
    if let Some(entry) = super::named_lab(spec)? {
        return Ok(Description::Lab(Lab::new(entry).setup().clone()));
    }
    if let Some(entry) = scene::find(spec) {
        return parse(spec, entry.text, FileKind::Toml);
    }
    // A word that is neither a path nor a file is most likely a name with a slip in it.
    if spec != "-" && !looks_like_a_path(spec) && !Path::new(spec).exists() {
        return Err(unknown(spec));
    }
    let (text, kind) = read(spec)?;
    parse(spec, &text, kind)
}

/// The text of a scene file and how it is written, told by its ending.
pub(super) fn read(path: &str) -> Result<(String, FileKind), Failure> {
    let wrong = |problem: &str| Failure::Wrong(format!("{path}: {problem}"));
    if path == "-" {
        let text = read_from(io::stdin().lock(), MAX_FILE_BYTES).and_then(as_text);
        let text = text.map_err(|problem| wrong(&problem))?;
        // Standard input has no ending; JSON begins with a brace, as no TOML does.
        let kind = if text.trim_start().starts_with('{') { FileKind::Json } else { FileKind::Toml };
        return Ok((text, kind));
    }
    let ending = Path::new(path).extension().map(|e| e.to_string_lossy().to_lowercase());
    let kind = match ending.as_deref() {
        Some("toml") => Some(FileKind::Toml),
        Some("json") => Some(FileKind::Json),
        _ => None,
    };
    let text = read_text(Path::new(path), MAX_FILE_BYTES).map_err(|problem| wrong(&problem));
    match kind {
        Some(kind) => Ok((text?, kind)),
        // That there is no such file is to be told first.
        None => Err(text.err().unwrap_or_else(|| wrong("a scene file ends in .toml or .json"))),
    }
}

/// Parses; the faults become one message, a line each.
fn parse(path: &str, text: &str, kind: FileKind) -> Result<Description, Failure> {
    Description::parse(text, kind).map_err(|faults| Failure::Wrong(fault_lines(path, &faults)))
}

/// `file:line:column: message`, a line for each fault.
pub(super) fn fault_lines(path: &str, faults: &[SceneFault]) -> String {
    let line = |fault: &SceneFault| format!("{path}:{fault}");
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn looks_like_a_path(spec: &str) -> bool {
    let lower = spec.to_lowercase();
    spec.contains(['/', '\\']) || [".toml", ".json", ".jsonl", ".gz"].iter().any(|ending| lower.ends_with(ending))
}

fn unknown(spec: &str) -> Failure {
    let ids = || scene::gallery().iter().map(|entry| entry.id);
    let labs: Vec<String> = lab::laboratories().iter().map(|entry| format!("lab:{}", entry.id)).collect();
    // The prefix is easily forgotten: `pursuit` stands for `lab:pursuit`.
    let near_lab = || nearest(&format!("lab:{spec}"), labs.iter().map(String::as_str));
    let hint = match nearest(spec, ids()).or_else(near_lab) {
        Some(id) => format!("did you mean {id}?"),
        None => format!("the gallery has {}", list(ids(), 24)),
    };
    Failure::Wrong(format!(
        "there is no scene {spec:?}; {hint}\nA scene is a name of the gallery (carom scenes), a laboratory (lab:NAME) or a path to a .toml or .json file; \
         a trace is a recording of the gallery (trace:NAME) or a path to a .trace.jsonl file."
    ))
}
