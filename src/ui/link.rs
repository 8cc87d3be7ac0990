//! The window that copies a link of what is shown.

use super::{Action, Status, UiState, theme};
use crate::language::word;
use egui::{Context, Key, RichText, TextEdit};

/// What is being filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinkDraft {
    /// The address below which the page is published.
    pub base: String,
}

/// Shows the window when it is open.
pub(super) fn show(ctx: &Context, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    let Some(draft) = &mut state.dialogs.link else { return };
    let mut copied = None;
    let response = theme::dialog(ctx, "link").show(ctx, |ui| {
        // A button that has the keyboard takes Enter itself.
        let enter = ui.input(|i| i.key_pressed(Key::Enter));
        let mut enters = enter && ui.memory(|m| m.focused().is_none());
        ui.set_width(460.0_f32.min(ctx.content_rect().width() - 60.0));
        ui.label(RichText::new(word("Copy link")).heading());
        ui.label(RichText::new(word("Whoever opens it in a browser sees this scene at this step, from where you look. All of it stands in the link itself: nothing is sent to anybody.")).weak());
        ui.add_space(6.0);
        // Within a browser the address of the page is known.
        if status.page.is_none() {
            let field = TextEdit::singleline(&mut draft.base)
                .hint_text("https://example.org/carom/")
                .desired_width(f32::INFINITY);
            let response = ui.add(field).accessible_name(word("Address of the page"));
            enters |= enter && response.lost_focus();
            response.on_hover_text(word("Where the folder that `make web` builds is published."));
            ui.add_space(8.0);
        }
        // Less than a whole address would be a link that leads nowhere.
        let base = draft.base.trim();
        let known = base.starts_with("http://") || base.starts_with("https://");
        ui.horizontal_wrapped(|ui| {
            // Enter does the same as this button, from the field as well.
            let button = egui::Button::new(word("Copy link"));
            if ui.add_enabled(known, button).on_hover_text(word("Puts the address on the clipboard.")).clicked()
                || known && enters
            {
                copied = Some(false);
            }
            let button = egui::Button::new(word("Copy for embedding"));
            let hint = "Puts a snippet of HTML on the clipboard: the picture with its transport, within another page.";
            if ui.add_enabled(known, button).on_hover_text(word(hint)).clicked() {
                copied = Some(true);
            }
            if ui.button(word("Cancel")).on_hover_text(word("Leaves everything as it is.")).clicked() {
                ui.close();
            }
        });
    });
    if let Some(embedded) = copied {
        actions.push(Action::CopyLink { base: draft.base.trim().to_owned(), embedded });
    }
    if copied.is_some() || response.should_close() {
        state.dialogs.link = None;
    }
}
