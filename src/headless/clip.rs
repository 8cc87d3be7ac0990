//! A moving picture, written frame by frame: by the command line and by the window alike.

use crate::render::{Clip, ClipKind, Picture, PictureError};
use std::io::Write;
use std::path::Path;

/// The kind of clip that the ending of a file's name asks for; none for another.
pub fn clip_kind(path: &Path) -> Option<ClipKind> {
    match path.extension()?.to_string_lossy().to_lowercase().as_str() {
        "gif" => Some(ClipKind::Gif),
        "apng" => Some(ClipKind::Apng),
        "y4m" => Some(ClipKind::Y4m),
        _ => None,
    }
}

/// How a clip is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClipOptions {
    /// Its format.
    pub kind: ClipKind,
    /// Width and height (pixels).
    pub size: [u32; 2],
    /// Frames a second.
    pub fps: u32,
    /// How many frames.
    pub count: u32,
}

/// Writes a clip whose frames `frame` draws by their index. What refuses ends it: then what was written is no clip.
pub fn write_clip<E: From<PictureError>>(
    out: impl Write,
    options: &ClipOptions,
    mut frame: impl FnMut(u32) -> Result<Picture, E>,
) -> Result<(), E> {
    let ClipOptions { kind, size, fps, count } = *options;
    // An animated PNG states the number of frames before the first of them, so the count is needed in advance.
    let mut clip = Clip::new(out, size, fps, count, kind)?;
    for index in 0..count {
        clip.push(&frame(index)?)?;
    }
    Ok(clip.finish()?)
}
