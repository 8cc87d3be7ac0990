//! Direct solution of what hangs together and does not agree: all joints of a group at once, by their own equations.
//!
//! `(J M⁻¹ Jᵀ + C) Δλ = −ρ` for the joints that hold for the moment, where `C` lets each yield by 1e-8 of its own
//! response. The engine eliminates bodies instead, `(M + Jᵀ C⁻¹ J) δv = −Jᵀ C⁻¹ ρ`: the same solution by another way.

use super::solver::{Link, Row};
use carom::glam::{DMat3, DVec3};

/// Impulses of a link: four normal ones, two of friction, moments about the normal and the two tangents.
pub const IMPULSES: usize = 9;

const YIELD: f64 = 1e-8;
const ROUNDS: usize = 4;

/// Where in the world a unit of an impulse acts on B: force, and moment at the middle.
fn wrench(link: &Link, k: usize) -> (DVec3, DVec3) {
    match k {
        0..4 => link.points.get(k).map_or((DVec3::ZERO, DVec3::ZERO), |p| (link.n, p.offset.cross(link.n))),
        4 => (link.t1, DVec3::ZERO),
        5 => (link.t2, DVec3::ZERO),
        6 => (DVec3::ZERO, link.n),
        7 => (DVec3::ZERO, link.t1),
        _ => (DVec3::ZERO, link.t2),
    }
}

/// What the gaps of a link may close by. Where four points bear a load, none does so further than a rigid face takes it
/// along with the other three: by the corners of the parallelogram or trapezium that they make, with their weights.
fn closing(link: &Link) -> Vec<f64> {
    let mut closing: Vec<f64> = link.points.iter().map(|p| p.closing).collect();
    let bears = |k: usize| link.impulse(k) > 0.0 && link.mass(k) > 0.0;
    if closing.len() < 4 || !(0..4).all(bears) {
        return closing;
    }
    for k in 0..4 {
        // The point as a sum of the other three, its barycentric coordinates, and what they make of their closing.
        let [p, q, r] = [1, 2, 3].map(|step| (k + step) % 4);
        let at = |i: usize| link.points[i].offset;
        let area = |i: usize, j: usize, l: usize| (at(j) - at(i)).cross(at(l) - at(i)).dot(link.n);
        let whole = area(p, q, r);
        if whole != 0.0 {
            let taken = [(k, q, r, p), (p, k, r, q), (p, q, k, r)];
            let plane: f64 = taken.iter().map(|(i, j, l, of)| area(*i, *j, *l) / whole * closing[*of]).sum();
            closing[k] = closing[k].min(plane.max(0.0));
        }
    }
    closing
}

/// What one group is solved with.
pub struct Joints<'a> {
    links: Vec<&'a Link>,
    felt: Vec<[bool; 2]>,
    active: Vec<[bool; IMPULSES]>,
    residual: Vec<[f64; IMPULSES]>,
    change: Vec<[f64; IMPULSES]>,
}

impl<'a> Joints<'a> {
    pub fn new(links: Vec<&'a Link>, felt: Vec<[bool; 2]>, rows: &[Row]) -> Self {
        let none = vec![[0.0; IMPULSES]; links.len()];
        let mut joints =
            Self { active: vec![[false; IMPULSES]; links.len()], residual: none.clone(), change: none, links, felt };
        for (i, link) in joints.links.iter().enumerate() {
            let (a, b) = (link.row_a(rows), rows[link.b]);
            let spin = b.w - a.w;
            let u = b.v + b.w.cross(link.rb) - a.v - a.w.cross(link.ra);
            for k in 0..IMPULSES {
                let (force, moment) = wrench(link, k);
                joints.residual[i][k] = force.dot(u) + moment.dot(spin);
            }
            for (k, closing) in closing(link).into_iter().enumerate() {
                joints.residual[i][k] += closing;
            }
        }
        for i in 0..joints.links.len() {
            let limits = joints.limits(i);
            let [sticks, spins, rolls] = joints.holds(i, 0.9999);
            let can =
                |k: usize, holds: bool, limit: usize| holds && limits[limit] > 0.0 && joints.links[i].mass(k) > 0.0;
            let friction = [can(4, sticks, 0), can(5, sticks, 0), can(6, spins, 1), can(7, rolls, 2), can(8, rolls, 2)];
            for k in 0..4 {
                joints.active[i][k] = joints.links[i].impulse(k) > 0.0 && joints.links[i].mass(k) > 0.0;
            }
            joints.active[i][4..].copy_from_slice(&friction);
        }
        joints
    }

    /// The impulse as it is to become.
    fn new_impulse(&self, i: usize, k: usize) -> f64 {
        self.links[i].impulse(k) + self.change[i][k]
    }

    /// What the loads allow friction, spinning and rolling.
    fn limits(&self, i: usize) -> [f64; 3] {
        let link = self.links[i];
        let loads = (0..link.points.len()).map(|k| (self.new_impulse(i, k).max(0.0), link.points[k].offset.length()));
        let (load, moment) = loads.fold((0.0, 0.0), |(l, m), (load, arm)| (l + load, m + load * arm));
        [link.friction * load, link.friction * moment + link.spinning * load, link.rolling * load]
    }

    fn holds(&self, i: usize, share: f64) -> [bool; 3] {
        let size = |k: usize, l: usize| self.new_impulse(i, k).hypot(self.new_impulse(i, l));
        let limits = self.limits(i);
        [
            size(4, 5) <= limits[0] * share,
            self.new_impulse(i, 6).abs() <= limits[1] * share,
            size(7, 8) <= limits[2] * share,
        ]
    }

    /// What a unit of one impulse adds to the velocity that another works on.
    fn response(&self, (i, k): (usize, usize), (j, l): (usize, usize)) -> f64 {
        let (one, other) = (self.links[i], self.links[j]);
        let ((f, m), (g, o)) = (wrench(one, k), wrench(other, l));
        let mut sum = 0.0;
        for side in 0..2 {
            for across in 0..2 {
                let same = one.side(side).is_some() && one.side(side) == other.side(across);
                if same && self.felt[i][side] && self.felt[j][across] {
                    let (r, s) = (one.arm(side), other.arm(across));
                    let mass = one.inertia(side);
                    let turned = (r.cross(f) + m).dot(mass.1 * (s.cross(g) + o));
                    sum += if side == across { 1.0 } else { -1.0 } * (mass.0 * f.dot(g) + turned);
                }
            }
        }
        sum
    }

    /// Solves until nothing that holds gives way any more, four times at most. The impulses as they become; none where
    /// joints contradict one another.
    pub fn solve(mut self) -> Option<Vec<[f64; IMPULSES]>> {
        for round in 1..=ROUNDS {
            self.solve_once();
            if !self.review(round == ROUNDS) {
                break;
            }
        }
        let mut mass = std::collections::BTreeMap::new();
        for (link, felt) in self.links.iter().zip(&self.felt) {
            for side in (0..2).filter(|side| felt[*side]) {
                mass.insert(link.side(side), 1.0 / link.inertia(side).0);
            }
        }
        let greatest =
            |of: &Vec<[f64; IMPULSES]>| of.iter().flat_map(|x| &x[..6]).fold(0.0_f64, |most, x| most.max(x.abs()));
        if greatest(&self.change) > 100.0 * mass.values().sum::<f64>() * greatest(&self.residual) {
            return None;
        }
        let new = |i: usize| {
            std::array::from_fn(|k| if k < 4 { self.new_impulse(i, k).max(0.0) } else { self.new_impulse(i, k) })
        };
        Some((0..self.links.len()).map(new).collect())
    }

    fn solve_once(&mut self) {
        let rows: Vec<(usize, usize)> = (0..self.links.len())
            .flat_map(|i| (0..IMPULSES).map(move |k| (i, k)))
            .filter(|(i, k)| self.active[*i][*k])
            .collect();
        let n = rows.len();
        let mut matrix = vec![vec![0.0; n]; n];
        for (x, row) in rows.iter().enumerate() {
            for (y, column) in rows.iter().enumerate() {
                matrix[x][y] = self.response(*row, *column);
            }
            matrix[x][x] += YIELD / self.links[row.0].mass(row.1);
        }
        let rhs = rows.iter().map(|(i, k)| -self.residual[*i][*k]).collect();
        let solution = eliminate(matrix, rhs);
        self.change.fill([0.0; IMPULSES]);
        for ((i, k), change) in rows.into_iter().zip(solution) {
            self.change[i][k] = change;
        }
    }

    /// Whether joints gave way, so that it is to be solved again; the last time that bounds the way of all.
    fn review(&mut self, last: bool) -> bool {
        let (mut yielded, mut share) = (false, 1.0_f64);
        for i in 0..self.links.len() {
            for k in 0..self.links[i].points.len() {
                if self.new_impulse(i, k) < 0.0 {
                    yielded = true;
                    share = share.min(self.links[i].impulse(k) / -self.change[i][k]);
                    self.active[i][k] = last;
                }
            }
            let [sticks, spins, rolls] = self.holds(i, 1.0);
            if self.active[i][4] && !sticks {
                share *= 0.5;
            }
            for (k, holds) in [(4, sticks), (5, sticks), (6, spins), (7, rolls), (8, rolls)] {
                if self.active[i][k] && !holds {
                    yielded = true;
                    self.active[i][k] = last;
                }
            }
        }
        if last && share < 1.0 {
            self.change.iter_mut().flatten().for_each(|change| *change *= share);
        }
        yielded && !last
    }
}

/// Gauss, with the greatest of each column.
fn eliminate(mut m: Vec<Vec<f64>>, mut x: Vec<f64>) -> Vec<f64> {
    let n = x.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|i, j| m[*i][k].abs().total_cmp(&m[*j][k].abs())).unwrap_or(k);
        m.swap(k, pivot);
        x.swap(k, pivot);
        for i in k + 1..n {
            let factor = m[i][k] / m[k][k];
            let pivot = m[k].clone();
            m[i].iter_mut().zip(&pivot).skip(k).for_each(|(x, of_pivot)| *x -= factor * of_pivot);
            x[i] -= factor * x[k];
        }
    }
    for k in (0..n).rev() {
        for j in k + 1..n {
            x[k] -= m[k][j] * x[j];
        }
        x[k] /= m[k][k];
    }
    x
}

/// 1/kg and the inverse inertia in world axes.
pub type Inertia = (f64, DMat3);
