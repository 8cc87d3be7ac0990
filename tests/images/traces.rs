//! The trace of a scene looks as the scene does, pixel for pixel.

use super::scenes::gpu;
use carom::glam::vec3;
use carom::playback::Playback;
use carom::render::{Offscreen, Picture};
use carom::scene::{FileKind, Scene, SceneCamera};
use carom::sim::Sim;
use carom::timeline::TimeMachine;
use carom::view::{Camera, Layers, ViewOptions, draw, draw_trace};
use std::process::Command;

const SIZE: [u32; 2] = [480, 300];
const STEPS: u32 = 60;

/// So many pixels of 144,000 may differ, and a channel by so much: on edges, where one of the four samples of a pixel sees
/// something else, as poses went through double precision.
const DIFFERENCE: u8 = u8::MAX / 4 + 1;
const DIFFERENT: usize = 24;

/// A floor, a ceiling, and a wall before what moves: all of the scenery.
const ROOM: &str = r#"
version = 1
rules = { floor = 0.5, ceiling = 3.5 }
bodies = [
    { name = "wall", motion = "static", shape = { box = { half = [2.0, 1.0, 0.1] } }, position = [0.0, 1.5, 2.0] },
    { name = "ball", shape = { sphere = { radius = 0.4 } }, position = [0.0, 1.5, 0.0] },
    { name = "can", shape = { frustum = { bottom = 0.4, top = 0.2, half_height = 0.4 } }, position = [1.2, 1.5, 0.0] },
]
"#;

/// What `carom run SCENE --trace` writes.
fn recorded(scene: &str) -> Playback {
    let folder = std::env::temp_dir().join(format!("carom-pictures-of-traces-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, trace) = (folder.join("room.toml"), folder.join("run.trace.jsonl"));
    std::fs::write(&file, ROOM).unwrap();
    let scene = if scene == "room" { file.to_str().unwrap() } else { scene };
    let mut command = Command::new(env!("CARGO_BIN_EXE_carom"));
    let out = command.args(["run", scene, "--steps", &STEPS.to_string(), "--trace"]).arg(&trace).output().unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let bytes = std::fs::read(&trace).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    Playback::of_bytes(bytes, "").unwrap()
}

/// The greatest difference in a channel, and pixels that differ.
fn difference(one: &Picture, other: &Picture) -> (u8, usize) {
    let pairs = one.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4));
    let apart = pairs.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).fold(0, u8::max));
    apart.fold((0, 0), |(most, count), apart| (most.max(apart), count + usize::from(apart > 0)))
}

#[test]
fn the_picture_of_a_scenes_trace_is_that_of_the_scene() {
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    for name in ["room", "first_bounce", "pyramid", "v_groove", "one_sided_quads", "cans_and_cones"] {
        let mut playback = recorded(name);
        playback.seek(STEPS.into());
        let scene: Scene = match name {
            "room" => carom::scene::parse(ROOM, FileKind::Toml).unwrap(),
            _ => carom::scene::find(name).unwrap().scene().unwrap(),
        };
        let mut sim = Sim::new(scene).unwrap();
        (0..STEPS).for_each(|_| sim.step());
        let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
        let from = SceneCamera {
            target: vec3(0.0, 1.0, 0.0),
            distance: 10.0,
            yaw_deg: 15.0,
            pitch_deg: 12.0,
            orthographic: false,
        };
        let camera = Camera::new(&from, SIZE, 1.0);
        let ours = draw(&sim, &options, &camera);
        let theirs = draw_trace(&playback, &options, &camera);
        assert_eq!(ours.glass.len(), usize::from(name == "room"), "{name}");
        let (ours, theirs) = (offscreen.draw(&ours).unwrap(), offscreen.draw(&theirs).unwrap());
        let (most, count) = difference(&ours, &theirs);
        assert!(most <= DIFFERENCE && count <= DIFFERENT, "{name}: {count} pixels differ, by {most} at most");
    }
}
