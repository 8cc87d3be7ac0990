//! Carries out what panels, keys and mouse asked for.

use super::describe::describe;
use super::document::{self, DocumentSource, Started};
use super::export::drawn;
use super::platform::{self, Purpose, at_home, picture_path};
use super::plot_picture;
use super::run::Run;
use super::window::{App, Wake};
use crate::headless::fonts;
use crate::lab::{GivenSetting, Lab, LabCommand, Opens, Trial};
use crate::physics::BodyId;
use crate::render::{Gpu, Offscreen};
use crate::say;
use crate::scene::{Specimen, SpecimenForm};
use crate::sim::{Command, CommandError, Question, Timeline};
use crate::subject::{Subject, specimen};
use crate::timeline::{ChangeLabel, TimeMachine};
use crate::ui::{Action, ExportDraft, Pause, PlayMode, label_text};
use crate::view::DrawList;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

impl App {
    /// Carries out one action, unless it would lose edits: then the user is asked first.
    pub(super) fn perform(&mut self, action: Action) {
        if self.would_lose_edits() && action.leaves_scene() {
            log::info!("unsaved edits: asking");
            self.state.dialogs.unsaved = Some(action);
        } else {
            self.carry_out(action);
        }
    }

    /// Carries out one action. Refusals become messages.
    pub(super) fn carry_out(&mut self, action: Action) {
        // In the order of the enum; what is more than a line or two has a function of its own.
        match action {
            Action::Apply(command) => self.apply(command),
            Action::WhatIf(question) => self.look_ahead(question),
            Action::Add { stem, desc } => self.add(stem, desc),
            Action::AddBodies(bodies) => self.add_bodies(bodies),
            Action::Lab(command) => self.apply_lab(command),
            Action::SetLab(settings) => self.set_lab(settings),
            Action::OpenTrial(trial) => self.open_trial(&trial),
            // Whoever looks at a step wants to stay there.
            Action::Seek(step) => {
                self.runner.tell(move |run| {
                    run.set_running(false);
                    run.seek(step);
                });
            }
            Action::Back(count) => {
                self.runner.tell(move |run| {
                    run.set_running(false);
                    run.seek(run.subject().step_count().saturating_sub(u64::from(count)));
                });
            }
            Action::Reverse => self.change_playback(|playback| playback.backwards = !playback.backwards),
            Action::Loop => self.change_playback(|playback| playback.looping = !playback.looping),
            Action::Watch => self.arm(),
            Action::KeepGhost => self.with_time_machine(|time| time.keep_ghost()),
            Action::ShowGhost(index) => self.with_time_machine(move |time| time.show_ghost(index)),
            Action::SwapGhost if self.moment.trace().is_some() => self.trade_places(),
            Action::SwapGhost => self.with_time_machine(|time| time.swap_ghost()),
            Action::ReadContactHistory { first, count } => self.with_timeline(move |c| c.read_contacts(first, count)),
            Action::FollowCurves(texts) => self.runner.tell(move |run| run.follow(&texts)),
            Action::ReadCurves => self.runner.tell(Run::read_curves),
            Action::ForgetContactHistory => self.with_timeline(Timeline::forget_contacts),
            Action::DropGhosts => self.with_time_machine(|time| time.drop_ghosts()),
            Action::SaveRun(file) => {
                let path = self.proposed_path().with_extension(file.ending());
                self.state.dialogs.save_as = Some(path.display().to_string());
            }
            Action::Undo => self.history("undone", Subject::undo_label, |time| time.undo()),
            Action::Redo => self.history("redone", Subject::redo_label, |time| time.redo()),
            Action::TogglePause => {
                let toggle = |run: &mut Run| {
                    run.set_running(!run.running());
                    (run.running(), run.subject().step_count())
                };
                self.runner.ask(toggle, |_, (running, step)| {
                    log::info!("{} at step {step}", if running { "running" } else { "paused" });
                });
            }
            Action::Step(count) => {
                let step = move |run: &mut Run| {
                    run.set_running(false);
                    run.step(count);
                    run.subject().step_count()
                };
                self.runner.ask(step, |_, step| log::info!("stepped to {step}"));
            }
            Action::Restart => self.restart(),
            Action::SetTimeScale(scale) => self.runner.tell(move |run| run.set_time_scale(f64::from(scale))),
            Action::OpenGallery(id) => self.open(DocumentSource::Gallery(id)),
            Action::OpenLab(id) => self.open(DocumentSource::Lab(id)),
            Action::OpenTrace(id) => self.open(DocumentSource::Trace(id)),
            Action::Neighbour(places) => self.open_neighbour(places),
            Action::OpenFile(path) => self.open(DocumentSource::File(at_home(path))),
            Action::BrowseOpen => self.ask(Purpose::Open),
            Action::BrowseSave => self.ask(Purpose::Save),
            Action::Reload => self.reload(),
            Action::Leave(action) => self.carry_out(*action),
            Action::Recover => self.recover(),
            Action::Forget => self.forget_left(),
            Action::Save => match self.document.source.clone() {
                DocumentSource::File(path) if !document::is_recording(&path) => self.save(&path),
                // What came with the program or from another engine has no file to be written to: a place is asked for.
                DocumentSource::Lab(_)
                | DocumentSource::Gallery(_)
                | DocumentSource::Trace(_)
                | DocumentSource::File(_)
                | DocumentSource::Text(_)
                | DocumentSource::Live(_) => {
                    self.state.dialogs.save_as = Some(self.proposed_path().display().to_string());
                }
            },
            Action::SaveTo(path) => self.save(&at_home(path)),
            Action::Screenshot => self.screenshot(),
            Action::RunHere { from_now } => self.run_here(from_now),
            Action::BrowseBeside => self.ask(Purpose::Beside),
            Action::LayOver(path) => self.lay_over(at_home(path)),
            Action::Compare => self.compare_again(),
            Action::TakeAway => self.take_away(),
            Action::CheckTrace => self.check_open_trace(true),
            Action::AskExport => {
                let path = self.proposed_path().with_extension("gif");
                self.state.dialogs.export = Some(ExportDraft::new(path.display().to_string()));
            }
            Action::Export(export) => self.export(export),
            Action::CancelExport => self.cancel_export(),
            Action::Frame => self.frame_subject(),
            Action::Copy(text) => self.copy(text),
            Action::AskLink => self.ask_link(),
            Action::CopyLink { base, embedded } => self.copy_link(&base, embedded),
            Action::CopyContact { bodies, form } => self.copy_contact(bodies, form),
            Action::OpenText(text) => self.open(DocumentSource::Text(text)),
            Action::LoseDevice => self.lose_device(),
            Action::SlowStep => self.slow_step(),
            Action::GoOn => self.leave_failure(),
            Action::Quit => self.quit(),
        }
    }

    /// Has the physics busy for eight seconds, as a step that is far too much for the machine would.
    fn slow_step(&self) {
        let step = |run: &mut Run| {
            let start = Instant::now();
            while start.elapsed() < Duration::from_secs(8) {
                std::thread::yield_now();
            }
            run.step(1);
        };
        log::info!("a slow step begins");
        self.runner.ask(step, |_, ()| log::info!("the slow step is over"));
    }

    fn change_playback(&self, change: impl FnOnce(&mut PlayMode) + Send + 'static) {
        self.runner.tell(move |run| {
            let mut playback = run.playback();
            change(&mut playback);
            run.set_playback(playback);
        });
    }

    fn with_time_machine(&self, change: impl FnOnce(&mut dyn TimeMachine) + Send + 'static) {
        self.runner.tell(move |run| change(run.subject_mut().time_machine()));
    }

    fn with_timeline(&self, change: impl FnOnce(&mut Timeline) + Send + 'static) {
        self.runner.tell(move |run| {
            if let Some(timeline) = run.subject_mut().scene_mut() {
                change(timeline);
            }
        });
    }

    /// Has the next step worked out with other values. A picture does not wait for that.
    fn look_ahead(&self, question: Question) {
        let asked = question.clone();
        let look = move |run: &mut Run| run.subject().timeline().and_then(|timeline| asked.answer(timeline));
        self.runner.ask_aside(look, move |app, answer| app.state.take_answer(&question, answer));
    }

    fn copy_contact(&mut self, (a, b): (BodyId, BodyId), form: SpecimenForm) {
        // As it was when the user saw it.
        let moment = self.moment.clone();
        if let Some(playback) = moment.trace() {
            match specimen(playback, a.index(), b.index()) {
                Ok(specimen) => self.copied(&specimen, form),
                Err(why) => self.state.toasts.error("The contact was not copied", why),
            }
            return;
        }
        let find = move |_: &mut Run| {
            // After an edit the contacts on show are those of the bodies where they stand now.
            let before = moment.timeline().filter(|now| !now.sim().is_edited()).and_then(Timeline::before);
            before.as_ref().or(moment.scene()).and_then(|sim| sim.specimen(a, b))
        };
        self.runner.ask(find, move |app, specimen| match specimen {
            Some(specimen) => app.copied(&specimen, form),
            None => {
                let why = "Something else struck the two first in that step; go a step on or back and copy it there.";
                app.state.toasts.error("The contact was not copied", why);
            }
        });
    }

    /// Puts a contact on the clipboard and says so.
    fn copied(&mut self, specimen: &Specimen, form: SpecimenForm) {
        let [a, b] = specimen.names();
        self.copy(specimen.write(form));
        self.state.toasts.info(say!("Copied the contact of {} and {}", a, b));
    }

    /// Gives the run the conditions that pause it, as far as this scene has what they name.
    pub(super) fn arm(&mut self) {
        self.status.fired = None;
        let on = self.state.session.pauses.iter().filter(|pause| pause.on);
        let conditions: Vec<String> = on.map(|pause| pause.text.clone()).collect();
        let plotted = self.state.session.plotted.clone();
        self.runner.tell(move |run| {
            // Curves are of names, too: another scene may have them, or not.
            run.pause_when(&conditions);
            let curves = plotted.of(run.subject().title()).to_vec();
            run.follow(&curves);
        });
    }

    /// Pauses the run at these conditions, besides those that are listed already.
    pub(super) fn pause_when(&mut self, conditions: Vec<String>) {
        if conditions.is_empty() {
            return;
        }
        self.state.session.pauses.extend(conditions.into_iter().map(|text| Pause { text, on: true }));
        self.arm();
    }

    /// Moves the camera to where the selection, or all there is, fills the picture.
    fn frame_subject(&mut self) {
        let moment = self.moment.clone();
        match &*moment {
            Subject::Scene(timeline) => self.state.frame_selection(timeline.sim()),
            Subject::Lab(_) => self.state.camera = moment.camera(self.state.camera.size, self.state.camera.scale),
            Subject::Trace(_) => self.state.frame_trace(&moment),
        }
    }

    fn restart(&mut self) {
        match &*self.moment {
            Subject::Scene(_) => self.apply(Command::Restart),
            // What an engine sends cannot be begun anew: one goes back to its first step.
            Subject::Lab(_) => self.apply_lab(LabCommand::Restart),
            Subject::Trace(traced) => {
                let first = traced.playback.film().first;
                self.runner.tell(move |run| run.seek(first));
            }
        }
    }

    fn apply_lab(&mut self, command: LabCommand) {
        // Logged as it was asked for: a report of a fault can be replayed from the log.
        match &command {
            LabCommand::Set { name, value } => log::info!("applied: {name} set to {value:?}"),
            LabCommand::Drag { handle, to } => log::info!("applied: {handle} dragged to {to}"),
            LabCommand::Click(at) => log::info!("applied: click at {at}"),
            LabCommand::Outline(corners) => log::info!("applied: outline of {} corners", corners.len()),
            LabCommand::Reset => log::info!("applied: reset"),
            LabCommand::Restart | LabCommand::Undo | LabCommand::Redo | LabCommand::EndGesture => {}
        }
        // The hash of its start says whether it is still as it was opened or saved.
        let change = move |run: &mut Run| {
            let lab = run.subject_mut().lab_mut()?;
            Some((lab.apply(command), lab.sim().start_hash()))
        };
        self.runner.ask(change, |app, done| match done {
            None => {}
            Some((Ok(()), start)) => app.note_start(start),
            Some((Err(error), _)) => {
                log::warn!("refused: {error}");
                app.state.toasts.error("That was refused", error.to_string());
            }
        });
    }

    /// Sets values of the laboratory that runs, as a link of the guide says.
    fn set_lab(&mut self, settings: Vec<GivenSetting>) {
        let change = move |run: &mut Run| {
            let lab = run.subject_mut().lab_mut()?;
            Some((lab.set_up(&settings), lab.sim().start_hash()))
        };
        self.runner.ask(change, |app, done| match done {
            None => {}
            Some((Ok(()), start)) => app.note_start(start),
            Some((Err((setting, refused)), _)) => {
                log::warn!("refused: {}={}: {refused}", setting.name, setting.value);
                app.state.toasts.error("That was refused", refused.to_string());
            }
        });
    }

    /// Opens what a link of the guide leads to.
    fn open_trial(&mut self, trial: &Trial) {
        let source = match trial.opens {
            Opens::Scene(id) => DocumentSource::Gallery(id),
            Opens::Lab(id) => DocumentSource::Lab(id),
            Opens::Trace(id) => return self.open(DocumentSource::Trace(id)),
        };
        let started = source.start().and_then(|subject| match &*trial.settings {
            [] => Ok(subject),
            settings => super::set_up(&source, &subject, settings),
        });
        self.opened(source, started.map(|subject| Started { subject, text: None }));
    }

    pub(super) fn apply(&mut self, command: Command) {
        // Remembered for whatever is opened next: it gets as many.
        if let Command::Threads(threads) = command {
            self.status.threads = threads;
        }
        // What saving would keep; where bodies are at the moment is no edit.
        let edits = matches!(
            command,
            Command::Edit { .. }
                | Command::Configure(_)
                | Command::Remove(_)
                | Command::Rename { .. }
                | Command::View(_)
                | Command::All(_)
        );
        // Bodies that come and go change what the conditions name.
        let renames = |command: &Command| {
            matches!(command, Command::Restart | Command::Add { .. } | Command::Remove(_) | Command::Rename { .. })
        };
        let rearms = match &command {
            Command::All(commands) => commands.iter().any(renames),
            command => renames(command),
        };
        // A name may have letters for which a font must come first.
        let wide = matches!(&command, Command::Rename { name: Some(name), .. } if fonts::is_wide(name));
        self.want_letters(wide);
        let change = move |run: &mut Run| {
            let timeline = run.subject_mut().scene_mut()?;
            let words = describe(timeline.sim(), &command);
            Some((timeline.apply(command), words))
        };
        self.runner.ask(change, move |app, done| match done {
            None => {}
            Some((Ok(()), words)) => {
                if edits {
                    app.note_edit();
                }
                if let Some(words) = words {
                    log::info!("applied: {words}");
                }
            }
            Some((Err(error), words)) => app.refused(words.as_deref().unwrap_or("change"), &error),
        });
        if rearms {
            self.arm();
        }
    }

    pub(super) fn refused(&mut self, what: &str, error: &CommandError) {
        log::warn!("refused: {what}: {error}");
        self.state.toasts.error("That was refused", error.to_string());
    }

    fn history(
        &mut self,
        done: &'static str,
        label: impl Fn(&Subject) -> Option<ChangeLabel> + Send + 'static,
        change: impl Fn(&mut dyn TimeMachine) -> bool + Send + 'static,
    ) {
        let turn_back = move |run: &mut Run| {
            let what = label(run.subject());
            // Its label is read before, since it is gone after.
            let changed = change(run.subject_mut().time_machine());
            let subject = run.subject();
            let start = subject.lab().map(Lab::start_hash);
            (changed, what, subject.step_count(), subject.undo_label().is_some(), start)
        };
        self.runner.ask(turn_back, move |app, (changed, what, step, more, start)| {
            if !changed {
                return;
            }
            app.arm();
            log::info!("{done} at step {step}");
            // Back at the scene as it was opened there is nothing to save.
            match start {
                Some(start) => app.note_start(start),
                None if app.document.saved_since || more => app.note_edit(),
                None => app.note_unedited(),
            }
            let what = what.as_ref().map(label_text).unwrap_or_default();
            app.state.toasts.info(if done == "undone" { say!("Undone: {}", what) } else { say!("Redone: {}", what) });
        });
    }

    fn screenshot(&self) {
        // Of the same moment as the number in its name, whatever the run does meanwhile.
        let list = self.moment.draw_compared(&self.view, &self.compared, &self.state.camera);
        let (size, step) = (self.state.camera.size, self.moment.step_count());
        let stem = match &self.document.source {
            DocumentSource::Gallery(id) => (*id).to_owned(),
            DocumentSource::Lab(id) => format!("lab-{id}"),
            DocumentSource::Trace(id) => (*id).to_owned(),
            DocumentSource::Text(_) => "pasted".into(),
            DocumentSource::Live(_) => "engine".into(),
            DocumentSource::File(path) => {
                path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned())
            }
        };
        let (font, gpu) = (self.extra_font.font, self.gpu.clone());
        self.in_background("screenshot", async move {
            let path = picture_path(&format!("carom-{stem}-{step}"))?;
            write_picture(&list, size, font, gpu, &path).await.map(|()| path)
        });
    }

    /// Draws a picture beside the window, which must not wait for it.
    pub(super) fn in_background(
        &self,
        name: &str,
        draw: impl Future<Output = Result<PathBuf, String>> + platform::MaySend,
    ) {
        let proxy = self.proxy.clone();
        platform::beside(name, async move { drop(proxy.send_event(Wake::Picture(draw.await))) });
    }

    /// Tells where the picture is.
    pub(super) fn picture_done(&mut self, result: Result<PathBuf, String>) {
        match result {
            Ok(path) => {
                log::info!("picture {}", path.display());
                self.state.toasts.info(say!("Picture saved: {}", path.display()));
            }
            Err(error) => {
                log::warn!("picture: {error}");
                self.state.toasts.error("The picture was not saved", error);
            }
        }
    }
}

async fn write_picture(
    list: &DrawList,
    size: [u32; 2],
    font: Option<&'static [u8]>,
    gpu: Option<Gpu>,
    path: &Path,
) -> Result<(), String> {
    let gpu = platform::picture_gpu(gpu).map_err(|e| e.to_string())?;
    let mut offscreen = Offscreen::new(&gpu, size).map_err(|e| e.to_string())?;
    if let Some(font) = font {
        // The letters that the window found in the system, or names in the picture would be boxes.
        offscreen.add_font(font);
    }
    let picture = drawn(&gpu, &mut offscreen, list).await.map_err(|e| e.to_string())?;
    plot_picture::save(&picture, path)
}
