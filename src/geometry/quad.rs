//! Quads against cuboids and quads: a quad is a box with no thickness, and with sides.

use super::manifold::apart;
use super::sat::Boxes;
use super::{Axis, Feature, Manifold, Note, PairMemory, Reason, Side, Sides, Trace};
use crate::math::Pose;
use glam::{Vec2, Vec3};

/// As for cuboids: by how much an edge pair must beat a face, relative to the least half extent.
const PREFERENCE: f32 = 2e-3;

/// A rim contact may push this far to the wrong side of its quad (sine of the angle): rounding, not a direction.
const LEVEL: f32 = 0.01;

/// How far a lamina may be on the wrong side of a quad and still be put back: relative to its least half extent. What is
/// thicker is told from something that came from there by still overlapping the quad.
const GRIP: f32 = 0.25;

/// A box with the names of its features; flat when it is a quad.
#[derive(Clone, Copy)]
struct Body {
    half: Vec3,
    flat: bool,
}

impl Body {
    fn quad(half: Vec2) -> Self {
        Self { half: Vec3::new(half.x, 0.0, half.y), flat: true }
    }

    /// Whether the direction of axis `k` bounds the shape by faces; a quad's rim has none.
    fn has_face(&self, k: usize) -> bool {
        !self.flat || k == 1
    }

    /// Whether the shape has edges along axis `k`; a quad has none across its plane.
    fn has_edge(&self, k: usize) -> bool {
        !self.flat || k != 1
    }

    fn feature(&self, direction: Vec3) -> Feature {
        if self.flat { Feature::of_quad(direction) } else { Feature::of_cuboid(direction) }
    }

    fn edge(&self, direction: Vec3, along: usize) -> Feature {
        if self.flat { Feature::edge_of_quad(direction, along) } else { Feature::edge_of_cuboid(direction, along) }
    }
}

/// The gaps along all axes that mean anything (m).
type Gaps = [Option<f32>; 15];

/// The axis of the greatest gap among those that `fits` lets through.
fn widest(gaps: &Gaps, fits: impl Fn(Axis) -> bool) -> Option<(Axis, f32)> {
    let mut best: Option<(Axis, f32)> = None;
    for (index, gap) in gaps.iter().enumerate() {
        let axis = Axis::from_index(index);
        if let Some(gap) = *gap
            && best.is_none_or(|b| gap > b.1)
            && fits(axis)
        {
            best = Some((axis, gap));
        }
    }
    best
}

/// The axis of the greatest gap of all, and the gap (m).
pub(super) fn widest_axis(boxes: &Boxes) -> (Axis, f32) {
    let mut best = (Axis::A(0), f32::NEG_INFINITY);
    let faces = (0..3).map(|i| (Axis::A(i), boxes.face_a(i))).chain((0..3).map(|j| (Axis::B(j), boxes.face_b(j))));
    for (axis, gap) in faces {
        if gap > best.1 {
            best = (axis, gap);
        }
    }
    match boxes.best_edges(best.1, f32::INFINITY) {
        Ok(Some((i, j, gap))) => (Axis::Edges(i, j), gap),
        _ => best,
    }
}

/// Whether the centre of B projects outside the rectangle of quad A.
#[inline]
pub(super) fn beside(boxes: &Boxes) -> bool {
    boxes.t[0].abs() > boxes.ha[0] || boxes.t[2].abs() > boxes.ha[2]
}

/// Whether a two-sided quad is smaller than the greatest face of what it meets, given by half extents: then it is a lamina,
/// solid all over like any thin box, and pushes nothing through to one of its sides. A card that comes down on edge leaves
/// a table by the table's top.
pub(super) fn is_lamina(half: Vec2, sides: Sides, other: Vec3) -> bool {
    let faces = Vec3::new(other.y * other.z, other.x * other.z, other.x * other.y);
    sides == Sides::Both && half.x * half.y < faces.max_element()
}

/// How much further apart than the margin B must be from quad A before it counts as apart (m): 0 but for a lamina that
/// has gone through.
pub(super) fn grip(boxes: &Boxes, memory: &PairMemory) -> f32 {
    let through = match memory.side {
        Side::Unknown => false,
        Side::Front => boxes.t[1] < 0.0,
        Side::Behind => boxes.t[1] > 0.0,
    };
    if boxes.hb[1] == 0.0 && through && !beside(boxes) { GRIP * boxes.hb[0].min(boxes.hb[2]) } else { 0.0 }
}

/// All gaps, or the axis that keeps the two further apart than `margin`.
fn measure(boxes: &Boxes, margin: f32, memory: &PairMemory) -> Result<Gaps, Axis> {
    let separates = |axis| boxes.gap(axis).is_some_and(|gap| apart(gap, margin));
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
    (half, sides): (Vec2, Sides),
    half_b: Vec3,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    meet((&Body::quad(half), sides), &Body { half: half_b, flat: false }, b_in_a, margin, memory, trace)
}

/// Quad against quad, in the frame of `a`.
///
/// The larger one is the surface and the smaller one the body that meets it: only the sides of the larger count, and
/// the smaller is solid all over. Of equal ones `a` is the surface. Were both to count, a card that lies on its back
/// would fall through a table.
pub(super) fn quads<T: Trace>(
    (half_a, sides_a): (Vec2, Sides),
    (half_b, sides_b): (Vec2, Sides),
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let (a, b) = (Body::quad(half_a), Body::quad(half_b));
    if is_surface(half_a, half_b) {
        meet((&a, sides_a), &b, b_in_a, margin, memory, trace)
    } else {
        trace.hear(Note::Swapped);
        meet((&b, sides_b), &a, &b_in_a.inverse(), margin, memory, trace).mirrored(b_in_a)
    }
}

/// Whether the first of two quads is the surface and the second the body.
pub(super) fn is_surface(half: Vec2, other: Vec2) -> bool {
    half.x * half.y >= other.x * other.y
}

/// Quad `a` against a cuboid or a lamina.
///
/// From its solid side the quad acts like the top of a thick box: the axis of least overlap gives the normal, so that
/// the rim pushes sideways. What has its centre beyond the rectangle is an intruder and is put out again on the side it
/// came from.
fn meet<T: Trace>(
    (a, sides): (&Body, Sides),
    b: &Body,
    b_in_a: &Pose,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let boxes = Boxes::new(a.half, b.half, b_in_a);
    let height = boxes.t[1];
    let gaps = match measure(&boxes, margin + grip(&boxes, memory), memory) {
        Ok(gaps) => gaps,
        Err(axis) => {
            memory.axis = 1 + axis.index() as u8;
            memory.meet(sides, height, false, true);
            if T::LISTENS {
                hear_candidates(&boxes, |_| true, trace);
            }
            trace.hear(Note::Chosen { axis: Some(axis.into()), reason: Reason::Separated });
            return Manifold::NONE;
        }
    };
    if !b.flat && is_lamina(Vec2::new(a.half.x, a.half.z), sides, b.half) {
        let fits = |axis| match axis {
            Axis::A(i) => a.has_face(i),
            Axis::B(j) => b.has_face(j),
            Axis::Edges(i, j) => a.has_edge(i) && b.has_edge(j),
        };
        if T::LISTENS {
            hear_candidates(&boxes, fits, trace);
        }
        return contact(&boxes, (a, b), &gaps, fits, margin, memory, trace);
    }
    let beside = beside(&boxes);
    memory.meet(sides, height, beside && sides == Sides::Both, false);
    let passes = memory.passes(sides);
    trace.hear(Note::Side { from: memory.side, height, beside, passes });
    if passes {
        trace.hear(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    if !beside && height * sign < 0.0 {
        memory.axis = 1 + Axis::A(1).index() as u8;
        if T::LISTENS {
            hear_candidates(&boxes, |axis| axis == Axis::A(1), trace);
        }
        trace.hear(Note::Chosen { axis: Some(Axis::A(1).into()), reason: Reason::PutOut });
        return on_quad(&boxes, (a, b), sign, margin);
    }
    // Beside the rim a cuboid may hang below the plane and still lean on it. It has gone round when the shortest way
    // out points to the back.
    let points_back = |axis| boxes.normal(axis).y * sign < -LEVEL;
    if height * sign < 0.0 && widest(&gaps, |_| true).is_some_and(|best| points_back(best.0)) {
        memory.side = Side::Behind;
        trace.hear(Note::Chosen { axis: None, reason: Reason::Passes });
        return Manifold::NONE;
    }
    let fits = |axis| match axis {
        Axis::A(i) => a.has_face(i) && height * sign >= 0.0,
        Axis::B(j) => b.has_face(j) && !points_back(axis),
        Axis::Edges(i, j) => a.has_edge(i) && b.has_edge(j) && !points_back(axis),
    };
    if T::LISTENS {
        hear_candidates(&boxes, fits, trace);
    }
    contact(&boxes, (a, b), &gaps, fits, margin, memory, trace)
}

/// Tells of every axis there is.
fn hear_candidates<T: Trace>(boxes: &Boxes, fits: impl Fn(Axis) -> bool, trace: &mut T) {
    let candidates = (0..15).map(Axis::from_index).filter_map(|axis| boxes.candidate(axis, fits(axis)));
    candidates.for_each(|candidate| trace.hear(Note::Candidate(candidate)));
}

/// The contact along the best of the axes that fit.
fn contact<T: Trace>(
    boxes: &Boxes,
    (a, b): (&Body, &Body),
    gaps: &Gaps,
    fits: impl Fn(Axis) -> bool,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let least = |h: Vec3| if h.y == 0.0 { h.x.min(h.z) } else { h.min_element() };
    let preference = PREFERENCE * least(a.half).min(least(b.half));
    let face = widest(gaps, |axis| !matches!(axis, Axis::Edges(..)) && fits(axis));
    // A face of A that is nearly as good goes before one of B.
    let face = match (face, widest(gaps, |axis| matches!(axis, Axis::A(_)) && fits(axis))) {
        (Some(best), Some(of_a)) if of_a.1 + preference >= best.1 => Some(of_a),
        (best, _) => best,
    };
    let edges = widest(gaps, |axis| matches!(axis, Axis::Edges(..)) && fits(axis));
    let bar = face.map_or(f32::NEG_INFINITY, |best| best.1 + preference);
    let overlap = gaps.iter().flatten().all(|gap| *gap <= 0.0);
    if let Some((axis, _)) = face.filter(|_| edges.is_none_or(|best| best.1 <= bar)) {
        let manifold = on_face(boxes, (a, b), axis, margin);
        if manifold.count > 0 || !overlap {
            memory.axis = 1 + axis.index() as u8;
            if T::LISTENS {
                let least = widest(gaps, &fits).map_or(axis, |best| best.0);
                let preferred = Reason::FacePreferred { over: least.into(), preference };
                let reason = if least == axis { Reason::LeastOverlap } else { preferred };
                trace.hear(Note::Chosen { axis: Some(axis.into()), reason });
            }
            return manifold;
        }
    }
    let Some((Axis::Edges(i, j), _)) = edges else { return Manifold::NONE };
    memory.axis = 1 + Axis::Edges(i, j).index() as u8;
    if T::LISTENS {
        let least = face.is_none_or(|_| edges.is_some_and(|best| best.1 > bar));
        let reason = if least { Reason::LeastOverlap } else { Reason::ClippedAway };
        trace.hear(Note::Chosen { axis: Some(Axis::Edges(i, j).into()), reason });
    }
    let normal = boxes.edge_normal(i, j);
    let Some(point) = boxes.edge_point(i, j, normal).filter(|point| !apart(point.separation, margin)) else {
        return Manifold::NONE;
    };
    Manifold::single(normal, (a.edge(normal, i), b.edge(-boxes.to_b(normal), j)), point)
}

/// The contact on the front (`sign` +1) or the back (−1) of quad A.
fn on_quad(boxes: &Boxes, (a, b): (&Body, &Body), sign: f32, margin: f32) -> Manifold {
    let normal = Vec3::Y * sign;
    boxes.clip_on_a(1, sign, margin).manifold(normal, a.feature(normal), b.feature(-boxes.to_b(normal)))
}

/// The contact on a face of A or of B.
fn on_face(boxes: &Boxes, (a, b): (&Body, &Body), axis: Axis, margin: f32) -> Manifold {
    let normal = boxes.normal(axis);
    let in_b = boxes.to_b(normal);
    match axis {
        Axis::B(j) => {
            let sign = if boxes.tb[j] < 0.0 { 1.0 } else { -1.0 };
            let mut manifold = boxes.clip_on_b(j, sign, margin).manifold(in_b, a.feature(normal), b.feature(-in_b));
            boxes.bring_home(&mut manifold);
            manifold
        }
        Axis::A(i) | Axis::Edges(i, _) => {
            let sign = if boxes.t[i] < 0.0 { -1.0 } else { 1.0 };
            boxes.clip_on_a(i, sign, margin).manifold(normal, a.feature(normal), b.feature(-in_b))
        }
    }
}
