//! The bar at the upper edge: which scene, and how its time runs.

use super::icon::{self, Icon};
use super::status::USUAL_TIME_SCALES;
use super::{Action, Picker, Status, UiState, hands, is_narrow, is_phone, label_text, quantity, throw, timeline};
use crate::geometry::Shape;
use crate::language::{self, Language, word};
use crate::physics::BodyDesc;
use crate::physics::property::POSITION;
use crate::say;
use crate::subject::Subject;
use crate::view::Theme;
use egui::{Align, Layout, RichText, Ui, UiBuilder, vec2};

/// Shows scene, transport and tools.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    // Three layouts lie over the same bar, so that none of them moves another: left, middle and right.
    let bar = ui.max_rect();
    ui.scope_builder(UiBuilder::new().max_rect(bar).layout(Layout::left_to_right(Align::Center)), |ui| {
        scene(ui, subject, state, status, actions);
    });
    // On a phone they stand at the lower edge.
    let middle = transport_place(ui, bar);
    let transport = |ui: &mut Ui, actions: &mut Vec<Action>| {
        if !is_phone(ui) {
            transport(ui, status, actions);
        }
    };
    ui.scope_builder(UiBuilder::new().max_rect(middle).layout(Layout::left_to_right(Align::Center)), |ui| {
        transport(ui, actions);
    });
    ui.scope_builder(UiBuilder::new().max_rect(bar).layout(Layout::right_to_left(Align::Center)), |ui| {
        tools(ui, subject, state, actions);
    });
}

/// Run and time alone, as they are shown within another page and at the lower edge of a phone.
pub(super) fn brief(ui: &mut Ui, subject: &Subject, status: &Status, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        runs(ui, status, actions);
        ui.add_space(6.0);
        timeline::show(ui, subject, status, is_phone(ui), actions);
    });
}

/// Where run, step and time scale stand: in the middle, or between the others where there is no room for that.
pub(super) fn transport_place(ui: &Ui, bar: egui::Rect) -> egui::Rect {
    if is_narrow(ui) {
        let left = bar.left() + NARROW_SCENE;
        bar.with_min_x(left).with_max_x((bar.right() - NARROW_TOOLS).max(left))
    } else {
        egui::Rect::from_center_size(bar.center(), vec2(330.0, bar.height()))
    }
}

/// Room for the name of the scene and its buttons in a narrow window (points).
const NARROW_SCENE: f32 = 206.0;
/// Room for the tools there (points).
const NARROW_TOOLS: f32 = 172.0;

fn scene(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    // By its file where there is one, else by its title; a dot stands for edits that were not saved.
    let name = match &status.file {
        Some(path) => path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into_owned()),
        None if subject.title().is_empty() => word("Untitled scene").into(),
        None => word(subject.title()).to_owned(),
    };
    let name = if status.edited { format!("{name} •") } else { name };
    let text = RichText::new(name).size(14.0).strong();
    let button = egui::Button::new(text).frame_when_inactive(false).min_size(vec2(0.0, 30.0)).truncate();
    let hint = match &status.file {
        Some(path) => say!("{}\nOpen another scene (Ctrl+O)", path.display()),
        None => word("Open another scene (Ctrl+O)").to_owned(),
    };
    ui.scope(|ui| {
        // Up to the transport in the middle: a longer name is cut off.
        let room = if is_narrow(ui) { NARROW_SCENE - 100.0 } else { ui.available_width() / 2.0 - 250.0 };
        ui.set_max_width(room.max(100.0));
        let response = ui.add(button).accessible_name(word("Scenes")).on_hover_text(hint);
        // F6 asked for the keyboard, and this is the first control of the window.
        if state.interaction.focus_panels {
            response.request_focus();
            state.interaction.focus_panels = false;
        }
        // The sign of a list that opens.
        let center = response.rect.right_center() + vec2(8.0, 1.0);
        icon::paint(ui.painter(), Icon::Down, center, 6.0, ui.visuals().weak_text_color());
        if response.clicked() {
            state.dialogs.picker = Some(Picker::scenes());
        }
    });
    ui.add_space(18.0);
    // A phone has open and save under the sign for more.
    if is_phone(ui) {
        return;
    }
    files(ui, subject, actions);
}

/// Open and save.
fn files(ui: &mut Ui, subject: &Subject, actions: &mut Vec<Action>) {
    if icon::button(ui, Icon::Open, "Open a file", "Ctrl+Shift+O; or drop a scene file on the window.").clicked() {
        actions.push(Action::BrowseOpen);
    }
    let what = match subject {
        Subject::Scene(_) => "Ctrl+S; present poses and settings as a scene file.",
        Subject::Trace(_) => "A trace is another engine's: there is nothing to save.",
        Subject::Lab(_) => "Ctrl+S; what a restart goes back to, as the set-up of this laboratory.",
    };
    ui.add_enabled_ui(subject.trace().is_none(), |ui| {
        if icon::button(ui, Icon::Save, "Save", what).clicked() {
            actions.push(Action::Save);
        }
    });
}

/// Restart, run or pause, one step.
fn runs(ui: &mut Ui, status: &Status, actions: &mut Vec<Action>) {
    if icon::button(ui, Icon::Restart, "Restart", "R or Backspace").clicked() {
        actions.push(Action::Restart);
    }
    let (icon, name) = if status.running { (Icon::Pause, "Pause") } else { (Icon::Play, "Run") };
    if icon::toggle(ui, icon, name, "Space or P", !status.running).clicked() {
        actions.push(Action::TogglePause);
    }
    if icon::button(ui, Icon::Step, "One step", ". or O; with Shift ten steps").clicked() {
        actions.push(Action::Step(1));
    }
}

fn transport(ui: &mut Ui, status: &Status, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    runs(ui, status, actions);
    ui.add_space(10.0);
    let mut scale = status.time_scale;
    ui.spacing_mut().slider_width = (ui.available_width() - 58.0).clamp(30.0, 120.0);
    // It covers the usual scales; one from elsewhere stays what it is.
    let slider = egui::Slider::new(&mut scale, USUAL_TIME_SCALES)
        .logarithmic(true)
        .smart_aim(false)
        .clamping(egui::SliderClamping::Never)
        .show_value(false);
    let hint = word("Time scale: simulated seconds a second. Right-click for 1.");
    let response = ui.add(slider).accessible_name(word("Time scale")).on_hover_text(hint);
    if response.secondary_clicked() {
        actions.push(Action::SetTimeScale(1.0));
    } else if response.changed() {
        // Real time is what one wants most: the slider clings to it.
        let scale = if (0.93..1.07).contains(&scale) { 1.0 } else { scale };
        actions.push(Action::SetTimeScale(scale));
    }
    ui.add_space(6.0);
    let text = format!("{} ×", quantity::digits(f64::from(status.time_scale)));
    ui.label(RichText::new(text).monospace().size(11.5)).on_hover_text(hint);
}

fn tools(ui: &mut Ui, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    // From the right, and in a narrow window with all that is seldom used under one sign.
    if is_narrow(ui) {
        let response = icon::button(ui, Icon::More, "More", "Help, theme, language, screenshot.");
        egui::Popup::menu(&response).accessible_name(word("More")).show(|ui| {
            ui.horizontal(|ui| {
                window_tools(ui, state);
                screenshot(ui, actions);
                if is_phone(ui) {
                    files(ui, subject, actions);
                }
            });
        });
    } else {
        window_tools(ui, state);
    }
    if icon::button(ui, Icon::Search, "Commands", "Ctrl+P or Ctrl+K").clicked() {
        state.dialogs.picker = Some(Picker::commands());
    }
    if !is_narrow(ui) {
        screenshot(ui, actions);
    }
    ui.add_space(8.0);
    scene_tools(ui, subject, state, actions);
}

/// What concerns the window and not the scene.
fn window_tools(ui: &mut Ui, state: &mut UiState) {
    if icon::toggle(ui, Icon::Help, "Help", "F1 or ?", state.dialogs.help).clicked() {
        state.dialogs.help = !state.dialogs.help;
    }
    // Sun, moon and language show what a click leads to, not what is.
    let (icon, name, other) = match state.preferences.theme {
        Theme::Dark => (Icon::Sun, "Light theme", Theme::Light),
        Theme::Light => (Icon::Moon, "Dark theme", Theme::Dark),
    };
    let hint = match other {
        Theme::Light => "Bright sky and panels; for print and daylight.",
        Theme::Dark => "Dark sky and panels; easy on the eyes.",
    };
    if icon::button(ui, icon, name, hint).clicked() {
        state.choose_theme(Some(other));
    }
    let (icon, name, hint) = match language::spoken() {
        Language::English => (Icon::Chinese, "中文", "The window in Chinese."),
        Language::Chinese => (Icon::English, "English", "The window in English."),
    };
    if icon::button(ui, icon, name, hint).clicked() {
        state.preferences.language = Some(language::spoken().other());
    }
}

fn screenshot(ui: &mut Ui, actions: &mut Vec<Action>) {
    if icon::button(ui, Icon::Camera, "Screenshot", "F12").clicked() {
        actions.push(Action::Screenshot);
    }
}

/// What changes the scene, and takes it back.
fn scene_tools(ui: &mut Ui, subject: &Subject, state: &mut UiState, actions: &mut Vec<Action>) {
    if subject.scene().is_some() {
        add_menu(ui, state, actions);
    }
    // Laid out from the right, undo comes to stand before redo.
    let redo = subject.redo_label().as_ref().map(label_text);
    ui.add_enabled_ui(redo.is_some(), |ui| {
        if icon::button(ui, Icon::Redo, "Redo", &format!("{}\nCtrl+Y", redo.unwrap_or_default())).clicked() {
            actions.push(Action::Redo);
        }
    });
    let undo = subject.undo_label().as_ref().map(label_text);
    ui.add_enabled_ui(undo.is_some(), |ui| {
        if icon::button(ui, Icon::Undo, "Undo", &format!("{}\nCtrl+Z", undo.unwrap_or_default())).clicked() {
            actions.push(Action::Undo);
        }
    });
}

fn add_menu(ui: &mut Ui, state: &mut UiState, actions: &mut Vec<Action>) {
    let response = icon::button(
        ui,
        Icon::Add,
        "Add a body",
        "A ball, a box, a quad, a cylinder or a cone, where the camera looks.",
    );
    egui::Popup::menu(&response).accessible_name(word("Add a body")).show(|ui| {
        ui.set_min_width(150.0);
        // What can be added, what can be taken away, and what a throw throws.
        for (name, action) in additions(state) {
            if ui.button(word(name)).clicked() {
                actions.push(action);
            }
        }
        ui.separator();
        let removal = hands::removal(&state.selection);
        let delete = ui.add_enabled(removal.is_some(), egui::Button::new(word("Delete selected")).shortcut_text("Del"));
        if delete.clicked() {
            actions.extend(removal.map(Action::Apply));
        }
        ui.separator();
        throw::choice(ui, state);
    });
}

/// The bodies one can add, as names and actions.
pub(super) fn additions(state: &UiState) -> [(&'static str, Action); 5] {
    // As large in the picture in every scene, and a little above what the camera looks at.
    let size = (0.06 * state.camera.distance).clamp(0.1, 5.0);
    let place = state.camera.target + glam::Vec3::Y * (2.0 * size);
    let add = |stem, shape| {
        let mut desc = BodyDesc::new(shape);
        desc.position = POSITION.clamp_components(place);
        Action::Add { stem, desc }
    };
    [
        ("Add a ball", add("ball", Shape::sphere(size))),
        ("Add a box", add("box", Shape::cuboid(size, size, size))),
        ("Add a cylinder", add("cylinder", Shape::frustum(size, size, size))),
        ("Add a cone", add("cone", Shape::frustum(size, 0.0, 1.2 * size))),
        ("Add a quad", add("quad", Shape::quad(2.0 * size, 2.0 * size))),
    ]
}
