//! Where a shape stands, in double precision.

use glam::{DQuat, DVec3};

/// A place and a rotation, `world_from_body`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the origin of the body stands (m, world axes).
    pub position: DVec3,
    /// Unit quaternion that turns the body's axes into the world's.
    pub rotation: DQuat,
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { position: DVec3::ZERO, rotation: DQuat::IDENTITY };

    /// At `position`, turned by `rotation`, which is made unit.
    pub fn new(position: DVec3, rotation: DQuat) -> Self {
        Self { position, rotation: rotation.normalize() }
    }

    /// A point of the body in the world (m).
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.rotation * local
    }

    /// A point of the world in the body (m).
    pub fn local_point(&self, world: DVec3) -> DVec3 {
        self.rotation.conjugate() * (world - self.position)
    }

    /// A direction of the world in the body.
    pub fn local_direction(&self, world: DVec3) -> DVec3 {
        self.rotation.conjugate() * world
    }

    /// This pose after `inner`: `world_from_body · body_from_part`.
    pub fn after(&self, inner: &Self) -> Self {
        Self { position: self.point(inner.position), rotation: (self.rotation * inner.rotation).normalize() }
    }

    /// The pose of `other` as seen from this one.
    pub fn relative(&self, other: &Self) -> Self {
        let back = self.rotation.conjugate();
        Self { position: back * (other.position - self.position), rotation: (back * other.rotation).normalize() }
    }
}
