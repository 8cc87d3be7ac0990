//! Planes, reflections, and where the path of a point crosses a wall.

use glam::{Mat2, Vec2, Vec3};

/// The points `p` with `normal·p = offset`. In front is where the normal points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit.
    pub normal: Vec3,
    /// Signed distance from the origin along the normal (m).
    pub offset: f32,
}

impl Plane {
    /// Through `point` (m), square to the unit vector `normal`.
    pub fn new(normal: Vec3, point: Vec3) -> Self {
        Self { normal, offset: normal.dot(point) }
    }

    /// Through three points (m); seen from in front they run counter-clockwise. None when they lie on one line.
    pub fn through(a: Vec3, b: Vec3, c: Vec3) -> Option<Self> {
        let (u, v) = (b - a, c - a);
        let cross = u.cross(v);
        let area = cross.length();
        // The sine of the angle between the sides, so that small triangles are as good as large ones.
        (area > 1e-6 * u.length() * v.length()).then(|| Self::new(cross / area, a))
    }

    /// Distance of `p` (m), positive in front.
    pub fn distance(&self, p: Vec3) -> f32 {
        self.normal.dot(p) - self.offset
    }

    /// The point of the plane nearest to the origin (m).
    pub fn point(&self) -> Vec3 {
        self.normal * self.offset
    }

    /// The same points with front and back exchanged.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }
}

/// What becomes of the velocity `v` at a surface with unit normal `n`: `v − 2(v·n)n`. Either sign of `n` gives the
/// same.
pub fn reflect(v: Vec3, n: Vec3) -> Vec3 {
    v - n * (2.0 * v.dot(n))
}

/// Sine of the angle up to which two directions count as parallel: it does not depend on their lengths.
const PARALLEL_SINE: f32 = 1e-6;

/// Solves `x·a + y·b = c` by Cramer's rule. None when `a` and `b` are parallel.
pub fn solve_2x2(a: Vec2, b: Vec2, c: Vec2) -> Option<Vec2> {
    let determinant = Mat2::from_cols(a, b).determinant();
    if determinant.abs() <= PARALLEL_SINE * a.length() * b.length() {
        return None;
    }
    Some(Vec2::new(Mat2::from_cols(c, b).determinant(), Mat2::from_cols(a, c).determinant()) / determinant)
}

/// Where the path of a point crosses a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// How far along the path, 0…1.
    pub path: f32,
    /// How far along the wall, 0…1.
    pub wall: f32,
}

/// Where the path from `start` to `start + displacement` first crosses the wall from `from` to `from + edge` (all m).
///
/// A path along the wall's own line crosses it at the wall's nearer end, or at once when it starts on it. A wall or a
/// path of no length crosses nothing but what lies on it.
pub fn intersect_wall(start: Vec2, displacement: Vec2, from: Vec2, edge: Vec2) -> Option<Crossing> {
    // Two lines that cross: within both stretches, or not at all.
    let whole = 0.0..=1.0;
    if let Some(at) = solve_2x2(edge, -displacement, start - from) {
        return (whole.contains(&at.x) && whole.contains(&at.y)).then_some(Crossing { path: at.y, wall: at.x });
    }
    // Parallel: on one line, or never.
    let along = if edge.length_squared() > displacement.length_squared() { edge } else { displacement };
    let length = along.length();
    let reach = length.max((from - start).length());
    if length == 0.0 || along.perp_dot(from - start).abs() > PARALLEL_SINE * length * reach {
        return (length == 0.0 && start == from).then_some(Crossing { path: 0.0, wall: 0.0 });
    }
    // Where the wall's ends and the path lie along their common line.
    let on_line = |p: Vec2| (p - start).dot(along) / length;
    let (a, b, end) = (on_line(from), on_line(from + edge), displacement.dot(along) / length);
    // The nearest point of the wall to the start, 0 when the wall lies about it.
    let nearest = if a.min(b) > 0.0 {
        a.min(b)
    } else if a.max(b) < 0.0 {
        a.max(b)
    } else {
        0.0
    };
    let path = if nearest == 0.0 { 0.0 } else { nearest / end };
    let wall = if a == b { 0.0 } else { (nearest - a) / (b - a) };
    whole.contains(&path).then_some(Crossing { path, wall })
}
