//! What is under the mouse.

use super::crowd::Crowd;
use super::{ArrowLength, Aside, Camera, DrawList, Pointed, ScenePainter, Selection, ViewOptions};
use crate::geometry::Ray;
use crate::physics::{BodyId, Contact, RayHit};
use crate::sim::Sim;
use glam::{Mat4, Vec2, Vec3};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// How near the mouse must come to a contact's point (logical pixels), as much less as its marks are
/// smaller among many.
const POINT_REACH: f32 = 12.0;
/// How near it must come to the border of an arrow (logical pixels).
const ARROW_REACH: f32 = 4.0;
/// How long the head of an arrow is (logical pixels).
const HEAD: f32 = 14.0;
/// How near it must come to the outline of a lit feature (logical pixels).
const LINE_REACH: f32 = 3.0;
/// No mark reaches further from its contact than this (logical pixels): the longest arrow, lit patches.
const LONGEST_MARK: f32 = 220.0;
/// Nothing is further away than this (m): bodies live within 1e6 m of the origin.
const FAR: f32 = 1e7;

/// A contact under the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactHit {
    /// The contact's two bodies, `a` and `b`.
    pub pair: (BodyId, BodyId),
    /// The contact's point nearest to the mouse (m, world).
    pub position: Vec3,
    /// From the mouse to its nearest mark (logical pixels).
    pub distance: f32,
}

/// The nearest body under `pixel` (physical pixels from the upper left) that is neither hidden nor locked: the mouse
/// goes through those.
pub fn pick_body(sim: &Sim, aside: &Aside, camera: &Camera, pixel: Vec2) -> Option<RayHit> {
    aside.first_in_reach(sim, &ray(camera, pixel)?, FAR)
}

/// Where the middle of a box of these half extents (m) lies when it is put down at a pixel: on what is seen there, a
/// body or the floor, and where nothing is, as deep in the picture as the camera's target (m, world).
pub fn place_for(sim: &Sim, aside: &Aside, camera: &Camera, pixel: Vec2, half: Vec3) -> Vec3 {
    let Some(ray) = ray(camera, pixel) else { return camera.target };
    // The nearer of body and floor; else at the depth of what the camera looks at.
    let body = aside.first_seen(sim, &ray, FAR).map(|hit| (hit.distance, hit.normal));
    let floor = sim.world().config().floor.and_then(|height| ray.on_plane(Vec3::Y * height, Vec3::Y));
    let floor = floor.map(|at| (at.distance(ray.origin), Vec3::Y));
    match body.into_iter().chain(floor).min_by(|a, b| a.0.total_cmp(&b.0)) {
        // The corner that looks against the normal touches.
        Some((distance, normal)) => ray.origin + ray.direction * distance + normal * half.dot(normal.abs()),
        None => camera.at_depth_of(camera.target, pixel),
    }
}

/// The ray through a pixel that is one.
fn ray(camera: &Camera, pixel: Vec2) -> Option<Ray> {
    pixel.is_finite().then(|| camera.ray(pixel))
}

/// The contacts with a mark under `pixel` (physical pixels from the upper left), the nearest first: arrows from tail to
/// tip, signs and points, outlines of lit features, as they are drawn with these options. Also when a body hides them,
/// for marks are seen through bodies; where they are not, in a dense crowd, only what is in sight. Of marks equally
/// near to the pixel, the one nearest to the eye comes first.
pub fn pick_contacts(sim: &Sim, options: &ViewOptions, camera: &Camera, pixel: Vec2) -> Vec<ContactHit> {
    if !pixel.is_finite() || !options.layers.any_contact() {
        return vec![];
    }
    let contacts = sim.contacts();
    // What is selected is drawn bolder; that makes nothing else harder to hit.
    let plain = ViewOptions { selection: Selection::default(), pointed: Pointed::default(), ..options.clone() };
    let painter = ScenePainter::new(sim, &plain, camera);
    // The very marks that are drawn are asked how far they are from the pixel.
    let crowd = Crowd::new(contacts, camera);
    let scale = painter.impulse_scale(contacts, &crowd);
    let clip = camera.clip_from_world();
    let pixels = camera.scale.max(f32::MIN_POSITIVE);
    // Arrows in metres may be of any length on the screen.
    let far = if options.arrow_length == ArrowLength::Pixels { LONGEST_MARK } else { f32::INFINITY };
    let mut hits: Vec<(ContactHit, f32)> = vec![];
    let (aside, surface) = (&options.aside, OnceCell::new());
    let screen = PickScreen { sim, aside, camera, crowd: &crowd, clip: &clip, pixel, pixels, surface };
    for contact in contacts {
        // Cheap before dear: most contacts are nowhere near the pixel.
        let places = contact.points().iter().filter_map(|p| camera.project_with(&clip, p.position));
        if !places.into_iter().any(|place| place.distance(pixel) / pixels <= far) {
            continue;
        }
        let distance = screen.distance(contact, &painter.marks_of(contact, crowd, scale));
        let Some(Nearby { distance, point: position }) = distance else { continue };
        // In a crowd only what is in sight can be meant.
        let sight = camera.sight(position);
        let depth = position.distance(sight.origin);
        let radius = |id| sim.world().body(id).map_or(f32::INFINITY, |body| body.desc.shape.bounding_radius());
        let skin = 0.2 * radius(contact.a).min(radius(contact.b));
        // A touch lies between two surfaces that meet in it: just behind the skin of a body is still in sight.
        let first = || options.aside.first_seen(sim, &sight, FAR);
        let in_sight = || first().is_none_or(|hit| hit.distance > depth - skin);
        let shows_through = !crowd.is_dense() || (crowd.is_clear() && options.layers.impulses);
        if shows_through || in_sight() {
            hits.push((ContactHit { pair: (contact.a, contact.b), position, distance }, depth));
        }
    }
    // Whole pixels: marks that cover each other are told apart by their depth.
    hits.sort_by(|(a, near), (b, far)| {
        (a.distance.round(), *near).partial_cmp(&(b.distance.round(), *far)).unwrap_or(Ordering::Equal)
    });
    hits.into_iter().map(|(hit, _)| hit).collect()
}

/// How far marks are from a pixel.
struct PickScreen<'a> {
    sim: &'a Sim,
    aside: &'a Aside,
    camera: &'a Camera,
    crowd: &'a Crowd,
    clip: &'a Mat4,
    /// Physical pixels from the upper left.
    pixel: Vec2,
    /// Physical pixels of a logical one.
    pixels: f32,
    /// See [`Self::surface`].
    surface: OnceCell<Option<f32>>,
}

/// What lies near the pixel.
#[derive(Clone, Copy)]
struct Nearby {
    /// How far from it in the picture (logical pixels).
    distance: f32,
    /// m, world.
    point: Vec3,
}

impl PickScreen<'_> {
    /// From the pixel to the nearest mark of a contact (logical pixels), and the contact's point that is nearest to it
    /// (m, world); none when all are out of reach.
    fn distance(&self, contact: &Contact, marks: &DrawList) -> Option<Nearby> {
        let mut best = f32::INFINITY;
        // Each mark has a reach of its own around what is drawn of it.
        let mut reached = |distance: f32, reach: f32| {
            if distance <= reach {
                best = best.min(distance);
            }
        };
        for arrow in &marks.arrows {
            // Arrows in pixels are as long on the screen at every depth.
            let unit = if arrow.pixels { 1.0 / self.crowd.pixels_per_metre(arrow.tail) } else { 1.0 };
            let tip = arrow.tail + arrow.direction * (arrow.length * unit);
            let reach = ARROW_REACH + 0.5 * arrow.width;
            let Nearby { distance, point: at } = self.nearest_on(arrow.tail, tip);
            if distance <= reach && self.is_hidden(at) {
                // Of an arrow inside a body the head alone, and no more than it covers: the body is what one sees.
                let head = tip - arrow.direction * (HEAD.min(0.35 * arrow.length) * unit);
                reached(self.to_segment(head, tip), 0.5 * arrow.width + 1.5);
            } else {
                reached(distance, reach);
            }
        }
        for line in &marks.lines {
            let Nearby { distance, point: at } = self.nearest_on(line.from, line.to);
            let reach = LINE_REACH + 0.5 * line.width;
            if distance <= reach && !self.is_hidden(at) {
                reached(distance, reach);
            }
        }
        for marker in &marks.markers {
            reached(self.to_segment(marker.position, marker.position), 0.5 * marker.size);
        }
        // Whatever mark was hit, the contact stands at the nearest of its points.
        let (mut nearest, mut at) = (f32::INFINITY, Vec3::ZERO);
        for point in contact.points() {
            let distance = self.to_segment(point.position, point.position);
            reached(distance, POINT_REACH * self.crowd.size(point.position, f32::INFINITY));
            if distance < nearest {
                (nearest, at) = (distance, point.position);
            }
        }
        best.is_finite().then_some(Nearby { distance: best, point: at })
    }

    /// Whether a body lies before a point under the pixel (m, world).
    fn is_hidden(&self, point: Vec3) -> bool {
        let depth = point.distance(self.camera.sight(point).origin);
        self.surface().is_some_and(|surface| surface < depth * 0.999)
    }

    /// How far the eye sees under the pixel (m); None where no body is.
    fn surface(&self) -> Option<f32> {
        *self.surface.get_or_init(|| {
            // What is locked is in sight all the same.
            self.aside.first_seen(self.sim, &ray(self.camera, self.pixel)?, FAR).map(|hit| hit.distance)
        })
    }

    /// From the pixel to a line between two points (logical pixels); infinite when one of them is behind the eye.
    fn to_segment(&self, from: Vec3, to: Vec3) -> f32 {
        self.nearest_on(from, to).distance
    }

    /// The same, and the point of the line that is nearest in the picture (m, world).
    fn nearest_on(&self, from: Vec3, to: Vec3) -> Nearby {
        let project = |point| self.camera.project_with(self.clip, point);
        let (Some(start), Some(end)) = (project(from), project(to)) else {
            return Nearby { distance: f32::INFINITY, point: from };
        };
        // The share of the way along the line at which it passes nearest to the pixel.
        let (along, to_pixel) = (end - start, self.pixel - start);
        let share = (to_pixel.dot(along) / along.length_squared().max(1e-12)).clamp(0.0, 1.0);
        Nearby { distance: to_pixel.distance(along * share) / self.pixels, point: from.lerp(to, share) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::BodyDesc;
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::view::Layers;

    /// A ball that rests on the floor, and how it is looked at.
    fn resting() -> (Sim, Camera) {
        let mut scene = Scene::default();
        scene.config.floor = Some(0.0);
        let desc = BodyDesc { position: Vec3::Y * 0.5, ..BodyDesc::new(Shape::sphere(0.5)) };
        scene.bodies.push(SceneBody { name: None, desc });
        let mut sim = Sim::new(scene).unwrap();
        (0..10).for_each(|_| sim.step());
        let mut camera = Camera::new(&SceneCamera::default(), [800, 600], 2.0);
        camera.look_from(0.3, 0.3);
        camera.frame(Vec3::Y * 0.5, 0.8);
        (sim, camera)
    }

    #[test]
    fn an_arrow_is_hit_from_its_tail_to_the_tip_of_its_head_and_not_beyond() {
        let (sim, camera) = resting();
        let options = ViewOptions::default();
        let tail = sim.contacts()[0].points()[0].position;
        // The drawn arrow, asked of the picture itself.
        let list = crate::view::draw(&sim, &options, &camera);
        let arrow = list.arrows.iter().find(|arrow| arrow.tail == tail).unwrap();
        let crowd = Crowd::new(sim.contacts(), &camera);
        let tip = tail + arrow.direction * (arrow.length / crowd.pixels_per_metre(tail));
        let (from, to) = (camera.project(tail).unwrap(), camera.project(tip).unwrap());
        assert!(from.distance(to) > 80.0, "too short to tell: {from} {to}");
        // The ball hides the shaft: there it is the ball that is meant.
        assert!(pick_contacts(&sim, &options, &camera, from.lerp(to, 0.5)).is_empty());
        for share in [0.0, 0.05, 0.8, 0.9, 1.0] {
            let hits = pick_contacts(&sim, &options, &camera, from.lerp(to, share));
            assert_eq!(hits.len(), 1, "{share}");
            assert_eq!(hits[0].position, tail);
        }
        assert!(pick_contacts(&sim, &options, &camera, from.lerp(to, 1.4)).is_empty());
        let across = (to - from).perp().normalize();
        assert!(pick_contacts(&sim, &options, &camera, from.lerp(to, 0.8) + across * 24.0).is_empty());
    }

    #[test]
    fn what_is_not_drawn_cannot_be_hit() {
        let (sim, camera) = resting();
        let tail = camera.project(sim.contacts()[0].points()[0].position).unwrap();
        let mut options = ViewOptions::default();
        options.layers = Layers { normals: false, features: false, ..options.layers };
        let above = tail - Vec2::new(0.0, 60.0);
        assert!(!pick_contacts(&sim, &ViewOptions::default(), &camera, above).is_empty());
        assert!(pick_contacts(&sim, &options, &camera, above).is_empty(), "the arrow is off");
        for layer in Layers::CONTACTS {
            if options.layers.get(*layer) {
                options.layers.toggle(*layer);
            }
        }
        assert!(pick_contacts(&sim, &options, &camera, tail).is_empty(), "all are off");
        assert!(pick_contacts(&sim, &ViewOptions::default(), &camera, Vec2::NAN).is_empty());
    }

    #[test]
    fn of_two_contacts_the_one_whose_mark_is_nearer_comes_first() {
        let mut scene = Scene::default();
        scene.config.floor = Some(0.0);
        for x in [-0.12, 0.12] {
            let desc = BodyDesc { position: Vec3::new(x, 0.1, 0.0), ..BodyDesc::new(Shape::sphere(0.1)) };
            scene.bodies.push(SceneBody { name: None, desc });
        }
        let mut sim = Sim::new(scene).unwrap();
        (0..10).for_each(|_| sim.step());
        let mut camera = Camera::new(&SceneCamera::default(), [800, 600], 1.0);
        camera.look_from(0.0, 0.2);
        for contact in sim.contacts() {
            let at = camera.project(contact.points()[0].position).unwrap();
            let hits = pick_contacts(&sim, &ViewOptions::default(), &camera, at);
            assert_eq!(hits.first().map(|hit| hit.pair), Some((contact.a, contact.b)), "{hits:?}");
        }
    }
}
