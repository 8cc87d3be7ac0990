//! Truncated cones in motion: they tip, roll, stand, stack and stop where mechanics says.

use carom::geometry::Shape;
use carom::glam::{DVec3, Quat, Vec3};
use carom::physics::{BodyDesc, BodyId, Config, Motion, World};

const G: f64 = 9.81;

fn turn(axis: Vec3, degrees: f64) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians() as f32)
}

/// A world without sleep, with one friction and one restitution everywhere.
struct Bench {
    world: World,
    friction: f32,
    restitution: f32,
}

impl Bench {
    fn new(friction: f32) -> Self {
        let config = Config { sleeping: false, ..Config::default() };
        Self { world: World::new(config).unwrap(), friction, restitution: 0.0 }
    }

    fn add(&mut self, desc: BodyDesc) -> BodyId {
        let (friction, restitution) = (self.friction, self.restitution);
        self.world.add(&BodyDesc { friction, restitution, ..desc }).unwrap()
    }

    /// A wide static box whose top passes through the origin and falls towards +x by `degrees`.
    fn slope(&mut self, degrees: f64) -> Quat {
        let rotation = turn(Vec3::Z, -degrees);
        self.add(BodyDesc {
            motion: Motion::Static,
            position: rotation * Vec3::NEG_Y,
            rotation,
            ..BodyDesc::new(Shape::cuboid(100.0, 1.0, 100.0))
        });
        rotation
    }

    fn run(&mut self, seconds: f64) {
        (0..(seconds * 60.0) as usize).for_each(|_| self.world.step());
    }

    fn desc(&self, id: BodyId) -> BodyDesc {
        self.world.body(id).unwrap().desc
    }
}

/// Height of the centre of mass above the bottom: H/4 (R² + 2Rr + 3r²)/(R² + Rr + r²).
fn rise(bottom: f64, top: f64, half_height: f64) -> f64 {
    let s = bottom * bottom + bottom * top + top * top;
    0.5 * half_height * (bottom * bottom + 2.0 * bottom * top + 3.0 * top * top) / s
}

/// It falls when its centre of mass is beyond its lower rim, tan θ = R/z, whichever of its points is the lowest.
#[test]
fn a_frustum_tips_where_its_centre_leaves_its_base() {
    for (bottom, top, half_height) in [(0.25, 0.25, 1.0), (0.5, 0.2, 0.6), (0.3, 0.0, 0.5)] {
        let z = rise(bottom, top, half_height);
        let limit = (bottom / z).atan().to_degrees();
        for (off, falls) in [(-1.0, false), (1.0, true)] {
            for azimuth in [0.0, 20.0, 45.0] {
                let mut bench = Bench::new(3.0);
                let slope = bench.slope(limit + off);
                let rotation = slope * turn(Vec3::Y, azimuth);
                let shape = Shape::frustum(bottom as f32, top as f32, half_height as f32);
                let position = slope * Vec3::Y * z as f32;
                let id = bench.add(BodyDesc { position, rotation, ..BodyDesc::new(shape) });
                bench.run(10.0);
                let up = bench.desc(id).rotation * Vec3::Y;
                let tilt = up.dot(slope * Vec3::Y).clamp(-1.0, 1.0).acos().to_degrees();
                let what = format!("{shape:?} at {:.2}° (limit {limit:.2}°), turned {azimuth}°", limit + off);
                assert_eq!(tilt > 15.0, falls, "{what}: tilt {tilt}°");
                assert!(falls || tilt < 0.2, "{what}: leans by {tilt}°");
            }
        }
    }
}

/// A solid cylinder that rolls has two thirds of the acceleration of one that slides, and keeps its course.
#[test]
fn a_cylinder_rolls_straight_down_at_two_thirds() {
    let (radius, degrees, seconds) = (0.4_f32, 10.0_f64, 2.0_f64);
    let mut bench = Bench::new(0.8);
    let slope = bench.slope(degrees);
    // Its axis lies along z, across the slope.
    let rotation = slope * turn(Vec3::X, 90.0);
    let start = slope * Vec3::Y * radius;
    let id = bench.add(BodyDesc { position: start, rotation, ..BodyDesc::new(Shape::frustum(radius, radius, 0.6)) });
    bench.run(seconds);
    let displacement = slope.conjugate() * (bench.desc(id).position - start);
    let want = 0.5 * (2.0 / 3.0 * G * degrees.to_radians().sin()) * seconds * seconds;
    // One step of acceleration more or less.
    assert!((f64::from(displacement.x) / want - 1.0).abs() < 0.01, "rolled {} m, want {want} m", displacement.x);
    assert!(displacement.z.abs() < 2e-3 && displacement.y.abs() < 2e-3, "off course: {displacement}");
    let axis = bench.desc(id).rotation * Vec3::Y;
    assert!(axis.cross(Vec3::Z).length() < 2e-3, "it turned: {axis}");
}

/// Where the circle through three points has its centre, and its radius, in the xz plane.
fn circle(p: [DVec3; 3]) -> ([f64; 2], f64) {
    let (ax, az) = (p[1].x - p[0].x, p[1].z - p[0].z);
    let (bx, bz) = (p[2].x - p[0].x, p[2].z - p[0].z);
    let (a2, b2, d) = (ax * ax + az * az, bx * bx + bz * bz, 2.0 * (ax * bz - az * bx));
    let (ux, uz) = ((bz * a2 - az * b2) / d, (ax * b2 - bx * a2) / d);
    ([p[0].x + ux, p[0].z + uz], ux.hypot(uz))
}

/// A cone on its side rolls round its tip: the side is the radius of the circle, so the centre of mass, three quarters
/// of the height from the tip, goes round at ¾ H cos α. A truncated cone rolls round the tip it would have.
#[test]
fn a_cone_rolls_in_the_circle_that_its_taper_demands() {
    for (bottom, top, half_height, speed) in [(0.6, 0.0, 0.9, 0.9), (0.6, 0.35, 0.6, 0.8), (0.3, 0.25, 0.5, 0.8)] {
        let (height, z) = (2.0 * half_height, rise(bottom, top, half_height));
        let alpha = f64::atan2(bottom - top, height);
        let apex_to_centre = height * bottom / (bottom - top) - z;
        let want = apex_to_centre * alpha.cos();
        let above = apex_to_centre * alpha.sin();
        let mut bench = Bench::new(0.8);
        bench.slope(0.0);
        // The line that touches lies along x, the tip at the origin; rolling, it does not move.
        let id = bench.add(BodyDesc {
            position: DVec3::new(want, above, 0.0).as_vec3(),
            rotation: turn(Vec3::Z, 90.0 + alpha.to_degrees()),
            velocity: Vec3::Z * speed as f32,
            spin: Vec3::X * (speed / above) as f32,
            ..BodyDesc::new(Shape::frustum(bottom as f32, top as f32, half_height as f32))
        });
        let lap = std::f64::consts::TAU * want / speed;
        let mut seen = vec![];
        for _ in 0..3 {
            bench.run(lap / 3.5);
            seen.push(bench.desc(id).position.as_dvec3());
        }
        let (center, radius) = circle([seen[0], seen[1], seen[2]]);
        assert!((radius / want - 1.0).abs() < 0.01, "radius {radius} m, want {want} m");
        assert!(center[0].hypot(center[1]) < 0.02 * want, "round {center:?} instead of its tip");
        assert!(seen.iter().all(|p| (p.y - above).abs() < 2e-3), "{seen:?}");
        let end = f64::from(bench.desc(id).velocity.length());
        // It loses nothing; the step, a little: friction holds the turned contact where it was when the step began.
        assert!((end / speed - 1.0).abs() < 0.02, "speed {end}, at first {speed}");
    }
}

/// Standing things stand: no drift, no jitter, and sleep.
#[test]
fn stacks_of_frusta_stand_still_and_sleep() {
    let can = Shape::frustum(0.4, 0.4, 0.5);
    let cone = Shape::frustum(0.4, 0.0, 0.5);
    let pot = Shape::frustum(0.3, 0.4, 0.5);
    let cube = Shape::cuboid(0.4, 0.5, 0.4);
    for (name, pile) in [
        ("ten cans", vec![can; 10]),
        ("a cone", vec![cone]),
        ("a cone on a can on a box", vec![cube, can, cone]),
        ("pots", vec![pot; 5]),
        ("boxes and cans", vec![can, cube, can, cube, can]),
    ] {
        let mut world = World::new(Config { floor: Some(0.0), ..Config::default() }).unwrap();
        let mut ids = vec![];
        for (level, shape) in pile.iter().enumerate() {
            let position = Vec3::Y * (level as f32 + 0.5) - shape.middle();
            let rotation = turn(Vec3::Y, 37.0 * level as f64);
            ids.push((world.add(&BodyDesc { position, rotation, ..BodyDesc::new(*shape) }).unwrap(), position));
        }
        let mut fastest = 0.0_f32;
        for step in 0..300 {
            world.step();
            if step > 60 {
                fastest = world.bodies().fold(fastest, |v, b| v.max(b.desc.velocity.length()));
            }
        }
        assert!(fastest < 2e-3, "{name}: {fastest} m/s after a second");
        for (id, place) in ids {
            let body = world.body(id).unwrap();
            let tilt = (body.desc.rotation * Vec3::Y).cross(Vec3::Y).length();
            let off = body.desc.position - place;
            assert!(body.asleep, "{name}: awake after five seconds");
            assert!(off.length() < 4e-3 && tilt < 1e-3, "{name}: moved by {off}, tilted by {tilt}");
        }
    }
}

/// A body may swing round a corner that it struck with: whatever the speed, the spin and the restitution, nothing goes
/// through a thin wall.
#[test]
fn fast_bodies_do_not_tunnel() {
    let walls = [Shape::cuboid(3.0, 0.01, 3.0), Shape::quad(3.0, 3.0), Shape::frustum(3.0, 3.0, 0.01)];
    let shots = [
        Shape::frustum(0.2, 0.2, 0.3),
        Shape::frustum(0.3, 0.0, 0.2),
        Shape::frustum(0.05, 0.2, 0.1),
        Shape::cuboid(0.3, 0.2, 0.1),
        Shape::sphere(0.1),
    ];
    let mut passed = vec![];
    for (restitution, spin_speed, slowest, faster) in
        [(0.7, 20.0, 20.0, 14.0), (0.0, 20.0, 20.0, 14.0), (0.0, 60.0, 16.0, 0.2), (0.0, 5.0, 100.0, 10.0)]
    {
        for (w, wall) in walls.iter().enumerate() {
            for (k, shot) in shots.iter().enumerate() {
                for i in 0..20_u8 {
                    let mut bench = Bench { restitution, ..Bench::new(0.3) };
                    bench.world.set_config(Config { gravity: Vec3::ZERO, ..*bench.world.config() }).unwrap();
                    bench.add(BodyDesc { motion: Motion::Static, ..BodyDesc::new(*wall) });
                    let t = f32::from(i);
                    let spin = Vec3::new((t * 1.3).sin(), (t * 2.1).cos(), (t * 0.7).sin()) * spin_speed;
                    let velocity = Vec3::new(0.1 * t.sin(), -1.0, 0.1 * t.cos()) * (slowest + faster * t);
                    let rotation = turn(Vec3::new(1.0, t, 2.0).normalize(), 23.0 * f64::from(i));
                    let position = Vec3::Y * (2.0 + 0.037 * t);
                    let id = bench.add(BodyDesc { position, rotation, velocity, spin, ..BodyDesc::new(*shot) });
                    // Behind the wall, not round its rim.
                    let through = (0..60).any(|_| {
                        bench.world.step();
                        let p = bench.desc(id).position;
                        p.y < -0.02 && p.x.abs() < 2.5 && p.z.abs() < 2.5
                    });
                    if through {
                        passed.push((restitution, spin_speed, w, k, i));
                    }
                }
            }
        }
    }
    assert!(passed.is_empty(), "restitution, spin, wall, shot, number: {passed:?}");
}
