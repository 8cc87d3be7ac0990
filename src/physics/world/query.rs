//! What a world answers about itself.

use super::super::bodies::Bodies;
use super::super::fingerprint::{FNV_START, fnv};
use super::super::pairs::{CEILING, FLOOR, Pair};
use super::super::{Body, BodyId, Contact, ContactPoint, Fingerprint, Motion};
use super::World;
use crate::geometry::{Aabb, Feature, cast_ray};
use glam::{DVec3, Vec3};

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

impl World {
    /// The touching pairs of the last step, ordered by the slots of `a` and `b`; the floor and the ceiling come first.
    pub fn contacts(&self) -> Vec<Contact> {
        let mut contacts: Vec<Contact> = self
            .pairs
            .indices()
            .map(|i| &self.pairs.slab[i])
            .filter(|p| p.count > 0)
            .map(|p| contact(&self.bodies, p))
            .collect();
        contacts.sort_unstable_by_key(|c| (c.a.index.wrapping_add(2), c.b.index));
        contacts
    }

    /// The boxes of the broad phase's trees.
    pub fn tree_nodes(&self) -> Vec<TreeNode> {
        let nodes = self.broad_phase.trees().into_iter().flat_map(|tree| tree.nodes());
        nodes.map(|(aabb, depth, leaf)| TreeNode { aabb, depth, leaf }).collect()
    }

    /// The first body that a ray from `origin` along the unit vector `direction` meets within `max` metres.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32) -> Option<RayHit> {
        let mut best: Option<RayHit> = None;
        for tree in self.broad_phase.trees() {
            let reach = best.map_or(max, |h| h.distance);
            tree.cast_ray(origin, direction, reach, |slot, reach| {
                let i = slot as usize;
                let pose = self.bodies.pose(i);
                let local = (pose.inverse_point(origin), pose.inverse_vector(direction));
                match cast_ray(&self.bodies.shape[i], local.0, local.1, reach) {
                    Some(hit) => {
                        let id = BodyId { index: slot, generation: self.bodies.generation[i] };
                        let normal = pose.vector(hit.normal);
                        best = Some(RayHit { body: id, distance: hit.distance, normal, feature: hit.feature });
                        hit.distance
                    }
                    None => reach,
                }
            });
        }
        best
    }

    fn dynamic(&self) -> impl Iterator<Item = Body> + '_ {
        self.bodies().filter(|b| b.desc.motion == Motion::Dynamic)
    }

    /// ½ m v² + ½ ω·I·ω over all dynamic bodies (J).
    pub fn kinetic_energy(&self) -> f64 {
        self.dynamic().map(|b| b.kinetic_energy()).sum()
    }

    /// −Σ (m g + F)·x over all dynamic bodies (J): of gravity and of the constant forces.
    pub fn potential_energy(&self) -> f64 {
        let gravity = self.config.gravity.as_dvec3();
        let force = |b: &Body| gravity * f64::from(b.mass) + b.desc.force.as_dvec3();
        self.dynamic().map(|b| -force(&b).dot(b.desc.position.as_dvec3())).sum()
    }

    /// Σ m v over all dynamic bodies (N·s, world).
    pub fn momentum(&self) -> DVec3 {
        self.dynamic().map(|b| b.desc.velocity.as_dvec3() * f64::from(b.mass)).sum()
    }

    /// 64 bits over every body's pose and velocity, bit for bit (FNV-1a in slot order).
    pub fn state_hash(&self) -> u64 {
        self.fingerprint().hash
    }

    /// The state hash, and what it takes to tell which body made the difference.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut print = Fingerprint { hash: FNV_START, sum: 0, moment: 0 };
        for i in self.bodies.slots() {
            let mut own = FNV_START;
            for word in self.state_words(i) {
                print.hash = fnv(print.hash, word);
                own = fnv(own, word);
            }
            print.add(i, own);
        }
        print
    }

    /// Slot and hash of every body: of its own pose and velocity alone.
    pub fn body_hashes(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.bodies.slots().map(|i| (i, self.state_words(i).fold(FNV_START, fnv)))
    }

    fn state_words(&self, i: usize) -> impl Iterator<Item = u32> {
        let b = &self.bodies;
        let pose = b.position[i].to_array().into_iter().chain(b.rotation[i].to_array());
        pose.chain(b.velocity[i].to_array()).chain(b.spin[i].to_array()).map(f32::to_bits)
    }
}

fn contact(bodies: &Bodies, pair: &Pair) -> Contact {
    let id = |slot: u32| match slot {
        FLOOR => BodyId::FLOOR,
        CEILING => BodyId::CEILING,
        _ => BodyId { index: slot, generation: bodies.generation[slot as usize] },
    };
    let (n, t1) = (pair.normal, pair.tangent);
    let t2 = n.cross(t1);
    let load: f32 = pair.points().iter().map(|p| p.total).sum();
    let load_arm: f32 = pair.points().iter().map(|p| p.total * (p.a * p.a + p.b * p.b).sqrt()).sum();
    let mut points = [ContactPoint::default(); 4];
    for (point, p) in points.iter_mut().zip(pair.points()) {
        // Friction acts at the middle and as a twist; each point bears its share of both.
        let share = if load > 0.0 { p.total / load } else { 0.0 };
        let arm = (p.a * p.a + p.b * p.b).sqrt();
        let around = if arm > 0.0 && load_arm > 0.0 {
            (t2 * p.a - t1 * p.b) * (pair.twist_total * p.total / (load_arm * arm))
        } else {
            Vec3::ZERO
        };
        *point = ContactPoint {
            position: pair.middle + t1 * p.a + t2 * p.b + n * p.height,
            separation: p.separation,
            normal_impulse: p.total,
            friction_impulse: pair.friction_total * share + around,
            id: p.id,
            persisted: p.persisted,
        };
    }
    Contact {
        a: id(pair.a),
        b: id(pair.b),
        normal: n,
        feature_a: pair.feature_a,
        feature_b: pair.feature_b,
        restitution: pair.restitution,
        friction: pair.friction,
        impact_speed: pair.impact_speed,
        points,
        count: usize::from(pair.count),
    }
}
