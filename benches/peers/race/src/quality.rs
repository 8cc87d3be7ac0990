//! How good a result is, judged from the last states alone, so by one yardstick for all engines.

use crate::{Scene, Shape, State};
use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// What the last states show.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Quality {
    /// Deepest overlap of any two bodies (m).
    pub deepest: f64,
    /// Mean over the pairs that overlap (m).
    pub mean_overlap: f64,
    /// Bodies outside the free space.
    pub escaped: usize,
    /// Bodies with a number that is not finite.
    pub broken: usize,
    /// Kinetic energy (J), and what it was at the start.
    pub kinetic: f64,
    /// Kinetic energy at the start (J).
    pub kinetic_start: f64,
    /// Of stacks: the greatest way from the start (m).
    pub drift: f64,
    /// Over every bit of every state (FNV-1a): equal numbers mean equal results.
    pub hash: u64,
}

struct Placed {
    shape: Shape,
    center: DVec3,
    /// The body's axes in the world.
    axes: DMat3,
    reach: f64,
}

impl Placed {
    fn new(shape: Shape, state: &State) -> Self {
        Self {
            shape,
            center: state.position.as_dvec3(),
            axes: DMat3::from_quat(state.rotation.as_dquat().normalize()),
            reach: f64::from(shape.bounding_radius()),
        }
    }
}

/// Overlap of two bodies (m); negative when they are apart.
fn overlap(a: &Placed, b: &Placed) -> f64 {
    match (a.shape, b.shape) {
        (Shape::Sphere(r), Shape::Sphere(s)) => f64::from(r + s) - a.center.distance(b.center),
        (Shape::Sphere(r), Shape::Cuboid(h)) => sphere_in_cuboid(a.center, f64::from(r), b, h.as_dvec3()),
        (Shape::Cuboid(_), Shape::Sphere(_)) => overlap(b, a),
        (Shape::Cuboid(h), Shape::Cuboid(k)) => cuboid_in_cuboid(a, h.as_dvec3(), b, k.as_dvec3()),
    }
}

fn sphere_in_cuboid(center: DVec3, radius: f64, cuboid: &Placed, half: DVec3) -> f64 {
    let local = cuboid.axes.transpose() * (center - cuboid.center);
    let distance = local.distance(local.clamp(-half, half));
    let inside = if distance > 0.0 { 0.0 } else { (half - local.abs()).min_element() };
    radius - distance + inside
}

/// The least overlap over the 15 axes of the separating-axis theorem.
fn cuboid_in_cuboid(a: &Placed, h: DVec3, b: &Placed, k: DVec3) -> f64 {
    let (between, edges) = (b.center - a.center, |m: &DMat3| [m.x_axis, m.y_axis, m.z_axis]);
    let (ea, eb) = (edges(&a.axes), edges(&b.axes));
    let crossed = ea.iter().flat_map(|x| eb.iter().map(|y| x.cross(*y)));
    let reach = |axes: &DMat3, half: DVec3, axis: DVec3| (axes.transpose() * axis).abs().dot(half);
    ea.into_iter()
        .chain(eb)
        .chain(crossed)
        .filter(|axis| axis.length() > 1e-6)
        .map(|axis| (reach(&a.axes, h, axis) + reach(&b.axes, k, axis) - between.dot(axis).abs()) / axis.length())
        .fold(f64::INFINITY, f64::min)
}

fn kinetic_energy(scene: &Scene, states: &[State]) -> f64 {
    let one = |(body, state): (&crate::BodyDesc, &State)| {
        let mass = f64::from(scene.density * body.shape.volume());
        let spin = (state.rotation.conjugate() * state.spin).as_dvec3();
        let v = state.velocity.as_dvec3();
        0.5 * mass * (v.length_squared() + (body.shape.unit_inertia().as_dvec3() * spin).dot(spin))
    };
    scene.bodies.iter().zip(states).map(one).sum()
}

fn hash(states: &[State]) -> u64 {
    let numbers = states.iter().flat_map(|s| {
        let [x, y, z] = s.position.to_array();
        let (q, v, w) = (s.rotation.to_array(), s.velocity.to_array(), s.spin.to_array());
        [x, y, z].into_iter().chain(q).chain(v).chain(w)
    });
    numbers.fold(0xcbf2_9ce4_8422_2325, |hash, x| (hash ^ u64::from(x.to_bits())).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Every overlap (m) between two bodies or a body and a static one.
fn overlaps(scene: &Scene, states: &[State]) -> Vec<f64> {
    let bodies: Vec<Placed> = scene.bodies.iter().zip(states).map(|(b, s)| Placed::new(b.shape, s)).collect();
    let start = |b: &crate::BodyDesc| State { position: b.position, rotation: b.rotation, ..State::default() };
    let statics: Vec<Placed> = scene.statics.iter().map(|b| Placed::new(b.shape, &start(b))).collect();
    // A uniform grid whose cells are as wide as the largest body.
    let cell = bodies.iter().map(|b| b.reach).fold(0.0, f64::max) * 2.0 + 0.02;
    let key = |p: DVec3| (p / cell).floor().as_i64vec3();
    let mut grid: HashMap<glam::I64Vec3, Vec<usize>> = HashMap::new();
    let mut found = vec![];
    for (i, body) in bodies.iter().enumerate() {
        let home = key(body.center);
        for n in 0..27 {
            let near = home + glam::I64Vec3::new(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
            let others = grid.get(&near).into_iter().flatten().map(|j| &bodies[*j]);
            let close = others.filter(|o| o.center.distance(body.center) < o.reach + body.reach);
            found.extend(close.map(|other| overlap(body, other)));
        }
        found.extend(statics.iter().map(|other| overlap(body, other)));
        grid.entry(home).or_default().push(i);
    }
    found.retain(|depth| *depth > 0.0);
    found
}

/// Judges the last states of a scene.
pub fn judge(scene: &Scene, states: &[State]) -> Quality {
    let finite =
        |s: &&State| s.position.is_finite() && s.rotation.is_finite() && s.velocity.is_finite() && s.spin.is_finite();
    let broken = states.len() - states.iter().filter(finite).count();
    let mut quality = Quality { broken, hash: hash(states), ..Quality::default() };
    if broken > 0 {
        return quality;
    }
    let (low, high) = scene.inner;
    let outside = |s: &&State| s.position.cmplt(low).any() || s.position.cmpgt(high).any();
    quality.escaped = states.iter().filter(outside).count();
    quality.kinetic = kinetic_energy(scene, states);
    let start: Vec<State> = scene.bodies.iter().map(|b| State { velocity: b.velocity, ..State::default() }).collect();
    quality.kinetic_start = kinetic_energy(scene, &start);
    if scene.is_stack {
        let drifts = scene.bodies.iter().zip(states).map(|(b, s)| f64::from(b.position.distance(s.position)));
        quality.drift = drifts.fold(0.0, f64::max);
    }
    let overlaps = overlaps(scene, states);
    quality.deepest = overlaps.iter().copied().fold(0.0, f64::max);
    quality.mean_overlap = overlaps.iter().sum::<f64>() / overlaps.len().max(1) as f64;
    quality
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, Vec3};

    #[test]
    fn overlaps_of_every_pair_of_shapes() {
        let (ball, cube) = (Shape::Sphere(0.5), Shape::Cuboid(Vec3::splat(0.5)));
        let eighth = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let edge_down = Vec3::Y * (0.5 + 0.5_f32.sqrt() - 0.05);
        for (a, b, position, rotation, expected) in [
            (ball, ball, Vec3::X * 0.9, Quat::IDENTITY, 0.1),
            (ball, cube, Vec3::Y * 0.9, Quat::IDENTITY, 0.1),
            (cube, ball, Vec3::Y * 0.3, Quat::IDENTITY, 0.7),
            (cube, cube, Vec3::Y * 0.9, Quat::IDENTITY, 0.1),
            (cube, cube, edge_down, eighth, 0.05),
        ] {
            let place =
                |shape, position, rotation| Placed::new(shape, &State { position, rotation, ..State::default() });
            let got = overlap(&place(a, Vec3::ZERO, Quat::IDENTITY), &place(b, position, rotation));
            assert!((got - expected).abs() < 1e-6, "{a:?} {b:?}: {got}");
        }
    }
}
