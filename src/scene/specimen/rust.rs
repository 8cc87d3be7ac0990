//! A specimen as a Rust test, which needs nothing but the library.

use super::Specimen;
use crate::geometry::{ManifoldPoint, PairMemory, Shape, Side};
use glam::{Quat, Vec3};
#[allow(clippy::wildcard_imports, reason = "a number may be near to any of them; in tests the lint is silent")]
use std::f64::consts::*;
use std::fmt::Write as _;

/// Columns of a line of code.
const WIDTH: usize = 120;

impl Specimen {
    /// A `#[test]` that collides the two again, where B stands as seen from A, and compares every bit of the manifold.
    ///
    /// Decimals are the shortest that read back to the same float. Lines are broken as rustfmt does.
    pub fn to_rust(&self) -> String {
        let [name_a, name_b] = self.names().map(|name| identifier(&name));
        let [a, b] = self.bodies.each_ref().map(|body| shape(&body.desc.shape));
        let [pose_a, pose_b] = self.poses();
        // The pose that collision gets: of both in the world only this relation counts.
        let b_in_a = pose_a.inverse_mul(&pose_b);
        let PairMemory { side, bearing, .. } = self.memory;
        let mut remembered = String::new();
        if side != Side::Unknown {
            let _ = write!(remembered, "side: Side::{side:?}, ");
        }
        if bearing != [0; 4] {
            let _ = write!(remembered, "bearing: {bearing:?}, ");
        }
        let memory = match remembered.as_str() {
            "" => "PairMemory::default()".to_owned(),
            fields => format!("PairMemory {{ {fields}..PairMemory::default() }}"),
        };
        let has_quad = self.bodies.iter().any(|body| matches!(body.desc.shape, Shape::Quad { .. }));
        // Only what is used is imported: the test must compile without a warning.
        let side = if side == Side::Unknown { "" } else { "Side, " };
        let (sides, vec2) = if has_quad { ("Sides, ", "Vec2, ") } else { ("", "") };
        let manifold = &self.manifold;
        format!(
            r#"#[test]
fn contact_of_{name_a}_and_{name_b}() {{
    use carom::geometry::{{NormalRule, PairMemory, Shape, {side}{sides}collide}};
    use carom::glam::{{Quat, {vec2}Vec3}};
    use carom::math::Pose;

    let a = {a};
    let b = {b};
    let position = {position};
    let rotation = {rotation};
    let mut memory = {memory};
    let found = collide(&a, &b, &Pose::new(position, rotation), {margin}, NormalRule::{rule:?}, &mut memory);

    assert_eq!(found.feature_a.to_string(), "{feature_a}");
    assert_eq!(found.feature_b.to_string(), "{feature_b}");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits({normal}));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
{expected}
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{{:?}}", found.points());
}}
"#,
            position = vector(b_in_a.translation),
            rotation = quaternion(b_in_a.rotation),
            margin = float(self.margin),
            rule = self.config.normals,
            feature_a = manifold.feature_a,
            feature_b = manifold.feature_b,
            normal = vector(manifold.normal),
            expected = expected(manifold.points()),
        )
    }
}

/// The points as a list: in one line where there is room, else in a line each.
fn expected(points: &[ManifoldPoint]) -> String {
    let point = |p: &ManifoldPoint| format!("({}, {}, {})", vector(p.position), float(p.separation), p.id);
    let points: Vec<String> = points.iter().map(point).collect();
    let start = format!("    let expected: [(Vec3, f32, u32); {}] = [", points.len());
    let line = format!("{start}{}];", points.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let lines: String = points.iter().map(|point| format!("        {point},\n")).collect();
    format!("{start}\n{lines}    ];")
}

fn shape(shape: &Shape) -> String {
    match *shape {
        Shape::Sphere { radius } => format!("Shape::Sphere {{ radius: {} }}", float(radius)),
        Shape::Cuboid { half } => format!("Shape::Cuboid {{ half: {} }}", vector(half)),
        Shape::Quad { half, sides } => {
            let half = format!("Vec2::new({}, {})", float(half.x), float(half.y));
            format!("Shape::Quad {{ half: {half}, sides: Sides::{sides:?} }}")
        }
        Shape::Frustum { bottom, top, half_height } => {
            let [bottom, top, half_height] = [bottom, top, half_height].map(float);
            format!("Shape::Frustum {{ bottom: {bottom}, top: {top}, half_height: {half_height} }}")
        }
        Shape::HalfSpace => "Shape::HalfSpace".into(),
    }
}

fn vector(v: Vec3) -> String {
    format!("Vec3::new({})", v.to_array().map(float).join(", "))
}

fn quaternion(q: Quat) -> String {
    format!("Quat::from_xyzw({})", q.to_array().map(float).join(", "))
}

/// A literal; by its bits where clippy would take it for a constant that is misspelt (`approx_constant`).
fn float(x: f32) -> String {
    const CONSTANTS: [f64; 19] = [
        E,
        FRAC_1_PI,
        FRAC_1_SQRT_2,
        FRAC_2_PI,
        FRAC_2_SQRT_PI,
        FRAC_PI_2,
        FRAC_PI_3,
        FRAC_PI_4,
        FRAC_PI_6,
        FRAC_PI_8,
        LN_2,
        LN_10,
        LOG2_10,
        LOG2_E,
        LOG10_2,
        LOG10_E,
        SQRT_2,
        PI,
        TAU,
    ];
    let digits = format!("{:?}", x.abs());
    // Clippy compares as many digits as are written.
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let is_rounded = |c: &f64| c.to_string().starts_with(&digits) || format!("{c:.decimals$}") == digits;
    if decimals >= 2 && CONSTANTS.iter().any(is_rounded) {
        let bits = x.to_bits();
        return format!("f32::from_bits(0x{:04x}_{:04x})", bits >> 16, bits & 0xffff);
    }
    format!("{x:?}")
}

/// What of a name may stand in the name of a function; all the rest becomes `_`, once.
fn identifier(name: &str) -> String {
    // Two `_` in a row would set off Rust's lint on names.
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if joined.is_empty() { "a_body".into() } else { joined }
}
