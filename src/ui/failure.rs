//! What stands in place of the panels when one of them, or the picture, broke.

use super::{Action, Status, UiState, save_as, theme, unsaved};
use crate::language::word;
use egui::{Key, Modifiers, RichText, Ui};

/// Tells what broke, over the last whole picture: edits can be saved from here, and the window go on.
pub fn show(ui: &mut Ui, failure: &str, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // The theme may be what was not set yet when it broke.
    let ctx = ui.ctx().clone();
    theme::apply(&ctx, state.preferences.theme);
    if !state.asks() {
        theme::dialog(&ctx, "failure").show(&ctx, |ui| {
            ui.set_width(440.0_f32.min(ctx.content_rect().width() - 60.0));
            ui.label(RichText::new(word("Something in this window broke")).heading());
            ui.add_space(2.0);
            let whole = "The simulation is whole, and so are your edits. The last whole picture is shown.";
            ui.label(RichText::new(word(whole)).weak());
            ui.add_space(6.0);
            ui.label(RichText::new(failure).monospace());
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let go_on =
                    ui.button(word("Go on")).on_hover_text(word("Closes what was open in front of the panels."));
                // Enter goes on: whoever looks at this wants to be back.
                if ui.memory(|m| m.focused().is_none()) {
                    go_on.request_focus();
                }
                if go_on.clicked() {
                    actions.push(Action::GoOn);
                }
                let hint = "Hides the panels too; Tab brings them back.";
                if ui.button(word("Go on without panels")).on_hover_text(word(hint)).clicked() {
                    state.session.panels_hidden = true;
                    actions.push(Action::GoOn);
                }
                if ui.button(word("Save")).on_hover_text("Ctrl+S").clicked() {
                    actions.push(Action::Save);
                }
                if ui.button(word("Copy the message")).clicked() {
                    actions.push(Action::Copy(failure.to_owned()));
                }
                if ui.button(word("Quit")).clicked() {
                    actions.push(Action::Quit);
                }
            });
        });
        // Keys of the panels are not heard here; this one must be.
        if ctx.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::S)) {
            actions.push(Action::Save);
        }
    }
    // Saving asks for a place and may ask about what is lost, so these windows must work here too.
    save_as::show(&ctx, state, actions);
    unsaved::show(&ctx, state, status, actions);
}
