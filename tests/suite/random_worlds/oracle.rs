//! What the oracle knows of shapes, planes and energy.

use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyDesc, Motion, World};

/// A plane that bodies above it may not cross.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Unit, towards where they may be.
    pub normal: Vec3,
    /// Its distance from the origin along the normal (m).
    pub plane: f32,
    /// Half of what is solid behind it (m), where that is less than any body is thick; else 0.
    pub half_thickness: f32,
}

impl Side {
    pub fn new(normal: Vec3, plane: f32) -> Self {
        Self { normal, plane, half_thickness: 0.0 }
    }

    /// How far a point is above it (m).
    pub fn height(&self, point: Vec3) -> f32 {
        self.normal.dot(point) - self.plane
    }

    /// Whether a body is behind it: with its centre behind a thin wall, or as a whole in what is thick.
    pub fn is_passed(&self, desc: &BodyDesc) -> bool {
        if self.half_thickness > 0.0 {
            self.height(desc.position) < -2.0 * self.half_thickness
        } else {
            self.height(furthest_point(desc, self.normal)) < -0.02
        }
    }
}

/// The point of a body that is furthest in a direction (world).
pub fn furthest_point(desc: &BodyDesc, direction: Vec3) -> Vec3 {
    let d = desc.rotation.conjugate() * direction;
    let signed = |x: f32, size: f32| if x >= 0.0 { size } else { -size };
    let local = match desc.shape {
        Shape::Sphere { radius } => d.normalize_or_zero() * radius,
        Shape::Cuboid { half } => Vec3::new(signed(d.x, half.x), signed(d.y, half.y), signed(d.z, half.z)),
        Shape::Quad { half, .. } => Vec3::new(signed(d.x, half.x), 0.0, signed(d.z, half.y)),
        Shape::Frustum { bottom, top, half_height } => {
            // The centre of mass stands H/4 (R² + 2Rr + 3r²)/(R² + Rr + r²) above the lower cap.
            let sum = bottom * bottom + bottom * top + top * top;
            let rise = 0.5 * half_height * (bottom * bottom + 2.0 * bottom * top + 3.0 * top * top) / sum;
            let out = Vec3::new(d.x, 0.0, d.z).normalize_or_zero();
            let low = out * bottom - Vec3::Y * rise;
            let high = out * top + Vec3::Y * (2.0 * half_height - rise);
            if low.dot(d) > high.dot(d) { low } else { high }
        }
        _ => Vec3::ZERO,
    };
    desc.position + desc.rotation * local
}

/// ½ m v² + ½ ω·I·ω − (m g + F)·x (J), heights counted from the lowest place.
pub fn energy(world: &World, lowest: f32) -> f64 {
    let gravity = world.config().gravity.as_dvec3();
    let down = gravity.normalize_or_zero();
    let dynamic = world.bodies().filter(|body| body.desc.motion == Motion::Dynamic);
    dynamic
        .map(|body| {
            let (m, x) = (f64::from(body.mass), body.desc.position.as_dvec3());
            let height = -down.dot(x) - f64::from(lowest);
            body.kinetic_energy() + m * gravity.length() * height - body.desc.force.as_dvec3().dot(x)
        })
        .sum()
}
