//! What must hold of the team however its threads run.

use crate::team::Team;
use loom::cell::UnsafeCell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Tries every order, but for more than so many times that a thread is stopped where it could go on.
fn every_order(check: impl Fn() + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(check);
}

/// A place that each of two threads writes in a round of its own, and the caller reads between the rounds.
struct Place(UnsafeCell<usize>);

// SAFETY: that no two threads have it at once is what the model checks.
unsafe impl Sync for Place {}

/// Every thread does each job once, and the caller sees all they wrote when `run` returns: also when they sleep before
/// a job, and when they are awake from one to the next.
pub fn every_job_is_done_once_and_seen(threads: usize, jobs: usize, is_awake: bool) {
    every_order(move || {
        let team = Team::new(threads);
        let places: Vec<Place> = (0..threads).map(|_| Place(UnsafeCell::new(0))).collect();
        if is_awake {
            team.wake();
        }
        for _ in 0..jobs {
            team.run(&|number| places[number].0.with_mut(|place| unsafe { *place += 1 }));
        }
        for place in &places {
            place.0.with(|place| assert_eq!(unsafe { *place }, jobs));
        }
        if is_awake {
            team.rest();
        }
    });
}

/// Each part of a loop is done once, by whichever thread, in one loop after the other.
pub fn every_part_is_done_once(threads: usize, parts: usize, loops: usize) {
    every_order(move || {
        let team = Team::new(threads);
        let places: Vec<Place> = (0..parts).map(|_| Place(UnsafeCell::new(0))).collect();
        team.wake();
        for _ in 0..loops {
            team.share(parts, 1, |range| range.for_each(|k| places[k].0.with_mut(|place| unsafe { *place += 1 })));
        }
        for place in &places {
            place.0.with(|place| assert_eq!(unsafe { *place }, loops));
        }
        team.rest();
    });
}

/// Threads that meet inside a job see what the others wrote before, and nobody writes before all have read.
pub fn those_who_meet_see_what_others_wrote(threads: usize, turns: usize) {
    every_order(move || {
        let team = Team::new(threads);
        let places: Vec<Place> = (0..threads).map(|_| Place(UnsafeCell::new(0))).collect();
        team.run(&|number| {
            for turn in 1..=turns {
                places[number].0.with_mut(|place| unsafe { *place += 1 });
                team.meet(number);
                for place in &places {
                    place.0.with(|place| assert_eq!(unsafe { *place }, turn));
                }
                if turn < turns {
                    team.meet(number);
                }
            }
        });
        for place in &places {
            place.0.with(|place| assert_eq!(unsafe { *place }, turns));
        }
    });
}

/// A step begins and ends twice: nobody sleeps through the second.
pub fn nobody_sleeps_through_a_step() {
    every_order(|| {
        let team = Team::new(2);
        let done = AtomicUsize::new(0);
        for _ in 0..2 {
            team.wake();
            team.run(&|_| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            team.rest();
        }
        assert_eq!(done.into_inner(), 4);
    });
}

/// A team that is dropped ends its threads, whether they sleep or not and whether they have done anything.
pub fn a_team_ends(threads: usize) {
    every_order(move || drop(Team::new(threads)));
}
