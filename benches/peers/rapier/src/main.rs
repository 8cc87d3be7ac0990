//! rapier3d in the race.

use race::{Engine, Scene, Shape, State};
use rapier3d::prelude::*;

struct Rapier {
    world: PhysicsWorld,
    handles: Vec<RigidBodyHandle>,
}

fn vector(v: race::glam::Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

impl Engine for Rapier {
    fn build(scene: &Scene, threads: usize) -> Self {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(scene.gravity);
        world.integration_parameters.dt = scene.dt;
        #[cfg(feature = "parallel")]
        world.physics_pipeline.configure_thread_pool(threads).unwrap_or_else(|error| panic!("{error}"));
        #[cfg(not(feature = "parallel"))]
        assert_eq!(threads, 1, "built without `parallel`");
        world.physics_pipeline.counters.disable();
        let collider = |shape| {
            let builder = match shape {
                Shape::Sphere(radius) => ColliderBuilder::ball(radius),
                Shape::Cuboid(h) => ColliderBuilder::cuboid(h.x, h.y, h.z),
            };
            builder.friction(scene.friction).restitution(scene.restitution).density(scene.density)
        };
        for body in &scene.statics {
            world.insert(RigidBodyBuilder::fixed().translation(vector(body.position)), collider(body.shape));
        }
        let mut handles = vec![];
        for body in &scene.bodies {
            let [x, y, z, w] = body.rotation.to_array();
            let pose = Pose3::from_parts(vector(body.position), Rotation::from_xyzw(x, y, z, w));
            let builder = RigidBodyBuilder::dynamic().pose(pose).linvel(vector(body.velocity)).can_sleep(false);
            handles.push(world.insert(builder, collider(body.shape)).0);
        }
        Self { world, handles }
    }

    fn step(&mut self) {
        self.world.step();
    }

    fn states(&self) -> Vec<State> {
        let state = |handle: &RigidBodyHandle| {
            let body = &self.world.bodies[*handle];
            let (p, q, v, w) = (body.translation(), body.rotation(), body.linvel(), body.angvel());
            State {
                position: [p.x, p.y, p.z].into(),
                rotation: race::glam::Quat::from_xyzw(q.x, q.y, q.z, q.w),
                velocity: [v.x, v.y, v.z].into(),
                spin: [w.x, w.y, w.z].into(),
            }
        };
        self.handles.iter().map(state).collect()
    }

    fn pairs(&self) -> usize {
        self.world.narrow_phase.contact_pairs().filter(|pair| pair.has_any_active_contact()).count()
    }
}

fn main() {
    race::run::<Rapier>();
}
