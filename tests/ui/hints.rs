//! Every control says what it does when the mouse rests on it.

use crate::bench::{Bench, harness_after};
use carom::ui::{DrawerTab, SideTab};
use carom::view::{Layer, Layers, Theme};
use egui::Rect;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable, by};
use std::collections::BTreeSet;

/// What can be clicked, dragged or typed into.
const CONTROLS: [Role; 7] =
    [Role::Button, Role::CheckBox, Role::RadioButton, Role::Slider, Role::SpinButton, Role::ComboBox, Role::TextInput];

fn controls(h: &Harness<'static, Bench>) -> Vec<(String, Rect)> {
    let screen = h.ctx.content_rect();
    h.query_all(by().predicate(|node| CONTROLS.contains(&node.role())))
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .filter(|(_, rect)| rect.height() > 4.0 && screen.contains(rect.center()))
        .collect()
}

fn said(h: &Harness<'static, Bench>) -> BTreeSet<String> {
    let nodes = h.query_all(by().predicate(|_| true));
    nodes.flat_map(|node| [node.accesskit_node().label(), node.accesskit_node().value()]).flatten().collect()
}

#[test]
fn every_control_has_a_hint() {
    type Change = fn(&mut Bench);
    let pages: [(&str, Change); 9] = [
        ("scene", |_| {}),
        ("box", |b| b.state.select(Some(b.id("box")))),
        ("ball", |b| b.state.select(Some(b.id("ball")))),
        ("ground", |b| b.state.select(Some(b.id("ground")))),
        ("world", |b| b.state.preferences.side_tab = SideTab::World),
        ("layers", |b| {
            b.state.preferences.side_tab = SideTab::Layers;
            Layers::LIST.iter().for_each(|layer: &Layer| b.state.preferences.layers.set(*layer, true));
        }),
        ("time and what if", |b| {
            b.subject.scene_mut().unwrap().keep_ghost();
            (0..3).for_each(|_| b.subject.step());
            b.state.preferences.side_tab = SideTab::Time;
            b.state.selection.contact = Some((b.id("ground"), b.id("box")));
            b.state.preferences.drawer_tab = DrawerTab::Why;
        }),
        ("history", |b| b.state.preferences.drawer_tab = DrawerTab::History),
        ("plots", |b| b.state.preferences.drawer_tab = DrawerTab::Plots),
    ];
    let (mut without, mut seen) = (BTreeSet::new(), BTreeSet::new());
    for (page, change) in pages {
        let mut h = harness_after(Theme::Dark, 4);
        h.set_size(egui::vec2(1600.0, 1200.0));
        change(h.state_mut());
        h.run_steps(10);
        for (name, rect) in controls(&h) {
            if !seen.insert((name.clone(), rect.left() as i32, rect.top() as i32)) {
                continue;
            }
            h.hover_at(egui::pos2(4.0, 1196.0));
            h.run_steps(6);
            let before = said(&h);
            h.hover_at(rect.center());
            h.run_steps(12);
            // A hint that only repeats the name teaches nothing.
            if said(&h).iter().all(|text| before.contains(text) || *text == name) {
                without.insert(format!("{page}: {name} at {rect}"));
            }
        }
    }
    assert!(seen.len() > 90, "{}", seen.len());
    assert!(without.is_empty(), "{without:#?}");
}
