//! Laboratories: one idea each, with every number it gives and every knob it has.
//!
//! An [`Experiment`] is pure state: it steps, says what can be set, what can be dragged, what it measures and what
//! there is to draw. It knows neither panels nor pixels, so one panel, one command line and one set of tests serve
//! them all. A
//! [`Lab`] runs an experiment: its clock, its past, the one door through which it is changed.
//!
//! Laboratories in the plane lie on the ground: their point (x, y) is drawn at (x, 0, −y), so that x goes right and y
//! goes up when it is looked at from above ([`on_ground`]).
//!
//! # Files
//!
//! `experiment` is what every laboratory can do, `sketch` the pen it draws with, `command` what can be done to it,
//! `run` its clock and the one door to change it, `history` what can be taken back, `setup` what a run begins with,
//! `setup_file` how that is written for people, `state_hash` its numbers in 64 bits. `timeline`, `recording` and
//! `ghosts` are a laboratory in the time machine. Each laboratory is a file of its own.

// Its macros serve the modules below.
#[macro_use]
mod state_hash;

mod billiards;
mod car;
mod command;
mod experiment;
mod ghosts;
mod guide;
mod handle;
mod history;
mod numbers;
mod planes;
mod property;
mod pursuit;
mod recording;
mod reflection;
mod room;
mod rotation;
mod run;
mod separating;
mod setting;
mod setup;
mod setup_file;
mod sketch;
mod solid;
mod timeline;
mod trial;
mod vectors;

pub use command::LabCommand;
pub use experiment::{
    Drag, Experiment, Handle, Key, Parameter, ParameterKind, ParameterValue, Reading, Refused, Typed,
};
pub use guide::{GUIDE, Page};
pub use handle::{Coordinate, clicked_at, nearest_handle};
pub use numbers::{decimal, number, pair, triple};
pub use run::Lab;
pub use setting::{GivenSetting, SettingSubject};
pub use setup::Setup;
pub use sketch::Sketch;
pub use state_hash::{HashState, StateHash};
pub use timeline::LabSnapshot;
pub use trial::{Opens, Trial, TrialSpan, spans};

pub use crate::view::palette::Ink;

use crate::scene::{SceneCamera, Topic};
use glam::{Vec2, Vec3};

/// A laboratory that can be taken to any step that was.
pub type Timeline = crate::timeline::Timeline<Lab>;

/// A run of a laboratory, written down.
pub type Recording = crate::timeline::Recording<Lab>;

/// What recordings of laboratories call what they begin with.
pub const RECORDED_AS: &str = <Lab as crate::timeline::Recordable>::KIND;

/// A laboratory of the gallery.
#[derive(Clone, Copy, Debug)]
pub struct Laboratory {
    /// The name to open it by, after `lab:`.
    pub id: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// Its title.
    pub title: &'static str,
    /// What there is to see, in one line.
    pub about: &'static str,
    /// The idea in a paragraph of plain words.
    pub explanation: &'static str,
    /// The experiment as it starts.
    pub start: fn() -> Box<dyn Experiment>,
    /// Where the eye is at first.
    pub camera: SceneCamera,
    /// Steps a second.
    pub hz: f32,
}

/// All laboratories in the order of their listing.
pub fn laboratories() -> &'static [Laboratory] {
    &[
        vectors::LABORATORY,
        pursuit::LABORATORY,
        reflection::LABORATORY,
        room::LABORATORY,
        billiards::LABORATORY,
        rotation::LABORATORY,
        rotation::effects::LABORATORY,
        car::LABORATORY,
        planes::LABORATORY,
        separating::flat::LABORATORY,
        separating::space::LABORATORY,
    ]
}

/// The laboratory of this name, without `lab:` in front.
pub fn find(id: &str) -> Option<&'static Laboratory> {
    laboratories().iter().find(|entry| entry.id == id)
}

/// Where a point of the plane is drawn: x to the right, y away from the reader.
pub fn on_ground(point: Vec2) -> Vec3 {
    Vec3::new(point.x, 0.0, -point.y)
}

/// The point of the plane under a point of the world: what [`on_ground`] came from.
pub fn from_ground(point: Vec3) -> Vec2 {
    Vec2::new(point.x, -point.z)
}
