//! What a picture costs: `cargo bench --bench pictures`.
//!
//! First the gallery's crowds, a step on before each picture so that shadows are drawn anew, with no layer, with those
//! that the scene has and with every layer; then a thousand and ten thousand balls at rest, one contact each, where
//! nothing moves. Told apart are the making of the draw list, which is the processor's alone, and the whole picture,
//! which on a software adapter is the processor's as well. Under Linux the time of all processors together is told,
//! too: it does not depend on what else the machine does. Panels are not part of these pictures. A word narrows the
//! scenes to those whose names hold it.

#![allow(clippy::print_stdout, reason = "what it measures is what it is for")]

use carom::render::{Gpu, Offscreen};
use carom::scene::{FileKind, Scene, SceneCamera, find, parse};
use carom::sim::Sim;
use carom::view::{Camera, Layers, ViewOptions, draw};
use std::time::Instant;

const SIZE: [u32; 2] = [1280, 720];
const FRAMES: usize = 15;

/// A square of balls on the ground, `side` each way.
fn field(side: usize) -> String {
    format!(
        r#"
version = 1
name = "{side} times {side} balls at rest"
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

/// A scene, when it is looked at, and from where.
struct View {
    scene: Scene,
    steps: usize,
    camera: SceneCamera,
    moving: bool,
}

/// The gallery's `id` after so many seconds.
fn gallery(id: &str, seconds: usize) -> View {
    let mut scene = parse(find(id).expect("a scene of the gallery").text, FileKind::Toml).expect("a sound scene");
    scene.name = format!("{id} at {seconds} s");
    View { steps: seconds * scene.config.hz as usize, camera: scene.camera.unwrap_or_default(), scene, moving: true }
}

/// Balls at rest, seen from far enough for all of them.
fn at_rest(side: usize) -> View {
    let scene = parse(&field(side), FileKind::Toml).expect("a sound scene");
    let camera = SceneCamera { distance: 0.8 * side as f32, pitch_deg: 40.0, ..SceneCamera::default() };
    View { scene, steps: 10, camera, moving: false }
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

/// Draws `sim` some times with `layers`, and says what that took.
fn measure(sim: &mut Sim, view: &View, name: &str, layers: Layers, offscreen: &mut Offscreen) {
    let camera = Camera::new(&view.camera, SIZE, 1.0);
    let options = ViewOptions { layers, ..ViewOptions::default() };
    let (mut lists, mut pictures, mut spent) = (vec![], vec![], 0.0);
    // The first one compiles the shaders.
    offscreen.draw(&draw(sim, &options, &camera)).expect("a picture");
    for _ in 0..FRAMES {
        if view.moving {
            sim.step();
        }
        let (before, start) = (processor_time(), Instant::now());
        let list = draw(sim, &options, &camera);
        lists.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        offscreen.draw(&list).expect("a picture");
        pictures.push(start.elapsed().as_secs_f64());
        spent += before.zip(processor_time()).map_or(f64::NAN, |(from, to)| to - from);
    }
    let stats = offscreen.stats();
    println!(
        "  {name:<10} list {:>6.2} ms, picture {:>4.0} ms, both {:>4.0} ms of processor time, {} draw calls, {} instances",
        median(lists),
        median(pictures),
        spent * 1e3 / FRAMES as f64,
        stats.draw_calls,
        stats.instances,
    );
}

fn main() {
    let gpu = Gpu::new_headless().expect("an adapter");
    println!("{}{}", gpu.info.name, if gpu.software() { ", in software" } else { "" });
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-')).unwrap_or_default();
    let views = [
        gallery("thousand_balls", 2),
        gallery("thousand_balls", 10),
        gallery("ten_thousand_mixed", 1),
        gallery("ten_thousand_mixed", 6),
        at_rest(32),
        at_rest(100),
    ];
    for view in views.into_iter().filter(|view| view.scene.name.contains(&wanted)) {
        let mut sim = Sim::new(view.scene.clone()).expect("a sound scene");
        (0..view.steps).for_each(|_| sim.step());
        println!("{}: {} contacts", view.scene.name, sim.world().contacts().len());
        let mut offscreen = Offscreen::new(&gpu, SIZE).expect("a target");
        let own = Layers::of_scene(&view.scene.view).unwrap_or_default();
        for (name, layers) in
            [("no layer", Layers::NONE), ("its own", own), ("all", Layers::from_names("all").expect("a name"))]
        {
            measure(&mut sim, &view, name, layers, &mut offscreen);
        }
    }
}
