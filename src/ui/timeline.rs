//! The strip above the status bar: where the run stands in the part of it that is kept, and the way back.

use super::Action;
use super::icon::{self, Icon};
use crate::sim::Timeline;
use egui::{RichText, Slider, Ui};

/// Shows the kept steps and collects where to go; `dt` is the length of a step (s).
pub(super) fn show(ui: &mut Ui, timeline: Timeline, dt: f32, actions: &mut Vec<Action>) {
    let Timeline { first, now, last } = timeline;
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_enabled_ui(now > first, |ui| {
            if icon::button(ui, Icon::StepBack, "One step back", ", (comma); with Shift ten steps").clicked() {
                actions.push(Action::Seek(now - 1));
            }
        });
        let words = 150.0;
        ui.spacing_mut().slider_width = (ui.available_width() - words).max(60.0);
        let mut step = now;
        // An empty range would be no slider.
        let slider = Slider::new(&mut step, first..=last.max(first + 1)).show_value(false);
        let response = ui.add_enabled(first < last, slider).accessible_name("Time");
        let response = response.on_hover_text("Drag to go back and forth in time. A change there begins a new future.");
        if response.changed() && timeline.nearest(step) != now {
            actions.push(Action::Seek(timeline.nearest(step)));
        }
        let seconds = |step: u64| format!("{:.2}", step as f64 * f64::from(dt));
        let text =
            if now < last { format!("{} of {} s", seconds(now), seconds(last)) } else { format!("{} s", seconds(now)) };
        ui.label(RichText::new(text).monospace().size(11.5).weak());
    });
}
