//! The bodies of a world, one array a property, indexed by slot.

use super::config::Config;
use super::integrate::Fine;
use super::twist::Twist;
use super::{Body, BodyDesc, BodyError, BodyId, BodyState, Mass, Motion};
use crate::geometry::{Aabb, Shape};
use crate::math::Pose;
use glam::{Quat, Vec3};

/// No index: of a proxy, a pair, an island.
pub(super) const NONE: u32 = u32::MAX;

/// What a body's surface is like; combined with another's where the two touch. See [`BodyDesc`] for ranges.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Material {
    /// Share of the approach speed given back.
    pub restitution: f32,
    /// Share of the tangential approach speed that comes back reversed.
    pub restitution_tangential: f32,
    /// Coulomb coefficient.
    pub friction: f32,
    /// Arm of the torque against rolling (m).
    pub rolling_resistance: f32,
    /// Arm of the torque against spinning about the normal (m).
    pub spinning_friction: f32,
}

impl From<&BodyDesc> for Material {
    fn from(desc: &BodyDesc) -> Self {
        let BodyDesc { restitution, restitution_tangential, friction, rolling_resistance, spinning_friction, .. } =
            *desc;
        Self { restitution, restitution_tangential, friction, rolling_resistance, spinning_friction }
    }
}

/// The one list of arrays: those that edits alone change, then those that steps change, too, each with what a
/// slot holds that no body has had yet. From it come the structure, one slot more of each array, and what a delta
/// is made of.
macro_rules! arrays {
    (
        edits: { $($(#[$doc:meta])* $edited:ident: $edited_kind:ty = $edited_blank:expr,)* }
        steps: { $($(#[$step_doc:meta])* $stepped:ident: $stepped_kind:ty = $stepped_blank:expr,)* }
    ) => {
        /// Structure of arrays. Every array is as long as there are slots, but for twists, of which there is one more:
        /// the last, zero, stands for what cannot move. Free slots hold stale values with `alive` false.
        #[derive(Clone, Debug)]
        pub(super) struct Bodies {
            $($(#[$doc])* pub $edited: Vec<$edited_kind>,)*
            $($(#[$step_doc])* pub $stepped: Vec<$stepped_kind>,)*
            /// Slots to use again.
            vacant: Vec<u32>,
            /// How many are alive.
            pub count: usize,
            /// How many sleep.
            pub sleepers: usize,
        }

        impl Default for Bodies {
            fn default() -> Self {
                let mut bodies = Self {
                    $($edited: vec![],)*
                    $($stepped: vec![],)*
                    vacant: vec![],
                    count: 0,
                    sleepers: 0,
                };
                bodies.velocity.push(Twist::ZERO);
                bodies.displacement.push(Twist::ZERO);
                bodies
            }
        }

        impl Bodies {
            /// One slot more at the end of every array.
            fn grow(&mut self) {
                $(self.$edited.push($edited_blank);)*
                $(self.$stepped.push($stepped_blank);)*
            }

            /// Memory in use (bytes).
            pub fn size(&self) -> usize {
                let slot = [$(size_of::<$edited_kind>(),)* $(size_of::<$stepped_kind>(),)*];
                self.len() * slot.iter().sum::<usize>()
            }
        }

        /// The arrays of [`Bodies`] that steps change.
        macro_rules! changed_by_steps {
            ($then:ident) => {
                $then!($($stepped),*)
            };
        }
        pub(super) use changed_by_steps;
    };
}

arrays! {
    edits: {
        generation: u32 = 0,
        alive: bool = false,
        shape: Shape = Shape::sphere(1.0),
        /// Of the bounding sphere (m).
        radius: f32 = 0.0,
        motion: Motion = Motion::Static,
        /// How heavy the body is, as the user said it.
        mass: Mass = Mass::default(),
        /// At the centre (N, world).
        force: Vec3 = Vec3::ZERO,
        material: Material = Material::default(),
        /// 1/kg; 0 for static and kinematic bodies.
        inv_mass: f32 = 0.0,
        /// 1/(kg·m²), along the body's axes; 0 for static and kinematic bodies.
        inv_inertia: Vec3 = Vec3::ZERO,
        /// Acceleration by the constant force (m/s²).
        force_acceleration: Vec3 = Vec3::ZERO,
    }
    steps: {
        asleep: bool = false,
        /// Frozen because its state was no longer finite.
        quarantined: bool = false,
        /// Centre of mass (m, world).
        position: Vec3 = Vec3::ZERO,
        /// What rounding left off `position` (m): the true centre is `position + residue`.
        residue: Vec3 = Vec3::ZERO,
        /// `world_from_body`.
        rotation: Quat = Quat::IDENTITY,
        /// m/s, rad/s, world.
        velocity: Twist = Twist::ZERO,
        /// Of the last step (m, rad, world).
        displacement: Twist = Twist::ZERO,
        /// Velocity gained in the last sub-step (m/s, rad/s): the acceleration that the body last
        /// had, contacts included.
        change: Twist = Twist::ZERO,
        /// Whether the last step was free flight, without contacts.
        free: bool = true,
        /// Finer state of tumbling bodies in free flight.
        fine: Fine = Fine::default(),
        /// How long the body has been slow (s).
        still_time: f32 = 0.0,
        /// Bounds in the broad phase (m, world).
        fat: Aabb = Aabb::EMPTY,
        /// Of a sleeping body: the least slot of those it fell asleep with.
        sleep_group: u32 = NONE,
        /// First of its pairs (pair index · 2 + side), [`NONE`] when it has none.
        first_edge: u32 = NONE,
    }
}

impl Bodies {
    /// A slot for a new body; its arrays must then be filled by [`set`](Self::set).
    pub fn insert(&mut self, desc: &BodyDesc) -> BodyId {
        // A vacant slot, or one more at the end of every array.
        let index = match self.vacant.pop() {
            Some(index) => index,
            None => {
                let index = self.alive.len() as u32;
                self.grow();
                index
            }
        };
        let i = index as usize;
        self.alive[i] = true;
        self.count += 1;
        // A slot that is used again keeps neither sleep nor pairs of the body before.
        self.asleep[i] = false;
        self.sleep_group[i] = NONE;
        self.first_edge[i] = NONE;
        self.set(i, desc);
        BodyId { index, generation: self.generation[i] }
    }

    /// Fills the arrays of slot `i` from a validated description.
    pub fn set(&mut self, i: usize, desc: &BodyDesc) {
        self.shape[i] = desc.shape;
        (self.mass[i], self.force[i], self.material[i]) = (desc.mass, desc.force, desc.into());
        self.radius[i] = desc.shape.bounding_radius();
        self.motion[i] = desc.motion;
        self.quarantined[i] = false;
        self.wake(i);
        self.free[i] = true;
        self.displacement[i] = Twist::ZERO;
        self.change[i] = Twist::ZERO;
        if self.position[i] != desc.position {
            self.residue[i] = Vec3::ZERO;
        }
        self.position[i] = desc.position;
        self.rotation[i] = unit(desc.rotation);
        // Position keeps its residue when an edit leaves it where it is; static bodies never have a velocity.
        let still = desc.motion == Motion::Static;
        self.velocity[i] = if still { Twist::ZERO } else { Twist::new(desc.velocity, desc.spin) };
        self.restore_reach(i);
        // Mass properties; what cannot be pushed has inverses of zero.
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

    /// Notes how far turning carries the surface of slot `i` to new places.
    fn restore_reach(&mut self, i: usize) {
        let round = matches!(self.shape[i], Shape::Sphere { .. });
        self.velocity[i].reach = if round { 0.0 } else { self.radius[i] };
    }

    /// Frees slot `i`.
    pub fn remove(&mut self, i: usize) {
        self.wake(i);
        self.alive[i] = false;
        // Ids of the old body no longer match from here on.
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

    /// Works out what follows from the arrays that steps change.
    pub fn complete(&mut self) {
        self.sleepers = self.asleep.iter().filter(|asleep| **asleep).count();
        (0..self.len()).for_each(|i| self.restore_reach(i));
    }

    /// Where the body of slot `i` is and how it moves.
    #[inline]
    pub fn state(&self, i: usize) -> BodyState {
        BodyState {
            position: self.position[i],
            rotation: self.rotation[i],
            velocity: self.velocity[i].linear,
            spin: self.velocity[i].angular,
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

    /// Whether slot `i` takes part in the step and is not a kinematic body that stands still.
    #[inline]
    pub fn stirs(&self, i: usize) -> bool {
        // A kinematic body that stands still moves nobody, and need not be looked at.
        let still = |velocity: &Twist| velocity.linear == Vec3::ZERO && velocity.angular == Vec3::ZERO;
        self.moves(i) && !(self.motion[i] == Motion::Kinematic && still(&self.velocity[i]))
    }

    /// Acceleration of free flight of slot `i` over a step (m/s²): of gravity and the constant force, and such that the
    /// step does not end faster than bodies ever go.
    #[inline]
    pub fn free_acceleration(&self, i: usize, config: &Config) -> Vec3 {
        if !self.is_dynamic(i) {
            return Vec3::ZERO;
        }
        let acceleration = config.gravity + self.force_acceleration[i];
        // Velocity at the end of the step; beyond the terminal speed the acceleration is what leads onto that sphere.
        let (velocity, dt) = (self.velocity[i].linear, config.dt());
        let end = velocity + acceleration * dt;
        let terminal = config.terminal_speed;
        if end.length_squared() <= terminal * terminal {
            return acceleration;
        }
        // The square of such a length may not fit single precision.
        let slowed = end.as_dvec3().clamp_length_max(f64::from(terminal)).as_vec3();
        (slowed - velocity) / dt
    }

    /// Whether slot `i` can be pushed.
    #[inline]
    pub fn is_dynamic(&self, i: usize) -> bool {
        self.inv_mass[i] > 0.0
    }

    /// Moves slot `i` by a displacement and gives it the rotation that this led to. What rounding leaves off is kept
    /// and added next time.
    #[inline]
    pub fn place(&mut self, i: usize, displacement: Twist, rotation: Quat) {
        self.displacement[i] = displacement;
        // Compensated summation (Kahan 1965): far from the origin small displacements do not get lost.
        let path = displacement.linear + self.residue[i];
        let position = self.position[i] + path;
        self.residue[i] = path - (position - self.position[i]);
        self.position[i] = position;
        self.rotation[i] = rotation;
    }

    /// Whether where slot `i` is and how it moves are finite, and not absurdly far away or fast.
    #[inline]
    pub fn is_sane(&self, i: usize) -> bool {
        let Twist { linear, angular, .. } = self.velocity[i];
        // One comparison finds NaN, infinities and runaways: NaN compares false.
        let sum = self.position[i].abs() + linear.abs() + angular.abs();
        sum.x + sum.y + sum.z < 1e9 && (self.rotation[i].length_squared() - 1.0).abs() < 0.5
    }

    /// Inverse of the mass that an impact feels of slot `i` (1/kg): what is frozen gives way to nobody.
    #[inline]
    pub fn yielding(&self, i: usize) -> f32 {
        if self.quarantined[i] { 0.0 } else { self.inv_mass[i] }
    }

    /// Freezes slot `i` where it last was in order, so that the others go on unharmed.
    pub fn quarantine(&mut self, i: usize, pose: Pose) {
        // Out of the step, at rest, where it was last in order.
        self.quarantined[i] = true;
        self.velocity[i] = Twist::ZERO;
        self.restore_reach(i);
        self.displacement[i] = Twist::ZERO;
        self.change[i] = Twist::ZERO;
        self.residue[i] = Vec3::ZERO;
        (self.position[i], self.rotation[i]) = (pose.translation, pose.rotation);
    }

    /// Puts slot `i` to sleep with the others of its group.
    pub fn put_to_sleep(&mut self, i: usize, group: u32) {
        if !self.asleep[i] {
            self.asleep[i] = true;
            self.sleepers += 1;
        }
        self.sleep_group[i] = group;
        self.velocity[i] = Twist::ZERO;
        self.restore_reach(i);
        self.displacement[i] = Twist::ZERO;
        self.change[i] = Twist::ZERO;
    }

    /// Wakes slot `i` alone.
    fn wake(&mut self, i: usize) {
        self.still_time[i] = 0.0;
        if std::mem::take(&mut self.asleep[i]) {
            self.sleepers -= 1;
        }
    }

    /// Wakes slot `i` and every body that it fell asleep with; true when anybody slept.
    pub fn wake_group(&mut self, i: usize) -> bool {
        if !self.asleep[i] {
            self.still_time[i] = 0.0;
            return false;
        }
        // All that fell asleep as one island wake as one.
        let group = self.sleep_group[i];
        for j in 0..self.len() {
            if j == i || (self.asleep[j] && self.sleep_group[j] == group) {
                self.wake(j);
            }
        }
        true
    }

    /// The present description of slot `i`.
    pub fn present(&self, i: usize) -> BodyDesc {
        let Material { restitution, restitution_tangential, friction, rolling_resistance, spinning_friction } =
            self.material[i];
        BodyDesc {
            shape: self.shape[i],
            motion: self.motion[i],
            mass: self.mass[i],
            position: self.position[i],
            rotation: self.rotation[i],
            velocity: self.velocity[i].linear,
            spin: self.velocity[i].angular,
            force: self.force[i],
            restitution,
            restitution_tangential,
            friction,
            rolling_resistance,
            spinning_friction,
        }
    }

    /// A copy of the state of slot `i`.
    pub fn body(&self, i: usize) -> Body {
        let dynamic = self.motion[i] == Motion::Dynamic;
        // To the outside, what cannot be pushed is infinitely heavy.
        let mass = if dynamic { self.mass[i].of(&self.shape[i]) } else { f32::INFINITY };
        let inertia = if dynamic { self.shape[i].unit_inertia() * mass } else { Vec3::INFINITY };
        Body {
            id: BodyId { index: i as u32, generation: self.generation[i] },
            desc: self.present(i),
            mass,
            inertia,
            asleep: self.asleep[i],
            fat_aabb: self.fat[i],
        }
    }
}

/// `q` with length 1, unless it has it already to rounding: then its bits are kept.
fn unit(q: Quat) -> Quat {
    if (q.length_squared() - 1.0).abs() < 1e-6 { q } else { q.normalize() }
}
