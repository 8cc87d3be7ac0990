//! One axis of a collision on show: a ghost of the normal it would give, and how far each body reaches along it.

use super::{Arrow, Color, DrawList, Line, Theme};
use crate::geometry::Candidate;
use crate::math::Pose;
use glam::Vec3;

/// An axis that could have given the normal (world).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisOnShow {
    /// Where the intervals are measured from: the centre of the first body (m).
    pub origin: Vec3,
    /// Unit, from the first body towards the second.
    pub normal: Vec3,
    /// From where to where the first body reaches (m).
    pub a: [f32; 2],
    /// The same for the second.
    pub b: [f32; 2],
}

impl AxisOnShow {
    /// Of a candidate in the frame `world_from_frame`.
    pub fn new(candidate: &Candidate, world_from_frame: &Pose) -> Self {
        Self {
            origin: world_from_frame.translation,
            normal: world_from_frame.vector(candidate.normal),
            a: candidate.a,
            b: candidate.b,
        }
    }
}

/// The colours of the first and the second interval.
fn colors(theme: Theme) -> [Color; 2] {
    match theme {
        Theme::Dark => [Color::hex(0x56b4e9), Color::hex(0xe69f00)],
        Theme::Light => [Color::hex(0x0072b2), Color::hex(0xb85c00)],
    }
}

/// Draws the two intervals side by side along the axis, and a hollow arrow.
pub(super) fn draw(list: &mut DrawList, axis: &AxisOnShow, eye: Vec3, theme: Theme) {
    let [first, second] = colors(theme);
    // How far both intervals reach together: the rows stand apart by a share of it.
    let reach = axis.a[1].max(axis.b[1]) - axis.a[0].min(axis.b[0]);
    // Beside the bodies, in the plane that faces the eye.
    let aside =
        axis.normal.cross(eye - axis.origin).normalize_or(axis.normal.any_orthonormal_vector()) * (0.04 * reach);
    let at = |t: f32, row: f32| axis.origin + axis.normal * t + aside * row;
    let mut line =
        |from, to, color, width| list.lines.push(Line { from, to, color, width, outlined: false, xray: true });
    // Each interval with a tick at either end.
    for ([low, high], row, color) in [(axis.a, -1.0, first), (axis.b, 1.0, second)] {
        line(at(low, row), at(high, row), color, 5.0);
        for end in [low, high] {
            line(at(end, -2.5), at(end, 2.5), color, 1.5);
        }
    }
    // The normal points from A to B, where the one ends and the other begins.
    list.arrows.push(Arrow {
        tail: at(0.5 * (axis.a[1] + axis.b[0]), 0.0),
        direction: axis.normal,
        length: 48.0,
        pixels: true,
        tail_color: first,
        head_color: second,
        width: 3.0,
        hollow: true,
        xray: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{NormalRule, Note, Overlap, PairMemory, Shape, explain};
    use glam::Quat;

    #[test]
    fn the_intervals_end_where_the_bodies_do() {
        let (a, b) = (Shape::cuboid(1.0, 0.5, 1.0), Shape::cuboid(0.5, 0.5, 0.5));
        let frame = Pose::new(Vec3::new(3.0, 2.0, 1.0), Quat::from_rotation_z(0.5));
        let mut notes = vec![];
        let b_in_a = Pose::new(Vec3::Y * 0.9, Quat::IDENTITY);
        explain(&a, &b, &b_in_a, 0.0, (NormalRule::Closest, Overlap::Exact), &mut PairMemory::default(), &mut notes);
        let up = notes.iter().find_map(|n| match n {
            Note::Candidate(c) if c.normal.y > 0.99 => Some(*c),
            _ => None,
        });
        let shown = AxisOnShow::new(&up.unwrap(), &frame);
        let mut list = DrawList::default();
        draw(&mut list, &shown, Vec3::new(0.0, 0.0, 20.0), Theme::Dark);
        let up = frame.vector(Vec3::Y);
        let heights: Vec<_> = list.lines.iter().map(|l| (l.to - frame.translation).dot(up)).collect();
        // The first interval to the top of A, its two ticks, then the second to the top of B.
        for (height, expected) in heights.iter().zip([0.5, -0.5, 0.5, 1.4, 0.4, 1.4]) {
            assert!((height - expected).abs() < 1e-5, "{heights:?}");
        }
        assert!(list.arrows[0].hollow && list.arrows[0].direction.dot(up) > 0.999);
    }
}
