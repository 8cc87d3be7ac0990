//! The cards of the gallery: recent files, and scenes and laboratories together, by topic.

mod thumbnails;

use super::icon::{self, Icon};
use super::{Action, Status, fuzzy, theme};
use crate::lab;
use crate::language::word;
use crate::say;
use crate::scene::Topic;
use crate::trace::SAMPLES;
use crate::view::Theme;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, CornerRadius, FontId, Rect, RichText, Sense, Ui, vec2};
use std::ops::Range;
use std::path::{Path, PathBuf};
use thumbnails::Thumbnails;

/// One thing that can be opened.
pub(super) struct Card {
    /// What it is called, in the language of the window.
    title: String,
    /// The same in English.
    english: String,
    /// The name to open it by; of a file its name.
    id: String,
    /// What there is to see, in the language of the window; of a file its folder.
    about: String,
    /// The same in English.
    about_english: String,
    /// The group it stands in.
    group: Group,
    /// Whether it is what is open now.
    open: bool,
    /// What a click does.
    pub action: Action,
}

impl Card {
    const fn is_file(&self) -> bool {
        matches!(self.action, Action::OpenFile(_))
    }
}

/// The groups in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Recent,
    Of(Topic),
    OtherEngines,
}

impl Group {
    const fn title(self) -> &'static str {
        match self {
            Self::Recent => "Opened last",
            Self::Of(topic) => topic.title(),
            Self::OtherEngines => "Other engines",
        }
    }
}

/// All cards in their order, or those that answer a query, the best one first.
pub(super) fn cards(query: &str, status: &Status, recent: &[PathBuf]) -> Vec<Card> {
    // All four kinds come down to one kind of card, which is all that the rest of the gallery knows.
    let scenes = status.gallery.iter().map(|item| Card {
        title: word(&item.title).into(),
        english: item.title.clone(),
        id: item.id.into(),
        about: word(&item.about).into(),
        about_english: item.about.clone(),
        group: Group::Of(item.topic),
        open: status.gallery_id == Some(item.id),
        action: Action::OpenGallery(item.id),
    });
    let labs = lab::laboratories().iter().map(|entry| Card {
        title: word(entry.title).into(),
        english: entry.title.into(),
        id: entry.id.into(),
        about: word(entry.about).into(),
        about_english: entry.about.into(),
        group: Group::Of(entry.topic),
        open: status.lab_id == Some(entry.id) && status.file.is_none(),
        action: Action::OpenLab(entry.id),
    });
    let traces = SAMPLES.iter().map(|sample| Card {
        title: word(sample.title).into(),
        english: sample.title.into(),
        id: sample.id.into(),
        about: word(sample.about).into(),
        about_english: sample.about.into(),
        group: Group::OtherEngines,
        open: status.sample.is_some_and(|open| open.id == sample.id),
        action: Action::OpenTrace(sample.id),
    });
    let files = recent.iter().map(|path| of_file(path, status));
    let mut cards: Vec<Card> = files.chain(scenes).chain(labs).chain(traces).collect();
    if query.is_empty() {
        cards.sort_by_key(|card| card.group);
        return cards;
    }
    // In both languages: one may know a scene by its English name.
    let rank = |card: &Card| {
        let group = card.group.title();
        let names = [&*card.title, &card.english, &card.id];
        fuzzy::rank(query, &names, &[&card.about, &card.about_english, group, word(group)])
    };
    cards.retain(|card| rank(card).is_some());
    cards.sort_by_key(|card| std::cmp::Reverse(rank(card)));
    // A path that is typed is offered first: nothing in the gallery is named like one.
    if looks_like_a_path(query) {
        cards.insert(0, Card { title: say!("Open {}", query), ..of_file(Path::new(query), status) });
    }
    cards
}

fn of_file(path: &Path, status: &Status) -> Card {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
    // Names of files are in no language, so that English has nothing of its own.
    Card {
        title: name.clone(),
        english: String::new(),
        id: name,
        about: folder,
        about_english: String::new(),
        group: Group::Recent,
        open: status.file.as_deref() == Some(path),
        action: Action::OpenFile(path.into()),
    }
}

fn looks_like_a_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.ends_with(".toml") || text.ends_with(".json") || text.ends_with(".caromrec")
}

/// Least width of a card, and what lies between two (points).
const LEAST: f32 = 176.0;
const GAP: f32 = 10.0;
/// Height of a card below its picture, and of a file's card, which has none (points).
const WORDS: f32 = 58.0;
const FILE: f32 = 46.0;

/// How the cards lie: so many beside each other.
pub(super) struct CardGrid {
    columns: usize,
    /// The cards of each row.
    rows: Vec<Range<usize>>,
    /// Whether headings stand above the groups.
    grouped: bool,
}

impl CardGrid {
    /// For a place so wide (points).
    pub fn new(cards: &[Card], grouped: bool, width: f32) -> Self {
        let columns = (((width + GAP) / (LEAST + GAP)).floor() as usize).max(1);
        let mut rows = vec![];
        let mut start = 0;
        for end in 1..=cards.len() {
            // A row ends when it is full, and with its group: a heading stands above the next one.
            let group_ends = end == cards.len() || (grouped && cards[end].group != cards[start].group);
            if group_ends || end - start == columns {
                rows.push(start..end);
                start = end;
            }
        }
        Self { columns, rows, grouped }
    }

    /// The card so many rows below, in the same column as far as the row has one; from the last row to the first.
    pub fn below(&self, card: usize, by: isize) -> usize {
        let Some(row) = self.rows.iter().position(|row| row.contains(&card)) else { return 0 };
        let to = (row as isize + by).rem_euclid(self.rows.len() as isize) as usize;
        let column = card - self.rows[row].start;
        (self.rows[to].start + column).min(self.rows[to].end - 1)
    }
}

/// Shows the cards; the one that was clicked. `follow` brings the chosen one into sight.
pub(super) fn show(ui: &mut Ui, cards: &[Card], grid: &CardGrid, chosen: usize, follow: bool) -> Option<usize> {
    let mut thumbnails = Thumbnails::new(if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light });
    // Pictures are as wide as the columns let them be, in the ratio of a screen.
    let width = (ui.available_width() - GAP * (grid.columns - 1) as f32) / grid.columns as f32;
    let size = vec2(width, width * 9.0 / 16.0 + WORDS);
    let mut clicked = None;
    let mut group = None;
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for row in &grid.rows {
        let first = &cards[row.start];
        // A heading where a group begins; what answers a query is not in groups.
        if grid.grouped && group != Some(first.group) {
            group = Some(first.group);
            ui.add_space(2.0);
            ui.label(RichText::new(word(first.group.title())).strong());
        }
        ui.horizontal(|ui| {
            for i in row.clone() {
                let size = if cards[i].is_file() { vec2(width, FILE) } else { size };
                if card(ui, &cards[i], size, i == chosen, follow, &mut thumbnails) {
                    clicked = Some(i);
                }
            }
        });
    }
    clicked
}

/// Shows one card; true when it was clicked.
fn card(ui: &mut Ui, card: &Card, size: egui::Vec2, chosen: bool, follow: bool, thumbnails: &mut Thumbnails) -> bool {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, chosen, &card.title));
    if chosen && follow {
        response.scroll_to_me(None);
    }
    // Cards out of sight cost nothing, and their pictures stay packed.
    if ui.is_rect_visible(rect) {
        paint(ui, rect, card, chosen, response.hovered(), thumbnails);
    }
    theme::focus_ring(ui, &response);
    let hint = if card.open { format!("{}\n{}", word("open now"), card.about) } else { card.about.clone() };
    response.on_hover_text(hint).clicked()
}

fn paint(ui: &Ui, rect: Rect, card: &Card, chosen: bool, hovered: bool, thumbnails: &mut Thumbnails) {
    let visuals = ui.visuals();
    let painter = ui.painter_at(rect.expand(1.0));
    // Chosen by the keyboard is bolder than hovered by the mouse: Enter opens the former.
    let fill = match (chosen, hovered) {
        (true, _) => theme::accent(visuals).gamma_multiply(0.22),
        (false, true) => visuals.widgets.inactive.bg_fill,
        (false, false) => visuals.faint_bg_color,
    };
    painter.rect_filled(rect, 8.0, fill);
    if chosen {
        let stroke = egui::Stroke::new(1.5, theme::accent(visuals));
        painter.rect_stroke(rect, 8.0, stroke, egui::StrokeKind::Inside);
    }
    if card.is_file() {
        return paint_file(ui, &painter, rect, card);
    }
    let picture = rect.with_max_y(rect.bottom() - WORDS);
    // Only the upper corners are round: below stands the text.
    let round = CornerRadius { nw: 8, ne: 8, sw: 0, se: 0 };
    match thumbnails.texture(ui.ctx(), &picture_name(card)) {
        Some(texture) => {
            let image = egui::Image::from_texture(&texture).corner_radius(round);
            image.paint_at(ui, picture);
        }
        // Not drawn yet, or never drawn: an empty field of the same size.
        None => drop(painter.rect_filled(picture, round, visuals.extreme_bg_color)),
    }
    paint_words(ui, &painter, card, picture.left_bottom() + vec2(10.0, 7.0), rect.width() - 20.0, 2);
    if card.open {
        badge(ui, &painter, picture);
    }
}

/// A file: its name and its folder.
fn paint_file(ui: &Ui, painter: &egui::Painter, rect: Rect, card: &Card) {
    let at = rect.left_center() + vec2(20.0, 0.0);
    icon::paint(painter, Icon::Open, at, 8.0, ui.visuals().weak_text_color());
    paint_words(ui, painter, card, rect.left_top() + vec2(40.0, 6.0), rect.width() - 48.0, 1);
}

/// The title, and in so many lines what it is about.
fn paint_words(ui: &Ui, painter: &egui::Painter, card: &Card, at: egui::Pos2, room: f32, lines: usize) {
    let title = text(&card.title, 13.0, ui.visuals().strong_text_color(), room, 1);
    painter.galley(at, painter.layout_job(title), Color32::PLACEHOLDER);
    let about = text(&card.about, 11.0, ui.visuals().weak_text_color(), room, lines);
    painter.galley(at + vec2(0.0, 18.0), painter.layout_job(about), Color32::PLACEHOLDER);
}

/// Says in a corner of the picture that this is open.
fn badge(ui: &Ui, painter: &egui::Painter, picture: Rect) {
    let (fill, ink) = (theme::accent(ui.visuals()), theme::on_accent(ui.visuals()));
    let words = painter.layout_no_wrap(word("open now").into(), FontId::proportional(11.0), ink);
    let place = Align2::RIGHT_TOP.anchor_size(picture.right_top() + vec2(-8.0, 8.0), words.size() + vec2(12.0, 4.0));
    painter.rect_filled(place, 4.0, fill);
    painter.galley(place.min + vec2(6.0, 2.0), words, ink);
}

fn text(words: &str, size: f32, color: Color32, width: f32, rows: usize) -> LayoutJob {
    let format = TextFormat::simple(FontId::proportional(size), color);
    let mut job = LayoutJob::single_section(words.into(), format);
    // Broken between words; what has no room ends in dots.
    job.wrap = TextWrapping { max_width: width, max_rows: rows, break_anywhere: false, ..TextWrapping::default() };
    job
}

fn picture_name(card: &Card) -> String {
    match &card.action {
        Action::OpenLab(id) => format!("lab_{id}"),
        Action::OpenGallery(id) => (*id).to_owned(),
        Action::OpenTrace(id) => format!("trace_{id}"),
        // Files have no picture: no picture has an empty name.
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;
    use crate::ui::GalleryItem;

    fn status() -> Status {
        let gallery = scene::gallery().iter().map(|entry| {
            let scene = entry.scene().unwrap();
            GalleryItem { id: entry.id, topic: entry.topic, title: scene.name, about: scene.about }
        });
        Status { gallery: gallery.collect(), ..Status::default() }
    }

    fn first_for(query: &str) -> Option<Action> {
        cards(query, &status(), &["/home/somebody/my stack.toml".into()]).first().map(|card| card.action.clone())
    }

    #[test]
    fn every_scene_and_laboratory_is_found_first_by_the_name_that_opens_it_and_by_its_title() {
        for entry in scene::gallery() {
            let title = entry.scene().unwrap().name;
            for query in [entry.id, &title, &entry.id.replace('_', " "), word(&title)] {
                assert_eq!(first_for(query), Some(Action::OpenGallery(entry.id)), "{query}");
            }
        }
        for sample in &SAMPLES {
            for query in [sample.title, word(sample.title)] {
                assert_eq!(first_for(query), Some(Action::OpenTrace(sample.id)), "{query}");
            }
        }
        for entry in lab::laboratories() {
            for query in [entry.id, entry.title] {
                assert_eq!(first_for(query), Some(Action::OpenLab(entry.id)), "{query}");
            }
        }
    }

    #[test]
    fn words_of_descriptions_topics_and_file_names_find_what_they_belong_to() {
        assert_eq!(first_for("digits of"), Some(Action::OpenGallery("galperin_pi")));
        assert_eq!(first_for("my st"), Some(Action::OpenFile("/home/somebody/my stack.toml".into())));
        assert_eq!(first_for("a/b.toml"), Some(Action::OpenFile("a/b.toml".into())));
        assert_eq!(first_for("qzxw"), None);
        let standing = cards("standing and falling", &status(), &[]);
        assert!(standing.len() >= 9 && standing.iter().all(|card| card.group == Group::Of(Topic::Balance)));
    }

    #[test]
    fn groups_stand_in_order_recent_files_first_and_laboratories_among_the_scenes() {
        let cards = cards("", &status(), &["b.toml".into(), "a.toml".into()]);
        assert!(cards.is_sorted_by_key(|card| card.group));
        assert_eq!(cards[..2].iter().map(|card| &*card.title).collect::<Vec<_>>(), ["b.toml", "a.toml"]);
        let last = cards.last().map(|card| (card.group, &card.action));
        assert_eq!(last, Some((Group::OtherEngines, &Action::OpenTrace("cannon"))));
        let last_lab = cards.iter().rposition(|card| matches!(card.action, Action::OpenLab(_))).unwrap();
        assert!(cards[last_lab..].iter().any(|card| matches!(card.action, Action::OpenGallery(_))));
        for topic in Topic::ALL {
            assert!(cards.iter().any(|card| card.group == Group::Of(topic)), "{topic:?}");
        }
    }

    #[test]
    fn arrows_go_to_the_card_above_and_below_and_a_row_never_mixes_groups() {
        let cards = cards("", &status(), &[]);
        let grid = CardGrid::new(&cards, true, 4.0 * LEAST + 3.0 * GAP);
        assert_eq!(grid.columns, 4);
        for row in &grid.rows {
            assert!(cards[row.clone()].iter().all(|card| card.group == cards[row.start].group));
        }
        assert_eq!(grid.rows.iter().map(ExactSizeIterator::len).sum::<usize>(), cards.len());
        let (second, last) = (grid.rows[1].clone(), grid.rows.last().unwrap().clone());
        assert_eq!(grid.below(0, 1), second.start);
        assert_eq!(grid.below(second.start, -1), 0);
        assert_eq!(grid.below(0, -1), last.start);
        assert_eq!(grid.below(last.end - 1, 1), (last.len() - 1).min(grid.rows[0].len() - 1));
    }
}
