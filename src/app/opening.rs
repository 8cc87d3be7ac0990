//! What is opened, where it came from, and the dialogs that ask for files.

use super::caught_soon;
use super::document::{self, DocumentSource, LoadError, Started};
use super::platform::{self, DialogAnswer, FileWatch, Purpose};
use super::window::{App, Wake};
use crate::headless::fonts;
use crate::lab;
use crate::language::word;
use crate::scene;
use crate::sim::Command;
use crate::subject::Subject;
use crate::trace;
use crate::ui::{Action, NO_DIALOG, Picker};
use std::path::PathBuf;
use std::sync::Arc;

impl App {
    /// Opens a scene; when it cannot be opened the old one goes on.
    pub(super) fn open(&mut self, source: DocumentSource) {
        if matches!(source, DocumentSource::Gallery(_) | DocumentSource::Lab(_)) {
            let started = source.read_and_start();
            return self.opened(source, started);
        }
        // A file or a text may be long, and a disk slow: the window does not wait for it.
        self.document.opening = Some((source.clone(), self.status.edited));
        let proxy = self.proxy.clone();
        platform::beside("open", async move {
            let failed = |detail| LoadError { title: format!("{} cannot be opened", source.name()), detail };
            if let DocumentSource::Trace(id) = &source {
                platform::bring_trace(id).await;
            }
            // A reader that breaks on an odd file must not take the window with it.
            let started = caught_soon(async { source.read_and_start() }).await.map_err(failed).flatten();
            drop(proxy.send_event(Wake::Opened(source, Box::new(started))));
        });
    }

    /// Goes on with a file that has been read, unless something else was opened in the meantime.
    pub(super) fn file_opened(&mut self, source: DocumentSource, started: Result<Started, LoadError>) {
        let Some((_, was_edited)) = self.document.opening.take_if(|(wanted, _)| *wanted == source) else { return };
        match source {
            // Edits that came while it was read are asked about.
            DocumentSource::File(path) if self.would_lose_edits() && !was_edited => {
                self.perform(Action::OpenFile(path));
            }
            source => self.opened(source, started),
        }
    }

    pub(super) fn opened(&mut self, source: DocumentSource, started: Result<Started, LoadError>) {
        match started {
            Ok(Started { subject, text }) => {
                log::info!("opened {}", source.name());
                let sample = if let DocumentSource::Trace(id) = &source { trace::sample(id) } else { None };
                self.enter(subject, source, text, |_| ());
                if let Some(sample) = sample {
                    self.look_at(sample);
                }
            }
            Err(error) => {
                log::warn!("not opened: {error}");
                self.state.toasts.error(error.title, error.detail);
            }
        }
    }

    /// Goes on with another scene or laboratory, which the file has in these words, and then with something else.
    pub(super) fn enter(
        &mut self,
        subject: Subject,
        source: DocumentSource,
        text: Option<Arc<str>>,
        then: impl FnOnce(&mut Self) + Send + 'static,
    ) {
        self.state.toasts.clear_errors();
        self.put_aside();
        // Whatever else was being opened comes too late.
        self.document.opening = None;
        self.document.source = source.clone();
        self.document.opened += 1;
        // What follows is done when the run has taken it over, so that all of it is about the same subject.
        self.replace(subject, move |app| {
            app.state.enter(&app.moment.clone());
            // What was asked for in the meantime is what is open, and what the next key goes on from.
            if app.document.source == source {
                app.adopt(source, text);
            }
            then(app);
        });
        self.runner.tell(|run| run.set_running(true));
    }

    pub(super) fn open_neighbour(&mut self, places: i32) {
        let scenes = scene::gallery().iter().map(|entry| DocumentSource::Gallery(entry.id));
        let gallery: Vec<DocumentSource> =
            scenes.chain(lab::laboratories().iter().map(|entry| DocumentSource::Lab(entry.id))).collect();
        if gallery.is_empty() {
            return;
        }
        let here = gallery.iter().position(|source| *source == self.document.source);
        // From a file, "next" is the first and "previous" the last.
        let next = match here {
            Some(i) => (i as i32 + places).rem_euclid(gallery.len() as i32) as usize,
            None if places < 0 => gallery.len() - 1,
            None => 0,
        };
        self.open(gallery[next].clone());
    }

    /// Puts another subject in the place of the one that runs, and goes on when that is done.
    pub(super) fn replace(&mut self, mut subject: Subject, then: impl FnOnce(&mut Self) + Send + 'static) {
        // Before it runs, so that what the picture shows of each step is kept from the first one on.
        subject.ready_for(&self.view);
        if let Some(sim) = subject.scene_mut() {
            // The panels time the stages of a step; the simulation has no clock of its own.
            sim.set_clock(Some(super::window::seconds));
            // Any number of threads gives the same result, so this is no edit.
            if sim.apply(Command::Threads(self.status.threads)).is_err() {
                log::warn!("the number of threads was refused");
            }
        }
        self.runner.ask(move |run| run.replace(subject), |app, ()| then(app));
        self.arm();
    }

    /// Remembers where the scene now open came from, and watches it when that is a file, which has it in these words.
    pub(super) fn adopt(&mut self, source: DocumentSource, text: Option<Arc<str>>) {
        self.document.source = source.clone();
        self.document.opened += 1;
        // All that was known of the one before is forgotten first: each kind of source sets what is its own.
        self.note_opened();
        self.status.file = None;
        self.status.gallery_id = None;
        self.status.sample = None;
        self.status.lab_id = None;
        self.document.watch = None;
        self.document.text = text;
        self.document.rereading = None;
        self.give_up_beside();
        self.check_open_trace(false);
        match &source {
            DocumentSource::Gallery(id) => self.status.gallery_id = Some(id),
            DocumentSource::Lab(id) => self.status.lab_id = Some(id),
            DocumentSource::Trace(id) => self.status.sample = trace::sample(id),
            DocumentSource::Text(_) | DocumentSource::Live(_) => {}
            DocumentSource::File(path) => {
                // A page's files are gone with the page.
                if platform::KEEPS_FILES {
                    self.state.preferences.note_recent(path);
                }
                self.status.file = Some(path.clone());
                self.status.lab_id = self.moment.lab().map(|lab| lab.entry().id);
                // A bench that runs again writes the same trace anew; a recording is history, and stays as it is.
                if self.moment.trace().is_some() || !document::is_recording(path) {
                    let proxy = self.proxy.clone();
                    self.document.watch = FileWatch::new(path, move || drop(proxy.send_event(Wake::FileChanged)));
                }
            }
        }
        self.look_at_names();
    }

    /// Sees to it that the names in it can be written.
    pub(super) fn look_at_names(&mut self) {
        self.want_letters(fonts::subject_is_wide(&self.moment));
    }

    pub(super) fn proposed_path(&self) -> PathBuf {
        let folder = platform::documents();
        let name = match &self.document.source {
            // An empty name is that of a build without a gallery.
            DocumentSource::Gallery(id) if !id.is_empty() => format!("{id}.toml"),
            DocumentSource::Lab(id) => format!("{id}.toml"),
            DocumentSource::Gallery(_)
            | DocumentSource::Trace(_)
            | DocumentSource::Text(_)
            | DocumentSource::Live(_) => "scene.toml".into(),
            DocumentSource::File(path) if document::is_recording(path) => {
                document::file_name(&path.with_extension("toml"))
            }
            DocumentSource::File(path) => document::file_name(path),
        };
        folder.join(name)
    }

    pub(super) fn ask(&self, purpose: Purpose) {
        let proxy = self.proxy.clone();
        let name = document::file_name(&self.proposed_path());
        platform::ask(purpose, name, move |answer| drop(proxy.send_event(Wake::Dialog(purpose, answer))));
    }

    /// Goes on after a file dialog.
    pub(super) fn dialog_closed(&mut self, purpose: Purpose, answer: DialogAnswer) {
        match (purpose, answer) {
            // Each purpose with each answer; where there is no file dialog, a path is typed.
            (Purpose::Open, DialogAnswer::Chosen(path)) => self.open(DocumentSource::File(path)),
            (Purpose::Save, DialogAnswer::Chosen(path)) => self.save(&path),
            (_, DialogAnswer::Cancelled) => self.state.dialogs.after_save = None,
            (Purpose::Beside, DialogAnswer::Chosen(path)) => self.lay_over(path),
            (Purpose::Open | Purpose::Beside, DialogAnswer::Unavailable) => {
                log::info!("no file dialog: asking for a path");
                let picker = if purpose == Purpose::Open { Picker::path() } else { Picker::beside() };
                self.state.dialogs.picker = Some(picker);
            }
            (Purpose::Save, DialogAnswer::Unavailable) => {
                log::info!("no file dialog: asking for a path");
                self.state.dialogs.save_as = Some(self.proposed_path().display().to_string());
                self.state.toasts.info(word(NO_DIALOG));
            }
        }
    }
}
