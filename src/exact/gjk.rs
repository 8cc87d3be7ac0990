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
    let mut simplex = vec![first];
    let mut weights = vec![1.0];
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
            || simplex.iter().any(|v| v.difference == next.difference)
        {
            break;
        }
        simplex.push(next);
        let found = nearest_of(&simplex)?;
        if found.point.length_squared() >= squared {
            // Rounding: the simplex cannot come nearer.
            simplex.pop();
            break;
        }
        nearest = found.point;
        weights = found.kept.iter().map(|(_, w)| *w).collect();
        simplex = found.kept.iter().map(|(i, _)| simplex[*i]).collect();
    }
    let mean = |of: fn(&DifferenceVertex) -> DVec3| simplex.iter().zip(&weights).map(|(v, w)| of(v) * *w).sum();
    Some(Closest { a: mean(|v| v.a), b: mean(|v| v.b) })
}

/// The point of a simplex that is nearest to the origin, and the corners it is a mean of.
struct NearestPoints {
    point: DVec3,
    kept: Vec<(usize, f64)>,
}

/// Of all faces of the simplex, itself included, the one that holds the nearest point; none when the origin lies inside.
fn nearest_of(simplex: &[DifferenceVertex]) -> Option<NearestPoints> {
    let count = simplex.len();
    let mut best: Option<NearestPoints> = None;
    for subset in 1_u32..(1 << count) {
        let members: Vec<usize> = (0..count).filter(|i| subset >> i & 1 == 1).collect();
        let Some(weights) = weights(&members.iter().map(|i| simplex[*i].difference).collect::<Vec<_>>()) else {
            continue;
        };
        if weights.iter().any(|w| *w < 0.0) {
            continue;
        }
        if members.len() == 4 {
            return None;
        }
        let point: DVec3 = members.iter().zip(&weights).map(|(i, w)| simplex[*i].difference * *w).sum();
        if best.as_ref().is_none_or(|b| point.length_squared() < b.point.length_squared()) {
            best = Some(NearestPoints { point, kept: members.into_iter().zip(weights).collect() });
        }
    }
    best
}

/// The weights with which the origin's foot on the plane, line or point through `points` is their mean; none when
/// they do not span it.
fn weights(points: &[DVec3]) -> Option<Vec<f64>> {
    match *points {
        [_] => Some(vec![1.0]),
        [a, b] => {
            let ab = b - a;
            let squared = ab.length_squared();
            let t = -a.dot(ab) / squared;
            (squared > 0.0).then(|| vec![1.0 - t, t])
        }
        [a, b, c] => {
            // Areas of the triangles that the foot makes with each side, over the whole.
            let normal = (b - a).cross(c - a);
            let squared = normal.length_squared();
            let reach = (b - a).length_squared() * (c - a).length_squared();
            if squared <= 1e-20 * reach {
                return None;
            }
            let foot = normal * (a.dot(normal) / squared);
            let share = |p: DVec3, q: DVec3| (p - foot).cross(q - foot).dot(normal) / squared;
            Some(vec![share(b, c), share(c, a), share(a, b)])
        }
        [a, b, c, d] => {
            // Volumes of the tetrahedra that the origin makes with each side, over the whole.
            let whole = (b - a).cross(c - a).dot(d - a);
            let reach = (b - a).length() * (c - a).length() * (d - a).length();
            // A flat one holds nothing, whatever rounding says; its sides answer in its place.
            if whole.abs() <= 1e-10 * reach {
                return None;
            }
            let volume = |p: DVec3, q: DVec3, r: DVec3| p.cross(q).dot(r) / whole;
            Some(vec![volume(b, c, d), volume(a, d, c), volume(a, b, d), volume(a, c, b)])
        }
        _ => None,
    }
}
