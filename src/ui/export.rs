//! The window that asks what picture or clip to write, and the line that says how far it is.

use super::field::{self, FieldNumber};
use super::{Action, Status, UiState, theme};
use crate::language::word;
use crate::say;
use egui::{Align2, Area, Context, Frame, Id, Key, Order, ProgressBar, Rect, RichText, TextEdit, Ui, vec2};
use std::path::PathBuf;

/// A picture or a clip to be written, from the present moment on, as the window shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// Where to; the ending says what: `.png` is one picture, `.gif`, `.apng` and `.y4m` are clips.
    pub path: PathBuf,
    /// How much simulated time a clip shows (s).
    pub seconds: f32,
    /// Frames a second of a clip.
    pub fps: u32,
    /// Width and height (pixels).
    pub size: [u32; 2],
}

/// How far an export is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exporting {
    /// The file's name.
    pub name: String,
    /// Frames drawn.
    pub done: u32,
    /// Frames in all.
    pub count: u32,
}

/// What is being filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportDraft {
    /// The path as it is typed.
    pub path: String,
    /// Length of a clip (s).
    pub seconds: f64,
    /// Frames a second.
    pub fps: f64,
    /// Which of the sizes on offer; the first is the size of the picture in the window.
    pub size: usize,
}

/// Sizes to choose from (pixels); none is the window's own.
const SIZES: [(Option<[u32; 2]>, &str); 5] = [
    (None, "as in the window"),
    (Some([640, 360]), "640 × 360"),
    (Some([1280, 720]), "1280 × 720"),
    (Some([1920, 1080]), "1920 × 1080"),
    (Some([3840, 2160]), "3840 × 2160"),
];

/// Longest clip (s), and most frames a second: a GIF shows no more.
const LONGEST: f64 = 120.0;
const MOST_FPS: f64 = 50.0;

impl ExportDraft {
    /// For a file at this path.
    pub fn new(path: String) -> Self {
        Self { path, seconds: 4.0, fps: 25.0, size: 0 }
    }

    /// What it asks for, with the picture in the window `shown` pixels large; none while the name has no ending that is
    /// known.
    fn export(&self, shown: [u32; 2]) -> Option<Export> {
        // The ending decides what is written; of any other nobody would know.
        let path = PathBuf::from(self.path.trim());
        let ending = path.extension()?.to_string_lossy().to_lowercase();
        ["png", "gif", "apng", "y4m"].contains(&ending.as_str()).then(|| Export {
            path,
            seconds: self.seconds as f32,
            fps: self.fps as u32,
            size: SIZES.get(self.size).and_then(|(size, _)| *size).unwrap_or(shown),
        })
    }
}

/// Shows the window when it is open.
pub(super) fn show(ctx: &Context, state: &mut UiState, actions: &mut Vec<Action>) {
    // The first size on offer is that of the picture in the window.
    let shown = state.camera.size;
    // Nothing is asked before the window is open.
    let Some(draft) = &mut state.dialogs.export else { return };
    let mut asked = None;
    let response = theme::dialog(ctx, "export").show(ctx, |ui| {
        ui.set_width(420.0_f32.min(ctx.content_rect().width() - 60.0));
        ui.label(RichText::new(word("Export")).heading());
        let about = "What the window shows, from this moment on: a picture (.png) or a clip (.gif, .apng, .y4m). The run \
                     itself stays where it is.";
        ui.label(RichText::new(word(about)).weak());
        ui.add_space(6.0);
        let entered = path_field(ui, draft);
        form(ui, draft);
        ui.add_space(8.0);
        // None while path or numbers are not usable: then the button is greyed.
        let export = draft.export(shown);
        ui.horizontal(|ui| {
            let button = ui.add_enabled(export.is_some(), egui::Button::new(word("Export")));
            let hint = word("Draws and writes it in the background; the name ends in .png, .gif, .apng or .y4m.");
            let button = button.on_hover_text(hint).on_disabled_hover_text(hint);
            // Enter in the path exports as well, and does nothing while the path cannot be used.
            if button.clicked() || entered {
                asked = export;
            }
            if ui.button(word("Cancel")).on_hover_text(word("Leaves everything as it is.")).clicked() {
                ui.close();
            }
        });
    });
    let done = asked.is_some();
    actions.extend(asked.map(Action::Export));
    if done || response.should_close() {
        state.dialogs.export = None;
    }
}

/// Where to; true when Enter was pressed there.
fn path_field(ui: &mut Ui, draft: &mut ExportDraft) -> bool {
    let field = TextEdit::singleline(&mut draft.path).hint_text(word("folder/name.gif")).desired_width(f32::INFINITY);
    let response = ui.add(field).accessible_name(word("Path to export to"));
    let response = response.on_hover_text(word("Where the file is to lie; its ending says what is written."));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    ui.add_space(4.0);
    entered
}

/// How long, how many frames, how large.
fn form(ui: &mut Ui, draft: &mut ExportDraft) {
    // A picture has no length and no frames.
    let picture = draft.path.trim().to_lowercase().ends_with(".png");
    ui.add_enabled_ui(!picture, |ui| {
        let seconds = FieldNumber {
            name: "Length",
            unit: "s",
            range: 0.1..=LONGEST,
            default: 4.0,
            decimals: 1,
            speed: 0.1,
            hint: "Simulated time that the clip shows.",
            ..FieldNumber::default()
        };
        draft.seconds = field::number(ui, &seconds, draft.seconds).value.unwrap_or(draft.seconds);
        let fps = FieldNumber {
            name: "Frames a second",
            unit: "1/s",
            range: 1.0..=MOST_FPS,
            default: 25.0,
            decimals: 0,
            speed: 0.2,
            hint: "How many pictures a second the clip has.",
            ..FieldNumber::default()
        };
        draft.fps = field::number(ui, &fps, draft.fps).value.unwrap_or(draft.fps).round();
    });
    let sizes: Vec<(usize, &str)> = SIZES.iter().map(|(_, name)| *name).enumerate().collect();
    if let Some(size) = field::choice(ui, "Size", "Width and height in pixels.", draft.size, &sizes) {
        draft.size = size;
    }
}

/// Says how far an export is, over the lower edge of the picture at `rect`.
pub(super) fn progress(ui: &Ui, rect: Rect, status: &Status, actions: &mut Vec<Action>) {
    let Some(Exporting { name, done, count }) = &status.exporting else { return };
    let width = (rect.width() - 32.0).min(360.0);
    Area::new(Id::unique("exporting"))
        .order(Order::Middle)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(rect.center_bottom() - vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(width);
                ui.horizontal(|ui| {
                    // Of nothing known yet the bar is empty.
                    let share = *done as f32 / (*count).max(1) as f32;
                    // Beside the bar there is room for the button.
                    let bar = ProgressBar::new(share).desired_width(width - 90.0);
                    let text = say!("{}: {} of {}", name, done, count);
                    ui.add(bar.text(RichText::new(text).small()));
                    let hint = word("Gives the export up; no file is left.");
                    if ui.button(word("Cancel")).on_hover_text(hint).clicked() {
                        actions.push(Action::CancelExport);
                    }
                });
            });
        });
}
