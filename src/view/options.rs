//! What is shown, and how. None of it can change a result.

use crate::physics::BodyId;
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

/// The layers; every combination is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Layers {
    /// Contact points.
    pub points: bool,
    /// Contact normals.
    pub normals: bool,
    /// Normal impulses.
    pub impulses: bool,
    /// Friction impulses.
    pub friction: bool,
    /// Penetration depths.
    pub penetration: bool,
    /// Touched faces, edges and corners, lit on the bodies.
    pub features: bool,
    /// Words and numbers beside contacts.
    pub labels: bool,
    /// Velocities.
    pub velocities: bool,
    /// Spins.
    pub spins: bool,
    /// Body axes.
    pub axes: bool,
    /// Fat bounding boxes.
    pub aabbs: bool,
    /// The broad phase's tree.
    pub tree: bool,
    /// Islands, by colour.
    pub islands: bool,
    /// Sleep, by fading.
    pub sleep: bool,
}

impl Default for Layers {
    fn default() -> Self {
        Self {
            points: true,
            normals: true,
            impulses: false,
            friction: false,
            penetration: false,
            features: true,
            labels: false,
            velocities: false,
            spins: false,
            axes: false,
            aabbs: false,
            tree: false,
            islands: false,
            sleep: true,
        }
    }
}

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewOptions {
    /// The layers.
    pub layers: Layers,
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
    /// The selected body.
    pub selected: Option<BodyId>,
    /// The selected contact: its two bodies.
    pub selected_contact: Option<(BodyId, BodyId)>,
    /// The body under the mouse.
    pub hovered: Option<BodyId>,
}

impl Default for ViewOptions {
    fn default() -> Self {
        Self {
            layers: Layers::default(),
            theme: Theme::Dark,
            arrow_length: ArrowLength::Pixels,
            both_arrows: false,
            wireframe: false,
            shadows: true,
            grid: true,
            selected: None,
            selected_contact: None,
            hovered: None,
        }
    }
}
