//! Triangle meshes: each triangle exactly, with what its neighbours forbid.

use super::hull::Hull;
use super::part::{EdgeKind, Part};
use super::pose::Pose;
use super::solid::{Core, Solid};
use super::{Separation, gap_along, separation};
use glam::DVec3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Triangles that meet at less than this angle (rad) count as flat.
const FLAT: f64 = 1e-4;

/// Triangles in a leaf of the tree.
const LEAF: usize = 4;

/// A surface of triangles, counter-clockwise seen from its front; it is solid from both sides.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Corners (m, body axes).
    pub vertices: Vec<DVec3>,
    /// Indices into `vertices`.
    pub triangles: Vec<[u32; 3]>,
    /// How the triangles at each edge meet, the lower index first.
    edges: BTreeMap<[u32; 2], EdgeKind>,
    /// Whether something can touch the vertex itself.
    is_tip: Vec<bool>,
    /// Each triangle as a solid.
    sheets: Vec<Solid>,
    /// Unit normals of the triangles.
    normals: Vec<DVec3>,
    tree: Vec<MeshNode>,
    /// Triangles in the order of the tree's leaves.
    order: Vec<u32>,
}

/// A box round some triangles, and its two halves or its leaf.
#[derive(Clone, Copy, Debug)]
struct MeshNode {
    min: DVec3,
    max: DVec3,
    /// Index of the second half; the first follows its parent. 0 for a leaf.
    second: u32,
    /// Range of `order`.
    from: u32,
    to: u32,
}

/// Why a mesh was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeshError {
    /// It names a vertex that is not there.
    #[error("triangle {triangle} names vertex {vertex}, but there are {count}")]
    Vertex {
        /// Which triangle.
        triangle: usize,
        /// What it names.
        vertex: u32,
        /// How many there are.
        count: usize,
    },
    /// No triangle has an area.
    #[error("no triangle has an area")]
    Empty,
}

/// A triangle whose nearest edge is no feature, as nearly flat ones are not, answers for what is apart from it where
/// its own normal sees this share of the distance.
const ALONG_ITS_NORMAL: f64 = 0.99;

impl Mesh {
    /// A mesh of these triangles; those without area are left out of what can be touched.
    pub fn new(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        let count = vertices.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(vertex) = corners.iter().copied().find(|v| *v as usize >= count) {
                return Err(MeshError::Vertex { triangle, vertex, count });
            }
        }
        let corners = |t: &[u32; 3]| t.map(|v| vertices[v as usize]);
        let normals: Vec<DVec3> = triangles
            .iter()
            .map(|t| {
                let [a, b, c] = corners(t);
                (b - a).cross(c - a).normalize_or_zero()
            })
            .collect();
        if normals.iter().all(|n| *n == DVec3::ZERO) {
            return Err(MeshError::Empty);
        }
        let sheets = triangles.iter().map(|t| Solid::sharp(Core::Hull(Arc::new(Hull::new(&corners(t)))))).collect();
        let edges = edges(&vertices, &triangles, &normals);
        // A corner counts where at least one of its edges does: in the midst of a flat floor it is nothing that can be
        // felt.
        let mut is_tip = vec![false; count];
        for (edge, edge_kind) in &edges {
            if *edge_kind != EdgeKind::Flat {
                edge.iter().for_each(|v| is_tip[*v as usize] = true);
            }
        }
        let mut order: Vec<u32> = (0..triangles.len() as u32).filter(|t| normals[*t as usize] != DVec3::ZERO).collect();
        let mut tree = Vec::new();
        let middles: Vec<DVec3> = triangles.iter().map(|t| corners(t).iter().sum::<DVec3>() / 3.0).collect();
        let length = order.len();
        split(&mut tree, &mut order, 0, length, &middles, &|t| corners(&triangles[t as usize]));
        Ok(Self { vertices, triangles, edges, is_tip, sheets, normals, tree, order })
    }

    /// A radius about the origin within which the mesh lies (m).
    pub fn bound(&self) -> f64 {
        self.vertices.iter().map(|v| v.length()).fold(0.0, f64::max)
    }

    /// How the triangles at the edge between two vertices meet; none where there is no such edge.
    pub fn edge_kind(&self, a: u32, b: u32) -> Option<EdgeKind> {
        self.edges.get(&[a.min(b), a.max(b)]).copied()
    }

    /// The separation of each triangle that comes within `margin` (m) of `solid`, A being the mesh.
    ///
    /// An edge between triangles that lie flat, or form a valley towards the solid, is no feature: there a triangle
    /// answers with its own normal, towards the side on which the middle of the solid lies, where the solid is deepest
    /// over that triangle. Where it is deepest beside it, its neighbours answer.
    pub fn separations(&self, pose: &Pose, (solid, at): (&Solid, &Pose), margin: f64) -> Vec<Separation> {
        let mut found: Vec<Separation> = Vec::new();
        // Of those apart that leave the answer to their neighbours, the nearest.
        let mut left: Option<Separation> = None;
        let middle = pose.local_point(at.position);
        let reach = solid.bound() + margin;
        self.near(middle, reach, &mut |triangle| {
            let sheet = &self.sheets[triangle as usize];
            let Ok(mut answer) = separation((sheet, pose), (solid, at)) else { return };
            if answer.gap > margin {
                return;
            }
            answer.part_a = self.part(triangle, pose.local_direction(answer.normal));
            let first = self.vertices[self.triangles[triangle as usize][0] as usize];
            let front = self.normals[triangle as usize];
            let is_behind = front.dot(middle - first) < 0.0;
            // Seen from behind a ridge is a valley and a valley a ridge.
            let is_feature = match answer.part_a {
                Part::MeshEdge(.., EdgeKind::Convex) => !is_behind,
                Part::MeshEdge(.., EdgeKind::Concave) => is_behind,
                Part::MeshEdge(.., EdgeKind::Flat) => false,
                Part::MeshCorner(vertex) => self.is_tip[vertex as usize],
                _ => true,
            };
            if !is_feature {
                let outwards = if is_behind { -front } else { front };
                let along = pose.rotation * outwards;
                // The gap along the triangle's own normal, and the point that is deepest that way: over this triangle,
                // or a neighbour's.
                let own = gap_along((sheet, pose), (solid, at), along);
                let deepest = at.point(solid.core.support(at.local_direction(-along)));
                let is_near = match answer.gap {
                    _ if matches!(solid.core, Core::HalfSpace { .. }) => true,
                    // What is apart from it is as far along its normal, or nearer to the neighbour across that edge.
                    gap if gap > 1e-9 * reach => own >= ALONG_ITS_NORMAL * gap,
                    gap => self.is_over(triangle, pose.local_point(deepest), 1e-9 * reach - gap),
                };
                if !is_near {
                    if answer.gap > 0.0 && left.is_none_or(|left| answer.gap < left.gap) {
                        left = Some(answer);
                    }
                    return;
                }
                (answer.normal, answer.gap) = (along, own);
                answer.part_a = Part::Triangle(triangle);
                answer.part_b = Part::facing(solid, -at.local_direction(answer.normal));
            }
            found.push(answer);
        });
        // Where no neighbour is as near, it was the nearest after all.
        found.extend(left.filter(|left| found.iter().all(|answer| answer.gap > left.gap)));
        found
    }

    /// Whether a point (m, body axes) lies straight over a triangle, or at most so much (m) beside it.
    fn is_over(&self, triangle: u32, point: DVec3, beside: f64) -> bool {
        let front = self.normals[triangle as usize];
        let [a, b, c] = self.triangles[triangle as usize].map(|v| self.vertices[v as usize]);
        let height = |(p, q): (DVec3, DVec3)| front.cross(q - p).normalize_or_zero().dot(point - p);
        [(a, b), (b, c), (c, a)].map(height).into_iter().all(|height| height >= -beside)
    }

    /// The part of a triangle whose outward normals hold `direction` (body axes).
    fn part(&self, triangle: u32, direction: DVec3) -> Part {
        let Core::Hull(hull) = &self.sheets[triangle as usize].core else { return Part::Triangle(triangle) };
        let corners = self.triangles[triangle as usize];
        let solid = &self.sheets[triangle as usize];
        debug_assert_eq!(hull.points.len(), 3);
        match Part::facing(solid, direction) {
            Part::HullEdge(a, b) => {
                let [a, b] = [corners[a as usize], corners[b as usize]];
                let edge_kind = self.edge_kind(a, b).unwrap_or(EdgeKind::Border);
                Part::MeshEdge(a.min(b), a.max(b), edge_kind)
            }
            Part::HullCorner(corner) => Part::MeshCorner(corners[corner as usize]),
            _ => Part::Triangle(triangle),
        }
    }

    /// Calls `visit` for each triangle whose box comes within `reach` of `middle` (m, body axes).
    fn near(&self, middle: DVec3, reach: f64, visit: &mut dyn FnMut(u32)) {
        let mut open = vec![0_usize];
        while let Some(index) = open.pop() {
            let Some(node) = self.tree.get(index) else { continue };
            let outside = middle - middle.clamp(node.min, node.max);
            if outside.length_squared() > reach * reach {
                continue;
            }
            if node.second == 0 {
                self.order[node.from as usize..node.to as usize].iter().for_each(|t| visit(*t));
            } else {
                open.extend([node.second as usize, index + 1]);
            }
        }
    }
}

/// How the triangles at each edge meet.
fn edges(vertices: &[DVec3], triangles: &[[u32; 3]], normals: &[DVec3]) -> BTreeMap<[u32; 2], EdgeKind> {
    let mut owners: BTreeMap<[u32; 2], Vec<(usize, u32)>> = BTreeMap::new();
    for (triangle, [a, b, c]) in triangles.iter().copied().enumerate() {
        if normals[triangle] != DVec3::ZERO {
            for (from, to, opposite) in [(a, b, c), (b, c, a), (c, a, b)] {
                owners.entry([from.min(to), from.max(to)]).or_default().push((triangle, opposite));
            }
        }
    }
    let edge_kind = |owners: &[(usize, u32)]| match *owners {
        [(first, _), (second, opposite)] => {
            // Over a ridge the second triangle falls away from the first one's plane.
            let [corner, ..] = triangles[first].map(|v| vertices[v as usize]);
            let rise = (vertices[opposite as usize] - corner).dot(normals[first]);
            let is_flat = normals[first].cross(normals[second]).length() < FLAT;
            match rise > 0.0 {
                _ if is_flat => EdgeKind::Flat,
                true => EdgeKind::Concave,
                false => EdgeKind::Convex,
            }
        }
        [_] => EdgeKind::Border,
        _ => EdgeKind::Convex,
    };
    owners.into_iter().map(|(edge, owners)| (edge, edge_kind(&owners))).collect()
}

/// Appends the tree of `order[from..to]`, halved at the median of the longest side of its middles.
fn split(
    tree: &mut Vec<MeshNode>,
    order: &mut [u32],
    from: usize,
    to: usize,
    middles: &[DVec3],
    corners: &dyn Fn(u32) -> [DVec3; 3],
) {
    // The box around all of its triangles.
    let all = order[from..to].iter().flat_map(|t| corners(*t));
    let (min, max) = all.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(min, max), p| (min.min(p), max.max(p)));
    let index = tree.len();
    tree.push(MeshNode { min, max, second: 0, from: from as u32, to: to as u32 });
    if to - from <= LEAF {
        return;
    }
    // Halved along the longest side; ties by index, so that a mesh has one tree.
    let size = max - min;
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { usize::from(size.y < size.z) + 1 };
    let half = usize::midpoint(from, to);
    order[from..to].select_nth_unstable_by(half - from, |a, b| {
        middles[*a as usize][axis].total_cmp(&middles[*b as usize][axis]).then(a.cmp(b))
    });
    // Depth first: the first child follows its parent, the second is remembered.
    split(tree, order, from, half, middles, corners);
    tree[index].second = tree.len() as u32;
    split(tree, order, half, to, middles, corners);
}
