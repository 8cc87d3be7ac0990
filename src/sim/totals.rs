//! Energy and momentum of all bodies together and what a step left undone, step by step.

use super::Sim;
use crate::physics::Sums;
use glam::DVec3;
use std::fmt::Write;

/// What all dynamic bodies have together after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Totals {
    /// Simulated time (s).
    pub time: f64,
    /// ½ m v² + ½ ω·I·ω (J).
    pub kinetic: f64,
    /// −m g·x and what constant forces have left (J), 0 at the origin.
    pub potential: f64,
    /// Σ m v (N·s, world).
    pub momentum: DVec3,
    /// Impacts of the step that its budget of work left to the solver.
    pub impacts_left: u32,
    /// Overlaps of a crowd that the step left to later ones.
    pub overlaps_left: u32,
}

impl Totals {
    /// Of a step that was not looked at.
    pub(super) const UNKNOWN: Self = Self {
        time: f64::NAN,
        kinetic: f64::NAN,
        potential: f64::NAN,
        momentum: DVec3::NAN,
        impacts_left: 0,
        overlaps_left: 0,
    };

    /// As a scene stands.
    pub fn of(sim: &Sim) -> Self {
        let Sums { kinetic, potential, momentum } = sim.world().sums();
        let stats = sim.world().stats();
        let [impacts_left, overlaps_left] =
            [stats.impacts_left, stats.overlaps_left].map(|left| u32::try_from(left).unwrap_or(u32::MAX));
        Self { time: sim.time(), kinetic, potential, momentum, impacts_left, overlaps_left }
    }

    /// Kinetic and potential energy together (J).
    pub fn energy(&self) -> f64 {
        self.kinetic + self.potential
    }

    /// Whether the step was looked at, and all numbers are numbers.
    pub fn is_known(&self) -> bool {
        self.energy().is_finite() && self.momentum.is_finite()
    }
}

/// A sum of a scene, as charts and tables show it.
#[derive(Debug)]
pub struct TotalsColumn {
    /// The chart on which it is drawn, in English.
    pub chart: &'static str,
    /// Its name there, in English.
    pub name: &'static str,
    /// `J`, `N·s`.
    pub unit: &'static str,
    /// At the head of its column in a table.
    pub key: &'static str,
    /// Its value.
    pub get: fn(&Totals) -> f64,
}

impl TotalsColumn {
    const fn energy(name: &'static str, key: &'static str, get: fn(&Totals) -> f64) -> Self {
        Self { chart: "Energy", name, unit: "J", key, get }
    }

    const fn momentum(name: &'static str, key: &'static str, get: fn(&Totals) -> f64) -> Self {
        Self { chart: "Momentum", name, unit: "N·s", key, get }
    }
}

/// All sums, in the order of tables.
pub const TOTALS: [TotalsColumn; 6] = [
    TotalsColumn::energy("kinetic", "kinetic_j", |t| t.kinetic),
    TotalsColumn::energy("potential", "potential_j", |t| t.potential),
    TotalsColumn::energy("together", "energy_j", Totals::energy),
    TotalsColumn::momentum("x", "momentum_x_ns", |t| t.momentum.x),
    TotalsColumn::momentum("y", "momentum_y_ns", |t| t.momentum.y),
    TotalsColumn::momentum("z", "momentum_z_ns", |t| t.momentum.z),
];

/// A table with a head: one line a step that is known. Numbers read back to the same bits.
pub fn totals_to_csv(first: u64, totals: &[Totals]) -> String {
    let mut csv = "step,time_s".to_owned();
    TOTALS.iter().for_each(|column| csv.extend([",", column.key]));
    csv.push('\n');
    for (step, t) in (first..).zip(totals).filter(|(_, t)| t.is_known()) {
        // Writing to a string cannot fail.
        let _ = write!(csv, "{step},{}", t.time);
        for column in &TOTALS {
            let _ = write!(csv, ",{}", (column.get)(t));
        }
        csv.push('\n');
    }
    csv
}
