//! The contacts of a step, summed up by pairs and by bodies.

use super::feed::pose_of;
use super::verdict::StepInput;
use glam::DVec3;
use std::collections::BTreeMap;

/// Normals stand on one line when they differ by less than this (sine).
const ONE_LINE: f64 = 1e-4;

/// Where and how two bodies touch.
#[derive(Clone, Debug)]
pub struct TouchedPair {
    /// All points (m).
    pub points: Vec<DVec3>,
    /// The middle of the points (m).
    pub middle: DVec3,
    /// Unit, from A to B.
    pub normal: DVec3,
    /// Where A and B stood when they met, where the trace says it (m).
    pub found: Option<[DVec3; 2]>,
}

/// Impulses along one line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlongNormal {
    /// The line (unit).
    pub line: DVec3,
    /// Their sum (N·s).
    pub sum: f64,
}

/// The contacts of a step, summed up by pairs and by bodies.
#[derive(Debug, Default)]
pub struct StepContacts {
    /// For each pair, lower index first as A.
    pub pairs: BTreeMap<(usize, usize), TouchedPair>,
    /// How many others a body touches.
    pub partners: BTreeMap<usize, usize>,
    /// The impulses on a body together (N·s); none where some are not given.
    pub impulses: BTreeMap<usize, Option<DVec3>>,
    /// The normal impulses on a body together, along the one line of all its contacts' normals: friction has no part
    /// along it. None where normals differ or some are not given.
    pub along: BTreeMap<usize, Option<AlongNormal>>,
    /// The lengths of the impulses on a body together (N·s).
    pub sums: BTreeMap<usize, f64>,
    /// Where the bodies that touch stood (m).
    pub middles: BTreeMap<usize, DVec3>,
}

impl StepContacts {
    /// Of one step.
    pub fn new(input: &StepInput) -> Self {
        let mut contacts = Self::default();
        for claim in &input.claims {
            // The lower index is A, so that contacts that name the two either way round are one pair.
            let (a, b, normal) =
                if claim.a < claim.b { (claim.a, claim.b, claim.normal) } else { (claim.b, claim.a, -claim.normal) };
            let middle = claim.points.iter().map(|p| p.place).sum::<DVec3>() / claim.points.len().max(1) as f64;
            let place =
                |side: usize, body: usize| claim.found[side].or(pose_of(&input.found, body)).map(|pose| pose.position);
            let mut found = place(0, claim.a).zip(place(1, claim.b)).map(<[DVec3; 2]>::from);
            // Only the contact itself can tell where the two met; poses of the line are those of the whole step.
            if claim.found == [None; 2] {
                found = None;
            } else if claim.a > claim.b {
                found = found.map(|[a, b]| [b, a]);
            }
            let points = claim.points.iter().map(|p| p.place);
            if let Some(touch) = contacts.pairs.get_mut(&(a, b)) {
                touch.points.extend(points);
            } else {
                contacts.pairs.insert((a, b), TouchedPair { points: points.collect(), middle, normal, found });
                for body in [a, b] {
                    *contacts.partners.entry(body).or_default() += 1;
                }
            }
            // A sum of options is none as soon as one is: with one impulse unknown the sum is unknown.
            let given = claim.points.iter().map(|p| Some(claim.normal * p.normal_impulse? + p.friction?));
            let whole: Option<DVec3> = given.sum();
            let pressed: Option<f64> = claim.points.iter().map(|p| p.normal_impulse).sum();
            // Lengths are added, not vectors: opposite impulses cancel, but what acted does not.
            let lengths = claim
                .points
                .iter()
                .filter_map(|p| Some(p.normal_impulse?.hypot(p.friction.unwrap_or_default().length())));
            let length: f64 = lengths.sum();
            // Impulses are told as they act on B; A gets the opposite.
            for (body, sign) in [(claim.b, 1.0), (claim.a, -1.0)] {
                let sum = contacts.impulses.entry(body).or_insert(Some(DVec3::ZERO));
                *sum = sum.zip(whole).map(|(sum, j)| sum + j * sign);
                // As long as all normals on a body lie along one line, what presses along it can be summed without
                // knowing friction.
                let along = contacts.along.entry(body).or_insert(Some(AlongNormal { line: claim.normal, sum: 0.0 }));
                let added = along.zip(pressed).filter(|(now, _)| now.line.cross(claim.normal).length() < ONE_LINE);
                *along = added.map(|(AlongNormal { line, sum }, j)| AlongNormal {
                    line,
                    sum: sum + j * sign * line.dot(claim.normal),
                });
                *contacts.sums.entry(body).or_default() += length;
                let side = usize::from(body == claim.b);
                if let Some(pose) = claim.found[side].or(pose_of(&input.found, body)) {
                    contacts.middles.insert(body, pose.position);
                }
            }
        }
        contacts
    }
}

/// The velocities of a body before and after a step (m/s, rad/s), world axes.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// Before the step.
    pub before: BodyVelocity,
    /// After it.
    pub after: BodyVelocity,
}

/// How a body moves, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyVelocity {
    /// Of its centre of mass (m/s).
    pub linear: DVec3,
    /// Angular velocity (rad/s).
    pub spin: DVec3,
}
