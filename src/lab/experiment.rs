//! What every laboratory can do.

use super::{HashState, Sketch};
use crate::scene::SceneCamera;
use glam::Vec3;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// One laboratory's state.
///
/// Same state, same commands, same bits: a step names no clock and draws no random number that its state does not hold.
pub trait Experiment: Debug + HashState + Send + Sync {
    /// A copy, to come back to.
    fn boxed(&self) -> Box<dyn Experiment>;

    /// Advances by `dt` (s, positive). An experiment without time does nothing.
    fn step(&mut self, dt: f32);

    /// Whether time stands still: something is half made.
    fn waits(&self) -> bool {
        false
    }

    /// Everything that can be set, as it stands, in the order of the panel.
    fn parameters(&self) -> Vec<Parameter>;

    /// Sets the parameter `name`; nothing changes when it is refused.
    ///
    /// Callers come through [`Lab::apply`](super::Lab::apply), which has checked name, kind and range.
    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused>;

    /// Points that can be dragged.
    fn handles(&self) -> Vec<Handle> {
        vec![]
    }

    /// Moves the handle `name` to `to` (m, world), or as near as it may go.
    fn drag(&mut self, name: &str, to: Vec3) {
        let _ = (name, to);
    }

    /// A click on the plane of the first handle, or on the ground where there is none, away from all handles.
    fn click(&mut self, at: Vec3) {
        let _ = at;
    }

    /// The corners of the shape drawn by hand, in their order (m, world); none where nothing is drawn.
    fn outline(&self) -> Vec<Vec3> {
        vec![]
    }

    /// Puts another shape in the place of the one drawn by hand; nothing changes when it is refused.
    fn set_outline(&mut self, corners: &[Vec3]) -> Result<(), Refused> {
        let _ = corners;
        Err(Refused("nothing is drawn by hand here".into()))
    }

    /// The formula with the numbers of this moment filled in, line by line.
    fn formula(&self) -> Vec<String>;

    /// What it measures, in the order of the panel; the names are always the same.
    fn readings(&self) -> Vec<Reading>;

    /// Where the eye sees best what is shown now; none: where the laboratory puts it.
    fn camera(&self) -> Option<SceneCamera> {
        None
    }

    /// What there is to draw.
    fn draw(&self, sketch: &mut Sketch);
}

/// Something that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name in the panel, unique in the laboratory.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub help: &'static str,
    /// What kind of thing it is, and its value.
    pub kind: ParameterKind,
}

/// What kind of thing a parameter is, and its value.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterKind {
    /// A number of a unit (empty for none) within a range.
    Number {
        /// The value.
        value: f32,
        /// Its least and greatest.
        range: RangeInclusive<f32>,
        /// `m/s`, `°` and so on.
        unit: &'static str,
    },
    /// One of several.
    Choice {
        /// The index of what is chosen.
        value: usize,
        /// What there is to choose from.
        names: &'static [&'static str],
    },
    /// On or off.
    Flag(bool),
    /// Something to do now, a stroke: a button.
    Action,
    /// Sets several things at once: a button. What it sets lasts, like what is set one by one.
    Preset,
    /// On while a key or a button is held.
    Hold(Key),
}

impl ParameterKind {
    /// What it can be set to, in words.
    pub const fn takes(&self) -> &'static str {
        match self {
            Self::Number { .. } => "a number",
            Self::Choice { .. } => "a choice",
            Self::Flag(_) | Self::Hold(_) => "on or off",
            Self::Action | Self::Preset => "a press",
        }
    }

    /// What it is set to; none of what is only done.
    pub const fn value(&self) -> Option<ParameterValue> {
        match self {
            Self::Number { value, .. } => Some(ParameterValue::Number(*value)),
            Self::Choice { value, .. } => Some(ParameterValue::Choice(*value)),
            Self::Flag(value) => Some(ParameterValue::Flag(*value)),
            Self::Action | Self::Preset | Self::Hold(_) => None,
        }
    }
}

/// A key that steers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
}

/// What a parameter is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ParameterValue {
    /// For [`ParameterKind::Number`].
    Number(f32),
    /// For [`ParameterKind::Choice`]: the index.
    Choice(usize),
    /// For [`ParameterKind::Flag`] and [`ParameterKind::Hold`].
    Flag(bool),
    /// For [`ParameterKind::Action`] and [`ParameterKind::Preset`].
    Act,
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A point that can be dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// Its name, unique in the laboratory.
    pub name: String,
    /// Where it is (m, world).
    pub position: Vec3,
    /// Where it may go.
    pub drag: Drag,
    /// How it is typed.
    pub typed: Typed,
}

/// What is typed of a handle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typed {
    /// Its coordinates (m), each within ± this.
    Place(f32),
    /// Which way it lies from this point (m, world): the distance means nothing.
    Direction(Vec3),
    /// Nothing: parameters of the laboratory say the same.
    Parameters,
}

/// Where a dragged point may go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// In the plane through the point with this unit normal (world).
    Plane(Vec3),
    /// In the plane through the point that faces the camera.
    Screen,
}

/// A number that is measured, or a fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its name.
    pub name: &'static str,
    /// Its value; of a fact 1 for yes and 0 for no, so that conditions can compare it.
    pub value: f64,
    /// Its unit, empty for none.
    pub unit: &'static str,
    /// Whether it is a fact: people read yes or no.
    pub is_fact: bool,
}

impl Reading {
    /// A number of a unit, empty for none.
    pub const fn number(name: &'static str, value: f64, unit: &'static str) -> Self {
        Self { name, value, unit, is_fact: false }
    }

    /// Something that is so or is not.
    pub const fn fact(name: &'static str, holds: bool) -> Self {
        Self { name, value: if holds { 1.0 } else { 0.0 }, unit: "", is_fact: true }
    }

    /// A fact in a word, in English; none of a number.
    pub const fn yes_or_no(&self) -> Option<&'static str> {
        match (self.is_fact, self.value != 0.0) {
            (false, _) => None,
            (true, true) => Some("yes"),
            (true, false) => Some("no"),
        }
    }
}
