//! What is drawn of the rotation: the line, and the letter F, which no turn but a whole one leaves as it is.

use super::seven::{self, MatrixForm};
use super::{About, Plan, Rotation};
use crate::lab::numbers::decimal;
use crate::lab::{Ink, Sketch};
use crate::language::word;
use crate::view::{Cuboid, Glyph, Highlight, Sphere};
use glam::{DMat4, DVec3, Quat, Vec3};

/// A bar of the letter, in the letter's axes: the origin is its foot, y is up.
struct Bar {
    /// Its middle (m).
    center: Vec3,
    /// Its half extents (m).
    half: Vec3,
}

/// The bars of the letter.
const BARS: [Bar; 3] = [
    Bar { center: Vec3::new(0.0, 0.8, 0.0), half: Vec3::new(0.15, 0.8, 0.15) },
    Bar { center: Vec3::new(0.45, 1.45, 0.0), half: Vec3::new(0.3, 0.15, 0.15) },
    Bar { center: Vec3::new(0.35, 0.85, 0.0), half: Vec3::new(0.2, 0.13, 0.15) },
];

/// The middle of a button on its front (m, letter's axes), so that front and back differ.
const BUTTON: Vec3 = Vec3::new(0.0, 1.45, 0.15);

/// The radius of the button (m).
const BUTTON_RADIUS: f32 = 0.11;

/// The corners of its bars in its own axes (m).
pub fn corners() -> impl Iterator<Item = DVec3> {
    BARS.into_iter().flat_map(|Bar { center, half }| {
        (0..8).map(move |i| {
            let sign = |bit: usize| if i & bit == 0 { -1.0 } else { 1.0 };
            (center + half * Vec3::new(sign(1), sign(2), sign(4))).as_dvec3()
        })
    })
}

/// Draws it as a solid, or as a ghost when `alpha` is below 1, where a rigid motion takes it.
pub fn solid(sketch: &mut Sketch<'_>, motion: &DMat4, ink: Ink, alpha: f32) {
    let rotation = Quat::from_mat4(&motion.as_mat4());
    let color = sketch.color(ink).with_alpha(alpha);
    let at = |p: Vec3| motion.transform_point3(p.as_dvec3()).as_vec3();
    let list = sketch.list();
    for Bar { center, half } in BARS {
        list.cuboids.push(Cuboid {
            center: at(center),
            half,
            rotation,
            color,
            grid: false,
            highlight: Highlight::None,
        });
    }
    let (center, radius) = (at(BUTTON), BUTTON_RADIUS);
    list.spheres.push(Sphere { center, radius, rotation, color, highlight: Highlight::None });
}

/// Draws its edges where any map takes its points.
pub fn wires(sketch: &mut Sketch<'_>, map: impl Fn(DVec3) -> DVec3, ink: Ink, width: f32) {
    let corners: Vec<Vec3> = corners().map(|p| map(p).as_vec3()).collect();
    for bar in corners.chunks_exact(8) {
        for i in 0..8 {
            for bit in [1, 2, 4] {
                if i & bit == 0 {
                    sketch.line(bar[i], bar[i | bit], ink, width);
                }
            }
        }
    }
}

impl Rotation {
    /// The axes, the line or the point, and how it lies at this moment.
    pub(super) fn draw_line(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        for (axis, name) in [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")] {
            if !(self.in_plane() && axis == Vec3::Z) {
                sketch.named_arrow(Vec3::ZERO, axis * 1.5, Ink::Fixed, name);
            }
        }
        let (point, direction) = (plan.line.point.as_vec3(), plan.line.direction.as_vec3());
        // The line goes through the stages with the body: after the first three it lies along the axis of the turn.
        let now = seven::product(&plan.stages, f64::from(self.stage()));
        let at = |p: Vec3| now.transform_point3(p.as_dvec3()).as_vec3();
        // Only between two stages: at either end it lies where the given line is.
        let moving = now.is_finite() && self.stage() > 0.0 && self.stage() < self.stage_count() as f32;
        if self.in_plane() {
            sketch.point(point, Glyph::Disc, Ink::First, 11.0);
            sketch.words(point, word("centre"), Ink::First);
            if moving {
                sketch.point(at(point), Glyph::Ring, Ink::Second, 11.0);
            }
            return;
        }
        let arrow = if self.about == About::AnyLine { self.direction } else { direction * 1.5 };
        let long = 6.0 + arrow.length();
        sketch.line(point - direction * long, point + direction * long, Ink::First, 1.5);
        sketch.arrow(point, arrow, Ink::First);
        sketch.words(point + arrow, word("axis"), Ink::First);
        if moving {
            sketch.dashes(at(point - direction * 3.0), at(point + direction * 6.0), 0.2, Ink::Second);
            sketch.arrow(at(point), at(point + arrow) - at(point), Ink::Second);
        }
    }

    /// The path of the letter round the line, and where the formulas put it.
    pub(super) fn draw_goal(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        let foot = self.foot().as_dvec3();
        let middle = foot + DVec3::Y * 0.8;
        let around = plan.line.foot(middle);
        let path: Vec<Vec3> = (0..=48)
            .map(|i| seven::rodrigues(&plan.line, plan.angle * f64::from(i) / 48.0, middle).as_vec3())
            .collect();
        sketch.path(&path, false, Ink::Faint, 1.5);
        for end in [path[0], path[48]] {
            sketch.dashes(around.as_vec3(), end, 0.15, Ink::Faint);
        }
        sketch.words(path[24], format!("A = {}°", decimal(f64::from(self.angle_deg), 0)), Ink::Faint);
        wires(sketch, |p| seven::rodrigues(&plan.line, plan.angle, p + foot), Ink::Right, 1.5);
    }

    /// The letter after each stage that is done, and as it is now.
    pub(super) fn draw_letter(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        let foot = self.foot();
        // The letter stands with its foot there before the first stage.
        let start = DMat4::from_translation(foot.as_dvec3());
        let stage = self.stage();
        // A column that ends in two zeros: height and all moves are gone, and only a flat figure is left.
        if plan.form == MatrixForm::Flattens {
            let foot = foot.as_dvec3();
            solid(sketch, &start, Ink::Third, 1.0);
            wires(sketch, |p| plan.carry(stage, p + foot), Ink::Wrong, 2.5);
            sketch.words(plan.carry(stage, foot).as_vec3(), word("z and the moves are lost"), Ink::Wrong);
            return;
        }
        // One letter for each stage that is done, the last one solid.
        for done in 0..=stage as usize {
            let motion = seven::product(&plan.stages, done as f64) * start;
            let name = if done == 0 { word("start") } else { &plan.names[done - 1] };
            sketch.words(motion.transform_point3(DVec3::Y * 1.7).as_vec3(), name, Ink::Third);
            if done as f32 != stage {
                solid(sketch, &motion, Ink::Third, 0.4);
            }
        }
        let motion = seven::product(&plan.stages, f64::from(stage)) * start;
        let ink = if self.is_swapped() { Ink::Wrong } else { Ink::Third };
        solid(sketch, &motion, ink, 1.0);
    }
}
