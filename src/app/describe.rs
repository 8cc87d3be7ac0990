//! What was done, in words: for the log and for messages.

use crate::geometry::Shape;
use crate::physics::property::{DENSITY, Edited};
use crate::physics::{BodyDesc, BodyEdit, Mass};
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
                Some(now) => format!("{property} of {name} {}", change(&now.desc, edit)),
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

fn change(now: &BodyDesc, edit: &BodyEdit) -> String {
    let (from, to, unit) = match Edited::new(edit, now) {
        Edited::Number(property, [from, to]) => (from.to_string(), to.to_string(), property.unit),
        Edited::Vector(property, both) => {
            let [from, to] = both.map(|v| format!("({} {} {})", v.x, v.y, v.z));
            (from, to, property.unit)
        }
        Edited::Motion([from, to]) => (from.name().into(), to.name().into(), ""),
        Edited::Shape([from, to]) => (size(&from), size(&to), ""),
        Edited::Rotation([from, to]) => (from.to_string(), to.to_string(), ""),
    };
    format!("{from} -> {to} {unit}").trim_end().to_owned()
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
