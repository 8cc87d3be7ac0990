//! What geometry itself says of two shapes, in double precision, whoever simulates them.
//!
//! The simulation's own [`geometry`](crate::geometry) is made for speed and answers as an engine must: with manifolds
//! that persist and choices that do not jitter. This layer is the judge of contacts, ours and those of other engines.
//! It knows no tolerance that an engine may choose and shares no code with what it judges.
//!
//! A shape is a core (point, segment, box, rectangle, frustum, half-space, convex hull) and a radius round it. Two
//! cores that are apart have closest points (`gjk`); two that overlap have a least translation (`least`): for polytopes
//! the best of the finitely many faces of their Minkowski difference, with a frustum the best of its pieces
//! (`frustum`), for two frusta and large hulls a polytope grown inside it besides. The radii change the distance and
//! never the direction.
//!
//! `pose`: where a shape stands. `solid`: cores and radii. `growing`: a hull that grows by points. `hull`: its corners,
//! edges and faces. `pair`: two cores. `part`: which part faces a direction. `mesh`: triangles.

mod frustum;
mod gjk;
mod growing;
mod hull;
mod least;
mod mesh;
mod pair;
mod part;
mod pose;
mod solid;

pub use crate::geometry::Sides;
pub use hull::{Hull, HullFace};
pub use mesh::{Mesh, MeshError};
pub use part::{EdgeKind, Part};
pub use pose::Pose;
pub use solid::{Core, Solid};

use glam::DVec3;
use pair::SolidPair;

/// How two shapes stand to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Unit, from A to B (world axes): along the closest points, or the least translation of B that parts them.
    pub normal: DVec3,
    /// Gap along the normal (m); negative for an overlap.
    pub gap: f64,
    /// The part of A that the normal leaves.
    pub part_a: Part,
    /// The part of B that it meets.
    pub part_b: Part,
}

/// Why two shapes have no exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// Two half-spaces always overlap or never, and nothing moves them apart.
    #[error("two planes have no contact")]
    Planes,
    /// The other shape lies behind a sheet that is solid from the front only.
    #[error("the other shape is behind a sheet that is solid from the front only")]
    Behind,
}

/// Closest points are those where they are no further apart than the gap along the line between them, but for this
/// share of the sizes.
const CLOSEST: f64 = 1e-9;

/// The separation of two shapes at their poses, and the one right normal.
pub fn separation(a: (&Solid, &Pose), b: (&Solid, &Pose)) -> Result<Separation, Unknown> {
    let ((solid_a, pose_a), (solid_b, pose_b)) = (a, b);
    let radius = solid_a.radius + solid_b.radius;

    // A half-space has one normal, and its depth is that of the deepest point.
    let (normal, gap) = match (&solid_a.core, &solid_b.core) {
        (Core::HalfSpace { .. }, Core::HalfSpace { .. }) => return Err(Unknown::Planes),
        (Core::HalfSpace { normal, .. }, _) => {
            let normal = pose_a.rotation * *normal;
            (normal, gap_along(a, b, normal))
        }
        (_, Core::HalfSpace { normal, .. }) => {
            let normal = -(pose_b.rotation * *normal);
            (normal, gap_along(a, b, normal))
        }
        (core_a, core_b) => {
            let pair = SolidPair::new(core_a, core_b, pose_a.relative(pose_b));
            let size = (solid_a.bound() + solid_b.bound()).max(f64::MIN_POSITIVE);
            let normal = match apart(&pair, size) {
                // Points a hair's breadth from each other say little of the direction between them: where they are
                // further apart than the planes across it, another one nearby is better.
                Some((normal, distance)) if distance - pair.gap(normal) > CLOSEST * size => {
                    least::beside(&pair, normal)
                }
                Some((normal, _)) => normal,
                None => least::direction(&pair, size),
            };
            let normal = if pair.is_allowed(normal) {
                normal
            } else if pair.gap(normal) < radius {
                // Against a sheet's open side, but the two overlap: only the solid side can part them.
                let faces = pair.face_normals().into_iter().filter(|n| pair.is_allowed(*n));
                faces.max_by(|m, n| pair.gap(*m).total_cmp(&pair.gap(*n))).ok_or(Unknown::Behind)?
            } else {
                return Err(Unknown::Behind);
            };
            (pose_a.rotation * normal, pair.gap(normal) - radius)
        }
    };
    Ok(Separation {
        normal,
        gap,
        part_a: Part::facing(solid_a, pose_a.local_direction(normal)),
        part_b: Part::facing(solid_b, -pose_b.local_direction(normal)),
    })
}

/// The direction between the closest points of two cores that are apart (A's axes), and how far they are (m); none
/// where they touch or overlap.
fn apart(pair: &SolidPair, size: f64) -> Option<(DVec3, f64)> {
    let closest = gjk::closest(pair, size)?;
    let normal = (closest.b - closest.a).normalize();
    // A gap along it proves that they are apart. Flat simplices of a thin body can end the search for
    // closest points early.
    (pair.gap(normal) > 0.0).then(|| (normal, closest.a.distance(closest.b)))
}

/// Directions near `normal` (unit, from A to B, world axes) in which the gap is as great as anywhere near, each with
/// its gap (m): for polytopes the faces of their Minkowski difference, else what a climb from `normal` leads to.
///
/// One of them whose gap is as great as the separation is as right a normal as the one that [`separation`] gives. There
/// are none for shapes whose cores are further apart than `within` (m): between those only one direction is right.
pub fn rivals(a: (&Solid, &Pose), b: (&Solid, &Pose), normal: DVec3, within: f64) -> Vec<(DVec3, f64)> {
    let ((solid_a, pose_a), (solid_b, pose_b)) = (a, b);
    let has_plane = |solid: &Solid| matches!(solid.core, Core::HalfSpace { .. });
    if has_plane(solid_a) || has_plane(solid_b) {
        return Vec::new();
    }
    let pair = SolidPair::new(&solid_a.core, &solid_b.core, pose_a.relative(pose_b));
    let size = (solid_a.bound() + solid_b.bound()).max(f64::MIN_POSITIVE);
    if apart(&pair, size).is_some_and(|(_, distance)| distance > within) {
        return Vec::new();
    }
    let radius = solid_a.radius + solid_b.radius;
    let near = least::rivals(&pair, pose_a.local_direction(normal)).into_iter();
    near.map(|local| (pose_a.rotation * local, pair.gap(local) - radius)).collect()
}

/// The gap along a given unit normal from A to B (m, world axes): how far the planes across it that hold each shape are
/// apart. It is never more than the separation, and equal to it along the right normal alone.
///
/// Along a half-space's surface normals only the half-space's own is meaningful; any other gives minus infinity.
pub fn gap_along(a: (&Solid, &Pose), b: (&Solid, &Pose), normal: DVec3) -> f64 {
    let reach = |(solid, pose): (&Solid, &Pose), outwards: DVec3| {
        let local = pose.local_direction(outwards);
        match &solid.core {
            // Exactly along its normal up to rounding; a half-space reaches for ever in all other directions.
            Core::HalfSpace { normal, .. } if normal.dot(local) < 1.0 - 1e-9 => f64::INFINITY,
            core => pose.point(core.support(local)).dot(outwards) + solid.radius,
        }
    };
    -reach(a, normal) - reach(b, -normal)
}
