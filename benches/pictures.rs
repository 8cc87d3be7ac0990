//! What a picture with every layer costs: `cargo bench --bench pictures`.
//!
//! Balls that rest on the ground, one contact each: a thousand and ten thousand. Told apart are the making of the draw list,
//! which is the processor's alone, and the whole picture, which on a software adapter is the processor's as well. Under Linux
//! the time of all processors together is told, too: it does not depend on what else the machine does.

#![allow(clippy::print_stdout, reason = "what it measures is what it is for")]

use carom::render::{Gpu, Offscreen};
use carom::scene::{FileKind, SceneCamera, parse};
use carom::sim::Sim;
use carom::view::{Camera, Layers, ViewOptions, draw};
use std::time::Instant;

const SIZE: [u32; 2] = [1280, 720];
const FRAMES: usize = 15;

/// A square of balls on the ground, `side` each way.
fn scene(side: usize) -> String {
    format!(
        r#"
version = 1
[[bodies]]
name = "ground"
shape = {{ quad = {{ half = [80.0, 80.0] }} }}
motion = "static"
[[grids]]
count = [{side}, 1, {side}]
spacing = [0.6, 0.6, 0.6]
body = {{ shape = {{ sphere = {{ radius = 0.25 }} }}, position = [0.0, 0.25, 0.0] }}
"#
    )
}

/// The median of some times, in milliseconds.
fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2] * 1e3
}

/// What all processors spent on this process so far (s), as Linux tells it in hundredths.
fn processor_time() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name stands in brackets and may have spaces; user and system time are the 12th and 13th number behind it.
    let numbers = stat.rsplit_once(')')?.1;
    let spent: Vec<f64> = numbers.split_whitespace().skip(11).take(2).filter_map(|n| n.parse().ok()).collect();
    (spent.len() == 2).then(|| spent.iter().sum::<f64>() / 100.0)
}

fn main() {
    let gpu = Gpu::new_headless().expect("an adapter");
    println!("{}{}", gpu.info.name, if gpu.software() { ", in software" } else { "" });
    for side in [32, 100] {
        let mut sim = Sim::new(parse(&scene(side), FileKind::Toml).expect("a sound scene")).expect("a sound scene");
        (0..10).for_each(|_| sim.step());
        let distance = 0.8 * side as f32;
        let camera = Camera::new(&SceneCamera { distance, pitch_deg: 40.0, ..SceneCamera::default() }, SIZE, 1.0);
        let mut offscreen = Offscreen::new(&gpu, SIZE).expect("a target");
        for (name, layers) in [("no layer", Layers::NONE), ("every layer", Layers::from_names("all").expect("a name"))]
        {
            let options = ViewOptions { layers, ..ViewOptions::default() };
            let (mut lists, mut pictures) = (vec![], vec![]);
            // The first one compiles the shaders.
            offscreen.draw(&draw(&sim, &options, &camera)).expect("a picture");
            let before = processor_time();
            for _ in 0..FRAMES {
                let start = Instant::now();
                let list = draw(&sim, &options, &camera);
                lists.push(start.elapsed().as_secs_f64());
                let start = Instant::now();
                offscreen.draw(&list).expect("a picture");
                pictures.push(start.elapsed().as_secs_f64());
            }
            let spent = before.zip(processor_time()).map_or(f64::NAN, |(from, to)| (to - from) / FRAMES as f64);
            let stats = offscreen.stats();
            println!(
                "{} contacts, {name}: list {:.2} ms, picture {:.0} ms, both {:.0} ms of processor time, {} draw calls, {} instances, {} labels hidden",
                sim.world().contacts().len(),
                median(lists),
                median(pictures),
                spent * 1e3,
                stats.draw_calls,
                stats.instances,
                stats.labels_hidden
            );
        }
    }
}
