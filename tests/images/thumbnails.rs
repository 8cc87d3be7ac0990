//! The small pictures of the gallery, drawn by the scenes and laboratories that they show.

use super::golden::assert_same;
use super::scenes::gpu;
use carom::lab::{Lab, laboratories};
use carom::playback::Playback;
use carom::render::{Offscreen, Picture};
use carom::scene::gallery;
use carom::sim::{Sim, Timeline};
use carom::subject::Subject;
use carom::timeline::TimeMachine;
use carom::trace::SAMPLES;
use carom::view::{Layers, Theme, ViewOptions};
use std::path::Path;

/// Size of every picture (pixels).
const SIZE: [u32; 2] = [256, 144];

/// When there is most to see (s); of all others after one second.
const MOMENTS: &[(&str, f64)] = &[
    ("first_bounce", 0.7),
    ("restitution_row", 1.05),
    ("newtons_cradle", 1.3),
    ("billiard_break", 0.62),
    ("dominoes", 3.2),
    ("galperin_pi", 0.4),
    ("fast_ball", 0.6),
    ("skittles", 1.3),
    ("friction_slope", 1.6),
    ("rolling_race", 1.6),
    ("cans_and_cones", 0.5),
    ("overhang", 0.2),
    ("card_house", 0.4),
    ("tipping", 1.2),
    ("tipping_cones", 1.0),
    ("mass_ratio", 0.3),
    ("thousand_balls", 1.2),
    ("ten_thousand_mixed", 0.8),
    ("lab_vectors", 0.0),
    ("lab_reflection", 0.0),
    ("lab_pursuit", 3.0),
    ("lab_car", 0.3),
    ("lab_billiards", 1.5),
    ("lab_room", 2.0),
    ("lab_spiral", 3.0),
];

/// How much nearer than usual the eye is: a small picture shows what matters alone. Laboratories stay as they are.
const NEARER: f32 = 0.72;

/// Scenes that would lose their edges so.
const WIDE: &[&str] = &[
    "billiard_break",
    "moving_platform",
    "fast_ball",
    "thousand_balls",
    "ten_thousand_mixed",
    "pyramid",
    "dominoes",
    "cans_and_cones",
    "v_groove",
    "skittles",
    "spin_and_friction",
    "stack",
    "galperin_pi",
    "rolling_race",
    "restitution_row",
    "first_bounce",
];

/// Draws a subject when there is most to see, in both themes.
fn pictures(name: &str, mut subject: Subject) -> [(Theme, Picture); 2] {
    let seconds = MOMENTS.iter().find(|(known, _)| *known == name).map_or(1.0, |(_, seconds)| *seconds);
    let steps = (seconds / f64::from(subject.dt())).round() as u64;
    // A trace stands where it opens.
    if subject.trace().is_none() {
        (0..steps).for_each(|_| subject.step());
    }
    [Theme::Dark, Theme::Light].map(|theme| {
        // Bodies alone: arrows of a few pixels say nothing.
        let options = ViewOptions { layers: Layers::NONE, grid: false, theme, ..ViewOptions::default() };
        // At four times the size edges of a pixel's width are smooth when it is made small.
        let size = SIZE.map(|side| side * 2);
        let mut camera = subject.camera(size, 1.25);
        if let Some(playback) = subject.trace() {
            let extent = playback.frame().extent();
            camera.frame(extent.center, extent.radius);
        }
        if subject.scene().is_some() && !WIDE.contains(&name) {
            camera.distance *= NEARER;
        }
        let mut list = subject.draw(&options, &camera);
        list.labels.clear();
        list.notes.clear();
        list.ruler = None;
        (theme, halved(&Offscreen::new(gpu(), size).unwrap().draw(&list).unwrap()))
    })
}

/// Half as wide and high: each pixel is the mean of four.
fn halved(picture: &Picture) -> Picture {
    let [width, height] = picture.size.map(|side| side / 2);
    let mean = |x: u32, y: u32, channel: usize| {
        let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(i, j)| picture.pixel(2 * x + i, 2 * y + j)[channel]);
        (four.iter().map(|value| u32::from(*value)).sum::<u32>() / 4) as u8
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let rgba = pixels.flat_map(|(x, y)| [0, 1, 2, 3].map(|channel| mean(x, y, channel))).collect();
    Picture { size: [width, height], rgba }
}

#[test]
fn the_pictures_of_the_gallery_are_as_the_program_draws_them() {
    let scenes = gallery().iter().map(|entry| {
        let timeline = Timeline::beginning(Sim::new(entry.scene().unwrap()).unwrap(), 0);
        (entry.id.to_owned(), Subject::from(timeline))
    });
    let labs = laboratories().iter().map(|entry| (format!("lab_{}", entry.id), Subject::from(Lab::new(entry))));
    let traces = SAMPLES.iter().map(|sample| {
        let mut playback = Playback::of_bytes(sample.bytes, sample.title).unwrap();
        playback.seek(sample.step);
        (format!("trace_{}", sample.id), Subject::from(playback))
    });
    for (name, subject) in scenes.chain(labs).chain(traces) {
        for (theme, picture) in pictures(&name, subject) {
            let folder = if theme == Theme::Dark { "dark" } else { "light" };
            let kept = format!("assets/thumbnails/{folder}/{name}.png");
            assert_same(&Path::new(env!("CARGO_MANIFEST_DIR")).join(kept), &picture);
        }
    }
}
