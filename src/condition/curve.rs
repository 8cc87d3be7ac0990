//! A number of what runs that somebody follows over time.

use super::parse::{self, Scope};
use super::{Condition, ConditionError, Dimension, Needs, Observation};
use crate::sim::Sim;

/// A number, read and checked against what it is of: `speed(ball)`, `x(a) - x(b)`, or a truth, which is 0 or 1.
///
/// ```
/// use carom::condition::{Curve, Observation, Observed};
/// use carom::sim::Sim;
///
/// let mut sim = Sim::new(carom::scene::find("first_bounce").unwrap().scene().unwrap())?;
/// let speed = Curve::parse("speed(lively ball)", &sim).unwrap();
/// sim.step();
/// let value = speed.value(&Observation::Scene(&sim, &Observed::start(&sim, None)));
/// assert_eq!(speed.unit(), "m/s");
/// assert!((value - 9.81 / 60.0).abs() < 1e-3, "{value}");
/// # Ok::<(), carom::sim::CommandError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    number: Condition,
    dimension: Option<Dimension>,
}

impl Curve {
    /// Reads a number; the bodies it names must be in `sim`.
    pub fn parse(text: &str, sim: &Sim) -> Result<Self, ConditionError> {
        Self::read(text, Scope::Scene(sim))
    }

    /// Reads a number of whatever it is to be about; what another engine told must have been given by it.
    pub fn read(text: &str, scope: Scope<'_>) -> Result<Self, ConditionError> {
        let (number, dimension) = parse::parse_number(text, scope)?;
        Ok(Self { number, dimension })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        self.number.text()
    }

    /// The SI unit of its values; turns of normals in degrees. Empty for counts, ratios, truths and what has no unit of
    /// conditions.
    pub fn unit(&self) -> &'static str {
        self.dimension.map_or("", Dimension::unit)
    }

    /// What must be observed for it.
    pub fn needs(&self) -> Needs {
        self.number.needs()
    }

    /// Its value now; not a number where it is not known.
    pub fn value(&self, now: &Observation<'_>) -> f64 {
        self.number.number(now)
    }
}
