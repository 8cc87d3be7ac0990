//! Time: what pauses the run, the futures that were left, and recordings.

use super::icon::{self, Icon};
use super::quantity::{plural, quantity};
use super::{Action, RunFile, Status, UiState, completing, theme};
use crate::condition::{Condition, ConditionError, Scope, significant};
use crate::lab::{self, Lab, Reading};
use crate::physics::BodyId;
use crate::playback::{Moment, Playback};
use crate::say;
use crate::sim::{self, Sim};
use crate::subject::measured;
use crate::timeline::{Simulation, Timeline};
use crate::view::{Theme, alteration_text, palette};
use crate::words::word;
use egui::{Color32, RichText, Sense, TextEdit, Ui, vec2};

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

/// Shows the page.
pub(super) fn show(
    ui: &mut Ui,
    timeline: &sim::Timeline,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    fold(ui, "Pause when", |ui| pauses(ui, Asked::Scene(timeline.sim()), state, status, actions));
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

fn fold(ui: &mut Ui, title: &str, content: impl FnOnce(&mut Ui)) {
    egui::CollapsingHeader::new(RichText::new(word(title)).strong())
        .id_salt(title)
        .default_open(true)
        .show_unindented(ui, content)
        .header_response
        .on_hover_text(word("Shows this part, or folds it away."));
    ui.add_space(4.0);
}

/// What conditions are about.
#[derive(Clone, Copy)]
enum Asked<'a> {
    Scene(&'a Sim),
    Lab(&'a Lab),
    Trace(Moment<'a>),
}

impl Asked<'_> {
    /// Reads something that is to be about it.
    fn read<R>(&self, read: impl FnOnce(Scope<'_>) -> R) -> R {
        match self {
            Self::Scene(sim) => read(Scope::Scene(sim)),
            Self::Lab(lab) => read(Scope::Measured(&measured(lab))),
            Self::Trace(moment) => read(Scope::Told(moment)),
        }
    }

    /// What is wrong with a condition on it.
    fn fault(&self, text: &str) -> Option<ConditionError> {
        self.read(|scope| Condition::read(text, scope)).err()
    }

    /// Conditions to begin with: what each is called and how it is written.
    fn examples(&self) -> Vec<(String, String)> {
        let written = |(name, text): &(&str, &str)| (word(name).to_owned(), (*text).to_owned());
        match self {
            Self::Scene(_) => EXAMPLES.iter().map(written).collect(),
            Self::Trace(_) => EXAMPLES.iter().chain(&EXAMPLES_OF_TRACES).map(written).collect(),
            // What is so or not is a condition by itself; a number begins one when it passes what it is.
            Self::Lab(lab) => {
                let readings = lab.experiment().readings();
                let text = |reading: &Reading, word: String| {
                    if reading.is_fact { word } else { format!("{word} > {}", significant(reading.value)) }
                };
                readings
                    .iter()
                    .zip(measured(lab))
                    .map(|(reading, named)| (word(reading.name).to_owned(), text(reading, named.word())))
                    .collect()
            }
        }
    }

    fn name(&self, id: BodyId) -> String {
        match self {
            Self::Scene(sim) => sim.name(id),
            Self::Trace(moment) => moment.frame.name(id.index()),
            Self::Lab(_) => String::new(),
        }
    }
}

/// What pauses a laboratory.
pub(super) fn of_lab(ui: &mut Ui, lab: &Lab, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    fold(ui, "Pause when", |ui| pauses(ui, Asked::Lab(lab), state, status, actions));
}

/// What pauses a trace.
pub(super) fn of_trace(
    ui: &mut Ui,
    playback: &Playback,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    theme::section(ui, "Pause when");
    pauses(ui, Asked::Trace(playback.moment()), state, status, actions);
    let live = if playback.is_live() {
        "Its engine still runs. While this window is paused it reads no further, and the engine waits."
    } else {
        "The run stops at the step at which a condition begins to hold."
    };
    ui.add_space(6.0);
    ui.label(RichText::new(word(live)).small().weak());
}

fn pauses(ui: &mut Ui, asked: Asked<'_>, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    if let Some(fired) = &status.fired {
        ui.label(RichText::new(fired).color(ui.visuals().warn_fg_color));
    }
    let (mut removed, mut changed) = (None, false);
    for (index, pause) in state.session.pauses.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let fault = asked.fault(&pause.text);
            changed |= theme::checkbox(ui, &mut pause.on, &pause.text)
                .on_hover_text(word("Whether the run stops when this becomes true."))
                .changed();
            if let Some(fault) = fault {
                let sign = RichText::new(word("not in this scene")).small().color(ui.visuals().warn_fg_color);
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
    let is_lab = matches!(asked, Asked::Lab(_));
    let example = if is_lab { "time > 1 s" } else { "speed(ball) < 2 and time > 1 s" };
    let field = TextEdit::singleline(&mut state.drafts.pause).hint_text(example).desired_width(f32::INFINITY);
    let (field, completing) = asked.read(|scope| completing::show(ui, field, scope));
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
    let fault = if draft.is_empty() { None } else { asked.fault(&draft) };
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
                let text = format!("touching({:?}, {:?})", asked.name(a), asked.name(b));
                if ui.button(word("The selected two touch")).on_hover_text(&text).clicked() {
                    add = Some(text);
                }
            }
            for (name, text) in asked.examples() {
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
