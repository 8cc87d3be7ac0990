//! Spheres against everything but frusta: one clamp finds the closest point (Ericson, "Real-Time Collision Detection",
//! 5.1.3), and with it the feature.

use super::manifold::apart;
use super::pair::{QuadMeasures, flat};
use super::{Feature, Manifold, ManifoldPoint, NormalRule, Note, PairMemory, Reason, Region, Side, Trace};
use glam::Vec3;

/// Distance up to which two centres have no direction between them (m): far below the least size, far above what
/// squares to zero.
pub(super) const COINCIDENT: f32 = 1e-12;

/// Sphere against sphere. With coincident centres no direction is better than another: the normal is +y of `a`.
#[inline]
pub(super) fn spheres(ra: f32, rb: f32, center: Vec3, margin: f32) -> Manifold {
    let distance = center.length();
    let separation = distance - ra - rb;
    if apart(separation, margin) {
        return Manifold::clear(separation);
    }
    // The point midway between the surfaces on the line of centres.
    let normal = if distance > COINCIDENT { center / distance } else { Vec3::Y };
    let position = normal * (ra + 0.5 * separation);
    let point = ManifoldPoint { position, separation, id: 0 };
    Manifold::single(normal, (Feature::Surface, Feature::Surface), point)
}

/// Cuboid against sphere, in the cuboid's frame.
///
/// `q = clamp(c, −h, h)` is the closest point. Outside, the clamped axes name the region: one a face, two an edge,
/// three a corner. Inside, nothing is clamped and the face of least depth takes the contact.
#[inline]
pub(super) fn cuboid_sphere<T: Trace>(
    half: Vec3,
    radius: f32,
    center: Vec3,
    margin: f32,
    rule: NormalRule,
    trace: &mut T,
) -> Manifold {
    // The closest point of the box, and the centre seen from there.
    let closest = center.clamp(-half, half);
    let offset = center - closest;
    trace.record(Note::Clamp { center, half, closest, region: Region::of(offset, 0.0) });
    let distance2 = offset.length_squared();
    // Compared as squares: pairs out of reach take no root.
    let reach = radius + margin;
    if apart(distance2, reach * reach) {
        return Manifold::clear(distance2.sqrt() - radius);
    }
    // Nothing was clamped: the centre is inside or on the surface, and the offset has no direction.
    if distance2 == 0.0 {
        trace.record(Note::Depths(std::array::from_fn(|face| {
            half[face / 2] + if face % 2 == 0 { -center[face / 2] } else { center[face / 2] }
        })));
        return inside(half, radius, center, margin);
    }
    let region = Region::of(offset, 0.0);
    trace.record(Note::Rule(rule));
    let distance = distance2.sqrt();
    let (normal, separation) = match rule {
        NormalRule::Closest => (offset / distance, distance - radius),
        NormalRule::Region => {
            // The gap along the fixed diagonal n: how far the sphere can go along −n until it meets the point q, so
            // |d − s n| = r with d = c − q. When it passes beside q there is no contact along n.
            let normal = region.direction().normalize();
            let along = normal.dot(offset);
            let room = radius * radius - (distance2 - along * along);
            if room < 0.0 {
                return Manifold::NONE;
            }
            (normal, along - room.sqrt())
        }
    };
    if apart(separation, margin) {
        return Manifold::NONE;
    }
    let point =
        ManifoldPoint { position: closest + normal * (0.5 * separation), separation, id: region.index().into() };
    Manifold::single(normal, (Feature::cuboid(region), Feature::Surface), point)
}

/// The centre lies in the cuboid or on its surface: out through the nearest face; of equally near ones the first of
/// x, y, z and of + and −.
fn inside(half: Vec3, radius: f32, center: Vec3, margin: f32) -> Manifold {
    // The face of greatest signed distance is the nearest one.
    let depth = center.abs() - half;
    let axis = if depth.x >= depth.y && depth.x >= depth.z { 0 } else { 1 + usize::from(depth.z > depth.y) };
    let positive = center[axis] >= 0.0;
    let region = Region::face(axis, positive);
    let normal = region.direction();
    let separation = depth[axis] - radius;
    if apart(separation, margin) {
        return Manifold::NONE;
    }
    // Bit 5 of the id tells these contacts from those outside.
    let mut on_face = center;
    on_face[axis] = if positive { half[axis] } else { -half[axis] };
    let point = ManifoldPoint {
        position: on_face + normal * (0.5 * separation),
        separation,
        id: u32::from(region.index()) | 32,
    };
    Manifold::single(normal, (Feature::Inside(region), Feature::Surface), point)
}

/// Quad against sphere, in the quad's frame.
///
/// Over the rectangle the normal is the one of the side the sphere came from, however deep it got. Beside it the rim is
/// met like a cuboid's edge or corner; there the centre alone tells the side.
#[inline]
pub(super) fn quad_sphere<T: Trace>(
    (half, sides): QuadMeasures,
    radius: f32,
    center: Vec3,
    margin: f32,
    memory: &mut PairMemory,
    trace: &mut T,
) -> Manifold {
    let limit = flat(half);
    let closest = center.clamp(-limit, limit);
    let offset = center - closest;
    let beside = offset.x != 0.0 || offset.z != 0.0;
    let distance = offset.length();
    let apart = apart(distance - radius, margin);
    // Beside the rim a ball level with the quad counts as in front: rounding must not decide.
    let height = if beside { center.y + 1e-3 * radius } else { center.y };
    // Where the sphere came from decides whether the quad stops it, and on which side.
    memory.update_side(sides, height, beside, apart);
    let passes = memory.lets_pass(sides);
    trace.record(Note::Clamp { center, half: limit, closest, region: Region::of(offset, 0.0) });
    trace.record(Note::Side { from: memory.side, height: center.y, beside, passes });
    if apart || passes {
        let reason = if apart { Reason::Separated } else { Reason::Passes };
        trace.record(Note::Chosen { axis: None, reason });
        return Manifold::NONE;
    }
    let sign = if memory.side == Side::Behind { -1.0 } else { 1.0 };
    // Beside the rim as for a cuboid's edge or corner; over the rectangle along the normal of its side.
    let (normal, separation, feature) = if beside {
        let region = Region::of(Vec3::new(offset.x, 0.0, offset.z), 0.0);
        (offset / distance, distance - radius, Feature::rim(region))
    } else {
        let feature = if sign > 0.0 { Feature::Front } else { Feature::Back };
        (Vec3::Y * sign, center.y * sign - radius, feature)
    };
    let id = feature.region().map_or(u32::from(sign > 0.0), |r| 32 | u32::from(r.index()));
    let point = ManifoldPoint { position: closest + normal * (0.5 * separation), separation, id };
    Manifold::single(normal, (feature, Feature::Surface), point)
}

/// Half-space against sphere, in the half-space's frame.
#[inline]
pub(super) fn half_space_sphere(radius: f32, center: Vec3, margin: f32) -> Manifold {
    let separation = center.y - radius;
    if apart(separation, margin) {
        return Manifold::NONE;
    }
    let position = Vec3::new(center.x, 0.5 * separation, center.z);
    let point = ManifoldPoint { position, separation, id: 0 };
    Manifold::single(Vec3::Y, (Feature::Front, Feature::Surface), point)
}
