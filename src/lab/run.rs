//! A running laboratory: its clock, and the one door to change it.

use super::command::{LabCommand, carry_out, check, commands_between, inverse, is_hold, label, lasts};
use super::history::{History, LabChange, StateBefore, Undone};
use super::{
    Experiment, Handle, Laboratory, Parameter, ParameterKind, ParameterValue, Refused, Setup, Sketch, StateHash, ghosts,
};
use crate::geometry::BoundingSphere;
use crate::language::spoken_in;
use crate::physics::property::HZ;
use crate::scene::SceneCamera;
use crate::timeline::ChangeLabel;
use crate::view::{Camera, DrawList, Glyph, Marker, Scenery, ViewOptions, palette, place_words};
use glam::Vec3;
use std::sync::Arc;

/// A running laboratory.
///
/// Everything that changes it goes through [`Lab::apply`] and [`Lab::step`], so it can be taken back ([`Lab::undo`]),
/// and gone through again in a [`Timeline`](super::Timeline).
#[derive(Debug)]
pub struct Lab {
    entry: &'static Laboratory,
    experiment: Box<dyn Experiment>,
    /// What a restart goes back to.
    start: Arc<dyn Experiment>,
    /// What leads from the laboratory as it is opened to `start`.
    setup: Setup,
    /// The parameters as the laboratory was opened with them.
    defaults: Arc<[Parameter]>,
    /// The handles as the laboratory was opened with them.
    default_places: Arc<[Handle]>,
    hz: f32,
    step_count: u64,
    history: Arc<History>,
}

impl Clone for Lab {
    /// A copy goes on with the same bits; it shares with its original what a step does not change.
    fn clone(&self) -> Self {
        Self {
            experiment: self.experiment.boxed(),
            start: self.start.clone(),
            setup: self.setup.clone(),
            defaults: self.defaults.clone(),
            default_places: self.default_places.clone(),
            history: self.history.clone(),
            ..*self
        }
    }
}

impl Lab {
    /// Opens a laboratory.
    pub fn new(entry: &'static Laboratory) -> Self {
        let start: Arc<dyn Experiment> = (entry.start)().into();
        Self {
            entry,
            experiment: start.boxed(),
            setup: Setup::new(entry, entry.hz),
            defaults: start.parameters().into(),
            default_places: start.handles().into(),
            start,
            hz: entry.hz,
            step_count: 0,
            history: Arc::default(),
        }
    }

    /// Begins a run with what another began with.
    pub fn of_setup(setup: &Setup) -> Result<Self, Refused> {
        let mut lab = Self::new(setup.entry()).at_rate(setup.hz())?;
        setup.commands().iter().try_for_each(|command| lab.begin_with(command))?;
        // The commands went into the start alone, and time begins there.
        lab.experiment = lab.start.boxed();
        Ok(lab)
    }

    /// The same at another number of steps a second, 10…10,000.
    pub fn at_rate(self, hz: f32) -> Result<Self, Refused> {
        if HZ.allows(hz) {
            Ok(Self { hz, setup: self.setup.clone().at_rate(hz), ..self })
        } else {
            Err(Refused(format!("{hz} steps a second are not within {} … {}", HZ.min, HZ.max)))
        }
    }

    /// What it is.
    pub fn entry(&self) -> &'static Laboratory {
        self.entry
    }

    /// What a restart goes back to.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Where the eye sees best what is shown now.
    pub fn camera(&self) -> SceneCamera {
        self.experiment.camera().unwrap_or(self.entry.camera)
    }

    /// The state.
    pub fn experiment(&self) -> &dyn Experiment {
        &*self.experiment
    }

    /// What a parameter was when the laboratory was opened.
    pub fn default_of(&self, name: &str) -> Option<&ParameterKind> {
        self.defaults.iter().find(|parameter| parameter.name == name).map(|parameter| &parameter.kind)
    }

    /// Where a handle was when the laboratory was opened; none of one that came later.
    pub fn default_place(&self, name: &str) -> Option<&Handle> {
        self.default_places.iter().find(|handle| handle.name == name)
    }

    /// Steps a second.
    pub fn hz(&self) -> f32 {
        self.hz
    }

    /// Length of a step (s).
    pub fn dt(&self) -> f32 {
        1.0 / self.hz
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        self.step_count
    }

    /// Time since the start (s).
    pub fn time(&self) -> f64 {
        self.step_count as f64 / f64::from(self.hz)
    }

    /// A hash of the whole state, the same on every machine.
    pub fn state_hash(&self) -> u64 {
        StateHash::of(&*self.experiment).0
    }

    /// A hash of the state that a restart goes back to, which the [set-up](Self::setup) alone decides.
    pub fn start_hash(&self) -> u64 {
        StateHash::of(&*self.start).0
    }

    /// Advances by one step. Time stands still while the experiment [waits](Experiment::waits).
    pub fn step(&mut self) {
        if self.experiment.waits() {
            return;
        }
        self.experiment.step(self.dt());
        self.step_count += 1;
        // Looked at first: what is shared with copies is copied only when a step changes it.
        if self.history.waits_for_step() {
            self.history_mut().stepped();
        }
    }

    /// Carries out one change; nothing changes when it is refused.
    pub fn apply(&mut self, command: LabCommand) -> Result<(), Refused> {
        match command {
            LabCommand::EndGesture => self.history_mut().gesture = false,
            LabCommand::Restart => self.restart(),
            LabCommand::Reset => {
                // The rate belongs to the run, not to what is set: it stays.
                let hz = self.hz;
                *self = Self { hz, setup: Setup::new(self.entry, hz), ..Self::new(self.entry) };
            }
            LabCommand::Undo => drop(self.undo()),
            LabCommand::Redo => drop(self.redo()),
            command => {
                if let Some(change) = self.change(label(&command).to_owned(), vec![command])? {
                    self.history_mut().record(change);
                }
            }
        }
        Ok(())
    }

    /// Whether a command would change nothing at all.
    pub(super) fn is_idle(&self, command: &LabCommand) -> bool {
        match command {
            LabCommand::EndGesture => !self.history.gesture,
            command => inverse(&*self.experiment, command).is_some_and(|inverse| inverse == *command),
        }
    }

    /// Carries out changes of the state, all or none; gives nothing when they change nothing or are not to be undone.
    fn change(&mut self, label: String, commands: Vec<LabCommand>) -> Result<Option<LabChange>, Refused> {
        // Only a single command may have an inverse that leads back exactly.
        let first = match commands.as_slice() {
            [command] => inverse(&*self.experiment, command),
            _ => None,
        };
        // What is its own inverse sets what is set already.
        if first.is_some() && first.as_ref() == commands.first() {
            return Ok(None);
        }
        // All or none: a refusal halfway puts this state back.
        let state = self.experiment.boxed();
        for command in &commands {
            let done = check(&*self.experiment, command).and_then(|()| carry_out(&mut *self.experiment, command));
            if let Err(refused) = done {
                self.experiment = state;
                return Err(refused);
            }
        }
        let lasting = commands.iter().all(|command| lasts(&*state, command));
        // Without an inverse, what lasts is led back by comparing both states, a stroke by the state before alone.
        let (forward, back) = match first {
            Some(inverse) => (commands.clone(), vec![inverse]),
            None if lasting => {
                (commands_between(&*state, &*self.experiment), commands_between(&*self.experiment, &*state))
            }
            None => (vec![], vec![]),
        };
        let held = commands.iter().any(|command| is_hold(&*state, command));
        let before =
            StateBefore { state: state.into(), start: self.start.clone(), setup_count: self.setup.commands().len() };
        // Before the first step all there is belongs to the start; after it, what lasts.
        if self.step_count == 0 || lasting {
            for command in &commands {
                // The start may refuse what the moment allows; then it stays as it was.
                let _ = self.begin_with(command);
            }
        }
        Ok((!held).then_some(LabChange { label, commands, forward, back, before: Some(before) }))
    }

    /// Makes a change part of what a restart goes back to, and goes back there; it is not to be undone.
    pub(super) fn restart_with(&mut self, command: &LabCommand) -> Result<(), Refused> {
        if !self.is_idle(command) {
            self.begin_with(command)?;
            self.experiment = self.start.boxed();
        }
        Ok(())
    }

    /// Makes a change part of what a restart goes back to. No key is held there.
    fn begin_with(&mut self, command: &LabCommand) -> Result<(), Refused> {
        let mut start = self.start.boxed();
        check(&*start, command)?;
        carry_out(&mut *start, command)?;
        for parameter in start.parameters() {
            if matches!(parameter.kind, ParameterKind::Hold(_)) {
                let _ = start.set(parameter.name, ParameterValue::Flag(false));
            }
        }
        self.start = start.into();
        self.setup.push(command.clone());
        Ok(())
    }

    fn restart(&mut self) {
        self.experiment = self.start.boxed();
        self.step_count = 0;
        let history = self.history_mut();
        // States of the time that is left behind would lead back into it.
        history.stepped();
        history.gesture = false;
    }

    fn history_mut(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<ChangeLabel> {
        self.history.undo.last().map(|change| ChangeLabel::Control(change.label.clone()))
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<ChangeLabel> {
        self.history.redo.last().map(|undone| ChangeLabel::Control(undone.label.clone()))
    }

    /// Takes the last change back that can be; false, and nothing has changed, when there is none.
    pub fn undo(&mut self) -> bool {
        let kept = self.history.clone();
        self.history_mut().gesture = false;
        // The moment may refuse what leads back from a change; then the one before it is taken back.
        while let Some(change) = self.history_mut().undo.pop() {
            let label = change.label.clone();
            if let Some(commands) = self.take_back(change) {
                self.history_mut().redo.push(Undone { label, commands });
                return true;
            }
        }
        self.history = kept;
        false
    }

    /// Takes a change back, if that can be, and tells what does it again.
    fn take_back(&mut self, change: LabChange) -> Option<Vec<LabCommand>> {
        // No step was made since then: the state itself comes back, with the start it had.
        if let Some(StateBefore { state, start, setup_count }) = change.before {
            (self.experiment, self.start) = (state.boxed(), start);
            self.setup.truncate(setup_count);
            return Some(change.commands);
        }
        self.change(change.label, change.back).ok()?;
        Some(change.forward)
    }

    /// Does the change that was last taken back again; false, and nothing has changed, when there is none or the moment
    /// refuses it.
    pub fn redo(&mut self) -> bool {
        let Some(Undone { label, commands }) = self.history.redo.last().cloned() else { return false };
        let Ok(change) = self.change(label, commands) else { return false };
        let history = self.history_mut();
        history.redo.pop();
        history.gesture = false;
        change.into_iter().for_each(|change| history.push(change));
        true
    }

    /// Everything to draw as it stands, into a list that is cleared first and keeps its memory.
    pub fn draw_into(&self, list: &mut DrawList, options: &ViewOptions, camera: &Camera) {
        spoken_in(options.language, || self.draw_in_words(list, options, camera));
    }

    /// Everything to draw, and translucent on top what a future that was left has elsewhere.
    pub fn draw_beside(&self, ghost: Option<&Self>, options: &ViewOptions, camera: &Camera) -> DrawList {
        let mut list = self.draw(options, camera);
        if let Some(ghost) = ghost {
            let mut theirs = DrawList::default();
            // Its words would be those of the run once more.
            let mut sketch = Sketch::new(&mut theirs, options.theme);
            spoken_in(options.language, || ghost.experiment.draw(&mut sketch));
            ghosts::add(&mut list, theirs);
        }
        list
    }

    fn draw_in_words(&self, list: &mut DrawList, options: &ViewOptions, camera: &Camera) {
        list.begin(camera);
        list.language = options.language;
        // One light for all laboratories: their pictures are constructions, not scenes.
        list.scenery = Scenery {
            theme: options.theme,
            sun: Vec3::new(0.4, 0.8, 0.45).normalize(),
            // A little under what is drawn on the ground.
            grid: options.grid.then_some(-0.01),
            shadows: options.shadows,
            focus: BoundingSphere { center: camera.target, radius: 2.0 * camera.distance },
        };
        let mut sketch = Sketch::new(list, options.theme);
        // Words are collected and placed at the end, so that handles and lines do not cross them.
        self.experiment.draw(&mut sketch);
        let words = sketch.into_words();
        let color = palette::ink(options.theme);
        for handle in self.experiment.handles() {
            let hovered = options.pointed.handle.as_ref() == Some(&handle.name);
            let (glyph, size) = if hovered { (Glyph::Ring, 30.0) } else { (Glyph::Ring, 22.0) };
            list.markers.push(Marker { position: handle.position, glyph, color, size, outlined: true, xray: true });
        }
        place_words(list, camera, words);
    }

    /// [`draw_into`](Self::draw_into) a new list.
    pub fn draw(&self, options: &ViewOptions, camera: &Camera) -> DrawList {
        let mut list = DrawList::default();
        self.draw_into(&mut list, options, camera);
        list
    }
}
