//! A row of the page *History*: names at the left, the place for its line of time at the right. Scenes and traces have
//! the same.

use super::theme;
use crate::language::word;
use egui::{Align2, FontId, Rect, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};

/// Height of a row (points).
pub(super) const ROW: f32 = 24.0;
/// Width of the names (points).
const NAMES: f32 = 190.0;

/// Shows the name of a row, which reads as `words` aloud; its response, and the place of its line of time.
pub(super) fn row(ui: &mut Ui, name: &str, words: &str, is_selected: bool) -> (Response, Rect) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    let visuals = ui.visuals().clone();
    if is_selected || response.hovered() {
        let fill = if is_selected { theme::accent(&visuals).gamma_multiply(0.18) } else { visuals.faint_bg_color };
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    theme::focus_ring(ui, &response);
    // Names must not take a narrow page from the lines of time.
    let (names, area) = rect.split_left_right_at_x(rect.left() + NAMES.min(0.4 * rect.width()));
    // A longer name is cut off where the line of time begins.
    let inner = names.shrink2(vec2(4.0, 0.0));
    let (at, font) = (inner.left_center(), FontId::proportional(12.0));
    ui.painter().with_clip_rect(inner).text(at, Align2::LEFT_CENTER, name, font, visuals.text_color());
    (response, area.shrink2(vec2(2.0, 2.0)))
}

/// Tells beside the mouse of a row what `said` says, and that a click goes there.
pub(super) fn hint(response: Response, name: &str, said: Option<String>) -> Response {
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(RichText::new(name).strong());
        if let Some(said) = said {
            ui.label(said);
        }
        ui.label(RichText::new(word("Click to go there.")).small().weak());
    })
}
