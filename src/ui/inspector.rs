//! The selected body: everything about it, live, and everything changeable.

use super::field::{self, Change, Number, Origin, allowed, up_to};
use super::icon::{self, Icon};
use super::state::AxisAngle;
use super::{Action, UiState, plots, quantity, quantity::plural, theme};
use crate::geometry::{Shape, Sides};
use crate::math::quat_from_axis_angle;
use crate::physics::property::{self, SURFACE};
use crate::physics::{Body, BodyDesc, BodyEdit, BodyId, Mass, Motion};
use crate::say;
use crate::sim::{Command, Sim};
use crate::words::{phrase, word};
use egui::{RichText, Sense, Ui, vec2};
use glam::{Vec2, Vec3};

const XYZ: [usize; 3] = [0, 1, 2];

/// Shows the body and collects edits of it.
pub(super) fn show(ui: &mut Ui, sim: &Sim, body: &Body, state: &mut UiState, actions: &mut Vec<Action>) {
    header(ui, sim, body, state, actions);
    theme::section(ui, "Material");
    let own = Own::of(sim, body);
    material(ui, body, &own, actions);
    theme::section(ui, "Motion");
    motion(ui, body, &own, actions);
    theme::section(ui, "Shape and place");
    shape(ui, body, &own, actions);
    place(ui, body, &own, state, actions);
    theme::section(ui, "Now");
    readouts(ui, sim, body, state, actions);
}

/// What a right click puts back: what the scene gave the body, or the default of a body that was added since.
struct Own {
    desc: BodyDesc,
    origin: Origin,
}

impl Own {
    fn of(sim: &Sim, body: &Body) -> Self {
        match sim.opened_body(body.id) {
            Some(desc) => Self { desc: *desc, origin: Origin::Scene },
            None => Self { desc: BodyDesc::new(body.desc.shape), origin: Origin::Default },
        }
    }

    /// The mass (kg).
    fn mass(&self) -> f32 {
        self.desc.mass.of(&self.desc.shape)
    }

    /// The density (kg/m³): its own, or that of its mass.
    fn density(&self) -> f32 {
        match self.desc.mass {
            Mass::Density(density) => density,
            Mass::Mass(mass) => mass / self.desc.shape.volume(),
        }
    }
}

fn push<T>(actions: &mut Vec<Action>, body: BodyId, change: Change<T>, edit: impl FnOnce(T) -> BodyEdit) {
    if let Some(value) = change.value {
        actions.push(Action::Apply(Command::Edit { body, edit: edit(value) }));
    }
    if change.done {
        actions.push(Action::Apply(Command::EndGesture));
    }
}

fn header(ui: &mut Ui, sim: &Sim, body: &Body, state: &mut UiState, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let draft = match &mut state.drafts.name {
            Some((id, text)) if *id == body.id => text,
            slot => &mut slot.insert((body.id, sim.name(body.id))).1,
        };
        let buttons = 4.0 * 30.0;
        ui.spacing_mut().item_spacing.x = 0.0;
        let edit = egui::TextEdit::singleline(draft)
            .font(egui::TextStyle::Heading)
            .desired_width(ui.available_width() - buttons - 10.0)
            .char_limit(128)
            .margin(vec2(6.0, 4.0));
        let response =
            ui.add(edit).accessible_name(word("Name")).on_hover_text(word("The body's name; scenes keep it."));
        if response.lost_focus() {
            let text = draft.trim().to_owned();
            state.drafts.name = None;
            if text != sim.name(body.id) {
                let name = (!text.is_empty()).then_some(text);
                actions.push(Action::Apply(Command::Rename { body: body.id, name }));
            }
        } else if !response.has_focus() {
            state.drafts.name = None;
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
            actions.push(duplicate(body));
        }
        if icon::button(ui, Icon::Delete, "Delete", "Del").clicked() {
            actions.push(Action::Apply(Command::Remove(body.id)));
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let weak = ui.visuals().weak_text_color();
        theme::badge(ui, body.desc.shape.kind_name(), weak);
        theme::badge(ui, body.desc.motion.name(), weak);
        if body.desc.motion != Motion::Static {
            let (word, color) = if body.asleep { ("asleep", weak) } else { ("awake", theme::accent(ui.visuals())) };
            theme::badge(ui, word, color);
        }
    });
}

/// A copy beside the body.
pub(super) fn duplicate(body: &Body) -> Action {
    let mut desc = body.desc;
    let reach = desc.shape.aabb(&body.pose()).half();
    desc.position += Vec3::new(2.2 * reach.x.clamp(0.1, 5.0), 0.0, 0.0);
    Action::Add { stem: desc.shape.kind_name(), desc }
}

fn material(ui: &mut Ui, body: &Body, own: &Own, actions: &mut Vec<Action>) {
    let id = body.id;
    if body.desc.motion == Motion::Dynamic {
        let by_density = matches!(body.desc.mass, Mass::Density(_));
        match body.desc.mass {
            Mass::Mass(mass) => {
                let number = Number {
                    name: "Mass",
                    unit: "kg",
                    range: allowed(&property::MASS),
                    default: f64::from(own.mass()),
                    origin: own.origin,
                    slider: Some(0.01..=1000.0),
                    logarithmic: true,
                    hint: "How much it resists being pushed.",
                    ..Number::default()
                };
                let change = field::number(ui, &number, f64::from(mass));
                push(actions, id, change, |v| BodyEdit::Mass(Mass::Mass(v as f32)));
            }
            Mass::Density(density) => {
                let number = Number {
                    name: "Density",
                    unit: "kg/m³",
                    range: allowed(&property::DENSITY),
                    default: f64::from(own.density()),
                    origin: own.origin,
                    slider: Some(10.0..=20_000.0),
                    logarithmic: true,
                    decimals: 1,
                    speed: 1.0,
                    hint: "Mass follows from it and the size. Water has 1000, steel 7850.",
                };
                let change = field::number(ui, &number, f64::from(density));
                push(actions, id, change, |v| BodyEdit::Mass(Mass::Density(v as f32)));
            }
        }
        ui.horizontal(|ui| {
            field::name(ui, "Given by");
            let choices = [
                (false, "Mass", "The mass stays when the size changes."),
                (true, "Density", "The mass follows the size."),
            ];
            if let Some(density) = theme::segmented(ui, by_density, &choices) {
                let mass =
                    if density { Mass::Density(body.mass / body.desc.shape.volume()) } else { Mass::Mass(body.mass) };
                push(actions, id, Change { value: Some(mass), done: true }, BodyEdit::Mass);
            }
        });
    }
    for (row, shown) in SURFACE.iter().zip(&SHOWN) {
        let now = (row.get)(&body.desc);
        let number = Number {
            name: shown.name,
            unit: row.property.unit,
            range: allowed(&row.property),
            default: f64::from((row.get)(&own.desc)),
            origin: own.origin,
            slider: Some(0.0..=shown.slider),
            speed: shown.slider / 400.0,
            decimals: shown.decimals,
            hint: shown.hint,
            ..Number::default()
        };
        push(actions, id, field::number(ui, &number, f64::from(now)), |v| (row.edit)(v as f32));
    }
}

/// How a property of the surface is tuned.
struct Shown {
    name: &'static str,
    /// How far the slider goes.
    slider: f64,
    decimals: usize,
    hint: &'static str,
}

/// A row for each of [`SURFACE`].
const SHOWN: [Shown; SURFACE.len()] = [
    Shown {
        name: "Restitution",
        slider: 1.0,
        decimals: 3,
        hint: "Share of the approach speed given back: 0 stays down, 1 bounces for ever.",
    },
    Shown {
        name: "Friction",
        slider: 2.0,
        decimals: 3,
        hint: "Coulomb coefficient: friction reaches at most this times the normal force.",
    },
    Shown {
        name: "Tangential restitution",
        slider: 1.0,
        decimals: 3,
        hint: "Share of the slip in a bounce that comes back reversed, as far as friction allows: 1 is a superball.",
    },
    Shown {
        name: "Rolling resistance",
        slider: 0.1,
        decimals: 4,
        hint: "Lever arm of the torque against rolling: it reaches at most this times the normal force.",
    },
    Shown {
        name: "Spinning friction",
        slider: 0.1,
        decimals: 4,
        hint: "Lever arm of the torque against spinning about the normal: it reaches at most this times the normal force.",
    },
];

fn motion(ui: &mut Ui, body: &Body, own: &Own, actions: &mut Vec<Action>) {
    let id = body.id;
    let choices = [
        (Motion::Static, "Static", "Never moves; infinite mass."),
        (Motion::Kinematic, "Kinematic", "Moves by its own velocity alone; pushes and is never pushed."),
        (Motion::Dynamic, "Dynamic", "Moved by forces and contacts."),
    ];
    if let Some(kind) = theme::segmented(ui, body.desc.motion, &choices) {
        push(actions, id, Change { value: Some(kind), done: true }, BodyEdit::Motion);
    }
    if body.desc.motion == Motion::Static {
        return;
    }
    let origin = own.origin;
    let number = |name, unit, range, hint| Number { name, unit, range, origin, decimals: 2, hint, ..Number::default() };
    let velocity = number("Velocity, m/s", "m/s", up_to(&property::SPEED), "Of the centre, world axes.");
    let change = field::vector(ui, &velocity, body.desc.velocity, own.desc.velocity, &XYZ);
    push(actions, id, change, |v| BodyEdit::Velocity(v.clamp_length_max(property::SPEED.max)));
    let spin = number("Spin, rad/s", "rad/s", up_to(&property::SPIN), "Angular velocity, world axes, right-hand rule.");
    let change = field::vector(ui, &spin, body.desc.spin, own.desc.spin, &XYZ);
    push(actions, id, change, |v| BodyEdit::Spin(v.clamp_length_max(property::SPIN.max)));
    if body.desc.motion == Motion::Dynamic {
        let mut force = number("Force, N", "N", up_to(&property::FORCE), "A constant force at the centre, world axes.");
        force.speed = 0.1;
        let change = field::vector(ui, &force, body.desc.force, own.desc.force, &XYZ);
        push(actions, id, change, BodyEdit::Force);
    }
}

fn shape(ui: &mut Ui, body: &Body, own: &Own, actions: &mut Vec<Action>) {
    let id = body.id;
    let (min, max) = (f64::from(Shape::MIN_SIZE), f64::from(Shape::MAX_SIZE));
    let origin = own.origin;
    match body.desc.shape {
        Shape::Sphere { radius } => {
            let number = Number {
                name: "Radius",
                unit: "m",
                range: min..=max,
                default: match own.desc.shape {
                    Shape::Sphere { radius } => radius.into(),
                    _ => 0.5,
                },
                origin,
                slider: Some(0.05..=5.0),
                logarithmic: true,
                ..Number::default()
            };
            let change = field::number(ui, &number, f64::from(radius));
            push(actions, id, change, |v| BodyEdit::Shape(Shape::sphere(v as f32)));
        }
        Shape::Cuboid { half } => {
            let hint = "Edge lengths along its own axes.";
            let range = 2.0 * min..=2.0 * max;
            let number = Number { name: "Size, m", unit: "m", range, origin, hint, ..Number::default() };
            let default = match own.desc.shape {
                Shape::Cuboid { half } => 2.0 * half,
                _ => Vec3::ONE,
            };
            let change = field::vector(ui, &number, 2.0 * half, default, &XYZ).map(|v| 0.5 * v);
            push(actions, id, change, |half| BodyEdit::Shape(Shape::Cuboid { half }));
        }
        Shape::Quad { half, sides } => {
            let hint = "Edge lengths along its own x and z; its front looks along its own +y.";
            let range = 2.0 * min..=2.0 * max;
            let number = Number { name: "Size, m", unit: "m", range, origin, hint, ..Number::default() };
            let size = |half: Vec2| Vec3::new(2.0 * half.x, 0.0, 2.0 * half.y);
            let default = match own.desc.shape {
                Shape::Quad { half, .. } => size(half),
                _ => Vec3::ONE,
            };
            let change = field::vector(ui, &number, size(half), default, &[0, 2]).map(|v| 0.5 * Vec2::new(v.x, v.z));
            push(actions, id, change, |half| BodyEdit::Shape(Shape::Quad { half, sides }));
            ui.horizontal(|ui| {
                field::name(ui, "Solid from");
                let choices = [
                    (Sides::Front, "Front", "Bodies pass from behind."),
                    (Sides::Both, "Both sides", "Nothing passes."),
                ];
                if let Some(sides) = theme::segmented(ui, sides, &choices) {
                    let change = Change { value: Some(Shape::Quad { half, sides }), done: true };
                    push(actions, id, change, BodyEdit::Shape);
                }
            });
        }
        Shape::Frustum { bottom, top, half_height } => {
            let [own_bottom, own_top, own_half] = match own.desc.shape {
                Shape::Frustum { bottom, top, half_height } => [bottom, top, half_height],
                _ => [0.5; 3],
            };
            let number = |name, range, default: f32, hint| Number {
                name,
                unit: "m",
                range,
                default: default.into(),
                origin,
                slider: Some(0.05..=5.0),
                logarithmic: true,
                hint,
                ..Number::default()
            };
            // One of the radii may be 0, and only one.
            let least = |other: f32| if other > 0.0 { 0.0 } else { min };
            let radius = |v: f64| if v < 0.5 * min { 0.0 } else { v.max(min) as f32 };
            let hint = "Radius of the cap at its own -y; 0 makes an apex.";
            let change = field::number(ui, &number("Bottom", least(top)..=max, own_bottom, hint), f64::from(bottom));
            push(actions, id, change, |v| BodyEdit::Shape(Shape::frustum(radius(v), top, half_height)));
            let hint = "Radius of the cap at its own +y; 0 makes an apex.";
            let change = field::number(ui, &number("Top", least(bottom)..=max, own_top, hint), f64::from(top));
            push(actions, id, change, |v| BodyEdit::Shape(Shape::frustum(bottom, radius(v), half_height)));
            let hint = "Half the distance between the caps.";
            let change = field::number(ui, &number("Half height", min..=max, own_half, hint), f64::from(half_height));
            push(actions, id, change, |v| BodyEdit::Shape(Shape::frustum(bottom, top, v as f32)));
        }
        _ => {}
    }
}

fn place(ui: &mut Ui, body: &Body, own: &Own, state: &mut UiState, actions: &mut Vec<Action>) {
    let id = body.id;
    let hint = "Of the centre of mass; y is up.";
    let number = Number { name: "Position, m", unit: "m", origin: own.origin, hint, ..Number::default() };
    let change = field::vector(ui, &number, body.desc.position, own.desc.position, &XYZ);
    push(actions, id, change, BodyEdit::Position);

    let rotation = body.desc.rotation;
    // A quaternion forgets the axis at 0° and its length always; what was typed stays while the body does not turn.
    let draft = state.drafts.rotation.filter(|d| d.body == id && d.rotation.dot(rotation).abs() > 1.0 - 1e-6);
    let (axis, degrees) = draft.map_or_else(|| axis_and_degrees(rotation), |d| (d.axis, d.degrees));
    let (own_axis, own_degrees) = axis_and_degrees(own.desc.rotation);
    let mut turn = |axis: Vec3, degrees: f32| {
        let rotation = axis
            .try_normalize()
            .map_or(glam::Quat::IDENTITY, |unit| quat_from_axis_angle(unit, degrees.to_radians()).normalize());
        state.drafts.rotation = Some(AxisAngle { body: id, axis, degrees, rotation });
        rotation
    };
    let number = Number {
        name: "Axis",
        range: -1e3..=1e3,
        origin: own.origin,
        hint: "Direction of the axis it is turned about; its length does not matter.",
        ..Number::default()
    };
    let change = field::vector(ui, &number, axis, own_axis, &XYZ).map(|axis| turn(axis, degrees));
    push(actions, id, change, BodyEdit::Rotation);
    let number = Number {
        name: "Angle",
        unit: "°",
        range: -360.0..=360.0,
        default: f64::from(own_degrees),
        origin: own.origin,
        slider: Some(-180.0..=180.0),
        decimals: 1,
        speed: 0.5,
        hint: "How far it is turned about the axis, right-hand rule.",
        ..Number::default()
    };
    let change = field::number(ui, &number, f64::from(degrees)).map(|v| turn(axis, v as f32));
    push(actions, id, change, BodyEdit::Rotation);
}

/// A rotation as an axis and an angle (degrees, 0 … 180).
fn axis_and_degrees(rotation: glam::Quat) -> (Vec3, f32) {
    let (axis, angle) = if rotation.w < 0.0 { (-rotation).to_axis_angle() } else { rotation.to_axis_angle() };
    // A body that is not turned has no axis; what rounding left of one would flicker.
    if angle.to_degrees() < 0.005 { (Vec3::Y, 0.0) } else { (axis, angle.to_degrees()) }
}

fn readouts(ui: &mut Ui, sim: &Sim, body: &Body, state: &mut UiState, actions: &mut Vec<Action>) {
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
    let mine: Vec<_> = sim.contacts().iter().filter(|c| c.a == body.id || c.b == body.id).collect();
    field::readout(
        ui,
        "Contacts",
        &if mine.is_empty() { word("none").into() } else { plural(mine.len(), "body", "bodies") },
    );
    for contact in mine.iter().take(6) {
        let (own, other, theirs) = if contact.a == body.id {
            (contact.feature_a, contact.b, contact.feature_b)
        } else {
            (contact.feature_b, contact.a, contact.feature_a)
        };
        let [own, theirs] = [own, theirs].map(|feature| phrase(&feature.to_string()));
        let text = say!("{}  on  {} {}", own, sim.name(other), theirs);
        ui.add(egui::Label::new(RichText::new(text).small()).truncate());
    }
    if mine.len() > 6 {
        ui.label(RichText::new(say!("and {} more, see Contacts", mine.len() - 6)).small().weak());
    }
}
