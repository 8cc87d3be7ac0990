//! V36 and V37: what is fast passes through nothing.

use super::ingredients::{Random, body};
use super::setup::Bench;
use super::{Check, Company, Effort, TruthCase};
use crate::geometry::Shape;
use crate::physics::{BodyDesc, Motion};
use glam::{Quat, Vec3};

pub(super) const CASES: &[TruthCase] = &[
    TruthCase {
        id: "V36",
        name: "nothing fast passes through",
        company: Company::Apart(40.0, 40.0),
        measure: tunnelling,
    },
    TruthCase { id: "V37", name: "a bullet sticks", company: Company::Slab(8.0, 2.0), measure: bullet },
];

/// A sphere of radius 0.05 at a wall of 2 cm, a quad or a spinning box, never ends behind it.
fn tunnelling(bench: &Bench) -> Vec<Check> {
    // Straight on, at three speeds: half of the speed comes back (e = 0.5).
    let mut checks = vec![];
    for speed in [20.0, 200.0, 2000.0] {
        for thick in [true, false] {
            let mut s = bench.weightless(0.5, 0.0);
            let shape = if thick { Shape::cuboid(5.0, 0.01, 5.0) } else { Shape::quad(5.0, 5.0) };
            s.fixed(shape, Vec3::ZERO, Quat::IDENTITY);
            let ball = s.sphere(0.05, 1.0, Vec3::new(0.1, 3.0, 0.2), Vec3::NEG_Y * speed);
            s.run(0.5);
            let what = format!("{speed} m/s at a {}: velocity after (m/s)", if thick { "wall" } else { "quad" });
            checks.push(Check::relative(what, 0.5 * f64::from(speed), s.velocity(ball).y, 1e-4));
            if thick {
                let what = format!("{speed} m/s at a wall: ends in front");
                checks.push(Check::is(what, true, s.position(ball).y > 0.0).best(0.0));
            }
        }
    }
    // At random, and bodies with corners at walls that spin: not one may pass.
    let shots = if bench.effort == Effort::Full { 100_000 } else { 10_000 };
    let mut random = Random::new(36);
    let walls = (0..bench.draws(shots)).filter(|_| shot_passes(bench, &mut random)).count();
    let boxes = (0..bench.draws(shots / 100)).filter(|_| thrown_box_passes(bench, &mut random)).count();
    checks.push(Check::new(
        format!("of {shots} random shots at walls and quads, how many pass"),
        0.0,
        walls as f64,
        0.0,
    ));
    checks.push(Check::new(
        format!("of {} thin boxes at spinning boxes, how many pass", shots / 100),
        0.0,
        boxes as f64,
        0.0,
    ));
    checks
}

/// One shot of 10 … 2,000 m/s at a wall or quad turned at random; whether it was ever seen behind it.
fn shot_passes(bench: &Bench, random: &mut Random) -> bool {
    let mut s = bench.weightless(random.unit(), random.unit());
    let (center, rotation) = (random.in_cube(10.0), random.rotation());
    let shape = if random.unit() < 0.5 { Shape::cuboid(5.0, 0.01, 5.0) } else { Shape::quad(5.0, 5.0) };
    s.fixed(shape, center, rotation);
    // In the axes of the wall: from a place in front of it to a place well within its rim.
    let target = Vec3::new(random.between(-2.0, 2.0), 0.0, random.between(-2.0, 2.0));
    let from = target + Vec3::new(random.between(-2.0, 2.0), random.between(0.2, 3.0), random.between(-2.0, 2.0));
    // Evenly in the logarithm, so that slow shots come as often as fast ones.
    let speed = 10.0 * 200.0_f32.powf(random.unit());
    let velocity = rotation * (target - from).normalize() * speed;
    let ball = s.sphere(0.05, random.between(0.1, 10.0), center + rotation * from, velocity);
    // As long as the straight way takes, and three steps more to see what became of it.
    let mut steps = ((target - from).length() / speed * 60.0) as usize + 3;
    while steps > 0 {
        s.step();
        steps -= 1;
        let local = rotation.conjugate() * (s.body(ball).desc.position - center);
        // After the bounce it may fly round the rim; behind the wall and within it, it must have passed through.
        if local.y < 0.0 && local.x.abs() < 4.9 && local.z.abs() < 4.9 {
            return true;
        }
    }
    false
}

/// A thin box thrown at a spinning one. A bounce bends its path outside; a straight piece of path that cuts the
/// spinning box's inner sphere is a passage.
fn thrown_box_passes(bench: &Bench, random: &mut Random) -> bool {
    let mut s = bench.weightless(random.unit(), random.unit());
    s.add(BodyDesc {
        motion: Motion::Kinematic,
        rotation: random.rotation(),
        spin: random.direction() * random.between(0.0, 20.0),
        ..BodyDesc::new(Shape::cuboid(1.0, 1.0, 1.0))
    });
    let (direction, speed) = (random.direction(), random.between(20.0, 400.0));
    let from = direction * random.between(3.0, 6.0);
    let thrown = BodyDesc {
        rotation: random.rotation(),
        spin: random.direction() * random.between(0.0, 10.0),
        ..body(Shape::cuboid(0.3, 0.01, 0.2), 1.0, from, (random.in_cube(0.3) - from).normalize() * speed)
    };
    let id = s.add(thrown);
    for _ in 0..(7.0 / speed * 60.0) as usize + 3 {
        let before = s.body(id).desc.position;
        s.step();
        // Where the straight path of this step is nearest to the centre; the inner sphere has 1 m, less a margin.
        let path = s.body(id).desc.position - before;
        let nearest = (-before.dot(path) / path.length_squared().max(1e-12)).clamp(0.0, 1.0);
        if (before + path * nearest).length() < 0.8 {
            return true;
        }
    }
    false
}

/// v = m₁ v₁ / (m₁ + m₂).
fn bullet(bench: &Bench) -> Vec<Check> {
    let mut s = bench.weightless(0.0, 0.5);
    // It arrives after 6 ms; in the rest of the 0.5 s both must stay together.
    let bullet = s.sphere(0.05, 0.01, Vec3::X * -3.0, Vec3::X * 400.0);
    let block = s.cuboid(Vec3::splat(0.5), 2.0, Vec3::ZERO, Vec3::ZERO);
    s.run(0.5);
    vec![
        Check::new("velocity of the bullet (m/s)", 4.0 / 2.01, s.velocity(bullet).x, 1e-5),
        Check::new("velocity of the block (m/s)", 4.0 / 2.01, s.velocity(block).x, 1e-5),
    ]
}
