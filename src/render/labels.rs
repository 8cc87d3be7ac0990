//! Where the words go: labels beside their points without touching each other, the legend in the corner.

use super::layout::{LETTER, PLATE, STROKE, TextInstance};
use super::text::Letters;
use super::theme_colors::ThemeColors;
use crate::language::quantity::hidden_labels;
use crate::language::spoken_in;
use crate::say;
use crate::view::{Color, DrawList};
use glam::Vec2;

/// Size of the letters (logical pixels an em).
const TEXT_SIZE: f32 = 12.5;
/// Size of the letters of what a scene counts (logical pixels an em).
const READING_SIZE: f32 = 19.0;
/// Room between letters and the plate's border (logical pixels).
const PADDING: Vec2 = Vec2::new(6.0, 4.0);
/// Room between two plates (logical pixels).
const GAP: f32 = 2.0;
/// From the picture's border to the notes (logical pixels).
const MARGIN: f32 = 12.0;
/// A label farther than this from its point is tied to it by a stroke (logical pixels).
const LEADER: f32 = 18.0;
/// How strong the words of the legend are beside those of labels.
const MUTED: f32 = 0.72;
/// Between the words of the legend.
const SEPARATOR: &str = "   ·   ";
/// Rows tried above and below the wanted place.
const ROWS: i32 = 5;

/// An upright rectangle on the picture (px).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plate {
    pub min: Vec2,
    pub max: Vec2,
}

impl Plate {
    fn new(min: Vec2, size: Vec2) -> Self {
        Self { min, max: min + size }
    }

    pub fn touches(&self, other: &Self, gap: f32) -> bool {
        self.min.cmplt(other.max + gap).all() && other.min.cmplt(self.max + gap).all()
    }

    fn inside(&self, size: Vec2) -> bool {
        self.min.cmpge(Vec2::ZERO).all() && self.max.cmple(size).all()
    }
}

/// Everything laid out for one picture.
#[derive(Default)]
pub(super) struct TextLayout {
    pub instances: Vec<TextInstance>,
    /// Plates of the labels that found room.
    pub placed: Vec<Plate>,
    /// Labels in view that found none.
    pub hidden: usize,
}

/// Lays out the words of `list` on a picture of `size` (px).
pub(super) fn lay_out(list: &DrawList, colors: &ThemeColors, letters: &mut Letters, size: Vec2) -> TextLayout {
    // Only here, between pictures: letters that are placed already would point at other texels.
    letters.make_room();
    let mut writer =
        LabelWriter { letters, colors, scale: list.scale, size, words: TextLayout::default(), taken: vec![] };
    // Notes claim their corner first; the last line waits for the count of labels without room.
    let corner = writer.corner_size(list);
    if corner.y > 0.0 {
        writer.taken.push(Plate::new(Vec2::new(0.0, size.y - corner.y), corner));
    }
    writer.readings(list);
    for label in &list.labels {
        let clip = list.clip_from_world * label.anchor.extend(1.0);
        // The projection; behind the eye w is negative and the place would be mirrored.
        let ndc = clip.truncate() / clip.w;
        if clip.w <= 1e-6 || ndc.x.abs() > 1.0 || ndc.y.abs() > 1.0 {
            continue;
        }
        let anchor = Vec2::new(0.5 + 0.5 * ndc.x, 0.5 - 0.5 * ndc.y) * size;
        writer.label(anchor, label.offset * list.scale, &label.text, label.color);
    }
    writer.corner(list);
    writer.words
}

struct LabelWriter<'a> {
    letters: &'a mut Letters,
    colors: &'a ThemeColors,
    scale: f32,
    size: Vec2,
    words: TextLayout,
    taken: Vec<Plate>,
}

impl LabelWriter<'_> {
    fn text_size(&self) -> f32 {
        TEXT_SIZE * self.scale
    }

    fn plate_size(&self, text: &str) -> Vec2 {
        let width = self.letters.width(text, self.text_size());
        (Vec2::new(width, self.text_size()) + 2.0 * PADDING * self.scale).ceil()
    }

    /// Tries the wanted place, then rows above and below it, on either side of the point; after those the same places
    /// moved sideways into the picture.
    fn label(&mut self, anchor: Vec2, offset: Vec2, text: &str, color: Color) {
        // Rows one beside the other, the nearest first, so that a label stays near its point.
        let plate = self.plate_size(text);
        let row = plate.y + (GAP + 1.0) * self.scale;
        // Left of its point a label ends where on the right it begins.
        let sides = [offset.x, -offset.x - plate.x];
        let rows = (0..=ROWS).flat_map(|k| if k == 0 { vec![0] } else { vec![-k, k] });
        let places: Vec<Vec2> = rows
            .flat_map(|k| sides.map(|x| Vec2::new(x, offset.y - 0.5 * plate.y + k as f32 * row)))
            .map(|place| (anchor + place).round())
            .collect();
        let widest = (self.size.x - plate.x).floor().max(0.0);
        let moved = places.iter().map(|place| Vec2::new(place.x.clamp(0.0, widest), place.y));
        let gap = GAP * self.scale;
        let found = (places.iter().copied().chain(moved))
            .map(|place| Plate::new(place, plate))
            .find(|place| place.inside(self.size) && !self.taken.iter().any(|other| other.touches(place, gap)));
        let Some(place) = found else {
            self.words.hidden += 1;
            return;
        };
        self.taken.push(place);
        self.words.placed.push(place);
        // A line leads to the point when the label had to go away from it.
        let near = anchor.clamp(place.min, place.max);
        if anchor.distance(near) > LEADER * self.scale {
            self.stroke(anchor, near, 0.6 * self.scale, color.with_alpha(0.7));
        }
        self.plate(place);
        self.write(place.min + PADDING * self.scale, text, color);
    }

    fn plate(&mut self, place: Plate) {
        let size = place.max - place.min;
        self.words.instances.push(TextInstance {
            rect: [place.min.x, place.min.y, size.x, size.y],
            color: self.colors.plate.0,
            radius: 4.0 * self.scale,
            kind: PLATE,
            ..Default::default()
        });
    }

    fn stroke(&mut self, from: Vec2, to: Vec2, radius: f32, color: Color) {
        let rect = [from.x, from.y, to.x, to.y];
        self.words.instances.push(TextInstance { rect, color: color.0, radius, kind: STROKE, ..Default::default() });
    }

    /// Writes a line into the box of one text size in height whose upper left corner is `at`.
    fn write(&mut self, at: Vec2, text: &str, color: Color) {
        self.write_sized(at, text, color, self.text_size());
    }

    fn write_sized(&mut self, at: Vec2, text: &str, color: Color, size: f32) {
        // The capitals are centred in the box; what reaches below the base line is not counted.
        let base = at.y + 0.5 * (size + Letters::cap_height(size));
        for letter in self.letters.line(text, size, [at.x, base]) {
            let [x, y] = letter.at;
            let [width, height] = letter.size;
            let [u, v] = letter.texels;
            self.words.instances.push(TextInstance {
                rect: [x, y, width, height],
                texels: [u, v, width, height],
                color: color.0,
                radius: 0.0,
                kind: LETTER,
            });
        }
    }

    /// A line of the corner, its plate included (px).
    fn row(&self) -> f32 {
        (self.text_size() + 2.0 * PADDING.y * self.scale).ceil() + GAP * self.scale
    }

    /// What the scene counts, large, in the upper left corner.
    fn readings(&mut self, list: &DrawList) {
        let size = READING_SIZE * self.scale;
        let padding = 1.4 * PADDING * self.scale;
        let mut top = (MARGIN * self.scale).round();
        for reading in &list.readings {
            let width = self.letters.width(reading, size);
            let place = Plate::new(
                Vec2::new((MARGIN * self.scale).round(), top),
                (Vec2::new(width, size) + 2.0 * padding).ceil(),
            );
            self.taken.push(place);
            self.plate(place);
            self.write_sized(place.min + padding, reading, self.colors.words, size);
            top = place.max.y + GAP * self.scale;
        }
    }

    /// The words of the legend as lines that fit into the picture, the first one beside the ruler.
    fn legend(&self, list: &DrawList, hidden: Option<&str>) -> Vec<String> {
        let ruler = list.ruler.as_ref().map(|(length, text)| (self.ruler_width(*length), text.as_str()));
        let room = self.size.x - 2.0 * MARGIN * self.scale;
        // How many labels found no room is told as a last note.
        let notes = list.notes.iter().map(String::as_str).chain(hidden);
        let mut lines: Vec<String> = vec![];
        for note in ruler.map(|(_, text)| text).into_iter().chain(notes) {
            // The ruler takes the beginning of the first line.
            let start = if lines.len() <= 1 { ruler.map_or(0.0, |(width, _)| width) } else { 0.0 };
            match lines.last_mut() {
                Some(line) if start + self.plate_size(&format!("{line}{SEPARATOR}{note}")).x <= room => {
                    line.push_str(SEPARATOR);
                    line.push_str(note);
                }
                _ => {
                    let start = if lines.is_empty() { ruler.map_or(0.0, |(width, _)| width) } else { 0.0 };
                    self.break_note(note, room - start, &mut lines);
                }
            }
        }
        lines
    }

    /// Adds a note as lines that are no wider than `room` (px), broken behind spaces and between Chinese letters.
    fn break_note(&self, note: &str, room: f32, lines: &mut Vec<String>) {
        let mut line = String::new();
        for part in note.split_inclusive(|c: char| c == ' ' || !c.is_ascii()) {
            // The space at which a line breaks takes no room in it.
            if !line.is_empty() && self.plate_size(&format!("{line}{}", part.trim_end())).x > room {
                lines.push(line.trim_end().to_owned());
                line.clear();
            }
            line.push_str(part);
        }
        lines.push(line.trim_end().to_owned());
    }

    /// Width and height of the corner that the legend takes; zero when there is none (px).
    fn corner_size(&self, list: &DrawList) -> Vec2 {
        // Room for the count of hidden labels, should there be any.
        let most = (!list.labels.is_empty()).then(|| spoken_in(list.language, || say!("+{} labels hidden", "000")));
        let lines = self.legend(list, most.as_deref());
        if lines.is_empty() {
            return Vec2::ZERO;
        }
        let widest = lines.iter().map(|line| self.plate_size(line).x).fold(0.0, f32::max);
        let ruler = list.ruler.as_ref().map_or(0.0, |(length, _)| self.ruler_width(*length));
        Vec2::new(widest + ruler, lines.len() as f32 * self.row()) + MARGIN * self.scale
    }

    fn ruler_width(&self, length: f32) -> f32 {
        (length + 2.0 * PADDING.x) * self.scale
    }

    /// The legend, muted: the ruler and the notes in one line, in more where the picture is too narrow for that.
    fn corner(&mut self, list: &DrawList) {
        let hidden = self.words.hidden;
        let lines = self.legend(list, without_room(list, hidden).as_deref());
        let left = (MARGIN * self.scale).round();
        let mut top = (self.size.y - MARGIN * self.scale - lines.len() as f32 * self.row()).round();
        let muted = self.colors.words.with_alpha(MUTED);
        for (i, line) in lines.iter().enumerate() {
            let start = match &list.ruler {
                Some((length, _)) if i == 0 => self.ruler_width(*length),
                _ => 0.0,
            };
            let mut size = self.plate_size(line);
            size.x = (size.x + start).ceil();
            let place = Plate::new(Vec2::new(left, top), size);
            self.plate(place);
            // On half pixels, where a thin stroke covers whole rows.
            if let (Some((length, _)), 0) = (&list.ruler, i) {
                self.ruler(*length, left, (top + 0.5 * size.y).floor() + 0.5, muted);
            }
            self.write(place.min + Vec2::new(start, 0.0) + PADDING * self.scale, line, muted);
            top += self.row();
        }
    }

    /// A length (logical pixels) at this height (px).
    fn ruler(&mut self, length: f32, left: f32, y: f32, color: Color) {
        let from = left + PADDING.x * self.scale;
        let to = from + length * self.scale;
        let (thin, tick) = (0.75 * self.scale, 4.0 * self.scale);
        self.stroke(Vec2::new(from, y), Vec2::new(to, y), thin, color);
        for x in [from, to] {
            self.stroke(Vec2::new(x, y - tick), Vec2::new(x, y + tick), thin, color);
        }
    }
}

/// How many labels found no room, in the language of the picture; none when all did.
fn without_room(list: &DrawList, hidden: usize) -> Option<String> {
    (hidden > 0).then(|| spoken_in(list.language, || hidden_labels(hidden)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;
    use crate::view::{Camera, Label, Theme};
    use glam::Vec3;

    fn crowd(count: usize) -> DrawList {
        let camera = Camera {
            target: Vec3::ZERO,
            distance: 8.0,
            yaw: 0.0,
            pitch: 0.0,
            orthographic: false,
            fov: 0.8,
            size: [640, 360],
            scale: 1.0,
        };
        let label = |i: usize| Label {
            anchor: Vec3::new(0.05 * (i % 40) as f32, 0.02 * (i % 7) as f32, 0.0),
            offset: Vec2::new(12.0, -6.0),
            text: format!("contact {i}"),
            color: Color::hex(0xffffff),
        };
        DrawList {
            clip_from_world: camera.clip_from_world(),
            labels: (0..count).map(label).collect(),
            notes: vec!["a note".to_owned()],
            ruler: Some((48.0, "1 N·s".to_owned())),
            ..DrawList::default()
        }
    }

    #[test]
    fn labels_never_touch_and_every_one_is_shown_or_counted() {
        for count in [1, 5, 20, 200] {
            let mut letters = Letters::new();
            let words = lay_out(&crowd(count), &ThemeColors::of(Theme::Dark), &mut letters, Vec2::new(640.0, 360.0));
            assert_eq!(words.placed.len() + words.hidden, count);
            assert!(!words.placed.is_empty());
            for (i, a) in words.placed.iter().enumerate() {
                assert!(a.inside(Vec2::new(640.0, 360.0)));
                assert!(words.placed[i + 1..].iter().all(|b| !a.touches(b, 0.0)), "{count}: {a:?}");
            }
        }
    }

    #[test]
    fn how_many_found_no_room_is_said_in_the_language_of_the_picture() {
        let said = |language, hidden| without_room(&DrawList { language, ..crowd(200) }, hidden);
        let [english, chinese] = [Language::English, Language::Chinese].map(|language| said(language, 12).unwrap());
        assert_eq!((&*english, &*chinese), ("+12 labels hidden", "另有 12 条标注未显示"));
        assert_eq!(said(Language::English, 1).as_deref(), Some("+1 label hidden"));
        assert_eq!(said(Language::Chinese, 0), None);
    }

    #[test]
    fn a_label_with_room_sits_where_it_was_asked_to() {
        let mut letters = Letters::new();
        let words = lay_out(&crowd(1), &ThemeColors::of(Theme::Dark), &mut letters, Vec2::new(640.0, 360.0));
        let plate = words.placed[0];
        // Its left middle is 12 right of and 6 above the anchor, which is the middle of the picture.
        assert!((plate.min.x - 332.0).abs() <= 1.0, "{plate:?}");
        assert!((0.5 * (plate.min.y + plate.max.y) - 174.0).abs() <= 1.0, "{plate:?}");
    }

    #[test]
    fn the_legend_is_one_line_and_more_only_where_the_picture_is_too_narrow() {
        let mut letters = Letters::new();
        let mut list = crowd(0);
        list.notes =
            vec!["arrows: push".into(), "impulses: 10 pixels shorter is ten times less".into(), "third".into()];
        for (width, most) in [(1280.0, 1), (420.0, 2), (300.0, 4), (200.0, 5)] {
            let size = Vec2::new(width, 360.0);
            let words = lay_out(&list, &ThemeColors::of(Theme::Dark), &mut letters, size);
            let plates: Vec<_> = words.instances.iter().filter(|one| one.kind == PLATE).map(|one| one.rect).collect();
            assert!(!plates.is_empty() && plates.len() <= most, "{width}: {plates:?}");
            for [x, y, w, h] in &plates {
                assert!(*x >= 0.0 && x + w <= size.x && y + h <= size.y, "{width}: {plates:?}");
            }
            let letters = words.instances.iter().filter(|one| one.kind == LETTER).count();
            let said = list.notes.iter().map(String::as_str).chain(["1 N·s"]);
            let expected: usize = said.map(|text| text.chars().filter(|c| *c != ' ').count()).sum();
            assert!(letters >= expected, "nothing is left out: {letters} of {expected}");
        }
    }

    #[test]
    fn the_font_has_the_signs_that_labels_use() {
        let mut letters = Letters::new();
        let blank = letters.line("\u{10ffff}", 12.0, [0.0, 20.0]);
        for sign in "µμω·×−→°²³Δ≤≥±θλ–…•⁻¹₂é".chars() {
            let drawn = letters.line(&sign.to_string(), 12.0, [0.0, 20.0]);
            assert_eq!(drawn.len(), 1, "{sign}");
            assert_ne!(drawn, blank, "{sign}");
        }
    }

    #[test]
    fn from_200_sides_no_label_of_a_scene_touches_another() {
        let mut sim = crate::sim::Sim::new(crate::scene::find("pyramid").unwrap().scene().unwrap()).unwrap();
        (0..30).for_each(|_| sim.step());
        let options = crate::view::ViewOptions {
            layers: crate::view::Layers::from_names("labels,penetration,axes").unwrap(),
            ..crate::view::ViewOptions::default()
        };
        let mut letters = Letters::new();
        let mut most = 0;
        for side in 0..200u32 {
            let mut camera = Camera::of_scene(&sim, [1280, 720], 1.0);
            // The golden angle leaves no side out.
            camera.yaw = 2.399_963 * side as f32;
            camera.pitch = 0.05 + 0.007 * side as f32;
            camera.distance *= 0.4 + 0.006 * side as f32;
            let list = crate::view::draw(&sim, &options, &camera);
            let size = Vec2::new(1280.0, 720.0);
            let words = lay_out(&list, &ThemeColors::of(Theme::Dark), &mut letters, size);
            assert_eq!(words.placed.len() + words.hidden, list.labels.len(), "{side}");
            for (i, a) in words.placed.iter().enumerate() {
                assert!(a.inside(size), "{side}: {a:?}");
                assert!(words.placed[i + 1..].iter().all(|b| !a.touches(b, 0.0)), "{side}: {a:?}");
            }
            most = most.max(words.placed.len());
        }
        assert!(most > 20, "{most}");
    }
}
