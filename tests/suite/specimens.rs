//! Contacts of every sort, each as the Rust test that its specimen writes.
//!
//! Generated: `UPDATE_SNAPSHOTS=1 cargo test --test suite specimen::the_rust` writes this file anew.

#[test]
fn contact_of_box_corner_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.37582758, 0.45853254, 0.22550502) };
    let b = Shape::Frustum { bottom: 0.97556347, top: 0.62055033, half_height: 0.6299495 };
    let position = Vec3::new(0.61950564, 0.52262425, 0.89228934);
    let rotation = Quat::from_xyzw(0.042810403, -0.88419855, 0.3446221, -0.31240365);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "corner +x+y+z");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.41036507, 0.29150245, 0.8640757)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.35567296, 0.4442138, 0.18306294), -0.09823574, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_corner_and_quad_front() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.56455135, 0.6468912, 0.43034053) };
    let b = Shape::Quad { half: Vec2::new(0.85787636, 0.6127105), sides: Sides::Front };
    let position = Vec3::new(0.42289013, -0.21346739, 0.60805684);
    let rotation = Quat::from_xyzw(-0.84378505, -0.19856566, -0.44032955, 0.23389855);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "corner -x+y+z");
    assert_eq!(found.feature_b.to_string(), "front");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.5410783, 0.81172645, 0.21985154)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(-0.2625376, 0.19380936, -0.043729722), -1.1163418, 1786),
        (Vec3::new(-0.2416395, 0.16245797, 0.2991346), -1.1935879, 1747),
        (Vec3::new(0.6449807, 0.3905522, 0.36091247), -0.6315902, 1756),
        (Vec3::new(0.15636659, 0.335829, -0.3329298), -0.76642203, 1767),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_edge_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.48947516, 0.42836955, 0.86339736) };
    let b = Shape::Cuboid { half: Vec3::new(0.87782454, 0.7847471, 0.5559122) };
    let position = Vec3::new(-0.62789935, -0.20087677, 0.71863776);
    let rotation = Quat::from_xyzw(-0.66569453, 0.062071137, -0.2531367, -0.6992281);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "edge -x+z");
    assert_eq!(found.feature_b.to_string(), "face -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.43664142, -0.014454842, 0.89951974)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.24587804, 0.43255872, 0.60272133), -0.5795891, 5488),
        (Vec3::new(-0.30490166, 0.43448, 0.48315966), -0.8454239, 5441),
        (Vec3::new(-0.302198, -0.4221699, 0.47758985), -0.85780793, 5450),
        (Vec3::new(0.49197143, -0.42494023, 0.6499859), -0.47450075, 5462),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_edge_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.9240653, 0.23761284, 0.30815652) };
    let b = Shape::Frustum { bottom: 0.39929643, top: 0.047105413, half_height: 0.9115336 };
    let position = Vec3::new(-1.0570878, -0.66632926, -0.37117633);
    let rotation = Quat::from_xyzw(0.09531351, -0.72710866, -0.2175569, 0.64412546);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "edge -x-y");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9985214, -0.0543607, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.855002, -0.23385297, -0.16071016), -0.13833115, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_edge_and_other_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.30411804, 0.65156734, 0.78116935) };
    let b = Shape::Cuboid { half: Vec3::new(0.76849204, 0.2816407, 0.781858) };
    let position = Vec3::new(0.3779497, -0.5297376, -1.0212206);
    let rotation = Quat::from_xyzw(-0.51918674, 0.5149535, -0.6809548, -0.03960055);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "edge -x-z");
    assert_eq!(found.feature_b.to_string(), "edge +x-y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.103691235, 0.0, -0.99460953)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.05991514, -0.65156734, -0.51542044), -0.5343784, 2232),
        (Vec3::new(-0.27460477, -0.2808357, -0.4980773), -0.56925267, 2181),
        (Vec3::new(-0.2803208, -0.111225866, -0.5529055), -0.45900196, 2217),
        (Vec3::new(0.32026052, -0.65156734, -0.6263301), -0.3113569, 2215),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_edge_and_sphere_surface_by_region() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.5247779, 0.34089118, 0.3227927) };
    let b = Shape::Sphere { radius: 0.44213322 };
    let position = Vec3::new(0.3209049, -0.3695022, 0.35867935);
    let rotation = Quat::from_xyzw(-0.23752156, 0.5890108, 0.25382894, -0.72953457);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Region, &mut memory);

    assert_eq!(found.feature_a.to_string(), "edge -y+z");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -0.70710677, 0.70710677)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.3209049, -0.20070848, 0.18261), -0.39649656, 19)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_face_and_box_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.7368696, 0.42438275, 0.5945801) };
    let b = Shape::Cuboid { half: Vec3::new(0.48816663, 0.5602077, 0.34232244) };
    let position = Vec3::new(0.18828118, 0.069307804, 1.2079327);
    let rotation = Quat::from_xyzw(-0.563599, 0.6495189, -0.4252204, -0.28225666);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "face +z");
    assert_eq!(found.feature_b.to_string(), "corner -x+y+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.0, 1.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.21752295, 0.013257086, 0.5471713), -0.09481767, 2584)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_face_and_other_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.56958103, 0.6219204, 0.793336) };
    let b = Shape::Cuboid { half: Vec3::new(0.89678454, 0.7482807, 0.84797215) };
    let position = Vec3::new(-0.5292662, 0.096359804, 0.6629184);
    let rotation = Quat::from_xyzw(-0.11969814, -0.69714445, -0.123567104, 0.69598365);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "face +z");
    assert_eq!(found.feature_b.to_string(), "face -x");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.0, 1.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.5244067, 0.5175468, 0.2821511), -1.0223697, 2579),
        (Vec3::new(-0.56958103, -0.6219204, 0.27784163), -1.0309887, 2607),
        (Vec3::new(0.11395067, -0.6219204, 0.27871603), -1.0292399, 2618),
        (Vec3::new(-0.56958103, 0.6219204, 0.2810182), -1.0246356, 2613),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_face_and_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.7744966, 0.9895826, 0.9766944) };
    let b = Shape::Quad { half: Vec2::new(0.85261434, 0.26662794), sides: Sides::Both };
    let position = Vec3::new(-0.45596963, -1.1050522, -0.5876852);
    let rotation = Quat::from_xyzw(-0.17395589, 0.18480256, 0.6838094, -0.68409956);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "face -x");
    assert_eq!(found.feature_b.to_string(), "rim -z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-1.0000005, -2.2351742e-7, -7.4505806e-8)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(-0.5496005, -0.98958266, -0.8217489), -0.44979218, 4265),
        (Vec3::new(-0.54831946, -0.25646657, -0.83270407), -0.45235446, 4234),
        (Vec3::new(-0.67916757, -0.2486099, -0.36814487), -0.19065805, 4243),
        (Vec3::new(-0.6804625, -0.9895828, -0.3570724), -0.18806833, 4253),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_box_inside_and_sphere_surface_by_region() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.98040426, 0.55475336, 0.7402507) };
    let b = Shape::Sphere { radius: 0.7695409 };
    let position = Vec3::new(-0.8533564, -0.2849871, -0.4848807);
    let rotation = Quat::from_xyzw(-0.6433692, 0.54181314, 0.46242476, -0.28049564);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Region, &mut memory);

    assert_eq!(found.feature_a.to_string(), "inside -x");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-1.0, 0.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.53210986, -0.2849871, -0.4848807), -0.89658874, 44)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_box_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Cuboid { half: Vec3::new(0.946273, 0.8619866, 0.4663084) };
    let position = Vec3::new(-1.152541, 0.6099722, -0.00939973);
    let rotation = Quat::from_xyzw(-0.5086317, -0.37447834, 0.06504199, -0.77254725);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "corner -x-y+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-2.0014477, -0.22663906, 0.059547056), -0.45327812, 4)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Cuboid { half: Vec3::new(0.28232455, 0.8460206, 0.31256863) };
    let position = Vec3::new(1.1010071, 0.39015004, 0.8881695);
    let rotation = Quat::from_xyzw(0.49725682, -0.47787884, 0.60185415, 0.4026651);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "edge +y+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(0.30451238, -0.048710242, 1.0331815), -0.097420484, 7),
        (Vec3::new(0.40682292, -0.051373795, 0.47790423), -0.10274759, 6),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_frustum_rim_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Frustum { bottom: 0.39829856, top: 0.2876151, half_height: 0.71466666 };
    let position = Vec3::new(0.10716604, -0.18880701, -0.20720148);
    let rotation = Quat::from_xyzw(0.3047919, 0.10988639, 0.33813316, 0.88356817);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.29325503, -0.44275966, -0.42218503), -0.8855193, 256)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Frustum { bottom: 0.4372123, top: 0.48485592, half_height: 0.62817454 };
    let position = Vec3::new(0.10358735, 0.11610508, 0.8028112);
    let rotation = Quat::from_xyzw(-0.6392153, -0.50967246, 0.28410262, 0.5009226);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(-0.1314264, -0.16744961, 1.3984206), -0.33489922, 256),
        (Vec3::new(0.3299698, -0.17783624, 0.22907671), -0.35567248, 257),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Quad { half: Vec2::new(0.24571307, 0.7217685), sides: Sides::Front };
    let position = Vec3::new(-0.38348448, -0.42739606, 0.29933026);
    let rotation = Quat::from_xyzw(-0.19284739, -0.19031854, 0.9619579, -0.035010457);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim +z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(-0.86849254, -0.3499684, 0.8206874), -0.6999368, 5),
        (Vec3::new(-0.35214537, -0.07594165, -0.4109058), -0.1518833, 1),
        (Vec3::new(0.10152358, -0.077427655, -0.22202691), -0.15485531, 0),
        (Vec3::new(-0.4148236, -0.3514544, 1.0095663), -0.7029088, 4),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_ceiling_and_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Sphere { radius: 0.29265276 };
    let position = Vec3::new(0.569733, -1.0183226, 0.9367003);
    let rotation = Quat::from_xyzw(0.09815349, -0.72370654, 0.5927709, -0.3394663);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.569733, -0.65548766, 0.9367003), -1.3109753, 0)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_floor_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Cuboid { half: Vec3::new(0.9548326, 0.99362046, 0.53886414) };
    let position = Vec3::new(0.46236154, 0.106743574, 0.66836965);
    let rotation = Quat::from_xyzw(-0.039808918, 0.00427748, 0.999167, 0.007880685);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "face +y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(-0.54814327, -0.4335305, 1.1373532), -0.867061, 7),
        (Vec3::new(-0.462481, -0.4384747, 0.06308025), -0.8769494, 3),
        (Vec3::new(1.440894, -0.45318645, 0.21512577), -0.9063729, 2),
        (Vec3::new(1.3552318, -0.44824225, 1.2893988), -0.8964845, 6),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_floor_and_quad_rim_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let b = Shape::Quad { half: Vec2::new(0.63283265, 0.849146), sides: Sides::Both };
    let position = Vec3::new(0.67595905, -0.82113785, 0.805659);
    let rotation = Quat::from_xyzw(0.76419586, -0.22405255, 0.5723744, 0.19542904);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim corner +x+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(1.4990895, -0.68384755, 1.1867857), -1.3676951, 5),
        (Vec3::new(0.16212684, -0.21242204, 1.6425898), -0.4248441, 1),
        (Vec3::new(-0.14717144, -0.1372903, 0.42453235), -0.2745806, 0),
        (Vec3::new(1.1897912, -0.6087158, -0.031271756), -1.2174315, 4),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_bottom_and_box_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.73444694, top: 0.06904609, half_height: 0.44084805 };
    let b = Shape::Cuboid { half: Vec3::new(0.31313363, 0.76679283, 0.5048358) };
    let position = Vec3::new(0.16815263, -0.43557748, 0.23106238);
    let rotation = Quat::from_xyzw(0.84023553, -0.09166014, 0.5276369, -0.08486463);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "corner -x-y+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(1.4901161e-8, -1.0, -1.4901161e-8)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.5395552, 0.081989735, -0.0746623), -0.649473, 8483),
        (Vec3::new(-0.20100638, 0.010152459, 0.70640546), -0.50579834, 8486),
        (Vec3::new(0.4478889, 0.003917426, 0.5820719), -0.49332836, 8465),
        (Vec3::new(-0.37140685, 0.058824897, 0.35827944), -0.6031432, 8482),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_bottom_and_frustum_rim_top() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7601875, top: 0.027194802, half_height: 0.35880733 };
    let b = Shape::Frustum { bottom: 0.64372456, top: 0.7051058, half_height: 0.6136318 };
    let position = Vec3::new(-0.011905766, -0.9732778, -0.01616305);
    let rotation = Quat::from_xyzw(-0.2711882, 0.2717734, -0.03351377, -0.92275286);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "rim top");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 3] = [
        (Vec3::new(0.102334835, -0.14123236, -0.27944836), -0.089605466, 140),
        (Vec3::new(0.3316958, -0.15534054, -0.13015786), -0.061389092, 141),
        (Vec3::new(-0.16337399, -0.15534027, -0.34496894), -0.061389625, 139),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_bottom_and_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6999882, top: 0.4109292, half_height: 0.47279483 };
    let b = Shape::Sphere { radius: 0.52766955 };
    let position = Vec3::new(0.50914115, -0.68220454, -0.42691088);
    let rotation = Quat::from_xyzw(-0.7943199, 0.43956533, 0.18421552, 0.37670007);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -1.0, -0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.50914115, -0.2735631, -0.42691088), -0.2380562, 0)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_top_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9466886, top: 0.5896543, half_height: 0.30916262 };
    let b = Shape::Cuboid { half: Vec3::new(0.48028418, 0.30606472, 0.51423424) };
    let position = Vec3::new(0.40797463, 0.96700776, -0.6446848);
    let rotation = Quat::from_xyzw(0.70053315, 0.39851627, 0.10229297, -0.5830731);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "edge -x-z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.00036910176, 0.99999547, -0.0029521585)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.073150665, 0.3254919, -0.58500713), -0.061443806, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_top_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.68160516, top: 0.62602484, half_height: 0.25045452 };
    let b = Shape::Frustum { bottom: 0.20734273, top: 0.4850756, half_height: 0.63102585 };
    let position = Vec3::new(0.5716088, 0.59652966, 0.06787843);
    let rotation = Quat::from_xyzw(0.57255787, -0.012607865, 0.25434625, 0.7793116);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(0.6243443, 0.24076608, -0.045839693), -0.0335623, 1280),
        (Vec3::new(0.3683469, 0.24078137, 0.50618935), -0.033531733, 1281),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_cap_top_and_quad_back() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.68265325, top: 0.10073974, half_height: 0.6067313 };
    let b = Shape::Quad { half: Vec2::new(0.6787761, 0.22236718), sides: Sides::Both };
    let position = Vec3::new(0.41366106, 0.36442852, 0.09810968);
    let rotation = Quat::from_xyzw(0.0026045255, -0.107623726, -0.0046195686, 0.9941775);
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "back");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.008624725, 0.99994373, 0.006173072)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(0.079796314, 0.61405104, 0.057106715), -0.49295178, 2176),
        (Vec3::new(0.03950736, 0.6141226, 0.0902135), -0.49280864, 2180),
        (Vec3::new(-0.084038615, 0.61511946, -0.060143128), -0.49081483, 2184),
        (Vec3::new(0.09813559, 0.6141226, 0.008291423), -0.49280858, 2188),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_bottom_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8905262, top: 0.24229495, half_height: 0.3047362 };
    let b = Shape::Cuboid { half: Vec3::new(0.5111897, 0.54994184, 0.8825919) };
    let position = Vec3::new(0.8185078, -0.51807296, 0.806234);
    let rotation = Quat::from_xyzw(0.018411309, 0.52965236, 0.4039617, 0.7456168);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "edge +x+y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.25728437, -0.90054333, 0.35046616)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.4825359, -0.044216365, 0.6572088), -0.34582767, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_bottom_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8947914, top: 0.40714195, half_height: 0.27316135 };
    let b = Shape::Cuboid { half: Vec3::new(0.76401645, 0.9177926, 0.9063537) };
    let position = Vec3::new(0.55490875, -0.69567657, -0.8949716);
    let rotation = Quat::from_xyzw(0.65797144, -0.47500867, 0.06389044, 0.5808256);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "face +y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6993027, -0.12598324, -0.70363635)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(0.37682766, -0.16225219, -0.3791629), -0.72623163, 3328),
        (Vec3::new(0.2314333, 0.33178043, -0.2328676), -0.19252542, 3329),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_bottom_and_other_frustum_rim_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7303487, top: 0.08621125, half_height: 0.29644826 };
    let b = Shape::Frustum { bottom: 0.76486814, top: 0.32541883, half_height: 0.84595716 };
    let position = Vec3::new(1.1373336, 0.14960438, 0.6914853);
    let rotation = Quat::from_xyzw(0.629459, 0.15309764, -0.061401665, 0.7593235);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.5971883, 0.3263535, 0.73270696)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.37859783, -0.21256295, 0.46438935), -0.27753395, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_bottom_and_quad_front() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7153461, top: 0.6443218, half_height: 0.9626223 };
    let b = Shape::Quad { half: Vec2::new(0.4581444, 0.68311125), sides: Sides::Both };
    let position = Vec3::new(0.034086928, -0.60712075, -0.5957395);
    let rotation = Quat::from_xyzw(-0.06761481, -0.94251144, -0.14172909, 0.29498005);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "front");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.21106997, -0.9506822, -0.22727253)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 4] = [
        (Vec3::new(-0.444602, -0.73908657, -0.47873402), -0.39980456, 3084),
        (Vec3::new(0.6694939, -0.88050044, -0.26736927), -0.10230467, 3110),
        (Vec3::new(0.061760165, -0.76997733, -0.67681044), -0.33481807, 3086),
        (Vec3::new(0.01191698, -0.8629582, 0.18875885), -0.1392092, 3105),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_bottom_and_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.31061777, top: 0.77327436, half_height: 0.43621227 };
    let b = Shape::Quad { half: Vec2::new(0.77207476, 0.74853474), sides: Sides::Both };
    let position = Vec3::new(-0.907493, -0.65441936, -0.2429553);
    let rotation = Quat::from_xyzw(0.8646422, 0.27124318, -0.25849968, -0.33466274);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "rim +x");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.20474043, -0.89007366, -0.40724778)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.11510384, -0.44719875, -0.22905168), -0.23823635, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_rim_top_and_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.35293126, top: 0.798306, half_height: 0.9462363 };
    let b = Shape::Sphere { radius: 0.8081486 };
    let position = Vec3::new(1.0240932, 1.0334231, -0.008850604);
    let rotation = Quat::from_xyzw(-0.023735613, -0.99689364, -0.05745423, -0.048360378);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.57700413, 0.816726, -0.00498669)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.6780321, 0.5435877, -0.0058598127), -0.4167875, 4)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_side_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.53122914, top: 0.33672318, half_height: 0.39311644 };
    let b = Shape::Cuboid { half: Vec3::new(0.5372267, 0.36977127, 0.28425074) };
    let position = Vec3::new(-0.1185486, 0.72952706, 0.37644237);
    let rotation = Quat::from_xyzw(-0.034686238, 0.112117335, 0.9345736, 0.3358552);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "face -z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.016666703, 0.24015006, 0.97059256)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.005562827, 0.118860066, 0.32383704), -0.18439493, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_side_and_frustum_rim_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.50899994, top: 0.7617629, half_height: 0.91097575 };
    let b = Shape::Frustum { bottom: 0.93880355, top: 0.70949644, half_height: 0.61206836 };
    let position = Vec3::new(-0.363403, -0.6517908, 0.9064104);
    let rotation = Quat::from_xyzw(0.15366787, 0.030013591, 0.61975235, 0.7690204);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.71361315, -0.1374159, 0.68693024)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.20184901, -0.29987672, 0.19452219), -0.65372884, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_side_and_other_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.42758238, top: 0.79110575, half_height: 0.7627762 };
    let b = Shape::Frustum { bottom: 0.5087503, top: 0.17904079, half_height: 0.9362772 };
    let position = Vec3::new(-0.3968808, 0.8055645, 0.5974837);
    let rotation = Quat::from_xyzw(0.8800767, 0.3697708, 0.21159089, -0.2096752);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.15876424, -0.2317995, 0.9597202)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.07896455, 0.5426621, 0.47733572), -0.564078, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_side_and_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.3818293, top: 0.55280054, half_height: 0.76179534 };
    let b = Shape::Quad { half: Vec2::new(0.36058536, 0.5060579), sides: Sides::Both };
    let position = Vec3::new(0.076378584, 0.6337103, -0.80982625);
    let rotation = Quat::from_xyzw(0.25253934, -0.69010055, -0.17692772, 0.65473795);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim +x");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.08947687, -0.11151612, -0.98972636)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.047054864, 0.42212188, -0.52048635), -0.004739832, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_frustum_side_and_quad_rim_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.33602786, top: 0.6779898, half_height: 0.7459971 };
    let b = Shape::Quad { half: Vec2::new(0.7322506, 0.24495016), sides: Sides::Both };
    let position = Vec3::new(0.5930242, -0.9864817, 0.5920876);
    let rotation = Quat::from_xyzw(0.16510041, 0.18131316, -0.9415042, -0.23116496);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim corner +x-z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.32943967, -0.22340506, 0.9173656)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.10648066, -0.5799214, 0.29637536), -0.18754838, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_back_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.72146994, 0.6843918), sides: Sides::Both };
    let b = Shape::Cuboid { half: Vec3::new(0.7270718, 0.45181087, 0.7921128) };
    let position = Vec3::new(-0.2724564, -0.8594011, -0.46772242);
    let rotation = Quat::from_xyzw(0.00934577, -0.27766117, -0.71237016, -0.64447325);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "edge +x+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(-0.5396874, 0.060247853, 0.105513394), -0.12049571, 1112),
        (Vec3::new(0.29471415, 0.06707795, -0.24106973), -0.1341559, 1089),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_back_and_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.87708116, 0.6263711), sides: Sides::Both };
    let b = Shape::Quad { half: Vec2::new(0.20565347, 0.2773775), sides: Sides::Front };
    let position = Vec3::new(0.3257896, -0.009937532, -0.3757981);
    let rotation = Quat::from_xyzw(0.97941923, 0.018043116, -0.1860006, 0.07626395);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim -z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(0.6173773, 0.0173977, -0.19633444), -0.0347954, 1153),
        (Vec3::new(0.23479748, 0.015963623, -0.045344815), -0.031927247, 1162),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_back_and_quad_rim_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.89332163, 0.50259626), sides: Sides::Both };
    let b = Shape::Quad { half: Vec2::new(0.7980505, 0.53689545), sides: Sides::Front };
    let position = Vec3::new(-0.1401124, 0.6078691, -0.21553303);
    let rotation = Quat::from_xyzw(-0.28269494, 0.40039632, 0.5872786, -0.64410424);
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim corner -x+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 3] = [
        (Vec3::new(-0.58699024, 0.7246306, -0.08324206), -1.4492612, 1032),
        (Vec3::new(0.09736174, 0.6818026, -0.50259626), -1.3636051, 1029),
        (Vec3::new(0.09736177, 0.6818026, -0.50259626), -1.3636051, 1065),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_front_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9206555, 0.8371073), sides: Sides::Both };
    let b = Shape::Frustum { bottom: 0.99610794, top: 0.29362828, half_height: 0.35032386 };
    let position = Vec3::new(-0.14448299, 0.38451853, 0.29703373);
    let rotation = Quat::from_xyzw(-0.8725537, 0.37663487, 0.29600865, 0.09578636);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 2] = [
        (Vec3::new(0.71610105, -0.082568, 0.22975537), -0.165136, 3328),
        (Vec3::new(-0.27294314, -0.07553202, 0.30707642), -0.15106404, 3329),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.96457434, 0.6104974), sides: Sides::Both };
    let b = Shape::Cuboid { half: Vec3::new(0.7763709, 0.72424215, 0.6110636) };
    let position = Vec3::new(0.15958789, 0.08096712, 0.3678767);
    let rotation = Quat::from_xyzw(0.66012466, -0.18285967, 0.6320738, -0.36232626);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim +z");
    assert_eq!(found.feature_b.to_string(), "edge +y-z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.7083827, 0.7058286)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.2513907, -0.33796644, 0.2737495), -0.9541918, 1920)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_and_frustum_cap_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.6764116, 0.39644983), sides: Sides::Both };
    let b = Shape::Frustum { bottom: 0.87396103, top: 0.21049891, half_height: 0.49575263 };
    let position = Vec3::new(0.13049328, 0.58196855, -0.5352119);
    let rotation = Quat::from_xyzw(0.020169318, 0.08603994, 0.24736167, -0.96488476);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim +x");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.47522804, 0.87986267, -2.1047642e-8)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.65983254, -0.030695435, -0.1029868), -0.06977325, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_and_other_quad_rim() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.4164962, 0.546238), sides: Sides::Both };
    let b = Shape::Quad { half: Vec2::new(0.7330965, 0.68409073), sides: Sides::Both };
    let position = Vec3::new(-0.2988186, 0.063055724, -0.20326203);
    let rotation = Quat::from_xyzw(-0.13694617, -0.15517727, -0.20911692, 0.9557385);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim -x");
    assert_eq!(found.feature_b.to_string(), "rim +z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.38193703, -0.9241885, -2.9802322e-8)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.36928576, 0.11423686, 0.47973698), -0.2472156, 898)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_and_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.4065542, 0.41482508), sides: Sides::Both };
    let b = Shape::Sphere { radius: 0.5708053 };
    let position = Vec3::new(0.40488794, 0.035109855, -0.6003476);
    let rotation = Quat::from_xyzw(-0.6050035, -0.6013744, 0.45377445, -0.25769842);
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim -z");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.18594792, -0.98255956)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.40488794, -0.035515103, -0.22716123), -0.38198978, 36)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_corner_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.33730638, 0.37237313), sides: Sides::Both };
    let b = Shape::Cuboid { half: Vec3::new(0.6458493, 0.7576007, 0.84521973) };
    let position = Vec3::new(-1.0993227, 0.53398526, 0.362253);
    let rotation = Quat::from_xyzw(0.23338695, -0.9704289, 0.025043935, -0.056313455);
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim corner -x-z");
    assert_eq!(found.feature_b.to_string(), "face -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.45015034, 0.8898066, -0.07489238)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.33855456, 0.0024678707, -0.37258112), 0.005546823, 5258)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_corner_and_frustum_cap_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.4912638, 0.20734814), sides: Sides::Both };
    let b = Shape::Frustum { bottom: 0.9109982, top: 0.4845026, half_height: 0.72558296 };
    let position = Vec3::new(0.7135553, -0.19003084, 0.0002669096);
    let rotation = Quat::from_xyzw(0.774066, 0.29780298, 0.55822116, 0.022901744);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim corner +x+z");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.4354698, -0.8215778, 0.36793473)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 3] = [
        (Vec3::new(0.40297735, 0.16656539, 0.13275363), -0.40547684, 8480),
        (Vec3::new(0.4361996, 0.10388674, -0.2538727), -0.25289568, 8481),
        (Vec3::new(-0.31060362, 0.025544453, 0.19590832), -0.062183876, 8490),
    ];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_corner_and_frustum_rim_bottom() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.972432, 0.78619486), sides: Sides::Front };
    let b = Shape::Frustum { bottom: 0.6491882, top: 0.1849624, half_height: 0.2098455 };
    let position = Vec3::new(1.2497915, 0.03706582, 0.18914497);
    let rotation = Quat::from_xyzw(0.11043158, -0.50887364, 0.26468834, 0.8116604);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim corner +x+z");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.9883161, 0.029311087, 0.14957297)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.88046664, -0.21798885, 0.45494395), -0.29365313, 32768)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_quad_rim_corner_and_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.79637426, 0.62985754), sides: Sides::Both };
    let b = Shape::Sphere { radius: 0.79864436 };
    let position = Vec3::new(-0.8608271, 0.7530423, -0.6723883);
    let rotation = Quat::from_xyzw(0.48073497, -0.5785383, 0.102747254, 0.65086895);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "rim corner -x-z");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.08514343, 0.9947834, -0.056183975)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.794601, -0.020717934, -0.62868744), -0.041653156, 35)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_corner() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.777696 };
    let b = Shape::Cuboid { half: Vec3::new(0.31454584, 0.43052483, 0.30647555) };
    let position = Vec3::new(0.34759545, -1.0847518, 0.21357304);
    let rotation = Quat::from_xyzw(-0.22457312, 0.15938187, -0.9242358, 0.2644854);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "corner -x-y-z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.44754595, -0.8929433, 0.048528843)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.30086958, -0.6002949, 0.03262426), -0.21086109, 0)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_corner_by_region() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.88072973 };
    let b = Shape::Cuboid { half: Vec3::new(0.24367915, 0.2837214, 0.67488873) };
    let position = Vec3::new(-1.0626734, 0.4017089, 1.0547059);
    let rotation = Quat::from_xyzw(0.41738206, 0.7794751, -0.23084599, 0.40610468);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Region, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "corner +x+y+z");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.5524236, -0.17857927, 0.81421006)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.63457346, 0.18832015, 0.50924045), -0.10326624, 26)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_edge() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.7157687 };
    let b = Shape::Cuboid { half: Vec3::new(0.8030563, 0.76751494, 0.8086248) };
    let position = Vec3::new(0.119176865, 0.7855165, -1.2985315);
    let rotation = Quat::from_xyzw(-0.3779055, -0.059480518, -0.5734092, 0.72446626);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "edge +x-y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.32769775, 0.78633934, -0.5237219)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.1908454, 0.4579503, -0.3050065), -0.2667725, 11)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_face() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.96363133 };
    let b = Shape::Cuboid { half: Vec3::new(0.6454082, 0.847254, 0.9430876) };
    let position = Vec3::new(0.9665803, -1.2060069, -0.7062949);
    let rotation = Quat::from_xyzw(0.17882168, 0.51013505, -0.8174521, 0.19888952);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "face -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.50761175, -0.4004103, -0.7628904)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.41338593, -0.32608396, -0.6212782), -0.29851472, 10)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_face_by_region() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.517837 };
    let b = Shape::Cuboid { half: Vec3::new(0.5249442, 0.8994475, 0.71846426) };
    let position = Vec3::new(-0.085274875, 0.68203074, 0.39754784);
    let rotation = Quat::from_xyzw(-0.41530806, -0.713922, -0.5135879, -0.23251233);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Region, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "face -x");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.54691446, 0.8318262, 0.09460303)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.17623524, 0.26804405, 0.030484587), -0.39120287, 12)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_box_inside() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.46861064 };
    let b = Shape::Cuboid { half: Vec3::new(0.94178396, 0.5828425, 0.7382944) };
    let position = Vec3::new(-0.3471036, 0.13278474, -0.3467356);
    let rotation = Quat::from_xyzw(-0.53390265, 0.80693966, -0.24529183, 0.060236245);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside -y");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.83210355, 0.30955994, -0.46019197)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.15612915, 0.05808326, -0.086346656), -0.56195724, 42)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_frustum_inside_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.87647253 };
    let b = Shape::Frustum { bottom: 0.70729864, top: 0.47070733, half_height: 0.47373363 };
    let position = Vec3::new(0.22020748, 0.3507351, 0.085402414);
    let rotation = Quat::from_xyzw(0.74101835, 0.5452159, 0.04705783, -0.38912326);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.106656544, 0.88126695, 0.46042687)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.035290137, 0.2915904, 0.15234436), -1.0911924, 10)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_frustum_side() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.7995861 };
    let b = Shape::Frustum { bottom: 0.5733257, top: 0.17081271, half_height: 0.5706347 };
    let position = Vec3::new(-0.88470155, -0.6741145, -0.45315033);
    let rotation = Quat::from_xyzw(0.79785883, 0.5744289, 0.18285698, -0.00400546);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "side");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.55670583, -0.7450383, -0.36741897)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(-0.4307777, -0.57650894, -0.284308), -0.05157672, 2)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_other_sphere_surface() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.69983757 };
    let b = Shape::Sphere { radius: 0.53429025 };
    let position = Vec3::new(0.6688274, -0.3985612, -0.32080337);
    let rotation = Quat::from_xyzw(-0.2846154, -0.41610566, 0.8582549, -0.09617043);
    let mut memory = PairMemory::default();
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "surface");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.79425794, -0.47330657, -0.3809662)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.4001573, -0.2384579, -0.19193564), -0.3920495, 0)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}

#[test]
fn contact_of_sphere_surface_and_quad_front() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.52132607 };
    let b = Shape::Quad { half: Vec2::new(0.7322097, 0.47285545), sides: Sides::Both };
    let position = Vec3::new(0.23499261, 0.051677056, 0.2720001);
    let rotation = Quat::from_xyzw(-0.97569764, 0.18723723, -0.10977369, -0.03009437);
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let found = collide(&a, &b, &Pose::new(position, rotation), 0.01, NormalRule::Closest, &mut memory);

    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "front");
    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(bits(found.normal), bits(Vec3::new(0.371981, 0.9280727, -0.01761857)));
    let points = found.points().iter().map(|p| (bits(p.position), p.separation.to_bits(), p.id));
    let expected: [(Vec3, f32, u32); 1] = [(Vec3::new(0.12124864, 0.3025084, -0.0057426393), -0.39074546, 1)];
    assert!(points.eq(expected.map(|(p, s, id)| (bits(p), f32::to_bits(s), id))), "{:?}", found.points());
}
