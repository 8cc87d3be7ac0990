//! The phases of one step: where bodies stood at each of them.
//!
//! Nothing here takes part in a step. Who wants to know takes the step again from the state before it, and hands it
//! [`StepPhases`] to fill.

use super::Contact;
use crate::math::Pose;

/// What a step has done to the bodies so far.
///
/// Impacts come at their moment inside the step, and what stays in touch is solved in sub-steps, each of which first
/// gives velocities and then, for overlaps, a push. The pushes are the last that moves a body: where the solve of
/// positions leaves it is where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Phase {
    /// Contacts were found: at the start of the step, or at the moment of the last impact that turned the body's path.
    Found,
    /// Where impacts and forces alone would take it, with no contact to hold it.
    Free,
    /// Where the velocities take it that the contacts leave; overlaps are still there.
    Held,
    /// Overlaps pushed apart: where the step ends.
    #[default]
    Final,
}

impl Phase {
    /// All of them, in the order of the step.
    pub const LIST: [Self; 4] = [Self::Found, Self::Free, Self::Held, Self::Final];
}

/// Where the two bodies of a pair stood when it was collided inside a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MetPair {
    a: u32,
    b: u32,
    poses: (Pose, Pose),
}

/// Where bodies stood at each phase of one step (`world_from_body`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepPhases {
    /// Before the step, by slot.
    start: Vec<Pose>,
    /// By phase, by slot.
    poses: [Vec<Pose>; 4],
    met: Vec<MetPair>,
    /// The contacts where the step began, all of them looked for anew, ordered by their slots.
    anew: Vec<Contact>,
}

impl StepPhases {
    /// Where the body of a slot stood; none for slots that were not there.
    pub fn pose(&self, phase: Phase, slot: usize) -> Option<Pose> {
        self.poses[phase as usize].get(slot).copied()
    }

    /// Where the two bodies of a contact stood when it was found, by their slots: before the step, or when they met
    /// inside it. A slot that is none is a plane of the world, and has no pose here.
    pub fn found(&self, a: usize, b: usize) -> (Option<Pose>, Option<Pose>) {
        // A pair that met inside the step has poses of its own; all others stood where the step began.
        let key = |slot: usize| u32::try_from(slot).unwrap_or(u32::MAX);
        let met = self.met.binary_search_by_key(&(key(a), key(b)), |m| (m.a, m.b));
        // Planes have no slot, and so no place in the list.
        let started = |slot: usize| self.start.get(slot).copied();
        match met {
            Ok(place) => {
                let (pose_a, pose_b) = self.met[place].poses;
                (started(a).map(|_| pose_a), started(b).map(|_| pose_b))
            }
            Err(_) => (started(a), started(b)),
        }
    }

    /// A contact of the step with its points where they lie on both surfaces.
    ///
    /// While two bodies hardly move against each other the step reuses their manifold, and its points come off the
    /// surfaces by some hundredths of a millimetre. Here they are where they are found when they are looked for.
    pub fn as_found(&self, contact: &Contact) -> Contact {
        // Matched by pair, then by feature id; impulses and the rest stay those of the step.
        let mut found = *contact;
        let met = self.met.binary_search_by_key(&(contact.a.index, contact.b.index), |m| (m.a, m.b));
        if let (Err(_), Ok(place)) = (met, self.anew.binary_search_by_key(&contact.order(), Contact::order)) {
            let anew = &self.anew[place];
            for point in &mut found.points[..found.count] {
                if let Some(place) = anew.points().iter().find(|p| p.id == point.id) {
                    (point.position, point.separation) = (place.position, place.separation);
                }
            }
        }
        found
    }

    /// Whether the two of a contact overlapped where the step began, also if something has parted them before they were
    /// collided inside it.
    pub fn overlapped(&self, contact: &Contact) -> bool {
        let place = self.anew.binary_search_by_key(&contact.order(), Contact::order);
        place.is_ok_and(|place| self.anew[place].separation() < 0.0)
    }

    /// Forgets another step: all bodies stand where they are, and these are their contacts.
    pub(super) fn begin(&mut self, poses: impl Iterator<Item = Pose>, anew: Vec<Contact>) {
        // Until a phase notes otherwise, a body is where it was.
        self.anew = anew;
        self.start.clear();
        self.start.extend(poses);
        for list in &mut self.poses {
            list.clone_from(&self.start);
        }
        self.met.clear();
    }

    /// Notes where a body is.
    pub(super) fn note(&mut self, phase: Phase, slot: usize, pose: Pose) {
        self.poses[phase as usize][slot] = pose;
    }

    /// Notes where the two of a pair, by their slots, were when it was collided inside the step.
    pub(super) fn note_meeting(&mut self, (a, b): (u32, u32), poses: (Pose, Pose)) {
        self.met.push(MetPair { a, b, poses });
    }

    /// Of each pair the last meeting counts.
    pub(super) fn finish(&mut self) {
        // A stable sort of the reversed list keeps the latest of each pair in front.
        self.met.reverse();
        self.met.sort_by_key(|m| (m.a, m.b));
        self.met.dedup_by_key(|m| (m.a, m.b));
    }
}
