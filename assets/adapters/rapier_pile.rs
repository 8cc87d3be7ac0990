//! rapier3d 0.36 (`cargo add rapier3d`): a pile of balls and boxes, written as a trace for carom.
//!
//!     cargo new rapier_pile && cd rapier_pile && cargo add rapier3d@0.36 && cp …/rapier_pile.rs src/main.rs
//!     cargo run -- pile.trace.jsonl            (or with the numbers of bodies and steps: … 12 150)
//!     carom trace check pile.trace.jsonl
//!
//! With a fourth word, `fresh`, contacts are found anew in each step instead of being kept while two bodies hardly
//! move; a fifth is the restitution of all bodies, 0 where it is not given. What this adapter cannot give: friction
//! impulses, whose directions rapier keeps to itself. The lines to copy into a program of one's own are the struct
//! Trace: it declares rapier's conventions and converts nothing.

use rapier3d::prelude::*;
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Result, Write};

/// Writes bodies and contacts: [`Trace::add`] each body, then [`Trace::step`] after each step of the world.
struct Trace {
    out: BufWriter<File>,
    /// Where the bodies stood before the step: contacts were found there.
    before: HashMap<RigidBodyHandle, Pose3>,
    count: u64,
}

impl Trace {
    fn new(path: &str, world: &PhysicsWorld) -> Result<Self> {
        let mut out = BufWriter::new(File::create(path)?);
        let (dt, gravity) = (world.integration_parameters.dt, world.gravity);
        writeln!(
            out,
            r#"{{"trace":1,"engine":"rapier3d {}","up":"z","quat":"xyzw","normal":"a_to_b","poses":"after","impulse":"N*s","dt":{dt},"gravity":{}}}"#,
            rapier3d::VERSION,
            list(&[gravity.x, gravity.y, gravity.z]),
        )?;
        Ok(Self { out, before: HashMap::new(), count: 0 })
    }

    fn add(&mut self, world: &PhysicsWorld, handle: RigidBodyHandle, name: &str, shape: &str) -> Result<()> {
        let body = &world.bodies[handle];
        let collider = &world.colliders[body.colliders()[0]];
        let motion = if body.is_fixed() { "static" } else { "dynamic" };
        let mass = if body.is_fixed() { "null".into() } else { body.mass().to_string() };
        writeln!(
            self.out,
            r#"{{"body":{},"name":"{name}","motion":"{motion}","shapes":[{shape}],"mass":{mass},"restitution":{},"friction":{},"pose":{}}}"#,
            handle.0.into_raw_parts().0,
            collider.restitution(),
            collider.friction(),
            list(&pose(body)),
        )?;
        self.before.insert(handle, *body.position());
        Ok(())
    }

    fn step(&mut self, world: &PhysicsWorld) -> Result<()> {
        self.count += 1;
        let rows: Vec<String> = world.bodies.iter().filter(|(_, body)| body.is_dynamic()).map(|(handle, body)| {
            let (v, w) = (body.linvel(), body.angvel());
            let numbers = [&pose(body)[..], &[v.x, v.y, v.z, w.x, w.y, w.z]].concat();
            format!("[{},{}", handle.0.into_raw_parts().0, &list(&numbers)[1..])
        }).collect();
        let mut contacts = vec![];
        for pair in world.narrow_phase.contact_pairs() {
            for manifold in pair.manifolds().iter().filter(|manifold| !manifold.data.solver_contacts.is_empty()) {
                let Some((a, b)) = manifold.data.rigid_body1.zip(manifold.data.rigid_body2) else { continue };
                // What a point had when the solver used it last stays with it: only those that it uses now count.
                let used: Vec<u32> = manifold.data.solver_contacts.iter().flat_map(|c| c.contact_indices()).collect();
                // Points stand in the axes of the shapes, here those of the bodies.
                let points: Vec<String> = manifold.points.iter().zip(0..).map(|(point, index)| {
                    let (p, q) = (self.before[&a] * point.local_p1, self.before[&b] * point.local_p2);
                    let middle = (p + q) * 0.5;
                    let impulse = if used.contains(&index) { point.data.impulse } else { 0.0 };
                    list(&[middle.x, middle.y, middle.z, point.dist, impulse])
                }).collect();
                let normal = manifold.data.normal;
                let (a, b) = (a.0.into_raw_parts().0, b.0.into_raw_parts().0);
                contacts.push(format!("[{a},{b},{},[{}]]", list(&[normal.x, normal.y, normal.z]), points.join(",")));
            }
        }
        let (step, dt) = (self.count, world.integration_parameters.dt);
        let time = step as f64 * f64::from(dt);
        writeln!(self.out, r#"{{"step":{step},"t":{time},"b":[{}],"c":[{}]}}"#, rows.join(","), contacts.join(","))?;
        for (handle, body) in world.bodies.iter() {
            self.before.insert(handle, *body.position());
        }
        Ok(())
    }
}

fn pose(body: &RigidBody) -> [f32; 7] {
    let (place, turn) = (body.translation(), body.rotation());
    [place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w]
}

fn list(numbers: &[f32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// Where boxes (even) and balls (odd) of the pile begin, the same in every adapter: place, then axis and angle.
fn starts(count: usize) -> impl Iterator<Item = ([f64; 3], [f64; 3], f64)> {
    (0..count).map(|i| {
        let spread = |j: usize| (7 * i + j) as f64 * 0.6180339887498949 % 1.0;
        let place = [
            0.7 * (i % 2) as f64 - 0.45 + 0.2 * spread(1),
            0.7 * (i / 2 % 2) as f64 - 0.45 + 0.2 * spread(2),
            0.5 + 0.6 * (i / 4) as f64,
        ];
        let axis = [spread(3) - 0.5, spread(4) - 0.5, spread(5) - 0.5];
        let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
        (place, axis.map(|x| x / length), std::f64::consts::PI * spread(6))
    })
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |index: usize, usual: &'static str| words.get(index).map_or(usual, String::as_str).to_owned();
    let number = |index: usize, usual: &'static str| word(index, usual).parse().expect("a number");
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::new(0.0, 0.0, -9.81);
    world.integration_parameters.dt = 1.0 / 120.0;
    world.integration_parameters.contact_recycling = word(3, "kept") != "fresh";
    let bounce: f32 = word(4, "0").parse().expect("a number");
    let mut trace = Trace::new(&word(0, "rapier.trace.jsonl"), &world)?;
    let ground = RigidBodyBuilder::fixed().translation(Vector::new(0.0, 0.0, -0.5));
    let (ground, _) = world.insert(ground, ColliderBuilder::cuboid(20.0, 20.0, 0.5).friction(0.5).restitution(bounce));
    trace.add(&world, ground, "ground", r#"{"box":[20,20,0.5]}"#)?;
    for (index, (place, axis, angle)) in starts(number(1, "40")).enumerate() {
        let [x, y, z] = place.map(|x| x as f32);
        let [i, j, k] = axis.map(|x| (x * (0.5 * angle).sin()) as f32);
        let turn = Rotation::from_xyzw(i, j, k, (0.5 * angle).cos() as f32);
        let (name, shape, collider) = if index % 2 == 1 {
            ("ball", r#"{"sphere":0.2}"#, ColliderBuilder::ball(0.2))
        } else {
            ("box", r#"{"box":[0.25,0.15,0.2]}"#, ColliderBuilder::cuboid(0.25, 0.15, 0.2))
        };
        let body = RigidBodyBuilder::dynamic().pose(Pose3::from_parts(Vector::new(x, y, z), turn)).can_sleep(false);
        let (handle, _) = world.insert(body, collider.density(1000.0).friction(0.5).restitution(bounce));
        trace.add(&world, handle, &format!("{name} {index}"), shape)?;
    }
    for _ in 0..number(2, "300") {
        world.step();
        trace.step(&world)?;
    }
    trace.out.flush()
}
