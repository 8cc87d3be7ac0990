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
const WIDE: f32 = 150.0;

/// Marks have their full size about bodies that look at least this wide (logical pixels): smaller ones must not vanish
/// behind their own contacts.
const ROOMY: f32 = 44.0;
/// In a crowd whose marks have this share of their full size, bodies that look narrower than this (logical pixels) have
/// points alone; wider ones in a larger crowd.
const SPECK: (f32, f32) = (0.4, 18.0);

/// About bodies that look narrower than this (logical pixels) all impulses of a contact are one arrow: four would bury
/// them.
const NARROW: f32 = 150.0;
/// Among more contacts than this arrows of impulses do not show through bodies.
const CLEAR: usize = 400;

/// The contacts in a picture, as one crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Crowd {
    /// Share of the full size that leaves the marks together as much ink as [`FEW`] have.
    share: f32,
    /// Whether arrows of impulses, one a contact, would not cover each other.
    clear: bool,
    clip_from_world: Mat4,
    /// Logical pixels that a metre takes at a distance of one metre.
    focal: f32,
}

impl Crowd {
    /// Of the contacts that `camera` sees, hidden ones included.
    pub(super) fn new(contacts: &[Contact], camera: &Camera) -> Self {
        let clip_from_world = camera.clip_from_world();
        let points = contacts.iter().flat_map(Contact::points).map(|point| point.position);
        // By its first point: a contact counts once, however many points it has.
        let seen =
            contacts.iter().filter(|c| c.points().first().is_some_and(|p| is_seen(&clip_from_world, p.position)));
        Self { clear: seen.count() <= CLEAR, ..Self::of_points(points, camera) }
    }

    /// Of contacts at these points (m, world).
    pub(super) fn of_points(points: impl Iterator<Item = Vec3>, camera: &Camera) -> Self {
        let clip_from_world = camera.clip_from_world();
        // Only contacts in the picture crowd it.
        let seen = points.filter(|p| is_seen(&clip_from_world, *p)).count();
        // Marks of a crowd cover as much of the picture together as those of a few.
        let share = (FEW / seen.max(1) as f32).sqrt().min(1.0);
        let height = camera.size[1].max(1) as f32 / camera.scale.max(f32::MIN_POSITIVE);
        Self { share, clear: seen <= CLEAR, clip_from_world, focal: 0.5 * height / (0.5 * camera.fov).tan() }
    }

    /// Whether marks would cover each other were they seen through bodies: then hidden contacts are signs alone.
    pub(super) fn is_dense(&self) -> bool {
        self.share < DENSE
    }

    /// Whether a contact's impulses are one arrow, about bodies of which the smaller looks `look`
    /// wide (logical pixels).
    pub(super) fn joins(&self, look: f32) -> bool {
        self.is_dense() || look < NARROW
    }

    /// Whether arrows of impulses show through bodies: within a pile there would be none otherwise.
    pub(super) fn is_clear(&self) -> bool {
        self.clear
    }

    /// Size of a mark, a share of its full size: at `position` (m, world), about bodies of which the smaller has the
    /// bounding `radius` (m).
    pub(super) fn size(&self, position: Vec3, radius: f32) -> f32 {
        let look = self.look(position, radius);
        // As small as the crowd asks, but no smaller than the bodies allow, and never larger than they are.
        self.share.max(look / WIDE).min((look / ROOMY).max(LEAST)).clamp(LEAST, 1.0)
    }

    /// How wide a body of the bounding `radius` (m) looks at `position` (m, world), in logical pixels.
    pub(super) fn look(&self, position: Vec3, radius: f32) -> f32 {
        2.0 * radius * self.pixels_per_metre(position)
    }

    /// Whether bodies that look `look` wide (logical pixels) are too small and too many for more than points.
    pub(super) fn is_speck(&self, look: f32) -> bool {
        let (share, wide) = SPECK;
        self.is_dense() && look < (wide * share / self.share).min(2.5 * wide)
    }

    /// Logical pixels that a metre across the line of sight takes at `position` (m, world).
    pub(super) fn pixels_per_metre(&self, position: Vec3) -> f32 {
        // In clip space w is the distance along the line of sight; behind the eye it is held just above nothing.
        self.focal / (self.clip_from_world * position.extend(1.0)).w.max(1e-3)
    }
}

/// Whether a point (m, world) lies between the picture's sides.
fn is_seen(clip_from_world: &Mat4, point: Vec3) -> bool {
    let clip = *clip_from_world * point.extend(1.0);
    clip.x.abs() <= clip.w && clip.y.abs() <= clip.w
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
            // Wide enough for marks of full size, too narrow to have them in any crowd.
            let radius = 0.5 * ROOMY / crowd.pixels_per_metre(camera.target);
            let expected = size.max(ROOMY / WIDE);
            assert!((crowd.size(camera.target, radius) - expected).abs() < 1e-5, "{count} {at}");
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
        for (wide, size) in [(600.0, 1.0), (150.0, 1.0), (112.5, 0.75), (6.0, LEAST)] {
            assert!((crowd.size(camera.target, 0.5 * wide / scale) - size).abs() < 1e-4, "{wide}");
        }
        assert_eq!(crowd.size(camera.target, f32::INFINITY), 1.0);
    }

    #[test]
    fn impulses_are_one_arrow_about_narrow_bodies_and_show_through_them_unless_there_are_very_many() {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], 1.0);
        for (count, joins_wide, clear) in
            [(1, false, true), (400, false, true), (401, false, false), (500, true, false)]
        {
            let crowd = Crowd::new(&contacts(count, camera.target), &camera);
            assert_eq!(crowd.joins(200.0), joins_wide, "{count}");
            assert!(crowd.joins(100.0));
            assert_eq!(crowd.is_clear(), clear, "{count}");
        }
    }

    #[test]
    fn marks_of_bodies_that_look_small_are_small_even_alone() {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], 1.0);
        let crowd = Crowd::new(&contacts(1, camera.target), &camera);
        for (look, size) in [(200.0, 1.0), (44.0, 1.0), (22.0, 0.5), (3.0, LEAST)] {
            let radius = 0.5 * look / crowd.pixels_per_metre(camera.target);
            assert!((crowd.size(camera.target, radius) - size).abs() < 1e-4, "{look}");
            assert!(!crowd.is_speck(look));
        }
        let crowd = Crowd::new(&contacts(10_000, camera.target), &camera);
        assert!(crowd.is_speck(10.0) && !crowd.is_speck(50.0));
    }
}
