//! Among very many contacts each mark is smaller, so that what the marks are about stays in sight.

use super::Camera;
use crate::physics::Contact;
use glam::{Mat4, Vec3};

/// Points in the picture up to which every mark has its full size.
const FEW: f32 = 150.0;
/// Marks are never smaller than this share of their full size: still some 50 pixels of ink each.
const LEAST: f32 = 0.4;
/// Below this share of the full size the crowd is dense.
const DENSE: f32 = 0.6;
/// A body that looks this wide (logical pixels) has marks of full size however large the crowd.
const WIDE: f32 = 60.0;

/// The contacts in a picture, as one crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crowd {
    /// Share of the full size that leaves the marks together as much ink as [`FEW`] have.
    share: f32,
    clip_from_world: Mat4,
    /// Logical pixels that a metre takes at a distance of one metre.
    focal: f32,
}

impl Crowd {
    /// Of the contacts that `camera` sees, hidden ones included.
    pub(super) fn new(contacts: &[Contact], camera: &Camera) -> Self {
        let clip_from_world = camera.clip_from_world();
        let points = contacts.iter().flat_map(Contact::points);
        let seen = points.filter(|p| {
            let clip = clip_from_world * p.position.extend(1.0);
            clip.x.abs() <= clip.w && clip.y.abs() <= clip.w
        });
        let share = (FEW / seen.count().max(1) as f32).sqrt().min(1.0);
        let height = camera.size[1].max(1) as f32 / camera.scale.max(f32::MIN_POSITIVE);
        Self { share, clip_from_world, focal: 0.5 * height / (0.5 * camera.fov).tan() }
    }

    /// Whether marks would cover each other were they seen through bodies: then hidden contacts are signs alone.
    pub(super) fn is_dense(&self) -> bool {
        self.share < DENSE
    }

    /// Size of a mark, a share of its full size: at `position` (m, world), about bodies of which the smaller has the
    /// bounding `radius` (m).
    pub(super) fn size(&self, position: Vec3, radius: f32) -> f32 {
        let wide = 2.0 * radius * self.pixels_per_metre(position) / WIDE;
        self.share.max(wide).clamp(LEAST, 1.0)
    }

    /// Logical pixels that a metre across the line of sight takes at `position` (m, world).
    pub(super) fn pixels_per_metre(&self, position: Vec3) -> f32 {
        self.focal / (self.clip_from_world * position.extend(1.0)).w.max(1e-3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Feature;
    use crate::physics::{BodyId, ContactPoint};
    use crate::scene::SceneCamera;

    fn contacts(count: usize, position: Vec3) -> Vec<Contact> {
        let point = ContactPoint {
            position,
            separation: 0.0,
            normal_impulse: 0.0,
            friction_impulse: Vec3::ZERO,
            id: 0,
            persisted: false,
        };
        let side = (BodyId::FLOOR, Feature::Front);
        vec![Contact::new(side, side, Vec3::Y, &[point]); count]
    }

    #[test]
    fn marks_shrink_with_the_root_of_their_number_but_not_below_their_least_size() {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], 1.0);
        let behind = camera.eye() + camera.back() * 2.0;
        for (count, at, size) in [
            (0, camera.target, 1.0),
            (150, camera.target, 1.0),
            (300, camera.target, 0.5f32.sqrt()),
            (600, camera.target, 0.5),
            (100_000, camera.target, LEAST),
            (100_000, behind, 1.0),
        ] {
            let crowd = Crowd::new(&contacts(count, at), &camera);
            assert!((crowd.size(camera.target, 0.0) - size).abs() < 1e-6, "{count} {at}");
            assert_eq!(crowd.is_dense(), size < DENSE, "{count} {at}");
        }
    }

    #[test]
    fn marks_of_bodies_that_look_large_keep_their_size() {
        let camera = Camera::new(&SceneCamera { distance: 10.0, ..SceneCamera::default() }, [1280, 720], 2.0);
        let crowd = Crowd::new(&contacts(100_000, camera.target), &camera);
        // 720 pixels are 360 logical ones; at 10 m they show 2 · 10 · tan 22.5° = 8.28 m.
        let scale = 360.0 / (20.0 * 22.5f32.to_radians().tan());
        assert!((crowd.pixels_per_metre(camera.target) - scale).abs() < 1e-3);
        for (wide, size) in [(600.0, 1.0), (60.0, 1.0), (45.0, 0.75), (6.0, LEAST)] {
            assert!((crowd.size(camera.target, 0.5 * wide / scale) - size).abs() < 1e-4, "{wide}");
        }
        assert_eq!(crowd.size(camera.target, f32::INFINITY), 1.0);
    }
}
