//! A sphere around a cuboid, against the nearest of 6 faces, 12 edges and 8 corners found one by one.

use super::{assert_near, at, meet};
use crate::real;
use carom::geometry::{Feature, NormalRule, PairMemory, Region, Shape, collide};
use carom::glam::{DVec3, Vec3};
use proptest::prelude::*;

/// Every region but the middle, with its feature's own rectangle, segment or point: fixed where the sign is not 0.
fn features() -> Vec<[i8; 3]> {
    let signs = [-1, 0, 1];
    let all = signs.into_iter().flat_map(|x| signs.into_iter().flat_map(move |y| signs.map(move |z| [x, y, z])));
    all.filter(|s| *s != [0, 0, 0]).collect()
}

/// The point of a feature nearest to `p`.
fn nearest(signs: [i8; 3], half: DVec3, p: DVec3) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|k| match signs[k] {
        0 => p[k].clamp(-half[k], half[k]),
        s => f64::from(s) * half[k],
    }))
}

fn touch(half: Vec3, radius: f32, center: Vec3, rule: NormalRule) -> carom::geometry::Manifold {
    let (a, b) = (Shape::Cuboid { half }, Shape::sphere(radius));
    collide(&a, &b, &at(center.x, center.y, center.z), 0.02, rule, &mut PairMemory::default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn the_clamp_names_the_nearest_feature(
        half in prop::array::uniform3(real(0.05..2.0)), place in prop::array::uniform3(real(-1.6..1.6)),
        radius in real(0.05..2.0),
    ) {
        let half = Vec3::from(half);
        let center = Vec3::from(place) * half;
        let (h, c) = (half.as_dvec3(), center.as_dvec3());
        let inside = c.abs().cmplt(h).all();
        // The least distance; of features that share the nearest point the smallest: a corner belongs to its edges too.
        let mut ranked = features();
        ranked.sort_by_key(|s| std::cmp::Reverse(s.iter().filter(|x| **x != 0).count()));
        let mut best = (f64::INFINITY, [0; 3], DVec3::ZERO);
        let mut second = f64::INFINITY;
        for signs in ranked {
            let q = nearest(signs, h, c);
            let distance = q.distance(c);
            if distance < best.0 - 1e-12 {
                second = best.0;
                best = (distance, signs, q);
            } else if q.distance(best.2) > 1e-12 {
                second = second.min(distance);
            }
        }
        let (distance, [x, y, z], q) = best;
        let signed = if inside { -distance } else { distance };
        let manifold = touch(half, radius, center, NormalRule::Closest);
        prop_assert_eq!(manifold.count > 0, signed - f64::from(radius) <= 0.02, "{} from {}", signed, radius);
        prop_assume!(manifold.count > 0 && distance > 1e-5);
        prop_assert!((f64::from(manifold.points[0].separation) - (signed - f64::from(radius))).abs() < 2e-6);
        // Two equally near may swap by rounding.
        prop_assume!(second - distance > if inside { 1e-6 } else { 1e-9 });
        let region = Region::new(x, y, z);
        let want = if inside { Feature::Inside(region) } else { Feature::cuboid(region) };
        prop_assert_eq!(manifold.feature_a, want);
        let normal = ((c - q) * signed.signum()).normalize().as_vec3();
        prop_assert!((manifold.normal - normal).length() < 1e-4 * (1.0 + 1e-2 / distance as f32), "{} {}", manifold.normal, normal);
    }

    /// Going back by the separation along the region's normal, the sphere just touches.
    #[test]
    fn the_region_rule_measures_along_its_own_normal(
        half in prop::array::uniform3(real(0.05..2.0)), place in prop::array::uniform3(real(-1.6..1.6)),
        radius in real(0.05..2.0),
    ) {
        let half = Vec3::from(half);
        let center = Vec3::from(place) * half;
        let exact = touch(half, radius, center, NormalRule::Closest);
        let fixed = touch(half, radius, center, NormalRule::Region);
        prop_assume!(fixed.count > 0);
        prop_assert!(exact.count > 0, "no contact where there is none");
        prop_assert_eq!(fixed.feature_a, exact.feature_a);
        let region = fixed.feature_a.region().expect("a region");
        prop_assert!((fixed.normal - region.direction().normalize()).length() < 1e-6);
        // 54.7° at a corner, 45° on an edge, 0 on a face and inside.
        prop_assert!(fixed.normal.dot(exact.normal) >= [1.0, 1.0, 0.5_f32.sqrt(), (1.0_f32 / 3.0).sqrt()][region.rank()] - 1e-4);
        if region.rank() > 1 {
            let moved = center - fixed.normal * fixed.points[0].separation;
            let corner = center.clamp(-half, half);
            prop_assert!((moved.distance(corner) - radius).abs() < 1e-4 * (1.0 + radius));
        } else {
            prop_assert_eq!(fixed, exact);
        }
    }
}

/// A probe over every face, edge and corner meets exactly 6 + 12 + 8 features.
#[test]
fn a_probe_meets_all_26_features() {
    let half = Vec3::new(0.5, 0.3, 0.8);
    let mut seen: Vec<Feature> = features()
        .into_iter()
        .map(|[x, y, z]| {
            let out = Vec3::new(f32::from(x), f32::from(y), f32::from(z));
            let manifold = touch(half, 0.2, out * (half + 0.1), NormalRule::Closest);
            assert_near(manifold.normal, out.normalize(), 1e-6, "normal");
            manifold.feature_a
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    let count = |kind: fn(&Feature) -> bool| seen.iter().filter(|f| kind(f)).count();
    assert_eq!(
        (
            count(|f| matches!(f, Feature::Face(_))),
            count(|f| matches!(f, Feature::Edge(_))),
            count(|f| matches!(f, Feature::Corner(_)))
        ),
        (6, 12, 8)
    );
}

/// V9: the centre exactly on the surface, and in the middle.
#[test]
fn a_centre_on_the_surface_leaves_by_a_face() {
    let cube = Shape::cuboid(1.0, 1.0, 1.0);
    for (name, center, normal, depth) in [
        ("face", Vec3::new(0.0, -1.0, 0.3), Vec3::NEG_Y, 0.5),
        ("edge", Vec3::new(1.0, 0.2, -1.0), Vec3::X, 0.5),
        ("corner", Vec3::new(-1.0, 1.0, 1.0), Vec3::NEG_X, 0.5),
        ("middle", Vec3::ZERO, Vec3::X, 1.5),
    ] {
        let manifold = meet(&cube, &Shape::sphere(0.5), &at(center.x, center.y, center.z), 0.0);
        assert_eq!((manifold.count, manifold.normal, manifold.points[0].separation), (1, normal, -depth), "{name}");
    }
}
