//! What was done, in words: for the log and for messages.

use crate::geometry::Shape;
use crate::physics::property::{BodyVector, DENSITY, MASS, SurfaceProperty};
use crate::physics::{Body, BodyEdit, Mass};
use crate::sim::{Command, Sim};

/// What the command is about to do; none for what happens many times a second.
pub(super) fn describe(sim: &Sim, command: &Command) -> Option<String> {
    Some(match command {
        Command::Edit { body, edit } => {
            let name = sim.name(*body);
            // Both set the mass; the log says by which.
            let density = matches!(edit, BodyEdit::Mass(Mass::Density(_)));
            let property = if density { DENSITY.key() } else { edit.name().key };
            match sim.world().body(*body) {
                Some(now) => format!("{property} of {name} {}", change(&now, edit)),
                None => format!("{property} of {name}"),
            }
        }
        Command::Configure(config) => format!("world set to {config:?}"),
        Command::Add { name, desc } => {
            // English, as all logs are.
            format!("added {} {}", desc.shape.kind_name(), name.as_deref().unwrap_or("without name"))
        }
        Command::Remove(body) => format!("removed {}", sim.name(*body)),
        Command::Rename { body, name } => {
            format!("renamed {} to {}", sim.name(*body), name.as_deref().unwrap_or("nothing"))
        }
        Command::All(commands) => {
            let first = commands.first().and_then(|command| describe(sim, command))?;
            if commands.len() == 1 { first } else { format!("{first}, and {} more", commands.len() - 1) }
        }
        Command::Threads(threads) => format!("threads {threads}"),
        Command::View(_) => "view of the scene".into(),
        Command::Restart => "restarted".into(),
        Command::Grab(None) => "let go".into(),
        _ => return None,
    })
}

fn change(now: &Body, edit: &BodyEdit) -> String {
    let (desc, mut then) = (&now.desc, now.desc);
    edit.write(&mut then);
    // By the tables of what can be set; what is in none of them is told below.
    if let Some(row) = SurfaceProperty::of(edit) {
        return format!("{} -> {} {}", (row.get)(desc), (row.get)(&then), row.property.unit).trim_end().to_owned();
    }
    if let Some(row) = BodyVector::of(edit) {
        let [from, to] = [desc, &then].map(|desc| (row.get)(desc)).map(|v| format!("({} {} {})", v.x, v.y, v.z));
        return format!("{from} -> {to} {}", row.property.unit);
    }
    match *edit {
        BodyEdit::Shape(new) => format!("{} -> {}", size(&desc.shape), size(&new)),
        BodyEdit::Motion(new) => format!("{} -> {}", desc.motion.name(), new.name()),
        BodyEdit::Mass(Mass::Mass(new)) => format!("{} -> {new} {}", desc.mass.of(&desc.shape), MASS.unit),
        BodyEdit::Mass(Mass::Density(new)) => {
            format!("{} -> {new} {}", desc.mass.of(&desc.shape) / desc.shape.volume(), DENSITY.unit)
        }
        _ => format!("{} -> {}", desc.rotation, then.rotation),
    }
}

fn size(shape: &Shape) -> String {
    match shape {
        Shape::Sphere { radius } => format!("radius {radius} m"),
        Shape::Cuboid { half } => format!("half ({} {} {}) m", half.x, half.y, half.z),
        Shape::Quad { half, sides } => format!("half ({} {}) m, {sides:?}", half.x, half.y),
        Shape::Frustum { bottom, top, half_height } => {
            format!("radii {bottom} m below, {top} m above, half height {half_height} m")
        }
        other => other.kind_name().into(),
    }
}
