//! How a run of a scene is written down.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::{Command, CommandError, Grab, Recording, Sim};
use crate::physics::{BodyDesc, BodyEdit, BodyId, Fingerprint, Mass, Motion};
use crate::scene::{self, FileKind, MAX_BODIES, Scene, SceneBody};
use crate::timeline::Recordable;
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

impl Recording {
    /// The scene it begins with.
    pub fn scene(&self) -> &Scene {
        self.start()
    }
}

impl Recordable for Sim {
    const KIND: &'static str = "scene";

    type Deed = Deed;

    fn begin(start: &Arc<Scene>, threads: usize) -> Result<Self, CommandError> {
        let mut sim = Self::new((**start).clone())?;
        sim.apply(Command::Threads(threads))?;
        Ok(sim)
    }

    fn write_start(start: &Arc<Scene>) -> String {
        one_line(start)
    }

    fn read_start(text: &str) -> Result<Arc<Scene>, String> {
        read_scene(text).map(Arc::new)
    }

    fn deed(command: &Command) -> Option<Deed> {
        written_deed(command)
    }

    fn command(deed: Deed) -> Result<Command, String> {
        read_deed(deed)
    }

    fn part_count(start: &Arc<Scene>) -> usize {
        start.bodies.len()
    }

    fn parts_after(count: usize, command: &Command) -> Result<usize, String> {
        match command {
            // Counted while reading: a file must not ask for more bodies than a scene may have.
            Command::Add { .. } if count >= MAX_BODIES => Err(CommandError::TooManyBodies.to_string()),
            Command::Add { .. } => Ok(count + 1),
            Command::Remove(_) => Ok(count.saturating_sub(1)),
            Command::All(commands) => commands.iter().try_fold(count, Self::parts_after),
            _ => Ok(count),
        }
    }

    fn numbers(mark: &Fingerprint) -> Vec<u64> {
        vec![mark.hash, mark.sum, mark.moment]
    }

    fn mark_of(numbers: &[u64]) -> Option<Fingerprint> {
        let [hash, sum, moment] = *numbers else { return None };
        Some(Fingerprint { hash, sum, moment })
    }

    fn parts(&self) -> Vec<(usize, u64)> {
        self.world.body_hashes().collect()
    }

    fn part_name(&self, slot: usize) -> Option<String> {
        self.world.body_at(slot).map(|body| self.name(body.id))
    }

    fn lone_difference(&self, expected: &Fingerprint) -> Option<usize> {
        expected.lone_difference(&self.world.fingerprint(), self.world.slot_count())
    }
}

/// Slot and generation.
type Id = (u32, u32);

/// A command as it is written. Bodies and settings are written as in scene files.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Edit(Id, Edit),
    Configure(Value),
    Add(Value),
    Remove(Id),
    Rename(Id, Option<String>),
    Pull { body: Id, local_point: [f32; 3], target: [f32; 3], force_limit: f32 },
    LetGo,
    Impulse { body: Id, impulse: [f32; 3], point: [f32; 3] },
    All(Vec<Deed>),
    EndGesture,
}

/// A property and its new value.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    Shape(Value),
    Motion(String),
    Mass(f32),
    Density(f32),
    Position([f32; 3]),
    Rotation([f32; 4]),
    Velocity([f32; 3]),
    Spin([f32; 3]),
    Force([f32; 3]),
    Restitution(f32),
    RestitutionTangential(f32),
    Friction(f32),
    RollingResistance(f32),
    SpinningFriction(f32),
}

/// A scene file on one line: what ends lines in words is written otherwise.
fn one_line(scene: &Scene) -> String {
    scene::to_json(scene).replace('\n', " ").trim().to_owned()
}

fn read_scene(text: &str) -> Result<Scene, String> {
    scene::parse(text, FileKind::Json).map_err(|faults| faults.first().map_or_else(String::new, |f| f.message.clone()))
}

/// The scene as a JSON value.
fn value(scene: &Scene) -> Value {
    serde_json::from_str(&scene::to_json(scene)).unwrap_or_default()
}

fn body_value(name: Option<String>, desc: &BodyDesc) -> Value {
    let scene = Scene { bodies: vec![SceneBody { name, desc: *desc }], ..Scene::default() };
    value(&scene).get_mut("bodies").and_then(|bodies| bodies.get_mut(0)).map(Value::take).unwrap_or_default()
}

fn read_body(body: &Value) -> Result<SceneBody, String> {
    let text = serde_json::json!({ "bodies": [body] }).to_string();
    read_scene(&text)?.bodies.pop().ok_or_else(|| "the body is missing".into())
}

fn id(body: BodyId) -> Id {
    // Slots are numbered by 32 bits.
    (u32::try_from(body.index()).unwrap_or(u32::MAX), body.generation())
}

fn body_id((slot, generation): Id) -> BodyId {
    BodyId::from_parts(slot, generation)
}

fn written_deed(command: &Command) -> Option<Deed> {
    Some(match command {
        Command::Edit { body, edit } => Deed::Edit(id(*body), written(edit)),
        Command::Configure(config) => {
            // Written as the part of a scene file that it is, so that both are read by one reader.
            let mut settings = value(&Scene { config: *config, ..Scene::default() });
            if let Some(fields) = settings.as_object_mut() {
                fields.retain(|key, _| ["gravity", "step", "rules"].contains(&key.as_str()));
            }
            Deed::Configure(settings)
        }
        Command::Add { name, desc } => Deed::Add(body_value(name.clone(), desc)),
        Command::Remove(body) => Deed::Remove(id(*body)),
        Command::Rename { body, name } => Deed::Rename(id(*body), name.clone()),
        Command::Grab(Some(Grab { body, local_point, target, force_limit })) => Deed::Pull {
            body: id(*body),
            local_point: local_point.to_array(),
            target: target.to_array(),
            force_limit: *force_limit,
        },
        Command::Grab(None) => Deed::LetGo,
        Command::Impulse { body, impulse, point } => {
            Deed::Impulse { body: id(*body), impulse: impulse.to_array(), point: point.to_array() }
        }
        Command::All(commands) => Deed::All(commands.iter().map(written_deed).collect::<Option<_>>()?),
        Command::EndGesture => Deed::EndGesture,
        // How a scene is seen is no part of its run.
        Command::Threads(_) | Command::Restart | Command::View(_) => return None,
    })
}

fn read_deed(deed: Deed) -> Result<Command, String> {
    // The inverse of `written_deed`; what is no valid value is refused here, before anything is applied.
    Ok(match deed {
        Deed::Edit(body, edit) => Command::Edit { body: body_id(body), edit: read(edit)? },
        Deed::Configure(settings) => Command::Configure(read_scene(&settings.to_string())?.config),
        Deed::Add(body) => {
            let SceneBody { name, desc } = read_body(&body)?;
            Command::Add { name, desc }
        }
        Deed::Remove(body) => Command::Remove(body_id(body)),
        Deed::Rename(body, name) => Command::Rename { body: body_id(body), name },
        Deed::Pull { body, local_point, target, force_limit } => Command::Grab(Some(Grab {
            body: body_id(body),
            local_point: Vec3::from_array(local_point),
            target: Vec3::from_array(target),
            force_limit,
        })),
        Deed::LetGo => Command::Grab(None),
        Deed::Impulse { body, impulse, point } => {
            Command::Impulse { body: body_id(body), impulse: Vec3::from_array(impulse), point: Vec3::from_array(point) }
        }
        Deed::All(deeds) => Command::All(deeds.into_iter().map(read_deed).collect::<Result<_, _>>()?),
        Deed::EndGesture => Command::EndGesture,
    })
}

fn written(edit: &BodyEdit) -> Edit {
    match *edit {
        BodyEdit::Shape(shape) => {
            // As in a scene file, of a body that has nothing but the shape.
            let mut body = body_value(None, &BodyDesc::new(shape));
            Edit::Shape(body.get_mut("shape").map(Value::take).unwrap_or_default())
        }
        BodyEdit::Motion(motion) => Edit::Motion(motion.name().into()),
        BodyEdit::Mass(Mass::Mass(mass)) => Edit::Mass(mass),
        BodyEdit::Mass(Mass::Density(density)) => Edit::Density(density),
        BodyEdit::Position(v) => Edit::Position(v.to_array()),
        BodyEdit::Rotation(q) => Edit::Rotation(q.to_array()),
        BodyEdit::Velocity(v) => Edit::Velocity(v.to_array()),
        BodyEdit::Spin(v) => Edit::Spin(v.to_array()),
        BodyEdit::Force(v) => Edit::Force(v.to_array()),
        BodyEdit::Restitution(x) => Edit::Restitution(x),
        BodyEdit::RestitutionTangential(x) => Edit::RestitutionTangential(x),
        BodyEdit::Friction(x) => Edit::Friction(x),
        BodyEdit::RollingResistance(x) => Edit::RollingResistance(x),
        BodyEdit::SpinningFriction(x) => Edit::SpinningFriction(x),
    }
}

fn read(edit: Edit) -> Result<BodyEdit, String> {
    Ok(match edit {
        // Read as a body of that shape, with the checks of scene files.
        Edit::Shape(shape) => BodyEdit::Shape(read_body(&serde_json::json!({ "shape": shape }))?.desc.shape),
        Edit::Motion(name) => {
            // By the name that scene files have for it.
            let kinds = [Motion::Static, Motion::Kinematic, Motion::Dynamic];
            let motion = kinds.into_iter().find(|motion| motion.name() == name);
            BodyEdit::Motion(motion.ok_or_else(|| format!("{name:?} is no motion"))?)
        }
        Edit::Mass(mass) => BodyEdit::Mass(Mass::Mass(mass)),
        Edit::Density(density) => BodyEdit::Mass(Mass::Density(density)),
        Edit::Position(v) => BodyEdit::Position(Vec3::from_array(v)),
        Edit::Rotation(q) => BodyEdit::Rotation(Quat::from_array(q)),
        Edit::Velocity(v) => BodyEdit::Velocity(Vec3::from_array(v)),
        Edit::Spin(v) => BodyEdit::Spin(Vec3::from_array(v)),
        Edit::Force(v) => BodyEdit::Force(Vec3::from_array(v)),
        Edit::Restitution(x) => BodyEdit::Restitution(x),
        Edit::RestitutionTangential(x) => BodyEdit::RestitutionTangential(x),
        Edit::Friction(x) => BodyEdit::Friction(x),
        Edit::RollingResistance(x) => BodyEdit::RollingResistance(x),
        Edit::SpinningFriction(x) => BodyEdit::SpinningFriction(x),
    })
}
