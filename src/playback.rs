//! A trace that is played: any step of it at once, with what geometry says of its contacts.
//!
//! Nothing is simulated here: poses and contacts are set as the engine told them. A [`Playback`] stands at one step of
//! a file, its [`TracedStep`]; it goes to any other through the file's index. What an engine did not give is absent in
//! a frame, too, so that whoever shows it can say so.
//!
//! ```
//! use carom::playback::Playback;
//! use carom::timeline::TimeMachine;
//!
//! let trace = br#"{"trace":1,"engine":"by hand"}
//! {"body":0,"shapes":[{"plane":[0,1,0,0]}],"motion":"static","pose":[0,0,0,0,0,0,1]}
//! {"body":1,"shapes":[{"sphere":0.5}],"pose":[0,0.5,0,0,0,0,1]}
//! {"step":1,"c":[[0,1,[0,1,0],[[0,0,0,0]]]]}
//! {"step":2,"b":[[1,0,0.6,0,0,0,0,1]]}
//! "#;
//! let mut playback = Playback::of_bytes(trace.to_vec(), "by hand")?;
//! playback.seek(2);
//! assert_eq!(playback.frame().place(1).map(|pose| pose.position.y), Some(0.6));
//! # Ok::<(), carom::trace::TraceFault>(())
//! ```
//!
//! `film`: what does not change while it is played. `frame`: one step. `reel`: the file, and the way to any of its
//! steps. `live`: an engine that still sends. `stream`: steps as they come, for what is read once. `told`: what
//! conditions ask of a step.

mod film;
mod frame;
mod live;
mod reel;
mod stream;
mod told;

pub use film::{Film, GivenTrace, USUAL_DT};
pub use frame::{TracedPair, TracedStep, Velocity};
pub use live::{Incoming, Sender, Spool};
pub use reel::{Input, Opener};
pub use stream::Stream;
pub use told::{MEASURED, ToldStep};

use crate::check::Meant;
use crate::timeline::{ChangeLabel, SeekRange, TimeMachine};
use crate::trace::{Header, PosesWhen, TraceFault};
use live::Live;
use reel::Reel;
use std::fmt;
use std::io::Cursor;
use std::sync::Arc;

/// A trace that stands at one of its steps.
pub struct Playback {
    film: Arc<Film>,
    frame: Arc<TracedStep>,
    /// The file; none in what is only looked at.
    reel: Option<Box<Reel>>,
    /// The engine that still sends; then there is no file until one goes back.
    live: Option<Box<Live>>,
    /// Opens the file anew.
    opener: Opener,
    /// What it was found to mean, where that was looked into.
    meant: Option<Arc<Meant>>,
    /// What went wrong with the file since it was opened.
    fault: Option<Arc<TraceFault>>,
}

impl fmt::Debug for Playback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playback").field("film", &self.film).field("step", &self.frame.number).finish_non_exhaustive()
    }
}

impl Playback {
    /// Opens a trace: scans it to its end, or to the first line that is wrong, and stands at its first step.
    ///
    /// `name` is what to call it where its engine has no name. The error is a header that cannot be read, or a trace
    /// without any step that can.
    pub fn open(opener: Opener, name: &str) -> Result<Self, TraceFault> {
        let mut reel = Reel::new(opener()?)?;
        let frame = reel.go(0)?;
        let film = reel.film(name, &frame)?;
        let (film, frame, reel) = (Arc::new(film), Arc::new(frame), Some(Box::new(reel)));
        Ok(Self { film, frame, reel, live: None, opener, meant: None, fault: None })
    }

    /// Follows an engine that sends while it runs: nothing has come yet. `name` is what to call it until it
    /// tells its own.
    pub fn live(sender: Box<dyn Sender>, spool: Spool, name: &str) -> Self {
        let opener = spool.opener.clone();
        let live = Live::new(sender, spool);
        let frame = live.newest.clone();
        let film = Film {
            title: name.to_owned(),
            header: Header::default(),
            steps: 0,
            first: 0,
            last: 0,
            dt: USUAL_DT as f32,
            extent: frame.extent(),
            given: GivenTrace::default(),
            is_live: true,
            fault: None,
        };
        Self { film: Arc::new(film), frame, reel: None, live: Some(Box::new(live)), opener, meant: None, fault: None }
    }

    /// Whether its engine still runs.
    pub fn is_live(&self) -> bool {
        self.film.is_live
    }

    /// Whether it stands at the newest step of an engine that still runs.
    pub fn waits(&self) -> bool {
        self.is_live() && self.frame.ordinal + 1 >= self.film.steps
    }

    /// Why its engine sends no more, where that is not simply its end.
    pub fn broke_off(&self) -> Option<&str> {
        self.live.as_ref()?.ended()
    }

    /// Opens a trace that is in memory: text, or text packed by gzip.
    pub fn of_bytes(bytes: impl Into<Arc<[u8]>>, name: &str) -> Result<Self, TraceFault> {
        let bytes: Arc<[u8]> = bytes.into();
        let text = reel::unpacked(&bytes)?.map_or(bytes, Into::into);
        Self::open(Arc::new(move || Ok(Box::new(Cursor::new(text.clone())))), name)
    }

    /// The same trace at the same step, led apart from this one.
    pub fn again(&self) -> Result<Self, TraceFault> {
        let mut reel = Reel::new((self.opener)()?)?;
        if let Some(meant) = &self.meant {
            reel.read_as(meant);
        }
        let frame = Arc::new(reel.go(self.frame.ordinal)?);
        Ok(Self { frame, reel: Some(Box::new(reel)), ..self.still() })
    }

    /// Opens its file anew.
    pub fn opener(&self) -> Opener {
        self.opener.clone()
    }

    /// What does not change while it is played.
    pub fn film(&self) -> &Film {
        &self.film
    }

    /// The step where it stands.
    pub fn frame(&self) -> &TracedStep {
        &self.frame
    }

    /// The number of the step that is over where its bodies stand: one less than its own number where poses are those
    /// at which contacts were found.
    pub fn completed(&self) -> i64 {
        // As the whole trace shows that it was meant goes before what its header says.
        let header = self.meant.as_ref().map_or(&self.film.header, |meant| &meant.header);
        let number = i64::try_from(self.frame.number).unwrap_or(i64::MAX);
        if header.poses == PosesWhen::Found { number - 1 } else { number }
    }

    /// Goes to where the bodies stand when a step is over, or to the nearest that there is.
    pub fn go_behind(&mut self, completed: i64) {
        let ahead = i64::try_from(self.frame.number).unwrap_or(i64::MAX) - self.completed();
        self.seek(completed.saturating_add(ahead).max(0).unsigned_abs());
    }

    /// What went wrong with the file, while it was scanned or since.
    pub fn fault(&self) -> Option<&TraceFault> {
        self.fault.as_deref().or(self.film.fault.as_ref())
    }

    /// The step where it stands, as conditions see it.
    pub fn moment(&self) -> ToldStep<'_> {
        ToldStep { frame: &self.frame, time: self.time(), given: self.film.given }
    }

    /// Reads poses and contacts from now on as the whole trace shows that its header was meant.
    pub fn read_as(&mut self, meant: Arc<Meant>) {
        let Some(reel) = &mut self.reel else { return };
        reel.read_as(&meant);
        self.meant = Some(meant);
        let ordinal = self.frame.ordinal;
        self.go(ordinal);
    }

    /// What its header was found to mean, where that was looked into.
    pub fn meant(&self) -> Option<&Meant> {
        self.meant.as_deref()
    }

    /// As it stands now, to be looked at: it goes nowhere.
    pub fn still(&self) -> Self {
        Self {
            film: self.film.clone(),
            frame: self.frame.clone(),
            reel: None,
            live: None,
            opener: self.opener.clone(),
            meant: self.meant.clone(),
            fault: self.fault.clone(),
        }
    }

    /// Takes what the engine sent since, as far as one more step.
    fn follow(&mut self) {
        let Some(live) = &mut self.live else { return };
        let film = Arc::make_mut(&mut self.film);
        match live.advance(film) {
            Ok(true) => self.frame = live.newest.clone(),
            Ok(false) => {}
            Err(fault) => self.fault = Some(Arc::new(fault)),
        }
        film.is_live = live.goes_on();
    }

    /// The file of what came so far, indexed up to a place at least.
    fn look_back(&mut self, ordinal: u64) {
        let has = |reel: &Reel| reel.steps() > ordinal;
        if self.live.is_none() || self.reel.as_deref().is_some_and(has) {
            return;
        }
        match (self.opener)().and_then(Reel::new) {
            Ok(mut reel) => {
                if let Some(meant) = &self.meant {
                    reel.read_as(meant);
                }
                self.reel = Some(Box::new(reel));
            }
            Err(fault) => self.fault = Some(Arc::new(fault)),
        }
    }

    fn go(&mut self, ordinal: u64) {
        // The newest step is at hand.
        if let Some(live) = self.live.as_ref().filter(|live| live.newest.ordinal == ordinal) {
            self.frame = live.newest.clone();
            return;
        }
        self.look_back(ordinal);
        let Some(reel) = &mut self.reel else { return };
        match reel.go(ordinal) {
            Ok(frame) => self.frame = Arc::new(frame),
            Err(fault) => self.fault = Some(Arc::new(fault)),
        }
    }
}

impl TimeMachine for Playback {
    /// The engine's own number of the step.
    fn step_count(&self) -> u64 {
        self.frame.number
    }

    fn dt(&self) -> f32 {
        self.film.dt
    }

    fn time(&self) -> f64 {
        self.frame.time.unwrap_or(self.frame.number.saturating_sub(self.film.first) as f64 * f64::from(self.film.dt))
    }

    fn state_hash(&self) -> u64 {
        self.frame.hash()
    }

    fn seek_range(&self) -> SeekRange {
        let now = self.frame.number;
        SeekRange { first: self.film.first.min(now), now, last: self.film.last.max(now) }
    }

    /// None: what is read twice is read the same.
    fn mismatch(&self) -> Option<u64> {
        None
    }

    /// Goes to the next step of the file; at its end it stays.
    fn step(&mut self) {
        if self.frame.ordinal + 1 < self.film.steps {
            self.go(self.frame.ordinal + 1);
        } else {
            self.follow();
        }
    }

    fn seek(&mut self, step: u64) {
        if step >= self.film.last {
            return self.go(self.film.steps.saturating_sub(1));
        }
        // Of an engine that still runs, all but the newest step is looked for in what came so far.
        self.look_back(self.film.steps.saturating_sub(2));
        let Some(reel) = &mut self.reel else { return };
        match reel.ordinal_of(step) {
            Ok(ordinal) => self.go(ordinal),
            Err(fault) => self.fault = Some(Arc::new(fault)),
        }
    }

    fn recover(&mut self, step: u64) {
        self.seek(step);
    }

    fn undo(&mut self) -> bool {
        false
    }

    fn redo(&mut self) -> bool {
        false
    }

    fn undo_label(&self) -> Option<ChangeLabel> {
        None
    }

    fn redo_label(&self) -> Option<ChangeLabel> {
        None
    }

    fn keep_ghost(&mut self) {}

    fn show_ghost(&mut self, _index: Option<usize>) {}

    fn swap_ghost(&mut self) {}

    fn drop_ghosts(&mut self) {}
}
