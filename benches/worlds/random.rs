//! Random legal worlds of up to a hundred bodies.

use carom::geometry::{Shape, Sides};
use carom::glam::{Quat, Vec2, Vec3, Vec4};
use carom::math::splitmix64;
use carom::physics::{BodyDesc, Config, Mass, Motion, World};

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    /// 0…1.
    fn unit(&mut self) -> f32 {
        (splitmix64(&mut self.0) >> 40) as f32 / (1_u32 << 24) as f32
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Every power of ten from `low` to `high` alike.
    fn scale(&mut self, [low, high]: [f32; 2]) -> f32 {
        10_f32.powf(self.between(low.log10(), high.log10())).clamp(low, high)
    }

    fn chance(&mut self, share: f32) -> bool {
        self.unit() < share
    }

    fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    fn rotation(&mut self) -> Quat {
        let v = Vec4::new(self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0), 1.0);
        Quat::from_vec4(v.normalize())
    }

    /// A vector of up to `most`, mostly far shorter, or none.
    fn push(&mut self, most: f32) -> Vec3 {
        let (share, along) = (self.between(-4.0, 0.0), self.rotation() * Vec3::Y);
        if self.chance(0.2) { Vec3::ZERO } else { along * (most * 10_f32.powf(share)) }
    }
}

/// What the bodies of a world have in common.
struct Kind {
    sizes: [f32; 2],
    /// Share of the shapes that are round: cones and cylinders.
    round: f32,
    /// Half the edge of the cube that they start in (m).
    spread: f32,
    speed: f32,
    spin: f32,
    moving: f32,
}

impl Kind {
    fn draw(dice: &mut Dice) -> Self {
        let middle = dice.scale([1e-2, 1e2]);
        let wide = dice.scale([1.0, 100.0]);
        let sizes = if dice.chance(0.2) { [1e-3, 1e4] } else { [middle / wide, middle * wide] };
        let spread = match (dice.unit() * 4.0) as u32 {
            0 => 0.0,
            1 => middle,
            2 => 5.0 * middle,
            _ => 50.0 * middle,
        };
        let round = if dice.chance(0.3) { 1.0 } else { dice.unit() };
        let (speed, spin) = (dice.scale([1e-2, 1e4]), dice.scale([1e-2, 1e4]));
        Self { sizes, round, spread, speed, spin, moving: dice.between(0.7, 1.0) }
    }

    fn shape(&self, dice: &mut Dice) -> Shape {
        let mut size = || dice.scale(self.sizes);
        let (x, y, z) = (size(), size(), size());
        if dice.chance(self.round) {
            let top = [0.0, 0.5 * x, x][(dice.unit() * 3.0) as usize % 3];
            return Shape::frustum(x, top.min(x), y);
        }
        match (dice.unit() * 5.0) as u32 {
            0 | 1 => Shape::sphere(x),
            2 => {
                Shape::Quad { half: Vec2::new(x, z), sides: if dice.chance(0.5) { Sides::Both } else { Sides::Front } }
            }
            _ => Shape::cuboid(x, y, z),
        }
    }

    fn body(&self, dice: &mut Dice) -> BodyDesc {
        let motion = if dice.chance(self.moving) {
            Motion::Dynamic
        } else if dice.chance(0.5) {
            Motion::Static
        } else {
            Motion::Kinematic
        };
        let shape = self.shape(dice);
        let still = motion == Motion::Static;
        BodyDesc {
            motion,
            mass: Mass::Mass(dice.scale([1e-3, 1e6])),
            position: Vec3::Y * self.spread + dice.vector(self.spread),
            rotation: dice.rotation(),
            velocity: if still { Vec3::ZERO } else { dice.push(self.speed) },
            spin: if still { Vec3::ZERO } else { dice.push(self.spin) },
            restitution: dice.unit(),
            friction: dice.between(0.0, 2.0),
            ..BodyDesc::new(shape)
        }
    }
}

/// A world of random bodies; those that are refused are left out.
pub fn random_world(seed: u64) -> World {
    let mut dice = Dice(seed);
    let config = Config {
        gravity: dice.push(100.0),
        hz: [10.0, 30.0, 60.0, 240.0][(dice.unit() * 4.0) as usize % 4],
        terminal_speed: dice.scale([10.0, 1e4]),
        floor: dice.chance(0.5).then_some(0.0),
        ..Config::default()
    };
    let mut world = World::new(config).expect("a legal configuration");
    let kind = Kind::draw(&mut dice);
    let count = 2 + (dice.unit() * 99.0) as usize;
    for _ in 0..count {
        _ = world.add(&kind.body(&mut dice));
    }
    world
}
