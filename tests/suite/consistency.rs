//! What must not change a run by a single bit: clones, looks, edits taken back, a later start.

use carom::geometry::{Shape, Sides};
use carom::glam::{Quat, Vec2, Vec3};
use carom::physics::{BodyDesc, BodyEdit, BodyId, Config, Mass, Motion, World};

/// A ground, a stack of boxes, and balls that fall on it turning.
fn busy(config: Config) -> (World, Vec<BodyId>) {
    let mut world = World::new(config).unwrap();
    world.add(&ground()).unwrap();
    let ids = falling().iter().map(|desc| world.add(desc).unwrap()).collect();
    (world, ids)
}

fn ground() -> BodyDesc {
    BodyDesc {
        motion: Motion::Static,
        position: Vec3::new(0.0, -0.5, 0.0),
        restitution: 1.0,
        ..BodyDesc::new(Shape::cuboid(20.0, 0.5, 20.0))
    }
}

fn falling() -> Vec<BodyDesc> {
    let mut bodies = vec![];
    for i in 0..4 {
        let position = Vec3::new(0.01 * i as f32, 0.5 + 1.02 * i as f32, 0.0);
        bodies.push(BodyDesc { position, restitution: 0.0, ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 0.5)) });
    }
    for i in 0..4 {
        let position = Vec3::new(0.2, 5.0 + 1.3 * i as f32, 0.1);
        let spin = Vec3::new(1.0, 2.0, 3.0);
        bodies.push(BodyDesc { position, spin, restitution: 0.7, ..BodyDesc::new(Shape::sphere(0.3)) });
    }
    bodies
}

fn steps(world: &mut World, count: usize) -> u64 {
    (0..count).for_each(|_| world.step());
    world.state_hash()
}

#[test]
fn a_clone_goes_on_as_the_original_does_at_any_moment() {
    let (mut world, _) = busy(Config::default());
    let mut clones = vec![];
    for step in 0..240 {
        if step % 40 == 7 {
            clones.push((step, world.clone()));
        }
        world.step();
    }
    let end = world.state_hash();
    for (step, mut clone) in clones {
        assert_eq!(steps(&mut clone, 240 - step), end, "cloned before step {step}");
    }
}

#[test]
fn a_run_begun_later_is_the_same_run() {
    let run = |wait: usize| {
        let mut world = World::new(Config::default()).unwrap();
        steps(&mut world, wait);
        for desc in std::iter::once(ground()).chain(falling()) {
            assert!(world.add(&desc).is_ok());
        }
        steps(&mut world, 240)
    };
    // What falls last meets a ground that has long been there.
    let drop_alone = |wait: usize, body: &BodyDesc| {
        let mut world = World::new(Config::default()).unwrap();
        world.add(&ground()).unwrap();
        steps(&mut world, wait);
        world.add(body).unwrap();
        steps(&mut world, 240)
    };
    for wait in [1, 37, 600] {
        assert_eq!(run(wait), run(0), "begun after {wait} steps");
        for body in falling() {
            assert_eq!(drop_alone(wait, &body), drop_alone(0, &body), "{body:?} dropped after {wait} steps");
        }
    }
}

#[test]
fn looking_at_a_world_changes_nothing() {
    let (mut watched, ids) = busy(Config::default());
    let (mut alone, _) = busy(Config::default());
    for _ in 0..240 {
        for _ in 0..3 {
            assert!(watched.contacts().iter().all(|c| c.normal.is_finite()));
            assert!(ids.iter().all(|id| watched.body(*id).is_some()));
            watched.tree_nodes();
            watched.cast_ray(Vec3::new(0.0, 20.0, 0.0), Vec3::NEG_Y, 100.0);
            let _ = (watched.kinetic_energy(), watched.potential_energy(), watched.momentum(), watched.stats());
        }
        watched.step();
        alone.step();
    }
    assert_eq!(watched.state_hash(), alone.state_hash());
}

#[test]
fn a_surface_tuned_and_tuned_back_between_two_steps_changes_nothing() {
    let config = Config { sleeping: false, ..Config::default() };
    let ((mut tuned, ids), (mut alone, _)) = (busy(config), busy(config));
    for step in 0..240 {
        let id = ids[step % ids.len()];
        let desc = tuned.body(id).unwrap().desc;
        for edit in [
            BodyEdit::Restitution(1.0 - desc.restitution),
            BodyEdit::Friction(3.0),
            BodyEdit::Restitution(desc.restitution),
            BodyEdit::Friction(desc.friction),
        ] {
            tuned.edit(id, edit).unwrap();
        }
        tuned.step();
        alone.step();
        assert_eq!(tuned.state_hash(), alone.state_hash(), "step {step}");
    }
}

#[test]
fn a_one_sided_quad_and_a_thick_box_with_the_same_top_give_the_same_first_bounce() {
    let quad = Shape::Quad { half: Vec2::splat(3.0), sides: Sides::Front };
    let thick = Shape::cuboid(3.0, 1.0, 3.0);
    let tilted = Quat::from_xyzw(0.2, 0.1, 0.3, 0.9).normalize();
    let ball = BodyDesc { spin: Vec3::new(0.0, 0.0, 5.0), ..BodyDesc::new(Shape::sphere(0.4)) };
    let cube = BodyDesc { rotation: tilted, ..BodyDesc::new(Shape::cuboid(0.3, 0.3, 0.3)) };
    for (name, body) in [("ball", ball), ("cube", cube)] {
        let bounce = |shape: Shape, y: f32| {
            let mut world = World::new(Config::default()).unwrap();
            let surface = BodyDesc { motion: Motion::Static, restitution: 1.0, ..BodyDesc::new(shape) };
            world.add(&BodyDesc { position: Vec3::Y * y, ..surface }).unwrap();
            let position = Vec3::new(0.3, 2.0, -0.2);
            let velocity = Vec3::new(0.5, -1.0, 0.0);
            let mass = Mass::Mass(2.0);
            let id = world.add(&BodyDesc { position, velocity, mass, restitution: 0.8, ..body }).unwrap();
            for _ in 0..120 {
                world.step();
                let now = world.body(id).unwrap().desc;
                if now.velocity.y > 0.0 {
                    return now;
                }
            }
            panic!("{name} never bounced from {shape:?}");
        };
        let (a, b) = (bounce(quad, 0.0), bounce(thick, -1.0));
        for (a, b) in [(a.velocity, b.velocity), (a.spin, b.spin), (a.position, b.position)] {
            assert!((a - b).abs().max_element() < 1e-4, "{name}: {a} from the quad, {b} from the box");
        }
    }
}
