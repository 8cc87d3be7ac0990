//! Steps as they come: what is read once, from a file or from an engine that still runs.

use super::film::{GivenTrace, USUAL_DT, usable_dt};
use super::frame::{TracedStep, Velocity};
use super::told::ToldStep;
use crate::check::{Feed, Lag};
use crate::trace::{Convention, Header, TraceFault, TraceReader, TraceReplay};
use glam::DVec3;
use std::io::BufRead;

/// A trace that is read step by step.
pub struct Stream<R> {
    replay: TraceReplay<R>,
    convention: Convention,
    feed: Feed,
    /// The normals of the step before, by bodies.
    normals: Vec<(usize, usize, DVec3)>,
}

impl<R: BufRead> Stream<R> {
    /// Reads the header.
    pub fn new(reader: TraceReader<R>) -> Result<Self, TraceFault> {
        let replay = TraceReplay::new(reader)?;
        let convention = Convention::new(&replay.header);
        let feed = Feed::new(convention.clone(), Lag::of(replay.header.poses), None);
        Ok(Self { replay, convention, feed, normals: vec![] })
    }

    /// What the engine declares.
    pub fn header(&self) -> &Header {
        &self.replay.header
    }

    /// Whether the last line was cut off and left out.
    pub fn is_cut(&self) -> bool {
        self.replay.reader().is_cut()
    }

    /// The next step; none at the end.
    pub fn advance(&mut self) -> Result<Option<TracedStep>, TraceFault> {
        if !self.replay.advance()? {
            return Ok(None);
        }
        self.feed.take(&self.replay);
        let frame = frame(&self.replay, &self.feed, &self.convention, &self.normals);
        if let Some(frame) = &frame {
            self.normals = frame.normals();
        }
        Ok(frame)
    }

    /// A step as conditions see it; what its engine gives is taken to be all there is, for nobody knows what comes.
    pub fn moment<'a>(&self, frame: &'a TracedStep) -> ToldStep<'a> {
        let dt = usable_dt(self.replay.header.dt).unwrap_or(USUAL_DT);
        let given = GivenTrace { separations: true, impulses: true, friction: true, velocities: true };
        ToldStep { frame, time: frame.time.unwrap_or(frame.number as f64 * dt), given }
    }
}

/// The step that the feed took last.
pub fn frame<R: BufRead>(
    replay: &TraceReplay<R>,
    feed: &Feed,
    convention: &Convention,
    before: &[(usize, usize, DVec3)],
) -> Option<TracedStep> {
    let (input, now) = feed.latest()?;
    let velocity = |told: &Option<[f64; 6]>| {
        told.map(|[x, y, z, u, v, w]| Velocity {
            linear: convention.vector([x, y, z]),
            spin: convention.spin([u, v, w]),
        })
    };
    let velocities = replay.velocities.iter().map(velocity).collect();
    let features = replay.step.contacts.iter().map(|c| [c.feature_a.clone(), c.feature_b.clone()]).collect();
    let ordinal = replay.count.saturating_sub(1);
    let gravity = replay.header.gravity.map(|gravity| convention.vector(gravity));
    let mut frame = TracedStep::new((ordinal, replay.step.time), input, now, velocities, features, before);
    frame.gravity = gravity;
    Some(frame)
}
