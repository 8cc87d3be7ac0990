//! A plain twin of the step: slow, scalar, single-threaded, in double precision, written from the equations. It shares
//! the public types with the engine and none of its code.
//!
//! What it proves. The twin follows a world step by step. It is given what the world tells everybody: where the bodies
//! stood before the step, and the contacts of the step (normals, points, gaps, friction; not their impulses). All else
//! it works out by itself: masses, the order of the contacts by colours and in space, sub-steps, warm starts,
//! iterations there and back, who is to be visited again, Coulomb's cone, rolling and spinning, direct solutions of
//! slow groups (by dense equations of the joints, where the engine eliminates bodies), displacements, the parting of
//! what overlaps, gyroscopic terms, free flight. Poses and velocities after the step must be the world's to rounding: a
//! unit is that of single precision for the speeds and impulses that a body has in the step, and 100 are granted for
//! some thousand operations; the median is below one. Impulses, velocities of the last sub-step and colours are carried
//! from step to step by the twin itself.
//!
//! Some comparisons inside a step are decided by rounding: whether a point bears a load of exactly nothing, whether
//! friction stands at its cone. There both outcomes are right. So the twin goes through each step some times more
//! from starts that differ by a few units of rounding, and what these differ by is granted as well, ten times.
//! Where there are direct solutions, two bodies in a thousand may still differ: these ask more such questions than
//! some trials find.
//!
//! What it leaves out: impacts resolved at their time, truncated cones in contact (their rolling is anticipated), and
//! which pairs are found. A world is left when it has an impact, or when two new contacts of one body come in one step,
//! because the world does not tell which was first.

mod direct;
mod free;
mod order;
mod solver;

use super::dice::Dice;
use carom::geometry::Shape;
use carom::glam::{DQuat, DVec3, Vec3};
use carom::physics::{Body, BodyDesc, BodyId, Config, Contact, Mass, Motion, World};
use order::{Key, Order, Touch};
use solver::{FIXED, Link, Point, Row, Start, Step};
use std::collections::BTreeMap;

/// Where a body is to be after a step, and by how much rounding may make that another.
#[derive(Clone, Copy, Debug)]
struct Expected {
    position: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    spin: DVec3,
    /// m/s and rad/s.
    rounding: (f64, f64),
}

/// Some units of single precision's rounding.
const NOISE: f32 = 4.0 * f32::EPSILON;

/// Follows a world from its first step on.
#[derive(Clone, Default)]
struct Twin {
    links: BTreeMap<Key, Link>,
    order: Order,
    change: Vec<Row>,
    /// By body: how far it went in the step before.
    moved: Vec<Row>,
}

/// The bodies of a world in double precision, as a step begins.
fn starts(bodies: &[Body], config: &Config) -> Vec<Start> {
    let (dt, sub_steps) = (f64::from(config.dt()), f64::from(config.sub_steps));
    let start = |body: &Body| {
        let desc = &body.desc;
        let velocity = Row { v: desc.velocity.as_dvec3(), w: desc.spin.as_dvec3(), mark: 0.0 };
        let radius = f64::from(desc.shape.bounding_radius());
        let Some((mass, inertia)) = free::mass_of(desc) else {
            let velocity = if desc.motion == Motion::Static { Row::default() } else { velocity };
            return Start { velocity, inertia: FIXED, gain: Row::default(), radius };
        };
        let rotation = desc.rotation.as_dquat().normalize();
        let gain = Row {
            v: free::acceleration(desc, mass, config) * (dt / sub_steps),
            w: free::gyroscopic_gain(rotation, velocity.w, inertia, dt) / sub_steps,
            mark: 0.0,
        };
        Start { velocity, inertia: (1.0 / mass, solver::world_inertia(rotation, inertia.recip())), gain, radius }
    };
    bodies.iter().map(start).collect()
}

/// A contact with what it goes on from.
///
/// `moved` says how far its bodies went in the step before.
fn link(contact: &Contact, bodies: &[Body], moved: &[Row], before: Option<&Link>) -> Link {
    let at = |id: BodyId| bodies[id.index()].desc.position.as_dvec3();
    let places: Vec<DVec3> = contact.points().iter().map(|p| p.position.as_dvec3()).collect();
    let middle = places.iter().sum::<DVec3>() / places.len() as f64;
    let n = contact.normal.as_dvec3().normalize();
    let t1 = n.any_orthonormal_vector();
    let plane = contact.a == BodyId::FLOOR || contact.a == BodyId::CEILING;
    let point = |(p, place): (&carom::physics::ContactPoint, &DVec3)| Point {
        id: p.id,
        offset: (*place - middle).reject_from_normalized(n),
        gap: f64::from(p.separation),
        impulse: 0.0,
        total: 0.0,
        closing: 0.0,
        mass: 0.0,
    };
    let arm = |value: fn(&BodyDesc) -> f32| {
        let b = value(&bodies[contact.b.index()].desc);
        f64::from(if plane { b } else { (value(&bodies[contact.a.index()].desc) * b).sqrt() })
    };
    let (rolling, spinning) = (arm(|d| d.rolling_resistance), arm(|d| d.spinning_friction));
    let along = |old: fn(&Link) -> DVec3| before.map_or(DVec3::ZERO, |link| old(link).reject_from_normalized(n));
    let ra = if plane { middle } else { middle - at(contact.a) };
    let mut points: Vec<Point> = contact.points().iter().zip(&places).map(point).collect();
    if let Some(before) = before {
        // The middle of a contact goes half way with each of its bodies.
        let at = |i: usize, r: DVec3| moved[i].v + moved[i].w.cross(r);
        let of_a = before.a.map_or(DVec3::ZERO, |a| at(a, before.ra));
        let turn_a = before.a.map_or(DVec3::ZERO, |a| moved[a].w.cross(before.ra));
        let shift = (at(before.b, before.rb) - of_a) * 0.5 + turn_a;
        go_on(&mut points, (ra - shift, n), before);
    }
    Link {
        a: (!plane).then(|| contact.a.index()),
        b: contact.b.index(),
        n,
        t1,
        t2: n.cross(t1),
        ra,
        rb: middle - at(contact.b),
        points,
        friction: f64::from(contact.friction),
        spinning,
        rolling,
        tangent: along(|link| link.tangent),
        spin: before.filter(|_| places.len() > 1 || spinning > 0.0).map_or(0.0, |link| link.spin),
        roll: along(|link| link.roll),
        tangent_total: DVec3::ZERO,
        of_a: FIXED,
        of_b: FIXED,
        tolerance2: 0.0,
        least2: 0.0,
        last_load: 0.0,
        approach: 0.0,
    }
}

/// Lets points go on from those of the step before: by their ids, or else from what lay in their place. Loads of
/// points that are gone go to those that are there.
fn go_on(points: &mut [Point], (ra, n): (DVec3, DVec3), before: &Link) {
    let mut olds: Vec<&Point> = before.points.iter().collect();
    let mut left = Vec::new();
    for (k, point) in points.iter_mut().enumerate() {
        match olds.iter().position(|old| old.id == point.id) {
            Some(at) => point.impulse = olds.remove(at).impulse,
            None => left.push(k),
        }
    }
    let size = before.points.iter().map(|old| old.offset.length()).fold(0.0, f64::max);
    let several = points.len() > 1;
    for k in left.into_iter().filter(|_| several) {
        let off = |old: &Point| (before.ra + old.offset).distance(ra + points[k].offset);
        let nearest = (0..olds.len()).min_by(|a, b| off(olds[*a]).total_cmp(&off(olds[*b])));
        if let Some(at) = nearest.filter(|at| off(olds[*at]) < 0.02 * size) {
            points[k].impulse = olds.remove(at).impulse;
        }
    }
    for old in olds.into_iter().filter(|old| old.impulse > 0.0 && before.n.dot(n) > 0.95) {
        let place = (before.ra + old.offset - ra).reject_from_normalized(n);
        for (k, share) in hold(points, place, n) {
            points[k].impulse += share * old.impulse;
        }
    }
}

/// The points that hold a load at a place, and their shares in it: the corners of a triangle around it, or else the ends
/// of the line that comes nearest to it.
fn hold(points: &[Point], place: DVec3, n: DVec3) -> Vec<(usize, f64)> {
    let at = |k: usize| points[k].offset;
    let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).dot(n);
    let around = [[0, 1, 2], [0, 2, 3], [0, 1, 3], [1, 2, 3]].into_iter().filter(|corners| corners[2] < points.len());
    for [i, j, k] in around {
        let whole = area(at(i), at(j), at(k));
        let shares = [area(place, at(j), at(k)), area(at(i), place, at(k)), area(at(i), at(j), place)];
        if shares.iter().all(|share| share / whole >= 0.0) {
            return [i, j, k].into_iter().zip(shares.map(|share| share / whole)).collect();
        }
    }
    let lines = (0..points.len()).flat_map(|j| (0..=j).map(move |i| (i, j)));
    let nearest = |(i, j): (usize, usize)| {
        let along = at(j) - at(i);
        let t = if i == j { 0.0 } else { ((place - at(i)).dot(along) / along.length_squared()).clamp(0.0, 1.0) };
        (t, (at(i) + along * t).distance(place))
    };
    let best = lines.min_by(|x, y| nearest(*x).1.total_cmp(&nearest(*y).1));
    best.map_or_else(Vec::new, |(i, j)| vec![(i, 1.0 - nearest((i, j)).0), (j, nearest((i, j)).0)])
}

impl Twin {
    /// Takes over the contacts of a step; false when it cannot be told which came first.
    fn meet(&mut self, contacts: &[Contact], bodies: &[Body], starts: &[Start]) -> bool {
        let key = |contact: &Contact| (contact.a.index() as u32, contact.b.index() as u32);
        let found: BTreeMap<Key, &Contact> = contacts.iter().map(|contact| (key(contact), contact)).collect();
        let first = self.links.is_empty();
        let fresh: Vec<Key> = found.keys().copied().filter(|key| !self.links.contains_key(key)).collect();
        let held = self.order.keys();
        let links: BTreeMap<Key, Link> = found
            .iter()
            .map(|(key, contact)| {
                let mut link = link(contact, bodies, &self.moved, self.links.get(key));
                (link.of_a, link.of_b) = (link.a.map_or(FIXED, |a| starts[a].inertia), starts[link.b].inertia);
                (*key, link)
            })
            .collect();
        self.links = links;
        // New ones in the order of their slots, then those of which there are no longer any, or another
        // number of points.
        let enter = |order: &mut Order, key: Key, link: &Link| {
            order.insert(key, link.points.len() > 1, link.parts().map(Touch::new));
        };
        fresh.iter().for_each(|key| enter(&mut self.order, *key, &self.links[key]));
        for (key, multi) in held {
            match self.links.get(&key) {
                None => self.order.remove(key),
                Some(link) if (link.points.len() > 1) != multi => {
                    self.order.remove(key);
                    enter(&mut self.order, key, link);
                }
                Some(_) => {}
            }
        }
        // Where they are decides at times in which order they stand.
        let middle = |key: &Key| {
            let places = found[key].points().iter().map(|p| p.position.as_dvec3());
            (places.sum::<DVec3>() / found[key].points().len() as f64).as_vec3()
        };
        self.order.settle(middle);
        // Two new ones of a body: which came first, the world does not tell.
        let bodies: Vec<u32> =
            fresh.iter().flat_map(|key| [key.0, key.1]).filter(|i| (*i as usize) < starts.len()).collect();
        first || bodies.iter().all(|i| bodies.iter().filter(|j| i == *j).count() < 2)
    }

    /// Where the bodies are to be after a step in which there were these contacts.
    ///
    /// With `noise`, from a start that differs by what rounding does.
    fn step(
        &mut self,
        (bodies, contacts): (&[Body], &[Contact]),
        config: &Config,
        noise: Option<&mut Dice>,
    ) -> Option<(Vec<Expected>, usize)> {
        let mut starts = starts(bodies, config);
        self.change.resize(bodies.len(), Row::default());
        self.moved.resize(bodies.len(), Row::default());
        if !self.meet(contacts, bodies, &starts) {
            return None;
        }
        if let Some(dice) = noise {
            self.disturb(&mut starts, dice);
        }
        let mut step = Step::new(config, &starts, &mut self.links, &self.order, &mut self.change);
        step.run();
        let (rows, moved, energies, solutions) = (step.rows, step.moved, step.energies, step.solutions);
        let expected = bodies.iter().enumerate().map(|(i, body)| {
            let held = self.links.values().any(|link| link.a == Some(i) || link.b == i);
            if held {
                slid(body, (&rows[i], &moved[i]), energies[i], config)
            } else {
                self.flown(i, body, &starts[i], config)
            }
        });
        let mut expected: Vec<Expected> = expected.collect::<Vec<_>>();
        for link in self.links.values() {
            // Rounding of an impulse, and of the velocities that it is worked out from.
            let [speed_a, speed_b] = [0, 1].map(|side| {
                let speed =
                    |i: usize| starts[i].velocity.v.length() + starts[i].velocity.w.length() * link.arm(side).length();
                link.side(side).map_or(0.0, speed)
            });
            let stopping = (speed_a + speed_b) / (link.of_a.0 + link.of_b.0);
            let load = link.points.iter().map(|p| p.total).sum::<f64>() + link.tangent_total.length() + stopping;
            let reach = link.points.iter().map(|p| p.offset.length()).fold(0.0, f64::max);
            // The world tells places to rounding of how far away they are.
            let far = bodies[link.b].desc.position.as_dvec3().length();
            let load = load * (1.0 + far / link.rb.length());
            for (i, (mass, inertia), arm) in [(link.a, link.of_a, link.ra), (Some(link.b), link.of_b, link.rb)] {
                let Some(i) = i else { continue };
                let yields = inertia.x_axis.length() + inertia.y_axis.length() + inertia.z_axis.length();
                expected[i].rounding.0 += load * mass;
                expected[i].rounding.1 += load * (arm.length() + reach) * yields;
            }
        }
        self.moved = moved;
        Some((expected, solutions))
    }

    /// Changes what a step starts from by some units of rounding.
    fn disturb(&mut self, starts: &mut [Start], dice: &mut Dice) {
        let mut rounded = |v: DVec3| v * (DVec3::ONE + dice.vector(NOISE).as_dvec3());
        for start in starts {
            (start.velocity.v, start.velocity.w) = (rounded(start.velocity.v), rounded(start.velocity.w));
            start.gain.v = rounded(start.gain.v);
        }
        for link in self.links.values_mut() {
            (link.ra, link.rb, link.tangent) = (rounded(link.ra), rounded(link.rb), rounded(link.tangent));
            for p in &mut link.points {
                p.gap = rounded(DVec3::splat(p.gap)).x;
                p.impulse = rounded(DVec3::splat(p.impulse)).x;
            }
        }
        for change in &mut self.change {
            *change = Row { v: rounded(change.v), w: rounded(change.w), mark: 0.0 };
        }
    }

    fn flown(&mut self, i: usize, body: &Body, start: &Start, config: &Config) -> Expected {
        self.change[i] = Row { v: start.gain.v, ..Row::default() };
        flown(body, config)
    }
}

/// A body that nothing touches.
fn flown(body: &Body, config: &Config) -> Expected {
    let (desc, dt) = (&body.desc, f64::from(config.dt()));
    let (v, w) = (desc.velocity.as_dvec3(), desc.spin.as_dvec3());
    let (position, rotation) = (desc.position.as_dvec3(), desc.rotation.as_dquat().normalize());
    let rounding = (v.length(), w.length());
    match free::mass_of(desc) {
        Some((mass, inertia)) => {
            let a = free::acceleration(desc, mass, config);
            let (rotation, spin) = free::tumble(rotation, w, inertia, dt);
            let rounding = (v.length() + a.length() * dt, w.length());
            Expected {
                position: position + v * dt + a * (0.5 * dt * dt),
                rotation,
                velocity: v + a * dt,
                spin,
                rounding,
            }
        }
        None if desc.motion == Motion::Kinematic => {
            let rotation = free::rotation(w * dt) * rotation;
            Expected { position: position + v * dt, rotation, velocity: v, spin: w, rounding }
        }
        None => Expected { position, rotation, velocity: v, spin: w, rounding: (0.0, 0.0) },
    }
}

/// A body in contact.
fn slid(body: &Body, (row, moved): (&Row, &Row), energy: Option<f64>, config: &Config) -> Expected {
    let desc = &body.desc;
    let Some((_, inertia)) = free::mass_of(desc) else { return flown(body, config) };
    let start = desc.rotation.as_dquat().normalize();
    let (rotation, spin) = free::turned(start, moved.w, row.w, inertia, energy);
    let velocity = row.v.clamp_length_max(f64::from(config.terminal_speed));
    let rounding =
        (row.v.length().max(desc.velocity.as_dvec3().length()), row.w.length().max(desc.spin.as_dvec3().length()));
    Expected { position: desc.position.as_dvec3() + moved.v, rotation, velocity, spin, rounding }
}

/// Where a body is and how it moves, in double precision.
struct State {
    position: DVec3,
    rotation: DQuat,
    velocity: DVec3,
    spin: DVec3,
}

impl From<&BodyDesc> for State {
    fn from(desc: &BodyDesc) -> Self {
        let (position, velocity, spin) = (desc.position.as_dvec3(), desc.velocity.as_dvec3(), desc.spin.as_dvec3());
        Self { position, rotation: desc.rotation.as_dquat().normalize(), velocity, spin }
    }
}

impl From<&Expected> for State {
    fn from(expected: &Expected) -> Self {
        let Expected { position, rotation, velocity, spin, .. } = *expected;
        Self { position, rotation, velocity, spin }
    }
}

/// How far a body is from where it was to be, in units of what rounding may do: velocity, spin, position, rotation.
fn errors(expected: &Expected, state: State, dt: f64) -> [f64; 4] {
    const ULP: f64 = f32::EPSILON as f64;
    let (linear, angular) = (ULP * expected.rounding.0.max(1e-3), ULP * expected.rounding.1.max(1e-3));
    let turn = state.rotation.conjugate() * expected.rotation;
    [
        (state.velocity - expected.velocity).length() / linear,
        (state.spin - expected.spin).length() / angular,
        (state.position - expected.position).length() / (linear * dt + ULP * (0.1 + expected.position.length())),
        2.0 * turn.xyz().length() / (angular * dt + ULP),
    ]
}

/// A heap of balls and boxes after it has fallen for a while in a world of its own, with a block in its way.
fn heap(dice: &mut Dice, (count, rough): (usize, bool), config: &Config) -> Vec<BodyDesc> {
    let mut world = World::new(*config).unwrap();
    let friction = dice.between(0.0, 1.0);
    let arm = |dice: &mut Dice| if rough { dice.between(0.0, 0.02) } else { 0.0 };
    let motion = [Motion::Static, Motion::Kinematic, Motion::Dynamic][(3.0 * dice.unit()).min(2.0) as usize];
    for k in 0..count {
        let half = Vec3::new(dice.between(0.1, 0.4), dice.between(0.1, 0.4), dice.between(0.1, 0.4));
        let shape = if dice.unit() < 0.4 { Shape::sphere(half.x) } else { Shape::Cuboid { half } };
        let driven = Vec3::new(dice.between(-0.3, 0.3), 0.0, dice.between(-0.3, 0.3));
        let desc = BodyDesc {
            motion: if k == 0 { motion } else { Motion::Dynamic },
            position: Vec3::new(dice.between(-0.4, 0.4), 0.4 + 0.6 * k as f32, dice.between(-0.4, 0.4)),
            rotation: dice.rotation(),
            velocity: if k == 0 { driven } else { Vec3::ZERO },
            mass: Mass::Mass(10_f32.powf(dice.between(-1.0, 1.5))),
            force: dice.vector(0.5),
            friction,
            rolling_resistance: arm(dice),
            spinning_friction: arm(dice),
            restitution: 0.0,
            ..BodyDesc::new(shape)
        };
        assert!(world.add(&desc).is_ok());
    }
    (0..(dice.between(0.3, 2.0) * config.hz) as usize).for_each(|_| world.step());
    world.bodies().map(|body| body.desc).collect()
}

/// Units of rounding that velocity, spin, position and rotation may be off by.
const GRANTED: [f64; 4] = [100.0, 100.0, 60.0, 100.0];

/// How a comparison went.
#[derive(Default)]
struct Tally {
    steps: usize,
    direct: usize,
    /// Bodies in these steps, those further off than rounding explains, and the first of them.
    bodies: usize,
    off: usize,
    first: String,
    /// Of each body the error in its velocity, in units of rounding.
    errors: Vec<f64>,
}

impl Tally {
    /// Lets a world and its twin go on side by side, for so many steps at most.
    fn follow(&mut self, name: &str, world: &mut World, steps: usize) {
        let (config, mut twin, mut dice) = (*world.config(), Twin::default(), Dice(5));
        let dt = f64::from(config.dt());
        for step in 0..steps {
            let before: Vec<Body> = world.bodies().collect();
            world.step();
            let contacts = world.contacts();
            let start = twin.clone();
            let Some((expected, solutions)) = twin.step((&before, &contacts), &config, None) else { return };
            if world.stats().impacts > 0 {
                return;
            }
            self.steps += 1;
            self.direct += usize::from(solutions > 0);
            let of = |state: &dyn Fn(usize) -> State| -> Vec<[f64; 4]> {
                (0..expected.len()).map(|i| errors(&expected[i], state(i), dt)).collect()
            };
            let after: Vec<BodyDesc> = world.bodies().map(|body| body.desc).collect();
            let found = of(&|i| (&after[i]).into());
            let mut granted = vec![GRANTED; found.len()];
            if found.iter().any(|error| (0..4).any(|k| error[k] > GRANTED[k])) {
                for _ in 0..20 {
                    let Some((other, _)) = start.clone().step((&before, &contacts), &config, Some(&mut dice)) else {
                        break;
                    };
                    let spread = of(&|i| (&other[i]).into());
                    for (most, spread) in granted.iter_mut().flatten().zip(spread.iter().flatten()) {
                        *most = most.max(10.0 * spread);
                    }
                }
            }
            self.errors.extend(found.iter().map(|error| error[0]));
            // What is no number is off as well.
            let agrees = |(error, most): (&[f64; 4], &[f64; 4])| (0..4).all(|k| error[k] <= most[k]);
            let off: Vec<usize> = (0..found.len()).filter(|i| !agrees((&found[*i], &granted[*i]))).collect();
            self.bodies += found.len();
            self.off += off.len();
            if let Some(i) = off.first() {
                if self.first.is_empty() {
                    self.first =
                        format!("{name}, step {step}, body {i}: {:?} units, granted {:?}", found[*i], granted[*i]);
                }
                return;
            }
        }
    }

    /// At least so many steps were compared, the median is below a unit, and no more than a share was off.
    fn judge(mut self, steps: usize, share: f64) {
        assert!(self.steps >= steps, "only {} steps were compared", self.steps);
        let most = (share * self.bodies as f64) as usize;
        assert!(self.off <= most, "{} of {} bodies were off, first {}", self.off, self.bodies, self.first);
        self.errors.sort_by(f64::total_cmp);
        let median = self.errors[self.errors.len() / 2];
        assert!(median < 1.0, "half of the bodies are off by more than {median} units of rounding");
    }
}

/// Constants that differ from world to world.
fn random_config(dice: &mut Dice, k: usize) -> Config {
    let tilt = Vec3::new(dice.between(-2.0, 2.0), 0.0, dice.between(-2.0, 2.0));
    Config {
        gravity: Vec3::NEG_Y * 9.81 + if k.is_multiple_of(2) { Vec3::ZERO } else { tilt },
        hz: [60.0, 120.0, 30.0, 240.0][k / 2 % 4],
        sub_steps: [4, 1, 8, 2][k / 3 % 4],
        floor: Some(0.0),
        sleeping: false,
        ..Config::default()
    }
}

fn world_of(bodies: &[BodyDesc], config: Config) -> World {
    let mut world = World::new(config).unwrap();
    bodies.iter().for_each(|desc| assert!(world.add(desc).is_ok()));
    world
}

#[test]
fn the_sweeps_of_the_wide_solver_are_those_of_the_scalar_one() {
    let (mut dice, mut tally) = (Dice(77), Tally::default());
    for draw in 0..240 {
        let mut config = random_config(&mut dice, draw);
        config.tuning.direct_products = 0;
        let bodies = heap(&mut dice, (1 + draw % 9, draw % 3 == 0), &config);
        tally.follow(&format!("heap {draw}"), &mut world_of(&bodies, config), 10);
    }
    assert_eq!(tally.direct, 0);
    tally.judge(1_000, 0.0);
}

#[test]
fn slow_groups_are_solved_as_by_the_dense_equations_of_their_joints() {
    let (mut dice, mut tally) = (Dice(4_321), Tally::default());
    for draw in 0..160 {
        let config = random_config(&mut dice, draw);
        let bodies = heap(&mut dice, (1 + draw % 9, false), &config);
        tally.follow(&format!("heap {draw}"), &mut world_of(&bodies, config), 10);
    }
    assert!(tally.direct >= 300, "only {} steps had direct solutions", tally.direct);
    tally.judge(800, 0.002);
}

/// Heaps side by side fill the groups of eight, and one colour more than two dozen of them: from there on
/// threads share it.
#[test]
fn a_crowd_on_four_threads_goes_as_its_scalar_twin() {
    let (mut dice, mut tally) = (Dice(99), Tally::default());
    let mut config = Config { floor: Some(0.0), sleeping: false, ..Config::default() };
    config.tuning.direct_products = 10_000_000;
    let mut bodies = vec![];
    for k in 0..156_u8 {
        let place = Vec3::new(f32::from(k % 12) * 8.0 - 44.0, 0.0, f32::from(k / 12) * 8.0 - 48.0);
        let fresh = heap(&mut dice, (4, false), &config);
        bodies.extend(fresh.iter().map(|desc| BodyDesc {
            position: desc.position + place,
            velocity: desc.velocity * 0.1,
            spin: desc.spin * 0.1,
            ..*desc
        }));
    }
    for threads in [1, 2, 4] {
        let mut world = world_of(&bodies, config);
        world.set_threads(threads);
        let mut looked_at = world.clone();
        looked_at.step();
        assert!(looked_at.stats().contacts >= 500, "{} contacts are no crowd", looked_at.stats().contacts);
        tally.follow(&format!("{threads} threads"), &mut world, 4);
    }
    println!(
        "{} {} {} {:?} {}",
        tally.steps,
        tally.direct,
        tally.off,
        tally.errors,
        &tally.first[..300.min(tally.first.len())]
    );
    tally.judge(9, 0.002);
}

/// Spins up to a radian in a step, forces, and a terminal speed that some of them reach.
#[test]
fn free_flight_is_that_of_eulers_equations() {
    let mut dice = Dice(31);
    let mut worst = [0.0_f64; 4];
    for draw in 0..60_u8 {
        let config = Config {
            gravity: dice.vector(20.0),
            hz: [60.0, 30.0, 240.0, 1000.0][usize::from(draw % 4)],
            terminal_speed: dice.between(5.0, 60.0),
            sleeping: false,
            ..Config::default()
        };
        let mut world = World::new(config).unwrap();
        for k in 0..8_u8 {
            let half = Vec3::new(dice.between(0.05, 0.6), dice.between(0.05, 0.6), dice.between(0.05, 0.6));
            let shape = match k % 3 {
                0 => Shape::sphere(half.x),
                1 => Shape::Cuboid { half },
                _ => Shape::frustum(half.x, half.x, half.y),
            };
            let spin = 10_f32.powf(dice.between(-4.0, -0.3)) * config.hz;
            let desc = BodyDesc {
                // Too far from one another to meet.
                position: Vec3::new(f32::from(k) * 200.0 - 800.0, 0.0, 0.0),
                rotation: dice.rotation(),
                velocity: dice.vector(30.0),
                spin: dice.vector(spin),
                force: dice.vector(300.0),
                motion: if k == 7 { Motion::Kinematic } else { Motion::Dynamic },
                ..BodyDesc::new(shape)
            };
            assert!(world.add(&desc).is_ok());
        }
        for _ in 0..20 {
            let before: Vec<Body> = world.bodies().collect();
            world.step();
            for (before, after) in before.iter().zip(world.bodies()) {
                let found = errors(&flown(before, &config), (&after.desc).into(), f64::from(config.dt()));
                worst = std::array::from_fn(|k| worst[k].max(found[k]));
                assert!(found.iter().all(|error| *error < 5.0), "draw {draw}: {found:?}, {:?}", before.desc);
            }
        }
    }
}
