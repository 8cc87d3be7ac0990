//! Overlaps for which the engine gave no contact.

use super::cast::{CastMember, Edges, answers};
use super::feed::pose_of;
use super::verdict::StepInput;
use crate::exact::{Core, Pose, Sides};
use crate::trace::{Geometry, TracedMotion};
use std::collections::BTreeSet;

/// Deeper overlaps must have a contact (m), and a share of the smaller body.
const DEPTH: f64 = 1e-3;
const DEPTH_SHARE: f64 = 1e-2;

/// A pair that overlaps without a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedPair {
    /// The pair, the lower index first.
    pub pair: (usize, usize),
    /// How deep it is (m).
    pub depth: f64,
}

/// The overlaps of a step for which it has no contact.
pub fn overlaps(input: &StepInput) -> Vec<MissedPair> {
    let named: BTreeSet<(usize, usize)> = input.claims.iter().map(|c| (c.a.min(c.b), c.a.max(c.b))).collect();
    let members = &input.cast.members;

    // Sweep along x; planes and meshes without end are held against all.
    let mut spans: Vec<(f64, f64, usize, Pose)> = Vec::with_capacity(members.len());
    for (index, member) in members.iter().enumerate() {
        if let Some(pose) = pose_of(&input.found, index).filter(|_| !member.pieces.is_empty()) {
            spans.push((pose.position.x - member.bound, pose.position.x + member.bound, index, pose));
        }
    }
    spans.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    let mut found = Vec::new();
    for (place, (_, end, one, pose_one)) in spans.iter().enumerate() {
        for (_, _, other, pose_other) in spans[place + 1..].iter().take_while(|span| span.0 <= *end) {
            // The one declared first is A, as in a trace that names the pair: so both sides give the same normal.
            let ((a, pose_a), (b, pose_b)) = if one < other {
                ((*one, pose_one), (*other, pose_other))
            } else {
                ((*other, pose_other), (*one, pose_one))
            };
            if !may_touch((&members[a], pose_a), (&members[b], pose_b)) || named.contains(&(a, b)) {
                continue;
            }
            // Of great bodies a share of the size, of small ones a length: engines leave both as slop.
            let size = members[a].size.min(members[b].size).min(1e6);
            let least = DEPTH.max(DEPTH_SHARE * size);
            let under = |edges| -answers((&members[a], pose_a), (&members[b], pose_b), edges, 0.0).least();
            let mut depth = under(Edges::Declared);
            // Corners that the engine rounds away overlap nothing.
            if let Some(rounding) = input.rounding.filter(|_| depth > least) {
                depth = depth.min(under(Edges::Rounded(rounding)));
            }
            if depth > least {
                found.push(MissedPair { pair: (a, b), depth });
            }
        }
    }
    found
}

/// Whether one of the two can be pushed and they are near enough.
fn may_touch((a, pose_a): (&CastMember, &Pose), (b, pose_b): (&CastMember, &Pose)) -> bool {
    let reach = a.bound + b.bound;
    (a.motion == TracedMotion::Dynamic || b.motion == TracedMotion::Dynamic)
        && !has_open_side(a)
        && !has_open_side(b)
        && pose_a.position.distance_squared(pose_b.position) <= reach * reach
}

/// Whether a body has a sheet that is solid from the front only: what overlaps it may be on its way through from
/// behind, and one step cannot tell that from sinking in.
fn has_open_side(member: &CastMember) -> bool {
    member.pieces.iter().any(|piece| match &piece.geometry {
        Geometry::Convex(solid) => matches!(solid.core, Core::Rectangle(_, Sides::Front)),
        Geometry::Mesh(_) => false,
    })
}
