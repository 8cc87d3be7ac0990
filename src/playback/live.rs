//! An engine that still runs: its steps as they come, and the way back through them.

use super::film::{Film, usable_dt};
use super::frame::TracedStep;
use super::reel::Opener;
use super::stream::frame;
use crate::check::{Feed, Lag};
use crate::trace::{Convention, TraceFault, TraceReader, TraceReplay};
use glam::DVec3;
use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// What comes from an engine.
#[derive(Debug)]
pub enum Incoming {
    /// A whole line, with its end.
    Line(Vec<u8>),
    /// Nothing yet.
    Nothing,
    /// Nothing any more: why, where it did not simply end.
    End(Option<String>),
}

/// An engine that sends a trace while it runs.
pub trait Sender: Send + Sync {
    /// The next line. It is read when it is asked for and no sooner, so that a sender that is not asked waits.
    fn take(&mut self) -> Incoming;

    /// Answers the step that was taken last, for an engine that waits for that.
    fn answer(&mut self);
}

/// Where what came is kept, to be gone back to.
pub struct Spool {
    /// Takes the lines.
    pub writer: Box<dyn Write + Send + Sync>,
    /// Opens what was written so far.
    pub opener: Opener,
}

impl Spool {
    /// One that keeps what came in memory.
    pub fn in_memory() -> Self {
        let kept = KeptBytes::default();
        let shared = kept.clone();
        let opener: Opener = Arc::new(move || {
            let text = shared.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Ok(Box::new(Cursor::new(text)))
        });
        Self { writer: Box::new(kept), opener }
    }
}

/// Text that is kept.
#[derive(Clone, Default)]
struct KeptBytes(Arc<Mutex<Vec<u8>>>);

impl Write for KeptBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Text that is taken from one end and put in at the other.
#[derive(Clone, Default)]
struct Queue(Arc<Mutex<(Vec<u8>, usize)>>);

impl Queue {
    fn put(&self, line: &[u8]) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (text, taken) = &mut *inner;
        // What was taken is given up here, so that a run of hours keeps only what is not read yet.
        text.drain(..*taken);
        *taken = 0;
        text.extend_from_slice(line);
    }
}

impl Read for Queue {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (text, taken) = &mut *inner;
        let count = to.len().min(text.len() - *taken);
        to[..count].copy_from_slice(&text[*taken..*taken + count]);
        *taken += count;
        Ok(count)
    }
}

/// What follows a sender.
pub struct Live {
    sender: Box<dyn Sender>,
    spool: Spool,
    queue: Queue,
    /// None before the header came.
    reading: Option<ReadingThread>,
    /// Whether the step taken last waits for its answer.
    unanswered: bool,
    /// Whether it sends no more.
    has_ended: bool,
    /// Why, where it did not simply end.
    reason: Option<String>,
    /// The newest step.
    pub newest: Arc<TracedStep>,
}

struct ReadingThread {
    replay: TraceReplay<io::BufReader<Queue>>,
    convention: Convention,
    feed: Feed,
    normals: Vec<(usize, usize, DVec3)>,
}

impl Live {
    /// Nothing has come yet.
    pub fn new(sender: Box<dyn Sender>, spool: Spool) -> Self {
        let newest = Arc::new(TracedStep::nothing());
        Self {
            sender,
            spool,
            queue: Queue::default(),
            reading: None,
            unanswered: false,
            has_ended: false,
            reason: None,
            newest,
        }
    }

    /// Whether more may come.
    pub fn goes_on(&self) -> bool {
        !self.has_ended
    }

    /// Why it ended, where it did not simply end.
    pub fn ended(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    /// Takes lines until a step is whole; false where none is yet. What is known of the whole goes into `film`.
    pub fn advance(&mut self, film: &mut Film) -> Result<bool, TraceFault> {
        if std::mem::take(&mut self.unanswered) {
            self.sender.answer();
        }
        while self.goes_on() {
            let line = match self.sender.take() {
                Incoming::Line(line) => line,
                Incoming::Nothing => return Ok(false),
                Incoming::End(reason) => {
                    self.end(reason);
                    return Ok(false);
                }
            };
            // Kept before it is read: what cannot be read can be looked at in the file.
            let kept = self.spool.writer.write_all(&line).and_then(|()| self.spool.writer.flush());
            if let Err(error) = kept {
                self.end(Some(format!("what comes cannot be kept: {error}")));
                return Ok(false);
            }
            match self.line(&line, film) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(fault) => {
                    self.end(Some(fault.to_string()));
                    return Err(fault);
                }
            }
        }
        Ok(false)
    }

    fn end(&mut self, reason: Option<String>) {
        (self.has_ended, self.reason) = (true, reason);
    }

    /// Reads a line; whether it was a step.
    fn line(&mut self, line: &[u8], film: &mut Film) -> Result<bool, TraceFault> {
        self.queue.put(line);
        let Some(reading) = &mut self.reading else {
            let replay = TraceReplay::new(TraceReader::new(io::BufReader::new(self.queue.clone())))?;
            let convention = Convention::new(&replay.header);
            let feed = Feed::new(convention.clone(), Lag::of(replay.header.poses), None);
            film.header = replay.header.clone();
            if !film.header.engine.is_empty() {
                film.title.clone_from(&film.header.engine);
            }
            film.dt = usable_dt(film.header.dt).map_or(film.dt, |dt| dt as f32);
            self.reading = Some(ReadingThread { replay, convention, feed, normals: vec![] });
            return Ok(false);
        };
        // The end of what came so far is no end of the trace.
        reading.replay.go_on();
        if !reading.replay.advance()? {
            return Ok(false);
        }
        reading.feed.take(&reading.replay);
        let Some(frame) = frame(&reading.replay, &reading.feed, &reading.convention, &reading.normals) else {
            return Ok(false);
        };
        reading.normals = frame.normals();
        note(film, &frame, &reading.replay);
        self.unanswered = film.header.ack;
        self.newest = Arc::new(frame);
        Ok(true)
    }
}

/// What a step tells of the whole.
fn note<R: BufRead>(film: &mut Film, frame: &TracedStep, replay: &TraceReplay<R>) {
    if film.steps == 0 {
        film.first = frame.number;
        film.extent = frame.extent();
    }
    (film.steps, film.last) = (film.steps + 1, frame.number);
    film.given.note(replay);
}
