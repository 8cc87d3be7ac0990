//! Cuboid against cuboid: fifteen separating axes (Gottschalk, Lin and Manocha 1996), then clipping against a face, or
//! two edges.

use super::manifold::{FACE_PREFERENCE, apart};
use super::parallel_edges::on_parallel_edges;
use super::sat::{Boxes, CROSSING_ROUNDING};
use super::{Axis, Feature, Manifold, Note, PairMemory, Reason, Trace};
use crate::math::Pose;
use glam::Vec3;

/// Overlap from which a contact of crossing edges also gets the points of the faces beside them, relative to the least
/// half extent. About the one point where the edges cross a box can turn, and one that overlaps deeply would turn in
/// ever deeper.
const DEEP_PENETRATION: f32 = 0.05;

/// Cosine of the angle between the normal of crossing edges and those of the faces beside them, of A and of B, up to
/// which these lie nearly on one another: beyond 18° their gap opens within three margins.
const FACING: f32 = 0.95;

/// Difference up to which two overlaps count as the same, relative to the least half extent: above rounding.
const SAME_DEPTH: f32 = 5e-5;

/// Cuboid against cuboid.
#[inline]
pub(super) fn cuboids<T: Trace>(
    ha: Vec3,
    hb: Vec3,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let boxes = Boxes { bearing: memory.bearing, ..Boxes::new(ha, hb, b_in_a) };
    if T::ENABLED {
        // A trace is shown every axis, whichever ends the test.
        let candidates = (0..15).map(Axis::from_index).filter_map(|axis| boxes.candidate(axis, true));
        candidates.for_each(|candidate| trace.record(Note::Candidate(candidate)));
    }
    // Temporal coherence: what separated the two last time most likely does so still.
    if memory.axis != 0 {
        let axis = Axis::from_index(usize::from(memory.axis - 1));
        if let Some(gap) = boxes.gap(axis).filter(|gap| *gap > margin) {
            return separated(axis, gap, memory, trace);
        }
    }
    // Faces of A first; those of B and then the edges must be better by the preference.
    let mut best = (Axis::A(0), f32::NEG_INFINITY);
    for i in 0..3 {
        let gap = boxes.face_gap_a(i);
        if apart(gap, margin) {
            return separated(Axis::A(i), gap, memory, trace);
        }
        if gap > best.1 {
            best = (Axis::A(i), gap);
        }
    }
    let preference = FACE_PREFERENCE as f32 * ha.min_element().min(hb.min_element());
    let mut bound = best.1 + preference;
    for j in 0..3 {
        let gap = boxes.face_gap_b(j);
        if gap > margin {
            return separated(Axis::B(j), gap, memory, trace);
        }
        if gap > bound {
            bound = gap;
            best = (Axis::B(j), gap);
        }
    }
    // All nine cross products at once.
    let edges = match boxes.max_edge_gap(best.1 + preference, margin) {
        Ok(edges) => edges,
        Err((axis, gap)) => return separated(axis, gap, memory, trace),
    };
    // Edges win: a contact in one point, or of the faces beside them.
    if let Some((i, j, edge_gap)) = edges {
        let manifold = edge_contact(&boxes, i, j, margin);
        if manifold.count == 0 {
            return separated(Axis::Edges(i, j), known(edge_gap), memory, trace);
        }
        memory.axis = 1 + Axis::Edges(i, j).index() as u8;
        trace.record(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason: Reason::LeastOverlap });
        return manifold;
    }
    memory.axis = 1 + best.0.index() as u8;
    // Along parallel edges there is no cross product; between the two faces the normal turns steadily.
    if let Some(manifold) = on_parallel_edges(&boxes, best.0, margin) {
        trace.record(Note::Chosen { axis: Some(best.0.into()), reason: Reason::ParallelEdges });
        return manifold;
    }
    let manifold = face_contact(&boxes, best.0, margin);
    // Clipping boxes that barely overlap, or touch but for rounding, can leave no point.
    if manifold.count == 0 && best.1 <= CROSSING_ROUNDING * boxes.min_half_extent() {
        return edge_fallback(&boxes, margin, trace);
    }
    // Corner to corner: all that is known of how far they are apart.
    if manifold.count == 0 {
        return Manifold::clear(known(best.1));
    }
    if T::ENABLED {
        // A trace also learns which axis the preference has overruled.
        let (widest, _) = boxes.max_gap();
        let reason = if widest == best.0 {
            Reason::LeastOverlap
        } else {
            Reason::FacePreferred { over: widest.into(), preference }
        };
        trace.record(Note::Chosen { axis: Some(best.0.into()), reason });
    }
    manifold
}

/// The best pair of edges, where clipping against the best face left no point.
#[cold]
fn edge_fallback<T: Trace>(boxes: &Boxes, margin: f32, trace: &mut T) -> Manifold {
    match boxes.max_edge_gap(f32::NEG_INFINITY, margin) {
        Ok(Some((i, j, gap))) => {
            trace.record(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason: Reason::ClippedAway });
            let manifold = edge_contact(boxes, i, j, margin);
            if manifold.count == 0 { Manifold::clear(known(gap)) } else { manifold }
        }
        Err((axis, gap)) => {
            trace.record(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
            Manifold::clear(gap)
        }
        Ok(None) => Manifold::clear(known(0.0)),
    }
}

/// A clearance of which no more is known than this gap, if that much: two that have no contact although no axis parts
/// them by the margin may touch as soon as they move.
fn known(gap: f32) -> f32 {
    gap.max(f32::MIN_POSITIVE)
}

/// No contact: remembers the axis for the next step.
#[inline]
fn separated<T: Trace>(axis: Axis, gap: f32, memory: &mut PairMemory, trace: &mut T) -> Manifold {
    trace.record(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
    memory.axis = 1 + axis.index() as u8;
    Manifold::clear(gap)
}

/// The contact on a face of A or B; the feature of the other box is the one that reaches furthest towards that face.
#[inline]
fn face_contact(boxes: &Boxes, axis: Axis, margin: f32) -> Manifold {
    match axis {
        Axis::B(j) => {
            // The reference face is B's: everything in B's frame, then carried into A's.
            let sign = if boxes.tb[j] > 0.0 { -1.0 } else { 1.0 };
            let mut normal = Vec3::ZERO;
            normal[j] = -sign;
            let toward_b = Vec3::new(boxes.r[0][j], boxes.r[1][j], boxes.r[2][j]) * -sign;
            let contacts = boxes.clip_on_b(j, sign, margin);
            let mut manifold = contacts.manifold(normal, Feature::of_cuboid(toward_b), Feature::of_cuboid(-normal));
            boxes.to_frame_of_a(&mut manifold);
            manifold
        }
        Axis::A(i) | Axis::Edges(i, _) => {
            // The reference face is A's.
            let sign = if boxes.t[i] < 0.0 { -1.0 } else { 1.0 };
            let mut normal = Vec3::ZERO;
            normal[i] = sign;
            let toward_a = Vec3::from_array(boxes.r[i]) * -sign;
            let contacts = boxes.clip_on_a(i, sign, margin);
            contacts.manifold(normal, Feature::of_cuboid(normal), Feature::of_cuboid(toward_a))
        }
    }
}

/// The contact of two crossing edges: where they cross; of boxes that overlap deeply, or whose faces lie nearly on one
/// another, where the faces beside the edges overlap, projected along the normal. So a box that tilts from a face onto
/// an edge, and back, keeps the points that carry it.
#[inline]
fn edge_contact(boxes: &Boxes, i: usize, j: usize, margin: f32) -> Manifold {
    let normal = boxes.edge_normal(i, j);
    let Some(mut point) = boxes.edge_contact(i, j, normal) else { return Manifold::NONE };
    // Their axis parts the two by no more than the margin: what is beyond it is rounding.
    point.separation = point.separation.min(margin);
    // Where the edges cross.
    let features = (Feature::edge_of_cuboid(normal, i), Feature::edge_of_cuboid(-boxes.to_b(normal), j));
    let crossing = Manifold::single(normal, features, point);
    if point.separation > -DEEP_PENETRATION * boxes.min_half_extent() && !boxes.faces_along(normal, FACING) {
        return crossing;
    }
    let faces = boxes.clip_along_normal(normal, point.separation, margin).manifold(normal, features.0, features.1);
    // Reducing to four points may have left out the deepest, where the edges cross.
    if faces.separation() > point.separation + SAME_DEPTH * boxes.min_half_extent() { crossing } else { faces }
}
