//! When pairs will touch.

use super::{Context, Event, Flight, Impacts, holds, turning};
use crate::geometry::{Manifold, Outlook, Shape, Sweep, first_time, outlook, separation};
use crate::physics::narrow_phase::shape_of;
use crate::physics::pairs::{Head, PairPoint, is_plane};
use glam::Vec3;

impl Impacts {
    /// Foresees the first impact of a freshly collided pair, which closes in at no more than `fastest` (m/s). `found` is its
    /// manifold in A's frame.
    pub fn foresee_first(&mut self, context: &mut Context, index: usize, found: &Manifold, fastest: f32) {
        let Head { a, b, margin, bouncy, .. } = context.pairs.heads[index];
        let gap = found.separation();
        let near = gap <= margin;
        if near && bouncy {
            // Most that touch rest: even by all they can, they do not bounce.
            let pull = |slot: u32| if is_plane(slot) { Vec3::ZERO } else { self.paths[slot as usize].acceleration };
            let gained = 2.0 * (pull(b) - pull(a)).length() * gap.max(0.0);
            let least = context.least_bounce(0);
            if fastest * fastest + gained < least * least {
                return;
            }
        }
        let pair = &context.pairs.slab[index];
        let (a, b) = (self.sweep(context, pair.a, 0.0), self.sweep(context, pair.b, 0.0));
        let (shape_a, shape_b) = (shape_of(context.bodies, pair.a), shape_of(context.bodies, pair.b));
        let normal = a.pose.rotation * found.normal;
        if near && pair.restitution == 0.0 {
            if !holds((shape_a, &a), (shape_b, &b), normal, context.dt) {
                self.look(context, index, &a, &b, (0.0, context.tuning().first_look, 0));
            }
            return;
        }
        let fall = (b.acceleration - a.acceleration).dot(normal) * context.dt;
        let mut fastest = f32::NEG_INFINITY;
        for point in found.points() {
            let arm_a = a.pose.rotation * point.position;
            let arm_b = arm_a + (a.pose.translation - b.pose.translation);
            let speed = (a.velocity + a.spin.cross(arm_a) - b.velocity - b.spin.cross(arm_b)).dot(normal);
            fastest = fastest.max(speed);
        }
        if near {
            // The solver takes slow ones. Over the gap they gain what they fall: v² = v₀² + 2 a s.
            let fallen = 2.0 * (-fall / context.dt).max(0.0) * gap.max(0.0);
            if !context.bounces(pair, (fastest.max(0.0) * fastest.max(0.0) + fallen).sqrt(), 0) {
                return;
            }
            // The solver would stop what only comes near in this step; the next will see it bounce.
            context.pairs.slab[index].solved = false;
            context.pairs.heads[index].solved = false;
        } else {
            // The points found may not be the first to touch when a body turns: look a little further than they reach.
            let size = shape_a.bounding_radius().min(shape_b.bounding_radius());
            let fast = (b.velocity - a.velocity).length() * context.dt > 0.5 * size;
            let slack = if fast { turning(shape_a, &a) + turning(shape_b, &b) } else { 0.0 } * context.dt;
            let apart = (fastest + (-fall).max(0.0)) * context.dt + slack + 0.02 * size < gap;
            // A slow pair that is apart at the end of its path as well is not worth the search.
            let at_end = || separation(shape_a, shape_b, &a.at(context.dt).inverse_mul(&b.at(context.dt))).0;
            if apart && (fast || at_end() > 0.0) {
                return;
            }
        }
        self.look(context, index, &a, &b, (0.0, context.tuning().first_look, 0));
    }

    /// Foresees the next impact of a pair from time `t` on, unless a glance shows that there is none.
    pub fn foresee(&mut self, context: &Context, index: usize, t: f32) {
        let head = &context.pairs.heads[index];
        let (slot_a, slot_b) = (head.a, head.b);
        if !is_plane(slot_a) {
            let left = context.dt - t;
            let (a, b) = (&self.paths[slot_a as usize], &self.paths[slot_b as usize]);
            let (ra, rb) = (a.radius, b.radius);
            let (a, b) = (a.at(t), b.at(t));
            let (way, velocity) = (b.place - a.place, b.velocity - a.velocity);
            let acceleration = b.acceleration - a.acceleration;
            let distance2 = way.length_squared();
            if distance2 > (ra + rb) * (ra + rb) {
                if velocity.dot(way) >= 0.0 && acceleration.dot(way) >= 0.0 {
                    return;
                }
                // Bounding spheres touch before what they bound.
                let distance = distance2.sqrt();
                let n = way / distance;
                let gap = (distance - ra - rb).max(f32::MIN_POSITIVE);
                match first_time(-velocity.dot(n), -acceleration.dot(n), gap) {
                    Some(wait) if wait < left => {
                        if wait > context.tuning().worth_waiting * left {
                            self.note(context, index, t + wait, false, 0);
                            return;
                        }
                    }
                    _ => return,
                }
            }
            if self.parts(context, index, left, (&a, ra), (&b, rb)) {
                return;
            }
        }
        let (a, b) = (self.sweep(context, slot_a, t), self.sweep(context, slot_b, t));
        self.look(context, index, &a, &b, (t, context.tuning().first_look, 0));
    }

    /// Whether a pair parts, or comes too slowly, for the rest of the step, `left` (s). The radii are those of the bounding
    /// spheres (m).
    fn parts(
        &self,
        context: &Context,
        index: usize,
        left: f32,
        (a, ra): (&Flight, f32),
        (b, rb): (&Flight, f32),
    ) -> bool {
        // What the relative acceleration can still add (m/s).
        let fall = (b.acceleration - a.acceleration).length() * left;
        let head = &context.pairs.heads[index];
        let swing = |slot: u32, spin: Vec3, radius: f32| match context.bodies.shape[slot as usize] {
            Shape::Sphere { .. } => 0.0,
            _ => spin.length() * radius,
        };
        let swings = swing(head.a, a.spin, ra) + swing(head.b, b.spin, rb);
        let closing = (b.velocity - a.velocity).length() + swings + fall;
        let hits = self.hits_of(head.a).max(self.hits_of(head.b));
        if closing * left < head.margin && !(head.bouncy && closing >= context.least_bounce(hits)) {
            // Whatever they meet with is the solver's, which gets them from this far.
            return true;
        }
        if head.points == 0 {
            // Apart when last looked at, by more than they can close in a whole step.
            return closing * context.dt <= head.clear - head.drift;
        }
        if swings * left >= 0.1 * ra.min(rb) {
            return false;
        }
        let pair = &context.pairs.slab[index];
        // Parting at every point they had, or too slow to bounce, and too slow in turning to bring another one down.
        let t2 = pair.normal.cross(pair.tangent);
        let speed = |p: &PairPoint| {
            let place = pair.tangent * p.a + t2 * p.b;
            let at_a = a.velocity + a.spin.cross(pair.arm_a + place);
            let at_b = b.velocity + b.spin.cross(pair.arm_b + place);
            (at_a - at_b).dot(pair.normal)
        };
        let fastest = pair.points().iter().map(speed).fold(f32::NEG_INFINITY, f32::max) + fall;
        fastest < 0.0 || (pair.touched && !context.bounces(pair, fastest, hits))
    }

    /// Looks ahead from time `t`, at no more than so many stops, and notes what there is to come. The pair was looked at
    /// `looks` times before.
    pub(super) fn look(
        &mut self,
        context: &Context,
        index: usize,
        a: &Sweep,
        b: &Sweep,
        (t, stops, looks): (f32, u32, u16),
    ) {
        let head = &context.pairs.heads[index];
        let (shape_a, shape_b) = (shape_of(context.bodies, head.a), shape_of(context.bodies, head.b));
        let memory = &head.memory;
        // What a quad remembers of where the other came from must not be lost between two looks.
        let quad = |shape: &Shape| matches!(shape, Shape::Quad { .. });
        let stops = if quad(shape_a) || quad(shape_b) { usize::MAX } else { stops as usize };
        match outlook((shape_a, a), (shape_b, b), context.dt - t, memory, stops) {
            Outlook::Clear => {}
            Outlook::Touch(after) => self.note(context, index, t + after, true, looks),
            Outlook::NotBefore(after) => {
                self.note(
                    context,
                    index,
                    t + after,
                    stops == usize::MAX || u32::from(looks) >= context.tuning().most_looks,
                    looks + 1,
                );
            }
        }
    }

    fn note(&mut self, context: &Context, index: usize, time: f32, certain: bool, looks: u16) {
        let head = &context.pairs.heads[index];
        let hits = (self.hits_of(head.a), self.hits_of(head.b));
        if u32::from(hits.0.max(hits.1)) < context.tuning().most_hits {
            self.queue.push(Event { time, pair: index as u32, hits, certain, looks });
        }
    }

    /// Foresees a pair again from `t`, where nothing came of it; not for ever.
    pub(super) fn look_on(&mut self, context: &Context, index: usize, t: f32) {
        // Slow pairs can wait for the next step.
        let pair = &context.pairs.slab[index];
        let (a, b) = (self.sweep(context, pair.a, t), self.sweep(context, pair.b, t));
        let (shape_a, shape_b) = (shape_of(context.bodies, pair.a), shape_of(context.bodies, pair.b));
        let closing = (b.velocity - a.velocity).length() + turning(shape_a, &a) + turning(shape_b, &b);
        let size = shape_a.bounding_radius().min(shape_b.bounding_radius());
        if closing * (context.dt - t) < 0.5 * size {
            return;
        }
        self.stalls += 1;
        if self.stalls < 64 + 4 * context.bodies.count {
            // A little later: at this very time the same would be foreseen again.
            self.foresee(context, index, t + context.tuning().look_on * size / closing);
        }
    }
}
