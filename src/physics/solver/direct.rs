//! Direct solution of groups of constraints that hang together like trees, or nearly so.
//!
//! Of each contact the points that bear a load, and friction that holds, are joints for the moment. The change of
//! velocity that closes them all is the least in energy, `min ½ δvᵀ M δv` with `J δv = −ρ`, and is found by
//! elimination, body by body: each is taken out with what it leaves to its neighbours, those with the fewest
//! first (minimum degree). In a tower, a chain or a tree nothing fills in, and the work grows as the number of
//! bodies. A joint yields by [`YIELD`](super::link::YIELD) of its own response, so that points of one face can
//! bear a load together.
//!
//! Loads that would become pulls, and friction that would exceed its cone, are no joints: the group is solved again
//! without them. Featherstone, *Rigid Body Dynamics Algorithms* (2008), ch. 8, has the sparse elimination for trees.

use super::blocks::{
    M6, V6, ZERO6, add_product, add_to, add_transposed, backward_one, dot, factor, forward, forward_one,
};
use super::ground::Ground;
use super::groups::Groups;
use super::link::{Link, mass_matrix};
use crate::physics::constraint::batch::{EMPTY, IMPULSES, MassRow};
use crate::physics::constraint::graph::{ConstraintGraph, Place};
use crate::physics::team::Team;
use crate::physics::twist::Twist;

/// Solutions of a group, each without those joints that gave way in the one before.
const ROUNDS: usize = 4;

/// Products of 6 × 6 blocks a constraint that a direct solution may cost: trees take three, and what takes more than
/// this fills in like a heap.
const MOST_PRODUCTS: usize = 20;

/// Impulses of a group stay below so many times what would stop all of its mass at the greatest speed to be taken away.
const MOST_AMPLIFIED: f64 = 100.0;

/// Neighbours of a body that there is room for at once: more than it has in anything like a tree.
const NEIGHBOURS: usize = 32;

/// Groups that are solved side by side, each with scratch of its own.
const AT_ONCE: usize = 64;

/// What the solutions read.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    pub team: &'a Team,
    pub masses: &'a [MassRow],
    pub tick: f32,
}

/// A group that is to be solved: whether something of it moves, whether it is solved once more though it agrees, and its
/// constraints among those that are listed.
#[derive(Clone, Copy, Debug)]
struct Listed {
    moving: bool,
    agrees: bool,
    start: usize,
    end: usize,
}

/// Scratch of all.
#[derive(Debug, Default)]
pub(super) struct Direct {
    systems: Vec<System>,
    listed: Vec<Listed>,
}

impl Direct {
    /// Solves the listed groups, as far as they are like trees, and notes those that are not; the least first, while
    /// the block products suffice that are left for those that stand and for those in motion. How many were solved.
    pub fn solve(
        &mut self,
        groups: &mut Groups,
        graph: &mut ConstraintGraph,
        rows: &mut [Twist],
        given: Given,
        left: &mut [usize; 2],
    ) -> usize {
        // One entry for each group; the places are sorted by group.
        let (places, mut listed) = (std::mem::take(&mut groups.places), std::mem::take(&mut self.listed));
        listed.clear();
        let mut end = 0;
        listed.extend(places.chunk_by(|a, b| a.0 == b.0).map(|group| {
            end += group.len();
            let agrees = !groups.again[group[0].0 as usize];
            Listed { moving: groups.is_moving(group[0].0), agrees, start: end - group.len(), end }
        }));
        // Standing groups first, and of each kind the small ones: most groups are solved for a given budget.
        listed.sort_unstable_by_key(|group| (group.moving, group.agrees, group.end - group.start, group.start));
        let calm = listed.partition_point(|group| !group.moving);
        let mut solved = 0;
        for (listed, left) in [&listed[..calm], &listed[calm..]].into_iter().zip(left) {
            solved += self.solve_least((listed, &places), groups, graph, rows, given, left);
        }
        (groups.places, self.listed) = (places, listed);
        solved
    }

    /// Solves groups, the first of the list first, while the block products suffice. How many were solved.
    fn solve_least(
        &mut self,
        (listed, places): (&[Listed], &[(u32, Place)]),
        groups: &mut Groups,
        graph: &mut ConstraintGraph,
        rows: &mut [Twist],
        given: Given,
        left: &mut usize,
    ) -> usize {
        let (mut solved, mut products) = (0, 0);
        for chunk in listed.chunks(AT_ONCE) {
            // Scratch grows to the widest chunk and stays.
            if self.systems.len() < chunk.len() {
                self.systems.resize_with(chunk.len(), System::default);
            }
            // Each is worked out from the same state; no two have a body in common.
            let (systems, seen, velocities) = (&mut self.systems[..chunk.len()], &*graph, &*rows);
            let ground = &groups.ground;
            // The largest group has the first scratch, which so grows once.
            let of = |k: usize| {
                let group = &chunk[chunk.len() - 1 - k];
                &places[group.start..group.end]
            };
            let most = left.saturating_sub(products) / ROUNDS;
            // Symbolic phase: bodies, order of elimination, and what it will cost.
            given.team.each(systems, 1, |k, system| system.lay_out(seen, of(k), ground, most));
            // The budget is spent in the order of the list, so that it does not depend on threads.
            for system in systems.iter_mut().rev() {
                system.deferred = system.dense || products + ROUNDS * system.products > *left;
                products += if system.deferred { 0 } else { ROUNDS * system.products };
            }
            // Numeric phase, then the results in order.
            given.team.each(systems, 1, |k, system| system.solve(seen, of(k), velocities, given.masses));
            for (k, system) in systems.iter().enumerate().rev() {
                let places = of(k);
                groups.dense[places[0].0 as usize] = system.dense;
                if system.deferred {
                    continue;
                }
                solved += 1;
                groups.solved[places[0].0 as usize] = true;
                products -= (ROUNDS - system.rounds) * system.products;
                for (link, (_, place)) in system.links.iter().zip(places) {
                    graph.take_over(*place, &link.impulses(), rows, given.tick);
                }
            }
        }
        *left -= products;
        solved
    }
}

/// One group, its equations and the way they are eliminated in.
#[derive(Clone, Debug, Default)]
struct System {
    /// Slots of its bodies, in order.
    slots: Vec<u32>,
    /// The two bodies of each constraint, by their places among those; [`EMPTY`] for what is not pushed.
    ends: Vec<[u32; 2]>,
    links: Vec<Link>,
    mass: Vec<M6>,
    diagonal: Vec<M6>,
    rhs: Vec<V6>,
    /// Neighbours of each body that are taken out later, with the block of the two.
    neighbours: Vec<Vec<(u32, u32)>>,
    blocks: Vec<M6>,
    order: Vec<u32>,
    gone: Vec<bool>,
    /// Bodies by how many neighbours they have, some of them out of date.
    by_degree: Vec<Vec<u32>>,
    /// Products that a solution takes, and how often it was solved.
    products: usize,
    rounds: usize,
    /// Whether it fills in too much to be solved, and whether it is not solved now.
    dense: bool,
    deferred: bool,
}

impl System {
    /// Finds bodies and the order of elimination; notes when that would take more than `most` products.
    fn lay_out(&mut self, graph: &ConstraintGraph, places: &[(u32, Place)], ground: &Ground, most: usize) {
        self.dense = places.len() > most;
        if !self.dense {
            self.find_bodies(graph, places, ground);
            self.dense = !self.arrange(most.min(MOST_PRODUCTS * places.len()));
        }
    }

    /// Solves a group that is laid out, unless it is put off; its links then have the changes of their impulses.
    fn solve(&mut self, graph: &ConstraintGraph, places: &[(u32, Place)], rows: &[Twist], masses: &[MassRow]) {
        self.rounds = 0;
        if self.deferred {
            return;
        }
        // Active set: factor, solve, drop the joints that pull or slide, and again until none does.
        self.gather(graph, places, rows, masses);
        loop {
            self.rounds += 1;
            self.assemble();
            self.eliminate();
            if !self.review(self.rounds == ROUNDS) {
                break;
            }
        }
        // Joints that contradict one another, as where a driven body jams another, have no solution.
        self.dense |= !self.is_sound();
        self.deferred = self.dense;
    }

    /// Whether no impulse changed by more than levers and wedges can ask for.
    fn is_sound(&self) -> bool {
        // The greatest change of a load against the momentum of the whole group at the greatest residual speed.
        let mass: f64 = self.mass.iter().map(|m| m[0][0]).sum();
        let greatest = |most: f64, of: f64| most.max(of.abs());
        let loads = self.links.iter().flat_map(|link| (0..6).map(|k| (link.change[k], link.residual[k])));
        let (change, speed) =
            loads.fold((0.0, 0.0), |(c, v), (change, residual)| (greatest(c, change), greatest(v, residual)));
        change <= MOST_AMPLIFIED * mass * speed
    }

    /// Finds the bodies, and which of them each constraint is between.
    fn find_bodies(&mut self, graph: &ConstraintGraph, places: &[(u32, Place)], ground: &Ground) {
        self.slots.clear();
        self.ends.clear();
        // What is ground to the other is none of the bodies.
        self.ends.extend(places.iter().map(|(_, place)| {
            let sides = graph.touched(*place);
            [0, 1].map(|side| {
                let ((slot, trace), other) = (sides[side], sides[1 - side].0);
                if trace && ground.is_to(slot, other) { EMPTY } else { slot }
            })
        }));
        // Slots in order, each once, then the constraints by place in that list.
        self.slots.extend(self.ends.iter().flatten().filter(|slot| **slot != EMPTY));
        self.slots.sort_unstable();
        self.slots.dedup();
        for end in self.ends.iter_mut().flatten() {
            *end = self.slots.binary_search(end).map_or(EMPTY, |number| number as u32);
        }
    }

    /// Reads what the equations are made of.
    fn gather(&mut self, graph: &ConstraintGraph, places: &[(u32, Place)], rows: &[Twist], masses: &[MassRow]) {
        // A plane has no row; its velocity is the last one's, which is zero.
        let last = rows.len() - 1;
        self.links.clear();
        for ((_, place), ends) in places.iter().zip(&self.ends) {
            let joint = graph.joint(*place);
            let velocities = joint.slots.map(|slot| &rows[(slot as usize).min(last)]);
            self.links.push(Link { bodies: *ends, ..Link::new(&joint, velocities) });
        }
        self.mass.clear();
        self.mass.extend(self.slots.iter().map(|slot| mass_matrix(&masses[*slot as usize])));
    }

    /// Finds an order in which little fills in, and lays out the blocks; whether it takes no more products than that.
    fn arrange(&mut self, most: usize) -> bool {
        let n = self.slots.len();
        // The graph of bodies: one vertex a body, one edge (and one 6 × 6 block) for each two that share a constraint.
        self.order.clear();
        self.gone.clear();
        self.gone.resize(n, false);
        self.neighbours.iter_mut().for_each(Vec::clear);
        self.neighbours.resize_with(n.max(self.neighbours.len()), || Vec::with_capacity(NEIGHBOURS));
        let mut count = 0;
        for [a, b] in self.ends.iter().copied() {
            if a != EMPTY && b != EMPTY && self.block(a, b).is_none() {
                self.neighbours[a as usize].push((b, count));
                self.neighbours[b as usize].push((a, count));
                count += 1;
            }
        }
        // Minimum degree (George & Liu 1989): buckets by degree, with stale entries skipped when they come up.
        self.by_degree.iter_mut().for_each(Vec::clear);
        (0..n as u32).for_each(|k| self.file(k));
        self.products = n;
        while let Some(next) = self.take_least() {
            self.gone[next as usize] = true;
            self.order.push(next);
            let near = std::mem::take(&mut self.neighbours[next as usize]);
            // A body with d neighbours costs d block solves and d (d + 1) / 2 updates.
            self.products += near.len() * (near.len() + 3) / 2;
            if self.products > most {
                self.neighbours[next as usize] = near;
                return false;
            }
            // Those that were its neighbours become neighbours of one another.
            for (k, (i, _)) in near.iter().enumerate() {
                self.neighbours[*i as usize].retain(|x| x.0 != next);
                for (j, _) in &near[k + 1..] {
                    if self.block(*i, *j).is_none() {
                        self.neighbours[*i as usize].push((*j, count));
                        self.neighbours[*j as usize].push((*i, count));
                        count += 1;
                    }
                }
            }
            near.iter().for_each(|(i, _)| self.file(*i));
            self.neighbours[next as usize] = near;
        }
        self.blocks.resize(count as usize, ZERO6);
        true
    }

    /// Files a body under the number of its neighbours.
    fn file(&mut self, body: u32) {
        // Buckets are as long as the group, so that filing again allocates rarely.
        let degree = self.neighbours[body as usize].len();
        if self.by_degree.len() <= degree {
            self.by_degree.resize_with(degree + 1, || Vec::with_capacity(self.slots.len()));
        }
        self.by_degree[degree].push(body);
    }

    /// A body that has the fewest neighbours, of those that are left.
    fn take_least(&mut self) -> Option<u32> {
        for degree in 0..self.by_degree.len() {
            while let Some(body) = self.by_degree[degree].pop() {
                if !self.gone[body as usize] && self.neighbours[body as usize].len() == degree {
                    return Some(body);
                }
            }
        }
        None
    }

    /// The block of two bodies, which the one that is taken out first has.
    fn block(&self, a: u32, b: u32) -> Option<u32> {
        self.neighbours[a as usize].iter().find(|x| x.0 == b).map(|x| x.1)
    }

    /// Fills in the blocks: masses, and the joints that are there.
    fn assemble(&mut self) {
        // A = M + Jᵀ D J and its right-hand side; D is the stiffness of the active joints.
        self.blocks.fill(ZERO6);
        self.diagonal.clone_from(&self.mass);
        self.rhs.clear();
        self.rhs.resize(self.slots.len(), [0.0; 6]);
        for k in 0..self.links.len() {
            let link = self.links[k];
            // Stiffness and force at the contact: S = Σ d e eᵀ, f = −Σ d ρ e.
            let (mut s, mut f) = (ZERO6, [0.0; 6]);
            for k in (0..IMPULSES).filter(|k| link.active[*k]) {
                let (e, d) = (&link.takes[k], link.stiffness[k]);
                for i in (0..6).filter(|i| e[*i] != 0.0) {
                    f[i] -= d * link.residual[k] * e[i];
                    (0..6).for_each(|j| s[i][j] += d * e[i] * e[j]);
                }
            }
            let [a, b] = link.bodies;
            for side in (0..2).filter(|side| link.bodies[*side] != EMPTY) {
                // Hᵀ S H onto the diagonal, ∓Hᵀ f onto the right-hand side, −Hᵀ S H' between the two bodies.
                let (h, at) = (&link.at_contact[side], link.bodies[side] as usize);
                let mut sh = ZERO6;
                add_product(&mut sh, &s, h);
                add_transposed(&mut self.diagonal[at], h, &sh, 1.0);
                add_to(&mut self.rhs[at], h, &f, if side == 0 { -1.0 } else { 1.0 });
                if side == 0 && b != EMPTY {
                    // The rows of a block are those of the body that is taken out first.
                    let other = &link.at_contact[1];
                    match self.block(a, b) {
                        Some(block) => {
                            let mut sh = ZERO6;
                            add_product(&mut sh, &s, other);
                            add_transposed(&mut self.blocks[block as usize], h, &sh, -1.0);
                        }
                        None => {
                            if let Some(block) = self.block(b, a) {
                                add_transposed(&mut self.blocks[block as usize], other, &sh, -1.0);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Takes out all bodies in order, and solves backwards.
    fn eliminate(&mut self) {
        for k in 0..self.order.len() {
            let at = self.order[k] as usize;
            let near = std::mem::take(&mut self.neighbours[at]);
            // D = L Lᵀ; the body's rows are scaled by L⁻¹, once for all neighbours.
            factor(&mut self.diagonal[at]);
            let l = self.diagonal[at];
            forward_one(&l, &mut self.rhs[at]);
            let r = self.rhs[at];
            near.iter().for_each(|(_, block)| forward(&l, &mut self.blocks[*block as usize]));
            for (p, (i, block)) in near.iter().enumerate() {
                // Schur complement: what the body leaves to each of its neighbours, and between each two of them.
                let bi = self.blocks[*block as usize];
                add_transposed(&mut self.diagonal[*i as usize], &bi, &bi, -1.0);
                add_to(&mut self.rhs[*i as usize], &bi, &r, -1.0);
                for (j, block) in &near[p + 1..] {
                    let bj = self.blocks[*block as usize];
                    if let Some(block) = self.block(*i, *j) {
                        add_transposed(&mut self.blocks[block as usize], &bi, &bj, -1.0);
                    } else if let Some(block) = self.block(*j, *i) {
                        add_transposed(&mut self.blocks[block as usize], &bj, &bi, -1.0);
                    }
                }
            }
            self.neighbours[at] = near;
        }
        // Back substitution, the last body taken out first.
        for k in (0..self.order.len()).rev() {
            let at = self.order[k] as usize;
            let mut x = self.rhs[at];
            for (i, block) in &self.neighbours[at] {
                let (b, y) = (&self.blocks[*block as usize], &self.rhs[*i as usize]);
                (0..6).for_each(|r| x[r] -= dot(&b[r], y));
            }
            backward_one(&self.diagonal[at], &mut x);
            self.rhs[at] = x;
        }
    }

    /// Reads the changes of the impulses; whether joints gave way, so that it is to be solved again. The last time the
    /// one that gives way first bounds the way of all.
    fn review(&mut self, last: bool) -> bool {
        let (mut yielded, mut share) = (false, 1.0_f64);
        for link in &mut self.links {
            // Change of the relative twist at the contact, from the solution.
            let mut relative = [0.0; 6];
            for (side, body) in link.bodies.into_iter().enumerate().filter(|(_, body)| *body != EMPTY) {
                let (v, sign) = (&self.rhs[body as usize], if side == 0 { -1.0 } else { 1.0 });
                (0..6).for_each(|k| relative[k] += sign * dot(&link.at_contact[side][k], v));
            }
            for k in 0..IMPULSES {
                // The force of a joint is its stiffness times what is left of its residual.
                let velocity = link.residual[k] + dot(&link.takes[k], &relative);
                link.change[k] = if link.active[k] { -link.stiffness[k] * velocity } else { 0.0 };
            }
            // A load that would pull opens its joint (the complementarity condition λ ≥ 0).
            for k in 0..4 {
                if link.new_impulse(k) < 0.0 {
                    yielded = true;
                    share = share.min(link.impulse[k] / -link.change[k]);
                    link.active[k] = last;
                }
            }
            // Friction outside of its cone slides; the iterations keep it on the cone from there.
            let [sticks, spins, rolls] = link.holds(1.0);
            if link.active[4] && !sticks {
                yielded = true;
                share *= 0.5;
                (link.active[4], link.active[5]) = (last, last);
            }
            if link.active[6] && !spins {
                (yielded, link.active[6]) = (true, last);
            }
            if link.active[7] && !rolls {
                yielded = true;
                (link.active[7], link.active[8]) = (last, last);
            }
        }
        // Line search of the last round: all changes are scaled so that no load turns negative.
        if last && share < 1.0 {
            self.links.iter_mut().for_each(|link| link.change.iter_mut().for_each(|change| *change *= share));
        }
        yielded && !last
    }
}
