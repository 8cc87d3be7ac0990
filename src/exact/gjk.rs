//! Closest points of two convex cores that are apart (Gilbert, Johnson and Keerthi 1988), in double precision.

use super::pair::{DifferenceVertex, SolidPair};
use glam::DVec3;

/// More supports than this are never needed; curved shapes that nearly touch need the most.
const ITERATIONS: usize = 256;

/// The closest points of two cores (A's axes).
#[derive(Clone, Copy, Debug)]
pub struct Closest {
    /// On A (m).
    pub a: DVec3,
    /// On B (m).
    pub b: DVec3,
}

/// The closest points; none when the cores touch or overlap: distances below 1e-10 of `size` (m) count as none.
pub fn closest(pair: &SolidPair, size: f64) -> Option<Closest> {
    let first = pair.support(pair.b_in_a.position.try_normalize().map_or(DVec3::X, |d| -d));
    let mut simplex = Simplex { corners: [first; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 };
    let mut nearest = first.difference;
    for _ in 0..ITERATIONS {
        let squared = nearest.length_squared();
        if squared <= (1e-10 * size).powi(2) {
            return None;
        }

        // Nothing of B − A lies nearer than this support's plane: stop when it is as near as the simplex.
        let next = pair.support(-nearest);
        let bound = next.difference.dot(nearest);
        if squared - bound <= 1e-14 * squared.max(size * size * 1e-6)
            || simplex.corners().iter().any(|v| v.difference == next.difference)
        {
            break;
        }
        let (found, point) = simplex.nearest_with(next)?;
        if point.length_squared() >= squared {
            // Rounding: the simplex cannot come nearer.
            break;
        }
        (simplex, nearest) = (found, point);
    }
    Some(Closest { a: simplex.mean(|v| v.a), b: simplex.mean(|v| v.b) })
}

/// Up to four corners of the Minkowski difference, and the weights with which their mean is the nearest point.
#[derive(Clone, Copy)]
struct Simplex {
    corners: [DifferenceVertex; 4],
    weights: [f64; 4],
    count: usize,
}

impl Simplex {
    fn corners(&self) -> &[DifferenceVertex] {
        &self.corners[..self.count]
    }

    /// The weighted mean of what `of` takes from each corner.
    fn mean(&self, of: impl Fn(&DifferenceVertex) -> DVec3) -> DVec3 {
        self.corners().iter().zip(self.weights).map(|(v, w)| of(v) * w).sum()
    }

    /// Of all faces of this simplex with one more corner, itself included, the one that holds the point nearest to the
    /// origin, and that point; none when the origin lies inside, or nothing is left.
    fn nearest_with(&self, next: DifferenceVertex) -> Option<(Self, DVec3)> {
        let mut whole = *self;
        // There is room for one more: what is kept is at most a triangle, for the origin is not inside.
        *whole.corners.get_mut(self.count)? = next;
        whole.count += 1;
        let mut best: Option<(Self, DVec3)> = None;
        for subset in 1_u32..(1 << whole.count) {
            let mut face = Self { count: 0, ..whole };
            for (index, corner) in whole.corners().iter().enumerate() {
                if subset >> index & 1 == 1 {
                    face.corners[face.count] = *corner;
                    face.count += 1;
                }
            }
            let Some(weights) = weights(face.corners()) else { continue };
            face.weights = weights;
            if weights[..face.count].iter().any(|w| *w < 0.0) {
                continue;
            }
            if face.count == 4 {
                return None;
            }
            let point = face.mean(|v| v.difference);
            if best.as_ref().is_none_or(|b| point.length_squared() < b.1.length_squared()) {
                best = Some((face, point));
            }
        }
        best
    }
}

/// The weights with which the origin's foot on the plane, line or point through `corners` is their mean; none when
/// they do not span it.
fn weights(corners: &[DifferenceVertex]) -> Option<[f64; 4]> {
    match corners.len() {
        1 => Some([1.0, 0.0, 0.0, 0.0]),
        2 => {
            let [a, b] = [0, 1].map(|i| corners[i].difference);
            let ab = b - a;
            let squared = ab.length_squared();
            let t = -a.dot(ab) / squared;
            (squared > 0.0).then_some([1.0 - t, t, 0.0, 0.0])
        }
        3 => {
            let [a, b, c] = [0, 1, 2].map(|i| corners[i].difference);
            // Areas of the triangles that the foot makes with each side, over the whole.
            let normal = (b - a).cross(c - a);
            let squared = normal.length_squared();
            let reach = (b - a).length_squared() * (c - a).length_squared();
            if squared <= 1e-20 * reach {
                return None;
            }
            let foot = normal * (a.dot(normal) / squared);
            let share = |p: DVec3, q: DVec3| (p - foot).cross(q - foot).dot(normal) / squared;
            Some([share(b, c), share(c, a), share(a, b), 0.0])
        }
        4 => {
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| corners[i].difference);
            // Volumes of the tetrahedra that the origin makes with each side, over the whole.
            let whole = (b - a).cross(c - a).dot(d - a);
            let reach = (b - a).length() * (c - a).length() * (d - a).length();
            // A flat one holds nothing, whatever rounding says; its sides answer in its place.
            if whole.abs() <= 1e-10 * reach {
                return None;
            }
            let volume = |p: DVec3, q: DVec3, r: DVec3| p.cross(q).dot(r) / whole;
            Some([volume(b, c, d), volume(a, d, c), volume(a, b, d), volume(a, c, b)])
        }
        _ => None,
    }
}
