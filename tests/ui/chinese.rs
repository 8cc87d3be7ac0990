//! The window in Chinese: nothing stays English, and no letter is an empty box.

use crate::bench::{Bench, harness_after};
use carom::geometry::{End, Feature, NormalRule, Reason, Region, Shape};
use carom::glam::{Quat, Vec3};
use carom::lab::{Lab, LabCommand, Laboratory, Parameter, ParameterKind, ParameterValue, Sketch, laboratories};
use carom::language::{Language, chinese, phrase, speak};
use carom::physics::{BodyEdit, Combine, Config, Mass, Motion, Stages};
use carom::scene::gallery;
use carom::sim::{Command, Sim};
use carom::ui::{DrawerTab, Picker, SideTab, label_text};
use carom::view::{DrawList, Layer, Layers, Theme, draw};
use egui::{FontFamily, FontId};
use egui_kittest::kittest::{NodeT, Queryable, by};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use std::collections::{BTreeMap, BTreeSet};
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
    for file in all_sources(&root.join("ui")) {
        // Names of pictures.
        if file.ends_with("gallery/thumbnails.rs") {
            continue;
        }
        for literal in literals(&std::fs::read_to_string(&file).unwrap()) {
            if NOT_SHOWN.contains(&literal.as_str()) {
                used.insert(literal);
            } else if is_text(&literal) && chinese(&literal).is_none() {
                missing.push(format!("{}: {literal:?}", file.strip_prefix(&root).unwrap().display()));
            }
        }
    }
    assert!(missing.is_empty(), "not in assets/language/zh.toml:\n{}", missing.join("\n"));
    let unused: Vec<_> = NOT_SHOWN.iter().filter(|text| !used.contains(**text)).collect();
    assert!(unused.is_empty(), "no longer in the sources: {unused:?}");
}

/// All Rust files below a folder.
fn all_sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = sources(folder);
    let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    files.extend(entries.filter(|path| path.is_dir()).flat_map(|path| all_sources(&path)));
    files
}

#[test]
fn whatever_is_handed_over_to_be_translated_has_a_chinese_text() {
    let mut missing = BTreeSet::new();
    for file in all_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let source = std::fs::read_to_string(&file).unwrap();
        for (at, call) in source.match_indices("word(").chain(source.match_indices("say!(")) {
            // Not the method of another name.
            let alone = !source[..at].ends_with(|c: char| c == '.' || c == '_' || c.is_alphanumeric());
            let handed = source[at + call.len()..].trim_start();
            let text = (alone && handed.starts_with('"')).then(|| literals(handed).swap_remove(0));
            missing.extend(text.filter(|text| is_text(text) && chinese(text).is_none()));
        }
    }
    assert!(missing.is_empty(), "not in assets/language/zh.toml: {missing:#?}");
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
        let mut texts = vec![entry.explanation];
        // As it opens, and with what each choice brings.
        let choices = changes(&Lab::new(entry)).into_iter();
        let choices = choices.filter(|c| matches!(c, LabCommand::Set { value: ParameterValue::Choice(_), .. }));
        for choice in choices.map(Some).chain([None]) {
            let mut lab = Lab::new(entry);
            choice.into_iter().for_each(|choice| lab.apply(choice).unwrap());
            for Parameter { name, help, kind } in lab.experiment().parameters() {
                texts.extend([name, help]);
                if let ParameterKind::Choice { names, .. } = kind {
                    texts.extend(names);
                }
            }
            texts.extend(lab.experiment().readings().into_iter().map(|reading| reading.name));
        }
        missing.extend(texts.into_iter().filter(|text| is_text(text) && chinese(text).is_none()));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Names of functions, quantities, matrices and units: the same in every language.
const SYMBOLS: &[&str] = &[
    "atan", "ax", "ay", "az", "bx", "by", "bz", "cos", "dt", "dx", "dy", "kg", "max", "min", "Rx", "Ry", "Rz", "sin",
    "vn", "vt", "xy", "xz", "yz",
];

/// What of a text is English: all that is longer than a letter and no symbol.
fn english(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.len() > 1 && !SYMBOLS.contains(word)).collect()
}

/// Each single thing that can be done to a laboratory as it stands: every choice, switch, button and key, both ends of
/// every number, and every point dragged onto the next.
fn changes(lab: &Lab) -> Vec<LabCommand> {
    let mut changes = vec![];
    for Parameter { name, kind, .. } in lab.experiment().parameters() {
        let values = match kind {
            ParameterKind::Number { range, .. } => {
                vec![ParameterValue::Number(*range.start()), ParameterValue::Number(*range.end())]
            }
            ParameterKind::Choice { names, .. } => (0..names.len()).map(ParameterValue::Choice).collect(),
            ParameterKind::Flag(on) => vec![ParameterValue::Flag(!on)],
            ParameterKind::Hold(_) => vec![ParameterValue::Flag(true)],
            ParameterKind::Action | ParameterKind::Preset => vec![ParameterValue::Act],
        };
        changes.extend(values.into_iter().map(|value| LabCommand::Set { name: name.into(), value }));
    }
    let handles = lab.experiment().handles();
    let onto = handles.iter().cycle().skip(1).map(|next| next.position);
    changes.extend(handles.iter().zip(onto).map(|(from, to)| LabCommand::Drag { handle: from.name.clone(), to }));
    changes
}

/// All that a laboratory writes: its formula, what stands in its picture, what it calls its handles.
fn written(lab: &Lab) -> Vec<String> {
    let mut list = DrawList::default();
    let mut sketch = Sketch::new(&mut list, Theme::Dark);
    lab.experiment().draw(&mut sketch);
    let words = sketch.into_words().into_iter().map(|(_, text, _)| text);
    let handles = lab.experiment().handles();
    let names = handles.iter().map(|handle| phrase(&handle.name));
    lab.experiment().formula().into_iter().chain(words).chain(list.notes).chain(names).collect()
}

/// What a laboratory writes after these changes, at once and later on, and while a shape is drawn by hand.
fn written_after(entry: &'static Laboratory, commands: &[LabCommand]) -> BTreeSet<String> {
    let mut lab = Lab::new(entry);
    for command in commands {
        // A button may have nothing to do.
        let _ = lab.apply(command.clone());
    }
    let mut texts = BTreeSet::from_iter(written(&lab));
    for at in [Vec3::ZERO, Vec3::X * 4.0, Vec3::Z * 4.0, Vec3::new(4.0, 0.0, 4.0), Vec3::X * 1e4] {
        lab.apply(LabCommand::Click(at)).unwrap();
        texts.extend(written(&lab));
    }
    for _ in 0..3 {
        (0..40).for_each(|_| lab.step());
        texts.extend(written(&lab));
    }
    texts
}

#[test]
fn laboratories_write_no_english_whatever_is_done_to_them() {
    speak(Language::Chinese);
    for entry in laboratories() {
        // Every choice and switch, and everything else on top of it.
        let chosen = changes(&Lab::new(entry)).into_iter();
        let chosen = chosen.filter(|c| {
            matches!(c, LabCommand::Set { value: ParameterValue::Choice(_) | ParameterValue::Flag(_), .. })
        });
        let mut texts = BTreeSet::new();
        for first in chosen.map(|first| vec![first]).chain([vec![]]) {
            let mut lab = Lab::new(entry);
            first.iter().for_each(|first| lab.apply(first.clone()).unwrap());
            for change in changes(&lab) {
                texts.extend(written_after(entry, &[first.as_slice(), &[change]].concat()));
            }
        }
        let faults: Vec<_> = texts.iter().filter(|text| !english(text).is_empty()).collect();
        assert!(faults.is_empty(), "{}: {faults:#?}", entry.id);
    }
}

/// What can be undone after this command, then done again; nothing where it changes nothing.
fn undo_labels(sim: &mut Sim, command: Command) -> Vec<String> {
    sim.apply(command).unwrap();
    sim.apply(Command::EndGesture).unwrap();
    let undo = sim.undo_label();
    sim.undo();
    let redo = sim.redo_label();
    sim.redo();
    undo.iter().chain(&redo).map(label_text).collect()
}

#[test]
fn what_can_be_undone_is_said_in_chinese() {
    speak(Language::Chinese);
    let mut sim = Sim::new(gallery()[0].scene().unwrap()).unwrap();
    let (body, desc) = sim.world().bodies().find(|b| b.desc.motion == Motion::Dynamic).map(|b| (b.id, b.desc)).unwrap();
    sim.apply(Command::Rename { body, name: Some("7".into()) }).unwrap();
    assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some("7 的名字"));
    let edits = [
        BodyEdit::Shape(Shape::Sphere { radius: 0.25 }),
        BodyEdit::Mass(Mass::Mass(3.0)),
        BodyEdit::Position(9.0 * Vec3::Y),
        BodyEdit::Rotation(Quat::from_rotation_y(0.375)),
        BodyEdit::Velocity(0.25 * Vec3::X),
        BodyEdit::Spin(0.25 * Vec3::X),
        BodyEdit::Force(0.25 * Vec3::X),
        BodyEdit::Restitution(0.375),
        BodyEdit::Friction(0.375),
        BodyEdit::Motion(Motion::Kinematic),
    ];
    let mut commands: Vec<Command> = edits.into_iter().map(|edit| Command::Edit { body, edit }).collect();
    let config = *sim.world().config();
    let configs = [
        Config { gravity: Vec3::X, ..config },
        Config { hz: 2.0 * config.hz, ..config },
        Config { sub_steps: config.sub_steps + 1, ..config },
        Config { restitution_rule: Combine::Minimum, ..config },
        Config { friction_rule: Combine::Minimum, ..config },
        Config { normals: NormalRule::Region, ..config },
        Config { restitution_threshold: 0.375, ..config },
        Config { terminal_speed: 300.0, ..config },
        Config { sleeping: !config.sleeping, ..config },
        Config { floor: Some(-9.0), ..config },
        Config { ceiling: Some(99.0), ..config },
    ];
    commands.extend(configs.into_iter().flat_map(|other| [Command::Configure(other), Command::Configure(config)]));
    commands.push(Command::Remove(body));
    commands.push(Command::Add { name: Some("8".into()), desc });
    let mut said = BTreeSet::new();
    for command in commands {
        let labels = undo_labels(&mut sim, command.clone());
        assert!(labels.len() == 2 && labels[0] == labels[1], "{command:?}: {labels:?}");
        assert!(english(&labels[0]).is_empty(), "{command:?}: {labels:?}");
        said.extend(labels);
    }
    // Each of them in words of its own.
    assert_eq!(said.len(), edits.len() + configs.len() + 2, "{said:#?}");
}

#[test]
fn stages_of_a_step_have_chinese_names_that_fit_beside_their_bars() {
    for (name, _) in Stages::default().list() {
        // Characters of 12 pixels in a column of 62.
        assert!(chinese(name).is_some_and(|word| word.chars().count() <= 5), "{name}");
    }
}

#[test]
fn layers_features_and_reasons_have_chinese_words() {
    for layer in Layers::LIST {
        assert!(chinese(layer.title()).is_some() && chinese(layer.about()).is_some(), "{layer:?}");
    }
    let reasons = [
        Reason::Separated,
        Reason::LeastOverlap,
        Reason::ParallelEdges,
        Reason::FaceOptimal,
        Reason::ClippedAway,
        Reason::Crowded,
        Reason::Deferred,
        Reason::Plane,
        Reason::PushedOut,
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
const PAGES: [(&str, Change); 21] = [
    ("scene", |_| {}),
    ("crate", |b| select(b, "crate")),
    ("ball", |b| select(b, "ball")),
    ("ground", |b| select(b, "ground")),
    ("world", |b| b.state.preferences.side_tab = SideTab::World),
    ("layers", |b| {
        b.state.preferences.side_tab = SideTab::Layers;
        Layers::LIST.iter().for_each(|layer: &Layer| b.state.preferences.layers.set(*layer, true));
    }),
    ("time", |b| {
        b.subject.scene_mut().unwrap().keep_ghost();
        let body = b.id("ball");
        let edit = carom::physics::BodyEdit::Velocity(carom::glam::Vec3::X);
        b.subject.scene_mut().unwrap().apply(Command::Edit { body, edit }).unwrap();
        (0..3).for_each(|_| b.subject.step());
        b.state.preferences.side_tab = SideTab::Time;
    }),
    ("why_ball", |b| why(b, "ball")),
    ("why_box", |b| why(b, "crate")),
    ("history", |b| b.state.preferences.drawer_tab = DrawerTab::History),
    ("plots", |b| b.state.preferences.drawer_tab = DrawerTab::Plots),
    ("stats", |b| b.state.preferences.drawer_tab = DrawerTab::Stats),
    ("gallery", |b| b.state.dialogs.picker = Some(Picker::scenes())),
    ("commands", |b| b.state.dialogs.picker = Some(Picker::commands())),
    ("path", |b| b.state.dialogs.picker = Some(Picker::path())),
    ("help", |b| b.state.dialogs.help = true),
    ("save", |b| b.state.dialogs.save_as = Some("scene.toml".into())),
    ("export", |b| b.state.dialogs.export = Some(carom::ui::ExportDraft::new("/tmp/a.gif".into()))),
    ("exporting", |b| {
        b.status.exporting = Some(carom::ui::Exporting { name: "a.gif".into(), done: 1, count: 2 });
    }),
    ("unsaved", |b| b.state.dialogs.unsaved = Some(carom::ui::Action::Quit)),
    ("messages", |b| {
        b.status.left_behind = Some("scene.toml".into());
        b.status.software = true;
        b.state.toasts.error("That was refused", "scene.toml:3:8");
    }),
];

fn select(bench: &mut Bench, name: &str) {
    let id = bench.id(name);
    bench.state.select(Some(id));
}

fn why(bench: &mut Bench, name: &str) {
    bench.state.selection.contact = Some((bench.id("ground"), bench.id(name)));
    bench.state.preferences.drawer_tab = DrawerTab::Why;
    bench.state.preferences.side_open = false;
}

fn in_chinese(theme: Theme, change: Change) -> Harness<'static, Bench> {
    let mut h = harness_after(theme, 4);
    h.state_mut().state.preferences.language = Some(Language::Chinese);
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
fn the_fonts_have_every_letter_of_the_texts_in_both_languages() {
    let h = harness_after(Theme::Dark, 0);
    let (font, mono) = (FontId::new(13.0, FontFamily::Proportional), FontId::new(12.0, FontFamily::Monospace));
    let table: BTreeMap<String, String> = toml::from_str(include_str!("../../assets/language/zh.toml")).unwrap();
    let texts = table.iter().flat_map(|(english, chinese)| english.chars().chain(chinese.chars()));
    let letters: BTreeSet<char> = texts.filter(|c| *c != '\n').collect();
    let has = |c: char| h.ctx.fonts_mut(|fonts| fonts.has_glyph(&font, c) && fonts.has_glyph(&mono, c));
    let missing: String = letters.into_iter().filter(|c| !has(*c)).collect();
    assert!(missing.is_empty(), "{missing}");
}

#[test]
fn the_words_in_the_picture_are_chinese_too() {
    let h = in_chinese(Theme::Dark, |b| {
        Layers::LIST.iter().for_each(|layer: &Layer| b.state.preferences.layers.set(*layer, true));
        select(b, "crate");
    });
    // Whatever the thread speaks.
    speak(Language::English);
    let list = draw(h.state().sim(), &h.state().view, &h.state().state.camera);
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
        let mut h = in_chinese(Theme::Dark, |b| b.state.dialogs.picker = Some(Picker::commands()));
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
    assert_eq!(h.state().state.preferences.language, Some(Language::Chinese));
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
    assert_eq!(h.state().state.preferences.language, None);
    h.state_mut().state.preferences.language = Some(Language::English);
    h.run_steps(4);
    assert!(h.query_by_label("World").is_some());
}

#[test]
fn the_window_in_chinese_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    let pages: [(&str, Theme, Change); 3] = [
        ("body", Theme::Dark, |b| select(b, "box")),
        ("help", Theme::Light, |b| b.state.dialogs.help = true),
        ("world", Theme::Light, |b| b.state.preferences.side_tab = SideTab::World),
    ];
    for (name, theme, change) in pages {
        let mut h = harness_after(theme, 0);
        h.set_size(egui::vec2(1120.0, 630.0));
        h.state_mut().state.preferences.language = Some(Language::Chinese);
        change(h.state_mut());
        h.run_steps(30);
        let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
        results.add(h.try_snapshot_options(format!("chinese_{name}"), &options));
    }
    results.unwrap();
}
