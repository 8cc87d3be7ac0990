//! What is shown, and how. None of it can change a result.

use super::{Alternative, AxisOnShow, Jitter, Layers, Poses};
use crate::physics::BodyId;
use crate::words::Language;
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark sky, light words.
    #[default]
    Dark,
    /// Light sky, dark words.
    Light,
}

/// What an arrow's length means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArrowLength {
    /// Pixels: unit normals 48, impulses 12…120 on a log scale; a ruler says what they mean.
    #[default]
    Pixels,
    /// Metres: unit normals half a metre, impulses in proportion.
    Metres,
}

/// A normal that something else than the step gives a contact, for the picture to show beside its own.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherNormal {
    /// The contact: its two bodies, in its order.
    pub bodies: (BodyId, BodyId),
    /// Unit, from the first body towards the second (world).
    pub normal: Vec3,
    /// What is said beside the arrow.
    pub words: String,
    /// How far it is from the contact's own, 0 (hardly) … 1 (all but any other direction): the arrow's redness.
    pub heat: f32,
}

/// What was selected, to be looked at closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Selection {
    /// A body.
    pub body: Option<BodyId>,
    /// A contact: its two bodies.
    pub contact: Option<(BodyId, BodyId)>,
}

/// What the mouse is over.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Pointed {
    /// A body.
    pub body: Option<BodyId>,
    /// A contact: its two bodies.
    pub contact: Option<(BodyId, BodyId)>,
    /// An axis in the list of all that could have given the normal.
    pub axis: Option<AxisOnShow>,
    /// The name of a laboratory's handle.
    pub handle: Option<String>,
}

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewOptions {
    /// The layers.
    pub layers: Layers,
    /// What the words in the picture are said in.
    pub language: Language,
    /// Light or dark.
    pub theme: Theme,
    /// What an arrow's length means.
    pub arrow_length: ArrowLength,
    /// Whether each contact shows two opposite arrows, one from each body (Newton's third law).
    pub both_arrows: bool,
    /// Whether bodies are drawn as wires.
    pub wireframe: bool,
    /// Whether bodies cast shadows.
    pub shadows: bool,
    /// Whether the ground grid is drawn.
    pub grid: bool,
    /// In which of the last step's poses bodies are drawn.
    pub poses: Poses,
    /// Radius of the ball of the normal field (m).
    pub probe_radius: f32,
    /// How far the bodies of the selected contact are moved to see how its normal turns.
    pub jitter: Jitter,
    /// What is selected.
    pub selection: Selection,
    /// What the mouse is over.
    pub pointed: Pointed,
    /// Normals to be drawn hollow beside those of the step.
    pub other_normals: Vec<OtherNormal>,
    /// What the bodies of a contact would do with other values.
    pub alternative: Option<Alternative>,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            layers: Layers::default(),
            language: Language::English,
            theme: Theme::Dark,
            arrow_length: ArrowLength::Pixels,
            both_arrows: false,
            wireframe: false,
            shadows: true,
            grid: true,
            poses: Poses::default(),
            probe_radius: 0.25,
            jitter: Jitter::default(),
            selection: Selection::default(),
            pointed: Pointed::default(),
            other_normals: vec![],
            alternative: None,
        }
    }
}
