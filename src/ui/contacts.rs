//! The table of contacts: sortable; a click selects, a double click moves the camera there.

use super::icon::{self, Icon};
use super::{Action, UiState, quantity, quantity::plural, theme};
use crate::geometry::Feature;
use crate::language::{feature_words, word};
use crate::physics::{BodyId, Contact};
use crate::say;
use crate::scene::SpecimenForm;
use crate::sim::Sim;
use egui::{Align, Layout, Rect, Response, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder, TableRow};
use glam::Vec3;
use std::cmp::Ordering;

/// What the table can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The first body.
    A,
    /// Its feature.
    FeatureA,
    /// The second body.
    B,
    /// Its feature.
    FeatureB,
    /// How deep they overlap.
    Depth,
    /// How hard they pressed in the last step.
    Impulse,
    /// Friction in the last step.
    Friction,
    /// Speed of the impact in the last step.
    Impact,
    /// Height of the normal: 1 straight up.
    Normal,
}

/// Width of the three components of a normal (points).
const NORMAL: f32 = 120.0;
/// Width of a quantity with its unit (points), and the least it needs.
const NUMBER: [f32; 2] = [76.0, 66.0];
/// Least width of a name (points).
const NAME: f32 = 44.0;
/// Between columns where there is little room (points).
const NARROW_GAP: f32 = 4.0;
/// What a table needs (points): in less it is moved sideways.
const LEAST: f32 = 4.0 * NAME + NORMAL + 4.0 * NUMBER[1] + 9.0 * NARROW_GAP;

impl Column {
    const ALL: [(Self, &'static str, &'static str); 9] = [
        (Self::A, "Body A", "The body the normal leaves."),
        (Self::FeatureA, "Feature A", "The part of A that touches, named in A's own axes."),
        (Self::B, "Body B", "The body the normal points to."),
        (Self::FeatureB, "Feature B", "The part of B that touches, named in B's own axes."),
        (Self::Normal, "Normal", "Unit vector from A to B, world axes. Sorted by its height."),
        (Self::Depth, "Overlap", "How far the two overlap at the deepest point; where they are apart, the gap."),
        (Self::Impulse, "Pressed", "Normal impulse of the last step, all points together."),
        (Self::Friction, "Friction", "Friction impulse of the last step, all points together."),
        (Self::Impact, "Impact", "Approach speed of their impact in the last step, whether they bounced or not."),
    ];

    /// Whether it stands at the right of its place.
    fn is_number(self) -> bool {
        matches!(self, Self::Normal | Self::Depth | Self::Impulse | Self::Friction | Self::Impact)
    }

    /// How two contacts stand to each other in this column.
    pub fn compare(self, sim: &Sim, left: &Contact, right: &Contact) -> Ordering {
        match self {
            Self::A => sim.name(left.a).cmp(&sim.name(right.a)),
            Self::B => sim.name(left.b).cmp(&sim.name(right.b)),
            Self::FeatureA => left.feature_a.cmp(&right.feature_a),
            Self::FeatureB => left.feature_b.cmp(&right.feature_b),
            Self::Normal => left.normal.y.total_cmp(&right.normal.y),
            Self::Depth => right.separation().total_cmp(&left.separation()),
            Self::Impulse => left.normal_impulse().total_cmp(&right.normal_impulse()),
            Self::Friction => left.friction_impulse().length().total_cmp(&right.friction_impulse().length()),
            Self::Impact => left.impact_speed.total_cmp(&right.impact_speed),
        }
    }
}

/// What a contact can be copied as, by itself.
pub(super) const COPIES: [(&str, SpecimenForm); 3] = [
    ("Copy as Rust test", SpecimenForm::Rust),
    ("Copy as TOML scene", SpecimenForm::Toml),
    ("Copy as JSON, every bit", SpecimenForm::Json),
];

/// The contacts in the order of the table.
pub(super) fn ordered(sim: &Sim, order: (Column, bool)) -> Vec<Contact> {
    let mut contacts = sim.contacts().to_vec();
    let (column, descending) = order;
    contacts.sort_by(|left, right| {
        let order = column.compare(sim, left, right);
        if descending { order.reverse() } else { order }
    });
    contacts
}

/// Selects the contact and, when asked, moves the camera to it.
pub(super) fn select(state: &mut UiState, contact: &Contact, go_there: bool) {
    state.selection.contact = Some((contact.a, contact.b));
    state.interaction.scroll_to_contact = state.selection.contact;
    if go_there {
        // So near that its points fill the picture; a single one has no extent, and gets a least one.
        let points = contact.points();
        let center = points.iter().map(|p| p.position).sum::<Vec3>() / points.len().max(1) as f32;
        let reach = points.iter().map(|p| p.position.distance(center)).fold(0.0, f32::max);
        state.session.follow = false;
        state.camera.frame(center, (2.0 * reach).clamp(0.4, 5.0));
    }
}

/// Shows the table.
pub(super) fn show(ui: &mut Ui, sim: &Sim, state: &mut UiState, actions: &mut Vec<Action>) {
    let contacts = ordered(sim, state.session.contact_order);
    if contacts.is_empty() {
        ui.add_space(10.0);
        ui.label(RichText::new(word("Nothing touches. Contacts appear here as soon as two bodies meet.")).weak());
        return;
    }
    if ui.available_width() >= LEAST {
        return table(ui, sim, &contacts, state, actions);
    }
    egui::ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        ui.set_width(LEAST);
        table(ui, sim, &contacts, state, actions);
    });
}

fn table(ui: &mut Ui, sim: &Sim, contacts: &[Contact], state: &mut UiState, actions: &mut Vec<Action>) {
    // The numbers take what they need; the names share the rest, and may be cut.
    let gaps = |gap: f32| Column::ALL.len() as f32 * gap;
    let wide = ui.available_width() >= 4.0 * NAME + NORMAL + 4.0 * NUMBER[0] + gaps(ui.spacing().item_spacing.x);
    if !wide {
        ui.spacing_mut().item_spacing.x = NARROW_GAP;
    }
    let number = if wide { NUMBER[0] } else { NUMBER[1] };
    // A gap is told by a word besides: it has its room before the names have more than they need.
    let separation = number + (ui.available_width() - LEAST).clamp(0.0, NUMBER[0] - number);
    let rest = ui.available_width() - NORMAL - separation - 3.0 * number - gaps(ui.spacing().item_spacing.x);
    let names = (rest / 4.0).clamp(NAME, 180.0);
    let row_height = ui.text_style_height(&egui::TextStyle::Body) + 6.0;
    // By the pair of bodies: rows change their numbers from step to step.
    let place = |pair: Option<(BodyId, BodyId)>| {
        let pair = pair?;
        contacts.iter().position(|contact| contact.is_between(pair))
    };
    let selected = place(state.selection.contact);
    let mut builder = TableBuilder::new(ui);
    // Sorted by numbers that change, rows wander: only a new selection is followed.
    if let Some(row) = place(state.interaction.scroll_to_contact.take()) {
        builder = builder.scroll_to_row(row, Some(Align::Center));
    }
    let table = builder
        .striped(true)
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false)
        .min_scrolled_height(0.0)
        .columns(Width::exact(names), 4)
        .column(Width::exact(NORMAL))
        .column(Width::exact(separation))
        .columns(Width::exact(number), 3)
        .column(Width::remainder());
    let order = &mut state.session.contact_order;
    let table = table.header(22.0, |mut header| {
        for (column, title, hint) in Column::ALL {
            header.col(|ui| {
                let layout = if column.is_number() { Layout::right_to_left(Align::Center) } else { *ui.layout() };
                ui.with_layout(layout, |ui| heading(ui, column, title, hint, order));
            });
        }
        header.col(|_| {});
    });
    // Only rows in sight are laid out; where they came to stand is needed for the controls over them.
    let mut shown = vec![];
    let output = table.body(|body| {
        body.rows(row_height, contacts.len(), |mut row| {
            let contact = &contacts[row.index()];
            row.set_selected(selected == Some(row.index()));
            row.set_hovered(state.interaction.pointed_before == Some((contact.a, contact.b)));
            cells(&mut row, sim, contact);
            shown.push((row.index(), row.response().rect));
        });
    });
    rows(ui, sim, contacts, &shown, output.inner_rect, state, actions);
}

/// Every row as one control, over its cells: it can be pointed at, clicked, and reached with the keyboard. A screen
/// reader is given those out of sight, too.
fn rows(
    ui: &mut Ui,
    sim: &Sim,
    contacts: &[Contact],
    shown: &[(usize, Rect)],
    table: Rect,
    state: &mut UiState,
    actions: &mut Vec<Action>,
) {
    let id = ui.scope_id().with("rows");
    ui.interact(table, id, Sense::hover())
        .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Table, true, word("Table of contacts")));
    // A table of thousands has thousands of rows for a screen reader, and forty for everybody else.
    let first = shown.first().map_or(0, |(index, _)| *index);
    let in_sight = first..first + shown.len();
    let listed = if ui.ctx().has_accesskit_node(id) { 0..contacts.len() } else { in_sight.clone() };
    // The bar that scrolls lies over the right end of the rows.
    let area = table.with_max_x(table.right() - ui.spacing().scroll.bar_width - 2.0);
    for index in listed {
        let contact = &contacts[index];
        let pair = (contact.a, contact.b);
        // A row half behind the header is a control only where it is seen.
        let rect = if in_sight.contains(&index) {
            shown[index - first].1.intersect(area)
        } else {
            beyond(area, index < first)
        };
        let response = ui.interact(rect, id.with(pair), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, describe(sim, contact)));
        // Reached by the keyboard, a row out of sight is brought into it.
        if response.gained_focus() {
            state.interaction.scroll_to_contact = Some(pair);
        }
        if !in_sight.contains(&index) {
            continue;
        }
        theme::focus_ring(ui, &response);
        let hint = say!("{}\nDouble-click to go there.", describe(sim, contact));
        row(sim, contact, response.on_hover_text_at_pointer(hint), state, actions);
    }
}

/// A place just out of sight, above the table or below it.
fn beyond(table: Rect, above: bool) -> Rect {
    let y = if above { table.top() - 1.0 } else { table.bottom() };
    Rect::from_x_y_ranges(table.x_range(), y..=y + 1.0)
}

/// What the mouse and the keyboard do with a row.
fn row(sim: &Sim, contact: &Contact, response: Response, state: &mut UiState, actions: &mut Vec<Action>) {
    // The contact lights up in the picture as well.
    if response.hovered() {
        state.interaction.pointed.contact = Some((contact.a, contact.b));
    }
    if response.double_clicked() || response.clicked() {
        select(state, contact, response.double_clicked());
    }
    response.context_menu(|ui| {
        if ui.button(word("Copy as text")).clicked() {
            actions.push(Action::Copy(describe(sim, contact)));
        }
        for (words, form) in COPIES {
            if ui.button(word(words)).clicked() {
                actions.push(Action::CopyContact { bodies: (contact.a, contact.b), form });
            }
        }
        // The floor is no body that could be selected.
        for id in [contact.a, contact.b] {
            let known = sim.world().body(id).is_some();
            if known && ui.button(say!("Select {}", sim.name(id))).clicked() {
                state.select(Some(id));
            }
        }
    });
}

fn heading(ui: &mut Ui, column: Column, title: &str, hint: &str, order: &mut (Column, bool)) {
    // The sign beside the title says which way; a second click turns it round.
    let sorted = order.0 == column;
    let color = if sorted { theme::accent(ui.visuals()) } else { ui.visuals().weak_text_color() };
    let text = RichText::new(word(title)).size(12.0).color(color);
    let response = ui.add(egui::Button::new(text).frame(false)).on_hover_text(word(hint));
    let response = response.accessible_name(say!("Sort by {}", word(title).to_lowercase()));
    theme::focus_ring(ui, &response);
    if sorted {
        let sign = if order.1 { Icon::Down } else { Icon::Up };
        let beside = if column.is_number() { response.rect.left() - 9.0 } else { response.rect.right() + 9.0 };
        icon::paint(ui.painter(), sign, egui::pos2(beside, response.rect.center().y), 5.0, color);
    }
    if response.clicked() {
        // Large numbers are what one looks for; names are read from A.
        let descending = matches!(column, Column::Depth | Column::Impulse | Column::Friction | Column::Impact);
        *order = if sorted { (column, !order.1) } else { (column, descending) };
    }
}

fn cells(row: &mut TableRow<'_, '_>, sim: &Sim, contact: &Contact) {
    let mut text = |text: String| {
        row.col(|ui| {
            ui.add(egui::Label::new(text).truncate());
        });
    };
    // In the order of the columns' heads.
    text(sim.name(contact.a));
    text(feature_words(&contact.feature_a));
    text(sim.name(contact.b));
    text(feature_words(&contact.feature_b));
    let mut number = |text: String| {
        row.col(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(text).monospace().size(11.5)).truncate());
            });
        });
    };
    number(components(contact.normal));
    number(depth(contact));
    number(quantity(f64::from(contact.normal_impulse()), "N·s"));
    number(quantity(f64::from(contact.friction_impulse().length()), "N·s"));
    let impact = contact.impact_speed;
    // A dash where nothing met inside the step: nought would be a measurement.
    number(if impact > 0.0 { quantity(f64::from(impact), "m/s") } else { "–".into() });
    // The rest of the row: it is shaded and clicked like the cells.
    row.col(|_| {});
}

/// Overlap of the deepest point; a gap says that it is one.
fn depth(contact: &Contact) -> String {
    let separation = contact.separation();
    if separation <= 0.0 { quantity(f64::from(-separation), "m") } else { quantity::separation(separation) }
}

fn components(v: Vec3) -> String {
    v.to_array().map(|c| quantity::minus(&format!("{:>5.2}", if c.abs() < 0.005 { 0.0 } else { c }))).join(" ")
}

/// One line that says it all: for the screen reader, the tooltip and the clipboard.
pub(super) fn describe(sim: &Sim, contact: &Contact) -> String {
    let side = |id: BodyId, feature: Feature| format!("{} {}", sim.name(id), feature_words(&feature));
    say!(
        "{} on {}, normal {}, {}, pressed {} at {}",
        side(contact.a, contact.feature_a),
        side(contact.b, contact.feature_b),
        components(contact.normal).split_whitespace().collect::<Vec<_>>().join(" "),
        quantity::separation(contact.separation()),
        quantity(f64::from(contact.normal_impulse()), "N·s"),
        plural(contact.points().len(), "point", "points"),
    )
}
