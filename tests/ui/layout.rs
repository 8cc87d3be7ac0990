//! The picture comes first, and no panel changes its size by itself.

use crate::bench::{Bench, drag, harness, shown};
use carom::glam::Vec3;
use carom::physics::BodyEdit;
use carom::sim::Command;
use carom::ui::{DrawerTab, Preferences, SideTab};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Key, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable, by};

/// As the window is when it is opened for the first time.
fn first() -> Harness<'static, Bench> {
    shown(Bench::new(&Preferences::default(), 4))
}

/// Width and height of the picture (points).
fn picture(h: &Harness<'static, Bench>) -> [u32; 2] {
    h.state().state.session.picture_at[1]
}

#[test]
fn three_fifths_of_the_window_are_picture_at_first_and_whenever_nothing_is_asked() {
    let mut h = first();
    let share = |h: &Harness<'static, Bench>| {
        let [x, y] = picture(h).map(|side| side as f32);
        let window = h.ctx.content_rect().size();
        x * y / (window.x * window.y)
    };
    assert!(share(&h) > 0.6, "{}", share(&h));
    // A page that is asked takes room; the same click gives it back.
    h.get_by_label("Contacts").click();
    h.run();
    assert!(h.state().state.preferences.drawer_open && share(&h) < 0.6);
    h.get_by_label("Contacts").click();
    h.run();
    assert!(!h.state().state.preferences.drawer_open && share(&h) > 0.6);
}

#[test]
fn no_number_makes_a_panel_wider_or_moves_what_one_clicks() {
    let mut h = harness(Theme::Dark);
    let ball = h.state().id("ball");
    h.state_mut().state.select(Some(ball));
    h.run();
    let places = |h: &Harness<'static, Bench>| {
        let all =
            h.query_all(by().predicate(|node| {
                matches!(node.role(), Role::Button | Role::Slider | Role::RadioButton | Role::Splitter)
            }));
        let mut places: Vec<_> = all.map(|node| (node.accesskit_node().label(), node.rect())).collect();
        places.retain(|(label, _)| label.as_ref().is_some_and(|label| !label.contains(" on ")));
        places
    };
    let (picture_before, before) = (picture(&h), places(&h));
    assert!(before.len() > 20, "{}", before.len());
    // Long numbers, long signs, all at once.
    for (i, scale) in [1.0, -123.456_78, 98_765.43, -1e-7, 999_999.9].into_iter().enumerate() {
        let v = Vec3::new(0.123_456, -7.654_321, 2.5) * scale;
        for edit in [
            BodyEdit::Position(v.abs().min(Vec3::splat(9e5))),
            BodyEdit::Velocity(v.clamp_length_max(900.0)),
            BodyEdit::Spin(v.clamp_length_max(90.0)),
        ] {
            let command = Command::Edit { body: ball, edit };
            h.state_mut().subject.scene_mut().unwrap().apply(command).unwrap();
        }
        for tab in [SideTab::Body, SideTab::Body] {
            h.state_mut().state.preferences.side_tab = tab;
            h.run_steps(4);
        }
        assert_eq!(picture(&h), picture_before, "{i}");
        let now = places(&h);
        for (label, rect) in &before {
            let same = now.iter().filter(|(name, _)| name == label).any(|(_, place)| place == rect);
            // What can be undone is told by the button's name.
            assert!(same || label.as_deref().is_some_and(|l| l.contains("ndo")), "{i}: {label:?} moved from {rect}");
        }
    }
}

#[test]
fn panels_are_resized_by_their_grips_with_mouse_and_keys_and_no_page_changes_that() {
    let mut h = harness(Theme::Dark);
    let grips = |h: &Harness<'static, Bench>| {
        let all = h.query_all(by().role(Role::Splitter)).map(|node| node.rect()).collect::<Vec<_>>();
        let side = all.iter().copied().find(|rect| rect.height() > rect.width()).unwrap();
        let drawer = all.iter().copied().find(|rect| rect.width() > rect.height()).unwrap();
        (side, drawer)
    };
    let [x, y] = picture(&h);
    let (side, drawer) = grips(&h);
    drag(&mut h, side.center(), side.center() - vec2(60.0, 0.0));
    drag(&mut h, drawer.center(), drawer.center() - vec2(0.0, 80.0));
    let [wide, high] = picture(&h);
    assert!(x.abs_diff(wide + 60) <= 6 && y.abs_diff(high + 80) <= 6, "{x} {y} → {wide} {high}");
    // Kept, whatever page is open.
    for page in [DrawerTab::Stats, DrawerTab::Why, DrawerTab::Plots, DrawerTab::History, DrawerTab::Contacts] {
        h.state_mut().state.open_drawer(page);
        h.run_steps(5);
        assert_eq!(picture(&h), [wide, high], "{page:?}");
    }
    let kept = h.state().state.preferences.clone();
    assert!((kept.side_width - 384.0).abs() <= 6.0 && (kept.drawer_height - 340.0).abs() <= 6.0, "{kept:?}");
    // With the keyboard: an arrow key moves the edge its way.
    let grip = h.query_all(by().role(Role::Splitter)).find(|node| node.rect().width() > node.rect().height()).unwrap();
    grip.focus();
    h.run();
    for _ in 0..3 {
        h.key_press(Key::ArrowUp);
        h.run();
    }
    assert_eq!(picture(&h)[1], high - 48);
    // Far below its least size it folds to its line.
    let (_, drawer) = grips(&h);
    let bottom = h.ctx.content_rect().bottom();
    drag(&mut h, drawer.center(), pos2(drawer.center().x, bottom - 20.0));
    assert!(!h.state().state.preferences.drawer_open);
}

#[test]
fn a_page_is_shown_only_while_it_can_be_seen() {
    let mut h = harness(Theme::Dark);
    let state = &mut h.state_mut().state;
    state.preferences.side_tab = SideTab::Time;
    assert!(state.shows(SideTab::Time) && !state.shows(SideTab::Body));
    state.session.panels_hidden = true;
    assert!(!state.shows(SideTab::Time));
    state.session.panels_hidden = false;
    state.preferences.side_open = false;
    assert!(!state.shows(SideTab::Time));
}

#[test]
fn a_restart_at_the_first_step_moves_nothing() {
    let mut h = shown(Bench::new(&Preferences { drawer_open: true, ..Preferences::default() }, 0));
    let places = |h: &Harness<'static, Bench>| {
        let all =
            h.query_all(by().predicate(|node| {
                !matches!(node.role(), Role::Window | Role::GenericContainer) && node.label().is_some()
            }));
        all.map(|node| (node.accesskit_node().label(), node.rect())).collect::<Vec<_>>()
    };
    let before = places(&h);
    assert!(before.len() > 40, "{}", before.len());
    for _ in 0..3 {
        h.key_press(Key::R);
        // Each frame by itself: a jump that is taken back is one, too.
        for _ in 0..3 {
            h.step();
            assert_eq!(places(&h), before);
        }
    }
    assert_eq!(h.state().asked.len(), 3, "{:?}", h.state().asked);
}
