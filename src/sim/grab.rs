//! The mouse's grip: a damped spring with a limited force.

use crate::physics::property::POSITION;
use crate::physics::{BodyError, BodyId, Motion, World};
use glam::{Mat3, Vec3};

/// A body pulled by the mouse: a damped spring from a point on the body to a target, its force limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// The body.
    pub body: BodyId,
    /// The point held, in the body's own axes (m).
    pub local_point: Vec3,
    /// Where it is pulled to (m, world).
    pub target: Vec3,
    /// Greatest force (N), as a multiple of the body's weight at 9.81 m/s².
    pub force_limit: f32,
}

/// Natural frequency of the spring (rad/s): 5 Hz follows a hand closely and stays calm at 60 steps a second.
const FREQUENCY: f32 = 5.0 * std::f32::consts::TAU;

/// How fast the held body's spin dies away (1/s), so that it does not twirl about the held point.
const SPIN_DECAY: f32 = 4.0;

/// What the hand does in a step.
struct Pull {
    /// N·s.
    impulse: Vec3,
    /// Where it acts (m, world).
    point: Vec3,
}

impl Grab {
    /// Refuses what is not finite, and bodies that are not there.
    pub(super) fn validate(&self, world: &World) -> Result<(), BodyError> {
        world.body(self.body).ok_or(BodyError::Gone)?;
        let range = |name, value: f32, min: f32, max: f32| {
            if (min..=max).contains(&value) { Ok(()) } else { Err(BodyError::Range { name, value, min, max }) }
        };
        // Both are points of a world: none lies farther out than a body may.
        for (point, target) in self.local_point.to_array().into_iter().zip(self.target.to_array()) {
            range("grab point", point, POSITION.min, POSITION.max)?;
            range("grab target", target, POSITION.min, POSITION.max)?;
        }
        range("grab force limit", self.force_limit, 0.0, 1e6)
    }

    /// What the spring gives in the next step (N·s, world), and where (m, world); none for what it cannot move.
    ///
    /// A soft constraint, stable at any stiffness: with C = p − target, stiffness k = m ω², damping d = 2 m ω,
    /// the impulse P solves (K + γ) P = −(v + C β/h), γ = 1/(h (d + h k)), β = h k/(d + h k),
    /// where K = 1/m − [r]× I⁻¹ [r]× maps an impulse at p to the change of p's velocity.
    /// Source: Catto, "Soft Constraints", GDC 2011.
    fn impulse(&self, world: &World) -> Option<Pull> {
        let body = world.body(self.body)?;
        if body.desc.motion != Motion::Dynamic || !body.desc.position.is_finite() {
            return None;
        }
        let (h, desc) = (world.config().dt(), body.desc);
        let point = body.pose().point(self.local_point);
        let r = point - desc.position;
        // The hand carries the weight, so that the spring does not sag. It pulls at the start of the step and
        // the weight all through it: a body held still has half a step's worth of the weight's velocity, which
        // is no motion.
        let weight = world.config().gravity * body.mass + desc.force;
        let velocity = desc.velocity + desc.spin.cross(r) - weight * (0.5 * h / body.mass);

        let rotation = Mat3::from_quat(desc.rotation);
        // K of the doc line: what an impulse at the point does to the velocity of the point.
        let inv_inertia = rotation * Mat3::from_diagonal(body.inertia.recip()) * rotation.transpose();
        let cross = Mat3::from_cols(Vec3::new(0.0, r.z, -r.y), Vec3::new(-r.z, 0.0, r.x), Vec3::new(r.y, -r.x, 0.0));
        let response = Mat3::from_diagonal(Vec3::splat(1.0 / body.mass)) - cross * inv_inertia * cross;

        // Critically damped: ζ = 1 in d = 2 ζ m ω.
        let (k, d) = (body.mass * FREQUENCY * FREQUENCY, 2.0 * body.mass * FREQUENCY);
        let softness = 1.0 / (h * (d + h * k));
        let rate = k / (d + h * k);
        let wanted = -(velocity + (point - self.target) * rate);
        let impulse = (response + Mat3::from_diagonal(Vec3::splat(softness))).inverse() * wanted - weight * h;
        // A hand is no stronger than so many times the weight on Earth, for as long as the step takes.
        let limit = self.force_limit * body.mass * 9.81 * h;
        Some(Pull { impulse: impulse.clamp_length_max(limit), point })
    }

    /// The force of the spring in the next step (N, world); none for a body that is not there or does not
    /// move by itself.
    pub fn force(&self, world: &World) -> Option<Vec3> {
        self.impulse(world).map(|pull| pull.impulse / world.config().dt())
    }

    /// Pulls for one step of the world.
    pub(super) fn pull(&self, world: &mut World) -> Result<(), BodyError> {
        let body = world.body(self.body).ok_or(BodyError::Gone)?;
        let Some(Pull { impulse, point }) = self.impulse(world) else { return Ok(()) };
        let (h, desc) = (world.config().dt(), body.desc);
        let rotation = Mat3::from_quat(desc.rotation);
        world.apply_impulse(self.body, impulse, point)?;

        // A couple of two opposite impulses at x ± u turns without pushing: u × (L × u) = L for u ⊥ L.
        let decay = h * SPIN_DECAY / (1.0 + h * SPIN_DECAY);
        let inertia = rotation * Mat3::from_diagonal(body.inertia) * rotation.transpose();
        let turn = inertia * desc.spin * -decay;
        if let Some(axis) = turn.try_normalize() {
            let arm = axis.any_orthonormal_vector();
            let push = turn.cross(arm) * 0.5;
            world.apply_impulse(self.body, push, desc.position + arm)?;
            world.apply_impulse(self.body, -push, desc.position - arm)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Config};
    use crate::scene::{Scene, SceneBody};
    use crate::sim::{Command, Sim};

    #[test]
    fn the_force_told_is_the_momentum_that_a_step_of_pulling_gives() {
        let desc = BodyDesc::new(Shape::sphere(0.5));
        let scene = Scene {
            config: Config { gravity: Vec3::ZERO, ..Config::default() },
            bodies: vec![SceneBody { name: Some("ball".into()), desc }],
            ..Scene::default()
        };
        for (reach, limit) in [(0.1, 1e3), (2.0, 1e3), (50.0, 3.0)] {
            let mut sim = Sim::new(scene.clone()).unwrap();
            let body = sim.find("ball").unwrap();
            let target = Vec3::new(reach, 0.0, 0.0);
            sim.apply(Command::Grab(Some(Grab { body, local_point: Vec3::ZERO, target, force_limit: limit }))).unwrap();
            let force = sim.grab().unwrap().force(sim.world()).unwrap();
            let mass = sim.world().body(body).unwrap().mass;
            sim.step();
            let gained = sim.world().body(body).unwrap().desc.velocity * mass * sim.world().config().hz;
            assert!((gained - force).length() < 1e-3 * force.length(), "{gained} N gained, {force} N told");
            assert!(force.x > 0.0 && force.length() < 1.001 * limit * mass * 9.81);
        }
    }
}
