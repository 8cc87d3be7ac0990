//! Contacts over time: what the page reads, where a click leads, what the filters leave.

use crate::bench::{Bench, click, harness_after};
use carom::ui::{Action, DrawerTab};
use carom::view::Theme;
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

/// The page, opened after so many steps.
fn opened(theme: Theme, steps: u32) -> Harness<'static, Bench> {
    let mut h = harness_after(theme, steps);
    h.get_by_label("History").click();
    h.run_steps(30);
    h
}

#[test]
fn opening_the_page_reads_what_was_and_closing_it_forgets() {
    let mut h = opened(Theme::Dark, 120);
    assert_eq!(h.state().state.preferences.drawer_tab, DrawerTab::History);
    let timeline = h.state().subject.timeline().unwrap();
    let history = timeline.contact_history().unwrap();
    assert_eq!((history.first(), history.seen(), history.list().len()), (1, 120, 2));
    assert!(h.query_by_label_contains("ground – box: 1 touch, 0 feature changes").is_some());
    (0..10).for_each(|_| h.state_mut().subject.step());
    h.run_steps(4);
    assert!(h.query_by_label("2 pairs, steps 1 to 130").is_some());
    h.get_by_label("Plots").click();
    h.run_steps(4);
    assert!(h.state().subject.timeline().unwrap().contact_history().is_none());
}

#[test]
fn a_click_on_a_row_goes_to_that_step_and_to_the_contact() {
    let mut h = opened(Theme::Dark, 120);
    let row = h.get_by_label_contains("ground – ball: 1 touch").rect();
    let at = egui::pos2(row.left() + 200.0 + 0.5 * (row.width() - 200.0), row.center().y);
    click(&mut h, at);
    h.run_steps(6);
    let step = h.state().sim().step_count();
    assert!((50..70).contains(&step), "the middle of 120 steps is step {step}");
    assert!(h.state().asked.contains(&Action::Seek(step)));
    let (ground, ball) = (h.state().id("ground"), h.state().id("ball"));
    assert_eq!(h.state().state.selection.contact, Some((ground, ball)));
    let target = h.state().state.camera.target;
    assert!((target - carom::glam::Vec3::X * 3.0).length() < 0.1, "{target}");
}

#[test]
fn filters_leave_what_they_are_named_after() {
    let mut h = opened(Theme::Dark, 60);
    for (filter, says) in [
        ("Flicker", "Nothing flipped more than 3 times a second in steps 1 to 60."),
        ("Chatter", "No touch was over in fewer than 3 steps in steps 1 to 60."),
    ] {
        h.get_by_label(filter).click();
        h.run_steps(4);
        assert!(h.query_by_label(says).is_some(), "{filter}");
        assert!(h.query_by_label_contains("ground – box").is_none());
    }
    h.get_by_label("First touch").click();
    h.run_steps(4);
    assert!(h.query_by_label_contains("ground – box").is_some(), "both touch from step 1 on");
}

#[test]
fn before_the_first_step_the_page_says_what_will_be_there() {
    let h = opened(Theme::Dark, 0);
    assert!(h.query_by_label("Run the scene: each contact gets a row here.").is_some());
}

#[test]
fn the_page_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Dark, "contact_history_dark"), (Theme::Light, "contact_history_light")] {
        let mut h = opened(theme, 90);
        h.hover_at(egui::pos2(300.0, 200.0));
        h.run_steps(30);
        results.add(h.try_snapshot_options(name, &SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)));
    }
    results.unwrap();
}
