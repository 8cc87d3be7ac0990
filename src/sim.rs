//! A running scene: the world, what it came from, and the one door through which it is changed.

mod command;

pub use command::{Command, CommandError, Grab};

use crate::physics::{BodyId, World};
use crate::scene::Scene;
use glam::Vec3;

/// A running scene.
///
/// Everything that changes it goes through [`Sim::apply`] or [`Sim::step`]; panels, keys, scripts and tests alike.
#[derive(Clone, Debug)]
pub struct Sim {
    scene: Scene,
    world: World,
    names: Vec<Option<String>>,
    step_count: u64,
    time: f64,
    grab: Option<Grab>,
    undo: Vec<Command>,
    redo: Vec<Command>,
}

impl Sim {
    /// Starts a scene.
    pub fn new(scene: Scene) -> Result<Self, CommandError> {
        let mut world = World::new(scene.config)?;
        for body in &scene.bodies {
            world.add(&body.desc)?;
        }
        let names = scene.bodies.iter().map(|b| b.name.clone()).collect();
        Ok(Self { scene, world, names, step_count: 0, time: 0.0, grab: None, undo: vec![], redo: vec![] })
    }

    /// The scene it started from.
    pub fn scene(&self) -> &Scene {
        &self.scene
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
        self.time
    }

    /// The body's name: its own, `#slot`, `floor` or `ceiling`.
    pub fn name(&self, id: BodyId) -> String {
        match id {
            BodyId::FLOOR => "floor".into(),
            BodyId::CEILING => "ceiling".into(),
            _ => self.names.get(id.index()).cloned().flatten().unwrap_or_else(|| format!("#{}", id.index())),
        }
    }

    /// The body of this name.
    pub fn find(&self, name: &str) -> Option<BodyId> {
        self.world.bodies().map(|b| b.id).find(|id| self.name(*id) == name)
    }

    /// The body held by the mouse and where it is pulled to.
    pub fn grab(&self) -> Option<&Grab> {
        self.grab.as_ref()
    }

    /// Advances by one step of the world.
    pub fn step(&mut self) {
        self.world.step();
        self.step_count += 1;
        self.time += f64::from(self.world.config().dt());
    }

    /// Carries out one change; nothing changes when it is refused.
    pub fn apply(&mut self, command: Command) -> Result<(), CommandError> {
        let _ = command;
        Ok(())
    }

    /// Takes the last edit back; false when there is none.
    pub fn undo(&mut self) -> bool {
        false
    }

    /// Does the edit that was last taken back again; false when there is none.
    pub fn redo(&mut self) -> bool {
        false
    }

    /// What [`undo`](Self::undo) would take back, in words.
    pub fn undo_label(&self) -> Option<String> {
        None
    }

    /// What [`redo`](Self::redo) would do again, in words.
    pub fn redo_label(&self) -> Option<String> {
        None
    }

    /// The scene as it stands now, to be saved: present poses, velocities and settings.
    pub fn to_scene(&self) -> Scene {
        self.scene.clone()
    }

    /// Centre of the bodies that can move, and how far the furthest lies from it (m).
    pub fn extent(&self) -> (Vec3, f32) {
        (Vec3::ZERO, 1.0)
    }
}
