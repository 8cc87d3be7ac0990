//! What is drawn, and how.

use super::field::Number;
use super::{UiState, theme};
use crate::geometry::Shape;
use crate::view::{ArrowLength, Glyph, Jitter, Layers, Theme, ViewOptions};
use egui::{Color32, Painter, Pos2, RichText, Sense, Stroke, Ui, vec2};

/// Name, what it shows, and its switch.
type Layer = (&'static str, &'static str, fn(&mut Layers) -> &mut bool);

/// The contact layers in the order of the digit keys.
pub(super) const CONTACT_LAYERS: [Layer; 7] = [
    ("Points", "Where bodies touch.", |l| &mut l.points),
    ("Normals", "Arrows that leave the body that pushes.", |l| &mut l.normals),
    ("Normal impulses", "How hard the bodies press, in N·s; the ruler says how long is how much.", |l| {
        &mut l.impulses
    }),
    ("Friction", "Impulses along the surface, in N·s.", |l| &mut l.friction),
    ("Penetration", "How deep the bodies overlap.", |l| &mut l.penetration),
    ("Features", "The touched face, edge or corner, lit on the body.", |l| &mut l.features),
    ("Labels", "Names and numbers beside contacts.", |l| &mut l.labels),
];

/// The layers of bodies and of the broad phase.
pub(super) const BODY_LAYERS: [Layer; 9] = [
    ("Velocities", "Arrows along the motion of each centre.", |l| &mut l.velocities),
    ("Spins", "Arrows along the axis each body turns about.", |l| &mut l.spins),
    ("Body axes", "Each body's own x, y and z.", |l| &mut l.axes),
    ("Sleep", "Bodies at rest fade.", |l| &mut l.sleep),
    ("Islands", "Bodies that are solved together share a colour.", |l| &mut l.islands),
    ("Bounding boxes", "The fat boxes of the broad phase.", |l| &mut l.aabbs),
    ("Tree", "The broad phase's tree of boxes.", |l| &mut l.tree),
    ("Normal field", "What a ball would touch around the selected body, and along which normal.", |l| &mut l.field),
    ("Other rule", "Hollow: the normal the other rule would give a ball on a box, with the angle between.", |l| {
        &mut l.rules
    }),
];

/// Shows all switches.
pub(super) fn show(ui: &mut Ui, state: &mut UiState) {
    theme::section(ui, "Contacts");
    for (i, (name, hint, field)) in CONTACT_LAYERS.iter().enumerate() {
        ui.horizontal(|ui| {
            theme::checkbox(ui, field(&mut state.view.layers), name).on_hover_text(*hint);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(format!("{}", i + 1)).small().weak());
            });
        });
    }
    ui.horizontal(|ui| {
        super::field::name(ui, "Arrow length");
        let choices = [
            (ArrowLength::Pixels, "On screen", "The same size however far away; a ruler says what it means."),
            (ArrowLength::Metres, "In metres", "As long as the world is large."),
        ];
        if let Some(length) = theme::segmented(ui, state.view.arrow_length, &choices) {
            state.view.arrow_length = length;
        }
    });
    let hint = "Two opposite arrows from each point: Newton's third law.";
    theme::checkbox(ui, &mut state.view.both_arrows, "Both directions").on_hover_text(hint);
    if state.view.selected_contact.is_some() {
        jitter(ui, &mut state.view.jitter);
    }

    theme::section(ui, "Bodies");
    for (name, hint, field) in BODY_LAYERS {
        theme::checkbox(ui, field(&mut state.view.layers), name).on_hover_text(hint);
    }
    if state.view.layers.field {
        let number = Number {
            name: "Ball's radius",
            unit: "m",
            range: f64::from(Shape::MIN_SIZE)..=100.0,
            default: f64::from(ViewOptions::default().probe_radius),
            slider: Some(0.01..=10.0),
            logarithmic: true,
            hint: "Of the ball that feels its way around the selected body.",
            ..Number::default()
        };
        if let Some(radius) = super::field::number(ui, &number, f64::from(state.view.probe_radius)).value {
            state.view.probe_radius = radius as f32;
        }
    }

    theme::section(ui, "Picture");
    theme::checkbox(ui, &mut state.view.wireframe, "Wires only").on_hover_text("Alt+W");
    theme::checkbox(ui, &mut state.view.shadows, "Shadows");
    theme::checkbox(ui, &mut state.view.grid, "Ground grid").on_hover_text("One line a metre.");
    ui.horizontal(|ui| {
        super::field::name(ui, "Theme");
        let choices = [(Theme::Dark, "Dark", "Dark sky."), (Theme::Light, "Light", "Light sky.")];
        if let Some(theme) = theme::segmented(ui, state.view.theme, &choices) {
            state.view.theme = theme;
        }
    });
    ui.horizontal(|ui| {
        super::field::name(ui, "Size of words");
        if ui.button("A−").on_hover_text("Smaller (Ctrl+−)").clicked() {
            state.font_scale = (state.font_scale - 0.1).max(0.5);
        }
        ui.label(format!("{:.0} %", 100.0 * state.font_scale));
        if ui.button("A+").on_hover_text("Larger (Ctrl++)").clicked() {
            state.font_scale = (state.font_scale + 0.1).min(3.0);
        }
    });

    theme::section(ui, "Signs");
    legend(ui);
    ui.add_space(8.0);
    if ui.button("Layers as at first").on_hover_text("Back to points, normals, features and sleep.").clicked() {
        state.view.layers = Layers::default();
    }
}

/// How far the bodies of the selected contact are moved and turned: its cone shows what the normal does.
fn jitter(ui: &mut Ui, jitter: &mut Jitter) {
    let hint =
        "How far the bodies of the selected contact are put elsewhere, 32 times: the cone holds 95 of 100 normals.";
    let rows = [("Moved by", "mm", &mut jitter.position), ("Turned by", "mrad", &mut jitter.angle)];
    for (name, unit, value) in rows {
        let slider = Some(0.0..=10.0);
        let number = Number { name, unit, range: 0.0..=100.0, default: 1.0, slider, hint, ..Number::default() };
        if let Some(changed) = super::field::number(ui, &number, 1e3 * f64::from(*value)).value {
            *value = (1e-3 * changed) as f32;
        }
    }
}

/// What the signs on contact points mean.
fn legend(ui: &mut Ui) {
    for (glyph, meaning) in [
        (Glyph::Square, "on a face"),
        (Glyph::Bar, "on an edge"),
        (Glyph::Triangle, "on a corner"),
        (Glyph::Disc, "on a ball's surface"),
        (Glyph::Ring, "near, not touching yet"),
        (Glyph::Cross, "the centre lies inside"),
    ] {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(20.0, 16.0), Sense::hover());
            paint_glyph(ui.painter(), glyph, rect.center(), ui.visuals().text_color());
            ui.label(RichText::new(meaning).small());
        });
    }
    let rule = "An arrow leaves the body that pushes and points the way the other is pushed: tail in one body's colour, \
                head in the other's.";
    ui.label(RichText::new(rule).small().weak());
}

fn paint_glyph(painter: &Painter, glyph: Glyph, center: Pos2, color: Color32) {
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
