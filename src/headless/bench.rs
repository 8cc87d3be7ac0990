//! How long a step takes.

use super::{Failure, Overrides, load};
use crate::scene;
use serde::Serialize;
use std::io::Write;
use std::sync::OnceLock;
use std::time::Instant;

/// The scenes measured when none is named, as far as the gallery has them.
const SCENES: [&str; 6] = ["stack", "pyramid", "dominoes", "billiard_break", "thousand_balls", "ten_thousand_mixed"];

/// What `carom bench` was asked to do.
#[derive(Clone, Debug)]
pub struct BenchOptions {
    /// Gallery names or paths; none for the built-in list.
    pub scenes: Vec<String>,
    /// Steps measured, after a tenth as many to warm up.
    pub steps: u64,
    /// Threads a step may use.
    pub threads: usize,
    /// Whether the table is JSON.
    pub json: bool,
}

#[derive(Serialize)]
struct StageRow {
    scene: String,
    bodies: usize,
    contacts: usize,
    steps: u64,
    threads: usize,
    /// Mean time of a step (ms).
    step_ms: f64,
    /// Longest step (ms).
    longest_ms: f64,
    /// Mean time of each stage (ms), in the order of the step.
    #[serde(serialize_with = "map")]
    stages_ms: Vec<(&'static str, f64)>,
}

/// Measures milliseconds a step and stage.
pub fn bench(options: &BenchOptions, out: &mut dyn Write) -> Result<(), Failure> {
    let built_in = || SCENES.iter().filter(|id| scene::find(id).is_some());
    let scenes =
        if options.scenes.is_empty() { built_in().map(ToString::to_string).collect() } else { options.scenes.clone() };
    let mut rows = vec![];
    for scene in &scenes {
        let row = measure(scene, options)?;
        // A line as soon as a scene is measured, for the list takes a while. JSON is one value and comes at the end.
        if !options.json {
            if rows.is_empty() {
                writeln!(out, "{}", header(&row))?;
            }
            writeln!(out, "{}", line(&row))?;
            out.flush()?;
        }
        rows.push(row);
    }
    if options.json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

fn measure(scene: &str, options: &BenchOptions) -> Result<StageRow, Failure> {
    let overrides = Overrides { threads: Some(options.threads), ..Overrides::default() };
    let mut sim = overrides.start(load(scene)?)?;
    // Warm-up: buffers grow to their size and caches fill. Stages are timed only once the world has a clock.
    for _ in 0..options.steps.div_ceil(10) {
        sim.step();
    }
    sim.set_clock(Some(seconds));
    let (mut total, mut longest) = (0.0, 0.0_f64);
    let mut stages: Vec<(&'static str, f64)> = vec![];
    for _ in 0..options.steps {
        // The whole step is timed from outside: the stages leave out what lies between them.
        let started = Instant::now();
        sim.step();
        let step_ms = started.elapsed().as_secs_f64() * 1e3;
        total += step_ms;
        longest = longest.max(step_ms);
        // Summed by position: the world lists the same stages in the same order after every step.
        let list = sim.world().stats().stages.list();
        stages.resize(list.len(), ("", 0.0));
        for (sum, (name, ms)) in stages.iter_mut().zip(list) {
            *sum = (name, sum.1 + f64::from(ms));
        }
    }
    let mean = |sum: f64| sum / options.steps as f64;
    Ok(StageRow {
        scene: scene.into(),
        bodies: sim.world().bodies().count(),
        contacts: sim.world().stats().contacts,
        steps: options.steps,
        threads: options.threads,
        step_ms: mean(total),
        longest_ms: longest,
        stages_ms: stages.into_iter().map(|(name, sum)| (name, mean(sum))).collect(),
    })
}

/// Pairs as a JSON object in their own order.
fn map<S: serde::Serializer>(pairs: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().copied())
}

/// Seconds since the first call.
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn header(row: &StageRow) -> String {
    let stages: Vec<String> = row.stages_ms.iter().map(|(name, _)| format!("{name:>9}")).collect();
    format!(
        "{:<22} {:>7} {:>8} {:>9} {:>9} {}  (ms)",
        "scene",
        "bodies",
        "contacts",
        "step",
        "longest",
        stages.join(" ")
    )
}

fn line(row: &StageRow) -> String {
    let stages: Vec<String> = row.stages_ms.iter().map(|(_, ms)| format!("{ms:>9.4}")).collect();
    let StageRow { scene, bodies, contacts, step_ms, longest_ms, .. } = row;
    format!("{scene:<22} {bodies:>7} {contacts:>8} {step_ms:>9.4} {longest_ms:>9.4} {}", stages.join(" "))
}
