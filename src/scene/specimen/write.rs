//! A specimen as JSON.

use super::super::tree::Value;
use super::super::write::{field, float, inline_json, list, number, table, text, tree, vector};
use super::Specimen;
use crate::geometry::{ManifoldPoint, Side};
use std::fmt::Write as _;

impl Specimen {
    /// JSON that [`parse_specimen`](crate::scene::parse_specimen) reads back bit for bit, and that
    /// [`parse`](crate::scene::parse) reads as the [scene](Self::scene) in it.
    ///
    /// ```text
    /// { "carom_contact": 1,
    ///   "scene": {…},              the two bodies, in the form of a scene file
    ///   "margin": 0.02,            points further apart were left out (m)
    ///   "side": "unknown",         where the other of a quad came from: unknown, front, behind
    ///   "bearing": [65, 73],       ids of the points that bore a load before, up to four; left out where none did
    ///   "bits": { "a": […], "b": […] },   position x y z and quaternion x y z w of both, as floats bit by bit
    ///   "manifold": { "normal": […], "feature_a": "…", "feature_b": "…", "points": […] } }
    /// ```
    pub fn to_json(&self) -> String {
        let scene = self.scene();
        let side = match self.memory.side {
            Side::Unknown => "unknown",
            Side::Front => "front",
            Side::Behind => "behind",
        };
        // Decimals round on the way; bits tell a reader who wants to be exact whether they still agree.
        let [a, b] = self.bits().map(|words| list(words.map(|word| Value::Text(word.into()))));
        let manifold = &self.manifold;
        let (feature_a, feature_b) = (manifold.feature_a.to_string(), manifold.feature_b.to_string());
        let bearing: Vec<_> =
            self.memory.bearing.into_iter().filter(|id| *id != 0).map(|id| number(id.into())).collect();
        let bearing = (!bearing.is_empty()).then(|| field("bearing", list(bearing)));
        let fields = [
            field("carom_contact", number(1)),
            field("scene", tree(&scene)),
            field("margin", float(self.margin)),
            field("side", text(side)),
        ];
        let fields = fields.into_iter().chain(bearing).chain([
            field("bits", table([field("a", a), field("b", b)])),
            field(
                "manifold",
                table([
                    field("normal", vector(manifold.normal)),
                    field("feature_a", text(&feature_a)),
                    field("feature_b", text(&feature_b)),
                    field("points", list(manifold.points().iter().map(point))),
                ]),
            ),
        ]);
        // A line for each field, the scene among them: such files are read by people, in reports of faults.
        let mut out = String::from("{");
        for (i, field) in fields.enumerate() {
            let _ = write!(out, "{}\n  \"{}\": ", if i == 0 { "" } else { "," }, field.key);
            inline_json(&mut out, &field.node.value);
        }
        out.push_str("\n}\n");
        out
    }

    /// Position x, y, z and quaternion x, y, z, w of A and of B: eight hexadecimal digits each.
    pub(in crate::scene) fn bits(&self) -> [[String; 7]; 2] {
        self.poses().map(|pose| {
            let ([x, y, z], [i, j, k, w]) = (pose.translation.to_array(), pose.rotation.to_array());
            [x, y, z, i, j, k, w].map(|number| format!("{:08x}", number.to_bits()))
        })
    }
}

fn point(point: &ManifoldPoint) -> Value<'static> {
    table([
        field("position", vector(point.position)),
        field("separation", float(point.separation)),
        field("id", number(point.id)),
    ])
}
