//! Energy and momentum over time, and values tried on the next step before they are in force.

use crate::bench::{drag, harness_after, harness_of};
use carom::ui::{Action, DrawerTab, RunFile};
use carom::view::Theme;
use egui_kittest::kittest::Queryable;
use egui_kittest::{SnapshotOptions, SnapshotResults};

/// A ball that falls for two thirds of a second: nothing on the plots depends on the solver.
const FALLING: &str = r#"
version = 1
name = "Falling"
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 2.0
position = [0.0, 3.0, 0.0]
velocity = [1.0, 0.0, 0.5]
"#;

#[test]
fn a_click_on_a_plot_goes_to_that_moment() {
    let mut h = harness_after(Theme::Dark, 120);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    let plot = h.get_by_label_contains("Energy over time, now kinetic").rect();
    let third = egui::pos2(plot.left() + plot.width() / 3.0, plot.center().y);
    h.hover_at(third);
    h.run();
    h.drag_at(third);
    h.drop_at(third);
    h.run();
    let step = h.state().sim().step_count();
    assert!((10..80).contains(&step), "a third of 120 steps is step {step}");
}

#[test]
fn the_plots_are_saved_as_numbers_and_as_a_picture() {
    let mut h = harness_after(Theme::Dark, 30);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    h.get_by_label("CSV…").click();
    h.run();
    h.get_by_label("PNG…").click();
    h.run();
    assert_eq!(h.state().asked, [Action::SaveRun(RunFile::Totals), Action::SaveRun(RunFile::Plots)]);
}

#[test]
fn the_buttons_of_the_plots_keep_their_size_beside_them_however_narrow_the_page_is() {
    let mut sizes = vec![];
    for width in [1280.0, 900.0, 640.0] {
        let mut h = harness_after(Theme::Dark, 30);
        h.set_size(egui::vec2(width, 600.0));
        h.state_mut().state.open_drawer(DrawerTab::Plots);
        h.run_steps(8);
        let [energy, momentum, csv, png] =
            ["Energy over time", "Momentum over time", "CSV…", "PNG…"].map(|name| h.get_by_label_contains(name).rect());
        assert!(energy.right() <= momentum.left() + 0.5, "{width}: {energy} {momentum}");
        for button in [csv, png] {
            assert!(momentum.right() <= button.left() + 0.5, "{width}: {momentum} lies over {button}");
            assert!(button.right() <= width, "{width}: {button} is cut");
        }
        sizes.push([csv.size(), png.size()]);
    }
    assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
}

#[test]
fn a_value_that_is_tried_changes_nothing_until_it_is_applied() {
    let mut h = harness_after(Theme::Dark, 20);
    let pair = (h.state().id("ground"), h.state().id("ball"));
    h.state_mut().state.preferences.side_open = false;
    h.state_mut().state.selection.contact = Some(pair);
    h.state_mut().state.open_drawer(DrawerTab::Why);
    h.run();
    let (mass, hash) = (h.state().body("ball").mass, h.state().sim().world().state_hash());
    h.get_by_label("What if").scroll_to_me();
    h.run_steps(10);
    let slider = h.get_by_role_and_label(egui::accesskit::Role::Slider, "Mass").rect();
    drag(&mut h, slider.center(), slider.right_center() - egui::vec2(6.0, 0.0));
    assert_eq!((h.state().body("ball").mass, h.state().sim().world().state_hash()), (mass, hash));
    h.get_by_label("Apply").click();
    h.run();
    assert!(h.state().body("ball").mass > 2.0 * mass, "{} kg", h.state().body("ball").mass);
}

#[test]
fn the_plots_look_as_they_should() {
    let mut results = SnapshotResults::new();
    let mut h = harness_of(FALLING);
    (0..36).for_each(|_| h.state_mut().subject.step());
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    for (theme, name) in [(Theme::Dark, "plots_dark"), (Theme::Light, "plots_light")] {
        h.state_mut().state.preferences.theme = theme;
        h.run_steps(12);
        results.add(h.try_snapshot_options(name, &SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)));
    }
    results.unwrap();
}
