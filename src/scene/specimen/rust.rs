//! A specimen as a Rust test, which needs nothing but the library.

use super::Specimen;
use crate::geometry::{NormalRule, Shape, Side};
use crate::math::Pose;
use glam::Vec3;
use std::fmt::Write as _;

impl Specimen {
    /// A `#[test]` that collides the two again and compares every bit of the manifold.
    ///
    /// Decimals are the shortest that read back to the same float.
    pub fn to_rust(&self) -> String {
        let [name_a, name_b] = self.names();
        let mut text = format!(
            "#[test]\n\
             #[allow(clippy::approx_constant, reason = \"what was measured may look like π\")]\n\
             fn contact_of_{}_and_{}() {{\n    \
             use carom::geometry::{{NormalRule, PairMemory, Shape, Side, Sides, collide}};\n    \
             use carom::glam::{{Quat, Vec2, Vec3}};\n    \
             use carom::math::Pose;\n\n",
            identifier(&name_a),
            identifier(&name_b),
        );
        let unused = self.unused_names();
        for name in unused {
            text = text.replacen(&format!("{name}, "), "", 1);
        }
        let [pose_a, pose_b] = self.poses();
        for (letter, body, pose) in [("a", &self.bodies[0], pose_a), ("b", &self.bodies[1], pose_b)] {
            let _ = writeln!(text, "    let {letter} = {};", shape(&body.desc.shape));
            let _ = writeln!(text, "    let pose_{letter} = {};", placed(&pose));
        }
        let memory = match self.side {
            Side::Unknown => "PairMemory::default()".to_owned(),
            side => format!("PairMemory {{ side: Side::{side:?}, ..PairMemory::default() }}"),
        };
        let rule = match self.config.normals {
            NormalRule::Closest => "Closest",
            NormalRule::Region => "Region",
        };
        let _ = write!(
            text,
            "    let mut memory = {memory};\n    \
             let b_in_a = pose_a.inverse_mul(&pose_b);\n    \
             let found = collide(&a, &b, &b_in_a, {:?}, NormalRule::{rule}, &mut memory);\n\n",
            self.margin,
        );
        text.push_str(&self.assertions());
        text.push_str("}\n");
        text
    }

    /// Imports that this contact has no use for.
    fn unused_names(&self) -> Vec<&'static str> {
        let shapes = self.bodies.each_ref().map(|body| body.desc.shape);
        let has_quad = shapes.iter().any(|shape| matches!(shape, Shape::Quad { .. }));
        let mut unused = vec![];
        if self.side == Side::Unknown {
            unused.push("Side");
        }
        if !has_quad {
            unused.extend(["Sides", "Vec2"]);
        }
        unused
    }

    fn assertions(&self) -> String {
        let manifold = &self.manifold;
        let mut text = String::from("    let bits = |v: Vec3| v.to_array().map(f32::to_bits);\n");
        for (letter, feature) in [("a", manifold.feature_a), ("b", manifold.feature_b)] {
            let _ = writeln!(text, "    assert_eq!(found.feature_{letter}.to_string(), \"{feature}\");");
        }
        let _ = writeln!(text, "    assert_eq!(bits(found.normal), bits({}));", vector(manifold.normal));
        let _ = writeln!(text, "    assert_eq!(found.grip.to_bits(), {:?}_f32.to_bits());", manifold.grip);
        let _ = writeln!(text, "    let points = [");
        for point in manifold.points() {
            let _ = writeln!(text, "        ({}, {:?}_f32, {}),", vector(point.position), point.separation, point.id);
        }
        text.push_str("    ];\n    assert_eq!(found.points().len(), points.len());\n");
        text.push_str("    for (point, (position, separation, id)) in found.points().iter().zip(points) {\n");
        text.push_str("        assert_eq!((bits(point.position), point.id), (bits(position), id));\n");
        text.push_str("        assert_eq!(point.separation.to_bits(), separation.to_bits());\n    }\n");
        text
    }
}

fn shape(shape: &Shape) -> String {
    match *shape {
        Shape::Sphere { radius } => format!("Shape::Sphere {{ radius: {radius:?} }}"),
        Shape::Cuboid { half } => format!("Shape::Cuboid {{ half: {} }}", vector(half)),
        Shape::Quad { half, sides } => {
            format!("Shape::Quad {{ half: Vec2::new({:?}, {:?}), sides: Sides::{sides:?} }}", half.x, half.y)
        }
        Shape::Frustum { bottom, top, half_height } => {
            format!("Shape::Frustum {{ bottom: {bottom:?}, top: {top:?}, half_height: {half_height:?} }}")
        }
        Shape::HalfSpace => "Shape::HalfSpace".into(),
    }
}

fn placed(pose: &Pose) -> String {
    let [x, y, z, w] = pose.rotation.to_array();
    format!("Pose::new({}, Quat::from_xyzw({x:?}, {y:?}, {z:?}, {w:?}))", vector(pose.translation))
}

fn vector(v: Vec3) -> String {
    format!("Vec3::new({:?}, {:?}, {:?})", v.x, v.y, v.z)
}

/// What of a name may stand in the name of a function; all the rest becomes `_`, once.
fn identifier(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("_").to_ascii_lowercase();
    if joined.is_empty() { "a_body".into() } else { joined }
}
