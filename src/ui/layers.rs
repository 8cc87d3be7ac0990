//! What is drawn, and how.

use super::field::FieldNumber;
use super::{UiState, theme};
use crate::geometry::Shape;
use crate::language::word;
use crate::view::{ArrowLength, Glyph, Jitter, Layer, Layers, Poses, Theme, ViewOptions};
use egui::{Color32, Painter, Pos2, RichText, Sense, Stroke, Ui, vec2};

/// Whether a layer draws anything of a trace.
const fn is_of_traces(layer: Layer) -> bool {
    matches!(
        layer,
        Layer::Points
            | Layer::Normals
            | Layer::Impulses
            | Layer::Friction
            | Layer::Penetration
            | Layer::Features
            | Layer::Labels
            | Layer::Velocities
            | Layer::Spins
            | Layer::Axes
    )
}

/// Shows all switches; of a trace those that need a world that runs are greyed, and say so.
pub(super) fn show(ui: &mut Ui, state: &mut UiState, of_trace: bool) {
    theme::section(ui, "Contacts");
    for layer in Layers::CONTACTS {
        ui.horizontal(|ui| {
            switch(ui, state, *layer, of_trace);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                // The key that switches it, which is how one finds the keys.
                ui.label(RichText::new(layer.key()).small().weak());
            });
        });
    }
    ui.horizontal(|ui| {
        super::field::name(ui, "Arrow length");
        let choices = [
            (ArrowLength::Pixels, "On screen", "The same size however far away; a ruler says what it means."),
            (ArrowLength::Metres, "In metres", "As long as the world is large."),
        ];
        if let Some(length) = theme::segmented(ui, state.preferences.arrow_length, &choices) {
            state.preferences.arrow_length = length;
        }
    });
    let hint = "Two opposite arrows from each point: Newton's third law.";
    theme::checkbox(ui, &mut state.preferences.both_arrows, "Both directions").on_hover_text(word(hint));

    poses(ui, state, of_trace);

    theme::section(ui, "Bodies");
    for layer in Layers::BODIES {
        switch(ui, state, *layer, of_trace);
    }

    theme::section(ui, "Normals elsewhere");
    for layer in Layers::ELSEWHERE {
        switch(ui, state, *layer, of_trace);
    }
    // What belongs to a layer alone is asked for only while it is on.
    if state.preferences.layers.margin {
        jitter(ui, &mut state.session.jitter);
    }
    if state.preferences.layers.field {
        let number = FieldNumber {
            name: "Ball's radius",
            unit: "m",
            range: f64::from(Shape::MIN_SIZE)..=100.0,
            default: f64::from(ViewOptions::default().probe_radius),
            slider: Some(0.01..=10.0),
            logarithmic: true,
            hint: "Of the ball that feels its way around the selected body.",
            ..FieldNumber::default()
        };
        if let Some(radius) = super::field::number(ui, &number, f64::from(state.session.probe_radius)).value {
            state.session.probe_radius = radius as f32;
        }
    }

    theme::section(ui, "Picture");
    theme::checkbox(ui, &mut state.session.wireframe, "Wires only").on_hover_text(word("Bodies as lines (Alt+W)."));
    theme::checkbox(ui, &mut state.preferences.shadows, "Shadows")
        .on_hover_text(word("Bodies cast shadows on the ground."));
    theme::checkbox(ui, &mut state.preferences.grid, "Ground grid").on_hover_text(word("One line a metre."));
    ui.horizontal(|ui| {
        super::field::name(ui, "Theme");
        // Three states: as the desktop is, and either theme.
        let choices = [
            (None, "Desktop", "Dark or light, as the desktop is."),
            (Some(Theme::Dark), "Dark", "Dark sky."),
            (Some(Theme::Light), "Light", "Light sky."),
        ];
        let chosen = state.preferences.theme_chosen.then_some(state.preferences.theme);
        if let Some(theme) = theme::segmented(ui, chosen, &choices) {
            state.choose_theme(theme);
        }
    });
    ui.horizontal(|ui| {
        super::field::name(ui, "Size of words");
        if ui.button("A−").on_hover_text(word("Smaller (Ctrl+−)")).clicked() {
            state.preferences.font_scale = (state.preferences.font_scale - 0.1).max(0.5);
        }
        ui.label(format!("{:.0} %", 100.0 * state.preferences.font_scale));
        if ui.button("A+").on_hover_text(word("Larger (Ctrl++)")).clicked() {
            state.preferences.font_scale = (state.preferences.font_scale + 0.1).min(3.0);
        }
    });

    theme::section(ui, "Signs");
    legend(ui, of_trace);
    ui.add_space(8.0);
    if ui
        .button(word("Layers as at first"))
        .on_hover_text(word("Back to points, normals, features and sleep."))
        .clicked()
    {
        state.preferences.layers = Layers::default();
    }
}

/// In which of the last step's poses bodies are drawn: a trace has two of them.
fn poses(ui: &mut Ui, state: &mut UiState, of_trace: bool) {
    let of_scene = Poses::LIST.map(|poses| (poses, poses.title(), poses.about()));
    // An engine tells where it found contacts and where bodies ended, and no pose in between.
    let [found, .., last, _] = of_scene;
    let of_a_trace = [(found.0, found.1, FOUND), (last.0, last.1, ENDED)];
    let (title, choices): (_, &[_]) =
        if of_trace { ("One step, two poses", &of_a_trace) } else { ("One step, four poses", &of_scene) };
    theme::section(ui, title);
    let current = if of_trace { state.session.poses.of_trace() } else { state.session.poses };
    if let Some(poses) = theme::segmented(ui, current, choices) {
        state.session.poses = poses;
    }
    ui.label(RichText::new(word(current.legend())).small().weak());
}

/// What the two poses of a trace's step are.
const FOUND: &str = "Where the bodies stood when the contacts of the step were found";
const ENDED: &str = "Where the engine says that they stand in this step";

/// How far the bodies of the selected contact are moved and turned: its cone shows what the normal does.
fn jitter(ui: &mut Ui, jitter: &mut Jitter) {
    let hint =
        "How far the bodies of the selected contact are put elsewhere, 251 times: the cone holds 95 of 100 normals.";
    let rows = [("Moved by", "mm", &mut jitter.position), ("Turned by", "mrad", &mut jitter.angle)];
    // The form counts in thousandths of a metre and of a radian.
    for (name, unit, value) in rows {
        let slider = Some(0.0..=10.0);
        let number =
            FieldNumber { name, unit, range: 0.0..=100.0, default: 1.0, slider, hint, ..FieldNumber::default() };
        if let Some(changed) = super::field::number(ui, &number, 1e3 * f64::from(*value)).value {
            *value = (1e-3 * changed) as f32;
        }
    }
}

fn switch(ui: &mut Ui, state: &mut UiState, layer: Layer, of_trace: bool) {
    let on = state.preferences.layers.switch(layer);
    if of_trace && !is_of_traces(layer) {
        let needs = word("It needs a world that runs: a trace has only what its engine told.");
        ui.add_enabled_ui(false, |ui| theme::checkbox(ui, on, layer.title()).on_disabled_hover_text(needs));
    } else {
        theme::checkbox(ui, on, layer.title()).on_hover_text(word(layer.about()));
    }
}

/// What the signs on contact points mean.
fn legend(ui: &mut Ui, of_trace: bool) {
    const APART: (Glyph, &str) = (Glyph::Ring, "near, not touching yet");
    let of_scene = [
        (Glyph::Square, "on a face"),
        (Glyph::Bar, "on an edge"),
        (Glyph::Triangle, "on a corner"),
        (Glyph::Disc, "on a ball's surface"),
        APART,
        (Glyph::Cross, "the centre lies inside"),
    ];
    // Engines have no common names for what is touched.
    let of_a_trace = [(Glyph::Disc, "touching"), APART];
    let signs: &[_] = if of_trace { &of_a_trace } else { &of_scene };
    for (glyph, meaning) in signs.iter().copied() {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(20.0, 16.0), Sense::hover());
            paint_glyph(ui.painter(), glyph, rect.center(), ui.visuals().text_color());
            ui.label(RichText::new(word(meaning)).small());
        });
    }
    let rule = if of_trace {
        "An arrow is the engine's normal, from the first body of its contact to the second: tail in one body's colour, head \
         in the other's. It stands where its contact was found; bodies are drawn after the step, unless the other pose is \
         chosen."
    } else {
        "An arrow leaves the body that pushes and points the way the other is pushed: tail in one body's colour, head in the \
         other's. It stands where its contact was found; bodies are drawn after the step, unless another of its poses is \
         chosen."
    };
    ui.label(RichText::new(word(rule)).small().weak());
}

fn paint_glyph(painter: &Painter, glyph: Glyph, center: Pos2, color: Color32) {
    // The same signs as in the picture, drawn a second time because a panel knows no shaders.
    let r = 4.5;
    let stroke = Stroke::new(2.0, color);
    match glyph {
        Glyph::Disc => {
            painter.circle_filled(center, r, color);
        }
        Glyph::Ring => {
            painter.circle_stroke(center, r, stroke);
        }
        Glyph::Square => {
            painter.rect_filled(egui::Rect::from_center_size(center, vec2(2.0 * r, 2.0 * r)), 0.0, color);
        }
        Glyph::Bar => {
            painter.rect_filled(egui::Rect::from_center_size(center, vec2(2.8 * r, 0.8 * r)), 0.0, color);
        }
        Glyph::Triangle => {
            let points = vec![center + vec2(0.0, -r), center + vec2(r, r), center + vec2(-r, r)];
            painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
        }
        Glyph::Cross => {
            painter.line_segment([center + vec2(-r, -r), center + vec2(r, r)], stroke);
            painter.line_segment([center + vec2(-r, r), center + vec2(r, -r)], stroke);
        }
    }
}
