//! The separating axis test of two boxes: fifteen axes, after Gottschalk, Lin and Manocha 1996, "OBBTree".
//!
//! Everything is in the frame of `a`. A rectangle is a box with `half.y = 0`.

use super::clip::{Clipped, Polygon};
use super::{Axis, Candidate, Manifold, ManifoldPoint};
use crate::math::Pose;
use glam::{Mat3, Vec3};
use wide::f32x4;

/// Squared sine of the angle between two edges up to which they are parallel and their cross product is no axis: the
/// faces beside them separate as well to within a thousandth of the edges' length, and dividing by the sine would
/// magnify rounding.
const PARALLEL_SINE2: f32 = 1e-6;

/// Rounding of a projection, relative to the sum of the half extents. Taken off the gap of edge axes before it is
/// divided by the sine, so that nearly parallel edges never separate by rounding.
const PROJECTION_ROUNDING: f32 = 3e-7;

/// By how much two edges that cross may seem to miss each other beside their normal, relative to the least half extent:
/// the closest points of nearly parallel ones are rounded by that.
pub(super) const CROSSING_ROUNDING: f32 = 1e-4;

/// The two axes that follow each of the three in cyclic order.
pub(super) const CYCLE: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// The edges of A and of B whose cross product is an axis, and the gap along it (m).
type EdgeAxis = (usize, usize, f32);

/// Two boxes, with their relative rotation as a matrix.
pub(super) struct Boxes {
    /// Half extents of `a` (m).
    pub ha: [f32; 3],
    /// Half extents of `b` (m).
    pub hb: [f32; 3],
    /// `r[i][j] = a_i · b_j`: row i is axis i of A in the axes of B.
    pub r: [[f32; 3]; 3],
    /// The absolute values of `r`.
    pub abs: [[f32; 3]; 3],
    /// Centre of B from the centre of A, along the axes of A (m).
    pub t: [f32; 3],
    /// The same along the axes of B (m).
    pub tb: [f32; 3],
    /// Ids of the points that bore a load last time, 0 for none.
    pub bearing: [u16; 4],
}

impl Boxes {
    #[inline]
    pub(super) fn new(ha: Vec3, hb: Vec3, b_in_a: &Pose) -> Self {
        // Columns of the rotation are B's axes in A's frame.
        let [x, y, z] = Mat3::from_quat(b_in_a.rotation).to_cols_array_2d();
        let r = [[x[0], y[0], z[0]], [x[1], y[1], z[1]], [x[2], y[2], z[2]]];
        let t = b_in_a.translation.to_array();
        let along = |b: [f32; 3]| t[0] * b[0] + t[1] * b[1] + t[2] * b[2];
        Self {
            ha: ha.to_array(),
            hb: hb.to_array(),
            r,
            abs: [abs(r[0]), abs(r[1]), abs(r[2])],
            t,
            tb: [along(x), along(y), along(z)],
            bearing: [0; 4],
        }
    }

    /// Half the length of B's projection on axis `i` of A (m).
    #[inline]
    pub(super) fn projected_radius_b(&self, i: usize) -> f32 {
        let (abs, h) = (&self.abs[i], &self.hb);
        abs[0] * h[0] + abs[1] * h[1] + abs[2] * h[2]
    }

    /// Half the length of A's projection on axis `j` of B (m).
    #[inline]
    pub(super) fn projected_radius_a(&self, j: usize) -> f32 {
        let (abs, h) = (&self.abs, &self.ha);
        abs[0][j] * h[0] + abs[1][j] * h[1] + abs[2][j] * h[2]
    }

    /// Gap along face axis `i` of A (m).
    #[inline]
    pub(super) fn face_gap_a(&self, i: usize) -> f32 {
        self.t[i].abs() - (self.ha[i] + self.projected_radius_b(i))
    }

    /// Gap along face axis `j` of B (m).
    #[inline]
    pub(super) fn face_gap_b(&self, j: usize) -> f32 {
        self.tb[j].abs() - (self.hb[j] + self.projected_radius_a(j))
    }

    /// The slack that [`scaled_edge_gap`](Self::scaled_edge_gap) takes off for rounding (m).
    #[inline]
    pub(super) fn rounding(&self) -> f32 {
        let (a, b) = (&self.ha, &self.hb);
        PROJECTION_ROUNDING * (a[0] + a[1] + a[2] + b[0] + b[1] + b[2])
    }

    /// Gap along `a_i × b_j` times the length of that product, and the length squared.
    ///
    /// With `L = a_i × b_j`: `|t·L| − Σ h_a |a_k·L| − Σ h_b |b_k·L|`, where every product is an entry of `r`.
    #[inline]
    pub(super) fn scaled_edge_gap(&self, i: usize, j: usize, rounding: f32) -> (f32, f32) {
        let ((i1, i2), (j1, j2)) = (CYCLE[i], CYCLE[j]);
        // L = a_i × b_j has no component along a_i; the other two are −q and p.
        let (p, q) = (self.r[i1][j], self.r[i2][j]);
        let distance = (self.t[i2] * p - self.t[i1] * q).abs();
        let ra = self.ha[i1] * self.abs[i2][j] + self.ha[i2] * self.abs[i1][j];
        let rb = self.hb[j1] * self.abs[i][j2] + self.hb[j2] * self.abs[i][j1];
        (distance - ra - rb - rounding, p * p + q * q)
    }

    /// Gap along one axis (m); none for the cross product of parallel edges.
    #[inline]
    pub(super) fn gap(&self, axis: Axis) -> Option<f32> {
        match axis {
            Axis::A(i) => Some(self.face_gap_a(i)),
            Axis::B(j) => Some(self.face_gap_b(j)),
            Axis::Edges(i, j) => {
                let (scaled, length2) = self.scaled_edge_gap(i, j, self.rounding());
                (length2 > PARALLEL_SINE2).then(|| scaled / length2.sqrt())
            }
        }
    }

    /// The unit vector along `a_i × b_j` from A towards B, in A's frame.
    #[inline]
    pub(super) fn edge_normal(&self, i: usize, j: usize) -> Vec3 {
        let (i1, i2) = CYCLE[i];
        // Components of a_i × b_j, turned towards B.
        let (p, q) = (self.r[i1][j], self.r[i2][j]);
        let length = (p * p + q * q).sqrt();
        let sign = if self.t[i2] * p - self.t[i1] * q < 0.0 { -1.0 } else { 1.0 };
        let mut normal = [0.0; 3];
        normal[i1] = -q / length * sign;
        normal[i2] = p / length * sign;
        Vec3::from_array(normal)
    }

    /// The unit vector along an axis from A towards B, in A's frame.
    #[inline]
    pub(super) fn normal(&self, axis: Axis) -> Vec3 {
        match axis {
            Axis::A(i) => Vec3::AXES[i] * if self.t[i] < 0.0 { -1.0 } else { 1.0 },
            Axis::B(j) => {
                let along = Vec3::new(self.r[0][j], self.r[1][j], self.r[2][j]);
                along * if self.tb[j] < 0.0 { -1.0 } else { 1.0 }
            }
            Axis::Edges(i, j) => self.edge_normal(i, j),
        }
    }

    /// One axis as a candidate for a trace; none for the cross product of parallel edges.
    pub(super) fn candidate(&self, axis: Axis, allowed: bool) -> Option<Candidate> {
        let gap = self.gap(axis)?;
        let normal = self.normal(axis);
        let in_b = self.to_b(normal);
        // Half the projection of either box on the normal, about its centre.
        let reach_a = normal.abs().dot(Vec3::from_array(self.ha));
        let reach_b = in_b.abs().dot(Vec3::from_array(self.hb));
        let center = normal.dot(Vec3::from_array(self.t));
        let (a, b) = ([-reach_a, reach_a], [center - reach_b, center + reach_b]);
        Some(Candidate { axis: axis.into(), normal, gap, a, b, allowed })
    }

    /// `v` of A's frame in the axes of B.
    #[inline]
    pub(super) fn to_b(&self, v: Vec3) -> Vec3 {
        Vec3::from_array(self.r[0]) * v.x + Vec3::from_array(self.r[1]) * v.y + Vec3::from_array(self.r[2]) * v.z
    }

    /// Gaps along the cross products `a_i × b_j` (m), a row for each `i`, as [`gap`](Self::gap) has them: minus
    /// infinity for those of parallel edges and in the fourth lane.
    #[inline]
    fn edge_gaps(&self) -> [f32x4; 3] {
        // One lane for each edge of B; a shift of the lanes gives the next and the last axis of the cycle.
        let row = |r: [f32; 3]| f32x4::new([r[0], r[1], r[2], 0.0]);
        let turned = |r: [f32; 3]| (f32x4::new([r[1], r[2], r[0], 0.0]), f32x4::new([r[2], r[0], r[1], 0.0]));
        let (r, abs) = (self.r.map(row), self.abs.map(row));
        let (next, last) = turned(self.hb);
        let rounding = f32x4::splat(self.rounding());
        std::array::from_fn(|i| {
            let (i1, i2) = CYCLE[i];
            let (p, q) = (r[i1], r[i2]);
            // The formula of `scaled_edge_gap`, three axes at once.
            let distance = (f32x4::splat(self.t[i2]) * p - f32x4::splat(self.t[i1]) * q).abs();
            let ra = f32x4::splat(self.ha[i1]) * abs[i2] + f32x4::splat(self.ha[i2]) * abs[i1];
            let (abs1, abs2) = turned(self.abs[i]);
            let rb = next * abs2 + last * abs1;
            let (s, length2) = (distance - ra - rb - rounding, p * p + q * q);
            let crossing = length2.simd_gt(f32x4::splat(PARALLEL_SINE2));
            crossing.select(s / length2.sqrt(), f32x4::splat(f32::NEG_INFINITY))
        })
    }

    /// The edge axis of greatest gap and the gap, if that is more than `bound` (m). An error when the two are further
    /// apart along it than `margin` (m), with that gap.
    #[inline]
    pub(super) fn max_edge_gap(&self, bound: f32, margin: f32) -> Result<Option<EdgeAxis>, (Axis, f32)> {
        let gaps = self.edge_gaps();
        // The greatest of nine; the fourth lane holds none.
        let [x, y, z, _] = gaps[0].max(gaps[1]).max(gaps[2]).to_array();
        let most = x.max(y).max(z);
        if most <= bound {
            return Ok(None);
        }
        let rows = gaps.iter().map(|row| row.to_array());
        // The first of equals, in the order of the axes, so that the choice does not depend on the lanes.
        let first = rows.enumerate().find_map(|(i, row)| row.iter().position(|gap| *gap == most).map(|j| (i, j)));
        match first {
            Some((i, j)) if most > margin => Err((Axis::Edges(i, j), most)),
            first => Ok(first.map(|(i, j)| (i, j, most))),
        }
    }

    /// The axis of greatest gap of all fifteen, and the gap (m): faces before edges, the first of equals.
    pub(super) fn max_gap(&self) -> (Axis, f32) {
        let mut best = (Axis::A(0), f32::NEG_INFINITY);
        // Faces of A, of B, then the edges if they beat both.
        let of_a = (0..3).map(|i| (Axis::A(i), self.face_gap_a(i)));
        let of_b = (0..3).map(|j| (Axis::B(j), self.face_gap_b(j)));
        for (axis, gap) in of_a.chain(of_b) {
            if gap > best.1 {
                best = (axis, gap);
            }
        }
        match self.max_edge_gap(best.1, f32::INFINITY) {
            Ok(Some((i, j, gap))) => (Axis::Edges(i, j), gap),
            _ => best,
        }
    }

    /// The points of a contact on a face of A with outward normal `sign·a_i`, in A's frame.
    #[inline]
    pub(super) fn clip_on_a(&self, i: usize, sign: f32, margin: f32) -> Clipped {
        // The incident face of B is the one whose normal is most against that of the reference face.
        let row = self.r[i];
        let j = most_parallel(self.abs[i]);
        let (j1, j2) = CYCLE[j];
        // Its centre and half sides in A's frame.
        let toward = if row[j] * sign > 0.0 { -self.hb[j] } else { self.hb[j] };
        let column = |k: usize, scale: f32| [self.r[0][k] * scale, self.r[1][k] * scale, self.r[2][k] * scale];
        let face = column(j, toward);
        let center = [self.t[0] + face[0], self.t[1] + face[1], self.t[2] + face[2]];
        let incident = [center, column(j1, self.hb[j1]), column(j2, self.hb[j2])];
        let name = face_id(i, sign) << 3 | face_id(j, toward);
        self.clip(incident, self.ha, (i, sign), margin, name)
    }

    /// The points of a contact on a face of B with outward normal `sign·b_j`, in B's frame.
    #[inline]
    pub(super) fn clip_on_b(&self, j: usize, sign: f32, margin: f32) -> Clipped {
        // The same with the roles exchanged: the incident face is one of A.
        let column = [self.r[0][j], self.r[1][j], self.r[2][j]];
        let i = most_parallel([self.abs[0][j], self.abs[1][j], self.abs[2][j]]);
        let (i1, i2) = CYCLE[i];
        let toward = if column[i] * sign > 0.0 { -self.ha[i] } else { self.ha[i] };
        let row = |k: usize, scale: f32| self.r[k].map(|x| x * scale);
        let face = row(i, toward);
        let center = [face[0] - self.tb[0], face[1] - self.tb[1], face[2] - self.tb[2]];
        let incident = [center, row(i1, self.ha[i1]), row(i2, self.ha[i2])];
        let name = 64 | face_id(j, sign) << 3 | face_id(i, toward);
        self.clip(incident, self.hb, (j, sign), margin, name)
    }

    /// Clips an incident rectangle (centre and two half sides) against the face `sign·axis` of a box with half extents
    /// `half`, all in the frame of that box.
    #[inline]
    fn clip(
        &self,
        incident: [[f32; 3]; 3],
        half: [f32; 3],
        (axis, sign): (usize, f32),
        margin: f32,
        name: u32,
    ) -> Clipped {
        let (u, v) = CYCLE[axis];
        // Coordinates (u, v, w) of the face: two along it, the third above it.
        let turn = |p: [f32; 3]| [p[u], p[v], p[axis] * sign];
        let mut center = turn(incident[0]);
        center[2] -= half[axis];
        let mut polygon = Polygon::rectangle(center, turn(incident[1]), turn(incident[2]));
        polygon.clip(half[u], half[v]);
        let (vertices, count) = polygon.reduce(margin, |p| self.bore(name << 6 | p.id()));
        let mut contacts = Clipped::new();
        for p in &vertices[..count] {
            // The vertex lies on the incident box, its foot on the face; the contact is midway.
            let mut position = [0.0; 3];
            position[u] = p.u;
            position[v] = p.v;
            position[axis] = (half[axis] + 0.5 * p.w) * sign;
            contacts.push(ManifoldPoint { position: position.into(), separation: p.w, id: name << 6 | p.id() });
        }
        contacts
    }

    /// Whether the point with this id bore a load last time.
    #[inline]
    fn bore(&self, id: u32) -> bool {
        self.bearing.iter().any(|bore| u32::from(*bore) == id)
    }

    /// Whether a face of A and one of B lie across `normal` (A's frame), up to an angle of this cosine.
    pub(super) fn faces_along(&self, normal: Vec3, cosine: f32) -> bool {
        normal.abs().max_element() >= cosine && self.to_b(normal).abs().max_element() >= cosine
    }

    /// Where the faces of A and B that face each other most overlap, projected along `normal`, in A's frame. No point
    /// overlaps by more than `deepest` (m, negative), the gap along the normal.
    pub(super) fn clip_along_normal(&self, normal: Vec3, deepest: f32, margin: f32) -> Clipped {
        // The two faces that look towards each other most.
        let (n, against) = (normal.to_array(), (-self.to_b(normal)).to_array());
        let (i, j) = (most_parallel(abs(n)), most_parallel(abs(against)));
        let ((u, v), (j1, j2)) = (CYCLE[i], CYCLE[j]);
        let toward = self.hb[j] * against[j].signum();
        // Projects a point of B's face along the normal onto the plane of A's: (u, v, gap).
        let project = |p: Vec3| {
            let gap = p[i] / n[i];
            [p[u] - n[u] * gap, p[v] - n[v] * gap, gap]
        };
        let column = |k: usize| Vec3::new(self.r[0][k], self.r[1][k], self.r[2][k]);
        let mut center = Vec3::from_array(self.t) + column(j) * toward;
        center[i] -= self.ha[i] * n[i].signum();
        let mut polygon =
            Polygon::rectangle(project(center), project(column(j1) * self.hb[j1]), project(column(j2) * self.hb[j2]));
        polygon.clip(self.ha[u], self.ha[v]);
        let name = face_id(i, n[i]) << 3 | face_id(j, toward);
        let (vertices, count) = polygon.reduce(margin, |p| self.bore(name << 6 | p.id()));
        let mut contacts = Clipped::new();
        for p in &vertices[..count] {
            // Projected along the normal, a point beside the edges can seem deeper than the axis of least overlap.
            let separation = p.w.max(deepest);
            // From the face's coordinates back to A's frame, midway between the two surfaces.
            let mut on_a = [0.0; 3];
            (on_a[u], on_a[v], on_a[i]) = (p.u, p.v, self.ha[i] * n[i].signum());
            let position = Vec3::from_array(on_a) + normal * (0.5 * separation);
            contacts.push(ManifoldPoint { position, separation, id: name << 6 | p.id() });
        }
        contacts
    }

    /// The least half extent of the two boxes (m).
    #[inline]
    pub(super) fn min_half_extent(&self) -> f32 {
        let least = |h: &[f32; 3]| h[0].min(h[1]).min(h[2]);
        least(&self.ha).min(least(&self.hb))
    }

    /// The point between two crossing edges, those of A and B that reach furthest along `normal` and against it; none
    /// when they are apart and pass beyond each other's ends.
    #[inline]
    pub(super) fn edge_contact(&self, i: usize, j: usize, normal: Vec3) -> Option<ManifoldPoint> {
        // The direction towards A, in B's axes.
        let against = -self.to_b(normal);
        // Midpoints of the two edges; the signs of the axes across them name the edges in the id.
        let mut mid_a = Vec3::ZERO;
        let mut mid_b = Vec3::ZERO;
        let mut id = 128 | (3 * i + j) as u32;
        for (bit, k) in [CYCLE[i].0, CYCLE[i].1].into_iter().enumerate() {
            let positive = normal[k] >= 0.0;
            mid_a[k] = if positive { self.ha[k] } else { -self.ha[k] };
            id |= u32::from(positive) << (8 + bit);
        }
        for (bit, k) in [CYCLE[j].0, CYCLE[j].1].into_iter().enumerate() {
            let positive = against[k] >= 0.0;
            mid_b[k] = if positive { self.hb[k] } else { -self.hb[k] };
            id |= u32::from(positive) << (10 + bit);
        }
        let column = |k: usize| Vec3::new(self.r[0][k], self.r[1][k], self.r[2][k]);
        let from_b = column(0) * mid_b.x + column(1) * mid_b.y + column(2) * mid_b.z;
        let between = Vec3::from_array(self.t) + from_b - mid_a;
        // Closest points of the lines mid_a + s·a_i and mid_b + u·b_j, with c = a_i·b_j the cosine between them
        // (Ericson, "Real-Time Collision Detection", 5.1.8), each clamped to its edge.
        let along_b = column(j);
        let (c, d, e) = (self.r[i][j], between[i], between.dot(along_b));
        // Bounded below, so that nearly parallel edges stay finite.
        let sine2 = (1.0 - c * c).max(PARALLEL_SINE2);
        let s = ((d - c * e) / sine2).clamp(-self.ha[i], self.ha[i]);
        let u = ((c * d - e) / sine2).clamp(-self.hb[j], self.hb[j]);
        let separation = between.dot(normal);
        let mut on_a = mid_a;
        on_a[i] += s;
        let on_b = mid_a + between + along_b * u;
        // Edges that are apart and pass beyond each other's ends are about to touch nothing. Those that cross miss each
        // other by rounding, which is more than a gap of nothing; and where that is the greatest of all gaps, the boxes
        // touch.
        let beside = on_b - on_a - normal * separation;
        let slack = CROSSING_ROUNDING * self.min_half_extent();
        let most = (2.0 * separation).max(slack);
        let near = separation <= 0.1 * slack + self.rounding() || beside.length_squared() <= most * most;
        near.then_some(ManifoldPoint { position: (on_a + on_b) * 0.5, separation, id })
    }

    /// `v` of B's frame in the axes of A.
    #[inline]
    pub(super) fn to_a(&self, v: Vec3) -> Vec3 {
        Vec3::new(
            self.r[0][0] * v.x + self.r[0][1] * v.y + self.r[0][2] * v.z,
            self.r[1][0] * v.x + self.r[1][1] * v.y + self.r[1][2] * v.z,
            self.r[2][0] * v.x + self.r[2][1] * v.y + self.r[2][2] * v.z,
        )
    }

    /// Carries a manifold from B's frame into A's.
    #[inline]
    pub(super) fn to_frame_of_a(&self, manifold: &mut Manifold) {
        let t = Vec3::from_array(self.t);
        manifold.normal = self.to_a(manifold.normal);
        for point in &mut manifold.points[..manifold.count] {
            point.position = t + self.to_a(point.position);
        }
    }
}

/// The absolute values of three numbers.
#[inline]
fn abs(v: [f32; 3]) -> [f32; 3] {
    [v[0].abs(), v[1].abs(), v[2].abs()]
}

/// 0…5: axis and sign.
#[inline]
fn face_id(axis: usize, sign: f32) -> u32 {
    2 * axis as u32 + u32::from(sign > 0.0)
}

/// The axis most parallel to a direction, given the direction's absolute components along the three.
#[inline]
fn most_parallel(abs: [f32; 3]) -> usize {
    if abs[0] >= abs[1] && abs[0] >= abs[2] { 0 } else { 1 + usize::from(abs[2] > abs[1]) }
}
