//! What of a trace does not change while it is played.

use crate::geometry::BoundingSphere;
use crate::trace::{Header, TraceFault};

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
