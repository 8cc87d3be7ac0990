//! Box3D in the race, through the raw bindings, so that the timed loop is one call.

use box3d_sys::*;
use race::glam::{Quat, Vec3};
use race::{BodyDesc, Engine, Scene, Shape, State};

const DYNAMIC: b3BodyType = b3BodyType_b3_dynamicBody;
const STATIC: b3BodyType = b3BodyType_b3_staticBody;
/// What Box3D's own header calls usual.
const SUB_STEPS: i32 = 4;

struct Box3d {
    world: b3WorldId,
    ids: Vec<b3BodyId>,
    dt: f32,
}

fn vector(v: Vec3) -> b3Vec3 {
    b3Vec3 { x: v.x, y: v.y, z: v.z }
}

fn add(world: b3WorldId, scene: &Scene, body: &BodyDesc, kind: b3BodyType) -> b3BodyId {
    // SAFETY: the definitions start from the library's own defaults, and it copies what it is given before it returns.
    unsafe {
        let mut definition = b3DefaultBodyDef();
        definition.type_ = kind;
        definition.position = vector(body.position);
        definition.rotation = b3Quat { v: vector(body.rotation.xyz()), s: body.rotation.w };
        definition.linearVelocity = vector(body.velocity);
        definition.enableSleep = false;
        let id = b3CreateBody(world, &definition);
        let mut shape = b3DefaultShapeDef();
        shape.density = scene.density;
        shape.baseMaterial.friction = scene.friction;
        shape.baseMaterial.restitution = scene.restitution;
        match body.shape {
            Shape::Sphere(radius) => {
                b3CreateSphereShape(id, &shape, &b3Sphere { center: vector(Vec3::ZERO), radius });
            }
            Shape::Cuboid(h) => {
                // The hull's arrays are found by offsets from its base, so it must be passed as part of the whole.
                let hull = b3MakeBoxHull(h.x, h.y, h.z);
                b3CreateHullShape(id, &shape, (&raw const hull).cast());
            }
        }
        id
    }
}

impl Engine for Box3d {
    fn build(scene: &Scene, threads: usize) -> Self {
        // SAFETY: a plain call with a definition that outlives it.
        let world = unsafe {
            let mut definition = b3DefaultWorldDef();
            definition.gravity = vector(scene.gravity);
            definition.enableSleep = false;
            // Above 1, and without task callbacks, Box3D starts threads of its own.
            definition.workerCount = threads as u32;
            definition.capacity.staticBodyCount = scene.statics.len() as i32;
            definition.capacity.staticShapeCount = scene.statics.len() as i32;
            definition.capacity.dynamicBodyCount = scene.bodies.len() as i32;
            definition.capacity.dynamicShapeCount = scene.bodies.len() as i32;
            b3CreateWorld(&definition)
        };
        for body in &scene.statics {
            add(world, scene, body, STATIC);
        }
        let ids = scene.bodies.iter().map(|body| add(world, scene, body, DYNAMIC)).collect();
        Self { world, ids, dt: scene.dt }
    }

    fn step(&mut self) {
        // SAFETY: the world lives as long as `self`.
        unsafe { b3World_Step(self.world, self.dt, SUB_STEPS) }
    }

    fn states(&self) -> Vec<State> {
        let state = |&id: &b3BodyId| {
            // SAFETY: the bodies live as long as the world.
            let (p, q, v, w) = unsafe {
                let (position, rotation) = (b3Body_GetPosition(id), b3Body_GetRotation(id));
                (position, rotation, b3Body_GetLinearVelocity(id), b3Body_GetAngularVelocity(id))
            };
            State {
                position: Vec3::new(p.x, p.y, p.z),
                rotation: Quat::from_xyzw(q.v.x, q.v.y, q.v.z, q.s),
                velocity: Vec3::new(v.x, v.y, v.z),
                spin: Vec3::new(w.x, w.y, w.z),
            }
        };
        self.ids.iter().map(state).collect()
    }

    fn pairs(&self) -> usize {
        // In halves: a contact of two dynamic bodies is listed by both.
        let mut halves = 0;
        let mut buffer: Vec<b3ContactData> = vec![];
        for &id in &self.ids {
            // SAFETY: `buffer` holds at least the capacity passed.
            unsafe {
                let capacity = b3Body_GetContactCapacity(id).max(0);
                buffer.resize(capacity as usize, b3ContactData::default());
                let count = b3Body_GetContactData(id, buffer.as_mut_ptr(), capacity);
                for contact in &buffer[..count as usize] {
                    let moves = |shape| b3Body_GetType(b3Shape_GetBody(shape)) == DYNAMIC;
                    let both = moves(contact.shapeIdA) && moves(contact.shapeIdB);
                    let points = (0..contact.manifoldCount as usize).map(|m| (*contact.manifolds.add(m)).pointCount);
                    if points.sum::<i32>() > 0 {
                        halves += if both { 1 } else { 2 };
                    }
                }
            }
        }
        halves / 2
    }
}

fn main() {
    race::run::<Box3d>();
}
