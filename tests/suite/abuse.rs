//! Bad state handed to a live world: refused or frozen, and never anybody else's trouble.

use super::random::random_world;
use carom::geometry::{Shape, Sides};
use carom::glam::{Quat, Vec2, Vec3};
use carom::physics::{BodyDesc, BodyEdit, BodyError, BodyId, Config, Mass, Motion, World};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn on_a_floor() -> World {
    World::new(Config { floor: Some(0.0), ..Config::default() }).unwrap()
}

fn ball() -> BodyDesc {
    BodyDesc { position: Vec3::new(0.0, 2.0, 0.0), mass: Mass::Mass(1.0), ..BodyDesc::new(Shape::sphere(0.5)) }
}

fn cube() -> BodyDesc {
    BodyDesc { shape: Shape::cuboid(0.5, 0.5, 0.5), ..ball() }
}

fn steps(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.step());
}

/// A tower of cubes, resting.
fn tower(world: &mut World, height: usize) -> Vec<BodyId> {
    let at = |i: usize| Vec3::new(0.0, 0.5 + i as f32, 0.0);
    (0..height).map(|i| world.add(&BodyDesc { position: at(i), restitution: 0.0, ..cube() }).unwrap()).collect()
}

fn assert_finite(world: &World, what: &str) {
    for body in world.bodies() {
        let d = body.desc;
        let finite = d.position.is_finite() && d.rotation.is_finite() && d.velocity.is_finite() && d.spin.is_finite();
        assert!(finite, "{what}: {:?} is {:?}, {:?}", body.id, d.position, d.velocity);
    }
}

#[test]
fn an_edit_that_is_not_finite_or_out_of_range_is_refused_and_leaves_no_trace() {
    let bad = [
        BodyEdit::Velocity(Vec3::new(NAN, 0.0, 0.0)),
        BodyEdit::Velocity(Vec3::new(0.0, INF, 0.0)),
        BodyEdit::Velocity(Vec3::splat(f32::MAX)),
        BodyEdit::Spin(Vec3::splat(NAN)),
        BodyEdit::Spin(Vec3::new(0.0, 0.0, -INF)),
        BodyEdit::Position(Vec3::new(0.0, NAN, 0.0)),
        BodyEdit::Position(Vec3::new(1e7, 0.0, 0.0)),
        BodyEdit::Rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        BodyEdit::Rotation(Quat::from_xyzw(NAN, 0.0, 0.0, 1.0)),
        BodyEdit::Rotation(Quat::from_xyzw(INF, 0.0, 0.0, 1.0)),
        BodyEdit::Force(Vec3::new(NAN, 0.0, 0.0)),
        BodyEdit::Force(Vec3::splat(1e30)),
        BodyEdit::Mass(Mass::Mass(0.0)),
        BodyEdit::Mass(Mass::Mass(-1.0)),
        BodyEdit::Mass(Mass::Mass(1e30)),
        BodyEdit::Mass(Mass::Mass(NAN)),
        BodyEdit::Mass(Mass::Density(INF)),
        BodyEdit::Restitution(NAN),
        BodyEdit::Restitution(1.01),
        BodyEdit::Friction(-0.1),
        BodyEdit::Friction(NAN),
        BodyEdit::Shape(Shape::sphere(0.0)),
        BodyEdit::Shape(Shape::sphere(NAN)),
        BodyEdit::Shape(Shape::cuboid(1.0, 0.0, 1.0)),
        BodyEdit::Shape(Shape::cuboid(1.0, INF, 1.0)),
        BodyEdit::Shape(Shape::Quad { half: Vec2::new(-1.0, 1.0), sides: Sides::Both }),
        BodyEdit::Shape(Shape::HalfSpace),
    ];
    let mut world = on_a_floor();
    let ids = tower(&mut world, 3);
    steps(&mut world, 10);
    let mut untouched = world.clone();
    for edit in bad {
        let before = world.state_hash();
        assert!(world.edit(ids[1], edit).is_err(), "{edit:?} was accepted");
        assert_eq!(world.state_hash(), before, "{edit:?}");
    }
    for (impulse, point) in [
        (Vec3::splat(NAN), Vec3::ZERO),
        (Vec3::new(INF, 0.0, 0.0), Vec3::ZERO),
        (Vec3::splat(f32::MAX), Vec3::ZERO),
        (Vec3::X, Vec3::new(0.0, NAN, 0.0)),
        (Vec3::X, Vec3::new(0.0, f32::MAX, 0.0)),
    ] {
        let before = world.state_hash();
        assert!(world.apply_impulse(ids[1], impulse, point).is_err(), "{impulse} at {point} was accepted");
        assert_eq!(world.state_hash(), before, "{impulse} at {point}");
    }
    steps(&mut world, 60);
    steps(&mut untouched, 60);
    assert_eq!(world.state_hash(), untouched.state_hash());
}

#[test]
fn an_offender_is_refused_or_frozen_and_a_healthy_body_far_away_keeps_every_bit() {
    let healthy = BodyDesc { position: Vec3::new(0.0, 3.0, 900.0), spin: Vec3::ONE, restitution: 0.8, ..ball() };
    let alone = {
        let mut world = on_a_floor();
        let id = world.add(&healthy).unwrap();
        steps(&mut world, 300);
        world.body(id).unwrap().desc
    };
    let no_rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    let light = Mass::Mass(1e-6);
    let cases = [
        ("a velocity that is no number", false, BodyDesc { velocity: Vec3::splat(NAN), ..ball() }),
        ("an infinite velocity", false, BodyDesc { velocity: Vec3::X * INF, ..ball() }),
        ("a position that is no number", false, BodyDesc { position: Vec3::splat(NAN), ..ball() }),
        ("an infinite spin", false, BodyDesc { spin: Vec3::X * INF, ..cube() }),
        ("a box without size", false, BodyDesc { shape: Shape::cuboid(0.0, 0.0, 0.0), ..ball() }),
        ("a mass of 1e30", false, BodyDesc { mass: Mass::Mass(1e30), ..ball() }),
        ("no mass", false, BodyDesc { mass: Mass::Mass(0.0), ..ball() }),
        ("a rotation of length zero", false, BodyDesc { rotation: no_rotation, ..cube() }),
        ("a restitution that is no number", false, BodyDesc { restitution: NAN, ..ball() }),
        ("an infinite force", false, BodyDesc { force: Vec3::Y * INF, ..ball() }),
        ("a force beyond all sense", true, BodyDesc { force: Vec3::X * 1e12, mass: light, ..ball() }),
        ("that force downwards", true, BodyDesc { force: Vec3::Y * -1e12, mass: light, ..cube() }),
        ("the greatest speed and spin", true, BodyDesc { velocity: Vec3::X * 1e4, spin: Vec3::ONE * 5e3, ..cube() }),
        (
            "the least box, spinning",
            true,
            BodyDesc { spin: Vec3::X * 1e4, shape: Shape::cuboid(1e-3, 2e-3, 3e-3), ..ball() },
        ),
        ("a needle", true, BodyDesc { spin: Vec3::ONE * 50.0, shape: Shape::cuboid(1e-3, 30.0, 1e-3), ..ball() }),
        ("a place deep in the floor", true, BodyDesc { position: Vec3::Y * -50.0, ..cube() }),
    ];
    for (name, accepted, offender) in cases {
        let mut world = on_a_floor();
        let id = world.add(&healthy).unwrap();
        let added = world.add(&offender);
        assert_eq!(added.is_ok(), accepted, "{name}: {added:?}");
        steps(&mut world, 300);
        assert_finite(&world, name);
        assert_eq!(world.body(id).unwrap().desc, alone, "{name} changed the healthy body");
    }
}

/// What turned into something else is moved back when all else is done, and then held to the same bounds.
#[test]
fn in_random_legal_worlds_nothing_is_beyond_all_numbers_or_faster_than_bodies_go() {
    for (seed, steps) in [(5, 2), (6, 30), (15, 24), (16, 10), (52, 20), (294, 4)] {
        let mut world = random_world(seed);
        let most = world.config().terminal_speed * 1.0001;
        for step in 1..=steps {
            world.step();
            assert_finite(&world, &format!("world {seed}, step {step}"));
            for body in world.bodies().filter(|body| body.desc.motion == Motion::Dynamic) {
                let speed = body.desc.velocity.length();
                assert!(speed <= most, "world {seed}, step {step}: {speed} m/s of {:?}", body.desc);
            }
        }
    }
}

#[test]
fn spheres_in_one_place_part_without_becoming_nan() {
    for count in [2, 50, 300] {
        let mut world = on_a_floor();
        (0..count).for_each(|_| assert!(world.add(&ball()).is_ok()));
        steps(&mut world, 20);
        assert_finite(&world, "coincident spheres");
        assert_eq!(world.stats().quarantined, 0);
        let highest = world.bodies().map(|b| b.desc.position.length()).fold(0.0, f32::max);
        assert!(highest < 20.0 + 400.0 / 3.0, "{count} spheres: one flew to {highest} m");
    }
}

/// Bodies in one place ease apart: each is moved no faster than it may be pushed, and none is thrown.
#[test]
fn bodies_in_one_place_ease_apart() {
    for (count, shape, restitution) in [
        (50, Shape::sphere(0.1), 0.0),
        (1_000, Shape::sphere(0.1), 0.0),
        (200, Shape::sphere(0.1), 0.5),
        (60, Shape::cuboid(0.1, 0.2, 0.1), 0.0),
        (60, Shape::frustum(0.1, 0.05, 0.1), 0.0),
    ] {
        let mut world = World::new(Config::default()).unwrap();
        let desc = BodyDesc { restitution, ..BodyDesc::new(shape) };
        (0..count).for_each(|_| assert!(world.add(&desc).is_ok()));
        let push = world.config().tuning.push_speed;
        for step in 1..=30 {
            world.step();
            let fall = world.config().gravity * (step as f32 / 60.0);
            let thrown = world.bodies().map(|b| (b.desc.velocity - fall).length()).fold(0.0, f32::max);
            assert!(thrown < push, "{count} of {shape:?}, step {step}: one is {thrown} m/s faster than its fall");
        }
        let (low, high) = world
            .bodies()
            .fold((f32::MAX, f32::MIN), |(low, high), b| (low.min(b.desc.position.x), high.max(b.desc.position.x)));
        assert!(high - low > 0.3, "{count} of {shape:?} have not come apart: {} m", high - low);
    }
}

/// Boxes that lie flush are one floor: no side face stops what slides over a seam, at any speed, lively or not.
#[test]
fn what_slides_over_a_seam_goes_on() {
    for (speed, restitution) in [(0.5, 0.0), (1.0, 0.0), (3.0, 0.0), (3.0, 0.5), (7.0, 0.0), (20.0, 0.0), (20.0, 0.5)] {
        for shape in [Shape::cuboid(0.25, 0.25, 0.25), Shape::cuboid(0.5, 0.1, 0.2)] {
            let mut world = World::new(Config { sleeping: false, ..Config::default() }).unwrap();
            let tile = BodyDesc { motion: Motion::Static, ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 2.0)) };
            for k in 0..60_u8 {
                let position = Vec3::new(f32::from(k), -0.5, 0.0);
                assert!(world.add(&BodyDesc { position, friction: 0.0, ..tile }).is_ok());
            }
            let (position, velocity) = (Vec3::Y * shape.half_extents().y, Vec3::X * speed);
            let desc = BodyDesc { position, velocity, restitution, friction: 0.0, ..BodyDesc::new(shape) };
            let id = world.add(&desc).unwrap();
            for step in 1..=120_u8 {
                world.step();
                let now = world.body(id).unwrap().desc;
                let off = (now.position.x - speed * f32::from(step) / 60.0).abs();
                assert!(
                    off < 1e-3 * speed && (now.position.y - position.y).abs() < 1e-3 && now.spin.length() < 0.02,
                    "{shape:?} at {speed} m/s, e = {restitution}, step {step}: {now:?}"
                );
            }
        }
    }
}

/// Without restitution what lands stays where it landed, however fast it came: it is neither left above nor thrown up.
#[test]
fn what_does_not_bounce_stays_where_it_landed() {
    for (gravity, slack) in [(0.0, 1e-4), (9.81, 5e-4)] {
        for speed in [10.0, 20.0, 100.0, 300.0] {
            for shape in [Shape::sphere(0.5), Shape::cuboid(0.5, 0.5, 0.5), Shape::frustum(0.5, 0.5, 0.5)] {
                let config = Config { floor: Some(0.0), gravity: Vec3::NEG_Y * gravity, ..Config::default() };
                let mut world = World::new(config).unwrap();
                let (position, velocity) = (Vec3::Y * 3.0, Vec3::NEG_Y * speed);
                let desc = BodyDesc { position, velocity, restitution: 0.0, ..BodyDesc::new(shape) };
                let id = world.add(&desc).unwrap();
                let mut height = 3.0;
                for _ in 0..60 {
                    world.step();
                    let now = world.body(id).unwrap().desc.position.y - 0.5;
                    assert!(now <= height + slack, "{shape:?} at {speed} m/s: from {height} m up to {now} m");
                    height = now;
                }
                assert!(height.abs() < slack, "{shape:?} at {speed} m/s, g {gravity}: ends {height} m above");
            }
        }
    }
}

#[test]
fn the_id_of_a_removed_body_finds_nothing_even_when_its_slot_is_used_again() {
    let mut world = on_a_floor();
    let old = world.add(&ball()).unwrap();
    world.remove(old).unwrap();
    let new = world.add(&cube()).unwrap();
    assert_eq!(new.index(), old.index());
    let before = world.state_hash();
    assert_eq!(world.body(old), None);
    assert_eq!(world.remove(old), Err(BodyError::Gone));
    assert_eq!(world.edit(old, BodyEdit::Friction(0.1)), Err(BodyError::Gone));
    assert_eq!(world.apply_impulse(old, Vec3::X, Vec3::ZERO), Err(BodyError::Gone));
    assert_eq!(world.wake(old), Err(BodyError::Gone));
    for plane in [BodyId::FLOOR, BodyId::CEILING] {
        assert_eq!(world.remove(plane), Err(BodyError::Gone));
        assert_eq!(world.edit(plane, BodyEdit::Friction(0.1)), Err(BodyError::Gone));
    }
    assert_eq!(world.state_hash(), before);
    assert!(world.body(new).is_some());
}

#[test]
fn what_stood_on_a_removed_body_comes_down_awake_or_asleep() {
    for settle in [5, 120] {
        for gone in 0..4 {
            let mut world = on_a_floor();
            let mut ids = tower(&mut world, 4);
            steps(&mut world, settle);
            world.remove(ids.remove(gone)).unwrap();
            assert!(world.contacts().iter().all(|c| world.body(c.b).is_some()), "a contact of a removed body");
            steps(&mut world, 180);
            assert_finite(&world, "a removed body");
            for (i, id) in ids.iter().enumerate() {
                let y = world.body(*id).unwrap().desc.position.y;
                assert!((y - (0.5 + i as f32)).abs() < 0.02, "without {gone} after {settle} steps: {i} is at {y}");
            }
        }
    }
}

/// Numbers from 0 to 1, the same each time (Knuth's MMIX generator).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32
    }

    fn between(&mut self, min: f32, max: f32) -> f32 {
        min + (max - min) * self.next()
    }

    fn below(&mut self, end: usize) -> usize {
        ((self.next() * end as f32) as usize).min(end - 1)
    }
}

fn random_edit(dice: &mut Dice) -> BodyEdit {
    let mut size = || dice.between(0.05, 0.8);
    let shapes = [
        Shape::sphere(size()),
        Shape::cuboid(size(), size(), size()),
        Shape::frustum(size(), size(), size()),
        Shape::Quad { half: Vec2::new(size(), size()), sides: Sides::Both },
    ];
    let mass = 1e-3 * 1e6_f32.powf(dice.next());
    let motions = [Motion::Dynamic, Motion::Dynamic, Motion::Kinematic, Motion::Static];
    [
        BodyEdit::Mass(Mass::Mass(mass)),
        BodyEdit::Mass(Mass::Density(dice.between(10.0, 5_000.0))),
        BodyEdit::Restitution(dice.next()),
        BodyEdit::Friction(dice.between(0.0, 2.0)),
        BodyEdit::Shape(shapes[dice.below(4)]),
        BodyEdit::Motion(motions[dice.below(4)]),
    ][dice.below(6)]
}

#[test]
fn two_hundred_random_edits_of_stacked_bodies_leave_everything_finite() {
    for seed in 1..=4 {
        let mut dice = Dice(seed);
        let mut world = on_a_floor();
        let mut ids = tower(&mut world, 6);
        for x in [-0.6, 0.6] {
            ids.push(world.add(&BodyDesc { position: Vec3::new(x, 6.5, 0.0), ..ball() }).unwrap());
        }
        steps(&mut world, 30);
        for turn in 0..200 {
            let (id, edit) = (ids[dice.below(ids.len())], random_edit(&mut dice));
            world.edit(id, edit).unwrap();
            steps(&mut world, 3);
            assert_finite(&world, &format!("seed {seed}, edit {turn}, {edit:?}"));
            assert_eq!(world.stats().quarantined, 0, "seed {seed}, edit {turn}, {edit:?}");
        }
    }
}

/// What a pair remembers of the side it was met from is of the old place.
#[test]
fn a_ball_put_behind_a_one_sided_quad_that_held_it_rises_through_it() {
    let config = Config { gravity: Vec3::ZERO, sleeping: false, ..Config::default() };
    for (name, edit_quad) in [("the ball is moved", false), ("the quad is moved", true)] {
        let mut world = World::new(config).unwrap();
        let quad = BodyDesc { motion: Motion::Static, restitution: 0.0, ..BodyDesc::new(Shape::quad(2.0, 2.0)) };
        let quad = world.add(&quad).unwrap();
        let falling = BodyDesc { position: Vec3::Y * 0.6, velocity: Vec3::Y * -2.0, ..ball() };
        let id = world.add(&BodyDesc { shape: Shape::sphere(0.25), ..falling }).unwrap();
        steps(&mut world, 30);
        assert!(world.body(id).unwrap().desc.position.y > 0.2, "{name}: it is held");
        let (moved, to) = if edit_quad { (quad, 0.6) } else { (id, -0.1) };
        world.edit(moved, BodyEdit::Position(Vec3::Y * to)).unwrap();
        world.edit(id, BodyEdit::Velocity(Vec3::Y * 2.0)).unwrap();
        steps(&mut world, 60);
        assert!(world.body(id).unwrap().desc.position.y > 1.5, "{name}: it rises through");
    }
}

/// From up to half a metre off, at a thousand times the earth's pull: each strikes within a step, and is held
/// from there on.
#[test]
fn balls_and_cylinders_that_are_pressed_against_a_thin_wall_stay_before_it() {
    for shape in [Shape::sphere(0.3), Shape::sphere(0.12), Shape::frustum(0.2, 0.2, 0.2)] {
        for restitution in [0.0, 0.5] {
            for k in 0..20_u8 {
                let surface = BodyDesc { restitution, friction: 0.5, ..ball() };
                let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
                let wall = Shape::cuboid(0.005, 50.0, 50.0);
                let fixed = BodyDesc { motion: Motion::Static, position: Vec3::ZERO, shape: wall, ..surface };
                assert!(world.add(&fixed).is_ok());
                let gap = 0.005 + 0.025 * f32::from(k);
                let position = Vec3::X * -(shape.bounding_radius() + gap);
                let id = world.add(&BodyDesc { shape, position, force: Vec3::X * 1e4, ..surface }).unwrap();
                for step in 0..60 {
                    world.step();
                    let x = world.body(id).unwrap().desc.position.x;
                    assert!(x < 0.0, "{shape:?}, e = {restitution}, {gap} m off, step {step}: at {x}");
                }
            }
        }
    }
}

#[test]
fn boxes_and_cones_that_are_pressed_against_a_thin_wall_stay_before_it_however_they_are_turned() {
    // What bounces off its corners at 10,000 m/s² turns by some radians in a step, and is asked for a tenth of that.
    for (restitution, force) in [(0.0, 1e4), (0.5, 1e3)] {
        for shape in [Shape::cuboid(0.2, 0.14, 0.24), Shape::frustum(0.25, 0.0, 0.25)] {
            for k in 0..20_u8 {
                let surface = BodyDesc { restitution, friction: 0.5, ..ball() };
                let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
                let wall = Shape::cuboid(0.005, 50.0, 50.0);
                let fixed = BodyDesc { motion: Motion::Static, position: Vec3::ZERO, shape: wall, ..surface };
                assert!(world.add(&fixed).is_ok());
                let gap = 0.005 + 0.025 * f32::from(k);
                let position = Vec3::X * -(shape.bounding_radius() + gap);
                let rotation = Quat::from_rotation_x(1.3 * f32::from(k)) * Quat::from_rotation_y(2.1 * f32::from(k));
                let pressed = BodyDesc { shape, position, rotation, force: Vec3::X * force, ..surface };
                let id = world.add(&pressed).unwrap();
                for step in 0..120 {
                    world.step();
                    let x = world.body(id).unwrap().desc.position.x;
                    assert!(x < 0.0, "{shape:?}, e = {restitution}, {gap} m off, step {step}: at {x}");
                }
            }
        }
    }
}
