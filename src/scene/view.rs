//! How a scene wants to be seen: layers, cameras, pins, counters and marks. Nothing of it can change a result.

use super::SceneCamera;
use glam::Vec3;

/// The layers that a scene can ask for; [`crate::view::Layers`] says what they are.
pub const LAYER_NAMES: [&str; 17] = [
    "points",
    "normals",
    "impulses",
    "friction",
    "penetration",
    "features",
    "labels",
    "velocities",
    "spins",
    "axes",
    "sleep",
    "islands",
    "aabbs",
    "tree",
    "field",
    "rules",
    "margin",
];

/// A list of `[view]` has at most this many entries.
pub const MAX_VIEW_ENTRIES: usize = 64;

/// How a scene wants to be seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneView {
    /// Names of the layers it is seen with, of [`LAYER_NAMES`]; none leaves that to the user.
    pub layers: Option<Vec<String>>,
    /// Other places to look from, each by a name.
    pub cameras: Vec<Bookmark>,
    /// Words in the picture.
    pub pins: Vec<Pin>,
    /// Names of bodies whose impacts are counted in the picture.
    pub counters: Vec<String>,
    /// Names of bodies whose heights, where they turned from rising to falling, are marked in the picture.
    pub peaks: Vec<String>,
}

/// A place to look from.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmark {
    /// What it is called, each name once.
    pub name: String,
    /// Where the camera stands.
    pub camera: SceneCamera,
}

/// Words that stay beside something.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// One line.
    pub text: String,
    /// Beside what.
    pub place: PinPlace,
}

/// Where a pin sticks.
#[derive(Clone, Debug, PartialEq)]
pub enum PinPlace {
    /// At a point (m, world).
    Point(Vec3),
    /// At the body of this name, wherever it goes.
    Body(String),
}

impl SceneView {
    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The names of bodies in it.
    fn names(&mut self) -> impl Iterator<Item = &mut String> {
        // All places that hold the name of a body, so that a new name reaches each.
        let pinned = self.pins.iter_mut().filter_map(|pin| match &mut pin.place {
            PinPlace::Body(name) => Some(name),
            PinPlace::Point(_) => None,
        });
        self.counters.iter_mut().chain(&mut self.peaks).chain(pinned)
    }

    /// A body has another name now.
    pub(crate) fn rename(&mut self, old: &str, new: &str) {
        self.names().filter(|name| *name == old).for_each(|name| new.clone_into(name));
    }

    /// Leaves out what is about bodies that are not there.
    pub(crate) fn retain(&mut self, is_there: impl Fn(&str) -> bool) {
        self.counters.retain(|name| is_there(name));
        self.peaks.retain(|name| is_there(name));
        self.pins.retain(|pin| match &pin.place {
            PinPlace::Body(name) => is_there(name),
            PinPlace::Point(_) => true,
        });
    }
}
