//! What can be set of a body.

use super::{Name, Property};
use crate::geometry::Shape;
use crate::physics::{BodyDesc, BodyEdit, Combine, Config, Mass, Motion};
use glam::{Quat, Vec3};

/// What kind of body it is and how large.
pub const SHAPE: Name = Name { key: "shape", title: "Shape", hint: "Ball, box, rectangle or truncated cone." };
/// What moves it.
pub const MOTION: Name = Name { key: "motion", title: "Motion", hint: "What moves it." };
/// How it is turned.
pub const ROTATION: Name = Name { key: "rotation", title: "Orientation", hint: "How it is turned." };

/// The kinds of motion.
pub const MOTIONS: [(Motion, Name); 3] = [
    (Motion::Static, option(Motion::Static, "Static", "Never moves; infinite mass.")),
    (
        Motion::Kinematic,
        option(Motion::Kinematic, "Kinematic", "Moves by its own velocity alone; pushes and is never pushed."),
    ),
    (Motion::Dynamic, option(Motion::Dynamic, "Dynamic", "Moved by forces and contacts.")),
];

const fn option(motion: Motion, title: &'static str, hint: &'static str) -> Name {
    Name { key: motion.name(), title, hint }
}

/// Each component of a centre of mass.
pub const POSITION: Property =
    Property::new("position", "Position", "m", [-1e6, 1e6]).hint("Of the centre of mass; y is up.");
/// The length of a velocity.
pub const SPEED: Property =
    Property::new("velocity", "Velocity", "m/s", [0.0, 1e4]).hint("Of the centre, world axes.").decimals(2);
/// The length of an angular velocity.
pub const SPIN: Property = Property::new("spin", "Spin", "rad/s", [0.0, 1e4])
    .hint("Angular velocity, world axes, right-hand rule.")
    .decimals(2);
/// The length of a constant force.
pub const FORCE: Property = Property::new("force", "Force", "N", [0.0, 1e12])
    .hint("A constant force at the centre, world axes.")
    .decimals(2)
    .grain(0.1);
/// Of a dynamic body, however it is given.
pub const MASS: Property = Property::new("mass", "Mass", "kg", [1e-6, 1e9])
    .hint("How much it resists being pushed.")
    .usual_by_factors([0.01, 1000.0], 3);
/// The mass that follows from it must be one, too.
pub const DENSITY: Property = Property::new("density", "Density", "kg/m³", [f32::MIN_POSITIVE, f32::MAX])
    .hint("Mass follows from it and the size. Water has 1000, steel 7850.")
    .usual_by_factors([10.0, 20_000.0], 1)
    .grain(1.0);

/// Half of any edge of a box or a rectangle; panels tell the whole edge.
pub const SIZE: Property = length("half", "Size");
/// Of a ball.
pub const RADIUS: Property = length("radius", "Radius");
/// Of a frustum; one of its radii may be 0, whatever this says.
pub const BOTTOM: Property = length("bottom", "Bottom").hint("Radius of the cap at its own -y; 0 makes an apex.");
/// Of a frustum, like the other one.
pub const TOP: Property = length("top", "Top").hint("Radius of the cap at its own +y; 0 makes an apex.");
/// Of a frustum.
pub const HALF_HEIGHT: Property = length("half_height", "Half height").hint("Half the distance between the caps.");

const fn length(key: &'static str, title: &'static str) -> Property {
    let property = Property::new(key, title, "m", [Shape::MIN_SIZE, Shape::MAX_SIZE]);
    property.hint("In its own axes.").usual_by_factors([0.05, 5.0], 3)
}

/// A vector of a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyVector {
    /// Name, unit and range.
    pub property: Property,
    /// What must be in the range: its length, else each component.
    pub by_length: bool,
    /// Reads it.
    pub get: fn(&BodyDesc) -> Vec3,
    /// The edit that sets it.
    pub edit: fn(Vec3) -> BodyEdit,
}

/// All vectors of a body: position, velocity, spin, force.
pub const VECTORS: [BodyVector; 4] = [
    BodyVector { property: POSITION, by_length: false, get: |desc| desc.position, edit: BodyEdit::Position },
    BodyVector { property: SPEED, by_length: true, get: |desc| desc.velocity, edit: BodyEdit::Velocity },
    BodyVector { property: SPIN, by_length: true, get: |desc| desc.spin, edit: BodyEdit::Spin },
    BodyVector { property: FORCE, by_length: true, get: |desc| desc.force, edit: BodyEdit::Force },
];

impl BodyVector {
    /// What an edit sets, if it sets a vector.
    pub fn of(edit: &BodyEdit) -> Option<&'static Self> {
        VECTORS.iter().find(|row| row.property.name == edit.name())
    }

    /// Refuses a vector that may not be had.
    pub fn check(&self, value: Vec3) -> Result<(), crate::physics::BodyError> {
        if self.by_length {
            return self.property.check(value.length());
        }
        value.to_array().into_iter().try_for_each(|component| self.property.check(component))
    }

    /// The nearest vector that may be had.
    pub fn nearest(&self, value: Vec3) -> Vec3 {
        let Property { min, max, .. } = self.property;
        if self.by_length { value.clamp_length_max(max) } else { value.clamp(Vec3::splat(min), Vec3::splat(max)) }
    }

    /// Sets it in a description.
    pub fn set(&self, desc: &mut BodyDesc, value: Vec3) {
        (self.edit)(value).write(desc);
    }
}

/// A number of a body's surface.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceProperty {
    /// Name, unit and range.
    pub property: Property,
    /// Reads it.
    pub get: fn(&BodyDesc) -> f32,
    /// The edit that sets it.
    pub edit: fn(f32) -> BodyEdit,
    /// How two bodies' values make that of a contact: rolling and spinning are kinds of friction, the tangential
    /// restitution is one of restitution.
    pub rule: fn(&Config) -> Combine,
}

/// Share of the approach speed given back.
pub const RESTITUTION: Property = Property::new("restitution", "Restitution", "", [0.0, 1.0])
    .hint("Share of the approach speed given back: 0 stays down, 1 bounces for ever.")
    .usual([0.0, 1.0], 3);
/// Coulomb coefficient.
pub const FRICTION: Property = Property::new("friction", "Friction", "", [0.0, 10.0])
    .hint("Coulomb coefficient: friction reaches at most this times the normal force.")
    .usual([0.0, 2.0], 3);
/// Share of the slip in a bounce that comes back reversed.
pub const RESTITUTION_TANGENTIAL: Property =
    Property::new("restitution_tangential", "Tangential restitution", "", [0.0, 1.0])
        .hint("Share of the slip in a bounce that comes back reversed, as far as friction allows: 1 is a superball.")
        .usual([0.0, 1.0], 3);
/// Lever arm of the torque against rolling.
pub const ROLLING_RESISTANCE: Property = Property::new("rolling_resistance", "Rolling resistance", "m", [0.0, 1e4])
    .hint("Lever arm of the torque against rolling: it reaches at most this times the normal force.")
    .usual([0.0, 0.1], 4);
/// Lever arm of the torque against spinning about the normal.
pub const SPINNING_FRICTION: Property = Property::new("spinning_friction", "Spinning friction", "m", [0.0, 1e4])
    .hint("Lever arm of the torque against spinning about the normal: it reaches at most this times the normal force.")
    .usual([0.0, 0.1], 4);

/// All numbers of a body's surface.
pub const SURFACE: [SurfaceProperty; 5] = [
    SurfaceProperty {
        property: RESTITUTION,
        get: |desc| desc.restitution,
        edit: BodyEdit::Restitution,
        rule: |config| config.restitution_rule,
    },
    SurfaceProperty {
        property: FRICTION,
        get: |desc| desc.friction,
        edit: BodyEdit::Friction,
        rule: |config| config.friction_rule,
    },
    SurfaceProperty {
        property: RESTITUTION_TANGENTIAL,
        get: |desc| desc.restitution_tangential,
        edit: BodyEdit::RestitutionTangential,
        rule: |config| config.restitution_rule,
    },
    SurfaceProperty {
        property: ROLLING_RESISTANCE,
        get: |desc| desc.rolling_resistance,
        edit: BodyEdit::RollingResistance,
        rule: |config| config.friction_rule,
    },
    SurfaceProperty {
        property: SPINNING_FRICTION,
        get: |desc| desc.spinning_friction,
        edit: BodyEdit::SpinningFriction,
        rule: |config| config.friction_rule,
    },
];

impl SurfaceProperty {
    /// What an edit sets, if it sets a number of the surface.
    pub fn of(edit: &BodyEdit) -> Option<&'static Self> {
        SURFACE.iter().find(|row| row.property.name == edit.name())
    }

    /// Its value in [`BodyDesc::new`].
    pub fn default(&self) -> f32 {
        (self.get)(&BodyDesc::new(Shape::sphere(0.5)))
    }

    /// Sets it in a description.
    pub fn set(&self, desc: &mut BodyDesc, value: f32) {
        (self.edit)(value).write(desc);
    }
}

/// What an edit changes, before and after, as descriptions have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edited {
    /// A number.
    Number(&'static Property, [f32; 2]),
    /// A vector.
    Vector(&'static Property, [Vec3; 2]),
    /// What moves it.
    Motion([Motion; 2]),
    /// Its shape.
    Shape([Shape; 2]),
    /// How it is turned (`world_from_body`).
    Rotation([Quat; 2]),
}

impl Edited {
    /// What an edit makes of a description.
    pub fn new(edit: &BodyEdit, now: &BodyDesc) -> Self {
        let mut then = *now;
        edit.write(&mut then);
        let both = [now, &then];
        if let Some(row) = SurfaceProperty::of(edit) {
            return Self::Number(&row.property, both.map(row.get));
        }
        if let Some(row) = BodyVector::of(edit) {
            return Self::Vector(&row.property, both.map(row.get));
        }
        // A mass is told as it is given.
        let mass = both.map(|desc| desc.mass.of(&desc.shape));
        match edit {
            BodyEdit::Mass(Mass::Mass(_)) => Self::Number(&MASS, mass),
            BodyEdit::Mass(Mass::Density(_)) => {
                Self::Number(&DENSITY, [0, 1].map(|i| mass[i] / both[i].shape.volume()))
            }
            BodyEdit::Motion(_) => Self::Motion(both.map(|desc| desc.motion)),
            BodyEdit::Shape(_) => Self::Shape(both.map(|desc| desc.shape)),
            _ => Self::Rotation(both.map(|desc| desc.rotation)),
        }
    }
}
