//! Bodies that are set aside while one looks and works: out of the picture, or out of the mouse's reach.

use super::DrawList;
use crate::geometry::Ray;
use crate::language::quantity::plural;
use crate::physics::{BodyId, RayHit};
use crate::say;
use crate::sim::{BodyKey, Sim};
use std::collections::BTreeSet;

/// Which bodies are hidden, and which are locked. It never changes a result, and is no part of a scene: bodies are
/// named by what outlasts a restart of it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Aside {
    hidden: BTreeSet<BodyKey>,
    locked: BTreeSet<BodyKey>,
}

impl Aside {
    /// Whether a body is left out of the picture.
    pub fn is_hidden(&self, sim: &Sim, id: BodyId) -> bool {
        has(&self.hidden, sim, id)
    }

    /// Whether the mouse goes through a body in the picture, and no hand moves it.
    pub fn is_locked(&self, sim: &Sim, id: BodyId) -> bool {
        has(&self.locked, sim, id)
    }

    /// Whether the mouse meets a body.
    pub fn is_in_reach(&self, sim: &Sim, id: BodyId) -> bool {
        !self.is_hidden(sim, id) && !self.is_locked(sim, id)
    }

    /// Leaves a body out of the picture.
    pub fn hide(&mut self, sim: &Sim, id: BodyId) {
        self.hidden.extend(sim.key(id));
    }

    /// Takes a body out of the mouse's reach.
    pub fn lock(&mut self, sim: &Sim, id: BodyId) {
        self.locked.extend(sim.key(id));
    }

    /// Gives a body back to the picture.
    pub fn show(&mut self, sim: &Sim, id: BodyId) {
        self.hidden.retain(|key| Some(*key) != sim.key(id));
    }

    /// Gives a body back to the mouse.
    pub fn unlock(&mut self, sim: &Sim, id: BodyId) {
        self.locked.retain(|key| Some(*key) != sim.key(id));
    }

    /// Gives all of them back to the picture.
    pub fn show_all(&mut self) {
        self.hidden.clear();
    }

    /// Gives all of them back to the mouse.
    pub fn unlock_all(&mut self) {
        self.locked.clear();
    }

    /// The first body within `far` metres that one sees along a ray.
    pub(super) fn first_seen(&self, sim: &Sim, ray: &Ray, far: f32) -> Option<RayHit> {
        sim.world().cast_ray_to(ray.origin, ray.direction, far, |id| !self.is_hidden(sim, id))
    }

    /// The first body within `far` metres along a ray that the mouse meets.
    pub(super) fn first_in_reach(&self, sim: &Sim, ray: &Ray, far: f32) -> Option<RayHit> {
        sim.world().cast_ray_to(ray.origin, ray.direction, far, |id| self.is_in_reach(sim, id))
    }

    /// Notes in a picture how much is not in it.
    pub(super) fn note(&self, list: &mut DrawList, sim: &Sim) {
        let here = |keys: &BTreeSet<BodyKey>| keys.iter().filter(|key| sim.body_of(**key).is_some()).count();
        // What is out of sight or out of reach is said, with the key that brings it back.
        let (hidden, locked) = (here(&self.hidden), here(&self.locked));
        if hidden > 0 {
            list.notes.push(say!("{} hidden: Alt+H shows all", plural(hidden, "body", "bodies")));
        }
        if locked > 0 {
            list.notes.push(say!("{} locked: Alt+K unlocks all", plural(locked, "body", "bodies")));
        }
    }
}

/// Whether a body is among those of these keys.
fn has(keys: &BTreeSet<BodyKey>, sim: &Sim, id: BodyId) -> bool {
    !keys.is_empty() && sim.key(id).is_some_and(|key| keys.contains(&key))
}
