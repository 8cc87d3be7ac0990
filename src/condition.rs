//! Conditions on what runs: `speed(ball) < 2 and not touching(ball, box)` on a scene, `distance < 5 mm` on numbers that
//! are measured.
//!
//! ```text
//! condition  = all { "or" all }                     all  = one { "and" one }
//! one        = "not" one | sum [ compare sum ]      compare = < <= > >= == !=
//! sum        = product { (+|-) product }            product = unary { (*|/) unary }
//! unary      = "-" unary | atom
//! atom       = number [ unit ] | "text" | name | name ( arguments ) | ( condition )
//! ```
//!
//! Only what measures the same is added, subtracted and compared; a plain number goes with any.
//!
//! A run that stops on a condition stops at the same step wherever it runs:
//!
//! ```
//! use carom::condition::{Condition, Watch};
//! use carom::sim::Sim;
//!
//! let mut sim = Sim::new(carom::scene::find("first_bounce").unwrap().scene().unwrap())?;
//! let touch = Condition::parse("touching(lively ball, turned box)", &sim).unwrap();
//! let mut watch = Watch::new(vec![touch], &sim);
//! let fired = std::iter::repeat_with(|| { sim.step(); watch.look(&sim) }).take(600).flatten().next();
//! assert_eq!(fired, Some(0));
//! # Ok::<(), carom::sim::CommandError>(())
//! ```
//!
//! # Files
//!
//! `named` is the table of all quantities, `parse` reads a condition (`parse/names` what its names stand for),
//! `complete` says how one that is being typed may go on, `observed` is what it looks at in a scene, `measured` what it
//! can name of numbers that something else measures, `told` what it asks of another engine's run, `watch` a list that
//! stops a run, `curve` a number that is followed over time.

mod bodies;
mod complete;
mod curve;
mod feature_names;
mod measured;
mod named;
mod observed;
mod parse;
#[cfg(test)]
mod tests;
mod told;
mod verdict;
mod watch;

pub use bodies::find_body;
pub use complete::{Completion, complete};
pub use curve::Curve;
pub use measured::Measured;
pub use named::{NamedQuantity, QUANTITIES};
pub use observed::{ESCAPE_DISTANCE, Extreme, Observed, acts};
pub use parse::Scope;
pub use told::Told;
pub use verdict::{ConditionVerdict, Values, significant};
pub use watch::{MomentWatch, Watch};

use crate::geometry::Feature;
use crate::physics::{BodyId, Contact};
use crate::sim::Sim;
use serde::{Serialize, Serializer};
use std::fmt;

/// A condition, read and checked against what it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    text: String,
    root: Expression,
    terms: Vec<SumTerm>,
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConditionError {
    text: String,
    /// Where, in letters from the start.
    column: usize,
    message: String,
}

/// Letters of the condition that are shown around the place.
const SHOWN_TEXT: usize = 72;

/// Letters of the message that are shown: with the two lines below it, half of a small terminal.
const SHOWN_MESSAGE: usize = 600;

/// The message, then the condition around the place with a caret under it; never longer than a screen.
impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A name from the condition or the scene can be as long as a file.
        for letter in self.message.chars().take(SHOWN_MESSAGE) {
            write!(f, "{letter}")?;
        }
        if self.message.chars().nth(SHOWN_MESSAGE).is_some() {
            f.write_str(" …")?;
        }
        // The window keeps most of what leads up to the place.
        let total = self.text.chars().take(self.column + SHOWN_TEXT).count();
        let start = if total <= SHOWN_TEXT { 0 } else { self.column.saturating_sub(SHOWN_TEXT * 2 / 3) };
        let before = if start > 0 { "… " } else { "" };
        let after = if self.text.chars().nth(start + SHOWN_TEXT).is_some() { " …" } else { "" };
        // Tabs and line ends would push the caret out of place.
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let shown: String = self.text.chars().skip(start).take(SHOWN_TEXT).map(visible).collect();
        let indent = " ".repeat(before.chars().count() + self.column - start);
        write!(f, "\n  {before}{shown}{after}\n  {indent}^")
    }
}

/// What a quantity measures, so that 5 mm is never compared with a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dimension {
    Length,
    Time,
    Speed,
    Spin,
    Energy,
    Impulse,
    Angle,
    Ratio,
    Count,
}

impl Dimension {
    const fn name(self) -> &'static str {
        match self {
            Self::Length => "a length",
            Self::Time => "a time",
            Self::Speed => "a speed",
            Self::Spin => "a spin",
            Self::Energy => "an energy",
            Self::Impulse => "an impulse",
            Self::Angle => "an angle",
            Self::Ratio => "a ratio",
            Self::Count => "a count",
        }
    }

    /// The unit of its values, empty for a plain number.
    const fn unit(self) -> &'static str {
        match self {
            Self::Length => "m",
            Self::Time => "s",
            Self::Speed => "m/s",
            Self::Spin => "rad/s",
            Self::Energy => "J",
            Self::Impulse => "N·s",
            Self::Angle => "°",
            Self::Ratio | Self::Count => "",
        }
    }
}

/// A quantity read from what runs.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Quantity {
    Time,
    Step,
    Energy,
    Kinetic,
    Potential,
    EnergyDrift,
    EnergyRise,
    Penetration,
    Contacts,
    NormalTurn,
    FeatureChanges,
    Impulse,
    Farthest,
    Lowest,
    Escaped,
    Nan,
    Awake,
    /// The number measured at this place of the list.
    Measured(usize, Option<Dimension>),
    Speed(BodyId),
    Spin(BodyId),
    /// The world coordinate along an axis.
    Coordinate(BodyId, usize),
    Asleep(BodyId),
    Touching(BodyId, BodyId),
    /// The part of the first that touches the second.
    Feature(BodyId, BodyId),
    /// What the two press with on each other.
    ImpulseOf(BodyId, BodyId),
    /// How deep the two overlap.
    PenetrationOf(BodyId, BodyId),
}

/// A quantity as the condition names it.
#[derive(Clone, Debug, PartialEq)]
struct SumTerm {
    text: String,
    quantity: Quantity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compare {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
    NotEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Truths are the numbers 0 and 1.
#[derive(Clone, Debug, PartialEq)]
enum Expression {
    Number(f64),
    Term(usize),
    FeatureIs { term: usize, name: String, equal: bool },
    Negate(Box<Expression>),
    Abs(Box<Expression>),
    Arithmetic(Operator, Box<Expression>, Box<Expression>),
    Compare(Compare, Box<Expression>, Box<Expression>),
    Not(Box<Expression>),
    And(Box<Expression>, Box<Expression>),
    Or(Box<Expression>, Box<Expression>),
}

/// The value of a quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QuantityValue {
    /// In SI units; turns of normals in degrees.
    Number(f64),
    /// Of what is either so or not.
    Truth(bool),
    /// None while the two do not touch.
    Feature(Option<Feature>),
}

/// The number, `yes` or `no`, or the feature's name.
impl fmt::Display for QuantityValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) => f.write_str(&significant(*x)),
            Self::Truth(true) => f.write_str("yes"),
            Self::Truth(false) => f.write_str("no"),
            Self::Feature(Some(feature)) => write!(f, "{feature}"),
            Self::Feature(None) => f.write_str("not touching"),
        }
    }
}

/// As JSON: a number, true or false, the feature's name or null.
impl Serialize for QuantityValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(x) => serializer.serialize_f64(*x),
            Self::Truth(x) => serializer.serialize_bool(*x),
            Self::Feature(Some(feature)) => serializer.collect_str(feature),
            Self::Feature(None) => serializer.serialize_none(),
        }
    }
}

/// What a condition is asked about: one moment of what runs.
#[derive(Clone, Copy, Debug)]
pub enum Observation<'a> {
    /// Of a scene, with what was observed of it.
    Scene(&'a Sim, &'a Observed),
    /// Of an experiment.
    Measured {
        /// Steps done.
        step: u64,
        /// Simulated time (s).
        time: f64,
        /// What it measures, in the order in which the condition was given the names.
        values: &'a [f64],
    },
    /// Of what another engine told.
    Told(&'a dyn Told),
}

impl Observation<'_> {
    fn step(&self) -> u64 {
        match self {
            Self::Scene(sim, _) => sim.step_count(),
            Self::Measured { step, .. } => *step,
            Self::Told(told) => told.step(),
        }
    }

    fn time(&self) -> f64 {
        match self {
            Self::Scene(sim, _) => sim.time(),
            Self::Measured { time, .. } => *time,
            Self::Told(told) => told.time(),
        }
    }

    fn value(&self, quantity: Quantity) -> QuantityValue {
        match self {
            Self::Scene(sim, now) => quantity.of_scene(sim, now),
            Self::Told(told) => quantity.of_told(*told),
            // An experiment has numbers alone: no bodies, no contacts.
            Self::Measured { values, .. } => QuantityValue::Number(match quantity {
                Quantity::Time => self.time(),
                Quantity::Step => self.step() as f64,
                Quantity::Measured(index, _) => values.get(index).copied().unwrap_or(f64::NAN),
                // Nothing else is taken by `Condition::on_measured`.
                _ => f64::NAN,
            }),
        }
    }

    fn bodies(&self, condition: &Condition) -> Vec<String> {
        match self {
            Self::Scene(sim, now) => condition.bodies(now).into_iter().map(|id| sim.name(id)).collect(),
            Self::Measured { .. } => vec![],
            Self::Told(told) => {
                let named = condition.terms.iter().flat_map(|term| term.quantity.bodies_named());
                let mut names: Vec<String> = vec![];
                for name in named.map(|id| told.name(id)) {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names
            }
        }
    }
}

/// Which parts of an [`Observed`] a condition reads; the rest need not be filled in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The contacts, and what follows from them alone.
    pub contacts: bool,
    /// What changed in them since the step before.
    pub turns: bool,
    /// Kinetic and potential energy.
    pub energy: bool,
    /// Where the bodies are, and whether they are finite.
    pub bodies: bool,
}

impl Needs {
    /// What either needs.
    pub fn union(self, other: Self) -> Self {
        Self {
            contacts: self.contacts || other.contacts,
            turns: self.turns || other.turns,
            energy: self.energy || other.energy,
            bodies: self.bodies || other.bodies,
        }
    }
}

impl Condition {
    /// Reads a condition; the bodies it names must be in `sim`.
    pub fn parse(text: &str, sim: &Sim) -> Result<Self, ConditionError> {
        Self::read(text, Scope::Scene(sim))
    }

    /// Reads a condition on measured numbers, on time and on the number of steps.
    pub fn on_measured(text: &str, names: &[Measured]) -> Result<Self, ConditionError> {
        Self::read(text, Scope::Measured(names))
    }

    /// Reads a condition on what another engine told; the bodies it names must be known there.
    pub fn on_told(text: &str, told: &dyn Told) -> Result<Self, ConditionError> {
        Self::read(text, Scope::Told(told))
    }

    /// Reads a condition on whatever it is to be about.
    pub fn read(text: &str, scope: Scope<'_>) -> Result<Self, ConditionError> {
        parse::parse(text, scope)
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What must be observed for it.
    pub fn needs(&self) -> Needs {
        let mut needs = Needs::default();
        for term in &self.terms {
            match term.quantity {
                Quantity::Energy | Quantity::Kinetic | Quantity::Potential => needs.energy = true,
                Quantity::EnergyDrift | Quantity::EnergyRise => needs.energy = true,
                Quantity::Penetration | Quantity::Contacts | Quantity::Impulse => needs.contacts = true,
                Quantity::Touching(..) | Quantity::Feature(..) => needs.contacts = true,
                Quantity::ImpulseOf(..) | Quantity::PenetrationOf(..) => needs.contacts = true,
                Quantity::NormalTurn | Quantity::FeatureChanges => (needs.contacts, needs.turns) = (true, true),
                Quantity::Escaped | Quantity::Nan | Quantity::Farthest | Quantity::Lowest => needs.bodies = true,
                Quantity::Time | Quantity::Step | Quantity::Awake | Quantity::Measured(..) => {}
                Quantity::Speed(_) | Quantity::Spin(_) | Quantity::Coordinate(..) | Quantity::Asleep(_) => {}
            }
        }
        needs
    }

    /// Whether it holds now.
    pub fn holds(&self, now: &Observation<'_>) -> bool {
        self.number(now) != 0.0
    }

    /// What it comes to now: 0 or 1 for a truth.
    fn number(&self, now: &Observation<'_>) -> f64 {
        self.root.number(&|term| now.value(self.terms[term].quantity))
    }

    /// Every quantity in it with its value now.
    pub fn values(&self, now: &Observation<'_>) -> Vec<(&str, QuantityValue)> {
        self.terms.iter().map(|term| (term.text.as_str(), now.value(term.quantity))).collect()
    }

    /// The bodies it is about: those it names, and those that make its extremes what they are.
    pub fn bodies(&self, now: &Observed) -> Vec<BodyId> {
        let mut bodies = vec![];
        let mut push = |ids: &[BodyId]| {
            for id in ids {
                if !bodies.contains(id) {
                    bodies.push(*id);
                }
            }
        };
        // An extreme is about the two bodies that have it, though the condition names none.
        let pair = |extreme: &Extreme| extreme.pair.map_or(vec![], |(a, b)| vec![a, b]);
        for term in &self.terms {
            match term.quantity {
                Quantity::Speed(a) | Quantity::Spin(a) | Quantity::Coordinate(a, _) | Quantity::Asleep(a) => push(&[a]),
                Quantity::Touching(a, b) | Quantity::Feature(a, b) => push(&[a, b]),
                Quantity::ImpulseOf(a, b) | Quantity::PenetrationOf(a, b) => push(&[a, b]),
                Quantity::Penetration => push(&pair(&now.penetration)),
                Quantity::Impulse => push(&pair(&now.impulse)),
                Quantity::NormalTurn => push(&pair(&now.normal_turn)),
                Quantity::FeatureChanges => now.feature_changes.iter().for_each(|(a, b)| push(&[*a, *b])),
                Quantity::Farthest => push(&Vec::from_iter(now.farthest.0)),
                Quantity::Lowest => push(&Vec::from_iter(now.lowest.0)),
                Quantity::Escaped => push(&now.escaped),
                Quantity::Nan => push(&now.not_finite),
                _ => {}
            }
        }
        bodies
    }
}

impl Quantity {
    fn of_scene(self, sim: &Sim, now: &Observed) -> QuantityValue {
        let body = |id| sim.world().body(id).map(|body| body.desc);
        let number = |x: Option<f32>| QuantityValue::Number(x.map_or(f64::NAN, f64::from));
        let length = |v: glam::Vec3| v.as_dvec3().length();
        match self {
            Self::Time => QuantityValue::Number(sim.time()),
            Self::Step => QuantityValue::Number(sim.step_count() as f64),
            Self::Energy => QuantityValue::Number(now.kinetic + now.potential),
            Self::Kinetic => QuantityValue::Number(now.kinetic),
            Self::Potential => QuantityValue::Number(now.potential),
            Self::EnergyDrift => QuantityValue::Number(now.energy_rise().abs()),
            Self::EnergyRise => QuantityValue::Number(now.energy_rise()),
            Self::Penetration => QuantityValue::Number(now.penetration.value),
            Self::Contacts => QuantityValue::Number(now.contacts.len() as f64),
            Self::NormalTurn => QuantityValue::Number(now.normal_turn.value),
            Self::FeatureChanges => QuantityValue::Number(now.feature_changes.len() as f64),
            Self::Farthest => QuantityValue::Number(now.farthest.1),
            Self::Lowest => QuantityValue::Number(now.lowest.1),
            Self::Impulse => QuantityValue::Number(now.impulse.value),
            Self::Escaped => QuantityValue::Number(now.escaped.len() as f64),
            Self::Nan => QuantityValue::Number(now.not_finite.len() as f64),
            Self::Awake => QuantityValue::Number(sim.world().stats().awake as f64),
            Self::Measured(..) => QuantityValue::Number(f64::NAN),
            Self::Speed(id) => QuantityValue::Number(body(id).map_or(f64::NAN, |b| length(b.velocity))),
            Self::Spin(id) => QuantityValue::Number(body(id).map_or(f64::NAN, |b| length(b.spin))),
            Self::Coordinate(id, axis) => number(body(id).map(|b| b.position[axis])),
            Self::Asleep(id) => QuantityValue::Truth(sim.world().body(id).is_some_and(|b| b.asleep)),
            Self::Touching(a, b) => QuantityValue::Truth(now.contact(a, b).is_some()),
            Self::Feature(a, b) => QuantityValue::Feature(
                now.contact(a, b).map(|contact| if contact.a == a { contact.feature_a } else { contact.feature_b }),
            ),
            Self::ImpulseOf(a, b) => {
                QuantityValue::Number(now.contact(a, b).map_or(0.0, |contact| f64::from(contact.normal_impulse())))
            }
            Self::PenetrationOf(a, b) => {
                let overlap = |contact: &Contact| f64::from(-contact.separation()).max(0.0);
                QuantityValue::Number(now.contact(a, b).map_or(0.0, overlap))
            }
        }
    }

    fn dimension(self) -> Option<Dimension> {
        Some(match self {
            Self::Time => Dimension::Time,
            Self::Energy | Self::Kinetic | Self::Potential => Dimension::Energy,
            Self::EnergyDrift | Self::EnergyRise => Dimension::Ratio,
            Self::Farthest | Self::Lowest | Self::Penetration | Self::Coordinate(..) => Dimension::Length,
            Self::NormalTurn => Dimension::Angle,
            Self::PenetrationOf(..) => Dimension::Length,
            Self::Impulse | Self::ImpulseOf(..) => Dimension::Impulse,
            Self::Speed(_) => Dimension::Speed,
            Self::Spin(_) => Dimension::Spin,
            Self::Step | Self::Contacts | Self::FeatureChanges | Self::Escaped | Self::Nan | Self::Awake => {
                Dimension::Count
            }
            Self::Measured(_, dimension) => return dimension,
            Self::Asleep(_) | Self::Touching(..) | Self::Feature(..) => return None,
        })
    }
}

impl Expression {
    fn number(&self, term: &dyn Fn(usize) -> QuantityValue) -> f64 {
        // Depth is bounded by what the parser takes, so recursion is, too.
        let holds = |node: &Self| node.number(term) != 0.0;
        let truth = |holds: bool| f64::from(u8::from(holds));
        match self {
            Self::Number(x) => *x,
            Self::Term(index) => match term(*index) {
                QuantityValue::Number(x) => x,
                QuantityValue::Truth(x) => truth(x),
                QuantityValue::Feature(x) => truth(x.is_some()),
            },
            Self::FeatureIs { term: index, name, equal } => truth(match term(*index) {
                QuantityValue::Feature(Some(feature)) => names_feature(name, feature) == *equal,
                _ => false,
            }),
            Self::Negate(a) => -a.number(term),
            Self::Abs(a) => a.number(term).abs(),
            Self::Arithmetic(operator, a, b) => {
                let (a, b) = (a.number(term), b.number(term));
                match operator {
                    Operator::Add => a + b,
                    Operator::Subtract => a - b,
                    Operator::Multiply => a * b,
                    Operator::Divide => a / b,
                }
            }
            Self::Compare(compare, a, b) => {
                let (a, b) = (a.number(term), b.number(term));
                truth(match compare {
                    Compare::Less => a < b,
                    Compare::LessOrEqual => a <= b,
                    Compare::Greater => a > b,
                    Compare::GreaterOrEqual => a >= b,
                    Compare::Equal => a == b,
                    Compare::NotEqual => a != b,
                })
            }
            Self::Not(a) => truth(!holds(a)),
            Self::And(a, b) => truth(holds(a) && holds(b)),
            Self::Or(a, b) => truth(holds(a) || holds(b)),
        }
    }
}

/// Whether `name` is the feature's own name or its kind alone: `edge` names every edge.
fn names_feature(name: &str, feature: Feature) -> bool {
    // As the window writes it, and as files do.
    let (full, name) = (feature.to_string(), name.replace('\u{2212}', "-"));
    full == name || kind_of(&full) == name
}

/// `edge` of `edge +x-z`, `rim corner` of `rim corner +x-z`.
fn kind_of(name: &str) -> &str {
    name.split(['+', '-']).next().unwrap_or(name).trim_end()
}
