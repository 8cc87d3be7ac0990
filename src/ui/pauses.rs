//! What pauses a run: conditions on a scene, a laboratory or a trace.

use super::icon::{self, Icon};
use super::{Action, Status, UiState, completing, theme};
use crate::condition::{Condition, ConditionError, significant};
use crate::lab::{Lab, Reading};
use crate::language::word;
use crate::physics::BodyId;
use crate::say;
use crate::subject::{Subject, measured};
use egui::{RichText, TextEdit, Ui};

/// A condition of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    /// As it was typed.
    pub text: String,
    /// Whether it is looked at.
    pub on: bool,
}

/// Conditions to begin with: what each is called and how it is written.
const EXAMPLES: [(&str, &str); 7] = [
    ("A contact changes its feature", "feature_changes > 0"),
    ("A normal turns", "normal_turn > 15 deg"),
    ("Bodies overlap", "penetration > 5 mm"),
    ("A hard blow", "impulse > 100 Ns"),
    ("Energy rises", "energy_rise > 1%"),
    ("A body leaves the scene", "farthest > 100 m"),
    ("A number is lost", "nan > 0"),
];

/// The same that only traces have.
const EXAMPLES_OF_TRACES: [(&str, &str); 2] =
    [("A normal is far from the exact one", "angle > 5 deg"), ("A contact is wrong", "wrong > 0")];

/// Shows the list, the field for another, and conditions to begin with.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    if let Some(fired) = &status.fired {
        ui.label(RichText::new(fired).color(ui.visuals().warn_fg_color));
    }
    let (mut removed, mut changed) = (None, false);
    for (index, pause) in state.session.pauses.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let fault = fault(subject, &pause.text);
            changed |= theme::checkbox(ui, &mut pause.on, &pause.text)
                .on_hover_text(word("Whether the run stops when this becomes true."))
                .changed();
            if let Some(fault) = fault {
                let sign = if subject.scene().is_some() { "not in this scene" } else { "not known here" };
                let sign = RichText::new(word(sign)).small().color(ui.visuals().warn_fg_color);
                ui.label(sign).on_hover_text(RichText::new(fault.to_string()).monospace());
            }
            if icon::button(ui, Icon::Close, &say!("Remove {}", pause.text), "Take it off the list.").clicked() {
                removed = Some(index);
            }
        });
    }
    if let Some(index) = removed {
        state.session.pauses.remove(index);
        changed = true;
    }
    let is_lab = subject.lab().is_some();
    let example = if is_lab { "time > 1 s" } else { "speed(ball) < 2 and time > 1 s" };
    let field = TextEdit::singleline(&mut state.drafts.pause).hint_text(example).desired_width(f32::INFINITY);
    let (field, completing) = subject.read(|scope| completing::show(ui, field, scope));
    let hint = if is_lab {
        "Comparisons joined by and, or, not, over time, step and all that is measured here: the same words as carom run \
         --pause-when. Names are completed: arrows choose, Tab or Enter takes one. Enter adds it."
    } else {
        "Comparisons joined by and, or, not, over time, penetration, impulse, normal_turn, feature_changes, energy_rise, \
         farthest, contacts, nan, speed(NAME), height(NAME), touching(A,B), feature(A,B) and more: the same words as \
         carom run --pause-when. Names are completed: arrows choose, Tab or Enter takes one. Enter adds it."
    };
    let response = field.on_hover_text(word(hint)).accessible_name(word("New condition"));
    let draft = state.drafts.pause.trim().to_owned();
    let fault = if draft.is_empty() { None } else { fault(subject, &draft) };
    // Half a name is no fault: what is wrong is said where no name is offered to go on with.
    if let Some(fault) = fault.as_ref().filter(|_| !completing) {
        ui.label(RichText::new(fault.to_string()).monospace().small().color(ui.visuals().warn_fg_color));
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    let mut add = None;
    ui.horizontal(|ui| {
        let ready = !draft.is_empty() && fault.is_none();
        let clicked = ui
            .add_enabled(ready, egui::Button::new(word("Add")))
            .on_hover_text(word("Puts the condition on the list."))
            .on_disabled_hover_text(word("Puts the condition on the list."))
            .clicked();
        if ready && (clicked || entered) {
            add = Some(draft.clone());
        } else if entered && !draft.is_empty() {
            // What is faulty is corrected where it stands: were the keyboard gone, its letters would be commands.
            response.request_focus();
        }
        let examples = ui.menu_button(word("Examples"), |ui| {
            if let Some((a, b)) = state.selection.contact {
                let text = format!("touching({:?}, {:?})", name(subject, a), name(subject, b));
                if ui.button(word("The selected two touch")).on_hover_text(&text).clicked() {
                    add = Some(text);
                }
            }
            for (name, text) in examples(subject) {
                if ui.button(name).on_hover_text(&text).clicked() {
                    add = Some(text);
                }
            }
        });
        examples.response.on_hover_text(word("Conditions to begin with."));
    });
    if let Some(text) = add {
        state.session.pauses.push(Pause { text, on: true });
        state.drafts.pause.clear();
        changed = true;
    }
    if changed {
        actions.push(Action::Watch);
    }
}

/// What is wrong with a condition on this.
fn fault(subject: &Subject, text: &str) -> Option<ConditionError> {
    subject.read(|scope| Condition::read(text, scope)).err()
}

/// Conditions to begin with: what each is called and how it is written.
fn examples(subject: &Subject) -> Vec<(String, String)> {
    let written = |(name, text): &(&str, &str)| (word(name).to_owned(), (*text).to_owned());
    match subject {
        Subject::Scene(_) => EXAMPLES.iter().map(written).collect(),
        Subject::Trace(_) => EXAMPLES.iter().chain(&EXAMPLES_OF_TRACES).map(written).collect(),
        Subject::Lab(timeline) => examples_of(timeline.sim()),
    }
}

/// Of what a laboratory measures: what is so or not is a condition by itself, a number begins one when it passes
/// what it is.
fn examples_of(lab: &Lab) -> Vec<(String, String)> {
    let text = |reading: &Reading, word: String| {
        if reading.is_fact { word } else { format!("{word} > {}", significant(reading.value)) }
    };
    let readings = lab.experiment().readings();
    let named = readings.iter().zip(measured(lab));
    named.map(|(reading, named)| (word(reading.name).to_owned(), text(reading, named.word()))).collect()
}

/// What a body is called; nothing in a laboratory, which has none.
fn name(subject: &Subject, id: BodyId) -> String {
    match subject {
        Subject::Scene(timeline) => timeline.sim().name(id),
        Subject::Trace(traced) => traced.playback.frame().name(id.index()),
        Subject::Lab(_) => String::new(),
    }
}
