//! What can be set of bodies, of worlds and of what tunes them, each once: what it is called and means, its unit, its
//! range, and how it is read and set. Its default is what it is in the default description.
//!
//! Descriptions are checked against these tables; scene files are read and written, panels filled, undo worded and the
//! README held by loops over them.

mod body;
mod tuning;
mod world;

pub use body::{
    BOTTOM, BodyVector, DENSITY, Edited, FORCE, FRICTION, HALF_HEIGHT, MASS, MOTION, MOTIONS, POSITION, RADIUS,
    RESTITUTION, RESTITUTION_TANGENTIAL, ROLLING_RESISTANCE, ROTATION, SHAPE, SIZE, SPEED, SPIN, SPINNING_FRICTION,
    SURFACE, SurfaceProperty, TOP, VECTORS,
};
pub use tuning::TUNING;
pub use world::{
    CONTACTS, ChoiceSetting, GRAVITY, HZ, LIMITS, PlaneSetting, STEP, Setting, SwitchSetting, VectorSetting, rules,
    settings,
};

use super::BodyError;
use glam::Vec3;

/// What something that can be set is called and means, in English: whoever shows it translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// In scene files and messages.
    pub key: &'static str,
    /// In panels and, in small letters, in what can be undone.
    pub title: &'static str,
    /// What it means, in a sentence.
    pub hint: &'static str,
}

/// A number that can be set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Property {
    /// What it is called and means.
    pub name: Name,
    /// Empty for none.
    pub unit: &'static str,
    /// Least value allowed.
    pub min: f32,
    /// Greatest value allowed.
    pub max: f32,
    /// How it is tuned by hand.
    pub usual: Usual,
}

/// How a number is tuned by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usual {
    /// Least and greatest of the values that are usual; none where all are.
    pub range: Option<[f32; 2]>,
    /// Whether equal factors matter, rather than equal differences.
    pub by_factors: bool,
    /// The least change worth making.
    pub grain: f32,
    /// Digits behind the point worth reading.
    pub decimals: usize,
}

impl Usual {
    /// Of a number of which nothing is said.
    pub const ANY: Self = Self { range: None, by_factors: false, grain: 0.01, decimals: 3 };
}

impl Property {
    pub(crate) const fn new(key: &'static str, title: &'static str, unit: &'static str, [min, max]: [f32; 2]) -> Self {
        Self { name: Name { key, title, hint: "" }, unit, min, max, usual: Usual::ANY }
    }

    pub(crate) const fn hint(self, hint: &'static str) -> Self {
        Self { name: Name { hint, ..self.name }, ..self }
    }

    /// Usual values within `range`, with so many digits.
    const fn usual(self, range: [f32; 2], decimals: usize) -> Self {
        let grain = (range[1] - range[0]) / 400.0;
        Self { usual: Usual { range: Some(range), grain, decimals, by_factors: false }, ..self }
    }

    /// Usual values within `range`, which differ by factors.
    const fn usual_by_factors(self, range: [f32; 2], decimals: usize) -> Self {
        Self { usual: Usual { range: Some(range), decimals, by_factors: true, ..Usual::ANY }, ..self }
    }

    const fn decimals(self, decimals: usize) -> Self {
        Self { usual: Usual { decimals, ..self.usual }, ..self }
    }

    const fn grain(self, grain: f32) -> Self {
        Self { usual: Usual { grain, ..self.usual }, ..self }
    }

    /// Its name in scene files and messages.
    pub const fn key(&self) -> &'static str {
        self.name.key
    }

    /// Whether a value may be had; none that is not a number.
    pub fn allows(&self, value: f32) -> bool {
        (self.min..=self.max).contains(&value)
    }

    /// The nearest value that may be had; for none that is not a number.
    pub const fn clamp(&self, value: f32) -> f32 {
        value.clamp(self.min, self.max)
    }

    /// The same of each component.
    pub fn clamp_components(&self, vector: Vec3) -> Vec3 {
        vector.clamp(Vec3::splat(self.min), Vec3::splat(self.max))
    }

    /// Refuses a value that may not be had.
    pub fn check(&self, value: f32) -> Result<(), BodyError> {
        let Self { name: Name { key: name, .. }, min, max, .. } = *self;
        if self.allows(value) { Ok(()) } else { Err(BodyError::Range { name, value, min, max }) }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Config, Tuning};
    use glam::Vec3;

    #[test]
    fn every_row_of_the_surface_reads_what_it_sets_and_is_called_what_its_edit_is() {
        for (i, row) in SURFACE.iter().enumerate() {
            let mut desc = BodyDesc::new(Shape::sphere(0.5));
            assert_eq!((row.get)(&desc), row.default(), "{}", row.property.name.key);
            let before: Vec<f32> = SURFACE.iter().map(|row| (row.get)(&desc)).collect();
            row.set(&mut desc, 0.25);
            for (j, other) in SURFACE.iter().enumerate() {
                let expected = if i == j { 0.25 } else { before[j] };
                assert_eq!((other.get)(&desc), expected, "{} and {}", row.property.name.key, other.property.name.key);
            }
            assert_eq!((row.edit)(0.25).name(), row.property.name);
            assert!((row.edit)(0.25).is_of_surface());
        }
    }

    #[test]
    fn ends_of_a_range_are_allowed_and_what_lies_beyond_is_not() {
        let world = settings().filter_map(Setting::property);
        let sizes = [RADIUS, BOTTOM, TOP, HALF_HEIGHT, SIZE].into_iter();
        let body = VECTORS.map(|row| row.property).into_iter().chain(SURFACE.map(|row| row.property));
        for property in world.chain(sizes).chain(body).chain([MASS]).chain(TUNING.map(|row| row.property)) {
            for value in [property.min, property.max] {
                assert!(property.allows(value) && property.check(value).is_ok(), "{property:?}");
            }
            for value in [property.min.next_down(), property.max.next_up(), f32::NAN, f32::INFINITY] {
                assert!(!property.allows(value) && property.check(value).is_err(), "{property:?} {value}");
            }
        }
    }

    /// Rows of one table have names of their own, and each sets what it reads and nothing else.
    fn check_table<T: Clone>(rows: &[&Number<T>], default: &T) {
        for (i, row) in rows.iter().enumerate() {
            let Property { name: Name { key, .. }, min, max, .. } = row.property;
            assert_eq!(rows.iter().position(|other| other.property.name.key == key), Some(i), "{key}");
            assert!((row.get)(default).is_none_or(|value| row.property.allows(value)), "the default of {key}");
            // Another value than the default, whole where it must be.
            let value = [min, max].into_iter().find(|end| (row.get)(default) != Some(*end)).unwrap();
            let mut changed = default.clone();
            (row.set)(&mut changed, value);
            for (j, other) in rows.iter().enumerate() {
                let expected = if i == j { Some(value) } else { (other.get)(default) };
                assert_eq!((other.get)(&changed), expected, "{key} and {}", other.property.name.key);
            }
        }
    }

    #[test]
    fn every_number_of_world_and_tuning_reads_what_it_sets_and_its_default_is_in_its_range() {
        check_table(&settings().filter_map(Setting::number).collect::<Vec<_>>(), &Config::default());
        check_table(&TUNING.iter().collect::<Vec<_>>(), &Tuning::default());
    }

    #[test]
    fn a_setting_of_a_world_differs_when_it_was_set_and_no_other_does() {
        for (i, setting) in settings().enumerate() {
            let mut changed = Config::default();
            match setting {
                Setting::Vector(row) => (row.set)(&mut changed, Vec3::X),
                Setting::Number(row) | Setting::Plane(PlaneSetting { height: row, .. }) => {
                    (row.set)(&mut changed, 77.0);
                }
                Setting::Choice(row) => {
                    (row.set)(&mut changed, ((row.get)(&Config::default()) + 1) % row.options.len());
                }
                Setting::Switch(row) => (row.set)(&mut changed, !(row.get)(&Config::default())),
            }
            let differing: Vec<_> = settings().map(|other| other.differs(&changed, &Config::default())).collect();
            assert_eq!(differing, (0..differing.len()).map(|j| i == j).collect::<Vec<_>>(), "{:?}", setting.name());
        }
    }

    #[test]
    fn each_option_of_a_choice_is_what_is_read_back() {
        for setting in settings() {
            let Setting::Choice(row) = setting else { continue };
            for i in 0..row.options.len() {
                let mut config = Config::default();
                (row.set)(&mut config, i);
                assert_eq!((row.get)(&config), i, "{}", row.name.key);
            }
        }
    }

    #[test]
    fn every_vector_of_a_body_reads_what_it_sets_and_is_called_what_its_edit_is() {
        for row in &VECTORS {
            let (mut desc, v) = (BodyDesc::new(Shape::sphere(0.5)), Vec3::new(1.0, -2.0, 3.0));
            row.set(&mut desc, v);
            for other in &VECTORS {
                let is_same = other.property.name.key == row.property.name.key;
                assert_eq!((other.get)(&desc), if is_same { v } else { Vec3::ZERO }, "{}", row.property.name.key);
            }
            assert_eq!((row.edit)(v).name(), row.property.name);
            // A length has no sign; a component has.
            let max = row.property.max;
            assert!(row.check(Vec3::NEG_X * max).is_ok() && row.check(Vec3::NEG_X * max.next_up()).is_err());
            assert_eq!(row.check(Vec3::splat(max)).is_ok(), !row.by_length, "{}", row.property.name.key);
        }
    }
}
