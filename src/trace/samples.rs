//! Recordings of other engines that come with the program: the same small pile in each, by its adapter.

/// A recording that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleTrace {
    /// The name to open it by, behind `trace:`; its file's name without endings.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What is seen at the contact it opens on.
    pub about: &'static str,
    /// The setting of the engine that explains it; empty where none does.
    pub setting: &'static str,
    /// The step it opens at.
    pub step: u64,
    /// The ids of the two bodies whose contact it opens on.
    pub bodies: (i64, i64),
    /// The file, packed by gzip; empty in a browser, where it lies beside the page.
    pub bytes: &'static [u8],
}

impl SampleTrace {
    /// Where it lies below `assets`.
    pub fn path(&self) -> String {
        format!("traces/{}.trace.jsonl.gz", self.id)
    }
}

macro_rules! sample {
    ($id:literal, $title:literal, $step:literal, $bodies:expr, $about:literal, $setting:literal) => {{
        #[cfg(not(target_arch = "wasm32"))]
        const BYTES: &[u8] = include_bytes!(concat!("../../assets/traces/", $id, ".trace.jsonl.gz"));
        #[cfg(target_arch = "wasm32")]
        const BYTES: &[u8] = &[];
        SampleTrace {
            id: $id,
            title: $title,
            about: $about,
            setting: $setting,
            step: $step,
            bodies: $bodies,
            bytes: BYTES,
        }
    }};
}

/// All of them, in the order of the gallery.
pub static SAMPLES: [SampleTrace; 8] = [
    sample!(
        "mujoco",
        "MuJoCo: a pile",
        60,
        (12, 11),
        "A ball on the edge of a box: the normal is what geometry says, to the last digit, as in all contacts of this \
         recording.",
        ""
    ),
    sample!(
        "newton",
        "Newton: a pile",
        100,
        (11, 10),
        "A ball on the edge of a box: the normal and the separation are what geometry says, as in all contacts of this \
         recording.",
        ""
    ),
    sample!(
        "rapier",
        "rapier: contacts that are kept",
        78,
        (5, 9),
        "The normal was right six steps ago. Since then the boxes have turned, and the engine went on with it.",
        "integration_parameters.contact_recycling = false finds contacts anew in each step."
    ),
    sample!(
        "rapier_fresh",
        "rapier: contacts found anew",
        78,
        (5, 9),
        "The same pile and the same pair with contact recycling off: now the normal is what geometry says.",
        ""
    ),
    sample!(
        "jolt",
        "Jolt: boxes with round edges",
        64,
        (11, 12),
        "A ball on the edge of a box, its normal 7° off: the engine rounds the edges of boxes by 5 cm, and for such a box \
         the normal is right.",
        "A convex radius of 0 gives boxes sharp edges: the last argument of BoxShape."
    ),
    sample!(
        "jolt_sharp",
        "Jolt: boxes with sharp edges",
        60,
        (11, 12),
        "The same pile with a convex radius of 0: ball on edge, and the normal is what geometry says.",
        ""
    ),
    sample!(
        "bullet",
        "Bullet: an edge on a face",
        146,
        (1, 5),
        "An edge lies on a face, but the normal is 9° off: points are kept from step to step, each with the normal it was \
         found with.",
        ""
    ),
    sample!(
        "cannon",
        "cannon-es: a ball on an edge",
        82,
        (12, 3),
        "The normal is 2° off: it was not sought from the edge's nearest point to the ball's centre.",
        ""
    ),
];

/// The recording of this name.
pub fn sample(id: &str) -> Option<&'static SampleTrace> {
    SAMPLES.iter().find(|sample| sample.id == id)
}
