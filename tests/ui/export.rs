//! Pictures and clips from the window: asked for, watched, given up.

use crate::bench::{Bench, harness};
use carom::language::Language;
use carom::ui::{Action, ExportDraft, Exporting};
use carom::view::Theme;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

fn asked(path: &str) -> Harness<'static, Bench> {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.dialogs.export = Some(ExportDraft::new(path.into()));
    h.run_steps(4);
    h
}

#[test]
fn what_is_filled_in_is_what_is_exported_and_a_name_without_a_known_ending_is_not() {
    let mut h = asked("/tmp/run.gif");
    h.get_by_role_and_label(Role::Button, "Export").click();
    h.run_steps(3);
    let Some(Action::Export(export)) = h.state().asked.last().cloned() else { panic!("{:?}", h.state().asked) };
    assert_eq!((export.path.to_str(), export.seconds, export.fps), (Some("/tmp/run.gif"), 4.0, 25));
    assert_eq!(export.size, h.state().state.camera.size);
    assert!(h.state().state.dialogs.export.is_none());
    for path in ["", "/tmp/run", "/tmp/run.toml"] {
        let mut h = asked(path);
        h.state_mut().asked.clear();
        h.get_by_role_and_label(Role::Button, "Export").click();
        h.run_steps(3);
        assert_eq!(h.state().asked, [], "{path}");
        h.key_press(Key::Escape);
        h.run_steps(3);
        assert!(h.state().state.dialogs.export.is_none());
    }
}

#[test]
fn how_far_an_export_is_can_be_seen_and_it_can_be_given_up() {
    let mut h = harness(Theme::Dark);
    assert!(h.query_by_label("Cancel").is_none());
    h.state_mut().status.exporting = Some(Exporting { name: "run.gif".into(), done: 12, count: 100 });
    h.run_steps(4);
    h.get_by_role_and_label(Role::Button, "Cancel").click();
    h.run_steps(2);
    assert_eq!(h.state().asked.last(), Some(&Action::CancelExport));
}

#[test]
fn export_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    for (name, theme, language) in
        [("export_dark", Theme::Dark, Language::English), ("export_chinese", Theme::Light, Language::Chinese)]
    {
        let mut h = harness(theme);
        h.state_mut().state.preferences.language = Some(language);
        h.state_mut().state.dialogs.export = Some(ExportDraft::new("/home/somebody/run.gif".into()));
        h.state_mut().status.exporting = Some(Exporting { name: "run.gif".into(), done: 40, count: 100 });
        h.run_steps(30);
        let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(60);
        results.add(h.try_snapshot_options(name, &options));
    }
    results.unwrap();
}
