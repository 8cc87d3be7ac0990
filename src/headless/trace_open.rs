//! Traces as files, for whoever plays them.

use super::Failure;
use super::file::open_regular;
use crate::playback::{Input, Opener, Playback};
use crate::scene::spelling::{list, nearest};
use crate::trace::{SAMPLES, SampleTrace, TRACE_HEAD, TraceFault, TraceReader, begins_trace, is_packed, sample};
use flate2::read::MultiGzDecoder;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// What names a recording that comes with the program.
const NAMED: &str = "trace:";

/// The recording that `trace:NAME` names; none for what is no such name.
fn named(path: &Path) -> Result<Option<&'static SampleTrace>, Failure> {
    let Some(id) = path.to_str().and_then(|spec| spec.strip_prefix(NAMED)) else { return Ok(None) };
    let ids = || SAMPLES.iter().map(|sample| sample.id);
    let unknown = || {
        let hint = match nearest(id, ids()) {
            Some(near) => format!("did you mean {NAMED}{near}?"),
            None => format!("there are {}", list(ids(), 24)),
        };
        Failure::Wrong(format!("there is no recording {id:?}; {hint}"))
    };
    sample(id).map(Some).ok_or_else(unknown)
}

/// The lines of a trace by its path or by `trace:NAME`, unpacked.
pub(super) fn read_trace(path: &Path) -> Result<TraceReader<Box<dyn BufRead>>, Failure> {
    if let Some(sample) = named(path)? {
        return Ok(TraceReader::unpacking(sample.bytes)?);
    }
    let file = open_regular(path).map_err(|what| Failure::Wrong(format!("{}: {what}", path.display())))?;
    Ok(TraceReader::unpacking(file)?)
}

/// Whether this is a trace: a recording by its name; a file by what stands at its beginning, or by its ending `.jsonl`.
pub fn is_trace(path: &Path) -> bool {
    if path.to_str().is_some_and(|spec| spec.starts_with(NAMED)) {
        return true;
    }
    // A file with this ending is one even if it is empty or damaged: its reader knows best what is wrong.
    let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    let Ok(file) = open_regular(path) else { return false };
    let mut head = Vec::new();
    let read = file.take(TRACE_HEAD as u64).read_to_end(&mut head).is_ok();
    read && (named || begins_trace(&head))
}

/// Opens the trace of this path, or by `trace:NAME`, at its first step. What gzip packed is unpacked first: into memory
/// where it is short, else into a file of its own in the system's folder for such files, which goes when nobody plays
/// it any longer.
pub fn open_playback(path: &Path) -> Result<Playback, Failure> {
    let wrong = |what: &dyn std::fmt::Display| Failure::Wrong(format!("{}: {what}", path.display()));
    if let Some(sample) = named(path)? {
        return Playback::of_bytes(sample.bytes, sample.title).map_err(|fault| wrong(&fault));
    }
    let mut file = open_regular(path).map_err(|what| Failure::Wrong(format!("{}: {what}", path.display())))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut head = [0; 2];
    // A file too short for this is not packed; that it holds no trace is left to its reader.
    let is_packed = file.read_exact(&mut head).is_ok() && is_packed(&head);
    // Plain text is played from the file itself, without a copy of it.
    if !is_packed {
        return Playback::open(opener(TracePath::Own(path.into())), &name).map_err(|fault| wrong(&fault));
    }
    file.rewind().map_err(|error| wrong(&error))?;
    let mut text = Vec::new();
    let mut unpacking = MultiGzDecoder::new(BufReader::with_capacity(1 << 16, file));
    read_some(&mut unpacking, &mut text).map_err(|error| wrong(&format!("cannot be unpacked: {error}")))?;
    // Less than was asked for is all there is.
    if text.len() < IN_MEMORY {
        return Playback::of_bytes(text, &name).map_err(|fault| wrong(&fault));
    }
    let unpacked =
        Unpacked::of(&text, &mut unpacking).map_err(|error| wrong(&format!("cannot be unpacked: {error}")))?;
    Playback::open(opener(TracePath::Unpacked(unpacked)), &name).map_err(|fault| wrong(&fault))
}

/// Longer texts are unpacked into a file (bytes).
const IN_MEMORY: usize = 32 << 20;

/// Reads up to [`IN_MEMORY`] bytes; a packed file that was cut off ends where it was.
fn read_some(from: &mut impl Read, text: &mut Vec<u8>) -> io::Result<()> {
    match from.take(IN_MEMORY as u64).read_to_end(text) {
        // What was cut off is played as far as it goes: engines are killed. Any other damage is an error.
        Err(error) if text.is_empty() || error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
        _ => Ok(()),
    }
}

/// Where the text of a trace lies.
enum TracePath {
    /// The trace itself.
    Own(PathBuf),
    /// What was unpacked of it.
    Unpacked(Unpacked),
}

fn opener(place: TracePath) -> Opener {
    // Opened anew for each reader, for they stand at different places of the same text.
    Arc::new(move || {
        let path = match &place {
            TracePath::Own(path) => path,
            TracePath::Unpacked(unpacked) => &unpacked.path,
        };
        let cannot = |what: String| TraceFault { line: 0, column: 0, what: format!("{}: {what}", path.display()) };
        let file = open_regular(path).map_err(cannot)?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)) as Box<dyn Input>)
    })
}

/// An unpacked copy that is removed when it is no longer needed.
struct Unpacked {
    path: PathBuf,
}

impl Unpacked {
    /// Of what was read already and what is still to come.
    fn of(text: &[u8], rest: &mut impl Read) -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("carom-{}-{number}.trace.jsonl", std::process::id()));
        // Whatever goes wrong from here on, it is removed.
        let mut file = fs::File::options().write(true).create_new(true).open(&path)?;
        let unpacked = Self { path };
        file.write_all(text)?;
        match io::copy(rest, &mut file) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => Err(error),
            _ => Ok(unpacked),
        }
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_file(&self.path) {
            log::warn!("{} stays behind: {error}", self.path.display());
        }
    }
}
