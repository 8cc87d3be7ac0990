//! What is said of a contact.

use super::pusher;
use super::scale::figures;
use crate::geometry::Feature;
use crate::language::quantity::separation;
use crate::language::{feature_words, word};
use crate::physics::{BodyId, Contact};
use crate::say;
use crate::sim::Sim;

/// A contact in words: `box#4 edge +x−y vs floor front · 3.2 N·s · overlap 40.0 µm`, the body that is pushed first.
///
/// The impulse is the sum over the points, the overlap or the gap that of the deepest one.
pub fn contact_words(sim: &Sim, contact: &Contact) -> String {
    let a = (contact.a, contact.feature_a);
    let b = (contact.b, contact.feature_b);
    // The pushed body first: it is the one that one asks about.
    let (pushed, pusher) = if pusher(sim, contact) == contact.a { (b, a) } else { (a, b) };
    let side = |(id, feature): (BodyId, Feature)| format!("{} {}", name(sim, id), feature_words(&feature));
    say!("{} vs {} · {}", side(pushed), side(pusher), contact_figures(contact))
}

/// How hard and how deep: `3.2 N·s · overlap 40.0 µm`.
pub(super) fn contact_figures(contact: &Contact) -> String {
    format!("{} N·s · {}", figures(contact.normal_impulse()), separation(contact.separation()))
}

/// A body's name, with its kind in front when it is only a number: `box#4`.
fn name(sim: &Sim, id: BodyId) -> String {
    let name = sim.name(id);
    match sim.world().body(id) {
        Some(body) if name.starts_with('#') => format!("{}{name}", word(body.desc.shape.kind_name())),
        _ => name,
    }
}
