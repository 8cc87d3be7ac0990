//! What is drawn of planes and outlines.

use super::{Face, Made, Planes, signed};
use crate::geometry::Plane;
use crate::lab::{Ink, Sketch};
use crate::language::word;
use crate::math::tangents;
use crate::view::Glyph;
use glam::Vec3;

impl Planes {
    /// A piece of a plane with its normal.
    pub(super) fn draw_patch(&self, sketch: &mut Sketch<'_>, plane: &Plane, middle: Vec3) {
        let [u, v] =
            if self.made == Made::TwoPoints { [plane.normal.cross(Vec3::Y), Vec3::Y] } else { tangents(plane.normal) };
        let at = |x: f32, y: f32| middle + u * x + v * y;
        // A plane through two points of the ground is a wall that stands on it.
        let low = if self.made == Made::TwoPoints { 0.0 } else { -2.5 };
        let square = [at(-2.5, low), at(2.5, low), at(2.5, 2.5), at(-2.5, 2.5)];
        sketch.polygon(&square, Ink::Fixed, 0.22);
        sketch.path(&square, true, Ink::Fixed, 1.5);
        for i in -2..=2 {
            let i = i as f32;
            sketch.line(at(i, low), at(i, 2.5), Ink::Faint, 1.0);
            if i > low {
                sketch.line(at(-2.5, i), at(2.5, i), Ink::Faint, 1.0);
            }
        }
        let root = if self.made == Made::TwoPoints { middle + Vec3::Y } else { middle };
        sketch.named_arrow(root, plane.normal, Ink::Second, "N");
    }

    /// The perpendicular from the point to a plane, with its length.
    pub(super) fn draw_distance(&self, sketch: &mut Sketch<'_>, plane: &Plane, greatest: bool) {
        let point = self.measured();
        let d = plane.distance(point);
        let foot = point - plane.normal * d;
        let ink = if d > 0.0 { Ink::Outcome } else { Ink::Third };
        if greatest {
            sketch.line(point, foot, ink, 3.0);
        } else {
            sketch.dashes(point, foot, 0.1, ink);
        }
        sketch.point(foot, Glyph::Ring, ink, 9.0);
        sketch.words(foot.lerp(point, 0.5), signed(d), ink);
    }

    /// The outline, its parts, the cut, and the half-planes of the deciding part that the point lies in.
    pub(super) fn draw_outline(&self, sketch: &mut Sketch<'_>, list: &[Face]) {
        // Parts of an outline that is not convex: inside is inside any one of them.
        let (parts, nearest) = (self.outline_parts(), self.nearest());
        for (i, part) in parts.iter().enumerate() {
            let corners: Vec<Vec3> = part.corners.iter().map(|c| c.extend(0.0)).collect();
            let ink = if i == nearest && self.inside() { Ink::Right } else { Ink::First };
            sketch.polygon(&corners, ink, if i == nearest { 0.4 } else { 0.2 });
            // Sides that the cut made are no sides of the outline.
            for (j, is_cut) in part.is_cut.iter().enumerate() {
                let (from, to) = (corners[j], corners[(j + 1) % corners.len()]);
                if *is_cut {
                    sketch.dashes(from, to, 0.12, Ink::Third);
                    sketch.words(from.lerp(to, 0.5), word("cut"), Ink::Third);
                }
            }
        }
        if let Made::Edges(i) = self.made {
            let outline: Vec<Vec3> = self.outlines[i].iter().map(|c| c.extend(0.0)).collect();
            sketch.path(&outline, true, Ink::Fixed, 3.0);
        }
        // Faces of the deciding part alone: of the others a point may be in front without being outside.
        for face in list {
            let (n, along) = (face.plane.normal, face.plane.normal.cross(Vec3::Z));
            sketch.dashes(face.middle - along * 3.0, face.middle + along * 3.0, 0.2, Ink::Faint);
            sketch.arrow(face.middle, n * 0.4, Ink::Second);
            if face.plane.distance(self.measured()) > 0.0 {
                let strip = [-along * 3.0, along * 3.0, along * 3.0 + n * 0.5, n * 0.5 - along * 3.0];
                sketch.polygon(&strip.map(|corner| face.middle + corner), Ink::Outcome, 0.16);
            }
        }
    }
}
