//! From the draw list's things to the GPU's instances.

use super::layout::{
    ArrowInstance, BodyInstance, EDGE, GROUND, HATCHED_BACK, HOLLOW, LineInstance, MarkerInstance, OUTLINE, OUTLINED,
    PIXELS, TriangleInstance, XRAY,
};
use crate::view::{
    Arrow, Cuboid, DrawList, DrawnFacet, DrawnFrustum, Glyph, Highlight, Line, Marker, Quad, Sphere, Triangle,
};
use glam::Vec3;

/// The shapes, in the order they are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PackedForm {
    Sphere,
    Cuboid,
    Quad,
    Frustum,
    Facet,
}

/// All forms.
pub(super) const FORMS: [PackedForm; 5] =
    [PackedForm::Sphere, PackedForm::Cuboid, PackedForm::Quad, PackedForm::Frustum, PackedForm::Facet];

/// One of a thing for each form.
pub(super) type PerForm<T> = [T; FORMS.len()];

const OPAQUE: u8 = 255;

/// The bodies of a draw list, by form.
#[derive(Default)]
pub(super) struct BodyInstances {
    /// Solid: they hide what is behind them and cast shadows.
    pub opaque: PerForm<Vec<BodyInstance>>,
    /// Translucent, farthest first.
    pub ghosts: PerForm<Vec<BodyInstance>>,
    /// Copies of those translucent ones that cast shadows.
    pub glass: PerForm<Vec<BodyInstance>>,
    /// Copies of those that are selected.
    pub selected: PerForm<Vec<BodyInstance>>,
}

impl BodyInstances {
    /// Replaces the contents by the bodies of `list`.
    pub fn pack(&mut self, list: &DrawList) {
        for bucket in [&mut self.opaque, &mut self.ghosts, &mut self.glass, &mut self.selected].into_iter().flatten() {
            bucket.clear();
        }
        // Anything short of opaque must come after the opaque ones and be sorted; opaque ones come in any order.
        for sphere in &list.spheres {
            self.push(PackedForm::Sphere, sphere.into(), sphere.color.0[3] == OPAQUE, sphere.highlight);
        }
        for cuboid in &list.cuboids {
            self.push(PackedForm::Cuboid, cuboid.into(), cuboid.color.0[3] == OPAQUE, cuboid.highlight);
        }
        // A wall of glass is drawn as a ghost and still casts a shadow.
        for wall in &list.glass {
            self.push(PackedForm::Cuboid, wall.into(), false, wall.highlight);
            self.glass[PackedForm::Cuboid as usize].push(wall.into());
        }
        for quad in &list.quads {
            self.push(PackedForm::Quad, quad.into(), quad.color.0[3] == OPAQUE, quad.highlight);
        }
        for frustum in &list.frusta {
            self.push(PackedForm::Frustum, frustum.into(), frustum.color.0[3] == OPAQUE, frustum.highlight);
        }
        for facet in &list.facets {
            self.push(PackedForm::Facet, facet.into(), facet.color.0[3] == OPAQUE, facet.highlight);
        }
        // From far to near, since each covers part of what lies behind it.
        for ghosts in &mut self.ghosts {
            let distance = |body: &BodyInstance| Vec3::from(body.center).distance_squared(list.eye);
            ghosts.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        }
    }

    fn push(&mut self, form: PackedForm, body: BodyInstance, opaque: bool, highlight: Highlight) {
        let index = form as usize;
        if opaque {
            self.opaque[index].push(body);
        } else {
            self.ghosts[index].push(body);
        }
        if highlight == Highlight::Selected {
            self.selected[index].push(body);
        }
    }
}

/// Bits 0–1 of a body's flags: what the shader is told of its highlight.
const fn highlight_bits(highlight: Highlight) -> u32 {
    match highlight {
        Highlight::None => 0,
        Highlight::Hovered => 1,
        Highlight::Selected => 2,
    }
}

fn flag(bit: u32, set: bool) -> u32 {
    if set { bit } else { 0 }
}

impl From<&Sphere> for BodyInstance {
    fn from(sphere: &Sphere) -> Self {
        Self {
            center: sphere.center.into(),
            half: [sphere.radius; 3],
            rotation: sphere.rotation.into(),
            color: sphere.color.0,
            flags: highlight_bits(sphere.highlight),
        }
    }
}

impl From<&Cuboid> for BodyInstance {
    fn from(cuboid: &Cuboid) -> Self {
        Self {
            center: cuboid.center.into(),
            half: cuboid.half.into(),
            rotation: cuboid.rotation.into(),
            color: cuboid.color.0,
            flags: highlight_bits(cuboid.highlight) | flag(GROUND, cuboid.grid),
        }
    }
}

impl From<&Quad> for BodyInstance {
    fn from(quad: &Quad) -> Self {
        Self {
            center: quad.center.into(),
            half: [quad.half.x, 0.0, quad.half.y],
            rotation: quad.rotation.into(),
            color: quad.color.0,
            flags: highlight_bits(quad.highlight) | flag(HATCHED_BACK, quad.hatched_back) | flag(GROUND, quad.grid),
        }
    }
}

impl From<&DrawnFrustum> for BodyInstance {
    fn from(frustum: &DrawnFrustum) -> Self {
        Self {
            center: frustum.middle.into(),
            // The order in which the shader reads them: lower radius, half height, upper radius.
            half: [frustum.bottom, frustum.half_height, frustum.top],
            rotation: frustum.rotation.into(),
            color: frustum.color.0,
            flags: highlight_bits(frustum.highlight),
        }
    }
}

impl From<&DrawnFacet> for BodyInstance {
    fn from(facet: &DrawnFacet) -> Self {
        // About the centroid the three corners sum to nothing: two of them tell the third.
        let center = facet.corners.iter().sum::<Vec3>() / 3.0;
        let [a, b, _] = facet.corners.map(|corner| corner - center);
        // Three bits in a float, which holds them exactly.
        let lines = facet.lines.iter().zip([1.0, 2.0, 4.0]).map(|(line, bit)| if *line { bit } else { 0.0 });
        Self {
            center: center.into(),
            half: a.into(),
            rotation: [b.x, b.y, b.z, lines.sum()],
            color: facet.color.0,
            flags: highlight_bits(facet.highlight),
        }
    }
}

impl From<&Line> for LineInstance {
    fn from(line: &Line) -> Self {
        Self {
            start: line.from.into(),
            end: line.to.into(),
            color: line.color.0,
            width: line.width,
            flags: flag(XRAY, line.xray) | flag(OUTLINED, line.outlined),
        }
    }
}

/// The outlines first, so that none lies over a neighbour in a chain of lines; no wider than half their line.
pub(super) fn lines(lines: &[Line]) -> Vec<LineInstance> {
    let edges = lines.iter().filter(|line| line.outlined).map(|line| {
        let [red, green, blue, _] = line.color.outline().0;
        LineInstance {
            color: [red, green, blue, line.color.0[3]],
            width: line.width + 2.0 * OUTLINE.min(0.5 * line.width),
            flags: EDGE | flag(XRAY, line.xray),
            ..line.into()
        }
    });
    edges.chain(lines.iter().map(LineInstance::from)).collect()
}

impl From<&Arrow> for ArrowInstance {
    fn from(arrow: &Arrow) -> Self {
        Self {
            tail: arrow.tail.into(),
            length: arrow.length,
            direction: arrow.direction.into(),
            width: arrow.width,
            tail_color: arrow.tail_color.0,
            head_color: arrow.head_color.0,
            flags: flag(PIXELS, arrow.pixels) | flag(HOLLOW, arrow.hollow) | flag(XRAY, arrow.xray),
        }
    }
}

impl From<&Marker> for MarkerInstance {
    fn from(marker: &Marker) -> Self {
        // In the order in which the shader's cases stand.
        let glyph = match marker.glyph {
            Glyph::Disc => 0,
            Glyph::Ring => 1,
            Glyph::Square => 2,
            Glyph::Bar => 3,
            Glyph::Triangle => 4,
            Glyph::Cross => 5,
        };
        Self {
            position: marker.position.into(),
            size: marker.size,
            color: marker.color.0,
            flags: glyph | flag(XRAY, marker.xray) | flag(OUTLINED, marker.outlined),
        }
    }
}

impl From<&Triangle> for TriangleInstance {
    fn from(triangle: &Triangle) -> Self {
        let [a, b, c] = triangle.corners.map(Into::into);
        Self { a, b, c, color: triangle.color.0, flags: flag(XRAY, triangle.xray) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Color;
    use glam::{Quat, Vec2};

    /// One body of every form.
    fn one_of_each(color: Color, highlight: Highlight) -> DrawList {
        let (center, rotation, half) = (Vec3::ZERO, Quat::IDENTITY, Vec3::ONE);
        let [bottom, top, half_height] = [1.0, 0.5, 0.7];
        DrawList {
            spheres: vec![Sphere { center, radius: 1.0, rotation, color, highlight }],
            cuboids: vec![Cuboid { center, half, rotation, color, grid: false, highlight }],
            quads: vec![Quad { center, half: Vec2::ONE, rotation, color, hatched_back: true, grid: false, highlight }],
            frusta: vec![DrawnFrustum { middle: center, bottom, top, half_height, rotation, color, highlight }],
            facets: vec![DrawnFacet { corners: [Vec3::X, Vec3::Y, Vec3::Z], lines: [true; 3], color, highlight }],
            ..DrawList::default()
        }
    }

    #[test]
    fn every_form_is_drawn_in_the_pass_of_its_role() {
        let mut packed = BodyInstances::default();
        for (bits, highlight) in [Highlight::None, Highlight::Hovered, Highlight::Selected].into_iter().enumerate() {
            for translucent in [false, true] {
                let color = Color::hex(0x12_34_56).with_alpha(if translucent { 0.35 } else { 1.0 });
                packed.pack(&one_of_each(color, highlight));
                for form in FORMS.map(|form| form as usize) {
                    let case = format!("form {form}, {highlight:?}, translucent: {translucent}");
                    // What is seen through comes after all that is opaque, and casts no shadow.
                    assert_eq!(packed.opaque[form].len(), usize::from(!translucent), "{case}");
                    assert_eq!(packed.ghosts[form].len(), usize::from(translucent), "{case}");
                    assert!(packed.glass[form].is_empty(), "{case}");
                    // The outline of what is selected is drawn from a copy.
                    assert_eq!(packed.selected[form].len(), usize::from(highlight == Highlight::Selected), "{case}");
                    let body = packed.opaque[form].iter().chain(&packed.ghosts[form]).next().unwrap();
                    assert_eq!((body.flags as usize & 3, body.color), (bits, color.0), "{case}");
                }
            }
        }
    }
}
