//! The gallery's listing.

use super::Failure;
use crate::scene;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: String,
    about: String,
    bodies: usize,
}

/// Lists the gallery: the name to open a scene by, and what it shows.
pub fn scenes(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut rows = vec![];
    for entry in scene::gallery() {
        let scene = super::load(entry.id)?;
        rows.push(Row { name: entry.id, title: scene.name, about: scene.about, bodies: scene.bodies.len() });
    }
    if json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    } else {
        let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        for row in &rows {
            let about = if row.about.is_empty() { &row.title } else { &row.about };
            writeln!(out, "{:width$}  {}", row.name, about.replace('\n', " "))?;
        }
    }
    Ok(out.flush()?)
}
