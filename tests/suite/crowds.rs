//! What holds for one holds for many: the same structure alone and among copies on one slab, heaps out of rest, and bodies
//! that bounce without loss.

use carom::geometry::Shape;
use carom::glam::{Quat, Vec3};
use carom::physics::{BodyDesc, BodyId, Combine, Config, Mass, Motion, World};

/// Numbers that look random (xorshift), 0…1.
pub struct Dice(pub u64);

impl Dice {
    pub fn unit(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % 1_000_003) as f32 / 1_000_003.0
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    pub fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }

    pub fn rotation(&mut self) -> Quat {
        Quat::from_rotation_x(self.between(0.0, 6.0)) * Quat::from_rotation_y(self.between(0.0, 6.0))
    }
}

fn world() -> World {
    let rule = Combine::Average;
    World::new(Config {
        floor: Some(0.0),
        sleeping: false,
        restitution_rule: rule,
        friction_rule: rule,
        ..Config::default()
    })
    .unwrap()
}

/// A structure of boxes: half extents, masses and places above the slab.
type Structure = Vec<(Vec3, f32, Vec3)>;

fn tower() -> Structure {
    (0..10_u8).map(|i| (Vec3::splat(0.5), 1_000.0, Vec3::Y * (0.5 + f32::from(i)))).collect()
}

/// A thousand kilograms on one.
fn uneven() -> Structure {
    vec![(Vec3::splat(0.5), 1.0, Vec3::Y * 0.5), (Vec3::splat(0.5), 1_000.0, Vec3::Y * 1.5)]
}

/// Five bricks at 97 % of the harmonic overhang.
fn overhang() -> Structure {
    let half = Vec3::new(0.5, 0.1, 0.25);
    let mut x = 0.0;
    let mut bricks = vec![];
    for i in 0..5_u8 {
        bricks.push((half, 10.0, Vec3::new(x, 0.1 + 0.2 * f32::from(i), 0.0)));
        x += 0.97 * half.x / f32::from(5 - i - 1).max(1.0);
    }
    bricks
}

/// So many copies of a structure on a slab of 1e5 kg that is itself a body; how far the worst of them went in ten seconds.
fn drift_in_company(structure: &Structure, copies: usize) -> f32 {
    let mut world = world();
    let surface = BodyDesc { restitution: 0.0, friction: 0.5, ..BodyDesc::new(Shape::sphere(1.0)) };
    let row = (copies as f32).sqrt().ceil();
    let slab = Vec3::new(row * 3.0, 0.5, row * 3.0);
    let slab_desc =
        BodyDesc { mass: Mass::Mass(1e5), position: Vec3::Y * 0.5, shape: Shape::Cuboid { half: slab }, ..surface };
    assert!(world.add(&slab_desc).is_ok());
    let mut placed: Vec<(BodyId, Vec3)> = vec![];
    for copy in 0..copies {
        let at = Vec3::new((copy as f32 % row) * 4.0, 1.0, (copy as f32 / row).floor() * 4.0)
            - Vec3::new(row, 0.0, row) * 2.0;
        for (half, mass, place) in structure {
            let position = at + *place;
            let desc = BodyDesc { shape: Shape::Cuboid { half: *half }, mass: Mass::Mass(*mass), position, ..surface };
            placed.push((world.add(&desc).unwrap(), position));
        }
    }
    (0..600).for_each(|_| world.step());
    let moved = |(id, place): &(BodyId, Vec3)| (world.body(*id).unwrap().desc.position - *place).length();
    placed.iter().map(moved).fold(0.0, f32::max)
}

#[test]
fn a_structure_stands_alike_alone_and_among_its_copies_on_one_slab() {
    for (name, structure) in [("tower", tower()), ("1,000 kg on 1 kg", uneven()), ("overhang", overhang())] {
        for copies in [1, 8, 36] {
            let drift = drift_in_company(&structure, copies);
            assert!(drift < 1e-3, "{name}, {copies} copies: one went {drift} m");
        }
    }
}

/// Pyramids from three rows to ten have 9 to 135 contacts, with many more points: no number divides them.
#[test]
fn towers_that_land_at_once_stand_however_many_they_are() {
    let mut world = world();
    let surface = BodyDesc { restitution: 0.0, friction: 0.5, ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 0.5)) };
    // Two hundred and fifty-six towers of ten, let go a hair above the floor.
    let mut tops = vec![];
    for (x, z) in (0..16_u8).flat_map(|x| (0..16_u8).map(move |z| (x, z))) {
        for (_, mass, place) in tower() {
            let position = Vec3::new(3.0 * f32::from(x), 1e-3, 3.0 * f32::from(z)) + place;
            let id = world.add(&BodyDesc { mass: Mass::Mass(mass), position, ..surface }).unwrap();
            if place.y > 9.0 {
                tops.push((id, position));
            }
        }
    }
    (0..240).for_each(|_| world.step());
    for (id, start) in tops {
        let moved = world.body(id).unwrap().desc.position - start;
        assert!(moved.x.hypot(moved.z) < 1e-3 && (moved.y + 1e-3).abs() < 1e-3, "a top moved by {moved}");
    }
}

#[test]
fn pyramids_of_any_size_stand_to_the_tenth_of_a_millimetre() {
    for rows in [3_u8, 5, 7, 10] {
        let mut world = world();
        let mut placed = vec![];
        for row in 0..rows {
            for k in 0..rows - row {
                let x = f32::from(k) * 1.05 + f32::from(row) * 0.525;
                let desc = BodyDesc {
                    position: Vec3::new(x, 0.5 + f32::from(row), 0.0),
                    restitution: 0.0,
                    ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 0.5))
                };
                placed.push((world.add(&desc).unwrap(), desc.position));
            }
        }
        (0..600).for_each(|_| world.step());
        for (id, place) in placed {
            let off = (world.body(id).unwrap().desc.position - place).length();
            assert!(off < 1e-4, "{rows} rows: {off} m");
        }
    }
}

/// Kinetic energy and height of all (J).
fn energy(world: &World) -> f64 {
    let of = |b: carom::physics::Body| b.kinetic_energy() + f64::from(b.mass) * 9.81 * f64::from(b.desc.position.y);
    world.bodies().filter(|b| b.desc.motion == Motion::Dynamic).map(of).sum()
}

/// Stacks whose masses alternate up to a million to one, on a slab that is a body.
#[test]
fn heaps_out_of_rest_gain_no_energy() {
    let mut dice = Dice(12);
    for draw in 0..12 {
        let mut world = world();
        let surface = BodyDesc { restitution: 0.0, ..BodyDesc::new(Shape::cuboid(6.0, 0.5, 6.0)) };
        assert!(world.add(&BodyDesc { mass: Mass::Mass(1e5), position: Vec3::Y * 0.5, ..surface }).is_ok());
        let ratio = 10_f32.powf(dice.between(0.0, 6.0));
        for stack in 0..6_u8 {
            let place = Vec3::new(f32::from(stack % 3) * 3.0 - 3.0, 1.0, f32::from(stack / 3) * 3.0 - 1.5);
            let mut top = 0.0;
            for level in 0..4_u8 {
                let half = dice.between(0.2, 0.5);
                let mass = if level % 2 == 0 { 1.0 } else { ratio.min(1e6) };
                let position = place + Vec3::Y * (top + half);
                top += 2.0 * half;
                let shape = Shape::cuboid(half, half, half);
                assert!(world.add(&BodyDesc { shape, mass: Mass::Mass(mass), position, ..surface }).is_ok());
            }
        }
        let before = energy(&world);
        for step in 0..300 {
            world.step();
            let now = energy(&world);
            assert!(now <= before * 1.01, "draw {draw}, ratio {ratio}, step {step}: {before} J became {now} J");
        }
    }
}

/// The energy that is left of a crowd of frictionless bodies in a closed room after so many seconds (share).
fn energy_left(shape: Shape, count: usize, gravity: f32, (hz, seconds): (f32, f32), dice: &mut Dice) -> f64 {
    let smooth = BodyDesc { restitution: 1.0, friction: 0.0, ..BodyDesc::new(shape) };
    let config = Config {
        gravity: Vec3::NEG_Y * gravity,
        hz,
        restitution_threshold: 0.0,
        sleeping: false,
        floor: Some(-2.0),
        ceiling: Some(2.0),
        ..Config::default()
    };
    let mut world = World::new(config).unwrap();
    for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
        let half = Vec3::new(4.0, 4.0, 4.0) - side.abs() * 3.0;
        let wall = BodyDesc { motion: Motion::Static, position: side * 3.0, shape: Shape::Cuboid { half }, ..smooth };
        assert!(world.add(&wall).is_ok());
    }
    let mut ids = vec![];
    for k in 0..count {
        let grid = Vec3::new((k % 3) as f32, (k / 3 % 3) as f32, (k / 9) as f32) - 1.0;
        let position = if count == 1 { Vec3::ZERO } else { grid * 1.2 };
        let desc = BodyDesc {
            position,
            rotation: dice.rotation(),
            velocity: dice.vector(2.0),
            spin: dice.vector(3.0),
            ..smooth
        };
        ids.push(world.add(&desc).unwrap());
    }
    let total = |world: &World| -> f64 {
        let of = |id: &BodyId| {
            let body = world.body(*id).unwrap();
            body.kinetic_energy() + f64::from(body.mass) * f64::from(gravity) * (f64::from(body.desc.position.y) + 2.0)
        };
        ids.iter().map(of).sum()
    };
    let before = total(&world);
    (0..(seconds * hz) as usize).for_each(|_| world.step());
    total(&world) / before
}

#[test]
fn boxes_cylinders_and_cones_bounce_for_ever_as_balls_do() {
    let mut dice = Dice(2_026);
    let shapes = [
        Shape::cuboid(0.3, 0.2, 0.25),
        Shape::cuboid(0.25, 0.25, 0.25),
        Shape::frustum(0.2, 0.2, 0.3),
        Shape::frustum(0.3, 0.0, 0.3),
        Shape::sphere(0.25),
    ];
    for shape in shapes {
        for (hz, gravity) in [(60.0, 0.0), (240.0, 0.0), (240.0, 9.81)] {
            let left = energy_left(shape, 1, gravity, (hz, 60.0), &mut dice);
            assert!((left - 1.0).abs() < 2e-3, "{shape:?} alone, {hz} Hz, {gravity} m/s²: {left}");
        }
        let left = energy_left(shape, 27, 0.0, (60.0, 20.0), &mut dice);
        assert!((left - 1.0).abs() < 2e-3, "27 of {shape:?}: {left}");
    }
}
