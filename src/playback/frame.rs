//! One step of a trace.

use crate::check::{Cast, CastMember, Judgement, Stand, StepInput, Verdict, pose_of};
use crate::exact::Pose;
use crate::geometry::BoundingSphere;
use crate::trace::{Claim, Id, TracedMotion};
use glam::{DVec3, Vec3};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Velocity and spin of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Velocity {
    /// m/s, world axes
    pub linear: DVec3,
    /// rad/s, world axes
    pub spin: DVec3,
}

/// One step of a trace, in this program's conventions.
#[derive(Debug)]
pub struct TracedStep {
    /// The engine's number of the step.
    pub number: u64,
    /// Its place in the file, from 0.
    pub ordinal: u64,
    /// s, where the engine tells it
    pub time: Option<f64>,
    /// m/s², world axes, where the engine tells it
    pub gravity: Option<DVec3>,
    /// What its contacts are judged by.
    input: StepInput,
    /// Where the bodies stand in the step's own line.
    now: Arc<Stand>,
    velocities: Vec<Option<Velocity>>,
    /// What the engine calls the parts of the two bodies, by contact.
    features: Vec<[Option<String>; 2]>,
    /// Verdicts on the contacts, as far as they were asked for.
    judged: Vec<OnceLock<Judgement>>,
    /// Degrees.
    turn: f64,
}

/// The greatest turn of a normal (degrees).
fn turn(claims: &[Claim], before: &[(usize, usize, DVec3)]) -> f64 {
    let mut known: HashMap<(usize, usize), Vec<DVec3>> = HashMap::new();
    for (a, b, normal) in before {
        known.entry((*a, *b)).or_default().push(*normal);
    }
    let turned = claims.iter().filter_map(|claim| {
        let normals = known.get(&(claim.a, claim.b))?.iter();
        normals.map(|normal| normal.angle_between(claim.normal).to_degrees()).reduce(f64::min)
    });
    turned.filter(|turn| turn.is_finite()).fold(0.0, f64::max)
}

/// Two bodies that touch, with all contacts between them: an engine may give one a point.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedPair {
    /// Places of the two bodies, in the order of the contacts.
    pub bodies: (usize, usize),
    /// Places of the contacts.
    pub contacts: Vec<usize>,
}

impl TracedStep {
    pub(super) fn new(
        (ordinal, time): (u64, Option<f64>),
        input: StepInput,
        now: Arc<Stand>,
        velocities: Vec<Option<Velocity>>,
        features: Vec<[Option<String>; 2]>,
        before: &[(usize, usize, DVec3)],
    ) -> Self {
        let judged = std::iter::repeat_with(OnceLock::new).take(input.claims.len()).collect();
        let turn = turn(&input.claims, before);
        Self { number: input.step, ordinal, time, gravity: None, input, now, velocities, features, judged, turn }
    }

    /// Before the first step: no bodies.
    pub(super) fn nothing() -> Self {
        let (cast, found) = (Arc::default(), Arc::new(Stand::default()));
        let (after, now) = (found.clone(), found.clone());
        let input = StepInput { step: 0, cast, claims: vec![], found, after, earlier: vec![], rounding: None };
        Self::new((0, None), input, now, vec![], vec![], &[])
    }

    /// The greatest turn of a normal since the step before (degrees): of a pair's normals from the nearest that it had.
    pub fn normal_turn(&self) -> f64 {
        self.turn
    }

    /// The normals of its contacts, with the places of their bodies.
    pub(super) fn normals(&self) -> Vec<(usize, usize, DVec3)> {
        self.contacts().iter().map(|claim| (claim.a, claim.b, claim.normal)).collect()
    }

    /// The bodies, in the order of declaration.
    pub fn cast(&self) -> &Cast {
        &self.input.cast
    }

    /// A body; none where there is no such place.
    pub fn body(&self, index: usize) -> Option<&CastMember> {
        self.input.cast.members.get(index)
    }

    /// Where a body stands after the step, or at it, as the file tells it; none for one that is not there.
    pub fn place(&self, index: usize) -> Option<Pose> {
        pose_of(&self.now, index)
    }

    /// Where a body stood when the step's contacts were found.
    pub fn found(&self, index: usize) -> Option<Pose> {
        pose_of(&self.input.found, index)
    }

    /// How a body moves, where the engine tells it.
    pub fn velocity(&self, index: usize) -> Option<Velocity> {
        self.velocities.get(index).copied().flatten()
    }

    /// The contacts, in the order of the file.
    pub fn contacts(&self) -> &[Claim] {
        &self.input.claims
    }

    /// What the engine calls the part of each of the two bodies.
    pub fn features(&self, contact: usize) -> [Option<&str>; 2] {
        self.features.get(contact).map_or([None, None], |names| [names[0].as_deref(), names[1].as_deref()])
    }

    /// What geometry says of a contact, worked out when it is asked for first; none where there is no such contact.
    pub fn judgement(&self, contact: usize) -> Option<&Judgement> {
        self.judged.get(contact).map(|told| told.get_or_init(|| self.input.judge_one(contact)))
    }

    /// The same where it was worked out already.
    pub fn judged(&self, contact: usize) -> Option<&Judgement> {
        self.judged.get(contact)?.get()
    }

    /// How far the two bodies of a contact are apart along the engine's normal (m), where that can be told.
    pub fn gap_along_normal(&self, contact: usize) -> Option<f64> {
        self.input.gap_along_normal(contact).filter(|gap| gap.is_finite())
    }

    /// Works out verdicts for at most so many more contacts; whether all are known then.
    pub fn judge_some(&self, most: usize) -> bool {
        let open: Vec<usize> = (0..self.judged.len()).filter(|c| self.judged(*c).is_none()).take(most + 1).collect();
        for contact in open.iter().take(most) {
            self.judgement(*contact);
        }
        open.len() <= most
    }

    /// The pairs of bodies that touch, in the order of their first contact.
    pub fn meetings(&self) -> Vec<TracedPair> {
        let mut places = HashMap::new();
        let mut meetings: Vec<TracedPair> = Vec::new();
        for (index, claim) in self.contacts().iter().enumerate() {
            let bodies = (claim.a, claim.b);
            let place = *places.entry(bodies).or_insert_with(|| {
                meetings.push(TracedPair { bodies, contacts: Vec::new() });
                meetings.len() - 1
            });
            meetings[place].contacts.push(index);
        }
        meetings
    }

    /// The contacts between two bodies, whichever of them the engine names first.
    pub fn between(&self, a: usize, b: usize) -> Vec<usize> {
        let is_meant = |pair: (usize, usize)| pair == (a, b) || pair == (b, a);
        let pairs = self.contacts().iter().enumerate().filter(|(_, claim)| is_meant((claim.a, claim.b)));
        pairs.map(|(index, _)| index).collect()
    }

    /// The worst of some contacts: what is wrong before what agrees, then by the angle; what is not known comes last.
    pub fn worst_of(&self, contacts: &[usize]) -> Option<usize> {
        let badness = |contact: usize| match self.judgement(contact) {
            // The verdicts stand in the order of how wrong they are.
            Some(told) if told.verdict != Verdict::Unchecked => (1 + told.verdict as u8, told.angle_deg),
            _ => (0, 0.0),
        };
        contacts.iter().copied().max_by(|a, b| {
            let ((va, aa), (vb, ab)) = (badness(*a), badness(*b));
            va.cmp(&vb).then(aa.total_cmp(&ab))
        })
    }

    /// What a body is called.
    pub fn name(&self, index: usize) -> String {
        match self.body(index).map(|member| (&member.name, &member.id)) {
            Some((Some(name), _)) => name.clone(),
            Some((None, Id::Number(number))) => format!("#{number}"),
            Some((None, Id::Text(text))) => text.clone(),
            None => format!("#{index}"),
        }
    }

    /// The place of a body by its id in the trace.
    pub fn find(&self, id: &Id) -> Option<usize> {
        self.input.cast.members.iter().position(|member| member.id == *id)
    }

    /// A sphere round the bodies that can move (m, world); where there are none, round all that are bounded.
    pub fn extent(&self) -> BoundingSphere {
        let sphere = |moving: bool| {
            let members = self.input.cast.members.iter().enumerate();
            let seen = members.filter(|(_, m)| m.bound.is_finite() && (!moving || m.motion != TracedMotion::Static));
            let places: Vec<_> = seen.filter_map(|(i, m)| Some((self.place(i)?.position, m.bound))).collect();
            let low = places.iter().fold(DVec3::MAX, |low, (at, bound)| low.min(*at - *bound));
            let high = places.iter().fold(DVec3::MIN, |high, (at, bound)| high.max(*at + *bound));
            let (center, radius) = (0.5 * (low + high), 0.5 * (high - low).length());
            (!places.is_empty()).then(|| BoundingSphere { center: center.as_vec3(), radius: radius as f32 })
        };
        sphere(true).or_else(|| sphere(false)).unwrap_or(BoundingSphere { center: Vec3::ZERO, radius: 1.0 })
    }

    /// A hash of where all bodies stand, bit for bit: FNV-1a, 64 bits.
    pub fn hash(&self) -> u64 {
        // Offset and prime of FNV-1a (Fowler, Noll and Vo). A body that is not there counts, too.
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |bits: u64| {
            for byte in bits.to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for pose in self.now.iter() {
            let numbers = pose.map(|p| (p.position.to_array(), p.rotation.to_array()));
            take(u64::from(numbers.is_some()));
            if let Some((position, rotation)) = numbers {
                position.into_iter().chain(rotation).for_each(|number| take(number.to_bits()));
            }
        }
        hash
    }
}
