//! What can be set of a world, in the order of scene files.

use super::{Name, Number, POSITION, Property, SPEED};
use crate::geometry::NormalRule;
use crate::physics::{Combine, Config};
use glam::Vec3;

/// Something of a world that can be set.
#[derive(Debug)]
pub enum Setting {
    /// Three numbers, each within the range.
    Vector(VectorSetting),
    /// A number.
    Number(Number<Config>),
    /// A solid plane that there may be.
    Plane(PlaneSetting),
    /// One of several.
    Choice(ChoiceSetting),
    /// On or off.
    Switch(SwitchSetting),
}

/// A vector of a world.
#[derive(Debug)]
pub struct VectorSetting {
    /// Name, unit and range of each component.
    pub property: Property,
    /// Reads it.
    pub get: fn(&Config) -> Vec3,
    /// Sets it, whatever its range.
    pub set: fn(&mut Config, Vec3),
}

/// One of several.
#[derive(Debug)]
pub struct ChoiceSetting {
    /// What it is called and means.
    pub name: Name,
    /// What there is to choose from: the key in scene files, the title in panels.
    pub options: &'static [(&'static str, &'static str)],
    /// The index of what is chosen.
    pub get: fn(&Config) -> usize,
    /// Chooses by index.
    pub set: fn(&mut Config, usize),
}

/// On or off.
#[derive(Debug)]
pub struct SwitchSetting {
    /// What it is called and means.
    pub name: Name,
    /// Reads it.
    pub get: fn(&Config) -> bool,
    /// Sets it.
    pub set: fn(&mut Config, bool),
}

/// A solid plane that there may be.
#[derive(Debug)]
pub struct PlaneSetting {
    /// Its height.
    pub height: Number<Config>,
    /// How high a new one is put.
    pub first: fn(&Config) -> f32,
    /// Takes it away.
    pub clear: fn(&mut Config),
    /// How high it may be beside the other one: least and greatest.
    pub within: fn(&Config) -> [f32; 2],
}

impl Setting {
    /// What it is called and means.
    pub const fn name(&self) -> Name {
        match self {
            Self::Vector(row) => row.property.name,
            Self::Number(row) | Self::Plane(PlaneSetting { height: row, .. }) => row.property.name,
            Self::Choice(row) => row.name,
            Self::Switch(row) => row.name,
        }
    }

    /// Unit and range of what is made of numbers.
    pub const fn property(&self) -> Option<Property> {
        match self {
            Self::Vector(row) => Some(row.property),
            Self::Number(row) | Self::Plane(PlaneSetting { height: row, .. }) => Some(row.property),
            Self::Choice(_) | Self::Switch(_) => None,
        }
    }

    /// Whether two worlds differ in it.
    pub fn differs(&self, a: &Config, b: &Config) -> bool {
        match self {
            Self::Vector(row) => (row.get)(a) != (row.get)(b),
            Self::Number(row) | Self::Plane(PlaneSetting { height: row, .. }) => (row.get)(a) != (row.get)(b),
            Self::Choice(row) => (row.get)(a) != (row.get)(b),
            Self::Switch(row) => (row.get)(a) != (row.get)(b),
        }
    }

    /// Reads and sets it, if it is one number.
    pub const fn number(&self) -> Option<&Number<Config>> {
        match self {
            Self::Number(row) | Self::Plane(PlaneSetting { height: row, .. }) => Some(row),
            Self::Vector(_) | Self::Choice(_) | Self::Switch(_) => None,
        }
    }
}

/// Acceleration of free bodies.
pub const GRAVITY: Setting = Setting::Vector(VectorSetting {
    property: Property::new("gravity", "Gravity", "m/s²", [-1e4, 1e4])
        .hint("Acceleration of free bodies; y is up.")
        .decimals(2),
    get: |config| config.gravity,
    set: |config, value| config.gravity = value,
});

/// How many steps make a second of simulated time.
pub const HZ: Property = Property::new("hz", "Steps a second", "Hz", [10.0, 10_000.0])
    .hint("Of simulated time. More are finer and cost more.")
    .usual_by_factors([30.0, 480.0], 0)
    .grain(1.0);

/// The step.
pub const STEP: [Setting; 2] = [
    Setting::Number(Number::real(HZ, |config| Some(config.hz), |config, value| config.hz = value)),
    Setting::Number(Number::whole(
        Property::new("sub_steps", "Sub-steps", "", [1.0, 64.0])
            .hint("Parts of a step in the solver. More make stacks stiffer.")
            .usual([1.0, 16.0], 0)
            .grain(0.1),
        |config| Some(config.sub_steps as f32),
        |config, value| config.sub_steps = value as u32,
    )),
];

/// How the values of two bodies make that of the pair.
const COMBINE: &[(&str, &str)] = &[
    (Combine::Multiply.name(), "Multiply, a·b"),
    (Combine::Average.name(), "Average, (a+b)/2"),
    (Combine::Minimum.name(), "Minimum"),
    (Combine::Maximum.name(), "Maximum"),
    (Combine::GeometricMean.name(), "Geometric mean, √(a·b)"),
];

/// The rules of contacts.
pub const CONTACTS: [Setting; 5] = [
    Setting::Choice(ChoiceSetting {
        name: Name {
            key: "restitution",
            title: "Restitution rule",
            hint: "How the restitution of two bodies makes that of the pair.",
        },
        options: COMBINE,
        get: |config| config.restitution_rule as usize,
        set: |config, i| config.restitution_rule = Combine::ALL[i],
    }),
    Setting::Choice(ChoiceSetting {
        name: Name {
            key: "friction",
            title: "Friction rule",
            hint: "How the friction of two bodies makes that of the pair.",
        },
        options: COMBINE,
        get: |config| config.friction_rule as usize,
        set: |config, i| config.friction_rule = Combine::ALL[i],
    }),
    Setting::Number(Number::real(
        Property::new("restitution_threshold", "Restitution threshold", "m/s", [0.0, 100.0])
            .hint("Slower impacts do not bounce: resting contact must not buzz.")
            .usual([0.0, 5.0], 2),
        |config| Some(config.restitution_threshold),
        |config, value| config.restitution_threshold = value,
    )),
    Setting::Switch(SwitchSetting {
        name: Name {
            key: "sleeping",
            title: "Sleep at rest",
            hint: "Bodies at rest with their neighbours are left out of the step until something wakes them.",
        },
        get: |config| config.sleeping,
        set: |config, on| config.sleeping = on,
    }),
    Setting::Choice(ChoiceSetting {
        name: Name {
            key: "normals",
            title: "Normal rule",
            hint: "Normal of a ball on a box's edge or corner: from the closest point, or one diagonal per region.",
        },
        options: &[("closest", "Closest point"), ("region", "26 fixed directions")],
        get: |config| config.normals as usize,
        set: |config, i| config.normals = [NormalRule::Closest, NormalRule::Region][i],
    }),
];

/// What nothing goes beyond.
pub const LIMITS: [Setting; 3] = [
    Setting::Number(Number::real(
        Property::new("terminal_speed", "Terminal speed", "m/s", [0.1, SPEED.max])
            .hint("Bodies never go faster.")
            .usual_by_factors([1.0, 1000.0], 1)
            .grain(0.5),
        |config| Some(config.terminal_speed),
        |config, value| config.terminal_speed = value,
    )),
    Setting::Plane(PlaneSetting {
        height: Number::real(
            height("floor", "Floor").hint("A solid plane below everything."),
            |config| config.floor,
            |config, y| config.floor = Some(y),
        ),
        first: |_| 0.0,
        clear: |config| config.floor = None,
        within: |config| [POSITION.min, config.ceiling.unwrap_or(POSITION.max)],
    }),
    Setting::Plane(PlaneSetting {
        height: Number::real(
            height("ceiling", "Ceiling").hint("A solid plane above everything."),
            |config| config.ceiling,
            |config, y| config.ceiling = Some(y),
        ),
        first: |config| config.floor.unwrap_or(0.0) + 10.0,
        clear: |config| config.ceiling = None,
        within: |config| [config.floor.unwrap_or(POSITION.min), POSITION.max],
    }),
];

const fn height(key: &'static str, title: &'static str) -> Property {
    Property::new(key, title, "m", [POSITION.min, POSITION.max]).decimals(2).grain(0.02)
}

/// The table `rules` of a scene file.
pub fn rules() -> impl Iterator<Item = &'static Setting> {
    CONTACTS.iter().chain(&LIMITS)
}

/// All that can be set of a world.
pub fn settings() -> impl Iterator<Item = &'static Setting> {
    std::iter::once(&GRAVITY).chain(&STEP).chain(rules())
}
