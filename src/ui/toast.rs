//! Messages that appear over the picture and go by themselves, or stay until they are closed.

use super::icon::{self, Icon};
use super::theme;
use crate::language::word;
use egui::{Align, Align2, Area, Color32, Frame, Id, Layout, Order, Rect, Ui};

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToastKind {
    /// Something was done. Goes after a few seconds.
    Info,
    /// Something could not be done. Stays until it is closed, or until what it is about has been put right.
    Error,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// How serious.
    pub kind: ToastKind,
    /// The first line.
    pub title: String,
    /// Further lines, may be empty.
    pub detail: String,
    /// When it goes (s of the window's clock); none while it has not been shown yet.
    until: Option<f64>,
}

/// The messages now shown, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Toasts {
    list: Vec<Toast>,
}

/// More would hide the scene.
const MOST: usize = 4;
/// How long an [`ToastKind::Info`] stays (s).
const INFO_SECONDS: f64 = 3.5;

impl Toasts {
    /// Adds a message that goes by itself.
    pub fn info(&mut self, title: impl Into<String>) {
        self.push(ToastKind::Info, title.into(), String::new());
    }

    /// Adds a message that stays.
    pub fn error(&mut self, title: impl Into<String>, detail: impl Into<String>) {
        self.push(ToastKind::Error, title.into(), detail.into());
    }

    fn push(&mut self, kind: ToastKind, title: String, detail: String) {
        // What is told again takes the place of what was told before.
        self.list.retain(|t| t.title != title);
        self.list.push(Toast { kind, title, detail, until: None });
        if self.list.len() > MOST {
            self.list.remove(0);
        }
    }

    /// Takes all errors away: what they were about has been put right.
    pub fn clear_errors(&mut self) {
        self.list.retain(|t| t.kind != ToastKind::Error);
    }

    /// The messages, oldest first.
    pub fn list(&self) -> &[Toast] {
        &self.list
    }

    /// Shows them in the lower right corner of `rect`.
    pub(super) fn show(&mut self, ui: &Ui, rect: Rect) {
        let now = ui.input(|i| i.time);
        // Its time runs from when it is first seen, not from when it was written.
        for toast in &mut self.list {
            if toast.kind == ToastKind::Info && toast.until.is_none() {
                toast.until = Some(now + INFO_SECONDS);
            }
        }
        self.list.retain(|t| t.until.is_none_or(|until| now < until));
        // Somebody must wake the window when the first of them is over.
        if let Some(next) = self.list.iter().filter_map(|t| t.until).reduce(f64::min) {
            ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64((next - now).max(0.01)));
        }
        if self.list.is_empty() {
            return;
        }
        let width = 380.0_f32.min(rect.width() - 32.0);
        let mut closed = None;
        Area::new(Id::unique("toasts"))
            .order(Order::Foreground)
            .pivot(Align2::RIGHT_BOTTOM)
            .fixed_pos(rect.right_bottom() - egui::vec2(16.0, 16.0))
            .show(ui.ctx(), |ui| {
                for (i, toast) in self.list.iter().enumerate() {
                    if show_one(ui, toast, width) {
                        closed = Some(i);
                    }
                }
            });
        // Only when the whole list was shown; the others move up with another frame.
        if let Some(i) = closed {
            self.list.remove(i);
            ui.ctx().request_repaint();
        }
    }
}

/// Shows one message; true when it was closed.
fn show_one(ui: &mut Ui, toast: &Toast, width: f32) -> bool {
    let edge: Color32 = match toast.kind {
        ToastKind::Info => theme::accent(ui.visuals()),
        ToastKind::Error => ui.visuals().error_fg_color,
    };
    let mut closed = false;
    let frame = Frame::popup(ui.style()).inner_margin(egui::Margin { left: 16, right: 8, top: 8, bottom: 8 });
    let shown = frame.show(ui, |ui| {
        ui.set_width(width - 24.0);
        // From the right: the button keeps its place, and the words take what is left.
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            closed = icon::button(ui, Icon::Close, "Close this message", "It goes away for now.").clicked();
            ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
                ui.set_max_width(width - 56.0);
                // Both parts may be words of the window; what is not known stays as it is.
                ui.label(egui::RichText::new(word(&toast.title)).strong());
                if !toast.detail.is_empty() {
                    ui.label(egui::RichText::new(word(&toast.detail)).monospace().size(11.5));
                }
            });
        });
    });
    theme::edge_mark(ui, shown.response.rect, edge);
    closed
}
