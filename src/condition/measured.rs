//! Numbers that something measures, as conditions name them.

use super::{Dimension, Quantity};

/// A number that conditions can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Its name, as it is shown.
    pub name: &'static str,
    /// Its unit, empty for none.
    pub unit: &'static str,
}

impl Measured {
    /// Its name as one word: whatever is neither letter nor digit becomes `_` between them and nothing at the ends.
    pub fn word(&self) -> String {
        let parts = self.name.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("_")
    }

    /// What it measures; none where no unit of conditions does.
    fn dimension(&self) -> Option<Dimension> {
        Some(match self.unit {
            "" => Dimension::Ratio,
            "m" => Dimension::Length,
            "s" => Dimension::Time,
            "m/s" => Dimension::Speed,
            "J" => Dimension::Energy,
            "kg·m/s" => Dimension::Impulse,
            "°" => Dimension::Angle,
            _ => return None,
        })
    }
}

/// The quantity that is named so.
pub(super) fn find(list: &[Measured], word: &str) -> Option<Quantity> {
    let index = list.iter().position(|measured| measured.word() == word)?;
    Some(Quantity::Measured(index, list[index].dimension()))
}
