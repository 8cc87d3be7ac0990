//! The arithmetic of a step, laid open: every sum closes, in every scene.

use carom::geometry::{NormalRule, PairMemory, Shape, collide};
use carom::glam::{Quat, Vec3};
use carom::physics::{BodyDesc, BodyEdit, BodyId, Config, Motion};
use carom::scene::{Scene, SceneBody, gallery};
use carom::sim::{Command, Sim};

fn sim(config: Config, bodies: impl IntoIterator<Item = BodyDesc>) -> Sim {
    let bodies = bodies.into_iter().map(|desc| SceneBody { name: None, desc }).collect();
    Sim::new(Scene { bodies, config, ..Scene::default() }).unwrap()
}

/// Scenes small enough to be asked about every body at every step.
fn small_scenes() -> impl Iterator<Item = (&'static str, Sim)> {
    let open = |id: &'static str, scene: Scene| (scene.bodies.len() <= 120).then(|| (id, Sim::new(scene).unwrap()));
    gallery().iter().filter_map(move |entry| open(entry.id, entry.scene().unwrap()))
}

/// Bodies that an impact turned inside the last step.
fn bounced(sim: &Sim) -> Vec<BodyId> {
    sim.contacts().iter().filter(|c| c.impact_speed > 0.0).flat_map(|c| [c.a, c.b]).collect()
}

#[test]
fn the_impulses_on_a_body_add_up_to_its_change_of_momentum_in_every_scene() {
    let mut asked = 0;
    for (id, mut sim) in small_scenes() {
        for step in 0..150 {
            sim.step();
            for body in sim.world().bodies().filter(|b| b.desc.motion == Motion::Dynamic && !b.asleep) {
                let ledger = sim.ledger(body.id);
                let before = sim.before(body.id).unwrap();
                // Rounding goes by the largest of the terms: two that press from both sides cancel.
                let largest = ledger.lines.iter().map(|l| l.normal.length() + l.friction.length()).fold(0.0, f32::max);
                let speeds = before.velocity.length() + body.desc.velocity.length();
                let size = f64::from((body.mass * speeds).max(largest));
                let off = (ledger.sum - ledger.change).length();
                assert!(
                    off <= 1e-4 * size,
                    "{id}, step {step}, {}: {off} N·s of {size}: {ledger:?}",
                    sim.name(body.id)
                );
                asked += usize::from(ledger.lines.len() > 1);
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn an_impact_of_two_bodies_takes_the_impulse_of_the_textbook() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    for (mass, restitution) in [(1.0, 1.0), (3.0, 0.5), (0.2, 0.8)] {
        let ball = BodyDesc { restitution, friction: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
        let heavy = BodyDesc { mass: carom::physics::Mass::Mass(mass), position: Vec3::X * 1.02, ..ball };
        let light = BodyDesc { mass: carom::physics::Mass::Mass(1.0), velocity: Vec3::X * 3.0, ..ball };
        let mut sim = sim(config, [light, heavy]);
        sim.step();
        let contact = sim.contacts()[0];
        let a = sim.arithmetic(&contact);
        let e = restitution * restitution;
        assert!(a.bounced && (a.approach - 3.0).abs() < 1e-5 && (a.effective_restitution - e).abs() < 1e-6, "{a:?}");
        // 1/(1/m1 + 1/m2); the normal passes through both centres, so nothing turns.
        let reduced = mass / (1.0 + mass);
        assert!((a.effective_mass - reduced).abs() < 1e-5 * reduced && a.a.angular < 1e-9, "{a:?}");
        assert!((a.alone - (1.0 + e) * 3.0 * reduced).abs() < 1e-4, "{a:?}");
        assert!((a.given - a.alone).abs() < 1e-4 * a.alone, "{a:?}");
        assert!((a.after + e * 3.0).abs() < 1e-4, "{a:?}");
    }
}

#[test]
fn a_rod_hit_at_its_end_gives_way_by_turning() {
    // A rod of half length 1 hit at its end: 1/m + r²/I, with I = m (L² + w²)/3 about its middle.
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    let rod = BodyDesc {
        mass: carom::physics::Mass::Mass(2.0),
        restitution: 1.0,
        friction: 0.0,
        ..BodyDesc::new(Shape::cuboid(1.0, 0.1, 0.1))
    };
    let ball = BodyDesc {
        position: Vec3::new(0.9, 0.25, 0.0),
        velocity: Vec3::NEG_Y * 8.0,
        mass: carom::physics::Mass::Mass(1.0),
        ..BodyDesc { restitution: 1.0, friction: 0.0, ..BodyDesc::new(Shape::sphere(0.1)) }
    };
    let mut sim = sim(config, [rod, ball]);
    sim.step();
    let a = sim.arithmetic(&sim.contacts()[0]);
    let inertia = 2.0 * (1.0 + 0.01) / 3.0;
    assert!((a.a.linear - 0.5).abs() < 1e-6 && (a.a.angular - 0.81 / inertia).abs() < 1e-3, "{a:?}");
    assert!(a.b.linear == 1.0 && a.b.angular.abs() < 1e-6, "{a:?}");
    assert!((a.given - a.alone).abs() < 1e-3 * a.alone, "{a:?}");
}

#[test]
fn every_contact_that_the_solver_has_is_explained_by_the_normal_it_has() {
    let mut asked = 0;
    for (id, mut sim) in small_scenes() {
        for _ in 0..90 {
            sim.step();
            let bounced = bounced(&sim);
            for contact in sim.contacts() {
                if bounced.contains(&contact.a) || bounced.contains(&contact.b) {
                    continue;
                }
                let told = sim.explain(contact.a, contact.b).unwrap();
                if told.manifold.count == 0 {
                    continue;
                }
                let pose = if told.frame.0 == contact.a { told.frame.2 } else { told.other.2 };
                let normal = pose.vector(told.manifold.normal);
                // Contacts that hardly moved are carried along, and boxes keep an axis that is as good as another.
                if told.manifold.feature_a == contact.feature_a && told.manifold.feature_b == contact.feature_b {
                    assert!(normal.dot(contact.normal) > 0.999, "{id}: {normal} {}", contact.normal);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
}

/// Many cones in one place, from which no shortest way leads out: the step takes another, and that one is told.
#[test]
fn in_a_crowd_of_cones_the_normal_that_decided_is_the_one_that_is_told() {
    let cones = (0..9).map(|i| {
        let position = Vec3::new(0.03 * i as f32, 0.05 * (i % 3) as f32, 0.04 * (i % 4) as f32);
        let rotation = Quat::from_rotation_z(0.7 * i as f32) * Quat::from_rotation_x(0.4 * i as f32);
        BodyDesc { position, rotation, ..BodyDesc::new(Shape::frustum(0.5, 0.2, 0.4)) }
    });
    let mut sim = sim(Config { gravity: Vec3::ZERO, ..Config::default() }, cones);
    // As the scene opens, and after a step.
    for _ in 0..2 {
        let (same, otherwise) = told_as_decided(&sim);
        assert!(same >= 20 && otherwise >= 3, "{same} contacts, {otherwise} by another way than the shortest");
        sim.step();
    }
    // While all stand still five are taken away: the others are no crowd any more. Then they are put back.
    let ids: Vec<BodyId> = sim.world().bodies().map(|body| body.id).collect();
    let places: Vec<Vec3> = sim.world().bodies().map(|body| body.desc.position).collect();
    let put = |sim: &mut Sim, k: usize, by: Vec3| {
        let position = BodyEdit::Position(places[k] + by);
        sim.apply(Command::Edit { body: ids[k], edit: position }).unwrap();
    };
    (4..9).for_each(|k| put(&mut sim, k, Vec3::X * (5.0 * k as f32)));
    let (same, otherwise) = told_as_decided(&sim);
    assert!(same >= 3 && otherwise == 0, "{same} contacts, {otherwise} by another way than the shortest");
    sim.step();
    (4..9).for_each(|k| put(&mut sim, k, Vec3::ZERO));
    let (same, otherwise) = told_as_decided(&sim);
    assert!(same >= 20 && otherwise >= 3, "{same} contacts, {otherwise} by another way than the shortest");
}

/// That of every contact the normal is told that it has: how many there are, and how many have not the shortest way out.
fn told_as_decided(sim: &Sim) -> (usize, usize) {
    let (mut same, mut otherwise) = (0, 0);
    for contact in sim.contacts() {
        let told = sim.explain(contact.a, contact.b).unwrap();
        let (a, b) = if told.frame.0 == contact.a { (told.frame, told.other) } else { (told.other, told.frame) };
        assert!((a.2.vector(told.manifold.normal) - contact.normal).length() < 1e-5, "{contact:?} {told:?}");
        same += 1;
        let exact = collide(&a.1, &b.1, &a.2.inverse_mul(&b.2), 0.0, NormalRule::Closest, &mut PairMemory::default());
        otherwise += usize::from((a.2.vector(exact.normal) - contact.normal).length() > 0.1);
    }
    (same, otherwise)
}

#[test]
fn what_is_edited_while_nothing_moves_is_detected_at_once() {
    let floor = Config { floor: Some(0.0), ..Config::default() };
    let mut sim = sim(floor, [BodyDesc { position: Vec3::Y * 3.0, ..BodyDesc::new(Shape::sphere(0.5)) }]);
    assert!(sim.contacts().is_empty());
    let ball = sim.world().bodies().next().unwrap().id;
    sim.apply(Command::Edit { body: ball, edit: BodyEdit::Position(Vec3::Y * 0.45) }).unwrap();
    let contacts = sim.contacts();
    assert!((contacts[0].separation() + 0.05).abs() < 1e-6 && contacts[0].normal_impulse() == 0.0);
    assert!(sim.undo() && sim.contacts().is_empty());
    // Asking changes nothing: the run is the same as of one who was never asked.
    let mut silent = sim.clone();
    for _ in 0..60 {
        sim.step();
        sim.contacts();
        silent.step();
    }
    assert_eq!(sim.world().state_hash(), silent.world().state_hash());
}

#[test]
fn a_plastic_hit_is_an_impact_but_no_bounce() {
    let config = Config { gravity: Vec3::ZERO, ..Config::default() };
    // Without restitution; with some, but slower than the threshold; and above it.
    for (restitution, speed, bounces) in [(0.0, 3.0, false), (0.5, 0.4, false), (0.5, 3.0, true)] {
        let ball = BodyDesc { restitution, friction: 0.0, ..BodyDesc::new(Shape::sphere(0.5)) };
        let combined = Config { restitution_rule: carom::physics::Combine::Minimum, ..config };
        let target = BodyDesc { position: Vec3::X * (1.0 + 0.4 * speed / 60.0), ..ball };
        let mut sim = sim(combined, [BodyDesc { velocity: Vec3::X * speed, ..ball }, target]);
        let contact = (0..3).find_map(|_| {
            sim.step();
            sim.contacts().iter().find(|c| c.impulse.length() > 0.0).copied()
        });
        let contact = contact.unwrap();
        let a = sim.arithmetic(&contact);
        assert_eq!((a.bounced, a.effective_restitution), (bounces, if bounces { restitution } else { 0.0 }), "{a:?}");
        assert_eq!(bounces, restitution > 0.0 && speed >= sim.world().bounce_speed(&contact));
        assert!((a.approach - speed).abs() < 1e-3 * speed, "{a:?}");
    }
}
