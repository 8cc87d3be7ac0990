//! Why a normal was chosen: what is said agrees with what is done, and with numbers worked out apart.

use carom::geometry::{
    Axis, Candidate, End, Feature, NormalRule, Note, Overlap, PairMemory, Reason, Shape, Sides, Source, collide,
    explain,
};
use carom::glam::{DMat3, DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use carom::math::Pose;

/// A generator of its own, so that nothing here depends on how another crate draws: 0…1.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f32 {
        (low + (high - low) * self.roll()) as f32
    }

    pub(crate) fn vector(&mut self, low: f64, high: f64) -> Vec3 {
        Vec3::new(self.between(low, high), self.between(low, high), self.between(low, high))
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        let v = [0; 4].map(|_| self.between(-1.0, 1.0));
        Quat::from_array(v).normalize()
    }
}

/// Notes and manifold of a pair; the plain function must give the same.
fn ask(a: &Shape, b: &Shape, pose: &Pose, rule: NormalRule) -> (Vec<Note>, carom::geometry::Manifold) {
    let (mut notes, mut memory, mut plain) = (vec![], PairMemory::default(), PairMemory::default());
    let explained = explain(a, b, pose, 0.0, (rule, Overlap::Exact), &mut memory, &mut notes);
    assert_eq!(explained, collide(a, b, pose, 0.0, rule, &mut plain));
    assert_eq!(memory, plain);
    (notes, explained)
}

fn candidates(notes: &[Note]) -> Vec<Candidate> {
    notes.iter().filter_map(|note| if let Note::Candidate(c) = note { Some(*c) } else { None }).collect()
}

fn chosen(notes: &[Note]) -> (Option<Source>, Reason) {
    let mut all =
        notes.iter().filter_map(|n| if let Note::Chosen { axis, reason } = n { Some((*axis, *reason)) } else { None });
    let first = all.next().expect("a choice");
    assert!(all.next().is_none(), "one choice only: {notes:?}");
    first
}

/// The gap along `L`, in double precision, from the eight corners of each box.
fn gap_by_corners(ha: Vec3, hb: Vec3, pose: &Pose, normal: DVec3) -> f64 {
    let corners = |half: Vec3| {
        (0..8).map(move |i| {
            let sign = |bit: i32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            half.as_dvec3() * DVec3::new(sign(0), sign(1), sign(2))
        })
    };
    let q = pose.rotation;
    let turn = DMat3::from_quat(DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize());
    let a = corners(ha).map(|c| c.dot(normal)).fold(f64::MIN, f64::max);
    let b = corners(hb).map(|c| (turn * c + pose.translation.as_dvec3()).dot(normal)).fold(f64::MAX, f64::min);
    b - a
}

#[test]
fn of_two_boxes_the_winner_is_the_least_overlap_on_show_or_a_face_that_the_rule_prefers() {
    let mut dice = Dice(7);
    let mut seen = [0; 4];
    for _ in 0..100_000 {
        let (ha, hb) = (dice.vector(0.2, 1.0), dice.vector(0.2, 1.0));
        let pose = Pose::new(dice.vector(-1.6, 1.6), dice.rotation());
        let (a, b) = (Shape::Cuboid { half: ha }, Shape::Cuboid { half: hb });
        let (notes, manifold) = ask(&a, &b, &pose, NormalRule::Closest);
        let shown = candidates(&notes);
        let best = shown.iter().copied().max_by(|x, y| x.gap.total_cmp(&y.gap)).unwrap();
        let (axis, reason) = chosen(&notes);
        let winner = *shown.iter().find(|c| Some(c.axis) == axis).unwrap();
        match reason {
            Reason::Separated => {
                assert!(winner.gap > 0.0 && manifold.count == 0);
                seen[0] += 1;
                continue;
            }
            Reason::LeastOverlap => {
                assert!(best.gap - winner.gap < 1e-6, "{best:?} {winner:?}");
                seen[1] += 1;
            }
            Reason::FacePreferred { over, preference } => {
                assert!(!matches!(winner.axis, Source::Axis(Axis::Edges(..))) && over == best.axis);
                // A face of A may be kept before one of B, and a face before edges: twice the preference at most.
                assert!(best.gap - winner.gap <= 2.0 * preference + 1e-6, "{best:?} {winner:?} {preference}");
                seen[2] += 1;
            }
            Reason::ClippedAway => seen[3] += 1,
            // Edges side by side, within half a degree: too rare to count on.
            Reason::ParallelEdges => continue,
            other => panic!("{other:?} is no reason between boxes"),
        }
        assert!(manifold.count > 0);
        assert!(manifold.normal.dot(winner.normal) > 0.999_99, "{} {}", manifold.normal, winner.normal);
    }
    assert!(seen[..3].iter().all(|n| *n > 100), "{seen:?}");
}

#[test]
fn the_gaps_on_show_are_those_of_the_corners_in_double_precision() {
    let mut dice = Dice(11);
    for _ in 0..20_000 {
        let (ha, hb) = (dice.vector(0.2, 1.0), dice.vector(0.2, 1.0));
        let pose = Pose::new(dice.vector(-1.5, 1.5), dice.rotation());
        let (notes, _) = ask(&Shape::Cuboid { half: ha }, &Shape::Cuboid { half: hb }, &pose, NormalRule::Closest);
        for c in candidates(&notes) {
            let gap = gap_by_corners(ha, hb, &pose, c.normal.as_dvec3());
            // The step takes a slack for rounding off the gaps of edges, which grows as they become parallel.
            let slack = match c.axis {
                Source::Axis(Axis::Edges(i, j)) => {
                    let sine = Vec3::AXES[i].cross(pose.rotation * Vec3::AXES[j]).length();
                    4e-7 * (ha.element_sum() + hb.element_sum()) / sine
                }
                _ => 0.0,
            };
            assert!((gap - f64::from(c.gap)).abs() < f64::from(1e-5 + slack), "{c:?} {gap}");
            // The two intervals say the same as the gap.
            assert!((c.b[0] - c.a[1] - c.gap).abs() < 1e-5 + slack && c.a[0] < c.a[1] && c.b[0] < c.b[1], "{c:?}");
        }
    }
}

#[test]
fn a_ball_at_a_box_tells_its_closest_point_its_region_and_the_rule() {
    let mut dice = Dice(13);
    let mut regions = std::collections::BTreeSet::new();
    for _ in 0..20_000 {
        let half = dice.vector(0.3, 1.0);
        let center = dice.vector(-1.4, 1.4);
        let rule = if dice.roll() < 0.5 { NormalRule::Closest } else { NormalRule::Region };
        let pose = Pose::new(center, Quat::IDENTITY);
        let (notes, manifold) = ask(&Shape::Cuboid { half }, &Shape::sphere(0.4), &pose, rule);
        let Some(Note::Clamp { closest, region, center: said, .. }) = notes.first().copied() else {
            panic!("{notes:?}")
        };
        assert_eq!(said, center);
        let signs = (0..3).map(|i| {
            if center[i] > half[i] {
                1
            } else if center[i] < -half[i] {
                -1
            } else {
                0
            }
        });
        assert!(signs.eq(region.signs()), "{center} {half} {region}");
        if manifold.count == 0 {
            continue;
        }
        regions.insert(region);
        if region.rank() == 0 {
            let Some(Note::Depths(depths)) = notes.get(1).copied() else { panic!("{notes:?}") };
            let (face, depth) = depths.iter().copied().enumerate().min_by(|x, y| x.1.total_cmp(&y.1)).unwrap();
            assert!((depth + 0.4 + manifold.separation()).abs() < 1e-5);
            assert!(manifold.normal[face / 2].abs() > 0.999);
        } else {
            assert_eq!(notes[1], Note::Rule(rule));
            if rule == NormalRule::Closest {
                assert!(((center - closest).normalize() - manifold.normal).length() < 1e-5);
            }
        }
    }
    assert_eq!(regions.len(), 27);
}

#[test]
fn a_quad_tells_from_which_side_it_was_met() {
    let quad = |sides| Shape::Quad { half: Vec2::ONE, sides };
    let ball = Shape::sphere(0.3);
    let above = Pose::new(Vec3::Y * 0.2, Quat::IDENTITY);
    let below = Pose::new(Vec3::Y * -0.2, Quat::IDENTITY);
    let said = |shape: &Shape, pose: &Pose| ask(shape, &ball, pose, NormalRule::Closest);
    let (notes, manifold) = said(&quad(Sides::Front), &above);
    assert!(notes.iter().any(|n| matches!(n, Note::Side { passes: false, beside: false, .. })), "{notes:?}");
    assert_eq!(manifold.count, 1);
    let (notes, manifold) = said(&quad(Sides::Front), &below);
    assert_eq!(chosen(&notes).1, Reason::Passes);
    assert_eq!(manifold.count, 0);
    let (_, manifold) = said(&quad(Sides::Both), &below);
    assert_eq!(manifold.normal, Vec3::NEG_Y);
    let cube = Shape::cuboid(0.3, 0.3, 0.3);
    let (notes, _) = ask(&quad(Sides::Front), &cube, &above, NormalRule::Closest);
    assert_eq!(chosen(&notes), (Some(Axis::A(1).into()), Reason::LeastOverlap));
    assert!(
        candidates(&notes).iter().all(|c| c.allowed == (c.axis != Axis::A(0) && c.axis != Axis::A(2)) || !c.allowed)
    );
}

#[test]
fn the_second_shape_tells_the_same_story_in_its_own_frame() {
    let (a, b) = (Shape::sphere(0.4), Shape::cuboid(0.5, 0.5, 0.5));
    let pose = Pose::new(Vec3::new(0.1, -0.8, 0.0), Quat::IDENTITY);
    let (notes, manifold) = ask(&a, &b, &pose, NormalRule::Closest);
    assert_eq!(notes[0], Note::Swapped);
    assert!(matches!(notes[1], Note::Clamp { center, .. } if (center - Vec3::new(-0.1, 0.8, 0.0)).length() < 1e-6));
    assert!(manifold.normal.y < -0.99);
}

fn any_frustum(dice: &mut Dice) -> Shape {
    let (wide, narrow) = (dice.between(0.2, 0.8), dice.between(0.0, 0.8));
    let pointed = if dice.roll() < 0.2 { 0.0 } else { narrow.max(0.01) };
    let (bottom, top) = if dice.roll() < 0.5 { (wide, pointed) } else { (pointed, wide) };
    Shape::frustum(bottom, top, dice.between(0.1, 0.8))
}

/// How far a shape reaches along `d`, in double precision: the corners of boxes and quads, both rims of a frustum.
fn reach(shape: &Shape, d: DVec3) -> f64 {
    if let Shape::Frustum { bottom, top, half_height } = *shape {
        let (middle, across) = (f64::from(shape.middle().y), d.x.hypot(d.z));
        let at = |radius: f32, y: f64| f64::from(radius) * across + (middle + y) * d.y;
        return at(bottom, -f64::from(half_height)).max(at(top, f64::from(half_height)));
    }
    shape.half_extents().as_dvec3().dot(d.abs())
}

/// What is chosen is the contact's normal, its gap and reaches are those of the two shapes' support, and nothing that
/// may be chosen beats it by more than the rule prefers it.
#[test]
fn of_truncated_cones_the_winner_is_the_normal_and_nothing_on_show_beats_it() {
    let mut dice = Dice(17);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for n in 0..12_000 {
        let frustum = any_frustum(&mut dice);
        let other = match n % 3 {
            0 => any_frustum(&mut dice),
            1 => Shape::Cuboid { half: dice.vector(0.2, 0.8) },
            _ => Shape::Quad {
                half: Vec2::new(dice.between(0.3, 1.0), dice.between(0.3, 1.0)),
                sides: if dice.roll() < 0.5 { Sides::Front } else { Sides::Both },
            },
        };
        let pose = Pose::new(dice.vector(-0.9, 0.9), dice.rotation());
        let (a, b) = if n % 2 == 0 { (frustum, other) } else { (other, frustum) };
        let (notes, manifold) = ask(&a, &b, &pose, NormalRule::Closest);
        let swapped = notes.contains(&Note::Swapped);
        // All is told in the frame of the one called A.
        let pose = if swapped { pose.inverse() } else { pose };
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let normal = if swapped { -pose.vector(manifold.normal) } else { manifold.normal };
        let shown = candidates(&notes);
        let q = pose.rotation;
        let turn = DMat3::from_quat(DQuat::from_xyzw(q.x.into(), q.y.into(), q.z.into(), q.w.into()).normalize());
        for c in &shown {
            let n = c.normal.as_dvec3();
            let center = pose.translation.as_dvec3().dot(n);
            let in_b = turn.transpose() * n;
            let want = [-reach(&a, -n), reach(&a, n), center - reach(&b, -in_b), center + reach(&b, in_b)];
            for (got, want) in [c.a[0], c.a[1], c.b[0], c.b[1]].into_iter().zip(want) {
                assert!((f64::from(got) - want).abs() < 1e-6, "{c:?} {want}");
            }
            assert!((f64::from(c.gap) - (want[2] - want[1])).abs() < 1e-6, "{c:?}");
            assert_eq!(shown.iter().filter(|other| other.axis == c.axis).count(), 1, "{}", c.axis);
        }
        let (axis, reason) = chosen(&notes);
        *seen.entry(format!("{reason:?}").split_whitespace().next().unwrap().to_owned()).or_default() += 1;
        if reason == Reason::Passes {
            assert!(manifold.count == 0 && axis.is_none());
            continue;
        }
        let winner = *shown.iter().find(|c| Some(c.axis) == axis).expect("the winner is on show");
        if reason == Reason::Separated {
            assert!(winner.gap > 0.0 && manifold.count == 0, "{winner:?}");
            continue;
        }
        assert!(manifold.count > 0 && winner.allowed, "{winner:?} {reason:?}");
        assert!((winner.normal - normal).length() < 1e-6, "{winner:?} {normal} {reason:?}");
        let best = shown.iter().filter(|c| c.allowed).map(|c| c.gap).fold(f32::MIN, f32::max);
        match reason {
            Reason::LeastOverlap => assert!(best - winner.gap <= 1e-6, "{winner:?} {best}"),
            Reason::FacePreferred { over, preference } => {
                assert!(shown.iter().any(|c| c.axis == over && c.gap > winner.gap));
                assert!(best - winner.gap <= preference + 1e-6, "{winner:?} {best} {preference}");
            }
            // A flat side of A may stand before one of B.
            Reason::FaceOptimal => assert!(best - winner.gap <= 2e-3, "{winner:?} {best}"),
            Reason::ClippedAway | Reason::PushedOut => {}
            other => panic!("{other:?} is no reason here"),
        }
    }
    let enough = ["Separated", "LeastOverlap", "FacePreferred", "FaceOptimal", "Passes"];
    assert!(enough.iter().all(|reason| seen.get(*reason).is_some_and(|n| *n > 20)), "{seen:?}");
}

/// Deep in each other, in a crowd or not: what differs is what the shortest way out is worth.
#[test]
fn in_a_crowd_the_line_of_centres_is_told_to_have_parted_what_is_deep_in_each_other() {
    let (can, cone) = (Shape::frustum(0.3, 0.3, 0.3), Shape::frustum(0.3, 0.1, 0.25));
    let apart = Vec3::new(0.06, 0.05, -0.03);
    let pose = Pose::new(apart, Quat::from_rotation_z(0.4));
    let told = |other: &Shape, pose: &Pose, overlap| {
        let mut notes = vec![];
        let how = (NormalRule::Closest, overlap);
        let manifold = explain(other, &cone, pose, 0.0, how, &mut PairMemory::default(), &mut notes);
        (chosen(&notes), manifold)
    };
    let ((axis, reason), rough) = told(&can, &pose, Overlap::Rough);
    assert_eq!((axis, reason), (Some(Source::Centers), Reason::Crowded));
    assert!((rough.normal - apart.normalize()).length() < 1e-6 && rough.separation() < -0.2, "{rough:?}");
    // The shortest way out is a shorter one.
    let ((_, reason), exact) = told(&can, &pose, Overlap::Exact);
    assert_ne!(reason, Reason::Crowded);
    assert!(exact.separation() > rough.separation(), "{exact:?} {rough:?}");
    // A quad has no inside, and what merely leans in is not deep.
    let quad = Shape::Quad { half: Vec2::ONE, sides: Sides::Both };
    assert_ne!(told(&quad, &pose, Overlap::Rough).0.1, Reason::Crowded);
    assert_ne!(told(&can, &Pose::new(Vec3::Y * 0.5, Quat::IDENTITY), Overlap::Rough).0.1, Reason::Crowded);
}

#[test]
fn a_truncated_cone_that_went_through_a_quad_is_put_out_to_where_it_came_from() {
    let (quad, cone) = (Shape::Quad { half: Vec2::ONE, sides: Sides::Both }, Shape::frustum(0.3, 0.1, 0.2));
    for sign in [1.0, -1.0] {
        let (mut notes, mut memory) = (vec![], PairMemory::default());
        for height in [0.5, -0.05] {
            notes.clear();
            let pose = Pose::new(Vec3::Y * (height * sign), Quat::IDENTITY);
            let manifold =
                explain(&quad, &cone, &pose, 0.0, (NormalRule::Closest, Overlap::Exact), &mut memory, &mut notes);
            assert_eq!(manifold.count > 0, height < 0.0);
        }
        assert_eq!(chosen(&notes), (Some(Axis::A(1).into()), Reason::PushedOut));
        assert_eq!(candidates(&notes).iter().find(|c| c.axis == Axis::A(1)).unwrap().normal, Vec3::Y * sign);
    }
}

/// The part nearest to a ball's centre is the one nearest among points strewn over the outline.
#[test]
fn a_ball_at_a_truncated_cone_tells_the_nearest_part_of_its_section() {
    let mut dice = Dice(19);
    let mut parts = std::collections::BTreeSet::new();
    for _ in 0..4_000 {
        let shape = any_frustum(&mut dice);
        let Shape::Frustum { bottom, top, half_height } = shape else { unreachable!() };
        let rule = if dice.roll() < 0.5 { NormalRule::Closest } else { NormalRule::Region };
        let pose = Pose::new(dice.vector(-1.0, 1.0), Quat::IDENTITY);
        let (notes, manifold) = ask(&shape, &Shape::sphere(0.3), &pose, rule);
        let Some(Note::Section { center, nearest, part, beyond, distance }) = notes.first().copied() else {
            panic!("{notes:?}")
        };
        let c = pose.translation.as_dvec3();
        assert!((center.as_dvec2() - DVec2::new(c.x.hypot(c.z), c.y)).length() < 1e-6);
        let (low, high) = (f64::from(shape.middle().y - half_height), f64::from(shape.middle().y + half_height));
        let corners = [(0.0, low), (f64::from(bottom), low), (f64::from(top), high), (0.0, high)].map(DVec2::from);
        // Nearest point of each of the three lines of the outline: bottom, side, top.
        let lines = [(0, 1), (1, 2), (2, 3)].map(|(i, j)| {
            let along: DVec2 = corners[j] - corners[i];
            let t = ((center.as_dvec2() - corners[i]).dot(along) / along.length_squared().max(1e-30)).clamp(0.0, 1.0);
            let p = corners[i] + along * t;
            (p, (center.as_dvec2() - p).length())
        });
        let least = lines.iter().map(|l| l.1).fold(f64::MAX, f64::min);
        assert!((f64::from(distance.abs()) - least).abs() < 1e-5, "{shape:?} {center} {distance} {least}");
        assert!((nearest.as_dvec2() - center.as_dvec2()).length() < least + 1e-5);
        assert_eq!(distance < 0.0, beyond.iter().all(|x| *x < 0.0), "{beyond:?} {distance}");
        parts.insert(part);
        if manifold.count > 0 && distance > 1e-3 {
            assert_eq!(manifold.feature_a, part);
            let outward = (center - nearest) / distance;
            let section = Vec2::new(manifold.normal.with_y(0.0).length(), manifold.normal.y);
            let fixed = rule == NormalRule::Region && matches!(part, Feature::CapRim(_));
            assert!(fixed || (outward - section).length() < 2e-3, "{outward} {section}");
            assert_eq!(notes.contains(&Note::Rule(rule)), matches!(part, Feature::CapRim(_)));
        }
    }
    let ends = End::ALL.into_iter().flat_map(|end| [Feature::Cap(end), Feature::CapRim(end)]);
    assert!(ends.chain([Feature::Side]).all(|part| parts.contains(&part)), "{parts:?}");
}

#[test]
fn a_plane_without_end_says_that_it_has_one_normal() {
    for shape in [Shape::frustum(0.3, 0.1, 0.4), Shape::cuboid(0.3, 0.3, 0.3), Shape::sphere(0.3)] {
        for (notes, manifold, up) in [
            ask(&Shape::HalfSpace, &shape, &Pose::new(Vec3::Y * 0.1, Quat::IDENTITY), NormalRule::Closest),
            ask(&shape, &Shape::HalfSpace, &Pose::new(Vec3::Y * -0.1, Quat::IDENTITY), NormalRule::Closest),
        ]
        .into_iter()
        .zip([1.0, -1.0])
        .map(|((notes, manifold), up)| (notes, manifold, up))
        {
            assert_eq!(chosen(&notes), (None, Reason::Plane));
            assert_eq!(manifold.normal, Vec3::Y * up);
        }
    }
}

/// Two that met inside a step were apart when it began, often with another feature in front: what is told is of where
/// they met.
#[test]
fn what_is_told_of_an_impact_is_of_where_the_two_met() {
    let mut sim = carom::sim::Sim::new(carom::scene::find("first_bounce").unwrap().scene().unwrap()).unwrap();
    let (mut struck, mut told_right, mut right_at_first) = (0, 0, 0);
    for _ in 0..400 {
        sim.step();
        for contact in sim.contacts().iter().filter(|contact| contact.impact_speed > 0.0) {
            let is_right = |normal: Vec3| normal.angle_between(contact.normal).to_degrees() < 0.5;
            let told = sim.explain(contact.a, contact.b).unwrap();
            let pose = if told.frame.0 == contact.a { told.frame.2 } else { told.other.2 };
            struck += 1;
            told_right += u32::from(told.manifold.count > 0 && is_right(pose.vector(told.manifold.normal)));
            // As the two stood when the step began, however far apart.
            let [(a, pose_a), (b, pose_b)] = [contact.a, contact.b].map(|id| sim.side_before(id).unwrap());
            let memory = &mut PairMemory::default();
            let first = collide(&a, &b, &pose_a.inverse_mul(&pose_b), 1.0, NormalRule::Closest, memory);
            right_at_first += u32::from(is_right(pose_a.vector(first.normal)));
        }
    }
    // What was thrown off its path by an earlier impact of the same step may have met elsewhere.
    let counts = format!("{told_right} of {struck}; at the step's start {right_at_first}");
    assert!(struck > 50 && told_right * 100 >= struck * 97 && right_at_first < told_right, "{counts}");
}
