//! What is written beside the window, in the order it was asked for.

use crate::app::caught;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The end of the program waits for a disk so long.
const LAST_WAIT: Duration = Duration::from_secs(5);

type Work = Box<dyn FnOnce() + Send>;

/// Writes files on a thread of its own, one after the other, so that the window waits for no disk. Dropped, it first
/// does what it was given, unless a disk hangs.
pub struct Writer {
    /// None where there is no thread: then all is done at once.
    work: Option<Sender<Work>>,
    /// Nothing comes here; it closes when all is done.
    done: Receiver<()>,
}

impl Writer {
    /// With nothing to do yet.
    pub fn new() -> Self {
        let (send, receive) = channel::<Work>();
        let (end, done) = channel();
        let each = move || {
            // Dropped when the thread ends, however it ends: whoever waits for it then sees that nothing more will be
            // written.
            let _end: Sender<()> = end;
            // One after the other, so that two saves of one file come in the order in which they were asked for.
            for work in receive {
                if let Err(failure) = caught(work) {
                    log::error!("a file was not written: {failure}");
                }
            }
        };
        match std::thread::Builder::new().name("writer".into()).spawn(each) {
            Ok(_) => Self { work: Some(send), done },
            Err(error) => {
                log::error!("no thread to write files: {error}");
                Self { work: None, done }
            }
        }
    }

    /// Does this after what was given before.
    pub fn give(&self, work: impl FnOnce() + Send + 'static) {
        match &self.work {
            Some(thread) => drop(thread.send(Box::new(work))),
            None => work(),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.work = None;
        if self.done.recv_timeout(LAST_WAIT) == Err(RecvTimeoutError::Timeout) {
            log::warn!("a disk does not answer: what was to be written is not");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn nobody_waits_for_what_is_written_and_all_of_it_is_done_in_order_before_the_end() {
        let done = Arc::new(Mutex::new(vec![]));
        let writer = Writer::new();
        let (let_go, gate) = channel::<()>();
        // It goes on when it is let go, or after as long as the end of the program would wait.
        writer.give(move || _ = gate.recv_timeout(LAST_WAIT));
        for i in 0..4 {
            let done = done.clone();
            writer.give(move || {
                if i == 1 {
                    // One that fails stops no other. Nothing is told of it here, which under load takes seconds.
                    std::panic::resume_unwind(Box::new("told to"));
                }
                done.lock().unwrap().push(i);
            });
        }
        assert!(done.lock().unwrap().is_empty(), "it was waited for");
        let_go.send(()).unwrap();
        drop(writer);
        assert_eq!(*done.lock().unwrap(), [0, 2, 3]);
    }
}
