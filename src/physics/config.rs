//! Every constant that affects motion: unit, range, default and reason.

mod tuning;

pub use tuning::{ImpactTuning, Tuning};

use super::property::{LIMITS, Number, PlaneSetting, Property, Setting, settings};
use crate::geometry::NormalRule;
use glam::Vec3;

/// How the values of two bodies make the value of the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Combine {
    /// `a·b`
    #[default]
    Multiply,
    /// `(a + b)/2`
    Average,
    /// The smaller.
    Minimum,
    /// The larger.
    Maximum,
    /// `√(a·b)`
    GeometricMean,
}

impl Combine {
    /// All rules, in the order of menus.
    pub const ALL: [Self; 5] = [Self::Multiply, Self::Average, Self::Minimum, Self::Maximum, Self::GeometricMean];

    /// The value of the pair.
    #[inline]
    pub fn apply(self, a: f32, b: f32) -> f32 {
        match self {
            Self::Multiply => a * b,
            Self::Average => 0.5 * (a + b),
            Self::Minimum => a.min(b),
            Self::Maximum => a.max(b),
            Self::GeometricMean => (a * b).sqrt(),
        }
    }

    /// The value of a pair of which one may have none, as a plane of the world: it takes on that of the other, and no
    /// rule applies. None of two that have none.
    #[inline]
    pub fn of_pair(self, a: Option<f32>, b: Option<f32>) -> Option<f32> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.apply(a, b)),
            (one, other) => one.or(other),
        }
    }

    /// `multiply`, `average`, `minimum`, `maximum`, `geometric_mean`: the name in scene files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multiply => "multiply",
            Self::Average => "average",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::GeometricMean => "geometric_mean",
        }
    }
}

/// Every constant that affects motion: what scenes and panels set, and what tunes the solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Acceleration of free bodies (m/s²), each component within ±1e4. Default (0, −9.81, 0).
    pub gravity: Vec3,
    /// Steps a second (Hz), 10…10,000. Default 60, the rate of most screens.
    pub hz: f32,
    /// Sub-steps a step, 1…64. Default 4: more make stacks and mass ratios stiffer, at their price.
    pub sub_steps: u32,
    /// How the restitution of a pair is made. Default multiply, the rule of the source articles.
    pub restitution_rule: Combine,
    /// How the friction of a pair is made. Default geometric mean, so that two equal values keep theirs.
    pub friction_rule: Combine,
    /// Which normal a sphere gets on a cuboid's edges and corners. Default closest.
    pub normals: NormalRule,
    /// Approach speed below which an impact does not bounce (m/s), 0…100. Default 0.5: resting contact must not buzz.
    pub restitution_threshold: f32,
    /// Bodies never go faster than this (m/s), 0.1…1e4. Default 400.
    pub terminal_speed: f32,
    /// Whether islands at rest fall asleep. Default true.
    pub sleeping: bool,
    /// Height of a solid floor (m), |y| ≤ 1e6. Default none.
    pub floor: Option<f32>,
    /// Height of a solid ceiling (m), |y| ≤ 1e6, above the floor. Default none.
    pub ceiling: Option<f32>,
    /// What tunes the step; scenes leave it alone.
    pub tuning: Tuning,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            gravity: Vec3::new(0.0, -9.81, 0.0),
            hz: 60.0,
            sub_steps: 4,
            restitution_rule: Combine::Multiply,
            friction_rule: Combine::GeometricMean,
            normals: NormalRule::Closest,
            restitution_threshold: 0.5,
            terminal_speed: 400.0,
            sleeping: true,
            floor: None,
            ceiling: None,
            tuning: Tuning::default(),
        }
    }
}

/// Why a configuration was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{name} is {value}, but must lie within {min} … {max}")]
pub struct ConfigError {
    /// Which constant.
    pub name: &'static str,
    /// What it was.
    pub value: f32,
    /// Least value allowed.
    pub min: f32,
    /// Greatest value allowed.
    pub max: f32,
}

impl Config {
    /// Length of a step (s).
    pub fn dt(&self) -> f32 {
        1.0 / self.hz
    }

    /// Refuses values that are not finite or out of their range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        // By the table of settings: what is added there is checked here.
        for setting in settings() {
            match setting {
                Setting::Vector(row) => {
                    (row.get)(self).to_array().into_iter().try_for_each(|x| check(&row.property, x))?;
                }
                Setting::Number(row) | Setting::Plane(PlaneSetting { height: row, .. }) => check_row(row, self)?,
                Setting::Choice(_) | Setting::Switch(_) => {}
            }
        }
        // Of two planes that lie the wrong way round the later one is named.
        for setting in LIMITS.iter().rev() {
            if let Setting::Plane(plane) = setting
                && let Some(y) = (plane.height.get)(self)
            {
                let [min, max] = (plane.within)(self);
                check(&Property { min, max, ..plane.height.property }, y)?;
            }
        }
        self.tuning.validate()
    }
}

fn check(property: &Property, value: f32) -> Result<(), ConfigError> {
    let Property { name, min, max, .. } = *property;
    if property.allows(value) { Ok(()) } else { Err(ConfigError { name: name.key, value, min, max }) }
}

fn check_row<T>(row: &Number<T>, of: &T) -> Result<(), ConfigError> {
    (row.get)(of).map_or(Ok(()), |value| check(&row.property, value))
}
