//! A run: a subject that goes on by its own clock, at the hands of whoever drives it.

use super::{FixedTimestep, caught};
use crate::condition::{Condition, ConditionVerdict, MomentWatch, Watch};
use crate::playback::Playback;
use crate::subject::{Curves, Follow, Subject};
use crate::timeline::SeekRange;
use crate::ui::{PlayMode, TIME_SCALES};
use std::collections::VecDeque;
use std::sync::Arc;
use web_time::Instant;

/// For so long steps that an engine has sent are taken at once (s).
const FOLLOWED: f64 = 0.012;

/// So long it is waited until it is seen whether an engine has sent more (s).
const POLL: f64 = 0.004;

/// For so long steps of the past are looked at for curves that are followed, at a time (s), and so many at once.
const READ: (f64, u64) = (0.006, 8);

/// So many step times are kept.
const STEP_TIMES: usize = 120;

/// A subject that goes on by its own clock.
///
/// It has no thread. Whoever drives it says how much time [went by](Self::pass) and lets it do what is
/// [due](Self::step_due): a thread of its own, as [`Runner`](super::Runner) gives it, or a frame where there are none.
#[derive(Debug)]
pub struct Run {
    subject: Subject,
    /// What pauses the run; none while nothing does.
    watch: Option<RunWatch>,
    /// The conditions it is read from.
    pauses: Vec<String>,
    follow: Follow,
    timestep: FixedTimestep,
    running: bool,
    time_scale: f64,
    playback: PlayMode,
    events: Vec<Event>,
    step_times: VecDeque<f32>,
    /// Whether a fault left nothing whole to go on from.
    torn: bool,
    /// The last step of the recording that is played; none when none is, or once that was told.
    recorded: Option<u64>,
}

/// What happened to a run by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A condition began to hold: which, where and with what values.
    Paused(String),
    /// The engine that was followed sends no more: why, where it did not simply end.
    Gone(Option<String>),
    /// A recording has come to its last step: the first step that came to another state than was recorded, if any did.
    Ended(Option<u64>),
    /// A step or a change could not be completed: why. The run stands at the last step that was.
    Failed(String),
}

/// How a run goes.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Whether time goes on.
    pub running: bool,
    /// Which way, and whether it turns back at the end.
    pub playback: PlayMode,
    /// Simulated seconds a second of the clock.
    pub time_scale: f64,
    /// Whether the machine is too slow for that.
    pub lagging: bool,
    /// Wall time of the last steps (ms), oldest first.
    pub step_times: Vec<f32>,
    /// What is known of the curves that are followed; none where none is.
    pub curves: Option<Arc<Curves>>,
}

/// What pauses a run.
#[derive(Clone, Debug)]
enum RunWatch {
    /// A scene, of which the step before counts, too.
    Scene(Box<Watch>),
    /// A laboratory or a trace.
    Moments(MomentWatch),
}

impl RunWatch {
    /// Looks at the step just done: what the condition came to that began to hold.
    fn look(&mut self, subject: &Subject) -> Option<ConditionVerdict> {
        match (self, subject.scene()) {
            (Self::Scene(watch), Some(sim)) => watch.look(sim).and_then(|index| watch.verdict(index, sim)),
            (Self::Moments(watch), _) => subject.observe(|now| watch.look(now)).flatten(),
            (Self::Scene(_), None) => None,
        }
    }

    /// Takes up the run where it is now.
    fn resume(&mut self, subject: &Subject) {
        match (self, subject.scene()) {
            (Self::Scene(watch), Some(sim)) => watch.resume(sim),
            (Self::Moments(watch), _) => {
                subject.observe(|now| watch.resume(now));
            }
            (Self::Scene(_), None) => {}
        }
    }
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MovedTime {
    /// It followed from the one before.
    On,
    /// Time went back.
    Elsewhere,
    /// There is nothing before the first step kept.
    Nowhere,
}

impl Run {
    /// At rest.
    pub fn new(subject: impl Into<Subject>) -> Self {
        let subject = subject.into();
        Self {
            recorded: end_of_recording(&subject),
            subject,
            watch: None,
            pauses: vec![],
            follow: Follow::default(),
            timestep: FixedTimestep::default(),
            running: false,
            time_scale: 1.0,
            playback: PlayMode::default(),
            events: vec![],
            step_times: VecDeque::with_capacity(STEP_TIMES),
            torn: false,
        }
    }

    /// What runs.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What runs, to be changed.
    pub fn subject_mut(&mut self) -> &mut Subject {
        &mut self.subject
    }

    /// Goes on with another subject.
    pub fn replace(&mut self, subject: Subject) {
        (self.subject, self.watch, self.torn) = (subject, None, false);
        self.follow = Follow::default();
        self.recorded = end_of_recording(&self.subject);
        self.timestep.reset();
    }

    /// Whether there is a whole state to look at and to go on from.
    pub fn is_whole(&self) -> bool {
        !self.torn
    }

    /// How it goes.
    pub fn report(&self) -> RunReport {
        RunReport {
            running: self.running,
            playback: self.playback,
            time_scale: self.time_scale,
            lagging: self.timestep.lagging(),
            step_times: self.step_times.iter().copied().collect(),
            curves: self.follow.curves(&self.subject),
        }
    }

    /// What happened by itself since it was last asked.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Lets time go on, or stops it. Where it has run backwards to the first step it goes forwards again.
    pub fn set_running(&mut self, running: bool) {
        if running && !self.running {
            // The time at rest is not caught up with.
            self.timestep.reset();
            let SeekRange { first, now, .. } = self.subject.seek_range();
            self.playback.backwards &= now > first || self.playback.looping;
        }
        self.running = running;
    }

    /// Whether time goes on.
    pub fn running(&self) -> bool {
        self.running
    }

    /// Simulated seconds a second of the clock, within [`TIME_SCALES`].
    pub fn set_time_scale(&mut self, scale: f64) {
        self.time_scale = scale.clamp((*TIME_SCALES.start()).into(), (*TIME_SCALES.end()).into());
    }

    /// Which way time runs, and whether it turns back at the end.
    pub fn playback(&self) -> PlayMode {
        self.playback
    }

    /// Sets which way time runs, and whether it turns back at the end; turned backwards, it goes on.
    pub fn set_playback(&mut self, playback: PlayMode) {
        let turned = playback.backwards && !self.playback.backwards;
        if turned {
            self.set_running(true);
        }
        self.playback = playback;
    }

    /// Pauses where one of these conditions begins to hold; those that name what this subject lacks are passed over.
    pub fn pause_when(&mut self, conditions: &[String]) {
        self.pauses = conditions.to_vec();
        self.arm();
    }

    /// Reads the conditions. Those on a trace are read as soon as its bodies are known.
    fn arm(&mut self) {
        self.watch = None;
        if self.pauses.is_empty() || self.subject.trace().is_some_and(|trace| trace.film().steps == 0) {
            return;
        }
        let known = |text: &String| self.subject.read(|scope| Condition::read(text, scope)).ok();
        let conditions: Vec<_> = self.pauses.iter().filter_map(known).collect();
        self.watch = Some(match &self.subject {
            Subject::Scene(timeline) => {
                let start = timeline.start_energy().filter(|_| timeline.sim().step_count() > 0);
                RunWatch::Scene(Box::new(Watch::midway(conditions, timeline.sim(), start)))
            }
            Subject::Lab(_) | Subject::Trace(_) => RunWatch::Moments(MomentWatch::new(conditions)),
        });
    }

    /// Follows these curves from now on, and no others.
    pub fn follow(&mut self, texts: &[String]) {
        self.follow.set(texts, &mut self.subject);
    }

    /// Looks for a few milliseconds at steps that were done before, for the curves that are followed.
    pub fn read_curves(&mut self) {
        let start = Instant::now();
        while start.elapsed().as_secs_f64() < READ.0 && !self.follow.is_complete(&self.subject) {
            self.follow.read(&self.subject, READ.1);
        }
    }

    /// Goes to a step.
    pub fn seek(&mut self, step: u64) {
        self.subject.seek(step);
        self.resume();
    }

    /// Advances by so many steps at once, whether time goes on or not; fewer when a condition begins to hold.
    pub fn step(&mut self, count: u32) {
        for _ in 0..count {
            if !self.step_once(PlayMode::default()) {
                break;
            }
        }
    }

    /// Lets seconds of the clock pass.
    pub fn pass(&mut self, seconds: f64) {
        if self.running {
            self.timestep.pass(seconds, self.time_scale, self.dt());
        }
    }

    /// Does a step when one is due; whether it did.
    pub fn step_due(&mut self) -> bool {
        if self.running && !self.playback.backwards && self.subject.trace().is_some_and(Playback::waits) {
            return self.follow_engine();
        }
        let dt = self.dt();
        let due = self.running && self.timestep.take(dt);
        if due {
            self.step_once(self.playback);
        }
        due
    }

    /// Takes the steps that an engine has sent since, each looked at, as many as there are but no longer than a picture
    /// takes; whether there were any. What has come while time stood still waits with its sender.
    fn follow_engine(&mut self) -> bool {
        let (start, first) = (Instant::now(), self.subject.step_count());
        // No longer than a picture may take, however much has come: the rest comes with the next one.
        while self.running && start.elapsed().as_secs_f64() < FOLLOWED {
            let before = self.subject.trace().map(|trace| trace.film().steps);
            if !self.step_once(PlayMode::default()) || self.subject.trace().map(|trace| trace.film().steps) == before {
                break;
            }
        }
        // The clock of a trace that comes is its sender's.
        self.timestep.reset();
        if self.subject.trace().is_some_and(|trace| !trace.is_live()) {
            self.running = false;
            let reason = self.subject.trace().and_then(|trace| trace.broke_off().map(str::to_owned));
            self.events.push(Event::Gone(reason));
        }
        self.subject.step_count() != first
    }

    /// Seconds of the clock until a step is due; none while time stands still.
    pub fn rest(&self) -> Option<f64> {
        if self.running && self.subject.trace().is_some_and(Playback::waits) {
            return Some(POLL);
        }
        self.running.then(|| self.timestep.wait(self.time_scale, self.dt()))
    }

    /// Does something to the run. When it cannot be completed, the last whole step is what stands, and it is told why.
    pub fn attempt<R>(&mut self, work: impl FnOnce(&mut Self) -> R) -> Option<R> {
        let step = self.subject.step_count();
        match caught(|| work(self)) {
            Ok(result) => {
                // What was done may have mended what was broken beyond repair: then there is a start to go on from.
                self.torn = self.torn && !self.recover(0);
                // Curves that are followed see every change of what runs.
                self.follow.attend(&mut self.subject);
                Some(result)
            }
            Err(failure) => {
                self.running = false;
                self.events.push(Event::Failed(failure));
                // Nobody goes on from half a step: the state is made again from one that was kept, or from the start.
                self.torn = !(self.recover(step) || self.recover(0));
                None
            }
        }
    }

    /// Makes the state of a step again, from one that was kept or from the start; whether it could.
    fn recover(&mut self, step: u64) -> bool {
        caught(|| (self.subject.time_machine().recover(step), self.resume())).is_ok()
    }

    fn dt(&self) -> f64 {
        f64::from(self.subject.dt())
    }

    /// The watch takes up the run where it is now.
    fn resume(&mut self) {
        if let Some(watch) = &mut self.watch {
            watch.resume(&self.subject);
        }
    }

    /// One step, whichever way; whether another may follow.
    fn step_once(&mut self, playback: PlayMode) -> bool {
        if self.torn {
            self.running = false;
            return false;
        }
        let start = Instant::now();
        let goes_on = self.attempt(|run| {
            if run.subject.step_count() == 0 {
                // What was set up before the first step belongs to the start.
                run.resume();
            }
            // Conditions are looked at after steps forwards alone; after a jump they take up the run where it is.
            let moved = advance(&mut run.subject, playback);
            match moved {
                MovedTime::On => return run.look() && !run.ends(),
                MovedTime::Elsewhere => run.resume(),
                MovedTime::Nowhere => run.running = false,
            }
            moved != MovedTime::Nowhere
        });
        // The times of the last steps, for the page Stats: the oldest makes room.
        if self.step_times.len() == STEP_TIMES {
            self.step_times.pop_front();
        }
        self.step_times.push_back(start.elapsed().as_secs_f32() * 1e3);
        goes_on.unwrap_or(false)
    }

    /// Stops at the last step of a recording, once: who goes on from there makes a future of his own. So does a change
    /// before it.
    fn ends(&mut self) -> bool {
        let SeekRange { now, last, .. } = self.subject.seek_range();
        // Beyond the end of a trace there is nothing to go on to.
        if self.subject.trace().is_some_and(|trace| !trace.is_live()) && now == last {
            self.running = false;
        }
        self.recorded = self.recorded.filter(|end| last >= *end);
        let ends = self.recorded == Some(now);
        if ends {
            (self.recorded, self.running) = (None, false);
            self.events.push(Event::Ended(self.subject.mismatch()));
        }
        ends
    }

    /// Stops where a condition began to hold in the step just done; whether another step may follow.
    fn look(&mut self) -> bool {
        // Conditions are read again as soon as a trace names bodies that were not known before.
        if self.watch.is_none() {
            self.arm();
        }
        let verdict = self.watch.as_mut().and_then(|watch| watch.look(&self.subject));
        if let Some(verdict) = &verdict {
            self.running = false;
            self.events.push(Event::Paused(format!("{}: {}", verdict.expr, verdict.place_and_values())));
        }
        verdict.is_none()
    }
}

/// What has steps ahead of it when it is opened is a recording: its last step.
fn end_of_recording(subject: &Subject) -> Option<u64> {
    let SeekRange { now, last, .. } = subject.seek_range();
    (last > now).then_some(last)
}

/// One step, whichever way.
fn advance(subject: &mut Subject, playback: PlayMode) -> MovedTime {
    let SeekRange { first, now, last } = subject.seek_range();
    match playback {
        PlayMode { backwards: true, .. } if now > first => subject.seek(now - 1),
        PlayMode { backwards: true, looping: true } if last > first => subject.seek(last),
        PlayMode { backwards: true, .. } => return MovedTime::Nowhere,
        PlayMode { looping: true, .. } if now == last && last > first => subject.seek(first),
        _ => {
            subject.step();
            return MovedTime::On;
        }
    }
    MovedTime::Elsewhere
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::lab::{
        self, Experiment, HashState, Lab, LabCommand, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch,
        StateHash,
    };
    use crate::physics::BodyDesc;
    use crate::scene::{Scene, SceneBody};
    use crate::sim::Timeline;
    use std::cell::Cell;

    fn falling_ball() -> Timeline {
        let body = SceneBody { name: Some("ball".into()), desc: BodyDesc::new(Shape::sphere(0.5)) };
        Timeline::new(Scene { bodies: vec![body], ..Scene::default() }).unwrap()
    }

    #[test]
    fn a_run_pauses_at_the_step_where_a_condition_begins_to_hold_and_goes_on_from_there() {
        let mut run = Run::new(falling_ball());
        run.pause_when(&["height(ball) < -0.3".into(), "speed(nobody) > 1".into()]);
        run.set_running(true);
        while run.running() {
            run.pass(0.01);
            while run.step_due() {}
        }
        // ½ g t² passes 0.3 m in step 15.
        assert_eq!(run.subject().step_count(), 15);
        let mut by_hand = falling_ball();
        (0..15).for_each(|_| by_hand.step());
        assert_eq!(run.subject().state_hash(), by_hand.sim().world().state_hash());
        let [Event::Paused(words)] = &run.take_events()[..] else { panic!() };
        assert!(words.starts_with("height(ball) < -0.3: step 15"), "{words}");
        run.step(5);
        assert_eq!((run.subject().step_count(), run.take_events()), (20, vec![]));
        run.seek(10);
        run.step(10);
        assert_eq!(run.subject().step_count(), 15);
    }

    #[test]
    fn a_laboratory_pauses_where_a_condition_on_what_it_measures_begins_to_hold() {
        let entry = lab::find("pursuit").unwrap();
        let reading = |lab: &Lab| lab.experiment().readings().iter().find(|r| r.name == "distance").unwrap().value;
        let mut by_hand = Lab::new(entry);
        let start = reading(&by_hand);
        while reading(&by_hand) >= 0.8 * start {
            by_hand.step();
        }
        let mut run = Run::new(Lab::new(entry));
        run.pause_when(&[format!("distance < {}", 0.8 * start), "penetration > 0".into()]);
        run.set_running(true);
        while run.running() {
            run.pass(0.01);
            while run.step_due() {}
        }
        assert_eq!(
            (run.subject().step_count(), run.subject().state_hash()),
            (by_hand.step_count(), by_hand.state_hash())
        );
        let [Event::Paused(words)] = &run.take_events()[..] else { panic!() };
        assert!(words.contains(&format!("step {}", by_hand.step_count())), "{words}");
        // It goes on from there, and pauses there again after a jump back.
        run.step(3);
        assert_eq!((run.subject().step_count(), run.take_events()), (by_hand.step_count() + 3, vec![]));
        run.seek(1);
        run.step(1_000);
        assert_eq!(run.subject().step_count(), by_hand.step_count());
    }

    #[test]
    fn a_recording_stops_at_its_end_and_says_whether_it_came_to_the_same_states() {
        let recorded = || {
            let mut by_hand = falling_ball();
            (0..12).for_each(|_| by_hand.step());
            Timeline::replay(by_hand.recording().unwrap()).unwrap()
        };
        let play = |run: &mut Run| {
            run.set_running(true);
            (0..40).for_each(|_| {
                run.pass(0.02);
                while run.step_due() {}
            });
        };
        let mut run = Run::new(recorded());
        play(&mut run);
        assert_eq!((run.subject().step_count(), run.running()), (12, false));
        assert_eq!(run.take_events(), [Event::Ended(None)]);
        // Then it goes on as any run does.
        play(&mut run);
        assert!(run.running() && run.subject().step_count() > 30 && run.take_events().is_empty());
        // A change before its end makes a future that has none.
        run.replace(recorded().into());
        run.step(5);
        let ball = run.subject().scene().unwrap().find("ball").unwrap();
        run.subject_mut().scene_mut().unwrap().apply(crate::sim::Command::Remove(ball)).unwrap();
        play(&mut run);
        assert!(run.running() && run.subject().step_count() > 12 && run.take_events().is_empty());
    }

    #[test]
    fn time_runs_backwards_to_the_first_step_and_round_when_it_loops() {
        let mut run = Run::new(falling_ball());
        run.step(20);
        run.set_playback(PlayMode { backwards: true, looping: false });
        while run.running() {
            run.pass(0.01);
            while run.step_due() {}
        }
        assert_eq!(run.subject().seek_range(), SeekRange { first: 0, now: 0, last: 20 });
        // From there Run goes forwards, not nowhere.
        run.set_running(true);
        run.pass(0.1);
        while run.step_due() {}
        assert!(run.running() && !run.report().playback.backwards);
        assert!(run.subject().step_count() > 0);
        let mut subject = Subject::from(falling_ball());
        (0..3).for_each(|_| subject.step());
        let mut steps = |playback: PlayMode, count: usize| -> Vec<u64> {
            (0..count).map(|_| (advance(&mut subject, playback), subject.step_count()).1).collect()
        };
        assert_eq!(steps(PlayMode { backwards: false, looping: true }, 5), [0, 1, 2, 3, 0]);
        assert_eq!(steps(PlayMode { backwards: true, looping: true }, 5), [3, 2, 1, 0, 3]);
    }

    #[test]
    fn nothing_moves_while_it_is_stopped_and_the_time_at_rest_is_not_caught_up_with() {
        let mut run = Run::new(falling_ball());
        run.pass(1.0);
        assert!(!run.step_due());
        run.set_running(true);
        assert!(!run.step_due());
        run.pass(1.01 / 60.0);
        assert!(run.step_due() && !run.step_due());
    }

    thread_local! {
        /// Whether a fragile experiment cannot even be copied.
        static COPIES_BREAK: Cell<bool> = const { Cell::new(false) };
    }

    /// Breaks in its eighth step.
    #[derive(Clone, Debug)]
    struct Fragile {
        steps: u32,
        half_done: bool,
    }

    fn fragile() -> Lab {
        let entry = Laboratory { start: || Box::new(Fragile { steps: 0, half_done: false }), ..lab::laboratories()[0] };
        Lab::new(Box::leak(Box::new(entry)))
    }

    impl HashState for Fragile {
        fn feed(&self, hash: &mut StateHash) {
            self.steps.feed(hash);
            self.half_done.feed(hash);
        }
    }

    impl Experiment for Fragile {
        fn boxed(&self) -> Box<dyn Experiment> {
            assert!(!COPIES_BREAK.get(), "no copies");
            Box::new(self.clone())
        }

        fn step(&mut self, _dt: f32) {
            self.half_done = true;
            assert!(self.steps < 7, "too fragile");
            (self.steps, self.half_done) = (self.steps + 1, false);
        }

        fn formula(&self) -> Vec<String> {
            vec![]
        }

        fn parameters(&self) -> Vec<Parameter> {
            vec![]
        }

        fn set(&mut self, _name: &str, _value: ParameterValue) -> Result<(), Refused> {
            Ok(())
        }

        fn readings(&self) -> Vec<Reading> {
            vec![Reading::fact("half done", self.half_done)]
        }

        fn draw(&self, _sketch: &mut Sketch) {}
    }

    #[test]
    fn after_a_fault_inside_a_step_the_last_whole_step_stands() {
        let mut run = Run::new(fragile());
        run.step(10);
        assert_eq!(run.take_events(), [Event::Failed("too fragile".into())]);
        assert!(run.is_whole() && !run.running());
        assert_eq!(run.subject().step_count(), 7);
        let half_done = run.subject().lab().unwrap().experiment().readings()[0].value;
        assert_eq!(half_done, 0.0, "the state shown is that of a whole step");
        // Going on breaks again, and again nothing is torn; back in time all is well.
        run.step(1);
        assert_eq!((run.take_events().len(), run.subject().step_count()), (1, 7));
        run.seek(3);
        run.step(2);
        assert_eq!((run.take_events(), run.subject().step_count()), (vec![], 5));
    }

    #[test]
    fn nothing_goes_on_from_what_is_broken_beyond_repair_until_it_is_made_anew() {
        let mut run = Run::new(fragile());
        run.step(5);
        // Not even the states that were kept can be made again.
        COPIES_BREAK.set(true);
        run.step(10);
        assert_eq!(run.take_events(), [Event::Failed("too fragile".into())]);
        assert!(!run.is_whole());
        let stands = run.subject().step_count();
        run.set_running(true);
        run.pass(1.0);
        while run.step_due() {}
        run.step(3);
        assert_eq!((run.subject().step_count(), run.running(), run.is_whole()), (stands, false, false));
        // What is asked for meanwhile mends nothing.
        run.attempt(|run| run.set_time_scale(0.5));
        assert!(!run.is_whole());
        COPIES_BREAK.set(false);
        let restart = |run: &mut Run| run.subject_mut().lab_mut().unwrap().apply(LabCommand::Restart).unwrap();
        run.attempt(restart);
        assert!(run.is_whole());
        run.step(2);
        assert_eq!((run.subject().step_count(), run.take_events()), (2, vec![]));
        assert_eq!(run.subject().lab().unwrap().experiment().readings()[0].value, 0.0, "a whole step");
    }
}
