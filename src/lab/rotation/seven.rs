//! Rotation about any line as a product of seven matrices, and the two formulas it must agree with.

use crate::math::sin_cos_f64;
use glam::{DMat4, DQuat, DVec3, DVec4};

/// A directed line in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnLine {
    /// A point of it (m).
    pub point: DVec3,
    /// Its direction, a unit vector.
    pub direction: DVec3,
}

impl TurnLine {
    /// From `a` towards `b` (m); none when they are one point.
    pub fn through(a: DVec3, b: DVec3) -> Option<Self> {
        let along = b - a;
        // Scaled by its largest component first, so that the square of a short way does not vanish.
        let largest = along.abs().max_element();
        (largest > 0.0 && largest.is_finite()).then(|| Self { point: a, direction: (along / largest).normalize() })
    }

    /// The foot of the perpendicular from `p` (m).
    pub fn foot(&self, p: DVec3) -> DVec3 {
        self.point + self.direction * self.direction.dot(p - self.point)
    }
}

/// How the seven matrices are made and used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatrixForm {
    /// A line along z needs no first turn.
    #[default]
    Corrected,
    /// The first turn divides by `l = √(x0² + y0²)`, in single precision, whatever it is.
    Divides,
    /// The product is applied to `(x, y, 0, 0)`: z is lost, and so are both moves.
    Flattens,
}

hash_variant!(MatrixForm);

/// A coordinate axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinateAxis {
    /// To the right.
    X,
    /// Up.
    Y,
    /// Towards the reader.
    Z,
}

impl CoordinateAxis {
    /// Its unit vector.
    pub const fn unit(self) -> DVec3 {
        DVec3::AXES[self as usize]
    }

    /// Its letter.
    pub const fn letter(self) -> &'static str {
        ["x", "y", "z"][self as usize]
    }

    /// The index of the other axes `[u, v]` such that u, v and this one are right-handed.
    const fn others(self) -> [usize; 2] {
        [(self as usize + 1) % 3, (self as usize + 2) % 3]
    }
}

/// A way to lay a line onto an axis: a turn about `first` into a plane, then one about `second` onto the axis `first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Route {
    /// Axis of the first turn, and the one that the line ends on.
    pub first: CoordinateAxis,
    /// Axis of the second turn; the first one turns the line into the plane square to it.
    pub second: CoordinateAxis,
}

/// The article's own route, and the others that it names.
pub const ROUTES: [Route; 4] = [
    Route { first: CoordinateAxis::Z, second: CoordinateAxis::X },
    Route { first: CoordinateAxis::Z, second: CoordinateAxis::Y },
    Route { first: CoordinateAxis::X, second: CoordinateAxis::Z },
    Route { first: CoordinateAxis::Y, second: CoordinateAxis::X },
];

impl Route {
    /// The plane that the first turn leads into, by its two letters.
    pub const fn plane(self) -> &'static str {
        ["yz", "xz", "xy"][self.second as usize]
    }

    /// Cosine and sine of the first turn as they are written: `y0/l` and `x0/l` on the article's route.
    pub fn first_turn_text(self) -> [String; 2] {
        let letters = ["x", "y", "z"];
        let [u, v] = self.first.others();
        let written = |sign: &str, axis: usize| format!("{sign}{}0/l", letters[axis]);
        if self.second as usize == u { [written("", v), written("", u)] } else { [written("", u), written("−", v)] }
    }

    /// The two axes square to that of the first turn, by their letters: l is the length of the direction's
    /// part in them.
    pub const fn square(self) -> [&'static str; 2] {
        let [u, v] = [["y", "z"], ["x", "z"], ["x", "y"]][self.first as usize];
        [u, v]
    }
}

/// One step of a rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TurnStage {
    /// Moves every point by this (m).
    Move(DVec3),
    /// A turn about a coordinate axis, by its cosine and sine.
    Turn(CoordinateAxis, f64, f64),
    /// A turn about a coordinate axis by an angle (rad, right-hand rule).
    Angle(CoordinateAxis, f64),
}

impl TurnStage {
    /// As a matrix for column vectors: `p' = M·p`.
    pub fn matrix(&self) -> DMat4 {
        match *self {
            Self::Move(by) => DMat4::from_translation(by),
            Self::Turn(axis, cos, sin) => {
                let [u, v] = axis.others();
                let mut columns = [DVec4::X, DVec4::Y, DVec4::Z, DVec4::W];
                // Rz has the column (cos, sin, 0, 0) for x and (−sin, cos, 0, 0) for y; the others go round with it.
                (columns[u][u], columns[u][v]) = (cos, sin);
                (columns[v][u], columns[v][v]) = (-sin, cos);
                let [x, y, z, w] = columns;
                DMat4::from_cols(x, y, z, w)
            }
            Self::Angle(axis, angle) => {
                let (sin, cos) = sin_cos_f64(angle);
                Self::Turn(axis, cos, sin).matrix()
            }
        }
    }

    /// The stage when only `share` of it (0…1) is done.
    pub fn part(&self, share: f64) -> DMat4 {
        match *self {
            Self::Move(by) => Self::Move(by * share).matrix(),
            Self::Angle(axis, angle) => Self::Angle(axis, angle * share).matrix(),
            Self::Turn(..) => {
                // Given by cosine and sine it has no angle to take a share of; its quaternion has.
                let whole = DQuat::from_mat4(&self.matrix());
                DMat4::from_quat(DQuat::IDENTITY.lerp(whole, share))
            }
        }
    }
}

/// The length of a unit direction square to the axis of the route's first turn, 0…1: `l = √(x0² + y0²)` for z.
pub fn lean(direction: DVec3, route: Route, form: MatrixForm) -> f64 {
    let [u, v] = route.first.others().map(|axis| direction[axis]);
    if form == MatrixForm::Divides {
        // Single precision, as printed: below 1e-23 the squares vanish, and l is 0 for a line that leans.
        let (u, v) = (u as f32, v as f32);
        return f64::from((u * u + v * v).sqrt());
    }
    // Scaled, so that squares of small numbers do not vanish.
    let largest = u.abs().max(v.abs());
    if largest == 0.0 { 0.0 } else { largest * ((u / largest).powi(2) + (v / largest).powi(2)).sqrt() }
}

/// Cosine and sine of the first turn, which brings the direction into the plane square to the second turn's axis.
/// When `l` is zero the line lies along the axis already and nothing is turned; [`MatrixForm::Divides`] divides
/// all the same.
pub fn first_turn(direction: DVec3, route: Route, form: MatrixForm) -> (f64, f64) {
    let l = lean(direction, route, form);
    let [u, v] = route.first.others();
    // The part square to the axis is to lie along v, with u gone, or along u, with v gone.
    let (cos, sin) =
        if route.second as usize == u { (direction[v], direction[u]) } else { (direction[u], -direction[v]) };
    match form {
        MatrixForm::Divides => (f64::from(cos as f32 / l as f32), f64::from(sin as f32 / l as f32)),
        _ if l == 0.0 => (1.0, 0.0),
        _ => (cos / l, sin / l),
    }
}

/// The seven stages of a rotation by `angle` (rad, right-hand rule) about `line`, in the order in which they act.
///
/// On the article's route, with the direction (x0, y0, z0), Rz has the cosine y0/l and the sine x0/l, Rx has z0 and l.
pub fn seven(line: &TurnLine, angle: f64, route: Route, form: MatrixForm) -> [TurnStage; 7] {
    let l = lean(line.direction, route, form);
    let (cos, sin) = first_turn(line.direction, route, form);
    // Seen along the second axis the line leans off the first one to the left or to the right.
    let l = if route.second.others()[1] == route.first as usize { l } else { -l };
    let z = line.direction[route.first as usize];
    [
        TurnStage::Move(-line.point),
        TurnStage::Turn(route.first, cos, sin),
        TurnStage::Turn(route.second, z, l),
        TurnStage::Angle(route.first, angle),
        TurnStage::Turn(route.second, z, -l),
        TurnStage::Turn(route.first, cos, -sin),
        TurnStage::Move(line.point),
    ]
}

/// The three stages of a rotation about a line parallel to an axis through `point` (m); in the plane, about the point.
pub fn three(point: DVec3, axis: CoordinateAxis, angle: f64) -> [TurnStage; 3] {
    [TurnStage::Move(-point), TurnStage::Angle(axis, angle), TurnStage::Move(point)]
}

/// The product after `progress` stages, the last of them done in part.
pub fn product(stages: &[TurnStage], progress: f64) -> DMat4 {
    let done = progress.clamp(0.0, stages.len() as f64).floor();
    let mut matrix = DMat4::IDENTITY;
    for stage in &stages[..done as usize] {
        // For columns what acts later stands on the left.
        matrix = stage.matrix() * matrix;
    }
    match stages.get(done as usize) {
        Some(stage) if progress > done => stage.part(progress - done) * matrix,
        _ => matrix,
    }
}

/// Where the matrix takes the point `p` (m).
pub fn carry(matrix: &DMat4, p: DVec3, form: MatrixForm) -> DVec3 {
    // The last 0 of the printed column takes the moves away, the one before it z.
    let column = if form == MatrixForm::Flattens { DVec4::new(p.x, p.y, 0.0, 0.0) } else { p.extend(1.0) };
    (*matrix * column).truncate()
}

/// Rodrigues' formula: `r' = r cos A + (k × r) sin A + k (k·r)(1 − cos A)`, with r from the line's point.
pub fn rodrigues(line: &TurnLine, angle: f64, p: DVec3) -> DVec3 {
    let (sin, cos) = sin_cos_f64(angle);
    let (k, r) = (line.direction, p - line.point);
    line.point + r * cos + k.cross(r) * sin + k * (k.dot(r) * (1.0 - cos))
}

/// The unit quaternion of the rotation: `(k sin A/2, cos A/2)`.
pub fn quaternion(line: &TurnLine, angle: f64) -> DQuat {
    let (sin, cos) = sin_cos_f64(0.5 * angle);
    let k = line.direction * sin;
    DQuat::from_xyzw(k.x, k.y, k.z, cos)
}

/// The same rotation by the quaternion: `p' = o + q (p − o) q*`.
pub fn by_quaternion(line: &TurnLine, angle: f64, p: DVec3) -> DVec3 {
    line.point + quaternion(line, angle) * (p - line.point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real_f64;
    use proptest::prelude::*;

    fn by_matrices(line: &TurnLine, angle: f64, p: DVec3) -> DVec3 {
        carry(&product(&seven(line, angle, ROUTES[0], MatrixForm::Corrected), 7.0), p, MatrixForm::Corrected)
    }

    fn along(x: f64, y: f64, z: f64) -> TurnLine {
        TurnLine::through(DVec3::ZERO, DVec3::new(x, y, z)).expect("a direction")
    }

    /// V4, and the quarter turns that anyone can check by hand.
    #[test]
    fn the_seven_matrices_give_the_worked_numbers() {
        let p = DVec3::new(1.0, 2.0, 3.0);
        let forty = 40_f64.to_radians();
        let quarter = std::f64::consts::FRAC_PI_2;
        for (line, angle, p, want) in [
            (along(1.0, 2.0, 2.0), forty, p, DVec3::new(1.480_515_2, 1.889_717_7, 2.870_024_7)),
            (along(0.0, 0.0, 1.0), forty, p, DVec3::new(-0.519_530_8, 2.174_876_5, 3.0)),
            (along(1.0, 0.0, 0.0), quarter, DVec3::Y, DVec3::Z),
            (along(0.0, 1.0, 0.0), quarter, DVec3::Z, DVec3::X),
            (along(0.0, 0.0, 1.0), quarter, DVec3::X, DVec3::Y),
            (along(0.0, 0.0, -1.0), quarter, DVec3::Y, DVec3::X),
            (along(0.0, 0.0, 1.0), 0.1, DVec3::X, DVec3::new(0.995_004_17, 0.099_833_42, 0.0)),
        ] {
            for (name, got) in [
                ("matrices", by_matrices(&line, angle, p)),
                ("Rodrigues", rodrigues(&line, angle, p)),
                ("quaternion", by_quaternion(&line, angle, p)),
            ] {
                assert!((got - want).length() < 1e-7, "{name} about {:?}: {got}, want {want}", line.direction);
            }
        }
    }

    #[test]
    fn each_stage_takes_the_line_where_its_name_says() {
        let line = TurnLine::through(DVec3::new(3.0, -1.0, 2.0), DVec3::new(4.0, 1.0, 4.0)).expect("a line");
        let stages = seven(&line, 1.0, ROUTES[0], MatrixForm::Corrected);
        let at = |count: f64, p| product(&stages, count).transform_point3(p);
        let end = line.point + line.direction;
        assert!(at(1.0, line.point).length() < 1e-15, "the origin");
        assert!(at(2.0, end).x.abs() < 1e-15, "the yz plane");
        assert!((at(3.0, end) - DVec3::Z).length() < 1e-15, "the z axis");
        assert!((at(4.0, end) - DVec3::Z).length() < 1e-15, "the turn leaves it");
        assert!((at(7.0, end) - end).length() < 1e-14, "and back");
        // With no turn between them the last three undo the first three.
        let undone = product(&seven(&line, 0.0, ROUTES[0], MatrixForm::Corrected), 7.0);
        assert!(undone.abs_diff_eq(DMat4::IDENTITY, 1e-15), "{undone}");
    }

    #[test]
    fn every_route_turns_the_line_into_its_plane_and_then_onto_its_axis() {
        let line = TurnLine::through(DVec3::new(3.0, -1.0, 2.0), DVec3::new(4.0, 1.0, 4.0)).expect("a line");
        let end = line.point + line.direction;
        for (route, plane) in ROUTES.into_iter().zip(["yz", "xz", "xy", "yz"]) {
            let stages = seven(&line, 1.0, route, MatrixForm::Corrected);
            let at = |count: f64| product(&stages, count).transform_point3(end);
            assert_eq!(route.plane(), plane);
            // What is written is what is computed.
            let (cos, sin) = first_turn(line.direction, route, MatrixForm::Corrected);
            for (text, value) in route.first_turn_text().into_iter().zip([cos, sin]) {
                let (sign, rest) = text.strip_prefix('−').map_or((1.0, text.as_str()), |rest| (-1.0, rest));
                let axis = ["x", "y", "z"].iter().position(|letter| rest.starts_with(letter)).expect("an axis");
                let l = lean(line.direction, route, MatrixForm::Corrected);
                assert!((sign * line.direction[axis] / l - value).abs() < 1e-15, "{route:?}: {text}");
            }
            assert!(at(2.0).dot(route.second.unit()).abs() < 1e-15, "{route:?}: {}", at(2.0));
            for count in [3.0, 4.0] {
                assert!((at(count) - route.first.unit()).length() < 1e-15, "{route:?}: {}", at(count));
            }
        }
    }

    #[test]
    fn a_line_parallel_to_an_axis_needs_three_matrices_and_so_does_a_point_of_the_plane() {
        let (o, p) = (DVec3::new(1.0, -2.0, 0.5), DVec3::new(4.0, 1.0, 2.5));
        for (axis, angle) in [(CoordinateAxis::X, 0.3), (CoordinateAxis::Y, -2.0), (CoordinateAxis::Z, 5.0)] {
            let line = TurnLine { point: o, direction: axis.unit() };
            let got = product(&three(o, axis, angle), 3.0).transform_point3(p);
            assert!((got - rodrigues(&line, angle, p)).length() < 1e-9, "{axis:?}: {got}");
        }
        // In the plane: x' = x0 + (x − x0) cos A − (y − y0) sin A, y' = y0 + (x − x0) sin A + (y − y0) cos A.
        let (sin, cos) = 5f64.sin_cos();
        let d = p - o;
        let want = o + DVec3::new(d.x * cos - d.y * sin, d.x * sin + d.y * cos, d.z);
        let got = product(&three(o, CoordinateAxis::Z, 5.0), 3.0).transform_point3(p);
        assert!((got - want).length() < 1e-9, "{got}");
    }

    #[test]
    fn matrices_in_the_other_order_turn_about_the_point_opposite_to_the_origin() {
        // T⁻¹ first and T last: p → R(p + o) − o leaves −o where it is, and not o.
        let (o, p) = (DVec3::new(1.0, -2.0, 0.0), DVec3::new(4.0, 1.0, 0.0));
        let mut stages = three(o, CoordinateAxis::Z, 1.2);
        let right = product(&stages, 3.0);
        stages.reverse();
        let swapped = product(&stages, 3.0);
        let about = TurnLine { point: -o, direction: DVec3::Z };
        assert!((swapped.transform_point3(p) - rodrigues(&about, 1.2, p)).length() < 1e-9);
        assert!((swapped.transform_point3(p) - right.transform_point3(p)).length() > 1.0, "m·M is not M·m");
        // About the origin there is nothing to exchange.
        let mut stages = three(DVec3::ZERO, CoordinateAxis::Z, 1.2);
        let right = product(&stages, 3.0);
        stages.reverse();
        assert!(product(&stages, 3.0).abs_diff_eq(right, 0.0));
    }

    #[test]
    fn rows_take_transposed_matrices_in_the_opposite_order() {
        let line = TurnLine::through(DVec3::new(3.0, -1.0, 2.0), DVec3::new(4.0, 1.0, 4.0)).expect("a line");
        let stages = seven(&line, 0.8, ROUTES[0], MatrixForm::Corrected);
        let p = DVec4::new(1.0, 2.0, 3.0, 1.0);
        // (A·B)^T = B^T·A^T: the first to act stands on the left.
        let transposed = stages.iter().fold(DMat4::IDENTITY, |product, stage| product * stage.matrix().transpose());
        let row = DVec4::from_array([0, 1, 2, 3].map(|i| p.dot(transposed.col(i))));
        assert!((row - product(&stages, 7.0) * p).length() < 1e-12, "{row}");
    }

    #[test]
    fn the_inverse_of_a_product_is_the_product_of_the_inverses_in_the_opposite_order() {
        // The article prints (m·M)⁻¹ = M⁻¹·n⁻¹, with an n that is nowhere; M⁻¹·M⁻¹ and m⁻¹·M⁻¹ fail as well.
        let m = TurnStage::Move(DVec3::new(1.0, 2.0, 3.0)).matrix();
        let other = TurnStage::Angle(CoordinateAxis::X, 0.7).matrix();
        let both = m * other;
        let (inverse, inverse_of_other) = (m.inverse(), other.inverse());
        let inverts = |m: DMat4| (both * m).abs_diff_eq(DMat4::IDENTITY, 1e-12);
        for printed in [inverse * inverse_of_other, inverse_of_other * inverse_of_other] {
            assert!(!(both * printed).abs_diff_eq(DMat4::IDENTITY, 0.1), "{printed}");
            erratum!(19, printed: inverts(printed), right: inverts(inverse_of_other * inverse));
        }
    }

    #[test]
    fn a_turn_about_x_needs_the_angle_under_every_cosine_and_sine() {
        // Printed: [0 cos −sinA 0] [0 sin cosA 0]. With a cosine and a sine of nothing (1 and 0) it is no rotation.
        let (sin, cos) = 0.7f64.sin_cos();
        let matrix = TurnStage::Angle(CoordinateAxis::X, 0.7).matrix();
        let rigid = |m: &DMat4| (*m * m.transpose()).abs_diff_eq(DMat4::IDENTITY, 1e-9);
        assert!(
            rigid(&matrix)
                && matrix.abs_diff_eq(
                    DMat4::from_cols(
                        DVec4::X,
                        DVec4::new(0.0, cos, sin, 0.0),
                        DVec4::new(0.0, -sin, cos, 0.0),
                        DVec4::W
                    ),
                    1e-9
                )
        );
        let printed =
            DMat4::from_cols(DVec4::X, DVec4::new(0.0, 1.0, 0.0, 0.0), DVec4::new(0.0, -sin, cos, 0.0), DVec4::W);
        erratum!(20, printed: rigid(&printed), right: rigid(&matrix));
    }

    #[test]
    fn the_angle_that_lays_the_line_down_is_not_the_angle_of_the_turn() {
        // The article calls both A. With the angle of the turn in the place of the other the line is not kept.
        let line = along(1.0, 2.0, 2.0);
        let (sin, cos) = sin_cos_f64(0.7);
        let kept =
            |stages: &[TurnStage]| product(stages, 7.0).transform_point3(line.direction).distance(line.direction);
        let right = seven(&line, 0.7, ROUTES[0], MatrixForm::Corrected);
        let mut one_letter = right;
        (one_letter[1], one_letter[5]) =
            (TurnStage::Turn(CoordinateAxis::Z, cos, sin), TurnStage::Turn(CoordinateAxis::Z, cos, -sin));
        erratum!(23, printed: kept(&one_letter) <= 0.1, right: kept(&right) < 1e-9);
    }

    #[test]
    fn clockwise_is_the_other_sign_of_the_angle() {
        // x cos A + y sin A, −x sin A + y cos A carries (1, 0) below the axis: clockwise, though its section ends by
        // calling it counter-clockwise, which is the sense of x cos A − y sin A, x sin A + y cos A.
        let (sin, cos) = 0.5f64.sin_cos();
        let p = DVec3::new(2.0, 1.0, 0.0);
        let clockwise = DVec3::new(p.x * cos + p.y * sin, -p.x * sin + p.y * cos, 0.0);
        let counter = TurnStage::Angle(CoordinateAxis::Z, 0.5).matrix().transform_point3(p);
        erratum!(21, printed: p.cross(clockwise).z > 0.0, right: p.cross(counter).z > 0.0);
        assert!((TurnStage::Angle(CoordinateAxis::Z, -0.5).matrix().transform_point3(p) - clockwise).length() < 1e-9);
    }

    #[test]
    fn a_line_along_z_is_a_line_like_any_other_and_dividing_by_l_is_not_a_number() {
        for (name, direction) in [
            ("z", DVec3::Z),
            ("−z", -DVec3::Z),
            ("so near to z that x0² underflows in single precision", DVec3::new(1e-23, 0.0, 1.0)),
            ("so near to z that x0² underflows in double precision", DVec3::new(3e-162, 1e-162, 1.0)),
        ] {
            let line = TurnLine { point: DVec3::new(1.0, 2.0, 3.0), direction };
            let p = DVec3::new(2.0, 0.0, 5.0);
            let want = rodrigues(&line, 2.0, p);
            let off = (by_matrices(&line, 2.0, p) - want).length();
            assert!(off < 1e-9, "{name}: {off}");
            let printed = product(&seven(&line, 2.0, ROUTES[0], MatrixForm::Divides), 7.0);
            erratum!(22, printed: printed.is_finite(), right: off < 1e-9);
        }
        // Off the degenerate axis the printed form is right.
        let line = along(1.0, 2.0, 2.0);
        let p = DVec3::new(1.0, 2.0, 3.0);
        let printed = carry(&product(&seven(&line, 0.7, ROUTES[0], MatrixForm::Divides), 7.0), p, MatrixForm::Divides);
        assert!((printed - rodrigues(&line, 0.7, p)).length() < 1e-6);
    }

    #[test]
    fn a_column_that_ends_in_two_zeros_loses_height_and_place() {
        let line = TurnLine { point: DVec3::new(1.0, 0.0, 0.0), direction: DVec3::Z };
        let matrix = product(&seven(&line, std::f64::consts::PI, ROUTES[0], MatrixForm::Corrected), 7.0);
        let p = DVec3::new(2.0, 0.0, 5.0);
        let is_there = |form| (carry(&matrix, p, form) - DVec3::new(0.0, 0.0, 5.0)).length() < 1e-10;
        erratum!(24, printed: is_there(MatrixForm::Flattens), right: is_there(MatrixForm::Corrected));
        assert!((carry(&matrix, p, MatrixForm::Flattens) - DVec3::new(-2.0, 0.0, 0.0)).length() < 1e-10);
    }

    #[test]
    fn part_of_a_stage_lies_between_nothing_and_the_whole() {
        let line = TurnLine::through(DVec3::new(0.0, 1.0, 2.0), DVec3::new(-2.0, 0.0, -1.0)).expect("a line");
        for stage in seven(&line, 6.0, ROUTES[0], MatrixForm::Corrected) {
            assert!(stage.part(0.0).abs_diff_eq(DMat4::IDENTITY, 1e-12), "{stage:?}");
            assert!(stage.part(1.0).abs_diff_eq(stage.matrix(), 1e-12), "{stage:?}");
            let half = stage.part(0.5);
            assert!((half * half).abs_diff_eq(stage.matrix(), 1e-9), "{stage:?}: twice the half is the whole");
        }
    }

    /// Half of all lines along a coordinate axis or nearly so, points as far as a million metres from the origin.
    fn line() -> impl Strategy<Value = TurnLine> {
        let lean = prop_oneof![Just(0.0), Just(1e-30), Just(1e-9), real_f64(-1.0..1.0)];
        let place = prop_oneof![Just(0.0), Just(1e6), real_f64(-10.0..10.0)];
        (prop::array::uniform3(place), lean.clone(), lean, prop_oneof![Just(1.0), Just(-1.0), real_f64(-1.0..1.0)])
            .prop_filter_map("a direction", |(point, x, y, z)| {
                let point = DVec3::from(point);
                TurnLine::through(DVec3::ZERO, DVec3::new(x, y, z)).map(|line| TurnLine { point, ..line })
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn matrices_rodrigues_and_quaternion_agree_about_any_line(
            line in line(), angle in real_f64(-10.0..10.0), arm in prop::array::uniform3(real_f64(-20.0..20.0)),
        ) {
            let p = line.point + DVec3::from(arm);
            let want = rodrigues(&line, angle, p);
            for route in ROUTES {
                let matrix = product(&seven(&line, angle, route, MatrixForm::Corrected), 7.0);
                prop_assert!((carry(&matrix, p, MatrixForm::Corrected) - want).length() < 1e-5, "{route:?}");
            }
            prop_assert!((by_quaternion(&line, angle, p) - want).length() < 1e-5);
            // A rotation keeps the distance from the line and the place along it.
            prop_assert!((line.foot(want) - line.foot(p)).length() < 1e-8);
            let radius = (p - line.foot(p)).length();
            prop_assert!(((want - line.foot(want)).length() - radius).abs() < 1e-8);
        }
    }
}
