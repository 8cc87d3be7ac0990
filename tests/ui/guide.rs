//! The guide's pages, opened by clicks.

use crate::bench::harness_after;
use carom::lab::{GUIDE, Page, laboratories};
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
        h.state_mut().asked.clear();
        h.key_press(Key::Space);
        h.run_steps(2);
        assert!(h.state().asked.is_empty(), "lab:{}: keys go past the page: {:?}", entry.id, h.state().asked);
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
