//! The numbers of bodies, of worlds and of what tunes them, each once: what it is called, its unit, its range, and how it
//! is read and set. Its default is what it is in the default description.
//!
//! Descriptions are checked against these tables, scene files are read and written by them, and panels offer what they
//! allow.

use super::{BodyDesc, BodyEdit, BodyError, Config, Tuning};
use crate::geometry::Shape;
use glam::Vec3;

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
pub const SPEED: Property = Property::new("velocity", "m/s", 0.0, 1e4);
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

/// A number of a `T`.
#[derive(Debug)]
pub struct Number<T> {
    /// Name, unit and range.
    pub property: Property,
    /// Whether it counts something.
    pub is_whole: bool,
    /// Reads it; none where there is none.
    pub get: fn(&T) -> Option<f32>,
    /// Sets it, whatever its range.
    pub set: fn(&mut T, f32),
}

impl<T> Number<T> {
    const fn real(property: Property, get: fn(&T) -> Option<f32>, set: fn(&mut T, f32)) -> Self {
        Self { property, is_whole: false, get, set }
    }

    const fn whole(property: Property, get: fn(&T) -> Option<f32>, set: fn(&mut T, f32)) -> Self {
        Self { property, is_whole: true, get, set }
    }
}

/// Steps a second.
pub const HZ: Property = Property::new("hz", "", 10.0, 10_000.0);
/// Slower approaches do not bounce.
pub const RESTITUTION_THRESHOLD: Property = Property::new("restitution_threshold", "m/s", 0.0, 100.0);
/// No body is faster.
pub const TERMINAL_SPEED: Property = Property::new("terminal_speed", "m/s", 0.1, 1e4);
/// Sub-steps a step.
pub const SUB_STEPS: Property = Property::new("sub_steps", "", 1.0, 64.0);

/// The numbers of a world's step.
pub const STEP: [Number<Config>; 2] = [
    Number::real(HZ, |config| Some(config.hz), |config, value| config.hz = value),
    Number::whole(SUB_STEPS, |config| Some(config.sub_steps as f32), |config, value| config.sub_steps = value as u32),
];

/// The numbers of a world's rules. A ceiling must be above the floor, too.
pub const RULES: [Number<Config>; 4] = [
    Number::real(
        RESTITUTION_THRESHOLD,
        |config| Some(config.restitution_threshold),
        |config, value| config.restitution_threshold = value,
    ),
    Number::real(TERMINAL_SPEED, |config| Some(config.terminal_speed), |config, value| config.terminal_speed = value),
    Number::real(Property { key: "floor", ..POSITION }, |config| config.floor, |config, y| config.floor = Some(y)),
    Number::real(
        Property { key: "ceiling", ..POSITION },
        |config| config.ceiling,
        |config, y| config.ceiling = Some(y),
    ),
];

/// All numbers of a tuning.
pub const TUNING: [Number<Tuning>; 22] = [
    Number::real(Property::new("fat_margin", "m", 0.0, 10.0), |t| Some(t.fat_margin), |t, value| t.fat_margin = value),
    Number::real(
        Property::new("speculative_margin", "m", 1e-4, 1.0),
        |t| Some(t.speculative_margin),
        |t, value| t.speculative_margin = value,
    ),
    Number::real(Property::new("slop", "m", 0.0, 0.01), |t| Some(t.slop), |t, value| t.slop = value),
    Number::real(Property::new("push_share", "", 0.0, 1.0), |t| Some(t.push_share), |t, value| t.push_share = value),
    Number::real(Property::new("push_speed", "m/s", 0.0, 1e3), |t| Some(t.push_speed), |t, value| t.push_speed = value),
    Number::real(Property::new("graze", "", 0.0, 0.2), |t| Some(t.graze), |t, value| t.graze = value),
    Number::real(Property::new("reuse_share", "", 0.0, 0.5), |t| Some(t.reuse_share), |t, value| t.reuse_share = value),
    Number::real(Property::new("tolerance", "", 1e-6, 1.0), |t| Some(t.tolerance), |t, value| t.tolerance = value),
    Number::real(
        Property::new("relative_tolerance", "", 0.0, 1.0),
        |t| Some(t.relative_tolerance),
        |t, value| t.relative_tolerance = value,
    ),
    Number::whole(
        Property::new("direct_products", "", 0.0, 1e7),
        |t| Some(t.direct_products as f32),
        |t, value| t.direct_products = value as u32,
    ),
    Number::real(
        Property::new("stage_angle", "rad", 1e-3, 0.03),
        |t| Some(t.stage_angle),
        |t, value| t.stage_angle = value,
    ),
    Number::real(
        Property::new("terminal_spin", "rad/s", 0.1, 1e4),
        |t| Some(t.terminal_spin),
        |t, value| t.terminal_spin = value,
    ),
    Number::real(
        Property::new("still_speed", "m/s", 0.0, 10.0),
        |t| Some(t.still_speed),
        |t, value| t.still_speed = value,
    ),
    Number::real(Property::new("still_time", "s", 0.0, 60.0), |t| Some(t.still_time), |t, value| t.still_time = value),
    Number::whole(
        Property::new("most_hits", "", 1.0, 1e4),
        |t| Some(t.impacts.most_hits as f32),
        |t, value| t.impacts.most_hits = value as u32,
    ),
    Number::whole(
        Property::new("first_look", "", 1.0, 128.0),
        |t| Some(t.impacts.first_look as f32),
        |t, value| t.impacts.first_look = value as u32,
    ),
    Number::whole(
        Property::new("closer_look", "", 1.0, 128.0),
        |t| Some(t.impacts.closer_look as f32),
        |t, value| t.impacts.closer_look = value as u32,
    ),
    Number::whole(
        Property::new("most_looks", "", 1.0, 1e3),
        |t| Some(t.impacts.most_looks as f32),
        |t, value| t.impacts.most_looks = value as u32,
    ),
    Number::real(
        Property::new("worth_waiting", "", 0.0, 1.0),
        |t| Some(t.impacts.worth_waiting),
        |t, value| t.impacts.worth_waiting = value,
    ),
    Number::real(
        Property::new("look_on", "", 1e-6, 0.1),
        |t| Some(t.impacts.look_on),
        |t, value| t.impacts.look_on = value,
    ),
    Number::whole(
        Property::new("impact_sweeps", "", 1.0, 1e4),
        |t| Some(t.impacts.sweeps as f32),
        |t, value| t.impacts.sweeps = value as u32,
    ),
    Number::whole(
        Property::new("impacts_per_body", "", 1.0, 1e3),
        |t| Some(t.impacts.per_body as f32),
        |t, value| t.impacts.per_body = value as u32,
    ),
];

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

/// All vectors of a body.
pub const VECTORS: [BodyVector; 4] = [
    BodyVector { property: POSITION, by_length: false, get: |desc| desc.position, edit: BodyEdit::Position },
    BodyVector { property: SPEED, by_length: true, get: |desc| desc.velocity, edit: BodyEdit::Velocity },
    BodyVector { property: SPIN, by_length: true, get: |desc| desc.spin, edit: BodyEdit::Spin },
    BodyVector { property: FORCE, by_length: true, get: |desc| desc.force, edit: BodyEdit::Force },
];

impl BodyVector {
    /// Refuses a vector that may not be had.
    pub fn check(&self, value: Vec3) -> Result<(), BodyError> {
        if self.by_length {
            return self.property.check(value.length());
        }
        value.to_array().into_iter().try_for_each(|component| self.property.check(component))
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
}

/// All numbers of a body's surface.
pub const SURFACE: [SurfaceProperty; 5] = [
    SurfaceProperty {
        property: Property::new("restitution", "", 0.0, 1.0),
        get: |desc| desc.restitution,
        edit: BodyEdit::Restitution,
    },
    SurfaceProperty {
        property: Property::new("friction", "", 0.0, 10.0),
        get: |desc| desc.friction,
        edit: BodyEdit::Friction,
    },
    SurfaceProperty {
        property: Property::new("restitution_tangential", "", 0.0, 1.0),
        get: |desc| desc.restitution_tangential,
        edit: BodyEdit::RestitutionTangential,
    },
    SurfaceProperty {
        property: Property::new("rolling_resistance", "m", 0.0, 1e4),
        get: |desc| desc.rolling_resistance,
        edit: BodyEdit::RollingResistance,
    },
    SurfaceProperty {
        property: Property::new("spinning_friction", "m", 0.0, 1e4),
        get: |desc| desc.spinning_friction,
        edit: BodyEdit::SpinningFriction,
    },
];

impl SurfaceProperty {
    /// Its value in [`BodyDesc::new`].
    pub fn default(&self) -> f32 {
        (self.get)(&BodyDesc::new(Shape::sphere(0.5)))
    }

    /// Sets it in a description.
    pub fn set(&self, desc: &mut BodyDesc, value: f32) {
        (self.edit)(value).write(desc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_surface_reads_what_it_sets_and_is_called_what_its_edit_is() {
        for (i, row) in SURFACE.iter().enumerate() {
            let mut desc = BodyDesc::new(Shape::sphere(0.5));
            assert_eq!((row.get)(&desc), row.default(), "{}", row.property.key);
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

    /// Rows of one table have names of their own, and each sets what it reads and nothing else.
    fn check_table<T: Clone>(rows: &[Number<T>], default: &T) {
        for (i, row) in rows.iter().enumerate() {
            let Property { key, min, max, .. } = row.property;
            assert_eq!(rows.iter().position(|other| other.property.key == key), Some(i), "{key}");
            assert!((row.get)(default).is_none_or(|value| row.property.allows(value)), "the default of {key}");
            // Another value than the default, whole where it must be.
            let value = [min, max].into_iter().find(|end| (row.get)(default) != Some(*end)).unwrap();
            let mut changed = default.clone();
            (row.set)(&mut changed, value);
            for (j, other) in rows.iter().enumerate() {
                let expected = if i == j { Some(value) } else { (other.get)(default) };
                assert_eq!((other.get)(&changed), expected, "{key} and {}", other.property.key);
            }
        }
    }

    #[test]
    fn every_number_of_step_rules_and_tuning_reads_what_it_sets_and_its_default_is_in_its_range() {
        check_table(&STEP, &Config::default());
        check_table(&RULES, &Config::default());
        check_table(&TUNING, &Tuning::default());
    }

    #[test]
    fn every_vector_of_a_body_reads_what_it_sets_and_is_called_what_its_edit_is() {
        for row in &VECTORS {
            let (mut desc, v) = (BodyDesc::new(Shape::sphere(0.5)), Vec3::new(1.0, -2.0, 3.0));
            row.set(&mut desc, v);
            for other in &VECTORS {
                let is_same = other.property.key == row.property.key;
                assert_eq!((other.get)(&desc), if is_same { v } else { Vec3::ZERO }, "{}", row.property.key);
            }
            assert_eq!((row.edit)(v).property(), row.property.key);
            // A length has no sign; a component has.
            let max = row.property.max;
            assert!(row.check(Vec3::NEG_X * max).is_ok() && row.check(Vec3::NEG_X * max.next_up()).is_err());
            assert_eq!(row.check(Vec3::splat(max)).is_ok(), !row.by_length, "{}", row.property.key);
        }
    }
}
