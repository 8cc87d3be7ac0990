//! The steps of a run, written as they pass.

use super::Failure;
use crate::condition::acts;
use crate::physics::{BodyId, Contact, ContactPoint, Sums, WorldPlane};
use crate::sim::Sim;
use glam::{Quat, Vec3};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use std::io::{self, Write};

/// How steps are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a step and line.
    Jsonl,
    /// One row a body and step.
    Csv,
}

/// Writes steps to a file or pipe.
pub(super) struct Recorder<'a> {
    out: io::BufWriter<Box<dyn Write + 'a>>,
    format: Format,
    contacts: bool,
    /// In slot order, which is file order.
    names: Vec<String>,
}

#[derive(Serialize)]
struct StepRecord<'a> {
    step: u64,
    time: f64,
    hash: String,
    energy: EnergyRecord,
    momentum: [f64; 3],
    bodies: RecordedBodies<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contacts: Option<Vec<ContactRecord<'a>>>,
}

/// Energy by kind (J).
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct EnergyRecord {
    pub kinetic: f64,
    pub potential: f64,
}

/// Serialised one by one, without a list in between.
struct RecordedBodies<'a> {
    sim: &'a Sim,
    names: &'a [String],
}

#[derive(Serialize)]
struct BodyRecord<'a> {
    name: &'a str,
    position: [f32; 3],
    rotation: [f32; 4],
    velocity: [f32; 3],
    spin: [f32; 3],
    asleep: bool,
}

#[derive(Serialize)]
struct ContactRecord<'a> {
    a: &'a str,
    b: &'a str,
    normal: [f32; 3],
    feature_a: String,
    feature_b: String,
    points: Vec<PointRecord>,
}

#[derive(Serialize)]
struct PointRecord {
    position: [f32; 3],
    separation: f32,
    normal_impulse: f32,
    friction_impulse: [f32; 3],
}

impl Serialize for RecordedBodies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for body in self.sim.world().bodies() {
            let d = &body.desc;
            list.serialize_element(&BodyRecord {
                name: name_of(self.names, body.id),
                position: d.position.to_array(),
                rotation: d.rotation.to_array(),
                velocity: d.velocity.to_array(),
                spin: d.spin.to_array(),
                asleep: body.asleep,
            })?;
        }
        list.end()
    }
}

fn name_of(names: &[String], id: BodyId) -> &str {
    // Planes of the world have no slot.
    let plane = WorldPlane::of(id).map(WorldPlane::name);
    plane.or_else(|| names.get(id.index()).map(String::as_str)).unwrap_or("")
}

impl<'a> Recorder<'a> {
    /// Writes the steps of `sim` to `out`; `contacts` adds them to JSON lines.
    pub(super) fn new(sim: &Sim, out: Box<dyn Write + 'a>, format: Format, contacts: bool) -> Result<Self, Failure> {
        // Names are looked up once, by slot: no body comes or goes in a run without a window.
        let mut names = vec![String::new(); sim.world().slot_count()];
        for body in sim.world().bodies() {
            names[body.id.index()] = sim.name(body.id);
        }
        // Large scenes give some hundred kilobytes a step, which the usual buffer would hand on in small pieces.
        let mut out = io::BufWriter::with_capacity(1 << 18, out);
        if format == Format::Csv {
            writeln!(out, "step,time,name,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz,asleep")?;
            // Put in quotes once rather than in every row.
            names.iter_mut().for_each(|name| *name = csv_field(name));
        }
        Ok(Self { out, format, contacts, names })
    }

    /// Writes the state after the last step.
    pub(super) fn write(&mut self, sim: &Sim) -> Result<(), Failure> {
        match self.format {
            Format::Jsonl => self.write_json(sim),
            Format::Csv => self.write_rows(sim).map_err(Into::into),
        }
    }

    /// Hands everything on.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }

    fn write_json(&mut self, sim: &Sim) -> Result<(), Failure> {
        let world = sim.world();
        let contacts = self.contacts.then(|| world.contacts());
        let Sums { kinetic, potential, momentum } = world.sums();
        let record = StepRecord {
            step: sim.step_count(),
            time: sim.time(),
            hash: hash(sim),
            energy: EnergyRecord { kinetic, potential },
            momentum: momentum.to_array(),
            bodies: RecordedBodies { sim, names: &self.names },
            // The world also lists pairs that are only about to touch; they are no contacts of this step.
            contacts: contacts
                .as_ref()
                .map(|list| list.iter().filter(|c| acts(c)).map(|c| contact_record(&self.names, c)).collect()),
        };
        record.serialize(&mut serde_json::Serializer::new(&mut self.out))?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Numbers in their shortest form that reads back to the same float, as `{:?}` gives them.
    fn write_rows(&mut self, sim: &Sim) -> io::Result<()> {
        let (step, time) = (sim.step_count(), sim.time());
        for body in sim.world().bodies() {
            let d = &body.desc;
            write!(self.out, "{step},{time:?},{}", name_of(&self.names, body.id))?;
            let vector = |out: &mut dyn Write, v: Vec3| write!(out, ",{:?},{:?},{:?}", v.x, v.y, v.z);
            let Quat { x, y, z, w } = d.rotation;
            vector(&mut self.out, d.position)?;
            write!(self.out, ",{x:?},{y:?},{z:?},{w:?}")?;
            vector(&mut self.out, d.velocity)?;
            vector(&mut self.out, d.spin)?;
            writeln!(self.out, ",{}", body.asleep)?;
        }
        Ok(())
    }
}

fn contact_record<'a>(names: &'a [String], contact: &Contact) -> ContactRecord<'a> {
    let point = |p: &ContactPoint| PointRecord {
        position: p.position.to_array(),
        separation: p.separation,
        normal_impulse: p.normal_impulse,
        friction_impulse: p.friction_impulse.to_array(),
    };
    ContactRecord {
        a: name_of(names, contact.a),
        b: name_of(names, contact.b),
        normal: contact.normal.to_array(),
        feature_a: contact.feature_a.to_string(),
        feature_b: contact.feature_b.to_string(),
        points: contact.points().iter().map(point).collect(),
    }
}

/// The state's hash as 16 hexadecimal digits.
pub(super) fn hash(sim: &Sim) -> String {
    hash_text(sim.world().state_hash())
}

/// A hash as 16 hexadecimal digits.
pub(super) fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

/// In quotes where RFC 4180 asks for them.
fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
