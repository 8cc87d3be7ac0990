//! The offset surface of a shape: where the centre of a ball is while it touches, feature by feature, with its normals.

use super::{Feature, Manifold, NormalRule, PairMemory, Shape, Sides, collide};
use crate::math::Pose;
use glam::{Quat, Vec3};

/// Cells of the grid across the ball's radius, beside the shape.
const RIM_CELLS: usize = 6;
/// Cells of the grid across the shape.
const FACE_CELLS: usize = 9;
/// Every third cell has its normal listed, both ways: of the 6, 9, 6 the same ones from either end.
const NORMAL_STRIDE: usize = 3;
/// How often a cell that more than one feature shares is subdivided into four.
const MAX_SUBDIVISIONS: u32 = 3;
/// How far inside its corners a cell is asked for its feature, relative to the way to its middle: on the border between
/// two features rounding would decide.
const SAMPLE_INSET: f32 = 0.02;

/// Where the centre of a ball can be while it touches a shape, and what it touches there; in the shape's axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NormalField {
    /// The surface; anticlockwise seen from outside.
    pub triangles: Vec<FieldTriangle>,
    /// A normal here and there on it.
    pub normals: Vec<FieldNormal>,
}

/// A piece of the surface on which one feature is met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldTriangle {
    /// Corners (m).
    pub corners: [Vec3; 3],
    /// The feature of the shape.
    pub feature: Feature,
}

/// The normal at a point of the surface, by either rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldNormal {
    /// The ball's centre (m).
    pub center: Vec3,
    /// Unit, from the shape towards the ball, by [`NormalRule::Closest`].
    pub closest: Vec3,
    /// The same by [`NormalRule::Region`].
    pub region: Vec3,
}

/// What a ball of `radius` (m) would meet all around `shape`; nothing around a half-space, which has no end.
///
/// [`collide`] alone is asked. About the shape stands a box that is larger by the radius all round; from a point of it
/// with normal n and gap s the ball touches at −s n. Seen from there the shape's closest point stays the same, so the
/// grid on that box becomes one on the surface, and its lines at the shape's own bounds run along the borders between a
/// box's features.
pub fn normal_field(shape: &Shape, radius: f32) -> NormalField {
    let mut field = NormalField::default();
    if matches!(shape, Shape::HalfSpace) {
        return field;
    }
    let probe = Probe::new(shape, radius);
    for (axis, outward) in (0..3).flat_map(|axis| [(axis, true), (axis, false)]) {
        // One side of the box about the shape, cut into cells.
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let (along_u, along_v) = (probe.ticks(u), probe.ticks(v));
        for (i, us) in along_u.windows(2).enumerate() {
            for (j, vs) in along_v.windows(2).enumerate() {
                let cell = FieldCell { axis, outward, u: [us[0], us[1]], v: [vs[0], vs[1]] };
                probe.triangulate(&cell, MAX_SUBDIVISIONS, &mut field.triangles);
                if i % NORMAL_STRIDE == 1 && j % NORMAL_STRIDE == 1 {
                    field.normals.extend(probe.normal(&cell));
                }
            }
        }
    }
    field
}

/// A rectangle on one side of the box about the shape.
#[derive(Clone, Copy)]
struct FieldCell {
    axis: usize,
    /// Whether the side looks along +axis.
    outward: bool,
    /// From where to where along the next axis (m), and along the one after.
    u: [f32; 2],
    v: [f32; 2],
}

struct Probe<'a> {
    shape: &'a Shape,
    /// The shape, solid from everywhere: it tells where the surface would be.
    solid: Shape,
    ball: Shape,
    radius: f32,
    /// Bounds of the shape (m).
    bounds: [Vec3; 2],
    /// More than any gap (m).
    far: f32,
}

impl<'a> Probe<'a> {
    fn new(shape: &'a Shape, radius: f32) -> Self {
        // The offset surface is closed, though a one-sided quad is met from one side only.
        let solid = match *shape {
            Shape::Quad { half, .. } => Shape::Quad { half, sides: Sides::Both },
            other => other,
        };
        let bounds = shape.aabb(&Pose::IDENTITY);
        // Far enough that the ball is found from any point of the box.
        let far = 4.0 * (radius + shape.bounding_radius());
        Self { shape, solid, ball: Shape::sphere(radius), radius, bounds: [bounds.min, bounds.max], far }
    }

    /// Where the lines of the grid cross an axis (m).
    fn ticks(&self, axis: usize) -> Vec<f32> {
        let [low, high] = self.bounds.map(|bound| bound[axis]);
        // Evenly spaced beside the shape, across it, and beside it again.
        let part =
            |from: f32, to: f32, count: usize| (0..count).map(move |i| from + (to - from) * i as f32 / count as f32);
        let middle = if high > low { FACE_CELLS } else { 0 };
        let (first, last) = (low - self.radius, high + self.radius);
        part(first, low, RIM_CELLS)
            .chain(part(low, high, middle))
            .chain(part(high, last, RIM_CELLS))
            .chain([last])
            .collect()
    }

    /// A point of the box about the shape (m).
    fn point(&self, cell: &FieldCell, u: f32, v: f32) -> Vec3 {
        let mut point = Vec3::ZERO;
        point[cell.axis] = if cell.outward {
            self.bounds[1][cell.axis] + self.radius
        } else {
            self.bounds[0][cell.axis] - self.radius
        };
        point[(cell.axis + 1) % 3] = u;
        point[(cell.axis + 2) % 3] = v;
        point
    }

    fn collide_ball(&self, shape: &Shape, center: Vec3, margin: f32, rule: NormalRule) -> Option<Manifold> {
        let pose = Pose::new(center, Quat::IDENTITY);
        let manifold = collide(shape, &self.ball, &pose, margin, rule, &mut PairMemory::default());
        (manifold.count > 0).then_some(manifold)
    }

    /// Where the centre of the ball is when, moved the shortest way from this point, it touches (m).
    fn touching_center(&self, from: Vec3) -> Option<Vec3> {
        let manifold = self.collide_ball(&self.solid, from, self.far, NormalRule::Closest)?;
        Some(from - manifold.normal * manifold.separation())
    }

    /// The contact of a ball that touches here; rounding may have left it a little apart.
    fn contact_at(&self, center: Vec3, rule: NormalRule) -> Option<Manifold> {
        self.collide_ball(self.shape, center, 1e-3 * self.far, rule)
    }

    fn feature(&self, from: Vec3) -> Option<Feature> {
        Some(self.contact_at(self.touching_center(from)?, NormalRule::Closest)?.feature_a)
    }

    fn normal(&self, cell: &FieldCell) -> Option<FieldNormal> {
        // Both rules at the middle of the cell.
        let [u, v] = [cell.u, cell.v].map(|[from, to]| 0.5 * (from + to));
        let center = self.touching_center(self.point(cell, u, v))?;
        let [closest, region] = [NormalRule::Closest, NormalRule::Region].map(|rule| self.contact_at(center, rule));
        Some(FieldNormal { center, closest: closest?.normal, region: region?.normal })
    }

    /// The part of the surface that belongs to a cell.
    fn triangulate(&self, cell: &FieldCell, depth: u32, triangles: &mut Vec<FieldTriangle>) {
        // Corners counter-clockwise along the cell's axes, and the feature touched just inside each.
        let ([u0, u1], [v0, v1]) = (cell.u, cell.v);
        let (u, v) = (0.5 * (u0 + u1), 0.5 * (v0 + v1));
        let middle = self.point(cell, u, v);
        let corners = [(u0, v0), (u1, v0), (u1, v1), (u0, v1)].map(|(u, v)| self.point(cell, u, v));
        let [feature, others @ ..] = corners.map(|corner| self.feature(corner.lerp(middle, SAMPLE_INSET)));
        // Subdivided while its corners touch different features; then the feature of the middle is taken.
        let shared = others.iter().any(|other| *other != feature);
        if shared && depth > 0 {
            for (u, v) in [([u0, u], [v0, v]), ([u, u1], [v0, v]), ([u, u1], [v, v1]), ([u0, u], [v, v1])] {
                self.triangulate(&FieldCell { u, v, ..*cell }, depth - 1, triangles);
            }
            return;
        }
        let feature = if shared { self.feature(middle) } else { feature };
        if let (Some(feature), [Some(a), Some(b), Some(c), Some(d)]) =
            (feature, corners.map(|p| self.touching_center(p)))
        {
            // Two triangles, counter-clockwise from outside.
            for corners in if cell.outward { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] } {
                triangles.push(FieldTriangle { corners, feature });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Region;
    use glam::Vec2;
    use std::f32::consts::PI;

    fn area(triangle: &FieldTriangle) -> f32 {
        let [a, b, c] = triangle.corners;
        0.5 * (b - a).cross(c - a).length()
    }

    /// Areas of the faces, edges and corners together (m²); a quad's rim counts as edges and corners.
    fn areas(field: &NormalField) -> [f32; 3] {
        let mut sums = [0.0; 3];
        for triangle in &field.triangles {
            let kind = match triangle.feature {
                Feature::Face(_) | Feature::Front | Feature::Back | Feature::Surface => 0,
                Feature::Edge(_) | Feature::Rim(_) => 1,
                Feature::Corner(_) | Feature::RimCorner(_) => 2,
                other => panic!("a ball that touches from outside meets no {other}"),
            };
            sums[kind] += area(triangle);
        }
        sums
    }

    #[test]
    fn areas_are_those_of_the_gauss_map_within_one_percent() {
        let both = |x, z| Shape::Quad { half: Vec2::new(x, z), sides: Sides::Both };
        let corners = |r: f32| 4.0 * PI * r * r;
        for (shape, r, want) in [
            (Shape::cuboid(1.0, 1.0, 1.0), 0.5, [24.0, 24.0 * 0.5 * PI * 0.5, corners(0.5)]),
            (
                Shape::cuboid(2.0, 0.1, 0.6),
                0.25,
                [8.0 * (2.0 * 0.1 + 0.1 * 0.6 + 0.6 * 2.0), 8.0 * 2.7 * 0.5 * PI * 0.25, corners(0.25)],
            ),
            (Shape::cuboid(0.2, 0.3, 0.1), 2.0, [8.0 * 0.11, 8.0 * 0.6 * 0.5 * PI * 2.0, corners(2.0)]),
            (Shape::sphere(0.7), 0.3, [corners(1.0), 0.0, 0.0]),
            (both(0.8, 0.5), 0.3, [8.0 * 0.4, 4.0 * 1.3 * PI * 0.3, corners(0.3)]),
            // From behind a one-sided quad is not met; the rim is, down to the ball's level.
            (Shape::quad(0.8, 0.5), 0.3, [4.0 * 0.4, 2.0 * 1.3 * PI * 0.3, 0.5 * corners(0.3)]),
        ] {
            let got = areas(&normal_field(&shape, r));
            for (got, want) in got.into_iter().zip(want) {
                assert!((got - want).abs() <= 0.01 * want, "{shape:?}, {r}: {got} instead of {want}");
            }
        }
    }

    #[test]
    fn every_piece_lies_at_the_radius_from_the_feature_it_is_named_after() {
        let half = Vec3::new(0.6, 0.3, 0.9);
        let field = normal_field(&Shape::Cuboid { half }, 0.4);
        for triangle in &field.triangles {
            let center = triangle.corners.iter().sum::<Vec3>() / 3.0;
            let beyond = |i: usize| if center[i].abs() > half[i] { center[i].signum() as i8 } else { 0 };
            let named = Feature::cuboid(Region::new(beyond(0), beyond(1), beyond(2)));
            assert_eq!(triangle.feature, named, "{center}");
            for corner in triangle.corners {
                let distance = (corner - corner.clamp(-half, half)).length();
                assert!((distance - 0.4).abs() < 1e-5, "{corner}: {distance}");
            }
            let [a, b, c] = triangle.corners;
            assert!((b - a).cross(c - a).dot(center) >= -1e-6, "{center} looks inwards");
        }
    }

    /// The greatest excess (rad) of the angle between the normals at the ends of a side over that of a sphere of the
    /// ball's radius.
    fn worst_turn(shape: &Shape, r: f32, rule: NormalRule) -> f32 {
        let probe = Probe::new(shape, r);
        let normal = |center| probe.contact_at(center, rule).unwrap().normal;
        let field = normal_field(shape, r);
        let turn = |[a, b]: [Vec3; 2]| {
            let most = 2.0 * (0.5 * a.distance(b) / r).min(1.0).asin();
            normal(a).angle_between(normal(b)) - most
        };
        let sides = field.triangles.iter().flat_map(|t| (0..3).map(|i| [t.corners[i], t.corners[(i + 1) % 3]]));
        sides.map(turn).fold(f32::NEG_INFINITY, f32::max)
    }

    #[test]
    fn outside_a_box_the_normal_turns_no_faster_than_the_ball_rolls_and_by_regions_it_jumps() {
        for (shape, r) in [(Shape::cuboid(1.0, 0.4, 0.7), 0.5), (Shape::cuboid(0.2, 0.2, 3.0), 0.1)] {
            let closest = worst_turn(&shape, r, NormalRule::Closest);
            assert!(closest < 2e-3, "{shape:?}: {closest}");
            let region = worst_turn(&shape, r, NormalRule::Region);
            assert!(region > 0.5, "{shape:?}: {region}");
        }
    }

    #[test]
    fn listed_normals_point_away_from_the_closest_point_or_along_the_diagonal_of_the_region() {
        let half = Vec3::new(0.6, 0.3, 0.9);
        let field = normal_field(&Shape::Cuboid { half }, 0.4);
        assert_eq!(field.normals.len(), 6 * 49);
        for FieldNormal { center, closest, region } in field.normals {
            let offset = center - center.clamp(-half, half);
            assert!((closest - offset.normalize()).length() < 1e-4, "{center}: {closest}");
            assert!((region - Region::of(offset, 1e-6).direction().normalize()).length() < 1e-4, "{center}: {region}");
        }
    }

    #[test]
    fn a_half_space_has_no_field() {
        assert_eq!(normal_field(&Shape::HalfSpace, 1.0), NormalField::default());
    }
}
