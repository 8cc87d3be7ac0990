//! What impacts leave to the solver.

use super::{Context, Impacts};
use crate::physics::bodies::NONE;
use crate::physics::narrow_phase::{clear, manifold, shape_of, store};
use crate::physics::pairs::{Head, is_plane};
use glam::Vec3;

impl Impacts {
    /// Collides the pairs of bodies that had impacts anew, at the time of their last, for the solver.
    pub fn settle(&mut self, context: &mut Context) {
        for k in 0..self.hit.len() {
            let i = self.hit[k] as usize;
            let mut edge = context.bodies.first_edge[i];
            while edge != NONE {
                let index = edge as usize / 2;
                edge = context.pairs.next_edge(edge);
                let head = &context.pairs.heads[index];
                let other = head.other(i as u32);
                // Once for a pair of two struck bodies.
                if !is_plane(other) && self.hits[other as usize] > 0 && (other as usize) < i {
                    continue;
                }
                if head.points > 0 || head.solved || !self.clear_of(head) {
                    self.settle_pair(context, index);
                    let (head, pair) = (&mut context.pairs.heads[index], &context.pairs.slab[index]);
                    head.solved = pair.solved;
                    head.points = pair.count;
                }
                // The next step must look again.
                context.pairs.heads[index].drift = f32::INFINITY;
            }
        }
    }

    /// Whether the bounding spheres of a pair are further apart than its margin at the time of the last impact of either.
    fn clear_of(&self, head: &Head) -> bool {
        if is_plane(head.a) {
            return false;
        }
        let t = self.time_of(head.a).max(self.time_of(head.b));
        let (a, b) = (&self.paths[head.a as usize], &self.paths[head.b as usize]);
        let (way, reach) = (b.at(t).place - a.at(t).place, a.radius + b.radius + head.margin);
        way.length_squared() > reach * reach
    }

    fn settle_pair(&self, context: &mut Context, index: usize) {
        let Head { a: slot_a, b: slot_b, margin, .. } = context.pairs.heads[index];
        let least_bounce = context.least_bounce(self.hits_of(slot_a).max(self.hits_of(slot_b)));
        let t = self.time_of(slot_a).max(self.time_of(slot_b));
        let (a, b) = (self.sweep(context, slot_a, t), self.sweep(context, slot_b, t));
        let (shape_a, shape_b) = (shape_of(context.bodies, slot_a), shape_of(context.bodies, slot_b));
        let (pair, head) = (&mut context.pairs.slab[index], &mut context.pairs.heads[index]);
        let kept = (pair.impact_speed, pair.bounced, pair.friction_total);
        let totals = pair.points.map(|p| (p.id, p.total));
        let had = usize::from(pair.count);
        let found = manifold(&mut head.memory, (shape_a, &a.pose), (shape_b, &b.pose), margin, context.config.normals);
        if found.count == 0 {
            if kept.0 == 0.0 {
                clear(pair);
            }
            pair.solved = false;
            return;
        }
        let struck = pair.bounced.then_some(*pair);
        store(pair, &found, &a.pose, &b.pose, margin);
        (pair.impact_speed, pair.bounced, pair.friction_total) = kept;
        let n = pair.normal;
        let fall = (b.acceleration - a.acceleration).dot(n);
        let count = usize::from(pair.count);
        let (spin, t2) = (b.spin - a.spin, n.cross(pair.tangent));
        let speed = (b.velocity + b.spin.cross(pair.arm_b) - a.velocity - a.spin.cross(pair.arm_a)).dot(n);
        let shift_of = |slot: u32| if is_plane(slot) { Vec3::ZERO } else { self.shift(slot as usize) };
        let shift = (shift_of(pair.b) - shift_of(pair.a)).dot(n);
        let mut touches = false;
        for point in &mut pair.points[..count] {
            if let Some((_, total)) = totals[..had].iter().find(|(id, _)| *id == point.id) {
                point.total = *total;
            }
            // The gap the path had, or would have had, when the step began.
            let speed = speed + point.b * spin.dot(pair.tangent) - point.a * spin.dot(t2);
            let gap = (point.separation - speed * t + 0.5 * fall * t * t).max(point.separation.min(0.0));
            // The solver adds to it what the paths are displaced by, and they begin with their shifts.
            point.start_gap = gap - shift;
            touches |= point.separation + speed * (context.dt - t) <= 0.0;
        }
        // What has bounced, or will in the next step, is not stopped in this one, unless another point would touch.
        pair.solved =
            pair.count > 0 && (touches || !(pair.bounced || (pair.restitution > 0.0 && -speed >= least_bounce)));
        if let (Some(struck), false) = (struck, pair.solved) {
            // Shown as it was struck.
            *pair = struck;
            pair.solved = false;
        } else if let Some(course) = &mut context.course {
            course.note_meeting((pair.a, pair.b), (a.pose, b.pose));
        }
    }
}
