//! Loads of what is stacked, handed down to the ground in one pass.
//!
//! An iteration carries a load one body farther. The foot of a high wall so learns too late what it bears, and the wall
//! sinks and sways. Where bodies stand on faces of one another, what each face must bear can be told at once. From the
//! top down, every body has a wrench `p` to get rid of: its momentum, reversed, and what those above rest on it. The
//! bearing faces below it take it over by the least change of impulses that does so, `min Σ δλ²/w` with `Σ δλ e = p`,
//! and the bodies below have that much more to hand on. Loads do not pull, friction stays in its cone: what a face
//! cannot take is left.
//!
//! The changes of a group are a direction, not its solution. As a share `s` of them it changes the dual objective,
//! `½ λᵀ J M⁻¹ Jᵀ λ + λᵀ ρ`, by a parabola in `s`, whose minimum within 0 … 1 is taken: nothing is lost where it is of
//! no use, and a wall that can stand is at rest with `s = 1`. All loads stay feasible, since cones are convex.
//!
//! Impulses are kept for the next sub-step, and act once more in it. What forces did in the present one is to be borne
//! in the next as well; but whoever takes away all the motion that a body had before is given it back, reversed. Of
//! that motion a body so hands on, against those that stand on the ground, one part of as many as there are sub-steps:
//! were there no pass in the others, it would stop, not turn.
//!
//! That impulses go level by level through a graph of what stands on what is an idea of Guendelman, Bridson & Fedkiw,
//! *Nonconvex Rigid Bodies with Stacking* (2003), whose shock propagation goes from the ground up and changes masses.

use super::blocks::{M6, V6, ZERO6, backward_one, dot, factor, forward_one};
use super::groups::Groups;
use super::link::{Link, mass_matrix};
use crate::physics::constraint::batch::{Batch, EMPTY, MassRow};
use crate::physics::constraint::graph::{ConstraintGraph, Place};
use crate::physics::team::{Parts, Team};
use crate::physics::twist::Twist;
use crate::physics::wide::LANES;
use glam::Vec3;
use std::ops::Range;

/// Bodies on top of one another from which loads are handed down: iterations alone manage fewer.
const LEAST_LEVELS: u32 = 6;

/// Share of its direction that a group must take for another pass to be worth it.
const LEAST_SHARE: f64 = 0.5;

/// Passes in a step: what they leave is for the next one.
const MOST_PASSES: usize = 4;

/// Solutions of a body's bearings, each without the loads that would pull in the one before.
const ROUNDS: usize = 8;

/// Faces that a thread reads, and bodies that it lets hand on, before it takes more.
const FACES: usize = 64;
const HANDED_ON: usize = 16;

/// What is added to the response of bearings, of its trace, so that wrenches which they cannot take do no harm.
const RIDGE: f64 = 1e-6;

/// Impulses that a bearing face is asked for: four loads, friction, and the moment about the normal.
const ASKED: usize = 7;

/// A face on which one body stands on another, or on the ground.
#[derive(Clone, Copy, Debug)]
struct Bearing {
    place: Place,
    upper: u32,
    /// [`EMPTY`] for the ground.
    lower: u32,
    /// Which body of the constraint the upper one is: 0 or 1.
    side: usize,
}

/// A bearing as a pass works on it.
#[derive(Clone, Copy, Debug)]
struct Face {
    link: Link,
    /// Wrench on the upper body, and on the lower, that a unit of each impulse is (N·s, N·m·s).
    on_upper: [V6; ASKED],
    on_lower: [V6; ASKED],
}

/// What a body is to be rid of, what its bearings and those above gave it (N·s, N·m·s), the factor of its mass matrix,
/// and twice the energy of what it was given (J).
#[derive(Clone, Copy, Debug)]
struct Share {
    slot: u32,
    due: V6,
    given: V6,
    mass: M6,
    curvature: f64,
}

/// The two bodies of a face, by their shares; [`EMPTY`] for the ground.
#[derive(Clone, Copy, Debug)]
struct Ends {
    upper: u32,
    lower: u32,
}

/// Where bodies are, and what pulls at them.
#[derive(Clone, Copy)]
pub(super) struct Placement<'a> {
    /// By slot (m).
    pub positions: &'a [Vec3],
    /// Unit, or zero where nothing falls.
    pub down: Vec3,
    /// Gap that counts as closed (m).
    pub slop: f32,
}

/// What bodies are, and how they moved when the sub-step began.
#[derive(Clone, Copy)]
pub(super) struct Loads<'a> {
    /// By slot.
    pub masses: &'a [MassRow],
    pub before: &'a [Twist],
    /// Share of that motion that a pass takes away.
    pub brake: f32,
    pub tick: f32,
    pub team: &'a Team,
}

/// Stacks of the present step, and scratch.
#[derive(Debug, Default)]
pub(super) struct LoadPaths {
    /// Whether the stacks are those of the present step.
    known: bool,
    /// Passes that are left in this step.
    passes: usize,
    /// All of the step, by upper body, the lowest body first.
    bearings: Vec<Bearing>,
    /// By slot: bodies on the longest way down to the ground, itself included; 0 for what stands on no face.
    levels: Vec<u32>,
    /// By name of a group: whether it is stacked high, and has not been given up in this step.
    high: Vec<bool>,
    /// Those of the bearings whose loads are handed down now, with the name of their group.
    chosen: Vec<(u32, Bearing)>,
    faces: Vec<Face>,
    /// By face.
    ends: Vec<Ends>,
    /// Faces of bodies of which none stands on another, from the top down: their turn comes together.
    run: Vec<Range<usize>>,
    /// By share: the number of the run in which something above was last handed to it.
    handed: Vec<u32>,
    /// By slot: the place of a body's share; [`EMPTY`] for none.
    numbers: Vec<u32>,
    shares: Vec<Share>,
    /// By name of a group: momentum and mass of the bodies that stand on the ground (kg·m/s, kg).
    feet: Vec<(Vec3, f32)>,
    /// By name of a group: slope and curvature of the objective along its direction (J).
    parabolas: Vec<(f64, f64)>,
}

impl LoadPaths {
    /// A step begins: contacts may have changed.
    pub fn forget(&mut self) {
        self.known = false;
    }

    /// Lists the bearings of slow groups that stand and are stacked high; whether there are any.
    pub fn list(&mut self, groups: &mut Groups, graph: &ConstraintGraph, placement: Placement) -> bool {
        // The stacks are found once a step, and loads are handed down so often at most.
        if !std::mem::replace(&mut self.known, true) {
            self.find_stacks(groups, graph, placement);
            self.passes = MOST_PASSES;
        }
        self.chosen.clear();
        if self.passes == 0 {
            return false;
        }
        for bearing in &self.bearings {
            let name = groups.name_of(bearing.upper);
            if self.high[name as usize] && groups.is_slow_heap(name) {
                self.chosen.push((name, *bearing));
            }
        }
        self.passes -= usize::from(!self.chosen.is_empty());
        !self.chosen.is_empty()
    }

    /// The constraints of what was listed.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.chosen.iter().map(|(_, bearing)| bearing.place)
    }

    /// Hands down the loads of what was listed; how many groups were changed by as much as makes another pass worth it.
    pub fn hand_down(
        &mut self,
        groups: &mut Groups,
        graph: &mut ConstraintGraph,
        rows: &mut [Twist],
        given: Loads,
    ) -> usize {
        self.find_feet(given);
        self.read(graph, rows, given);
        // From the top down: when a body's turn comes, all that stands on it has handed on what it had.
        self.handed.clear();
        self.handed.resize(self.shares.len(), 0);
        let (mut end, mut number) = (self.ends.len(), 1);
        while end > 0 {
            let upper = self.ends[end - 1].upper;
            let start = self.ends[..end].iter().rposition(|ends| ends.upper != upper).map_or(0, |last| last + 1);
            if self.handed[upper as usize] == number {
                self.hand_on(given.team);
                number += 1;
            }
            self.ends[start..end].iter().filter(|ends| ends.lower != EMPTY).for_each(|ends| {
                self.handed[ends.lower as usize] = number;
            });
            self.run.push(start..end);
            end = start;
        }
        self.hand_on(given.team);
        self.measure(given.team);
        self.take_over(groups, graph, rows, given.tick)
    }

    /// Finds the faces on which bodies stand, each of them on what stands itself, down to the ground; and which
    /// groups are high.
    fn find_stacks(&mut self, groups: &mut Groups, graph: &ConstraintGraph, placement: Placement) {
        self.bearings.clear();
        // Faces alone bear: contacts of several points.
        for (number, color) in graph.colors.iter().enumerate() {
            for (k, batch) in color.multi.batches.iter().enumerate() {
                let (place, links) = (|lane| Place::new(number, true, k * LANES + lane), groups.links(batch));
                list_bearings((batch, links), place, placement, &mut self.bearings);
            }
        }
        // A body's centre is above those of the bodies that bear it, so that each comes after them.
        let height = |slot: u32| -placement.positions[slot as usize].dot(placement.down);
        self.bearings.sort_unstable_by(|a, b| {
            let heights = height(a.upper).total_cmp(&height(b.upper));
            heights.then(a.upper.cmp(&b.upper)).then(a.place.to_word().cmp(&b.place.to_word()))
        });
        // From the ground up: one level above the highest that bears it, and nothing that hangs in the air.
        self.levels.clear();
        self.levels.resize(placement.positions.len(), 0);
        self.high.clear();
        self.high.resize(placement.positions.len(), false);
        let (levels, high) = (&mut self.levels, &mut self.high);
        self.bearings.retain(|bearing| {
            let below = if bearing.lower == EMPTY { 0 } else { levels[bearing.lower as usize] };
            let stands = bearing.lower == EMPTY || below > 0;
            if stands {
                let level = &mut levels[bearing.upper as usize];
                *level = (*level).max(below + 1);
                high[groups.name_of(bearing.upper) as usize] |= *level >= LEAST_LEVELS;
            }
            stands
        });
    }

    /// Finds how those move that stand on the ground: what is stacked on them is to move alike.
    fn find_feet(&mut self, given: Loads) {
        self.feet.clear();
        self.feet.resize(given.masses.len(), (Vec3::ZERO, 0.0));
        for (name, bearing) in self.chosen.iter().filter(|(_, bearing)| bearing.lower == EMPTY) {
            let (slot, feet) = (bearing.upper as usize, &mut self.feet[*name as usize]);
            let mass = 1.0 / given.masses[slot].inv_mass;
            feet.0 += given.before[slot].linear * mass;
            feet.1 += mass;
        }
    }

    /// Reads constraints and motions: every body is to be rid of its momentum.
    fn read(&mut self, graph: &ConstraintGraph, rows: &[Twist], given: Loads) {
        self.ends.clear();
        self.shares.clear();
        self.numbers.resize(given.masses.len(), EMPTY);
        // Bodies are numbered as they are met, and faces know theirs by number.
        for (name, bearing) in &self.chosen {
            let (momentum, mass) = self.feet[*name as usize];
            let ground = if mass > 0.0 { momentum / mass } else { Vec3::ZERO };
            let [upper, lower] = [bearing.upper, bearing.lower].map(|slot| {
                if slot == EMPTY {
                    return EMPTY;
                }
                let number = &mut self.numbers[slot as usize];
                if *number == EMPTY {
                    *number = self.shares.len() as u32;
                    self.shares.push(Share::new(slot, &rows[slot as usize], ground, given));
                }
                *number
            });
            self.ends.push(Ends { upper, lower });
        }
        self.shares.iter().for_each(|share| self.numbers[share.slot as usize] = EMPTY);
        // The faces by all threads, each by itself.
        let chosen = &self.chosen;
        if self.faces.len() < chosen.len() {
            self.faces.resize(chosen.len(), Face::read(&chosen[0].1, graph, rows));
        }
        given
            .team
            .each(&mut self.faces[..chosen.len()], FACES, |k, face| *face = Face::read(&chosen[k].1, graph, rows));
    }

    /// Lets the bodies of a run hand on what they are to be rid of, as far as their bearings take it.
    fn hand_on(&mut self, team: &Team) {
        let (faces, shares) = (Parts::new(&mut self.faces), Parts::new(&mut self.shares));
        let ends = &self.ends;
        team.each(&mut self.run, HANDED_ON, |_, range| {
            let upper = ends[range.start].upper as usize;
            faces.with(range.clone(), |faces| shares.with(upper..upper + 1, |share| hand_on(faces, &mut share[0])));
        });
        // Those below have as much more to hand on: one after the other, since two may stand on the same.
        for k in self.run.drain(..).flatten() {
            let face = &self.faces[k];
            if let Some(below) = self.shares.get_mut(self.ends[k].lower as usize) {
                for (e, change) in face.on_lower.iter().zip(&face.link.change) {
                    add(&mut below.given, e, *change);
                    add(&mut below.due, e, -*change);
                }
            }
        }
    }

    /// Adds up slope and curvature of the objective along the direction of each group.
    fn measure(&mut self, team: &Team) {
        team.each(&mut self.shares, FACES, |_, share| {
            share.curvature = energy_product(&share.mass, &share.given, &share.given);
        });
        self.parabolas.clear();
        self.parabolas.resize(self.numbers.len(), (0.0, 0.0));
        for ((face, (name, _)), ends) in self.faces.iter().zip(&self.chosen).zip(&self.ends) {
            let parabola = &mut self.parabolas[*name as usize];
            parabola.0 -= (0..ASKED).map(|k| face.link.change[k] * face.link.residual[k]).sum::<f64>();
            // Each body once: with its first bearing.
            parabola.1 += std::mem::take(&mut self.shares[ends.upper as usize].curvature);
        }
    }

    /// Takes the step that leaves each group the least; how many groups went most of the way.
    fn take_over(&mut self, groups: &mut Groups, graph: &mut ConstraintGraph, rows: &mut [Twist], tick: f32) -> usize {
        let mut useful = 0;
        for (Face { link, .. }, (name, bearing)) in self.faces.iter_mut().zip(&self.chosen) {
            let (slope, curvature) = self.parabolas[*name as usize];
            let share = if curvature > 0.0 { (slope / curvature).clamp(0.0, 1.0) } else { 0.0 };
            // What is of little use is not tried again in this step.
            let worth = share >= LEAST_SHARE;
            self.high[*name as usize] &= worth;
            useful += usize::from(worth);
            groups.solved[*name as usize] |= share > 0.0;
            if share > 0.0 && link.change.iter().any(|change| *change != 0.0) {
                link.change.iter_mut().for_each(|change| *change *= share);
                graph.take_over(bearing.place, &link.impulses(), rows, tick);
            }
        }
        useful
    }
}

impl Share {
    fn new(slot: u32, velocity: &Twist, ground: Vec3, given: Loads) -> Self {
        let m = mass_matrix(&given.masses[slot as usize]);
        let before = &given.before[slot as usize];
        // What the sub-step added, and a part of the motion against the ground.
        let linear = velocity.linear - before.linear + (before.linear - ground) * given.brake;
        let angular = velocity.angular - before.angular + before.angular * given.brake;
        let v = [linear, angular].map(|v| v.as_dvec3().to_array());
        let v: V6 = std::array::from_fn(|k| v[k / 3][k % 3]);
        let due = std::array::from_fn(|k| -dot(&m[k], &v));
        let mut mass = m;
        factor(&mut mass);
        Self { slot, due, given: [0.0; 6], mass, curvature: 0.0 }
    }
}

/// Lists the lanes of a batch in which one body stands on a face of the other.
fn list_bearings(
    (batch, links): (&Batch<4>, [u8; 2]),
    place: impl Fn(usize) -> Place,
    placement: Placement,
    bearings: &mut Vec<Bearing>,
) {
    let standing = batch.bearing_lanes(placement.down, placement.slop);
    for side in 0..2 {
        for lane in batch.lanes().filter(|lane| (standing[side] & links[side]) >> lane & 1 == 1) {
            let slots = [batch.a[lane], batch.b[lane]];
            let lower = if links[1 - side] >> lane & 1 == 1 { slots[1 - side] } else { EMPTY };
            bearings.push(Bearing { place: place(lane), upper: slots[side], lower, side });
        }
    }
}

/// Hands on what a body is to be rid of to its bearings, as far as they take it.
fn hand_on(faces: &mut [Face], share: &mut Share) {
    let Share { due, mass, .. } = *share;
    for _ in 0..ROUNDS {
        // δλ = w e·W⁻¹p; a load that would pull ends at nothing, and the others are asked again.
        let y = answer(faces, due);
        let mut pulls = false;
        for face in faces.iter_mut() {
            pulls |= face.respond(&y);
        }
        if !pulls {
            break;
        }
    }
    // What is left of the wrench shall not be more than it was: the step along the change that leaves least energy.
    let mut taken = [0.0; 6];
    for face in faces.iter_mut() {
        face.link.limit_friction();
        (0..ASKED).for_each(|k| add(&mut taken, &face.on_upper[k], face.link.change[k]));
    }
    let [along, size] = [&due, &taken].map(|other| energy_product(&mass, &taken, other));
    let part = if size > 0.0 { (along / size).clamp(0.0, 1.0) } else { 0.0 };
    add(&mut share.given, &taken, part);
    faces.iter_mut().flat_map(|face| &mut face.link.change).for_each(|change| *change *= part);
}

impl Face {
    /// Reads the constraint of a bearing, and how its bodies move.
    fn read(bearing: &Bearing, graph: &ConstraintGraph, rows: &[Twist]) -> Self {
        // A plane has no row; its velocity is the last one's, which is zero.
        let last = rows.len() - 1;
        let joint = graph.joint(bearing.place);
        let velocities = joint.slots.map(|slot| &rows[(slot as usize).min(last)]);
        let mut link = Link::new(&joint, velocities);
        // Points that are closed may bear what they have not borne so far, and friction may come to hold.
        for k in 0..ASKED {
            let closed = k >= 4 || link.impulse[k] > 0.0 || joint.closing[k] <= 0.0;
            link.active[k] = joint.mass[k] > 0.0 && closed && (k < 4 || link.friction > 0.0);
        }
        let wrenches = |side: usize| std::array::from_fn(|k| link.wrench(side, k));
        let (on_upper, on_lower) = (wrenches(bearing.side), wrenches(1 - bearing.side));
        Self { link, on_upper, on_lower }
    }

    /// Lets the impulses answer to `y = W⁻¹ p`; whether a load would have pulled.
    fn respond(&mut self, y: &V6) -> bool {
        let mut pulls = false;
        for k in 0..ASKED {
            if self.link.active[k] {
                self.link.change[k] = weight(&self.link, k) * dot(&self.on_upper[k], y);
                if k < 4 && self.link.new_impulse(k) < 0.0 {
                    (self.link.change[k], self.link.active[k], pulls) = (-self.link.impulse[k], false, true);
                }
            }
        }
        pulls
    }
}

/// `W⁻¹ p` with the response `W = Σ w e eᵀ` of the impulses that are asked; what the others change is taken
/// off `p` first.
fn answer(faces: &[Face], due: V6) -> V6 {
    let (mut response, mut left) = (ZERO6, due);
    for face in faces {
        for (k, e) in face.on_upper.iter().enumerate() {
            if face.link.active[k] {
                let w = weight(&face.link, k);
                // The lower half is all that the factorization reads.
                (0..6).for_each(|i| (0..=i).for_each(|j| response[i][j] += w * e[i] * e[j]));
            } else {
                add(&mut left, e, -face.link.change[k]);
            }
        }
    }
    let trace: f64 = (0..6).map(|k| response[k][k]).sum();
    (0..6).for_each(|k| response[k][k] += RIDGE * trace + f64::MIN_POSITIVE);
    factor(&mut response);
    forward_one(&response, &mut left);
    backward_one(&response, &mut left);
    left
}

/// How readily an impulse is asked: a moment, as the points can give it by their friction, for its arm squared.
fn weight(link: &Link, k: usize) -> f64 {
    if k == 6 { link.arms[0] * link.arms[0] } else { 1.0 }
}

/// `a·M⁻¹ b`, from the factor of the mass matrix.
fn energy_product(factor: &M6, a: &V6, b: &V6) -> f64 {
    let [a, b] = [a, b].map(|of| {
        let mut x = *of;
        forward_one(factor, &mut x);
        x
    });
    dot(&a, &b)
}

/// `a += s b`.
fn add(a: &mut V6, b: &V6, s: f64) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += s * b);
}
