//! What is written beside contacts.

use super::push::pusher;
use super::{Look, middle, normals};
use crate::geometry::Feature;
use crate::physics::{BodyId, Contact};
use crate::say;
use crate::sim::Sim;
use crate::view::crowd::Crowd;
use crate::view::labels::{Labels, Words};
use crate::view::scale::figures;
use crate::view::{ArrowLength, palette};
use crate::words::{phrase, word};

/// From the ends of its arrow to the letters of such a contact (logical pixels).
const LETTER_GAP: f32 = 12.0;

/// A contact in words: `box#4 edge +x+y vs floor front · 3.2 N·s · −0.04 mm`, the body that is pushed first.
///
/// The impulse is the sum over the points, the length is the gap at the deepest one.
pub fn contact_words(sim: &Sim, contact: &Contact) -> String {
    let a = (contact.a, contact.feature_a);
    let b = (contact.b, contact.feature_b);
    let (pushed, pusher) = if pusher(sim, contact) == contact.a { (b, a) } else { (a, b) };
    let side = |(id, feature): (BodyId, Feature)| format!("{} {}", name(sim, id), phrase(&feature.to_string()));
    say!(
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
        Some(body) if name.starts_with('#') => format!("{}{name}", word(body.desc.shape.kind_name())),
        _ => name,
    }
}

/// A length (m) in hundredths of a millimetre, with a true minus sign.
pub(in crate::view) fn millimetres(metres: f32) -> String {
    let text = format!("{:.2}", metres * 1e3);
    if text == "-0.00" { "0.00".into() } else { text.replace('-', "−") }
}

impl<'c> Look<'c> {
    pub(super) fn words(&self, contact: &'c Contact, labels: &mut Labels<'c>) {
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
    pub(super) fn letters(&self, contact: &'c Contact, crowd: &Crowd, labels: &mut Labels<'c>) {
        let touch = middle(contact);
        let pixels = crowd.pixels_per_metre(touch);
        let gap = LETTER_GAP / pixels;
        let arrow = match self.options.arrow_length {
            ArrowLength::Pixels => normals::PIXELS / pixels,
            ArrowLength::Metres => normals::METRES,
        };
        let a_pushes = pusher(self.sim, contact) == contact.a;
        let both = self.options.both_arrows;
        for (letter, direction, pushed) in [("A", -contact.normal, !a_pushes), ("B", contact.normal, a_pushes)] {
            let reach = if pushed || both { arrow + gap } else { gap };
            labels.add(touch + direction * reach, Words::Letter(letter), palette::ink(self.theme()), 0);
        }
    }
}
