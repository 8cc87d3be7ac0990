//! Why this normal, and how this impulse: the selected contact taken apart.
//!
//! Everything here comes from the function the step itself uses, run again with an ear to it.

use super::formula::{self, fraction, indexed, symbol, upright, value};
use super::quantity::{digits, minus, quantity};
use super::sentence::{self, because, source};
use super::{Action, Status, UiState, theme, what_if};
use crate::geometry::{Candidate, Feature, Manifold, NormalRule, Note, Side};
use crate::language::{feature_words, word};
use crate::physics::property::{SURFACE, SurfaceProperty};
use crate::physics::{Bounce, Compliance, Contact};
use crate::say;
use crate::sim::{Arithmetic, Explanation, Ledger, Sim, Timeline};
use crate::view::{AxisOnShow, OtherNormal};
use egui::{Align, Align2, Color32, FontId, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

/// How wide a column is at least (points).
const COLUMN: f32 = 330.0;

/// Shows the selected contact as one page, the conclusion first, or how to select one.
pub(super) fn show(
    ui: &mut Ui,
    timeline: &Timeline,
    state: &mut UiState,
    status: &Status,
    other_normals: &mut Vec<OtherNormal>,
    actions: &mut Vec<Action>,
) {
    // Only another engine gives normals of its own.
    #[cfg(not(any(test, feature = "second-opinion")))]
    let _ = other_normals;
    let sim = timeline.sim();
    let page = egui::ScrollArea::vertical().auto_shrink(false).id_salt("why");
    let Some(contact) = selected(sim, state) else {
        page.show(ui, |ui| {
            ui.add_space(10.0);
            ui.label(RichText::new(word(HOW_TO_SELECT)).weak());
            #[cfg(any(test, feature = "second-opinion"))]
            block(ui, "Second opinion", |ui| super::second_opinion::show(ui, sim, None, state, other_normals));
        });
        return;
    };
    let contact = &contact;
    // Told once for the whole page; every block reads from it.
    let told = sim.explain(contact.a, contact.b);
    page.show(ui, |ui| {
        ui.add_space(6.0);
        let text = sentence::sentence(sim, &state.camera, contact, told.as_ref());
        ui.label(RichText::new(text).size(14.0).strong());
        // The answers side by side, as many columns as fit: normal, impulse, what if.
        let columns = ((ui.available_width() / COLUMN) as usize).clamp(1, 3);
        ui.spacing_mut().item_spacing.x = 28.0;
        ui.columns(columns, |columns| {
            let last = columns.len() - 1;
            if let Some(told) = &told {
                normal(&mut columns[0], sim, contact, told, state);
            }
            #[cfg(any(test, feature = "second-opinion"))]
            block(&mut columns[0], "Second opinion", |ui| {
                super::second_opinion::show(ui, sim, Some(contact), state, other_normals);
            });
            let ui = &mut columns[last.min(1)];
            block(ui, "How this impulse", |ui| impulse(ui, sim, contact));
            let ui = &mut columns[if last == 1 { 0 } else { last }];
            block(ui, "What if", |ui| what_if(ui, timeline, contact, state, status, actions));
            let ui = &mut columns[last.min(1)];
            for id in [contact.b, contact.a] {
                let ledger = sim.ledger(id);
                if !ledger.lines.is_empty() {
                    block(ui, &say!("All impulses on {}", sim.name(id)), |ui| book(ui, sim, &ledger));
                }
            }
        });
    });
}

/// What is said while no contact is selected.
pub(super) const HOW_TO_SELECT: &str = "Select a contact (click its arrow or its row under Contacts, or press N) to see \
                                        why its normal is what it is, and how its impulse comes about.";

/// The selected contact, when its bodies touch.
pub(super) fn selected(sim: &Sim, state: &UiState) -> Option<Contact> {
    let pair = state.selection.contact?;
    sim.contacts().iter().find(|contact| contact.is_between(pair)).copied()
}

/// Why the normal: in words, then everything that was compared.
fn normal(ui: &mut Ui, sim: &Sim, contact: &Contact, told: &Explanation, state: &mut UiState) {
    block(ui, "Why this normal", |ui| verdict(ui, sim, contact, told));
    let candidates: Vec<_> = candidates(&told.notes).collect();
    if !candidates.is_empty() {
        block(ui, "All axes, by overlap", |ui| bars(ui, told, &candidates, state));
    }
    if told.notes.iter().any(|note| matches!(note, Note::Clamp { .. })) {
        block(ui, "Which region holds the centre", |ui| cells(ui, told));
    }
}

/// Other values for this step, while time stands still.
pub(super) fn what_if(
    ui: &mut Ui,
    timeline: &Timeline,
    contact: &Contact,
    state: &mut UiState,
    status: &Status,
    actions: &mut Vec<Action>,
) {
    if status.running {
        line(ui, word("Pause to try other values on this step before they are in force."));
        if ui.button(word("Pause")).clicked() {
            actions.push(Action::TogglePause);
        }
    } else {
        what_if::show(ui, timeline, contact, state, actions);
    }
}

fn block(ui: &mut Ui, title: &str, contents: impl FnOnce(&mut Ui)) {
    ui.with_layout(Layout::top_down(Align::Min), |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 3.0);
        ui.add_space(6.0);
        ui.label(RichText::new(word(title)).size(12.0).strong());
        contents(ui);
    });
}

fn line(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(text).size(12.0));
}

fn numbers(ui: &mut Ui, text: impl Into<String>) {
    ui.label(RichText::new(minus(&text.into())).monospace().size(11.5));
}

/// Coordinates with their name.
fn place(ui: &mut Ui, name: &str, coordinates: &[f32]) {
    let all: Vec<_> = coordinates.iter().map(|x| format!("{x:.3}")).collect();
    numbers(ui, format!("{:<7} ({}) m", word(name), all.join(", ")));
}

/// The choice in words.
fn verdict(ui: &mut Ui, sim: &Sim, contact: &Contact, told: &Explanation) {
    let (frame, other) = (sim.name(told.frame.0), sim.name(told.other.0));
    // Whose axes the numbers are in comes first: without it none of them can be followed.
    line(ui, say!("Seen in the own axes of {}; the other is {}.", frame, other));
    for note in &told.notes {
        match *note {
            Note::Clamp { center, closest, region, .. } => {
                // How many coordinates left the box says what is nearest: one a face, two an edge, three a corner.
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
                // In millimetres, because overlaps are of that order.
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
                let name = feature_words(&part);
                // Inside, beside the axis and straight above a part are three different reasons.
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
                // A sheet that is solid from one side remembers from which the other came.
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
                let axis = axis.map_or(String::new(), |axis| format!("{}: ", source(axis, None)));
                let text = say!("{}.", axis + &because(&reason, None));
                ui.label(RichText::new(text).size(12.0).color(theme::accent(ui.visuals())));
            }
            Note::Swapped | Note::Candidate(_) => {}
        }
    }
    // What is told is the start of the step; what the contact shows may be later.
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

/// One bar for each axis: how far the two overlap along it. The least overlap wins; hovering shows the axis
/// in the picture.
fn bars(ui: &mut Ui, told: &Explanation, candidates: &[Candidate], state: &mut UiState) {
    let winner = told.notes.iter().find_map(|n| if let Note::Chosen { axis, .. } = n { *axis } else { None });
    let mut sorted: Vec<_> = candidates.to_vec();
    sorted.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    let deepest = sorted.iter().map(|c| -c.gap).fold(1e-6, f32::max);
    let fitting = sorted.iter().filter(|c| c.allowed && Some(c.axis) != winner);
    if let (Some(best), Some(next)) = (candidates.iter().find(|c| Some(c.axis) == winner), fitting.clone().next()) {
        line(ui, say!("Ahead of {} by {}.", source(next.axis, None), length(best.gap - next.gap)));
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
    let name = source(candidate.axis, None);
    // Overlap is told as a positive length, though a gap is negative.
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
    // As long as its share of the deepest overlap; the shortest one wins.
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
    // −1, 0 or 1 along each axis of the box: the three layers are those of y.
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
                // Seen from above: x to the right and z down the page.
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

/// The impulse, term by term with this step's numbers.
pub(super) fn impulse(ui: &mut Ui, sim: &Sim, contact: &Contact) {
    let a = &sim.arithmetic(contact);
    let equals = || upright(" = ");
    let exact = |name: &str, number: f32, unit: &str| minus(&format!("{name} = {number:.7} {unit}"));
    // Approach of the two points along the normal.
    // In the order in which one would work it out: approach, restitution, masses, impulse, and what came of it.
    let approach = [
        symbol("u"),
        upright(" = ("),
        indexed("v", "a"),
        upright(" − "),
        indexed("v", "b"),
        upright(") · "),
        symbol("n"),
        equals(),
        value(a.approach.into(), "m/s"),
        upright(format!("  {}", word(if a.struck { "at the impact" } else { "before the step" }))),
    ];
    formula::show(ui, &approach, &exact("u", a.approach, "m/s"));
    restitution(ui, sim, contact, a);
    surface_lines(ui, sim, contact);
    // What the two give way at the contact: by moving and, where the normal passes the centre of mass, by turning.
    let side = |index, side: &Compliance| {
        let mut terms = vec![];
        if side.linear > 0.0 {
            terms.push(fraction([upright("1")], [indexed("m", index)]));
        }
        // Terms that are nothing are left out of the sum rather than written as nought.
        if side.angular > 1e-3 * side.linear {
            terms.push(indexed("w", index));
        }
        terms
    };
    let mut sum = vec![];
    for term in side("a", &a.a).into_iter().chain(side("b", &a.b)) {
        if !sum.is_empty() {
            sum.push(upright(" + "));
        }
        sum.push(term);
    }
    if sum.is_empty() {
        line(ui, word("Nothing can push either of the two."));
        return;
    }
    let mass =
        [indexed("m", "eff"), equals(), fraction([upright("1")], sum), equals(), value(a.effective_mass.into(), "kg")];
    // With all their digits in the hint, so that one can check the sum.
    let terms = [("1/m_a", a.a.linear), ("w_a", a.a.angular), ("1/m_b", a.b.linear), ("w_b", a.b.angular)];
    let terms: Vec<_> = terms.iter().map(|(name, term)| exact(name, *term, "1/kg")).collect();
    let hint = say!("{}\nw: what a body gives way by turning, ((r × n) · I⁻¹ (r × n)).", terms.join("\n"));
    formula::show(ui, &mass, &hint);
    let alone = [
        symbol("j"),
        upright(" = (1 + "),
        symbol("e"),
        upright(") "),
        symbol("u"),
        upright(" "),
        indexed("m", "eff"),
        equals(),
        upright(format!("(1 + {}) · ", digits(a.effective_restitution.into()))),
        value(a.approach.into(), "m/s"),
        upright(" · "),
        value(a.effective_mass.into(), "kg"),
        equals(),
        value(a.alone.into(), "N·s"),
    ];
    formula::show(ui, &alone, &exact("j", a.alone, "N·s"));
    let given = [upright(format!("{} ", word("given:"))), symbol("j"), equals(), value(a.given.into(), "N·s")];
    formula::show(ui, &given, &exact("j", a.given, "N·s"));
    // How far what was given differs from what these two alone would have had.
    let ratio = a.given / a.alone.max(1e-12);
    let words = if sim.is_edited() {
        "No step since the last change: there is no impulse yet."
    } else if (ratio - 1.0).abs() < 0.01 {
        "The two agree: this impact was a matter of these two alone."
    } else if a.approach < 0.0 && a.given == 0.0 {
        "The two part: nothing presses on this contact."
    } else if a.struck {
        "They differ: other contacts, several points or a second impact had their share."
    } else {
        "It rests: the contact carries what presses on it, step by step."
    };
    line(ui, word(words));
    let mut after = vec![indexed("u", "after"), equals(), value(a.after.into(), "m/s")];
    if a.bounced && a.approach > 0.0 {
        after.extend([upright(format!(" = {} ", digits((a.after / a.approach).into()))), symbol("u")]);
    }
    formula::show(ui, &after, &exact("u", a.after, "m/s"));
}

/// Restitution of the pair, and why it counts or not.
fn restitution(ui: &mut Ui, sim: &Sim, contact: &Contact, a: &Arithmetic) {
    let how = combined(sim, contact, &SURFACE[0], |x| digits(x.into()))
        .map_or_else(String::new, |(how, _)| format!("{how} = "));
    // That of the contact, which may have come to be before a body was edited.
    let e = format!(" = {how}{}", digits(a.restitution.into()));
    formula::show(ui, &[symbol("e"), upright(e)], &format!("e = {:.7}", a.restitution));
    if let Some(by) = match contact.bounce {
        Bounce::None => None,
        Bounce::AtItsTime => Some("The bounce was resolved at its time inside the step."),
        Bounce::BySolver => Some("In a crowd: the solver sends the two apart at the end of the step."),
    } {
        line(ui, word(by));
    }
    // Below this speed contacts do not bounce, or what rests would never come to rest.
    let least = sim.world().bounce_speed(contact);
    if !a.bounced && a.restitution > 0.0 && (0.0..least).contains(&a.approach) {
        let least = quantity(f64::from(least), "m/s");
        line(ui, say!("Slower than {} these two do not bounce: e counts as 0.", least));
    } else if !a.bounced && a.struck && a.restitution > 0.0 {
        line(ui, word("Struck too often in this step to bounce again: e counts as 0."));
    }
}

/// What a number of the two surfaces comes to, and how: the rule with its two numbers, or that of the only body. None
/// where neither side is a body.
fn combined(sim: &Sim, contact: &Contact, row: &SurfaceProperty, show: fn(f32) -> String) -> Option<(String, f32)> {
    let of = [contact.a, contact.b].map(|id| sim.world().body(id).map(|body| (row.get)(&body.desc)));
    let rule = (row.rule)(sim.world().config());
    let how = match of {
        [Some(a), Some(b)] => format!("{}({}, {})", word(rule.name()), show(a), show(b)),
        _ => word("(of the body alone)").to_owned(),
    };
    Some((how, rule.of_pair(of[0], of[1])?))
}

/// What else the two surfaces do to one another, where they do.
fn surface_lines(ui: &mut Ui, sim: &Sim, contact: &Contact) {
    let [_, _, tangential, rolling, spinning] = &SURFACE;
    for (symbol, row) in [("e_t", tangential), ("c_r", rolling), ("c_s", spinning)] {
        // Only what is set is told: most bodies have none of these.
        let is_set = |id| sim.world().body(id).is_some_and(|body| (row.get)(&body.desc) > 0.0);
        let show = |x| format!("{x:.4}");
        if let Some((how, value)) = combined(sim, contact, row, show).filter(|_| is_set(contact.a) || is_set(contact.b))
        {
            let unit = row.property.unit;
            numbers(ui, format!("{symbol} = {how} = {} {unit}", show(value)).trim_end().to_owned());
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
        // A line for each that pushes, then their sum and the change of momentum, which must be equal.
        for l in &ledger.lines {
            let name = l.from.map_or(word("gravity, force").to_owned(), |id| sim.name(id));
            row(ui, &name, (l.normal + l.friction).as_dvec3().to_array());
        }
        row(ui, word("together"), ledger.sum.to_array());
        row(ui, "m·Δv", ledger.change.to_array());
    });
    // What the impulses took from or gave to its energy.
    let [before, after] = ledger.kinetic;
    let (from, to) = (quantity(before, "J"), quantity(after, "J"));
    line(ui, say!("Kinetic energy {} → {}", from, to));
}
