//! Conditions that stop a run.

use super::{Condition, ConditionVerdict, Needs, Observation, Observed};
use crate::sim::Sim;

/// Conditions looked at after every step. One that began to hold is told once, and again when it has ceased to hold in
/// between: so a run that was stopped can go on. Without conditions it looks at nothing.
#[derive(Clone, Debug)]
pub struct Watch {
    conditions: Vec<Condition>,
    /// Whether each held at the last look.
    held: Vec<bool>,
    needs: Needs,
    now: Option<Observed>,
}

impl Watch {
    /// Conditions over a run that starts here.
    pub fn new(conditions: Vec<Condition>, sim: &Sim) -> Self {
        Self::midway(conditions, sim, None)
    }

    /// Conditions over a run already begun, with `start_energy` (J) before its first step. One that holds already is
    /// told at the next look.
    pub fn midway(conditions: Vec<Condition>, sim: &Sim, start_energy: Option<f64>) -> Self {
        // What no condition reads is not worked out after each step.
        let needs = conditions.iter().fold(Needs::default(), |needs, condition| needs.union(condition.needs()));
        let now = (!conditions.is_empty()).then(|| Observed::start(sim, start_energy));
        Self { held: vec![false; conditions.len()], conditions, needs, now }
    }

    /// The conditions.
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// Looks at the step just done: which condition began to hold, the first of several.
    pub fn look(&mut self, sim: &Sim) -> Option<usize> {
        let now = self.now.as_mut()?;
        now.update(sim, self.needs);
        let mut fired = None;
        for (index, (condition, held)) in self.conditions.iter().zip(&mut self.held).enumerate() {
            let holds = condition.holds(&Observation::Scene(sim, now));
            if holds && !*held && fired.is_none() {
                fired = Some(index);
            }
            // All are looked at, even after one has fired: each must know whether it goes on holding.
            *held = holds;
        }
        fired
    }

    /// Takes up the run elsewhere: at a state that did not follow from the last one by a step. What holds there is not
    /// told, unless the run is at its start.
    pub fn resume(&mut self, sim: &Sim) {
        let Some(now) = &mut self.now else { return };
        // At the start, that is the energy there.
        *now = Observed::start(sim, (sim.step_count() > 0).then_some(now.start_energy));
        for (condition, held) in self.conditions.iter().zip(&mut self.held) {
            *held = sim.step_count() > 0 && condition.holds(&Observation::Scene(sim, now));
        }
    }

    /// What condition `index` came to at the last look.
    pub fn verdict(&self, index: usize, sim: &Sim) -> Option<ConditionVerdict> {
        let (condition, now) = (self.conditions.get(index)?, self.now.as_ref()?);
        Some(ConditionVerdict::new(condition, false, &Observation::Scene(sim, now)))
    }
}

/// Conditions on moments that need nothing of the moment before: on what an experiment measures, or on what another
/// engine tells. They are looked at after every step as a [`Watch`] does.
#[derive(Clone, Debug)]
pub struct MomentWatch {
    conditions: Vec<Condition>,
    /// Whether each held at the last look.
    held: Vec<bool>,
}

impl MomentWatch {
    /// None holds before the first look.
    pub fn new(conditions: Vec<Condition>) -> Self {
        Self { held: vec![false; conditions.len()], conditions }
    }

    /// Looks at the step just done: what the first condition that began to hold came to.
    pub fn look(&mut self, now: &Observation<'_>) -> Option<ConditionVerdict> {
        let mut fired = None;
        for (condition, held) in self.conditions.iter().zip(&mut self.held) {
            let holds = condition.holds(now);
            if holds && !*held && fired.is_none() {
                fired = Some(ConditionVerdict::new(condition, false, now));
            }
            *held = holds;
        }
        fired
    }

    /// Takes up the run elsewhere: what holds there is not told, unless an experiment is at its start.
    pub fn resume(&mut self, now: &Observation<'_>) {
        let is_start = matches!(now, Observation::Measured { step: 0, .. });
        for (condition, held) in self.conditions.iter().zip(&mut self.held) {
            *held = !is_start && condition.holds(now);
        }
    }
}
