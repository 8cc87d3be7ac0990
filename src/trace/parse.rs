//! From the text of one line to what it says.
//!
//! Values are checked where they are read, so that a fault names its column.

mod shape;

use super::header::{Header, VERSION};
use super::model::{Id, PoseRow, TraceBody, TraceContact, TraceLine, TracePoint, TraceShape, TraceStep, TracedMotion};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use shape::ShapeSeed;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// Bodies that one trace may declare, as many as a scene may have.
pub const MAX_BODIES: usize = 200_000;

/// Points of one hull and shapes of one body.
pub const MAX_PARTS: usize = 10_000;

/// Unknown keys that are named; a sender may invent any number.
const MAX_UNKNOWN: usize = 100;

/// Letters of an unknown key that are named (bytes).
const MAX_KEY_BYTES: usize = 64;

/// A quaternion may differ from unit length by this much.
const UNIT: f64 = 1e-3;

/// What later lines may name: bodies by their ids.
#[derive(Debug, Default)]
pub(super) struct Known {
    ids: HashMap<Id, u32>,
    /// Whether contacts are passed over unread.
    pub skips_contacts: bool,
    /// Keys that this program does not know, with the kind of line they stood in.
    pub unknown: BTreeSet<String>,
}

impl Known {
    fn index<E: Error>(&self, id: &Id) -> Result<u32, E> {
        let index = self.ids.get(id).copied();
        index.ok_or_else(|| {
            E::custom(format!("body {id} is not known: declare it in a line of its own before it is used"))
        })
    }

    /// The index of a body that is declared now, or was before.
    pub fn declare(&mut self, id: &Id) -> Result<u32, String> {
        let next = self.ids.len() as u32;
        if next as usize >= MAX_BODIES && !self.ids.contains_key(id) {
            return Err(format!("more than {MAX_BODIES} bodies"));
        }
        Ok(*self.ids.entry(id.clone()).or_insert(next))
    }

    /// The index of a body that was declared; of none, that of the next.
    pub fn find(&self, name: &str) -> u32 {
        self.ids.get(&Id::Text(name.to_string())).copied().unwrap_or(self.ids.len() as u32)
    }

    /// The index of a body that was declared.
    pub fn index_of(&self, id: &Id) -> Option<u32> {
        self.ids.get(id).copied()
    }

    /// How many bodies were declared.
    pub fn count(&self) -> usize {
        self.ids.len()
    }
}

/// What one line says.
pub(super) enum Parsed {
    /// A line of the format.
    Line(TraceLine),
    /// A line of `carom run --out FILE.jsonl`, whose bodies are declared by being in it.
    Own(OwnFields),
}

/// Reads one line.
pub(super) fn parse(text: &[u8], known: &mut Known) -> Result<Parsed, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    // A second value on the line is a fault, not something to skip.
    let parsed = LineSeed { known }.deserialize(&mut reader)?;
    reader.end()?;
    Ok(parsed)
}

/// Reads one row of a step line; what follows it is not looked at.
pub(super) fn parse_row(text: &[u8], known: &Known) -> Result<PoseRow, serde_json::Error> {
    RowSeed(known).deserialize(&mut serde_json::Deserializer::from_slice(text))
}

/// All keys that a line may have, whatever its kind.
#[derive(Default)]
struct Fields {
    // The header.
    trace: Option<u64>,
    header: Header,
    // A body.
    body: Option<Id>,
    name: Option<String>,
    motion: TracedMotion,
    shapes: Option<Vec<TraceShape>>,
    mass: Option<f64>,
    restitution: Option<f64>,
    friction: Option<f64>,
    pose: Option<[f64; 7]>,
    // A step.
    step: Option<u64>,
    time: Option<f64>,
    rows: Option<Vec<PoseRow>>,
    contacts: Option<Vec<TraceContact>>,
    // The rest.
    gone: Option<u32>,
    note: Option<String>,
    // A step in this program's own words.
    own: Option<OwnFields>,
    /// Keys of shapes and contacts that are not known, with what they stood in.
    inner_unknown: InnerUnknown,
}

/// Keys that are not known, with what they stood in.
type InnerUnknown = RefCell<BTreeSet<String>>;

fn note_unknown(unknown: &mut BTreeSet<String>, key: &str, place: &str) {
    if unknown.len() < MAX_UNKNOWN {
        unknown.insert(format!("{} ({place})", &key[..key.floor_char_boundary(MAX_KEY_BYTES)]));
    }
}

struct LineSeed<'a> {
    known: &'a mut Known,
}

impl<'de> DeserializeSeed<'de> for LineSeed<'_> {
    type Value = Parsed;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Parsed, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for LineSeed<'_> {
    type Value = Parsed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one JSON object a line")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Parsed, M::Error> {
        let mut fields = Fields::default();
        let mut unknown = Vec::new();
        // Fields in any order, so that what kind of line it is shows at its end.
        while let Some(key) = map.next_key::<String>()? {
            if !fields.take(&key, &mut map, self.known)? {
                map.next_value::<IgnoredAny>()?;
                // Named once for the whole trace, so that a spelling mistake is seen; but a stream must not fill the
                // memory with them.
                if unknown.len() < MAX_UNKNOWN {
                    unknown.push(key);
                }
            }
        }
        // Keys inside shapes and contacts are told with what they stood in, not with the kind of the line.
        self.known.unknown.append(&mut fields.inner_unknown.take());
        let (kind, parsed) = fields.finish()?;
        unknown.iter().for_each(|key| note_unknown(&mut self.known.unknown, key, kind));
        Ok(parsed)
    }
}

impl Fields {
    /// Reads the value of a key; false when the key is not known.
    fn take<'de, M: MapAccess<'de>>(&mut self, key: &str, map: &mut M, known: &Known) -> Result<bool, M::Error> {
        match key {
            "trace" => {
                let version = map.next_value()?;
                if version != VERSION {
                    return Err(M::Error::custom(format!(
                        "this is version {version} of the format, but version {VERSION} is the one that is known"
                    )));
                }
                self.trace = Some(version);
            }
            "engine" => self.header.engine = map.next_value()?,
            "up" => self.header.up = map.next_value()?,
            "hand" => self.header.hand = map.next_value()?,
            "quat" => self.header.quat = map.next_value()?,
            "normal" => self.header.normal = map.next_value()?,
            "poses" => self.header.poses = map.next_value()?,
            "points" => self.header.points = map.next_value()?,
            "impulse" => self.header.impulse = map.next_value()?,
            "metres" => self.header.metres = positive(map.next_value()?, "metres")?,
            "dt" => self.header.dt = Some(positive(map.next_value()?, "dt")?),
            "gravity" => self.header.gravity = Some(map.next_value()?),
            "restitution_rule" => self.header.restitution_rule = Some(rule(map.next_value()?)?),
            "friction_rule" => self.header.friction_rule = Some(rule(map.next_value()?)?),
            "ack" => self.header.ack = map.next_value()?,
            "body" => self.body = Some(map.next_value()?),
            "name" => self.name = map.next_value()?,
            "motion" => self.motion = map.next_value()?,
            "shapes" => self.shapes = Some(map.next_value_seed(Shapes(&self.inner_unknown))?),
            "mass" => self.mass = map.next_value()?,
            "restitution" => self.restitution = map.next_value()?,
            "friction" => self.friction = map.next_value()?,
            "pose" => {
                let pose: Option<[f64; 7]> = map.next_value()?;
                self.pose = pose.map(unit).transpose()?;
            }
            // Of what stands twice nobody knows which is meant.
            "step" if self.step.is_some() => return Err(M::Error::duplicate_field("step")),
            "b" if self.rows.is_some() => return Err(M::Error::duplicate_field("b")),
            "c" if self.contacts.is_some() => return Err(M::Error::duplicate_field("c")),
            "step" => self.step = Some(map.next_value()?),
            "t" | "time" => self.time = map.next_value()?,
            "b" => self.rows = Some(map.next_value_seed(Rows(known))?),
            "c" | "contacts" if known.skips_contacts => {
                map.next_value::<IgnoredAny>()?;
                self.skipped_contacts(key);
            }
            "c" => self.contacts = Some(map.next_value_seed(Contacts((known, &self.inner_unknown)))?),
            "gone" => self.gone = Some(known.index(&map.next_value()?)?),
            "note" => self.note = Some(map.next_value()?),
            "bodies" => self.own.get_or_insert_default().bodies = map.next_value()?,
            "contacts" => self.own.get_or_insert_default().contacts = map.next_value()?,
            // What this program writes for other purposes.
            "hash" | "energy" | "momentum" => drop(map.next_value::<IgnoredAny>()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A step of which only the poses are wanted has no contacts.
    fn skipped_contacts(&mut self, key: &str) {
        if key == "c" {
            self.contacts = Some(Vec::new());
        } else {
            self.own.get_or_insert_default();
        }
    }

    /// What kind of line has these fields.
    fn finish<E: Error>(self) -> Result<(&'static str, Parsed), E> {
        // The keys that say what a line is: exactly one of them may stand in it.
        let kinds =
            [self.trace.is_some(), self.body.is_some(), self.step.is_some(), self.gone.is_some(), self.note.is_some()];
        // Rows of the format beside lists of this program's own output: which of the two counts is not clear.
        let is_own_and_other = self.own.is_some() && (self.rows.is_some() || self.contacts.is_some());
        if kinds.into_iter().filter(|is_kind| *is_kind).count() > 1 || is_own_and_other {
            return Err(E::custom("a line is of one kind: it has one of the keys trace, body, step, gone, note"));
        }
        let line = match self {
            Self { trace: Some(_), header, .. } => ("header", TraceLine::Header(header)),
            Self { body: Some(id), name, motion, shapes, mass, restitution, friction, pose, .. } => {
                let shapes = shapes.ok_or_else(|| E::missing_field("shapes"))?;
                ("body", TraceLine::Body(TraceBody { id, name, motion, shapes, mass, restitution, friction, pose }))
            }
            Self { step: Some(step), time, own: Some(mut own), .. } => {
                (own.step, own.time) = (step, time);
                return Ok(("step", Parsed::Own(own)));
            }
            Self { step: Some(step), time, rows, contacts, .. } => {
                let (rows, contacts) = (rows.unwrap_or_default(), contacts.unwrap_or_default());
                ("step", TraceLine::Step(TraceStep { step, time, rows, contacts }))
            }
            Self { gone: Some(index), .. } => ("gone", TraceLine::Gone(index)),
            Self { note: Some(note), .. } => ("note", TraceLine::Note(note)),
            _ => {
                return Err(E::custom("a line has one of the keys trace, body, step, gone, note"));
            }
        };
        Ok((line.0, Parsed::Line(line.1)))
    }
}

fn positive<E: Error>(value: f64, key: &str) -> Result<f64, E> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(E::custom(format!("{key} is {value}, but must be more than 0")))
    }
}

/// The names of rules that scene files use.
fn rule<E: Error>(name: String) -> Result<String, E> {
    const RULES: &[&str] = &["multiply", "average", "minimum", "maximum", "geometric_mean"];
    if RULES.contains(&name.as_str()) { Ok(name) } else { Err(E::unknown_variant(&name, RULES)) }
}

/// A pose whose quaternion has unit length.
fn unit<E: Error>(pose: [f64; 7]) -> Result<[f64; 7], E> {
    quaternion(&pose[3..])?;
    Ok(pose)
}

fn quaternion<E: Error>(numbers: &[f64]) -> Result<(), E> {
    let length = numbers.iter().map(|q| q * q).sum::<f64>().sqrt();
    if (length - 1.0).abs() <= UNIT {
        Ok(())
    } else {
        Err(E::custom(format!("a quaternion of length {length:.4}, but it must be 1: the rotation is not given")))
    }
}

/// A sequence read by a function of its elements.
macro_rules! sequence {
    ($name:ident $(<$life:lifetime>($context:ty))?, $item:ty, $what:literal, |$this:ident, $seq:ident| $read:expr) => {
        struct $name$(<$life>($context))?;

        impl<'de $(, $life)?> DeserializeSeed<'de> for $name $(<$life>)? {
            type Value = $item;

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<$item, D::Error> {
                from.deserialize_seq(self)
            }
        }

        impl<'de $(, $life)?> Visitor<'de> for $name $(<$life>)? {
            type Value = $item;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($what)
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut $seq: S) -> Result<$item, S::Error> {
                let $this = self;
                $read
            }
        }
    };
}

/// The next element, or that the list is too short.
fn next<'de, S: SeqAccess<'de>, T: Deserialize<'de>>(seq: &mut S, at: usize, expected: &str) -> Result<T, S::Error> {
    seq.next_element()?.ok_or_else(|| S::Error::invalid_length(at, &expected))
}

sequence!(Rows<'a>(&'a Known), Vec<PoseRow>, "a list of bodies that moved", |this, seq| {
    let mut rows = Vec::new();
    while let Some(row) = seq.next_element_seed(RowSeed(this.0))? {
        rows.push(row);
    }
    Ok(rows)
});

sequence!(RowSeed<'a>(&'a Known), PoseRow, "a body: its id, then 7 or 13 numbers", |this, seq| {
    const EXPECTED: &str = "a body's id with 7 numbers (pose) or 13 (pose, velocity, spin)";
    let body = this.0.index(&next(&mut seq, 0, EXPECTED)?)?;
    let mut numbers = [0.0; 13];
    let mut count = 0;
    while let Some(number) = seq.next_element::<f64>()? {
        *numbers.get_mut(count).ok_or_else(|| de::Error::invalid_length(count + 2, &EXPECTED))? = number;
        count += 1;
        // Checked as soon as it is whole, so that the fault names its column.
        if count == 7 {
            quaternion(&numbers[3..7])?;
        }
    }
    let pose = std::array::from_fn(|i| numbers[i]);
    match count {
        7 => Ok(PoseRow { body, pose, velocity: None }),
        13 => Ok(PoseRow { body, pose, velocity: Some(std::array::from_fn(|i| numbers[7 + i])) }),
        _ => Err(de::Error::invalid_length(count + 1, &EXPECTED)),
    }
});

sequence!(Contacts<'a>((&'a Known, &'a InnerUnknown)), Vec<TraceContact>, "a list of contacts", |this, seq| {
    let mut contacts = Vec::new();
    while let Some(contact) = seq.next_element_seed(ContactSeed(this.0))? {
        contacts.push(contact);
    }
    Ok(contacts)
});

/// What engines call the parts that touch, and where the bodies stood when these did.
#[derive(Default)]
struct Details {
    features: [Option<String>; 2],
    poses: [Option<[f64; 7]>; 2],
}

struct DetailsSeed<'a>(&'a InnerUnknown);

impl<'de> DeserializeSeed<'de> for DetailsSeed<'_> {
    type Value = Details;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Details, D::Error> {
        // It may be null.
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for DetailsSeed<'_> {
    type Value = Details;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("features and poses: {\"fa\": …, \"fb\": …, \"pa\": …, \"pb\": …}")
    }

    fn visit_unit<E: Error>(self) -> Result<Details, E> {
        Ok(Details::default())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Details, M::Error> {
        let mut details = Details::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "fa" => details.features[0] = map.next_value()?,
                "fb" => details.features[1] = map.next_value()?,
                "pa" => details.poses[0] = map.next_value()?,
                "pb" => details.poses[1] = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    note_unknown(&mut self.0.borrow_mut(), &key, "contact");
                }
            }
        }
        for pose in details.poses.into_iter().flatten() {
            quaternion(&pose[3..])?;
        }
        Ok(details)
    }
}

sequence!(ContactSeed<'a>((&'a Known, &'a InnerUnknown)), TraceContact, "a contact: [a, b, normal, points]", |this, seq| {
    const EXPECTED: &str = "a contact [a, b, [nx, ny, nz], [points], {features}]";
    let (known, unknown) = this.0;
    let a = known.index(&next(&mut seq, 0, EXPECTED)?)?;
    let b = known.index(&next(&mut seq, 1, EXPECTED)?)?;
    let normal = next(&mut seq, 2, EXPECTED)?;
    let points = seq.next_element_seed(Points)?.ok_or_else(|| de::Error::invalid_length(3, &EXPECTED))?;
    let Details { features, poses: found } = seq.next_element_seed(DetailsSeed(unknown))?.unwrap_or_default();
    let [feature_a, feature_b] = features;
    // Elements that are not known are skipped, as unknown keys are.
    while seq.next_element::<IgnoredAny>()?.is_some() {}
    Ok(TraceContact { a, b, normal, points, feature_a, feature_b, found })
});

sequence!(Points, Vec<TracePoint>, "a list of contact points", |_this, seq| {
    let mut points = Vec::new();
    while let Some(point) = seq.next_element_seed(PointSeed)? {
        points.push(point);
    }
    Ok(points)
});

sequence!(PointSeed, TracePoint, "a point of 3 to 8 numbers", |_this, seq| {
    const EXPECTED: &str =
        "a point [x, y, z, separation, normal impulse, friction x, y, z], of which the last five may be left out";
    let place = [next(&mut seq, 0, EXPECTED)?, next(&mut seq, 1, EXPECTED)?, next(&mut seq, 2, EXPECTED)?];
    let mut rest = [None; 5];
    let mut count = 0;
    while let Some(number) = seq.next_element::<Option<f64>>()? {
        *rest.get_mut(count).ok_or_else(|| de::Error::invalid_length(count + 4, &EXPECTED))? = number;
        count += 1;
    }
    // Two of three components are no vector: the friction is then not known.
    let friction = match rest[2..] {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    };
    Ok(TracePoint { place, separation: rest[0], normal_impulse: rest[1], friction })
});

sequence!(Shapes<'a>(&'a InnerUnknown), Vec<TraceShape>, "a list of shapes", |this, seq| {
    let mut shapes = Vec::new();
    while let Some(shape) = seq.next_element_seed(ShapeSeed(this.0))? {
        // Checked while reading, before the list fills the memory.
        if shapes.len() == MAX_PARTS {
            return Err(de::Error::custom(format!("more than {MAX_PARTS} shapes in one body")));
        }
        shapes.push(shape);
    }
    Ok(shapes)
});

/// A step as `carom run --out FILE.jsonl --contacts` writes it.
#[derive(Default)]
pub(super) struct OwnFields {
    pub step: u64,
    pub time: Option<f64>,
    pub bodies: Vec<OwnBody>,
    pub contacts: Vec<OwnContact>,
}

#[derive(Deserialize)]
pub(super) struct OwnBody {
    pub name: String,
    position: [f64; 3],
    rotation: [f64; 4],
    velocity: [f64; 3],
    spin: [f64; 3],
}

#[derive(Deserialize)]
pub(super) struct OwnContact {
    a: String,
    b: String,
    normal: [f64; 3],
    feature_a: Option<String>,
    feature_b: Option<String>,
    points: Vec<OwnPoint>,
}

#[derive(Deserialize)]
struct OwnPoint {
    position: [f64; 3],
    separation: Option<f64>,
    normal_impulse: Option<f64>,
    friction_impulse: Option<[f64; 3]>,
}

impl OwnFields {
    /// All names that the step uses: of its bodies, and of what only its contacts name (the floor, the ceiling).
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let touched = self.contacts.iter().flat_map(|c| [c.a.as_str(), c.b.as_str()]);
        self.bodies.iter().map(|b| b.name.as_str()).chain(touched)
    }

    /// The same step in the words of the format, once all its bodies are declared.
    pub fn into_step(self, index: impl Fn(&str) -> u32) -> TraceStep {
        // Position and rotation are two lists there, and seven numbers in a row here.
        let joined = |a: &[f64], b: &[f64]| a.iter().chain(b).copied().collect::<Vec<f64>>();
        let rows = self.bodies.iter().map(|b| {
            let (pose, velocity) = (joined(&b.position, &b.rotation), joined(&b.velocity, &b.spin));
            let velocity = Some(std::array::from_fn(|i| velocity[i]));
            PoseRow { body: index(&b.name), pose: std::array::from_fn(|i| pose[i]), velocity }
        });
        let rows = rows.collect();
        let contacts = self.contacts.into_iter().map(|c| TraceContact {
            a: index(&c.a),
            b: index(&c.b),
            normal: c.normal,
            points: c.points.iter().map(OwnPoint::point).collect(),
            feature_a: c.feature_a,
            feature_b: c.feature_b,
            found: [None; 2],
        });
        TraceStep { step: self.step, time: self.time, rows, contacts: contacts.collect() }
    }
}

impl OwnPoint {
    fn point(&self) -> TracePoint {
        TracePoint {
            place: self.position,
            separation: self.separation,
            normal_impulse: self.normal_impulse,
            friction: self.friction_impulse,
        }
    }
}
