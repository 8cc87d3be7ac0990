//! What the README prints must be true.

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
