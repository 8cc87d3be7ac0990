//! What the overlap of each pair is worth in a step, where many bodies stand in one place.
//!
//! There no shortest way out of one leads out of the crowd, and each has more others in it than could ever touch it.
//! So truncated cones take a way out that costs little to find, and bodies of any shape are parted from some of the
//! others first, and from the rest in the steps that follow: the work grows with the bodies and not with their pairs.

use super::bodies::Bodies;
use super::contacts::Contacts;
use super::pairs::{Pair, Pairs, is_plane};
use crate::geometry::{Overlap, Shape};

/// As many others as solid shapes of one size can have near their centre; two that both have more stand in a crowd in
/// which all overlap.
const MOST_NEAR: u32 = 4;

/// Deep pairs with a truncated cone that a step looks at exactly, each of which takes some tens of microseconds: where
/// there are more, all of them are parted roughly.
const DEEP_PAIRS: usize = 64;

/// Others from which a step parts a body of a crowd, about so many. No more than twelve of its own size can touch it
/// once it is out.
const PARTED_FROM: u32 = 16;

/// Who is in no more pairs than this is in no crowd that is worth a look: in heaps a body is in two or three dozen.
const LEAST_PAIRS: u32 = 48;

/// Scratch of [`rate`](Self::rate); all but the last list are by slot.
#[derive(Debug, Default)]
pub(super) struct OverlapScratch {
    /// How many others each has its centre near, in pairs with a truncated cone.
    near: Vec<u32>,
    /// How many others each overlaps by the balls inside; and with how many it is in a pair of those that do so with
    /// many.
    inside: Vec<u32>,
    company: Vec<u32>,
    /// Radius of the largest ball inside (m).
    inner: Vec<f64>,
    /// Pairs that are left to later steps.
    chosen: Vec<u32>,
}

impl OverlapScratch {
    /// Writes down what the overlap of each pair is worth as the bodies stand now. How many pairs are left to later
    /// steps.
    pub fn rate(&mut self, bodies: &Bodies, contacts: &Contacts, pairs: &mut Pairs) -> usize {
        if std::mem::take(&mut pairs.rated) {
            pairs.slab.iter_mut().for_each(|pair| pair.overlap = Overlap::Exact);
        }
        let round = |i: usize| matches!(bodies.shape[i], Shape::Frustum { .. });
        let any_round = (0..bodies.len()).any(round);
        let any_crowd = (0..bodies.len()).any(|i| pairs.degree(i) > LEAST_PAIRS && bodies.is_dynamic(i));
        if any_round || any_crowd {
            self.inner.clear();
            self.inner.extend(bodies.shape.iter().map(|shape| f64::from(shape.inner_radius())));
        }
        if any_round {
            self.rate_rough(bodies, contacts, pairs, round);
        }
        if any_crowd { self.defer(bodies, pairs) } else { 0 }
    }

    /// Finds the truncated cones that stand in a crowd: those that have more others near their centre than there is
    /// room for, and those of deep pairs where a step has no time for as many as there are.
    fn rate_rough(&mut self, bodies: &Bodies, contacts: &Contacts, pairs: &mut Pairs, round: impl Fn(usize) -> bool) {
        let Self { near, inner, .. } = self;
        near.clear();
        near.resize(bodies.len(), 0);
        let slots = |pair: &Pair| (pair.a as usize, pair.b as usize);
        let with_round = |pair: &&Pair| {
            let (a, b) = slots(pair);
            pair.alive && !is_plane(pair.a) && (round(a) || round(b))
        };
        let apart2 =
            |pair: &Pair| (bodies.position[pair.b as usize] - bodies.position[pair.a as usize]).length_squared();
        // Deep are those that hold each other's middle, and those that were found to overlap by more than their margin.
        let deep = |pair: &&Pair| {
            let (a, b) = slots(pair);
            Shape::is_deep([inner[a], inner[b]], f64::from(apart2(pair)))
                || contacts.separation(pair).is_some_and(|found| found.gap < -pair.margin)
        };
        // A neighbour counts for both where the two centres are nearer than the smaller radius.
        let mut deep_pairs = 0;
        for pair in pairs.slab.iter().filter(with_round) {
            let (a, b) = slots(pair);
            let size = bodies.radius[a].min(bodies.radius[b]);
            if apart2(pair) < size * size {
                near[a] += 1;
                near[b] += 1;
            }
            deep_pairs += usize::from(deep(&pair));
        }
        if deep_pairs > DEEP_PAIRS {
            for pair in pairs.slab.iter().filter(with_round).filter(deep) {
                let (a, b) = slots(pair);
                (near[a], near[b]) = (u32::MAX, u32::MAX);
            }
        }
        if near.iter().all(|near| *near <= MOST_NEAR) {
            return;
        }
        pairs.rated = true;
        for pair in pairs.slab.iter_mut().filter(|pair| with_round(&&**pair)) {
            let (a, b) = slots(pair);
            if near[a] > MOST_NEAR && near[b] > MOST_NEAR {
                pair.overlap = Overlap::Rough;
            }
        }
    }

    /// Chooses the pairs that are left to later steps: of dynamic bodies that both overlap more others, by the balls
    /// inside, than a step parts them from, and that have no contact yet. What stands and lies does nowhere: the
    /// smallest of such a company has no room for so many about it that are no smaller. How many they are.
    fn defer(&mut self, bodies: &Bodies, pairs: &mut Pairs) -> usize {
        let Self { inside, company, inner, chosen, .. } = self;
        let may_crowd = |i: usize| pairs.degree(i) > LEAST_PAIRS && bodies.is_dynamic(i) && inner[i] > 0.0;
        let balls_overlap = |a: usize, b: usize| {
            let reach = inner[a] + inner[b];
            f64::from((bodies.position[b] - bodies.position[a]).length_squared()) < reach * reach
        };
        // How many of the balls inside others overlap its own.
        inside.clear();
        inside.resize(bodies.len(), 0);
        for a in (0..bodies.len()).filter(|a| may_crowd(*a)) {
            for (_, b) in pairs_of_lower(pairs, bodies, a).filter(|(_, b)| may_crowd(*b) && balls_overlap(a, *b)) {
                inside[a] += 1;
                inside[b] += 1;
            }
        }
        // Of these only those count that are as crowded themselves.
        let crowded = |i: usize| inside[i] > PARTED_FROM;
        company.clear();
        company.resize(bodies.len(), 0);
        for a in (0..bodies.len()).filter(|a| crowded(*a)) {
            for (_, b) in pairs_of_lower(pairs, bodies, a).filter(|(_, b)| crowded(*b)) {
                company[a] += 1;
                company[b] += 1;
            }
        }
        // By lot, about so many pairs of each body stay. A pair draws the same in every step.
        chosen.clear();
        for a in (0..bodies.len()).filter(|a| crowded(*a)) {
            for (index, b) in pairs_of_lower(pairs, bodies, a).filter(|(_, b)| crowded(*b)) {
                // By the one of the two that has fewer: nobody is left with none.
                let fewer = u64::from(company[a].min(company[b]));
                let pair = &pairs.slab[index];
                if (draw(pair) * fewer) >> 32 >= u64::from(PARTED_FROM) && !pair.touches() {
                    chosen.push(index as u32);
                }
            }
        }
        chosen.iter().for_each(|index| pairs.slab[*index as usize].overlap = Overlap::Deferred);
        pairs.rated |= !chosen.is_empty();
        chosen.len()
    }
}

/// The pairs in which a body has the lower slot, so that each is met once, and the other's.
fn pairs_of_lower(pairs: &Pairs, bodies: &Bodies, a: usize) -> impl Iterator<Item = (usize, usize)> {
    pairs.of_body(bodies.first_edge[a]).filter_map(move |index| {
        let pair = &pairs.slab[index];
        (pair.a as usize == a).then_some((index, pair.b as usize))
    })
}

/// A number of 32 bits for a pair, the same in each step so that contacts stay, and without a pattern among
/// neighbours: the mixing function of SplitMix64 (Steele, Lea and Flood 2014).
fn draw(pair: &Pair) -> u64 {
    let mut mixed = (u64::from(pair.a) << 32 | u64::from(pair.b)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31) >> 32
}
