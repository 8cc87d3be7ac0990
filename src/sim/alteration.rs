//! What a change makes of a scene, in few words: futures are told apart by it.

use super::history::{config_difference, label_of_all};
use super::{Command, Sim};
use crate::physics::{BodyDesc, BodyEdit, Config, Mass};
use crate::timeline::{Alteration, Label};
use glam::Vec3;

impl Sim {
    /// What a command is about to change; none of what is no edit.
    pub(super) fn alteration_by(&self, command: &Command) -> Option<Alteration> {
        let name = |body| self.world().body(body).map(|_| self.name(body));
        let key = |command: &Command| match command {
            Command::Edit { body, .. } | Command::Remove(body) => self.key_of(*body).ok(),
            _ => None,
        };
        Some(match command {
            Command::Edit { body, edit } => {
                let now = self.world().body(*body)?.desc;
                let mut then = now;
                edit.write(&mut then);
                let label = Label::Property { property: edit.property(), body: name(*body) };
                Alteration { label, values: values(edit, &now, &then) }
            }
            Command::Configure(config) => {
                let now = self.world().config();
                let label = Label::Setting(config_difference(config, now));
                Alteration { label, values: constants(now, config) }
            }
            Command::Add { name, .. } => Alteration { label: Label::Added(name.clone()), values: None },
            Command::Remove(body) => Alteration { label: Label::Removed(name(*body)), values: None },
            Command::All(commands) if commands.len() == 1 => self.alteration_by(&commands[0])?,
            Command::All(commands) => {
                let parts = commands.iter().map(|command| Some((key(command), self.alteration_by(command)?.label)));
                Alteration { label: label_of_all(parts.collect::<Option<_>>()?), values: None }
            }
            _ => return None,
        })
    }
}

/// The two values of what an edit changes.
fn values(edit: &BodyEdit, now: &BodyDesc, then: &BodyDesc) -> Option<[String; 2]> {
    let number = |of: fn(&BodyDesc) -> f32, unit: &str| Some([now, then].map(|d| scalar(of(d), unit)));
    let vector = |of: fn(&BodyDesc) -> Vec3, unit: &str| Some([now, then].map(|d| triple(of(d), unit)));
    match edit {
        BodyEdit::Restitution(_) => number(|d| d.restitution, ""),
        BodyEdit::RestitutionTangential(_) => number(|d| d.restitution_tangential, ""),
        BodyEdit::Friction(_) => number(|d| d.friction, ""),
        BodyEdit::RollingResistance(_) => number(|d| d.rolling_resistance, "m"),
        BodyEdit::SpinningFriction(_) => number(|d| d.spinning_friction, "m"),
        BodyEdit::Mass(Mass::Density(_)) => number(|d| d.mass.of(&d.shape) / d.shape.volume(), "kg/m³"),
        BodyEdit::Mass(Mass::Mass(_)) => number(|d| d.mass.of(&d.shape), "kg"),
        BodyEdit::Motion(_) => Some([now, then].map(|d| d.motion.name().to_owned())),
        BodyEdit::Position(_) => vector(|d| d.position, "m"),
        BodyEdit::Velocity(_) => vector(|d| d.velocity, "m/s"),
        BodyEdit::Spin(_) => vector(|d| d.spin, "rad/s"),
        BodyEdit::Force(_) => vector(|d| d.force, "N"),
        BodyEdit::Shape(_) | BodyEdit::Rotation(_) => None,
    }
}

/// The two values of the constant that changes, as far as it is a number.
fn constants(now: &Config, then: &Config) -> Option<[String; 2]> {
    let pair = |of: fn(&Config) -> f32, unit: &str| Some([now, then].map(|c| scalar(of(c), unit)));
    match config_difference(then, now) {
        "gravity" => Some([now, then].map(|c| triple(c.gravity, "m/s²"))),
        "steps a second" => pair(|c| c.hz, "Hz"),
        "restitution threshold" => pair(|c| c.restitution_threshold, "m/s"),
        "terminal speed" => pair(|c| c.terminal_speed, "m/s"),
        _ => None,
    }
}

/// A number with at most three digits behind the point, and its unit.
fn scalar(value: f32, unit: &str) -> String {
    // Halves and tenths as they were typed: f32 has some digits more than anybody means.
    let rounded = (f64::from(value) * 1e3).round() / 1e3;
    let text = rounded.to_string().replace('-', "\u{2212}");
    if unit.is_empty() { text } else { format!("{text} {unit}") }
}

fn triple(value: Vec3, unit: &str) -> String {
    let [x, y, z] = value.to_array().map(|x| scalar(x, ""));
    format!("({x}, {y}, {z}) {unit}")
}
