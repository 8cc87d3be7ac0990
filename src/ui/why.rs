//! Why this normal, and how this impulse: the selected contact taken apart.
//!
//! Everything here comes from the function the step itself uses, run again with an ear to it.

use super::quantity::{minus, quantity};
use super::{Action, Status, UiState, theme, what_if};
use crate::geometry::{Axis, Candidate, Feature, Manifold, NormalRule, Note, Owner, Reason, Side, Source};
use crate::physics::{BodyDesc, BodyId, Bounce, Combine, Contact};
use crate::say;
use crate::sim::{Arithmetic, Explanation, Ledger, Sim};
use crate::view::{AxisOnShow, OtherNormal};
use crate::words::{phrase, word};
use egui::{Align, Align2, Color32, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// Shows the selected contact, or how to select one.
pub(super) fn show(
    ui: &mut Ui,
    sim: &Sim,
    state: &mut UiState,
    status: &Status,
    other_normals: &mut Vec<OtherNormal>,
    actions: &mut Vec<Action>,
) {
    // Only another engine gives normals of its own.
    #[cfg(not(feature = "second-opinion"))]
    let _ = other_normals;
    let contact = state
        .selection
        .contact
        .and_then(|(a, b)| sim.contacts().iter().find(|c| (c.a, c.b) == (a, b) || (c.a, c.b) == (b, a)));
    let Some(contact) = contact else {
        ui.add_space(10.0);
        let text = "Select a contact (click its arrow or its row under Contacts, or press N) to see why its normal is \
                    what it is, and how its impulse comes about.";
        ui.label(RichText::new(word(text)).weak());
        #[cfg(feature = "second-opinion")]
        column(ui, 350.0, "Second opinion", |ui| super::second_opinion::show(ui, sim, None, state, other_normals));
        return;
    };
    let told = sim.explain(contact.a, contact.b);
    egui::ScrollArea::horizontal().auto_shrink(false).id_salt("why").show(ui, |ui| {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 26.0;
            if let Some(told) = &told {
                column(ui, 240.0, "Why this normal", |ui| verdict(ui, sim, contact, told));
                let candidates: Vec<_> = candidates(&told.notes).collect();
                if !candidates.is_empty() {
                    column(ui, 290.0, "All axes, by overlap", |ui| bars(ui, told, &candidates, state));
                }
                if let Some(Note::Clamp { .. }) = told.notes.iter().find(|n| matches!(n, Note::Clamp { .. })) {
                    column(ui, 250.0, "Which region holds the centre", |ui| cells(ui, told));
                }
            }
            #[cfg(feature = "second-opinion")]
            column(ui, 330.0, "Second opinion", |ui| {
                super::second_opinion::show(ui, sim, Some(contact), state, other_normals);
            });
            let arithmetic = sim.arithmetic(contact);
            column(ui, 350.0, "How this impulse", |ui| strip(ui, sim, contact, &arithmetic));
            column(ui, 610.0, "What if", |ui| {
                if status.running {
                    line(ui, word("Pause to try other values on the next step before they are in force."));
                } else {
                    what_if::show(ui, sim, contact, state, actions);
                }
            });
            for id in [contact.b, contact.a] {
                let ledger = sim.ledger(id);
                if !ledger.lines.is_empty() {
                    column(ui, 300.0, &say!("All impulses on {}", sim.name(id)), |ui| book(ui, sim, &ledger));
                }
            }
        });
    });
}

fn column(ui: &mut Ui, width: f32, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, ui.available_height()), Layout::top_down(Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = vec2(8.0, 2.0);
        ui.label(RichText::new(word(title)).size(12.0).strong());
        ui.add_space(2.0);
        egui::ScrollArea::vertical().auto_shrink(false).id_salt(title).show(ui, contents);
    });
}

fn line(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).size(12.0));
}

fn formula(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(minus(&text.into())).monospace().size(11.5));
}

/// Coordinates with their name.
fn place(ui: &mut Ui, name: &str, coordinates: &[f32]) {
    let numbers: Vec<_> = coordinates.iter().map(|x| format!("{x:.3}")).collect();
    formula(ui, format!("{:<7} ({})", word(name), numbers.join(", ")));
}

/// An axis in words.
fn source(axis: Source) -> String {
    let letter = |i: usize| ["x", "y", "z"][i % 3];
    match axis {
        Source::Axis(Axis::A(i)) => say!("face {} of {}", letter(i), Owner::A),
        Source::Axis(Axis::B(j)) => say!("face {} of {}", letter(j), Owner::B),
        Source::Axis(Axis::Edges(i, j)) => say!("edge {} of A × edge {} of B", letter(i), letter(j)),
        Source::Cap(owner, end) => say!("cap {} of {}", word(&end.to_string()), owner),
        Source::Side(owner) => say!("side of {}", owner),
        Source::Centers => word("centre to centre").to_owned(),
        Source::Nearest(0) => word("nearest points").to_owned(),
        Source::Nearest(n) => say!("nearest points, try {}", n + 1),
    }
}

/// A reason in words.
fn because(reason: &Reason) -> String {
    match *reason {
        Reason::FacePreferred { over, preference } => say!(
            "{} overlaps less, but by no more than {} mm: a face holds up to four points, so it stays",
            source(over),
            format!("{:.3}", preference * 1e3)
        ),
        other => word(&other.to_string()).to_owned(),
    }
}

/// The choice in words.
fn verdict(ui: &mut Ui, sim: &Sim, contact: &Contact, told: &Explanation) {
    let (frame, other) = (sim.name(told.frame.0), sim.name(told.other.0));
    line(ui, say!("Seen in the own axes of {}; the other is {}.", frame, other));
    for note in &told.notes {
        match *note {
            Note::Clamp { center, closest, region, .. } => {
                let part = match region.rank() {
                    0 => word("nothing was clamped: the centre lies inside").to_owned(),
                    1 => say!("one coordinate was clamped: face {}", region),
                    2 => say!("two coordinates were clamped: edge {}", region),
                    _ => say!("three coordinates were clamped: corner {}", region),
                };
                place(ui, "centre", &center.to_array());
                place(ui, "clamped", &closest.to_array());
                line(ui, say!("Of its coordinates {}.", part));
            }
            Note::Depths(depths) => {
                let names = ["+x", "-x", "+y", "-y", "+z", "-z"];
                let all = names.iter().zip(depths).map(|(n, d)| format!("{n} {:.1}", d * 1e3)).collect::<Vec<_>>();
                let text =
                    say!("How deep below each face (mm): {}. The nearest face takes it.", minus(&all.join(", ")));
                line(ui, text);
            }
            Note::Section { center, nearest, part, beyond, distance } => {
                line(ui, word("In the half-plane through the axis and the centre (distance from the axis, height):"));
                place(ui, "centre", &center.to_array());
                place(ui, "nearest", &nearest.to_array());
                let all =
                    ["bottom", "side", "top"].iter().zip(beyond).map(|(n, d)| format!("{} {:.1}", word(n), d * 1e3));
                line(ui, say!("How far beyond the lines (mm): {}.", minus(&all.collect::<Vec<_>>().join(", "))));
                let name = phrase(&part.to_string());
                let words = match (part, distance < 0.0) {
                    (_, true) => say!("The centre lies inside; the nearest part, {}, puts it out.", name),
                    (Feature::CapRim(_), false) => say!("It is beyond cap and side: the {} is nearest.", name),
                    (_, false) => say!("It is square above the {}, which gives the normal.", name),
                };
                line(ui, words);
            }
            Note::Rule(NormalRule::Closest) => line(ui, word("The normal runs from the closest point to the centre.")),
            Note::Rule(NormalRule::Region) => line(ui, word("The rule in force gives each region one fixed diagonal.")),
            Note::Side { from, height, beside, passes } => {
                let side = match from {
                    Side::Unknown => "from nowhere yet",
                    Side::Front => "from the front",
                    Side::Behind => "from behind",
                };
                let at = quantity(f64::from(height), "m");
                let rim = if beside { ", and beside the rim" } else { "" };
                let end = if passes { ": let through." } else { "." };
                let (side, rim, end) = (word(side), word(rim), word(end));
                line(ui, say!("The quad was met {}; the centre is {} above its plane{}{}", side, at, rim, end));
            }
            Note::Chosen { axis, reason } => {
                let axis = axis.map_or(String::new(), |axis| format!("{}: ", source(axis)));
                let text = say!("{}.", axis + &because(&reason));
                ui.label(RichText::new(text).size(12.0).color(theme::accent(ui.visuals())));
            }
            Note::Swapped | Note::Candidate(_) => {}
        }
    }
    if contact.impact_speed > 0.0 {
        line(ui, word("The two met inside the step; this is how they stood at its start."));
    } else if told.manifold == Manifold::NONE {
        line(ui, word("At the start of the step the two were still apart."));
    }
}

fn candidates(notes: &[Note]) -> impl Iterator<Item = Candidate> + '_ {
    notes.iter().filter_map(|note| if let Note::Candidate(candidate) = note { Some(*candidate) } else { None })
}

/// A length (m) in thousandths of a millimetre, from a metre on in millimetres.
fn length(metres: f32) -> String {
    match metres {
        m if m.abs() < 5e-7 => "0.000 mm".into(),
        m if m.abs() < 1.0 => minus(&format!("{:.3} mm", m * 1e3)),
        m => minus(&format!("{m:.3} m")),
    }
}

/// One bar for each axis: how far the two overlap along it. The least overlap wins; hovering shows the axis in the picture.
fn bars(ui: &mut Ui, told: &Explanation, candidates: &[Candidate], state: &mut UiState) {
    let winner = told.notes.iter().find_map(|n| if let Note::Chosen { axis, .. } = n { *axis } else { None });
    let mut sorted: Vec<_> = candidates.to_vec();
    sorted.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    let deepest = sorted.iter().map(|c| -c.gap).fold(1e-6, f32::max);
    let fitting = sorted.iter().filter(|c| c.allowed && Some(c.axis) != winner);
    if let (Some(best), Some(next)) = (candidates.iter().find(|c| Some(c.axis) == winner), fitting.clone().next()) {
        line(ui, say!("Ahead of {} by {}.", source(next.axis), length(best.gap - next.gap)));
    }
    for candidate in &sorted {
        let won = Some(candidate.axis) == winner;
        if bar(ui, candidate, won, deepest).contains_pointer() {
            state.interaction.pointed.axis = Some(AxisOnShow::new(candidate, &told.frame.2));
        }
    }
}

fn bar(ui: &mut Ui, candidate: &Candidate, won: bool, deepest: f32) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::hover());
    let name = source(candidate.axis);
    let overlap = length(-candidate.gap);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name} {overlap}")));
    let visuals = ui.visuals();
    let p = ui.painter();
    if response.hovered() {
        p.rect_filled(rect, 3.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let color = match (won, candidate.allowed) {
        (true, _) => theme::accent(visuals),
        (false, true) => visuals.weak_text_color().gamma_multiply(0.55),
        (false, false) => visuals.weak_text_color().gamma_multiply(0.25),
    };
    let text = if candidate.allowed || won { visuals.text_color() } else { visuals.weak_text_color() };
    p.text(rect.left_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER, &name, FontId::proportional(12.0), text);
    let (left, right) = (rect.left() + 142.0, rect.right() - 84.0);
    let share = (-candidate.gap / deepest).clamp(0.0, 1.0);
    let bar =
        Rect::from_min_max(pos2(left, rect.top() + 4.5), pos2(left + (right - left) * share, rect.bottom() - 4.5));
    p.rect_filled(bar.expand2(vec2(0.75, 0.0)), 2.0, color);
    let at = rect.right_center() - vec2(4.0, 0.0);
    p.text(at, Align2::RIGHT_CENTER, overlap, FontId::monospace(11.5), text);
    if won {
        p.rect_stroke(rect, 3.0, Stroke::new(1.0, color), StrokeKind::Inside);
    }
    let hint = if candidate.allowed {
        "The picture shows this axis, and how far each of the two reaches along it."
    } else {
        "This axis may not be chosen: a rim has no face, or it would push to the wrong side."
    };
    response.on_hover_text(word(hint))
}

/// The 27 cells about a box as three layers, the one that holds the centre lit.
fn cells(ui: &mut Ui, told: &Explanation) {
    let clamp = told.notes.iter().find_map(|n| if let Note::Clamp { region, .. } = n { Some(*region) } else { None });
    let Some(region) = clamp else { return };
    let [x, y, z] = region.signs();
    let cell = 21.0;
    let names = [(1, "above (+y)"), (0, "level"), (-1, "below (−y)")];
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        for (layer, name) in names {
            let name = word(name);
            ui.vertical(|ui| {
                ui.label(RichText::new(name).small().weak());
                let (rect, response) = ui.allocate_exact_size(vec2(3.0 * cell, 3.0 * cell), Sense::hover());
                let label = if layer == y { format!("{name}: {region}") } else { name.to_owned() };
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, label.clone()));
                for (row, dz) in [-1i8, 0, 1].into_iter().enumerate() {
                    for (column, dx) in [-1i8, 0, 1].into_iter().enumerate() {
                        let min = rect.min + vec2(column as f32, row as f32) * cell;
                        let lit = (dx, layer, dz) == (x, y, z);
                        paint_cell(ui, Rect::from_min_size(min, vec2(cell, cell)), [dx, layer, dz], lit);
                    }
                }
            });
        }
    });
    ui.add_space(2.0);
    ui.label(
        RichText::new(word("x to the right, z down the page. F face, E edge, C corner, I inside.")).small().weak(),
    );
    let part = if region.rank() == 0 { word("the inside").to_owned() } else { region.to_string() };
    line(ui, say!("The centre is in {}.", part));
}

fn paint_cell(ui: &Ui, rect: Rect, signs: [i8; 3], lit: bool) {
    let visuals = ui.visuals();
    let rank = signs.iter().filter(|s| **s != 0).count();
    let ground = match (lit, rank) {
        (true, _) => theme::accent(visuals),
        (false, 0) => visuals.weak_text_color().gamma_multiply(0.45),
        (false, 1) => visuals.weak_text_color().gamma_multiply(0.28),
        (false, 2) => visuals.weak_text_color().gamma_multiply(0.14),
        _ => Color32::TRANSPARENT,
    };
    let p = ui.painter();
    p.rect_filled(rect.shrink(1.0), 2.0, ground);
    p.rect_stroke(rect.shrink(1.0), 2.0, Stroke::new(0.5, visuals.weak_text_color()), StrokeKind::Inside);
    let text = if lit { theme::on_accent(visuals) } else { visuals.weak_text_color() };
    p.text(rect.center(), Align2::CENTER_CENTER, ["I", "F", "E", "C"][rank], FontId::proportional(11.0), text);
}

/// The impulse, term by term with this moment's numbers.
fn strip(ui: &mut Ui, sim: &Sim, contact: &Contact, a: &Arithmetic) {
    let config = sim.world().config();
    let restitution = |id: BodyId| sim.world().body(id).map(|b| b.desc.restitution);
    let when = word(if a.struck { "at the impact" } else { "before the step" });
    formula(ui, format!("u = (v_a − v_b)·n = {:.4} m/s  {when}", a.approach));
    let e = match (restitution(contact.a), restitution(contact.b)) {
        (Some(ea), Some(eb)) => {
            let rule = word(config.restitution_rule.name());
            format!("e = {rule}({ea:.2}, {eb:.2}) = {:.3}", a.restitution)
        }
        _ => format!("e = {:.3}  {}", a.restitution, word("(of the body alone)")),
    };
    formula(ui, e);
    if let Some(by) = match contact.bounce {
        Bounce::None => None,
        Bounce::AtItsTime => Some("The bounce was resolved at its time inside the step."),
        Bounce::BySolver => Some("In a crowd: the solver sends the two apart at the end of the step."),
    } {
        line(ui, word(by));
    }
    surface_lines(ui, sim, contact);
    let least = sim.world().bounce_speed(contact);
    if !a.bounced && a.restitution > 0.0 && a.approach < least {
        let least = quantity(f64::from(least), "m/s");
        line(ui, say!("Slower than {} these two do not bounce: e counts as 0.", least));
    } else if !a.bounced && a.struck && a.restitution > 0.0 {
        line(ui, word("Struck too often in this step to bounce again: e counts as 0."));
    }
    let term = |name: &str, side: &crate::sim::Compliance| {
        if side.linear == 0.0 {
            format!("1/m_{name} = 0  {}", word("(nothing pushes it: infinite mass)"))
        } else {
            format!("1/m_{name} = {:.5}, {} {:.5}", side.linear, word("by turning"), side.angular)
        }
    };
    formula(ui, term("a", &a.a));
    formula(ui, term("b", &a.b));
    formula(ui, format!("m_eff = 1/Σ = {:.5} kg", a.effective_mass));
    formula(ui, format!("{} j = (1+e) u m_eff = {:.5} N·s", word("alone:"), a.alone));
    formula(ui, format!("{} j = {:.5} N·s", word("given:"), a.given));
    let ratio = a.given / a.alone.max(1e-12);
    let words = if sim.is_edited() {
        "No step since the last change: there is no impulse yet."
    } else if (ratio - 1.0).abs() < 0.01 {
        "The two agree: this impact was a matter of these two alone."
    } else if a.struck {
        "They differ: other contacts, several points or a second impact had their share."
    } else {
        "It rests: the contact carries what presses on it, step by step."
    };
    line(ui, word(words));
    let after = word("after");
    formula(ui, format!("u {after} = {:.4} m/s", a.after));
    if a.bounced && a.approach > 0.0 {
        formula(ui, format!("−u {after} / u = {:.4}", -a.after / a.approach));
    }
}

/// Symbol, unit, combine rule and the value of a body.
type SurfaceRow = (&'static str, &'static str, Combine, fn(&BodyDesc) -> f32);

/// What else the two surfaces do to one another, where they do.
fn surface_lines(ui: &mut Ui, sim: &Sim, contact: &Contact) {
    let config = sim.world().config();
    let bodies = [contact.a, contact.b].map(|id| sim.world().body(id).map(|body| body.desc));
    let rows: [SurfaceRow; 3] = [
        ("e_t", "", config.restitution_rule, |desc| desc.restitution_tangential),
        ("c_r", " m", config.friction_rule, |desc| desc.rolling_resistance),
        ("c_s", " m", config.friction_rule, |desc| desc.spinning_friction),
    ];
    for (name, unit, rule, value) in rows {
        let of = bodies.map(|desc| desc.as_ref().map(value));
        let (text, all) = match of {
            [Some(a), Some(b)] => (format!("{}({a:.4}, {b:.4})", word(rule.name())), rule.apply(a, b)),
            [Some(one), None] | [None, Some(one)] => (word("(of the body alone)").to_owned(), one),
            [None, None] => continue,
        };
        if of.iter().flatten().any(|value| *value > 0.0) {
            formula(ui, format!("{name} = {text} = {all:.4}{unit}"));
        }
    }
}

/// Every impulse on a body, and that they add up to what its momentum did.
fn book(ui: &mut Ui, sim: &Sim, ledger: &Ledger) {
    let row = |ui: &mut Ui, name: &str, v: [f64; 3]| {
        ui.label(RichText::new(name).size(12.0));
        for x in v {
            ui.label(RichText::new(minus(&format!("{x:.4}"))).monospace().size(11.0));
        }
        ui.end_row();
    };
    egui::Grid::new("ledger").num_columns(4).striped(true).spacing(vec2(10.0, 1.0)).show(ui, |ui| {
        for title in ["N·s", "x", "y", "z"] {
            ui.label(RichText::new(title).small().weak());
        }
        ui.end_row();
        for l in &ledger.lines {
            let name = l.from.map_or(word("gravity, force").to_owned(), |id| sim.name(id));
            row(ui, &name, (l.normal + l.friction).as_dvec3().to_array());
        }
        row(ui, word("together"), ledger.sum.to_array());
        row(ui, "m·Δv", ledger.change.to_array());
    });
    let [before, after] = ledger.kinetic;
    let (from, to) = (quantity(before, "J"), quantity(after, "J"));
    line(ui, say!("Kinetic energy {} → {}", from, to));
}
