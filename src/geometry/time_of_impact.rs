//! The time of impact of two moving shapes by conservative advancement (Mirtich 1996).
//!
//! At each iteration the two are apart by a known gap along a known unit normal. Along that fixed direction the gap can
//! shrink no faster than the relative velocity and the spins allow, so the time until it could vanish is safe to skip.

use super::frustum::Frustum;
use super::pair::PairKind;
use super::separation::gap;
use super::signed_gap::SignedGap;
use super::sweep::{RelativeMotion, Sweep};
use super::{NormalRule, Overlap, PairMemory, Shape, collide_overlapping};
use crate::math::Pose;
use glam::{Quat, Vec3};

/// Gap at which two shapes count as touching, relative to the bounding radius of the smaller one.
const TOUCHING_GAP: f32 = 1e-5;

/// Rounding of a position, relative to the distances it is made from: the gap at which two shapes count as touching is
/// never less than this.
const POSITION_ROUNDING: f32 = 4e-7;

/// More iterations than any pair needs but one that spins wildly close by. Then the time reached is given: early, never
/// late.
const MAX_ITERATIONS: usize = 128;

/// Each horizon for which a bound is tried is so much nearer than the one before.
const NEARER: f32 = 0.125;

/// Sine of the angle to a normal up to which a face or an edge is across it.
const ACROSS: f32 = 1e-4;

/// Edges that include an angle whose squared sine is less than this count as parallel.
const PARALLEL: f32 = 1e-4;

/// Factor by which the skips grow in which shapes that touch and part are followed until there is a gap, and how far
/// another end may come in one of them, relative to the smaller shape's size.
const PARTING_GROWTH: f32 = 4.0;
const PARTING_SKIP: f32 = 5e-3;

/// Overlap from which on shapes that part are followed in such short skips, relative to the smaller one's size: no skip
/// over a deeper one leads further.
const FOLLOWED_OVERLAP: f32 = 0.02;

/// What is known of the time of impact of two moving shapes, since the start (s).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeOfImpact {
    /// Not within the time asked for.
    Separated,
    /// At this time.
    Hit(f32),
    /// Not before this time; to know more, advance again from there.
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
    match conservative_advancement((a, motion_a), (b, motion_b), duration, memory, MAX_ITERATIONS).0 {
        TimeOfImpact::Separated => None,
        TimeOfImpact::Hit(time) | TimeOfImpact::NotBefore(time) => Some(time),
    }
}

/// The time of impact within `duration` (s) as [`time_of_impact`] gives it, but after no more than `max_steps` steps of
/// conservative advancement; and how many gaps were measured for it, those of shapes that touch included.
pub fn conservative_advancement(
    (a, motion_a): (&Shape, &Sweep),
    (b, motion_b): (&Shape, &Sweep),
    duration: f32,
    memory: &PairMemory,
    max_steps: usize,
) -> (TimeOfImpact, usize) {
    let relative = RelativeMotion::new(motion_a, motion_b);
    match PairKind::of(a, b) {
        PairKind::Swapped => conservative_advancement((b, motion_b), (a, motion_a), duration, memory, max_steps),
        PairKind::SphereSphere(ra, rb) if relative.acceleration == Vec3::ZERO => {
            let hit = spheres(relative.start, relative.velocity, ra + rb, duration);
            (hit.map_or(TimeOfImpact::Separated, TimeOfImpact::Hit), 1)
        }
        kind => {
            let mut count = 0;
            let pair = MovingPair { kind, a, b, motion_a, motion_b, relative };
            (pair.advance(duration, *memory, max_steps, &mut count), count)
        }
    }
}

/// Two spheres at constant velocity: the lesser root of `|d + w t| = r`, in double precision.
fn spheres(start: Vec3, velocity: Vec3, reach: f32, duration: f32) -> Option<f32> {
    // Relative to A, B's centre moves on a line against a ball of both radii.
    let (d, w, r) = (start.as_dvec3(), velocity.as_dvec3(), f64::from(reach));
    // Parting spheres never meet; overlapping ones that approach hit at once.
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

/// Two shapes in motion, `a` the one in whose frame the gap is measured.
struct MovingPair<'a> {
    kind: PairKind,
    a: &'a Shape,
    b: &'a Shape,
    motion_a: &'a Sweep,
    motion_b: &'a Sweep,
    relative: RelativeMotion,
}

/// Two shapes on their way, and the normal along which they are apart.
struct Moment {
    /// Since the start (s).
    time: f32,
    /// Unit, from A to B (world).
    normal: Vec3,
    /// `world_from_body`.
    rotation_a: Quat,
    rotation_b: Quat,
}

/// The feature of a shape that reaches furthest along a normal.
enum Across {
    Point,
    /// Its direction: unit (world).
    Edge(Vec3),
    Face,
}

/// What of a shape lies across a normal (world).
fn across(shape: &Shape, rotation: Quat, normal: Vec3) -> Across {
    let d = rotation.conjugate() * normal;
    match *shape {
        Shape::Cuboid { .. } | Shape::Quad { .. } => {
            let axes = d.abs().cmplt(Vec3::splat(ACROSS)) & shape.half_extents().cmpgt(Vec3::ZERO);
            match axes.bitmask().count_ones() {
                0 => Across::Point,
                1 => Across::Edge(rotation * Vec3::AXES[axes.bitmask().trailing_zeros() as usize]),
                _ => Across::Face,
            }
        }
        Shape::Frustum { bottom, top, half_height } => {
            let radial = Vec3::new(d.x, 0.0, d.z);
            let length = radial.length();
            if length < ACROSS {
                let apex = if d.y < 0.0 { bottom == 0.0 } else { top == 0.0 };
                return if apex { Across::Point } else { Across::Face };
            }
            // The line of the side that points the same way.
            let line = (radial * ((top - bottom) / length) + Vec3::Y * (2.0 * half_height)).normalize();
            if line.dot(d).abs() < ACROSS { Across::Edge(rotation * line) } else { Across::Point }
        }
        Shape::Sphere { .. } => Across::Point,
        Shape::HalfSpace => Across::Face,
    }
}

impl MovingPair<'_> {
    /// Counts the gaps that it measures.
    fn advance(&self, duration: f32, mut memory: PairMemory, mut max_steps: usize, count: &mut usize) -> TimeOfImpact {
        // The target gap: small against the shapes, but above the rounding of positions that far out. A plane has no
        // extent along itself: only the height counts.
        let travel = self.relative.start.length().min(1e6)
            + (self.relative.velocity.length() + 0.5 * self.relative.acceleration.length() * duration) * duration;
        let size = self.a.bounding_radius().min(self.b.bounding_radius());
        let rounding = if matches!(self.a, Shape::HalfSpace) { self.relative.start.y.abs() } else { travel };
        let target = (TOUCHING_GAP * size).max(POSITION_ROUNDING * rounding.max(size));
        let mut time = 0.0;
        let mut closing = false;
        let mut parting_skip = 0.5 * target;
        let mut hint = None;
        // Positions of both are kept relative to A's centre, so that nothing cancels far from the origin.
        for _ in 0..MAX_ITERATIONS {
            if max_steps == 0 {
                break;
            }
            *count += 1;
            let (rotation_a, rotation_b) = (self.motion_a.rotation_at(time), self.motion_b.rotation_at(time));
            let world_to_a = rotation_a.conjugate();
            let b_in_a = Pose::new(world_to_a * self.relative.at(time), world_to_a * rotation_b);
            let hinted = hint.map(|n| world_to_a * n);
            let Some(SignedGap { gap, normal: local }) = gap(&self.kind, &b_in_a, target, hinted, &mut memory) else {
                return TimeOfImpact::Separated;
            };
            let normal = rotation_a * local;
            // A hint is used once: a direction that the bodies turn away from would hold the search up.
            hint = (hinted != Some(local)).then_some(normal);
            // Along the fixed normal, the gap shrinks by at most u s + α s²/2 in the next s seconds.
            let center_speed = -self.relative.velocity_at(time).dot(normal);
            let u = center_speed + self.spin_bound(normal);
            let alpha = -self.relative.acceleration.dot(normal);
            let left = duration - time;
            let moment = Moment { time, normal, rotation_a, rotation_b };
            let skip = if gap > target {
                // Apart: skip the time in which half the target gap at least remains.
                closing = true;
                max_steps -= 1;
                let to_close = gap - 0.5 * target;
                match time_to_close(u, alpha, to_close) {
                    None => return TimeOfImpact::Separated,
                    // The spins may add less than their bound.
                    Some(skip) if u > center_speed && skip <= left => {
                        self.skip_following(&moment, to_close, skip, left)
                    }
                    Some(skip) => skip,
                }
            } else if closing {
                return TimeOfImpact::Hit(time);
            } else if let (u, alpha) = self.bound(&moment, Vec3::ZERO, left)
                && u < 0.0
            {
                // Touching and parting: along this normal it takes −2u/α until they are as near again.
                if alpha <= 0.0 {
                    return TimeOfImpact::Separated;
                }
                -2.0 * u / alpha
            } else if self.approaches(time, &b_in_a, normal, center_speed, memory) {
                return TimeOfImpact::Hit(time);
            } else if u > 0.0 {
                // The points that touch part, but another end may swing in: growing skips until there is a gap, none so
                // long that an end swings through in it. What is deep in each other stays so for a while.
                parting_skip = (PARTING_GROWTH * parting_skip).min(PARTING_SKIP * size);
                (parting_skip / u).max((-gap - FOLLOWED_OVERLAP * size) / self.top_speed(time, left))
            } else {
                return TimeOfImpact::Separated;
            };
            // A skip too short to change the time must still make progress.
            time = if time + skip > time { time + skip } else { time.next_up() };
            if time > duration {
                return TimeOfImpact::Separated;
            }
        }
        TimeOfImpact::NotBefore(time)
    }

    /// The most that the two spins can add to the approach along `normal` (m/s): `(ω×r)·n = r·(n×ω) ≤ |r||n×ω|`.
    fn spin_bound(&self, normal: Vec3) -> f32 {
        let of = |shape: &Shape, spin: Vec3| match shape {
            Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
            _ => shape.bounding_radius() * spin.cross(normal).length(),
        };
        of(self.a, self.motion_a.spin) + of(self.b, self.motion_b.spin)
    }

    /// No two points of the two move faster against each other from `time` on, for `left` seconds (m/s).
    fn top_speed(&self, time: f32, left: f32) -> f32 {
        let centers = self.relative.velocity_at(time).length() + self.relative.acceleration.length() * left;
        centers + self.motion_a.surface_speed(self.a) + self.motion_b.surface_speed(self.b)
    }

    /// A time (s) in which a gap (m) cannot close: no less than `plain`, which needs no search, and more than `left`
    /// where it cannot within that.
    ///
    /// The normal follows the features that it parts, so that the spins add what they do where the two are nearest.
    fn skip_following(&self, moment: &Moment, gap: f32, plain: f32, left: f32) -> f32 {
        let spin = self.following_spin(moment);
        let (mut skip, mut ahead) = (plain, left);
        while skip < ahead {
            // The nearer the horizon, the sharper is the bound.
            let (u, alpha) = self.bound(moment, spin, ahead);
            match time_to_close(u, alpha, gap) {
                Some(time) if time < ahead => skip = skip.max(time),
                _ if ahead == left => return f32::INFINITY,
                _ => return ahead,
            }
            ahead *= NEARER;
        }
        skip
    }

    /// The spin (rad/s) by which the normal goes on parting the same features: that of the body whose face is across
    /// it, or one that keeps it across the edges of both.
    ///
    /// An edge along `e` that turns by `ω` wants of the normal `ṅ·e = −n·(ω×e)`.
    fn following_spin(&self, moment: &Moment) -> Vec3 {
        let (spin_a, spin_b) = (self.motion_a.spin, self.motion_b.spin);
        // To who turns with A a sphere is a point that moves: nothing turns any more.
        if matches!(self.b, Shape::Sphere { .. }) {
            return spin_a;
        }
        let n = moment.normal;
        let (across_a, across_b) = (across(self.a, moment.rotation_a, n), across(self.b, moment.rotation_b, -n));
        let rate = |edge: Vec3, spin: Vec3| -n.dot(spin.cross(edge));
        let turning = match (across_a, across_b) {
            (Across::Face, _) => return spin_a,
            (_, Across::Face) => return spin_b,
            (Across::Point, Across::Point) => return Vec3::ZERO,
            (Across::Edge(edge), Across::Point) => edge * rate(edge, spin_a),
            (Across::Point, Across::Edge(edge)) => edge * rate(edge, spin_b),
            (Across::Edge(ea), Across::Edge(eb)) => {
                let (a, b, cos) = (rate(ea, spin_a), rate(eb, spin_b), ea.dot(eb));
                let sin2 = 1.0 - cos * cos;
                if sin2 < PARALLEL { ea * a } else { (ea * (a - cos * b) + eb * (b - cos * a)) / sin2 }
            }
        };
        n.cross(turning)
    }

    /// Bound of the speed (m/s), and of its growth (m/s²), at which the gap along a normal that turns by `spin` (rad/s)
    /// can shrink within `ahead` (s).
    ///
    /// A shape that turns by `ω` sees the normal turn as by `Ω − ω`: [`support_speed`] but for `s²/2 (ω² + (2ω + Ω)
    /// |Ω×n|)`. The centres `c` come closer by `−ċ·n − c·(Ω×n)`, and faster by no more than `−c̈·n + |Ω×n| (Ω|c| + 2|ċ|
    /// + s|c̈|)`.
    fn bound(&self, &Moment { time, normal, rotation_a, rotation_b }: &Moment, spin: Vec3, ahead: f32) -> (f32, f32) {
        let turning = spin.cross(normal);
        let normal_speed = turning.length();
        // What the turning of a shape relative to the normal adds: at once, and per second.
        let of = |shape: &Shape, own: Vec3, rotation: Quat, n: Vec3| {
            let (reach, still) = support_speed(shape, own - spin, rotation, n, ahead);
            let round = matches!(shape, Shape::Sphere { .. } | Shape::HalfSpace);
            if round || own == spin {
                return (reach, 0.0);
            }
            if spin == Vec3::ZERO {
                return (reach, still);
            }
            let speed = own.length();
            let bend = speed * speed + (2.0 * speed + spin.length()) * normal_speed;
            (reach, shape.bounding_radius() * bend)
        };
        let of_a = of(self.a, self.motion_a.spin, rotation_a, normal);
        let of_b = of(self.b, self.motion_b.spin, rotation_b, -normal);
        let (center, velocity, acceleration) =
            (self.relative.at(time), self.relative.velocity_at(time), self.relative.acceleration);
        // What the rotation of the normal adds to the approach of the centres.
        let speed_gain = acceleration.length() * ahead;
        let speed = velocity.length() + speed_gain;
        let rotation_terms =
            normal_speed * (spin.length() * (center.length() + speed * ahead) + 2.0 * speed + speed_gain);
        let u = of_a.0 + of_b.0 - velocity.dot(normal) - center.dot(turning);
        (u, of_a.1 + of_b.1 + rotation_terms - acceleration.dot(normal))
    }

    /// Whether a contact at `time` closes at any of its points.
    fn approaches(&self, time: f32, b_in_a: &Pose, normal: Vec3, center_speed: f32, mut memory: PairMemory) -> bool {
        let velocity = self.relative.velocity_at(time);
        // Approach below rounding is none. Without spins the centres alone decide.
        let noise = 1e-6 * velocity.length();
        let round_b = matches!(self.b, Shape::Sphere { .. });
        if self.motion_a.spin == Vec3::ZERO && (round_b || self.motion_b.spin == Vec3::ZERO) {
            return center_speed > noise;
        }
        let (rotation, center_b) = (self.motion_a.rotation_at(time), self.relative.at(time));
        // Deep in each other the two have no place of contact: any point where they close in will do.
        let how = (NormalRule::Closest, Overlap::Rough);
        let touch = collide_overlapping(self.a, self.b, b_in_a, f32::INFINITY, how, &mut memory);
        // Of several axes with nearly the same gap the contact may go by another: then its normal counts.
        let normal = if touch.count > 0 { rotation * touch.normal } else { normal };
        // The approach speed at a point: of A's material point relative to B's, along the normal.
        let closes = |position: Vec3| {
            let arm = rotation * position;
            let of_a = self.motion_a.spin.cross(arm);
            let of_b = velocity + self.motion_b.spin.cross(arm - center_b);
            (of_a - of_b).dot(normal) > noise
        };
        // Only the deepest points can be the ones that touch.
        let least = touch.separation() + TOUCHING_GAP * self.b.bounding_radius();
        if touch.count == 0 {
            center_speed > noise
        } else {
            touch.points().iter().any(|p| p.separation <= least && closes(p.position))
        }
    }
}

/// Bound of the speed (m/s), and of its growth (m/s²), at which the support function of a turning shape along `normal`
/// (world) can grow within `ahead` (s).
///
/// The shape, turned by `q`, sees the normal turn as `d + s d′`, with `d = q⁻¹ n` and `d′ = q⁻¹ (n×ω)`, but for `s²/2
/// |n×ω| |ω|`. Its support function along that is convex in `s`, so that up to `ahead` it grows no faster than there:
/// by `p·d′`, with `p` the point that then reaches furthest.
fn support_speed(shape: &Shape, spin: Vec3, rotation: Quat, normal: Vec3, ahead: f32) -> (f32, f32) {
    if spin == Vec3::ZERO || matches!(shape, Shape::Sphere { .. } | Shape::HalfSpace) {
        return (0.0, 0.0);
    }
    // The normal and its rate of turning, in the axes of the shape.
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

/// The least `s > 0` with `u s + α s²/2 = gap`, for `gap > 0`: when a gap (m) that closes at `u` (m/s), with
/// acceleration `α` (m/s²), is closed.
pub fn time_to_close(u: f32, alpha: f32, gap: f32) -> Option<f32> {
    let discriminant = u * u + 2.0 * alpha * gap;
    if discriminant < 0.0 {
        return None;
    }
    // 2 gap / (u + √…) does not cancel where (−u + √…) / α would, and holds for α = 0.
    let sum = u + discriminant.sqrt();
    (sum > 0.0).then(|| 2.0 * gap / sum)
}

#[cfg(test)]
mod tests {
    use super::time_to_close;

    #[test]
    fn the_time_to_close_solves_its_quadratic() {
        for (u, alpha, gap, want) in [
            (2.0, 0.0, 1.0, Some(0.5)),
            (0.0, 2.0, 1.0, Some(1.0)),
            (-1.0, 2.0, 2.0, Some(2.0)),
            (3.0, -2.0, 2.0, Some(1.0)),
            (1.0, -2.0, 2.0, None),
            (-1.0, -1.0, 1.0, None),
            (0.0, 0.0, 1.0, None),
        ] {
            assert_eq!(time_to_close(u, alpha, gap), want, "{u} {alpha} {gap}");
        }
    }
}
