//! V1 … V9: lines, reflection and rotation, and where spheres, boxes and quads touch.

use super::setup::{Bench, turn};
use super::{Check, Company, TruthCase};
use crate::geometry::{Manifold, NormalRule, PairMemory, Shape, collide, intersect_wall, reflect, solve_2x2};
use crate::math::{Pose, rotate_about_line};
use glam::{DVec3, Quat, Vec2, Vec3};

pub(super) const CASES: &[TruthCase] = &[
    TruthCase { id: "V1", name: "two equations by Cramer's rule", company: Company::NoContact, measure: cramer },
    TruthCase { id: "V2", name: "two segments that do not meet", company: Company::NoContact, measure: segments },
    TruthCase { id: "V3", name: "reflection at a slanted wall", company: Company::NoContact, measure: reflection },
    TruthCase { id: "V4", name: "rotation about any line", company: Company::NoContact, measure: rotation },
    TruthCase {
        id: "V5",
        name: "sphere at every kind of place of a turned box",
        company: Company::NoContact,
        measure: sphere_around_box,
    },
    TruthCase { id: "V6", name: "two bars crossed like a plus sign", company: Company::NoContact, measure: plus_sign },
    TruthCase { id: "V7", name: "sphere above a one-sided quad", company: Company::NoContact, measure: above_quad },
    TruthCase { id: "V7b", name: "sphere at the rim of a quad", company: Company::NoContact, measure: at_rim },
    TruthCase { id: "V7c", name: "sphere comes from behind a quad", company: Company::NoContact, measure: from_behind },
    TruthCase { id: "V7d", name: "sphere at 500 m/s meets a quad", company: Company::NoContact, measure: fast_at_quad },
    TruthCase { id: "V8", name: "two spheres in one place", company: Company::NoContact, measure: one_place },
    TruthCase {
        id: "V9",
        name: "sphere centred on a box's face, edge, corner and centre",
        company: Company::NoContact,
        measure: centered_on_box,
    },
];

/// Single precision: 1e-5 of the size of things, which is about 1 m here.
const BOUND: f64 = 1e-5;

fn touch(a: &Shape, b: &Shape, b_in_a: &Pose, margin: f32) -> Manifold {
    collide(a, b, b_in_a, margin, NormalRule::Closest, &mut PairMemory::default())
}

fn at(position: Vec3) -> Pose {
    Pose::new(position, Quat::IDENTITY)
}

/// 4x + 2y = 5 and 3x + 3y = 6: d = 6, x = 3/6, y = 9/6.
fn cramer(_: &Bench) -> Vec<Check> {
    // The columns of the matrix, then the right-hand sides.
    let got = solve_2x2(Vec2::new(4.0, 3.0), Vec2::new(2.0, 3.0), Vec2::new(5.0, 6.0)).unwrap_or(Vec2::NAN);
    vec![Check::new("x", 0.5, f64::from(got.x), BOUND), Check::new("y", 1.5, f64::from(got.y), BOUND)]
}

/// Two segments along (4, 1) and (2, 3), the second starting (5, 2) from the first: d = −10, and their lines meet at
/// −0.3 and 1.1 of their lengths, outside both.
fn segments(_: &Bench) -> Vec<Check> {
    let (first, second, between) = (Vec2::new(4.0, 1.0), Vec2::new(2.0, 3.0), Vec2::new(5.0, 2.0));
    // Δb = s v₁ − t v₂.
    let got = solve_2x2(first, -second, between).unwrap_or(Vec2::NAN);
    vec![
        Check::new("s", 1.1, f64::from(got.x), BOUND),
        Check::new("t", -0.3, f64::from(got.y), BOUND),
        Check::is("they meet", false, intersect_wall(Vec2::ZERO, first, between, second).is_some()),
    ]
}

/// S = (4, 2) at a wall along (8, −8): F = (−2, −4), as long as S.
fn reflection(_: &Bench) -> Vec<Check> {
    // Square to (8, −8); a reflection does not care about the sign of its normal.
    let normal = Vec3::new(1.0, 1.0, 0.0).normalize();
    let got = reflect(Vec3::new(4.0, 2.0, 0.0), normal);
    vec![
        Check::new("F_x", -2.0, f64::from(got.x), BOUND),
        Check::new("F_y", -4.0, f64::from(got.y), BOUND),
        Check::new("|F|²", 20.0, f64::from(got.length_squared()), 20.0 * BOUND),
    ]
}

/// The point (1, 2, 3) turned by 40° about (1, 2, 2)/3 and about z, by Rodrigues' formula.
fn rotation(_: &Bench) -> Vec<Check> {
    let mut checks = vec![];
    for (name, axis, expected) in [
        ("(1, 2, 2)", Vec3::new(1.0, 2.0, 2.0), DVec3::new(1.480_515_2, 1.889_717_7, 2.870_024_7)),
        // About this line the printed matrices divide by √(x₀² + y₀²) = 0.
        ("z", Vec3::Z, DVec3::new(-0.519_530_8, 2.174_876_5, 3.0)),
    ] {
        let got = rotate_about_line(Vec3::new(1.0, 2.0, 3.0), Vec3::ZERO, axis, 40.0_f32.to_radians()).as_dvec3();
        checks.push(Check::new(
            format!("distance from the exact point, about {name} (m)"),
            0.0,
            got.distance(expected),
            BOUND,
        ));
    }
    checks
}

/// Where the centre of the sphere is (m, world), the world normal there and the distance to the surface (m).
const AROUND: [(&str, [f32; 3], [f64; 3], f64); 7] = [
    ("face +y", [0.918_447_3, 2.963_369, 2.927_407_5], [-0.303_561_201, 0.925_569_669, 0.226_210_932], 0.4),
    ("edge +x+y", [1.908_290_4, 3.294_337_6, 2.901_517_2], [0.285_697_921, 0.958_319_015, -0.001_167_975], 0.5),
    // The upright edge, which the printed program leaves out.
    ("edge +x−z", [1.615_120_8, 2.733_319, 1.709_120_6], [0.186_519_756, 0.290_545_899, -0.938_505_973], 0.360_555_128),
    ("edge −y−z", [0.472_913_1, 1.237_492_8, 1.876_050_6], [-0.108_347_652, -0.469_643_88, -0.876_182_294], 0.5),
    // The printed normal of this corner points up instead of down.
    ("corner −−−", [-0.153_240_57, 1.007_428_7, 2.419_191_6], [-0.505_935_335, -0.823_409_289, -0.256_956_377], 0.3),
    ("corner +−+", [2.526_445_7, 1.649_751, 3.387_026_2], [0.738_081_601, -0.567_426_225, 0.365_052_091], 0.3),
    (
        "inside, nearest −z",
        [0.891_652_35, 2.240_163_7, 2.314_010_1],
        [-0.363_105_466, 0.107_122_402, -0.925_569_669],
        -0.05,
    ),
];

/// A box of half extents (1, 0.5, 0.75) at (1, 2, 3), turned by 30° about (1, 2, 2)/3.
fn sphere_around_box(_: &Bench) -> Vec<Check> {
    let cuboid = Shape::cuboid(1.0, 0.5, 0.75);
    let pose = Pose::new(Vec3::new(1.0, 2.0, 3.0), turn(Vec3::new(1.0, 2.0, 2.0) / 3.0, 30.0));
    let radius = 0.25;
    let mut checks = vec![];
    for (name, center, normal, distance) in AROUND {
        // Within a margin of 1 m the sphere has a contact also where it does not touch.
        let manifold = touch(&cuboid, &Shape::sphere(radius), &pose.inverse_mul(&at(center.into())), 1.0);
        let got = pose.vector(manifold.normal).as_dvec3();
        checks.push(Check::new(
            format!("{name}: normal, distance from the exact"),
            0.0,
            got.distance(normal.into()),
            BOUND,
        ));
        // Separation is from surface to surface: the radius leads on to the centre.
        let gap = f64::from(manifold.separation()) + f64::from(radius);
        checks.push(Check::new(format!("{name}: distance (m)"), distance, gap, BOUND));
    }
    checks
}

/// No corner of either lies in the other; the least overlap is 2 + 0.2.
fn plus_sign(_: &Bench) -> Vec<Check> {
    // Long along z, so that the least overlap lies in the plane of the bars.
    let manifold = touch(&Shape::cuboid(2.0, 0.2, 5.0), &Shape::cuboid(0.2, 2.0, 5.0), &Pose::IDENTITY, 0.0);
    vec![
        Check::is("they touch", true, manifold.count > 0),
        Check::new("separation (m)", -2.2, f64::from(manifold.separation()), BOUND),
    ]
}

fn ball_at_quad(center: Vec3, margin: f32) -> Manifold {
    touch(&Shape::quad(1.0, 1.0), &Shape::sphere(0.5), &at(center), margin)
}

fn above_quad(_: &Bench) -> Vec<Check> {
    let manifold = ball_at_quad(Vec3::Y * 0.3, 0.0);
    vec![
        Check::new("normal, distance from +y", 0.0, f64::from(manifold.normal.distance(Vec3::Y)), BOUND),
        Check::new("separation (m)", -0.2, f64::from(manifold.separation()), BOUND),
    ]
}

/// From (1.3, 0.4, 0) the rim is 0.3 beside and 0.4 below: 0.5 away, so the normal is (0.6, 0.8, 0).
fn at_rim(_: &Bench) -> Vec<Check> {
    // Rounding may leave a gap at the touch: with the margin it is a contact all the same.
    let touching = ball_at_quad(Vec3::new(1.3, 0.4, 0.0), 0.01);
    let apart = ball_at_quad(Vec3::new(1.3, 0.45, 0.0), 0.0);
    vec![
        Check::new("separation at a touch (m)", 0.0, f64::from(touching.separation()), BOUND),
        Check::new(
            "normal, distance from exact",
            0.0,
            f64::from(touching.normal.distance(Vec3::new(0.6, 0.8, 0.0))),
            BOUND,
        ),
        Check::is("touches from 0.541 m", false, apart.count > 0),
    ]
}

fn from_behind(bench: &Bench) -> Vec<Check> {
    let mut s = bench.weightless(1.0, 0.5);
    s.fixed(Shape::quad(1.0, 1.0), Vec3::ZERO, Quat::IDENTITY);
    // Its centre is behind, but a part of it sticks out in front: a plate of two sides would throw it out.
    let ball = s.sphere(0.5, 1.0, Vec3::Y * -0.1, Vec3::Y);
    s.run(2.0);
    vec![
        Check::new("velocity after (m/s)", 1.0, s.velocity(ball).y, 1e-6),
        Check::new("height after 2 s (m)", 1.9, s.position(ball).y, BOUND),
    ]
}

/// It touches after 0.1 m, 0.2 ms, and is 500 (1/60 − 0.0002) m above that at the end of the step.
fn fast_at_quad(bench: &Bench) -> Vec<Check> {
    let mut s = bench.weightless(1.0, 0.0);
    s.fixed(Shape::quad(1.0, 1.0), Vec3::ZERO, Quat::IDENTITY);
    let ball = s.sphere(0.5, 1.0, Vec3::Y * 0.6, Vec3::Y * -500.0);
    s.step();
    let touched = 1.0 / 60.0 - (s.position(ball).y - 0.5) / 500.0;
    vec![
        Check::new("velocity after (m/s)", 500.0, s.velocity(ball).y, 5e-3),
        Check::new("time of the touch (s)", 0.0002, touched, 1e-6),
    ]
}

fn one_place(bench: &Bench) -> Vec<Check> {
    let ball = Shape::sphere(0.5);
    let manifold = touch(&ball, &ball, &Pose::IDENTITY, 0.0);
    let mut s = bench.weightless(0.0, 0.0);
    // Without weight and bounce nothing but the push out of the overlap parts them.
    let ids = [s.sphere(0.5, 1.0, Vec3::ZERO, Vec3::ZERO), s.sphere(0.5, 1.0, Vec3::ZERO, Vec3::ZERO)];
    s.run(3.0);
    let places = ids.map(|id| s.position(id));
    vec![
        Check::new("length of the normal", 1.0, f64::from(manifold.normal.length()), 1e-6),
        Check::new("separation (m)", -1.0, f64::from(manifold.separation()), BOUND),
        Check::is("they come apart", true, places[0].distance(places[1]) > 0.9),
        Check::new("the middle between them stays (m)", 0.0, (places[0] + places[1]).length() / 2.0, 1e-4),
    ]
}

/// The centre lies on the surface, so the gap is −r; a face has one normal, the others any unit one that leads out.
fn centered_on_box(_: &Bench) -> Vec<Check> {
    let (cuboid, ball) = (Shape::cuboid(1.0, 1.0, 1.0), Shape::sphere(0.5));
    let mut checks = vec![];
    for (name, center, separation) in [
        ("face", Vec3::X, -0.5),
        ("edge", Vec3::new(1.0, 1.0, 0.0), -0.5),
        ("corner", Vec3::ONE, -0.5),
        ("centre", Vec3::ZERO, -1.5),
    ] {
        let manifold = touch(&cuboid, &ball, &at(center), 0.0);
        checks.push(Check::new(
            format!("{name}: length of the normal"),
            1.0,
            f64::from(manifold.normal.length()),
            1e-6,
        ));
        checks.push(Check::new(format!("{name}: separation (m)"), separation, f64::from(manifold.separation()), BOUND));
        checks.push(Check::is(
            format!("{name}: the same again"),
            true,
            manifold == touch(&cuboid, &ball, &at(center), 0.0),
        ));
        // At an edge or a corner several normals lead out, in the centre all do.
        if name == "face" {
            let off = f64::from(manifold.normal.distance(Vec3::X));
            checks.push(Check::new("face: normal, distance from +x", 0.0, off, 1e-6));
        } else if name != "centre" {
            checks.push(Check::is(format!("{name}: the normal leads out"), true, manifold.normal.dot(center) > 0.0));
        }
    }
    checks
}
