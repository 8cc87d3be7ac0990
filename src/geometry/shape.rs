//! The convex shapes a body can have.

use super::Aabb;
use super::frustum::Frustum;
use crate::math::Pose;
use glam::{DVec3, Mat3, Vec2, Vec3};

/// Distance of two centres up to which two shapes are deep in each other, relative to that at which the largest balls
/// about the centres that fit in touch.
const DEEP: f64 = 0.8;

/// Which sides of a quad are solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sides {
    /// Only the front (+y); bodies pass from behind.
    #[default]
    Front,
    /// Both.
    Both,
}

/// A convex shape about its centre of mass, in its own axes.
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
    /// A truncated cone about the local y axis: a cylinder when the radii are equal, a cone when one of them is 0.
    ///
    /// Its centre of mass, the origin, lies nearer to the wide end than to the narrow one.
    Frustum {
        /// Radius of the lower cap (m), 0 for an apex.
        bottom: f32,
        /// Radius of the upper cap (m), 0 for an apex; not both.
        top: f32,
        /// Half the distance between the caps (m).
        half_height: f32,
    },
    /// Everything with y ≤ 0: the floor, or turned over the ceiling. Never moves.
    HalfSpace,
}

/// Why a shape was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {value}, but must lie within {min} … {max} m{note}", min = Shape::MIN_SIZE, max = Shape::MAX_SIZE)]
pub struct ShapeError {
    /// Which measure.
    pub name: &'static str,
    /// What it was.
    pub value: f32,
    /// What else is allowed, to be read on after the range; mostly empty.
    pub note: &'static str,
}

impl Shape {
    /// The least radius, half extent or half height (m); one radius of a frustum may be 0.
    pub const MIN_SIZE: f32 = 1e-3;
    /// The greatest radius, half extent or half height (m).
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

    /// A truncated cone with these radii of its lower and upper cap and this half height (m).
    pub const fn frustum(bottom: f32, top: f32, half_height: f32) -> Self {
        Self::Frustum { bottom, top, half_height }
    }

    /// Refuses sizes that are not finite or outside [`MIN_SIZE`](Self::MIN_SIZE)…[`MAX_SIZE`](Self::MAX_SIZE); one
    /// radius of a frustum may also be 0.
    pub fn validate(&self) -> Result<(), ShapeError> {
        let check = |name, value: f32| {
            // A comparison that NaN fails.
            let fits = (Self::MIN_SIZE..=Self::MAX_SIZE).contains(&value);
            if fits { Ok(()) } else { Err(ShapeError { name, value, note: "" }) }
        };
        match *self {
            Self::Sphere { radius } => check("radius", radius),
            Self::Cuboid { half } => half.to_array().into_iter().try_for_each(|h| check("half extent", h)),
            Self::Quad { half, .. } => half.to_array().into_iter().try_for_each(|h| check("half extent", h)),
            Self::Frustum { bottom, top, half_height } => {
                // 0 is allowed for one of the two radii: a cone.
                let radius = |name, value: f32, other: f32| match check(name, value) {
                    Err(_) if value == 0.0 && other != 0.0 => Ok(()),
                    Err(error) => Err(ShapeError { note: ", or be 0 at one of the two ends", ..error }),
                    good => good,
                };
                radius("bottom", bottom, top)?;
                radius("top", top, bottom)?;
                check("half height", half_height)
            }
            Self::HalfSpace => Ok(()),
        }
    }

    /// Volume (m³); of a quad its area times [`SHEET_THICKNESS`](Self::SHEET_THICKNESS); of a half-space infinite.
    pub fn volume(&self) -> f32 {
        match *self {
            Self::Sphere { radius } => 4.0 / 3.0 * std::f32::consts::PI * radius * radius * radius,
            Self::Cuboid { half } => 8.0 * half.x * half.y * half.z,
            Self::Quad { half, .. } => 4.0 * half.x * half.y * Self::SHEET_THICKNESS,
            Self::Frustum { bottom, top, half_height } => Frustum::new(bottom, top, half_height).volume() as f32,
            Self::HalfSpace => f32::INFINITY,
        }
    }

    /// Principal moments of inertia per unit mass about the centre (m²), along the local axes.
    ///
    /// Sphere `2/5 r²`; cuboid `(h_y² + h_z²)/3` and so on; a quad is a lamina, a cuboid with `h_y = 0`;
    /// a frustum by the closed form of a truncated cone.
    pub fn unit_inertia(&self) -> Vec3 {
        // A box: the squares of the two half extents across each axis, over 3.
        let cuboid = |h: Vec3| {
            let s = h * h / 3.0;
            Vec3::new(s.y + s.z, s.x + s.z, s.x + s.y)
        };
        match *self {
            Self::Sphere { radius } => Vec3::splat(0.4 * radius * radius),
            Self::Cuboid { half } => cuboid(half),
            Self::Quad { half, .. } => cuboid(Vec3::new(half.x, 0.0, half.y)),
            Self::Frustum { bottom, top, half_height } => Frustum::new(bottom, top, half_height).unit_inertia(),
            Self::HalfSpace => Vec3::INFINITY,
        }
    }

    /// Half extents along the local axes (m): of the bounding box about [`middle`](Self::middle), with 0 for a quad's
    /// thickness.
    pub fn half_extents(&self) -> Vec3 {
        match *self {
            Self::Sphere { radius } => Vec3::splat(radius),
            Self::Cuboid { half } => half,
            Self::Quad { half, .. } => Vec3::new(half.x, 0.0, half.y),
            Self::Frustum { bottom, top, half_height } => Vec3::new(bottom.max(top), half_height, bottom.max(top)),
            Self::HalfSpace => Vec3::INFINITY,
        }
    }

    /// Middle of the local bounding box (m): the origin but for a frustum, whose centre of mass lies nearer to its wide
    /// end.
    pub fn middle(&self) -> Vec3 {
        match *self {
            Self::Frustum { bottom, top, half_height } => {
                Vec3::Y * Frustum::new(bottom, top, half_height).middle() as f32
            }
            _ => Vec3::ZERO,
        }
    }

    /// How far the shape reaches along a unit direction of its own frame, from its origin (m): its support function.
    pub fn reach(&self, direction: Vec3) -> f32 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Cuboid { half } => direction.abs().dot(half),
            Self::Quad { half, .. } => direction.x.abs() * half.x + direction.z.abs() * half.y,
            Self::Frustum { bottom, top, half_height } => {
                let d = direction.as_dvec3();
                Frustum::new(bottom, top, half_height).support(d).dot(d) as f32
            }
            // Normals of half-spaces are theirs.
            Self::HalfSpace => 0.0,
        }
    }

    /// Radius of the smallest sphere about the centre that holds the shape (m).
    pub fn bounding_radius(&self) -> f32 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Frustum { bottom, top, half_height } => {
                Frustum::new(bottom, top, half_height).bounding_radius() as f32
            }
            _ => self.half_extents().length(),
        }
    }

    /// Radius of the largest sphere about the centre inside the shape (m); 0 for a quad.
    pub fn inner_radius(&self) -> f32 {
        match *self {
            Self::Frustum { bottom, top, half_height } => Frustum::new(bottom, top, half_height).inner_radius() as f32,
            _ => self.half_extents().min_element(),
        }
    }

    /// Whether no way out of each other is a short one for two shapes with such balls, [`inner_radius`](Self::inner_radius)
    /// (m), whose centres are so far apart (m², squared): the balls are nearer than .8 of touching, or one holds the other's
    /// centre.
    pub fn is_deep(inner_radii: [f64; 2], distance_squared: f64) -> bool {
        let [a, b] = inner_radii;
        distance_squared < a.max(b).max(DEEP * (a + b)).powi(2)
    }

    /// The smallest axis-aligned box around the shape in `pose`.
    #[inline]
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let reach = match *self {
            Self::Sphere { radius } => Vec3::splat(radius),
            Self::HalfSpace => Vec3::INFINITY,
            Self::Frustum { bottom, top, half_height } => {
                // Exact: the span of both caps along each axis.
                let frustum = Frustum::new(bottom, top, half_height);
                let axis = pose.rotation * Vec3::Y;
                let [x, y, z] = [0, 1, 2].map(|along| frustum.span(axis, along));
                let (min, max) = (DVec3::new(x.0, y.0, z.0), DVec3::new(x.1, y.1, z.1));
                return Aabb { min: pose.translation + min.as_vec3(), max: pose.translation + max.as_vec3() };
            }
            _ => {
                // A box: the absolute rotation matrix times the half extents.
                let (r, h) = (Mat3::from_quat(pose.rotation), self.half_extents());
                (r.x_axis * h.x).abs() + (r.y_axis * h.y).abs() + (r.z_axis * h.z).abs()
            }
        };
        Aabb::from_center(pose.translation, reach)
    }

    /// `sphere`, `box`, `quad`, `frustum`, `plane`: the name in files and in the window.
    pub const fn kind_name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Cuboid { .. } => "box",
            Self::Quad { .. } => "quad",
            Self::Frustum { .. } => "frustum",
            Self::HalfSpace => "plane",
        }
    }
}
