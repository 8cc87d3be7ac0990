//! What is saved. Files are written beside the window, in the order that was asked for, and the window is told what
//! came of it: a disk may be slow, or hang.

use super::document::{self, DocumentSource};
use super::platform::save_text;
use super::run::Run;
use super::runner::Reply;
use super::window::{App, Wake, Written};
use super::{caught, plot_picture};
use crate::lab::Lab;
use crate::language::word;
use crate::say;
use crate::sim::{self, Timeline};
use crate::subject::Recorded;
use crate::ui::RunFile;
use plot_picture::Plots;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What was open, and how it stood, when it was asked to be saved.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Asked {
    opened: usize,
    edits: usize,
}

/// The text of a scene or of a set-up that has been saved.
struct Described {
    path: PathBuf,
    text: Arc<str>,
    /// Whether another program had changed the file.
    others: bool,
}

impl App {
    /// Saves what is open as the ending of the file says.
    pub(super) fn save(&mut self, path: &Path) {
        match document::run_file(path) {
            Some(RunFile::Recording) => return self.save_recording(path),
            Some(RunFile::Totals) => return self.save_totals(path),
            Some(RunFile::Plots) => return self.save_plots(path),
            None => {}
        }
        let kind = match document::kind(path) {
            Ok(kind) => kind,
            Err(error) => return self.not_saved(error.title, error.detail),
        };
        let path = path.to_path_buf();
        // The text is made on the run's side, between two steps: so a file holds one whole moment.
        let describe = move |run: &mut Run| {
            let text = run.subject().described()?.to_text(kind)?;
            // Whether a laboratory stands as it was saved is told by this.
            Some((text, run.subject().lab().map(Lab::start_hash)))
        };
        self.runner.ask(describe, move |app, described| match described {
            Some((text, start)) => app.write_description(path, text.into(), start),
            None => app.not_saved(
                say!("{} was not saved", path.display()),
                word("The set-up of a laboratory is saved as .toml; a trace is another engine's and cannot be saved.")
                    .into(),
            ),
        });
    }

    fn not_saved(&mut self, title: String, detail: String) {
        self.state.dialogs.after_save = None;
        self.state.toasts.error(title, detail);
    }

    fn asked(&self) -> Asked {
        Asked { opened: self.document.opened, edits: self.document.edits }
    }

    /// Writes beside the window, after what was asked for before, and goes on with what came of it; the error in words.
    fn write<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> Result<T, String> + Send + 'static,
        then: impl FnOnce(&mut Self, Result<T, String>) + Send + 'static,
    ) {
        // While something is being written the window does not close.
        self.document.saving += 1;
        let proxy = self.proxy.clone();
        self.writer.give(move || {
            let came = caught(work).flatten();
            // What follows is done by the window, in its own thread.
            let then = |app: &mut Self| {
                app.document.saving -= 1;
                then(app, came);
            };
            drop(proxy.send_event(Wake::Written(Written(Box::new(then)))));
        });
    }

    /// A file was written, or could not be.
    pub(super) fn go_on(&mut self, written: Written) {
        written.0(self);
    }

    /// Tells the window to go on with something, from another thread.
    pub(super) fn later(&self) -> impl Fn(Reply<Self>) + Send + 'static {
        let proxy = self.proxy.clone();
        move |then| drop(proxy.send_event(Wake::Written(Written(then))))
    }

    /// Writes the text of a scene, or of the set-up of a laboratory with this [start](Lab::start_hash): from then on
    /// that file is the one open.
    fn write_description(&mut self, path: PathBuf, text: Arc<str>, start: Option<u64>) {
        // Whether another program wrote the open file since it was last read or saved here, and it is this one.
        let is_open = self.document.source == DocumentSource::File(path.clone());
        let known = if is_open { self.document.text.clone() } else { None };
        let (asked, to) = (self.asked(), path.clone());
        let work = move || {
            // Compared before it is overwritten: the other program's text would be lost without a word.
            let others = known.is_some_and(|known| document::read(&to).is_ok_and(|now| *now != *known));
            save_text(&to, &text, true).map_err(|error| error.reason.to_string())?;
            Ok(Described { path: std::fs::canonicalize(&to).unwrap_or(to), text, others })
        };
        self.write(work, move |app, written| match written {
            Ok(described) => app.saved(described, start, asked),
            Err(reason) => {
                log::warn!("{}: {reason}", path.display());
                let detail = format!("{reason}\nThe old file, if there was one, is untouched.");
                app.not_saved(say!("{} was not saved", path.display()), detail);
            }
        });
    }

    fn saved(&mut self, Described { path, text, others }: Described, start: Option<u64>, asked: Asked) {
        log::info!("saved {}", path.display());
        let name = document::file_name(&path);
        if others {
            log::warn!("{name} had been changed by another program: its version is in {name}.bak");
            let text = say!("Saved {}. Another program had changed it: its version is beside it as .bak", name);
            self.state.toasts.info(text);
        } else {
            self.state.toasts.info(say!("Saved {}", name));
        }
        // Something else may have been opened meanwhile, and then that stays.
        if self.document.opened == asked.opened {
            let is_edited = self.document.edits != asked.edits;
            self.adopt(DocumentSource::File(path), Some(text));
            (self.document.saved_since, self.document.saved_start) = (true, start);
            // It may have been changed since it was described.
            if let Some(lab) = self.moment.lab() {
                self.note_start(lab.start_hash());
            } else if is_edited {
                self.note_edit();
            }
        }
        // What was edited while the disk wrote is asked about like any edit.
        if let Some(next) = self.state.dialogs.after_save.take() {
            self.perform(next);
        }
    }

    fn save_recording(&self, path: &Path) {
        let path = path.to_path_buf();
        let record = |run: &mut Run| run.subject().recording();
        self.runner.ask(record, move |app, recording| app.write_recording(path, recording));
    }

    fn write_recording(&mut self, path: PathBuf, recording: Option<Recorded>) {
        let Some(recording) = recording else {
            let detail = "Its first steps are forgotten: restart and save in time.";
            self.state.toasts.error("The run is too long to be saved", detail);
            return;
        };
        let (asked, to) = (self.asked(), path.clone());
        let work = move || {
            save_text(&to, &recording.to_text(), true).map_err(|error| error.reason.to_string())?;
            Ok(recording.steps())
        };
        self.write(work, move |app, written| {
            if written.is_ok() {
                log::info!("recorded {}", path.display());
                // Only if nothing was done in the meantime is what runs what was recorded.
                app.document.recorded |= app.asked() == asked;
            }
            app.tell_steps(&path, written);
        });
    }

    /// Every step as a line of numbers.
    fn save_totals(&mut self, path: &Path) {
        // A moment never changes, so its totals can be written while the run goes on.
        let (moment, curves) = (self.moment.clone(), self.status.curves.clone());
        let path = path.to_path_buf();
        let to = path.clone();
        let work = move || {
            let totals = moment.timeline().map(Timeline::totals);
            let csv = match (&curves, totals) {
                (Some(curves), _) => curves.to_csv(totals),
                (None, Some((first, totals))) => sim::totals_to_csv(first, totals),
                (None, None) => return Ok(None),
            };
            save_text(&to, &csv, true).map_err(|error| error.reason.to_string())?;
            // The first line has the names of the columns.
            Ok(Some(csv.lines().count() as u64 - 1))
        };
        self.write(work, move |app, written| {
            let nothing = || word("Nothing is drawn over time yet: there are no numbers to save.").to_owned();
            app.tell_steps(&path, written.transpose().unwrap_or_else(|| Err(nothing())));
        });
    }

    /// Tells how many steps were saved, or why none were.
    fn tell_steps(&mut self, path: &Path, written: Result<u64, String>) {
        match written {
            Ok(steps) => {
                log::info!("saved {}", path.display());
                self.state.toasts.info(say!("Saved {} steps to {}", steps, document::file_name(path)));
            }
            Err(reason) => {
                log::warn!("{}: {reason}", path.display());
                self.state.toasts.error(say!("{} was not saved", path.display()), reason);
            }
        }
    }

    /// The plots as a picture.
    fn save_plots(&self, path: &Path) {
        let plots = Plots {
            moment: self.moment.clone(),
            curves: self.status.curves.clone(),
            with_totals: self.state.session.plotted.with_totals(),
            theme: self.state.preferences.theme,
            font: self.extra_font.font,
        };
        let (path, gpu) = (path.to_path_buf(), self.gpu.clone());
        self.in_background("plots", async move { plot_picture::write(plots, gpu, &path).await.map(|()| path) });
    }
}
