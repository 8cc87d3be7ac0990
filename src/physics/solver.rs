//! The solver of what is in contact: velocities first, in sub-steps, then overlaps, by displacement alone.
//!
//! In each sub-step forces act, and impulses are found after which nothing approaches and friction holds what it can:
//! batch by batch, colour by colour (projected Gauss–Seidel). Contacts are rigid; no velocity is ever spent on parting
//! what overlaps, so none is left over and no energy is made. Impulses are kept from step to step, and so are most
//! right at once.
//!
//! How often a constraint is visited is decided by its residual. Whoever changes a body's velocity by more than the
//! tolerance marks it, and only constraints of bodies that were marked since their last visit are visited again. What
//! rests is looked at once a step; what was just struck, until it converges. Groups that converge but slowly, a tower,
//! a load on a light bearer, are solved [directly](direct) where they hang together like trees; the loads of walls and
//! other high stacks are [handed down](load_paths) to the ground. What has not converged, or was struck and is solved
//! to a share of that alone, keeps no energy that it had not without its contacts.

mod blocks;
mod converge;
mod direct;
mod ground;
mod groups;
mod link;
mod load_paths;

use super::bodies::Bodies;
use super::config::Config;
use super::constraint::batch::{Batch, Iteration, MassRow, SharedRows};
use super::constraint::graph::ConstraintGraph;
use super::constraint::share::{ColorPart, LOOKS_A_VISIT, any_batch, color_by_color, each_batch};
use super::integrate::{gyroscopic_gain, spin_energy, turns_spin};
use super::sync::Watch;
use super::team::{Parts, Team};
use super::thread_choice::ThreadChoice;
use super::twist::{SharedTwists, Twist};
use crate::math::Sym3;
use direct::Direct;
use glam::{Mat3, Vec3};
use groups::Groups;
use load_paths::LoadPaths;
use std::slice::from_mut;

/// Batches from which all threads solve: their parts of a colour are long enough wherever they run.
const MANY_BATCHES: usize = 500;

/// Bodies that a thread takes at a time.
const GRAIN: usize = 128;

/// Rounds in which overlapping bodies are moved apart; each ends where nobody overlaps.
const PARTING_ROUNDS: usize = 4;

/// Visits at the end of a step of what is to part at a speed.
const REBOUND_VISITS: usize = 4;

/// A change of velocity by more than so many times what forces add in a sub-step is a jump: an impact.
const JUMP: f32 = 2.0;

/// What forces and contacts leave of one another, in tolerances, below which they balance.
const AT_REST: f32 = 0.1;

/// Every so many constraints bring the block products that direct solutions of what stands may cost once more, a
/// hundred each: a solution of a tower takes a dozen a constraint, so a hundred towers that land at once are all
/// solved, as one is.
const CONSTRAINTS_A_BUDGET: usize = 200;

/// Which part of the work that direct solutions may cost in any world is for groups of which something moves against
/// others: they go by, and there may be a crowd of them.
const IN_MOTION: usize = 20;

/// Scratch of the solver; kept so that a warm step allocates nothing.
#[derive(Debug, Default)]
pub(super) struct Solver {
    /// By slot, and one more for what cannot move.
    masses: Vec<MassRow>,
    /// Slots of moving bodies that have constraints.
    active: Vec<u32>,
    /// By place among those: velocity gained by forces in a sub-step, and how velocities come about in the present one.
    gains: Vec<Twist>,
    paths: Vec<Path>,
    /// By slot: velocities that others are compared with, those when a sub-step began or those that forces
    /// alone would leave.
    reference: Vec<Twist>,
    /// By slot: displacement before overlapping bodies were moved apart, when somebody wants to know.
    pub unparted: Vec<Twist>,
    /// By place among the active: velocity at the start of the step, when somebody wants to know.
    started: Vec<Twist>,
    /// By slot: energy of rotation that forces and contacts leave a body with (J); none where turning changes nothing.
    pub spin_energy: Vec<Option<f64>>,
    tick: f32,
    groups: Groups,
    direct: Direct,
    load_paths: LoadPaths,
    /// Whether all threads solve or the caller alone, and since when they do, where that is to be found out.
    thread_choice: ThreadChoice,
    watch: Option<Watch>,
    /// Block products that direct solutions may still cost in this step: of groups that stand, and of those in motion.
    products: [usize; 2],
    /// By kind of iteration and colour: how many batches the last one visited, since the next will about as many.
    visited: [Vec<usize>; ITERATIONS],
    /// Batches visited in the last step.
    pub visits: usize,
}

impl Clone for Solver {
    /// Scratch is made anew.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// How the velocity of a body comes about in a sub-step.
#[derive(Clone, Copy, Debug, Default)]
struct Path {
    /// When it begins.
    before: Twist,
    /// What forces and contacts add if they do as in the last.
    added: Twist,
    /// The sum of both.
    predicted: Twist,
    /// What rounding took from it.
    lost: Twist,
    /// Sum of the mean spins of the sub-steps so far (rad/s).
    spins: Vec3,
}

/// The sum of a velocity and what is added, with what rounding took from the last sum; notes what it takes
/// from this one.
fn add_up(velocity: Vec3, added: Vec3, lost: &mut Vec3) -> Vec3 {
    let due = added + *lost;
    let sum = velocity + due;
    *lost = due - (sum - velocity);
    sum
}

/// What the solver works on.
pub(super) struct Work<'a> {
    pub team: &'a Team,
    pub bodies: &'a mut Bodies,
    pub graph: &'a mut ConstraintGraph,
    pub config: &'a Config,
}

impl Work<'_> {
    fn sub_step(&self) -> f32 {
        self.config.dt() / self.config.sub_steps as f32
    }
}

/// Who is to be visited.
#[derive(Clone, Copy, PartialEq)]
enum Whom {
    All,
    /// What moves against something, or has been marked.
    Restless,
    /// What has been marked.
    Stale,
    /// What has been marked, of groups that were solved.
    Chosen,
    /// What had a load that jumped.
    Jumped,
    /// What is to part at a speed.
    Aimed,
}

/// Kinds of iterations over a colour: each of these there and back, and last those that part what overlaps.
const DEPENETRATION: usize = 2 * (Whom::Aimed as usize + 1);
const ITERATIONS: usize = DEPENETRATION + 1;

impl Solver {
    /// Whether the solver moves the body of a slot.
    pub fn active(&self) -> &[u32] {
        &self.active
    }

    /// Velocity of an active body when the step began, by its place among them, in the last step that was followed.
    pub fn velocity_before(&self, k: usize) -> Twist {
        self.started[k]
    }

    /// Lists the bodies that have constraints, and works out masses and responses. `shift` says how much further along
    /// its path a body is than where it stands (m).
    pub fn prepare(&mut self, work: &mut Work, shift: impl Fn(usize) -> Vec3) {
        let Work { team, bodies, graph, config } = work;
        let (dt, sub_steps) = (config.dt(), config.sub_steps as f32);
        self.watch = (team.is_awake() && graph.batch_count() < MANY_BATCHES).then(Watch::start);
        team.set_alone(self.watch.is_some() && self.thread_choice.is_alone());
        // Only bodies with constraints take part; all others move freely, without sub-steps.
        self.active.clear();
        self.active.extend((0..bodies.len()).filter(|i| bodies.moves(*i) && graph.degree(*i) > 0).map(|i| i as u32));
        for &slot in &self.active {
            let i = slot as usize;
            // The path of a struck body, traced back to the start of the step, begins elsewhere than the body stood.
            bodies.displacement[i] = Twist::new(shift(i), Vec3::ZERO);
            bodies.velocity[i].mark = 0.0;
        }
        // Velocity that forces add in a sub-step, and the inertia in world axes.
        self.masses.clear();
        self.masses.resize(bodies.len() + 1, MassRow::default());
        self.gains.resize(self.active.len(), Twist::ZERO);
        self.paths.resize(self.active.len(), Path::default());
        let masses = Parts::new(&mut self.masses);
        let active = &self.active;
        let bodies = &**bodies;
        let fill = |k: usize, gain: &mut Twist| {
            let i = active[k] as usize;
            *gain = Twist::ZERO;
            if !bodies.is_dynamic(i) {
                return;
            }
            let (rotation, inertia) = (bodies.rotation[i], bodies.inv_inertia[i]);
            // ω̇ = I⁻¹ (Iω × ω) enters as a gain of spin that is the same in each sub-step.
            let spin = gyroscopic_gain(rotation, bodies.velocity[i].angular, inertia, dt, &config.tuning);
            let linear = bodies.free_acceleration(i, config) * (dt / sub_steps);
            *gain = Twist::new(linear, spin / sub_steps);
            let Sym3 { diagonal: d, off: o } = Sym3::rotated_diagonal(&Mat3::from_quat(rotation), inertia);
            let row = MassRow {
                inv_mass: bodies.inv_mass[i],
                inv_inertia: [d.x, d.y, d.z, o.x, o.y, o.z],
                gain: linear.length(),
            };
            masses.set(i, row);
        };
        // By thread, for each body by itself; then effective masses, batch by batch.
        team.each(&mut self.gains[..active.len()], GRAIN, fill);
        graph.arrange_shared();
        let colors = graph.colors.len();
        self.visited.iter_mut().for_each(|of_kind| of_kind.resize(colors.max(of_kind.len()), 0));
        let (masses, share) = (&self.masses, config.tuning.tolerance);
        each_batch(team, &mut graph.colors, |_, b| b.prepare(masses, share), |_, b| b.prepare(masses, share));
        // Budgets and counters of the step begin anew.
        self.groups.forget();
        self.load_paths.forget();
        (self.tick, self.visits) = (0.0, 0);
        let own = config.tuning.direct_products as usize;
        self.products =
            [own.saturating_add((own / CONSTRAINTS_A_BUDGET).saturating_mul(graph.places())), own / IN_MOTION];
    }

    /// All sub-steps: forces, warm start, iterations, displacement. When `noting`, where bodies would be without being
    /// parted is kept.
    pub fn solve(&mut self, work: &mut Work, noting: bool) {
        let sub_steps = work.config.sub_steps;
        self.started.clear();
        if noting {
            self.started.extend(self.active.iter().map(|slot| work.bodies.velocity[*slot as usize]));
        }
        // Sub-steps in place of more iterations (Macklin et al. 2019, "Small Steps in Physics Simulation").
        for sub_step in 0..sub_steps {
            self.accelerate(work, sub_step);
            let whom = if sub_step == 0 { Whom::All } else { Whom::Restless };
            self.visit(work, (sub_step, false), whom);
            if sub_step == 0 {
                // There and back again is a symmetric operator: what resounds from step to step dies away.
                self.visit(work, (sub_step, true), whom);
            }
            let converged = self.converge(work, sub_step);
            self.restrain(work, sub_step, converged);
            self.displace(work, sub_step + 1 == sub_steps);
        }
        // Restitution comes last, so that no later iteration takes it away again.
        self.rebound(work);
        each_batch(work.team, &mut work.graph.colors, |_, b| b.finish(sub_steps), |_, b| b.finish(sub_steps));
        // Overlaps are undone by position alone: a push out of them never becomes velocity.
        self.unparted.clear();
        if noting {
            self.unparted.extend_from_slice(&work.bodies.displacement);
        }
        self.depenetrate(work);
        let it = iteration(work.config, work.bodies, sub_steps);
        each_batch(work.team, &mut work.graph.colors, |_, b| b.keep_impulses(&it), |_, b| b.keep_impulses(&it));
        self.remove_gyroscopic_gain(work);
        if let Some(watch) = self.watch.take() {
            self.thread_choice.note(watch.seconds() / (1 + self.visits) as f32);
        }
        work.team.set_alone(false);
    }

    /// Gives bodies the velocity of a sub-step that forces and contacts would leave them with if they did as
    /// in the last.
    ///
    /// What they add up to is far less than the velocity of what moves fast: it is summed up by itself, and what
    /// rounding takes from the velocity is given to the next sub-step. Else a steady push would gain or lose a part
    /// of a thousand.
    fn accelerate(&mut self, work: &mut Work, sub_step: u32) {
        if sub_step == 0 {
            self.sum_forces(work);
        }
        self.tick += 1.0;
        // The prediction: forces in the first sub-step (with warm-start impulses), later the change of the one before.
        let (tick, share) = (self.tick, work.config.tuning.tolerance);
        let (active, gains, masses) = (&self.active, &self.gains, &self.masses);
        let (change, radius) = (&work.bodies.change, &work.bodies.radius);
        let rows = SharedTwists::new(&mut work.bodies.velocity);
        work.team.each(&mut self.paths[..active.len()], GRAIN, |k, path| {
            let slot = active[k];
            // An acceleration below the tolerance is what the solver left over, not motion.
            let gain = if sub_step == 0 { &gains[k] } else { &change[slot as usize] };
            let tolerance = masses[slot as usize].gain * share * AT_REST;
            let turning2 = gain.angular.length_squared() * radius[slot as usize] * radius[slot as usize];
            let accelerates = gain.linear.length_squared() + turning2 > tolerance * tolerance;
            rows.with(slot, |velocity| {
                if sub_step == 0 {
                    (path.added.linear, path.added.angular) = (velocity.linear, velocity.angular);
                    (velocity.linear, velocity.angular) = (path.before.linear, path.before.angular);
                } else {
                    (path.before, path.added) = (*velocity, *gain);
                }
                // What is left of forces and contacts that balance is not an acceleration: it would add up.
                if accelerates || sub_step == 0 {
                    velocity.linear = add_up(velocity.linear, path.added.linear, &mut path.lost.linear);
                    velocity.angular = add_up(velocity.angular, path.added.angular, &mut path.lost.angular);
                    velocity.mark = tick;
                } else {
                    path.added = Twist::ZERO;
                }
                path.predicted = *velocity;
            });
        });
        if sub_step > 0 {
            self.retract(work, sub_step);
        }
    }

    /// Takes the jumps of the last sub-step out of what this one starts from: impulses and velocities.
    fn retract(&mut self, work: &mut Work, sub_step: u32) {
        // Which there are is told by each batch alone; most of the time there is none.
        let it = iteration(work.config, work.bodies, sub_step);
        let colors = &mut work.graph.colors;
        if !any_batch(work.team, colors, |_, b| b.find_load_jumps(&it), |_, b| b.find_load_jumps(&it)) {
            return;
        }
        self.iterate(work, (sub_step, false), Whom::Jumped, &|b, it| b.retract(it), &|b, it| b.retract(it));
        // Nor is a jump an acceleration that could go on: what was foretold, and what the next change is compared with.
        let velocities = &work.bodies.velocity;
        let changes = Parts::new(&mut work.bodies.change);
        let active = &self.active;
        work.team.each(&mut self.paths[..active.len()], GRAIN, |k, path| {
            let (slot, velocity) = (active[k] as usize, &velocities[active[k] as usize]);
            let (linear, angular) =
                (velocity.linear - path.predicted.linear, velocity.angular - path.predicted.angular);
            if linear != Vec3::ZERO || angular != Vec3::ZERO {
                path.added.add(linear, angular);
                path.predicted = *velocity;
                let last = path.added;
                changes.replace(slot, last);
            }
        });
    }

    /// Puts what forces, and impulses as in the last step, add to the velocities in their place.
    fn sum_forces(&mut self, work: &mut Work) {
        let (active, gains) = (&self.active, &self.gains);
        let rows = SharedTwists::new(&mut work.bodies.velocity);
        work.team.each(&mut self.paths[..active.len()], GRAIN, |k, path| {
            rows.with(active[k], |velocity| {
                // The rows hold increments for now, so that small impulses are not rounded against great speeds.
                *path = Path { before: *velocity, ..Path::default() };
                (velocity.linear, velocity.angular) = (gains[k].linear, gains[k].angular);
            });
        });
        self.iterate(work, (0, false), Whom::All, &|b, it| b.warm_start(it), &|b, it| b.warm_start(it));
    }

    /// Moves bodies for a sub-step, and takes the change of velocity in it.
    ///
    /// Under a constant acceleration `a` the path is `v h + ½ a h²` from the old velocity, that is `v' h − ½ Δv h` from
    /// the new one. Where velocity jumps (an impact) the first-order path is the right one; and nobody shall count on
    /// the same in the next step.
    fn displace(&mut self, work: &mut Work, last_one: bool) {
        let h = work.sub_step();
        let bodies = &mut *work.bodies;
        let velocities = SharedTwists::new(&mut bodies.velocity);
        let displacements = SharedTwists::new(&mut bodies.displacement);
        let changes = Parts::new(&mut bodies.change);
        let (active, inv_mass, gains) = (&self.active, &bodies.inv_mass, &self.gains);
        work.team.each(&mut self.paths[..active.len()], GRAIN, |k, path| {
            let slot = active[k];
            let mut velocity = Twist::ZERO;
            velocities.with(slot, |v| velocity = *v);
            path.spins += (path.before.angular + velocity.angular) * 0.5;
            // Symplectic Euler, corrected below to second order where the acceleration is smooth.
            let (mut linear, mut angular) = (velocity.linear * h, velocity.angular * h);
            if inv_mass[slot as usize] > 0.0 {
                let Path { added, predicted, .. } = path;
                // Δv is summed from its small parts, not taken as the difference of two great velocities.
                let linear_change = added.linear + (velocity.linear - predicted.linear);
                let change = Twist::new(linear_change, added.angular + (velocity.angular - predicted.angular));
                let last = changes.replace(slot as usize, change);
                let smooth = |now: Vec3, last: Vec3| (now - last).length_squared() <= 0.25 * now.length_squared();
                // After a jump the next step predicts forces alone.
                let least = gains[k].linear.length_squared().max(change.linear.length_squared());
                if last_one && (change.linear - last.linear).length_squared() > 0.25 * least {
                    changes.replace(slot as usize, Twist::new(gains[k].linear, change.angular));
                }
                // The same acceleration as before: subtract ½ Δv h, from the new velocity to the mean one.
                if smooth(change.linear, last.linear) {
                    linear -= change.linear * (0.5 * h);
                }
                if smooth(change.angular, last.angular) {
                    angular -= change.angular * (0.5 * h);
                }
            }
            displacements.with(slot, |displacement| displacement.add(linear, angular));
        });
    }

    /// Takes out of the spins what the gain added to them: the gyroscopic torque only foretells what turning a body
    /// does. Notes the energy that is left of the rotation: all but what the gain did in it.
    ///
    /// Turning a body costs no energy, so that of a rotation changes by the work of forces and contacts alone. With the
    /// gain `g` of each of `n` sub-steps and their mean spins `ω_k` it is `½ (ω + n g)·I·(ω + n g) − Σ g·I·ω_k`.
    fn remove_gyroscopic_gain(&mut self, work: &mut Work) {
        let sub_steps = work.config.sub_steps as f32;
        let bodies = &mut *work.bodies;
        self.spin_energy.clear();
        self.spin_energy.resize(bodies.len(), None);
        // By thread: each body has a twist and an energy of its own.
        let velocities = SharedTwists::new(&mut bodies.velocity);
        let energies = Parts::new(&mut self.spin_energy);
        let (rotations, inertias, displacements) = (&bodies.rotation, &bodies.inv_inertia, &bodies.displacement);
        let (active, gains) = (&self.active, &self.gains);
        work.team.each(&mut self.paths[..active.len()], GRAIN, |k, path| {
            let (slot, gain) = (active[k], gains[k].angular);
            let (rotation, inertia) = (rotations[slot as usize], inertias[slot as usize]);
            let mut spin = Vec3::ZERO;
            velocities.with(slot, |velocity| {
                velocity.angular -= gain * sub_steps;
                velocity.mark = 0.0;
                spin = velocity.angular;
            });
            if turns_spin(displacements[slot as usize].angular, inertia) {
                // From the spin as it is rounded: what nothing touches keeps its energy to the last bit.
                let mut energy = spin_energy(rotation, spin, inertia);
                if gain != Vec3::ZERO {
                    let ahead = (spin + gain * (0.5 * sub_steps)) * sub_steps - path.spins;
                    let [gain, ahead] = [gain, ahead].map(|v| (rotation.conjugate() * v).as_dvec3());
                    energy += (gain / inertia.as_dvec3()).dot(ahead);
                }
                energies.set(slot as usize, Some(energy));
            }
        });
    }

    /// One iteration over those who are to be visited; how many batches were.
    fn visit(&mut self, work: &mut Work, when: (u32, bool), whom: Whom) -> usize {
        self.iterate(work, when, whom, &|b, it| b.visit(it), &|b, it| b.visit(it))
    }

    /// Calls `one` and `many` for the batches of all colours in turn that are to be visited; how many were.
    fn iterate(
        &mut self,
        work: &mut Work,
        (sub_step, backward): (u32, bool),
        whom: Whom,
        one: &(impl Fn(&mut Batch<1>, &Iteration) + Sync),
        many: &(impl Fn(&mut Batch<4>, &Iteration) + Sync),
    ) -> usize {
        let it = Iteration { backward, ..iteration(work.config, work.bodies, sub_step) };
        let (chosen, tick) = (&self.groups.chosen, self.tick);
        let colors = &mut work.graph.colors;
        let count = colors.len();
        // Colour after colour; the batches of one share no body that they push (graph colouring, as in Box2D v3).
        let visit = |part: &ColorPart| {
            // Each colour has a tick of its own: marks older than a batch's last visit are seen by it already.
            let turn = if backward { count - part.number } else { part.number + 1 };
            let of_color = Iteration { tick: tick + turn as f32, shared: part.shared, ..it };
            if whom != Whom::Chosen {
                return part.own(|single, multi| {
                    visit_due(single, whom, &of_color, one) + visit_due(multi, whom, &of_color, many)
                });
            }
            part.listed(
                &chosen[part.number],
                |batch| visit_due(from_mut(batch), whom, &of_color, one),
                |batch| visit_due(from_mut(batch), whom, &of_color, many),
            )
        };
        let expected = |number: usize, all: usize, last: usize| match whom {
            Whom::All => all,
            Whom::Chosen => chosen[number].len(),
            // About as many as the last time.
            _ => last + all / LOOKS_A_VISIT,
        };
        let visited = &mut self.visited[2 * whom as usize + usize::from(backward)];
        let visits = color_by_color(work.team, colors, visited, (&it.velocities, backward), expected, visit);
        self.tick += count as f32;
        self.visits += visits;
        visits
    }

    /// Lets contacts that are to part at a speed do so, those that touched.
    fn rebound(&mut self, work: &mut Work) {
        // The targets are set for all contacts first, since neighbours answer to one another.
        let last = work.config.sub_steps - 1;
        let any = aim(work.team, work.graph);
        for _ in 0..if any { REBOUND_VISITS } else { 0 } {
            self.iterate(work, (last, false), Whom::Aimed, &|b, it| b.visit_again(it), &|b, it| b.visit_again(it));
        }
    }

    /// Moves overlapping bodies apart, by displacement alone.
    fn depenetrate(&mut self, work: &mut Work) {
        let tuning = &work.config.tuning;
        let push = (tuning.push_share, tuning.push_speed, work.config.dt());
        // Non-linear Gauss–Seidel on positions (split impulses: the velocities stay as they are).
        for round in 0..PARTING_ROUNDS {
            let it = iteration(work.config, work.bodies, 0);
            let visit = |part: &ColorPart| {
                let of_color = Iteration { shared: part.shared, ..it };
                part.own(|single, multi| {
                    let single = single.iter_mut().filter(|b| b.overlaps);
                    let multi = multi.iter_mut().filter(|b| b.overlaps);
                    let ones = single.map(|b| b.depenetrate(&of_color, round == 0, push)).count();
                    ones + multi.map(|b| b.depenetrate(&of_color, round == 0, push)).count()
                })
            };
            let visited = &mut self.visited[DEPENETRATION];
            let expected = |_, all: usize, last: usize| last + all / LOOKS_A_VISIT;
            let colors = &mut work.graph.colors;
            // The rounds end early where nothing overlaps any more.
            if color_by_color(work.team, colors, visited, (&it.displacements, false), expected, visit) == 0 {
                break;
            }
        }
    }
}

/// How an iteration looks at its batches; ticks and shared rows follow with each colour.
fn iteration<'a>(config: &Config, bodies: &'a mut Bodies, sub_step: u32) -> Iteration<'a> {
    let tuning = &config.tuning;
    Iteration {
        velocities: SharedTwists::new(&mut bodies.velocity),
        displacements: SharedTwists::new(&mut bodies.displacement),
        shared: SharedRows::new(&mut []),
        sub_step,
        tick: 0.0,
        inv_h: config.sub_steps as f32 / config.dt(),
        backward: false,
        slop: tuning.slop,
        down: config.gravity.normalize_or_zero(),
        relative_tolerance2: tuning.relative_tolerance * tuning.relative_tolerance,
        jump2: (JUMP / tuning.tolerance).powi(2),
        step2: (config.sub_steps as f32 / tuning.tolerance).powi(2),
    }
}

/// Sets how fast points shall part that are to when the step ends; whether there are any.
fn aim(team: &Team, graph: &mut ConstraintGraph) -> bool {
    // How many contacts a body has decides whether it may anticipate its rolling.
    let (colors, degree) = graph.colors_and_degrees();
    any_batch(team, colors, |_, b| b.rebounds && b.aim(&degree), |_, b| b.rebounds && b.aim(&degree))
}

/// Calls `visit` for the batches of a list that an iteration visits; how many it did.
#[inline(always)]
fn visit_due<const N: usize>(
    batches: &mut [Batch<N>],
    whom: Whom,
    it: &Iteration,
    visit: &impl Fn(&mut Batch<N>, &Iteration),
) -> usize {
    let mut count = 0;
    for k in 0..batches.len() {
        // Another thread may have written what the next one asks for: it comes while this one is being solved.
        if let Some(next) = batches.get(k + 1) {
            next.fetch_ahead(it);
        }
        if is_due(&batches[k], whom, it) {
            visit(&mut batches[k], it);
            count += 1;
        }
    }
    count
}

/// Whether an iteration visits a batch. The mark is read only where it decides.
fn is_due<const N: usize>(batch: &Batch<N>, whom: Whom, it: &Iteration) -> bool {
    match whom {
        Whom::All => true,
        Whom::Restless => batch.restless || batch.is_stale(it),
        Whom::Stale | Whom::Chosen => batch.is_stale(it),
        Whom::Jumped => batch.load_jumped,
        Whom::Aimed => batch.aimed,
    }
}
