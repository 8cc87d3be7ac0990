//! Two convex shapes by their support functions, and the direction of greatest gap between them.
//!
//! The gap along a unit vector `n`, from A to B, is how far the two could still move together along it:
//! `min n·b − max n·a`. Every direction gives a lower bound of the distance, and of minus the penetration depth; the
//! greatest gap of all is the distance or minus the depth itself. Flat sides are tried first, and often nothing else is
//! needed. Otherwise the search climbs: B is moved out along the best direction known until the two are just apart, and
//! the direction between the points that GJK then finds closest is better still, unless it was the best. Where the two
//! overlap deeply there may be several such summits: coarse climbs tell which is the highest, and that one is followed
//! to its top.

use super::frustum::Frustum;
use super::gjk::{self, Support};
use super::{Axis, Candidate, End, Feature, Owner, Shape, Source};
use crate::math::Pose;
use glam::{DMat3, DQuat, DVec3};

/// A box or a truncated cone in its own axes; a quad is a box with `half.y = 0`.
#[derive(Clone, Copy, Debug)]
pub(super) enum ConvexShape {
    Cuboid { half: DVec3 },
    Frustum(Frustum),
}

/// The outline of a flat side, about its centre in the axes of its own plane (m).
#[derive(Clone, Copy, Debug)]
pub(super) enum Outline {
    Rectangle {
        half_u: f64,
        half_v: f64,
    },
    Disc {
        radius: f64,
    },
    /// Without end: the surface of a half-space.
    Plane,
}

/// A flat side in the axes of its shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    pub center: DVec3,
    /// Unit axes of its plane.
    pub u: DVec3,
    pub v: DVec3,
    /// Outward, unit.
    pub normal: DVec3,
    pub outline: Outline,
}

/// The incident part: that of the other shape which faces a flat side most squarely.
#[derive(Clone, Copy, Debug)]
pub(super) enum Incident {
    /// `center ± u ± v`.
    Rectangle {
        center: DVec3,
        u: DVec3,
        v: DVec3,
    },
    /// All `center + a·x + b·z` with `a² + b² ≤ 1`.
    Disc {
        center: DVec3,
        x: DVec3,
        z: DVec3,
    },
    Segment {
        from: DVec3,
        to: DVec3,
    },
}

impl ConvexShape {
    /// A point that reaches furthest along `d`.
    #[inline]
    fn support(&self, d: DVec3) -> DVec3 {
        match self {
            Self::Cuboid { half } => DVec3::select(d.cmpge(DVec3::ZERO), *half, -*half),
            Self::Frustum(frustum) => frustum.support(d),
        }
    }

    /// The least half extent or radius (m), of a quad the lesser side.
    fn min_extent(&self) -> f64 {
        match self {
            Self::Cuboid { half } if half.y == 0.0 => half.x.min(half.z),
            Self::Cuboid { half } => half.min_element(),
            Self::Frustum(f) => f.radius[0].max(f.radius[1]).min(0.5 * (f.y[1] - f.y[0])),
        }
    }

    /// Radius of the largest ball about the centre that fits in (m); 0 for a quad.
    fn inner_radius(&self) -> f64 {
        match self {
            Self::Cuboid { half } => half.min_element(),
            Self::Frustum(f) => f.inner_radius(),
        }
    }

    /// How many flat sides [`facet`](Self::facet) has, the absent ones of quads and cones included.
    fn facet_count(&self) -> usize {
        match self {
            Self::Cuboid { .. } => 6,
            Self::Frustum(_) => 2,
        }
    }

    /// Outward normal of a flat side; none for an apex and the rim of a quad.
    #[inline]
    fn facet_normal(&self, index: usize) -> Option<DVec3> {
        // Odd indices are the positive sides.
        let sign = if index % 2 == 1 { 1.0 } else { -1.0 };
        match self {
            Self::Cuboid { half } => {
                let axis = index / 2;
                (axis == 1 || half.y > 0.0).then(|| DVec3::AXES[axis] * sign)
            }
            Self::Frustum(f) => (f.radius[index] > 0.0).then(|| DVec3::Y * sign),
        }
    }

    /// The flat side of this index: of boxes `2·axis + (positive)`, of frusta bottom and top.
    pub(super) fn facet(&self, index: usize) -> Facet {
        let sign = if index % 2 == 1 { 1.0 } else { -1.0 };
        match self {
            Self::Cuboid { half } => {
                let axis = index / 2;
                // The two axes along the face, in cyclic order.
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let normal = DVec3::AXES[axis] * sign;
                let outline = Outline::Rectangle { half_u: half[i], half_v: half[j] };
                Facet { center: normal * half[axis], u: DVec3::AXES[i], v: DVec3::AXES[j], normal, outline }
            }
            Self::Frustum(f) => {
                let outline = Outline::Disc { radius: f.radius[index] };
                Facet { center: DVec3::Y * f.y[index], u: DVec3::Z, v: DVec3::X, normal: DVec3::Y * sign, outline }
            }
        }
    }

    /// The part that faces the unit vector `d` most squarely, and its number.
    pub(super) fn incident(&self, d: DVec3) -> (Incident, u32) {
        match self {
            Self::Cuboid { half } => {
                // A quad's rim has no faces, only its two sides.
                let axis = if half.y == 0.0 { 1 } else { d.abs().max_position() };
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let sign = if d[axis] >= 0.0 { 1.0 } else { -1.0 };
                let (u, v) = (DVec3::AXES[i] * half[i], DVec3::AXES[j] * half[j]);
                let rectangle = Incident::Rectangle { center: DVec3::AXES[axis] * (half[axis] * sign), u, v };
                (rectangle, 2 * axis as u32 + u32::from(sign > 0.0))
            }
            Self::Frustum(f) => {
                // Which cap `d` points towards, and the normal of the side in the section.
                let (end, side) = (usize::from(d.y > 0.0), f.side_normal());
                let radial = (d.x * d.x + d.z * d.z).sqrt();
                // The cap or the side, whichever normal is closer to `d`.
                if d.y.abs() >= radial * side.x + d.y * side.y && f.radius[end] > 0.0 {
                    let r = f.radius[end];
                    (Incident::Disc { center: DVec3::Y * f.y[end], x: DVec3::X * r, z: DVec3::Z * r }, end as u32)
                } else {
                    let [from, to] = f.generator(d);
                    (Incident::Segment { from, to }, 2)
                }
            }
        }
    }

    /// The edge or generator of the side that is perpendicular to the unit vector `d` and reaches furthest along it.
    pub(super) fn edge(&self, d: DVec3) -> Option<[DVec3; 2]> {
        match self {
            Self::Cuboid { half } => {
                // The edge along the axis most nearly perpendicular to `d`.
                let axis = d.abs().min_position();
                let corner = self.support(d);
                let end = DVec3::AXES[axis] * half[axis];
                let middle = corner - DVec3::AXES[axis] * corner[axis];
                (d[axis].abs() <= PERPENDICULAR_SINE && half[axis] > 0.0).then_some([middle - end, middle + end])
            }
            Self::Frustum(f) => {
                // Perpendicular when `d` has no component along the generator.
                let [from, to] = f.generator(d);
                (d.dot((to - from).normalize()).abs() <= PERPENDICULAR_SINE).then_some([from, to])
            }
        }
    }

    /// The feature that reaches furthest along the unit vector `d`.
    pub(super) fn feature_along(&self, d: DVec3) -> Feature {
        match self {
            Self::Cuboid { half } if half.y == 0.0 => Feature::of_quad(d.as_vec3()),
            Self::Cuboid { .. } => Feature::of_cuboid(d.as_vec3()),
            Self::Frustum(f) => f.part_along(d).feature(),
        }
    }
}

impl Incident {
    fn middle(&self) -> DVec3 {
        match *self {
            Self::Rectangle { center, .. } | Self::Disc { center, .. } => center,
            Self::Segment { from, to } => (from + to) * 0.5,
        }
    }

    /// Carried along by `p ↦ o + m·p`.
    pub(super) fn transformed(&self, m: DMat3, o: DVec3) -> Self {
        match *self {
            Self::Rectangle { center, u, v } => Self::Rectangle { center: o + m * center, u: m * u, v: m * v },
            Self::Disc { center, x, z } => Self::Disc { center: o + m * center, x: m * x, z: m * z },
            Self::Segment { from, to } => Self::Segment { from: o + m * from, to: o + m * to },
        }
    }
}

impl Frustum {
    /// The generator of the side towards `d`: a line from the bottom rim to the top rim.
    fn generator(&self, d: DVec3) -> [DVec3; 2] {
        let radial = (d.x * d.x + d.z * d.z).sqrt();
        // On the axis every generator is as near: the one towards +x.
        let outward = if radial > 0.0 { DVec3::new(d.x / radial, 0.0, d.z / radial) } else { DVec3::X };
        [0, 1].map(|k| outward * self.radius[k] + DVec3::Y * self.y[k])
    }

    /// How far inside the outline of a cap a point must lie, relative to its depth below the cap, for the side to be no
    /// nearer than the cap.
    ///
    /// `m` inside the outline and `d` below the cap it lies `m s + d c` below the side, with `s` and `c` the side's
    /// normal across the axis and along the cap's: at least `d` where `m ≥ d (1 − c)/s`. No less than 1, for the rim
    /// itself.
    fn side_inset(&self, cap: usize) -> f64 {
        // Component of the side's normal along that of the cap.
        let side = self.side_normal();
        let along = if cap == 1 { side.y } else { -side.y };
        ((1.0 - along) / side.x).max(1.0)
    }
}

/// Sine of the angle to the perpendicular (1.1°) up to which an edge counts as perpendicular to a normal.
const PERPENDICULAR_SINE: f64 = 0.02;

/// A flat side: its index, its outward normal, and the gap along that (m).
pub(super) type NearFacet = (usize, DVec3, f64);

/// Two convex shapes, in the frame of A.
#[derive(Debug)]
pub(super) struct ConvexPair {
    pub a: ConvexShape,
    pub b: ConvexShape,
    /// B's axes as columns.
    pub axes: DMat3,
    /// B's centre (m).
    pub center: DVec3,
}

/// A direction and how far the two are apart along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// Unit, from A to B, in A's frame.
    pub normal: DVec3,
    /// Gap (m).
    pub gap: f64,
    /// Where the two would be closest, were they moved apart along the normal until they just touch; in A's frame, each
    /// where its shape is.
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// Gap that B is moved out to before the closest points are sought, relative to the least extent: wide enough for a
/// direction in double precision, narrow enough that the direction is that of touching.
const CLEARANCE: f64 = 1e-5;

/// Difference up to which two gaps count as the same, relative to the least extent.
const GAP_ROUNDING: f64 = 1e-12;

/// Bound of the iterations of a climb; two or three do unless the overlap is deep.
const MAX_CLIMB_ITERATIONS: usize = 32;

/// How a climb goes on.
struct Stride {
    /// Gap that B is moved out to, relative to the least extent.
    clearance: f64,
    /// Relative accuracy of the closest points.
    accuracy: f64,
    /// The climb ends with an iteration that gains less than this, relative to the least extent.
    min_gain: f64,
    /// Bound of the iterations.
    most: usize,
}

/// Of a climb that only has to tell which maximum is the highest: from further off, round shapes take
/// few support points.
const COARSE: Stride = Stride { clearance: 0.1, accuracy: 1e-2, min_gain: 1e-3, most: 8 };

impl ConvexPair {
    pub(super) fn new(a: ConvexShape, b: ConvexShape, b_in_a: &Pose) -> Self {
        // Normalized anew: in double precision the rounding of an f32 quaternion would show.
        let q: DQuat = b_in_a.rotation.as_dquat().normalize();
        Self { a, b, axes: DMat3::from_quat(q), center: b_in_a.translation.as_dvec3() }
    }

    /// The least half extent or radius of the two (m).
    pub(super) fn min_extent(&self) -> f64 {
        self.a.min_extent().min(self.b.min_extent())
    }

    /// Whether balls about the two centres overlap that fit into the shapes: then these overlap by as much at least.
    pub(super) fn inner_balls_overlap(&self) -> bool {
        let reach = self.a.inner_radius() + self.b.inner_radius();
        self.center.length_squared() < reach * reach
    }

    /// Whether no way out of each other is a short one, as [`Shape::is_deep`] has it. A quad has no inside to be in.
    pub(super) fn is_deep(&self) -> bool {
        let (a, b) = (self.a.inner_radius(), self.b.inner_radius());
        a.min(b) > 0.0 && Shape::is_deep([a, b], self.center.length_squared())
    }

    /// `v` of A's frame in the axes of B.
    pub(super) fn to_b(&self, v: DVec3) -> DVec3 {
        self.axes.transpose() * v
    }

    #[inline]
    fn support(&self, n: DVec3) -> Support {
        // The furthest point of A along `n`, and the furthest of B against it.
        let on_a = self.a.support(n);
        let on_b = self.center + self.axes * self.b.support(-self.to_b(n));
        Support { difference: on_b - on_a, on_a, on_b }
    }

    /// Gap along the unit vector `n` (m).
    #[inline]
    pub(super) fn gap(&self, n: DVec3) -> f64 {
        self.support(n).difference.dot(n)
    }

    /// The direction `n` as a candidate for a trace.
    pub(super) fn candidate(&self, axis: Source, n: DVec3, allowed: bool) -> Candidate {
        // The projections of both shapes on the direction, as intervals from A's centre.
        let (reach, gap) = (self.a.support(n).dot(n), self.gap(n));
        let back = self.a.support(-n).dot(n);
        let far = (self.center + self.axes * self.b.support(self.to_b(n))).dot(n);
        let a = [back as f32, reach as f32];
        let b = [(reach + gap) as f32, far as f32];
        Candidate { axis, normal: n.as_vec3(), gap: gap as f32, a, b, allowed }
    }

    /// Where the direction of a flat side comes from.
    pub(super) fn source(&self, owner: Owner, index: usize) -> Source {
        let shape = if owner == Owner::A { &self.a } else { &self.b };
        match (shape, owner) {
            (ConvexShape::Frustum(_), _) => Source::Cap(owner, End::ALL[index]),
            (ConvexShape::Cuboid { .. }, Owner::A) => Axis::A(index / 2).into(),
            (ConvexShape::Cuboid { .. }, Owner::B) => Axis::B(index / 2).into(),
        }
    }

    /// All flat sides that could give the normal; of each two opposite faces of a box the one further from the other
    /// shape, or the one that is allowed.
    pub(super) fn facets(&self, allowed: impl Fn(DVec3) -> bool) -> impl Iterator<Item = Candidate> {
        let of = |owner| {
            let shape = if owner == Owner::A { &self.a } else { &self.b };
            // A box has its faces in opposite pairs, a frustum its caps one by one.
            let each = if matches!(shape, ConvexShape::Frustum(_)) { 1 } else { 2 };
            (0..shape.facet_count() / each).map(move |k| (owner, k * each..(k + 1) * each))
        };
        of(Owner::A).chain(of(Owner::B)).filter_map(move |(owner, indices)| {
            let candidates = indices.filter_map(|index| {
                let n = self.facet_direction(owner, index)?;
                Some(self.candidate(self.source(owner, index), n, allowed(n)))
            });
            candidates.max_by(|x, y| x.allowed.cmp(&y.allowed).then(x.gap.total_cmp(&y.gap)))
        })
    }

    /// The normal of a flat side, as a direction from A to B.
    pub(super) fn facet_direction(&self, owner: Owner, index: usize) -> Option<DVec3> {
        match owner {
            Owner::A => self.a.facet_normal(index),
            // Outward normals of B point towards A: turned round.
            Owner::B => self.b.facet_normal(index).map(|n| -(self.axes * n)),
        }
    }

    /// The flat side of A or of B along whose normal the gap is greatest, among the allowed ones.
    pub(super) fn best_facet(&self, owner: Owner, allowed: impl Fn(DVec3) -> bool) -> Option<NearFacet> {
        let count = if owner == Owner::A { self.a.facet_count() } else { self.b.facet_count() };
        let mut best: Option<NearFacet> = None;
        for index in 0..count {
            if let Some(n) = self.facet_direction(owner, index).filter(|n| allowed(*n)) {
                let gap = self.gap(n);
                if best.is_none_or(|b| gap > b.2) {
                    best = Some((index, n, gap));
                }
            }
        }
        best
    }

    /// Whether a shape is a quad, without thickness.
    pub(super) fn is_flat(&self, owner: Owner) -> bool {
        let shape = if owner == Owner::A { &self.a } else { &self.b };
        matches!(shape, ConvexShape::Cuboid { half } if half.y == 0.0)
    }

    /// Whether no other direction within a right angle of a flat side's, nor the normal of a frustum's side, has a gap
    /// greater by more than `slack` (m) than the one along its normal `n`, which is `gap`.
    ///
    /// Say a point of the other lies `d` below the flat side and `m` inside its outline. A direction turned by `θ` from
    /// the normal sees the point against the outline: its gap is at most `−d cos θ − m sin θ`, no more than `−d` while
    /// `m ≥ d`. Where a frustum narrows below its cap, its side is nearer than the outline: see
    /// [`Frustum::side_inset`]. The lowest point can show that, or the middle of a side of the other that lies nearly
    /// flat.
    pub(super) fn facet_is_optimal(&self, owner: Owner, index: usize, n: DVec3, gap: f64, slack: f64) -> bool {
        // The lowest point of the other shape, and the middle of its incident part, in the frame of the facet.
        let support = self.support(n);
        let (facet, lowest, middle) = match owner {
            Owner::A => {
                let (incident, _) = self.b.incident(-self.to_b(n));
                (self.a.facet(index), support.on_b, self.center + self.axes * incident.middle())
            }
            Owner::B => {
                let (incident, _) = self.a.incident(n);
                let into = |p: DVec3| self.to_b(p - self.center);
                (self.b.facet(index), into(support.on_a), into(incident.middle()))
            }
        };
        // How far inside the outline a point must be for the facet to be the nearest way out.
        let depth = (-gap).max(0.0);
        let shape = if owner == Owner::A { &self.a } else { &self.b };
        let inset = match shape {
            ConvexShape::Cuboid { .. } => depth,
            ConvexShape::Frustum(f) => depth * f.side_inset(index),
        };
        // Whether a point lies that far inside the outline, seen along the facet's normal.
        let is_inside = |p: DVec3| {
            let (u, v) = ((p - facet.center).dot(facet.u), (p - facet.center).dot(facet.v));
            match facet.outline {
                Outline::Rectangle { half_u, half_v } => u.abs() <= half_u - inset && v.abs() <= half_v - inset,
                Outline::Disc { radius } => inset <= radius && u * u + v * v <= (radius - inset) * (radius - inset),
                Outline::Plane => true,
            }
        };
        is_inside(lowest) || ((middle - facet.center).dot(facet.normal) - gap <= slack && is_inside(middle))
    }

    /// The normal of a frustum's side towards the other's centre, where a search may start.
    pub(super) fn side_direction(&self, owner: Owner) -> Option<DVec3> {
        // The side's normal in the section through the axis and that point.
        let normal = |f: &Frustum, toward: DVec3| {
            let radial = (toward.x * toward.x + toward.z * toward.z).sqrt();
            let side = f.side_normal();
            (radial > 0.0).then(|| DVec3::new(side.x * toward.x / radial, side.y, side.x * toward.z / radial))
        };
        match (owner, &self.a, &self.b) {
            (Owner::A, ConvexShape::Frustum(f), _) => normal(f, self.center),
            (Owner::B, _, ConvexShape::Frustum(f)) => normal(f, -self.to_b(self.center)).map(|n| -(self.axes * n)),
            _ => None,
        }
    }

    /// Directions spread over the sphere: towards the faces, edges and corners of a cube in the axes of A, and of one
    /// in B's.
    pub(super) fn sample_directions(&self) -> [DVec3; 52] {
        std::array::from_fn(|k| {
            // 13 is the middle of the 27 cells of a cube of three by three by three.
            let cell = k % 26 + usize::from(k % 26 >= 13);
            // The cell's place in the cube, as a direction from its middle.
            let n = DVec3::new((cell % 3) as f64, (cell / 3 % 3) as f64, (cell / 9) as f64) - DVec3::ONE;
            let n = n / n.length_squared().sqrt();
            if k < 26 { n } else { self.axes * n }
        })
    }

    /// The gap along the unit vector `n`, with the points that reach furthest along it.
    pub(super) fn direction_along(&self, n: DVec3) -> Direction {
        let support = self.support(n);
        Direction { normal: n, gap: support.difference.dot(n), on_a: support.on_a, on_b: support.on_b }
    }

    /// The local maximum of the gap that a climb from `start` reaches, to a share of `accuracy`; any direction with a
    /// gap of more than `stop_above` (m) will do. It ends where an iteration gains less than `min_gain`, relative to
    /// the least extent.
    pub(super) fn climb(&self, start: DVec3, accuracy: f64, min_gain: f64, stop_above: f64) -> Direction {
        self.climb_by(
            start,
            &Stride { clearance: CLEARANCE, accuracy, min_gain, most: MAX_CLIMB_ITERATIONS },
            stop_above,
        )
    }

    /// Near the local maximum of the gap that a climb from `start` reaches, in at most so many long strides.
    pub(super) fn climb_coarsely(&self, start: DVec3, most: usize) -> Direction {
        self.climb_by(start, &Stride { most, ..COARSE }, f64::INFINITY)
    }

    fn climb_by(&self, start: DVec3, stride: &Stride, stop_above: f64) -> Direction {
        let mut best = self.direction_along(start);
        // A fixed-point iteration: the direction between closest points maximises the gap of shapes that are apart.
        let extent = self.min_extent();
        let clearance = stride.clearance * extent;
        for _ in 0..stride.most {
            // Moved out to just apart, GJK finds the direction between the closest points: no worse than the last
            // one.
            let shift = best.normal * (clearance - best.gap).max(0.0);
            let stop = if shift == DVec3::ZERO { stop_above } else { f64::INFINITY };
            let found = self.closest_when_shifted(best.normal, shift, stride.accuracy, stop);
            let better = found.gap - best.gap;
            // Equal is accepted too: its points are those of B moved out along its own normal, not along the one
            // before.
            if better >= -GAP_ROUNDING * extent {
                best = found;
            }
            if shift == DVec3::ZERO || better <= stride.min_gain * extent {
                break;
            }
        }
        best
    }

    /// The direction between the closest points when B is moved by `shift`, and the gap along it without that.
    fn closest_when_shifted(&self, start: DVec3, shift: DVec3, accuracy: f64, stop_above: f64) -> Direction {
        // Moving B moves every vertex of the Minkowski difference by the same shift.
        let found = gjk::closest_points(start, accuracy, stop_above, |n| {
            let mut support = self.support(n);
            support.difference += shift;
            support.on_b += shift;
            support
        });
        Direction { normal: found.normal, gap: self.gap(found.normal), on_a: found.on_a, on_b: found.on_b - shift }
    }

    /// The direction between the closest points of shapes that are apart; of others, some direction along which they
    /// overlap.
    pub(super) fn closest_points(&self, start: DVec3, accuracy: f64, stop_above: f64) -> Direction {
        self.closest_when_shifted(start, DVec3::ZERO, accuracy, stop_above)
    }
}
