//! What a run came to.

use super::checks;
use super::record::{EnergyRecord, hash};
use crate::condition::{ConditionVerdict, Observed, significant};
use crate::sim::Sim;
use serde::Serialize;
use std::fmt::Write as _;

/// What a run came to; nothing in it depends on the machine.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunSummary {
    scene: String,
    steps: u64,
    time: f64,
    hz: f32,
    sub_steps: u32,
    bodies: usize,
    awake: usize,
    contacts: usize,
    energy: EnergySummary,
    momentum: [f64; 3],
    penetration: PenetrationSummary,
    escaped: usize,
    nan: usize,
    hash: String,
    /// The condition that stopped the run.
    stopped_at: Option<ConditionVerdict>,
    assertions: Vec<ConditionVerdict>,
}

#[derive(Clone, Debug, Serialize)]
struct EnergySummary {
    start: EnergyRecord,
    end: EnergyRecord,
    /// |E − E₀| / |E₀|.
    drift: f64,
}

/// Overlaps (m).
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct PenetrationSummary {
    /// Deepest over the whole run.
    pub deepest: f64,
    /// When it was deepest.
    pub deepest_step: u64,
    /// Deepest in the last step.
    pub end: f64,
}

impl RunSummary {
    pub(super) fn new(
        sim: &Sim,
        start: EnergyRecord,
        now: &Observed,
        penetration: PenetrationSummary,
        stopped_at: Option<ConditionVerdict>,
        assertions: Vec<ConditionVerdict>,
    ) -> Self {
        let (world, config) = (sim.world(), sim.world().config());
        let end = EnergyRecord { kinetic: now.kinetic, potential: now.potential };
        Self {
            scene: sim.scene().name.clone(),
            steps: sim.step_count(),
            time: sim.time(),
            hz: config.hz,
            sub_steps: config.sub_steps,
            bodies: world.bodies().count(),
            awake: world.stats().awake,
            contacts: now.contacts.len(),
            // The summary tells how far the energy is off; conditions can ask for the sign too (`energy_rise`).
            energy: EnergySummary { start, end, drift: now.energy_rise().abs() },
            momentum: world.momentum().to_array(),
            penetration,
            escaped: now.escaped.len(),
            nan: now.not_finite.len(),
            hash: hash(sim),
            stopped_at,
            assertions,
        }
    }

    /// For people: a line for each thing.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name:<12} {value}");
        };
        // A scene need not have a title.
        if !self.scene.is_empty() {
            line("scene", self.scene.clone());
        }
        line(
            "steps",
            format!("{} ({} s at {} Hz, {} sub-steps)", self.steps, significant(self.time), self.hz, self.sub_steps),
        );
        line("bodies", format!("{} ({} awake), {} contacts", self.bodies, self.awake, self.contacts));
        let (start, end) = (&self.energy.start, &self.energy.end);
        // Only the sum is conserved; JSON has both kinds.
        let total = |e: &EnergyRecord| significant(e.kinetic + e.potential);
        line(
            "energy",
            format!(
                "{} J at the start, {} J at the end, drift {} %",
                total(start),
                total(end),
                significant(self.energy.drift * 100.0)
            ),
        );
        let [x, y, z] = self.momentum.map(significant);
        line("momentum", format!("{x} {y} {z} N·s"));
        let p = &self.penetration;
        line(
            "penetration",
            format!(
                "{} m at most (step {}), {} m at the end",
                significant(p.deepest),
                p.deepest_step,
                significant(p.end)
            ),
        );
        line("escaped", format!("{}, not finite {}", self.escaped, self.nan));
        line("hash", self.hash.clone());
        for (name, value) in checks::lines(self.stopped_at.as_ref(), &self.assertions) {
            line(name, value);
        }
        text
    }
}
