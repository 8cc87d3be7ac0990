//! `carom trace diff`: the same bodies in two traces, and where and when they part.

use super::Failure;
use super::output::on_one_line;
use super::trace_check::replay;
use crate::check::{Diff, OfTwo, compare};
use crate::condition::significant;
use std::io::{self, Write};
use std::path::PathBuf;

/// What `carom trace diff` was asked.
#[derive(Clone, Debug)]
pub struct TraceDiffOptions {
    /// The first trace.
    pub a: PathBuf,
    /// The second trace.
    pub b: PathBuf,
    /// Whether the answer is JSON.
    pub json: bool,
    /// Bodies that are nearer than this (m, and rad of a turn) count as together.
    pub tolerance: f64,
}

/// Compares two traces and writes where they part to `out`; `Unmet` where they do.
pub fn trace_diff(options: &TraceDiffOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let [a, b] = [&options.a, &options.b].map(|path| path.display().to_string());
    let (left, right) = (replay(&options.a)?, replay(&options.b)?);
    let compared = compare((left, &a), (right, &b), options.tolerance, |_| true);
    // Two files are read: the message has to say which of them is wrong.
    let compared = compared.map_err(|(which, fault)| {
        let file = if which == OfTwo::A { &a } else { &b };
        Failure::Wrong(format!("{file}: {fault}"))
    })?;
    // Nobody gave it up.
    let Some(diff) = compared else { return Ok(()) };
    if options.json {
        serde_json::to_writer(&mut *out, &diff)?;
        writeln!(out)?;
    } else {
        write_text(&diff, out)?;
    }
    out.flush()?;
    if diff.is_same() {
        return Ok(());
    }
    Err(Failure::Unmet(match &diff.first {
        Some(first) => format!("they part at step {}: body {}", first.step, first.body),
        // No body parts, but bodies, steps, declarations or overlaps differ.
        None => "the two differ".into(),
    }))
}

/// For people.
fn write_text(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    for (name, side) in [("A", &diff.a), ("B", &diff.b)] {
        let engine = if side.engine.is_empty() { "an engine without a name" } else { &side.engine };
        writeln!(out, "{}", on_one_line(&format!("{name}: {}, {engine}, {} steps", side.file, side.steps)))?;
    }
    writeln!(out, "{} steps and {} bodies that both have", diff.steps, diff.bodies)?;
    for (name, other, side) in [("A", "B", &diff.a), ("B", "A", &diff.b)] {
        if side.only_here > 0 {
            writeln!(out, "{} steps of {name} are not in {other}", side.only_here)?;
        }
        if side.missing_there_count > 0 {
            let ids: Vec<String> = side.missing_there.iter().map(ToString::to_string).collect();
            // The comparison keeps the first ids alone, and counts the rest.
            let more = if side.missing_there_count > ids.len() { " …" } else { "" };
            let list = ids.join(", ");
            writeln!(out, "{} bodies of {name} are not in {other}: {list}{more}", side.missing_there_count)?;
        }
    }
    for note in &diff.notes {
        writeln!(out, "note: {}", on_one_line(note))?;
    }
    let within = significant(diff.tolerance);
    match &diff.first {
        None => writeln!(out, "no body is ever further apart than {within} m or {within} rad")?,
        Some(first) => {
            let (step, body) = (first.step, &first.body);
            let (metres, degrees) = (significant(first.metres), significant(first.degrees));
            writeln!(out, "they part at step {step}: body {body} by {metres} m and {degrees} deg")?;
        }
    }
    write_tables(diff, out)
}

/// Bodies, declarations and contacts.
fn write_tables(diff: &Diff, out: &mut dyn Write) -> io::Result<()> {
    if !diff.parted.is_empty() {
        writeln!(
            out,
            "\n{:<24}{:>10}{:>14}{:>12}{:>14}{:>10}{:>14}",
            "body", "parts at", "by m", "by deg", "at most m", "at step", "at most deg"
        )?;
    }
    for p in &diff.parted {
        // Cut to the width of its column.
        let body: String = p.body.to_string().chars().take(22).collect();
        let [m, d, most, turn] = [p.metres, p.degrees, p.most_metres, p.most_degrees].map(significant);
        writeln!(out, "{body:<24}{:>10}{m:>14}{d:>12}{most:>14}{:>10}{turn:>14}", p.step, p.most_metres_step)?;
    }
    if diff.parted_count > diff.parted.len() {
        writeln!(out, "… and {} more", diff.parted_count - diff.parted.len())?;
    }
    for declared in &diff.declared {
        writeln!(out, "declared differently: the {} of body {}", declared.what, declared.body)?;
    }
    let c = &diff.contacts;
    if let Some(first) = &c.first {
        let names = format!("{} and {}", first.a, first.b);
        let (step, side, depth) = (first.step, first.side.to_uppercase(), significant(first.depth_mm));
        writeln!(out, "overlaps that are no contact of the other: {} of A, {} of B", c.only_a, c.only_b)?;
        writeln!(out, "  the first at step {step}: {names}, {depth} mm deep in {side}")?;
    }
    Ok(())
}
