//! A run of this engine as a trace, like that of any other.

use super::Failure;
use super::output::Target;
use crate::condition::acts;
use crate::geometry::{NormalRule, Shape, Sides};
use crate::math::Pose;
use crate::physics::{Body, BodyId, Contact, Motion, StepPhases};
use crate::sim::Sim;
use crate::trace::{
    Header, Id, ImpulseUnit, PoseRow, Primitive, TraceBody, TraceContact, TraceLine, TracePoint, TraceShape, TraceStep,
    TraceWriter, TracedMotion,
};
use flate2::Compression;
use flate2::write::GzEncoder;
use glam::{Quat, Vec3};
use std::io::{self, BufWriter, Write};

/// A note of runs in which something else than balls moves.
const EDGES: &str = "Edges parallel to half a degree count as rounded by a tenth of the least half extent, and a face goes \
                     before an edge that is better by less than two thousandths of it, so that bodies at rest keep their \
                     axis; of round faces four points are kept; boxes still apart are measured along an axis.";

/// A note of runs whose rule of normals is not the exact one.
const REGIONS: &str = "Normals follow the rule region: one fixed direction for each edge and each corner of a box, not that \
                       of the closest point.";

/// Writes the steps of a simulation as the lines of a trace.
pub(super) struct Tracer<'a> {
    writer: TraceWriter<BufWriter<Packer<'a>>>,
    /// Index in the trace by slot.
    index: Vec<u32>,
    floor: u32,
    ceiling: u32,
    /// What was written of each body last, so that those at rest are left out.
    last: Vec<Option<PoseRow>>,
    /// Where the bodies stood before the step, by slot.
    before: Vec<Option<Pose>>,
    /// Where they stood at each phase of it: contacts of impacts were found inside the step.
    phases: StepPhases,
    /// The number that the state before the first step has; the first step's is one more.
    first: i64,
}

/// Plain text or packed.
enum Packer<'a> {
    Plain(Target<'a>),
    Packed(GzEncoder<Target<'a>>),
}

impl Write for Packer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(bytes),
            Self::Packed(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.flush(),
            Self::Packed(out) => out.flush(),
        }
    }
}

impl<'a> Tracer<'a> {
    /// Begins with the header and all bodies as they stand now; packed by gzip or not.
    pub(super) fn new(sim: &Sim, out: Target<'a>, is_packed: bool) -> Result<Self, Failure> {
        let out =
            if is_packed { Packer::Packed(GzEncoder::new(out, Compression::default())) } else { Packer::Plain(out) };
        let config = sim.world().config();
        let header = Header {
            engine: format!("carom {}", env!("CARGO_PKG_VERSION")),
            impulse: Some(ImpulseUnit::NewtonSecond),
            dt: Some(f64::from(config.dt())),
            gravity: Some(wide(config.gravity)),
            restitution_rule: Some(config.restitution_rule.name().into()),
            friction_rule: Some(config.friction_rule.name().into()),
            ..Header::default()
        };
        let mut writer = TraceWriter::new(BufWriter::with_capacity(1 << 18, out), &header)?;
        // Slots may have gaps; a trace numbers its bodies in the order in which they are declared.
        let mut index = vec![0; sim.world().slot_count()];
        let mut count = 0;
        for body in sim.world().bodies() {
            index[body.id.index()] = count;
            writer.line(&TraceLine::Body(declared(sim, &body)))?;
            count += 1;
        }
        // The floor and the ceiling are no bodies of the scene, but contacts name them.
        let planes = [("floor", config.floor, 1.0), ("ceiling", config.ceiling, -1.0)];
        for (name, height, up) in planes {
            // n·x = d: the ceiling's normal points down, so its offset is the height with the other sign.
            let form = Primitive::Plane([0.0, up, 0.0, up * f64::from(height.unwrap_or(0.0))]);
            if height.is_some() {
                writer.line(&TraceLine::Body(plane(name, form)))?;
            }
        }
        for note in choices(sim) {
            writer.line(&TraceLine::Note(note.into()))?;
        }
        // The planes come after all bodies, each only where the world has it.
        let ceiling = count + u32::from(config.floor.is_some());
        let (last, before) = (vec![None; index.len()], vec![None; index.len()]);
        Ok(Self { writer, floor: count, ceiling, last, index, before, phases: StepPhases::default(), first: 0 })
    }

    /// Gives the first step the number that comes after `first`.
    pub(super) fn numbered_after(self, first: i64) -> Self {
        Self { first, ..self }
    }

    /// Writes where all stand before the first step, as the step before it; where that has a number.
    pub(super) fn start(&mut self, sim: &Sim) -> Result<(), Failure> {
        // A trace knows no negative numbers of steps.
        let Ok(step) = u64::try_from(self.first) else { return Ok(()) };
        let rows = sim.world().bodies().map(|body| row(self.index[body.id.index()], &body)).collect();
        let step = TraceStep { step, time: None, rows, contacts: vec![] };
        Ok(self.writer.line(&TraceLine::Step(step))?)
    }

    /// Does a step and writes it: the poses after it and the contacts that acted in it, or overlapped before it, found
    /// at the poses before it, or at those that the contact itself names.
    pub(super) fn step(&mut self, sim: &mut Sim) -> Result<(), Failure> {
        for body in sim.world().bodies() {
            self.before[body.id.index()] = Some(body.pose());
        }
        sim.step_with_phases(&mut self.phases);
        self.write(sim)
    }

    fn write(&mut self, sim: &Sim) -> Result<(), Failure> {
        let mut rows = Vec::new();
        for body in sim.world().bodies() {
            let slot = body.id.index();
            let row = row(self.index[slot], &body);
            // Readers keep a pose until another comes: what is at rest need not be told again.
            if body.desc.motion != Motion::Static && self.last[slot] != Some(row) {
                self.last[slot] = Some(row);
                rows.push(row);
            }
        }
        let contacts = sim.world().contacts();
        let contacts = contacts
            .iter()
            // What a blow from elsewhere has parted within the step is told too: where the step began it overlapped.
            .filter(|c| acts(c) || c.impulse != Vec3::ZERO || self.phases.overlapped(c))
            .map(|c| self.contact(&self.phases.as_found(c)))
            .collect();
        let number = self.first.saturating_add_unsigned(sim.step_count());
        let step = TraceStep { step: number.max(0).unsigned_abs(), time: Some(sim.time()), rows, contacts };
        Ok(self.writer.line(&TraceLine::Step(step))?)
    }

    fn contact(&self, contact: &Contact) -> TraceContact {
        let index = |id: BodyId| match id {
            BodyId::FLOOR => self.floor,
            BodyId::CEILING => self.ceiling,
            _ => self.index.get(id.index()).copied().unwrap_or(0),
        };
        // Impacts within a step may have had another normal: what they add goes with the friction of the first point,
        // so that the impulses of all points add up to what the body felt.
        let said: Vec3 = contact.points().iter().map(|p| contact.normal * p.normal_impulse + p.friction_impulse).sum();
        let mut rest = contact.impulse - said;
        let points = contact.points().iter().map(|point| TracePoint {
            place: wide(point.position),
            separation: Some(f64::from(point.separation)),
            normal_impulse: Some(f64::from(point.normal_impulse)),
            friction: Some(wide(point.friction_impulse + std::mem::take(&mut rest))),
        });
        let (a, b) = (contact.a.index(), contact.b.index());
        let (pose_a, pose_b) = self.phases.found(a, b);
        // Told only where it is not the pose before the step, which is what readers take.
        let inside = |slot: usize, pose: Option<Pose>| pose.filter(|p| self.before.get(slot) != Some(&Some(*p)));
        TraceContact {
            found: [inside(a, pose_a), inside(b, pose_b)].map(|p| p.map(|p| numbers(p.translation, p.rotation))),
            a: index(contact.a),
            b: index(contact.b),
            normal: wide(contact.normal),
            points: points.collect(),
            feature_a: Some(contact.feature_a.to_string()),
            feature_b: Some(contact.feature_b.to_string()),
        }
    }

    /// Hands everything on.
    pub(super) fn finish(self) -> Result<(), Failure> {
        // From the inside out: the buffer's rest goes to the packer, and the packer's last block to the file.
        let mut packer = self.writer.into_inner().into_inner().map_err(io::IntoInnerError::into_error)?;
        packer.flush()?;
        // Without its trailer a packed file counts as cut off.
        if let Packer::Packed(encoder) = packer {
            encoder.finish()?.flush()?;
        }
        Ok(())
    }
}

fn wide(v: Vec3) -> [f64; 3] {
    v.as_dvec3().to_array()
}

/// What this engine does on purpose otherwise than geometry, said where it can happen: a check repeats it.
fn choices(sim: &Sim) -> impl Iterator<Item = &'static str> {
    let has_edges = sim
        .world()
        .bodies()
        .any(|body| body.desc.motion == Motion::Dynamic && !matches!(body.desc.shape, Shape::Sphere { .. }));
    let has_regions = sim.world().config().normals == NormalRule::Region;
    [(has_edges, EDGES), (has_regions, REGIONS)].into_iter().filter_map(|(is_so, note)| is_so.then_some(note))
}

/// A pose as a trace has it.
fn numbers(position: Vec3, rotation: Quat) -> [f64; 7] {
    let ([x, y, z], [i, j, k, w]) = (wide(position), rotation.as_dquat().to_array());
    [x, y, z, i, j, k, w]
}

fn row(index: u32, body: &Body) -> PoseRow {
    let d = &body.desc;
    let (v, w) = (wide(d.velocity), wide(d.spin));
    let pose = numbers(d.position, d.rotation);
    PoseRow { body: index, pose, velocity: Some([v[0], v[1], v[2], w[0], w[1], w[2]]) }
}

fn declared(sim: &Sim, body: &Body) -> TraceBody {
    let d = &body.desc;
    let mut at = [0.0; 3];
    let form = match d.shape {
        Shape::Sphere { radius } => Primitive::Sphere(f64::from(radius)),
        Shape::Cuboid { half } => Primitive::Box(wide(half)),
        Shape::Quad { half, sides } => Primitive::Quad([f64::from(half.x), f64::from(half.y)], sides == Sides::Both),
        Shape::Frustum { bottom, top, half_height } => {
            // A trace's frustum stands about the middle of its axis, this program's about its centre of mass.
            let [r, s, h] = [bottom, top, half_height].map(f64::from);
            let rise = 0.5 * h * (r * r + 2.0 * r * s + 3.0 * s * s) / (r * r + r * s + s * s);
            at[1] = h - rise;
            Primitive::Frustum([r, s, h])
        }
        // A half-space is solid below its own +y.
        Shape::HalfSpace => Primitive::Plane([0.0, 1.0, 0.0, 0.0]),
    };
    let motion = match d.motion {
        Motion::Static => TracedMotion::Static,
        Motion::Kinematic => TracedMotion::Kinematic,
        Motion::Dynamic => TracedMotion::Dynamic,
    };
    TraceBody {
        id: Id::Text(sim.name(body.id)),
        name: None,
        motion,
        shapes: vec![TraceShape { form, at, turn: None, round: None, inset: None }],
        // Only what moves freely has a mass that counts.
        mass: (motion == TracedMotion::Dynamic).then_some(f64::from(body.mass)),
        restitution: Some(f64::from(d.restitution)),
        friction: Some(f64::from(d.friction)),
        // Only the pose of the row is used, and not its index.
        pose: Some(row(0, body).pose),
    }
}

/// The floor or the ceiling.
fn plane(name: &str, form: Primitive) -> TraceBody {
    TraceBody {
        id: Id::Text(name.into()),
        name: None,
        motion: TracedMotion::Static,
        shapes: vec![TraceShape { form, at: [0.0; 3], turn: None, round: None, inset: None }],
        mass: None,
        restitution: None,
        friction: None,
        pose: Some([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    }
}
