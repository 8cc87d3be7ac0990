//! One pair of bodies: what the engine said, what geometry says, the verdict and its reason.

use super::super::quantity::{digits, minus, quantity, separation};
use super::super::{Status, UiState, theme};
use super::{Checking, meaning, verdict_color};
use crate::check::{Judgement, Verdict};
use crate::language::{feature_words, word};
use crate::playback::{Playback, TracedStep};
use crate::say;
use egui::{RichText, Ui};
use glam::DVec3;

/// How wide a column is at least (points).
const COLUMN: f32 = 330.0;
/// Contacts of one pair that are listed at most.
const LISTED: usize = 40;

/// Shows the selected pair as one page, the conclusion first, or how to select one.
pub fn show(ui: &mut Ui, playback: &Playback, state: &UiState, status: &Status) {
    egui::ScrollArea::vertical().auto_shrink(false).id_salt("why of a trace").show(ui, |ui| {
        ui.add_space(6.0);
        let frame = playback.frame();
        let Some((a, b)) = super::selected(state) else {
            ui.label(RichText::new(word("Click a contact: its arrow, its point, or its row in the table.")).weak());
            return;
        };
        let contacts = frame.between(a, b);
        // Of several contacts of a pair the worst one is told of: if that is right, all are.
        let Some(worst) = frame.worst_of(&contacts) else {
            ui.label(RichText::new(word("In this step the engine told of no contact between the two.")).weak());
            return;
        };
        let Some(told) = frame.judgement(worst) else { return };
        ui.label(RichText::new(sentence(frame, worst, told)).size(14.0).strong());
        let columns = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
        ui.spacing_mut().item_spacing.x = 28.0;
        // As many columns as there is room for, filled from the left.
        ui.columns(columns, |columns| {
            let last = columns.len() - 1;
            part(&mut columns[0], "Verdict", |ui| verdict(ui, told, status));
            let ui = &mut columns[last.min(1)];
            part(ui, "The engine says", |ui| engine(ui, playback, worst));
            part(ui, "Geometry says", |ui| exact(ui, frame, worst, told));
            if contacts.len() > 1 {
                part(&mut columns[last], "All contacts of the two", |ui| all(ui, frame, &contacts));
            }
        });
    });
}

/// The answer beside the contact: the sentence and the verdict.
pub fn card(ui: &mut Ui, playback: &Playback, pair: (usize, usize), is_folded: bool, status: &Status) {
    let frame = playback.frame();
    let contacts = frame.between(pair.0, pair.1);
    let Some((worst, told)) = frame.worst_of(&contacts).and_then(|c| Some((c, frame.judgement(c)?))) else {
        ui.label(RichText::new(word("In this step the engine told of no contact between the two.")).weak());
        return;
    };
    ui.label(RichText::new(sentence(frame, worst, told)).size(14.0).strong());
    if is_folded {
        return;
    }
    part(ui, "Verdict", |ui| verdict(ui, told, status));
    part(ui, "The engine says", |ui| engine(ui, playback, worst));
    part(ui, "Geometry says", |ui| exact(ui, frame, worst, told));
}

/// Who touches whom with what, and how right that is.
fn sentence(frame: &TracedStep, contact: usize, told: &Judgement) -> String {
    let claim = &frame.contacts()[contact];
    let (a, b) = (frame.name(claim.a), frame.name(claim.b));
    let parts = told.exact.map(|exact| (feature_words(&exact.part_a), feature_words(&exact.part_b)));
    let touch = match parts {
        Some((part_a, part_b)) => say!("The {} of {} on the {} of {}", part_a, a, part_b, b),
        None => say!("{} on {}", a, b),
    };
    let degrees = format!("{:.1}°", told.angle_deg);
    // Each verdict in its own words, since what an angle means differs between them.
    match told.verdict {
        Verdict::Agrees | Verdict::Tie => say!("{}: the engine's normal is right.", touch),
        Verdict::Unchecked => say!("{}: not checked.", touch),
        Verdict::Stale => say!("{}: the engine's normal is {} steps old, off by {}.", touch, told.steps_ago, degrees),
        Verdict::Rounded => say!("{}: right for rounded edges, off by {} for sharp ones.", touch, degrees),
        Verdict::Reversed => say!("{}: the engine's normal points the wrong way.", touch),
        Verdict::OffSurface => say!("{}: the engine's point lies on neither, its normal is off by {}.", touch, degrees),
        Verdict::Wrong if told.angle_deg > 0.5 => say!("{}: the engine's normal is off by {}.", touch, degrees),
        Verdict::Wrong => say!("{}: the engine's normal is right, its separation is not.", touch),
    }
}

fn verdict(ui: &mut Ui, told: &Judgement, status: &Status) {
    let color = verdict_color(told.verdict, ui.visuals());
    ui.label(RichText::new(word(told.verdict.title())).color(color).strong());
    ui.label(RichText::new(word(meaning(told.verdict))).size(12.0));
    if let Some(reason) = &told.reason {
        ui.label(RichText::new(reason).size(12.0).weak());
    }
    // Told once for the trace, if the whole of it was checked.
    if told.verdict == Verdict::Rounded
        && let Checking::Done(report) = &status.checking
        && let Some(rounding) = &report.rounding
    {
        let text = say!("One radius fits the whole trace: {}.", quantity(1e-3 * rounding.radius_mm, "m"));
        ui.label(RichText::new(text).size(12.0));
    }
    // What an engine does otherwise on purpose it says itself, as this program does.
    if is_off(told.verdict)
        && let Checking::Done(report) = &status.checking
    {
        for remark in &report.notes[..report.remarks] {
            ui.label(RichText::new(say!("The engine remarks: {}", word(remark))).size(12.0));
        }
    }
}

/// Whether there is something to explain.
const fn is_off(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Agrees | Verdict::Tie)
}

/// What the engine told of a contact.
fn engine(ui: &mut Ui, playback: &Playback, contact: usize) {
    let frame = playback.frame();
    let claim = &frame.contacts()[contact];
    let (a, b) = (frame.name(claim.a), frame.name(claim.b));
    line(ui, say!("n = {} from {} to {}", components(claim.normal), a, b));
    let names = frame.features(contact);
    match names {
        [None, None] => line(ui, word("features: not given").into()),
        [one, other] => {
            let said =
                |name: Option<&str>| name.map_or_else(|| word("not given").to_owned(), |name| feature_words(&name));
            line(ui, say!("features: {} and {}", said(one), said(other)));
        }
    }
    let none = || word("not given").to_owned();
    // No more than eight: patches of meshes have hundreds of points.
    for point in claim.points.iter().take(8) {
        let depth = point.separation.map_or_else(none, |s| separation(s as f32));
        let pressed = point.normal_impulse.map_or_else(none, |j| quantity(j, "N·s"));
        line(ui, say!("point {}: {}, pressed {}", components(point.place), depth, pressed));
    }
}

/// What geometry says of a contact.
fn exact(ui: &mut Ui, frame: &TracedStep, contact: usize, told: &Judgement) {
    let claim = &frame.contacts()[contact];
    let Some(exact) = told.exact else {
        return line(ui, word("Nothing: these shapes have no exact answer here.").into());
    };
    let (a, b) = (frame.name(claim.a), frame.name(claim.b));
    // The same words as the engine's, so that the two can be compared line by line.
    line(ui, say!("n = {} from {} to {}", components(exact.normal), a, b));
    let parts = [exact.part_a, exact.part_b].map(|each| feature_words(&each));
    line(ui, say!("features: {} and {}", parts[0], parts[1]));
    line(ui, separation(exact.gap as f32));
    line(ui, say!("the normals are {}° apart", digits(told.angle_deg)));
    // The gap along the wrong normal shows what the engine would have had to do.
    if let Some(gap) = frame.gap_along_normal(contact).filter(|_| is_off(told.verdict)) {
        line(ui, say!("along the engine's normal: {}", separation(gap as f32)));
    }
    if let Some(depth) = told.depth {
        line(ui, say!("the engine's separation is off by {}", quantity(depth, "m")));
    }
}

fn all(ui: &mut Ui, frame: &TracedStep, contacts: &[usize]) {
    for contact in contacts.iter().take(LISTED) {
        let Some(told) = frame.judgement(*contact) else { continue };
        let claim = &frame.contacts()[*contact];
        let color = verdict_color(told.verdict, ui.visuals());
        let text = format!("{}  {}  {:.2}°", word(told.verdict.title()), components(claim.normal), told.angle_deg);
        ui.label(RichText::new(text).size(12.0).color(color));
    }
    if contacts.len() > LISTED {
        line(ui, say!("{} more", contacts.len() - LISTED));
    }
}

fn line(ui: &mut Ui, text: String) {
    ui.label(RichText::new(text).size(12.0));
}

fn components(v: DVec3) -> String {
    let parts = v.to_array().map(|c| minus(&format!("{:.3}", if c.abs() < 5e-4 { 0.0 } else { c })));
    format!("({})", parts.join(", "))
}

fn part(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(8.0, 3.0);
        ui.add_space(6.0);
        ui.label(RichText::new(word(title)).size(11.0).color(theme::accent(ui.visuals())));
        contents(ui);
    });
}
