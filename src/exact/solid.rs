//! Convex shapes as a core and a radius round it: the form in which distances between them are exact.

use super::hull::Hull;
use crate::geometry::Sides;
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// What a shape is before its radius is added, in its own axes.
#[derive(Clone, Debug, PartialEq)]
pub enum Core {
    /// The origin.
    Point,
    /// From `−half` to `+half` along y (m).
    Segment(f64),
    /// A box with faces at `±half` (m).
    Cuboid(DVec3),
    /// A rectangle in the xz plane, half extents (m); solid from the front (+y) only, or from both sides.
    Rectangle(DVec2, Sides),
    /// A truncated cone about y: radii at `−half` and `+half` (m).
    Frustum {
        /// Radius of the lower cap (m).
        bottom: f64,
        /// Radius of the upper cap (m).
        top: f64,
        /// Half the distance of the caps (m).
        half: f64,
    },
    /// Everything with `normal · x ≤ offset`.
    HalfSpace {
        /// Unit, away from the solid.
        normal: DVec3,
        /// Signed distance of the surface from the origin along the normal (m).
        offset: f64,
    },
    /// A convex hull.
    Hull(Arc<Hull>),
}

/// A core and all points within `radius` of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// What is rounded.
    pub core: Core,
    /// By how much (m, 0 or more).
    pub radius: f64,
}

impl Solid {
    /// A core with sharp edges.
    pub fn sharp(core: Core) -> Self {
        Self { core, radius: 0.0 }
    }

    /// A ball.
    pub fn sphere(radius: f64) -> Self {
        Self { core: Core::Point, radius }
    }

    /// A capsule: `half` the length of its straight part, along y.
    pub fn capsule(half: f64, radius: f64) -> Self {
        Self { core: Core::Segment(half), radius }
    }

    /// This shape with `radius` more all round it.
    pub fn rounded(&self, radius: f64) -> Self {
        Self { core: self.core.clone(), radius: self.radius + radius }
    }

    /// This shape with its edges rounded by `radius` from inside: faces stay where they are. None when the shape is
    /// thinner than that.
    ///
    /// What is round all over stays as it is, as do sheets and half-spaces.
    pub fn rounded_inside(&self, radius: f64) -> Option<Self> {
        let core = match &self.core {
            Core::Point | Core::Segment(_) | Core::Rectangle(..) | Core::HalfSpace { .. } => return Some(self.clone()),
            Core::Cuboid(half) if half.min_element() > radius => Core::Cuboid(*half - DVec3::splat(radius)),
            Core::Cuboid(_) => return None,
            Core::Frustum { bottom, top, half } => {
                // The side moves inwards by `radius` across itself, so by `radius · √(1 + k²)` across the axis.
                let slope = (top - bottom) / (2.0 * half);
                let inwards = radius * (1.0 + slope * slope).sqrt();
                let (low, high) = (bottom + slope * radius - inwards, top - slope * radius - inwards);
                if half <= &radius || low < 0.0 || high < 0.0 {
                    return None;
                }
                Core::Frustum { bottom: low, top: high, half: half - radius }
            }
            Core::Hull(hull) => Core::Hull(Arc::new(hull.inset(radius)?)),
        };
        Some(Self { core, radius: self.radius + radius })
    }

    /// The least of the shape's extents (m): infinite for a half-space, and of a sheet the lesser side.
    pub fn least_size(&self) -> f64 {
        let core = match &self.core {
            Core::Point | Core::Segment(_) => 0.0,
            Core::Cuboid(half) => 2.0 * half.min_element(),
            Core::Rectangle(half, _) => 2.0 * half.min_element(),
            Core::Frustum { bottom, top, half } => 2.0 * half.min(bottom.max(*top)),
            Core::HalfSpace { .. } => f64::INFINITY,
            Core::Hull(hull) => hull.least_width(),
        };
        core + 2.0 * self.radius
    }

    /// A radius about the origin within which the whole shape lies (m); infinite for a half-space.
    pub fn bound(&self) -> f64 {
        let core = match &self.core {
            Core::Point => 0.0,
            Core::Segment(half) => *half,
            Core::Cuboid(half) => half.length(),
            Core::Rectangle(half, _) => half.length(),
            Core::Frustum { bottom, top, half } => half.hypot(bottom.max(*top)),
            Core::HalfSpace { .. } => f64::INFINITY,
            Core::Hull(hull) => hull.points.iter().map(|p| p.length()).fold(0.0, f64::max),
        };
        core + self.radius
    }
}

impl Hull {
    /// The least distance between two parallel planes that hold the hull, over its faces (m); its least extent for a
    /// hull without volume.
    fn least_width(&self) -> f64 {
        let width = |n: DVec3| self.support(n).dot(n) + self.support(-n).dot(-n);
        match self.faces.len() {
            0 => 0.0,
            2 => {
                [DVec3::X, DVec3::Y, DVec3::Z].map(width).into_iter().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min)
            }
            _ => self.faces.iter().map(|f| width(f.normal)).fold(f64::INFINITY, f64::min),
        }
    }
}

impl Core {
    /// A point of the core that is farthest along `direction` (m, body axes). A half-space has none and answers with
    /// a point of its surface.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        match self {
            Self::Point => DVec3::ZERO,
            Self::Segment(half) => DVec3::new(0.0, half * sign(direction.y), 0.0),
            Self::Cuboid(half) => {
                DVec3::new(half.x * sign(direction.x), half.y * sign(direction.y), half.z * sign(direction.z))
            }
            Self::Rectangle(half, _) => DVec3::new(half.x * sign(direction.x), 0.0, half.y * sign(direction.z)),
            Self::Frustum { bottom, top, half } => {
                // Over either cap the greatest value of d·p is its radius times the part of d across the axis, plus or
                // minus h·d.y.
                let across = DVec2::new(direction.x, direction.z);
                let outwards = across.try_normalize().unwrap_or(DVec2::X);
                let reach = across.length();
                let (low, high) = (bottom * reach - half * direction.y, top * reach + half * direction.y);
                let (radius, y) = if high >= low { (*top, *half) } else { (*bottom, -half) };
                DVec3::new(radius * outwards.x, y, radius * outwards.y)
            }
            Self::HalfSpace { normal, offset } => *normal * *offset,
            Self::Hull(hull) => hull.support(direction),
        }
    }

    /// Whether the surface is made of flat faces, straight edges and corners alone.
    pub fn is_polytope(&self) -> bool {
        !matches!(self, Self::Frustum { .. })
    }

    /// Outward normals of the faces (body axes).
    pub fn face_normals(&self) -> Vec<DVec3> {
        const AXES: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];
        match self {
            Self::Point | Self::Segment(_) | Self::Frustum { .. } => Vec::new(),
            Self::Cuboid(_) => AXES.into_iter().flat_map(|a| [a, -a]).collect(),
            Self::Rectangle(_, Sides::Front) => vec![DVec3::Y],
            Self::Rectangle(_, Sides::Both) => vec![DVec3::Y, -DVec3::Y],
            Self::HalfSpace { normal, .. } => vec![*normal],
            Self::Hull(hull) => hull.faces.iter().map(|f| f.normal).collect(),
        }
    }

    /// The corners (m, body axes); a round body has none.
    pub fn corners(&self) -> Vec<DVec3> {
        const SIGNS: [f64; 2] = [-1.0, 1.0];
        match self {
            Self::Point => vec![DVec3::ZERO],
            Self::Segment(half) => SIGNS.map(|y| DVec3::Y * (y * half)).to_vec(),
            Self::Cuboid(half) => {
                let corner = |x, y, z| *half * DVec3::new(x, y, z);
                SIGNS.iter().flat_map(|x| SIGNS.map(|y| SIGNS.map(|z| corner(*x, y, z)))).flatten().collect()
            }
            Self::Rectangle(half, _) => {
                SIGNS.iter().flat_map(|x| SIGNS.map(|z| DVec3::new(x * half.x, 0.0, z * half.y))).collect()
            }
            Self::Hull(hull) => hull.corners.iter().map(|corner| hull.points[*corner as usize]).collect(),
            Self::Frustum { .. } | Self::HalfSpace { .. } => Vec::new(),
        }
    }

    /// The ends of the straight edges (m, body axes).
    pub fn edges(&self) -> Vec<[DVec3; 2]> {
        match self {
            Self::Hull(hull) => hull.edges.iter().map(|edge| edge.map(|end| hull.points[end as usize])).collect(),
            // Corners that differ in one coordinate.
            _ => {
                let corners = self.corners();
                let is_edge = |a: DVec3, b: DVec3| (a - b).to_array().iter().filter(|d| **d != 0.0).count() == 1;
                let from = |(index, a): (usize, &DVec3)| {
                    corners[index + 1..].iter().filter(|b| is_edge(*a, **b)).map(|b| [*a, *b]).collect::<Vec<_>>()
                };
                corners.iter().enumerate().flat_map(from).collect()
            }
        }
    }

    /// Unit directions of the edges, parallel ones once (body axes).
    pub fn edge_directions(&self) -> Vec<DVec3> {
        match self {
            Self::Point | Self::Frustum { .. } | Self::HalfSpace { .. } => Vec::new(),
            Self::Segment(_) => vec![DVec3::Y],
            Self::Cuboid(_) => vec![DVec3::X, DVec3::Y, DVec3::Z],
            Self::Rectangle(..) => vec![DVec3::X, DVec3::Z],
            Self::Hull(hull) => hull.edge_directions(),
        }
    }
}
