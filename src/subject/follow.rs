//! Curves that are followed through a run: their values step by step, those of the past included.
//!
//! The past is not kept for it: what was done before is done again from the states that the time machine keeps, a
//! stretch at a time, and steps done from then on are looked at as they are done.

use super::Subject;
use super::observe::Observable;
use crate::condition::{Curve, Needs, Observation, Scope};
use crate::lab::Lab;
use crate::playback::Playback;
use crate::sim::{Sim, TOTALS, Totals};
use crate::timeline::{Branch, TimeMachine, Timeline};
use std::fmt::Write;
use std::sync::Arc;

/// So many steps are kept of a curve at least, and at most twice as many (half a million: over two hours at 60 Hz).
const MOST: usize = 1 << 19;

/// The steps that were looked at, and what each curve came to in them.
#[derive(Clone, Debug, Default)]
pub struct Series {
    steps: Vec<u64>,
    times: Vec<f64>,
    values: Vec<Vec<f64>>,
}

impl Series {
    fn of(curves: usize) -> Self {
        Self { values: vec![vec![]; curves], ..Self::default() }
    }

    /// Numbers of the steps, ascending.
    pub fn steps(&self) -> &[u64] {
        &self.steps
    }

    /// Simulated time of each step (s).
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Values of a curve at each step, not a number where it was not known; nothing where there is no such curve.
    pub fn values(&self, curve: usize) -> &[f64] {
        self.values.get(curve).map_or(&[], |values| values)
    }

    fn push(&mut self, step: u64, time: f64, values: impl Iterator<Item = f64>) {
        if self.steps.len() == 2 * MOST {
            self.steps.drain(..MOST);
            self.times.drain(..MOST);
            self.values.iter_mut().for_each(|list| drop(list.drain(..MOST)));
        }
        self.steps.push(step);
        self.times.push(time);
        self.values.iter_mut().zip(values).for_each(|(list, value)| list.push(value));
    }

    /// Forgets what came after a step.
    fn cut(&mut self, step: u64) {
        let count = self.steps.partition_point(|known| *known <= step);
        self.steps.truncate(count);
        self.times.truncate(count);
        self.values.iter_mut().for_each(|list| list.truncate(count));
    }
}

/// A curve of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// As it was written.
    pub text: String,
    /// Unit of its values, may be empty.
    pub unit: &'static str,
    /// Why it has no values here; none where it has.
    pub fault: Option<String>,
}

/// What is known of the curves that are followed.
#[derive(Clone, Debug)]
pub struct Curves {
    /// The curves, as they were asked for.
    pub list: Vec<Followed>,
    /// What they came to in the run.
    pub run: Arc<Series>,
    /// What they came to in the future that is shown beside it, from where the two part; which of the futures that is.
    pub future: Option<(usize, Arc<Series>)>,
    /// Whether all steps that are known were looked at.
    pub is_complete: bool,
}

impl PartialEq for Curves {
    fn eq(&self, other: &Self) -> bool {
        // Series are compared by where they lie: a new one is made whenever values come to it.
        let future = |curves: &Self| curves.future.as_ref().map(|(index, series)| (*index, Arc::as_ptr(series)));
        Arc::ptr_eq(&self.run, &other.run)
            && future(self) == future(other)
            && (&self.list, self.is_complete) == (&other.list, other.is_complete)
    }
}

impl Curves {
    /// A table with a head, one line a step: energy and momentum of the steps from the first on, where they are
    /// known, then the curves that have values, with their units. Numbers read back to the same bits; what is not
    /// known is left empty.
    pub fn to_csv(&self, totals: Option<(u64, &[Totals])>) -> String {
        let known: Vec<usize> = (0..self.list.len()).filter(|index| self.list[*index].fault.is_none()).collect();
        let mut csv = "step,time_s".to_owned();
        if totals.is_some() {
            TOTALS.iter().for_each(|column| csv.extend([",", column.key]));
        }
        for curve in known.iter().map(|index| &self.list[*index]) {
            let unit = if curve.unit.is_empty() { String::new() } else { format!(" ({})", curve.unit) };
            csv += ",";
            csv += &quoted(&format!("{}{unit}", curve.text));
        }
        csv += "\n";
        for (row, (step, time)) in self.run.steps.iter().zip(&self.run.times).enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(csv, "{step},{time}");
            if let Some((first, totals)) = totals {
                let place = step.checked_sub(first).and_then(|place| usize::try_from(place).ok());
                write_totals(&mut csv, place.and_then(|place| totals.get(place)).filter(|totals| totals.is_known()));
            }
            for index in &known {
                csv += ",";
                if let Some(value) = self.run.values(*index).get(row).filter(|value| value.is_finite()) {
                    let _ = write!(csv, "{value}");
                }
            }
            csv += "\n";
        }
        csv
    }
}

/// Energy and momentum of a step, or empty cells where they are not known.
fn write_totals(csv: &mut String, totals: Option<&Totals>) {
    for column in &TOTALS {
        csv.push(',');
        if let Some(totals) = totals {
            let _ = write!(csv, "{}", (column.get)(totals));
        }
    }
}

/// A cell of a table whose text may have commas and quotes.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

/// One run that is followed.
#[derive(Debug)]
struct FollowedBranch<S: Observable> {
    series: Arc<Series>,
    /// What is looked at comes after this step.
    start: u64,
    /// As of the last step that was looked at; none where it is to be looked at anew.
    kept: Option<S::Kept>,
    /// Goes through the steps that were not looked at when they were done.
    reader: Option<Box<Branch<S>>>,
}

impl<S: Observable> FollowedBranch<S> {
    fn new(curves: usize, start: u64) -> Self {
        Self { series: Arc::new(Series::of(curves)), start, kept: None, reader: None }
    }

    /// The last step that was looked at.
    fn seen(&self) -> u64 {
        self.series.steps.last().map_or(self.start, |step| *step)
    }

    /// Forgets what came after a step.
    fn cut(&mut self, step: u64) {
        if step < self.seen() {
            Arc::make_mut(&mut self.series).cut(step);
            self.start = self.start.min(step);
            self.kept = None;
        }
        self.reader = None;
    }

    /// Looks at a step just done, unless it does not follow on the last one.
    fn look(&mut self, sim: &S, curves: &[Option<Curve>]) {
        let step = sim.step_count();
        if step != self.seen() + 1 {
            return;
        }
        let Some(kept) = &mut self.kept else { return };
        let series = Arc::make_mut(&mut self.series);
        sim.observe(kept, needs(curves), |now| series.push(step, sim.time(), values(curves, now)));
    }

    /// Makes ready for the next step, when the run stands at the last one that was looked at. Before the first step
    /// what was set up belongs to the start.
    fn make_ready(&mut self, sim: &S, start: &S::Measured) {
        let step = sim.step_count();
        if step == self.seen() && (self.kept.is_none() || step == 0) {
            self.kept = Some(sim.begin(Some(start).filter(|start| step > 0 && S::is_measured(start))));
        }
    }

    /// Looks at the next `most` steps of a run that were done before.
    fn read(&mut self, branch: &Branch<S>, spacing: u64, curves: &[Option<Curve>], most: u64) {
        if self.seen() >= branch.end() {
            return;
        }
        let mut reader = self.reader.take().unwrap_or_else(|| {
            // A copy of the run shares its states; it is led through the past while the run itself stays where it is.
            let mut reader = Box::new(branch.clone());
            reader.go(self.seen(), spacing);
            self.kept = None;
            reader
        });
        self.make_ready(&reader.sim, &branch.start_measured);
        for _ in 0..most.min(reader.end().saturating_sub(self.seen())) {
            reader.step(spacing);
            self.look(&reader.sim, curves);
        }
        self.reader = (self.seen() < reader.end()).then_some(reader);
    }
}

fn needs(curves: &[Option<Curve>]) -> Needs {
    curves.iter().flatten().fold(Needs::default(), |needs, curve| needs.union(curve.needs()))
}

/// What the curves come to; not a number where one could not be read.
fn values(curves: &[Option<Curve>], now: &Observation<'_>) -> impl Iterator<Item = f64> {
    curves.iter().map(move |curve| curve.as_ref().map_or(f64::NAN, |curve| curve.value(now)))
}

/// A future beside the run, and what tells it from another: where it was left, and its first state from there on.
#[derive(Debug)]
struct Future<S: Observable> {
    index: usize,
    key: (u64, Option<u64>),
    followed: FollowedBranch<S>,
}

/// A simulation that is followed: the run, and the future that is shown beside it.
#[derive(Debug)]
struct FollowedTimeline<S: Observable> {
    run: FollowedBranch<S>,
    future: Option<Future<S>>,
}

impl<S: Observable> FollowedTimeline<S> {
    fn new(curves: usize, timeline: &mut Timeline<S>) -> Self {
        timeline.take_cut();
        Self { run: FollowedBranch::new(curves, timeline.seek_range().first), future: None }
    }

    /// Looks at where both stand now.
    fn attend(&mut self, timeline: &mut Timeline<S>, curves: &[Option<Curve>]) {
        if let Some(step) = timeline.take_cut() {
            self.run.cut(step);
        }
        self.run.look(timeline.sim(), curves);
        self.run.make_ready(timeline.sim(), &timeline.live.start_measured);
        let Some((index, ghost)) = timeline.shown().zip(timeline.ghost()) else {
            self.future = None;
            return;
        };
        // Another future at the same place in the list must not go on with the curve of the one before.
        let key = (ghost.fork(), ghost.branch().mark(ghost.fork() + 1).map(|mark| S::hash_of(&mark)));
        let known = self.future.take().filter(|future| future.key == key);
        let new = || Future {
            index,
            key,
            followed: FollowedBranch::new(curves.len(), ghost.fork().max(ghost.branch().oldest())),
        };
        let future = self.future.insert(known.unwrap_or_else(new));
        future.index = index;
        future.followed.look(ghost.sim(), curves);
        future.followed.make_ready(ghost.sim(), &ghost.branch().start_measured);
    }

    /// Looks at the next `most` steps that were done before, of the run, then of the future.
    fn read(&mut self, timeline: &Timeline<S>, curves: &[Option<Curve>], most: u64) {
        self.run.read(&timeline.live, timeline.spacing(), curves, most);
        if let (Some(future), Some(ghost)) = (&mut self.future, timeline.ghost())
            && self.run.seen() >= timeline.seek_range().last
        {
            future.followed.read(ghost.branch(), timeline.spacing(), curves, most);
        }
    }

    fn is_complete(&self, timeline: &Timeline<S>) -> bool {
        let future = self.future.as_ref().zip(timeline.ghost());
        self.run.seen() >= timeline.seek_range().last
            && future.is_none_or(|(future, ghost)| future.followed.seen() >= ghost.end())
    }

    /// What is known of the run, and of the future.
    fn series(&self) -> (Arc<Series>, Option<(usize, Arc<Series>)>) {
        let future = self.future.as_ref().map(|future| (future.index, future.followed.series.clone()));
        (self.run.series.clone(), future)
    }
}

/// A trace that is followed.
#[derive(Debug, Default)]
struct FollowedTrace {
    series: Arc<Series>,
    reader: Option<Box<Playback>>,
    /// Whether its file can be read no further.
    broken: bool,
}

impl FollowedTrace {
    fn count(&self) -> u64 {
        self.series.steps.len() as u64
    }

    fn look(&mut self, playback: &Playback, curves: &[Option<Curve>]) {
        if playback.film().steps == 0 || playback.frame().ordinal != self.count() {
            return;
        }
        let told = playback.moment();
        let now = Observation::Told(&told);
        Arc::make_mut(&mut self.series).push(playback.step_count(), playback.time(), values(curves, &now));
    }

    fn read(&mut self, playback: &Playback, curves: &[Option<Curve>], most: u64) {
        if self.count() >= playback.film().steps || self.broken {
            return;
        }
        let mut reader = match self.reader.take() {
            Some(reader) => reader,
            None => match playback.again() {
                Ok(mut reader) => {
                    reader.seek(self.series.steps.last().map_or(playback.film().first, |step| *step));
                    Box::new(reader)
                }
                Err(_) => return self.broken = true,
            },
        };
        for _ in 0..most {
            let before = self.count();
            self.look(&reader, curves);
            if self.count() == reader.film().steps {
                return;
            }
            // It looked at this step and took nothing from it: the file has steps that cannot be read.
            if self.count() == before && reader.frame().ordinal >= before {
                return self.broken = true;
            }
            reader.step();
        }
        self.reader = Some(reader);
    }
}

/// What is followed, by what runs.
#[derive(Debug)]
enum FollowedSubject {
    Scene(Box<FollowedTimeline<Sim>>),
    Lab(Box<FollowedTimeline<Lab>>),
    Trace(FollowedTrace),
}

impl FollowedSubject {
    /// From where the subject stands on.
    fn new(curves: usize, subject: &mut Subject) -> Self {
        match subject {
            Subject::Scene(timeline) => Self::Scene(Box::new(FollowedTimeline::new(curves, timeline))),
            Subject::Lab(timeline) => Self::Lab(Box::new(FollowedTimeline::new(curves, timeline))),
            Subject::Trace(_) => {
                Self::Trace(FollowedTrace { series: Arc::new(Series::of(curves)), ..FollowedTrace::default() })
            }
        }
    }
}

/// Follows curves through whatever runs.
#[derive(Debug, Default)]
pub struct Follow {
    list: Vec<Followed>,
    curves: Vec<Option<Curve>>,
    /// None before anything was asked for.
    subject: Option<FollowedSubject>,
}

impl Follow {
    /// Follows these from now on. What is known of them stays, as long as they mean the same.
    pub fn set(&mut self, texts: &[String], subject: &mut Subject) {
        let read: Vec<_> = texts.iter().map(|text| read(text, subject)).collect();
        let list = texts.iter().zip(&read).map(|(text, read)| Followed {
            text: text.clone(),
            unit: read.as_ref().map_or("", Curve::unit),
            fault: read.as_ref().err().cloned(),
        });
        let list = list.collect();
        let curves: Vec<Option<Curve>> = read.iter().map(|read| read.as_ref().ok().cloned()).collect();
        // What was typed anew but reads the same keeps its values.
        let is_same = curves == self.curves;
        (self.list, self.curves) = (list, curves);
        if !is_same || self.subject.is_none() {
            self.subject = Some(FollowedSubject::new(self.curves.len(), subject));
        }
        self.attend(subject);
    }

    /// Whether there is anything to follow.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Looks at where the run stands now: to be called after each step and each change.
    pub fn attend(&mut self, subject: &mut Subject) {
        if self.is_empty() {
            return;
        }
        match (subject, &mut self.subject) {
            (Subject::Scene(timeline), Some(FollowedSubject::Scene(followed))) => {
                followed.attend(timeline, &self.curves);
            }
            (Subject::Lab(timeline), Some(FollowedSubject::Lab(followed))) => followed.attend(timeline, &self.curves),
            (Subject::Trace(traced), Some(FollowedSubject::Trace(followed))) => {
                // The bodies of an engine that still runs are known from its first step on.
                let unread = self.list.iter().any(|curve| curve.fault.is_some());
                if unread && followed.count() == 0 && traced.playback.film().steps > 0 {
                    for (followed, curve) in self.list.iter_mut().zip(&mut self.curves) {
                        let told = traced.playback.moment();
                        let read = Curve::read(&followed.text, Scope::Told(&told)).map_err(|error| error.to_string());
                        followed.unit = read.as_ref().map_or("", Curve::unit);
                        followed.fault = read.as_ref().err().cloned();
                        *curve = read.ok();
                    }
                }
                followed.look(&traced.playback, &self.curves);
            }
            _ => {}
        }
    }

    /// Looks at the next `most` steps that were done before somebody asked, of the run or of the future beside it.
    pub fn read(&mut self, subject: &Subject, most: u64) {
        match (subject, &mut self.subject) {
            (Subject::Scene(timeline), Some(FollowedSubject::Scene(followed))) => {
                followed.read(timeline, &self.curves, most);
            }
            (Subject::Lab(timeline), Some(FollowedSubject::Lab(followed))) => {
                followed.read(timeline, &self.curves, most);
            }
            (Subject::Trace(traced), Some(FollowedSubject::Trace(followed))) => {
                followed.read(&traced.playback, &self.curves, most);
            }
            _ => {}
        }
    }

    /// Whether all steps that are known were looked at.
    pub fn is_complete(&self, subject: &Subject) -> bool {
        match (subject, &self.subject) {
            (Subject::Scene(timeline), Some(FollowedSubject::Scene(followed))) => followed.is_complete(timeline),
            (Subject::Lab(timeline), Some(FollowedSubject::Lab(followed))) => followed.is_complete(timeline),
            (Subject::Trace(traced), Some(FollowedSubject::Trace(followed))) => {
                followed.broken || followed.count() >= traced.playback.film().steps
            }
            // Nothing is followed.
            _ => true,
        }
    }

    /// What is known so far; none where nothing is followed.
    pub fn curves(&self, subject: &Subject) -> Option<Arc<Curves>> {
        if self.is_empty() {
            return None;
        }
        let (run, future) = match self.subject.as_ref()? {
            FollowedSubject::Scene(followed) => followed.series(),
            FollowedSubject::Lab(followed) => followed.series(),
            FollowedSubject::Trace(followed) => (followed.series.clone(), None),
        };
        Some(Arc::new(Curves { list: self.list.clone(), run, future, is_complete: self.is_complete(subject) }))
    }
}

/// Reads a curve, or says why it has no values here.
fn read(text: &str, subject: &Subject) -> Result<Curve, String> {
    subject.read(|scope| Curve::read(text, scope)).map_err(|error| error.to_string())
}
