//! The guide's pages, opened from the panel of a laboratory and from the list of commands.

use super::UiState;
use crate::lab::{GUIDE, Page};
use crate::words::{self, Language, word};
use egui::{Align2, Context, Id, Modal, RichText, TextureHandle, TextureOptions, Ui, vec2};

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
        Self { page, chinese: words::spoken() == Language::Chinese }
    }
}

macro_rules! pictures {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../assets/guide/pictures/", $name)))),+]
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
    /// Running text.
    Paragraph(String),
}

/// Takes a page apart: the Markdown that the guide uses, no more.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = vec![];
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut rest_of = |first: &str| {
            let mut whole = first.to_owned();
            while let Some(next) = lines.next_if(|next| starts_nothing(next)) {
                // Chinese has no spaces between words.
                if whole.is_ascii() || next.is_ascii() || !whole.ends_with(|c: char| c > '\u{2e80}') {
                    whole.push(' ');
                }
                whole.push_str(next.trim());
            }
            shown(&whole)
        };
        if line.starts_with('#') {
            let level = line.chars().take_while(|c| *c == '#').count();
            blocks.push(Block::Heading(level, line[level..].trim()));
        } else if let Some((words, path)) = line.strip_prefix("![").and_then(|rest| rest.split_once("](")) {
            let path = path.trim_end_matches(')');
            blocks.push(Block::Picture(words, path.rsplit('/').next().unwrap_or(path)));
        } else if line.starts_with("```") {
            blocks
                .push(Block::Formula(lines.by_ref().take_while(|line| !line.starts_with("```")).map(shown).collect()));
        } else if let Some(item) = line.strip_prefix("- ") {
            blocks.push(Block::Item("•", rest_of(item)));
        } else if let Some((number, item)) = line.split_once(". ").filter(|(n, _)| n.parse::<u8>().is_ok()) {
            blocks.push(Block::Item(number, rest_of(item)));
        } else if !line.trim().is_empty() {
            blocks.push(Block::Paragraph(rest_of(line)));
        }
    }
    blocks
}

/// Without signs of Markdown, and without the hat over a unit vector, for which the fonts have no letter.
fn shown(text: &str) -> String {
    text.replace(['`', '\u{302}'], "")
}

/// Whether a line goes on with what stands before it.
fn starts_nothing(line: &str) -> bool {
    let numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
    !line.trim().is_empty() && !numbered && !["#", "!", "- ", "```"].iter().any(|sign| line.starts_with(sign))
}

/// Shows the page that is open.
pub(super) fn show(ctx: &Context, state: &mut UiState) {
    let Some(open) = &mut state.dialogs.guide else { return };
    let area = egui::Area::new(Id::unique("guide area"))
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    let response = Modal::new(Id::unique("guide")).area(area).show(ctx, |ui| {
        let screen = ctx.content_rect();
        let height = screen.height() - 140.0;
        ui.set_width(640.0_f32.min(screen.width() - 60.0));
        ui.horizontal(|ui| {
            let title = open.page.title(open.chinese);
            let pages = egui::ComboBox::from_id_salt("guide pages").width(220.0).height(320.0).selected_text(title);
            let pages = pages.show_ui(ui, |ui| {
                for page in &GUIDE {
                    if ui.selectable_label(page.name == open.page.name, page.title(open.chinese)).clicked() {
                        open.page = page;
                    }
                }
            });
            pages.response.accessible_name(word("Page")).on_hover_text(word("Pages of the guide."));
            ui.add_space(8.0);
            ui.selectable_value(&mut open.chinese, false, "English").on_hover_text(word("The page in English."));
            ui.selectable_value(&mut open.chinese, true, "中文").on_hover_text(word("The page in Chinese."));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button(word("Close")).on_hover_text(word("Escape does the same.")).clicked() {
                    ui.close();
                }
            });
        });
        let text = open.page.text(open.chinese);
        egui::ScrollArea::vertical()
            .id_salt(open.page.name)
            .max_height(height)
            .min_scrolled_height(height)
            .show(ui, |ui| blocks(text).iter().for_each(|block| show_block(ui, block)));
    });
    if response.should_close() {
        state.dialogs.guide = None;
    }
}

fn show_block(ui: &mut Ui, block: &Block<'_>) {
    match block {
        Block::Heading(1, text) => {
            ui.label(RichText::new(*text).heading().size(20.0));
        }
        Block::Heading(_, text) => {
            ui.add_space(6.0);
            ui.label(RichText::new(*text).heading());
        }
        Block::Picture(words, name) => {
            if let Some(texture) = texture(ui.ctx(), name) {
                let image = egui::Image::from_texture(&texture).max_width(ui.available_width()).corner_radius(6.0);
                ui.add(image.alt_text(*words)).on_hover_text(*words);
            }
        }
        Block::Formula(text) => super::lab::formula(ui, text),
        Block::Item(sign, text) => {
            ui.horizontal_top(|ui| {
                ui.label(format!("{sign} "));
                ui.add(egui::Label::new(text).wrap());
            });
        }
        Block::Paragraph(text) => {
            ui.label(text);
        }
    }
    ui.add_space(4.0);
}

/// A picture of the guide as a texture, made when it is first shown.
fn texture(ctx: &Context, name: &str) -> Option<TextureHandle> {
    let id = Id::unique("guide picture").with(name);
    if let Some(texture) = ctx.data(|data| data.get_temp(id)) {
        return Some(texture);
    }
    let (_, bytes) = PICTURES.iter().find(|(known, _)| *known == name)?;
    let image = image::load_from_memory(bytes).ok()?.to_rgba8();
    let size = [image.width() as usize, image.height() as usize];
    let pixels = egui::ColorImage::from_rgba_unmultiplied(size, image.as_raw());
    let texture = ctx.load_texture(name, pixels, TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    Some(texture)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart_into_what_it_is_made_of() {
        let text = "# Title\n\n![a ball](../pictures/ball.png)\n\nOne\nline of `text`.\n- an item\n  goes on\n1. first\n\n```text\na = b\n  + c\n```\n";
        let want = [
            Block::Heading(1, "Title"),
            Block::Picture("a ball", "ball.png"),
            Block::Paragraph("One line of text.".into()),
            Block::Item("•", "an item goes on".into()),
            Block::Item("1", "first".into()),
            Block::Formula(vec!["a = b".into(), "  + c".into()]),
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
