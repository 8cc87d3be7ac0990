//! Normal impulses and friction.

use super::push::Push;
use super::{ContactStyle, Marks};
use crate::physics::ContactPoint;
use crate::view::scale::ImpulseScale;
use crate::view::{Arrow, ArrowLength, Color, palette};
use glam::Vec3;

impl Marks<'_, '_> {
    /// The ruler says what the lengths mean; only about the smallest bodies of a picture are they cut.
    pub(super) fn impulses(&mut self, push: &Push, point: &ContactPoint, scale: &ImpulseScale, style: ContactStyle) {
        let (options, layers) = (self.painter.options, self.painter.layers());
        let pixels = options.arrow_length == ArrowLength::Pixels;
        let xray = style.xray || self.crowd.is_clear();
        let mut arrow = |impulse: Vec3, color: Color, width: f32| {
            // Nothing pushed is no arrow, not one without length.
            let size = impulse.length();
            if size == 0.0 {
                return;
            }
            // By pixels the scale is logarithmic, in metres it is not.
            let length = if pixels { style.length(scale.pixels(size)) } else { scale.metres(size) };
            let one = Arrow {
                tail: point.position,
                direction: impulse / size,
                length,
                pixels,
                tail_color: color,
                head_color: color,
                width: width * style.size,
                hollow: false,
                xray,
            };
            self.list.arrows.push(one);
            if options.both_arrows {
                self.list.arrows.push(Arrow { direction: -one.direction, ..one });
            }
        };
        if layers.impulses {
            arrow(push.normal * point.normal_impulse, palette::IMPULSE, 7.0);
        }
        // Friction is given on B; it is drawn on the body that is pushed.
        if layers.friction {
            arrow(point.friction_impulse * push.sign, palette::FRICTION, 4.0);
        }
    }
}
