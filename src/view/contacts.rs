//! Contacts: points, normals, impulses, friction, depths, touched features, words.
//!
//! One rule for every arrow: it leaves the body that pushes and points the way the *other* body is pushed. A normal's
//! tail half has the colour of the body that pushes, its head half the colour of the other.

mod depths;
mod impulses;
mod lit;
mod normals;
mod points;
mod push;
#[cfg(test)]
mod tests;
mod words;

use super::crowd::Crowd;
use super::labels::Labels;
use super::scale::{ImpulseScale, LEAST_LONGEST, LONGEST, SHORTEST};
use super::{ArrowLength, DrawList, Poses, ScenePainter};
use crate::language::word;
use crate::physics::{Contact, ContactPoint};
use crate::say;
use glam::Vec3;

/// Most contacts that are drawn.
pub(super) const MAX_CONTACTS: usize = 20_000;

impl<'c> ScenePainter<'c> {
    pub(super) fn contacts(&self, list: &mut DrawList, contacts: &'c [Contact], labels: &mut Labels<'c>) {
        let layers = *self.layers();
        // One contact that is pointed at shows all it has, whatever layers are on.
        let singled_out = self.options.selection.contact.is_some() || self.options.pointed.contact.is_some();
        if !layers.any_contact() && !singled_out {
            return;
        }
        let limit = contacts.len().min(MAX_CONTACTS);
        let shown = &contacts[..limit];
        let crowd = Crowd::new(shown, self.camera);
        let scale = self.impulse_scale(shown, &crowd);
        // Which parts of each body are lit already: each is lit once, however many contacts it has.
        let lit = vec![0; self.sim.world().slot_count()];
        let mut marks = Marks { painter: self, list, crowd, scale, lit, joined: false };
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
        let joined = marks.joined;
        self.legend(list, scale.as_ref(), &crowd, joined);
        if contacts.len() > limit {
            let left_out = contacts.len() - limit;
            list.notes.push(say!(
                "{} of {} contacts left out: the limit is {}",
                left_out,
                contacts.len(),
                MAX_CONTACTS
            ));
        }
    }

    /// What the length of an impulse's arrow means among these contacts; none while no impulses are shown.
    pub(super) fn impulse_scale(&self, shown: &[Contact], crowd: &Crowd) -> Option<ImpulseScale> {
        let layers = self.layers();
        // Of both kinds, whichever are shown: switching one on must not change the other.
        let size = |p: &ContactPoint| p.normal_impulse.max(p.friction_impulse.length());
        let strongest = |contact: &Contact| match together(contact).filter(|_| crowd.joins(self.look(contact, crowd))) {
            Some(point) => size(&point),
            None => contact.points().iter().map(size).fold(0.0, f32::max),
        };
        let greatest = shown.iter().map(strongest).fold(0.0, f32::max);
        let impulses = layers.impulses || layers.friction;
        if impulses { ImpulseScale::new(greatest, self.longest(shown, crowd)) } else { None }
    }

    /// The marks of one contact by themselves, as they are among all: what can be clicked of it.
    pub(super) fn marks_of(&self, contact: &Contact, crowd: Crowd, scale: Option<ImpulseScale>) -> DrawList {
        let mut list = DrawList::default();
        let lit = vec![0; self.sim.world().slot_count()];
        Marks { painter: self, list: &mut list, crowd, scale, lit, joined: false }.draw(contact);
        list
    }

    /// Length of the longest arrow of an impulse (logical pixels): as wide as the smaller body of nine contacts in ten
    /// looks, so that arrows do not bury what they push.
    fn longest(&self, contacts: &[Contact], crowd: &Crowd) -> f32 {
        let mut looks: Vec<f32> = contacts.iter().map(|contact| self.look(contact, crowd)).collect();
        let tenth = looks.len() / 10;
        if tenth >= looks.len() {
            return LONGEST;
        }
        looks.select_nth_unstable_by(tenth, f32::total_cmp).1.clamp(LEAST_LONGEST, LONGEST)
    }

    /// How wide the smaller body of a contact looks (logical pixels).
    fn look(&self, contact: &Contact, crowd: &Crowd) -> f32 {
        let radius = |id| self.sim.world().body(id).map_or(f32::INFINITY, |body| body.desc.shape.bounding_radius());
        crowd.look(middle(contact), radius(contact.a).min(radius(contact.b)))
    }

    /// Whether a contact is selected or under the mouse.
    fn singled_out(&self, contact: &Contact) -> bool {
        let pair = (contact.a, contact.b);
        self.options.selection.has_contact(pair) || self.options.pointed.has_contact(pair)
    }

    fn legend(&self, list: &mut DrawList, scale: Option<&ImpulseScale>, crowd: &Crowd, joined: bool) {
        let layers = self.layers();
        if layers.normals {
            list.notes.push(if self.options.both_arrows {
                word("normals: from the body that pushes, the way the other is pushed, and the other way").into()
            } else {
                word("normals: from the body that pushes, the way the other is pushed").into()
            });
        }
        // In a dense crowd arrows are smaller, and that is said where there are any.
        let arrows = layers.normals || (layers.impulses || layers.friction) && !crowd.is_clear();
        // After an edit contacts are found anew, and no step has pushed through them yet.
        if self.sim.is_edited() {
            list.notes.push(word("contacts: as the bodies stand now; nothing has pushed yet").into());
        } else {
            let poses = if self.phases.is_some() { self.options.poses } else { Poses::default() };
            list.notes.push(word(poses.legend()).into());
        }
        if let Some(pressed) = self.pressed {
            list.notes.push(say!("impulses: as colours of bodies, the strongest {}", pressed.top()));
        } else if joined && scale.is_some() {
            list.notes.push(word("impulses: one arrow for each contact").into());
        }
        if crowd.is_dense() && (arrows || layers.features) {
            list.notes.push(word("very many contacts: smaller, and only where they are in sight").into());
        }
        if layers.penetration {
            list.notes.push(say!("penetration: drawn {} times too long", depths::FACTOR));
        }
        // A length on the screen needs a ruler; a length in the world can be told by its factor.
        if let Some(scale) = scale.filter(|_| self.pressed.is_none()) {
            if self.options.arrow_length == ArrowLength::Pixels {
                list.ruler = Some((scale.pixels(scale.top()), say!("this long = {}", scale.words())));
                list.notes.push(say!("impulses: {} pixels shorter is ten times less", scale.decade().round()));
            } else {
                list.notes.push(say!("impulses: 1 m is {}", scale.words()));
            }
        }
    }
}

/// Draws the marks of one contact after another.
struct Marks<'a, 'l> {
    painter: &'a ScenePainter<'a>,
    list: &'l mut DrawList,
    crowd: Crowd,
    scale: Option<ImpulseScale>,
    /// For each slot, the bits of the features of its body that are lit in full.
    lit: Vec<u32>,
    /// Whether one arrow stood for all points of a contact.
    joined: bool,
}

/// How the marks of one contact are drawn.
#[derive(Clone, Copy)]
struct ContactStyle {
    /// Share of the full size.
    size: f32,
    /// Whether arrows and lit features show through bodies.
    xray: bool,
    /// Selected or under the mouse.
    bold: bool,
    /// How wide the smaller body looks (logical pixels): the greatest length of an arrow, unless it is bold.
    look: f32,
}

impl ContactStyle {
    /// The length of an arrow (logical pixels) that would be `wanted` long.
    fn length(&self, wanted: f32) -> f32 {
        if self.bold { wanted } else { wanted.min(self.look.max(SHORTEST)) }
    }
}

impl Marks<'_, '_> {
    fn draw(&mut self, contact: &Contact) {
        let push = self.painter.push(contact);
        let layers = *self.painter.layers();
        let bold = self.painter.singled_out(contact);
        let (touch, radius) = (middle(contact), push.pusher.radius.min(push.pushed.radius));
        let size = if bold { 1.0 } else { self.crowd.size(touch, radius) };
        let look = self.crowd.look(touch, radius);
        let style = ContactStyle { size, xray: bold || !self.crowd.is_dense(), bold, look };
        // Of bodies that are specks no more is told apart than where they touch.
        if !bold && self.crowd.is_speck(look) {
            let specks = contact.points().iter().filter(|_| layers.points).map(|point| points::speck(point, look));
            return self.list.markers.extend(specks);
        }
        // Wide arrows first: a normal lies on top of its impulse.
        if let Some(scale) = self.scale {
            // Four arrows of a face would bury what looks small: one for all its points then.
            let one = together(contact).filter(|_| !bold && contact.points().len() > 1 && self.crowd.joins(look));
            self.joined |= one.is_some();
            for point in one.as_ref().map_or(contact.points(), std::slice::from_ref) {
                self.impulses(&push, point, &scale, style);
            }
        }
        for point in contact.points() {
            if layers.normals || bold {
                self.normal(&push, point, style);
            }
            if layers.points {
                self.list.markers.push(points::marker(point, style));
            }
            if layers.penetration && point.separation < 0.0 {
                self.list.lines.push(depths::line(&push, point, style.size));
            }
        }
        if layers.features || bold {
            self.light(&push, style);
        }
    }
}

/// All that a contact's points push with as one point, where the push acts: the mean of the points by their impulses.
pub(super) fn together(contact: &Contact) -> Option<ContactPoint> {
    let points = contact.points();
    let first = *points.first()?;
    let normal_impulse: f32 = points.iter().map(|p| p.normal_impulse).sum();
    let friction_impulse = points.iter().map(|p| p.friction_impulse).sum();
    let moments: Vec3 = points.iter().map(|p| p.position * p.normal_impulse).sum();
    let position = if normal_impulse > 0.0 { moments / normal_impulse } else { middle(contact) };
    Some(ContactPoint { position, normal_impulse, friction_impulse, ..first })
}

/// Mean of the points (m, world).
pub(super) fn middle(contact: &Contact) -> Vec3 {
    contact.points().iter().map(|p| p.position).sum::<Vec3>() / contact.points().len().max(1) as f32
}
