//! The layers go one way, and what only some of them may name stays there. A breach is told by file and line.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

/// The lower half: what a scene is and how it moves.
const SIMULATION: &[&str] = &["timeline", "math", "geometry", "physics", "scene", "sim"];

/// What a picture is made from.
const PICTURED: &[&str] =
    &["language", "timeline", "math", "geometry", "physics", "scene", "sim", "exact", "trace", "check", "playback"];

/// Each layer and the layers it may name, itself apart. `None` means all of them.
const LAYERS: &[(&str, Option<&[&str]>)] = &[
    ("language", Some(&[])),
    ("timeline", Some(&[])),
    ("math", Some(&[])),
    ("geometry", Some(&["math"])),
    ("exact", Some(&["geometry"])),
    ("trace", Some(&["exact"])),
    ("physics", Some(&["math", "geometry"])),
    ("scene", Some(&["math", "geometry", "physics"])),
    ("sim", Some(&["timeline", "math", "geometry", "physics", "scene"])),
    ("opinion", Some(SIMULATION)),
    ("condition", Some(SIMULATION)),
    ("check", Some(&["exact", "trace", "condition"])),
    ("playback", Some(&["timeline", "geometry", "physics", "condition", "exact", "trace", "check"])),
    ("view", Some(PICTURED)),
    ("lab", Some(&["language", "timeline", "math", "geometry", "physics", "scene", "sim", "trace", "view"])),
    (
        "subject",
        Some(&[
            "timeline",
            "math",
            "geometry",
            "physics",
            "scene",
            "sim",
            "exact",
            "trace",
            "condition",
            "check",
            "playback",
            "view",
            "lab",
        ]),
    ),
    ("link", Some(&["view"])),
    ("truths", Some(&["math", "geometry", "physics"])),
    ("render", Some(&["math", "view", "language"])),
    (
        "ui",
        Some(&[
            "timeline",
            "math",
            "geometry",
            "physics",
            "scene",
            "sim",
            "opinion",
            "condition",
            "trace",
            "check",
            "playback",
            "view",
            "lab",
            "subject",
            "language",
        ]),
    ),
    ("headless", None),
    ("cli", None),
    ("app", None),
    ("lib", None),
    ("main", None),
];

/// The layers that touch the outside world.
const OUTER: &[&str] = &["headless", "cli", "app", "main"];

/// Paths that only these layers may name, or of a layer this one file.
const RESERVED: &[(&str, &[&str])] = &[
    ("wgpu", &["render", "app"]),
    ("egui", &["ui", "app"]),
    ("egui_extras", &["ui"]),
    ("egui_plot", &["ui"]),
    ("parry3d", &["opinion"]),
    ("egui_wgpu", &["app"]),
    ("egui_winit", &["app"]),
    ("winit", &["app"]),
    (
        "serde",
        &[
            "language",
            "timeline",
            "trace",
            "scene",
            "sim",
            "lab",
            "link",
            "condition",
            "check",
            "view",
            "truths",
            "ui",
            "headless",
            "cli",
            "app",
        ],
    ),
    ("strsim", &["scene"]),
    ("serde_json", &["timeline", "trace", "scene", "sim", "lab", "link", "ui", "headless", "cli", "app"]),
    ("toml", &["language", "scene", "ui", "headless", "cli", "app"]),
    ("std::thread", &["physics", "headless", "cli", "app", "main"]),
    ("std::fs", OUTER),
    // The renderer reads which adapter is wanted where wgpu's own programs read it.
    ("std::env", &["render", "headless", "cli", "app", "main"]),
    ("std::process", OUTER),
    // Streams, not files: pictures are encoded into a writer.
    ("std::io", &["trace", "check", "link", "playback", "render", "headless", "cli", "app", "main"]),
    // What threads take decides how many of them work, and nothing else.
    ("std::time::Instant", &["physics/sync.rs", "headless", "cli", "app", "main"]),
    ("std::time::SystemTime", OUTER),
];

/// What differs between machines or runs, and so has no place in a step.
const UNREPEATABLE: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "exp",
    "exp2",
    "ln",
    "log2",
    "log10",
    "powf",
    "cbrt",
    "hypot",
    "mul_add",
    "from_axis_angle",
    "from_rotation_x",
    "from_rotation_y",
    "from_rotation_z",
    "from_scaled_axis",
    "from_euler",
    "to_axis_angle",
    "to_scaled_axis",
    "slerp",
    "angle_between",
];

/// A word of the source with its line.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    line: usize,
    text: String,
}

/// A path as written, from its first name to its last, with its line.
type Named = (usize, Vec<String>);

#[derive(Debug, PartialEq)]
struct Breach {
    file: PathBuf,
    line: usize,
    what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.what)
    }
}

/// Where the comment, string or character that starts at `i` ends; `i` itself when none does.
fn after_quiet(chars: &[char], i: usize) -> usize {
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let until =
        |from: usize, done: &dyn Fn(usize) -> bool| (from..chars.len()).find(|i| done(*i)).unwrap_or(chars.len());
    match (at(i), at(i + 1)) {
        ('/', '/') => until(i, &|i| at(i) == '\n'),
        ('/', '*') => {
            let (mut depth, mut i) = (1, i + 2);
            while depth > 0 && i < chars.len() {
                match (at(i), at(i + 1)) {
                    ('/', '*') => (depth, i) = (depth + 1, i + 2),
                    ('*', '/') => (depth, i) = (depth - 1, i + 2),
                    _ => i += 1,
                }
            }
            i
        }
        ('r', '"' | '#') => {
            let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
            if at(i + 1 + hashes) != '"' {
                return i;
            }
            let closes = |i: usize| at(i) == '"' && (1..=hashes).all(|n| at(i + n) == '#');
            until(i + 2 + hashes, &closes) + 1 + hashes
        }
        ('"', _) => {
            let mut i = i + 1;
            while i < chars.len() && at(i) != '"' {
                i += if at(i) == '\\' { 2 } else { 1 };
            }
            i + 1
        }
        // A character is closed two or, escaped, more places on; a lifetime never is.
        ('\'', '\\') => until(i + 3, &|i| at(i) == '\'') + 1,
        ('\'', _) if at(i + 2) == '\'' => i + 3,
        _ => i,
    }
    .min(chars.len())
}

/// The source as names, `::` and single signs, without comments, strings and characters.
fn words(source: &str) -> Vec<Word> {
    let chars: Vec<char> = source.chars().collect();
    let named = |i: usize| chars.get(i).is_some_and(|c| c.is_alphanumeric() || *c == '_');
    let (mut words, mut line, mut i) = (vec![], 1, 0);
    while i < chars.len() {
        let start = i;
        i = after_quiet(&chars, i);
        if i == start {
            if named(i) {
                i = (i..chars.len()).find(|i| !named(*i)).unwrap_or(chars.len());
            } else if chars[i] == ':' && chars.get(i + 1) == Some(&':') {
                i += 2;
            } else {
                i += 1;
            }
            if !chars[start].is_whitespace() {
                words.push(Word { line, text: chars[start..i].iter().collect() });
            }
        }
        line += chars[start..i].iter().filter(|c| **c == '\n').count();
    }
    words
}

/// Reads one path, or the paths of one group, from word `i` on behind `prefix`; says where it ends.
fn read_path(words: &[Word], mut i: usize, prefix: &[String], found: &mut Vec<Named>) -> usize {
    let mut path = prefix.to_vec();
    let line = words.get(i).map_or(0, |w| w.line);
    while let Some(word) = words.get(i) {
        if word.text == "{" {
            i += 1;
            while words.get(i).is_some_and(|w| w.text != "}") {
                i = read_path(words, i, &path, found).max(i + 1);
            }
            return i + 1;
        }
        if !word.text.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            break;
        }
        path.push(word.text.clone());
        i += 1;
        if words.get(i).is_none_or(|w| w.text != "::") {
            break;
        }
        i += 1;
    }
    if path.len() > prefix.len() && path.len() > 1 {
        found.push((line, path));
    }
    i
}

/// Every path with `::` in it; the groups of `use a::{b, c::d}` are written out.
fn paths(words: &[Word]) -> Vec<Named> {
    let (mut found, mut i) = (vec![], 0);
    while i < words.len() {
        let starts = words[i].text != "::" && words.get(i + 1).is_some_and(|w| w.text == "::");
        i = if starts { read_path(words, i, &[], &mut found).max(i + 1) } else { i + 1 };
    }
    found
}

/// The name behind the crate's root in `crate::name` and in a `super::…::name` that climbs `depth` modules.
fn in_crate(path: &[String], depth: usize) -> Option<&str> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first()?.as_str() {
        "crate" => path.get(1).map(String::as_str),
        "super" if supers >= depth => path.get(supers).map(String::as_str),
        _ => None,
    }
}

/// What is wrong with one file, given its path below `src`.
fn breaches(file: &Path, source: &str) -> Vec<Breach> {
    let parts: Vec<String> = file.with_extension("").iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let layer = parts[0].as_str();
    let breach = |line, what| Breach { file: Path::new("src").join(file), line, what };
    let Some((_, allowed)) = LAYERS.iter().find(|(name, _)| *name == layer) else {
        return vec![breach(1, format!("`{layer}` is no known layer: give it its place in this test"))];
    };
    let mut words = words(source);
    words.truncate(tests_start(&words));
    let mut found = vec![];
    for (line, path) in paths(&words) {
        if let (Some(name), Some(allowed)) = (in_crate(&path, parts.len()), allowed) {
            let is_layer = LAYERS.iter().any(|(other, _)| *other == name);
            if is_layer && name != layer && !allowed.contains(&name) {
                found.push(breach(line, format!("`{layer}` may not name `{name}`")));
            }
        }
        for (reserved, layers) in RESERVED {
            let mut parts = reserved.split("::").enumerate();
            let named = parts.all(|(i, part)| path.get(i).is_some_and(|p| p == part));
            if named && !layers.contains(&layer) && !layers.iter().any(|allowed| file == Path::new(allowed)) {
                found.push(breach(line, format!("`{layer}` may not name `{reserved}`")));
            }
        }
    }
    if ["math", "geometry", "physics"].contains(&layer) {
        found.extend(unrepeatable(&words).map(|w| breach(w.line, format!("`{}` differs between machines", w.text))));
    }
    found
}

/// Where the file's own tests begin: they may name what they need.
fn tests_start(words: &[Word]) -> usize {
    words.windows(2).position(|w| w[0].text == "mod" && w[1].text == "tests").unwrap_or(words.len())
}

/// Calls whose result is not the same on every machine and in every run.
fn unrepeatable(words: &[Word]) -> impl Iterator<Item = &Word> {
    words.windows(2).filter_map(|pair| {
        let (before, word) = (pair[0].text.as_str(), pair[1].text.as_str());
        let called = (before == "." || before == "::") && UNREPEATABLE.contains(&word);
        let platform = before == "." && word == "sin_cos";
        (called || platform || word == "HashMap" || word == "HashSet").then_some(&pair[1])
    })
}

/// All Rust files below `src`, with their text.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut files) = (vec![root.clone()], vec![]);
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(&root).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn no_layer_names_one_above_it() {
    let found: Vec<String> =
        sources().iter().flat_map(|(file, text)| breaches(file, text)).map(|breach| breach.to_string()).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn a_planted_breach_is_found_with_its_line() {
    for (file, source, expected) in [
        ("physics/world.rs", "\nuse crate::scene::Scene;", Some((2, "`physics` may not name `scene`"))),
        ("physics/world.rs", "use crate::{\n math::Pose,\n sim::Sim,\n};", Some((3, "`physics` may not name `sim`"))),
        ("geometry.rs", "fn f() -> crate::physics::Body {}", Some((1, "`geometry` may not name `physics`"))),
        ("physics/solver/wide.rs", "use super::super::super::view::X;", Some((1, "`physics` may not name `view`"))),
        ("view/bodies.rs", "use wgpu::Buffer;", Some((1, "`view` may not name `wgpu`"))),
        ("view/list.rs", "use crate::lab::Ink;", Some((1, "`view` may not name `lab`"))),
        ("sim/clock.rs", "use std::{fmt, fs};", Some((1, "`sim` may not name `std::fs`"))),
        ("scene.rs", "/* a\n */ std::time::Instant::now()", Some((2, "`scene` may not name `std::time::Instant`"))),
        ("math.rs", "fn f<'a>(x: f32) -> f32 { x.sin() }", Some((1, "`sin` differs between machines"))),
        ("lost.rs", "", Some((1, "`lost` is no known layer: give it its place in this test"))),
        ("physics/world.rs", "use crate::geometry::Shape;\nuse super::scene::X;", None),
        ("physics/world.rs", "// crate::scene::Scene\n\"crate::scene::Scene\"; '\"'; use crate::math::Pose;", None),
        ("physics/world.rs", "/// See [`crate::scene`].\nlet r = r#\"crate::sim::\"quoted\"\"#;", None),
        ("physics/team.rs", "use std::time::Instant;", Some((1, "`physics` may not name `std::time::Instant`"))),
        ("physics/sync.rs", "use std::time::Instant;", None),
        ("app/window.rs", "use crate::{render::Gpu, ui::Panels}; use winit::window::Window;", None),
        ("math.rs", "crate::math::sin_cos(x);\nmod tests { fn f() { 1.0_f64.sin(); } }", None),
    ] {
        let found = breaches(Path::new(file), source);
        let seen: Vec<(usize, &str)> = found.iter().map(|b| (b.line, b.what.as_str())).collect();
        assert_eq!(seen, expected.into_iter().collect::<Vec<_>>(), "{file}: {source}");
    }
}

/// A module's place: the names from the crate's root to it.
type Module = Vec<String>;

fn module(file: &Path) -> Module {
    file.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect()
}

/// The module that a path written in `here` leads to: the deepest one of `all` that it passes.
fn leads_to(here: &Module, path: &[String], all: &BTreeSet<Module>) -> Option<Module> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let mut place = match path.first()?.as_str() {
        "crate" => path[1..].to_vec(),
        "super" => [here.get(..here.len().checked_sub(supers)?)?, &path[supers..]].concat(),
        _ => return None,
    };
    while !all.contains(&place) {
        place.pop()?;
    }
    Some(place)
}

/// For each folder, which of its files, each with what is below it, name which others.
fn siblings(files: &[(PathBuf, String)]) -> BTreeMap<Module, BTreeSet<(String, String)>> {
    let all: BTreeSet<Module> = files.iter().map(|(file, _)| module(file)).collect();
    let mut named: BTreeMap<Module, BTreeSet<(String, String)>> = BTreeMap::new();
    for (file, source) in files {
        let here = module(file);
        let mut words = words(source);
        words.truncate(tests_start(&words));
        for there in paths(&words).iter().filter_map(|(_, path)| leads_to(&here, path, &all)) {
            // Where the two part: layers among themselves are the other test's, and what is above may be named.
            let shared = here.iter().zip(&there).take_while(|(a, b)| a == b).count();
            if let (1.., Some(from), Some(to)) = (shared, here.get(shared), there.get(shared)) {
                named.entry(here[..shared].to_vec()).or_default().insert((from.clone(), to.clone()));
            }
        }
    }
    named
}

/// The files that can be reached from themselves: what is left when those that name none of the rest, or that none of
/// the rest names, are taken away again and again.
fn circles(files: &[(PathBuf, String)]) -> Vec<(String, Vec<String>)> {
    let mut found = vec![];
    for (folder, mut edges) in siblings(files) {
        loop {
            let from: BTreeSet<String> = edges.iter().map(|(from, _)| from.clone()).collect();
            let to: BTreeSet<String> = edges.iter().map(|(_, to)| to.clone()).collect();
            let before = edges.len();
            edges.retain(|(a, b)| from.contains(b) && to.contains(a));
            if edges.len() == before {
                break;
            }
        }
        if !edges.is_empty() {
            let names: BTreeSet<String> = edges.into_iter().map(|(from, _)| from).collect();
            found.push((folder.join("/"), names.into_iter().collect()));
        }
    }
    found
}

#[test]
fn files_of_one_layer_name_each_other_one_way() {
    let found = circles(&sources());
    assert!(found.is_empty(), "circles: {found:#?}");
}

#[test]
fn a_planted_circle_is_found() {
    let file = |name: &str, text: &str| (PathBuf::from(name), text.to_owned());
    let tree = |text: &str| {
        [
            file("view.rs", "use self::a::A;"),
            file("view/a.rs", "use super::{b::B, V};"),
            file("view/b.rs", "use super::c::C;"),
            file("view/b/deep.rs", text),
            file("view/c.rs", "// super::a::A\nuse crate::math::Pose;"),
            file("view/d.rs", "use super::a::A;\nmod tests { use super::super::e::E; }"),
            file("view/e.rs", "use super::d::D;"),
        ]
    };
    assert_eq!(circles(&tree("use super::super::super::math::Pose; use super::B;")), []);
    for text in ["use super::super::a::A;", "use crate::{math::Pose, view::{a, c}};"] {
        assert_eq!(circles(&tree(text)), [("view".into(), vec!["a".into(), "b".into()])], "{text}");
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    let long: Vec<String> = sources()
        .iter()
        .map(|(file, text)| (text.lines().count(), file))
        .filter(|(lines, _)| *lines > 800)
        .map(|(lines, file)| format!("{}: {lines} lines", file.display()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

/// Whatever a file says, no number of it is cut short in silence: clippy watches the casts of what reads files, and
/// what overflows there stops in a release build too.
#[test]
fn numbers_from_files_are_never_cut_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    for file in [
        "src/cli.rs",
        "src/condition/parse.rs",
        "src/headless/check.rs",
        "src/headless/file.rs",
        "src/headless/load.rs",
        "src/headless/replay.rs",
        "src/lab/setting.rs",
        "src/lab/setup_file.rs",
        "src/link.rs",
        "src/scene/format.rs",
        "src/scene/from_json.rs",
        "src/scene/from_toml.rs",
        "src/scene/grid.rs",
        "src/scene/read.rs",
        "src/scene/tree.rs",
        "src/sim/recording.rs",
        "src/timeline/recording.rs",
    ] {
        let casts = "#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]";
        assert!(read(file).contains(casts), "{file} reads files: it says {casts}");
    }
    let profiles = read("Cargo.toml");
    let release = profiles.split("[profile.release]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap();
    assert!(release.contains("overflow-checks = true"), "{release}");
}
