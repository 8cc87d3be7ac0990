//! Pictures compared with those under `tests/snapshots`.

use super::scenes::{COLORS, changed, cuboid, distance, draw, empty, head_on, sphere};
use carom::glam::{Mat4, Vec3, vec3};
use carom::render::Picture;
use carom::view::{Color, DrawList, Line, Theme};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A channel that differs by more counts its pixel as different.
const TOLERANCE: u8 = 14;
/// Share of different pixels that passes: rounding moves single edge pixels between versions of a driver.
const SHARE: f64 = 0.004;
/// Pixels that pass although nothing in or beside their place in the other picture comes near them: a line that is
/// gone, however thin, takes more with it.
const LOST: usize = 8;

fn save(picture: &Picture, path: &Path) {
    picture.write_png(File::create(path).unwrap()).unwrap();
}

/// In steps of four: far below the tolerance, and the file is half as large without the sky's dither.
fn coarse(picture: &Picture) -> Picture {
    let rgba = picture.rgba.iter().map(|&byte| (byte.saturating_add(2)) & !3).collect();
    Picture { rgba, ..*picture }
}

fn load(path: &Path) -> Option<Picture> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).ok()?)).read_info().ok()?;
    let mut rgb = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut rgb).ok()?;
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let rgba = rgb.chunks_exact(3).flat_map(|c| [c[0], c[1], c[2], 255]).collect();
    Some(Picture { size: [info.width, info.height], rgba })
}

/// Pixels of `one` that are brighter or darker, in some channel and by more than the tolerance, than all of the three
/// by three around their place in `other`. An edge that moved by part of a pixel has none, whatever its contrast.
fn lost(one: &Picture, other: &Picture) -> usize {
    let [width, height] = one.size;
    let beside = |x: u32, y: u32, channel: usize| {
        let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
        let rows = y.saturating_sub(1)..=(y + 1).min(height - 1);
        rows.flat_map(move |y| columns.clone().map(move |x| other.pixel(x, y)[channel]))
    };
    let found = |x: u32, y: u32, channel: usize| {
        let value = one.pixel(x, y)[channel];
        let (low, high) = beside(x, y, channel).fold((u8::MAX, 0), |(low, high), v| (low.min(v), high.max(v)));
        (low.saturating_sub(TOLERANCE)..=high.saturating_add(TOLERANCE)).contains(&value)
    };
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    pixels.filter(|(x, y)| !(0..3).all(|channel| found(*x, *y, channel))).count()
}

/// What keeps two pictures from counting as the same: pixels that differ, and pixels that are lost, with how many may.
fn differences(wanted: &Picture, picture: &Picture) -> Option<String> {
    let apart = |(a, b): (&[u8], &[u8])| distance([a[0], a[1], a[2], a[3]], [b[0], b[1], b[2], b[3]]);
    let pairs = wanted.rgba.chunks_exact(4).zip(picture.rgba.chunks_exact(4));
    let different = pairs.filter(|pair| apart(*pair) > TOLERANCE).count();
    let allowed = (f64::from(wanted.size[0] * wanted.size[1]) * SHARE) as usize;
    let lost = lost(wanted, picture).max(lost(picture, wanted));
    let same = different <= allowed && lost <= LOST;
    (!same).then(|| format!("{different} pixels differ, {allowed} may; {lost} are nowhere near, {LOST} may be"))
}

/// Fails unless `picture` looks like the one kept under `name`.
pub fn assert_golden(name: &str, picture: &Picture) {
    assert_same(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/snapshots/{name}.png")), picture);
}

/// Fails unless `picture` looks like the one in the file `kept`.
pub fn assert_same(kept: &Path, picture: &Picture) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        save(&coarse(picture), kept);
    }
    let (fresh, diff) = (kept.with_extension("new.png"), kept.with_extension("diff.png"));
    let name = kept.display();
    let Some(wanted) = load(kept) else {
        save(picture, &fresh);
        panic!("{name} is missing; see {}", fresh.display());
    };
    assert_eq!(wanted.size, picture.size, "{name}");
    let pairs = || wanted.rgba.chunks_exact(4).zip(picture.rgba.chunks_exact(4));
    let apart = |a: &[u8], b: &[u8]| distance([a[0], a[1], a[2], a[3]], [b[0], b[1], b[2], b[3]]);
    if let Some(differences) = differences(&wanted, picture) {
        save(picture, &fresh);
        let rgba = pairs().flat_map(|(a, b)| [apart(a, b).saturating_mul(4), 0, 0, 255]).collect();
        save(&Picture { size: wanted.size, rgba }, &diff);
        panic!("{name}: {differences}; see {}", diff.display());
    }
    // What an earlier failure left behind is of no use any more.
    for leftover in [fresh, diff] {
        if leftover.exists() {
            std::fs::remove_file(leftover).unwrap();
        }
    }
}

/// A picture with lines of the least width there is, in all directions, some of them hardly brighter than what
/// they lie on.
fn lined(theme: Theme) -> DrawList {
    let mut list = head_on(theme);
    let color = if theme == Theme::Dark { Color::hex(0x6a_78_88) } else { Color::hex(0x90_90_90) };
    let spokes = (0..12).map(|i| {
        let (sin, cos) = (f32::from(i as u8) * 0.26).sin_cos();
        let across = vec3(cos, sin, 0.0);
        // Some 20 pixels long each, and none touches another.
        Line { from: across * 0.6, to: across * 1.1, color, width: 1.0, outlined: false, xray: false }
    });
    list.lines = spokes.collect();
    list
}

#[test]
fn a_picture_without_one_of_its_thin_lines_is_another_picture() {
    for theme in [Theme::Dark, Theme::Light] {
        let whole = lined(theme);
        let picture = draw(&whole);
        for i in 0..whole.lines.len() {
            let mut list = whole.clone();
            list.lines.remove(i);
            let without = draw(&list);
            assert!(differences(&picture, &without).is_some(), "{theme:?}: line {i} can go");
            assert!(differences(&without, &picture).is_some(), "{theme:?}: line {i} can come");
        }
    }
}

#[test]
fn a_picture_that_moved_by_a_third_of_a_pixel_is_the_same_picture() {
    let mut list = empty(Theme::Dark);
    list.cuboids = vec![cuboid(vec3(0.0, 0.5, 0.0), vec3(0.7, 0.5, 0.5), COLORS[5])];
    list.spheres = vec![sphere(vec3(-1.4, 0.5, 0.6), 0.5, COLORS[1])];
    let mut moved = list.clone();
    // The picture is 2 wide in clip space, before the division, and 320 pixels.
    moved.clip_from_world = Mat4::from_translation(Vec3::X * (2.0 / 320.0 / 3.0)) * list.clip_from_world;
    let (here, there) = (draw(&list), draw(&moved));
    assert!(lost(&here, &there) <= LOST && lost(&there, &here) <= LOST);
    assert!(changed(&here, &there).len() > 100, "it did move");
}
