//! Two convex shapes by their support functions, and the direction that keeps them furthest apart.
//!
//! The gap along a unit vector `n`, from A to B, is how far the two could still move together along it: `min n·b − max
//! n·a`. Every direction gives a lower bound of the distance, and of minus the depth; the greatest gap of all is the
//! distance or minus the depth itself. Flat sides are tried first, and often nothing else is needed. Otherwise the search
//! climbs: B is moved out along the best direction known until the two are just apart, and the direction between the
//! points then nearest is better still, unless it was the best.

use super::frustum::Frustum;
use super::gjk::{self, Support};
use super::{Axis, Candidate, End, Feature, Owner, Shape, Source};
use crate::math::Pose;
use glam::{DMat3, DQuat, DVec3};

/// A box or a truncated cone in its own axes; a quad is a box with `half.y = 0`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hull {
    Cuboid { half: DVec3 },
    Frustum(Frustum),
}

/// The shape of a flat side, about its centre in the axes of its own plane (m).
#[derive(Clone, Copy, Debug)]
pub(super) enum Region {
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
    pub region: Region,
}

/// What meets a flat side: the part of the other shape that looks towards it most squarely.
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

impl Hull {
    fn new(shape: &Shape) -> Option<Self> {
        match *shape {
            Shape::Frustum { bottom, top, half_height } => Some(Self::Frustum(Frustum::new(bottom, top, half_height))),
            Shape::Cuboid { .. } | Shape::Quad { .. } => Some(Self::Cuboid { half: shape.half_extents().as_dvec3() }),
            Shape::Sphere { .. } | Shape::HalfSpace => None,
        }
    }

    /// Two boxes, quads or frusta; none when one is something else.
    pub(super) fn pair(a: &Shape, b: &Shape, b_in_a: &Pose) -> Option<Hulls> {
        Some(Hulls::new(Self::new(a)?, Self::new(b)?, b_in_a))
    }

    /// A point that reaches furthest along `d`.
    #[inline]
    fn support(&self, d: DVec3) -> DVec3 {
        match self {
            Self::Cuboid { half } => DVec3::select(d.cmpge(DVec3::ZERO), *half, -*half),
            Self::Frustum(frustum) => frustum.support(d),
        }
    }

    /// Its least measure (m), of a quad the lesser side.
    fn size(&self) -> f64 {
        match self {
            Self::Cuboid { half } if half.y == 0.0 => half.x.min(half.z),
            Self::Cuboid { half } => half.min_element(),
            Self::Frustum(f) => f.radius[0].max(f.radius[1]).min(0.5 * (f.y[1] - f.y[0])),
        }
    }

    /// How many indices [`facet`](Self::facet) knows.
    fn facet_count(&self) -> usize {
        match self {
            Self::Cuboid { .. } => 6,
            Self::Frustum(_) => 2,
        }
    }

    /// Outward normal of a flat side; none for an apex and the rim of a quad.
    #[inline]
    fn facet_normal(&self, index: usize) -> Option<DVec3> {
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
                let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
                let normal = DVec3::AXES[axis] * sign;
                let region = Region::Rectangle { half_u: half[i], half_v: half[j] };
                Facet { center: normal * half[axis], u: DVec3::AXES[i], v: DVec3::AXES[j], normal, region }
            }
            Self::Frustum(f) => {
                let region = Region::Disc { radius: f.radius[index] };
                Facet { center: DVec3::Y * f.y[index], u: DVec3::Z, v: DVec3::X, normal: DVec3::Y * sign, region }
            }
        }
    }

    /// The part that looks along the unit vector `d` most squarely, and its number.
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
                let (end, side) = (usize::from(d.y > 0.0), f.side_normal());
                let radial = (d.x * d.x + d.z * d.z).sqrt();
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

    /// An edge or the line of a side that lies square to the unit vector `d` and reaches furthest along it.
    pub(super) fn edge(&self, d: DVec3) -> Option<[DVec3; 2]> {
        match self {
            Self::Cuboid { half } => {
                let axis = d.abs().min_position();
                let corner = self.support(d);
                let end = DVec3::AXES[axis] * half[axis];
                let middle = corner - DVec3::AXES[axis] * corner[axis];
                (d[axis].abs() <= SQUARE && half[axis] > 0.0).then_some([middle - end, middle + end])
            }
            Self::Frustum(f) => {
                let [from, to] = f.generator(d);
                (d.dot((to - from).normalize()).abs() <= SQUARE).then_some([from, to])
            }
        }
    }

    /// The feature that reaches furthest along the unit vector `d`.
    pub(super) fn feature(&self, d: DVec3) -> Feature {
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
    pub(super) fn moved(&self, m: DMat3, o: DVec3) -> Self {
        match *self {
            Self::Rectangle { center, u, v } => Self::Rectangle { center: o + m * center, u: m * u, v: m * v },
            Self::Disc { center, x, z } => Self::Disc { center: o + m * center, x: m * x, z: m * z },
            Self::Segment { from, to } => Self::Segment { from: o + m * from, to: o + m * to },
        }
    }
}

impl Frustum {
    /// The line of the side towards `d`, from the bottom rim to the top rim.
    fn generator(&self, d: DVec3) -> [DVec3; 2] {
        let radial = (d.x * d.x + d.z * d.z).sqrt();
        let outward = if radial > 0.0 { DVec3::new(d.x / radial, 0.0, d.z / radial) } else { DVec3::X };
        [0, 1].map(|k| outward * self.radius[k] + DVec3::Y * self.y[k])
    }

    /// How far inside the outline of a cap a point must lie, relative to its depth below the cap, for the side to be no
    /// nearer than the cap.
    ///
    /// `m` inside the outline and `d` below the cap it lies `m s + d c` below the side, with `s` and `c` the side's normal
    /// across the axis and along the cap's: at least `d` where `m ≥ d (1 − c)/s`. No less than 1, for the rim itself.
    fn inset(&self, cap: usize) -> f64 {
        let side = self.side_normal();
        let along = if cap == 1 { side.y } else { -side.y };
        ((1.0 - along) / side.x).max(1.0)
    }
}

/// Sine of the angle up to which an edge counts as lying square to a normal.
const SQUARE: f64 = 0.02;

/// A flat side: its index, its outward normal, and the gap along that (m).
pub(super) type NearFacet = (usize, DVec3, f64);

/// Two hulls, in the frame of A.
#[derive(Debug)]
pub(super) struct Hulls {
    pub a: Hull,
    pub b: Hull,
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
    /// Where the two are nearest, were they moved out along the normal to just apart; in A's frame, each in place.
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// B is moved out to this share of the least measure before the nearest points are sought: far enough to have a
/// direction in double precision, near enough that hardly anything turns with it.
const CLEARANCE: f64 = 1e-5;

/// Gaps that differ by less, relative to the least measure, are the same.
const ROUNDING: f64 = 1e-12;

/// Rounds of climbing; two or three do unless the overlap is deep.
const ROUNDS: usize = 32;

impl Hulls {
    pub(super) fn new(a: Hull, b: Hull, b_in_a: &Pose) -> Self {
        let q: DQuat = b_in_a.rotation.as_dquat().normalize();
        Self { a, b, axes: DMat3::from_quat(q), center: b_in_a.translation.as_dvec3() }
    }

    /// The least measure of the two (m).
    pub(super) fn size(&self) -> f64 {
        self.a.size().min(self.b.size())
    }

    /// `v` of A's frame in the axes of B.
    pub(super) fn to_b(&self, v: DVec3) -> DVec3 {
        self.axes.transpose() * v
    }

    #[inline]
    fn support(&self, n: DVec3) -> Support {
        let on_a = self.a.support(n);
        let on_b = self.center + self.axes * self.b.support(-self.to_b(n));
        Support { way: on_b - on_a, on_a, on_b }
    }

    /// Gap along the unit vector `n` (m).
    #[inline]
    pub(super) fn gap(&self, n: DVec3) -> f64 {
        self.support(n).way.dot(n)
    }

    /// What there is to tell of the direction `n`.
    pub(super) fn candidate(&self, axis: Source, n: DVec3, allowed: bool) -> Candidate {
        let (reach, gap) = (self.a.support(n).dot(n), self.gap(n));
        let back = self.a.support(-n).dot(n);
        let far = (self.center + self.axes * self.b.support(self.to_b(n))).dot(n);
        let a = [back as f32, reach as f32];
        let b = [(reach + gap) as f32, far as f32];
        Candidate { axis, normal: n.as_vec3(), gap: gap as f32, a, b, allowed }
    }

    /// Where the direction of a flat side comes from.
    pub(super) fn source(&self, owner: Owner, index: usize) -> Source {
        let hull = if owner == Owner::A { &self.a } else { &self.b };
        match (hull, owner) {
            (Hull::Frustum(_), _) => Source::Cap(owner, End::ALL[index]),
            (Hull::Cuboid { .. }, Owner::A) => Axis::A(index / 2).into(),
            (Hull::Cuboid { .. }, Owner::B) => Axis::B(index / 2).into(),
        }
    }

    /// All flat sides that could give the normal, of a box the one of each two that is further from the other shape or
    /// alone allowed.
    pub(super) fn facets(&self, allowed: impl Fn(DVec3) -> bool) -> impl Iterator<Item = Candidate> {
        let of = |owner| {
            let hull = if owner == Owner::A { &self.a } else { &self.b };
            let each = if matches!(hull, Hull::Frustum(_)) { 1 } else { 2 };
            (0..hull.facet_count() / each).map(move |k| (owner, k * each..(k + 1) * each))
        };
        of(Owner::A).chain(of(Owner::B)).filter_map(move |(owner, indices)| {
            let told = indices.filter_map(|index| {
                let n = self.facet_direction(owner, index)?;
                Some(self.candidate(self.source(owner, index), n, allowed(n)))
            });
            told.max_by(|x, y| x.allowed.cmp(&y.allowed).then(x.gap.total_cmp(&y.gap)))
        })
    }

    /// The direction from A to B square to a flat side.
    pub(super) fn facet_direction(&self, owner: Owner, index: usize) -> Option<DVec3> {
        match owner {
            Owner::A => self.a.facet_normal(index),
            Owner::B => self.b.facet_normal(index).map(|n| -(self.axes * n)),
        }
    }

    /// The flat side of A or of B along whose normal the gap is greatest, among those whose directions `allowed`.
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

    /// Whether a side is a quad, without thickness.
    pub(super) fn is_flat(&self, owner: Owner) -> bool {
        let hull = if owner == Owner::A { &self.a } else { &self.b };
        matches!(hull, Hull::Cuboid { half } if half.y == 0.0)
    }

    /// Whether no other direction within a right angle of a flat side's, and none square to the side of a frustum, has a
    /// gap greater by more than `slack` (m) than the one along its normal `n`, which is `gap`.
    ///
    /// Say a point of the other lies `d` below the flat side and `m` inside its outline. A direction turned by `θ` from
    /// the normal sees the point against the outline: its gap is at most `−d cos θ − m sin θ`, no more than `−d` while
    /// `m ≥ d`. Where a frustum narrows below its cap, its side is nearer than the outline: see [`Frustum::inset`]. The
    /// lowest point can show that, or the middle of a side of the other that lies nearly flat.
    pub(super) fn stands_on(&self, owner: Owner, index: usize, n: DVec3, gap: f64, slack: f64) -> bool {
        let touch = self.support(n);
        let (facet, lowest, middle) = match owner {
            Owner::A => {
                let (incident, _) = self.b.incident(-self.to_b(n));
                (self.a.facet(index), touch.on_b, self.center + self.axes * incident.middle())
            }
            Owner::B => {
                let (incident, _) = self.a.incident(n);
                let into = |p: DVec3| self.to_b(p - self.center);
                (self.b.facet(index), into(touch.on_a), into(incident.middle()))
            }
        };
        let depth = (-gap).max(0.0);
        let hull = if owner == Owner::A { &self.a } else { &self.b };
        let inset = match hull {
            Hull::Cuboid { .. } => depth,
            Hull::Frustum(f) => depth * f.inset(index),
        };
        let holds = |p: DVec3| {
            let (u, v) = ((p - facet.center).dot(facet.u), (p - facet.center).dot(facet.v));
            match facet.region {
                Region::Rectangle { half_u, half_v } => u.abs() <= half_u - inset && v.abs() <= half_v - inset,
                Region::Disc { radius } => inset <= radius && u * u + v * v <= (radius - inset) * (radius - inset),
                Region::Plane => true,
            }
        };
        holds(lowest) || ((middle - facet.center).dot(facet.normal) - gap <= slack && holds(middle))
    }

    /// The direction square to the side of a frustum towards the other's centre, where a search may start.
    pub(super) fn side_direction(&self, owner: Owner) -> Option<DVec3> {
        let lean = |f: &Frustum, toward: DVec3| {
            let radial = (toward.x * toward.x + toward.z * toward.z).sqrt();
            let side = f.side_normal();
            (radial > 0.0).then(|| DVec3::new(side.x * toward.x / radial, side.y, side.x * toward.z / radial))
        };
        match (owner, &self.a, &self.b) {
            (Owner::A, Hull::Frustum(f), _) => lean(f, self.center),
            (Owner::B, _, Hull::Frustum(f)) => lean(f, -self.to_b(self.center)).map(|n| -(self.axes * n)),
            _ => None,
        }
    }

    /// Directions all around: towards the faces, edges and corners of a cube in the axes of A, and of one in B's.
    pub(super) fn around(&self) -> [DVec3; 52] {
        std::array::from_fn(|k| {
            // 13 is the middle of the 27 cells of a cube of three by three by three.
            let cell = k % 26 + usize::from(k % 26 >= 13);
            let n = DVec3::new((cell % 3) as f64, (cell / 3 % 3) as f64, (cell / 9) as f64) - DVec3::ONE;
            let n = n / n.length_squared().sqrt();
            if k < 26 { n } else { self.axes * n }
        })
    }

    /// The direction `n` as it stands, with the points that reach furthest along it.
    pub(super) fn straight(&self, n: DVec3) -> Direction {
        let touch = self.support(n);
        Direction { normal: n, gap: touch.way.dot(n), on_a: touch.on_a, on_b: touch.on_b }
    }

    /// The best direction that a search from `start` comes to, with the gap to a share of `accuracy`; any that keeps the two
    /// further apart than `enough` (m) will do. It ends where a round gains less than `gain`, relative to the least measure.
    pub(super) fn climb(&self, start: DVec3, accuracy: f64, gain: f64, enough: f64) -> Direction {
        let mut best = self.straight(start);
        let clearance = CLEARANCE * self.size();
        for _ in 0..ROUNDS {
            let shift = best.normal * (clearance - best.gap).max(0.0);
            let stop = if shift == DVec3::ZERO { enough } else { f64::INFINITY };
            let found = self.nearest(best.normal, shift, accuracy, stop);
            let better = found.gap - best.gap;
            // As good will do: its points are those of B moved out along its own normal, not along the one before.
            if better >= -ROUNDING * self.size() {
                best = found;
            }
            if shift == DVec3::ZERO || better <= gain * self.size() {
                break;
            }
        }
        best
    }

    /// The direction between the nearest points when B is moved by `shift`, and the gap along it without that.
    fn nearest(&self, start: DVec3, shift: DVec3, accuracy: f64, enough: f64) -> Direction {
        let found = gjk::nearest(start, accuracy, enough, |n| {
            let mut support = self.support(n);
            support.way += shift;
            support.on_b += shift;
            support
        });
        Direction { normal: found.normal, gap: self.gap(found.normal), on_a: found.on_a, on_b: found.on_b - shift }
    }

    /// The direction between the nearest points of hulls that are apart; of others, some direction along which they overlap.
    pub(super) fn between(&self, start: DVec3, accuracy: f64, enough: f64) -> Direction {
        self.nearest(start, DVec3::ZERO, accuracy, enough)
    }
}
