//! The check of an open trace, on a thread of its own.

use super::window::{App, Wake};
use super::{Run, caught};
use crate::check::{Meant, Report};
use crate::headless::check_trace;
use crate::trace::{Fault, Reader, Replay};
use crate::ui::Checking;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rows kept of each list of the report.
const ROWS: usize = 1000;

/// So many steps are judged between two messages.
const TOLD: u64 = 16;

/// What the thread says.
#[derive(Debug)]
pub(super) enum Checked {
    /// So many steps of so many are judged.
    Progress(u64, u64),
    /// What the header means and what was found; none when it was given up.
    Done(Result<Option<(Meant, Report)>, String>),
}

impl App {
    /// Begins to check the trace that is open, where one is; what was being checked is given up.
    pub(super) fn check_open_trace(&mut self) {
        if let Some(cancelled) = self.cancel_check.take() {
            cancelled.store(true, Ordering::Relaxed);
        }
        self.status.checking = Checking::Off;
        let Some(playback) = self.moment.trace() else { return };
        let opener = playback.opener();
        let cancelled = Arc::new(AtomicBool::new(false));
        let (proxy, given_up) = (self.proxy.clone(), cancelled.clone());
        let id = Arc::as_ptr(&cancelled) as usize;
        let work = move || {
            let mut open = || {
                let input: Box<dyn BufRead> = opener()?;
                Replay::new(Reader::new(input))
            };
            let mut told = 0;
            let watch = |done: u64, steps: u64| {
                if done >= told {
                    told = done + TOLD;
                    drop(proxy.send_event(Wake::Checked(id, Box::new(Checked::Progress(done, steps)))));
                }
                !given_up.load(Ordering::Relaxed)
            };
            let checked = caught(|| check_trace(&mut open, |fault: Fault| fault, ROWS, None, watch));
            let result = checked.and_then(|checked| checked.map_err(|fault| fault.to_string()));
            drop(proxy.send_event(Wake::Checked(id, Box::new(Checked::Done(result)))));
        };
        match std::thread::Builder::new().name("check".into()).spawn(work) {
            Ok(_) => {
                self.status.checking = Checking::Running(0, 0);
                self.cancel_check = Some(cancelled);
            }
            Err(error) => self.status.checking = Checking::Failed(error.to_string()),
        }
    }

    /// Takes what a thread says; that of a check that was given up is not heard.
    pub(super) fn checked(&mut self, id: usize, told: Checked) {
        if self.cancel_check.as_ref().map(|flag| Arc::as_ptr(flag) as usize) != Some(id) {
            return;
        }
        match told {
            Checked::Progress(done, steps) => self.status.checking = Checking::Running(done, steps),
            Checked::Done(Ok(None)) => self.status.checking = Checking::Off,
            Checked::Done(Ok(Some((meant, report)))) => {
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
            Checked::Done(Err(reason)) => {
                log::warn!("not checked: {reason}");
                self.status.checking = Checking::Failed(reason);
            }
        }
    }
}
