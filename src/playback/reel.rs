//! The file, and the way to any of its steps.

use super::film::{Film, GivenTrace, USUAL_DT, usable_dt};
use super::frame::TracedStep;
use super::stream::frame;
use crate::check::{Feed, Lag, Meant, STALE_STEPS};
use crate::trace::{Convention, Header, Index, MAX_UNPACKED, TraceFault, TraceReader, is_packed};
use flate2::read::MultiGzDecoder;
use glam::DVec3;
use std::io::{BufRead, Read, Seek};
use std::sync::Arc;

/// Steps whose contacts are looked at to see what the engine gives.
const LOOKED_AT: u64 = 200;

/// Where a trace is read from.
pub trait Input: BufRead + Seek + Send + Sync {}

impl<T: BufRead + Seek + Send + Sync> Input for T {}

/// Opens a trace at its beginning, unpacked.
pub type Opener = Arc<dyn Fn() -> Result<Box<dyn Input>, TraceFault> + Send + Sync>;

/// A trace with its index, and what its last steps leave to be judged by.
pub struct Reel {
    index: Index<Box<dyn Input>>,
    convention: Convention,
    lag: Lag,
    feed: Feed,
    /// The place of the step that the feed took last.
    fed: Option<u64>,
    /// The normals of the step before it, by bodies.
    normals: Vec<(usize, usize, DVec3)>,
}

impl Reel {
    /// Scans the trace.
    pub fn new(input: Box<dyn Input>) -> Result<Self, TraceFault> {
        let index = Index::scan(TraceReader::new(input), &mut |_| true)?;
        let header = &index.replay().header;
        let (convention, lag) = (Convention::new(header), Lag::of(header.poses));
        let feed = Feed::new(convention.clone(), lag, None);
        Ok(Self { index, convention, lag, feed, fed: None, normals: vec![] })
    }

    /// How many steps there are.
    pub fn steps(&self) -> u64 {
        self.index.count()
    }

    /// Reads from now on as it was found to be meant.
    pub fn read_as(&mut self, meant: &Meant) {
        (self.convention, self.lag) = (Convention::new(&meant.header), meant.lag);
        self.feed = Feed::new(self.convention.clone(), self.lag, meant.rounding);
        self.fed = None;
    }

    /// The place, from 0, of the last step whose number is at most `number`.
    pub fn ordinal_of(&mut self, number: u64) -> Result<u64, TraceFault> {
        self.index.ordinal_of(number)
    }

    /// The step at a place, from 0; the last where there are fewer.
    pub fn go(&mut self, ordinal: u64) -> Result<TracedStep, TraceFault> {
        let ordinal = ordinal.min(self.index.count().saturating_sub(1));
        if self.fed != Some(ordinal) {
            self.feed_up_to(ordinal)?;
        }
        let frame = frame(self.index.replay(), &self.feed, &self.convention, &self.normals);
        frame.ok_or_else(|| TraceFault {
            line: 1,
            column: 0,
            what: "the trace has no step: there is nothing to show".into(),
        })
    }

    /// Takes the steps before a place that its contacts may come from, and that step.
    fn feed_up_to(&mut self, ordinal: u64) -> Result<(), TraceFault> {
        let before = STALE_STEPS as u64 + 2;
        // A short way on it goes on; else it begins a few steps before, for a contact may be of older poses.
        let first = match self.fed {
            Some(fed) if fed < ordinal && ordinal - fed <= before => fed + 1,
            _ => {
                self.feed.restart();
                ordinal.saturating_sub(before)
            }
        };
        self.fed = None;
        for place in first..=ordinal {
            // Of earlier steps the poses count, and of the one before how its normals stood.
            let is_there = if place + 1 < ordinal { self.index.go_bare(place)? } else { self.index.go(place)? };
            if !is_there {
                break;
            }
            if place == ordinal {
                let claims = self.feed.latest().map_or_else(Vec::new, |(input, _)| input.claims);
                self.normals = claims.into_iter().map(|claim| (claim.a, claim.b, claim.normal)).collect();
            }
            self.feed.take(self.index.replay());
        }
        self.fed = Some(ordinal);
        Ok(())
    }

    /// The trace as a whole; `first` is its first step.
    pub fn film(&mut self, name: &str, first: &TracedStep) -> Result<Film, TraceFault> {
        let steps = self.index.count();
        let header = self.index.replay().header.clone();
        let mut given = GivenTrace::default();
        let mut second = (first.number, first.time);
        for place in 0..steps.min(LOOKED_AT) {
            self.index.go(place)?;
            let replay = self.index.replay();
            second = (replay.step.step, replay.step.time);
            given.note(replay);
        }
        let dt = told_dt(&header, first, second);
        self.index.go(steps.saturating_sub(1))?;
        let last = self.index.replay().step.step;
        let title = if header.engine.is_empty() { name.to_owned() } else { header.engine.clone() };
        let fault = self.index.fault().cloned();
        self.fed = None;
        // What is thrown away in between is not what one wants to see first: the middle and the end count most.
        let mut extent = first.extent();
        for place in [steps / 2, steps.saturating_sub(1)] {
            extent = extent.union(&self.go(place)?.extent());
        }
        Ok(Film {
            title,
            header,
            steps,
            first: first.number,
            last,
            dt: dt as f32,
            extent,
            given,
            is_live: false,
            fault,
        })
    }
}

/// Length of a step (s): as declared, or as two steps tell.
fn told_dt(header: &Header, first: &TracedStep, (number, time): (u64, Option<f64>)) -> f64 {
    let steps = number.saturating_sub(first.number);
    let told = first.time.zip(time).map(|(from, to)| (to - from) / steps.max(1) as f64);
    usable_dt(header.dt).or(usable_dt(told)).unwrap_or(USUAL_DT)
}

/// The text of what gzip packed; none where it is not packed. More than [`MAX_UNPACKED`] bytes are refused.
pub fn unpacked(bytes: &[u8]) -> Result<Option<Vec<u8>>, TraceFault> {
    if !is_packed(bytes) {
        return Ok(None);
    }
    let mut text = Vec::new();
    let refused = |what: String| TraceFault { line: 0, column: 0, what };
    let read = MultiGzDecoder::new(bytes).take(MAX_UNPACKED + 1).read_to_end(&mut text);
    // A packed file that was cut off gives what came before.
    if let Err(error) = read
        && (text.is_empty() || error.kind() != std::io::ErrorKind::UnexpectedEof)
    {
        return Err(refused(format!("cannot be unpacked: {error}")));
    }
    if text.len() as u64 > MAX_UNPACKED {
        return Err(refused(format!("unpacks to more than {} MiB: unpack it into a file first", MAX_UNPACKED >> 20)));
    }
    Ok(Some(text))
}
