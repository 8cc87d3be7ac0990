//! The first steps.

use crate::bench::{Bench, harness, harness_after, shown};
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
fn cards_cover_nothing_they_name_and_their_buttons_stand_still() {
    for size in [vec2(1280.0, 720.0), vec2(900.0, 600.0)] {
        let mut h = started(Theme::Dark);
        h.set_size(size);
        h.state_mut().state.preferences.side_open = false;
        h.state_mut().state.session.panels_hidden = true;
        h.run_steps(20);
        let mut places = vec![];
        for (number, title) in TITLES.into_iter().enumerate() {
            let last = number + 1 == TITLES.len();
            let next = h.get_by_label(if last { "Done" } else { "Next" }).rect();
            let back = h.get_by_label("Back").rect();
            let card = Rect::from_two_pos(h.get_by_label(title).rect().min, next.max).expand(16.0);
            places.push((next.center(), back));
            // The legend stands at the lower edge of the picture: a line, or two where there is less room.
            let legend = if size.x < 1000.0 { 54.0 } else { 30.0 };
            let free = size.y - 64.0 - card.bottom();
            assert!(free > legend, "{size}, {title}: the card leaves {free}");
            let named: &[&str] = match number {
                0 => &[],
                1 => &["Restart", "One step", "One step back", "Time", "Time scale"],
                2 => &["Body", "World", "Layers", "Mass value"],
                3 => &["Why", "Close the card", "All of it…"],
                _ => &["Scenes", "Commands"],
            };
            for name in named {
                let part = h.get_by_label(name).rect();
                assert!(!part.intersects(card), "{size}, {title}: {name} at {part} is under {card}");
            }
            if !last {
                h.key_press(Key::Enter);
                h.run_steps(40);
            }
        }
        assert!(places.windows(2).all(|pair| pair[0] == pair[1]), "{places:?}");
    }
}

#[test]
fn the_cards_hold_time_and_play_what_they_speak_of() {
    let falling = r#"
version = 1
[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
position = [0.0, 1.0, 0.0]
restitution = 0.8
"#;
    let mut h = shown(Bench::of(falling, &Preferences::default(), 50));
    h.state_mut().status.running = true;
    h.state_mut().state.start_tour();
    // From the start to the first impact: half a metre takes √(2·0.5/9.81) s, the twentieth step.
    h.run_steps(60);
    let landed = h.state().sim().step_count();
    assert!((19..=20).contains(&landed), "{landed}");
    let contacts = h.state().sim().contacts();
    assert!(contacts.len() == 1 && contacts[0].impact_speed > 3.0, "{contacts:?}");
    // On from there, step by step, and it holds.
    h.key_press(Key::Enter);
    h.run_steps(80);
    assert_eq!(h.state().sim().step_count(), landed + 24);
    // Back at the impact: whom to change, and what to ask about.
    h.key_press(Key::Enter);
    h.run_steps(10);
    assert_eq!((h.state().sim().step_count(), h.state().state.selection.body), (landed, Some(h.state().id("ball"))));
    h.key_press(Key::Enter);
    h.run_steps(10);
    let pair = (h.state().id("ground"), h.state().id("ball"));
    assert_eq!(h.state().state.selection.contact, Some(pair));
    assert!(h.query_by_label("What if").is_some(), "its card is open");
    h.get_by_label("Back").click();
    h.run_steps(4);
    assert!(h.query_by_label("Change anything").is_some());
    assert_eq!(h.state().state.selection.contact, None, "what a card asks about is closed with it");
    // Time goes on as it did before the cards.
    h.key_press(Key::Escape);
    h.run_steps(4);
    assert!(h.state().status.running);
}

#[test]
fn whoever_runs_time_by_hand_has_it_until_the_next_card() {
    let mut h = started(Theme::Dark);
    h.key_press(Key::Space);
    h.run_steps(4);
    assert!(h.state().status.running);
    let asked = h.state().asked.len();
    h.run_steps(40);
    assert_eq!(h.state().asked.len(), asked, "{:?}", h.state().asked);
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
