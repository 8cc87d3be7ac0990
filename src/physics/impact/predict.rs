//! When pairs will touch.
//!
//! After every impact all neighbours of the two bodies have to be looked at anew, and most of what was predicted is
//! void before its time comes. So a first query gives no more than a time before which nothing can happen; only a pair
//! whose time has come is looked at more closely.

use super::flight::{FlightState, Flights};
use super::work::{GLANCE, query_work};
use crate::geometry::{Shape, Sweep, TimeOfImpact, conservative_advancement, time_to_close};
use crate::math::Pose;
use crate::physics::pair_rules::{bounce_speed, shape_of, surface_of};
use crate::physics::pairs::{Pair, State, is_plane};
use glam::Vec3;

/// Looks at two boxes after which the next goes to the end, however many stops that takes: the longer they are
/// followed, the sharper are the bounds.
const PERSISTENT: u32 = 4;

/// Turn in what is left of a step up to which a constant spin is near enough to how a body tumbles (rad).
const STEADY_TURN: f32 = 0.25;

/// Overlap in margins of the pair up to which what parts at its points is not looked at again in the step.
const LEFT_TO_SOLVER: f32 = 1.5;

/// A query goes no further than a tumbling body's surface is by this share of the pair's margin where a constant spin
/// has it, but for this share of a step at least.
const ASTRAY: f32 = 0.25;
const LEAST_AHEAD: f32 = 1.0 / 16.0;

/// A pair that may touch in the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::physics) struct Candidate {
    pub pair: u32,
    pub prospect: Prospect,
}

impl Candidate {
    /// Whether the solver has its contact, ready to bounce.
    pub fn is_with_solver(&self, pair: &Pair) -> bool {
        self.prospect == Prospect::Bounces && matches!(pair.state, State::Held(_))
    }
}

/// What is known of it, the more the earlier here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::physics) enum Prospect {
    /// It has a contact, and is about to bounce.
    Bounces,
    /// Its manifold does not show that it will not touch.
    Open,
    /// A glance may yet show that it will not.
    Unseen,
}

/// A pair that is going to touch, or may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::physics) struct Prediction {
    /// Since the start of the step (s).
    pub time: f32,
    pub pair: u32,
    /// Its two slots: predictions are gone through far more often than pairs are looked at.
    pub slots: [u32; 2],
    /// Impacts that the two had when this was predicted; it is void when either has had more.
    pub hits: (u32, u32),
    /// Whether the two touch then; else they do not before.
    pub certain: bool,
    /// How often the pair was looked at.
    pub queries: u32,
}

impl Prediction {
    /// Earlier ones come first; of equally early ones the lower pair.
    #[inline]
    pub fn key(&self) -> u64 {
        u64::from(self.time.to_bits()) << 32 | u64::from(self.pair)
    }
}

impl Flights<'_> {
    /// Predicts the next impact of a pair from time `t` on, unless a glance shows that there is none before `end`.
    /// `parting` is the contact that the two had, when they did. What it cost is added to `work`.
    pub fn predict(
        &self,
        index: u32,
        pair: &Pair,
        parting: Option<&crate::physics::constraint::Constraint>,
        (t, end): (f32, f32),
        work: &mut usize,
    ) -> Option<Prediction> {
        let tuning = self.config.tuning.impacts;
        let left = end - t;
        *work += GLANCE;
        if !is_plane(pair.a) {
            let (a, b) = (self.of(pair.a).at(t), self.of(pair.b).at(t));
            let (ra, rb) = (self.bodies.radius[pair.a as usize], self.bodies.radius[pair.b as usize]);
            let (offset, velocity) = (b.position - a.position, b.velocity - a.velocity);
            let acceleration = b.acceleration - a.acceleration;
            // A glance at the bounding spheres.
            let distance2 = offset.length_squared();
            if distance2 > (ra + rb) * (ra + rb) {
                if velocity.dot(offset) >= 0.0 && acceleration.dot(offset) >= 0.0 {
                    return None;
                }
                // Bounding spheres touch before what they bound. Along the line between them the gap shrinks no faster
                // than the velocity along it and the whole relative acceleration allow.
                let distance = distance2.sqrt();
                let n = offset / distance;
                let gap = (distance - ra - rb).max(f32::MIN_POSITIVE);
                let wait = time_to_close(-velocity.dot(n), acceleration.length(), gap).filter(|wait| *wait < left)?;
                if wait > tuning.worth_waiting * left {
                    return Some(self.note(index, pair, t + wait, false, 0));
                }
            }
            if self.parts(pair, parting, left, end, (&a, ra), (&b, rb)) {
                return None;
            }
        }
        self.advance(index, pair, (t, end), (0, tuning.first_toi_iterations), work)
    }

    /// Whether a pair parts, or comes too slowly, for the rest of the step, `left` (s). The radii are those of the
    /// bounding spheres (m).
    fn parts(
        &self,
        pair: &Pair,
        parting: Option<&crate::physics::constraint::Constraint>,
        left: f32,
        dt: f32,
        (a, ra): (&FlightState, f32),
        (b, rb): (&FlightState, f32),
    ) -> bool {
        // What the relative acceleration can still add (m/s).
        let fall = (b.acceleration - a.acceleration).length() * left;
        let swing = |slot: u32, spin: Vec3, radius: f32| match self.bodies.shape[slot as usize] {
            Shape::Sphere { .. } => 0.0,
            _ => spin.length() * radius,
        };
        let swings = swing(pair.a, a.spin, ra) + swing(pair.b, b.spin, rb);
        let closing = (b.velocity - a.velocity).length() + swings + fall;
        let surface = surface_of(self.bodies, self.config, pair.a, pair.b);
        let least = bounce_speed(self.config, &surface);
        if closing * left < pair.margin && !(pair.bouncy && closing >= least) {
            // Whatever they meet with is the solver's, which gets them from this far.
            return true;
        }
        if let State::Apart { clearance, moved } = pair.state {
            // Apart when last looked at, by more than they can close in a whole step.
            return closing * dt <= clearance - moved;
        }
        let Some(contact) = parting.filter(|_| swings * left < 0.1 * ra.min(rb)) else { return false };
        // Parting at every point they had, or too slow to bounce, and too slow in turning to bring another one down.
        let speed = |offset: Vec3| {
            let at_a = a.velocity + a.spin.cross(contact.anchor_a + offset);
            let at_b = b.velocity + b.spin.cross(contact.anchor_b + offset);
            (at_a - at_b).dot(contact.normal)
        };
        let points = contact.points().iter().map(|p| speed(contact.offset(p)));
        let fastest = points.fold(f32::NEG_INFINITY, f32::max) + fall;
        let bounces = pair.bouncy && fastest >= least;
        if fastest >= 0.0 && (!contact.touched || bounces) {
            return false;
        }
        // Another point may yet come down, further than from where the solver holds it.
        let n = contact.normal;
        let closing = (a.velocity - b.velocity).dot(n) + swings + fall;
        closing * left < pair.margin || self.stays_between(pair, n, (dt - left, dt))
    }

    /// Whether the plane across the normal `n`, at which two bodies touch, lies between them at time `t` as well as at
    /// `end` and half way, when they turn but little (s).
    fn stays_between(&self, pair: &Pair, n: Vec3, (t, end): (f32, f32)) -> bool {
        let (a, b) = (self.sweep(pair.a, t), self.sweep(pair.b, t));
        let (shape_a, shape_b) = (shape_of(self.bodies, pair.a), shape_of(self.bodies, pair.b));
        [0.5 * (end - t), end - t].into_iter().all(|s| {
            let (a, b) = (a.at(s), b.at(s));
            plane_gap((shape_a, &a), (shape_b, &b), n) >= -LEFT_TO_SOLVER * pair.margin
        })
    }

    /// Advances conservatively from time `t` to `end`, at no more than so many stops. The pair was queried `queries`
    /// times before. What it costs is added to `work`.
    pub fn advance(
        &self,
        index: u32,
        pair: &Pair,
        (t, end): (f32, f32),
        (queries, stops): (u32, u32),
        work: &mut usize,
    ) -> Option<Prediction> {
        let (shape_a, shape_b) = (shape_of(self.bodies, pair.a), shape_of(self.bodies, pair.b));
        let (a, b) = (self.sweep(pair.a, t), self.sweep(pair.b, t));
        // What a quad remembers of where the other came from must not be lost between two queries.
        let quad = |shape: &Shape| matches!(shape, Shape::Quad { .. });
        let whole = quad(shape_a) || quad(shape_b);
        let boxes = matches!((shape_a, shape_b), (Shape::Cuboid { .. }, Shape::Cuboid { .. }));
        // What tumbles is followed from where it really is again and again.
        let steady = (a.spin.length() + b.spin.length()) * (end - t) < STEADY_TURN;
        let persistent = boxes && queries >= PERSISTENT && steady;
        let stops = if whole || persistent { usize::MAX } else { stops as usize };
        // No further ahead than either turns as steadily as its sweep has it.
        let ahead = self.steady_time((pair.a, &a), pair.margin).min(self.steady_time((pair.b, &b), pair.margin));
        let ahead = ahead.max(LEAST_AHEAD * self.config.dt()).min(end - t);
        let (found, gaps) = conservative_advancement((shape_a, &a), (shape_b, &b), ahead, &pair.memory, stops);
        *work += query_work(shape_a, shape_b, gaps);
        match found {
            TimeOfImpact::Separated if t + ahead < end => Some(self.note(index, pair, t + ahead, false, queries + 1)),
            TimeOfImpact::Separated => None,
            TimeOfImpact::Hit(after) => Some(self.note(index, pair, t + after, true, queries)),
            TimeOfImpact::NotBefore(after) => {
                let certain = whole || queries >= self.config.tuning.impacts.most_toi_queries;
                Some(self.note(index, pair, t + after, certain, queries + 1))
            }
        }
    }

    /// How long a constant spin leads a tumbling body no further astray than a share of `margin` (m): the spin changes
    /// by Euler's `ω̇ = I⁻¹ (Iω × ω)`, and its surface is `½ ω̇ r s²` off (s).
    fn steady_time(&self, (slot, sweep): (u32, &Sweep), margin: f32) -> f32 {
        if is_plane(slot)
            || sweep.spin == Vec3::ZERO
            || matches!(self.bodies.shape[slot as usize], Shape::Sphere { .. })
        {
            return f32::INFINITY;
        }
        let inverse = self.bodies.inv_inertia[slot as usize];
        if inverse == Vec3::ZERO {
            return f32::INFINITY;
        }
        let w = sweep.pose.rotation.conjugate() * sweep.spin;
        let rate = (inverse * (w / inverse).cross(w)).length();
        (2.0 * ASTRAY * margin / (rate * self.bodies.radius[slot as usize])).sqrt()
    }

    /// When a candidate will touch, as the step begins.
    pub fn ask(&self, candidate: Candidate, pair: &Pair) -> Option<Prediction> {
        let (index, dt) = (candidate.pair, self.config.dt());
        if candidate.prospect == Prospect::Unseen {
            return self.predict(index, pair, None, (0.0, dt), &mut 0);
        }
        self.advance(index, pair, (0.0, dt), (0, self.config.tuning.impacts.first_toi_iterations), &mut 0)
    }

    pub(super) fn note(&self, index: u32, pair: &Pair, time: f32, certain: bool, queries: u32) -> Prediction {
        let slots = [pair.a, pair.b];
        Prediction { time, pair: index, slots, hits: (self.hits(pair.a), self.hits(pair.b)), certain, queries }
    }
}

/// The gap between two bodies along a normal from A to B (m): that of the two planes across it that bound them.
pub(in crate::physics) fn plane_gap(
    (shape_a, pose_a): (&Shape, &Pose),
    (shape_b, pose_b): (&Shape, &Pose),
    normal: Vec3,
) -> f32 {
    let reach = |shape: &Shape, pose: &Pose, n: Vec3| shape.reach(pose.rotation.conjugate() * n);
    let between = (pose_b.translation - pose_a.translation).dot(normal);
    between - reach(shape_a, pose_a, normal) - reach(shape_b, pose_b, -normal)
}

/// Whether the solver can hold a contact for so long (s), which it does at the points that touch now: the centres come
/// nearer by less than half of what is between them, and no end swings in from further than the thinner one reaches
/// towards the other, or than the margin (m) within which all points of a contact are seen. What is faster, or turns
/// over the point that it struck with, meets the other with another part, or would pass through it.
pub(in crate::physics) fn holds(
    (shape_a, a): (&Shape, &Sweep),
    (shape_b, b): (&Shape, &Sweep),
    normal: Vec3,
    (left, margin): (f32, f32),
) -> bool {
    let between = (b.pose.translation - a.pose.translation).dot(normal);
    let towards = normal * between.signum();
    let closing = (a.velocity - b.velocity).dot(towards);
    if closing * left > 0.5 * between.abs() {
        return false;
    }
    let swing = |shape: &Shape, sweep: &Sweep| match shape {
        Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
        _ => sweep.spin.cross(normal).length() * shape.bounding_radius(),
    };
    let swings = (swing(shape_a, a) + swing(shape_b, b)) * left;
    // However thick a floor is, a plate on it is no thicker for that.
    let reach = |shape: &Shape, sweep: &Sweep, n: Vec3| match shape {
        Shape::HalfSpace => f32::INFINITY,
        _ => shape.reach(sweep.pose.rotation.conjugate() * n),
    };
    swings <= margin || swings <= reach(shape_a, a, towards).min(reach(shape_b, b, -towards))
}
