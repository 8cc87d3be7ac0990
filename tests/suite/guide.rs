//! The guide has a page for every laboratory, in both languages, and nothing it refers to is missing.

use carom::lab::{GUIDE, Page, laboratories};
use carom::scene;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/guide")
}

/// What stands between each `](` and `)` after an exclamation mark: the pictures of a page.
fn pictures(text: &str) -> Vec<&str> {
    let links = text.split("![").skip(1).filter_map(|rest| rest.split_once("]("));
    links.filter_map(|(_, rest)| rest.split_once(')')).map(|(path, _)| path).collect()
}

/// What a page is made of in its order: headings by their level, pictures and blocks of formulas.
fn outline(text: &str) -> Vec<&str> {
    let marks = ["# ", "## ", "### ", "![", "```"];
    text.lines().filter_map(|line| marks.into_iter().find(|mark| line.starts_with(mark))).collect()
}

/// Words in back quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn every_laboratory_has_a_page() {
    for entry in laboratories() {
        assert!(Page::of(entry.id).is_some(), "{} is in no page of the guide", entry.id);
    }
}

#[test]
fn every_page_has_its_formula_a_title_and_pictures_that_exist_in_both_languages() {
    for page in &GUIDE {
        for (language, text) in [("en", page.english), ("zh", page.chinese)] {
            let name = format!("{language}/{}.md", page.name);
            assert!(text.starts_with("# "), "{name}");
            assert!(text.contains(page.formula), "{name} lacks {}", page.formula);
            let pictures = pictures(text);
            assert!(!pictures.is_empty(), "{name} has no picture");
            for picture in &pictures {
                assert!(folder().join(language).join(picture).is_file(), "{name}: {picture}");
            }
        }
        // The same pictures; those with words have a Chinese copy, NAME_zh.png.
        let shared: Vec<String> = pictures(page.chinese).iter().map(|path| path.replace("_zh.png", ".png")).collect();
        assert_eq!(pictures(page.english), shared, "{}", page.name);
        assert_eq!(outline(page.english), outline(page.chinese), "{}", page.name);
        let chinese = page.chinese.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
        assert!(chinese > 200, "zh/{}.md is hardly Chinese", page.name);
    }
}

#[test]
fn every_picture_is_shown_and_every_file_is_a_page() {
    let shown: BTreeSet<PathBuf> = GUIDE
        .iter()
        .flat_map(|page| [pictures(page.english), pictures(page.chinese)].concat())
        .map(|path| folder().join("pictures").join(Path::new(path).file_name().unwrap()))
        .collect();
    let kept: BTreeSet<PathBuf> =
        std::fs::read_dir(folder().join("pictures")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(shown, kept);
    for language in ["en", "zh"] {
        let files = std::fs::read_dir(folder().join(language)).unwrap().count();
        assert_eq!(files, GUIDE.len(), "{language}");
    }
}

#[test]
fn the_laboratories_and_scenes_that_pages_name_exist() {
    for page in &GUIDE {
        for text in [page.english, page.chinese] {
            for name in quoted(text).filter_map(|word| word.strip_prefix("lab:")) {
                assert!(page.laboratories.contains(&name), "{}: lab:{name}", page.name);
            }
        }
    }
    let world = GUIDE.last().unwrap();
    for name in ["face_edge_corner", "region_normals", "newtons_cradle", "billiard_break", "gyroscope_flip"] {
        assert!(scene::find(name).is_some() && world.english.contains(name) && world.chinese.contains(name), "{name}");
    }
}

#[test]
fn the_page_of_continuous_integration_names_all_conditions_and_none_that_is_not_one() {
    use carom::check::FAIL_ON;
    use carom::condition::Condition;
    let page = GUIDE.iter().find(|page| page.name == "continuous").unwrap();
    for text in [page.english, page.chinese] {
        let conditions: Vec<&str> =
            text.split("--fail-on '").skip(1).filter_map(|rest| rest.split_once('\'')).map(|(one, _)| one).collect();
        assert!(conditions.len() > 4);
        for condition in conditions {
            assert!(Condition::on_measured(condition, &FAIL_ON).is_ok(), "{condition}");
        }
        let words: BTreeSet<&str> = text.split_whitespace().collect();
        let left_out: Vec<&str> = FAIL_ON.iter().map(|one| one.name).filter(|name| !words.contains(name)).collect();
        assert!(left_out.is_empty(), "{left_out:?}");
    }
}
