//! What a world answers about itself.

use super::super::bodies::Bodies;
use super::super::constraint::{Constraint, ConstraintPoint, Surface};
use super::super::fingerprint::{FNV_START, fnv};
use super::super::pairs::{Pair, State};
use super::super::{BodyId, BodyState, Contact, ContactPoint, Fingerprint, Motion, Stats, WorldPlane, pair_rules};
use super::World;
use crate::geometry::{Aabb, Feature, Overlap, PairMemory, Shape, Tree, cast_ray};
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
        // Slab order is an accident of history; the order of slots is not.
        let touching = || self.pairs.slab.iter().filter(|pair| pair.alive && pair.touches());
        let contact = |pair: &Pair| Some(contact(&self.bodies, pair, &self.contacts.of(pair)?));
        // Counted first: a crowd's list that grows by itself takes twice the memory for a moment.
        let mut contacts = Vec::with_capacity(touching().count());
        contacts.extend(touching().filter_map(contact));
        contacts.sort_unstable_by_key(Contact::order);
        contacts
    }

    /// Which pairs touch as the bodies stand now: what the next step would detect at its start. No impulses yet.
    ///
    /// Costs a copy of the world.
    pub fn detect(&self) -> Vec<Contact> {
        let mut copy = self.clone();
        copy.find_pairs();
        copy.collide();
        copy.contacts()
    }

    /// The same, with no manifold reused from the step before: all are computed anew.
    pub(super) fn detect_anew(&self) -> Vec<Contact> {
        let mut copy = self.clone();
        for index in 0..copy.pairs.slab.len() {
            copy.contacts.invalidate(&mut copy.pairs, index);
        }
        (0..copy.bodies.len()).for_each(|i| {
            copy.bodies.wake_group(i);
        });
        copy.find_pairs();
        copy.collide();
        copy.contacts()
    }

    /// How many impacts a body felt that were resolved at their time in the last step.
    pub fn impacts_felt(&self, id: BodyId) -> u32 {
        self.impacts.hits(id.index())
    }

    /// Counts and stage times of the last step.
    pub fn stats(&self) -> Stats {
        // Counted when asked for: nothing of it is needed by a step.
        let mut stats = Stats { bodies: self.bodies.count, pairs: self.pairs.count, ..self.stats };
        for i in self.bodies.slots() {
            stats.dynamic += usize::from(self.bodies.motion[i] == Motion::Dynamic);
            stats.awake += usize::from(self.bodies.moves(i));
            stats.quarantined += usize::from(self.bodies.quarantined[i]);
        }
        self.contacts.graph.each_count(|points| {
            stats.contacts += 1;
            stats.points += points;
        });
        for pair in self.pairs.slab.iter().filter(|pair| pair.alive) {
            // Detached contacts are contacts all the same.
            if let State::Detached(_) = pair.state {
                stats.contacts += 1;
                stats.points += self.contacts.of(pair).map_or(0, |constraint| usize::from(constraint.count));
            }
        }
        stats.colors = self.contacts.graph.color_count();
        stats
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
        self.pair(a, b).map_or_else(PairMemory::default, |pair| {
            let bearing = self.contacts.of(pair).map_or([0; 4], |contact| contact.bearing());
            PairMemory { bearing, ..pair.memory }
        })
    }

    /// What the overlap of two bodies was worth when they were last collided: where many stand in one place not the
    /// shortest way out.
    pub fn overlap_between(&self, a: BodyId, b: BodyId) -> Overlap {
        self.pair(a, b).map_or(Overlap::Exact, |pair| pair.overlap)
    }

    /// The pair of two bodies that are near each other.
    fn pair(&self, a: BodyId, b: BodyId) -> Option<&Pair> {
        // A plane is always side a, of two bodies the lower slot is; ids come in either order.
        let (a, b) = (a.index, b.index);
        self.pairs.find(a, b).or_else(|| self.pairs.find(b, a)).map(|index| &self.pairs.slab[index])
    }

    /// The gap up to which a pair of these shapes counts as a contact (m).
    pub fn speculative_margin(&self, a: &Shape, b: &Shape) -> f32 {
        pair_rules::speculative_margin(a, b, &self.config)
    }

    /// The boxes of the broad phase's trees.
    pub fn tree_nodes(&self) -> Vec<TreeNode> {
        let nodes = self.broad_phase.trees().into_iter().flat_map(Tree::nodes);
        nodes.map(|(aabb, depth, leaf)| TreeNode { aabb, depth, leaf }).collect()
    }

    /// The first body that a ray from `origin` along the unit vector `direction` meets within `max` metres.
    pub fn cast_ray(&self, origin: Vec3, direction: Vec3, max: f32) -> Option<RayHit> {
        self.cast_ray_to(origin, direction, max, |_| true)
    }

    /// The same among the bodies that `stops` names; the ray goes through all others.
    pub fn cast_ray_to(
        &self,
        origin: Vec3,
        direction: Vec3,
        max: f32,
        stops: impl Fn(BodyId) -> bool,
    ) -> Option<RayHit> {
        let mut best: Option<RayHit> = None;
        let mut meet = |slot: u32, reach: f32| {
            let i = slot as usize;
            let body = BodyId { index: slot, generation: self.bodies.generation[i] };
            if !stops(body) {
                return reach;
            }
            // In the body's frame; each hit shortens the ray for those that follow.
            let pose = self.bodies.pose(i);
            let local = (pose.inverse_point(origin), pose.inverse_vector(direction));
            let Some(hit) = cast_ray(&self.bodies.shape[i], local.0, local.1, reach) else { return reach };
            best = Some(RayHit { body, distance: hit.distance, normal: pose.vector(hit.normal), feature: hit.feature });
            hit.distance
        };
        // Those that came since the last step are in no tree yet.
        let mut reach = self.broad_phase.pending().fold(max, |reach, slot| meet(slot, reach));
        for tree in self.broad_phase.trees() {
            tree.cast_ray(origin, direction, reach, |slot, most| {
                reach = meet(slot, most);
                reach
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
            // Double precision: sums over many bodies would lose the small ones.
            let shape = &bodies.shape[i];
            let mass = bodies.mass[i].of(shape);
            let (m, v) = (f64::from(mass), bodies.velocity[i].linear.as_dvec3());
            sums.kinetic += 0.5 * m * v.length_squared();
            if bodies.velocity[i].angular != Vec3::ZERO {
                let spin = (bodies.rotation[i].conjugate() * bodies.velocity[i].angular).as_dvec3();
                sums.kinetic += 0.5 * ((shape.unit_inertia() * mass).as_dvec3() * spin).dot(spin);
            }
            sums.potential -= (gravity * m + bodies.force[i].as_dvec3()).dot(bodies.position[i].as_dvec3());
            sums.momentum += v * m;
        }
        sums
    }

    /// The least approach speed at which the two of a contact bounce (m/s): the rule of the step. Those that were
    /// struck often in one step, as in a dense crowd, have to be faster.
    pub fn bounce_speed(&self, contact: &Contact) -> f32 {
        pair_rules::bounce_speed(&self.config, &Surface { restitution: contact.restitution, ..Surface::default() })
    }

    /// 64 bits over every body's pose and velocity, bit for bit (FNV-1a in slot order).
    pub fn state_hash(&self) -> u64 {
        self.fingerprint().hash
    }

    /// The state hash, and what it takes to tell which body made the difference.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut print = Fingerprint { hash: FNV_START, sum: 0, moment: 0 };
        for i in self.bodies.slots() {
            // One hash over all in order, and one of each body for sums that tell it apart.
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
        let BodyState { position: p, rotation: q, velocity: v, spin: w } = self.bodies.state(i);
        [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z].map(f32::to_bits)
    }
}

fn contact(bodies: &Bodies, pair: &Pair, constraint: &Constraint) -> Contact {
    // Slots become ids: those of planes are fixed.
    let id = |slot: u32| {
        let body = || BodyId { index: slot, generation: bodies.generation[slot as usize] };
        WorldPlane::of_slot(slot).map_or_else(body, WorldPlane::id)
    };
    // Points in world axes, each with its part of the friction.
    let (n, t1, t2) = (constraint.normal, constraint.tangent, constraint.tangent2());
    let friction = friction_of_points(constraint);
    let mut points = [ContactPoint::default(); 4];
    for ((point, p), [along1, along2]) in points.iter_mut().zip(constraint.points()).zip(friction) {
        *point = ContactPoint {
            position: constraint.middle + constraint.offset(p) + n * p.height,
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
        feature_a: constraint.feature_a,
        feature_b: constraint.feature_b,
        restitution: constraint.surface.restitution,
        friction: constraint.surface.friction,
        impact_speed: constraint.impact.speed,
        bounce: constraint.impact.bounce,
        overlap: pair.overlap,
        impulse: constraint.impulse(),
        points,
        count: usize::from(constraint.count),
    }
}

/// What friction does at each point, along the two tangents (N·s, on `b`).
///
/// The solver knows one force `F` at the middle and one moment `M` about the normal. Each point bears `F` by its share
/// `s` of the load, and the moment in proportion to its arm from the centre of load `c = Σ s r`: `s k n × (r − c)`.
/// These add up to nothing, so the sum stays `F`; and with `k = (M − n·(c × F)) / Σ s |r − c|²` so does the moment.
fn friction_of_points(constraint: &Constraint) -> [[f32; 2]; 4] {
    let points = constraint.points();
    // Shares of the load; without any, equal ones.
    let load: f32 = points.iter().map(|p| p.total).sum();
    let share = |p: &ConstraintPoint| if load > 0.0 { p.total / load } else { 1.0 / points.len() as f32 };
    let [f1, f2] = constraint.tangent_total;
    // Centre of load c, and the loads' second moment about it.
    let (mut c1, mut c2) = (0.0, 0.0);
    for p in points {
        c1 += share(p) * p.a;
        c2 += share(p) * p.b;
    }
    let spread: f32 = points.iter().map(|p| share(p) * ((p.a - c1) * (p.a - c1) + (p.b - c2) * (p.b - c2))).sum();
    // All the load in one place: a moment there is no force anywhere.
    let k = if spread > 1e-12 { (constraint.spinning_total - (c1 * f2 - c2 * f1)) / spread } else { 0.0 };
    // s (F + k n × (r − c)) along the two tangents.
    let mut friction = [[0.0; 2]; 4];
    for (slot, p) in friction.iter_mut().zip(points) {
        let s = share(p);
        *slot = [s * (f1 - k * (p.b - c2)), s * (f2 + k * (p.a - c1))];
    }
    friction
}
