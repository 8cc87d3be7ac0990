//! Where two shapes touch: one door for every pair.

use super::convex::Convex;
use super::frustum::Frustum;
use super::{Feature, Manifold, ManifoldPoint, NormalRule, Note, PairMemory, Reason, Shape, Trace};
use super::{cuboid, frustum_pairs, half_space, quad, sphere};
use crate::math::Pose;

/// The contact of `a` and `b`, in the frame of `a`.
///
/// `b_in_a` is the pose of `b` seen from `a`. Points further apart than `margin` (m) are left out; a manifold without
/// points means no contact. `memory` belongs to the pair: it carries the last separating axis and the side of a quad
/// from call to call. Its axis only saves time; its side decides which bodies a quad stops.
///
/// Swapping the shapes gives the same contact mirrored. Two ties are broken by the order, for lack of anything better:
/// spheres with one centre, and shapes of which either could lend the flat side that the contact lies on.
#[inline]
pub fn collide(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    rule: NormalRule,
    memory: &mut PairMemory,
) -> Manifold {
    explain(a, b, b_in_a, margin, rule, memory, &mut ())
}

/// Like [`collide`], and says to `trace` what was looked at and why the normal was chosen: the very same function.
///
/// ```
/// use carom::geometry::{NormalRule, Note, PairMemory, Shape, explain};
/// use carom::{glam::Vec3, math::Pose};
///
/// let (a, b) = (Shape::cuboid(1.0, 1.0, 1.0), Shape::cuboid(0.5, 0.5, 0.5));
/// let (pose, mut notes) = (Pose::new(Vec3::Y * 1.499, Default::default()), vec![]);
/// explain(&a, &b, &pose, 0.0, NormalRule::Closest, &mut PairMemory::default(), &mut notes);
/// let said = notes.iter().find_map(|note| match note {
///     Note::Chosen { axis: Some(axis), reason } => Some(format!("{axis}: {reason}")),
///     _ => None,
/// });
/// assert_eq!(said.unwrap(), "face y of A: the two overlap least along this axis");
/// ```
#[inline]
pub fn explain<T: Trace>(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    rule: NormalRule,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    if T::ENABLED && matches!((a, b), (Shape::HalfSpace, other) if !matches!(other, Shape::HalfSpace)) {
        trace.record(Note::Chosen { axis: None, reason: Reason::Plane });
    }
    match (a, b) {
        (&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }) => {
            cuboid::cuboids(ha, hb, b_in_a, margin, memory, trace)
        }
        (&Shape::Sphere { radius: ra }, &Shape::Sphere { radius: rb }) => {
            sphere::spheres(ra, rb, b_in_a.translation, margin)
        }
        (&Shape::Cuboid { half }, &Shape::Sphere { radius }) => {
            sphere::cuboid_sphere(half, radius, b_in_a.translation, margin, rule, trace)
        }
        (&Shape::Quad { half, sides }, &Shape::Sphere { radius }) => {
            sphere::quad_sphere((half, sides), radius, b_in_a.translation, margin, memory, trace)
        }
        (&Shape::HalfSpace, &Shape::Sphere { radius }) => sphere::half_space_sphere(radius, b_in_a.translation, margin),
        (&Shape::Quad { half, sides }, &Shape::Cuboid { half: hb }) => {
            quad::quad_cuboid((half, sides), hb, b_in_a, margin, memory, trace)
        }
        (&Shape::Quad { half, sides }, &Shape::Quad { half: hb, sides: sb }) => {
            quad::quads((half, sides), (hb, sb), b_in_a, margin, memory, trace)
        }
        (&Shape::HalfSpace, &Shape::Cuboid { half }) => half_space::corners(half, b_in_a, margin, Feature::of_cuboid),
        (&Shape::HalfSpace, &Shape::Quad { .. }) => {
            half_space::corners(b.half_extents(), b_in_a, margin, Feature::of_quad)
        }
        (&Shape::Frustum { bottom, top, half_height }, &Shape::Sphere { radius }) => {
            Frustum::new(bottom, top, half_height).meet_sphere(radius, b_in_a.translation, margin, rule, trace)
        }
        (&Shape::HalfSpace, &Shape::Frustum { bottom, top, half_height }) => {
            frustum_pairs::half_space_frustum(&Frustum::new(bottom, top, half_height), b_in_a, margin)
        }
        (&Shape::Quad { half, sides }, &Shape::Frustum { bottom, top, half_height }) => {
            let frustum = Frustum::new(bottom, top, half_height);
            frustum_pairs::quad_frustum((half, sides), &frustum, b_in_a, margin, memory, trace)
        }
        (&Shape::Cuboid { .. } | &Shape::Frustum { .. }, &Shape::Frustum { .. }) => Convex::pair(a, b, b_in_a)
            .map_or(Manifold::NONE, |pair| frustum_pairs::collide_convex(&pair, margin, trace)),
        (&Shape::HalfSpace, &Shape::HalfSpace) => Manifold::NONE,
        (&Shape::Sphere { .. } | &Shape::Cuboid { .. } | &Shape::Frustum { .. }, _)
        | (&Shape::Quad { .. }, &Shape::HalfSpace) => {
            trace.record(Note::Swapped);
            explain(b, a, &b_in_a.inverse(), margin, rule, memory, trace).mirrored(b_in_a)
        }
    }
}

impl Manifold {
    /// The same contact with the roles of `a` and `b` exchanged; `other_from_this` carries this frame into the new one.
    #[inline]
    pub fn mirrored(&self, other_from_this: &Pose) -> Self {
        if self.count == 0 {
            return Self::NONE;
        }
        let mut mirrored = *self;
        mirrored.feature_a = self.feature_b;
        mirrored.feature_b = self.feature_a;
        mirrored.normal = -other_from_this.vector(self.normal);
        for point in &mut mirrored.points[..self.count] {
            point.position = other_from_this.point(point.position);
        }
        mirrored
    }

    /// A contact in one point.
    #[inline]
    pub(super) fn single(normal: glam::Vec3, features: (Feature, Feature), point: ManifoldPoint) -> Self {
        let mut manifold = Self { normal, feature_a: features.0, feature_b: features.1, count: 1, ..Self::NONE };
        manifold.points[0] = point;
        manifold
    }
}
