//! The world: its bodies, its contacts, and the step that moves them.

mod collide;
mod delta;
mod movement;
mod query;
mod sleep;
mod step;
mod tunnelling;

pub(crate) use delta::EarlierWorld;
pub use query::{RayHit, Sums, TreeNode};

use super::bodies::{Bodies, Material};
use super::broad_phase::BroadPhase;
use super::contacts::Contacts;
use super::impact::Impacts;
use super::pairs::{Pairs, is_plane};
use super::property;
use super::solver::Solver;
use super::team::Team;
use super::{Body, BodyDesc, BodyEdit, BodyError, BodyId, Config, ConfigError, Motion, Stats};
use glam::Vec3;
use std::sync::Arc;

/// A point at which one pushes lies within this of the origin along each axis (m): a body's surface may be beyond where
/// its centre may be.
const FARTHEST_POINT: f32 = 10.0 * property::POSITION.max;

/// Bodies, contacts and the step that moves them.
///
/// A copy goes on with the same bits.
#[derive(Debug, Default)]
pub struct World {
    config: Config,
    /// Counts edits of bodies and settings.
    edition: u64,
    bodies: Bodies,
    pairs: Pairs,
    contacts: Contacts,
    broad_phase: BroadPhase,
    // Scratch, filled anew by every step.
    impacts: Impacts,
    solver: Solver,
    collide_scratch: collide::CollideScratch,
    moved: Vec<Option<movement::Moved>>,
    tunnelling_scratch: tunnelling::TunnellingScratch,
    sleep_scratch: sleep::SleepScratch,
    /// Whether somebody follows where bodies are within the present step.
    followed: bool,
    stats: Stats,
    clock: Option<fn() -> f64>,
    team: Arc<Team>,
}

impl Clone for World {
    /// All that a step starts from; the scratch of the copy is made in its first step.
    fn clone(&self) -> Self {
        self.with(self.bodies.clone(), self.pairs.clone(), self.contacts.clone(), self.broad_phase.clone())
    }
}

impl World {
    /// An empty world.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.validate()?;
        Ok(Self { config, ..Self::default() })
    }

    /// The same constants, counts and machine over other bodies, with empty scratch.
    fn with(&self, bodies: Bodies, pairs: Pairs, contacts: Contacts, broad_phase: BroadPhase) -> Self {
        // All else is scratch, or belongs to whoever follows the present step.
        let Self { config, edition, stats, clock, .. } = *self;
        let team = self.team.clone();
        Self { config, edition, bodies, pairs, contacts, broad_phase, stats, clock, team, ..Self::default() }
    }

    /// Every constant that affects motion.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Replaces the constants; wakes every body. The world is unchanged when they are refused.
    pub fn set_config(&mut self, config: Config) -> Result<(), ConfigError> {
        config.validate()?;
        // Everybody wakes; when a plane has moved, pairs with it must be found anew.
        let planes_moved = (config.floor, config.ceiling) != (self.config.floor, self.config.ceiling);
        self.config = config;
        self.edition += 1;
        for i in 0..self.bodies.len() {
            if self.bodies.alive[i] {
                self.bodies.wake_group(i);
                if planes_moved {
                    self.forget_pairs(i);
                    self.broad_phase.insert(&mut self.bodies, &self.config, i);
                }
            }
        }
        // Margins, rules and tolerances may differ: nothing that was worked out before is relied upon.
        for index in 0..self.pairs.slab.len() {
            self.pairs.slab[index].fresh = true;
            self.contacts.invalidate(&mut self.pairs, index);
        }
        Ok(())
    }

    /// How many threads a step may use, at least 1 (the default). The result never depends on it.
    ///
    /// Where the threads cannot be had, the step goes on with fewer.
    pub fn set_threads(&mut self, threads: usize) {
        let threads = threads.clamp(1, MOST_THREADS);
        if threads != self.team.size() {
            self.team = Arc::new(Team::new(threads));
        }
    }

    /// Uses the threads and the clock of another world from here on. Two worlds that share them must not step at once.
    pub fn share_machine(&mut self, other: &Self) {
        // A step that broke has not sent its helpers to rest.
        self.team.rest();
        self.team = other.team.clone();
        self.clock = other.clock;
    }

    /// About how much memory a copy takes (bytes).
    pub fn size_of_copy(&self) -> usize {
        size_of::<Self>() + self.bodies.size() + self.pairs.size() + self.contacts.size() + self.broad_phase.size()
    }

    /// Gives the world a clock (s) to time its stages with; without one the times are 0.
    pub fn set_clock(&mut self, clock: Option<fn() -> f64>) {
        self.clock = clock;
    }

    /// Adds a body.
    pub fn add(&mut self, desc: &BodyDesc) -> Result<BodyId, BodyError> {
        desc.validate()?;
        // Pairs are found by the next step.
        let id = self.bodies.insert(desc);
        self.edition += 1;
        self.broad_phase.insert(&mut self.bodies, &self.config, id.index());
        Ok(id)
    }

    /// Removes a body; its neighbours wake.
    pub fn remove(&mut self, id: BodyId) -> Result<(), BodyError> {
        let i = self.bodies.slot(id)?;
        self.edition += 1;
        self.bodies.wake_group(i);
        self.forget_pairs(i);
        self.broad_phase.remove(i);
        self.bodies.remove(i);
        Ok(())
    }

    /// Changes one property of a body; it and its neighbours wake. The world is unchanged when it is refused.
    pub fn edit(&mut self, id: BodyId, edit: BodyEdit) -> Result<(), BodyError> {
        let i = self.bodies.slot(id)?;
        // Tried on a copy, so that what is refused changes nothing.
        let mut desc = self.bodies.present(i);
        edit.write(&mut desc);
        desc.validate()?;
        self.edition += 1;
        self.bodies.wake_group(i);
        self.wake_neighbours(i);
        // A surface changes no geometry: the contacts stay and get it at the next step.
        if edit.is_of_surface() {
            self.bodies.material[i] = Material::from(&desc);
            self.pairs.each_of_body(self.bodies.first_edge[i], |pair| pair.fresh = true);
            return Ok(());
        }
        // Mass, velocity and force keep the pairs; shape, motion and pose do not, nor does what was frozen and
        // now gives way.
        use BodyEdit::{Motion, Position, Rotation, Shape};
        let anew = self.bodies.quarantined[i] || matches!(edit, Shape(_) | Motion(_) | Position(_) | Rotation(_));
        self.bodies.set(i, &desc);
        if anew {
            // What the pairs remember is of the old place or form.
            self.forget_pairs(i);
            self.broad_phase.insert(&mut self.bodies, &self.config, i);
        } else {
            self.refresh_pairs(i);
        }
        Ok(())
    }

    /// Adds an impulse (N·s, world) at a world point (m) to a dynamic body, and wakes it; what is frozen stays.
    pub fn apply_impulse(&mut self, id: BodyId, impulse: Vec3, point: Vec3) -> Result<(), BodyError> {
        let i = self.bodies.slot(id)?;
        if self.bodies.motion[i] != Motion::Dynamic || self.bodies.quarantined[i] {
            return Ok(());
        }
        // Within what bodies may have, and a point within the world.
        let range = |name, value: f32, max| {
            if (0.0..=max).contains(&value) { Ok(()) } else { Err(BodyError::Range { name, value, min: 0.0, max }) }
        };
        range("impulse", impulse.length(), property::FORCE.max)?;
        for x in point.abs().to_array() {
            range("point", x, FARTHEST_POINT)?;
        }
        // Δv = J/m, Δω = R I⁻¹ Rᵀ (r × J).
        let rotation = self.bodies.rotation[i];
        let moment = rotation.conjugate() * (point - self.bodies.position[i]).cross(impulse);
        let velocity = &mut self.bodies.velocity[i];
        velocity.add(impulse * self.bodies.inv_mass[i], rotation * (self.bodies.inv_inertia[i] * moment));
        // The square of such lengths may not fit single precision.
        velocity.linear = velocity.linear.as_dvec3().clamp_length_max(f64::from(property::SPEED.max)).as_vec3();
        velocity.angular = velocity.angular.as_dvec3().clamp_length_max(f64::from(property::SPIN.max)).as_vec3();
        self.bodies.wake_group(i);
        Ok(())
    }

    /// Wakes a body and its island.
    pub fn wake(&mut self, id: BodyId) -> Result<(), BodyError> {
        let i = self.bodies.slot(id)?;
        self.bodies.wake_group(i);
        Ok(())
    }

    /// The body, unless it was removed.
    pub fn body(&self, id: BodyId) -> Option<Body> {
        self.bodies.slot(id).ok().map(|i| self.bodies.body(i))
    }

    /// The body in a slot.
    pub fn body_at(&self, index: usize) -> Option<Body> {
        (index < self.bodies.len() && self.bodies.alive[index]).then(|| self.bodies.body(index))
    }

    /// All bodies in the order of their slots.
    pub fn bodies(&self) -> impl Iterator<Item = Body> + '_ {
        self.bodies.slots().map(|i| self.bodies.body(i))
    }

    /// One more than the greatest slot in use.
    pub fn slot_count(&self) -> usize {
        self.bodies.len()
    }

    /// Whether the body was frozen because its state was no longer finite.
    pub fn is_quarantined(&self, id: BodyId) -> bool {
        self.bodies.slot(id).is_ok_and(|i| self.bodies.quarantined[i])
    }

    /// The pairs of slot `i`.
    fn edges(&self, i: usize) -> Vec<u32> {
        self.pairs.of_body(self.bodies.first_edge[i]).map(|index| index as u32).collect()
    }

    fn forget_pairs(&mut self, i: usize) {
        self.wake_neighbours(i);
        for index in self.edges(i) {
            self.contacts.forget(&mut self.pairs, &mut self.bodies, index as usize);
        }
        self.contacts.close_holes(&mut self.pairs);
    }

    fn refresh_pairs(&mut self, i: usize) {
        for index in self.edges(i) {
            self.pairs.slab[index as usize].fresh = true;
            self.contacts.invalidate(&mut self.pairs, index as usize);
        }
    }

    fn wake_neighbours(&mut self, i: usize) {
        for index in self.edges(i) {
            // Planes neither sleep nor wake.
            let other = self.pairs.slab[index as usize].other(i as u32);
            if !is_plane(other) {
                self.bodies.wake_group(other as usize);
            }
        }
    }
}

/// More threads than this find nothing to do.
const MOST_THREADS: usize = 64;
