//! Contacts as the world shows them.

use super::BodyId;
use crate::geometry::{Feature, Overlap};
use crate::math::delta::numbered;
use glam::Vec3;

/// Whether two bodies were sent apart in the last step, and by whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bounce {
    /// They were not.
    #[default]
    None,
    /// By an impact, resolved at its time inside the step.
    AtItsTime,
    /// By the solver when the step ended: the two had more impacts in it than are resolved one by one.
    BySolver,
}

numbered!(Bounce { None, AtItsTime, BySolver });

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Midway between the two surfaces when the contact was detected (m, world).
    pub position: Vec3,
    /// Gap along the normal when the contact was detected (m); negative means overlap.
    pub separation: f32,
    /// Impulse along the normal in the last step (N·s), on `b`; never negative.
    pub normal_impulse: f32,
    /// Friction impulse in the last step (N·s, world), on `b`.
    pub friction_impulse: Vec3,
    /// Names the features that made the point; the same from step to step while they do.
    pub id: u32,
    /// Whether the point was there in the step before.
    pub persisted: bool,
}

/// A touching pair in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The body of the lower slot, or [`BodyId::FLOOR`], [`BodyId::CEILING`].
    pub a: BodyId,
    /// The other body.
    pub b: BodyId,
    /// Unit, from `a` towards `b` (world).
    pub normal: Vec3,
    /// The part of `a` that touches.
    pub feature_a: Feature,
    /// The part of `b` that touches.
    pub feature_b: Feature,
    /// Restitution of the pair.
    pub restitution: f32,
    /// Friction coefficient of the pair.
    pub friction: f32,
    /// Approach speed of the fastest impact in the last step (m/s), whether it bounced or not; 0 when there was none:
    /// the two were in touch all along.
    pub impact_speed: f32,
    /// Whether that sent the two apart, and by whom.
    pub bounce: Bounce,
    /// What their overlap was worth when the contact was detected.
    pub overlap: Overlap,
    /// All impulses of the last step on `b` together (N·s, world): of its points, and of impacts that
    /// had another normal.
    pub impulse: Vec3,
    pub(super) points: [ContactPoint; 4],
    pub(super) count: usize,
}

impl Contact {
    /// Whether it is between two bodies, whichever of them is named first.
    pub fn is_between(&self, (a, b): (BodyId, BodyId)) -> bool {
        (self.a, self.b) == (a, b) || (self.a, self.b) == (b, a)
    }

    /// A contact without impulse, of frictionless bodies that do not bounce; `points` are its one to four points.
    ///
    /// The step makes its own contacts; this is for drawings and for tests of them. Points after the fourth
    /// are left out.
    pub fn new(a: (BodyId, Feature), b: (BodyId, Feature), normal: Vec3, points: &[ContactPoint]) -> Self {
        let nothing = ContactPoint {
            position: Vec3::ZERO,
            separation: 0.0,
            normal_impulse: 0.0,
            friction_impulse: Vec3::ZERO,
            id: 0,
            persisted: false,
        };
        Self {
            a: a.0,
            b: b.0,
            normal,
            feature_a: a.1,
            feature_b: b.1,
            restitution: 0.0,
            friction: 0.0,
            impact_speed: 0.0,
            bounce: Bounce::None,
            overlap: Overlap::Exact,
            impulse: Vec3::ZERO,
            // Places beyond the points given are there and empty: the array has always four.
            points: std::array::from_fn(|i| points.get(i).copied().unwrap_or(nothing)),
            count: points.len().min(4),
        }
    }

    /// By which contacts are listed: the slots of `a` and `b`, the floor and the ceiling first.
    pub(super) fn order(&self) -> (u32, u32) {
        (self.a.index.wrapping_add(2), self.b.index)
    }

    /// One to four points.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    /// The deepest point's separation (m).
    pub fn separation(&self) -> f32 {
        self.points().iter().map(|p| p.separation).fold(f32::INFINITY, f32::min)
    }

    /// Sum of the points' normal impulses (N·s).
    pub fn normal_impulse(&self) -> f32 {
        self.points().iter().map(|p| p.normal_impulse).sum()
    }

    /// Sum of the points' friction impulses (N·s, world), on `b`.
    pub fn friction_impulse(&self) -> Vec3 {
        self.points().iter().map(|p| p.friction_impulse).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contact_is_between_its_two_bodies_whichever_is_named_first() {
        let [a, b, c] = [0, 1, 2].map(|slot| BodyId::from_parts(slot, 0));
        let contact = Contact::new((a, Feature::Surface), (b, Feature::Surface), Vec3::Y, &[]);
        assert!(contact.is_between((a, b)) && contact.is_between((b, a)));
        assert!(!contact.is_between((a, c)) && !contact.is_between((a, a)));
    }
}
