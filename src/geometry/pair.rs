//! The one dispatch over pairs of shapes: collision, separation and time of impact all go by it.

use super::convex::ConvexShape;
use super::frustum::Frustum;
use super::{Shape, Sides};
use glam::{Vec2, Vec3};

/// A quad: half extents along x and z (m), and which sides are solid.
pub(super) type QuadMeasures = (Vec2, Sides);

/// The kind of a pair with the measures of its shapes; the shape in whose frame the pair is measured comes first.
///
/// The order is half-space, quad, cuboid, frustum, sphere, and of two quads the larger one. A new shape is a row and a
/// column in [`of`](Self::of), and the compiler then names every question that has no answer for it yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum PairKind {
    /// Radii of both (m).
    SphereSphere(f32, f32),
    /// The frustum and the radius of the sphere (m).
    FrustumSphere(Frustum, f32),
    /// A frustum or a cuboid, and a frustum.
    ConvexFrustum(ConvexShape, Frustum),
    /// Half extents of the cuboid and radius of the sphere (m).
    CuboidSphere(Vec3, f32),
    /// Half extents of both (m).
    CuboidCuboid(Vec3, Vec3),
    /// The quad and the radius of the sphere (m).
    QuadSphere(QuadMeasures, f32),
    /// The quad and the frustum.
    QuadFrustum(QuadMeasures, Frustum),
    /// The quad and the half extents of the cuboid (m).
    QuadCuboid(QuadMeasures, Vec3),
    /// The larger quad, or either of equal ones, and the other.
    QuadQuad(QuadMeasures, QuadMeasures),
    /// Radius of the sphere (m).
    HalfSpaceSphere(f32),
    /// The frustum.
    HalfSpaceFrustum(Frustum),
    /// Half extents of the cuboid (m).
    HalfSpaceCuboid(Vec3),
    /// Half extents of the quad (m), 0 across it.
    HalfSpaceQuad(Vec3),
    /// Neither moves, so they never touch.
    HalfSpaceHalfSpace,
    /// The other shape comes first: ask again with the two exchanged.
    Swapped,
}

impl PairKind {
    /// The kind of the pair `a`, `b`.
    #[inline(always)]
    pub(super) fn of(a: &Shape, b: &Shape) -> Self {
        // By the first shape: what it is measured against, then what takes precedence over it.
        let frustum = Frustum::new;
        match (a, b) {
            (&Shape::Sphere { radius: ra }, &Shape::Sphere { radius: rb }) => Self::SphereSphere(ra, rb),
            (&Shape::Sphere { .. }, _) => Self::Swapped,

            (&Shape::Frustum { bottom, top, half_height }, &Shape::Sphere { radius }) => {
                Self::FrustumSphere(frustum(bottom, top, half_height), radius)
            }
            (
                &Shape::Frustum { bottom, top, half_height },
                &Shape::Frustum { bottom: bottom_b, top: top_b, half_height: half_height_b },
            ) => Self::ConvexFrustum(
                ConvexShape::Frustum(frustum(bottom, top, half_height)),
                frustum(bottom_b, top_b, half_height_b),
            ),
            (&Shape::Frustum { .. }, _) => Self::Swapped,

            (&Shape::Cuboid { half }, &Shape::Sphere { radius }) => Self::CuboidSphere(half, radius),
            (&Shape::Cuboid { half }, &Shape::Frustum { bottom, top, half_height }) => {
                Self::ConvexFrustum(ConvexShape::Cuboid { half: half.as_dvec3() }, frustum(bottom, top, half_height))
            }
            (&Shape::Cuboid { half }, &Shape::Cuboid { half: half_b }) => Self::CuboidCuboid(half, half_b),
            (&Shape::Cuboid { .. }, _) => Self::Swapped,

            (&Shape::Quad { half, sides }, &Shape::Sphere { radius }) => Self::QuadSphere((half, sides), radius),
            (&Shape::Quad { half, sides }, &Shape::Frustum { bottom, top, half_height }) => {
                Self::QuadFrustum((half, sides), frustum(bottom, top, half_height))
            }
            (&Shape::Quad { half, sides }, &Shape::Cuboid { half: half_b }) => Self::QuadCuboid((half, sides), half_b),
            (&Shape::Quad { half, sides }, &Shape::Quad { half: half_b, sides: sides_b }) => {
                if area(half) < area(half_b) {
                    return Self::Swapped;
                }
                Self::QuadQuad((half, sides), (half_b, sides_b))
            }
            (&Shape::Quad { .. }, &Shape::HalfSpace) => Self::Swapped,

            (&Shape::HalfSpace, &Shape::Sphere { radius }) => Self::HalfSpaceSphere(radius),
            (&Shape::HalfSpace, &Shape::Frustum { bottom, top, half_height }) => {
                Self::HalfSpaceFrustum(frustum(bottom, top, half_height))
            }
            (&Shape::HalfSpace, &Shape::Cuboid { half }) => Self::HalfSpaceCuboid(half),
            (&Shape::HalfSpace, &Shape::Quad { half, .. }) => Self::HalfSpaceQuad(flat(half)),
            (&Shape::HalfSpace, &Shape::HalfSpace) => Self::HalfSpaceHalfSpace,
        }
    }

    /// Whether the first shape is a half-space and the second is not.
    pub(super) fn is_on_half_space(&self) -> bool {
        matches!(
            self,
            Self::HalfSpaceSphere(_) | Self::HalfSpaceFrustum(_) | Self::HalfSpaceCuboid(_) | Self::HalfSpaceQuad(_)
        )
    }
}

/// A quad's half extents as those of a box without thickness (m).
#[inline]
pub(super) fn flat(half: Vec2) -> Vec3 {
    Vec3::new(half.x, 0.0, half.y)
}

/// A quarter of a quad's area (m²).
#[inline]
fn area(half: Vec2) -> f32 {
    half.x * half.y
}
