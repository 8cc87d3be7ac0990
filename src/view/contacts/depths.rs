//! Penetration depths.

use super::push::Push;
use crate::physics::ContactPoint;
use crate::view::{Line, palette};

/// Depths are drawn longer than they are by this factor: half a millimetre would not be seen.
pub(super) const FACTOR: f32 = 10.0;

/// Along the normal, about the point, as long as the overlap times [`FACTOR`]; wide enough to show around the point.
pub(super) fn line(push: &Push, point: &ContactPoint, size: f32) -> Line {
    let arm = push.normal * (0.5 * FACTOR * point.separation);
    let (from, to) = (point.position + arm, point.position - arm);
    Line { from, to, color: palette::PENETRATION, width: 10.0 * size, outlined: true, xray: true }
}
