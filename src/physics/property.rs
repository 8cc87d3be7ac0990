//! The numbers of a body and of a world, each once: what it is called, its unit, its range.
//!
//! Descriptions are checked against this table, scene files are read and written by it, and panels offer what it allows.

use super::{BodyDesc, BodyEdit, BodyError};

/// A number that can be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property {
    /// In scene files and messages.
    pub key: &'static str,
    /// Empty for none.
    pub unit: &'static str,
    /// Least value allowed.
    pub min: f32,
    /// Greatest value allowed.
    pub max: f32,
}

impl Property {
    const fn new(key: &'static str, unit: &'static str, min: f32, max: f32) -> Self {
        Self { key, unit, min, max }
    }

    /// Whether a value may be had; none that is not a number.
    pub fn allows(&self, value: f32) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// Refuses a value that may not be had.
    pub fn check(&self, value: f32) -> Result<(), BodyError> {
        let Self { key: name, min, max, .. } = *self;
        if self.allows(value) { Ok(()) } else { Err(BodyError::Range { name, value, min, max }) }
    }
}

/// Each component of a centre of mass.
pub const POSITION: Property = Property::new("position", "m", -1e6, 1e6);
/// The length of a velocity.
pub const SPEED: Property = Property::new("speed", "m/s", 0.0, 1e4);
/// The length of an angular velocity.
pub const SPIN: Property = Property::new("spin", "rad/s", 0.0, 1e4);
/// The length of a constant force.
pub const FORCE: Property = Property::new("force", "N", 0.0, 1e12);
/// Of a dynamic body, however it is given.
pub const MASS: Property = Property::new("mass", "kg", 1e-6, 1e9);
/// The mass that follows from it must be one, too.
pub const DENSITY: Property = Property::new("density", "kg/m³", f32::MIN_POSITIVE, f32::MAX);
/// Each component of gravity.
pub const GRAVITY: Property = Property::new("gravity", "m/s²", -1e4, 1e4);

/// Steps a second.
pub const HZ: Property = Property::new("hz", "", 10.0, 10_000.0);
/// Slower approaches do not bounce.
pub const RESTITUTION_THRESHOLD: Property = Property::new("restitution_threshold", "m/s", 0.0, 100.0);
/// No body is faster.
pub const TERMINAL_SPEED: Property = Property::new("terminal_speed", "m/s", 0.1, 1e4);

/// A number of a body's surface.
#[derive(Clone, Copy, Debug)]
pub struct SurfaceProperty {
    /// Name, unit and range.
    pub property: Property,
    /// Its value in [`BodyDesc::new`].
    pub default: f32,
    /// Reads it.
    pub get: fn(&BodyDesc) -> f32,
    /// The edit that sets it.
    pub edit: fn(f32) -> BodyEdit,
}

/// All numbers of a body's surface.
pub const SURFACE: [SurfaceProperty; 5] = [
    SurfaceProperty {
        property: Property::new("restitution", "", 0.0, 1.0),
        default: 0.5,
        get: |desc| desc.restitution,
        edit: BodyEdit::Restitution,
    },
    SurfaceProperty {
        property: Property::new("friction", "", 0.0, 10.0),
        default: 0.5,
        get: |desc| desc.friction,
        edit: BodyEdit::Friction,
    },
    SurfaceProperty {
        property: Property::new("restitution_tangential", "", 0.0, 1.0),
        default: 0.0,
        get: |desc| desc.restitution_tangential,
        edit: BodyEdit::RestitutionTangential,
    },
    SurfaceProperty {
        property: Property::new("rolling_resistance", "m", 0.0, 1e4),
        default: 0.0,
        get: |desc| desc.rolling_resistance,
        edit: BodyEdit::RollingResistance,
    },
    SurfaceProperty {
        property: Property::new("spinning_friction", "m", 0.0, 1e4),
        default: 0.0,
        get: |desc| desc.spinning_friction,
        edit: BodyEdit::SpinningFriction,
    },
];

impl SurfaceProperty {
    /// Sets it in a description.
    pub fn set(&self, desc: &mut BodyDesc, value: f32) {
        (self.edit)(value).write(desc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn every_row_of_the_surface_reads_what_it_sets_and_is_called_what_its_edit_is() {
        for (i, row) in SURFACE.iter().enumerate() {
            let mut desc = BodyDesc::new(Shape::sphere(0.5));
            assert_eq!((row.get)(&desc), row.default, "{}", row.property.key);
            let before: Vec<f32> = SURFACE.iter().map(|row| (row.get)(&desc)).collect();
            row.set(&mut desc, 0.25);
            for (j, other) in SURFACE.iter().enumerate() {
                let expected = if i == j { 0.25 } else { before[j] };
                assert_eq!((other.get)(&desc), expected, "{} and {}", row.property.key, other.property.key);
            }
            assert_eq!((row.edit)(0.25).property(), row.property.key);
            assert!((row.edit)(0.25).is_of_surface());
        }
    }

    #[test]
    fn ends_of_a_range_are_allowed_and_what_lies_beyond_is_not() {
        let named =
            [POSITION, SPEED, SPIN, FORCE, MASS, GRAVITY, HZ, RESTITUTION_THRESHOLD, TERMINAL_SPEED].into_iter();
        for property in named.chain(SURFACE.map(|row| row.property)) {
            for value in [property.min, property.max] {
                assert!(property.allows(value) && property.check(value).is_ok(), "{property:?}");
            }
            for value in [property.min.next_down(), property.max.next_up(), f32::NAN, f32::INFINITY] {
                assert!(!property.allows(value) && property.check(value).is_err(), "{property:?} {value}");
            }
        }
    }
}
