//! Every scene of the gallery runs, stays sane, and ends at the same bits each time.

use carom::glam::Vec3;
use carom::physics::{Body, Motion};
use carom::scene::{GalleryScene, gallery};
use carom::sim::{Command, Sim};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

/// Where the hashes are kept: one line a scene, with its steps.
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots/gallery_hashes.txt");

/// Threads a step may use.
const THREADS: [usize; 3] = [1, 2, 4];

/// Scenes in which something is meant to fall off the edge.
const FALLS: &[&str] = &[];

/// A scene, its run with one number of threads.
struct Run {
    scene: usize,
    threads: usize,
    steps: usize,
    hash: u64,
    faults: Vec<String>,
}

/// Steps that a scene is run: ten seconds and less of the crowds.
fn steps(bodies: usize) -> usize {
    match bodies {
        0..900 => 600,
        900..5_000 => 120,
        _ => 60,
    }
}

fn run(entry: &GalleryScene, scene: usize, threads: usize) -> Run {
    let parsed = entry.scene().unwrap_or_else(|faults| panic!("{}: {faults:?}", entry.id));
    let steps = steps(parsed.bodies.len());
    let mut sim = Sim::new(parsed).unwrap();
    sim.apply(Command::Threads(threads)).unwrap();
    let start: Vec<Body> = sim.world().bodies().collect();
    let mut faults = vec![];
    for step in 1..=steps {
        sim.step();
        if sim.world().stats().quarantined > 0 {
            faults.push(format!("{}: a body was quarantined in step {step}", entry.id));
            break;
        }
    }
    for (before, after) in start.iter().zip(sim.world().bodies()) {
        let (name, now) = (sim.name(after.id), &after.desc);
        let mut fault = |what: &str| faults.push(format!("{}: {name} {what}: {:?}", entry.id, now.position));
        let finite = now.position.is_finite() && now.rotation.is_finite() && now.velocity.is_finite();
        if !(finite && now.spin.is_finite()) {
            fault("is no longer finite");
        }
        if now.motion == Motion::Static {
            continue;
        }
        if now.position.distance(Vec3::ZERO) > 1_000.0 {
            fault("has escaped");
        }
        if before.desc.position.y >= 0.0 && now.position.y < -0.5 && !FALLS.contains(&entry.id) {
            fault("has fallen through the ground");
        }
    }
    Run { scene, threads, steps, hash: sim.world().state_hash(), faults }
}

/// All runs, by scene and then by threads; made once for all tests, by as many workers as there are processors.
fn runs() -> &'static [Run] {
    static RUNS: OnceLock<Vec<Run>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
        let work = || {
            loop {
                let job = next.fetch_add(1, Ordering::Relaxed);
                let Some(entry) = gallery().get(job / THREADS.len()) else { return };
                let run = run(entry, job / THREADS.len(), THREADS[job % THREADS.len()]);
                done.lock().unwrap().push(run);
            }
        };
        let workers = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
        let mut runs = done.into_inner().unwrap();
        runs.sort_by_key(|run| (run.scene, run.threads));
        runs
    })
}

#[test]
fn every_scene_of_the_gallery_runs_without_nan_quarantine_or_escape() {
    assert_eq!(runs().len(), gallery().len() * THREADS.len());
    let faults: Vec<&str> = runs().iter().flat_map(|run| &run.faults).map(String::as_str).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_scene_of_the_gallery_ends_at_the_same_bits_with_one_two_and_four_threads() {
    let mut differing = String::new();
    for run in runs().chunk_by(|a, b| a.scene == b.scene) {
        if run.iter().any(|r| r.hash != run[0].hash) {
            let hashes: Vec<String> = run.iter().map(|r| format!("{}: {:016x}", r.threads, r.hash)).collect();
            writeln!(differing, "{} by threads {hashes:?}", gallery()[run[0].scene].id).unwrap();
        }
    }
    assert!(differing.is_empty(), "{differing}");
}

#[test]
fn every_scene_of_the_gallery_ends_at_the_bits_that_were_recorded() {
    let line = |run: &Run| format!("{} {} {:016x}\n", gallery()[run.scene].id, run.steps, run.hash);
    let now: String = runs().iter().filter(|run| run.threads == 1).map(line).collect();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|value| value == "1") {
        std::fs::write(GOLDEN, now).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(GOLDEN).unwrap();
    let changed: Vec<&str> = now.lines().filter(|line| !golden.lines().any(|old| old == *line)).collect();
    assert!(
        changed.is_empty() && golden.lines().count() == now.lines().count(),
        "these scenes no longer end where they did:\n{}\nIf the physics was meant to change, record them anew:\n\
         UPDATE_SNAPSHOTS=1 cargo test --test suite gallery::",
        changed.join("\n")
    );
}
