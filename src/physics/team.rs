//! The threads of a step: workers that wait close by while a step runs, and share its loops.
//!
//! A loop is cut into parts that do not overlap, and what it finds is gathered in the order of the parts. So nobody can
//! tell from a result how many threads made it. Between two loops the workers spin: waking a thread costs more than
//! most loops take. When the step is over they sleep.
//!
//! To give out a loop costs some microseconds on its way from processor to processor. Loops of which each needs what the
//! one before wrote are therefore one job, in which the threads meet between two.
#![expect(
    unsafe_code,
    reason = "a loop body is lent to threads that outlive the call, and parts of one list to several"
)]

use super::sync::{
    Arc, AtomicBool, AtomicU64, AtomicUsize, Builder, JoinHandle, Lent, Ordering, SPINS, Thread, park, wait,
};
use std::ops::Range;

/// More threads than this are not used unless somebody asks: what they would help has not been measured.
const MOST_UNASKED: usize = 4;

/// How many threads a step uses where nobody says: as many as the machine has, up to four. Small worlds are
/// stepped by one.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |most| most.get().min(MOST_UNASKED))
}

/// What every worker does with its number.
type Job<'a> = &'a (dyn Fn(usize) + Sync);

struct Shared {
    /// Counts the jobs given out.
    round: AtomicUsize,
    /// The job of this round; written before the round is counted up, read after.
    job: Lent<Option<Job<'static>>>,
    /// Workers that are not done with it.
    busy: AtomicUsize,
    /// Whether a step runs, so that a worker must not sleep.
    awake: AtomicBool,
    quit: AtomicBool,
    /// Whether a job panicked on a worker.
    failed: AtomicBool,
    /// By thread: how much is taken of its stretch of the loop that is shared.
    taken: Box<[Taken]>,
    /// By thread: how often it came to where all meet.
    met: Box<[Met]>,
}

/// The round of a loop, and the next part of a stretch of it: one number, which has its cache lines to itself. What is
/// left of another round counts for nothing, so nobody has to write it anew for others.
#[repr(align(128))]
struct Taken(AtomicU64);

impl Taken {
    /// Takes the next part of a stretch of so many, unless all are taken.
    fn take(&self, round: u32, parts: usize) -> Option<usize> {
        let mut seen = self.0.load(Ordering::Relaxed);
        loop {
            let next = if (seen >> 32) as u32 == round { seen as u32 as usize } else { 0 };
            if next >= parts {
                return None;
            }
            let taken = u64::from(round) << 32 | (next as u64 + 1);
            // What a part is made of was there before the round began, and what it comes to is seen when it is over.
            match self.0.compare_exchange(seen, taken, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(next),
                Err(now) => seen = now,
            }
        }
    }
}

/// How often a thread came to where all meet; it alone counts, in cache lines of its own.
#[repr(align(128))]
struct Met(AtomicUsize);

// SAFETY: `job` is written by the one owner of the team while no worker reads it: before `round` is counted up
// (released), and after all have counted `busy` down; they read it after they have seen the new round (acquired).
unsafe impl Sync for Shared {}
// SAFETY: as above; a job is `Sync`.
unsafe impl Send for Shared {}

impl Shared {
    /// Notes that the job of a thread failed: nobody is to wait for it where all meet.
    fn fail(&self, number: usize) {
        let met = &self.met[number].0;
        met.store(met.load(Ordering::Relaxed).wrapping_add(usize::MAX / 4), Ordering::Release);
        self.failed.store(true, Ordering::Relaxed);
    }
}

/// One thread that calls, and others that help it.
pub(super) struct Team {
    shared: Arc<Shared>,
    helpers: Vec<(Thread, JoinHandle<()>)>,
    /// Whether the caller works alone for now.
    alone: AtomicBool,
}

impl std::fmt::Debug for Team {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Team of {}", self.size())
    }
}

impl Default for Team {
    /// The caller alone.
    fn default() -> Self {
        Self::new(1)
    }
}

impl Team {
    /// The caller and `threads − 1` helpers, or as many as the system gives.
    pub fn new(threads: usize) -> Self {
        let shared = Arc::new(Shared {
            round: AtomicUsize::new(0),
            job: Lent::new(None),
            busy: AtomicUsize::new(0),
            awake: AtomicBool::new(false),
            quit: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            taken: (0..threads.max(1)).map(|_| Taken(AtomicU64::new(0))).collect(),
            met: (0..threads.max(1)).map(|_| Met(AtomicUsize::new(0))).collect(),
        });
        // Fewer helpers than asked for are as good: results do not depend on their number.
        let mut helpers = vec![];
        for number in 1..threads {
            let shared = shared.clone();
            let named = Builder::new().name(format!("physics {number}"));
            let Ok(handle) = named.spawn(move || help(&shared, number)) else { break };
            helpers.push((handle.thread().clone(), handle));
        }
        Self { shared, helpers, alone: AtomicBool::new(true) }
    }

    /// How many threads there are, the caller included.
    pub fn size(&self) -> usize {
        self.helpers.len() + 1
    }

    /// How many of them work now.
    pub fn at_work(&self) -> usize {
        if self.alone.load(Ordering::Relaxed) { 1 } else { self.size() }
    }

    /// Keeps the helpers awake and at work until [`rest`](Self::rest).
    pub fn wake(&self) {
        if self.helpers.is_empty() {
            return;
        }
        self.alone.store(false, Ordering::Relaxed);
        if !self.shared.awake.swap(true, Ordering::SeqCst) {
            self.helpers.iter().for_each(|(thread, _)| thread.unpark());
        }
    }

    /// Lets the helpers sleep when nothing more comes soon; the caller works alone then.
    pub fn rest(&self) {
        self.alone.store(true, Ordering::Relaxed);
        self.shared.awake.store(false, Ordering::SeqCst);
    }

    /// Lets the caller work alone for a while, or with the helpers again, if they are awake.
    pub fn set_alone(&self, alone: bool) {
        self.alone.store(alone || !self.is_awake(), Ordering::Relaxed);
    }

    /// Whether there are helpers that are awake.
    pub fn is_awake(&self) -> bool {
        !self.helpers.is_empty() && self.shared.awake.load(Ordering::Relaxed)
    }

    /// Calls `job` once on every thread with its number, 0 for the caller, and returns when all are done.
    pub fn run(&self, job: Job) {
        if self.helpers.is_empty() {
            return job(0);
        }
        let shared = &*self.shared;
        // SAFETY: the workers drop the reference before they count `busy` down, and this call waits for that.
        let lent = unsafe { std::mem::transmute::<Job<'_>, Job<'static>>(job) };
        // SAFETY: no round is under way, so nobody reads it.
        shared.job.write(|job| unsafe { *job = Some(lent) });
        shared.busy.store(self.helpers.len(), Ordering::Relaxed);
        shared.round.fetch_add(1, Ordering::SeqCst);
        if !shared.awake.load(Ordering::SeqCst) {
            self.helpers.iter().for_each(|(thread, _)| thread.unpark());
        }
        // The helpers borrow what `job` refers to: they must be done before a panic of its own unwinds this frame.
        let own = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(0)));
        if own.is_err() {
            shared.fail(0);
        }
        let mut spins = 0;
        while shared.busy.load(Ordering::Acquire) > 0 {
            wait(&mut spins);
        }
        if shared.failed.swap(false, Ordering::Relaxed) {
            // They came less often to where all meet.
            shared.met.iter().for_each(|met| met.0.store(0, Ordering::Relaxed));
            std::panic::resume_unwind(own.err().unwrap_or_else(|| Box::new("a job failed on another thread")));
        }
    }

    /// Waits, inside a job of [`run`](Self::run), until all threads have come here as often as this one, of that number,
    /// or failed: what each of them wrote before, all see from here on. Every thread must come here, and as often as the
    /// others.
    pub fn meet(&self, number: usize) {
        let met = &self.shared.met[..self.size()];
        let own = met[number].0.load(Ordering::Relaxed).wrapping_add(1);
        met[number].0.store(own, Ordering::Release);
        for (_, other) in met.iter().enumerate().filter(|(k, _)| *k != number) {
            let mut spins = 0;
            // Who is further on has been here.
            while (other.0.load(Ordering::Acquire).wrapping_sub(own) as isize) < 0 {
                wait(&mut spins);
            }
        }
    }

    /// Calls `body` for parts of the numbers below `count`, `grain` of them or fewer at a time, on all threads.
    pub fn share(&self, count: usize, grain: usize, body: impl Fn(Range<usize>) + Sync) {
        let parts = count.div_ceil(grain.max(1));
        // One part, or nobody to share with: no round of the threads is worth it.
        if parts < 2 || self.at_work() == 1 {
            return body(0..count);
        }
        let start = |thread: usize, threads: usize| parts * thread / threads;
        let of_stretch = |thread, threads| start(thread + 1, threads) - start(thread, threads);
        self.share_stretches(of_stretch, |(thread, threads), k| {
            let part = start(thread, threads) + k;
            body(part * grain..((part + 1) * grain).min(count));
        });
    }

    /// Calls `body` for the parts of as many stretches as there are threads at work: of each `parts` says, by its number
    /// and theirs, how many there are. `body` hears which stretch of how many it is, and which part of it.
    ///
    /// Every thread begins with a stretch of its own, in each loop over a list with the same: it has the data at hand.
    /// Then it helps the others with theirs. Parts are taken one by one, so what they write does not overlap.
    pub fn share_stretches(
        &self,
        parts: impl Fn(usize, usize) -> usize + Sync,
        body: impl Fn((usize, usize), usize) + Sync,
    ) {
        let threads = self.at_work();
        if threads == 1 {
            return (0..parts(0, 1)).for_each(|part| body((0, 1), part));
        }
        let taken = &self.shared.taken[..threads];
        // The caller alone counts rounds: the next is that of this loop.
        let round = self.shared.round.load(Ordering::Relaxed).wrapping_add(1) as u32;
        self.run(&|own| {
            for thread in (own..threads).chain(0..own) {
                let most = parts(thread, threads);
                while let Some(part) = taken[thread].take(round, most) {
                    body((thread, threads), part);
                }
            }
        });
    }

    /// Calls `body` for every item of a list, on all threads.
    pub fn each<T: Send>(&self, items: &mut [T], grain: usize, body: impl Fn(usize, &mut T) + Sync) {
        let (count, list) = (items.len(), Parts::new(items));
        self.share(count, grain, |numbers| {
            // SAFETY: parts do not overlap, and each is taken once.
            let part = unsafe { list.get(numbers.start, numbers.len()) };
            numbers.zip(part).for_each(|(k, item)| body(k, item));
        });
    }

    /// Calls `body` for every item of a list, on all threads, with a place to write down what it finds: one for each
    /// part of `grain` items, to be read in order. The list of places grows to as many as are needed after the first
    /// `from`; tells how many there are then.
    pub fn each_finding<T: Send, F: Default + Send>(
        &self,
        items: &mut [T],
        grain: usize,
        (found, from): (&mut Vec<F>, usize),
        body: impl Fn(usize, &mut T, &mut F) + Sync,
    ) -> usize {
        // Places are by part, not by thread: reading them in order gives the order of the items.
        let parts = items.len().div_ceil(grain.max(1));
        grow(found, from + parts);
        let (items, found) = (Parts::new(items), Parts::new(&mut found[from..]));
        self.share(parts, 1, |parts| {
            for part in parts {
                // SAFETY: parts do not overlap, and each is taken once.
                let (items, found) = unsafe { (items.get(part * grain, grain), &mut found.get(part, 1)[0]) };
                for (k, item) in items.iter_mut().enumerate() {
                    body(part * grain + k, item, found);
                }
            }
        });
        from + parts
    }
}

/// Lets a list have at least so many items.
pub(super) fn grow<F: Default>(list: &mut Vec<F>, count: usize) {
    if list.len() < count {
        list.resize_with(count, F::default);
    }
}

impl Drop for Team {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::SeqCst);
        for (thread, handle) in self.helpers.drain(..) {
            thread.unpark();
            // A helper that panicked has been told of already.
            let _ = handle.join();
        }
    }
}

/// What a helper does until the team ends.
fn help(shared: &Shared, number: usize) {
    let mut done = 0;
    let mut spins = 0;
    loop {
        // A new round: do the job, and count down. Otherwise wait close by, or sleep when no step runs.
        let round = shared.round.load(Ordering::SeqCst);
        if round != done {
            done = round;
            // SAFETY: the job of this round was written before the round was counted up.
            let job = shared.job.read(|job| unsafe { *job });
            let work = std::panic::AssertUnwindSafe(|| job.into_iter().for_each(|job| job(number)));
            if std::panic::catch_unwind(work).is_err() {
                shared.fail(number);
            }
            shared.busy.fetch_sub(1, Ordering::Release);
            spins = 0;
        } else if shared.quit.load(Ordering::SeqCst) {
            return;
        } else if spins > SPINS && !shared.awake.load(Ordering::SeqCst) {
            park();
            spins = 0;
        } else {
            wait(&mut spins);
        }
    }
}

/// A list of which several threads write parts that do not overlap.
#[derive(Debug)]
pub(super) struct Parts<'a, T> {
    items: *mut T,
    len: usize,
    life: std::marker::PhantomData<&'a mut [T]>,
}

impl<T> Clone for Parts<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Parts<'_, T> {}

// SAFETY: whoever takes a part promises that no other thread has it.
unsafe impl<T: Send> Send for Parts<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Parts<'_, T> {}

impl<'a, T> Parts<'a, T> {
    pub fn new(items: &'a mut [T]) -> Self {
        Self { items: items.as_mut_ptr(), len: items.len(), life: std::marker::PhantomData }
    }

    /// Up to `count` items from `start` on.
    ///
    /// # Safety
    /// Nobody else has any of them at the same time.
    #[inline]
    #[expect(clippy::mut_from_ref, reason = "that is what the type is for")]
    pub unsafe fn get(&self, start: usize, count: usize) -> &mut [T] {
        let start = start.min(self.len);
        let count = count.min(self.len - start);
        // SAFETY: within the list; exclusive by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.items.add(start), count) }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Lends a range of items, which no other thread may be lent at the same time.
    #[inline]
    pub fn with<R>(&self, range: Range<usize>, use_it: impl FnOnce(&mut [T]) -> R) -> R {
        // SAFETY: exclusive by the caller's word.
        use_it(unsafe { self.get(range.start, range.len()) })
    }

    /// Writes an item that no other thread reads or writes at the same time.
    #[inline]
    pub fn set(&self, index: usize, item: T) {
        self.with(index..index + 1, |place| place[0] = item);
    }

    /// Swaps an item that no other thread reads or writes at the same time.
    #[inline]
    pub fn replace(&self, index: usize, item: T) -> T {
        self.with(index..index + 1, |place| std::mem::replace(&mut place[0], item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_met_once_and_findings_come_in_order() {
        for threads in [1, 2, 4] {
            let team = Team::new(threads);
            for count in [0, 1, 7, 1_000] {
                let mut items = vec![0_u32; count];
                let mut found: Vec<Vec<usize>> = vec![];
                team.wake();
                team.each_finding(&mut items, 16, (&mut found, 0), |k, item, found: &mut Vec<usize>| {
                    *item += 1;
                    found.push(k);
                });
                team.rest();
                assert!(items.iter().all(|n| *n == 1));
                assert_eq!(found.concat(), (0..count).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_job_that_fails_fails_the_caller_and_leaves_the_team_whole() {
        let team = Team::new(3);
        for culprit in 0..3 {
            let run = || team.run(&|number| assert!(number != culprit, "told to"));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
        let sum = AtomicUsize::new(0);
        team.run(&|number| {
            sum.fetch_add(number, Ordering::Relaxed);
        });
        assert_eq!(sum.into_inner(), 3);
    }

    #[test]
    fn threads_that_meet_see_what_each_wrote_before() {
        const TURNS: usize = 200;
        for threads in [1, 2, 4] {
            let team = Team::new(threads);
            let pages: Vec<[AtomicUsize; TURNS]> =
                (0..threads).map(|_| [const { AtomicUsize::new(0) }; TURNS]).collect();
            for round in 1..=2 {
                // Each writes its line of a page and reads that of all, which nobody does before the others have written.
                team.run(&|number| {
                    for turn in 0..TURNS {
                        pages[number][turn].fetch_add(turn + number, Ordering::Relaxed);
                        team.meet(number);
                        for (k, page) in pages.iter().enumerate() {
                            assert_eq!(page[turn].load(Ordering::Relaxed), round * (turn + k));
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn nobody_waits_for_a_thread_that_failed() {
        let team = Team::new(3);
        for culprit in 0..3 {
            let run = || {
                team.run(&|number| {
                    team.meet(number);
                    assert!(number != culprit, "told to");
                    team.meet(number);
                });
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
            // Whole again: those who came further and those who came less far meet.
            team.run(&|number| team.meet(number));
        }
    }

    #[test]
    fn every_part_of_every_stretch_is_met_once() {
        for threads in [1, 2, 4] {
            let team = Team::new(threads);
            team.wake();
            let mut met = vec![[0_u32; 50]; threads];
            let list = Parts::new(&mut met);
            // Who is done with its own stretch, or has none, helps the others.
            let parts = |stretch: usize| [3, 0, 50, 23][stretch];
            for _ in 0..3 {
                team.share_stretches(
                    |stretch, of| if of == threads { parts(stretch) } else { 0 },
                    |(stretch, _), part| list.with(stretch..stretch + 1, |met| met[0][part] += 1),
                );
            }
            team.rest();
            for (stretch, met) in met.iter().enumerate() {
                assert!(met.iter().enumerate().all(|(k, n)| *n == if k < parts(stretch) { 3 } else { 0 }));
            }
        }
    }
}
