//! More bodies in one place than there is room for: they come apart, and by work that grows with the bodies and not with
//! their pairs.

use super::dice::Dice;
use carom::geometry::{Note, Reason, Shape};
use carom::glam::{Quat, Vec3};
use carom::physics::{BodyDesc, BodyId, Config, Contact, Motion, World};
use carom::scene::{Scene, SceneBody};
use carom::sim::Timeline;

const SHAPES: [Shape; 3] = [
    Shape::Sphere { radius: 0.2 },
    Shape::Cuboid { half: Vec3::new(0.2, 0.15, 0.25) },
    Shape::Frustum { bottom: 0.2, top: 0.1, half_height: 0.2 },
];

fn weightless() -> Config {
    Config { gravity: Vec3::ZERO, floor: None, sleeping: false, ..Config::default() }
}

/// So many bodies about one point, within `spread` (m) of it, turned in all ways.
fn swarm(count: usize, spread: f32, shape: impl Fn(usize) -> Shape) -> Vec<BodyDesc> {
    let mut dice = Dice::warm(7);
    let mut body = |k| BodyDesc {
        position: dice.vector(spread),
        rotation: Quat::from_scaled_axis(dice.vector(2.0)),
        ..BodyDesc::new(shape(k))
    };
    (0..count).map(&mut body).collect()
}

fn world(config: Config, bodies: &[BodyDesc]) -> (World, Vec<BodyId>) {
    let mut world = World::new(config).unwrap();
    let ids = bodies.iter().map(|desc| world.add(desc).unwrap()).collect();
    (world, ids)
}

#[test]
fn many_in_one_place_come_apart_and_each_is_parted_from_some_at_once() {
    for (count, spread, sleeping) in [(60, 0.0, false), (200, 0.0, true), (200, 0.05, false)] {
        for shape in SHAPES {
            let config = Config { sleeping, ..weightless() };
            let (mut world, _) = world(config, &swarm(count, spread, |_| shape));
            world.step();
            // Every pair is accounted for: it has a contact, or is left.
            let stats = world.stats();
            assert_eq!(stats.contacts + stats.overlaps_left, count * (count - 1) / 2, "{shape:?}");
            // Each is parted from about sixteen, which makes eight contacts for each.
            assert!(stats.contacts < 10 * count, "{} contacts of {count} of {shape:?}", stats.contacts);
            let mut steps = 1;
            while world.stats().overlaps_left > 0 {
                world.step();
                steps += 1;
                assert!(steps < 60, "{count} of {shape:?} stay in one place");
            }
            (0..120).for_each(|_| world.step());
            let deepest = world.contacts().iter().map(Contact::separation).fold(0.0, f32::min);
            assert!(deepest > -0.02, "{count} of {shape:?} overlap by {deepest} m");
            let fastest = world.bodies().map(|body| body.desc.velocity.length()).fold(0.0, f32::max);
            assert!(fastest < 0.1, "{count} of {shape:?}: one is thrown at {fastest} m/s");
        }
    }
}

/// Balls of 6 and of 20 cm in a pen, more of them about a large one than a step parts a crowd from; and a bundle of rods
/// that lie aslant, so that the bounds of each overlap those of all others.
#[test]
fn nothing_that_has_room_is_left_to_later_steps() {
    let mut dice = Dice::warm(11);
    let mut bodies = vec![];
    let wall = BodyDesc { motion: Motion::Static, ..BodyDesc::new(Shape::cuboid(0.2, 3.0, 2.0)) };
    for (x, turn) in [(-1.8, 0.0), (1.8, 0.0), (-1.8, 0.5), (1.8, 0.5)] {
        let rotation = Quat::from_rotation_y(turn * std::f32::consts::PI);
        bodies.push(BodyDesc { position: rotation * Vec3::X * x + Vec3::Y * 3.0, rotation, ..wall });
    }
    bodies.push(BodyDesc { position: Vec3::Y, ..BodyDesc::new(Shape::sphere(0.9)) });
    for k in 0..400_u16 {
        let radius = if k % 10 == 0 { 0.2 } else { 0.06 };
        let place = Vec3::new(f32::from(k % 7), f32::from(k / 49), f32::from(k / 7 % 7)) * 0.42 - Vec3::X - Vec3::Z;
        let position = place + Vec3::Y * 2.3 + dice.vector(0.005);
        bodies.push(BodyDesc { position, ..BodyDesc::new(Shape::sphere(radius)) });
    }
    let aslant = Quat::from_rotation_x(0.7) * Quat::from_rotation_y(0.8);
    for k in 0..64_u8 {
        let place = Vec3::new(f32::from(k % 8), f32::from(k / 8), 0.0) * 0.021;
        let position = Vec3::new(9.0, 5.0, 0.0) + aslant * place;
        bodies.push(BodyDesc { position, rotation: aslant, ..BodyDesc::new(Shape::cuboid(0.01, 0.01, 1.0)) });
    }
    let (mut world, ids) = world(Config { floor: Some(0.0), sleeping: false, ..Config::default() }, &bodies);
    let mut most = 0;
    for step in 0..240 {
        world.step();
        assert_eq!(world.stats().overlaps_left, 0, "step {step}");
        let of_large = world.contacts().iter().filter(|contact| contact.a == ids[4] || contact.b == ids[4]).count();
        most = most.max(of_large);
    }
    assert!(most > 20, "the large one has {most} about it");
}

fn timeline(bodies: &[BodyDesc]) -> Timeline {
    let body = |(k, desc): (usize, &BodyDesc)| SceneBody { name: Some(k.to_string()), desc: *desc };
    let bodies = bodies.iter().enumerate().map(body).collect();
    Timeline::new(Scene { config: weightless(), bodies, ..Scene::default() }).unwrap()
}

#[test]
fn a_crowd_in_one_place_parts_with_the_same_bits_on_any_threads_and_from_any_step() {
    let bodies = swarm(150, 0.02, |k| SHAPES[k % 3]);
    let run = |threads: usize| {
        let (mut world, _) = world(weightless(), &bodies);
        world.set_threads(threads);
        let mut left = 0;
        let hashes: Vec<u64> = (0..40)
            .map(|_| {
                world.step();
                left += usize::from(world.stats().overlaps_left > 0);
                world.state_hash()
            })
            .collect();
        (hashes, left)
    };
    let alone = run(1);
    assert!(alone.1 > 3, "{} steps left some", alone.1);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(4));
    // Gone to again, each step leads where it led.
    let mut timeline = timeline(&bodies);
    (0..40).for_each(|_| timeline.step());
    for step in [1, 2, 5, 9] {
        timeline.seek(step);
        (step..40).for_each(|_| timeline.step());
        assert_eq!(timeline.sim().world().state_hash(), alone.0[39], "from step {step}");
    }
}

#[test]
fn of_two_that_are_left_to_later_steps_that_is_told() {
    let mut timeline = timeline(&swarm(60, 0.0, |_| SHAPES[1]));
    timeline.step();
    let sim = timeline.sim();
    let ids: Vec<BodyId> = sim.world().bodies().map(|body| body.id).collect();
    let contacts = sim.contacts();
    let (mut left, mut touching) = (0, 0);
    for (k, a) in ids.iter().enumerate() {
        for b in &ids[k + 1..] {
            let told = sim.explain(*a, *b).unwrap();
            let deferred = told.notes.contains(&Note::Chosen { axis: None, reason: Reason::Deferred });
            let touches = contacts.iter().any(|contact| contact.is_between((*a, *b)));
            assert!(deferred != touches && touches == (told.manifold.count > 0), "{a:?} and {b:?}");
            left += usize::from(deferred);
            touching += usize::from(touches);
        }
    }
    assert!(left > 100 && touching > 100, "{left} left, {touching} in touch");
    assert_eq!(left, sim.world().stats().overlaps_left);
}
