//! What conditions look at: the quantities of the whole scene after a step.

use super::Needs;
use crate::geometry::Feature;
use crate::physics::{BodyId, Contact, Motion, Sums};
use crate::sim::Sim;
use glam::{DVec3, Vec3};

/// Bodies further than this from the origin have escaped (m).
pub const ESCAPE_DISTANCE: f64 = 1_000.0;

/// The drift of a scene that starts with less energy than this is measured against it (J).
const LEAST_ENERGY: f64 = 1e-9;

/// Two bodies of a contact, in its order.
type BodyPair = (BodyId, BodyId);

/// A largest value, and the pair that has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extreme {
    /// Never negative; 0 when there is no contact.
    pub value: f64,
    /// None when the value is 0.
    pub pair: Option<BodyPair>,
}

impl Extreme {
    fn offer(&mut self, value: f64, contact: &Contact) {
        if value > self.value {
            *self = Self { value, pair: Some((contact.a, contact.b)) };
        }
    }
}

/// What was seen of a contact in the step before.
#[derive(Clone, Copy, Debug)]
struct Seen {
    pair: BodyPair,
    normal: Vec3,
    features: (Feature, Feature),
}

/// The scene as conditions see it. What nobody needs is left as it was.
#[derive(Clone, Debug)]
pub struct Observed {
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
    /// Contacts that were there in the step before between other features.
    pub feature_changes: Vec<BodyPair>,
    /// The body that can move furthest from the origin, and how far its centre is (m).
    pub farthest: (Option<BodyId>, f64),
    /// The body that can move and is lowest, and the height of its centre (m).
    pub lowest: (Option<BodyId>, f64),
    /// Bodies more than a kilometre from the origin.
    pub escaped: Vec<BodyId>,
    /// Bodies whose state is not finite, or that were frozen because it was not.
    pub not_finite: Vec<BodyId>,
    before: Vec<Seen>,
}

impl Observed {
    /// Before the first step, or wherever a run is taken up. `start_energy` is that before the first step (J), by
    /// default the energy now.
    pub fn start(sim: &Sim, start_energy: Option<f64>) -> Self {
        let mut now = Self {
            kinetic: 0.0,
            potential: 0.0,
            start_energy: 0.0,
            contacts: vec![],
            penetration: Extreme::default(),
            impulse: Extreme::default(),
            normal_turn: Extreme::default(),
            feature_changes: vec![],
            farthest: (None, 0.0),
            lowest: (None, f64::INFINITY),
            escaped: vec![],
            not_finite: vec![],
            before: vec![],
        };
        now.update(sim, Needs { contacts: true, turns: true, energy: true, bodies: true });
        now.start_energy = start_energy.unwrap_or(now.kinetic + now.potential);
        now
    }

    /// Looks again, at what is needed.
    pub fn update(&mut self, sim: &Sim, needs: Needs) {
        let world = sim.world();
        if needs.energy {
            let Sums { kinetic, potential, .. } = world.sums();
            (self.kinetic, self.potential) = (kinetic, potential);
        }
        if needs.contacts || needs.turns {
            self.look_at_contacts(world.contacts(), needs.turns);
        }
        if needs.bodies {
            self.look_at_bodies(sim);
        }
    }

    fn look_at_bodies(&mut self, sim: &Sim) {
        self.escaped.clear();
        self.not_finite.clear();
        (self.farthest, self.lowest) = ((None, 0.0), (None, f64::INFINITY));
        for body in sim.world().bodies() {
            let d = &body.desc;
            let is_finite =
                d.position.is_finite() && d.rotation.is_finite() && d.velocity.is_finite() && d.spin.is_finite();
            // What was frozen stands at its last good pose, which is finite.
            if !is_finite || sim.world().is_quarantined(body.id) {
                self.not_finite.push(body.id);
            }
            if !is_finite {
                continue;
            }
            let (distance, height) = (d.position.as_dvec3().length(), f64::from(d.position.y));
            if distance > ESCAPE_DISTANCE {
                self.escaped.push(body.id);
            }
            // What cannot move would hide what flies off: a ground of kilometres is farther than anything.
            if d.motion != Motion::Static {
                if distance > self.farthest.1 {
                    self.farthest = (Some(body.id), distance);
                }
                if height < self.lowest.1 {
                    self.lowest = (Some(body.id), height);
                }
            }
        }
    }

    fn look_at_contacts(&mut self, contacts: Vec<Contact>, turns: bool) {
        self.contacts = contacts;
        self.contacts.retain(acts);
        // In the order of pairs, so that one of a pair is found by bisection, here and in the next step.
        self.contacts.sort_by_key(|contact| (contact.a, contact.b));
        (self.penetration, self.impulse) = Default::default();
        for contact in &self.contacts {
            // Separation is negative where the two overlap.
            self.penetration.offer(-f64::from(contact.separation()), contact);
            self.impulse.offer(f64::from(contact.normal_impulse()), contact);
        }
        // Against the contacts of the step before, pair by pair; one that is new has turned by nothing.
        if turns {
            self.normal_turn = Extreme::default();
            self.feature_changes.clear();
            for contact in &self.contacts {
                let pair = (contact.a, contact.b);
                if let Ok(index) = self.before.binary_search_by_key(&pair, |seen| seen.pair) {
                    let before = &self.before[index];
                    self.normal_turn.offer(angle_deg(before.normal, contact.normal), contact);
                    if before.features != (contact.feature_a, contact.feature_b) {
                        self.feature_changes.push(pair);
                    }
                }
            }
            let seen = |c: &Contact| Seen { pair: (c.a, c.b), normal: c.normal, features: (c.feature_a, c.feature_b) };
            self.before.clear();
            self.before.extend(self.contacts.iter().map(seen));
        }
    }

    /// The contact of two bodies, in whichever order.
    pub fn contact(&self, a: BodyId, b: BodyId) -> Option<&Contact> {
        let find = |pair| self.contacts.binary_search_by_key(&pair, |contact| (contact.a, contact.b)).ok();
        // A contact stands in the order of its owner, which whoever asks need not know.
        find((a, b)).or_else(|| find((b, a))).map(|index| &self.contacts[index])
    }

    /// (E − E₀) / |E₀|: positive when energy came from nowhere.
    pub fn energy_rise(&self) -> f64 {
        (self.kinetic + self.potential - self.start_energy) / self.start_energy.abs().max(LEAST_ENERGY)
    }
}

/// Whether the two bodies of a contact met in the step: the world also lists pairs that are only about to.
pub fn acts(contact: &Contact) -> bool {
    contact.points().iter().any(|point| point.normal_impulse > 0.0 || point.separation <= 0.0)
}

/// The angle between two unit vectors (degrees), exact for small ones too.
fn angle_deg(a: Vec3, b: Vec3) -> f64 {
    let (a, b): (DVec3, DVec3) = (a.as_dvec3(), b.as_dvec3());
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}
