//! What the README prints must be true.

use carom::geometry::Shape;
use carom::physics::property::{GRAVITY, STEP, SURFACE, Setting, VECTORS, rules};
use carom::physics::{BodyDesc, Config};
use carom::scene::{FileKind, find, gallery, parse};

const README: &str = include_str!("../../README.md");

/// The blocks fenced as `language`.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    README.split(fence.as_str()).skip(1).filter_map(|rest| rest.split_once("```")).map(|(block, _)| block).collect()
}

#[test]
fn the_scene_of_the_readme_is_sound() {
    let scenes = blocks("toml");
    assert_eq!(scenes.len(), 1);
    let scene = parse(scenes[0], FileKind::Toml);
    assert!(scene.as_ref().is_ok_and(|scene| scene.bodies.len() == 51), "{scene:?}");
}

#[test]
fn the_commands_of_the_readme_name_scenes_that_exist() {
    let commands = blocks("sh").into_iter().flat_map(str::lines);
    let mut count = 0;
    for line in commands.filter_map(|line| line.strip_prefix("carom ")) {
        let mut words = line.split_whitespace();
        let scene = match words.next() {
            Some("run" | "render" | "bench") => words.next(),
            _ => None,
        };
        if let Some(scene) = scene {
            let laboratory = scene.strip_prefix("lab:").is_some_and(|id| carom::lab::find(id).is_some());
            assert!(laboratory || find(scene).is_some(), "carom {line}");
            count += 1;
        }
    }
    assert!(count >= 7, "{count}");
    assert!(README.contains(&format!("gallery of {} scenes", gallery().len())));
}

#[test]
fn the_pictures_of_the_readme_are_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pictures: Vec<_> = README.split("](assets/").skip(1).filter_map(|rest| rest.split_once(')')).collect();
    assert!(pictures.len() >= 3);
    for (picture, _) in pictures {
        assert!(root.join("assets").join(picture).is_file(), "{picture}");
    }
}

/// The numbers in a text; `10,000` is one, and so is `1e-3`.
fn numbers(text: &str) -> Vec<f32> {
    let text = text.replace('−', "-").replace('…', " ");
    let is_apart = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ','));
    let words = text.split(is_apart).map(|word| word.trim_end_matches([',', '.']).replace(',', ""));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// README and the page of `scene` state unit, range and default of each number as the tables of properties have them.
#[test]
fn tables_of_scene_fields_state_unit_range_and_default_of_every_number() {
    let desc = BodyDesc::new(Shape::sphere(0.5));
    let mut rows = vec![];
    let groups = [("", vec![&GRAVITY]), ("step.", STEP.iter().collect()), ("rules.", rules().collect())];
    for (table, settings) in groups {
        let numbers = settings.into_iter().filter_map(|setting| Some((setting, setting.property()?)));
        rows.extend(
            numbers.map(|(setting, property)| (format!("{table}{}", property.key()), property, default_of(setting))),
        );
    }
    rows.extend(
        VECTORS
            .iter()
            .map(|row| (row.property.key().to_owned(), row.property, (row.get)(&desc).to_array()[..1].to_vec())),
    );
    rows.extend(SURFACE.iter().map(|row| (row.property.key().to_owned(), row.property, vec![(row.get)(&desc)])));
    for (page, text) in
        [("README.md", include_str!("../../README.md")), ("scene.rs", include_str!("../../src/scene.rs"))]
    {
        let lines = || text.lines().map(|line| line.trim_start_matches("//! ")).filter(|line| line.starts_with('|'));
        for (key, property, default) in &rows {
            // The first cell names the key, the second its meaning and range, the third its default.
            let cells = lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
            let row = cells.into_iter().find(|cells| cells.len() == 5 && cells[1].contains(&format!("`{key}`")));
            let row = row.unwrap_or_else(|| panic!("{page} has no {key}"));
            let (range, stated) = (numbers(row[2]), numbers(row[3]));
            assert!(row[2].contains(property.unit), "{page}: {key} is in {}", property.unit);
            assert!(range.contains(&property.max), "{page}: {key} goes up to {}", property.max);
            // `up to` begins at 0, `±` at minus the other end.
            let is_stated = range.contains(&property.min) || (row[2].contains("up to") && property.min == 0.0);
            assert!(is_stated || (row[2].contains('±') && property.min == -property.max), "{page}: {key} {property:?}");
            let stated = if row[3] == "origin" { vec![0.0] } else { stated };
            assert!(default.iter().all(|value| stated.contains(value)), "{page}: {key} is {default:?}, not {stated:?}");
        }
    }
}

fn default_of(setting: &Setting) -> Vec<f32> {
    let config = Config::default();
    match setting {
        Setting::Vector(row) => (row.get)(&config).to_array().to_vec(),
        setting => setting.number().and_then(|row| (row.get)(&config)).into_iter().collect(),
    }
}

/// README and the page of `scene` name every choice of a rule by its key.
#[test]
fn tables_of_scene_fields_name_every_option() {
    for setting in rules() {
        let Setting::Choice(row) = setting else { continue };
        for text in [README, include_str!("../../src/scene.rs")] {
            let line = text.lines().find(|line| line.contains(&format!("`rules.{}`", row.name.key))).unwrap();
            let missing = row
                .options
                .iter()
                .find(|(key, _)| !line.contains(&format!("`{key}`")) && !line.contains(&format!("`\"{key}\"`")));
            assert_eq!(missing, None, "{line}");
        }
    }
}
