use super::*;
use crate::geometry::{Feature, NormalRule, Note, Overlap, PairMemory, collide, explain};
use crate::math::splitmix64;
use crate::physics::{BodyDesc, Config, ContactPoint};
use crate::scene::{Scene, SceneBody};
use glam::{Quat, Vec3Swizzles};

/// Random numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn real(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((splitmix64(&mut self.0) >> 40) as f32 / (1u64 << 24) as f32)
    }

    fn vector(&mut self, low: f32, high: f32) -> Vec3 {
        Vec3::from_array([0; 3].map(|_| self.real(low, high)))
    }

    fn rotation(&mut self) -> Quat {
        loop {
            let q = glam::Vec4::from_array([0; 4].map(|_| self.real(-1.0, 1.0)));
            if (0.1..1.0).contains(&q.length()) {
                return Quat::from_vec4(q.normalize());
            }
        }
    }

    fn shape(&mut self) -> Shape {
        if self.real(0.0, 1.0) < 0.5 {
            return Shape::sphere(self.real(0.05, 0.5));
        }
        let Vec3 { x, y, z } = self.vector(0.05, 0.5);
        Shape::cuboid(x, y, z)
    }
}

/// Balls and boxes on boxes on the floor, three steps on.
fn heap() -> Sim {
    let body = |i: u8| {
        let (x, z) = (f32::from(i % 5) * 2.0, f32::from(i / 5) * 2.0);
        let cube = BodyDesc { position: Vec3::new(x, 0.5, z), ..BodyDesc::new(Shape::cuboid(0.5, 0.5, 0.5)) };
        let ball = BodyDesc { position: Vec3::new(x, 1.25, z), ..BodyDesc::new(Shape::sphere(0.25)) };
        [cube, ball].map(|desc| SceneBody { name: None, desc })
    };
    let config = Config { floor: Some(0.0), ..Config::default() };
    let mut sim = Sim::new(Scene { bodies: (0..20).flat_map(body).collect(), config, ..Scene::default() }).unwrap();
    (0..3).for_each(|_| sim.step());
    sim
}

#[test]
fn a_contact_with_a_fault_is_flagged_and_comes_first() {
    let sim = heap();
    let contacts = sim.contacts();
    assert_eq!(contacts.len(), 40);
    let sound = survey(&sim, contacts);
    assert_eq!(sound.len(), 40);
    assert!(sound.iter().all(|opinion| opinion.verdict == OpinionVerdict::Agrees), "{:?}", sound[0]);
    type Fault = (&'static str, fn(Vec3) -> Vec3, f32);
    let faults: [Fault; 5] = [
        ("a wrong sign", |n| -n, 0.0),
        ("two components in each other's place", |n| n.yxz(), 0.0),
        ("a normal a quarter of a degree off", |n| Quat::from_axis_angle(Vec3::X, 0.25_f32.to_radians()) * n, 0.0),
        ("a depth two tenths of a millimetre off", |n| n, 2e-4),
        ("a depth of the wrong sign", |n| n, 4e-3),
    ];
    for (name, normal, depth) in faults {
        for place in [0, 7, 23, 39] {
            let mut seeded = contacts.to_vec();
            let good = &contacts[place];
            let points: Vec<_> = good
                .points()
                .iter()
                .map(|point| ContactPoint { separation: point.separation + depth, ..*point })
                .collect();
            seeded[place] =
                Contact::new((good.a, good.feature_a), (good.b, good.feature_b), normal(good.normal), &points);
            let opinions = survey(&sim, &seeded);
            let worst = opinions[0];
            assert_eq!((worst.bodies, worst.verdict), ((good.a, good.b), OpinionVerdict::Differs), "{name} at {place}");
            assert!(opinions[1..].iter().all(|other| other.verdict == OpinionVerdict::Agrees), "{name} at {place}");
        }
    }
}

/// How far the best axis is ahead of the next (m): 1 mm and more is no matter of taste.
fn margin(a: &Shape, b: &Shape, notes: &[Note], b_in_a: &Pose) -> f32 {
    let gaps = |notes: &[Note]| {
        let mut gaps: Vec<f32> =
            notes.iter().filter_map(|n| if let Note::Candidate(c) = n { Some(c.gap) } else { None }).collect();
        gaps.sort_by(|x, y| y.total_cmp(x));
        gaps
    };
    match (a, b) {
        (Shape::Sphere { .. }, Shape::Sphere { .. }) => b_in_a.translation.length(),
        (Shape::Cuboid { .. }, Shape::Cuboid { .. }) => {
            let gaps = gaps(notes);
            gaps[0] - gaps[1]
        }
        _ => notes
            .iter()
            .find_map(|note| match *note {
                Note::Depths(mut depths) => {
                    depths.sort_by(f32::total_cmp);
                    Some((depths[1] - depths[0]).min(depths[0]))
                }
                Note::Clamp { center, closest, .. } if center != closest => Some(center.distance(closest)),
                _ => None,
            })
            .unwrap_or(0.0),
    }
}

#[test]
fn a_hundred_thousand_random_overlaps_without_a_tie_have_the_same_normal() {
    let mut dice = Dice(0x5ec0);
    let (mut asked, mut widest, mut deepest) = (0, 0.0_f32, 0.0_f32);
    while asked < 100_000 {
        let (a, b) = (dice.shape(), dice.shape());
        let reach = a.bounding_radius() + b.bounding_radius();
        let pose_a = Pose::new(dice.vector(-1.0, 1.0), dice.rotation());
        let pose_b = Pose::new(pose_a.translation + dice.vector(-reach, reach), dice.rotation());
        let (b_in_a, mut notes) = (pose_a.inverse_mul(&pose_b), vec![]);
        let memory = &mut PairMemory::default();
        let found = explain(&a, &b, &b_in_a, 0.0, (NormalRule::Closest, Overlap::Exact), memory, &mut notes);
        if found.count == 0 || margin(&a, &b, &notes, &b_in_a) <= 1e-3 {
            continue;
        }
        asked += 1;
        let ours = OpinionAnswer { normal: pose_a.vector(found.normal), separation: found.separation() };
        let theirs = parry::ask((&a, &pose_a), (&b, &pose_b)).unwrap();
        let opinion = compare((BodyId::FLOOR, BodyId::CEILING), &(a, pose_a), &(b, pose_b), ours, theirs);
        assert!(opinion.angle < SAME_ANGLE, "{a:?} {pose_a:?} {b:?} {pose_b:?}: {found:?} {opinion:?}");
        widest = widest.max(opinion.angle);
        deepest = deepest.max(opinion.depth.abs());
    }
    println!("widest {:.4} degrees, deepest {:.4} mm", widest.to_degrees(), deepest * 1e3);
}

#[test]
fn two_ways_out_that_are_as_short_are_a_tie_and_no_fault() {
    let cube = |position: Vec3| (Shape::cuboid(0.5, 0.5, 0.5), Pose::new(position, Quat::IDENTITY));
    let (a, b) = (cube(Vec3::ZERO), cube(Vec3::new(0.9, 0.9, 0.0)));
    let answer = |normal: Vec3| OpinionAnswer { normal, separation: -0.1 };
    let bodies = (BodyId::FLOOR, BodyId::CEILING);
    let opinion = compare(bodies, &a, &b, answer(Vec3::X), answer(Vec3::Y));
    assert_eq!(opinion.verdict, OpinionVerdict::Tie, "{opinion:?}");
    assert!((opinion.angle.to_degrees() - 90.0).abs() < 1e-3 && opinion.shortfall.abs() < 1e-6);
    // A ball has one way out: a normal that is off is no tie, however little further the right one holds the two apart.
    let ball = (Shape::sphere(0.5), Pose::new(Vec3::Y * 0.95, Quat::IDENTITY));
    let other = (Shape::sphere(0.5), Pose::IDENTITY);
    let off = Vec3::new(0.005, 1.0, 0.0).normalize();
    let opinion = compare(bodies, &other, &ball, OpinionAnswer { normal: off, separation: -0.05 }, answer(Vec3::Y));
    assert_eq!(opinion.verdict, OpinionVerdict::Differs, "{opinion:?}");
}

#[test]
fn every_kind_of_shape_is_asked_where_parry_has_it() {
    let turned = Pose::new(Vec3::new(0.3, 1.2, -0.4), Quat::from_axis_angle(Vec3::X, 0.3));
    for (shape, known) in [
        (Shape::sphere(0.5), true),
        (Shape::cuboid(0.5, 0.4, 0.3), true),
        (Shape::quad(0.5, 0.4), true),
        (Shape::frustum(0.5, 0.5, 0.4), true),
        (Shape::frustum(0.5, 0.0, 0.4), true),
        (Shape::frustum(0.5, 0.2, 0.4), false),
    ] {
        let floor = (Shape::HalfSpace, Pose::IDENTITY);
        let answer = parry::ask((&floor.0, &floor.1), (&shape, &turned));
        assert_eq!(answer.is_some(), known, "{shape:?}");
        let Some(answer) = answer else { continue };
        let ours = collide(&floor.0, &shape, &turned, 10.0, NormalRule::Closest, &mut PairMemory::default());
        assert!((answer.normal - Vec3::Y).length() < 1e-6 && ours.feature_a == Feature::Front, "{shape:?}: {answer:?}");
        assert!((answer.separation - ours.separation()).abs() < 1e-5, "{shape:?}: {answer:?} {ours:?}");
        assert!((gap(&floor, &(shape, turned), DVec3::Y) - f64::from(ours.separation())).abs() < 1e-5, "{shape:?}");
    }
}

#[test]
fn what_rests_slides_or_rolls_in_the_gallery_is_no_fault() {
    for id in ["stack", "pyramid", "mass_ratio", "friction_slope", "rolling_race", "tipping"] {
        let mut sim = Sim::new(crate::scene::find(id).unwrap().scene().unwrap()).unwrap();
        for _ in 0..24 {
            (0..10).for_each(|_| sim.step());
            let opinions = survey(&sim, sim.contacts());
            assert!(
                !opinions.is_empty() && opinions[0].verdict != OpinionVerdict::Differs,
                "{id}: {:?}",
                opinions.first()
            );
        }
    }
}

#[test]
fn the_extents_of_both_shapes_say_which_of_two_ways_out_is_the_longer() {
    let floor = (Shape::HalfSpace, Pose::IDENTITY);
    let plate = (Shape::quad(5.0, 5.0), Pose::IDENTITY);
    let cube = (Shape::cuboid(0.5, 0.5, 0.5), Pose::new(Vec3::Y * 0.49, Quat::IDENTITY));
    let bodies = (BodyId::FLOOR, BodyId::CEILING);
    let [right, wrong] = [Vec3::Y, Vec3::new(0.1, 1.0, 0.0).normalize()];
    for ground in [plate, floor] {
        for (ours, theirs, verdict) in [(right, wrong, OpinionVerdict::Better), (wrong, right, OpinionVerdict::Differs)]
        {
            let answer = |normal| OpinionAnswer { normal, separation: -0.01 };
            let opinion = compare(bodies, &ground, &cube, answer(ours), answer(theirs));
            assert_eq!(opinion.verdict, verdict, "{opinion:?}");
        }
    }
}
