//! Where a ray enters a shape.

use super::frustum::Frustum;
use super::{Feature, Region, Shape};
use glam::Vec3;

/// A half line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins (m).
    pub origin: Vec3,
    /// Unit.
    pub direction: Vec3,
}

/// Where a ray meets a shape, in the shape's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit {
    /// Distance along the unit direction (m).
    pub distance: f32,
    /// Outward unit normal of the surface.
    pub normal: Vec3,
    /// The part that was hit.
    pub feature: Feature,
}

/// The first point within `max` metres at which a ray from `origin` along the unit vector `direction` enters a shape,
/// all in the frame of the shape.
///
/// A ray that starts inside does not enter. Quads are hit from both sides, one-sided ones too: what can be seen can be
/// picked; the normal then looks towards the origin.
pub fn cast_ray(shape: &Shape, origin: Vec3, direction: Vec3, max: f32) -> Option<ShapeHit> {
    match *shape {
        Shape::Sphere { radius } => sphere(radius, origin, direction, max),
        Shape::Cuboid { half } => cuboid(half, origin, direction, max),
        Shape::Quad { half, .. } => {
            // Where the ray crosses the quad's plane, if within the rectangle.
            let distance = to_plane(origin, direction, max)?;
            let p = origin + direction * distance;
            let front = origin.y > 0.0;
            let (normal, feature) = if front { (Vec3::Y, Feature::Front) } else { (Vec3::NEG_Y, Feature::Back) };
            (p.x.abs() <= half.x && p.z.abs() <= half.y).then_some(ShapeHit { distance, normal, feature })
        }
        Shape::Frustum { bottom, top, half_height } => {
            Frustum::new(bottom, top, half_height).cast_ray(origin, direction, max)
        }
        Shape::HalfSpace => {
            // From above only: below is inside.
            let distance = to_plane(origin, direction, max)?;
            (origin.y > 0.0).then_some(ShapeHit { distance, normal: Vec3::Y, feature: Feature::Front })
        }
    }
}

/// Distance to the plane y = 0 (m).
fn to_plane(origin: Vec3, direction: Vec3, max: f32) -> Option<f32> {
    let distance = -origin.y / direction.y;
    (origin.y != 0.0 && distance >= 0.0 && distance <= max).then_some(distance)
}

/// The lesser root of `|o + s d| = r`. From afar the direct discriminant cancels; the distance of the line from the
/// centre does not.
fn sphere(radius: f32, origin: Vec3, direction: Vec3, max: f32) -> Option<ShapeHit> {
    // The point of the ray's line nearest to the centre, and half the chord about it.
    let along = -origin.dot(direction);
    let nearest = origin + direction * along;
    let half_chord2 = radius * radius - nearest.length_squared();
    if along <= 0.0 || half_chord2 < 0.0 || origin.length_squared() <= radius * radius {
        return None;
    }
    let distance = (along - half_chord2.sqrt()).max(0.0);
    let normal = (nearest - direction * half_chord2.sqrt()) / radius;
    (distance <= max).then_some(ShapeHit { distance, normal, feature: Feature::Surface })
}

/// The slab test (Kay and Kajiya 1986): the ray is inside from the last entry to the first exit.
fn cuboid(half: Vec3, origin: Vec3, direction: Vec3, max: f32) -> Option<ShapeHit> {
    let (mut enter, mut exit, mut face) = (0.0_f32, max, None);
    for axis in 0..3 {
        let (o, d, h) = (origin[axis], direction[axis], half[axis]);
        // Parallel to the slab: inside it all along, or never.
        if d == 0.0 {
            if o.abs() > h {
                return None;
            }
            continue;
        }
        // Entry and exit of this slab; a ray that starts within it does not enter through its face.
        let (near, far) = ((-h * d.signum() - o) / d, (h * d.signum() - o) / d);
        if near >= enter && (o * d.signum() < -h) {
            enter = near;
            face = Some(Region::face(axis, d < 0.0));
        }
        exit = exit.min(far);
    }
    // A miss when one slab is left before another is entered.
    let face = face.filter(|_| enter <= exit)?;
    Some(ShapeHit { distance: enter, normal: face.direction(), feature: Feature::Face(face) })
}
