//! The bodies of a world, one array a property, indexed by slot.

use super::integrate::Fine;
use super::{Body, BodyDesc, BodyError, BodyId, BodyState, Motion};
use crate::geometry::{Aabb, Shape};
use crate::math::Pose;
use crate::math::delta::{DeltaReader, DeltaWriter};
use glam::{Quat, Vec3};

/// No index: of a proxy, a pair, an island.
pub(super) const NONE: u32 = u32::MAX;

/// Structure of arrays. Every array is as long as there are slots; free slots hold stale values with `alive` false.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    pub generation: Vec<u32>,
    pub alive: Vec<bool>,
    /// What the user set; position, rotation, velocity and spin stand in their own arrays and are stale here.
    pub desc: Vec<BodyDesc>,
    pub shape: Vec<Shape>,
    /// Of the bounding sphere (m).
    pub radius: Vec<f32>,
    pub motion: Vec<Motion>,
    pub asleep: Vec<bool>,
    /// Frozen because its state was no longer finite.
    pub quarantined: Vec<bool>,
    /// Centre of mass (m, world).
    pub position: Vec<Vec3>,
    /// What rounding left off `position` (m): the true centre is `position + residue`.
    pub residue: Vec<Vec3>,
    /// `world_from_body`.
    pub rotation: Vec<Quat>,
    /// m/s, world.
    pub velocity: Vec<Vec3>,
    /// rad/s, world.
    pub spin: Vec<Vec3>,
    /// 1/kg; 0 for static and kinematic bodies.
    pub inv_mass: Vec<f32>,
    /// 1/(kg·m²), along the body's axes; 0 for static and kinematic bodies.
    pub inv_inertia: Vec<Vec3>,
    /// Acceleration by the constant force (m/s²).
    pub force_acceleration: Vec<Vec3>,
    /// Velocity and spin gained in the last sub-step (m/s, rad/s): the acceleration of late, contacts included.
    pub change: Vec<(Vec3, Vec3)>,
    /// Displacement (m) and turn (rad) of the last step, world.
    pub motion_of_late: Vec<(Vec3, Vec3)>,
    /// How far any point of the body moved in the last step, at most (m).
    pub reach_of_late: Vec<f32>,
    /// Whether the last step was free flight, without contacts.
    pub free: Vec<bool>,
    /// Finer state of tumbling bodies in free flight.
    pub fine: Vec<Fine>,
    /// How long the body has been slow (s).
    pub still_time: Vec<f32>,
    /// Leaf in the broad phase, and whether it lies in the tree of static bodies.
    pub proxy: Vec<u32>,
    pub in_fixed_tree: Vec<bool>,
    /// Bounds in the broad phase (m, world).
    pub fat: Vec<Aabb>,
    /// The least slot of its island, [`NONE`] when alone.
    pub island: Vec<u32>,
    /// First of its pairs (pair index · 2 + side), [`NONE`] when it has none.
    pub first_edge: Vec<u32>,
    /// Slots to use again.
    vacant: Vec<u32>,
    /// How many are alive.
    pub count: usize,
}

/// The arrays of [`Bodies`] that steps change; the others change with edits alone.
macro_rules! changed_by_steps {
    ($then:ident) => {
        $then!(
            asleep,
            quarantined,
            position,
            residue,
            rotation,
            velocity,
            spin,
            change,
            motion_of_late,
            reach_of_late,
            free,
            fine,
            still_time,
            proxy,
            in_fixed_tree,
            fat,
            island,
            first_edge
        )
    };
}

impl Bodies {
    /// A slot for a new body; its arrays must then be filled by [`set`](Self::set).
    pub fn insert(&mut self, desc: &BodyDesc) -> BodyId {
        let index = match self.vacant.pop() {
            Some(index) => index,
            None => {
                let index = self.alive.len() as u32;
                self.generation.push(0);
                self.alive.push(false);
                self.desc.push(*desc);
                self.shape.push(desc.shape);
                self.radius.push(0.0);
                self.motion.push(desc.motion);
                self.asleep.push(false);
                self.quarantined.push(false);
                self.position.push(Vec3::ZERO);
                self.residue.push(Vec3::ZERO);
                self.rotation.push(Quat::IDENTITY);
                self.velocity.push(Vec3::ZERO);
                self.spin.push(Vec3::ZERO);
                self.inv_mass.push(0.0);
                self.inv_inertia.push(Vec3::ZERO);
                self.force_acceleration.push(Vec3::ZERO);
                self.change.push((Vec3::ZERO, Vec3::ZERO));
                self.motion_of_late.push((Vec3::ZERO, Vec3::ZERO));
                self.reach_of_late.push(0.0);
                self.free.push(true);
                self.fine.push(Fine::default());
                self.still_time.push(0.0);
                self.proxy.push(NONE);
                self.in_fixed_tree.push(false);
                self.fat.push(Aabb::EMPTY);
                self.island.push(NONE);
                self.first_edge.push(NONE);
                index
            }
        };
        let i = index as usize;
        self.alive[i] = true;
        self.count += 1;
        self.proxy[i] = NONE;
        self.island[i] = NONE;
        self.first_edge[i] = NONE;
        self.set(i, desc);
        BodyId { index, generation: self.generation[i] }
    }

    /// Fills the arrays of slot `i` from a validated description.
    pub fn set(&mut self, i: usize, desc: &BodyDesc) {
        self.desc[i] = *desc;
        self.shape[i] = desc.shape;
        self.radius[i] = desc.shape.bounding_radius();
        self.motion[i] = desc.motion;
        self.asleep[i] = false;
        self.quarantined[i] = false;
        self.still_time[i] = 0.0;
        self.free[i] = true;
        self.motion_of_late[i] = (Vec3::ZERO, Vec3::ZERO);
        self.reach_of_late[i] = 0.0;
        self.change[i] = (Vec3::ZERO, Vec3::ZERO);
        if self.position[i] != desc.position {
            self.residue[i] = Vec3::ZERO;
        }
        self.position[i] = desc.position;
        self.rotation[i] = unit(desc.rotation);
        let still = desc.motion == Motion::Static;
        self.velocity[i] = if still { Vec3::ZERO } else { desc.velocity };
        self.spin[i] = if still { Vec3::ZERO } else { desc.spin };
        if desc.motion == Motion::Dynamic {
            let mass = desc.mass.of(&desc.shape);
            self.inv_mass[i] = 1.0 / mass;
            self.inv_inertia[i] = (desc.shape.unit_inertia() * mass).recip();
            self.force_acceleration[i] = desc.force / mass;
        } else {
            self.inv_mass[i] = 0.0;
            self.inv_inertia[i] = Vec3::ZERO;
            self.force_acceleration[i] = Vec3::ZERO;
        }
    }

    /// Frees slot `i`.
    pub fn remove(&mut self, i: usize) {
        self.alive[i] = false;
        self.generation[i] = self.generation[i].wrapping_add(1);
        self.count -= 1;
        self.vacant.push(i as u32);
    }

    /// The slot of a living body.
    pub fn slot(&self, id: BodyId) -> Result<usize, BodyError> {
        let i = id.index();
        if i < self.alive.len() && self.alive[i] && self.generation[i] == id.generation {
            Ok(i)
        } else {
            Err(BodyError::Gone)
        }
    }

    /// Writes how the arrays that steps change differ from what they were.
    pub fn pack(&self, before: &Self, delta: &mut DeltaWriter) {
        macro_rules! write {
            ($($list:ident),*) => { $(delta.list(&self.$list, &before.$list);)* };
        }
        changed_by_steps!(write);
    }

    /// Makes of the bodies as they were those that were written.
    pub fn unpack(&mut self, delta: &mut DeltaReader<'_>) {
        macro_rules! read {
            ($($list:ident),*) => { $(delta.list(&mut self.$list);)* };
        }
        changed_by_steps!(read);
    }

    /// Memory in use (bytes).
    pub fn size(&self) -> usize {
        let words = size_of::<BodyDesc>() + size_of::<Shape>() + size_of::<Fine>() + size_of::<Aabb>();
        let vectors = 10 * size_of::<Vec3>() + size_of::<Quat>();
        let flags = size_of::<Motion>() + 5;
        self.len() * (words + vectors + flags + size_of::<[u32; 8]>())
    }

    /// Where the body of slot `i` is and how it moves.
    #[inline]
    pub fn state(&self, i: usize) -> BodyState {
        BodyState {
            position: self.position[i],
            rotation: self.rotation[i],
            velocity: self.velocity[i],
            spin: self.spin[i],
        }
    }

    /// How many slots there are.
    pub fn len(&self) -> usize {
        self.alive.len()
    }

    /// The slots of living bodies, in order.
    pub fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.alive.len()).filter(|i| self.alive[*i])
    }

    /// `world_from_body`.
    #[inline]
    pub fn pose(&self, i: usize) -> Pose {
        Pose::new(self.position[i], self.rotation[i])
    }

    /// Whether slot `i` takes part in the step.
    #[inline]
    pub fn moves(&self, i: usize) -> bool {
        self.alive[i] && self.motion[i] != Motion::Static && !self.asleep[i] && !self.quarantined[i]
    }

    /// Moves slot `i` by `displacement` (m) and gives it a rotation, `turn` (rad) away from the old one. The rounding is
    /// kept and added next time.
    #[inline]
    pub fn place(&mut self, i: usize, displacement: Vec3, turn: Vec3, rotation: Quat) {
        self.motion_of_late[i] = (displacement, turn);
        self.reach_of_late[i] = displacement.length() + turn.length() * self.radius[i];
        let path = displacement + self.residue[i];
        let position = self.position[i] + path;
        self.residue[i] = path - (position - self.position[i]);
        self.position[i] = position;
        self.rotation[i] = rotation;
    }

    /// Freezes slot `i` when its state is no longer finite or absurdly far away, so that the others go on unharmed.
    #[inline]
    pub fn guard(&mut self, i: usize) {
        let sum = self.position[i].abs() + self.velocity[i].abs() + self.spin[i].abs();
        let sane = sum.x + sum.y + sum.z < 1e9 && self.rotation[i].length_squared() > 0.5;
        if !sane {
            self.quarantined[i] = true;
            self.velocity[i] = Vec3::ZERO;
            self.spin[i] = Vec3::ZERO;
            self.residue[i] = Vec3::ZERO;
            self.position[i] =
                Vec3::from_array(self.position[i].to_array().map(|x| if x.abs() < 1e9 { x } else { 0.0 }));
            self.rotation[i] = Quat::IDENTITY;
        }
    }

    /// Wakes slot `i` and every body of its island.
    pub fn wake_island(&mut self, i: usize) {
        let island = self.island[i];
        if !self.asleep[i] {
            self.still_time[i] = 0.0;
            return;
        }
        for j in 0..self.len() {
            if j == i || (self.asleep[j] && self.island[j] == island && island != NONE) {
                self.asleep[j] = false;
                self.still_time[j] = 0.0;
            }
        }
    }

    /// The present description of slot `i`.
    pub fn present(&self, i: usize) -> BodyDesc {
        BodyDesc {
            position: self.position[i],
            rotation: self.rotation[i],
            velocity: self.velocity[i],
            spin: self.spin[i],
            ..self.desc[i]
        }
    }

    /// A copy of the state of slot `i`.
    pub fn body(&self, i: usize) -> Body {
        let dynamic = self.motion[i] == Motion::Dynamic;
        let mass = if dynamic { self.desc[i].mass.of(&self.shape[i]) } else { f32::INFINITY };
        let inertia = if dynamic { self.shape[i].unit_inertia() * mass } else { Vec3::INFINITY };
        Body {
            id: BodyId { index: i as u32, generation: self.generation[i] },
            desc: self.present(i),
            mass,
            inertia,
            asleep: self.asleep[i],
            island: (self.island[i] != NONE).then_some(self.island[i]),
            fat_aabb: self.fat[i],
        }
    }
}

/// `q` with length 1, unless it has it already to rounding: then its bits are kept.
fn unit(q: Quat) -> Quat {
    if (q.length_squared() - 1.0).abs() < 1e-6 { q } else { q.normalize() }
}
