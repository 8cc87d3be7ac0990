//! Clipping an incident part against a face where one of the two is round.
//!
//! All is in the axes of the face: `u` and `v` in its plane, `w` above it. Every point lies on both outlines or inside
//! both, exactly: where a rim crosses an edge is solved for, not cut from a polygon that approximates the circle. So a
//! body on a round cap tips when its centre of mass passes the circle.

use super::clip::{CLIP_TOLERANCE, Vertex, reduce};
use super::convex::{Incident, Outline};
use glam::{DVec2, DVec3};

/// Slope below which a cap keeps its support points where they are on the body, instead of turning them with the
/// direction it tilts in: about the rounding of a pose. A body about to tip must be supported at the very edge.
const LEVEL_SLOPE: f64 = 1e-6;

/// Slopes between which the support of a cap goes over from four points a quarter turn apart to the lowest point and
/// two close beside it. Without those two a tilted cap would roll along its rim unhindered for a whole step.
const TILT_BLEND: [f64; 2] = [2e-5, 2e-4];

/// Cosine and sine of the angle from the lowest point of a tilted cap to the support points beside it (30°).
const SIDE_POINT: DVec2 = DVec2::new(0.866_025_403_784_438_6, 0.5);

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

/// Bisections that find where two rims cross: 2⁻²⁴ of a sixteenth of a turn, the precision of the `f32` results.
const BISECTIONS: u32 = 24;

/// Contact ids: 0…15 on the incident rim, then sixteen on the rim of the face, four corners and up to sixteen
/// crossings. All stay below 64, the six bits that [`Vertex::with_id`] holds.
const FACE_RIM_ID: usize = 16;
const CORNER_ID: usize = 32;
const CROSSING_ID: usize = 36;

/// The contact points found, before they are reduced to four.
struct Points {
    vertices: [Vertex; 48],
    count: usize,
    /// Higher points are left out (m).
    margin: f64,
}

impl Points {
    fn push(&mut self, p: DVec3, id: usize) {
        if p.z <= self.margin && self.count < self.vertices.len() {
            self.vertices[self.count] = Vertex::with_id(p.as_vec3(), id as u8);
            self.count += 1;
        }
    }
}

/// Clips an incident part against a face and reduces the result to four points, none higher than `margin` (m).
/// `(u, v, w)` are a point's coordinates on the incident part.
pub(super) fn clip_to_face(outline: Outline, incident: &Incident, margin: f32) -> ([Vertex; 4], usize) {
    let mut points = Points { vertices: [Vertex::default(); 48], count: 0, margin: f64::from(margin) };
    match *incident {
        Incident::Segment { from, to } => clip_segment(outline, from, to, &mut points),
        Incident::Disc { center, x, z } => clip_disc(outline, center, x, z, &mut points),
        Incident::Rectangle { center, u, v } => match (outline, u == DVec3::ZERO, v == DVec3::ZERO) {
            // A rectangle without width is a segment; on a plane nothing has to be clipped.
            (_, true, _) => clip_segment(outline, center - v, center + v, &mut points),
            (_, _, true) => clip_segment(outline, center - u, center + u, &mut points),
            (Outline::Disc { radius }, ..) => clip_rectangle_to_disc(radius, center, u, v, &mut points),
            (Outline::Rectangle { .. } | Outline::Plane, ..) => {
                for (k, (su, sv)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
                    points.push(center + u * su + v * sv, CORNER_ID + k);
                }
            }
        },
    }
    reduce(&points.vertices[..points.count])
}

impl Outline {
    /// Whether a point of the plane lies on the face.
    fn contains(self, p: DVec3) -> bool {
        match self {
            Self::Rectangle { half_u, half_v } => {
                p.x.abs() <= half_u * (1.0 + CLIP_TOLERANCE) && p.y.abs() <= half_v * (1.0 + CLIP_TOLERANCE)
            }
            Self::Disc { radius } => {
                p.x * p.x + p.y * p.y <= radius * radius * (1.0 + CLIP_TOLERANCE) * (1.0 + CLIP_TOLERANCE)
            }
            Self::Plane => true,
        }
    }
}

/// The part of a segment above a face: the intersection of parameter intervals, as Cyrus and Beck clip a line.
fn clip_segment(outline: Outline, from: DVec3, to: DVec3, points: &mut Points) {
    // Slab test: each pair of parallel lines leaves an interval of the parameter.
    let along = to - from;
    let (mut enter, mut exit) = (0.0_f64, 1.0_f64);
    let mut slab = |o: f64, d: f64, half: f64| {
        if d == 0.0 {
            if o.abs() > half {
                exit = -1.0;
            }
        } else {
            // Where the line enters and leaves the slab.
            let (s, t) = ((-half - o) / d, (half - o) / d);
            (enter, exit) = (enter.max(s.min(t)), exit.min(s.max(t)));
        }
    };
    match outline {
        Outline::Rectangle { half_u, half_v } => {
            slab(from.x, along.x, half_u);
            slab(from.y, along.y, half_v);
        }
        Outline::Disc { radius } => match line_in_circle(from.truncate(), along.truncate(), radius) {
            Some((s, t)) => (enter, exit) = (enter.max(s), exit.min(t)),
            None => return,
        },
        Outline::Plane => {}
    }
    if enter <= exit {
        points.push(from + along * enter, 0);
        points.push(from + along * exit, 1);
    }
}

/// The interval of `t` in which the line `o + t·d` is within a circle about the origin.
fn line_in_circle(o: DVec2, d: DVec2, radius: f64) -> Option<(f64, f64)> {
    let a = d.length_squared();
    if a == 0.0 {
        return (o.length_squared() <= radius * radius).then_some((0.0, 1.0));
    }
    // Half the chord from the distance of the line: does not cancel for a line that starts far off.
    let middle = -o.dot(d) / a;
    let nearest = o + d * middle;
    let half_chord2 = radius * radius - nearest.length_squared();
    (half_chord2 >= 0.0).then(|| (middle - (half_chord2 / a).sqrt(), middle + (half_chord2 / a).sqrt()))
}

/// Where a disc on a plane is supported, by its slope.
struct Tilt {
    /// Towards the lowest point (unit); the first axis when the circle is level.
    down: DVec2,
    /// How many quarter turns from the first axis that is.
    quadrant: usize,
    /// From the lowest point to those beside it, as cosine and sine.
    beside: DVec2,
}

impl Tilt {
    /// Of a plane whose height grows by `x` and `z` along its two axes (slopes).
    fn new(x: f64, z: f64) -> Self {
        // The bias towards the first axis keeps the direction, and with it the ids, while the disc is level.
        let down = DVec2::new(LEVEL_SLOPE - x, -z).normalize_or(DVec2::X);
        // The quadrant of the lowest point: ids change only when that does.
        let quadrant = match (down.x.abs() >= down.y.abs(), down.x > 0.0, down.y > 0.0) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 1,
            (false, _, false) => 3,
        };
        // From four points a quarter turn apart to a narrow three, as the slope grows.
        let blend = (((x * x + z * z).sqrt() - TILT_BLEND[0]) / (TILT_BLEND[1] - TILT_BLEND[0])).clamp(0.0, 1.0);
        Self { down, quadrant, beside: DVec2::Y.lerp(SIDE_POINT, blend).normalize() }
    }

    /// The four points that support it, from the lowest on round the unit circle, in axes of which the first points
    /// down.
    fn support_points(&self) -> [(f64, f64); 4] {
        let (c, s) = (self.beside.x, self.beside.y);
        [(1.0, 0.0), (c, s), (-1.0, 0.0), (c, -s)]
    }

    /// The id of point `k` of sixteen, counted from the lowest on; the same while the disc tilts within one quadrant.
    fn point_id(&self, k: usize) -> usize {
        (4 * self.quadrant + k) % 16
    }
}

/// A disc against a face. The lowest point of its rim is always among the candidates.
fn clip_disc(outline: Outline, center: DVec3, x: DVec3, z: DVec3, points: &mut Points) {
    let r = x.length();
    // Axes of the disc with the first towards its lowest point.
    let tilt = Tilt::new(x.z / r, z.z / r);
    let (e1, e2) = (x * tilt.down.x + z * tilt.down.y, z * tilt.down.x - x * tilt.down.y);
    let at = |(a, b): (f64, f64)| center + e1 * a + e2 * b;
    let rim = |k: usize| at(CIRCLE[k]);
    let id = |k: usize| tilt.point_id(k);
    // The common case: all four support points lie on the face, and nothing has to be clipped.
    let support_points = tilt.support_points().map(at);
    if support_points.iter().all(|p| outline.contains(*p)) {
        support_points.iter().enumerate().for_each(|(k, p)| points.push(*p, id(4 * k)));
        return;
    }
    // The disc's plane as a height above (u, v). Projected onto the face, the disc is an ellipse: its inverse matrix
    // (Cramer's rule) carries a point of the face into the unit circle.
    let normal = e1.cross(e2);
    let det = e1.x * e2.y - e2.x * e1.y;
    if det.abs() < 1e-3 * e1.length_squared() {
        // The disc stands on its edge: only the lowest points of its rim are near.
        (0..16).filter(|k| outline.contains(rim(*k))).for_each(|k| points.push(rim(k), id(k)));
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
    match outline {
        Outline::Plane => {}
        Outline::Rectangle { half_u, half_v } => {
            for (k, (su, sv)) in [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].into_iter().enumerate() {
                // Corners of the face below the disc.
                let corner = DVec2::new(su * half_u, sv * half_v);
                if inside(corner) {
                    points.push(above(corner), CORNER_ID + k);
                }
            }
            // Where the ellipse crosses the four edge lines of the face, if on the edge itself.
            for (k, (axis, limit)) in [(0, half_u), (0, -half_u), (1, half_v), (1, -half_v)].into_iter().enumerate() {
                // a·e1 + b·e2 = m along this axis, with a² + b² = 1.
                let (p, m) = (DVec2::new(e1[axis], e2[axis]), limit - center[axis]);
                let n2 = p.length_squared();
                let half_chord2 = n2 - m * m;
                if n2 > 0.0 && half_chord2 >= 0.0 {
                    for (j, sign) in [1.0, -1.0].into_iter().enumerate() {
                        let ab = (p * m + p.perp() * (sign * half_chord2.sqrt())) / n2;
                        let on_rim = center + e1 * ab.x + e2 * ab.y;
                        if outline.contains(on_rim) {
                            points.push(on_rim, CROSSING_ID + 2 * k + j);
                        }
                    }
                }
            }
        }
        Outline::Disc { radius } => {
            // A face smaller than the disc supports it at its own rim.
            let tilt = Tilt::new(-normal.x / normal.z, -normal.y / normal.z);
            // Points of the face's own rim, from its lowest one below the disc on.
            let on = |(a, b): (f64, f64)| (tilt.down * a + tilt.down.perp() * b) * radius;
            let own = |k: usize| on(CIRCLE[k]);
            let support_points = tilt.support_points().map(on);
            if support_points.iter().all(|p| inside(*p)) {
                support_points
                    .iter()
                    .enumerate()
                    .for_each(|(k, p)| points.push(above(*p), FACE_RIM_ID + tilt.point_id(4 * k)));
                return;
            }
            // Where the ellipse crosses the circle: a sign change between one of sixteen points and the next, bisected.
            let beyond = |p: DVec2| at(p.into()).truncate().length_squared() > radius * radius;
            for k in 0..16 {
                let (mut out, mut inn) = (DVec2::from(CIRCLE[k]), DVec2::from(CIRCLE[(k + 1) % 16]));
                if beyond(out) == beyond(inn) {
                    continue;
                }
                if beyond(inn) {
                    (out, inn) = (inn, out);
                }
                for _ in 0..BISECTIONS {
                    let middle = (out + inn).normalize();
                    *(if beyond(middle) { &mut out } else { &mut inn }) = middle;
                }
                points.push(at(inn.into()), CROSSING_ID + k);
            }
            (0..16)
                .filter(|k| inside(own(*k)))
                .for_each(|k| points.push(above(own(k)), FACE_RIM_ID + tilt.point_id(k)));
        }
    }
    // Points of the disc's own rim on the face.
    (0..16).filter(|k| outline.contains(rim(*k))).for_each(|k| points.push(rim(k), id(k)));
}

/// A rectangle against a round face.
fn clip_rectangle_to_disc(radius: f64, center: DVec3, u: DVec3, v: DVec3, points: &mut Points) {
    let outline = Outline::Disc { radius };
    let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(su, sv)| center + u * su + v * sv);
    let normal = u.cross(v);
    let det = normal.z;
    // A rectangle that stands on its edge has no area seen along the normal: only its outline is clipped.
    let steep = det.abs() < 1e-3 * normal.length();
    if !steep {
        let tilt = Tilt::new(-normal.x / normal.z, -normal.y / normal.z);
        // Whether a point of the face lies below the rectangle, by its coordinates along the sides.
        let inside = |p: DVec2| {
            let o = p - center.truncate();
            let (a, b) = ((o.x * v.y - o.y * v.x) / det, (o.y * u.x - o.x * u.y) / det);
            a.abs() <= 1.0 + CLIP_TOLERANCE && b.abs() <= 1.0 + CLIP_TOLERANCE
        };
        let on = |(a, b): (f64, f64)| {
            let p = (tilt.down * a + tilt.down.perp() * b) * radius;
            let w = center.z - (normal.x * (p.x - center.x) + normal.y * (p.y - center.y)) / normal.z;
            DVec3::new(p.x, p.y, w)
        };
        // The common case: the face lies wholly below the rectangle and is supported at its own rim.
        let support_points = tilt.support_points().map(on);
        if support_points.iter().all(|p| inside(p.truncate())) {
            support_points.iter().enumerate().for_each(|(k, p)| points.push(*p, FACE_RIM_ID + tilt.point_id(4 * k)));
            return;
        }
        for (k, p) in CIRCLE.into_iter().map(on).enumerate() {
            if inside(p.truncate()) {
                points.push(p, FACE_RIM_ID + tilt.point_id(k));
            }
        }
    }
    // Corners of the rectangle on the face, and where its edges cross the rim.
    for (k, corner) in corners.into_iter().enumerate() {
        if outline.contains(corner) {
            points.push(corner, CORNER_ID + k);
        }
        let along = corners[(k + 1) % 4] - corner;
        if let Some((enter, exit)) = line_in_circle(corner.truncate(), along.truncate(), radius) {
            for (j, t) in [enter, exit].into_iter().enumerate() {
                if (0.0..=1.0).contains(&t) {
                    points.push(corner + along * t, CROSSING_ID + 2 * k + j);
                }
            }
        }
    }
}
