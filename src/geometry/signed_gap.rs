//! What is told of the distance between two shapes.

use glam::Vec3;

/// How far two shapes are apart, and which way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedGap {
    /// m; negative where the two overlap.
    pub gap: f32,
    /// The direction along which the gap was measured, from the first shape to the second (unit).
    pub normal: Vec3,
}

impl SignedGap {
    /// Of what is nowhere near.
    pub(super) const FAR: Self = Self::new(f32::INFINITY, Vec3::Y);

    pub(super) const fn new(gap: f32, normal: Vec3) -> Self {
        Self { gap, normal }
    }
}
