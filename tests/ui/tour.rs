//! The first steps.

use crate::bench::{Bench, harness, harness_after};
use carom::lab::laboratories;
use carom::ui::{Preferences, SideTab, Tour, UiState};
use carom::view::Theme;
use egui::{Key, Rect, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

const TITLES: [&str; Tour::CARDS] =
    ["See who pushes whom", "Stop time", "Change anything", "Ask why", "Go on from here"];

fn started(theme: Theme) -> Harness<'static, Bench> {
    let mut h = harness_after(theme, 0);
    h.state_mut().state.start_tour();
    h.run_steps(20);
    h
}

fn remembered(h: &Harness<'static, Bench>) -> bool {
    h.state().state.preferences.toured
}

#[test]
fn five_cards_follow_one_another_and_are_not_shown_again() {
    let mut h = started(Theme::Dark);
    for title in TITLES {
        assert!(h.query_by_label(title).is_some() && !remembered(&h), "{title}");
        h.get_by_label(if title == TITLES[4] { "Done" } else { "Next" }).click();
        h.run_steps(4);
        assert!(h.query_by_label(title).is_none(), "{title}");
    }
    assert!(h.state().state.dialogs.tour.is_none() && remembered(&h));
    assert!(UiState::new(&Preferences { toured: true, ..Preferences::default() }).preferences.toured);
}

#[test]
fn enter_goes_on_and_escape_or_skip_ends_it_at_any_card() {
    for card in 0..Tour::CARDS {
        for by_key in [true, false] {
            let mut h = started(Theme::Dark);
            for _ in 0..card {
                h.key_press(Key::Enter);
                h.run_steps(4);
            }
            assert_eq!(h.state().state.dialogs.tour.map(Tour::card), Some(card));
            match (by_key, h.query_by_label("Skip")) {
                (false, Some(skip)) => skip.click(),
                _ => h.key_press(Key::Escape),
            }
            h.run_steps(4);
            assert!(h.state().state.dialogs.tour.is_none() && remembered(&h), "card {card}");
        }
    }
}

#[test]
fn over_a_laboratory_the_cards_speak_of_the_laboratory() {
    let mut h = started(Theme::Dark);
    for _ in 1..Tour::CARDS {
        h.key_press(Key::Enter);
        h.run_steps(4);
    }
    // Opened in the midst of the last card: a laboratory has four.
    h.state_mut().open_lab(laboratories().first().unwrap());
    h.run_steps(4);
    assert!(h.query_by_label("4 of 4").is_some() && h.query_by_label("Go on from here").is_some());
    h.state_mut().state.start_tour();
    for title in ["Move what it is made of", "Stop time", "See the formula at work", "Go on from here"] {
        h.run_steps(4);
        assert!(h.query_by_label(title).is_some() && h.query_by_label("Ask why").is_none(), "{title}");
        h.key_press(Key::Enter);
    }
    h.run_steps(4);
    assert!(h.state().state.dialogs.tour.is_none());
}

#[test]
fn nothing_waits_for_a_card() {
    let mut h = started(Theme::Dark);
    h.key_press(Key::Space);
    h.run_steps(4);
    assert!(h.state().status.running, "keys work as ever");
    h.get_by_label("World").click();
    h.run_steps(4);
    assert_eq!(h.state().state.preferences.side_tab, SideTab::World);
    assert!(h.query_by_label(TITLES[0]).is_some());
}

#[test]
fn a_card_opens_the_panel_it_is_about_and_hides_nothing_of_it() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.preferences.side_open = false;
    h.state_mut().state.preferences.drawer_open = false;
    h.state_mut().state.session.panels_hidden = true;
    h.state_mut().state.start_tour();
    h.run_steps(20);
    let covered = |h: &Harness<'static, Bench>, title: &str, part: Rect| {
        let card = h.get_by_label(title).rect();
        part.intersects(card)
    };
    h.key_press(Key::Enter);
    h.run_steps(20);
    let restart = h.get_by_label("Restart").rect();
    assert!(!covered(&h, "Stop time", restart));
    h.key_press(Key::Enter);
    h.run_steps(40);
    assert!(h.state().state.preferences.side_open);
    let layers = h.get_by_label("Layers").rect();
    assert!(!covered(&h, "Change anything", layers.union(layers.translate(vec2(0.0, 400.0)))));
    h.key_press(Key::Enter);
    h.run_steps(40);
    assert!(h.state().state.preferences.drawer_open);
    let why = h.get_by_label("Why").rect();
    assert!(!covered(&h, "Ask why", why.union(why.translate(vec2(0.0, 120.0)))));
}

#[test]
fn the_list_of_keys_shows_them_again() {
    let mut h = harness(Theme::Dark);
    h.key_press(Key::F1);
    h.run_steps(4);
    h.get_by_label("First steps").click();
    h.run_steps(4);
    assert!(!h.state().state.dialogs.help && h.query_by_label(TITLES[0]).is_some());
}

#[test]
fn the_cards_look_as_they_should_in_both_themes() {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        for card in [0, 2, 3] {
            let mut h = started(theme);
            h.set_size(vec2(1120.0, 630.0));
            for _ in 0..card {
                h.key_press(Key::Enter);
                h.run_steps(4);
            }
            h.run_steps(30);
            let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
            results.add(h.try_snapshot_options(format!("tour_{}_{suffix}", card + 1), &options));
        }
    }
    results.unwrap();
}
