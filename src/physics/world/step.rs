//! One step.

use super::super::impact::ImpactStage;
use super::super::integrate::turned;
use super::super::phases::{Phase, StepPhases};
use super::super::solver::Work;
use super::super::stats::{Stage, Stages};
use super::World;
use crate::math::Pose;
use glam::Vec3;

/// Bodies and pairs from which the threads share a step: fewer are done with before a second thread is awake.
const LEAST_SHARED: usize = 2_000;

/// Hears of a step while it runs.
pub(super) trait StepListener {
    /// Whether it wants to know where bodies are within the step.
    const FOLLOWS: bool = false;
    /// The step begins.
    fn begins(&mut self, _world: &World) {}
    /// A stage is done.
    fn done(&mut self, _stage: Stage, _world: &World) {}
}

impl StepListener for () {}

/// What a stage does.
type StageOfWorld = fn(&mut World);

impl World {
    /// What a step does, in order.
    const STAGES: [(Stage, StageOfWorld); 7] = [
        (Stage::Pairs, Self::find_pairs),
        (Stage::Collide, Self::collide),
        (Stage::Impacts, Self::resolve_impacts),
        (Stage::Prepare, Self::prepare_constraints),
        (Stage::Solve, Self::solve_constraints),
        (Stage::Move, Self::move_bodies),
        (Stage::Sleep, Self::sleep_islands),
    ];

    /// Advances by one step of `1/hz` seconds.
    pub fn step(&mut self) {
        match self.clock {
            Some(clock) => self.stats.stages = self.step_timed(clock),
            None => self.step_heard(&mut ()),
        }
    }

    /// The same step, and where the bodies stood at each of its phases.
    pub fn step_with_phases(&mut self, phases: &mut StepPhases) {
        self.step_heard(phases);
    }

    fn step_timed(&mut self, clock: fn() -> f64) -> Stages {
        let mut watch = Stopwatch { clock, last: clock(), stages: Stages::default() };
        self.step_heard(&mut watch);
        watch.stages
    }

    fn step_heard<L: StepListener>(&mut self, listener: &mut L) {
        // Helpers are woken for as much work as pays for it.
        if self.bodies.count + self.pairs.count >= LEAST_SHARED {
            self.team.wake();
        }
        self.followed = L::FOLLOWS;
        listener.begins(self);
        for (stage, run) in Self::STAGES {
            run(self);
            listener.done(stage, self);
        }
        // Who fell asleep or was frozen has left the graph.
        self.contacts.close_holes(&mut self.pairs);
        self.team.rest();
        (self.stats.impacts, self.stats.impacts_left) = (self.impacts.count, self.impacts.left);
        self.stats.visits = self.solver.visits;
    }

    pub(super) fn find_pairs(&mut self) {
        let dt = self.config.dt();
        self.broad_phase.update(&self.team, &mut self.bodies, &mut self.pairs, &self.config, dt);
    }

    fn resolve_impacts(&mut self) {
        let Self { team, bodies, pairs, contacts, broad_phase, config, impacts, .. } = self;
        let dt = config.dt();
        let mut stage = ImpactStage { team, bodies, pairs, contacts, broad_phase, config, dt };
        impacts.let_fall(&mut stage);
        impacts.resolve(&mut stage);
        impacts.hand_over(&mut stage);
        contacts.close_holes(pairs);
        contacts.sort_in_space(team, pairs);
    }

    fn prepare_constraints(&mut self) {
        let Self { team, bodies, contacts, config, solver, impacts, .. } = self;
        let mut work = Work { team, bodies, graph: &mut contacts.graph, config };
        solver.prepare(&mut work, |slot| impacts.shift(slot));
    }

    fn solve_constraints(&mut self) {
        let Self { team, bodies, contacts, config, solver, followed, .. } = self;
        let mut work = Work { team, bodies, graph: &mut contacts.graph, config };
        solver.solve(&mut work, *followed);
    }
}

/// Times the stages of a step.
struct Stopwatch {
    clock: fn() -> f64,
    last: f64,
    stages: Stages,
}

impl StepListener for Stopwatch {
    fn done(&mut self, stage: Stage, _world: &World) {
        let now = (self.clock)();
        let time = ((now - self.last) * 1e3) as f32;
        self.stages.add(stage, time);
        self.last = now;
    }
}

impl StepListener for StepPhases {
    const FOLLOWS: bool = true;

    fn begins(&mut self, world: &World) {
        let poses = (0..world.bodies.len()).map(|i| world.bodies.pose(i));
        self.begin(poses, world.detect_anew());
    }

    fn done(&mut self, stage: Stage, world: &World) {
        match stage {
            Stage::Impacts => note_impacts(self, world),
            Stage::Solve => note_solved(self, world),
            Stage::Sleep => note_end(self, world),
            _ => {}
        }
    }
}

/// Notes where pairs met inside the step, and where bodies were at their last impact.
fn note_impacts(phases: &mut StepPhases, world: &World) {
    for meeting in world.impacts.meetings() {
        phases.note_meeting(meeting.slots, meeting.poses);
    }
    for (slot, flight) in world.impacts.flights() {
        phases.note(Phase::Found, slot, Pose::new(flight.origin + flight.offset, flight.rotation));
    }
}

/// Notes where bodies with contacts would be without them, and where the velocities take them that the contacts leave.
fn note_solved(phases: &mut StepPhases, world: &World) {
    let (bodies, dt) = (&world.bodies, world.config.dt());
    let placed = |i: usize, moved: Vec3, turn: Vec3| {
        let spin = bodies.velocity[i].angular;
        let rotation = turned(bodies.rotation[i], turn, spin, bodies.inv_inertia[i]).rotation;
        Pose::new(bodies.position[i] + (moved + bodies.residue[i]), rotation)
    };
    for (k, &slot) in world.solver.active().iter().enumerate() {
        let i = slot as usize;
        let held = world.solver.unparted[i];
        phases.note(Phase::Held, i, placed(i, held.linear, held.angular));
        let start = world.solver.velocity_before(k);
        let fall = bodies.free_acceleration(i, &world.config) * (0.5 * dt * dt);
        let free = world.impacts.shift(i) + start.linear * dt + fall;
        phases.note(Phase::Free, i, placed(i, free, start.angular * dt));
    }
}

/// Notes where bodies are at last; those without contacts flew there.
fn note_end(phases: &mut StepPhases, world: &World) {
    for i in 0..world.bodies.len() {
        let pose = world.bodies.pose(i);
        phases.note(Phase::Final, i, pose);
        if world.bodies.moves(i) && world.contacts.graph.degree(i) == 0 {
            phases.note(Phase::Free, i, pose);
            phases.note(Phase::Held, i, pose);
        }
    }
    phases.finish();
}
