//! The convex shapes a body can have.

use super::Aabb;
use crate::math::Pose;
use glam::{Mat3, Vec2, Vec3};

/// Which sides of a quad are solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Only the front (+y); bodies pass from behind.
    #[default]
    Front,
    /// Both.
    Both,
}

/// A convex shape centred on its centre of mass, in its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// All points within `radius`.
    Sphere {
        /// Radius (m).
        radius: f32,
    },
    /// A box with faces at `±half`.
    Cuboid {
        /// Half extents (m).
        half: Vec3,
    },
    /// A rectangle in the local xz plane with normal +y and no thickness.
    Quad {
        /// Half extents along x and z (m).
        half: Vec2,
        /// Which sides are solid.
        sides: Sides,
    },
    /// Everything with y ≤ 0: the floor, or turned over the ceiling. Never moves.
    HalfSpace,
}

/// Why a shape was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {value}, but must lie within {min} … {max} m", min = Shape::MIN_SIZE, max = Shape::MAX_SIZE)]
pub struct ShapeError {
    /// Which measure.
    pub name: &'static str,
    /// What it was.
    pub value: f32,
}

impl Shape {
    /// The least radius or half extent (m).
    pub const MIN_SIZE: f32 = 1e-3;
    /// The greatest radius or half extent (m).
    pub const MAX_SIZE: f32 = 1e4;
    /// A quad has no thickness; for its mass from a density it counts as a sheet this thick (m).
    pub const SHEET_THICKNESS: f32 = 0.01;

    /// A box with half extents `x`, `y`, `z` (m).
    pub const fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::Cuboid { half: Vec3::new(x, y, z) }
    }

    /// A sphere of this radius (m).
    pub const fn sphere(radius: f32) -> Self {
        Self::Sphere { radius }
    }

    /// A rectangle with half extents `x`, `z` (m), solid from the front.
    pub const fn quad(x: f32, z: f32) -> Self {
        Self::Quad { half: Vec2::new(x, z), sides: Sides::Front }
    }

    /// Refuses sizes that are not finite or outside [`MIN_SIZE`](Self::MIN_SIZE)…[`MAX_SIZE`](Self::MAX_SIZE).
    pub fn validate(&self) -> Result<(), ShapeError> {
        let check = |name, value: f32| {
            if (Self::MIN_SIZE..=Self::MAX_SIZE).contains(&value) { Ok(()) } else { Err(ShapeError { name, value }) }
        };
        match *self {
            Self::Sphere { radius } => check("radius", radius),
            Self::Cuboid { half } => half.to_array().into_iter().try_for_each(|h| check("half extent", h)),
            Self::Quad { half, .. } => half.to_array().into_iter().try_for_each(|h| check("half extent", h)),
            Self::HalfSpace => Ok(()),
        }
    }

    /// Volume (m³); of a quad its area times [`SHEET_THICKNESS`](Self::SHEET_THICKNESS); of a half-space infinite.
    pub fn volume(&self) -> f32 {
        match *self {
            Self::Sphere { radius } => 4.0 / 3.0 * std::f32::consts::PI * radius * radius * radius,
            Self::Cuboid { half } => 8.0 * half.x * half.y * half.z,
            Self::Quad { half, .. } => 4.0 * half.x * half.y * Self::SHEET_THICKNESS,
            Self::HalfSpace => f32::INFINITY,
        }
    }

    /// Principal moments of inertia per unit mass about the centre (m²), along the local axes.
    ///
    /// Sphere `2/5 r²`; cuboid `(h_y² + h_z²)/3` and so on; a quad is a lamina, a cuboid with `h_y = 0`.
    pub fn unit_inertia(&self) -> Vec3 {
        let cuboid = |h: Vec3| {
            let s = h * h / 3.0;
            Vec3::new(s.y + s.z, s.x + s.z, s.x + s.y)
        };
        match *self {
            Self::Sphere { radius } => Vec3::splat(0.4 * radius * radius),
            Self::Cuboid { half } => cuboid(half),
            Self::Quad { half, .. } => cuboid(Vec3::new(half.x, 0.0, half.y)),
            Self::HalfSpace => Vec3::INFINITY,
        }
    }

    /// Half extents along the local axes (m): of the bounding box, with 0 for a quad's thickness.
    pub fn half_extents(&self) -> Vec3 {
        match *self {
            Self::Sphere { radius } => Vec3::splat(radius),
            Self::Cuboid { half } => half,
            Self::Quad { half, .. } => Vec3::new(half.x, 0.0, half.y),
            Self::HalfSpace => Vec3::INFINITY,
        }
    }

    /// Radius of the smallest sphere about the centre that holds the shape (m).
    pub fn bounding_radius(&self) -> f32 {
        match *self {
            Self::Sphere { radius } => radius,
            _ => self.half_extents().length(),
        }
    }

    /// Radius of the largest sphere about the centre inside the shape (m); 0 for a quad.
    pub fn inner_radius(&self) -> f32 {
        self.half_extents().min_element()
    }

    /// The smallest axis-aligned box around the shape in `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let reach = match *self {
            Self::Sphere { radius } => Vec3::splat(radius),
            Self::HalfSpace => Vec3::INFINITY,
            _ => {
                let (r, h) = (Mat3::from_quat(pose.rotation), self.half_extents());
                (r.x_axis * h.x).abs() + (r.y_axis * h.y).abs() + (r.z_axis * h.z).abs()
            }
        };
        Aabb::from_center(pose.translation, reach)
    }

    /// `sphere`, `box`, `quad`, `plane`: the name in files and in the window.
    pub const fn kind_name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Cuboid { .. } => "box",
            Self::Quad { .. } => "quad",
            Self::HalfSpace => "plane",
        }
    }
}
