//! Words beside points of the scene, placed so that none covers another.

use super::{Camera, Color, DrawList, Label};
use glam::Vec2;

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
pub(super) struct Labels {
    wanted: Vec<Wanted>,
}

#[derive(Debug)]
struct Wanted {
    label: Label,
    /// 0 comes first: selected and hovered ones.
    rank: u8,
}

/// Screen rectangle (logical pixels, y down).
#[derive(Clone, Copy, Debug)]
struct Rect {
    min: Vec2,
    max: Vec2,
}

impl Rect {
    fn overlaps(&self, other: &Self) -> bool {
        self.min.cmplt(other.max).all() && other.min.cmplt(self.max).all()
    }

    fn within(&self, size: Vec2) -> bool {
        self.min.cmpge(Vec2::ZERO).all() && self.max.cmple(size).all()
    }
}

/// The rectangle a label takes (logical pixels), its anchor being at `at`.
fn rect(label: &Label, at: Vec2) -> Rect {
    let min = at + label.offset - Vec2::new(0.0, 0.5 * HEIGHT);
    Rect { min, max: min + Vec2::new(width(&label.text), HEIGHT) }
}

fn width(text: &str) -> f32 {
    text.chars().count() as f32 * CHARACTER + 8.0
}

impl Labels {
    /// Wants `text` beside `anchor` (m, world); lower ranks come first.
    pub(super) fn add(&mut self, anchor: glam::Vec3, text: String, color: Color, rank: u8) {
        self.wanted.push(Wanted { label: Label { anchor, offset: Vec2::ZERO, text, color }, rank });
    }

    /// Puts as many labels into the list as find room, the nearest first, and a note that counts the others.
    pub(super) fn place(mut self, list: &mut DrawList, camera: &Camera) {
        if self.wanted.is_empty() {
            return;
        }
        let eye = camera.eye();
        let scale = if camera.scale > 0.0 { camera.scale } else { 1.0 };
        let size = Vec2::new(camera.size[0] as f32, camera.size[1] as f32) / scale;
        // The sort is stable: labels at one depth keep the order of their contacts.
        self.wanted.sort_by(|a, b| {
            let depth = |w: &Wanted| w.label.anchor.distance_squared(eye);
            a.rank.cmp(&b.rank).then(depth(a).total_cmp(&depth(b)))
        });
        let mut taken: Vec<Rect> = vec![];
        let (mut seen, mut hidden) = (0, 0);
        for Wanted { mut label, .. } in self.wanted {
            let Some(at) = camera.project(label.anchor).map(|p| p / scale) else { continue };
            if !(Rect { min: at, max: at }).within(size) {
                continue;
            }
            seen += 1;
            let room = seen <= MAX_TRIED && taken.len() < MAX_SHOWN;
            let place = room.then(|| offsets(&label.text)).into_iter().flatten().find_map(|offset| {
                label.offset = offset;
                let r = rect(&label, at);
                (r.within(size) && !taken.iter().any(|t| t.overlaps(&r))).then_some(r)
            });
            match place {
                Some(r) => {
                    taken.push(r);
                    list.labels.push(label);
                }
                None => hidden += 1,
            }
        }
        if hidden > 0 {
            list.notes.push(format!("+{hidden} labels hidden"));
        }
    }
}

/// Where a label may stand beside its anchor: right and left, level, above and below.
fn offsets(text: &str) -> impl Iterator<Item = Vec2> + use<> {
    let left = -GAP - width(text);
    [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0]
        .into_iter()
        .flat_map(move |row| [GAP, left].map(|x| Vec2::new(x, row * (HEIGHT + 2.0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneCamera;
    use glam::Vec3;

    fn place(labels: Labels, scale: f32) -> (DrawList, Camera) {
        let camera = Camera::new(&SceneCamera::default(), [1280, 720], scale);
        let mut list = DrawList::default();
        labels.place(&mut list, &camera);
        (list, camera)
    }

    #[test]
    fn no_label_covers_another_and_the_hidden_ones_are_counted() {
        for scale in [1.0, 1.5] {
            let mut labels = Labels::default();
            for i in 0..400 {
                let position = Vec3::new((i % 20) as f32 * 0.4 - 4.0, 1.0, (i / 20) as f32 * 0.2);
                labels.add(position, format!("label number {i}"), Color::default(), 1);
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
    fn lower_ranks_come_first_and_labels_out_of_the_picture_do_not_count() {
        let mut labels = Labels::default();
        for i in 0..200 {
            labels.add(Vec3::Y, format!("{i}"), Color::default(), 1);
        }
        labels.add(Vec3::Y, "selected".into(), Color::default(), 0);
        labels.add(Vec3::new(0.0, 0.0, 1000.0), "behind".into(), Color::default(), 0);
        let (list, _) = place(labels, 1.0);
        assert_eq!(list.labels[0].text, "selected");
        assert_eq!(list.notes, [format!("+{} labels hidden", 201 - list.labels.len())]);
    }
}
