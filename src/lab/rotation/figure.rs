//! The letter F: no turn but a whole one makes it look the same.

use crate::lab::{Ink, Sketch};
use crate::view::{Cuboid, Highlight, Sphere};
use glam::{DMat4, DVec3, Quat, Vec3};

/// Its bars, by centre and half extents in its own axes (m); the origin is its foot, y is up.
const BARS: [(Vec3, Vec3); 3] = [
    (Vec3::new(0.0, 0.8, 0.0), Vec3::new(0.15, 0.8, 0.15)),
    (Vec3::new(0.45, 1.45, 0.0), Vec3::new(0.3, 0.15, 0.15)),
    (Vec3::new(0.35, 0.85, 0.0), Vec3::new(0.2, 0.13, 0.15)),
];

/// A button on its front, by centre and radius (m), so that front and back differ.
const BUTTON: (Vec3, f32) = (Vec3::new(0.0, 1.45, 0.15), 0.11);

/// The corners of its bars in its own axes (m).
pub fn corners() -> impl Iterator<Item = DVec3> {
    BARS.into_iter().flat_map(|(center, half)| {
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
    for (center, half) in BARS {
        list.cuboids.push(Cuboid {
            center: at(center),
            half,
            rotation,
            color,
            grid: false,
            highlight: Highlight::None,
        });
    }
    let (center, radius) = BUTTON;
    list.spheres.push(Sphere { center: at(center), radius, rotation, color, highlight: Highlight::None });
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
