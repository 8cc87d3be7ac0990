//! What of a trace does not change while it is played.

use crate::geometry::BoundingSphere;
use crate::trace::{Header, TraceFault, TraceReplay};
use std::io::BufRead;

/// A trace as a whole.
#[derive(Clone, Debug)]
pub struct Film {
    /// Its engine, or the name of its file.
    pub title: String,
    /// What the engine declares.
    pub header: Header,
    /// Number of steps.
    pub steps: u64,
    /// The engine's number of the first step.
    pub first: u64,
    /// The engine's number of the last step.
    pub last: u64,
    /// Length of a step (s): as declared, or as the first steps tell, or a sixtieth.
    pub dt: f32,
    /// A sphere round what can move, at the beginning, in the middle and at the end (m, world).
    pub extent: BoundingSphere,
    /// What the engine gives.
    pub given: GivenTrace,
    /// Whether its engine still runs, and more steps may come.
    pub is_live: bool,
    /// What was wrong with the first line that could not be read; the steps before it are here.
    pub fault: Option<TraceFault>,
}

/// What an engine gives of its contacts and bodies, seen in the first steps that have any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct GivenTrace {
    /// Separations of points.
    pub separations: bool,
    /// Normal impulses of points.
    pub impulses: bool,
    /// Friction impulses of points.
    pub friction: bool,
    /// Velocities and spins.
    pub velocities: bool,
}

impl GivenTrace {
    /// Notes what a step has.
    pub(super) fn note<R: BufRead>(&mut self, replay: &TraceReplay<R>) {
        self.velocities |= replay.velocities.iter().any(Option::is_some);
        for point in replay.step.contacts.iter().flat_map(|contact| &contact.points) {
            self.separations |= point.separation.is_some();
            self.impulses |= point.normal_impulse.is_some();
            self.friction |= point.friction.is_some();
        }
    }
}

/// Length of a step of which nothing is known (s).
pub const USUAL_DT: f64 = 1.0 / 60.0;

/// The length of a step as it is told (s), where one can play by it.
pub(super) fn usable_dt(told: Option<f64>) -> Option<f64> {
    told.filter(|dt| dt.is_finite() && *dt > 1e-6 && *dt < 10.0)
}
