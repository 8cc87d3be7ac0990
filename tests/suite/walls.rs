//! What is stacked high: walls and pyramids stand still for as long as one looks, wherever they stand; what
//! cannot stand falls.

use super::dice::Dice;
use carom::geometry::Shape;
use carom::glam::{Quat, Vec3};
use carom::physics::{Body, BodyDesc, BodyEdit, BodyId, Config, Contact, Mass, Motion, World};

/// Nothing sleeps: whatever stands does so by itself.
fn awake() -> World {
    World::new(Config { floor: Some(0.0), sleeping: false, ..Config::default() }).unwrap()
}

fn brick(half: Vec3, position: Vec3) -> BodyDesc {
    let shape = Shape::cuboid(half.x, half.y, half.z);
    BodyDesc { position, mass: Mass::Density(1000.0), restitution: 0.0, ..BodyDesc::new(shape) }
}

type Placed = Vec<(BodyId, Vec3)>;

fn place(world: &mut World, desc: &BodyDesc, placed: &mut Placed) {
    placed.push((world.add(desc).unwrap(), desc.position));
}

/// A flat pyramid of unit cubes.
fn pyramid(world: &mut World, rows: u8) -> Placed {
    let mut placed = Placed::new();
    for row in 0..rows {
        for column in 0..rows - row {
            let across = f32::from(column) - 0.5 * f32::from(rows - 1 - row);
            let cube = brick(Vec3::splat(0.5), Vec3::new(across, 0.5 + f32::from(row), 0.0));
            place(world, &cube, &mut placed);
        }
    }
    placed
}

/// A wall of bricks in running bond, the bricks twice as long as high, turned about the vertical, its foot at a height.
fn wall(world: &mut World, (rows, columns): (u8, u8), size: f32, turned: f32, foot: f32) -> Placed {
    let (half, turn) = (Vec3::new(1.0, 0.5, 0.5) * size, Quat::from_rotation_y(turned));
    let mut placed = Placed::new();
    for row in 0..rows {
        for column in 0..columns - row % 2 {
            let along = 2.0 * f32::from(column) + f32::from(row % 2) - f32::from(columns);
            let height = foot + size * (0.5 + f32::from(row));
            let desc = brick(half, turn * Vec3::new(along * size, 0.0, 0.0) + Vec3::Y * height);
            place(world, &BodyDesc { rotation: turn, ..desc }, &mut placed);
        }
    }
    placed
}

/// Boxes of random size and turn, dropped in layers into a pit.
fn heap(seed: u64, size: f32) -> (World, Placed) {
    let (mut world, mut placed, mut dice) = (awake(), Placed::new(), Dice::warm(seed));
    for (x, z) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
        let half = Vec3::new(if x == 0.0 { 5.0 } else { 1.0 }, 10.0, if z == 0.0 { 5.0 } else { 1.0 });
        let side = brick(half * size, Vec3::new(4.0 * x, 10.0, 4.0 * z) * size);
        world.add(&BodyDesc { motion: Motion::Static, friction: 0.5, ..side }).unwrap();
    }
    for k in 0..150_u8 {
        let column = Vec3::new(f32::from(k % 4) - 1.5, 0.0, f32::from(k / 4 % 4) - 1.5) * 1.4;
        let position = column + Vec3::Y * (1.0 + 1.6 * f32::from(k / 16)) + dice.vector(0.1);
        let half = Vec3::new(dice.between(0.3, 0.6), dice.between(0.3, 0.6), dice.between(0.3, 0.6));
        let rotation = dice.rotation();
        place(&mut world, &BodyDesc { rotation, friction: 0.5, ..brick(half * size, position * size) }, &mut placed);
    }
    (world, placed)
}

fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step());
}

/// How far the one has moved that moved most (m).
fn most_moved(world: &World, placed: &Placed) -> f32 {
    placed.iter().map(|(id, start)| world.body(*id).unwrap().desc.position.distance(*start)).fold(0.0, f32::max)
}

fn deepest(world: &World) -> f32 {
    -world.contacts().iter().map(Contact::separation).fold(0.0, f32::min)
}

/// The loads of a high pyramid are at its foot after one step, and iterations alone would need hundreds.
#[test]
fn a_high_pyramid_is_at_rest_from_its_first_step() {
    for (rows, count) in [(40, 400), (100, 120)] {
        let mut world = awake();
        let placed = pyramid(&mut world, rows);
        steps(&mut world, 1);
        let fastest = |world: &World| world.bodies().map(|body| body.desc.velocity.length()).fold(0.0, f32::max);
        assert!(fastest(&world) < 1e-3, "{rows} rows: {} m/s after the first step", fastest(&world));
        steps(&mut world, count);
        let (moved, depth) = (most_moved(&world, &placed), deepest(&world));
        assert!(moved < 2e-3, "{rows} rows: one of its cubes has moved by {moved} m");
        assert!(depth < 1e-4, "{rows} rows: one overlap is {depth} m");
    }
}

/// A wall one cube thick sways by centimetres at most, however long it is looked at: what moves less than the solver
/// tolerates is not stopped.
#[test]
fn a_thin_pyramid_stands_for_a_minute() {
    let mut world = awake();
    let placed = pyramid(&mut world, 40);
    for second in 1..=60 {
        steps(&mut world, 60);
        let moved = most_moved(&world, &placed);
        assert!(moved < 0.15, "one of its cubes has moved by {moved} m after {second} s");
    }
}

/// Small and great, along the axes or not, on the ground, on a slab that moves itself, and on a platform
/// that drives on.
#[test]
fn a_wall_of_bricks_stands_wherever_it_is() {
    for size in [0.02, 0.2, 1.0, 5.0] {
        for turned in [0.0, 0.7] {
            for slab in [false, true] {
                let mut world = awake();
                let foot = if slab { size } else { 0.0 };
                if slab {
                    let half = Vec3::new(20.0, 0.5, 20.0) * size;
                    world.add(&brick(half, Vec3::Y * 0.5 * size)).unwrap();
                }
                let placed = wall(&mut world, (24, 8), size, turned, foot);
                steps(&mut world, 300);
                let (moved, depth) = (most_moved(&world, &placed), deepest(&world));
                let what = format!("size {size}, turned {turned}, slab {slab}");
                assert!(moved < 0.03 * size, "{what}: a brick has moved by {moved} m");
                assert!(depth < 1e-3 * size, "{what}: one overlap is {depth} m");
            }
        }
    }
    let mut world = awake();
    let velocity = Vec3::X * 0.5;
    let platform = BodyDesc { motion: Motion::Kinematic, velocity, ..brick(Vec3::new(20.0, 0.5, 20.0), Vec3::Y * 0.5) };
    world.add(&platform).unwrap();
    let placed = wall(&mut world, (24, 8), 1.0, 0.0, 1.0);
    for (id, _) in &placed {
        world.edit(*id, BodyEdit::Velocity(velocity)).unwrap();
    }
    steps(&mut world, 300);
    let carried: Placed = placed.into_iter().map(|(id, start)| (id, start + velocity * 5.0)).collect();
    assert!(most_moved(&world, &carried) < 5e-3, "{} m off the platform's way", most_moved(&world, &carried));
}

/// What leans against a wall, lies on it and rolls over it makes the wall no worse, and is not held fast by it.
#[test]
fn a_wall_in_company_stands_and_a_ball_rolls_along_it() {
    let mut world = awake();
    let placed = wall(&mut world, (16, 12), 1.0, 0.0, 0.0);
    // Rubble before the wall: balls in a heap, held together by four sides.
    for k in 0..200_u8 {
        let (x, y, z) = (k % 10, k / 40, k / 10 % 4);
        let position = Vec3::new(f32::from(x) - 4.5, 0.5 + 1.1 * f32::from(y), 1.05 + f32::from(z));
        let ball = BodyDesc { position, restitution: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
        world.add(&ball).unwrap();
    }
    let ball = BodyDesc {
        position: Vec3::new(-8.0, 16.5, 0.0),
        velocity: Vec3::X * 2.0,
        spin: Vec3::Z * -4.0,
        restitution: 0.0,
        ..BodyDesc::new(Shape::sphere(0.5))
    };
    let id = world.add(&ball).unwrap();
    steps(&mut world, 240);
    let moved = most_moved(&world, &placed);
    assert!(moved < 0.01, "a brick has moved by {moved} m");
    let rolled = world.body(id).unwrap().desc.position.x - ball.position.x;
    assert!((rolled - 8.0).abs() < 0.1, "it has rolled {rolled} m");
}

/// No face holds what it cannot: a stack that leans too far falls over, and a heavy ball goes through a wall.
#[test]
fn what_cannot_stand_falls() {
    let mut world = awake();
    let mut placed = Placed::new();
    // Each brick .12 m farther than the one below: the upper ten lie beyond the edge of the second.
    for row in 0..12_u8 {
        for depth in 0..12_u8 {
            let position = Vec3::new(0.12 * f32::from(row), 0.5 + f32::from(row), f32::from(depth));
            place(&mut world, &brick(Vec3::splat(0.5), position), &mut placed);
        }
    }
    steps(&mut world, 300);
    assert!(most_moved(&world, &placed) > 3.0, "it leans by 12 % for twelve rows and stands");

    let mut world = awake();
    let placed = wall(&mut world, (16, 8), 1.0, 0.0, 0.0);
    let position = Vec3::new(0.0, 6.0, 6.0);
    let ball = BodyDesc {
        position,
        velocity: Vec3::Z * -30.0,
        mass: Mass::Density(8000.0),
        ..BodyDesc::new(Shape::sphere(1.5))
    };
    world.add(&ball).unwrap();
    let of = |b: Body| b.kinetic_energy() + f64::from(b.mass) * 9.81 * f64::from(b.desc.position.y);
    let energy = |world: &World| world.bodies().map(of).sum::<f64>();
    let before = energy(&world);
    for step in 0..240 {
        world.step();
        assert!(energy(&world) < before * 1.001, "step {step}: {} J of {before}", energy(&world));
    }
    assert!(most_moved(&world, &placed) > 5.0);
}

/// The greatest speed of any part of those that were placed (m/s), at most.
fn fastest(world: &World, placed: &Placed) -> f32 {
    let speed = |(id, _): &(BodyId, Vec3)| {
        let BodyDesc { velocity, spin, shape, .. } = world.body(*id).unwrap().desc;
        velocity.length() + spin.length() * shape.bounding_radius()
    };
    placed.iter().map(speed).fold(0.0, f32::max)
}

/// A heap of turned boxes comes to rest in seconds: a corner that gives up its place among the four of a contact hands
/// its load on, and one that bears a load keeps its place.
#[test]
fn heaps_of_small_boxes_calm_down_in_seconds() {
    for seed in [7, 9, 11, 13] {
        let (mut world, placed) = heap(seed, 0.1);
        // Calm is a second in which nobody moves by more than a millimetre a second.
        let mut calm = 0;
        let calm_at = (0..900).find(|_| {
            world.step();
            calm = if fastest(&world, &placed) < 1e-3 { calm + 1 } else { 0 };
            calm == 60
        });
        assert!(calm_at.is_some(), "heap {seed} was not calm for a second within 15 s");
    }
}

/// Nothing keeps a heap in motion: no contact that carries a load is lost for a step, and none of its points.
#[test]
fn heaps_of_turned_boxes_come_to_rest() {
    for (seed, size) in [(1, 1.0), (4, 0.1), (5, 0.1), (6, 10.0)] {
        let (mut world, placed) = heap(seed, size);
        steps(&mut world, 2_000);
        // For a second: what gives way once by a hair is not what trembles, nor does that stand still in between.
        let mut mean = 0.0;
        for _ in 0..60 {
            world.step();
            mean += fastest(&world, &placed) / 60.0;
        }
        assert!(mean < 5e-5, "heap {seed} of size {size}: {mean} m/s");
    }
}
