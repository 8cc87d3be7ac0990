//! Every shape in every role it can have, side by side, in both themes.

use super::golden::assert_golden;
use super::scenes::gpu;
use carom::render::Offscreen;
use carom::scene::{FileKind, SceneCamera, parse};
use carom::sim::Sim;
use carom::view::{Camera, DrawList, Layers, Pointed, Selection, Theme, ViewOptions, draw, draw_ghosts};

/// Large enough to tell a role by looking, small enough to be kept.
const SIZE: [u32; 2] = [480, 360];

/// A ball, a box, a quad that is solid on both sides and one that is not, a truncated cone and a cone, in a row on the
/// floor.
fn row(z: f32) -> Sim {
    let shapes = [
        ("{ sphere = { radius = 0.4 } }", 0.4),
        ("{ box = { half = [0.4, 0.3, 0.4] } }", 0.3),
        ("{ quad = { half = [0.4, 0.4], sides = \"both\" } }", 0.0),
        ("{ quad = { half = [0.4, 0.4] } }", 0.0),
        ("{ frustum = { bottom = 0.4, top = 0.2, half_height = 0.4 } }", 0.314_285),
        ("{ frustum = { bottom = 0.45, top = 0.0, half_height = 0.4 } }", 0.2),
    ];
    let mut text = "version = 1\nrules.floor = 0.0\n".to_owned();
    for (i, (shape, y)) in shapes.into_iter().enumerate() {
        let x = 1.15 * (i as f32 - 2.5);
        text += &format!("[[bodies]]\nname = \"{i}\"\nshape = {shape}\nposition = [{x}, {y}, {z}]\n");
    }
    Sim::new(parse(&text, FileKind::Toml).unwrap()).unwrap()
}

/// Adds the bodies of another picture to a list.
fn add(list: &mut DrawList, other: DrawList) {
    list.spheres.extend(other.spheres);
    list.cuboids.extend(other.cuboids);
    list.quads.extend(other.quads);
    list.frusta.extend(other.frusta);
    list.lines.extend(other.lines);
}

/// All bodies, selected.
fn all(sim: &Sim) -> Selection {
    let mut selection = Selection::default();
    sim.world().bodies().for_each(|body| selection.toggle(body.id));
    selection
}

#[test]
fn every_shape_looks_as_it_did_in_every_role_and_theme() {
    let from = SceneCamera {
        target: carom::glam::Vec3::ZERO,
        distance: 10.4,
        yaw_deg: 0.0,
        pitch_deg: 48.0,
        orthographic: true,
    };
    let camera = Camera::new(&from, SIZE, 1.0);
    for (theme, name) in [(Theme::Dark, "roles-dark"), (Theme::Light, "roles-light")] {
        let plain = ViewOptions { theme, layers: Layers::NONE, grid: false, ..ViewOptions::default() };
        // From the back: plain, under the mouse, selected, asleep, a ghost, wires, wires that are selected.
        let place = |i: usize| 1.5 * (i as f32 - 3.0);
        let mut list = draw(&row(place(0)), &plain, &camera);
        // Only one body is under the mouse: each in turn, alone.
        let pointed = row(place(1));
        for body in pointed.world().bodies() {
            let mut options =
                ViewOptions { pointed: Pointed { body: Some(body.id), ..Pointed::default() }, ..plain.clone() };
            let others = pointed.world().bodies().filter(|other| other.id != body.id);
            others.for_each(|other| options.aside.hide(&pointed, other.id));
            add(&mut list, draw(&pointed, &options, &camera));
        }
        let selected = row(place(2));
        add(&mut list, draw(&selected, &ViewOptions { selection: all(&selected), ..plain.clone() }, &camera));
        let mut sleepers = row(place(3));
        (0..240).for_each(|_| sleepers.step());
        assert!(sleepers.world().bodies().all(|body| body.asleep));
        let mut options = plain.clone();
        options.layers.sleep = true;
        add(&mut list, draw(&sleepers, &options, &camera));
        let (run, ghost) = (row(100.0), row(place(4)));
        let mut ghosts = DrawList::default();
        draw_ghosts(&mut ghosts, (0, &ghost), &run, &plain, &camera);
        ghosts.lines.clear();
        add(&mut list, ghosts);
        let wires = ViewOptions { wireframe: true, ..plain };
        add(&mut list, draw(&row(place(5)), &wires, &camera));
        let selected = row(place(6));
        add(&mut list, draw(&selected, &ViewOptions { selection: all(&selected), ..wires }, &camera));
        assert_golden(name, &Offscreen::new(gpu(), SIZE).unwrap().draw(&list).unwrap());
    }
}
