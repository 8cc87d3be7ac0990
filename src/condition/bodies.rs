//! Bodies by their names.

use crate::physics::BodyId;
use crate::scene::spelling::{list, nearest};
use crate::sim::Sim;

/// The body of this name, or what to say when there is none.
pub fn find_body(sim: &Sim, name: &str) -> Result<BodyId, String> {
    if let Some(id) = sim.find(name) {
        return Ok(id);
    }
    let names: Vec<String> = sim.world().bodies().map(|body| sim.name(body.id)).collect();
    let hint = match nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near}?"),
        None if names.is_empty() => "the scene has none".into(),
        None => format!("the scene has {}", list(names.iter().map(String::as_str), 12)),
    };
    Err(format!("there is no body {name:?}; {hint}"))
}
