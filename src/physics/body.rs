//! Bodies: how they are described, named, read and changed.

use super::property::{self, MASS, SURFACE, VECTORS};
use crate::geometry::{Aabb, Shape, ShapeError};
use crate::math::Pose;
use crate::math::delta::words;
use glam::{Quat, Vec3};

/// Names a body of one world. Stale ids (the body was removed) are noticed: they find nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BodyId {
    pub(super) index: u32,
    pub(super) generation: u32,
}

impl BodyId {
    /// The world's floor plane, as a side of a contact.
    pub const FLOOR: Self = Self { index: u32::MAX, generation: 0 };
    /// The world's ceiling plane, as a side of a contact.
    pub const CEILING: Self = Self { index: u32::MAX - 1, generation: 0 };

    /// The slot: bodies are numbered from 0 in the order they were added; slots of removed bodies are used again.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// How many bodies had the slot before.
    pub const fn generation(self) -> u32 {
        self.generation
    }

    /// The name that was written down as [`index`](Self::index) and [`generation`](Self::generation).
    pub const fn from_parts(index: u32, generation: u32) -> Self {
        Self { index, generation }
    }
}

/// What moves a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Motion {
    /// Nothing: infinite mass, never moves.
    Static,
    /// Its own velocity and spin alone: infinite mass, pushes and is never pushed.
    Kinematic,
    /// Forces and contacts.
    #[default]
    Dynamic,
}

impl Motion {
    /// `static`, `kinematic`, `dynamic`: the name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Kinematic => "kinematic",
            Self::Dynamic => "dynamic",
        }
    }
}

/// How heavy a body is. Only dynamic bodies use it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mass {
    /// Mass (kg), 1e-6…1e9.
    Mass(f32),
    /// Density (kg/m³); the mass it gives must lie within 1e-6…1e9 kg.
    Density(f32),
}

impl Default for Mass {
    /// Water.
    fn default() -> Self {
        Self::Density(1000.0)
    }
}

impl Mass {
    /// The mass of a body of this shape (kg).
    pub fn of(self, shape: &Shape) -> f32 {
        match self {
            Self::Mass(mass) => mass,
            Self::Density(density) => density * shape.volume(),
        }
    }
}

/// A body as it enters a world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyDesc {
    /// The shape, about its centre of mass.
    pub shape: Shape,
    /// What moves it.
    pub motion: Motion,
    /// How heavy it is.
    pub mass: Mass,
    /// Centre of mass (m, world), each component within ±1e6.
    pub position: Vec3,
    /// `world_from_body`; normalised on entry.
    pub rotation: Quat,
    /// Velocity of the centre (m/s, world), length up to 1e4.
    pub velocity: Vec3,
    /// Angular velocity (rad/s, world axes), length up to 1e4.
    pub spin: Vec3,
    /// Constant force at the centre (N, world), length up to 1e12.
    pub force: Vec3,
    /// Share of the approach speed given back, 0…1. Default 0.5.
    pub restitution: f32,
    /// Share of the tangential approach speed at the contact that comes back reversed, within what Coulomb friction can
    /// give, 0…1. Default 0.
    pub restitution_tangential: f32,
    /// Coulomb coefficient, 0…10. Default 0.5.
    pub friction: f32,
    /// Arm of the torque against rolling (m): at most so much for each newton of load, 0…1e4. Default 0.
    pub rolling_resistance: f32,
    /// Arm of the torque against spinning about the normal (m), beside what the friction of several points gives,
    /// 0…1e4. Default 0.
    pub spinning_friction: f32,
}

impl BodyDesc {
    /// A dynamic body of water's density at rest in the origin.
    pub fn new(shape: Shape) -> Self {
        Self {
            // It bounces and slides when nothing else is said, and neither grips nor drags while it rolls.
            shape,
            motion: Motion::Dynamic,
            mass: Mass::default(),
            position: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            force: Vec3::ZERO,
            restitution: 0.5,
            restitution_tangential: 0.0,
            friction: 0.5,
            rolling_resistance: 0.0,
            spinning_friction: 0.0,
        }
    }

    /// Refuses what is not finite or out of range; the rotation may have any length but zero.
    pub fn validate(&self) -> Result<(), BodyError> {
        self.shape.validate()?;
        if matches!(self.shape, Shape::HalfSpace) {
            return Err(BodyError::HalfSpace);
        }
        // Any quaternion that can be normalised is a rotation.
        let norm = self.rotation.length();
        if !(norm.is_finite() && norm > 1e-6) {
            return Err(BodyError::Rotation);
        }
        for row in &VECTORS {
            row.check((row.get)(self))?;
        }
        for row in &SURFACE {
            row.property.check((row.get)(self))?;
        }
        // Only what can be pushed has a mass.
        if self.motion == Motion::Dynamic {
            MASS.check(self.mass.of(&self.shape))?;
        }
        Ok(())
    }
}

/// Why a body or a change of one was refused. The world is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// A size is out of range.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// A number is not finite or out of range.
    #[error("{name} is {value}, but must lie within {min} … {max}")]
    Range {
        /// Which number.
        name: &'static str,
        /// What it was.
        value: f32,
        /// Least value allowed.
        min: f32,
        /// Greatest value allowed.
        max: f32,
    },
    /// The rotation has no direction.
    #[error("the rotation is a quaternion of length zero or not finite")]
    Rotation,
    /// Only the world's own floor and ceiling are half-spaces.
    #[error("a half-space cannot be a body; use the floor and the ceiling of the world")]
    HalfSpace,
    /// The id names no body.
    #[error("there is no such body (it may have been removed)")]
    Gone,
}

/// One change of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BodyEdit {
    /// New shape; mass follows when it is given as a density.
    Shape(Shape),
    /// New motion kind.
    Motion(Motion),
    /// New mass or density.
    Mass(Mass),
    /// New centre of mass (m, world).
    Position(Vec3),
    /// New `world_from_body`.
    Rotation(Quat),
    /// New velocity (m/s, world).
    Velocity(Vec3),
    /// New angular velocity (rad/s, world).
    Spin(Vec3),
    /// New constant force (N, world).
    Force(Vec3),
    /// New restitution, 0…1.
    Restitution(f32),
    /// New tangential restitution, 0…1.
    RestitutionTangential(f32),
    /// New friction coefficient, 0…10.
    Friction(f32),
    /// New arm of the torque against rolling (m), 0…1e4.
    RollingResistance(f32),
    /// New arm of the torque against spinning (m), 0…1e4.
    SpinningFriction(f32),
}

impl BodyEdit {
    /// What the property is called that changes; a density changes the mass.
    pub const fn name(&self) -> property::Name {
        match self {
            Self::Shape(_) => property::SHAPE,
            Self::Motion(_) => property::MOTION,
            Self::Mass(_) => property::MASS.name,
            Self::Position(_) => property::POSITION.name,
            Self::Rotation(_) => property::ROTATION,
            Self::Velocity(_) => property::SPEED.name,
            Self::Spin(_) => property::SPIN.name,
            Self::Force(_) => property::FORCE.name,
            Self::Restitution(_) => property::RESTITUTION.name,
            Self::RestitutionTangential(_) => property::RESTITUTION_TANGENTIAL.name,
            Self::Friction(_) => property::FRICTION.name,
            Self::RollingResistance(_) => property::ROLLING_RESISTANCE.name,
            Self::SpinningFriction(_) => property::SPINNING_FRICTION.name,
        }
    }

    /// Writes the change into a description.
    pub fn write(self, desc: &mut BodyDesc) {
        match self {
            Self::Shape(v) => desc.shape = v,
            Self::Motion(v) => desc.motion = v,
            Self::Mass(v) => desc.mass = v,
            Self::Position(v) => desc.position = v,
            Self::Rotation(v) => desc.rotation = v,
            Self::Velocity(v) => desc.velocity = v,
            Self::Spin(v) => desc.spin = v,
            Self::Force(v) => desc.force = v,
            Self::Restitution(v) => desc.restitution = v,
            Self::RestitutionTangential(v) => desc.restitution_tangential = v,
            Self::Friction(v) => desc.friction = v,
            Self::RollingResistance(v) => desc.rolling_resistance = v,
            Self::SpinningFriction(v) => desc.spinning_friction = v,
        }
    }

    /// Whether it changes the surface alone: what is known of motion and contacts then stays as it is.
    pub fn is_of_surface(&self) -> bool {
        property::SurfaceProperty::of(self).is_some()
    }

    /// The edit of the same kind that would restore `desc` as it stands.
    pub fn inverse(&self, desc: &BodyDesc) -> Self {
        match self {
            Self::Shape(_) => Self::Shape(desc.shape),
            Self::Motion(_) => Self::Motion(desc.motion),
            Self::Mass(_) => Self::Mass(desc.mass),
            Self::Position(_) => Self::Position(desc.position),
            Self::Rotation(_) => Self::Rotation(desc.rotation),
            Self::Velocity(_) => Self::Velocity(desc.velocity),
            Self::Spin(_) => Self::Spin(desc.spin),
            Self::Force(_) => Self::Force(desc.force),
            Self::Restitution(_) => Self::Restitution(desc.restitution),
            Self::RestitutionTangential(_) => Self::RestitutionTangential(desc.restitution_tangential),
            Self::Friction(_) => Self::Friction(desc.friction),
            Self::RollingResistance(_) => Self::RollingResistance(desc.rolling_resistance),
            Self::SpinningFriction(_) => Self::SpinningFriction(desc.spinning_friction),
        }
    }
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyState {
    /// Centre of mass (m, world).
    pub position: Vec3,
    /// `world_from_body`.
    pub rotation: Quat,
    /// Velocity of the centre (m/s, world).
    pub velocity: Vec3,
    /// Angular velocity (rad/s, world axes).
    pub spin: Vec3,
}

words!(BodyState { position, rotation, velocity, spin });

/// A body as it stands now: a copy of its state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its name in the world.
    pub id: BodyId,
    /// Its present description: pose, velocity and all that can be edited.
    pub desc: BodyDesc,
    /// Mass (kg); infinite for static and kinematic bodies.
    pub mass: f32,
    /// Principal moments of inertia (kg·m²) along its own axes; infinite for static and kinematic bodies.
    pub inertia: Vec3,
    /// Whether its island rests and is left out of the step.
    pub asleep: bool,
    /// Its fat bounding box in the broad phase (m, world).
    pub fat_aabb: Aabb,
}

impl Body {
    /// `world_from_body`.
    pub fn pose(&self) -> Pose {
        Pose::new(self.desc.position, self.desc.rotation)
    }

    /// ½ m v² + ½ ω·I·ω (J); 0 for static and kinematic bodies.
    pub fn kinetic_energy(&self) -> f64 {
        if self.desc.motion != Motion::Dynamic {
            return 0.0;
        }
        // ½ m v² + ½ ω·I·ω, the spin along the principal axes.
        let v = self.desc.velocity.as_dvec3();
        let w = (self.desc.rotation.conjugate() * self.desc.spin).as_dvec3();
        0.5 * f64::from(self.mass) * v.length_squared() + 0.5 * (self.inertia.as_dvec3() * w).dot(w)
    }
}
