//! What history costs: `cargo bench --bench history`.
//!
//! Steps a thousand bodies with and without it, each in turn, until ten thousand steps are kept; then goes to a hundred
//! of them at random, and back step by step.

#![allow(clippy::print_stdout, reason = "what it measures is what it is for")]

use carom::scene::{FileKind, Scene, parse};
use carom::sim::{Sim, Timeline};
use std::time::Instant;

const STEPS: u64 = 10_000;
/// Steps in which the two are compared: bodies fall, meet and come to rest.
const COMPARED: usize = 1_200;

fn scene() -> Scene {
    parse(include_str!("../assets/scenes/thousand_balls.toml"), FileKind::Toml).expect("a scene of the gallery")
}

/// Seconds that something takes.
fn timed(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn main() {
    let mut plain = Sim::new(scene()).expect("a sound scene");
    let mut timeline = Timeline::new(scene()).expect("a sound scene");
    let (mut off, mut on) = (0.0, 0.0);
    for _ in 0..COMPARED {
        off += timed(|| plain.step());
        on += timed(|| timeline.step());
    }
    let each = 1e3 / COMPARED as f64;
    println!("a step: {:.3} ms without history, {:.3} ms with: {:.3} times", off * each, on * each, on / off);
    while timeline.sim().step_count() < STEPS {
        timeline.step();
    }
    let (size, spacing) = (timeline.size() as f64 / 1e6, timeline.spacing());
    println!("{STEPS} steps of {} bodies: {size:.1} MB, a state every {spacing} steps", plain.world().stats().bodies);
    let mut seed = 17_u64;
    let mut seeks: Vec<f64> = (0..100)
        .map(|_| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let step = (seed >> 33) % (STEPS + 1);
            timed(|| _ = timeline.seek(step)) * 1e3
        })
        .collect();
    seeks.sort_by(f64::total_cmp);
    println!("going to 100 steps at random: median {:.1} ms, worst {:.1} ms", seeks[50], seeks[99]);
    let back = timed(|| (1..=100).for_each(|i| _ = timeline.seek(STEPS - 1_000 - i))) * 1e3 / 100.0;
    println!("back step by step: {back:.2} ms each");
    assert_eq!(timeline.mismatch(), None, "every state is the one that was");
}
