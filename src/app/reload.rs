//! The open file, read again when another program has written it.
//!
//! It may be long and its disk slow, so a thread of its own reads it: the window goes on and is told what came of it.

use super::caught;
use super::document::{self, DocumentSource, LoadError, Reread, Rereading, Rereads};
use super::platform;
use super::window::{App, QUIET_FILE, Wake};
use crate::say;
use crate::subject::Subject;
use crate::ui::Action;
use crate::view::Aside;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use web_time::Instant;

impl App {
    /// The open file was written by another program.
    pub(super) fn file_changed(&mut self) {
        // What is being saved is not known to be this program's until it is told so.
        if self.document.saving > 0 {
            self.document.quiet_at = Some(Instant::now() + QUIET_FILE);
        } else {
            self.read_again(Rereads::Follow);
        }
    }

    /// Goes on with what the open file says now; a faulty one leaves the old scene running.
    pub(super) fn reload(&mut self) {
        self.read_again(Rereads::Replace);
    }

    /// Finds out what stands in the open file, where something else is shown than it says.
    pub(super) fn learn_text(&mut self) {
        self.read_again(Rereads::Know);
    }

    fn read_again(&mut self, purpose: Rereads) {
        let DocumentSource::File(path) = self.document.source.clone() else { return };
        if self.moment.trace().is_some() {
            return self.open(DocumentSource::File(path));
        }
        if document::is_recording(&path) {
            return;
        }
        // What is asked for while it is read is asked of what stands there then.
        if let Some(reading) = &mut self.document.rereading {
            (reading.again, reading.purpose) = (true, reading.purpose.max(purpose));
            return;
        }
        // Reading may take long: it goes on beside the window, and its answer is known by its number.
        static READINGS: AtomicUsize = AtomicUsize::new(0);
        let id = READINGS.fetch_add(1, Ordering::Relaxed);
        self.document.rereading = Some(Rereading { id, purpose, again: false });
        let (proxy, known) = (self.proxy.clone(), self.document.text.clone());
        platform::beside("read again", async move {
            let failed = |detail| LoadError { title: format!("{} cannot be read", path.display()), detail };
            let read = caught(|| read(&path, known.as_deref())).map_err(failed).flatten();
            drop(proxy.send_event(Wake::Reread(id, Box::new(read))));
        });
    }

    /// Goes on with what the reading of this number has found.
    pub(super) fn file_read_again(&mut self, id: usize, read: Reread) {
        let Some(reading) = self.document.rereading.take_if(|reading| reading.id == id) else { return };
        if reading.again {
            return self.read_again(reading.purpose);
        }
        // It may have met what is being saved.
        if self.document.saving > 0 && reading.purpose == Rereads::Follow {
            return self.file_changed();
        }
        match (read, reading.purpose) {
            (Ok(None), _) => {}
            (Ok(Some((text, _))), Rereads::Know) => self.document.text = Some(text),
            (Err(_), Rereads::Know) => {}
            // Asked about, it is read once more: the answer may take its time.
            (Ok(_), Rereads::Follow) if self.would_lose_edits() => self.perform(Action::Reload),
            (Ok(Some((text, subject))), _) => self.go_on_with(text, subject),
            (Err(error), _) => {
                log::warn!("not reloaded: {error}");
                let title = format!("{}; the scene before goes on", error.title);
                self.state.toasts.clear_errors();
                self.state.toasts.error(title, error.detail);
            }
        }
    }

    fn go_on_with(&mut self, text: Arc<str>, subject: Subject) {
        let DocumentSource::File(path) = self.document.source.clone() else { return };
        self.document.text = Some(text);
        let selected = self.state.selection.body.and_then(|id| Some(self.moment.scene()?.name(id)));
        self.replace(subject, move |app| app.reloaded(&path, selected.as_deref()));
    }

    /// The open file was read again: what was selected is found by its name, and the camera stays, for one edits a file
    /// to see what changes.
    fn reloaded(&mut self, path: &Path, selected: Option<&str>) {
        let again = selected.and_then(|name| self.moment.scene()?.find(name));
        self.state.select(again);
        self.state.selection.contact = None;
        // Other bodies may stand in the places of those that were hidden or locked.
        self.state.aside = Aside::default();
        self.note_opened();
        self.state.toasts.clear_errors();
        let short = document::file_name(path);
        self.state.toasts.info(say!("{} changed and was read again", short));
        log::info!("reloaded {short}");
        self.look_at_names();
    }
}

/// Reads a file and starts what it describes, unless its text is known.
fn read(path: &Path, known: Option<&str>) -> Reread {
    let text = document::read(path)?;
    if known == Some(&text) {
        return Ok(None);
    }
    let subject = DocumentSource::File(path.into()).start_described(document::parse_file(path, &text)?)?;
    Ok(Some((text.into(), subject)))
}
