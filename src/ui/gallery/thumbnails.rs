//! The small pictures of scenes and laboratories that the gallery shows. The program itself has drawn them: the test
//! `thumbnails` of `tests/images` draws each anew and says when one is no longer as the program draws it.

use super::super::shipped::{self, shipped};
use crate::view::Theme;
use egui::{Context, TextureHandle};

/// The picture of one scene or laboratory in the two themes, as PNG.
struct Pictures {
    /// The scene's name, or `lab_` and the laboratory's.
    name: &'static str,
    dark: &'static [u8],
    light: &'static [u8],
}

macro_rules! thumbnails {
    ($($name:literal),+ $(,)?) => {
        &[$(Pictures {
            name: $name,
            dark: shipped!("thumbnails/dark/", $name, ".png"),
            light: shipped!("thumbnails/light/", $name, ".png"),
        }),+]
    };
}

const PICTURES: &[Pictures] = thumbnails![
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
    "lab_vectors",
    "lab_pursuit",
    "lab_reflection",
    "lab_room",
    "lab_billiards",
    "lab_rotation",
    "lab_spiral",
    "lab_car",
    "lab_planes",
    "lab_axes_2d",
    "lab_axes_3d",
    "trace_mujoco",
    "trace_newton",
    "trace_rapier",
    "trace_rapier_fresh",
    "trace_jolt",
    "trace_jolt_sharp",
    "trace_bullet",
    "trace_cannon",
];

/// How many pictures one frame unpacks at most: each takes about a millisecond.
const A_FRAME: usize = 6;

/// Hands out textures, a few new ones a frame.
pub(super) struct Thumbnails {
    theme: Theme,
    left: usize,
}

impl Thumbnails {
    /// Of one theme, for one frame.
    pub(super) const fn new(theme: Theme) -> Self {
        Self { theme, left: A_FRAME }
    }

    /// The picture of this name; none when there is none, or not yet: then another frame is asked for.
    pub(super) fn texture(&mut self, ctx: &Context, name: &str) -> Option<TextureHandle> {
        let pictures = PICTURES.iter().find(|pictures| pictures.name == name)?;
        let (theme, bytes) =
            if self.theme == Theme::Dark { ("dark", pictures.dark) } else { ("light", pictures.light) };
        // The same path within the program and beside a page in a browser.
        let path = format!("thumbnails/{theme}/{name}.png");
        // To unpack a picture takes time, so each frame does a few and leaves the others to the next ones.
        if !shipped::is_made(ctx, &path) {
            if self.left == 0 {
                ctx.request_repaint();
                return None;
            }
            self.left -= 1;
        }
        shipped::texture(ctx, &path, bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::SAMPLES;
    use crate::{lab, scene};

    #[test]
    fn every_scene_and_laboratory_has_a_picture_in_both_themes_and_no_picture_is_left_over() {
        let scenes = scene::gallery().iter().map(|entry| entry.id.to_owned());
        let labs = lab::laboratories().iter().map(|entry| format!("lab_{}", entry.id));
        let traces = SAMPLES.iter().map(|sample| format!("trace_{}", sample.id));
        let wanted: std::collections::BTreeSet<String> = scenes.chain(labs).chain(traces).collect();
        assert_eq!(PICTURES.iter().map(|p| p.name.to_owned()).collect::<std::collections::BTreeSet<_>>(), wanted);
        for pictures in PICTURES {
            for bytes in [pictures.dark, pictures.light] {
                let image = image::load_from_memory(bytes).unwrap();
                assert_eq!(image.width() * 9, image.height() * 16, "{}", pictures.name);
            }
        }
    }
}
