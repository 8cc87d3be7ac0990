//! Which body of a contact pushes, and which is pushed.

use crate::physics::{Body, BodyId, Contact, Motion};
use crate::sim::Sim;
use glam::Vec3;

/// Which body of a contact pushes, and so which one its arrows leave.
///
/// A body that nothing moves pushes one that moves. Of two that move the lower pushes, as it bears the other; side by
/// side the heavier; of equals the one towards −x, then the one towards −z. Nothing here asks which of the two is `a`:
/// the arrows of a pair stay as they are when its bodies are listed the other way round.
pub fn pusher(sim: &Sim, contact: &Contact) -> BodyId {
    let (a, b) = (sim.world().body(contact.a), sim.world().body(contact.b));
    if a_pushes(a.as_ref(), b.as_ref(), contact.normal) { contact.a } else { contact.b }
}

/// A side without body is the floor or the ceiling. `normal` points from a to b.
pub(super) fn a_pushes(a: Option<&Body>, b: Option<&Body>, normal: Vec3) -> bool {
    /// Steeper normals (sine of the slope) mean that one body lies on the other.
    const STEEP: f32 = 0.2;
    // What cannot be moved pushes whatever touches it.
    let mass = |body: Option<&Body>| match body {
        Some(b) if b.desc.motion == Motion::Dynamic => b.mass,
        _ => f32::INFINITY,
    };
    let (mass_a, mass_b) = (mass(a), mass(b));
    // Of two that can move the lower one carries the upper one.
    if mass_a.is_finite() && mass_b.is_finite() && normal.y.abs() > STEEP {
        return normal.y > 0.0;
    }
    // Side by side, the heavier pushes.
    if mass_a != mass_b {
        return mass_a > mass_b;
    }
    // Numbers near 0 count as 0, or rounding would swap the arrows of billiard balls.
    let ahead = [normal.x, normal.z, normal.y].into_iter().find(|c| c.abs() > 1e-3);
    ahead.is_none_or(|c| c > 0.0)
}
