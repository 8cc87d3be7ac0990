//! Truncated cones: smooth side, crisp rims, a mark that shows their spin.

use super::golden::assert_golden;
use super::scenes::{COLORS, SIZE, changed, draw, empty, gpu, head_on, luminance};
use carom::glam::{Quat, Vec3, vec3};
use carom::render::Offscreen;
use carom::view::{Color, DrawnFrustum, Highlight, Theme};

fn frustum(middle: Vec3, [bottom, half_height, top]: [f32; 3], color: Color) -> DrawnFrustum {
    DrawnFrustum { middle, bottom, top, half_height, rotation: Quat::IDENTITY, color, highlight: Highlight::None }
}

#[test]
fn cones_cylinders_and_what_is_between_look_as_they_did() {
    let mut list = empty(Theme::Dark);
    let lying = Quat::from_rotation_y(0.5) * Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    list.frusta = vec![
        frustum(vec3(-1.6, 0.6, 0.0), [0.5, 0.6, 0.5], COLORS[1]),
        frustum(vec3(-0.3, 0.6, -0.4), [0.6, 0.6, 0.0], COLORS[3]),
        frustum(vec3(1.0, 0.5, -0.6), [0.6, 0.5, 0.3], COLORS[5]),
        DrawnFrustum { rotation: lying, ..frustum(vec3(0.5, 0.35, 0.9), [0.35, 0.5, 0.35], COLORS[2]) },
        frustum(vec3(-0.8, 0.3, 1.3), [0.15, 0.3, 0.4], COLORS[4].with_alpha(0.4)),
        DrawnFrustum { highlight: Highlight::Hovered, ..frustum(vec3(1.8, 0.06, 0.6), [0.4, 0.06, 0.4], COLORS[6]) },
        DrawnFrustum { highlight: Highlight::Selected, ..frustum(vec3(1.5, 0.4, 1.4), [0.05, 0.4, 0.3], COLORS[0]) },
    ];
    assert_golden("frusta", &draw(&list));
}

#[test]
fn a_frustum_covers_its_outline_and_nothing_else() {
    let bare = draw(&head_on(Theme::Dark));
    let mut list = head_on(Theme::Dark);
    list.frusta = vec![frustum(Vec3::ZERO, [0.8, 0.5, 0.4], COLORS[2])];
    let covered = changed(&bare, &draw(&list));
    list.frusta = vec![frustum(Vec3::ZERO, [0.8, 0.5, 0.8], COLORS[2])];
    let cylinder = changed(&bare, &draw(&list));
    // Seen from the side, a trapezium of three quarters of the rectangle; perspective adds a little to both.
    let share = covered.len() as f32 / cylinder.len() as f32;
    assert!((share - 0.75).abs() < 0.03, "{share}");
}

#[test]
fn a_turn_about_its_own_axis_shows() {
    let mut list = head_on(Theme::Dark);
    let mut at = |degrees: f32| {
        let rotation = Quat::from_rotation_y(degrees.to_radians());
        list.frusta = vec![DrawnFrustum { rotation, ..frustum(Vec3::ZERO, [0.8, 0.5, 0.4], COLORS[2]) }];
        draw(&list)
    };
    let start = at(0.0);
    // The light mark comes round to the front after three quarters of a turn.
    for degrees in [20.0, 45.0, 270.0] {
        let moved = changed(&start, &at(degrees)).len();
        assert!(moved > 100, "{degrees}°: {moved} pixels");
    }
}

#[test]
fn a_frustum_throws_no_shadow_on_itself_however_coarse_the_shadow_map() {
    let mut list = head_on(Theme::Dark);
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    for (degrees, radius) in (0..12).flat_map(|i| [2.0, 8.0, 30.0].map(|radius| (15.0 * i as f32, radius))) {
        list.scenery.focus.radius = radius;
        for shape in [[0.4, 0.7, 0.4], [0.5, 0.7, 0.2]] {
            let lying =
                Quat::from_rotation_y(degrees.to_radians()) * Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
            list.frusta = vec![DrawnFrustum { rotation: lying, ..frustum(Vec3::ZERO, shape, COLORS[5]) }];
            let [with, without] = [true, false].map(|shadows| {
                list.scenery.shadows = shadows;
                offscreen.draw(&list).unwrap()
            });
            let darker = changed(&with, &without).len();
            // A pixel on either rim may fall either way.
            assert!(darker <= 2, "{degrees}° {radius} m {shape:?}: {darker} pixels");
        }
    }
}

#[test]
fn the_side_is_shaded_smoothly() {
    let mut list = head_on(Theme::Dark);
    let rotation = Quat::from_rotation_y(0.8);
    list.frusta = vec![DrawnFrustum { rotation, ..frustum(Vec3::ZERO, [0.8, 0.5, 0.8], COLORS[5]) }];
    let picture = draw(&list);
    let [width, height] = picture.size;
    // Along a row in the middle, neighbours differ by little but where a mark begins or ends: four edges at most, each
    // over two pixels.
    let row: Vec<f32> = (width / 2 - 40..width / 2 + 40).map(|x| luminance(picture.pixel(x, height / 2))).collect();
    let jumps = row.windows(2).filter(|pair| (pair[1] - pair[0]).abs() > 0.03).count();
    assert!(jumps <= 8, "{jumps} jumps in {row:?}");
}
