//! Every constant that affects motion: unit, range, default and reason.

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
    /// What tunes the solver; scenes leave it alone.
    pub tuning: Tuning,
}

/// What tunes the solver: the same for all scenes of the gallery, which were made with the defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Frequency of the springs in contacts, as a share of the sub-step rate, 0.01…0.5. Default 0.1875: stiffer ones
    /// make high pyramids restless, softer ones sink; a body at rest sinks by `g/ω²`, 0.12 mm at 240 Hz.
    pub contact_rate: f32,
    /// Damping ratio of those springs, 0.1…100. Default 1: what is pushed apart shall not swing.
    pub contact_damping: f32,
    /// Greatest speed of pushing overlapping bodies apart (m/s), 0…1,000. Default 3: faster ones would be thrown.
    pub push_speed: f32,
    /// Deep overlaps of one body from which it is in a crowd, whose bodies are moved apart, no faster than `push_speed` each,
    /// rather than pushed, 1…1,000. Default 2: pushes of several would add up, and throw it.
    pub crowd: u32,
    /// Overlap from which it counts there as deep, as a share of the gap from which the solver has a pair, 0…10. Default 0.25:
    /// what settles overlaps by less.
    pub crowd_overlap: f32,
    /// Sweeps over the points of one contact among themselves, 1…64. Default 2: a third changes little.
    pub inner_sweeps: u32,
    /// Touching pairs are carried along, not collided anew, until they may have moved this share of the gap from which
    /// the solver has them, 0…0.5. Default 0.02: then normals are as good as new. 0 collides all in every step.
    pub carry_drift: f32,
    /// Slower bodies count as still (m/s, at their surface), 0…10. Default 0.05: resting towers tremble by less.
    pub still_speed: f32,
    /// How long an island must be still to fall asleep (s), 0…60. Default 0.5: what turns back at its highest point is
    /// still for less.
    pub still_time: f32,
    /// Mass ratio of touching bodies from which their island is uneven, 1…1e6. Default 8: plain sweeps would take as
    /// many rounds as one is heavier than the other.
    pub uneven_ratio: f32,
    /// Uneven islands of up to this many contacts are swept until they agree, 0…10,000. Default 64, for the time it takes.
    pub uneven_contacts: u32,
    /// All islands of up to this many contacts are, 0…10,000. Default 32: a tower of 30 cubes stands.
    pub small_contacts: u32,
    /// Islands of up to this many contacts have the least of their springs, 0…1e6. Default 16.
    pub firm_contacts: f32,
    /// Islands from this many contacts on have all of their springs, more than `firm_contacts`, at most 1e6. Default 48:
    /// springs let thousands of bodies settle that plain sweeps would shake.
    pub soft_contacts: f32,
    /// That least of the springs, 0…1. Default 0.1, which shares a load evenly among the corners of a box. Uneven islands
    /// would sink in it and have none.
    pub least_softness: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            contact_rate: 0.1875,
            contact_damping: 1.0,
            push_speed: 3.0,
            crowd: 2,
            crowd_overlap: 0.25,
            inner_sweeps: 2,
            carry_drift: 0.02,
            still_speed: 0.05,
            still_time: 0.5,
            uneven_ratio: 8.0,
            uneven_contacts: 64,
            small_contacts: 32,
            firm_contacts: 16.0,
            soft_contacts: 48.0,
            least_softness: 0.1,
        }
    }
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
        for g in self.gravity.to_array() {
            check("gravity", g, -1e4, 1e4)?;
        }
        check("hz", self.hz, 10.0, 10_000.0)?;
        check("sub_steps", self.sub_steps as f32, 1.0, 64.0)?;
        check("restitution_threshold", self.restitution_threshold, 0.0, 100.0)?;
        check("terminal_speed", self.terminal_speed, 0.1, 1e4)?;
        if let Some(y) = self.floor {
            check("floor", y, -1e6, 1e6)?;
        }
        if let Some(y) = self.ceiling {
            check("ceiling", y, self.floor.unwrap_or(-1e6), 1e6)?;
        }
        self.tuning.validate()
    }
}

impl Tuning {
    fn validate(&self) -> Result<(), ConfigError> {
        check("contact_rate", self.contact_rate, 0.01, 0.5)?;
        check("contact_damping", self.contact_damping, 0.1, 100.0)?;
        check("push_speed", self.push_speed, 0.0, 1e3)?;
        check("crowd", self.crowd as f32, 1.0, 1e3)?;
        check("crowd_overlap", self.crowd_overlap, 0.0, 10.0)?;
        check("inner_sweeps", self.inner_sweeps as f32, 1.0, 64.0)?;
        check("carry_drift", self.carry_drift, 0.0, 0.5)?;
        check("still_speed", self.still_speed, 0.0, 10.0)?;
        check("still_time", self.still_time, 0.0, 60.0)?;
        check("uneven_ratio", self.uneven_ratio, 1.0, 1e6)?;
        check("uneven_contacts", self.uneven_contacts as f32, 0.0, 1e4)?;
        check("small_contacts", self.small_contacts as f32, 0.0, 1e4)?;
        check("firm_contacts", self.firm_contacts, 0.0, 1e6)?;
        check("soft_contacts", self.soft_contacts, self.firm_contacts + 1.0, 1e6 + 1.0)?;
        check("least_softness", self.least_softness, 0.0, 1.0)
    }
}

fn check(name: &'static str, value: f32, min: f32, max: f32) -> Result<(), ConfigError> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(ConfigError { name, value, min, max }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Motion, World};

    #[test]
    fn a_tuning_out_of_its_range_is_refused_by_name() {
        type Spoil = fn(&mut Tuning);
        let rows: [(&str, Spoil); 15] = [
            ("contact_rate", |t| t.contact_rate = 0.6),
            ("contact_damping", |t| t.contact_damping = 0.0),
            ("push_speed", |t| t.push_speed = -1.0),
            ("crowd", |t| t.crowd = 0),
            ("crowd_overlap", |t| t.crowd_overlap = -1.0),
            ("inner_sweeps", |t| t.inner_sweeps = 0),
            ("carry_drift", |t| t.carry_drift = 0.6),
            ("still_speed", |t| t.still_speed = f32::NAN),
            ("still_time", |t| t.still_time = f32::INFINITY),
            ("uneven_ratio", |t| t.uneven_ratio = 0.5),
            ("uneven_contacts", |t| t.uneven_contacts = u32::MAX),
            ("small_contacts", |t| t.small_contacts = u32::MAX),
            ("firm_contacts", |t| t.firm_contacts = -1.0),
            ("soft_contacts", |t| t.soft_contacts = t.firm_contacts),
            ("least_softness", |t| t.least_softness = 1.5),
        ];
        for (name, spoil) in rows {
            let mut config = Config::default();
            assert_eq!(config.validate(), Ok(()));
            spoil(&mut config.tuning);
            assert_eq!(config.validate().map_err(|error| error.name), Err(name));
        }
    }

    /// Two balls that overlap by 0.2 m part no faster than they are pushed.
    #[test]
    fn the_push_is_as_fast_as_it_is_tuned() {
        for push_speed in [0.5, 3.0] {
            let tuning = Tuning { push_speed, ..Tuning::default() };
            let mut world = World::new(Config { gravity: Vec3::ZERO, tuning, ..Config::default() }).unwrap();
            let ball = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
            let _ = world.add(&BodyDesc { motion: Motion::Static, ..ball }).unwrap();
            let id = world.add(&BodyDesc { position: Vec3::X * 0.8, ..ball }).unwrap();
            world.step();
            let moved = world.body(id).unwrap().desc.position.x - 0.8;
            assert!((moved * 60.0 - push_speed).abs() < 0.05 * push_speed, "{push_speed} m/s: moved {moved} m");
        }
    }
}
