//! Which bodies are near each other: two trees of fat bounds, one for what moves and one for what does not.

use super::bodies::Bodies;
use super::config::Config;
use super::pairs::{CEILING, FLOOR, Pairs};
use super::team::Team;
use crate::geometry::{Aabb, Shape, Tree};
use crate::physics::Motion;
use glam::Vec3;

/// Bodies whose bounds a thread looks at before it takes more, and those for which it queries the trees: a microsecond
/// or more each.
const GRAIN: usize = 256;
const QUERIES: usize = 32;

/// A tree is packed anew when as many boxes were moved as it holds: then its nodes overlap about twice as much as they
/// need to.
const WORN: f32 = 1.0;

/// Trees and scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct BroadPhase {
    moving: Tree,
    fixed: Tree,
    /// Slots whose fat bounds changed since the pairs were last found.
    moved: Vec<u32>,
    is_moved: Vec<bool>,
    /// Bodies that are not in their tree yet: it must be packed anew.
    pending: [Vec<u32>; 2],
    scratch: Scratch,
}

/// What the threads find, part by part.
#[derive(Debug, Default)]
struct Scratch {
    outgrown: Vec<Vec<(u32, Aabb)>>,
    pairs: Vec<Vec<(u32, u32)>>,
    found: Vec<(u32, u32)>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl BroadPhase {
    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        self.moving.size() + self.fixed.size() + size_of_val(&*self.moved)
    }

    /// With the bodies that there are, as if their bounds had not changed since the pairs were found.
    pub fn of(bodies: &Bodies) -> Self {
        let mut broad_phase = Self::default();
        broad_phase.is_moved.resize(bodies.len(), false);
        for i in bodies.slots() {
            broad_phase.pending[usize::from(bodies.motion[i] == Motion::Static)].push(i as u32);
            // Of a state before its first step nobody has been paired; else whoever meets is a pair already.
            broad_phase.note_moved(i);
        }
        broad_phase.repack(bodies);
        broad_phase
    }

    /// Enters the body of slot `i`, or enters it anew after a change.
    pub fn insert(&mut self, bodies: &mut Bodies, config: &Config, i: usize) {
        self.remove(i);
        bodies.fat[i] = bodies.shape[i].aabb(&bodies.pose(i)).expanded(margin(&bodies.shape[i], config));
        // Its tree is packed anew at the next update; until then queries ask the pending as well.
        self.pending[usize::from(bodies.motion[i] == Motion::Static)].push(i as u32);
        self.note_moved(i);
    }

    /// Takes the body of slot `i` out.
    pub fn remove(&mut self, i: usize) {
        let slot = i as u32;
        let is_in_tree = self.moving.remove(slot) || self.fixed.remove(slot);
        // Who is pending has been noted: the lists are not searched for each of the bodies of a new world.
        if self.is_moved.get(i) != Some(&true) {
            return;
        }
        self.is_moved[i] = false;
        self.moved.retain(|other| *other != slot);
        if !is_in_tree {
            self.pending.iter_mut().for_each(|list| list.retain(|other| *other != slot));
        }
    }

    fn note_moved(&mut self, i: usize) {
        if self.is_moved.len() <= i {
            self.is_moved.resize(i + 1, false);
        }
        if !std::mem::replace(&mut self.is_moved[i], true) {
            self.moved.push(i as u32);
        }
    }

    /// Packs the trees that lack somebody or are worn.
    fn repack(&mut self, bodies: &Bodies) {
        let fixed = |i: &usize| bodies.motion[*i] == Motion::Static;
        let entry = |i: usize| (bodies.fat[i], i as u32);
        // Moving bodies degrade their tree; the fixed one changes with edits alone.
        if !self.pending[0].is_empty() || self.moving.moved_fraction() > WORN {
            self.moving.pack((0..bodies.len()).filter(|i| bodies.alive[*i] && !fixed(i)).map(entry));
        }
        if !self.pending[1].is_empty() {
            self.fixed.pack((0..bodies.len()).filter(|i| bodies.alive[*i] && fixed(i)).map(entry));
        }
        self.pending.iter_mut().for_each(Vec::clear);
    }

    /// The tree of bodies that can move, and that of static ones.
    pub fn trees(&self) -> [&Tree; 2] {
        [&self.moving, &self.fixed]
    }

    /// Bodies that are in neither tree yet.
    pub fn pending(&self) -> impl Iterator<Item = u32> + '_ {
        self.pending.iter().flatten().copied()
    }

    /// Widens the bounds of moving bodies to hold their path over `dt`, then adds the pairs that are new.
    pub fn update(&mut self, team: &Team, bodies: &mut Bodies, pairs: &mut Pairs, config: &Config, dt: f32) {
        // Who leaves its bounds in this step, with the path that it takes.
        let Scratch { outgrown, .. } = &mut self.scratch;
        outgrown.iter_mut().for_each(Vec::clear);
        outgrown.resize_with(bodies.len().div_ceil(GRAIN).max(outgrown.len()), Vec::new);
        {
            let bodies = &*bodies;
            team.each(outgrown, 1, |part, outgrown| {
                for i in part * GRAIN..((part + 1) * GRAIN).min(bodies.len()) {
                    // Bounds are fat, so most bodies stay within them for many steps and are not looked at any more.
                    if bodies.moves(i) {
                        let bounds = path_bounds(bodies, i, config, dt);
                        if !bodies.fat[i].contains(&bounds) {
                            outgrown.push((i as u32, bounds));
                        }
                    }
                }
            });
        }
        // In the order of the slots, whatever thread found them: trees come out the same.
        let outgrown = std::mem::take(&mut self.scratch.outgrown);
        for &(slot, bounds) in outgrown.iter().flatten() {
            let ahead = bodies.velocity[slot as usize].linear * (AHEAD * dt);
            self.widen(bodies, config, slot as usize, bounds, ahead);
        }
        self.scratch.outgrown = outgrown;
        self.repack(bodies);
        self.find_pairs(team, bodies, pairs, config);
    }

    /// Gives slot `i` fat bounds that hold `bounds` and reach on by `ahead` (m).
    pub fn widen(&mut self, bodies: &mut Bodies, config: &Config, i: usize, bounds: Aabb, ahead: Vec3) {
        let fat = bounds.expanded(margin(&bodies.shape[i], config)).swept(ahead);
        bodies.fat[i] = fat;
        // The tree is refitted from the leaf upwards, not built anew.
        let tree = if bodies.motion[i] == Motion::Static { &mut self.fixed } else { &mut self.moving };
        tree.update(i as u32, &fat);
        self.note_moved(i);
    }

    /// Adds the pairs of what moved that are new, in the order of their slots.
    pub fn find_pairs(&mut self, team: &Team, bodies: &mut Bodies, pairs: &mut Pairs, config: &Config) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let moved = std::mem::take(&mut self.moved);
        // Each thread queries the trees for some of those that moved.
        scratch.pairs.iter_mut().for_each(Vec::clear);
        {
            let (this, bodies, pairs) = (&*self, &*bodies, &*pairs);
            let parts = moved.len().div_ceil(QUERIES);
            scratch.pairs.resize_with(parts.max(scratch.pairs.len()), Vec::new);
            team.each(&mut scratch.pairs[..parts], 1, |part, found| {
                for &slot in &moved[part * QUERIES..((part + 1) * QUERIES).min(moved.len())] {
                    this.find(bodies, pairs, config, slot as usize, found);
                }
            });
        }
        // Sorted, so that the numbers of new pairs do not depend on the trees' shape.
        scratch.found.clear();
        scratch.found.extend(scratch.pairs.iter().flatten());
        scratch.found.sort_unstable();
        for &(a, b) in &scratch.found {
            pairs.insert(a, b, &mut bodies.first_edge);
        }
        moved.iter().for_each(|slot| self.is_moved[*slot as usize] = false);
        self.scratch = scratch;
        self.moved = moved;
        self.moved.clear();
    }

    /// Lists the pairs of slot `i` that are new; of two that moved, the lower slot does.
    fn find(&self, bodies: &Bodies, pairs: &Pairs, config: &Config, i: usize, found: &mut Vec<(u32, u32)>) {
        let fat = bodies.fat[i];
        let dynamic = bodies.motion[i] == Motion::Dynamic;
        let mut meet = |other: u32| {
            let (a, b) = (other.min(i as u32), other.max(i as u32));
            let pushable = dynamic || bodies.motion[other as usize] == Motion::Dynamic;
            // Both moved: the lower slot finds the pair, so that it is listed once.
            let told = self.is_moved[other as usize] && other < i as u32;
            if a != b && pushable && !told && pairs.find(a, b).is_none() {
                found.push((a, b));
            }
        };
        // Only dynamic bodies can meet what is fixed, and the planes.
        self.moving.query(&fat, &mut meet);
        if dynamic {
            self.fixed.query(&fat, &mut meet);
            for (plane, near) in [
                (FLOOR, config.floor.is_some_and(|y| fat.min.y <= y)),
                (CEILING, config.ceiling.is_some_and(|y| fat.max.y >= y)),
            ] {
                if near && pairs.find(plane, i as u32).is_none() {
                    found.push((plane, i as u32));
                }
            }
        }
    }
}

/// Steps that new bounds of a moving body reach ahead: then what flies freely needs new ones every few steps only.
const AHEAD: f32 = 2.0;

/// How far the fat bounds of a shape reach beyond its path (m).
fn margin(shape: &Shape, config: &Config) -> f32 {
    (0.2 * shape.bounding_radius()).min(config.tuning.fat_margin)
}

/// Bounds of the path of slot `i` over `dt` seconds of free motion.
pub(super) fn path_bounds(bodies: &Bodies, i: usize, config: &Config, dt: f32) -> Aabb {
    let (shape, velocity) = (&bodies.shape[i], &bodies.velocity[i]);
    let mut bounds = shape.aabb(&bodies.pose(i));
    if velocity.reach > 0.0 {
        // Turning carries corners out, but never beyond the bounding sphere.
        let radius = bodies.radius[i];
        let sphere = Aabb::from_center(bodies.position[i], Vec3::splat(radius));
        let grown = bounds.expanded(velocity.turning() * dt);
        bounds = Aabb { min: grown.min.max(sphere.min), max: grown.max.min(sphere.max) };
    }
    // Along the velocity, and by a dt²: twice the fall, to be on the safe side.
    bounds.swept(velocity.linear * dt).swept(bodies.free_acceleration(i, config) * (dt * dt))
}
