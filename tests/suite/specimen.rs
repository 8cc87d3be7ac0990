//! Contacts taken out of their scenes are the same contacts, in every form.

use crate::explain::Dice;
use crate::oracle::Pair;
use carom::geometry::{Feature, Manifold, NormalRule, PairMemory, Shape, Side, Sides, collide};
use carom::glam::{Quat, Vec2, Vec3};
use carom::math::Pose;
use carom::physics::{BodyDesc, BodyId, Config, Contact, Motion};
use carom::scene::{FileKind, SceneBody, Specimen, find, gallery, parse, parse_specimen};
use carom::sim::Sim;
use std::collections::BTreeSet;
use std::path::Path;

/// Rust tests that [`Specimen::to_rust`] wrote; the suite compiles and runs them.
const WRITTEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/specimens.rs");

/// A contact of a gallery scene, and what was taken of it.
struct Taken {
    scene: &'static str,
    step: usize,
    contact: Contact,
    specimen: Option<Specimen>,
}

/// Contacts of every scene of the gallery that is no crowd, from many moments.
fn taken() -> Vec<Taken> {
    let mut dice = Dice(17);
    let mut all = vec![];
    for entry in gallery() {
        let scene = entry.scene().unwrap();
        if scene.bodies.len() > 400 {
            continue;
        }
        let mut sim = Sim::new(scene).unwrap();
        for step in 1..=150 {
            let before = (step % 6 == 0).then(|| sim.clone());
            sim.step();
            let Some(before) = before else { continue };
            let contacts = sim.world().contacts();
            let share = 2.0 / contacts.len().max(1) as f64;
            for contact in contacts.into_iter().filter(|_| dice.roll() < share) {
                let specimen = before.specimen(contact.b, contact.a);
                all.push(Taken { scene: entry.id, step, contact, specimen });
            }
        }
    }
    all
}

#[test]
fn contacts_of_the_gallery_go_through_json_and_through_a_scene_bit_for_bit() {
    let all = taken();
    assert!(all.len() >= 500, "{}", all.len());
    let (mut lost, mut otherwise, mut impacts) = (0, 0, 0);
    for Taken { scene, step, contact, specimen } in &all {
        let place = format!("{scene}, step {step}, {contact:?}");
        let Some(specimen) = specimen else {
            lost += 1;
            continue;
        };
        let json = specimen.to_json();
        let back = parse_specimen(&json).unwrap_or_else(|faults| panic!("{place}: {faults:?}\n{json}"));
        assert_eq!(back.to_json(), json, "{place}");
        assert_eq!((&back, back.difference()), (specimen, None), "{place}");
        // The scene of either form opens to the same bodies and to the same contact.
        for (text, kind) in [(specimen.to_toml(), FileKind::Toml), (json, FileKind::Json)] {
            let opened = parse(&text, kind).unwrap_or_else(|faults| panic!("{place}: {faults:?}\n{text}"));
            let sim = Sim::new(opened).unwrap();
            let ids: Vec<BodyId> = sim.world().bodies().map(|body| body.id).collect();
            let planes = [(BodyId::FLOOR, specimen.config.floor), (BodyId::CEILING, specimen.config.ceiling)];
            let plane = planes.into_iter().find_map(|(id, height)| height.map(|_| id));
            let sides: Vec<BodyId> = plane.into_iter().chain(ids).collect();
            let again = sim.specimen(sides[0], sides[1]).unwrap_or_else(|| panic!("{place}\n{text}"));
            if specimen.memory.side != Side::Behind {
                // Of a face with more corners than four the scene does not know which bore a load.
                let memory = PairMemory { bearing: [0; 4], ..specimen.memory };
                let fresh = Specimen::new(&specimen.config, specimen.bodies.clone(), specimen.margin, memory);
                assert_eq!(again.manifold, fresh.manifold, "{place}\n{text}");
            }
        }
        // What is taken is what the step showed, but for bodies that something else turned inside the step.
        let normal = specimen.poses()[0].rotation * specimen.manifold.normal;
        let features = (specimen.manifold.feature_a, specimen.manifold.feature_b);
        let same = features == (contact.feature_a, contact.feature_b) && normal.dot(contact.normal) > 0.999;
        otherwise += usize::from(!same);
        impacts += usize::from(contact.impact_speed > 0.0);
    }
    println!("{} contacts, {impacts} impacts, {otherwise} otherwise, {lost} lost", all.len());
    assert!(impacts >= 10 && lost * 50 < all.len() && otherwise * 20 < all.len());
}

fn placed(name: &str, shape: Shape, pose: Pose) -> SceneBody {
    let motion = if shape == Shape::HalfSpace { Motion::Static } else { Motion::Dynamic };
    let (position, rotation) = (pose.translation, pose.rotation);
    let name = (shape != Shape::HalfSpace).then(|| name.to_owned());
    SceneBody { name, desc: BodyDesc { motion, position, rotation, ..BodyDesc::new(shape) } }
}

/// How many directions a feature leaves open, and where it is: what decides the code that finds the points.
fn sort_of(feature: Feature) -> &'static str {
    match feature {
        Feature::Corner(_) | Feature::RimCorner(_) => "corner",
        Feature::Edge(_) | Feature::Rim(_) | Feature::CapRim(_) => "edge",
        Feature::Face(_) | Feature::Front | Feature::Back | Feature::Cap(_) => "face",
        Feature::Surface | Feature::Side => "round",
        Feature::Inside(_) | Feature::InsideCap(_) | Feature::InsideSide => "inside",
    }
}

/// A random contact, unless the two do not touch.
fn random(dice: &mut Dice) -> Option<Specimen> {
    let mut shape = |kinds: f64| match (dice.roll() * kinds) as usize {
        0 => Shape::sphere(dice.between(0.2, 1.0)),
        1 => Shape::Cuboid { half: dice.vector(0.2, 1.0) },
        i @ (2 | 3) => {
            let half = Vec2::new(dice.between(0.2, 1.0), dice.between(0.2, 1.0));
            Shape::Quad { half, sides: if i == 2 { Sides::Front } else { Sides::Both } }
        }
        4 => {
            let (bottom, top) = (dice.between(0.2, 1.0), dice.between(0.0, 0.8));
            Shape::Frustum { bottom, top, half_height: dice.between(0.2, 1.0) }
        }
        _ => Shape::HalfSpace,
    };
    let shapes = [shape(6.0), shape(5.0)];
    let pose_a = match shapes[0] {
        Shape::HalfSpace if dice.roll() < 0.5 => Pose::floor(dice.between(-1.0, 1.0)),
        Shape::HalfSpace => Pose::ceiling(dice.between(-1.0, 1.0)),
        _ => Pose::new(dice.vector(-3.0, 3.0), dice.rotation()),
    };
    let pose_b = Pose::new(pose_a.translation + dice.vector(-1.2, 1.2), dice.rotation());
    // Only spheres on boxes know two rules, and only quads a side from which the other came.
    let kinds = shapes.map(|shape| shape.kind_name());
    let two_rules = kinds.contains(&"sphere") && kinds.contains(&"box");
    let normals = if two_rules && dice.roll() < 0.5 { NormalRule::Region } else { NormalRule::Closest };
    let sides = [Side::Unknown, Side::Front, Side::Behind];
    let side = if kinds.contains(&"quad") { sides[(dice.roll() * 3.0) as usize] } else { Side::Unknown };
    let height = Some(pose_a.translation.y);
    let config = Config { normals, floor: height, ceiling: height, ..Config::default() };
    let bodies = [placed("first", shapes[0], pose_a), placed("second", shapes[1], pose_b)];
    let memory = PairMemory { side, ..PairMemory::default() };
    Some(Specimen::new(&config, bodies, 0.01, memory)).filter(|specimen| specimen.manifold.count > 0)
}

/// One contact of each sort: every pair of shapes with every pair of sorts of features; those that know two
/// rules by both.
fn sorts() -> Vec<Specimen> {
    let (mut dice, mut seen, mut found) = (Dice(23), BTreeSet::new(), vec![]);
    for mut specimen in (0..40_000).filter_map(|_| random(&mut dice)) {
        let Manifold { feature_a, feature_b, .. } = specimen.manifold;
        let [a, b] = specimen.bodies.each_ref().map(|body| body.desc.shape.kind_name());
        let mut pair = [format!("{a}_{}", sort_of(feature_a)), format!("{b}_{}", sort_of(feature_b))];
        let words = [(a, feature_a), (b, feature_b)].map(|(kind, feature)| {
            let name = feature.to_string();
            let end = name.find(['+', '-']).unwrap_or(name.len());
            format!("{kind}_{}", name[..end].trim_end())
        });
        pair.sort_unstable();
        let by_region = if specimen.config.normals == NormalRule::Region { " by region" } else { "" };
        let other = if words[0] == words[1] { "other " } else { "" };
        let [name_a, name_b] = [words[0].clone(), format!("{other}{}{by_region}", words[1])];
        if seen.insert(format!("{}{by_region}", pair.join(" "))) {
            for (body, name) in specimen.bodies.iter_mut().zip([name_a, name_b]) {
                body.name = body.name.is_some().then_some(name);
            }
            found.push(specimen);
        }
    }
    found.sort_by_key(carom::scene::Specimen::names);
    found
}

/// What is true of each, however deep it is and by whatever way it was found.
#[test]
fn contacts_of_every_sort_are_what_geometry_says() {
    let sorts = sorts();
    assert!(sorts.len() > 50, "{}", sorts.len());
    let mut faults = vec![];
    for specimen in sorts {
        let [a, b] = specimen.poses();
        let [shape_a, shape_b] = specimen.bodies.each_ref().map(|body| body.desc.shape);
        let pose = a.inverse_mul(&b);
        let (pair, found) = (Pair::new(&shape_a, &shape_b, &pose), &specimen.manifold);
        let margin = f64::from(specimen.margin);
        // A rectangle pushes to one of its sides, and the rule by region along a sum of axes: neither need
        // be the shortest.
        let free = specimen.config.normals == NormalRule::Closest
            && ![&shape_a, &shape_b].iter().any(|shape| matches!(shape, Shape::Quad { .. }));
        // A rectangle's rim that may not push a cone to the back pushes along the best of what is left: along that no
        // two points face each other, and the contact is between two that do not.
        let kinds = [&shape_a, &shape_b].map(carom::geometry::Shape::kind_name);
        if kinds.contains(&"quad") && kinds.contains(&"frustum") && f64::from(found.separation()) < -0.1 {
            let along = pair.gap(found.normal.as_dvec3());
            assert!((f64::from(found.separation()) - along).abs() < pair.slack(), "{:?}: {along}", specimen.names());
            continue;
        }
        let checked = if free { pair.check(found, margin) } else { pair.check_points(found, margin) };
        if let Err(fault) = checked {
            let short: String = fault.to_string().chars().take(140).collect();
            faults.push(format!("{:?} {:?} {:?}: {short}", specimen.names(), specimen.memory.side, shape_a));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A cuboid, and the pose of another such one that lies on it turned by an eighth: an octagon is between the two, of
/// whose corners four are the contact.
fn octagon() -> (Shape, Pose) {
    (Shape::cuboid(1.0, 0.5, 1.0), Pose::new(Vec3::Y, Quat::from_rotation_y(std::f32::consts::FRAC_PI_4)))
}

/// The other four, which bore a load.
fn corners_that_bore() -> PairMemory {
    let (shape, pose) = octagon();
    let ids = |memory: PairMemory| {
        let mut memory = memory;
        let found = collide(&shape, &shape, &pose, 0.02, NormalRule::Closest, &mut memory);
        found.points().iter().map(|point| point.id as u16).collect::<Vec<_>>()
    };
    let chosen = ids(PairMemory::default());
    // Whatever id is kept when it bore a load, and is not among those that are chosen else, is a corner left out.
    let is_left_out = |id: &u16| {
        !chosen.contains(id) && ids(PairMemory { bearing: [*id, 0, 0, 0], ..PairMemory::default() }).contains(id)
    };
    let left_out: Vec<u16> = (1..=u16::MAX).filter(is_left_out).collect();
    PairMemory { bearing: left_out.try_into().unwrap(), ..PairMemory::default() }
}

/// Of a face with more than four corners those are the contact that bore a load before: what is copied remembers which.
#[test]
fn a_contact_remembers_which_corners_bore_a_load() {
    let (shape, pose) = octagon();
    let of = |memory| {
        let bodies = [placed("lower", shape, Pose::IDENTITY), placed("upper", shape, pose)];
        Specimen::new(&Config::default(), bodies, 0.02, memory)
    };
    let bore = corners_that_bore();
    let (fresh, known) = (of(PairMemory::default()), of(bore));
    let ids = |specimen: &Specimen| specimen.manifold.points().iter().map(|point| point.id).collect::<BTreeSet<_>>();
    assert_eq!(ids(&known), bore.bearing.map(u32::from).into());
    assert!(ids(&known).is_disjoint(&ids(&fresh)));
    assert!(!fresh.to_json().contains("bearing") && !fresh.to_rust().contains("bearing"));
    assert_eq!(parse_specimen(&known.to_json()).unwrap(), known);
    assert!(known.to_rust().contains(&format!("bearing: {:?}", bore.bearing)), "{}", known.to_rust());
    let first = format!("\"bearing\": [{}", bore.bearing[0]);
    for (ids, words) in [
        ("1, 2, 3, 4, 5, 6, 7", "there are 10 bearing points, but a contact has at most 4"),
        ("0", "id"),
        ("65536", "id"),
        ("\"a\"", "id"),
    ] {
        let spoiled = known.to_json().replacen(&first, &format!("\"bearing\": [{ids}"), 1);
        let faults = parse_specimen(&spoiled).unwrap_err();
        assert!(faults.iter().any(|f| f.line == 6 && f.message.contains(words)), "{ids}: {faults:?}");
    }

    // And so it is in a world: two that rest on one another, of which the least tilt would choose other corners.
    let mut scene = known.scene();
    scene.config.floor = Some(-0.5);
    let mut sim = Sim::new(scene).unwrap();
    let mut checked = 0;
    for _ in 0..120 {
        let before = sim.clone();
        sim.step();
        let ids: Vec<BodyId> = sim.world().bodies().map(|body| body.id).collect();
        let shown =
            sim.world().contacts().into_iter().find(|contact| [contact.a, contact.b] == [ids[0], ids[1]]).unwrap();
        let taken = before.specimen(ids[0], ids[1]).unwrap();
        // The solver may keep last step's points where they stand: their ids are the same corners.
        let points = |ids: &mut dyn Iterator<Item = u32>| ids.collect::<BTreeSet<_>>();
        let taken_points = points(&mut taken.manifold.points().iter().map(|point| point.id));
        assert_eq!(taken_points, points(&mut shown.points().iter().map(|point| point.id)));
        checked += usize::from(taken.memory.bearing != [0; 4]);
    }
    assert!(checked > 100, "{checked} of 120 looks remember a load");
}

/// A few of them, of shapes that hardly overlap: what the writer writes is compiled and holds.
#[test]
fn the_rust_tests_that_this_suite_runs_are_those_that_are_written_now() {
    let mut text = String::from(
        "//! Contacts, each as the Rust test that its specimen writes: proof that what is written compiles and holds.\n\
         //!\n\
         //! Generated: `UPDATE_SNAPSHOTS=1 cargo test --test suite specimen::the_rust` writes this file anew.\n",
    );
    let cube = Shape::Cuboid { half: Vec3::new(0.5, 0.25, 0.375) };
    let (ball, plate) = (Shape::sphere(0.5), Shape::Quad { half: Vec2::new(1.0, 0.5), sides: Sides::Front });
    let cone = Shape::frustum(0.5, 0.25, 0.5);
    let up = |y: f32| Pose::new(Vec3::Y * y, Default::default());
    let (none, front) = (PairMemory::default(), PairMemory { side: Side::Front, ..PairMemory::default() });
    let (lower, upper) = octagon();
    for (sides, pose, memory, normals) in [
        ([("cube", cube), ("ball", ball)], up(0.75), none, NormalRule::Region),
        ([("plate", plate), ("cube", cube)], up(0.25), front, NormalRule::Closest),
        ([("plane", Shape::HalfSpace), ("cone", cone)], up(0.375), none, NormalRule::Closest),
        ([("lower", lower), ("upper", lower)], upper, corners_that_bore(), NormalRule::Closest),
    ] {
        let config = Config { normals, floor: Some(0.0), ..Config::default() };
        let bodies = [placed(sides[0].0, sides[0].1, Pose::IDENTITY), placed(sides[1].0, sides[1].1, pose)];
        let specimen = Specimen::new(&config, bodies, 0.015_625, memory);
        assert!(specimen.manifold.count > 0, "{:?}", specimen.names());
        assert_eq!(parse_specimen(&specimen.to_json()).unwrap(), specimen);
        text += &format!("\n{}", specimen.to_rust());
    }
    let kept = std::fs::read_to_string(Path::new(WRITTEN)).unwrap_or_default();
    if kept != text && std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(WRITTEN, &text).unwrap();
        return;
    }
    let differs = kept.lines().zip(text.lines()).position(|(kept, now)| kept != now);
    assert!(kept == text, "tests/suite/specimens.rs differs from line {differs:?}; UPDATE_SNAPSHOTS=1 writes it anew");
}

#[test]
fn a_number_that_looks_like_a_misspelt_constant_is_written_by_its_bits() {
    let half = Vec3::new(f32::from_bits(0x3f35_04f4), 3.0, 0.5);
    let specimen = Specimen::new(
        &Config::default(),
        [
            placed("a", Shape::Cuboid { half }, Pose::IDENTITY),
            placed("b", Shape::sphere(0.5), Pose::new(Vec3::Y * 3.4, Default::default())),
        ],
        0.02,
        PairMemory::default(),
    );
    let text = specimen.to_rust();
    assert!(text.contains("Vec3::new(f32::from_bits(0x3f35_04f4), 3.0, 0.5)"), "{text}");
}

#[test]
fn a_specimen_that_cannot_be_read_says_where_and_why() {
    let bodies = [
        placed("cube", Shape::cuboid(1.0, 1.0, 1.0), Pose::IDENTITY),
        placed("ball", Shape::sphere(0.5), Pose::new(Vec3::new(1.3, 0.2, -1.3), Default::default())),
    ];
    let specimen = Specimen::new(&Config::default(), bodies, 0.02, PairMemory::default());
    let json = specimen.to_json();
    for (from, to, line, words) in [
        ("\"carom_contact\": 1", "\"carom_contact\": 2", 2, "this program reads version 1"),
        ("\"margin\": 0.02", "\"margin\": -1", 4, "margin is -1, but must lie within 0 … 10000 m"),
        ("\"side\": \"unknown\"", "\"side\": \"unknwn\"", 5, "did you mean \"unknown\"?"),
        ("\"edge +x-z\"", "\"edge +x+x\"", 7, "must be a feature such as"),
        ("\"3fa66666\"", "\"3fa66667\"", 6, "the position x of b is \"3fa66667\", but in the scene it is \"3fa66666\""),
        ("\"radius\": 0.5", "\"radius\": 0.0", 3, "radius is 0.0"),
        ("\"rules\": {", "\"rules\": { \"floor\": 0.0,", 3, "a contact is of two, but here are 3"),
        ("\"id\"", "\"idd\"", 7, "unknown field \"idd\" in a point"),
        ("\"margin\": 0.02,", "", 2, "this is not valid JSON"),
    ] {
        let spoiled = json.replacen(from, to, 1);
        if words == "this is not valid JSON" {
            // Leaving a field out is no fault of syntax: it is missed.
            let faults = parse_specimen(&spoiled).unwrap_err();
            assert!(faults.iter().any(|f| f.message.contains("needs the field margin")), "{faults:?}");
            continue;
        }
        assert_ne!(spoiled, json, "{from}");
        for faults in [parse_specimen(&spoiled).unwrap_err(), parse(&spoiled, FileKind::Json).unwrap_err()] {
            let found = faults.iter().any(|fault| fault.line == line && fault.message.contains(words));
            assert!(found, "{to}: {faults:?}");
        }
    }
    for end in (0..json.len() - 3).filter(|end| json.is_char_boundary(*end)) {
        assert!(parse_specimen(&json[..end]).is_err(), "cut off at {end}");
    }
    assert!(parse_specimen("{}").is_err() && parse_specimen("[]").is_err() && parse_specimen("").is_err());
    // A manifold that is another is read, and told.
    let other = parse_specimen(&json.replacen("\"edge +x-z\"", "\"edge +x+z\"", 1)).unwrap();
    assert_eq!(other.difference().unwrap(), "cube was edge +x+z and is edge +x-z");
}

#[test]
fn a_contact_with_a_plane_of_the_world_takes_the_plane_along() {
    let scene = find("pyramid").map(|entry| entry.scene().unwrap()).unwrap();
    for (floor, ceiling, id) in [(Some(-0.25), None, BodyId::FLOOR), (None, Some(2.5), BodyId::CEILING)] {
        let config = Config { floor, ceiling, ..scene.config };
        let y = floor.map_or(2.01, |floor| floor + 0.49);
        let body = placed("box", Shape::cuboid(0.5, 0.5, 0.5), Pose::new(Vec3::Y * y, Default::default()));
        let sim = Sim::new(carom::scene::Scene { config, bodies: vec![body], ..Default::default() }).unwrap();
        let specimen = sim.specimen(sim.find("box").unwrap(), id).unwrap();
        assert_eq!((specimen.manifold.count, specimen.config.floor, specimen.config.ceiling), (4, floor, ceiling));
        assert_eq!(specimen.manifold.feature_a, Feature::Front);
        assert_eq!(parse_specimen(&specimen.to_json()).unwrap(), specimen);
        assert_eq!(parse(&specimen.to_toml(), FileKind::Toml).unwrap(), specimen.scene());
    }
}
