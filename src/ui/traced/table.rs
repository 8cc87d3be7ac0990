//! The contacts of the step, a row for each pair of bodies.

use super::super::contacts::COPIES;
use super::super::quantity::quantity;
use super::super::{Action, UiState};
use super::verdict_color;
use crate::check::Verdict;
use crate::language::{feature_words, word};
use crate::playback::{Playback, TracedPair, TracedStep};
use crate::say;
use crate::view::trace_id;
use egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};

/// Pairs whose verdicts one picture works out at most.
const JUDGED: usize = 300;

/// Widths of a verdict, of a name and of a number with its unit (points): where there is room, and the least.
const VERDICT: [f32; 2] = [110.0, 96.0];
const NAME: [f32; 2] = [60.0, 44.0];
const NUMBER: [f32; 2] = [80.0, 66.0];
/// Between columns where there is little room (points).
const NARROW_GAP: f32 = 4.0;

/// What is copied of a contact of another engine.
const AS_HERE: &str =
    "The two bodies where the engine found the contact, and the contact that this program finds there.";

/// A row: a pair with its worst contact.
struct ContactRow {
    meeting: TracedPair,
    worst: Option<usize>,
}

/// Shows the table, what is wrong first.
pub fn show(ui: &mut Ui, playback: &Playback, state: &mut UiState, actions: &mut Vec<Action>) {
    let frame = playback.frame();
    if frame.contacts().is_empty() {
        ui.add_space(10.0);
        ui.label(RichText::new(word("The engine told of no contact in this step.")).weak());
        return;
    }
    // A few each frame, until all of this step are judged.
    if !frame.judge_some(JUDGED) {
        ui.ctx().request_repaint();
    }
    let row = |meeting: TracedPair| {
        // By what is known so far; a pair that is not judged yet has its first contact.
        let known: Vec<usize> = meeting.contacts.iter().copied().filter(|c| frame.judged(*c).is_some()).collect();
        ContactRow { worst: frame.worst_of(&known).or(meeting.contacts.first().copied()), meeting }
    };
    let mut rows: Vec<ContactRow> = frame.meetings().into_iter().map(row).collect();
    // The worst first; those not judged yet come last.
    rows.sort_by(|a, b| badness(frame, b).partial_cmp(&badness(frame, a)).unwrap_or(std::cmp::Ordering::Equal));

    let height = ui.text_style_height(&egui::TextStyle::Body) + 6.0;
    // Numbers take what they need, names share the rest; where there is little room they lie closer.
    let wide = ui.available_width() >= VERDICT[0] + 4.0 * (NAME[0] + NUMBER[0]) + 9.0 * ui.spacing().item_spacing.x;
    if !wide {
        ui.spacing_mut().item_spacing.x = NARROW_GAP;
    }
    let [verdict, name, number] = [VERDICT, NAME, NUMBER].map(|[usual, least]| if wide { usual } else { least });
    let rest = ui.available_width() - verdict - 4.0 * number - 9.0 * ui.spacing().item_spacing.x;
    let names = (rest / 4.0).clamp(name, 180.0);
    let table = TableBuilder::new(ui)
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .column(Column::exact(verdict))
        .columns(Column::exact(names), 4)
        .columns(Column::exact(number), 4)
        .column(Column::remainder());
    let heads =
        ["Verdict", "Body A", "Feature A", "Body B", "Feature B", "Normal off", "Separation", "Off by", "Pressed"];
    let table = table.header(22.0, |mut header| {
        for head in heads {
            header.col(|ui| drop(ui.label(RichText::new(word(head)).size(12.0).weak())));
        }
        header.col(|_| {});
    });
    table.body(|body| {
        body.rows(height, rows.len(), |mut line| {
            let row = &rows[line.index()];
            let (a, b) = row.meeting.bodies;
            // By the pair of bodies, which stays while rows change their places.
            line.set_selected(state.selection.has_contact((trace_id(a), trace_id(b))));
            cells(&mut line, frame, row);
            let response = line.response();
            response.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, describe(frame, &row.meeting, row.worst))
            });
            let response = response.on_hover_text(word("Click to select, double-click to go there."));
            if response.hovered() {
                state.interaction.pointed.contact = Some((trace_id(a), trace_id(b)));
            }
            if response.clicked() || response.double_clicked() {
                super::select(playback, state, a, b, response.double_clicked());
            }
            response.context_menu(|ui| {
                for (words, form) in COPIES {
                    if ui.button(word(words)).on_hover_text(word(AS_HERE)).clicked() {
                        actions.push(Action::CopyContact { bodies: (trace_id(a), trace_id(b)), form });
                    }
                }
            });
        });
    });
}

/// What comes first: what is wrong, then by the angle.
fn badness(frame: &TracedStep, row: &ContactRow) -> (u8, f64) {
    let told = row.worst.and_then(|contact| frame.judged(contact));
    told.filter(|told| told.verdict != Verdict::Unchecked)
        .map_or((0, 0.0), |told| (1 + told.verdict as u8, told.angle_deg))
}

fn cells(line: &mut egui_extras::TableRow<'_, '_>, frame: &TracedStep, row: &ContactRow) {
    let (a, b) = row.meeting.bodies;
    let told = row.worst.and_then(|contact| frame.judged(contact));
    line.col(|ui| {
        let text = told.map_or("…", |told| word(told.verdict.title()));
        let color = told.map_or(ui.visuals().weak_text_color(), |told| verdict_color(told.verdict, ui.visuals()));
        ui.label(RichText::new(text).color(color));
    });
    let mut text = |text: String| {
        line.col(|ui| drop(ui.add(egui::Label::new(text).truncate().selectable(false))));
    };
    let engine = row.worst.map_or([None, None], |contact| frame.features(contact));
    let exact = told.and_then(|told| told.exact);
    // The engine's own word where it gives one, else what geometry sees.
    let feature = |own: Option<&str>, seen: Option<String>| {
        own.or(seen.as_deref()).map_or_else(|| "–".into(), |name| feature_words(&name))
    };
    text(frame.name(a));
    text(feature(engine[0], exact.map(|e| e.part_a.to_string())));
    text(frame.name(b));
    text(feature(engine[1], exact.map(|e| e.part_b.to_string())));
    let mut number = |text: String| {
        line.col(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(text).monospace().size(11.5)).truncate().selectable(false));
            });
        });
    };
    let none = || "–".to_owned();
    number(told.map_or_else(none, |told| format!("{:.2}°", told.angle_deg)));
    // The row is for all contacts of the pair: the deepest of their points, and the sum of their impulses.
    let claims = || row.meeting.contacts.iter().map(|contact| &frame.contacts()[*contact]);
    let deepest = claims().flat_map(|c| &c.points).filter_map(|p| p.separation).reduce(f64::min);
    number(deepest.map_or_else(none, |depth| quantity(depth, "m")));
    number(told.and_then(|told| told.depth).map_or_else(none, |depth| quantity(depth, "m")));
    let impulses: Vec<f64> = claims().flat_map(|c| &c.points).filter_map(|p| p.normal_impulse).collect();
    number(if impulses.is_empty() { none() } else { quantity(impulses.iter().sum(), "N·s") });
    line.col(|_| {});
}

/// One line on a pair, for the screen reader.
fn describe(frame: &TracedStep, meeting: &TracedPair, worst: Option<usize>) -> String {
    let (a, b) = meeting.bodies;
    let told = worst.and_then(|contact| frame.judged(contact));
    let verdict = told.map_or("…", |told| word(told.verdict.title()));
    say!("{} on {}: {}", frame.name(a), frame.name(b), verdict)
}
