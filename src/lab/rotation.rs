//! Rotation about any line in space: seven matrices, one after the other, against two formulas in one step.

mod figure;
mod seven;

pub mod effects;

use super::numbers::decimal;
use super::{Drag, Entry, Experiment, Handle, Ink, Parameter, ParameterKind, Reading, Refused, Sketch, Value};
use crate::say;
use crate::scene::SceneCamera;
use crate::view::Glyph;
use crate::words::word;
use glam::{DMat4, DVec3, Vec3};
use seven::{DEEDS, Form, Line, NAMES, Stage};

/// The laboratory of the seven matrices.
pub const ENTRY: Entry = Entry {
    id: "rotation",
    title: "Seven matrices",
    about: "Turn a letter about any line in space, one matrix at a time.",
    explanation: "It is easy to turn something about the z axis, and hard to turn it about a line that lies anywhere. \
        So carry the line to the z axis first: move it to the origin (T), turn it into the yz plane (Rz), turn it onto \
        z (Rx). Now turn by the angle, and take the three steps back. Multiplied together the seven matrices are one \
        rotation. Rodrigues' formula and the quaternion get there in one step; the ghost with green edges is where they \
        put the letter. Drag the two ends of the line, or the letter. When the line is parallel to z its length l in \
        the xy plane is zero: the first turn is not needed, and who divides by l divides by zero.",
    start: || Box::new(Rotation::default()),
    camera: SceneCamera { target: Vec3::new(1.0, 1.0, 0.0), distance: 7.6, yaw_deg: 32.0, pitch_deg: 22.0 },
    hz: 60.0,
};

/// How far a handle may be dragged from the origin along each axis (m).
const REACH: f32 = 50.0;

/// How long the last stage stays before the first comes again, in stages.
const REST: f32 = 2.0;

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct Rotation {
    /// Two points of the line (m).
    ends: [Vec3; 2],
    /// The foot of the letter (m).
    foot: Vec3,
    angle_deg: f32,
    form: Form,
    playing: bool,
    /// Stages a second.
    pace: f32,
    /// Stages done, 0…7, and then the rest.
    progress: f32,
}

impl Default for Rotation {
    fn default() -> Self {
        Self {
            ends: [Vec3::new(1.2, 0.0, 0.6), Vec3::new(2.2, 2.4, 1.4)],
            foot: Vec3::new(2.9, 0.0, -0.6),
            angle_deg: 120.0,
            form: Form::Corrected,
            playing: true,
            pace: 0.6,
            progress: 0.0,
        }
    }
}

/// The rotation that the state asks for; none when both ends of the line are one point.
struct Plan {
    line: Line,
    angle: f64,
    stages: [Stage; 7],
    form: Form,
}

impl Plan {
    /// Where a point of the letter is after `progress` stages.
    fn carry(&self, progress: f32, p: DVec3) -> DVec3 {
        seven::carry(&seven::product(&self.stages, f64::from(progress)), p, self.form)
    }

    /// Whether the matrices are made of numbers.
    fn finite(&self) -> bool {
        seven::product(&self.stages, 7.0).is_finite()
    }
}

impl Rotation {
    fn plan(&self) -> Option<Plan> {
        let line = Line::through(self.ends[0].as_dvec3(), self.ends[1].as_dvec3())?;
        let angle = f64::from(self.angle_deg).to_radians();
        Some(Plan { stages: seven::seven(&line, angle, self.form), line, angle, form: self.form })
    }

    fn stage(&self) -> f32 {
        self.progress.min(7.0)
    }

    /// The corners of the letter where it stands at first (m).
    fn corners(&self) -> impl Iterator<Item = DVec3> {
        let foot = self.foot.as_dvec3();
        figure::corners().map(move |p| p + foot)
    }

    /// The greatest distance between the letter turned by the matrices and by `other` (m).
    fn difference(&self, plan: &Plan, other: impl Fn(&Line, f64, DVec3) -> DVec3) -> f64 {
        let matrix = seven::product(&plan.stages, 7.0);
        self.corners().fold(0.0, |most: f64, p| {
            let apart = seven::carry(&matrix, p, plan.form).distance(other(&plan.line, plan.angle, p));
            if apart.is_nan() { apart } else { most.max(apart) }
        })
    }

    /// The name of the stage that is going on, and its index.
    fn current(&self) -> (usize, &'static str) {
        let index = (self.stage() as usize).min(6);
        (index, NAMES[index])
    }

    /// The world's axes, the line, and how it lies at this moment.
    fn draw_line(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        for (axis, name) in [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")] {
            sketch.named_arrow(Vec3::ZERO, axis * 1.5, Ink::Fixed, name);
        }
        let (point, direction) = (plan.line.point.as_vec3(), plan.line.direction.as_vec3());
        let long = 6.0 + self.ends[0].distance(self.ends[1]);
        sketch.line(point - direction * long, point + direction * long, Ink::First, 1.5);
        sketch.arrow(self.ends[0], self.ends[1] - self.ends[0], Ink::First);
        sketch.words(self.ends[1], word("axis"), Ink::First);
        let now = seven::product(&plan.stages, f64::from(self.stage()));
        if now.is_finite() && self.stage() > 0.0 && self.stage() < 7.0 {
            let at = |p: Vec3| now.transform_point3(p.as_dvec3()).as_vec3();
            sketch.dashes(at(point - direction * 3.0), at(point + direction * 6.0), 0.2, Ink::Second);
            sketch.arrow(at(self.ends[0]), at(self.ends[1]) - at(self.ends[0]), Ink::Second);
        }
    }

    /// The way the letter goes round the line, and where the formulas put it.
    fn draw_goal(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        let foot = self.foot.as_dvec3();
        let middle = foot + DVec3::Y * 0.8;
        let around = plan.line.foot(middle);
        let way: Vec<Vec3> = (0..=48)
            .map(|i| seven::rodrigues(&plan.line, plan.angle * f64::from(i) / 48.0, middle).as_vec3())
            .collect();
        sketch.path(&way, false, Ink::Faint, 1.5);
        for end in [way[0], way[48]] {
            sketch.dashes(around.as_vec3(), end, 0.15, Ink::Faint);
        }
        sketch.words(way[24], format!("A = {}°", decimal(f64::from(self.angle_deg), 0)), Ink::Faint);
        figure::wires(sketch, |p| seven::rodrigues(&plan.line, plan.angle, p + foot), Ink::Right, 1.5);
    }

    /// The letter after each stage that is done, and as it is now.
    fn draw_letter(&self, sketch: &mut Sketch<'_>, plan: &Plan) {
        let start = DMat4::from_translation(self.foot.as_dvec3());
        let (stage, foot) = (self.stage(), self.foot.as_dvec3());
        if self.form == Form::Flattens {
            figure::solid(sketch, &start, Ink::Third, 1.0);
            figure::wires(sketch, |p| plan.carry(stage, p + foot), Ink::Wrong, 2.5);
            sketch.words(plan.carry(stage, foot).as_vec3(), word("z and the moves are lost"), Ink::Wrong);
            return;
        }
        for done in 0..=stage as usize {
            let motion = seven::product(&plan.stages, done as f64) * start;
            let name = if done == 0 { word("start") } else { NAMES[done - 1] };
            sketch.words(motion.transform_point3(DVec3::Y * 1.7).as_vec3(), name, Ink::Third);
            if done as f32 != stage {
                figure::solid(sketch, &motion, Ink::Third, 0.4);
            }
        }
        let motion = seven::product(&plan.stages, f64::from(stage)) * start;
        figure::solid(sketch, &motion, Ink::Third, 1.0);
    }
}

/// A 4×4 matrix, a row a line.
fn rows(matrix: &DMat4) -> impl Iterator<Item = String> {
    let rows = [matrix.row(0), matrix.row(1), matrix.row(2), matrix.row(3)];
    rows.into_iter().map(|row| {
        let cells = row.to_array().map(|x| if x.is_nan() { "0/0".into() } else { decimal(x, 3) });
        format!("[{}]", cells.map(|cell| format!("{cell:>8}")).concat())
    })
}

impl Experiment for Rotation {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        if self.playing {
            self.progress += self.pace * dt;
            if self.progress > 7.0 + REST {
                self.progress = 0.0;
            }
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name, help, kind| Parameter { name, help, kind };
        let number = |value, range, unit| ParameterKind::Number { value, range, unit };
        vec![
            parameter("Angle", "How far to turn.", number(self.angle_deg, -360.0..=360.0, "°")),
            parameter("Stage", "How many of the seven matrices have acted.", number(self.stage(), 0.0..=7.0, "")),
            parameter("Play", "Goes on from stage to stage by itself.", ParameterKind::Flag(self.playing)),
            parameter("Pace", "Stages a second.", number(self.pace, 0.1..=4.0, "1/s")),
            parameter(
                "Matrices",
                "Corrected, or with one of the errors of the printed version.",
                ParameterKind::Choice {
                    value: self.form as usize,
                    names: &["corrected", "as printed: always divide by l", "as printed: use (x, y, 0, 0)"],
                },
            ),
            parameter("Line parallel to z", "Sets the line upright on z, where l = 0.", ParameterKind::Preset),
            parameter("Line far away", "Moves line and letter 40 m along x, y and z.", ParameterKind::Preset),
        ]
    }

    fn set(&mut self, name: &str, value: Value) -> Result<(), Refused> {
        match (name, value) {
            ("Angle", Value::Number(x)) => self.angle_deg = x,
            ("Stage", Value::Number(x)) => (self.progress, self.playing) = (x, false),
            ("Play", Value::Flag(on)) => self.playing = on,
            ("Pace", Value::Number(x)) => self.pace = x,
            ("Matrices", Value::Choice(i)) => {
                self.form = [Form::Corrected, Form::Divides, Form::Flattens][i.min(2)];
            }
            ("Line parallel to z", Value::Act) => {
                let [a, b] = self.ends;
                let long = a.distance(b).max(1.0);
                self.ends[1] = a + Vec3::Z * long;
            }
            ("Line far away", Value::Act) => {
                let place = Vec3::splat(REACH - 10.0);
                let way = place - self.ends[0];
                (self.foot, self.ends) = (self.foot + way, self.ends.map(|end| end + way));
            }
            _ => return Err(Refused(format!("{name} cannot be set to {value:?}"))),
        }
        Ok(())
    }

    fn handles(&self) -> Vec<Handle> {
        let handle = |name: &str, position, drag| Handle { name: name.into(), position, drag };
        vec![
            handle("line start", self.ends[0], Drag::Screen),
            handle("line end", self.ends[1], Drag::Screen),
            handle("letter", self.foot, Drag::Screen),
        ]
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = to.clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        match name {
            "line start" => self.ends[0] = to,
            "line end" => self.ends[1] = to,
            "letter" => self.foot = to,
            _ => {}
        }
    }

    fn formula(&self) -> Vec<String> {
        let Some(plan) = self.plan() else {
            return vec![word("The two ends are one point: there is no line.").into()];
        };
        let DVec3 { x, y, z } = plan.line.direction;
        let l = seven::lean(plan.line.direction, self.form);
        let [x, y, z, l_text] = [x, y, z, l].map(|v| decimal(v, 3));
        let mut lines = vec![
            "M = T⁻¹ · Rz⁻¹ · Rx⁻¹ · Rz(A) · Rx · Rz · T".into(),
            say!("direction (x0, y0, z0) = ({}, {}, {})", x, y, z),
            format!("l = √(x0² + y0²) = {l_text}"),
            match (l == 0.0, self.form) {
                (true, Form::Divides) => word("Rz: cos = y0/l = 0/0, sin = x0/l = 0/0: not a number").into(),
                (true, _) => word("l = 0: the line lies along z, Rz is not needed").into(),
                _ => format!("Rz: cos = y0/l = {y}/{l_text}, sin = x0/l = {x}/{l_text}"),
            },
            format!("Rx: cos = z0 = {z}, sin = l = {l_text}"),
        ];
        let (index, name) = self.current();
        lines.push(format!("{name} ="));
        lines.extend(rows(&plan.stages[index].matrix()));
        lines.push(if index == 6 { "M =".into() } else { say!("product up to {} =", name) });
        lines.extend(rows(&seven::product(&plan.stages, index as f64 + 1.0)));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let plan = self.plan();
        let of = |f: &dyn Fn(&Plan) -> f64| plan.as_ref().map_or(f64::NAN, f);
        let middle = self.foot.as_dvec3() + DVec3::Y * 0.8;
        vec![
            Reading::number("stage", f64::from(self.stage()), ""),
            Reading::number("l", of(&|plan| seven::lean(plan.line.direction, plan.form)), ""),
            Reading::number("from the line", of(&|plan| middle.distance(plan.line.foot(middle))), "m"),
            Reading::number("matrices − Rodrigues", of(&|plan| self.difference(plan, seven::rodrigues)), "m"),
            Reading::number("matrices − quaternion", of(&|plan| self.difference(plan, seven::by_quaternion)), "m"),
        ]
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let Some(plan) = self.plan() else {
            figure::solid(sketch, &DMat4::from_translation(self.foot.as_dvec3()), Ink::Third, 1.0);
            sketch.words(self.ends[0], word("two different points make a line"), Ink::Wrong);
            return;
        };
        self.draw_line(sketch, &plan);
        self.draw_goal(sketch, &plan);
        if plan.finite() {
            self.draw_letter(sketch, &plan);
            let (index, _) = self.current();
            sketch.note(say!("{} of 7: {}", index + 1, word(DEEDS[index])));
        } else {
            figure::solid(sketch, &DMat4::from_translation(self.foot.as_dvec3()), Ink::Third, 1.0);
            sketch.point(self.foot + Vec3::Y * 2.0, Glyph::Cross, Ink::Wrong, 14.0);
            sketch.words(self.foot + Vec3::Y * 2.0, word("y0/l = 0/0 is not a number: nothing to draw"), Ink::Wrong);
            sketch.note(word("l = 0: the printed matrices divide by zero"));
        }
    }
}
