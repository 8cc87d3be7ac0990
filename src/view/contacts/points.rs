//! Contact points.

use crate::physics::ContactPoint;
use crate::view::{Glyph, Marker, palette};

/// A disc, green when new and blue when older; a ring while the surfaces are apart.
pub(super) fn marker(point: &ContactPoint, size: f32) -> Marker {
    let color = if point.persisted { palette::OLD_POINT } else { palette::NEW_POINT };
    let glyph = if point.separation > 0.0 { Glyph::Ring } else { Glyph::Disc };
    Marker { position: point.position, glyph, color, size: 7.0 * size, outlined: true, xray: true }
}
