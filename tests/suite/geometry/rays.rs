//! Rays against shapes.

use super::{assert_near, turn};
use crate::real;
use carom::geometry::{Feature, Region, Shape, cast_ray};
use carom::glam::{Vec2, Vec3};
use carom::math::Pose;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::{Ball, Cuboid};
use proptest::prelude::*;

#[test]
fn rays_enter_where_the_surface_is() {
    let (cube, quad) = (Shape::cuboid(1.0, 2.0, 3.0), Shape::quad(1.0, 2.0));
    let down = Vec3::NEG_Y;
    let top = Feature::Face(Region::face(1, true));
    for (name, shape, origin, direction, want) in [
        ("ball", Shape::sphere(0.5), Vec3::Y * 3.0, down, Some((2.5, Vec3::Y, Feature::Surface))),
        ("ball missed", Shape::sphere(0.5), Vec3::new(0.51, 3.0, 0.0), down, None),
        ("ball behind", Shape::sphere(0.5), Vec3::Y * -3.0, down, None),
        ("inside a ball", Shape::sphere(0.5), Vec3::Y * 0.1, down, None),
        ("box", cube, Vec3::new(0.9, 5.0, -2.9), down, Some((3.0, Vec3::Y, top))),
        ("along a face", cube, Vec3::new(1.0, 5.0, 0.0), down, Some((3.0, Vec3::Y, top))),
        ("inside a box", cube, Vec3::new(0.1, 0.2, 0.3), down, None),
        ("box behind", cube, Vec3::Y * -5.0, down, None),
        ("quad", quad, Vec3::new(0.9, 1.0, -1.9), down, Some((1.0, Vec3::Y, Feature::Front))),
        ("quad from behind", quad, Vec3::Y * -1.0, Vec3::Y, Some((1.0, Vec3::NEG_Y, Feature::Back))),
        ("past a quad", quad, Vec3::new(1.1, 1.0, 0.0), down, None),
        ("along a quad", quad, Vec3::new(-5.0, 0.0, 0.0), Vec3::X, None),
        ("floor", Shape::HalfSpace, Vec3::new(7.0, 2.0, 1.0), down, Some((2.0, Vec3::Y, Feature::Front))),
        ("below the floor", Shape::HalfSpace, Vec3::Y * -2.0, Vec3::Y, None),
    ] {
        let got = cast_ray(&shape, origin, direction, 100.0).map(|hit| (hit.distance, hit.normal, hit.feature));
        assert_eq!(got, want, "{name}");
        if let Some((distance, ..)) = want {
            assert!(cast_ray(&shape, origin, direction, distance - 1e-3).is_none(), "{name}: out of reach");
        }
    }
}

proptest! {
    #[test]
    fn rays_agree_with_parry(
        half in prop::array::uniform3(real(0.1..2.0)), origin in prop::array::uniform3(real(-5.0..5.0)),
        aim in prop::array::uniform3(real(-2.0..2.0)), axis in prop::array::uniform3(real(-1.0..1.0)),
    ) {
        let (origin, aim, axis) = (Vec3::from(origin), Vec3::from(aim), Vec3::from(axis));
        prop_assume!((aim - origin).length() > 0.1 && axis.length() > 0.1);
        let pose = Pose::new(Vec3::new(0.1, -0.2, 0.3), turn(axis, 77.0));
        let (o, d) = (pose.inverse_point(origin), pose.inverse_vector((aim - origin).normalize()));
        let ray = Ray::new(o.to_array().into(), d.to_array().into());
        let ball = (Shape::sphere(half[0]), Ball::new(half[0]).cast_local_ray_and_get_normal(&ray, 50.0, true));
        let cuboid = Cuboid::new(half.into());
        let cuboid = (Shape::Cuboid { half: half.into() }, cuboid.cast_local_ray_and_get_normal(&ray, 50.0, true));
        for (shape, theirs) in [ball, cuboid] {
            // Theirs hits at 0 from inside.
            let theirs = theirs.filter(|hit| hit.time_of_impact > 0.0);
            match (cast_ray(&shape, o, d, 50.0), theirs) {
                (Some(ours), Some(theirs)) => {
                    // Where a ray only grazes, the root of a small difference tells the distance.
                    let same = (ours.distance - theirs.time_of_impact).abs() < 2e-4;
                    prop_assert!(same || near_silhouette(&shape, o, d), "{ours:?} {theirs:?}");
                    let normal = Vec3::from_array(theirs.normal.to_array());
                    // Both name some face where two meet.
                    prop_assert!(ours.normal.dot(normal) > 0.98 || grazes(&shape, o + d * ours.distance));
                }
                (ours, theirs) => prop_assert!(
                    ours.is_none() == theirs.is_none() || near_silhouette(&shape, o, d),
                    "{ours:?} {theirs:?}"
                ),
            }
        }
    }

    /// A quad is hit where a box of no height is.
    #[test]
    fn a_quad_is_a_flat_box_to_rays(origin in prop::array::uniform3(real(-3.0..3.0)), aim in prop::array::uniform2(real(-1.5..1.5))) {
        let (o, target) = (Vec3::from(origin), Vec3::new(aim[0], 0.0, aim[1]));
        prop_assume!(o.y.abs() > 0.01 && ((aim[0].abs() - 1.0).abs() > 1e-3) && ((aim[1].abs() - 1.0).abs() > 1e-3));
        let shape = Shape::Quad { half: Vec2::ONE, sides: Default::default() };
        let hit = cast_ray(&shape, o, (target - o).normalize(), 100.0);
        prop_assert_eq!(hit.is_some(), aim[0].abs() < 1.0 && aim[1].abs() < 1.0);
        if let Some(hit) = hit {
            assert_near(o + (target - o).normalize() * hit.distance, target, 1e-4, "point");
            prop_assert_eq!(hit.normal.y > 0.0, o.y > 0.0);
        }
    }
}

fn grazes(shape: &Shape, point: Vec3) -> bool {
    let gap = (shape.half_extents() - point.abs()).abs();
    gap.to_array().into_iter().filter(|g| *g < 1e-3).count() > 1
}

/// Whether a ray passes a shape so closely that rounding decides.
fn near_silhouette(shape: &Shape, origin: Vec3, direction: Vec3) -> bool {
    let scaled = |by: f32| match *shape {
        Shape::Sphere { radius } => Shape::sphere(radius * by),
        _ => Shape::Cuboid { half: shape.half_extents() * by },
    };
    let hit = |by| cast_ray(&scaled(by), origin, direction, 50.0).is_some();
    hit(1.001) != hit(0.999)
}
