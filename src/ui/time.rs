//! Time: what pauses the run, the futures that were left, and recordings.

use super::quantity::{plural, quantity};
use super::{Action, RunFile, Status, UiState, pauses, theme};
use crate::lab;
use crate::language::word;
use crate::say;
use crate::sim;
use crate::subject::Subject;
use crate::timeline::{Simulation, Timeline};
use crate::view::{Theme, alteration_text, palette};
use egui::{Color32, RichText, Sense, Ui, vec2};

/// Shows the page.
pub(super) fn show(
    ui: &mut Ui,
    (subject, timeline): (&Subject, &sim::Timeline),
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    fold(ui, "Pause when", |ui| pauses::show(ui, subject, state, status, actions));
    past(ui, timeline, "Go back in time and change something: the old future stays, as translucent bodies.", actions);
}

/// The futures that were left, with a `hint` where there is none, and the recording.
pub(super) fn past<S: Simulation>(ui: &mut Ui, timeline: &Timeline<S>, hint: &str, actions: &mut Vec<Action>)
where
    Timeline<S>: FutureParting,
{
    fold(ui, "Other futures", |ui| futures(ui, timeline, hint, actions));
    fold(ui, "Recording", |ui| recording(ui, timeline, actions));
}

/// A part of a page that can be folded away.
pub(super) fn fold(ui: &mut Ui, title: &str, content: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new(RichText::new(word(title)).strong())
        .id_salt(title)
        .default_open(true)
        .show_unindented(ui, content)
        .header_response
        .on_hover_text(word("Shows this part, or folds it away."));
    ui.add_space(4.0);
}

fn futures<S: Simulation>(ui: &mut Ui, timeline: &Timeline<S>, hint: &str, actions: &mut Vec<Action>)
where
    Timeline<S>: FutureParting,
{
    if timeline.ghosts().len() == 0 {
        ui.label(RichText::new(word(hint)).weak());
    }
    for (index, ghost) in timeline.ghosts().enumerate() {
        let mut on = timeline.shown() == Some(index);
        let left = say!("left at step {}, {} long", ghost.fork(), plural(ghost.end() as usize, "step", "steps"));
        let name = ghost.alteration().map(alteration_text);
        let color = future_color(ui, index);
        ui.horizontal(|ui| {
            // Its colour in the picture and on the line of time.
            let (rect, _) = ui.allocate_exact_size(vec2(10.0, theme::CONTROL), Sense::hover());
            ui.painter().circle_filled(rect.center(), 4.5, color);
            let shown = theme::checkbox(ui, &mut on, name.as_ref().unwrap_or(&left));
            let hint = word("Shows this future beside the run.");
            if shown.on_hover_text(hint).changed() {
                actions.push(Action::ShowGhost(on.then_some(index)));
            }
        });
        if let Some(name) = name {
            // By what it is called it differs from the run; it has the value before the arrow.
            let words = say!("the future without it, {}", left);
            ui.label(RichText::new(words).small().weak()).on_hover_text(name);
        }
    }
    if timeline.lost_ghosts() > 0 {
        let (lost, most) = (plural(timeline.lost_ghosts(), "older one", "older ones"), Timeline::<S>::MOST_GHOSTS);
        ui.label(RichText::new(say!("{} given up: there is room for {} at most.", lost, most)).weak());
    }
    if let Some(words) = timeline.parting() {
        ui.label(words);
    }
    ui.horizontal(|ui| {
        if ui
            .button(word("Keep this one"))
            .on_hover_text(word("What comes without your next change stays beside it (G)."))
            .clicked()
        {
            actions.push(Action::KeepGhost);
        }
        if timeline.ghost().is_some()
            && ui
                .button(word("Trade places"))
                .on_hover_text(word("Go on with the ghost; the run becomes one."))
                .clicked()
        {
            actions.push(Action::SwapGhost);
        }
        if timeline.ghosts().len() > 0
            && ui.button(word("Forget them")).on_hover_text(word("Takes all ghosts away.")).clicked()
        {
            actions.push(Action::DropGhosts);
        }
    });
}

/// The colour of the ghost of this index.
pub(super) fn future_color(ui: &Ui, index: usize) -> Color32 {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let [r, g, b, _] = palette::future(index, theme).0;
    Color32::from_rgb(r, g, b)
}

/// Says where the run and the ghost that is shown part.
pub(super) trait FutureParting {
    /// In words of the language that is spoken; none where no ghost is shown.
    fn parting(&self) -> Option<String>;
}

impl FutureParting for sim::Timeline {
    fn parting(&self) -> Option<String> {
        self.ghost()?;
        let Some(divergence) = self.divergence() else { return Some(word("No step differs so far.").into()) };
        // A sentence that grows by what is known: the step, the bodies, the contact, how far they are apart now.
        let (name, what) = (|body| self.sim().name(body), &divergence.what);
        let mut words = say!("Parts at step {}", divergence.step);
        if let Some(first) = what.bodies.first() {
            words = say!("{} in {}", words, name(*first));
            if what.bodies.len() > 1 {
                words = say!("{} and {} more", words, what.bodies.len() - 1);
            }
        }
        if let Some((a, b)) = what.contact {
            words = say!("{}; first contact: {} and {}", words, name(a), name(b));
        }
        if let Some((body, apart)) = self.distance().filter(|(_, apart)| *apart > 0.0) {
            words = say!("{}; {} is now {} away", words, name(body), quantity(f64::from(apart), "m"));
        }
        Some(say!("{}.", words))
    }
}

impl FutureParting for lab::Timeline {
    fn parting(&self) -> Option<String> {
        self.ghost()?;
        let Some(divergence) = self.divergence() else { return Some(word("No step differs so far.").into()) };
        let mut words = say!("Parts at step {}", divergence.step);
        if let Some(first) = divergence.what.first() {
            words = say!("{} in {}", words, word(first));
            if divergence.what.len() > 1 {
                words = say!("{} and {} more", words, divergence.what.len() - 1);
            }
        }
        Some(say!("{}.", words))
    }
}

fn recording<S: Simulation>(ui: &mut Ui, timeline: &Timeline<S>, actions: &mut Vec<Action>) {
    // How much of the run is kept, and what it takes.
    let time = timeline.seek_range();
    let size = timeline.size() as f64 / f64::from(1 << 20);
    ui.label(say!("Steps {} to {}, {} MB.", time.first, time.last, format!("{size:.1}")));
    if time.first > 0 {
        let words = say!(
            "The first {} are forgotten: there is no room for them.",
            plural(time.first as usize, "step", "steps")
        );
        ui.label(RichText::new(words).weak());
    }
    if let Some(step) = timeline.mismatch() {
        let words = say!("Step {} came to another state when it was done again.", step);
        ui.label(RichText::new(words).color(ui.visuals().error_fg_color));
    }
    // What can be saved of it.
    let hint = "What it began with, all that was done and the hash of every step, as a .caromrec file. Drop it here to \
                open it; carom replay checks it.";
    if ui.button(word("Save recording…")).on_hover_text(word(hint)).clicked() {
        actions.push(Action::SaveRun(RunFile::Recording));
    }
    let hint = "A picture or a moving picture of what comes from this moment on, as the window shows it.";
    if ui.button(word("Export a clip…")).on_hover_text(word(hint)).clicked() {
        actions.push(Action::AskExport);
    }
}
