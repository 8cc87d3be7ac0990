//! The graphics adapters there are.

use super::Failure;
use crate::render::{self, Gpu};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct AdapterRow {
    name: String,
    backend: String,
    kind: String,
    driver: String,
    used: bool,
}

/// Lists the adapters found and marks the one that would be used; fails when none would.
pub fn adapters(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    let rows: Vec<AdapterRow> = render::adapters()
        .into_iter()
        .map(|choice| AdapterRow {
            name: choice.info.name,
            backend: choice.info.backend.to_string(),
            kind: format!("{:?}", choice.info.device_type),
            // Some drivers tell no name or no version: what is missing leaves no blank behind.
            driver: [choice.info.driver, choice.info.driver_info].join(" ").trim().to_owned(),
            used: choice.used,
        })
        .collect();
    if json {
        serde_json::to_writer_pretty(&mut *out, &rows)?;
        writeln!(out)?;
    } else {
        for AdapterRow { name, backend, kind, driver, used } in &rows {
            // The help of the command promises a star for the adapter that would draw.
            let mark = if *used { '*' } else { ' ' };
            writeln!(out, "{mark} {name} ({backend}, {kind}; {driver})")?;
        }
    }
    out.flush()?;
    if rows.iter().any(|row| row.used) {
        return Ok(());
    }
    // The device itself says best why there is none.
    Gpu::new_headless().map(|_| ()).map_err(Into::into)
}
