//! The shaders' sources, each joined with what it shares with the others.

macro_rules! source {
    ($($file:literal),*) => { concat!($(include_str!(concat!("../../shaders/", $file))),*) };
}

/// The sky.
pub const SKY: &str = source!("common.wgsl", "sky.wgsl");
/// The ground and its grid.
pub const GROUND: &str = source!("common.wgsl", "light.wgsl", "ground.wgsl");
/// Spheres.
pub const SPHERE: &str = source!("common.wgsl", "light.wgsl", "sphere.wgsl");
/// Boxes.
pub const CUBOID: &str = source!("common.wgsl", "light.wgsl", "face.wgsl", "cuboid.wgsl");
/// Rectangles.
pub const QUAD: &str = source!("common.wgsl", "light.wgsl", "face.wgsl", "quad.wgsl");
/// Truncated cones.
pub const FRUSTUM: &str = source!("common.wgsl", "light.wgsl", "face.wgsl", "frustum.wgsl");
/// Triangles of hulls and meshes.
pub const FACET: &str = source!("common.wgsl", "light.wgsl", "face.wgsl", "facet.wgsl");
/// Ambient occlusion.
pub const OCCLUSION: &str = source!("common.wgsl", "occlusion.wgsl");
/// Lines, arrows, markers and lit triangles.
pub const OVERLAY: &str = source!("common.wgsl", "overlay.wgsl");
/// The finished picture, and the outline of what is selected.
pub const OUTPUT: &str = source!("common.wgsl", "output.wgsl");
/// Words over the picture.
pub const TEXT: &str = source!("common.wgsl", "text.wgsl");

/// All of them by name.
pub const ALL: &[(&str, &str)] = &[
    ("sky", SKY),
    ("ground", GROUND),
    ("sphere", SPHERE),
    ("cuboid", CUBOID),
    ("quad", QUAD),
    ("frustum", FRUSTUM),
    ("facet", FACET),
    ("occlusion", OCCLUSION),
    ("overlay", OVERLAY),
    ("output", OUTPUT),
    ("text", TEXT),
];
