//! Which body of a contact pushes, and which is pushed.

use super::Look;
use crate::geometry::{Feature, Shape};
use crate::math::{Pose, quat_from_axis_angle};
use crate::physics::{Body, BodyId, Contact, Motion};
use crate::sim::Sim;
use crate::view::{Color, palette};
use glam::Vec3;

/// Which body of a contact pushes, and so which one its arrows leave.
///
/// A body that nothing moves pushes one that moves. Of two that move the lower pushes, as it bears the other; side by
/// side the heavier; of equals the one towards −x, then the one towards −z. Nothing here asks which of the two is `a`: the
/// arrows of a pair stay as they are when its bodies are listed the other way round.
pub fn pusher(sim: &Sim, contact: &Contact) -> BodyId {
    let (a, b) = (sim.world().body(contact.a), sim.world().body(contact.b));
    if a_pushes(a.as_ref(), b.as_ref(), contact.normal) { contact.a } else { contact.b }
}

/// A side without body is the floor or the ceiling. `normal` points from a to b.
fn a_pushes(a: Option<&Body>, b: Option<&Body>, normal: Vec3) -> bool {
    /// Steeper normals (sine of the slope) mean that one body lies on the other.
    const STEEP: f32 = 0.2;
    let mass = |body: Option<&Body>| match body {
        Some(b) if b.desc.motion == Motion::Dynamic => b.mass,
        _ => f32::INFINITY,
    };
    let (mass_a, mass_b) = (mass(a), mass(b));
    if mass_a.is_finite() && mass_b.is_finite() && normal.y.abs() > STEEP {
        return normal.y > 0.0;
    }
    if mass_a != mass_b {
        return mass_a > mass_b;
    }
    // Numbers near 0 count as 0, or rounding would swap the arrows of billiard balls.
    let ahead = [normal.x, normal.z, normal.y].into_iter().find(|c| c.abs() > 1e-3);
    ahead.is_none_or(|c| c > 0.0)
}

/// One body of a contact, as it is drawn.
pub(super) struct Party {
    pub id: BodyId,
    pub shape: Shape,
    pub pose: Pose,
    pub feature: Feature,
    pub color: Color,
    /// Of the body's bounding sphere (m); infinite for the floor and the ceiling.
    pub radius: f32,
}

/// A contact seen from the body that pushes.
pub(super) struct Push<'c> {
    pub contact: &'c Contact,
    pub pusher: Party,
    pub pushed: Party,
    /// Unit, from the pusher towards the pushed (world).
    pub normal: Vec3,
    /// Turns impulses on `b` into impulses on the pushed: 1 or −1.
    pub sign: f32,
}

impl Look<'_> {
    pub(super) fn push<'p>(&self, contact: &'p Contact) -> Push<'p> {
        let world = self.sim.world();
        let (body_a, body_b) = (world.body(contact.a), world.body(contact.b));
        let a_pushes = a_pushes(body_a.as_ref(), body_b.as_ref(), contact.normal);
        let a = self.party(contact, contact.a, body_a, contact.feature_a);
        let b = self.party(contact, contact.b, body_b, contact.feature_b);
        let (pusher, pushed, sign) = if a_pushes { (a, b, 1.0) } else { (b, a, -1.0) };
        Push { contact, pusher, pushed, normal: contact.normal * sign, sign }
    }

    fn party(&self, contact: &Contact, id: BodyId, body: Option<Body>, feature: Feature) -> Party {
        if let Some(body) = body {
            let (shape, color, pose) = (body.desc.shape, self.color(&body), self.pose_beside(contact, &body));
            return Party { id, shape, pose, feature, color, radius: shape.bounding_radius() };
        }
        let config = self.sim.world().config();
        let pose = if id == BodyId::CEILING {
            let height = config.ceiling.unwrap_or(0.0);
            Pose::new(Vec3::Y * height, quat_from_axis_angle(Vec3::X, std::f32::consts::PI))
        } else {
            Pose { translation: Vec3::Y * config.floor.unwrap_or(0.0), ..Pose::IDENTITY }
        };
        let color = palette::static_body(self.theme());
        Party { id, shape: Shape::HalfSpace, pose, feature, color, radius: f32::INFINITY }
    }
}
