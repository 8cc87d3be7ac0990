//! What a condition came to at one step.

use super::{Condition, Observation, QuantityValue};
use crate::scene::spelling::list;
use serde::{Serialize, Serializer};

/// A condition at one step: whether it held, with what values and which bodies.
#[derive(Clone, Debug, Serialize)]
pub struct ConditionVerdict {
    /// The condition.
    pub expr: String,
    /// Whether it was to hold at every step rather than at the end.
    pub always: bool,
    /// Whether it held.
    pub holds: bool,
    /// The step it was looked at, from 1; 0 is the start.
    pub step: u64,
    /// The time of that step (s).
    pub time: f64,
    /// The bodies it is about; none of what is measured.
    pub bodies: Vec<String>,
    /// Its quantities.
    pub values: Values,
}

/// Quantities as the condition names them, with their values.
#[derive(Clone, Debug)]
pub struct Values(Vec<(String, QuantityValue)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(text, value)| (text, value)))
    }
}

impl ConditionVerdict {
    /// Looks at a condition.
    pub fn new(expr: &Condition, always: bool, now: &Observation<'_>) -> Self {
        Self {
            expr: expr.text().into(),
            always,
            holds: expr.holds(now),
            step: now.step(),
            time: now.time(),
            bodies: now.bodies(expr),
            values: Values(expr.values(now).into_iter().map(|(text, value)| (text.into(), value)).collect()),
        }
    }

    /// `step 12 (0.2 s): pen = 0.0051; bodies: ball, box`.
    pub fn place_and_values(&self) -> String {
        let values: Vec<String> = self.values.0.iter().map(|(text, value)| format!("{text} = {value}")).collect();
        let mut words = format!("step {} ({} s): {}", self.step, significant(self.time), values.join(", "));
        if !self.bodies.is_empty() {
            words += "; bodies: ";
            words += &list(self.bodies.iter().map(String::as_str), 8);
        }
        words
    }
}

/// Six significant digits, without needless zeros.
pub fn significant(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return format!("{x}");
    }
    // Six significant digits: five after the first. Where that takes many zeros, with an exponent.
    let exponent = x.abs().log10().floor();
    if (-5.0..9.0).contains(&exponent) {
        let decimals = (5.0 - exponent).max(0.0) as usize;
        let text = format!("{x:.decimals$}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
    } else {
        format!("{x:.5e}")
    }
}

#[cfg(test)]
mod tests {
    use super::significant;

    #[test]
    fn six_digits_are_shown_without_needless_zeros() {
        for (x, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-2.5, "-2.5"),
            (1.0 / 3.0, "0.333333"),
            (1234567.0, "1234567"),
            (0.000_012_345_67, "0.0000123457"),
            (1e-9, "1.00000e-9"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(significant(x), text);
        }
    }
}
