//! Rotation about any line as a product of seven matrices, and the two formulas it must agree with.

use crate::math::sin_cos_f64;
use glam::{DMat4, DQuat, DVec3, DVec4};

/// A directed line in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// A point of it (m).
    pub point: DVec3,
    /// Its direction, a unit vector.
    pub direction: DVec3,
}

impl Line {
    /// From `a` towards `b` (m); none when they are one point.
    pub fn through(a: DVec3, b: DVec3) -> Option<Self> {
        let way = b - a;
        // Scaled by its largest component first, so that the square of a short way does not vanish.
        let largest = way.abs().max_element();
        (largest > 0.0 && largest.is_finite()).then(|| Self { point: a, direction: (way / largest).normalize() })
    }

    /// The foot of the perpendicular from `p` (m).
    pub fn foot(&self, p: DVec3) -> DVec3 {
        self.point + self.direction * self.direction.dot(p - self.point)
    }
}

/// How the seven matrices are made and used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A line along z needs no first turn.
    #[default]
    Corrected,
    /// The first turn divides by `l = √(x0² + y0²)`, in single precision, whatever it is.
    Divides,
    /// The product is applied to `(x, y, 0, 0)`: z is lost, and so are both moves.
    Flattens,
}

/// One of the seven.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Moves every point by this (m).
    Move(DVec3),
    /// A turn about the x axis, by its cosine and sine.
    TurnX(f64, f64),
    /// A turn about the z axis, by its cosine and sine.
    TurnZ(f64, f64),
    /// A turn about the z axis by an angle (rad).
    Angle(f64),
}

impl Stage {
    /// As a matrix for column vectors: `p' = M·p`.
    pub fn matrix(&self) -> DMat4 {
        match *self {
            Self::Move(by) => DMat4::from_translation(by),
            Self::TurnX(cos, sin) => {
                DMat4::from_cols(DVec4::X, DVec4::new(0.0, cos, sin, 0.0), DVec4::new(0.0, -sin, cos, 0.0), DVec4::W)
            }
            Self::TurnZ(cos, sin) => {
                DMat4::from_cols(DVec4::new(cos, sin, 0.0, 0.0), DVec4::new(-sin, cos, 0.0, 0.0), DVec4::Z, DVec4::W)
            }
            Self::Angle(angle) => {
                let (sin, cos) = sin_cos_f64(angle);
                Self::TurnZ(cos, sin).matrix()
            }
        }
    }

    /// The stage when only `share` of it (0…1) is done.
    pub fn part(&self, share: f64) -> DMat4 {
        match *self {
            Self::Move(by) => Self::Move(by * share).matrix(),
            Self::Angle(angle) => Self::Angle(angle * share).matrix(),
            Self::TurnX(..) | Self::TurnZ(..) => {
                let whole = DQuat::from_mat4(&self.matrix());
                DMat4::from_quat(DQuat::IDENTITY.lerp(whole, share))
            }
        }
    }
}

/// What the seven are called, in the order in which they act.
pub const NAMES: [&str; 7] = ["T", "Rz", "Rx", "Rz(A)", "Rx⁻¹", "Rz⁻¹", "T⁻¹"];

/// What each does.
pub const DEEDS: [&str; 7] = [
    "T moves the line to the origin",
    "Rz turns the line into the yz plane",
    "Rx turns the line onto the z axis",
    "Rz(A) turns the figure by the angle",
    "Rx⁻¹ takes the second turn back",
    "Rz⁻¹ takes the first turn back",
    "T⁻¹ moves the line back to its place",
];

/// `l = √(x0² + y0²)` of a unit direction: how far it leans off the z axis, 0…1.
pub fn lean(direction: DVec3, form: Form) -> f64 {
    let (x, y) = (direction.x, direction.y);
    if form == Form::Divides {
        let (x, y) = (x as f32, y as f32);
        return f64::from((x * x + y * y).sqrt());
    }
    let largest = x.abs().max(y.abs());
    if largest == 0.0 { 0.0 } else { largest * ((x / largest).powi(2) + (y / largest).powi(2)).sqrt() }
}

/// The seven stages of a rotation by `angle` (rad, right-hand rule) about `line`, in the order in which they act.
///
/// With the direction (x0, y0, z0): Rz has the cosine y0/l and the sine x0/l, Rx has z0 and l. When `l` is zero the line
/// lies along z already and Rz is left out; [`Form::Divides`] divides all the same, and the stages are not numbers.
pub fn seven(line: &Line, angle: f64, form: Form) -> [Stage; 7] {
    let DVec3 { x, y, z } = line.direction;
    let l = lean(line.direction, form);
    let (cos, sin) = match form {
        Form::Divides => (f64::from(y as f32 / l as f32), f64::from(x as f32 / l as f32)),
        _ if l == 0.0 => (1.0, 0.0),
        _ => (y / l, x / l),
    };
    [
        Stage::Move(-line.point),
        Stage::TurnZ(cos, sin),
        Stage::TurnX(z, l),
        Stage::Angle(angle),
        Stage::TurnX(z, -l),
        Stage::TurnZ(cos, -sin),
        Stage::Move(line.point),
    ]
}

/// The product after `progress` stages (0…7), the last of them done in part.
pub fn product(stages: &[Stage; 7], progress: f64) -> DMat4 {
    let done = progress.clamp(0.0, 7.0).floor();
    let mut matrix = DMat4::IDENTITY;
    for stage in &stages[..done as usize] {
        matrix = stage.matrix() * matrix;
    }
    match stages.get(done as usize) {
        Some(stage) if progress > done => stage.part(progress - done) * matrix,
        _ => matrix,
    }
}

/// Where the matrix takes the point `p` (m).
pub fn carry(matrix: &DMat4, p: DVec3, form: Form) -> DVec3 {
    let column = if form == Form::Flattens { DVec4::new(p.x, p.y, 0.0, 0.0) } else { p.extend(1.0) };
    (*matrix * column).truncate()
}

/// Rodrigues' formula: `r' = r cos A + (k × r) sin A + k (k·r)(1 − cos A)`, with r from the line's point.
pub fn rodrigues(line: &Line, angle: f64, p: DVec3) -> DVec3 {
    let (sin, cos) = sin_cos_f64(angle);
    let (k, r) = (line.direction, p - line.point);
    line.point + r * cos + k.cross(r) * sin + k * (k.dot(r) * (1.0 - cos))
}

/// The unit quaternion of the rotation: `(k sin A/2, cos A/2)`.
pub fn quaternion(line: &Line, angle: f64) -> DQuat {
    let (sin, cos) = sin_cos_f64(0.5 * angle);
    let k = line.direction * sin;
    DQuat::from_xyzw(k.x, k.y, k.z, cos)
}

/// The same rotation by the quaternion: `p' = o + q (p − o) q*`.
pub fn by_quaternion(line: &Line, angle: f64, p: DVec3) -> DVec3 {
    line.point + quaternion(line, angle) * (p - line.point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn by_matrices(line: &Line, angle: f64, p: DVec3) -> DVec3 {
        carry(&product(&seven(line, angle, Form::Corrected), 7.0), p, Form::Corrected)
    }

    fn along(x: f64, y: f64, z: f64) -> Line {
        Line::through(DVec3::ZERO, DVec3::new(x, y, z)).expect("a direction")
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
        let line = Line::through(DVec3::new(3.0, -1.0, 2.0), DVec3::new(4.0, 1.0, 4.0)).expect("a line");
        let stages = seven(&line, 1.0, Form::Corrected);
        let at = |count: f64, p| product(&stages, count).transform_point3(p);
        let end = line.point + line.direction;
        assert!(at(1.0, line.point).length() < 1e-15, "the origin");
        assert!(at(2.0, end).x.abs() < 1e-15, "the yz plane");
        assert!((at(3.0, end) - DVec3::Z).length() < 1e-15, "the z axis");
        assert!((at(4.0, end) - DVec3::Z).length() < 1e-15, "the turn leaves it");
        assert!((at(7.0, end) - end).length() < 1e-14, "and back");
        // (m·M)⁻¹ = M⁻¹·m⁻¹: with no turn between them the last three undo the first three.
        let undone = product(&seven(&line, 0.0, Form::Corrected), 7.0);
        assert!(undone.abs_diff_eq(DMat4::IDENTITY, 1e-15), "{undone}");
    }

    #[test]
    fn a_line_along_z_is_a_line_like_any_other_and_dividing_by_l_is_not_a_number() {
        for (name, direction) in [
            ("z", DVec3::Z),
            ("−z", -DVec3::Z),
            ("so near to z that x0² underflows in single precision", DVec3::new(1e-23, 0.0, 1.0)),
            ("so near to z that x0² underflows in double precision", DVec3::new(3e-162, 1e-162, 1.0)),
        ] {
            let line = Line { point: DVec3::new(1.0, 2.0, 3.0), direction };
            let p = DVec3::new(2.0, 0.0, 5.0);
            let want = rodrigues(&line, 2.0, p);
            assert!((by_matrices(&line, 2.0, p) - want).length() < 1e-9, "{name}");
            let printed = product(&seven(&line, 2.0, Form::Divides), 7.0);
            assert!(!printed.is_finite(), "{name} as printed: {printed}");
        }
        // Off the degenerate axis the printed form is right.
        let line = along(1.0, 2.0, 2.0);
        let p = DVec3::new(1.0, 2.0, 3.0);
        let printed = carry(&product(&seven(&line, 0.7, Form::Divides), 7.0), p, Form::Divides);
        assert!((printed - rodrigues(&line, 0.7, p)).length() < 1e-6);
    }

    #[test]
    fn a_column_that_ends_in_two_zeros_loses_height_and_place() {
        let line = Line { point: DVec3::new(1.0, 0.0, 0.0), direction: DVec3::Z };
        let matrix = product(&seven(&line, std::f64::consts::PI, Form::Corrected), 7.0);
        let p = DVec3::new(2.0, 0.0, 5.0);
        assert!((carry(&matrix, p, Form::Corrected) - DVec3::new(0.0, 0.0, 5.0)).length() < 1e-10);
        assert!((carry(&matrix, p, Form::Flattens) - DVec3::new(-2.0, 0.0, 0.0)).length() < 1e-10);
    }

    #[test]
    fn part_of_a_stage_lies_between_nothing_and_the_whole() {
        let line = Line::through(DVec3::new(0.0, 1.0, 2.0), DVec3::new(-2.0, 0.0, -1.0)).expect("a line");
        for stage in seven(&line, 6.0, Form::Corrected) {
            assert!(stage.part(0.0).abs_diff_eq(DMat4::IDENTITY, 1e-12), "{stage:?}");
            assert!(stage.part(1.0).abs_diff_eq(stage.matrix(), 1e-12), "{stage:?}");
            let half = stage.part(0.5);
            assert!((half * half).abs_diff_eq(stage.matrix(), 1e-9), "{stage:?}: twice the half is the whole");
        }
    }

    /// Half of all lines along a coordinate axis or nearly so, points as far as a million metres from the origin.
    fn line() -> impl Strategy<Value = Line> {
        let lean = prop_oneof![Just(0.0), Just(1e-30), Just(1e-9), -1.0..1.0_f64];
        let place = prop_oneof![Just(0.0), Just(1e6), -10.0..10.0_f64];
        (prop::array::uniform3(place), lean.clone(), lean, prop_oneof![Just(1.0), Just(-1.0), -1.0..1.0_f64])
            .prop_filter_map("a direction", |(point, x, y, z)| {
                let point = DVec3::from(point);
                Line::through(DVec3::ZERO, DVec3::new(x, y, z)).map(|line| Line { point, ..line })
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]

        #[test]
        fn matrices_rodrigues_and_quaternion_agree_about_any_line(
            line in line(), angle in -10.0..10.0_f64, arm in prop::array::uniform3(-20.0..20.0_f64),
        ) {
            let p = line.point + DVec3::from(arm);
            let want = rodrigues(&line, angle, p);
            prop_assert!((by_matrices(&line, angle, p) - want).length() < 1e-5);
            prop_assert!((by_quaternion(&line, angle, p) - want).length() < 1e-5);
            // A rotation keeps the distance from the line and the place along it.
            prop_assert!((line.foot(want) - line.foot(p)).length() < 1e-8);
            let radius = (p - line.foot(p)).length();
            prop_assert!(((want - line.foot(want)).length() - radius).abs() < 1e-8);
        }
    }
}
