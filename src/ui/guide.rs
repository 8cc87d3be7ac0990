//! The guide's pages, opened from the panel of a laboratory and from the list of commands. A page stands beside the
//! picture; names of scenes and things to try in it are links that open and do what they say.

use super::icon::{self, Icon};
use super::shipped::{self, shipped};
use super::{Action, Status};
use crate::lab::{self, GUIDE, Opens, Page, Trial, TrialSpan};
use crate::language::{self, Language, word};
use crate::subject::Subject;
use egui::{Align, Context, Frame, Layout, Margin, RichText, TextureHandle, Ui};

/// A page that is open.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Which.
    pub page: &'static Page,
    /// Whether in Chinese.
    pub chinese: bool,
}

impl From<&'static Page> for Open {
    fn from(page: &'static Page) -> Self {
        Self { page, chinese: language::spoken() == Language::Chinese }
    }
}

macro_rules! pictures {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, shipped!("guide/pictures/", $name))),+]
    };
}

/// The pictures of all pages, by file name.
const PICTURES: &[(&str, &[u8])] = pictures![
    "axes_2d.png",
    "axes_2d_zh.png",
    "axes_3d.png",
    "axes_3d_zh.png",
    "axes_plus.png",
    "axes_plus_zh.png",
    "billiards.png",
    "billiards_zh.png",
    "car.png",
    "car_steering.png",
    "car_corner.png",
    "engines_bullet.png",
    "engines_cannon.png",
    "engines_jolt.png",
    "engines_rapier.png",
    "planes.png",
    "planes_zh.png",
    "planes_split.png",
    "planes_split_zh.png",
    "pursuit.png",
    "rectangle.png",
    "reflection.png",
    "room.png",
    "rotation.png",
    "rotation_along_z.png",
    "rotation_along_z_zh.png",
    "rotation_in_plane.png",
    "rotation_in_plane_zh.png",
    "rotation_zh.png",
    "spiral.png",
    "spiral_zh.png",
    "vectors.png",
    "vectors_cross.png",
    "vectors_cross_zh.png",
    "world.png",
    "world_zh.png",
];

/// A piece of a page.
#[derive(Clone, Debug, PartialEq)]
enum Block<'a> {
    /// A heading, the title being of level 1.
    Heading(usize, &'a str),
    /// A picture's words and file name.
    Picture(&'a str, &'a str),
    /// A formula, line by line.
    Formula(Vec<String>),
    /// An entry of a list, with its sign.
    Item(&'a str, String),
    /// A table: the heads of its columns, and its rows.
    Table(Vec<&'a str>, Vec<Vec<&'a str>>),
    /// Running text.
    Paragraph(String),
}

/// Takes a page apart: the Markdown that the guide uses, no more.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = vec![];
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        // A paragraph goes on over lines until one begins something else.
        let mut rest_of = |first: &str| {
            let mut whole = first.to_owned();
            while let Some(next) = lines.next_if(|next| starts_nothing(next)) {
                // Chinese has no spaces between words.
                if whole.is_ascii() || next.is_ascii() || !whole.ends_with(|c: char| c > '\u{2e80}') {
                    whole.push(' ');
                }
                whole.push_str(next.trim());
            }
            whole
        };
        // By how the line begins, in the order in which one could be taken for another.
        if line.starts_with('#') {
            let level = line.chars().take_while(|c| *c == '#').count();
            blocks.push(Block::Heading(level, line[level..].trim()));
        } else if let Some((words, path)) = line.strip_prefix("![").and_then(|rest| rest.split_once("](")) {
            let path = path.trim_end_matches(')');
            blocks.push(Block::Picture(words, path.rsplit('/').next().unwrap_or(path)));
        } else if line.starts_with("```") {
            // Verbatim up to the closing fence: a formula keeps its lines.
            blocks
                .push(Block::Formula(lines.by_ref().take_while(|line| !line.starts_with("```")).map(shown).collect()));
        } else if let Some(item) = line.strip_prefix("- ") {
            blocks.push(Block::Item("•", rest_of(item)));
        } else if let Some((number, item)) = line.split_once(". ").filter(|(n, _)| n.parse::<u8>().is_ok()) {
            // A number before the first full stop begins an entry; other text has words there.
            blocks.push(Block::Item(number, rest_of(item)));
        } else if line.starts_with('|') {
            let rows = std::iter::once(line).chain(std::iter::from_fn(|| lines.next_if(|next| next.starts_with('|'))));
            let mut rows = rows.map(cells).collect::<Vec<_>>().into_iter();
            let head = rows.next().unwrap_or_default();
            // The line of dashes is no row.
            blocks.push(Block::Table(head, rows.skip(1).collect()));
        } else if !line.trim().is_empty() {
            blocks.push(Block::Paragraph(rest_of(line)));
        }
    }
    blocks
}

/// What stands between the upright strokes of a line.
fn cells(line: &str) -> Vec<&str> {
    line.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// Without the hat over a unit vector, for which the fonts have no letter.
fn shown(text: &str) -> String {
    text.replace('\u{302}', "")
}

/// Whether a line goes on with what stands before it.
fn starts_nothing(line: &str) -> bool {
    let numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
    !line.trim().is_empty() && !numbered && !["#", "!", "- ", "```", "|"].iter().any(|sign| line.starts_with(sign))
}

/// Shows the page that is open; true when it is to close.
pub(super) fn show(
    ui: &mut Ui,
    open: &mut Open,
    subject: &Subject,
    status: &Status,
    actions: &mut Vec<Action>,
) -> bool {
    let mut closed = false;
    let head = Frame::new().inner_margin(Margin { left: 14, right: 14, top: 8, bottom: 6 });
    head.show(ui, |ui| closed = show_head(ui, open));
    let text = open.page.text(open.chinese);
    let lab = subject.lab().map(|lab| lab.entry().id);
    // Each page keeps its own place when one comes back to it.
    egui::ScrollArea::vertical().auto_shrink(false).id_salt((open.page.name, open.chinese)).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 14, right: 18, top: 2, bottom: 14 }).show(ui, |ui| {
            for block in blocks(text) {
                show_block(ui, &block, |trial| actions.push(done(trial, lab, status)));
            }
        });
    });
    closed
}

/// Which page, in which language; true when it is to close.
fn show_head(ui: &mut Ui, open: &mut Open) -> bool {
    let mut closed = false;
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // Laid out from the right: what closes the page is always there, the title takes what is left.
            let hint = word("Close the guide: Escape does the same.");
            closed = icon::button(ui, Icon::Close, word("Close"), hint).clicked();
            let (other, hint) =
                if open.chinese { ("English", "The page in English.") } else { ("中文", "The page in Chinese.") };
            if ui.button(other).on_hover_text(word(hint)).clicked() {
                open.chinese = !open.chinese;
            }
            let title = open.page.title(open.chinese);
            let pages = egui::ComboBox::from_id_salt("guide pages").height(360.0).selected_text(title).truncate();
            let pages = pages.width(ui.available_width()).show_ui(ui, |ui| {
                for page in &GUIDE {
                    if ui.selectable_label(page.name == open.page.name, page.title(open.chinese)).clicked() {
                        open.page = page;
                    }
                }
            });
            pages.response.accessible_name(word("Page")).on_hover_text(word("Pages of the guide."));
        });
    });
    closed
}

/// What a click on a link asks for: values of what is open are set in its midst, all else is opened.
pub(super) fn done(trial: Trial, lab: Option<&str>, status: &Status) -> Action {
    match trial.opens {
        // What is open goes on with other values; what came from a file is another set-up than the page means.
        Opens::Lab(id) if lab == Some(id) && status.file.is_none() && !trial.settings.is_empty() => {
            Action::SetLab(trial.settings)
        }
        Opens::Lab(id) if trial.settings.is_empty() => Action::OpenLab(id),
        Opens::Scene(id) if trial.settings.is_empty() => Action::OpenGallery(id),
        Opens::Trace(id) => Action::OpenTrace(id),
        _ => Action::OpenTrial(trial),
    }
}

fn show_block(ui: &mut Ui, block: &Block<'_>, mut follow: impl FnMut(Trial)) {
    match block {
        Block::Heading(1, text) => {
            ui.label(RichText::new(*text).heading().size(20.0));
        }
        Block::Heading(_, text) => {
            ui.add_space(6.0);
            ui.label(RichText::new(*text).heading());
        }
        Block::Picture(words, name) => {
            // In a browser a picture may still be on its way: the page is read without it until then.
            if let Some(texture) = texture(ui.ctx(), name) {
                let image = egui::Image::from_texture(&texture).max_width(ui.available_width()).corner_radius(6.0);
                ui.add(image.alt_text(*words)).on_hover_text(*words);
            }
        }
        Block::Formula(text) => super::formula::lines(ui, text),
        Block::Item(sign, text) => {
            ui.horizontal_top(|ui| {
                ui.label(format!("{sign} "));
                ui.vertical(|ui| rich(ui, text, &mut follow));
            });
        }
        Block::Table(head, rows) => table(ui, head, rows),
        Block::Paragraph(text) => rich(ui, text, &mut follow),
    }
    ui.add_space(4.0);
}

/// A table as a list, for a page is narrow: each row's first cell, and below it the others with their heads.
fn table(ui: &mut Ui, head: &[&str], rows: &[Vec<&str>]) {
    for row in rows {
        let Some((first, others)) = row.split_first() else { continue };
        ui.label(RichText::new(*first).strong());
        let told = head.iter().skip(1).zip(others).map(|(head, cell)| format!("{head} {cell}"));
        ui.label(RichText::new(told.collect::<Vec<_>>().join("  ·  ")).small());
        ui.add_space(3.0);
    }
}

/// Running text with its links.
fn rich(ui: &mut Ui, text: &str, follow: &mut impl FnMut(Trial)) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        // Lines of words are as high as words, not as controls.
        ui.spacing_mut().interact_size.y = 0.0;
        for span in lab::spans(text) {
            match span {
                TrialSpan::Words(words) => drop(ui.label(shown(&words))),
                TrialSpan::Link(words, trial) => {
                    let response = ui.link(shown(&words)).on_hover_text(word(purpose(&trial)));
                    if response.clicked() {
                        follow(trial);
                    }
                }
            }
        }
    });
}

/// What a click on a link does, in words.
pub(super) const fn purpose(trial: &Trial) -> &'static str {
    match (trial.opens, trial.settings.is_empty()) {
        (Opens::Scene(_), true) => "Opens this scene.",
        (Opens::Lab(_), true) => "Opens this laboratory.",
        (Opens::Trace(_), _) => "Opens this recording of another engine.",
        _ => "Does this now.",
    }
}

/// A picture of the guide as a texture.
fn texture(ctx: &Context, name: &str) -> Option<TextureHandle> {
    let (_, bytes) = PICTURES.iter().find(|(known, _)| *known == name)?;
    shipped::texture(ctx, &format!("guide/pictures/{name}"), bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart_into_what_it_is_made_of() {
        let text = "# Title\n\n![a ball](../pictures/ball.png)\n\nOne\nline of `text`.\n- an item\n  goes on\n1. first\n\n```text\na = b\n  + c\n```\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n";
        let want = [
            Block::Heading(1, "Title"),
            Block::Picture("a ball", "ball.png"),
            Block::Paragraph("One line of `text`.".into()),
            Block::Item("•", "an item goes on".into()),
            Block::Item("1", "first".into()),
            Block::Formula(vec!["a = b".into(), "  + c".into()]),
            Block::Table(vec!["x", "y"], vec![vec!["1", "2"], vec!["3", "4"]]),
        ];
        assert_eq!(blocks(text), want);
    }

    #[test]
    fn every_picture_of_every_page_can_be_shown() {
        for page in &GUIDE {
            for block in blocks(page.english).into_iter().chain(blocks(page.chinese)) {
                if let Block::Picture(_, name) = block {
                    let bytes = PICTURES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes);
                    assert!(image::load_from_memory(bytes.unwrap_or_default()).is_ok(), "{}: {name}", page.name);
                }
            }
        }
    }
}
