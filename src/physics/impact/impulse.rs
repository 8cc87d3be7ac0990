//! What passes between two bodies in an impact: Newton's restitution and Coulomb's friction together.

use crate::geometry::Sweep;
use crate::math::{Sym3, tangents};
use crate::physics::bodies::Bodies;
use crate::physics::pairs::is_plane;
use glam::{Mat3, Quat, Vec3};

/// A body in an impact.
pub(in crate::physics) struct Striker {
    pub inv_mass: f32,
    pub inv_inertia: Sym3,
    pub velocity: Vec3,
    pub spin: Vec3,
}

impl Striker {
    pub fn new(bodies: &Bodies, slot: u32, rotation: Quat, motion: &Sweep) -> Self {
        if is_plane(slot) {
            return Self { inv_mass: 0.0, inv_inertia: Sym3::ZERO, velocity: Vec3::ZERO, spin: Vec3::ZERO };
        }
        let axes = Mat3::from_quat(rotation);
        Self {
            inv_mass: bodies.inv_mass[slot as usize],
            inv_inertia: Sym3::rotated_diagonal(&axes, bodies.inv_inertia[slot as usize]),
            velocity: motion.velocity,
            spin: motion.spin,
        }
    }

    #[inline]
    /// Velocity of the point at `arm` from the centre (m/s).
    pub fn at(&self, arm: Vec3) -> Vec3 {
        self.velocity + self.spin.cross(arm)
    }

    #[inline]
    fn push(&mut self, arm: Vec3, impulse: Vec3) {
        self.velocity += impulse * self.inv_mass;
        self.spin += self.inv_inertia * arm.cross(impulse);
    }

    /// Velocity gained along `d` at `arm` per unit of impulse along `e` there (1/kg).
    fn response(&self, arm: Vec3, d: Vec3, e: Vec3) -> f32 {
        self.inv_mass * d.dot(e) + arm.cross(d).dot(self.inv_inertia * arm.cross(e))
    }
}

/// How two surfaces meet.
pub(in crate::physics) struct Surface {
    /// Unit, from A to B.
    pub normal: Vec3,
    pub restitution: f32,
    /// Least speed to leave with (m/s).
    pub rebound: f32,
    pub friction: f32,
}

/// What a point bears already (N·s): along the normal, and across it.
#[derive(Clone, Copy, Default)]
pub(in crate::physics) struct Load {
    pub along: f32,
    pub across: f32,
}

/// A point of an impact.
#[derive(Clone, Copy, Default)]
struct Point {
    /// From the two centres (m).
    ra: Vec3,
    rb: Vec3,
    /// Normal velocity to leave with (m/s).
    target: f32,
    load: Load,
    /// Velocity gained along the normal per unit of impulse along it (1/kg), and its inverse.
    response: f32,
    mass: f32,
    /// Inverse of the 2×2 tangential response.
    tangent_mass: [f32; 3],
    along: f32,
    across: [f32; 2],
}

impl Point {
    /// Greatest friction impulse that it can take (N·s).
    fn friction(&self, friction: f32) -> f32 {
        (friction * (self.along + self.load.along) - self.load.across).max(0.0)
    }
}

/// Impulses at touching points, one to four, given by their arms from the two centres: along the normal (N·s), and
/// across it as a vector on B.
///
/// Every point that approaches leaves by Newton's restitution, but no slower than the rebound, or stops when it did not approach, within Coulomb's cone. A
/// single point that sticks is solved as it stands; others by projected Gauss–Seidel, which for any flat landing gives
/// the solution itself.
pub(super) fn collide_points(
    arms: &[(Vec3, Vec3)],
    surface: &Surface,
    a: &mut Striker,
    b: &mut Striker,
    sweeps: u32,
) -> [(f32, Vec3); 4] {
    let mut targets = [0.0; 4];
    for (target, &(ra, rb)) in targets.iter_mut().zip(arms) {
        let vn = (b.at(rb) - a.at(ra)).dot(surface.normal);
        *target = if vn < 0.0 { (-surface.restitution * vn).max(surface.rebound) } else { 0.0 };
    }
    part_points(arms, &targets, &[Load::default(); 4], surface, a, b, sweeps)
}

/// The same, with the normal velocity (m/s) given that each point leaves with at least, for points that bear a load
/// already: what is given here may take from it, and not more.
pub(in crate::physics) fn part_points(
    arms: &[(Vec3, Vec3)],
    targets: &[f32],
    loads: &[Load],
    surface: &Surface,
    a: &mut Striker,
    b: &mut Striker,
    sweeps: u32,
) -> [(f32, Vec3); 4] {
    let n = surface.normal;
    let (t1, t2) = tangents(n);
    let mut points = [Point::default(); 4];
    let points = &mut points[..arms.len()];
    for (((p, &(ra, rb)), &target), &load) in points.iter_mut().zip(arms).zip(targets).zip(loads) {
        let response = |d: Vec3, e: Vec3| a.response(ra, d, e) + b.response(rb, d, e);
        let (knn, k11, k12, k22) = (response(n, n), response(t1, t1), response(t1, t2), response(t2, t2));
        let det = 1.0 / (k11 * k22 - k12 * k12);
        let tangent_mass = [k22 * det, -k12 * det, k11 * det];
        *p = Point { ra, rb, target, load, response: knn, mass: 1.0 / knn, tangent_mass, ..Point::default() };
    }
    if let [p] = points
        && p.load.along == 0.0
        && stick(p, (n, t1, t2), surface.friction, a, b)
    {
        let impulse = n * p.along + t1 * p.across[0] + t2 * p.across[1];
        a.push(p.ra, -impulse);
        b.push(p.rb, impulse);
    } else {
        sweep(points, (n, t1, t2), surface.friction, (a, b), sweeps);
    }
    let mut impulses = [(0.0, Vec3::ZERO); 4];
    for (impulse, p) in impulses.iter_mut().zip(points) {
        *impulse = (p.along, t1 * p.across[0] + t2 * p.across[1]);
    }
    impulses
}

/// Gives a point the impulse that stops it from slipping; false when friction cannot.
fn stick(p: &mut Point, (n, t1, t2): (Vec3, Vec3, Vec3), friction: f32, a: &Striker, b: &Striker) -> bool {
    let response = |d: Vec3, e: Vec3| a.response(p.ra, d, e) + b.response(p.rb, d, e);
    let velocity = b.at(p.rb) - a.at(p.ra);
    // With the tangential impulse that a normal one needs, T = −M (u + c N), the normal velocity gained is
    // (k − cᵀ M c) N − cᵀ M u.
    let (c1, c2) = (response(n, t1), response(n, t2));
    let m = p.tangent_mass;
    let held = |x: f32, y: f32| (m[0] * x + m[1] * y, m[1] * x + m[2] * y);
    let (u1, u2) = (velocity.dot(t1), velocity.dot(t2));
    let ((h1, h2), (g1, g2)) = (held(u1, u2), held(c1, c2));
    let along = (p.target - velocity.dot(n) + c1 * h1 + c2 * h2) / (p.response - c1 * g1 - c2 * g2);
    let across = [-h1 - g1 * along, -h2 - g2 * along];
    let sticks = along >= 0.0 && across[0] * across[0] + across[1] * across[1] <= friction * friction * along * along;
    if sticks {
        (p.along, p.across) = (along, across);
    }
    sticks
}

/// Projected Gauss–Seidel over the points until they agree, in so many sweeps at most.
fn sweep(
    points: &mut [Point],
    (n, t1, t2): (Vec3, Vec3, Vec3),
    friction: f32,
    (a, b): (&mut Striker, &mut Striker),
    sweeps: u32,
) {
    for _ in 0..sweeps {
        let mut moved = 0.0_f32;
        for p in points.iter_mut() {
            let vn = (b.at(p.rb) - a.at(p.ra)).dot(n);
            let along = (p.along + p.mass * (p.target - vn)).max(-p.load.along);
            let delta = along - p.along;
            p.along = along;
            moved = moved.max(delta.abs() * p.response);
            a.push(p.ra, n * -delta);
            b.push(p.rb, n * delta);
            if friction > 0.0 {
                let v = b.at(p.rb) - a.at(p.ra);
                let (u1, u2) = (v.dot(t1), v.dot(t2));
                let m = p.tangent_mass;
                let mut across = [p.across[0] - (m[0] * u1 + m[1] * u2), p.across[1] - (m[1] * u1 + m[2] * u2)];
                let (size2, limit) = (across[0] * across[0] + across[1] * across[1], p.friction(friction));
                if size2 > limit * limit {
                    let shrink = limit / size2.sqrt();
                    across = [across[0] * shrink, across[1] * shrink];
                }
                let delta = t1 * (across[0] - p.across[0]) + t2 * (across[1] - p.across[1]);
                p.across = across;
                moved = moved.max(delta.length() * p.response);
                a.push(p.ra, -delta);
                b.push(p.rb, delta);
            }
        }
        if moved < 1e-7 * (1.0 + a.velocity.length() + b.velocity.length()) {
            break;
        }
    }
}
