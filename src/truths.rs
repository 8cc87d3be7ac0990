//! Truths: exact cases of mechanics, each measured on a world of its own and held against the number mathematics gives.
//!
//! A [`TruthRow`] is one truth and a [`Check`] one number of it. A check is judged twice: against our own bound, and
//! against the error that the best of five engines (Box3D, Jolt, rapier in both precisions, MuJoCo) showed on the same
//! set-up, where one was measured; versions and settings stand in the README. What is expected comes from mechanics
//! alone, never from an earlier run of this program.
//!
//! Unless a case says otherwise: g = 9.81 m/s² along −y, 60 steps a second of 4 sub-steps, no sleep, no threshold
//! of restitution (what gravity alone brings about in half a step bounces nowhere), restitution and friction given
//! for the pair.
//!
//! What holds for one must hold for many: [`run_in_crowd`] measures every case that has contact as so many copies of it
//! in one world, on one slab that is a body itself, beside a heap that falls in on the same slab, and takes of each
//! number the copy that is farthest off. Cases are written once, see `setup` and `crowd`.

mod crowd;
mod free_motion;
mod friction;
mod geometry;
mod impacts;
mod ingredients;
mod passing;
mod setup;
mod statics;

use crowd::TruthCrowd;
use serde::Serialize;
use setup::Bench;
use std::fmt;

/// One truth as measured.
#[derive(Clone, Debug, Serialize)]
pub struct TruthRow {
    /// `V1` … `V58`; a letter marks a part with a bound of its own.
    pub id: &'static str,
    /// The case in a few words.
    pub name: &'static str,
    /// How it came out.
    pub status: TruthStatus,
    /// Every number that was looked at; of a crowd the copy that is farthest off.
    pub measured: Vec<Check>,
    /// In what crowd; none when the case was alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crowd: Option<Gathering>,
}

/// How many copies of a case shared a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Gathering {
    /// Copies in each world.
    pub copies: usize,
    /// The most of them that were at one moment in one island with the slab and the heap: in the world of the case in
    /// which they were fewest. None where the copies are apart by nature.
    pub in_one_island: Option<usize>,
}

/// How a truth came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TruthStatus {
    /// Every check lies within our bound.
    Reached,
    /// Some check misses our bound, but none is worse than the best engine measured.
    AsGoodAsBest,
    /// Some check misses our bound, and some check is worse than the best engine or was measured of none; or the
    /// case measures nothing.
    Missed,
}

impl TruthStatus {
    /// In words, for a table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::AsGoodAsBest => "as good as best",
            Self::Missed => "missed",
        }
    }
}

/// One number of a truth.
#[derive(Clone, Debug, Serialize)]
pub struct Check {
    /// What was measured, with its unit.
    pub what: String,
    /// What mathematics gives. A question of yes or no is written as 1 or 0.
    pub expected: f64,
    /// What the world gave.
    pub got: f64,
    /// `|got − expected|`; infinite when `got` is not a number.
    pub error: f64,
    /// The error we allow ourselves.
    pub bound: f64,
    /// The error of the best engine measured, where there was one.
    pub best: Option<f64>,
}

impl Check {
    fn new(what: impl Into<String>, expected: f64, got: f64, bound: f64) -> Self {
        let error = (got - expected).abs();
        // Comparisons with what is no number are false: an infinite error misses every bound.
        let error = if error.is_nan() { f64::INFINITY } else { error };
        Self { what: what.into(), expected, got, error, bound, best: None }
    }

    /// A bound as a share of the expected value.
    fn relative(what: impl Into<String>, expected: f64, got: f64, share: f64) -> Self {
        Self::new(what, expected, got, share * expected.abs())
    }

    /// A question of yes or no.
    fn is(what: impl Into<String>, expected: bool, got: bool) -> Self {
        Self::new(what, f64::from(expected), f64::from(got), 0.0)
    }

    /// Notes the error of the best engine.
    fn best(mut self, error: f64) -> Self {
        self.best = Some(error);
        self
    }

    /// Whether the error lies within our bound.
    pub fn within(&self) -> bool {
        self.error <= self.bound
    }
}

impl TruthRow {
    fn new(case: &TruthCase, measured: Vec<Check>) -> Self {
        let mut row = Self { id: case.id, name: case.name, status: TruthStatus::Missed, measured, crowd: None };
        // A check that no engine was measured on has nothing to be as good as: it must keep our own bound.
        row.status = if row.measured.is_empty() {
            TruthStatus::Missed
        } else if row.measured.iter().all(Check::within) {
            TruthStatus::Reached
        } else if row.measured.iter().all(|c| c.best.map_or(c.within(), |best| c.error <= best)) {
            TruthStatus::AsGoodAsBest
        } else {
            TruthStatus::Missed
        };
        row
    }

    /// Whether no check is worse than the best engine measured; none when no engine was measured on this case.
    pub fn as_good_as_best(&self) -> Option<bool> {
        let mut compared = self.measured.iter().filter_map(|c| c.best.map(|best| c.error <= best)).peekable();
        // All of nothing would be true: where no engine was measured there is no answer.
        compared.peek()?;
        Some(compared.all(|good| good))
    }
}

/// How much work to put into the cases that draw at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// A tenth of the draws, for tests.
    Quick,
    /// All of them.
    #[default]
    Full,
}

/// A truth and how to measure it; no checks mean that the model has no such property.
struct TruthCase {
    id: &'static str,
    name: &'static str,
    company: Company,
    measure: fn(&Bench) -> Vec<Check>,
}

/// How copies of a case share a world. The numbers are the room of each (m): along x and z, or along the axes
/// of the slope.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Company {
    /// Not at all: nothing touches, or there is no world.
    NoContact,
    /// On one slab, which stands in for the ground; where there is neither ground nor weight, it lies just below.
    Slab(f32, f32),
    /// The same, with a heap at rest: the case counts the impacts of the whole world.
    StillSlab(f32, f32),
    /// In one world, but none touches what another touches: the sums of the case may have no other body in them, or
    /// what flies meets a wall that stands alone.
    Apart(f32, f32),
}

impl fmt::Display for Gathering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_one_island {
            Some(joined) => write!(f, "{joined} of {} in one island", self.copies),
            None => write!(f, "{} apart", self.copies),
        }
    }
}

fn cases() -> impl Iterator<Item = &'static TruthCase> {
    [geometry::CASES, free_motion::CASES, impacts::CASES, passing::CASES, friction::CASES, statics::CASES]
        .into_iter()
        .flatten()
}

/// The ids of all truths, in the order of the table.
pub fn ids() -> Vec<&'static str> {
    cases().map(|case| case.id).collect()
}

/// The ids of those that have contact, and so can be measured in a crowd.
pub fn ids_with_contact() -> Vec<&'static str> {
    cases().filter(|case| case.company != Company::NoContact).map(|case| case.id).collect()
}

/// Measures the truths named (all of them for `None`), in the order of the table. Names that are not ids find nothing.
pub fn run(only: Option<&[&str]>, effort: Effort) -> Vec<TruthRow> {
    let chosen = cases().filter(|case| only.is_none_or(|ids| ids.contains(&case.id)));
    chosen.map(|case| TruthRow::new(case, (case.measure)(&Bench::alone(effort)))).collect()
}

/// The same of truths that [have contact](ids_with_contact), each as `copies` of it (at least one) in a common world.
///
/// The bounds are those of [`run`]. No other engine was measured so: there is no best.
pub fn run_in_crowd(only: Option<&[&str]>, effort: Effort, copies: usize) -> Vec<TruthRow> {
    let chosen = cases().filter(|case| only.is_none_or(|ids| ids.contains(&case.id)));
    let measured = chosen.filter_map(|case| {
        let crowd = TruthCrowd::new(case.company, copies.max(1))?;
        // One copy after another: their common world is stepped for the first and read for the others.
        let all = (0..crowd.copies()).map(|copy| (case.measure)(&Bench::in_crowd(effort, &crowd, copy)));
        let worst = all.reduce(farthest).unwrap_or_default();
        // The engines were measured on the case alone, so their errors say nothing of a crowd.
        let worst = worst.into_iter().map(|check| Check { best: None, ..check }).collect();
        Some(TruthRow { crowd: Some(crowd.gathering()), ..TruthRow::new(case, worst) })
    });
    measured.collect()
}

/// Of the same checks of two copies those that are farther off.
fn farthest(a: Vec<Check>, b: Vec<Check>) -> Vec<Check> {
    assert_eq!(a.len(), b.len(), "a case looks at the same numbers of every copy");
    // Number by number: the worst of one check may be another copy than the worst of the next.
    a.into_iter().zip(b).map(|(a, b)| if b.error > a.error { b } else { a }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_judged_by_its_worst_check() {
        let row = |checks: &[Check]| {
            TruthRow::new(
                &TruthCase { id: "V0", name: "", company: Company::NoContact, measure: |_| vec![] },
                checks.to_vec(),
            )
        };
        let good = || Check::new("", 1.0, 1.0, 0.1).best(0.0);
        let loose = || Check::new("", 1.0, 1.2, 0.1).best(0.3);
        let bad = || Check::new("", 1.0, 1.2, 0.1).best(0.1);
        let unmeasured = || Check::new("", 1.0, 1.2, 0.1);
        for (checks, status, as_good) in [
            (vec![good()], TruthStatus::Reached, Some(true)),
            (vec![good(), loose()], TruthStatus::AsGoodAsBest, Some(true)),
            (vec![good(), bad()], TruthStatus::Missed, Some(false)),
            (vec![good(), unmeasured()], TruthStatus::Missed, Some(true)),
            (vec![Check::new("", 1.0, f64::NAN, 0.1)], TruthStatus::Missed, None),
            (vec![], TruthStatus::Missed, None),
        ] {
            let row = row(&checks);
            assert_eq!((row.status, row.as_good_as_best()), (status, as_good), "{row:?}");
        }
    }

    #[test]
    fn ids_are_distinct_and_cover_v1_to_v58() {
        let ids = ids();
        for (i, id) in ids.iter().enumerate() {
            assert!(!ids[..i].contains(id), "{id} twice");
        }
        for number in 1..=58 {
            assert!(ids.contains(&format!("V{number}").as_str()), "V{number} is missing");
        }
    }
}
