//! The quantities of a scene by name: the one table that reads conditions, completes them and tells of them.

use super::{Dimension, Quantity};
use crate::physics::BodyId;

/// A quantity that conditions can name.
#[derive(Clone, Copy, Debug)]
pub struct NamedQuantity {
    /// As it is written.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    pub(super) form: CallForm,
}

/// What a quantity is of.
#[derive(Clone, Copy, Debug)]
pub(super) enum CallForm {
    /// Of the whole scene: its name stands alone.
    Scene(Quantity),
    /// Of a body, in brackets.
    Body(fn(BodyId) -> Quantity),
    /// Of two bodies, in brackets; either may be a plane of the world.
    Pair(fn(BodyId, BodyId) -> Quantity),
}

impl NamedQuantity {
    const fn scene(name: &'static str, quantity: Quantity, about: &'static str) -> Self {
        Self { name, about, form: CallForm::Scene(quantity) }
    }

    const fn body(name: &'static str, quantity: fn(BodyId) -> Quantity, about: &'static str) -> Self {
        Self { name, about, form: CallForm::Body(quantity) }
    }

    const fn pair(name: &'static str, quantity: fn(BodyId, BodyId) -> Quantity, about: &'static str) -> Self {
        Self { name, about, form: CallForm::Pair(quantity) }
    }

    /// How many bodies stand in its brackets: 0, 1 or 2.
    pub const fn bodies(&self) -> usize {
        match self.form {
            CallForm::Scene(_) => 0,
            CallForm::Body(_) => 1,
            CallForm::Pair(_) => 2,
        }
    }
}

/// Every quantity of a scene. `penetration` and `impulse` stand alone for the scene's greatest and with brackets
/// for one contact's.
pub static QUANTITIES: [NamedQuantity; 29] = [
    NamedQuantity::scene("time", Quantity::Time, "simulated time (s)"),
    NamedQuantity::scene("step", Quantity::Step, "steps done"),
    NamedQuantity::scene("energy", Quantity::Energy, "kinetic and potential energy (J)"),
    NamedQuantity::scene("kinetic", Quantity::Kinetic, "energy of motion and spin (J)"),
    NamedQuantity::scene("potential", Quantity::Potential, "energy of height and constant forces (J)"),
    NamedQuantity::scene(
        "energy_drift",
        Quantity::EnergyDrift,
        "change of the energy since the start, without its sign",
    ),
    NamedQuantity::scene("energy_rise", Quantity::EnergyRise, "change of the energy since the start, with its sign"),
    NamedQuantity::scene("penetration", Quantity::Penetration, "deepest overlap of all contacts (m)"),
    NamedQuantity::scene("pen", Quantity::Penetration, "the same as penetration"),
    NamedQuantity::scene("contacts", Quantity::Contacts, "contacts that act"),
    NamedQuantity::scene("normal_turn", Quantity::NormalTurn, "greatest turn of a normal in one step (°)"),
    NamedQuantity::scene(
        "feature_changes",
        Quantity::FeatureChanges,
        "contacts that changed their features in one step",
    ),
    NamedQuantity::scene("impulse", Quantity::Impulse, "greatest normal impulse of a contact (N·s)"),
    NamedQuantity::scene("farthest", Quantity::Farthest, "distance of the furthest moving body from the origin (m)"),
    NamedQuantity::scene("lowest", Quantity::Lowest, "height of the lowest moving body (m)"),
    NamedQuantity::scene("escaped", Quantity::Escaped, "bodies more than 1 km away"),
    NamedQuantity::scene("nan", Quantity::Nan, "bodies whose numbers were lost"),
    NamedQuantity::scene("awake", Quantity::Awake, "bodies that are awake"),
    NamedQuantity::body("speed", Quantity::Speed, "how fast the centre of a body moves (m/s)"),
    NamedQuantity::body("spin", Quantity::Spin, "how fast a body turns (rad/s)"),
    NamedQuantity::body("height", |body| Quantity::Coordinate(body, 1), "height of the centre of a body (m)"),
    NamedQuantity::body("x", |body| Quantity::Coordinate(body, 0), "x of the centre of a body (m)"),
    NamedQuantity::body("y", |body| Quantity::Coordinate(body, 1), "y of the centre of a body (m)"),
    NamedQuantity::body("z", |body| Quantity::Coordinate(body, 2), "z of the centre of a body (m)"),
    NamedQuantity::body("asleep", Quantity::Asleep, "whether a body sleeps"),
    NamedQuantity::pair("touching", Quantity::Touching, "whether two bodies touch"),
    NamedQuantity::pair("feature", Quantity::Feature, "the part of the first body that touches the second"),
    NamedQuantity::pair("impulse", Quantity::ImpulseOf, "normal impulse between two bodies (N·s), 0 apart"),
    NamedQuantity::pair("penetration", Quantity::PenetrationOf, "overlap of two bodies (m), 0 apart"),
];

/// The quantity of this name, alone or followed by brackets; the other form where there is only that.
pub(super) fn find(name: &str, called: bool) -> Option<&'static NamedQuantity> {
    let of = |brackets: bool| QUANTITIES.iter().find(|q| q.name == name && (q.bodies() > 0) == brackets);
    of(called).or_else(|| of(!called))
}

/// Units, the longest of each beginning first, with their size in SI units (angles: degrees).
pub(super) const UNITS: [(&str, f64, Dimension); 21] = [
    ("%", 0.01, Dimension::Ratio),
    ("mm/s", 1e-3, Dimension::Speed),
    ("cm/s", 1e-2, Dimension::Speed),
    ("m/s", 1.0, Dimension::Speed),
    ("rad/s", 1.0, Dimension::Spin),
    ("um", 1e-6, Dimension::Length),
    ("µm", 1e-6, Dimension::Length),
    ("mm", 1e-3, Dimension::Length),
    ("cm", 1e-2, Dimension::Length),
    ("km", 1e3, Dimension::Length),
    ("ms", 1e-3, Dimension::Time),
    ("m", 1.0, Dimension::Length),
    ("s", 1.0, Dimension::Time),
    ("mJ", 1e-3, Dimension::Energy),
    ("kJ", 1e3, Dimension::Energy),
    ("J", 1.0, Dimension::Energy),
    ("N·s", 1.0, Dimension::Impulse),
    ("Ns", 1.0, Dimension::Impulse),
    ("kg·m/s", 1.0, Dimension::Impulse),
    ("deg", 1.0, Dimension::Angle),
    ("°", 1.0, Dimension::Angle),
];
