//! How threads share the batches of a graph.
//!
//! Every thread has a part of its own of each colour, the same in every loop of a step: so it has its batches at hand.
//! Where there is too little to do the caller does it alone, before the threads would have met.

use super::batch::Batch;
use super::graph::Color;
use crate::physics::team::{Parts, Team};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Visits from which threads share what there is to do: for fewer it is done before they have met.
const SHARED_VISITS: usize = 24;

/// Batches that are looked at in the time of one visit, and found not to need one.
const LOOKS_A_VISIT: usize = 8;

/// Colours gone through in one round of the threads.
const COLORS_AT_ONCE: usize = 32;

/// The part that thread `k` of so many has of a list.
fn part(len: usize, k: usize, threads: usize) -> Range<usize> {
    len * k / threads..len * (k + 1) / threads
}

/// Threads for so many visits.
fn threads_for(team: Option<&Team>, visits: usize) -> usize {
    team.filter(|_| visits >= SHARED_VISITS).map_or(1, Team::at_work)
}

/// Calls `job` for each thread of so many with its number.
fn run(team: Option<&Team>, threads: usize, job: &(impl Fn(usize) + Sync)) {
    match team {
        Some(team) if threads > 1 => team.run(job),
        _ => job(0),
    }
}

/// The batches of a colour, of one point and of more.
type Batches<'a> = (&'a mut [Batch<1>], &'a mut [Batch<4>]);

/// Calls `sweep` with the batches of a colour, of which about so many will be visited; on the caller alone without a
/// team.
pub(in crate::physics) fn share_color(
    team: Option<&Team>,
    (single, multi): Batches,
    visits: usize,
    sweep: &(impl Fn(&mut [Batch<1>], &mut [Batch<4>]) + Sync),
) {
    let threads = threads_for(team, visits + (single.len() + multi.len()) / LOOKS_A_VISIT);
    let (single, multi) = (Parts::new(single), Parts::new(multi));
    run(team, threads, &|k| {
        let (s, m) = (part(single.len(), k, threads), part(multi.len(), k, threads));
        single.with(s, |single| multi.with(m, |multi| sweep(single, multi)));
    });
}

/// Calls `one` and `many` for those batches of a colour whose numbers are listed: first come those of one point.
pub(in crate::physics) fn share_listed(
    team: Option<&Team>,
    (single, multi): Batches,
    listed: &[u32],
    one: impl Fn(&mut Batch<1>) + Sync,
    many: impl Fn(&mut Batch<4>) + Sync,
) {
    let threads = threads_for(team, listed.len());
    let (single, multi) = (Parts::new(single), Parts::new(multi));
    run(team, threads, &|k| {
        for &number in &listed[part(listed.len(), k, threads)] {
            let number = number as usize;
            match number.checked_sub(single.len()) {
                None => single.with(number..number + 1, |batch| one(&mut batch[0])),
                Some(number) => multi.with(number..number + 1, |batch| many(&mut batch[0])),
            }
        }
    });
}

/// Calls `one` and `many` for all batches, in any order, with the number of each: for what no other batch has a say in.
pub(in crate::physics) fn each_batch(
    team: &Team,
    colors: &mut [Color],
    one: impl Fn(usize, &mut Batch<1>) + Sync,
    many: impl Fn(usize, &mut Batch<4>) + Sync,
) {
    let mut number = 0;
    for colors in colors.chunks_mut(COLORS_AT_ONCE) {
        let threads = threads_for(Some(team), colors.iter().map(Color::batch_count).sum());
        let mut colors = colors.iter_mut();
        let parts: [_; COLORS_AT_ONCE] = std::array::from_fn(|_| {
            let Color { single, multi, .. } = colors.next()?;
            let first = number;
            number += single.batches.len() + multi.batches.len();
            Some((first, Parts::new(&mut single.batches), Parts::new(&mut multi.batches)))
        });
        run(Some(team), threads, &|k| {
            for (first, single, multi) in parts.iter().flatten() {
                each_of_part(single, (k, threads), *first, &one);
                each_of_part(multi, (k, threads), first + single.len(), &many);
            }
        });
    }
}

/// The same with those that tell something of theirs: whether any did.
pub(in crate::physics) fn any_batch(
    team: &Team,
    colors: &mut [Color],
    one: impl Fn(usize, &mut Batch<1>) -> bool + Sync,
    many: impl Fn(usize, &mut Batch<4>) -> bool + Sync,
) -> bool {
    let any = AtomicBool::new(false);
    // Written by the first alone: what is written again and again goes from thread to thread.
    let note = |told: bool| {
        if told && !any.load(Ordering::Relaxed) {
            any.store(true, Ordering::Relaxed);
        }
    };
    each_batch(team, colors, |k, batch| note(one(k, batch)), |k, batch| note(many(k, batch)));
    any.into_inner()
}

/// Calls `call` for what thread `k` of so many has of a list, with its number; that of the list's first is given.
fn each_of_part<T>(list: &Parts<T>, (k, threads): (usize, usize), first: usize, call: &impl Fn(usize, &mut T)) {
    let part = part(list.len(), k, threads);
    let numbers = first + part.start..;
    list.with(part, |part| part.iter_mut().zip(numbers).for_each(|(item, number)| call(number, item)));
}
