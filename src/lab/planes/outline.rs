//! Closed outlines in the plane, and convex parts of those that are not convex.

use glam::Vec2;

/// What lies nearer than this is one point (m).
const NEAR: f32 = 1e-4;

/// A convex polygon, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPart {
    /// Its corners (m).
    pub corners: Vec<Vec2>,
    /// Whether the edge that leaves the corner of the same index was cut, and is none of the outline.
    pub is_cut: Vec<bool>,
}

/// Twice the area (m²), positive when the corners run counter-clockwise.
fn doubled_area(corners: &[Vec2]) -> f32 {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| a.perp_dot(*b)).sum()
}

/// Whether no edge crosses or touches another that is not its neighbour, and none is without length.
pub fn is_simple(corners: &[Vec2]) -> bool {
    let count = corners.len();
    let edge = |i: usize| (corners[i % count], corners[(i + 1) % count]);
    let side = |(a, b): (Vec2, Vec2), p: Vec2| (b - a).perp_dot(p - a);
    let cross =
        |e: (Vec2, Vec2), f: (Vec2, Vec2)| side(e, f.0) * side(e, f.1) <= 0.0 && side(f, e.0) * side(f, e.1) <= 0.0;
    let long = (0..count).all(|i| edge(i).0.distance(edge(i).1) > 0.05);
    let apart = (0..count).all(|i| (i + 2..count).all(|j| (i == 0 && j + 1 == count) || !cross(edge(i), edge(j))));
    // Neighbours may not fold back onto each other.
    let open = (0..count).all(|i| {
        let (e, f) = (edge(i).1 - edge(i).0, edge(i + 1).1 - edge(i + 1).0);
        e.dot(f) > -0.999 * e.length() * f.length()
    });
    long && apart && open && doubled_area(corners).abs() > 0.01
}

/// Convex parts that make up a simple outline, whichever way round its corners are listed: one if it is convex itself.
///
/// Where a corner juts inwards the edge that leads to it is prolonged through the outline: its line cuts off a part,
/// and stays a plane of the other. That is a node of a tree of planes (binary space partitioning).
pub fn parts(corners: &[Vec2]) -> Vec<ConvexPart> {
    let mut corners = corners.to_vec();
    // Outwards is (dy, −dx) only when they run counter-clockwise.
    if doubled_area(&corners) < 0.0 {
        corners.reverse();
    }
    let is_cut = vec![false; corners.len()];
    let (mut whole, mut convex) = (vec![ConvexPart { corners, is_cut }], vec![]);
    while let Some(part) = whole.pop() {
        match part.split() {
            Some(two) => whole.extend(two),
            // Cut off at a corner, a part can be as small as a point.
            None if part.corners.len() < 3 => {}
            None => convex.push(part),
        }
    }
    convex
}

impl ConvexPart {
    /// The first corner at which the outline turns right.
    fn reflex(&self) -> Option<usize> {
        let (c, count) = (&self.corners, self.corners.len());
        let turn = |i: usize| (c[i] - c[(i + count - 1) % count]).perp_dot(c[(i + 1) % count] - c[i]);
        (0..count).find(|i| turn(*i) < -1e-6)
    }

    /// Two parts, cut along the line of the edge before the first corner that juts inwards; none when there is none.
    fn split(&self) -> Option<[Self; 2]> {
        let (c, count, r) = (&self.corners, self.corners.len(), self.reflex()?);
        let along = c[r] - c[(r + count - 1) % count];
        // Where the prolonged edge first meets another: r + w·along = c[j] + s·e.
        let hit = |k: usize| {
            let j = (r + k) % count;
            let (e, delta) = (c[(j + 1) % count] - c[j], c[j] - c[r]);
            let d = along.perp_dot(e);
            let (w, s) = (delta.perp_dot(e) / d, delta.perp_dot(along) / d);
            (d.abs() > 1e-9 && w > 1e-5 && (-1e-5..=1.0 + 1e-5).contains(&s)).then_some((k, w))
        };
        let (k, w) = (1..count - 1).filter_map(hit).min_by(|a, b| a.1.total_cmp(&b.1))?;
        let at = c[r] + along * w;
        let index = |i: usize| (r + i) % count;
        // Cut off: from the corner on to the edge that is met, and back along the cut.
        let ahead = (0..=k).map(|i| (c[index(i)], self.is_cut[index(i)])).chain([(at, true)]);
        // What is left: from there on to the edge that was prolonged, which now ends where it meets the other.
        let behind = [(at, self.is_cut[index(k)])].into_iter();
        let behind = behind.chain((k + 1..count).map(|i| (c[index(i)], self.is_cut[index(i)])));
        Some([Self::of(ahead), Self::of(behind)])
    }

    /// Of corners and whether the edges that leave them are cut; those without length are left out.
    fn of(edges: impl Iterator<Item = (Vec2, bool)>) -> Self {
        let edges: Vec<(Vec2, bool)> = edges.collect();
        let next = edges.iter().cycle().skip(1);
        let long = edges.iter().zip(next).filter(|(a, b)| a.0.distance(b.0) > NEAR).map(|(a, _)| *a);
        let (corners, is_cut) = long.unzip();
        Self { corners, is_cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use proptest::prelude::*;

    fn points(corners: &[(f32, f32)]) -> Vec<Vec2> {
        corners.iter().map(|p| Vec2::from(*p)).collect()
    }

    fn area(corners: &[Vec2]) -> f32 {
        0.5 * doubled_area(corners).abs()
    }

    /// By the number of edges that a ray to the right passes.
    fn contains(corners: &[Vec2], p: Vec2) -> bool {
        let next = corners.iter().cycle().skip(1);
        let passes =
            |(a, b): &(&Vec2, &Vec2)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x);
        corners.iter().zip(next).filter(passes).count() % 2 == 1
    }

    #[test]
    fn an_l_is_cut_in_two_and_a_square_is_left_whole() {
        let square = points(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]);
        assert_eq!(parts(&square).len(), 1);
        let l = points(&[(0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]);
        let two = parts(&l);
        // The edge from (3, 1) to (1, 1) goes on to (0, 1): a foot of 3 × 1 and an upright of 1 × 2.
        let mut areas: Vec<f32> = two.iter().map(|part| area(&part.corners)).collect();
        areas.sort_by(f32::total_cmp);
        assert_eq!(areas, [2.0, 3.0]);
        assert_eq!(
            two.iter().flat_map(|part| &part.is_cut).filter(|cut| **cut).count(),
            1,
            "one side of the cut is new"
        );
    }

    #[test]
    fn outlines_that_cross_or_fold_are_none() {
        for bad in [
            &[(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)][..],
            &[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0)],
            &[(0.0, 0.0), (0.0, 0.0), (1.0, 2.0)],
        ] {
            assert!(!is_simple(&points(bad)), "{bad:?}");
        }
        assert!(is_simple(&points(&[(0.0, 0.0), (2.0, 0.0), (0.5, 0.5), (0.0, 2.0)])));
    }

    /// The prolonged edge ends a tenth of a millimetre before a corner: what is beyond is a point, and no part.
    #[test]
    fn what_is_cut_off_at_a_corner_is_no_part() {
        let radii = [0.31497657_f32, 1.1292857, 0.40165833, 1.0974816, 0.80833197, 1.6353642, 0.3, 0.3];
        let at = |(i, r): (usize, &f32)| Vec2::from_angle(i as f32 / 8.0 * std::f32::consts::TAU) * *r;
        let outline: Vec<Vec2> = radii.iter().enumerate().map(at).collect();
        let parts = parts(&outline);
        assert!(parts.len() == 4 && parts.iter().all(|part| area(&part.corners) > 1e-3), "{parts:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        /// Stars of any shape: the parts are convex, fill the outline and nothing else, in either order of the corners.
        #[test]
        fn parts_are_convex_and_fill_the_outline(
            radii in prop::collection::vec(real(0.3..2.0), 4..9), x in real(-2.0..2.0), y in real(-2.0..2.0), clockwise in any::<bool>()
        ) {
            let count = radii.len() as f32;
            let at = |(i, r): (usize, &f32)| Vec2::from_angle(i as f32 / count * std::f32::consts::TAU) * *r;
            let mut outline: Vec<Vec2> = radii.iter().enumerate().map(at).collect();
            prop_assume!(is_simple(&outline));
            if clockwise {
                outline.reverse();
            }
            let parts = parts(&outline);
            prop_assert!(parts.iter().all(|part| part.reflex().is_none() && part.corners.len() == part.is_cut.len() && part.is_cut.len() > 2));
            let sum: f32 = parts.iter().map(|part| area(&part.corners)).sum();
            prop_assert!((sum - area(&outline)).abs() < 1e-3, "{sum} of {}", area(&outline));
            let p = Vec2::new(x, y);
            let near = outline.iter().zip(outline.iter().cycle().skip(1)).any(|(a, b)| {
                let along = ((p - *a).dot(*b - *a) / (*b - *a).length_squared()).clamp(0.0, 1.0);
                p.distance(*a + (*b - *a) * along) < 1e-3
            });
            let inside = |part: &ConvexPart| {
                let next = part.corners.iter().cycle().skip(1);
                part.corners.iter().zip(next).all(|(a, b)| (*b - *a).perp_dot(p - *a) >= -1e-5)
            };
            prop_assert!(near || parts.iter().any(inside) == contains(&outline, p), "{p}");
        }
    }
}
