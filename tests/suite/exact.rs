//! Against brute force, closed forms and another library.

use carom::exact::{Core, Hull, Mesh, Part, Pose, Sides, Solid, gap_along, separation};
use carom::glam::{DQuat, DVec2, DVec3};
use std::sync::Arc;

/// Numbers from 0 to 1 that are the same every time (SplitMix64).
struct Draws(u64);

impl Draws {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn direction(&mut self) -> DVec3 {
        loop {
            let v = DVec3::new(self.range(-1.0, 1.0), self.range(-1.0, 1.0), self.range(-1.0, 1.0));
            if v.length_squared() > 1e-3 && v.length_squared() <= 1.0 {
                return v.normalize();
            }
        }
    }

    fn pose(&mut self, reach: f64) -> Pose {
        let turn = DQuat::from_axis_angle(self.direction(), self.range(0.0, 6.3));
        Pose::new(self.direction() * self.range(0.0, reach), turn)
    }

    fn solid(&mut self, kind: usize) -> Solid {
        let mut size = || self.range(0.1, 0.6);
        let sharp = match kind {
            0 => return Solid::sphere(size()),
            1 => return Solid::capsule(size(), size()),
            2 => Core::Cuboid(DVec3::new(size(), size(), size())),
            3 => Core::Rectangle(DVec2::new(size(), size()), Sides::Both),
            4 => Core::Frustum { bottom: size(), top: size(), half: size() },
            5 => Core::Frustum { bottom: size(), top: 0.0, half: size() },
            6 => {
                let radius = size();
                Core::Frustum { bottom: radius, top: radius, half: size() }
            }
            _ => {
                let count = 4 + (self.unit() * 20.0) as usize;
                Core::Hull(Arc::new(Hull::new(
                    &(0..count).map(|_| self.direction() * self.range(0.2, 0.6)).collect::<Vec<_>>(),
                )))
            }
        };
        Solid::sharp(sharp)
    }
}

const KINDS: usize = 8;

#[test]
fn the_normal_found_is_better_than_any_of_a_dense_set() {
    // The separation is the greatest gap over all directions: none of twenty thousand may beat it, and climbing from
    // the best of them must end at the same value.
    let mut draws = Draws(1);
    let mut worst = 0.0_f64;
    for a in 0..KINDS {
        for b in 0..KINDS {
            for _ in 0..poses_per_pair(40).min(4000) {
                let (one, other) = (draws.solid(a), draws.solid(b));
                let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(0.8));
                let found = separation((&one, &pose_a), (&other, &pose_b)).unwrap();
                let at = |n: DVec3| gap_along((&one, &pose_a), (&other, &pose_b), n);
                assert!((at(found.normal) - found.gap).abs() < 1e-9, "{one:?} {other:?}: {found:?}");
                let best = climbed(&at, &mut draws);
                assert!(
                    best <= found.gap + 1e-7,
                    "{one:?}\n{other:?}\n{pose_a:?} {pose_b:?}\n{found:?}, but {best} is possible"
                );
                worst = worst.max(found.gap - best);
            }
        }
    }
    println!("the dense search came within {worst:.2e} m");
}

/// The greatest gap over random directions, and by small random turns of the best twelve.
fn climbed(gap: &impl Fn(DVec3) -> f64, draws: &mut Draws) -> f64 {
    let mut found: Vec<(f64, DVec3)> = (0..2000).map(|_| draws.direction()).map(|n| (gap(n), n)).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(12);
    for (best, normal) in &mut found {
        let mut turn = 0.2;
        while turn > 1e-6 {
            let mut improved = false;
            for _ in 0..12 {
                let next = (*normal + draws.direction() * turn).normalize();
                if gap(next) > *best {
                    (*best, *normal, improved) = (gap(next), next, true);
                }
            }
            if !improved {
                turn *= 0.6;
            }
        }
    }
    found.iter().map(|f| f.0).fold(f64::NEG_INFINITY, f64::max)
}

/// Kinds of which parry3d has the same shapes: balls, capsules, boxes, cones, cylinders, hulls.
const PARRY_KINDS: [usize; 6] = [0, 1, 2, 5, 6, 7];

fn isometry(pose: &Pose) -> parry3d::math::Pose {
    use parry3d::math::{Pose as Isometry, Rotation, Vec3 as Vector};
    let (p, q) = (pose.position.as_vec3(), pose.rotation.as_quat());
    Isometry::from_parts(Vector::new(p.x, p.y, p.z), Rotation::from_xyzw(q.x, q.y, q.z, q.w))
}

/// A shape of parry3d with the same measure, for the kinds that both know.
fn in_parry(solid: &Solid) -> Option<parry3d::shape::SharedShape> {
    use parry3d::math::Vec3 as Point;
    use parry3d::shape::SharedShape;
    let point = |p: DVec3| Point::new(p.x as f32, p.y as f32, p.z as f32);
    Some(match &solid.core {
        Core::Point => SharedShape::ball(solid.radius as f32),
        Core::Segment(half) => SharedShape::capsule_y(*half as f32, solid.radius as f32),
        Core::Cuboid(half) => SharedShape::cuboid(half.x as f32, half.y as f32, half.z as f32),
        Core::Frustum { bottom, top, half } if bottom == top => SharedShape::cylinder(*half as f32, *bottom as f32),
        Core::Frustum { bottom, top, half } if *top == 0.0 => SharedShape::cone(*half as f32, *bottom as f32),
        Core::Hull(hull) => SharedShape::convex_hull(&hull.points.iter().map(|p| point(*p)).collect::<Vec<_>>())?,
        _ => return None,
    })
}

/// What parry3d does not have: a truncated cone, by its radii and half its height, and a rectangle. Its searches ask a
/// shape for nothing but its farthest points.
enum Unlisted {
    Frustum([f32; 3]),
    Rectangle([f32; 2]),
}

impl parry3d::shape::SupportMap for Unlisted {
    fn local_support_point(&self, towards: parry3d::math::Vec3) -> parry3d::math::Vec3 {
        use parry3d::math::Vec3 as Point;
        match *self {
            Self::Rectangle([x, z]) => Point::new(x.copysign(towards.x), 0.0, z.copysign(towards.z)),
            Self::Frustum([bottom, top, half]) => {
                let angle = towards.z.atan2(towards.x);
                let ends = [(bottom, -half), (top, half)].map(|(r, y)| Point::new(r * angle.cos(), y, r * angle.sin()));
                if ends[0].dot(towards) > ends[1].dot(towards) { ends[0] } else { ends[1] }
            }
        }
    }
}

/// The gap between two shapes as parry3d finds it.
fn gap_in_parry((one, pose_a): (&Solid, &Pose), (other, pose_b): (&Solid, &Pose)) -> Option<f64> {
    use parry3d::query::{contact, details::contact_support_map_support_map};
    use parry3d::shape::{SharedShape, SupportMap};
    let (at, from) = (isometry(pose_a), isometry(pose_b));
    let (listed, other_listed) = (in_parry(one), in_parry(other));
    let found = if let (Some(p), Some(q)) = (&listed, &other_listed) {
        contact(&at, &**p, &from, &**q, 10.0).unwrap()
    } else {
        let farthest = |solid: &Solid, listed: Option<SharedShape>| -> Option<Box<dyn SupportMap>> {
            Some(match (&solid.core, listed) {
                (Core::Frustum { bottom, top, half }, _) => {
                    Box::new(Unlisted::Frustum([*bottom as f32, *top as f32, *half as f32]))
                }
                (Core::Rectangle(half, _), _) => Box::new(Unlisted::Rectangle([half.x as f32, half.y as f32])),
                (Core::Point, Some(shape)) => Box::new(*shape.as_ball()?),
                (Core::Segment(_), Some(shape)) => Box::new(*shape.as_capsule()?),
                (Core::Cuboid(_), Some(shape)) => Box::new(*shape.as_cuboid()?),
                (_, Some(shape)) => Box::new(shape.as_convex_polyhedron()?.clone()),
                _ => return None,
            })
        };
        let (p, q) = (farthest(one, listed)?, farthest(other, other_listed)?);
        contact_support_map_support_map(&at.inv_mul(&from), &*p, &*q, 10.0)
    };
    found.map(|contact| f64::from(contact.dist))
}

/// Of directions turned from one at random, by a tenth of a radian down to a ten-thousandth, the greatest gap.
fn best_beside(gap: &impl Fn(DVec3) -> f64, normal: DVec3, draws: &mut Draws) -> f64 {
    let mut turned = |turn: i32| gap((normal + draws.direction() * 10.0_f64.powi(-turn)).normalize());
    (0..24).map(|k| turned(1 + k % 4)).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn parry_finds_the_same_distances_and_depths() {
    let mut draws = Draws(2);
    let (mut count, mut tried) = (0, 0);
    for a in 0..KINDS {
        for b in 0..KINDS {
            let before = (count, tried);
            let (mut one, mut other) = (draws.solid(a), draws.solid(b));
            for pose in 0..poses_per_pair(80) {
                // To make a hull takes longer than to ask about it.
                if pose % 8 == 0 {
                    (one, other) = (draws.solid(a), draws.solid(b));
                }
                let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(1.0));
                let ours = separation((&one, &pose_a), (&other, &pose_b)).unwrap();
                let Some(theirs) = gap_in_parry((&one, &pose_a), (&other, &pose_b)) else { continue };
                tried += 1;
                // It searches in single precision, for the distance and, growing a polytope, for the depth, and may
                // stop early at either: where the two differ, no direction of a dense search may beat ours.
                let at = |n: DVec3| gap_along((&one, &pose_a), (&other, &pose_b), n);
                let differs = (theirs - ours.gap).abs() > 2e-4;
                let best = if differs {
                    climbed(&at, &mut Draws(count))
                } else {
                    best_beside(&at, ours.normal, &mut Draws(tried))
                };
                assert!(
                    best <= ours.gap + 1e-7 && (at(ours.normal) - ours.gap).abs() < 1e-9,
                    "{one:?} {other:?} {pose_a:?} {pose_b:?}: {theirs} against {ours:?}, but {best} is possible"
                );
                count += u64::from(differs);
            }
            println!("kinds {a} and {b}: of {} poses parry3d differs in {}", tried - before.1, count - before.0);
        }
    }
    println!("of {tried} poses parry3d differs in {count}");
    // Most of them with what is round.
    assert!(count * 25 <= tried, "{count} of {tried} differ");
}

#[test]
fn a_ball_inside_a_frustum_leaves_it_by_the_nearest_of_side_and_caps() {
    // In the plane of the axis and the ball: the side is a line, and no rim is nearest from inside.
    let mut draws = Draws(6);
    for k in 0..poses_per_pair(3000) {
        let (bottom, top, half) = (draws.range(0.1, 0.6), draws.range(0.1, 0.6), draws.range(0.1, 0.6));
        let top = [top, 0.0, bottom][k % 3];
        let (height, share) = (draws.range(-0.999, 0.999), draws.range(0.0, 0.999));
        // On the axis and next to it as well.
        let share = [share, share, 0.0, 1e-6 * share][k % 4];
        let width = bottom + (top - bottom) * f64::midpoint(height, 1.0);
        let (out, y) = (share * width, height * half);
        let to_side = (width - out) * 2.0 * half / (2.0 * half).hypot(bottom - top);
        let depth = to_side.min(half - y).min(half + y);

        let angle = draws.range(0.0, 6.3);
        let place = DVec3::new(out * angle.cos(), y, out * angle.sin());
        let pose = draws.pose(1.0);
        let at = Pose::new(pose.point(place), DQuat::IDENTITY);
        let (frustum, ball) = (Solid::sharp(Core::Frustum { bottom, top, half }), Solid::sphere(0.1));
        for found in [separation((&frustum, &pose), (&ball, &at)), separation((&ball, &at), (&frustum, &pose))] {
            let found = found.unwrap();
            assert!((found.gap + depth + 0.1).abs() < 1e-12, "{frustum:?} {place}: {found:?}, {depth} deep");
        }
    }
}

#[test]
fn the_surface_of_a_hull_as_a_mesh_is_as_far_from_others_as_parry_says() {
    use parry3d::math::Vec3 as Point;
    let mut draws = Draws(5);
    let (mut count, mut tried) = (0, 0);
    for kind in PARRY_KINDS {
        for _ in 0..poses_per_pair(150) {
            let (hull_solid, other) = (draws.solid(7), draws.solid(kind));
            let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(1.5));
            let Core::Hull(hull) = &hull_solid.core else { panic!("a hull") };
            let fan = |face: &[u32]| (2..face.len()).map(|i| [face[0], face[i - 1], face[i]]).collect::<Vec<_>>();
            let triangles: Vec<[u32; 3]> = hull.faces.iter().flat_map(|face| fan(&face.corners)).collect();
            let points = hull.points.iter().map(|p| Point::new(p.x as f32, p.y as f32, p.z as f32)).collect();
            let (Some(theirs), Ok(trimesh)) =
                (in_parry(&other), parry3d::shape::SharedShape::trimesh(points, triangles.clone()))
            else {
                continue;
            };
            let apart = parry3d::query::distance(&isometry(&pose_a), &*trimesh, &isometry(&pose_b), &*theirs).unwrap();
            let exact = separation((&hull_solid, &pose_a), (&other, &pose_b)).unwrap().gap;
            if exact < 1e-3 {
                continue;
            }
            tried += 1;
            let mesh = Mesh::new(hull.points.clone(), triangles).unwrap();
            let found = mesh.separations(&pose_a, (&other, &pose_b), 3.0);
            let ours = found.iter().map(|answer| answer.gap).fold(f64::INFINITY, f64::min);
            // Over an edge that is nearly flat a triangle's own normal sees nearly all of the distance.
            let is_near = (0.99 * exact - 1e-7..exact + 1e-7).contains(&ours);
            assert!(is_near, "{hull_solid:?} {other:?} {pose_a:?} {pose_b:?}: {ours}, {exact}");
            count += u64::from((f64::from(apart.distance) - ours).abs() > 2e-4);
        }
    }
    println!("of {tried} poses parry3d differs in {count}");
    assert!(tried > 300 && count * 15 <= tried, "{count} of {tried} differ");
}

/// How many random poses a test tries: `CAROM_POSES` for a long run.
fn poses_per_pair(usual: usize) -> usize {
    std::env::var("CAROM_POSES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_radius_changes_the_gap_and_never_the_direction() {
    let mut draws = Draws(3);
    for a in 1..KINDS {
        for b in 0..KINDS {
            let (one, other) = (draws.solid(a), draws.solid(b));
            let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(1.5));
            let sharp = separation((&one, &pose_a), (&other, &pose_b)).unwrap();
            let round = separation((&one.rounded(0.05), &pose_a), (&other.rounded(0.02), &pose_b)).unwrap();
            // Curved shapes that overlap are climbed to their best direction, to 1e-9 m and so to the root of that.
            let turned = sharp.normal.angle_between(round.normal);
            assert!(
                (sharp.gap - round.gap - 0.07).abs() < 1e-8 && turned < 1e-3,
                "{one:?} {other:?} {sharp:?} {round:?}"
            );
        }
    }
}

#[test]
fn rounding_from_inside_leaves_the_faces_where_they_are() {
    let corners = [-0.3, 0.3].map(|x| [-0.2, 0.2].map(|y| [-0.25, 0.25].map(|z| DVec3::new(x, y, z))));
    let hull = Hull::new(&corners.into_iter().flatten().flatten().collect::<Vec<_>>());
    assert_eq!((hull.corners.len(), hull.edges.len(), hull.faces.len()), (8, 12, 6));
    let shapes = [
        Solid::sharp(Core::Cuboid(DVec3::new(0.3, 0.2, 0.25))),
        Solid::sharp(Core::Hull(Arc::new(hull))),
        Solid::sharp(Core::Frustum { bottom: 0.3, top: 0.15, half: 0.25 }),
    ];
    let frustum_side = DVec3::new(0.5, 0.15, 0.0).normalize();
    for (solid, normals) in shapes.iter().zip([
        vec![DVec3::X, DVec3::Y, -DVec3::Z],
        vec![DVec3::X, DVec3::Y, -DVec3::Z],
        vec![DVec3::Y, -DVec3::Y, frustum_side],
    ]) {
        let round = solid.rounded_inside(0.05).unwrap();
        let reach = |s: &Solid, n: DVec3| s.core.support(n).dot(n) + s.radius;
        for normal in normals {
            assert!((reach(solid, normal) - reach(&round, normal)).abs() < 1e-12, "{solid:?} {normal}");
        }
        // A corner is cut: by (√3 − 1) r at a box's.
        let diagonal = DVec3::ONE.normalize();
        assert!(reach(&round, diagonal) < reach(solid, diagonal) - 1e-3);
        assert!(solid.rounded_inside(0.4).is_none());
    }
}

#[test]
fn features_have_their_names() {
    let unit = Pose::IDENTITY;
    let cuboid = Solid::sharp(Core::Cuboid(DVec3::new(0.5, 0.5, 0.5)));
    let ball = Solid::sphere(0.1);
    let name = |solid: &Solid, at: DVec3| {
        separation((solid, &unit), (&ball, &Pose::new(at, DQuat::IDENTITY))).unwrap().part_a.to_string()
    };
    assert_eq!(name(&cuboid, DVec3::new(0.0, 0.7, 0.1)), "face +y");
    assert_eq!(name(&cuboid, DVec3::new(0.6, 0.0, -0.6)), "edge +x-z");
    assert_eq!(name(&cuboid, DVec3::new(0.6, -0.6, 0.6)), "corner +x-y+z");
    let capsule = Solid::capsule(0.5, 0.2);
    assert_eq!(name(&capsule, DVec3::new(0.4, 0.1, 0.0)), "side");
    assert_eq!(name(&capsule, DVec3::new(0.1, 0.9, 0.0)), "cap top");
    let cone = Solid::sharp(Core::Frustum { bottom: 0.5, top: 0.0, half: 0.5 });
    assert_eq!(name(&cone, DVec3::new(0.0, -0.7, 0.1)), "cap bottom");
    assert_eq!(name(&cone, DVec3::new(0.0, 0.7, 0.0)), "rim top");
    assert_eq!(name(&cone, DVec3::new(0.5, 0.25, 0.0)), "side");
    let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let hull = Solid::sharp(Core::Hull(Arc::new(Hull::new(&points))));
    assert_eq!(name(&hull, DVec3::new(1.3, -0.05, -0.02)), "corner 1");
    assert_eq!(name(&hull, DVec3::new(0.5, -0.2, -0.2)), "edge 0-1");
    assert!(name(&hull, DVec3::splat(0.5)).starts_with("face "));
}

#[test]
fn a_ball_on_a_mesh_never_feels_what_is_flat_and_feels_ridges_and_borders() {
    // Two flat squares of two triangles each that meet in a ridge at x = 0, falling to both sides, and a flat diagonal.
    let vertices =
        [(-1.0, -0.5, -1.0), (0.0, 0.0, -1.0), (1.0, -0.5, -1.0), (-1.0, -0.5, 1.0), (0.0, 0.0, 1.0), (1.0, -0.5, 1.0)];
    let vertices: Vec<DVec3> = vertices.into_iter().map(DVec3::from).collect();
    let triangles = vec![[0, 3, 1], [1, 3, 4], [1, 4, 2], [2, 4, 5]];
    let mesh = Mesh::new(vertices, triangles).unwrap();
    let ball = Solid::sphere(0.2);
    let at = |place: DVec3| {
        let mut found = mesh.separations(&Pose::IDENTITY, (&ball, &Pose::new(place, DQuat::IDENTITY)), 0.05);
        found.sort_by(|a, b| a.gap.total_cmp(&b.gap));
        found
    };
    let over_ridge = at(DVec3::new(0.0, 0.19, 0.3));
    assert!(
        over_ridge.iter().all(|s| s.part_a.to_string() == "edge 1-4" && s.normal.distance(DVec3::Y) < 1e-9),
        "{over_ridge:?}"
    );
    // Over the diagonal of the left square all answers are the square's own normal.
    let slope = DVec3::new(-0.5, 1.0, 0.0).normalize();
    for shift in [-0.05, 0.0, 0.05] {
        let over_flat = at(DVec3::new(-0.5 + shift, -0.25 + 0.5 * shift, 0.0) + slope * 0.19);
        assert!(!over_flat.is_empty());
        for answer in over_flat {
            assert!(matches!(answer.part_a, Part::Triangle(_)) && answer.normal.distance(slope) < 1e-9, "{answer:?}");
        }
    }
    let over_border = at(DVec3::new(-1.1, -0.35, 0.0));
    assert_eq!(over_border[0].part_a.to_string(), "border edge 0-3");
}

#[test]
fn capsules_are_as_far_apart_as_their_segments_less_their_radii() {
    let mut draws = Draws(4);
    for _ in 0..poses_per_pair(2000) {
        let (one, other) = (draws.solid(1), draws.solid(1));
        let (pose_a, pose_b) = (draws.pose(0.5), draws.pose(1.5));
        let ends = |solid: &Solid, pose: &Pose| {
            let Core::Segment(half) = solid.core else { panic!("a capsule") };
            [pose.point(DVec3::Y * -half), pose.point(DVec3::Y * half)]
        };
        let ([a, b], [c, d]) = (ends(&one, &pose_a), ends(&other, &pose_b));
        // Squared distance is convex in both parameters: the best inside, or on one of the four borders.
        let (u, v, w) = (b - a, d - c, a - c);
        let (uu, uv, vv, uw, vw) = (u.dot(u), u.dot(v), v.dot(v), u.dot(w), v.dot(w));
        let whole = uu * vv - uv * uv;
        let inner = ((uv * vw - vv * uw) / whole, (uu * vw - uv * uw) / whole);
        let mut tries = vec![(0.0, (vw / vv).clamp(0.0, 1.0)), (1.0, ((vw + uv) / vv).clamp(0.0, 1.0))];
        tries.extend([((-uw / uu).clamp(0.0, 1.0), 0.0), (((uv - uw) / uu).clamp(0.0, 1.0), 1.0)]);
        if (0.0..=1.0).contains(&inner.0) && (0.0..=1.0).contains(&inner.1) {
            tries.push(inner);
        }
        let distance = tries.iter().map(|(s, t)| (w + u * *s - v * *t).length()).fold(f64::INFINITY, f64::min);
        let found = separation((&one, &pose_a), (&other, &pose_b)).unwrap();
        assert!((found.gap + one.radius + other.radius - distance).abs() < 1e-9, "{found:?} {distance}");
    }
}
