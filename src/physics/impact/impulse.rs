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

/// Change of velocity below which the points of an impact agree, relative to the speeds: rounding.
const AGREED: f32 = 1e-7;

/// Along the normal and the two tangents at each of four points.
const ROWS: usize = 12;

/// Touching points, seen from where they touch: how fast they part, and what impulses do to that.
struct Touch {
    count: usize,
    /// Velocity of B's side against A's (m/s).
    velocity: [f32; ROWS],
    /// What a unit of impulse in a row adds to the velocity of every row (1/kg).
    response: [[f32; ROWS]; ROWS],
    /// Inverses of each point's response along the normal, and of its 2×2 tangential one.
    mass: [f32; 4],
    tangent_mass: [[f32; 3]; 4],
    /// Impulse so far (N·s).
    impulse: [f32; ROWS],
}

impl Touch {
    fn new(arms: &[(Vec3, Vec3)], directions: [Vec3; 3], a: &Striker, b: &Striker) -> Self {
        let mut touch = Self {
            count: arms.len(),
            velocity: [0.0; ROWS],
            response: [[0.0; ROWS]; ROWS],
            mass: [0.0; 4],
            tangent_mass: [[0.0; 3]; 4],
            impulse: [0.0; ROWS],
        };
        // Each row's lever on the spins, and the spins that a unit of impulse gives.
        let mut levers = [(Vec3::ZERO, Vec3::ZERO); ROWS];
        let mut spins = [(Vec3::ZERO, Vec3::ZERO); ROWS];
        for (k, &(ra, rb)) in arms.iter().enumerate() {
            let velocity = b.at(rb) - a.at(ra);
            for (d, direction) in directions.into_iter().enumerate() {
                let row = 3 * k + d;
                let lever = (ra.cross(direction), rb.cross(direction));
                touch.velocity[row] = velocity.dot(direction);
                (levers[row], spins[row]) = (lever, (a.inv_inertia * lever.0, b.inv_inertia * lever.1));
            }
        }
        let inv_mass = a.inv_mass + b.inv_mass;
        for (row, response) in touch.response.iter_mut().enumerate().take(3 * arms.len()) {
            for (other, gained) in response.iter_mut().enumerate().take(3 * arms.len()) {
                let linear = if row % 3 == other % 3 { inv_mass } else { 0.0 };
                *gained = linear + levers[other].0.dot(spins[row].0) + levers[other].1.dot(spins[row].1);
            }
        }
        for k in 0..arms.len() {
            let response = |d: usize, e: usize| touch.response[3 * k + d][3 * k + e];
            let (k11, k12, k22) = (response(1, 1), response(1, 2), response(2, 2));
            let det = 1.0 / (k11 * k22 - k12 * k12);
            touch.mass[k] = 1.0 / response(0, 0);
            touch.tangent_mass[k] = [k22 * det, -k12 * det, k11 * det];
        }
        touch
    }

    /// Adds an impulse (N·s) in a row.
    #[inline]
    fn push(&mut self, row: usize, impulse: f32) {
        self.impulse[row] += impulse;
        for (velocity, gained) in self.velocity.iter_mut().zip(&self.response[row]) {
            *velocity += gained * impulse;
        }
    }

    /// Gives a lone point the impulse that stops it from slipping; false when friction cannot.
    fn stick(&mut self, target: f32, friction: f32) -> bool {
        // With the tangential impulse that a normal one needs, T = −M (u + c N), the normal velocity gained is
        // (k − cᵀ M c) N − cᵀ M u.
        let ([vn, u1, u2, ..], [k, c1, c2, ..]) = (self.velocity, self.response[0]);
        let m = self.tangent_mass[0];
        let held = |x: f32, y: f32| (m[0] * x + m[1] * y, m[1] * x + m[2] * y);
        let ((h1, h2), (g1, g2)) = (held(u1, u2), held(c1, c2));
        let along = (target - vn + c1 * h1 + c2 * h2) / (k - c1 * g1 - c2 * g2);
        let across = [-h1 - g1 * along, -h2 - g2 * along];
        let sticks =
            along >= 0.0 && across[0] * across[0] + across[1] * across[1] <= friction * friction * along * along;
        if sticks {
            self.impulse[..3].copy_from_slice(&[along, across[0], across[1]]);
        }
        sticks
    }

    /// Projected Gauss–Seidel over the points until no impulse changes a velocity by more than `least` (m/s), in so many
    /// sweeps at most.
    fn sweep(&mut self, targets: &[f32], loads: &[Load], friction: f32, (sweeps, least): (u32, f32)) {
        for _ in 0..sweeps {
            let mut moved = 0.0_f32;
            for (k, (target, load)) in targets.iter().zip(loads).enumerate().take(self.count) {
                let row = 3 * k;
                let response = self.response[row][row];
                let before = self.impulse[row];
                let along = (before + self.mass[k] * (target - self.velocity[row])).max(-load.along);
                moved = moved.max((along - before).abs() * response);
                self.push(row, along - before);
                if friction > 0.0 {
                    let (before, m) = ([self.impulse[row + 1], self.impulse[row + 2]], self.tangent_mass[k]);
                    let (u1, u2) = (self.velocity[row + 1], self.velocity[row + 2]);
                    let mut across = [before[0] - (m[0] * u1 + m[1] * u2), before[1] - (m[1] * u1 + m[2] * u2)];
                    let limit = (friction * (along + load.along) - load.across).max(0.0);
                    let size2 = across[0] * across[0] + across[1] * across[1];
                    if size2 > limit * limit {
                        let shrink = limit / size2.sqrt();
                        across = [across[0] * shrink, across[1] * shrink];
                    }
                    let (d1, d2) = (across[0] - before[0], across[1] - before[1]);
                    moved = moved.max((d1 * d1 + d2 * d2).sqrt() * response);
                    self.push(row + 1, d1);
                    self.push(row + 2, d2);
                }
            }
            if moved < least {
                break;
            }
        }
    }
}

/// Impulses at touching points, one to four, given by their arms from the two centres: along the normal (N·s), and
/// across it as a vector on B.
///
/// Every point that approaches leaves by Newton's restitution, but no slower than the rebound, or stops when it did not
/// approach, within Coulomb's cone. A single point that sticks is solved as it stands; others by projected Gauss–Seidel,
/// which for any flat landing gives the solution itself.
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
    let mut touch = Touch::new(arms, [n, t1, t2], a, b);
    let lone = arms.len() == 1 && loads[0].along == 0.0;
    if !(lone && touch.stick(targets[0], surface.friction)) {
        let least = AGREED * (1.0 + a.velocity.length() + b.velocity.length());
        touch.sweep(targets, loads, surface.friction, (sweeps, least));
    }
    let mut impulses = [(0.0, Vec3::ZERO); 4];
    for ((impulse, [along, x, y]), (ra, rb)) in impulses.iter_mut().zip(touch.impulse.as_chunks().0).zip(arms) {
        let across = t1 * *x + t2 * *y;
        a.push(*ra, -(n * *along + across));
        b.push(*rb, n * *along + across);
        *impulse = (*along, across);
    }
    impulses
}
