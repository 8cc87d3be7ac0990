//! What conditions ask of a step of a trace.

use super::film::GivenTrace;
use super::frame::TracedStep;
use crate::check::{CastMember, Verdict, inertia};
use crate::condition::{ESCAPE_DISTANCE, Measured, Told};
use crate::physics::BodyId;
use crate::trace::{ClaimedPoint, TracedMotion};
use glam::DVec3;

/// What conditions can name of a trace besides the quantities of a scene: how far the engine's contacts are from what
/// geometry says.
pub const MEASURED: [Measured; 3] = [
    Measured { name: "angle", unit: "°" },
    Measured { name: "depth", unit: "m" },
    Measured { name: "wrong", unit: "" },
];

/// A step of a trace as conditions see it.
#[derive(Clone, Copy, Debug)]
pub struct ToldStep<'a> {
    /// The step.
    pub frame: &'a TracedStep,
    /// s
    pub time: f64,
    /// What the engine gives.
    pub given: GivenTrace,
}

impl ToldStep<'_> {
    fn points(&self) -> impl Iterator<Item = &ClaimedPoint> {
        self.frame.contacts().iter().flat_map(|claim| &claim.points)
    }

    /// The points between two bodies, in whichever order.
    fn between(&self, a: BodyId, b: BodyId) -> impl Iterator<Item = &ClaimedPoint> {
        let contacts = self.frame.between(a.index(), b.index());
        contacts.into_iter().flat_map(|contact| &self.frame.contacts()[contact].points)
    }

    /// Where the bodies stand that can move (m).
    fn places(&self) -> impl Iterator<Item = DVec3> {
        let members = self.frame.cast().members.iter().enumerate();
        let moving = members.filter(|(_, member)| member.motion != TracedMotion::Static && member.bound.is_finite());
        moving.filter_map(|(index, _)| Some(self.frame.place(index)?.position))
    }

    /// Kinetic energy of all bodies (J); not a number where a mass, a velocity or a moment of inertia is not known.
    fn kinetic(&self) -> f64 {
        let members = self.frame.cast().members.iter().enumerate();
        let moving = members.filter(|(_, member)| member.motion == TracedMotion::Dynamic);
        let energy = |(index, member): (usize, &CastMember)| {
            // A body that was not seen yet, or is gone, has none.
            let Some(pose) = self.frame.place(index) else { return Some(0.0) };
            let (mass, velocity) = (member.mass?, self.frame.velocity(index)?);
            // About the body's own axes its moments of inertia are constant. What does not spin needs none.
            let spin = pose.local_direction(velocity.spin);
            let turning = if spin == DVec3::ZERO { 0.0 } else { spin.dot(inertia(member, mass)? * spin) };
            Some(0.5 * (mass * velocity.linear.length_squared() + turning))
        };
        moving.map(energy).sum::<Option<f64>>().unwrap_or(f64::NAN)
    }

    /// Potential energy of all bodies in uniform gravity, nought at the origin (J); not a number where a mass or
    /// gravity is not known.
    fn potential(&self) -> f64 {
        let members = self.frame.cast().members.iter().enumerate();
        let moving = members.filter(|(_, member)| member.motion == TracedMotion::Dynamic);
        let energy = |(index, member): (usize, &CastMember)| {
            let Some(pose) = self.frame.place(index) else { return Some(0.0) };
            Some(-member.mass? * self.frame.gravity?.dot(pose.position))
        };
        moving.map(energy).sum::<Option<f64>>().unwrap_or(f64::NAN)
    }

    /// Whether the engine gives the mass of every body that moves.
    fn has_masses(&self) -> bool {
        let mut moving = self.frame.cast().members.iter().filter(|member| member.motion == TracedMotion::Dynamic);
        moving.all(|member| member.mass.is_some())
    }

    /// The greatest normal impulse of a pair (N·s).
    fn greatest_impulse(&self) -> f64 {
        let sum = |contacts: &[usize]| -> f64 {
            let points = contacts.iter().flat_map(|contact| &self.frame.contacts()[*contact].points);
            points.filter_map(|point| point.normal_impulse).sum()
        };
        self.frame.meetings().iter().map(|meeting| sum(&meeting.contacts)).fold(0.0, f64::max)
    }
}

/// The greatest overlap of some points (m), 0 where they are apart.
fn overlap<'a>(points: impl Iterator<Item = &'a ClaimedPoint>) -> f64 {
    points.filter_map(|point| point.separation).fold(0.0, |most, separation| most.max(-separation))
}

impl Told for ToldStep<'_> {
    fn step(&self) -> u64 {
        self.frame.number
    }

    fn time(&self) -> f64 {
        self.time
    }

    fn find(&self, name: &str) -> Result<BodyId, String> {
        let named = |index: &usize| {
            let id = self.frame.body(*index).map(|member| member.id.to_string());
            self.frame.name(*index) == name || id.as_deref() == Some(name)
        };
        let found = (0..self.frame.cast().members.len()).find(named);
        let place = found.and_then(|index| u32::try_from(index).ok());
        place.map(|index| BodyId::from_parts(index, 0)).ok_or_else(|| {
            let names: Vec<String> = (0..self.frame.cast().members.len()).map(|index| self.frame.name(index)).collect();
            let shown = names.iter().take(12).map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("there is no body {name:?}; the trace has {shown}{}", if names.len() > 12 { ", …" } else { "" })
        })
    }

    fn name(&self, body: BodyId) -> String {
        self.frame.name(body.index())
    }

    fn lacks(&self, quantity: &str) -> Option<String> {
        let not_given = |is_given: bool, what: &str| {
            (!is_given).then(|| format!("this engine gives no {what}: {quantity} is not known"))
        };
        match quantity {
            "speed" | "spin" => not_given(self.given.velocities, "velocities"),
            "impulse" => not_given(self.given.impulses, "impulses"),
            "penetration" => not_given(self.given.separations, "separations"),
            "kinetic" | "energy" if !self.given.velocities => not_given(false, "velocities"),
            "energy" | "potential" if self.frame.gravity.is_none() => not_given(false, "gravity"),
            "energy" | "kinetic" | "potential" => not_given(self.has_masses(), "masses"),
            "energy_drift" | "energy_rise" => {
                Some(format!("{quantity} is not told by a trace; `carom trace check` says in which steps energy grows"))
            }
            "awake" | "asleep" => Some(format!("{quantity} is not told by a trace")),
            "feature" | "feature_changes" => {
                Some(format!("{quantity}: what an engine calls its features are words of its own"))
            }
            _ => None,
        }
    }

    fn value(&self, quantity: &str, bodies: &[BodyId]) -> f64 {
        let place = |axis: usize| {
            let place = bodies.first().and_then(|body| self.frame.place(body.index()));
            place.map_or(f64::NAN, |pose| pose.position[axis])
        };
        let velocity = || bodies.first().and_then(|body| self.frame.velocity(body.index()));
        match (quantity, bodies) {
            ("penetration", []) => overlap(self.points()),
            ("penetration", [a, b]) => overlap(self.between(*a, *b)),
            ("impulse", []) => self.greatest_impulse(),
            ("impulse", [a, b]) => self.between(*a, *b).filter_map(|point| point.normal_impulse).sum(),
            ("contacts", _) => self.frame.meetings().len() as f64,
            ("touching", [a, b]) => f64::from(u8::from(self.between(*a, *b).next().is_some())),
            ("normal_turn", _) => self.frame.normal_turn(),
            ("farthest", _) => self.places().map(DVec3::length).fold(0.0, f64::max),
            ("lowest", _) => self.places().map(|place| place.y).fold(f64::INFINITY, f64::min),
            ("escaped", _) => self.places().filter(|place| place.length() > ESCAPE_DISTANCE).count() as f64,
            // A trace with a number that is not finite is refused where it is read.
            ("nan", _) => 0.0,
            ("kinetic", _) => self.kinetic(),
            ("potential", _) => self.potential(),
            ("energy", _) => self.kinetic() + self.potential(),
            ("speed", _) => velocity().map_or(f64::NAN, |velocity| velocity.linear.length()),
            ("spin", _) => velocity().map_or(f64::NAN, |velocity| velocity.spin.length()),
            ("x", _) => place(0),
            ("y", _) => place(1),
            ("z", _) => place(2),
            _ => f64::NAN,
        }
    }

    fn measured(&self) -> &'static [Measured] {
        &MEASURED
    }

    fn measured_value(&self, index: usize) -> f64 {
        let told = (0..self.frame.contacts().len()).filter_map(|contact| self.frame.judgement(contact));
        let told = told.filter(|told| told.verdict != Verdict::Unchecked);
        match MEASURED.get(index).map(|measured| measured.name) {
            // Of directions that are as good as each other either is right.
            Some("angle") => {
                told.filter(|told| told.verdict != Verdict::Tie).map(|told| told.angle_deg).fold(0.0, f64::max)
            }
            Some("depth") => told.filter_map(|told| told.depth).map(f64::abs).fold(0.0, f64::max),
            Some("wrong") => told.filter(|told| told.verdict > Verdict::Tie).count() as f64,
            _ => f64::NAN,
        }
    }
}
