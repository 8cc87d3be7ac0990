//! What the lines of a trace hold, as they were written: nothing here is converted.

use super::header::Header;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// A body's name in the trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub enum Id {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// On one line: a text may hold anything, also what a terminal would obey.
impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) if text.contains(char::is_control) => text.replace(char::is_control, " ").fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => to.serialize_i64(*number),
            Self::Text(text) => to.serialize_str(text),
        }
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TracedMotion {
    /// Never.
    Static,
    /// As it is told.
    Kinematic,
    /// By forces.
    #[default]
    Dynamic,
}

/// What a shape is, before it is placed and rounded. Lengths are in the trace's unit, axes are the body's.
#[derive(Clone, Debug, PartialEq)]
pub enum Primitive {
    /// Radius.
    Sphere(f64),
    /// Half extents.
    Box([f64; 3]),
    /// Half the straight part along y, and the radius.
    Capsule([f64; 2]),
    /// Radii of the bottom and the top, and half the height along y about the middle of the axis.
    Frustum([f64; 3]),
    /// Half extents along x and z; whether both sides are solid.
    Quad([f64; 2], bool),
    /// Normal and offset: solid where n · x ≤ d.
    Plane([f64; 4]),
    /// The convex hull of these points.
    Hull(Vec<[f64; 3]>),
    /// Vertices and triangles.
    Mesh(Vec<[f64; 3]>, Vec<[u32; 3]>),
}

impl Primitive {
    /// The key by which the file names it.
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Sphere(_) => "sphere",
            Self::Box(_) => "box",
            Self::Capsule(_) => "capsule",
            Self::Frustum(_) => "frustum",
            Self::Quad(..) => "quad",
            Self::Plane(_) => "plane",
            Self::Hull(_) => "hull",
            Self::Mesh(..) => "mesh",
        }
    }
}

/// A shape in its place within a body.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceShape {
    /// What it is.
    pub form: Primitive,
    /// Where its middle stands in the body (units).
    pub at: [f64; 3],
    /// Its quaternion in the body, in the header's order; none: not turned.
    pub turn: Option<[f64; 4]>,
    /// A radius that the engine adds outside (units).
    pub round: Option<f64>,
    /// A radius by which the engine rounds edges and leaves faces where they are (units).
    pub inset: Option<f64>,
}

/// A body, as it was declared.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceBody {
    /// Its name in the trace.
    pub id: Id,
    /// Its name for people.
    pub name: Option<String>,
    /// How it moves.
    pub motion: TracedMotion,
    /// What it is made of; nothing for a body whose shape the sender did not give.
    pub shapes: Vec<TraceShape>,
    /// kg
    pub mass: Option<f64>,
    /// 0 … 1
    pub restitution: Option<f64>,
    /// Coulomb's coefficient.
    pub friction: Option<f64>,
    /// Where it stands first.
    pub pose: Option<[f64; 7]>,
}

/// Where a body stands after, or at, a step; and its velocity and spin when they are given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseRow {
    /// Which body, in the order of declaration.
    pub body: u32,
    /// Place, then quaternion in the header's order.
    pub pose: [f64; 7],
    /// Velocity (units/s), then spin (rad/s), in the trace's axes.
    pub velocity: Option<[f64; 6]>,
}

/// A contact, as the engine gave it.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceContact {
    /// The first body, in the order of declaration.
    pub a: u32,
    /// The second body.
    pub b: u32,
    /// Unit, in the trace's axes, in the header's sense.
    pub normal: [f64; 3],
    /// Where the two touch.
    pub points: Vec<TracePoint>,
    /// What the engine calls the part of the first body.
    pub feature_a: Option<String>,
    /// What the engine calls the part of the second body.
    pub feature_b: Option<String>,
    /// Where the two bodies stood when the contact was found, where that was within the step and not at its poses: what
    /// an engine with continuous collision knows.
    pub found: [Option<[f64; 7]>; 2],
}

/// A point of a contact; what the engine did not give is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TracePoint {
    /// In the header's space (units).
    pub place: [f64; 3],
    /// Negative for an overlap (units).
    pub separation: Option<f64>,
    /// In the header's unit.
    pub normal_impulse: Option<f64>,
    /// Impulse of friction on the second body, in the trace's axes and the header's unit.
    pub friction: Option<[f64; 3]>,
}

/// One step: who moved and who touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceStep {
    /// The engine's number of the step.
    pub step: u64,
    /// s
    pub time: Option<f64>,
    /// Bodies that moved.
    pub rows: Vec<PoseRow>,
    /// Contacts that acted.
    pub contacts: Vec<TraceContact>,
}

/// One line of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceLine {
    /// The first.
    Header(Header),
    /// A body, declared; one that was declared before takes its new form.
    Body(TraceBody),
    /// A step.
    Step(TraceStep),
    /// The body of this index is no longer there.
    Gone(u32),
    /// What the engine tells people.
    Note(String),
}
