//! Reading files: regular ones, of a bearable length, and nothing that could keep one waiting.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The bytes of a file of at most so many, or in words what is wrong with it: `is a folder`.
///
/// A pipe, a device or a socket is refused before it is opened, for it may never give anything or never end.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, String> {
    read_from(open_regular(path)?, limit)
}

/// A regular file, open to be read as a stream; anything else is refused in words, as by [`read_bytes`].
pub fn open_regular(path: &Path) -> Result<File, String> {
    // Asked before it is opened, for opening a named pipe waits for its writer.
    let data = fs::metadata(path).map_err(|error| readable(&error))?;
    if data.is_dir() {
        return Err("is a folder; name a file in it".into());
    }
    if !data.is_file() {
        return Err("is a pipe or a device, which may never end; save it to a file first".into());
    }
    File::open(path).map_err(|error| readable(&error))
}

/// The text of a file, as [`read_bytes`] reads it.
pub fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    as_text(read_bytes(path, limit)?)
}

/// All bytes of a reader that has at most so many.
pub(super) fn read_from(reader: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = vec![];
    // One byte more than allowed tells a long file from a full one, whatever its metadata say.
    reader.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| readable(&error))?;
    if bytes.len() as u64 > limit {
        return Err(format!("is larger than {} MiB, the limit", limit >> 20));
    }
    Ok(bytes)
}

pub(super) fn as_text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        // The place of the first bad byte is what one needs to look it up in an editor.
        let good = error.utf8_error().valid_up_to();
        format!("is not text: byte {good} is not UTF-8")
    })
}

fn readable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "may not be read (permission denied)".into(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_or_too_long_is_refused_at_once() {
        let folder = std::env::temp_dir().join(format!("carom-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (full, long, bytes) = (folder.join("full"), folder.join("long"), folder.join("bytes"));
        fs::write(&full, [b'a'; 16]).unwrap();
        fs::write(&long, [b'a'; 17]).unwrap();
        fs::write(&bytes, [b'a', 0xff]).unwrap();
        assert_eq!(read_text(&full, 16).unwrap().len(), 16);
        for (path, words) in [
            (long.as_path(), "is larger than"),
            (&bytes, "byte 1 is not UTF-8"),
            (&folder, "is a folder"),
            (&folder.join("none"), "there is no such file"),
            #[cfg(unix)]
            (Path::new("/dev/zero"), "is a pipe or a device"),
        ] {
            let problem = read_text(path, 16).unwrap_err();
            assert!(problem.contains(words), "{problem}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
