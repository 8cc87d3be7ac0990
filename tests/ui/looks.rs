//! What every panel looks like, in both themes.

use crate::bench::{Bench, harness_after};
use carom::ui::{DrawerTab, Picker, SideTab};
use carom::view::Theme;
use egui_kittest::{SnapshotOptions, SnapshotResults};

type Change = fn(&mut Bench);

/// Fonts are drawn by the same code everywhere, but blending may round another way on another adapter.
fn options() -> SnapshotOptions {
    SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)
}

#[test]
fn every_panel_looks_as_it_should_in_both_themes() {
    let pages: [(&str, Change); 7] = [
        ("scene", |_| {}),
        ("body", |b| {
            let id = b.id("box");
            b.state.select(Some(id));
        }),
        ("world", |b| b.state.preferences.side_tab = SideTab::World),
        ("layers_stats", |b| {
            b.state.preferences.side_tab = SideTab::Layers;
            b.state.preferences.drawer_tab = DrawerTab::Stats;
        }),
        ("gallery", |b| b.state.dialogs.picker = Some(Picker::scenes())),
        ("help", |b| b.state.dialogs.help = true),
        ("error", |b| b.state.toasts.error("scene.toml has a fault", "scene.toml:3:8: radius is -1, but …")),
    ];
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        for (name, change) in pages {
            // Before the first step nothing on the screen depends on the solver.
            let mut h = harness_after(theme, 0);
            h.set_size(egui::vec2(1120.0, 630.0));
            change(h.state_mut());
            // A blinking cursor never rests; a few frames are enough for every fade.
            h.run_steps(30);
            results.add(h.try_snapshot_options(format!("{name}_{suffix}"), &options()));
        }
    }
    results.unwrap();
}
