//! The check of an open trace, on a thread of its own.

use super::window::{App, Wake};
use super::{Run, caught, platform};
use crate::check::{Meant, Report};
use crate::headless::check_trace;
use crate::trace::{TraceFault, TraceReader, TraceReplay};
use crate::ui::Checking;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows kept of each list of the report.
const ROWS: usize = 1000;

/// So many steps are judged between two messages.
const TOLD: u64 = 16;

impl App {
    /// Begins to check the trace that is open, where one is; what was being checked is given up.
    pub(super) fn check_open_trace(&mut self, asked: bool) {
        if let Some(cancelled) = self.cancel_check.take() {
            cancelled.store(true, Ordering::Relaxed);
        }
        self.status.checking = Checking::Off;
        // Of an engine that still runs one asks for it.
        let Some(playback) = self.moment.trace().filter(|playback| asked || !playback.is_live()) else { return };
        let opener = playback.opener();
        let cancelled = Arc::new(AtomicBool::new(false));
        let (proxy, given_up) = (self.proxy.clone(), cancelled.clone());
        // Its address tells checks apart: an answer that comes late belongs to a trace that is no longer open.
        let id = Arc::as_ptr(&cancelled) as usize;
        self.status.checking = Checking::Running(0, 0);
        self.cancel_check = Some(cancelled);
        platform::beside("check", async move {
            // The trace is read twice: to learn what its header means, then to judge its contacts by that.
            let mut open = || {
                let input: Box<dyn BufRead> = opener()?;
                TraceReplay::new(TraceReader::new(input))
            };
            let mut told = 0;
            // Told every so many steps: each message wakes the window.
            let watch = |done: u64, steps: u64| {
                if done >= told {
                    told = done + TOLD;
                    drop(proxy.send_event(Wake::CheckGoesOn(id, done, steps)));
                }
                !given_up.load(Ordering::Relaxed)
            };
            let checked = caught(|| check_trace(&mut open, |fault: TraceFault| fault, ROWS, None, watch));
            let result = checked.and_then(|checked| checked.map_err(|fault| fault.to_string()));
            let result = result.map(|found| found.map(Box::new));
            drop(proxy.send_event(Wake::CheckDone(id, result)));
        });
    }

    /// So many steps of so many are judged; what a check that was given up says is not heard.
    pub(super) fn check_goes_on(&mut self, id: usize, done: u64, steps: u64) {
        if self.is_checking(id) {
            self.status.checking = Checking::Running(done, steps);
        }
    }

    fn is_checking(&self, id: usize) -> bool {
        self.cancel_check.as_ref().map(|flag| Arc::as_ptr(flag) as usize) == Some(id)
    }

    /// Takes what the header means and what was found; none when it was given up.
    pub(super) fn check_done(&mut self, id: usize, result: Result<Option<Box<(Meant, Report)>>, String>) {
        // Of a check that was given up meanwhile nobody wants the answer.
        if !self.is_checking(id) {
            return;
        }
        match result {
            Ok(None) => self.status.checking = Checking::Off,
            Ok(Some(found)) => {
                let (meant, report) = *found;
                log::info!("checked {} contacts", report.contacts);
                self.status.checking = Checking::Done(Arc::new(report));
                // From now on it is shown as the whole of it shows that it was meant.
                let meant = Arc::new(meant);
                self.runner.tell(move |run: &mut Run| {
                    if let Some(traced) = run.subject_mut().trace_mut() {
                        traced.playback.read_as(meant);
                    }
                });
            }
            Err(reason) => {
                log::warn!("not checked: {reason}");
                self.status.checking = Checking::Failed(reason);
            }
        }
    }
}
