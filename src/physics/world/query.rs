//! What a world answers about itself.

use super::super::bodies::Bodies;
use super::super::fingerprint::{FNV_START, fnv};
use super::super::pairs::{CEILING, FLOOR, Pair, PairPoint};
use super::super::{BodyId, BodyState, Contact, ContactPoint, Fingerprint, Motion, narrow_phase};
use super::World;
use crate::geometry::{Aabb, Feature, PairMemory, Shape, cast_ray};
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

/// Energy and momentum of all dynamic bodies together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// ½ m v² + ½ ω·I·ω (J).
    pub kinetic: f64,
    /// −Σ (m g + F)·x (J): of gravity and of the constant forces, 0 at the origin.
    pub potential: f64,
    /// Σ m v (N·s, world).
    pub momentum: DVec3,
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
        contacts.sort_unstable_by_key(Contact::order);
        contacts
    }

    /// Which pairs touch as the bodies stand now: what the next step would detect at its start. No impulses yet.
    ///
    /// Costs a copy of the world.
    pub fn detect(&self) -> Vec<Contact> {
        let mut copy = self.clone();
        copy.look();
        copy.contacts()
    }

    /// The same, with no contact carried along from the step before: all are looked for.
    pub(super) fn detect_anew(&self) -> Vec<Contact> {
        let mut copy = self.clone();
        copy.pairs.heads.iter_mut().for_each(|head| head.drift = f32::INFINITY);
        copy.bodies.asleep.fill(false);
        copy.look();
        copy.contacts()
    }

    /// Where a body is and how it moves, unless it was removed.
    pub fn state(&self, id: BodyId) -> Option<BodyState> {
        self.bodies.slot(id).ok().map(|i| self.bodies.state(i))
    }

    /// Fills `states` with the state of every slot; those of removed bodies mean nothing.
    pub fn copy_states(&self, states: &mut Vec<BodyState>) {
        states.clear();
        states.extend((0..self.bodies.len()).map(|i| self.bodies.state(i)));
    }

    /// What the pair remembers of its past; nothing for bodies that are not near each other.
    pub fn pair_memory(&self, a: BodyId, b: BodyId) -> PairMemory {
        let slot = |id: BodyId| match id {
            BodyId::FLOOR => FLOOR,
            BodyId::CEILING => CEILING,
            _ => id.index,
        };
        let found = self.pairs.find(slot(a), slot(b)).or_else(|| self.pairs.find(slot(b), slot(a)));
        found.map_or_else(PairMemory::default, |i| self.pairs.heads[i].memory)
    }

    /// The gap up to which a pair of these shapes counts as a contact (m).
    pub fn speculative_margin(&self, a: &Shape, b: &Shape) -> f32 {
        narrow_phase::speculative_margin(a, b, &self.config)
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

    /// ½ m v² + ½ ω·I·ω over all dynamic bodies (J).
    pub fn kinetic_energy(&self) -> f64 {
        self.sums().kinetic
    }

    /// −Σ (m g + F)·x over all dynamic bodies (J): of gravity and of the constant forces.
    pub fn potential_energy(&self) -> f64 {
        self.sums().potential
    }

    /// Σ m v over all dynamic bodies (N·s, world).
    pub fn momentum(&self) -> DVec3 {
        self.sums().momentum
    }

    /// Energy and momentum of all dynamic bodies, in one pass: every step of a run asks for them.
    pub fn sums(&self) -> Sums {
        let (bodies, gravity) = (&self.bodies, self.config.gravity.as_dvec3());
        let mut sums = Sums::default();
        for i in bodies.slots().filter(|i| bodies.motion[*i] == Motion::Dynamic) {
            let (desc, shape) = (&bodies.desc[i], &bodies.shape[i]);
            let mass = desc.mass.of(shape);
            let (m, v) = (f64::from(mass), bodies.velocity[i].as_dvec3());
            sums.kinetic += 0.5 * m * v.length_squared();
            if bodies.spin[i] != Vec3::ZERO {
                let spin = (bodies.rotation[i].conjugate() * bodies.spin[i]).as_dvec3();
                sums.kinetic += 0.5 * ((shape.unit_inertia() * mass).as_dvec3() * spin).dot(spin);
            }
            sums.potential -= (gravity * m + desc.force.as_dvec3()).dot(bodies.position[i].as_dvec3());
            sums.momentum += v * m;
        }
        sums
    }

    /// 64 bits over every body's pose and velocity, bit for bit (FNV-1a in slot order).
    pub fn state_hash(&self) -> u64 {
        self.fingerprint().hash
    }

    /// The state hash, and what it takes to tell which body made the difference.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut print = Fingerprint { hash: FNV_START, sum: 0, moment: 0 };
        for i in self.bodies.slots() {
            let (words, mut own) = (self.state_words(i), FNV_START);
            for word in words {
                print.hash = fnv(print.hash, word);
                own = fnv(own, word);
            }
            print.add(i, own);
        }
        print
    }

    /// Slot and hash of every body: of its own pose and velocity alone.
    pub fn body_hashes(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        self.bodies.slots().map(|i| (i, self.state_words(i).into_iter().fold(FNV_START, fnv)))
    }

    fn state_words(&self, i: usize) -> [u32; 13] {
        let (p, q, v, w) =
            (self.bodies.position[i], self.bodies.rotation[i], self.bodies.velocity[i], self.bodies.spin[i]);
        [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z].map(f32::to_bits)
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
    let friction = friction_of_points(pair);
    let mut points = [ContactPoint::default(); 4];
    for ((point, p), [along1, along2]) in points.iter_mut().zip(pair.points()).zip(friction) {
        *point = ContactPoint {
            position: pair.middle + t1 * p.a + t2 * p.b + n * p.height,
            separation: p.separation,
            normal_impulse: p.total,
            friction_impulse: t1 * along1 + t2 * along2,
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
        impulse: pair.impulse,
        points,
        count: usize::from(pair.count),
    }
}

/// What friction does at each point, along the two tangents (N·s, on `b`).
///
/// The solver knows one force `F` at the middle and one twist `M` about the normal. Each point bears `F` by its share
/// `s` of the load, and the twist in proportion to its arm from the centre of load `c = Σ s r`: `s k n × (r − c)`. These
/// add up to nothing, so the sum stays `F`; and with `k = (M − n·(c × F)) / Σ s |r − c|²` so does the moment.
fn friction_of_points(pair: &Pair) -> [[f32; 2]; 4] {
    let points = pair.points();
    let load: f32 = points.iter().map(|p| p.total).sum();
    let share = |p: &PairPoint| if load > 0.0 { p.total / load } else { 1.0 / points.len() as f32 };
    let (t1, t2) = (pair.tangent, pair.normal.cross(pair.tangent));
    let (f1, f2) = (pair.friction_total.dot(t1), pair.friction_total.dot(t2));
    let (mut c1, mut c2) = (0.0, 0.0);
    for p in points {
        c1 += share(p) * p.a;
        c2 += share(p) * p.b;
    }
    let spread: f32 = points.iter().map(|p| share(p) * ((p.a - c1) * (p.a - c1) + (p.b - c2) * (p.b - c2))).sum();
    // All the load in one place: a twist there is no force anywhere.
    let k = if spread > 1e-12 { (pair.twist_total - (c1 * f2 - c2 * f1)) / spread } else { 0.0 };
    let mut friction = [[0.0; 2]; 4];
    for (slot, p) in friction.iter_mut().zip(points) {
        let s = share(p);
        *slot = [s * (f1 - k * (p.b - c2)), s * (f2 + k * (p.a - c1))];
    }
    friction
}
