//! Scenes: complete, valid descriptions of worlds, and the files they come from.
//!
//! # Scene files
//!
//! TOML for people, JSON of the same structure for programs. Unknown fields are faults; every field but a body's
//! `shape` may be left out. Metres, kilograms, seconds, newtons; angles in degrees; y is up.
//!
//! | field | meaning, range | default |
//! |---|---|---|
//! | `version` | 1 | 1 |
//! | `name`, `about` | title; one or two sentences on what there is to see | empty |
//! | `gravity` | each component within ±1e4 m/s² | `[0, -9.81, 0]` |
//! | `step.hz`, `step.sub_steps` | 10…10,000 Hz; 1…64 | 60; 4 |
//! | `rules.restitution`, `rules.friction` | `"multiply"`, `"average"`, `"minimum"`, `"maximum"`, `"geometric_mean"` | `"multiply"`, `"geometric_mean"` |
//! | `rules.normals` | `"closest"`, `"region"` | `"closest"` |
//! | `rules.restitution_threshold`, `rules.terminal_speed` | 0…100 m/s; 0.1…1e4 m/s | 0.5; 400 |
//! | `rules.sleeping` | `true`, `false` | `true` |
//! | `rules.floor`, `rules.ceiling` | heights within ±1e6 m, the ceiling above the floor | none |
//! | `camera` | `target` (±1e6 m), `distance` (1e-2…1e5 m), `yaw_deg`, `pitch_deg` (−90…90), `orthographic` (no perspective) | [`SceneCamera::default`] for each |
//! | `view` | how the scene wants to be seen; never changes a result (below) | nothing asked for |
//! | `bodies` | a list of bodies, at most 200,000 with those of the grids | none |
//! | `grids` | a list of grids | none |
//!
//! | field of `view` | meaning, range | default |
//! |---|---|---|
//! | `layers` | names of [layers](view::LAYER_NAMES) it is opened with; `[]` shows bodies alone | as the user has them |
//! | `cameras` | `{ name }` and the fields of `camera`: places to look from, found as commands | none |
//! | `pins` | `{ text, point }` or `{ text, body }`: words at a point (±1e6 m) or beside the body of this name | none |
//! | `counters` | names of bodies whose impacts since the start are counted in the picture | none |
//! | `peaks` | names of bodies whose last four heights, where they turned from rising to falling, are marked | none |
//!
//! Each list has at most 64 entries.
//!
//! | field of a body | meaning, range | default |
//! |---|---|---|
//! | `name` | each once, up to 128 characters, no control characters, no `#` in front | `#index` |
//! | `shape` | `{ sphere = { radius } }`, `{ box = { half = [x, y, z] } }`, `{ quad = { half = [x, z], sides } }`, `{ frustum = { bottom, top, half_height } }`; sizes 1e-3…1e4 m, one radius of a frustum may be 0; sides `"front"` or `"both"` | must be given; `"front"` |
//! | `motion` | `"static"`, `"kinematic"`, `"dynamic"` | `"dynamic"` |
//! | `mass` or `density` | 1e-6…1e9 kg; kg/m³ that give such a mass | density 1000 |
//! | `position` | each coordinate within ±1e6 m | `[0, 0, 0]` |
//! | `rotation` | `{ axis = [x, y, z], degrees }` or `{ quaternion = [x, y, z, w] }` | none |
//! | `velocity`, `spin` | up to 1e4 m/s; up to 1e4 rad/s (world axes) | 0 |
//! | `force` | constant, at the centre, up to 1e12 N | 0 |
//! | `restitution`, `friction` | 0…1; 0…10 | 0.5; 0.5 |
//! | `restitution_tangential` | 0…1 | 0 |
//! | `rolling_resistance`, `spinning_friction` | 0…1e4 m | 0; 0 |
//!
//! | field of a grid | meaning, range | default |
//! |---|---|---|
//! | `body` | what stands at each place; a name becomes `name_0`, `name_1`, … | must be given |
//! | `count` | bodies along x, y, z | `[1, 1, 1]` |
//! | `spacing` | from centre to centre along x, y, z (m) | `[1, 1, 1]` |
//! | `jitter` | each coordinate is moved by up to this much either way (m), at random | 0 |
//! | `seed` | where the random numbers begin; the same seed gives the same places everywhere | 0 |
//!
//! A grid's lowest layer lies at the height of `body.position`; each layer is centred above it in x and z. Its bodies
//! are numbered layer by layer upwards, in each layer row by row along z, in each row along x.
//!
//! # Why a reader of our own
//!
//! ```
//! use carom::scene::{FileKind, parse};
//!
//! // Every fault comes with its place and with what would be right, and none hides another.
//! let faults = parse("[rules]\nrestitution = \"multipl\"\nfloor = -2e6\n", FileKind::Toml).unwrap_err();
//! let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
//! assert_eq!(places, [(2, 15), (3, 9)]);
//! assert!(faults[0].message.contains("did you mean \"multiply\"?"), "{}", faults[0]);
//! ```
//!
//! # Files
//!
//! `from_toml` and `from_json` make one `tree` in which every value knows its line and column; `read` turns it into a
//! scene and notes every fault; `grid` expands; `write` goes back; `catalog` is the gallery. `specimen` is one contact
//! by itself: a test, a scene, or JSON.

mod catalog;
mod cut_toml;
mod format;
mod from_json;
mod from_toml;
mod grid;
mod read;
mod rows;
mod specimen;
pub mod spelling;
pub(crate) mod tree;
pub mod view;
mod write;

pub use catalog::{GalleryScene, Topic, find, gallery};
pub use format::{
    FileKind, MAX_FILE_BYTES, SceneFault, bodies_alone, bodies_to_toml, parse, parse_specimen, to_json, to_toml,
};
pub use specimen::{Specimen, SpecimenForm, plane_as_body};
pub use view::SceneView;

pub(crate) use format::located;
pub(crate) use rows::Document;
pub(crate) use write::quoted;

use crate::physics::property::Property;
use crate::physics::{BodyDesc, Config};
use glam::Vec3;

/// A scene has at most this many bodies.
pub const MAX_BODIES: usize = 200_000;

/// A name has at most this many characters.
pub const MAX_NAME_CHARS: usize = 128;

/// Why a body cannot have this name, to be put behind "the name is x, but"; none when it can.
pub fn name_fault(name: &str) -> Option<String> {
    if name.is_empty() {
        Some("it must not be empty".into())
    // `#` begins the number of an unnamed body, which no name must look like.
    } else if name.starts_with('#') {
        Some("only bodies without a name are called #0, #1, …".into())
    } else {
        title_fault(name)
    }
}

/// Why a text is not fit for one line on the screen.
fn title_fault(text: &str) -> Option<String> {
    let count = text.chars().count();
    if count > MAX_NAME_CHARS {
        return Some(format!("it has {count} characters and must have at most {MAX_NAME_CHARS}"));
    }
    let c = text.chars().find(|c| is_unprintable(*c))?;
    Some(format!("it must not have the control character U+{:04X}", u32::from(c)))
}

/// Control characters, line separators, and marks that turn the direction of the text around them.
fn is_unprintable(c: char) -> bool {
    // Marks of direction would make a line on the screen read as another text.
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// A body of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    /// As written in the file; unnamed bodies go by `#index`.
    pub name: Option<String>,
    /// All the rest.
    pub desc: BodyDesc,
}

/// How far a camera is from what it looks at.
pub const CAMERA_DISTANCE: Property =
    Property::new("distance", "Distance", "m", [1e-2, 1e5]).hint("From the target to the eye.");

/// Where the camera of a scene stands: it looks at `target` from `distance`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneCamera {
    /// The point looked at (m, world).
    pub target: Vec3,
    /// From the target to the eye (m).
    pub distance: f32,
    /// About +y, degrees; 0 looks along −z, positive carries the eye towards +x.
    pub yaw_deg: f32,
    /// Elevation of the eye above the horizontal, degrees, −90…90.
    pub pitch_deg: f32,
    /// Without perspective: equal lengths look equally long however far, and right angles in the picture's plane are
    /// right. What is seen at the target's depth is as large as it is in perspective.
    pub orthographic: bool,
}

impl SceneCamera {
    /// Straight down on a plane figure about `target` (m), without perspective, x to the right and z downwards.
    pub const fn plan(target: Vec3, distance: f32) -> Self {
        Self { target, distance, yaw_deg: 0.0, pitch_deg: 90.0, orthographic: true }
    }
}

impl Default for SceneCamera {
    fn default() -> Self {
        Self { target: Vec3::new(0.0, 1.0, 0.0), distance: 12.0, yaw_deg: 30.0, pitch_deg: 20.0, orthographic: false }
    }
}

/// A complete, valid description of a world: grids are expanded, every field has its value.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scene {
    /// Shown as its title.
    pub name: String,
    /// One or two sentences: what there is to see.
    pub about: String,
    /// Gravity, step and rules.
    pub config: Config,
    /// In file order; the bodies of grids come after all single ones, grid by grid.
    pub bodies: Vec<SceneBody>,
    /// Where the camera stands, when the file says so.
    pub camera: Option<SceneCamera>,
    /// How it wants to be seen.
    pub view: SceneView,
}

impl Scene {
    /// Sets one value as it is typed, read as in a file: `KEY` of the world (`gravity`, and the fields of `step` and
    /// `rules`), or `BODY.KEY` of a body. Lists, texts, `on` and `off` may be bare: `0,-1.6,0`. The error says what
    /// would be right; the scene is then unchanged.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        read::set(self, name, value)
    }

    /// The name of the body in slot `index`: its own, or `#index`.
    pub fn body_name(&self, index: usize) -> String {
        self.bodies.get(index).and_then(|b| b.name.clone()).unwrap_or_else(|| format!("#{index}"))
    }
}
