//! The stage that stops what turned into something else within the step.
//!
//! The solver follows the points that a contact has when the step begins, along straight lines. A body that turns far
//! in the step brings others down: by the second order in its turn, and past its corners by any amount. Whether it did
//! is asked of the shapes where the step has led them, and what did is moved back along the contact's normal.

use super::super::impact::impulse::{Anchors, ImpactBody, exchange};
use super::super::impact::predict::plane_gap;
use super::super::pair_rules::{manifold, pose_of, shape_of};
use super::super::pairs::{State, is_plane};
use super::super::twist::Twist;
use super::World;
use super::movement::limited;
use crate::geometry::{Overlap, Shape, SignedGap, Sweep, TimeOfImpact, conservative_advancement, separation_exceeds};
use crate::math::Pose;
use glam::Vec3;
use std::collections::BTreeSet;

/// Bodies whose pairs a thread looks at before it takes more.
const GRAIN: usize = 64;

/// Rounds over the pairs: who is moved back may then overlap somebody else.
const ROUNDS: usize = 4;

/// Least overlap that is not left to the solver of the next step, in margins of the pair.
const LEFT: f32 = 1.0;

/// Points that touch when a pair was moved back differ by no more than this, in margins of the pair.
const TOGETHER: f32 = 0.25;

/// Distance from which a body is led back to where it touches, beyond that at which the two are apart, relative
/// to its size.
const CLEAR: f32 = 0.01;

/// Pairs that a step may ask closely whether one turned into the other: so many, and one for each body. What has turned
/// into more than that is parted as what overlaps, by the solver of the next step.
const LEAST_QUERIES: usize = 400;

/// Scratch of the stage.
#[derive(Debug, Default)]
pub(super) struct TunnellingScratch {
    /// Slots that may have turned into something.
    turning: Vec<u32>,
    /// Pairs of theirs that are to be asked closely, by part of the slots.
    suspects: Vec<Vec<u32>>,
}

impl Clone for TunnellingScratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Two that turned farther into each other than the next step can mend.
struct TooDeep {
    /// The normal of their contact: unit, from A to B (world).
    normal: Vec3,
    /// How far the step has led one into the other along it (m).
    depth: f32,
}

/// A pair that is to be asked closely.
struct Glance {
    /// The normal of its contact: unit, from A to B (world).
    normal: Vec3,
    /// Between the planes across it that bound the two (m).
    gap: f32,
    /// The overlap that the step began with, as a gap (m).
    before: f32,
    /// How much farther one may have come into the other (m).
    most: f32,
}

impl World {
    /// Moves pairs apart of which one turned into the other in the step, and stops them there.
    pub(super) fn stop_tunnelling(&mut self) {
        let mut any = false;
        let mut queries = LEAST_QUERIES + self.bodies.count;
        let mut scratch = std::mem::take(&mut self.tunnelling_scratch);
        let mut found = self.turned_into(&mut scratch, |_| true, &mut queries);
        for _ in 0..ROUNDS {
            // In the order of slots and pairs, each as the ones before have left it.
            let mut moved = BTreeSet::new();
            for (index, too_deep) in found {
                let slots = [self.pairs.slab[index].a, self.pairs.slab[index].b];
                // What was found still holds where neither was moved since.
                let stale = slots.iter().any(|slot| moved.contains(slot));
                let too_deep = if stale { self.overlap(index, &mut queries) } else { Some(too_deep) };
                if too_deep.is_some_and(|too_deep| self.turn_back(index, &too_deep)) {
                    moved.extend(slots.into_iter().filter(|slot| !is_plane(*slot)));
                }
            }
            if moved.is_empty() {
                break;
            }
            any = true;
            // Nobody else can have come to overlap.
            found = self.turned_into(&mut scratch, |slot| moved.contains(&slot), &mut queries);
        }
        self.tunnelling_scratch = scratch;
        if any {
            self.freeze_unsound();
        }
    }

    /// Freezes whom turning back left with a state that is no longer in order: it can have been beyond all numbers, as
    /// any impact can.
    fn freeze_unsound(&mut self) {
        let mut frozen = vec![];
        frozen.extend((0..self.bodies.len()).filter(|i| self.bodies.moves(*i) && !self.bodies.is_sane(*i)));
        for i in frozen {
            // Where the step found it.
            let position = self.bodies.position[i] - self.bodies.displacement[i].linear;
            self.freeze(i, Pose::new(position, self.bodies.rotation[i]));
        }
    }

    /// The pairs in contact of which one turned into the other, of those with a body that may have: how far. Each close
    /// query takes one of those that are left.
    fn turned_into(
        &self,
        scratch: &mut TunnellingScratch,
        may_have: impl Fn(u32) -> bool + Sync,
        queries: &mut usize,
    ) -> Vec<(usize, TooDeep)> {
        let bodies = &self.bodies;
        let turns = |i: usize| {
            let margin = LEFT * (0.1 * bodies.radius[i]).min(self.config.tuning.speculative_margin);
            let displacement = &bodies.displacement[i];
            // What impacts turned has not come all the way along the path that the solver was given.
            let led_astray = || self.impacts.hits(i) > 0 && displacement.linear.length() > margin;
            displacement.angular.length() * bodies.velocity[i].reach > margin || led_astray()
        };
        let TunnellingScratch { turning, suspects } = scratch;
        turning.clear();
        turning.extend(self.solver.active().iter().filter(|slot| turns(**slot as usize)));
        suspects.iter_mut().for_each(Vec::clear);
        // Most pairs are answered by a glance, which threads share.
        self.team.each_finding(turning, GRAIN, (suspects, 0), |_, slot, suspects| {
            let slot = *slot;
            for index in self.pairs.of_body(bodies.first_edge[slot as usize]) {
                let pair = &self.pairs.slab[index];
                let other = pair.other(slot);
                // Of two that turn the lower slot lists the pair.
                let held = |i: usize| bodies.moves(i) && self.contacts.graph.degree(i) > 0;
                let told = other < slot && held(other as usize) && turns(other as usize);
                if pair.touches() && !told && (may_have(slot) || may_have(other)) && self.glance(index).is_some() {
                    suspects.push(index as u32);
                }
            }
        });
        // The rest in the order of slots and pairs, as far as the queries go.
        let suspects = suspects.iter().flatten().map(|index| *index as usize);
        suspects.filter_map(|index| Some((index, self.overlap(index, queries)?))).collect()
    }

    /// The poses of a pair.
    fn poses(&self, index: usize) -> (Pose, Pose) {
        let pair = &self.pairs.slab[index];
        let pose = |slot: u32| pose_of(&self.bodies, &self.config, slot);
        (pose(pair.a), pose(pair.b))
    }

    /// What a glance at a pair tells: none where the plane across the contact's normal lies between the two, as between
    /// most.
    fn glance(&self, index: usize) -> Option<Glance> {
        let pair = &self.pairs.slab[index];
        let SignedGap { gap: least, normal } = self.contacts.separation(pair)?;
        let (shape_a, shape_b) = (shape_of(&self.bodies, pair.a), shape_of(&self.bodies, pair.b));
        let (pose_a, pose_b) = self.poses(index);
        // What overlapped before is parted at a speed of its own.
        let before = least.min(0.0);
        let gap = plane_gap((shape_a, &pose_a), (shape_b, &pose_b), normal);
        let leeway = LEFT * pair.margin;
        if gap >= before - leeway {
            return None;
        }
        // A body may lean into another, and bounce out of it again in the next step. Half way into the slimmer one it
        // has turned through it, and a plate has no inside.
        let width = |shape: &Shape, pose: &Pose| {
            let d = pose.rotation.conjugate() * normal;
            shape.reach(d) + shape.reach(-d)
        };
        let slimmer = width(shape_a, &pose_a).min(width(shape_b, &pose_b));
        let most = leeway.max(0.5 * slimmer);
        let between = gap >= before - most;
        (!between).then_some(Glance { normal, gap, before, most })
    }

    /// How far the step has led one of a pair into the other, when that is too far and there is a query left to see it.
    fn overlap(&self, index: usize, queries: &mut usize) -> Option<TooDeep> {
        let Glance { normal: n, gap, before, most } = self.glance(index)?;
        *queries = queries.checked_sub(1)?;
        let pair = &self.pairs.slab[index];
        let (shape_a, shape_b) = (shape_of(&self.bodies, pair.a), shape_of(&self.bodies, pair.b));
        let (pose_a, pose_b) = self.poses(index);
        // A body may lean over an edge. Half way through and further it has passed, even when it no longer overlaps.
        let widths = -(gap + plane_gap((shape_a, &pose_a), (shape_b, &pose_b), -n));
        let stands_out = || separation_exceeds(shape_a, shape_b, &pose_a.inverse_mul(&pose_b), before - most);
        if gap > -0.5 * widths && stands_out() {
            return None;
        }
        // From where the plane lies between them B is led back to where it touches A.
        let shift = CLEAR * shape_a.bounding_radius().min(shape_b.bounding_radius()) - gap;
        let start = Pose::new(pose_b.translation + n * shift, pose_b.rotation);
        let (a, b) = (Sweep::still(pose_a), Sweep { velocity: n * -shift, ..Sweep::still(start) });
        let met = conservative_advancement((shape_a, &a), (shape_b, &b), 1.0, &pair.memory, usize::MAX).0;
        let (TimeOfImpact::Hit(t) | TimeOfImpact::NotBefore(t)) = met else { return None };
        let depth = shift * (1.0 - t) + before;
        (depth > most).then_some(TooDeep { normal: n, depth })
    }

    /// Moves a pair apart by what one turned into the other, each as the lighter it is, and stops the two there;
    /// whether they had to be.
    fn turn_back(&mut self, index: usize, &TooDeep { normal, depth }: &TooDeep) -> bool {
        let pair = self.pairs.slab[index];
        let inv_mass = |slot: u32| if is_plane(slot) { 0.0 } else { self.bodies.yielding(slot as usize) };
        let (a, b) = (inv_mass(pair.a), inv_mass(pair.b));
        if a + b == 0.0 || !depth.is_finite() {
            return false;
        }
        // Each by its share of the inverse masses.
        for (slot, share) in [(pair.a, -a), (pair.b, b)] {
            if share != 0.0 {
                let moved = normal * (depth * share / (a + b));
                self.bodies.position[slot as usize] += moved;
                self.bodies.displacement[slot as usize].linear += moved;
            }
        }
        self.stop(index);
        self.impacts.count += 1;
        // Whoever was near must be looked at anew.
        for slot in [pair.a, pair.b].into_iter().filter(|slot| !is_plane(*slot)) {
            for edge in self.edges(slot as usize) {
                self.contacts.invalidate(&mut self.pairs, edge as usize);
            }
        }
        true
    }

    /// Takes the approach speed from the points at which a pair touches: an impact without restitution.
    fn stop(&mut self, index: usize) {
        let pair = self.pairs.slab[index];
        let Some(mut contact) = self.contacts.of(&pair) else { return };
        let (shape_a, shape_b) = (shape_of(&self.bodies, pair.a), shape_of(&self.bodies, pair.b));
        let (pose_a, pose_b) = self.poses(index);
        let (mut memory, rule) = (pair.memory, (self.config.normals, Overlap::Exact));
        let (a, b) = ((shape_a, &pose_a), (shape_b, &pose_b));
        let found = manifold(&mut memory, Some(&contact), a, b, pair.margin, rule);
        if found.count == 0 {
            return;
        }
        // The points that touch, from both centres.
        let together = found.separation().max(0.0) + TOGETHER * pair.margin;
        let offset = pose_a.translation - pose_b.translation;
        let (mut anchors, mut count) = ([Anchors::default(); 4], 0);
        for point in found.points().iter().filter(|p| p.separation <= together) {
            let anchor = pose_a.rotation * point.position;
            anchors[count] = Anchors { a: anchor, b: anchor + offset };
            count += 1;
        }
        // An impact without restitution, with friction as ever.
        let body = |slot: u32, pose: Pose| {
            let velocity = if is_plane(slot) { Twist::ZERO } else { self.bodies.velocity[slot as usize] };
            let motion = Sweep { velocity: velocity.linear, spin: velocity.angular, ..Sweep::still(pose) };
            ImpactBody::new(&self.bodies, slot, &motion)
        };
        let (mut a, mut b) = (body(pair.a, pose_a), body(pair.b, pose_b));
        let mut surface = contact.surface;
        (surface.restitution, surface.restitution_tangential) = (0.0, 0.0);
        let normal = pose_a.rotation * found.normal;
        let (before_a, before_b) = (a, b);
        let anchors = &anchors[..count];
        let iterations = self.config.tuning.impacts.iterations;
        let impulses = exchange(anchors, normal, &surface, (&mut a, &mut b), iterations, &mut 0);
        // It is one of the impacts of the step, and what it did stays with the contact.
        let approach = |at: &Anchors| before_a.approach(&before_b, at, normal);
        contact.impact.speed = anchors.iter().map(approach).fold(contact.impact.speed, f32::max);
        contact.impact.impulse += impulses[..count].iter().map(|one| normal * one.along + one.across).sum::<Vec3>();
        match pair.state {
            State::Held(place) => self.contacts.graph.write(place, &contact),
            _ => self.contacts.detach(&mut self.pairs, index, contact),
        }
        for (slot, after) in [(pair.a, a), (pair.b, b)] {
            if !is_plane(slot) && after.inv_mass > 0.0 {
                self.go_on(slot as usize, &after);
            }
        }
    }

    /// Gives a body the velocity and the spin that an impact at the end of the step left it with.
    fn go_on(&mut self, i: usize, after: &ImpactBody) {
        let before = self.bodies.velocity[i].linear;
        let Twist { linear: velocity, angular, .. } =
            limited(&self.bodies, &self.config, i, after.velocity.as_vec3(), after.spin.as_vec3());
        self.bodies.velocity[i] = Twist { linear: velocity, angular, ..self.bodies.velocity[i] };
        // After a jump the next step counts on forces alone; what hardly felt it is borne as before.
        let sub_step = self.config.dt() / self.config.sub_steps as f32;
        let gain = self.bodies.free_acceleration(i, &self.config) * sub_step;
        if (velocity - before).length_squared() > 0.25 * gain.length_squared() {
            self.bodies.change[i] = Twist::new(gain, Vec3::ZERO);
        }
    }
}
