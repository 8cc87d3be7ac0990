//! Recordings as text: a JSON value a line, so that two of them can be compared with the tools of text.
//!
//! ```text
//! {"carom_recording":1}
//! {"scene":{…}}                             a scene file, on one line
//! {"do":[0,{"edit":[[2,0],{"mass":3.0}]}]}  after 0 steps: slot and generation of the body, the property
//! {"step":[1,"…","…","…"]}                  hash, sum and moment of the state, hexadecimal
//! {"bodies":[60,[[0,"…"],[1,"…"]]]}         slot and hash of every body
//! {"end":[600,"…"]}                         how many steps; the CRC-32 of all lines above
//! ```

use super::super::branch::{Cause, Entry};
use super::super::{Command, Grab};
use super::Recording;
use crate::physics::{BodyDesc, BodyEdit, BodyId, Fingerprint, Mass, Motion};
use crate::scene::{self, FileKind, Scene, SceneBody};
use glam::{Quat, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Write as _;

/// What recordings of this program say they are.
const VERSION: u64 = 1;

/// Longer files are refused (bytes).
pub const MAX_RECORDING_BYTES: u64 = 512 << 20;

/// Why a text is no recording that can be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// Something else.
    #[error("is no recording of carom")]
    Foreign,
    /// Written by a program that this one does not understand.
    #[error("is a recording of version {0}; this program reads version {VERSION}")]
    Version(u64),
    /// More than anybody would record.
    #[error("is larger than {} MiB, the limit for recordings", MAX_RECORDING_BYTES >> 20)]
    TooLarge,
    /// Its last line is missing.
    #[error("is cut off: its last line is missing")]
    CutOff,
    /// Its checksum is another.
    #[error("is damaged: its checksum is {got}, but {expected} was written")]
    Damaged {
        /// In the last line.
        expected: String,
        /// Of the lines above.
        got: String,
    },
    /// A line that makes no sense, though the checksum is right.
    #[error("line {line}: {reason}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// A line of the middle.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    Do(u64, Deed),
    Step(u64, String, String, String),
    Bodies(u64, Vec<(usize, String)>),
}

/// The last line.
#[derive(Debug, Deserialize, Serialize)]
struct End {
    end: (u64, String),
}

/// Slot and generation.
type Id = (u32, u32);

/// A command as it is written. Bodies and settings are written as in scene files.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Deed {
    Edit(Id, Edit),
    Configure(Value),
    Add(Value),
    Remove(Id),
    Rename(Id, Option<String>),
    Pull { body: Id, local_point: [f32; 3], target: [f32; 3], force_limit: f32 },
    LetGo,
    Impulse { body: Id, impulse: [f32; 3], point: [f32; 3] },
    EndGesture,
}

/// A property and its new value.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Edit {
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

impl Recording {
    /// As text, to be written to a file.
    pub fn to_text(&self) -> String {
        let mut text = format!("{{\"carom_recording\":{VERSION}}}\n{{\"scene\":{}}}\n", one_line(&self.scene));
        let mut entries = self.entries.iter().peekable();
        let mut bodies = self.bodies.iter().peekable();
        for step in 0..=self.steps() {
            if let Some(print) = step.checked_sub(1).and_then(|index| self.prints.get(index as usize)) {
                let Fingerprint { hash, sum, moment } = print;
                let _ = writeln!(text, "{{\"step\":[{step},\"{hash:016x}\",\"{sum:016x}\",\"{moment:016x}\"]}}");
            }
            while let Some((_, list)) = bodies.next_if(|(at, _)| *at == step) {
                let hashes: Vec<_> = list.iter().map(|(slot, hash)| (*slot, format!("{hash:016x}"))).collect();
                push(&mut text, &Line::Bodies(step, hashes));
            }
            while let Some(entry) = entries.next_if(|entry| entry.step <= step) {
                if let Some(deed) = deed(&entry.command) {
                    push(&mut text, &Line::Do(step, deed));
                }
            }
        }
        let sum = checksum(&text);
        push(&mut text, &End { end: (self.steps(), sum) });
        text
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    pub fn from_text(text: &str) -> Result<Self, RecordingError> {
        if text.len() as u64 > MAX_RECORDING_BYTES {
            return Err(RecordingError::TooLarge);
        }
        let mut lines = text.lines();
        let first: Value = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        match first.get("carom_recording").and_then(Value::as_u64) {
            Some(VERSION) => {}
            Some(other) => return Err(RecordingError::Version(other)),
            None => return Err(RecordingError::Foreign),
        }
        let trimmed = text.strip_suffix('\n').ok_or(RecordingError::CutOff)?;
        let start = trimmed.rfind('\n').map_or(0, |at| at + 1);
        let End { end: (steps, expected) } =
            serde_json::from_str(&trimmed[start..]).map_err(|_| RecordingError::CutOff)?;
        let got = checksum(&text[..start]);
        if got != expected {
            return Err(RecordingError::Damaged { expected, got });
        }
        let scene = lines.next().unwrap_or_default();
        let scene = scene.strip_prefix("{\"scene\":").and_then(|rest| rest.strip_suffix('}'));
        let scene = scene.ok_or("the scene is missing".to_owned()).and_then(read_scene);
        let scene = scene.map_err(|reason| RecordingError::Line { line: 2, reason })?;
        let mut recording = Self { scene, entries: vec![], prints: vec![], bodies: vec![] };
        for (index, line) in text[..start].lines().enumerate().skip(2) {
            recording.read_line(line).map_err(|reason| RecordingError::Line { line: index + 1, reason })?;
        }
        if recording.steps() != steps {
            let reason = format!("{steps} steps were written, but {} are there", recording.steps());
            return Err(RecordingError::Line { line: text.lines().count(), reason });
        }
        Ok(recording)
    }

    fn read_line(&mut self, line: &str) -> Result<(), String> {
        match serde_json::from_str(line).map_err(|error| error.to_string())? {
            Line::Do(step, _) if step != self.steps() => Err(format!("step {step} is not the one above")),
            Line::Do(step, deed) => {
                self.entries.push(Entry { step, cause: Cause::Apply, command: command(deed)? });
                Ok(())
            }
            Line::Step(step, ..) if step != self.steps() + 1 => Err(format!("step {step} is out of order")),
            Line::Step(_, hash, sum, moment) => {
                let (hash, sum, moment) = (hexadecimal(&hash)?, hexadecimal(&sum)?, hexadecimal(&moment)?);
                self.prints.push(Fingerprint { hash, sum, moment });
                Ok(())
            }
            Line::Bodies(step, _) if step != self.steps() => Err(format!("step {step} is not the one above")),
            Line::Bodies(step, list) => {
                let hashes = list.into_iter().map(|(slot, hash)| Ok((slot, hexadecimal(&hash)?)));
                self.bodies.push((step, hashes.collect::<Result<_, String>>()?));
                Ok(())
            }
        }
    }
}

fn push(text: &mut String, line: &impl Serialize) {
    // Only maps with keys that are no words, and writers that fail, could be refused.
    text.push_str(&serde_json::to_string(line).unwrap_or_default());
    text.push('\n');
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

fn hexadecimal(text: &str) -> Result<u64, String> {
    let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let number = digits.then(|| u64::from_str_radix(text, 16).ok()).flatten();
    number.ok_or_else(|| format!("{text:?} is no hash: 16 hexadecimal digits"))
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
    (body.index() as u32, body.generation())
}

fn body_id((slot, generation): Id) -> BodyId {
    BodyId::from_parts(slot, generation)
}

/// How a command is written; none for what changes no result and for what begins another run.
fn deed(command: &Command) -> Option<Deed> {
    Some(match command {
        Command::Edit { body, edit } => Deed::Edit(id(*body), written(edit)),
        Command::Configure(config) => {
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
        Command::EndGesture => Deed::EndGesture,
        Command::Threads(_) | Command::Restart => return None,
    })
}

fn command(deed: Deed) -> Result<Command, String> {
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
        Deed::EndGesture => Command::EndGesture,
    })
}

fn written(edit: &BodyEdit) -> Edit {
    match *edit {
        BodyEdit::Shape(shape) => {
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
        Edit::Shape(shape) => BodyEdit::Shape(read_body(&serde_json::json!({ "shape": shape }))?.desc.shape),
        Edit::Motion(name) => {
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
