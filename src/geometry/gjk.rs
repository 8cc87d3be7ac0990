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
        let Some(closer) = simplex.add(&next, distance * distance) else { break };
        closest = closer;
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
    #[inline]
    fn encloses_with(&self, next: DVec3) -> bool {
        if self.count < 3 {
            return false;
        }
        let [a, b, c] = [self.points[0].difference, self.points[1].difference, self.points[2].difference];
        // On the same side of a face as the corner opposite and no further from it, well beyond rounding.
        let inside = |p: DVec3, q: DVec3, r: DVec3, opposite: DVec3| {
            let normal = (q - p).cross(r - p);
            let (height, origin) = (normal.dot(opposite - p), -normal.dot(p));
            origin * height > 1e-9 * height * height && origin.abs() < height.abs()
        };
        inside(a, b, c, next) && inside(a, b, next, c) && inside(a, c, next, b) && inside(b, c, next, a)
    }

    /// Adds `next` and drops the corners that the point closest to the origin does not need; that point, or none where
    /// it is no closer than `distance2` (m², squared).
    #[inline]
    fn add(&mut self, next: &Support, distance2: f64) -> Option<DVec3> {
        // By the count of corners: they drop to the sub-simplex that holds the closest point. There `next` is the last
        // corner, here the fourth: its bit moves up.
        let [a, b, c] = [self.points[0].difference, self.points[1].difference, self.points[2].difference];
        let d = next.difference;
        let (kept, weights, closest) = match self.count {
            1 => {
                let found = closest_on_segment(a, d);
                (
                    found.kept & 1 | (found.kept & 2) << 2,
                    [found.weights[0], 0.0, 0.0, found.weights[1]],
                    found.of(a, d, d),
                )
            }
            2 => {
                let found = closest_on_triangle(a, b, d);
                let [wa, wb, wd] = found.weights;
                (found.kept & 3 | (found.kept & 4) << 1, [wa, wb, 0.0, wd], found.of(a, b, d))
            }
            _ => closest_on_tetrahedron(a, b, c, d),
        };
        if closest.length_squared() >= distance2 {
            return None;
        }
        // The last corner stands where those before it end.
        let mut count = 0;
        for (k, weight) in weights.iter().enumerate().filter(|(k, _)| kept >> k & 1 == 1) {
            if k == 3 {
                self.points[count] = *next;
            } else if count != k {
                self.points[count] = self.points[k];
            }
            self.weights[count] = *weight;
            count += 1;
        }
        self.count = count;
        Some(closest)
    }
}

/// Which corners of a triangle span its point closest to the origin, a bit each, and its barycentric weights.
#[derive(Clone, Copy)]
struct SubSimplex {
    kept: u8,
    weights: [f64; 3],
}

impl SubSimplex {
    #[inline(always)]
    fn vertex(k: usize) -> Self {
        let mut weights = [0.0; 3];
        weights[k] = 1.0;
        Self { kept: 1 << k, weights }
    }

    #[inline(always)]
    fn edge(i: usize, j: usize, t: f64) -> Self {
        let mut weights = [0.0; 3];
        (weights[i], weights[j]) = (1.0 - t, t);
        Self { kept: 1 << i | 1 << j, weights }
    }

    /// The point of a triangle, or of its first two corners, with these weights.
    #[inline(always)]
    fn of(&self, a: DVec3, b: DVec3, c: DVec3) -> DVec3 {
        let [wa, wb, wc] = self.weights;
        a * wa + b * wb + c * wc
    }
}

/// Ericson, "Real-Time Collision Detection", 5.1.2.
#[inline(always)]
fn closest_on_segment(a: DVec3, b: DVec3) -> SubSimplex {
    let ab = b - a;
    // The projection of the origin on the line, against the ends.
    let (along, length2) = (-a.dot(ab), ab.length_squared());
    if along <= 0.0 {
        SubSimplex::vertex(0)
    } else if along >= length2 {
        SubSimplex::vertex(1)
    } else {
        SubSimplex::edge(0, 1, along / length2)
    }
}

/// The Voronoi regions of a triangle: Ericson, "Real-Time Collision Detection", 5.1.5.
#[inline(always)]
fn closest_on_triangle(a: DVec3, b: DVec3, c: DVec3) -> SubSimplex {
    let (ab, ac) = (b - a, c - a);
    // Corner A.
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return SubSimplex::vertex(0);
    }
    // Corner B.
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return SubSimplex::vertex(1);
    }
    // Edge AB.
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return SubSimplex::edge(0, 1, d1 / (d1 - d3));
    }
    // Corner C.
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return SubSimplex::vertex(2);
    }
    // Edge AC.
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return SubSimplex::edge(0, 2, d2 / (d2 - d6));
    }
    // Edge BC.
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return SubSimplex::edge(1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    // The face.
    let sum = va + vb + vc;
    SubSimplex { kept: 0b111, weights: [va / sum, vb / sum, vc / sum] }
}

/// The closest of the faces about the last corner (Ericson 5.1.6): the origin is never inside, because the shapes are
/// apart, and the face opposite is what the search came from: it has nothing closer. The corners that span the closest
/// point, a bit each, their weights, and that point.
#[inline]
fn closest_on_tetrahedron(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> (u8, [f64; 4], DVec3) {
    let [abd, acd, bcd] = [closest_on_triangle(a, b, d), closest_on_triangle(a, c, d), closest_on_triangle(b, c, d)];
    let (on_abd, on_acd, on_bcd) = (abd.of(a, b, d), acd.of(a, c, d), bcd.of(b, c, d));
    // From the corners of the face back to those of the tetrahedron.
    let mut best = (abd.kept & 3 | (abd.kept & 4) << 1, [abd.weights[0], abd.weights[1], 0.0, abd.weights[2]], on_abd);
    let mut least = on_abd.length_squared();
    if on_acd.length_squared() < least {
        least = on_acd.length_squared();
        let [wa, wc, wd] = acd.weights;
        best = (acd.kept & 1 | (acd.kept & 6) << 1, [wa, 0.0, wc, wd], on_acd);
    }
    if on_bcd.length_squared() < least {
        let [wb, wc, wd] = bcd.weights;
        best = (bcd.kept << 1, [0.0, wb, wc, wd], on_bcd);
    }
    best
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
