//! The question about edits that were not saved.

use super::{Action, Status, UiState, theme};
use crate::language::word;
use crate::say;
use egui::{Context, RichText};

/// Shows the question when it is open. Escape and a click beside it go on with the scene.
pub(super) fn show(ctx: &Context, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let Some(next) = state.dialogs.unsaved.clone() else { return };
    // What is about to happen, and how to let it happen.
    let (then, lose) = match next {
        Action::Quit => ("before the window closes", "Close without saving"),
        Action::Reload => ("before the file, which changed on disk, is read again", "Read it again without saving"),
        _ => ("before another scene is opened", "Open without saving"),
    };
    let whole = if status.lab_id.is_some() { "the set-up" } else { "the scene" };
    // By the file's name where there is one.
    let what = status
        .file
        .as_ref()
        .and_then(|path| path.file_name())
        .map_or_else(|| word(whole).to_owned(), |name| name.to_string_lossy().into_owned());
    let response = theme::dialog(ctx, "unsaved").show(ctx, |ui| {
        ui.set_width(440.0_f32.min(ctx.content_rect().width() - 60.0));
        ui.label(RichText::new(say!("Save {}?", what)).heading());
        ui.add_space(2.0);
        ui.label(RichText::new(say!("There are edits that were not saved. Save them {}?", word(then))).weak());
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            let save = ui.button(word("Save first")).on_hover_text(word("Saves the edits, then goes on."));
            if ui.memory(|m| m.focused().is_none()) {
                save.request_focus();
            }
            if save.clicked() {
                // What was wanted goes on when the file is written.
                state.dialogs.after_save = Some(next.clone());
                actions.push(Action::Save);
                ui.close();
            }
            if ui.button(word(lose)).on_hover_text(word("The edits are lost.")).clicked() {
                actions.push(Action::Leave(Box::new(next.clone())));
                ui.close();
            }
            if ui.button(word("Cancel")).on_hover_text(word("Leaves everything as it is.")).clicked() {
                ui.close();
            }
        });
    });
    if response.should_close() {
        state.dialogs.unsaved = None;
    }
}
