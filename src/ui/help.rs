//! The list of keys and of what the mouse does (F1, ?).

use super::{UiState, theme};
use crate::language::word;
use egui::{Align2, Context, Id, RichText, Ui, vec2};

/// Title and rows of one block: what to press, what it does.
type Block = (&'static str, &'static [(&'static str, &'static str)]);

const LEFT: [Block; 3] = [
    (
        "Mouse",
        &[
            ("Click", "select a body or a contact"),
            ("Double click", "select and frame it"),
            ("Drag, Alt+drag", "turn about the target"),
            ("Right drag", "look around; fly with W A S D Q E"),
            ("Middle drag", "move sideways"),
            ("Wheel", "nearer, farther"),
            ("Ctrl+drag", "pull a body"),
            ("Ctrl+click", "select a body besides the others"),
            ("Ctrl+drag beside bodies", "select what is in a rectangle; with Shift from anywhere"),
            ("Rest on a body that moves", "its name, speed and mass"),
            ("Shift+click", "throw a ball, or what + says"),
        ],
    ),
    (
        "Time",
        &[
            ("Space, P", "run, pause"),
            (". or O", "one step; with Shift ten"),
            (",", "one step back; with Shift ten"),
            ("Shift+Space, L", "play backwards, loop"),
            ("G", "keep this future as ghosts"),
            ("R, Backspace", "restart the scene"),
        ],
    ),
    (
        "Contacts",
        &[
            ("C", "off, points, normals, with impulses"),
            ("1 … 7", "points, normals, impulses, friction, penetration, features, labels"),
            ("B", "one step, four poses: found, free, held, final, all"),
            ("N, Shift+N", "next, previous contact"),
            ("Enter", "select its body"),
            ("Right click a row", "copy: Rust test, scene, JSON"),
            ("Click in History", "go to that step and contact"),
        ],
    ),
];

const RIGHT: [Block; 4] = [
    (
        "Scenes",
        &[
            ("Ctrl+O", "gallery and files"),
            ("Ctrl+P, Ctrl+K", "all commands"),
            ("Ctrl+Shift+O", "open a file"),
            ("[, ]", "previous, next scene or laboratory"),
            ("Ctrl+S", "save"),
            ("Ctrl+C", "copy the selected contact or bodies as text"),
            ("Ctrl+V", "put copied bodies here; open a copied scene or contact"),
            ("Ctrl+Z, Ctrl+Y", "undo, redo"),
        ],
    ),
    (
        "Selected bodies",
        &[
            ("W, E", "arrows to move them, rings to turn them; with Ctrl in steps"),
            ("X", "arrows and rings along the body's own axes, or the world's"),
            ("M, Shift+M", "ruler between two points, angle of two directions"),
            ("Ctrl+A", "select all bodies that can move"),
            ("H, Shift+H, Alt+H", "hide, hide all others, show all"),
            ("K, Alt+K", "lock against the mouse, unlock all"),
            ("Ctrl+D, Del", "duplicate, delete"),
        ],
    ),
    (
        "Window",
        &[
            ("F, Shift+F", "frame selection, reset camera"),
            ("Alt+1, 3, 7", "from the front, the right, above"),
            ("Alt+2, 4, 8", "from behind, the left, below"),
            ("Alt+5", "with perspective or without"),
            ("Arrows, + and −", "turn the camera, nearer or farther"),
            ("Click an axis", "in the corner: look along it"),
            ("Tab", "hide, show the panels"),
            ("F6", "keyboard to the panels, then Tab"),
            ("Alt+W", "wires only"),
            ("Ctrl and +, −", "larger, smaller words"),
            ("F12", "screenshot"),
            ("F1, ?", "this list"),
            ("Esc", "close, select nothing"),
            ("Ctrl+Q", "quit"),
        ],
    ),
    (
        "Numbers",
        &[
            ("Drag a number", "change"),
            ("Click a number", "type"),
            ("Right click a number", "back to the scene's value"),
        ],
    ),
];

/// Shows the list when it is open.
pub(super) fn show(ctx: &Context, state: &mut UiState) {
    if !state.dialogs.help {
        return;
    }
    let area = egui::Area::new(Id::unique("help area"))
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0));
    let response = theme::dialog(ctx, "help").area(area).show(ctx, |ui| {
        // As high as the list, or as the window lets it be: then the list scrolls.
        let screen = ctx.content_rect();
        let height = (screen.height() - 140.0).min(520.0);
        ui.set_width(700.0_f32.min(screen.width() - 60.0));
        ui.horizontal(|ui| {
            ui.label(RichText::new(word("Keys and mouse")).heading());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button(word("Close")).on_hover_text(word("Escape does the same.")).clicked() {
                    ui.close();
                }
                if ui.button(word("First steps")).on_hover_text(word("The window explained, card by card.")).clicked() {
                    state.start_tour();
                    ui.close();
                }
            });
        });
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| {
            ui.columns(2, |columns| {
                LEFT.iter().for_each(|block| show_block(&mut columns[0], block));
                RIGHT.iter().for_each(|block| show_block(&mut columns[1], block));
            });
        });
    });
    if response.should_close() {
        state.dialogs.help = false;
    }
}

fn show_block(ui: &mut Ui, (title, rows): &Block) {
    theme::section(ui, title);
    ui.spacing_mut().item_spacing.y = 5.0;
    for (key, meaning) in *rows {
        ui.horizontal_top(|ui| {
            // Keys get a column of their own, so that what they do stands one below the other.
            let column = vec2(116.0, 16.0);
            ui.allocate_ui(column, |ui| {
                ui.set_min_width(column.x);
                ui.label(RichText::new(word(key)).color(theme::accent(ui.visuals())));
            });
            ui.add(egui::Label::new(word(meaning)).wrap());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first cells of a table of the README name, under this heading.
    fn keys_of_readme(heading: &str) -> Vec<String> {
        let readme = include_str!("../../README.md");
        let section = readme.split(heading).nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
        let rows = section.lines().filter_map(|line| line.strip_prefix("| "));
        let first = rows.filter_map(|row| row.split_once(" |")).map(|(first, _)| first.to_lowercase());
        first.filter(|first| first != "mouse" && first != "keys").collect()
    }

    #[test]
    fn the_list_has_every_key_and_gesture_that_the_readme_has_and_no_other() {
        let blocks = LEFT.iter().chain(&RIGHT);
        let shown = blocks.flat_map(|(_, rows)| rows.iter()).map(|(key, _)| key.to_lowercase()).collect::<Vec<_>>();
        let told = keys_of_readme("\n## Keys and mouse\n");
        assert!(told.len() > 30, "{told:?}");
        for key in &told {
            assert!(shown.contains(key), "F1 does not show {key:?}: {shown:?}");
        }
        for key in &shown {
            assert!(told.contains(key), "the README does not tell of {key:?}");
        }
    }
}
