//! The colours of light, sky and ground in either theme.

use crate::view::{Color, Theme, palette};

/// A theme's light and scenery. Colours are linear unless they are a [`Color`].
pub(super) struct ThemeColors {
    pub sun: [f32; 3],
    pub above: [f32; 3],
    pub below: [f32; 3],
    /// From the eye.
    pub fill: [f32; 3],
    pub sky_top: [f32; 3],
    pub sky_horizon: [f32; 3],
    pub ground: [f32; 3],
    pub grid_line: [f32; 3],
    /// Edge lines are the body's colour times this.
    pub edge_tone: f32,
    pub accent: Color,
    pub halo: Color,
    /// Behind words.
    pub plate: Color,
    pub words: Color,
}

impl ThemeColors {
    pub fn of(theme: Theme) -> Self {
        match theme {
            // Linear light, by which a body's colour is multiplied: a face turned to the sun gets sun and sky, one
            // turned away what comes from above or below alone.
            Theme::Dark => Self {
                sun: [0.92, 0.86, 0.77],
                above: [0.34, 0.38, 0.45],
                below: [0.14, 0.14, 0.16],
                fill: [0.22, 0.22, 0.23],
                sky_top: linear(0x0a_0e_14),
                sky_horizon: linear(0x22_2b_37),
                ground: palette::ground(theme).linear().into(),
                grid_line: linear(0x0046_5464),
                edge_tone: 0.22,
                accent: Color::hex(0xff_d2_4a),
                halo: Color::hex(0x05_08_0c).with_alpha(0.85),
                plate: Color::hex(0x10_15_1c).with_alpha(0.82),
                words: Color::hex(0xe8_ed_f3),
            },
            Theme::Light => Self {
                sun: [0.86, 0.80, 0.70],
                above: [0.44, 0.47, 0.52],
                below: [0.26, 0.25, 0.23],
                fill: [0.12, 0.12, 0.12],
                sky_top: linear(0xd3_dd_e6),
                sky_horizon: linear(0xf6_f1_e8),
                ground: palette::ground(theme).linear().into(),
                grid_line: linear(0x78_78_74),
                edge_tone: 0.28,
                accent: Color::hex(0x12_4f_c4),
                halo: Color::hex(0xff_ff_ff).with_alpha(0.9),
                plate: Color::hex(0xff_fd_f8).with_alpha(0.84),
                words: Color::hex(0x1c_22_2a),
            },
        }
    }
}

/// Linear light of an sRGB colour `0xRRGGBB`.
fn linear(rgb: u32) -> [f32; 3] {
    Color::hex(rgb).linear().into()
}
