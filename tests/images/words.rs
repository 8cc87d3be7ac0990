//! Words drawn into the picture.

use super::golden::assert_golden;
use super::scenes::{COLORS, changed, draw, gpu, head_on, marker};
use carom::glam::{Vec3, vec2, vec3};
use carom::render::Offscreen;
use carom::view::{Color, Glyph, Label, Theme};

fn label(anchor: Vec3, text: &str) -> Label {
    Label { anchor, offset: vec2(10.0, 0.0), text: text.to_owned(), color: Color::hex(0xe8edf3) }
}

#[test]
fn labels_notes_and_ruler_look_as_they_did() {
    let mut list = head_on(Theme::Dark);
    list.markers = vec![marker(vec3(-0.8, 0.6, 0.0), Glyph::Square, COLORS[3])];
    list.labels =
        vec![label(vec3(-0.8, 0.6, 0.0), "face +Y → sphere"), label(vec3(-0.8, 0.6, 0.0), "12.4 N·s  µ 0.30")];
    list.notes = vec!["2 contacts left out".to_owned()];
    list.ruler = Some((48.0, "1 m/s".to_owned()));
    assert_golden("words", &draw(&list));
}

#[test]
fn labels_without_room_are_counted_in_the_picture() {
    let mut offscreen = Offscreen::new(gpu(), [320, 180]).unwrap();
    let mut list = head_on(Theme::Dark);
    list.labels = vec![label(Vec3::ZERO, "one of very many labels"); 60];
    let crowded = offscreen.draw(&list).unwrap();
    let hidden = offscreen.stats().labels_hidden;
    assert!((1..60).contains(&hidden), "{hidden}");
    list.labels.truncate(1);
    let single = offscreen.draw(&list).unwrap();
    assert_eq!(offscreen.stats().labels_hidden, 0);
    // The note stands in the lower left corner.
    assert!(changed(&crowded, &single).iter().any(|&[x, y]| x < 60 && y > 140));
}

#[test]
fn labels_out_of_sight_are_left_out_without_a_word() {
    let bare = draw(&head_on(Theme::Dark));
    let mut list = head_on(Theme::Dark);
    list.labels = vec![label(vec3(0.0, 0.0, 9.0), "behind"), label(vec3(90.0, 0.0, 0.0), "aside")];
    assert_eq!(changed(&bare, &draw(&list)).len(), 0);
}
