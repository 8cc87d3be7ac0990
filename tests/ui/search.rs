//! The search window.

use crate::bench::{Bench, harness};
use carom::scene::{FileKind, parse};
use carom::sim::Timeline;
use carom::subject::Subject;
use carom::ui::{Action, Picker, Preferences};
use carom::view::{Layers, Theme};
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

#[test]
fn layers_cameras_and_pins_become_part_of_the_scene_by_commands_and_are_taken_back() {
    let mut h = harness(Theme::Dark);
    command(&mut h, "View: open this scene with");
    assert_eq!(h.state().sim().scene().view.layers.as_ref().map(Vec::len), Some(4));
    let looked = h.state().state.camera.to_scene();
    command(&mut h, "View: keep this camera");
    let id = h.state().id("ball");
    h.state_mut().state.select(Some(id));
    h.run();
    command(&mut h, "View: pin the name");
    let view = h.state().sim().scene().view.clone();
    assert_eq!((view.cameras.len(), view.pins.len()), (1, 1));
    command(&mut h, "Camera: from above");
    assert_ne!(h.state().state.camera.to_scene().pitch_deg, looked.pitch_deg);
    command(&mut h, "Camera: view 1");
    let back = h.state().state.camera.to_scene();
    assert!((back.pitch_deg - looked.pitch_deg).abs() < 1e-3 && back.target.distance(looked.target) < 1e-4, "{back:?}");
    for _ in 0..3 {
        h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        h.run();
    }
    assert!(h.state().sim().scene().view.is_empty());
}

#[test]
fn a_scene_shows_the_layers_it_asks_for_and_the_user_has_the_own_ones_back_after_it() {
    let own = Layers { labels: true, ..Layers::default() };
    let preferences = Preferences { layers: own, ..Preferences::default() };
    let asking = "[view]\nlayers = [\"impulses\"]\n";
    let mut bench = Bench::of(asking, &preferences, 0);
    assert_eq!(bench.state.preferences.layers, Layers { impulses: true, ..Layers::NONE });
    assert_eq!(bench.state.lasting_preferences(), preferences, "what is kept for the next run");
    // Another that asks, then one that does not.
    let subject = |text: &str| Subject::from(Timeline::new(parse(text, FileKind::Toml).unwrap()).unwrap());
    bench.state.enter(&subject("[view]\nlayers = []\n"));
    assert_eq!(bench.state.preferences.layers, Layers::NONE);
    bench.state.enter(&subject(""));
    assert_eq!(bench.state.preferences.layers, own);
}
