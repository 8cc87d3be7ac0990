//! The window that asks where to save.

use super::{Action, UiState, theme};
use crate::language::word;
use egui::{Context, Key, RichText, TextEdit};
use std::path::PathBuf;

/// Shows the window when it is open.
pub(super) fn show(ctx: &Context, state: &mut UiState, actions: &mut Vec<Action>) {
    let Some(path) = &mut state.dialogs.save_as else { return };
    let (mut saved, mut browsing) = (false, false);
    let response = theme::dialog(ctx, "save as").show(ctx, |ui| {
        ui.set_width(460.0_f32.min(ctx.content_rect().width() - 60.0));
        ui.label(RichText::new(word("Save")).heading());
        ui.label(RichText::new(word("The scene as it stands: .toml or .json. The set-up of a laboratory: .toml. The whole run: .caromrec. Its energy and momentum: .csv, or .png as plots.")).weak());
        ui.add_space(6.0);
        let field = TextEdit::singleline(path).hint_text(word("folder/name.toml")).desired_width(f32::INFINITY);
        let response = ui.add(field).accessible_name(word("Path to save to"));
        let hint = "Where the file is to lie; its ending says what is saved.";
        let response = response.on_hover_text(word(hint));
        // Asked first: a field that takes the focus back has lost nothing.
        let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        if ui.memory(|m| m.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let named = !path.trim().is_empty();
            saved = (ui.add_enabled(named, egui::Button::new(word("Save"))).on_hover_text(word("Writes the file.")).clicked() || entered) && named;
            if ui.button(word("Browse…")).on_hover_text(word("Asks the desktop for a file.")).clicked() {
                actions.push(Action::BrowseSave);
                browsing = true;
                ui.close();
            }
            if ui.button(word("Cancel")).on_hover_text(word("Leaves everything as it is.")).clicked() {
                ui.close();
            }
        });
    });
    if saved {
        let mut path = PathBuf::from(path.trim());
        // Without an ending it would be no file that this program reads.
        if path.extension().is_none() {
            path.set_extension("toml");
        }
        actions.push(Action::SaveTo(path));
    }
    let closed = response.should_close();
    // What was to follow the saving is given up with it.
    if closed && !saved && !browsing {
        state.dialogs.after_save = None;
    }
    if saved || closed {
        state.dialogs.save_as = None;
    }
}
