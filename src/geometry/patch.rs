//! The contact points of a flat side and what meets it, where one of the two is round.
//!
//! All is in the axes of the flat side: `u` and `v` in its plane, `w` above it. Every point given lies on both outlines
//! or inside both, exactly: where a rim crosses an edge is computed, not cut from a polygon. So what stands on a round
//! cap tips when its weight passes the circle.

use super::clip::{Vertex, choose};
use super::hull::{Incident, Region};
use glam::{DVec2, DVec3};

/// Slope of a cap below which its points stay where they are on the body, rather than turn with the way it leans: about
/// the rounding of a pose. What is near to tipping must be held at the very edge, as soon as it leans at all.
const LEVEL: f64 = 1e-6;

/// Slopes between which a cap goes over from standing, held all round, to leaning on its lowest point, held close to
/// either side of it: nothing else would keep it from rolling along its rim for a whole step.
const LEANS: [f64; 2] = [2e-5, 2e-4];

/// Cosine and sine of the angle from the lowest point to the points beside it on a cap that leans (30°).
const BESIDE: DVec2 = DVec2::new(0.866_025_403_784_438_6, 0.5);

/// How far beyond an outline a point may lie and still count as inside, relative to the outline's size: stacked shapes
/// of one size would otherwise change the names of their points with every rounding.
const OVERHANG: f64 = 2e-3;

/// Sixteen points of the unit circle.
const CIRCLE: [(f64, f64); 16] = {
    let (h, c, s) = (std::f64::consts::FRAC_1_SQRT_2, 0.923_879_532_511_286_7, 0.382_683_432_365_089_8);
    [
        (1.0, 0.0),
        (c, s),
        (h, h),
        (s, c),
        (0.0, 1.0),
        (-s, c),
        (-h, h),
        (-c, s),
        (-1.0, 0.0),
        (-c, -s),
        (-h, -h),
        (-s, -c),
        (0.0, -1.0),
        (s, -c),
        (h, -h),
        (c, -s),
    ]
};

/// Bisections that find where two circles cross, to a hundred-millionth of a turn.
const HALVINGS: u32 = 24;

/// Names of points: sixteen of the incident's rim, sixteen of the flat side's, then four corners, then up to sixteen
/// crossings, so that all stay below 64.
const OWN_RIM: usize = 16;
const CORNER: usize = 32;
const CROSSING: usize = 36;

/// Points found on the way to the four that are kept.
struct Points {
    vertices: [Vertex; 48],
    count: usize,
    /// Higher points are left out (m).
    margin: f64,
}

impl Points {
    fn push(&mut self, p: DVec3, name: usize) {
        if p.z <= self.margin && self.count < self.vertices.len() {
            self.vertices[self.count] = Vertex::named(p.as_vec3(), name as u8);
            self.count += 1;
        }
    }
}

/// Up to four points of an incident part no higher than `margin` (m) above a flat side. `(u, v, w)` are a point's
/// coordinates on the incident part.
pub(super) fn overlap(region: Region, incident: &Incident, margin: f32) -> ([Vertex; 4], usize) {
    let mut points = Points { vertices: [Vertex::default(); 48], count: 0, margin: f64::from(margin) };
    match *incident {
        Incident::Segment { from, to } => segment(region, from, to, &mut points),
        Incident::Disc { center, x, z } => disc(region, center, x, z, &mut points),
        Incident::Rectangle { center, u, v } => match (region, u == DVec3::ZERO, v == DVec3::ZERO) {
            (_, true, _) => segment(region, center - v, center + v, &mut points),
            (_, _, true) => segment(region, center - u, center + u, &mut points),
            (Region::Disc { radius }, ..) => rectangle_on_disc(radius, center, u, v, &mut points),
            (Region::Rectangle { .. } | Region::Plane, ..) => {
                for (k, (su, sv)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
                    points.push(center + u * su + v * sv, CORNER + k);
                }
            }
        },
    }
    choose(&points.vertices[..points.count])
}

impl Region {
    /// Whether a point of the plane lies on the flat side.
    fn holds(self, p: DVec3) -> bool {
        match self {
            Self::Rectangle { half_u, half_v } => {
                p.x.abs() <= half_u * (1.0 + OVERHANG) && p.y.abs() <= half_v * (1.0 + OVERHANG)
            }
            Self::Disc { radius } => p.x * p.x + p.y * p.y <= radius * radius * (1.0 + OVERHANG) * (1.0 + OVERHANG),
            Self::Plane => true,
        }
    }
}

/// The part of a segment above a flat side.
fn segment(region: Region, from: DVec3, to: DVec3, points: &mut Points) {
    let along = to - from;
    let (mut enter, mut exit) = (0.0_f64, 1.0_f64);
    let mut slab = |o: f64, d: f64, half: f64| {
        if d == 0.0 {
            if o.abs() > half {
                exit = -1.0;
            }
        } else {
            let (s, t) = ((-half - o) / d, (half - o) / d);
            (enter, exit) = (enter.max(s.min(t)), exit.min(s.max(t)));
        }
    };
    match region {
        Region::Rectangle { half_u, half_v } => {
            slab(from.x, along.x, half_u);
            slab(from.y, along.y, half_v);
        }
        Region::Disc { radius } => match line_in_circle(from.truncate(), along.truncate(), radius) {
            Some((s, t)) => (enter, exit) = (enter.max(s), exit.min(t)),
            None => return,
        },
        Region::Plane => {}
    }
    if enter <= exit {
        points.push(from + along * enter, 0);
        points.push(from + along * exit, 1);
    }
}

/// From which to which `t` the line `o + t·d` is within a circle about the origin.
fn line_in_circle(o: DVec2, d: DVec2, radius: f64) -> Option<(f64, f64)> {
    let a = d.length_squared();
    if a == 0.0 {
        return (o.length_squared() <= radius * radius).then_some((0.0, 1.0));
    }
    let middle = -o.dot(d) / a;
    let nearest = o + d * middle;
    let room = radius * radius - nearest.length_squared();
    (room >= 0.0).then(|| (middle - (room / a).sqrt(), middle + (room / a).sqrt()))
}

/// Where a circle is held that lies on a plane, by its slope.
struct Lean {
    /// Towards the lowest point (unit); the first axis when the circle is level.
    down: DVec2,
    /// How many quarter turns from the first axis that is.
    quarter: usize,
    /// From the lowest point to those beside it, as cosine and sine.
    beside: DVec2,
}

impl Lean {
    /// Of a plane whose height grows by `x` and `z` along its two axes (slopes).
    fn new(x: f64, z: f64) -> Self {
        let down = DVec2::new(LEVEL - x, -z).normalize_or(DVec2::X);
        let quarter = match (down.x.abs() >= down.y.abs(), down.x > 0.0, down.y > 0.0) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 1,
            (false, _, false) => 3,
        };
        let share = (((x * x + z * z).sqrt() - LEANS[0]) / (LEANS[1] - LEANS[0])).clamp(0.0, 1.0);
        Self { down, quarter, beside: DVec2::Y.lerp(BESIDE, share).normalize() }
    }

    /// The four points that hold it, from the lowest on round the unit circle, in axes of which the first points down.
    fn held(&self) -> [(f64, f64); 4] {
        let (c, s) = (self.beside.x, self.beside.y);
        [(1.0, 0.0), (c, s), (-1.0, 0.0), (c, -s)]
    }

    /// The name of point `k` of sixteen, counted from the lowest on; the same while the circle leans by the same quarter.
    fn name(&self, k: usize) -> usize {
        (4 * self.quarter + k) % 16
    }
}

/// A disc on a flat side. The lowest point of its rim is always among those asked for.
fn disc(region: Region, center: DVec3, x: DVec3, z: DVec3, points: &mut Points) {
    let r = x.length();
    let lean = Lean::new(x.z / r, z.z / r);
    let (e1, e2) = (x * lean.down.x + z * lean.down.y, z * lean.down.x - x * lean.down.y);
    let at = |(a, b): (f64, f64)| center + e1 * a + e2 * b;
    let rim = |k: usize| at(CIRCLE[k]);
    let name = |k: usize| lean.name(k);
    let held = lean.held().map(at);
    if held.iter().all(|p| region.holds(*p)) {
        held.iter().enumerate().for_each(|(k, p)| points.push(*p, name(4 * k)));
        return;
    }
    // The height of the disc's plane above (u, v), and the place there in the disc's own axes.
    let normal = e1.cross(e2);
    let det = e1.x * e2.y - e2.x * e1.y;
    if det.abs() < 1e-3 * e1.length_squared() {
        // On edge: only its lowest point is near.
        (0..16).filter(|k| region.holds(rim(*k))).for_each(|k| points.push(rim(k), name(k)));
        return;
    }
    let above = |p: DVec2| {
        let w = center.z - (normal.x * (p.x - center.x) + normal.y * (p.y - center.y)) / normal.z;
        DVec3::new(p.x, p.y, w)
    };
    let inside = |p: DVec2| {
        let o = p - center.truncate();
        let (a, b) = ((o.x * e2.y - o.y * e2.x) / det, (o.y * e1.x - o.x * e1.y) / det);
        a * a + b * b <= 1.0
    };
    match region {
        Region::Plane => {}
        Region::Rectangle { half_u, half_v } => {
            for (k, (su, sv)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
                let corner = DVec2::new(su * half_u, sv * half_v);
                if inside(corner) {
                    points.push(above(corner), CORNER + k);
                }
            }
            for (k, (axis, limit)) in [(0, half_u), (0, -half_u), (1, half_v), (1, -half_v)].into_iter().enumerate() {
                // a·e1 + b·e2 = m along this axis, with a² + b² = 1.
                let (p, m) = (DVec2::new(e1[axis], e2[axis]), limit - center[axis]);
                let n2 = p.length_squared();
                let room = n2 - m * m;
                if n2 > 0.0 && room >= 0.0 {
                    for (j, sign) in [1.0, -1.0].into_iter().enumerate() {
                        let ab = (p * m + p.perp() * (sign * room.sqrt())) / n2;
                        let on_rim = center + e1 * ab.x + e2 * ab.y;
                        if region.holds(on_rim) {
                            points.push(on_rim, CROSSING + 2 * k + j);
                        }
                    }
                }
            }
        }
        Region::Disc { radius } => {
            let lean = Lean::new(-normal.x / normal.z, -normal.y / normal.z);
            let on = |(a, b): (f64, f64)| (lean.down * a + lean.down.perp() * b) * radius;
            let own = |k: usize| on(CIRCLE[k]);
            let held = lean.held().map(on);
            if held.iter().all(|p| inside(*p)) {
                held.iter().enumerate().for_each(|(k, p)| points.push(above(*p), OWN_RIM + lean.name(4 * k)));
                return;
            }
            // Where the rim crosses the circle, between one of its sixteen points and the next.
            let beyond = |p: DVec2| at(p.into()).truncate().length_squared() > radius * radius;
            for k in 0..16 {
                let (mut out, mut inn) = (DVec2::from(CIRCLE[k]), DVec2::from(CIRCLE[(k + 1) % 16]));
                if beyond(out) == beyond(inn) {
                    continue;
                }
                if beyond(inn) {
                    (out, inn) = (inn, out);
                }
                for _ in 0..HALVINGS {
                    let middle = (out + inn).normalize();
                    *(if beyond(middle) { &mut out } else { &mut inn }) = middle;
                }
                points.push(at(inn.into()), CROSSING + k);
            }
            (0..16).filter(|k| inside(own(*k))).for_each(|k| points.push(above(own(k)), OWN_RIM + lean.name(k)));
        }
    }
    (0..16).filter(|k| region.holds(rim(*k))).for_each(|k| points.push(rim(k), name(k)));
}

/// A rectangle on a disc.
fn rectangle_on_disc(radius: f64, center: DVec3, u: DVec3, v: DVec3, points: &mut Points) {
    let region = Region::Disc { radius };
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(su, sv)| center + u * su + v * sv);
    let normal = u.cross(v);
    let det = normal.z;
    let steep = det.abs() < 1e-3 * normal.length();
    if !steep {
        let lean = Lean::new(-normal.x / normal.z, -normal.y / normal.z);
        let inside = |p: DVec2| {
            let o = p - center.truncate();
            let (a, b) = ((o.x * v.y - o.y * v.x) / det, (o.y * u.x - o.x * u.y) / det);
            a.abs() <= 1.0 + OVERHANG && b.abs() <= 1.0 + OVERHANG
        };
        let on = |(a, b): (f64, f64)| {
            let p = (lean.down * a + lean.down.perp() * b) * radius;
            let w = center.z - (normal.x * (p.x - center.x) + normal.y * (p.y - center.y)) / normal.z;
            DVec3::new(p.x, p.y, w)
        };
        let held = lean.held().map(on);
        if held.iter().all(|p| inside(p.truncate())) {
            held.iter().enumerate().for_each(|(k, p)| points.push(*p, OWN_RIM + lean.name(4 * k)));
            return;
        }
        for (k, p) in CIRCLE.into_iter().map(on).enumerate() {
            if inside(p.truncate()) {
                points.push(p, OWN_RIM + lean.name(k));
            }
        }
    }
    for (k, corner) in corners.into_iter().enumerate() {
        if region.holds(corner) {
            points.push(corner, CORNER + k);
        }
        let along = corners[(k + 1) % 4] - corner;
        if let Some((enter, exit)) = line_in_circle(corner.truncate(), along.truncate(), radius) {
            for (j, t) in [enter, exit].into_iter().enumerate() {
                if (0.0..=1.0).contains(&t) {
                    points.push(corner + along * t, CROSSING + 2 * k + j);
                }
            }
        }
    }
}
