//! Contacts, each as the Rust test that its specimen writes: proof that what is written compiles and holds.
//!
//! Generated: `UPDATE_SNAPSHOTS=1 cargo test --test suite specimen::the_rust` writes this file anew.

#[test]
fn contact_of_cube_and_ball() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.5, 0.25, 0.375) };
    let b = Shape::Sphere { radius: 0.5 };
    let position = Vec3::new(0.0, 0.75, 0.0);
    let rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 1.0);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.015625, NormalRule::Region, &mut memory);

    assert_eq!(found.feature_a.to_string(), "face +y");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.0, 0.25, 0.0), 0.0, 16)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_plate_and_cube() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(1.0, 0.5), sides: Sides::Front };
    let b = Shape::Cuboid { half: Vec3::new(0.5, 0.25, 0.375) };
    let position = Vec3::new(0.0, 0.25, 0.0);
    let rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 1.0);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.015625, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "face -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.5, 0.0, 0.375), 0.0, 1688),
        (Vec3::new(0.5, 0.0, -0.375), 0.0, 1665),
        (Vec3::new(-0.5, 0.0, -0.375), 0.0, 1674),
        (Vec3::new(-0.5, 0.0, 0.375), 0.0, 1683),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_floor_and_cone() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Frustum { bottom: 0.5, top: 0.25, half_height: 0.5 };
    let position = Vec3::new(0.0, 0.375, 0.0);
    let rotation = Quat::from_xyzw(0.0, 0.0, 0.0, 1.0);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.015625, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.5, -0.008928572, 0.0), -0.017857144, 0),
        (Vec3::new(0.0, -0.008928572, 0.5), -0.017857144, 4),
        (Vec3::new(-0.5, -0.008928572, 0.0), -0.017857144, 8),
        (Vec3::new(0.0, -0.008928572, -0.5), -0.017857144, 12),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_lower_and_upper() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(1.0, 0.5, 1.0) };
    let b = Shape::Cuboid { half: Vec3::new(1.0, 0.5, 1.0) };
    let position = Vec3::new(0.0, 1.0, 0.0);
    let rotation = Quat::from_xyzw(0.0, 0.38268346, 0.0, 0.9238795);
    let mut memory = PairMemory { bearing: [1669, 1679, 1684, 1694], ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.015625, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "face +y");
    assert_eq!(found.feature_b.to_string(), "face -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.41421354, 0.5, -1.0), 0.0, 1669),
        (Vec3::new(-1.0, 0.5, -0.41421348), 0.0, 1679),
        (Vec3::new(-0.41421354, 0.5, 1.0), 0.0, 1684),
        (Vec3::new(1.0, 0.5, 0.41421348), 0.0, 1694),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}
