//! The window in Chinese: nothing stays English, and no letter is an empty box.

use crate::bench::{Bench, harness_after};
use carom::geometry::{End, Feature, Reason, Region};
use carom::lab::{Parameter, ParameterKind, laboratories};
use carom::scene::gallery;
use carom::sim::Command;
use carom::ui::{DrawerTab, Picker, SideTab};
use carom::view::{Layer, Layers, Theme, draw};
use carom::words::{Language, chinese, phrase, speak};
use egui::{FontFamily, FontId};
use egui_kittest::kittest::{NodeT, Queryable, by};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What stands in the sources of the window and is never shown: names of places that egui keeps, endings, conditions,
/// templates of numbers, and words that other files translate.
const NOT_SHOWN: &[&str] = include!("not_shown.in");

/// The string literals of a source, without comments and the tests at its end.
fn literals(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let (mut found, mut chars) = (vec![], source.chars().peekable());
    while let Some(c) = chars.next() {
        match (c, chars.peek().copied()) {
            ('/', Some('/')) => chars.by_ref().take_while(|c| *c != '\n').for_each(drop),
            ('\'', Some('"')) => drop(chars.next()),
            ('\'', Some('\\')) => drop(chars.nth(1)),
            ('"', _) => {
                let mut text = String::new();
                while let Some(c) = chars.next().filter(|c| *c != '"') {
                    match (c, chars.peek()) {
                        ('\\', Some('n')) => text.push(['\n', chars.next().unwrap()][0]),
                        ('\\', Some('\n')) => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                        ('\\', Some(_)) => text.extend(chars.next()),
                        _ => text.push(c),
                    }
                }
                found.push(text);
            }
            _ => {}
        }
    }
    found
}

/// Whether there is something to read besides parts of a template and single letters.
fn is_text(literal: &str) -> bool {
    let mut rest = literal.to_owned();
    while let (Some(from), Some(to)) = (rest.find('{'), rest.find('}')) {
        if from > to {
            break;
        }
        rest.replace_range(from..=to, " ");
    }
    let letters: Vec<char> = rest.chars().collect();
    letters.windows(2).any(|pair| pair.iter().all(char::is_ascii_alphabetic))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.sort();
    files
}

#[test]
fn every_text_of_the_panels_has_a_chinese_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut missing, mut used) = (vec![], BTreeSet::new());
    for file in sources(&root.join("ui")) {
        for literal in literals(&std::fs::read_to_string(&file).unwrap()) {
            if NOT_SHOWN.contains(&literal.as_str()) {
                used.insert(literal);
            } else if is_text(&literal) && chinese(&literal).is_none() {
                missing.push(format!("{}: {literal:?}", file.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(missing.is_empty(), "not in assets/words/zh.toml:\n{}", missing.join("\n"));
    let unused: Vec<_> = NOT_SHOWN.iter().filter(|text| !used.contains(**text)).collect();
    assert!(unused.is_empty(), "no longer in the sources: {unused:?}");
}

#[test]
fn scenes_of_the_gallery_and_laboratories_have_chinese_titles() {
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        assert!(chinese(&scene.name).is_some() && chinese(&scene.about).is_some(), "{}", entry.id);
    }
    for entry in laboratories() {
        assert!(chinese(entry.title).is_some() && chinese(entry.about).is_some(), "lab:{}", entry.id);
    }
}

#[test]
fn laboratories_explain_themselves_in_chinese() {
    let mut missing = BTreeSet::new();
    for entry in laboratories() {
        let experiment = (entry.start)();
        let mut texts = vec![entry.explanation];
        for Parameter { name, help, kind } in experiment.parameters() {
            texts.extend([name, help]);
            if let ParameterKind::Choice { names, .. } = kind {
                texts.extend(names);
            }
        }
        texts.extend(experiment.readings().into_iter().map(|reading| reading.name));
        missing.extend(texts.into_iter().filter(|text| is_text(text) && chinese(text).is_none()));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn layers_features_and_reasons_have_chinese_words() {
    for layer in Layers::LIST {
        assert!(chinese(layer.title()).is_some() && chinese(layer.about()).is_some(), "{layer:?}");
    }
    let reasons = [
        Reason::Separated,
        Reason::LeastOverlap,
        Reason::Ridge,
        Reason::StandsOn,
        Reason::ClippedAway,
        Reason::Plane,
        Reason::PutOut,
        Reason::Passes,
    ];
    for reason in reasons {
        assert!(chinese(&reason.to_string()).is_some(), "{reason}");
    }
    speak(Language::Chinese);
    let (face, edge, corner) = (Region::new(1, 0, 0), Region::new(1, 0, -1), Region::new(1, 1, 1));
    for feature in [
        Feature::Surface,
        Feature::Face(face),
        Feature::Edge(edge),
        Feature::Corner(corner),
        Feature::Inside(face),
        Feature::Front,
        Feature::Back,
        Feature::Rim(face),
        Feature::RimCorner(edge),
        Feature::Cap(End::Top),
        Feature::Side,
        Feature::CapRim(End::Bottom),
        Feature::InsideCap(End::Bottom),
        Feature::InsideSide,
    ] {
        let said = phrase(&feature.to_string());
        assert!(said.chars().all(|c| !c.is_ascii_alphabetic() || "xyz".contains(c)), "{said}");
    }
}

type Change = fn(&mut Bench);

/// Every page, every window and every message that can be opened.
const PAGES: [(&str, Change); 18] = [
    ("scene", |_| {}),
    ("crate", |b| select(b, "crate")),
    ("ball", |b| select(b, "ball")),
    ("ground", |b| select(b, "ground")),
    ("world", |b| b.state.side_tab = SideTab::World),
    ("layers", |b| {
        b.state.side_tab = SideTab::Layers;
        Layers::LIST.iter().for_each(|layer: &Layer| b.state.view.layers.set(*layer, true));
    }),
    ("time", |b| {
        b.subject.scene_mut().unwrap().keep_ghost();
        let body = b.id("ball");
        let edit = carom::physics::BodyEdit::Velocity(carom::glam::Vec3::X);
        b.subject.scene_mut().unwrap().apply(Command::Edit { body, edit }).unwrap();
        (0..3).for_each(|_| b.subject.step());
        b.state.side_tab = SideTab::Time;
    }),
    ("why_ball", |b| why(b, "ball")),
    ("why_box", |b| why(b, "crate")),
    ("tracks", |b| b.state.drawer_tab = DrawerTab::Tracks),
    ("plots", |b| b.state.drawer_tab = DrawerTab::Plots),
    ("stats", |b| b.state.drawer_tab = DrawerTab::Stats),
    ("gallery", |b| b.state.picker = Some(Picker::scenes())),
    ("commands", |b| b.state.picker = Some(Picker::commands())),
    ("help", |b| b.state.help = true),
    ("save", |b| b.state.save_as = Some("scene.toml".into())),
    ("unsaved", |b| b.state.unsaved = Some(carom::ui::Action::Quit)),
    ("messages", |b| {
        b.status.left_behind = Some("scene.toml".into());
        b.status.software = true;
        b.state.toasts.info("This desktop offers no file dialog: type a path");
        b.state.toasts.error("That was refused", "scene.toml:3:8");
    }),
];

fn select(bench: &mut Bench, name: &str) {
    let id = bench.id(name);
    bench.state.select(Some(id));
}

fn why(bench: &mut Bench, name: &str) {
    bench.state.view.selected_contact = Some((bench.id("ground"), bench.id(name)));
    bench.state.drawer_tab = DrawerTab::Why;
    bench.state.side_open = false;
}

fn in_chinese(theme: Theme, change: Change) -> Harness<'static, Bench> {
    let mut h = harness_after(theme, 4);
    h.state_mut().state.language = Some(Language::Chinese);
    // A body may well be called by an English word; here none is, so that every such word is a fault.
    let rename = Command::Rename { body: h.state().id("box"), name: Some("crate".into()) };
    h.state_mut().subject.scene_mut().unwrap().apply(rename).unwrap();
    change(h.state_mut());
    h.run_steps(20);
    h
}

/// All that is said: names and values of everything on the screen.
fn said(h: &Harness<'static, Bench>) -> Vec<String> {
    let nodes = h.query_all(by().predicate(|_| true));
    nodes
        .flat_map(|node| [node.accesskit_node().label(), node.accesskit_node().value()])
        .flatten()
        .filter(|text| !text.is_empty())
        .collect()
}

/// What of it is English although there is a Chinese word for it, or has letters that no font has.
fn faults(h: &Harness<'static, Bench>) -> Vec<String> {
    let font = FontId::new(13.0, FontFamily::Proportional);
    let mono = FontId::new(12.0, FontFamily::Monospace);
    let english = |text: &str| chinese(text).is_some_and(|word| word != text);
    said(h)
        .into_iter()
        .filter_map(|text| {
            let shown = text.replace('\n', "");
            let boxes = h.ctx.fonts_mut(|fonts| {
                shown.chars().filter(|c| !fonts.has_glyph(&font, *c) || !fonts.has_glyph(&mono, *c)).collect::<String>()
            });
            match (english(&text), boxes.is_empty()) {
                (true, _) => Some(format!("{text:?} is English")),
                (_, false) => Some(format!("{text:?} lacks {boxes:?}")),
                _ => None,
            }
        })
        .collect()
}

#[test]
fn every_page_is_chinese_and_without_an_empty_box() {
    for (name, change) in PAGES {
        let h = in_chinese(Theme::Dark, change);
        let faults = faults(&h);
        assert!(faults.is_empty(), "{name}:\n{}", faults.join("\n"));
        let wide = said(&h).iter().filter(|text| text.chars().any(|c| c > '\u{2e80}')).count();
        assert!(wide > 20, "{name}: only {wide} texts are Chinese");
    }
    for card in 0..carom::ui::Tour::CARDS {
        let mut h = in_chinese(Theme::Light, |b| b.state.start_tour());
        for _ in 0..card {
            h.key_press(egui::Key::Enter);
            h.run_steps(4);
        }
        let faults = faults(&h);
        assert!(faults.is_empty(), "card {card}:\n{}", faults.join("\n"));
    }
}

#[test]
fn the_words_in_the_picture_are_chinese_too() {
    let h = in_chinese(Theme::Dark, |b| {
        Layers::LIST.iter().for_each(|layer: &Layer| b.state.view.layers.set(*layer, true));
        select(b, "crate");
    });
    speak(Language::Chinese);
    let list = draw(h.state().sim(), &h.state().state.view, &h.state().state.camera);
    let words =
        list.notes.iter().chain(list.labels.iter().map(|label| &label.text)).chain(list.ruler.iter().map(|r| &r.1));
    for text in words.filter(|text| text.chars().filter(char::is_ascii_alphabetic).count() > 6) {
        assert!(text.chars().any(|c| c > '\u{2e80}'), "{text}");
    }
    assert!(list.notes.len() > 3, "{:?}", list.notes);
}

#[test]
fn commands_are_found_by_their_words_in_either_language() {
    for query in ["截图", "screenshot"] {
        let mut h = in_chinese(Theme::Dark, |b| b.state.picker = Some(Picker::commands()));
        h.get_by_label("搜索命令").type_text(query);
        h.run_steps(4);
        h.key_press(egui::Key::Enter);
        h.run_steps(4);
        assert_eq!(h.state().asked, [carom::ui::Action::Screenshot], "{query}");
    }
}

#[test]
fn the_switch_changes_the_language_at_once_and_is_remembered() {
    let mut h = harness_after(Theme::Dark, 0);
    assert!(h.query_by_label("World").is_some(), "the desktop of the tests speaks English");
    h.get_by_label("中文").click();
    h.run_steps(4);
    assert!(h.query_by_label("世界").is_some() && h.query_by_label("World").is_none());
    assert_eq!(h.state().state.settings([1280.0, 720.0], false).language, Some(Language::Chinese));
    h.get_by_label("English").click();
    h.run_steps(4);
    assert!(h.query_by_label("World").is_some());
}

#[test]
fn without_a_choice_the_window_speaks_as_the_desktop_does() {
    let mut h = harness_after(Theme::Dark, 0);
    h.state_mut().status.language = Language::Chinese;
    h.run_steps(4);
    assert!(h.query_by_label("世界").is_some());
    assert_eq!(h.state().state.settings([1280.0, 720.0], false).language, None);
    h.state_mut().state.language = Some(Language::English);
    h.run_steps(4);
    assert!(h.query_by_label("World").is_some());
}

#[test]
fn the_window_in_chinese_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    let pages: [(&str, Theme, Change); 3] = [
        ("body", Theme::Dark, |b| select(b, "box")),
        ("help", Theme::Light, |b| b.state.help = true),
        ("world", Theme::Light, |b| b.state.side_tab = SideTab::World),
    ];
    for (name, theme, change) in pages {
        let mut h = harness_after(theme, 0);
        h.set_size(egui::vec2(1120.0, 630.0));
        h.state_mut().state.language = Some(Language::Chinese);
        change(h.state_mut());
        h.run_steps(30);
        let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
        results.add(h.try_snapshot_options(format!("chinese_{name}"), &options));
    }
    results.unwrap();
}
