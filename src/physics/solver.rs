//! The sub-stepped contact solver: colours, batches, sweeps.
//!
//! A contact constrains two bodies; contacts of one colour share no dynamic body, so eight of them can be solved at
//! once and any number of threads may share a colour without changing a bit of the result.

mod batch;
mod hard;
mod rows;
mod wide;

pub(super) use batch::Softness;

use super::bodies::Bodies;
use super::config::Tuning;
use super::impact::{Load, Striker, Surface, part_points};
use super::pairs::{Pair, Pairs, is_plane};
use crate::math::Sym3;
use batch::Batch;
use glam::{Mat3, Vec3};
use hard::Hard;
use rayon::prelude::*;
use rows::{Row, Rows};
use wide::{LANES, Wide, set};

/// Colours before contacts overflow into batches of their own.
const COLORS: usize = 48;

/// Batches that are given room as soon as there are so many contacts.
const MOST_ROOM: usize = 4_096;

/// Marks a contact of a hard island: those have colours of their own.
const HARD: usize = COLORS + 1;

/// How a contact is to be solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grade {
    /// The island it is in.
    pub island: u32,
    /// Swept with its island until all agree.
    pub hard: bool,
    /// Whether a heavy body meets a light one in its island.
    pub uneven: bool,
    /// How much of the contacts' springiness it has, 0…1.
    pub softness: f32,
}

/// How the sweeps are done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeps<'a> {
    /// Length of a sub-step (s).
    pub h: f32,
    pub sub_steps: u32,
    /// Against bodies that move.
    pub soft: Softness,
    pub tuning: &'a Tuning,
}

/// The batches of one colour: ranges in the solver's two lists.
#[derive(Clone, Copy, Debug, Default)]
struct Color {
    single: (usize, usize),
    multi: (usize, usize),
}

/// Scratch of the solver; kept so that a warm step allocates nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Solver {
    /// Velocity and spin; row 0 is the static world, then kinematic bodies, then dynamic ones.
    velocities: Vec<Row>,
    /// Displacement and turn since the step began.
    displacements: Vec<Row>,
    /// Velocities at the start of the sub-step.
    before: Vec<Row>,
    /// Displacement and turn since the step began without the pushes, when somebody wants to know.
    held: Vec<Row>,
    /// Velocity gained by forces in a sub-step.
    gain: Vec<Row>,
    /// Velocity gained by everything in the last sub-step.
    change: Vec<Row>,
    /// Inverse mass and inverse inertia (world): m, gap, gap, gap, …; see [`inertia_row`].
    masses: Vec<[f32; 8]>,
    /// Slot of each row.
    slots: Vec<u32>,
    /// Row of each slot; 0 for static bodies and those without contacts.
    row: Vec<u32>,
    /// Rows below this one cannot be pushed.
    fixed: u32,
    /// Colours in use by each row, one bit each.
    used: Vec<u64>,
    /// Colour of each contact.
    color: Vec<u8>,
    colors: Vec<Color>,
    single: Vec<Batch<1>>,
    multi: Vec<Batch<4>>,
    hard: Hard,
}

/// Inverse mass and the six numbers of the inverse inertia tensor in world axes.
fn inertia_row(inv_mass: f32, inertia: &Sym3) -> [f32; 8] {
    let (d, o) = (inertia.diagonal, inertia.off);
    [inv_mass, d.x, d.y, d.z, o.x, o.y, o.z, 0.0]
}

impl Solver {
    /// Colours in use.
    pub fn color_count(&self) -> usize {
        self.colors.iter().filter(|c| c.single.0 < c.single.1 || c.multi.0 < c.multi.1).count()
    }

    /// Whether the slot has a row: it has contacts, or is kinematic.
    #[inline]
    pub fn has_row(&self, slot: usize) -> bool {
        self.row[slot] != 0
    }

    /// Gives every moving body that a listed contact touches a row.
    pub fn assign_rows(&mut self, bodies: &Bodies, pairs: &Pairs, touching: &[u32]) {
        self.row.clear();
        self.row.resize(bodies.len(), 0);
        for &index in touching {
            let head = &pairs.heads[index as usize];
            for slot in [head.a, head.b] {
                if !is_plane(slot) && bodies.moves(slot as usize) {
                    self.row[slot as usize] = 1;
                }
            }
        }
        self.slots.clear();
        self.slots.push(u32::MAX);
        for dynamic in [false, true] {
            if dynamic {
                self.fixed = self.slots.len() as u32;
            }
            for slot in 0..bodies.len() {
                if self.row[slot] != 0 && (bodies.inv_mass[slot] > 0.0) == dynamic {
                    self.slots.push(slot as u32);
                }
            }
        }
        self.row.fill(0);
        for (row, &slot) in self.slots.iter().enumerate().skip(1) {
            self.row[slot as usize] = row as u32;
        }
    }

    /// Loads velocities, forces and masses. `gain` gives the velocity and the spin that forces add in a sub-step.
    pub fn load(&mut self, bodies: &Bodies, shift: impl Fn(usize) -> Vec3, gain: impl Fn(usize) -> (Vec3, Vec3)) {
        let len = self.slots.len();
        for rows in [&mut self.velocities, &mut self.displacements, &mut self.before, &mut self.gain] {
            rows.clear();
            rows.resize(len, Row::default());
        }
        self.change.clear();
        self.masses.clear();
        self.change.resize(len, Row::default());
        self.masses.resize(len, [0.0; 8]);
        for row in 1..len {
            let slot = self.slots[row] as usize;
            self.velocities[row] = Row::new(bodies.velocity[slot], bodies.spin[slot]);
            self.displacements[row] = Row::new(shift(slot), Vec3::ZERO);
            if row >= self.fixed as usize {
                let (linear, angular) = gain(slot);
                self.gain[row] = Row::new(linear, angular);
                self.change[row] = Row::new(bodies.change[slot].0, bodies.change[slot].1);
                let axes = Mat3::from_quat(bodies.rotation[slot]);
                let inertia = Sym3::rotated_diagonal(&axes, bodies.inv_inertia[slot]);
                self.masses[row] = inertia_row(bodies.inv_mass[slot], &inertia);
            }
        }
    }

    /// Gives each contact a colour that neither of its dynamic bodies has yet, and fills the batches.
    /// Each has its grade: hard ones are kept apart, firm ones have no spring.
    pub fn color(&mut self, pairs: &Pairs, touching: &[u32], grades: &[Grade], tuning: &Tuning) {
        self.used.clear();
        self.used.resize(self.slots.len(), 0);
        self.color.clear();
        self.hard.clear(touching.len());
        let mut counts = [[0_usize; 2]; COLORS + 1];
        for (k, &index) in touching.iter().enumerate() {
            let head = &pairs.heads[index as usize];
            if grades[k].hard {
                self.color.push(HARD as u8);
                self.hard.push(&grades[k], k);
                continue;
            }
            let (ra, rb) = (self.row_of(head.a), self.row_of(head.b));
            let mask = |row: usize| if row >= self.fixed as usize { self.used[row] } else { 0 };
            let color = ((!(mask(ra) | mask(rb))).trailing_zeros() as usize).min(COLORS);
            if color < COLORS {
                self.used[ra] |= 1 << color;
                self.used[rb] |= 1 << color;
            }
            self.color.push(color as u8);
            counts[color][usize::from(head.points > 1)] += 1;
        }
        // Contacts of the overflow share bodies: each gets a batch of its own and they are solved one by one.
        self.colors.clear();
        let mut end = Color::default();
        for (color, [single, multi]) in counts.into_iter().enumerate() {
            let batches = |n: usize| if color < COLORS { n.div_ceil(LANES) } else { n };
            let (singles, multis) = (end.single.1 + batches(single), end.multi.1 + batches(multi));
            end = Color { single: (end.single.1, singles), multi: (end.multi.1, multis) };
            self.colors.push(end);
        }
        let end = self.arrange_hard(pairs, touching, (end.single.1, end.multi.1), tuning);
        // How many batches there are changes with the islands: with room for some thousand, few worlds ever ask for more.
        let room = touching.len().min(MOST_ROOM);
        self.single.clear();
        self.single.reserve(room);
        self.single.resize_with(end.0, Batch::default);
        self.multi.clear();
        self.multi.reserve(room);
        self.multi.resize_with(end.1, Batch::default);
        let mut filled = [[0_usize; 2]; COLORS + 1];
        for (k, &index) in touching.iter().enumerate() {
            let color = usize::from(self.color[k]);
            if color == HARD {
                continue;
            }
            let class = usize::from(pairs.heads[index as usize].points > 1);
            let place = filled[color][class];
            filled[color][class] += 1;
            let place = if color < COLORS { (place / LANES, place % LANES) } else { (place, 0) };
            let range = if class == 0 { self.colors[color].single } else { self.colors[color].multi };
            self.fill(pairs, index, grades[k].softness, (range.0 + place.0, place.1));
        }
        let hard = std::mem::take(&mut self.hard);
        for (k, place) in hard.places() {
            self.fill(pairs, touching[k], grades[k].softness, place);
        }
        self.hard = hard;
    }

    /// Gives hard contacts colours and places in batches that start at `first`; where the batches end.
    fn arrange_hard(
        &mut self,
        pairs: &Pairs,
        touching: &[u32],
        first: (usize, usize),
        tuning: &Tuning,
    ) -> (usize, usize) {
        let mut hard = std::mem::take(&mut self.hard);
        hard.color(tuning.group_contacts as usize, |k, color| {
            let head = &pairs.heads[touching[k] as usize];
            let (ra, rb) = (self.row_of(head.a), self.row_of(head.b));
            let mask = |row: usize| if row >= self.fixed as usize { self.used[row] } else { 0 };
            let free = !(mask(ra) | mask(rb));
            if free == 0 {
                // More neighbours than there are bits: a colour of its own.
                *color = u64::BITS + k as u32;
                return;
            }
            *color = free.trailing_zeros();
            self.used[ra] |= 1 << *color;
            self.used[rb] |= 1 << *color;
        });
        let end = hard.arrange(first, tuning, |k| pairs.heads[touching[k] as usize].points > 1);
        self.hard = hard;
        end
    }

    /// Writes a contact into its batch and lane.
    fn fill(&mut self, pairs: &Pairs, index: u32, softness: f32, (batch, lane): (usize, usize)) {
        let pair = &pairs.slab[index as usize];
        let rows = (self.row_of(pair.a) as u32, self.row_of(pair.b) as u32);
        if pair.count > 1 {
            fill(&mut self.multi[batch], lane, index, pair, rows);
            set(&mut self.multi[batch].softness, lane, softness);
        } else {
            fill(&mut self.single[batch], lane, index, pair, rows);
            set(&mut self.single[batch].softness, lane, softness);
        }
    }

    fn row_of(&self, slot: u32) -> usize {
        if is_plane(slot) { 0 } else { self.row[slot as usize] as usize }
    }

    /// Effective masses of every batch.
    pub fn prepare(&mut self, parallel: bool) {
        let masses = &self.masses;
        for_each(&mut self.single, parallel, |b| prepare(b, masses));
        for_each(&mut self.multi, parallel, |b| prepare(b, masses));
    }

    /// All sub-steps: forces, warm start, solve, move, relax. When `noting`, what [`held`](Self::held) tells is kept.
    pub fn solve(&mut self, sweeps: &Sweeps, parallel: bool, noting: bool) {
        let h = sweeps.h;
        self.held.clear();
        if noting {
            self.held.extend_from_slice(&self.displacements);
        }
        for sub_step in 0..sweeps.sub_steps {
            for row in self.fixed as usize..self.slots.len() {
                self.before[row] = self.velocities[row];
                // Contacts push in this sub-step as they did in the last: what everything changed then, it changes now.
                let gain = if sub_step == 0 { &self.gain[row] } else { &self.change[row] };
                for (v, g) in self.velocities[row].0.iter_mut().zip(gain.0) {
                    *v += g;
                }
            }
            if sub_step == 0 {
                self.sweep(sweeps, parallel, Stage::WarmStart);
            }
            self.sweep(sweeps, parallel, Stage::Solve);
            for (d, v) in self.displacements.iter_mut().zip(&self.velocities).skip(1) {
                for (d, v) in d.0.iter_mut().zip(v.0) {
                    *d += v * h;
                }
            }
            self.sweep(sweeps, parallel, Stage::Relax);
            for_each(&mut self.single, parallel, Batch::take_sums);
            for_each(&mut self.multi, parallel, Batch::take_sums);
            // The pushes are out of the velocities now.
            for (held, v) in self.held.iter_mut().zip(&self.velocities).skip(1) {
                held.0.iter_mut().zip(v.0).for_each(|(held, v)| *held += v * h);
            }
            for row in self.fixed as usize..self.slots.len() {
                self.finish_row(row, h);
            }
        }
    }

    /// Takes the change of velocity in this sub-step, and makes the displacement second-order where it is smooth.
    ///
    /// Under a constant acceleration `a` the path is `v h + ½ a h²` from the old velocity, that is `v' h − ½ Δv h` from
    /// the new one. Where velocity jumps (an impact) the first-order path is the right one.
    fn finish_row(&mut self, row: usize, h: f32) {
        let mut change = Row::default();
        for i in 0..8 {
            change.0[i] = self.velocities[row].0[i] - self.before[row].0[i];
        }
        let last = &self.change[row];
        let smooth = |now: Vec3, last: Vec3| (now - last).length_squared() <= 0.25 * now.length_squared();
        let (linear, angular) = (change.linear(), change.angular());
        let half = 0.5 * h;
        let (smooth, turns_smoothly) = (smooth(linear, last.linear()), smooth(angular, last.angular()));
        let straighten = |d: &mut Row| {
            if smooth {
                for i in 0..3 {
                    d.0[i] -= change.0[i] * half;
                }
            }
            if turns_smoothly {
                for i in 4..7 {
                    d.0[i] -= change.0[i] * half;
                }
            }
        };
        straighten(&mut self.displacements[row]);
        if let Some(held) = self.held.get_mut(row) {
            straighten(held);
        }
        self.change[row] = change;
    }

    fn sweep(&mut self, sweeps: &Sweeps, parallel: bool, stage: Stage) {
        let velocities = Rows::new(&mut self.velocities);
        let displacements = Rows::new(&mut self.displacements);
        let fixed = self.fixed;
        for (color, Color { single, multi }) in self.colors.iter().enumerate() {
            let parallel = parallel && color < COLORS;
            let (single, multi) = (&mut self.single[single.0..single.1], &mut self.multi[multi.0..multi.1]);
            for_each(single, parallel, |b| run(b, &velocities, &displacements, fixed, sweeps, stage));
            for_each(multi, parallel, |b| run(b, &velocities, &displacements, fixed, sweeps, stage));
        }
        let single = |b: &mut Batch<1>| run(b, &velocities, &displacements, fixed, sweeps, stage);
        let multi = |b: &mut Batch<4>| run(b, &velocities, &displacements, fixed, sweeps, stage);
        if matches!(stage, Stage::WarmStart) {
            self.hard.once(&mut self.single, &mut self.multi, single, multi);
        } else {
            self.hard.sweep(&mut self.single, &mut self.multi, sweeps.tuning, single, multi);
        }
    }

    /// Calls `tell` with the displacement (m) and the turn (rad) of each slot with contacts as they would be without the
    /// pushes that part overlaps; of a solve that noted them.
    pub fn held(&self, mut tell: impl FnMut(usize, Vec3, Vec3)) {
        for (row, held) in self.held.iter().enumerate().skip(1) {
            tell(self.slots[row] as usize, held.linear(), held.angular());
        }
    }

    /// Gives velocities back to the bodies, and calls `moved` with each dynamic or kinematic slot's displacement and
    /// turn (rad).
    ///
    /// The spin given back is without what the gain added to it in the sub-steps: the gyroscopic torque only foretells
    /// what turning the body will do.
    pub fn unload(&self, bodies: &mut Bodies, sub_steps: u32, mut moved: impl FnMut(&mut Bodies, usize, Vec3, Vec3)) {
        for row in 1..self.slots.len() {
            let slot = self.slots[row] as usize;
            if row >= self.fixed as usize {
                bodies.velocity[slot] = self.velocities[row].linear();
                bodies.spin[slot] = self.velocities[row].angular() - self.gain[row].angular() * sub_steps as f32;
                bodies.change[slot] = (self.change[row].linear(), self.change[row].angular());
            }
            moved(bodies, slot, self.displacements[row].linear(), self.displacements[row].angular());
        }
    }

    /// Lets a pair that rolls part by its points' rebound, so that it meets the contact as it will have turned by then.
    ///
    /// What does not slip now does not slip then.
    pub fn turn_on(&mut self, pair: &mut Pair, tuning: &Tuning) {
        let (ra, rb) = (self.row_of(pair.a), self.row_of(pair.b));
        let striker = |row: usize| {
            let (v, [inv_mass, xx, yy, zz, yz, xz, xy, _]) = (&self.velocities[row], self.masses[row]);
            let inertia = Sym3 { diagonal: Vec3::new(xx, yy, zz), off: Vec3::new(yz, xz, xy) };
            Striker { inv_mass, inv_inertia: inertia, velocity: v.linear(), spin: v.angular() }
        };
        let (mut a, mut b) = (striker(ra), striker(rb));
        let t2 = pair.normal.cross(pair.tangent);
        let count = usize::from(pair.count);
        let mut arms = [(Vec3::ZERO, Vec3::ZERO); 4];
        let sum: f32 = pair.points().iter().map(|p| p.total).sum();
        let rub = if sum > 0.0 { pair.friction_total.length() / sum } else { 0.0 };
        for (arm, point) in arms.iter_mut().zip(pair.points()) {
            let place = pair.tangent * point.a + t2 * point.b;
            *arm = (pair.arm_a + place, pair.arm_b + place);
        }
        let loads = pair.points.map(|p| Load { along: p.total, across: rub * p.total });
        let targets = pair.points.map(|p| p.rebound);
        let surface = Surface { normal: pair.normal, restitution: 0.0, rebound: 0.0, friction: pair.friction };
        let impulses = part_points(
            &arms[..count],
            &targets[..count],
            &loads[..count],
            &surface,
            &mut a,
            &mut b,
            tuning.impacts.sweeps,
        );
        for (point, (along, across)) in pair.points.iter_mut().zip(&impulses[..count]) {
            point.total += along;
            pair.friction_total += *across;
            pair.impulse += pair.normal * *along + *across;
        }
        for (row, striker) in [(ra, a), (rb, b)] {
            if row >= self.fixed as usize {
                self.velocities[row] = Row::new(striker.velocity, striker.spin);
            }
        }
    }

    /// Gives the impulses back to their pairs.
    pub fn store_impulses(&self, pairs: &mut Pairs) {
        for batch in &self.single {
            store(batch, pairs);
        }
        for batch in &self.multi {
            store(batch, pairs);
        }
    }
}

#[derive(Clone, Copy)]
enum Stage {
    /// Apply the impulses of the last step.
    WarmStart,
    /// Close gaps and push overlaps apart.
    Solve,
    /// Take out the velocity that pushing added.
    Relax,
}

fn run<const N: usize>(b: &mut Batch<N>, v: &Rows, d: &Rows, fixed: u32, sweeps: &Sweeps, stage: Stage) {
    match stage {
        Stage::WarmStart => b.warm_start(v, fixed),
        Stage::Solve => b.solve::<true>(v, d, fixed, &sweeps.soft, sweeps.tuning.inner_sweeps),
        Stage::Relax => b.solve::<false>(v, d, fixed, &sweeps.soft, sweeps.tuning.inner_sweeps),
    }
}

/// Least batches worth a thread of their own.
const GRAIN: usize = 16;

fn for_each<T: Send>(items: &mut [T], parallel: bool, f: impl Fn(&mut T) + Sync + Send) {
    if parallel && items.len() > GRAIN {
        items.par_chunks_mut(GRAIN).for_each(|chunk| chunk.iter_mut().for_each(&f));
    } else {
        items.iter_mut().for_each(f);
    }
}

/// Writes a contact into a lane.
fn fill<const N: usize>(batch: &mut Batch<N>, lane: usize, index: u32, pair: &Pair, (row_a, row_b): (u32, u32)) {
    batch.pair[lane] = index;
    batch.row_a[lane] = row_a;
    batch.row_b[lane] = row_b;
    batch.arm_a.set(lane, pair.arm_a);
    batch.arm_b.set(lane, pair.arm_b);
    batch.normal.set(lane, pair.normal);
    batch.tangent.set(lane, pair.tangent);
    set(&mut batch.friction, lane, pair.friction.max(pair.grip));
    let t2 = pair.normal.cross(pair.tangent);
    set(&mut batch.tangent_impulse[0], lane, pair.friction_impulse.dot(pair.tangent));
    set(&mut batch.tangent_impulse[1], lane, pair.friction_impulse.dot(t2));
    set(&mut batch.twist_impulse, lane, pair.twist_impulse);
    for (target, point) in batch.points.iter_mut().zip(pair.points()) {
        set(&mut target.a, lane, point.a);
        set(&mut target.b, lane, point.b);
        set(&mut target.separation, lane, point.start_gap);
        set(&mut target.impulse, lane, point.impulse);
        set(&mut target.mass, lane, 1.0);
    }
}

/// Gathers the masses of a batch's bodies and completes it.
fn prepare<const N: usize>(batch: &mut Batch<N>, masses: &[[f32; 8]]) {
    let gather = |index: &[u32; LANES]| {
        let row = |lane: usize| Wide::from(masses[index[lane] as usize]);
        Wide::transpose([row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)])
    };
    let [mass, xx, yy, zz, yz, xz, xy, _] = gather(&batch.row_a);
    batch.inv_mass_a = mass;
    batch.inv_inertia_a = wide::WideSym3 { xx, yy, zz, yz, xz, xy };
    let [mass, xx, yy, zz, yz, xz, xy, _] = gather(&batch.row_b);
    batch.inv_mass_b = mass;
    batch.inv_inertia_b = wide::WideSym3 { xx, yy, zz, yz, xz, xy };
    batch.prepare();
}

/// Reads the impulses of a batch back into its pairs.
fn store<const N: usize>(batch: &Batch<N>, pairs: &mut Pairs) {
    let get = wide::get;
    for lane in 0..LANES {
        if batch.pair[lane] == u32::MAX {
            continue;
        }
        let pair = &mut pairs.slab[batch.pair[lane] as usize];
        let t1 = pair.tangent;
        let t2 = pair.normal.cross(t1);
        let tangential = |[f1, f2]: &[Wide; 2]| t1 * get(f1, lane) + t2 * get(f2, lane);
        pair.friction_impulse = tangential(&batch.tangent_impulse);
        let friction = tangential(&batch.tangent_total);
        pair.friction_total += friction;
        pair.impulse += friction;
        pair.twist_impulse = get(&batch.twist_impulse, lane);
        pair.twist_total += get(&batch.twist_total, lane);
        let count = usize::from(pair.count);
        for (point, solved) in pair.points[..count].iter_mut().zip(&batch.points) {
            point.impulse = get(&solved.impulse, lane);
            point.total += get(&solved.total, lane);
            pair.impulse += pair.normal * get(&solved.total, lane);
        }
    }
}
