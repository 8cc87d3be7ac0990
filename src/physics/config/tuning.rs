//! What tunes the step: the same for all scenes of the gallery, which were made with the defaults.

use super::{ConfigError, check};

/// What tunes pairs, contacts, sweeps, turning and rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How far bounds in the broad phase reach beyond the path of a step (m), or a fifth of the body's radius where that is
    /// less, 0…10. Default 0.1: narrower ones are made anew more often, wider ones find more pairs.
    pub fat_margin: f32,
    /// Gap from which the solver has a pair before it touches (m), or a tenth of the smaller body's radius where that is less,
    /// 1e-4…1. Default 0.02: what falls for a step from rest falls by less.
    pub speculative_margin: f32,
    /// Frequency of the springs in contacts, as a share of the sub-step rate, 0.01…0.5. Default 0.1875: stiffer ones
    /// make high pyramids restless, softer ones sink; a body at rest sinks by `g/ω²`, 0.12 mm at 240 Hz.
    pub contact_rate: f32,
    /// Damping ratio of those springs, 0.1…100. Default 1: what is pushed apart shall not swing.
    pub contact_damping: f32,
    /// Overlap up to which they give way (m), 0…1. Default 0.02, more than rest ever asks for: in a heap of thousands what came deeper
    /// would stay there for long.
    pub contact_travel: f32,
    /// Greatest speed of pushing overlapping bodies apart (m/s), 0…1,000. Default 3: faster ones would be thrown.
    pub push_speed: f32,
    /// Overlaps of one body from which it may be in a crowd, 1…1,000. Default 2. What overlaps in a crowd is moved apart, each body
    /// no faster than half of `push_speed`, rather than pushed: pushes of several would add up, and throw it.
    pub crowd: u32,
    /// It is in one when its overlaps add up to this share of its bounding radius, 0…100. Default 0.4: what lies in a heap or under a
    /// high pyramid overlaps by less, and needs its springs.
    pub crowd_overlap: f32,
    /// Overlap that bodies of a crowd are left with, as a share of the gap from which the solver has a pair, 0…10. Default 0.25: the
    /// solver parts what is left gently.
    pub crowd_rest: f32,
    /// Centres nearer than this share of the greater radius are parted in directions that are made up, 1e-6…0.1. Default 1e-3:
    /// from one place there is no way that is better than others.
    pub one_place: f32,
    /// Flat sides that overlap by less than this share of the gap from which the solver has a pair do not stop what slides past them,
    /// 0…0.2. Default 0.01: what rests sinks in by less, and shall not stumble over a seam.
    pub graze: f32,
    /// Touching pairs are carried along, not collided anew, until they may have moved this share of the gap from which
    /// the solver has them, 0…0.5. Default 0.02: then normals are as good as new. 0 collides all in every step.
    pub carry_drift: f32,
    /// Sweeps over the points of one contact among themselves, 1…64. Default 2: a third changes little.
    pub inner_sweeps: u32,
    /// Mass ratio of touching bodies from which their island is uneven, 1…1e6. Default 8: plain sweeps would take as
    /// many rounds as one is heavier than the other.
    pub uneven_ratio: f32,
    /// Uneven islands of up to this many contacts are swept until they agree, 0…10,000. Default 64, for the time it takes.
    pub uneven_contacts: u32,
    /// All islands of up to this many contacts are, 0…10,000. Default 32: a tower of 30 cubes stands.
    pub small_contacts: u32,
    /// Such islands are swept together in groups of up to this many contacts, 1…10,000. Default 32: eight are solved at once, and
    /// an island that agrees waits for the others of its group.
    pub group_contacts: u32,
    /// They agree when a sweep changes less than this share of their impulses, 1e-7…0.1. Default 2e-6, about the rounding of
    /// single precision.
    pub agreement: f32,
    /// Sweeps at most over a group of even masses, 1…100,000. Default 20: warm starts carry what is left to the next step.
    pub even_sweeps: u32,
    /// The same of uneven masses, which come to agree only slowly, 1…100,000. Default 2,000.
    pub uneven_sweeps: u32,
    /// Contacts solved at most in all sweeps over a group, 1…1e7. Default 4,000, for the time it takes.
    pub most_solves: u32,
    /// Sweeps over a contact that is alone in its island, 1…1,000. Default 6: normals and friction agree by then.
    pub lone_sweeps: u32,
    /// Islands of up to this many contacts have the least of their springs, 0…1e6. Default 16.
    pub firm_contacts: f32,
    /// Islands from this many contacts on have all of their springs, more than `firm_contacts`, at most 1e6. Default 48:
    /// springs let thousands of bodies settle that plain sweeps would shake.
    pub soft_contacts: f32,
    /// That least of the springs, 0…1. Default 0.1, which shares a load evenly among the corners of a box. Uneven islands
    /// would sink in it and have none.
    pub least_softness: f32,
    /// Largest turn of one stage of free tumbling (rad), 1e-3…0.03, up to which its series are exact. Default 0.03.
    pub stage_angle: f32,
    /// Greatest turn in a step (rad) over which a constant spin is near enough to Euler's equations to be mended,
    /// 0.01…1. Default 0.5: beyond it bodies keep their spin's energy instead of its angular momentum.
    pub gentle_turn: f32,
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
    /// Most impacts of one body in one step, 1…10,000. Default 512: contact that wants more is left to the solver, as inelastic.
    pub most_hits: u32,
    /// Hits in one step after which a body that spins wildly on a corner is lifted off it, 1…10,000. Default 32: what leaves a hit
    /// slower than its spin brings it back would strike without end.
    pub chatter_hits: u32,
    /// How fast, as a share of its corners' speed, 0…1. Default 0.01: enough for the corner to turn away.
    pub chatter_lift: f32,
    /// Stops of a first look at when a pair will touch, 1…128. Default 1: most of what is foreseen is void before its time comes.
    pub first_look: u32,
    /// Stops of a closer look, when that time has come, 1…128. Default 3.
    pub closer_look: u32,
    /// Closer looks after which a pair is taken to touch, 1…1,000. Default 64.
    pub most_looks: u32,
    /// Share of what is left of a step from which waiting for bounding spheres to touch spares a look, 0…1. Default 0.1.
    pub worth_waiting: f32,
    /// A pair of which nothing came is looked at again when it may have moved this share of the smaller body's radius, 1e-6…0.1.
    /// Default 1e-3: at this very time the same would be foreseen again.
    pub look_on: f32,
    /// Sweeps at most over the points of one impact, 1…10,000. Default 128: two rough points need some dozens to agree.
    pub sweeps: u32,
    /// Impacts at most in a step for each body, beside a thousand, 1…1,000. Default 16: in a crowd that wants more, the solver has
    /// the rest.
    pub per_body: u32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            fat_margin: 0.1,
            speculative_margin: 0.02,
            contact_rate: 0.1875,
            contact_damping: 1.0,
            contact_travel: 0.02,
            push_speed: 3.0,
            crowd: 2,
            crowd_overlap: 0.4,
            crowd_rest: 0.25,
            one_place: 1e-3,
            graze: 0.01,
            carry_drift: 0.02,
            inner_sweeps: 2,
            uneven_ratio: 8.0,
            uneven_contacts: 64,
            small_contacts: 32,
            group_contacts: 32,
            agreement: 2e-6,
            even_sweeps: 20,
            uneven_sweeps: 2_000,
            most_solves: 4_000,
            lone_sweeps: 6,
            firm_contacts: 16.0,
            soft_contacts: 48.0,
            least_softness: 0.1,
            stage_angle: 0.03,
            gentle_turn: 0.5,
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
            chatter_hits: 32,
            chatter_lift: 0.01,
            first_look: 1,
            closer_look: 3,
            most_looks: 64,
            worth_waiting: 0.1,
            look_on: 1e-3,
            sweeps: 128,
            per_body: 16,
        }
    }
}

impl Tuning {
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        check("fat_margin", self.fat_margin, 0.0, 10.0)?;
        check("speculative_margin", self.speculative_margin, 1e-4, 1.0)?;
        check("contact_rate", self.contact_rate, 0.01, 0.5)?;
        check("contact_damping", self.contact_damping, 0.1, 100.0)?;
        check("contact_travel", self.contact_travel, 0.0, 1.0)?;
        check("push_speed", self.push_speed, 0.0, 1e3)?;
        check("crowd", self.crowd as f32, 1.0, 1e3)?;
        check("crowd_overlap", self.crowd_overlap, 0.0, 100.0)?;
        check("crowd_rest", self.crowd_rest, 0.0, 10.0)?;
        check("one_place", self.one_place, 1e-6, 0.1)?;
        check("graze", self.graze, 0.0, 0.2)?;
        check("carry_drift", self.carry_drift, 0.0, 0.5)?;
        check("inner_sweeps", self.inner_sweeps as f32, 1.0, 64.0)?;
        check("uneven_ratio", self.uneven_ratio, 1.0, 1e6)?;
        check("uneven_contacts", self.uneven_contacts as f32, 0.0, 1e4)?;
        check("small_contacts", self.small_contacts as f32, 0.0, 1e4)?;
        check("group_contacts", self.group_contacts as f32, 1.0, 1e4)?;
        check("agreement", self.agreement, 1e-7, 0.1)?;
        check("even_sweeps", self.even_sweeps as f32, 1.0, 1e5)?;
        check("uneven_sweeps", self.uneven_sweeps as f32, 1.0, 1e5)?;
        check("most_solves", self.most_solves as f32, 1.0, 1e7)?;
        check("lone_sweeps", self.lone_sweeps as f32, 1.0, 1e3)?;
        check("firm_contacts", self.firm_contacts, 0.0, 1e6)?;
        check("soft_contacts", self.soft_contacts, self.firm_contacts + 1.0, 1e6 + 1.0)?;
        check("least_softness", self.least_softness, 0.0, 1.0)?;
        check("stage_angle", self.stage_angle, 1e-3, 0.03)?;
        check("gentle_turn", self.gentle_turn, 0.01, 1.0)?;
        check("terminal_spin", self.terminal_spin, 0.1, 1e4)?;
        check("still_speed", self.still_speed, 0.0, 10.0)?;
        check("still_time", self.still_time, 0.0, 60.0)?;
        self.impacts.validate()
    }
}

impl ImpactTuning {
    fn validate(&self) -> Result<(), ConfigError> {
        check("most_hits", self.most_hits as f32, 1.0, 1e4)?;
        check("chatter_hits", self.chatter_hits as f32, 1.0, 1e4)?;
        check("chatter_lift", self.chatter_lift, 0.0, 1.0)?;
        check("first_look", self.first_look as f32, 1.0, 128.0)?;
        check("closer_look", self.closer_look as f32, 1.0, 128.0)?;
        check("most_looks", self.most_looks as f32, 1.0, 1e3)?;
        check("worth_waiting", self.worth_waiting, 0.0, 1.0)?;
        check("look_on", self.look_on, 1e-6, 0.1)?;
        check("impact_sweeps", self.sweeps as f32, 1.0, 1e4)?;
        check("impacts_per_body", self.per_body as f32, 1.0, 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Config, Motion, World};
    use glam::Vec3;

    #[test]
    fn a_tuning_out_of_its_range_is_refused_by_name() {
        type Spoil = fn(&mut Tuning);
        let rows: [(&str, Spoil); 40] = [
            ("fat_margin", |t| t.fat_margin = -0.1),
            ("speculative_margin", |t| t.speculative_margin = 0.0),
            ("contact_rate", |t| t.contact_rate = 0.6),
            ("contact_damping", |t| t.contact_damping = 0.0),
            ("contact_travel", |t| t.contact_travel = -0.1),
            ("push_speed", |t| t.push_speed = -1.0),
            ("crowd", |t| t.crowd = 0),
            ("crowd_overlap", |t| t.crowd_overlap = -1.0),
            ("crowd_rest", |t| t.crowd_rest = -1.0),
            ("one_place", |t| t.one_place = 0.0),
            ("graze", |t| t.graze = 0.5),
            ("carry_drift", |t| t.carry_drift = 0.6),
            ("inner_sweeps", |t| t.inner_sweeps = 0),
            ("uneven_ratio", |t| t.uneven_ratio = 0.5),
            ("uneven_contacts", |t| t.uneven_contacts = u32::MAX),
            ("small_contacts", |t| t.small_contacts = u32::MAX),
            ("group_contacts", |t| t.group_contacts = 0),
            ("agreement", |t| t.agreement = 0.0),
            ("even_sweeps", |t| t.even_sweeps = 0),
            ("uneven_sweeps", |t| t.uneven_sweeps = 0),
            ("most_solves", |t| t.most_solves = 0),
            ("lone_sweeps", |t| t.lone_sweeps = 0),
            ("firm_contacts", |t| t.firm_contacts = -1.0),
            ("soft_contacts", |t| t.soft_contacts = t.firm_contacts),
            ("least_softness", |t| t.least_softness = 1.5),
            ("stage_angle", |t| t.stage_angle = 0.1),
            ("gentle_turn", |t| t.gentle_turn = 2.0),
            ("terminal_spin", |t| t.terminal_spin = 2e4),
            ("still_speed", |t| t.still_speed = f32::NAN),
            ("still_time", |t| t.still_time = f32::INFINITY),
            ("most_hits", |t| t.impacts.most_hits = 0),
            ("chatter_hits", |t| t.impacts.chatter_hits = 0),
            ("chatter_lift", |t| t.impacts.chatter_lift = 1.5),
            ("first_look", |t| t.impacts.first_look = 0),
            ("closer_look", |t| t.impacts.closer_look = 0),
            ("most_looks", |t| t.impacts.most_looks = 0),
            ("worth_waiting", |t| t.impacts.worth_waiting = -1.0),
            ("look_on", |t| t.impacts.look_on = 0.0),
            ("impact_sweeps", |t| t.impacts.sweeps = 0),
            ("impacts_per_body", |t| t.impacts.per_body = 0),
        ];
        for (name, spoil) in rows {
            let mut config = Config::default();
            assert_eq!(config.validate(), Ok(()));
            spoil(&mut config.tuning);
            assert_eq!(config.validate().map_err(|error| error.name), Err(name));
        }
    }

    /// Two balls that overlap by 0.2 m part no faster than they are pushed.
    #[test]
    fn the_push_is_as_fast_as_it_is_tuned() {
        for push_speed in [0.5, 3.0] {
            let tuning = Tuning { push_speed, ..Tuning::default() };
            let mut world = World::new(Config { gravity: Vec3::ZERO, tuning, ..Config::default() }).unwrap();
            let ball = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
            let _ = world.add(&BodyDesc { motion: Motion::Static, ..ball }).unwrap();
            let id = world.add(&BodyDesc { position: Vec3::X * 0.8, ..ball }).unwrap();
            world.step();
            let moved = world.body(id).unwrap().desc.position.x - 0.8;
            assert!((moved * 60.0 - push_speed).abs() < 0.05 * push_speed, "{push_speed} m/s: moved {moved} m");
        }
    }
}
