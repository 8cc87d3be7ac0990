//! Colours: safe for the colour-blind, chosen from slots alone, light and dark.
//!
//! Bodies wear the hues of Okabe and Ito ("Color Universal Design", 2008) in three shades. The signs of the layers are
//! chosen so that any two that must be told apart differ by ΔE*ab ≥ 40 for people without red, green or blue cones.

use super::{Color, Theme};
use crate::geometry::Feature;
use crate::physics::Motion;

/// Normal impulses: magenta, as in most viewers.
pub const IMPULSE: Color = Color::hex(0xda0090);
/// Friction impulses: yellow, as in most viewers.
pub const FRICTION: Color = Color::hex(0xffd206);
/// Penetration depths.
pub const PENETRATION: Color = Color::hex(0xe70000);
/// Points that were not there in the step before: green, as in most viewers.
pub const NEW_POINT: Color = Color::hex(0x10ec8c);
/// Points that were there in the step before: blue, as in most viewers.
pub const OLD_POINT: Color = Color::hex(0x5570fc);
/// Velocities.
pub const VELOCITY: Color = Color::hex(0xd9f1ff);
/// Spins: as dark as velocities are pale.
pub const SPIN: Color = Color::hex(0x140f0c);
/// Body axes x, y and z; told apart by their letters as well.
pub const AXES: [Color; 3] = [Color::hex(0xd55e00), Color::hex(0x66f0b8), Color::hex(0x0072b2)];

/// Okabe and Ito's hues, in an order in which neighbours differ for everyone.
const HUES: [Color; 7] = [
    Color::hex(0x009e73), // bluish green
    Color::hex(0xe69f00), // orange
    Color::hex(0x0072b2), // blue
    Color::hex(0xd55e00), // vermilion
    Color::hex(0xcc79a7), // reddish purple
    Color::hex(0x56b4e9), // sky blue
    Color::hex(0xf0e442), // yellow
];

/// One of 21 colours. Slots next to each other never share one; slots share one only when 21 divides their distance.
fn slot_color(slot: usize) -> Color {
    let hue = HUES[slot % HUES.len()];
    match slot % 3 {
        0 => hue.mix(Color::hex(0x000000), 0.28),
        1 => hue,
        _ => hue.mix(Color::hex(0xffffff), 0.36),
    }
}

/// The ground: the plane under everything.
pub const fn ground(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::hex(0x1b2027),
        Theme::Light => Color::hex(0xdfdad0),
    }
}

/// Static bodies that are ground to the others: a little nearer to them than the ground itself.
pub const fn floor(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::hex(0x2a3038),
        Theme::Light => Color::hex(0xd2cfc8),
    }
}

/// What bodies that nothing pushes are made of: stone, against the ground at least 2 : 1 where light falls on it.
pub const fn static_body(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::hex(0x948b7d),
        Theme::Light => Color::hex(0x948c80),
    }
}

/// The colour of a body: stone when static, steel when kinematic, else one of the palette's by its slot.
pub fn body(slot: usize, motion: Motion, theme: Theme) -> Color {
    match (motion, theme) {
        (Motion::Static, _) => static_body(theme),
        (Motion::Kinematic, Theme::Dark) => Color::hex(0x5f7f9c),
        (Motion::Kinematic, Theme::Light) => Color::hex(0x86a3bd),
        (Motion::Dynamic, _) => slot_color(slot),
    }
}

/// The colour of an island, from the least slot in it; a moving body without an island is nearly grey.
pub fn island(island: Option<u32>, theme: Theme) -> Color {
    match (island, theme) {
        (Some(island), _) => slot_color(island as usize),
        (None, Theme::Dark) => Color::hex(0xc3c8cf),
        (None, Theme::Light) => Color::hex(0x969ba3),
    }
}

/// A body's colour while it sleeps: the same hue in a dimmer light, nearer to the ground of the theme.
pub fn asleep(color: Color, theme: Theme) -> Color {
    match theme {
        Theme::Dark => color.mix(Color::hex(0x000000), 0.34),
        Theme::Light => color.mix(Color::hex(0xffffff), 0.48),
    }
}

/// A body's colour for its touched features: the same hue, brighter than the body on a dark ground, darker on
/// a light one.
pub fn lit(color: Color, theme: Theme) -> Color {
    match theme {
        Theme::Dark => color.mix(Color::hex(0xffffff), 0.55),
        Theme::Light => color.mix(Color::hex(0x000000), 0.45),
    }
}

/// Words and thin lines on the ground of the theme.
pub const fn ink(theme: Theme) -> Color {
    match theme {
        Theme::Dark => Color::hex(0xeef2f7),
        Theme::Light => Color::hex(0x1b2028),
    }
}

/// The colour of the future left as the ghost of this index: its name in the list, its mark on the line of time, and
/// what joins its bodies to those of the run.
pub const fn future(index: usize, theme: Theme) -> Color {
    match index % 4 {
        0 => Ink::Second.color(theme),
        1 => Ink::First.color(theme),
        2 => Ink::Right.color(theme),
        _ => Ink::Third.color(theme),
    }
}

/// What a stroke of a construction means, and so its colour: the same idea has the same colour in every laboratory.
///
/// All but the greys differ by ΔE*ab ≥ 25 for everyone, in either theme, and all can be read as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The thing looked at: a chaser, an incoming velocity, a first body.
    First,
    /// Its counterpart: a target, a normal, a second body.
    Second,
    /// What is made of the two: a tangential part, a projection.
    Third,
    /// The outcome: a reflected velocity, a push.
    Outcome,
    /// The answer that is wrong: as printed, overlap, the missed case.
    Wrong,
    /// The answer that is right.
    Right,
    /// What is fixed: walls, ground, axes.
    Fixed,
    /// Constructions in the background: trails, helping lines.
    Faint,
}

impl Ink {
    /// All of them.
    pub const ALL: [Self; 8] =
        [Self::First, Self::Second, Self::Third, Self::Outcome, Self::Wrong, Self::Right, Self::Fixed, Self::Faint];

    /// Its colour on the ground of the theme.
    pub const fn color(self, theme: Theme) -> Color {
        // Each theme has its own: what stands out on dark is lost on light.
        let (dark, light) = match self {
            Self::First => (0x3c96ff, 0x0045fc),
            Self::Second => (0xdc880d, 0xae6300),
            Self::Third => (0xaa81c0, 0x6a379d),
            Self::Outcome => (0xffff02, 0x4e1231),
            Self::Wrong => (0xef335b, 0xa00325),
            Self::Right => (0x6effc6, 0x088660),
            Self::Fixed => (0xc3cad4, 0x4b535e),
            Self::Faint => (0x9aa5b3, 0x636b76),
        };
        match theme {
            Theme::Dark => Color::hex(dark),
            Theme::Light => Color::hex(light),
        }
    }
}

/// The colour of a kind of feature on a [normal field](crate::geometry::NormalField); neighbours are never of one kind.
pub const fn feature(feature: Feature) -> Color {
    use super::Glyph;
    match glyph(feature) {
        Glyph::Square | Glyph::Disc | Glyph::Ring => Color::hex(0x56b4e9),
        Glyph::Bar => Color::hex(0xe69f00),
        Glyph::Triangle => Color::hex(0x5c1ac0),
        Glyph::Cross => Color::hex(0xa01818),
    }
}

/// Three curves of a plot on the panels of the theme: blue, orange, and the ink for what the others add up to.
pub const fn curves(theme: Theme) -> [Color; 3] {
    match theme {
        Theme::Dark => [Color::hex(0x56b4e9), Color::hex(0xe69f00), Color::hex(0xeeeed0)],
        Theme::Light => [Color::hex(0x006bb0), Color::hex(0xa85200), Color::hex(0x221a18)],
    }
}

/// The three curves where those of a future are drawn beside them in its own [colour](future): purple stands in for the
/// one that would look like it.
pub const fn curves_beside(index: usize, theme: Theme) -> [Color; 3] {
    let [first, second, third] = curves(theme);
    // A curve that would lie on one of the same colour takes the fourth.
    let purple = match theme {
        Theme::Dark => Color::hex(0xcc79a7),
        Theme::Light => Color::hex(0x8a3d74),
    };
    match index % 4 {
        0 => [first, purple, third],
        1 => [purple, second, third],
        _ => [first, second, third],
    }
}

/// How hard a body of a crowd is pressed, 0 … 1: from the ground's kind of grey over the colour of impulses to the
/// other end of the theme's light.
pub fn pressed(share: f32, theme: Theme) -> Color {
    let [least, most] = match theme {
        Theme::Dark => [Color::hex(0x46_50_66), Color::hex(0xff_d9_9c)],
        Theme::Light => [Color::hex(0xb8_c2_d2), Color::hex(0x3a_00_2c)],
    };
    if share < 0.5 { least.mix(IMPULSE, 2.0 * share) } else { IMPULSE.mix(most, 2.0 * share - 1.0) }
}

/// The axes of the world as the corner of the picture shows them: x red, y green, z blue, as everywhere in the field.
pub const fn axes(theme: Theme) -> [Color; 3] {
    match theme {
        Theme::Dark => [Color::hex(0xf0776a), Color::hex(0x86c45a), Color::hex(0x6ea8f5)],
        Theme::Light => [Color::hex(0xbe3328), Color::hex(0x3a7a1e), Color::hex(0x2560c0)],
    }
}

/// The sign for a kind of feature: square = flat, bar = edge or rim, triangle = corner, disc = curved, cross = inside.
pub const fn glyph(feature: Feature) -> super::Glyph {
    use super::Glyph;
    // What can be told without colour: the shape of the sign says the kind of feature.
    match feature {
        Feature::Face(_) | Feature::Front | Feature::Back | Feature::Cap(_) => Glyph::Square,
        Feature::Edge(_) | Feature::Rim(_) | Feature::CapRim(_) => Glyph::Bar,
        Feature::Corner(_) | Feature::RimCorner(_) => Glyph::Triangle,
        Feature::Surface | Feature::Side => Glyph::Disc,
        Feature::Inside(_) | Feature::InsideCap(_) | Feature::InsideSide => Glyph::Cross,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat3, Vec3};

    /// Machado, Oliveira, Fernandes (2009), severity 1: what people without red, green, blue cones see (linear RGB).
    fn simulations() -> [(&'static str, Mat3); 4] {
        let rows = |x: [f32; 3], y: [f32; 3], z: [f32; 3]| Mat3::from_cols(x.into(), y.into(), z.into()).transpose();
        [
            ("trichromat", Mat3::IDENTITY),
            (
                "protan",
                rows(
                    [0.152_286, 1.052_583, -0.204_868],
                    [0.114_503, 0.786_281, 0.099_216],
                    [-0.003_882, -0.048_116, 1.051_998],
                ),
            ),
            (
                "deutan",
                rows(
                    [0.367_322, 0.860_646, -0.227_968],
                    [0.280_085, 0.672_501, 0.047_413],
                    [-0.011_820, 0.042_940, 0.968_881],
                ),
            ),
            (
                "tritan",
                rows(
                    [1.255_528, -0.076_749, -0.178_779],
                    [-0.078_411, 0.930_809, 0.147_602],
                    [0.004_733, 0.691_367, 0.303_900],
                ),
            ),
        ]
    }

    /// CIE L*a*b* under D65.
    fn lab(linear: Vec3) -> Vec3 {
        let c = linear.clamp(Vec3::ZERO, Vec3::ONE);
        let xyz = Vec3::new(
            c.dot(Vec3::new(0.412_456_4, 0.357_576_1, 0.180_437_5)) / 0.950_47,
            c.dot(Vec3::new(0.212_672_9, 0.715_152_2, 0.072_175_0)),
            c.dot(Vec3::new(0.019_333_9, 0.119_192, 0.950_304_1)) / 1.088_83,
        );
        let f = |t: f32| {
            let d = 6.0f32 / 29.0;
            if t > d * d * d { t.cbrt() } else { t / (3.0 * d * d) + 4.0 / 29.0 }
        };
        let (x, y, z) = (f(xyz.x), f(xyz.y), f(xyz.z));
        Vec3::new(116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z))
    }

    fn least_difference(a: Color, b: Color) -> (f32, &'static str) {
        simulations()
            .into_iter()
            .map(|(who, matrix)| ((lab(matrix * a.linear()) - lab(matrix * b.linear())).length(), who))
            .min_by(|x, y| x.0.total_cmp(&y.0))
            .unwrap()
    }

    #[test]
    fn lab_agrees_with_the_published_values_of_srgb_red() {
        let red = lab(Color::hex(0xff0000).linear());
        assert!((red - Vec3::new(53.24, 80.09, 67.20)).length() < 0.05, "{red}");
    }

    /// Difference from which two colours are told apart at a glance.
    const APART: f32 = 40.0;

    fn assert_apart(colors: &[(&str, Color)]) {
        for (i, (name_a, a)) in colors.iter().enumerate() {
            for (name_b, b) in &colors[i + 1..] {
                let (difference, who) = least_difference(*a, *b);
                assert!(difference >= APART, "{name_a} and {name_b}: {difference} for a {who}");
            }
        }
    }

    #[test]
    fn signs_that_must_be_told_apart_differ_for_everyone() {
        let signs = [
            ("impulse", IMPULSE),
            ("friction", FRICTION),
            ("penetration", PENETRATION),
            ("new point", NEW_POINT),
            ("old point", OLD_POINT),
            ("velocity", VELOCITY),
            ("spin", SPIN),
        ];
        assert_apart(&signs);
    }

    #[test]
    fn axes_of_bodies_differ_for_everyone() {
        assert_apart(&[("x", AXES[0]), ("y", AXES[1]), ("z", AXES[2])]);
    }

    #[test]
    fn kinds_of_features_differ_for_everyone() {
        let region = crate::geometry::Region::new(1, 1, 1);
        assert_apart(&[
            ("flat", feature(Feature::Front)),
            ("edge", feature(Feature::Edge(region))),
            ("corner", feature(Feature::Corner(region))),
            ("inside", feature(Feature::Inside(region))),
        ]);
    }

    #[test]
    fn curves_differ_for_everyone_and_stand_out_on_the_panels() {
        for (theme, panel) in [(Theme::Dark, 0x1b_1e_24), (Theme::Light, 0xfa_fa_fb)] {
            // Those of a future are dashed as the run's are, so its colour alone tells them apart.
            for index in 0..4 {
                for color in curves_beside(index, theme) {
                    let (a, b) = (color.linear(), future(index, theme).linear());
                    assert!(a.distance(b) > 0.2, "{theme:?} future {index}: {color:?}");
                }
            }
            let [first, second, third] = curves(theme);
            assert_apart(&[("first", first), ("second", second), ("third", third)]);
            for color in [first, second, third, curves_beside(0, theme)[1]] {
                let contrast = contrast(color, Color::hex(panel));
                assert!(contrast >= 3.0, "{theme:?} {color:?}: {contrast}");
            }
        }
    }

    /// Of luminances, as WCAG 2 defines it: 1…21.
    fn contrast(a: Color, b: Color) -> f32 {
        let (x, y) = (a.luminance() + 0.05, b.luminance() + 0.05);
        x.max(y) / x.min(y)
    }

    #[test]
    fn bodies_in_neighbouring_slots_differ_for_everyone() {
        for slot in 0..21 {
            for step in [1, 2] {
                let (difference, who) = least_difference(slot_color(slot), slot_color(slot + step));
                assert!(difference >= 20.0 / step as f32, "{slot} and {}: {difference} for a {who}", slot + step);
            }
        }
    }

    #[test]
    fn inks_differ_for_everyone_and_can_be_read() {
        // Ground and the plate behind words.
        for (theme, plate) in [(Theme::Dark, 0x10_15_1c), (Theme::Light, 0xff_fd_f8)] {
            for (i, a) in Ink::ALL.iter().enumerate() {
                for b in Ink::ALL.iter().take(6).take(i) {
                    let (difference, who) = least_difference(a.color(theme), b.color(theme));
                    let least = if i < 6 { 25.0 } else { 15.0 };
                    assert!(difference >= least, "{theme:?} {a:?} and {b:?}: {difference} for a {who}");
                }
                for (on, least) in [(ground(theme), 3.0), (Color::hex(plate), 4.5)] {
                    let contrast = contrast(a.color(theme), on);
                    assert!(contrast >= least, "{theme:?} {a:?} on {on:?}: {contrast}");
                }
            }
        }
    }

    #[test]
    fn the_21_body_colors_are_distinct() {
        let colors: std::collections::HashSet<_> = (0..21).map(slot_color).collect();
        assert_eq!(colors.len(), 21);
    }

    #[test]
    fn every_color_stands_out_against_its_outline() {
        let signs = [IMPULSE, FRICTION, PENETRATION, NEW_POINT, OLD_POINT, VELOCITY, SPIN];
        let bodies = (0..21).map(slot_color).chain([Theme::Dark, Theme::Light].map(static_body));
        for color in signs.into_iter().chain(AXES).chain(bodies) {
            let contrast = contrast(color, color.outline());
            assert!(contrast >= 3.0, "{color:?}: {contrast}");
        }
    }

    #[test]
    fn sleepers_are_duller_than_the_waking() {
        let chroma = |c: Color| lab(c.linear()).y.hypot(lab(c.linear()).z);
        for theme in [Theme::Dark, Theme::Light] {
            for slot in 0..21 {
                let awake = slot_color(slot);
                assert!(chroma(asleep(awake, theme)) < 0.75 * chroma(awake), "{slot} {theme:?}");
            }
        }
    }
}
