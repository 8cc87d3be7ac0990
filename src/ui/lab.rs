//! The panel of a laboratory: what it is about, its formula with live numbers, everything that can be set, and what it
//! measures. One panel for all.

use super::field::{self, Number};
use super::quantity::quantity;
use super::{Action, UiState, theme, time};
use crate::lab::{self, Key, Lab, LabCommand, Page, Parameter, ParameterKind, Value};
use crate::say;
use crate::words::word;
use egui::{Frame, Margin, RichText, Ui, vec2};

/// Shows the laboratory and collects changes.
pub(super) fn show(ui: &mut Ui, timeline: &lab::Timeline, state: &mut UiState, actions: &mut Vec<Action>) {
    let lab = timeline.sim();
    let entry = lab.entry();
    ui.add_space(4.0);
    ui.label(RichText::new(word(entry.title)).heading());
    ui.add_space(2.0);
    ui.label(word(entry.explanation));
    if let Some(page) = Page::of(entry.id)
        && ui.button(word("Guide")).on_hover_text(word("The page of the guide about this, with pictures.")).clicked()
    {
        state.dialogs.guide = Some(page.into());
    }
    theme::section(ui, "Formula");
    formula(ui, &lab.experiment().formula());
    let parameters = lab.experiment().parameters();
    if !parameters.is_empty() {
        theme::section(ui, "To change");
        for parameter in &parameters {
            control(ui, lab, parameter, state, actions);
        }
        if ui
            .button(word("Reset all"))
            .on_hover_text(word("Everything as it was when the laboratory was opened."))
            .clicked()
        {
            actions.push(Action::Lab(LabCommand::Reset));
        }
    }
    if !lab.experiment().handles().is_empty() {
        ui.add_space(2.0);
        ui.label(RichText::new(word("Rings in the picture can be dragged.")).small().weak());
    }
    theme::section(ui, "Measured");
    readings(ui, lab);
    ui.add_space(8.0);
    time::past(ui, timeline, "Go back in time and change something: the old future stays, translucent.", actions);
}

/// Lines of a formula on a ground of their own.
pub(super) fn formula(ui: &mut Ui, lines: &[impl AsRef<str>]) {
    let ground = Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(6.0).inner_margin(Margin::same(8));
    ground.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 3.0;
        for line in lines {
            ui.label(RichText::new(line.as_ref()).monospace().size(12.0));
        }
    });
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
            let default = match lab.default_of(name) {
                Some(ParameterKind::Number { value, .. }) => *value,
                _ => *value,
            };
            let number = Number {
                name,
                unit,
                range: start..=end,
                default: f64::from(default),
                slider: Some(start..=end),
                logarithmic: start > 0.0 && end >= 1e3 * start,
                decimals: 3,
                speed: (end - start) / 500.0,
                hint: help,
            };
            let change = field::number(ui, &number, f64::from(*value));
            if let Some(value) = change.value {
                set(Value::Number(value as f32));
            }
            done = change.done;
        }
        ParameterKind::Choice { value, names } => {
            let all: Vec<(usize, &str)> = names.iter().copied().enumerate().collect();
            if let Some(index) = field::choice(ui, name, help, *value, &all) {
                set(Value::Choice(index));
                done = true;
            }
        }
        ParameterKind::Flag(on) => {
            if let Some(on) = field::switch(ui, name, help, *on) {
                set(Value::Flag(on));
                done = true;
            }
        }
        ParameterKind::Action | ParameterKind::Preset => {
            if ui.button(word(name)).on_hover_text(word(help)).clicked() {
                set(Value::Act);
                done = true;
            }
        }
        ParameterKind::Hold(key) => {
            let text = format!("{}  {}", word(name), sign(*key));
            let button = egui::Button::new(text).min_size(vec2(120.0, theme::CONTROL));
            let response = ui.add(button).accessible_name(word(name));
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
    let pressed = std::mem::take(&mut state.interaction.pressed);
    let window = state.dialogs.picker.is_some() || state.dialogs.help || state.dialogs.guide.is_some();
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
        if down == held {
            continue;
        }
        if down {
            state.interaction.held.push(parameter.name);
        } else {
            state.interaction.held.retain(|name| *name != parameter.name);
        }
        actions.push(Action::Lab(LabCommand::Set { name: parameter.name.into(), value: Value::Flag(down) }));
    }
}
