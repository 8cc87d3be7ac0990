//! Contacts over time: a row for each pair, with its touches, what they went through, and how hard they pressed.

use super::quantity::{plural, quantity};
use super::{Action, DrawerTab, UiState, contacts, history_row, theme};
use crate::geometry::Feature;
use crate::language::{feature_words, word};
use crate::physics::BodyId;
use crate::say;
use crate::sim::{CHATTER, ContactHistory, FLICKER, FeatureSpan, PairHistory, Timeline};
use crate::view::{Color, Glyph, Theme, palette};
use egui::{Align, Color32, Layout, Painter, Rect, RichText, Stroke, Ui, pos2, vec2};

/// Which rows are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) enum PairFilter {
    /// All.
    #[default]
    All,
    /// Those whose features or normals flipped again and again.
    Flicker,
    /// Those with touches of a step or two.
    Chatter,
    /// Those that began in what is shown.
    FirstTouch,
}

/// What the page remembers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct HistoryPage {
    filter: PairFilter,
    /// Steps shown; none for all.
    window: Option<u64>,
    /// Contact to look at as soon as the step that was asked for is there.
    pub(super) go_to: Option<(u64, (BodyId, BodyId))>,
}

impl Default for HistoryPage {
    fn default() -> Self {
        Self { filter: PairFilter::All, window: Some(300), go_to: None }
    }
}

/// Steps looked back when the page is opened.
const LOOK_BACK: u64 = 600;
/// Bodies times steps that are done again for one picture: a few milliseconds.
const WORK: u64 = 8_000;

/// Reads what the page needs, a little each frame, and forgets it when the page is closed; looks at the contact that
/// was clicked as soon as its step is there.
pub(super) fn tend(ui: &Ui, timeline: &Timeline, state: &mut UiState, actions: &mut Vec<Action>) {
    let open = state.preferences.drawer_open
        && state.preferences.drawer_tab == DrawerTab::History
        && !state.session.panels_hidden;
    // Asked for before its step was there: by now it may be.
    if let Some((step, pair)) = state.session.contact_history.go_to
        && timeline.sim().step_count() == step
    {
        state.session.contact_history.go_to = None;
        if let Some(contact) = timeline.sim().contacts().iter().find(|contact| contact.is_between(pair)) {
            contacts::select(state, contact, true);
        }
    }
    // A closed page costs nothing: what was read is forgotten. An open one reads on, fewer steps a frame
    // in larger scenes.
    match (open, timeline.contact_history()) {
        (false, Some(_)) => actions.push(Action::ForgetContactHistory),
        (true, history) if !timeline.contacts_are_read() => {
            // Back a little from the last step, so that something is seen at once.
            let first = history.map_or(timeline.seek_range().last.saturating_sub(LOOK_BACK), ContactHistory::first);
            // Fewer steps a frame where each has more to be read.
            let count = WORK.div_ceil(timeline.sim().world().slot_count() as u64 + 1).min(LOOK_BACK);
            actions.push(Action::ReadContactHistory { first, count });
            ui.ctx().request_repaint();
        }
        _ => {}
    }
}

/// Shows the page. A click on a row goes to that step and that contact.
pub(super) fn show(ui: &mut Ui, timeline: &Timeline, state: &mut UiState, actions: &mut Vec<Action>) {
    let Some(history) = timeline.contact_history() else { return };
    let hz = timeline.sim().world().config().hz;
    let chosen: Vec<&PairHistory> = history
        .list()
        .iter()
        .filter(|pair_history| state.session.contact_history.filter.takes(history, pair_history, hz))
        .collect();
    header(ui, timeline, history, chosen.len(), state, actions);
    if chosen.is_empty() {
        ui.add_space(6.0);
        ui.label(RichText::new(state.session.contact_history.filter.nothing(history)).weak());
        return;
    }
    // One scale of impulses for all rows shown, so that they can be compared.
    let impulses =
        chosen.iter().flat_map(|pair_history| &pair_history.spans).flat_map(|span| span.impulses.iter().copied());
    let (scale, top) =
        (Scale::new(timeline, history, state.session.contact_history.window), impulses.fold(0.0, f32::max));
    let page = Rows { timeline, history, scale, top };
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, history_row::ROW, chosen.len(), |ui, rows| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for pair_history in &chosen[rows] {
            page.row(ui, pair_history, state, actions);
        }
    });
}

impl PairFilter {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::All, "All", "Every pair that touched."),
        (Self::Flicker, "Flicker", "Features changed or normals jumped more than three times within a second."),
        (Self::Chatter, "Chatter", "Touches of fewer than three steps."),
        (Self::FirstTouch, "First touch", "Pairs that touched for the first time in the steps read."),
    ];

    fn takes(self, history: &ContactHistory, pair_history: &PairHistory, hz: f32) -> bool {
        match self {
            Self::All => true,
            Self::Flicker => pair_history.flickers(hz),
            Self::Chatter => history.chatters(pair_history),
            Self::FirstTouch => history.first_touch(pair_history).is_some(),
        }
    }

    fn nothing(self, history: &ContactHistory) -> String {
        let (first, last) = (history.first(), history.seen());
        match self {
            _ if last < first => word("Run the scene: each contact gets a row here.").into(),
            Self::All => say!("Nothing touched in steps {} to {}.", first, last),
            Self::Flicker => {
                say!("Nothing flipped more than {} times a second in steps {} to {}.", FLICKER, first, last)
            }
            Self::Chatter => say!("No touch was over in fewer than {} steps in steps {} to {}.", CHATTER, first, last),
            Self::FirstTouch => say!("No pair touched for the first time in steps {} to {}.", first, last),
        }
    }
}

/// The choice of rows and of the time shown, and what was read.
fn header(
    ui: &mut Ui,
    timeline: &Timeline,
    history: &ContactHistory,
    count: usize,
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    let hz = f64::from(timeline.sim().world().config().hz);
    ui.horizontal(|ui| {
        let width = ui.available_width();
        ui.allocate_ui(vec2(300.0, theme::CONTROL), |ui| {
            if let Some(filter) = theme::segmented(ui, state.session.contact_history.filter, &PairFilter::ALL) {
                state.session.contact_history.filter = filter;
            }
        });
        ui.add_space(10.0);
        // Windows are steps; people ask for seconds.
        let second = hz.round() as u64;
        let windows = [
            (Some(second), "1 s", "A second about the present step."),
            (Some(5 * second), "5 s", "Five seconds about the present step."),
            (None, "All", "All that was read."),
        ];
        ui.allocate_ui(vec2(130.0, theme::CONTROL), |ui| {
            if let Some(window) = theme::segmented(ui, state.session.contact_history.window, &windows) {
                state.session.contact_history.window = window;
            }
        });
        // Only where steps are kept that were not read.
        let first = timeline.seek_range().first.max(1);
        if width > 700.0 && history.first() > first {
            let earlier = history.first().saturating_sub(LOOK_BACK).max(first);
            if ui.button(word("Earlier")).on_hover_text(say!("Read from step {} on.", earlier)).clicked() {
                actions.push(Action::ReadContactHistory { first: earlier, count: 1 });
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let (number, first, last) = (plural(count, "pair", "pairs"), history.first(), history.seen());
            // While it reads on, the numbers change: that is said.
            let words = if timeline.contacts_are_read() {
                say!("{}, steps {} to {}", number, first, last)
            } else {
                say!("{}, steps {} to {}, reading on", number, first, last)
            };
            ui.label(RichText::new(words).small().weak());
        });
    });
    ui.add_space(4.0);
}

/// Which steps are shown.
struct Scale {
    first: u64,
    last: u64,
    now: u64,
}

impl Scale {
    fn new(timeline: &Timeline, history: &ContactHistory, window: Option<u64>) -> Self {
        let (now, end) = (timeline.sim().step_count(), history.seen().max(history.first()));
        let Some(window) = window else { return Self { first: history.first(), last: end, now } };
        // What lies ahead of a present in the past is shown as well: the present stands in the middle then.
        let last = (now + window / 2).clamp(history.first(), end);
        let first = last.saturating_sub(window - 1).max(history.first());
        Self { first, last: (first + window - 1).min(end), now }
    }

    fn steps(&self) -> f32 {
        (self.last - self.first + 1) as f32
    }

    /// Where a step begins.
    fn x(&self, rect: Rect, step: u64) -> f32 {
        rect.left() + rect.width() * ((step as f64 - self.first as f64) as f32 / self.steps()).clamp(0.0, 1.0)
    }

    fn step(&self, rect: Rect, x: f32) -> u64 {
        let share = ((x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        (self.first + (share * self.steps()) as u64).min(self.last)
    }
}

/// What all rows have in common.
struct Rows<'a> {
    timeline: &'a Timeline,
    history: &'a ContactHistory,
    scale: Scale,
    /// The greatest impulse of all rows shown (N·s).
    top: f32,
}

impl Rows<'_> {
    fn row(&self, ui: &mut Ui, pair_history: &PairHistory, state: &mut UiState, actions: &mut Vec<Action>) {
        // Names and what there is to say, for the eye and for a screen reader alike.
        let pair = (pair_history.a, pair_history.b);
        let name =
            format!("{} – {}", self.timeline.sim().name(pair_history.a), self.timeline.sim().name(pair_history.b));
        let words = describe(self.history, pair_history, &name);
        let (response, area) = history_row::row(ui, &name, &words, state.selection.has_contact(pair));
        self.paint(ui, pair_history, area, state.preferences.theme);
        if response.hovered() {
            state.interaction.pointed.contact = Some(pair);
        }
        // Where the pointer is, in steps.
        let step = response.hover_pos().filter(|at| area.contains(*at)).map(|at| self.scale.step(area, at.x));
        let response = history_row::hint(response, &name, step.map(|step| said(pair_history, step)));
        if response.clicked() {
            // By the keyboard, or beside the row: where the two touched last.
            let last = pair_history.spans.last().map_or(self.scale.now, FeatureSpan::last);
            let step = step.unwrap_or(last);
            state.selection.contact = Some(pair);
            state.session.contact_history.go_to = Some((step, pair));
            actions.push(Action::Seek(step));
        }
    }

    /// Bars of the touches in the colour of their kind, ticks, impulses as dots, and where the run stands.
    fn paint(&self, ui: &Ui, pair_history: &PairHistory, rect: Rect, theme: Theme) {
        let (visuals, scale) = (ui.visuals(), &self.scale);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 2.0, visuals.extreme_bg_color.gamma_multiply(0.6));
        let ink = visuals.text_color();
        // Only what lies in the window is painted.
        for span in pair_history.spans.iter().filter(|span| span.last() >= scale.first && span.first <= scale.last) {
            let (left, right) = (scale.x(rect, span.first), scale.x(rect, span.last() + 1));
            // A touch of a single step is still seen.
            let bar = Rect::from_x_y_ranges(left..=right.max(left + 1.5), rect.bottom() - 6.0..=rect.bottom());
            painter.rect_filled(bar, 0.0, color32(kind_color(span)));
            self.dots(&painter, span, rect, ink);
        }
        let tick = |step: u64, color: Color32, width: f32| {
            if (scale.first..=scale.last).contains(&step) {
                painter.vline(scale.x(rect, step), rect.y_range(), Stroke::new(width, color));
            }
        };
        // A tick where the feature changed, a red one where the normal turned too far.
        pair_history.changes().for_each(|step| tick(step, ink, 1.5));
        let wrong = color32(palette::Ink::Wrong.color(theme));
        pair_history.turns().for_each(|step| tick(step, wrong, 2.5));
        if (scale.first..=scale.last).contains(&scale.now) {
            let x = scale.x(rect, scale.now) + 0.5 * rect.width() / scale.steps();
            painter.vline(x, rect.y_range(), Stroke::new(1.0, theme::accent(visuals)));
        }
    }

    /// A dot for each step, or for the hardest of those that share a point of the screen; a thousandth of the greatest
    /// impulse of all rows lies at the bottom, each tenfold a third higher.
    fn dots(&self, painter: &Painter, span: &FeatureSpan, rect: Rect, ink: Color32) {
        let (scale, width) = (&self.scale, rect.width() / self.scale.steps());
        let together = ((2.5 / width).ceil() as usize).max(1);
        let from = scale.first.max(span.first);
        let part = &span.impulses[(from - span.first) as usize..];
        let shown = (scale.last + 1 - from) as usize;
        for (i, group) in part[..shown.min(part.len())].chunks(together).enumerate() {
            let impulse = group.iter().copied().fold(0.0, f32::max);
            if impulse <= 0.0 || self.top <= 0.0 {
                continue;
            }
            let height = (1.0 + (impulse / self.top).log10() / 3.0).clamp(0.0, 1.0);
            let x = scale.x(rect, from + (i * together) as u64) + 0.5 * width * group.len() as f32;
            let y = egui::lerp(rect.bottom() - 8.0..=rect.top() + 2.0, height);
            painter.circle_filled(pos2(x, y), 1.2, ink);
        }
    }
}

/// What happened in a row at a step.
fn said(pair_history: &PairHistory, step: u64) -> String {
    let Some((span, impulse)) = pair_history.spans.iter().find_map(|span| Some((span, span.impulse(step)?))) else {
        return say!("step {}: apart", step);
    };
    let (a, b) = (feature_words(&span.feature_a), feature_words(&span.feature_b));
    let mut text = say!("step {}: {} on {}, pressed {}", step, a, b, quantity(f64::from(impulse), "N·s"));
    if pair_history.changes().any(|change| change == step) {
        text += word(", another feature");
    }
    if span.turns.contains(&step) {
        text += word(", the normal jumped");
    }
    text
}

/// A row in words, for those who cannot see it.
fn describe(history: &ContactHistory, pair_history: &PairHistory, name: &str) -> String {
    let touches = pair_history.touches();
    let ongoing = touches.last().is_some_and(|(_, last)| *last == history.seen());
    let parts = [
        plural(touches.len(), "touch", "touches"),
        plural(pair_history.changes().count(), "feature change", "feature changes"),
        plural(pair_history.turns().count(), "jump of the normal", "jumps of the normal"),
    ];
    let now = if ongoing { word(", touching now") } else { "" };
    format!("{name}: {}{now}", parts.join(", "))
}

/// The colour of the more pointed of two features: the one that decides how a contact behaves.
fn kind_color(span: &FeatureSpan) -> Color {
    let rank = |feature: &Feature| match palette::glyph(*feature) {
        Glyph::Disc | Glyph::Ring => 0,
        Glyph::Square => 1,
        Glyph::Bar => 2,
        Glyph::Triangle => 3,
        Glyph::Cross => 4,
    };
    let (a, b) = (span.feature_a, span.feature_b);
    palette::feature(if rank(&a) > rank(&b) { a } else { b })
}

fn color32(color: Color) -> Color32 {
    let [r, g, b, a] = color.0;
    Color32::from_rgba_unmultiplied(r, g, b, a)
}
