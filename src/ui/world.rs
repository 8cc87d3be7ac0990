//! The world: gravity, step, rules, bounds.

use super::field::{self, Change, Number, Origin, allowed};
use super::{Action, Status, theme};
use crate::geometry::NormalRule;
use crate::physics::{Combine, Config, property};
use crate::sim::{Command, Sim};
use crate::words::word;
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
    let mut form = Form { now: *sim.world().config(), own: sim.opened().config, actions };
    theme::section(ui, "Gravity");
    form.gravity(ui);
    theme::section(ui, "Time");
    form.time(ui, status);
    theme::section(ui, "Contacts");
    form.rules(ui);
    theme::section(ui, "Limits");
    form.limits(ui);
}

struct Form<'a> {
    now: Config,
    /// As it came with the scene: what a right click puts back.
    own: Config,
    actions: &'a mut Vec<Action>,
}

impl Form<'_> {
    fn push<T>(&mut self, change: Change<T>, write: impl FnOnce(&mut Config, T)) {
        if let Some(value) = change.value {
            let mut config = self.now;
            write(&mut config, value);
            self.actions.push(Action::Apply(Command::Configure(config)));
        }
        if change.done {
            self.actions.push(Action::Apply(Command::EndGesture));
        }
    }

    fn set<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Config, T)) {
        let done = value.is_some();
        self.push(Change { value, done, ..Change::NONE }, write);
    }

    fn gravity(&mut self, ui: &mut Ui) {
        let number = Number {
            name: "Gravity, m/s²",
            unit: "m/s²",
            range: allowed(&property::GRAVITY),
            origin: Origin::Scene,
            decimals: 2,
            hint: "Acceleration of free bodies; y is up.",
            ..Number::default()
        };
        let change = field::vector(ui, &number, self.now.gravity, self.own.gravity, &[0, 1, 2]);
        self.push(change, |c, v| c.gravity = v);
        let mut all = GRAVITIES.to_vec();
        if !all.iter().any(|(g, _)| *g == self.now.gravity) {
            all.push((self.now.gravity, "Custom"));
        }
        let new = field::choice(ui, "As on", "Gravity of a known place.", self.now.gravity, &all);
        self.set(new, |c, v| c.gravity = v);
    }

    fn time(&mut self, ui: &mut Ui, status: &Status) {
        let number = Number {
            name: "Steps",
            unit: "Hz",
            range: allowed(&property::HZ),
            default: f64::from(self.own.hz),
            origin: Origin::Scene,
            slider: Some(30.0..=480.0),
            logarithmic: true,
            decimals: 0,
            speed: 1.0,
            hint: "Steps a second of simulated time. More are finer and cost more.",
            ..Number::default()
        };
        let change = field::number(ui, &number, f64::from(self.now.hz)).map(|v| v.round() as f32);
        self.push(change, |c, v| c.hz = v);
        let number = Number {
            name: "Sub-steps",
            range: 1.0..=64.0,
            default: f64::from(self.own.sub_steps),
            origin: Origin::Scene,
            slider: Some(1.0..=16.0),
            decimals: 0,
            speed: 0.1,
            hint: "Parts of a step in the solver. More make stacks stiffer.",
            ..Number::default()
        };
        let now = f64::from(self.now.sub_steps);
        let change = field::number(ui, &number, now).map(|v| v.round() as u32);
        let change = Change { value: change.value.filter(|v| *v != self.now.sub_steps), ..change };
        self.push(change, |c, v| c.sub_steps = v);
        let number = Number {
            name: "Time scale",
            unit: "×",
            range: 0.01..=4.0,
            default: 1.0,
            slider: Some(0.05..=4.0),
            logarithmic: true,
            decimals: 2,
            hint: "Simulated seconds a second. Never changes a result.",
            ..Number::default()
        };
        let change = field::number(ui, &number, f64::from(status.time_scale));
        if let Some(scale) = change.value {
            self.actions.push(Action::SetTimeScale(scale as f32));
        }
        if status.max_threads > 1 {
            let number = Number {
                name: "Threads",
                range: 1.0..=status.max_threads as f64,
                default: 1.0,
                slider: Some(1.0..=status.max_threads as f64),
                decimals: 0,
                speed: 0.05,
                hint: "Threads a step may use. Never changes a result.",
                ..Number::default()
            };
            let change = field::number(ui, &number, status.threads as f64).map(|v| v.round() as usize);
            if let Some(threads) = change.value.filter(|v| *v != status.threads) {
                self.actions.push(Action::Apply(Command::Threads(threads)));
            }
        }
    }

    fn rules(&mut self, ui: &mut Ui) {
        let normals = [(NormalRule::Closest, "Closest point"), (NormalRule::Region, "26 fixed directions")];
        let hint = "Normal of a ball on a box's edge or corner: from the closest point, or one diagonal per region.";
        let new = field::choice(ui, "Normals", hint, self.now.normals, &normals);
        self.set(new, |c, v| c.normals = v);
        let hint = "Go on under the other rule; what comes under this one stays beside it, as ghosts. The page Time tells \
                    where the two part.";
        if ui.button(word("Compare the two rules")).on_hover_text(hint).clicked() {
            let normals = match self.now.normals {
                NormalRule::Closest => NormalRule::Region,
                NormalRule::Region => NormalRule::Closest,
            };
            self.actions.push(Action::KeepGhost);
            self.set(Some(normals), |c, v| c.normals = v);
        }
        let combine = Combine::ALL.map(|rule| (rule, combine_name(rule)));
        let hint = "How the restitution of two bodies makes that of the pair.";
        let new = field::choice(ui, "Restitution", hint, self.now.restitution_rule, &combine);
        self.set(new, |c, v| c.restitution_rule = v);
        let hint = "How the friction of two bodies makes that of the pair.";
        let new = field::choice(ui, "Friction", hint, self.now.friction_rule, &combine);
        self.set(new, |c, v| c.friction_rule = v);
        let number = Number {
            name: "Bounce from",
            unit: "m/s",
            range: allowed(&property::RESTITUTION_THRESHOLD),
            default: f64::from(self.own.restitution_threshold),
            origin: Origin::Scene,
            slider: Some(0.0..=5.0),
            decimals: 2,
            hint: "Slower impacts do not bounce: resting contact must not buzz.",
            ..Number::default()
        };
        let change = field::number(ui, &number, f64::from(self.now.restitution_threshold));
        self.push(change, |c, v| c.restitution_threshold = v as f32);
        let hint = "Bodies at rest with their neighbours are left out of the step until something wakes them.";
        let new = field::switch(ui, "Let resting bodies sleep", hint, self.now.sleeping);
        self.set(new, |c, v| c.sleeping = v);
    }

    fn limits(&mut self, ui: &mut Ui) {
        let number = Number {
            name: "Top speed",
            unit: "m/s",
            range: allowed(&property::TERMINAL_SPEED),
            default: f64::from(self.own.terminal_speed),
            origin: Origin::Scene,
            slider: Some(1.0..=1000.0),
            logarithmic: true,
            decimals: 1,
            speed: 0.5,
            hint: "Terminal speed: bodies never go faster.",
            ..Number::default()
        };
        let change = field::number(ui, &number, f64::from(self.now.terminal_speed));
        self.push(change, |c, v| c.terminal_speed = v as f32);

        let on = field::switch(ui, "Floor", "A solid plane below everything.", self.now.floor.is_some());
        self.set(on, |c, on| c.floor = on.then_some(0.0));
        if let Some(height) = self.now.floor {
            let change =
                field::number(ui, &height_of("Floor height", self.own.floor.unwrap_or(0.0)), f64::from(height));
            let top = self.now.ceiling.unwrap_or(1e6);
            self.push(change, |c, v| c.floor = Some((v as f32).min(top)));
        }
        let on = field::switch(ui, "Ceiling", "A solid plane above everything.", self.now.ceiling.is_some());
        let floor = self.now.floor.unwrap_or(0.0);
        self.set(on, |c, on| c.ceiling = on.then_some(floor + 10.0));
        if let Some(height) = self.now.ceiling {
            let change =
                field::number(ui, &height_of("Ceiling height", self.own.ceiling.unwrap_or(10.0)), f64::from(height));
            let bottom = self.now.floor.unwrap_or(-1e6);
            self.push(change, |c, v| c.ceiling = Some((v as f32).max(bottom)));
        }
    }
}

fn height_of(name: &'static str, own: f32) -> Number<'static> {
    Number {
        name,
        unit: "m",
        default: own.into(),
        origin: Origin::Scene,
        decimals: 2,
        speed: 0.02,
        ..Number::default()
    }
}

fn combine_name(rule: Combine) -> &'static str {
    match rule {
        Combine::Multiply => "Multiply, a·b",
        Combine::Average => "Average, (a+b)/2",
        Combine::Minimum => "Minimum",
        Combine::Maximum => "Maximum",
        Combine::GeometricMean => "Geometric mean, √(a·b)",
    }
}
