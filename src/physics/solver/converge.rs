//! What iterations leave: looked at again, solved directly, handed down, and kept from gaining energy.

use super::direct::Given;
use super::load_paths::{Loads, Placement};
use super::{Solver, Whom, Work, iteration};
use crate::physics::bodies::Bodies;
use crate::physics::constraint::batch::Iteration;
use crate::physics::twist::{SharedTwists, Twist};
use glam::Vec3;

/// What creeps moves at more than this share of the tolerance; so many bodies at least must do so for stacks to
/// be looked for.
const CREEPING: f32 = 0.25;
const LEAST_CREEPING: usize = 6;

/// Direct solutions in a sub-step, each looked over by an iteration.
const SOLUTIONS: usize = 4;

impl Solver {
    /// Looks again at those who have been marked, there and back, and solves what hangs together like a tree, or is
    /// stacked high, until it converges; whether it did.
    ///
    /// Only what was solved is looked over: how often a heap is visited is not for a tower beside it to say.
    pub(super) fn converge(&mut self, work: &mut Work, sub_step: u32) -> bool {
        // Symmetric Gauss–Seidel over what is out of date: there and back.
        let mut whom = Whom::Stale;
        for solution in 0..=SOLUTIONS {
            let again = solution == 0 && self.groups.any_again;
            let idle = self.visit_again(work, sub_step, whom) == 0 && whom == Whom::Stale && !again;
            if idle || !self.find_slow(work, sub_step, solution == 0) {
                if sub_step == 0 && self.creeps(work) && self.hand_down(work, sub_step) > 0 {
                    self.visit_again(work, sub_step, Whom::Stale);
                }
                return true;
            }
            if solution == SOLUTIONS || self.solve_trees(work, sub_step) + self.hand_down(work, sub_step) == 0 {
                break;
            }
            self.groups.choose_solved(work.graph);
            whom = Whom::Chosen;
        }
        false
    }

    /// Visits those who have been marked, there and back; how many batches were.
    fn visit_again(&mut self, work: &mut Work, sub_step: u32, whom: Whom) -> usize {
        self.visit(work, (sub_step, true), whom) + self.visit(work, (sub_step, false), whom)
    }

    /// Lets no group gain energy by its contacts that has not converged, or only as closely as a jump is to be.
    ///
    /// What a body has that moves no faster than a fall from rest makes it in a step counts as no gain: what stands
    /// trembles by as much. Iterations lead to the least kinetic energy that the contacts allow, from above where they
    /// began with impulses that are too great: what is then left of those would drive the bodies apart.
    pub(super) fn restrain(&mut self, work: &mut Work, sub_step: u32, converged: bool) {
        let it = iteration(work.config, work.bodies, sub_step);
        if !self.groups.find_jumps(work.team, work.graph, &it, &self.masses, converged) {
            return;
        }
        let (active, paths, gains) = (&self.active, &self.paths, &self.gains);
        let (bodies, steps) = (&*work.bodies, work.config.sub_steps as f32);
        let free = |k: usize| {
            let (before, gain) = (&paths[k].before, &gains[k]);
            Twist::new(before.linear + gain.linear, before.angular + gain.angular)
        };
        let gained = |k: usize| energy_gained(bodies, active[k] as usize, &free(k), gains[k].linear * steps);
        if !self.groups.find_gains(work.team, active, gained) {
            return;
        }
        // Velocities as forces alone would have them.
        self.reference.clone_from(&work.bodies.velocity);
        active.iter().enumerate().for_each(|(k, slot)| self.reference[*slot as usize] = free(k));
        self.tick += 1.0;
        let it = Iteration { tick: self.tick, ..iteration(work.config, work.bodies, sub_step) };
        self.groups.restrain(work.graph, &SharedTwists::new(&mut self.reference), &it);
    }

    /// Finds the groups that do not agree yet, at `first` also those to be solved once more; whether there are any.
    fn find_slow(&mut self, work: &mut Work, sub_step: u32, first: bool) -> bool {
        let it = iteration(work.config, work.bodies, sub_step);
        let any = self.groups.find_slow(work.team, work.graph, &it, &self.masses);
        first && self.groups.mark_again() || any
    }

    /// Whether high stacks lean over by less than their contacts notice: a good part of their bodies creeps.
    fn creeps(&mut self, work: &mut Work) -> bool {
        let share = work.config.tuning.tolerance * CREEPING;
        let masses = &self.masses;
        let creeps = |velocities: &[Twist], slot: u32| {
            let least = masses[slot as usize].gain * share;
            least > 0.0 && velocities[slot as usize].linear.length_squared() > least * least
        };
        let count = self.active.iter().filter(|slot| creeps(&work.bodies.velocity, **slot)).count();
        if count < LEAST_CREEPING {
            return false;
        }
        let it = iteration(work.config, work.bodies, 0);
        self.groups.find_slow(work.team, work.graph, &it, masses);
        self.groups.mark_creeping(&self.active, |slot| creeps(&work.bodies.velocity, *slot))
    }

    /// How many of the slow groups were solved directly.
    fn solve_trees(&mut self, work: &mut Work, sub_step: u32) -> usize {
        // Only what has not converged, and hangs together, is worth a factorisation.
        if !self.groups.list_places(work.graph) {
            return 0;
        }
        // The residuals are those of the present sub-step, also where no iteration has passed by.
        let it = iteration(work.config, work.bodies, sub_step);
        self.groups.places.iter().for_each(|(_, place)| work.graph.begin_sub_step(*place, &it));
        self.tick += 1.0;
        let given = Given { team: work.team, masses: &self.masses, tick: self.tick };
        let rows = &mut work.bodies.velocity;
        self.direct.solve(&mut self.groups, work.graph, rows, given, &mut self.products)
    }

    /// Of how many slow groups the loads were handed down with success.
    fn hand_down(&mut self, work: &mut Work, sub_step: u32) -> usize {
        let down = work.config.gravity.normalize_or_zero();
        let placement = Placement { positions: &work.bodies.position, down, slop: work.config.tuning.slop };
        if !self.load_paths.list(&mut self.groups, work.graph, placement) {
            return 0;
        }
        let it = iteration(work.config, work.bodies, sub_step);
        self.load_paths.places().for_each(|place| work.graph.begin_sub_step(place, &it));
        self.tick += 1.0;
        // Velocities as they were when the sub-step began.
        self.reference.clone_from(&work.bodies.velocity);
        self.active.iter().zip(&self.paths).for_each(|(slot, path)| self.reference[*slot as usize] = path.before);
        let brake = 1.0 / work.config.sub_steps as f32;
        let (team, tick) = (work.team, self.tick);
        let loads = Loads { masses: &self.masses, before: &self.reference, brake, tick, team };
        self.load_paths.hand_down(&mut self.groups, work.graph, &mut work.bodies.velocity, loads)
    }
}

/// Kinetic energy that the body of a slot has beyond that of another velocity (J). It gains none while it has no more
/// than at rest forces give to it in a step, that of the speed `falling`.
fn energy_gained(bodies: &Bodies, i: usize, free: &Twist, falling: Vec3) -> f64 {
    if !bodies.is_dynamic(i) {
        return 0.0;
    }
    // ½ m (v'² − v²) = m (v' − v)·(v' + v)/2, so that great speeds cancel; and the same of the rotation.
    let (now, turned_back) = (&bodies.velocity[i], bodies.rotation[i].conjugate());
    let doubled = |linear: (Vec3, Vec3), angular: (Vec3, Vec3)| {
        let [w1, w2] = [angular.0, angular.1].map(|w| turned_back * w);
        // A body that cannot be turned has no inverse inertia to divide by, and no spin.
        let turning = if w1 == Vec3::ZERO { 0.0 } else { (w1 / bodies.inv_inertia[i]).dot(w2) };
        linear.0.dot(linear.1) / bodies.inv_mass[i] + turning
    };
    let sum = (now.linear + free.linear, now.angular + free.angular);
    let gain = doubled((now.linear - free.linear, sum.0), (now.angular - free.angular, sum.1));
    if gain <= 0.0 {
        return f64::from(0.5 * gain);
    }
    let all = doubled((now.linear, now.linear), (now.angular, now.angular));
    let trembling = falling.length_squared() / bodies.inv_mass[i];
    f64::from(0.5 * gain.min((all - trembling).max(0.0)))
}
