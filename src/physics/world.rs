//! The world: bodies in slots, and the step.

use super::{Body, BodyDesc, BodyEdit, BodyError, BodyId, Config, ConfigError, Contact, Motion, Stats};
use crate::geometry::{Aabb, Feature};
use crate::math::{Pose, quat_from_rotation_vector};
use glam::Vec3;

/// Where a ray meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body.
    pub body: BodyId,
    /// Distance along the unit direction (m).
    pub distance: f32,
    /// Outward unit normal (world).
    pub normal: Vec3,
    /// The part of the body that was hit.
    pub feature: Feature,
}

/// One box of the broad phase's tree, to be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeNode {
    /// Its bounds (m, world).
    pub aabb: Aabb,
    /// 0 at the root.
    pub depth: u32,
    /// Whether it holds one body rather than two nodes.
    pub leaf: bool,
}

/// Bodies, contacts and the step that moves them.
#[derive(Clone, Debug)]
pub struct World {
    config: Config,
    bodies: Vec<Option<Body>>,
    generations: Vec<u32>,
    contacts: Vec<Contact>,
    stats: Stats,
}

impl World {
    /// An empty world.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { config, bodies: vec![], generations: vec![], contacts: vec![], stats: Stats::default() })
    }

    /// Every constant that affects motion.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Replaces the constants; wakes every body. The world is unchanged when they are refused.
    pub fn set_config(&mut self, config: Config) -> Result<(), ConfigError> {
        config.validate()?;
        self.config = config;
        Ok(())
    }

    /// How many threads a step may use, at least 1 (the default). The result never depends on it.
    pub fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Gives the world a clock (s) to time its stages with; without one the times are 0.
    pub fn set_clock(&mut self, clock: Option<fn() -> f64>) {
        let _ = clock;
    }

    /// Adds a body.
    pub fn add(&mut self, desc: &BodyDesc) -> Result<BodyId, BodyError> {
        desc.validate()?;
        let index = self.bodies.iter().position(Option::is_none).unwrap_or(self.bodies.len());
        if index == self.bodies.len() {
            self.bodies.push(None);
            self.generations.push(0);
        }
        let id = BodyId { index: index as u32, generation: self.generations[index] };
        self.put(id, desc);
        Ok(id)
    }

    fn put(&mut self, id: BodyId, desc: &BodyDesc) {
        let dynamic = desc.motion == Motion::Dynamic;
        let mass = if dynamic { desc.mass.of(&desc.shape) } else { f32::INFINITY };
        let mut desc = *desc;
        desc.rotation = desc.rotation.normalize();
        self.bodies[id.index()] = Some(Body {
            id,
            desc,
            mass,
            inertia: desc.shape.unit_inertia() * mass,
            asleep: false,
            island: None,
            fat_aabb: desc.shape.aabb(&Pose::new(desc.position, desc.rotation)),
        });
    }

    /// Removes a body; its neighbours wake.
    pub fn remove(&mut self, id: BodyId) -> Result<(), BodyError> {
        self.body(id).ok_or(BodyError::Gone)?;
        self.bodies[id.index()] = None;
        self.generations[id.index()] += 1;
        Ok(())
    }

    /// Changes one property of a body; it and its neighbours wake. The world is unchanged when it is refused.
    pub fn edit(&mut self, id: BodyId, edit: BodyEdit) -> Result<(), BodyError> {
        let mut desc = self.body(id).ok_or(BodyError::Gone)?.desc;
        edit.write(&mut desc);
        desc.validate()?;
        self.put(id, &desc);
        Ok(())
    }

    /// Adds an impulse (N·s, world) at a world point (m) to a dynamic body, and wakes it.
    pub fn apply_impulse(&mut self, id: BodyId, impulse: Vec3, point: Vec3) -> Result<(), BodyError> {
        let body = self.body(id).ok_or(BodyError::Gone)?;
        if body.desc.motion != Motion::Dynamic {
            return Ok(());
        }
        let mut desc = body.desc;
        desc.velocity += impulse / body.mass;
        let torque = desc.rotation.conjugate() * (point - desc.position).cross(impulse);
        desc.spin += desc.rotation * (torque / body.inertia);
        desc.validate()?;
        self.put(id, &desc);
        Ok(())
    }

    /// The body, unless it was removed.
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.bodies.get(id.index()).copied().flatten().filter(|b| b.id == id)
    }

    /// The body in a slot.
    pub fn body_at(&self, index: usize) -> Option<Body> {
        self.bodies.get(index).copied().flatten()
    }

    /// All bodies in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = Body> + '_ {
        self.bodies.iter().copied().flatten()
    }

    /// One more than the greatest slot in use.
    pub fn slot_count(&self) -> usize {
        self.bodies.len()
    }

    /// The touching pairs of the last step, ordered by the slots of `a` and `b`; the floor and the ceiling come first.
    pub fn contacts(&self) -> Vec<Contact> {
        self.contacts.clone()
    }

    /// Counts and stage times of the last step.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The boxes of the broad phase's trees.
    pub fn tree_nodes(&self) -> Vec<TreeNode> {
        vec![]
    }

    /// The first body that a ray from `origin` along the unit vector `direction` meets within `max` metres.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32) -> Option<RayHit> {
        let _ = (origin, direction, max);
        None
    }

    /// Wakes a body and its island.
    pub fn wake(&mut self, id: BodyId) -> Result<(), BodyError> {
        self.body(id).map(|_| ()).ok_or(BodyError::Gone)
    }

    /// ½ m v² + ½ ω·I·ω over all dynamic bodies (J).
    pub fn kinetic_energy(&self) -> f64 {
        self.bodies().map(|b| b.kinetic_energy()).sum()
    }

    /// −Σ (m g + F)·x over all dynamic bodies (J): of gravity and of the constant forces.
    pub fn potential_energy(&self) -> f64 {
        self.bodies()
            .filter(|b| b.desc.motion == Motion::Dynamic)
            .map(|b| {
                let weight = self.config.gravity.as_dvec3() * f64::from(b.mass) + b.desc.force.as_dvec3();
                -weight.dot(b.desc.position.as_dvec3())
            })
            .sum()
    }

    /// Σ m v over all dynamic bodies (N·s, world).
    pub fn momentum(&self) -> glam::DVec3 {
        self.bodies()
            .filter(|b| b.desc.motion == Motion::Dynamic)
            .map(|b| b.desc.velocity.as_dvec3() * f64::from(b.mass))
            .sum()
    }

    /// 64 bits over every body's pose and velocity, bit for bit (FNV-1a in slot order).
    pub fn state_hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for body in self.bodies() {
            let d = &body.desc;
            let values = d.position.to_array().into_iter().chain(d.rotation.to_array());
            for x in values.chain(d.velocity.to_array()).chain(d.spin.to_array()) {
                hash = (hash ^ u64::from(x.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        hash
    }

    /// Advances by one step of `1/hz` seconds.
    pub fn step(&mut self) {
        let dt = self.config.dt();
        let (gravity, terminal) = (self.config.gravity, self.config.terminal_speed);
        for body in self.bodies.iter_mut().flatten() {
            let acceleration = match body.desc.motion {
                Motion::Static => continue,
                Motion::Kinematic => Vec3::ZERO,
                Motion::Dynamic => gravity + body.desc.force / body.mass,
            };
            let d = &mut body.desc;
            d.position += d.velocity * dt + acceleration * (0.5 * dt * dt);
            d.velocity = (d.velocity + acceleration * dt).clamp_length_max(terminal);
            d.rotation = (quat_from_rotation_vector(d.spin * dt) * d.rotation).normalize();
        }
        self.stats.bodies = self.bodies().count();
    }
}
