//! Where the time goes, and how much there was to do.

use super::{Status, quantity, quantity::count, theme};
use crate::language::word;
use crate::physics::Sums;
use crate::say;
use crate::sim::Sim;
use egui::{Align, Align2, FontId, Layout, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

/// Shows stage times, counts, energy and the times of the last steps and pictures.
pub(super) fn show(ui: &mut Ui, sim: &Sim, status: &Status) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Min).with_main_wrap(true), |ui| {
            ui.spacing_mut().item_spacing = vec2(28.0, 12.0);
            column(ui, 250.0, "Last step, by stage", |ui| stages(ui, sim));
            column(ui, 250.0, "Counts", |ui| counts(ui, sim));
            column(ui, 180.0, "Energy and momentum", |ui| energy(ui, sim));
            column(ui, 200.0, "Time of steps", |ui| history(ui, &status.step_times, "step"));
            column(ui, 200.0, "Time between pictures", |ui| history(ui, &status.frame_times, "picture"));
        });
    });
}

fn column(ui: &mut Ui, width: f32, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = vec2(8.0, 2.0);
        ui.label(RichText::new(word(title)).size(12.0).strong());
        ui.add_space(2.0);
        contents(ui);
    });
}

fn stages(ui: &mut Ui, sim: &Sim) {
    let stages = &sim.world().stats().stages;
    let list = stages.list();
    // Never nothing, or a step without work would divide by it.
    let longest = list.iter().map(|(_, ms)| *ms).fold(1e-6, f32::max);
    let color = theme::accent(ui.visuals()).gamma_multiply(0.55);
    for (name, ms) in list {
        let name = word(name);
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
        let text = format!("{ms:.3} ms");
        // Painted by hand, so that a screen reader must be told what stands there.
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name} {text}")));
        let p = ui.painter();
        let font = FontId::proportional(12.0);
        p.text(rect.left_center(), Align2::LEFT_CENTER, name, font, ui.visuals().weak_text_color());
        // Room for the longest name on the left and for the number on the right.
        let left = rect.left() + 62.0;
        let full = rect.right() - 70.0 - left;
        let bar =
            Rect::from_min_max(pos2(left, rect.top() + 4.0), pos2(left + full * ms / longest, rect.bottom() - 4.0));
        p.rect_filled(bar, 2.0, color);
        p.text(rect.right_center(), Align2::RIGHT_CENTER, text, FontId::monospace(11.5), ui.visuals().text_color());
    }
    pair(ui, "whole step", &format!("{:.3} ms", stages.total));
}

fn counts(ui: &mut Ui, sim: &Sim) {
    let (now, stats) = (sim.counts(), sim.world().stats());
    let rows = [
        ("bodies", now.bodies),
        ("dynamic", now.dynamic),
        ("awake", now.awake),
        ("near pairs", stats.pairs),
        ("contacts", now.contacts),
        ("points", stats.points),
        ("impacts", stats.impacts),
        ("left to the solver", stats.impacts_left),
        ("overlaps left", stats.overlaps_left),
        ("islands", sim.world().island_count()),
        ("colours", stats.colors),
        ("frozen", stats.quarantined),
    ];
    ui.columns(2, |columns| {
        for (i, (name, value)) in rows.into_iter().enumerate() {
            // Six in the left column, the rest in the right one.
            columns[i / 6].spacing_mut().item_spacing = vec2(8.0, 2.0);
            pair(&mut columns[i / 6], name, &count(value));
        }
    });
}

fn energy(ui: &mut Ui, sim: &Sim) {
    let Sums { kinetic, potential, momentum } = sim.world().sums();
    pair(ui, "kinetic", &quantity(kinetic, "J"));
    pair(ui, "potential", &quantity(potential, "J"));
    pair(ui, "together", &quantity(kinetic + potential, "J"));
    for (axis, value) in ["x", "y", "z"].into_iter().zip(momentum.to_array()) {
        pair(ui, &say!("momentum {}", axis), &quantity(value, "N·s"));
    }
}

fn pair(ui: &mut Ui, name: &str, value: &str) {
    let name = word(name);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name} {value}")));
    let p = ui.painter();
    p.text(rect.left_center(), Align2::LEFT_CENTER, name, FontId::proportional(12.0), ui.visuals().weak_text_color());
    p.text(rect.right_center(), Align2::RIGHT_CENTER, value, FontId::monospace(11.5), ui.visuals().text_color());
}

/// The last times as a row of bars, with the mean and the longest in words.
fn history(ui: &mut Ui, times: &[f32], what: &str) {
    // An empty list has a mean of nothing.
    let mean = times.iter().fold(0.0, |sum, ms| sum + ms) / times.len().max(1) as f32;
    let longest = times.iter().copied().fold(0.0, f32::max);
    let height = (ui.available_height() - 24.0).clamp(30.0, 90.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let [mean, most] = [mean, longest].map(|ms| format!("{ms:.2}"));
    let words = say!("mean {} ms, longest {} ms", mean, most);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{}: {words}", word(what))));
    let p = ui.painter();
    p.rect_filled(rect, 4.0, ui.visuals().extreme_bg_color);
    let color = theme::accent(ui.visuals()).gamma_multiply(0.7);
    let slots = 120.0;
    // Every bar has its fixed place, so that few times do not look like long ones.
    let width = rect.width() / slots;
    let scale = (rect.height() - 4.0) / longest.max(1e-3);
    // The latest on the right, as on a paper that runs to the left.
    for (i, ms) in times.iter().rev().take(slots as usize).enumerate() {
        let x = rect.right() - (i as f32 + 0.5) * width;
        p.line_segment([pos2(x, rect.bottom()), pos2(x, rect.bottom() - ms * scale)], Stroke::new(width * 0.8, color));
    }
    ui.label(RichText::new(words).small().weak());
}
