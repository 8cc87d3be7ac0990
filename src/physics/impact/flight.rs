//! The flight of a body in the present step, from its last impact on.

use crate::geometry::Sweep;
use crate::math::Pose;
use crate::physics::bodies::{Bodies, NONE};
use crate::physics::config::Config;
use crate::physics::integrate::{Fine, Turned, tumble, turned};
use crate::physics::pair_rules::pose_of;
use crate::physics::pairs::is_plane;
use crate::physics::twist::Twist;
use glam::{Quat, Vec3};

/// `x + v s + ½ a s²`, `s` seconds after `time`, turning as a free body does.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct Flight {
    /// When it begins: 0, or at the last impact (s since the step began).
    pub time: f32,
    /// Where the centre stood when the step began (m).
    pub origin: Vec3,
    /// How far from there it is when the flight begins (m).
    pub offset: Vec3,
    /// `world_from_body`, then.
    pub rotation: Quat,
    /// m/s.
    pub velocity: Vec3,
    /// rad/s.
    pub spin: Vec3,
    /// Of free fall, or what contacts made of it in the last step (m/s²).
    pub acceleration: Vec3,
    /// Impacts in this step that it felt.
    pub hits: u32,
    /// How far impacts that it hardly felt will have led it beside its path by the end of the step (m).
    pub beside: f32,
    /// The round of the last.
    pub round: u32,
}

/// Where a body is and how it moves at some time, without its turning.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct FlightState {
    pub position: Vec3,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub acceleration: Vec3,
}

impl Flight {
    /// The flight that the body of slot `i` begins the step with; who sleeps or cannot move stays.
    pub fn start(bodies: &Bodies, config: &Config, i: usize) -> Self {
        let still = Self {
            time: 0.0,
            origin: bodies.position[i],
            offset: Vec3::ZERO,
            rotation: bodies.rotation[i],
            velocity: Vec3::ZERO,
            spin: Vec3::ZERO,
            acceleration: Vec3::ZERO,
            hits: 0,
            beside: 0.0,
            round: 0,
        };
        // What does not move has nothing to accelerate.
        if !bodies.moves(i) {
            return still;
        }
        // In contact it goes on as the solver left it; free it falls.
        let acceleration = match (bodies.is_dynamic(i), bodies.free[i]) {
            (false, _) => Vec3::ZERO,
            (true, true) => bodies.free_acceleration(i, config),
            (true, false) => bodies.change[i].linear * (config.sub_steps as f32 / config.dt()),
        };
        Self { velocity: bodies.velocity[i].linear, spin: bodies.velocity[i].angular, acceleration, ..still }
    }

    /// How far from its origin the centre is at time `t` (m), which may lie before the flight begins: then where it
    /// would have come from.
    #[inline]
    pub fn offset_at(&self, t: f32) -> Vec3 {
        let s = t - self.time;
        self.offset + (self.velocity + self.acceleration * (0.5 * s)) * s
    }

    /// At time `t` (s since the step began).
    #[inline]
    pub fn at(&self, t: f32) -> FlightState {
        FlightState {
            position: self.origin + self.offset_at(t),
            velocity: self.velocity + self.acceleration * (t - self.time),
            spin: self.spin,
            acceleration: self.acceleration,
        }
    }

    /// From time `t` on, where an impact gives the body another velocity and spin. It leads `aside` from its old path
    /// by the end of the step (m), and is felt when all such ways together come to more than `tolerance` (m): a heavy
    /// slab on which a crowd bounces stays where everybody expects it.
    pub fn turned_at(&self, t: f32, rotation: Quat, motion: &Twist, (aside, tolerance): (f32, f32)) -> Self {
        let (offset, beside) = (self.offset_at(t), self.beside + aside);
        let felt = beside > tolerance;
        let (hits, beside) = if felt { (self.hits + 1, 0.0) } else { (self.hits, beside) };
        let (velocity, spin) = (motion.linear, motion.angular);
        Self { time: t, offset, rotation, velocity, spin, hits, beside, ..*self }
    }
}

/// The flights of all bodies: those that had an impact have one of their own.
#[derive(Clone, Copy)]
pub(in crate::physics) struct Flights<'a> {
    pub bodies: &'a Bodies,
    pub config: &'a Config,
    /// By slot: how each begins the step; worked out where it is asked for when the list is shorter.
    start: &'a [Flight],
    /// By slot: which of `struck` is its own; none when the list is shorter.
    own: &'a [u32],
    struck: &'a [Flight],
}

impl<'a> Flights<'a> {
    /// As the step begins.
    pub fn at_rest(bodies: &'a Bodies, config: &'a Config) -> Self {
        Self { bodies, config, start: &[], own: &[], struck: &[] }
    }

    /// After impacts.
    pub fn after(
        bodies: &'a Bodies,
        config: &'a Config,
        start: &'a [Flight],
        (own, struck): (&'a [u32], &'a [Flight]),
    ) -> Self {
        Self { bodies, config, start, own, struck }
    }

    /// The flight of a body that had an impact.
    #[inline]
    pub fn struck(&self, slot: u32) -> Option<&'a Flight> {
        let own = *self.own.get(slot as usize).filter(|own| **own != NONE)?;
        Some(&self.struck[own as usize])
    }

    /// The flight of a body.
    #[inline]
    pub fn of(&self, slot: u32) -> Flight {
        match self.struck(slot).or_else(|| self.start.get(slot as usize)) {
            Some(flight) => *flight,
            None => Flight::start(self.bodies, self.config, slot as usize),
        }
    }

    /// The flight of a slot or of a plane of the world, from time `t` on.
    ///
    /// What tumbles is where Euler's equations have it by then; from there on its spin counts as constant.
    pub fn sweep(&self, slot: u32, t: f32) -> Sweep {
        if is_plane(slot) {
            return Sweep::still(pose_of(self.bodies, self.config, slot));
        }
        let flight = self.of(slot);
        let (FlightState { position, velocity, spin, acceleration }, s) = (flight.at(t), t - flight.time);
        let Turned { rotation, spin } = self.turned(slot as usize, &flight, spin, s);
        Sweep { pose: Pose::new(position, rotation), velocity, spin, acceleration }
    }

    /// Rotation and spin of a flight after `s` seconds.
    fn turned(&self, i: usize, flight: &Flight, spin: Vec3, s: f32) -> Turned {
        if s == 0.0 || spin == Vec3::ZERO {
            return Turned { rotation: flight.rotation, spin };
        }
        let (tuning, inertia) = (&self.config.tuning, self.bodies.inv_inertia[i]);
        if flight.hits > 0 || self.bodies.free[i] {
            let mut fine = if flight.hits > 0 { Fine::default() } else { self.bodies.fine[i] };
            return tumble(flight.rotation, spin, inertia, s, &mut fine, tuning);
        }
        turned(flight.rotation, spin * s, spin, inertia)
    }

    /// Impacts that a slot had in this step.
    pub fn hits(&self, slot: u32) -> u32 {
        self.struck(slot).map_or(0, |flight| flight.hits)
    }

    /// When a slot had its last impact; 0 without one (s).
    pub fn time(&self, slot: u32) -> f32 {
        self.struck(slot).map_or(0.0, |flight| flight.time)
    }
}
