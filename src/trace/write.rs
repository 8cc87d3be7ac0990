//! A trace written line by line.

use super::header::Header;
use super::model::{Id, PoseRow, Primitive, TraceBody, TraceContact, TraceLine, TracePoint, TraceShape, TraceStep};
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use std::io::{self, Write};

/// Writes the lines of a trace in the form that [`TraceReader`](super::TraceReader) reads.
pub struct TraceWriter<W: Write> {
    out: W,
    /// Ids in the order of declaration: rows and contacts name bodies by index.
    ids: Vec<Id>,
    /// The same, to be found at once.
    known: HashSet<Id>,
}

impl<W: Write> TraceWriter<W> {
    /// Writes to `out`, the header first.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Self { out, ids: Vec::new(), known: HashSet::new() };
        writer.line(&TraceLine::Header(header.clone()))?;
        Ok(writer)
    }

    /// Writes one line. Bodies must be declared before steps name them.
    pub fn line(&mut self, line: &TraceLine) -> io::Result<()> {
        let value = match line {
            TraceLine::Header(header) => header.to_value(),
            TraceLine::Body(body) => {
                // Declared again, a body keeps the index of its first declaration.
                if self.known.insert(body.id.clone()) {
                    self.ids.push(body.id.clone());
                }
                body_value(body)
            }
            TraceLine::Step(step) => return self.step(step),
            TraceLine::Gone(index) => json!({ "gone": self.id(*index) }),
            TraceLine::Note(note) => json!({ "note": note }),
        };
        serde_json::to_writer(&mut self.out, &value)?;
        self.out.write_all(b"\n")
    }

    fn id(&self, index: u32) -> Value {
        self.ids.get(index as usize).map_or(Value::Null, |id| json!(id))
    }

    /// Steps are nearly all of a file: written without a tree of values.
    fn step(&mut self, step: &TraceStep) -> io::Result<()> {
        write!(self.out, "{{\"step\":{}", step.step)?;
        if let Some(time) = step.time {
            write!(self.out, ",\"t\":{}", number(time))?;
        }
        self.out.write_all(b",\"b\":[")?;
        for (index, row) in step.rows.iter().enumerate() {
            self.row(row, index > 0)?;
        }
        self.out.write_all(b"],\"c\":[")?;
        for (index, contact) in step.contacts.iter().enumerate() {
            self.contact(contact, index > 0)?;
        }
        self.out.write_all(b"]}\n")
    }

    fn row(&mut self, row: &PoseRow, has_comma: bool) -> io::Result<()> {
        write!(self.out, "{}[{}", if has_comma { "," } else { "" }, self.id(row.body))?;
        for value in row.pose.iter().chain(row.velocity.iter().flatten()) {
            write!(self.out, ",{}", number(*value))?;
        }
        self.out.write_all(b"]")
    }

    fn contact(&mut self, contact: &TraceContact, has_comma: bool) -> io::Result<()> {
        let (a, b, [x, y, z]) = (self.id(contact.a), self.id(contact.b), contact.normal.map(number));
        write!(self.out, "{}[{a},{b},[{x},{y},{z}],[", if has_comma { "," } else { "" })?;
        for (index, point) in contact.points.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let numbers: Vec<String> = point_numbers(point).into_iter().map(optional).collect();
            write!(self.out, "{comma}[{}]", numbers.join(","))?;
        }
        self.out.write_all(b"]")?;
        // What is not known is left out rather than written as null: lines of many contacts stay short.
        let mut names = Map::new();
        for (key, name) in [("fa", &contact.feature_a), ("fb", &contact.feature_b)] {
            if let Some(name) = name {
                names.insert(key.into(), json!(name));
            }
        }
        for (key, pose) in [("pa", contact.found[0]), ("pb", contact.found[1])] {
            if let Some(pose) = pose {
                names.insert(key.into(), json!(pose));
            }
        }
        if !names.is_empty() {
            write!(self.out, ",{}", Value::Object(names))?;
        }
        self.out.write_all(b"]")
    }

    /// What was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The shortest text that reads back to the same number; what is not finite is written as null: not given, where
/// that may be.
fn number(value: f64) -> String {
    // The least digits that give the same f32 are enough for what was one.
    let single = value as f32;
    if f64::from(single) == value { json!(single).to_string() } else { json!(value).to_string() }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "null".into(), number)
}

/// A point's numbers, without those at the end that are not given.
fn point_numbers(point: &TracePoint) -> Vec<Option<f64>> {
    let mut numbers: Vec<Option<f64>> = point.place.iter().copied().map(Some).collect();
    numbers.extend([point.separation, point.normal_impulse]);
    numbers.extend(point.friction.map_or([None; 3], |f| f.map(Some)));
    // The place must stay; of the rest a reader takes what is missing as not given.
    while numbers.len() > 3 && numbers.last() == Some(&None) {
        numbers.pop();
    }
    numbers
}

impl Header {
    /// The first line as it is written, defaults included.
    pub fn to_value(&self) -> Value {
        let mut value = json!({
            "trace": super::header::VERSION,
            "engine": self.engine,
            "up": self.up,
            "hand": self.hand,
            "quat": self.quat,
            "normal": self.normal,
            "poses": self.poses,
            "points": self.points,
            "impulse": self.impulse,
            "metres": self.metres,
        });
        if let Value::Object(map) = &mut value {
            // What the engine does not tell has no default: the checks that need it say that they cannot be made.
            let mut add = |key: &str, value: Option<Value>| value.map(|value| map.insert(key.into(), value));
            add("dt", self.dt.map(|dt| json!(dt)));
            add("gravity", self.gravity.map(|g| json!(g)));
            add("restitution_rule", self.restitution_rule.as_ref().map(|r| json!(r)));
            add("friction_rule", self.friction_rule.as_ref().map(|r| json!(r)));
            add("ack", self.ack.then_some(json!(true)));
        }
        value
    }
}

fn body_value(body: &TraceBody) -> Value {
    let shapes: Vec<Value> = body.shapes.iter().map(shape_value).collect();
    let mut value = json!({ "body": body.id, "motion": body.motion, "shapes": shapes });
    if let Value::Object(map) = &mut value {
        let mut add = |key: &str, value: Option<Value>| value.map(|value| map.insert(key.into(), value));
        add("name", body.name.as_ref().map(|n| json!(n)));
        add("mass", body.mass.map(|m| json!(m)));
        add("restitution", body.restitution.map(|e| json!(e)));
        add("friction", body.friction.map(|f| json!(f)));
        add("pose", body.pose.map(|p| json!(p)));
    }
    value
}

fn shape_value(shape: &TraceShape) -> Value {
    let mut map = Map::new();
    let form = match &shape.form {
        Primitive::Sphere(radius) => json!(radius),
        Primitive::Box(half) => json!(half),
        Primitive::Capsule(sizes) => json!(sizes),
        Primitive::Frustum(sizes) => json!(sizes),
        Primitive::Quad(half, _) => json!(half),
        Primitive::Plane(plane) => json!(plane),
        Primitive::Hull(points) => json!(points),
        Primitive::Mesh(vertices, triangles) => json!({ "v": vertices, "f": triangles }),
    };
    map.insert(shape.form.key().into(), form);
    // Written in either case, so that a reader needs no default to know which sides are solid.
    if let Primitive::Quad(_, is_both) = shape.form {
        map.insert("sides".into(), json!(if is_both { "both" } else { "front" }));
    }
    // A shape that lies where its body lies says nothing of it.
    if shape.at != [0.0; 3] {
        map.insert("at".into(), json!(shape.at));
    }
    for (key, value) in [
        ("turn", shape.turn.map(|t| json!(t))),
        ("round", shape.round.map(|r| json!(r))),
        ("inset", shape.inset.map(|r| json!(r))),
    ] {
        if let Some(value) = value {
            map.insert(key.into(), value);
        }
    }
    Value::Object(map)
}
