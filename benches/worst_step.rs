//! How long the longest step takes: `cargo bench --bench worst_step`, or `-- 1000` for so many worlds.
//!
//! Random legal worlds of up to a hundred bodies: all shapes, from millimetres to kilometres, in one point or far
//! apart, at rest or as fast as bodies may be. Two hundred cones in one point come before them.

#![allow(clippy::print_stdout, reason = "what it measures is what it is for")]

#[path = "worlds/random.rs"]
mod random;

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyDesc, Config, World};
use random::random_world;
use std::time::Instant;

/// Worlds without a number on the command line.
const WORLDS: u64 = 100;

/// Steps of each: what starts in one point or flies is worst in its first.
const STEPS: usize = 30;

fn cones_in_one_point(count: usize) -> World {
    let mut world = World::new(Config { floor: Some(0.0), ..Config::default() }).expect("a legal configuration");
    for _ in 0..count {
        let cone = BodyDesc { position: Vec3::Y * 2.0, ..BodyDesc::new(Shape::frustum(0.3, 0.2, 0.3)) };
        world.add(&cone).expect("a legal body");
    }
    world
}

/// Time of this thread on a processor where the system tells it (Linux), so that other programs do not count; else that
/// of a clock (ms).
fn time(start: Instant) -> f64 {
    let on_processor = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = on_processor.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| start.elapsed().as_secs_f64() * 1e3, |ns| ns * 1e-6)
}

/// The longest step (ms), and which it is.
fn worst_step(world: &mut World) -> (f64, usize) {
    let mut worst = (0.0, 0);
    let start = Instant::now();
    for step in 0..STEPS {
        let before = time(start);
        world.step();
        let time = time(start) - before;
        if time > worst.0 {
            worst = (time, step);
        }
    }
    worst
}

fn main() {
    let numbers: Vec<u64> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let count = numbers.first().copied().unwrap_or(WORLDS);
    let (time, step) = worst_step(&mut cones_in_one_point(200));
    println!("200 cones in one point: at most {time:.1} ms, in step {step}");
    let mut all: Vec<(f64, usize, u64, usize)> = (0..count)
        .map(|seed| {
            let mut world = random_world(seed);
            let (time, step) = worst_step(&mut world);
            (time, step, seed, world.stats().bodies)
        })
        .collect();
    all.sort_by(|x, y| y.0.total_cmp(&x.0));
    for (time, step, seed, bodies) in all.iter().take(10) {
        println!("world {seed} of {bodies} bodies: {time:.1} ms, in step {step}");
    }
    let over = all.iter().filter(|world| world.0 > 50.0).count();
    println!("{over} of {count} worlds have a step of more than 50 ms");
}
