//! The world: gravity, step, rules, bounds.

use super::chosen::XYZ;
use super::field::{self, FieldChange, FieldNumber, Origin};
use super::status::USUAL_TIME_SCALES;
use super::{Action, Status, TIME_SCALES, theme};
use crate::geometry::NormalRule;
use crate::language::word;
use crate::physics::Config;
use crate::physics::property::{self, CONTACTS, GRAVITY, LIMITS, Name, PlaneSetting, Property, STEP, Setting};
use crate::say;
use crate::sim::{Command, Sim};
use egui::Ui;
use glam::Vec3;

/// Gravity of known places (m/s²).
pub(super) const GRAVITIES: [(Vec3, &str); 6] = [
    (Vec3::new(0.0, -9.81, 0.0), "Earth, 9.81 m/s²"),
    (Vec3::new(0.0, -1.62, 0.0), "Moon, 1.62 m/s²"),
    (Vec3::new(0.0, -3.72, 0.0), "Mars, 3.72 m/s²"),
    (Vec3::new(0.0, -24.8, 0.0), "Jupiter, 24.8 m/s²"),
    (Vec3::ZERO, "None"),
    (Vec3::new(0.0, 9.81, 0.0), "Upwards"),
];

/// Shows every constant that affects motion and collects changes.
pub(super) fn show(ui: &mut Ui, sim: &Sim, status: &Status, actions: &mut Vec<Action>) {
    let mut form = WorldForm { now: *sim.world().config(), own: sim.opened().config, actions };
    // Rows of the tables of properties, and after each group what no table has.
    theme::section(ui, GRAVITY.name().title);
    form.setting(ui, &GRAVITY);
    form.known_gravity(ui);
    theme::section(ui, "Time");
    STEP.iter().for_each(|setting| form.setting(ui, setting));
    form.pace(ui, status);
    theme::section(ui, "Contacts");
    CONTACTS.iter().for_each(|setting| form.setting(ui, setting));
    form.other_normals(ui);
    theme::section(ui, "Limits");
    LIMITS.iter().for_each(|setting| form.setting(ui, setting));
}

struct WorldForm<'a> {
    now: Config,
    /// As it came with the scene: what a right click puts back.
    own: Config,
    actions: &'a mut Vec<Action>,
}

impl WorldForm<'_> {
    fn push<T>(&mut self, change: FieldChange<T>, write: impl FnOnce(&mut Config, T)) {
        if let Some(value) = change.value {
            let mut config = self.now;
            write(&mut config, value);
            // What is rounded may come to what is there.
            if config != self.now {
                self.actions.push(Action::Apply(Command::Configure(config)));
            }
        }
        if change.done {
            self.actions.push(Action::Apply(Command::EndGesture));
        }
    }

    fn set<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Config, T)) {
        let done = value.is_some();
        self.push(FieldChange { value, done, ..FieldChange::NONE }, write);
    }

    fn setting(&mut self, ui: &mut Ui, setting: &Setting) {
        let Name { title, hint, .. } = setting.name();
        // Every kind of setting that the table knows has its control; a new setting needs none here.
        match setting {
            Setting::Vector(row) => {
                let number = FieldNumber { origin: Origin::Scene, ..FieldNumber::from(&row.property) };
                let change = field::vector(ui, &number, (row.get)(&self.now), (row.get)(&self.own), &XYZ);
                self.push(change, row.set);
            }
            Setting::Number(row) => self.number(ui, row, FieldNumber::from(&row.property), None),
            Setting::Plane(plane) => self.plane(ui, plane),
            Setting::Choice(row) => {
                let options: Vec<_> = row.options.iter().enumerate().map(|(i, (_, title))| (i, *title)).collect();
                let new = field::choice(ui, title, hint, (row.get)(&self.now), &options);
                self.set(new, row.set);
            }
            Setting::Switch(row) => {
                let new = field::switch(ui, title, hint, (row.get)(&self.now));
                self.set(new, row.set);
            }
        }
    }

    /// A number that there is; `own` is what a right click puts back where the scene has none.
    fn number(&mut self, ui: &mut Ui, row: &property::Number<Config>, number: FieldNumber<'_>, own: Option<f32>) {
        let Some(now) = (row.get)(&self.now) else { return };
        let default = (row.get)(&self.own).or(own).unwrap_or(now).into();
        let number = FieldNumber { default, origin: Origin::Scene, ..number };
        // What has no digits behind the point is set to whole numbers alone.
        let round = |v: f64| if number.decimals == 0 { v.round() } else { v };
        let change = field::number(ui, &number, now.into()).map(|v| round(v) as f32);
        self.push(change, row.set);
    }

    /// A switch and, while it is on, how high the plane lies.
    fn plane(&mut self, ui: &mut Ui, plane: &PlaneSetting) {
        let row = &plane.height;
        let Name { title, hint, .. } = row.property.name;
        let on = field::switch(ui, title, hint, (row.get)(&self.now).is_some());
        self.set(on, |c, on| if on { (row.set)(c, (plane.first)(c)) } else { (plane.clear)(c) });
        // Floor and ceiling bound each other, so the range is that of this moment.
        let [min, max] = (plane.within)(&self.now);
        let property = Property { min, max, ..row.property };
        let name = say!("{} height", word(title));
        let number = FieldNumber { name: &name, hint: "Where the plane lies.", ..FieldNumber::from(&property) };
        self.number(ui, row, number, Some((plane.first)(&self.own)));
    }

    fn known_gravity(&mut self, ui: &mut Ui) {
        let mut all = GRAVITIES.to_vec();
        // The list must show what is in force, also where it is that of no known place.
        if !all.iter().any(|(g, _)| *g == self.now.gravity) {
            all.push((self.now.gravity, "Custom"));
        }
        let new = field::choice(ui, "As on", "Gravity of a known place.", self.now.gravity, &all);
        self.set(new, |c, v| c.gravity = v);
    }

    /// How fast the scene runs and on how many threads: of the window, not of the world.
    fn pace(&mut self, ui: &mut Ui, status: &Status) {
        let number = FieldNumber {
            name: "Time scale",
            unit: "×",
            range: field::wide(&TIME_SCALES),
            default: 1.0,
            slider: Some(field::wide(&USUAL_TIME_SCALES)),
            logarithmic: true,
            decimals: 2,
            hint: "Simulated seconds a second. Never changes a result.",
            ..FieldNumber::default()
        };
        let change = field::number(ui, &number, f64::from(status.time_scale));
        if let Some(scale) = change.value {
            self.actions.push(Action::SetTimeScale(scale as f32));
        }
        // With one processor there is nothing to choose.
        if status.max_threads > 1 {
            let number = FieldNumber {
                name: "Threads",
                range: 1.0..=status.max_threads as f64,
                default: 1.0,
                slider: Some(1.0..=status.max_threads as f64),
                decimals: 0,
                speed: 0.05,
                hint: "Threads a step may use. Never changes a result.",
                ..FieldNumber::default()
            };
            let change = field::number(ui, &number, status.threads as f64).map(|v| v.round() as usize);
            if let Some(threads) = change.value.filter(|v| *v != status.threads) {
                self.actions.push(Action::Apply(Command::Threads(threads)));
            }
        }
    }

    /// A button that goes on under the other rule of normals.
    fn other_normals(&mut self, ui: &mut Ui) {
        let hint = "Go on under the other rule; what comes under this one stays beside it, as ghosts. The page Time tells \
                    where the two part.";
        if ui.button(word("Compare the two rules")).on_hover_text(word(hint)).clicked() {
            let normals = match self.now.normals {
                NormalRule::Closest => NormalRule::Region,
                NormalRule::Region => NormalRule::Closest,
            };
            // Kept before the rule changes: the ghost goes on under the old one.
            self.actions.push(Action::KeepGhost);
            self.set(Some(normals), |c, v| c.normals = v);
        }
    }
}
