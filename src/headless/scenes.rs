//! The gallery's listing.

use super::Failure;
use crate::lab;
use crate::scene;
use crate::trace::SAMPLES;
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct SceneRow {
    name: String,
    title: String,
    about: String,
    /// A laboratory has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    bodies: Option<usize>,
}

/// Lists the gallery and the laboratories: the name to open each by, and what it shows.
pub fn scenes(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let mut rows = vec![];
    for entry in scene::gallery() {
        let scene = super::load(entry.id)?;
        rows.push(SceneRow {
            name: entry.id.into(),
            title: scene.name,
            about: scene.about,
            bodies: Some(scene.bodies.len()),
        });
    }
    // From here on the rows are laboratories, which have a heading of their own in the table.
    let scene_count = rows.len();
    rows.extend(lab::laboratories().iter().map(|entry| SceneRow {
        name: format!("lab:{}", entry.id),
        title: entry.title.into(),
        about: entry.about.into(),
        bodies: None,
    }));
    if json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    } else {
        let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
        for (i, row) in rows.iter().enumerate() {
            if i == scene_count {
                writeln!(out, "\nLaboratories")?;
            }
            // A row is one line; where nothing is said about a scene its title stands there.
            let about = if row.about.is_empty() { &row.title } else { &row.about };
            writeln!(out, "{:width$}  {}", row.name, about.replace('\n', " "))?;
        }
        writeln!(out, "\nRecordings of other engines")?;
        for sample in &SAMPLES {
            writeln!(out, "{:width$}  {}", format!("trace:{}", sample.id), sample.about)?;
        }
    }
    Ok(out.flush()?)
}
