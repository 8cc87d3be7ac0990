//! One run of one engine: the clock, and the line it prints.

use crate::quality::{Quality, judge};
use crate::{Engine, Scene};
use serde::{Deserialize, Serialize};
use std::fs::read_to_string;
use std::time::Instant;

/// How many steps at the end count as settled.
const SETTLED: usize = 120;

/// What one run measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// Wall time of a step, mean of all (ms).
    pub mean: f64,
    /// Mean of the last 120 steps (ms).
    pub settled: f64,
    /// The 99th percentile (ms).
    pub p99: f64,
    /// Processor time of a step over all threads (ms).
    pub cpu: f64,
    /// How many cores' worth of work other processes did meanwhile.
    pub others: f64,
    /// Memory at its peak (MiB).
    pub memory: f64,
    /// Bodies that move.
    pub bodies: usize,
    /// Steps run.
    pub steps: usize,
    /// Touching pairs at the end, as the engine counts them.
    pub pairs: usize,
    /// What the last states show.
    pub quality: Quality,
}

/// Fields of a line of the kernel's process tables, in clock ticks of 10 ms.
fn ticks(file: &str, fields: std::ops::Range<usize>) -> f64 {
    let text = read_to_string(file).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default().split_whitespace();
    line.skip(fields.start).take(fields.len()).filter_map(|n| n.parse::<f64>().ok()).sum()
}

/// Processor time of this process, user and system (ms).
fn own_ms() -> f64 {
    10.0 * ticks("/proc/self/stat", 13..15)
}

/// Processor time of the whole machine: user, nice and system (ms).
fn machine_ms() -> f64 {
    10.0 * ticks("/proc/stat", 1..4)
}

fn peak_memory() -> f64 {
    let status = read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|l| l.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<f64>().ok());
    peak.unwrap_or(0.0) / 1024.0
}

fn mean(times: &[f64]) -> f64 {
    times.iter().sum::<f64>() / times.len().max(1) as f64
}

/// The `main` of an engine's program: `NAME N STEPS THREADS`, with 0 steps for the scene's own number.
pub fn run<E: Engine>() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, n, steps, threads] = &args[..] else { panic!("usage: NAME N STEPS THREADS") };
    let number = |text: &String| text.parse::<usize>().unwrap_or_else(|error| panic!("{text}: {error}"));
    let scene = Scene::named(name, number(n)).unwrap_or_else(|| panic!("no scene {name}"));
    let steps = if number(steps) == 0 { scene.steps } else { number(steps) };
    let mut engine = E::build(&scene, number(threads));
    let (machine, own, start) = (machine_ms(), own_ms(), Instant::now());
    let times: Vec<f64> = (0..steps)
        .map(|_| {
            let start = Instant::now();
            engine.step();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let wall = start.elapsed().as_secs_f64() * 1e3;
    let cpu = own_ms() - own;
    let others = (machine_ms() - machine - cpu).max(0.0) / wall;
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let states = engine.states();
    assert_eq!(states.len(), scene.bodies.len(), "one state for each body");
    let run = Run {
        mean: mean(&times),
        settled: mean(&times[steps.saturating_sub(SETTLED)..]),
        p99: sorted[(steps - 1) * 99 / 100],
        cpu: cpu / steps as f64,
        others,
        memory: peak_memory(),
        bodies: states.len(),
        steps,
        pairs: engine.pairs(),
        quality: judge(&scene, &states),
    };
    println!("{}", serde_json::to_string(&run).unwrap_or_else(|error| panic!("{error}")));
}
