//! The normal that the other of the two rules would give a ball on a box.

use super::contacts::middle;
use super::labels::{Labels, Words};
use super::{Arrow, DrawList, Look, palette, pusher};
use crate::geometry::NormalRule;
use crate::physics::Contact;
use glam::Vec3;

/// Length of the arrows (logical pixels): that of a normal.
const LENGTH: f32 = 48.0;

/// Normals this near to each other are one arrow (rad).
const SAME: f32 = 1e-3;

impl Look<'_> {
    /// A hollow arrow beside each normal that the other rule would turn, with the angle between the two.
    pub(super) fn other_rule(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels<'_>) {
        if !self.layers().rules {
            return;
        }
        let rule = self.sim.world().config().normals;
        let (other, name) = match rule {
            NormalRule::Closest => (NormalRule::Region, "fixed direction"),
            NormalRule::Region => (NormalRule::Closest, "closest point"),
        };
        let ink = palette::ink(self.theme());
        for contact in contacts {
            let under = |rule| self.sim.normal_under(rule, contact);
            let (Some(here), Some(there)) = (under(rule), under(other)) else { continue };
            let angle = here.cross(there).length().atan2(here.dot(there));
            if angle < SAME {
                continue;
            }
            let sign = if pusher(self.sim, contact) == contact.a { 1.0 } else { -1.0 };
            let tail: Vec3 = middle(contact);
            list.arrows.push(Arrow {
                tail,
                direction: there * sign,
                length: LENGTH,
                pixels: true,
                tail_color: ink,
                head_color: ink,
                width: 3.0,
                hollow: true,
                xray: true,
            });
            let words = format!("{name}: {:.1}° away", angle.to_degrees());
            labels.add(tail, Words::Text(words.into()), ink, 2);
        }
    }
}
