//! Which part of a shape faces a direction.

use super::Sides;
use super::solid::{Core, Solid};
use crate::geometry::{End, Feature, Region};
use glam::{DVec3, Vec3};
use std::fmt;

/// Directions nearer to a face's normal, or to the plane across an edge, than this (rad) are taken as exactly so.
const ANGLE: f64 = 1e-3;

/// A part of a shape, by the names that scenes use where they have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A part that the shapes of scenes have, too; a capsule has a side and two caps.
    Known(Feature),
    /// A face of a hull, by its place in `Hull::faces`.
    HullFace(u32),
    /// An edge of a hull between two of its points.
    HullEdge(u32, u32),
    /// A corner of a hull, by the index of its point.
    HullCorner(u32),
    /// A triangle of a mesh.
    Triangle(u32),
    /// An edge of a mesh between two of its vertices.
    MeshEdge(u32, u32, EdgeKind),
    /// A vertex of a mesh.
    MeshCorner(u32),
}

/// How the triangles at an edge of a mesh meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Only one triangle has this edge.
    Border,
    /// Two triangles fall away from it on their front: what lies in front can touch the edge itself.
    Convex,
    /// Two triangles rise from it on their front: only what lies behind can touch the edge itself.
    Concave,
    /// Two triangles lie flat: nothing touches the edge itself.
    Flat,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(feature) => feature.fmt(f),
            Self::HullFace(index) => write!(f, "face {index}"),
            Self::HullEdge(a, b) => write!(f, "edge {a}-{b}"),
            Self::HullCorner(index) | Self::MeshCorner(index) => write!(f, "corner {index}"),
            Self::Triangle(index) => write!(f, "triangle {index}"),
            Self::MeshEdge(a, b, EdgeKind::Border) => write!(f, "border edge {a}-{b}"),
            Self::MeshEdge(a, b, EdgeKind::Convex | EdgeKind::Concave) => write!(f, "edge {a}-{b}"),
            Self::MeshEdge(a, b, EdgeKind::Flat) => write!(f, "inner edge {a}-{b}"),
        }
    }
}

impl Part {
    /// The part of `solid` whose outward normals hold `direction` (unit, body axes).
    pub fn facing(solid: &Solid, direction: DVec3) -> Self {
        let end = if direction.y > 0.0 { End::Top } else { End::Bottom };
        let region = Region::of(direction.as_vec3(), ANGLE as f32);
        Self::Known(match &solid.core {
            Core::Point => Feature::Surface,
            Core::Segment(_) if direction.y.abs() < ANGLE => Feature::Side,
            Core::Segment(_) => Feature::Cap(end),
            // As many axes as the direction has parts along: one is across a face, two across an edge, three a
            // corner's.
            Core::Cuboid(_) => match region.rank() {
                1 => Feature::Face(region),
                2 => Feature::Edge(region),
                _ => Feature::Corner(region),
            },
            Core::Rectangle(_, sides) => {
                let rim = Region::of(Vec3::new(direction.x as f32, 0.0, direction.z as f32), ANGLE as f32);
                match rim.rank() {
                    0 if direction.y > 0.0 || *sides == Sides::Front => Feature::Front,
                    0 => Feature::Back,
                    1 => Feature::Rim(rim),
                    _ => Feature::RimCorner(rim),
                }
            }
            Core::Frustum { bottom, top, half } => {
                // Outward normal of the side in the plane of the axis: across 2h, along b − t.
                let across = direction.x.hypot(direction.z);
                let side = (2.0 * half).hypot(bottom - top);
                let leans = (direction.y * 2.0 * half - across * (bottom - top)) / side;
                let has_cap = if direction.y > 0.0 { *top > 0.0 } else { *bottom > 0.0 };
                if across < ANGLE && has_cap {
                    Feature::Cap(end)
                } else if across >= ANGLE && leans.abs() < ANGLE {
                    Feature::Side
                } else {
                    Feature::CapRim(if leans > 0.0 { End::Top } else { End::Bottom })
                }
            }
            Core::HalfSpace { .. } => Feature::Front,
            Core::Hull(hull) => {
                if let Some(face) = hull
                    .faces
                    .iter()
                    .position(|f| f.normal.cross(direction).length() < ANGLE && f.normal.dot(direction) > 0.0)
                {
                    return Self::HullFace(face as u32);
                }
                // The farthest corner, and an edge from it that runs across the direction.
                let far = |c: u32| hull.points[c as usize].dot(direction);
                let corner = hull.corners.iter().copied().max_by(|a, b| far(*a).total_cmp(&far(*b))).unwrap_or(0);
                let is_across = |e: &&[u32; 2]| {
                    let along = hull.points[e[1] as usize] - hull.points[e[0] as usize];
                    e.contains(&corner) && along.dot(direction).abs() < ANGLE * along.length()
                };
                return hull
                    .edges
                    .iter()
                    .find(is_across)
                    .map_or(Self::HullCorner(corner), |e| Self::HullEdge(e[0], e[1]));
            }
        })
    }
}
