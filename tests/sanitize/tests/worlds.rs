//! Worlds that are stepped by several threads, small enough to be watched at every access to memory.

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::math::quat_from_axis_angle;
use carom::physics::{BodyDesc, Config, World};

/// Under Miri a step takes thousands of times as long.
const STEPS: usize = if cfg!(miri) { 2 } else { 60 };

/// Enough that every loop of a step has several parts, where the time allows.
const SIDE: u32 = if cfg!(miri) { 3 } else { 10 };

/// Boxes, balls and cones in a grid with little room, turned so that faces, edges and corners meet.
fn heap(threads: usize) -> World {
    let mut world = World::new(Config { floor: Some(0.0), ..Config::default() }).expect("its constants are sound");
    world.set_threads(threads);
    for index in 0..SIDE * SIDE * SIDE / if cfg!(miri) { 2 } else { 1 } {
        let [x, y, z] = [index % SIDE, index / SIDE % SIDE, index / SIDE / SIDE].map(|i| i as f32);
        let shape = match index % 3 {
            0 => Shape::cuboid(0.5, 0.4, 0.3),
            1 => Shape::sphere(0.45),
            _ => Shape::Frustum { bottom: 0.5, top: 0.2, half_height: 0.4 },
        };
        let position = Vec3::new(x, 0.45 + y * 0.95, z);
        // The platform's sines differ from call to call under Miri; the program's own do not.
        let rotation = quat_from_axis_angle(Vec3::X, 0.02 * index as f32) * quat_from_axis_angle(Vec3::Z, 0.3 * y);
        world.add(&BodyDesc { position, rotation, ..BodyDesc::new(shape) }).expect("a body of this kind is taken");
    }
    world
}

#[test]
fn threads_come_to_the_bits_of_one() {
    let after = |threads| {
        let mut world = heap(threads);
        (0..STEPS).for_each(|_| world.step());
        assert!(!world.contacts().is_empty());
        world.state_hash()
    };
    let alone = after(1);
    for threads in if cfg!(miri) { 2..=2 } else { 2..=4 } {
        assert_eq!(after(threads), alone, "{threads} threads");
    }
}
