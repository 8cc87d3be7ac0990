//! Directions along which a frustum and another core may overlap least.
//!
//! The surface of their Minkowski difference consists of pieces: flat ones, pieces of a cone (the frustum's side with a
//! corner of the other), of an elliptic cylinder (a rim with an edge of the other) and of tubes (a rim with the side or
//! a rim of another frustum). The point of a piece that is nearest to an origin inside it is known in closed form or is
//! where a smooth function of one angle is least. Only rim with rim takes two angles: such pieces are smooth, and left
//! to a climb. Where pieces meet, the difference bends outwards: no point there is nearer than all of the pieces.

use super::pair::SolidPair;
use super::solid::Core;
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// Angles at which the slope of a function is taken, how many more beside a sharp one, and halvings of the interval in
/// which it turns: to 1e-13 rad.
const SAMPLES: usize = 32;
const CLOSER: i32 = 24;
const HALVINGS: usize = 40;

/// Halvings towards a root that may be next to nothing.
const ROOT_HALVINGS: usize = 128;

/// The side of a frustum: its outward normals are a circle about the axis.
struct FrustumSide {
    /// Of a normal: its part across the axis, and its part along it.
    across: f64,
    along: f64,
}

impl FrustumSide {
    fn new(bottom: f64, top: f64, half: f64) -> Self {
        let lean = DVec2::new(2.0 * half, bottom - top).normalize_or(DVec2::X);
        Self { across: lean.x, along: lean.y }
    }

    /// The outward normal in the half plane of the axis that holds `towards`; any where that is on the axis.
    fn normal(&self, towards: DVec3) -> DVec3 {
        let outwards = DVec2::new(towards.x, towards.z).try_normalize().unwrap_or(DVec2::X);
        DVec3::new(self.across * outwards.x, self.along, self.across * outwards.y)
    }

    /// The outward normal at an angle about the axis, and how fast it turns with the angle.
    fn at(&self, angle: f64) -> [DVec3; 2] {
        let (sin, cos) = angle.sin_cos();
        [DVec3::new(self.across * cos, self.along, self.across * sin), DVec3::new(-sin, 0.0, cos) * self.across]
    }

    /// The outward normals that stand at an angle of this cosine to the unit vector `axis`.
    fn normals_at(&self, axis: DVec3, cosine: f64) -> Vec<DVec3> {
        common(DVec3::Y, self.along, axis, cosine)
    }
}

/// Directions from A to B (A's axes): one for each piece of the difference in which a frustum takes part, but for those
/// of two rims.
pub fn directions(pair: &SolidPair) -> Vec<DVec3> {
    let back = |normal: DVec3| -(pair.b_in_a.rotation * normal);
    let mut found = directions_of_first(pair);
    found.extend(directions_of_first(&pair.swapped()).into_iter().map(back));
    found
}

/// The same of the pieces of A alone; none when A is no frustum.
fn directions_of_first(pair: &SolidPair) -> Vec<DVec3> {
    let Core::Frustum { bottom, top, half } = *pair.a else { return Vec::new() };
    let side = FrustumSide::new(bottom, top, half);
    let rims = [(bottom, -half), (top, half)];
    let mut found = vec![DVec3::Y, -DVec3::Y];

    // The side and a corner: in the plane of the axis and the corner.
    let corners = pair.b.corners();
    found.extend(corners.iter().map(|corner| side.normal(pair.b_in_a.point(*corner))));
    for [from, to] in pair.b.edges() {
        let [from, to] = [from, to].map(|end| pair.b_in_a.point(end));
        let Some(along) = (to - from).try_normalize() else { continue };
        // The side and an edge: a line of the side and the edge span the flat piece.
        found.extend(side.normals_at(along, 0.0));
        for (radius, height) in rims.iter().filter(|rim| rim.0 > 0.0) {
            found.extend(across_edge(along, DVec3::Y * *height - from, *radius));
        }
    }

    if let Core::Frustum { bottom, top, half } = *pair.b {
        let axis = pair.b_in_a.rotation * DVec3::Y;
        let other = FrustumSide::new(bottom, top, half);
        found.extend(side.normals_at(axis, -other.along));
        for (radius, height) in [(bottom, -half), (top, half)] {
            let middle = pair.b_in_a.point(DVec3::Y * height);
            // What the rim reaches back along a normal of the side: `r |n × axis| − n · middle`.
            let slope = |angle: f64| {
                let [normal, turn] = side.at(angle);
                let lean = normal.dot(axis);
                -middle.dot(turn) - radius * lean * turn.dot(axis) / (1.0 - lean * lean).max(f64::MIN_POSITIVE).sqrt()
            };
            // Where the normal is nearly the axis of the rim, it turns quickly over the rim.
            let sharp = evenly_and_near(axis.z.atan2(axis.x));
            found.extend(valleys(slope, &sharp).into_iter().map(|angle| side.at(angle)[0]));
        }
    }
    found
}

/// Normals across an edge along `along` at which a rim about y and the edge overlap least; `apart` leads from a point
/// of the edge to the middle of the rim.
///
/// Seen along the edge the rim is an ellipse: its points whose distance from the edge has a least value.
fn across_edge(along: DVec3, apart: DVec3, radius: f64) -> Vec<DVec3> {
    let wide = along.cross(DVec3::Y).try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
    let narrow = along.cross(wide);
    let axes = DVec2::new(radius, radius * along.y.abs());
    let feet = feet(axes, -DVec2::new(apart.dot(wide), apart.dot(narrow)));
    let normal = |foot: DVec2| (wide * (foot.x * axes.y) + narrow * (foot.y * axes.x)).try_normalize();
    // Of a point in units of the axes.
    feet.into_iter().map(|foot| foot / axes).filter_map(normal).collect()
}

/// The points of an ellipse of these half axes (m), the first the longer, whose distance from a point inside has a
/// least value: one in the quarter of the point, and perhaps one in that across the long axis.
///
/// At both `x = a² p / (u + a² − b²)` and `y = b² q / u`, with a root `u` of `(a p / (u + a² − b²))² + (b q / u)² = 1`:
/// the one above 0, and the greater of none or two below it (Eberly, "Distance from a Point to an Ellipse").
fn feet(axes: DVec2, point: DVec2) -> Vec<DVec2> {
    let DVec2 { x: a, y: b } = axes;
    let between = (a - b) * (a + b);
    // On the long axis the two are each other's images.
    let (p, q) = (point.x.abs(), point.y.abs().max(1e-30 * a));
    let squared = |value: f64| value * value;
    let excess = |u: f64| squared(a * p / (u + between)) + squared(b * q / u) - 1.0;
    let foot = |u: f64, side: f64| {
        let x = (a * p / (u + between)).clamp(0.0, 1.0);
        DVec2::new(a * x * point.x.signum(), b * (1.0 - x * x).sqrt() * point.y.signum() * side)
    };
    if b <= 0.0 {
        return Vec::new();
    }
    let nearest = root(|u| excess(u) < 0.0, 0.0, (a * p).hypot(b * q));
    let mut found = vec![foot(nearest, 1.0)];
    // Below 0 it is convex: least where its slope is 0, and perhaps below 0 there.
    let rises = |u: f64| squared(a * p / (u + between)) / (u + between) + squared(b * q / u) / u < 0.0;
    let least = root(rises, -between, 0.0);
    if between > 0.0 && excess(least) < 0.0 {
        found.push(foot(root(|u| excess(u) > 0.0, least, 0.0), -1.0));
    }
    found
}

/// Where `is_beyond` becomes true between two numbers, nearest to 0 to the last digits.
fn root(is_beyond: impl Fn(f64) -> bool, mut low: f64, mut high: f64) -> f64 {
    for _ in 0..ROOT_HALVINGS {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if is_beyond(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Angles in even steps, and ever closer ones round `sharp` and opposite it.
fn evenly_and_near(sharp: f64) -> Vec<f64> {
    let mut angles: Vec<f64> = (0..SAMPLES).map(|k| k as f64 * TAU / SAMPLES as f64).collect();
    for middle in [sharp, sharp + PI] {
        let near = (0..CLOSER).flat_map(|k| [-1.0, 1.0].map(|side| middle + side * 0.5_f64.powi(k)));
        angles.extend(near.map(|angle| angle.rem_euclid(TAU)));
    }
    angles.sort_by(f64::total_cmp);
    angles
}

/// The angles at which a function is least of all near them: where its slope turns from falling to rising. The slope is
/// taken at the angles given, once round, and between them where it comes nearest to turning.
fn valleys(slope: impl Fn(f64) -> f64, angles: &[f64]) -> Vec<f64> {
    let mut samples: Vec<(f64, f64)> = angles.iter().map(|angle| (*angle, slope(*angle))).collect();
    let count = samples.len();
    for k in 0..count {
        let (angle, here) = samples[k];
        let (mut from, before) = samples[(k + count - 1) % count];
        let (mut to, after) = samples[(k + 1) % count];
        (from, to) = (if from > angle { from - TAU } else { from }, if to < angle { to + TAU } else { to });
        // A valley and a hill beside each other lie between samples of one sign.
        let sign = -here.signum();
        let rises = |there: f64| sign * there > 0.0;
        let is_lower = |there: f64| rises(there) || sign * there <= sign * here;
        if is_lower(before) && is_lower(after) {
            // Not where it turns between the samples anyway.
            (from, to) = (if rises(before) { angle } else { from }, if rises(after) { angle } else { to });
            let turned = nearest_to_turning(|angle| sign * slope(angle), from, to);
            samples.push((turned.rem_euclid(TAU), slope(turned)));
        }
    }
    samples.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut found = Vec::new();
    for (k, (angle, here)) in samples.iter().copied().enumerate() {
        let (next, there) = samples[(k + 1) % samples.len()];
        if here < 0.0 && there >= 0.0 {
            let (mut low, mut high) = (angle, if next < angle { next + TAU } else { next });
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(low, high);
                if slope(middle) < 0.0 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            found.push(f64::midpoint(low, high));
        }
    }
    found
}

/// Where a function that is below 0 at both ends is greatest, or the first place found where it is above
/// 0: golden sections.
fn nearest_to_turning(value: impl Fn(f64) -> f64, mut from: f64, mut to: f64) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    for _ in 0..HALVINGS {
        let (low, high) = (to - GOLDEN * (to - from), from + GOLDEN * (to - from));
        let (at_low, at_high) = (value(low), value(high));
        if at_low > 0.0 || at_high > 0.0 {
            return if at_low > 0.0 { low } else { high };
        }
        if at_low > at_high {
            to = high;
        } else {
            from = low;
        }
    }
    f64::midpoint(from, to)
}

/// Unit vectors at angles of these cosines to two unit vectors: two, or none.
fn common(one: DVec3, cosine_one: f64, other: DVec3, cosine_other: f64) -> Vec<DVec3> {
    let across = one.cross(other);
    let squared = across.length_squared();
    let lean = one.dot(other);
    let base = (one * (cosine_one - lean * cosine_other) + other * (cosine_other - lean * cosine_one)) / squared;
    let rest = (1.0 - base.length_squared()) / squared;
    if squared < 1e-20 || rest.is_nan() || rest < 0.0 {
        return Vec::new();
    }
    [rest.sqrt(), -rest.sqrt()].map(|part| (base + across * part).normalize()).to_vec()
}
