//! The first steps: cards that point at the parts of the window, one after another, in a place where they cover none of
//! them. Over a scene they hold time and play what they speak of. They take no key but Enter and Escape; whoever runs
//! time by hand meanwhile has it.

mod play;

use super::{UiState, strip, theme};
use crate::language::word;
use crate::say;
use crate::subject::Subject;
use egui::{Align, Align2, Area, Context, Id, Layout, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, pos2, vec2};
use play::Playing;
pub(super) use play::drive;

/// What a card points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LightedPart {
    Picture,
    Bar,
    Side,
    Contact,
    Scenes,
}

/// Where the parts are now; a part that is not shown has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LightedPlaces {
    pub picture: Option<Rect>,
    pub bar: Option<Rect>,
    pub transport: Option<Rect>,
    pub side: Option<Rect>,
}

/// What a card points at, its title and its text.
type Card = (LightedPart, &'static str, &'static str);

/// Over laboratories, where time runs on.
const TIME: Card = (
    LightedPart::Bar,
    "Stop time",
    "Space stops and goes on, a full stop goes one step on, a comma one step back. The slider here makes time slower; \
         the one under the picture goes back to any moment.",
);

/// Over scenes and laboratories alike.
const ONWARD: Card = (
    LightedPart::Scenes,
    "Go on from here",
    "The name opens the gallery of scenes and laboratories (Ctrl+O). Ctrl+P finds every command, F1 lists the keys and \
         shows these cards again.",
);

/// The cards over a scene.
const CARDS: [Card; 5] = [
    (
        LightedPart::Picture,
        "See who pushes whom",
        "Time goes to the first impact and stops there. Every arrow leaves the body that pushes and points the way the \
         other is pushed. Drag to turn the picture, turn the wheel to come nearer.",
    ),
    (
        LightedPart::Bar,
        "Stop time",
        "Now it goes on step by step, as with the full stop; a comma goes one step back, Space runs and stops. The slider \
         here makes time slower; the one under the picture goes back to any moment.",
    ),
    (
        LightedPart::Side,
        "Change anything",
        "Select a body and drag its numbers: it obeys at once. A right click puts the scene's value back, Ctrl+Z undoes. \
         World has gravity and the rules, Layers what is drawn.",
    ),
    (
        LightedPart::Contact,
        "Ask why",
        "A click on an arrow opens a card beside it, as here: what pushed whom, why this normal, how large the impulse, \
         and what if. N goes to the next contact; Why, below the picture, has all of it.",
    ),
    ONWARD,
];

/// The cards over a laboratory, which has no contacts to ask about.
const LAB_CARDS: [Card; 4] = [
    (
        LightedPart::Picture,
        "Move what it is made of",
        "Points with a ring can be dragged, and everything follows at once. Drag anywhere else to turn the picture, turn \
         the wheel to come nearer.",
    ),
    TIME,
    (
        LightedPart::Side,
        "See the formula at work",
        "Here stands the formula with the numbers of this moment, below it all that can be changed, and what is measured. \
         Ctrl+Z undoes, Reset all begins anew.",
    ),
    ONWARD,
];

/// The cards over what is open.
const fn cards(subject: &Subject) -> &'static [Card] {
    match subject {
        Subject::Scene(_) | Subject::Trace(_) => &CARDS,
        Subject::Lab(_) => &LAB_CARDS,
    }
}

/// Width of a card (points).
const WIDTH: f32 = 330.0;
/// From a card to the edges of the picture (points).
const GAP: f32 = 14.0;

/// What the legend takes at the lower edge of the picture (points): one line, two in a narrow window.
const LEGEND: [f32; 2] = [32.0, 56.0];
/// From this width of the window on the legend fits into one line, whatever panels are open: cards
/// stand still (points).
const WIDE: f32 = 1000.0;

/// The card that is shown, and what it plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    card: usize,
    playing: Playing,
}

impl Tour {
    /// How many cards there are over a scene.
    pub const CARDS: usize = CARDS.len();

    /// Its number, from 0.
    pub const fn card(self) -> usize {
        self.card
    }
}

impl UiState {
    /// Shows the first card.
    pub fn start_tour(&mut self) {
        self.dialogs.tour = Some(Tour::default());
        self.dialogs.help = false;
        // The cards stand where it would be.
        self.preferences.drawer_open = false;
    }

    /// Shows the first card before anything has run: time goes on when the cards are over.
    pub fn start_first_tour(&mut self) {
        self.start_tour();
        self.session.resume = true;
    }

    /// Whether cards are shown that hold time.
    pub fn holds_time(&self, subject: &Subject) -> bool {
        self.dialogs.tour.is_some() && subject.scene().is_some()
    }

    /// Goes on to the next card; behind the last one the tour is over.
    pub(super) fn next_card(&mut self, subject: &Subject) {
        match self.dialogs.tour {
            Some(tour) if tour.card + 1 < cards(subject).len() => self.turn_to(tour, tour.card + 1),
            _ => self.end_tour(),
        }
    }

    /// Goes back to the card before.
    fn card_before(&mut self) {
        if let Some(tour) = self.dialogs.tour {
            self.turn_to(tour, tour.card.saturating_sub(1));
        }
    }

    /// The contact that a card has selected is for that card alone.
    fn close_answer(&mut self, tour: Tour) {
        // Whatever else was selected by hand meanwhile stays.
        if tour.playing.asked_about() == self.selection.contact {
            self.selection.contact = None;
        }
    }

    /// Another scene was opened: nothing is known of it yet, and it runs.
    pub(super) fn leave_tour_of_scene(&mut self) {
        if let Some(tour) = &mut self.dialogs.tour {
            tour.playing = Playing::default();
        }
    }

    fn turn_to(&mut self, tour: Tour, card: usize) {
        self.close_answer(tour);
        self.dialogs.tour = Some(Tour { card, playing: tour.playing.of_another_card() });
    }

    /// The cards do not come by themselves again.
    pub(super) fn end_tour(&mut self) {
        if let Some(tour) = self.dialogs.tour {
            self.close_answer(tour);
        }
        (self.dialogs.tour, self.preferences.toured) = (None, true);
    }

    /// Opens what the card points at; a laboratory has fewer cards.
    pub(super) fn open_for_tour(&mut self, subject: &Subject) {
        let Some(tour) = &mut self.dialogs.tour else { return };
        let cards = cards(subject);
        // What is open may have changed since, and have fewer cards.
        tour.card = tour.card.min(cards.len() - 1);
        self.session.panels_hidden = false;
        // All parts but this panel are always there.
        match cards[tour.card].0 {
            LightedPart::Side => self.preferences.side_open = true,
            LightedPart::Picture | LightedPart::Bar | LightedPart::Contact | LightedPart::Scenes => {}
        }
    }

    /// What of the picture the card leaves free (points of the window): beside it, or above it where there
    /// is more room.
    pub(super) fn free_of_tour(&self, ctx: &Context, picture: Rect) -> Rect {
        let Some(card) = self.dialogs.tour.and_then(|_| ctx.memory(|m| m.area_rect(area_id()))) else { return picture };
        // The larger of the two parts: to the right of the card, or above it in a narrow picture.
        let beside = picture.with_min_x(picture.left().max(card.right()));
        let above = picture.with_max_y(picture.bottom().min(card.top()));
        if beside.width() >= 1.1 * WIDTH { beside } else { above }
    }
}

fn area_id() -> Id {
    Id::unique("tour")
}

/// Shows the card, unless a window stands in front of everything.
pub(super) fn show(ctx: &Context, subject: &Subject, state: &mut UiState, places: &LightedPlaces) {
    let Some(tour) = state.dialogs.tour else { return };
    // A window that waits for an answer goes first.
    if state.asks() || state.dialogs.help {
        return;
    }
    let Some((part, title, text)) = cards(subject).get(tour.card).copied() else { return };
    let screen = ctx.content_rect();
    // A ring around what the card speaks of; a card about the whole lights nothing.
    if let Some(target) = target(part, places) {
        let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour ring")));
        let stroke = Stroke::new(2.0, theme::accent(&ctx.global_style().visuals));
        painter.rect_stroke(target.shrink(2.0), 6.0, stroke, StrokeKind::Inside);
    }
    let area = Area::new(area_id()).order(Order::Foreground).pivot(Align2::LEFT_BOTTOM).fixed_pos(place(screen));
    area.show(ctx, |ui| {
        egui::Frame::popup(ui.style()).inner_margin(16).show(ui, |ui| {
            // As wide as the picture lets it be: it must not cover what it points at.
            let room = places.picture.map_or(screen.width(), |picture| picture.width());
            ui.set_width(WIDTH.min(room - 2.0 * GAP - 34.0));
            ui.label(RichText::new(word(title)).heading());
            ui.add_space(2.0);
            ui.label(word(text));
            ui.add_space(8.0);
            buttons(ui, subject, state, tour);
        });
    });
}

/// The buttons, each in the same place on every card: one goes through them without moving the mouse.
fn buttons(ui: &mut Ui, subject: &Subject, state: &mut UiState, tour: Tour) {
    let count = cards(subject).len();
    // Laid out from the right with one size: Next stays in place where Back is greyed and Skip is gone.
    let (first, last) = (tour.card == 0, tour.card + 1 == count);
    let size = vec2(64.0, theme::CONTROL);
    ui.horizontal(|ui| {
        let number = say!("{} of {}", tour.card + 1, count);
        ui.label(RichText::new(number).small().weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let accent = theme::accent(ui.visuals());
            let words = RichText::new(word(if last { "Done" } else { "Next" })).color(theme::on_accent(ui.visuals()));
            let next = ui.add(egui::Button::new(words).fill(accent).min_size(size));
            if next.on_hover_text(word("Enter does the same.")).clicked() {
                state.next_card(subject);
            }
            let back = ui.add_enabled(!first, egui::Button::new(word("Back")).min_size(size));
            if back.on_hover_text(word("The card before.")).clicked() {
                state.card_before();
            }
            let hint = "Escape does the same. The list of keys (F1) shows the cards again.";
            if !last && ui.add(egui::Button::new(word("Skip")).min_size(size)).on_hover_text(word(hint)).clicked() {
                state.end_tour();
            }
        });
    });
}

fn target(part: LightedPart, places: &LightedPlaces) -> Option<Rect> {
    match part {
        LightedPart::Picture | LightedPart::Contact => places.picture,
        LightedPart::Bar => places.transport,
        LightedPart::Side => places.side,
        // The scene's name stands at the left end of the bar.
        LightedPart::Scenes => places.bar.map(|bar| bar.with_max_x(bar.left() + 250.0)),
    }
}

/// Where the lower left corner of every card stands: in that of the picture, above the legend and the lines below it.
fn place(screen: Rect) -> Pos2 {
    let legend = LEGEND[usize::from(screen.width() < WIDE)];
    let below = super::TIMELINE_HEIGHT + strip::HEIGHT + legend;
    pos2(screen.left() + GAP, screen.bottom() - below - 0.5 * GAP)
}
