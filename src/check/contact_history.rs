//! Which pairs touched when: for each pair the stretches of steps.

use super::verdict::{Judgement, StepInput, Verdict};
use std::collections::BTreeMap;

/// So many stretches are kept of a trace; what would begin after them is left out.
const MOST: usize = 1 << 16;

/// Steps in a row in which two bodies touched, and the worst of their contacts was always of one verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchSpan {
    /// The engine's number of its first step.
    pub first: u64,
    /// The engine's number of its last step.
    pub last: u64,
    /// Of the worst contact of the pair.
    pub verdict: Verdict,
    /// The greatest normal impulse of the pair in one step (N·s); none where the engine gives none.
    pub impulse: Option<f64>,
}

/// The stretches of one pair.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchHistory {
    /// Places of the two bodies, the lower first.
    pub pair: (usize, usize),
    /// By step.
    pub spans: Vec<TouchSpan>,
}

/// Follows pairs from step to step.
#[derive(Debug, Default)]
pub struct HistoryCheck {
    histories: BTreeMap<(usize, usize), Vec<TouchSpan>>,
    count: usize,
    /// The number of the step taken last.
    latest: Option<u64>,
    /// The first step of which something was left out.
    pub full_at: Option<u64>,
}

impl HistoryCheck {
    /// Takes a step with its verdicts, in the order of the trace.
    pub fn take(&mut self, input: &StepInput, judgements: &[Judgement]) {
        let mut pairs: BTreeMap<(usize, usize), (Verdict, Option<f64>)> = BTreeMap::new();
        for (claim, judgement) in input.claims.iter().zip(judgements) {
            // Either order of the two is one pair.
            let pair = (claim.a.min(claim.b), claim.a.max(claim.b));
            let pressed = claim.points.iter().filter_map(|point| point.normal_impulse).reduce(|sum, j| sum + j);
            let (verdict, impulse) = pairs.entry(pair).or_insert((judgement.verdict, None));
            // What is not known is no worse than what is right.
            let rank = |v: Verdict| if v == Verdict::Unchecked { 0 } else { 1 + v as u8 };
            if rank(judgement.verdict) > rank(*verdict) {
                *verdict = judgement.verdict;
            }
            *impulse = impulse.map_or(pressed, |sum| Some(sum + pressed.unwrap_or(0.0)));
        }
        for (pair, (verdict, impulse)) in pairs {
            // A touch goes on where the pair was there in the step before and is judged as then.
            let open = self.histories.get_mut(&pair).and_then(|spans| spans.last_mut());
            let goes_on = open.filter(|span| Some(span.last) == self.latest && span.verdict == verdict);
            if let Some(span) = goes_on {
                span.last = input.step;
                span.impulse = span.impulse.into_iter().chain(impulse).reduce(f64::max);
            } else if self.count < MOST {
                self.count += 1;
                let span = TouchSpan { first: input.step, last: input.step, verdict, impulse };
                self.histories.entry(pair).or_default().push(span);
            } else {
                // Only so many spans in all: a trace of hours is told up to there, and the report says up to which
                // step.
                self.full_at.get_or_insert(input.step);
            }
        }
        self.latest = Some(input.step);
    }

    /// The histories, those that touched first at the top.
    pub fn finish(self) -> Vec<TouchHistory> {
        let mut histories: Vec<TouchHistory> =
            self.histories.into_iter().map(|(pair, spans)| TouchHistory { pair, spans }).collect();
        histories.sort_by_key(|history| (history.spans.first().map(|span| span.first), history.pair));
        histories
    }
}
