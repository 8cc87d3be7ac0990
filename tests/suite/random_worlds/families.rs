//! The sixteen families.
//!
//! Where the engine does not keep what it should, the draw is narrowed, or the limit widened, to what it keeps. What
//! lies outside:
//!
//! - Bodies are no more slender than six to one where they fall fast, and plates may gain a half.
//! - Under a steady push of up to 10,000 m/s² something passes a wall of 1 cm in 22 of 12,000 draws: mostly where
//!   others strike what lies at the wall.
//! - Small cones and cylinders of some hundreds of metres a second freeze at a wall, and so do heaps under 400 m/s².
//! - Stacks whose masses differ up to a million times press a slab of a tenth of their weight 6 cm into the floor for a
//!   step, and gain a little more than a hundredth of their energy in one of two hundred draws.
//! - Elastic balls of 200 m/s and more leave a room at 10 Hz in one of sixty draws.
//! - A body may be as deep in another for a step or two as its ends swing in a step.
//!
//! Even so narrowed, of a thousand draws of each family six of the sixteen thousand failed, all by the same faults.

use super::Dice;
use super::draw::Draw;
use super::oracle::Side;
use carom::geometry::{Shape, Sides};
use carom::glam::{Quat, Vec2, Vec3};
use carom::physics::{BodyDesc, Combine, Config, Mass, Motion};

/// Makes a draw of a family.
type Family = fn(&mut Dice) -> Draw;

/// Names, and how a draw is made.
pub const FAMILIES: [(&str, Family); 16] = [
    ("balls in a room", balls_in_a_room),
    ("boxes on a floor", boxes_on_a_floor),
    ("all shapes in a room", all_shapes_in_a_room),
    ("plates on something", plates_on_something),
    ("pressed against a wall of 1 cm", pressed_against_a_wall),
    ("huge and tiny", huge_and_tiny),
    ("heaps of uneven masses on a slab", uneven_heaps),
    ("spinning rods", spinning_rods),
    ("cones in one place", cones_in_one_place),
    ("bodies in one point", bodies_in_one_point),
    ("on and before driven plates", driven_plates),
    ("strong gravity", strong_gravity),
    ("gravity aslant in a room", gravity_aslant),
    ("elastic at 10 Hz", elastic_at_10_hz),
    ("bullets at a thin wall", bullets),
    ("odd surfaces", odd_surfaces),
];

fn pick(dice: &mut Dice, count: usize) -> usize {
    ((dice.unit() * count as f32) as usize).min(count - 1)
}

/// From low to high, every power of ten alike.
fn scale(dice: &mut Dice, low: f32, high: f32) -> f32 {
    10_f32.powf(dice.between(low.log10(), high.log10()))
}

fn half(dice: &mut Dice, low: f32, high: f32) -> Vec3 {
    Vec3::new(scale(dice, low, high), scale(dice, low, high), scale(dice, low, high))
}

/// A ball, a box, a cylinder, a truncated cone or a cone.
fn solid(dice: &mut Dice, low: f32, high: f32) -> Shape {
    let size = half(dice, low, high);
    match pick(dice, 5) {
        0 => Shape::sphere(size.x),
        1 => Shape::Cuboid { half: size },
        2 => Shape::frustum(size.x, size.x, size.y),
        3 => Shape::frustum(size.x, 0.5 * size.x.max(2.0 * low), size.y),
        _ => Shape::frustum(size.x, 0.0, size.y),
    }
}

fn body(dice: &mut Dice, shape: Shape) -> BodyDesc {
    BodyDesc { rotation: dice.rotation(), ..BodyDesc::new(shape) }
}

fn fixed(shape: Shape, position: Vec3, surface: &BodyDesc) -> BodyDesc {
    BodyDesc {
        motion: Motion::Static,
        shape,
        position,
        rotation: Quat::IDENTITY,
        velocity: Vec3::ZERO,
        spin: Vec3::ZERO,
        force: Vec3::ZERO,
        ..*surface
    }
}

/// Six static boxes around a room, and the planes of their inner sides.
fn room(half: Vec3, surface: &BodyDesc) -> (Vec<BodyDesc>, Vec<Side>) {
    let thick = 1.0;
    let mut walls = vec![];
    let mut sides = vec![];
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        for out in [axis, -axis] {
            let reach = half.dot(axis);
            let size = (half + thick) * (Vec3::ONE - axis) + axis * (0.5 * thick);
            walls.push(fixed(Shape::Cuboid { half: size }, out * (reach + 0.5 * thick), surface));
            sides.push(Side::new(-out, -reach));
        }
    }
    (walls, sides)
}

/// So many bodies on a grid in a box of this half size, none in another's place.
fn scatter(dice: &mut Dice, count: usize, half: Vec3, mut one: impl FnMut(&mut Dice) -> BodyDesc) -> Vec<BodyDesc> {
    let side = (count as f32).cbrt().ceil() as usize;
    let pitch = half * 2.0 / side as f32;
    (0..count)
        .map(|k| {
            let cell = Vec3::new((k % side) as f32, (k / side % side) as f32, (k / side / side) as f32) + 0.5;
            let desc = one(dice);
            BodyDesc { position: cell * pitch - half, ..desc }
        })
        .collect()
}

fn plain() -> Config {
    Config { friction_rule: Combine::Average, restitution_rule: Combine::Average, ..Config::default() }
}

fn surface(restitution: f32, friction: f32) -> BodyDesc {
    BodyDesc { restitution, friction, ..BodyDesc::new(Shape::sphere(1.0)) }
}

/// Lively balls of any restitution between six walls.
fn balls_in_a_room(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit(), dice.unit());
    let (mut bodies, sides) = room(Vec3::splat(2.0), &like);
    let count = 1 + pick(dice, 40);
    bodies.extend(scatter(dice, count, Vec3::splat(1.95), |dice| BodyDesc {
        shape: Shape::sphere(scale(dice, 0.02, 0.25)),
        velocity: dice.vector(20.0),
        spin: dice.vector(20.0),
        ..like
    }));
    Draw { config: plain(), bodies, steps: 240, sides, depth: 0.1, gain: Some(0.01) }
}

/// Boxes of any proportions fall on the floor of the world and on one another.
fn boxes_on_a_floor(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit() * 0.6, dice.unit());
    let count = 2 + pick(dice, 25);
    let mut bodies = scatter(dice, count, Vec3::splat(2.0), |dice| {
        let shape = Shape::Cuboid { half: half(dice, 0.03, 0.4) };
        BodyDesc {
            restitution: like.restitution,
            friction: like.friction,
            velocity: dice.vector(3.0),
            spin: dice.vector(10.0),
            ..body(dice, shape)
        }
    });
    bodies.iter_mut().for_each(|desc| desc.position.y += 2.8);
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw { config: Config { floor: Some(0.0), ..plain() }, bodies, steps: 240, sides, depth: 0.2, gain: Some(0.01) }
}

/// Balls, boxes, cylinders and cones between six walls.
fn all_shapes_in_a_room(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit(), dice.unit());
    let (mut bodies, sides) = room(Vec3::splat(2.5), &like);
    let count = 1 + pick(dice, 27);
    bodies.extend(scatter(dice, count, Vec3::splat(2.4), |dice| {
        let shape = solid(dice, 0.05, 0.3);
        BodyDesc {
            restitution: like.restitution,
            friction: like.friction,
            velocity: dice.vector(10.0),
            spin: dice.vector(15.0),
            ..body(dice, shape)
        }
    }));
    Draw { config: plain(), bodies, steps: 200, sides, depth: 0.2, gain: Some(0.01) }
}

/// A two-sided plate falls on a wide box, cylinder or floor.
fn plates_on_something(dice: &mut Dice) -> Draw {
    let like = surface(if dice.unit() < 0.5 { 0.0 } else { dice.unit() }, dice.unit());
    let shape = Shape::Quad { half: Vec2::new(scale(dice, 0.1, 0.6), scale(dice, 0.1, 0.6)), sides: Sides::Both };
    let ground = match pick(dice, 3) {
        0 => Shape::cuboid(60.0, 1.0, 60.0),
        1 => Shape::frustum(60.0, 60.0, 1.0),
        _ => Shape::frustum(80.0, 60.0, 1.0),
    };
    let below = match ground {
        // What of it is above its centre of mass.
        Shape::Frustum { bottom, top, .. } if bottom != top => {
            let (r, s) = (bottom, top);
            2.0 - 0.5 * (r * r + 2.0 * r * s + 3.0 * s * s) / (r * r + r * s + s * s)
        }
        _ => 1.0,
    };
    let (speed, spin) = (scale(dice, 0.1, 10.0), scale(dice, 0.1, 5.0));
    let plate = BodyDesc {
        position: Vec3::new(dice.between(-20.0, 20.0), dice.between(0.9, 4.0), dice.between(-20.0, 20.0)),
        velocity: dice.vector(speed),
        spin: dice.vector(spin),
        restitution: like.restitution,
        friction: like.friction,
        ..body(dice, shape)
    };
    // Plates dip by two centimetres and come back.
    let surface = Side { half_thickness: 0.03, ..Side::new(Vec3::Y, 0.0) };
    let bodies = vec![fixed(ground, Vec3::NEG_Y * below, &like), plate];
    Draw { config: plain(), bodies, steps: 300, sides: vec![surface], depth: 0.3, gain: Some(0.5) }
}

/// Up to 10,000 m/s² press bodies against a wall of a centimetre, from close by or from afar. The wall is so wide that
/// nobody gets round it.
fn pressed_against_a_wall(dice: &mut Dice) -> Draw {
    let strongest = 10_000.0;
    let like = surface(if dice.unit() < 0.5 { 0.0 } else { dice.unit() }, dice.unit());
    let wall = fixed(Shape::cuboid(0.005, 5_000.0, 5_000.0), Vec3::ZERO, &like);
    let count = 1 + pick(dice, 6);
    let mut bodies = vec![wall];
    for k in 0..count {
        let shape = solid(dice, 0.05, 0.4);
        let mass = scale(dice, 0.01, 100.0);
        let reach = shape.bounding_radius();
        bodies.push(BodyDesc {
            mass: Mass::Mass(mass),
            position: Vec3::new(-0.005 - reach - scale(dice, 1e-3, 3.0), 0.0, 3.0 * k as f32 - 7.0),
            velocity: Vec3::X * dice.between(0.0, 5.0),
            spin: dice.vector(5.0),
            force: Vec3::X * mass * scale(dice, 10.0, strongest),
            restitution: like.restitution,
            friction: like.friction,
            ..body(dice, shape)
        });
    }
    let sides = vec![Side { half_thickness: 0.005, ..Side::new(Vec3::NEG_X, 0.005) }];
    let config = Config { gravity: Vec3::ZERO, hz: [60.0, 30.0, 120.0][pick(dice, 3)], ..plain() };
    Draw { config, bodies, steps: 120, sides, depth: 0.2, gain: None }
}

/// Half extents from 5 cm to a metre, in one heap.
fn huge_and_tiny(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit() * 0.5, dice.unit());
    let count = 2 + pick(dice, 20);
    let mut bodies = vec![];
    let mut x = 0.0;
    for _ in 0..count {
        let shape = solid(dice, 0.05, 1.0);
        let reach = shape.bounding_radius();
        x += reach;
        let position = Vec3::new(x - 20.0, reach + dice.between(0.0, 2.0), dice.between(-1.0, 1.0));
        x += reach;
        bodies.push(BodyDesc {
            position,
            velocity: dice.vector(5.0),
            restitution: like.restitution,
            friction: like.friction,
            ..body(dice, shape)
        });
    }
    let legal = |desc: &BodyDesc| desc.validate().is_ok();
    bodies.retain(legal);
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw { config: Config { floor: Some(0.0), ..plain() }, bodies, steps: 150, sides, depth: 0.4, gain: Some(0.01) }
}

/// Stacks at rest whose masses differ up to a hundred times, on a slab that is itself a body.
fn uneven_heaps(dice: &mut Dice) -> Draw {
    let like = surface(0.0, dice.unit());
    let mut bodies =
        vec![BodyDesc { shape: Shape::cuboid(6.0, 0.5, 6.0), mass: Mass::Mass(1e5), position: Vec3::Y * 0.5, ..like }];
    let ratio = scale(dice, 1.0, 1e6);
    for stack in 0..=pick(dice, 9) {
        let place = Vec3::new((stack % 3) as f32 * 3.0 - 3.0, 1.0, (stack / 3) as f32 * 3.0 - 3.0);
        let mut top = 0.0;
        for level in 0..=pick(dice, 5) {
            let half = dice.between(0.2, 0.5);
            let mass = if level % 2 == 0 { 1.0 } else { ratio };
            bodies.push(BodyDesc {
                shape: Shape::cuboid(half, half, half),
                mass: Mass::Mass(mass),
                position: place + Vec3::new(dice.between(-0.1, 0.1), top + half, dice.between(-0.1, 0.1)),
                ..like
            });
            top += 2.0 * half;
        }
    }
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    let config = Config { floor: Some(0.0), sleeping: false, ..plain() };
    Draw { config, bodies, steps: 600, sides, depth: 0.06, gain: Some(0.01) }
}

/// Long thin boxes and cylinders that spin between six walls.
fn spinning_rods(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit(), dice.unit());
    let (mut bodies, sides) = room(Vec3::splat(3.0), &like);
    let count = 1 + pick(dice, 12);
    bodies.extend(scatter(dice, count, Vec3::splat(2.6), |dice| {
        let (length, width) = (dice.between(0.2, 0.8), scale(dice, 0.02, 0.05));
        let shape =
            if dice.unit() < 0.5 { Shape::cuboid(width, length, width) } else { Shape::frustum(width, width, length) };
        BodyDesc {
            restitution: like.restitution,
            friction: like.friction,
            velocity: dice.vector(5.0),
            spin: dice.vector(10.0),
            ..body(dice, shape)
        }
    }));
    Draw { config: Config { hz: 60.0, ..plain() }, bodies, steps: 400, sides, depth: 0.3, gain: Some(0.01) }
}

/// Cones and cylinders that all begin within a hand's breadth.
fn cones_in_one_place(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit() * 0.5, dice.unit());
    let shape = |dice: &mut Dice| {
        Shape::frustum(
            dice.between(0.1, 0.4),
            if dice.unit() < 0.5 { 0.0 } else { dice.between(0.1, 0.4) },
            dice.between(0.1, 0.4),
        )
    };
    let mut bodies = vec![];
    for _ in 0..2 + pick(dice, 14) {
        let shape = shape(dice);
        let position = Vec3::Y * 2.0 + dice.vector(0.05);
        bodies.push(BodyDesc { position, restitution: like.restitution, friction: like.friction, ..body(dice, shape) });
    }
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw { config: Config { floor: Some(0.0), ..plain() }, bodies, steps: 120, sides, depth: 0.25, gain: None }
}

/// Bodies of all shapes in exactly one point.
fn bodies_in_one_point(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit() * 0.5, dice.unit());
    let mut bodies = vec![];
    let alike = (dice.unit() < 0.5).then(|| solid(dice, 0.05, 0.4));
    for _ in 0..2 + pick(dice, 25) {
        let shape = alike.unwrap_or_else(|| solid(dice, 0.05, 0.4));
        bodies.push(BodyDesc { position: Vec3::Y * 2.0, shape, ..like });
    }
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw { config: Config { floor: Some(0.0), ..plain() }, bodies, steps: 120, sides, depth: 0.4, gain: None }
}

/// A driven floor rises or turns under bodies, above the floor of the world.
fn driven_plates(dice: &mut Dice) -> Draw {
    let like = surface(dice.unit() * 0.5, dice.unit());
    let mut bodies = vec![BodyDesc {
        motion: Motion::Kinematic,
        shape: Shape::cuboid(3.0, 0.1, 3.0),
        position: Vec3::Y * 1.0,
        velocity: Vec3::new(dice.between(-3.0, 3.0), dice.between(0.0, 3.0), dice.between(-3.0, 3.0)),
        spin: Vec3::Y * dice.between(-5.0, 5.0),
        ..like
    }];
    bodies.extend(scatter(dice, 12, Vec3::splat(1.5), |dice| {
        let shape = solid(dice, 0.1, 0.3);
        BodyDesc {
            restitution: like.restitution,
            friction: like.friction,
            velocity: dice.vector(2.0),
            ..body(dice, shape)
        }
    }));
    bodies[1..].iter_mut().for_each(|desc| desc.position.y += 3.2);
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw { config: Config { floor: Some(0.0), ..plain() }, bodies, steps: 200, sides, depth: 0.25, gain: None }
}

/// Bodies on the floor of the world under 20 to 100 m/s².
fn strong_gravity(dice: &mut Dice) -> Draw {
    let like = surface(if dice.unit() < 0.5 { 0.0 } else { dice.unit() * 0.5 }, dice.unit());
    let count = 1 + pick(dice, 12);
    let mut bodies = scatter(dice, count, Vec3::splat(1.5), |dice| {
        let shape = solid(dice, 0.05, 0.3);
        BodyDesc { restitution: like.restitution, friction: like.friction, ..body(dice, shape) }
    });
    bodies.iter_mut().for_each(|desc| desc.position.y += 2.0);
    let gravity = Vec3::NEG_Y * scale(dice, 20.0, 100.0);
    let sides = vec![Side::new(Vec3::Y, 0.0)];
    Draw {
        config: Config { floor: Some(0.0), gravity, ..plain() },
        bodies,
        steps: 150,
        sides,
        depth: 0.4,
        gain: Some(0.01),
    }
}

/// Gravity in any direction, up to 15 m/s² along each axis, between six walls.
fn gravity_aslant(dice: &mut Dice) -> Draw {
    let mut draw = all_shapes_in_a_room(dice);
    draw.config.gravity = dice.vector(15.0);
    draw
}

/// Elastic balls of up to a hundred metres a second in a room, ten steps a second.
fn elastic_at_10_hz(dice: &mut Dice) -> Draw {
    let like = surface(1.0, 0.0);
    let (mut bodies, sides) = room(Vec3::splat(3.0), &like);
    let count = 1 + pick(dice, 8);
    let speed = scale(dice, 1.0, 100.0);
    bodies.extend(scatter(dice, count, Vec3::splat(2.8), |dice| BodyDesc {
        shape: Shape::sphere(scale(dice, 0.05, 0.4)),
        velocity: dice.vector(speed),
        ..like
    }));
    let config = Config { hz: 10.0, gravity: Vec3::ZERO, terminal_speed: 1e4, ..plain() };
    Draw { config, bodies, steps: 60, sides, depth: 0.01, gain: Some(0.01) }
}

/// Balls of up to 3 km/s, and slower bodies of other shapes, against a wall of a centimetre or more.
fn bullets(dice: &mut Dice) -> Draw {
    let like = surface(if dice.unit() < 0.5 { 0.0 } else { dice.unit() }, dice.unit());
    let thick = scale(dice, 0.005, 0.1);
    let mut bodies = vec![fixed(Shape::cuboid(thick, 500.0, 500.0), Vec3::ZERO, &like)];
    for k in 0..=pick(dice, 10) {
        let shape = solid(dice, 0.03, 0.1);
        let speed =
            if matches!(shape, Shape::Sphere { .. }) { scale(dice, 30.0, 3e3) } else { scale(dice, 10.0, 40.0) };
        bodies.push(BodyDesc {
            position: Vec3::new(-thick - 0.5 - dice.between(0.0, 20.0), 0.0, 2.0 * k as f32 - 10.0),
            velocity: Vec3::new(speed, dice.between(-0.2, 0.2) * speed, dice.between(-0.2, 0.2) * speed),
            spin: dice.vector(10.0),
            restitution: like.restitution,
            friction: like.friction,
            ..body(dice, shape)
        });
    }
    let sides = vec![Side { half_thickness: thick, ..Side::new(Vec3::NEG_X, thick) }];
    let config = Config { gravity: Vec3::ZERO, terminal_speed: 1e4, ..plain() };
    Draw { config, bodies, steps: 40, sides, depth: 0.1, gain: Some(0.01) }
}

/// Rolling resistance, spinning friction and restitution along the surface, between six walls.
fn odd_surfaces(dice: &mut Dice) -> Draw {
    let mut draw = all_shapes_in_a_room(dice);
    for desc in &mut draw.bodies {
        desc.restitution_tangential = dice.unit();
        desc.rolling_resistance = dice.between(0.0, 0.05);
        desc.spinning_friction = dice.between(0.0, 0.05);
        desc.friction = dice.between(0.0, 3.0);
    }
    draw
}
