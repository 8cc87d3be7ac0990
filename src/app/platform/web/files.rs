//! Files of a page: what was dropped on it or chosen stays in memory under its name, what is saved is downloaded, too.

use super::super::{DialogAnswer, Purpose};
use super::{document, told};
use crate::headless::SaveError;
use crate::playback::Playback;
use crate::trace::begins_trace;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

thread_local! {
    /// The files there are, by their names.
    static FILES: RefCell<BTreeMap<PathBuf, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Keeps a file under its name, over an older one.
pub(super) fn keep(path: &Path, bytes: Vec<u8>) {
    FILES.with_borrow_mut(|files| files.insert(path.into(), bytes));
}

/// The text of a file of at most so many bytes, or in words what is wrong with it, beginning with a verb.
pub fn read_text(path: &Path, limit: u64) -> Result<String, String> {
    let bytes = FILES.with_borrow(|files| files.get(path).cloned()).ok_or("there is no such file")?;
    if bytes.len() as u64 > limit {
        return Err(format!("is larger than {} MiB, the limit", limit >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        format!("is not text: byte {good} is not UTF-8")
    })
}

/// Whether a file is a trace: by what stands at its beginning, or by its ending `.jsonl`.
pub fn is_trace(path: &Path) -> bool {
    let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl"));
    FILES.with_borrow(|files| files.get(path).is_some_and(|bytes| named || begins_trace(bytes)))
}

/// Opens a trace at its first step; the error in words.
pub fn open_trace(path: &Path) -> Result<Playback, String> {
    let bytes = FILES.with_borrow(|files| files.get(path).cloned()).ok_or("there is no such file")?;
    Playback::of_bytes(bytes, &path.display().to_string()).map_err(|fault| fault.to_string())
}

/// Keeps a text file, and downloads it.
pub fn save_text(path: &Path, text: &str, keep_old: bool) -> Result<(), SaveError> {
    save_bytes(path, text.as_bytes(), keep_old)
}

/// Keeps a file, and downloads it. The browser sees to older ones of its name.
pub fn save_bytes(path: &Path, bytes: &[u8], _: bool) -> Result<(), SaveError> {
    download(path, bytes).map_err(|error| SaveError { path: path.into(), reason: io::Error::other(told(&error)) })?;
    keep(path, bytes.into());
    Ok(())
}

/// Offers bytes to the user as a file.
fn download(path: &Path, bytes: &[u8]) -> Result<(), JsValue> {
    let name = path.file_name().map_or_else(|| "carom".into(), |name| name.to_string_lossy().into_owned());
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let document = document().ok_or("there is no page")?;
    let link: web_sys::HtmlAnchorElement = document.create_element("a")?.unchecked_into();
    link.set_href(&address);
    link.set_download(&name);
    link.click();
    // The download has begun by then.
    let revoke = Closure::once_into_js(move || drop(web_sys::Url::revoke_object_url(&address)));
    let window = web_sys::window().ok_or("there is no page")?;
    window.set_timeout_with_callback_and_timeout_and_arguments_0(revoke.unchecked_ref(), 60_000)?;
    Ok(())
}

/// A file that is being written. Dropped before [`finish`](Self::finish), it was never there.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Replacement {
    /// Begins a file of this name.
    #[expect(clippy::unnecessary_wraps, reason = "a disk may refuse")]
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.into(), bytes: vec![] })
    }

    /// Downloads the whole file.
    pub fn finish(self, _: bool) -> io::Result<()> {
        download(&self.path, &self.bytes).map_err(|error| io::Error::other(told(&error)))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps files in the order it is given them. Nothing of a page takes long enough to be waited for.
#[derive(Debug)]
pub struct Writer;

impl Writer {
    /// With nothing to do yet.
    pub const fn new() -> Self {
        Self
    }

    /// Does this now.
    pub fn give(&self, work: impl FnOnce() + Send + 'static) {
        work();
    }
}

/// Nobody changes the files of a page behind its back.
#[derive(Debug)]
pub enum FileWatch {}

impl FileWatch {
    /// There is nothing to watch.
    pub fn new(_: &Path, _: impl Fn() + Send + 'static) -> Option<Self> {
        None
    }
}

/// Asks for a file by the browser's own dialog, and calls `done` with the answer. What is saved goes where the browser
/// puts downloads.
pub fn ask(purpose: Purpose, file_name: String, done: impl FnOnce(DialogAnswer) + Send + 'static) {
    match purpose {
        Purpose::Save => done(DialogAnswer::Chosen(file_name.into())),
        Purpose::Open | Purpose::Beside => {
            if let Err(error) = choose(done) {
                log::warn!("no file dialog: {}", told(&error));
            }
        }
    }
}

fn choose(done: impl FnOnce(DialogAnswer) + 'static) -> Result<(), JsValue> {
    // A page reaches files only through an input that is clicked; this one is never shown.
    let document = document().ok_or("there is no page")?;
    let input: web_sys::HtmlInputElement = document.create_element("input")?.unchecked_into();
    input.set_type("file");
    input.set_accept(".toml,.json,.jsonl,.gz,.caromrec");
    let chosen = input.clone();
    let taken = Closure::once_into_js(move || {
        let file = chosen.files().and_then(|files| files.get(0));
        spawn_local(async move {
            let answer = match file {
                Some(file) => take(&file).await.map_or(DialogAnswer::Cancelled, DialogAnswer::Chosen),
                None => DialogAnswer::Cancelled,
            };
            done(answer);
        });
    });
    input.set_onchange(Some(taken.unchecked_ref()));
    input.click();
    Ok(())
}

/// Reads a file that was handed over; its name from now on.
pub(super) async fn take(file: &web_sys::File) -> Option<PathBuf> {
    let path = PathBuf::from(file.name());
    match JsFuture::from(file.array_buffer()).await {
        Ok(buffer) => {
            keep(&path, js_sys::Uint8Array::new(&buffer).to_vec());
            Some(path)
        }
        Err(error) => {
            log::warn!("{} cannot be read: {}", path.display(), told(&error));
            None
        }
    }
}
