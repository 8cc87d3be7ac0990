//! One shape of a body, its sizes checked.

use super::super::model::{Primitive, TraceShape};
use super::{InnerUnknown, MAX_KEY_BYTES, MAX_PARTS, MAX_UNKNOWN, note_unknown, positive, quaternion};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;

/// One shape of a body; notes keys that are not known.
pub(super) struct ShapeSeed<'a>(pub &'a InnerUnknown);

impl<'de> DeserializeSeed<'de> for ShapeSeed<'_> {
    type Value = TraceShape;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<TraceShape, D::Error> {
        from.deserialize_map(self)
    }
}

/// The kinds of shapes.
const KINDS: &[&str] = &["sphere", "box", "capsule", "frustum", "quad", "plane", "hull", "mesh"];

/// Vertices and triangles, as a file has them.
#[derive(Deserialize)]
struct MeshText {
    v: Vec<[f64; 3]>,
    f: Vec<[u32; 3]>,
}

impl<'de> Visitor<'de> for ShapeSeed<'_> {
    type Value = TraceShape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a shape: {\"sphere\": r}, {\"box\": [hx, hy, hz]}, …")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<TraceShape, M::Error> {
        // Keys come in any order: what one needs of another is put together behind the loop.
        let (mut form, mut sides, mut unknown) = (None, None, Vec::new());
        let (mut at, mut turn, mut round, mut inset) = ([0.0; 3], None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "sphere" => form = Some(Primitive::Sphere(positive(map.next_value()?, "the radius")?)),
                "box" => form = Some(Primitive::Box(sizes(map.next_value()?, 0)?)),
                "capsule" => form = Some(Primitive::Capsule(sizes(map.next_value()?, 1)?)),
                "frustum" => {
                    // One end may be a tip of radius 0, but not both.
                    let [bottom, top, half] = sizes(map.next_value()?, 2)?;
                    positive(bottom + top, "the greater radius")?;
                    form = Some(Primitive::Frustum([bottom, top, positive(half, "the half height")?]));
                }
                "quad" => form = Some(Primitive::Quad(sizes(map.next_value()?, 0)?, false)),
                "sides" => sides = Some(map.next_value::<ParsedSides>()?),
                "plane" => {
                    let plane: [f64; 4] = map.next_value()?;
                    // Of any length: it is made unit later, but of nothing no direction can be made.
                    positive(plane[..3].iter().map(|n| n * n).sum::<f64>(), "the length of the plane's normal")?;
                    form = Some(Primitive::Plane(plane));
                }
                "hull" => {
                    let points: Vec<[f64; 3]> = map.next_value()?;
                    if points.is_empty() || points.len() > MAX_PARTS {
                        let count = points.len();
                        return Err(M::Error::custom(format!("a hull of {count} points; it has 1 to {MAX_PARTS}")));
                    }
                    form = Some(Primitive::Hull(points));
                }
                "mesh" => {
                    let MeshText { v, f } = map.next_value()?;
                    // Checked here, so that whoever uses the mesh may index without asking.
                    let count = v.len() as u32;
                    if let Some(vertex) = f.iter().flatten().find(|i| **i >= count) {
                        return Err(M::Error::custom(format!(
                            "a triangle names vertex {vertex}, but there are {count}"
                        )));
                    }
                    form = Some(Primitive::Mesh(v, f));
                }
                "at" => at = map.next_value()?,
                "turn" => {
                    let turned: [f64; 4] = map.next_value()?;
                    quaternion(&turned)?;
                    turn = Some(turned);
                }
                "round" => round = map.next_value()?,
                "inset" => inset = map.next_value()?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    if unknown.len() < MAX_UNKNOWN {
                        unknown.push(key);
                    }
                }
            }
        }
        // What stands in place of a kind is not skipped.
        let mut form = form.ok_or_else(|| match unknown.first() {
            Some(key) => M::Error::unknown_field(&key[..key.floor_char_boundary(MAX_KEY_BYTES)], KINDS),
            None => M::Error::custom("a shape without its kind: sphere, box, capsule, …"),
        })?;
        unknown.iter().for_each(|key| note_unknown(&mut self.0.borrow_mut(), key, "shape"));
        // `sides` has a meaning beside `quad` only.
        if let (Primitive::Quad(_, is_both), Some(sides)) = (&mut form, sides) {
            *is_both = sides == ParsedSides::Both;
        }
        for radius in [round, inset].into_iter().flatten() {
            if radius < 0.0 {
                return Err(M::Error::custom(format!("a radius of {radius}, but it must be 0 or more")));
            }
        }
        Ok(TraceShape { form, at, turn, round, inset })
    }
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum ParsedSides {
    Front,
    Both,
}

/// Lengths of which the first `may_be_zero` may be 0 and all others must be more.
fn sizes<E: Error, const N: usize>(sizes: [f64; N], may_be_zero: usize) -> Result<[f64; N], E> {
    for (index, size) in sizes.iter().enumerate() {
        if *size < 0.0 || *size == 0.0 && index >= may_be_zero {
            let least = if index < may_be_zero { "at least 0" } else { "more than 0" };
            return Err(E::custom(format!("a size of {size}, but it must be {least}")));
        }
    }
    Ok(sizes)
}
