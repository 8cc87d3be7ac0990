//! What tunes the step: the same for all scenes of the gallery, which were made with the defaults.

use super::{ConfigError, check_row};
use crate::physics::property::TUNING;

/// What tunes pairs, contacts, impacts, turning and rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How far bounds in the broad phase reach beyond the path of a step (m), or a fifth of the body's radius where
    /// that is less, 0…10. Default 0.1: narrower ones are made anew more often, wider ones find more pairs.
    pub fat_margin: f32,
    /// Gap from which the solver has a pair before it touches (m), or a tenth of the smaller body's radius where that
    /// is less, 1e-4…1. Default 0.02: what falls for a step from rest falls by less.
    pub speculative_margin: f32,
    /// Gap that counts as closed (m), 0…0.01; overlaps of up to twice as much are left as they are. Default 2e-5:
    /// positions some metres from the origin are rounded by a fiftieth of it, and nothing shall wake what rests but
    /// what is real.
    pub slop: f32,
    /// Share of an overlap that is taken out in a step, 0…1. Default 0.5.
    pub push_share: f32,
    /// Greatest speed of moving overlapping bodies apart (m/s), 0…1,000; where forces add more in a step than that, the
    /// speed that they add. Default 3. At 0 no overlap of more than the slop is taken out.
    pub push_speed: f32,
    /// Flat sides that overlap by less than this share of the gap from which the solver has a pair do not stop what
    /// slides past them, 0…0.2. Default 0.01: what rests sinks in by less, and shall not stumble over a seam.
    pub graze: f32,
    /// The manifold of a touching pair is reused, not computed anew, until the two may have moved this share of the
    /// speculative margin, 0…0.5. Default 0.002: then normals are as good as new. 0 collides all in every step; the
    /// contact of a ball with a ball or a box is found where it stands in any case.
    pub reuse_share: f32,
    /// Tolerance of the solver: the change of a velocity after which other contacts of the body are not visited again,
    /// as a share of what forces add to it in a sub-step, 1e-6…1. Default 5e-4: the error left makes a stack sink by
    /// micrometres a second, and what is balanced on an edge tremble by as little.
    pub tolerance: f32,
    /// The same as a share of the first change that a contact made in the sub-step, 0…1. Default 0.1: what is struck
    /// hard need not converge to the last digit in this sub-step; the next ones go on from there.
    pub relative_tolerance: f32,
    /// Products of 6 × 6 matrices a step that direct solutions of slow groups may cost in a world of few contacts,
    /// 0…1e7; each contact adds to them. Default 20,000: a millisecond or less.
    pub direct_products: u32,
    /// Largest turn of one stage of free tumbling (rad), 1e-3…0.03, up to which its series are exact. Default 0.03.
    pub stage_angle: f32,
    /// Bodies never spin faster (rad/s), 0.1…1e4. Default 1e4, the most that a description may say.
    pub terminal_spin: f32,
    /// Slower bodies count as still (m/s, at their surface), 0…10. Default 0.05: resting towers tremble by less.
    pub still_speed: f32,
    /// How long an island must be still to fall asleep (s), 0…60. Default 0.5: what turns back at its highest point is
    /// still for less.
    pub still_time: f32,
    /// What tunes impacts.
    pub impacts: ImpactTuning,
}

/// What tunes impacts, which are resolved at their time inside the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpactTuning {
    /// Most impacts of one body in one step, 1…10,000. Default 512: contact that wants more is left to the solver.
    pub most_hits: u32,
    /// Iterations of the first query of when a pair will touch (its time of impact), 1…128. Default 1: most of what is
    /// predicted is void before its time comes.
    pub first_toi_iterations: u32,
    /// Iterations of a later query, when that time has come, 1…128. Default 3.
    pub later_toi_iterations: u32,
    /// Queries after which a pair is taken to touch, 1…1,000. Default 64.
    pub most_toi_queries: u32,
    /// Share of what is left of a step from which waiting for bounding spheres to touch spares a query,
    /// 0…1. Default 0.1.
    pub worth_waiting: f32,
    /// A pair of which nothing came is queried again when it may have moved this share of the smaller body's radius,
    /// 1e-6…0.1. Default 1e-4: at this very time the same would be predicted again.
    pub retry_distance: f32,
    /// Iterations at most over the points of one impact, 1…10,000. Default 256: two rough points need some
    /// dozens to agree.
    pub iterations: u32,
    /// Impacts at most in a step for each body, beside a thousand, 1…1,000. Default 16: in a crowd that wants more, the
    /// solver has the rest.
    pub per_body: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            fat_margin: 0.1,
            speculative_margin: 0.02,
            slop: 2e-5,
            push_share: 0.5,
            push_speed: 3.0,
            graze: 0.01,
            reuse_share: 0.002,
            tolerance: 5e-4,
            relative_tolerance: 0.1,
            direct_products: 20_000,
            stage_angle: 0.03,
            terminal_spin: 1e4,
            still_speed: 0.05,
            still_time: 0.5,
            impacts: ImpactTuning::default(),
        }
    }
}

impl Default for ImpactTuning {
    fn default() -> Self {
        Self {
            most_hits: 512,
            first_toi_iterations: 1,
            later_toi_iterations: 3,
            most_toi_queries: 64,
            worth_waiting: 0.1,
            retry_distance: 1e-4,
            iterations: 256,
            per_body: 16,
        }
    }
}

impl Tuning {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        TUNING.iter().try_for_each(|row| check_row(row, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Config, Mass, Motion, World};
    use glam::Vec3;

    #[test]
    fn a_tuning_out_of_its_range_is_refused_by_name() {
        type Spoil = fn(&mut Tuning);
        let rows: [(&str, Spoil); 22] = [
            ("fat_margin", |t| t.fat_margin = -0.1),
            ("speculative_margin", |t| t.speculative_margin = 0.0),
            ("slop", |t| t.slop = 0.1),
            ("push_share", |t| t.push_share = 1.5),
            ("push_speed", |t| t.push_speed = -1.0),
            ("graze", |t| t.graze = 0.5),
            ("reuse_share", |t| t.reuse_share = 0.6),
            ("tolerance", |t| t.tolerance = 0.0),
            ("relative_tolerance", |t| t.relative_tolerance = -0.5),
            ("direct_products", |t| t.direct_products = u32::MAX),
            ("stage_angle", |t| t.stage_angle = 0.1),
            ("terminal_spin", |t| t.terminal_spin = 2e4),
            ("still_speed", |t| t.still_speed = f32::NAN),
            ("still_time", |t| t.still_time = f32::INFINITY),
            ("most_hits", |t| t.impacts.most_hits = 0),
            ("first_toi_iterations", |t| t.impacts.first_toi_iterations = 0),
            ("later_toi_iterations", |t| t.impacts.later_toi_iterations = 0),
            ("most_toi_queries", |t| t.impacts.most_toi_queries = 0),
            ("worth_waiting", |t| t.impacts.worth_waiting = -1.0),
            ("retry_distance", |t| t.impacts.retry_distance = 0.0),
            ("impact_iterations", |t| t.impacts.iterations = 0),
            ("impacts_per_body", |t| t.impacts.per_body = 0),
        ];
        for (name, spoil) in rows {
            let mut config = Config::default();
            assert_eq!(config.validate(), Ok(()));
            spoil(&mut config.tuning);
            assert_eq!(config.validate().map_err(|error| error.name), Err(name));
        }
    }

    /// Two balls that overlap by 0.2 m part no faster than they are pushed, and keep no speed of it.
    #[test]
    fn the_push_is_as_fast_as_it_is_tuned() {
        for push_speed in [0.5, 3.0] {
            let tuning = Tuning { push_speed, push_share: 1.0, ..Tuning::default() };
            let mut world = World::new(Config { gravity: Vec3::ZERO, tuning, ..Config::default() }).unwrap();
            let ball = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
            let _ = world.add(&BodyDesc { motion: Motion::Static, ..ball }).unwrap();
            let id = world.add(&BodyDesc { position: Vec3::X * 0.8, ..ball }).unwrap();
            world.step();
            let now = world.body(id).unwrap().desc;
            let moved = now.position.x - 0.8;
            assert!((moved * 60.0 - push_speed).abs() < 0.05 * push_speed, "{push_speed} m/s: moved {moved} m");
            assert_eq!(now.velocity, Vec3::ZERO);
        }
    }

    /// Pressed together by sixty times the push, the same two part at once; not at all where there is to be no push.
    #[test]
    fn what_is_pressed_in_comes_out_as_fast() {
        for (push_speed, parted) in [(3.0, 0.2), (0.0, 0.0)] {
            let tuning = Tuning { push_speed, push_share: 1.0, ..Tuning::default() };
            let mut world = World::new(Config { gravity: Vec3::ZERO, tuning, ..Config::default() }).unwrap();
            let ball = BodyDesc { restitution: 0.0, mass: Mass::Mass(1.0), ..BodyDesc::new(Shape::sphere(0.5)) };
            let _ = world.add(&BodyDesc { motion: Motion::Static, ..ball }).unwrap();
            let pressed = BodyDesc { position: Vec3::X * 0.8, force: Vec3::X * -1e4, ..ball };
            let id = world.add(&pressed).unwrap();
            world.step();
            let now = world.body(id).unwrap().desc;
            assert!((now.position.x - 0.8 - parted).abs() < 1e-4, "{push_speed} m/s: at {}", now.position.x);
            assert!(now.velocity.length() < 0.1, "{}", now.velocity);
        }
    }
}
