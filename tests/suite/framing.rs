//! What a gallery scene is about is in its picture, and fills a good part of it.

use carom::glam::Vec2;
use carom::physics::Motion;
use carom::scene::{FileKind, gallery, parse};
use carom::sim::Sim;
use carom::view::Camera;

const SIZE: [u32; 2] = [1280, 720];
/// Least share of the picture's width or height that the bodies take, at one of the three moments.
const FILLED: f32 = 1.0 / 3.0;
/// Scenes in which bodies are meant to leave, to come into the picture, or to leave most of it for what is to come.
const OTHERWISE: &[&str] =
    &["first_bounce", "face_edge_corner", "spin_and_friction", "skittles", "cans_and_cones", "galperin_pi"];

/// Corners of the box around the pictures of all moving bodies' bounding spheres (pixels).
fn around(sim: &Sim, camera: &Camera) -> [Vec2; 2] {
    let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for body in sim.world().bodies().filter(|body| body.desc.motion != Motion::Static) {
        let at = body.pose().point(body.desc.shape.middle());
        let depth = (camera.eye() - at).dot(camera.back());
        let middle = camera.project(at).unwrap_or(Vec2::INFINITY);
        let radius = body.desc.shape.bounding_radius() / (camera.metres_per_pixel() * depth / camera.distance);
        (low, high) = (low.min(middle - radius), high.max(middle + radius));
    }
    [low, high]
}

#[test]
fn what_a_scene_is_about_is_in_its_picture_at_the_start_in_the_middle_and_at_the_end() {
    let size = Vec2::new(SIZE[0] as f32, SIZE[1] as f32);
    let mut faults = vec![];
    for entry in gallery().iter().filter(|entry| !OTHERWISE.contains(&entry.id)) {
        let mut sim = Sim::new(parse(entry.text, FileKind::Toml).unwrap()).unwrap();
        let camera = Camera::of_scene(&sim, SIZE, 1.0);
        let mut filled = 0.0f32;
        for step in 0..=300 {
            if step % 150 == 0 {
                let [low, high] = around(&sim, &camera);
                filled = filled.max(((high - low) / size).max_element());
                if !(low.min_element() >= 0.0 && (size - high).min_element() >= 0.0) {
                    faults.push(format!("{}, step {step}: {low} to {high}", entry.id));
                }
            }
            sim.step();
        }
        if filled < FILLED {
            faults.push(format!("{}: fills {filled} of the picture", entry.id));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
