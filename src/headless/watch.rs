//! What conditions look at: the quantities of the whole scene after a step.

use super::expr::{Expr, Needs, Value};
use super::summary::significant;
use crate::physics::{BodyId, Contact};
use crate::sim::Sim;
use glam::{DVec3, Vec3};
use serde::{Serialize, Serializer};

/// Bodies further than this from the origin have escaped (m).
const ESCAPE_DISTANCE: f64 = 1_000.0;

/// The drift of a scene that starts with less energy than this is measured against it (J).
const LEAST_ENERGY: f64 = 1e-9;

/// A largest value, and the pair that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Extreme {
    pub value: f64,
    pub pair: Option<(BodyId, BodyId)>,
}

impl Extreme {
    fn offer(&mut self, value: f64, contact: &Contact) {
        if value > self.value {
            *self = Self { value, pair: Some((contact.a, contact.b)) };
        }
    }
}

/// The scene as conditions see it. What nobody needs is left as it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Observed {
    /// ½ m v² + ½ ω·I·ω (J).
    pub kinetic: f64,
    /// Of gravity and the constant forces (J).
    pub potential: f64,
    /// Total energy before the first step (J).
    pub start_energy: f64,
    /// The contacts that acted in the step, ordered by pair.
    pub contacts: Vec<Contact>,
    /// Deepest overlap (m).
    pub penetration: Extreme,
    /// Largest normal impulse of a contact (N·s).
    pub impulse: Extreme,
    /// Largest turn of a normal since the step before (degrees).
    pub normal_turn: Extreme,
    /// Bodies more than a kilometre from the origin.
    pub escaped: Vec<BodyId>,
    /// Bodies whose state is not finite.
    pub not_finite: Vec<BodyId>,
    /// How many bodies are not finite or were frozen because they were not.
    pub nan_count: usize,
    normals: Vec<((BodyId, BodyId), Vec3)>,
}

impl Observed {
    /// Before the first step.
    pub(super) fn start(sim: &Sim) -> Self {
        let mut now = Self::default();
        now.update(sim, Needs { contacts: true, turns: true, energy: true, bodies: true });
        now.start_energy = now.kinetic + now.potential;
        now
    }

    /// Looks again, at what is needed.
    pub(super) fn update(&mut self, sim: &Sim, needs: Needs) {
        let world = sim.world();
        if needs.energy {
            (self.kinetic, self.potential) = (world.kinetic_energy(), world.potential_energy());
        }
        if needs.contacts || needs.turns {
            self.look_at_contacts(world.contacts(), needs.turns);
        }
        if needs.bodies {
            self.escaped.clear();
            self.not_finite.clear();
            for body in world.bodies() {
                let d = &body.desc;
                if !(d.position.is_finite() && d.rotation.is_finite() && d.velocity.is_finite() && d.spin.is_finite()) {
                    self.not_finite.push(body.id);
                } else if d.position.as_dvec3().length() > ESCAPE_DISTANCE {
                    self.escaped.push(body.id);
                }
            }
            self.nan_count = self.not_finite.len().max(world.stats().quarantined);
        }
    }

    fn look_at_contacts(&mut self, contacts: Vec<Contact>, turns: bool) {
        self.contacts = contacts;
        self.contacts.retain(acts);
        self.contacts.sort_by_key(|contact| (contact.a, contact.b));
        (self.penetration, self.impulse, self.normal_turn) = Default::default();
        for contact in &self.contacts {
            self.penetration.offer(-f64::from(contact.separation()), contact);
            self.impulse.offer(f64::from(contact.normal_impulse()), contact);
        }
        if turns {
            for contact in &self.contacts {
                if let Ok(index) = self.normals.binary_search_by_key(&(contact.a, contact.b), |(pair, _)| *pair) {
                    self.normal_turn.offer(angle_deg(self.normals[index].1, contact.normal), contact);
                }
            }
            self.normals.clear();
            self.normals.extend(self.contacts.iter().map(|contact| ((contact.a, contact.b), contact.normal)));
        }
    }

    /// The contact of two bodies, in whichever order.
    pub(super) fn contact(&self, a: BodyId, b: BodyId) -> Option<&Contact> {
        let find = |pair| self.contacts.binary_search_by_key(&pair, |contact| (contact.a, contact.b)).ok();
        find((a, b)).or_else(|| find((b, a))).map(|index| &self.contacts[index])
    }

    /// |E − E₀| / |E₀|.
    pub(super) fn energy_drift(&self) -> f64 {
        (self.kinetic + self.potential - self.start_energy).abs() / self.start_energy.abs().max(LEAST_ENERGY)
    }
}

/// Whether the two bodies of a contact met in the step: the world also lists pairs that are only about to.
pub(super) fn acts(contact: &Contact) -> bool {
    contact.points().iter().any(|point| point.normal_impulse > 0.0 || point.separation <= 0.0)
}

/// The angle between two unit vectors (degrees), exact for small ones too.
fn angle_deg(a: Vec3, b: Vec3) -> f64 {
    let (a, b): (DVec3, DVec3) = (a.as_dvec3(), b.as_dvec3());
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// A condition at one step: whether it held, with what values and which bodies.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Verdict {
    /// The condition.
    pub expr: String,
    /// Whether it was to hold at every step rather than at the end.
    pub always: bool,
    /// Whether it held.
    pub holds: bool,
    /// The step it was looked at, from 1; 0 is the start.
    pub step: u64,
    /// The time of that step (s).
    pub time: f64,
    /// The bodies it is about.
    pub bodies: Vec<String>,
    /// Its quantities.
    pub values: Values,
}

/// Quantities as the condition names them, with their values.
#[derive(Clone, Debug)]
pub(super) struct Values(Vec<(String, Value)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(text, value)| (text, value)))
    }
}

impl Verdict {
    pub(super) fn new(expr: &Expr, always: bool, sim: &Sim, now: &Observed) -> Self {
        Self {
            expr: expr.text().into(),
            always,
            holds: expr.holds(sim, now),
            step: sim.step_count(),
            time: sim.time(),
            bodies: expr.bodies(now).into_iter().map(|id| sim.name(id)).collect(),
            values: Values(expr.values(sim, now).into_iter().map(|(text, value)| (text.into(), value)).collect()),
        }
    }

    /// `step 12 (0.2 s): pen = 0.0051; bodies: ball, box`.
    pub(super) fn place_and_values(&self) -> String {
        let values: Vec<String> = self.values.0.iter().map(|(text, value)| format!("{text} = {value}")).collect();
        let mut words = format!("step {} ({} s): {}", self.step, significant(self.time), values.join(", "));
        if !self.bodies.is_empty() {
            words += "; bodies: ";
            words += &super::spelling::list(self.bodies.iter().map(String::as_str), 8);
        }
        words
    }
}
