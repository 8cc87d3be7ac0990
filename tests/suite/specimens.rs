//! Contacts of every sort, each as the Rust test that its specimen writes. Made by `specimen.rs`.

mod box_corner_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.3412437, 0.56455135, 0.6468912) };
    let pose_a = Pose::new(Vec3::new(1.7736304, 0.13421321, 2.6925063), Quat::from_xyzw(-0.21903239, 0.68527, 0.49348864, 0.48877284));
    let b = Shape::Cuboid { half: Vec3::new(0.56710345, 0.85787636, 0.6127105) };
    let pose_b = Pose::new(Vec3::new(2.0363092, 0.6637071, 2.1977606), Quat::from_xyzw(-0.66740525, -0.4496146, 0.521918, 0.28287572));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner +x+y+z");
    assert_eq!(found.feature_b.to_string(), "face -x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.5333631, 0.12910858, 0.8359754)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.1661753, 0.52217376, 0.37249494), -0.65646976_f32, 4440),
        (Vec3::new(-0.24365145, -0.5795078, 0.55004954), -0.23168598_f32, 4474),
        (Vec3::new(0.20505136, -0.597519, 0.43342793), -0.5106929_f32, 4435),
        (Vec3::new(-0.41093737, 0.3066443, 0.53765607), -0.26133615_f32, 4457),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.66604084, 0.58545506, 0.3988395) };
    let pose_a = Pose::new(Vec3::new(-2.0684187, 2.8217025, 0.52632535), Quat::from_xyzw(-0.35950333, 0.42651755, 0.74834025, -0.35892493));
    let b = Shape::Frustum { bottom: 0.9301047, top: 0.48696068, half_height: 0.46955633 };
    let pose_b = Pose::new(Vec3::new(-2.1566646, 3.0757728, 0.7620579), Quat::from_xyzw(0.6823657, 0.025723994, -0.17437878, 0.7094416));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner -x+y+z");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.36583462, 0.9220046, 0.12677765)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.48210555, 0.1218872, 0.3350979), -1.0055652_f32, 8611),
        (Vec3::new(0.62657243, 0.34742677, -0.03542781), -0.51632786_f32, 8592),
        (Vec3::new(-0.5006036, 0.16850738, -0.45617074), -0.9044373_f32, 8610),
        (Vec3::new(0.6727553, 0.33062327, 0.36379957), -0.5527777_f32, 8619),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.7864693, 0.7430185, 0.91575205) };
    let pose_a = Pose::new(Vec3::new(-0.61617464, 0.96121824, -0.7765445), Quat::from_xyzw(0.2780126, -0.6716027, -0.68421835, 0.0591946));
    let b = Shape::Frustum { bottom: 0.68847686, top: 0.69058406, half_height: 0.71425575 };
    let pose_b = Pose::new(Vec3::new(-0.6243684, 0.18345952, -1.1104794), Quat::from_xyzw(-0.0060548643, -0.7922267, -0.14664951, -0.5923127));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner +x-y-z");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.36932647, -0.18904518, -0.90986806)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.57322425, -0.6338659, -0.3904043), -1.1547778_f32, 9763),
        (Vec3::new(0.16550222, 0.45491895, -0.56781834), -0.76480037_f32, 9754),
        (Vec3::new(-0.2794954, -0.41444278, -0.56781876), -0.76479954_f32, 9758),
        (Vec3::new(0.611652, 0.44723916, -0.48507437), -0.9466816_f32, 9771),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.40551826, 0.5026305, 0.68288493) };
    let pose_a = Pose::new(Vec3::new(1.2169435, -1.5296692, -0.8039674), Quat::from_xyzw(0.51779574, 0.5461512, 0.657916, -0.02744042));
    let b = Shape::Frustum { bottom: 0.93212456, top: 0.24581715, half_height: 0.28676504 };
    let pose_b = Pose::new(Vec3::new(0.5504769, -1.6474282, -1.6040957), Quat::from_xyzw(0.09197705, 0.7345371, 0.3344659, -0.58320487));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner -x-y-z");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.31015965, -0.82496303, -0.47247964)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.36312217, -0.3898668, -0.6183022), -0.27337885_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.48322022, 0.40853763, 0.6893534) };
    let pose_a = Pose::new(Vec3::new(2.4582458, -2.1149821, -2.0866606), Quat::from_xyzw(0.69704443, 0.45323473, 0.33646137, 0.44215512));
    let b = Shape::Quad { half: Vec2::new(0.9116917, 0.64777774), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(3.025341, -2.4589386, -2.5500066), Quat::from_xyzw(-0.3552571, -0.43261307, 0.63499266, -0.5323745));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner +x+y+z");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.29038006, 0.18275362, 0.93929785)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.45342523, 0.38978583, 0.5929749), -0.20521386_f32, 1368),
        (Vec3::new(0.4556964, -0.41310698, 0.66586804), -0.050006345_f32, 1365),
        (Vec3::new(0.47426158, -0.38237303, 0.660375), -0.061702456_f32, 1387),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.61603427, 0.5640628, 0.40790203) };
    let pose_a = Pose::new(Vec3::new(2.3876772, 1.3760511, -0.6791941), Quat::from_xyzw(0.22455475, -0.0023847998, -0.26413497, -0.93797773));
    let b = Shape::Quad { half: Vec2::new(0.71423703, 0.5920989), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(3.1269317, 1.7113004, -0.46919656), Quat::from_xyzw(-0.18023363, -0.10304905, 0.6866495, -0.6967132));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner -x+y+z");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.8378187, 0.5456439, 0.018248111)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.04855627, 0.1312367, 0.39342672), -1.5864797_f32, 1560),
        (Vec3::new(-0.17146128, -0.67871034, 0.11942451), -1.0612642_f32, 1574),
        (Vec3::new(0.042319894, 0.13529801, -0.42224163), -1.5715928_f32, 1555),
        (Vec3::new(-0.101851165, -0.4288299, 0.39670265), -1.2274339_f32, 1540),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.45984948, 0.53677213, 0.26091048) };
    let pose_a = Pose::new(Vec3::new(-2.2691064, -2.828635, -1.7339119), Quat::from_xyzw(0.4846042, 0.44341028, 0.43261218, -0.6175701));
    let b = Shape::Sphere { radius: 0.90986043 };
    let pose_b = Pose::new(Vec3::new(-3.4373713, -3.4442484, -2.0004182), Quat::from_xyzw(0.04246467, 0.4320027, 0.7052576, -0.5605196));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner -x-y-z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.007555847, -0.9388897, -0.34413522)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.45894033, -0.42379957, -0.21950217), -0.24065143_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_corner_sphere_surface_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.26184213, 0.23303618, 0.443556) };
    let pose_a = Pose::new(Vec3::new(1.0369749, -2.5042372, -2.220968), Quat::from_xyzw(-0.53545284, -0.72614026, 0.049253587, 0.42846763));
    let b = Shape::Sphere { radius: 0.8141973 };
    let pose_b = Pose::new(Vec3::new(0.14025277, -2.3218448, -1.9198213), Quat::from_xyzw(0.43537048, 0.637884, 0.102171846, 0.62699085));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "corner +x-y+z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.57735026, -0.57735026, 0.57735026)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.16123225, -0.13242629, 0.3429461), -0.34852287_f32, 20),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.6574528, 0.30645505, 0.7778179) };
    let pose_a = Pose::new(Vec3::new(-1.1529312, 1.711461, -1.2861536), Quat::from_xyzw(0.35482052, 0.31074092, 0.66349965, 0.5807845));
    let b = Shape::Cuboid { half: Vec3::new(0.6551901, 0.32016894, 0.9816145) };
    let pose_b = Pose::new(Vec3::new(-0.71635115, 2.8117375, -0.15719974), Quat::from_xyzw(0.7240072, -0.16992737, -0.20142893, 0.6374674));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +y+z");
    assert_eq!(found.feature_b.to_string(), "edge -y+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.8209669, 0.5709757)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.02408911, 0.29532236, 0.7700752), -0.027120948_f32, 2944),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.61878383, 0.5802127, 0.3212806) };
    let pose_a = Pose::new(Vec3::new(1.9497867, -2.3587317, -0.9795058), Quat::from_xyzw(-0.7022554, 0.0185916, 0.04525564, 0.7102419));
    let b = Shape::Cuboid { half: Vec3::new(0.7035595, 0.8023556, 0.84098303) };
    let pose_b = Pose::new(Vec3::new(2.7362096, -2.3664696, -0.15358514), Quat::from_xyzw(-0.54527295, 0.12150075, 0.44731298, -0.69844556));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +x-y");
    assert_eq!(found.feature_b.to_string(), "face -y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.4118765, -0.9112383, -0.001818493)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.52007246, -0.3618226, 0.32171655), -0.47932532_f32, 5272),
        (Vec3::new(0.5198316, -0.36129028, -0.3208439), -0.4804938_f32, 5249),
        (Vec3::new(-0.37092203, -0.54394054, -0.32120866), -0.07960996_f32, 5260),
        (Vec3::new(-0.22526741, -0.5146556, 0.32141134), -0.14388499_f32, 5307),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.23793007, 0.22448327, 0.46117687) };
    let pose_a = Pose::new(Vec3::new(-0.86925477, 2.6532683, 2.5645196), Quat::from_xyzw(-0.66317683, 0.15973245, -0.72809845, 0.067487665));
    let b = Shape::Frustum { bottom: 0.6896973, top: 0.18377306, half_height: 0.4703461 };
    let pose_b = Pose::new(Vec3::new(-1.0789907, 3.1497478, 2.3878877), Quat::from_xyzw(-0.566885, 0.4927552, -0.06442781, 0.65702575));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge -x-z");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.818748, -0.013752249, -0.5739883)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.09296014, -0.22204825, -0.3595448), -0.3541259_f32, 8226),
        (Vec3::new(-0.09548774, 0.22687581, -0.3613168), -0.3479516_f32, 8227),
        (Vec3::new(-0.23984118, 0.22445118, 0.15181628), 0.004668341_f32, 8235),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.53307277, 0.8353965, 0.22205578) };
    let pose_a = Pose::new(Vec3::new(2.5358622, 0.41776982, -2.8904543), Quat::from_xyzw(-0.36341614, -0.90040386, 0.16575508, 0.17241524));
    let b = Shape::Frustum { bottom: 0.60550386, top: 0.3706194, half_height: 0.87249005 };
    let pose_b = Pose::new(Vec3::new(2.093575, 1.3267969, -3.109198), Quat::from_xyzw(0.5503821, -0.54772806, 0.3365106, 0.532761));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +x+z");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.9979471, -7.705002e-11, 0.06404379)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.2445347, 0.37133017, 0.20371634), -0.5782405_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.46900737, 0.905926, 0.45282957) };
    let pose_a = Pose::new(Vec3::new(-2.955171, -1.7689906, -2.2541678), Quat::from_xyzw(0.5195931, -0.49714175, -0.47858536, -0.5038146));
    let b = Shape::Frustum { bottom: 0.35246435, top: 0.50223595, half_height: 0.36842772 };
    let pose_b = Pose::new(Vec3::new(-1.7649102, -1.2678211, -2.3164463), Quat::from_xyzw(-0.667295, 0.48957282, -0.38780382, 0.40576354));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge -y+z");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-6.752635e-12, -0.98813945, 0.15355931)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.19744447, -0.7543277, 0.42947185), -0.3067741_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.24202208, 0.65803707, 0.47595727) };
    let pose_a = Pose::new(Vec3::new(0.23787066, -0.6877467, -2.228927), Quat::from_xyzw(0.32484832, 0.8148527, 0.3898347, 0.28020966));
    let b = Shape::Frustum { bottom: 0.9594912, top: 0.7858699, half_height: 0.24423888 };
    let pose_b = Pose::new(Vec3::new(0.19378701, -1.1742336, -1.7038956), Quat::from_xyzw(0.3323186, 0.6510099, -0.681175, 0.041847102));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge -x-z");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.7236468, 1.1315077e-15, -0.69017047)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.009799722, 0.2638455, -0.25447765), -0.6418113_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.93000185, 0.33829534, 0.754791) };
    let pose_a = Pose::new(Vec3::new(-0.35392395, 2.444372, 1.421376), Quat::from_xyzw(-0.14858945, 0.8610557, -0.4314804, 0.22434106));
    let b = Shape::Quad { half: Vec2::new(0.8096778, 0.90836614), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(0.61818635, 2.53373, 0.8231417), Quat::from_xyzw(-0.5737516, 0.49597582, -0.5394661, -0.36577782));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +x-z");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.9620664, 0.013182566, -0.27249673)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.02928269, 0.3251508, -0.4830824), -1.994217_f32, 1107),
        (Vec3::new(0.17288369, -0.3486697, 0.9692379), -1.5739416_f32, 1089),
        (Vec3::new(0.092891455, -0.34976584, 0.3816399), -1.7402341_f32, 1102),
        (Vec3::new(0.16859329, 0.32786214, 0.97045314), -1.5828608_f32, 1112),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.6433736, 0.49139777, 0.80289084) };
    let pose_a = Pose::new(Vec3::new(-1.0140517, 2.554577, -0.17028669), Quat::from_xyzw(0.63492656, 0.43540606, -0.62545806, 0.12685421));
    let b = Shape::Quad { half: Vec2::new(0.89781046, 0.2793906), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-1.0701809, 2.7938673, -0.15362619), Quat::from_xyzw(0.050146174, 0.8283609, 0.21484132, 0.51492393));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +y+z");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.009430237, 0.7860148, 0.6181355)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.14739984, 0.054474086, 0.4592863), -1.1117437_f32, 1771),
        (Vec3::new(-0.64127576, 0.3165353, -0.42535213), -0.44493347_f32, 1762),
        (Vec3::new(0.6470304, 0.18660678, 0.02693586), -0.77553445_f32, 1732),
        (Vec3::new(-0.63908327, 0.13379268, 0.18317434), -0.909919_f32, 1749),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.46469414, 0.5514714, 0.84466714) };
    let pose_a = Pose::new(Vec3::new(-0.9702156, 1.5161198, 1.4833493), Quat::from_xyzw(-0.36345056, -0.50666964, -0.7749577, 0.10310278));
    let b = Shape::Quad { half: Vec2::new(0.9201843, 0.37014082), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-1.1380025, 2.3797178, 1.7318363), Quat::from_xyzw(0.12921238, -0.43119505, 0.8796644, -0.15351051));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +x+z");
    assert_eq!(found.feature_b.to_string(), "rim +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.7510321, -8.940697e-8, 0.6602658)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.4039201, 0.08130506, 0.79123795), -0.16184153_f32, 3969),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.30251008, 0.9599178, 0.6131659) };
    let pose_a = Pose::new(Vec3::new(1.4892951, 0.08670803, 2.2574077), Quat::from_xyzw(-0.6342179, -0.3785185, 0.1363304, -0.6602313));
    let b = Shape::Sphere { radius: 0.9048334 };
    let pose_b = Pose::new(Vec3::new(0.979026, 0.48192653, 3.2806745), Quat::from_xyzw(-0.57641697, -0.7477704, 0.32231796, 0.06851324));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge -x-z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9995419, 0.0, -0.030265441)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.15648219, 0.4770738, -0.60874426), -0.29218966_f32, 3),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_edge_sphere_surface_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.5324586, 0.8605987, 0.989926) };
    let pose_a = Pose::new(Vec3::new(2.2007177, -0.08700633, -0.25578603), Quat::from_xyzw(-0.051900785, -0.5854465, 0.23471431, 0.77425325));
    let b = Shape::Sphere { radius: 0.33194748 };
    let pose_b = Pose::new(Vec3::new(2.912969, 0.9733808, -1.0974845), Quat::from_xyzw(0.1953304, -0.69307286, 0.6738568, 0.16556911));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "edge +y-z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.70710677, -0.70710677)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.14717525, 0.8183893, -0.9477166), -0.11938614_f32, 7),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.4417923, 0.87634087, 0.60458404) };
    let pose_a = Pose::new(Vec3::new(-1.3304194, -2.2587292, 0.06461856), Quat::from_xyzw(0.16775458, 0.44907254, 0.8035152, 0.35292438));
    let b = Shape::Cuboid { half: Vec3::new(0.25420627, 0.7169008, 0.69481874) };
    let pose_b = Pose::new(Vec3::new(-2.0786366, -2.546463, -0.753759), Quat::from_xyzw(0.834469, 0.2983816, -0.11078798, -0.44983986));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -z");
    assert_eq!(found.feature_b.to_string(), "corner +x-y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.0, -1.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.4417923, 0.2783105, -0.5284964), -0.15217528_f32, 2145),
        (Vec3::new(0.12544703, 0.47896078, -0.4978797), -0.21340866_f32, 2122),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.83106315, 0.824709, 0.49876297) };
    let pose_a = Pose::new(Vec3::new(-1.5868226, 2.1323493, -2.047508), Quat::from_xyzw(0.3812971, 0.6123207, 0.55213386, 0.41811982));
    let b = Shape::Cuboid { half: Vec3::new(0.38963643, 0.91461545, 0.4287867) };
    let pose_b = Pose::new(Vec3::new(-2.6190004, 2.1577008, -2.9448476), Quat::from_xyzw(0.4677272, -0.37132382, 0.6127707, 0.5175539));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -y");
    assert_eq!(found.feature_b.to_string(), "edge +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.05072324, -0.6289564, -0.49876297), -0.39150524_f32, 1128),
        (Vec3::new(0.80396503, -0.712703, 0.07124593), -0.22401202_f32, 1098),
        (Vec3::new(0.83106315, -0.7040863, -0.49876294), -0.24124537_f32, 1141),
        (Vec3::new(-0.024640858, -0.63003767, -0.07541885), -0.3893426_f32, 1089),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.49217442, 0.35487908, 0.889241) };
    let pose_a = Pose::new(Vec3::new(0.15883747, 2.0668876, 1.7977161), Quat::from_xyzw(0.098993875, -0.48970154, 0.4566199, -0.7361324));
    let b = Shape::Cuboid { half: Vec3::new(0.5790789, 0.7895299, 0.89846647) };
    let pose_b = Pose::new(Vec3::new(0.654186, 1.5416461, 1.7440025), Quat::from_xyzw(0.11753571, -0.767357, -0.44244224, 0.4489917));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face +y");
    assert_eq!(found.feature_b.to_string(), "face +x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.49217442, -0.11130148, -0.016400453), -0.9323611_f32, 1656),
        (Vec3::new(0.4921744, -0.1007154, 0.889241), -0.91118896_f32, 1652),
        (Vec3::new(0.49217445, -0.10425192, -0.43814752), -0.918262_f32, 1606),
        (Vec3::new(-0.20900142, -0.10653737, 0.889241), -0.9228329_f32, 1635),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.4425361, 0.23218016, 0.73755413) };
    let pose_a = Pose::new(Vec3::new(2.792771, -2.034519, -0.21722735), Quat::from_xyzw(0.4224134, -0.21001416, 0.6881873, -0.55123425));
    let b = Shape::Frustum { bottom: 0.81446475, top: 0.40844727, half_height: 0.3438996 };
    let pose_b = Pose::new(Vec3::new(2.6692877, -1.0000947, -0.7324621), Quat::from_xyzw(-0.30686992, 0.5713907, 0.23040947, 0.7254343));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -x");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-1.0, -0.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.40795118, -0.23218016, -0.4987964), -0.06916985_f32, 39),
        (Vec3::new(-0.42999542, 0.013344641, -0.65983593), -0.02508135_f32, 13),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.73497534, 0.52766734, 0.91484874) };
    let pose_a = Pose::new(Vec3::new(2.097276, 2.3535216, 0.5522805), Quat::from_xyzw(0.40105122, 0.19637771, 0.8880638, 0.109253615));
    let b = Shape::Frustum { bottom: 0.40703046, top: 0.405344, half_height: 0.63021487 };
    let pose_b = Pose::new(Vec3::new(2.1734126, 2.6877782, 0.67661834), Quat::from_xyzw(-0.118832365, 0.5685737, 0.61502105, -0.53324664));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -y");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.047771677, -0.23363474, -0.43354976), -0.5880652_f32, 2304),
        (Vec3::new(0.31511804, -0.14120269, 0.7592714), -0.7729293_f32, 2305),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.58155864, 0.75923634, 0.5910947) };
    let pose_a = Pose::new(Vec3::new(-1.2951595, -0.3407037, -1.9607992), Quat::from_xyzw(0.29490805, -0.73175305, 0.016560506, -0.6142415));
    let b = Shape::Frustum { bottom: 0.35812584, top: 0.6199243, half_height: 0.7056683 };
    let pose_b = Pose::new(Vec3::new(-0.8062311, -0.5808308, -1.1362774), Quat::from_xyzw(0.53411394, 0.4847446, 0.6307454, -0.286191));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -x");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9998571, -0.016902598, -1.5861297e-15)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.3686129, -0.7556365, 0.19399117), -0.4259524_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.87798977, 0.7459971, 0.7016632) };
    let pose_a = Pose::new(Vec3::new(0.8955197, 2.5401895, 2.080237), Quat::from_xyzw(0.44278747, 0.6336918, 0.42463288, 0.47123325));
    let b = Shape::Quad { half: Vec2::new(0.24495016, 0.67604774), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(1.822422, 1.8314531, 1.3532236), Quat::from_xyzw(0.75738794, -0.5053386, 0.31052938, -0.27307102));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -y");
    assert_eq!(found.feature_b.to_string(), "rim -z");
    assert_eq!(bits(found.normal), bits(Vec3::new(2.9802322e-8, -0.9999985, 3.1408854e-7)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.8779894, -0.5696264, 0.38967454), -0.3527415_f32, 5305),
        (Vec3::new(-0.510352, -0.5700459, 0.33863223), -0.35190254_f32, 5258),
        (Vec3::new(-0.46041167, -0.6713579, 0.7016636), -0.14927837_f32, 5268),
        (Vec3::new(-0.8779894, -0.65501416, 0.7016635), -0.18196596_f32, 5287),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.2814007, 0.8778836, 0.91529906) };
    let pose_a = Pose::new(Vec3::new(1.0774964, 1.3116825, -0.75742567), Quat::from_xyzw(-0.23506603, -0.78239864, -0.20859364, -0.53766614));
    let b = Shape::Quad { half: Vec2::new(0.3858234, 0.9655594), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(2.1825461, 1.3943212, -0.23085093), Quat::from_xyzw(0.6046979, -0.2708675, 0.67761964, -0.31906572));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face -x");
    assert_eq!(found.feature_b.to_string(), "rim corner -x-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9999989, 1.0430813e-7, 1.5832484e-7)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.12077361, 0.40402675, 0.13454825), -0.32125464_f32, 4097),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.5902415, 0.88829607, 0.95786244) };
    let pose_a = Pose::new(Vec3::new(-2.04595, 0.6144272, 1.6801366), Quat::from_xyzw(0.024086758, -0.042589292, 0.016853139, 0.99866015));
    let b = Shape::Sphere { radius: 0.38744938 };
    let pose_b = Pose::new(Vec3::new(-2.321342, 1.6532463, 2.4660964), Quat::from_xyzw(-0.2804017, 0.10573372, 0.51081127, -0.80577105));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face +y");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.17390478, 0.7921945, 0.7539314), -0.19220322_f32, 16),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_face_sphere_surface_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.431298, 0.8275005, 0.6867289) };
    let pose_a = Pose::new(Vec3::new(2.1873655, -0.08029769, -2.5090902), Quat::from_xyzw(-0.120572105, -0.42219254, -0.665825, -0.6032354));
    let b = Shape::Sphere { radius: 0.8105587 };
    let pose_b = Pose::new(Vec3::new(1.6541789, 0.43626112, -2.919821), Quat::from_xyzw(-0.18823312, -0.39678696, -0.61034966, -0.65924317));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "face +x");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(1.0, 0.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.18059167, 0.12689391, -0.3942862), -0.50141263_f32, 14),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_inside_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.47908422, 0.53872395, 0.5319742) };
    let pose_a = Pose::new(Vec3::new(-0.7609853, 2.0778558, 1.5346953), Quat::from_xyzw(0.6681076, 0.26821038, 0.5472454, -0.42686984));
    let b = Shape::Sphere { radius: 0.994057 };
    let pose_b = Pose::new(Vec3::new(-0.45210233, 2.2939386, 1.2063929), Quat::from_xyzw(-0.038333602, -0.13385257, -0.9150722, -0.37849277));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "inside +z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.0, 1.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.25932023, 0.23965141, -0.054121137), -1.1721907_f32, 54),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod box_inside_sphere_surface_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Cuboid { half: Vec3::new(0.4847129, 0.9635397, 0.66274226) };
    let pose_a = Pose::new(Vec3::new(1.6638453, -1.7605217, -1.5283089), Quat::from_xyzw(-0.2601547, 0.37591198, -0.8866308, 0.06996836));
    let b = Shape::Sphere { radius: 0.76856613 };
    let pose_b = Pose::new(Vec3::new(1.6110743, -1.4923899, -1.5279609), Quat::from_xyzw(0.1890926, 0.93695503, -0.2926873, -0.026329458));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "inside -x");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-1.0, 0.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.121697426, -0.18619765, -0.19589047), -1.2128206_f32, 44),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.4601727, top: 0.78465474, half_height: 0.40714455 };
    let pose_a = Pose::new(Vec3::new(2.0191748, -2.995215, 1.305569), Quat::from_xyzw(0.2511671, 0.65978706, -0.62962633, -0.3242943));
    let b = Shape::Cuboid { half: Vec3::new(0.5223273, 0.38343066, 0.5927736) };
    let pose_b = Pose::new(Vec3::new(2.6205096, -3.4637284, 2.4129071), Quat::from_xyzw(0.33667338, -0.42314565, 0.47599146, 0.69356394));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "corner -x+y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(7.450581e-9, -0.9999999, 2.7241185e-8)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.3852078, -0.4753201, -0.25174183), -0.0020190927_f32, 8220),
        (Vec3::new(-0.34716567, -0.45884717, -0.3020513), -0.034965113_f32, 8232),
        (Vec3::new(-0.17129356, -0.45532805, -0.20317353), -0.042003207_f32, 8227),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.5973814, top: 0.45139197, half_height: 0.2217651 };
    let pose_a = Pose::new(Vec3::new(0.90909123, 2.6109362, -0.26457506), Quat::from_xyzw(0.47082672, -0.19435358, 0.6936611, 0.50929683));
    let b = Shape::Cuboid { half: Vec3::new(0.7384541, 0.60960513, 0.5494471) };
    let pose_b = Pose::new(Vec3::new(1.520341, 3.0619607, -0.74197394), Quat::from_xyzw(0.5333946, 0.26660287, -0.39392, -0.699457));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "edge -x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -0.99999994, 2.9802322e-8)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.434756, -0.09802151, -0.40969706), -0.20659193_f32, 8220),
        (Vec3::new(-0.5584464, -0.1730761, -0.21213676), -0.05648281_f32, 8221),
        (Vec3::new(-0.337388, -0.056197524, -0.49298462), -0.29023987_f32, 8228),
        (Vec3::new(0.28595918, -0.05094081, 0.072431594), -0.3007532_f32, 8225),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.60587054, top: 0.18198209, half_height: 0.44443613 };
    let pose_a = Pose::new(Vec3::new(-0.30610606, 2.331466, 1.2523497), Quat::from_xyzw(-0.37988698, -0.05739979, 0.00050064997, -0.9232502));
    let b = Shape::Frustum { bottom: 0.2909157, top: 0.12444373, half_height: 0.35713458 };
    let pose_b = Pose::new(Vec3::new(-0.8856201, 2.3395932, 0.7035215), Quat::from_xyzw(0.20261948, -0.9073612, 0.3012002, -0.21194214));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.4768885, -0.2161818, -0.1703741), -0.16573896_f32, 256),
        (Vec3::new(-0.5009865, -0.23000658, -0.3407222), -0.13808939_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6375195, top: 0.22719188, half_height: 0.27991778 };
    let pose_a = Pose::new(Vec3::new(-1.7528644, -1.9784544, -1.936427), Quat::from_xyzw(-0.04318081, 0.4690453, -0.6091364, -0.63803196));
    let b = Shape::Frustum { bottom: 0.4925572, top: 0.5315359, half_height: 0.57926285 };
    let pose_b = Pose::new(Vec3::new(-1.6322814, -2.186611, -1.7614768), Quat::from_xyzw(-0.21896216, -0.65975094, 0.37507862, 0.6132702));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.056727625, -0.095479384, 0.6349906), -0.20413764_f32, 256),
        (Vec3::new(-0.061797734, 0.16751052, 0.122639276), -0.73011744_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8583981, top: 0.19185333, half_height: 0.6717295 };
    let pose_a = Pose::new(Vec3::new(0.9884668, -0.32588792, -2.6360908), Quat::from_xyzw(-0.014350853, 0.13653614, 0.89316773, -0.42825598));
    let b = Shape::Frustum { bottom: 0.87580585, top: 0.59937465, half_height: 0.58593786 };
    let pose_b = Pose::new(Vec3::new(0.47313285, 0.84666824, -2.240411), Quat::from_xyzw(0.40965647, -0.49086314, -0.45279965, 0.6214559));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.39096844, -0.33293065, 0.052071877), -0.17646115_f32, 256),
        (Vec3::new(-0.5285046, -0.33770403, 0.6764097), -0.16691439_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8514013, top: 0.7139554, half_height: 0.3989167 };
    let pose_a = Pose::new(Vec3::new(1.05922, -2.2254722, 0.2977849), Quat::from_xyzw(-0.41997313, -0.06688434, -0.58834404, -0.6877502));
    let b = Shape::Quad { half: Vec2::new(0.2722273, 0.901812), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(1.209918, -3.2825322, -0.42217538), Quat::from_xyzw(0.4821758, -0.474647, -0.51344603, -0.5278162));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "rim -x");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0000001, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.8236424, -0.36439657, 0.21563278), -0.02245742_f32, 8616),
        (Vec3::new(-0.26206702, -0.36249608, -0.059396), -0.026258469_f32, 8611),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9830758, top: 0.31413472, half_height: 0.9366405 };
    let pose_a = Pose::new(Vec3::new(-0.9062259, 1.2830894, 0.5409036), Quat::from_xyzw(0.20698851, -0.70089054, -0.29842556, -0.6138815));
    let b = Shape::Quad { half: Vec2::new(0.6632265, 0.82676136), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-1.1694323, 0.36257946, 0.102877975), Quat::from_xyzw(0.7716959, 0.49762315, 0.24938871, -0.30767184));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "rim corner +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0000002, 2.6077032e-8)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.53612125, -0.35185832, 0.1342659), -0.5779963_f32, 8480),
        (Vec3::new(-0.585822, -0.63941014, -0.7894625), -0.0028929529_f32, 8485),
        (Vec3::new(0.6182229, -0.59737456, -0.7643548), -0.08696399_f32, 8470),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_bottom_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9681008, top: 0.38203704, half_height: 0.88335824 };
    let pose_a = Pose::new(Vec3::new(2.580789, -1.2796164, 1.710011), Quat::from_xyzw(0.05663399, -0.09495383, 0.18237875, -0.9769925));
    let b = Shape::Sphere { radius: 0.2390234 };
    let pose_b = Pose::new(Vec3::new(2.7623863, -2.26751, 1.0788352), Quat::from_xyzw(0.6456058, 0.33440152, -0.44147727, 0.52580094));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap bottom");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.6329868, -0.58258957, -0.65340704), -0.12049013_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.4429343, top: 0.79744047, half_height: 0.27587593 };
    let pose_a = Pose::new(Vec3::new(-1.2682943, 0.08377412, -0.47990882), Quat::from_xyzw(-0.24364308, -0.5700674, 0.24342626, -0.7459254));
    let b = Shape::Cuboid { half: Vec3::new(0.31470042, 0.63422656, 0.86214733) };
    let pose_b = Pose::new(Vec3::new(-0.5027137, 0.8831477, -0.73244476), Quat::from_xyzw(-0.7660464, 0.4611568, -0.23457386, -0.38142148));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "corner +x+y+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-1.4901161e-8, 0.99999976, -8.195639e-8)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.40491846, 0.12292421, 0.34085461), -0.20356178_f32, 9632),
        (Vec3::new(0.74263597, 0.1366185, -0.18956232), -0.17617333_f32, 9635),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.41835156, top: 0.6279577, half_height: 0.6646649 };
    let pose_a = Pose::new(Vec3::new(1.2194337, -2.6323004, 1.8222966), Quat::from_xyzw(-0.72520834, 0.14300396, 0.29744053, 0.60427815));
    let b = Shape::Cuboid { half: Vec3::new(0.39335772, 0.23339249, 0.60212076) };
    let pose_b = Pose::new(Vec3::new(0.9644581, -3.5274363, 1.1322832), Quat::from_xyzw(0.8416634, -0.2868985, -0.28436545, 0.35836884));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "edge +y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.00063070655, 0.9999376, -0.011172518)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.03527654, 0.41439325, -0.62513727), -0.32537147_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7956392, top: 0.4597702, half_height: 0.6769616 };
    let pose_a = Pose::new(Vec3::new(2.6300993, -2.3480518, 0.2675003), Quat::from_xyzw(-0.31507456, 0.20011598, 0.70745564, 0.6001567));
    let b = Shape::Frustum { bottom: 0.62797153, top: 0.6896451, half_height: 0.2508241 };
    let pose_b = Pose::new(Vec3::new(1.5308735, -2.3204777, 0.19701035), Quat::from_xyzw(0.65793085, -0.50703806, -0.3956783, 0.39176297));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.20365506, 0.5958419, 0.15430519), -0.39809558_f32, 1280),
        (Vec3::new(-0.1340733, 0.6358745, 0.43978745), -0.31803042_f32, 1281),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.78714824, top: 0.72075516, half_height: 0.48806465 };
    let pose_a = Pose::new(Vec3::new(0.9155586, -1.3823817, -0.9419761), Quat::from_xyzw(-0.21006246, -0.6180438, 0.7254203, 0.21831425));
    let b = Shape::Frustum { bottom: 0.71472317, top: 0.28075048, half_height: 0.99985766 };
    let pose_b = Pose::new(Vec3::new(0.82555425, -1.3253926, -1.8281521), Quat::from_xyzw(0.12897637, 0.5254452, 0.84081656, -0.017321143));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.23390312, 0.087375164, 0.22181906), -0.83001316_f32, 1156),
        (Vec3::new(-0.65436125, 0.2158818, 0.30215785), -0.5729999_f32, 1193),
        (Vec3::new(-0.28802565, 0.19973376, 0.6274561), -0.60529596_f32, 1167),
        (Vec3::new(-0.5142645, 0.13753891, 0.12883155), -0.72968566_f32, 1159),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6165893, top: 0.3600593, half_height: 0.81491184 };
    let pose_a = Pose::new(Vec3::new(1.9179261, 1.4592066, 1.7509035), Quat::from_xyzw(0.042942837, 0.42034832, -0.18000598, 0.8882911));
    let b = Shape::Quad { half: Vec2::new(0.4608528, 0.8484748), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(3.0155807, 2.6191914, 1.8427553), Quat::from_xyzw(-0.4752028, 0.60683393, -0.48338357, 0.41506055));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "rim corner +x-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(2.9802322e-8, 1.0000002, -2.9802322e-8)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.31507322, 0.9080166, 0.08638173), -0.0927705_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_cap_top_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9072685, top: 0.7469149, half_height: 0.7016749 };
    let pose_a = Pose::new(Vec3::new(-0.8455642, 2.4932005, 1.3692564), Quat::from_xyzw(-0.53960603, -0.2152315, -0.52790916, -0.6195261));
    let b = Shape::Sphere { radius: 0.57687205 };
    let pose_b = Pose::new(Vec3::new(-1.8056359, 2.0055208, 2.0248988), Quat::from_xyzw(0.15622927, -0.40050477, -0.8875439, -0.16569301));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "cap top");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.5695861, 0.6152434, -0.3746882), -0.26327202_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_inside_cap_bottom_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.939439, top: 0.604953, half_height: 0.29805398 };
    let pose_a = Pose::new(Vec3::new(0.9477008, -0.8919959, 1.03014), Quat::from_xyzw(-0.52407396, 0.34778434, -0.52271533, 0.57546616));
    let b = Shape::Sphere { radius: 0.22935832 };
    let pose_b = Pose::new(Vec3::new(1.0795662, -1.6262071, 1.3540812), Quat::from_xyzw(0.5236026, 0.00093074207, -0.8509219, 0.042086985));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "inside cap bottom");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.78507286, -0.1189589, 0.016754389), -0.27344477_f32, 8),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_inside_cap_top_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.76088554, top: 0.76344615, half_height: 0.28052208 };
    let pose_a = Pose::new(Vec3::new(1.897926, -0.35137588, -1.850151), Quat::from_xyzw(-0.46618295, 0.5823231, -0.46453846, -0.4772602));
    let b = Shape::Sphere { radius: 0.37318212 };
    let pose_b = Pose::new(Vec3::new(1.723479, -0.6053412, -1.6031028), Quat::from_xyzw(-0.5576683, 0.6874142, 0.025959251, 0.46453622));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "inside cap top");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.28874975, 0.010697705, 0.24393862), -0.5390204_f32, 9),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_inside_side_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6523155, top: 0.52463806, half_height: 0.3357221 };
    let pose_a = Pose::new(Vec3::new(1.7545304, -2.717758, -2.662094), Quat::from_xyzw(-0.2803679, 0.5943435, 0.57047, 0.49265975));
    let b = Shape::Sphere { radius: 0.65771323 };
    let pose_b = Pose::new(Vec3::new(1.9188066, -2.349963, -2.3238246), Quat::from_xyzw(-0.19669698, 0.14935973, 0.7836859, 0.56994593));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "inside side");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.52790445, 0.18680616, 0.82850486)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.12257694, 0.0034284673, 0.19237494), -0.71580523_f32, 10),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.69754785, top: 0.23809655, half_height: 0.39995438 };
    let pose_a = Pose::new(Vec3::new(1.5797917, 1.133677, 0.3543371), Quat::from_xyzw(0.65401614, -0.15950987, 0.5202911, -0.52546823));
    let b = Shape::Cuboid { half: Vec3::new(0.55448765, 0.31398177, 0.40398934) };
    let pose_b = Pose::new(Vec3::new(1.8806233, 0.7149465, 1.2611524), Quat::from_xyzw(-0.19750567, -0.5060721, -0.69431555, 0.47202593));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "edge -x-y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.7946455, -0.34881106, 0.49685997)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.47705036, -0.2283518, 0.29873347), -0.28761232_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8750386, top: 0.6189971, half_height: 0.5998469 };
    let pose_a = Pose::new(Vec3::new(-0.8532619, 2.1509948, -2.6067019), Quat::from_xyzw(0.52272135, -0.77076524, -0.3639841, -0.014105023));
    let b = Shape::Cuboid { half: Vec3::new(0.54089904, 0.2700665, 0.63117325) };
    let pose_b = Pose::new(Vec3::new(-0.4492358, 3.0107899, -2.633583), Quat::from_xyzw(0.6446817, -0.04298335, -0.6534255, -0.39442745));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "face +y");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9857212, -0.08951983, -0.14261872)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.6779312, -0.5148968, -0.09808618), -0.38162893_f32, 3328),
        (Vec3::new(-0.6410815, 0.06824686, -0.09275466), -0.2030552_f32, 3329),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.90798235, top: 0.18295048, half_height: 0.52397794 };
    let pose_a = Pose::new(Vec3::new(2.8662674, -0.0896699, 1.743585), Quat::from_xyzw(-0.7566995, -0.22306389, 0.6143226, 0.016006988));
    let b = Shape::Frustum { bottom: 0.8530984, top: 0.5474853, half_height: 0.79438597 };
    let pose_b = Pose::new(Vec3::new(1.8424592, 0.7159009, 1.4913634), Quat::from_xyzw(-0.41101843, 0.3332794, 0.41244954, 0.7415349));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.29469436, -0.47144425, 0.83120126)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.24704626, -0.23144235, 0.69680434), -0.38253927_f32, 8196),
        (Vec3::new(-0.20568994, -0.25673047, 0.77844197), -0.2752601_f32, 8200),
        (Vec3::new(0.650098, -0.25673065, 0.47502998), -0.27525923_f32, 8192),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.58590263, top: 0.58029985, half_height: 0.33204108 };
    let pose_a = Pose::new(Vec3::new(-2.8196015, 1.4227741, 1.6286085), Quat::from_xyzw(0.7802115, 0.35511744, -0.15474583, 0.49113676));
    let b = Shape::Frustum { bottom: 0.6908468, top: 0.66804606, half_height: 0.36303827 };
    let pose_b = Pose::new(Vec3::new(-3.7844753, 1.1404582, 1.3803512), Quat::from_xyzw(0.3819094, 0.4712696, -0.46927056, 0.6417439));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.7529398, -0.63984007, 0.15390356)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.56907535, -0.3267642, 0.11632101), -0.013170252_f32, 9472),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.58098704, top: 0.29365537, half_height: 0.7203898 };
    let pose_a = Pose::new(Vec3::new(-1.6217374, 2.5136094, 1.8267822), Quat::from_xyzw(0.36023194, -0.49815047, -0.5855728, -0.5283783));
    let b = Shape::Frustum { bottom: 0.7943216, top: 0.614115, half_height: 0.57678616 };
    let pose_b = Pose::new(Vec3::new(-0.4463408, 2.9223142, 0.63930607), Quat::from_xyzw(0.7525847, 0.3172697, -0.32668754, -0.47563803));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.59986347, -0.7998401, 0.020484826)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.5747594, -0.56024563, 0.019628508), -0.01963255_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8813382, top: 0.6130405, half_height: 0.46811455 };
    let pose_a = Pose::new(Vec3::new(0.02288426, 2.5268555, -1.9162703), Quat::from_xyzw(-0.5356726, -0.45994616, 0.70758677, 0.028730333));
    let b = Shape::Frustum { bottom: 0.6852374, top: 0.6414136, half_height: 0.2300021 };
    let pose_b = Pose::new(Vec3::new(-0.3095944, 1.6039388, -0.88394725), Quat::from_xyzw(-0.09036684, -0.35250714, 0.617219, -0.6975767));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.74070776, -0.0048280926, 0.67181003)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.59140253, -0.412231, 0.5363629), -0.16587932_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8470981, top: 0.10074526, half_height: 0.49703443 };
    let pose_a = Pose::new(Vec3::new(0.6755341, -1.4245595, 1.9493864), Quat::from_xyzw(0.712715, -0.6623666, -0.23012069, -0.018765444));
    let b = Shape::Frustum { bottom: 0.29347032, top: 0.75752413, half_height: 0.49641943 };
    let pose_b = Pose::new(Vec3::new(1.0407114, -0.85462266, 2.5240245), Quat::from_xyzw(0.11944043, -0.71102905, 0.4497801, -0.5271332));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.42039335, -0.875853, -0.23696196)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.62267953, -0.03797744, -0.3503637), -0.5533608_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9864339, top: 0.30164143, half_height: 0.88314646 };
    let pose_a = Pose::new(Vec3::new(1.8437685, 1.3956147, -0.02515597), Quat::from_xyzw(0.5561938, -0.60242826, -0.57154, 0.032721575));
    let b = Shape::Quad { half: Vec2::new(0.44170883, 0.21428274), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(1.6886609, 1.4632177, 0.53700095), Quat::from_xyzw(0.63895893, 0.122091085, 0.5631572, -0.5095872));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.34854645, -0.71168756, -0.60993123)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.18836537, -0.045548916, -0.40073282), -1.549943_f32, 2086),
        (Vec3::new(-0.17898679, -0.21961313, -0.00655815), -1.060784_f32, 2083),
        (Vec3::new(-0.29058918, -0.082853675, -0.54496425), -1.4451084_f32, 2084),
        (Vec3::new(0.24651489, -0.11680627, -0.12020093), -1.3496941_f32, 2082),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8551063, top: 0.6597055, half_height: 0.8112536 };
    let pose_a = Pose::new(Vec3::new(-1.1984589, -2.6724062, -2.3720896), Quat::from_xyzw(0.16223851, 0.027178634, 0.80847794, 0.56506944));
    let b = Shape::Quad { half: Vec2::new(0.24936017, 0.88072973), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(-1.2113283, -1.989322, -3.1691356), Quat::from_xyzw(-0.047644172, 0.59671956, -0.7695341, -0.22242543));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.25882387, -0.22527313, 0.93928826)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.023059726, -0.41835195, 0.08368564), -1.5400467_f32, 3328),
        (Vec3::new(0.028460324, 0.002245903, 0.10328472), -1.390162_f32, 3329),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8984371, top: 0.067391366, half_height: 0.8002369 };
    let pose_a = Pose::new(Vec3::new(-1.1924965, 2.1887586, -1.1635457), Quat::from_xyzw(-0.8152145, -0.41789904, 0.39953455, 0.03402483));
    let b = Shape::Quad { half: Vec2::new(0.9557337, 0.48188516), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-0.85114634, 2.2046556, -0.19812274), Quat::from_xyzw(-0.021267414, -0.24601476, 0.56364113, -0.7882468));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "rim -z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.09405574, 0.34606934, -0.9334821)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.07783002, -0.4767921, -0.77318466), -0.2586567_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_bottom_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.5860338, top: 0.30607593, half_height: 0.28829712 };
    let pose_a = Pose::new(Vec3::new(-1.6934704, -0.31358007, -2.2083082), Quat::from_xyzw(0.49123064, -0.57144815, 0.5802818, -0.3088894));
    let b = Shape::Sphere { radius: 0.94252497 };
    let pose_b = Pose::new(Vec3::new(-2.395645, -0.13510163, -1.5488968), Quat::from_xyzw(-0.5059548, -0.35011014, 0.57374495, 0.54060084));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim bottom");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.16029434, -0.77029717, -0.6172099)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.10224466, -0.013333299, -0.39369085), -0.56229234_f32, 3),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.52541745, top: 0.7484278, half_height: 0.8660286 };
    let pose_a = Pose::new(Vec3::new(0.28147662, -2.3319016, 2.3584528), Quat::from_xyzw(0.27940562, 0.7635083, 0.46729332, 0.34731036));
    let b = Shape::Cuboid { half: Vec3::new(0.5063393, 0.7883122, 0.7699432) };
    let pose_b = Pose::new(Vec3::new(0.009287447, -1.2521248, 2.8236623), Quat::from_xyzw(0.46353614, -0.7636664, -0.4300334, -0.13045698));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "edge +x-y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.1694709, 0.96417964, 0.2040515)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.41621011, 0.41342735, 0.50118417), -0.7312728_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6259758, top: 0.62069, half_height: 0.7904844 };
    let pose_a = Pose::new(Vec3::new(-2.5517035, 2.0378604, -1.2982707), Quat::from_xyzw(-0.575282, -0.58055454, 0.4681843, 0.33587262));
    let b = Shape::Cuboid { half: Vec3::new(0.9354233, 0.62769777, 0.35568386) };
    let pose_b = Pose::new(Vec3::new(-2.9689958, 2.3307955, -2.3872037), Quat::from_xyzw(-0.22179444, -0.38562602, 0.19831116, 0.8733685));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "face -y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.9085994, 0.3580572, 0.21503973)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.4440105, 0.0764215, 0.10508478), -0.35684904_f32, 2304),
        (Vec3::new(0.3366884, 0.68737614, 0.079684675), -0.58841294_f32, 2305),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.2271914, top: 0.3343388, half_height: 0.48359975 };
    let pose_a = Pose::new(Vec3::new(2.4280746, -2.136685, -1.5773447), Quat::from_xyzw(-0.7150564, -0.4897344, -0.2387813, -0.4379932));
    let b = Shape::Frustum { bottom: 0.4308799, top: 0.06956675, half_height: 0.79688925 };
    let pose_b = Pose::new(Vec3::new(2.324335, -2.2727673, -0.7809307), Quat::from_xyzw(-0.70642275, -0.21289977, -0.42187828, -0.52693385));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.4613079, 0.772711, -0.43601924)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.19454674, 0.34169284, -0.1838823), -0.20997873_f32, 8328),
        (Vec3::new(0.22914167, 0.42368692, -0.24346876), 0.0022457521_f32, 8332),
        (Vec3::new(0.024676846, 0.36570838, -0.30198005), -0.14781952_f32, 8330),
        (Vec3::new(-0.20815554, 0.40849316, 0.14716846), -0.037080113_f32, 8337),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.6167867, top: 0.15429896, half_height: 0.64202505 };
    let pose_a = Pose::new(Vec3::new(2.4413717, 0.41461414, 2.0827203), Quat::from_xyzw(0.6913413, -0.50040466, 0.50592756, -0.1252189));
    let b = Shape::Frustum { bottom: 0.9301881, top: 0.7386502, half_height: 0.7468349 };
    let pose_b = Pose::new(Vec3::new(1.9541961, 0.20035261, 1.4743018), Quat::from_xyzw(-0.6958229, -0.32544404, 0.05023815, -0.63827336));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.46290168, 0.8860023, -0.026868884)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.047111474, 0.48624897, 0.002734543), -0.86908805_f32, 9352),
        (Vec3::new(0.07000094, 0.49049526, -0.073216185), -0.8595028_f32, 9356),
        (Vec3::new(0.32207233, 0.5496384, 0.018694539), -0.7259971_f32, 9344),
        (Vec3::new(0.061059773, 0.49049526, 0.0808235), -0.8595028_f32, 9348),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.21669678, top: 0.7597, half_height: 0.21428525 };
    let pose_a = Pose::new(Vec3::new(0.25738165, 2.3676467, 1.5385165), Quat::from_xyzw(-0.57949823, -0.21313342, 0.5616143, -0.55076796));
    let b = Shape::Frustum { bottom: 0.41135797, top: 0.32618114, half_height: 0.46830598 };
    let pose_b = Pose::new(Vec3::new(0.16063869, 1.5051472, 0.84500873), Quat::from_xyzw(0.84331626, -0.16100256, -0.49636495, -0.12852079));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6355009, -0.6767078, 0.37175953)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.6012949, 0.20035309, 0.3517795), -0.17147882_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.290451, top: 0.50140494, half_height: 0.29298896 };
    let pose_a = Pose::new(Vec3::new(-2.7087445, -2.438918, -1.8554693), Quat::from_xyzw(0.07817428, -0.79983395, 0.26594567, -0.532379));
    let b = Shape::Frustum { bottom: 0.2494453, top: 0.44932607, half_height: 0.405247 };
    let pose_b = Pose::new(Vec3::new(-2.45097, -2.4162276, -2.3984156), Quat::from_xyzw(0.31913608, 0.51001424, 0.79831415, 0.027059918));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.40766972, 0.9052906, 0.119391315)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.39512733, 0.051276065, 0.11570965), -0.4217973_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8129397, top: 0.11443411, half_height: 0.7994096 };
    let pose_a = Pose::new(Vec3::new(-0.8497667, -0.34981942, 1.2929705), Quat::from_xyzw(0.67546636, -0.034473456, 0.70191014, 0.22333577));
    let b = Shape::Frustum { bottom: 0.387263, top: 0.7634024, half_height: 0.757912 };
    let pose_b = Pose::new(Vec3::new(-1.0092667, -1.2147409, 1.6264524), Quat::from_xyzw(-0.41633052, 0.46567434, -0.6539718, -0.4267753));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.13304253, 0.97168666, 0.19525552)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.0123613095, 0.75375, 0.01740543), -0.7887598_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.3439889, top: 0.3434035, half_height: 0.22097409 };
    let pose_a = Pose::new(Vec3::new(-1.2309201, -0.9910792, -0.5675854), Quat::from_xyzw(-0.3378958, 0.73091674, -0.5794229, -0.1259207));
    let b = Shape::Quad { half: Vec2::new(0.56979674, 0.9279777), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-0.8999431, -0.981251, -1.258312), Quat::from_xyzw(0.72921276, -0.6631089, -0.073292755, -0.15219612));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6861201, 0.7207128, -0.09905636)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.12051678, -0.009322971, -0.017399132), -0.6394297_f32, 2176),
        (Vec3::new(0.11045742, 0.0021701455, 0.15753505), -0.6075358_f32, 2180),
        (Vec3::new(-0.39590555, 0.16224907, 0.057157516), -0.1633119_f32, 2184),
        (Vec3::new(0.061388493, 0.0021701455, -0.18234456), -0.60753584_f32, 2188),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7949842, top: 0.64902216, half_height: 0.6291837 };
    let pose_a = Pose::new(Vec3::new(0.0066386396, -2.9020524, -1.8999335), Quat::from_xyzw(0.14081444, -0.58424, 0.7455338, -0.28812185));
    let b = Shape::Quad { half: Vec2::new(0.8249361, 0.44520974), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(0.5547328, -2.8569436, -2.308823), Quat::from_xyzw(-0.8426787, 0.23510776, -0.07772695, -0.47809574));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.53316325, 0.7918366, -0.29787892)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.47698748, 0.5383657, -0.26649407), -0.33611265_f32, 3208),
        (Vec3::new(-0.48491105, 0.6352435, 0.41593605), -0.091421455_f32, 3205),
        (Vec3::new(-0.563042, 0.55031157, -0.030067414), -0.3059402_f32, 3207),
        (Vec3::new(-0.06789544, 0.59484637, -0.609119), -0.19345541_f32, 3242),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.52281284, top: 0.7340897, half_height: 0.92374545 };
    let pose_a = Pose::new(Vec3::new(2.0837076, -1.879445, 2.8705935), Quat::from_xyzw(-0.055145096, -0.143219, -0.62731266, 0.7634961));
    let b = Shape::Quad { half: Vec2::new(0.4060313, 0.53593343), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(3.0298395, -2.694014, 2.6494539), Quat::from_xyzw(0.54759955, -0.45255247, -0.70185953, 0.052194048));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "rim +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.66483146, 0.69078505, -0.28428093)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.545061, 0.6860717, -0.23296463), -0.39106077_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_rim_top_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9088984, top: 0.16587608, half_height: 0.43566862 };
    let pose_a = Pose::new(Vec3::new(1.4985706, -0.694552, 2.1755905), Quat::from_xyzw(0.3190895, 0.3458127, 0.8786056, -0.08153184));
    let b = Shape::Sphere { radius: 0.3569155 };
    let pose_b = Pose::new(Vec3::new(1.7808629, -1.5770038, 2.4756808), Quat::from_xyzw(-0.14274576, -0.09090246, -0.95913434, 0.22676381));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim top");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.13065739, 0.9306381, -0.3418208)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.05839099, 0.60292715, -0.15276024), -0.012769744_f32, 4),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.4306414, top: 0.40682173, half_height: 0.49072075 };
    let pose_a = Pose::new(Vec3::new(-2.365374, -1.9433851, 0.8579496), Quat::from_xyzw(0.46176815, -0.64202476, -0.5986157, 0.12741116));
    let b = Shape::Cuboid { half: Vec3::new(0.9978475, 0.35252506, 0.32926336) };
    let pose_b = Pose::new(Vec3::new(-1.4023852, -2.5136087, 1.100051), Quat::from_xyzw(-0.8355673, 0.42841136, -0.3436898, 0.012970672));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "corner -x+y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.26568872, 0.024262965, -0.96375346)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.0625799, -0.21277298, -0.22015834), -0.39038292_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.35400832, top: 0.68143183, half_height: 0.6613001 };
    let pose_a = Pose::new(Vec3::new(-0.28438014, 2.8598788, 2.5882082), Quat::from_xyzw(0.44120198, -0.45795745, -0.6600952, 0.39986256));
    let b = Shape::Cuboid { half: Vec3::new(0.77237093, 0.32586825, 0.8454329) };
    let pose_b = Pose::new(Vec3::new(-0.65399975, 1.8333732, 2.5729852), Quat::from_xyzw(0.6522202, 0.65675443, 0.3599087, 0.11725342));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "edge +x+y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.94564986, -0.24030623, -0.21908827)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.36388946, 0.1716845, -0.08430587), -0.42728773_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.725128, top: 0.24580893, half_height: 0.9537739 };
    let pose_a = Pose::new(Vec3::new(-1.3255348, -0.34490338, -1.5203887), Quat::from_xyzw(-0.41905546, -0.5798132, -0.5808395, 0.3883743));
    let b = Shape::Cuboid { half: Vec3::new(0.62073535, 0.53782284, 0.28997484) };
    let pose_b = Pose::new(Vec3::new(-0.3992352, -0.21728636, -2.2524977), Quat::from_xyzw(-0.32178524, 0.7677719, -0.44242075, -0.3335331));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "face +x");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9392081, 0.24369924, 0.2418651)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.27219343, 1.0357145, 0.070095316), -0.033157013_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8281133, top: 0.100166574, half_height: 0.71235293 };
    let pose_a = Pose::new(Vec3::new(0.46988168, 2.6901882, -1.8058116), Quat::from_xyzw(-0.20055307, 0.50599277, 0.55401385, 0.62993526));
    let b = Shape::Frustum { bottom: 0.80358684, top: 0.42134836, half_height: 0.30883908 };
    let pose_b = Pose::new(Vec3::new(0.1755848, 3.2846508, -2.0689344), Quat::from_xyzw(0.2575406, -0.1345876, -0.16648476, -0.9422536));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.82887495, 0.4576426, 0.32176015)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.73590916, -0.42321247, 0.28567186), -0.08705454_f32, 8448),
        (Vec3::new(0.061356213, 0.98778874, 0.02381782), -0.09177462_f32, 8449),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.9393901, top: 0.21356423, half_height: 0.6824581 };
    let pose_a = Pose::new(Vec3::new(2.4408226, 2.9631338, 0.560147), Quat::from_xyzw(0.67474693, 0.6611863, 0.17208946, 0.27916747));
    let b = Shape::Frustum { bottom: 0.46966705, top: 0.38320822, half_height: 0.9563709 };
    let pose_b = Pose::new(Vec3::new(1.9882494, 2.5541775, 1.2450042), Quat::from_xyzw(-0.6377905, 0.3526671, 0.62936074, 0.26973045));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.1023694, 0.46951547, -0.87696964)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.022107374, 0.45059186, -0.1696703), -0.53030765_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8730585, top: 0.7047298, half_height: 0.9350012 };
    let pose_a = Pose::new(Vec3::new(-1.6583037, 0.45416385, -2.7331383), Quat::from_xyzw(-0.6851917, -0.6817368, 0.22152875, -0.12912133));
    let b = Shape::Frustum { bottom: 0.48776054, top: 0.7104013, half_height: 0.53521746 };
    let pose_b = Pose::new(Vec3::new(-1.6551985, -0.57560307, -1.8310626), Quat::from_xyzw(-0.39618924, -0.4676399, -0.44353494, 0.6539295));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9571284, 0.08965275, -0.2754407)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.6444947, 0.22502229, -0.18548596), -0.2070568_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.79953307, top: 0.5876591, half_height: 0.7673435 };
    let pose_a = Pose::new(Vec3::new(2.1503506, 1.2618932, -2.174755), Quat::from_xyzw(-0.43138435, -0.6122005, 0.52564114, 0.403509));
    let b = Shape::Frustum { bottom: 0.25982285, top: 0.3143014, half_height: 0.5026142 };
    let pose_b = Pose::new(Vec3::new(2.3611567, 0.23120797, -2.0546858), Quat::from_xyzw(0.004412917, 0.23550156, -0.72884005, 0.6428932));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.9081466, 0.13675964, 0.39568493)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.6785236, -0.3669587, 0.29563683), -0.02937911_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.7936773, top: 0.47957653, half_height: 0.8461687 };
    let pose_a = Pose::new(Vec3::new(2.3393807, -0.5193324, -2.7940257), Quat::from_xyzw(-0.5487421, 0.6431699, 0.5340382, 0.0042251325));
    let b = Shape::Quad { half: Vec2::new(0.37440345, 0.55804104), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(1.4171455, -0.89386374, -2.5008228), Quat::from_xyzw(0.66382253, 0.5207269, 0.52935547, -0.089251585));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.25873882, 0.18667042, 0.94773865)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.118506074, 0.5383539, 0.43407804), -0.22035615_f32, 3328),
        (Vec3::new(0.097560376, 0.96182525, 0.35735577), -0.22219099_f32, 3329),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.30241364, top: 0.65412843, half_height: 0.24612223 };
    let pose_a = Pose::new(Vec3::new(1.8967592, -0.6528002, -2.5070584), Quat::from_xyzw(0.37000105, -0.8104971, 0.36059332, -0.27598214));
    let b = Shape::Quad { half: Vec2::new(0.69358593, 0.9750141), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(1.3094711, -0.6132472, -1.7782838), Quat::from_xyzw(0.36078745, 0.44313213, 0.71750927, -0.39830488));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim -x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.30896378, -0.58136034, -0.75270283)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.15541667, 0.039198607, -0.37862903), -0.2249612_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.8953024, top: 0.36588383, half_height: 0.650976 };
    let pose_a = Pose::new(Vec3::new(2.8035576, -2.999121, 1.0376512), Quat::from_xyzw(-0.16308427, 0.5111762, -0.08227017, 0.8398416));
    let b = Shape::Quad { half: Vec2::new(0.74217737, 0.59445125), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(2.6271875, -1.9439754, 1.8995945), Quat::from_xyzw(0.86388797, 0.1206651, -0.4035066, 0.2762605));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "rim corner +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.89460635, 0.3766827, 0.24039418)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.31282932, 0.6960293, 0.08394891), -0.17347787_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod frustum_side_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Frustum { bottom: 0.54413384, top: 0.10449393, half_height: 0.6695838 };
    let pose_a = Pose::new(Vec3::new(-1.1407309, -2.9543543, 0.020272069), Quat::from_xyzw(-0.65109795, -0.17358524, 0.49052456, -0.5525625));
    let b = Shape::Sphere { radius: 0.35578707 };
    let pose_b = Pose::new(Vec3::new(-0.50324345, -2.7673297, 0.016298126), Quat::from_xyzw(0.313152, -0.4684842, 0.18714795, 0.80463284));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "side");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.44068465, 0.3119149, -0.8417281)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.10800483, 0.3350077, -0.20629424), -0.12848227_f32, 2),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.90076846, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Cuboid { half: Vec3::new(0.21190496, 0.48858255, 0.6427003) };
    let pose_b = Pose::new(Vec3::new(0.5059464, 2.0323489, 0.46843356), Quat::from_xyzw(0.2680734, 0.54558474, -0.780132, -0.14787853));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "corner +x-y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.73647803, -0.78112817, 0.20836312), -1.5622563_f32, 3),
        (Vec3::new(1.0808394, -0.67025036, 0.099484384), -1.3405007_f32, 2),
        (Vec3::new(1.0204662, -0.8465986, -0.8098076), -1.6931973_f32, 0),
        (Vec3::new(0.6761049, -0.9574764, -0.7009288), -1.9149528_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, -0.69332206, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Cuboid { half: Vec3::new(0.5872651, 0.6977458, 0.8645905) };
    let pose_b = Pose::new(Vec3::new(0.16559555, -1.5571897, 0.6120142), Quat::from_xyzw(0.7026319, -0.6529248, -0.045890223, -0.27909112));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "edge -x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.31721252, -0.028344572, 0.09418553), -0.056689143_f32, 6),
        (Vec3::new(0.99894065, -0.022479892, -0.36949575), -0.044959784_f32, 4),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_floor_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.83575344, 0.0), Quat::from_xyzw(0.0, 0.0, 0.0, 1.0));
    let b = Shape::Cuboid { half: Vec3::new(0.6107394, 0.7326774, 0.83492297) };
    let pose_b = Pose::new(Vec3::new(0.8875814, 0.3950429, -0.18988265), Quat::from_xyzw(0.39618635, -0.004574021, -0.9181451, -0.0049998704));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "face +y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.14816135, -0.5798032, -0.058197364), -1.1596065_f32, 7),
        (Vec3::new(1.0665972, -0.59012365, -1.2037632), -1.1802473_f32, 3),
        (Vec3::new(1.9045594, -0.59351754, -0.3150655), -1.1870351_f32, 2),
        (Vec3::new(0.689801, -0.583197, 0.83050036), -1.166394_f32, 6),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.19749404, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Frustum { bottom: 0.4516189, top: 0.36981606, half_height: 0.932191 };
    let pose_b = Pose::new(Vec3::new(-1.0448488, 0.12611654, 0.5778956), Quat::from_xyzw(-0.6567238, -0.0015189389, -0.7540927, 0.007473609));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.66360956, -0.40295804, -0.36166885), -0.8059161_f32, 4),
        (Vec3::new(-0.82763493, -0.4024967, -0.1950986), -0.8049934_f32, 8),
        (Vec3::new(-1.4491854, -0.3960698, -0.80722404), -0.7921396_f32, 12),
        (Vec3::new(-0.60483146, -0.40249652, -0.58793217), -0.80499303_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_floor_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.29310617, 0.0), Quat::from_xyzw(0.0, 0.0, 0.0, 1.0));
    let b = Shape::Frustum { bottom: 0.36986798, top: 0.64289004, half_height: 0.9842556 };
    let pose_b = Pose::new(Vec3::new(-0.8426298, 1.1121234, 0.033393927), Quat::from_xyzw(-0.70681703, 0.0031564736, -0.70734626, -0.0078064804));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.26333869, -0.0016207531, -0.21202216), -0.0032415062_f32, 132),
        (Vec3::new(-0.46802667, -0.000895663, -0.47440767), -0.001791326_f32, 136),
        (Vec3::new(-0.2172431, -0.0008953671, 0.11755109), -0.0017907342_f32, 128),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_floor_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, -0.9154634, 0.0), Quat::from_xyzw(0.0, 0.0, 0.0, 1.0));
    let b = Shape::Frustum { bottom: 0.27435032, top: 0.019642515, half_height: 0.4958612 };
    let pose_b = Pose::new(Vec3::new(0.20000851, -1.4908762, 0.6573946), Quat::from_xyzw(0.19520323, 0.27371457, -0.6617466, -0.67012495));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.39782852, -0.43112284, 0.815611), -0.8622457_f32, 256),
        (Vec3::new(-0.3662178, -0.28012702, 0.20452696), -0.56025404_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.0143586015, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Frustum { bottom: 0.9333036, top: 0.19829856, half_height: 0.4876151 };
    let pose_b = Pose::new(Vec3::new(-0.97392654, 0.12152464, 0.18880701), Quat::from_xyzw(0.20913461, 0.90719503, -0.3471749, 0.11282479));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-1.4995548, -0.2978296, -0.85787517), -0.5956592_f32, 256),
        (Vec3::new(-0.7482136, -0.35291302, 0.09850138), -0.70582604_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.48188025, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Frustum { bottom: 0.46150994, top: 0.5521222, half_height: 0.85398656 };
    let pose_b = Pose::new(Vec3::new(-0.560569, 0.9459629, -0.2943149), Quat::from_xyzw(0.42921275, -0.5408338, 0.58570033, -0.42453557));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.5896252, -0.48712385, -0.58343387), -0.9742477_f32, 256),
        (Vec3::new(-0.53303754, -0.48578882, 1.1260028), -0.97157764_f32, 257),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, 0.7103046, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Quad { half: Vec2::new(0.7591375, 0.8685721), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(-0.18047562, 0.08448595, 0.49209163), Quat::from_xyzw(0.43304378, 0.49773207, -0.50061214, -0.56046695));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim +x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-1.0391582, -0.058096737, -0.69894624), -0.11619347_f32, 5),
        (Vec3::new(-1.0391582, -0.058096737, -0.69894624), -0.11619347_f32, 5),
        (Vec3::new(0.683218, -0.069325656, -0.47403574), -0.13865131_f32, 1),
        (Vec3::new(0.683218, -0.069325656, -0.47403574), -0.13865131_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_floor_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, -0.21636929, 0.0), Quat::from_xyzw(0.0, 0.0, 0.0, 1.0));
    let b = Shape::Quad { half: Vec2::new(0.8329045, 0.45185664), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(0.76701766, -0.96878725, -0.9434238), Quat::from_xyzw(-0.751751, 0.62355965, 0.076224566, 0.20058338));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim corner +x-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(1.0037807, -0.66429615, -1.6574764), -1.3285923_f32, 5),
        (Vec3::new(1.0037807, -0.66429615, -1.6574764), -1.3285923_f32, 5),
        (Vec3::new(0.88128453, -0.8435199, -0.8369838), -1.6870399_f32, 1),
        (Vec3::new(0.88128453, -0.8435199, -0.8369838), -1.6870399_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod plane_front_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_ceiling_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::HalfSpace;
    let pose_a = Pose::new(Vec3::new(0.0, -0.5836373, 0.0), Quat::from_xyzw(1.0, 0.0, 0.0, 0.0));
    let b = Shape::Sphere { radius: 0.6952404 };
    let pose_b = Pose::new(Vec3::new(-0.9930684, -0.059937418, 0.6835027), Quat::from_xyzw(0.27472016, -0.63761544, -0.54433113, -0.47082815));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.9930684, -0.6094701, -0.6835027), -1.2189403_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.94886714, 0.51587427), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.51604736, 0.4844011, -1.9166952), Quat::from_xyzw(0.57056284, 0.6154616, -0.47827262, -0.2586899));
    let b = Shape::Cuboid { half: Vec3::new(0.26204985, 0.793461, 0.78504544) };
    let pose_b = Pose::new(Vec3::new(-0.37950712, 0.3793503, -2.8355875), Quat::from_xyzw(-0.13389044, 0.48047164, 0.8402868, -0.21245813));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "corner -x-y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.14024973, 1.0111624, 0.42639872), -2.0223248_f32, 1290),
        (Vec3::new(-0.92479455, 0.5259689, -0.2386969), -1.0519378_f32, 1281),
        (Vec3::new(-0.6178651, 0.6444166, 0.51587427), -1.2888331_f32, 1315),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.6605268, 0.69079554), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-1.0320652, 2.1491618, -1.8356491), Quat::from_xyzw(-0.09529976, 0.12879942, -0.28497458, 0.9450493));
    let b = Shape::Cuboid { half: Vec3::new(0.44805607, 0.6805154, 0.8205035) };
    let pose_b = Pose::new(Vec3::new(-0.39841986, 2.1755774, -1.9516838), Quat::from_xyzw(-0.74173605, -0.32857448, -0.48429808, 0.3275997));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "edge +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.6605268, 0.58265394, -0.41596773), -1.1653079_f32, 1393),
        (Vec3::new(-0.14551014, 0.58683604, -0.4318783), -1.1736721_f32, 1354),
        (Vec3::new(-0.16255766, 0.6157785, 0.4621996), -1.231557_f32, 1363),
        (Vec3::new(0.6605268, 0.61150795, 0.47844666), -1.2230159_f32, 1374),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.50824904, 0.22879203), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(2.637959, 0.3093928, 2.3585422), Quat::from_xyzw(0.59756035, -0.17739497, -0.6520125, -0.4316624));
    let b = Shape::Cuboid { half: Vec3::new(0.934263, 0.8893518, 0.32952446) };
    let pose_b = Pose::new(Vec3::new(2.0656788, 0.78339934, 3.4595609), Quat::from_xyzw(0.6969932, -0.40381283, -0.23642275, 0.54335994));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "face +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.012105691, -0.9998903, 0.008575986)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.38929325, 0.087858915, -0.22547996), -0.17573652_f32, 6844),
        (Vec3::new(-0.50717443, 0.08875558, -0.18275905), -0.17753011_f32, 6818),
        (Vec3::new(-0.50715303, 0.09051673, 0.22801554), -0.18105297_f32, 6803),
        (Vec3::new(-0.22493851, 0.08880864, 0.2280302), -0.17763634_f32, 6815),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.649352, 0.2962739), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.16967823, 1.5649374, 1.0597585), Quat::from_xyzw(-0.6177672, 0.5653803, -0.26737446, -0.47667584));
    let b = Shape::Frustum { bottom: 0.23142755, top: 0.5582688, half_height: 0.83151627 };
    let pose_b = Pose::new(Vec3::new(0.2728889, 1.3401839, 0.26882863), Quat::from_xyzw(-0.6808913, -0.4161094, 0.59870046, -0.06926568));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.5481556, 0.15231928, -0.021312239), -0.30463856_f32, 2052),
        (Vec3::new(-0.3650219, 0.057176642, -0.2962739), -0.114353284_f32, 2086),
        (Vec3::new(-0.649352, 0.04359019, -0.2962739), -0.08718038_f32, 2082),
        (Vec3::new(-0.39256993, 0.13178274, -0.09533966), -0.26356548_f32, 2054),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.53357524, 0.8911058), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.27957624, -0.2480995, 1.8757827), Quat::from_xyzw(-0.4375658, -0.16355199, 0.7922736, -0.3925422));
    let b = Shape::Frustum { bottom: 0.68184966, top: 0.35802415, half_height: 0.66971695 };
    let pose_b = Pose::new(Vec3::new(0.2652492, -0.14980507, 2.2052143), Quat::from_xyzw(0.6404686, -0.12363981, -0.7143543, 0.253399));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.41022253, 0.27563342, -0.8911058), -0.55126685_f32, 2304),
        (Vec3::new(-0.5160773, 0.607945, 0.09938045), -1.21589_f32, 2305),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.7683323, 0.33518982), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(2.5634441, -1.0501235, 0.0024620297), Quat::from_xyzw(-0.7874209, 0.33931074, 0.4925843, -0.14898717));
    let b = Shape::Frustum { bottom: 0.3838593, top: 0.56235015, half_height: 0.36424434 };
    let pose_b = Pose::new(Vec3::new(2.367014, -0.8683997, 0.07820416), Quat::from_xyzw(0.6551179, 0.70225716, -0.001531693, 0.27866304));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(8.2805545e-13, -0.9998759, 0.015753666)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.21594383, 0.2302425, 0.3315622), -0.46054217_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.98479444, 0.5669388), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.262753, -0.2604438, -1.7306638), Quat::from_xyzw(0.16408136, 0.522581, 0.2975064, -0.78196955));
    let b = Shape::Quad { half: Vec2::new(0.44170314, 0.65942943), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-0.69798344, -0.5655277, -2.45635), Quat::from_xyzw(-0.3089036, -0.50619173, -0.7835106, -0.18563281));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.57373714, 0.04484813, 0.30205154), -0.08969626_f32, 1352),
        (Vec3::new(-0.47640735, 0.040917866, -0.5669388), -0.08183573_f32, 1349),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.4196341, 0.7763709), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-1.1768336, -0.15835923, 0.044115476), Quat::from_xyzw(-0.24182162, 0.95293665, -0.16994697, -0.06747066));
    let b = Shape::Quad { half: Vec2::new(0.6110636, 0.3083064), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-1.465117, 0.11943361, -0.10854507), Quat::from_xyzw(0.70122886, -0.2806095, -0.56407946, -0.33369264));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "rim corner +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.08582513, 0.41005787, 0.5754762), -0.82011575_f32, 1352),
        (Vec3::new(0.37724155, 0.30548623, -0.5360201), -0.61097246_f32, 1345),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_back_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.67070735, 0.47373363), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-2.2032456, 1.7985405, -2.2388902), Quat::from_xyzw(0.014885448, -0.19502632, -0.9266771, -0.32095566));
    let b = Shape::Sphere { radius: 0.75707346 };
    let pose_b = Pose::new(Vec3::new(-2.3430665, 1.4518057, -1.9899384), Quat::from_xyzw(0.8871063, -0.01202779, -0.20677273, -0.41248354));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "back");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.0, -1.0, -0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.13132215, 0.5887924, 0.08761544), -1.1775848_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.83373016, 0.22594425), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-2.985765, 1.633378, 1.7919478), Quat::from_xyzw(-0.6078256, 0.7232413, 0.017099168, 0.32738006));
    let b = Shape::Cuboid { half: Vec3::new(0.4580796, 0.83734536, 0.7411665) };
    let pose_b = Pose::new(Vec3::new(-3.4777713, 2.0484316, 1.0594652), Quat::from_xyzw(-0.6038728, 0.7495938, 0.026455827, 0.26971635));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "corner -x-y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.4933384, -0.010865919, 0.22594428), -0.021731839_f32, 1696),
        (Vec3::new(0.4573205, -0.02781855, -0.18445034), -0.0556371_f32, 1665),
        (Vec3::new(-0.4542346, -0.04714233, -0.1012557), -0.09428466_f32, 1674),
        (Vec3::new(-0.4255182, -0.033626318, 0.22594424), -0.067252636_f32, 1684),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9267287, 0.9235568), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.27604, 2.6088233, 2.5434394), Quat::from_xyzw(0.4160731, 0.85947984, 0.016023919, -0.2965143));
    let b = Shape::Cuboid { half: Vec3::new(0.7571841, 0.63529944, 0.96957487) };
    let pose_b = Pose::new(Vec3::new(-0.31040934, 3.1892087, 1.7845032), Quat::from_xyzw(-0.57951605, 0.63317394, 0.510217, -0.054133233));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "edge +x+y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.11159134, -0.22533107, 0.9235568), -0.45066214_f32, 1760),
        (Vec3::new(-0.59242904, -0.2286565, 0.04341176), -0.457313_f32, 1729),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9617629, 0.91097575), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(-1.405479, -0.90591294, 2.9075625), Quat::from_xyzw(-0.260296, -0.7546019, -0.34534475, -0.493517));
    let b = Shape::Frustum { bottom: 0.93880355, top: 0.70949644, half_height: 0.61206836 };
    let pose_b = Pose::new(Vec3::new(-0.4641472, -1.3410017, 2.3570492), Quat::from_xyzw(-0.73331183, -0.48686576, -0.4632898, -0.10284893));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.005308063, -0.8385153, 0.80264056), -1.6770306_f32, 3328),
        (Vec3::new(-0.3791574, -0.76284623, 0.91097575), -1.5256925_f32, 3329),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.32056105, 0.90813315), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(1.4358113, -2.578857, -2.9100366), Quat::from_xyzw(-0.916619, -0.06836978, -0.044742677, -0.39132223));
    let b = Shape::Frustum { bottom: 0.33779275, top: 0.6973938, half_height: 0.63385415 };
    let pose_b = Pose::new(Vec3::new(1.2785113, -3.1908574, -2.7713177), Quat::from_xyzw(-0.49437332, -0.53939784, 0.42111403, -0.5360113));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.32056105, -0.014924219, 0.3204407), -0.029848438_f32, 3328),
        (Vec3::new(0.26830718, -0.08694992, 0.3027213), -0.17389984_f32, 3329),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.92024887, 0.69994736), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(1.9902397, 1.8039495, -2.6716166), Quat::from_xyzw(0.5108475, -0.16469255, -0.46352392, 0.7050225));
    let b = Shape::Frustum { bottom: 0.3278007, top: 0.43026814, half_height: 0.9778463 };
    let pose_b = Pose::new(Vec3::new(2.2667708, 2.7799048, -2.4276025), Quat::from_xyzw(0.5944669, 0.68942416, 0.044277072, -0.41151303));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.010848892, 0.9999412, 6.089189e-15)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.92029834, 0.004557905, -0.009623442), 0.009116346_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.89556134, 0.89412147), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(0.8496752, 2.404916, 1.7783046), Quat::from_xyzw(0.50122494, 0.7138417, -0.19169663, -0.44995117));
    let b = Shape::Quad { half: Vec2::new(0.30852476, 0.87826794), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(1.4262913, 2.558737, 2.4683237), Quat::from_xyzw(-0.74943006, 0.17644387, -0.29181942, 0.5675064));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim -z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.2162517, -0.41238612, -0.8162824), -0.82477224_f32, 1800),
        (Vec3::new(0.08817235, -0.41001463, -0.27957618), -0.82002926_f32, 1793),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.96687204, 0.9838712), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.12970488, 2.4712358, 1.0417086), Quat::from_xyzw(0.6131201, 0.70195305, -0.001492735, 0.3624133));
    let b = Shape::Quad { half: Vec2::new(0.6933712, 0.41169572), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(0.1575981, 1.6102042, 0.81955814), Quat::from_xyzw(-0.53230745, 0.6995642, -0.43601984, -0.19273111));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "rim corner +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.96687204, -0.013126866, 0.063007385), -0.026253732_f32, 1721),
        (Vec3::new(-0.91956824, -0.09803749, 0.9838712), -0.19607498_f32, 1699),
        (Vec3::new(-0.96687204, -0.10149285, 0.95872164), -0.2029857_f32, 1695),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_front_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.58139217, 0.7998121), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(1.6658939, 1.2066201, 1.4632944), Quat::from_xyzw(-0.8215426, 0.15114029, -0.30745813, 0.45573437));
    let b = Shape::Sphere { radius: 0.8527524 };
    let pose_b = Pose::new(Vec3::new(0.87293947, 0.5930604, 1.1064711), Quat::from_xyzw(0.33615026, -0.059014283, -0.6619124, 0.6673772));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "front");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 1.0, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.413602, -0.12351531, -0.77109635), -0.24703062_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.4525796, 0.33357972), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(1.4250154, 0.08813562, 0.42384133), Quat::from_xyzw(-0.6825005, 0.37941402, -0.48241603, 0.3968788));
    let b = Shape::Cuboid { half: Vec3::new(0.5037788, 0.8045642, 0.8787767) };
    let pose_b = Pose::new(Vec3::new(0.40970886, -0.70051664, 0.55967546), Quat::from_xyzw(-0.11487622, -0.85939133, -0.072590046, -0.49293068));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim -z");
    assert_eq!(found.feature_b.to_string(), "edge -x+y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.94186664, -0.335987)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.2508799, -0.15521586, -0.2782104), -0.32959205_f32, 2434),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.5353528, 0.79023415), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(2.1294703, -1.4462525, -1.5166721), Quat::from_xyzw(0.15378885, -0.6868052, -0.09616724, 0.7038463));
    let b = Shape::Cuboid { half: Vec3::new(0.87789464, 0.49116325, 0.7451786) };
    let pose_b = Pose::new(Vec3::new(3.008562, -1.0950243, -1.3559724), Quat::from_xyzw(-0.5025044, 0.42593658, -0.6018804, -0.45145023));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim -z");
    assert_eq!(found.feature_b.to_string(), "face +y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.012761948, 0.16129929, -0.9868234)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.5332237, -0.026910156, -0.6255991), -0.33366668_f32, 5896),
        (Vec3::new(-0.53739476, -0.025808156, -0.63234115), -0.32000244_f32, 5889),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.50169826, 0.44699037), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.04058599, -2.416761, -0.011183906), Quat::from_xyzw(0.23824263, 0.4778881, -0.5667359, 0.6274344));
    let b = Shape::Cuboid { half: Vec3::new(0.2531392, 0.5841158, 0.57046497) };
    let pose_b = Pose::new(Vec3::new(-0.45974618, -2.7454562, -0.6074951), Quat::from_xyzw(-0.70656574, 0.06578057, -0.7009863, 0.07110595));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner +x-z");
    assert_eq!(found.feature_b.to_string(), "face +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.096924424, -0.94257593, -0.3196208)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.49482816, 0.06680888, 0.20953774), -0.14175801_f32, 6816),
        (Vec3::new(0.4850098, 0.16229165, -0.39195856), -0.34435734_f32, 6785),
        (Vec3::new(0.26995432, 0.15242171, -0.39530545), -0.3234149_f32, 6799),
        (Vec3::new(0.10924369, 0.12370214, -0.26401582), -0.26247633_f32, 6844),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9017303, 0.35098168), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(-0.6322832, -2.3797777, 0.26898968), Quat::from_xyzw(-0.21015656, 0.8573045, 0.06459553, -0.46550032));
    let b = Shape::Frustum { bottom: 0.8470213, top: 0.5854446, half_height: 0.28960523 };
    let pose_b = Pose::new(Vec3::new(-0.05903387, -1.7770759, -0.691085), Quat::from_xyzw(-0.76605844, 0.06006876, -0.15777282, 0.62020475));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner -x+z");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.7028574, -0.529961, 0.4744816)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.83150303, 0.052952014, 0.30357298), -0.19983363_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.6952545, 0.75738055), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(0.3680774, -0.42706168, -0.792404), Quat::from_xyzw(-0.5381025, 0.33474702, -0.77181596, -0.051866908));
    let b = Shape::Frustum { bottom: 0.25665745, top: 0.73367244, half_height: 0.9584646 };
    let pose_b = Pose::new(Vec3::new(-0.76419926, -0.36911517, -0.34724116), Quat::from_xyzw(-0.67806435, -0.492494, 0.44416127, -0.3168583));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner +x-z");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.31320316, 0.17241177, -0.9339047)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.6167576, -0.043210916, -0.52331954), -0.5012525_f32, 9633),
        (Vec3::new(0.014010456, -0.026097383, -0.6160186), -0.30273315_f32, 9639),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9680373, 0.39803025), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(0.2109543, 0.037787814, 1.8297906), Quat::from_xyzw(0.5820532, 0.46732476, 0.56302446, 0.35471848));
    let b = Shape::Frustum { bottom: 0.5569529, top: 0.34706298, half_height: 0.74475074 };
    let pose_b = Pose::new(Vec3::new(-0.3175078, 0.8389727, 2.024931), Quat::from_xyzw(-0.6939383, -0.21314932, 0.3189075, -0.6093561));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner +x-z");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.95073, 0.018856186, -0.30944598)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.70510435, -0.0072054225, -0.3093779), -0.55509454_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.67841375, 0.71504974), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.7501512, 2.8341873, 2.6070766), Quat::from_xyzw(-0.29556805, 0.825188, -0.4793549, -0.04385382));
    let b = Shape::Quad { half: Vec2::new(0.88196915, 0.9447978), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-1.5075027, 2.66358, 3.3815942), Quat::from_xyzw(-0.68044144, -0.6872937, 0.24695362, 0.060337905));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner -x+z");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.8724131, -0.17474562, 0.4564636)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.16014254, 0.16796383, 0.27630082), -1.922382_f32, 1032),
        (Vec3::new(-0.058680236, 0.12413317, -0.7081982), -1.4207323_f32, 1030),
        (Vec3::new(-0.058680236, 0.12413314, -0.7081982), -1.4207323_f32, 1073),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.38330117, 0.97877574), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.7494346, 0.077912845, 0.32023448), Quat::from_xyzw(-0.11729475, 0.36002737, 0.14621954, -0.91391575));
    let b = Shape::Quad { half: Vec2::new(0.63647395, 0.23078892), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(-0.08423871, 0.10941891, 0.12057066), Quat::from_xyzw(-0.45339027, 0.44898573, -0.7098488, -0.2982678));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner +x-z");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6613086, 0.6586029, -0.3590433)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.34611076, -0.03703814, -0.9585841), -0.11247495_f32, 5697),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_corner_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.71911556, 0.77464324), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-2.943584, -1.5318592, -2.8606834), Quat::from_xyzw(-0.16790289, -0.11423579, 0.3138395, 0.9275039));
    let b = Shape::Sphere { radius: 0.8661544 };
    let pose_b = Pose::new(Vec3::new(-3.5358732, -2.0685763, -3.9614496), Quat::from_xyzw(-0.08412034, -0.7090109, -0.7000277, 0.0137305595));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim corner -x-z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.44443125, 0.79700714, -0.40897483)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.6223149, -0.17359455, -0.68556523), -0.43561605_f32, 35),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.6764116, 0.39644983), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-2.2885363, 2.5895257, 1.9999056), Quat::from_xyzw(0.07093073, 0.5606754, 0.45784765, -0.6862853));
    let b = Shape::Frustum { bottom: 0.87396103, top: 0.21049891, half_height: 0.49575263 };
    let pose_b = Pose::new(Vec3::new(-1.5056623, 2.5231333, 2.1576014), Quat::from_xyzw(0.017014563, -0.6083461, -0.6167364, 0.4992611));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +x");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.47521955, 0.87986726, -5.873815e-11)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.65983236, -0.030695332, -0.10298548), -0.06977324_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.6973551, 0.8408454), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.25266486, -1.6111007, -2.1321433), Quat::from_xyzw(-0.8950796, 0.3160772, -0.23201455, 0.21236081));
    let b = Shape::Frustum { bottom: 0.83323914, top: 0.4909565, half_height: 0.2712158 };
    let pose_b = Pose::new(Vec3::new(0.29198956, -2.5893288, -0.9366487), Quat::from_xyzw(-0.5239769, -0.5680477, 0.55300045, -0.3113847));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +x");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.96519816, -0.26151967, -8.22788e-11)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.66601634, 0.008489239, -0.47364423), -0.06493636_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.2539033, 0.44941545), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(1.4668347, 1.9141463, 1.6875064), Quat::from_xyzw(0.6602243, 0.60888934, -0.42126763, -0.12606044));
    let b = Shape::Frustum { bottom: 0.20666206, top: 0.44513595, half_height: 0.22057055 };
    let pose_b = Pose::new(Vec3::new(1.7154579, 1.6663172, 1.7147598), Quat::from_xyzw(0.612778, -0.6819381, -0.30688488, -0.2555097));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim -x");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.094795115, 0.9954968, -1.780088e-11)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.2445716, -0.09842488, -0.35146433), -0.19773251_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.9131551, 0.9569016), sides: Sides::Front };
    let pose_a = Pose::new(Vec3::new(2.8741512, 2.8389618, -0.39586195), Quat::from_xyzw(0.48882297, 0.83023846, 0.18995391, 0.1888752));
    let b = Shape::Frustum { bottom: 0.937527, top: 0.5597887, half_height: 0.90227616 };
    let pose_b = Pose::new(Vec3::new(3.4690585, 2.7111197, -1.0375569), Quat::from_xyzw(-0.64062214, -0.73858804, -0.057986405, -0.20181331));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +z");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, -0.40458402, 0.91450083)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.29731774, 0.1829364, 0.5434016), -0.9043185_f32, 32768),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.28930527, 0.87187696), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(1.5643411, -2.951692, 0.7638217), Quat::from_xyzw(-0.7414611, 0.11966408, -0.64246917, 0.15214902));
    let b = Shape::Quad { half: Vec2::new(0.9248801, 0.31280228), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(0.9266773, -3.4067917, 1.0633628), Quat::from_xyzw(0.1812845, -0.71854323, -0.5981615, 0.3050153));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +x");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.822675, -0.56848633, -0.005391121)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.2431311, 0.03190735, 0.22518462), -0.11225379_f32, 1128),
        (Vec3::new(0.24074611, 0.033555597, -0.8503413), -0.11805217_f32, 1092),
        (Vec3::new(0.24074608, 0.033555597, -0.85034144), -0.11805217_f32, 1121),
        (Vec3::new(0.2431311, 0.03190741, 0.22518462), -0.11225379_f32, 1101),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.98013437, 0.23886214), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(0.13455427, 1.6505721, -0.5977691), Quat::from_xyzw(-0.7670122, -0.36991283, 0.52135646, -0.0551746));
    let b = Shape::Quad { half: Vec2::new(0.64788026, 0.25735602), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(-0.26247814, 1.4810995, 0.053666532), Quat::from_xyzw(0.50581956, 0.83185697, 0.22733286, 0.021917434));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +z");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.011653654, -0.12193167, 0.99247026)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.5082287, 0.006610155, 0.1850583), -0.108424194_f32, 5984),
        (Vec3::new(-0.9794706, 0.006944984, 0.18233293), -0.11391626_f32, 5953),
        (Vec3::new(-0.5082288, 0.006610155, 0.1850583), -0.108424194_f32, 5964),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.98399246, 0.81323415), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(-0.17086165, 2.1939254, 2.5305743), Quat::from_xyzw(-0.40691257, 0.87362176, 0.08452463, -0.25310633));
    let b = Shape::Quad { half: Vec2::new(0.7535097, 0.7487709), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(-0.64379793, 1.3935995, 2.7572875), Quat::from_xyzw(-0.35792983, 0.14141962, 0.5868854, -0.7123568));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +x");
    assert_eq!(found.feature_b.to_string(), "rim -x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.45550868, -0.8902314, 0.0)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.83507043, 0.29104835, -0.016024325), -0.6538713_f32, 392),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod quad_rim_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Quad { half: Vec2::new(0.8330057, 0.7054653), sides: Sides::Both };
    let pose_a = Pose::new(Vec3::new(1.6842097, 2.6740944, 2.3999975), Quat::from_xyzw(-0.5165583, 0.2187423, -0.46406785, 0.68553656));
    let b = Shape::Sphere { radius: 0.48678264 };
    let pose_b = Pose::new(Vec3::new(2.357865, 3.6764789, 2.5304804), Quat::from_xyzw(0.7136146, -0.3817369, 0.06596744, -0.5836776));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "rim +z");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.0, 0.45861655, 0.88863426)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.52185476, -0.01502908, 0.67634434), -0.06554094_f32, 54),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.90642816 };
    let pose_a = Pose::new(Vec3::new(-0.8364148, -2.4995894, -1.532204), Quat::from_xyzw(-0.17111313, -0.6191695, 0.4858946, 0.5926684));
    let b = Shape::Cuboid { half: Vec3::new(0.6762928, 0.890119, 0.5014257) };
    let pose_b = Pose::new(Vec3::new(-1.8111707, -1.6080794, -2.0261467), Quat::from_xyzw(-0.74251616, 0.59763, 0.05055728, 0.2982483));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "corner +x-y-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6633959, 0.7317242, 0.15647744)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.36473775, 0.40230495, 0.08603194), -0.7132491_f32, 2),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_corner_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.9542805 };
    let pose_a = Pose::new(Vec3::new(1.2628073, -2.1688886, 0.5485573), Quat::from_xyzw(0.0650101, -0.45219284, -0.7871128, -0.41442585));
    let b = Shape::Cuboid { half: Vec3::new(0.9101267, 0.51298815, 0.7186729) };
    let pose_b = Pose::new(Vec3::new(2.3225036, -2.4807796, -0.2758168), Quat::from_xyzw(-0.76034796, -0.117840506, 0.62765044, -0.11848897));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "corner -x-y+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.52797985, -0.79812366, -0.29023427)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.2749967, -0.40497458, -0.22165465), -0.83788663_f32, 18),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_edge {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.64726174 };
    let pose_a = Pose::new(Vec3::new(-2.7198806, 1.163788, -0.18045579), Quat::from_xyzw(0.14430495, -0.17949925, -0.5008527, -0.8343277));
    let b = Shape::Cuboid { half: Vec3::new(0.9115282, 0.35741863, 0.5335115) };
    let pose_b = Pose::new(Vec3::new(-2.2802954, 1.2825291, -1.3744414), Quat::from_xyzw(0.29151243, -0.03779339, 0.9550659, 0.037962794));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "edge +x+z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.438795, 0.18882221, -0.8785242)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.19676155, 0.084670365, -0.39394188), -0.3976975_f32, 23),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_edge_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.9768123 };
    let pose_a = Pose::new(Vec3::new(-0.40979627, -1.3662862, 2.0587287), Quat::from_xyzw(-0.60331714, 0.5618803, -0.46456897, 0.32322523));
    let b = Shape::Cuboid { half: Vec3::new(0.51547384, 0.54990965, 0.71724457) };
    let pose_b = Pose::new(Vec3::new(-0.7958015, -0.18476748, 3.247633), Quat::from_xyzw(0.29005072, 0.66046166, 0.6563091, 0.22117735));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "edge -x-y");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.26547715, -0.60044605, -0.75431186)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.28819728, -0.49909997, -0.7239053), -0.103330374_f32, 9),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_face {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.36691943 };
    let pose_a = Pose::new(Vec3::new(-0.71886706, 1.1454571, 2.011959), Quat::from_xyzw(0.38968575, 0.44169122, 0.5937355, 0.54820794));
    let b = Shape::Cuboid { half: Vec3::new(0.83167905, 0.38569352, 0.5797211) };
    let pose_b = Pose::new(Vec3::new(-1.1773959, 0.77685696, 1.8608056), Quat::from_xyzw(-0.49701914, 0.42947242, -0.23694889, 0.7158077));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "face +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.42165768, 0.13485229, -0.89667124)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.08118813, 0.02596511, -0.17264959), -0.34874907_f32, 22),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_face_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.6656269 };
    let pose_a = Pose::new(Vec3::new(2.270026, -2.163729, -0.35510823), Quat::from_xyzw(-0.7286439, -0.04470215, 0.24672249, 0.63734436));
    let b = Shape::Cuboid { half: Vec3::new(0.69956905, 0.6739479, 0.85720116) };
    let pose_b = Pose::new(Vec3::new(3.3397498, -1.2075202, 0.12151906), Quat::from_xyzw(-0.16963172, 0.48767152, -0.6540415, 0.55283934));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "face +x");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.53088534, -0.5474398, 0.646893)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.35072243, -0.36165875, 0.4273613), -0.009979904_f32, 14),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_inside {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.27368978 };
    let pose_a = Pose::new(Vec3::new(0.8000318, 1.6729791, 1.54743), Quat::from_xyzw(0.5016062, 0.7328245, 0.44957462, 0.09613544));
    let b = Shape::Cuboid { half: Vec3::new(0.76233, 0.66267747, 0.796038) };
    let pose_b = Pose::new(Vec3::new(0.11041957, 1.4798155, 1.7587869), Quat::from_xyzw(-0.7297652, 0.4191785, 0.15745953, -0.516661));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside -y");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.39535403, 0.36735725, -0.8418692)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.02572821, 0.023906112, -0.054785907), -0.41722694_f32, 42),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_box_inside_by_region {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.6284428 };
    let pose_a = Pose::new(Vec3::new(-1.4165863, -0.63740987, 0.70246196), Quat::from_xyzw(0.6360472, -0.6746683, -0.3494654, 0.1346869));
    let b = Shape::Cuboid { half: Vec3::new(0.85543627, 0.65526026, 0.8883377) };
    let pose_b = Pose::new(Vec3::new(-2.1016507, -0.589352, 0.60789293), Quat::from_xyzw(0.39638424, 0.3878292, 0.819864, 0.14244641));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Region, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside +z");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.716839, 0.3615071, 0.59619975)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.09760919, 0.04922515, 0.08118236), -0.98455346_f32, 54),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.76023203 };
    let pose_a = Pose::new(Vec3::new(0.85543233, -2.36024, -1.4718649), Quat::from_xyzw(0.3720426, -0.7533294, 0.4085831, 0.35656562));
    let b = Shape::Frustum { bottom: 0.36346036, top: 0.19898224, half_height: 0.23650491 };
    let pose_b = Pose::new(Vec3::new(1.3304079, -1.9592458, -1.0364659), Quat::from_xyzw(0.51252824, 0.76451015, 0.35917506, 0.15437762));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.22136103, -0.7366147, -0.6390606)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.14200124, -0.4725321, -0.40995184), -0.2374808_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.4422224 };
    let pose_a = Pose::new(Vec3::new(0.95957565, -2.2801144, 2.5760531), Quat::from_xyzw(0.75431156, -0.32319206, 0.0153750675, 0.5712483));
    let b = Shape::Frustum { bottom: 0.9307399, top: 0.6499198, half_height: 0.40010658 };
    let pose_b = Pose::new(Vec3::new(1.5545595, -2.6432617, 2.4506254), Quat::from_xyzw(-0.25854102, 0.9549511, 0.11642958, -0.087572396));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.6636718, -0.3509502, 0.6605857)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.20414829, -0.10795382, 0.20319888), -0.2692366_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_inside_cap_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.8056569 };
    let pose_a = Pose::new(Vec3::new(2.8704584, -1.0576335, -2.4665062), Quat::from_xyzw(-0.5059571, 0.51002115, -0.63226783, -0.29004008));
    let b = Shape::Frustum { bottom: 0.71609604, top: 0.33273947, half_height: 0.33463398 };
    let pose_b = Pose::new(Vec3::new(2.8807285, -0.97917444, -2.6954231), Quat::from_xyzw(0.28871626, 0.7605304, -0.11498197, -0.57010144));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside cap bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.69064623, -0.34614897, -0.6349715)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.25241384, -0.1265088, -0.23206618), -0.8803639_f32, 8),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_inside_cap_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.87629056 };
    let pose_a = Pose::new(Vec3::new(-0.79941505, -2.613369, -2.6194792), Quat::from_xyzw(0.18994963, -0.006199294, -0.67174083, -0.7159923));
    let b = Shape::Frustum { bottom: 0.93409723, top: 0.5992722, half_height: 0.9836762 };
    let pose_b = Pose::new(Vec3::new(-0.6399313, -1.6825687, -2.1479602), Quat::from_xyzw(0.8140221, -0.048632488, 0.532987, -0.22567138));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside cap top");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.7308541, 0.0677374, 0.67916393)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.27596784, 0.025577396, 0.25644982), -0.997389_f32, 9),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_inside_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.73330677 };
    let pose_a = Pose::new(Vec3::new(-2.361832, 0.17029832, 2.9501147), Quat::from_xyzw(-0.208858, -0.117947124, -0.27702272, -0.9304436));
    let b = Shape::Frustum { bottom: 0.5441962, top: 0.794046, half_height: 0.8371564 };
    let pose_b = Pose::new(Vec3::new(-2.8761992, 0.10887547, 2.5249078), Quat::from_xyzw(0.22695297, -0.2389901, 0.5414718, -0.7734238));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "inside side");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.32721514, -0.1333899, -0.9354877)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.11218941, -0.045734204, -0.3207425), -0.78089124_f32, 10),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_rim_bottom {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.7886512 };
    let pose_a = Pose::new(Vec3::new(2.972384, -1.4250684, 1.5889754), Quat::from_xyzw(-0.682783, 0.53973913, -0.046634134, -0.49021858));
    let b = Shape::Frustum { bottom: 0.7867651, top: 0.31143767, half_height: 0.68334943 };
    let pose_b = Pose::new(Vec3::new(3.4793148, -1.8007416, 2.5733118), Quat::from_xyzw(-0.011981553, 0.76272917, 0.5893566, 0.26600644));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "rim bottom");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.93115, 0.06146349, -0.35941875)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.47898602, 0.031617045, -0.18488601), -0.5484974_f32, 3),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_rim_top {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.8144281 };
    let pose_a = Pose::new(Vec3::new(-0.82914096, -1.8971838, -2.8626761), Quat::from_xyzw(-0.44173896, -0.13598981, -0.19560233, -0.86493534));
    let b = Shape::Frustum { bottom: 0.6198066, top: 0.27059057, half_height: 0.8444836 };
    let pose_b = Pose::new(Vec3::new(-1.4867718, -2.8104372, -4.045986), Quat::from_xyzw(-0.313417, -0.78720796, -0.23679014, -0.4753987));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "rim top");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.54015326, -0.83750576, -0.082574606)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.3682891, -0.57103103, -0.056301326), -0.2652094_f32, 4),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_frustum_side {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.96231526 };
    let pose_a = Pose::new(Vec3::new(0.2658412, 2.1965117, -0.62327826), Quat::from_xyzw(0.5916887, -0.5332804, -0.33338186, 0.50435406));
    let b = Shape::Frustum { bottom: 0.2745746, top: 0.29988977, half_height: 0.9934216 };
    let pose_b = Pose::new(Vec3::new(-0.25424242, 1.8110058, -1.4360507), Quat::from_xyzw(0.14896429, 0.21913382, -0.529581, -0.80581266));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "side");
    assert_eq!(bits(found.normal), bits(Vec3::new(0.65489167, -0.6517778, 0.38249516)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(0.49124566, -0.48890987, 0.28691632), -0.42439574_f32, 2),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_quad_back {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.7734642 };
    let pose_a = Pose::new(Vec3::new(-2.0877664, -1.4598662, 0.14209826), Quat::from_xyzw(0.64956886, -0.14556643, 0.5189681, 0.5362302));
    let b = Shape::Quad { half: Vec2::new(0.8448905, 0.64598423), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(-2.1985993, -1.3073007, 0.8333965), Quat::from_xyzw(0.88286376, 0.16061792, -0.25079873, -0.36311623));
    let mut memory = PairMemory { side: Side::Behind, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "back");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.80835843, -0.20748174, 0.5509153)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.06419414, -0.01647669, 0.04374996), -1.388102_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_quad_front {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.5369197 };
    let pose_a = Pose::new(Vec3::new(0.4845598, 2.0235903, -2.276782), Quat::from_xyzw(-0.17353976, -0.8210558, -0.42572832, -0.33838826));
    let b = Shape::Quad { half: Vec2::new(0.5423071, 0.9205715), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(0.6439965, 2.0487792, -2.0258825), Quat::from_xyzw(0.6416629, -0.55725163, 0.4617181, 0.25407833));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "front");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.6087702, 0.29516363, 0.7363947)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.2258352, 0.10949676, 0.27318004), -0.3319003_f32, 1),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_quad_rim {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.86507964 };
    let pose_a = Pose::new(Vec3::new(2.9303, 0.67548275, -1.7126034), Quat::from_xyzw(-0.3984028, -0.748644, -0.5108078, -0.14100662));
    let b = Shape::Quad { half: Vec2::new(0.42826262, 0.8218552), sides: Sides::Both };
    let pose_b = Pose::new(Vec3::new(2.9577208, 0.09833825, -2.3492327), Quat::from_xyzw(0.6110627, 0.70412576, 0.15295172, -0.32774198));
    let mut memory = PairMemory::default();
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "rim +x");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.74304736, -0.6544413, -0.13995348)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.47935188, -0.42219067, -0.09028627), -0.43992743_f32, 46),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_quad_rim_corner {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, Sides, collide};
    use carom::glam::{Quat, Vec2, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.6770394 };
    let pose_a = Pose::new(Vec3::new(0.2013313, 0.021738786, -2.5286837), Quat::from_xyzw(0.17062153, -0.370702, -0.6341622, 0.6567395));
    let b = Shape::Quad { half: Vec2::new(0.20871688, 0.8400304), sides: Sides::Front };
    let pose_b = Pose::new(Vec3::new(1.1526239, 0.11171901, -3.1928363), Quat::from_xyzw(0.5728378, -0.713554, 0.3256318, -0.23803669));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "rim corner +x-z");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.29541337, 0.4945667, -0.8173951)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.14745705, 0.24686542, -0.40800667), -0.3557687_f32, 37),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}

mod sphere_surface_sphere_surface {
#[test]
#[allow(clippy::approx_constant, reason = "what was measured may look like π")]
fn contact_of_first_and_second() {
    use carom::geometry::{NormalRule, PairMemory, Shape, Side, collide};
    use carom::glam::{Quat, Vec3};
    use carom::math::Pose;

    let a = Shape::Sphere { radius: 0.8549855 };
    let pose_a = Pose::new(Vec3::new(2.7112992, 1.3337373, 0.42427546), Quat::from_xyzw(0.6364556, -0.3924115, -0.63481206, -0.19481027));
    let b = Shape::Sphere { radius: 0.2591785 };
    let pose_b = Pose::new(Vec3::new(3.069032, 1.8191847, 0.57905465), Quat::from_xyzw(-0.62880033, 0.6802082, 0.26158908, -0.27110544));
    let mut memory = PairMemory { side: Side::Front, ..PairMemory::default() };
    let b_in_a = pose_a.inverse_mul(&pose_b);
    let found = collide(&a, &b, &b_in_a, 0.01, NormalRule::Closest, &mut memory);

    let bits = |v: Vec3| v.to_array().map(f32::to_bits);
    assert_eq!(found.feature_a.to_string(), "surface");
    assert_eq!(found.feature_b.to_string(), "surface");
    assert_eq!(bits(found.normal), bits(Vec3::new(-0.501011, -0.8473536, 0.17601079)));
    assert_eq!(found.grip.to_bits(), 0.0_f32.to_bits());
    let points = [
        (Vec3::new(-0.30520913, -0.5161963, 0.10722339), -0.49159798_f32, 0),
    ];
    assert_eq!(found.points().len(), points.len());
    for (point, (position, separation, id)) in found.points().iter().zip(points) {
        assert_eq!((bits(point.position), point.id), (bits(position), id));
        assert_eq!(point.separation.to_bits(), separation.to_bits());
    }
}
}
