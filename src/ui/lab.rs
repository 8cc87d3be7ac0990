//! The panel of a laboratory: what it is about, its formula with live numbers, everything that can be set, and what it
//! measures. One panel for all.

use super::field::{self, Change, Number, Origin};
use super::quantity::quantity;
use super::{Action, UiState, theme, time};
use crate::lab::{self, Handle, Key, Lab, LabCommand, Page, Parameter, ParameterKind, ParameterValue, Typed};
use crate::say;
use crate::words::{phrase, word};
use egui::{Frame, Margin, RichText, Ui, vec2};
use glam::Vec3;

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
    places(ui, lab, actions);
    theme::section(ui, "Measured");
    readings(ui, lab);
    ui.add_space(8.0);
    time::past(ui, timeline, "Go back in time and change something: the old future stays, translucent.", actions);
}

/// Where the rings are, as numbers; those that parameters place are not told twice.
fn places(ui: &mut Ui, lab: &Lab, actions: &mut Vec<Action>) {
    let handles = lab.experiment().handles();
    if handles.is_empty() {
        return;
    }
    if handles.iter().any(|handle| handle.typed != Typed::Parameters) {
        theme::section(ui, "Places");
    }
    ui.label(RichText::new(word("Rings in the picture can be dragged.")).small().weak());
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
fn place(ui: &mut Ui, lab: &Lab, handle: &Handle) -> Change<Vec3> {
    let axes = handle.coordinates();
    let values: Vec<f32> = axes.iter().map(|axis| axis.value).collect();
    let home: Vec<f32> = match lab.default_place(&handle.name) {
        Some(home) if home.typed == handle.typed && home.drag == handle.drag => {
            home.coordinates().iter().map(|axis| axis.value).collect()
        }
        _ => values.clone(),
    };
    let title = phrase(&handle.name);
    let same = Change { value: None, done: false };
    match (handle.typed, &axes[..]) {
        (Typed::Place(_), [x, ..]) => {
            let title = format!("{title}, m");
            let number = Number {
                name: &title,
                unit: x.unit,
                range: f64::from(*x.range.start())..=f64::from(*x.range.end()),
                hint: "Where it is in the laboratory's coordinates.",
                ..Number::default()
            };
            let vector = |of: &[f32]| Vec3::from_array(std::array::from_fn(|i| of.get(i).copied().unwrap_or(0.0)));
            let count = values.len();
            let change = field::vector(ui, &number, vector(&values), vector(&home), &[0, 1, 2][..count]);
            Change { value: change.value.and_then(|v| handle.at(&v.to_array()[..count])), done: change.done }
        }
        (Typed::Direction(_), _) => {
            let mut all = same;
            for (i, axis) in axes.iter().enumerate() {
                let title = format!("{title}, {}", word(axis.axis));
                let number = Number {
                    name: &title,
                    unit: axis.unit,
                    range: f64::from(*axis.range.start())..=f64::from(*axis.range.end()),
                    default: f64::from(home[i]),
                    decimals: 2,
                    speed: 0.5,
                    hint: "Which way it lies: counter-clockwise from the right, and above the ground.",
                    ..Number::default()
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
                origin: Origin::Default,
                slider: Some(start..=end),
                logarithmic: start > 0.0 && end >= 1e3 * start,
                decimals: 3,
                speed: (end - start) / 500.0,
                hint: help,
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
        actions.push(Action::Lab(LabCommand::Set { name: parameter.name.into(), value: ParameterValue::Flag(down) }));
    }
}
