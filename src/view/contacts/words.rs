//! What is written beside contacts.

use super::{ScenePainter, middle, normals};
use crate::physics::Contact;
use crate::view::crowd::Crowd;
use crate::view::labels::{LabelText, Labels};
use crate::view::{ArrowLength, palette, pusher};

/// From the ends of its arrow to the letters of such a contact (logical pixels).
const LETTER_GAP: f32 = 12.0;

impl<'c> ScenePainter<'c> {
    pub(super) fn words(&self, contact: &'c Contact, labels: &mut Labels<'c>) {
        let singled_out = self.singled_out(contact);
        let ink = palette::ink(self.theme());
        let rank = u32::from(!singled_out);
        // What is singled out is told in full, whatever the layers say.
        if self.layers().labels || singled_out {
            labels.add(middle(contact), LabelText::Contact(self.sim, contact), ink, rank);
        } else if self.layers().penetration && contact.separation() < 0.0 {
            labels.add(middle(contact), LabelText::Gap(contact.separation()), ink, 2);
        }
    }

    /// The letters under which the table lists the two bodies, each at its body's end of the arrow.
    pub(super) fn letters(&self, contact: &'c Contact, crowd: &Crowd, labels: &mut Labels<'c>) {
        let touch = middle(contact);
        let pixels = crowd.pixels_per_metre(touch);
        // Letters stand a few pixels off the tips of the arrows, however long these are.
        let gap = LETTER_GAP / pixels;
        let arrow = match self.options.arrow_length {
            ArrowLength::Pixels => normals::PIXELS / pixels,
            ArrowLength::Metres => normals::METRES,
        };
        let a_pushes = pusher(self.sim, contact) == contact.a;
        let both = self.options.both_arrows;
        // The letter of each body on its own side; an arrow points into the pushed one only.
        for (letter, direction, pushed) in [("A", -contact.normal, !a_pushes), ("B", contact.normal, a_pushes)] {
            let reach = if pushed || both { arrow + gap } else { gap };
            labels.add(touch + direction * reach, LabelText::Letter(letter), palette::ink(self.theme()), 0);
        }
    }
}
