//! The panel of a laboratory: what it is about, its formula with live numbers, everything that can be set, and what it
//! measures. One panel for all.

use super::field::{self, FieldChange, FieldNumber, Origin};
use super::quantity::quantity;
use super::{Action, Status, UiState, formula, guide, pauses, theme, time};
use crate::lab::{self, Handle, Key, Lab, LabCommand, Page, Parameter, ParameterKind, ParameterValue, Typed};
use crate::language::{self, Language, phrase, word};
use crate::say;
use crate::subject::Subject;
use egui::{Align, Label, Layout, Link, RichText, TextWrapMode, Ui, vec2};
use glam::Vec3;

/// Shows the laboratory and collects changes.
pub(super) fn show(
    ui: &mut Ui,
    (subject, timeline): (&Subject, &lab::Timeline),
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    let lab = timeline.sim();
    title(ui, lab, state);
    to_try(ui, lab, status, actions);
    controls(ui, lab, state, actions);
    places(ui, lab, actions);
    // Its numbers change its height: what can be dragged stands above it.
    theme::section(ui, "Formula");
    formula::lines(ui, &lab.experiment().formula());
    theme::section(ui, "Measured");
    readings(ui, lab);
    ui.add_space(8.0);
    time::fold(ui, "Pause when", |ui| pauses::show(ui, subject, state, status, actions));
    time::past(ui, timeline, "Go back in time and change something: the old future stays, translucent.", actions);
    ui.add_space(8.0);
    egui::CollapsingHeader::new(word("In plain words"))
        .id_salt(("In plain words", lab.entry().id))
        .show(ui, |ui| ui.label(word(lab.entry().explanation)));
}

/// What it is, in a sentence, and the way to its page of the guide.
fn title(ui: &mut Ui, lab: &Lab, state: &mut UiState) {
    let entry = lab.entry();
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // From the right, so that a long title is cut and the button is not.
            let page = Page::of(entry.id);
            let hint = word("The page of the guide about this, with pictures.");
            if let Some(page) = page
                && ui.button(word("Guide")).on_hover_text(hint).clicked()
            {
                state.dialogs.guide = match state.dialogs.guide {
                    Some(open) if open.page.name == page.name => None,
                    _ => Some(page.into()),
                };
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(word(entry.title)).heading()).truncate());
            });
        });
    });
    ui.label(RichText::new(word(entry.about)).size(12.5));
    ui.add_space(2.0);
}

/// Three things to try; a click does each.
fn to_try(ui: &mut Ui, lab: &Lab, status: &Status, actions: &mut Vec<Action>) {
    let id = lab.entry().id;
    let trials = Page::of(id).map(|page| page.trials(id, language::spoken() == Language::Chinese));
    ui.spacing_mut().item_spacing.y = 2.0;
    for (text, whole, trial) in trials.unwrap_or_default().into_iter().take(3) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new("•").size(12.5).color(theme::accent(ui.visuals())));
            let hint = format!("{whole}\n{}", word(guide::purpose(&trial)));
            let link = Link::new(RichText::new(text).size(12.5));
            if ui.vertical(|ui| ui.add(link)).inner.on_hover_text(hint).clicked() {
                actions.push(guide::done(trial, Some(id), status));
            }
        });
    }
    ui.add_space(5.0);
}

/// Everything that can be set. Small controls stand side by side.
fn controls(ui: &mut Ui, lab: &Lab, state: &mut UiState, actions: &mut Vec<Action>) {
    let parameters = lab.experiment().parameters();
    if parameters.is_empty() {
        return;
    }
    ui.add_space(3.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(word("To change")).size(12.0).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let hint = word("Everything as it was when the laboratory was opened.");
            if ui.small_button(word("Reset all")).on_hover_text(hint).clicked() {
                actions.push(Action::Lab(LabCommand::Reset));
            }
        });
    });
    // Numbers and choices take a row each; switches and buttons share one.
    let is_small = |kind: &ParameterKind| !matches!(kind, ParameterKind::Number { .. } | ParameterKind::Choice { .. });
    for group in parameters.chunk_by(|a, b| is_small(&a.kind) && is_small(&b.kind)) {
        if is_small(&group[0].kind) {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(10.0, 2.0);
                // What does not fit goes to the next line whole.
                ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
                group.iter().for_each(|parameter| control(ui, lab, parameter, state, actions));
            });
        } else {
            group.iter().for_each(|parameter| control(ui, lab, parameter, state, actions));
        }
    }
}

/// Where the rings are, as numbers; those that parameters place are not told twice.
fn places(ui: &mut Ui, lab: &Lab, actions: &mut Vec<Action>) {
    let handles = lab.experiment().handles();
    if handles.is_empty() {
        return;
    }
    // A heading only above numbers of its own.
    let hint = RichText::new(word("Rings in the picture can be dragged.")).small().weak();
    if handles.iter().any(|handle| handle.typed != Typed::Parameters) {
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            ui.label(RichText::new(word("Places")).size(12.0).strong());
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(Label::new(hint).truncate()));
        });
    } else {
        ui.label(hint);
    }
    // Typing a place is dragging the ring there, one gesture for each entry.
    for handle in &handles {
        let change = place(ui, lab, handle);
        if let Some(to) = change.value {
            actions.push(Action::Lab(LabCommand::Drag { handle: handle.name.clone(), to }));
        }
        if change.done {
            actions.push(Action::Lab(LabCommand::EndGesture));
        }
    }
}

/// The numbers of one handle, and where they put it when they are changed (m, world).
fn place(ui: &mut Ui, lab: &Lab, handle: &Handle) -> FieldChange<Vec3> {
    let axes = handle.coordinates();
    let values: Vec<f32> = axes.iter().map(|axis| axis.value).collect();
    // Where a right click puts it back; a handle that was another kind at first has no such place.
    let home: Vec<f32> = match lab.default_place(&handle.name) {
        Some(home) if home.typed == handle.typed && home.drag == handle.drag => {
            home.coordinates().iter().map(|axis| axis.value).collect()
        }
        _ => values.clone(),
    };
    let title = phrase(&handle.name);
    let same = FieldChange::NONE;
    match (handle.typed, &axes[..]) {
        (Typed::Place(_), [x, ..]) => {
            let number = FieldNumber {
                name: &title,
                unit: x.unit,
                range: f64::from(*x.range.start())..=f64::from(*x.range.end()),
                hint: "Where it is in the laboratory's coordinates.",
                ..FieldNumber::default()
            };
            let vector = |of: &[f32]| Vec3::from_array(std::array::from_fn(|i| of.get(i).copied().unwrap_or(0.0)));
            let count = values.len();
            let change = field::vector(ui, &number, vector(&values), vector(&home), &[0, 1, 2][..count]);
            FieldChange { value: change.value.and_then(|v| handle.at(&v.to_array()[..count])), ..change }
        }
        (Typed::Direction(_), _) => {
            let mut all = same;
            // Angles are set one by one: the other one stays as it is while this is dragged.
            for (i, axis) in axes.iter().enumerate() {
                let title = format!("{title}, {}", word(axis.axis));
                let number = FieldNumber {
                    name: &title,
                    unit: axis.unit,
                    range: f64::from(*axis.range.start())..=f64::from(*axis.range.end()),
                    default: f64::from(home[i]),
                    decimals: 2,
                    speed: 0.5,
                    hint: "Which way it lies: counter-clockwise from the right, and above the ground.",
                    ..FieldNumber::default()
                };
                let change = field::number(ui, &number, f64::from(axis.value));
                let mut turned = values.clone();
                if let Some(angle) = change.value {
                    turned[i] = angle as f32;
                    all.value = handle.at(&turned);
                }
                all.done |= change.done;
            }
            all
        }
        _ => same,
    }
}

fn readings(ui: &mut Ui, lab: &Lab) {
    // Long names go on in another line: the panel is not to grow with them.
    let most = 0.58 * ui.available_width();
    let grid = egui::Grid::new("readings").num_columns(2).striped(true).min_col_width(110.0).max_col_width(most);
    grid.show(ui, |ui| {
        for reading in lab.experiment().readings() {
            ui.label(RichText::new(word(reading.name)).color(ui.visuals().weak_text_color()));
            let text = match reading.yes_or_no() {
                Some(answer) => word(answer).to_owned(),
                None if reading.unit.is_empty() => crate::lab::number(reading.value as f32),
                None => quantity(reading.value, reading.unit),
            };
            ui.label(RichText::new(text).monospace().size(12.0));
            ui.end_row();
        }
    });
}

/// One control, by the kind of the parameter.
fn control(ui: &mut Ui, lab: &Lab, parameter: &Parameter, state: &mut UiState, actions: &mut Vec<Action>) {
    let Parameter { name, help, kind } = parameter;
    let mut set = |value| actions.push(Action::Lab(LabCommand::Set { name: (*name).into(), value }));
    let mut done = false;
    match kind {
        ParameterKind::Number { value, range, unit } => {
            let (start, end) = (f64::from(*range.start()), f64::from(*range.end()));
            // The default is read from the laboratory as it is opened; it is stated nowhere else.
            let default = match lab.default_of(name) {
                Some(ParameterKind::Number { value, .. }) => *value,
                _ => *value,
            };
            let number = FieldNumber {
                name,
                unit,
                range: start..=end,
                default: f64::from(default),
                origin: Origin::Default,
                slider: Some(start..=end),
                // Over three powers of ten equal factors are equal lengths.
                logarithmic: start > 0.0 && end >= 1e3 * start,
                decimals: 3,
                speed: (end - start) / 500.0,
                hint: help,
                ..FieldNumber::default()
            };
            let change = field::number(ui, &number, f64::from(*value));
            if let Some(value) = change.value {
                set(ParameterValue::Number(value as f32));
            }
            done = change.done;
        }
        ParameterKind::Choice { value, names } => {
            let all: Vec<(usize, &str)> = names.iter().copied().enumerate().collect();
            if let Some(index) = field::choice(ui, name, help, *value, &all) {
                set(ParameterValue::Choice(index));
                done = true;
            }
        }
        ParameterKind::Flag(on) => {
            if let Some(on) = field::switch(ui, name, help, *on) {
                set(ParameterValue::Flag(on));
                done = true;
            }
        }
        ParameterKind::Action | ParameterKind::Preset => {
            if ui.button(word(name)).on_hover_text(word(help)).clicked() {
                set(ParameterValue::Act);
                done = true;
            }
        }
        ParameterKind::Hold(key) => {
            let text = format!("{}  {}", word(name), sign(*key));
            let button = egui::Button::new(text).min_size(vec2(0.0, theme::CONTROL));
            let response = ui.add(button).accessible_name(word(name));
            // Held as long as the button is down, wherever the pointer goes.
            if response.is_pointer_button_down_on() {
                state.interaction.pressed.push(name);
            }
            response.on_hover_text(say!("{}\nHold the button or the key {}.", word(help), sign(*key)));
        }
    }
    if done {
        actions.push(Action::Lab(LabCommand::EndGesture));
    }
}

const fn sign(key: Key) -> &'static str {
    match key {
        Key::Up => "↑",
        Key::Down => "↓",
        Key::Left => "←",
        Key::Right => "→",
    }
}

/// Turns keys and buttons that are held down into settings, once when they change.
pub(super) fn hold(ctx: &egui::Context, lab: &Lab, state: &mut UiState, actions: &mut Vec<Action>) {
    // Collected while the panel was drawn, and done with here.
    let pressed = std::mem::take(&mut state.interaction.pressed);
    let window = state.dialogs.picker.is_some() || state.dialogs.help;
    // In a field or a window arrows mean something else.
    let free = ctx.memory(|m| m.focused().is_none()) && !window;
    for parameter in lab.experiment().parameters() {
        let ParameterKind::Hold(key) = parameter.kind else { continue };
        let key = match key {
            Key::Up => egui::Key::ArrowUp,
            Key::Down => egui::Key::ArrowDown,
            Key::Left => egui::Key::ArrowLeft,
            Key::Right => egui::Key::ArrowRight,
        };
        let down = pressed.contains(&parameter.name) || (free && ctx.input(|i| i.key_down(key)));
        let held = state.interaction.held.contains(&parameter.name);
        // A command only when something changes: a key that is held is one change, not sixty a second.
        if down == held {
            continue;
        }
        if down {
            state.interaction.held.push(parameter.name);
        } else {
            state.interaction.held.retain(|name| *name != parameter.name);
        }
        actions.push(Action::Lab(LabCommand::Set { name: parameter.name.into(), value: ParameterValue::Flag(down) }));
    }
}
