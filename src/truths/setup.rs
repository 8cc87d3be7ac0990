//! The bench on which the cases are set up: a world in which restitution and friction are given for the pair.
//!
//! A case is told as if it were alone. In a crowd its world is never stepped: it says what each copy is made of, and
//! what becomes of the copy is read from the world that all of them share.

use super::Effort;
use super::crowd::{CrowdRole, Model, TruthCrowd};
use super::ingredients::body;
use crate::geometry::Shape;
use crate::math::quat_from_axis_angle;
use crate::physics::{Body, BodyDesc, BodyId, Combine, Config, Contact, Motion, World};
use glam::{DVec3, Quat, Vec3};

/// What a case is measured on: worlds of its own, or those of a crowd.
pub(super) struct Bench<'a> {
    pub effort: Effort,
    /// The crowd, and which of its copies is looked at.
    crowd: Option<(&'a TruthCrowd, usize)>,
}

impl<'a> Bench<'a> {
    /// Every set-up has a world of its own.
    pub const fn alone(effort: Effort) -> Self {
        Self { effort, crowd: None }
    }

    /// Every set-up is one of many alike in a common world; looks at copy number `copy`.
    pub const fn in_crowd(effort: Effort, crowd: &'a TruthCrowd, copy: usize) -> Self {
        Self { effort, crowd: Some((crowd, copy)) }
    }

    /// How many worlds are needed for so many random draws: each copy of a crowd is one.
    pub fn draws(&self, count: usize) -> usize {
        self.crowd.map_or(count, |(crowd, _)| count.div_ceil(crowd.copies()))
    }

    /// Gravity along −y, no sleep, any approach bounces. Of restitution a pair takes the lesser value, of
    /// friction the mean.
    pub fn setup(&self, restitution: f32, friction: f32) -> TruthSetup<'a> {
        self.setup_with(restitution, friction, |_| ())
    }

    /// As [`setup`](Self::setup), without gravity.
    pub fn weightless(&self, restitution: f32, friction: f32) -> TruthSetup<'a> {
        self.setup_with(restitution, friction, |config| config.gravity = Vec3::ZERO)
    }

    /// As [`setup`](Self::setup), with some constants of its own.
    pub fn setup_with(&self, restitution: f32, friction: f32, change: impl FnOnce(&mut Config)) -> TruthSetup<'a> {
        // Given to both bodies of a pair, a value is the pair's by either rule: the lesser and the mean of equals.
        let mut config = Config {
            restitution_rule: Combine::Minimum,
            friction_rule: Combine::Average,
            // What is left to the solver is only what the engine never bounces, below ½ g dt.
            restitution_threshold: 0.0,
            // Above the 2000 m/s of V36, so that the cap never slows what is measured.
            terminal_speed: 1e4,
            sleeping: false,
            ..Config::default()
        };
        change(&mut config);
        let world = World::new(config).unwrap_or_else(|error| panic!("a case has a constant out of range: {error}"));
        let model = Model { config, bodies: vec![] };
        TruthSetup {
            world,
            crowd: self.crowd,
            model,
            tape: None,
            step: 0,
            impacts: 0,
            restitution,
            restitution_tangential: 0.0,
            friction,
        }
    }
}

/// A world with one restitution and one friction for all pairs, unless a body is given its own.
///
/// Every case is written in this program: what the world refuses is a mistake in one of them, which no input can make.
pub(super) struct TruthSetup<'a> {
    world: World,
    crowd: Option<(&'a TruthCrowd, usize)>,
    /// What was added, by slot.
    model: Model,
    /// The crowd's record of this set-up, once it steps.
    tape: Option<usize>,
    /// Steps taken.
    step: usize,
    /// Impacts since the start, when alone.
    impacts: usize,
    /// Coefficient of restitution of the bodies to come.
    pub restitution: f32,
    /// The same along the surface.
    pub restitution_tangential: f32,
    /// Coefficient of friction of the bodies to come.
    pub friction: f32,
}

impl TruthSetup<'_> {
    /// Adds a body; its surface is the set-up's.
    pub fn add(&mut self, desc: BodyDesc) -> BodyId {
        self.add_as(CrowdRole::Own, desc)
    }

    fn add_as(&mut self, role: CrowdRole, mut desc: BodyDesc) -> BodyId {
        (desc.restitution, desc.friction) = (self.restitution, self.friction);
        desc.restitution_tangential = self.restitution_tangential;
        // Noted by slot for the crowd; the own world gives the id, and is stepped only for a case that is alone.
        self.model.bodies.push((role, desc));
        self.world.add(&desc).unwrap_or_else(|error| panic!("a case has a body that is none: {error}: {desc:?}"))
    }

    /// A static body.
    pub fn fixed(&mut self, shape: Shape, position: Vec3, rotation: Quat) -> BodyId {
        self.add(BodyDesc { motion: Motion::Static, position, rotation, ..BodyDesc::new(shape) })
    }

    /// A static body that stands on the ground; in a crowd a heavy one that its weight holds there.
    pub fn pedestal(&mut self, shape: Shape, position: Vec3) -> BodyId {
        self.add_as(CrowdRole::Pedestal, BodyDesc { motion: Motion::Static, position, ..BodyDesc::new(shape) })
    }

    /// A static box 200 m wide and 2 m high whose top is y = 0; in a crowd the slab that all copies stand on.
    pub fn ground(&mut self) -> BodyId {
        self.plane(Vec3::ZERO, Quat::IDENTITY)
    }

    /// A ground whose top passes through `point`, with its y along the normal.
    pub fn plane(&mut self, point: Vec3, rotation: Quat) -> BodyId {
        // The box is 2 m high: its centre lies 1 m below the plane, along the normal.
        let (shape, position) = (Shape::cuboid(100.0, 1.0, 100.0), point + rotation * Vec3::NEG_Y);
        self.add_as(CrowdRole::Ground, BodyDesc { motion: Motion::Static, position, rotation, ..BodyDesc::new(shape) })
    }

    /// A ground whose top passes through the origin and falls towards +x by `slope_deg`.
    pub fn incline(&mut self, slope_deg: f64) -> Slope {
        let slope = Slope::new(slope_deg);
        self.plane(Vec3::ZERO, slope.rotation);
        slope
    }

    /// As [`incline`](Self::incline), of one quad; in a crowd it is the slab, which has a thickness.
    pub fn quad_incline(&mut self, slope_deg: f64) -> Slope {
        let slope = Slope::new(slope_deg);
        let quad = BodyDesc::new(Shape::quad(100.0, 100.0));
        self.add_as(CrowdRole::Ground, BodyDesc { motion: Motion::Static, rotation: slope.rotation, ..quad });
        slope
    }

    /// A sphere of `radius` (m) and `mass` (kg).
    pub fn sphere(&mut self, radius: f32, mass: f32, position: Vec3, velocity: Vec3) -> BodyId {
        self.add(body(Shape::sphere(radius), mass, position, velocity))
    }

    /// A box of half extents `half` (m) and `mass` (kg).
    pub fn cuboid(&mut self, half: Vec3, mass: f32, position: Vec3, velocity: Vec3) -> BodyId {
        self.add(body(Shape::Cuboid { half }, mass, position, velocity))
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        self.step += 1;
        // With the first step all bodies have been added: only then is it known which set-up this is.
        if let Some((crowd, _)) = self.crowd {
            let tape = *self.tape.get_or_insert_with(|| crowd.tape_of(&self.model));
            crowd.play(tape, self.step);
        } else {
            self.world.step();
            self.impacts += self.world.stats().impacts;
        }
    }

    /// Advances by a whole number of steps nearest to `seconds`.
    pub fn run(&mut self, seconds: f64) {
        for _ in 0..self.steps_in(seconds) {
            self.step();
        }
    }

    /// The whole number of steps nearest to `seconds`.
    pub fn steps_in(&self, seconds: f64) -> usize {
        (seconds * f64::from(self.world.config().hz)).round() as usize
    }

    /// Length of a step (s).
    pub fn dt(&self) -> f64 {
        f64::from(self.world.config().dt())
    }

    /// Steps until `done` holds, at most for `seconds`; says whether it came to hold.
    pub fn run_until(&mut self, seconds: f64, done: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..self.steps_in(seconds) {
            self.step();
            if done(self) {
                return true;
            }
        }
        false
    }

    /// The body as it stands.
    pub fn body(&self, id: BodyId) -> Body {
        let mut body = self.world.body(id).unwrap_or_else(|| panic!("no case removes a body, but {id:?} is gone"));
        // In a crowd the own world never moves: motion is read from the tape, all else from here.
        if let (Some((crowd, copy)), Some(tape)) = (self.crowd, self.tape)
            && let Some(sample) = crowd.sample(tape, self.step, copy, id.index())
        {
            let desc = &mut body.desc;
            (desc.position, desc.rotation) = (sample.state.position, sample.state.rotation);
            (desc.velocity, desc.spin) = (sample.state.velocity, sample.state.spin);
            body.asleep = sample.asleep;
        }
        body
    }

    /// Whether every body that can move sleeps.
    pub fn all_asleep(&self) -> bool {
        self.world.bodies().filter(|b| b.desc.motion == Motion::Dynamic).all(|b| self.body(b.id).asleep)
    }

    /// The contacts of the last step; in a crowd those of the copy, by the names and at the places of the common world.
    pub fn contacts(&self) -> Vec<Contact> {
        match (self.crowd, self.tape) {
            (Some((crowd, copy)), Some(tape)) => crowd.contacts(tape, self.step, copy),
            _ => self.world.contacts(),
        }
    }

    /// Impacts since the start; in a crowd the mean of its copies, whose heap must stand still.
    pub fn impacts(&self) -> f64 {
        match (self.crowd, self.tape) {
            (Some((crowd, _)), Some(tape)) => crowd.impacts(tape, self.step) as f64 / crowd.copies() as f64,
            _ => self.impacts as f64,
        }
    }

    /// Centre of mass (m).
    pub fn position(&self, id: BodyId) -> DVec3 {
        self.body(id).desc.position.as_dvec3()
    }

    /// Velocity (m/s).
    pub fn velocity(&self, id: BodyId) -> DVec3 {
        self.body(id).desc.velocity.as_dvec3()
    }

    /// Angular velocity (rad/s, world axes).
    pub fn spin(&self, id: BodyId) -> DVec3 {
        self.body(id).desc.spin.as_dvec3()
    }

    /// Angular velocity in the body's own axes (rad/s).
    pub fn body_spin(&self, id: BodyId) -> DVec3 {
        self.body(id).desc.rotation.as_dquat().conjugate() * self.spin(id)
    }

    /// The angle by which the body is turned away from `start` (rad).
    pub fn turned(&self, id: BodyId, start: Quat) -> f64 {
        // q and −q are one rotation: lengths alone, so that the angle lies within 0 … π.
        let q = self.body(id).desc.rotation.as_dquat() * start.as_dquat().conjugate();
        2.0 * q.xyz().length().atan2(q.w.abs())
    }
}

/// A plane through the origin that falls towards +x.
#[derive(Clone, Copy)]
pub(super) struct Slope {
    /// World from slope: x points downhill, y away from the plane.
    pub rotation: Quat,
}

impl Slope {
    fn new(slope_deg: f64) -> Self {
        // Clockwise seen from +z, so that +x goes down.
        Self { rotation: turn(Vec3::Z, -slope_deg) }
    }

    /// A point or direction given in the slope's axes.
    pub fn point(&self, p: Vec3) -> Vec3 {
        self.rotation * p
    }

    /// A world vector in the slope's axes.
    pub fn local(&self, v: DVec3) -> DVec3 {
        self.rotation.as_dquat().conjugate() * v
    }
}

/// Rotation by `degrees` about a unit axis, right-hand rule.
pub(super) fn turn(axis: Vec3, degrees: f64) -> Quat {
    quat_from_axis_angle(axis, degrees.to_radians() as f32)
}

/// The value between `low` (where `holds` is false) and `high` (where it is true) at which it turns, to within `width`.
pub(super) fn threshold(mut low: f64, mut high: f64, width: f64, holds: impl Fn(f64) -> bool) -> f64 {
    // Bisection: each middle is a case of its own, of which only the verdict counts.
    while high - low > width {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    0.5 * (low + high)
}
