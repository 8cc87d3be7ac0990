//! When two moving shapes touch first: conservative advancement.
//!
//! At each stop the two are apart by a known gap along a known unit normal. Along that fixed direction the gap can
//! shrink no faster than the relative velocity and the spins allow, so the time until it could vanish is safe to skip.

use super::convex::Convex;
use super::frustum::Frustum;
use super::sat::Boxes;
use super::{NormalRule, PairMemory, Shape, Side, Sides, collide, frustum_pairs, quad};
use crate::math::{Pose, quat_from_rotation_vector};
use glam::{Mat3, Quat, Vec2, Vec3};

/// A motion with constant acceleration and constant spin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Where it starts (m, world).
    pub pose: Pose,
    /// Velocity of the centre at the start (m/s, world).
    pub velocity: Vec3,
    /// Angular velocity (rad/s, world axes).
    pub spin: Vec3,
    /// Acceleration of the centre (m/s², world).
    pub acceleration: Vec3,
}

impl Sweep {
    /// Stays where it is.
    pub const fn still(pose: Pose) -> Self {
        Self { pose, velocity: Vec3::ZERO, spin: Vec3::ZERO, acceleration: Vec3::ZERO }
    }

    /// The pose at `time` (s): `p + v t + a t²/2`, turned by `spin·t`.
    #[inline]
    pub fn at(&self, time: f32) -> Pose {
        let way = (self.velocity + self.acceleration * (0.5 * time)) * time;
        Pose::new(self.pose.translation + way, self.rotation_at(time))
    }

    #[inline]
    fn rotation_at(&self, time: f32) -> Quat {
        if self.spin == Vec3::ZERO || time == 0.0 {
            return self.pose.rotation;
        }
        quat_from_rotation_vector(self.spin * time) * self.pose.rotation
    }
}

/// Gap at which two shapes count as touching, relative to the smaller one's size.
const TOUCH: f32 = 1e-5;

/// Rounding of a position, relative to the distances it was made from: the gap at which two count as touching is never
/// less than this.
const ROUNDING: f32 = 4e-7;

/// More stops than any pair needs but one that spins wildly close by. Then the time reached is given: early, never
/// late.
const STOPS: usize = 128;

/// Stops after which what comes close slowly is bounded as sharply as can be.
const PATIENCE: usize = 16;

/// How much further than by the plain bound of the turning the sharp one looks ahead.
const AHEAD: f32 = 16.0;

/// By how much the skips grow in which shapes that touch and part are followed until there is a gap.
const LEAVING: f32 = 4.0;

/// What is known of when two moving shapes touch first; times since the start (s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outlook {
    /// Not within the time asked for.
    Clear,
    /// At this time.
    Touch(f32),
    /// Not before this time; to know more, look again from there.
    NotBefore(f32),
}

/// The first time within `duration` (s) at which the gap of two moving shapes closes, if it does.
///
/// Touching means a gap of 1e-5 of the smaller shape's size, or of 4e-7 of the distance travelled where that is more.
/// Shapes that touch or overlap at the start hit at 0 when they approach, and not at all when they part, unless their
/// acceleration brings them together again. A quad stops what comes from a solid side, told by `memory` or, where that
/// is unknown, by the start.
pub fn time_of_impact(
    a: &Shape,
    motion_a: &Sweep,
    b: &Shape,
    motion_b: &Sweep,
    duration: f32,
    memory: &PairMemory,
) -> Option<f32> {
    match outlook((a, motion_a), (b, motion_b), duration, memory, STOPS) {
        Outlook::Clear => None,
        Outlook::Touch(time) | Outlook::NotBefore(time) => Some(time),
    }
}

/// Looks for the first time within `duration` (s) at which two moving shapes touch, as [`time_of_impact`] does, but not
/// further than `stops` stops at which the two are apart.
pub fn outlook(
    (a, motion_a): (&Shape, &Sweep),
    (b, motion_b): (&Shape, &Sweep),
    duration: f32,
    memory: &PairMemory,
    stops: usize,
) -> Outlook {
    if lends(b, a) {
        return outlook((b, motion_b), (a, motion_a), duration, memory, stops);
    }
    let pair = Pair { a, b, motion_a, motion_b, way: Relative::new(motion_a, motion_b) };
    match (a, b) {
        (Shape::Sphere { radius: ra }, Shape::Sphere { radius: rb }) if pair.way.acceleration == Vec3::ZERO => {
            spheres(pair.way.start, pair.way.velocity, ra + rb, duration).map_or(Outlook::Clear, Outlook::Touch)
        }
        _ => pair.advance(duration, *memory, stops),
    }
}

/// The gap between two shapes (m) and the unit normal along which it was measured, from `a` to `b` in the frame of `a`.
///
/// Exact for spheres and frusta. Between boxes and quads the widest of the separating axes: never more than the
/// distance, and positive exactly when there is one. Negative when the two overlap. Quads count as solid from both
/// sides.
pub fn separation(a: &Shape, b: &Shape, b_in_a: &Pose) -> (f32, Vec3) {
    if lends(b, a) {
        let (gap, normal) = separation(b, a, &b_in_a.inverse());
        return (gap, -b_in_a.vector(normal));
    }
    let solid = |shape: &Shape| match *shape {
        Shape::Quad { half, .. } => Shape::Quad { half, sides: Sides::Both },
        other => other,
    };
    gap(&solid(a), &solid(b), b_in_a, f32::INFINITY, None, &mut PairMemory::default())
        .unwrap_or((f32::INFINITY, Vec3::Y))
}

/// Whether a pair is measured in the frame of `a` rather than in that of `b`.
fn lends(a: &Shape, b: &Shape) -> bool {
    let rank = |shape: &Shape| match shape {
        Shape::Sphere { .. } => 0,
        Shape::Frustum { .. } => 1,
        Shape::Cuboid { .. } => 2,
        Shape::Quad { .. } => 3,
        Shape::HalfSpace => 4,
    };
    match (a, b) {
        (Shape::Quad { half, .. }, Shape::Quad { half: other, .. }) => !quad::is_surface(*other, *half),
        _ => rank(a) > rank(b),
    }
}

/// B's centre seen from A's, along world axes.
struct Relative {
    start: Vec3,
    velocity: Vec3,
    acceleration: Vec3,
}

impl Relative {
    fn new(a: &Sweep, b: &Sweep) -> Self {
        Self {
            start: b.pose.translation - a.pose.translation,
            velocity: b.velocity - a.velocity,
            acceleration: b.acceleration - a.acceleration,
        }
    }

    fn at(&self, time: f32) -> Vec3 {
        self.start + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    fn velocity_at(&self, time: f32) -> Vec3 {
        self.velocity + self.acceleration * time
    }
}

/// Two spheres at constant velocity: the lesser root of `|d + w t| = r`, in double precision.
fn spheres(start: Vec3, velocity: Vec3, reach: f32, duration: f32) -> Option<f32> {
    let (d, w, r) = (start.as_dvec3(), velocity.as_dvec3(), f64::from(reach));
    let (approach, c) = (-d.dot(w), d.length_squared() - r * r);
    if approach <= 0.0 {
        return None;
    }
    if c <= 0.0 {
        return Some(0.0);
    }
    let discriminant = approach * approach - w.length_squared() * c;
    if discriminant < 0.0 {
        return None;
    }
    // c/(b + √(b² − ac)) does not cancel where (b − √…)/a would.
    let time = (c / (approach + discriminant.sqrt())) as f32;
    (time <= duration).then_some(time)
}

/// A pair on its way.
struct Pair<'a> {
    a: &'a Shape,
    b: &'a Shape,
    motion_a: &'a Sweep,
    motion_b: &'a Sweep,
    way: Relative,
}

impl Pair<'_> {
    fn advance(&self, duration: f32, mut memory: PairMemory, mut stops: usize) -> Outlook {
        let travel = self.way.start.length().min(1e6)
            + (self.way.velocity.length() + 0.5 * self.way.acceleration.length() * duration) * duration;
        let size = self.a.bounding_radius().min(self.b.bounding_radius());
        let rounding = if matches!(self.a, Shape::HalfSpace) { self.way.start.y.abs() } else { travel };
        let target = (TOUCH * size).max(ROUNDING * rounding.max(size));
        let mut time = 0.0;
        let mut closing = false;
        let mut leave = 0.5 * target;
        let mut hint = None;
        for stop in 0..STOPS {
            if stops == 0 {
                break;
            }
            let (pose_a, pose_b) = (self.motion_a.rotation_at(time), self.motion_b.rotation_at(time));
            let turn = pose_a.conjugate();
            let b_in_a = Pose::new(turn * self.way.at(time), turn * pose_b);
            let hinted = hint.map(|n| turn * n);
            let Some((gap, local)) = gap(self.a, self.b, &b_in_a, target, hinted, &mut memory) else {
                return Outlook::Clear;
            };
            let normal = pose_a * local;
            // Asked twice, a direction that bodies turn away from would hold the search up.
            hint = (hinted != Some(local)).then_some(normal);
            // Along the normal, the gap shrinks by at most u s + α s²/2 in the next s seconds.
            let centers = -self.way.velocity_at(time).dot(normal);
            let u = centers + self.turning(normal);
            let alpha = -self.way.acceleration.dot(normal);
            // More sharply, but for so many seconds only.
            let sharp = |ahead: f32| {
                let (ua, bend_a) = swing(self.a, self.motion_a.spin, pose_a, normal, ahead);
                let (ub, bend_b) = swing(self.b, self.motion_b.spin, pose_b, -normal, ahead);
                (centers + ua + ub, alpha + bend_a + bend_b)
            };
            let left = duration - time;
            let skip = if gap > target {
                closing = true;
                stops -= 1;
                let way = gap - 0.5 * target;
                match first_time(u, alpha, way) {
                    None => return Outlook::Clear,
                    Some(skip) if skip > left => return Outlook::Clear,
                    Some(skip) if u > centers => {
                        let ahead = left.min(AHEAD * skip);
                        let (u, alpha) = sharp(ahead);
                        let sharp = match first_time(u, alpha, way) {
                            Some(sharp) if sharp <= ahead => skip.max(sharp),
                            // Nothing within all the time that is asked for.
                            _ if ahead == left => return Outlook::Clear,
                            _ => ahead,
                        };
                        if stop < PATIENCE { sharp } else { self.sharpest(time, normal, way, ahead).max(sharp) }
                    }
                    Some(skip) => skip,
                }
            } else if closing {
                return Outlook::Touch(time);
            } else if let (u, alpha) = sharp(left)
                && u < 0.0
            {
                // Parting: along this normal it takes −2u/α until they are as near again.
                if alpha <= 0.0 {
                    return Outlook::Clear;
                }
                -2.0 * u / alpha
            } else if self.approaches(time, &b_in_a, normal, centers, memory) {
                return Outlook::Touch(time);
            } else if u > 0.0 {
                // What touches parts, but another end may swing in: leave in growing skips until there is a gap.
                leave *= LEAVING;
                leave / u
            } else {
                return Outlook::Clear;
            };
            // Too short a skip to change the time at all still has to end.
            time = if time + skip > time { time + skip } else { time.next_up() };
            if time > duration {
                return Outlook::Clear;
            }
        }
        Outlook::NotBefore(time)
    }

    /// The most that the two spins can add to the approach along `normal` (m/s): `(ω×r)·n = r·(n×ω) ≤ |r||n×ω|`.
    fn turning(&self, normal: Vec3) -> f32 {
        let of = |shape: &Shape, spin: Vec3| match shape {
            Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
            _ => shape.bounding_radius() * spin.cross(normal).length(),
        };
        of(self.a, self.motion_a.spin) + of(self.b, self.motion_b.spin)
    }

    /// A time (s) in which the two cannot meet: until their bounding spheres do, or, but no longer than `ahead`, in
    /// which the gap along a normal that turns with either shape cannot shrink by `way` (m).
    fn sharpest(&self, time: f32, normal: Vec3, way: f32, ahead: f32) -> f32 {
        let center = self.way.at(time);
        let apart = center.length() - self.a.bounding_radius() - self.b.bounding_radius();
        let spheres = if apart > 0.0 {
            let n = center.normalize_or_zero();
            let closing = -self.way.velocity_at(time).dot(n);
            first_time(closing, self.way.acceleration.length(), apart).unwrap_or(f32::INFINITY)
        } else {
            0.0
        };
        [self.motion_a.spin, self.motion_b.spin]
            .map(|spin| self.skip_along(time, (normal, spin), way, ahead))
            .into_iter()
            .fold(spheres, f32::max)
    }

    /// A time no longer than `ahead` (s) in which the gap along `normal`, which turns by `spin` (rad/s), cannot shrink
    /// by `way` (m).
    ///
    /// A shape that turns by `ω` sees the normal turn as by `Ω − ω`: [`swing`] but for `s²/2 (ω² + (2ω + Ω) |Ω×n|)`.
    /// The centres `c` come closer by `−ċ·n − c·(Ω×n)`, and faster by no more than `−c̈·n + |Ω×n| (Ω|c| + 2|ċ| +
    /// s|c̈|)`.
    fn skip_along(&self, time: f32, (normal, spin): (Vec3, Vec3), way: f32, ahead: f32) -> f32 {
        let swung = spin.cross(normal).length();
        let of = |shape: &Shape, motion: &Sweep, n: Vec3| {
            let (reach, _) = swing(shape, motion.spin - spin, motion.rotation_at(time), n, ahead);
            let own = motion.spin.length();
            let bend = if motion.spin == spin { 0.0 } else { own * own + (2.0 * own + spin.length()) * swung };
            let round = matches!(shape, Shape::Sphere { .. } | Shape::HalfSpace);
            (reach, if round { 0.0 } else { shape.bounding_radius() * bend })
        };
        let (of_a, of_b) = (of(self.a, self.motion_a, normal), of(self.b, self.motion_b, -normal));
        let (center, velocity, acceleration) = (self.way.at(time), self.way.velocity_at(time), self.way.acceleration);
        let quickening = acceleration.length() * ahead;
        let speed = velocity.length() + quickening;
        let around = swung * (spin.length() * (center.length() + speed * ahead) + 2.0 * speed + quickening);
        let u = of_a.0 + of_b.0 - velocity.dot(normal) - center.dot(spin.cross(normal));
        let alpha = of_a.1 + of_b.1 + around - acceleration.dot(normal);
        first_time(u, alpha, way).map_or(ahead, |skip| skip.min(ahead))
    }

    /// Whether any point of a present contact closes.
    fn approaches(&self, time: f32, b_in_a: &Pose, normal: Vec3, centers: f32, mut memory: PairMemory) -> bool {
        let velocity = self.way.velocity_at(time);
        let noise = 1e-6 * velocity.length();
        let round_b = matches!(self.b, Shape::Sphere { .. });
        if self.motion_a.spin == Vec3::ZERO && (round_b || self.motion_b.spin == Vec3::ZERO) {
            return centers > noise;
        }
        let (rotation, center_b) = (self.motion_a.rotation_at(time), self.way.at(time));
        let touch = collide(self.a, self.b, b_in_a, f32::INFINITY, NormalRule::Closest, &mut memory);
        // Of several axes with nearly the same gap the contact may go by another: then its normal counts.
        let normal = if touch.count > 0 { rotation * touch.normal } else { normal };
        let closes = |position: Vec3| {
            let arm = rotation * position;
            let of_a = self.motion_a.spin.cross(arm);
            let of_b = velocity + self.motion_b.spin.cross(arm - center_b);
            (of_a - of_b).dot(normal) > noise
        };
        let least = touch.separation() + TOUCH * self.b.bounding_radius();
        if touch.count == 0 {
            centers > noise
        } else {
            touch.points().iter().any(|p| p.separation <= least && closes(p.position))
        }
    }
}

/// How fast (m/s), and ever faster by how much (m/s²), the reach of a turning shape along `normal` (world) can grow
/// within `ahead` (s).
///
/// The shape, turned by `q`, sees the normal turn as `d + s d′`, with `d = q⁻¹ n` and `d′ = q⁻¹ (n×ω)`, but for
/// `s²/2 |n×ω| |ω|`. Its reach along that is convex in `s`, so that up to `ahead` it grows no faster than there: by
/// `p·d′`, with `p` the point that then reaches furthest.
fn swing(shape: &Shape, spin: Vec3, rotation: Quat, normal: Vec3, ahead: f32) -> (f32, f32) {
    if spin == Vec3::ZERO || matches!(shape, Shape::Sphere { .. } | Shape::HalfSpace) {
        return (0.0, 0.0);
    }
    let across = normal.cross(spin);
    let back = rotation.conjugate();
    let turning = back * across;
    let d = back * normal + turning * ahead;
    let furthest = match *shape {
        Shape::Frustum { bottom, top, half_height } => {
            Frustum::new(bottom, top, half_height).support(d.as_dvec3()).as_vec3()
        }
        _ => Vec3::select(d.cmpge(Vec3::ZERO), shape.half_extents(), -shape.half_extents()),
    };
    (furthest.dot(turning), shape.bounding_radius() * across.length() * spin.length())
}

/// The least `s > 0` with `u s + α s²/2 = way`, for `way > 0`: when what closes at `u` (m/s) and ever faster by `α`
/// (m/s²) has closed a gap (m).
pub fn first_time(u: f32, alpha: f32, way: f32) -> Option<f32> {
    let discriminant = u * u + 2.0 * alpha * way;
    if discriminant < 0.0 {
        return None;
    }
    let sum = u + discriminant.sqrt();
    (sum > 0.0).then(|| 2.0 * way / sum)
}

/// Gap and normal in the frame of `a`, for shapes of which `a` lends the frame; none when a quad lets the other pass.
fn gap(
    a: &Shape,
    b: &Shape,
    b_in_a: &Pose,
    target: f32,
    hint: Option<Vec3>,
    memory: &mut PairMemory,
) -> Option<(f32, Vec3)> {
    let center = b_in_a.translation;
    match (a, b) {
        (&Shape::HalfSpace, &Shape::HalfSpace) => None,
        (&Shape::HalfSpace, &Shape::Sphere { radius }) => Some((center.y - radius, Vec3::Y)),
        (&Shape::HalfSpace, &Shape::Frustum { bottom, top, half_height }) => {
            let lowest = Frustum::new(bottom, top, half_height).span(b_in_a.rotation * Vec3::Y, 1).0;
            Some((center.y + lowest as f32, Vec3::Y))
        }
        (&Shape::HalfSpace, _) => {
            let r = Mat3::from_quat(b_in_a.rotation);
            let up = Vec3::new(r.x_axis.y, r.y_axis.y, r.z_axis.y);
            Some((center.y - up.abs().dot(b.half_extents()), Vec3::Y))
        }
        (&Shape::Sphere { radius: ra }, _) => {
            let distance = center.length();
            let normal = if distance > 1e-12 { center / distance } else { Vec3::Y };
            Some((distance - ra - b.bounding_radius(), normal))
        }
        (&Shape::Cuboid { half }, &Shape::Sphere { radius }) => {
            let offset = center - center.clamp(-half, half);
            let distance = offset.length();
            if distance > 0.0 {
                return Some((distance - radius, offset / distance));
            }
            let depth = center.abs() - half;
            let axis = depth.max_position();
            Some((depth[axis] - radius, Vec3::AXES[axis] * center[axis].signum()))
        }
        (&Shape::Frustum { bottom, top, half_height }, &Shape::Sphere { radius }) => {
            let (distance, normal) = Frustum::new(bottom, top, half_height).distance(center);
            Some((distance - radius, normal))
        }
        (&Shape::Quad { half, sides }, &Shape::Frustum { .. }) => {
            let pair = Convex::pair(a, b, b_in_a)?;
            let (gap, normal) = frustum_pairs::max_separation(&pair, target, hint);
            if quad::is_lamina(half, sides, b.half_extents()) {
                return Some((gap, normal));
            }
            let beside = frustum_pairs::beside(half.as_dvec2(), &pair);
            memory.update_side(sides, center.y, beside && sides == Sides::Both, gap > target);
            if memory.lets_pass(sides) {
                return None;
            }
            let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
            if !beside && center.y * sign < 0.0 {
                let up = Vec3::Y * sign;
                return Some((pair.gap(up.as_dvec3()) as f32, up));
            }
            Some((gap, normal))
        }
        (&Shape::Frustum { .. } | &Shape::Cuboid { .. }, &Shape::Frustum { .. }) => {
            Some(frustum_pairs::max_separation(&Convex::pair(a, b, b_in_a)?, target, hint))
        }
        (&Shape::Quad { half, sides }, &Shape::Sphere { radius }) => {
            quad_sphere(half, sides, radius, center, target, memory)
        }
        (&Shape::Quad { half, sides }, _) => {
            let boxes = Boxes::new(a.half_extents(), b.half_extents(), b_in_a);
            let (axis, gap) = boxes.max_gap();
            if matches!(b, Shape::Cuboid { .. }) && quad::is_lamina(half, sides, b.half_extents()) {
                return Some((gap, boxes.normal(axis)));
            }
            let beside = quad::beside(&boxes);
            let apart = gap > target + quad::lamina_tolerance(&boxes, memory);
            memory.update_side(sides, center.y, beside && sides == Sides::Both, apart);
            if memory.lets_pass(sides) {
                return None;
            }
            let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
            if !beside && center.y * sign < 0.0 {
                return Some((center.y * sign - boxes.projected_radius_b(1), Vec3::Y * sign));
            }
            Some((gap, boxes.normal(axis)))
        }
        _ => {
            let boxes = Boxes::new(a.half_extents(), b.half_extents(), b_in_a);
            let (axis, gap) = boxes.max_gap();
            Some((gap, boxes.normal(axis)))
        }
    }
}

fn quad_sphere(
    half: Vec2,
    sides: Sides,
    radius: f32,
    center: Vec3,
    target: f32,
    memory: &mut PairMemory,
) -> Option<(f32, Vec3)> {
    let limit = Vec3::new(half.x, 0.0, half.y);
    let offset = center - center.clamp(-limit, limit);
    let beside = offset.x != 0.0 || offset.z != 0.0;
    let distance = offset.length();
    let height = if beside { center.y + 1e-3 * radius } else { center.y };
    memory.update_side(sides, height, beside, distance - radius > target);
    if memory.lets_pass(sides) {
        return None;
    }
    if beside {
        return Some((distance - radius, offset / distance));
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    Some((center.y * sign - radius, Vec3::Y * sign))
}

#[cfg(test)]
mod tests {
    use super::first_time;

    #[test]
    fn the_first_time_solves_its_quadratic() {
        for (u, alpha, way, want) in [
            (2.0, 0.0, 1.0, Some(0.5)),
            (0.0, 2.0, 1.0, Some(1.0)),
            (-1.0, 2.0, 2.0, Some(2.0)),
            (3.0, -2.0, 2.0, Some(1.0)),
            (1.0, -2.0, 2.0, None),
            (-1.0, -1.0, 1.0, None),
            (0.0, 0.0, 1.0, None),
        ] {
            assert_eq!(first_time(u, alpha, way), want, "{u} {alpha} {way}");
        }
    }
}
