//! Convex solids given by corners and faces, for the laboratories of planes and of separating axes.

use super::{Ink, Sketch};
use crate::geometry::Plane;
use crate::math::Pose;
use glam::Vec3;

/// A convex solid in its own axes; the origin is inside.
#[derive(Debug, PartialEq)]
pub struct LabSolid {
    /// Its name.
    pub name: &'static str,
    /// Corners (m).
    pub corners: &'static [Vec3],
    /// Faces as indices of corners, counter-clockwise seen from outside.
    pub faces: &'static [&'static [usize]],
}

/// What there is to choose from.
pub static SOLIDS: [LabSolid; 5] = [
    LabSolid {
        name: "box",
        corners: &[
            Vec3::new(-1.0, -0.6, -0.8),
            Vec3::new(1.0, -0.6, -0.8),
            Vec3::new(-1.0, 0.6, -0.8),
            Vec3::new(1.0, 0.6, -0.8),
            Vec3::new(-1.0, -0.6, 0.8),
            Vec3::new(1.0, -0.6, 0.8),
            Vec3::new(-1.0, 0.6, 0.8),
            Vec3::new(1.0, 0.6, 0.8),
        ],
        faces: &[&[1, 3, 7, 5], &[0, 4, 6, 2], &[2, 6, 7, 3], &[0, 1, 5, 4], &[4, 5, 7, 6], &[0, 2, 3, 1]],
    },
    LabSolid {
        name: "tetrahedron",
        corners: &[
            Vec3::new(0.9, 0.9, 0.9),
            Vec3::new(0.9, -0.9, -0.9),
            Vec3::new(-0.9, 0.9, -0.9),
            Vec3::new(-0.9, -0.9, 0.9),
        ],
        faces: &[&[1, 3, 2], &[0, 2, 3], &[0, 3, 1], &[0, 1, 2]],
    },
    LabSolid {
        name: "octahedron",
        corners: &[
            Vec3::new(1.2, 0.0, 0.0),
            Vec3::new(-1.2, 0.0, 0.0),
            Vec3::new(0.0, 1.2, 0.0),
            Vec3::new(0.0, -1.2, 0.0),
            Vec3::new(0.0, 0.0, 1.2),
            Vec3::new(0.0, 0.0, -1.2),
        ],
        faces: &[&[0, 2, 4], &[1, 4, 2], &[0, 4, 3], &[0, 5, 2], &[1, 3, 4], &[1, 2, 5], &[0, 3, 5], &[1, 5, 3]],
    },
    LabSolid {
        name: "prism",
        corners: &[
            Vec3::new(1.2, -0.7, 0.9),
            Vec3::new(0.0, 1.1, 0.9),
            Vec3::new(-1.2, -0.7, 0.9),
            Vec3::new(1.2, -0.7, -0.9),
            Vec3::new(0.0, 1.1, -0.9),
            Vec3::new(-1.2, -0.7, -0.9),
        ],
        faces: &[&[0, 1, 2], &[3, 5, 4], &[0, 3, 4, 1], &[1, 4, 5, 2], &[2, 5, 3, 0]],
    },
    LabSolid {
        name: "pyramid",
        corners: &[
            Vec3::new(-1.0, -0.6, -1.0),
            Vec3::new(1.0, -0.6, -1.0),
            Vec3::new(1.0, -0.6, 1.0),
            Vec3::new(-1.0, -0.6, 1.0),
            Vec3::new(0.0, 1.2, 0.0),
        ],
        faces: &[&[0, 1, 2, 3], &[0, 4, 1], &[1, 4, 2], &[2, 4, 3], &[3, 4, 0]],
    },
];

/// The names of [`SOLIDS`], in their order.
pub const NAMES: [&str; 5] = ["box", "tetrahedron", "octahedron", "prism", "pyramid"];

impl LabSolid {
    /// Its corners at a place (m, world).
    pub fn corners_at(&self, pose: &Pose) -> Vec<Vec3> {
        self.corners.iter().map(|p| pose.point(*p)).collect()
    }

    /// The planes of its faces at a place, in front outside.
    pub fn planes_at(&self, pose: &Pose) -> Vec<Plane> {
        // A face is flat: its first three corners make its plane.
        let corner = |i: usize| pose.point(self.corners[i]);
        self.faces.iter().filter_map(|face| Plane::through(corner(face[0]), corner(face[1]), corner(face[2]))).collect()
    }

    /// Each edge once, as indices of its ends.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        // Each edge borders two faces, which run along it in opposite ways.
        self.faces.iter().flat_map(|face| {
            let next = face.iter().cycle().skip(1);
            face.iter().zip(next).map(|(a, b)| (*a, *b)).filter(|(a, b)| a < b)
        })
    }

    /// Draws faces, seen through by `1 − alpha`, and edges.
    pub fn draw(&self, sketch: &mut Sketch<'_>, pose: &Pose, ink: Ink, alpha: f32) {
        let corners = self.corners_at(pose);
        for face in self.faces {
            let polygon: Vec<Vec3> = face.iter().map(|i| corners[*i]).collect();
            sketch.polygon(&polygon, ink, alpha);
        }
        for (a, b) in self.edges() {
            sketch.line(corners[a], corners[b], ink, 2.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_solid_is_closed_convex_and_seen_from_outside() {
        for (solid, name) in SOLIDS.iter().zip(NAMES) {
            assert_eq!(solid.name, name);
            let planes = solid.planes_at(&Pose::IDENTITY);
            assert_eq!(planes.len(), solid.faces.len(), "{name}: every face has a plane");
            // Euler: V − E + F = 2.
            assert_eq!(solid.corners.len() + planes.len(), solid.edges().count() + 2, "{name}");
            for (plane, face) in planes.iter().zip(solid.faces) {
                assert!(plane.distance(Vec3::ZERO) < -0.1, "{name}: the origin is inside");
                for (i, corner) in solid.corners.iter().enumerate() {
                    let d = plane.distance(*corner);
                    if face.contains(&i) {
                        assert!(d.abs() < 1e-6, "{name}: corner {i} lies in its face");
                    } else {
                        assert!(d < -0.1, "{name}: corner {i} lies behind the others");
                    }
                }
            }
        }
    }
}
