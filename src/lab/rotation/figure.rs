//! The letter F: no turn but a whole one makes it look the same.

use crate::lab::{Ink, Sketch};
use crate::view::{Cuboid, Highlight, Sphere};
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
