//! One step of bodies in contact: sub-steps, iterations, displacement. One contact after the other,
//! in double precision.

use super::direct::{IMPULSES, Inertia, Joints};
use super::order::{Key, Order, Touch};
use carom::glam::{DMat3, DQuat, DVec3};
use carom::physics::Config;
use std::collections::{BTreeMap, BTreeSet};

/// Velocity or displacement of a body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    pub v: DVec3,
    pub w: DVec3,
    /// When it last changed by more than is tolerated.
    pub mark: f64,
}

/// Of what cannot be pushed.
pub const FIXED: Inertia = (0.0, DMat3::ZERO);

/// A body as a step begins.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    pub velocity: Row,
    pub inertia: Inertia,
    /// What forces add in a sub-step.
    pub gain: Row,
    pub radius: f64,
}

#[derive(Clone, Copy, Debug)]
pub struct Point {
    pub id: u32,
    /// From the middle, in the contact plane (m).
    pub offset: DVec3,
    pub gap: f64,
    pub impulse: f64,
    pub total: f64,
    pub closing: f64,
    pub mass: f64,
}

/// A contact. `a` is none for a plane of the world.
#[derive(Clone, Debug)]
pub struct Link {
    pub a: Option<usize>,
    pub b: usize,
    pub n: DVec3,
    pub t1: DVec3,
    pub t2: DVec3,
    pub ra: DVec3,
    pub rb: DVec3,
    pub points: Vec<Point>,
    pub friction: f64,
    pub spinning: f64,
    pub rolling: f64,
    /// Friction impulse on B, moment about the normal, moment about the tangents.
    pub tangent: DVec3,
    pub spin: f64,
    pub roll: DVec3,
    pub tangent_total: DVec3,
    pub of_a: Inertia,
    pub of_b: Inertia,
    pub tolerance2: f64,
    pub least2: f64,
    /// Load at the end of the sub-step before the last, and the greatest approach speed in the present one.
    pub last_load: f64,
    pub approach: f64,
}

impl Link {
    pub fn row_a(&self, rows: &[Row]) -> Row {
        self.a.map_or(Row::default(), |a| rows[a])
    }

    pub fn side(&self, side: usize) -> Option<usize> {
        if side == 0 { self.a } else { Some(self.b) }
    }

    pub fn arm(&self, side: usize) -> DVec3 {
        if side == 0 { self.ra } else { self.rb }
    }

    pub fn inertia(&self, side: usize) -> Inertia {
        if side == 0 { self.of_a } else { self.of_b }
    }

    pub fn impulse(&self, k: usize) -> f64 {
        match k {
            0..4 => self.points.get(k).map_or(0.0, |p| p.impulse),
            4 => self.tangent.dot(self.t1),
            5 => self.tangent.dot(self.t2),
            6 => self.spin,
            7 => self.roll.dot(self.t1),
            _ => self.roll.dot(self.t2),
        }
    }

    /// Spins have no force of their own at a lone point, but by the surface.
    fn resists_spin(&self) -> bool {
        self.points.len() > 1 || self.spinning > 0.0 || self.rolling > 0.0
    }

    /// Response of the relative velocity at the middle to a force there.
    fn response(&self, f: DVec3, along: DVec3) -> f64 {
        let turn = |(_, i): Inertia, r: DVec3| (i * r.cross(f)).dot(r.cross(along));
        (self.of_a.0 + self.of_b.0) * f.dot(along) + turn(self.of_a, self.ra) + turn(self.of_b, self.rb)
    }

    /// Response of the relative spin to a moment.
    fn turning_response(&self, m: DVec3, along: DVec3) -> f64 {
        (self.of_a.1 * m + self.of_b.1 * m).dot(along)
    }

    /// Inverse of the symmetric 2×2 response along the tangents.
    fn inverse(response: impl Fn(DVec3, DVec3) -> f64, t1: DVec3, t2: DVec3) -> [f64; 3] {
        let (k11, k12, k22) = (response(t1, t1), response(t1, t2), response(t2, t2));
        let det = k11 * k22 - k12 * k12;
        if det > 0.0 { [k22 / det, -k12 / det, k11 / det] } else { [0.0; 3] }
    }

    pub fn mass(&self, k: usize) -> f64 {
        let one = |response: f64| if response > 0.0 { 1.0 / response } else { 0.0 };
        match k {
            0..4 => self.points.get(k).map_or(0.0, |p| p.mass),
            4 | 5 => Self::inverse(|f, d| self.response(f, d), self.t1, self.t2)[if k == 4 { 0 } else { 2 }],
            6 if self.resists_spin() => one(self.turning_response(self.n, self.n)),
            7 if self.rolling > 0.0 => one(self.turning_response(self.t1, self.t1)),
            8 if self.rolling > 0.0 => one(self.turning_response(self.t2, self.t2)),
            _ => 0.0,
        }
    }

    /// How much of a normal impulse's response is A's own, and B's.
    pub fn parts(&self) -> [f64; 2] {
        let own = |(m, i): Inertia, r: DVec3| m + (i * r.cross(self.n)).dot(r.cross(self.n));
        let (a, b) = (own(self.of_a, self.ra), own(self.of_b, self.rb));
        if a + b > 0.0 { [a / (a + b), b / (a + b)] } else { [0.0; 2] }
    }

    /// Impulse and moment at the middle, on B and back on A.
    fn push(&self, a: &mut Row, b: &mut Row, p: DVec3, m: DVec3) {
        a.v -= p * self.of_a.0;
        a.w -= self.of_a.1 * (self.ra.cross(p) + m);
        b.v += p * self.of_b.0;
        b.w += self.of_b.1 * (self.rb.cross(p) + m);
    }

    /// Relative velocity (or displacement) at a place in the contact plane.
    fn relative(&self, a: &Row, b: &Row, offset: DVec3) -> DVec3 {
        b.v + b.w.cross(self.rb + offset) - a.v - a.w.cross(self.ra + offset)
    }

    fn prepare(&mut self, starts: &[Start], agreement: f64) {
        self.of_a = self.a.map_or(FIXED, |a| starts[a].inertia);
        self.of_b = starts[self.b].inertia;
        let gain = |i: usize| if starts[i].inertia.0 > 0.0 { starts[i].gain.v.length() } else { 0.0 };
        let tolerance = self.a.map_or(0.0, gain).max(gain(self.b)) * agreement;
        (self.least2, self.tolerance2) = (tolerance * tolerance, tolerance * tolerance);
        self.last_load = self.points.iter().map(|p| p.impulse).sum();
        for k in 0..self.points.len() {
            let o = self.points[k].offset;
            let turn = |(_, i): Inertia, r: DVec3| (i * (r + o).cross(self.n)).dot((r + o).cross(self.n));
            let response = self.of_a.0 + self.of_b.0 + turn(self.of_a, self.ra) + turn(self.of_b, self.rb);
            self.points[k].mass = if response > 0.0 { 1.0 / response } else { 0.0 };
        }
    }

    /// The share of the impulses that the next sub-step starts from: where something was stopped, what bore
    /// a load before.
    fn share_kept(&mut self, agreement: f64) -> f64 {
        let load: f64 = self.points.iter().map(|p| p.impulse).sum();
        let last = std::mem::replace(&mut self.last_load, load);
        let fast = self.approach * agreement > 2.0 * self.least2.sqrt();
        if load > 2.0 * last && fast { last / load } else { 1.0 }
    }

    /// Keeps a share of the impulses.
    fn keep(&mut self, share: f64) {
        self.points.iter_mut().for_each(|p| p.impulse *= share);
        (self.tangent, self.spin, self.roll) = (self.tangent * share, self.spin * share, self.roll * share);
    }

    /// A row without a share of what was pushed, and marked if that is more than is tolerated.
    fn without(&self, row: &Row, push: &Row, taken: f64, arm: DVec3, tick: f64) -> Row {
        let (v, w) = (push.v * taken, push.w * taken);
        let change = v.length_squared() + w.length_squared() * arm.length_squared();
        Row { v: row.v - v, w: row.w - w, mark: if change > self.tolerance2 { tick } else { row.mark } }
    }

    /// What the impulses do against these velocities (J).
    fn power(&self, a: &Row, b: &Row) -> f64 {
        let normal = self.points.iter().map(|p| p.impulse * self.relative(a, b, p.offset).dot(self.n)).sum::<f64>();
        let turning = (b.w - a.w).dot(self.n * self.spin + self.roll);
        normal + self.tangent.dot(self.relative(a, b, DVec3::ZERO)) + turning
    }

    fn warm_start(&self, a: &mut Row, b: &mut Row) {
        let load: f64 = self.points.iter().map(|p| p.impulse).sum();
        let moment: DVec3 = self.points.iter().map(|p| p.offset.cross(self.n) * p.impulse).sum();
        self.push(a, b, self.n * load + self.tangent, moment + self.roll + self.n * self.spin);
    }

    /// Coulomb's cone at the middle, the disc about the normal and the one of rolling. How fast the two slip, squared.
    fn solve_friction(&mut self, a: &mut Row, b: &mut Row) -> f64 {
        let clip = |v: DVec3, limit: f64| if v.length() > limit { v * (limit / v.length()) } else { v };
        let apply = |m: [f64; 3], u: DVec3, (t1, t2): (DVec3, DVec3)| {
            let (u1, u2) = (u.dot(t1), u.dot(t2));
            t1 * (m[0] * u1 + m[1] * u2) + t2 * (m[1] * u1 + m[2] * u2)
        };
        let frame = (self.t1, self.t2);
        let load: f64 = self.points.iter().map(|p| p.impulse).sum();
        let (slip, spin_before) = (self.relative(a, b, DVec3::ZERO), b.w - a.w);

        let of_slip = Self::inverse(|f, d| self.response(f, d), self.t1, self.t2);
        let tangent = clip(self.tangent - apply(of_slip, slip, frame), self.friction * load);
        self.push(a, b, tangent - self.tangent, DVec3::ZERO);
        self.tangent = tangent;

        if self.resists_spin() {
            let moment: f64 = self.points.iter().map(|p| p.impulse * p.offset.length()).sum();
            let limit = self.friction * moment + self.spinning * load;
            let spin = (self.spin - self.mass(6) * (b.w - a.w).dot(self.n)).clamp(-limit, limit);
            self.push(a, b, DVec3::ZERO, self.n * (spin - self.spin));
            self.spin = spin;
        }
        if self.rolling > 0.0 {
            // Of the spin as it was: rolling does not hear of what friction has just done.
            let of_spin = Self::inverse(|m, d| self.turning_response(m, d), self.t1, self.t2);
            let roll = clip(self.roll - apply(of_spin, spin_before, frame), self.rolling * load);
            self.push(a, b, DVec3::ZERO, roll - self.roll);
            self.roll = roll;
        }
        slip.dot(self.t1).powi(2) + slip.dot(self.t2).powi(2)
    }

    /// Normal impulses of the points among themselves. The greatest normal velocity that is left, squared.
    fn solve_normals(&mut self, a: &mut Row, b: &mut Row, backward: bool) -> f64 {
        let count = self.points.len();
        for p in &self.points {
            self.approach = self.approach.max(-(self.relative(a, b, p.offset).dot(self.n) + p.closing));
        }
        for _ in 0..if count == 1 { 1 } else { 2 } {
            for k in 0..count {
                let k = if backward { count - 1 - k } else { k };
                let p = self.points[k];
                let vn = self.relative(a, b, p.offset).dot(self.n);
                let impulse = (p.impulse - p.mass * (vn + p.closing)).max(0.0);
                let change = impulse - p.impulse;
                self.push(a, b, self.n * change, p.offset.cross(self.n) * change);
                self.points[k].impulse = impulse;
            }
        }
        self.points.iter().map(|p| self.relative(a, b, p.offset).dot(self.n).powi(2)).fold(0.0, f64::max)
    }

    /// Of all loads on four points that do the same, the one with the least squares.
    fn spread(&mut self) {
        let [p0, p1, p2, p3] = [0, 1, 2, 3].map(|k| self.points[k].offset);
        let area = |i: DVec3, j: DVec3, k: DVec3| (j - i).cross(k - i).dot(self.n);
        let free = [area(p1, p2, p3), -area(p0, p2, p3), area(p0, p1, p3), -area(p0, p1, p2)];
        let squares: f64 = free.iter().map(|x| x * x).sum();
        // A point that stands open takes no part.
        if squares <= 0.0 || self.points.iter().any(|p| p.closing > 0.0) {
            return;
        }
        for total in [false, true] {
            let loads: Vec<f64> = self.points.iter().map(|p| if total { p.total } else { p.impulse }).collect();
            let mut times = -loads.iter().zip(free).map(|(load, n)| load * n).sum::<f64>() / squares;
            for (load, n) in loads.iter().zip(free) {
                if load + n * times < 0.0 {
                    times *= (load / -(n * times)).max(0.0);
                }
            }
            for ((p, load), n) in self.points.iter_mut().zip(loads).zip(free) {
                let load = (load + n * times).max(0.0);
                if total { p.total = load } else { p.impulse = load }
            }
        }
    }
}

/// What is known of eight contacts together.
#[derive(Clone, Debug, Default)]
struct Group {
    keys: Vec<Key>,
    visited: f64,
    sub_step: u32,
    restless: bool,
    /// Whether one of them was solved directly since.
    solved: bool,
    overlaps: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Whom {
    All,
    Restless,
    Stale,
    /// What is stale of what was solved directly.
    Solved,
}

/// A step under way.
pub struct Step<'a> {
    config: &'a Config,
    starts: &'a [Start],
    links: &'a mut BTreeMap<Key, Link>,
    order: &'a Order,
    /// Colours, each of groups of eight.
    groups: Vec<Vec<Group>>,
    pub rows: Vec<Row>,
    pub moved: Vec<Row>,
    /// By body: what forces and contacts added in the last sub-step; then in the present one, and what that led to.
    change: &'a mut [Row],
    before: Vec<Row>,
    added: Vec<Row>,
    foretold: Vec<Row>,
    active: Vec<bool>,
    /// By body: sum of the mean spins of the sub-steps, and energy of rotation at the end (J).
    spins: Vec<DVec3>,
    pub energies: Vec<Option<f64>>,
    /// Of each contact, which of its two bodies hangs together with the other.
    linked: BTreeMap<Key, [bool; 2]>,
    /// Groups that are not solved directly in this step, by name.
    dense: BTreeMap<usize, bool>,
    /// Groups that did not agree when that was last asked, by name.
    slow: Vec<usize>,
    /// Those to be solved once more in the next sub-step.
    again: Vec<usize>,
    tick: f64,
    /// Direct solutions that were taken over.
    pub solutions: usize,
}

/// By body: the least of those it hangs together with.
fn names(links: &BTreeMap<Key, Link>, linked: &BTreeMap<Key, [bool; 2]>, count: usize) -> Vec<usize> {
    let mut names: Vec<usize> = (0..count).collect();
    loop {
        let mut changed = false;
        for (key, link) in links {
            if let (Some(a), [true, true]) = (link.a, linked[key]) {
                let least = names[a].min(names[link.b]);
                changed |= names[a] != names[link.b];
                (names[a], names[link.b]) = (least, least);
            }
        }
        if !changed {
            return names;
        }
    }
}

/// Which of the two bodies of each contact hangs together with the other: all that feel it, but for what stands on
/// something fixed (or on what does) and has no more than a ten-thousandth of the response, where all that hangs
/// together with the other has no more than a ten-thousandth of its mass.
fn linked(config: &Config, starts: &[Start], links: &BTreeMap<Key, Link>, order: &Order) -> BTreeMap<Key, [bool; 2]> {
    let down = config.gravity.as_dvec3().normalize_or_zero();
    let mut stands = vec![false; starts.len()];
    for _ in 0..4 {
        for (key, link) in links {
            let closed = link.points.iter().filter(|p| p.gap <= f64::from(config.tuning.slop)).count();
            for (side, fall) in [link.n.dot(down), -link.n.dot(down)].into_iter().enumerate() {
                let touch = order.touch(*key);
                if let (Some(upper), true, true) = (link.side(side), closed >= 3 && fall >= 0.5, touch[side].links()) {
                    let fixed = !touch[1 - side].feels();
                    stands[upper] |= fixed || link.side(1 - side).is_some_and(|lower| stands[lower]);
                }
            }
        }
    }
    let mass = |i: usize| if starts[i].inertia.0 > 0.0 { 1.0 / starts[i].inertia.0 } else { 0.0 };
    let by = |is_ground: &dyn Fn(usize, usize) -> bool| -> BTreeMap<Key, [bool; 2]> {
        let one = |key: &Key, link: &Link| {
            let touch = order.touch(*key);
            [0, 1].map(|side| {
                let both = link.side(side).zip(link.side(1 - side));
                touch[side].links() || touch[side].feels() && !both.is_some_and(|(i, j)| is_ground(i, j))
            })
        };
        links.iter().map(|(key, link)| (*key, one(key, link))).collect()
    };
    let above = names(links, &by(&|i, _| stands[i]), starts.len());
    let stack = |j: usize| (0..starts.len()).filter(|k| above[*k] == above[j]).map(mass).sum::<f64>();
    by(&|i, j| stands[i] && 1e4 * stack(j) <= mass(i))
}

impl<'a> Step<'a> {
    pub fn new(
        config: &'a Config,
        starts: &'a [Start],
        links: &'a mut BTreeMap<Key, Link>,
        order: &'a Order,
        change: &'a mut [Row],
    ) -> Self {
        links.values_mut().for_each(|link| link.prepare(starts, f64::from(config.tuning.tolerance)));
        let group = |keys: Vec<Key>| Group { keys, ..Group::default() };
        let groups = order.groups().into_iter().map(|color| color.into_iter().map(group).collect()).collect();
        let mut active = vec![false; starts.len()];
        for link in links.values() {
            link.a.into_iter().chain([link.b]).for_each(|i| active[i] = starts[i].inertia.0 > 0.0);
        }
        let none = vec![Row::default(); starts.len()];
        let rows = starts.iter().map(|start| Row { mark: 0.0, ..start.velocity }).collect();
        let linked = linked(config, starts, links, order);
        Self {
            config,
            starts,
            linked,
            links,
            order,
            groups,
            rows,
            moved: none.clone(),
            change,
            before: none.clone(),
            added: none.clone(),
            foretold: none,
            active,
            spins: vec![DVec3::ZERO; starts.len()],
            energies: vec![None; starts.len()],
            dense: BTreeMap::new(),
            slow: vec![],
            again: vec![],
            tick: 0.0,
            solutions: 0,
        }
    }

    fn h(&self) -> f64 {
        f64::from(self.config.dt()) / f64::from(self.config.sub_steps)
    }

    /// Sub-steps, then the displacement that parts what overlaps.
    pub fn run(&mut self) {
        let sub_steps = self.config.sub_steps;
        for sub_step in 0..sub_steps {
            self.accelerate(sub_step);
            self.iterate(sub_step, false, if sub_step == 0 { Whom::All } else { Whom::Restless });
            if sub_step == 0 {
                self.iterate(sub_step, true, Whom::All);
            }
            let (mut agrees, mut whom) = (false, Whom::Stale);
            for solution in 0..=4 {
                let visits = self.iterate(sub_step, true, whom) + self.iterate(sub_step, false, whom);
                let first = solution == 0;
                let none_again = !first || self.again.is_empty();
                let idle = visits == 0 && whom == Whom::Stale && none_again;
                agrees = idle || !self.find_slow(first);
                if agrees || solution == 4 || !self.solve_directly(sub_step) {
                    break;
                }
                whom = Whom::Solved;
            }
            self.restrain(sub_step, agrees);
            self.displace(sub_step + 1 == sub_steps);
        }
        for group in self.groups.iter_mut().flatten() {
            sum_up(group, self.links, sub_steps);
            for key in &group.keys {
                let link = self.links.get_mut(key).unwrap();
                if link.points.len() == 4 {
                    link.spread();
                }
            }
        }
        self.depenetrate();
        let agreement = f64::from(self.config.tuning.tolerance);
        for link in self.links.values_mut() {
            let share = link.share_kept(agreement);
            link.keep(share);
        }
        self.sum_energies();
        for (row, start) in self.rows.iter_mut().zip(self.starts).zip(&self.active).filter(|x| *x.1).map(|x| x.0) {
            row.w -= start.gain.w * f64::from(sub_steps);
        }
    }

    /// Energy of each rotation: what forces and contacts make of it, without the work of the gain.
    fn sum_energies(&mut self) {
        for i in (0..self.rows.len()).filter(|i| self.active[*i] && self.moved[*i].w != DVec3::ZERO) {
            let inertia = self.starts[i].inertia.1.inverse();
            let (w, gain) = (self.rows[i].w, self.starts[i].gain.w);
            self.energies[i] = Some(0.5 * (inertia * w).dot(w) - (inertia * gain).dot(self.spins[i]));
        }
    }

    /// Velocities as forces and contacts leave them if they do as in the last sub-step.
    fn accelerate(&mut self, sub_step: u32) {
        let mut gains: Vec<Row> = self.starts.iter().map(|start| start.gain).collect();
        if sub_step == 0 {
            for color in &self.groups {
                let mut shared = vec![];
                for key in color.iter().flat_map(|group| &group.keys) {
                    let link = &self.links[key];
                    let old = (link.row_a(&gains), gains[link.b]);
                    let (mut a, mut b) = old;
                    link.warm_start(&mut a, &mut b);
                    give_back(&mut gains, link, self.order.touch(*key), old, (a, b), &mut shared);
                }
                add_shared(&mut gains, &shared);
                self.tick += 1.0;
            }
        }
        self.tick += 1.0;
        let agreement = f64::from(self.config.tuning.tolerance);
        for i in (0..self.rows.len()).filter(|i| self.active[*i]) {
            let gain = if sub_step == 0 { gains[i] } else { self.change[i] };
            let (own, radius) = (self.starts[i].gain.v.length(), self.starts[i].radius);
            let tolerance = own * agreement * 0.1;
            let accelerates =
                gain.v.length_squared() + gain.w.length_squared() * radius * radius > tolerance * tolerance;
            self.before[i] = self.rows[i];
            self.added[i] = Row::default();
            if accelerates || sub_step == 0 {
                self.added[i] = gain;
                self.rows[i] = Row { v: self.rows[i].v + gain.v, w: self.rows[i].w + gain.w, mark: self.tick };
            }
            self.foretold[i] = self.rows[i];
        }
        if sub_step > 0 {
            self.retract(agreement);
        }
    }

    /// Takes back what stopped something in the sub-step before.
    fn retract(&mut self, agreement: f64) {
        for color in &self.groups {
            self.tick += 1.0;
            let mut shared = vec![];
            for key in color.iter().flat_map(|group| &group.keys) {
                let link = self.links.get_mut(key).unwrap();
                let taken = 1.0 - link.share_kept(agreement);
                if taken == 0.0 {
                    continue;
                }
                let old = (link.row_a(&self.rows), self.rows[link.b]);
                let (mut a, mut b) = (Row::default(), Row::default());
                link.warm_start(&mut a, &mut b);
                let new = (
                    link.without(&old.0, &a, taken, link.ra, self.tick),
                    link.without(&old.1, &b, taken, link.rb, self.tick),
                );
                give_back(&mut self.rows, link, self.order.touch(*key), old, new, &mut shared);
                // The sub-step that had them keeps them in its sums.
                link.points.iter_mut().for_each(|p| p.total += p.impulse * taken);
                link.tangent_total += link.tangent * taken;
                link.keep(1.0 - taken);
            }
            add_shared(&mut self.rows, &shared);
        }
        // Nor does it count as an acceleration that goes on.
        for i in (0..self.rows.len()).filter(|i| self.active[*i]) {
            let (v, w) = (self.rows[i].v - self.foretold[i].v, self.rows[i].w - self.foretold[i].w);
            if v != DVec3::ZERO || w != DVec3::ZERO {
                (self.added[i].v, self.added[i].w) = (self.added[i].v + v, self.added[i].w + w);
                (self.foretold[i], self.change[i]) = (self.rows[i], self.added[i]);
            }
        }
    }

    /// In a group that does not agree, or agrees only to a share of a jump, contacts give no energy: all its impulses
    /// `λ` become the multiple `s λ` with which its bodies have as much as if there were none. From the velocities `u`
    /// without them to `u + W λ` the energy grows by `λ·u + ½ λ·W·λ`. What a body has while it is no faster than
    /// falling from rest for a step makes it is not counted.
    fn restrain(&mut self, sub_step: u32, agrees: bool) {
        self.tick += 1.0;
        let (names, sub_steps) = (self.names(), f64::from(self.config.sub_steps));
        let mut loose: BTreeSet<usize> = if agrees { BTreeSet::new() } else { self.slow.iter().copied().collect() };
        for group in self.groups.iter().flatten().filter(|group| group.sub_step == sub_step) {
            for key in &group.keys {
                let link = &self.links[key];
                if link.tolerance2 > link.least2 {
                    loose.insert(self.name(&names, key));
                }
            }
        }
        let mut free = self.rows.clone();
        for i in (0..free.len()).filter(|i| self.active[*i]) {
            let (before, gain) = (self.before[i], self.starts[i].gain);
            free[i] = Row { v: before.v + gain.v, w: before.w + gain.w, ..free[i] };
        }
        for name in loose {
            let gained = |i: usize| {
                let (mass, inertia) = (1.0 / self.starts[i].inertia.0, self.starts[i].inertia.1.inverse());
                let energy = |row: &Row| 0.5 * (mass * row.v.length_squared() + (inertia * row.w).dot(row.w));
                let falling = self.starts[i].gain.v * sub_steps;
                let (now, before) = (energy(&self.rows[i]), energy(&free[i]));
                (now - before.max(0.5 * mass * falling.length_squared())).max((now - before).min(0.0))
            };
            let bodies = (0..names.len()).filter(|i| self.active[*i] && names[*i] == name);
            if bodies.map(gained).sum::<f64>() <= 0.0 {
                continue;
            }
            let keys: Vec<Key> = self.links.keys().filter(|key| self.name(&names, key) == name).copied().collect();
            let (mut against, mut all) = (0.0, 0.0);
            for link in keys.iter().map(|key| &self.links[key]) {
                against += link.power(&link.row_a(&free), &free[link.b]);
                all += link.power(&link.row_a(&self.rows), &self.rows[link.b]);
            }
            // ½ λ·(u + u') is what they give in all.
            if against + all <= 0.0 {
                continue;
            }
            let share = (-2.0 * against / (all - against)).clamp(0.0, 1.0);
            for key in keys {
                let link = self.links.get_mut(&key).unwrap();
                let (mut a, mut b) = (Row::default(), Row::default());
                link.warm_start(&mut a, &mut b);
                for (side, (push, arm)) in [(a, link.ra), (b, link.rb)].into_iter().enumerate() {
                    if let (Some(i), true) = (link.side(side), self.order.touch(key).map(Touch::feels)[side]) {
                        self.rows[i] = link.without(&self.rows[i], &push, 1.0 - share, arm, self.tick);
                    }
                }
                link.keep(share);
            }
        }
    }

    fn is_stale(&self, key: Key, visited: f64) -> bool {
        let link = &self.links[&key];
        link.row_a(&self.rows).mark.max(self.rows[link.b].mark) > visited
    }

    /// Visits the groups that are due, colour by colour; how many were.
    fn iterate(&mut self, sub_step: u32, backward: bool, whom: Whom) -> usize {
        let mut visits = 0;
        for k in 0..self.groups.len() {
            let color = if backward { self.groups.len() - 1 - k } else { k };
            self.tick += 1.0;
            let mut shared = vec![];
            for number in 0..self.groups[color].len() {
                let group = &self.groups[color][number];
                let stale = group.keys.iter().any(|key| self.is_stale(*key, group.visited));
                let due = match whom {
                    Whom::All => true,
                    Whom::Restless => group.restless || stale,
                    Whom::Stale => stale,
                    Whom::Solved => group.solved && stale,
                };
                if due {
                    self.visit((color, number), sub_step, backward, &mut shared);
                    visits += 1;
                }
            }
            add_shared(&mut self.rows, &shared);
        }
        visits
    }

    fn visit(&mut self, place: (usize, usize), sub_step: u32, backward: bool, shared: &mut Vec<(usize, Row)>) {
        let tuning = &self.config.tuning;
        let (ease, blow) = (f64::from(tuning.relative_tolerance), 2.0 / f64::from(tuning.tolerance));
        let first = self.groups[place.0][place.1].visited == 0.0 || self.groups[place.0][place.1].sub_step != sub_step;
        if first {
            self.begin_sub_step(place, sub_step);
        }
        let group = &mut self.groups[place.0][place.1];
        let mut own = false;
        group.restless = false;
        for key in &group.keys {
            let link = self.links.get_mut(key).unwrap();
            let old = (link.row_a(&self.rows), self.rows[link.b]);
            let (mut a, mut b) = old;
            let moving2 = if backward {
                let left = link.solve_normals(&mut a, &mut b, true);
                left.max(link.solve_friction(&mut a, &mut b))
            } else {
                let slip = link.solve_friction(&mut a, &mut b);
                link.solve_normals(&mut a, &mut b, false).max(slip)
            };
            group.restless |= moving2 > link.least2;
            let change = |new: &Row, old: &Row, r: DVec3| {
                (new.v - old.v).length_squared() + (new.w - old.w).length_squared() * r.length_squared()
            };
            let changes = (change(&a, &old.0, link.ra), change(&b, &old.1, link.rb));
            if changes.0 > link.tolerance2 {
                a.mark = self.tick;
            }
            if changes.1 > link.tolerance2 {
                b.mark = self.tick;
            }
            let most = changes.0.max(changes.1);
            if first {
                let eased = (most - link.least2 * blow * blow) * ease * ease;
                link.tolerance2 = link.least2.max(eased);
            }
            own |= most > link.tolerance2;
            give_back(&mut self.rows, link, self.order.touch(*key), old, (a, b), shared);
        }
        group.visited = if own { self.tick - 0.5 } else { self.tick };
    }

    /// Reads how far each gap may close in the sub-step.
    fn begin_sub_step(&mut self, place: (usize, usize), sub_step: u32) {
        let (slop, h) = (f64::from(self.config.tuning.slop), self.h());
        let group = &mut self.groups[place.0][place.1];
        sum_up(group, self.links, sub_step);
        group.overlaps = false;
        for key in &group.keys {
            let link = self.links.get_mut(key).unwrap();
            link.approach = 0.0;
            for k in 0..link.points.len() {
                let p = link.points[k];
                let displacement = link.relative(&link.row_a(&self.moved), &self.moved[link.b], p.offset);
                let gap = p.gap + displacement.dot(link.n);
                link.points[k].closing = (gap - slop).max(0.0) / h;
                group.overlaps |= if p.impulse > 0.0 { gap.abs() } else { -gap } > 0.5 * slop;
            }
        }
    }

    /// The group of a contact, by name.
    fn name(&self, names: &[usize], key: &Key) -> usize {
        let (link, [a, _]) = (&self.links[key], self.linked[key]);
        names[if a { link.a.unwrap_or(link.b) } else { link.b }]
    }

    /// Finds the groups that do not agree, at first also those that did not in the sub-step before; whether there are any.
    fn find_slow(&mut self, first: bool) -> bool {
        let names = self.names();
        let mut slow: Vec<usize> = vec![];
        for group in self.groups.iter().flatten() {
            let stale = group.keys.iter().filter(|key| self.is_stale(**key, group.visited));
            slow.extend(stale.map(|key| self.name(&names, key)));
        }
        slow.sort_unstable();
        slow.dedup();
        if first {
            let own = slow.iter().copied().filter(|name| !self.dense.contains_key(name)).collect();
            slow.extend(std::mem::replace(&mut self.again, own));
            slow.sort_unstable();
            slow.dedup();
        }
        self.slow = slow;
        !self.slow.is_empty()
    }

    /// Solves the groups that do not agree all at once; whether any was.
    fn solve_directly(&mut self, sub_step: u32) -> bool {
        let names = self.names();
        let mut slow = self.slow.clone();
        slow.retain(|name| !self.dense.contains_key(name));
        if slow.is_empty() {
            return false;
        }
        let listed: Vec<(usize, Key)> = self
            .order
            .keys()
            .iter()
            .map(|(key, _)| (self.name(&names, key), *key))
            .filter(|x| slow.contains(&x.0))
            .collect();
        for color in 0..self.groups.len() {
            for number in 0..self.groups[color].len() {
                let group = &self.groups[color][number];
                let due = group.sub_step != sub_step && group.keys.iter().any(|key| listed.iter().any(|x| x.1 == *key));
                if due {
                    self.begin_sub_step((color, number), sub_step);
                }
            }
        }
        self.tick += 1.0;
        let mut solved = vec![];
        for name in slow {
            let keys: Vec<Key> = listed.iter().filter(|x| x.0 == name).map(|x| x.1).collect();
            let links: Vec<&Link> = keys.iter().map(|key| &self.links[key]).collect();
            let felt = keys.iter().map(|key| self.linked[key]).collect();
            let solution = if self.config.tuning.direct_products == 0 {
                None
            } else {
                Joints::new(links, felt, &self.rows).solve()
            };
            let Some(solution) = solution else {
                self.dense.insert(name, true);
                continue;
            };
            solved.push(name);
            for (key, impulses) in keys.iter().zip(solution) {
                self.take_over(*key, &impulses);
            }
        }
        for number in 0..self.groups.len() {
            for k in 0..self.groups[number].len() {
                let of_solved = |key: &Key| solved.contains(&self.name(&names, key));
                let any = self.groups[number][k].keys.iter().any(of_solved);
                self.groups[number][k].solved = any;
            }
        }
        self.solutions += solved.len();
        !solved.is_empty()
    }

    fn take_over(&mut self, key: Key, impulses: &[f64; IMPULSES]) {
        let link = self.links.get_mut(&key).unwrap();
        let before = link.clone();
        for (p, impulse) in link.points.iter_mut().zip(impulses) {
            p.impulse = *impulse;
        }
        link.tangent = link.t1 * impulses[4] + link.t2 * impulses[5];
        link.spin = impulses[6];
        link.roll = link.t1 * impulses[7] + link.t2 * impulses[8];
        let (mut a, mut b) = (Row::default(), Row::default());
        link.warm_start(&mut a, &mut b);
        let (mut old_a, mut old_b) = (Row::default(), Row::default());
        before.warm_start(&mut old_a, &mut old_b);
        let felt = self.order.touch(key).map(Touch::feels);
        for (side, (new, old)) in [(a, old_a), (b, old_b)].into_iter().enumerate() {
            if let (Some(i), true) = (link.side(side), felt[side]) {
                let row = &mut self.rows[i];
                *row = Row { v: row.v + new.v - old.v, w: row.w + new.w - old.w, mark: self.tick };
            }
        }
    }

    /// By body: the least of those it hangs together with.
    fn names(&self) -> Vec<usize> {
        names(self.links, &self.linked, self.rows.len())
    }

    /// Moves bodies: `v h − ½ Δv h` where the velocity changes as in the sub-step before, else `v h`.
    fn displace(&mut self, last_one: bool) {
        let h = self.h();
        for i in (0..self.rows.len()).filter(|i| self.active[*i]) {
            let (row, added, foretold) = (self.rows[i], self.added[i], self.foretold[i]);
            let change = Row { v: added.v + row.v - foretold.v, w: added.w + row.w - foretold.w, mark: 0.0 };
            self.spins[i] += (self.before[i].w + row.w) * 0.5;
            let last = std::mem::replace(&mut self.change[i], change);
            let smooth = |now: DVec3, last: DVec3| (now - last).length_squared() <= 0.25 * now.length_squared();
            let gain = self.starts[i].gain.v;
            let least = gain.length_squared().max(change.v.length_squared());
            if last_one && (change.v - last.v).length_squared() > 0.25 * least {
                self.change[i].v = gain;
            }
            let (mut v, mut w) = (row.v * h, row.w * h);
            if smooth(change.v, last.v) {
                v -= change.v * (0.5 * h);
            }
            if smooth(change.w, last.w) {
                w -= change.w * (0.5 * h);
            }
            self.moved[i].v += v;
            self.moved[i].w += w;
        }
        // What is driven goes as it goes.
        for i in (0..self.rows.len()).filter(|i| self.starts[*i].inertia.0 == 0.0) {
            self.moved[i].v += self.rows[i].v * h;
            self.moved[i].w += self.rows[i].w * h;
        }
    }

    /// Moves overlapping bodies apart, and those that bear a load back to where they touch.
    fn depenetrate(&mut self) {
        let tuning = &self.config.tuning;
        let (slop, share) = (f64::from(tuning.slop), f64::from(tuning.push_share));
        let (push, h) = (f64::from(tuning.push_speed), f64::from(self.config.dt()));
        let in_a_step = f64::from(self.config.sub_steps) / f64::from(tuning.tolerance);
        for round in 0..4 {
            for color in 0..self.groups.len() {
                let mut shared = vec![];
                for group in self.groups[color].iter().filter(|group| group.overlaps) {
                    for key in &group.keys {
                        let link = self.links.get_mut(key).unwrap();
                        let old = (link.row_a(&self.moved), self.moved[link.b]);
                        let (mut a, mut b) = old;
                        let pressed = link.least2.sqrt() * in_a_step;
                        let most = if push > 0.0 { push.max(pressed) * h } else { 0.0 };
                        for k in 0..if round == 0 { link.points.len() } else { 0 } {
                            let gap = link.points[k].gap + link.relative(&a, &b, link.points[k].offset).dot(link.n);
                            let deep = ((-gap - slop).max(0.0) * share).min(most);
                            link.points[k].closing = gap + deep - 0.2 * gap.clamp(-slop, slop);
                        }
                        for _ in 0..if link.points.len() == 1 { 1 } else { 2 } {
                            for k in 0..link.points.len() {
                                let p = link.points[k];
                                let gap = p.gap + link.relative(&a, &b, p.offset).dot(link.n);
                                let mut push = p.mass * (p.closing - gap);
                                if !(p.impulse > 0.0 && gap < slop) {
                                    push = if gap < 0.0 { push.max(0.0) } else { 0.0 };
                                }
                                link.push(&mut a, &mut b, link.n * push, p.offset.cross(link.n) * push);
                            }
                        }
                        give_back(&mut self.moved, link, self.order.touch(*key), old, (a, b), &mut shared);
                    }
                }
                add_shared(&mut self.moved, &shared);
            }
        }
    }
}

/// Adds the impulses of the sub-steps since a group was last visited.
fn sum_up(group: &mut Group, links: &mut BTreeMap<Key, Link>, sub_step: u32) {
    let steps = f64::from(sub_step - group.sub_step);
    group.sub_step = sub_step;
    for key in &group.keys {
        let link = links.get_mut(key).unwrap();
        link.points.iter_mut().for_each(|p| p.total += p.impulse * steps);
        let tangent = link.tangent;
        link.tangent_total += tangent * steps;
    }
}

/// Writes back what a contact pushes alone, and notes what it changed of a body that it shares.
fn give_back(
    rows: &mut [Row],
    link: &Link,
    touch: [Touch; 2],
    old: (Row, Row),
    new: (Row, Row),
    shared: &mut Vec<(usize, Row)>,
) {
    for (side, (old, new)) in [(old.0, new.0), (old.1, new.1)].into_iter().enumerate() {
        let Some(i) = link.side(side) else { continue };
        match touch[side] {
            Touch::Fixed => {}
            Touch::Alone => rows[i] = new,
            Touch::Shared(_) => shared.push((i, Row { v: new.v - old.v, w: new.w - old.w, mark: new.mark })),
        }
    }
}

fn add_shared(rows: &mut [Row], shared: &[(usize, Row)]) {
    for (i, change) in shared {
        let row = &mut rows[*i];
        *row = Row { v: row.v + change.v, w: row.w + change.w, mark: row.mark.max(change.mark) };
    }
}

/// Inverse inertia in world axes.
pub fn world_inertia(rotation: DQuat, inverse: DVec3) -> DMat3 {
    let axes = DMat3::from_quat(rotation);
    axes * DMat3::from_diagonal(inverse) * axes.transpose()
}
