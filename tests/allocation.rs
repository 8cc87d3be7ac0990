//! A warm step allocates nothing.

#![expect(unsafe_code, reason = "only a global allocator can count allocations, and its trait is unsafe")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyDesc, Config, World};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Allocations of this thread: other tests run beside it.
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    // Where the thread is about to end there is nothing left to count.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed on to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promise is the one asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as above.
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of each of `steps` steps.
fn allocations(world: &mut World, steps: usize) -> Vec<u64> {
    let one = |world: &mut World| {
        let before = COUNT.get();
        world.step();
        COUNT.get() - before
    };
    (0..steps).map(|_| one(world)).collect()
}

fn world(gravity: Vec3, floor: Option<f32>) -> World {
    World::new(Config { gravity, floor, sleeping: false, ..Config::default() }).unwrap()
}

#[test]
fn the_counter_counts() {
    let before = COUNT.get();
    let list = std::hint::black_box(vec![1_u8; 100]);
    assert_eq!((COUNT.get() - before, list.len()), (1, 100));
}

/// Layers of sixteen bodies each, boxes and balls by turns.
fn pile(layers: std::ops::Range<usize>) -> impl Iterator<Item = BodyDesc> {
    (16 * layers.start..16 * layers.end).map(|i| {
        let at = |k: usize| 1.1 * (i / k % 4) as f32;
        let shape = if i % 3 == 0 { Shape::sphere(0.5) } else { Shape::cuboid(0.5, 0.5, 0.5) };
        let position = Vec3::new(at(1), 0.6 + 1.1 * (i / 16) as f32, at(4));
        BodyDesc { position, restitution: 0.0, ..BodyDesc::new(shape) }
    })
}

#[test]
fn a_warm_pile_of_boxes_and_balls_steps_without_allocating() {
    let mut world = world(Vec3::Y * -9.81, Some(0.0));
    pile(0..4).for_each(|body| assert!(world.add(&body).is_ok()));
    // Warm is a world that had as many contacts before: here with two more layers, taken off again.
    let more: Vec<_> = pile(4..6).map(|body| world.add(&body).unwrap()).collect();
    (0..300).for_each(|_| world.step());
    more.into_iter().for_each(|id| world.remove(id).unwrap());
    // Until the heap gives way no more, and balls roll alone: each new contact may be the first in its colour.
    (0..1_200).for_each(|_| world.step());
    assert_eq!(allocations(&mut world, 60), [0; 60]);
    assert!(world.stats().contacts > 30 && world.stats().awake == 64, "{:?}", world.stats());
}

#[test]
fn a_warm_gas_of_bouncing_balls_steps_without_allocating() {
    let mut world = world(Vec3::ZERO, None);
    for (normal, turn) in [(Vec3::X, 0), (Vec3::Y, 1), (Vec3::Z, 2)] {
        for side in [-3.5, 3.5] {
            let mut half = [3.5, 3.5, 3.5];
            half[turn] = 0.5;
            let wall = BodyDesc::new(Shape::cuboid(half[0], half[1], half[2]));
            let motion = carom::physics::Motion::Static;
            world.add(&BodyDesc { motion, position: normal * side, restitution: 1.0, ..wall }).unwrap();
        }
    }
    for i in 0..125 {
        let at = |k: usize| (i / k % 5) as f32 - 2.0;
        let velocity = Vec3::new(at(5), at(25), -at(1)) * 1.5;
        let ball =
            BodyDesc { position: Vec3::new(at(1), at(5), at(25)), velocity, ..BodyDesc::new(Shape::sphere(0.2)) };
        world.add(&BodyDesc { restitution: 1.0, friction: 0.0, ..ball }).unwrap();
    }
    (0..300).for_each(|_| world.step());
    let counts = allocations(&mut world, 300);
    assert!(counts.iter().sum::<u64>() == 0, "allocations by step: {counts:?}");
}
