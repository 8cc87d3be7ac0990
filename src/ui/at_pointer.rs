//! What stands beside the mouse in the picture: on which body it is, and what a pull comes to.

use super::quantity::quantity;
use super::{UiState, theme};
use crate::language::word;
use crate::physics::{Body, Motion};
use crate::sim::{Grab, Sim};
use egui::{Align2, Frame, Label, Pos2, Rect, Response, RichText, Shape, Stroke, TextWrapMode, Ui, UiBuilder, vec2};

/// Turns of the spring that is drawn.
const TURNS: usize = 9;
/// Half its width (points).
const WIDTH: f32 = 5.0;

/// Shows it over the picture at `rect`.
pub(super) fn show(ui: &mut Ui, rect: Rect, picture: &Response, sim: &Sim, state: &UiState) {
    match (sim.grab(), &state.interaction.gizmo) {
        (Some(grab), _) => spring(ui, rect, grab, sim, state),
        (None, Some(drag)) => {
            if let Some(hand) = picture.interact_pointer_pos() {
                beside(ui, rect, hand, &drag.words(), "How far the bodies are moved or turned.");
            }
        }
        (None, None) => body(picture, sim, state),
    }
}

/// Name, speed and mass of the body under a mouse at rest. What never moves, the ground above all, says nothing: it is
/// under the mouse nearly everywhere.
fn body(picture: &Response, sim: &Sim, state: &UiState) {
    let body = state.interaction.pointed.body.and_then(|id| sim.world().body(id));
    let moves = |body: &Body| body.desc.motion != Motion::Static;
    let Some(body) = body.filter(moves).filter(|_| picture.hover_pos().is_some() && !picture.dragged()) else { return };
    picture.clone().on_hover_ui_at_pointer(|ui| {
        // A tooltip stays as narrow as what it said first: nothing is broken into lines.
        ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
        ui.label(RichText::new(sim.name(body.id)).strong());
        let speed = quantity(body.desc.velocity.as_dvec3().length(), "m/s");
        // What is moved by its velocity alone has no mass that would mean anything.
        let words =
            if body.mass.is_finite() { format!("{speed}, {}", quantity(body.mass.into(), "kg")) } else { speed };
        ui.label(RichText::new(words).small());
    });
}

/// The spring from the point held to the mouse, and its force.
fn spring(ui: &mut Ui, rect: Rect, grab: &Grab, sim: &Sim, state: &UiState) {
    let Some(body) = sim.world().body(grab.body) else { return };
    let scale = ui.pixels_per_point();
    // The camera counts physical pixels of the picture, egui points of the window.
    let place = |point| state.camera.project(point).map(|at| rect.min + vec2(at.x, at.y) / scale);
    let (Some(held), Some(hand)) = (place(body.pose().point(grab.local_point)), place(grab.target)) else { return };
    let color = theme::accent(ui.visuals());
    let painter = ui.painter().with_clip_rect(rect);
    painter.add(Shape::line(coil(held, hand), Stroke::new(1.5, color)));
    painter.circle_filled(held, 3.0, color);
    // The number stands above the hand, on a ground of its own, and never outside the picture.
    let Some(force) = grab.force(sim.world()) else { return };
    beside(ui, rect, hand, &quantity(force.as_dvec3().length(), "N"), "The force with which the mouse pulls.");
}

/// A number above the hand, within the picture at `rect`.
fn beside(ui: &mut Ui, rect: Rect, hand: Pos2, text: &str, hint: &str) {
    // As wide as it needs, in steps: it does not tremble with the digits.
    let size = vec2((text.chars().count() as f32 * 7.5 / 42.0).ceil() * 42.0 + 14.0, 24.0);
    let text = RichText::new(text).strong();
    let wanted = Align2::CENTER_BOTTOM.anchor_size(hand - vec2(0.0, 14.0), size);
    // Pushed back by as much as it would stand out of the picture on either side.
    let inside =
        wanted.translate((rect.min - wanted.min).max(egui::Vec2::ZERO) - (wanted.max - rect.max).max(egui::Vec2::ZERO));
    let layout = egui::Layout::centered_and_justified(egui::Direction::LeftToRight);
    let mut beside = ui.new_child(UiBuilder::new().max_rect(inside).layout(layout));
    beside.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    Frame::popup(beside.style())
        .inner_margin(2.0)
        .show(&mut beside, |ui| ui.add(Label::new(text).selectable(false)))
        .response
        .on_hover_text(word(hint));
}

/// A zigzag from one point to another, straight at both ends.
fn coil(from: Pos2, to: Pos2) -> Vec<Pos2> {
    let along = to - from;
    // Nearly in one place the two have no direction, and the spring is a straight line.
    let aside = if along.length() > 1.0 { along.normalized().rot90() * WIDTH } else { vec2(0.0, 0.0) };
    let count = 2 * TURNS;
    let turn = |i: usize| {
        let side = match i {
            0 | 1 => 0.0,
            _ if i + 1 >= count => 0.0,
            _ if i.is_multiple_of(2) => 1.0,
            _ => -1.0,
        };
        from + along * (i as f32 / count as f32) + aside * side
    };
    (0..=count).map(turn).collect()
}
