//! A contact as it is drawn: from the body that pushes to the one that is pushed.

use super::ScenePainter;
use crate::geometry::{Feature, Shape};
use crate::math::Pose;
use crate::physics::{Body, BodyId, Contact, WorldPlane};
use crate::view::pusher::a_pushes;
use crate::view::{Color, palette};
use glam::Vec3;

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

impl ScenePainter<'_> {
    pub(super) fn push<'p>(&self, contact: &'p Contact) -> Push<'p> {
        let world = self.sim.world();
        let (body_a, body_b) = (world.body(contact.a), world.body(contact.b));
        let a_pushes = a_pushes(body_a.as_ref(), body_b.as_ref(), contact.normal);
        let a = self.party(contact, contact.a, body_a, contact.feature_a);
        let b = self.party(contact, contact.b, body_b, contact.feature_b);
        // Normal and impulses as they act on the pushed body.
        let (pusher, pushed, sign) = if a_pushes { (a, b, 1.0) } else { (b, a, -1.0) };
        Push { contact, pusher, pushed, normal: contact.normal * sign, sign }
    }

    fn party(&self, contact: &Contact, id: BodyId, body: Option<Body>, feature: Feature) -> Party {
        if let Some(body) = body {
            let (shape, color, pose) = (body.desc.shape, self.color(&body), self.pose_beside(contact, &body));
            return Party { id, shape, pose, feature, color, radius: shape.bounding_radius() };
        }
        // No body: the floor or the ceiling, which looks down.
        let plane = WorldPlane::of(id).unwrap_or(WorldPlane::Floor);
        let pose = plane.pose_at(plane.height(self.sim.world().config()).unwrap_or(0.0));
        let color = palette::floor(self.theme());
        Party { id, shape: Shape::HalfSpace, pose, feature, color, radius: f32::INFINITY }
    }
}
