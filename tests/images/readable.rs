//! Contacts can be read: from any side, on any ground, in any combination of layers.

use super::scenes::{SIZE, against_ring, changed, gpu, told_apart};
use carom::glam::{Vec2, Vec3};
use carom::physics::Contact;
use carom::render::{Offscreen, Picture};
use carom::scene::{FileKind, SceneCamera, parse};
use carom::sim::Sim;
use carom::view::{Camera, DrawList, Layer, Layers, Theme, ViewOptions, draw};

/// A ball on a box on the ground, a ball beside it and a turned box that leans on a kerb.
const SCENE: &str = r#"
version = 1
[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
[[bodies]]
name = "kerb"
shape = { box = { half = [0.2, 0.3, 2.0] } }
motion = "static"
position = [-1.6, 0.3, 0.0]
[[bodies]]
name = "box"
shape = { box = { half = [0.5, 0.4, 0.5] } }
position = [0.0, 0.4, 0.0]
[[bodies]]
name = "on top"
shape = { sphere = { radius = 0.3 } }
position = [0.0, 1.1, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.45 } }
position = [1.6, 0.45, 0.5]
[[bodies]]
name = "leaning"
shape = { box = { half = [0.6, 0.15, 0.4] } }
position = [-0.95, 0.62, 0.0]
rotation = { axis = [0.0, 0.0, 1.0], degrees = -20.0 }
"#;

fn scene() -> Sim {
    let mut sim = Sim::new(parse(SCENE, FileKind::Toml).unwrap()).unwrap();
    (0..90).for_each(|_| sim.step());
    assert!(sim.world().contacts().len() >= 4);
    sim
}

/// The same numbers in every run, 0…1.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn camera(&mut self) -> Camera {
        let target = Vec3::new(self.roll() * 2.0 - 1.0, 0.3, self.roll() * 2.0 - 1.0);
        let (distance, yaw_deg, pitch_deg) = (3.0 + 9.0 * self.roll(), 360.0 * self.roll(), 5.0 + 75.0 * self.roll());
        Camera::new(&SceneCamera { target, distance, yaw_deg, pitch_deg, orthographic: false }, SIZE, 1.0)
    }
}

/// A picture without words: those in the corner move when there are more of them.
fn wordless(offscreen: &mut Offscreen<'_>, mut list: DrawList) -> Picture {
    list.labels.clear();
    list.notes.clear();
    list.ruler = None;
    offscreen.draw(&list).unwrap()
}

#[test]
fn from_200_sides_every_contact_in_the_picture_paints_pixels_that_stand_out() {
    let sim = scene();
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    let mut dice = Dice(7);
    let mut seen = 0;
    let size = Vec2::new(SIZE[0] as f32, SIZE[1] as f32);
    let within = |at: Vec2| at.cmpge(Vec2::splat(8.0)).all() && at.cmplt(size - 8.0).all();
    for side in 0..200 {
        let camera = dice.camera();
        let theme = if side % 2 == 0 { Theme::Dark } else { Theme::Light };
        let options = ViewOptions { theme, shadows: false, ..ViewOptions::default() };
        let bodies = ViewOptions { layers: Layers::NONE, ..options.clone() };
        let empty = draw(&sim, &bodies, &camera);
        let bare = wordless(&mut offscreen, empty.clone());
        let full = draw(&sim, &options, &camera);
        let contacts = sim.world().contacts();
        let points = contacts.iter().flat_map(Contact::points).map(|p| p.position);
        for point in points.filter(|point| camera.project(*point).is_some_and(within)) {
            let mut list = empty.clone();
            list.arrows = full.arrows.iter().filter(|arrow| arrow.tail == point).copied().collect();
            list.markers = full.markers.iter().filter(|marker| marker.position == point).copied().collect();
            let picture = wordless(&mut offscreen, list);
            let painted = changed(&bare, &picture);
            // Marks are as small as the bodies look in so small a picture; their outline sets them apart from any ground.
            assert!(painted.len() >= 12, "side {side}, {point}: {} pixels", painted.len());
            let apart = told_apart(&bare, &picture, &painted);
            assert!(apart >= 12, "side {side}, {point}: {apart} pixels at 3 : 1");
            let against = against_ring(&bare, &picture, &painted);
            assert!(against >= 8, "side {side}, {point}: {against} pixels at 3 : 1 against the ground round them");
            seen += 1;
        }
    }
    assert!(seen > 1_200, "{seen}");
}

#[test]
fn the_marks_of_each_layer_alone_stand_out() {
    let sim = scene();
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    let mut dice = Dice(11);
    for side in 0..24 {
        let camera = dice.camera();
        let theme = if side % 2 == 0 { Theme::Dark } else { Theme::Light };
        let shown = |layers| ViewOptions { theme, layers, shadows: false, ..ViewOptions::default() };
        let bare = wordless(&mut offscreen, draw(&sim, &shown(Layers::NONE), &camera));
        for layer in Layers::CONTACTS.iter().filter(|layer| **layer != Layer::Labels) {
            let mut alone = Layers::NONE;
            alone.set(*layer, true);
            let picture = wordless(&mut offscreen, draw(&sim, &shown(alone), &camera));
            let painted = changed(&bare, &picture);
            let apart = told_apart(&bare, &picture, &painted);
            assert!(apart >= 40, "{side} {layer:?}: {apart} of {} pixels at 3 : 1", painted.len());
        }
    }
}

#[test]
fn all_128_combinations_of_contact_layers_paint_the_union_of_what_each_paints() {
    let sim = scene();
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    let camera = Camera::new(&SceneCamera { distance: 5.0, pitch_deg: 25.0, ..SceneCamera::default() }, SIZE, 1.0);
    let shown = |mask: u32| {
        let mut options = ViewOptions { layers: Layers::NONE, shadows: false, ..ViewOptions::default() };
        let on = Layers::CONTACTS.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        on.for_each(|(_, layer)| options.layers.set(*layer, true));
        draw(&sim, &options, &camera)
    };
    let bare = wordless(&mut offscreen, shown(0));
    let single: Vec<_> = (0..7).map(|i| changed(&bare, &wordless(&mut offscreen, shown(1 << i)))).collect();
    let labels = 1 << Layers::LIST.iter().position(|l| *l == Layer::Labels).unwrap();
    for mask in 0..128u32 {
        let list = shown(mask);
        // Where a label finds no room the picture says so.
        let said = !list.labels.is_empty() || list.notes.iter().any(|note| note.ends_with("labels hidden"));
        assert!(mask & labels == 0 || said, "{mask:07b}");
        let painted = changed(&bare, &wordless(&mut offscreen, list));
        let layers = single.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        let union: std::collections::HashSet<_> = layers.flat_map(|(_, pixels)| pixels.iter().copied()).collect();
        // Marks over marks may by chance give back the colour of the ground to a few pixels at their seams.
        let painted: std::collections::HashSet<_> = painted.into_iter().collect();
        let differ = painted.symmetric_difference(&union).count();
        assert!(differ * 25 <= union.len(), "{mask:07b}: {differ} of {} pixels", union.len());
        for (i, pixels) in single.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            let kept = pixels.iter().filter(|pixel| painted.contains(*pixel)).count();
            assert!(
                kept * 10 >= pixels.len() * 9,
                "{mask:07b}: {:?} keeps {kept} of {}",
                Layers::LIST[i],
                pixels.len()
            );
        }
    }
}

#[test]
fn the_lit_face_of_the_turned_box_stands_out_from_the_ground_of_the_opening_scene() {
    let sim = Sim::new(carom::scene::find("first_bounce").unwrap().scene().unwrap()).unwrap();
    let body = sim.world().body(sim.find("turned box").unwrap()).unwrap();
    let half = match body.desc.shape {
        carom::geometry::Shape::Cuboid { half } => half,
        other => panic!("{other:?}"),
    };
    let camera = Camera::of_scene(&sim, SIZE, 1.0);
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    for theme in [Theme::Dark, Theme::Light] {
        let options = ViewOptions { layers: Layers::NONE, theme, grid: true, ..ViewOptions::default() };
        let picture = wordless(&mut offscreen, draw(&sim, &options, &camera));
        let at = |point: Vec3| luminance(&picture, camera.project(point).unwrap());
        // The brightest of the faces that are seen.
        let faces = [Vec3::X, Vec3::Y, Vec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
        let seen = faces.filter(|face| (body.desc.rotation * *face).dot(camera.back()) > 0.1);
        let lit = seen.map(|face| at(body.pose().point(face * half))).fold(0.0, f32::max);
        // The ground in front of the box, where no shadow falls.
        let ground = at(Vec3::new(body.desc.position.x, 0.0, body.desc.position.z) + camera.axes()[0] * -3.0);
        let contrast = (lit.max(ground) + 0.05) / (lit.min(ground) + 0.05);
        println!("{theme:?}: lit {lit:.3}, ground {ground:.3}, {contrast:.2}:1");
        if theme == Theme::Dark {
            assert!(contrast >= 2.0 && lit > ground, "{contrast}:1");
        }
    }
}

/// Mean luminance of a few pixels about a place, linear 0…1.
fn luminance(picture: &Picture, at: Vec2) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for y in -2..=2 {
        for x in -2..=2 {
            let [r, g, b, _] = picture.pixel((at.x as i32 + x) as u32, (at.y as i32 + y) as u32);
            sum += carom::view::Color([r, g, b, 255]).luminance();
            count += 1.0;
        }
    }
    sum / count
}
