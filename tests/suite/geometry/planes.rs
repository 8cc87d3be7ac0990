//! Planes, walls, reflections and rotation about lines.

use super::assert_near;
use carom::geometry::{Crossing, Plane, intersect_wall, reflect, solve_2x2};
use carom::glam::{Vec2, Vec3};
use carom::math::rotate_about_line;

fn v(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// V1 and V2.
#[test]
fn cramers_rule_solves_the_worked_examples() {
    for (a, b, c, want) in [
        (v(4.0, 3.0), v(2.0, 3.0), v(5.0, 6.0), Some(v(0.5, 1.5))),
        (v(4.0, 1.0), v(-2.0, -3.0), v(5.0, 2.0), Some(v(1.1, -0.3))),
        (v(1.0, 2.0), v(2.0, 4.0), v(1.0, 1.0), None),
        // Small and steep is not parallel: the printed test calls any |d| < 1 parallel.
        (v(1e-3, 0.0), v(0.0, 1e-3), v(1.0, 2.0), Some(v(1e3, 2e3))),
    ] {
        match (solve_2x2(a, b, c), want) {
            (Some(got), Some(want)) => assert!((got - want).length() <= 1e-5 * want.length(), "{got} {want}"),
            (got, want) => assert_eq!(got, want),
        }
    }
}

#[test]
fn a_point_meets_a_wall_only_within_both_their_lengths() {
    let (from, edge) = (v(0.0, 0.0), v(4.0, 0.0));
    for (name, start, displacement, want) in [
        ("middle", v(2.0, 1.0), v(0.0, -2.0), Some((0.5, 0.5))),
        ("end of the wall", v(4.0, 1.0), v(0.0, -1.0), Some((1.0, 1.0))),
        ("beyond the wall", v(4.1, 1.0), v(0.0, -2.0), None),
        ("too short", v(2.0, 1.0), v(0.0, -0.9), None),
        ("away", v(2.0, 1.0), v(0.0, 1.0), None),
        ("parallel", v(-1.0, 1.0), v(9.0, 0.0), None),
        ("along the line", v(-1.0, 0.0), v(2.0, 0.0), Some((0.5, 0.0))),
        ("along the line, backwards", v(6.0, 0.0), v(-4.0, 0.0), Some((0.5, 1.0))),
        ("along the line, short", v(-3.0, 0.0), v(2.0, 0.0), None),
        ("along the line, away", v(-3.0, 0.0), v(-2.0, 0.0), None),
        ("on the wall, along", v(1.0, 0.0), v(2.0, 0.0), Some((0.0, 0.25))),
        ("at rest off the wall", v(1.0, 1.0), v(0.0, 0.0), None),
        ("at rest on the wall", v(1.0, 0.0), v(0.0, 0.0), Some((0.0, 0.25))),
    ] {
        let want = want.map(|(path, wall)| Crossing { path, wall });
        assert_eq!(intersect_wall(start, displacement, from, edge), want, "{name}");
        // Nothing depends on the unit of length.
        let tiny = intersect_wall(start * 1e-4, displacement * 1e-4, from, edge * 1e-4);
        match (tiny, want) {
            (Some(got), Some(want)) => {
                assert!((got.path - want.path).abs() + (got.wall - want.wall).abs() < 1e-5, "{name}, tiny");
            }
            _ => assert_eq!(tiny, want, "{name}, tiny"),
        }
    }
}

/// V3.
#[test]
fn a_reflection_keeps_the_speed() {
    let normal = Vec3::new(8.0, 8.0, 0.0).normalize();
    let out = reflect(Vec3::new(4.0, 2.0, 0.0), normal);
    assert_near(out, Vec3::new(-2.0, -4.0, 0.0), 1e-5, "V3");
    assert!((out.length_squared() - 20.0).abs() < 1e-4);
    assert_near(reflect(Vec3::new(4.0, 2.0, 0.0), -normal), out, 1e-6, "either sign");
}

#[test]
fn planes_know_front_and_back() {
    let plane = Plane::through(Vec3::new(1.0, 2.0, 0.0), Vec3::new(1.0, 2.0, 5.0), Vec3::new(4.0, 2.0, 0.0));
    let plane = plane.expect("three points");
    assert_eq!((plane.normal, plane.offset), (Vec3::Y, 2.0));
    assert_eq!((plane.distance(Vec3::Y * 5.0), plane.flipped().distance(Vec3::Y * 5.0)), (3.0, -3.0));
    assert_eq!(plane.distance(plane.point()), 0.0);
    assert_eq!(Plane::through(Vec3::ZERO, Vec3::ONE, Vec3::ONE * 2.0), None);
    // A cube is six planes; a point is inside when it is in front of none.
    let faces = [Vec3::X, Vec3::Y, Vec3::Z].map(|n| [Plane::new(n, n), Plane::new(-n, -n)]).concat();
    let inside = |p: Vec3| faces.iter().all(|face| face.distance(p) <= 0.0);
    assert!(inside(Vec3::splat(0.99)) && !inside(Vec3::new(0.0, 1.01, 0.0)));
}

/// V4: also about lines along z, where the printed matrices divide by zero, and about lines away from the origin.
#[test]
fn points_turn_about_any_line() {
    let (p, angle) = (Vec3::new(1.0, 2.0, 3.0), 40.0_f32.to_radians());
    for (axis, want) in [
        (Vec3::new(1.0, 2.0, 2.0), Vec3::new(1.480_515_2, 1.889_717_7, 2.870_024_7)),
        (Vec3::Z, Vec3::new(-0.519_530_8, 2.174_876_5, 3.0)),
        (Vec3::Z * 1e-30, Vec3::new(-0.519_530_8, 2.174_876_5, 3.0)),
        (Vec3::ZERO, p),
    ] {
        assert_near(rotate_about_line(p, Vec3::ZERO, axis, angle), want, 4e-6, "through the origin");
        let moved = Vec3::new(-3.0, 0.5, 2.0);
        assert_near(rotate_about_line(p + moved, moved, axis, angle), want + moved, 4e-6, "moved");
        assert_near(rotate_about_line(want, Vec3::ZERO, -axis, angle), p, 4e-6, "back");
    }
}
