//! Impacts, resolved at their time inside the step.
//!
//! Bodies that fly towards each other are taken to the moment they touch, one pair after the other in the order of
//! time, and leave it by Newton's restitution and Coulomb's friction together. So heights, angles and the order of a
//! chain of hits come out as mechanics has them, however long the step is.
//!
//! Every body keeps one path for the whole step, `x + s + v t + ½ a t²` with `s` its shift: an impact at time `τ` that
//! adds `Δv` adds `−Δv τ` to the shift, which leaves the place at `τ` as it is. What comes after, the solver or free
//! flight, starts at the step's beginning and needs to know nothing of it.

mod foresee;
mod impulse;
mod path;
mod settle;

use super::bodies::{Bodies, NONE};
use super::broad_phase::{BroadPhase, path_bounds};
use super::config::{Config, ImpactTuning, Tuning};
use super::course::{Course, Phase};
use super::integrate::{turned, turned_back};
use super::narrow_phase::{manifold, pose_of, refresh, shape_of, store};
use super::pairs::{Head, Pair, Pairs, is_plane};
use crate::geometry::{Shape, Sweep};
use crate::math::Pose;
use glam::Vec3;
use impulse::collide_points;
pub(super) use impulse::{Load, Striker, Surface, part_points};
use path::{Flight, Path};
use std::collections::BinaryHeap;

/// Events for each body that there is room for from the start.
const EVENTS: usize = 4;

/// A pair that is going to touch, or may.
///
/// After every impact all neighbours of the two bodies have to be looked at anew, and most of what was foreseen is void
/// before its time comes. So a first look gives no more than a time before which nothing can happen; only a pair whose
/// time has come is looked at more closely.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Event {
    /// Since the start of the step (s).
    time: f32,
    pair: u32,
    /// How many hits each body had when this was foreseen; it is void when either has had more.
    hits: (u16, u16),
    /// Whether the two touch then; else they do not before.
    certain: bool,
    /// How often the pair was looked at.
    looks: u16,
}

impl Eq for Event {}

impl Ord for Event {
    /// The earliest is the greatest, so that the heap gives it first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.time.total_cmp(&self.time).then(other.pair.cmp(&self.pair))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Scratch of the impacts of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Impacts {
    queue: BinaryHeap<Event>,
    /// Time of each slot's last impact in this step (s).
    time: Vec<f32>,
    paths: Vec<Path>,
    hits: Vec<u16>,
    /// Slots that had an impact, in the order of their first.
    hit: Vec<u32>,
    edges: Vec<u32>,
    /// Impacts foreseen too early.
    stalls: usize,
    pub count: usize,
}

/// What impacts need of the rest of the world.
pub(super) struct Context<'a> {
    pub bodies: &'a mut Bodies,
    pub pairs: &'a mut Pairs,
    pub broad_phase: &'a mut BroadPhase,
    pub config: &'a Config,
    pub dt: f32,
    /// Notes where pairs met, if somebody wants to know.
    pub course: Option<&'a mut Course>,
}

impl Context<'_> {
    fn tuning(&self) -> ImpactTuning {
        self.config.tuning.impacts
    }

    /// Slower impacts are left to the solver (m/s): they would be over within the step.
    fn least_speed(&self) -> f32 {
        0.5 * self.config.gravity.length() * self.dt
    }

    /// The least approach speed of an impact that bounces (m/s), for bodies that had so many hits in this step.
    ///
    /// Bodies struck again and again must be struck harder to bounce: a dense crowd comes to an end of its hits.
    fn least_bounce(&self, hits: u16) -> f32 {
        self.config.restitution_threshold.max(self.least_speed()) * (1.0 + f32::from(hits))
    }

    /// Whether an impact of this approach speed bounces.
    fn bounces(&self, pair: &Pair, speed: f32, hits: u16) -> bool {
        pair.restitution > 0.0 && speed >= self.least_bounce(hits)
    }
}

impl Impacts {
    /// Forgets the last step.
    pub fn reset(&mut self, bodies: &Bodies, config: &Config) {
        let slots = bodies.len();
        self.queue.clear();
        self.queue.reserve(EVENTS * slots);
        self.time.clear();
        self.time.resize(slots, 0.0);
        self.paths.clear();
        self.paths.extend((0..slots).map(|i| Path::new(bodies, config, i)));
        self.hits.clear();
        self.hits.resize(slots, 0);
        self.hit.clear();
        self.stalls = 0;
        self.count = 0;
    }

    /// Gives bodies that were woken the paths that they have from now on.
    pub fn wake(&mut self, bodies: &Bodies, config: &Config) {
        for (i, path) in self.paths.iter_mut().enumerate().filter(|(i, _)| self.hits[*i] == 0) {
            *path = Path::new(bodies, config, i);
        }
    }

    /// Whether the slot had an impact in this step.
    pub fn struck(&self, slot: usize) -> bool {
        self.hits[slot] > 0
    }

    /// Notes where the bodies that had impacts were at their last.
    pub fn note_found(&self, context: &Context, course: &mut Course) {
        for &slot in &self.hit {
            let pose = self.sweep(context, slot, self.time[slot as usize]).pose;
            course.note(Phase::Found, slot as usize, pose);
        }
    }

    /// The slot's shift (m).
    pub fn shift(&self, slot: usize) -> Vec3 {
        self.paths[slot].shift
    }

    /// Moves the slot's path of the step (m).
    pub fn move_by(&mut self, slot: usize, way: Vec3) {
        self.paths[slot].shift += way;
    }

    fn hits_of(&self, slot: u32) -> u16 {
        if is_plane(slot) { 0 } else { self.hits[slot as usize] }
    }

    fn time_of(&self, slot: u32) -> f32 {
        if is_plane(slot) { 0.0 } else { self.time[slot as usize] }
    }

    /// Path of a slot from time `t` on.
    fn sweep(&self, context: &Context, slot: u32, t: f32) -> Sweep {
        if is_plane(slot) {
            return Sweep::still(pose_of(context.bodies, context.config, slot));
        }
        self.paths[slot as usize].from(t, context.bodies.rotation[slot as usize])
    }

    /// Resolves all that was foreseen, and all that follows from it, in the order of time.
    pub fn resolve(&mut self, context: &mut Context) {
        let most = 1_000 + context.tuning().per_body as usize * context.bodies.count;
        while let Some(event) = self.queue.pop() {
            let head = &context.pairs.heads[event.pair as usize];
            let (a, b) = (head.a, head.b);
            if event.hits != (self.hits_of(a), self.hits_of(b)) {
                continue;
            }
            if !event.certain {
                let (a, b) = (self.sweep(context, a, event.time), self.sweep(context, b, event.time));
                let ahead = (event.time, context.tuning().closer_look, event.looks);
                self.look(context, event.pair as usize, &a, &b, ahead);
                continue;
            }
            if self.count >= most {
                release(context.pairs, event.pair as usize);
                continue;
            }
            if !self.strike(context, event.pair as usize, event.time) {
                continue;
            }
            self.count += 1;
            let moves = |slot: u32| !is_plane(slot) && context.bodies.inv_mass[slot as usize] > 0.0;
            let (first, second) = (moves(a), moves(b));
            if first {
                self.follow(context, a as usize, event.time, NONE);
            }
            if second {
                self.follow(context, b as usize, event.time, if first { a } else { NONE });
            }
        }
    }

    /// Lets a pair collide at time `t`; false when nothing came of it.
    fn strike(&mut self, context: &mut Context, index: usize, t: f32) -> bool {
        let Head { a: slot_a, b: slot_b, margin, mut memory, .. } = context.pairs.heads[index];
        for slot in [slot_a, slot_b] {
            if !is_plane(slot) && context.bodies.asleep[slot as usize] {
                context.bodies.wake_island(slot as usize);
                self.wake(context.bodies, context.config);
            }
        }
        let (sweep_a, sweep_b) = (self.sweep(context, slot_a, t), self.sweep(context, slot_b, t));
        let (shape_a, shape_b) = (shape_of(context.bodies, slot_a), shape_of(context.bodies, slot_b));
        let (pose_a, pose_b) = (&sweep_a.pose, &sweep_b.pose);
        let pair = &context.pairs.slab[index];
        let found = manifold(&mut memory, (shape_a, pose_a), (shape_b, pose_b), margin, context.config.normals);
        if found.count == 0 {
            // Foreseen too early, which close and wild spins can bring about: look on from here.
            self.look_on(context, index, t);
            return false;
        }
        // Points that touch now; others of the manifold have an impact of their own, if they come to it.
        let touch = found.separation().max(0.0) + 0.01 * margin;
        let mut a = Striker::new(context.bodies, slot_a, pose_a.rotation, &sweep_a);
        let mut b = Striker::new(context.bodies, slot_b, pose_b.rotation, &sweep_b);
        let normal = pose_a.rotation * found.normal;
        let offset = pose_a.translation - pose_b.translation;
        let mut arms = [(Vec3::ZERO, Vec3::ZERO); 4];
        let mut count = 0;
        let mut approach = 0.0_f32;
        for point in found.points().iter().filter(|p| p.separation <= touch) {
            let arm = pose_a.rotation * point.position;
            arms[count] = (arm, arm + offset);
            approach = approach.max((a.at(arm) - b.at(arm + offset)).dot(normal));
            count += 1;
        }
        let hits = self.hits_of(slot_a).max(self.hits_of(slot_b));
        let restitution = if context.bounces(pair, approach, hits) { pair.restitution } else { 0.0 };
        let near = pair.count > 0 && pair.touched;
        if approach <= 0.0 {
            // What touches parts; another point may yet come down.
            self.look_on(context, index, t);
            return false;
        }
        if restitution == 0.0 && near && holds((shape_a, &sweep_a), (shape_b, &sweep_b), normal, context.dt - t) {
            release(context.pairs, index);
            return false;
        }
        let tuning = context.tuning();
        let corners = turning(shape_a, &sweep_a) + turning(shape_b, &sweep_b);
        let wild = corners * context.dt > shape_a.bounding_radius().min(shape_b.bounding_radius());
        let rebound = if wild && u32::from(hits) >= tuning.chatter_hits { tuning.chatter_lift * corners } else { 0.0 };
        let surface = Surface { normal, restitution, rebound, friction: pair.friction };
        let impulses = collide_points(&arms[..count], &surface, &mut a, &mut b, tuning.sweeps);
        let (pair, head) = (&mut context.pairs.slab[index], &mut context.pairs.heads[index]);
        head.memory = memory;
        if std::mem::take(&mut head.slept) {
            pair.clear_sums();
        }
        store(pair, &found, pose_a, pose_b, touch);
        head.points = pair.count;
        for (point, (along, across)) in pair.points.iter_mut().zip(&impulses[..count]) {
            point.total += along;
            pair.friction_total += *across;
            pair.impulse += normal * *along + *across;
        }
        if let Some(course) = &mut context.course {
            course.note_meeting((slot_a, slot_b), (*pose_a, *pose_b));
        }
        pair.impact_speed = pair.impact_speed.max(approach);
        pair.bounced = restitution > 0.0;
        for (slot, striker, sweep) in [(slot_a, &a, &sweep_a), (slot_b, &b, &sweep_b)] {
            if !is_plane(slot) && striker.inv_mass > 0.0 {
                self.turn((context.bodies, &context.config.tuning), slot as usize, t, striker, sweep);
            }
        }
        true
    }

    /// Gives a body the path that passes through its pose at `t` with its new velocity and spin.
    fn turn(&mut self, (bodies, tuning): (&mut Bodies, &Tuning), i: usize, t: f32, after: &Striker, before: &Sweep) {
        let gain = after.velocity - before.velocity;
        bodies.velocity[i] += gain;
        let path = &mut self.paths[i];
        path.velocity = bodies.velocity[i];
        path.shift -= gain * t;
        if after.spin != before.spin {
            // The impulse changes the angular momentum, which is not that of the spin the path was given for the step.
            let kept = turned(bodies.rotation[i], before.spin * t, before.spin, bodies.inv_inertia[i], tuning).1;
            let spin = kept + (after.spin - before.spin);
            (bodies.rotation[i], bodies.spin[i]) =
                turned_back(before.pose.rotation, spin, bodies.inv_inertia[i], t, tuning);
            path.spin = bodies.spin[i];
        }
        if self.hits[i] == 0 {
            self.hit.push(i as u32);
        }
        self.hits[i] = self.hits[i].saturating_add(1);
        self.time[i] = t;
    }

    /// Foresees anew every impact of a body whose path has changed, but for that with the slot `done`.
    fn follow(&mut self, context: &mut Context, i: usize, t: f32, done: u32) {
        let left = context.dt - t;
        let (shape, sweep) = (&context.bodies.shape[i], self.sweep(context, i as u32, t));
        let start = Pose::new(context.bodies.position[i], context.bodies.rotation[i]);
        let bounds = {
            let mut now = shape.aabb(&sweep.pose).swept(sweep.velocity * left);
            now = now.swept(sweep.acceleration * (left * left));
            let radius = shape.bounding_radius();
            if !matches!(shape, Shape::Sphere { .. }) {
                now = now.expanded((sweep.spin.length() * left * radius).min(radius));
            }
            now.union(&shape.aabb(&start))
        };
        if !context.bodies.fat[i].contains(&bounds) {
            let wide = bounds.union(&path_bounds(context.bodies, i, context.config, 0.0));
            context.broad_phase.widen(context.bodies, context.config, i, wide, Vec3::ZERO);
            let (bodies, pairs, config) = (&mut *context.bodies, &mut *context.pairs, context.config);
            context.broad_phase.find(bodies, pairs, config, i, |_| ());
        }
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        let mut edge = context.bodies.first_edge[i];
        while edge != NONE {
            edges.push(edge / 2);
            edge = context.pairs.next_edge(edge);
        }
        for &index in &edges {
            let index = index as usize;
            if context.pairs.heads[index].fresh {
                refresh(context.bodies, context.config, context.pairs, index);
            }
            let head = &context.pairs.heads[index];
            // Inelastic contact that touches already is the solver's.
            let of_solver = || {
                let pair = &context.pairs.slab[index];
                !head.bouncy && pair.count > 0 && !pair.bounced && {
                    let other = head.other(i as u32);
                    let (shape, path) = (shape_of(context.bodies, other), self.sweep(context, other, t));
                    holds((&context.bodies.shape[i], &sweep), (shape, &path), pair.normal, left)
                }
            };
            if head.other(i as u32) != done && !of_solver() {
                self.foresee(context, index, t);
            }
        }
        self.edges = edges;
    }
}

/// Whether the solver can hold a contact for so long (s), which it does at the points that touch now: the centres come
/// nearer by less than half of what is between them, and no end swings in from further than that. What is faster, or
/// turns over the point that it struck with, meets the other with another part, or would pass through it.
fn holds((shape_a, a): (&Shape, &Sweep), (shape_b, b): (&Shape, &Sweep), normal: Vec3, left: f32) -> bool {
    let between = (b.pose.translation - a.pose.translation).dot(normal);
    let closing = (a.velocity - b.velocity).dot(normal) * between.signum();
    let swing = |shape: &Shape, sweep: &Sweep| match shape {
        Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
        _ => sweep.spin.cross(normal).length() * shape.bounding_radius(),
    };
    let swings = swing(shape_a, a) + swing(shape_b, b);
    closing * left <= 0.5 * between.abs() && swings * left <= between.abs()
}

/// Gives a pair back to the solver that was kept from it for an impact which then did not bounce.
fn release(pairs: &mut Pairs, index: usize) {
    let solved = pairs.slab[index].count > 0 && !pairs.slab[index].bounced;
    pairs.slab[index].solved = solved;
    pairs.heads[index].solved = solved;
}

/// How fast a shape's surface can move by its spin (m/s).
fn turning(shape: &Shape, sweep: &Sweep) -> f32 {
    match shape {
        Shape::Sphere { .. } | Shape::HalfSpace => 0.0,
        _ => sweep.spin.length() * shape.bounding_radius(),
    }
}
