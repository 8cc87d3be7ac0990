//! Nearest points of two convex shapes that are apart, after Gilbert, Johnson and Keerthi.
//!
//! Everything is in double precision: round shapes are approached point by point, and the last of these lie close
//! together.

use glam::DVec3;

/// The point of `b − a` that reaches least along a direction, with the points of `a` and of `b` that make it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Support {
    /// From the point of `a` to the point of `b` (m).
    pub way: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// The direction that keeps two shapes furthest apart, and the points where they are nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Unit, from `a` to `b`.
    pub normal: DVec3,
    pub on_a: DVec3,
    pub on_b: DVec3,
}

/// More rounds than even a flat shape against a round one takes to the end of double precision.
const ROUNDS: usize = 48;

/// A point, segment, triangle or tetrahedron of support points, and its point nearest to the origin.
#[derive(Clone)]
struct Simplex {
    points: [Support; 4],
    weights: [f64; 4],
    count: usize,
}

/// Nearest points of two shapes whose shadows along the unit vector `start` are apart.
///
/// `support` gives the point of `b − a` that reaches least along any unit vector. The search ends where the upper and the
/// lower bound of the distance agree to a share of `accuracy`, or the lower one exceeds `enough` (m).
pub(super) fn nearest(start: DVec3, accuracy: f64, enough: f64, support: impl Fn(DVec3) -> Support) -> Nearest {
    let first = support(start);
    let mut simplex = Simplex { points: [first; 4], weights: [1.0, 0.0, 0.0, 0.0], count: 1 };
    let (mut normal, mut bound) = (start, first.way.dot(start));
    let mut way = first.way;
    for _ in 0..ROUNDS {
        let distance = way.length();
        if distance <= bound.abs() * accuracy {
            break;
        }
        let direction = way / distance;
        let next = support(direction);
        // Every direction bounds the distance from below: the best of them is kept.
        let lower = next.way.dot(direction);
        if lower > bound {
            (normal, bound) = (direction, lower);
        }
        if distance - lower <= accuracy * distance || lower > enough || simplex.holds(next.way) {
            break;
        }
        let mut grown = simplex.clone();
        grown.push(next);
        let reduced = grown.reduce();
        // Rounding: of points that lie all but together none can be left out rightly.
        if reduced.length_squared() >= distance * distance {
            break;
        }
        (simplex, way) = (grown, reduced);
    }
    let (mut on_a, mut on_b) = (DVec3::ZERO, DVec3::ZERO);
    for (point, weight) in simplex.points.iter().zip(simplex.weights).take(simplex.count) {
        on_a += point.on_a * weight;
        on_b += point.on_b * weight;
    }
    Nearest { normal, on_a, on_b }
}

impl Simplex {
    fn holds(&self, way: DVec3) -> bool {
        self.points[..self.count].iter().any(|p| p.way == way)
    }

    fn push(&mut self, point: Support) {
        self.points[self.count] = point;
        self.count += 1;
    }

    /// Drops the corners that the point nearest to the origin does not need, and gives that point.
    fn reduce(&mut self) -> DVec3 {
        let p = self.points.map(|point| point.way);
        let (kept, weights) = match self.count {
            1 => ([true, false, false, false], [1.0, 0.0, 0.0, 0.0]),
            2 => segment(p[0], p[1]),
            3 => triangle(p[0], p[1], p[2]),
            _ => tetrahedron(p),
        };
        self.count = 0;
        let mut way = DVec3::ZERO;
        for k in 0..4 {
            if kept[k] {
                self.points[self.count] = self.points[k];
                self.weights[self.count] = weights[k];
                self.count += 1;
                way += p[k] * weights[k];
            }
        }
        way
    }
}

/// Which corners span the nearest point, and its weights.
type Feature = ([bool; 4], [f64; 4]);

fn corner(k: usize) -> Feature {
    let mut kept = ([false; 4], [0.0; 4]);
    (kept.0[k], kept.1[k]) = (true, 1.0);
    kept
}

fn between(i: usize, j: usize, t: f64) -> Feature {
    let mut kept = ([false; 4], [0.0; 4]);
    (kept.0[i], kept.1[i]) = (true, 1.0 - t);
    (kept.0[j], kept.1[j]) = (true, t);
    kept
}

fn segment(a: DVec3, b: DVec3) -> Feature {
    let ab = b - a;
    let (along, length2) = (-a.dot(ab), ab.length_squared());
    if along <= 0.0 {
        corner(0)
    } else if along >= length2 {
        corner(1)
    } else {
        between(0, 1, along / length2)
    }
}

/// The regions of a triangle, after Ericson, "Real-Time Collision Detection", 5.1.5.
fn triangle(a: DVec3, b: DVec3, c: DVec3) -> Feature {
    let (ab, ac) = (b - a, c - a);
    let (d1, d2) = (-ab.dot(a), -ac.dot(a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return corner(0);
    }
    let (d3, d4) = (-ab.dot(b), -ac.dot(b));
    if d3 >= 0.0 && d4 <= d3 {
        return corner(1);
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return between(0, 1, d1 / (d1 - d3));
    }
    let (d5, d6) = (-ab.dot(c), -ac.dot(c));
    if d6 >= 0.0 && d5 <= d6 {
        return corner(2);
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return between(0, 2, d2 / (d2 - d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 >= d3 && d5 >= d6 {
        return between(1, 2, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let sum = va + vb + vc;
    ([true, true, true, false], [va / sum, vb / sum, vc / sum, 0.0])
}

/// The nearest of the four faces: the origin is never inside, because the shapes are apart.
fn tetrahedron(p: [DVec3; 4]) -> Feature {
    let mut best = (f64::INFINITY, corner(3));
    for [i, j, k] in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
        let (kept, weights) = triangle(p[i], p[j], p[k]);
        let distance = (p[i] * weights[0] + p[j] * weights[1] + p[k] * weights[2]).length_squared();
        if distance < best.0 {
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
        let found = nearest(DVec3::NEG_Y, 1e-11, f64::INFINITY, |n| {
            let (on_a, on_b) = (n * ra, center - n * rb);
            Support { way: on_b - on_a, on_a, on_b }
        });
        assert!((found.normal - center / 3.0).length() < 1e-5, "{found:?}");
        assert!((found.on_a - center / 3.0 * ra).length() < 1e-5, "{found:?}");
    }
}
