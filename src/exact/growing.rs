//! A convex polytope that grows by one point at a time.

use glam::DVec3;

/// A triangle on the outside of the polytope.
#[derive(Clone, Copy, Debug)]
pub struct GrownFacet {
    /// Its corners by index, counter-clockwise seen from outside.
    pub corners: [u32; 3],
    /// Unit, outwards.
    pub normal: DVec3,
    /// Signed distance of its plane from the origin (m): `normal · x = offset`.
    pub offset: f64,
}

/// The convex hull of the points added so far.
#[derive(Clone, Debug)]
pub struct Growing {
    /// All points that were given, those inside the hull as well.
    pub points: Vec<DVec3>,
    /// The outside, in no particular but repeatable order.
    pub facets: Vec<GrownFacet>,
    /// Points nearer to a facet's plane than this lie in it (m).
    tolerance: f64,
}

/// What a set of points spans when it spans no volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatSimplex {
    /// All points coincide.
    Point,
    /// They lie on one line; the indices are those of its ends.
    Line(usize, usize),
    /// They lie in one plane; the indices are those of three that span it.
    Plane(usize, usize, usize),
}

impl Growing {
    /// The hull of `points`; where they span no volume it says what they span.
    pub fn new(points: &[DVec3]) -> Result<Self, FlatSimplex> {
        let size = points.iter().map(|p| (*p - points[0]).length()).fold(0.0, f64::max);
        let tolerance = 1e-11 * size;
        let [i, j, k, l] = spanning(points, 1e-9 * size)?;
        let mut hull = Self { points: points.to_vec(), facets: Vec::new(), tolerance };

        // A tetrahedron, each facet turned away from the corner that it lacks.
        for (corners, inner) in [([i, j, k], l), ([i, j, l], k), ([i, k, l], j), ([j, k, l], i)] {
            let [a, b, c] = corners.map(|c| c as u32);
            if let Some(facet) = hull.facet([a, b, c]) {
                let is_outward = facet.normal.dot(points[inner]) < facet.offset;
                let facet = if is_outward { Some(facet) } else { hull.facet([a, c, b]) };
                hull.facets.extend(facet);
            }
        }
        for index in 0..points.len() {
            if ![i, j, k, l].contains(&index) {
                hull.cover(index as u32);
            }
        }
        Ok(hull)
    }

    /// Adds a point; true when it lay outside and the hull grew.
    pub fn add(&mut self, point: DVec3) -> bool {
        self.points.push(point);
        self.cover(self.points.len() as u32 - 1)
    }

    /// Grows the hull so that it covers the point of this index; true when it lay outside.
    fn cover(&mut self, index: u32) -> bool {
        let point = self.points[index as usize];
        let is_seen = |f: &GrownFacet| f.normal.dot(point) > f.offset + self.tolerance;

        // The horizon: directed edges of the facets that the point sees, whose other side it does not see.
        let seen: Vec<[u32; 2]> = self
            .facets
            .iter()
            .filter(|f| is_seen(f))
            .flat_map(|f| [[f.corners[0], f.corners[1]], [f.corners[1], f.corners[2]], [f.corners[2], f.corners[0]]])
            .collect();
        if seen.is_empty() {
            return false;
        }
        let horizon: Vec<[u32; 2]> = seen.iter().filter(|e| !seen.contains(&[e[1], e[0]])).copied().collect();

        // Rounding can make a point see facets that do not hang together. Then the hull stays as it is, short of the
        // point by about the tolerance, rather than be torn.
        let is_closed = |e: &[u32; 2]| horizon.iter().filter(|f| f[0] == e[1]).count() == 1;
        if !horizon.iter().all(is_closed) {
            return false;
        }

        // A cone from the point to the horizon takes their place; a sliver without a normal would tear the hull.
        let Some(cone) = horizon.iter().map(|e| self.facet([e[0], e[1], index])).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let mut facets = std::mem::take(&mut self.facets);
        facets.retain(|f| !is_seen(f));
        facets.extend(cone);
        self.facets = facets;
        true
    }

    /// The facet with these corners, none when they lie on a line.
    fn facet(&self, corners: [u32; 3]) -> Option<GrownFacet> {
        let [a, b, c] = corners.map(|i| self.points[i as usize]);
        let normal = (b - a).cross(c - a).try_normalize()?;
        // The mean of the three offsets is least sensitive to the shape of the triangle.
        let offset = normal.dot((a + b + c) / 3.0);
        Some(GrownFacet { corners, normal, offset })
    }
}

/// Four points that span a volume, found greedily.
fn spanning(points: &[DVec3], tolerance: f64) -> Result<[usize; 4], FlatSimplex> {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        let mut best = (0, 0.0);
        for (index, point) in points.iter().enumerate() {
            let far = measure(*point);
            if far > best.1 {
                best = (index, far);
            }
        }
        (best.1 > tolerance).then_some(best.0)
    };
    // Point, line, plane, volume: each new one is what lies farthest from all that the ones before it span.
    let first = points.first().copied().unwrap_or_default();
    let i = farthest(&|p| (p - first).length()).ok_or(FlatSimplex::Point)?;
    let j = farthest(&|p| (p - points[i]).length()).ok_or(FlatSimplex::Point)?;
    let along = (points[j] - points[i]).normalize();
    let k = farthest(&|p| (p - points[i]).reject_from_normalized(along).length()).ok_or(FlatSimplex::Line(i, j))?;
    let across = along.cross(points[k] - points[i]).normalize();
    let l = farthest(&|p| (p - points[i]).dot(across).abs()).ok_or(FlatSimplex::Plane(i, j, k))?;
    Ok([i, j, k, l])
}
