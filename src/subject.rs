//! What is shown: a scene, a laboratory, or the trace of any engine. All have time, a past, and something to draw.

mod follow;
mod observe;
mod rebuilt;

pub use follow::{Curves, Follow, Followed, Series};
pub use observe::{measured, observe_lab};
pub use rebuilt::{Loss, Rebuilt, rebuild, specimen};

use crate::lab::{self, GivenSetting, Lab, Refused, Setup};
use crate::playback::Playback;
use crate::scene::{self, FileKind, Scene, SceneFault};
use crate::sim::{self, CommandError, Sim};
use crate::timeline::{
    Alteration, ChangeLabel, Ghost, RecordingError, SeekRange, Simulation, TimeMachine, Timeline, recorded_kind,
};
use crate::view::{self, Camera, Compared, DrawList, ViewOptions};
use std::sync::Arc;

/// A running scene or a running laboratory, with its past.
#[derive(Debug)]
pub enum Subject {
    /// A scene.
    Scene(Box<sim::Timeline>),
    /// A laboratory.
    Lab(Box<lab::Timeline>),
    /// A trace: nothing of it is simulated here.
    Trace(Box<Traced>),
}

/// A trace on show, with another beside it, where there is one.
#[derive(Debug)]
pub struct Traced {
    /// The trace.
    pub playback: Playback,
    /// Another trace of the same bodies, or this program's own run of them, which keeps in step with it.
    pub beside: Option<Playback>,
}

/// What a subject is described by, in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Description {
    /// A scene.
    Scene(Box<Scene>),
    /// A laboratory, and what differs from it as it opens.
    Lab(Setup),
}

impl Description {
    /// Reads a scene, or the set-up of a laboratory when the file names one. Every fault is reported, in the order of
    /// the file; a fault of syntax hides those behind it.
    pub fn parse(text: &str, kind: FileKind) -> Result<Self, Vec<SceneFault>> {
        if Setup::is_in(text, kind) {
            Setup::parse(text, kind).map(Self::Lab)
        } else {
            scene::parse(text, kind).map(|scene| Self::Scene(Box::new(scene)))
        }
    }

    /// The text of its file; none for a laboratory as JSON.
    pub fn to_text(&self, kind: FileKind) -> Option<String> {
        match (self, kind) {
            (Self::Scene(scene), FileKind::Toml) => Some(scene::to_toml(scene)),
            (Self::Scene(scene), FileKind::Json) => Some(scene::to_json(scene)),
            (Self::Lab(setup), FileKind::Toml) => Some(setup.to_toml()),
            (Self::Lab(_), FileKind::Json) => None,
        }
    }
}

/// Sets values of a scene as they are typed, in the order given; the error is the setting that cannot be made, and why.
pub fn set_up_scene(scene: &mut Scene, settings: &[GivenSetting]) -> Result<(), (GivenSetting, Refused)> {
    settings.iter().try_for_each(|setting| {
        let GivenSetting { subject, name, value } = setting;
        let set = match subject {
            // A value may have equals signs of its own; names of keys have none.
            lab::SettingSubject::Set => match format!("{name}={value}").split_once('=') {
                Some((name, value)) => scene.set(name.trim(), value.trim()),
                None => scene.set(name, value),
            },
            _ => Err("is for laboratories (lab:NAME); a scene takes --set".into()),
        };
        set.map_err(|problem| (setting.clone(), Refused(problem)))
    })
}

/// A subject as it stood after a whole step. It never changes: whoever looks at it sees one step and no other, while
/// the next is worked out elsewhere.
pub type Moment = Arc<Subject>;

impl From<sim::Timeline> for Subject {
    fn from(timeline: sim::Timeline) -> Self {
        Self::Scene(Box::new(timeline))
    }
}

impl From<lab::Timeline> for Subject {
    fn from(timeline: lab::Timeline) -> Self {
        Self::Lab(Box::new(timeline))
    }
}

impl From<Lab> for Subject {
    fn from(lab: Lab) -> Self {
        lab::Timeline::beginning(lab, lab::Timeline::BUDGET).into()
    }
}

impl From<Playback> for Subject {
    fn from(playback: Playback) -> Self {
        Self::Trace(Box::new(Traced { playback, beside: None }))
    }
}

/// A time machine with something to look at: all that scenes and laboratories have in common.
trait Shown: TimeMachine {
    /// As it stands now.
    fn still(&self) -> Subject;

    /// Its title; may be empty.
    fn title(&self) -> &str;

    /// The run up to the last step known; none when its start is forgotten.
    fn recording(&self) -> Option<Recorded>;

    /// The camera it is looked at with first.
    fn camera(&self, size: [u32; 2], scale: f32) -> Camera;

    /// Readies it for pictures with such options.
    fn ready_for(&mut self, options: &ViewOptions) {
        let _ = options;
    }

    /// Everything to draw of it as it stands; of scenes with what is compared with the step.
    fn draw(&self, options: &ViewOptions, compared: &Compared, camera: &Camera) -> DrawList;
}

impl Shown for sim::Timeline {
    fn still(&self) -> Subject {
        self.still().into()
    }

    fn title(&self) -> &str {
        &self.sim().scene().name
    }

    fn recording(&self) -> Option<Recorded> {
        self.recording().map(Recorded::Scene)
    }

    fn camera(&self, size: [u32; 2], scale: f32) -> Camera {
        Camera::of_scene(self.sim(), size, scale)
    }

    fn ready_for(&mut self, options: &ViewOptions) {
        self.keep_state_before(options.poses.needs_phases());
    }

    fn draw(&self, options: &ViewOptions, compared: &Compared, camera: &Camera) -> DrawList {
        let phases = options.poses.needs_phases().then(|| self.phases()).flatten();
        let mut list = view::draw_phases(self.sim(), phases, options, compared, camera);
        if let Some(ghost) = self.ghost_now() {
            view::draw_ghosts(&mut list, (self.shown().unwrap_or(0), ghost), self.sim(), options, camera);
            if let Some(alteration) = self.ghost().and_then(Ghost::alteration) {
                view::note_future(&mut list, alteration, options);
            }
        }
        list
    }
}

impl Shown for lab::Timeline {
    fn still(&self) -> Subject {
        self.still().into()
    }

    fn title(&self) -> &str {
        self.sim().entry().title
    }

    fn recording(&self) -> Option<Recorded> {
        self.recording().map(Recorded::Lab)
    }

    fn camera(&self, size: [u32; 2], scale: f32) -> Camera {
        Camera::new(&self.sim().camera(), size, scale)
    }

    fn draw(&self, options: &ViewOptions, _: &Compared, camera: &Camera) -> DrawList {
        let mut list = self.sim().draw_beside(self.ghost_now(), options, camera);
        let shown = self.ghost().filter(|_| self.ghost_now().is_some());
        if let Some(alteration) = shown.and_then(Ghost::alteration) {
            view::note_future(&mut list, alteration, options);
        }
        list
    }
}

impl Traced {
    /// Lays another run of its bodies over it, at the same step.
    pub fn lay_over(&mut self, other: Playback) {
        self.beside = Some(other);
        self.keep_in_step();
    }

    /// Brings the other trace to the same time.
    fn keep_in_step(&mut self) {
        let Some(beside) = &mut self.beside else { return };
        let (film, other) = (self.playback.film(), beside.film());
        let is_same_step = (film.dt - other.dt).abs() <= 1e-4 * film.dt;
        // Steps of one length have the same numbers; else it is the time since the start that counts.
        if is_same_step && film.first <= other.last && other.first <= film.last {
            beside.go_behind(self.playback.completed());
        } else {
            let since = self.playback.step_count().saturating_sub(film.first);
            let steps = (since as f64 * f64::from(film.dt) / f64::from(other.dt)).round() as u64;
            let first = other.first;
            beside.seek(first + steps);
        }
    }
}

/// The controls of a trace's time are those of its playback; the trace beside it follows.
impl TimeMachine for Traced {
    fn step_count(&self) -> u64 {
        self.playback.step_count()
    }

    fn dt(&self) -> f32 {
        self.playback.dt()
    }

    fn time(&self) -> f64 {
        self.playback.time()
    }

    fn state_hash(&self) -> u64 {
        self.playback.state_hash()
    }

    fn seek_range(&self) -> SeekRange {
        self.playback.seek_range()
    }

    fn mismatch(&self) -> Option<u64> {
        None
    }

    fn step(&mut self) {
        self.playback.step();
        self.keep_in_step();
    }

    fn seek(&mut self, step: u64) {
        self.playback.seek(step);
        self.keep_in_step();
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

    fn swap_ghost(&mut self) {
        if let Some(beside) = &mut self.beside {
            std::mem::swap(&mut self.playback, beside);
            // Its steps may have other numbers, and it may not reach as far.
            self.keep_in_step();
        }
    }

    fn drop_ghosts(&mut self) {
        self.beside = None;
    }
}

impl Shown for Traced {
    fn still(&self) -> Subject {
        let beside = self.beside.as_ref().map(Playback::still);
        Subject::Trace(Box::new(Self { playback: self.playback.still(), beside }))
    }

    fn title(&self) -> &str {
        &self.playback.film().title
    }

    fn recording(&self) -> Option<Recorded> {
        None
    }

    fn camera(&self, size: [u32; 2], scale: f32) -> Camera {
        // A trace says nothing of a camera: the usual direction, as near as what moves allows.
        let mut camera = Camera::new(&scene::SceneCamera::default(), size, scale);
        let extent = self.playback.film().extent;
        camera.frame(extent.center, extent.radius * 1.1);
        camera
    }

    fn draw(&self, options: &ViewOptions, _: &Compared, camera: &Camera) -> DrawList {
        let mut list = view::draw_trace(&self.playback, options, camera);
        if let Some(beside) = &self.beside {
            view::draw_ghost_trace(&mut list, beside, &self.playback, options, camera);
        }
        list
    }
}

impl Subject {
    fn shown(&self) -> &dyn Shown {
        match self {
            Self::Scene(timeline) => &**timeline,
            Self::Lab(timeline) => &**timeline,
            Self::Trace(traced) => &**traced,
        }
    }

    fn shown_mut(&mut self) -> &mut dyn Shown {
        match self {
            Self::Scene(timeline) => &mut **timeline,
            Self::Lab(timeline) => &mut **timeline,
            Self::Trace(traced) => &mut **traced,
        }
    }

    /// The controls of its time, to be changed.
    pub fn time_machine(&mut self) -> &mut dyn TimeMachine {
        self.shown_mut()
    }

    /// As it stands now, to be looked at from now on.
    pub fn moment(&self) -> Moment {
        Arc::new(self.shown().still())
    }

    /// The scene, when it is one.
    pub fn scene(&self) -> Option<&Sim> {
        self.timeline().map(sim::Timeline::sim)
    }

    /// The scene with its past.
    pub fn timeline(&self) -> Option<&sim::Timeline> {
        if let Self::Scene(timeline) = self { Some(timeline) } else { None }
    }

    /// The scene, to be changed through its one door.
    pub fn scene_mut(&mut self) -> Option<&mut sim::Timeline> {
        if let Self::Scene(timeline) = self { Some(timeline) } else { None }
    }

    /// The laboratory, when it is one.
    pub fn lab(&self) -> Option<&Lab> {
        if let Self::Lab(timeline) = self { Some(timeline.sim()) } else { None }
    }

    /// The laboratory, to be changed through its one door.
    pub fn lab_mut(&mut self) -> Option<&mut lab::Timeline> {
        if let Self::Lab(timeline) = self { Some(timeline) } else { None }
    }

    /// The trace, when it is one.
    pub fn trace(&self) -> Option<&Playback> {
        if let Self::Trace(traced) = self { Some(&traced.playback) } else { None }
    }

    /// What lies over the trace, when it is one and something does.
    pub fn trace_beside(&self) -> Option<&Playback> {
        if let Self::Trace(traced) = self { traced.beside.as_ref() } else { None }
    }

    /// The trace with what is beside it, to be led elsewhere.
    pub fn trace_mut(&mut self) -> Option<&mut Traced> {
        if let Self::Trace(traced) = self { Some(traced) } else { None }
    }

    /// What a file would say of it as it stands; a trace cannot be saved.
    pub fn described(&self) -> Option<Description> {
        match self {
            Self::Scene(timeline) => Some(Description::Scene(Box::new(timeline.sim().to_scene()))),
            Self::Lab(timeline) => Some(Description::Lab(timeline.sim().setup().clone())),
            Self::Trace(_) => None,
        }
    }

    /// Its title; may be empty.
    pub fn title(&self) -> &str {
        self.shown().title()
    }

    /// The first step that came to another state than it did before, or than was recorded.
    pub fn mismatch(&self) -> Option<u64> {
        self.shown().mismatch()
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        self.shown_mut().step();
    }

    /// Length of a step (s).
    pub fn dt(&self) -> f32 {
        self.shown().dt()
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        self.shown().step_count()
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        self.shown().time()
    }

    /// A hash of the whole state, bit for bit.
    pub fn state_hash(&self) -> u64 {
        self.shown().state_hash()
    }

    /// Which steps one can go to.
    pub fn seek_range(&self) -> SeekRange {
        self.shown().seek_range()
    }

    /// Goes to the kept step nearest to `step`.
    pub fn seek(&mut self, step: u64) {
        self.shown_mut().seek(step);
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<ChangeLabel> {
        self.shown().undo_label()
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<ChangeLabel> {
        self.shown().redo_label()
    }

    /// The run up to the last step known, to be written to a file; none when its start is forgotten.
    pub fn recording(&self) -> Option<Recorded> {
        self.shown().recording()
    }

    /// The future that is shown beside it: which it is, and what it can be called by.
    pub fn future(&self) -> Option<(usize, Option<&Alteration>)> {
        fn of<S: Simulation>(timeline: &Timeline<S>) -> Option<(usize, Option<&Alteration>)> {
            Some((timeline.shown()?, timeline.ghost()?.alteration()))
        }
        match self {
            Self::Scene(timeline) => of(timeline),
            Self::Lab(timeline) => of(timeline),
            Self::Trace(_) => None,
        }
    }

    /// The camera it is looked at with first, for a picture of `size` physical pixels.
    pub fn camera(&self, size: [u32; 2], scale: f32) -> Camera {
        self.shown().camera(size, scale)
    }

    /// Readies it for pictures with such options: what they show of each step is kept from the next step on.
    pub fn ready_for(&mut self, options: &ViewOptions) {
        self.shown_mut().ready_for(options);
    }

    /// Everything to draw of it as it stands.
    pub fn draw(&self, options: &ViewOptions, camera: &Camera) -> DrawList {
        self.draw_compared(options, &Compared::default(), camera)
    }

    /// Like [`draw`](Self::draw), of scenes with what is compared with the step.
    pub fn draw_compared(&self, options: &ViewOptions, compared: &Compared, camera: &Camera) -> DrawList {
        self.shown().draw(options, compared, camera)
    }
}

/// A run of a scene or of a laboratory, written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// Of a scene.
    Scene(sim::Recording),
    /// Of a laboratory.
    Lab(lab::Recording),
}

impl Recorded {
    /// Reads a recording, whichever kind it is of.
    pub fn from_text(text: &str) -> Result<Self, RecordingError> {
        if recorded_kind(text).as_deref() == Some(lab::RECORDED_AS) {
            lab::Recording::from_text(text).map(Self::Lab)
        } else {
            sim::Recording::from_text(text).map(Self::Scene)
        }
    }

    /// As text, to be written to a file.
    pub fn to_text(&self) -> String {
        match self {
            Self::Scene(recording) => recording.to_text(),
            Self::Lab(recording) => recording.to_text(),
        }
    }

    /// How many steps it has.
    pub fn steps(&self) -> u64 {
        match self {
            Self::Scene(recording) => recording.steps(),
            Self::Lab(recording) => recording.steps(),
        }
    }

    /// Takes it up at its start: its steps lie ahead as if they had been done.
    pub fn replay(self) -> Result<Subject, CannotReplay> {
        match self {
            Self::Scene(recording) => Ok(sim::Timeline::replay(recording)?.into()),
            Self::Lab(recording) => Ok(lab::Timeline::replay(recording)?.into()),
        }
    }
}

/// Why the start of a recording was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CannotReplay {
    /// By a scene.
    #[error(transparent)]
    Scene(#[from] CommandError),
    /// By a laboratory.
    #[error(transparent)]
    Lab(#[from] lab::Refused),
}
