//! Convex hulls: corners, edges and faces of the least convex body that holds given points.

use super::growing::{FlatSimplex, Growing};
use glam::DVec3;

/// Facets whose normals differ by less than this (squared sine) are one face.
const ONE_FACE: f64 = 1e-14;

/// A convex polytope; it may be flat, a line or a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// The points as they were given (m, body axes); those inside the hull as well, so that indices stay those of the
    /// sender.
    pub points: Vec<DVec3>,
    /// Which of the points are corners, ascending.
    pub corners: Vec<u32>,
    /// Pairs of corners that an edge joins, the lower index first.
    pub edges: Vec<[u32; 2]>,
    /// The faces; a flat hull has two, front and back; a line and a point have none.
    pub faces: Vec<HullFace>,
}

/// A flat side of a hull.
#[derive(Clone, Debug, PartialEq)]
pub struct HullFace {
    /// Unit, outwards (body axes).
    pub normal: DVec3,
    /// `normal · x = offset` on the face (m).
    pub offset: f64,
    /// Its corners, counter-clockwise seen from outside.
    pub corners: Vec<u32>,
}

impl Hull {
    /// The hull of `points`, of which there must be at least one.
    pub fn new(points: &[DVec3]) -> Self {
        match Growing::new(points) {
            Ok(grown) => Self::solid(&grown),
            Err(FlatSimplex::Point) => {
                Self { points: points.to_vec(), corners: vec![0], edges: Vec::new(), faces: Vec::new() }
            }
            Err(FlatSimplex::Line(i, j)) => {
                let ends = [i.min(j) as u32, i.max(j) as u32];
                Self { points: points.to_vec(), corners: ends.to_vec(), edges: vec![ends], faces: Vec::new() }
            }
            Err(FlatSimplex::Plane(i, j, k)) => Self::flat(points, i, j, k),
        }
    }

    /// Of the facets of a polytope, with those in one plane joined.
    fn solid(grown: &Growing) -> Self {
        // Which face each facet belongs to: that of the first facet in the same plane.
        let mut planes: Vec<(DVec3, f64)> = Vec::new();
        let size = grown.points.iter().map(|p| p.length()).fold(0.0, f64::max);
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (index, facet) in grown.facets.iter().enumerate() {
            let same = planes.iter().position(|(normal, offset)| {
                normal.cross(facet.normal).length_squared() < ONE_FACE
                    && normal.dot(facet.normal) > 0.0
                    && (offset - facet.offset).abs() < 1e-9 * size
            });
            if let Some(face) = same {
                members[face].push(index);
            } else {
                planes.push((facet.normal, facet.offset));
                members.push(vec![index]);
            }
        }

        // The rim of a face: directed edges of its facets that no facet of it has the other way round.
        let mut faces = Vec::new();
        for ((normal, offset), facets) in planes.into_iter().zip(&members) {
            let directed: Vec<[u32; 2]> = facets
                .iter()
                .flat_map(|i| {
                    let [a, b, c] = grown.facets[*i].corners;
                    [[a, b], [b, c], [c, a]]
                })
                .collect();
            let rim: Vec<[u32; 2]> = directed.iter().filter(|e| !directed.contains(&[e[1], e[0]])).copied().collect();
            faces.push(HullFace { normal, offset, corners: walk(&rim, &grown.points) });
        }
        Self::of_faces(grown.points.clone(), faces)
    }

    /// A polygon: the hull of the points within their plane, seen from both sides.
    fn flat(points: &[DVec3], i: usize, j: usize, k: usize) -> Self {
        let normal = (points[j] - points[i]).cross(points[k] - points[i]).normalize();
        let across = normal.cross((points[j] - points[i]).normalize());
        let along = across.cross(normal);
        let middle = points.iter().sum::<DVec3>() / points.len() as f64;

        // Gift wrapping in the plane: the next corner leaves all other points on its left.
        let flat: Vec<(f64, f64)> =
            points.iter().map(|p| ((*p - middle).dot(along), (*p - middle).dot(across))).collect();
        // Twice the area of the triangle o a p: positive where p lies to the left of the way from o to a.
        let turn = |o: usize, a: usize, b: usize| {
            (flat[a].0 - flat[o].0) * (flat[b].1 - flat[o].1) - (flat[a].1 - flat[o].1) * (flat[b].0 - flat[o].0)
        };
        let far = |o: usize, a: usize| (flat[a].0 - flat[o].0).powi(2) + (flat[a].1 - flat[o].1).powi(2);
        let start = (0..flat.len()).min_by(|a, b| flat[*a].partial_cmp(&flat[*b]).unwrap_or(std::cmp::Ordering::Equal));
        let mut corners = vec![start.unwrap_or(0)];
        while corners.len() <= points.len() {
            let last = corners[corners.len() - 1];
            let Some(mut next) = (0..points.len()).find(|p| far(last, *p) > 0.0) else { break };
            for p in 0..points.len() {
                let side = turn(last, next, p);
                let slack = 1e-12 * far(last, next).max(far(last, p));
                if far(last, p) > 0.0 && (side < -slack || side <= slack && far(last, p) > far(last, next)) {
                    next = p;
                }
            }
            if next == corners[0] || flat[next] == flat[corners[0]] {
                break;
            }
            corners.push(next);
        }
        let front: Vec<u32> = corners.iter().map(|c| *c as u32).collect();
        let back: Vec<u32> = front.iter().rev().copied().collect();
        let offset = normal.dot(middle);
        let faces = vec![
            HullFace { normal, offset, corners: front },
            HullFace { normal: -normal, offset: -offset, corners: back },
        ];
        Self::of_faces(points.to_vec(), faces)
    }

    /// Corners and edges are those of the faces.
    fn of_faces(points: Vec<DVec3>, faces: Vec<HullFace>) -> Self {
        let mut corners: Vec<u32> = faces.iter().flat_map(|f| f.corners.iter().copied()).collect();
        corners.sort_unstable();
        corners.dedup();
        let mut edges: Vec<[u32; 2]> = faces
            .iter()
            .flat_map(|f| (0..f.corners.len()).map(|i| [f.corners[i], f.corners[(i + 1) % f.corners.len()]]))
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        edges.sort_unstable();
        edges.dedup();
        Self { points, corners, edges, faces }
    }

    /// The corner farthest along `direction` (m, body axes).
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let mut best = (f64::NEG_INFINITY, DVec3::ZERO);
        for corner in &self.corners {
            let point = self.points[*corner as usize];
            let far = point.dot(direction);
            if far > best.0 {
                best = (far, point);
            }
        }
        best.1
    }

    /// The hull with every face moved inwards by `depth` (m); none when nothing is left or the hull has no volume.
    ///
    /// The corners of an intersection of half-spaces are the faces of the hull of their dual points `n / d`.
    pub fn inset(&self, depth: f64) -> Option<Self> {
        if self.faces.len() < 4 {
            return None;
        }
        // The origin of the dual space must lie within: the mean of the corners does, unless the inset swallows it.
        let middle = self.corners.iter().map(|c| self.points[*c as usize]).sum::<DVec3>() / self.corners.len() as f64;
        let mut dual = Vec::with_capacity(self.faces.len());
        for face in &self.faces {
            let distance = face.offset - face.normal.dot(middle) - depth;
            if distance <= 0.0 {
                return None;
            }
            dual.push(face.normal / distance);
        }
        let grown = Growing::new(&dual).ok()?;
        let points: Vec<DVec3> = grown.facets.iter().map(|f| middle + f.normal / f.offset).collect();
        Some(Self::new(&points))
    }

    /// The unit directions of the edges, parallel ones once.
    pub fn edge_directions(&self) -> Vec<DVec3> {
        let mut directions: Vec<DVec3> = Vec::new();
        for [a, b] in &self.edges {
            let along = (self.points[*b as usize] - self.points[*a as usize]).normalize();
            if directions.iter().all(|d| d.cross(along).length_squared() > ONE_FACE) {
                directions.push(along);
            }
        }
        directions
    }
}

/// Directed edges as one closed walk, without corners in the middle of a straight line.
fn walk(rim: &[[u32; 2]], points: &[DVec3]) -> Vec<u32> {
    let Some(first) = rim.first() else { return Vec::new() };
    let mut corners = vec![first[0]];
    let mut at = first[1];
    while at != corners[0] && corners.len() <= rim.len() {
        corners.push(at);
        let Some(next) = rim.iter().find(|e| e[0] == at) else { break };
        at = next[1];
    }
    let count = corners.len();
    let is_bend = |i: usize| {
        let [a, b, c] = [(i + count - 1) % count, i, (i + 1) % count].map(|k| points[corners[k] as usize]);
        (b - a).cross(c - b).length() > 1e-9 * (b - a).length() * (c - b).length()
    };
    let bends: Vec<u32> = (0..count).filter(|i| is_bend(*i)).map(|i| corners[i]).collect();
    if bends.len() < 3 { corners } else { bends }
}
