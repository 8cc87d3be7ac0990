//! Words beside points of the scene, placed so that none covers another.

use super::contact_words::{contact_figures, contact_words};
use super::{Camera, Color, DrawList, Label};
use crate::language::quantity::{hidden_labels, separation};
use crate::physics::Contact;
use crate::sim::Sim;
use glam::{Vec2, Vec3};
use std::borrow::Cow;

/// Space that a character takes at the size labels are drawn in, an estimate on the wide side (logical pixels).
const CHARACTER: f32 = 7.2;
/// Height of a label with its ground (logical pixels).
const HEIGHT: f32 = 20.0;
/// From the anchor to the label (logical pixels).
const GAP: f32 = 14.0;
/// Most labels that are looked at: the most important and nearest.
const MAX_TRIED: usize = 500;
/// Most labels that are shown.
const MAX_SHOWN: usize = 100;

/// Labels to be placed.
#[derive(Debug, Default)]
pub(super) struct Labels<'c> {
    wanted: Vec<WantedLabel<'c>>,
}

#[derive(Debug)]
struct WantedLabel<'c> {
    anchor: Vec3,
    words: LabelText<'c>,
    color: Color,
    /// 0 comes first: selected and hovered ones.
    rank: u32,
}

/// What a label says. It is put into words only when there may be room for it.
#[derive(Clone, Debug)]
pub(super) enum LabelText<'c> {
    /// Everything about a contact of the scene.
    Contact(&'c Sim, &'c Contact),
    /// A gap (m).
    Gap(f32),
    /// Just this.
    Text(Cow<'static, str>),
    /// A letter, on the left rather than on the right: there are the words that explain it.
    Letter(&'static str),
}

/// Puts `words` beside their points (m, world) into the list, as many as find room; earlier ones come first.
pub fn place_words(list: &mut DrawList, camera: &Camera, words: impl IntoIterator<Item = (Vec3, String, Color)>) {
    let mut labels = Labels::default();
    for ((anchor, text, color), rank) in words.into_iter().zip(0..) {
        labels.add(anchor, LabelText::Text(text.into()), color, rank);
    }
    labels.place(list, camera, None);
}

/// A rectangle of the picture (logical pixels from its upper left corner, y down).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenRect {
    /// Its upper left corner.
    pub min: Vec2,
    /// Its lower right corner.
    pub max: Vec2,
}

impl ScreenRect {
    fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    fn within(&self, size: Vec2) -> bool {
        self.min.cmpge(Vec2::ZERO).all() && self.max.cmple(size).all()
    }
}

/// The rectangle a label takes (logical pixels), its anchor being at `at`.
fn rect(label: &Label, at: Vec2) -> ScreenRect {
    let min = at + label.offset - Vec2::new(0.0, 0.5 * HEIGHT);
    ScreenRect { min, max: min + Vec2::new(width(&label.text), HEIGHT) }
}

fn width(text: &str) -> f32 {
    // Those of Chinese are twice as wide.
    let characters: f32 = text.chars().map(|c| if c > '\u{2e80}' { 2.0 } else { 1.0 }).sum();
    characters * CHARACTER + 8.0
}

impl<'c> Labels<'c> {
    /// Wants `words` beside `anchor` (m, world); lower ranks come first.
    pub(super) fn add(&mut self, anchor: Vec3, words: LabelText<'c>, color: Color, rank: u32) {
        self.wanted.push(WantedLabel { anchor, words, color, rank });
    }

    /// Puts as many labels into the list as find room, the nearest first, and a note that counts the others. Anchors
    /// out of the picture do not count; a part of it may be `covered`.
    pub(super) fn place(self, list: &mut DrawList, camera: &Camera, covered: Option<ScreenRect>) {
        if self.wanted.is_empty() {
            return;
        }
        // Places are in logical pixels: a label is as large on every screen.
        let (eye, clip) = (camera.eye(), camera.clip_from_world());
        let scale = if camera.scale > 0.0 { camera.scale } else { 1.0 };
        let size = Vec2::new(camera.size[0] as f32, camera.size[1] as f32) / scale;
        // Only what lies in the picture is in the running, with its depth.
        let mut seen: Vec<_> = self
            .wanted
            .into_iter()
            .filter_map(|w| {
                let at = camera.project_with(&clip, w.anchor)? / scale;
                let depth = w.anchor.distance_squared(eye);
                (ScreenRect { min: at, max: at }).within(size).then_some((w, at, depth))
            })
            .collect();
        // The sort is stable: labels at one depth keep the order of their contacts.
        seen.sort_by(|(a, _, x), (b, _, y)| a.rank.cmp(&b.rank).then(x.total_cmp(y)));
        // One after the other, the most important first: each takes the first place beside its point that is still
        // free.
        let mut taken: Vec<ScreenRect> = vec![];
        for (w, at, _) in seen.iter().take(MAX_TRIED) {
            // Words are made here, for the few that are tried, not for all that were wanted.
            let text = match &w.words {
                LabelText::Contact(sim, contact) => contact_words(sim, contact),
                LabelText::Gap(gap) => separation(*gap),
                LabelText::Text(text) => text.to_string(),
                LabelText::Letter(letter) => (*letter).into(),
            };
            let text = if w.rank == 0 { shortened(text, size.x) } else { text };
            // Beside its card the figures alone will do: the card has the names.
            let figures = match &w.words {
                LabelText::Contact(_, contact) if w.rank == 0 && covered.is_some() => Some(contact_figures(contact)),
                _ => None,
            };
            let mut label = Label { anchor: w.anchor, offset: Vec2::ZERO, text: String::new(), color: w.color };
            let left_first = matches!(w.words, LabelText::Letter(_));
            let place = std::iter::once(text).chain(figures).find_map(|text| {
                label.text = text;
                let beside = offsets(&label.text, left_first);
                // What is selected is told in the narrowest picture: above or below its point where no side has room.
                let inward = (w.rank == 0).then(|| offsets_inward(&label.text, *at, size)).into_iter().flatten();
                beside.chain(inward).find_map(|offset| {
                    label.offset = offset;
                    let r = rect(&label, *at);
                    (r.within(size) && !taken.iter().chain(&covered).any(|t| t.overlaps(&r))).then_some(r)
                })
            });
            if let Some(r) = place {
                taken.push(r);
                list.labels.push(label);
            }
            if taken.len() == MAX_SHOWN {
                break;
            }
        }
        // Those that found no room are counted, never dropped in silence.
        let hidden = seen.len() - taken.len();
        if hidden > 0 {
            list.notes.push(hidden_labels(hidden));
        }
    }
}

/// Where a label may stand beside its anchor: on either side, level, above and below.
fn offsets(text: &str, left_first: bool) -> impl Iterator<Item = Vec2> + use<> {
    let left = -GAP - width(text);
    let sides = if left_first { [left, GAP] } else { [GAP, left] };
    [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0]
        .into_iter()
        .flat_map(move |row| sides.map(|x| Vec2::new(x, row * (HEIGHT + 2.0))))
}

/// Where a label may stand that fits beside its anchor on neither side: in the rows above and below, moved into the
/// picture of this size (logical pixels).
fn offsets_inward(text: &str, at: Vec2, size: Vec2) -> impl Iterator<Item = Vec2> + use<> {
    let x = (at.x + GAP).min(size.x - width(text) - 1.0).max(0.0) - at.x;
    [-1.0, 1.0, -2.0, 2.0, -3.0, 3.0].into_iter().map(move |row| Vec2::new(x, row * (HEIGHT + 2.0)))
}

/// A text that is no wider than the picture (logical pixels).
fn shortened(text: String, most: f32) -> String {
    if width(&text) < most {
        return text;
    }
    let mut short = text;
    while width(&short) + 2.0 * CHARACTER >= most && short.pop().is_some() {}
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneCamera;

    fn place(labels: Labels<'_>, scale: f32) -> (DrawList, Camera) {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], scale);
        let mut list = DrawList::default();
        labels.place(&mut list, &camera, None);
        (list, camera)
    }

    #[test]
    fn no_label_covers_another_and_the_hidden_ones_are_counted() {
        for scale in [1.0, 1.5] {
            let mut labels = Labels::default();
            for i in 0..400 {
                let position = Vec3::new((i % 20) as f32 * 0.4 - 4.0, 1.0, (i / 20) as f32 * 0.2);
                labels.add(position, LabelText::Text("a label of some length".into()), Color::default(), 1);
            }
            let (list, camera) = place(labels, scale);
            assert!(list.labels.len() > 20, "{}", list.labels.len());
            let rects: Vec<_> =
                list.labels.iter().map(|l| rect(l, camera.project(l.anchor).unwrap() / scale)).collect();
            for (i, a) in rects.iter().enumerate() {
                assert!(rects[i + 1..].iter().all(|b| !a.overlaps(b)), "{i}");
            }
            assert_eq!(list.notes, [format!("+{} labels hidden", 400 - list.labels.len())]);
        }
    }

    #[test]
    fn what_is_selected_is_told_in_the_narrowest_picture() {
        let words = "ball on box, edge +x+y, 0.02 mm deep, 818 mN·s, friction 12 mN·s";
        for width in [300, 420, 520, 700] {
            let camera = Camera::new(&SceneCamera::default(), [width, 240], 1.0);
            let mut labels = Labels::default();
            labels.add(camera.target, LabelText::Text(words.into()), Color::default(), 0);
            (0..20).for_each(|_| labels.add(camera.target, LabelText::Gap(1.0), Color::default(), 1));
            let mut list = DrawList::default();
            labels.place(&mut list, &camera, None);
            let first = &list.labels[0];
            assert!(first.text.starts_with("ball on box"), "{width}: {first:?}");
            let place = rect(first, camera.project(first.anchor).unwrap());
            assert!(place.within(Vec2::new(width as f32, 240.0)), "{width}: {place:?}");
        }
    }

    #[test]
    fn labels_keep_out_of_what_is_covered_and_those_that_cannot_are_counted() {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], 2.0);
        let at = camera.project(camera.target).unwrap() / 2.0;
        // All that is right of the point, then nearly all of the picture.
        let beside = ScreenRect { min: at - Vec2::new(0.0, 150.0), max: at + Vec2::new(300.0, 150.0) };
        let whole = ScreenRect { min: Vec2::ZERO, max: Vec2::new(639.0, 359.0) };
        for (covered, shown) in [(None, 7), (Some(beside), 7), (Some(whole), 0)] {
            let mut labels = Labels::default();
            (0..7).for_each(|_| labels.add(camera.target, LabelText::Gap(1.0), Color::default(), 1));
            let mut list = DrawList::default();
            labels.place(&mut list, &camera, covered);
            let rects: Vec<_> = list.labels.iter().map(|label| rect(label, at)).collect();
            assert_eq!(rects.len(), shown, "{covered:?}");
            assert!(covered.is_none_or(|covered| rects.iter().all(|label| !label.overlaps(&covered))), "{rects:?}");
            assert_eq!(list.notes.len(), usize::from(shown < 7));
        }
    }

    #[test]
    fn beside_its_card_the_selected_contact_has_its_figures_at_least() {
        let mut sim = Sim::new(crate::scene::find("first_bounce").unwrap().scene().unwrap()).unwrap();
        (0..30).for_each(|_| sim.step());
        let contact = &sim.contacts()[0];
        let camera = Camera::new(&SceneCamera::default(), [640, 360], 1.0);
        let at = camera.project(camera.target).unwrap();
        // Room for a short text alone, right of the point.
        let covered = ScreenRect { min: Vec2::ZERO, max: Vec2::new(325.0, 360.0) };
        for (rank, covered, said) in [
            (0, None, Some(contact_words(&sim, contact))),
            (0, Some(covered), Some(contact_figures(contact))),
            (1, Some(covered), None),
        ] {
            let mut labels = Labels::default();
            labels.add(camera.target, LabelText::Contact(&sim, contact), Color::default(), rank);
            let mut list = DrawList::default();
            labels.place(&mut list, &camera, covered);
            assert_eq!(list.labels.first().map(|label| label.text.clone()), said, "{rank} {covered:?}");
            assert!(list.labels.iter().all(|l| covered.is_none_or(|c| !c.overlaps(&rect(l, at)))));
        }
    }

    #[test]
    fn lower_ranks_come_first_and_labels_out_of_the_picture_do_not_count() {
        let mut labels = Labels::default();
        for i in 0..200 {
            labels.add(Vec3::Y, LabelText::Gap(i as f32), Color::default(), 1);
        }
        labels.add(Vec3::Y, LabelText::Text("selected".into()), Color::default(), 0);
        labels.add(Vec3::new(0.0, 0.0, 1000.0), LabelText::Text("behind".into()), Color::default(), 0);
        let (list, _) = place(labels, 1.0);
        assert_eq!(list.labels[0].text, "selected");
        assert_eq!(list.notes, [format!("+{} labels hidden", 201 - list.labels.len())]);
    }
}
