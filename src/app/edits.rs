//! Edits that are not saved yet: noted, kept in the journal, offered back.

use super::document::DocumentSource;
use super::journal::{Journal, Left};
use super::window::App;
use crate::lab::Lab;
use std::time::Duration;

/// When the window closes, changes that were just asked for are waited for so long.
const LAST_WAIT: Duration = Duration::from_secs(2);

impl App {
    /// What is open is as it is in its file, or as it comes.
    pub(super) fn note_opened(&mut self) {
        self.note_unedited();
        self.document.saved_since = false;
        self.document.recorded = false;
        self.document.saved_start = self.moment.lab().map(Lab::start_hash);
        self.look_for_kept();
    }

    /// Reads what was put aside of what is open.
    fn look_for_kept(&mut self) {
        self.unsaved.kept = None;
        if let Some(journal) = self.unsaved.journal.as_ref().filter(|_| is_shipped(&self.document.source)) {
            let (opened, later) = (self.document.opened, self.later());
            journal.look_for_kept(&self.document.source, move |kept| {
                later(Box::new(move |app| {
                    // By its number, since the answer may come after something else was opened.
                    if app.document.opened == opened {
                        app.unsaved.kept = kept;
                        app.offer_next();
                    }
                }));
            });
        }
        self.offer_next();
    }

    /// Whether leaving what is open would lose edits for good. What comes with the program is put aside, and offered
    /// when it is opened again; a recording has the edits, too.
    pub(super) fn would_lose_edits(&self) -> bool {
        self.status.edited
            && !self.document.recorded
            && !(is_shipped(&self.document.source) && self.unsaved.journal.is_some())
    }

    /// Something else is opened, or the window closes: edits of what comes with the program are put aside.
    pub(super) fn put_aside(&mut self) {
        if !self.status.edited || self.document.recorded || !is_shipped(&self.document.source) {
            return;
        }
        if let Some(journal) = &self.unsaved.journal {
            journal.keep(&self.document.source, self.moment.clone());
            // From here on they are not this window's.
            self.note_unedited();
        }
    }

    /// A restart of the laboratory goes back to a state with this [hash](Lab::start_hash): whether that is saved.
    pub(super) fn note_start(&mut self, start: u64) {
        if self.document.saved_start == Some(start) {
            self.note_unedited();
        } else {
            self.note_edit();
        }
    }

    /// The scene, or what a restart of the laboratory goes back to, is no longer as it was saved.
    pub(super) fn note_edit(&mut self) {
        self.status.edited = true;
        self.document.edits += 1;
        self.document.recorded = false;
        self.keep_edits();
    }

    /// It is as it was saved.
    pub(super) fn note_unedited(&mut self) {
        // Only what was edited can be in the journal.
        if std::mem::take(&mut self.status.edited)
            && let Some(journal) = &self.unsaved.journal
        {
            journal.erase();
        }
    }

    /// Hands the edits to the journal.
    fn keep_edits(&self) {
        if let Some(journal) = &self.unsaved.journal {
            journal.write(&self.document.source, self.moment.clone());
        }
    }

    /// Has the edits written that wait in the journal; from any thread.
    pub(super) fn flush_journal(&self) -> impl Fn() + Send + Sync + 'static {
        let flush = self.unsaved.journal.as_ref().map(Journal::flush);
        move || flush.iter().for_each(|flush| flush())
    }

    /// The window closes: what the user did not want saved is forgotten, what a failure cut off is kept.
    pub(super) fn close_journal(&mut self) {
        // Edits that were just asked for may still be on their way.
        self.runner.settle(LAST_WAIT);
        self.take_news();
        // By the user, who was asked before; all else is a failure or a signal.
        if self.requests.quit {
            self.put_aside();
            self.note_unedited();
        } else if self.status.edited {
            self.keep_edits();
        }
        self.unsaved.journal = None;
    }

    /// Reads what windows that never closed have left.
    pub(super) fn look_for_left(&mut self) {
        let Some(journal) = &self.unsaved.journal else { return };
        let later = self.later();
        journal.look_for_left(move |mut left| {
            // Offered from the end, the newest first.
            left.reverse();
            later(Box::new(move |app| {
                app.unsaved.left = left;
                app.offer_next();
            }));
        });
    }

    /// Offers the newest of what was left and not answered yet, then what was put aside of the open scene.
    fn offer_next(&mut self) {
        self.status.kept = self.unsaved.kept.as_ref().map(|kept| ago(kept.when.elapsed().unwrap_or_default()));
        self.status.left_behind = self.unsaved.left.last().map(|left| {
            let age = left.when.elapsed().unwrap_or_default();
            format!("{}, {}", left.source.name(), ago(age))
        });
    }

    /// Goes on with the edits that were left. They stay unsaved, and so in the journal.
    pub(super) fn recover(&mut self) {
        // Those left by other runs first, then the ones kept for what is open now.
        let Some(left) = self.unsaved.left.pop().or_else(|| self.unsaved.kept.take()) else { return };
        match left.source.start_described(left.description.clone()) {
            Ok(subject) => {
                log::info!("recovered edits of {}", left.source.name());
                self.enter(subject, left.source.clone(), None, move |app| {
                    // What can be undone starts here; the edits themselves cannot.
                    (app.document.saved_since, app.document.saved_start) = (true, None);
                    app.note_edit();
                    app.forget(left);
                    app.look_for_kept();
                    app.learn_text();
                });
            }
            Err(error) => self.state.toasts.error(error.title, error.detail),
        }
        self.offer_next();
    }

    fn forget(&self, left: Left) {
        if let Some(journal) = &self.unsaved.journal {
            journal.forget(left);
        }
    }

    /// Throws the edits away that were offered.
    pub(super) fn forget_left(&mut self) {
        if let Some(left) = self.unsaved.left.pop().or_else(|| self.unsaved.kept.take()) {
            log::info!("threw edits of {} away", left.source.name());
            self.forget(left);
        }
        self.look_for_kept();
    }
}

/// Whether it comes with the program, so that it is always there to be opened again.
const fn is_shipped(source: &DocumentSource) -> bool {
    matches!(source, DocumentSource::Gallery(_) | DocumentSource::Lab(_))
}

/// An age in words.
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "just now".into(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{count} {unit}{} ago", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_in_the_largest_unit_that_is_full() {
        for (seconds, words) in [
            (0, "just now"),
            (59, "just now"),
            (60, "1 minute ago"),
            (3599, "59 minutes ago"),
            (7200, "2 hours ago"),
            (86_400, "1 day ago"),
            (1_000_000, "11 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), words);
        }
    }
}
