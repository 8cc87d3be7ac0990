//! An engine that still runs, on a thread that reads no further than it is asked to.

use super::Failure;
use super::file::open_regular;
use crate::playback::{Incoming, Input, Playback, Sender, Spool};
use crate::trace::{MAX_LINE, TraceFault};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The thread that reads lines, and the way to answer.
struct StandingLine {
    lines: Mutex<Receiver<Incoming>>,
    /// Where answers go, once somebody is connected; nowhere for standard input.
    answers: Arc<Mutex<Option<TcpStream>>>,
}

impl Sender for StandingLine {
    fn take(&mut self) -> Incoming {
        // A lock that a panic left poisoned guards a channel, which is as good as before.
        let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        match lines.try_recv() {
            Ok(incoming) => incoming,
            Err(TryRecvError::Empty) => Incoming::Nothing,
            // The reading thread has ended, and its last message, the end, was taken already.
            Err(TryRecvError::Disconnected) => Incoming::End(None),
        }
    }

    fn answer(&mut self) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        // An engine that is gone needs no answer; that it is gone is told by its end.
        if let Some(stream) = &mut *answers {
            let _ = stream.write_all(b"\n");
        }
    }
}

/// Follows what comes on standard input.
pub fn follow_standard_input() -> Result<Playback, Failure> {
    // Room for one line: while nobody takes lines the thread waits, and with it the sender's writes.
    let (give, lines) = sync_channel(1);
    spawn(move || read_lines(io::stdin().lock(), &give))?;
    follow(lines, Arc::default(), "standard input")
}

/// Follows the first engine that connects; whoever comes later is refused by the system.
pub fn follow_listener(listener: TcpListener) -> Result<Playback, Failure> {
    let name = listener.local_addr().map_or_else(|_| "an engine".into(), |place| place.to_string());
    let (give, lines) = sync_channel(1);
    let answers: Arc<Mutex<Option<TcpStream>>> = Arc::default();
    let answering = answers.clone();
    let work = move || {
        let accepted = listener.accept().and_then(|(stream, peer)| Ok((stream.try_clone()?, stream, peer)));
        // From here on the system refuses whoever else connects.
        drop(listener);
        match accepted {
            Ok((answer, stream, peer)) => {
                log::info!("{peer} is connected");
                // Answers are one byte each: they must not wait for more.
                let _ = answer.set_nodelay(true);
                *answering.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer);
                read_lines(BufReader::with_capacity(1 << 16, stream), &give);
            }
            Err(error) => drop(give.send(Incoming::End(Some(error.to_string())))),
        }
    };
    spawn(work)?;
    follow(lines, answers, &name)
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("sender".into()).spawn(work).map(drop)
}

/// Hands on line after line: each waits until it is taken, and so does whoever sends it.
fn read_lines(mut input: impl BufRead, give: &SyncSender<Incoming>) {
    loop {
        let mut line = Vec::new();
        // One byte more than is allowed tells a line that is too long without reading it to its end.
        let incoming = match (&mut input).take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line) {
            Ok(0) => Incoming::End(None),
            Ok(_) if line.len() > MAX_LINE => {
                Incoming::End(Some(format!("a line longer than {} MiB, the most that is read", MAX_LINE >> 20)))
            }
            // Without its end a line may have lost half a number, and still read as a whole one.
            Ok(_) if line.last() != Some(&b'\n') => {
                Incoming::End(Some("the engine is gone in the middle of a line, which is left out".into()))
            }
            Ok(_) => Incoming::Line(line),
            Err(error) => Incoming::End(Some(format!("the engine is gone: {error}"))),
        };
        let is_over = matches!(incoming, Incoming::End(_));
        // Sending fails once the viewer has dropped its end of the channel.
        if give.send(incoming).is_err() || is_over {
            return;
        }
    }
}

fn follow(lines: Receiver<Incoming>, answers: Arc<Mutex<Option<TcpStream>>>, name: &str) -> Result<Playback, Failure> {
    let sender = StandingLine { lines: Mutex::new(lines), answers };
    Ok(Playback::live(Box::new(sender), spool()?, name))
}

/// A file in the system's folder for such files; it goes when nobody reads it any longer.
pub(super) fn spool() -> Result<Spool, Failure> {
    struct KeptTrace(PathBuf);
    impl Drop for KeptTrace {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    // The process and a number of its own make the name unique; a file that is there already is never written to.
    let path = std::env::temp_dir().join(format!("carom-live-{}-{number}.trace.jsonl", std::process::id()));
    let writer = fs::File::options().write(true).create_new(true).open(&path)?;
    // The opener owns the file, which is removed with the last clone of it.
    let kept = KeptTrace(path);
    let open = move || {
        let cannot = |what: String| TraceFault { line: 0, column: 0, what };
        let file = open_regular(&kept.0).map_err(cannot)?;
        Ok(Box::new(BufReader::with_capacity(1 << 16, file)) as Box<dyn Input>)
    };
    Ok(Spool { writer: Box::new(writer), opener: Arc::new(open) })
}
