//! Closest points of two convex shapes that are apart, after Gilbert, Johnson and Keerthi 1988.
//!
//! Everything is in double precision: on round shapes the support points crowd together as the search converges.

use glam::DVec3;

/// A vertex of the Minkowski difference `b − a`: the one that reaches least along a direction, with the points of `a`
/// and of `b` that it is made of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Support {
    /// The vertex: from the point of `a` to the point of `b` (m).
    pub difference: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// The direction of greatest gap, and the points where the shapes are closest.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPoints {
    /// Unit, from `a` to `b`.
    pub normal: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// More iterations than even a flat shape against a round one takes to the end of double precision.
const MAX_ITERATIONS: usize = 48;

/// A point, segment, triangle or tetrahedron of support points, with the weights of its point closest to the origin.
struct Simplex {
    points: [Support; 4],
    weights: [f64; 4],
    count: usize,
}

/// Closest points of two shapes that are apart, from the unit vector `start`; of shapes that overlap some direction
/// along which they do.
///
/// `support` gives the point of `b − a` that reaches least along any unit vector. The search ends where the upper and
/// the lower bound of the distance agree to a share of `accuracy`, or the lower one exceeds `stop_above` (m).
pub(super) fn closest_points(
    start: DVec3,
    accuracy: f64,
    stop_above: f64,
    support: impl Fn(DVec3) -> Support,
) -> ClosestPoints {
    // The simplex starts as one support point and stays around the point of `b − a` closest to the origin.
    let first = support(start);
    let mut simplex = Simplex { points: [first; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 };
    let (mut normal, mut bound) = (start, first.difference.dot(start));
    let mut closest = first.difference;
    for _ in 0..MAX_ITERATIONS {
        let distance = closest.length();
        if distance <= bound.abs() * accuracy {
            break;
        }
        // Next support point: against the vector to the closest point of the simplex so far.
        let direction = closest / distance;
        let next = support(direction);
        // Every direction bounds the distance from below, the simplex from above: the best lower bound is kept.
        let lower = next.difference.dot(direction);
        if lower > bound {
            (normal, bound) = (direction, lower);
        }
        if distance - lower <= accuracy * distance || lower > stop_above || simplex.contains(next.difference) {
            break;
        }
        // Shapes that overlap have no closest points: they end where a tetrahedron holds the origin.
        if simplex.encloses_with(next.difference) {
            break;
        }
        // Adds the support point; without progress they lie so close together that only rounding is left.
        let (kept, weights, reduced) = simplex.closest_with(&next);
        if reduced.length_squared() >= distance * distance {
            break;
        }
        // Keeps the corners that the closest point needs.
        simplex.keep(&next, kept, weights);
        closest = reduced;
    }
    // The same barycentric weights give the closest points on either shape.
    let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
    for (point, weight) in simplex.points.iter().zip(simplex.weights).take(simplex.count) {
        on_a += point.on_a * weight;
        on_b += point.on_b * weight;
    }
    ClosestPoints { normal, on_a, on_b }
}

impl Simplex {
    fn contains(&self, difference: DVec3) -> bool {
        self.points[..self.count].iter().any(|p| p.difference == difference)
    }

    /// Whether the tetrahedron with `next` as its last corner holds the origin: it lies inside each of the faces.
    fn encloses_with(&self, next: DVec3) -> bool {
        if self.count < 3 {
            return false;
        }
        let [a, b, c] = [0, 1, 2].map(|k| self.points[k].difference);
        // On the same side of a face as the corner opposite and no further from it, well beyond rounding.
        let inside = |p: DVec3, q: DVec3, r: DVec3, opposite: DVec3| {
            let normal = (q - p).cross(r - p);
            let (height, origin) = (normal.dot(opposite - p), -normal.dot(p));
            origin * height > 1e-9 * height * height && origin.abs() < height.abs()
        };
        inside(a, b, c, next) && inside(a, b, next, c) && inside(a, c, next, b) && inside(b, c, next, a)
    }

    /// The corners and weights of the point closest to the origin once `next` is added, as the last one,
    /// and that point.
    fn closest_with(&self, next: &Support) -> ([bool; 4], [f64; 4], DVec3) {
        // By the count of corners: they drop to the sub-simplex that holds the closest point.
        let mut p = self.points.map(|point| point.difference);
        p[self.count] = next.difference;
        let (kept, weights) = match self.count {
            1 => closest_on_segment(p[0], p[1]),
            2 => closest_on_triangle(p[0], p[1], p[2]),
            _ => closest_on_tetrahedron(&p),
        };
        let mut closest = DVec3::ZERO;
        for k in (0..4).filter(|k| kept[*k]) {
            closest += p[k] * weights[k];
        }
        (kept, weights, closest)
    }

    /// Adds `next` and drops the corners that are not kept.
    fn keep(&mut self, next: &Support, kept: [bool; 4], weights: [f64; 4]) {
        self.points[self.count] = *next;
        self.count = 0;
        for k in (0..4).filter(|k| kept[*k]) {
            self.points[self.count] = self.points[k];
            self.weights[self.count] = weights[k];
            self.count += 1;
        }
    }
}

/// Which corners span the closest point, and its barycentric weights.
type SubSimplex = ([bool; 4], [f64; 4]);

#[inline]
fn vertex(k: usize) -> SubSimplex {
    let mut kept = ([false; 4], [0.0; 4]);
    (kept.0[k], kept.1[k]) = (true, 1.0);
    kept
}

#[inline]
fn edge(i: usize, j: usize, t: f64) -> SubSimplex {
    let mut kept = ([false; 4], [0.0; 4]);
    (kept.0[i], kept.1[i]) = (true, 1.0 - t);
    (kept.0[j], kept.1[j]) = (true, t);
    kept
}

/// Ericson, "Real-Time Collision Detection", 5.1.2.
fn closest_on_segment(a: DVec3, b: DVec3) -> SubSimplex {
    let ab = b - a;
    // The projection of the origin on the line, against the ends.
    let (along, length2) = (-a.dot(ab), ab.length_squared());
    if along <= 0.0 {
        vertex(0)
    } else if along >= length2 {
        vertex(1)
    } else {
        edge(0, 1, along / length2)
    }
}

/// The Voronoi regions of a triangle: Ericson, "Real-Time Collision Detection", 5.1.5.
fn closest_on_triangle(a: DVec3, b: DVec3, c: DVec3) -> SubSimplex {
    let (ab, ac) = (b - a, c - a);
    // Corner A.
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return vertex(0);
    }
    // Corner B.
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return vertex(1);
    }
    // Edge AB.
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return edge(0, 1, d1 / (d1 - d3));
    }
    // Corner C.
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return vertex(2);
    }
    // Edge AC.
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return edge(0, 2, d2 / (d2 - d6));
    }
    // Edge BC.
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return edge(1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    // The face.
    let sum = va + vb + vc;
    ([true, true, true, false], [va / sum, vb / sum, vc / sum, 0.0])
}

/// The closest of the faces about the last corner (Ericson 5.1.6): the origin is never inside, because the shapes are
/// apart, and the face opposite is what the search came from: it has nothing closer.
fn closest_on_tetrahedron(p: &[DVec3; 4]) -> SubSimplex {
    let mut best = (f64::INFINITY, vertex(3));
    for [i, j, k] in [[0, 1, 3], [0, 2, 3], [1, 2, 3]] {
        let (kept, weights) = closest_on_triangle(p[i], p[j], p[k]);
        let distance = (p[i] * weights[0] + p[j] * weights[1] + p[k] * weights[2]).length_squared();
        if distance < best.0 {
            // From the corners of the face back to those of the tetrahedron.
            let mut face = ([false; 4], [0.0; 4]);
            for (from, to) in [i, j, k].into_iter().enumerate() {
                (face.0[to], face.1[to]) = (kept[from], weights[from]);
            }
            best = (distance, face);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_balls_are_nearest_on_the_line_between_their_centres() {
        let (center, ra, rb) = (DVec3::new(1.0, -2.0, 2.0), 0.7, 1.1);
        let found = closest_points(DVec3::NEG_Y, 1e-11, f64::INFINITY, |n| {
            let (on_a, on_b) = (n * ra, center - n * rb);
            Support { difference: on_b - on_a, on_a, on_b }
        });
        assert!((found.normal - center / 3.0).length() < 1e-5, "{found:?}");
        assert!((found.on_a - center / 3.0 * ra).length() < 1e-5, "{found:?}");
    }
}
