//! A long trace played and gone about in: `cargo bench --bench traces -- FILE`.
//!
//! Says how long it takes to open, how long a step takes as the window plays it (with the verdicts that a picture works
//! out, and its draw list), how long it takes to go to any step, and how much memory the process had at most. A trace
//! of the size that is asked for, 1,000 bodies and 4,000 points a step: a grid of boxes, `carom run --trace`.

#![allow(clippy::print_stdout, reason = "what it measures is what it is for")]

use carom::headless::open_playback;
use carom::timeline::TimeMachine;
use carom::view::{Camera, ViewOptions, draw_trace};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Steps that are played, and places that are gone to.
const PLAYED: u64 = 300;
const SOUGHT: u64 = 200;

fn main() {
    let Some(file) = std::env::args().skip(1).find(|word| !word.starts_with("--")).map(PathBuf::from) else {
        println!("cargo bench --bench traces -- FILE.trace.jsonl: which trace?");
        return;
    };
    let start = Instant::now();
    let mut playback = match open_playback(&file) {
        Ok(playback) => playback,
        Err(error) => return println!("{error}"),
    };
    let (steps, first, last) = (playback.film().steps, playback.film().first, playback.film().last);
    let bytes = std::fs::metadata(&file).map_or(0, |meta| meta.len());
    println!("{:<28}{:.2} GB, {steps} steps", file.display(), bytes as f64 / 1e9);
    println!("{:<28}{:.2} s", "opened in", start.elapsed().as_secs_f64());

    let options = ViewOptions::default();
    let mut camera = Camera::new(&carom::scene::SceneCamera::default(), [1280, 720], 1.0);
    camera.frame(playback.film().extent.center, playback.film().extent.radius);
    let (mut times, mut points) = (vec![], 0);
    for _ in 0..PLAYED.min(steps) {
        let begun = Instant::now();
        playback.step();
        let list = draw_trace(&playback, &options, &camera);
        times.push(begun.elapsed());
        points = points.max(playback.frame().contacts().iter().map(|contact| contact.points.len()).sum());
        std::hint::black_box(list);
    }
    say("a step, verdicts and drawing", &mut times);
    println!("{:<28}{} bodies, up to {points} points", "in it", playback.frame().cast().members.len());

    // Anywhere: the golden ratio of the whole comes to each part of it.
    let mut times = vec![];
    for i in 0..SOUGHT {
        let place = (i as f64 * 0.618_033_988_75).fract();
        let begun = Instant::now();
        playback.seek(first + (place * (last - first) as f64) as u64);
        times.push(begun.elapsed());
    }
    say("going to any step", &mut times);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    if let Some(most) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
        println!("{:<28}{}", "memory at most", most.trim());
    }
}

fn say(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| 1e3 * times[((times.len() - 1) as f64 * share) as usize].as_secs_f64();
    println!("{what:<28}median {:.1} ms, 95 % {:.1} ms, worst {:.1} ms", at(0.5), at(0.95), at(1.0));
}
