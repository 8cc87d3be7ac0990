//! Scenes: complete, valid descriptions of worlds, and the files they come from.

mod catalog;
mod format;

pub use catalog::{Entry, gallery};
pub use format::{Fault, FileKind, parse, to_toml};

use crate::physics::{BodyDesc, Config};
use glam::Vec3;

/// A body of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBody {
    /// As written in the file; unnamed bodies go by `#index`.
    pub name: Option<String>,
    /// All the rest.
    pub desc: BodyDesc,
}

/// Where the camera of a scene stands: it looks at `target` from `distance`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneCamera {
    /// The point looked at (m, world).
    pub target: Vec3,
    /// From the target to the eye (m).
    pub distance: f32,
    /// About +y, degrees; 0 looks along −z, positive carries the eye towards +x.
    pub yaw_deg: f32,
    /// Elevation of the eye above the horizontal, degrees, −89…89.
    pub pitch_deg: f32,
}

impl Default for SceneCamera {
    fn default() -> Self {
        Self { target: Vec3::new(0.0, 1.0, 0.0), distance: 12.0, yaw_deg: 30.0, pitch_deg: 20.0 }
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
}

impl Scene {
    /// The name of the body in slot `index`: its own, or `#index`.
    pub fn body_name(&self, index: usize) -> String {
        self.bodies.get(index).and_then(|b| b.name.clone()).unwrap_or_else(|| format!("#{index}"))
    }
}
