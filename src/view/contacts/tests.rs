//! What is drawn of contacts, as a list.

use super::{MAX_CONTACTS, middle};
use crate::geometry::{Feature, Region, Shape};
use crate::physics::{BodyDesc, BodyId, Config, Contact, ContactPoint, Mass, Motion};
use crate::scene::{Scene, SceneBody, SceneCamera};
use crate::sim::Sim;
use crate::view::{
    ArrowLength, Camera, DrawList, Glyph, Layer, Layers, Pointed, ScenePainter, Selection, ViewOptions, contact_words,
    palette, pusher,
};
use glam::Vec3;

const POINT: ContactPoint = ContactPoint {
    position: Vec3::ZERO,
    separation: -0.000_04,
    normal_impulse: 0.0,
    friction_impulse: Vec3::ZERO,
    id: 0,
    persisted: false,
};

fn body(name: &str, shape: Shape, motion: Motion, mass: f32, position: Vec3) -> SceneBody {
    let desc = BodyDesc { motion, mass: Mass::Mass(mass), position, ..BodyDesc::new(shape) };
    SceneBody { name: Some(name.into()), desc }
}

fn sim(bodies: Vec<SceneBody>) -> Sim {
    let config = Config { floor: Some(0.0), ..Config::default() };
    Sim::new(Scene { config, bodies, ..Scene::default() }).unwrap()
}

fn draw(sim: &Sim, contacts: &[Contact], options: &ViewOptions) -> DrawList {
    let camera = Camera::new(&SceneCamera::default(), [1280, 720], 1.0);
    let mut list = DrawList::default();
    ScenePainter::new(sim, options, &camera).draw_into(&mut list, contacts);
    list
}

fn only(names: &str) -> ViewOptions {
    ViewOptions { layers: Layers::from_names(names).unwrap(), ..ViewOptions::default() }
}

fn id(sim: &Sim, name: &str) -> BodyId {
    sim.find(name).unwrap()
}

/// A ball, a heavier box and the floor, all touching each other.
fn pile() -> (Sim, Vec<Contact>) {
    // On an edge and flat on the floor, touched from above: new and persisted points, and one still apart.
    let sim = sim(vec![
        body("ball", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(0.0, 1.5, 0.0)),
        body("box", Shape::cuboid(0.5, 0.5, 0.5), Motion::Dynamic, 5.0, Vec3::new(0.0, 0.5, 0.0)),
    ]);
    let (ball, cube) = (id(&sim, "ball"), id(&sim, "box"));
    let floor = (BodyId::FLOOR, Feature::Front);
    let point = |x: f32, y: f32, impulse: f32, persisted: bool| ContactPoint {
        position: Vec3::new(x, y, 0.25),
        normal_impulse: impulse,
        friction_impulse: Vec3::X * impulse * 0.1,
        persisted,
        ..POINT
    };
    let apart = ContactPoint { separation: 0.01, normal_impulse: 0.0, ..point(0.5, 0.0, 0.0, false) };
    let contacts = vec![
        Contact::new(
            floor,
            (cube, Feature::Edge(Region::new(1, -1, 0))),
            Vec3::Y,
            &[point(-0.5, 0.0, 3.2, true), apart],
        ),
        Contact::new(floor, (cube, Feature::Face(Region::face(1, false))), Vec3::Y, &[point(0.3, 0.0, 0.5, true)]),
        Contact::new(
            (ball, Feature::Surface),
            (cube, Feature::Face(Region::face(1, true))),
            Vec3::NEG_Y,
            &[point(0.0, 1.0, 0.7, false)],
        ),
    ];
    (sim, contacts)
}

/// The same contact with its bodies listed the other way round.
fn swapped(contact: &Contact) -> Contact {
    let points: Vec<_> =
        contact.points().iter().map(|p| ContactPoint { friction_impulse: -p.friction_impulse, ..*p }).collect();
    Contact::new((contact.b, contact.feature_b), (contact.a, contact.feature_a), -contact.normal, &points)
}

#[test]
fn listing_the_bodies_the_other_way_round_changes_nothing_in_the_picture() {
    let (sim, contacts) = pile();
    let options = only("all");
    let other: Vec<_> = contacts.iter().map(swapped).collect();
    let (mut one, mut two) = (draw(&sim, &contacts, &options), draw(&sim, &other, &options));
    // Features are lit pusher first in both; nothing needs sorting.
    one.notes.sort();
    two.notes.sort();
    assert_eq!(one, two);
    // Four points with a normal each, three impulses, three frictions, six axes; three contacts and six letters.
    assert_eq!((one.arrows.len(), one.labels.len()), (16, 9));
}

#[test]
fn adding_the_bodies_in_another_order_keeps_every_arrow_with_its_bodies() {
    let left = body("left", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(-0.5, 3.0, 0.0));
    let right = body("right", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::new(0.5, 3.0, 0.0));
    for (bodies, normal) in [([left.clone(), right.clone()], Vec3::X), ([right, left], Vec3::NEG_X)] {
        let sim = sim(bodies.to_vec());
        let ids: Vec<_> = sim.world().bodies().map(|b| b.id).collect();
        let contact = Contact::new((ids[0], Feature::Surface), (ids[1], Feature::Surface), normal, &[POINT]);
        let arrow = draw(&sim, &[contact], &only("normals")).arrows[0];
        let color = |name| palette::body(id(&sim, name).index(), Motion::Dynamic, crate::view::Theme::Dark);
        assert_eq!(arrow.direction, Vec3::X);
        assert_eq!((arrow.tail_color, arrow.head_color), (color("left"), color("right")));
    }
}

#[test]
fn the_unmoved_the_lower_the_heavier_pushes() {
    let ball =
        |name: &str, motion, mass, x: f32, y: f32| body(name, Shape::sphere(0.5), motion, mass, Vec3::new(x, y, 0.0));
    let (fixed, driven, free) = (Motion::Static, Motion::Kinematic, Motion::Dynamic);
    // In this order: what cannot move pushes, then the lower, then the heavier, and at last the order of the pair.
    for (a, b, pushes) in [
        (ball("a", fixed, 1.0, 0.0, 2.0), ball("b", free, 9.0, 0.0, 1.0), "a"),
        (ball("a", free, 9.0, 0.0, 1.0), ball("b", driven, 1.0, 0.0, 2.0), "b"),
        (ball("a", free, 2.0, 0.0, 2.0), ball("b", free, 1.0, 0.0, 1.0), "b"),
        (ball("a", free, 1.0, 0.0, 1.0), ball("b", free, 2.0, 0.8, 2.0), "a"),
        (ball("a", free, 2.0, 1.0, 1.0), ball("b", free, 1.0, 0.0, 1.1), "a"),
        (ball("a", free, 1.0, 1.0, 1.0), ball("b", free, 1.0, 0.0, 1.0001), "b"),
    ] {
        let normal = (b.desc.position - a.desc.position).normalize();
        let case = format!("{:?} {:?}", a.desc, b.desc);
        let sim = sim(vec![a, b]);
        let (a, b) = (id(&sim, "a"), id(&sim, "b"));
        let contact = Contact::new((a, Feature::Surface), (b, Feature::Surface), normal, &[POINT]);
        assert_eq!(sim.name(pusher(&sim, &contact)), pushes, "{case}");
        assert_eq!(sim.name(pusher(&sim, &swapped(&contact))), pushes, "{case}");
    }
}

#[test]
fn arrows_point_into_the_body_that_is_pushed() {
    let (sim, contacts) = pile();
    for contact in &contacts {
        let list = draw(&sim, &[*contact], &only("normals,impulses"));
        let pushed = if pusher(&sim, contact) == contact.a { contact.b } else { contact.a };
        let center = sim.world().body(pushed).unwrap().desc.position;
        for arrow in &list.arrows {
            assert!(arrow.direction.dot(center - arrow.tail) > 0.0, "{arrow:?}");
        }
    }
}

#[test]
fn both_arrows_are_opposite_and_trade_their_colors() {
    let (sim, contacts) = pile();
    let options = ViewOptions { both_arrows: true, ..only("normals,impulses,friction") };
    let list = draw(&sim, &contacts[2..], &options);
    assert_eq!(list.arrows.len(), 6);
    for pair in list.arrows.chunks(2) {
        assert_eq!(pair[0].tail, pair[1].tail);
        assert_eq!(pair[0].direction, -pair[1].direction);
        assert_eq!((pair[0].tail_color, pair[0].head_color), (pair[1].head_color, pair[1].tail_color));
    }
}

#[test]
fn every_combination_of_contact_layers_draws_the_union_of_its_layers() {
    let (sim, contacts) = pile();
    let marks = |list: &DrawList| {
        let mut all: Vec<String> = vec![];
        all.extend(list.lines.iter().map(|x| format!("{x:?}")));
        all.extend(list.arrows.iter().map(|x| format!("{x:?}")));
        all.extend(list.markers.iter().map(|x| format!("{x:?}")));
        all.extend(list.triangles.iter().map(|x| format!("{x:?}")));
        all.sort();
        all
    };
    let single: Vec<_> = Layers::CONTACTS.iter().map(|l| marks(&draw(&sim, &contacts, &only(l.name())))).collect();
    for (layer, marks) in Layers::CONTACTS.iter().zip(&single) {
        assert!(!marks.is_empty() || *layer == Layer::Labels, "{layer:?} draws nothing");
    }
    // Each set of the seven: a layer must not hide or double what another draws.
    for mask in 0..1 << 7 {
        let mut options = only("none");
        let mut expected = vec![];
        for (i, layer) in Layers::CONTACTS.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1) {
            options.layers.set(*layer, true);
            expected.extend(single[i].iter().cloned());
        }
        expected.sort();
        let list = draw(&sim, &contacts, &options);
        assert_eq!(marks(&list), expected, "{:?}", options.layers);
        let labels = if options.layers.labels || options.layers.penetration { 3 } else { 0 };
        assert_eq!(list.labels.len(), labels, "{:?}", options.layers);
    }
}

#[test]
fn the_ruler_is_as_long_as_the_arrow_of_the_impulse_it_names() {
    let (sim, contacts) = pile();
    let list = draw(&sim, &contacts, &only("impulses"));
    // 3.2 rounds up to 5; the ruler stands for it, and log10(3.2/5) = −0.194 decades are a little less.
    let (longest, meaning) = list.ruler.clone().unwrap();
    assert!((36.0..=120.0).contains(&longest) && meaning == "this long = 5 N·s", "{:?}", list.ruler);
    let decade = (longest - 12.0) / 3.0;
    assert!((list.arrows[0].length - (longest + decade * (3.2f32 / 5.0).log10())).abs() < 1e-3);
    let metres = ViewOptions { arrow_length: ArrowLength::Metres, ..only("impulses") };
    let list = draw(&sim, &contacts, &metres);
    assert_eq!(list.ruler, None);
    assert!(list.notes.iter().any(|n| n == "impulses: 1 m is 5 N·s"), "{:?}", list.notes);
    assert!((list.arrows[0].length - 0.64).abs() < 1e-6);
}

#[test]
fn points_tell_new_from_old_and_apart_from_touching() {
    let (sim, contacts) = pile();
    let markers = draw(&sim, &contacts[..1], &only("points")).markers;
    assert_eq!(markers[0].glyph, Glyph::Disc);
    assert_eq!(markers[0].color, palette::OLD_POINT);
    assert_eq!(markers[1].glyph, Glyph::Ring);
    assert_eq!(markers[1].color, palette::NEW_POINT);
    let arrows = draw(&sim, &contacts[..1], &only("normals")).arrows;
    assert_eq!([arrows[0].hollow, arrows[1].hollow], [false, true]);
}

#[test]
fn the_sign_at_the_tail_names_the_feature_of_the_body_that_pushes() {
    let sim = sim(vec![
        body("block", Shape::cuboid(0.5, 0.5, 0.5), Motion::Static, 1.0, Vec3::ZERO),
        body("ball", Shape::sphere(0.5), Motion::Dynamic, 1.0, Vec3::ONE),
    ]);
    for (feature, glyph) in [
        (Feature::Face(Region::face(0, true)), Glyph::Square),
        (Feature::Edge(Region::new(1, 1, 0)), Glyph::Bar),
        (Feature::Corner(Region::new(1, 1, 1)), Glyph::Triangle),
        (Feature::Inside(Region::face(0, true)), Glyph::Cross),
    ] {
        let block = (id(&sim, "block"), feature);
        let contact = Contact::new(block, (id(&sim, "ball"), Feature::Surface), Vec3::Y, &[POINT]);
        assert_eq!(draw(&sim, &[contact], &only("normals")).markers[0].glyph, glyph, "{feature}");
    }
}

#[test]
fn words_name_both_bodies_their_features_and_numbers_with_units() {
    let (mut sim, contacts) = pile();
    assert_eq!(contact_words(&sim, &contacts[0]), "box edge +x−y vs floor front · 3.2 N·s · overlap 40.0 µm");
    assert_eq!(contact_words(&sim, &contacts[2]), "ball surface vs box face +y · 0.7 N·s · overlap 40.0 µm");
    let nameless = sim.scene().bodies.iter().map(|b| SceneBody { name: None, ..b.clone() }).collect();
    sim = self::sim(nameless);
    assert_eq!(contact_words(&sim, &contacts[2]), "sphere#0 surface vs box#1 face +y · 0.7 N·s · overlap 40.0 µm");
}

#[test]
fn a_contact_pointed_at_shows_all_about_it_without_any_layer() {
    let (sim, contacts) = pile();
    let pair = Some((contacts[2].a, contacts[2].b));
    let hovered = ViewOptions { pointed: Pointed { contact: pair, ..Pointed::default() }, ..only("none") };
    let selected = ViewOptions { selection: Selection { contact: pair, ..Selection::default() }, ..only("none") };
    for options in [hovered, selected] {
        let list = draw(&sim, &contacts, &options);
        let mut words: Vec<_> = list.labels.iter().map(|l| l.text.as_str()).collect();
        words.sort_unstable();
        assert_eq!(words, ["A", "B", "ball surface vs box face +y · 0.7 N·s · overlap 40.0 µm"]);
        assert!(list.arrows.len() == 1 && list.arrows[0].xray && list.arrows[0].width > 3.0, "{:?}", list.arrows);
        assert!(!list.triangles.is_empty(), "the touched face is lit");
    }
}

#[test]
fn letters_stand_on_the_sides_of_the_bodies_they_name() {
    let (sim, contacts) = pile();
    for contact in [contacts[2], swapped(&contacts[2])] {
        let options = ViewOptions {
            pointed: Pointed { contact: Some((contact.a, contact.b)), ..Pointed::default() },
            ..only("none")
        };
        let labels = draw(&sim, &[contact], &options).labels;
        for (letter, id) in [("A", contact.a), ("B", contact.b)] {
            let label = labels.iter().find(|l| l.text == letter).unwrap();
            let towards = sim.world().body(id).unwrap().desc.position - middle(&contact);
            assert!((label.anchor - middle(&contact)).dot(towards) > 0.0, "{letter} {label:?}");
        }
    }
}

#[test]
fn a_contact_pointed_at_is_drawn_beyond_the_limit_and_on_top_of_a_crowd() {
    let (sim, contacts) = pile();
    let mut many = vec![contacts[2]; MAX_CONTACTS];
    many.push(contacts[0]);
    let options = ViewOptions { selection: Selection::of_contact(contacts[0].a, contacts[0].b), ..only("normals") };
    let list = draw(&sim, &many, &options);
    let (crowd, bold) = (&list.arrows[0], list.arrows.last().unwrap());
    assert!(bold.tail != crowd.tail && bold.width > crowd.width, "{bold:?}");
    assert!(bold.xray && !crowd.xray);
    assert!(list.notes.iter().any(|n| n.starts_with("very many contacts")), "{:?}", list.notes);
}

#[test]
fn a_feature_that_many_touch_is_lit_once() {
    let (sim, contacts) = pile();
    let twice = [contacts[2], contacts[2]];
    let (one, two) = (draw(&sim, &twice[..1], &only("features")), draw(&sim, &twice, &only("features")));
    // The box's face and its four sides are lit once; the ring on the ball twice, for it goes with the point.
    assert_eq!(one.triangles, two.triangles);
    assert_eq!(two.lines.len() - one.lines.len(), one.lines.len() - 4);
}

#[test]
fn contacts_beyond_the_limit_are_counted() {
    let (sim, contacts) = pile();
    let many = vec![contacts[2]; MAX_CONTACTS + 37];
    let list = draw(&sim, &many, &only("points"));
    assert_eq!(list.markers.len(), MAX_CONTACTS);
    assert!(list.notes.iter().any(|n| n.starts_with("37 of 20037 contacts left out")), "{:?}", list.notes);
}
