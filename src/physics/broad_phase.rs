//! Which bodies are near each other: two trees of fat bounds, one for what moves and one for what does not.

use super::bodies::{Bodies, NONE};
use super::config::Config;
use super::pairs::{CEILING, FLOOR, Pairs};
use crate::geometry::{Aabb, Shape, Tree};
use crate::math::delta::{DeltaReader, DeltaWriter};
use crate::physics::Motion;
use glam::Vec3;

/// Trees and scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct BroadPhase {
    moving: Tree,
    fixed: Tree,
    /// Slots whose fat bounds changed since the pairs were last found.
    moved: Vec<u32>,
}

impl BroadPhase {
    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        self.moving.size() + self.fixed.size() + size_of_val(&*self.moved)
    }

    /// Writes how it differs from what it was.
    pub fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        let Self { moving, fixed, moved } = self;
        moving.pack(&before.moving, delta);
        fixed.pack(&before.fixed, delta);
        delta.list(moved, &before.moved);
    }

    /// Makes of it as it was what was written.
    pub fn unpack(&mut self, delta: &mut DeltaReader<'_>) {
        self.moving.unpack(delta);
        self.fixed.unpack(delta);
        delta.list(&mut self.moved);
    }

    /// Enters the body of slot `i`, or enters it anew after a change.
    pub fn insert(&mut self, bodies: &mut Bodies, config: &Config, i: usize) {
        self.remove(bodies, i);
        let fat = bodies.shape[i].aabb(&bodies.pose(i)).expanded(margin(&bodies.shape[i], config));
        bodies.fat[i] = fat;
        bodies.proxy[i] = self.tree(bodies, i).insert(fat, i as u32);
        bodies.in_fixed_tree[i] = bodies.motion[i] == Motion::Static;
        self.moved.push(i as u32);
    }

    /// Takes the body of slot `i` out.
    pub fn remove(&mut self, bodies: &mut Bodies, i: usize) {
        if bodies.proxy[i] != NONE {
            let tree = if bodies.in_fixed_tree[i] { &mut self.fixed } else { &mut self.moving };
            tree.remove(bodies.proxy[i]);
            bodies.proxy[i] = NONE;
            self.moved.retain(|slot| *slot != i as u32);
        }
    }

    fn tree(&mut self, bodies: &Bodies, i: usize) -> &mut Tree {
        if bodies.motion[i] == Motion::Static { &mut self.fixed } else { &mut self.moving }
    }

    /// The tree of bodies that can move, and that of static ones.
    pub fn trees(&self) -> [&Tree; 2] {
        [&self.moving, &self.fixed]
    }

    /// Widens the bounds of moving bodies to hold their path over `dt`, then adds the pairs that are new.
    pub fn update(&mut self, bodies: &mut Bodies, pairs: &mut Pairs, config: &Config, dt: f32) {
        for i in 0..bodies.len() {
            if bodies.moves(i) {
                let velocity = bodies.velocity[i];
                self.widen(bodies, config, i, path_bounds(bodies, i, config, dt), velocity * dt);
            }
        }
        let moved = std::mem::take(&mut self.moved);
        for &slot in &moved {
            self.find(bodies, pairs, config, slot as usize, |_| ());
        }
        self.moved = moved;
        self.moved.clear();
    }

    /// Makes the fat bounds of slot `i` hold `bounds`; new ones reach on by `ahead` (m). Whether they changed.
    pub fn widen(&mut self, bodies: &mut Bodies, config: &Config, i: usize, bounds: Aabb, ahead: Vec3) -> bool {
        if bodies.fat[i].contains(&bounds) {
            return false;
        }
        let fat = bounds.expanded(margin(&bodies.shape[i], config)).swept(ahead);
        bodies.fat[i] = fat;
        let proxy = bodies.proxy[i];
        self.tree(bodies, i).update(proxy, fat);
        self.moved.push(i as u32);
        true
    }

    /// Adds the pairs of slot `i` that are new and calls `found` with the index of each.
    pub fn find(
        &self,
        bodies: &mut Bodies,
        pairs: &mut Pairs,
        config: &Config,
        i: usize,
        mut found: impl FnMut(usize),
    ) {
        let fat = bodies.fat[i];
        let dynamic = bodies.motion[i] == Motion::Dynamic;
        let Bodies { motion, first_edge, .. } = bodies;
        let mut meet = |other: u32| {
            let (a, b) = (other.min(i as u32), other.max(i as u32));
            let pushable = dynamic || motion[other as usize] == Motion::Dynamic;
            if a != b && pushable && pairs.find(a, b).is_none() {
                found(pairs.insert(a, b, first_edge));
            }
        };
        self.moving.query(&fat, &mut meet);
        if dynamic {
            self.fixed.query(&fat, &mut meet);
            for (plane, near) in [
                (FLOOR, config.floor.is_some_and(|y| fat.min.y <= y)),
                (CEILING, config.ceiling.is_some_and(|y| fat.max.y >= y)),
            ] {
                if near && pairs.find(plane, i as u32).is_none() {
                    found(pairs.insert(plane, i as u32, first_edge));
                }
            }
        }
    }
}

/// How far the fat bounds of a shape reach beyond its path (m).
fn margin(shape: &Shape, config: &Config) -> f32 {
    (0.2 * shape.bounding_radius()).min(config.tuning.fat_margin)
}

/// Bounds of the path of slot `i` over `dt` seconds of free motion.
pub(super) fn path_bounds(bodies: &Bodies, i: usize, config: &Config, dt: f32) -> Aabb {
    let shape = &bodies.shape[i];
    let mut bounds = shape.aabb(&bodies.pose(i));
    if !matches!(shape, Shape::Sphere { .. }) {
        // Turning carries corners out, but never beyond the bounding sphere.
        let radius = shape.bounding_radius();
        let reach = bodies.spin[i].length() * dt * radius;
        let sphere = Aabb::from_center(bodies.position[i], Vec3::splat(radius));
        let grown = bounds.expanded(reach);
        bounds = Aabb { min: grown.min.max(sphere.min), max: grown.max.min(sphere.max) };
    }
    let fall = if bodies.motion[i] == Motion::Dynamic {
        (config.gravity + bodies.force_acceleration[i]) * (dt * dt)
    } else {
        Vec3::ZERO
    };
    bounds.swept(bodies.velocity[i] * dt).swept(fall)
}
