//! The guide's pages, opened by clicks.

use crate::bench::harness_after;
use carom::lab::{GUIDE, Page, find, laboratories};
use carom::ui::{Action, Picker};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{FontFamily, FontId, Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;

#[test]
fn the_button_of_every_laboratory_opens_its_page_and_escape_closes_it() {
    let mut h = harness_after(Theme::Dark, 0);
    h.set_size(vec2(1280.0, 800.0));
    for entry in laboratories() {
        h.state_mut().open_lab(entry);
        h.run_steps(4);
        h.get_by_role_and_label(Role::Button, "Guide").click();
        h.run_steps(3);
        let page = Page::of(entry.id).unwrap();
        assert!(h.query_all_by_label(page.title(false)).next().is_some(), "lab:{}", entry.id);
        // It stands beside the laboratory: controls can be reached, and keys are for what runs.
        assert!(h.query_by_label("Reset all").is_some(), "lab:{}", entry.id);
        h.state_mut().asked.clear();
        h.key_press(Key::Space);
        h.run_steps(2);
        assert_eq!(h.state().asked, [Action::TogglePause], "lab:{}", entry.id);
        h.key_press(Key::Escape);
        h.run_steps(3);
        assert!(h.state().state.dialogs.guide.is_none(), "lab:{}", entry.id);
    }
}

#[test]
fn the_list_of_commands_opens_the_page_of_the_world() {
    let mut h = harness_after(Theme::Dark, 0);
    h.key_press_modifiers(Modifiers::COMMAND, Key::P);
    h.run_steps(4);
    h.get_by_label("Search commands").type_text("guide");
    h.run_steps(3);
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(h.query_all_by_label(Page::world().title(false)).next().is_some());
    h.get_by_role_and_label(Role::Button, "Close").click();
    h.run_steps(3);
    assert!(h.state().state.dialogs.guide.is_none());
}

#[test]
fn every_page_is_reached_from_every_other() {
    let mut h = harness_after(Theme::Dark, 0);
    h.state_mut().state.dialogs.guide = Some(Page::world().into());
    h.run_steps(3);
    for page in &GUIDE {
        h.get_by_role_and_label(Role::ComboBox, "Page").click();
        h.run_steps(3);
        let rows: Vec<_> = h.query_all_by_label(page.title(false)).collect();
        rows.last().unwrap().click();
        h.run_steps(3);
        assert_eq!(h.state().state.dialogs.guide.map(|open| open.page.name), Some(page.name));
    }
}

#[test]
fn every_page_can_be_read_in_both_languages_without_an_empty_box() {
    let mut h = harness_after(Theme::Dark, 0);
    for page in &GUIDE {
        h.state_mut().state.dialogs.guide = Some(page.into());
        h.run_steps(3);
        for (language, chinese) in [("中文", true), ("English", false)] {
            h.query_all_by_label(language).last().unwrap().click();
            h.run_steps(3);
            assert!(h.query_all_by_label(page.title(chinese)).next().is_some(), "{} in {language}", page.name);
            let font = FontId::new(14.0, FontFamily::Proportional);
            // The hat over a unit vector is not shown.
            let letters = page.text(chinese).replace(['\n', '\u{302}'], "");
            let missing: String =
                h.ctx.fonts_mut(|fonts| letters.chars().filter(|letter| !fonts.has_glyph(&font, *letter)).collect());
            assert!(missing.is_empty(), "{} in {language} lacks {missing}", page.name);
        }
    }
}

/// The part of the window that the picture has (points).
fn picture(h: &egui_kittest::Harness<'static, crate::bench::Bench>) -> [f32; 2] {
    let [[x, _], [width, _]] = h.state().state.session.picture_at;
    [x as f32, (x + width) as f32]
}

#[test]
fn the_guide_stands_beside_picture_and_controls_and_in_a_narrow_window_in_their_place() {
    let mut h = harness_after(Theme::Dark, 0);
    h.state_mut().open_lab(find("reflection").unwrap());
    h.run_steps(4);
    let before = picture(&h);
    h.get_by_role_and_label(Role::Button, "Guide").click();
    h.run_steps(4);
    let [left, right] = picture(&h);
    let guide = h.get_by_role_and_label(Role::ComboBox, "Page").rect();
    assert!(left >= guide.right() && (right - before[1]).abs() < 2.0 && left > before[0] + 250.0);
    // A narrow window has no room for three.
    h.set_size(vec2(640.0, 420.0));
    h.run_steps(4);
    assert!(h.query_by_label("Reset all").is_none());
    let [left, right] = picture(&h);
    assert!(right - left >= 238.0, "{left} {right}");
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.query_by_label("Reset all").is_some());
}

#[test]
fn links_open_scenes_and_laboratories_and_set_values_of_the_one_that_is_open() {
    let mut h = harness_after(Theme::Dark, 0);
    h.set_size(vec2(1280.0, 2400.0));
    h.state_mut().state.dialogs.guide = Some(Page::world().into());
    h.run_steps(3);
    h.get_by_role_and_label(Role::Link, "face_edge_corner").click();
    h.run_steps(3);
    assert_eq!(h.state().asked.last(), Some(&Action::OpenGallery("face_edge_corner")));
    // From a scene a thing to try opens its laboratory …
    h.state_mut().state.dialogs.guide = Page::of("reflection").map(Into::into);
    h.run_steps(3);
    let link = "Lower the restitution, raise the friction";
    h.get_by_role_and_label(Role::Link, link).click();
    h.run_steps(4);
    let reading = |h: &egui_kittest::Harness<'static, crate::bench::Bench>, name: &str| {
        let parameters = h.state().lab().experiment().parameters();
        match parameters.into_iter().find(|p| p.name == name).unwrap().kind {
            carom::lab::ParameterKind::Number { value, .. } => value,
            _ => f32::NAN,
        }
    };
    assert!(matches!(h.state().asked.last(), Some(Action::OpenTrial(_))));
    assert_eq!((reading(&h, "Restitution"), reading(&h, "Friction")), (0.5, 0.3));
    // … and in the laboratory it sets the values, which can be undone.
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(3);
    h.query_all_by_label(link).last().unwrap().click();
    h.run_steps(4);
    assert!(matches!(h.state().asked.last(), Some(Action::SetLab(_))), "{:?}", h.state().asked.last());
    assert_eq!((reading(&h, "Restitution"), reading(&h, "Friction")), (0.5, 0.3));
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(3);
    assert_ne!((reading(&h, "Restitution"), reading(&h, "Friction")), (0.5, 0.3));
}

#[test]
fn the_guide_goes_along_to_another_laboratory() {
    let mut h = harness_after(Theme::Dark, 0);
    h.state_mut().state.dialogs.guide = Some(Page::world().into());
    h.state_mut().open_lab(find("car").unwrap());
    h.run_steps(3);
    assert_eq!(h.state().state.dialogs.guide.map(|open| open.page.name), Some("car"));
    // The gallery opens over it.
    h.state_mut().state.dialogs.picker = Some(Picker::scenes());
    h.run_steps(3);
    h.key_press(Key::Escape);
    h.run_steps(3);
    assert!(h.state().state.dialogs.picker.is_none() && h.state().state.dialogs.guide.is_some());
}

#[test]
fn the_guide_looks_as_it_should_beside_a_laboratory() {
    let mut results = egui_kittest::SnapshotResults::new();
    for (name, theme, size, chinese) in [
        ("guide_dark", Theme::Dark, vec2(1280.0, 720.0), false),
        ("guide_light", Theme::Light, vec2(900.0, 600.0), false),
        ("guide_chinese", Theme::Light, vec2(1280.0, 720.0), true),
    ] {
        let mut h = harness_after(theme, 0);
        h.set_size(size);
        h.state_mut().state.preferences.language = chinese.then_some(carom::language::Language::Chinese);
        h.state_mut().open_lab(find("reflection").unwrap());
        let page = Page::of("reflection").unwrap();
        h.state_mut().state.dialogs.guide = Some(carom::ui::OpenGuide { page, chinese });
        h.run_steps(30);
        let options = egui_kittest::SnapshotOptions::new().threshold(1.2).max_failed_pixels(60);
        results.add(h.try_snapshot_options(name, &options));
    }
    results.unwrap();
}
