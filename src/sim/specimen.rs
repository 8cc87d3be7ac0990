//! Takes a contact out of a running scene.

use super::Sim;
use crate::geometry::{Shape, Sweep, time_of_impact};
use crate::physics::{Body, BodyDesc, BodyId, Motion, WorldPlane};
use crate::scene::{self, SceneBody, Specimen};
use glam::Vec3;

/// A side of a contact: the body as a scene would have it, and how it flies.
struct SpecimenSide {
    body: SceneBody,
    path: Sweep,
}

impl Sim {
    /// The contact of two bodies that the next step would detect, by itself; `a` and `b` may come in either order.
    ///
    /// Bodies that meet inside the step are taken where they touch in free flight; those that are merely close enough
    /// to be looked at, where they stand. None when they do not touch, or a body is gone or fits no scene.
    ///
    /// To get a contact of the step that was, ask the state before that step.
    pub fn specimen(&self, a: BodyId, b: BodyId) -> Option<Specimen> {
        // As in every contact: planes first, then the lower slot.
        let rank = |id: BodyId| if self.world.body(id).is_some() { id.index() + 1 } else { 0 };
        let (a, b) = if rank(a) <= rank(b) { (a, b) } else { (b, a) };
        let sides = [self.specimen_side(a)?, self.specimen_side(b)?];
        let [shape_a, shape_b] = sides.each_ref().map(|side| side.body.desc.shape);
        let (config, margin) = (self.world.config(), self.world.speculative_margin(&shape_a, &shape_b));
        let memory = self.world.pair_memory(a, b);
        let dt = config.dt();
        // The pair as it stands at a time within the step, if there is a contact to be found.
        let at = |time: f32, margin: f32| {
            let bodies = sides.each_ref().map(|side| side.at(time));
            Some(Specimen::new(config, bodies, margin, memory)).filter(|specimen| specimen.manifold.count > 0)
        };
        // Touching now; else when they meet within the step; else as near as the step may bring them.
        let [path_a, path_b] = sides.each_ref().map(|side| &side.path);
        let meet = || time_of_impact(&shape_a, path_a, &shape_b, path_b, dt, &memory);
        let reach = || margin + (sides[0].reach(dt) + sides[1].reach(dt));
        at(0.0, margin).or_else(|| at(meet()?, margin)).or_else(|| at(0.0, reach()))
    }

    fn specimen_side(&self, id: BodyId) -> Option<SpecimenSide> {
        let config = self.world.config();
        if let Some(plane) = WorldPlane::of(id) {
            let pose = plane.pose(config)?;
            return Some(SpecimenSide { body: scene::plane_as_body(pose), path: Sweep::still(pose) });
        }
        let body = self.world.body(id).filter(|body| body.desc.validate().is_ok())?;
        // How the step will lead it, as long as nothing is met.
        let path = Sweep {
            pose: body.pose(),
            velocity: body.desc.velocity,
            spin: body.desc.spin,
            acceleration: acceleration(&body, config.gravity),
        };
        Some(SpecimenSide { body: SceneBody { name: self.own_name(id).map(Into::into), desc: body.desc }, path })
    }
}

/// Of free fall (m/s²); what sleeps, and what nothing pushes, has none.
pub(super) fn acceleration(body: &Body, gravity: Vec3) -> Vec3 {
    match body.desc.motion {
        Motion::Dynamic if !body.asleep => gravity + body.desc.force / body.mass,
        _ => Vec3::ZERO,
    }
}

impl SpecimenSide {
    /// The body at a time of its path (s); at its start bit for bit.
    fn at(&self, time: f32) -> SceneBody {
        if time == 0.0 {
            return self.body.clone();
        }
        let pose = self.path.at(time);
        let desc = BodyDesc {
            position: pose.translation,
            rotation: pose.rotation,
            velocity: self.path.velocity + self.path.acceleration * time,
            ..self.body.desc
        };
        SceneBody { name: self.body.name.clone(), desc }
    }

    /// The furthest any point of it comes in a time (m).
    fn reach(&self, time: f32) -> f32 {
        let swing = match self.body.desc.shape {
            Shape::HalfSpace => 0.0,
            shape => self.path.spin.length() * shape.bounding_radius(),
        };
        (self.path.velocity.length() + self.path.acceleration.length() * time + swing) * time
    }
}
