//! The first steps: cards that point at the parts of the window, one after another. They take no key but Enter and
//! Escape, and nothing waits for them.

use super::{UiState, theme};
use crate::say;
use crate::subject::Subject;
use crate::words::word;
use egui::{Align, Align2, Area, Context, Id, Layout, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, vec2};

/// What a card points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Picture,
    Bar,
    Side,
    Drawer,
    Scenes,
}

/// Where the parts are now; a part that is not shown has none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Places {
    pub picture: Option<Rect>,
    pub bar: Option<Rect>,
    pub side: Option<Rect>,
    pub drawer: Option<Rect>,
}

/// What a card points at, its title and its text.
type Card = (Part, &'static str, &'static str);

/// Over scenes and laboratories alike.
const TIME: Card = (
    Part::Bar,
    "Stop time",
    "Space stops and goes on, a full stop goes one step on, a comma one step back. The slider here makes time slower; \
         the one under the picture goes back to any moment.",
);

/// Over scenes and laboratories alike.
const ONWARD: Card = (
    Part::Scenes,
    "Go on from here",
    "The name opens the gallery of scenes and laboratories (Ctrl+O). Ctrl+P finds every command, F1 lists the keys and \
         shows these cards again.",
);

/// The cards over a scene.
const CARDS: [Card; 5] = [
    (
        Part::Picture,
        "See who pushes whom",
        "Every arrow leaves the body that pushes and points the way the other is pushed. Drag to turn the picture, turn \
         the wheel to come nearer, click a body or an arrow to select it.",
    ),
    TIME,
    (
        Part::Side,
        "Change anything",
        "Select a body and drag its numbers: it obeys at once. A right click puts a default back, Ctrl+Z undoes. World has \
         gravity and the rules, Layers what is drawn.",
    ),
    (
        Part::Drawer,
        "Ask why",
        "Every contact is a row here. Press N to go from one to the next, then open Why: it shows how the normal was \
         chosen and works the impulse out, term by term.",
    ),
    ONWARD,
];

/// The cards over a laboratory, which has no contacts to ask about.
const LAB_CARDS: [Card; 4] = [
    (
        Part::Picture,
        "Move what it is made of",
        "Points with a ring can be dragged, and everything follows at once. Drag anywhere else to turn the picture, turn \
         the wheel to come nearer.",
    ),
    TIME,
    (
        Part::Side,
        "See the formula at work",
        "Here stands the formula with the numbers of this moment, below it all that can be changed, and what is measured. \
         Ctrl+Z undoes, Reset all begins anew.",
    ),
    ONWARD,
];

/// The cards over what is open.
const fn cards(subject: &Subject) -> &'static [Card] {
    match subject {
        Subject::Scene(_) => &CARDS,
        Subject::Lab(_) => &LAB_CARDS,
    }
}

/// Width of a card (points).
const WIDTH: f32 = 330.0;
/// From a card to what it points at (points).
const GAP: f32 = 14.0;

/// The card that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tour {
    card: usize,
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
    pub const fn start_tour(&mut self) {
        self.dialogs.tour = Some(Tour { card: 0 });
        self.dialogs.help = false;
    }

    /// Goes on to the next card; behind the last one the tour is over.
    pub(super) fn next_card(&mut self, subject: &Subject) {
        match self.dialogs.tour {
            Some(Tour { card }) if card + 1 < cards(subject).len() => self.dialogs.tour = Some(Tour { card: card + 1 }),
            _ => self.end_tour(),
        }
    }

    /// The cards do not come by themselves again.
    pub(super) const fn end_tour(&mut self) {
        (self.dialogs.tour, self.preferences.toured) = (None, true);
    }

    /// Opens what the card points at; a laboratory has fewer cards.
    pub(super) fn open_for_tour(&mut self, subject: &Subject) {
        let Some(tour) = &mut self.dialogs.tour else { return };
        let cards = cards(subject);
        tour.card = tour.card.min(cards.len() - 1);
        self.session.panels_hidden = false;
        match cards[tour.card].0 {
            Part::Side => self.preferences.side_open = true,
            Part::Drawer => self.preferences.drawer_open = true,
            Part::Picture | Part::Bar | Part::Scenes => {}
        }
    }
}

/// Shows the card, unless a window stands in front of everything.
pub(super) fn show(ctx: &Context, subject: &Subject, state: &mut UiState, places: &Places) {
    let Some(tour) = state.dialogs.tour else { return };
    if state.asks() || state.dialogs.help {
        return;
    }
    let Some((part, title, text)) = cards(subject).get(tour.card).copied() else { return };
    let screen = ctx.content_rect();
    let target = target(part, places);
    let (pivot, at) = beside(part, target.unwrap_or(screen), screen);
    if let Some(target) = target {
        let painter = ctx.layer_painter(egui::LayerId::new(Order::Foreground, Id::unique("tour ring")));
        let stroke = Stroke::new(2.0, theme::accent(&ctx.global_style().visuals));
        painter.rect_stroke(target.shrink(2.0), 6.0, stroke, StrokeKind::Inside);
    }
    let area = Area::new(Id::unique("tour")).order(Order::Foreground).pivot(pivot).fixed_pos(at);
    area.show(ctx, |ui| {
        egui::Frame::popup(ui.style()).inner_margin(16).show(ui, |ui| {
            ui.set_width(WIDTH.min(screen.width() - 64.0));
            ui.label(RichText::new(word(title)).heading());
            ui.add_space(2.0);
            ui.label(word(text));
            ui.add_space(8.0);
            buttons(ui, subject, state, tour);
        });
    });
}

fn buttons(ui: &mut Ui, subject: &Subject, state: &mut UiState, tour: Tour) {
    let count = cards(subject).len();
    let last = tour.card + 1 == count;
    ui.horizontal(|ui| {
        let number = say!("{} of {}", tour.card + 1, count);
        ui.label(RichText::new(number).small().weak());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let accent = theme::accent(ui.visuals());
            let words = RichText::new(word(if last { "Done" } else { "Next" })).color(theme::on_accent(ui.visuals()));
            if ui.add(egui::Button::new(words).fill(accent)).on_hover_text(word("Enter does the same.")).clicked() {
                state.next_card(subject);
            }
            let hint = "Escape does the same. The list of keys (F1) shows the cards again.";
            if !last && ui.button(word("Skip")).on_hover_text(word(hint)).clicked() {
                state.end_tour();
            }
        });
    });
}

fn target(part: Part, places: &Places) -> Option<Rect> {
    match part {
        Part::Picture => places.picture,
        Part::Bar => places.bar.map(|bar| Rect::from_center_size(bar.center(), vec2(330.0, bar.height()))),
        Part::Side => places.side,
        Part::Drawer => places.drawer,
        Part::Scenes => places.bar.map(|bar| bar.with_max_x(bar.left() + 250.0)),
    }
}

/// Where the card stands: which point of it, and where that is.
fn beside(part: Part, target: Rect, screen: Rect) -> (Align2, Pos2) {
    let (pivot, at) = match part {
        // Its legend stands on the left.
        Part::Picture => (Align2::RIGHT_BOTTOM, target.right_bottom() - vec2(GAP, GAP)),
        Part::Bar => (Align2::CENTER_TOP, target.center_bottom() + vec2(0.0, GAP)),
        Part::Side => (Align2::RIGHT_TOP, target.left_top() + vec2(-GAP, 40.0)),
        Part::Drawer => (Align2::LEFT_BOTTOM, target.left_top() + vec2(GAP, -GAP)),
        Part::Scenes => (Align2::LEFT_TOP, target.left_bottom() + vec2(GAP, GAP)),
    };
    (pivot, at.clamp(screen.min + vec2(GAP, GAP), screen.max - vec2(GAP, GAP)))
}
