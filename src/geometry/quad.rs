//! Quads against cuboids and quads: a quad is a box without thickness that may be solid from one side only.

use super::manifold::{FACE_PREFERENCE, apart};
use super::pair::{QuadMeasures, flat};
use super::sat::Boxes;
use super::{Axis, Feature, Manifold, Note, PairMemory, Reason, Side, Sides, Trace};
use crate::math::Pose;
use glam::{Vec2, Vec3};

/// Sine of the angle up to which the normal of a contact at a quad's rim may point to the quad's wrong side: that much
/// is rounding.
pub(super) const WRONG_SIDE_SINE: f64 = 0.01;

/// How far a lamina may be on the wrong side of a quad and still be pushed back, relative to its least half extent. A
/// thicker body needs no such limit: while it still overlaps the quad it cannot have come from there.
const LAMINA_TOLERANCE: f32 = 0.25;

/// The half extents of a box or a quad, and which of the two it is.
#[derive(Clone, Copy)]
struct BoxOrQuad {
    half: Vec3,
    is_flat: bool,
}

impl BoxOrQuad {
    fn quad(half: Vec2) -> Self {
        Self { half: flat(half), is_flat: true }
    }

    /// Whether the direction of axis `k` bounds the shape by faces; a quad's rim has none.
    fn has_face(&self, k: usize) -> bool {
        !self.is_flat || k == 1
    }

    /// Whether the shape has edges along axis `k`; a quad has none across its plane.
    fn has_edge(&self, k: usize) -> bool {
        !self.is_flat || k != 1
    }

    fn feature_along(&self, direction: Vec3) -> Feature {
        if self.is_flat { Feature::of_quad(direction) } else { Feature::of_cuboid(direction) }
    }

    fn edge_along(&self, direction: Vec3, along: usize) -> Feature {
        if self.is_flat { Feature::edge_of_quad(direction, along) } else { Feature::edge_of_cuboid(direction, along) }
    }
}

/// The gap along each of the fifteen axes (m); none for the cross product of parallel edges.
type Gaps = [Option<f32>; 15];

/// The allowed axis of greatest gap, the first of equals, and the gap (m).
fn max_gap(gaps: &Gaps, allowed: impl Fn(Axis) -> bool) -> Option<(Axis, f32)> {
    let mut best: Option<(Axis, f32)> = None;
    for (index, gap) in gaps.iter().enumerate() {
        let axis = Axis::from_index(index);
        if let Some(gap) = *gap
            && best.is_none_or(|b| gap > b.1)
            && allowed(axis)
        {
            best = Some((axis, gap));
        }
    }
    best
}

/// Whether the centre of B projects outside the rectangle of quad A.
#[inline]
pub(super) fn beside(boxes: &Boxes) -> bool {
    boxes.t[0].abs() > boxes.ha[0] || boxes.t[2].abs() > boxes.ha[2]
}

/// Whether a two-sided quad is smaller than the greatest face of what it meets, given by half extents: then it is a
/// lamina, solid all over like any thin box, and has no side to which it would push. So a card that lands on its edge
/// leaves a table by the table's top.
pub(super) fn is_lamina(half: Vec2, sides: Sides, other: Vec3) -> bool {
    // The areas of the three kinds of faces, each a quarter.
    let faces = Vec3::new(other.y * other.z, other.x * other.z, other.x * other.y);
    sides == Sides::Both && half.x * half.y < faces.max_element()
}

/// How much more than the margin B must be away from quad A to count as apart (m): 0 but for a lamina that has passed
/// through the plane of the quad.
pub(super) fn lamina_tolerance(boxes: &Boxes, memory: &PairMemory) -> f32 {
    // On which side it is now, against where it came from.
    let through = match memory.side {
        Side::Unknown => false,
        Side::Front => boxes.t[1] < 0.0,
        Side::Behind => boxes.t[1] > 0.0,
    };
    if boxes.hb[1] == 0.0 && through && !beside(boxes) { LAMINA_TOLERANCE * boxes.hb[0].min(boxes.hb[2]) } else { 0.0 }
}

/// The gaps along all axes, or the axis along which the two are further apart than `margin`.
fn axis_gaps(boxes: &Boxes, margin: f32, memory: &PairMemory) -> Result<Gaps, Axis> {
    let separates = |axis| boxes.gap(axis).is_some_and(|gap| apart(gap, margin));
    // Temporal coherence: what separated the two last time most likely does so still.
    if memory.axis != 0 {
        let axis = Axis::from_index(usize::from(memory.axis - 1));
        if separates(axis) {
            return Err(axis);
        }
    }
    let mut gaps = [None; 15];
    for (index, slot) in gaps.iter_mut().enumerate() {
        let axis = Axis::from_index(index);
        *slot = boxes.gap(axis);
        if slot.is_some_and(|gap| apart(gap, margin)) {
            return Err(axis);
        }
    }
    Ok(gaps)
}

/// Quad against cuboid, in the quad's frame.
pub(super) fn quad_cuboid<T: Trace>(
    (half, sides): QuadMeasures,
    half_b: Vec3,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    collide_quad(
        (&BoxOrQuad::quad(half), sides),
        &BoxOrQuad { half: half_b, is_flat: false },
        b_in_a,
        margin,
        memory,
        trace,
    )
}

/// Quad against quad, in the frame of `a`, which is the larger one or either of equal ones.
///
/// Only the sides of the larger count; the smaller is solid all over. Were both to count, a card that lies on its back
/// would fall through a table.
pub(super) fn quads<T: Trace>(
    (half_a, sides_a): QuadMeasures,
    (half_b, _): QuadMeasures,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    // The smaller quad is the body, whatever its sides.
    let (a, b) = (BoxOrQuad::quad(half_a), BoxOrQuad::quad(half_b));
    collide_quad((&a, sides_a), &b, b_in_a, margin, memory, trace)
}

/// Quad `a` against a cuboid or a lamina.
///
/// From its solid side the quad acts like the top of a thick box: the axis of least overlap gives the normal, so that
/// the rim pushes sideways. A body whose centre has passed through the rectangle is pushed out again on the side it
/// came from.
fn collide_quad<T: Trace>(
    (a, sides): (&BoxOrQuad, Sides),
    b: &BoxOrQuad,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    // All fifteen gaps; those that a quad has no faces or edges for are left out later.
    let boxes = Boxes { bearing: memory.bearing, ..Boxes::new(a.half, b.half, b_in_a) };
    let height = boxes.t[1];
    let gaps = match axis_gaps(&boxes, margin + lamina_tolerance(&boxes, memory), memory) {
        Ok(gaps) => gaps,
        Err(axis) => {
            memory.axis = 1 + axis.index() as u8;
            memory.update_side(sides, height, false, true);
            if T::ENABLED {
                record_candidates(&boxes, |_| true, trace);
            }
            trace.record(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
            return Manifold::NONE;
        }
    };
    // A lamina has no wrong side: all axes of a thin box count.
    if !b.is_flat && is_lamina(Vec2::new(a.half.x, a.half.z), sides, b.half) {
        let allowed = |axis| match axis {
            Axis::A(i) => a.has_face(i),
            Axis::B(j) => b.has_face(j),
            Axis::Edges(i, j) => a.has_edge(i) && b.has_edge(j),
        };
        if T::ENABLED {
            record_candidates(&boxes, allowed, trace);
        }
        return best_contact(&boxes, (a, b), &gaps, allowed, margin, memory, trace);
    }
    let beside = beside(&boxes);
    // One-sided quads let pass what came from behind.
    memory.update_side(sides, height, beside && sides == Sides::Both, false);
    let passes = memory.lets_pass(sides);
    trace.record(Note::Side { from: memory.side, height, beside, passes });
    if passes {
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    // The solid side to push to: front or, of two-sided quads, back.
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    // The centre is past the plane: only the way back may give the normal, however deep it is.
    if !beside && height * sign < 0.0 {
        memory.axis = 1 + Axis::A(1).index() as u8;
        if T::ENABLED {
            record_candidates(&boxes, |axis| axis == Axis::A(1), trace);
        }
        trace.record(Note::Chosen { axis: Some(Axis::A(1).into()), reason: Reason::PushedOut });
        return surface_contact(&boxes, (a, b), sign, margin);
    }
    // Beside the rim a body may hang below the plane and still lean on the quad. It has gone round the rim once the
    // axis of least overlap points to the back.
    let points_back = |axis| boxes.normal(axis).y * sign < -(WRONG_SIDE_SINE as f32);
    if height * sign < 0.0 && max_gap(&gaps, |_| true).is_some_and(|best| points_back(best.0)) {
        memory.side = Side::Behind;
        trace.record(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    // Otherwise every axis counts that does not push to the back.
    let allowed = |axis| match axis {
        Axis::A(i) => a.has_face(i) && height * sign >= 0.0,
        Axis::B(j) => b.has_face(j) && !points_back(axis),
        Axis::Edges(i, j) => a.has_edge(i) && b.has_edge(j) && !points_back(axis),
    };
    if T::ENABLED {
        record_candidates(&boxes, allowed, trace);
    }
    best_contact(&boxes, (a, b), &gaps, allowed, margin, memory, trace)
}

/// Records every axis as a candidate.
fn record_candidates<T: Trace>(boxes: &Boxes, allowed: impl Fn(Axis) -> bool, trace: &mut T) {
    let candidates = (0..15).map(Axis::from_index).filter_map(|axis| boxes.candidate(axis, allowed(axis)));
    candidates.for_each(|candidate| trace.record(Note::Candidate(candidate)));
}

/// The contact along the best of the allowed axes: faces first, within [`FACE_PREFERENCE`].
fn best_contact<T: Trace>(
    boxes: &Boxes,
    (a, b): (&BoxOrQuad, &BoxOrQuad),
    gaps: &Gaps,
    allowed: impl Fn(Axis) -> bool,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    // A quad has no half extent across its plane.
    let least = |h: Vec3| if h.y == 0.0 { h.x.min(h.z) } else { h.min_element() };
    let preference = FACE_PREFERENCE as f32 * least(a.half).min(least(b.half));
    let face = max_gap(gaps, |axis| !matches!(axis, Axis::Edges(..)) && allowed(axis));
    // A face of A that is nearly as good goes before one of B.
    let face = match (face, max_gap(gaps, |axis| matches!(axis, Axis::A(_)) && allowed(axis))) {
        (Some(best), Some(of_a)) if of_a.1 + preference >= best.1 => Some(of_a),
        (best, _) => best,
    };
    // An edge pair must beat the best face by the preference.
    let edges = max_gap(gaps, |axis| matches!(axis, Axis::Edges(..)) && allowed(axis));
    let bar = face.map_or(f32::NEG_INFINITY, |best| best.1 + preference);
    // Clipping against a face can leave no point of boxes that barely overlap; then the edges take over.
    let overlap = gaps.iter().flatten().all(|gap| *gap <= 0.0);
    if let Some((axis, _)) = face.filter(|_| edges.is_none_or(|best| best.1 <= bar)) {
        let manifold = face_contact(boxes, (a, b), axis, margin);
        if manifold.count > 0 || !overlap {
            memory.axis = 1 + axis.index() as u8;
            if T::ENABLED {
                let least = max_gap(gaps, &allowed).map_or(axis, |best| best.0);
                let preferred = Reason::FacePreferred { over: least.into(), preference };
                let reason = if least == axis { Reason::LeastOverlap } else { preferred };
                trace.record(Note::Chosen { axis: Some(axis.into()), reason });
            }
            return manifold;
        }
    }
    let Some((Axis::Edges(i, j), _)) = edges else { return Manifold::NONE };
    memory.axis = 1 + Axis::Edges(i, j).index() as u8;
    if T::ENABLED {
        let least = face.is_none_or(|_| edges.is_some_and(|best| best.1 > bar));
        let reason = if least { Reason::LeastOverlap } else { Reason::ClippedAway };
        trace.record(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason });
    }
    let normal = boxes.edge_normal(i, j);
    // The contact is the one point where the edges cross.
    let Some(point) = boxes.edge_contact(i, j, normal).filter(|point| !apart(point.separation, margin)) else {
        return Manifold::NONE;
    };
    Manifold::single(normal, (a.edge_along(normal, i), b.edge_along(-boxes.to_b(normal), j)), point)
}

/// The contact on the front (`sign` +1) or the back (−1) of quad A.
fn surface_contact(boxes: &Boxes, (a, b): (&BoxOrQuad, &BoxOrQuad), sign: f32, margin: f32) -> Manifold {
    let normal = Vec3::Y * sign;
    boxes.clip_on_a(1, sign, margin).manifold(normal, a.feature_along(normal), b.feature_along(-boxes.to_b(normal)))
}

/// The contact on a face of A or of B.
fn face_contact(boxes: &Boxes, (a, b): (&BoxOrQuad, &BoxOrQuad), axis: Axis, margin: f32) -> Manifold {
    let normal = boxes.normal(axis);
    // Features are named in each shape's own axes.
    let in_b = boxes.to_b(normal);
    match axis {
        Axis::B(j) => {
            // B's face: clipped in B's frame, then carried into A's.
            let sign = if boxes.tb[j] < 0.0 { 1.0 } else { -1.0 };
            let mut manifold =
                boxes.clip_on_b(j, sign, margin).manifold(in_b, a.feature_along(normal), b.feature_along(-in_b));
            boxes.to_frame_of_a(&mut manifold);
            manifold
        }
        Axis::A(i) | Axis::Edges(i, _) => {
            let sign = if boxes.t[i] < 0.0 { -1.0 } else { 1.0 };
            boxes.clip_on_a(i, sign, margin).manifold(normal, a.feature_along(normal), b.feature_along(-in_b))
        }
    }
}
