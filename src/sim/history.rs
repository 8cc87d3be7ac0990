//! What can be taken back and done again.

use super::tally::Tally;
use super::{Command, CommandError, Key, Sim};
use crate::physics::property::{POSITION, ROTATION, Setting, settings};
use crate::physics::{BodyDesc, BodyEdit, BodyError, Config};
use crate::scene::SceneView;
use crate::timeline::{self, ChangeLabel};
use std::collections::BTreeSet;
use std::sync::Arc;

/// One undoable change, as it stands between two states of the scene.
///
/// [`Sim::toggle`] carries the scene from one state to the other and the change to its own inverse, so the same value
/// travels back and forth between the two stacks.
#[derive(Clone, Debug)]
pub(super) enum SceneChange {
    /// A property of a body.
    Edit {
        /// The body.
        key: Key,
        /// Leads to the other state.
        other: BodyEdit,
        /// Whether the scene as authored changes along: a parameter, or the start before the first step.
        authored: bool,
    },
    /// Gravity, step and rules: those of the other state.
    Configure(Box<Config>),
    /// A body that is in one state and not in the other; `kept` while it is not.
    Presence {
        /// The body.
        key: Key,
        /// All there is to know of the body while it is away.
        kept: Option<Box<KeptBody>>,
        /// Whether the user added or removed it, for the label.
        added: bool,
    },
    /// How the scene wants to be seen in the other state.
    View(Box<SceneView>),
    /// A body's name in the other state.
    Rename {
        /// The body.
        key: Key,
        /// The other name.
        other: Option<String>,
    },
    /// Several, in the order in which they were done.
    All(Vec<Self>),
}

impl timeline::UndoableChange for SceneChange {
    const LIMIT: usize = 1_000;

    fn absorb(&mut self, later: Self) -> Option<Self> {
        // This one already leads back to the start of the gesture.
        (!self.covers(&later)).then_some(later)
    }
}

impl SceneChange {
    /// The body that is changed, if it is one.
    const fn key(&self) -> Option<Key> {
        match self {
            Self::Edit { key, .. } | Self::Presence { key, .. } | Self::Rename { key, .. } => Some(*key),
            Self::Configure(_) | Self::View(_) | Self::All(_) => None,
        }
    }

    /// Whether this change leads back over a later one as well.
    fn covers(&self, later: &Self) -> bool {
        match (self, later) {
            // One property of one body is one gesture, however often it is dragged.
            (Self::Edit { key: a, other: x, authored: s }, Self::Edit { key: b, other: y, authored: t }) => {
                a == b && s == t && std::mem::discriminant(x) == std::mem::discriminant(y)
            }
            (Self::Configure(_), Self::Configure(_)) => true,
            (Self::All(a), Self::All(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.covers(b)),
            _ => false,
        }
    }

    /// Forgets what belongs to a finished run alone; whether anything is left. See [`History::forget_run`].
    fn forget_run(&mut self, thrown: &[Key]) -> bool {
        match self {
            // Edits of the run, and all of bodies that were thrown in, go with the run.
            Self::Edit { key, authored, .. } => *authored && !thrown.contains(key),
            Self::Configure(_) | Self::View(_) => true,
            Self::Rename { key, .. } => !thrown.contains(key),
            Self::Presence { key, kept, .. } => {
                // What was removed comes back as the scene has it, not as the run had it.
                if let Some(kept) = kept
                    && let Some((_, start)) = kept.authored
                {
                    kept.now = start;
                }
                !thrown.contains(key)
            }
            Self::All(changes) => {
                changes.retain_mut(|change| change.forget_run(thrown));
                !changes.is_empty()
            }
        }
    }
}

/// A removed body, so that it can return as it was.
#[derive(Clone, Debug)]
pub(super) struct KeptBody {
    name: Option<String>,
    /// When it was removed.
    now: BodyDesc,
    /// Its place among the authored bodies and its start there; none for what was thrown in.
    authored: Option<(usize, BodyDesc)>,
}

/// What can be taken back and done again.
pub(super) type History = timeline::History<SceneChange>;

impl History {
    /// Drops what belongs to a finished run alone: poses and velocities set while it ran, and bodies thrown in.
    /// Bodies that were removed will return with their start.
    pub(super) fn forget_run(&mut self, thrown: &[Key]) {
        for stack in [&mut self.undo, &mut self.redo] {
            stack.retain_mut(|change| change.forget_run(thrown));
        }
        self.gesture = false;
    }
}

impl Sim {
    /// Carries the scene to the other state of `change`, and `change` to its inverse. Nothing changes on an error.
    pub(super) fn toggle(&mut self, change: &mut SceneChange) -> Result<(), CommandError> {
        match change {
            SceneChange::Edit { key, other, authored } => *other = self.write_edit(*key, *other, *authored)?,
            SceneChange::Configure(config) => **config = self.write_config(**config)?,
            // There or gone: whichever it is, the change holds what makes it the other.
            SceneChange::Presence { key, kept, .. } => match kept {
                Some(body) => {
                    self.put_back(*key, body)?;
                    *kept = None;
                }
                None => *kept = Some(Box::new(self.take(*key)?)),
            },
            SceneChange::Rename { key, other } => *other = self.write_name(*key, other.clone())?,
            SceneChange::View(view) => **view = self.write_view((**view).clone()),
            SceneChange::All(changes) => {
                // Back from the last to the first; where one fails, those before it are done again.
                changes.reverse();
                for i in 0..changes.len() {
                    if let Err(error) = self.toggle(&mut changes[i]) {
                        for done in changes[..i].iter_mut().rev() {
                            self.toggle(done)?;
                        }
                        changes.reverse();
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }

    /// Edits the body here and, if asked, in the scene as authored; gives the edit that leads back.
    pub(super) fn write_edit(&mut self, key: Key, edit: BodyEdit, authored: bool) -> Result<BodyEdit, CommandError> {
        let body = self.id_of(key).and_then(|id| self.world.body(id)).ok_or(BodyError::Gone)?;
        self.world.edit(body.id, edit)?;
        // The contacts of the last step are no longer those of what is shown.
        if matches!(edit, BodyEdit::Shape(_) | BodyEdit::Motion(_) | BodyEdit::Position(_) | BodyEdit::Rotation(_)) {
            self.touch();
        }
        // What is tuned is tuned in the scene as well, so that a restart keeps it.
        if let Some(index) = self.authored_index(key).filter(|_| authored) {
            edit.write(&mut self.scene_mut().bodies[index].desc);
        }
        Ok(edit.inverse(&body.desc))
    }

    /// Replaces the constants; gives the old ones.
    pub(super) fn write_config(&mut self, config: Config) -> Result<Config, CommandError> {
        let (old, time) = (*self.world.config(), self.time());
        self.world.set_config(config)?;
        // These decide where contacts are; the rest acts from the next step on.
        if (old.floor, old.ceiling, old.normals) != (config.floor, config.ceiling, config.normals) {
            self.touch();
        }
        self.scene_mut().config = config;
        // Time goes on from where it is: the steps so far were of another length.
        if old.hz != config.hz {
            self.clock_start = (time, self.step_count);
        }
        Ok(old)
    }

    /// Replaces how the scene wants to be seen; gives what it was.
    pub(super) fn write_view(&mut self, view: SceneView) -> SceneView {
        // Counting begins anew only when other bodies are counted.
        let counted = |view: &SceneView| (view.counters.clone(), view.peaks.clone());
        let anew = counted(&view) != counted(&self.scene.view);
        let old = std::mem::replace(&mut self.scene_mut().view, view);
        if anew {
            let order = self.order.clone();
            self.tally = Tally::new(&self.scene);
            self.tally.rekey(|key| order[key]);
        }
        old
    }

    /// Renames the body; gives the old name.
    pub(super) fn write_name(&mut self, key: Key, name: Option<String>) -> Result<Option<String>, CommandError> {
        let id = self.id_of(key).ok_or(BodyError::Gone)?;
        if let Some(name) = &name {
            self.check_name(name, Some(id))?;
        }
        // Pins, counters and peaks follow the name.
        if let Some(index) = self.authored_index(key) {
            let scene = self.scene_mut();
            let old = std::mem::replace(&mut scene.bodies[index].name, name.clone());
            if let (Some(old), Some(new)) = (old, &name) {
                scene.view.rename(&old, new);
            }
        }
        Ok(std::mem::replace(&mut Arc::make_mut(&mut self.slots)[id.index()].name, name))
    }

    /// Removes the body from the world and from the scene as authored.
    pub(super) fn take(&mut self, key: Key) -> Result<KeptBody, CommandError> {
        let body = self.id_of(key).and_then(|id| self.world.body(id)).ok_or(BodyError::Gone)?;
        self.world.remove(body.id)?;
        self.touch();
        Arc::make_mut(&mut self.ids)[key] = None;
        // The hand lets go of what is gone.
        if self.grab.is_some_and(|grab| grab.body == body.id) {
            self.grab = None;
        }
        // Its place in the scene is kept too: undo puts it back where it stood in the file.
        let authored = self.authored_index(key).map(|index| {
            Arc::make_mut(&mut self.order).remove(index);
            (index, self.scene_mut().bodies.remove(index).desc)
        });
        // A body that is no longer finite could not come back; its start can.
        let now = if body.desc.validate().is_ok() { body.desc } else { authored.map_or(body.desc, |(_, desc)| desc) };
        Ok(KeptBody { name: Arc::make_mut(&mut self.slots)[body.id.index()].name.take(), now, authored })
    }

    /// Puts a removed body back, in the world and in the scene as authored.
    fn put_back(&mut self, key: Key, kept: &KeptBody) -> Result<(), CommandError> {
        if let Some(name) = &kept.name {
            self.check_name(name, None)?;
        }
        self.enter(key, kept.name.clone(), &kept.now)?;
        if let Some((index, desc)) = kept.authored {
            // Bodies before it may have been removed since.
            let index = index.min(self.order.len());
            Arc::make_mut(&mut self.order).insert(index, key);
            let body = crate::scene::SceneBody { name: kept.name.clone(), desc };
            self.scene_mut().bodies.insert(index, body);
        }
        Ok(())
    }

    /// What carries the scene to the other state of `change`.
    pub(super) fn command(&self, change: &SceneChange) -> Option<Command> {
        Some(match change {
            SceneChange::Edit { key, other, .. } => Command::Edit { body: self.id_of(*key)?, edit: *other },
            SceneChange::Configure(config) => Command::Configure(**config),
            SceneChange::View(view) => Command::View(view.clone()),
            SceneChange::Presence { kept: Some(kept), .. } => Command::Add { name: kept.name.clone(), desc: kept.now },
            SceneChange::Presence { key, kept: None, .. } => Command::Remove(self.id_of(*key)?),
            SceneChange::Rename { key, other } => Command::Rename { body: self.id_of(*key)?, name: other.clone() },
            SceneChange::All(changes) => {
                Command::All(changes.iter().rev().map(|change| self.command(change)).collect::<Option<_>>()?)
            }
        })
    }

    /// What `change` changes.
    pub(super) fn label(&self, change: &SceneChange) -> ChangeLabel {
        let name = |key: &Key| self.id_of(*key).map(|id| self.name(id));
        match change {
            SceneChange::Edit { key, other, .. } => {
                ChangeLabel::Property { property: other.name().title, body: name(key) }
            }
            SceneChange::Configure(config) => config_label(config, self.world.config()),
            SceneChange::View(_) => ChangeLabel::Setting("view of the scene"),
            SceneChange::Presence { key, kept, added } => {
                let own = kept.as_ref().and_then(|kept| kept.name.clone()).or_else(|| name(key));
                if *added { ChangeLabel::Added(own) } else { ChangeLabel::Removed(own) }
            }
            SceneChange::Rename { key, .. } => ChangeLabel::Renamed(name(key)),
            SceneChange::All(changes) => {
                label_of_all(changes.iter().map(|change| (change.key(), self.label(change))).collect())
            }
        }
    }
}

/// What two configurations differ in, the first of it; none where they are the same or differ in tuning.
pub(super) fn config_difference(a: &Config, b: &Config) -> Option<&'static Setting> {
    settings().find(|setting| setting.differs(a, b))
}

/// What that is called, for people.
pub(super) fn config_label(a: &Config, b: &Config) -> ChangeLabel {
    ChangeLabel::Setting(config_difference(a, b).map_or("world settings", |setting| setting.name().title))
}

/// Whether an edit changes where a body is or how it moves, rather than what it is.
pub(super) fn changes_state(edit: &BodyEdit) -> bool {
    matches!(edit, BodyEdit::Position(_) | BodyEdit::Rotation(_) | BodyEdit::Velocity(_) | BodyEdit::Spin(_))
}

/// What several changes change, of whom each has a body and a label; those of one body are called by its name.
pub(super) fn label_of_all(labels: Vec<(Option<Key>, ChangeLabel)>) -> ChangeLabel {
    // What is only about to come has no key yet, and each is another body.
    let known = labels.iter().filter_map(|(key, _)| *key).collect::<BTreeSet<_>>().len();
    let count = known + labels.iter().filter(|(key, _)| key.is_none()).count();
    let Some((_, first)) = labels.first().cloned() else { return ChangeLabel::Setting("nothing") };
    let properties = labels.iter().filter_map(|(_, label)| match label {
        ChangeLabel::Property { property, .. } => Some(*property),
        _ => None,
    });
    let properties = properties.collect::<BTreeSet<_>>();
    let property = match properties.first() {
        Some(property) if properties.len() == 1 => property,
        // Who is moved or turned is held still as well.
        Some(_) if properties.contains(ROTATION.title) || properties.contains(POSITION.name.title) => "pose",
        _ => "settings",
    };
    match first {
        ChangeLabel::Property { body, .. } if count == 1 => ChangeLabel::Property { property, body },
        ChangeLabel::Property { .. } => ChangeLabel::PropertyOfSeveral { property, count },
        ChangeLabel::Added(_) if count > 1 => ChangeLabel::AddedSeveral(count),
        ChangeLabel::Removed(_) if count > 1 => ChangeLabel::RemovedSeveral(count),
        other => other,
    }
}
