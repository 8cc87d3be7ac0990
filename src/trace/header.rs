//! The first line of a trace: which engine it is of, and what its numbers mean.

use serde::{Deserialize, Serialize};

/// The version of the format that this program reads and writes.
pub const VERSION: u64 = 1;

/// What an engine declares of its numbers; nothing in the file is converted.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Name and version of the engine; free text.
    pub engine: String,
    /// Which axis points up.
    pub up: Up,
    /// Whether the axes are right-handed.
    pub hand: Hand,
    /// The order of the numbers of a quaternion.
    pub quat: QuatOrder,
    /// Which way contact normals point.
    pub normal: NormalSense,
    /// To which poses the contacts of a line belong.
    pub poses: PosesWhen,
    /// The space of contact points.
    pub points: PointSpace,
    /// The unit of impulses; none when it is not known.
    pub impulse: Option<ImpulseUnit>,
    /// Length of the trace's unit (m).
    pub metres: f64,
    /// Time of a step (s).
    pub dt: Option<f64>,
    /// Acceleration of free fall, in the trace's axes (units/s²).
    pub gravity: Option<[f64; 3]>,
    /// How the restitution of a pair comes of those of its bodies, by the name that scene files use.
    pub restitution_rule: Option<String>,
    /// The same of friction.
    pub friction_rule: Option<String>,
    /// Whether the engine waits for a byte after each step that it sends.
    pub ack: bool,
}

impl Default for Header {
    fn default() -> Self {
        // The program's own conventions, which are also those of the format where a header says nothing.
        Self {
            engine: String::new(),
            up: Up::Y,
            hand: Hand::Right,
            quat: QuatOrder::Xyzw,
            normal: NormalSense::AToB,
            poses: PosesWhen::After,
            points: PointSpace::World,
            impulse: None,
            metres: 1.0,
            dt: None,
            gravity: None,
            restitution_rule: None,
            friction_rule: None,
            ack: false,
        }
    }
}

/// Which axis points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Up {
    /// +x
    #[serde(rename = "x")]
    X,
    /// +y
    #[serde(rename = "y")]
    Y,
    /// +z
    #[serde(rename = "z")]
    Z,
    /// −x
    #[serde(rename = "-x")]
    MinusX,
    /// −y
    #[serde(rename = "-y")]
    MinusY,
    /// −z
    #[serde(rename = "-z")]
    MinusZ,
}

/// Handedness of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// x × y = z by the right hand.
    Right,
    /// By the left hand.
    Left,
}

/// The order of the numbers of a quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum QuatOrder {
    /// The real part last.
    Xyzw,
    /// The real part first.
    Wxyz,
}

/// Which way contact normals point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NormalSense {
    /// From the first body of a contact to the second.
    AToB,
    /// From the second to the first.
    BToA,
}

/// To which poses the contacts of a step line belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PosesWhen {
    /// The poses of the line are those at which its contacts were found.
    Found,
    /// They are those after the step: its contacts belong to the poses of the line before.
    After,
}

/// The space of contact points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PointSpace {
    /// The world's axes.
    World,
    /// The axes of the contact's first body.
    A,
    /// The axes of its second body.
    B,
}

/// The unit of impulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImpulseUnit {
    /// Impulses of the step.
    #[serde(rename = "N*s")]
    NewtonSecond,
    /// Forces: times dt they are the impulses of the step.
    #[serde(rename = "N")]
    Newton,
}
