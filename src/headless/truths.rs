//! The table of physics truths.

use super::Failure;
use crate::condition::significant;
use crate::scene::spelling::{list, nearest};
use crate::truths::{self, Check, Effort, TruthRow, TruthStatus};
use std::io::Write;

/// What `carom truths` was asked to do.
#[derive(Clone, Debug, Default)]
pub struct TruthsOptions {
    /// Ids such as `V10`; none for all.
    pub only: Vec<String>,
    /// How many copies of each case share a world; none for each alone.
    pub crowd: Option<usize>,
    /// How many random draws.
    pub effort: Effort,
    /// Whether the table is JSON.
    pub json: bool,
}

/// Measures truths and writes expected, got, error and bound of each; fails when one is missed.
pub fn truths(options: &TruthsOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let ids = chosen(&options.only, options.crowd.is_some())?;
    let mut rows = vec![];
    for id in ids {
        let measured = match options.crowd {
            Some(copies) => truths::run_in_crowd(Some(&[id]), options.effort, copies),
            None => truths::run(Some(&[id]), options.effort),
        };
        for row in measured {
            // Each row as soon as it is measured, for the whole table takes a while. JSON is one value.
            if !options.json {
                write_row(&row, rows.is_empty(), out)?;
                out.flush()?;
            }
            rows.push(row);
        }
    }
    let count = |status: TruthStatus| rows.iter().filter(|row| row.status == status).count();
    if options.json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    } else {
        let statuses = [TruthStatus::Reached, TruthStatus::AsGoodAsBest, TruthStatus::Missed];
        let counts: Vec<String> = statuses.iter().map(|s| format!("{} {}", count(*s), s.name())).collect();
        writeln!(out, "{} truths: {}", rows.len(), counts.join(", "))?;
    }
    out.flush()?;
    let missed: Vec<&str> = rows.iter().filter(|row| row.status == TruthStatus::Missed).map(|row| row.id).collect();
    if missed.is_empty() { Ok(()) } else { Err(Failure::Unmet(format!("missed: {}", missed.join(", ")))) }
}

/// The ids asked for, in the order of the table. `V10` stands for all its parts `V10a`, `V10b` … too. In a crowd only
/// those that have contact.
fn chosen(only: &[String], in_crowd: bool) -> Result<Vec<&'static str>, Failure> {
    let ids = if in_crowd { truths::ids_with_contact() } else { truths::ids() };
    if only.is_empty() {
        return Ok(ids);
    }
    // `V1` names V1 and V1a but not V10: no digit may follow.
    let names = |wanted: &str, id: &str| {
        let part = id.get(..wanted.len()).is_some_and(|start| start.eq_ignore_ascii_case(wanted));
        part && !id[wanted.len()..].starts_with(|c: char| c.is_ascii_digit())
    };
    for wanted in only {
        if wanted.is_empty() || !ids.iter().any(|id| names(wanted, id)) {
            // The id is right, so that a guess at its spelling would mislead.
            if in_crowd && !wanted.is_empty() && truths::ids().iter().any(|id| names(wanted, id)) {
                let message = format!(
                    "--only: in {wanted:?} nothing touches, so that there is no crowd of it; leave --crowd out"
                );
                return Err(Failure::Wrong(message));
            }
            let hint = match nearest(wanted, ids.iter().copied()) {
                Some(id) => format!("did you mean {id}?"),
                None => format!("there are {}", list(ids.iter().copied(), ids.len())),
            };
            return Err(Failure::Wrong(format!("--only: there is no truth {wanted:?}; {hint}")));
        }
    }
    Ok(ids.into_iter().filter(|id| only.iter().any(|wanted| names(wanted, id))).collect())
}

fn write_row(row: &TruthRow, first: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if first {
        writeln!(out, "{:<50} {:>13} {:>13} {:>11} {:>11} {:>11}", "", "expected", "got", "error", "bound", "best")?;
    }
    let crowd = row.crowd.map_or_else(String::new, |crowd| format!(", {crowd}"));
    writeln!(out, "{:<5} {} [{}{crowd}]", row.id, row.name, row.status.name())?;
    for check in &row.measured {
        let Check { what, expected, got, error, bound, best } = check;
        // What misses its bound has to stand out in a long table.
        let mark = if check.within() { ' ' } else { '!' };
        let [expected, got, error, bound] = [expected, got, error, bound].map(|x| significant(*x));
        let best = best.map_or_else(|| "-".into(), significant);
        writeln!(out, "  {mark} {what:<46} {expected:>13} {got:>13} {error:>11} {bound:>11} {best:>11}")?;
    }
    Ok(())
}
