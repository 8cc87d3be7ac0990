//! The answer beside the thing: what the selected contact is, why its normal, how its impulse, and what if.

use super::icon::{self, Icon};
use super::quantity::{minus, separation};
use super::{Action, DrawerTab, Status, UiState, plots, sentence, theme, traced, why};
use crate::language::word;
use crate::physics::{BodyId, Contact};
use crate::say;
use crate::sim::{Sim, Timeline};
use crate::subject::Subject;
use crate::view::{ScreenRect, meeting_place};
use egui::{
    Align, Area, Context, Frame, Id, Layout, Margin, Order, Pos2, Rect, RichText, Sense, Stroke, Ui, pos2, vec2,
};
use glam::{Vec2, Vec3};

/// How wide it is where there is room (points).
const WIDTH: f32 = 336.0;
/// From the contact to the card (points): nearer it would lie on what it is about.
const DISTANCE: f32 = 72.0;
/// From the edges of the picture (points).
const MARGIN: f32 = 10.0;

/// Where the card lies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ScreenPlace {
    /// The contact it was laid down beside.
    pair: Option<(BodyId, BodyId)>,
    /// Its upper left corner (points of the window).
    at: Pos2,
    /// Whether it stays there when another contact is selected.
    pinned: bool,
    /// Its height when it was last shown, and its width (points).
    height: f32,
    width: f32,
    /// What it covers of the picture while it is shown.
    pub covers: Option<ScreenRect>,
}

/// Shows the card of the selected contact in the picture, in what of it is `free`.
pub(super) fn show(
    ctx: &Context,
    subject: &Subject,
    picture: Rect,
    free: Rect,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    state.session.card.covers = None;
    let Some(pair) = state.selection.contact else {
        state.session.card.pair = None;
        return;
    };
    // The page says all of it already.
    if state.preferences.drawer_open && state.preferences.drawer_tab == DrawerTab::Why && !state.session.panels_hidden {
        return;
    }
    let contact = subject.scene().and_then(|sim| why::selected(sim, state));
    // Where the contact is in the picture; without it there is nothing to point at.
    let middle = match subject {
        Subject::Scene(_) => contact.as_ref().map(middle),
        Subject::Trace(traced) => {
            meeting_place(&traced.playback, pair.0.index(), pair.1.index()).map(|place| place.center)
        }
        Subject::Lab(_) => return,
    };
    // Behind the eye a contact has no place in the picture.
    let touched = middle.and_then(|middle| seen_at(middle, picture, state));
    let is_new = lay_down(&mut state.session.card, pair, touched, free);
    let place = state.session.card;
    if let Some(at) = touched.filter(|at| picture.contains(*at)) {
        leader(ctx, place, at);
    }
    let area = Area::new(Id::unique("contact card")).order(Order::Middle).fixed_pos(place.at).constrain_to(free);
    let shown = area.show(ctx, |ui| {
        let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(14, 10));
        frame.show(ui, |ui| {
            ui.set_width(place.width - 28.0);
            head(ui, state);
            let most = (free.height() - 70.0).max(60.0);
            // As high as it needs, wherever it lies: it is moved to where it fits.
            let mut page = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
            // Of another contact the sentence comes first, however far the last one was read.
            if is_new {
                page = page.vertical_scroll_offset(0.0);
            }
            page.auto_shrink([false, true]).show(ui, |ui| match (subject, &contact) {
                (Subject::Scene(timeline), Some(contact)) => body(ui, timeline, contact, state, status, actions),
                (Subject::Trace(traced), _) => {
                    let pair = (pair.0.index(), pair.1.index());
                    traced::card(ui, &traced.playback, pair, state.preferences.card_folded, status);
                }
                _ => drop(ui.label(RichText::new(word("In this step the two do not touch.")).weak())),
            });
        });
    });
    let rect = shown.response.rect;
    state.session.card.height = rect.height();
    let [min, max] = [rect.min, rect.max].map(|corner| Vec2::from(<[f32; 2]>::from(corner - picture.min)));
    state.session.card.covers = Some(ScreenRect { min, max });
}

/// Mean of a contact's points (m, world).
fn middle(contact: &Contact) -> Vec3 {
    let points = contact.points();
    points.iter().map(|p| p.position).sum::<Vec3>() / points.len().max(1) as f32
}

/// Where a point is seen (points of the window); none behind the eye.
fn seen_at(middle: Vec3, picture: Rect, state: &UiState) -> Option<Pos2> {
    let pixel = state.camera.project(middle)? / state.camera.scale;
    Some(picture.min + vec2(pixel.x, pixel.y))
}

/// Lays the card beside a contact that was just selected: right of it, or left where there is more room. Then it stays,
/// for what moves cannot be read. Tells whether the contact was just selected.
fn lay_down(place: &mut ScreenPlace, pair: (BodyId, BodyId), touched: Option<Pos2>, picture: Rect) -> bool {
    // A contact that was selected already keeps its card where it lies, whichever body a trace now names first.
    let is_new = place.pair != Some(pair) && place.pair != Some((pair.1, pair.0));
    place.pair = Some(pair);
    let inner = picture.shrink(MARGIN);
    place.width = WIDTH.min(inner.width());
    let width = place.width;
    // Its height is known only once it was shown: until then as high as most are.
    let height = if place.height > 0.0 { place.height } else { 420.0 }.min(inner.height());
    if is_new && !place.pinned {
        let beside = touched.unwrap_or_else(|| inner.right_top());
        let right = inner.right() - beside.x - DISTANCE >= width;
        let left = beside.x - inner.left() - DISTANCE >= width;
        let x = match (right, left) {
            (true, _) => beside.x + DISTANCE,
            (false, true) => beside.x - DISTANCE - width,
            // Too narrow for both: in the corner that is further away.
            (false, false) if beside.x < inner.center().x => inner.right() - width,
            (false, false) => inner.left(),
        };
        place.at = pos2(x, beside.y - 0.4 * height);
    }
    // Moved into the picture, whatever it was before: the window may have shrunk.
    let most = (inner.max - vec2(width, height)).max(inner.min);
    place.at = place.at.clamp(inner.min, most);
    is_new
}

/// A line from the card to what it is about.
fn leader(ctx: &Context, place: ScreenPlace, at: Pos2) {
    let card = Rect::from_min_size(place.at, vec2(place.width, place.height.max(40.0)));
    if card.expand(12.0).contains(at) {
        return;
    }
    // From the point of the card's edge that is nearest, but not from its round corners.
    let x = if at.x < card.left() { card.left() } else { at.x.min(card.right()) };
    let from = pos2(x, at.y.clamp(card.top() + 16.0, (card.bottom() - 16.0).max(card.top() + 16.0)));
    let painter = ctx.layer_painter(egui::LayerId::new(Order::Middle, Id::unique("card leader")));
    let end = at + (from - at).normalized() * 9.0;
    // A dark line below the bright one makes it stand out from any ground.
    for (width, color) in
        [(3.5, egui::Color32::from_black_alpha(110)), (1.5, theme::accent(&ctx.global_style().visuals))]
    {
        painter.line_segment([from, end], Stroke::new(width, color));
        painter.circle_stroke(at, 9.0, Stroke::new(width, color));
    }
}

/// The line by which it is dragged, and what folds, pins and closes it.
fn head(ui: &mut Ui, state: &mut UiState) {
    // The whole upper line can be dragged.
    let rect = Rect::from_min_size(ui.cursor().min, vec2(ui.available_width(), theme::CONTROL));
    let drag = ui.interact(rect, ui.scope_id().with("move"), Sense::drag());
    if drag.hovered() {
        ui.ctx().set_cursor_icon(egui::CursorIcon::Grab);
    }
    state.session.card.at += drag.drag_delta();
    ui.horizontal(|ui| {
        ui.label(RichText::new(word("Contact")).size(12.0).weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            if icon::button(ui, Icon::Close, "Close the card", "Esc").clicked() {
                state.selection.contact = None;
            }
            let folded = state.preferences.card_folded;
            let (icon, name) = if folded { (Icon::Down, "Unfold the card") } else { (Icon::Up, "Fold the card") };
            if icon::button(ui, icon, name, "Its sentence alone, or all of it.").clicked() {
                state.preferences.card_folded = !folded;
            }
            let pinned = &mut state.session.card.pinned;
            let hint = "The card stays where it is when another contact is selected.";
            if icon::toggle(ui, Icon::Pin, "Pin the card", hint, *pinned).clicked() {
                *pinned = !*pinned;
            }
        });
    });
}

/// The sentence, then why, how and what if.
fn body(
    ui: &mut Ui,
    timeline: &Timeline,
    contact: &Contact,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    let sim = timeline.sim();
    let told = sim.explain(contact.a, contact.b);
    let text = sentence::sentence(sim, &state.camera, contact, told.as_ref());
    ui.label(RichText::new(text).size(14.0).strong());
    // Folded it says only its sentence.
    if state.preferences.card_folded {
        return;
    }
    part(ui, "Whose normal", |ui| {
        if let Some(told) = &told {
            ui.label(RichText::new(sentence::owner(sim, told)).size(12.0));
        }
        ui.label(RichText::new(figures(sim, contact)).size(12.0).weak());
    });
    let numbers = ui.scope(|ui| part(ui, "How this impulse", |ui| why::impulse(ui, sim, contact)));
    // Numbers of this contact over time, offered where they are told.
    let numbers = numbers.response.interact(Sense::click()).on_hover_text(word("A right click draws it over time."));
    let of = |quantity: &str| plots::quantity_of(sim, quantity, &[contact.a, contact.b]);
    let offers = [("Impulse", of("impulse")), ("Overlap", of("penetration"))];
    plots::menu(&numbers, sim, &offers, state, actions);
    part(ui, "What if", |ui| why::what_if(ui, timeline, contact, state, status, actions));
    ui.add_space(4.0);
    if ui.button(word("All of it…")).on_hover_text(word("The page Why: everything that was compared.")).clicked() {
        state.open_drawer(DrawerTab::Why);
    }
}

/// Normal and overlap in numbers.
fn figures(sim: &Sim, contact: &Contact) -> String {
    let n = contact.normal.to_array().map(|c| minus(&format!("{:.2}", if c.abs() < 0.005 { 0.0 } else { c })));
    let distance = separation(contact.separation());
    say!("n = ({}) from {} to {}, {}", n.join(", "), sim.name(contact.a), sim.name(contact.b), distance)
}

fn part(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
        ui.add_space(6.0);
        ui.label(RichText::new(word(title)).size(11.0).color(theme::accent(ui.visuals())));
        contents(ui);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_lies_beside_what_it_is_about_and_inside_the_picture() {
        let picture = Rect::from_min_size(pos2(0.0, 44.0), vec2(956.0, 612.0));
        let pair = (BodyId::FLOOR, BodyId::CEILING);
        for at in [pos2(60.0, 60.0), pos2(200.0, 640.0), pos2(480.0, 300.0), pos2(900.0, 80.0), pos2(-300.0, 900.0)] {
            let mut place = ScreenPlace { height: 480.0, ..ScreenPlace::default() };
            assert!(lay_down(&mut place, pair, Some(at), picture), "it is a new one");
            let card = Rect::from_min_size(place.at, vec2(WIDTH, 480.0));
            assert!(picture.contains_rect(card), "{at}: {card}");
            assert!(!card.expand(20.0).contains(at), "{at}: {card}");
            // It stays when the contact moves on.
            let before = place;
            assert!(!lay_down(&mut place, pair, Some(at + vec2(40.0, 10.0)), picture));
            assert_eq!(place, before);
            assert!(!lay_down(&mut place, (pair.1, pair.0), Some(at), picture), "the same, named the other way");
        }
    }
}
