//! One value of a scene, as it is typed on the command line. It is read as it would be in a file.

use super::super::Scene;
use super::super::from_toml;
use super::super::spelling::{list, nearest};
use super::super::tree::{Node, Value};
use super::super::write::{field, table};
use super::{FieldTable, SceneReader, body_keys, rule_keys, step_keys};
use crate::physics::BodyDesc;

/// Sets a value of the world or of a body; the error says what would be right, and the scene is then unchanged.
pub(in super::super) fn set(scene: &mut Scene, name: &str, value: &str) -> Result<(), String> {
    let value = typed(value);
    match name.rsplit_once('.') {
        // Sections may be named as in files.
        Some(("step", key)) if step_keys().contains(&key) => set_world(scene, key, value),
        Some(("rules", key)) if rule_keys().contains(&key) => set_world(scene, key, value),
        Some((body, key)) => {
            let at = find(scene, body)?;
            let desc = changed(&scene.bodies[at].desc, key, value)?;
            scene.bodies[at].desc = desc;
            Ok(())
        }
        None => set_world(scene, name, value),
    }
}

/// A value as it stands in TOML, but for what is bare here: lists of numbers, texts, and `on` and `off`.
fn typed(text: &str) -> Value<'static> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<f32>().is_ok().then(|| Value::Number(text.to_owned().into()))
    };
    if let Some(value) = number(text) {
        // Two numbers with a comma are a vector without its brackets, as one types it.
        return value;
    }
    if let Some(items) = text.split(',').map(number).collect::<Option<Vec<_>>>() {
        return Value::List(items.into_iter().map(|value| Node { at: 0, value }).collect());
    }
    match text {
        "on" | "true" => return Value::Bool(true),
        "off" | "false" => return Value::Bool(false),
        _ => {}
    }
    // Only a list or a table is more than a word.
    let line = format!("value = {text}");
    let is_toml = text.starts_with(['[', '{']) || text.starts_with(['"', '\'']);
    if let (true, Ok(Node { value: Value::Table(mut fields), .. })) = (is_toml, from_toml::tree(&line))
        && fields.len() == 1
    {
        return fields.remove(0).node.value.into_owned();
    }
    Value::Text(text.to_owned().into())
}

/// Reads with a reader of its own; its faults are the error.
fn read<T>(with: impl FnOnce(&mut SceneReader) -> T) -> Result<T, String> {
    let mut reader = SceneReader::default();
    let result = with(&mut reader);
    let messages: Vec<String> = reader.faults.into_iter().map(|(_, message)| message).collect();
    if messages.is_empty() { Ok(result) } else { Err(messages.join("\n")) }
}

fn set_world(scene: &mut Scene, key: &str, value: Value<'_>) -> Result<(), String> {
    // Where a key stands in a file is not asked of whoever types it: keys of both tables are unique.
    let is_of_step = step_keys().contains(&key);
    if key != "gravity" && !is_of_step && !rule_keys().contains(&key) {
        let known = || ["gravity"].into_iter().chain(step_keys()).chain(rule_keys());
        let hint = match nearest(key, known()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("a world has {}; what a body has is BODY.KEY", list(known(), 24)),
        };
        return Err(format!("there is no {key:?} to set; {hint}"));
    }
    let value = match key {
        "gravity" => field(key, value),
        _ => field(if is_of_step { "step" } else { "rules" }, table([field(key, value)])),
    };
    // On a copy: what is refused leaves the scene as it was.
    let mut config = scene.config;
    // By the same reader as a file's, so that ranges and messages are the same.
    read(|reader| reader.config(FieldTable { at: 0, fields: &[value] }, &mut config))?;
    // The reader knows what is typed alone, not what it must agree with.
    config.validate().map_err(|error| error.to_string())?;
    scene.config = config;
    Ok(())
}

/// The number of a body by its name, or by `#` and its number when it has none.
fn find(scene: &Scene, name: &str) -> Result<usize, String> {
    let all = 0..scene.bodies.len();
    all.clone().find(|i| scene.body_name(*i) == name).ok_or_else(|| {
        let names: Vec<String> = all.map(|i| scene.body_name(i)).collect();
        let names = || names.iter().map(String::as_str);
        let hint = match nearest(name, names()) {
            Some(near) => format!("did you mean {near:?}?"),
            None if scene.bodies.is_empty() => "the scene has none".into(),
            None => format!("the scene has {}", list(names(), 12)),
        };
        format!("there is no body {name:?}; {hint}")
    })
}

fn changed(desc: &BodyDesc, key: &str, value: Value<'_>) -> Result<BodyDesc, String> {
    let mut desc = *desc;
    let root = Node { at: 0, value: table([field(key, value)]) };
    read(|reader| {
        // The name is what it is found by.
        let keys: Vec<&str> = body_keys().into_iter().filter(|key| *key != "name").collect();
        let Some(table) = reader.table(&root, "a body", &keys) else { return };
        if let Some(shape) = table.get("shape").and_then(|node| reader.shape(node)) {
            desc.shape = shape;
        }
        reader.body_fields(table, true, &mut desc);
    })?;
    desc.validate().map_err(|error| error.to_string())?;
    Ok(desc)
}
