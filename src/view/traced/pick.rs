//! What of a trace is under the mouse.

use super::contacts::middle;
use super::{solids, trace_id};
use crate::exact::{Core, Pose};
use crate::geometry::{Ray, cast_ray};
use crate::physics::BodyId;
use crate::playback::Playback;
use crate::trace::{Geometry, Piece};
use crate::view::{Camera, DrawList, ViewOptions};
use glam::{DVec3, Vec2, Vec3};

/// How near the mouse must come to a contact's point or arrow (logical pixels).
const REACH: f32 = 10.0;
/// Length of an arrow that can be clicked (logical pixels).
const ARROW: f32 = 48.0;
/// Nothing is further away than this (m).
const FAR: f32 = 1e7;

/// What is under the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TracePick {
    /// A body.
    Body(BodyId),
    /// The contacts between two bodies, in this order.
    Contact(BodyId, BodyId),
}

/// What of a trace is under `pixel` (physical pixels from the upper left): contacts while any of their layers is on,
/// for their marks lie over the bodies; else the nearest body.
pub fn pick_trace(playback: &Playback, options: &ViewOptions, camera: &Camera, pixel: Vec2) -> Option<TracePick> {
    if !pixel.is_finite() {
        return None;
    }
    let frame = playback.frame();
    // Contacts go before bodies: their marks are drawn on top.
    if options.layers.any_contact()
        && let Some(pair) = nearest_contact(playback, camera, pixel)
    {
        return Some(TracePick::Contact(trace_id(pair.0), trace_id(pair.1)));
    }
    let Ray { origin, direction } = camera.ray(pixel);
    // The first body that the ray meets, of all pieces of all bodies.
    let mut nearest: Option<(f32, usize)> = None;
    for (index, member) in frame.cast().members.iter().enumerate() {
        let Some(pose) = frame.place(index) else { continue };
        for piece in &member.pieces {
            let hit = hit(piece, &pose, origin, direction);
            if let Some(distance) = hit.filter(|d| nearest.is_none_or(|(best, _)| *d < best)) {
                nearest = Some((distance, index));
            }
        }
    }
    nearest.map(|(_, index)| TracePick::Body(trace_id(index)))
}

/// The pair of bodies with a point or a normal near the pixel; of marks equally near the one nearest to the eye.
fn nearest_contact(playback: &Playback, camera: &Camera, pixel: Vec2) -> Option<(usize, usize)> {
    let clip = camera.clip_from_world();
    let scale = camera.scale.max(f32::MIN_POSITIVE);
    let mut best: Option<(f32, f32, (usize, usize))> = None;
    for claim in playback.frame().contacts() {
        for point in &claim.points {
            let place = point.place.as_vec3();
            let Some(from) = camera.project_with(&clip, place) else { continue };
            // The arrow's direction on the screen; its length there does not depend on the depth.
            let ahead = camera.project_with(&clip, place + claim.normal.as_vec3() * 0.01);
            let along = ahead.map_or(Vec2::ZERO, |ahead| (ahead - from).normalize_or_zero() * (ARROW * scale));
            let share = ((pixel - from).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
            let distance = pixel.distance(from + along * share) / scale;
            let depth = place.distance(camera.eye());
            // Marks that cover each other are told apart by their depth.
            let is_better = best.is_none_or(|(d, z, _)| distance < d - 0.5 || (distance < d + 0.5 && depth < z));
            if distance <= REACH && is_better {
                best = Some((distance, depth, (claim.a, claim.b)));
            }
        }
    }
    best.map(|(.., pair)| pair)
}

/// How far along a ray a piece is hit (m).
fn hit(piece: &Piece, pose: &Pose, origin: Vec3, direction: Vec3) -> Option<f32> {
    if let Some((shape, at)) = solids::known(piece, pose) {
        let (origin, direction) = (at.inverse_point(origin), at.inverse_vector(direction));
        return cast_ray(&shape, origin, direction, FAR).map(|hit| hit.distance);
    }
    // A capsule is a cylinder between two balls; what has faces is hit in the triangles that are drawn of it.
    let at = pose.after(&piece.place);
    if let Geometry::Convex(solid) = &piece.geometry
        && let Core::Segment(half) = &solid.core
    {
        return capsule(
            at.local_point(origin.as_dvec3()),
            at.local_direction(direction.as_dvec3()),
            *half,
            solid.radius,
        );
    }
    // The triangles as they would be drawn, each asked.
    let mut list = DrawList::default();
    let look = solids::Look { color: Default::default(), highlight: Default::default(), grid: false };
    solids::solid(&mut list, piece, pose, look, None);
    list.facets.iter().filter_map(|facet| triangle(facet.corners, origin, direction)).reduce(f32::min)
}

/// Where a ray meets a capsule about y.
fn capsule(origin: DVec3, direction: DVec3, half: f64, radius: f64) -> Option<f32> {
    // The nearest of the hits on the side between the ends and on the two balls.
    let quadratic = |a: f64, b: f64, c: f64| {
        let root = b * b - a * c;
        (a > 1e-12 && root >= 0.0).then(|| (-b - root.sqrt()) / a).filter(|t| *t >= 0.0)
    };
    // The side is a circle when one looks along the axis.
    let flat = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
    let (o, d) = (flat(origin), flat(direction));
    let side = quadratic(d.length_squared(), o.dot(d), o.length_squared() - radius * radius)
        .filter(|t| (origin.y + direction.y * t).abs() <= half);
    let ball = |y: f64| {
        let o = origin - DVec3::Y * y;
        quadratic(direction.length_squared(), o.dot(direction), o.length_squared() - radius * radius)
    };
    [side, ball(-half), ball(half)].into_iter().flatten().reduce(f64::min).map(|t| t as f32)
}

/// Where a ray meets a triangle, from either side: Möller and Trumbore, "Fast, minimum storage ray/triangle
/// intersection", 1997.
fn triangle([a, b, c]: [Vec3; 3], origin: Vec3, direction: Vec3) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    // Möller and Trumbore, 1997: barycentric u and v, and t along the ray.
    let p = direction.cross(ac);
    let volume = ab.dot(p);
    if volume.abs() < 1e-20 {
        return None;
    }
    let to = origin - a;
    let u = to.dot(p) / volume;
    let q = to.cross(ab);
    let v = direction.dot(q) / volume;
    let t = ac.dot(q) / volume;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0).then_some(t)
}

/// Where two bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingPlace {
    /// The middle of their contacts (m, world).
    pub center: Vec3,
    /// How far the points of the contacts reach from it (m).
    pub reach: f32,
}

/// Where two bodies touch in the step shown; none where they do not.
pub fn meeting_place(playback: &Playback, a: usize, b: usize) -> Option<MeetingPlace> {
    let frame = playback.frame();
    let claims: Vec<_> = frame.between(a, b).into_iter().map(|index| &frame.contacts()[index]).collect();
    let middles: Vec<Vec3> = claims.iter().filter_map(|claim| middle(claim)).collect();
    let center = middles.iter().sum::<Vec3>() / middles.len().max(1) as f32;
    let reach = claims.iter().flat_map(|c| &c.points).map(|p| p.place.as_vec3().distance(center)).fold(0.0, f32::max);
    (!middles.is_empty()).then_some(MeetingPlace { center, reach })
}
