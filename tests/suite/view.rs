//! Pictures of running scenes: what the draw list says must be what the world did.

use carom::geometry::Shape;
use carom::glam::{Vec2, Vec3};
use carom::physics::{BodyDesc, BodyId, Config, Mass, Motion};
use carom::scene::{FileKind, Scene, SceneBody, gallery, parse};
use carom::sim::Sim;
use carom::view::{
    Aside, Camera, Glyph, Layers, Theme, ViewOptions, contact_words, draw, palette, pick_body, pick_contacts, pusher,
};

const SIZE: [u32; 2] = [1280, 720];

fn body(name: &str, shape: Shape, motion: Motion, position: Vec3) -> SceneBody {
    let desc = BodyDesc { motion, position, mass: Mass::Mass(1.0), ..BodyDesc::new(shape) };
    SceneBody { name: Some(name.into()), desc }
}

fn sim(bodies: Vec<SceneBody>, config: Config) -> Sim {
    Sim::new(Scene { bodies, config, ..Scene::default() }).unwrap()
}

fn only(names: &str) -> ViewOptions {
    ViewOptions { layers: Layers::from_names(names).unwrap(), ..ViewOptions::default() }
}

/// A ball and a turned box at rest on the floor after two seconds.
fn at_rest() -> Sim {
    let bodies = vec![
        body("ball", Shape::sphere(0.5), Motion::Dynamic, Vec3::new(-2.0, 0.6, 0.0)),
        body("box", Shape::cuboid(0.5, 0.5, 0.5), Motion::Dynamic, Vec3::new(2.0, 0.6, 0.0)),
    ];
    let mut sim = sim(bodies, Config { floor: Some(0.0), ..Config::default() });
    for _ in 0..120 {
        sim.step();
    }
    assert_eq!(sim.world().contacts().len(), 2);
    sim
}

#[test]
fn a_body_at_rest_is_held_up_by_arrows_that_leave_the_floor() {
    let sim = at_rest();
    let list = draw(&sim, &only("normals,impulses"), &Camera::of_scene(&sim, SIZE, 1.0));
    // One point under the ball, four under the box, a normal and an impulse each.
    assert_eq!(list.arrows.len(), 10);
    let floor = palette::floor(Theme::Dark);
    for arrow in &list.arrows {
        assert!(arrow.direction.y > 0.999, "{arrow:?}");
        assert!(arrow.tail.y.abs() < 0.01, "{arrow:?}");
        assert!(arrow.tail_color == floor || arrow.tail_color == palette::IMPULSE, "{arrow:?}");
    }
    assert!(list.markers.iter().all(|m| m.glyph == Glyph::Square));
}

#[test]
fn in_every_scene_arrows_point_into_the_body_that_is_pushed() {
    let mut seen = 0;
    for entry in gallery() {
        let scene = parse(entry.text, FileKind::Toml).unwrap();
        if scene.bodies.len() > 300 {
            continue;
        }
        let mut sim = Sim::new(scene).unwrap();
        for _ in 0..90 {
            sim.step();
        }
        for contact in sim.world().contacts() {
            let a_pushes = pusher(&sim, &contact) == contact.a;
            let pushed = if a_pushes { contact.b } else { contact.a };
            let body = sim.world().body(pushed).unwrap();
            if contact.separation() > 0.0 {
                continue;
            }
            let mean = contact.points().iter().map(|p| p.position).sum::<Vec3>() / contact.points().len() as f32;
            let normal = if a_pushes { contact.normal } else { -contact.normal };
            let depth = normal.dot(body.desc.position - mean);
            // A quad has no thickness: its centre may lie on either side of the contact by what it overlaps.
            assert!(depth > -0.02, "{}: {} {depth}", entry.id, contact_words(&sim, &contact));
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} contacts");
}

#[test]
fn a_picture_never_holds_what_is_not_finite_and_changes_nothing() {
    for entry in gallery() {
        let mut sim = Sim::new(parse(entry.text, FileKind::Toml).unwrap()).unwrap();
        for _ in 0..10 {
            sim.step();
        }
        let hash = sim.world().state_hash();
        for both_arrows in [false, true] {
            let options = ViewOptions { both_arrows, ..only("all") };
            let list = draw(&sim, &options, &Camera::of_scene(&sim, SIZE, 1.0));
            assert!(list.clip_from_world.is_finite() && list.eye.is_finite(), "{}", entry.id);
            assert!(list.arrows.iter().all(|a| a.tail.is_finite() && a.length.is_finite()), "{}", entry.id);
            assert!(list.arrows.iter().all(|a| (a.direction.length() - 1.0).abs() < 1e-3), "{}", entry.id);
            assert!(list.lines.iter().all(|l| l.from.is_finite() && l.to.is_finite()), "{}", entry.id);
            assert!(list.triangles.iter().flat_map(|t| t.corners).all(Vec3::is_finite), "{}", entry.id);
            assert!(list.markers.iter().all(|m| m.position.is_finite()), "{}", entry.id);
            let bodies =
                list.spheres.len() + list.cuboids.len() + list.glass.len() + list.quads.len() + list.frusta.len();
            assert_eq!(bodies, sim.world().bodies().count(), "{}", entry.id);
        }
        assert_eq!(sim.world().state_hash(), hash, "{}", entry.id);
    }
}

#[test]
fn every_scene_is_inside_its_first_picture() {
    for entry in gallery() {
        let sim = Sim::new(parse(entry.text, FileKind::Toml).unwrap()).unwrap();
        let camera = Camera::of_scene(&sim, SIZE, 1.0);
        let moving: Vec<_> = sim.world().bodies().filter(|b| b.desc.motion == Motion::Dynamic).collect();
        let seen = moving.iter().filter(|b| {
            let inside = |p: Vec2| p.cmpge(Vec2::ZERO).all() && p.cmple(Vec2::new(1280.0, 720.0)).all();
            camera.project(b.desc.position).is_some_and(inside)
        });
        let share = seen.count() as f32 / moving.len() as f32;
        assert!(share >= 0.8, "{}: only {share} of what moves is in the picture", entry.id);
    }
}

#[test]
fn the_body_under_the_mouse_is_the_one_drawn_there() {
    let sim = at_rest();
    let camera = Camera::of_scene(&sim, SIZE, 1.0);
    for name in ["ball", "box"] {
        let id = sim.find(name).unwrap();
        let pixel = camera.project(sim.world().body(id).unwrap().desc.position).unwrap();
        assert_eq!(pick_body(&sim, &Aside::default(), &camera, pixel).map(|hit| hit.body), Some(id), "{name}");
    }
    assert_eq!(pick_body(&sim, &Aside::default(), &camera, Vec2::new(640.0, 1.0)), None);
    assert_eq!(pick_body(&sim, &Aside::default(), &camera, Vec2::NAN), None);
}

#[test]
fn the_contact_under_the_mouse_is_found_through_the_body_that_hides_it() {
    let sim = at_rest();
    let camera = Camera::of_scene(&sim, SIZE, 1.0);
    let ball = sim.find("ball").unwrap();
    let pixel = camera.project(Vec3::new(-2.0, 0.0, 0.0)).unwrap();
    let options = ViewOptions::default();
    let hit = pick_contacts(&sim, &options, &camera, pixel + Vec2::new(6.0, 0.0))[0];
    assert_eq!(hit.pair, (BodyId::FLOOR, ball));
    assert!(hit.distance < 12.0);
    assert_eq!(pick_contacts(&sim, &options, &camera, pixel + Vec2::new(0.0, 100.0)), []);
}

#[test]
fn labels_say_which_features_touch_and_how_hard() {
    let sim = at_rest();
    let list = draw(&sim, &only("labels"), &Camera::of_scene(&sim, SIZE, 1.0));
    assert_eq!(list.labels.len(), 2);
    for start in ["ball surface vs floor front · ", "box face −y vs floor front · "] {
        let label = list.labels.iter().find(|l| l.text.starts_with(start)).unwrap();
        assert!(
            (label.text.contains("overlap") || label.text.contains("gap")) && label.text.contains(" N·s · "),
            "{}",
            label.text
        );
    }
}
