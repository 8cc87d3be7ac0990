//! What the program is made of besides its own source: every crate from the one registry, under a licence that may be
//! passed on, and in one version where the ecosystem allows it. The rules stand in `.ci/deny.toml`, as cargo-deny
//! reads them; here they are held without it. Nothing is asked of a server but for crates of other systems that are
//! not here yet.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Where all crates come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// A crate as it is locked.
#[derive(Debug)]
struct Crate {
    name: String,
    version: String,
    licence: String,
    /// None for this one.
    source: Option<String>,
}

/// All of them, for every system and with every feature.
fn crates() -> Vec<Crate> {
    let arguments = ["metadata", "--locked", "--all-features", "--format-version", "1"];
    let said = Command::new(env!("CARGO")).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let metadata: Value = serde_json::from_slice(&said.stdout).unwrap();
    let text = |package: &Value, key: &str| package[key].as_str().map(str::to_owned);
    let read = |package: &Value| Crate {
        name: text(package, "name").unwrap(),
        version: text(package, "version").unwrap(),
        licence: text(package, "license").unwrap_or_default(),
        source: text(package, "source"),
    };
    metadata["packages"].as_array().unwrap().iter().map(read).collect()
}

/// The rules.
fn rules() -> toml::Table {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/deny.toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Whether an expression of SPDX holds for who accepts these licences: `(A OR B) AND C`, `A/B` for `A OR B`.
fn is_accepted(expression: &str, accepted: &BTreeSet<&str>) -> bool {
    /// The parts between `word`s that stand in no parentheses.
    fn parts<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
        let (mut depth, mut begin, mut parts) = (0, 0, vec![]);
        for (at, letter) in text.char_indices() {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            if depth == 0 && text[at..].starts_with(word) {
                parts.push(&text[begin..at]);
                begin = at + word.len();
            }
        }
        parts.push(&text[begin..]);
        parts
    }
    let text = expression.trim();
    for (word, all) in [(" OR ", false), ("/", false), (" AND ", true)] {
        let parts = parts(text, word);
        if parts.len() > 1 {
            let mut parts = parts.into_iter().map(|part| is_accepted(part, accepted));
            return if all { parts.all(|holds| holds) } else { parts.any(|holds| holds) };
        }
    }
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) => is_accepted(inner, accepted),
        None => accepted.contains(text),
    }
}

#[test]
fn every_licence_may_be_passed_on_and_every_crate_is_of_the_registry() {
    let rules = rules();
    let accepted: BTreeSet<&str> =
        rules["licenses"]["allow"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(is_accepted("(MIT OR GPL-2.0-only) AND Unicode-3.0", &accepted));
    assert!(!is_accepted("MIT AND GPL-2.0-only", &accepted) && !is_accepted("", &accepted));
    for Crate { name, version, licence, source } in crates() {
        assert!(is_accepted(&licence, &accepted), "{name} {version} is under {licence:?}");
        assert!(source.as_deref().unwrap_or(REGISTRY) == REGISTRY, "{name} {version} comes from {source:?}");
    }
    for kind in ["unknown-git", "unknown-registry"] {
        assert_eq!(rules["sources"][kind].as_str(), Some("deny"));
    }
}

#[test]
fn the_bindings_of_the_page_are_written_by_the_version_it_is_built_with() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/bindings/Cargo.toml");
    let manifest: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let locked: Vec<_> = crates().into_iter().filter(|one| one.name == "wasm-bindgen").map(|one| one.version).collect();
    assert_eq!(locked.len(), 1, "{locked:?}");
    let wanted = manifest["dependencies"]["wasm-bindgen-cli-support"].as_str().unwrap();
    assert_eq!(wanted, format!("={}", locked[0]), "web/bindings/Cargo.toml follows Cargo.lock");
}

#[test]
fn a_crate_has_one_version_or_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<Vec<u64>>> = BTreeMap::new();
    let numbers = |version: &str| -> Vec<u64> {
        let plain = version.split('+').next().unwrap_or_default();
        plain.split('.').map(|number| number.parse().unwrap_or(0)).collect()
    };
    for Crate { name, version, .. } in crates() {
        versions.entry(name).or_default().insert(numbers(&version));
    }
    // All but the newest of each.
    let older =
        versions.iter().flat_map(|(name, list)| list.iter().rev().skip(1).map(move |one| (name.clone(), one.clone())));
    let older: BTreeSet<_> = older.collect();
    let rules = rules();
    let skipped = rules["bans"]["skip"].as_array().unwrap().iter().map(|row| {
        assert!(row["reason"].as_str().is_some_and(|reason| !reason.trim().is_empty()), "{row} has no reason");
        let (name, version) = row["crate"].as_str().unwrap().split_once('@').unwrap();
        (name.to_owned(), numbers(version))
    });
    let skipped: BTreeSet<_> = skipped.collect();
    let added: Vec<_> = older.difference(&skipped).collect();
    let gone: Vec<_> = skipped.difference(&older).collect();
    assert!(added.is_empty(), "older versions without a reason in .ci/deny.toml: {added:?}");
    assert!(gone.is_empty(), "reasons in .ci/deny.toml for what is no longer there: {gone:?}");
}
