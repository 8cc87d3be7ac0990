//! What if: a step of a contact with other values, beside the step as it was.

use super::chosen::OwnValues;
use super::field::{self, FieldNumber};
use super::quantity::{plural, quantity};
use super::{Action, UiState};
use crate::language::word;
use crate::physics::property::{self, Property, SURFACE, SurfaceProperty};
use crate::physics::{BodyDesc, BodyEdit, BodyId, Contact, Mass, Motion};
use crate::say;
use crate::sim::{Answer, Command, Question, Sim, Timeline, WhatIf, Which};
use crate::view::Alternative;
use egui::{Align, Layout, RichText, Ui, vec2};

/// A number that can be tried.
struct TriedNumber {
    property: &'static Property,
    get: fn(&BodyDesc) -> f32,
    edit: fn(f32) -> BodyEdit,
}

/// The numbers that can be tried.
const TRIED: [TriedNumber; 3] = [
    TriedNumber::of_surface(&SURFACE[0]),
    TriedNumber::of_surface(&SURFACE[1]),
    TriedNumber {
        property: &property::MASS,
        get: |desc| desc.mass.of(&desc.shape),
        edit: |mass| BodyEdit::Mass(Mass::Mass(mass)),
    },
];

impl TriedNumber {
    const fn of_surface(row: &'static SurfaceProperty) -> Self {
        Self { property: &row.property, get: row.get, edit: row.edit }
    }
}

/// Values to try on a body; none of them is in force.
#[derive(Clone, Debug)]
pub(super) struct WhatIfDraft {
    body: BodyId,
    /// In the order of [`TRIED`].
    values: [f32; TRIED.len()],
    /// What is being worked out elsewhere.
    asked: Option<Question>,
    /// What came of the last question.
    seen: Option<Answer>,
}

impl WhatIfDraft {
    /// The values that are in force.
    fn of(sim: &Sim, id: BodyId) -> Option<Self> {
        let body = sim.world().body(id).filter(|body| body.desc.motion == Motion::Dynamic)?;
        Some(Self { body: id, values: TRIED.map(|row| (row.get)(&body.desc)), asked: None, seen: None })
    }

    /// Takes what came of a question; none when the scene had gone on before it was looked at.
    pub(super) fn take(&mut self, question: &Question, answer: Option<Answer>) {
        // An answer to anything but the last question comes too late.
        if self.asked.as_ref() == Some(question) {
            self.asked = None;
            self.seen = answer.or(self.seen.take());
        }
    }

    /// What has to be changed to put them in force.
    fn edits(&self, sim: &Sim) -> Vec<(BodyId, BodyEdit)> {
        // What is in force is no edit: without any, the answer is the step as it was.
        let Some(now) = Self::of(sim, self.body) else { return vec![] };
        let changed = (0..TRIED.len()).filter(|i| self.values[*i] != now.values[*i]);
        changed.map(|i| (self.body, (TRIED[i].edit)(self.values[i]))).collect()
    }

    /// The other outcome of the step, for the picture; none before one was asked for.
    pub(super) fn alternative(&self) -> Option<Alternative> {
        // Without edits both outcomes are one, and there is nothing to draw.
        let seen = self.seen.as_ref().filter(|seen| !seen.question.edits.is_empty())?;
        let outcomes = seen.outcomes.as_ref().ok()?;
        Some(Alternative { bodies: seen.question.pair, outcomes: outcomes.clone() })
    }
}

/// Shows the values to try and what they would do. The simulation stands still, or there would be no step to speak of.
pub(super) fn show(
    ui: &mut Ui,
    timeline: &Timeline,
    contact: &Contact,
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    let sim = timeline.sim();
    let pair = (contact.a, contact.b);
    // What was tried goes along to other contacts of its body; else it begins with what is in force.
    let kept = state.drafts.what_if.take().filter(|tried| [pair.0, pair.1].contains(&tried.body));
    let Some(mut tried) = kept.or_else(|| WhatIfDraft::of(sim, pair.1)).or_else(|| WhatIfDraft::of(sim, pair.0)) else {
        ui.label(RichText::new(word("Nothing can push either of the two.")).size(12.0).weak());
        return;
    };
    which_body(ui, sim, pair, &mut tried);
    ui.horizontal(|ui| {
        ui.label(RichText::new(say!("Values of {}", sim.name(tried.body))).size(12.0));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, sim, &mut tried, actions));
    });
    sliders(ui, sim, &mut tried);
    compare(ui, timeline, pair, &mut tried, actions);
    state.drafts.what_if = Some(tried);
}

/// Whose values are tried: of two bodies that move one can choose.
fn which_body(ui: &mut Ui, sim: &Sim, pair: (BodyId, BodyId), tried: &mut WhatIfDraft) {
    let drafts: Vec<_> = [pair.1, pair.0].into_iter().filter_map(|id| WhatIfDraft::of(sim, id)).collect();
    if drafts.len() < 2 {
        return;
    }
    let names: Vec<_> = drafts.iter().map(|draft| sim.name(draft.body)).collect();
    let hint = "The body whose values are tried.";
    let choices: Vec<_> = drafts.iter().zip(&names).map(|(draft, name)| (draft.body, name.as_str(), hint)).collect();
    if let Some(body) = super::theme::segmented(ui, tried.body, &choices)
        && let Some(draft) = drafts.into_iter().find(|draft| draft.body == body)
    {
        *tried = draft;
    }
}

/// Puts the values in force, or takes those in force.
fn buttons(ui: &mut Ui, sim: &Sim, tried: &mut WhatIfDraft, actions: &mut Vec<Action>) {
    let edits = tried.edits(sim);
    let reset = word("Back to the values in force.");
    let apply = word("Put these values in force from now on.");
    ui.add_enabled_ui(!edits.is_empty(), |ui| {
        if ui.button(word("Reset")).on_hover_text(reset).on_disabled_hover_text(reset).clicked()
            && let Some(now) = WhatIfDraft::of(sim, tried.body)
        {
            *tried = now;
        }
        if ui.button(word("Apply")).on_hover_text(apply).on_disabled_hover_text(apply).clicked() {
            // One change, which one undo takes back.
            let edits = edits.into_iter().map(|(body, edit)| Command::Edit { body, edit }).collect();
            actions.extend([Command::All(edits), Command::EndGesture].map(Action::Apply));
        }
    });
}

/// Has the step looked at when that was not yet done, and shows what came of it. Until then the last answer
/// stands there, pale.
fn compare(
    ui: &mut Ui,
    timeline: &Timeline,
    pair: (BodyId, BodyId),
    tried: &mut WhatIfDraft,
    actions: &mut Vec<Action>,
) {
    let question = Question::new(timeline, pair, tried.edits(timeline.sim()));
    let is_answered = tried.seen.as_ref().is_some_and(|seen| seen.question == question);
    // One at a time: while a slider is dragged, what is asked next is what it says by then.
    let waits = tried.asked.as_ref().is_some_and(|asked| asked.is_of_same_state(&question));
    if !is_answered && !waits {
        tried.asked = Some(question.clone());
        actions.push(Action::WhatIf(question.clone()));
        ui.ctx().request_repaint();
    }
    let about_this = |seen: &&Answer| seen.question.is_of_same_state(&question) && seen.question.pair == pair;
    match tried.seen.as_ref().filter(about_this).map(|seen| &seen.outcomes) {
        None => drop(ui.label(RichText::new(word("The step is being worked out.")).size(12.0).weak())),
        Some(Err(error)) => {
            ui.label(RichText::new(error.to_string()).size(12.0).color(ui.visuals().warn_fg_color));
        }
        Some(Ok(seen)) => {
            if !is_answered {
                ui.multiply_opacity(0.5);
            }
            table(ui, timeline.sim(), pair, question.which, seen);
        }
    }
}

fn sliders(ui: &mut Ui, sim: &Sim, tried: &mut WhatIfDraft) {
    // A right click puts back what it does on the panel of the body.
    let Some(own) = sim.world().body(tried.body).map(|body| OwnValues::of(sim, &body)) else { return };
    for (row, value) in TRIED.iter().zip(&mut tried.values) {
        let default = f64::from((row.get)(&own.desc));
        let number = FieldNumber { default, origin: own.origin, ..FieldNumber::from(row.property) };
        if let Some(new) = field::number(ui, &number, f64::from(*value)).value {
            *value = new as f32;
        }
    }
}

/// The two versions of the step side by side.
fn table(ui: &mut Ui, sim: &Sim, (a, b): (BodyId, BodyId), which: Which, seen: &WhatIf) {
    let speed = |id: BodyId| say!("speed of {}", sim.name(id));
    let row = |ui: &mut Ui, name: &str, values: [f64; 2], unit: &str| {
        ui.label(RichText::new(word(name)).size(12.0));
        for value in values {
            ui.label(RichText::new(quantity(value, unit)).monospace().size(11.5));
        }
        ui.end_row();
    };
    let title = match which {
        Which::This => "This step, from the state before it",
        Which::Next => "The next step",
    };
    ui.label(RichText::new(word(title)).size(12.0).weak());
    egui::Grid::new("what if").num_columns(3).striped(true).spacing(vec2(12.0, 1.0)).show(ui, |ui| {
        for title in ["", "as it is", "with these"] {
            ui.label(RichText::new(word(title)).small().weak());
        }
        ui.end_row();
        let (p, e) = (&seen.plain, &seen.edited);
        row(ui, "normal impulse", [p.impulse.into(), e.impulse.into()], "N·s");
        row(ui, "friction impulse", [p.friction.into(), e.friction.into()], "N·s");
        // What nothing pushes has the same speed in both.
        for (i, id) in [a, b].into_iter().enumerate() {
            if sim.world().body(id).is_some_and(|body| body.desc.motion == Motion::Dynamic) {
                row(ui, &speed(id), [p.speeds[i].into(), e.speeds[i].into()], "m/s");
            }
        }
        row(ui, "kinetic energy of all", [p.kinetic, e.kinetic], "J");
    });
    if !seen.plain.touch && !seen.edited.touch {
        ui.label(RichText::new(word("In this step the two do not touch.")).size(12.0).weak());
    }
    if seen.plain != seen.edited {
        let steps = seen.edited.path.len().saturating_sub(1);
        let words = say!("Lines and ghosts in the picture: both ways, {} on.", plural(steps, "step", "steps"));
        ui.label(RichText::new(words).small().weak());
    }
}
