//! carom in the race: its own defaults, and no knowledge of the scene's name.

use carom::geometry;
use carom::physics::{BodyDesc, BodyId, Combine, Config, Mass, Motion, World};
use race::{Engine, Scene, Shape, State};

struct Carom {
    world: World,
    ids: Vec<BodyId>,
}

impl Engine for Carom {
    fn build(scene: &Scene, threads: usize) -> Self {
        let config = Config {
            gravity: scene.gravity,
            hz: 1.0 / scene.dt,
            // All bodies have the same values, which their mean keeps.
            restitution_rule: Combine::Average,
            friction_rule: Combine::Average,
            sleeping: false,
            ..Config::default()
        };
        let mut world = World::new(config).unwrap_or_else(|error| panic!("{error}"));
        world.set_threads(threads);
        let mut add = |body: &race::BodyDesc, motion| {
            let shape = match body.shape {
                Shape::Sphere(radius) => geometry::Shape::Sphere { radius },
                Shape::Cuboid(half) => geometry::Shape::Cuboid { half },
            };
            let desc = BodyDesc {
                motion,
                mass: Mass::Density(scene.density),
                position: body.position,
                rotation: body.rotation,
                velocity: body.velocity,
                restitution: scene.restitution,
                friction: scene.friction,
                ..BodyDesc::new(shape)
            };
            world.add(&desc).unwrap_or_else(|error| panic!("{error}"))
        };
        for body in &scene.statics {
            add(body, Motion::Static);
        }
        let ids = scene.bodies.iter().map(|body| add(body, Motion::Dynamic)).collect();
        Self { world, ids }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn states(&self) -> Vec<State> {
        let bodies = self.ids.iter().filter_map(|id| self.world.body(*id));
        bodies
            .map(|body| State {
                position: body.desc.position,
                rotation: body.desc.rotation,
                velocity: body.desc.velocity,
                spin: body.desc.spin,
            })
            .collect()
    }

    fn pairs(&self) -> usize {
        self.world.stats().contacts
    }
}

fn main() {
    race::run::<Carom>();
}
