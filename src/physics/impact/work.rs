//! What finding impacts costs, in predictions gone through to find those that are next (a tenth of a microsecond each),
//! and how much of it a step has.

use crate::geometry::Shape;

/// Work on impacts in a step: half a step at 60 Hz, and so much for each body. What is left over then is the solver's.
const LEAST_WORK: usize = 83_000;
const WORK_A_BODY: usize = 128;

/// Work of a glance at a pair, and of a query of it of the ordinary length, so many gaps; and of each gap more.
pub(super) const GLANCE: usize = 1;
const QUERY: usize = 10;
const ORDINARY_GAPS: usize = 8;
const GAP: usize = 5;

/// A query of two balls, which is one formula.
const BALL_QUERY: usize = 2;

/// The same with a truncated cone.
const ROUND_QUERY: usize = 400;
const ROUND_GAP: usize = 50;

/// Visits of a touching point, while the impulses of an impact are found, for a unit of work.
const VISITS: usize = 2;

/// Work that a step of so many bodies has for impacts.
pub(super) fn budget(bodies: usize) -> usize {
    LEAST_WORK + WORK_A_BODY * bodies
}

/// What a query of two shapes costs in which so many gaps were measured.
pub(super) fn query_work(a: &Shape, b: &Shape, gaps: usize) -> usize {
    let round = |shape: &Shape| matches!(shape, Shape::Frustum { .. });
    let (query, gap) = match (a, b) {
        (Shape::Sphere { .. }, Shape::Sphere { .. }) => return BALL_QUERY,
        _ if round(a) || round(b) => (ROUND_QUERY, ROUND_GAP),
        _ => (QUERY, GAP),
    };
    query + gaps.saturating_sub(ORDINARY_GAPS) * gap
}

/// What the impulses of an impact cost for which touching points were visited so often.
pub(super) fn exchange_work(visits: usize) -> usize {
    visits / VISITS
}
