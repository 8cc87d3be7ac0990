//! The page *History* of a trace: a row for each pair over all steps, in the colour of its verdict.

use super::super::quantity::{plural, quantity};
use super::super::{Action, Status, UiState, history_row, theme};
use super::{Checking, go_to, verdict_color};
use crate::check::{TouchHistory, TouchSpan, Verdict};
use crate::language::word;
use crate::playback::Playback;
use crate::say;
use crate::view::trace_id;
use egui::{Rect, RichText, Stroke, Ui};

/// Shows the rows once all contacts are checked.
pub fn show(ui: &mut Ui, playback: &Playback, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // Rows come of the check of the whole trace.
    let Checking::Done(report) = &status.checking else {
        return super::show_report(ui, playback, state, status, actions);
    };
    ui.add_space(4.0);
    let mut text = plural(report.touches.len(), "pair touched", "pairs touched");
    if let Some(step) = report.touches_full_at {
        text += &say!("; from step {} on not all of it is kept", step);
    }
    ui.label(RichText::new(text).size(12.0).weak());
    let film = playback.film();
    // One scale of impulses for all rows, so that they can be compared.
    let impulses = report.touches.iter().flat_map(|history| &history.spans).filter_map(|span| span.impulse);
    let page = Rows { playback, steps: (film.first, film.last.max(film.first)), top: impulses.fold(0.0, f64::max) };
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        history_row::ROW,
        report.touches.len(),
        |ui, rows| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for history in &report.touches[rows] {
                page.row(ui, history, state, actions);
            }
        },
    );
}

struct Rows<'a> {
    playback: &'a Playback,
    /// The first and the last step.
    steps: (u64, u64),
    /// The greatest impulse of all rows (N·s).
    top: f64,
}

impl Rows<'_> {
    fn row(&self, ui: &mut Ui, history: &TouchHistory, state: &mut UiState, actions: &mut Vec<Action>) {
        let frame = self.playback.frame();
        let (a, b) = history.pair;
        let name = format!("{} – {}", frame.name(a), frame.name(b));
        let touches = plural(touches(&history.spans), "touch", "touches");
        let is_selected = state.selection.has_contact((trace_id(a), trace_id(b)));
        let (response, area) = history_row::row(ui, &name, &format!("{name}: {touches}"), is_selected);
        self.paint(ui, history, area);
        // Where the pointer is, in steps of the trace.
        let step = response.hover_pos().filter(|at| area.contains(*at)).map(|at| self.step(area, at.x));
        let response = history_row::hint(response, &name, step.map(|step| said(history, step)));
        if response.clicked() {
            // By the keyboard, or beside the row: where the two touched last.
            let last = history.spans.last().map_or(frame.number, |span| span.last);
            let ids = [a, b].map(|body| frame.body(body).map(|member| member.id.clone()));
            if let [Some(a), Some(b)] = ids {
                go_to(state, actions, step.unwrap_or(last), &a, &b);
            }
        }
    }

    /// Bars of the touches in the colour of their verdict, the higher the harder they pressed, and where
    /// the trace stands.
    fn paint(&self, ui: &Ui, history: &TouchHistory, rect: Rect) {
        let (visuals, painter) = (ui.visuals(), ui.painter().with_clip_rect(rect));
        painter.rect_filled(rect, 2.0, visuals.extreme_bg_color.gamma_multiply(0.6));
        for span in &history.spans {
            let (left, right) = (self.x(rect, span.first), self.x(rect, span.last + 1));
            // A hundredth of the greatest impulse and less is a third as high; without impulses all are.
            let share =
                span.impulse.filter(|j| *j > 0.0 && self.top > 0.0).map_or(0.0, |j| 1.0 + (j / self.top).log10() / 2.0);
            let height = rect.height() * (0.33 + 0.67 * share.clamp(0.0, 1.0) as f32);
            let bar = Rect::from_x_y_ranges(left..=right.max(left + 1.5), rect.bottom() - height..=rect.bottom());
            let color = verdict_color(span.verdict, visuals);
            let is_right = matches!(span.verdict, Verdict::Agrees | Verdict::Tie | Verdict::Unchecked);
            // What is right steps back, so that faults are seen at once.
            painter.rect_filled(bar, 0.0, if is_right { color.gamma_multiply(0.45) } else { color });
        }
        let now = self.playback.frame().number;
        // In the middle of its step, which is as wide as the page shows.
        let x = 0.5 * (self.x(rect, now) + self.x(rect, now + 1));
        painter.vline(x, rect.y_range(), Stroke::new(1.0, theme::accent(visuals)));
    }

    fn x(&self, rect: Rect, step: u64) -> f32 {
        let (first, last) = self.steps;
        let share = step.saturating_sub(first) as f64 / (last - first + 1) as f64;
        egui::lerp(rect.x_range(), share.min(1.0) as f32)
    }

    fn step(&self, rect: Rect, x: f32) -> u64 {
        let (first, last) = self.steps;
        let share = f64::from((x - rect.left()) / rect.width().max(1.0)).clamp(0.0, 1.0);
        (first + (share * (last - first + 1) as f64) as u64).min(last)
    }
}

/// How often two bodies touched, whatever the verdicts on it.
fn touches(spans: &[TouchSpan]) -> usize {
    let parted = spans.windows(2).filter(|pair| pair[1].first > pair[0].last + 1).count();
    parted + usize::from(!spans.is_empty())
}

/// What a row has at a step.
fn said(history: &TouchHistory, step: u64) -> String {
    let Some(span) = history.spans.iter().find(|span| (span.first..=span.last).contains(&step)) else {
        return say!("step {}: apart", step);
    };
    let verdict = word(span.verdict.title());
    match span.impulse {
        Some(impulse) => {
            let pressed = quantity(impulse, "N·s");
            say!("steps {} to {}: {}, pressed with {} at most", span.first, span.last, verdict, pressed)
        }
        None => say!("steps {} to {}: {}", span.first, span.last, verdict),
    }
}
