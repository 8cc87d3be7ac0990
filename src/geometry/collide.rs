//! Where two shapes touch: the narrow-phase collision of any pair.

use super::convex::{ConvexPair, ConvexShape};
use super::pair::PairKind;
use super::{Feature, Manifold, ManifoldPoint, NormalRule, Note, PairMemory, Reason, Shape, Trace};
use super::{cuboid, frustum_pairs, half_space, quad, sphere};
use crate::math::Pose;
use crate::math::delta::numbered;

/// The contact of `a` and `b`, in the frame of `a`.
///
/// `b_in_a` is the pose of `b` seen from `a`. Points further apart than `margin` (m) are left out; a manifold without
/// points means no contact. `memory` belongs to the pair: it carries the last separating axis and the side of a quad
/// from call to call. Its axis only saves time; its side decides which bodies a quad stops.
///
/// Swapping the shapes gives the same contact mirrored. Two ties are broken by the order, for lack of anything better:
/// spheres with one centre, and shapes of which either has a flat side that the contact can lie on.
#[inline]
pub fn collide(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    rule: NormalRule,
    memory: &mut PairMemory,
) -> Manifold {
    find_contact(a, b, b_in_a, margin, (rule, Overlap::Exact), memory, &mut ())
}

/// What a deep overlap is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overlap {
    /// The shortest way out.
    #[default]
    Exact,
    /// Of truncated cones that overlap by more than 2 % of the lesser one's least extent a way out that costs little to
    /// find: where the two are deep in each other the line of centres, else across a cap, a side or that line, or near
    /// to one of these. Where many stand in one place none of the shortest ways leads out of the crowd.
    Rough,
    /// No contact yet: the two stand deep in a crowd, and are parted from others of it first.
    Deferred,
}

numbered!(Overlap { Exact, Rough, Deferred });

/// Like [`collide`], with a choice of what a deep overlap is worth.
#[inline]
pub fn collide_overlapping(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    (rule, overlap): (NormalRule, Overlap),
    memory: &mut PairMemory,
) -> Manifold {
    find_contact(a, b, b_in_a, margin, (rule, overlap), memory, &mut ())
}

/// Like [`collide_overlapping`], and says to `trace` what was looked at and why the normal was chosen: the
/// very same function.
///
/// ```
/// use carom::geometry::{NormalRule, Note, Overlap, PairMemory, Shape, explain};
/// use carom::{glam::Vec3, math::Pose};
///
/// let (a, b) = (Shape::cuboid(1.0, 1.0, 1.0), Shape::cuboid(0.5, 0.5, 0.5));
/// let (pose, mut notes) = (Pose::new(Vec3::Y * 1.499, Default::default()), vec![]);
/// let how = (NormalRule::Closest, Overlap::Exact);
/// explain(&a, &b, &pose, 0.0, how, &mut PairMemory::default(), &mut notes);
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
    how: (NormalRule, Overlap),
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    find_contact(a, b, b_in_a, margin, how, memory, trace)
}

#[inline]
fn find_contact<T: Trace>(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    margin: f32,
    (rule, overlap): (NormalRule, Overlap),
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    if overlap == Overlap::Deferred {
        trace.record(Note::Chosen { axis: None, reason: Reason::Deferred });
        return Manifold::NONE;
    }
    // A half-space has one normal: a trace records that before anything else.
    let kind = PairKind::of(a, b);
    if T::ENABLED && kind.is_on_half_space() {
        trace.record(Note::Chosen { axis: None, reason: Reason::Plane });
    }
    let center = b_in_a.translation;
    match kind {
        // Boxes and quads: separating axes, then clipping.
        PairKind::CuboidCuboid(ha, hb) => cuboid::cuboids(ha, hb, b_in_a, margin, memory, trace),
        PairKind::QuadCuboid(quad, half) => quad::quad_cuboid(quad, half, b_in_a, margin, memory, trace),
        PairKind::QuadQuad(a, b) => quad::quads(a, b, b_in_a, margin, memory, trace),
        PairKind::HalfSpaceCuboid(half) => half_space::half_space_box(half, b_in_a, margin, Feature::of_cuboid),
        PairKind::HalfSpaceQuad(half) => half_space::half_space_box(half, b_in_a, margin, Feature::of_quad),
        // Spheres: the closest point.
        PairKind::SphereSphere(ra, rb) => sphere::spheres(ra, rb, center, margin),
        PairKind::CuboidSphere(half, radius) => sphere::cuboid_sphere(half, radius, center, margin, rule, trace),
        PairKind::QuadSphere(quad, radius) => sphere::quad_sphere(quad, radius, center, margin, memory, trace),
        PairKind::FrustumSphere(frustum, radius) => frustum.collide_sphere(radius, center, margin, rule, trace),
        PairKind::HalfSpaceSphere(radius) => sphere::half_space_sphere(radius, center, margin),
        // Truncated cones: a climb over all directions.
        PairKind::ConvexFrustum(a, b) => {
            let pair = ConvexPair::new(a, ConvexShape::Frustum(b), b_in_a);
            frustum_pairs::collide_convex(&pair, margin, overlap, trace)
        }
        PairKind::QuadFrustum(quad, frustum) => {
            frustum_pairs::quad_frustum(quad, &frustum, b_in_a, margin, (memory, overlap), trace)
        }
        PairKind::HalfSpaceFrustum(frustum) => frustum_pairs::half_space_frustum(&frustum, b_in_a, margin),
        PairKind::HalfSpaceHalfSpace => Manifold::NONE,
        PairKind::Swapped => {
            // Measured in the frame of `b`, and the result carried back.
            trace.record(Note::Swapped);
            find_contact(b, a, &b_in_a.inverse(), margin, (rule, overlap), memory, trace).mirrored(b_in_a)
        }
    }
}

impl Manifold {
    /// The same contact with the roles of `a` and `b` exchanged; `other_from_this` carries this frame into the new one.
    #[inline]
    pub fn mirrored(&self, other_from_this: &Pose) -> Self {
        if self.count == 0 {
            return Self::clear(self.clearance);
        }
        // Features change places, the normal turns round, the points stay where they are in the world.
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
