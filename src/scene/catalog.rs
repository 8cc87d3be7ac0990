//! The gallery: scenes that come with the program.

use super::{FileKind, Scene, SceneFault, parse};

/// What a scene or a laboratory is about: the groups of the gallery, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Where a newcomer begins.
    #[default]
    Start,
    /// What restitution and masses make of a bounce.
    Impacts,
    /// Faces, edges and corners, and the planes that tell things apart.
    Normals,
    /// What slides, sticks and rolls.
    Friction,
    /// What stands and what falls.
    Balance,
    /// Rotations and spinning bodies.
    Turning,
    /// Motion in the plane, without a world of bodies.
    Paths,
    /// Very many bodies at once.
    Crowds,
}

impl Topic {
    /// All of them in their order.
    pub const ALL: [Self; 8] = [
        Self::Start,
        Self::Impacts,
        Self::Normals,
        Self::Friction,
        Self::Balance,
        Self::Turning,
        Self::Paths,
        Self::Crowds,
    ];

    /// What the group is called, in English.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Start => "To begin with",
            Self::Impacts => "Bounces and impacts",
            Self::Normals => "Faces, edges, corners and planes",
            Self::Friction => "Friction and rolling",
            Self::Balance => "Standing and falling",
            Self::Turning => "Turning",
            Self::Paths => "Paths in the plane",
            Self::Crowds => "Crowds",
        }
    }
}

/// A scene of the gallery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GalleryScene {
    /// The name to open it by: the file's name without its ending.
    pub id: &'static str,
    /// What it is about.
    pub topic: Topic,
    /// The TOML text.
    pub text: &'static str,
}

impl GalleryScene {
    /// Reads it. The suite proves that no scene of the gallery has faults.
    pub fn scene(&self) -> Result<Scene, Vec<SceneFault>> {
        parse(self.text, FileKind::Toml)
    }
}

/// The entries named, each with its topic and the text of its file.
macro_rules! entries {
    ($($id:literal: $topic:ident),* $(,)?) => {
        &[$(GalleryScene {
            id: $id,
            topic: Topic::$topic,
            text: include_str!(concat!("../../assets/scenes/", $id, ".toml")),
        }),*]
    };
}

/// The gallery in the order of its listing; the first is the opening scene.
pub fn gallery() -> &'static [GalleryScene] {
    entries![
        "first_bounce": Start,
        "face_edge_corner": Start,
        "restitution_row": Impacts,
        "for_ever": Impacts,
        "friction_slope": Friction,
        "newtons_cradle": Impacts,
        "billiard_break": Impacts,
        "stack": Balance,
        "pyramid": Balance,
        "dominoes": Balance,
        "gyroscope_flip": Turning,
        "v_groove": Friction,
        "one_sided_quads": Normals,
        "moving_platform": Friction,
        "mass_ratio": Impacts,
        "thousand_balls": Crowds,
        "ten_thousand_mixed": Crowds,
        "spin_and_friction": Friction,
        "rolling_race": Friction,
        "tipping": Balance,
        "rolling_cones": Friction,
        "tipping_cones": Balance,
        "skittles": Balance,
        "cans_and_cones": Balance,
        "overhang": Balance,
        "card_house": Balance,
        "galperin_pi": Impacts,
        "fast_ball": Impacts,
        "region_normals": Normals,
    ]
}

/// The scene of this name, if the gallery has it.
pub fn find(id: &str) -> Option<&'static GalleryScene> {
    gallery().iter().find(|entry| entry.id == id)
}
