//! Touched features, lit on the bodies.

use super::circle::circle;
use super::{Color, DrawList, Glyph, Line, Marker, Triangle};
use crate::geometry::{End, Feature, Region, Shape};
use crate::math::Pose;
use glam::Vec3;

/// What lights a feature up (m, world).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LitFeature {
    /// A face, or the part of a wide face around the touch.
    Polygon {
        /// Corners in order.
        corners: [Vec3; 4],
        /// Outward unit normal.
        normal: Vec3,
        /// Whether it is the whole face.
        whole: bool,
    },
    /// An edge or a side of a rim, from end to end.
    Segment([Vec3; 2]),
    /// The line of a curved side that is touched, from rim to rim.
    Strip([Vec3; 2]),
    /// A corner or an apex.
    Dot(Vec3),
    /// A round cap.
    Disc {
        /// Its centre.
        center: Vec3,
        /// Outward unit normal.
        normal: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// A part of a round rim, to either side of the touch.
    Arc {
        /// The rim's centre.
        center: Vec3,
        /// From the centre to the middle of the arc.
        to_middle: Vec3,
        /// As long, square to it in the rim's plane.
        across: Vec3,
    },
    /// A ring on a sphere around the touch.
    Ring {
        /// Its centre.
        center: Vec3,
        /// Unit, out of the sphere.
        axis: Vec3,
        /// Its radius.
        radius: f32,
    },
}

/// How finely and boldly a highlight is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Detail {
    /// Logical pixels that a metre takes where it is.
    pub pixels_per_metre: f32,
    /// Width of lines and dots, a share of the full one.
    pub size: f32,
    /// Whether it shows through bodies.
    pub xray: bool,
}

impl Detail {
    /// Chords that make a ring of `radius` (m) look round.
    fn chords(&self, radius: f32) -> u32 {
        // A chord of n leaves its circle by r (1 − cos π/n) ≈ 5 r/n²: less than a quarter of a pixel.
        (20.0 * radius * self.pixels_per_metre).sqrt().clamp(6.0, 32.0) as u32
    }
}

/// Thinner lines (logical pixels) have no outline: it would be all that is seen of them.
const HAIRLINE: f32 = 1.2;
/// A face is wide when it exceeds the other body's reach by this factor; then only a part of it is lit.
const WIDE: f32 = 6.0;
/// Half the side of the part of a wide face that is lit, in reaches of the other body.
const PATCH: f32 = 1.25;
/// Half the angle of the lit arc of a rim (rad).
const ARC: f32 = 0.6;
/// Sine of the half angle of the ring on a sphere.
const RING: f32 = 0.3;

/// What lights up `feature` of a body of `shape` in `pose`, touched at `touch` (m, world) by a body that reaches
/// `reach` (m) from its middle. None when the shape has no such feature.
pub(super) fn lit_feature(shape: &Shape, pose: &Pose, feature: Feature, touch: Vec3, reach: f32) -> Option<LitFeature> {
    // In the body's own axes, in which features are named.
    let local = pose.inverse_point(touch);
    let half = shape.half_extents();
    // The middle of a feature has the half extents times the feature's signs for coordinates.
    let middle = |r: Region| half * r.direction();
    let segment = |r: Region, axis: usize| {
        let (mut from, mut to) = (middle(r), middle(r));
        from[axis] = -half[axis];
        to[axis] = half[axis];
        LitFeature::Segment([pose.point(from), pose.point(to)])
    };
    match (*shape, feature) {
        (Shape::Sphere { radius }, Feature::Surface) => {
            // A ball has one feature: a ring around where it is touched.
            let axis = (touch - pose.translation).try_normalize().unwrap_or(Vec3::Y);
            let center = pose.translation + axis * (radius * (1.0 - RING * RING).sqrt());
            Some(LitFeature::Ring { center, axis, radius: RING * radius })
        }
        (Shape::Cuboid { .. }, Feature::Face(r) | Feature::Inside(r)) if r.rank() == 1 => {
            let axis = r.signs().iter().position(|s| *s != 0)?;
            Some(polygon(pose, half, axis, r.direction()[axis], local, reach))
        }
        (Shape::Cuboid { .. }, Feature::Edge(r)) if r.rank() == 2 => {
            Some(segment(r, r.signs().iter().position(|s| *s == 0)?))
        }
        (Shape::Cuboid { .. }, Feature::Corner(r)) if r.rank() == 3 => Some(LitFeature::Dot(pose.point(middle(r)))),
        (Shape::Quad { .. }, Feature::Front) => Some(polygon(pose, half, 1, 1.0, local, reach)),
        (Shape::Quad { .. }, Feature::Back) => Some(polygon(pose, half, 1, -1.0, local, reach)),
        (Shape::Quad { .. }, Feature::Rim(r)) => Some(segment(r, if r.signs()[0] == 0 { 0 } else { 2 })),
        (Shape::Quad { .. }, Feature::RimCorner(r)) => Some(LitFeature::Dot(pose.point(middle(r)))),
        (Shape::Frustum { bottom, top, .. }, _) => round(pose, shape.middle(), half.y, [bottom, top], feature, local),
        (Shape::HalfSpace, _) => {
            let half = Vec3::new(f32::INFINITY, 0.0, f32::INFINITY);
            Some(polygon(pose, half, 1, 1.0, local, reach))
        }
        _ => None,
    }
}

/// What lights up a part of a frustum with these cap radii (m), touched at `touch` (m, body axes).
fn round(
    pose: &Pose,
    middle: Vec3,
    half_height: f32,
    radii: [f32; 2],
    feature: Feature,
    touch: Vec3,
) -> Option<LitFeature> {
    let sign = |end: End| if end == End::Top { 1.0 } else { -1.0 };
    let center = |end: End| middle + Vec3::Y * (sign(end) * half_height);
    // Away from the axis, towards where it is touched; anywhere when that is on the axis.
    let outward = Vec3::new(touch.x, 0.0, touch.z).try_normalize().unwrap_or(Vec3::X);
    // A cap is lit as a disc, the side along the line that is touched, the rim as an arc about the touched point.
    match feature {
        Feature::Cap(end) | Feature::InsideCap(end) => Some(LitFeature::Disc {
            center: pose.point(center(end)),
            normal: pose.vector(Vec3::Y * sign(end)),
            radius: radii[end as usize],
        }),
        Feature::Side | Feature::InsideSide => {
            Some(LitFeature::Strip(End::ALL.map(|end| pose.point(center(end) + outward * radii[end as usize]))))
        }
        Feature::CapRim(end) if radii[end as usize] == 0.0 => Some(LitFeature::Dot(pose.point(center(end)))),
        Feature::CapRim(end) => Some(LitFeature::Arc {
            center: pose.point(center(end)),
            to_middle: pose.vector(outward * radii[end as usize]),
            across: pose.vector(outward.cross(Vec3::Y) * radii[end as usize]),
        }),
        _ => None,
    }
}

/// The face across `axis` on the side of `sign`, cut to the neighbourhood of `touch` (m, body axes) where it is wide.
fn polygon(pose: &Pose, half: Vec3, axis: usize, sign: f32, touch: Vec3, reach: f32) -> LitFeature {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    // Of a face that is much wider than the other body is large, a patch around the contact is lit.
    let mut whole = true;
    let mut range = |i: usize| {
        if half[i] <= WIDE * reach {
            return [-half[i], half[i]];
        }
        whole = false;
        [touch[i] - PATCH * reach, touch[i] + PATCH * reach].map(|x| x.clamp(-half[i], half[i]))
    };
    let (along_u, along_v) = (range(u), range(v));
    // Corners in the plane of the face, in their order around it.
    let corner = |a: usize, b: usize| {
        let mut p = Vec3::ZERO;
        p[axis] = sign * half[axis];
        p[u] = along_u[a];
        p[v] = along_v[b];
        pose.point(p)
    };
    let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
    LitFeature::Polygon { corners, normal: pose.vector(Vec3::AXES[axis] * sign), whole }
}

impl LitFeature {
    /// Whether it is the same wherever the feature is touched.
    pub(super) fn is_whole(&self) -> bool {
        !matches!(self, Self::Polygon { whole: false, .. } | Self::Ring { .. } | Self::Strip(_) | Self::Arc { .. })
    }

    /// Draws it; surfaces stand a little off the body, so that the two do not flicker.
    pub(super) fn draw(&self, list: &mut DrawList, color: Color, detail: Detail) {
        let Detail { size, xray, .. } = detail;
        let mut line = |from, to, width: f32| {
            let width = width * size;
            list.lines.push(Line { from, to, color, width, outlined: width >= HAIRLINE, xray });
        };
        match *self {
            Self::Polygon { corners, normal, .. } => {
                // A little above the face, or the two would flicker; never more than 3 mm.
                let across = (corners[2] - corners[0]).length();
                let corners = corners.map(|c| c + normal * (0.001 * across).min(0.003));
                for i in 0..4 {
                    line(corners[i], corners[(i + 1) % 4], 2.0);
                }
                let color = color.with_alpha(0.3);
                let [a, b, c, d] = corners;
                list.triangles.push(Triangle { corners: [a, b, c], color, xray });
                list.triangles.push(Triangle { corners: [a, c, d], color, xray });
            }
            Self::Segment([from, to]) | Self::Strip([from, to]) => line(from, to, 5.0),
            Self::Disc { center, normal, radius } => {
                // Above the cap, as above.
                let center = center + normal * (0.002 * radius).min(0.003);
                let color = color.with_alpha(0.3);
                circle(center, normal, radius, detail.chords(radius), |from, to| {
                    line(from, to, 2.0);
                    list.triangles.push(Triangle { corners: [center, from, to], color, xray });
                });
            }
            Self::Arc { center, to_middle, across } => {
                // The part of the rim on either side of the contact.
                let chords = detail.chords(to_middle.length()).max(2);
                let at = |i: u32| {
                    let (sin, cos) = (ARC * (2.0 * i as f32 / chords as f32 - 1.0)).sin_cos();
                    center + to_middle * cos + across * sin
                };
                (0..chords).for_each(|i| line(at(i), at(i + 1), 5.0));
            }
            Self::Dot(position) => {
                list.markers.push(Marker {
                    position,
                    glyph: Glyph::Disc,
                    color,
                    size: 12.0 * size,
                    outlined: true,
                    xray,
                });
            }
            Self::Ring { center, axis, radius } => {
                circle(center, axis, radius, detail.chords(radius), |from, to| line(from, to, 2.0));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Sides;
    use crate::math::quat_from_axis_angle;
    use glam::Vec2;

    fn pose() -> Pose {
        Pose::new(Vec3::new(3.0, -1.0, 2.0), quat_from_axis_angle(Vec3::new(2.0, -1.0, 2.0) / 3.0, 0.7))
    }

    /// Every point that lights the feature, in body axes.
    fn points(highlight: LitFeature) -> Vec<Vec3> {
        let world = match highlight {
            LitFeature::Polygon { corners, .. } => corners.to_vec(),
            LitFeature::Segment(ends) | LitFeature::Strip(ends) => ends.to_vec(),
            LitFeature::Dot(p) => vec![p],
            LitFeature::Disc { center, normal, radius } => {
                let mut rim = vec![];
                circle(center, normal, radius, 20, |from, _| rim.push(from));
                rim
            }
            LitFeature::Arc { center, to_middle, across } => {
                [-ARC, 0.0, ARC].map(|a| center + to_middle * a.cos() + across * a.sin()).to_vec()
            }
            LitFeature::Ring { center, axis, radius } => {
                let mut ring = vec![];
                circle(center, axis, radius, 20, |from, _| ring.push(from));
                ring
            }
        };
        world.into_iter().map(|p| pose().inverse_point(p)).collect()
    }

    fn regions() -> impl Iterator<Item = Region> {
        (0..27i8).map(|i| Region::new(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1)).filter(|r| r.rank() > 0)
    }

    #[test]
    fn all_26_features_of_a_box_are_lit_where_they_are_and_in_full() {
        let half = Vec3::new(1.0, 0.5, 0.8);
        for region in regions() {
            let feature = Feature::cuboid(region);
            let lit = lit_feature(&Shape::Cuboid { half }, &pose(), feature, pose().translation, 1.0).unwrap();
            let points = points(lit);
            assert_eq!(points.len(), [0, 4, 2, 1][region.rank()], "{feature}");
            // A point is on the feature when each signed coordinate is at its side and every other one at an end
            // of its range.
            for p in &points {
                for (i, sign) in region.signs().into_iter().enumerate() {
                    let at_side = (p[i] - f32::from(sign) * half[i]).abs() < 1e-5;
                    let at_end = (p[i].abs() - half[i]).abs() < 1e-5;
                    assert!(if sign == 0 { at_end } else { at_side }, "{feature}: {p}");
                }
            }
            // The corners of a feature are distinct and centred on its middle.
            let middle = points.iter().sum::<Vec3>() / points.len() as f32;
            assert!((middle - half * region.direction()).length() < 1e-5, "{feature}: {middle}");
        }
    }

    #[test]
    fn faces_are_convex_and_their_normals_point_outwards() {
        let half = Vec3::new(1.0, 0.5, 0.8);
        for region in regions().filter(|r| r.rank() == 1) {
            for feature in [Feature::Face(region), Feature::Inside(region)] {
                let lit = lit_feature(&Shape::Cuboid { half }, &pose(), feature, pose().translation, 1.0);
                let Some(LitFeature::Polygon { corners: [a, b, c, d], normal, whole }) = lit else {
                    panic!("{feature}: {lit:?}")
                };
                assert!(whole && (pose().inverse_vector(normal) - region.direction()).length() < 1e-5);
                let turns = [(a, b, c), (b, c, d), (c, d, a), (d, a, b)].map(|(p, q, r)| (q - p).cross(r - q));
                assert!(turns.iter().all(|t| t.dot(turns[0]) > 0.0), "{feature}");
            }
        }
    }

    #[test]
    fn the_features_of_a_quad_lie_in_its_plane() {
        let half = Vec2::new(0.9, 0.4);
        let shape = Shape::Quad { half, sides: Sides::Both };
        for (feature, count, middle) in [
            (Feature::Front, 4, Vec3::ZERO),
            (Feature::Back, 4, Vec3::ZERO),
            (Feature::Rim(Region::face(0, true)), 2, Vec3::new(0.9, 0.0, 0.0)),
            (Feature::Rim(Region::face(2, false)), 2, Vec3::new(0.0, 0.0, -0.4)),
            (Feature::RimCorner(Region::new(-1, 0, 1)), 1, Vec3::new(-0.9, 0.0, 0.4)),
        ] {
            let points = points(lit_feature(&shape, &pose(), feature, pose().translation, 1.0).unwrap());
            assert_eq!(points.len(), count, "{feature}");
            let mean = points.iter().sum::<Vec3>() / count as f32;
            assert!((mean - middle).length() < 1e-5, "{feature}: {mean}");
            for p in points {
                assert!(p.y.abs() < 1e-5 && (p.x.abs() - 0.9).abs() < 1e-5 && (p.z.abs() - 0.4).abs() < 1e-5, "{p}");
            }
        }
    }

    #[test]
    fn the_ring_lies_on_the_sphere_around_the_touch() {
        let direction = Vec3::new(-1.0, 2.0, 2.0) / 3.0;
        let touch = pose().translation + direction * 0.49;
        let ring = points(lit_feature(&Shape::sphere(0.5), &pose(), Feature::Surface, touch, 1.0).unwrap());
        for p in ring {
            assert!((p.length() - 0.5).abs() < 1e-5, "{p}");
            let angle = pose().vector(p).angle_between(direction);
            assert!((angle - 0.3f32.asin()).abs() < 1e-3, "{angle}");
        }
    }

    #[test]
    fn of_a_wide_face_only_the_part_near_the_touch_is_lit() {
        let shape = Shape::quad(20.0, 0.4);
        let touch = pose().point(Vec3::new(19.9, 0.0, 0.1));
        let lit = lit_feature(&shape, &pose(), Feature::Front, touch, 0.2).unwrap();
        assert!(matches!(lit, LitFeature::Polygon { whole: false, .. }));
        for p in points(lit) {
            assert!((19.6..=20.0001).contains(&p.x) && (p.z.abs() - 0.4).abs() < 1e-5, "{p}");
        }
    }

    #[test]
    fn a_sphere_at_the_center_of_the_touch_still_gets_a_finite_ring() {
        let lit = lit_feature(&Shape::sphere(0.5), &pose(), Feature::Surface, pose().translation, 1.0).unwrap();
        assert!(points(lit).iter().all(|p| p.is_finite()));
    }

    #[test]
    fn the_chords_of_a_ring_follow_it_to_a_quarter_of_a_pixel() {
        for pixels in [1.0f32, 5.0, 20.0, 45.0] {
            let detail = Detail { pixels_per_metre: pixels, size: 1.0, xray: true };
            let chords = detail.chords(1.0);
            let sagitta = pixels * (1.0 - (std::f32::consts::PI / chords as f32).cos());
            assert!(sagitta < 0.3, "{pixels}: {chords} chords, {sagitta} px");
        }
    }

    #[test]
    fn the_parts_of_a_frustum_are_lit_where_they_are() {
        let shape = Shape::frustum(0.5, 0.2, 0.4);
        let touch = pose().point(Vec3::new(0.0, 0.1, 2.0));
        let low = shape.middle().y - 0.4;
        for (feature, count, radius, heights) in [
            (Feature::Cap(End::Bottom), 20, 0.5, [low, low]),
            (Feature::Cap(End::Top), 20, 0.2, [low + 0.8, low + 0.8]),
            (Feature::InsideCap(End::Top), 20, 0.2, [low + 0.8, low + 0.8]),
            (Feature::CapRim(End::Bottom), 3, 0.5, [low, low]),
            (Feature::Side, 2, 0.5, [low, low + 0.8]),
        ] {
            let lit = points(lit_feature(&shape, &pose(), feature, touch, 1.0).unwrap());
            assert_eq!(lit.len(), count, "{feature}");
            assert!((Vec3::new(lit[0].x, 0.0, lit[0].z).length() - radius).abs() < 1e-5, "{feature}");
            let (first, last) = (lit[0].y, lit[count - 1].y);
            assert!((first - heights[0]).abs() < 1e-5 && (last - heights[1]).abs() < 1e-5, "{feature}: {lit:?}");
        }
        // The middle of an arc and the line of the side are the ones that were touched.
        let arc = points(lit_feature(&shape, &pose(), Feature::CapRim(End::Top), touch, 1.0).unwrap());
        assert!((arc[1] - Vec3::new(0.0, low + 0.8, 0.2)).length() < 1e-5, "{arc:?}");
        let cone = Shape::frustum(0.5, 0.0, 0.4);
        let apex = lit_feature(&cone, &pose(), Feature::CapRim(End::Top), touch, 1.0);
        assert_eq!(apex, Some(LitFeature::Dot(pose().point(cone.middle() + Vec3::Y * 0.4))));
    }
}
