//! A scene of the gallery, a second and a half on, drawn to a picture without a window.
//!
//! `cargo run --example draw_scene picture.png`

#![expect(clippy::print_stdout, reason = "an example says what it finds")]

use carom::render::{Gpu, Offscreen};
use carom::sim::Sim;
use carom::view::{Camera, ViewOptions, draw};
use std::fs::File;
use std::io::BufWriter;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "carom.png".into());
    let scene = carom::scene::find("face_edge_corner").ok_or("no such scene")?.scene();
    let mut sim = Sim::new(scene.map_err(|faults| faults[0].message.clone())?)?;
    (0..90).for_each(|_| sim.step());

    let size = [960, 540];
    let list = draw(&sim, &ViewOptions::default(), &Camera::of_scene(&sim, size, 1.0));
    let gpu = Gpu::new_headless()?;
    let picture = Offscreen::new(&gpu, size)?.draw(&list)?;
    picture.write_png(&mut BufWriter::new(File::create(&path)?))?;
    println!("{path}: {} contacts after {:.2} s", sim.contacts().len(), sim.time());
    Ok(())
}
