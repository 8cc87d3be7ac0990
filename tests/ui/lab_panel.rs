//! The panel of a laboratory: all of its controls are seen at once.

use crate::bench::{Bench, harness_after};
use carom::lab::{ParameterKind, Typed, find, laboratories};
use carom::language::{Language, chinese, phrase};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable, by};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

fn opened(id: &str, theme: Theme, language: Language) -> Harness<'static, Bench> {
    let mut h = harness_after(theme, 0);
    h.set_size(vec2(1280.0, 720.0));
    h.state_mut().state.preferences.language = Some(language);
    h.state_mut().open_lab(find(id).unwrap());
    h.run_steps(12);
    h
}

/// Names of the controls as the panel says them.
fn names(h: &Harness<'static, Bench>, language: Language) -> Vec<String> {
    let said = |name: &str| match language {
        Language::English => name.to_owned(),
        Language::Chinese => chinese(name).unwrap_or(name).to_owned(),
    };
    let experiment = h.state().lab().experiment();
    let parameters = experiment.parameters();
    let numbers = parameters.iter().map(|parameter| said(parameter.name));
    let typed = experiment.handles().into_iter().any(|handle| handle.typed != Typed::Parameters);
    assert!(!parameters.is_empty() || typed);
    numbers.chain([said("Reset all")]).collect()
}

/// Where everything of this name stands that can be pressed, dragged or typed into.
fn places(h: &Harness<'static, Bench>, name: &str) -> Vec<Rect> {
    let roles = [Role::Button, Role::CheckBox, Role::ComboBox, Role::Slider, Role::SpinButton];
    let is_control = |role: Role| roles.contains(&role);
    let nodes = h.query_all(by().predicate(|_| true));
    nodes
        .filter(|node| is_control(node.accesskit_node().role()))
        .filter(|node| node.accesskit_node().label().is_some_and(|label| label == name))
        .map(|node| node.rect())
        .collect()
}

#[test]
fn all_controls_of_every_laboratory_are_seen_without_scrolling() {
    let mut hidden = vec![];
    for language in [Language::English, Language::Chinese] {
        for entry in laboratories() {
            let h = opened(entry.id, Theme::Dark, language);
            let [[x, y], [width, height]] = h.state().state.session.picture_at;
            // The panel's part of the window: right of the picture, below the bar and above the line of time.
            let right = h.ctx.content_rect().right();
            let panel = Rect::from_min_max(
                egui::pos2((x + width) as f32 - 2.0, y as f32 - 1.0),
                egui::pos2(right + 1.0, h.ctx.content_rect().bottom() - 31.0),
            );
            assert!(height > 300);
            let handles = h.state().lab().experiment().handles().into_iter();
            let handles = handles.filter(|handle| matches!(handle.typed, Typed::Place(_)));
            // Nor is any of them wider than the panel has room for.
            let wide = places(&h, &names(&h, language).pop().unwrap()).pop().map_or(panel.right(), |rect| rect.right());
            let comma = if language == Language::Chinese { "，" } else { ", " };
            let coordinates = handles.map(|handle| format!("{}{comma}m x", phrase(&handle.name)));
            for name in names(&h, language).into_iter().chain(coordinates) {
                let found = places(&h, &name);
                let fits = |rect: &Rect| panel.contains_rect(*rect) && rect.right() < wide + 0.5 && rect.height() > 8.0;
                let inside = found.iter().any(fits);
                if !inside {
                    hidden.push(format!("lab:{} {language:?} {name}: {found:?} in {panel}", entry.id));
                }
            }
        }
    }
    assert!(hidden.is_empty(), "{}", hidden.join("\n"));
}

#[test]
fn three_things_to_try_stand_above_the_controls_and_a_click_does_them() {
    for entry in laboratories() {
        let mut h = opened(entry.id, Theme::Dark, Language::English);
        let start = h.state().lab().start_hash();
        let links: Vec<(String, Rect)> = h
            .query_all(by().role(Role::Link))
            .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
            .collect();
        assert_eq!(links.len(), 3, "lab:{}: {links:?}", entry.id);
        let first = h.state().lab().experiment().parameters();
        let first = first.iter().find(|p| !matches!(p.kind, ParameterKind::Hold(_))).map_or("Reset all", |p| p.name);
        let control = places(&h, first)[0];
        let mut changed = 0;
        for (label, rect) in &links {
            assert!(rect.bottom() < control.top(), "lab:{}: {label}", entry.id);
            h.get_by_role_and_label(Role::Link, label).click();
            h.run_steps(4);
            changed += u32::from(h.state().lab().start_hash() != start);
        }
        assert!(changed >= 2, "lab:{}: only {changed} of its things to try change anything", entry.id);
    }
}

#[test]
fn the_panels_of_the_laboratories_look_as_they_should() {
    let mut results = SnapshotResults::new();
    let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(60);
    let shots = laboratories().iter().map(|entry| (entry.id, Theme::Dark, Language::English)).chain([
        ("billiards", Theme::Light, Language::Chinese),
        ("car", Theme::Light, Language::English),
        ("rotation", Theme::Light, Language::Chinese),
    ]);
    for (id, theme, language) in shots {
        let mut h = opened(id, theme, language);
        let theme = if theme == Theme::Dark { "dark" } else { "light" };
        let language = if language == Language::Chinese { "_chinese" } else { "" };
        results.add(h.try_snapshot_options(format!("panel_{id}_{theme}{language}"), &options));
    }
    results.unwrap();
}
