//! What can be set of bodies, worlds and what tunes them is said in both languages.

use carom::language::chinese;
use carom::physics::property::{
    BOTTOM, DENSITY, HALF_HEIGHT, MASS, MOTION, MOTIONS, Name, RADIUS, ROTATION, SHAPE, SIZE, SURFACE, Setting, TOP,
    TUNING, VECTORS, settings,
};

/// Every name of the tables.
fn names() -> Vec<Name> {
    let mut names = vec![SHAPE, MOTION, ROTATION];
    names.extend(MOTIONS.map(|(_, name)| name));
    names.extend([MASS, DENSITY, RADIUS, SIZE, BOTTOM, TOP, HALF_HEIGHT].map(|property| property.name));
    names.extend(VECTORS.map(|row| row.property.name));
    names.extend(SURFACE.map(|row| row.property.name));
    names.extend(settings().map(Setting::name));
    names.extend(TUNING.map(|row| row.property.name));
    names
}

#[test]
fn every_property_has_a_title_and_a_hint_and_both_a_chinese_twin() {
    let mut texts: Vec<&str> = names().into_iter().flat_map(|name| [name.title, name.hint]).collect();
    for setting in settings() {
        if let Setting::Choice(row) = setting {
            texts.extend(row.options.iter().map(|(_, title)| *title));
        }
    }
    let missing: Vec<_> = texts.iter().filter(|text| text.is_empty() || chinese(text).is_none()).collect();
    assert!(missing.is_empty(), "no Chinese for {missing:?}");
}

#[test]
fn a_title_begins_with_a_capital_and_a_hint_is_a_sentence() {
    for Name { key, title, hint } in names() {
        assert!(title.starts_with(char::is_uppercase), "{key}: {title}");
        assert!(hint.starts_with(char::is_uppercase) && hint.ends_with('.'), "{key}: {hint}");
    }
}
