//! Normals.

use super::push::{Party, Push};
use super::{ContactStyle, Marks};
use crate::physics::ContactPoint;
use crate::view::{Arrow, ArrowLength, Marker, palette};
use glam::Vec3;

/// Length of a unit normal (logical pixels).
pub(super) const PIXELS: f32 = 48.0;
/// Length of a unit normal (m), when lengths are in metres.
pub(super) const METRES: f32 = 0.5;
/// How much bolder the normals of a contact are that is selected or under the mouse.
const BOLD: f32 = 1.6;

impl Marks<'_, '_> {
    /// The normal at one point, with the sign of the touched feature at its tail; hollow while nothing is pushed.
    pub(super) fn normal(&mut self, push: &Push, point: &ContactPoint, style: ContactStyle) {
        let options = self.painter.options;
        let pixels = options.arrow_length == ArrowLength::Pixels;
        // From the colour of the one that pushes to that of the one that is pushed.
        let mut arrow = |direction: Vec3, from: &Party, to: &Party| {
            self.list.arrows.push(Arrow {
                tail: point.position,
                direction,
                length: if pixels { style.length(PIXELS * style.size) } else { METRES },
                pixels,
                tail_color: from.color,
                head_color: to.color,
                width: 4.0 * style.size * if style.bold { BOLD } else { 1.0 },
                hollow: point.separation > 0.0 && point.normal_impulse == 0.0,
                xray: style.xray,
            });
        };
        arrow(push.normal, &push.pusher, &push.pushed);
        if options.both_arrows {
            arrow(-push.normal, &push.pushed, &push.pusher);
        }
        // The sign at the tail says what pushes: face, edge, corner or surface.
        let glyph = palette::glyph(push.pusher.feature);
        let color = palette::lit(push.pusher.color, self.painter.theme());
        let size = 13.0 * style.size;
        self.list.markers.push(Marker {
            position: point.position,
            glyph,
            color,
            size,
            outlined: true,
            xray: style.xray,
        });
    }
}
