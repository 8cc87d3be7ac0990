//! A running laboratory: clock, past, and the one door to change it.

use super::history::{Change, History};
use super::past::Past;
use super::{Entry, Experiment, Parameter, ParameterKind, Refused, Sketch, Value};
use crate::sim::Timeline;
use crate::view::{Camera, DrawList, Glyph, Marker, Scenery, ViewOptions, palette, place_words};
use glam::Vec3;
use std::fmt;

/// One change of a running laboratory.
#[derive(Clone, Debug, PartialEq)]
pub enum LabCommand {
    /// Sets a parameter.
    Set {
        /// Which.
        name: String,
        /// To what.
        value: Value,
    },
    /// Moves a handle to a point (m, world).
    Drag {
        /// Which.
        handle: String,
        /// Where to.
        to: Vec3,
    },
    /// A click on the plane of the laboratory, away from all handles (m, world).
    Click(Vec3),
    /// Back to the start of time, parameters and handles as they are.
    Restart,
    /// Back to how the laboratory was opened.
    Reset,
    /// The gesture is over: the next change is an undo step of its own.
    EndGesture,
}

/// Steps a second may be this many.
const RATES: std::ops::RangeInclusive<f32> = 10.0..=10_000.0;

/// A point farther from the origin than this is none that was meant (m).
const FARTHEST: f32 = 1e6;

/// A running laboratory.
///
/// Everything that changes it goes through [`Lab::apply`] and [`Lab::step`], so it can be taken back ([`Lab::undo`]) and
/// gone through again ([`Lab::seek`]).
#[derive(Debug)]
pub struct Lab {
    entry: &'static Entry,
    experiment: Box<dyn Experiment>,
    /// What a restart goes back to.
    start: Box<dyn Experiment>,
    /// The parameters as the laboratory was opened with them.
    defaults: Vec<Parameter>,
    hz: f32,
    step_count: u64,
    past: Past,
    history: History,
}

impl Lab {
    /// Opens a laboratory.
    pub fn new(entry: &'static Entry) -> Self {
        let start = (entry.start)();
        let past = Past::new(&*start);
        Self {
            entry,
            experiment: start.boxed(),
            defaults: start.parameters(),
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

    /// The state.
    pub fn experiment(&self) -> &dyn Experiment {
        &*self.experiment
    }

    /// What a parameter was when the laboratory was opened.
    pub fn default_of(&self, name: &str) -> Option<&ParameterKind> {
        self.defaults.iter().find(|parameter| parameter.name == name).map(|parameter| &parameter.kind)
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
    pub fn timeline(&self) -> Timeline {
        Timeline { first: self.past.first(), now: self.step_count, last: self.past.last() }
    }

    /// Advances by one step. In the past it does what was done there.
    pub fn step(&mut self) {
        self.advance();
        self.past.stepped(self.step_count, &*self.experiment);
        self.history.stepped();
        self.repeat_commands();
    }

    /// Goes to the kept step nearest to `step`.
    pub fn seek(&mut self, step: u64) {
        let step = self.timeline().nearest(step);
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
                check(&*self.experiment, &command)?;
                if let Some(change) = self.change(command)? {
                    self.history.record(change);
                }
            }
        }
        Ok(())
    }

    /// Carries out a change of the state and notes it in the past; none when it changes nothing or is not to be undone.
    fn change(&mut self, command: LabCommand) -> Result<Option<Change>, Refused> {
        let inverse = inverse(&*self.experiment, &command);
        if inverse.as_ref() == Some(&command) {
            return Ok(None);
        }
        let before = self.experiment.boxed();
        carry_out(&mut *self.experiment, &command)?;
        let step = self.step_count;
        self.past.cut(step);
        self.history.cut(step);
        let count = self.past.commands_at(step).count();
        self.past.commanded(step, command.clone());
        self.note_start(&command);
        let held = is_hold(&*self.experiment, &command);
        Ok((!held).then(|| Change { command, inverse, step, before: Some((before, count)) }))
    }

    /// Before the first step all there is belongs to the start; after it, parameters and handles alone.
    fn note_start(&mut self, command: &LabCommand) {
        if self.step_count == 0 {
            self.start = self.experiment.boxed();
        } else if matches!(command, LabCommand::Set { value, .. } if *value != Value::Act)
            || matches!(command, LabCommand::Drag { .. })
        {
            // The start may refuse what the moment allows; then it stays as it was.
            let _ = carry_out(&mut *self.start, command);
        }
        for parameter in self.start.parameters() {
            if matches!(parameter.kind, ParameterKind::Hold(_)) {
                let _ = self.start.set(parameter.name, Value::Flag(false));
            }
        }
    }

    fn restart(&mut self) {
        self.experiment = self.start.boxed();
        self.past = Past::new(&*self.start);
        self.step_count = 0;
        self.history.restarted();
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<String> {
        self.history.next_undo(self.step_count).map(|change| label(&change.command).to_owned())
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<String> {
        self.history.next_redo().map(|command| label(command).to_owned())
    }

    /// Takes the last change back; false when there is none.
    pub fn undo(&mut self) -> bool {
        let step = self.step_count;
        let Some(change) = self.history.pop(step) else { return false };
        self.past.cut(step);
        match (change.before, change.inverse) {
            (Some((state, count)), _) if change.step == step => {
                self.experiment = state;
                self.past.take_back(step, count);
                if step == 0 {
                    self.start = self.experiment.boxed();
                }
            }
            (_, Some(inverse)) => {
                if check(&*self.experiment, &inverse).and_then(|()| self.change(inverse)).is_err() {
                    return false;
                }
            }
            (_, None) => return false,
        }
        self.history.undone(change.command);
        true
    }

    /// Does the change that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.history.end_gesture();
        let Some(command) = self.history.pop_redo() else { return false };
        match check(&*self.experiment, &command).and_then(|()| self.change(command)) {
            Ok(change) => {
                change.into_iter().for_each(|change| self.history.record_again(change));
                true
            }
            Err(_) => false,
        }
    }

    /// Everything to draw as it stands, into a list that is cleared first and keeps its memory.
    pub fn draw_into(&self, list: &mut DrawList, options: &ViewOptions, camera: &Camera) {
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
            list.markers.push(Marker { position: handle.position, glyph, color, size, xray: true });
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

/// What a command changes, in a word or two.
fn label(command: &LabCommand) -> &str {
    match command {
        LabCommand::Set { name, .. } => name,
        LabCommand::Drag { handle, .. } => handle,
        LabCommand::Click(_) => "click",
        LabCommand::Restart => "restart",
        LabCommand::Reset => "reset",
        LabCommand::EndGesture => "",
    }
}

/// Whether a command can be carried out, before anything changes.
fn check(experiment: &dyn Experiment, command: &LabCommand) -> Result<(), Refused> {
    let known = |names: Vec<&str>| if names.is_empty() { "none".into() } else { names.join(", ") };
    match command {
        LabCommand::Set { name, value } => {
            let parameters = experiment.parameters();
            match parameters.iter().find(|parameter| parameter.name == name) {
                Some(parameter) => check_value(parameter, *value),
                None => {
                    let names = known(parameters.iter().map(|p| p.name).collect());
                    Err(Refused(format!("there is no parameter {name:?}; there are {names}")))
                }
            }
        }
        LabCommand::Drag { handle, to } => {
            check_point(*to)?;
            let handles = experiment.handles();
            if handles.iter().any(|h| h.name == *handle) {
                return Ok(());
            }
            let names = known(handles.iter().map(|h| h.name.as_str()).collect());
            Err(Refused(format!("there is no handle {handle:?}; there are {names}")))
        }
        LabCommand::Click(at) => check_point(*at),
        LabCommand::Restart | LabCommand::Reset | LabCommand::EndGesture => Ok(()),
    }
}

fn check_point(point: Vec3) -> Result<(), Refused> {
    // False for what is no number.
    if point.abs().max_element() <= FARTHEST && point.is_finite() {
        Ok(())
    } else {
        Err(Refused(format!("{point} is not within {FARTHEST} m of the origin")))
    }
}

fn check_value(parameter: &Parameter, value: Value) -> Result<(), Refused> {
    let name = parameter.name;
    let refused = |problem: String| Err(Refused(format!("{name} {problem}")));
    match (&parameter.kind, value) {
        (ParameterKind::Number { range, unit, .. }, Value::Number(x)) => {
            if range.contains(&x) {
                Ok(())
            } else {
                let text = format!("is {x}, but must lie within {} … {} {unit}", range.start(), range.end());
                refused(text.trim_end().into())
            }
        }
        (ParameterKind::Choice { names, .. }, Value::Choice(index)) => {
            if index < names.len() {
                Ok(())
            } else {
                refused(format!("is choice {index}, but there are {} ({})", names.len(), names.join(", ")))
            }
        }
        (ParameterKind::Flag(_) | ParameterKind::Hold(_), Value::Flag(_)) => Ok(()),
        (ParameterKind::Action, Value::Act) => Ok(()),
        (kind, value) => refused(format!("takes {}, not {value:?}", kind.takes())),
    }
}

/// Carries out a change of the state alone.
fn carry_out(experiment: &mut dyn Experiment, command: &LabCommand) -> Result<(), Refused> {
    match command {
        LabCommand::Set { name, value } => experiment.set(name, *value)?,
        LabCommand::Drag { handle, to } => experiment.drag(handle, *to),
        LabCommand::Click(at) => experiment.click(*at),
        LabCommand::Restart | LabCommand::Reset | LabCommand::EndGesture => {}
    }
    Ok(())
}

/// The command that leads back from a change about to be made.
fn inverse(experiment: &dyn Experiment, command: &LabCommand) -> Option<LabCommand> {
    match command {
        LabCommand::Set { name, .. } => {
            let parameter = experiment.parameters().into_iter().find(|p| p.name == name)?;
            let value = match parameter.kind {
                ParameterKind::Number { value, .. } => Value::Number(value),
                ParameterKind::Choice { value, .. } => Value::Choice(value),
                ParameterKind::Flag(value) => Value::Flag(value),
                ParameterKind::Action | ParameterKind::Hold(_) => return None,
            };
            Some(LabCommand::Set { name: name.clone(), value })
        }
        LabCommand::Drag { handle, .. } => {
            let to = experiment.handles().into_iter().find(|h| h.name == *handle)?.position;
            Some(LabCommand::Drag { handle: handle.clone(), to })
        }
        _ => None,
    }
}

fn is_hold(experiment: &dyn Experiment, command: &LabCommand) -> bool {
    let holds =
        |name: &str| experiment.parameters().iter().any(|p| p.name == name && matches!(p.kind, ParameterKind::Hold(_)));
    matches!(command, LabCommand::Set { name, .. } if holds(name))
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
