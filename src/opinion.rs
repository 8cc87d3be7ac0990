//! A second opinion: what another engine, parry3d, says of contacts that this one has found.
//!
//! It is asked of the same shapes in the same poses, and shares no code with [`geometry`](crate::geometry). Only with
//! the Cargo feature `second-opinion`; nothing of it takes part in the simulation.

mod parry;
#[cfg(test)]
mod tests;

use crate::geometry::Shape;
use crate::math::Pose;
use crate::physics::{BodyId, Contact};
use crate::sim::Sim;
use glam::{DVec3, Vec3};

/// Normals this near to each other are the same (rad): a tenth of a degree.
pub const SAME_ANGLE: f32 = 0.1 * std::f32::consts::PI / 180.0;
/// Separations this near to each other are the same (m), for bodies of a metre; more for larger ones.
pub const SAME_DEPTH: f32 = 1e-4;

/// What the other engine answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpinionAnswer {
    /// Unit, from A towards B (world).
    pub normal: Vec3,
    /// Gap along it (m); negative is an overlap.
    pub separation: f32,
}

/// How two answers stand to each other, from the least to the most worrying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OpinionVerdict {
    /// Normal and separation are the same.
    Agrees,
    /// The normals differ, but by the extent of both shapes theirs is the longer way out.
    Better,
    /// The normals differ, but one way out is as short as the other, and any between is longer.
    Tie,
    /// Either the normals or the separations differ.
    Differs,
}

/// What the other engine says of a contact, beside what this one says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The bodies of the contact, in its order.
    pub bodies: (BodyId, BodyId),
    /// The other engine's answer.
    pub theirs: OpinionAnswer,
    /// Between the two normals (rad), 0…π.
    pub angle: f32,
    /// Their separation less ours (m); or that of the extents of both shapes along our normal, where that is nearer to
    /// ours: engines differ in which point of an overlap they call the deepest.
    pub depth: f32,
    /// How much further their normal holds the two apart than ours (m), by the extent of both shapes along each;
    /// negative when ours is the better one.
    pub shortfall: f32,
    /// Whether that matters.
    pub verdict: OpinionVerdict,
    /// How many times beyond what counts as the same the larger of the two differences is.
    pub excess: f32,
}

/// What the other engine says of a contact of the last step, as the two bodies stood when it was detected.
///
/// None where it cannot be asked: it has no truncated cone; of bodies that met inside the step the moment is
/// gone; and of bodies that both find apart it tells the way between their nearest points, which is not what a
/// contact's normal is.
///
/// What met something else in that step stood elsewhere when the contact was detected, and may be told
/// different for that.
pub fn second_opinion(sim: &Sim, contact: &Contact) -> Option<Opinion> {
    if contact.impact_speed > 0.0 {
        return None;
    }
    let (a, b) = (sim.side_before(contact.a)?, sim.side_before(contact.b)?);
    let theirs = parry::ask((&a.0, &a.1), (&b.0, &b.1))?;
    let ours = OpinionAnswer { normal: contact.normal, separation: contact.separation() };
    // Theirs must be apart by more than rounding: pairs that just touch are to be compared.
    let apart = ours.separation > 0.0 && theirs.separation > SAME_DEPTH;
    (!apart).then(|| compare((contact.a, contact.b), &a, &b, ours, theirs))
}

/// The opinions on all these contacts, the most different first.
pub fn survey(sim: &Sim, contacts: &[Contact]) -> Vec<Opinion> {
    let mut opinions: Vec<_> = contacts.iter().filter_map(|contact| second_opinion(sim, contact)).collect();
    opinions.sort_by(|x, y| y.verdict.cmp(&x.verdict).then(y.excess.total_cmp(&x.excess)));
    opinions
}

fn compare(
    bodies: (BodyId, BodyId),
    a: &(Shape, Pose),
    b: &(Shape, Pose),
    ours: OpinionAnswer,
    theirs: OpinionAnswer,
) -> Opinion {
    let (n, m) = (ours.normal, theirs.normal);
    // Unlike the arc cosine of the product this is exact for small angles.
    let angle = n.cross(m).length().atan2(n.dot(m));
    // Single precision knows the place of something large less well.
    let size = [a, b].map(|side| if side.0 == Shape::HalfSpace { 0.0 } else { side.0.bounding_radius() });
    let same_depth = SAME_DEPTH + 1e-6 * (size[0] + size[1]);
    let along = |n: Vec3| gap(a, b, n.as_dvec3());
    // The gap that each normal leaves between the extents of both shapes: the greatest is the shortest way out.
    let (here, there, between) = (along(n), along(m), along((n + m).normalize_or(n)));
    let depths = [theirs.separation - ours.separation, (here - f64::from(ours.separation)) as f32];
    let depth = if depths[0].abs() <= depths[1].abs() { depths[0] } else { depths[1] };
    let excess = (angle / SAME_ANGLE).max(depth.abs() / same_depth);
    let slack = f64::from(same_depth);
    // As good as each other with worse ones between them: two ways out, and not one normal that is blurred.
    let tie = (there - here).abs() <= slack && between < here.min(there) - slack;
    let verdict = match excess {
        e if e <= 1.0 => OpinionVerdict::Agrees,
        // A separation that is off is not excused by a better normal.
        _ if depth.abs() > same_depth => OpinionVerdict::Differs,
        _ if there < here - slack => OpinionVerdict::Better,
        _ if tie => OpinionVerdict::Tie,
        _ => OpinionVerdict::Differs,
    };
    Opinion { bodies, theirs, angle, depth, shortfall: (there - here) as f32, verdict, excess }
}

/// How far `n` (unit, world, from A towards B) holds two convex shapes apart (m); negative is an overlap.
fn gap(a: &(Shape, Pose), b: &(Shape, Pose), n: DVec3) -> f64 {
    -reach(b, -n) - reach(a, n)
}

/// How far a shape in its place reaches along a unit vector, from the origin of the world (m).
fn reach((shape, pose): &(Shape, Pose), n: DVec3) -> f64 {
    let local = pose.rotation.as_dquat().conjugate() * n;
    // Support functions in double precision, each about the shape's own origin.
    let own = match *shape {
        Shape::Sphere { radius } => f64::from(radius),
        Shape::Cuboid { .. } | Shape::Quad { .. } => local.abs().dot(shape.half_extents().as_dvec3()),
        Shape::Frustum { bottom, top, half_height } => {
            // A cap is a disc: its radius counts by the sine of the angle between the direction and the axis.
            let across = local.x.hypot(local.z);
            let (middle, up) = (f64::from(shape.middle().y), f64::from(half_height));
            let cap = |radius: f32, height: f64| f64::from(radius) * across + local.y * (middle + height);
            cap(bottom, -up).max(cap(top, up))
        }
        // It ends along its normal and nowhere else.
        Shape::HalfSpace if local.y > 1.0 - 1e-9 => 0.0,
        Shape::HalfSpace => f64::INFINITY,
    };
    own + n.dot(pose.translation.as_dvec3())
}
