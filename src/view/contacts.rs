//! Contacts: points, normals, impulses, friction, depths, touched features, words.
//!
//! One rule for every arrow: it leaves the body that pushes and points the way the *other* body is pushed. A normal's
//! tail half has the colour of the body that pushes, its head half the colour of the other.

use super::crowd::Crowd;
use super::features::{Detail, highlight};
use super::labels::{Labels, Words};
use super::scale::{ImpulseScale, figures};
use super::{Arrow, ArrowLength, Color, DrawList, Glyph, Line, Look, Marker, palette};
use crate::geometry::{Feature, Shape};
use crate::math::{Pose, quat_from_axis_angle};
use crate::physics::{Body, BodyId, Contact, ContactPoint, Motion};
use crate::sim::Sim;
use glam::Vec3;

/// Most contacts that are drawn.
const MAX_CONTACTS: usize = 20_000;
/// Length of a unit normal (logical pixels).
const NORMAL_PIXELS: f32 = 48.0;
/// Length of a unit normal (m), when lengths are in metres.
const NORMAL_METRES: f32 = 0.5;
/// How much bolder the normals of a contact are that is selected or under the mouse.
const BOLD: f32 = 1.6;
/// From the ends of its arrow to the letters of such a contact (logical pixels).
const LETTER_GAP: f32 = 12.0;
/// Depths are drawn longer than they are by this factor: half a millimetre would not be seen.
const DEPTH_FACTOR: f32 = 10.0;

/// Which body of a contact pushes, and so which one its arrows leave.
///
/// A body that nothing moves pushes one that moves. Of two that move the lower pushes, as it bears the other; side by
/// side the heavier; of equals the one towards −x, then the one towards −z. Nothing here asks which of the two is `a`: the
/// arrows of a pair stay as they are when its bodies are listed the other way round.
pub fn pusher(sim: &Sim, contact: &Contact) -> BodyId {
    let (a, b) = (sim.world().body(contact.a), sim.world().body(contact.b));
    if a_pushes(a.as_ref(), b.as_ref(), contact.normal) { contact.a } else { contact.b }
}

/// A side without body is the floor or the ceiling. `normal` points from a to b.
fn a_pushes(a: Option<&Body>, b: Option<&Body>, normal: Vec3) -> bool {
    /// Steeper normals (sine of the slope) mean that one body lies on the other.
    const STEEP: f32 = 0.2;
    let mass = |body: Option<&Body>| match body {
        Some(b) if b.desc.motion == Motion::Dynamic => b.mass,
        _ => f32::INFINITY,
    };
    let (mass_a, mass_b) = (mass(a), mass(b));
    if mass_a.is_finite() && mass_b.is_finite() && normal.y.abs() > STEEP {
        return normal.y > 0.0;
    }
    if mass_a != mass_b {
        return mass_a > mass_b;
    }
    // Numbers near 0 count as 0, or rounding would swap the arrows of billiard balls.
    let ahead = [normal.x, normal.z, normal.y].into_iter().find(|c| c.abs() > 1e-3);
    ahead.is_none_or(|c| c > 0.0)
}

/// A contact in words: `box#4 edge +x+y vs floor front · 3.2 N·s · −0.04 mm`, the body that is pushed first.
///
/// The impulse is the sum over the points, the length is the gap at the deepest one.
pub fn contact_words(sim: &Sim, contact: &Contact) -> String {
    let a = (contact.a, contact.feature_a);
    let b = (contact.b, contact.feature_b);
    let (pushed, pusher) = if pusher(sim, contact) == contact.a { (b, a) } else { (a, b) };
    let side = |(id, feature): (BodyId, Feature)| format!("{} {feature}", name(sim, id));
    format!(
        "{} vs {} · {} N·s · {} mm",
        side(pushed),
        side(pusher),
        figures(contact.normal_impulse()),
        millimetres(contact.separation())
    )
}

/// A body's name, with its kind in front when it is only a number: `box#4`.
fn name(sim: &Sim, id: BodyId) -> String {
    let name = sim.name(id);
    match sim.world().body(id) {
        Some(body) if name.starts_with('#') => format!("{}{name}", body.desc.shape.kind_name()),
        _ => name,
    }
}

/// A length (m) in hundredths of a millimetre, with a true minus sign.
pub(super) fn millimetres(metres: f32) -> String {
    let text = format!("{:.2}", metres * 1e3);
    if text == "-0.00" { "0.00".into() } else { text.replace('-', "−") }
}

/// One body of a contact, as it is drawn.
struct Party {
    id: BodyId,
    shape: Shape,
    pose: Pose,
    feature: Feature,
    color: Color,
    /// Of the body's bounding sphere (m); infinite for the floor and the ceiling.
    radius: f32,
}

/// A contact seen from the body that pushes.
struct Push<'c> {
    contact: &'c Contact,
    pusher: Party,
    pushed: Party,
    /// Unit, from the pusher towards the pushed (world).
    normal: Vec3,
    /// Turns impulses on `b` into impulses on the pushed: 1 or −1.
    sign: f32,
}

impl<'c> Look<'c> {
    pub(super) fn contacts(&self, list: &mut DrawList, contacts: &'c [Contact], labels: &mut Labels<'c>) {
        let layers = *self.layers();
        let singled_out = self.options.selected_contact.is_some() || self.options.hovered_contact.is_some();
        if !layers.any_contact() && !singled_out {
            return;
        }
        let limit = contacts.len().min(MAX_CONTACTS);
        let shown = &contacts[..limit];
        // Of both kinds, whichever are shown: switching one on must not change the other.
        let greatest = shown
            .iter()
            .flat_map(Contact::points)
            .map(|p| p.normal_impulse.max(p.friction_impulse.length()))
            .fold(0.0, f32::max);
        let crowd = Crowd::new(shown, self.camera);
        let scale = if layers.impulses || layers.friction { ImpulseScale::new(greatest) } else { None };
        let mut marks = Marks { look: self, list, crowd, scale, lit: vec![0; self.sim.world().slot_count()] };
        for contact in shown.iter().filter(|c| !self.singled_out(c)) {
            marks.draw(contact);
            self.words(contact, labels);
        }
        // Last, so on top, and beyond the limit, too.
        for contact in contacts.iter().filter(|c| self.singled_out(c)) {
            marks.draw(contact);
            self.words(contact, labels);
            self.letters(contact, &crowd, labels);
        }
        self.legend(list, scale.as_ref(), &crowd);
        if contacts.len() > limit {
            let left_out = contacts.len() - limit;
            list.notes.push(format!("{left_out} of {} contacts left out: the limit is {MAX_CONTACTS}", contacts.len()));
        }
    }

    /// Whether a contact is selected or under the mouse.
    fn singled_out(&self, contact: &Contact) -> bool {
        let pair = Some((contact.a, contact.b));
        self.options.selected_contact == pair || self.options.hovered_contact == pair
    }

    fn push<'p>(&self, contact: &'p Contact) -> Push<'p> {
        let world = self.sim.world();
        let (body_a, body_b) = (world.body(contact.a), world.body(contact.b));
        let a_pushes = a_pushes(body_a.as_ref(), body_b.as_ref(), contact.normal);
        let a = self.party(contact.a, body_a, contact.feature_a);
        let b = self.party(contact.b, body_b, contact.feature_b);
        let (pusher, pushed, sign) = if a_pushes { (a, b, 1.0) } else { (b, a, -1.0) };
        Push { contact, pusher, pushed, normal: contact.normal * sign, sign }
    }

    fn party(&self, id: BodyId, body: Option<Body>, feature: Feature) -> Party {
        if let Some(body) = body {
            let (shape, color) = (body.desc.shape, self.color(&body));
            return Party { id, shape, pose: body.pose(), feature, color, radius: shape.bounding_radius() };
        }
        let config = self.sim.world().config();
        let pose = if id == BodyId::CEILING {
            let height = config.ceiling.unwrap_or(0.0);
            Pose::new(Vec3::Y * height, quat_from_axis_angle(Vec3::X, std::f32::consts::PI))
        } else {
            Pose { translation: Vec3::Y * config.floor.unwrap_or(0.0), ..Pose::IDENTITY }
        };
        let color = palette::static_body(self.theme());
        Party { id, shape: Shape::HalfSpace, pose, feature, color, radius: f32::INFINITY }
    }

    fn words(&self, contact: &'c Contact, labels: &mut Labels<'c>) {
        let singled_out = self.singled_out(contact);
        let ink = palette::ink(self.theme());
        let rank = u32::from(!singled_out);
        if self.layers().labels || singled_out {
            labels.add(middle(contact), Words::Contact(self.sim, contact), ink, rank);
        } else if self.layers().penetration && contact.separation() < 0.0 {
            labels.add(middle(contact), Words::Gap(contact.separation()), ink, 2);
        }
    }

    /// The letters under which the table lists the two bodies, each at its body's end of the arrow.
    fn letters(&self, contact: &'c Contact, crowd: &Crowd, labels: &mut Labels<'c>) {
        let touch = middle(contact);
        let pixels = crowd.pixels_per_metre(touch);
        let gap = LETTER_GAP / pixels;
        let arrow = match self.options.arrow_length {
            ArrowLength::Pixels => NORMAL_PIXELS / pixels,
            ArrowLength::Metres => NORMAL_METRES,
        };
        let a_pushes = pusher(self.sim, contact) == contact.a;
        let both = self.options.both_arrows;
        for (letter, direction, pushed) in [("A", -contact.normal, !a_pushes), ("B", contact.normal, a_pushes)] {
            let reach = if pushed || both { arrow + gap } else { gap };
            labels.add(touch + direction * reach, Words::Letter(letter), palette::ink(self.theme()), 0);
        }
    }

    fn legend(&self, list: &mut DrawList, scale: Option<&ImpulseScale>, crowd: &Crowd) {
        let layers = self.layers();
        if layers.normals {
            let both = if self.options.both_arrows { ", and the other way" } else { "" };
            list.notes.push(format!("normals: from the body that pushes, the way the other is pushed{both}"));
        }
        let arrows = layers.normals || layers.impulses || layers.friction;
        if crowd.is_dense() && (arrows || layers.features) {
            list.notes.push("very many contacts: smaller, and seen through bodies as signs alone".into());
        }
        if layers.penetration {
            list.notes.push(format!("penetration: drawn {DEPTH_FACTOR} times too long"));
        }
        if let Some(scale) = scale {
            if self.options.arrow_length == ArrowLength::Pixels {
                list.ruler = Some((scale.pixels(scale.top()), format!("this long = {}", scale.words())));
                list.notes.push("impulses: 36 pixels shorter is ten times less".into());
            } else {
                list.notes.push(format!("impulses: 1 m is {}", scale.words()));
            }
        }
    }
}

/// Draws the marks of one contact after another.
struct Marks<'a, 'l> {
    look: &'a Look<'a>,
    list: &'l mut DrawList,
    crowd: Crowd,
    scale: Option<ImpulseScale>,
    /// For each slot, the bits of the features of its body that are lit in full.
    lit: Vec<u32>,
}

/// How the marks of one contact are drawn.
#[derive(Clone, Copy)]
struct Style {
    /// Share of the full size.
    size: f32,
    /// Whether arrows and lit features show through bodies.
    xray: bool,
    /// Selected or under the mouse.
    bold: bool,
}

impl Marks<'_, '_> {
    fn draw(&mut self, contact: &Contact) {
        let push = self.look.push(contact);
        let layers = *self.look.layers();
        let bold = self.look.singled_out(contact);
        let size = self.crowd.size(middle(contact), push.pusher.radius.min(push.pushed.radius));
        let style = Style { size: if bold { 1.0 } else { size }, xray: bold || !self.crowd.is_dense(), bold };
        // Wide arrows first: a normal lies on top of its impulse.
        if let Some(scale) = self.scale {
            for point in contact.points() {
                self.impulses(&push, point, &scale, style);
            }
        }
        for point in contact.points() {
            if layers.normals || bold {
                self.normal(&push, point, style);
            }
            if layers.points {
                self.list.markers.push(point_marker(point, style.size));
            }
            if layers.penetration && point.separation < 0.0 {
                self.list.lines.push(depth_line(&push, point, style.size));
            }
        }
        if layers.features || bold {
            self.light(&push, style);
        }
    }

    /// The normal at one point, with the sign of the touched feature at its tail; hollow while nothing is pushed.
    fn normal(&mut self, push: &Push, point: &ContactPoint, style: Style) {
        let options = self.look.options;
        let pixels = options.arrow_length == ArrowLength::Pixels;
        let mut arrow = |direction: Vec3, from: &Party, to: &Party| {
            self.list.arrows.push(Arrow {
                tail: point.position,
                direction,
                length: if pixels { NORMAL_PIXELS * style.size } else { NORMAL_METRES },
                pixels,
                tail_color: from.color,
                head_color: to.color,
                width: 3.0 * style.size * if style.bold { BOLD } else { 1.0 },
                hollow: point.separation > 0.0 && point.normal_impulse == 0.0,
                xray: style.xray,
            });
        };
        arrow(push.normal, &push.pusher, &push.pushed);
        if options.both_arrows {
            arrow(-push.normal, &push.pushed, &push.pusher);
        }
        let glyph = palette::glyph(push.pusher.feature);
        let color = palette::lit(push.pusher.color, self.look.theme());
        let size = 13.0 * style.size;
        self.list.markers.push(Marker { position: point.position, glyph, color, size, xray: true });
    }

    /// The lengths of impulses never shrink: the ruler says what they mean.
    fn impulses(&mut self, push: &Push, point: &ContactPoint, scale: &ImpulseScale, style: Style) {
        let (options, layers) = (self.look.options, self.look.layers());
        let pixels = options.arrow_length == ArrowLength::Pixels;
        let mut arrow = |impulse: Vec3, color: Color, width: f32| {
            let size = impulse.length();
            if size == 0.0 {
                return;
            }
            let length = if pixels { scale.pixels(size) } else { scale.metres(size) };
            let one = Arrow {
                tail: point.position,
                direction: impulse / size,
                length,
                pixels,
                tail_color: color,
                head_color: color,
                width: width * style.size,
                hollow: false,
                xray: style.xray,
            };
            self.list.arrows.push(one);
            if options.both_arrows {
                self.list.arrows.push(Arrow { direction: -one.direction, ..one });
            }
        };
        if layers.impulses {
            arrow(push.normal * point.normal_impulse, palette::IMPULSE, 7.0);
        }
        if layers.friction {
            arrow(point.friction_impulse * push.sign, palette::FRICTION, 4.0);
        }
    }

    /// Lights the touched feature of either body; whole ones only once, however many bodies touch them.
    fn light(&mut self, push: &Push, style: Style) {
        let touch = middle(push.contact);
        for (party, other) in [(&push.pusher, &push.pushed), (&push.pushed, &push.pusher)] {
            let bit = feature_bit(party.feature);
            let mut nowhere = 0;
            // The floor and the ceiling have no slot; they are never lit as a whole.
            let lit = self.lit.get_mut(party.id.index()).unwrap_or(&mut nowhere);
            if *lit & bit != 0 && !style.bold {
                continue;
            }
            let reach = if other.radius.is_finite() { other.radius } else { f32::MAX.sqrt() };
            if let Some(highlight) = highlight(&party.shape, &party.pose, party.feature, touch, reach) {
                if highlight.is_whole() {
                    *lit |= bit;
                }
                let detail =
                    Detail { pixels_per_metre: self.crowd.pixels_per_metre(touch), size: style.size, xray: style.xray };
                highlight.draw(self.list, palette::lit(party.color, self.look.theme()), detail);
            }
        }
    }
}

/// Another bit for each feature that one shape can have.
fn feature_bit(feature: Feature) -> u32 {
    match feature {
        Feature::Surface => 1 << 27,
        Feature::Front => 1 << 28,
        Feature::Back => 1 << 29,
        Feature::Cap(end) | Feature::InsideCap(end) => 1 << end as u32,
        Feature::Side | Feature::InsideSide => 1 << 2,
        Feature::CapRim(end) => 1 << (3 + end as u32),
        // The centre inside lights the same face as a touch from outside.
        Feature::Face(r)
        | Feature::Inside(r)
        | Feature::Edge(r)
        | Feature::Corner(r)
        | Feature::Rim(r)
        | Feature::RimCorner(r) => 1 << r.index(),
    }
}

/// Mean of the points (m, world).
pub(super) fn middle(contact: &Contact) -> Vec3 {
    contact.points().iter().map(|p| p.position).sum::<Vec3>() / contact.points().len().max(1) as f32
}

/// A disc, green when new and blue when older; a ring while the surfaces are apart.
fn point_marker(point: &ContactPoint, size: f32) -> Marker {
    let color = if point.persisted { palette::OLD_POINT } else { palette::NEW_POINT };
    let glyph = if point.separation > 0.0 { Glyph::Ring } else { Glyph::Disc };
    Marker { position: point.position, glyph, color, size: 7.0 * size, xray: true }
}

/// Along the normal, about the point, as long as the overlap times [`DEPTH_FACTOR`].
fn depth_line(push: &Push, point: &ContactPoint, size: f32) -> Line {
    let arm = push.normal * (0.5 * DEPTH_FACTOR * point.separation);
    let (from, to) = (point.position + arm, point.position - arm);
    Line { from, to, color: palette::PENETRATION, width: 6.0 * size, xray: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Region;
    use crate::physics::{BodyDesc, Config, Mass};
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::view::{Camera, Layer, Layers, ViewOptions};

    const POINT: ContactPoint = ContactPoint {
        position: Vec3::ZERO,
        separation: -0.000_04,
        normal_impulse: 0.0,
        friction_impulse: Vec3::ZERO,
        id: 0,
        persisted: false,
    };

    fn body(name: &str, shape: Shape, motion: Motion, mass: f32, position: Vec3) -> SceneBody {
        let desc = BodyDesc { motion, mass: Mass::Mass(mass), position, ..BodyDesc::new(shape) };
        SceneBody { name: Some(name.into()), desc }
    }

    fn sim(bodies: Vec<SceneBody>) -> Sim {
        let config = Config { floor: Some(0.0), ..Config::default() };
        Sim::new(Scene { bodies, config, ..Scene::default() }).unwrap()
    }

    fn draw(sim: &Sim, contacts: &[Contact], options: &ViewOptions) -> DrawList {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], 1.0);
        let mut list = DrawList::default();
        Look { sim, options, camera: &camera }.draw_into(&mut list, contacts);
        list
    }

    fn only(names: &str) -> ViewOptions {
        ViewOptions { layers: Layers::from_names(names).unwrap(), ..ViewOptions::default() }
    }

    fn id(sim: &Sim, name: &str) -> BodyId {
        sim.find(name).unwrap()
    }

    /// A ball, a heavier box and the floor, all touching each other.
    fn pile() -> (Sim, Vec<Contact>) {
        let sim = sim(vec![
            body("ball", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(0.0, 1.5, 0.0)),
            body("box", Shape::cuboid(0.5, 0.5, 0.5), Motion::Dynamic, 5.0, Vec3::new(0.0, 0.5, 0.0)),
        ]);
        let (ball, cube) = (id(&sim, "ball"), id(&sim, "box"));
        let floor = (BodyId::FLOOR, Feature::Front);
        let point = |x: f32, y: f32, impulse: f32, persisted: bool| ContactPoint {
            position: Vec3::new(x, y, 0.25),
            normal_impulse: impulse,
            friction_impulse: Vec3::X * impulse * 0.1,
            persisted,
            ..POINT
        };
        let apart = ContactPoint { separation: 0.01, normal_impulse: 0.0, ..point(0.5, 0.0, 0.0, false) };
        let contacts = vec![
            Contact::new(
                floor,
                (cube, Feature::Edge(Region::new(1, -1, 0))),
                Vec3::Y,
                &[point(-0.5, 0.0, 3.2, true), apart],
            ),
            Contact::new(floor, (cube, Feature::Face(Region::face(1, false))), Vec3::Y, &[point(0.3, 0.0, 0.5, true)]),
            Contact::new(
                (ball, Feature::Surface),
                (cube, Feature::Face(Region::face(1, true))),
                Vec3::NEG_Y,
                &[point(0.0, 1.0, 0.7, false)],
            ),
        ];
        (sim, contacts)
    }

    /// The same contact with its bodies listed the other way round.
    fn swapped(contact: &Contact) -> Contact {
        let points: Vec<_> =
            contact.points().iter().map(|p| ContactPoint { friction_impulse: -p.friction_impulse, ..*p }).collect();
        Contact::new((contact.b, contact.feature_b), (contact.a, contact.feature_a), -contact.normal, &points)
    }

    #[test]
    fn listing_the_bodies_the_other_way_round_changes_nothing_in_the_picture() {
        let (sim, contacts) = pile();
        let options = only("all");
        let other: Vec<_> = contacts.iter().map(swapped).collect();
        let (mut one, mut two) = (draw(&sim, &contacts, &options), draw(&sim, &other, &options));
        // Features are lit pusher first in both; nothing needs sorting.
        one.notes.sort();
        two.notes.sort();
        assert_eq!(one, two);
        // Four points with a normal each, three impulses, three frictions, six axes; three contacts and six letters.
        assert_eq!((one.arrows.len(), one.labels.len()), (16, 9));
    }

    #[test]
    fn adding_the_bodies_in_another_order_keeps_every_arrow_with_its_bodies() {
        let left = body("left", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(-0.5, 3.0, 0.0));
        let right = body("right", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(0.5, 3.0, 0.0));
        for (bodies, normal) in [([left.clone(), right.clone()], Vec3::X), ([right, left], Vec3::NEG_X)] {
            let sim = sim(bodies.to_vec());
            let ids: Vec<_> = sim.world().bodies().map(|b| b.id).collect();
            let contact = Contact::new((ids[0], Feature::Surface), (ids[1], Feature::Surface), normal, &[POINT]);
            let arrow = draw(&sim, &[contact], &only("normals")).arrows[0];
            let color = |name| palette::body(id(&sim, name).index(), Motion::Dynamic, crate::view::Theme::Dark);
            assert_eq!(arrow.direction, Vec3::X);
            assert_eq!((arrow.tail_color, arrow.head_color), (color("left"), color("right")));
        }
    }

    #[test]
    fn the_unmoved_the_lower_the_heavier_pushes() {
        let ball = |name: &str, motion, mass, x: f32, y: f32| {
            body(name, Shape::sphere(0.5), motion, mass, Vec3::new(x, y, 0.0))
        };
        let (fixed, driven, free) = (Motion::Static, Motion::Kinematic, Motion::Dynamic);
        for (a, b, pushes) in [
            (ball("a", fixed, 1.0, 0.0, 2.0), ball("b", free, 9.0, 0.0, 1.0), "a"),
            (ball("a", free, 9.0, 0.0, 1.0), ball("b", driven, 1.0, 0.0, 2.0), "b"),
            (ball("a", free, 2.0, 0.0, 2.0), ball("b", free, 1.0, 0.0, 1.0), "b"),
            (ball("a", free, 1.0, 0.0, 1.0), ball("b", free, 2.0, 0.8, 2.0), "a"),
            (ball("a", free, 2.0, 1.0, 1.0), ball("b", free, 1.0, 0.0, 1.1), "a"),
            (ball("a", free, 1.0, 1.0, 1.0), ball("b", free, 1.0, 0.0, 1.0001), "b"),
        ] {
            let normal = (b.desc.position - a.desc.position).normalize();
            let case = format!("{:?} {:?}", a.desc, b.desc);
            let sim = sim(vec![a, b]);
            let (a, b) = (id(&sim, "a"), id(&sim, "b"));
            let contact = Contact::new((a, Feature::Surface), (b, Feature::Surface), normal, &[POINT]);
            assert_eq!(sim.name(pusher(&sim, &contact)), pushes, "{case}");
            assert_eq!(sim.name(pusher(&sim, &swapped(&contact))), pushes, "{case}");
        }
    }

    #[test]
    fn arrows_point_into_the_body_that_is_pushed() {
        let (sim, contacts) = pile();
        for contact in &contacts {
            let list = draw(&sim, &[*contact], &only("normals,impulses"));
            let pushed = if pusher(&sim, contact) == contact.a { contact.b } else { contact.a };
            let center = sim.world().body(pushed).unwrap().desc.position;
            for arrow in &list.arrows {
                assert!(arrow.direction.dot(center - arrow.tail) > 0.0, "{arrow:?}");
            }
        }
    }

    #[test]
    fn both_arrows_are_opposite_and_trade_their_colors() {
        let (sim, contacts) = pile();
        let options = ViewOptions { both_arrows: true, ..only("normals,impulses,friction") };
        let list = draw(&sim, &contacts[2..], &options);
        assert_eq!(list.arrows.len(), 6);
        for pair in list.arrows.chunks(2) {
            assert_eq!(pair[0].tail, pair[1].tail);
            assert_eq!(pair[0].direction, -pair[1].direction);
            assert_eq!((pair[0].tail_color, pair[0].head_color), (pair[1].head_color, pair[1].tail_color));
        }
    }

    #[test]
    fn every_combination_of_contact_layers_draws_the_union_of_its_layers() {
        let (sim, contacts) = pile();
        let marks = |list: &DrawList| {
            let mut all: Vec<String> = vec![];
            all.extend(list.lines.iter().map(|x| format!("{x:?}")));
            all.extend(list.arrows.iter().map(|x| format!("{x:?}")));
            all.extend(list.markers.iter().map(|x| format!("{x:?}")));
            all.extend(list.triangles.iter().map(|x| format!("{x:?}")));
            all.sort();
            all
        };
        let single: Vec<_> = Layers::LIST[..7].iter().map(|l| marks(&draw(&sim, &contacts, &only(l.name())))).collect();
        for (layer, marks) in Layers::LIST.iter().zip(&single) {
            assert!(!marks.is_empty() || *layer == Layer::Labels, "{layer:?} draws nothing");
        }
        for mask in 0..1 << 7 {
            let mut options = only("none");
            let mut expected = vec![];
            for (i, layer) in Layers::LIST[..7].iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
                options.layers.set(*layer, true);
                expected.extend(single[i].iter().cloned());
            }
            expected.sort();
            let list = draw(&sim, &contacts, &options);
            assert_eq!(marks(&list), expected, "{:?}", options.layers);
            let labels = if options.layers.labels || options.layers.penetration { 3 } else { 0 };
            assert_eq!(list.labels.len(), labels, "{:?}", options.layers);
        }
    }

    #[test]
    fn the_ruler_is_as_long_as_the_arrow_of_the_impulse_it_names() {
        let (sim, contacts) = pile();
        let list = draw(&sim, &contacts, &only("impulses"));
        // 3.2 rounds up to 5; 120 px stand for it, and log10(3.2/5) = −0.194 decades are 7 px less.
        assert_eq!(list.ruler, Some((120.0, "this long = 5 N·s".into())));
        assert!((list.arrows[0].length - (120.0 + 36.0 * (3.2f32 / 5.0).log10())).abs() < 1e-3);
        let metres = ViewOptions { arrow_length: ArrowLength::Metres, ..only("impulses") };
        let list = draw(&sim, &contacts, &metres);
        assert_eq!(list.ruler, None);
        assert!(list.notes.iter().any(|n| n == "impulses: 1 m is 5 N·s"), "{:?}", list.notes);
        assert!((list.arrows[0].length - 0.64).abs() < 1e-6);
    }

    #[test]
    fn points_tell_new_from_old_and_apart_from_touching() {
        let (sim, contacts) = pile();
        let markers = draw(&sim, &contacts[..1], &only("points")).markers;
        assert_eq!(markers[0].glyph, Glyph::Disc);
        assert_eq!(markers[0].color, palette::OLD_POINT);
        assert_eq!(markers[1].glyph, Glyph::Ring);
        assert_eq!(markers[1].color, palette::NEW_POINT);
        let arrows = draw(&sim, &contacts[..1], &only("normals")).arrows;
        assert_eq!([arrows[0].hollow, arrows[1].hollow], [false, true]);
    }

    #[test]
    fn the_sign_at_the_tail_names_the_feature_of_the_body_that_pushes() {
        let sim = sim(vec![
            body("block", Shape::cuboid(0.5, 0.5, 0.5), Motion::Static, 1.0, Vec3::ZERO),
            body("ball", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::ONE),
        ]);
        for (feature, glyph) in [
            (Feature::Face(Region::face(0, true)), Glyph::Square),
            (Feature::Edge(Region::new(1, 1, 0)), Glyph::Bar),
            (Feature::Corner(Region::new(1, 1, 1)), Glyph::Triangle),
            (Feature::Inside(Region::face(0, true)), Glyph::Cross),
        ] {
            let block = (id(&sim, "block"), feature);
            let contact = Contact::new(block, (id(&sim, "ball"), Feature::Surface), Vec3::Y, &[POINT]);
            assert_eq!(draw(&sim, &[contact], &only("normals")).markers[0].glyph, glyph, "{feature}");
        }
    }

    #[test]
    fn words_name_both_bodies_their_features_and_numbers_with_units() {
        let (mut sim, contacts) = pile();
        assert_eq!(contact_words(&sim, &contacts[0]), "box edge +x-y vs floor front · 3.2 N·s · −0.04 mm");
        assert_eq!(contact_words(&sim, &contacts[2]), "ball surface vs box face +y · 0.7 N·s · −0.04 mm");
        let nameless = sim.scene().bodies.iter().map(|b| SceneBody { name: None, ..b.clone() }).collect();
        sim = super::tests::sim(nameless);
        assert_eq!(contact_words(&sim, &contacts[2]), "sphere#0 surface vs box#1 face +y · 0.7 N·s · −0.04 mm");
    }

    #[test]
    fn a_contact_pointed_at_shows_all_about_it_without_any_layer() {
        let (sim, contacts) = pile();
        let pair = Some((contacts[2].a, contacts[2].b));
        let hovered = ViewOptions { hovered_contact: pair, ..only("none") };
        let selected = ViewOptions { selected_contact: pair, ..only("none") };
        for options in [hovered, selected] {
            let list = draw(&sim, &contacts, &options);
            let mut words: Vec<_> = list.labels.iter().map(|l| l.text.as_str()).collect();
            words.sort_unstable();
            assert_eq!(words, ["A", "B", "ball surface vs box face +y · 0.7 N·s · −0.04 mm"]);
            assert!(list.arrows.len() == 1 && list.arrows[0].xray && list.arrows[0].width > 3.0, "{:?}", list.arrows);
            assert!(!list.triangles.is_empty(), "the touched face is lit");
        }
    }

    #[test]
    fn letters_stand_on_the_sides_of_the_bodies_they_name() {
        let (sim, contacts) = pile();
        for contact in [contacts[2], swapped(&contacts[2])] {
            let options = ViewOptions { hovered_contact: Some((contact.a, contact.b)), ..only("none") };
            let labels = draw(&sim, &[contact], &options).labels;
            for (letter, id) in [("A", contact.a), ("B", contact.b)] {
                let label = labels.iter().find(|l| l.text == letter).unwrap();
                let towards = sim.world().body(id).unwrap().desc.position - middle(&contact);
                assert!((label.anchor - middle(&contact)).dot(towards) > 0.0, "{letter} {label:?}");
            }
        }
    }

    #[test]
    fn a_contact_pointed_at_is_drawn_beyond_the_limit_and_on_top_of_a_crowd() {
        let (sim, contacts) = pile();
        let mut many = vec![contacts[2]; MAX_CONTACTS];
        many.push(contacts[0]);
        let options = ViewOptions { selected_contact: Some((contacts[0].a, contacts[0].b)), ..only("normals") };
        let list = draw(&sim, &many, &options);
        let (crowd, bold) = (&list.arrows[0], list.arrows.last().unwrap());
        assert!(bold.tail != crowd.tail && bold.width > crowd.width, "{bold:?}");
        assert!(bold.xray && !crowd.xray);
        assert!(list.notes.iter().any(|n| n.starts_with("very many contacts")), "{:?}", list.notes);
    }

    #[test]
    fn a_feature_that_many_touch_is_lit_once() {
        let (sim, contacts) = pile();
        let twice = [contacts[2], contacts[2]];
        let (one, two) = (draw(&sim, &twice[..1], &only("features")), draw(&sim, &twice, &only("features")));
        // The box's face and its four sides are lit once; the ring on the ball twice, for it goes with the point.
        assert_eq!(one.triangles, two.triangles);
        assert_eq!(two.lines.len() - one.lines.len(), one.lines.len() - 4);
    }

    #[test]
    fn contacts_beyond_the_limit_are_counted() {
        let (sim, contacts) = pile();
        let many = vec![contacts[2]; MAX_CONTACTS + 37];
        let list = draw(&sim, &many, &only("points"));
        assert_eq!(list.markers.len(), MAX_CONTACTS);
        assert!(list.notes.iter().any(|n| n.starts_with("37 of 20037 contacts left out")), "{:?}", list.notes);
    }
}
