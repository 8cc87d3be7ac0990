//! A panel at an edge of the window whose size is the user's alone: a grip changes it, what it shows never does.

use super::theme;
use crate::language::word;
use egui::{
    CursorIcon, EventFilter, Frame, Key, Panel, Rangef, Rect, Response, Role, Sense, Ui, UiBuilder, pos2, vec2,
};

/// How much the panels leave to the picture at least (points): beside those at its sides, and above the drawer.
pub(super) const PICTURE: [f32; 2] = [300.0, 110.0];
/// How wide the edge is that can be dragged (points).
const GRIP: f32 = 8.0;
/// What an arrow key changes (points).
const STEP: f32 = 16.0;

/// Where a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// On the left, over the whole height.
    Left,
    /// On the right, over the whole height.
    Right,
    /// At the bottom, over the whole width.
    Bottom,
}

/// A panel that is resized by hand.
pub(super) struct Dock {
    /// What it is called, also for the control that resizes it.
    pub name: &'static str,
    /// Where it stands.
    pub edge: Edge,
    /// Its sizes across the edge (points).
    pub range: Rangef,
    /// The size it has at first, and after a double click on the grip (points).
    pub default: f32,
    /// What is shown of it even when it is closed (points).
    pub folded: f32,
}

impl Dock {
    /// Shows the panel, or what is left of it when it is closed; where it stands, none when nothing is left. A drag far
    /// below the least size closes it.
    pub fn show(&self, ui: &mut Ui, size: &mut f32, open: &mut bool, content: impl FnOnce(&mut Ui)) -> Option<Rect> {
        // The picture keeps its least size, unless not even the panel has its own.
        let room = ui.available_rect_before_wrap().size();
        let (room, picture) = if self.edge == Edge::Bottom { (room.y, PICTURE[1]) } else { (room.x, PICTURE[0]) };
        let most = self.range.max.min(room - picture).max(self.range.min.min(room));
        // Folded it is a strip, or nothing.
        let shown = if *open { size.clamp(self.range.min.min(most), most) } else { self.folded };
        if shown <= 0.0 {
            return None;
        }
        let panel = match self.edge {
            Edge::Left => Panel::left(self.name),
            Edge::Right => Panel::right(self.name),
            Edge::Bottom => Panel::bottom(self.name),
        };
        let panel = panel.exact_size(shown).resizable(false).frame(Frame::new().fill(ui.visuals().panel_fill));
        let rect = panel.show(ui, |ui| {
            let rect = ui.max_rect();
            // What does not fit is cut off: it may not widen the panel, or controls would move by themselves.
            let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
            inside.shrink_clip_rect(rect);
            content(&mut inside);
            ui.allocate_rect(rect, Sense::hover());
        });
        let rect = rect.response.rect;
        if *open {
            let grip = self.grip(ui, rect);
            if let Some(wanted) = self.wanted(ui, &grip, rect, shown) {
                // Dragged well below its least size it was meant to be closed.
                *open = wanted > 0.6 * self.range.min;
                if *open {
                    *size = wanted.clamp(self.range.min.min(most), most);
                }
            }
        }
        Some(rect)
    }

    /// The edge that can be dragged, inside the panel.
    fn grip(&self, ui: &Ui, panel: Rect) -> Response {
        let rect = match self.edge {
            Edge::Left => panel.with_min_x(panel.right() - GRIP),
            Edge::Right => panel.with_max_x(panel.left() + GRIP),
            Edge::Bottom => panel.with_max_y(panel.top() + GRIP),
        };
        // Reached by Tab and moved by arrows as well as by the mouse.
        let response = ui.interact(rect, ui.scope_id().with((self.name, "grip")), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(Role::Splitter, true, word("Resize the panel")));
        let cursor = if self.edge == Edge::Bottom { CursorIcon::ResizeVertical } else { CursorIcon::ResizeHorizontal };
        let response = response.on_hover_and_drag_cursor(cursor);
        let lit = response.hovered() || response.dragged() || response.has_focus();
        let visuals = ui.visuals();
        let color = if lit { theme::accent(visuals) } else { visuals.weak_text_color().gamma_multiply(0.6) };
        // A short bar in the middle of the edge, just inside.
        let (middle, bar) = match self.edge {
            Edge::Left => (pos2(panel.right() - 3.0, panel.center().y), vec2(3.0, 32.0)),
            Edge::Right => (pos2(panel.left() + 3.0, panel.center().y), vec2(3.0, 32.0)),
            Edge::Bottom => (pos2(panel.center().x, panel.top() + 3.0), vec2(32.0, 3.0)),
        };
        ui.painter().rect_filled(Rect::from_center_size(middle, bar), 1.5, color);
        response
    }

    /// The size that mouse or keys ask for (points); none when they ask for nothing.
    fn wanted(&self, ui: &Ui, grip: &Response, panel: Rect, now: f32) -> Option<f32> {
        // The size that it had at first.
        if grip.double_clicked() {
            return Some(self.default);
        }
        if grip.dragged()
            && let Some(at) = grip.interact_pointer_pos()
        {
            return Some(match self.edge {
                Edge::Left => at.x - panel.left() + GRIP / 2.0,
                Edge::Right => panel.right() - at.x + GRIP / 2.0,
                Edge::Bottom => panel.bottom() - at.y + GRIP / 2.0,
            });
        }
        if !grip.has_focus() {
            return None;
        }
        // Arrows would else move the focus to the next control.
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|m| m.set_focus_lock_filter(grip.id, filter));
        let (larger, smaller) = match self.edge {
            Edge::Left => (Key::ArrowRight, Key::ArrowLeft),
            Edge::Right => (Key::ArrowLeft, Key::ArrowRight),
            Edge::Bottom => (Key::ArrowUp, Key::ArrowDown),
        };
        let steps = ui.input(|i| i.num_presses(larger) as f32 - i.num_presses(smaller) as f32);
        (steps != 0.0).then_some(now + steps * STEP)
    }
}
