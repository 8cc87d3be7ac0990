//! Cuboid against cuboid: fifteen separating axes, then clipping against a face, or two edges.

use super::manifold::apart;
use super::parallel_edges::on_parallel_edges;
use super::sat::Boxes;
use super::{Axis, Feature, Manifold, Note, PairMemory, Reason, Trace};
use crate::math::Pose;
use glam::Vec3;

/// By how much a face of B must beat one of A, and an edge pair a face, to give the normal: relative to the least half
/// extent of the two boxes.
///
/// A box at rest has several axes of nearly the same gap. A face gives up to four points where an edge pair gives one,
/// so the faces come first and rounding or a tilt of a milliradian does not change the choice.
const PREFERENCE: f32 = 2e-3;

/// Overlap from which boxes overlap deeply, relative to the least half extent.
///
/// At the one point where two edges cross a box can turn about them, and what already overlaps would turn in ever deeper.
const DEEP: f32 = 0.05;

/// Overlaps that differ by less are the same, relative to the least half extent.
const HAIR: f32 = 1e-4;

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
    let boxes = Boxes::new(ha, hb, b_in_a);
    if T::LISTENS {
        let candidates = (0..15).map(Axis::from_index).filter_map(|axis| boxes.candidate(axis, true));
        candidates.for_each(|candidate| trace.hear(Note::Candidate(candidate)));
    }
    // What separated the two last time most likely does so still.
    if memory.axis != 0 {
        let axis = Axis::from_index(usize::from(memory.axis - 1));
        if boxes.gap(axis).is_some_and(|gap| gap > margin) {
            return separated(axis, memory, trace);
        }
    }
    let mut best = (Axis::A(0), f32::NEG_INFINITY);
    for i in 0..3 {
        let gap = boxes.face_a(i);
        if apart(gap, margin) {
            return separated(Axis::A(i), memory, trace);
        }
        if gap > best.1 {
            best = (Axis::A(i), gap);
        }
    }
    let preference = PREFERENCE * ha.min_element().min(hb.min_element());
    let mut bound = best.1 + preference;
    for j in 0..3 {
        let gap = boxes.face_b(j);
        if gap > margin {
            return separated(Axis::B(j), memory, trace);
        }
        if gap > bound {
            bound = gap;
            best = (Axis::B(j), gap);
        }
    }
    let edges = match boxes.best_edges(best.1 + preference, margin) {
        Ok(edges) => edges,
        Err(axis) => return separated(axis, memory, trace),
    };
    if let Some((i, j, _)) = edges {
        let manifold = on_edges(&boxes, i, j, margin);
        if manifold.count == 0 {
            return separated(Axis::Edges(i, j), memory, trace);
        }
        memory.axis = 1 + Axis::Edges(i, j).index() as u8;
        trace.hear(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason: Reason::LeastOverlap });
        return manifold;
    }
    memory.axis = 1 + best.0.index() as u8;
    if let Some(manifold) = on_parallel_edges(&boxes, best.0, margin) {
        trace.hear(Note::Chosen { axis: Some(best.0.into()), reason: Reason::ParallelEdges });
        return manifold;
    }
    let manifold = on_face(&boxes, best.0, margin);
    // Of boxes that overlap by a hair, clipping can leave nothing.
    if manifold.count == 0 && best.1 <= 0.0 {
        return last_resort(&boxes, margin, trace);
    }
    if T::LISTENS {
        let (widest, _) = super::quad::widest_axis(&boxes);
        let reason = if widest == best.0 {
            Reason::LeastOverlap
        } else {
            Reason::FacePreferred { over: widest.into(), preference }
        };
        trace.hear(Note::Chosen { axis: Some(best.0.into()), reason });
    }
    manifold
}

#[cold]
fn last_resort<T: Trace>(boxes: &Boxes, margin: f32, trace: &mut T) -> Manifold {
    match boxes.best_edges(f32::NEG_INFINITY, margin) {
        Ok(Some((i, j, _))) => {
            trace.hear(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason: Reason::ClippedAway });
            on_edges(boxes, i, j, margin)
        }
        Err(axis) => {
            trace.hear(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
            Manifold::NONE
        }
        Ok(None) => Manifold::NONE,
    }
}

#[inline]
fn separated<T: Trace>(axis: Axis, memory: &mut PairMemory, trace: &mut T) -> Manifold {
    trace.hear(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
    memory.axis = 1 + axis.index() as u8;
    Manifold::NONE
}

/// The contact on a face of A or B; the other box is named by what reaches furthest towards that face.
#[inline]
fn on_face(boxes: &Boxes, axis: Axis, margin: f32) -> Manifold {
    match axis {
        Axis::B(j) => {
            let sign = if boxes.tb[j] > 0.0 { -1.0 } else { 1.0 };
            let mut normal = Vec3::ZERO;
            normal[j] = -sign;
            let toward_b = Vec3::new(boxes.r[0][j], boxes.r[1][j], boxes.r[2][j]) * -sign;
            let contacts = boxes.clip_on_b(j, sign, margin);
            let mut manifold = contacts.manifold(normal, Feature::of_cuboid(toward_b), Feature::of_cuboid(-normal));
            boxes.bring_home(&mut manifold);
            manifold
        }
        Axis::A(i) | Axis::Edges(i, _) => {
            let sign = if boxes.t[i] < 0.0 { -1.0 } else { 1.0 };
            let mut normal = Vec3::ZERO;
            normal[i] = sign;
            let toward_a = Vec3::from_array(boxes.r[i]) * -sign;
            let contacts = boxes.clip_on_a(i, sign, margin);
            contacts.manifold(normal, Feature::of_cuboid(normal), Feature::of_cuboid(toward_a))
        }
    }
}

/// The contact of two crossing edges: where they cross, and of boxes that overlap deeply also where the faces beside
/// them overlap, seen along the normal.
#[inline]
fn on_edges(boxes: &Boxes, i: usize, j: usize, margin: f32) -> Manifold {
    let normal = boxes.edge_normal(i, j);
    let Some(point) = boxes.edge_point(i, j, normal) else { return Manifold::NONE };
    let features = (Feature::edge_of_cuboid(normal, i), Feature::edge_of_cuboid(-boxes.to_b(normal), j));
    let crossing = Manifold::single(normal, features, point);
    if point.separation > -DEEP * boxes.least() {
        return crossing;
    }
    let faces = boxes.clip_along(normal, point.separation, margin).manifold(normal, features.0, features.1);
    // Of more than four points the one where the edges cross may have been left out.
    if faces.separation() > point.separation + HAIR * boxes.least() { crossing } else { faces }
}
