//! Lines, arrows, markers and lit triangles.

use super::golden::assert_golden;
use super::scenes::{
    COLORS, GLYPHS, SIZE, arrow, changed, cuboid, distance, draw, empty, head_on, luminance, marker, patch, sphere,
};
use carom::glam::{Vec3, vec3};
use carom::render::Picture;
use carom::view::{Arrow, Color, DrawList, Glyph, Line, Theme};

/// A box before the origin, as [`head_on`] sees it.
fn behind_a_box() -> DrawList {
    let mut list = head_on(Theme::Dark);
    list.cuboids = vec![cuboid(vec3(0.0, 0.0, 1.0), vec3(1.2, 0.8, 0.2), COLORS[4])];
    list
}

#[test]
fn signs_look_as_they_did_in_both_themes() {
    for (theme, name) in [(Theme::Dark, "signs-dark"), (Theme::Light, "signs-light")] {
        let mut list = empty(theme);
        list.cuboids = vec![cuboid(vec3(0.0, 0.5, 0.0), Vec3::splat(0.5), COLORS[4])];
        list.spheres = vec![sphere(vec3(0.0, 1.4, 0.0), 0.4, COLORS[1])];
        list.arrows = vec![
            arrow(vec3(0.0, 1.0, 0.0), Vec3::Y, [COLORS[4], COLORS[1]]),
            arrow(vec3(1.2, 0.3, 0.6), vec3(0.8, 0.6, 0.0), [COLORS[0], COLORS[3]]),
            Arrow { hollow: true, ..arrow(vec3(1.2, 0.8, 0.6), vec3(0.8, 0.6, 0.0), [COLORS[5], COLORS[5]]) },
        ];
        for (i, glyph) in GLYPHS.into_iter().enumerate() {
            list.markers.push(marker(vec3(-1.5 + 0.5 * i as f32, 0.05, 1.2), glyph, COLORS[i]));
        }
        let (from, to) = (vec3(-2.0, 0.4, -0.8), vec3(2.0, 0.8, -0.8));
        list.lines = vec![Line { from, to, color: COLORS[0], width: 2.0, outlined: false, xray: true }];
        let corners = [vec3(-0.5, 1.0, -0.5), vec3(0.5, 1.0, 0.5), vec3(-0.5, 1.0, 0.5)];
        list.triangles = patch(COLORS[3].with_alpha(0.4)).map(|lit| carom::view::Triangle { corners, ..lit }).to_vec();
        assert_golden(name, &draw(&list));
    }
}

/// How many times the pixels along a row of `picture` change between painted and not, against `bare`.
fn alternations(picture: &Picture, bare: &Picture, y: u32, from: u32, to: u32) -> usize {
    let painted: Vec<bool> = (from..to).map(|x| distance(picture.pixel(x, y), bare.pixel(x, y)) > 12).collect();
    painted.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

#[test]
fn what_a_box_hides_shows_through_it_dashed() {
    let bare = draw(&behind_a_box());
    let mut list = behind_a_box();
    list.arrows = vec![arrow(vec3(-0.7, 0.0, 0.0), Vec3::X, [Color::hex(0xffffff); 2])];
    let hidden = draw(&list);
    list.arrows[0].tail.z = 2.0;
    let open = draw(&list);
    assert!(changed(&bare, &hidden).len() > 60);
    assert!(changed(&bare, &open).len() > changed(&bare, &hidden).len());
    // The tail is at pixel 160 − 0.7·90/(5·tan 22.5°) ≈ 130; the shaft reaches over 40 pixels from there.
    assert!(alternations(&hidden, &bare, 90, 130, 175) >= 6);
    // Fainter, too.
    let brightest = |picture: &Picture| (125..190).map(|x| luminance(picture.pixel(x, 90))).fold(0.0, f32::max);
    assert!(brightest(&hidden) < 0.8 * brightest(&open), "{} {}", brightest(&hidden), brightest(&open));
}

#[test]
fn only_signs_that_may_show_through_bodies_do() {
    let bare = draw(&behind_a_box());
    let count = |change: &dyn Fn(&mut DrawList)| {
        let mut list = behind_a_box();
        change(&mut list);
        changed(&bare, &draw(&list)).len()
    };
    let (from, to) = (vec3(-0.5, 0.0, 0.0), vec3(0.5, 0.2, 0.0));
    let white = Color::hex(0xffffff);
    for xray in [false, true] {
        let line = count(&|list| list.lines = vec![Line { from, to, color: white, width: 3.0, outlined: false, xray }]);
        let disc = count(&|list| {
            list.markers = vec![carom::view::Marker { xray, ..marker(Vec3::ZERO, Glyph::Disc, white) }];
        });
        let lit = count(&|list| {
            list.triangles = patch(white).map(|lit| carom::view::Triangle { xray, ..lit }).to_vec();
        });
        // The square patch is taller than the box: a part of it is in the open.
        let floor = if xray { [20, 60, 2000] } else { [0, 0, 0] };
        assert!([line, disc, lit].iter().zip(floor).all(|(got, least)| *got >= least), "{xray} {line} {disc} {lit}");
        if !xray {
            assert_eq!([line, disc], [0, 0]);
        }
    }
}

#[test]
fn every_glyph_has_a_form_of_its_own() {
    let picture = |glyph| {
        let mut list = head_on(Theme::Dark);
        list.markers = vec![marker(Vec3::ZERO, glyph, COLORS[3])];
        draw(&list)
    };
    let bare = draw(&head_on(Theme::Dark));
    let pictures = GLYPHS.map(picture);
    for (i, a) in pictures.iter().enumerate() {
        let area = changed(&bare, a).len();
        // No more than a square of the glyph's 20 pixels with outline, halo and a soft border on each side.
        assert!((100..=26 * 26).contains(&area), "{:?}: {area}", GLYPHS[i]);
        for (j, b) in pictures.iter().enumerate().skip(i + 1) {
            let apart = changed(a, b).len();
            assert!(apart > 30, "{:?} {:?}: {apart}", GLYPHS[i], GLYPHS[j]);
        }
    }
    // A ring is open in the middle, a cross is not.
    assert!(distance(pictures[1].pixel(160, 90), COLORS[3].0) > 60);
    assert!(distance(pictures[5].pixel(160, 90), COLORS[3].0) < 12);
}

#[test]
fn signs_stand_out_from_a_ground_of_their_own_colour() {
    let contrast = |a: f32, b: f32| (a.max(b) + 0.05) / (a.min(b) + 0.05);
    for theme in [Theme::Dark, Theme::Light] {
        for color in COLORS {
            let mut list = head_on(theme);
            list.triangles = patch(color).to_vec();
            let bare = draw(&list);
            list.arrows = vec![arrow(vec3(-0.5, 0.3, 0.1), Vec3::X, [color, color])];
            list.markers = vec![marker(vec3(0.0, -0.3, 0.1), Glyph::Disc, color)];
            let picture = draw(&list);
            let outline = changed(&bare, &picture)
                .iter()
                .filter(|&&[x, y]| contrast(luminance(picture.pixel(x, y)), luminance(bare.pixel(x, y))) >= 2.0)
                .count();
            assert!(outline > 60, "{color:?}: {outline}");
        }
    }
}

#[test]
fn an_arrow_in_pixels_keeps_its_length_at_any_distance() {
    let width = |z: f32| {
        let mut list = head_on(Theme::Dark);
        let bare = draw(&list);
        list.arrows = vec![arrow(vec3(0.0, 0.0, z), Vec3::X, [COLORS[0]; 2])];
        let columns = changed(&bare, &draw(&list));
        columns.iter().map(|p| p[0]).max().unwrap() - columns.iter().map(|p| p[0]).min().unwrap()
    };
    for z in [-40.0, -5.0, 0.0, 3.0] {
        // 60 pixels, the round tail and the outline at both ends.
        assert!((60..=70).contains(&width(z)), "{z}: {}", width(z));
    }
}

#[test]
fn an_arrow_is_half_its_tail_colour_and_half_its_head_colour() {
    let mut list = head_on(Theme::Dark);
    list.arrows = vec![arrow(Vec3::ZERO, Vec3::X, [COLORS[0], COLORS[4]])];
    let picture = draw(&list);
    // On the shaft, either side of the middle at 30 pixels from the tail.
    assert!(distance(picture.pixel(160 + 15, 90), COLORS[0].0) < 12);
    assert!(distance(picture.pixel(160 + 40, 90), COLORS[4].0) < 12);
}

#[test]
fn signs_behind_or_around_the_eye_draw_nothing_strange() {
    let bare = draw(&head_on(Theme::Dark));
    let mut list = head_on(Theme::Dark);
    let behind = vec3(0.0, 0.0, 9.0);
    list.arrows = vec![arrow(behind, Vec3::X, [COLORS[0]; 2])];
    list.markers = vec![marker(behind, Glyph::Disc, COLORS[0])];
    list.spheres = vec![sphere(vec3(0.0, 0.0, 5.0), 0.5, COLORS[0])];
    list.lines =
        vec![Line { from: behind, to: behind + Vec3::X, color: COLORS[0], width: 3.0, outlined: false, xray: true }];
    assert_eq!(changed(&bare, &draw(&list)).len(), 0);
    // A line from behind the eye to in front of it shows its front part.
    list.lines = vec![Line {
        from: vec3(0.3, 0.0, 9.0),
        to: Vec3::ZERO,
        color: COLORS[0],
        width: 3.0,
        outlined: false,
        xray: true,
    }];
    let picture = draw(&list);
    let seen = changed(&bare, &picture);
    assert!(seen.len() > 30, "{}", seen.len());
    assert!(seen.iter().all(|&[x, _]| x >= SIZE[0] / 2 - 4));
    // Numbers that are none leave the picture as it is.
    list.lines[0].from = Vec3::splat(f32::NAN);
    list.arrows[0].direction = Vec3::splat(f32::NAN);
    list.spheres[0].center.x = f32::INFINITY;
    assert_eq!(changed(&bare, &draw(&list)).len(), 0);
}
