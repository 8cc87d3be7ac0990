//! Several changes as one: all of them or none, and one undo takes them back.

use super::history::{SceneChange, changes_state};
use super::{Command, CommandError, Sim};
use crate::physics::{BodyDesc, BodyError, BodyId};
use crate::scene::SceneBody;
use std::collections::{BTreeMap, BTreeSet};

impl Sim {
    /// Carries out several commands as one change; none of them when one is refused.
    pub(super) fn apply_all(&mut self, commands: Vec<Command>) -> Result<(), CommandError> {
        if commands.iter().all(|command| self.changes_nothing(command)) {
            return Ok(());
        }
        // Edits are tried before; bodies that come and go leave their traces in the order of slots, so that only a copy
        // is as it was.
        let only_edits = commands.iter().all(|command| matches!(command, Command::Edit { .. }));
        let before = (!only_edits).then(|| self.clone());
        if only_edits {
            self.try_edits(&commands)?;
        }
        // Each command is carried out on what those before it left.
        let mut changes = Vec::with_capacity(commands.len());
        for command in commands {
            match self.change(command) {
                Ok(change) => changes.push(change),
                Err(error) => {
                    if let Some(before) = before {
                        *self = before;
                    }
                    return Err(error);
                }
            }
        }
        self.history_mut().record(SceneChange::All(changes));
        if !only_edits {
            self.end_gesture();
        }
        Ok(())
    }

    /// Whether the world would take these edits one after the other.
    fn try_edits(&self, commands: &[Command]) -> Result<(), CommandError> {
        // Several edits may be of one body: each is tried on what those before it make of it.
        let mut descs: BTreeMap<BodyId, BodyDesc> = BTreeMap::new();
        for command in commands {
            let Command::Edit { body, edit } = command else { continue };
            self.key_of(*body)?;
            let now = self.world.body(*body).ok_or(BodyError::Gone)?.desc;
            let desc = descs.entry(*body).or_insert(now);
            edit.write(desc);
            desc.validate()?;
        }
        Ok(())
    }

    /// Carries out one change of bodies; gives what takes it back, not yet recorded.
    fn change(&mut self, command: Command) -> Result<SceneChange, CommandError> {
        match command {
            Command::Edit { body, edit } => {
                let key = self.key_of(body)?;
                let authored = !changes_state(&edit) || self.step_count == 0;
                Ok(SceneChange::Edit { key, other: self.write_edit(key, edit, authored)?, authored })
            }
            Command::Add { name, desc } => {
                Ok(SceneChange::Presence { key: self.bring_in(name, &desc)?, kept: None, added: true })
            }
            Command::Remove(body) => {
                let key = self.key_of(body)?;
                Ok(SceneChange::Presence { key, kept: Some(Box::new(self.take(key)?)), added: false })
            }
            Command::Rename { body, name } => {
                let key = self.key_of(body)?;
                Ok(SceneChange::Rename { key, other: self.write_name(key, name)? })
            }
            _ => Err(CommandError::NotTogether),
        }
    }

    /// Whether a command is an edit, or several, that would leave everything as it is.
    pub(super) fn changes_nothing(&self, command: &Command) -> bool {
        match command {
            Command::Edit { body, edit } => self.world.body(*body).is_some_and(|now| *edit == edit.inverse(&now.desc)),
            Command::All(commands) => commands.iter().all(|command| self.changes_nothing(command)),
            _ => false,
        }
    }

    /// Whether a recorded change leads to where everything is already: a hand went forth and back.
    pub(super) fn leads_nowhere(&self, change: &SceneChange) -> bool {
        match change {
            SceneChange::Edit { .. } => self.command(change).is_some_and(|command| self.changes_nothing(&command)),
            SceneChange::All(changes) => changes.iter().all(|change| self.leads_nowhere(change)),
            _ => false,
        }
    }

    /// The body as a scene would have it now; none of one that is gone.
    pub fn scene_body(&self, id: BodyId) -> Option<SceneBody> {
        let desc = self.world.body(id)?.desc;
        Some(SceneBody { name: self.own_name(id).map(Into::into), desc })
    }

    /// What adds these bodies in one change. A name that is taken gets a number behind it.
    pub fn addition_of(&self, bodies: Vec<SceneBody>) -> Command {
        let mut given = BTreeSet::new();
        let add = |SceneBody { name, desc }| {
            let name = name.map(|name| self.free_name(&name, &given));
            given.extend(name.clone());
            Command::Add { name, desc }
        };
        Command::All(bodies.into_iter().map(add).collect())
    }

    /// A name like this one that no body has and that is not among those `given`: `ball`, `ball 2`, `ball 3`.
    fn free_name(&self, name: &str, given: &BTreeSet<String>) -> String {
        // Those given in this very change count as taken, too.
        let is_free = |name: &str| !given.contains(name) && self.find(name).is_none();
        if is_free(name) {
            return name.to_owned();
        }
        // A number that is there already counts on.
        let stem = match name.rsplit_once(' ') {
            Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
            _ => name,
        };
        let free = (2..=u32::MAX).map(|i| format!("{stem} {i}")).find(|name| is_free(name));
        free.unwrap_or_default()
    }

    /// The bodies that the last change brought in.
    pub fn last_added(&self) -> Vec<BodyId> {
        let added = |change: &SceneChange| match change {
            SceneChange::Presence { key, kept: None, added: true } => self.id_of(*key),
            _ => None,
        };
        match self.history.undo.last() {
            Some(SceneChange::All(changes)) => changes.iter().filter_map(added).collect(),
            Some(change) => added(change).into_iter().collect(),
            None => vec![],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyEdit, Config, Mass};
    use crate::scene::Scene;
    use crate::sim::{Recording, Timeline};
    use crate::timeline::ChangeLabel;
    use glam::Vec3;

    fn body(name: &str, x: f32) -> SceneBody {
        let desc = BodyDesc { position: Vec3::new(x, 2.0, 0.0), ..BodyDesc::new(Shape::sphere(0.5)) };
        SceneBody { name: Some(name.into()), desc }
    }

    fn scene() -> Scene {
        let config = Config { floor: Some(0.0), ..Config::default() };
        Scene { config, bodies: vec![body("a", 0.0), body("b", 2.0), body("c", 4.0)], ..Scene::default() }
    }

    /// Moves bodies of these names up to a height, as one change.
    fn lifted(sim: &Sim, names: &[&str], height: f32) -> Command {
        let lift = |name: &&str| {
            let body = sim.find(name).unwrap();
            let position = sim.world().body(body).unwrap().desc.position.with_y(height);
            Command::Edit { body, edit: BodyEdit::Position(position) }
        };
        Command::All(names.iter().map(lift).collect())
    }

    fn heights(sim: &Sim) -> Vec<f32> {
        sim.world().bodies().map(|body| body.desc.position.y).collect()
    }

    #[test]
    fn several_edits_are_one_undo_step_and_those_of_a_gesture_too() {
        let mut sim = Sim::new(scene()).unwrap();
        for height in [3.0, 4.0, 5.0] {
            sim.apply(lifted(&sim, &["a", "c"], height)).unwrap();
        }
        sim.apply(Command::EndGesture).unwrap();
        assert_eq!(heights(&sim), [5.0, 2.0, 5.0]);
        let label = ChangeLabel::PropertyOfSeveral { property: "Position", count: 2 };
        assert_eq!(sim.undo_label(), Some(label.clone()));
        assert!(sim.undo());
        assert_eq!((heights(&sim), sim.undo_label()), (vec![2.0; 3], None));
        assert_eq!(sim.redo_label(), Some(label));
        assert!(sim.redo() && !sim.redo());
        assert_eq!(heights(&sim), [5.0, 2.0, 5.0]);
        // Other bodies are another change, though no gesture has ended.
        sim.apply(lifted(&sim, &["a", "b"], 7.0)).unwrap();
        sim.apply(lifted(&sim, &["b", "c"], 7.0)).unwrap();
        assert!(sim.undo() && sim.undo() && sim.undo() && !sim.undo());
    }

    #[test]
    fn a_gesture_that_comes_back_to_its_start_leaves_nothing_to_take_back() {
        let mut sim = Sim::new(scene()).unwrap();
        for height in [3.0, 2.0] {
            sim.apply(lifted(&sim, &["a", "c"], height)).unwrap();
        }
        sim.apply(Command::EndGesture).unwrap();
        assert_eq!(sim.undo_label(), None);
        sim.apply(lifted(&sim, &["a", "c"], 2.0)).unwrap();
        assert_eq!(sim.undo_label(), None, "nor does what changes nothing");
    }

    #[test]
    fn when_one_is_refused_none_is_carried_out_and_the_run_is_as_if_it_was_never_asked_for() {
        let (mut sim, mut twin) = (Sim::new(scene()).unwrap(), Sim::new(scene()).unwrap());
        let [a, b] = ["a", "b"].map(|name| sim.find(name).unwrap());
        let fine = |edit| Command::Edit { body: a, edit };
        let SceneBody { name, desc } = body("d", 9.0);
        let add = Command::Add { name, desc };
        for commands in [
            vec![fine(BodyEdit::Restitution(0.9)), Command::Edit { body: b, edit: BodyEdit::Restitution(1.5) }],
            // Each by itself would do, both do not: the mass of a density and a radius.
            vec![fine(BodyEdit::Mass(Mass::Density(1e9))), fine(BodyEdit::Shape(Shape::sphere(100.0)))],
            vec![add.clone(), Command::Remove(b), Command::Remove(b)],
            vec![add.clone(), add.clone()],
            vec![fine(BodyEdit::Friction(0.1)), Command::Restart],
        ] {
            assert!(sim.apply(Command::All(commands.clone())).is_err(), "{commands:?}");
            assert_eq!(sim.undo_label(), None);
            assert_eq!(sim.to_scene(), twin.to_scene());
        }
        // What comes later gets the same ids and the same bits.
        for sim in [&mut sim, &mut twin] {
            sim.apply(Command::All(vec![add.clone(), Command::Remove(b)])).unwrap();
            (0..60).for_each(|_| sim.step());
        }
        assert_eq!(sim.find("d"), twin.find("d"));
        assert_eq!(sim.world().state_hash(), twin.world().state_hash());
    }

    #[test]
    fn bodies_that_come_and_go_together_return_together() {
        let mut sim = Sim::new(scene()).unwrap();
        let removals = ["c", "a"].map(|name| Command::Remove(sim.find(name).unwrap()));
        sim.apply(Command::All(removals.to_vec())).unwrap();
        assert_eq!(sim.undo_label(), Some(ChangeLabel::RemovedSeveral(2)));
        assert_eq!(sim.scene().bodies.len(), 1);
        assert!(sim.undo());
        assert_eq!(sim.scene(), &scene(), "in their places of the scene");
        let bodies = vec![body("a", 6.0), body("a", 8.0), body("new", 1.0), SceneBody { name: None, ..body("", 9.0) }];
        sim.apply(sim.addition_of(bodies)).unwrap();
        assert_eq!(sim.undo_label(), Some(ChangeLabel::AddedSeveral(4)));
        let names: Vec<_> = sim.last_added().into_iter().map(|id| sim.name(id)).collect();
        assert_eq!(names[..3], ["a 2", "a 3", "new"]);
        assert!(names[3].starts_with('#'), "{names:?}");
        sim.apply(sim.addition_of(vec![body("a 2", 3.0)])).unwrap();
        assert_eq!(sim.name(sim.last_added()[0]), "a 4", "a number counts on");
        assert!(sim.undo() && sim.undo());
        assert_eq!(sim.scene(), &scene());
    }

    #[test]
    fn changes_together_are_recorded_and_replayed_with_the_same_bits() {
        let mut run = Timeline::new(scene()).unwrap();
        (0..10).for_each(|_| run.step());
        run.apply(lifted(run.sim(), &["a", "b"], 4.0)).unwrap();
        run.apply(run.sim().addition_of(vec![body("a", 6.0), body("a", 8.0)])).unwrap();
        (0..10).for_each(|_| run.step());
        assert!(run.undo());
        (0..10).for_each(|_| run.step());
        let hash = run.sim().world().state_hash();
        let text = run.recording().unwrap().to_text();
        let mut again = Timeline::replay(Recording::from_text(&text).unwrap()).unwrap();
        again.seek(30);
        assert_eq!((again.sim().step_count(), again.sim().world().state_hash()), (30, hash));
        run.seek(3);
        run.seek(30);
        assert_eq!(run.sim().world().state_hash(), hash, "and gone through again");
    }
}
