//! A running laboratory: clock, past, and the one door to change it.

use super::command::{LabCommand, carry_out, check, inverse, is_hold, label, lasts, way};
use super::history::{Before, Change, History};
use super::past::Past;
use super::{Entry, Experiment, Handle, Parameter, ParameterKind, Refused, Sketch, Value};
use crate::scene::SceneCamera;
use crate::sim::SeekRange;
use crate::view::{Camera, DrawList, Glyph, Marker, Scenery, ViewOptions, palette, place_words};
use crate::words::{phrase, spoken_in};
use glam::Vec3;
use std::fmt;
use std::sync::Arc;

/// Steps a second may be this many.
const RATES: std::ops::RangeInclusive<f32> = 10.0..=10_000.0;

/// A running laboratory.
///
/// Everything that changes it goes through [`Lab::apply`] and [`Lab::step`], so it can be taken back ([`Lab::undo`]) and
/// gone through again ([`Lab::seek`]).
#[derive(Debug)]
pub struct Lab {
    entry: &'static Entry,
    experiment: Box<dyn Experiment>,
    /// What a restart goes back to.
    start: Arc<dyn Experiment>,
    /// The parameters as the laboratory was opened with them.
    defaults: Vec<Parameter>,
    /// The handles as the laboratory was opened with them.
    default_places: Vec<Handle>,
    hz: f32,
    step_count: u64,
    past: Past,
    history: History,
}

impl Clone for Lab {
    /// A copy goes on with the same bits; it shares the past with its original.
    fn clone(&self) -> Self {
        Self {
            experiment: self.experiment.boxed(),
            start: self.start.clone(),
            defaults: self.defaults.clone(),
            default_places: self.default_places.clone(),
            past: self.past.clone(),
            history: self.history.clone(),
            ..*self
        }
    }
}

impl Lab {
    /// Opens a laboratory.
    pub fn new(entry: &'static Entry) -> Self {
        let start: Arc<dyn Experiment> = (entry.start)().into();
        let past = Past::new(&*start);
        Self {
            entry,
            experiment: start.boxed(),
            defaults: start.parameters(),
            default_places: start.handles(),
            start,
            hz: entry.hz,
            step_count: 0,
            past,
            history: History::default(),
        }
    }

    /// The same at another number of steps a second, 10…10,000.
    pub fn at_rate(self, hz: f32) -> Result<Self, Refused> {
        if RATES.contains(&hz) {
            Ok(Self { hz, ..self })
        } else {
            Err(Refused(format!("{hz} steps a second are not within {} … {}", RATES.start(), RATES.end())))
        }
    }

    /// What it is.
    pub fn entry(&self) -> &'static Entry {
        self.entry
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

    /// A hash of the whole state, the same on every machine: of its debug form, which shows every number to the bit.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        // Writing into a number cannot fail.
        let _ = fmt::write(&mut hash, format_args!("{:?}", self.experiment));
        hash.0
    }

    /// Which steps one can go to.
    pub fn seek_range(&self) -> SeekRange {
        SeekRange { first: self.past.first(), now: self.step_count, last: self.past.last() }
    }

    /// Advances by one step; in the past it does what was done there. Time stands still while the experiment
    /// [waits](Experiment::waits).
    pub fn step(&mut self) {
        if self.experiment.waits() {
            return;
        }
        self.advance();
        self.past.stepped(self.step_count, &*self.experiment);
        self.history.stepped();
        self.repeat_commands();
    }

    /// Goes to the kept step nearest to `step`.
    pub fn seek(&mut self, step: u64) {
        let step = self.seek_range().nearest(step);
        let ahead = step > self.step_count;
        if let Some((at, state)) = self.past.before(step)
            && !(ahead && at <= self.step_count)
        {
            (self.experiment, self.step_count) = (state.boxed(), at);
            self.repeat_commands();
        }
        while self.step_count < step {
            self.advance();
            self.repeat_commands();
        }
        self.history.stepped();
        self.history.end_gesture();
    }

    /// Makes the state after a step anew, from one that was kept: the present one broke in the middle of something.
    pub fn recover(&mut self, step: u64) {
        // Before the first state that is kept nothing is known; then it is the nearest.
        let step = step.max(self.past.first());
        if let Some((at, state)) = self.past.before(step) {
            (self.experiment, self.step_count) = (state.boxed(), at);
        }
        self.repeat_commands();
        while self.step_count < step {
            self.advance();
            self.repeat_commands();
        }
    }

    fn advance(&mut self) {
        self.experiment.step(self.dt());
        self.step_count += 1;
    }

    fn repeat_commands(&mut self) {
        for command in self.past.commands_at(self.step_count) {
            // It was carried out on this very state before.
            let _ = carry_out(&mut *self.experiment, command);
        }
    }

    /// Carries out one change; nothing changes when it is refused.
    pub fn apply(&mut self, command: LabCommand) -> Result<(), Refused> {
        match command {
            LabCommand::EndGesture => self.history.end_gesture(),
            LabCommand::Restart => self.restart(),
            LabCommand::Reset => {
                let hz = self.hz;
                *self = Self { hz, ..Self::new(self.entry) };
            }
            command => {
                if let Some(change) = self.change(label(&command).to_owned(), vec![command])? {
                    self.history.record(change);
                }
            }
        }
        Ok(())
    }

    /// Carries out changes of the state, all or none, and notes them in the past; gives nothing when they change
    /// nothing or are not to be undone.
    fn change(&mut self, label: String, commands: Vec<LabCommand>) -> Result<Option<Change>, Refused> {
        let first = match commands.as_slice() {
            [command] => inverse(&*self.experiment, command),
            _ => None,
        };
        if first.is_some() && first.as_ref() == commands.first() {
            return Ok(None);
        }
        let (step, state) = (self.step_count, self.experiment.boxed());
        for command in &commands {
            let done = check(&*self.experiment, command).and_then(|()| carry_out(&mut *self.experiment, command));
            if let Err(refused) = done {
                self.experiment = state;
                return Err(refused);
            }
        }
        let lasting = commands.iter().all(|command| lasts(&*state, command));
        let (forward, back) = match first {
            Some(inverse) => (commands.clone(), vec![inverse]),
            None if lasting => (way(&*state, &*self.experiment), way(&*self.experiment, &*state)),
            None => (vec![], vec![]),
        };
        let held = commands.iter().any(|command| is_hold(&*state, command));
        self.past.cut(step);
        self.history.cut(step);
        let count = self.past.commands_at(step).count();
        commands.iter().for_each(|command| self.past.commanded(step, command.clone()));
        let start = self.start.clone();
        self.note_start(&commands, lasting);
        let before = Some(Before { state: state.into(), start, count });
        Ok((!held).then_some(Change { label, commands, forward, back, step, before }))
    }

    /// Before the first step all there is belongs to the start; after it, what lasts.
    fn note_start(&mut self, commands: &[LabCommand], lasting: bool) {
        let mut start = if self.step_count == 0 { self.experiment.boxed() } else { self.start.boxed() };
        if self.step_count > 0 && lasting {
            for command in commands {
                // The start may refuse what the moment allows; then it stays as it was.
                let _ = carry_out(&mut *start, command);
            }
        }
        for parameter in start.parameters() {
            if matches!(parameter.kind, ParameterKind::Hold(_)) {
                let _ = start.set(parameter.name, Value::Flag(false));
            }
        }
        self.start = start.into();
    }

    fn restart(&mut self) {
        self.experiment = self.start.boxed();
        self.past = Past::new(&*self.start);
        self.step_count = 0;
        self.history.restarted();
    }

    /// What undo would take back, in words of the language that is spoken.
    pub fn undo_label(&self) -> Option<String> {
        self.history.next_undo(self.step_count).map(|change| phrase(&change.label))
    }

    /// What redo would do again, in words of the language that is spoken.
    pub fn redo_label(&self) -> Option<String> {
        self.history.next_redo().map(|undone| phrase(&undone.label))
    }

    /// Takes the last change back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let step = self.step_count;
        let Some(change) = self.history.pop(step) else { return false };
        self.past.cut(step);
        let again = match change.before {
            Some(before) if change.step == step => {
                (self.experiment, self.start) = (before.state.boxed(), before.start);
                self.past.take_back(step, before.count);
                change.commands
            }
            _ => {
                if change.back.is_empty() || self.change(change.label.clone(), change.back).is_err() {
                    return false;
                }
                change.forward
            }
        };
        self.history.undone(change.label, again);
        true
    }

    /// Does the change that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.history.end_gesture();
        let Some(undone) = self.history.pop_redo() else { return false };
        match self.change(undone.label, undone.commands) {
            Ok(change) => {
                change.into_iter().for_each(|change| self.history.record_again(change));
                true
            }
            Err(_) => false,
        }
    }

    /// Everything to draw as it stands, into a list that is cleared first and keeps its memory.
    pub fn draw_into(&self, list: &mut DrawList, options: &ViewOptions, camera: &Camera) {
        spoken_in(options.language, || self.draw_in_words(list, options, camera));
    }

    fn draw_in_words(&self, list: &mut DrawList, options: &ViewOptions, camera: &Camera) {
        list.begin(camera);
        list.scenery = Scenery {
            theme: options.theme,
            sun: Vec3::new(0.4, 0.8, 0.45).normalize(),
            // A little under what is drawn on the ground.
            grid: options.grid.then_some(-0.01),
            shadows: options.shadows,
            focus: (camera.target, 2.0 * camera.distance),
        };
        let mut sketch = Sketch::new(list, options.theme);
        self.experiment.draw(&mut sketch);
        let words = sketch.into_words();
        let color = palette::ink(options.theme);
        for handle in self.experiment.handles() {
            let hovered = options.hovered_handle.as_ref() == Some(&handle.name);
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

/// The hash of Fowler, Noll and Vo (FNV-1a), 64 bits.
struct Fnv(u64);

impl fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
