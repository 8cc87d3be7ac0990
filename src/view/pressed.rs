//! How hard the bodies of a crowd are pressed, as their colours: arrows would bury them.

use super::contacts::{MAX_CONTACTS, middle, together};
use super::crowd::Crowd;
use super::scale::{DECADES, ImpulseScale};
use super::{Camera, Color, Theme, ViewOptions, palette};
use crate::physics::{Body, Contact, Motion};
use crate::sim::Sim;

/// The greatest impulse on each body.
pub(super) struct Pressed {
    /// By slot (N·s).
    impulses: Vec<f32>,
    scale: ImpulseScale,
}

impl Pressed {
    /// Of the contacts in the picture; none while no impulses are to be seen, or where their arrows have room.
    pub(super) fn new(sim: &Sim, contacts: &[Contact], options: &ViewOptions, camera: &Camera) -> Option<Self> {
        let shown = &contacts[..contacts.len().min(MAX_CONTACTS)];
        // Colours take the place of arrows only where these would be too small to see.
        if !options.layers.impulses || shown.is_empty() {
            return None;
        }
        // More than half of them must be specks.
        let crowd = Crowd::new(shown, camera);
        let radius = |id| sim.world().body(id).map_or(f32::INFINITY, |body| body.desc.shape.bounding_radius());
        let is_speck = |c: &&Contact| crowd.is_speck(crowd.look(middle(c), radius(c.a).min(radius(c.b))));
        if 2 * shown.iter().filter(is_speck).count() <= shown.len() {
            return None;
        }
        // The hardest push that each body takes part in.
        let mut impulses = vec![0.0_f32; sim.world().slot_count()];
        for contact in contacts {
            let impulse = together(contact).map_or(0.0, |point| point.normal_impulse);
            for id in [contact.a, contact.b] {
                if let Some(most) = impulses.get_mut(id.index()) {
                    *most = most.max(impulse);
                }
            }
        }
        // Of what is drawn so alone: the ground is pressed by all, and the scale is that of the bodies on it.
        let greatest = contacts.iter().filter_map(together).map(|point| point.normal_impulse).fold(0.0, f32::max);
        let scale = ImpulseScale::new(greatest, 0.0)?;
        Some(Self { impulses, scale })
    }

    /// The colour of a body that can move; none of another.
    pub(super) fn color(&self, body: &Body, theme: Theme) -> Option<Color> {
        let impulse = self.impulses.get(body.id.index()).filter(|_| body.desc.motion == Motion::Dynamic)?;
        let decades = (impulse.max(f32::MIN_POSITIVE) / self.scale.top()).log10();
        // The shortest arrow and the last colour mean the same.
        Some(palette::pressed((1.0 + decades / DECADES).clamp(0.0, 1.0), theme))
    }

    /// The impulse that has the first colour, in words.
    pub(super) fn top(&self) -> String {
        self.scale.words()
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{FileKind, parse};
    use crate::sim::Sim;
    use crate::view::{Camera, Color, Layers, ViewOptions, draw};

    /// Columns of balls, `side` each way and four high, seen from so far (m).
    fn columns(side: usize, distance: f32) -> (Sim, Camera) {
        let text = format!(
            r"
[rules]
floor = 0.0
[[grids]]
count = [{side}, 4, {side}]
spacing = [0.6, 0.5, 0.6]
body = {{ shape = {{ sphere = {{ radius = 0.25 }} }}, position = [0.0, 0.25, 0.0], restitution = 0.0 }}
[camera]
target = [0.0, 0.0, 0.0]
distance = {distance}
"
        );
        let mut sim = Sim::new(parse(&text, FileKind::Toml).unwrap()).unwrap();
        (0..40).for_each(|_| sim.step());
        let camera = Camera::of_scene(&sim, [1280, 720], 1.0);
        (sim, camera)
    }

    #[test]
    fn a_crowd_has_its_impulses_as_colours_and_a_few_bodies_have_arrows() {
        let options = ViewOptions { layers: Layers { impulses: true, ..Layers::NONE }, ..ViewOptions::default() };
        let (sim, camera) = columns(24, 60.0);
        let list = draw(&sim, &options, &camera);
        assert!(list.arrows.is_empty(), "{} arrows", list.arrows.len());
        assert!(list.notes.iter().any(|note| note.starts_with("impulses: as colours")), "{:?}", list.notes);
        assert_eq!(list.ruler, None, "no arrow is measured");
        // Whoever lies lower carries more, and is brighter for it in the dark theme.
        let bright = |height: f32| -> f32 {
            let layer = list.spheres.iter().filter(|ball| (ball.center.y - height).abs() < 0.2);
            let light: Vec<f32> = layer.map(|ball| ball.color.luminance()).collect();
            light.iter().sum::<f32>() / light.len() as f32
        };
        assert!(bright(0.25) > 1.15 * bright(1.75), "{} {}", bright(0.25), bright(1.75));
        let plain = draw(&sim, &ViewOptions { layers: Layers::NONE, ..options.clone() }, &camera);
        let own: Vec<Color> = plain.spheres.iter().map(|ball| ball.color).collect();
        assert_ne!(list.spheres.iter().map(|ball| ball.color).collect::<Vec<_>>(), own);
        let (sim, camera) = columns(2, 6.0);
        let list = draw(&sim, &options, &camera);
        assert!(list.arrows.len() >= 16 && list.ruler.is_some(), "{} arrows", list.arrows.len());
    }
}
