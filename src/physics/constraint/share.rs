//! How threads share the batches of a graph.
//!
//! Every thread has a part of its own of each colour, the same in every loop of a step: so it has its batches at hand.
//! Where there is too little to do the caller does it alone, before the threads would have met.

use super::batch::{Batch, SharedRows};
use super::graph::{Color, OVERFLOW, add_shared};
use crate::physics::team::{Parts, Team, grow};
use crate::physics::twist::SharedTwists;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Visits from which threads share what there is to do: for fewer it is done before they have met.
const SHARED_VISITS: usize = 24;

/// Visits of a colour from which those that go through colours side by side share it: all that they do for it is to wait
/// for one another.
const LEAST_TOGETHER: usize = 8;

/// Batches that are looked at in the time of one visit, and found not to need one.
pub(in crate::physics) const LOOKS_A_VISIT: usize = 8;

/// Colours gone through in one round of the threads.
const COLORS_AT_ONCE: usize = 32;

/// The part that thread `k` of so many has of a list. What is over goes to the last of them.
fn part(len: usize, k: usize, threads: usize) -> Range<usize> {
    len * k / threads..len * (k + 1) / threads
}

/// The part that it has of batches of several points, which take about twice as long: what is over goes to the first,
/// so that none of two has more of both. The first begins before the others have heard of it.
fn part_of_many(len: usize, k: usize, threads: usize) -> Range<usize> {
    (len * k).div_ceil(threads)..(len * (k + 1)).div_ceil(threads)
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

/// A colour, and which of so many threads goes through it.
pub(in crate::physics) struct ColorPart<'a> {
    pub number: usize,
    /// Where its batches note the changes of bodies that they share.
    pub shared: SharedRows<'a>,
    batches: &'a (Parts<'a, Batch<1>>, Parts<'a, Batch<4>>),
    thread: usize,
    threads: usize,
}

impl ColorPart<'_> {
    /// Calls `visit` with the batches that the thread has of the colour, of one point and of more.
    #[inline]
    pub fn own<R>(&self, visit: impl FnOnce(&mut [Batch<1>], &mut [Batch<4>]) -> R) -> R {
        let (single, multi) = self.batches;
        let own = part(single.len(), self.thread, self.threads);
        let own_of_many = part_of_many(multi.len(), self.thread, self.threads);
        single.with(own, |single| multi.with(own_of_many, |multi| visit(single, multi)))
    }

    /// Calls `one` and `many` for the thread's part of those batches whose numbers are listed: first come those of one
    /// point. The sum of what they tell.
    #[inline]
    pub fn listed(
        &self,
        listed: &[u32],
        one: impl Fn(&mut Batch<1>) -> usize,
        many: impl Fn(&mut Batch<4>) -> usize,
    ) -> usize {
        let (single, multi) = self.batches;
        let visit = |number: &u32| {
            let number = *number as usize;
            match number.checked_sub(single.len()) {
                None => single.with(number..number + 1, |batch| one(&mut batch[0])),
                Some(number) => multi.with(number..number + 1, |batch| many(&mut batch[0])),
            }
        };
        listed[part(listed.len(), self.thread, self.threads)].iter().map(visit).sum()
    }
}

/// A colour as the threads go through it: a cache line of its own, since each of them reads it.
#[repr(align(64))]
struct ColorWork<'a> {
    number: usize,
    batches: (Parts<'a, Batch<1>>, Parts<'a, Batch<4>>),
    shared: SharedRows<'a>,
    /// Whether it pays to share it.
    together: bool,
}

impl<'a> ColorWork<'a> {
    fn new(number: usize, color: &'a mut Color, together: bool) -> Self {
        let Color { single, multi, changes } = color;
        let batches = (Parts::new(&mut single.batches), Parts::new(&mut multi.batches));
        Self { number, batches, shared: SharedRows::new(changes), together }
    }

    /// The part of one of so many threads.
    fn part(&self, thread: usize, threads: usize) -> ColorPart<'_> {
        let Self { number, ref batches, shared, .. } = *self;
        ColorPart { number, shared, batches, thread, threads }
    }

    /// Adds up what the batches changed of bodies that they share, in their order, for any number of threads.
    fn add_shared(&self, rows: &SharedTwists) {
        self.part(0, 1).own(|single, multi| {
            self.shared.with(0..self.shared.len(), |changes| add_shared((single, multi), changes, rows));
        });
    }
}

/// The colours that have batches, with their numbers from `first` on, in turn: the last first when `backward`.
fn in_turn(colors: &mut [Color], first: usize, backward: bool) -> impl Iterator<Item = (usize, &mut Color)> {
    let mut numbered = (first..first + colors.len()).zip(colors);
    let next = move || if backward { numbered.next_back() } else { numbered.next() };
    std::iter::from_fn(next).filter(|(_, color)| color.batch_count() > 0)
}

/// Calls `visit` for the parts of one colour after the other, the last first when `backward`, which tells how many
/// batches it visited; then adds up in `rows` what they changed of bodies that they share. How many were visited is
/// kept in `visited`, by number of the colour; `expected` says about how many will be, of how many there are and how
/// many were visited the last time. Tells how many were in all.
///
/// The threads go through the colours side by side, and wait for one another only where they share one.
pub(in crate::physics) fn color_by_color(
    team: &Team,
    colors: &mut [Color],
    visited: &mut [usize],
    (rows, backward): (&SharedTwists, bool),
    expected: impl Fn(usize, usize, usize) -> usize,
    visit: impl Fn(&ColorPart) -> usize + Sync,
) -> usize {
    let mut total = 0;
    if team.at_work() == 1 {
        for (number, color) in in_turn(colors, 0, backward) {
            let work = ColorWork::new(number, color, false);
            visited[number] = visit(&work.part(0, 1));
            work.add_shared(rows);
            total += visited[number];
        }
        return total;
    }
    let chunks = colors.len().div_ceil(COLORS_AT_ONCE);
    for turn in 0..chunks {
        let first = if backward { chunks - 1 - turn } else { turn } * COLORS_AT_ONCE;
        let end = (first + COLORS_AT_ONCE).min(colors.len());
        // What there is to do, in turn, and how much of it together.
        let (mut count, mut shared_visits) = (0, 0);
        let mut numbered = in_turn(&mut colors[first..end], first, backward);
        let work: [Option<ColorWork>; COLORS_AT_ONCE] = std::array::from_fn(|_| {
            let (number, color) = numbered.next()?;
            // What found no colour shares bodies: one after the other.
            let alone = number >= OVERFLOW;
            let visits = if alone { 0 } else { expected(number, color.batch_count(), visited[number]) };
            let together = visits >= LEAST_TOGETHER;
            shared_visits += if together { visits } else { 0 };
            count += 1;
            Some(ColorWork::new(number, color, together))
        });
        let work = &work[..count];
        let threads = threads_for(Some(team), shared_visits);
        let counted = [const { AtomicUsize::new(0) }; COLORS_AT_ONCE];
        run(Some(team), threads, &|thread| {
            let mut counts = [0; COLORS_AT_ONCE];
            let mut unseen = Unseen::Nothing;
            for (work, count) in work.iter().flatten().zip(&mut counts) {
                let together = work.together && threads > 1;
                let meets = match unseen {
                    Unseen::Nothing => false,
                    Unseen::OfCaller => together,
                    Unseen::OfAll => true,
                };
                if meets {
                    team.meet(thread);
                }
                if together {
                    *count = visit(&work.part(thread, threads));
                } else if thread == 0 {
                    *count = visit(&work.part(0, 1));
                }
                unseen = if together { Unseen::OfAll } else { Unseen::OfCaller };
                if work.shared.len() > 0 {
                    if together {
                        team.meet(thread);
                        unseen = Unseen::OfCaller;
                    }
                    if thread == 0 {
                        work.add_shared(rows);
                    }
                }
            }
            for (counted, count) in counted.iter().zip(counts).filter(|(_, count)| *count > 0) {
                counted.fetch_add(count, Ordering::Relaxed);
            }
        });
        for (work, count) in work.iter().flatten().zip(counted) {
            let count = count.into_inner();
            visited[work.number] = count;
            total += count;
        }
    }
    total
}

/// What the threads have not all seen of the last colours.
enum Unseen {
    Nothing,
    /// What the caller alone did.
    OfCaller,
    /// What each did.
    OfAll,
}

/// Calls `one` and `many` for all batches, in any order, with the number of each: for what no other batch has a say in.
pub(in crate::physics) fn each_batch(
    team: &Team,
    colors: &mut [Color],
    one: impl Fn(usize, &mut Batch<1>) + Sync,
    many: impl Fn(usize, &mut Batch<4>) + Sync,
) {
    let mut number = 0;
    if team.at_work() == 1 {
        for Color { single, multi, .. } in colors {
            single.batches.iter_mut().zip(number..).for_each(|(batch, number)| one(number, batch));
            number += single.batches.len();
            multi.batches.iter_mut().zip(number..).for_each(|(batch, number)| many(number, batch));
            number += multi.batches.len();
        }
        return;
    }
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
                each_of_part(single, part(single.len(), k, threads), *first, &one);
                each_of_part(multi, part_of_many(multi.len(), k, threads), first + single.len(), &many);
            }
        });
    }
}

/// The batches of one class of points of a colour, and the places for what is found in them: from which on, and how many.
struct Class<'a> {
    batches: OfClass<'a>,
    first: usize,
    places: usize,
}

enum OfClass<'a> {
    One(Parts<'a, Batch<1>>),
    Many(Parts<'a, Batch<4>>),
}

/// Calls `one` and `many` for all batches, in any order, with a place to write down what is found: one for so many
/// batches of a colour, or one for all where nobody helps, to be read in order. The list of places grows to as many as
/// are needed after the first `from`; tells how many there are then.
pub(in crate::physics) fn each_batch_finding<F: Default + Send>(
    team: &Team,
    colors: &mut [Color],
    grain: usize,
    (found, from): (&mut Vec<F>, usize),
    one: impl Fn(&mut Batch<1>, &mut F) + Sync,
    many: impl Fn(&mut Batch<4>, &mut F) + Sync,
) -> usize {
    let mut end = from;
    if team.at_work() == 1 {
        grow(found, from + 1);
        let found = &mut found[from];
        for Color { single, multi, .. } in colors {
            single.batches.iter_mut().for_each(|batch| one(batch, found));
            multi.batches.iter_mut().for_each(|batch| many(batch, found));
        }
        return from + 1;
    }
    for colors in colors.chunks_mut(COLORS_AT_ONCE) {
        let mut lists = colors.iter_mut().flat_map(|Color { single, multi, .. }| {
            [OfClass::One(Parts::new(&mut single.batches)), OfClass::Many(Parts::new(&mut multi.batches))]
        });
        let classes: [Option<Class>; 2 * COLORS_AT_ONCE] = std::array::from_fn(|_| {
            let batches = lists.next()?;
            let count = match &batches {
                OfClass::One(list) => list.len(),
                OfClass::Many(list) => list.len(),
            };
            let (first, places) = (end, count.div_ceil(grain));
            end += places;
            Some(Class { batches, first, places })
        });
        grow(found, end);
        let found = Parts::new(found);
        let look = |class: &Class, place: usize| {
            let (at, batches) = (class.first + place, place * grain..(place + 1) * grain);
            found.with(at..at + 1, |found| match &class.batches {
                OfClass::One(list) => list.with(batches, |list| list.iter_mut().for_each(|b| one(b, &mut found[0]))),
                OfClass::Many(list) => list.with(batches, |list| list.iter_mut().for_each(|b| many(b, &mut found[0]))),
            });
        };
        // A thread's stretch is its part of every colour.
        let classes = || classes.iter().flatten();
        let of_stretch = |k, threads| classes().map(|class| part(class.places, k, threads).len()).sum();
        team.share_stretches(of_stretch, |(k, threads), mut number| {
            for class in classes() {
                let own = part(class.places, k, threads);
                if number < own.len() {
                    return look(class, own.start + number);
                }
                number -= own.len();
            }
        });
    }
    end
}

/// Calls `one` and `many` for all batches as [`each_batch`] does: whether any told something of theirs.
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

/// Calls `call` for a part of a list, with the number of each; that of the list's first is given.
fn each_of_part<T>(list: &Parts<T>, part: Range<usize>, first: usize, call: &impl Fn(usize, &mut T)) {
    let numbers = first + part.start..;
    list.with(part, |part| part.iter_mut().zip(numbers).for_each(|(item, number)| call(number, item)));
}

#[cfg(test)]
mod tests {
    use super::super::batch::{EMPTY, SharedChange};
    use super::*;
    use crate::physics::twist::Twist;
    use crate::physics::wide::LANES;
    use glam::Vec3;

    #[test]
    fn parts_are_all_of_a_list_and_none_of_two_threads_has_more_of_both_kinds() {
        for (single, multi) in (0..20).flat_map(|single| (0..20).map(move |multi| (single, multi))) {
            for threads in 1..6 {
                let all = |part: &dyn Fn(usize) -> Range<usize>| (0..threads).flat_map(part).collect::<Vec<_>>();
                assert_eq!(all(&|k| part(single, k, threads)), (0..single).collect::<Vec<_>>());
                assert_eq!(all(&|k| part_of_many(multi, k, threads)), (0..multi).collect::<Vec<_>>());
            }
            let [first, second] = [0, 1].map(|k| part(single, k, 2).len() + part_of_many(multi, k, 2).len());
            assert!(first.abs_diff(second) <= 1, "{single} and {multi}: {first} and {second}");
        }
    }

    /// Colours of few batches and of many, more than are gone through in one round, and some without any.
    fn colors() -> Vec<Color> {
        let count = |k: usize| [0, 3, 40, 9, 1][k % 5];
        let color = |k: usize| {
            let mut color = Color::default();
            color.single.batches = vec![Batch::default(); count(k)];
            color.multi.batches = vec![Batch::default(); count(k + 2)];
            color
        };
        (0..COLORS_AT_ONCE + 9).map(color).collect()
    }

    /// What was written on the batches of a colour.
    fn stamps(color: &Color) -> Vec<u32> {
        let single = color.single.batches.iter().map(|batch| batch.pair[0]);
        single.chain(color.multi.batches.iter().map(|batch| batch.pair[0])).collect()
    }

    #[test]
    fn colors_are_gone_through_in_turn_by_any_number_of_threads() {
        for (threads, backward) in [(1, false), (2, false), (2, true), (4, false), (4, true)] {
            let team = Team::new(threads);
            team.wake();
            let mut colors = colors();
            let mut visited = vec![7; colors.len()];
            let mut rows = vec![Twist::ZERO; 2];
            let next = AtomicUsize::new(0);
            let stamp = |pair: &mut [u32; LANES]| {
                assert_eq!(pair[0], EMPTY, "visited before");
                pair[0] = next.fetch_add(1, Ordering::Relaxed) as u32;
            };
            let visit = |part: &ColorPart| {
                part.own(|single, multi| {
                    single.iter_mut().for_each(|batch| stamp(&mut batch.pair));
                    multi.iter_mut().for_each(|batch| stamp(&mut batch.pair));
                    single.len() + multi.len()
                })
            };
            // Every third is expected to be hardly worth a visit: the caller does it alone.
            let expected = |number, all, last| if number % 3 == 0 { last / 7 } else { all };
            let rows = SharedTwists::new(&mut rows);
            let total = color_by_color(&team, &mut colors, &mut visited, (&rows, backward), expected, visit);
            team.rest();
            let counts: Vec<_> = colors.iter().map(Color::batch_count).collect();
            assert_eq!(total, counts.iter().sum::<usize>());
            // Of what has none nothing new is known.
            assert!(visited.iter().zip(&counts).all(|(n, all)| n == if *all == 0 { &7 } else { all }));
            // Whatever was visited in one colour was so before all of the next.
            let mut order: Vec<_> = colors.iter().map(stamps).filter(|of_color| !of_color.is_empty()).collect();
            if backward {
                order.reverse();
            }
            let mut first = 0;
            for mut of_color in order {
                let end = first + of_color.len() as u32;
                of_color.sort_unstable();
                assert!(of_color.into_iter().eq(first..end), "{threads} threads, backward: {backward}");
                first = end;
            }
        }
    }

    #[test]
    fn what_batches_share_is_added_up_before_the_next_color_by_any_number_of_threads() {
        for threads in [1, 2, 4] {
            let team = Team::new(threads);
            team.wake();
            let mut colors = colors();
            // Every batch pushes the body of slot 0, which all share.
            for color in &mut colors {
                let single = color.single.batches.iter_mut().map(|b| (&mut b.a, &mut b.shared, &mut b.shared_at));
                let multi = color.multi.batches.iter_mut().map(|b| (&mut b.a, &mut b.shared, &mut b.shared_at));
                for ((slots, lanes, at), number) in single.chain(multi).zip(0..) {
                    (slots[0], lanes[0], *at) = (0, 1, number);
                }
                color.changes.resize(color.batch_count(), SharedChange::default());
            }
            let mut twists = vec![Twist::ZERO; 2];
            let rows = SharedTwists::new(&mut twists);
            let mut before = vec![0; colors.len() + 1];
            for k in 0..colors.len() {
                before[k + 1] = before[k] + colors[k].batch_count();
            }
            let visit = |part: &ColorPart| {
                // What all before it came to, as each thread finds it when it begins with the colour.
                let speed = rows.gather(&[0; LANES]).linear.x.to_array()[0];
                assert_eq!(speed, before[part.number] as f32, "in colour {}", part.number);
                let one = Twist::new(Vec3::X, Vec3::ZERO);
                let note = |at: u32| {
                    let mut change = SharedChange::default();
                    change[0][0] = one;
                    part.shared.set(at as usize, change);
                };
                part.own(|single, multi| {
                    single.iter().for_each(|batch| note(batch.shared_at));
                    multi.iter().for_each(|batch| note(batch.shared_at));
                    single.len() + multi.len()
                })
            };
            let mut visited = vec![0; colors.len()];
            let expected = |number, all, _| if number % 3 == 0 { 0 } else { all };
            let total = color_by_color(&team, &mut colors, &mut visited, (&rows, false), expected, visit);
            team.rest();
            assert_eq!(twists[0].linear, Vec3::X * total as f32);
        }
    }

    #[test]
    fn what_is_found_in_batches_is_read_in_their_order() {
        for threads in [1, 2, 4] {
            let team = Team::new(threads);
            team.wake();
            let mut colors = colors();
            let mut name = 0..;
            for color in &mut colors {
                color.single.batches.iter_mut().zip(&mut name).for_each(|(batch, k)| batch.pair[0] = k);
                color.multi.batches.iter_mut().zip(&mut name).for_each(|(batch, k)| batch.pair[0] = k);
            }
            let mut found = vec![vec![u32::MAX]];
            let end = each_batch_finding(
                &team,
                &mut colors,
                4,
                (&mut found, 1),
                |batch, found| found.push(batch.pair[0]),
                |batch, found| found.push(batch.pair[0]),
            );
            team.rest();
            // What was there before the first place is left alone.
            assert_eq!((found[0].as_slice(), found.len()), ([u32::MAX].as_slice(), end));
            assert!(found[1..].iter().flatten().copied().eq(0..name.start), "{threads} threads");
            assert!(threads == 1 || found[1..].iter().all(|found| found.len() <= 4));
        }
    }
}
