//! Bodies, ground, light and the number of draw calls.

use super::golden::assert_golden;
use super::scenes::{COLORS, changed, cuboid, distance, draw, empty, gpu, head_on, luminance, sphere, wall};
use carom::glam::{Quat, Vec3, vec2, vec3};
use carom::render::{Offscreen, Picture};
use carom::view::{Color, DrawList, Highlight, Quad, Theme};

/// One of everything on the ground.
fn everything(theme: Theme) -> DrawList {
    let mut list = empty(theme);
    list.spheres = vec![
        sphere(vec3(-1.4, 0.5, 0.6), 0.5, COLORS[1]),
        sphere(vec3(0.1, 1.45, 0.0), 0.45, COLORS[3]),
        sphere(vec3(0.6, 0.3, 1.3), 0.3, COLORS[0].with_alpha(0.4)),
    ];
    list.cuboids = vec![
        cuboid(vec3(0.0, 0.5, 0.0), vec3(0.7, 0.5, 0.5), COLORS[5]),
        cuboid(vec3(1.7, 0.6, 0.4), Vec3::splat(0.35), COLORS[2]),
        cuboid(vec3(-0.6, 0.3, 1.6), Vec3::splat(0.25), COLORS[4].with_alpha(0.4)),
    ];
    list.cuboids[1].rotation = Quat::from_rotation_z(0.6) * Quat::from_rotation_x(0.5);
    let tilted = Quad { center: vec3(-1.6, 1.0, -1.0), rotation: Quat::from_rotation_z(-0.8), ..wall(0.8, COLORS[6]) };
    let away = Quad { center: vec3(1.6, 0.8, -1.2), rotation: Quat::from_rotation_x(-2.0), ..wall(0.7, COLORS[6]) };
    list.quads = vec![tilted, away];
    list
}

#[test]
fn bodies_look_as_they_did_in_both_themes() {
    assert_golden("bodies-dark", &draw(&everything(Theme::Dark)));
    assert_golden("bodies-light", &draw(&everything(Theme::Light)));
}

#[test]
fn selected_and_hovered_bodies_look_as_they_did() {
    let mut list = everything(Theme::Dark);
    list.spheres[0].highlight = Highlight::Hovered;
    list.cuboids[1].highlight = Highlight::Selected;
    list.quads[1].highlight = Highlight::Selected;
    assert_golden("highlights", &draw(&list));
}

#[test]
fn floors_that_say_so_carry_a_grid() {
    let mut list = empty(Theme::Light);
    list.scenery.grid = None;
    let slab = cuboid(vec3(0.0, -0.25, 0.0), vec3(3.0, 0.25, 3.0), Color::hex(0xb8c0c8));
    list.cuboids = vec![slab];
    let plain = draw(&list);
    list.cuboids[0].grid = true;
    let gridded = draw(&list);
    let lines = changed(&plain, &gridded).len();
    assert!(lines > 300, "{lines}");
    assert_golden("floor", &gridded);
}

/// Spread of luminance over the middle of a picture.
fn spread(picture: &Picture) -> f32 {
    let shades: Vec<f32> =
        (80..100).flat_map(|y| (150..170).map(move |x| (x, y))).map(|(x, y)| luminance(picture.pixel(x, y))).collect();
    shades.iter().copied().fold(0.0, f32::max) - shades.iter().copied().fold(1.0, f32::min)
}

#[test]
fn a_quad_is_plain_in_front_and_hatched_behind_unless_it_is_solid_from_both_sides() {
    let mut list = head_on(Theme::Dark);
    let front = wall(1.0, COLORS[1]);
    let back = Quad { rotation: Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2), ..front };
    let cases = [(front, false), (back, true), (Quad { hatched_back: false, ..back }, false)];
    for (quad, hatched) in cases {
        list.quads = vec![quad];
        let spread = spread(&draw(&list));
        assert_eq!(spread > 0.05, hatched, "{spread} {quad:?}");
        assert!(hatched || spread < 0.01, "{spread}");
    }
}

#[test]
fn a_ball_shows_its_spin() {
    let mut list = head_on(Theme::Dark);
    list.spheres = vec![sphere(Vec3::ZERO, 1.0, COLORS[1])];
    let before = draw(&list);
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        list.spheres[0].rotation = Quat::from_axis_angle(axis, 0.3);
        let still = draw(&list);
        list.spheres[0].rotation = Quat::from_axis_angle(axis, 0.6);
        let moved = changed(&still, &draw(&list)).len();
        assert!(moved > 150, "{axis}: {moved}");
        assert!(!changed(&before, &still).is_empty());
    }
}

#[test]
fn a_ball_covers_exactly_the_pixels_its_outline_encloses() {
    // Seen from 5 m a ball of 1 m fills a cone of sine 1/5; its outline is a circle of tangent 1/√24 about the middle.
    let radius = 90.0 * (1.0 / 24f32.sqrt()) / 22.5f32.to_radians().tan();
    let mut list = head_on(Theme::Light);
    let without = draw(&list);
    list.spheres = vec![sphere(Vec3::ZERO, 1.0, COLORS[4])];
    let with = draw(&list);
    for y in 0..180 {
        for x in 0..320 {
            let off = vec2(x as f32 + 0.5 - 160.0, y as f32 + 0.5 - 90.0).length() - radius;
            let painted = distance(without.pixel(x, y), with.pixel(x, y)) > 12;
            assert!(off.abs() < 1.5 || painted == (off < 0.0), "{x} {y}: {off}");
        }
    }
}

#[test]
fn near_bodies_hide_far_ones_whatever_their_order() {
    let (near, far) = (sphere(vec3(0.0, 0.0, 1.0), 0.5, COLORS[0]), sphere(Vec3::ZERO, 0.8, COLORS[4]));
    let mut list = head_on(Theme::Dark);
    list.spheres = vec![near, far];
    let one = draw(&list);
    list.spheres = vec![far, near];
    assert!(changed(&one, &draw(&list)).is_empty());
    // Orange has more red than blue.
    let middle = one.pixel(160, 90);
    assert!(middle[0] > middle[2], "{middle:?}");
}

#[test]
fn bodies_cast_shadows_only_when_asked() {
    let mut list = empty(Theme::Light);
    list.cuboids = vec![cuboid(vec3(0.0, 0.5, 0.0), Vec3::splat(0.5), COLORS[1])];
    // From behind, so that the shadow falls towards the viewer.
    list.scenery.sun = vec3(-0.5, 0.7, -0.5);
    let lit = draw(&list);
    list.scenery.shadows = false;
    let unlit = draw(&list);
    let darker = changed(&lit, &unlit);
    assert!(darker.len() > 400, "{}", darker.len());
    // Smoothing moves single pixels of edges either way.
    let brighter = darker.iter().filter(|&&[x, y]| luminance(lit.pixel(x, y)) > luminance(unlit.pixel(x, y))).count();
    assert!(brighter * 50 < darker.len(), "{brighter} of {}", darker.len());
}

#[test]
fn the_shadow_map_is_drawn_again_only_when_something_moved() {
    let mut offscreen = Offscreen::new(gpu(), [64, 64]).unwrap();
    let mut list = everything(Theme::Dark);
    let mut redrawn = |list: &DrawList| {
        offscreen.draw(list).unwrap();
        offscreen.stats().shadows_redrawn
    };
    assert!(redrawn(&list));
    assert!(!redrawn(&list));
    list.eye.x += 1.0;
    assert!(!redrawn(&list));
    list.spheres[0].center.y += 0.1;
    assert!(redrawn(&list));
    list.spheres.pop();
    list.spheres.pop();
    assert!(redrawn(&list));
    list.scenery.sun = Vec3::Y;
    assert!(redrawn(&list));
}

#[test]
fn ten_thousand_bodies_take_no_more_draw_calls_than_three() {
    let mut offscreen = Offscreen::new(gpu(), [64, 64]).unwrap();
    let mut calls = |count: usize| {
        let mut list = empty(Theme::Dark);
        for i in 0..count {
            let at = vec3((i % 100) as f32 - 50.0, 0.5, (i / 100) as f32 - 50.0);
            list.spheres.push(sphere(at, 0.4, COLORS[i % 7]));
            list.cuboids.push(cuboid(at + Vec3::Y, Vec3::splat(0.3), COLORS[i % 7]));
            list.quads.push(Quad { center: at, ..wall(0.3, COLORS[i % 7]) });
        }
        offscreen.draw(&list).unwrap();
        (offscreen.stats().draw_calls, offscreen.stats().instances)
    };
    let (few, _) = calls(1);
    let (many, instances) = calls(10_000);
    // Where all of the picture has edges to be smoothed, smoothing is one call; where a part has, some more.
    assert!(many <= few && many <= 14, "{few} {many}");
    assert!(instances >= 60_000, "{instances}");
}

#[test]
fn the_same_list_gives_the_same_bytes() {
    let list = everything(Theme::Dark);
    assert_eq!(draw(&list), draw(&list));
}
