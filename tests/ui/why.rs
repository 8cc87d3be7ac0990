//! The selected contact taken apart: what the drawer says, and what hovering it puts into the picture.

use crate::bench::harness_after;
use carom::geometry::Note;
use carom::ui::DrawerTab;
use carom::view::Theme;
use egui::Key;
use egui_kittest::kittest::Queryable;
use egui_kittest::{SnapshotOptions, SnapshotResults};

#[test]
fn hovering_each_axis_shows_that_very_axis_in_the_picture() {
    let mut h = harness_after(Theme::Dark, 4);
    let (a, b) = (h.state().id("ground"), h.state().id("box"));
    h.state_mut().state.selection.contact = Some((a, b));
    h.state_mut().state.preferences.drawer_height = 480.0;
    h.run();
    h.get_by_label("Why").click();
    h.run();
    assert_eq!(h.state().state.preferences.drawer_tab, DrawerTab::Why);
    let told = h.state().sim().explain(a, b).unwrap();
    let candidates: Vec<_> =
        told.notes.iter().filter_map(|n| if let Note::Candidate(c) = n { Some(*c) } else { None }).collect();
    assert!(candidates.len() > 6, "{candidates:?}");
    assert!(h.state().view.pointed.axis.is_none());
    let mut hovered = 0;
    for candidate in candidates {
        let name = candidate.axis.to_string();
        let label = format!("{name} ");
        // The margin above the list names an axis too.
        let Some(bar) = h.query_all_by_label_contains(&label).last() else { continue };
        // Only what can be seen can be hovered; the list scrolls.
        if !h.ctx.content_rect().contains(bar.rect().center()) || bar.rect().bottom() > 645.0 {
            continue;
        }
        let rect = bar.rect();
        h.hover_at(rect.center());
        h.run();
        let shown = h.state().view.pointed.axis;
        let Some(shown) = shown else { panic!("{name} at {rect} shows nothing") };
        assert!((shown.normal - told.frame.2.vector(candidate.normal)).length() < 1e-6, "{name}");
        assert_eq!((shown.a, shown.b), (candidate.a, candidate.b));
        hovered += 1;
    }
    assert!(hovered >= 2, "{hovered}");
    h.hover_at(egui::pos2(300.0, 200.0));
    h.run();
    assert!(h.state().view.pointed.axis.is_none());
}

#[test]
fn without_a_contact_it_says_how_to_select_one_and_n_does() {
    let mut h = harness_after(Theme::Dark, 4);
    h.state_mut().state.preferences.drawer_tab = DrawerTab::Why;
    h.run();
    assert!(h.query_by_label_contains("Select a contact").is_some());
    h.key_press(Key::N);
    h.run();
    assert!(h.query_by_label_contains("How this impulse").is_some());
    assert!(h.query_by_label_contains("given: j =").is_some());
    assert!(h.query_by_label_contains("All impulses on").is_some());
}

#[test]
fn the_drawer_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        for (name, other) in [("why_box", "box"), ("why_ball", "ball")] {
            // Before the first step nothing on the screen depends on the solver.
            let mut h = harness_after(theme, 0);
            let pair = (h.state().id("ground"), h.state().id(other));
            h.state_mut().state.selection.contact = Some(pair);
            h.state_mut().state.preferences.drawer_tab = DrawerTab::Why;
            h.state_mut().state.preferences.side_open = false;
            h.run_steps(30);
            let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
            results.add(h.try_snapshot_options(format!("{name}_{suffix}"), &options));
        }
    }
    results.unwrap();
}
