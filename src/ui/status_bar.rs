//! The line at the lower edge: where the simulation stands.

use super::icon::{self, Icon};
use super::quantity::{count, plural};
use super::{Status, UiState};
use crate::say;
use crate::subject::Subject;
use crate::words::word;
use egui::{Align, Layout, RichText, Ui};

/// Shows simulated time, the state's hash, counts, and how fast pictures come.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        let drawer = "Contacts and times at the bottom.";
        if subject.scene().is_some()
            && icon::toggle(ui, Icon::Drawer, "Drawer", drawer, state.preferences.drawer_open).clicked()
        {
            state.preferences.drawer_open = !state.preferences.drawer_open;
        }
        let mono = |text: String| RichText::new(text).monospace().size(11.5);
        ui.label(mono(format!("{:>8.3} s", subject.time()))).on_hover_text(word("Simulated time"));
        ui.label(mono(say!("step {}", count(subject.step_count() as usize)))).on_hover_text(word("Steps done"));
        let hash = format!("{:016x}", subject.state_hash());
        let hint = say!("{}\nHash of the whole state, bit for bit: the same on every machine.", hash);
        ui.label(mono(format!("#{}", &hash[..8])).color(ui.visuals().weak_text_color())).on_hover_text(hint);
        if status.lagging && status.running {
            let text = RichText::new(word("slower than real time")).size(11.5).color(ui.visuals().warn_fg_color);
            ui.label(text)
                .on_hover_text(word("This machine cannot keep up. Steps stay as long as they are; time runs slower."));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 14.0;
            let side = "Numbers and settings on the right.";
            if icon::toggle(ui, Icon::Side, "Side panel", side, state.preferences.side_open).clicked() {
                state.preferences.side_open = !state.preferences.side_open;
            }
            let weak = ui.visuals().weak_text_color();
            let small = |text: String| RichText::new(text).size(11.5).color(weak);
            let adapter = if status.software { word("software drawing") } else { status.adapter.as_str() };
            if !adapter.is_empty() {
                let hint = say!("{}\nGraphics adapter in use.", status.adapter);
                ui.add(egui::Label::new(small(adapter.into())).truncate()).on_hover_text(hint);
            }
            if status.frame_ms > 0.0 && status.running {
                let rate = 1000.0 / status.frame_ms;
                ui.label(small(format!("{rate:.0} fps")))
                    .on_hover_text(say!("Pictures a second; {} ms each", format!("{:.1}", status.frame_ms)));
            }
            if let Some(sim) = subject.scene() {
                let now = sim.counts();
                ui.label(small(plural(now.contacts, "contact", "contacts")));
                ui.label(small(say!("{}, {} awake", plural(now.bodies, "body", "bodies"), count(now.awake))));
            }
        });
    });
}
