//! The selected bodies: everything about the first of them, live, and everything changeable, of all of them together.

use super::chosen::{Chosen, XYZ};
use super::field::{self, FieldChange, FieldNumber};
use super::icon::{self, Icon};
use super::state::AxisAngle;
use super::{Action, UiState, hands, plots, quantity, quantity::plural, theme};
use crate::geometry::{Shape, Sides};
use crate::language::{feature_words, word};
use crate::math::quat_from_axis_angle;
use crate::physics::property::{self, BodyVector, MOTIONS, Property, SURFACE, VECTORS};
use crate::physics::{Body, BodyEdit, Mass, Motion};
use crate::say;
use crate::sim::{Command, Sim};
use crate::view::GizmoKind;
use egui::{RichText, Sense, Ui, vec2};
use glam::{Quat, Vec2, Vec3};
use std::mem::discriminant;

/// Of several bodies so many are listed by name.
const MOST_LISTED: usize = 12;

/// Shows the selected bodies and collects edits of them.
pub(super) fn show(ui: &mut Ui, sim: &Sim, state: &mut UiState, actions: &mut Vec<Action>) {
    let Some(chosen) = Chosen::of(sim, &state.selection) else { return };
    header(ui, sim, &chosen, state, actions);
    theme::section(ui, "Material");
    material(ui, &chosen, actions);
    theme::section(ui, "Motion");
    motion(ui, &chosen, actions);
    theme::section(ui, "Shape and place");
    shape(ui, &chosen, actions);
    place(ui, &chosen, state, actions);
    theme::section(ui, "Now");
    match &chosen.all[..] {
        [one] => readouts(ui, sim, &one.body, state, actions),
        _ => sums(ui, sim, &chosen, state),
    }
}

fn header(ui: &mut Ui, sim: &Sim, chosen: &Chosen, state: &mut UiState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        // Room for four buttons; the name takes what is left.
        let buttons = 4.0 * 30.0;
        ui.spacing_mut().item_spacing.x = 0.0;
        let width = ui.available_width() - buttons - 10.0;
        match &chosen.all[..] {
            [one] => name(ui, sim, &one.body, width, state, actions),
            all => {
                let text = RichText::new(plural(all.len(), "body", "bodies")).heading();
                let size = vec2(width + 2.0, theme::CONTROL);
                ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.set_width(size.x);
                    ui.add(egui::Label::new(text).truncate());
                });
            }
        }
        ui.add_space(8.0);
        if icon::button(ui, Icon::Frame, "Frame", "Fill the picture with it (F).").clicked() {
            actions.push(Action::Frame);
        }
        let hint = "The camera goes along with it.";
        if icon::toggle(ui, Icon::Follow, "Follow", hint, state.session.follow).clicked() {
            state.session.follow = !state.session.follow;
        }
        if icon::button(ui, Icon::Copy, "Duplicate", "Ctrl+D").clicked() {
            actions.extend(hands::duplicate(sim, &state.selection));
        }
        if icon::button(ui, Icon::Delete, "Delete", "Del").clicked() {
            actions.extend(hands::removal(&state.selection).map(Action::Apply));
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        badges(ui, chosen);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            tools(ui, sim, state);
        });
    });
}

/// The name of one body, which can be changed.
fn name(ui: &mut Ui, sim: &Sim, body: &Body, width: f32, state: &mut UiState, actions: &mut Vec<Action>) {
    // What is typed is kept aside until the field is left, and belongs to this body alone.
    let draft = match &mut state.drafts.name {
        Some((id, text)) if *id == body.id => text,
        slot => &mut slot.insert((body.id, sim.name(body.id))).1,
    };
    let edit = egui::TextEdit::singleline(draft)
        .font(egui::TextStyle::Heading)
        .desired_width(width)
        .char_limit(128)
        .margin(vec2(6.0, 4.0));
    let response = ui.add(edit).accessible_name(word("Name")).on_hover_text(word("The body's name; scenes keep it."));
    if response.lost_focus() {
        // An empty name takes it away; the name it has already is no change.
        let text = draft.trim().to_owned();
        state.drafts.name = None;
        if text != sim.name(body.id) {
            let name = (!text.is_empty()).then_some(text);
            actions.push(Action::Apply(Command::Rename { body: body.id, name }));
        }
    } else if !response.has_focus() {
        state.drafts.name = None;
    }
}

/// What kind of body it is; of several what they have in common.
fn badges(ui: &mut Ui, chosen: &Chosen) {
    let (first, weak) = (chosen.first(), ui.visuals().weak_text_color());
    if !chosen.differs(|body| discriminant(&body.desc.shape)) {
        theme::badge(ui, first.desc.shape.kind_name(), weak);
    }
    if chosen.differs(|body| body.desc.motion) {
        return;
    }
    theme::badge(ui, first.desc.motion.name(), weak);
    if first.desc.motion != Motion::Static && !chosen.differs(|body| body.asleep) {
        let (word, color) = if first.asleep { ("asleep", weak) } else { ("awake", theme::accent(ui.visuals())) };
        theme::badge(ui, word, color);
    }
}

/// Handles in the picture, and what is set aside; from the right.
fn tools(ui: &mut Ui, sim: &Sim, state: &mut UiState) {
    // On when all that is selected is: then a click takes it off all of them.
    let is = |of: &dyn Fn(crate::physics::BodyId) -> bool| state.selection.bodies().all(of);
    let (locked, hidden) = (is(&|id| state.aside.is_locked(sim, id)), is(&|id| state.aside.is_hidden(sim, id)));
    if icon::toggle(ui, Icon::Lock, "Lock", "K: the mouse goes through it, and no hand moves it.", locked).clicked() {
        hands::toggle_locked(sim, state);
    }
    if icon::toggle(ui, Icon::Hide, "Hide", "H: out of the picture, not out of the world.", hidden).clicked() {
        hands::toggle_hidden(sim, state);
    }
    for (icon, name, hint, kind) in [
        (
            Icon::Turn,
            "Turn it",
            "E: rings in the picture; with Ctrl in steps of 15°; X: about its own axes.",
            GizmoKind::Turn,
        ),
        (
            Icon::Move,
            "Move it",
            "W: arrows in the picture; with Ctrl in steps of 0.1 m; X: along its own axes.",
            GizmoKind::Move,
        ),
    ] {
        // The handles are one tool at a time, so a second click puts it away.
        if icon::toggle(ui, icon, name, hint, state.session.gizmo == Some(kind)).clicked() {
            hands::toggle_gizmo(state, kind);
        }
    }
}

fn material(ui: &mut Ui, chosen: &Chosen, actions: &mut Vec<Action>) {
    // A mass counts only where forces move the body.
    if chosen.all.iter().all(|one| one.body.desc.motion == Motion::Dynamic) {
        mass(ui, chosen, actions);
    }
    for row in &SURFACE {
        chosen.number(ui, FieldNumber::from(&row.property), |desc| (row.get)(desc), |_, v| (row.edit)(v), actions);
    }
}

/// How heavy dynamic bodies are.
fn mass(ui: &mut Ui, chosen: &Chosen, actions: &mut Vec<Action>) {
    // Shown as it was given: whoever gave a density sees one, though both are known of every body.
    let is_density = |body: &Body| matches!(body.desc.mass, Mass::Density(_));
    let mixed = chosen.differs(is_density);
    if is_density(chosen.first()) && !mixed {
        let density = |desc: &crate::physics::BodyDesc| match desc.mass {
            Mass::Density(density) => density,
            Mass::Mass(mass) => mass / desc.shape.volume(),
        };
        let number = FieldNumber::from(&property::DENSITY);
        chosen.number(ui, number, density, |_, v| BodyEdit::Mass(Mass::Density(v)), actions);
    } else {
        let number = FieldNumber::from(&property::MASS);
        chosen.number(ui, number, |desc| desc.mass.of(&desc.shape), |_, v| BodyEdit::Mass(Mass::Mass(v)), actions);
    }
    ui.horizontal(|ui| {
        field::name(ui, "Given by");
        let choices = [
            (Some(false), property::MASS.name.title, "The mass stays when the size changes."),
            (Some(true), property::DENSITY.name.title, "The mass follows the size."),
        ];
        let now = (!mixed).then(|| is_density(chosen.first()));
        if let Some(Some(density)) = theme::segmented(ui, now, &choices) {
            let mass = |body: &Body| {
                // The mass stays as it is; what changes is which of the two stays when the size does.
                let by_density = || Mass::Density(body.mass / body.desc.shape.volume());
                BodyEdit::Mass(if density { by_density() } else { Mass::Mass(body.mass) })
            };
            chosen.push(actions, true, Some(&mass));
        }
    });
}

fn motion(ui: &mut Ui, chosen: &Chosen, actions: &mut Vec<Action>) {
    let choices = MOTIONS.map(|(kind, name)| (Some(kind), name.title, name.hint));
    let now = (!chosen.differs(|body| body.desc.motion)).then(|| chosen.first().desc.motion);
    if let Some(Some(kind)) = theme::segmented(ui, now, &choices) {
        chosen.push(actions, true, Some(&|_| BodyEdit::Motion(kind)));
    }
    let are = |motion| chosen.all.iter().any(|one| one.body.desc.motion == motion);
    // What one of them cannot have is offered for none.
    if are(Motion::Static) {
        return;
    }
    let [_, velocity, spin, force] = &VECTORS;
    vector(ui, chosen, velocity, actions);
    vector(ui, chosen, spin, actions);
    if !are(Motion::Kinematic) {
        vector(ui, chosen, force, actions);
    }
}

fn vector(ui: &mut Ui, chosen: &Chosen, row: &BodyVector, actions: &mut Vec<Action>) {
    let edit = |_: &Body, v: Vec3| (row.edit)(row.nearest(v));
    chosen.vector(ui, FieldNumber::from(row), &XYZ, |desc| (row.get)(desc), edit, actions);
}

/// The size, of bodies of one kind.
fn shape(ui: &mut Ui, chosen: &Chosen, actions: &mut Vec<Action>) {
    // Sizes of different kinds have nothing in common that could be set.
    if chosen.differs(|body| discriminant(&body.desc.shape)) {
        return;
    }
    match chosen.first().desc.shape {
        Shape::Sphere { .. } => {
            let number = FieldNumber::from(&property::RADIUS);
            let radius = |shape: &Shape| if let Shape::Sphere { radius } = *shape { radius } else { 0.5 };
            let edit = |_: &Body, v| BodyEdit::Shape(Shape::sphere(v));
            chosen.number(ui, number, |desc| radius(&desc.shape), edit, actions);
        }
        Shape::Cuboid { .. } => {
            let hint = "Edge lengths along its own axes.";
            let number = edges(hint);
            let size = |shape: &Shape| if let Shape::Cuboid { half } = *shape { 2.0 * half } else { Vec3::ONE };
            let edit = |_: &Body, size: Vec3| BodyEdit::Shape(Shape::Cuboid { half: 0.5 * size });
            chosen.vector(ui, number, &XYZ, |desc| size(&desc.shape), edit, actions);
        }
        Shape::Quad { sides, .. } => quad(ui, sides, chosen, actions),
        Shape::Frustum { .. } => frustum(ui, chosen, actions),
        Shape::HalfSpace => {}
    }
}

/// Whole edges, of which scenes tell the half.
fn edges(hint: &str) -> FieldNumber<'_> {
    let Property { min, max, .. } = property::SIZE;
    let [min, max] = [min, max].map(|half| 2.0 * f64::from(half));
    FieldNumber { range: min..=max, hint, ..FieldNumber::from(&property::SIZE) }
}

fn quad(ui: &mut Ui, sides: Sides, chosen: &Chosen, actions: &mut Vec<Action>) {
    // Two edges in its own x and z: it has no thickness.
    let hint = "Edge lengths along its own x and z; its front looks along its own +y.";
    let number = edges(hint);
    let parts = |shape: &Shape| match *shape {
        Shape::Quad { half, sides } => (half, sides),
        _ => (Vec2::splat(0.5), Sides::Front),
    };
    let size = |shape: &Shape| 2.0 * Vec3::new(parts(shape).0.x, 0.0, parts(shape).0.y);
    let edit = |body: &Body, size: Vec3| {
        let half = 0.5 * Vec2::new(size.x, size.z);
        BodyEdit::Shape(Shape::Quad { half, sides: parts(&body.desc.shape).1 })
    };
    chosen.vector(ui, number, &[0, 2], |desc| size(&desc.shape), edit, actions);
    ui.horizontal(|ui| {
        field::name(ui, "Solid from");
        let choices = [
            (Some(Sides::Front), "Front", "Bodies pass from behind."),
            (Some(Sides::Both), "Both sides", "Nothing passes."),
        ];
        let now = (!chosen.differs(|body| parts(&body.desc.shape).1)).then_some(sides);
        if let Some(Some(sides)) = theme::segmented(ui, now, &choices) {
            let edit = |body: &Body| BodyEdit::Shape(Shape::Quad { half: parts(&body.desc.shape).0, sides });
            chosen.push(actions, true, Some(&edit));
        }
    });
}

fn frustum(ui: &mut Ui, chosen: &Chosen, actions: &mut Vec<Action>) {
    let parts = |shape: &Shape| match *shape {
        Shape::Frustum { bottom, top, half_height } => [bottom, top, half_height],
        _ => [0.5; 3],
    };
    // One of the radii may be 0, and only one.
    let has_apex = |cap: usize| chosen.all.iter().any(|one| parts(&one.body.desc.shape)[cap] == 0.0);
    // Below half of the least size a tip is meant; above that no radius is smaller than the least.
    let radius = |v: f32| if v < 0.5 * Shape::MIN_SIZE { 0.0 } else { v.max(Shape::MIN_SIZE) };
    let cap =
        |property: Property, other| Property { min: if has_apex(other) { property.min } else { 0.0 }, ..property };
    let rows = [cap(property::BOTTOM, 1), cap(property::TOP, 0), property::HALF_HEIGHT];
    for (part, property) in rows.iter().enumerate() {
        // The other two numbers stay each body's own.
        let edit = |body: &Body, v: f32| {
            let mut parts = parts(&body.desc.shape);
            parts[part] = if part == 2 { v } else { radius(v) };
            let [bottom, top, half_height] = parts;
            BodyEdit::Shape(Shape::frustum(bottom, top, half_height))
        };
        chosen.number(ui, FieldNumber::from(property), |desc| parts(&desc.shape)[part], edit, actions);
    }
}

fn place(ui: &mut Ui, chosen: &Chosen, state: &mut UiState, actions: &mut Vec<Action>) {
    let [position, ..] = &VECTORS;
    vector(ui, chosen, position, actions);

    let (id, rotation, own) = (chosen.first().id, chosen.first().desc.rotation, &chosen.all[0].own);
    // A quaternion forgets the axis at 0° and its length always; what was typed stays while the body does not turn.
    let draft = state.drafts.rotation.filter(|d| d.body == id && d.rotation.dot(rotation).abs() > 1.0 - 1e-6);
    let (axis, degrees) = draft.map_or_else(|| axis_and_degrees(rotation), |d| (d.axis, d.degrees));
    let (own_axis, own_degrees) = axis_and_degrees(own.desc.rotation);
    // An axis without length turns nothing; the draft keeps it as it was typed.
    let mut turn = |axis: Vec3, degrees: f32| {
        let rotation = axis
            .try_normalize()
            .map_or(Quat::IDENTITY, |unit| quat_from_axis_angle(unit, degrees.to_radians()).normalize());
        state.drafts.rotation = Some(AxisAngle { body: id, axis, degrees, rotation });
        rotation
    };
    let differs = [chosen.differs(|body| body.desc.rotation); 3];
    let number = FieldNumber {
        name: "Axis",
        range: -1e3..=1e3,
        origin: own.origin,
        hint: "Direction of the axis it is turned about; its length does not matter.",
        differs,
        ..FieldNumber::default()
    };
    let change = field::vector(ui, &number, axis, own_axis, &XYZ).map(|axis| turn(axis, degrees));
    push_rotation(chosen, change, actions);
    let number = FieldNumber {
        name: "Angle",
        unit: "°",
        range: -360.0..=360.0,
        default: f64::from(own_degrees),
        origin: own.origin,
        slider: Some(-180.0..=180.0),
        decimals: 1,
        speed: 0.5,
        hint: "How far it is turned about the axis, right-hand rule.",
        differs,
        ..FieldNumber::default()
    };
    let change = field::number(ui, &number, f64::from(degrees)).map(|v| turn(axis, v as f32));
    push_rotation(chosen, change, actions);
}

/// All of them get this rotation.
fn push_rotation(chosen: &Chosen, change: FieldChange<Quat>, actions: &mut Vec<Action>) {
    // Without a value, too: a drag that came back still ends a gesture.
    match change.value {
        Some(rotation) => chosen.push(actions, change.done, Some(&|_| BodyEdit::Rotation(rotation))),
        None => chosen.push(actions, change.done, None),
    }
}

/// A rotation as an axis and an angle (degrees, 0 … 180).
fn axis_and_degrees(rotation: Quat) -> (Vec3, f32) {
    let (axis, angle) = if rotation.w < 0.0 { (-rotation).to_axis_angle() } else { rotation.to_axis_angle() };
    // A body that is not turned has no axis; what rounding left of one would flicker.
    if angle.to_degrees() < 0.005 { (Vec3::Y, 0.0) } else { (axis, angle.to_degrees()) }
}

fn readouts(ui: &mut Ui, sim: &Sim, body: &Body, state: &mut UiState, actions: &mut Vec<Action>) {
    // What is fixed has no mass that could be used.
    if body.desc.motion == Motion::Dynamic {
        field::readout(ui, "Mass", &quantity(f64::from(body.mass), "kg"));
        let i = body.inertia;
        let moments = [i.x, i.y, i.z].map(|v| quantity::digits(f64::from(v))).join("  ");
        field::readout(ui, "Inertia", &format!("{moments} kg·m²"));
        field::readout(ui, "Kinetic energy", &quantity(body.kinetic_energy(), "J"));
    }
    if body.desc.motion != Motion::Static {
        let mut number = |title: &str, name: &str, value: f32, unit: &str| {
            let response = field::readout(ui, title, &quantity(f64::from(value), unit)).interact(Sense::click());
            let response = response.on_hover_text(word("A right click draws it over time."));
            let offer = (title, plots::quantity_of(sim, name, &[body.id]));
            plots::menu(&response, sim, &[offer], state, actions);
        };
        number("Speed", "speed", body.desc.velocity.length(), "m/s");
        number("Spin", "spin", body.desc.spin.length(), "rad/s");
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            number(name, name, body.desc.position[axis], "m");
        }
    }
    // Of the contacts that the step left, not found anew.
    let mine: Vec<_> = sim.contacts().iter().filter(|c| c.a == body.id || c.b == body.id).collect();
    field::readout(
        ui,
        "Contacts",
        &if mine.is_empty() { word("none").into() } else { plural(mine.len(), "body", "bodies") },
    );
    for contact in mine.iter().take(6) {
        // Told from this body's side, whichever of the two it is in the contact.
        let (own, other, theirs) = if contact.a == body.id {
            (contact.feature_a, contact.b, contact.feature_b)
        } else {
            (contact.feature_b, contact.a, contact.feature_a)
        };
        let [own, theirs] = [own, theirs].map(|feature| feature_words(&feature));
        let text = say!("{}  on  {} {}", own, sim.name(other), theirs);
        ui.add(egui::Label::new(RichText::new(text).small()).truncate());
    }
    if mine.len() > 6 {
        ui.label(RichText::new(say!("and {} more, see Contacts", mine.len() - 6)).small().weak());
    }
}

/// What several bodies come to together, and their names.
fn sums(ui: &mut Ui, sim: &Sim, chosen: &Chosen, state: &mut UiState) {
    let dynamic = || chosen.all.iter().map(|one| &one.body).filter(|body| body.desc.motion == Motion::Dynamic);
    if dynamic().next().is_some() {
        field::readout(ui, "Mass together", &quantity(dynamic().map(|body| f64::from(body.mass)).sum(), "kg"));
        field::readout(ui, "Kinetic energy", &quantity(dynamic().map(Body::kinetic_energy).sum(), "J"));
    }
    if let [a, b] = &chosen.all[..] {
        // In double precision: far from the origin the difference of two places would be rounded away.
        let between = a.body.desc.position.as_dvec3().distance(b.body.desc.position.as_dvec3());
        field::readout(ui, "Apart", &quantity(between, "m"));
    }
    theme::section(ui, "Selected");
    ui.spacing_mut().item_spacing.y = 1.0;
    for one in chosen.all.iter().take(MOST_LISTED) {
        let row = egui::Button::selectable(false, sim.name(one.body.id)).min_size(vec2(ui.available_width(), 22.0));
        let hint = word("Click to select it alone, with Ctrl to select it no longer.");
        let response = ui.add(row.truncate()).on_hover_text(hint);
        if response.hovered() {
            state.interaction.pointed.body = Some(one.body.id);
        }
        if response.clicked() {
            hands::click_on(state, one.body.id, ui.input(|i| i.modifiers));
        }
    }
    if chosen.all.len() > MOST_LISTED {
        ui.label(RichText::new(say!("and {} more", chosen.all.len() - MOST_LISTED)).small().weak());
    }
}
