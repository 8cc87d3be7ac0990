//! The gallery: scenes that come with the program.

use super::{Fault, FileKind, Scene, parse};

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryScene {
    /// The name to open it by: the file's name without its ending.
    pub id: &'static str,
    /// The TOML text.
    pub text: &'static str,
}

impl GalleryScene {
    /// Reads it. The suite proves that no scene of the gallery has faults.
    pub fn scene(&self) -> Result<Scene, Vec<Fault>> {
        parse(self.text, FileKind::Toml)
    }
}

/// The entries named, each with the text of its file.
macro_rules! entries {
    ($($id:literal),* $(,)?) => {
        &[$(GalleryScene { id: $id, text: include_str!(concat!("../../assets/scenes/", $id, ".toml")) }),*]
    };
}

/// The gallery in the order of its listing; the first is the opening scene.
pub fn gallery() -> &'static [GalleryScene] {
    entries![
        "first_bounce",
        "face_edge_corner",
        "restitution_row",
        "for_ever",
        "friction_slope",
        "newtons_cradle",
        "billiard_break",
        "stack",
        "pyramid",
        "dominoes",
        "gyroscope_flip",
        "v_groove",
        "one_sided_quads",
        "moving_platform",
        "mass_ratio",
        "thousand_balls",
        "ten_thousand_mixed",
        "spin_and_friction",
        "rolling_race",
        "tipping",
        "rolling_cones",
        "tipping_cones",
        "skittles",
        "cans_and_cones",
        "overhang",
        "card_house",
        "galperin_pi",
        "fast_ball",
        "region_normals",
    ]
}

/// The scene of this name, if the gallery has it.
pub fn find(id: &str) -> Option<&'static GalleryScene> {
    gallery().iter().find(|entry| entry.id == id)
}
