//! What is around the bodies: ground grid, ceiling, light, and the place the shadows must cover.

use super::bodies::ground_height;
use super::{Camera, DrawList, Line, ScenePainter, Scenery, palette};
use crate::geometry::BoundingSphere;
use crate::sim::Sim;
use glam::Vec3;

/// A grid lies this far below any ground body of the same height (m), so that the two do not flicker.
const BELOW: f32 = 0.01;
/// Lines each way of the frame that stands for the ceiling.
const CEILING_LINES: i32 = 8;

/// What a picture is about: the bodies that can move, or the part of them near the camera's
/// target when they are scattered too far to be seen as one. Shadows need to cover no more.
pub fn frame_focus(sim: &Sim, camera: &Camera) -> BoundingSphere {
    focus_within(sim.extent(), camera)
}

/// The part of what can move that a picture is about.
pub(super) fn focus_within(extent: BoundingSphere, camera: &Camera) -> BoundingSphere {
    let BoundingSphere { center, radius } = extent;
    let reach = 2.0 * camera.distance;
    // A scene much wider than the view would leave a few coarse texels of shadow for what is seen.
    if radius.is_finite() && center.is_finite() && radius <= reach {
        BoundingSphere { center, radius: radius.max(0.5) }
    } else {
        BoundingSphere { center: camera.target, radius: reach }
    }
}

impl ScenePainter<'_> {
    pub(super) fn scenery(&self, list: &mut DrawList) {
        list.language = self.options.language;
        list.scenery = Scenery {
            theme: self.options.theme,
            sun: Vec3::new(0.4, 0.8, 0.45).normalize(),
            grid: self.options.grid.then(|| self.grid_height()),
            shadows: self.options.shadows,
            focus: frame_focus(self.sim, self.camera),
        };
        if let Some(height) = self.sim.world().config().ceiling {
            ceiling(list, height);
        }
    }

    fn grid_height(&self) -> f32 {
        let grounds: Vec<f32> = self.sim.world().bodies().filter_map(|b| ground_height(&b)).collect();
        grid_height(self.sim.world().config().floor, &grounds)
    }
}

/// The floor's height, else that of the lowest ground body, else 0; a little lower where a ground body lies on it (m).
pub(super) fn grid_height(floor: Option<f32>, grounds: &[f32]) -> f32 {
    let lowest = grounds.iter().copied().reduce(f32::min);
    let height = floor.or(lowest).unwrap_or(0.0);
    // Just below a ground that is there already: two in one plane would flicker.
    if grounds.iter().any(|ground| (ground - height).abs() < BELOW) { height - BELOW } else { height }
}

/// A faint frame at the height of the ceiling, over the bodies.
pub(super) fn ceiling(list: &mut DrawList, height: f32) {
    let Scenery { theme, focus: BoundingSphere { center, radius }, .. } = list.scenery;
    // Somewhat wider than the scene, above its middle: a ceiling has no end.
    let half = radius.max(1.0) * 1.5;
    let middle = Vec3::new(center.x, height, center.z);
    let ink = palette::ink(theme);
    for i in -CEILING_LINES..=CEILING_LINES {
        let across = half * i as f32 / CEILING_LINES as f32;
        // The rim is stronger, so that one sees the sheet and not only its lines.
        let rim = i.abs() == CEILING_LINES;
        let (color, width) = if rim { (ink.with_alpha(0.5), 1.5) } else { (ink.with_alpha(0.15), 1.0) };
        for (along, aside) in [(Vec3::X, Vec3::Z), (Vec3::Z, Vec3::X)] {
            let (from, to) = (middle + aside * across - along * half, middle + aside * across + along * half);
            list.lines.push(Line { from, to, color, width, outlined: false, xray: false });
        }
    }
}
