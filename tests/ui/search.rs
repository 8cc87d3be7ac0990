//! The search window.

use crate::bench::harness;
use carom::ui::Action;
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
