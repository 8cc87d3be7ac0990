//! What passes between two bodies in an impact: restitution and Coulomb's friction together.
//!
//! Everything is in double precision: of an elastic impact no energy may be lost to rounding.
#![expect(clippy::needless_range_loop, reason = "indices of rows read as the formulas do")]

use super::work::exchange_work;
use crate::geometry::Sweep;
use crate::math::{Sym3, tangents};
use crate::physics::bodies::Bodies;
use crate::physics::constraint::Surface;
use crate::physics::pairs::is_plane;
use glam::{DMat3, DVec3, Mat3, Vec3};

/// A body in an impact.
#[derive(Clone, Copy, Debug)]
pub(in crate::physics) struct ImpactBody {
    /// 1/kg; 0 for what cannot be pushed.
    pub inv_mass: f64,
    /// 1/(kg·m²), world axes.
    inv_inertia: DMat3,
    pub velocity: DVec3,
    pub spin: DVec3,
}

impl ImpactBody {
    /// A slot or a plane of the world, as it moves.
    pub fn new(bodies: &Bodies, slot: u32, motion: &Sweep) -> Self {
        let inv_mass = if is_plane(slot) { 0.0 } else { bodies.yielding(slot as usize) };
        let inertia = if inv_mass > 0.0 {
            let axes = Mat3::from_quat(motion.pose.rotation);
            Sym3::rotated_diagonal(&axes, bodies.inv_inertia[slot as usize])
        } else {
            Sym3::ZERO
        };
        // In double precision, as a whole matrix.
        let (d, o) = (inertia.diagonal.as_dvec3(), inertia.off.as_dvec3());
        Self {
            inv_mass: f64::from(inv_mass),
            inv_inertia: DMat3::from_cols(
                DVec3::new(d.x, o.z, o.y),
                DVec3::new(o.z, d.y, o.x),
                DVec3::new(o.y, o.x, d.z),
            ),
            velocity: motion.velocity.as_dvec3(),
            spin: motion.spin.as_dvec3(),
        }
    }

    /// Velocity of the point at `anchor` from the centre (m/s).
    fn at(&self, anchor: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(anchor)
    }

    /// How fast its point at an anchor comes towards that of another body, each from its own centre,
    /// along `normal` (m/s).
    pub fn approach(&self, other: &Self, at: &Anchors, normal: Vec3) -> f32 {
        (self.at(at.a.as_dvec3()) - other.at(at.b.as_dvec3())).dot(normal.as_dvec3()) as f32
    }

    /// What a unit of impulse along `n` at `anchor` adds to the velocity of that point by turning the body (1/kg): the
    /// angular part of a [`Compliance`](crate::physics::Compliance), in double precision.
    fn turning(&self, anchor: DVec3, n: DVec3) -> f64 {
        let lever = anchor.cross(n);
        lever.dot(self.inv_inertia * lever)
    }

    fn push(&mut self, anchor: DVec3, impulse: DVec3) {
        self.velocity += impulse * self.inv_mass;
        self.spin += self.inv_inertia * anchor.cross(impulse);
    }
}

/// A point where two bodies touch, from the centre of each (m, world axes).
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct Anchors {
    pub a: Vec3,
    pub b: Vec3,
}

/// An impulse at a point where two bodies touch, on B.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::physics) struct PointImpulse {
    /// Along the normal (N·s).
    pub along: f32,
    /// Across the normal (N·s, world axes).
    pub across: Vec3,
}

/// Two vectors that belong together, one of each body, in double precision.
#[derive(Clone, Copy, Default)]
struct OfBoth {
    a: DVec3,
    b: DVec3,
}

/// Change of velocity below which the points of an impact agree, relative to the greatest speed.
const AGREED: f64 = 1e-13;

/// The same with friction, which takes energy anyway: far below what rounding to single precision does.
const AGREED_ROUGHLY: f64 = 1e-10;

/// Touching points, seen from where they touch: how fast they part, and what impulses do to that. Its rows are along the
/// normal and the two tangents at each point.
#[derive(Clone, Copy)]
struct Touch<const ROWS: usize> {
    /// Velocity of B's side against A's (m/s).
    velocity: [f64; ROWS],
    /// What a unit of impulse in a row adds to the velocity of every row (1/kg).
    response: [[f64; ROWS]; ROWS],
    /// Impulse so far (N·s).
    impulse: [f64; ROWS],
}

impl<const ROWS: usize> Touch<ROWS> {
    fn new(anchors: &[OfBoth], directions: [DVec3; 3], a: &ImpactBody, b: &ImpactBody) -> Self {
        let (velocity, impulse, response) = ([0.0; ROWS], [0.0; ROWS], [[0.0; ROWS]; ROWS]);
        let mut touch = Self { velocity, response, impulse };
        // Each row's lever on the spins, and the spins that a unit of impulse gives.
        let mut levers = [OfBoth::default(); ROWS];
        let mut spins = [OfBoth::default(); ROWS];
        for (k, &OfBoth { a: ra, b: rb }) in anchors.iter().enumerate() {
            let velocity = b.at(rb) - a.at(ra);
            for (d, direction) in directions.into_iter().enumerate() {
                let row = 3 * k + d;
                levers[row] = OfBoth { a: ra.cross(direction), b: rb.cross(direction) };
                spins[row] = OfBoth { a: a.inv_inertia * levers[row].a, b: b.inv_inertia * levers[row].b };
                touch.velocity[row] = velocity.dot(direction);
            }
        }
        // Rows along the same direction share the linear part; all share the angular one.
        let inv_mass = a.inv_mass + b.inv_mass;
        for row in 0..ROWS {
            for other in 0..ROWS {
                let linear = if row % 3 == other % 3 { inv_mass } else { 0.0 };
                touch.response[row][other] =
                    linear + levers[other].a.dot(spins[row].a) + levers[other].b.dot(spins[row].b);
            }
        }
        touch
    }

    /// Adds an impulse (N·s) in a row.
    #[inline]
    fn push(&mut self, row: usize, impulse: f64) {
        self.impulse[row] += impulse;
        for (velocity, gained) in self.velocity.iter_mut().zip(&self.response[row]) {
            *velocity += gained * impulse;
        }
    }

    /// The normal rows.
    fn normals() -> impl Iterator<Item = usize> {
        (0..ROWS).step_by(3)
    }

    fn fastest(&self) -> f64 {
        self.velocity.iter().fold(0.0_f64, |most, v| most.max(v.abs()))
    }

    /// Sends apart, without friction, what approaches.
    ///
    /// The impulses that would just stop all points that approach are given `1 + e` times: velocities are mirrored
    /// about those they would have then (for `e = 1`), which keeps the energy to the last bit, however many points
    /// there are. That may set others in motion towards each other: they are next, until nobody approaches. After
    /// Smith, Kaufman, Vouga, Tamstorf and Grinspun, "Reflections on Simultaneous Impact" (2012).
    ///
    /// Tells how often a point was visited.
    fn reflect(&mut self, restitution: f64, iterations: u32) -> usize {
        let least = AGREED * self.fastest();
        let mut visits = 0;
        for round in 0..=ROUNDS {
            let approaching: [bool; 4] = std::array::from_fn(|k| 3 * k < ROWS && self.velocity[3 * k] < -least);
            if approaching == [false; 4] {
                break;
            }
            let mut stopped = Self { impulse: [0.0; ROWS], ..*self };
            visits += stopped.stop(&approaching, least, iterations);
            // What goes on and on is stopped in the end.
            let times = if round < ROUNDS { 1.0 + restitution } else { 1.0 };
            for row in Self::normals() {
                self.push(row, stopped.impulse[row] * times);
            }
        }
        visits
    }

    /// The least impulses at some points after which none of them approaches: projected Gauss–Seidel. How often a point
    /// was visited.
    fn stop(&mut self, points: &[bool; 4], least: f64, iterations: u32) -> usize {
        let mut visits = 0;
        for _ in 0..iterations {
            let mut moved = 0.0_f64;
            for row in Self::normals().filter(|row| points[row / 3]) {
                visits += 1;
                // The normal row alone: it pushes and never pulls.
                let response = self.response[row][row];
                let before = self.impulse[row];
                let along = (before - self.velocity[row] / response).max(0.0);
                moved = moved.max((along - before).abs() * response);
                self.push(row, along - before);
            }
            if moved <= least {
                break;
            }
        }
        visits
    }

    /// Gives a lone point the impulse that leads to its target velocities; false when friction cannot.
    fn stick(&mut self, target: [f64; 3], friction: f64) -> bool {
        // W j = lack, in one go; no more than friction holds.
        let w = DMat3::from_cols_array_2d(&std::array::from_fn(|i| std::array::from_fn(|j| self.response[i][j])));
        let lack = DVec3::from_array(std::array::from_fn(|i| target[i] - self.velocity[i]));
        let impulse = w.inverse() * lack;
        let sticks = impulse.x >= 0.0
            && impulse.y * impulse.y + impulse.z * impulse.z <= friction * friction * impulse.x * impulse.x;
        if sticks {
            (0..3).for_each(|row| self.push(row, impulse[row]));
        }
        sticks
    }

    /// Leads all rows to their targets within Coulomb's cones: projected Gauss–Seidel. How often a point was visited.
    fn rub(&mut self, targets: &[f64; ROWS], friction: f64, iterations: u32) -> usize {
        let least = AGREED_ROUGHLY * self.fastest();
        let mut visits = 0;
        for _ in 0..iterations {
            let mut moved = 0.0_f64;
            for row in Self::normals() {
                visits += 1;
                // The normal first, which bounds the friction.
                let response = self.response[row][row];
                let before = self.impulse[row];
                let along = (before + (targets[row] - self.velocity[row]) / response).max(0.0);
                moved = moved.max((along - before).abs() * response);
                self.push(row, along - before);
                // Both tangents at once: their 2×2 system, then back onto the disc of radius μ λ.
                let (k11, k12, k22) =
                    (self.response[row + 1][row + 1], self.response[row + 1][row + 2], self.response[row + 2][row + 2]);
                let det = k11 * k22 - k12 * k12;
                let (u1, u2) = (self.velocity[row + 1] - targets[row + 1], self.velocity[row + 2] - targets[row + 2]);
                let before = [self.impulse[row + 1], self.impulse[row + 2]];
                let mut across = [before[0] - (k22 * u1 - k12 * u2) / det, before[1] - (k11 * u2 - k12 * u1) / det];
                let limit = friction * along;
                if (across[0] * across[0] + across[1] * across[1]).sqrt() > limit {
                    across = slide([k11, k12, k22], [u1, u2], before, across, limit);
                }
                let (d1, d2) = (across[0] - before[0], across[1] - before[1]);
                moved = moved.max((d1 * d1 + d2 * d2).sqrt() * response);
                self.push(row + 1, d1);
                self.push(row + 2, d2);
            }
            if moved <= least {
                break;
            }
        }
        visits
    }

    /// Kinetic energy that the impulses added (J): `Σ λ (u⁻ + u⁺)/2`.
    fn energy_gained(&self, before: &[f64; ROWS]) -> f64 {
        (0..ROWS).map(|row| 0.5 * self.impulse[row] * (before[row] + self.velocity[row])).sum()
    }
}

/// The impulse of length `limit` (N·s) across the normal of a point that cannot be stopped: of all within Coulomb's cone
/// the one that takes most energy, which pushes straight against what it leaves of the `slip` (m/s).
///
/// `stop` would stop it, where `before` is the impulse so far. Cut short it is the answer only where the point yields
/// alike in all directions; else j is sought with (K + λ) j = −c and |j| = `limit`, where K is the response (1/kg) and c
/// the slip without j: λ by Newton's method on 1/|j|, which never steps too far. After Moré and Sorensen, "Computing a
/// Trust Region Step" (1983).
fn slide([k11, k12, k22]: [f64; 3], slip: [f64; 2], before: [f64; 2], stop: [f64; 2], limit: f64) -> [f64; 2] {
    let size = |j: [f64; 2]| (j[0] * j[0] + j[1] * j[1]).sqrt();
    let cut = |j: [f64; 2]| j.map(|x| x * (limit / size(j)));
    if limit <= 0.0 || (k11 - k22).abs().max(k12.abs()) <= ALIKE * (k11 + k22) {
        return cut(stop);
    }
    // The slip without any impulse across.
    let c = [slip[0] - (k11 * before[0] + k12 * before[1]), slip[1] - (k12 * before[0] + k22 * before[1])];
    let (mut j, mut shift) = (stop, 0.0);
    for _ in 0..NEWTON {
        let (a, b) = (k11 + shift, k22 + shift);
        let det = a * b - k12 * k12;
        let solve = |x: [f64; 2]| [(b * x[0] - k12 * x[1]) / det, (a * x[1] - k12 * x[0]) / det];
        j = solve(c.map(|x| -x));
        let excess = size(j) / limit - 1.0;
        if excess <= 1e-14 {
            break;
        }
        // d|j|/dλ = −j·(K + λ)⁻¹j/|j|
        let fall = solve(j);
        shift += size(j) * size(j) * excess / (j[0] * fall[0] + j[1] * fall[1]);
    }
    cut(j)
}

/// A point yields alike in all directions along the surface when its response to them differs by no more than this
/// share.
const ALIKE: f64 = 1e-9;

/// Steps of Newton's method at most; few points need more than three.
const NEWTON: u32 = 12;

/// Lets two bodies part at a speed (m/s) at a touching point, given by its anchors; the impulse that it takes (N·s).
pub(in crate::physics) fn part(at: &Anchors, normal: Vec3, speed: f32, a: &mut ImpactBody, b: &mut ImpactBody) -> f32 {
    let (ra, rb, n) = (at.a.as_dvec3(), at.b.as_dvec3(), normal.as_dvec3());
    let response = a.inv_mass + b.inv_mass + a.turning(ra, n) + b.turning(rb, n);
    let impulse = ((f64::from(speed) - (b.at(rb) - a.at(ra)).dot(n)) / response).max(0.0);
    a.push(ra, n * -impulse);
    b.push(rb, n * impulse);
    impulse as f32
}

/// Rounds of reflection; few points ever need more than three.
const ROUNDS: u32 = 24;

/// Impulses at touching points, one to four, given by their anchors from the two centres: along the normal (N·s), and
/// across it as a vector on B.
///
/// Without friction every point that approaches is [reflected](Touch::reflect). With it the normal velocities are
/// led to where that would have brought them, and the tangential ones to `−e_t` times what they were, as far as
/// Coulomb's cones allow. Newton's rule and friction together can then ask for more energy than there is (Kane):
/// never is any given. What it cost is added to `work`.
pub(in crate::physics) fn exchange(
    anchors: &[Anchors],
    normal: Vec3,
    surface: &Surface,
    (a, b): (&mut ImpactBody, &mut ImpactBody),
    iterations: u32,
    work: &mut usize,
) -> [PointImpulse; 4] {
    let (impulses, visits) = match *anchors {
        [] => return [PointImpulse::default(); 4],
        [_] => exchange_in_rows::<3>(anchors, normal, surface, (a, b), iterations),
        [_, _] => exchange_in_rows::<6>(anchors, normal, surface, (a, b), iterations),
        [_, _, _] => exchange_in_rows::<9>(anchors, normal, surface, (a, b), iterations),
        _ => exchange_in_rows::<12>(anchors, normal, surface, (a, b), iterations),
    };
    *work += exchange_work(visits);
    impulses
}

/// The same with as many rows as the points have: most impacts have one. Tells as well how often a point was visited.
fn exchange_in_rows<const ROWS: usize>(
    anchors: &[Anchors],
    normal: Vec3,
    surface: &Surface,
    (a, b): (&mut ImpactBody, &mut ImpactBody),
    iterations: u32,
) -> ([PointImpulse; 4], usize) {
    // Rows: along the normal and both tangents at each point, in double precision.
    let [t1, t2] = tangents(normal);
    let directions = [normal, t1, t2].map(|v| v.as_dvec3().normalize());
    let mut points = [OfBoth::default(); 4];
    for (point, at) in points.iter_mut().zip(anchors) {
        *point = OfBoth { a: at.a.as_dvec3(), b: at.b.as_dvec3() };
    }
    let points = &points[..anchors.len()];
    let before = Touch::<ROWS>::new(points, directions, a, b);
    // Without friction first: it says how fast each point is to part.
    let restitution = f64::from(surface.restitution);
    let mut touch = before;
    let mut visits = touch.reflect(restitution, iterations);
    if surface.friction > 0.0 {
        let mut restitution = restitution;
        loop {
            // Points that were pushed part as fast as without friction; what slid comes back by e_t.
            let mut targets = [0.0; ROWS];
            for row in Touch::<ROWS>::normals() {
                targets[row] = if touch.impulse[row] > 0.0 { touch.velocity[row] } else { 0.0 };
                for side in [row + 1, row + 2] {
                    targets[side] = -f64::from(surface.restitution_tangential) * before.velocity[side];
                }
            }
            // One point alone has a closed solution as long as it sticks; else the rows are led there in turn.
            let mut rubbed = before;
            let lone = points.len() == 1;
            let friction = f64::from(surface.friction);
            if !(lone && rubbed.stick([targets[0], targets[1], targets[2]], friction)) {
                visits += rubbed.rub(&targets, friction, iterations);
            }
            // No more energy than before, but for rounding; what asks for more gets half the restitution, and at last
            // none.
            let gained = rubbed.energy_gained(&before.velocity);
            let most = 1e-9 * rubbed.impulse.iter().map(|x| x.abs()).sum::<f64>() * before.fastest();
            if gained <= most || restitution == 0.0 {
                touch = rubbed;
                break;
            }
            restitution = if restitution > 1e-3 { 0.5 * restitution } else { 0.0 };
            touch = before;
            visits += touch.reflect(restitution, iterations);
        }
    }
    // The bodies get the very impulses that are told.
    let mut impulses = [PointImpulse::default(); 4];
    for (k, at) in points.iter().enumerate() {
        let [along, x, y] = [0, 1, 2].map(|d| touch.impulse[3 * k + d]);
        let across = directions[1] * x + directions[2] * y;
        let impulse = directions[0] * along + across;
        a.push(at.a, -impulse);
        b.push(at.b, impulse);
        impulses[k] = PointImpulse { along: along as f32, across: across.as_vec3() };
    }
    (impulses, visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A plate that comes down flat and slides, on the corners of its lower face: what it asks for is solved in rounds,
    /// which count as work, and the more of them the more. A lone corner without friction has a closed answer.
    #[test]
    fn what_an_impact_takes_to_solve_counts_as_work() {
        let work = |points: usize, friction: f32, iterations: u32| {
            let wall = ImpactBody { inv_mass: 0.0, inv_inertia: DMat3::ZERO, velocity: DVec3::ZERO, spin: DVec3::ZERO };
            let inv_inertia = DMat3::from_diagonal(DVec3::new(12.0, 5.0, 7.0));
            let (velocity, spin) = (DVec3::new(3.0, -2.0, 1.0), DVec3::new(0.5, 2.0, -0.3));
            let (mut a, mut b) = (wall, ImpactBody { inv_mass: 1.0, inv_inertia, velocity, spin });
            let corners = [(1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5)];
            let anchors = corners.map(|(x, z)| Anchors { a: Vec3::ZERO, b: Vec3::new(x, -0.1, z) });
            let surface = Surface { restitution: 0.5, friction, ..Surface::default() };
            let mut work = 0;
            exchange(&anchors[..points], Vec3::Y, &surface, (&mut a, &mut b), iterations, &mut work);
            assert!((b.velocity - velocity).length() > 0.1);
            work
        };
        assert!(work(1, 0.0, 256) <= 1, "{}", work(1, 0.0, 256));
        let [few, many] = [4, 256].map(|iterations| work(4, 0.4, iterations));
        assert!(few >= 8 && many > 2 * few, "{few} and {many}");
    }

    /// K of a touching point, the impulse that would stop it, and the cap: the answer has that length, pushes against
    /// the slip that is left, and no other impulse of that length leaves less energy.
    #[test]
    fn what_cannot_be_stopped_is_pushed_against_what_is_left_of_its_slip() {
        for (k, slip, limit) in [
            ([3.8, 0.0, 2.7], [4.0, 0.0], 0.3),
            ([3.8, 0.55, 2.7], [4.0, 0.0], 0.3),
            ([3.8, -0.55, 2.7], [-1.0, 2.0], 0.6),
            ([100.0, 0.0, 1.0], [3.0, 3.0], 0.5),
            ([2.0, 0.0, 2.0], [3.0, 4.0], 0.5),
        ] {
            let [k11, k12, k22] = k;
            let det = k11 * k22 - k12 * k12;
            let stop = [(k12 * slip[1] - k22 * slip[0]) / det, (k12 * slip[0] - k11 * slip[1]) / det];
            let left = |j: [f64; 2]| [slip[0] + k11 * j[0] + k12 * j[1], slip[1] + k12 * j[0] + k22 * j[1]];
            let energy = |j: [f64; 2]| 0.5 * (j[0] * (slip[0] + left(j)[0]) + j[1] * (slip[1] + left(j)[1]));
            let j = slide(k, slip, [0.0; 2], stop, limit);
            assert!((j[0].hypot(j[1]) - limit).abs() < 1e-12, "{k:?}: {j:?}");
            let rest = left(j);
            let along = (j[0] * rest[0] + j[1] * rest[1]) / (limit * rest[0].hypot(rest[1]));
            assert!((along + 1.0).abs() < 1e-12, "{k:?}: {j:?} leaves {rest:?}");
            for i in 0..360 {
                let (sin, cos) = f64::from(i).to_radians().sin_cos();
                assert!(energy([cos * limit, sin * limit]) >= energy(j) - 1e-12, "{k:?}: {i}°");
            }
            // The same from any impulse so far.
            let before = [0.1, -0.2];
            let again = slide(k, left(before), before, stop, limit);
            assert!((again[0] - j[0]).hypot(again[1] - j[1]) < 1e-12, "{k:?}: {again:?}");
        }
    }
}
