//! What the scene itself wants to be seen: layers, words pinned to places, heights that bodies
//! reached, impacts counted.

use super::labels::{LabelText, Labels};
use super::{BodyRole, DrawList, Layer, Layers, Line, ScenePainter, palette};
use crate::language::quantity::{plural, quantity};
use crate::language::word;
use crate::say;
use crate::scene::view::{PinPlace, SceneView};
use glam::Vec3;

/// Half the length of the mark of a height (logical pixels).
const MARK: f32 = 13.0;
/// Width of the mark (logical pixels).
const WIDTH: f32 = 2.0;
/// Pins come before the labels of contacts, and after those of what is selected.
const RANK: u32 = 1;

impl Layers {
    /// The layers a scene is opened with; none where that is the user's choice.
    pub fn of_scene(view: &SceneView) -> Option<Self> {
        let mut layers = Self::NONE;
        for name in view.layers.as_ref()? {
            // What a file may name is checked when it is read.
            if let Some(layer) = Layer::from_name(name) {
                layers.set(layer, true);
            }
        }
        Some(layers)
    }
}

impl<'c> ScenePainter<'c> {
    /// Pins, marks of heights and counters, as the scene asks for them.
    pub(super) fn scene_view(&self, list: &mut DrawList, labels: &mut Labels<'c>) {
        let view = &self.sim.scene().view;
        if self.role != BodyRole::Run || view.is_empty() {
            return;
        }
        let ink = palette::ink(self.theme());
        // A pin on a body goes with it; of a body that is gone there is nothing to say.
        for pin in &view.pins {
            let place = match &pin.place {
                PinPlace::Point(point) => Some(*point),
                PinPlace::Body(name) => {
                    self.sim.find(name).and_then(|id| self.sim.world().body(id)).map(|body| body.desc.position)
                }
            };
            if let Some(place) = place {
                labels.add(place, LabelText::Text(word(&pin.text).to_owned().into()), ink, RANK);
            }
        }
        self.peaks(list, labels);
        // Counted impacts stand in the corner, not at the body: they would cover it.
        for (id, count) in self.sim.impact_counts() {
            let impacts = plural(usize::try_from(count).unwrap_or(usize::MAX), "impact", "impacts");
            list.readings.push(say!("{}: {}", impacts, word(&self.sim.name(id))));
        }
    }

    /// A short level line where a body turned from rising to falling; the highest of each body tells its height.
    fn peaks(&self, list: &mut DrawList, labels: &mut Labels<'c>) {
        let peaks: Vec<_> = self.sim.peaks().collect();
        let right = self.camera.axes()[0];
        for (i, (id, place)) in peaks.iter().enumerate() {
            // Of equal ones the first: no label jumps while a body that loses nothing goes on.
            let over =
                |(j, (other, at)): (usize, &(_, Vec3))| other == id && (at.y > place.y || (at.y == place.y && j < i));
            let is_highest = !peaks.iter().enumerate().any(over);
            let ink = palette::ink(self.theme()).with_alpha(if is_highest { 1.0 } else { 0.55 });
            // A short level stroke, as wide on the screen at any distance.
            let half: Vec3 = right * (MARK * self.camera.scale * self.camera.metres_per_pixel_at(*place));
            list.lines.push(Line {
                from: *place - half,
                to: *place + half,
                color: ink,
                width: WIDTH,
                outlined: true,
                xray: true,
            });
            // One number is enough: lower peaks are seen to be lower.
            if is_highest {
                let height = quantity(f64::from(place.y), "m");
                labels.add(*place + half, LabelText::Text(height.into()), ink, RANK);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::view::LAYER_NAMES;
    use crate::scene::{FileKind, parse};
    use crate::sim::Sim;
    use crate::view::{Camera, ViewOptions, draw};

    #[test]
    fn a_scene_can_ask_for_every_layer_there_is_by_its_name() {
        assert_eq!(LAYER_NAMES, Layers::LIST.map(Layer::name));
        let view = SceneView { layers: Some(vec!["impulses".into(), "axes".into()]), ..SceneView::default() };
        assert_eq!(Layers::of_scene(&view), Some(Layers { impulses: true, axes: true, ..Layers::NONE }));
        assert_eq!(Layers::of_scene(&SceneView::default()), None);
    }

    #[test]
    fn pins_marks_and_counters_are_in_the_picture() {
        let text = r#"
[rules]
floor = 0.0
restitution = "maximum"
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.25 } }
position = [0.0, 1.25, 0.0]
restitution = 0.8
[view]
layers = []
counters = ["ball"]
peaks = ["ball"]
pins = [{ text = "here", point = [0.5, 1.0, 0.0] }, { text = "it", body = "ball" }]
"#;
        let mut sim = Sim::new(parse(text, FileKind::Toml).unwrap()).unwrap();
        let options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
        let picture = |sim: &Sim| draw(sim, &options, &Camera::of_scene(sim, [1280, 720], 1.0));
        let before = picture(&sim);
        assert_eq!(before.readings, ["0 impacts: ball"]);
        let words = |list: &DrawList| list.labels.iter().map(|label| label.text.clone()).collect::<Vec<_>>();
        assert_eq!(words(&before).len(), 2);
        // Down, up and over the top: 2 √(2·1/9.81) s and no more.
        (0..60).for_each(|_| sim.step());
        let after = picture(&sim);
        assert_eq!(after.readings, ["1 impact: ball"]);
        let (from, to) = (after.lines.last().unwrap().from, after.lines.last().unwrap().to);
        // 0.8² of a metre above the ball's place on the floor.
        assert!((from.y - 0.89).abs() < 5e-3 && from.y == to.y, "{from} {to}");
        assert!(
            words(&after).iter().any(|text| text.starts_with("89") || text.starts_with("0.89")),
            "{:?}",
            words(&after)
        );
    }
}
