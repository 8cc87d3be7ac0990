//! The search window.

use crate::bench::harness;
use carom::ui::{Action, Picker};
use carom::view::Theme;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

#[test]
fn a_scene_is_found_by_a_few_letters_and_opened_by_enter() {
    let mut h = harness(Theme::Dark);
    h.key_press_modifiers(Modifiers::COMMAND, Key::O);
    h.run();
    h.get_by_label("Search scenes and laboratories").type_text("nwt cr");
    h.run();
    assert!(h.query_by_label("Stack").is_none());
    h.key_press(Key::Enter);
    h.run();
    assert!(h.state().asked.contains(&Action::OpenGallery("cradle")), "{:?}", h.state().asked);
    assert!(h.state().state.dialogs.picker.is_none());
}

#[test]
fn a_path_in_the_search_opens_that_file() {
    let mut h = harness(Theme::Dark);
    h.key_press_modifiers(Modifiers::COMMAND, Key::O);
    h.run();
    h.get_by_label("Search scenes and laboratories").type_text("scenes/mine.toml");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert!(h.state().asked.contains(&Action::OpenFile("scenes/mine.toml".into())), "{:?}", h.state().asked);
}

#[test]
fn where_the_desktop_has_no_file_dialog_the_search_says_why_and_takes_any_path() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.dialogs.picker = Some(Picker::path());
    h.run();
    assert!(h.query_by_label_contains("has no window for choosing files").is_some());
    assert!(h.query_by_label("Stack").is_none() && h.query_by_label("Browse files…").is_none());
    h.get_by_label_contains("Path of a scene").type_text("mine");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().asked, [Action::OpenFile("mine".into())]);
    assert!(h.state().state.dialogs.picker.is_none());
}

#[test]
fn commands_are_found_and_escape_closes_the_search() {
    let mut h = harness(Theme::Dark);
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run();
    h.get_by_label("Search commands").type_text("slow mo");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().status.time_scale, 0.1);
    h.key_press_modifiers(Modifiers::COMMAND, Key::P);
    h.run();
    assert!(h.state().state.dialogs.picker.is_some());
    h.key_press(Key::Escape);
    h.run();
    assert!(h.state().state.dialogs.picker.is_none());
}

/// Finds a command and carries it out.
fn command(h: &mut egui_kittest::Harness<'static, crate::bench::Bench>, words: &str) {
    h.key_press_modifiers(Modifiers::COMMAND, Key::K);
    h.run();
    h.get_by_label("Search commands").type_text(words);
    h.run();
    h.key_press(Key::Enter);
    h.run();
}

#[test]
fn gravity_is_a_command_and_the_first_that_its_name_finds() {
    let mut h = harness(Theme::Dark);
    command(&mut h, "gravity moon");
    let gravity = h.state().sim().world().config().gravity;
    assert_eq!(gravity, glam::Vec3::new(0.0, -1.62, 0.0));
}

#[test]
fn the_camera_looks_from_where_a_command_says_and_is_reset_by_a_key() {
    let mut h = harness(Theme::Dark);
    let start = h.state().state.camera;
    for (words, back) in
        [("camera above", glam::Vec3::Y), ("camera front", glam::Vec3::Z), ("camera right", glam::Vec3::X)]
    {
        command(&mut h, words);
        let camera = h.state().state.camera;
        assert!(camera.back().distance(back) < 0.02, "{words}: {camera:?}");
        assert_eq!((camera.target, camera.distance), (start.target, start.distance));
    }
    h.key_press_modifiers(Modifiers::SHIFT, Key::F);
    h.run();
    let camera = h.state().state.camera;
    assert_eq!((camera.yaw, camera.pitch), (start.yaw, start.pitch));
}
