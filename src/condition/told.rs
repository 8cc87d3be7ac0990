//! Conditions on what another engine told.

use super::{Measured, Quantity, QuantityValue};
use crate::physics::BodyId;
use std::fmt;

/// One moment of a run that was not simulated here, as conditions ask of it.
pub trait Told: fmt::Debug {
    /// The engine's number of the step.
    fn step(&self) -> u64;

    /// s
    fn time(&self) -> f64;

    /// The body of this name, or what to say where there is none.
    fn find(&self, name: &str) -> Result<BodyId, String>;

    /// What a body is called.
    fn name(&self, body: BodyId) -> String;

    /// Why nobody can know this quantity of a scene; none for one that is known.
    fn lacks(&self, quantity: &str) -> Option<String>;

    /// A quantity of a scene by its name, of these bodies (SI units, turns in degrees; a truth is 0 or 1); not a number
    /// where the engine did not give it.
    fn value(&self, quantity: &str, bodies: &[BodyId]) -> f64;

    /// What can be named besides the quantities of a scene.
    fn measured(&self) -> &'static [Measured];

    /// The value of one of them, by its place.
    fn measured_value(&self, index: usize) -> f64;
}

impl Quantity {
    /// Its name, and the bodies it is of.
    fn named(self) -> (&'static str, Vec<BodyId>) {
        match self {
            Self::Time => ("time", vec![]),
            Self::Step => ("step", vec![]),
            Self::Energy => ("energy", vec![]),
            Self::Kinetic => ("kinetic", vec![]),
            Self::Potential => ("potential", vec![]),
            Self::EnergyDrift => ("energy_drift", vec![]),
            Self::EnergyRise => ("energy_rise", vec![]),
            Self::Penetration => ("penetration", vec![]),
            Self::Contacts => ("contacts", vec![]),
            Self::NormalTurn => ("normal_turn", vec![]),
            Self::FeatureChanges => ("feature_changes", vec![]),
            Self::Impulse => ("impulse", vec![]),
            Self::Farthest => ("farthest", vec![]),
            Self::Lowest => ("lowest", vec![]),
            Self::Escaped => ("escaped", vec![]),
            Self::Nan => ("nan", vec![]),
            Self::Awake => ("awake", vec![]),
            Self::Measured(..) => ("", vec![]),
            Self::Speed(id) => ("speed", vec![id]),
            Self::Spin(id) => ("spin", vec![id]),
            Self::Coordinate(id, axis) => (["x", "y", "z"][axis.min(2)], vec![id]),
            Self::Asleep(id) => ("asleep", vec![id]),
            Self::Touching(a, b) => ("touching", vec![a, b]),
            Self::Feature(a, b) => ("feature", vec![a, b]),
            Self::ImpulseOf(a, b) => ("impulse", vec![a, b]),
            Self::PenetrationOf(a, b) => ("penetration", vec![a, b]),
        }
    }

    /// Why it cannot be known of what was told; none where it can.
    pub(super) fn lacking(self, told: &dyn Told) -> Option<String> {
        match self {
            Self::Time | Self::Step | Self::Measured(..) => None,
            _ => told.lacks(self.named().0),
        }
    }

    pub(super) fn of_told(self, told: &dyn Told) -> QuantityValue {
        match self {
            Self::Time => QuantityValue::Number(told.time()),
            Self::Step => QuantityValue::Number(told.step() as f64),
            Self::Measured(index, _) => QuantityValue::Number(told.measured_value(index)),
            // The parts that engines name are their own words.
            Self::Feature(..) => QuantityValue::Feature(None),
            _ => {
                let (name, bodies) = self.named();
                let value = told.value(name, &bodies);
                match self {
                    // What the engine did not give is not a number, and so not true.
                    Self::Touching(..) | Self::Asleep(_) => QuantityValue::Truth(value == 1.0),
                    _ => QuantityValue::Number(value),
                }
            }
        }
    }

    /// The bodies it names.
    pub(super) fn bodies_named(self) -> Vec<BodyId> {
        self.named().1
    }
}
