//! From a running scene to a plain list of things to draw; no GPU here.

mod camera;
mod list;
mod options;

pub use camera::Camera;
pub use list::{Arrow, Color, Cuboid, DrawList, Glyph, Label, Line, Marker, Quad, Scenery, Sphere, Triangle};
pub use options::{ArrowLength, Layers, Theme, ViewOptions};

use crate::sim::Sim;

/// Everything to draw of `sim` as it stands.
pub fn draw(sim: &Sim, options: &ViewOptions, camera: &Camera) -> DrawList {
    let _ = (sim, options, camera);
    DrawList::default()
}
