//! Which pairs touch, where, through which features, and who answers for it: the solver, or an impact at its time.

use super::bodies::Bodies;
use super::config::Config;
use super::constraint::{Constraint, Surface};
use super::impact::flight::Flights;
use super::impact::predict::{Candidate, Prospect, holds};
use super::pair_rules::{EXAMINED_MARGINS, bounce_speed, manifold, pose_of, shape_of, surface_of};
use super::pairs::{CEILING, FLOOR, Pair, State, is_plane};
use super::twist::Twist;
use crate::geometry::{Manifold, Overlap, Shape, Sweep, separation};
use glam::Vec3;

/// The solver has flat sides from as far as they come in a step, when that is no more than so many margins: one edge
/// rests while the other comes down.
const EARLY: f32 = 10.0;

/// How much further than needed a pair is looked for, in margins, so that it need not be in the next step again.
const FURTHER: f32 = 0.5;

/// Slivers no further apart than so many times as they may be wide are at hand.
const NEAR_GRAZE: f32 = 10.0;

/// Centres nearer than this, in radii of the smaller body, are in one place.
const IN_ONE_PLACE: f32 = 1e-3;

/// How far B is taken to stand from A beside where it does (m), when the two are in one place: no way out is better
/// than another, and each pair shall take another. Every slot has a place of its own in a small cube, near ones far
/// apart (Roberts' R₃ sequence).
fn concentric_offset(bodies: &Bodies, a: u32, b: u32) -> Vec3 {
    let (i, j) = (a as usize, b as usize);
    let size = bodies.radius[i].min(bodies.radius[j]);
    if (bodies.position[j] - bodies.position[i]).length_squared() > (IN_ONE_PLACE * size) * (IN_ONE_PLACE * size) {
        return Vec3::ZERO;
    }
    // Offsets of a low-discrepancy sequence, so that near slots differ in all three directions.
    let place = |slot: u32| (Vec3::new(0.819_172_5, 0.671_043_6, 0.549_700_5) * (slot % 4_096) as f32).fract();
    (place(b) - place(a)) * (IN_ONE_PLACE * size)
}

/// Whether a manifold is but a sliver: flat sides that hardly overlap, seen along the shorter way.
///
/// What slides over the seam between two boxes has sunk into the first by some micrometres, and comes to the side of
/// the second with no more than those in its way. It shall slide on: with a step the side lies behind it.
///
/// `displacement` is how B moves against A in the step (m, A's frame), `swing` by how much their ends may turn (m): what
/// is still far off grazes only if it stays a sliver.
fn grazes(manifold: &Manifold, slack: f32, displacement: Vec3, swing: f32) -> bool {
    let points = manifold.points();
    if points.len() < 3 || manifold.separation() < -slack {
        return false;
    }
    // Width of the contact patch across its longest extent.
    let from = points[0].position;
    let length = |v: &Vec3| v.length_squared();
    let longest = points[1..].iter().map(|p| p.position - from).max_by(|a, b| length(a).total_cmp(&length(b)));
    let across = manifold.normal.cross(longest.unwrap_or_default()).normalize_or_zero();
    let (low, high) = points
        .iter()
        .map(|p| (p.position - from).dot(across))
        .fold((0.0_f32, 0.0_f32), |(low, high), x| (low.min(x), high.max(x)));
    // Far ones count as slivers only if neither path nor turning can make them wider within the step.
    let far = manifold.separation() > NEAR_GRAZE * slack;
    high - low < slack && !(far && displacement.dot(across).abs() + swing > slack)
}

/// What became of a pair. A list of many keeps the constraints apart and refers to them by their places.
#[derive(Debug)]
pub(super) enum Detection<C = Constraint> {
    /// Their bounds have parted.
    Gone,
    /// They do not touch. No gap is smaller than this (m).
    Apart(f32),
    /// They touch, or will within the step.
    Touching {
        constraint: C,
        /// Whether the solver is to hold them apart; else an impact at its time will.
        held: bool,
    },
}

/// What detection needs of the world.
#[derive(Clone, Copy)]
pub(super) struct Detector<'a> {
    pub bodies: &'a Bodies,
    pub config: &'a Config,
    pub dt: f32,
    /// Who takes part in the step, by slot.
    pub awake: &'a [bool],
    /// The greatest speed that forces add to a body in the step (m/s).
    pub falling: f32,
}

impl Detector<'_> {
    /// Whether the body of a slot takes part in the step.
    #[inline]
    pub fn moves(&self, slot: u32) -> bool {
        self.awake.get(slot as usize).is_some_and(|awake| *awake)
    }

    /// How a body moves; a plane of the world rests.
    #[inline]
    pub fn motion(&self, slot: u32) -> &Twist {
        &self.bodies.velocity[(slot as usize).min(self.bodies.velocity.len() - 1)]
    }

    /// How fast two bodies can close in (m/s): their centres, their turning, and what forces add in the step.
    #[inline]
    pub fn closing(&self, a: u32, b: u32) -> f32 {
        let (a, b) = (self.motion(a), self.motion(b));
        (b.linear - a.linear).length() + a.turning() + b.turning() + self.falling
    }

    /// How far two bodies may have moved against each other in the last step (m).
    #[inline]
    pub fn moved(&self, a: u32, b: u32) -> f32 {
        let last = self.bodies.velocity.len() - 1;
        // Planes of the world read the last row, which is at rest.
        let row = |slot: u32| {
            let i = (slot as usize).min(last);
            (&self.bodies.displacement[i], self.bodies.velocity[i].reach)
        };
        let ((da, ra), (db, rb)) = (row(a), row(b));
        let turn = |d: &super::twist::Twist, reach: f32| if reach == 0.0 { 0.0 } else { d.angular.length() * reach };
        (db.linear - da.linear).length() + turn(da, ra) + turn(db, rb)
    }

    /// Whether the fat bounds of a pair have parted.
    fn far_apart(&self, a: u32, b: u32) -> bool {
        let fat = &self.bodies.fat[b as usize];
        match a {
            FLOOR => !self.config.floor.is_some_and(|y| fat.min.y <= y),
            CEILING => !self.config.ceiling.is_some_and(|y| fat.max.y >= y),
            _ => !self.bodies.fat[a as usize].overlaps(fat),
        }
    }

    /// Collides a pair; `before` reads its contact of the step before. Notes whether it may be heading for an impact.
    pub fn examine(
        &self,
        index: u32,
        pair: &mut Pair,
        before: impl FnOnce(&Pair) -> Option<Constraint>,
        candidates: &mut Vec<Candidate>,
    ) -> Detection {
        let (bodies, config, dt) = (self.bodies, self.config, self.dt);
        let (a, b) = (pair.a, pair.b);
        if self.far_apart(a, b) {
            return Detection::Gone;
        }
        // A crowd parts from others first.
        if pair.overlap == Overlap::Deferred {
            return Detection::Apart(0.0);
        }
        let before = before(pair);
        let before = before.as_ref();
        // Detector as far as the two can come in the step, and the margin further.
        let closing = self.closing(a, b) * dt;
        let reach = pair.margin + closing;
        let (shape_a, shape_b) = (shape_of(bodies, a), shape_of(bodies, b));
        let (pose_a, mut pose_b) = (pose_of(bodies, config, a), pose_of(bodies, config, b));
        // Concentric bodies have no best normal; a tiny offset gives every pair another.
        if !is_plane(a) {
            pose_b.translation += concentric_offset(bodies, a, b);
        }
        let range = reach + FURTHER * pair.margin;
        // Collided at the start of the step; speculative margins make up for the motion in it (Catto 2013).
        let how = (config.normals, pair.overlap);
        let found = manifold(&mut pair.memory, before, (shape_a, &pose_a), (shape_b, &pose_b), range, how);
        // Internal edges: a side that is met in a sliver only is not a wall (ghost collisions).
        let (swings, velocity) =
            (self.motion(a).turning() + self.motion(b).turning(), self.motion(b).linear - self.motion(a).linear);
        let displacement = pose_a.rotation.conjugate() * (velocity * dt);
        if pair.steady && grazes(&found, config.tuning.graze * pair.margin, displacement, swings * dt) {
            return Detection::Apart(0.0);
        }
        if found.count == 0 {
            // A clearance spares the pair the next queries, as far as the two move by less.
            if found.clearance > range {
                return Detection::Apart(found.clearance);
            }
            // Fast, and perhaps corner to corner, where faces find nothing to clip.
            if closing > EXAMINED_MARGINS * pair.margin {
                candidates.push(Candidate { pair: index, prospect: Prospect::Unseen });
                return Detection::Apart(0.0);
            }
            // Where a clearance is known it may be less than the range.
            return Detection::Apart(if found.clearance > 0.0 { found.clearance } else { range });
        }
        // Boxes that come slowly are the solver's from as far as they may come; those that bounce, once they touch.
        let solver_may = !pair.bouncy || found.separation() <= pair.margin;
        let early = pair.extended && solver_may && closing < EARLY * pair.margin;
        let limit = if early { reach } else { pair.margin };
        let surface = before.map_or_else(|| surface_of(bodies, config, a, b), |before| before.surface);
        // The manifold becomes a contact, warm-started from the one before: the solver's unless the two will bounce.
        let mut constraint = Constraint::new(&found, (&pose_a, &pose_b), limit, surface, before);
        let mut held = constraint.is_some();
        // Fast ones, and whatever the solver has not, are asked for a time of impact within the step.
        if !held || pair.bouncy || closing >= EXAMINED_MARGINS * pair.margin {
            let (bounces, heading) = self.heads_for(pair, &found, closing / dt, &surface);
            held &= !bounces;
            if heading {
                let prospect = if bounces { Prospect::Bounces } else { Prospect::Open };
                candidates.push(Candidate { pair: index, prospect });
            }
        }
        match &mut constraint {
            Some(constraint) => {
                if held && pair.extended && !pair.steady {
                    self.anticipate_rolling(pair, constraint);
                }
                Detection::Touching { constraint: *constraint, held }
            }
            None => Detection::Apart(0.0),
        }
    }

    /// Whether a pair is about to bounce, so that the solver must leave it alone in this step, and whether it is worth
    /// while to look when the two will touch. They close in at no more than `fastest` (m/s).
    fn heads_for(&self, pair: &Pair, found: &Manifold, fastest: f32, surface: &Surface) -> (bool, bool) {
        let dt = self.dt;
        let flights = Flights::at_rest(self.bodies, self.config);
        let (shape_a, shape_b) = (shape_of(self.bodies, pair.a), shape_of(self.bodies, pair.b));
        let (a, b) = (flights.sweep(pair.a, 0.0), flights.sweep(pair.b, 0.0));
        let gap = found.separation();
        let normal = a.pose.rotation * found.normal;
        if gap <= pair.margin {
            // Most that touch are answered without their approach.
            let approach = || approach(found, &a, &b, normal);
            return self.touching_heads_for(pair, (&a, &b), (gap, normal, fastest, surface), approach);
        }
        let fall = (b.acceleration - a.acceleration).dot(normal);
        let approach = approach(found, &a, &b, normal);
        // The points found may not be the first to touch when a body turns: look a little further than they reach.
        let size = shape_a.bounding_radius().min(shape_b.bounding_radius());
        let fast = (b.velocity - a.velocity).length() * dt > 0.5 * size;
        let slack = if fast { a.surface_speed(shape_a) + b.surface_speed(shape_b) } else { 0.0 } * dt;
        // The line between their points may cut off a corner: the plane across it must lie between the
        // two whole bodies.
        let reach = |shape: &Shape, sweep: &Sweep, n: Vec3| shape.reach(sweep.pose.rotation.conjugate() * n);
        let between = (b.pose.translation - a.pose.translation).dot(normal);
        let gap = gap.min(between - reach(shape_a, &a, normal) - reach(shape_b, &b, -normal));
        let apart = (approach + (-fall).max(0.0) * dt) * dt + slack + 0.02 * size < gap;
        // A slow pair that is apart at the end of its path as well is not worth the search.
        let at_end = || separation(shape_a, shape_b, &a.at(dt).inverse_mul(&b.at(dt))).gap;
        (false, !(apart && (fast || at_end() > 0.0)))
    }

    /// The same of a pair whose contact is found where it stands; notes whether it may be heading for an impact.
    /// Whether it is about to bounce.
    pub fn examine_found(
        &self,
        index: u32,
        pair: &Pair,
        contact: &Constraint,
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let flights = Flights::at_rest(self.bodies, self.config);
        let (a, b) = (flights.sweep(pair.a, 0.0), flights.sweep(pair.b, 0.0));
        let approach = -contact.parting_speeds(self.motion(pair.a), self.motion(pair.b))[0];
        let found = (contact.points[0].separation, contact.normal, self.closing(pair.a, pair.b), &contact.surface);
        let (bounces, heading) = self.touching_heads_for(pair, (&a, &b), found, || approach);
        if heading {
            let prospect = if bounces { Prospect::Bounces } else { Prospect::Open };
            candidates.push(Candidate { pair: index, prospect });
        }
        bounces
    }

    /// What [`heads_for`](Self::heads_for) tells of a pair that touches, or nearly: by its gap (m), its normal (world),
    /// how fast the two close in at most, and how fast they `approach` at a point (m/s).
    fn touching_heads_for(
        &self,
        pair: &Pair,
        (a, b): (&Sweep, &Sweep),
        (gap, normal, fastest, surface): (f32, Vec3, f32, &Surface),
        approach: impl FnOnce() -> f32,
    ) -> (bool, bool) {
        // From the cheapest question to the dearest: most pairs are answered by the first.
        let dt = self.dt;
        let (shape_a, shape_b) = (shape_of(self.bodies, pair.a), shape_of(self.bodies, pair.b));
        if !pair.bouncy {
            return (false, !holds((shape_a, a), (shape_b, b), normal, (dt, pair.margin)));
        }
        // Most that touch rest: even by all they can, they do not bounce.
        let least = bounce_speed(self.config, surface);
        let pull = b.acceleration - a.acceleration;
        let gained = 2.0 * pull.length() * gap.max(0.0);
        if fastest * fastest + gained < least * least {
            return (false, false);
        }
        // The solver takes slow ones. Over the gap they gain what they fall: v² = v₀² + 2 a s.
        let (approach, fall) = (approach().max(0.0), pull.dot(normal));
        let fallen = 2.0 * (-fall).max(0.0) * gap.max(0.0);
        let speed = (approach * approach + fallen).sqrt();
        let bounces = surface.restitution > 0.0 && speed >= least;
        // What turns further than this margin may meet the other with another part, and faster. Where the two overlap
        // already, a time of impact has no more to tell.
        let turns = (a.surface_speed(shape_a) + b.surface_speed(shape_b)) * dt > pair.margin;
        (bounces, bounces || surface.restitution > 0.0 && gap > 0.0 && turns)
    }

    /// Gives a rolling contact half of the next step's predicted approach speed now, so that rolling loses no energy.
    ///
    /// What rolls has a contact that turns with it. The solver ends a step at rest against the contact as it was when
    /// the step began; in the next step it has turned, and the two close in on each other at a speed, the drift, that
    /// no force has made. To take it out each time would cost energy, a share of `θ²/2` when the contact turns by `θ`:
    /// a cone would lose some hundredths of its speed in a lap. So half of it is given in advance: as fast as the two
    /// part at the end of one step, so fast they meet in the next, and nothing is lost (the trapezoidal rule). Only a
    /// drift that was there in the last step as well is steady.
    fn anticipate_rolling(&self, pair: &Pair, constraint: &mut Constraint) {
        let [va, vb] = [pair.a, pair.b].map(|slot| self.motion(slot));
        for k in 0..usize::from(constraint.count) {
            let offset = constraint.offset(&constraint.points[k]);
            let at_a = va.at(constraint.anchor_a + offset);
            let at_b = vb.at(constraint.anchor_b + offset);
            // Approach speed of each point against the contact as it stands now.
            let approach = (at_a - at_b).dot(constraint.normal);
            let point = &mut constraint.points[k];
            let drift = approach + point.rebound;
            // The smaller of two successive drifts of one sign; a sign change is no rolling.
            let steady = if drift.abs() < point.drift_speed.abs() { drift } else { point.drift_speed };
            point.rebound = if point.persisted && drift * point.drift_speed > 0.0 { 0.5 * steady } else { 0.0 };
            point.drift_speed = drift;
        }
    }
}

/// How fast two bodies close in at the point of a manifold where they do so most (m/s).
fn approach(found: &Manifold, a: &Sweep, b: &Sweep, normal: Vec3) -> f32 {
    let offset = a.pose.translation - b.pose.translation;
    // Velocity of A's point against B's, along the normal.
    let speed = |position: Vec3| {
        let arm = a.pose.rotation * position;
        (a.velocity + a.spin.cross(arm) - b.velocity - b.spin.cross(arm + offset)).dot(normal)
    };
    found.points().iter().map(|p| speed(p.position)).fold(f32::NEG_INFINITY, f32::max)
}

/// Whether what a pair asks of the step is known without collision: apart, or both asleep.
#[inline]
pub(super) fn is_settled(detector: &Detector, pair: &mut Pair) -> bool {
    let State::Apart { clearance, moved } = &mut pair.state else { return false };
    // Conservative: the clearance less all that they may have moved must hold the margin and what may close in now.
    *moved += detector.moved(pair.a, pair.b);
    *moved + pair.margin + detector.closing(pair.a, pair.b) * detector.dt <= *clearance
}
