//! What conditions and curves see of whatever runs.

use super::Subject;
use crate::condition::{Measured, Needs, Observation, Observed, Scope};
use crate::lab::Lab;
use crate::sim::{Sim, Totals};
use crate::timeline::Simulation;
use std::fmt::Debug;

/// A simulation that conditions and curves can look at, step by step.
pub(super) trait Observable: Simulation {
    /// What is kept of a step for the look at the next one.
    type Kept: Debug;

    /// Before the first step, or wherever a run is taken up; `start` was measured before its first step.
    fn begin(&self, start: Option<&Self::Measured>) -> Self::Kept;

    /// Shows the step just done, as far as it is needed.
    fn observe<R>(&self, kept: &mut Self::Kept, needs: Needs, look: impl FnOnce(&Observation<'_>) -> R) -> R;
}

impl Observable for Sim {
    type Kept = Observed;

    fn begin(&self, start: Option<&Totals>) -> Observed {
        Observed::start(self, start.map(Totals::energy))
    }

    fn observe<R>(&self, kept: &mut Observed, needs: Needs, look: impl FnOnce(&Observation<'_>) -> R) -> R {
        kept.update(self, needs);
        look(&Observation::Scene(self, kept))
    }
}

/// A laboratory measures everything anew after each step.
impl Observable for Lab {
    type Kept = ();

    fn begin(&self, _start: Option<&()>) {}

    fn observe<R>(&self, (): &mut (), _needs: Needs, look: impl FnOnce(&Observation<'_>) -> R) -> R {
        let values: Vec<f64> = self.experiment().readings().iter().map(|reading| reading.value).collect();
        look(&Observation::Measured { step: self.step_count(), time: self.time(), values: &values })
    }
}

/// What conditions and curves can name of a laboratory, besides time and step.
pub fn measured(lab: &Lab) -> Vec<Measured> {
    lab.experiment().readings().iter().map(|reading| Measured { name: reading.name, unit: reading.unit }).collect()
}

/// Shows a laboratory as it stands.
pub fn observe_lab<R>(lab: &Lab, look: impl FnOnce(&Observation<'_>) -> R) -> R {
    lab.observe(&mut (), Needs::default(), look)
}

impl Subject {
    /// Reads something, a condition or a curve, that is to be about this.
    pub fn read<R>(&self, read: impl FnOnce(Scope<'_>) -> R) -> R {
        match self {
            Self::Scene(timeline) => read(Scope::Scene(timeline.sim())),
            Self::Lab(timeline) => read(Scope::Measured(&measured(timeline.sim()))),
            Self::Trace(traced) => read(Scope::Told(&traced.playback.moment())),
        }
    }

    /// Shows what stands for itself: a laboratory or a step of a trace. None of a scene, where what changed since the
    /// step before counts, too.
    pub fn observe<R>(&self, look: impl FnOnce(&Observation<'_>) -> R) -> Option<R> {
        match self {
            Self::Scene(_) => None,
            Self::Lab(timeline) => Some(observe_lab(timeline.sim(), look)),
            Self::Trace(traced) => Some(look(&Observation::Told(&traced.playback.moment()))),
        }
    }
}
