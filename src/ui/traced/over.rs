//! Another run that lies over a trace: another trace of the same bodies, or this program's own run of them.

use super::super::field::{self, FieldNumber};
use super::super::quantity::{count, digits, plural, quantity};
use super::super::{Action, Status, UiState, theme, time};
use super::{Beside, go_to};
use crate::check::{Diff, OneSided, Parting};
use crate::language::word;
use crate::playback::Playback;
use crate::say;
use crate::subject::{Loss, Traced};
use crate::trace::Id;
use egui::{RichText, Sense, Ui, vec2};

/// Bodies that are listed.
const ROWS: usize = 10;

/// Shows what lies over the trace and where the two part, and offers to lay something over it.
pub fn show(ui: &mut Ui, traced: &Traced, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    theme::section(ui, "Another run over it");
    let playback = &traced.playback;
    if let Some(beside) = &traced.beside {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(10.0, theme::CONTROL), Sense::hover());
            // In the colour of its ghosts in the picture.
            ui.painter().circle_filled(rect.center(), 4.5, time::future_color(ui, 0));
            ui.label(RichText::new(&beside.film().title).strong());
        });
    }
    match &status.beside {
        Beside::Off if traced.beside.is_none() => {
            let hint = "Lays another run of the same bodies over this one, translucent, and says where the two part.";
            ui.label(RichText::new(word(hint)).weak());
            offers(ui, playback, actions);
        }
        Beside::Off => taken_away(ui, "Take it away", actions),
        Beside::Running(done, steps) => {
            let share = *done as f32 / (*steps).max(1) as f32;
            let text = say!("Step {} of {}", count(*done as usize), count(*steps as usize));
            ui.add(egui::ProgressBar::new(share).text(text));
            taken_away(ui, "Give up", actions);
        }
        Beside::Failed(reason) => {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
            // What is laid over it stays, although where the two part is not known.
            if traced.beside.is_some() {
                taken_away(ui, "Take it away", actions);
            } else {
                offers(ui, playback, actions);
            }
        }
        Beside::Done(diff, losses) => {
            where_they_part(ui, playback, diff, state, actions);
            tolerance(ui, diff, state, actions);
            if !losses.is_empty() {
                ui.add_space(4.0);
                for loss in losses {
                    ui.label(RichText::new(loss_text(*loss)).small().weak());
                }
            }
            ui.add_space(4.0);
            // Only once it is known: before that trading places would begin the comparison anew.
            ui.horizontal_wrapped(|ui| {
                let hint = "The other run comes to the front, with its contacts and its check; this one lies over it.";
                if ui.button(word("Trade places")).on_hover_text(word(hint)).clicked() {
                    actions.push(Action::SwapGhost);
                }
                taken_away(ui, "Take it away", actions);
            });
        }
    }
}

/// How far apart is apart. Two engines take their steps by different rules: in free fall alone they
/// are millimetres apart.
fn tolerance(ui: &mut Ui, diff: &Diff, state: &mut UiState, actions: &mut Vec<Action>) {
    // Millimetres in the form, metres inside.
    let number = FieldNumber {
        name: "Tolerance",
        unit: "mm",
        range: 1e-3..=1e4,
        default: 1e3 * Beside::TOGETHER,
        slider: Some(0.01..=1000.0),
        logarithmic: true,
        hint: "Bodies of the two runs that are nearer count as together; so do those turned by less than as many milliradians.",
        ..FieldNumber::default()
    };
    let change = field::number(ui, &number, 1e3 * state.session.together);
    // Compared when the slider is let go: it takes as long as reading both traces.
    if let Some(changed) = change.value {
        state.session.together = 1e-3 * changed;
    }
    if change.done && state.session.together != diff.tolerance {
        actions.push(Action::Compare);
    }
}

fn offers(ui: &mut Ui, playback: &Playback, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let hint = "Makes a scene of where its bodies stand first, and runs it with this program's own physics.";
        // A trace that still grows cannot be laid over: its bodies are not all known.
        let ready = !playback.is_live();
        let later = word("Once its engine has ended.");
        let here = ui.add_enabled(ready, egui::Button::new(word("Run it here")));
        if here.on_hover_text(word(hint)).on_disabled_hover_text(later).clicked() {
            actions.push(Action::RunHere { from_now: false });
        }
        let now = ui.add_enabled(ready, egui::Button::new(word("From this step")));
        let hint = "The same from where its bodies stand now.";
        if now.on_hover_text(word(hint)).on_disabled_hover_text(later).clicked() {
            actions.push(Action::RunHere { from_now: true });
        }
        let hint = "A trace of the same bodies by another engine, or with other settings. Bodies are joined by their ids, \
                    else by their names; steps by their numbers.";
        let other = ui.add_enabled(ready, egui::Button::new(word("Another trace…")));
        if other.on_hover_text(word(hint)).on_disabled_hover_text(later).clicked() {
            actions.push(Action::BrowseBeside);
        }
    });
}

fn taken_away(ui: &mut Ui, title: &str, actions: &mut Vec<Action>) {
    if ui.button(word(title)).on_hover_text(word("The trace alone is shown again.")).clicked() {
        actions.push(Action::TakeAway);
    }
}

/// The first body that parts, and all others; contacts that one of the two alone has.
fn where_they_part(ui: &mut Ui, playback: &Playback, diff: &Diff, state: &mut UiState, actions: &mut Vec<Action>) {
    // By the name that the trace in front gives it; a run of this program calls a body by its id as a text.
    let find = |id: &Id| {
        let text = id.to_string();
        let frame = playback.frame();
        frame.find(id).or_else(|| frame.cast().members.iter().position(|member| member.id.to_string() == text))
    };
    let name = |id: &Id| find(id).map_or_else(|| id.to_string(), |index| playback.frame().name(index));
    let mut go = |step: u64, a: &Id, b: &Id| go_to(state, actions, shown_step(playback, step), a, b);
    match &diff.first {
        None => {
            let within = (quantity(diff.tolerance, "m"), digits(diff.tolerance.to_degrees()));
            let steps = plural(diff.steps as usize, "step", "steps");
            ui.label(say!(
                "In {} no body is further away than {}, nor turned by more than {}°.",
                steps,
                within.0,
                within.1
            ));
        }
        Some(Parting { step, body, metres, degrees }) => {
            ui.label(say!(
                "They part at step {}: {} is {} away there, turned by {}°.",
                step,
                name(body),
                quantity(*metres, "m"),
                digits(*degrees)
            ));
            if ui
                .button(word("Go there"))
                .on_hover_text(word("To the first step and body at which they part."))
                .clicked()
            {
                go(*step, body, body);
            }
        }
    }
    // Close together, since there may be many.
    ui.spacing_mut().item_spacing.y = 1.0;
    for apart in diff.parted.iter().take(ROWS) {
        let about = say!("step {}, at most {}", apart.step, quantity(apart.most_metres, "m"));
        if row(ui, &name(&apart.body), &about).clicked() {
            go(apart.step, &apart.body, &apart.body);
        }
    }
    if diff.parted_count > ROWS.min(diff.parted.len()) {
        let more = diff.parted_count - ROWS.min(diff.parted.len());
        ui.label(RichText::new(say!("{} more part", more)).small().weak());
    }
    if let Some(OneSided { step, a, b, side, .. }) = &diff.contacts.first {
        ui.add_space(4.0);
        let text = say!(
            "Overlaps that are contacts here alone: {}, there alone: {}",
            diff.contacts.only_a,
            diff.contacts.only_b
        );
        ui.label(text).on_hover_text(word("Of those deeper than the tolerance, as the engines say it."));
        // The ids are those of the trace that has the contact; the other knows the bodies by the same, or
        // by their names.
        let (here, about) = (*side == "a", say!("the first at step {}", step));
        if row(ui, &say!("{} and {}", name(a), name(b)), &about).clicked() && here {
            go(*step, a, b);
        }
    }
    for declared in &diff.declared {
        let text = say!("Declared differently: the {} of {}", word(declared.what), name(&declared.body));
        ui.label(RichText::new(text).small().weak());
    }
    // Which they are is in the hint, since there may be thousands.
    let alone = |ui: &mut Ui, text: String, ids: &[Id]| {
        let ids: Vec<String> = ids.iter().map(&name).collect();
        ui.label(RichText::new(text).small().weak()).on_hover_text(ids.join(", "));
    };
    if diff.a.missing_there_count > 0 {
        let text = say!("{} of its bodies are not in the other.", diff.a.missing_there_count);
        alone(ui, text, &diff.a.missing_there);
    }
    if diff.b.missing_there_count > 0 {
        let text = say!("{} of the other's bodies are not in this one.", diff.b.missing_there_count);
        alone(ui, text, &diff.b.missing_there);
    }
    for note in &diff.notes {
        ui.label(RichText::new(note).small().color(ui.visuals().warn_fg_color));
    }
}

fn row(ui: &mut Ui, name: &str, about: &str) -> egui::Response {
    let about = RichText::new(about).small().weak();
    let size = vec2(ui.available_width(), 22.0);
    ui.add(egui::Button::selectable(false, name).right_text(about).min_size(size).truncate())
        .on_hover_text(word("Click to go there."))
}

/// What of the trace is not in this program's run of it.
fn loss_text(loss: Loss) -> String {
    match loss {
        Loss::Bodies(count) => {
            say!(
                "{} left out: hulls, capsules, meshes and compounds are not simulated here.",
                plural(count, "body", "bodies")
            )
        }
        Loss::Rounding(count) => {
            say!("{} with sharp edges: rounding is not simulated here.", plural(count, "body", "bodies"))
        }
        Loss::Velocities => {
            word("Velocities are not given: those of the start come of where the bodies stood a step later.").into()
        }
        Loss::Materials(count) => {
            say!("{} without restitution or friction: taken as scene files have them.", plural(count, "body", "bodies"))
        }
        Loss::Gravity => word("Gravity is not given: taken as 9.81 m/s² downwards.").into(),
    }
}

/// The step of the trace in which its bodies stand as they do when step `completed` is over.
fn shown_step(playback: &Playback, completed: u64) -> u64 {
    // Where poses are those at which contacts were found, the step shown is one ahead, all through the trace.
    let now = i64::try_from(playback.frame().number).unwrap_or(i64::MAX);
    completed.saturating_add_signed(now - playback.completed())
}

/// The step at which another run parts from the trace, to be marked on the slider of time.
pub fn mark(playback: &Playback, status: &Status) -> Option<u64> {
    let Beside::Done(diff, _) = &status.beside else { return None };
    Some(shown_step(playback, diff.first.as_ref()?.step))
}
