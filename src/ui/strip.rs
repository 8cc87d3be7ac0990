//! The line at the head of the drawer: its pages, and where the simulation stands.

use super::icon::{self, Icon};
use super::quantity::{count, plural};
use super::{DrawerTab, Status, UiState, theme};
use crate::check::Verdict;
use crate::language::word;
use crate::say;
use crate::subject::Subject;
use egui::{Align, Color32, FontId, Frame, Label, Layout, Margin, RichText, Ui, UiBuilder, vec2};

/// How high it is (points).
pub(super) const HEIGHT: f32 = 32.0;

const PAGES: [(DrawerTab, &str, &str); 5] = [
    (DrawerTab::Contacts, "Contacts", "Every contact of the last step as a row."),
    (DrawerTab::Why, "Why", "The selected contact taken apart: its normal and its impulse."),
    (DrawerTab::History, "History", "The contacts over time, a row for each pair."),
    (DrawerTab::Plots, "Plots", "Energy and momentum, and any other number, over the whole run."),
    (DrawerTab::Stats, "Stats", "Where the time of a step goes, and how much there was to do."),
];

const TRACE_PAGES: [(DrawerTab, &str, &str); 5] = [
    (DrawerTab::Contacts, "Contacts", "What the engine told in this step, a row for each pair, the worst first."),
    (DrawerTab::Why, "Why", "The selected contact: what the engine says, what geometry says, and the verdict."),
    (DrawerTab::History, "History", "The contacts over time, a row for each pair."),
    (DrawerTab::Plots, "Plots", "Any number that the engine told, or geometry tells of it, over the whole trace."),
    (DrawerTab::Check, "Check", "What was found in the whole trace."),
];

const LAB_PAGES: [(DrawerTab, &str, &str); 1] =
    [(DrawerTab::Plots, "Plots", "Any number that is measured here, over the whole run.")];

/// Whether the drawer is open. A laboratory has one page: what was open over a scene does not cover its picture.
pub(super) fn is_open(subject: &Subject, state: &UiState) -> bool {
    let preferences = &state.preferences;
    preferences.drawer_open && (subject.lab().is_none() || preferences.drawer_tab == DrawerTab::Plots)
}

/// Shows the pages of the drawer, then simulated time, counts, the state's hash, and how fast pictures come, as far as
/// there is room.
pub(super) fn show(ui: &mut Ui, subject: &Subject, state: &mut UiState, status: &Status) {
    // Painted over its whole width, whatever is in it.
    let rect = ui.max_rect().with_max_y(ui.max_rect().top() + HEIGHT);
    Frame::new().fill(theme::bar_frame(ui.style()).fill).show(ui, |ui| ui.set_min_size(rect.size()));
    let inner = rect - Margin::symmetric(12, 0);
    ui.scope_builder(UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center)), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let open = is_open(subject, state);
        match subject {
            Subject::Scene(_) => pages(ui, state, open, &PAGES),
            Subject::Trace(_) => pages(ui, state, open, &TRACE_PAGES),
            Subject::Lab(_) => pages(ui, state, open, &LAB_PAGES),
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let side = "Numbers and settings on the right.";
            if icon::toggle(ui, Icon::Side, "Side panel", side, state.preferences.side_open).clicked() {
                state.preferences.side_open = !state.preferences.side_open;
            }
            standing(ui, subject, status);
        });
    });
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, ui.visuals().widgets.noninteractive.bg_stroke);
    ui.advance_cursor_after_rect(rect);
}

/// The pages: a click opens one, a click on the one on show closes the drawer.
fn pages(ui: &mut Ui, state: &mut UiState, open: bool, pages: &[(DrawerTab, &str, &str)]) {
    let preferences = &mut state.preferences;
    // A page that this subject has not stands for its first one.
    let has = pages.iter().any(|(page, ..)| *page == preferences.drawer_tab);
    let current = if has { preferences.drawer_tab } else { pages[0].0 };
    if icon::toggle(ui, Icon::Drawer, "Drawer", "The pages at the bottom.", open).clicked() {
        (preferences.drawer_open, preferences.drawer_tab) = (!open, current);
    }
    for (page, name, hint) in pages.iter().copied() {
        let chosen = open && current == page;
        if theme::tab(ui, name, hint, chosen, HEIGHT).clicked() {
            (preferences.drawer_open, preferences.drawer_tab) = (!chosen, page);
        }
    }
}

/// One figure of the line.
struct Figure {
    text: String,
    hint: String,
    color: Color32,
    monospace: bool,
}

/// What is told of the run, from the right: what matters most is given its place first.
fn standing(ui: &mut Ui, subject: &Subject, status: &Status) {
    let weak = ui.visuals().weak_text_color();
    let plain = |text: String, hint: &str| Figure { text, hint: hint.into(), color: weak, monospace: false };
    let mono = |text: String, hint: String| Figure { text, hint, color: weak, monospace: true };
    // By importance, each with its place in the line.
    let mut figures: Vec<(usize, Figure)> = vec![
        (0, mono(format!("{:>8.3} s", subject.time()), word("Simulated time").into())),
        (1, mono(say!("step {}", count(subject.step_count() as usize)), word("Steps done").into())),
    ];
    if status.lagging && status.running {
        let hint = word("This machine cannot keep up. Steps stay as long as they are; time runs slower.");
        let slow = plain(word("slower than real time").into(), hint);
        figures.insert(0, (3, Figure { color: ui.visuals().warn_fg_color, ..slow }));
    }
    if let Some(sim) = subject.scene() {
        let now = sim.counts();
        let bodies = say!("{}, {} awake", plural(now.bodies, "body", "bodies"), count(now.awake));
        figures.push((5, plain(plural(now.contacts, "contact", "contacts"), "")));
        figures.push((4, plain(bodies, "")));
    }
    if let Some(trace) = subject.trace() {
        let frame = trace.frame();
        figures.push((5, plain(plural(frame.contacts().len(), "contact", "contacts"), "")));
        figures.push((4, plain(plural(frame.cast().members.len(), "body", "bodies"), "")));
        let wrong = (0..frame.contacts().len()).filter_map(|contact| frame.judged(contact));
        let wrong = wrong.filter(|told| told.verdict > Verdict::Tie && told.verdict != Verdict::Unchecked).count();
        if wrong > 0 {
            let hint = word("Contacts of this step that are not what geometry says, as far as they are checked.");
            let text = say!("{} not right", count(wrong));
            figures.insert(2, (3, Figure { color: ui.visuals().warn_fg_color, ..plain(text, hint) }));
        }
    }
    let hash = format!("{:016x}", subject.state_hash());
    let hint = say!("{}\nHash of the whole state, bit for bit: the same on every machine.", hash);
    figures.push((2, mono(format!("#{}", &hash[..8]), hint)));
    if status.frame_ms > 0.0 && status.running {
        let hint = say!("Pictures a second; {} ms each", format!("{:.1}", status.frame_ms));
        figures.push((6, plain(format!("{:.0} fps", 1000.0 / status.frame_ms), &hint)));
    }
    let adapter = if status.software { word("software drawing") } else { status.adapter.as_str() };
    if !adapter.is_empty() {
        figures.push((7, plain(adapter.into(), &say!("{}\nGraphics adapter in use.", status.adapter))));
    }

    // Only whole figures, as many as there is room for.
    const GAP: f32 = 14.0;
    let mut room = ui.available_width() - GAP;
    let mut fitting: Vec<(usize, f32, Figure)> = vec![];
    for (place, figure) in figures {
        let font = if figure.monospace { FontId::monospace(11.5) } else { FontId::proportional(11.5) };
        let width = ui.painter().layout_no_wrap(figure.text.clone(), font, Color32::PLACEHOLDER).size().x;
        if width + GAP > room {
            break;
        }
        room -= width + GAP;
        fitting.push((place, width, figure));
    }
    fitting.sort_by_key(|(place, ..)| std::cmp::Reverse(*place));
    for (_, width, figure) in fitting {
        ui.add_space(GAP);
        let text = RichText::new(figure.text).size(11.5).color(figure.color);
        let text = if figure.monospace { text.monospace() } else { text };
        let response = ui.add_sized(vec2(width, HEIGHT), Label::new(text).extend());
        if !figure.hint.is_empty() {
            response.on_hover_text(figure.hint);
        }
    }
}
