//! The conditions of a run: what must hold, and what stops it.

use super::{Failure, RunOptions};
use crate::condition::{Condition, ConditionError, ConditionVerdict, Needs, Observation};

/// An assertion and, once it failed, how.
struct Assertion {
    condition: Condition,
    always: bool,
    failed: Option<ConditionVerdict>,
}

/// Every `--assert` and `--pause-when` of a run.
pub(super) struct Checks {
    assertions: Vec<Assertion>,
    pauses: Vec<Condition>,
}

impl Checks {
    /// Reads them all; `parse` knows what they may be about.
    pub fn read(
        options: &RunOptions,
        parse: impl Fn(&str) -> Result<Condition, ConditionError>,
    ) -> Result<Self, Failure> {
        let condition =
            |text: &str, option: &str| parse(text).map_err(|error| Failure::Wrong(format!("--{option}: {error}")));
        let assertion = |text: &String| {
            // The prefix belongs to the command line; conditions themselves know nothing of it.
            let trimmed = text.trim_start();
            let always = trimmed.strip_prefix("always:").map(str::trim);
            let condition = condition(always.unwrap_or(trimmed), "assert")?;
            Ok::<_, Failure>(Assertion { condition, always: always.is_some(), failed: None })
        };
        Ok(Self {
            assertions: options.assertions.iter().map(assertion).collect::<Result<_, _>>()?,
            pauses: options.pauses.iter().map(|text| condition(text, "pause-when")).collect::<Result<_, _>>()?,
        })
    }

    /// Whether nothing is to be looked at.
    pub fn is_empty(&self) -> bool {
        self.assertions.is_empty() && self.pauses.is_empty()
    }

    /// What must be observed at every step.
    pub fn needs(&self) -> Needs {
        let union = |needs: Needs, condition: &Condition| needs.union(condition.needs());
        let each_step = self.assertions.iter().filter(|a| a.always).map(|a| &a.condition).chain(&self.pauses);
        let needs = each_step.fold(Needs::default(), union);
        // All other assertions are looked at once, after the last step. What changed in it shows only beside the one
        // before, and which step is the last may be a pause's decision.
        let at_end = self.assertions.iter().map(|a| &a.condition).fold(Needs::default(), union);
        Needs { turns: needs.turns || at_end.turns, contacts: needs.contacts || at_end.turns, ..needs }
    }

    /// Looks at the step just done: notes what was always to hold and does not, and gives what stops the run.
    pub fn look(&mut self, now: &Observation<'_>) -> Option<ConditionVerdict> {
        // Only the first failure is kept: it names the step at which the run went wrong.
        for assertion in self.assertions.iter_mut().filter(|a| a.always && a.failed.is_none()) {
            if !assertion.condition.holds(now) {
                assertion.failed = Some(ConditionVerdict::new(&assertion.condition, true, now));
            }
        }
        // Pauses come second, so that an assertion that fails at this very step is noted before the run stops.
        let stop = self.pauses.iter().find(|condition| condition.holds(now))?;
        Some(ConditionVerdict::new(stop, false, now))
    }

    /// What each assertion came to, at the end of the run.
    pub fn verdicts(&mut self, now: &Observation<'_>) -> Vec<ConditionVerdict> {
        let verdicts = self.assertions.iter_mut().map(|assertion| {
            let now = || ConditionVerdict::new(&assertion.condition, assertion.always, now);
            // What failed on the way keeps that verdict, even where it holds again at the end.
            let verdict = assertion.failed.clone().unwrap_or_else(now);
            // What fails only at the end is kept too, so that `result` tells both kinds alike.
            if !verdict.holds {
                assertion.failed = Some(verdict.clone());
            }
            verdict
        });
        verdicts.collect()
    }

    /// Fails with a line for each assertion that did.
    pub fn result(&self) -> Result<(), Failure> {
        let failed = self.assertions.iter().filter_map(|assertion| assertion.failed.as_ref());
        let line = |verdict: &ConditionVerdict| {
            let always = if verdict.always { "always: " } else { "" };
            format!("assertion failed: {always}{}\n  {}", verdict.expr, verdict.place_and_values())
        };
        let lines: Vec<String> = failed.map(line).collect();
        if lines.is_empty() { Ok(()) } else { Err(Failure::Unmet(lines.join("\n"))) }
    }
}

/// Lines of a summary for people: what stopped the run, and what became of the assertions.
pub(super) fn lines(
    stopped_at: Option<&ConditionVerdict>,
    assertions: &[ConditionVerdict],
) -> Vec<(&'static str, String)> {
    let stopped = stopped_at.map(|stop| ("stopped", format!("{} at {}", stop.expr, stop.place_and_values())));
    let assertion = |verdict: &ConditionVerdict| {
        let result = if verdict.holds { "holds" } else { "FAILED" };
        ("assertion", format!("{result}: {}", verdict.expr))
    };
    stopped.into_iter().chain(assertions.iter().map(assertion)).collect()
}
