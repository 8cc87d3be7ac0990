//! Box against box, measured against oracles in double precision that share no code with it.

use super::{assert_near, at, meet, rotation, turn};
use crate::real;
use carom::exact;
use carom::geometry::{FACE_PREFERENCE, Feature, Manifold, NormalRule, PairMemory, Shape, collide};
use carom::glam::{DMat3, DQuat, DVec2, DVec3, Mat3, Quat, Vec3};
use carom::math::Pose;
use carom::physics::{BodyDesc, Config, Motion, World};
use proptest::prelude::*;
use std::f64::consts::SQRT_2;

/// A pair of boxes in double precision; B by its centre and its axes in A's frame.
struct Pair {
    ha: DVec3,
    hb: DVec3,
    center: DVec3,
    axes: DMat3,
}

impl Pair {
    fn new(ha: Vec3, hb: Vec3, pose: &Pose) -> Self {
        let axes = DMat3::from_quat(pose.rotation.as_dquat().normalize());
        Self { ha: ha.as_dvec3(), hb: hb.as_dvec3(), center: pose.translation.as_dvec3(), axes }
    }

    /// Gap along the unit vector `n`, from A to B.
    fn gap(&self, n: DVec3) -> f64 {
        n.dot(self.center) - n.abs().dot(self.ha) - (self.axes.transpose() * n).abs().dot(self.hb)
    }

    /// The greatest gap of the fifteen axes.
    fn widest(&self) -> f64 {
        let (a, b) = (DMat3::IDENTITY, self.axes);
        let mut axes = vec![];
        for i in 0..3 {
            axes.extend([a.col(i), b.col(i)]);
            axes.extend((0..3).map(|j| a.col(i).cross(b.col(j))));
        }
        let units = axes.into_iter().filter(|n| n.length() > 1e-3).map(DVec3::normalize);
        units.map(|n| self.gap(n).max(self.gap(-n))).fold(f64::NEG_INFINITY, f64::max)
    }

    /// How much less than the greatest gap the normal's may be (m): a face is preferred by so much; and edges that are
    /// parallel to half a degree count as rounded with a tenth of the least half extent, r. Along any direction a
    /// corner of a section sticks out of its rounding by (√2 − 1) r at most, one of each box.
    fn slack(&self) -> f64 {
        let least = self.ha.min_element().min(self.hb.min_element());
        let parallel = (0..3).any(|i| self.axes.transpose().col(i).abs().max_element() > 0.999_96);
        let rounding = if parallel { 2.0 * (SQRT_2 - 1.0) * 0.1 * least } else { 0.0 };
        2.0 * FACE_PREFERENCE * least + 2e-5 + rounding
    }

    /// Distance of a point from B's surface, negative inside.
    fn depth_in(half: DVec3, p: DVec3) -> f64 {
        let d = p.abs() - half;
        d.max(DVec3::ZERO).length() + d.max_element().min(0.0)
    }

    /// What must hold for any manifold of this pair.
    fn check(&self, manifold: &Manifold, margin: f64) -> Result<(), TestCaseError> {
        let widest = self.widest();
        let slack = self.slack();
        if manifold.count == 0 {
            // Beside a face there is nothing to clip; but what overlaps touches.
            prop_assert!(widest > -1e-5, "no contact at {widest}");
            return Ok(());
        }
        prop_assert!(widest <= margin + slack, "contact at {widest}");
        let n = manifold.normal.as_dvec3();
        prop_assert!((n.length() - 1.0).abs() < 1e-6);
        let along = self.gap(n);
        prop_assert!((widest - slack..widest + 1e-5).contains(&along), "gap {along} along the normal, best {widest}");
        for point in manifold.points() {
            let s = f64::from(point.separation);
            prop_assert!(s >= along - 1e-5 && s <= margin, "{s} is not in {along}..={margin}");
            let (on_a, on_b) = (point.position.as_dvec3() - n * (0.5 * s), point.position.as_dvec3() + n * (0.5 * s));
            // Edges that pass each other at a distance are nearest beyond their ends.
            let overhang = 4e-3 * self.ha.max_element().max(self.hb.max_element()) + s.max(0.0);
            let (da, db) =
                (Self::depth_in(self.ha, on_a), Self::depth_in(self.hb, self.axes.transpose() * (on_b - self.center)));
            prop_assert!(da.abs() < overhang && db.abs() < overhang, "off the surfaces by {da} and {db}: {manifold:?}");
        }
        Ok(())
    }
}

prop_compose! {
    fn half()(h in prop::array::uniform3(real(0.1..1.5))) -> Vec3 { h.into() }
}

prop_compose! {
    /// Two boxes about to touch: B is moved along a random direction until the gap along it is `depth`.
    fn near_pair()(
        ha in half(), hb in half(), rotation in rotation(), direction in prop::array::uniform3(real(-1.0..1.0)),
        depth in real(-0.1..0.03),
    ) -> (Vec3, Vec3, Pose) {
        let direction = Vec3::from(direction).normalize_or(Vec3::Y);
        let inward = Mat3::from_quat(rotation).transpose() * direction;
        // Along the direction the shadows are `depth` apart; the true gap is no less.
        let reach = direction.abs().dot(ha) + inward.abs().dot(hb);
        (ha, hb, Pose::new(direction * (reach + depth) * 0.9, rotation))
    }
}

/// How far apart two boxes are in double precision (m).
fn distance(ha: Vec3, hb: Vec3, pose: &Pose) -> f64 {
    let solid = |half: Vec3| exact::Solid::sharp(exact::Core::Cuboid(half.as_dvec3()));
    let there = exact::Pose::new(pose.translation.as_dvec3(), pose.rotation.as_dquat());
    exact::separation((&solid(ha), &exact::Pose::IDENTITY), (&solid(hb), &there)).unwrap().gap
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn contacts_lie_on_both_surfaces_along_the_best_axis((ha, hb, pose) in near_pair()) {
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        Pair::new(ha, hb, &pose).check(&meet(&a, &b, &pose, 0.02), 0.02)?;
    }

    /// What is spared the next looks for its clearance touches nothing meanwhile: corner to corner faces find
    /// nothing to clip.
    #[test]
    fn boxes_without_a_contact_are_as_far_apart_as_is_said(
        ha in half(), hb in half(), rotation in rotation(), out in prop::array::uniform3(real(0.2..1.2)), gap in real(0.0..0.02),
    ) {
        let out = Vec3::from(out).normalize();
        let corner = rotation * (-hb * (rotation.conjugate() * out).signum());
        let pose = Pose::new(ha + out * gap - corner, rotation);
        let manifold = meet(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &pose, 0.02);
        let said = if manifold.clearance > 0.0 { manifold.clearance } else { 0.02 };
        prop_assert!(manifold.count > 0 || distance(ha, hb, &pose) > f64::from(said) - 1e-5, "{manifold:?}");
    }

    /// The remembered axis saves time and changes nothing.
    #[test]
    fn memory_does_not_change_the_contact((ha, hb, pose) in near_pair(), axis in 0_u8..16) {
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        let mut memory = PairMemory { axis, ..PairMemory::default() };
        let fresh = meet(&a, &b, &pose, 0.02);
        let remembered = collide(&a, &b, &pose, 0.02, NormalRule::Closest, &mut memory);
        // An edge pair is found apart a rounding later than it would be found to lose.
        prop_assert!(fresh == remembered || remembered.count == 0 && Pair::new(ha, hb, &pose).widest() > 0.02 - 1e-5);
    }

    #[test]
    fn swapped_boxes_give_the_mirrored_contact((ha, hb, pose) in near_pair()) {
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        let there = meet(&a, &b, &pose, 0.02);
        let back = meet(&b, &a, &pose.inverse(), 0.02).mirrored(&pose);
        let pair = Pair::new(ha, hb, &pose);
        let slack = pair.slack();
        if there.count > 0 && back.count > 0 {
            // Of two axes within the preference either may have won.
            let gaps = (pair.gap(there.normal.as_dvec3()), pair.gap(back.normal.as_dvec3()));
            prop_assert!((gaps.0 - gaps.1).abs() <= slack, "{gaps:?}");
            if there.normal.dot(back.normal) > 0.999_999 && there.feature_a == back.feature_a && there.feature_b == back.feature_b {
                prop_assert!((there.separation() - back.separation()).abs() < 1e-4);
            }
        } else {
            prop_assert!(there.count == back.count || pair.widest() > -1e-5);
        }
    }

    /// Edges side by side are as if rounded: the normal points from core to core. The oracle measures the cores'
    /// corners against each other's sides.
    #[test]
    fn edges_side_by_side_have_a_normal_between_their_faces(
        ha in half(), hb in half(), along in 0_usize..3, degrees in real(10.0..80.0), quarters in 0_u8..4,
        shift in prop::array::uniform2(real(-0.06..0.06)), slide in real(-0.9..0.9),
    ) {
        let (u, v) = ((along + 1) % 3, (along + 2) % 3);
        let lift = |p: DVec2, z: f64| {
            let mut lifted = DVec3::ZERO;
            (lifted[u], lifted[v], lifted[along]) = (p.x, p.y, z);
            lifted
        };
        let flat = |p: Vec3| DVec2::new(f64::from(p[u]), f64::from(p[v]));
        let least = f64::from(ha.min_element().min(hb.min_element()));
        let (a, angle) = (flat(ha), f64::from(degrees).to_radians());
        // B stands on its corner, a little off the corner of A; turned by quarters it stands on another.
        let b = if quarters % 2 == 0 { flat(hb) } else { flat(hb).perp().abs() };
        let corner = a + DVec2::new(f64::from(shift[0]), f64::from(shift[1])) * least;
        let center = corner + DVec2::from_angle(angle).rotate(b);
        let turned = angle + f64::from(quarters) * std::f64::consts::FRAC_PI_2;
        let rotation = DQuat::from_axis_angle(lift(DVec2::ZERO, 1.0), turned).as_quat();
        let offset = lift(center, f64::from(slide * (ha[along] + hb[along]))).as_vec3();
        let manifold =
            meet(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &Pose::new(offset, rotation), 0.5);

        let corners = |half: DVec2, center: DVec2, angle: f64| {
            let half = half - 0.1 * least;
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]
                .map(|(x, y)| center + DVec2::from_angle(angle).rotate(half * DVec2::new(x, y)))
        };
        let (cores, mut exits) = ([corners(a, DVec2::ZERO, 0.0), corners(b, center, angle)], vec![]);
        for (from, to, sign) in [(cores[0], cores[1], 1.0), (cores[1], cores[0], -1.0)] {
            for p in from {
                for k in 0..4 {
                    let (start, side) = (to[k], to[(k + 1) % 4] - to[k]);
                    let share = (p - start).dot(side) / side.length_squared();
                    exits.push(((start + side * share.clamp(0.0, 1.0) - p) * sign, (0.0..1.0).contains(&share)));
                }
            }
        }
        exits.sort_by(|one, other| one.0.length().total_cmp(&other.0.length()));
        let (exit, on_a_side) = (exits[0].0, exits.iter().any(|w| w.1 && w.0.length() < exits[0].0.length() + 1e-9));
        let normal = manifold.normal.as_dvec3();
        let off = normal.angle_between(lift(exit.normalize(), 0.0));
        // Cones of the two corners; near their sides either may have it.
        let (heading, edge) = (exit.to_angle(), 3_f64.to_radians());
        let inside = heading > angle + edge && heading < std::f64::consts::FRAC_PI_2 - edge;
        prop_assert!(manifold.count > 0 && exit.length() > 1e-3 * least);
        if inside {
            prop_assert!(!on_a_side && off < 1e-3, "off by {off}: {manifold:?}");
            prop_assert!(matches!((manifold.feature_a, manifold.feature_b), (Feature::Edge(_), Feature::Edge(_))));
        } else if heading < angle - edge || heading > std::f64::consts::FRAC_PI_2 + edge {
            prop_assert!(off < 1e-3, "off by {off}: {manifold:?}");
        } else {
            prop_assert!(off < 2.0 * edge, "off by {off}: {manifold:?}");
        }
    }

    /// Parry finds the penetration by other means.
    #[test]
    fn parry_finds_no_shorter_way_out((ha, hb, pose) in near_pair()) {
        use parry3d::math::{Pose as TheirPose, Rotation, Vector};
        use parry3d::shape::Cuboid;
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        let ours = meet(&a, &b, &pose, 0.02);
        let place = TheirPose::from_parts(
            Vector::from_array(pose.translation.to_array()),
            Rotation::from_array(pose.rotation.to_array()),
        );
        let (ca, cb) = (Cuboid::new(Vector::from_array(ha.to_array())), Cuboid::new(Vector::from_array(hb.to_array())));
        let theirs = parry3d::query::contact(&TheirPose::identity(), &ca, &place, &cb, 0.02);
        let Ok(Some(theirs)) = theirs else {
            prop_assert!(ours.count == 0 || ours.separation() > 0.0);
            return Ok(());
        };
        if theirs.dist < -1e-3 {
            // Its direction, found by iteration, is never better than ours.
            let pair = Pair::new(ha, hb, &pose);
            let slack = pair.slack();
            let (along, other) = (pair.gap(ours.normal.as_dvec3()), pair.gap(DVec3::from(theirs.normal1.to_array().map(f64::from))));
            prop_assert!(ours.count > 0 && along >= other - slack, "{along}, theirs {other}");
        }
    }

    /// The rotations that carry a cube onto itself rename a box's features and change nothing else.
    #[test]
    fn the_24_symmetries_of_a_cube_only_rename((ha, hb, pose) in near_pair(), k in 0_usize..24) {
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        let turned = cube_rotations()[k];
        let renamed = Shape::Cuboid { half: (turned.transpose() * hb).abs() };
        let new_pose = Pose::new(pose.translation, pose.rotation * Quat::from_mat3(&turned));
        let (one, other) = (meet(&a, &b, &pose, 0.02), meet(&a, &renamed, &new_pose, 0.02));
        let pair = Pair::new(ha, hb, &pose);
        if one.count > 0 && other.count > 0 {
            let gaps = (pair.gap(one.normal.as_dvec3()), pair.gap(other.normal.as_dvec3()));
            let slack = FACE_PREFERENCE * f64::from(ha.min_element().min(hb.min_element())) + 2e-5;
            prop_assert!((gaps.0 - gaps.1).abs() < slack, "{gaps:?}");
        } else {
            prop_assert!(one.count == other.count || pair.widest() > -1e-5);
        }
    }
}

/// Signed permutation matrices of determinant 1.
fn cube_rotations() -> Vec<Mat3> {
    let mut all = vec![];
    for i in 0..3 {
        for s in [1.0, -1.0] {
            for j in (0..3).filter(|j| *j != i) {
                for u in [1.0, -1.0] {
                    let (x, y) = (Vec3::AXES[i] * s, Vec3::AXES[j] * u);
                    all.push(Mat3::from_cols(x, y, x.cross(y)));
                }
            }
        }
    }
    all
}

/// No direction, among many, separates further than the gap along the normal: the depth is the least one.
#[test]
fn no_sampled_direction_beats_the_normal() {
    let (ha, hb) = (Vec3::new(0.7, 0.4, 1.1), Vec3::new(0.5, 0.9, 0.3));
    let directions: Vec<DVec3> = (0..20_000)
        .map(|k| {
            // Points of a spiral on the sphere, at equal steps of height and of the golden angle.
            let (y, angle) = (1.0 - (2.0 * f64::from(k) + 1.0) / 20_000.0, 2.399_963_229_728_653 * f64::from(k));
            let r = (1.0 - y * y).sqrt();
            DVec3::new(r * angle.cos(), y, r * angle.sin())
        })
        .collect();
    for k in 0..60_u8 {
        let t = f32::from(k);
        let rotation = turn(Vec3::new(1.0 + t, 3.0 - t, 0.7 * t), 37.0 * t);
        let pose = Pose::new(Vec3::new(0.5 + 0.004 * t, 0.6 - 0.01 * t, 0.2 + 0.005 * t), rotation);
        let manifold = meet(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &pose, 0.0);
        let pair = Pair::new(ha, hb, &pose);
        let sampled = directions.iter().map(|n| pair.gap(*n)).fold(f64::NEG_INFINITY, f64::max);
        assert!(sampled <= 0.0 && manifold.count > 0, "pose {k} must overlap: {sampled}");
        let along = pair.gap(manifold.normal.as_dvec3());
        // The sampled directions are at most 1.5° from any other.
        assert!(along >= sampled - 2e-3 && along <= sampled + 0.06, "pose {k}: {along}, sampled {sampled}");
    }
}

/// A box at rest trembles; its contact keeps the names of its points.
#[test]
fn ids_outlive_small_motion() {
    let cube = Shape::cuboid(0.5, 0.5, 0.5);
    for (name, below, rest, degrees) in [
        ("on a wide box", Shape::cuboid(3.0, 0.5, 2.0), Vec3::new(0.4, 0.999, 0.3), 20.0),
        ("over the rim", Shape::cuboid(3.0, 0.5, 2.0), Vec3::new(2.9, 0.999, 0.3), 20.0),
        ("same size, square", cube, Vec3::new(0.0, 0.999, 0.0), 0.0),
        ("same size, shifted", cube, Vec3::new(0.1, 0.999, 0.2), 0.0),
        ("same size, turned", cube, Vec3::new(0.0, 0.999, 0.0), 30.0),
        ("on the floor", Shape::HalfSpace, Vec3::new(0.0, 0.499, 0.0), 30.0),
        ("on a quad", Shape::quad(1.0, 1.0), Vec3::new(0.9, 0.499, 0.0), 30.0),
    ] {
        let mut first: Option<Vec<u32>> = None;
        for k in 0..200_i16 {
            let f = |a: f32| (f32::from(k) * a).sin();
            let shake = Vec3::new(f(1.1), 0.5 * f(1.7), f(2.3)) * 1e-4;
            let tilt = turn(Vec3::new(f(3.1), 0.3, f(0.7)), 0.05 * f(5.3));
            let pose = Pose::new(rest + shake, tilt * turn(Vec3::Y, degrees));
            let manifold = meet(&below, &cube, &pose, 0.02);
            let ids: Vec<u32> = manifold.points().iter().map(|p| p.id).collect();
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!((sorted.len(), manifold.count), (ids.len(), 4), "{name}: four points, four names");
            assert_eq!(*first.get_or_insert(sorted.clone()), sorted, "{name}, step {k}");
        }
    }
}

/// One point would let a box turn in ever deeper. The gaps are those of an oracle in double precision.
#[test]
fn boxes_that_overlap_deeply_by_their_edges_are_held_in_several_points() {
    let cube = Shape::cuboid(0.5, 0.5, 0.5);
    for (yaw, tilt, axis, place, gap) in [
        (30.0, 8.0, Vec3::new(1.0, 0.0, 1.0), Vec3::new(0.3, 0.8, 0.3), -0.2622),
        (30.0, 15.0, Vec3::new(1.0, 0.0, 0.4), Vec3::new(0.0, 0.8, 0.0), -0.3508),
        (45.0, 25.0, Vec3::new(1.0, 0.0, 0.4), Vec3::new(0.0, 0.8, 0.4), -0.3330),
        (60.0, 15.0, Vec3::new(1.0, 0.0, 0.4), Vec3::new(0.3, 0.8, 0.3), -0.3030),
    ] {
        let pose = Pose::new(place, turn(axis, tilt) * turn(Vec3::Y, yaw));
        let manifold = meet(&cube, &cube, &pose, 0.02);
        assert!(
            matches!((manifold.feature_a, manifold.feature_b), (Feature::Edge(_), Feature::Edge(_))),
            "{manifold:?}"
        );
        assert!((manifold.separation() - gap).abs() < 1e-4, "{manifold:?}");
        let names: std::collections::BTreeSet<u32> = manifold.points().iter().map(|p| p.id).collect();
        assert!(manifold.count >= 3 && names.len() == manifold.count, "{manifold:?}");
        let half = Vec3::splat(0.5);
        Pair::new(half, half, &pose).check(&manifold, 0.02).unwrap();
    }
}

/// Edges that are almost parallel have a cross product made of rounding; it must not part what overlaps.
#[test]
fn nearly_parallel_boxes_stay_in_contact() {
    for size in [0.01_f32, 1.0, 100.0] {
        let cube = Shape::Cuboid { half: Vec3::splat(size) };
        for axis in [Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE, Vec3::new(1.0, 1e-3, 0.0)] {
            for exponent in -90..-10 {
                let angle = (f64::from(exponent) * 0.1).exp2().powi(3) as f32;
                let q = Quat::from_axis_angle(axis.normalize(), angle.min(0.1));
                let pose = Pose::new(Vec3::new(0.3, 1.9999 - angle.min(0.1) * 1.8, -0.2) * size, q);
                let manifold = meet(&cube, &cube, &pose, 0.0);
                assert!(manifold.count > 0, "size {size}, {angle} about {axis}");
                assert!(manifold.normal.y > 0.99 && manifold.separation() > -0.4 * size, "{manifold:?}");
            }
        }
    }
}

#[test]
fn bars_crossed_like_a_plus_sign_overlap() {
    // V6: no corner of one lies within the other.
    let manifold = meet(&Shape::cuboid(2.0, 0.2, 0.5), &Shape::cuboid(0.2, 2.0, 0.5), &Pose::IDENTITY, 0.0);
    assert!(manifold.count > 0);
    assert!((manifold.separation() + 1.0).abs() < 1e-6, "the bars part soonest along z");
}

#[test]
fn degenerate_input_gives_no_nan() {
    let shapes = [
        Shape::sphere(1e-3),
        Shape::sphere(1e4),
        Shape::cuboid(1e-3, 1e4, 1.0),
        Shape::cuboid(1.0, 1.0, 1.0),
        Shape::quad(1e-3, 1e4),
        Shape::quad(1.0, 1.0),
        Shape::frustum(1e-3, 1e4, 1.0),
        Shape::frustum(0.0, 1.0, 1.0),
        Shape::frustum(1.0, 1.0, 1e-3),
        Shape::HalfSpace,
    ];
    let places = [
        Pose::IDENTITY,
        at(0.0, 1e-30, 0.0),
        at(1e-20, -1e-20, 1e-20),
        at(1.0, 1.0, 1.0),
        at(0.0, 1.0, 0.0),
        at(1e6, -1e6, 1e6),
        Pose::new(Vec3::ZERO, turn(Vec3::ONE, 120.0)),
        Pose::new(Vec3::Y, turn(Vec3::X, 45.0)),
    ];
    for a in &shapes {
        for b in &shapes {
            for pose in &places {
                for (margin, rule) in
                    [(0.0, NormalRule::Closest), (0.02, NormalRule::Region), (1e7, NormalRule::Closest)]
                {
                    let manifold = collide(a, b, pose, margin, rule, &mut PairMemory::default());
                    let unit = (manifold.normal.length() - 1.0).abs() < 1e-5;
                    assert!(unit, "{a:?} {b:?} {pose:?}: {manifold:?}");
                    for p in manifold.points() {
                        assert!(p.position.is_finite() && p.separation.is_finite(), "{a:?} {b:?} {pose:?}: {p:?}");
                    }
                }
            }
            let nowhere = at(f32::NAN, 0.0, 0.0);
            assert_eq!(meet(a, b, &nowhere, 0.1).count * usize::from(!half_space(a, b)), 0, "{a:?} {b:?}");
        }
    }
}

/// Along the plane a half-space does not care where the other is.
fn half_space(a: &Shape, b: &Shape) -> bool {
    matches!(a, Shape::HalfSpace) || matches!(b, Shape::HalfSpace)
}

/// From its front a quad is the top of a thick box.
#[test]
fn a_quad_acts_like_the_top_of_a_thick_box() {
    let (quad, thick) = (Shape::quad(1.0, 1.0), Shape::cuboid(1.0, 5.0, 1.0));
    let cube = Shape::cuboid(0.4, 0.5, 0.3);
    let mut rims = 0;
    for k in 0..400_i16 {
        let f = |a: f32| (f32::from(k) * a).sin();
        let pose = Pose::new(
            Vec3::new(1.3 * f(0.37), 0.45 + 0.15 * f(0.71), 0.9 * f(0.53)),
            turn(Vec3::new(f(1.3), f(0.9), f(0.7)), 40.0 * f(0.11)),
        );
        let on_quad = meet(&quad, &cube, &pose, 0.01);
        let deeper = Pose::new(pose.translation + Vec3::Y * 5.0, pose.rotation);
        let on_box = meet(&thick, &cube, &deeper, 0.01);
        if on_quad.count > 0 && on_box.count > 0 && (on_quad.normal - on_box.normal).length() < 1e-3 {
            assert!((on_quad.separation() - on_box.separation()).abs() < 1e-4, "{on_quad:?} {on_box:?}");
            assert_eq!(on_quad.feature_b, on_box.feature_b);
        } else if on_quad.count != on_box.count {
            // Beside the rim the box has walls where the quad has nothing.
            rims += 1;
            assert!(pose.translation.x.abs() > 0.6 || pose.translation.z.abs() > 0.6, "{pose:?}");
        }
    }
    assert!(rims < 80, "{rims}");
}

#[test]
fn a_lamina_lands_on_a_quad_and_passes_from_behind() {
    let (floor, card) = (Shape::quad(2.0, 2.0), Shape::quad(0.5, 0.3));
    for (name, rotation, height, count) in [
        ("flat, face up", Quat::IDENTITY, -0.01, 4),
        ("on its edge", turn(Vec3::X, 90.0), 0.29, 2),
        ("on a corner", turn(Vec3::new(1.0, 0.0, 0.6), 60.0), 0.0, 1),
        ("from below", Quat::IDENTITY, -0.5, 0),
    ] {
        let mut memory = PairMemory::default();
        let above = if name == "from below" { -1.0 } else { 1.0 };
        let mut step = |y: f32| {
            let pose = Pose::new(Vec3::new(0.1, y, 0.2), rotation);
            collide(&floor, &card, &pose, 0.02, NormalRule::Closest, &mut memory)
        };
        assert_eq!(step(above).count, 0, "{name}");
        if name == "on a corner" {
            let reach = Shape::quad(0.5, 0.3).aabb(&Pose::new(Vec3::ZERO, rotation)).max.y;
            let manifold = step(reach - 0.01);
            assert_eq!(manifold.normal, Vec3::Y);
            assert!(manifold.count >= count && (manifold.separation() + 0.01).abs() < 1e-5, "{manifold:?}");
        } else {
            let manifold = step(height);
            assert_eq!(manifold.count, count, "{name}: {manifold:?}");
            if count > 0 {
                assert_near(manifold.normal, Vec3::Y, 1e-6, name);
                assert!((manifold.separation() + 0.01).abs() < 1e-6, "{name}");
            }
        }
    }
}

#[test]
fn edges_that_all_but_touch_beyond_their_ends_are_met_as_soon_as_they_overlap() {
    // Of a heap of ten thousand: a box on an edge of another, .1 µm off and a hair beyond its end, and what
    // it sinks by.
    let upper = Pose::new(
        Vec3::new(-4.930_940_6, 2.634_020_6, -0.038_880_512),
        Quat::from_xyzw(0.314_681_47, 0.086_796_165, -0.042_847_704, 0.944_249),
    );
    let lower = Pose::new(
        Vec3::new(-4.883_706_6, 2.080_94, 0.046_857_383),
        Quat::from_xyzw(-0.427_949_3, 0.023_305_584, 0.205_469_01, 0.879_828_9),
    );
    let body = |half: Vec3, pose: &Pose, fall: f32| BodyDesc {
        position: pose.translation,
        rotation: pose.rotation,
        velocity: Vec3::NEG_Y * fall,
        ..BodyDesc::new(Shape::Cuboid { half })
    };
    let (half, other) = (Vec3::splat(0.2), Vec3::new(0.26, 0.15, 0.2));
    let mut world = World::new(Config { gravity: Vec3::ZERO, ..Config::default() }).unwrap();
    let a = world.add(&body(half, &upper, 0.06)).unwrap();
    let b = world.add(&BodyDesc { motion: Motion::Static, ..body(other, &lower, 0.0) }).unwrap();
    for _ in 0..60 {
        world.step();
        let [one, two] = [a, b].map(|id| world.body(id).unwrap().pose());
        let gap = distance(half, other, &one.inverse_mul(&two));
        assert!(gap > -1e-3, "{gap} m");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    /// Of two boxes that rest on crossing edges the gap is a rounding error, of either sign.
    #[test]
    fn crossing_edges_that_touch_are_in_contact(
        ha in half(), hb in half(), turned in rotation(), (i, j) in (0_usize..3, 0_usize..3), flip: bool,
        (s, u) in (real(-0.95..0.95), real(-0.95..0.95)), gap in -10_i32..=10,
    ) {
        let across = Vec3::AXES[i].cross(turned * Vec3::AXES[j]);
        prop_assume!(across.length() > 0.05);
        let n = across.normalize() * if flip { -1.0 } else { 1.0 };
        // The points of the two edges that reach furthest towards each other; neither is level with a face.
        let corner = |h: Vec3, along: Vec3| h * Vec3::from_array(along.to_array().map(f32::signum));
        let (mut on_a, mut on_b) = (corner(ha, n), corner(hb, turned.conjugate() * -n));
        (on_a[i], on_b[j]) = (s * ha[i], u * hb[j]);
        let pose = Pose::new(on_a - turned * on_b + n * (gap as f32 * 1e-7), turned);
        let widest = Pair::new(ha, hb, &pose).widest();
        prop_assert!(widest.abs() < 2e-6, "the edges are {widest} apart");
        let manifold = meet(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &pose, 0.02);
        prop_assert!(manifold.count > 0, "no contact at {widest:e}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 200_000, ..ProptestConfig::with_cases(3000) })]
    /// A box leans over on one of its edges, and its face sticks out over the other on several sides: of up to eight
    /// points the two ends of that edge, which carry it, are never left out for one that hangs above.
    #[test]
    fn a_box_that_leans_on_an_edge_is_held_at_both_its_ends(
        (ha, hb) in (half(), half()), lean in real(0.005..0.03), (quarter, yaw) in (0_u8..4, real(15.0..75.0)),
        (x, z) in (real(-0.8..0.8), real(-0.8..0.8)),
    ) {
        // Edges that are nearly parallel cross anywhere: at 15° two that are moved by the tolerance of clipping, a
        // five-hundredth of A's half extent, cross four times as far off.
        let yaw = 90.0 * f32::from(quarter) + yaw;
        let turned = Quat::from_rotation_y(yaw.to_radians()) * Quat::from_rotation_x(lean);
        let place = Vec3::new(x * ha.x, 0.0, z * ha.z);
        let pair = |y: f32| Pair::new(ha, hb, &Pose::new(place + Vec3::Y * y, turned));
        let pose = Pose::new(place - Vec3::Y * pair(0.0).gap(DVec3::Y) as f32, turned);
        let manifold = meet(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &pose, 0.05);
        prop_assume!(manifold.feature_a == Feature::of_cuboid(Vec3::Y));
        // What of its lowest edge is above the face of A: a line cut off at four sides.
        let Pair { ha, hb, center, axes } = Pair::new(ha, hb, &pose);
        let [from, to] = [-1.0, 1.0].map(|end| center + axes * (hb * DVec3::new(end, -1.0, 1.0)));
        let (mut enter, mut exit) = (0.0_f64, 1.0_f64);
        for k in [0, 2] {
            let [s, t] = [-ha[k], ha[k]].map(|side| (side - from[k]) / (to[k] - from[k]));
            (enter, exit) = (enter.max(s.min(t)), exit.min(s.max(t)));
        }
        let size = ha.min_element().min(hb.min_element());
        prop_assume!((exit - enter) * from.distance(to) > size);
        for end in [enter, exit].map(|t| from.lerp(to, t)) {
            let nearest = manifold.points().iter().map(|p| p.position.as_dvec3().distance(end)).fold(f64::INFINITY, f64::min);
            prop_assert!(nearest < 0.008 * ha.max_element() + 1e-4, "{end} is missing of {:?}", manifold.points());
        }
    }
}
