//! A running scene: the world, what it came from, and the one door through which it is changed.
//!
//! Because every change comes through one door, each can be taken back, whoever made it:
//!
//! ```
//! use carom::physics::{BodyEdit, Mass};
//! use carom::sim::{Command, Sim};
//!
//! let scene = carom::scene::find("first_bounce").unwrap().scene().unwrap();
//! let mut sim = Sim::new(scene)?;
//! let ball = sim.find("lively ball").unwrap();
//! let before = sim.world().body(ball).unwrap().mass;
//! sim.apply(Command::Edit { body: ball, edit: BodyEdit::Mass(Mass::Mass(50.0)) })?;
//! assert_eq!(sim.world().body(ball).unwrap().mass, 50.0);
//! assert!(sim.undo());
//! assert_eq!(sim.world().body(ball).unwrap().mass, before);
//! # Ok::<(), carom::sim::CommandError>(())
//! ```
//!
//! # Files
//!
//! `command` lists all that can be done, `history` takes it back, `grab` is the mouse's grip. `timeline` is a scene in
//! the time machine, `snapshot` a state of it as what differs from another, `recording` how its commands are written,
//! `tally` what its counters and marks have seen, `together` makes one change of several, `contact_history` the
//! contacts of its steps, `what_if` the next step with other values.

mod alteration;
mod command;
mod contact_history;
mod grab;
mod history;
mod inspect;
mod recording;
mod snapshot;
mod specimen;
mod tally;
mod timeline;
mod together;
mod totals;
mod what_if;

pub use command::{Command, CommandError};
pub use contact_history::{CHATTER, ContactHistory, FLICKER, FeatureSpan, PairHistory, SHARP_TURN};
pub use grab::Grab;
pub use inspect::{Arithmetic, Explanation, Ledger, LedgerLine};
pub use snapshot::SimSnapshot;
pub use tally::KEPT_PEAKS;
pub use timeline::{Difference, SceneNotes};
pub use totals::{TOTALS, Totals, TotalsColumn, totals_to_csv};
pub use what_if::{Answer, Question, WhatIf, WhatIfOutcome, Which};

use crate::geometry::BoundingSphere;
use crate::physics::{
    Body, BodyDesc, BodyEdit, BodyError, BodyId, BodyState, Contact, Motion, Stats, StepPhases, World, WorldPlane,
};
use crate::scene::{MAX_BODIES, Scene, SceneBody, name_fault};
use crate::timeline::ChangeLabel;
use glam::Vec3;
use history::{History, SceneChange, changes_state};
use std::sync::{Arc, OnceLock};
use tally::Tally;

/// A scene that can be taken to any step that was.
pub type Timeline = crate::timeline::Timeline<Sim>;

/// A future of a scene that was left.
pub type Ghost = crate::timeline::Ghost<Sim>;

/// A run of a scene, written down.
pub type Recording = crate::timeline::Recording<Sim>;

/// Names a body for as long as the sim lives: through removal, return and restart, which all change its id.
pub type BodyKey = usize;

use BodyKey as Key;

/// What a slot of the world holds, besides the body.
#[derive(Clone, Debug)]
struct Slot {
    key: Key,
    name: Option<String>,
}

/// How much there is in a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Bodies of any kind.
    pub bodies: usize,
    /// Dynamic bodies.
    pub dynamic: usize,
    /// Dynamic and kinematic bodies that are awake.
    pub awake: usize,
    /// Touching pairs.
    pub contacts: usize,
}

/// A running scene.
///
/// Everything that changes it goes through [`Sim::apply`] or [`Sim::step`]; panels, keys, scripts and tests alike.
///
/// ```
/// use carom::geometry::Shape;
/// use carom::physics::BodyDesc;
/// use carom::scene::Scene;
/// use carom::sim::{Command, Sim};
///
/// let mut sim = Sim::new(Scene::default())?;
/// sim.apply(Command::Add { name: Some("ball".into()), desc: BodyDesc::new(Shape::sphere(0.5)) })?;
/// for _ in 0..60 {
///     sim.step();
/// }
/// let ball = sim.find("ball").and_then(|id| sim.world().body(id)).unwrap();
/// assert!((ball.desc.position.y + 0.5 * 9.81).abs() < 1e-3);
/// # Ok::<(), carom::sim::CommandError>(())
/// ```
///
/// A copy goes on with the same bits; it shares with its original what a step does not change.
#[derive(Clone, Debug)]
pub struct Sim {
    /// What [`Command::Restart`] goes back to: the scene as it came, with the parameters that were set since.
    scene: Arc<Scene>,
    /// The scene as it came; the key of a body that came with it is its place there.
    opened: Arc<Scene>,
    /// The keys of `scene.bodies`, in the same order.
    order: Arc<Vec<Key>>,
    world: World,
    /// By slot; slots of removed bodies keep their last key and no name.
    slots: Arc<Vec<Slot>>,
    /// Where the body of each key is now; none while it is removed.
    ids: Arc<Vec<Option<BodyId>>>,
    /// Bodies that entered this run in motion: no part of the scene as authored.
    thrown: Vec<Key>,
    step_count: u64,
    /// Time (s) and step at which the length of a step last changed: `time` then grows without rounding errors.
    clock_start: (f64, u64),
    grab: Option<Grab>,
    /// By slot: how the bodies were before the last step.
    before: Vec<BodyState>,
    /// Whether something was changed since the last step, so that its contacts no longer are what the picture shows.
    edited: bool,
    /// The contacts on show, listed once when somebody asks.
    contacts: OnceLock<Arc<Vec<Contact>>>,
    history: Arc<History>,
    /// What the scene's counters and marks have seen.
    tally: Tally,
    threads: usize,
    clock: Option<fn() -> f64>,
}

impl Sim {
    /// How many threads a step may use.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Starts a scene.
    pub fn new(scene: Scene) -> Result<Self, CommandError> {
        // Names are what scripts, pins and conditions find bodies by: none may stand for two.
        let mut names: Vec<&str> = scene.bodies.iter().filter_map(|b| b.name.as_deref()).collect();
        names.sort_unstable();
        if let Some(doubled) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(CommandError::DoubledName(doubled[0].into()));
        }
        let mut sim = Self {
            world: World::new(scene.config)?,
            order: Arc::default(),
            slots: Arc::new(Vec::with_capacity(scene.bodies.len())),
            ids: Arc::new(vec![None; scene.bodies.len()]),
            thrown: vec![],
            opened: Arc::default(),
            scene: Arc::new(scene),
            step_count: 0,
            clock_start: (0.0, 0),
            grab: None,
            before: vec![],
            edited: true,
            contacts: OnceLock::new(),
            history: Arc::default(),
            tally: Tally::default(),
            threads: 1,
            clock: None,
        };
        // The scene as it came stays, for right clicks that put its own values back.
        sim.opened = sim.scene.clone();
        sim.tally = Tally::new(&sim.scene);
        // Keys number bodies for good, through undo and restart; slots of the world are used again.
        sim.order = Arc::new((0..sim.scene.bodies.len()).collect());
        sim.populate()?;
        Ok(sim)
    }

    /// The scene as authored: as it came, with the parameters, bodies and settings that were changed since.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The scene as it came, before anything was changed.
    pub fn opened(&self) -> &Scene {
        &self.opened
    }

    /// A body as it came with the scene; none of one that was added since.
    pub fn opened_body(&self, id: BodyId) -> Option<&BodyDesc> {
        self.world.body(id)?;
        let key = self.slots.get(id.index())?.key;
        self.opened.bodies.get(key).map(|body| &body.desc)
    }

    /// The world as it stands.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Steps done.
    pub fn step_count(&self) -> u64 {
        self.step_count
    }

    /// Simulated time (s).
    pub fn time(&self) -> f64 {
        let (time, step) = self.clock_start;
        time + (self.step_count - step) as f64 / f64::from(self.world.config().hz)
    }

    /// How much there is now: after the last step, or as it was changed since.
    pub fn counts(&self) -> Counts {
        let stats = self.world.stats();
        // Counted by the last step; an edit since then may have changed any of them.
        if !self.edited {
            let Stats { bodies, dynamic, awake, contacts, .. } = stats;
            return Counts { bodies, dynamic, awake, contacts };
        }
        // So they are counted anew, of all bodies.
        let count = |which: fn(&Body) -> bool| self.world.bodies().filter(which).count();
        Counts {
            bodies: count(|_| true),
            dynamic: count(|body| body.desc.motion == Motion::Dynamic),
            awake: count(|body| body.desc.motion != Motion::Static && !body.asleep),
            contacts: self.contacts().len(),
        }
    }

    /// The body's name: its own, `#slot`, `floor` or `ceiling`.
    pub fn name(&self, id: BodyId) -> String {
        let own = || self.own_name(id).map_or_else(|| format!("#{}", id.index()), Into::into);
        WorldPlane::of(id).map_or_else(own, |plane| plane.name().into())
    }

    fn own_name(&self, id: BodyId) -> Option<&str> {
        self.slots.get(id.index()).and_then(|slot| slot.name.as_deref())
    }

    /// The body of this name: its own, or `#slot` where it has none.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        if let Some(index) = self.slots.iter().position(|slot| slot.name.as_deref() == Some(name)) {
            return self.world.body_at(index).map(|body| body.id);
        }
        let index: usize = name.strip_prefix('#').filter(|digits| !digits.starts_with('+'))?.parse().ok()?;
        let body = self.world.body_at(index)?;
        self.own_name(body.id).is_none().then_some(body.id)
    }

    /// What names a body through removal, return and restart; none of one that is gone.
    pub fn key(&self, id: BodyId) -> Option<BodyKey> {
        let key = self.slots.get(id.index())?.key;
        (self.id_of(key) == Some(id)).then_some(key)
    }

    /// The body of a key; none while it is removed.
    pub fn body_of(&self, key: BodyKey) -> Option<BodyId> {
        self.id_of(key)
    }

    /// The body held by the mouse and where it is pulled to.
    pub fn grab(&self) -> Option<&Grab> {
        self.grab.as_ref()
    }

    /// Gives the world a clock (s) to time its stages with; without one the times are 0.
    pub fn set_clock(&mut self, clock: Option<fn() -> f64>) {
        self.clock = clock;
        self.world.set_clock(clock);
    }

    /// Advances by one step of the world.
    pub fn step(&mut self) {
        self.step_by(World::step);
    }

    /// The same step, and where the bodies stood at each of its phases.
    pub fn step_with_phases(&mut self, phases: &mut StepPhases) {
        self.step_by(|world| world.step_with_phases(phases));
    }

    fn step_by(&mut self, step: impl FnOnce(&mut World)) {
        // The hand pulls first, as a force of this step. A body that is gone ends the pull.
        if let Some(grab) = self.grab
            && grab.pull(&mut self.world).is_err()
        {
            self.grab = None;
        }
        // What the page Why tells is told from the state before the step.
        self.world.copy_states(&mut self.before);
        step(&mut self.world);
        self.step_count += 1;
        self.tally.observe(&self.world, &self.ids, &self.before);
        // Contacts are those of this step from here on; they are listed when somebody asks.
        self.edited = false;
        self.contacts = OnceLock::new();
    }

    /// The touching pairs: of the last step, or, after a change, as they are found where the bodies stand now.
    ///
    /// They are listed once, however often they are asked for.
    pub fn contacts(&self) -> &[Contact] {
        let list = || if self.edited { self.world.detect() } else { self.world.contacts() };
        self.contacts.get_or_init(|| Arc::new(list()))
    }

    /// Whether something was changed since the last step: contacts are where the bodies stand now, without impulses.
    pub fn is_edited(&self) -> bool {
        self.edited
    }

    fn touch(&mut self) {
        self.edited = true;
        self.contacts = OnceLock::new();
    }

    /// Carries out one change; nothing changes when it is refused.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Edit { body, edit } => self.edit(body, edit)?,
            // What changes nothing leaves no undo step behind.
            Command::Configure(config) => {
                if config != *self.world.config() {
                    let old = self.write_config(config)?;
                    self.history_mut().record(SceneChange::Configure(Box::new(old)));
                }
            }
            Command::Add { name, desc } => self.add(name, &desc)?,
            // Adding, removing and renaming are never part of a gesture.
            Command::Remove(body) => {
                let key = self.key_of(body)?;
                let kept = Some(Box::new(self.take(key)?));
                self.record_alone(SceneChange::Presence { key, kept, added: false });
            }
            Command::Rename { body, name } => {
                let key = self.key_of(body)?;
                let other = self.write_name(key, name)?;
                self.record_alone(SceneChange::Rename { key, other });
            }
            Command::All(commands) => self.apply_all(commands)?,
            Command::View(view) => {
                if *view != self.scene.view {
                    let old = self.write_view(*view);
                    self.record_alone(SceneChange::View(Box::new(old)));
                }
            }
            Command::Grab(grab) => {
                if let Some(grab) = &grab {
                    grab.validate(&self.world)?;
                }
                self.grab = grab;
            }
            Command::Impulse { body, impulse, point } => self.world.apply_impulse(body, impulse, point)?,
            Command::Threads(threads) => {
                self.threads = threads.max(1);
                self.world.set_threads(self.threads);
            }
            Command::Restart => self.restart()?,
            Command::EndGesture => self.end_gesture(),
        }
        Ok(())
    }

    /// Takes the last edit back; false when there is none.
    pub fn undo(&mut self) -> bool {
        self.travel(|history| (&mut history.undo, &mut history.redo))
    }

    /// Does the edit that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        self.travel(|history| (&mut history.redo, &mut history.undo))
    }

    /// Toggles the last change of the first list, which then is the last of the second.
    fn travel(&mut self, lists: fn(&mut History) -> (&mut Vec<SceneChange>, &mut Vec<SceneChange>)) -> bool {
        self.end_gesture();
        // The change turns into its own inverse, and goes over to the other list.
        let Some(mut change) = lists(self.history_mut()).0.pop() else { return false };
        let done = self.toggle(&mut change).is_ok();
        // What could not be taken back stays where it was.
        let (from, to) = lists(self.history_mut());
        if done {
            to.push(change);
        } else {
            from.push(change);
        }
        done
    }

    /// What [`undo`](Self::undo) would take back.
    pub fn undo_label(&self) -> Option<ChangeLabel> {
        self.history.undo.last().map(|change| self.label(change))
    }

    /// What [`redo`](Self::redo) would do again.
    pub fn redo_label(&self) -> Option<ChangeLabel> {
        self.history.redo.last().map(|change| self.label(change))
    }

    /// The scene as it stands now, to be saved: present poses, velocities and settings.
    ///
    /// Bodies come in the order of the scene, then what was thrown in. A body whose state no longer fits a scene file
    /// is saved with its start.
    pub fn to_scene(&self) -> Scene {
        let mut scene = (*self.scene).clone();
        // Bodies of the scene as they stand now; one that is out of order as it began.
        for (body, key) in scene.bodies.iter_mut().zip(&*self.order) {
            if let Some(now) = self.id_of(*key).and_then(|id| self.world.body(id))
                && now.desc.validate().is_ok()
            {
                body.desc = now.desc;
            }
        }
        // Then those that were thrown in while it ran.
        let thrown = self.world.bodies().filter(|b| self.is_thrown(b.id) && b.desc.validate().is_ok());
        scene.bodies.extend(thrown.map(|b| SceneBody { name: self.own_name(b.id).map(Into::into), desc: b.desc }));
        // Pins and counters of bodies that are gone would make the file a faulty one.
        if !scene.view.is_empty() {
            let names: Vec<String> = scene.bodies.iter().filter_map(|body| body.name.clone()).collect();
            scene.view.retain(|name| names.iter().any(|one| one == name));
        }
        scene
    }

    /// What holds the bodies that can move: around the middle of their centres, as far as the furthest reaches.
    ///
    /// Bodies that flew more than a kilometre away do not count; without any that moves, all others do.
    pub fn extent(&self) -> BoundingSphere {
        // What fell off the edge of the world does not count, or the picture would show nothing else.
        let near = |b: &Body| b.desc.position.is_finite() && b.desc.position.length() < 1_000.0;
        let around = |chosen: &dyn Fn(&Body) -> bool| {
            let bodies = || self.world.bodies().filter(|b| near(b) && chosen(b));
            let bounds = bodies().map(|b| (b.desc.position, b.desc.position));
            let (min, max) = bounds.reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))?;
            let center = (min + max) * 0.5;
            let reach =
                |b: &Body| b.desc.position.distance(center) + b.desc.shape.aabb(&Default::default()).half().length();
            Some(BoundingSphere { center, radius: bodies().map(|b| reach(&b)).fold(0.0, f32::max) })
        };
        // Dynamic and kinematic bodies make the picture; a scene of static ones shows them.
        let nothing = BoundingSphere { center: Vec3::ZERO, radius: 1.0 };
        around(&|b| b.desc.motion != Motion::Static).or_else(|| around(&|_| true)).unwrap_or(nothing)
    }

    fn edit(&mut self, body: BodyId, edit: BodyEdit) -> Result<(), CommandError> {
        let key = self.key_of(body)?;
        let now = self.world.body(body).ok_or(BodyError::Gone)?;
        // Dragging a number forth and back asks for the same value again and again.
        if edit == edit.inverse(&now.desc) {
            return Ok(());
        }
        // A pose set while the scene runs is of the run alone; at step 0 it is where the scene begins.
        let authored = !changes_state(&edit) || self.step_count == 0;
        let other = self.write_edit(key, edit, authored)?;
        self.history_mut().record(SceneChange::Edit { key, other, authored });
        Ok(())
    }

    fn add(&mut self, name: Option<String>, desc: &BodyDesc) -> Result<(), CommandError> {
        let key = self.bring_in(name, desc)?;
        self.record_alone(SceneChange::Presence { key, kept: None, added: true });
        Ok(())
    }

    /// Puts a new body into the world and, unless it was thrown in, into the scene as authored; gives its key.
    fn bring_in(&mut self, name: Option<String>, desc: &BodyDesc) -> Result<Key, CommandError> {
        if let Some(name) = &name {
            self.check_name(name, None)?;
        }
        // Bodies are counted only where there may be too many: slots are never fewer.
        if self.world.slot_count() >= MAX_BODIES && self.world.bodies().count() >= MAX_BODIES {
            return Err(CommandError::TooManyBodies);
        }
        // A key of its own; it is given back when the world refuses the body.
        let key = self.ids.len();
        Arc::make_mut(&mut self.ids).push(None);
        if let Err(error) = self.enter(key, name.clone(), desc) {
            Arc::make_mut(&mut self.ids).pop();
            return Err(error);
        }
        // What flies in while the scene runs is of the run: restart leaves it out.
        if self.step_count > 0 && (desc.velocity != Vec3::ZERO || desc.spin != Vec3::ZERO) {
            self.thrown.push(key);
        } else {
            Arc::make_mut(&mut self.order).push(key);
            self.scene_mut().bodies.push(SceneBody { name, desc: *desc });
        }
        Ok(key)
    }

    /// Puts a body into the world and notes its slot.
    fn enter(&mut self, key: Key, name: Option<String>, desc: &BodyDesc) -> Result<(), CommandError> {
        // The world may give it a slot that another body had before.
        let id = self.world.add(desc)?;
        self.touch();
        let slots = Arc::make_mut(&mut self.slots);
        if slots.len() <= id.index() {
            slots.resize(id.index() + 1, Slot { key, name: None });
        }
        slots[id.index()] = Slot { key, name };
        Arc::make_mut(&mut self.ids)[key] = Some(id);
        Ok(())
    }

    /// Fills an empty world with the bodies of the scene.
    fn populate(&mut self) -> Result<(), CommandError> {
        for index in 0..self.order.len() {
            let SceneBody { name, desc } = self.scene.bodies[index].clone();
            self.enter(self.order[index], name, &desc)?;
        }
        Ok(())
    }

    fn restart(&mut self) -> Result<(), CommandError> {
        let mut fresh = Self::new((*self.scene).clone())?;
        // A new sim numbers its keys from 0 in the order of the scene; the keys of this one live on.
        for slot in Arc::make_mut(&mut fresh.slots) {
            slot.key = self.order[slot.key];
        }
        // Each key finds its body in the fresh world; those of thrown bodies find none.
        let mut ids = vec![None; self.ids.len()];
        for (id, key) in fresh.ids.iter().zip(&*self.order) {
            ids[*key] = *id;
        }
        fresh.ids = Arc::new(ids);
        fresh.tally.rekey(|key| self.order[key]);
        fresh.order.clone_from(&self.order);
        fresh.opened.clone_from(&self.opened);
        // What was tuned can still be taken back; changes of the run are forgotten with it.
        fresh.history = std::mem::take(&mut self.history);
        fresh.history_mut().forget_run(&self.thrown);
        fresh.threads = self.threads;
        fresh.world.set_threads(self.threads);
        fresh.set_clock(self.clock);
        *self = fresh;
        Ok(())
    }

    /// Records a change that never merges with its neighbours.
    fn record_alone(&mut self, change: SceneChange) {
        self.history_mut().record(change);
        self.end_gesture();
    }

    fn end_gesture(&mut self) {
        if self.history.gesture {
            // Whoever came back to where the gesture began has nothing to take back.
            let nothing = self.history.undo.last().is_some_and(|change| self.leads_nowhere(change));
            let history = self.history_mut();
            history.gesture = false;
            if nothing {
                history.undo.pop();
            }
        }
    }

    fn history_mut(&mut self) -> &mut History {
        Arc::make_mut(&mut self.history)
    }

    fn scene_mut(&mut self) -> &mut Scene {
        Arc::make_mut(&mut self.scene)
    }

    fn is_thrown(&self, id: BodyId) -> bool {
        self.slots.get(id.index()).is_some_and(|slot| self.thrown.contains(&slot.key))
    }

    fn id_of(&self, key: Key) -> Option<BodyId> {
        self.ids.get(key).copied().flatten()
    }

    fn key_of(&self, id: BodyId) -> Result<Key, BodyError> {
        self.world.body(id).ok_or(BodyError::Gone)?;
        self.slots.get(id.index()).map(|slot| slot.key).ok_or(BodyError::Gone)
    }

    /// Where the body of this key stands in the scene as authored.
    fn authored_index(&self, key: Key) -> Option<usize> {
        self.order.iter().position(|k| *k == key)
    }

    /// Refuses a name that another body has, or that a scene file could not hold.
    fn check_name(&self, name: &str, own: Option<BodyId>) -> Result<(), CommandError> {
        if let Some(reason) = name_fault(name) {
            return Err(CommandError::BadName { name: name.into(), reason });
        }
        match self.find(name) {
            Some(id) if Some(id) != own => Err(CommandError::DoubledName(name.into())),
            _ => Ok(()),
        }
    }
}
