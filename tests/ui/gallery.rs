//! The gallery's cards: found, walked through with the keyboard, opened by click.

use crate::bench::{Bench, harness};
use carom::language::Language;
use carom::scene::gallery;
use carom::ui::{Action, GalleryItem, Picker};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

/// The window with the whole gallery open.
fn opened(theme: Theme, size: [f32; 2], change: impl FnOnce(&mut Bench)) -> Harness<'static, Bench> {
    let mut h = harness(theme);
    h.set_size(size.into());
    let items = gallery().iter().map(|entry| {
        let scene = entry.scene().unwrap();
        GalleryItem { id: entry.id, topic: entry.topic, title: scene.name, about: scene.about }
    });
    h.state_mut().status.gallery = items.collect();
    h.state_mut().status.gallery_id = Some("first_bounce");
    h.state_mut().state.dialogs.picker = Some(Picker::scenes());
    change(h.state_mut());
    h.run_steps(30);
    h
}

#[test]
fn arrow_keys_walk_from_card_to_card_and_enter_opens_the_one_that_is_chosen() {
    let mut h = opened(Theme::Dark, [1280.0, 720.0], |_| ());
    // First bounce, then the one to the right, the row below, and back to the left.
    for key in [Key::ArrowRight, Key::ArrowDown, Key::ArrowLeft, Key::ArrowUp, Key::ArrowRight] {
        h.key_press(key);
        h.run_steps(3);
    }
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert_eq!(h.state().asked.last(), Some(&Action::OpenGallery("face_edge_corner")));
    assert!(h.state().state.dialogs.picker.is_none());
}

#[test]
fn the_last_card_is_reached_with_the_keyboard_and_comes_into_sight() {
    let mut h = opened(Theme::Dark, [900.0, 600.0], |_| ());
    // The groups end with other engines: up comes round to their last row, right to its end.
    h.key_press(Key::ArrowUp);
    h.run_steps(20);
    h.key_press(Key::ArrowRight);
    h.run_steps(20);
    let card = h.get_by_role_and_label(Role::Button, "Jolt: boxes with sharp edges").rect();
    assert!(h.ctx.content_rect().contains_rect(card), "{card}");
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert_eq!(h.state().asked.last(), Some(&Action::OpenTrace("jolt_sharp")));
}

#[test]
fn in_what_is_typed_the_arrows_move_the_cursor_until_a_card_is_chosen_with_them() {
    let mut h = opened(Theme::Dark, [1280.0, 720.0], |_| ());
    h.get_by_label("Search scenes and laboratories").type_text("sack");
    h.run_steps(3);
    for _ in 0..3 {
        h.key_press(Key::ArrowLeft);
        h.run_steps(2);
    }
    h.get_by_label("Search scenes and laboratories").type_text("t");
    h.run_steps(3);
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert_eq!(h.state().asked.last(), Some(&Action::OpenGallery("stack")), "s·t·ack");
}

#[test]
fn a_click_opens_a_recent_file_a_laboratory_or_a_scene() {
    for (label, wanted) in [
        ("mine.toml", Action::OpenFile("/home/somebody/mine.toml".into())),
        ("Vectors", Action::OpenLab("vectors")),
        ("Face, edge, corner", Action::OpenGallery("face_edge_corner")),
    ] {
        let mut h = opened(Theme::Light, [1280.0, 720.0], |bench| {
            bench.state.preferences.note_recent("/home/somebody/mine.toml".as_ref());
        });
        h.get_by_role_and_label(Role::Button, label).click();
        h.run_steps(4);
        assert_eq!(h.state().asked.last(), Some(&wanted), "{label}");
        assert!(h.state().state.dialogs.picker.is_none());
    }
}

#[test]
fn a_file_opened_again_comes_first_and_is_there_once() {
    let mut preferences = carom::ui::Preferences::default();
    for i in 0..12 {
        preferences.note_recent(format!("/a/{i}.toml").as_ref());
    }
    preferences.note_recent("/a/9.toml".as_ref());
    let names: Vec<_> = preferences.recent.iter().map(|path| path.display().to_string()).collect();
    assert_eq!(names, ["9", "11", "10", "8", "7", "6", "5", "4"].map(|name| format!("/a/{name}.toml")));
}

#[test]
fn the_gallery_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    let small = [900.0, 600.0];
    for (name, theme, size, language) in [
        ("cards_dark", Theme::Dark, [1280.0, 720.0], Language::English),
        ("cards_light", Theme::Light, [1280.0, 720.0], Language::English),
        ("cards_chinese", Theme::Light, [1280.0, 720.0], Language::Chinese),
        ("cards_small_dark", Theme::Dark, small, Language::English),
        ("cards_small_chinese", Theme::Light, small, Language::Chinese),
    ] {
        let mut h = opened(theme, size, |bench| {
            bench.state.preferences.language = Some(language);
            bench.state.preferences.recent = vec!["/home/somebody/two towers.toml".into(), "/tmp/run.caromrec".into()];
        });
        h.set_size(vec2(size[0], size[1]));
        let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
        results.add(h.try_snapshot_options(name, &options));
    }
    results.unwrap();
}
