//! The axes in the corner of the picture: how it is turned. A click on an end looks from there, a right
//! click offers more.

use super::views::{self, PageView, VIEWS};
use super::{Action, UiState};
use crate::language::word;
use crate::say;
use crate::subject::Subject;
use crate::view::{Color, Theme, palette};
use egui::{
    Align2, Color32, CursorIcon, FontId, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, vec2,
};

/// From the middle to the ends (points).
const REACH: f32 = 27.0;
/// Radius of the ends that have a name, and of the others (points).
const ENDS: [f32; 2] = [8.0, 5.0];
/// From the middle to the edges of the picture (points).
const MARGIN: f32 = 48.0;
/// In a smaller picture they would be in the way (points).
const LEAST: Vec2 = vec2(400.0, 250.0);

/// An end as it is seen.
struct AxisEnd {
    view: &'static PageView,
    at: Pos2,
    /// Towards the viewer, −1…1.
    depth: f32,
    color: Color32,
}

impl AxisEnd {
    const fn radius(&self) -> f32 {
        ENDS[self.view.letter.is_empty() as usize]
    }
}

/// Shows them in the lower right corner of the picture at `rect`.
pub(super) fn show(ui: &Ui, subject: &Subject, rect: Rect, state: &mut UiState, actions: &mut Vec<Action>) {
    if state.session.embedded || rect.width() < LEAST.x || rect.height() < LEAST.y {
        return;
    }
    let middle = rect.right_bottom() - Vec2::splat(MARGIN);
    let ends = seen(ui, middle, state);
    let place = Rect::from_center_size(middle, Vec2::splat(2.0 * (REACH + ENDS[0] + 2.0)));
    let whole = ui.interact(place, ui.scope_id().with("axes"), Sense::click());
    whole.widget_info(|| WidgetInfo::labeled(egui::Role::Group, true, word("Axes of the picture")));
    // A right click between the ends offers the same as one on an end.
    menu(&whole, subject, state, actions);
    let near = whole.hovered() || whole.context_menu_opened();
    let mut lit = None;
    // Whoever is nearer to the viewer is asked last, and so lies above.
    for (index, end) in ends.iter().enumerate() {
        let size = Vec2::splat(2.0 * end.radius() + 4.0);
        let id = ui.scope_id().with(("axis", end.view.name));
        let response = ui.interact(Rect::from_center_size(end.at, size), id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, word(end.view.name)));
        menu(&response, subject, state, actions);
        if response.hovered() || response.has_focus() {
            lit = Some(index);
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        if response.clicked() {
            // Who looks along it already sees it from the other side.
            let from = if end.depth > 0.9999 { opposite(end.view) } else { end.view };
            from.take(state);
        }
        let hint = say!("{} ({}). Right-click for more.", word(end.view.name), end.view.written);
        response.on_hover_text(hint);
    }
    paint(ui.painter(), middle, &ends, lit, near || lit.is_some());
}

/// The view from the other side.
fn opposite(view: &PageView) -> &'static PageView {
    VIEWS.iter().find(|other| other.towards == -view.towards).unwrap_or(&VIEWS[0])
}

/// The ends where they are seen, the furthest first.
fn seen(ui: &Ui, middle: Pos2, state: &UiState) -> Vec<AxisEnd> {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let [right, up, back] = state.camera.axes();
    let mut ends: Vec<AxisEnd> = VIEWS
        .iter()
        .map(|view| {
            // The window counts y downwards, the picture upwards.
            let across = vec2(view.towards.dot(right), -view.towards.dot(up)) * REACH;
            let axis = view.towards.abs().max_position();
            let Color([r, g, b, _]) = palette::axes(theme)[axis];
            AxisEnd { view, at: middle + across, depth: view.towards.dot(back), color: Color32::from_rgb(r, g, b) }
        })
        .collect();
    ends.sort_by(|a, b| a.depth.total_cmp(&b.depth));
    ends
}

fn paint(painter: &Painter, middle: Pos2, ends: &[AxisEnd], lit: Option<usize>, near: bool) {
    let ground = painter.ctx().global_style().visuals.panel_fill;
    // A disc behind them while the mouse is near, so that they can be told from the scene.
    if near {
        painter.circle_filled(middle, REACH + ENDS[0] + 2.0, ground.gamma_multiply(0.55));
    }
    for (index, end) in ends.iter().enumerate() {
        // What points away is fainter.
        let strength = 0.62 + 0.38 * (0.5 + 0.5 * end.depth);
        let color = end.color.gamma_multiply(strength);
        let is_lit = lit == Some(index);
        let radius = end.radius() + if is_lit { 1.5 } else { 0.0 };
        // Ends of negative axes have no letter, only a ring.
        if end.view.letter.is_empty() {
            painter.circle(end.at, radius, ground.gamma_multiply(0.85), Stroke::new(1.5, color));
            continue;
        }
        painter.line_segment([middle, end.at], Stroke::new(2.0, color));
        painter.circle_filled(end.at, radius, color);
        let ink = if is_lit { Color32::WHITE } else { ground };
        painter.text(end.at, Align2::CENTER_CENTER, end.view.letter, FontId::proportional(12.0), ink);
    }
}

/// Where else the camera can be put.
fn menu(response: &Response, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    response.context_menu(|ui| {
        if ui.button(word("Camera: reset")).clicked() {
            state.reset_camera(subject);
        }
        let projection =
            if state.camera.orthographic { "Camera: with perspective" } else { "Camera: without perspective" };
        if ui.button(word(projection)).clicked() {
            state.camera.toggle_orthographic();
        }
        for view in &VIEWS {
            if ui.button(word(view.name)).clicked() {
                view.take(state);
            }
        }
        // Bookmarks are part of a scene; laboratories and traces keep none.
        let Some(sim) = subject.scene() else { return };
        for bookmark in &sim.scene().view.cameras {
            if ui.button(say!("Camera: {}", word(&bookmark.name))).clicked() {
                state.look_from(&bookmark.camera);
            }
        }
        if let Some(keep) = views::keep(sim, state)
            && ui.button(word("View: keep this camera as a bookmark")).clicked()
        {
            actions.push(keep);
        }
    });
}
