//! Reading scenes and set-ups of laboratories to see whether they are sound.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use super::{Failure, load};
use crate::scene;
use crate::subject::Description;
use std::io::Write;

/// Checks each scene file, set-up of a laboratory or gallery scene: `FILE: ok …` to `out`, a line for every
/// fault to `errors`.
///
/// A contact written as JSON (`carom contact --as json`) must be found again bit for bit.
///
/// A file that cannot be read does not keep the others from being checked.
pub fn check(files: &[String], out: &mut dyn Write, errors: &mut dyn Write) -> Result<(), Failure> {
    let (mut fault_count, mut unreadable_count) = (0, 0);
    for file in files {
        // A name of the gallery goes before a file of that name, as wherever a scene is opened.
        let source = match scene::find(file) {
            Some(entry) => Ok((entry.text.to_owned(), scene::FileKind::Toml)),
            None => load::read(file),
        };
        let (text, kind) = match source {
            Ok(source) => source,
            Err(failure) => {
                writeln!(errors, "{failure}")?;
                unreadable_count += 1;
                continue;
            }
        };
        match Description::parse(&text, kind) {
            Ok(Description::Lab(setup)) => {
                let (id, count) = (setup.entry().id, setup.commands().len());
                let changes = if count == 1 { "change" } else { "changes" };
                writeln!(out, "{file}: ok (lab:{id}, {count} {changes})")?;
            }
            Ok(Description::Scene(scene)) => {
                // Only JSON can hold a manifold that was found; a plain scene in JSON has none to compare with.
                let changed =
                    (kind == scene::FileKind::Json).then(|| scene::parse_specimen(&text).ok()?.difference()).flatten();
                if let Some(difference) = changed {
                    writeln!(errors, "{file}: the contact is found otherwise now: {difference}")?;
                    fault_count += 1;
                    continue;
                }
                let count = scene.bodies.len();
                writeln!(out, "{file}: ok ({count} {})", if count == 1 { "body" } else { "bodies" })?;
            }
            Err(faults) => {
                writeln!(errors, "{}", load::fault_lines(file, &faults))?;
                fault_count += faults.len();
            }
        }
    }
    out.flush()?;
    let plural = |count, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    // A file that cannot be read weighs more than a fault: then the request itself was wrong (exit code 2).
    match (unreadable_count, fault_count) {
        (0, 0) => Ok(()),
        (0, faults) => Err(Failure::Unmet(format!("{} found", plural(faults, "fault", "faults")))),
        (files, _) => Err(Failure::Wrong(format!("{} could not be read", plural(files, "file", "files")))),
    }
}
