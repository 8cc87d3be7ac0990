//! A thread that drives a run: nothing on the screen can hold it up, and it holds up nothing on the screen.
//!
//! ```text
//! window ── requests ──▶ thread: request, step, step, request … ── moment, report, replies ──▶ window
//! ```
//!
//! The window never touches what runs. It asks for changes, which are made between two steps in the order they were
//! asked for, and looks at the last [`Moment`] that was put out for it.
//!
//! Where there are no threads the window itself [drives](Runner::go_on) the run, for a part of each picture's time. All
//! else is the same.

use crate::app::run::{Event, Run, RunReport};
use crate::subject::{Moment, Subject};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use web_time::Instant;

/// The longest sleep between two looks at the clock.
const LONGEST_REST: Duration = Duration::from_millis(250);

/// A step that goes on while the program ends is waited for so long.
const LAST_STEP: Duration = Duration::from_millis(200);

/// Where the window drives the run, steps of one picture take at most so long: the rest of its time is for drawing. A
/// step that takes longer is taken to its end.
const BUDGET: Duration = Duration::from_millis(12);

/// What is done to the run, and gives what is to follow in the window.
type Work<H> = Box<dyn FnOnce(&mut Run) -> Reply<H> + Send>;

/// Something to do with the run, between two steps.
struct Request<H> {
    work: Work<H>,
    /// Whether a picture is [put off](Runner::is_settled) for it.
    awaited: bool,
}

/// What was done since the run was last put out.
struct Done<H> {
    /// Whether there were requests.
    asked: bool,
    /// How many of them a picture is put off for.
    awaited: usize,
    replies: Vec<Reply<H>>,
    /// Whether a step was taken.
    stepped: bool,
    /// Whether time stopped by itself.
    stopped: bool,
}

impl<H> Default for Done<H> {
    fn default() -> Self {
        Self { asked: false, awaited: 0, replies: vec![], stepped: false, stopped: false }
    }
}

/// What is to be done in the window, `H`, when a request was carried out.
pub type Reply<H> = Box<dyn FnOnce(&mut H) + Send>;

/// What the thread is told.
struct Inbox<H> {
    requests: VecDeque<Request<H>>,
    quit: bool,
}

/// What the thread tells.
struct Outbox<H> {
    moment: Moment,
    report: RunReport,
    events: Vec<Event>,
    replies: Vec<Reply<H>>,
    /// Whether the moment has been looked at: then the next is due.
    seen: bool,
    /// Requests that a picture is put off for and that are not carried out yet.
    pending: usize,
}

struct SharedRun<H> {
    inbox: Mutex<Inbox<H>>,
    /// Something came into the inbox.
    told: Condvar,
    outbox: Mutex<Outbox<H>>,
    /// A request was carried out.
    done: Condvar,
}

/// News from the thread.
pub struct News<H> {
    /// The run as it stands.
    pub moment: Moment,
    /// How it goes.
    pub report: RunReport,
    /// What happened since the last news, oldest first.
    pub events: Vec<Event>,
    /// What is to follow on requests that were carried out, in their order.
    pub replies: Vec<Reply<H>>,
}

/// A run and the time that goes by for it.
struct Drive {
    run: Run,
    before: Instant,
    wake: Box<dyn Fn() + Send>,
}

/// Who drives the run.
enum Driver {
    /// A thread of its own; none once it was waited for.
    Thread(Option<JoinHandle<()>>),
    /// The window, picture by picture.
    Window(Box<RefCell<Drive>>),
}

/// A run on a thread of its own or in the window's, for a window `H`.
pub struct Runner<H> {
    shared: Arc<SharedRun<H>>,
    driver: Driver,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whatever could panic is done outside: what is locked is whole.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<H: 'static> Runner<H> {
    /// Starts the thread, the run at rest; `wake` is called when there is news, once until it is [taken](Self::news).
    pub fn new(subject: impl Into<Subject>, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let (shared, drive) = Self::at_rest(subject.into(), Box::new(wake));
        let theirs = shared.clone();
        let thread = std::thread::Builder::new().name("physics".into()).spawn(move || theirs.drive(drive))?;
        Ok(Self { shared, driver: Driver::Thread(Some(thread)) })
    }

    /// Without a thread, the run at rest: it goes on by [`go_on`](Self::go_on), picture by picture.
    /// `wake` is called when the next one is due.
    pub fn without_thread(subject: impl Into<Subject>, wake: impl Fn() + Send + 'static) -> Self {
        let (shared, drive) = Self::at_rest(subject.into(), Box::new(wake));
        Self { shared, driver: Driver::Window(Box::new(RefCell::new(drive))) }
    }

    fn at_rest(subject: Subject, wake: Box<dyn Fn() + Send>) -> (Arc<SharedRun<H>>, Drive) {
        let run = Run::new(subject);
        let outbox = Outbox {
            moment: run.subject().moment(),
            report: run.report(),
            events: vec![],
            replies: vec![],
            // As if looked at, so that the first step is put out.
            seen: true,
            pending: 0,
        };
        let shared = Arc::new(SharedRun {
            inbox: Mutex::new(Inbox { requests: VecDeque::new(), quit: false }),
            told: Condvar::new(),
            outbox: Mutex::new(outbox),
            done: Condvar::new(),
        });
        (shared, Drive { run, before: Instant::now(), wake })
    }

    /// Has something done to the run, between two steps and after all that was asked for before; then something in the
    /// window with what came of it, when it takes its news. What breaks in the midst of it is told as an [`Event`].
    pub fn ask<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Run) -> R + Send + 'static,
        then: impl FnOnce(&mut H, R) + Send + 'static,
    ) {
        self.send(true, work, then);
    }

    /// The same, of something that takes its time: no picture is [put off](Self::is_settled) for it.
    pub fn ask_aside<R: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Run) -> R + Send + 'static,
        then: impl FnOnce(&mut H, R) + Send + 'static,
    ) {
        self.send(false, work, then);
    }

    fn send<R: Send + 'static>(
        &self,
        awaited: bool,
        work: impl FnOnce(&mut Run) -> R + Send + 'static,
        then: impl FnOnce(&mut H, R) + Send + 'static,
    ) {
        let work = move |run: &mut Run| -> Reply<H> {
            // The two closures share their result without anybody else knowing its type.
            let result = work(run);
            Box::new(move |host| then(host, result))
        };
        // Counted before it is sent, or the answer could come before the question.
        lock(&self.shared.outbox).pending += usize::from(awaited);
        lock(&self.shared.inbox).requests.push_back(Request { work: Box::new(work), awaited });
        self.shared.told.notify_one();
        // Asked for in the midst of what is done now, it is seen to at its end.
        if let Driver::Window(drive) = &self.driver
            && let Ok(drive) = drive.try_borrow()
        {
            (drive.wake)();
        }
    }

    /// Has something done to the run, of which nothing follows.
    pub fn tell(&self, work: impl FnOnce(&mut Run) + Send + 'static) {
        self.ask(work, |_, ()| ());
    }

    /// Whether nothing that was asked for is still to be done by another thread, but what was asked
    /// [aside](Self::ask_aside).
    pub fn is_settled(&self) -> bool {
        matches!(self.driver, Driver::Window(_)) || lock(&self.shared.outbox).pending == 0
    }

    /// Lets a run without a thread of its own go on for a picture's time; one with a thread needs nobody.
    pub fn go_on(&self) {
        if let Driver::Window(drive) = &self.driver
            && let Ok(mut drive) = drive.try_borrow_mut()
        {
            self.shared.pump(&mut drive, BUDGET);
        }
    }

    /// Waits until it [is settled](Self::is_settled), and no longer than this: for who is about to leave.
    pub fn settle(&self, longest: Duration) {
        self.go_on();
        if self.is_settled() {
            return;
        }
        let until = Instant::now() + longest;
        // Spurious wakes are allowed: how much is left is asked for again each time.
        let mut outbox = lock(&self.shared.outbox);
        while outbox.pending > 0 {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            outbox = self.shared.done.wait_timeout(outbox, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The last moment, and all that is to be known since the last news.
    pub fn news(&self) -> News<H> {
        let mut outbox = lock(&self.shared.outbox);
        outbox.seen = true;
        News {
            moment: outbox.moment.clone(),
            report: outbox.report.clone(),
            events: std::mem::take(&mut outbox.events),
            replies: std::mem::take(&mut outbox.replies),
        }
    }
}

impl<H> Drop for Runner<H> {
    fn drop(&mut self) {
        lock(&self.shared.inbox).quit = true;
        self.shared.told.notify_one();
        let Driver::Thread(thread) = &mut self.driver else { return };
        let Some(thread) = thread.take() else { return };
        // A step that takes for ever must not keep the program from ending.
        let until = Instant::now() + LAST_STEP;
        while !thread.is_finished() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
        }
        if !thread.is_finished() {
            log::warn!("a step was cut off");
        } else if thread.join().is_err() {
            log::error!("the physics thread ended badly");
        }
    }
}

impl<H> SharedRun<H> {
    /// What the thread does: requests first, then the step that is due, until it is told to quit.
    fn drive(&self, mut drive: Drive) {
        while let Some(requests) = self.next_requests(&drive.run) {
            let mut done = Done::default();
            drive.turn(requests, &mut done);
            if done.stepped || done.asked {
                self.put_out(&mut drive, done);
            }
        }
    }

    /// Does in the window what the thread would have done meanwhile: all that is asked for, and the steps that are due,
    /// as many as there is time for. What was done is put out once, at the end.
    fn pump(&self, drive: &mut Drive, budget: Duration) {
        let start = Instant::now();
        let mut done = Done::default();
        loop {
            let requests = std::mem::take(&mut lock(&self.inbox).requests);
            let asked = !requests.is_empty();
            if !(drive.turn(requests, &mut done) || asked) || start.elapsed() >= budget {
                break;
            }
        }
        if done.stepped || done.asked {
            // Whoever pumps looks at what comes of it.
            lock(&self.outbox).seen = true;
            self.put_out(drive, done);
        }
        // Time goes on only as long as somebody asks for pictures.
        if drive.run.rest().is_some() {
            (drive.wake)();
        }
    }

    /// Waits for requests or for the time of the next step; none when the thread is to end.
    fn next_requests(&self, run: &Run) -> Option<VecDeque<Request<H>>> {
        let mut inbox = lock(&self.inbox);
        // Asked under the lock, or a request could come in just before the sleep and not end it.
        if inbox.requests.is_empty() && !inbox.quit {
            inbox = match run.rest() {
                None => self.told.wait(inbox).unwrap_or_else(PoisonError::into_inner),
                Some(seconds) if seconds > 0.0 => {
                    let rest = Duration::from_secs_f64(seconds).min(LONGEST_REST);
                    self.told.wait_timeout(inbox, rest).unwrap_or_else(PoisonError::into_inner).0
                }
                Some(_) => inbox,
            };
        }
        (!inbox.quit).then(|| std::mem::take(&mut inbox.requests))
    }

    /// Puts the run out for the window, its moment and what goes with it as one. To copy it costs time: a step that
    /// follows on another that nobody has looked at is left out, unless time stopped with it or something was asked.
    fn put_out(&self, drive: &mut Drive, done: Done<H>) {
        let Drive { run, wake, .. } = drive;
        let Done { asked, awaited, replies, stopped, .. } = done;
        let mut events = run.take_events();
        // Nobody has looked at the last one yet: to make another would be work for nothing.
        let due = lock(&self.outbox).seen || stopped || asked || !events.is_empty();
        // What broke beyond repair is not shown: the last moment stays.
        let moment = if due && run.is_whole() { run.attempt(|run| run.subject().moment()) } else { None };
        // Making the moment may have broken, which is an event of its own.
        events.extend(run.take_events());
        let report = due.then(|| run.report());
        let mut outbox = lock(&self.outbox);
        // Never the curves of one step beside the moment of another.
        if let Some(mut report) = report {
            match moment {
                Some(moment) => outbox.moment = moment,
                None => report.curves = outbox.report.curves.take(),
            }
            outbox.report = report;
        }
        outbox.events.extend(events);
        outbox.replies.extend(replies);
        outbox.pending -= awaited;
        // Once until it is looked at, else a quick run would flood the window.
        let news = (due && outbox.seen) || asked;
        outbox.seen &= !due;
        drop(outbox);
        self.done.notify_all();
        if news {
            wake();
        }
    }
}

impl Drive {
    /// Requests first, then the step that is due; whether there was one.
    fn turn<H>(&mut self, requests: VecDeque<Request<H>>, done: &mut Done<H>) -> bool {
        done.asked |= !requests.is_empty();
        done.awaited += requests.iter().filter(|request| request.awaited).count();
        for request in requests {
            // Work that broke has no reply; it is told as an event.
            done.replies.extend(self.run.attempt(request.work));
        }
        let now = Instant::now();
        self.run.pass((now - self.before).as_secs_f64());
        self.before = now;
        let was_running = self.run.running();
        let stepped = self.run.step_due();
        done.stepped |= stepped;
        done.stopped |= was_running && !self.run.running();
        stepped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::{Scene, SceneBody};
    use crate::sim::Timeline;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const LONG: Duration = Duration::from_secs(20);

    fn falling_ball() -> Timeline {
        let body = SceneBody { name: Some("ball".into()), desc: BodyDesc::new(Shape::sphere(0.5)) };
        Timeline::new(Scene { bodies: vec![body], ..Scene::default() }).unwrap()
    }

    fn runner() -> Runner<Vec<u64>> {
        Runner::new(falling_ball(), || {}).unwrap()
    }

    #[test]
    fn the_thread_gives_the_same_states_as_steps_by_hand() {
        let runner = runner();
        runner.tell(|run| run.set_running(true));
        let deadline = Instant::now() + LONG;
        while runner.news().moment.step_count() < 12 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(2));
        }
        runner.tell(|run| run.set_running(false));
        runner.settle(LONG);
        let moment = runner.news().moment;
        assert!(moment.step_count() >= 12);
        let mut by_hand = falling_ball();
        (0..moment.step_count()).for_each(|_| by_hand.step());
        assert_eq!(moment.state_hash(), by_hand.sim().world().state_hash());
    }

    #[test]
    fn without_a_thread_the_run_goes_on_picture_by_picture_to_the_same_states() {
        let wakes = Arc::new(AtomicUsize::new(0));
        let counted = wakes.clone();
        let wake = move || {
            counted.fetch_add(1, Ordering::SeqCst);
        };
        let runner: Runner<Vec<u64>> = Runner::without_thread(falling_ball(), wake);
        runner.tell(|run| run.set_running(true));
        assert!(wakes.load(Ordering::SeqCst) > 0, "what is asked for wants a picture");
        let deadline = Instant::now() + LONG;
        let mut shown = 0;
        while shown < 12 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(20));
            runner.settle(LONG);
            let step = runner.news().moment.step_count();
            assert!(step >= shown, "time goes one way");
            shown = step;
        }
        assert!(wakes.load(Ordering::SeqCst) > 2, "time that goes on wants pictures");
        let ask = |run: &mut Run| (run.set_running(false), run.subject().step_count()).1;
        runner.ask(ask, |seen: &mut Vec<u64>, step| seen.push(step));
        runner.settle(LONG);
        let (news, mut seen) = (runner.news(), vec![]);
        news.replies.into_iter().for_each(|reply| reply(&mut seen));
        let count = news.moment.step_count();
        assert_eq!(seen, [count], "what is shown is what stands at the end");
        let mut by_hand = falling_ball();
        (0..count).for_each(|_| by_hand.step());
        assert!(count >= 12);
        assert_eq!(news.moment.state_hash(), by_hand.sim().world().state_hash());
    }

    #[test]
    fn without_a_thread_a_long_absence_is_no_leap() {
        let runner: Runner<Vec<u64>> = Runner::without_thread(falling_ball(), || {});
        runner.tell(|run| run.set_running(true));
        runner.settle(LONG);
        let before = runner.news().moment.step_count();
        // A tab that was hidden for an hour: the clock went on.
        if let Driver::Window(drive) = &runner.driver {
            let mut drive = drive.borrow_mut();
            drive.run.pass(3600.0);
        }
        runner.settle(LONG);
        let steps = runner.news().moment.step_count() - before;
        assert!(steps <= 7, "{steps} steps at once");
    }

    #[test]
    fn requests_are_carried_out_in_their_order_and_replied_to_once() {
        let (runner, mut seen) = (runner(), vec![]);
        for _ in 0..3 {
            let step = |run: &mut Run| (run.step(1), run.subject().step_count()).1;
            runner.ask(step, |seen: &mut Vec<u64>, step| seen.push(step));
        }
        runner.settle(LONG);
        let news = runner.news();
        assert_eq!(news.moment.step_count(), 3, "the moment is that after the last request");
        news.replies.into_iter().for_each(|reply| reply(&mut seen));
        assert_eq!(seen, [1, 2, 3]);
        assert!(runner.news().replies.is_empty());
    }

    #[test]
    fn a_moment_stays_as_it_was_while_the_run_goes_on() {
        let runner = runner();
        let start = runner.news().moment;
        let hash = start.state_hash();
        runner.tell(|run| run.step(10));
        runner.settle(LONG);
        assert_eq!((start.step_count(), start.state_hash()), (0, hash));
        assert_eq!(runner.news().moment.step_count(), 10);
    }

    #[test]
    fn a_change_that_breaks_is_told_and_the_run_stays_whole() {
        let runner = runner();
        runner.tell(|run| run.step(5));
        runner.tell(|run| {
            run.subject_mut().step();
            panic!("broken on purpose");
        });
        runner.settle(LONG);
        let news = runner.news();
        assert_eq!(news.events, [Event::Failed("broken on purpose".into())]);
        assert_eq!(news.moment.step_count(), 5);
    }

    #[test]
    fn while_a_step_takes_its_time_the_last_moment_can_be_looked_at() {
        let runner = runner();
        let (release, held) = std::sync::mpsc::channel::<()>();
        runner.tell(|run| run.step(2));
        runner.settle(LONG);
        runner.tell(move |run| {
            let _ = held.recv_timeout(LONG);
            run.step(1);
        });
        let asked = Instant::now();
        assert!(!runner.is_settled());
        runner.settle(Duration::from_millis(10));
        assert_eq!(runner.news().moment.step_count(), 2);
        assert!(asked.elapsed() < LONG / 2, "nobody waits for the step");
        release.send(()).unwrap();
        runner.settle(LONG);
        assert!(runner.is_settled());
        assert_eq!(runner.news().moment.step_count(), 3);
    }

    #[test]
    fn a_step_that_does_not_end_keeps_nobody_from_leaving() {
        let runner = runner();
        let (release, held) = std::sync::mpsc::channel::<()>();
        runner.tell(move |_| {
            let _ = held.recv_timeout(LONG);
        });
        let left = Instant::now();
        drop(runner);
        assert!(left.elapsed() < LONG / 2, "{:?}", left.elapsed());
        drop(release);
    }

    #[test]
    fn nobody_waits_for_what_was_asked_aside() {
        let (runner, mut seen) = (runner(), vec![]);
        let (release, held) = std::sync::mpsc::channel::<()>();
        let look = move |run: &mut Run| {
            let _ = held.recv_timeout(LONG);
            run.subject().step_count() + 7
        };
        runner.ask_aside(look, |seen: &mut Vec<u64>, number| seen.push(number));
        let asked = Instant::now();
        runner.settle(LONG);
        assert!(asked.elapsed() < LONG / 2);
        assert!(runner.news().replies.is_empty());
        release.send(()).unwrap();
        // What is asked for later is done later.
        runner.tell(|_| ());
        runner.settle(LONG);
        runner.news().replies.into_iter().for_each(|reply| reply(&mut seen));
        assert_eq!(seen, [7]);
    }

    #[test]
    fn news_is_announced_once_until_it_is_taken() {
        let calls = Arc::new(AtomicUsize::new(0));
        let theirs = calls.clone();
        let count = move || {
            theirs.fetch_add(1, Ordering::SeqCst);
        };
        let runner: Runner<()> = Runner::new(falling_ball(), count).unwrap();
        runner.tell(|run| {
            // It falls so far in a second.
            run.pause_when(&["height(ball) < -5".into()]);
            run.set_running(true);
        });
        runner.settle(LONG);
        let deadline = Instant::now() + LONG;
        // The request is announced itself, a little after it is done.
        while calls.load(Ordering::SeqCst) == 0 && Instant::now() < deadline {
            std::thread::yield_now();
        }
        let before = runner.news().moment.step_count();
        // Of all the steps from here on the first alone is announced; the last is put out, and waits to be looked at.
        while lock(&runner.shared.outbox).events.is_empty() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(calls.load(Ordering::SeqCst), 2);
        let news = runner.news();
        assert!(news.moment.step_count() > before + 10 && !news.report.running, "{}", news.moment.step_count());
    }

    #[test]
    fn curves_end_at_the_step_of_the_moment_they_are_put_out_with() {
        let runner = runner();
        runner.tell(|run| run.follow(&["height(ball)".into()]));
        runner.tell(|run| run.set_running(true));
        runner.settle(LONG);
        let deadline = Instant::now() + LONG;
        let mut shown = 0;
        // Looked at late and irregularly, so that steps go by which nobody has looked at.
        for pause in (1..).map(|i| Duration::from_millis(i * 37 % 90)) {
            std::thread::sleep(pause);
            let news = runner.news();
            shown = news.moment.step_count();
            let curves = news.report.curves.unwrap();
            // What they are at the start is read when there is time for it.
            assert_eq!(curves.run.steps().last().copied(), (shown > 0).then_some(shown));
            assert_eq!(news.report.step_times.len() as u64, shown);
            if shown > 40 || Instant::now() > deadline {
                break;
            }
        }
        assert!(shown > 40);
    }
}
