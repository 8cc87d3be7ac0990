//! Everything that can be done to a running scene.

use super::Grab;
use crate::physics::{BodyDesc, BodyEdit, BodyError, BodyId, Config, ConfigError};
use crate::scene::{MAX_BODIES, SceneView};
use glam::Vec3;

/// One change of a running scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Change one property of a body. Undoable; edits of the same property in one gesture merge.
    ///
    /// What a body is (shape, motion, mass, restitution, friction, force) changes for good: it outlasts
    /// [`Restart`](Self::Restart). Where it is and how it moves belongs to the run, and is the start of the next one
    /// only if it was set before the first step.
    Edit {
        /// The body.
        body: BodyId,
        /// The change.
        edit: BodyEdit,
    },
    /// Replace gravity, step and rules. Undoable; merges within a gesture.
    Configure(Config),
    /// Add a body. Undoable.
    ///
    /// It belongs to the scene from then on, unless it enters a run already begun and is moving: then it was thrown,
    /// and the next [`Restart`](Self::Restart) forgets it.
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
    /// Several edits, additions, removals and new names as one change, which one undo takes back: all of them or, when
    /// one is refused, none. Merges within a gesture with another that edits the same.
    All(Vec<Command>),
    /// Replace how the scene wants to be seen. Undoable; never changes a result. What is counted or marked anew is so
    /// from now on.
    View(Box<SceneView>),
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
    /// Back to the start, with what the user has set since: parameters, settings, names, bodies added and removed.
    ///
    /// Poses and velocities are those of the start. Bodies keep their names but may get new ids. Not undoable itself;
    /// earlier changes can still be undone, but for those that belong to the finished run alone.
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
    /// A scene has no room for another body.
    #[error("a scene has at most {MAX_BODIES} bodies")]
    TooManyBodies,
    /// Another body has the name.
    #[error("there is already a body named {0:?}")]
    DoubledName(String),
    /// What is no change of bodies cannot be one of several.
    #[error("only edits, additions, removals and names can be done together")]
    NotTogether,
    /// A name that a scene file could not hold.
    #[error("{name:?} cannot be a name: {reason}")]
    BadName {
        /// The name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}
