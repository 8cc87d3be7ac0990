//! Contacts: points, normals, impulses, friction, depths, touched features, words.
//!
//! One rule for every arrow: it leaves the body that pushes and points the way the *other* body is pushed. A normal's
//! tail half has the colour of the body that pushes, its head half the colour of the other.

use super::features::highlight;
use super::labels::Labels;
use super::scale::{ImpulseScale, figures};
use super::{Arrow, ArrowLength, Color, DrawList, Glyph, Line, Look, Marker, palette};
use crate::geometry::{Feature, Shape};
use crate::math::{Pose, quat_from_axis_angle};
use crate::physics::{Body, BodyId, Contact, ContactPoint, Motion};
use crate::sim::Sim;
use glam::Vec3;
use std::collections::HashSet;

/// Most contacts that are drawn.
const MAX_CONTACTS: usize = 20_000;
/// Length of a unit normal (logical pixels).
const NORMAL_PIXELS: f32 = 48.0;
/// Length of a unit normal (m), when lengths are in metres.
const NORMAL_METRES: f32 = 0.5;
/// Depths are drawn longer than they are by this factor: half a millimetre would not be seen.
const DEPTH_FACTOR: f32 = 10.0;

/// Which body of a contact pushes, and so which one its arrows leave.
///
/// A body that nothing moves pushes one that moves. Of two that move the heavier pushes; of two as heavy as each other
/// the lower, by the normal; level with each other, the one towards −x, then the one towards −z. Nothing here asks which
/// of the two is `a`: the arrows of a pair stay as they are when its bodies are listed the other way round.
pub fn pusher(sim: &Sim, contact: &Contact) -> BodyId {
    let (a, b) = (sim.world().body(contact.a), sim.world().body(contact.b));
    if a_pushes(a.as_ref(), b.as_ref(), contact.normal) { contact.a } else { contact.b }
}

/// A side without body is the floor or the ceiling. `normal` points from a to b.
fn a_pushes(a: Option<&Body>, b: Option<&Body>, normal: Vec3) -> bool {
    let mass = |body: Option<&Body>| match body {
        Some(b) if b.desc.motion == Motion::Dynamic => b.mass,
        _ => f32::INFINITY,
    };
    let (mass_a, mass_b) = (mass(a), mass(b));
    if mass_a != mass_b {
        return mass_a > mass_b;
    }
    // Nearly level normals count as level, or rounding would swap the arrows of billiard balls.
    let ahead = [normal.y, normal.x, normal.z].into_iter().find(|c| c.abs() > 1e-3);
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

fn millimetres(metres: f32) -> String {
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

impl Look<'_> {
    pub(super) fn contacts(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels) {
        let layers = *self.layers();
        let singled_out = self.options.selected_contact.is_some() || self.options.hovered_contact.is_some();
        if !layers.any_contact() && !singled_out {
            return;
        }
        let shown = &contacts[..contacts.len().min(MAX_CONTACTS)];
        let greatest = shown
            .iter()
            .flat_map(Contact::points)
            .map(|p| {
                let normal = if layers.impulses { p.normal_impulse } else { 0.0 };
                normal.max(if layers.friction { p.friction_impulse.length() } else { 0.0 })
            })
            .fold(0.0, f32::max);
        let scale = ImpulseScale::new(greatest);
        let mut lit = HashSet::new();
        for contact in shown {
            let push = self.push(contact);
            // Wide arrows first: a normal lies on top of its impulse.
            if let Some(scale) = &scale {
                for point in contact.points() {
                    self.impulses(list, &push, point, scale);
                }
            }
            for point in contact.points() {
                if layers.normals {
                    self.normal(list, &push, point);
                }
                if layers.points {
                    list.markers.push(point_marker(point));
                }
                if layers.penetration && point.separation < 0.0 {
                    list.lines.push(depth_line(&push, point));
                }
            }
            if layers.features {
                self.light(list, &push, &mut lit);
            }
            self.words(&push, labels);
        }
        self.legend(list, scale.as_ref());
        if contacts.len() > MAX_CONTACTS {
            let left_out = contacts.len() - MAX_CONTACTS;
            list.notes.push(format!("{left_out} of {} contacts left out: the limit is {MAX_CONTACTS}", contacts.len()));
        }
    }

    fn push<'c>(&self, contact: &'c Contact) -> Push<'c> {
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

    /// The normal at one point, with the sign of the touched feature at its tail; hollow while nothing is pushed.
    fn normal(&self, list: &mut DrawList, push: &Push, point: &ContactPoint) {
        let pixels = self.options.arrow_length == ArrowLength::Pixels;
        let mut arrow = |direction: Vec3, from: &Party, to: &Party| {
            list.arrows.push(Arrow {
                tail: point.position,
                direction,
                length: if pixels { NORMAL_PIXELS } else { NORMAL_METRES },
                pixels,
                tail_color: from.color,
                head_color: to.color,
                width: 3.0,
                hollow: point.separation > 0.0 && point.normal_impulse == 0.0,
            });
        };
        arrow(push.normal, &push.pusher, &push.pushed);
        if self.options.both_arrows {
            arrow(-push.normal, &push.pushed, &push.pusher);
        }
        let glyph = palette::glyph(push.pusher.feature);
        let color = palette::lit(push.pusher.color, self.theme());
        list.markers.push(Marker { position: point.position, glyph, color, size: 13.0, xray: true });
    }

    fn impulses(&self, list: &mut DrawList, push: &Push, point: &ContactPoint, scale: &ImpulseScale) {
        let pixels = self.options.arrow_length == ArrowLength::Pixels;
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
                width,
                hollow: false,
            };
            list.arrows.push(one);
            if self.options.both_arrows {
                list.arrows.push(Arrow { direction: -one.direction, ..one });
            }
        };
        if self.layers().impulses {
            arrow(push.normal * point.normal_impulse, palette::IMPULSE, 6.0);
        }
        if self.layers().friction {
            arrow(point.friction_impulse * push.sign, palette::FRICTION, 4.0);
        }
    }

    /// Lights the touched feature of either body; whole ones only once, however many bodies touch them.
    fn light(&self, list: &mut DrawList, push: &Push, lit: &mut HashSet<(BodyId, Feature)>) {
        let touch = middle(push.contact);
        for (party, other) in [(&push.pusher, &push.pushed), (&push.pushed, &push.pusher)] {
            if lit.contains(&(party.id, party.feature)) {
                continue;
            }
            let reach = if other.radius.is_finite() { other.radius } else { f32::MAX.sqrt() };
            if let Some(highlight) = highlight(&party.shape, &party.pose, party.feature, touch, reach) {
                if highlight.is_whole() {
                    lit.insert((party.id, party.feature));
                }
                highlight.draw(list, palette::lit(party.color, self.theme()));
            }
        }
    }

    fn words(&self, push: &Push, labels: &mut Labels) {
        let contact = push.contact;
        let pair = Some((contact.a, contact.b));
        let singled_out = self.options.selected_contact == pair || self.options.hovered_contact == pair;
        let ink = palette::ink(self.theme());
        let rank = u8::from(!singled_out);
        if self.layers().labels || singled_out {
            labels.add(middle(contact), contact_words(self.sim, contact), ink, rank);
        } else if self.layers().penetration && contact.separation() < 0.0 {
            labels.add(middle(contact), format!("{} mm", millimetres(contact.separation())), ink, 2);
        }
    }

    fn legend(&self, list: &mut DrawList, scale: Option<&ImpulseScale>) {
        let layers = self.layers();
        if layers.normals {
            let both = if self.options.both_arrows { ", and the other way" } else { "" };
            list.notes.push(format!("normals: from the body that pushes, the way the other is pushed{both}"));
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

/// Mean of the points (m, world).
pub(super) fn middle(contact: &Contact) -> Vec3 {
    contact.points().iter().map(|p| p.position).sum::<Vec3>() / contact.points().len().max(1) as f32
}

/// A disc, green when new and blue when older; a ring while the surfaces are apart.
fn point_marker(point: &ContactPoint) -> Marker {
    let color = if point.persisted { palette::OLD_POINT } else { palette::NEW_POINT };
    let glyph = if point.separation > 0.0 { Glyph::Ring } else { Glyph::Disc };
    Marker { position: point.position, glyph, color, size: 7.0, xray: true }
}

/// Along the normal, about the point, as long as the overlap times [`DEPTH_FACTOR`].
fn depth_line(push: &Push, point: &ContactPoint) -> Line {
    let arm = push.normal * (0.5 * DEPTH_FACTOR * point.separation);
    let (from, to) = (point.position + arm, point.position - arm);
    Line { from, to, color: palette::PENETRATION, width: 6.0, xray: true }
}
