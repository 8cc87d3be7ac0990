//! Small islands, swept until their impulses agree.
//!
//! Eight contacts at once here too: islands of even masses are swept in groups, in which contacts of one colour share no
//! body.

use super::batch::Batch;
use super::wide::{LANES, Wide};
use super::{Color, Grade};
use crate::physics::config::Tuning;

/// Batches of a group that there is room for from the start.
const MOST: usize = 64;

/// A contact, and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Contact {
    /// Of the islands that it is swept with; none yet where it is 0.
    group: u32,
    /// In its group.
    color: u32,
    island: u32,
    /// Place in the list of touching pairs.
    k: u32,
    uneven: bool,
    batch: u32,
    lane: u32,
}

/// The batches of some islands, and how often they are swept at most.
#[derive(Clone, Copy, Debug)]
struct Group {
    batches: Color,
    sweeps: u32,
}

/// Contacts of hard islands, and where their batches are.
#[derive(Clone, Debug, Default)]
pub(super) struct Hard {
    contacts: Vec<Contact>,
    groups: Vec<Group>,
    /// Contacts alone in their islands.
    lone: Color,
    /// Impulses of a group in the last sweep, batch by batch.
    before: Vec<[Wide; 6]>,
}

impl Hard {
    /// Forgets all. Any of so many contacts may turn hard: with room for all, a world that had as many contacts before
    /// allocates nothing.
    pub fn clear(&mut self, contacts: usize) {
        self.contacts.clear();
        self.contacts.reserve(contacts);
        self.groups.clear();
        self.groups.reserve(contacts);
        self.before.clear();
        self.before.reserve(MOST);
    }

    /// Adds the contact at place `k` of the touching pairs.
    pub fn push(&mut self, grade: &Grade, k: usize) {
        let (island, uneven) = (grade.island, grade.uneven);
        self.contacts.push(Contact { group: 0, color: 0, island, k: k as u32, uneven, batch: 0, lane: 0 });
    }

    /// Puts islands together in groups, `full` with so many contacts, and lets `color` give each contact of an island of several a colour that none of
    /// its bodies has yet.
    pub fn color(&mut self, full: usize, mut color: impl FnMut(usize, &mut u32)) {
        self.contacts.sort_unstable_by_key(|c| (c.island, c.k));
        // Lone contacts keep the group 0.
        let (mut group, mut size) = (1, 0);
        for island in self.contacts.chunk_by_mut(|a, b| a.island == b.island) {
            if island.len() == 1 {
                continue;
            }
            // An island of uneven masses may need many sweeps, and has them alone.
            if size > 0 && (island[0].uneven || size + island.len() > full) {
                (group, size) = (group + 1, 0);
            }
            size += if island[0].uneven { full } else { island.len() };
            for contact in island {
                contact.group = group;
                color(contact.k as usize, &mut contact.color);
            }
        }
        self.contacts.sort_unstable();
    }

    /// Gives each contact its batch and lane, from `first` on in the lists of single and multi batches; the lists' ends.
    pub fn arrange(&mut self, first: (usize, usize), tuning: &Tuning, multi: impl Fn(usize) -> bool) -> (usize, usize) {
        let mut lone = [0, 0];
        for contact in self.contacts.iter_mut().take_while(|c| c.group == 0) {
            let class = usize::from(multi(contact.k as usize));
            (contact.batch, contact.lane) = place([first.0, first.1][class], lone[class]);
            lone[class] += 1;
        }
        let mut next = [first.0 + lone[0].div_ceil(LANES), first.1 + lone[1].div_ceil(LANES)];
        self.lone = Color { single: (first.0, next[0]), multi: (first.1, next[1]) };
        for group in self.contacts.chunk_by_mut(|a, b| a.group == b.group).skip_while(|g| g[0].group == 0) {
            let start = next;
            for color in group.chunk_by_mut(|a, b| a.color == b.color) {
                let mut count = [0, 0];
                for contact in color {
                    let class = usize::from(multi(contact.k as usize));
                    (contact.batch, contact.lane) = place(next[class], count[class]);
                    count[class] += 1;
                }
                next = [next[0] + count[0].div_ceil(LANES), next[1] + count[1].div_ceil(LANES)];
            }
            let batches = Color { single: (start[0], next[0]), multi: (start[1], next[1]) };
            let most = if group[0].uneven { tuning.uneven_sweeps } else { tuning.even_sweeps };
            self.groups.push(Group { batches, sweeps: most.min(tuning.most_solves / group.len() as u32).max(1) });
        }
        (next[0], next[1])
    }

    /// Place among the touching pairs, batch and lane of every contact.
    pub fn places(&self) -> impl Iterator<Item = (usize, (usize, usize))> + '_ {
        self.contacts.iter().map(|c| (c.k as usize, (c.batch as usize, c.lane as usize)))
    }

    /// Calls `one` or `many` once for every batch.
    pub fn once(
        &self,
        single: &mut [Batch<1>],
        multi: &mut [Batch<4>],
        one: impl Fn(&mut Batch<1>),
        many: impl Fn(&mut Batch<4>),
    ) {
        let (end_single, end_multi) = self
            .groups
            .last()
            .map_or((self.lone.single.1, self.lone.multi.1), |g| (g.batches.single.1, g.batches.multi.1));
        single[self.lone.single.0..end_single].iter_mut().for_each(one);
        multi[self.lone.multi.0..end_multi].iter_mut().for_each(many);
    }

    /// Calls `one` and `many` for the batches of each group until its impulses agree.
    pub fn sweep(
        &mut self,
        single: &mut [Batch<1>],
        multi: &mut [Batch<4>],
        tuning: &Tuning,
        one: impl Fn(&mut Batch<1>),
        many: impl Fn(&mut Batch<4>),
    ) {
        for batch in &mut single[self.lone.single.0..self.lone.single.1] {
            (0..tuning.lone_sweeps).for_each(|_| one(batch));
        }
        for batch in &mut multi[self.lone.multi.0..self.lone.multi.1] {
            (0..tuning.lone_sweeps).for_each(|_| many(batch));
        }
        for group in &self.groups {
            let single = &mut single[group.batches.single.0..group.batches.single.1];
            let multi = &mut multi[group.batches.multi.0..group.batches.multi.1];
            self.before.clear();
            self.before.resize(single.len() + multi.len(), [Wide::ZERO; 6]);
            let (before_single, before_multi) = self.before.split_at_mut(single.len());
            let (mut size, mut change) = (Wide::ZERO, Wide::ZERO);
            for (batch, before) in single.iter().zip(&mut *before_single) {
                batch.add_change(before, &mut size, &mut change);
            }
            for (batch, before) in multi.iter().zip(&mut *before_multi) {
                batch.add_change(before, &mut size, &mut change);
            }
            for _ in 0..group.sweeps {
                let (mut size, mut change) = (Wide::ZERO, Wide::ZERO);
                for (batch, before) in single.iter_mut().zip(&mut *before_single) {
                    one(batch);
                    batch.add_change(before, &mut size, &mut change);
                }
                for (batch, before) in multi.iter_mut().zip(&mut *before_multi) {
                    many(batch);
                    batch.add_change(before, &mut size, &mut change);
                }
                let sum = |w: Wide| w.to_array().into_iter().sum::<f32>();
                if sum(change) <= tuning.agreement * sum(size) {
                    break;
                }
            }
        }
    }
}

/// Batch and lane of the `n`-th contact from batch `start` on.
fn place(start: usize, n: usize) -> (u32, u32) {
    ((start + n / LANES) as u32, (n % LANES) as u32)
}
