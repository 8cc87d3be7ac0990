//! The order of constraints in space.
//!
//! Constraints of one colour push no body in common, so they may stand in any order. In that of a space-filling curve
//! those of a batch are neighbours: they are struck together and come to rest together, and fewer batches are visited.
//! And the stretch that a thread has of each colour is about the same region of the world in all of them: it hardly
//! needs a body that another thread has just written, for which it would wait many times as long as for its own.

use super::{ConstraintGraph, Group, OVERFLOW, Place};
use crate::math::delta::words;
use crate::math::morton_code;
use crate::physics::team::Team;
use crate::physics::wide::LANES;

/// Constraints from which their order matters: fewer are all at hand, and one thread solves them.
const LEAST_SORTED: usize = 500;

/// What it costs to put a constraint in order, in steps with one that is astray. Measured with heaps of 1,000 and
/// 10,000 boxes on one thread and two: from 1 to 4 all are as fast; at a half, each sort costs more than it gives.
const STEPS_A_MOVE: usize = 2;

/// How far the constraints are out of order.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::physics) struct Disorder {
    /// Those that were put where there was room since all were in order.
    pub astray: u32,
    /// Their number in each step since, added up.
    pub detours: u32,
}

words!(Disorder { astray, detours });

impl ConstraintGraph {
    /// Brings the constraints of each colour into the order of space, when those that are out of it have cost about as
    /// much as that does; to be called once a step, when there are no holes. Calls `moved` with the pair of each
    /// constraint, and its place.
    pub fn sort_in_space(&mut self, team: &Team, mut moved: impl FnMut(u32, Place)) {
        // Rent or buy (Karlin et al. 1988, "Competitive snoopy caching"): then no more than twice the least is paid,
        // however fast contacts come and go.
        let Disorder { astray, detours } = &mut self.disorder;
        *detours = detours.saturating_add(*astray);
        if self.count < LEAST_SORTED || (*detours as usize) < STEPS_A_MOVE * self.count {
            return;
        }
        self.disorder = Disorder::default();
        // What found no colour is solved in the order in which it came.
        let count = self.colors.len().min(OVERFLOW);
        team.each(&mut self.colors[..count], 1, |_, color| {
            color.single.sort_in_space();
            color.multi.sort_in_space();
        });
        for (number, color) in self.colors[..count].iter().enumerate() {
            color.single.each_pair(|pair, index| moved(pair, Place::new(number, false, index)));
            color.multi.each_pair(|pair, index| moved(pair, Place::new(number, true, index)));
        }
    }
}

impl<const N: usize> Group<N> {
    fn sort_in_space(&mut self) {
        // Where in its batch one stands makes no difference.
        if self.batches.len() < 2 {
            return;
        }
        let mut order = std::mem::take(&mut self.order);
        // Equal codes by their index, so that the order is unique.
        let code = |index: usize| morton_code(self.batches[index / LANES].middle.get(index % LANES));
        order.clear();
        order.extend((0..self.len).map(|index| (code(index), index as u32)));
        order.sort_unstable();
        // Cycle by cycle of the permutation: one is lifted, and each of the others goes where there is room then.
        for start in 0..order.len() {
            if order[start].1 as usize == start {
                continue;
            }
            let (lifted, mut room) = (self.lift(start), start);
            loop {
                let from = std::mem::replace(&mut order[room].1, room as u32) as usize;
                if from == start {
                    break;
                }
                self.shift(from, room);
                room = from;
            }
            self.lay(room, &lifted);
        }
        self.order = order;
    }

    /// Calls `call` with the pair of each, and its index.
    fn each_pair(&self, mut call: impl FnMut(u32, usize)) {
        (0..self.len).for_each(|index| call(self.batches[index / LANES].pair[index % LANES], index));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ConstrainedPair, Constraint, PointReuse};
    use super::*;
    use crate::math::splitmix64;
    use glam::Vec3;

    /// So many contacts of one point or four, each between two bodies of which some have several, strewn over a cube;
    /// and the place of each.
    fn strewn(count: u32, state: &mut u64) -> (ConstraintGraph, Vec<(Constraint, [u32; 2], Place)>) {
        let mut graph = ConstraintGraph::default();
        graph.resize(count as usize);
        let contacts = (0..count).map(|pair| add(&mut graph, pair, count, state)).collect();
        (graph, contacts)
    }

    fn add(graph: &mut ConstraintGraph, pair: u32, bodies: u32, state: &mut u64) -> (Constraint, [u32; 2], Place) {
        let mut dice = || (splitmix64(state) >> 40) as f32 / (1 << 24) as f32;
        let middle = Vec3::from_array(std::array::from_fn(|_| 40.0 * dice() - 20.0));
        let count = if dice() < 0.5 { 1 } else { 4 };
        let [a, b] = [dice(), dice()].map(|dice| (dice * bodies as f32) as u32);
        let constraint = Constraint { middle, count, normal: Vec3::Y, tangent: Vec3::X, ..Constraint::default() };
        let b = if a == b { (b + 1) % bodies } else { b };
        // Light parts share a colour.
        let part = [0.5, if pair.is_multiple_of(5) { 0.01 } else { 0.5 }];
        let place = graph.insert(&ConstrainedPair { pair, a, b, part }, &constraint);
        let point_reuse = PointReuse { reuse_distance: pair as f32, margin: 0.1, reexamine_speed: 2.0, ball: None };
        graph.set_point_reuse(place, point_reuse);
        (constraint, [a, b], place)
    }

    /// The codes of each class of each colour of more than one batch, as they stand.
    fn codes(graph: &ConstraintGraph) -> Vec<Vec<u64>> {
        fn of<const N: usize>(group: &Group<N>) -> Vec<u64> {
            let lanes = group.batches.iter().flat_map(|batch| batch.lanes().map(|lane| batch.middle.get(lane)));
            lanes.map(morton_code).collect()
        }
        let classes = graph.colors.iter().flat_map(|color| [of(&color.single), of(&color.multi)]);
        classes.filter(|codes| codes.len() > LANES).collect()
    }

    #[test]
    fn every_color_is_in_the_order_of_space_and_every_contact_what_it_was() {
        let mut found: Vec<Vec<Place>> = vec![];
        for threads in [1, 2, 4] {
            let (mut graph, mut contacts) = strewn(3_000, &mut 1);
            let tickets: Vec<_> = contacts.iter().map(|contact| graph.sides(contact.2).1).collect();
            assert!(!codes(&graph).iter().all(|codes| codes.is_sorted()));
            // All of them are astray at first: that is paid for after so many steps.
            for step in 1..=STEPS_A_MOVE {
                let (team, mut told) = (Team::new(threads), 0);
                graph.sort_in_space(&team, |pair, place| {
                    contacts[pair as usize].2 = place;
                    told += 1;
                });
                assert_eq!(told, if step == STEPS_A_MOVE { contacts.len() } else { 0 });
            }
            assert!(codes(&graph).iter().all(|codes| codes.is_sorted()));
            assert_eq!(graph.disorder, Disorder::default());
            for (pair, ((constraint, slots, place), ticket)) in contacts.iter().zip(&tickets).enumerate() {
                let color = &graph.colors[place.color()];
                let index = place.index();
                let lane = if place.is_multi() { color.multi.lift(index) } else { color.single.lift(index) };
                assert_eq!((lane.pair, lane.slots, lane.ticket), (pair as u32, *slots, *ticket));
                assert_eq!((lane.constraint.middle, lane.constraint.count), (constraint.middle, constraint.count));
                assert_eq!(lane.point_reuse.reuse_distance, pair as f32);
            }
            found.push(contacts.iter().map(|contact| contact.2).collect());
            // Its lists of bodies and colours still hold: nobody is left when all are taken out.
            contacts.iter().for_each(|contact| graph.remove(contact.2));
            graph.close_holes(|_, _| unreachable!("nobody is left"));
            assert_eq!((graph.color_count(), graph.count), (0, 0));
        }
        assert!(found.iter().all(|places| *places == found[0]), "threads have a say in it");
    }

    /// After how many steps they are sorted, of so many.
    fn steps_until_sorted(graph: &mut ConstraintGraph, most: usize) -> Option<usize> {
        let team = Team::new(1);
        (1..=most).find(|_| {
            let mut told = 0;
            graph.sort_in_space(&team, |_, _| told += 1);
            told > 0
        })
    }

    #[test]
    fn they_are_sorted_again_when_those_astray_have_cost_as_much() {
        let (mut graph, _) = strewn(1_000, &mut 2);
        assert_eq!(steps_until_sorted(&mut graph, 10), Some(STEPS_A_MOVE));
        // In order they cost nothing.
        assert_eq!(steps_until_sorted(&mut graph, 10_000), None);
        // Ten that find room at the ends of their colours cost so little that it lasts.
        for pair in 1_000..1_010 {
            add(&mut graph, pair, 1_000, &mut (3 + u64::from(pair)));
        }
        assert_eq!(steps_until_sorted(&mut graph, 1_000), Some(STEPS_A_MOVE * 1_010 / 10));
        assert!(codes(&graph).iter().all(|codes| codes.is_sorted()));
    }

    #[test]
    fn few_stay_as_they_are() {
        let (mut graph, _) = strewn(LEAST_SORTED as u32 - 1, &mut 4);
        (0..100).for_each(|_| graph.sort_in_space(&Team::new(1), |_, _| unreachable!("they are few")));
    }
}
