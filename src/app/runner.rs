//! The physics thread: it has its own clock, and nothing on the screen can hold it up.

use super::{Pace, panic_text};
use crate::condition::Watch;
use crate::sim::Timeline;
use crate::subject::Subject;
use crate::ui::Playback;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What the thread is told, and what it tells.
#[derive(Debug)]
struct Control {
    running: bool,
    time_scale: f64,
    quit: bool,
    lagging: bool,
    failure: Option<String>,
    /// What paused the run, until it is told.
    fired: Option<String>,
    playback: Playback,
    step_times: VecDeque<f32>,
}

#[derive(Debug)]
struct Shared {
    subject: Mutex<Subject>,
    /// What pauses the run; looked at while the subject is held.
    watch: Mutex<Option<Watch>>,
    control: Mutex<Control>,
    changed: Condvar,
    /// How many wait for the simulation: the thread lets them pass before its next step.
    waiting: AtomicUsize,
    /// Whether a finished step was announced and not yet seen.
    announced: AtomicBool,
}

/// A simulation that runs by itself on a thread of its own.
#[derive(Debug)]
pub struct Runner {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// So many step times are kept.
const HISTORY: usize = 120;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic while it was held is reported on its own; the state is still whole, for steps replace it as one.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Runner {
    /// Starts the thread, at rest; `wake` is called after steps, once until [`Self::seen`].
    pub fn new(subject: impl Into<Subject>, wake: impl Fn() + Send + 'static) -> Self {
        let control = Control {
            running: false,
            time_scale: 1.0,
            quit: false,
            lagging: false,
            failure: None,
            fired: None,
            playback: Playback::default(),
            step_times: VecDeque::with_capacity(HISTORY),
        };
        let shared = Arc::new(Shared {
            subject: Mutex::new(subject.into()),
            watch: Mutex::new(None),
            control: Mutex::new(control),
            changed: Condvar::new(),
            waiting: AtomicUsize::new(0),
            announced: AtomicBool::new(false),
        });
        let theirs = shared.clone();
        let thread = std::thread::Builder::new().name("physics".into()).spawn(move || theirs.run(&wake));
        if let Err(error) = &thread {
            log::error!("no thread for the physics: {error}");
        }
        Self { shared, thread: thread.ok() }
    }

    /// The simulation, between two steps.
    pub fn lock(&self) -> MutexGuard<'_, Subject> {
        self.shared.waiting.fetch_add(1, Ordering::AcqRel);
        let subject = lock(&self.shared.subject);
        self.shared.waiting.fetch_sub(1, Ordering::AcqRel);
        subject
    }

    /// Says that the last step announced has been shown.
    pub fn seen(&self) {
        self.shared.announced.store(false, Ordering::Release);
    }

    /// Runs or stops.
    pub fn set_running(&self, running: bool) {
        lock(&self.shared.control).running = running;
        self.shared.changed.notify_all();
    }

    /// Whether it runs.
    pub fn running(&self) -> bool {
        lock(&self.shared.control).running
    }

    /// Simulated seconds a second of the clock.
    pub fn set_time_scale(&self, scale: f64) {
        lock(&self.shared.control).time_scale = scale.clamp(0.01, 4.0);
        self.shared.changed.notify_all();
    }

    /// Simulated seconds a second of the clock.
    pub fn time_scale(&self) -> f64 {
        lock(&self.shared.control).time_scale
    }

    /// Whether the machine is too slow for that.
    pub fn lagging(&self) -> bool {
        lock(&self.shared.control).lagging
    }

    /// Wall time of the last steps (ms), oldest first.
    pub fn step_times(&self) -> Vec<f32> {
        lock(&self.shared.control).step_times.iter().copied().collect()
    }

    /// Which way time runs, and whether it turns back at the end.
    pub fn set_playback(&self, playback: Playback) {
        lock(&self.shared.control).playback = playback;
    }

    /// Which way time runs, and whether it turns back at the end.
    pub fn playback(&self) -> Playback {
        lock(&self.shared.control).playback
    }

    /// Looks at these conditions after every step; the run pauses where one begins to hold.
    pub fn set_watch(&self, watch: Option<Watch>) {
        *lock(&self.shared.watch) = watch;
    }

    /// What paused the run, once.
    pub fn take_fired(&self) -> Option<String> {
        lock(&self.shared.control).fired.take()
    }

    /// Goes to a step.
    pub fn seek(&self, step: u64) {
        let mut subject = self.lock();
        subject.seek(step);
        self.shared.resume(&subject);
    }

    /// Why it stopped by itself, once.
    pub fn take_failure(&self) -> Option<String> {
        lock(&self.shared.control).failure.take()
    }

    /// Advances by `count` steps at once, whether it runs or not.
    pub fn step(&self, count: u32) {
        let mut subject = self.lock();
        for _ in 0..count {
            if !self.shared.step(&mut subject, Playback::default()) {
                break;
            }
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        lock(&self.shared.control).quit = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the physics thread ended badly");
        }
    }
}

impl Shared {
    fn run(&self, wake: &dyn Fn()) {
        let mut pace = Pace::default();
        let mut before = Instant::now();
        let mut dt = f64::from(lock(&self.subject).dt());
        loop {
            let scale = {
                let mut control = lock(&self.control);
                if !control.running && !control.quit {
                    while !control.running && !control.quit {
                        control = self.changed.wait(control).unwrap_or_else(PoisonError::into_inner);
                    }
                    // The time at rest is not caught up with.
                    before = Instant::now();
                    pace.reset();
                }
                if control.quit {
                    return;
                }
                let now = Instant::now();
                pace.pass((now - before).as_secs_f64(), control.time_scale, dt);
                before = now;
                control.lagging = pace.lagging();
                control.time_scale
            };
            let mut stepped = false;
            while pace.take(dt) {
                self.let_others_pass();
                let mut subject = lock(&self.subject);
                // Stopped, or told to end, while steps were still owed.
                let control = lock(&self.control);
                if !control.running || control.quit {
                    break;
                }
                let playback = control.playback;
                drop(control);
                self.step(&mut subject, playback);
                dt = f64::from(subject.dt());
                stepped = true;
            }
            if stepped && !self.announced.swap(true, Ordering::AcqRel) {
                wake();
            }
            let rest = Duration::from_secs_f64(pace.wait(scale, dt).min(0.25));
            let control = lock(&self.control);
            if control.running && !control.quit && !rest.is_zero() {
                drop(self.changed.wait_timeout(control, rest).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    fn let_others_pass(&self) {
        // A mutex is not fair: without this, long steps back to back would keep the window waiting.
        let mut tries = 0;
        while self.waiting.load(Ordering::Acquire) > 0 && tries < 1000 {
            std::thread::sleep(Duration::from_micros(20));
            tries += 1;
        }
    }

    /// The watch takes up the run where it is now.
    fn resume(&self, subject: &Subject) {
        if let (Some(watch), Some(sim)) = (lock(&self.watch).as_mut(), subject.scene()) {
            watch.resume(sim);
        }
    }

    /// One step, whichever way; whether another may follow.
    fn step(&self, subject: &mut Subject, playback: Playback) -> bool {
        let start = Instant::now();
        let moved = catch_unwind(AssertUnwindSafe(|| {
            if subject.step_count() == 0 {
                // What was set up before the first step belongs to the start.
                self.resume(subject);
            }
            advance(subject, playback)
        }));
        let fired = match moved {
            Ok(Moved::On) => self.look(subject),
            Ok(Moved::Elsewhere) => {
                self.resume(subject);
                None
            }
            _ => None,
        };
        let mut control = lock(&self.control);
        match moved {
            Ok(Moved::Nowhere) => control.running = false,
            Err(payload) => {
                control.running = false;
                control.failure = Some(panic_text(payload.as_ref()));
                return false;
            }
            Ok(_) => {}
        }
        let paused = fired.is_some();
        if paused {
            control.running = false;
            control.fired = fired;
        }
        if control.step_times.len() == HISTORY {
            control.step_times.pop_front();
        }
        control.step_times.push_back(start.elapsed().as_secs_f32() * 1e3);
        !paused
    }

    /// What began to hold in the step just done, in words.
    fn look(&self, subject: &Subject) -> Option<String> {
        let mut watch = lock(&self.watch);
        let (watch, sim) = (watch.as_mut()?, subject.scene()?);
        let index = watch.look(sim)?;
        let verdict = watch.verdict(index, sim)?;
        Some(format!("{}: {}", verdict.expr, verdict.place_and_values()))
    }
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moved {
    /// It followed from the one before.
    On,
    /// Time went back.
    Elsewhere,
    /// There is nothing before the first step kept.
    Nowhere,
}

/// One step, whichever way.
fn advance(subject: &mut Subject, playback: Playback) -> Moved {
    let Timeline { first, now, last } = subject.timeline();
    match playback {
        Playback { backwards: true, .. } if now > first => subject.seek(now - 1),
        Playback { backwards: true, looping: true } if last > first => subject.seek(last),
        Playback { backwards: true, .. } => return Moved::Nowhere,
        Playback { looping: true, .. } if now == last && last > first => subject.seek(first),
        _ => {
            subject.step();
            return Moved::On;
        }
    }
    Moved::Elsewhere
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Condition;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::{Scene, SceneBody};
    use crate::sim::Chronicle;

    fn falling_ball() -> Chronicle {
        let body = SceneBody { name: Some("ball".into()), desc: BodyDesc::new(Shape::sphere(0.5)) };
        Chronicle::new(Scene { bodies: vec![body], ..Scene::default() }).unwrap()
    }

    /// Lets the thread run until it stops by itself.
    fn run_until_it_stops(runner: &Runner) {
        runner.set_running(true);
        let deadline = Instant::now() + Duration::from_secs(20);
        while runner.running() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    #[test]
    fn the_thread_pauses_at_the_step_where_a_condition_begins_to_hold_and_goes_on_from_there() {
        let runner = Runner::new(falling_ball(), || {});
        let condition = Condition::parse("height(ball) < -0.3", runner.lock().scene().unwrap()).unwrap();
        let watch = Watch::new(vec![condition], runner.lock().scene().unwrap());
        runner.set_watch(Some(watch));
        run_until_it_stops(&runner);
        // ½ g t² passes 0.3 m in step 15.
        assert_eq!(runner.lock().step_count(), 15);
        let mut by_hand = falling_ball();
        (0..15).for_each(|_| by_hand.step());
        assert_eq!(runner.lock().state_hash(), by_hand.world().state_hash());
        assert!(runner.take_fired().unwrap().starts_with("height(ball) < -0.3: step 15"));
        runner.step(5);
        assert_eq!((runner.lock().step_count(), runner.take_fired()), (20, None));
        runner.seek(10);
        runner.step(10);
        assert_eq!(runner.lock().step_count(), 15);
    }

    #[test]
    fn time_runs_backwards_to_the_first_step_and_round_when_it_loops() {
        let runner = Runner::new(falling_ball(), || {});
        runner.step(20);
        runner.set_playback(Playback { backwards: true, looping: false });
        run_until_it_stops(&runner);
        assert_eq!(runner.lock().timeline(), Timeline { first: 0, now: 0, last: 20 });
        let mut subject = Subject::from(falling_ball());
        (0..3).for_each(|_| subject.step());
        let mut steps = |playback: Playback, count: usize| -> Vec<u64> {
            (0..count).map(|_| (advance(&mut subject, playback), subject.step_count()).1).collect()
        };
        assert_eq!(steps(Playback { backwards: false, looping: true }, 5), [0, 1, 2, 3, 0]);
        assert_eq!(steps(Playback { backwards: true, looping: true }, 5), [3, 2, 1, 0, 3]);
    }

    #[test]
    fn the_thread_gives_the_same_states_as_steps_by_hand() {
        let runner = Runner::new(falling_ball(), || {});
        runner.set_running(true);
        let deadline = Instant::now() + Duration::from_secs(20);
        while runner.lock().step_count() < 12 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        runner.set_running(false);
        let sim = runner.lock();
        assert!(sim.step_count() >= 12);
        let mut by_hand = falling_ball();
        for _ in 0..sim.step_count() {
            by_hand.step();
        }
        assert_eq!(sim.state_hash(), by_hand.world().state_hash());
    }

    #[test]
    fn nothing_moves_while_it_is_stopped() {
        let runner = Runner::new(falling_ball(), || {});
        std::thread::sleep(Duration::from_millis(60));
        assert_eq!(runner.lock().step_count(), 0);
        runner.step(3);
        assert_eq!(runner.lock().step_count(), 3);
    }

    #[test]
    fn a_step_is_announced_once_until_it_is_seen() {
        let calls = Arc::new(AtomicUsize::new(0));
        let theirs = calls.clone();
        let runner = Runner::new(falling_ball(), move || {
            theirs.fetch_add(1, Ordering::SeqCst);
        });
        runner.set_running(true);
        let deadline = Instant::now() + Duration::from_secs(20);
        while runner.lock().step_count() < 10 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert_eq!(calls.load(Ordering::SeqCst), 1);
    }
}
