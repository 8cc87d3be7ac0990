//! Another run that is laid over the open trace: opened or run, and compared, on a thread of its own.

use super::window::{App, Laid, Wake};
use super::{Run, caught, platform};
use crate::check::{Meant, compare};
use crate::playback::{Opener, Playback};
use crate::subject::{Loss, rebuild};
use crate::trace::{TraceFault, TraceReader, TraceReplay};
use crate::ui::Beside;
use std::io::BufRead;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use winit::event_loop::EventLoopProxy;

/// What is laid over a trace.
enum Other {
    /// The trace in a file.
    File(PathBuf),
    /// This program's own run from a step of it on.
    Here(u64),
    /// What lies there already.
    Kept(Box<Playback>, Vec<Loss>),
}

impl App {
    /// Runs the bodies of the open trace here, from the step where it stands or from its first, and lays that over it.
    pub(super) fn run_here(&mut self, from_now: bool) {
        let Some(playback) = self.moment.trace() else { return };
        let step = if from_now { playback.frame().number } else { playback.film().first };
        self.lay(Other::Here(step));
    }

    /// Lays the trace of a file over the open one.
    pub(super) fn lay_over(&mut self, path: PathBuf) {
        self.lay(Other::File(path));
    }

    /// The run that lies over the trace comes to the front, and is checked.
    pub(super) fn trade_places(&mut self) {
        let trade = |run: &mut Run| {
            run.subject_mut().time_machine().swap_ghost();
            // Taken within the request: the check must read the trace that is in front then.
            run.subject().moment()
        };
        self.runner.ask(trade, |app, moment| {
            app.moment = moment;
            app.check_open_trace(false);
            app.compare_again();
        });
    }

    /// Looks anew where the trace and the run that lies over it part.
    pub(super) fn compare_again(&mut self) {
        let losses = if let Beside::Done(_, losses) = &self.status.beside { losses.clone() } else { vec![] };
        // A reading of its own, since comparing starts from the first line.
        if let Some(Ok(beside)) = self.moment.trace_beside().map(Playback::again) {
            self.lay(Other::Kept(Box::new(beside), losses));
        }
    }

    /// Gives up what is being laid over the trace.
    pub(super) fn give_up_beside(&mut self) {
        if let Some(cancelled) = self.cancel_beside.take() {
            cancelled.store(true, Ordering::Relaxed);
        }
        self.status.beside = Beside::Off;
    }

    /// Gives up what is being laid over the trace, and takes away what lies there.
    pub(super) fn take_away(&mut self) {
        self.give_up_beside();
        self.runner.tell(|run: &mut Run| run.subject_mut().time_machine().drop_ghosts());
    }

    fn lay(&mut self, other: Other) {
        self.give_up_beside();
        let Some(Ok(playback)) = self.moment.trace().map(Playback::again) else { return };
        let cancelled = Arc::new(AtomicBool::new(false));
        let tolerance = self.state.session.together;
        let work = CheckJob { proxy: self.proxy.clone(), cancelled: cancelled.clone(), tolerance };
        self.status.beside = Beside::Running(0, 0);
        self.cancel_beside = Some(cancelled);
        platform::beside("another run", async move {
            let done = caught(|| work.lay(playback, other)).flatten();
            let id = work.id();
            drop(work.proxy.send_event(Wake::BesideDone(id, done)));
        });
    }

    fn is_laying(&self, id: usize) -> bool {
        // The flag's address tells works apart, as for checks.
        self.cancel_beside.as_ref().map(|flag| Arc::as_ptr(flag) as usize) == Some(id)
    }

    /// So many steps of so many are done; what a work that was given up says is not heard.
    pub(super) fn beside_goes_on(&mut self, id: usize, done: u64, steps: u64) {
        if self.is_laying(id) {
            self.status.beside = Beside::Running(done, steps);
        }
    }

    /// Shows the other run with the trace, while the two are being compared.
    pub(super) fn beside_opened(&mut self, id: usize, other: Playback) {
        if self.is_laying(id) {
            self.runner.tell(move |run: &mut Run| {
                if let Some(traced) = run.subject_mut().trace_mut() {
                    traced.lay_over(other);
                }
            });
        }
    }

    /// Takes where the two part, or why that is not known; none when it was given up.
    pub(super) fn beside_done(&mut self, id: usize, done: Result<Laid, String>) {
        if !self.is_laying(id) {
            return;
        }
        self.cancel_beside = None;
        self.status.beside = match done {
            Ok(None) => Beside::Off,
            Ok(Some((diff, losses))) => {
                log::info!("another run lies over the trace");
                Beside::Done(Arc::new(*diff), losses)
            }
            Err(reason) => {
                log::warn!("no other run: {reason}");
                Beside::Failed(reason)
            }
        };
    }
}

/// What is done on the thread.
struct CheckJob {
    proxy: EventLoopProxy<Wake>,
    cancelled: Arc<AtomicBool>,
    tolerance: f64,
}

impl CheckJob {
    fn id(&self) -> usize {
        Arc::as_ptr(&self.cancelled) as usize
    }

    /// Tells how far it is; whether it is still wanted.
    fn goes_on(&self, done: u64, steps: u64) -> bool {
        drop(self.proxy.send_event(Wake::BesideGoesOn(self.id(), done, steps)));
        !self.cancelled.load(Ordering::Relaxed)
    }

    fn lay(&self, mut playback: Playback, other: Other) -> Result<Laid, String> {
        let (one, meant) = (playback.opener(), playback.meant().cloned());
        let steps = playback.film().steps;
        // Another run that lies over the trace already is compared anew and not opened again.
        let is_new = !matches!(other, Other::Kept(..));
        let opened = match other {
            Other::File(path) => Some((platform::open_trace(&path)?, vec![])),
            Other::Here(step) => {
                let rebuilt = rebuild(&mut playback, step)?;
                let run = platform::run_here(&rebuilt, |done| self.goes_on(done, rebuilt.steps));
                run.map_err(|failure| failure.to_string())?.map(|run| (run, rebuilt.losses))
            }
            Other::Kept(other, losses) => Some((*other, losses)),
        };
        let Some((other, losses)) = opened else { return Ok(None) };
        let (two, other_meant) = (other.opener(), other.meant().cloned());
        // Shown at once; where the two part is told when it is known.
        if is_new {
            drop(self.proxy.send_event(Wake::BesideOpened(self.id(), Box::new(other))));
        }
        let (a, b) = (lines(&one, meant.as_ref()), lines(&two, other_meant.as_ref()));
        let told = |fault: TraceFault| fault.to_string();
        let (a, b) = (a.map_err(told)?, b.map_err(told)?);
        // Without names of files: the panel knows which of the two is which.
        let diff = compare((a, ""), (b, ""), self.tolerance, |done| self.goes_on(done, steps));
        let diff = diff.map_err(|(_, fault)| fault.to_string())?;
        Ok(diff.map(|diff| (Box::new(diff), losses)))
    }
}

/// A trace from its first line on, read as it was found to be meant, where that is known.
fn lines(opener: &Opener, meant: Option<&Meant>) -> Result<TraceReplay<Box<dyn BufRead>>, TraceFault> {
    let input: Box<dyn BufRead> = opener()?;
    let mut replay = TraceReplay::new(TraceReader::new(input))?;
    // By the header as its check found it to be meant, else two right traces could seem to part.
    if let Some(meant) = meant {
        replay.header = meant.header.clone();
    }
    Ok(replay)
}
