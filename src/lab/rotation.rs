//! Rotation: in the plane about the origin and about any point, in space about lines parallel to an axis and about any
//! line, one matrix after the other, against two formulas in one step.

mod figure;
mod properties;
mod seven;

pub mod effects;

use super::numbers::decimal;
use super::property;
use super::{
    Drag, Experiment, Handle, HashState, Ink, Laboratory, Parameter, ParameterValue, Reading, Refused, Sketch,
    StateHash, Typed,
};
use crate::language::word;
use crate::say;
use crate::scene::{SceneCamera, Topic};
use crate::view::Glyph;
use glam::{DMat4, DVec3, Vec3};
use properties::PROPERTIES;
use seven::{CoordinateAxis, MatrixForm, ROUTES, Route, TurnLine, TurnStage};

/// The laboratory of the matrices of rotation.
pub const LABORATORY: Laboratory = Laboratory {
    id: "rotation",
    topic: Topic::Turning,
    title: "Rotation by matrices",
    about: "Turn a letter about a point, an axis or any line in space, one matrix at a time.",
    explanation: "In the plane a turn about the origin mixes x and y by the cosine and the sine of the angle: one matrix. \
        About any other point there are three: move the point to the origin (T), turn, and move back. In space the same \
        holds for lines parallel to x, y and z. About a line that lies anywhere, carry it to an axis first: move it to \
        the origin (T), turn it into the yz plane (Rz), turn it onto z (Rx). Now turn by the angle, and take the three \
        steps back. Multiplied together the seven matrices are one rotation, and by other routes, through another plane \
        and onto another axis, it is the same one. The order counts: the matrices the other way about turn about \
        another point. Rodrigues' formula and the quaternion get there in one step; the ghost with green edges is where \
        they put the letter. When the line lies along the axis of the first turn, the length l of the direction's rest is \
        zero: the first turn is not needed, and who divides by l divides by zero.",
    start: || Box::new(Rotation::default()),
    camera: SceneCamera {
        target: Vec3::new(1.0, 1.0, 0.0),
        distance: 7.6,
        yaw_deg: 32.0,
        pitch_deg: 22.0,
        orthographic: false,
    },
    hz: 60.0,
};

/// The camera of the plane, which is that of x and y.
const PLANE_CAMERA: SceneCamera =
    SceneCamera { target: Vec3::new(0.5, 1.3, 0.0), distance: 8.5, yaw_deg: 0.0, pitch_deg: 0.0, orthographic: true };

/// How far a handle may be dragged from the origin along each axis (m).
const REACH: f32 = 50.0;

/// How long the last stage stays before the first comes again, in stages.
const REST: f32 = 2.0;

/// What the letter is turned about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// The origin of the plane.
    Origin,
    /// A point of the plane.
    Point,
    /// A line parallel to an axis.
    Parallel(CoordinateAxis),
    /// A line that lies anywhere.
    AnyLine,
}

const ABOUT: [About; 6] = [
    About::Origin,
    About::Point,
    About::Parallel(CoordinateAxis::X),
    About::Parallel(CoordinateAxis::Y),
    About::Parallel(CoordinateAxis::Z),
    About::AnyLine,
];

/// How the matrices are multiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// For columns: the first to act stands on the right.
    Columns,
    /// For rows: transposed, the first to act stands on the left.
    Rows,
    /// For columns, but written the other way about.
    Swapped,
}

const ORDERS: [Order; 3] = [Order::Columns, Order::Rows, Order::Swapped];

/// The state.
#[derive(Clone, Debug, PartialEq)]
struct Rotation {
    about: About,
    /// A point of the line (m), and where the line leads from there: its length is only that of the arrow drawn (m).
    point: Vec3,
    direction: Vec3,
    /// The foot of the letter (m).
    foot: Vec3,
    angle_deg: f32,
    /// Index in [`ROUTES`].
    route: usize,
    order: Order,
    form: MatrixForm,
    playing: bool,
    /// Stages a second.
    pace: f32,
    /// Stages done, and then the rest.
    progress: f32,
}

impl HashState for About {
    fn feed(&self, hash: &mut StateHash) {
        hash.word(match self {
            Self::Origin => 0,
            Self::Point => 1,
            Self::AnyLine => 2,
            Self::Parallel(axis) => 3 + *axis as u64,
        });
    }
}

hash_variant!(Order);
hash_fields!(Rotation { about, point, direction, foot, angle_deg, route, order, form, playing, pace, progress });

impl Default for Rotation {
    fn default() -> Self {
        Self {
            about: About::Point,
            point: Vec3::new(1.2, 0.0, 0.6),
            direction: Vec3::new(1.0, 2.4, 0.8),
            foot: Vec3::new(2.9, 0.0, -0.6),
            angle_deg: 120.0,
            route: 0,
            order: Order::Columns,
            form: MatrixForm::Corrected,
            playing: true,
            pace: 0.6,
            progress: 0.0,
        }
    }
}

/// The rotation that the state asks for; none when the line has no direction.
struct Plan {
    line: TurnLine,
    angle: f64,
    /// In the order in which they act, with their names.
    stages: Vec<TurnStage>,
    names: Vec<String>,
    form: MatrixForm,
}

impl Plan {
    /// Where a point of the letter is after `progress` stages.
    fn carry(&self, progress: f32, p: DVec3) -> DVec3 {
        seven::carry(&seven::product(&self.stages, f64::from(progress)), p, self.form)
    }

    /// All stages multiplied.
    fn whole(&self) -> DMat4 {
        seven::product(&self.stages, self.stages.len() as f64)
    }

    /// Whether the matrices are made of numbers.
    fn finite(&self) -> bool {
        self.whole().is_finite()
    }
}

/// What the stages about any line are called, in the order in which they act.
fn seven_names(route: Route) -> Vec<String> {
    let [first, second] = [route.first, route.second].map(|axis| format!("R{}", axis.letter()));
    let turn = format!("{first}(A)");
    vec!["T".into(), first.clone(), second.clone(), turn, format!("{second}⁻¹"), format!("{first}⁻¹"), "T⁻¹".into()]
}

impl Rotation {
    fn is_about_any_line(&self) -> bool {
        self.about == About::AnyLine
    }

    fn in_plane(&self) -> bool {
        matches!(self.about, About::Origin | About::Point)
    }

    /// What counts of a point of the state (m): in the plane z is 0.
    fn placed(&self, p: Vec3) -> Vec3 {
        if self.in_plane() { p.truncate().extend(0.0) } else { p }
    }

    /// The point of the line that counts (m).
    fn point(&self) -> Vec3 {
        if self.about == About::Origin { Vec3::ZERO } else { self.placed(self.point) }
    }

    /// The foot of the letter that counts (m).
    fn foot(&self) -> Vec3 {
        self.placed(self.foot)
    }

    /// The form of the matrices: only about any line has the article one that fails.
    fn form(&self) -> MatrixForm {
        if self.about == About::AnyLine { self.form } else { MatrixForm::Corrected }
    }

    fn line(&self) -> Option<TurnLine> {
        let direction = match self.about {
            About::Origin | About::Point => DVec3::Z,
            About::Parallel(axis) => axis.unit(),
            About::AnyLine => self.direction.as_dvec3(),
        };
        // From the origin: added to a point far away the direction would lose digits.
        let line = TurnLine::through(DVec3::ZERO, direction)?;
        Some(TurnLine { point: self.point().as_dvec3(), ..line })
    }

    fn plan(&self) -> Option<Plan> {
        let line = self.line()?;
        let angle = f64::from(self.angle_deg).to_radians();
        let about_axis = |axis: CoordinateAxis| {
            // Move to the origin, turn, move back: three matrices for a point of the plane and for a line along an axis
            // alike.
            let names = ["T".into(), format!("R{}(A)", axis.letter()), "T⁻¹".into()];
            (seven::three(line.point, axis, angle).to_vec(), names.to_vec())
        };
        let (mut stages, mut names) = match self.about {
            About::Origin => (vec![TurnStage::Angle(CoordinateAxis::Z, angle)], vec!["Rz(A)".into()]),
            About::Point => about_axis(CoordinateAxis::Z),
            About::Parallel(axis) => about_axis(axis),
            About::AnyLine => {
                let route = ROUTES[self.route];
                (seven::seven(&line, angle, route, self.form).to_vec(), seven_names(route))
            }
        };
        // The same matrices in the other order, which is another motion unless they happen to commute.
        if self.order == Order::Swapped {
            stages.reverse();
            names.reverse();
        }
        Some(Plan { line, angle, stages, names, form: self.form() })
    }

    /// How many matrices there are.
    fn stage_count(&self) -> usize {
        match self.about {
            About::Origin => 1,
            About::Point | About::Parallel(_) => 3,
            About::AnyLine => 7,
        }
    }

    fn stage(&self) -> f32 {
        self.progress.min(self.stage_count() as f32)
    }

    /// The corners of the letter where it stands at first (m).
    fn corners(&self) -> impl Iterator<Item = DVec3> {
        let foot = self.foot().as_dvec3();
        figure::corners().map(move |p| p + foot)
    }

    /// The greatest distance between the letter turned by the matrices and by `other` (m).
    fn difference(&self, plan: &Plan, other: impl Fn(DVec3) -> DVec3) -> f64 {
        let matrix = plan.whole();
        self.corners().fold(0.0, |most: f64, p| {
            let apart = seven::carry(&matrix, p, plan.form).distance(other(p));
            // `max` would pass over what is no number.
            if most.is_nan() || apart.is_nan() { f64::NAN } else { most.max(apart) }
        })
    }

    /// The index of the stage that is going on.
    fn current(&self) -> usize {
        (self.stage() as usize).min(self.stage_count() - 1)
    }

    /// What a stage does, in words.
    fn deed(&self, name: &str) -> String {
        let route = ROUTES[self.route];
        let [first, second] = [route.first, route.second].map(|axis| format!("R{}", axis.letter()));
        match name {
            // The order counts: the name of an inverse begins with that of its turn.
            "T" if self.in_plane() => word("T moves the point to the origin").into(),
            "T⁻¹" if self.in_plane() => word("T⁻¹ moves the point back to its place").into(),
            "T" => word("T moves the line to the origin").into(),
            "T⁻¹" => word("T⁻¹ moves the line back to its place").into(),
            name if name.ends_with("(A)") => say!("{} turns the letter by the angle", name),
            name if name == first => say!("{} turns the line into the {} plane", name, route.plane()),
            name if name == second => say!("{} turns the line onto the {} axis", name, route.first.letter()),
            name if name.starts_with(&second) => say!("{} takes the second turn back", name),
            name => say!("{} takes the first turn back", name),
        }
    }

    /// Whether the matrices stand the other way about: of one alone there is no other way.
    fn is_swapped(&self) -> bool {
        self.order == Order::Swapped && self.stage_count() > 1
    }

    /// The product of all matrices, as it is written.
    fn product_text(&self, plan: &Plan) -> String {
        let join = |names: Vec<String>| names.join(" · ");
        match self.order {
            Order::Swapped if self.is_swapped() => {
                format!("m = {} ≠ M", join(plan.names.iter().rev().cloned().collect()))
            }
            Order::Columns | Order::Swapped => format!("M = {}", join(plan.names.iter().rev().cloned().collect())),
            Order::Rows => format!("M^T = {}", join(plan.names.iter().map(|name| format!("({name})^T")).collect())),
        }
    }

    /// How the turns of the route are made from the direction.
    fn route_text(&self, line: &TurnLine) -> Vec<String> {
        let route = ROUTES[self.route];
        let [x, y, z] = line.direction.to_array().map(|v| decimal(v, 3));
        let lean = seven::lean(line.direction, route, self.form);
        let l = decimal(lean, 3);
        let ([u, v], first, second) = (route.square(), route.first.letter(), route.second.letter());
        let (cos, sin) = seven::first_turn(line.direction, route, self.form);
        let along = decimal(line.direction[route.first as usize], 3);
        vec![
            say!("direction (x0, y0, z0) = ({}, {}, {})", x, y, z),
            format!("l = √({u}0² + {v}0²) = {l}"),
            // l = 0 means that the line lies along the axis already; the printed form divides by it all the same.
            match (lean == 0.0, self.form) {
                (true, MatrixForm::Divides) => say!("R{}: cos = 0/l = 0/0, sin = 0/l = 0/0: not a number", first),
                (true, _) => say!("l = 0: the line lies along {}, R{} is not needed", first, first),
                _ => {
                    let [cos_text, sin_text] = route.first_turn_text();
                    let [cos, sin] = [cos, sin].map(|x| decimal(x, 3));
                    format!("R{first}: cos = {cos_text} = {cos}, sin = {sin_text} = {sin}")
                }
            },
            format!("R{second}: cos = {first}0 = {along}, |sin| = l = {l}"),
        ]
    }
}

/// The rows of a 4×4 matrix, a line each; of the plane those of x, y and the 1 that moves need.
fn rows(matrix: &DMat4, in_plane: bool) -> impl Iterator<Item = String> {
    let kept = if in_plane { vec![0, 1, 3] } else { vec![0, 1, 2, 3] };
    let matrix = *matrix;
    kept.clone().into_iter().map(move |row| {
        let cells = kept.iter().map(|column| {
            let x = matrix.row(row)[*column];
            // 0/0 tells where it comes from; NaN would not.
            if x.is_nan() { "0/0".into() } else { decimal(x, 3) }
        });
        format!("[{}]", cells.map(|cell: String| format!("{cell:>8}")).collect::<String>())
    })
}

impl Experiment for Rotation {
    fn boxed(&self) -> Box<dyn Experiment> {
        Box::new(self.clone())
    }

    fn step(&mut self, dt: f32) {
        if self.playing {
            self.progress += self.pace * dt;
            // The finished letter stays for a while before it all begins again.
            if self.progress > self.stage_count() as f32 + REST {
                self.progress = 0.0;
            }
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        property::parameters(PROPERTIES, self)
    }

    fn set(&mut self, name: &str, value: ParameterValue) -> Result<(), Refused> {
        property::set(PROPERTIES, self, name, value)
    }

    fn handles(&self) -> Vec<Handle> {
        let drag = if self.in_plane() { Drag::Plane(Vec3::Z) } else { Drag::Screen };
        let handle = |name: &str, position| Handle { name: name.into(), position, drag, typed: Typed::Parameters };
        let mut list = vec![Handle { typed: Typed::Place(REACH), ..handle("letter", self.foot()) }];
        match self.about {
            About::Origin => {}
            About::Point => list.push(handle("centre", self.point())),
            About::Parallel(_) => list.push(handle("line start", self.point)),
            About::AnyLine => {
                list.push(handle("line start", self.point));
                list.push(handle("line end", self.point + self.direction));
            }
        }
        list
    }

    fn drag(&mut self, name: &str, to: Vec3) {
        let to = to.clamp(Vec3::splat(-REACH), Vec3::splat(REACH));
        // In the plane a hand moves x and y alone.
        let placed = |old: Vec3| if self.in_plane() { to.truncate().extend(old.z) } else { to };
        match name {
            "line end" => self.direction = to - self.point,
            "line start" if self.about == About::AnyLine => {
                // The other end stays.
                (self.point, self.direction) = (to, self.point + self.direction - to);
            }
            "line start" | "centre" => self.point = placed(self.point),
            "letter" => self.foot = placed(self.foot),
            _ => {}
        }
    }

    fn camera(&self) -> Option<SceneCamera> {
        self.in_plane().then_some(PLANE_CAMERA)
    }

    fn formula(&self) -> Vec<String> {
        let Some(plan) = self.plan() else {
            return vec![word("The direction has no length: there is no line.").into()];
        };
        let mut lines = vec![self.product_text(&plan)];
        match self.about {
            About::Origin => lines.push("x\u{2032} = x cos A − y sin A,  y\u{2032} = x sin A + y cos A".into()),
            About::Point => {
                lines.push("x\u{2032} = x0 + (x − x0) cos A − (y − y0) sin A".into());
                lines.push("y\u{2032} = y0 + (x − x0) sin A + (y − y0) cos A".into());
            }
            About::Parallel(_) => {}
            About::AnyLine => lines.extend(self.route_text(&plan.line)),
        }
        // As they are written: for rows, transposed.
        let shown = |matrix: DMat4| if self.order == Order::Rows { matrix.transpose() } else { matrix };
        let mark = if self.order == Order::Rows { "^T" } else { "" };
        let (index, last) = (self.current(), self.stage_count() - 1);
        let name = &plan.names[index];
        // With a single matrix the product says it all.
        if last > 0 {
            lines.push(format!("{name}{mark} ="));
            lines.extend(rows(&shown(plan.stages[index].matrix()), self.in_plane()));
        }
        let whole = if self.is_swapped() { "m =".into() } else { format!("M{mark} =") };
        lines.push(if index == last { whole } else { say!("product up to {} =", name) });
        lines.extend(rows(&shown(seven::product(&plan.stages, index as f64 + 1.0)), self.in_plane()));
        lines
    }

    fn readings(&self) -> Vec<Reading> {
        let plan = self.plan();
        let of = |f: &dyn Fn(&Plan) -> f64| plan.as_ref().map_or(f64::NAN, f);
        // The middle of the stem.
        let middle = self.foot().as_dvec3() + DVec3::Y * 0.8;
        // How far the order matters for this line and angle: nothing where the matrices commute.
        let reversed = |plan: &Plan| {
            let stages: Vec<TurnStage> = plan.stages.iter().rev().copied().collect();
            let other = seven::product(&stages, stages.len() as f64);
            self.difference(plan, |p| seven::carry(&other, p, plan.form))
        };
        vec![
            Reading::number("stage", f64::from(self.stage()), ""),
            Reading::number("l", of(&|plan| seven::lean(plan.line.direction, ROUTES[self.route], plan.form)), ""),
            Reading::number("from the line", of(&|plan| middle.distance(plan.line.foot(middle))), "m"),
            Reading::number(
                "matrices − Rodrigues",
                of(&|plan| self.difference(plan, |p| seven::rodrigues(&plan.line, plan.angle, p))),
                "m",
            ),
            Reading::number(
                "matrices − quaternion",
                of(&|plan| self.difference(plan, |p| seven::by_quaternion(&plan.line, plan.angle, p))),
                "m",
            ),
            Reading::number("product − product the other way about", of(&reversed), "m"),
        ]
    }

    fn draw(&self, sketch: &mut Sketch<'_>) {
        let (foot, standing) = (self.foot(), DMat4::from_translation(self.foot().as_dvec3()));
        if self.in_plane() {
            sketch.ground(None);
        }
        let Some(plan) = self.plan() else {
            figure::solid(sketch, &standing, Ink::Third, 1.0);
            sketch.words(self.point, word("a line needs a direction"), Ink::Wrong);
            return;
        };
        self.draw_line(sketch, &plan);
        self.draw_goal(sketch, &plan);
        // By matrices that hold no numbers nothing can be moved: the letter stays at its start.
        if plan.finite() {
            self.draw_letter(sketch, &plan);
            let index = self.current();
            sketch.note(say!("{} of {}: {}", index + 1, self.stage_count(), self.deed(&plan.names[index])));
            if self.is_swapped() {
                sketch.note(word("The matrices the other way about: another motion, unless they can be exchanged"));
            }
        } else {
            figure::solid(sketch, &standing, Ink::Third, 1.0);
            sketch.point(foot + Vec3::Y * 2.0, Glyph::Cross, Ink::Wrong, 14.0);
            sketch.words(foot + Vec3::Y * 2.0, word("0/0 is not a number: nothing to draw"), Ink::Wrong);
            sketch.note(word("l = 0: the printed matrices divide by zero"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_every_mode_the_matrices_agree_with_the_formulas_and_the_other_order_does_not() {
        let value = |lab: &Rotation, name| lab.readings().into_iter().find(|r| r.name == name).unwrap().value;
        for about in ABOUT {
            for route in 0..ROUTES.len() {
                for order in ORDERS {
                    let lab = Rotation { about, route, order, ..Rotation::default() };
                    let apart = value(&lab, "matrices − Rodrigues").max(value(&lab, "matrices − quaternion"));
                    let differs = order == Order::Swapped && about != About::Origin;
                    assert_eq!(apart > 0.1, differs, "{about:?} {order:?}, route {route}: {apart}");
                    assert!(differs || apart < 1e-9, "{about:?} {order:?}, route {route}: {apart}");
                    let other = value(&lab, "product − product the other way about");
                    assert_eq!(other > 0.1, about != About::Origin, "{about:?}, route {route}: {other}");
                }
            }
        }
    }

    #[test]
    fn a_typed_direction_is_the_line_and_none_is_said_to_be_none() {
        let mut lab = Rotation { about: About::AnyLine, ..Rotation::default() };
        for (name, x) in [("Direction x", 0.0), ("Direction y", 3.0), ("Direction z", -4.0)] {
            lab.set(name, ParameterValue::Number(x)).unwrap();
        }
        assert!((lab.line().unwrap().direction - DVec3::new(0.0, 0.6, -0.8)).length() < 1e-7);
        lab.direction = Vec3::ZERO;
        assert!(lab.plan().is_none() && lab.formula()[0].contains("no line"));
    }

    #[test]
    fn the_line_with_l_0_is_that_of_the_route() {
        for route in 0..ROUTES.len() {
            let mut lab = Rotation { about: About::AnyLine, route, ..Rotation::default() };
            lab.set("Line with l = 0", ParameterValue::Act).unwrap();
            assert!(lab.plan().unwrap().finite(), "route {route}");
            lab.set("Matrices", ParameterValue::Choice(1)).unwrap();
            assert!(!lab.plan().unwrap().finite(), "route {route}: printed");
        }
    }

    #[test]
    fn in_the_plane_nothing_leaves_it() {
        for about in [About::Origin, About::Point] {
            let lab = Rotation { about, ..Rotation::default() };
            let plan = lab.plan().unwrap();
            for done in [0.0, 0.4, 1.0, 2.3, 3.0] {
                assert_eq!(plan.carry(done, lab.foot().as_dvec3()).z, 0.0);
            }
        }
    }
}
