//! Contact points.

use super::ContactStyle;
use crate::physics::ContactPoint;
use crate::view::{Color, Glyph, Marker, palette};

/// A disc, green when new and blue when older; a ring while the surfaces are apart.
pub(super) fn marker(point: &ContactPoint, style: ContactStyle) -> Marker {
    let glyph = if point.separation > 0.0 { Glyph::Ring } else { Glyph::Disc };
    let (size, xray) = (7.0 * style.size, style.xray);
    Marker { position: point.position, glyph, color: color(point), size, outlined: true, xray }
}

/// A dot about a body that looks only `look` wide (logical pixels), and no larger than a quarter of that.
pub(super) fn speck(point: &ContactPoint, look: f32) -> Marker {
    let size = (0.25 * look).clamp(1.0, 3.0);
    Marker { position: point.position, glyph: Glyph::Disc, color: color(point), size, outlined: false, xray: false }
}

const fn color(point: &ContactPoint) -> Color {
    if point.persisted { palette::OLD_POINT } else { palette::NEW_POINT }
}
