//! The stages that move bodies and keep them apart.

use super::super::bodies::Bodies;
use super::super::config::Config;
use super::super::impact::Impacts;
use super::super::impact::flight::Flight;
use super::super::integrate::{Fine, Turned, spin_after, tumble};
use super::super::twist::Twist;
use super::World;
use crate::math::Pose;
use crate::math::quat_from_rotation_vector;
use glam::{Quat, Vec3};

/// Bodies that a thread moves before it takes more.
const GRAIN: usize = 256;

/// Where a step takes a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    displacement: Twist,
    rotation: Quat,
    velocity: Twist,
    /// Velocity gained in the last sub-step.
    change: Twist,
    fine: Fine,
    free: bool,
}

impl World {
    /// Moves the bodies to where the solver or free flight has brought them.
    pub(super) fn move_bodies(&mut self) {
        let mut moved = std::mem::take(&mut self.moved);
        // Worked out by threads from the state before, written down in order afterwards.
        let (bodies, impacts, solver, config) = (&self.bodies, &self.impacts, &self.solver, &self.config);
        let graph = &self.contacts.graph;
        moved.resize_with(bodies.len().max(moved.len()), || None);
        self.team.each(&mut moved[..bodies.len()], GRAIN, |i, moved| {
            *moved = bodies.moves(i).then(|| {
                let held = graph.degree(i) > 0;
                if held { slide(bodies, solver.spin_energy[i], config, i) } else { fly(bodies, impacts, config, i) }
            });
        });
        self.place(&moved);
        self.stop_tunnelling();
        self.moved = moved;
    }

    /// Writes down where the bodies are now; whose state is no longer in order is frozen where it last was.
    fn place(&mut self, moved: &[Option<Moved>]) {
        let mut bad = vec![];
        for (i, moved) in moved.iter().enumerate().take(self.bodies.len()) {
            let Some(moved) = moved else { continue };
            // The reach belongs to the shape and the mark to the solver: neither is of the state.
            let before = self.bodies.pose(i);
            let reach = self.bodies.velocity[i].reach;
            self.bodies.place(i, moved.displacement, moved.rotation);
            self.bodies.velocity[i] = Twist { reach, mark: 0.0, ..moved.velocity };
            self.bodies.change[i] = moved.change;
            self.bodies.fine[i] = moved.fine;
            self.bodies.free[i] = moved.free;
            if !self.bodies.is_sane(i) {
                bad.push((i, before));
            }
        }
        bad.into_iter().for_each(|(i, before)| self.freeze(i, before));
    }

    /// Freezes a body whose state is no longer in order at this pose.
    pub(super) fn freeze(&mut self, i: usize, pose: Pose) {
        self.bodies.quarantine(i, pose);
        self.wake_neighbours(i);
        // What it did to its neighbours last is no start for anything.
        let pairs: Vec<usize> = self.pairs.of_body(self.bodies.first_edge[i]).collect();
        pairs.into_iter().for_each(|index| self.contacts.drop(&mut self.pairs, index));
    }
}

/// A body in contact: displaced as the solver has it. Its rotation ends the step with an energy (J), if that is told.
fn slide(bodies: &Bodies, spin_energy: Option<f64>, config: &Config, i: usize) -> Moved {
    // The solver moves centres and gives turns; the turned body keeps its angular momentum.
    let (displacement, velocity) = (bodies.displacement[i], bodies.velocity[i]);
    let before = bodies.rotation[i];
    let rotation = (quat_from_rotation_vector(displacement.angular) * before).normalize();
    let after = |energy| spin_after(before, rotation, velocity.angular, energy, bodies.inv_inertia[i]);
    let spin = spin_energy.map_or(velocity.angular, after);
    Moved {
        displacement,
        rotation,
        velocity: limited(bodies, config, i, velocity.linear, spin),
        change: bodies.change[i],
        fine: bodies.fine[i],
        free: false,
    }
}

/// A body in free flight, from its last impact on: exact under constant acceleration and without torque.
fn fly(bodies: &Bodies, impacts: &Impacts, config: &Config, i: usize) -> Moved {
    let (dt, tuning, inertia) = (config.dt(), &config.tuning, bodies.inv_inertia[i]);
    let acceleration = bodies.free_acceleration(i, config);
    let struck = impacts.struck(i).is_some();
    // From the start of the step, or from the last impact in it.
    let start = Flight::start(bodies, config, i);
    let start_acceleration = start.acceleration;
    let start = Flight { acceleration, ..start };
    let flight = impacts.struck(i).map_or(start, |flight| Flight { acceleration, ..*flight });
    let left = dt - flight.time;
    // An impact ends the finer state: it is begun anew from the rounded one.
    let mut fine = if struck { Fine::default() } else { bodies.fine[i] };
    let Turned { rotation, spin } = tumble(flight.rotation, flight.spin, inertia, left, &mut fine, tuning);
    // How far it turned in all: what was struck has turned before as well.
    let whole = if struck { rotation_vector(bodies.rotation[i], rotation) } else { (spin + flight.spin) * (0.5 * dt) };
    // Before its last impact it counted on what contacts had done in the last step; now it has none.
    let counted_on = start_acceleration - acceleration;
    let velocity = flight.velocity + acceleration * left - counted_on * flight.time;
    Moved {
        displacement: Twist::new(flight.offset_at(dt), whole),
        rotation,
        velocity: limited(bodies, config, i, velocity, spin),
        change: Twist::new(acceleration * (dt / config.sub_steps as f32), Vec3::ZERO),
        fine,
        free: true,
    }
}

/// The turn that leads from one rotation to another (rad), or a little more.
fn rotation_vector(from: Quat, to: Quat) -> Vec3 {
    let turn = to * from.conjugate();
    let sign = if turn.w < 0.0 { -1.0 } else { 1.0 };
    // 2 tan(θ/2) is no less than θ: it serves to bound how far a surface went.
    Vec3::new(turn.x, turn.y, turn.z) * (2.0 * sign / turn.w.abs().max(0.05))
}

/// Velocity and spin, no faster than bodies ever go.
pub(super) fn limited(bodies: &Bodies, config: &Config, i: usize, velocity: Vec3, spin: Vec3) -> Twist {
    // Terminal speeds: only what can be pushed is held to the first.
    let clamp = |v: Vec3, most: f32| {
        let length2 = v.length_squared();
        if length2 > most * most { v * (most / length2.sqrt()) } else { v }
    };
    let velocity = if bodies.is_dynamic(i) { clamp(velocity, config.terminal_speed) } else { velocity };
    Twist::new(velocity, clamp(spin, config.tuning.terminal_spin))
}
