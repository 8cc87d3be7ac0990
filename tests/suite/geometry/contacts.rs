//! Contacts with exactly known answers.

use super::{assert_near, at, meet, turn};
use carom::geometry::{Feature, NormalRule, PairMemory, Region, Shape, Side, collide};
use carom::glam::{Quat, Vec3};
use carom::math::Pose;

fn feature(name: &str, x: i8, y: i8, z: i8) -> Feature {
    let region = Region::new(x, y, z);
    match name {
        "inside" => Feature::Inside(region),
        "rim" => Feature::rim(region),
        _ => Feature::cuboid(region),
    }
}

/// V5: one sphere in each kind of region of a turned box.
#[test]
fn a_sphere_touches_a_turned_box_where_the_clamp_says() {
    let turned = Pose::new(Vec3::new(1.0, 2.0, 3.0), turn(Vec3::new(1.0, 2.0, 2.0), 30.0));
    let shape = Shape::cuboid(1.0, 0.5, 0.75);
    type Row = ([f32; 3], [f32; 3], f32, Feature);
    let rows: [Row; 7] = [
        ([0.918_447_3, 2.963_369, 2.927_407_5], [-0.303_561_2, 0.925_569_7, 0.226_210_93], 0.4, feature("", 0, 1, 0)),
        ([1.908_290_4, 3.294_337_6, 2.901_517_2], [0.285_697_9, 0.958_319, -0.001_167_975], 0.5, feature("", 1, 1, 0)),
        (
            [1.615_120_8, 2.733_319, 1.709_120_6],
            [0.186_519_76, 0.290_545_9, -0.938_506],
            0.360_555_13,
            feature("", 1, 0, -1),
        ),
        (
            [0.472_913_1, 1.237_492_8, 1.876_050_6],
            [-0.108_347_65, -0.469_643_9, -0.876_182_3],
            0.5,
            feature("", 0, -1, -1),
        ),
        (
            [-0.153_240_57, 1.007_428_7, 2.419_191_6],
            [-0.505_935_3, -0.823_409_3, -0.256_956_4],
            0.3,
            feature("", -1, -1, -1),
        ),
        ([2.526_445_7, 1.649_751, 3.387_026_2], [0.738_081_6, -0.567_426_2, 0.365_052_1], 0.3, feature("", 1, -1, 1)),
        (
            [0.891_652_35, 2.240_163_7, 2.314_010_1],
            [-0.363_105_47, 0.107_122_4, -0.925_569_7],
            -0.05,
            feature("inside", 0, 0, -1),
        ),
    ];
    let radius = 0.55;
    for (center, normal, distance, want) in rows {
        let ball = Shape::sphere(radius);
        let ball_pose = Pose::new(center.into(), turn(Vec3::X, 70.0));
        let manifold = meet(&shape, &ball, &turned.inverse_mul(&ball_pose), 0.01);
        let case = format!("{want}");
        assert_eq!((manifold.count, manifold.feature_a, manifold.feature_b), (1, want, Feature::Surface));
        assert_near(turned.vector(manifold.normal), normal.into(), 1e-5, &case);
        assert!((manifold.points[0].separation - (distance - radius)).abs() < 1e-5, "{case}: {:?}", manifold.points[0]);
    }
}

/// V7 and V7b, V7c: a one-sided quad.
#[test]
fn a_one_sided_quad_stops_what_comes_from_the_front() {
    let (quad, ball) = (Shape::quad(1.0, 1.0), Shape::sphere(0.5));
    let over = meet(&quad, &ball, &at(0.0, 0.3, 0.0), 0.0);
    assert_eq!((over.count, over.feature_a, over.normal), (1, Feature::Front, Vec3::Y));
    assert!((over.points[0].separation + 0.2).abs() < 1e-6);
    let rim = meet(&quad, &ball, &at(1.3, 0.4, 0.0), 1e-6);
    assert_eq!((rim.count, rim.feature_a), (1, feature("rim", 1, 0, 0)));
    assert_near(rim.normal, Vec3::new(0.6, 0.8, 0.0), 1e-5, "rim");
    assert_eq!(meet(&quad, &ball, &at(1.3, 0.45, 0.0), 1e-6).count, 0);
    assert_eq!(meet(&quad, &ball, &at(0.0, -0.1, 0.0), 0.0).count, 0);
}

#[test]
fn an_intruder_is_put_out_on_the_side_it_came_from() {
    let (quad, ball, cube) = (Shape::quad(1.0, 1.0), Shape::sphere(0.5), Shape::cuboid(0.5, 0.5, 0.5));
    for shape in [ball, cube] {
        let mut memory = PairMemory::default();
        let mut step = |y| collide(&quad, &shape, &at(0.1, y, 0.2), 0.02, NormalRule::Closest, &mut memory);
        assert_eq!(step(0.6).count, 0);
        let deep = step(-0.3);
        assert!(deep.count > 0 && deep.normal == Vec3::Y, "{deep:?}");
        assert!((deep.separation() + 0.8).abs() < 1e-6);
        assert_eq!(step(-0.7).count, 0);
        for y in [-0.4, 0.0, 0.4, 0.51] {
            assert_eq!(step(y).count, 0, "passing at {y}");
        }
        assert_eq!(step(0.6).count, 0);
        assert!(step(0.45).count > 0);
        assert_eq!(memory.side, Side::Front);
    }
}

/// V8.
#[test]
fn spheres_with_one_centre_part_along_y() {
    let manifold = meet(&Shape::sphere(1.0), &Shape::sphere(0.5), &Pose::IDENTITY, 0.0);
    assert_eq!((manifold.count, manifold.normal, manifold.points[0].separation), (1, Vec3::Y, -1.5));
    // Printed: the normal is the difference of the centres, made unit; of nothing it is nothing, and whatever the
    // speed, its part along that is not an approach: nobody answers.
    let centres = [Vec3::ZERO; 2];
    let printed = (centres[0] - centres[1]).normalize_or_zero();
    let closing = Vec3::new(1.0, -3.0, 2.0);
    assert_eq!(closing.dot(printed), 0.0);
    erratum!(65, printed: closing.dot(printed) < 0.0, right: closing.dot(manifold.normal) < 0.0);
}

#[test]
fn a_cube_on_a_box_rests_on_four_corners() {
    let (base, cube) = (Shape::cuboid(2.0, 0.5, 2.0), Shape::cuboid(0.5, 0.5, 0.5));
    for degrees in [0.0, 10.0, 45.0] {
        let pose = Pose::new(Vec3::new(0.3, 0.99, -0.2), turn(Vec3::Y, degrees));
        let manifold = meet(&base, &cube, &pose, 0.02);
        assert_eq!(manifold.count, 4);
        assert_eq!((manifold.feature_a, manifold.feature_b), (feature("", 0, 1, 0), feature("", 0, -1, 0)));
        for point in manifold.points() {
            assert!((point.separation + 0.01).abs() < 1e-6);
            assert!((pose.inverse_point(point.position).abs() - Vec3::new(0.5, 0.495, 0.5)).length() < 1e-5);
        }
    }
}

#[test]
fn crossed_edges_touch_in_one_point() {
    let bar = Shape::cuboid(2.0, 0.5, 0.5);
    // Both bars stand on an edge, one along x, one along z.
    let lower = Pose::new(Vec3::ZERO, turn(Vec3::X, 45.0));
    let upper = Pose::new(Vec3::new(0.0, 2.0_f32.sqrt() - 0.01, 0.0), turn(Vec3::Y, 90.0) * turn(Vec3::X, 45.0));
    let manifold = meet(&bar, &bar, &lower.inverse_mul(&upper), 0.02);
    assert_eq!(manifold.count, 1);
    assert_near(lower.vector(manifold.normal), Vec3::Y, 1e-5, "normal");
    assert!((manifold.points[0].separation + 0.01).abs() < 1e-5);
    assert!(matches!((manifold.feature_a, manifold.feature_b), (Feature::Edge(_), Feature::Edge(_))));
    assert_near(lower.point(manifold.points[0].position), Vec3::Y * (0.5_f32.sqrt() - 0.005), 1e-5, "position");
}

#[test]
fn the_floor_names_what_stands_on_it() {
    let cube = Shape::cuboid(0.5, 0.5, 0.5);
    for (rotation, height, count, want) in [
        (Quat::IDENTITY, 0.5, 4, feature("", 0, -1, 0)),
        (turn(Vec3::Z, 45.0), 0.5_f32.sqrt(), 2, feature("", -1, -1, 0)),
        (Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::NEG_Y), 0.75_f32.sqrt(), 1, feature("", 1, 1, 1)),
    ] {
        let manifold = meet(&Shape::HalfSpace, &cube, &Pose::new(Vec3::Y * height, rotation), 0.01);
        assert_eq!((manifold.count, manifold.feature_a, manifold.feature_b), (count, Feature::Front, want));
        assert!(manifold.separation().abs() < 1e-6);
    }
}

/// Every pair, both ways round: the same contact seen from the other side.
#[test]
fn swapped_shapes_give_the_mirrored_contact() {
    let shapes = [
        Shape::sphere(0.5),
        Shape::cuboid(0.6, 0.4, 0.5),
        Shape::quad(0.7, 0.8),
        Shape::frustum(0.5, 0.3, 0.4),
        Shape::HalfSpace,
    ];
    for a in &shapes {
        for b in &shapes {
            let pose = Pose::new(Vec3::new(0.1, 0.35, 0.05), turn(Vec3::new(1.0, 0.2, 0.3), 20.0));
            let there = meet(a, b, &pose, 0.01);
            let back = meet(b, a, &pose.inverse(), 0.01).mirrored(&pose);
            assert_eq!((there.count, there.feature_a, there.feature_b), (back.count, back.feature_a, back.feature_b));
            assert_near(there.normal, back.normal, 1e-5, "normal");
            if there.count > 0 {
                assert!((there.separation() - back.separation()).abs() < 1e-5, "{there:?} {back:?}");
            }
        }
    }
}
