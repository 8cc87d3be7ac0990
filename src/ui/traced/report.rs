//! The page *Check*: what was found in the whole trace, a click from each place.

use super::super::quantity::{count, digits, plural, quantity};
use super::super::{Action, Status, UiState, theme};
use super::{Checking, go_to, meaning, verdict_color};
use crate::check::{Report, Verdict};
use crate::language::{feature_words, phrase, word};
use crate::playback::Playback;
use crate::say;
use crate::trace::Id;
use egui::{Align, Layout, RichText, Sense, Ui};
use egui_extras::{Column, TableBuilder};

/// Rows of each list that are shown.
const ROWS: usize = 200;

/// Width of the column of verdicts and findings, the least of that of tables, and between the two (points).
const TEXTS: f32 = 340.0;
const TABLES: f32 = 450.0;
const GAP: f32 = 16.0;

/// Shows the report, or how far it has come.
pub fn show(ui: &mut Ui, playback: &Playback, state: &mut UiState, status: &Status, actions: &mut Vec<Action>) {
    match &status.checking {
        Checking::Off => {
            ui.add_space(10.0);
            if ui.button(word("Check all contacts")).clicked() {
                actions.push(Action::CheckTrace);
            }
        }
        Checking::Running(done, steps) => {
            ui.add_space(10.0);
            let share = *done as f32 / (*steps).max(1) as f32;
            ui.label(say!(
                "Every contact is being held against geometry: step {} of {}.",
                count(*done as usize),
                count(*steps as usize)
            ));
            ui.add(egui::ProgressBar::new(share).desired_width(320.0));
        }
        Checking::Failed(reason) => {
            ui.add_space(10.0);
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        }
        Checking::Done(report) => {
            egui::ScrollArea::vertical().auto_shrink(false).id_salt("report").show(ui, |ui| {
                ui.add_space(6.0);
                head(ui, report, state, actions);
                // Two columns where the second is wide enough for a table.
                let rest = ui.available_width() - TEXTS - 2.0 * GAP;
                if rest >= TABLES {
                    ui.horizontal_top(|ui| {
                        ui.spacing_mut().item_spacing.x = GAP;
                        column(ui, TEXTS, |ui| {
                            verdicts(ui, report);
                            findings(ui, playback, report, state, actions);
                        });
                        column(ui, rest, |ui| {
                            worst(ui, playback, report, state, actions);
                            pairs(ui, report);
                        });
                    });
                } else {
                    verdicts(ui, report);
                    worst(ui, playback, report, state, actions);
                    findings(ui, playback, report, state, actions);
                    pairs(ui, report);
                }
            });
        }
    }
}

/// A column of this width (points), beside others.
fn column(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.x = 8.0;
        contents(ui);
    });
}

/// The conclusion, and the way to the worst.
fn head(ui: &mut Ui, report: &Report, state: &mut UiState, actions: &mut Vec<Action>) {
    let number = |verdict: Verdict| report.verdicts.get(verdict.key()).copied().unwrap_or(0);
    // A tie is right: geometry itself has two answers there.
    let right = number(Verdict::Agrees) + number(Verdict::Tie);
    let share = 100.0 * right as f64 / report.contacts.max(1) as f64;
    ui.horizontal_wrapped(|ui| {
        let text = say!(
            "{} of {} contacts are what geometry says ({} %).",
            count(right as usize),
            count(report.contacts as usize),
            digits(share)
        );
        ui.label(RichText::new(text).size(14.0).strong());
        if let Some(worst) = report.worst.first()
            && ui.button(word("Go to the worst")).clicked()
        {
            go_to(state, actions, worst.step, &worst.a, &worst.b);
        }
    });
    // A header that was wrong changes all that follows, so it is told before the rest.
    for lie in &report.header {
        let share = format!("{:.1}", 100.0 * lie.share);
        let text = say!(
            "{} is declared as {}, but {} fits {} % of the contacts: shown by that.",
            lie.key,
            lie.declared,
            lie.found,
            share
        );
        ui.label(RichText::new(text).color(ui.visuals().warn_fg_color));
    }
    if let Some(rounding) = &report.rounding {
        let radius = quantity(1e-3 * rounding.radius_mm, "m");
        ui.label(say!("All edges are rounded by one radius: {}.", radius));
    }
    for size in &report.sizes {
        let factor = format!("{:.3}", size.scale);
        ui.label(say!("Body {} agrees {} times as large as declared.", size.body, factor));
    }
}

fn verdicts(ui: &mut Ui, report: &Report) {
    title(ui, "Verdicts");
    egui::Grid::new("verdicts").num_columns(3).spacing([16.0, 3.0]).show(ui, |ui| {
        for verdict in Verdict::ALL {
            let number = report.verdicts.get(verdict.key()).copied().unwrap_or(0);
            // Verdicts that no contact has would only make the list longer.
            if number == 0 {
                continue;
            }
            let color = verdict_color(verdict, ui.visuals());
            ui.label(RichText::new(word(verdict.title())).color(color)).on_hover_text(word(meaning(verdict)));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.monospace(count(number as usize)));
            ui.monospace(format!("{:.2} %", 100.0 * number as f64 / report.contacts.max(1) as f64));
            ui.end_row();
        }
    });
}

/// The worst contacts, each a click away.
fn worst(ui: &mut Ui, playback: &Playback, report: &Report, state: &mut UiState, actions: &mut Vec<Action>) {
    title(ui, "Worst contacts");
    if report.worst.is_empty() {
        ui.label(RichText::new(word("None: every contact is right.")).weak());
        return;
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 5.0;
    // Rows beyond these are in the report that the command line writes.
    let rows = report.worst.len().min(ROWS);
    let table = TableBuilder::new(ui)
        .id_salt("worst")
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink([false, true])
        .max_scroll_height(10.0 * height)
        .column(Column::exact(54.0))
        .column(Column::exact(96.0))
        .column(Column::exact(66.0))
        .column(Column::exact(76.0))
        .column(Column::remainder().clip(true));
    let table = table.header(20.0, |mut header| {
        for head in ["Step", "Verdict", "Normal off", "Off by", "Bodies"] {
            header.col(|ui| drop(ui.label(RichText::new(word(head)).size(12.0).weak())));
        }
    });
    table.body(|body| {
        // Only rows in sight are laid out.
        body.rows(height, rows, |mut line| {
            let row = &report.worst[line.index()];
            let mut mono = |text: String| {
                line.col(|ui| {
                    drop(ui.add(egui::Label::new(RichText::new(text).monospace().size(11.5)).selectable(false)));
                });
            };
            mono(row.step.to_string());
            line.col(|ui| {
                let color = verdict_color(row.verdict, ui.visuals());
                ui.add(egui::Label::new(RichText::new(word(row.verdict.title())).color(color)).selectable(false));
            });
            let mut mono = |text: String| {
                line.col(|ui| {
                    drop(ui.add(egui::Label::new(RichText::new(text).monospace().size(11.5)).selectable(false)));
                });
            };
            mono(format!("{:.2}°", row.angle_deg));
            mono(row.depth_mm.map_or_else(|| "–".into(), |mm| quantity(1e-3 * mm, "m")));
            line.col(|ui| {
                let (a, b) = (name(playback, &row.a), name(playback, &row.b));
                let text = format!("{a} {} · {b} {}", feature_words(&row.feature_a), feature_words(&row.feature_b));
                ui.add(egui::Label::new(text).truncate().selectable(false));
            });
            if line.response().on_hover_text(word("Click to go there.")).clicked() {
                go_to(state, actions, row.step, &row.a, &row.b);
            }
        });
    });
}

/// What steps tell together.
fn findings(ui: &mut Ui, playback: &Playback, report: &Report, state: &mut UiState, actions: &mut Vec<Action>) {
    // Each finding is a link to the step and the pair where it was found.
    let mut place = |ui: &mut Ui, text: String, step: u64, a: &Id, b: &Id| {
        let link = ui.add(egui::Link::new(RichText::new(text).size(12.0)));
        if link.on_hover_text(word("Click to go there.")).clicked() {
            go_to(state, actions, step, a, b);
        }
    };
    let called = |id: &Id| name(playback, id);
    // Of each kind the first are listed: the report that the command line writes has more.
    if report.missed.count > 0 {
        title(
            ui,
            &say!(
                "Missed: {} overlap for two steps or more without a contact",
                plural(report.missed.count as usize, "pair", "pairs")
            ),
        );
        for m in report.missed.worst.iter().take(8) {
            let depth = quantity(1e-3 * m.depth_mm, "m");
            place(
                ui,
                say!("step {}: {} and {}, {} deep", m.step, called(&m.a), called(&m.b), depth),
                m.step,
                &m.a,
                &m.b,
            );
        }
    }
    // Only what is told and measured can differ.
    let off: Vec<_> =
        report.restitution.iter().filter(|r| r.declared.is_some_and(|d| (d - r.measured).abs() > 0.05)).collect();
    if !report.restitution.is_empty() {
        title(
            ui,
            &say!(
                "Restitution: {} of {} are off by more than 0.05",
                off.len(),
                plural(report.restitution.len(), "impact", "impacts")
            ),
        );
        if let Some(ratio) = report.other_restitution() {
            let text = say!("They part with {} times the restitution that is declared, in the median.", digits(ratio));
            ui.label(RichText::new(text).size(12.0).strong());
        }
        for r in off.iter().take(8) {
            let (measured, declared) = (digits(r.measured), digits(r.declared.unwrap_or(0.0)));
            place(
                ui,
                say!(
                    "step {}: {} and {}, {} measured, {} declared",
                    r.step,
                    called(&r.a),
                    called(&r.b),
                    measured,
                    declared
                ),
                r.step,
                &r.a,
                &r.b,
            );
        }
    }
    // A change of momentum has one body, which stands for both of a pair.
    if report.impulse.count > 0 {
        title(
            ui,
            &say!("Momentum: {} are not explained by the impulses", plural(report.impulse.count, "change", "changes")),
        );
        for u in report.impulse.unexplained.iter().take(8) {
            place(
                ui,
                say!("step {}: {}, {}", u.step, called(&u.body), quantity(u.ns, "N·s")),
                u.step,
                &u.body,
                &u.body,
            );
        }
    }
    if report.energy.count > 0 {
        title(ui, &say!("Energy grows in {}", plural(report.energy.count, "step", "steps")));
        for r in report.energy.rises.iter().take(8) {
            let text =
                say!("step {}: by {}, {} % of what moved", r.step, quantity(r.joule, "J"), digits(100.0 * r.share));
            // Energy belongs to no pair: its step alone is gone to.
            let link = ui.add(egui::Link::new(RichText::new(text).size(12.0)));
            if link.clicked() {
                actions.push(Action::Seek(r.step));
            }
        }
    }
    if !report.wander.is_empty() {
        title(ui, &say!("{} walk over bodies that stand still", plural(report.wander.len(), "contact", "contacts")));
        for w in report.wander.iter().take(8) {
            let speed = quantity(1e-3 * w.mm_per_step, "m");
            let link = say!("steps {} to {}: {} and {}, {} a step", w.from, w.to, called(&w.a), called(&w.b), speed);
            if ui.add(egui::Link::new(RichText::new(link).size(12.0))).clicked() {
                go_to(state, actions, w.from, &w.a, &w.b);
            }
        }
    }
    // Last, since it is what the engine or the file says and not what was found.
    for note in &report.notes {
        ui.label(RichText::new(word(note)).small().weak());
    }
}

/// By kinds of shapes and features.
fn pairs(ui: &mut Ui, report: &Report) {
    title(ui, "By shapes and features");
    egui::Grid::new("pairs").num_columns(6).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        for head in ["Shapes", "Feature", "Contacts", "median", "95 %", "worst"] {
            ui.label(RichText::new(word(head)).size(12.0).weak());
        }
        ui.end_row();
        for row in &report.pairs {
            // The kinds of both, in the window's language.
            let kinds: Vec<&str> = row.pair.split(' ').map(word).collect();
            ui.label(kinds.join(" · "));
            ui.label(phrase(&row.feature));
            ui.monospace(count(row.contacts as usize));
            for angle in [row.angle_deg.median, row.angle_deg.p95, row.angle_deg.worst] {
                ui.monospace(format!("{angle:.2}°"));
            }
            ui.end_row();
        }
    });
}

fn title(ui: &mut Ui, text: &str) {
    ui.add_space(8.0);
    ui.label(RichText::new(word(text)).size(11.0).color(theme::accent(ui.visuals())));
}

/// What a body of the report is called.
fn name(playback: &Playback, id: &Id) -> String {
    let frame = playback.frame();
    frame.find(id).map_or_else(|| id.to_string(), |index| frame.name(index))
}
