//! Traces as files, for whoever plays them.

use super::Failure;
use super::file::open_regular;
use crate::playback::{Input, Playback};
use crate::trace::Fault;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So much of a file is looked at to see what it is (bytes).
const LOOKED_AT: u64 = 256;

/// Whether a file is a trace: by what stands at its beginning, or by its ending `.jsonl`.
pub fn is_trace(path: &Path) -> bool {
    let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    let Ok(file) = open_regular(path) else { return false };
    let mut head = Vec::new();
    let read = file.take(LOOKED_AT).read_to_end(&mut head).is_ok();
    let text: Vec<u8> = head.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    read && (named || head.starts_with(&[0x1f, 0x8b]) || text.starts_with(b"{\"trace\":"))
}

/// Opens the trace of this path at its first step.
pub fn open_playback(path: &Path) -> Result<Playback, Failure> {
    let wrong = |what: &dyn std::fmt::Display| Failure::Wrong(format!("{}: {what}", path.display()));
    let mut file = open_regular(path).map_err(|what| Failure::Wrong(format!("{} {what}", path.display())))?;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let mut head = [0; 2];
    let is_packed = file.read_exact(&mut head).is_ok() && head == [0x1f, 0x8b];
    if is_packed {
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        return Playback::of_bytes(bytes, &name).map_err(|fault| wrong(&fault));
    }
    let path_again: PathBuf = path.into();
    let open = move || {
        let cannot = |what: String| Fault { line: 0, column: 0, what };
        let file = open_regular(&path_again).map_err(|what| cannot(format!("{} {what}", path_again.display())))?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)) as Box<dyn Input>)
    };
    Playback::open(Arc::new(open), &name).map_err(|fault| wrong(&fault))
}
