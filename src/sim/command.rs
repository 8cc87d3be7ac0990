//! Everything that can be done to a running scene.

use crate::physics::{BodyDesc, BodyEdit, BodyError, BodyId, Config, ConfigError};
use glam::Vec3;

/// A body pulled by the mouse: a damped spring from a point on the body to a target, its force limited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// The body.
    pub body: BodyId,
    /// The point held, in the body's own axes (m).
    pub local_point: Vec3,
    /// Where it is pulled to (m, world).
    pub target: Vec3,
    /// Greatest force (N), as a multiple of the body's weight at 9.81 m/s².
    pub force_limit: f32,
}

/// One change of a running scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Change one property of a body. Undoable; edits of the same property in one gesture merge.
    Edit {
        /// The body.
        body: BodyId,
        /// The change.
        edit: BodyEdit,
    },
    /// Replace gravity, step and rules. Undoable.
    Configure(Config),
    /// Add a body. Undoable.
    Add {
        /// Its name, if it is to have one.
        name: Option<String>,
        /// The body.
        desc: BodyDesc,
    },
    /// Remove a body. Undoable (the body returns as it was, under a new id).
    Remove(BodyId),
    /// Give a body a name. Undoable.
    Rename {
        /// The body.
        body: BodyId,
        /// The new name; none for `#slot`.
        name: Option<String>,
    },
    /// Pull a body, or let go with `None`. Not undoable.
    Grab(Option<Grab>),
    /// An impulse (N·s, world) at a world point (m). Not undoable.
    Impulse {
        /// The body.
        body: BodyId,
        /// Impulse (N·s, world).
        impulse: Vec3,
        /// Where it acts (m, world).
        point: Vec3,
    },
    /// How many threads a step may use. Never changes a result.
    Threads(usize),
    /// Back to the beginning of the scene; edits made since stay undone. Not undoable.
    Restart,
    /// Ends a gesture, such as a drag of a slider: the next edit is an undo step of its own.
    EndGesture,
}

/// Why a command was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CommandError {
    /// About a body.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// About the constants.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Another body has the name.
    #[error("there is already a body named {0:?}")]
    DoubledName(String),
}
