//! How much a body gives way to a push at a point.

use glam::{Quat, Vec3};

/// One side's part of the inverse effective mass at a point, along a direction: what a unit of impulse there adds to the
/// velocity of the point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compliance {
    /// 1/m (1/kg); 0 for a body that nothing pushes.
    pub linear: f32,
    /// `(I⁻¹ (r × n)) · (r × n)` (1/kg): what the body gives way by turning.
    pub angular: f32,
}

impl Compliance {
    /// Of a body of an inverse mass (1/kg) and inverse principal moments of inertia (1/(kg·m²)), turned by
    /// `rotation`, at `anchor` from its centre of mass (m, world), along `n` (unit, world).
    #[inline]
    pub fn new((inv_mass, inv_inertia): (f32, Vec3), rotation: Quat, anchor: Vec3, n: Vec3) -> Self {
        // In the body's own axes the tensor is diagonal.
        let lever = rotation.conjugate() * anchor.cross(n);
        Self { linear: inv_mass, angular: (inv_inertia * lever).dot(lever) }
    }

    /// Both together (1/kg).
    #[inline]
    pub fn sum(&self) -> f32 {
        self.linear + self.angular
    }
}
