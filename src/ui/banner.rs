//! What the window has to say at its start: a strip over the upper edge of the picture, until it is answered.

use super::icon::{self, Icon};
use super::{Action, Status, UiState, theme};
use crate::language::word;
use crate::say;
use egui::{Align2, Area, Color32, Frame, Id, Order, Rect, Ui};

/// Shows what there is to say, over the upper edge of `rect`.
pub(super) fn show(ui: &Ui, rect: Rect, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // The remark on slow drawing is made until somebody closes it, over all runs of the program.
    let slow = status.software && !state.preferences.software_noted;
    if !slow && status.left_behind.is_none() && status.kept.is_none() {
        return;
    }
    let width = (rect.width() - 32.0).min(620.0);
    Area::new(Id::unique("banners"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(rect.center_top() + egui::vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            // Edits that another run left go before those that were kept on purpose.
            let offered = match (&status.left_behind, &status.kept) {
                (Some(what), _) => Some(say!("Edits that were never saved: {}.", what)),
                (None, Some(when)) => Some(say!("You changed this before, {}; your changes were kept.", when)),
                (None, None) => None,
            };
            if let Some(text) = offered {
                strip(ui, [width, 190.0], ui.visuals().warn_fg_color, &text, |ui| {
                    if ui.button(word("Open them")).on_hover_text(word("Opens the scene with these edits.")).clicked() {
                        actions.push(Action::Recover);
                    }
                    if ui.button(word("Throw away")).on_hover_text(word("Forgets these edits for good.")).clicked() {
                        actions.push(Action::Forget);
                    }
                });
            }
            if slow {
                // In a page no driver can be installed: what helps there is another thing.
                let text = if status.page.is_some() {
                    "No graphics processor: the processor draws the pictures, slowly. See whether graphics acceleration \
                     is switched off in the browser's settings."
                } else {
                    "No graphics processor: the processor draws the pictures, slowly. A driver for Vulkan or OpenGL \
                     would help; `carom adapters` lists what was found."
                };
                strip(ui, [width, 40.0], theme::accent(ui.visuals()), word(text), |ui| {
                    if icon::button(ui, Icon::Close, "Close this remark", "It will not come back.").clicked() {
                        state.preferences.software_noted = true;
                        ui.ctx().request_repaint();
                    }
                });
            }
        });
}

/// Words on the left, what one can answer on the right, which takes `room` of the width.
fn strip(ui: &mut Ui, [width, room]: [f32; 2], edge: Color32, text: &str, answers: impl FnOnce(&mut Ui)) {
    let frame = Frame::popup(ui.style()).inner_margin(egui::Margin { left: 16, right: 8, top: 8, bottom: 8 });
    let shown = frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.scope(|ui| {
                // The words get what the answers and the margins of the frame leave, on as many lines as they need.
                ui.set_width(width - room - 24.0);
                ui.add(egui::Label::new(text).wrap());
            });
            answers(ui);
        });
    });
    theme::edge_mark(ui, shown.response.rect, edge);
}
