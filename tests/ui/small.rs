//! Small windows and large words: nothing is lost down to the least size.

use crate::bench::{Bench, shown};
use carom::lab::find;
use carom::ui::{DrawerTab, LEAST_WINDOW, Preferences};
use carom::view::Theme;
use egui::{Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

type Change = fn(&mut Bench);

/// A window of so many pixels whose words are so many times as large as the desktop has them.
fn window(theme: Theme, pixels: [f32; 2], font_scale: f32, change: Change) -> Harness<'static, Bench> {
    let mut bench = Bench::new(&Preferences { theme, font_scale, ..Preferences::default() }, 4);
    change(&mut bench);
    let mut h = shown(bench);
    h.set_size(Vec2::from(pixels) / font_scale);
    h.run_steps(20);
    h
}

fn contact(bench: &mut Bench) {
    bench.state.selection.contact = Some((bench.id("ground"), bench.id("ball")));
}

fn contacts(bench: &mut Bench) {
    bench.state.open_drawer(DrawerTab::Contacts);
}

/// Windows by their size in pixels and the size of their words.
const WINDOWS: [([f32; 2], f32); 5] =
    [([900.0, 600.0], 1.3), ([1280.0, 720.0], 1.3), ([1280.0, 720.0], 1.6), (LEAST_WINDOW, 1.0), ([880.0, 560.0], 1.0)];

/// Everything that is in reach without a scroll bar or a menu, in every window.
const CONTROLS: [&str; 20] = [
    "Scenes",
    "Open a file",
    "Save",
    "Restart",
    "Run",
    "One step",
    "Time scale",
    "Undo",
    "Redo",
    "Add a body",
    "Commands",
    "Contacts",
    "Why",
    "History",
    "Plots",
    "Stats",
    "Side panel",
    "One step back",
    "Loop",
    "Time",
];

#[test]
fn no_control_lies_on_another_or_out_of_the_window() {
    for (pixels, scale) in WINDOWS {
        for change in [(|_| ()) as Change, contacts, contact] {
            let h = window(Theme::Dark, pixels, scale, change);
            // The grips of panels lie on their edges and are one thing with them.
            let whole = Rect::from_min_size(egui::Pos2::ZERO, Vec2::from(pixels) / scale).expand(0.5);
            // The name is in the list, too, where the drawer is not: the one nearest to the lower edge is the page.
            let place = |name: &str| {
                let all = h.query_all_by_label(name).map(|node| node.rect());
                let rect = all.reduce(|a, b| if a.bottom() > b.bottom() && name != "Save" { a } else { b });
                rect.unwrap_or_else(|| panic!("{pixels:?} at {scale}: {name} is gone"))
            };
            let places = CONTROLS.map(|name| (name, place(name)));
            for (i, (name, rect)) in places.iter().enumerate() {
                assert!(whole.contains_rect(*rect), "{pixels:?} at {scale}: {name} at {rect} is not in {whole}");
                for (other, place) in &places[i + 1..] {
                    let both = rect.intersect(*place);
                    assert!(
                        both.width() <= 0.5 || both.height() <= 0.5,
                        "{pixels:?} at {scale}: {name} at {rect} and {other} at {place} lie on one another"
                    );
                }
            }
        }
    }
}

#[test]
fn what_a_narrow_bar_has_no_room_for_is_under_one_sign() {
    let mut h = window(Theme::Dark, LEAST_WINDOW, 1.0, |_| ());
    let tools = ["Help", "Light theme", "中文", "Screenshot"];
    assert!(tools.iter().all(|name| h.query_by_label(name).is_none()));
    h.get_by_label("More").click();
    h.run_steps(4);
    for name in tools {
        let rect = h.get_by_label(name).rect();
        assert!(h.ctx.content_rect().contains_rect(rect), "{name} at {rect}");
    }
    h.get_by_label("Help").click();
    h.run_steps(4);
    assert!(h.state().state.dialogs.help);
}

#[test]
fn the_table_has_all_its_columns_in_every_window() {
    for (pixels, scale) in WINDOWS {
        let h = window(Theme::Dark, pixels, scale, contacts);
        let whole = h.ctx.content_rect();
        let columns = h.query_all_by_label_contains("Sort by").map(|node| node.rect()).collect::<Vec<_>>();
        assert_eq!(columns.len(), 9);
        assert!(columns.iter().all(|rect| whole.contains_rect(*rect)), "{pixels:?} at {scale}: {columns:?}");
        assert!(columns.windows(2).all(|pair| pair[0].right() <= pair[1].left() + 0.5), "{pixels:?}: {columns:?}");
    }
}

#[test]
fn cards_and_laboratories_fit_into_the_least_window() {
    let h = window(Theme::Dark, LEAST_WINDOW, 1.0, contact);
    let [x, y] = h.state().state.session.picture_at[0].map(|c| c as f32);
    let [width, height] = h.state().state.session.picture_at[1].map(|c| c as f32);
    let picture = Rect::from_min_size(egui::pos2(x, y), vec2(width, height));
    for name in ["Close the card", "Fold the card", "Pin the card"] {
        let rect = h.get_by_label(name).rect();
        assert!(picture.contains_rect(rect), "{name} at {rect} is not in {picture}");
    }
    let lab = window(Theme::Dark, LEAST_WINDOW, 1.0, |b| b.open_lab(find("billiards").unwrap()));
    for name in ["Run", "Undo", "Redo", "Commands", "More", "Side panel"] {
        assert!(lab.ctx.content_rect().contains_rect(lab.get_by_label(name).rect()), "{name}");
    }
}

#[test]
fn small_windows_and_large_words_look_as_they_should() {
    let pages: [(&str, Change); 4] = [
        ("first", |_| ()),
        ("contacts", contacts),
        ("card", contact),
        ("body", |b| {
            let id = b.id("box");
            b.state.select(Some(id));
        }),
    ];
    let mut results = SnapshotResults::new();
    for ([width, height], scale, pages) in
        [([900.0, 600.0], 1.3, &pages[..]), ([1280.0, 720.0], 1.3, &pages[1..2]), (LEAST_WINDOW, 1.0, &pages[..])]
    {
        for (name, change) in pages {
            let mut h = window(Theme::Light, [width, height], scale, *change);
            let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
            results.add(h.try_snapshot_options(format!("small_{width}_{name}"), &options));
        }
    }
    results.unwrap();
}
