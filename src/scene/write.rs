//! From a scene to a tree of values, and from there to TOML and JSON.

use super::tree::{Field, Node, Value};
use super::view::{Bookmark, Pin, PinPlace, SceneView};
use super::{Scene, SceneBody, SceneCamera};
use crate::geometry::{Shape, Sides};
use crate::physics::property::{self, PlaneSetting, SURFACE, Setting, VECTORS};
use crate::physics::{BodyDesc, Config, Mass};
use glam::{Quat, Vec3};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The scene as it would stand in a file. Fields of bodies that have their default are left out.
pub(super) fn tree(scene: &Scene) -> Value<'_> {
    let config = &scene.config;
    // In the order of the reader's list, which is that in which a person describes a scene.
    let mut fields =
        vec![field("version", number(1)), field("name", text(&scene.name)), field("about", text(&scene.about))];
    fields.extend(settings(std::iter::once(&property::GRAVITY), config));
    fields.push(field("step", Value::Table(settings(property::STEP.iter(), config))));
    fields.push(field("rules", Value::Table(settings(property::rules(), config))));
    if let Some(camera) = &scene.camera {
        fields.push(field("camera", Value::Table(camera_fields(camera).into())));
    }
    if !scene.view.is_empty() {
        fields.push(field("view", view(&scene.view)));
    }
    fields.push(field("bodies", list(scene.bodies.iter().map(body))));
    // No name is not the same as an empty one, which the reader refuses.
    fields.retain(|field| field.node.value != text(""));
    Value::Table(fields)
}

fn camera_fields(camera: &SceneCamera) -> [Field<'static>; 5] {
    [
        field("target", vector(camera.target)),
        field("distance", float(camera.distance)),
        field("yaw_deg", float(camera.yaw_deg)),
        field("pitch_deg", float(camera.pitch_deg)),
        field("orthographic", Value::Bool(camera.orthographic)),
    ]
}

/// How the scene wants to be seen; lists without entries are left out.
fn view(view: &SceneView) -> Value<'_> {
    let mut fields = vec![];
    if let Some(layers) = &view.layers {
        fields.push(field("layers", texts(layers)));
    }
    for (key, names) in [("counters", &view.counters), ("peaks", &view.peaks)] {
        if !names.is_empty() {
            fields.push(field(key, texts(names)));
        }
    }
    if !view.cameras.is_empty() {
        fields.push(field("cameras", list(view.cameras.iter().map(bookmark))));
    }
    if !view.pins.is_empty() {
        fields.push(field("pins", list(view.pins.iter().map(pin))));
    }
    Value::Table(fields)
}

fn texts(items: &[String]) -> Value<'_> {
    list(items.iter().map(|one| text(one)))
}

fn bookmark(bookmark: &Bookmark) -> Value<'_> {
    let name = field("name", text(&bookmark.name));
    Value::Table(std::iter::once(name).chain(camera_fields(&bookmark.camera)).collect())
}

fn pin(pin: &Pin) -> Value<'_> {
    let place = match &pin.place {
        PinPlace::Point(point) => field("point", vector(*point)),
        PinPlace::Body(name) => field("body", text(name)),
    };
    table([field("text", text(&pin.text)), place])
}

/// What is set of a world; a plane that there is not has no field.
fn settings(rows: impl Iterator<Item = &'static Setting>, config: &Config) -> Vec<Field<'static>> {
    let written = |setting: &Setting| match setting {
        Setting::Vector(row) => Some(vector((row.get)(config))),
        Setting::Number(row) | Setting::Plane(PlaneSetting { height: row, .. }) => {
            (row.get)(config).map(|value| if row.is_whole { number(value as u32) } else { float(value) })
        }
        Setting::Choice(row) => Some(text(row.options[(row.get)(config)].0)),
        Setting::Switch(row) => Some(Value::Bool((row.get)(config))),
    };
    rows.filter_map(|setting| Some(field(setting.name().key, written(setting)?))).collect()
}

fn body(body: &SceneBody) -> Value<'_> {
    // Defaults depend on the shape: what differs from a body of the same shape is written.
    let (desc, default) = (&body.desc, BodyDesc::new(body.desc.shape));
    let mut fields = vec![];
    fields.extend(body.name.as_deref().map(|name| field("name", text(name))));
    fields.push(field(property::SHAPE.key, shape(&desc.shape)));
    if desc.motion != default.motion {
        fields.push(field(property::MOTION.key, text(desc.motion.name())));
    }
    // Mass and density exclude each other; a mass is always written, since none is the default.
    match desc.mass {
        Mass::Mass(mass) => fields.push(field(property::MASS.key(), float(mass))),
        mass if mass == default.mass => {}
        Mass::Density(density) => fields.push(field(property::DENSITY.key(), float(density))),
    }
    for row in &VECTORS {
        let (value, default) = ((row.get)(desc), (row.get)(&default));
        // By bits, so that a minus zero comes back as it was.
        if value.to_array().map(f32::to_bits) != default.to_array().map(f32::to_bits) {
            fields.push(field(row.property.key(), vector(value)));
        }
    }
    if desc.rotation.to_array().map(f32::to_bits) != Quat::IDENTITY.to_array().map(f32::to_bits) {
        let quaternion = list(desc.rotation.to_array().map(float));
        fields.push(field(property::ROTATION.key, table([field("quaternion", quaternion)])));
    }
    // What is off by default is written when it is on.
    for row in &SURFACE {
        let value = (row.get)(desc);
        if row.default() != 0.0 || value != 0.0 {
            fields.push(field(row.property.key(), float(value)));
        }
    }
    Value::Table(fields)
}

fn shape(shape: &Shape) -> Value<'static> {
    let measures = match *shape {
        Shape::Sphere { radius } => table([field(property::RADIUS.key(), float(radius))]),
        Shape::Cuboid { half } => table([field(property::SIZE.key(), vector(half))]),
        Shape::Quad { half, sides } => {
            let mut fields = vec![field(property::SIZE.key(), list(half.to_array().map(float)))];
            // The front alone is the default and is left out.
            if sides == Sides::Both {
                fields.push(field("sides", text("both")));
            }
            Value::Table(fields)
        }
        Shape::Frustum { bottom, top, half_height } => table([
            field(property::BOTTOM.key(), float(bottom)),
            field(property::TOP.key(), float(top)),
            field(property::HALF_HEIGHT.key(), float(half_height)),
        ]),
        // Never in a file: planes belong to the world, as `rules.floor` and `rules.ceiling`.
        Shape::HalfSpace => table([]),
    };
    table([field(shape.kind_name(), measures)])
}

pub(super) fn field<'t>(key: &'t str, value: Value<'t>) -> Field<'t> {
    Field { key: Cow::Borrowed(key), key_at: 0, node: Node { at: 0, value } }
}

pub(super) fn table<const N: usize>(fields: [Field<'_>; N]) -> Value<'_> {
    Value::Table(fields.into())
}

pub(super) fn list<'t>(items: impl IntoIterator<Item = Value<'t>>) -> Value<'t> {
    Value::List(items.into_iter().map(|value| Node { at: 0, value }).collect())
}

pub(super) fn vector(v: Vec3) -> Value<'static> {
    list(v.to_array().map(float))
}

/// The shortest decimal that reads back to the same float; `{:?}` keeps a point or an exponent in it.
pub(super) fn float(x: f32) -> Value<'static> {
    Value::Number(format!("{x:?}").into())
}

pub(super) fn number(x: u32) -> Value<'static> {
    Value::Number(x.to_string().into())
}

pub(super) fn text(text: &str) -> Value<'_> {
    Value::Text(text.into())
}

/// TOML: single values first, then a `[header]` for each table and a `[[header]]` for each item of a list of tables.
pub(super) fn toml(root: &Value<'_>) -> String {
    let mut out = String::new();
    let Value::Table(fields) = root else { return out };
    // Tables that are too wide for a line; all else stands in one.
    let has_header = |field: &&Field<'_>| matches!(&*field.key, "rules" | "camera" | "view" | "bodies");
    for field in fields.iter().filter(|field| !has_header(field)) {
        // TOML gives all that follows a header to that table: single values must come first.
        toml_field(&mut out, field);
    }
    for field in fields.iter().filter(has_header) {
        match &field.node.value {
            Value::List(items) => {
                for item in items {
                    let _ = writeln!(out, "\n[[{}]]", field.key);
                    toml_fields(&mut out, &item.value);
                }
            }
            value => {
                let _ = writeln!(out, "\n[{}]", field.key);
                toml_fields(&mut out, value);
            }
        }
    }
    out
}

fn toml_fields(out: &mut String, value: &Value<'_>) {
    if let Value::Table(fields) = value {
        fields.iter().for_each(|field| toml_field(out, field));
    }
}

fn toml_field(out: &mut String, field: &Field<'_>) {
    let _ = write!(out, "{} = ", field.key);
    inline(out, &field.node.value, &Syntax::TOML);
    out.push('\n');
}

/// JSON on one line.
pub(super) fn inline_json(out: &mut String, value: &Value<'_>) {
    inline(out, value, &Syntax::JSON);
}

/// JSON: one line for each field of the scene and for each body.
pub(super) fn json(root: &Value<'_>) -> String {
    let mut out = String::from("{");
    let Value::Table(fields) = root else { return out };
    // A line for each body makes differences between two versions of a scene readable.
    for (i, field) in fields.iter().enumerate() {
        out.push_str(if i == 0 { "\n  " } else { ",\n  " });
        let _ = write!(out, "\"{}\": ", field.key);
        match &field.node.value {
            Value::List(items) if field.key == "bodies" => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    out.push_str(if i == 0 { "\n    " } else { ",\n    " });
                    inline(&mut out, &item.value, &Syntax::JSON);
                }
                out.push_str("\n  ]");
            }
            value => inline(&mut out, value, &Syntax::JSON),
        }
    }
    out.push_str("\n}\n");
    out
}

/// How the two syntaxes differ within a line.
struct Syntax {
    /// Around a key.
    quote: &'static str,
    /// Between a key and its value.
    equals: &'static str,
}

impl Syntax {
    const TOML: Self = Self { quote: "", equals: " = " };
    const JSON: Self = Self { quote: "\"", equals: ": " };
}

fn inline(out: &mut String, value: &Value<'_>, syntax: &Syntax) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Number(text) => out.push_str(text),
        Value::Text(text) => quoted(out, text),
        Value::Date(text) => out.push_str(text),
        Value::List(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                inline(out, &item.value, syntax);
            }
            out.push(']');
        }
        // Inline in both: TOML's inline tables and JSON's objects differ in quotation marks and the sign between.
        Value::Table(fields) => {
            out.push_str("{ ");
            for (i, field) in fields.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                let _ = write!(out, "{0}{1}{0}{2}", syntax.quote, field.key, syntax.equals);
                inline(out, &field.node.value, syntax);
            }
            out.push_str(" }");
        }
    }
}

/// In quotation marks; these escapes mean the same in TOML and JSON.
pub(crate) fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
