//! What the panel on the right shows while no body is selected: the scene and its bodies.

use super::quantity::plural;
use super::{UiState, fuzzy};
use crate::language::word;
use crate::physics::{BodyId, Motion};
use crate::say;
use crate::sim::Sim;
use egui::{RichText, Ui};

/// More rows than this are left out; the filter finds the rest.
const ROWS: usize = 60;

/// Shows the scene and lets one choose a body by name.
pub(super) fn show(ui: &mut Ui, sim: &Sim, state: &mut UiState) {
    let scene = sim.scene();
    ui.add_space(4.0);
    ui.label(RichText::new(if scene.name.is_empty() { word("Untitled scene") } else { word(&scene.name) }).heading());
    if !scene.about.is_empty() {
        ui.label(word(&scene.about));
    }
    ui.add_space(6.0);
    let hint = "Click a body to see and change everything about it. F1 lists keys and mouse.";
    ui.label(RichText::new(word(hint)).weak());
    super::theme::section(ui, &plural(sim.counts().bodies, "body", "bodies"));
    let field = egui::TextEdit::singleline(&mut state.drafts.body_filter)
        .hint_text(word("Find a body"))
        .desired_width(f32::INFINITY);
    ui.add(field).accessible_name(word("Find a body")).on_hover_text(word("Part of its name."));
    ui.add_space(2.0);
    let filter = state.drafts.body_filter.trim().to_owned();
    ui.spacing_mut().item_spacing.y = 1.0;
    let found = sim.world().bodies().map(|body| body.id);
    let matches = |id: &BodyId| fuzzy::score(&filter, &sim.name(*id)).is_some();
    // Of all that are found, also of those that the list has no room for.
    if !filter.is_empty() && ui.button(word("Select all that are found")).clicked() {
        state.select_all(&found.filter(matches).collect::<Vec<_>>());
    }
    let mut left_out = 0_usize;
    let mut shown = 0;
    for body in sim.world().bodies() {
        let name = sim.name(body.id);
        if !filter.is_empty() && fuzzy::score(&filter, &name).is_none() {
            continue;
        }
        // Counted on, so that one sees how many are left out.
        if shown == ROWS {
            left_out += 1;
            continue;
        }
        shown += 1;
        // That it sleeps says more of a body than that it is dynamic.
        let motion = match body.desc.motion {
            Motion::Dynamic if body.asleep => "asleep",
            other => other.name(),
        };
        let mut about = format!("{} {}", word(motion), word(body.desc.shape.kind_name()));
        // Why one cannot see it, or cannot click it in the picture.
        for (is, what) in
            [(state.aside.is_hidden(sim, body.id), "hidden"), (state.aside.is_locked(sim, body.id), "locked")]
        {
            if is {
                about = format!("{} · {about}", word(what));
            }
        }
        let about = RichText::new(about).small().weak();
        let row =
            egui::Button::selectable(false, name).right_text(about).min_size(egui::vec2(ui.available_width(), 22.0));
        let response = ui.add(row.truncate()).on_hover_text(word("Click to select it."));
        if response.hovered() {
            state.interaction.pointed.body = Some(body.id);
        }
        if response.clicked() {
            state.select(Some(body.id));
        }
    }
    if left_out > 0 {
        ui.label(RichText::new(say!("{} more: type to find them", left_out)).small().weak());
    }
    if shown == 0 {
        ui.label(RichText::new(word("No body has such a name.")).weak());
    }
}
