//! Cuboid against cuboid: fifteen separating axes, then clipping.

use super::manifold::apart;
use super::sat::{Axis, Boxes};
use super::{Feature, Manifold, PairMemory};
use crate::math::Pose;
use glam::Vec3;

/// By how much a face of B must beat one of A, and an edge pair a face, to give the normal: relative to the least half
/// extent of the two boxes.
///
/// A box at rest has several axes of nearly the same gap. A face gives up to four points where an edge pair gives one,
/// so the faces come first and rounding or a tilt of a milliradian does not change the choice.
const PREFERENCE: f32 = 2e-3;

/// Cuboid against cuboid.
#[inline]
pub(super) fn cuboids(ha: Vec3, hb: Vec3, b_in_a: &Pose, margin: f32, memory: &mut PairMemory) -> Manifold {
    let boxes = Boxes::new(ha, hb, b_in_a);
    // What separated the two last time most likely does so still.
    if memory.axis != 0 && boxes.gap(Axis::from_index(usize::from(memory.axis - 1))).is_some_and(|gap| gap > margin) {
        return Manifold::NONE;
    }
    let mut best = (Axis::A(0), f32::NEG_INFINITY);
    for i in 0..3 {
        let gap = boxes.face_a(i);
        if apart(gap, margin) {
            return separated(Axis::A(i), memory);
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
            return separated(Axis::B(j), memory);
        }
        if gap > bound {
            bound = gap;
            best = (Axis::B(j), gap);
        }
    }
    let edges = match boxes.best_edges(best.1 + preference, margin) {
        Ok(edges) => edges,
        Err(axis) => return separated(axis, memory),
    };
    if let Some((i, j, _)) = edges {
        memory.axis = 1 + Axis::Edges(i, j).index() as u8;
        return on_edges(&boxes, i, j);
    }
    memory.axis = 1 + best.0.index() as u8;
    let manifold = on_face(&boxes, best.0, margin);
    // Of boxes that overlap by a hair, clipping can leave nothing.
    if manifold.count == 0 && best.1 <= 0.0 { last_resort(&boxes, margin) } else { manifold }
}

#[cold]
fn last_resort(boxes: &Boxes, margin: f32) -> Manifold {
    match boxes.best_edges(f32::NEG_INFINITY, margin) {
        Ok(Some((i, j, _))) => on_edges(boxes, i, j),
        _ => Manifold::NONE,
    }
}

#[inline]
fn separated(axis: Axis, memory: &mut PairMemory) -> Manifold {
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

/// The contact of two crossing edges.
#[inline]
fn on_edges(boxes: &Boxes, i: usize, j: usize) -> Manifold {
    let normal = boxes.edge_normal(i, j);
    let point = boxes.edge_point(i, j, normal);
    let features = (Feature::edge_of_cuboid(normal, i), Feature::edge_of_cuboid(-boxes.to_b(normal), j));
    Manifold::single(normal, features, point)
}
