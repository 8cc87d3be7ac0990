//! Normals that something else gives: the other of the two rules for a ball on a box, or another engine.

use super::contacts::middle;
use super::labels::{LabelText, Labels};
use super::{Arrow, Color, DrawList, ScenePainter, palette, pusher};
use crate::geometry::NormalRule;
use crate::language::word;
use crate::physics::Contact;
use crate::say;
use glam::Vec3;

/// Length of the arrows (logical pixels): that of a normal.
const LENGTH: f32 = 48.0;

/// Normals this near to each other are one arrow (rad).
const SAME: f32 = 1e-3;

impl ScenePainter<'_> {
    /// A hollow arrow beside each normal that the other rule would turn, with the angle between the two.
    pub(super) fn other_rule(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels<'_>) {
        if !self.layers().rules {
            return;
        }
        let rule = self.sim.world().config().normals;
        // The rule that is not in force, and what its normal is called.
        let (other, name) = match rule {
            NormalRule::Closest => (NormalRule::Region, word("fixed direction")),
            NormalRule::Region => (NormalRule::Closest, word("closest point")),
        };
        for contact in contacts {
            let under = |rule| self.sim.normal_under(rule, contact);
            let (Some(here), Some(there)) = (under(rule), under(other)) else { continue };
            // Exact for small angles too; those that nobody could see are left out.
            let angle = here.cross(there).length().atan2(here.dot(there));
            if angle >= SAME {
                let words = say!("{}: {}° away", name, format!("{:.1}", angle.to_degrees()));
                self.hollow(list, contact, there, palette::ink(self.theme()), words, labels);
            }
        }
    }

    /// A hollow arrow for each normal that is on show, the redder the further from the contact's own, with its words.
    pub(super) fn other_normals(&self, list: &mut DrawList, contacts: &[Contact], labels: &mut Labels<'_>) {
        for other in &self.compared.other_normals {
            // In its order only: the normal points from the first body to the second.
            if let Some(contact) = contacts.iter().find(|c| (c.a, c.b) == other.bodies) {
                let color = palette::ink(self.theme()).mix(palette::PENETRATION, other.heat);
                self.hollow(list, contact, other.normal, color, other.words.clone(), labels);
            }
        }
        if self.compared.other_normals.iter().any(|other| other.heat > 0.0) {
            list.notes.push(word("hollow: another engine's normals, the redder the further from these").into());
        }
    }

    /// A hollow arrow at a contact, along a normal from its `a` towards its `b`.
    fn hollow(
        &self,
        list: &mut DrawList,
        contact: &Contact,
        normal: Vec3,
        color: Color,
        words: String,
        labels: &mut Labels<'_>,
    ) {
        // It points the way the contact's own arrow does, so that the two can be compared.
        let sign = if pusher(self.sim, contact) == contact.a { 1.0 } else { -1.0 };
        let tail = middle(contact);
        // Of a length in pixels: it stands beside the contact's own arrow, at whatever distance.
        list.arrows.push(Arrow {
            tail,
            direction: normal * sign,
            length: LENGTH,
            pixels: true,
            tail_color: color,
            head_color: color,
            width: 3.0,
            hollow: true,
            xray: true,
        });
        labels.add(tail, LabelText::Text(words.into()), palette::ink(self.theme()), 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;
    use crate::physics::{BodyDesc, Motion};
    use crate::scene::{Scene, SceneBody};
    use crate::sim::Sim;
    use crate::view::{Camera, Compared, Layers, OtherNormal, ViewOptions, draw, draw_phases};

    /// A ball on the edge of a box, seen from the edge at an angle above the horizontal.
    fn on_an_edge(degrees: f32, rule: NormalRule) -> Sim {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let edge = BodyDesc { motion: Motion::Static, ..BodyDesc::new(Shape::cuboid(1.0, 1.0, 1.0)) };
        let position = Vec3::new(1.0 + 0.499 * cos, 1.0 + 0.499 * sin, 0.0);
        let ball = BodyDesc { position, ..BodyDesc::new(Shape::sphere(0.5)) };
        let mut scene = Scene::default();
        scene.config.normals = rule;
        scene.bodies = [edge, ball].map(|desc| SceneBody { name: None, desc }).into();
        Sim::new(scene).unwrap()
    }

    #[test]
    fn the_other_rule_is_drawn_where_it_differs_with_the_angle_between() {
        let diagonal = Vec3::new(1.0, 1.0, 0.0).normalize();
        for rule in [NormalRule::Closest, NormalRule::Region] {
            for degrees in [10.0_f32, 30.0, 45.0, 70.0] {
                let sim = on_an_edge(degrees, rule);
                let layers = Layers { rules: true, ..Layers::NONE };
                let options = ViewOptions { layers, ..ViewOptions::default() };
                let list = draw(&sim, &options, &Camera::of_scene(&sim, [1280, 720], 1.0));
                let hollow: Vec<_> = list.arrows.iter().filter(|arrow| arrow.hollow).collect();
                if degrees == 45.0 {
                    assert!(hollow.is_empty(), "the two rules agree on the diagonal");
                    continue;
                }
                let (sin, cos) = degrees.to_radians().sin_cos();
                let other = if rule == NormalRule::Closest { diagonal } else { Vec3::new(cos, sin, 0.0) };
                assert_eq!(hollow.len(), 1, "{rule:?} at {degrees} degrees");
                assert!(
                    (hollow[0].direction - other).length() < 1e-4,
                    "{rule:?} at {degrees}: {:?}",
                    hollow[0].direction
                );
                let words = format!("{:.1}° away", (degrees - 45.0).abs());
                assert!(list.labels.iter().any(|label| label.text.contains(&words)), "{words}: {:?}", list.labels);
            }
        }
    }

    #[test]
    fn a_normal_on_show_is_drawn_hollow_at_its_contact_the_way_the_other_body_is_pushed() {
        let sim = on_an_edge(30.0, NormalRule::Closest);
        let contact = sim.contacts()[0];
        let bodies = (contact.a, contact.b);
        let shown = |heat| {
            let other = |bodies| OtherNormal { bodies, normal: Vec3::Z, words: "another engine".into(), heat };
            let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
            let other_normals = vec![other(bodies), other((bodies.1, bodies.0))];
            let compared = Compared { other_normals, ..Compared::default() };
            draw_phases(&sim, None, &options, &compared, &Camera::of_scene(&sim, [1280, 720], 1.0))
        };
        let list = shown(0.0);
        // The box pushes the ball; no contact has its bodies in the other order.
        let sign = if contact.a == pusher(&sim, &contact) { 1.0 } else { -1.0 };
        let drawn: Vec<_> = list.arrows.iter().map(|arrow| (arrow.tail, arrow.direction, arrow.hollow)).collect();
        assert_eq!(drawn, [(middle(&contact), Vec3::Z * sign, true)]);
        assert!(list.labels.iter().any(|label| label.text == "another engine"));
        assert!(list.notes.is_empty());
        let green = [0.0, 0.3, 0.7, 1.0].map(|heat| shown(heat).arrows[0].head_color.0[1]);
        assert!(green.is_sorted_by(|a, b| a > b) && green[3] == palette::PENETRATION.0[1], "{green:?}");
        assert!(shown(0.3).notes.iter().any(|note| note.contains("the redder the further")));
    }
}
