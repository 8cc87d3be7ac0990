//! Where a scene comes from.

use super::platform::{is_trace, open_trace, read_text};
use crate::lab::{self, Lab};
use crate::scene::{self, FileKind, MAX_FILE_BYTES, Scene};
use crate::sim::Timeline;
use crate::subject::{Description, Recorded, Subject};
use crate::timeline::MAX_RECORDING_BYTES;
use crate::trace;
use crate::ui::RunFile;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a scene or a laboratory comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DocumentSource {
    /// The laboratories, by name.
    Lab(&'static str),
    /// The gallery, by name.
    Gallery(&'static str),
    /// The recordings of other engines, by name.
    Trace(&'static str),
    /// A file: a scene, the set-up of a laboratory, or a recording.
    File(PathBuf),
    /// An engine that sends what it does, by its name.
    Live(String),
    /// A text that was pasted: TOML, or JSON when it begins with `{`.
    Text(String),
}

/// Why a scene cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{title}{}{detail}", if detail.is_empty() { "" } else { "\n" })]
pub struct LoadError {
    /// What could not be done.
    pub title: String,
    /// Every fault on a line of its own: file, line, column, what was expected.
    pub detail: String,
}

/// What was read and is ready to run.
pub(super) struct Started {
    /// What runs.
    pub subject: Subject,
    /// The text of the file; none where there is none that could be edited while it is open.
    pub text: Option<Arc<str>>,
}

impl std::fmt::Debug for Started {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("what was read")
    }
}

/// What a file that was read again has come to: its text and what it describes; none where it is as it was.
pub(super) type Reread = Result<Option<(Arc<str>, Subject)>, LoadError>;

/// The reading of the open file again, while it goes on. There is one at a time: a disk that hangs holds one thread.
#[derive(Debug)]
pub(super) struct Rereading {
    /// Its number: what an earlier one found is not heard.
    pub id: usize,
    /// What is done with what it finds.
    pub purpose: Rereads,
    /// Whether the file was written again in the meantime.
    pub again: bool,
}

/// Why the open file is read again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rereads {
    /// To know what stands in it, and no more.
    Know,
    /// To go on with it, unless that would lose edits: then the user is asked first.
    Follow,
    /// To go on with it whatever is lost: the user has said so.
    Replace,
}

impl DocumentSource {
    /// The scene the window opens with when none is asked for.
    pub fn opening() -> Self {
        Self::Gallery(scene::gallery().first().map_or("", |entry| entry.id))
    }

    /// A laboratory by `lab:` and its name, a recording of another engine by `trace:` and its name, a gallery scene by
    /// its name, else a file by its path.
    pub fn of(spec: &str) -> Self {
        // An unknown name behind a prefix is taken for a file, whose error then names it.
        if let Some(entry) = spec.strip_prefix("lab:").and_then(lab::find) {
            return Self::Lab(entry.id);
        }
        if let Some(sample) = spec.strip_prefix("trace:").and_then(trace::sample) {
            return Self::Trace(sample.id);
        }
        match scene::gallery().iter().find(|entry| entry.id == spec) {
            Some(entry) => Self::Gallery(entry.id),
            None => Self::File(spec.into()),
        }
    }

    /// What to call it.
    pub fn name(&self) -> String {
        match self {
            Self::Gallery(id) => (*id).to_owned(),
            Self::Lab(id) => format!("lab:{id}"),
            Self::Trace(id) => format!("trace:{id}"),
            Self::File(path) => file_name(path),
            Self::Text(_) => "the text pasted".into(),
            Self::Live(name) => name.clone(),
        }
    }

    /// Reads it and starts it.
    pub fn start(&self) -> Result<Subject, LoadError> {
        self.read_and_start().map(|started| started.subject)
    }

    /// The same, with the text that was read.
    pub(super) fn read_and_start(&self) -> Result<Started, LoadError> {
        let subject = match self {
            Self::Trace(_) => self.play(self.name().as_ref())?,
            Self::File(path) if is_trace(path) => self.play(path)?,
            // A recording holds its own description, and is played from its first step.
            Self::File(path) if is_recording(path) => {
                let recording = load_recording(path)?;
                recording.replay().map_err(|error| self.refused(&error.to_string()))?
            }
            Self::File(path) => {
                let text = read(path)?;
                let subject = self.start_described(parse_file(path, &text)?)?;
                // The text is kept: another program's change of the file is told from our own by it.
                return Ok(Started { subject, text: Some(text.into()) });
            }
            // All else comes with the program or was pasted: it is described and no more.
            _ => self.start_described(self.load()?)?,
        };
        Ok(Started { subject, text: None })
    }

    fn play(&self, path: &Path) -> Result<Subject, LoadError> {
        let refused = |detail| LoadError { title: format!("{} cannot be played", self.name()), detail };
        open_trace(path).map(Into::into).map_err(refused)
    }

    /// Starts what was read from here.
    pub(super) fn start_described(&self, description: Description) -> Result<Subject, LoadError> {
        match description {
            Description::Scene(scene) => self.start_scene(*scene),
            Description::Lab(setup) => {
                Lab::of_setup(&setup).map(Into::into).map_err(|refused| self.refused(&refused.to_string()))
            }
        }
    }

    /// Starts a scene that was read from here.
    pub(super) fn start_scene(&self, scene: Scene) -> Result<Subject, LoadError> {
        Timeline::new(scene).map(Into::into).map_err(|error| self.refused(&error.to_string()))
    }

    fn refused(&self, detail: &str) -> LoadError {
        LoadError { title: format!("{} cannot be simulated", self.name()), detail: detail.into() }
    }

    /// Reads what it describes; a recording is more than that.
    pub fn load(&self) -> Result<Description, LoadError> {
        match self {
            Self::Gallery(id) => match scene::gallery().iter().find(|entry| entry.id == *id) {
                Some(entry) => parse(id, entry.text, FileKind::Toml),
                // Only a build without any gallery has no opening scene.
                None => Ok(Description::Scene(Box::default())),
            },
            Self::Lab(id) => match lab::find(id) {
                Some(entry) => Ok(Description::Lab(Lab::new(entry).setup().clone())),
                None => Err(self.refused(&format!("there is no laboratory {id:?}"))),
            },
            Self::Trace(_) => Err(self.refused("a recording of another engine is no scene")),
            Self::Live(_) => Err(self.refused("what an engine sends comes once")),
            Self::File(path) => parse_file(path, &read(path)?),
            Self::Text(text) => {
                // JSON begins with a brace; TOML cannot.
                let kind = if text.trim_start().starts_with('{') { FileKind::Json } else { FileKind::Toml };
                parse("the text pasted", text, kind)
            }
        }
    }
}

/// The last part of a path.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// Whether a file is a recording, by its ending.
pub(super) fn is_recording(path: &Path) -> bool {
    run_file(path) == Some(RunFile::Recording)
}

/// What of a run a file keeps, by its ending.
pub(super) fn run_file(path: &Path) -> Option<RunFile> {
    let ending = path.extension()?;
    let all = [RunFile::Recording, RunFile::Totals, RunFile::Plots];
    all.into_iter().find(|file| ending.eq_ignore_ascii_case(file.ending()))
}

/// Reads a recording.
fn load_recording(path: &Path) -> Result<Recorded, LoadError> {
    let text = read_up_to(path, MAX_RECORDING_BYTES)?;
    Recorded::from_text(&text)
        .map_err(|error| LoadError { title: format!("{} {error}", file_name(path)), detail: String::new() })
}

/// What a scene file is, by its ending.
pub(super) fn kind(path: &Path) -> Result<FileKind, LoadError> {
    match path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase).as_deref() {
        Some("toml") => Ok(FileKind::Toml),
        Some("json") => Ok(FileKind::Json),
        _ => Err(LoadError {
            title: format!("{} is no scene", file_name(path)),
            detail: "A scene file ends in .toml or .json, a recording in .caromrec, a trace in .jsonl or .jsonl.gz."
                .into(),
        }),
    }
}

/// The text of a scene file, of a bearable length.
pub(super) fn read(path: &Path) -> Result<String, LoadError> {
    read_up_to(path, MAX_FILE_BYTES)
}

/// The text of a file that can be edited while it is open; none of a recording or a trace.
pub(super) fn read_editable(path: &Path) -> Option<Arc<str>> {
    if is_trace(path) || is_recording(path) { None } else { read(path).ok().map(Into::into) }
}

fn read_up_to(path: &Path, limit: u64) -> Result<String, LoadError> {
    let refused = |detail| LoadError { title: format!("{} cannot be read", path.display()), detail };
    read_text(path, limit).map_err(refused)
}

/// Reads the text of a file of a scene or of a set-up.
pub(super) fn parse_file(path: &Path, text: &str) -> Result<Description, LoadError> {
    parse(&path.display().to_string(), text, kind(path)?)
}

/// Reads the text of a scene or of a set-up; faults carry the name in front.
fn parse(name: &str, text: &str, kind: FileKind) -> Result<Description, LoadError> {
    const MOST: usize = 6;
    Description::parse(text, kind).map_err(|faults| {
        // The title is short; the lines carry the whole path, so that an editor can go there.
        let short = file_name(Path::new(name));
        let lines = faults.iter().take(MOST).map(|f| format!("{name}:{}:{}: {}", f.line, f.column, f.message));
        let mut detail = lines.collect::<Vec<_>>().join("\n");
        if faults.len() > MOST {
            detail.push_str(&format!("\n… and {} more; `carom check` lists all", faults.len() - MOST));
        }
        LoadError { title: format!("{short} has {}", if faults.len() == 1 { "a fault" } else { "faults" }), detail }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreadable_files_say_what_is_wrong() {
        let folder = std::env::temp_dir();
        for (path, words) in [
            (folder.join("no-such-carom-scene.toml"), "cannot be read"),
            (folder.join("picture.png"), "cannot be read"),
            (folder.clone(), "cannot be read"),
        ] {
            let error = DocumentSource::File(path).load().unwrap_err();
            assert!(error.title.contains(words), "{error}");
        }
        assert!(kind(Path::new("scene.yaml")).unwrap_err().detail.contains(".toml or .json"));
    }
}
