//! What a change makes of a scene, in few words: futures are told apart by it.

use super::history::{config_difference, config_label, label_of_all};
use super::{Command, Sim};
use crate::physics::Config;
use crate::physics::property::{Edited, PlaneSetting, Setting};
use crate::timeline::{Alteration, ChangeLabel};
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
                let label = ChangeLabel::Property { property: edit.name().title, body: name(*body) };
                Alteration { label, values: values(Edited::new(edit, &now)) }
            }
            Command::Configure(config) => {
                let now = self.world().config();
                Alteration { label: config_label(config, now), values: constants(now, config) }
            }
            Command::Add { name, .. } => Alteration { label: ChangeLabel::Added(name.clone()), values: None },
            Command::Remove(body) => Alteration { label: ChangeLabel::Removed(name(*body)), values: None },
            Command::All(commands) if commands.len() == 1 => self.alteration_by(&commands[0])?,
            Command::All(commands) => {
                // Of several changes there is no one pair of values; what they have in common is said.
                let parts = commands.iter().map(|command| Some((key(command), self.alteration_by(command)?.label)));
                Alteration { label: label_of_all(parts.collect::<Option<_>>()?), values: None }
            }
            _ => return None,
        })
    }
}

/// The two values of what an edit changes; none of what fills more than a line.
fn values(edited: Edited) -> Option<[String; 2]> {
    Some(match edited {
        Edited::Number(property, both) => both.map(|value| scalar(value, property.unit)),
        Edited::Vector(property, both) => both.map(|value| triple(value, property.unit)),
        Edited::Motion(both) => both.map(|motion| motion.name().to_owned()),
        Edited::Shape(_) | Edited::Rotation(_) => return None,
    })
}

/// The two values of the constant that changes.
fn constants(now: &Config, then: &Config) -> Option<[String; 2]> {
    let setting = config_difference(then, now)?;
    // By the kind of row: numbers with their unit, choices by their title.
    let value = |config: &Config| match setting {
        Setting::Vector(row) => triple((row.get)(config), row.property.unit),
        Setting::Number(row) | Setting::Plane(PlaneSetting { height: row, .. }) => {
            (row.get)(config).map_or_else(|| "none".into(), |value| scalar(value, row.property.unit))
        }
        Setting::Choice(row) => row.options[(row.get)(config)].1.into(),
        Setting::Switch(row) => if (row.get)(config) { "on" } else { "off" }.into(),
    };
    Some([now, then].map(value))
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
