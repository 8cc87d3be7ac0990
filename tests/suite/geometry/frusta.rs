//! Truncated cones, measured against oracles in double precision that share no code with them, and against parry.

use super::{assert_near, at, meet, rotation, turn};
use crate::oracle::{Pair, Solid, caps, slices, spiral};
use crate::real;
use carom::geometry::{
    Aabb, NormalRule, Overlap, PairMemory, Shape, Sides, SignedGap, Sweep, cast_ray, collide, collide_overlapping,
    separation, time_of_impact,
};
use carom::glam::{DMat3, DVec3, Quat, Vec2, Vec3};
use carom::math::Pose;
use proptest::prelude::*;

prop_compose! {
    /// Frusta of all kinds, cylinders and cones often among them.
    fn frustum()(bottom in real(0.1..1.2), top in real(0.1..1.2), half_height in real(0.1..1.2), kind in 0..6) -> Shape {
        match kind {
            0 => Shape::frustum(bottom, bottom, half_height),
            1 => Shape::frustum(bottom, 0.0, half_height),
            2 => Shape::frustum(0.0, top, half_height),
            _ => Shape::frustum(bottom, top, half_height),
        }
    }
}

prop_compose! {
    fn other()(h in prop::array::uniform3(real(0.1..1.2)), round in frustum(), kind in 0..2) -> Shape {
        if kind == 0 { Shape::Cuboid { half: h.into() } } else { round }
    }
}

prop_compose! {
    /// A frustum and something else about to touch: B is moved along a random direction until the gap along it is
    /// about `depth`.
    fn near_pair()(
        a in frustum(), b in other(), rotation in rotation(), direction in prop::array::uniform3(real(-1.0..1.0)),
        axial in 0..3, depth in real(-0.1..0.03),
    ) -> (Shape, Shape, Pose) {
        let direction = match axial {
            0 => Vec3::Y * direction[0].signum() + Vec3::new(direction[1], 0.0, direction[2]) * 0.2,
            _ => direction.into(),
        };
        let direction = direction.normalize_or(Vec3::Y);
        let pair = Pair::new(&a, &b, &Pose::new(Vec3::ZERO, rotation));
        let reach = -pair.gap(direction.as_dvec3()) as f32;
        (a, b, Pose::new(direction * (reach + depth) * 0.95, rotation))
    }
}

/// A pose as parry has it, of a shape whose origin lies `lift` above parry's.
fn theirs(pose: &Pose, lift: f32) -> parry3d::math::Pose {
    use parry3d::math::{Pose as TheirPose, Rotation, Vector};
    let middle = pose.point(Vec3::Y * lift);
    TheirPose::from_parts(Vector::from_array(middle.to_array()), Rotation::from_array(pose.rotation.to_array()))
}

/// The shape for parry, and where parry's origin lies above ours: it has cylinders and cones about their mid-height.
fn parry(shape: &Shape) -> Option<(Box<dyn parry3d::shape::Shape>, f32)> {
    use parry3d::shape::{Cone, Cuboid, Cylinder};
    Some(match *shape {
        Shape::Frustum { bottom, top, half_height } if bottom == top => {
            (Box::new(Cylinder::new(half_height, bottom)), 0.0)
        }
        Shape::Frustum { bottom, top: 0.0, half_height } => {
            (Box::new(Cone::new(half_height, bottom)), 0.5 * half_height)
        }
        Shape::Cuboid { half } => (Box::new(Cuboid::new(half.to_array().into())), 0.0),
        _ => return None,
    })
}

#[test]
fn the_oracle_refuses_points_that_lie_deep_inside_a_body_or_far_out() {
    let (cone, cube) = (Shape::frustum(0.5, 0.3, 0.6), Shape::cuboid(0.4, 0.4, 0.4));
    let pose = Pose::new(Vec3::Y * 0.99, Quat::IDENTITY);
    let pair = Pair::new(&cone, &cube, &pose);
    let right = meet(&cone, &cube, &pose, 0.02);
    pair.check(&right, 0.02).unwrap();
    for (along, across) in [(-0.3, 0.0), (0.3, 0.0), (0.0, 0.3)] {
        let mut wrong = right;
        wrong.points[0].position += right.normal * along + right.normal.any_orthonormal_vector() * across;
        let outward = wrong.points[0].position - right.points[0].position;
        assert!(pair.check(&wrong, 0.02).is_err(), "moved by {outward}");
    }
    let mut deep = right;
    deep.points[0].separation -= 0.3;
    assert!(pair.check(&deep, 0.02).is_err(), "told as deeper than it is");
}

/// A search that could not go along an edge of the box stopped three millimetres short.
#[test]
fn the_oracle_finds_the_gap_between_an_edge_and_the_side_of_a_cone() {
    let cone = Shape::frustum(1.024_661, 0.0, 0.276_255_5);
    let cuboid = Shape::Cuboid { half: Vec3::new(0.216_901_54, 1.047_318_5, 0.678_618_8) };
    let pose = Pose::new(Vec3::new(0.254_644_5, 1.465_468_8, -0.281_021_24), Quat::IDENTITY);
    // The lower edge passes the axis at x = 0.0377 m, y = 0.4182 m; the tip stands at 0.4144 m, 3/4 of the height.
    let side = DVec3::new(2.0 * 0.276_255_5, 1.024_661, 0.0).normalize();
    let edge = DVec3::new(0.254_644_5 - 0.216_901_54, 1.465_468_8 - 1.047_318_5, 0.0);
    let want = side.dot(edge - DVec3::Y * (1.5 * 0.276_255_5));
    let got = Pair::new(&cone, &cuboid, &pose).widest();
    assert!((got - want).abs() < 1e-6, "{got}, by the plane through the side {want}");
    assert_eq!(meet(&cone, &cuboid, &pose, 0.02).count, 0);
    let found = f64::from(meet(&cone, &cuboid, &pose, 0.022).separation());
    assert!((found - want).abs() < 1e-6, "{found}, by the plane through the side {want}");
}

/// Overlaps that were told of shapes which are apart: the best direction stood alone, far from every other good one.
#[test]
fn hulls_that_pass_close_by_are_apart() {
    let cone = |bottom, top, half_height| Shape::Frustum { bottom, top, half_height };
    let quad = |x, z| Shape::Quad { half: Vec2::new(x, z), sides: Sides::Both };
    // Two shapes with their turns, where B starts and how it moves towards A, when, and the gap by brute force (m).
    let cases = [
        (
            (cone(0.504_247_84, 0.700_930_24, 0.239_944_89), [1.0, 0.0, 0.0, -4.371_139e-8]),
            (cone(0.0, 0.460_866_8, 1.054_641_4), [-0.944_034_7, -0.195_456_86, -0.166_114_24, -0.207_367_54]),
            ([1.826_705_1, -2.364_736_8, 1.289_144_2], 443.574_25, [3.076_494_5, 4.942_558, 4.864_073_8]),
            (2.563_183e-3, 1.262e-5),
        ),
        (
            (cone(0.0, 0.1, 0.824_213_56), [-0.231_540_71, -0.678_875_86, -0.219_026_58, -0.661_471]),
            (quad(0.1, 0.626_637_64), [0.5, 0.0, 0.5, -0.707_106_77]),
            ([-0.805_043_04, -3.185_794_4, -2.339_860_2], 221.157_33, [0.0, 0.0, -4.610_715_4]),
            (1.012_284_6e-2, 2.886e-3),
        ),
        (
            (cone(0.0, 0.714_648_4, 0.196_667_31), [0.5, 0.0, 0.5, 0.707_106_77]),
            (quad(0.286_321_43, 0.616_902_4), [-0.217_897_73, 0.441_095_6, 0.866_847_2, -0.080_816_135]),
            ([-1.074_614, -3.595_721_2, -1.771_957_5], 69.747_85, [-4.402_817_7, -3.324_464, -0.061_793_584]),
            (4.066_717e-2, 3.6e-6),
        ),
    ];
    for ((a, turn_a), (b, turn_b), (start, speed, spin), (time, want)) in cases {
        let start = Vec3::from(start);
        let base = Pose::new(Vec3::ZERO, Quat::from_array(turn_a));
        let motion = Sweep {
            velocity: -start.normalize() * speed,
            spin: spin.into(),
            ..Sweep::still(Pose::new(start, Quat::from_array(turn_b)))
        };
        let SignedGap { gap, .. } = separation(&a, &b, &base.inverse_mul(&motion.at(time)));
        assert!((gap - want).abs() < 2e-5 && gap > 0.0, "{gap}, by brute force {want}");
    }
}

/// A way out that was not the shortest, and a point inside a body: both deep, or with a search that ended in rounding.
#[test]
fn hulls_that_overlap_by_much_are_pushed_the_shortest_way_at_a_point_of_both() {
    let cone = |bottom, top, half_height| Shape::Frustum { bottom, top, half_height };
    for (a, b, at, turn) in [
        (
            cone(1.132_188_4, 1.132_188_4, 0.131_921_38),
            Shape::Cuboid { half: Vec3::new(0.158_250_17, 0.896_027_74, 0.576_28) },
            [-0.398_263_72, 0.181_389_82, 2.038_345_8],
            [0.5, 0.0, 0.5, -std::f32::consts::FRAC_1_SQRT_2],
        ),
        (
            cone(0.625_414_13, 0.325_73, 0.831_165_3),
            cone(0.0, 0.433_187_9, 0.439_627_14),
            [-0.697_895_17, 0.101_193_29, 0.513_725_64],
            [0.0, 0.0, 0.0, 1.0],
        ),
    ] {
        let pose = Pose::new(at.into(), Quat::from_array(turn));
        Pair::new(&a, &b, &pose).check(&meet(&a, &b, &pose, 0.02), 0.02).unwrap();
    }
}

/// Thirty micrometres were nothing beside the 67 mm by which the two overlap along the normal of a face.
#[test]
fn what_is_hardly_apart_has_no_rough_overlap() {
    let cone = Shape::frustum(0.464_365_96, 0.778_006_4, 0.361_228_02);
    let cuboid = Shape::Cuboid { half: Vec3::new(0.128_916_13, 0.588_103_35, 0.829_752_8) };
    let pose =
        Pose::new(Vec3::new(-0.816_278_8, 0.822_704_1, -1.194_268_2), Quat::from_xyzw(1.0, 0.0, 0.0, -4.371_139e-8));
    let widest = Pair::new(&cone, &cuboid, &pose).widest();
    assert!((2e-5..4e-5).contains(&widest), "{widest}");
    for overlap in [Overlap::Exact, Overlap::Rough] {
        let how = (NormalRule::Closest, overlap);
        let found = collide_overlapping(&cone, &cuboid, &pose, 0.02, how, &mut PairMemory::default());
        assert!((f64::from(found.separation()) - widest).abs() < 1e-6, "{overlap:?} {found:?}, not {widest}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn contacts_lie_on_both_surfaces_along_the_best_direction((a, b, pose) in near_pair()) {
        Pair::new(&a, &b, &pose).check(&meet(&a, &b, &pose, 0.02), 0.02)?;
    }

    /// A way out that is easily found is a way out all the same, and what is apart has none.
    #[test]
    fn a_rough_overlap_parts_the_two_and_without_one_it_is_exact((a, b, pose) in near_pair()) {
        let how = (NormalRule::Closest, Overlap::Rough);
        let rough = collide_overlapping(&a, &b, &pose, 0.02, how, &mut PairMemory::default());
        let exact = meet(&a, &b, &pose, 0.02);
        let pair = Pair::new(&a, &b, &pose);
        if rough.count == 0 || exact.count == 0 {
            prop_assert!(pair.widest() > -pair.slack(), "{rough:?} {exact:?}");
        } else {
            let [rough_gap, exact_gap] = [&rough, &exact].map(|found| pair.gap(found.normal.as_dvec3()));
            prop_assert!(rough_gap <= exact_gap + pair.slack(), "{rough_gap} {exact_gap}");
            prop_assert!(exact_gap < 0.0 || rough_gap >= exact_gap - pair.slack(), "{rough_gap} {exact_gap}");
        }
    }

    #[test]
    fn swapped_frusta_give_the_mirrored_contact((a, b, pose) in near_pair()) {
        let there = meet(&a, &b, &pose, 0.02);
        let back = meet(&b, &a, &pose.inverse(), 0.02).mirrored(&pose);
        let pair = Pair::new(&a, &b, &pose);
        if there.count > 0 && back.count > 0 {
            let gaps = (pair.gap(there.normal.as_dvec3()), pair.gap(back.normal.as_dvec3()));
            prop_assert!((gaps.0 - gaps.1).abs() <= pair.slack(), "{gaps:?}");
            if there.normal.dot(back.normal) > 0.999_999 && (there.feature_a, there.feature_b) == (back.feature_a, back.feature_b) {
                prop_assert!((there.separation() - back.separation()).abs() < 1e-3, "{there:?} {back:?}");
            }
        } else {
            prop_assert!(there.count == back.count || pair.widest() > 0.02 - pair.slack());
        }
    }

    /// Parry finds cylinders' and cones' penetration by other means; its way out is never shorter.
    #[test]
    fn parry_finds_no_shorter_way_out((a, b, pose) in near_pair()) {
        let (Some((ca, la)), Some((cb, lb))) = (parry(&a), parry(&b)) else { return Ok(()) };
        let ours = meet(&a, &b, &pose, 0.02);
        let found = parry3d::query::contact(&theirs(&Pose::IDENTITY, la), &*ca, &theirs(&pose, lb), &*cb, 0.02);
        let pair = Pair::new(&a, &b, &pose);
        let Ok(Some(found)) = found else {
            prop_assert!(ours.count == 0 || ours.separation() > -1e-3, "{ours:?}");
            return Ok(());
        };
        // Its depths and distances are millimetres off now and then: only its direction counts.
        let along_theirs = pair.gap(DVec3::from(found.normal1.to_array().map(f64::from)));
        if ours.count == 0 {
            prop_assert!(pair.widest() > 0.02 - pair.slack(), "{}", found.dist);
        } else {
            let along = pair.gap(ours.normal.as_dvec3());
            prop_assert!(along >= along_theirs - pair.slack(), "{along}, theirs {along_theirs}");
        }
    }

    /// The distance that sweeps go by is the true one where shapes are apart, and negative where they overlap.
    #[test]
    fn the_separation_is_the_distance((a, b, pose) in near_pair(), away in real(0.0..3.0)) {
        let pose = Pose::new(pose.translation * (1.0 + away), pose.rotation);
        let SignedGap { gap: got, normal: n } = separation(&a, &b, &pose);
        let pair = Pair::new(&a, &b, &pose);
        let want = pair.widest();
        let slack = if want > 0.0 { 2e-5 + 1e-5 * want } else { pair.slack() };
        prop_assert!(f64::from(got) >= want - slack, "{got}, by samples {want}");
        prop_assert!((pair.gap(n.as_dvec3()) - f64::from(got)).abs() < 2e-5);
        let SignedGap { gap: back, normal: m } = separation(&b, &a, &pose.inverse());
        let apart = if want > 0.0 { 2e-5 } else { pair.slack() };
        prop_assert!(f64::from((back - got).abs()) < apart, "{back}, {got}");
        // Deep inside, two ways out may be as short.
        prop_assert!(want < 1e-3 || (pose.vector(m) + n).length() < 1e-2, "{n} {m}");
    }

    #[test]
    fn swept_frusta_stop_touching(
        a in frustum(), b in other(), turns in prop::array::uniform2(rotation()),
        start in prop::array::uniform3(real(-4.0..4.0)), speed in real(1.0..500.0),
        spin in prop::array::uniform3(real(-5.0..5.0)), flat in any::<bool>(),
    ) {
        let b = match b {
            Shape::Cuboid { half } if flat => Shape::Quad { half: Vec2::new(half.x, half.z), sides: Sides::Both },
            other => other,
        };
        let start = Vec3::from(start);
        prop_assume!(start.length() > 2.0);
        let ma = Sweep::still(Pose::new(Vec3::ZERO, turns[0]));
        let mb = Sweep {
            spin: spin.into(),
            velocity: -start.normalize() * speed,
            ..Sweep::still(Pose::new(start, turns[1]))
        };
        let gap = |t: f32| separation(&a, &b, &ma.at(t).inverse_mul(&mb.at(t))).gap;
        prop_assume!(gap(0.0) > 1e-3);
        let duration = 8.0 / speed;
        let got = time_of_impact(&a, &ma, &b, &mb, duration, &PairMemory::default());
        let end = got.unwrap_or(duration);
        for k in 0..200 {
            let t = end * k as f32 / 200.0;
            prop_assert!(gap(t) > -2e-5, "overlap {} at {t} before {got:?}", gap(t));
        }
        if let Some(t) = got {
            prop_assert!(gap(t).abs() < 5e-5, "gap {} at {t}", gap(t));
        }
    }

    #[test]
    fn a_ball_touches_a_frustum_where_it_is_nearest(
        shape in frustum(), p in prop::array::uniform3(real(-1.8..1.8)), radius in real(0.05..1.0),
    ) {
        let solid = Solid::new(&shape);
        let center = DVec3::from(p.map(f64::from));
        let manifold = meet(&shape, &Shape::sphere(radius), &at(p[0], p[1], p[2]), 10.0);
        let want = solid.distance(center) - f64::from(radius);
        prop_assert!((f64::from(manifold.separation()) - want).abs() < 2e-5, "{manifold:?}, want {want}");
        let n = manifold.normal.as_dvec3();
        // The foot of the centre lies on the surface, along the normal.
        let foot = center - n * (want + f64::from(radius));
        prop_assert!(solid.distance(foot).abs() < 2e-5, "{manifold:?}");
        let on_a = manifold.points[0].position.as_dvec3() - n * (0.5 * want);
        prop_assert!((on_a - foot).length() < 4e-5);
        prop_assert!(manifold.feature_a.to_string().starts_with("inside") == (solid.distance(center) < 0.0));
    }

    #[test]
    fn rays_enter_frusta_where_parry_and_the_surface_say(
        shape in frustum(), origin in prop::array::uniform3(real(-3.0..3.0)),
        aim in prop::array::uniform3(real(-1.0..1.0)),
    ) {
        let (origin, aim) = (Vec3::from(origin), Vec3::from(aim));
        let solid = Solid::new(&shape);
        prop_assume!(solid.distance(origin.as_dvec3()) > 1e-3);
        let direction = (aim - origin).normalize_or(Vec3::X);
        let got = cast_ray(&shape, origin, direction, 50.0);
        // The first sample inside, of steps of half a millimetre.
        let first = (0..16_000).map(|k| f64::from(k) * 5e-4).find(|s| solid.distance((origin.as_dvec3()) + direction.as_dvec3() * *s) < 0.0);
        match (got, first) {
            (Some(hit), Some(s)) => {
                prop_assert!((f64::from(hit.distance) - s).abs() < 6e-4, "{hit:?}, samples say {s}");
                prop_assert!(hit.normal.dot(direction) <= 1e-4 && (hit.normal.length() - 1.0).abs() < 1e-5);
            }
            (Some(hit), None) => {
                // A graze that the samples stepped over.
                let middle = origin + direction * (hit.distance + 1e-4);
                prop_assert!(solid.distance(middle.as_dvec3()).abs() < 1e-3);
            }
            (None, first) => prop_assert!(first.is_none(), "missed at {first:?}"),
        }
        if let Some((other, lift)) = parry(&shape) {
            let o = (origin - Vec3::Y * lift).to_array();
            let ray = parry3d::query::Ray::new(o.into(), direction.to_array().into());
            let found = other.cast_local_ray_and_get_normal(&ray, 50.0, true);
            if let (Some(hit), Some(found)) = (got, found) {
                // Parry finds it by iteration.
                prop_assert!((hit.distance - found.time_of_impact).abs() < 1e-2, "{hit:?} {found:?}");
            }
        }
    }

    #[test]
    fn the_bounds_are_the_least_that_hold_a_frustum(shape in frustum(), rotation in rotation()) {
        let bounds = shape.aabb(&Pose::new(Vec3::new(1.0, -2.0, 3.0), rotation));
        let (solid, axes) = (Solid::new(&shape), DMat3::from_quat(rotation.as_dquat().normalize()));
        let reach = |d: DVec3| solid.reach(axes.transpose() * d) as f32;
        let want = Aabb {
            min: Vec3::new(1.0 - reach(-DVec3::X), -2.0 - reach(-DVec3::Y), 3.0 - reach(-DVec3::Z)),
            max: Vec3::new(1.0 + reach(DVec3::X), -2.0 + reach(DVec3::Y), 3.0 + reach(DVec3::Z)),
        };
        prop_assert!((bounds.min - want.min).length() < 1e-5 && (bounds.max - want.max).length() < 1e-5, "{bounds:?} {want:?}");
        let furthest = spiral(2_000).map(|n| solid.reach(n)).fold(0.0, f64::max);
        let radius = f64::from(shape.bounding_radius());
        prop_assert!(radius >= furthest - 1e-6 && radius <= furthest * 1.01);
        prop_assert!((f64::from(shape.inner_radius()) + solid.distance(DVec3::ZERO)).abs() < 1e-6);
    }
}

/// The tip of a cone that enters a narrowing frustum by its base, near the rim, is nearer to the side than to the base.
#[test]
fn a_tip_leaves_a_narrowing_frustum_by_its_side() {
    let a = Shape::frustum(0.0, 0.747_363_75, 1.193_147);
    let b = Shape::frustum(0.791_719_9, 0.221_120_9, 0.523_564_34);
    let rotation = Quat::from_xyzw(0.660_822_75, -0.077_308_84, 0.535_421_85, -0.520_250_1);
    let pose = Pose::new(Vec3::new(0.0, -2.479_022_3, 0.111_837_51), rotation);
    Pair::new(&a, &b, &pose).check(&meet(&a, &b, &pose, 0.02), 0.02).unwrap();
    let back = pose.inverse();
    Pair::new(&b, &a, &back).check(&meet(&b, &a, &back, 0.02), 0.02).unwrap();
}

#[test]
fn mass_centre_and_inertia_are_those_of_many_thin_discs() {
    for (bottom, top, half_height) in
        [(0.5, 0.5, 1.0), (1.0, 0.0, 0.7), (0.0, 0.4, 2.0), (0.5, 0.2, 0.4), (0.1, 3.0, 0.2), (0.3, 0.300_001, 0.3)]
    {
        let shape = Shape::frustum(bottom, top, half_height);
        let (b, t, h) = (f64::from(bottom), f64::from(top), f64::from(half_height));
        let y = caps(b, t, h);
        assert!((f64::from(shape.middle().y) - 0.5 * (y[0] + y[1])).abs() < 1e-6 * h, "{shape:?}");
        let (mut volume, mut along, mut across) = (0.0, 0.0, 0.0);
        let pi = std::f64::consts::PI;
        slices(b, t, h, |above, r, thickness| {
            let m = pi * r * r * thickness;
            let height = y[0] + (above + h);
            volume += m;
            along += 0.5 * m * r * r;
            across += m * (0.25 * r * r + height * height);
        });
        let got = shape.unit_inertia().as_dvec3();
        let want = DVec3::new(across, along, across) / volume;
        assert!((f64::from(shape.volume()) / volume - 1.0).abs() < 1e-6, "{shape:?}");
        assert!((got - want).abs().max_element() < 1e-6 * want.max_element(), "{shape:?}: {got} {want}");
    }
    // The limits, by their own formulas.
    let cylinder = Shape::frustum(0.5, 0.5, 0.75).unit_inertia();
    assert_near(cylinder, Vec3::new(0.0625 + 0.1875, 0.125, 0.0625 + 0.1875), 1e-6, "r²/4 + H²/12, r²/2");
    let cone = Shape::frustum(2.0, 0.0, 1.0);
    assert_near(cone.unit_inertia(), Vec3::new(0.6 + 0.15, 1.2, 0.6 + 0.15), 1e-6, "3r²/20 + 3H²/80, 3r²/10");
    assert_near(cone.middle(), Vec3::Y * 0.5, 1e-6, "a quarter of the height above the base");
}

#[test]
fn sizes_out_of_range_are_refused() {
    for (bottom, top, half_height, good) in [
        (0.5, 0.2, 0.4, true),
        (0.0, 0.2, 0.4, true),
        (0.5, 0.0, 0.4, true),
        (0.0, 0.0, 0.4, false),
        (0.5, 1e-4, 0.4, false),
        (-0.5, 0.2, 0.4, false),
        (0.5, 0.2, 0.0, false),
        (0.5, f32::NAN, 0.4, false),
        (2e4, 0.2, 0.4, false),
    ] {
        assert_eq!(Shape::frustum(bottom, top, half_height).validate().is_ok(), good, "{bottom} {top} {half_height}");
    }
    let error = Shape::frustum(0.0, 0.0, 1.0).validate().unwrap_err().to_string();
    assert_eq!(error, "bottom is 0, but must lie within 0.001 … 10000 m, or be 0 at one of the two ends");
}

/// A cylinder of radius 1 and half height 1, and a cone of which the base has radius 1 and lies 0.5 below the centre.
#[test]
fn the_region_of_a_ball_names_what_it_touches() {
    let (cylinder, cone) = (Shape::frustum(1.0, 1.0, 1.0), Shape::frustum(1.0, 0.0, 1.0));
    let h = std::f32::consts::FRAC_1_SQRT_2;
    for (shape, center, name, normal) in [
        (cylinder, Vec3::new(0.3, 1.2, -0.4), "cap top", Vec3::Y),
        (cylinder, Vec3::new(0.3, -1.2, -0.4), "cap bottom", Vec3::NEG_Y),
        (cylinder, Vec3::new(0.9, 0.3, 1.2), "side", Vec3::new(0.6, 0.0, 0.8)),
        (cylinder, Vec3::new(1.1, 1.1, 0.0), "rim top", Vec3::new(h, h, 0.0)),
        (cylinder, Vec3::new(0.0, -1.1, -1.1), "rim bottom", Vec3::new(0.0, -h, -h)),
        (cylinder, Vec3::new(0.0, 0.9, 0.0), "inside cap top", Vec3::Y),
        (cylinder, Vec3::new(0.0, 0.0, 0.9), "inside side", Vec3::Z),
        (cone, Vec3::new(0.0, 1.7, 0.0), "rim top", Vec3::Y),
        (cone, Vec3::new(0.0, -0.7, 0.0), "cap bottom", Vec3::NEG_Y),
        (cone, Vec3::new(0.5 + 0.2, 0.5 + 0.1, 0.0), "side", Vec3::new(2.0, 1.0, 0.0).normalize()),
        (cone, Vec3::new(0.0, 0.0, 0.0), "inside cap bottom", Vec3::NEG_Y),
        (cone, Vec3::new(0.0, 0.9, 0.0), "inside side", Vec3::new(2.0, 1.0, 0.0).normalize()),
    ] {
        let manifold = meet(&shape, &Shape::sphere(0.4), &at(center.x, center.y, center.z), 1.0);
        assert_eq!(manifold.feature_a.to_string(), name, "{center}");
        assert_near(manifold.normal, normal, 1e-6, name);
    }
}

/// With region normals a rim pushes along one fixed diagonal, which is right in the middle of its arc only.
#[test]
fn region_normals_hold_one_diagonal_over_a_whole_rim() {
    let (cylinder, ball) = (Shape::frustum(1.0, 1.0, 1.0), Shape::sphere(0.5));
    for (degrees, along) in [(5.0_f32, 0.0), (45.0, 2.0), (85.0, 4.0)] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let spin = turn(Vec3::Y, along * 40.0);
        let offset = Vec3::new(cos, sin, 0.0) * 0.45;
        let pose = Pose::new(spin * (Vec3::new(1.0, 1.0, 0.0) + offset), Quat::IDENTITY);
        let manifold = collide(&cylinder, &ball, &pose, 0.0, NormalRule::Region, &mut PairMemory::default());
        let diagonal = Vec3::new(1.0, 1.0, 0.0).normalize();
        assert_near(manifold.normal, spin * diagonal, 1e-6, "the diagonal");
        // Moved out by the gap along it, the ball just touches the rim.
        let touching = offset - diagonal * manifold.separation();
        assert!((touching.length() - 0.5).abs() < 1e-6, "{manifold:?}");
    }
}

/// How many points a contact has, and what it calls the two parts.
#[test]
fn contacts_have_as_many_points_as_the_way_they_lie_asks_for() {
    let lying = turn(Vec3::Z, 90.0);
    let cylinder = Shape::frustum(0.5, 0.5, 0.8);
    let table = Shape::cuboid(3.0, 0.5, 3.0);
    let cone = Shape::frustum(0.5, 0.0, 0.8);
    // A cone on its side: the axis dips by the half angle.
    let half_angle = (0.5_f32 / 1.6).atan().to_degrees();
    let on_side = turn(Vec3::Z, 90.0 + half_angle);
    for (name, below, shape, rotation, count, features) in [
        ("stands", table, cylinder, Quat::IDENTITY, 4, ("face +y", "cap bottom")),
        ("stands on the floor", Shape::HalfSpace, cylinder, Quat::IDENTITY, 4, ("front", "cap bottom")),
        ("stands on a quad", Shape::quad(3.0, 3.0), cylinder, Quat::IDENTITY, 4, ("front", "cap bottom")),
        ("lies", table, cylinder, lying, 2, ("face +y", "side")),
        ("lies on the floor", Shape::HalfSpace, cylinder, lying, 2, ("front", "side")),
        ("lies on a quad", Shape::quad(3.0, 3.0), cylinder, lying, 2, ("front", "side")),
        ("on its rim", table, cylinder, turn(Vec3::Z, 30.0), 1, ("face +y", "rim bottom")),
        ("on its rim, floor", Shape::HalfSpace, cylinder, turn(Vec3::Z, 30.0), 1, ("front", "rim bottom")),
        ("cone on its base", table, cone, Quat::IDENTITY, 4, ("face +y", "cap bottom")),
        ("cone on its apex", table, cone, turn(Vec3::X, 180.0), 1, ("face +y", "rim top")),
        ("cone on its side", table, cone, on_side, 2, ("face +y", "side")),
        ("stacked", cylinder, cylinder, Quat::IDENTITY, 4, ("cap top", "cap bottom")),
        ("box on a cylinder", cylinder, Shape::cuboid(0.2, 0.2, 0.2), Quat::IDENTITY, 4, ("cap top", "face -y")),
        ("plank on a cylinder", cylinder, Shape::cuboid(2.0, 0.1, 0.2), Quat::IDENTITY, 4, ("cap top", "face -y")),
        ("cylinder across a cylinder", cylinder, cylinder, lying, 2, ("cap top", "side")),
    ] {
        let pair = Pair::new(&below, &shape, &Pose::new(Vec3::ZERO, rotation));
        let reach = if below == Shape::HalfSpace {
            pair.b.reach(pair.axes.transpose() * DVec3::NEG_Y)
        } else {
            -pair.gap(DVec3::Y)
        };
        for gap in [-0.001_f32, 0.001] {
            let manifold = meet(&below, &shape, &Pose::new(Vec3::Y * (reach as f32 + gap), rotation), 0.01);
            assert_eq!(manifold.count, count, "{name}: {manifold:?}");
            assert_near(manifold.normal, Vec3::Y, 1e-6, name);
            assert_eq!(
                (manifold.feature_a.to_string(), manifold.feature_b.to_string()),
                (features.0.into(), features.1.into()),
                "{name}"
            );
            for point in manifold.points() {
                assert!((point.separation - gap).abs() < 2e-5, "{name}: {manifold:?}");
            }
        }
    }
}

#[test]
fn parallel_cylinders_touch_along_a_line() {
    let cylinder = Shape::frustum(0.5, 0.5, 0.8);
    for (shift, length) in [(0.0, 1.6), (0.3, 1.3), (-1.0, 0.6)] {
        let manifold = meet(&cylinder, &cylinder, &at(0.6, shift, 0.799), 0.01);
        assert_eq!((manifold.count, manifold.feature_a.to_string().as_str()), (2, "side"), "{manifold:?}");
        let span = manifold.points[0].position - manifold.points[1].position;
        assert!((span.length() - length).abs() < 1e-4, "{manifold:?}");
        assert!((manifold.separation() - (Vec2::new(0.6, 0.799).length() - 1.0)).abs() < 1e-6);
    }
}

/// A frustum at rest trembles; its contact keeps the names of its points.
#[test]
fn ids_outlive_small_motion() {
    let cylinder = Shape::frustum(0.5, 0.4, 0.5);
    let lying = turn(Vec3::Z, 90.0);
    let table = Shape::cuboid(3.0, 0.5, 2.0);
    for (name, below, above, rotation, count) in [
        ("on a box", table, cylinder, Quat::IDENTITY, 4),
        ("on the floor", Shape::HalfSpace, cylinder, Quat::IDENTITY, 4),
        ("on a quad", Shape::quad(1.0, 1.0), cylinder, Quat::IDENTITY, 4),
        ("on one of its size", Shape::frustum(0.5, 0.5, 0.5), cylinder, Quat::IDENTITY, 4),
        ("lying", table, Shape::frustum(0.5, 0.5, 1.0), lying, 2),
    ] {
        let pair = Pair::new(&below, &above, &Pose::new(Vec3::ZERO, rotation));
        let reach = if below == Shape::HalfSpace {
            pair.b.reach(pair.axes.transpose() * DVec3::NEG_Y)
        } else {
            -pair.gap(DVec3::Y)
        };
        let mut first: Option<Vec<u32>> = None;
        for k in 0..200_i16 {
            let f = |a: f32| (f32::from(k) * a).sin();
            let shake = Vec3::new(f(1.1), 0.5 * f(1.7), f(2.3)) * 1e-4;
            let tilt = turn(Vec3::new(f(3.1), 0.3, f(0.7)), 0.05 * f(5.3));
            let pose = Pose::new(Vec3::Y * (reach as f32 - 0.001) + shake, tilt * rotation);
            let manifold = meet(&below, &above, &pose, 0.02);
            let mut ids: Vec<u32> = manifold.points().iter().map(|p| p.id).collect();
            ids.sort_unstable();
            assert_eq!(manifold.count, count, "{name}: {manifold:?}");
            assert_eq!(*first.get_or_insert(ids.clone()), ids, "{name}, step {k}");
        }
    }
}

/// The four points of a cap that leans include its lowest, whichever way it leans.
#[test]
fn a_leaning_cap_touches_at_its_lowest_point() {
    let cylinder = Shape::frustum(0.5, 0.5, 0.5);
    for k in 0..48_u8 {
        let azimuth = f32::from(k) * 7.5;
        let rotation = turn(Vec3::Y, azimuth) * turn(Vec3::X, 1.0);
        let lowest =
            Solid::new(&cylinder).reach(DMat3::from_quat(rotation.as_dquat()).transpose() * DVec3::NEG_Y) as f32;
        for below in [Shape::HalfSpace, Shape::cuboid(4.0, 1.0, 4.0), Shape::frustum(3.0, 3.0, 1.0)] {
            let up = if below == Shape::HalfSpace { 0.0 } else { 1.0 };
            let manifold = meet(&below, &cylinder, &Pose::new(Vec3::Y * (lowest + up), rotation), 0.02);
            assert!(manifold.count >= 3 && manifold.separation().abs() < 2e-6, "{azimuth}°: {manifold:?}");
        }
    }
}

#[test]
fn a_one_sided_quad_stops_a_frustum_from_its_front_only() {
    let (quad, cylinder) = (Shape::quad(1.0, 1.0), Shape::frustum(0.3, 0.3, 0.4));
    let mut front = PairMemory::default();
    let step = |memory: &mut PairMemory, y: f32| {
        collide(&quad, &cylinder, &at(0.1, y, 0.0), 0.02, NormalRule::Closest, memory)
    };
    assert_eq!(step(&mut front, 1.0).count, 0);
    for y in [0.39, 0.1, -0.2] {
        // However deep a step carried it, it comes out where it came from.
        let manifold = step(&mut front, y);
        assert_eq!(manifold.normal, Vec3::Y);
        assert!((manifold.separation() - (y - 0.4)).abs() < 1e-6 && manifold.count == 4, "{manifold:?}");
    }
    let mut behind = PairMemory::default();
    for y in [-1.0, -0.39, 0.0, 0.3] {
        assert_eq!(step(&mut behind, y).count, 0, "it passes from behind");
    }
}
