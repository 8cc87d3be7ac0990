//! What is under the mouse.

use super::Camera;
use super::crowd::Crowd;
use crate::geometry::Ray;
use crate::physics::{BodyId, Contact, RayHit};
use crate::sim::Sim;
use glam::{Vec2, Vec3};

/// How near the mouse must come to a contact's mark (logical pixels).
const CONTACT_REACH: f32 = 12.0;
/// Nothing is further away than this (m): bodies live within 1e6 m of the origin.
const FAR: f32 = 1e7;

/// A point of a contact under the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactHit {
    /// The contact's two bodies, `a` and `b`.
    pub pair: (BodyId, BodyId),
    /// Which of the contact's points.
    pub point: usize,
    /// Where it is (m, world).
    pub position: Vec3,
    /// From the mouse to its mark (logical pixels).
    pub distance: f32,
}

/// The nearest body under `pixel` (physical pixels from the upper left).
pub fn pick_body(sim: &Sim, camera: &Camera, pixel: Vec2) -> Option<RayHit> {
    if !pixel.is_finite() {
        return None;
    }
    let Ray { origin, direction } = camera.ray(pixel);
    sim.world().cast_ray(origin, direction, FAR)
}

/// The contact whose mark is nearest to `pixel` (physical pixels from the upper left), within 12 logical pixels, or as
/// much less as its marks are smaller among very many. Also when a body hides it, for its marks are seen through bodies;
/// where they are not, in a dense crowd, only what is in sight. Of marks equally near to the pixel, the one nearest to
/// the eye.
pub fn pick_contact(sim: &Sim, camera: &Camera, pixel: Vec2) -> Option<ContactHit> {
    let contacts = sim.contacts();
    let crowd = Crowd::new(contacts, camera);
    let radius = |id| sim.world().body(id).map_or(f32::INFINITY, |body| body.desc.shape.bounding_radius());
    nearest(contacts, camera, pixel, |contact, position, distance| {
        let radius = radius(contact.a).min(radius(contact.b));
        if distance > CONTACT_REACH * crowd.size(position, radius) {
            return false;
        }
        let sight = camera.sight(position);
        let depth = sight.origin.distance(position);
        // A touch lies between two surfaces that meet in it: just behind the skin of a body is still in sight.
        let in_sight = || {
            sim.world()
                .cast_ray(sight.origin, sight.direction, FAR)
                .is_none_or(|hit| hit.distance > depth - 0.2 * radius)
        };
        !crowd.is_dense() || in_sight()
    })
}

/// The nearest point within reach that passes `counts`, which is given the contact, the point (m, world) and its distance
/// from the pixel (logical pixels).
fn nearest(
    contacts: &[Contact],
    camera: &Camera,
    pixel: Vec2,
    counts: impl Fn(&Contact, Vec3, f32) -> bool,
) -> Option<ContactHit> {
    let clip = camera.clip_from_world();
    let mut best: Option<(ContactHit, f32)> = None;
    for contact in contacts {
        for (point, p) in contact.points().iter().enumerate() {
            let Some(mark) = camera.project_with(&clip, p.position) else { continue };
            let distance = mark.distance(pixel) / camera.scale.max(f32::MIN_POSITIVE);
            let depth = camera.sight(p.position).origin.distance(p.position);
            // Whole pixels: marks that cover each other are told apart by their depth.
            let nearer = best.is_none_or(|(b, d)| (distance.round(), depth) < (b.distance.round(), d));
            if distance <= CONTACT_REACH && nearer && counts(contact, p.position, distance) {
                best =
                    Some((ContactHit { pair: (contact.a, contact.b), point, position: p.position, distance }, depth));
            }
        }
    }
    best.map(|(hit, _)| hit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Feature;
    use crate::physics::ContactPoint;
    use crate::scene::SceneCamera;

    fn contact(position: Vec3) -> Contact {
        let point = ContactPoint {
            position,
            separation: 0.0,
            normal_impulse: 0.0,
            friction_impulse: Vec3::ZERO,
            id: 0,
            persisted: false,
        };
        Contact::new((BodyId::FLOOR, Feature::Front), (BodyId::CEILING, Feature::Front), Vec3::Y, &[point])
    }

    #[test]
    fn the_nearest_mark_within_12_logical_pixels_is_picked() {
        let camera = Camera::new(&SceneCamera::default(), [800, 600], 2.0);
        let contacts = [contact(Vec3::ZERO), contact(Vec3::X)];
        let mark = camera.project(Vec3::X).unwrap();
        for (offset, found) in [(0.0, true), (23.0, true), (25.0, false)] {
            let hit = nearest(&contacts, &camera, mark + Vec2::new(0.0, offset), |_, _, _| true);
            assert_eq!(hit.map(|h| h.position), found.then_some(Vec3::X), "{offset}");
        }
    }

    #[test]
    fn of_two_marks_on_one_pixel_the_front_one_is_picked() {
        for orthographic in [false, true] {
            front_one_is_picked(Camera::new(&SceneCamera { orthographic, ..SceneCamera::default() }, [800, 600], 1.0));
        }
    }

    fn front_one_is_picked(camera: Camera) {
        let pixel = Vec2::new(400.0, 300.0);
        let Ray { origin, direction } = camera.ray(pixel);
        let contacts = [contact(origin + direction * 9.0), contact(origin + direction * 5.0)];
        let hit = nearest(&contacts, &camera, pixel, |_, _, _| true).unwrap();
        assert!(hit.distance < 0.01 && hit.position == contacts[1].points()[0].position, "{hit:?}");
    }

    #[test]
    fn nothing_is_picked_behind_the_eye_or_at_no_pixel() {
        let camera = Camera::new(&SceneCamera::default(), [800, 600], 1.0);
        let behind = camera.eye() + camera.back() * 3.0;
        assert_eq!(nearest(&[contact(behind)], &camera, Vec2::new(400.0, 300.0), |_, _, _| true), None);
        assert_eq!(nearest(&[contact(Vec3::ZERO)], &camera, Vec2::NAN, |_, _, _| true), None);
    }
}
