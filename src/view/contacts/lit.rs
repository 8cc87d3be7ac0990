//! The touched features of both bodies.

use super::push::{Party, Push};
use super::{ContactStyle, Marks, middle};
use crate::geometry::Feature;
use crate::math::tangents;
use crate::view::features::{Detail, lit_feature};
use crate::view::palette;
use glam::Vec3;

impl Marks<'_, '_> {
    /// Lights the touched feature of either body; whole ones only once, however many bodies touch them.
    pub(super) fn light(&mut self, push: &Push, style: ContactStyle) {
        let touch = middle(push.contact);
        for (party, other) in [(&push.pusher, &push.pushed), (&push.pushed, &push.pusher)] {
            // A floor under a hundred bodies is lit once.
            let bit = feature_bit(party.feature);
            let mut nowhere = 0;
            // The floor and the ceiling have no slot; they are never lit as a whole.
            let marked = self.lit.get_mut(party.id.index()).unwrap_or(&mut nowhere);
            if *marked & bit != 0 && !style.bold {
                continue;
            }
            // Of a large face a patch as wide as the other body is lit.
            let reach = reach_across(other, push.normal);
            if let Some(lit) = lit_feature(&party.shape, &party.pose, party.feature, touch, reach) {
                if lit.is_whole() {
                    *marked |= bit;
                }
                let detail =
                    Detail { pixels_per_metre: self.crowd.pixels_per_metre(touch), size: style.size, xray: style.xray };
                lit.draw(self.list, palette::lit(party.color, self.painter.theme()), detail);
            }
        }
    }
}

/// How far a body reaches from its middle across the unit vector `normal` (m).
fn reach_across(party: &Party, normal: Vec3) -> f32 {
    if !party.radius.is_finite() {
        return f32::MAX.sqrt();
    }
    // No farther than its bounding sphere, whatever the box around it says.
    let half = party.shape.half_extents();
    let reach = |direction: Vec3| party.pose.inverse_vector(direction).abs().dot(half).min(party.radius);
    let [u, v] = tangents(normal);
    reach(u).max(reach(v))
}

/// Another bit for each feature that one shape can have.
fn feature_bit(feature: Feature) -> u32 {
    match feature {
        Feature::Surface => 1 << 27,
        Feature::Front => 1 << 28,
        Feature::Back => 1 << 29,
        Feature::Cap(end) | Feature::InsideCap(end) => 1 << end as u32,
        Feature::Side | Feature::InsideSide => 1 << 2,
        Feature::CapRim(end) => 1 << (3 + end as u32),
        // The centre inside lights the same face as a touch from outside.
        Feature::Face(r)
        | Feature::Inside(r)
        | Feature::Edge(r)
        | Feature::Corner(r)
        | Feature::Rim(r)
        | Feature::RimCorner(r) => 1 << r.index(),
    }
}
