//! The bench on which the cases are set up: a world in which restitution and friction are given for the pair.

use crate::geometry::Shape;
use crate::math::quat_from_axis_angle;
use crate::physics::{Body, BodyDesc, BodyId, Combine, Config, Mass, Motion, World};
use glam::{DVec3, Quat, Vec3};

/// Acceleration of free fall (m/s²).
pub(super) const G: f64 = 9.81;

/// A world with one restitution and one friction for all pairs, unless a body is given its own.
///
/// Every case is written in this program: what the world refuses is a mistake in one of them, which no input can make.
pub(super) struct Setup {
    pub world: World,
    /// Coefficient of restitution of the bodies to come.
    pub restitution: f32,
    /// Coefficient of friction of the bodies to come.
    pub friction: f32,
}

impl Setup {
    /// Gravity along −y, no sleep, any approach bounces. Pairs take the mean of the two bodies' values.
    pub fn new(restitution: f32, friction: f32) -> Self {
        Self::with(restitution, friction, |_| ())
    }

    /// As [`new`](Self::new), without gravity.
    pub fn weightless(restitution: f32, friction: f32) -> Self {
        Self::with(restitution, friction, |config| config.gravity = Vec3::ZERO)
    }

    /// As [`new`](Self::new), with some constants of its own.
    pub fn with(restitution: f32, friction: f32, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            restitution_rule: Combine::Average,
            friction_rule: Combine::Average,
            restitution_threshold: 0.0,
            terminal_speed: 1e4,
            sleeping: false,
            ..Config::default()
        };
        change(&mut config);
        let world = World::new(config).unwrap_or_else(|error| panic!("a case has a constant out of range: {error}"));
        Self { world, restitution, friction }
    }

    /// Adds a body; restitution and friction are the set-up's.
    pub fn add(&mut self, mut desc: BodyDesc) -> BodyId {
        (desc.restitution, desc.friction) = (self.restitution, self.friction);
        self.world.add(&desc).unwrap_or_else(|error| panic!("a case has a body that is none: {error}: {desc:?}"))
    }

    /// A static body.
    pub fn fixed(&mut self, shape: Shape, position: Vec3, rotation: Quat) -> BodyId {
        self.add(BodyDesc { motion: Motion::Static, position, rotation, ..BodyDesc::new(shape) })
    }

    /// A static box 200 m wide and 2 m high whose top is y = 0.
    pub fn ground(&mut self) -> BodyId {
        self.fixed(Shape::cuboid(100.0, 1.0, 100.0), Vec3::new(0.0, -1.0, 0.0), Quat::IDENTITY)
    }

    /// A ground whose top passes through the origin and falls towards +x by `slope_deg`.
    pub fn incline(&mut self, slope_deg: f64) -> Slope {
        let slope = Slope::new(slope_deg);
        self.fixed(Shape::cuboid(100.0, 1.0, 100.0), slope.point(Vec3::new(0.0, -1.0, 0.0)), slope.rotation);
        slope
    }

    /// As [`incline`](Self::incline), of one quad.
    pub fn quad_incline(&mut self, slope_deg: f64) -> Slope {
        let slope = Slope::new(slope_deg);
        self.fixed(Shape::quad(100.0, 100.0), Vec3::ZERO, slope.rotation);
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
        self.world.step();
    }

    /// Advances by a whole number of steps nearest to `seconds`.
    pub fn run(&mut self, seconds: f64) {
        for _ in 0..self.steps_in(seconds) {
            self.world.step();
        }
    }

    /// The whole number of steps nearest to `seconds`.
    pub fn steps_in(&self, seconds: f64) -> usize {
        (seconds * f64::from(self.world.config().hz)).round() as usize
    }

    /// Steps until `done` holds, at most for `seconds`; says whether it came to hold.
    pub fn run_until(&mut self, seconds: f64, done: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..self.steps_in(seconds) {
            self.world.step();
            if done(self) {
                return true;
            }
        }
        false
    }

    /// The body as it stands.
    pub fn body(&self, id: BodyId) -> Body {
        self.world.body(id).unwrap_or_else(|| panic!("no case removes a body, but {id:?} is gone"))
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
        let q = self.body(id).desc.rotation.as_dquat() * start.as_dquat().conjugate();
        2.0 * q.xyz().length().atan2(q.w.abs())
    }
}

/// A dynamic body to be added.
pub(super) fn body(shape: Shape, mass: f32, position: Vec3, velocity: Vec3) -> BodyDesc {
    BodyDesc { mass: Mass::Mass(mass), position, velocity, ..BodyDesc::new(shape) }
}

/// A plane through the origin that falls towards +x.
#[derive(Clone, Copy)]
pub(super) struct Slope {
    /// World from slope: x points downhill, y away from the plane.
    pub rotation: Quat,
}

impl Slope {
    fn new(slope_deg: f64) -> Self {
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

/// Random numbers, the same in every run (SplitMix64).
pub(super) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Evenly from 0 … 1.
    pub fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Evenly from `low` … `high`.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Evenly from the cube of half width `reach`.
    pub fn in_cube(&mut self, reach: f32) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.between(-reach, reach)))
    }

    /// Evenly over all directions.
    pub fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.in_cube(1.0);
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v.normalize();
            }
        }
    }

    /// A rotation about a random axis by up to a half turn.
    pub fn rotation(&mut self) -> Quat {
        quat_from_axis_angle(self.direction(), self.between(0.0, std::f32::consts::PI))
    }
}
