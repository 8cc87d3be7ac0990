//! A ruler between two points, and the angle between two directions: both stay fixed to the bodies they were taken on.

use super::labels::{LabelText, Labels};
use super::{
    Arrow, BodyRole, Camera, DrawList, Glyph, Line, Marker, ScenePainter, ViewOptions, palette, pick_body,
    pick_contacts,
};
use crate::geometry::{Feature, Shape};
use crate::language::quantity::{minus, quantity};
use crate::language::word;
use crate::math::Pose;
use crate::physics::{Body, BodyId, RayHit, WorldPlane};
use crate::sim::Sim;
use glam::{Vec2, Vec3};

/// How near the mouse must come to a body's centre, or to an edge, to mean it (logical pixels).
const NEAR: f32 = 10.0;
/// Length of the arrow of a direction (logical pixels).
const ARROW: f32 = 70.0;
/// Radius of the arc of an angle (logical pixels).
const ARC: f32 = 46.0;
/// What is measured comes before the labels of contacts.
const RANK: u32 = 0;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MeasureKind {
    /// The distance between two points.
    Distance,
    /// The angle between two directions.
    Angle,
}

/// A point or a direction, fixed to a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasureEnd {
    /// The body; the floor and the ceiling stand still.
    pub body: BodyId,
    /// Where (m, body axes).
    point: Vec3,
    /// Which way (unit, body axes).
    direction: Vec3,
    /// Whether the opposite way is meant as well: that of an edge, or of an axis.
    is_line: bool,
    /// What it is of the body, in English: `centre`, `surface`, `contact`, `normal`, `edge`, `axis`.
    pub what: &'static str,
}

/// Where an end of a measurement is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndPlace {
    /// m, world.
    pub at: Vec3,
    /// Which way it shows (unit, world).
    pub direction: Vec3,
}

impl MeasureEnd {
    /// Where it is now; none when its body is gone.
    pub fn place(&self, sim: &Sim) -> Option<EndPlace> {
        let pose = pose(sim, self.body)?;
        Some(EndPlace { at: pose.point(self.point), direction: pose.vector(self.direction) })
    }
}

fn pose(sim: &Sim, id: BodyId) -> Option<Pose> {
    if WorldPlane::of(id).is_some() {
        return Some(Pose::IDENTITY);
    }
    sim.world().body(id).map(|body| body.pose())
}

/// A measurement in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What is measured.
    pub kind: MeasureKind,
    /// What was chosen so far; two are all there is to it.
    pub ends: Vec<MeasureEnd>,
    /// What a click would choose.
    pub pointed: Option<MeasureEnd>,
}

impl Measure {
    /// Nothing chosen yet.
    pub const fn new(kind: MeasureKind) -> Self {
        Self { kind, ends: vec![], pointed: None }
    }

    /// Chooses another end; after two of them it begins anew.
    pub fn choose(&mut self, end: MeasureEnd) {
        if self.ends.len() >= 2 {
            self.ends.clear();
        }
        self.ends.push(end);
    }

    /// From the first point to the second (m, world).
    pub fn displacement(&self, sim: &Sim) -> Option<Vec3> {
        let [from, to] = &self.ends[..] else { return None };
        Some(to.place(sim)?.at - from.place(sim)?.at)
    }

    /// Between the two directions (rad, 0…π); where one of them is that of a line, no more than a right angle.
    pub fn angle(&self, sim: &Sim) -> Option<f32> {
        let [a, b] = &self.ends[..] else { return None };
        let (u, v) = (a.place(sim)?.direction, b.place(sim)?.direction);
        // atan2 keeps its precision where the arc cosine loses it, near 0 and π.
        let angle = u.cross(v).length().atan2(u.dot(v));
        Some(if a.is_line || b.is_line { angle.min(std::f32::consts::PI - angle) } else { angle })
    }
}

/// What a click at a pixel (physical, from the upper left) would choose: of what is drawn of a contact its point or its
/// normal, else of the body its centre (or axis), an edge of a box, or its surface with the normal there.
pub fn pick_measure(
    sim: &Sim,
    kind: MeasureKind,
    options: &ViewOptions,
    camera: &Camera,
    pixel: Vec2,
) -> Option<MeasureEnd> {
    // A contact goes before the body behind it: it is the smaller mark.
    if let Some(hit) = pick_contacts(sim, options, camera, pixel).first() {
        let contact = sim.contacts().iter().find(|contact| contact.is_between(hit.pair))?;
        // The one that moves carries it along.
        let id = if sim.world().body(contact.b).is_some() { contact.b } else { contact.a };
        let what = if kind == MeasureKind::Angle { "normal" } else { "contact" };
        return end(sim, id, hit.position, contact.normal, what);
    }
    let hit = pick_body(sim, &options.aside, camera, pixel)?;
    let body = sim.world().body(hit.body)?;
    // Near the middle of a body its centre is meant.
    let near = |point: Vec3| camera.project(point).is_some_and(|at| at.distance(pixel) <= NEAR * camera.scale);
    let (point, center) = (camera.ray(pixel), body.desc.position);
    let point = point.origin + point.direction * hit.distance;
    match kind {
        MeasureKind::Distance if near(center) => end(sim, hit.body, center, hit.normal, "centre"),
        MeasureKind::Distance => end(sim, hit.body, point, hit.normal, "surface"),
        MeasureKind::Angle => direction(sim, &body, &hit, point, camera, pixel),
    }
}

/// The direction that a hit on a body means: an edge nearby, the axis of what is round, else the normal.
fn direction(sim: &Sim, body: &Body, hit: &RayHit, point: Vec3, camera: &Camera, pixel: Vec2) -> Option<MeasureEnd> {
    let pose = body.pose();
    let local = pose.inverse_point(point);
    let half = body.desc.shape.half_extents();
    match body.desc.shape {
        Shape::Cuboid { .. } | Shape::Quad { .. } => {
            // Edges along an axis in which a quad has no extent are none.
            let face = half.to_array().map(|h| h > 0.0);
            // Of the edges near the pixel the nearest; a click on a face, away from all of them, means its normal.
            let seen = (0..3).filter(|axis| face[*axis]).filter_map(|axis| {
                let at = pose.point(on_nearest_edge(half, axis, local));
                let distance = camera.project(at)?.distance(pixel) / camera.scale;
                (distance <= NEAR).then_some((distance, axis, at))
            });
            match seen.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((_, axis, at)) => line(sim, body.id, at, pose.vector(Vec3::AXES[axis]), "edge"),
                None => end(sim, body.id, point, hit.normal, "normal"),
            }
        }
        Shape::Frustum { .. } if hit.feature == Feature::Side => {
            line(sim, body.id, point, pose.vector(Vec3::Y), "axis")
        }
        _ => end(sim, body.id, point, hit.normal, "normal"),
    }
}

/// The point of the edges along an axis that is nearest to a point of the surface (body axes).
fn on_nearest_edge(half: Vec3, axis: usize, local: Vec3) -> Vec3 {
    let mut at = half * local.signum();
    at[axis] = local[axis];
    at
}

fn end(sim: &Sim, body: BodyId, point: Vec3, direction: Vec3, what: &'static str) -> Option<MeasureEnd> {
    let pose = pose(sim, body)?;
    let (point, direction) = (pose.inverse_point(point), pose.inverse_vector(direction));
    Some(MeasureEnd { body, point, direction, is_line: false, what })
}

fn line(sim: &Sim, body: BodyId, point: Vec3, direction: Vec3, what: &'static str) -> Option<MeasureEnd> {
    end(sim, body, point, direction, what).map(|end| MeasureEnd { is_line: true, ..end })
}

impl<'c> ScenePainter<'c> {
    /// The measurement, with its numbers.
    pub(super) fn measure(&self, list: &mut DrawList, labels: &mut Labels<'c>) {
        let Some(measure) = self.options.measure.as_ref().filter(|_| self.role == BodyRole::Run) else { return };
        list.notes.push(word(hint(measure)).to_owned());
        // What is chosen is solid, what a click would choose is a ring with its name.
        let shown = measure.ends.iter().chain(measure.pointed.as_ref());
        for (i, end) in shown.enumerate() {
            let Some(EndPlace { at, direction }) = end.place(self.sim) else { continue };
            let chosen = i < measure.ends.len();
            let color = palette::ink(self.theme()).with_alpha(if chosen { 1.0 } else { 0.6 });
            let glyph = if chosen { Glyph::Disc } else { Glyph::Ring };
            list.markers.push(Marker { position: at, glyph, color, size: 9.0, outlined: true, xray: true });
            // An angle is between two directions, so each end shows its own.
            if measure.kind == MeasureKind::Angle {
                list.arrows.push(self.arrow(at, direction, !chosen));
            }
            if !chosen {
                let said = format!("{} · {}", self.sim.name(end.body), word(end.what));
                labels.add(at, LabelText::Text(said.into()), color, RANK);
            }
        }
        match measure.kind {
            MeasureKind::Distance => self.ruler(list, labels, measure),
            MeasureKind::Angle => self.angle(list, labels, measure),
        }
    }

    fn arrow(&self, tail: Vec3, direction: Vec3, hollow: bool) -> Arrow {
        let ink = palette::ink(self.theme());
        let (tail_color, head_color, width) = (ink, ink, 3.0);
        Arrow { tail, direction, length: ARROW, pixels: true, tail_color, head_color, width, hollow, xray: true }
    }

    /// The straight way between the points, and the way along the axes.
    fn ruler(&self, list: &mut DrawList, labels: &mut Labels<'c>, measure: &Measure) {
        // Nothing to show before both ends are chosen.
        let (Some(displacement), Some(EndPlace { at: from, .. })) =
            (measure.displacement(self.sim), measure.ends.first().and_then(|end| end.place(self.sim)))
        else {
            return;
        };
        let ink = palette::ink(self.theme());
        let mut line = |from, to, color, width| {
            list.lines.push(Line { from, to, color, width, outlined: width > 2.0, xray: true });
        };
        // The straight way, then along x, y and z to the same end.
        line(from, from + displacement, ink, 2.5);
        let mut at = from;
        for (axis, color) in palette::AXES.into_iter().enumerate() {
            let next = at + Vec3::AXES[axis] * displacement[axis];
            line(at, next, palette::lit(color, self.theme()), 1.5);
            at = next;
        }
        let text = quantity(displacement.as_dvec3().length(), "m");
        let parts = ["x", "y", "z"]
            .into_iter()
            .zip(displacement.to_array())
            .map(|(letter, part)| format!("{letter} {part:+.3}"));
        let text = format!("{text}  ({} m)", minus(&parts.collect::<Vec<_>>().join("  ")));
        labels.add(from + displacement * 0.5, LabelText::Text(text.into()), ink, RANK);
    }

    /// The first direction once more beside the second, and the arc between them.
    fn angle(&self, list: &mut DrawList, labels: &mut Labels<'c>, measure: &Measure) {
        let (Some(angle), [a, b]) = (measure.angle(self.sim), &measure.ends[..]) else { return };
        let (Some(start), Some(end)) = (a.place(self.sim), b.place(self.sim)) else { return };
        let (mut u, at, v) = (start.direction, end.at, end.direction);
        // A line has no sense: the smaller of its two angles is meant.
        if (a.is_line || b.is_line) && u.dot(v) < 0.0 {
            u = -u;
        }
        list.arrows.push(self.arrow(at, u, true));
        let ink = palette::ink(self.theme());
        let radius = ARC * self.camera.scale * self.camera.metres_per_pixel_at(at);
        // The arc lies in the plane of both; of parallel ones in any.
        let aside = u.reject_from_normalized(v).try_normalize().unwrap_or_else(|| v.any_orthonormal_vector());
        let on_arc = |share: f32| {
            let (sin, cos) = (angle * share).sin_cos();
            at + (v * cos + aside * sin) * radius
        };
        for i in 0..24 {
            let (from, to) = (on_arc(i as f32 / 24.0), on_arc((i + 1) as f32 / 24.0));
            list.lines.push(Line { from, to, color: ink, width: 2.5, outlined: true, xray: true });
        }
        let text = format!("{:.2}°", angle.to_degrees());
        labels.add(on_arc(0.5), LabelText::Text(text.into()), ink, RANK);
    }
}

/// What to do next.
const fn hint(measure: &Measure) -> &'static str {
    match (measure.kind, measure.ends.len()) {
        (MeasureKind::Distance, 0) => "Ruler: click a point of a body, its middle or a contact. Esc ends it.",
        (MeasureKind::Distance, 1) => "Ruler: click the second point. Esc ends it.",
        (MeasureKind::Distance, _) => "Ruler: another click begins anew. Esc ends it.",
        (MeasureKind::Angle, 0) => "Angle: click a contact, a face, an edge or the side of a cylinder. Esc ends it.",
        (MeasureKind::Angle, 1) => "Angle: click the second direction. Esc ends it.",
        (MeasureKind::Angle, _) => "Angle: another click begins anew. Esc ends it.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::{BodyDesc, BodyEdit, Config};
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::sim::Command;
    use crate::view::{Layers, draw};
    use glam::Quat;

    /// A ball at the origin, and a box turned by 30° about z beside it; looked at from ahead.
    fn scene() -> (Sim, Camera) {
        let at = |shape, x: f32, degrees: f32| SceneBody {
            name: None,
            desc: BodyDesc {
                position: Vec3::X * x,
                rotation: Quat::from_rotation_z(degrees.to_radians()),
                ..BodyDesc::new(shape)
            },
        };
        let bodies = vec![at(Shape::sphere(0.5), 0.0, 0.0), at(Shape::cuboid(0.5, 0.5, 0.5), 3.0, 30.0)];
        let config = Config { gravity: Vec3::ZERO, ..Config::default() };
        let sim = Sim::new(Scene { config, bodies, ..Scene::default() }).unwrap();
        let camera = SceneCamera { target: Vec3::X, yaw_deg: 20.0, pitch_deg: 25.0, ..SceneCamera::default() };
        (sim, Camera::new(&camera, [1280, 720], 1.0))
    }

    fn pick(sim: &Sim, camera: &Camera, kind: MeasureKind, point: Vec3) -> MeasureEnd {
        let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
        pick_measure(sim, kind, &options, camera, camera.project(point).unwrap()).unwrap()
    }

    #[test]
    fn the_distance_of_two_centres_goes_with_the_bodies() {
        let (mut sim, camera) = scene();
        let mut measure = Measure::new(MeasureKind::Distance);
        for x in [0.0, 3.0] {
            let end = pick(&sim, &camera, measure.kind, Vec3::X * x);
            assert_eq!(end.what, "centre");
            measure.choose(end);
        }
        assert!((measure.displacement(&sim).unwrap() - Vec3::X * 3.0).length() < 1e-5);
        let body = measure.ends[1].body;
        sim.apply(Command::Edit { body, edit: BodyEdit::Position(Vec3::new(3.0, 4.0, 0.0)) }).unwrap();
        assert!((measure.displacement(&sim).unwrap().length() - 5.0).abs() < 1e-5);
        let options = ViewOptions { measure: Some(measure.clone()), layers: Layers::NONE, ..ViewOptions::default() };
        let list = draw(&sim, &options, &camera);
        assert!(
            list.labels.iter().any(|label| label.text == "5.00 m  (x +3.000  y +4.000  z +0.000 m)"),
            "{:?}",
            list.labels
        );
        assert!(list.notes.iter().any(|note| note.starts_with("Ruler: another click")));
        sim.apply(Command::Remove(body)).unwrap();
        assert_eq!(measure.displacement(&sim), None, "nothing is measured to what is gone");
        let end = pick(&sim, &camera, measure.kind, Vec3::new(0.35, 0.35, 0.05));
        assert_eq!(end.what, "surface");
        measure.choose(end);
        assert_eq!(measure.ends.len(), 1, "a third click begins anew");
    }

    #[test]
    fn the_angle_of_a_face_and_an_edge_is_that_of_their_directions() {
        let (sim, camera) = scene();
        let turned = Quat::from_rotation_z(30f32.to_radians());
        let top = Vec3::X * 3.0 + turned * Vec3::new(0.0, 0.5, 0.0);
        let mut measure = Measure::new(MeasureKind::Angle);
        let face = pick(&sim, &camera, measure.kind, top);
        assert_eq!(face.what, "normal");
        measure.choose(face);
        // The front face is square to the upper one, and the upper edge of it lies in both.
        let front = Vec3::X * 3.0 + turned * Vec3::new(0.1, 0.05, 0.5);
        measure.choose(pick(&sim, &camera, measure.kind, front));
        assert!((measure.angle(&sim).unwrap().to_degrees() - 90.0).abs() < 1e-3);
        let edge = pick(&sim, &camera, measure.kind, Vec3::X * 3.0 + turned * Vec3::new(0.1, 0.5, 0.5));
        assert_eq!(edge.what, "edge");
        // The ball's normal straight up lies 60° from the edge, which has two ways.
        measure.choose(edge);
        let up = pick(&sim, &camera, measure.kind, Vec3::Y * 0.5 + Vec3::Z * 0.01);
        measure.choose(up);
        let angle = measure.angle(&sim).unwrap().to_degrees();
        assert!((angle - 60.0).abs() < 4.0, "{angle}");
        let options = ViewOptions { measure: Some(measure), layers: Layers::NONE, ..ViewOptions::default() };
        let list = draw(&sim, &options, &camera);
        assert_eq!(list.arrows.len(), 3);
        assert!(list.labels.iter().any(|label| label.text == format!("{angle:.2}°")));
    }
}
