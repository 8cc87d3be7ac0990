//! The lowest bar, the line of time: where the run stands in the part of it that is kept, and the way back.

use super::icon::{self, Icon};
use super::quantity::plural;
use super::time::{FutureParting, future_color};
use super::{Action, Checking, PlayMode, Status, traced};
use crate::language::word;
use crate::say;
use crate::sim;
use crate::subject::Subject;
use crate::timeline::{SeekRange, Simulation, Timeline};
use egui::{RichText, Slider, Ui};

/// Shows the kept steps and collects where to go; where there is little room, without the way it plays.
pub(super) fn show(ui: &mut Ui, subject: &Subject, status: &Status, brief: bool, actions: &mut Vec<Action>) {
    let (range, dt) = (subject.seek_range(), subject.dt());
    let SeekRange { first, now, last } = range;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        if !brief {
            playback(ui, range, status, actions);
            ui.add_space(6.0);
        }
        // The words at the end keep their room, so that the slider does not move while they change.
        let words = if brief { 70.0 } else { 150.0 };
        ui.spacing_mut().slider_width = (ui.available_width() - words).max(60.0);
        let mut step = now;
        // An empty range would be no slider.
        let slider = Slider::new(&mut step, first..=last.max(first + 1)).show_value(false);
        let response = ui.add_enabled(first < last, slider).accessible_name(word("Time"));
        let response =
            response.on_hover_text(word("Drag to go back and forth in time. A change there begins a new future."));
        // Marks lie over the slider, each kind where its subject has such steps.
        match subject {
            Subject::Scene(timeline) => {
                budget_marks(ui, &response, range, timeline);
                marks(ui, &response, range, &**timeline);
            }
            Subject::Lab(timeline) => marks(ui, &response, range, &**timeline),
            Subject::Trace(traced) => {
                worst_marks(ui, &response, range, status);
                if let Some(x) =
                    traced::mark(&traced.playback, status).and_then(|step| place(response.rect, range, step))
                {
                    let color = future_color(ui, 0);
                    ui.painter().vline(x, response.rect.y_range().shrink(3.0), egui::Stroke::new(2.0, color));
                }
            }
        }
        // A drag passes steps that are not kept: the nearest one that is.
        if response.changed() && range.nearest(step) != now {
            actions.push(Action::Seek(range.nearest(step)));
        }
        // The steps of a trace may begin anywhere.
        let seconds = |step: u64| format!("{:.2}", subject.time() + (step as f64 - now as f64) * f64::from(dt));
        let text = if now < last && !brief {
            say!("{} of {} s", seconds(now), seconds(last))
        } else {
            format!("{} s", seconds(now))
        };
        ui.add_space(6.0);
        ui.label(RichText::new(text).monospace().size(11.5).weak());
    });
}

fn playback(ui: &mut Ui, range: SeekRange, status: &Status, actions: &mut Vec<Action>) {
    // What leads nowhere is greyed and stays in its place.
    let SeekRange { first, now, last } = range;
    let PlayMode { backwards, looping } = status.playback;
    ui.add_enabled_ui(now > first, |ui| {
        if icon::button(ui, Icon::StepBack, "One step back", ", (comma); with Shift ten steps").clicked() {
            actions.push(Action::Back(1));
        }
    });
    ui.add_enabled_ui(first < last, |ui| {
        let hint = "Time runs back to the first step that is kept. Shift+Space";
        if icon::toggle(ui, Icon::PlayBack, "Play backwards", hint, backwards).clicked() {
            actions.push(Action::Reverse);
        }
        let hint = "From the last step known to the first one kept, and on. L";
        if icon::toggle(ui, Icon::Loop, "Loop", hint, looping).clicked() {
            actions.push(Action::Loop);
        }
    });
}

/// Ticks below the slider where the budget of a step left impacts to the solver or overlaps to later steps, at most one
/// a pixel.
fn budget_marks(ui: &Ui, slider: &egui::Response, range: SeekRange, timeline: &sim::Timeline) {
    let (first, totals) = timeline.totals();
    // One mark for a pixel: a long run has more such steps than the slider has pixels.
    let (mut counts, mut last_x) = ([(0_usize, 0); 2], f32::NEG_INFINITY);
    for (step, totals) in (first..).zip(totals) {
        let left = [totals.impacts_left, totals.overlaps_left];
        if left == [0; 2] {
            continue;
        }
        for ((steps, most), left) in counts.iter_mut().zip(left) {
            (*steps, *most) = (*steps + usize::from(left > 0), left.max(*most));
        }
        let Some(x) = place(slider.rect, range, step) else { continue };
        if x >= last_x + 1.0 {
            last_x = x;
            let bottom = slider.rect.bottom();
            ui.painter().vline(x, bottom - 4.0..=bottom, egui::Stroke::new(1.0, ui.visuals().warn_fg_color));
        }
    }
    let [(impacts, most_impacts), (overlaps, most_overlaps)] = counts;
    let of_impacts = (impacts > 0).then(|| {
        say!(
            "Ticks below: {} in which the budget of work left impacts to the solver, up to {} at once.",
            plural(impacts, "step", "steps"),
            most_impacts
        )
    });
    let of_overlaps = (overlaps > 0).then(|| {
        say!(
            "Ticks below: {} in which overlaps of a crowd were left to later steps, up to {} at once.",
            plural(overlaps, "step", "steps"),
            most_overlaps
        )
    });
    let words: Vec<String> = of_impacts.into_iter().chain(of_overlaps).collect();
    if !words.is_empty() {
        slider.clone().on_hover_text(words.join("\n"));
    }
}

/// Ticks below the slider where the worst contacts of a trace are, at most one a pixel.
fn worst_marks(ui: &Ui, slider: &egui::Response, range: SeekRange, status: &Status) {
    let Checking::Done(report) = &status.checking else { return };
    let mut drawn: Vec<i32> = vec![];
    for row in &report.worst {
        let Some(x) = place(slider.rect, range, row.step) else { continue };
        if drawn.contains(&(x as i32)) {
            continue;
        }
        drawn.push(x as i32);
        let bottom = slider.rect.bottom();
        let color = super::traced::verdict_color(row.verdict, ui.visuals());
        ui.painter().vline(x, bottom - 4.0..=bottom, egui::Stroke::new(1.0, color));
    }
    if !drawn.is_empty() {
        slider.clone().on_hover_text(word("Ticks below: the worst contacts of the trace."));
    }
}

/// Where a step stands on the slider (logical pixels); none when it is not on it.
fn place(rect: egui::Rect, range: SeekRange, step: u64) -> Option<f32> {
    let SeekRange { first, last, .. } = range;
    let on_it = (first..=last).contains(&step) && last > first;
    on_it.then(|| egui::lerp(rect.left() + 6.0..=rect.right() - 6.0, (step - first) as f32 / (last - first) as f32))
}

/// Marks on the slider: where the ghost was left and where it parts from the run; and where the run was not repeated.
fn marks<S: Simulation>(ui: &Ui, slider: &egui::Response, range: SeekRange, timeline: &Timeline<S>)
where
    Timeline<S>: FutureParting,
{
    let rect = slider.rect;
    // The fork of the ghost, and later where it first came to another state.
    let mark = |step: u64, color: egui::Color32, width: f32| {
        if let Some(x) = place(rect, range, step) {
            ui.painter().vline(x, rect.y_range().shrink(3.0), egui::Stroke::new(width, color));
        }
    };
    if let Some(ghost) = timeline.ghost() {
        mark(ghost.fork(), future_color(ui, timeline.shown().unwrap_or(0)), 2.0);
        if let Some(divergence) = timeline.divergence() {
            mark(divergence.step, ui.visuals().warn_fg_color, 2.0);
        }
        if let Some(words) = timeline.parting() {
            slider.clone().on_hover_text(words);
        }
    }
    if let Some(step) = timeline.mismatch() {
        mark(step, ui.visuals().error_fg_color, 3.0);
    }
}
