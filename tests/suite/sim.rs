//! The one door: every command, undone and done again.

use crate::real;
use carom::geometry::{BoundingSphere, Shape};
use carom::glam::{Quat, Vec3};
use carom::physics::{BodyDesc, BodyEdit, BodyError, BodyId, Config, Mass, Motion};
use carom::scene::{FileKind, Scene, SceneBody, SceneView, find, parse, to_toml};
use carom::sim::{Command, CommandError, Counts, Grab, Sim};
use carom::view::label_text;
use proptest::prelude::*;

fn ball(x: f32) -> BodyDesc {
    BodyDesc { position: Vec3::new(x, 5.0, 0.0), mass: Mass::Mass(1.0), ..BodyDesc::new(Shape::sphere(0.5)) }
}

/// Three balls far apart: `a`, one without a name, `c`.
fn scene() -> Scene {
    let body = |name: Option<&str>, x| SceneBody { name: name.map(Into::into), desc: ball(x) };
    Scene { bodies: vec![body(Some("a"), 0.0), body(None, 10.0), body(Some("c"), 20.0)], ..Scene::default() }
}

fn sim() -> Sim {
    Sim::new(scene()).unwrap()
}

fn desc(sim: &Sim, name: &str) -> BodyDesc {
    sim.world().body(sim.find(name).unwrap()).unwrap().desc
}

fn edit(sim: &mut Sim, name: &str, edit: BodyEdit) {
    let body = sim.find(name).unwrap();
    sim.apply(Command::Edit { body, edit }).unwrap();
}

fn end_gesture(sim: &mut Sim) {
    sim.apply(Command::EndGesture).unwrap();
}

#[test]
fn names_find_bodies_and_bodies_know_their_names() {
    let sim = sim();
    for name in ["a", "#1", "c"] {
        assert_eq!(sim.name(sim.find(name).unwrap()), name);
    }
    for name in ["#0", "#2", "#3", "#+1", "", "floor"] {
        assert_eq!(sim.find(name), None, "{name}");
    }
    assert_eq!((sim.name(BodyId::FLOOR), sim.name(BodyId::CEILING)), ("floor".into(), "ceiling".into()));
}

#[test]
fn time_is_steps_over_hz_without_rounding_errors_even_when_hz_changes() {
    let mut sim = sim();
    (0..600).for_each(|_| sim.step());
    assert_eq!((sim.step_count(), sim.time()), (600, 10.0));
    sim.apply(Command::Configure(Config { hz: 120.0, ..*sim.world().config() })).unwrap();
    assert_eq!(sim.time(), 10.0);
    (0..120).for_each(|_| sim.step());
    assert_eq!((sim.step_count(), sim.time()), (720, 11.0));
}

#[test]
fn every_kind_of_edit_is_undone_and_done_again() {
    let edits = [
        BodyEdit::Shape(Shape::cuboid(1.0, 2.0, 3.0)),
        BodyEdit::Motion(Motion::Static),
        BodyEdit::Mass(Mass::Density(50.0)),
        BodyEdit::Position(Vec3::new(1.0, 2.0, 3.0)),
        BodyEdit::Rotation(Quat::from_xyzw(0.0, 0.6, 0.0, 0.8)),
        BodyEdit::Velocity(Vec3::X),
        BodyEdit::Spin(Vec3::Y),
        BodyEdit::Force(Vec3::Z),
        BodyEdit::Restitution(0.9),
        BodyEdit::Friction(0.1),
    ];
    for change in edits {
        let mut sim = sim();
        let before = desc(&sim, "a");
        edit(&mut sim, "a", change);
        let after = desc(&sim, "a");
        assert_eq!(change.inverse(&after), change);
        assert_ne!(before, after);
        assert!(sim.undo() && desc(&sim, "a") == before, "{change:?}");
        assert!(!sim.undo());
        assert!(sim.redo() && desc(&sim, "a") == after, "{change:?}");
        assert!(!sim.redo());
    }
}

#[test]
fn a_slider_dragged_is_one_undo_step() {
    let mut sim = sim();
    for mass in [2.0, 3.0, 4.0] {
        edit(&mut sim, "a", BodyEdit::Mass(Mass::Mass(mass)));
    }
    end_gesture(&mut sim);
    edit(&mut sim, "a", BodyEdit::Mass(Mass::Mass(9.0)));
    assert!(sim.undo());
    assert_eq!(desc(&sim, "a").mass, Mass::Mass(4.0));
    assert!(sim.undo());
    assert_eq!(desc(&sim, "a").mass, Mass::Mass(1.0));
    assert!(!sim.undo());
}

#[test]
fn a_gesture_merges_neither_other_properties_nor_other_bodies() {
    let mut sim = sim();
    edit(&mut sim, "a", BodyEdit::Restitution(0.1));
    edit(&mut sim, "a", BodyEdit::Friction(0.1));
    edit(&mut sim, "c", BodyEdit::Friction(0.2));
    for label in ["friction of c", "friction of a", "restitution of a"] {
        assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some(label));
        assert!(sim.undo());
        assert_eq!(sim.redo_label().as_ref().map(label_text).as_deref(), Some(label));
    }
    assert_eq!(sim.undo_label(), None);
}

#[test]
fn an_edit_that_changes_nothing_leaves_nothing_to_undo() {
    let mut sim = sim();
    edit(&mut sim, "a", BodyEdit::Restitution(0.5));
    sim.apply(Command::Configure(Config::default())).unwrap();
    assert_eq!(sim.undo_label(), None);
}

#[test]
fn a_removed_body_returns_as_it_was_and_older_edits_find_it_under_its_new_id() {
    let mut sim = sim();
    edit(&mut sim, "a", BodyEdit::Mass(Mass::Mass(7.0)));
    (0..10).for_each(|_| sim.step());
    let (id, before) = (sim.find("a").unwrap(), desc(&sim, "a"));
    sim.apply(Command::Remove(id)).unwrap();
    assert_eq!((sim.find("a"), sim.scene().bodies.len()), (None, 2));
    assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some("removing a"));

    assert!(sim.undo());
    assert_eq!(desc(&sim, "a"), before);
    assert_ne!(sim.find("a"), Some(id), "ids of removed bodies are never used again");
    assert_eq!(sim.scene().bodies[0].name.as_deref(), Some("a"), "it returns to its place in the scene");
    assert!(sim.undo());
    assert_eq!(desc(&sim, "a").mass, Mass::Mass(1.0));
    assert!(sim.redo() && sim.redo());
    assert_eq!(sim.find("a"), None);
}

#[test]
fn an_added_body_can_be_taken_back_and_put_in_again() {
    let mut sim = sim();
    sim.apply(Command::Add { name: Some("d".into()), desc: ball(30.0) }).unwrap();
    edit(&mut sim, "d", BodyEdit::Friction(0.9));
    assert!(sim.undo() && sim.undo());
    assert_eq!((sim.find("d"), sim.world().bodies().count()), (None, 3));
    assert!(sim.redo() && sim.redo());
    assert_eq!(desc(&sim, "d").friction, 0.9);
}

#[test]
fn settings_and_names_are_undone_too() {
    let mut sim = sim();
    let moon = Config { gravity: Vec3::new(0.0, -1.62, 0.0), ..Config::default() };
    sim.apply(Command::Configure(moon)).unwrap();
    let body = sim.find("#1").unwrap();
    sim.apply(Command::Rename { body, name: Some("b".into()) }).unwrap();
    assert_eq!(sim.find("b"), Some(body));
    assert!(sim.undo());
    assert_eq!(sim.find("#1"), Some(body));
    assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some("gravity"));
    assert!(sim.undo());
    assert_eq!(*sim.world().config(), Config::default());
    assert!(sim.redo());
    assert_eq!(*sim.world().config(), moon);
}

#[test]
fn refused_commands_change_nothing() {
    let mut sim = sim();
    let (a, c) = (sim.find("a").unwrap(), sim.find("c").unwrap());
    sim.apply(Command::Remove(c)).unwrap();
    assert!(sim.undo());
    let grab = Grab { body: a, local_point: Vec3::ZERO, target: Vec3::ZERO, force_limit: 10.0 };
    let refused = [
        Command::Edit { body: a, edit: BodyEdit::Restitution(1.5) },
        Command::Edit { body: a, edit: BodyEdit::Position(Vec3::NAN) },
        Command::Edit { body: a, edit: BodyEdit::Mass(Mass::Mass(0.0)) },
        Command::Edit { body: c, edit: BodyEdit::Restitution(0.1) },
        Command::Remove(c),
        Command::Rename { body: c, name: None },
        Command::Rename { body: a, name: Some("c".into()) },
        Command::Rename { body: a, name: Some("#1".into()) },
        Command::Rename { body: a, name: Some(String::new()) },
        Command::Rename { body: a, name: Some("line\nend".into()) },
        Command::Add { name: Some("a".into()), desc: ball(40.0) },
        Command::Add { name: None, desc: BodyDesc::new(Shape::sphere(-1.0)) },
        Command::Configure(Config { hz: 0.0, ..Config::default() }),
        Command::Grab(Some(Grab { body: c, ..grab })),
        Command::Grab(Some(Grab { target: Vec3::NAN, ..grab })),
        Command::Grab(Some(Grab { force_limit: -1.0, ..grab })),
        Command::Impulse { body: c, impulse: Vec3::X, point: Vec3::ZERO },
    ];
    let (hash, scene, redo) = (sim.world().state_hash(), sim.to_scene(), sim.redo_label());
    for command in refused {
        assert!(sim.apply(command.clone()).is_err(), "{command:?}");
        assert_eq!(sim.world().state_hash(), hash, "{command:?}");
        assert_eq!(sim.to_scene(), scene, "{command:?}");
        assert_eq!((sim.undo_label(), sim.redo_label()), (None, redo.clone()), "{command:?}");
    }
}

#[test]
fn a_scene_with_a_doubled_name_is_refused() {
    let mut scene = scene();
    scene.bodies[1].name = Some("c".into());
    assert_eq!(Sim::new(scene).err(), Some(CommandError::DoubledName("c".into())));
}

#[test]
fn a_stale_id_is_noticed() {
    let mut sim = sim();
    let id = sim.find("a").unwrap();
    sim.apply(Command::Remove(id)).unwrap();
    assert_eq!(sim.apply(Command::Remove(id)), Err(BodyError::Gone.into()));
}

#[test]
fn restart_goes_back_to_the_start_bit_for_bit() {
    let mut sim = sim();
    let start = sim.world().state_hash();
    (0..30).for_each(|_| sim.step());
    let later = sim.world().state_hash();
    sim.apply(Command::Restart).unwrap();
    assert_eq!((sim.world().state_hash(), sim.step_count(), sim.time()), (start, 0, 0.0));
    (0..30).for_each(|_| sim.step());
    assert_eq!(sim.world().state_hash(), later);
}

#[test]
fn restart_keeps_parameters_and_drops_poses_set_while_running() {
    let mut sim = sim();
    edit(&mut sim, "a", BodyEdit::Position(Vec3::new(1.0, 9.0, 0.0)));
    sim.step();
    edit(&mut sim, "a", BodyEdit::Mass(Mass::Mass(3.0)));
    edit(&mut sim, "c", BodyEdit::Position(Vec3::ZERO));
    edit(&mut sim, "c", BodyEdit::Velocity(Vec3::X));
    sim.apply(Command::Configure(Config { sub_steps: 9, ..Config::default() })).unwrap();
    sim.apply(Command::Restart).unwrap();
    assert_eq!(desc(&sim, "a"), BodyDesc { position: Vec3::new(1.0, 9.0, 0.0), mass: Mass::Mass(3.0), ..ball(0.0) });
    assert_eq!(desc(&sim, "c"), ball(20.0));
    assert_eq!(sim.world().config().sub_steps, 9);
    // What belongs to the finished run alone can no longer be undone; the rest can.
    for label in ["sub-steps", "mass of a", "position of a"] {
        assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some(label));
        assert!(sim.undo());
    }
    assert!(!sim.undo());
    assert_eq!(desc(&sim, "a"), ball(0.0));
}

#[test]
fn restart_keeps_bodies_added_and_removed_but_not_those_thrown_in() {
    let mut sim = sim();
    sim.step();
    let a = sim.find("a").unwrap();
    sim.apply(Command::Remove(a)).unwrap();
    sim.apply(Command::Add { name: Some("new".into()), desc: ball(30.0) }).unwrap();
    let thrown = BodyDesc { velocity: Vec3::X, ..ball(40.0) };
    sim.apply(Command::Add { name: Some("thrown".into()), desc: thrown }).unwrap();
    edit(&mut sim, "thrown", BodyEdit::Friction(0.0));
    assert_eq!(sim.to_scene().bodies.len(), 4);

    sim.apply(Command::Restart).unwrap();
    assert_eq!((sim.find("a"), sim.find("thrown")), (None, None));
    assert_eq!(desc(&sim, "new"), ball(30.0));
    assert_eq!(sim.undo_label().as_ref().map(label_text).as_deref(), Some("adding new"));
    assert!(sim.undo() && sim.undo());
    assert_eq!(desc(&sim, "a"), ball(0.0), "a body removed in the run before returns with its start");
    assert!(!sim.undo());
}

#[test]
fn the_saved_scene_runs_on_from_where_it_was_saved() {
    let mut sim = sim();
    (0..20).for_each(|_| sim.step());
    let mut saved = Sim::new(sim.to_scene()).unwrap();
    assert_eq!(saved.world().state_hash(), sim.world().state_hash());
    assert_eq!(saved.find("c").map(|id| saved.name(id)), Some("c".into()));
    saved.step();
}

#[test]
fn the_undo_stack_is_bounded() {
    let mut sim = sim();
    for i in 0..1_500 {
        edit(&mut sim, "a", BodyEdit::Friction(i as f32 * 1e-3 + 1.0));
        end_gesture(&mut sim);
    }
    let mut count = 0;
    while sim.undo() {
        count += 1;
    }
    assert_eq!(count, 1_000);
}

#[test]
fn a_held_ball_comes_to_rest_at_the_target_and_a_weak_hand_cannot_lift_it() {
    for (force_limit, lifted) in [(20.0, true), (0.5, false)] {
        let mut sim = sim();
        let body = sim.find("a").unwrap();
        let target = Vec3::new(0.0, 7.0, 0.0);
        sim.apply(Command::Grab(Some(Grab { body, local_point: Vec3::ZERO, target, force_limit }))).unwrap();
        (0..120).for_each(|_| sim.step());
        let now = desc(&sim, "a");
        if lifted {
            assert!(now.position.distance(target) < 1e-3 && now.velocity.length() < 0.1, "{now:?}");
        } else {
            // Half the weight is held: it falls with half of g for 2 s.
            assert!((now.velocity.y + 0.5 * 9.81 * 2.0).abs() < 0.1, "{now:?}");
        }
        sim.apply(Command::Grab(None)).unwrap();
        assert_eq!(sim.grab(), None);
    }
}

#[test]
fn a_box_held_by_a_corner_hangs_from_it_and_stops_swinging() {
    let mut sim = sim();
    sim.apply(Command::Add { name: Some("box".into()), desc: BodyDesc::new(Shape::cuboid(0.5, 0.2, 0.3)) }).unwrap();
    let body = sim.find("box").unwrap();
    let local_point = Vec3::new(0.5, 0.2, 0.3);
    sim.apply(Command::Grab(Some(Grab { body, local_point, target: Vec3::Y, force_limit: 50.0 }))).unwrap();
    (0..900).for_each(|_| sim.step());
    let now = desc(&sim, "box");
    let held = now.position + now.rotation * local_point;
    assert!(held.distance(Vec3::Y) < 5e-3, "{held}");
    // The centre hangs below the held point by the length of the arm.
    assert!((held - now.position - Vec3::Y * local_point.length()).length() < 0.02, "{now:?}");
    assert!(now.spin.length() < 0.05 && now.velocity.length() < 0.1, "{now:?}");
}

#[test]
fn removing_the_held_body_lets_go() {
    let mut sim = sim();
    let body = sim.find("a").unwrap();
    let grab = Grab { body, local_point: Vec3::ZERO, target: Vec3::Y, force_limit: 20.0 };
    sim.apply(Command::Grab(Some(grab))).unwrap();
    assert_eq!(sim.grab(), Some(&grab));
    sim.apply(Command::Remove(body)).unwrap();
    assert_eq!(sim.grab(), None);
    sim.step();
}

#[test]
fn the_extent_holds_every_body_that_moves_and_no_escaped_one() {
    let mut sim = sim();
    let BoundingSphere { center, radius } = sim.extent();
    assert_eq!(center, Vec3::new(10.0, 5.0, 0.0));
    assert!((10.5..11.0).contains(&radius), "{radius}");
    edit(&mut sim, "a", BodyEdit::Position(Vec3::new(-5_000.0, 0.0, 0.0)));
    assert_eq!(sim.extent().center, Vec3::new(15.0, 5.0, 0.0));
    assert_eq!(Sim::new(Scene::default()).unwrap().extent(), BoundingSphere { center: Vec3::ZERO, radius: 1.0 });
}

/// One step of a random session.
#[derive(Clone, Debug)]
enum Act {
    Mass(usize, f32),
    Move(usize, f32),
    Add(f32),
    Remove(usize),
    Rename(usize, u8),
    Gravity(f32),
    EndGesture,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        (0..6_usize, real(1.0..9.0)).prop_map(|(i, m)| Act::Mass(i, m)),
        (0..6_usize, real(-9.0..9.0)).prop_map(|(i, x)| Act::Move(i, x)),
        real(-9.0..9.0).prop_map(Act::Add),
        (0..6_usize).prop_map(Act::Remove),
        (0..6_usize, 0..4_u8).prop_map(|(i, n)| Act::Rename(i, n)),
        real(-20.0..20.0).prop_map(Act::Gravity),
        Just(Act::EndGesture),
    ]
}

fn perform(sim: &mut Sim, act: &Act) {
    let at = |sim: &Sim, index: usize| sim.world().bodies().nth(index).map(|body| body.id);
    let command = match *act {
        Act::Mass(index, mass) => {
            at(sim, index).map(|body| Command::Edit { body, edit: BodyEdit::Mass(Mass::Mass(mass)) })
        }
        Act::Move(index, x) => {
            let edit = BodyEdit::Position(Vec3::new(x, 5.0, 0.0));
            at(sim, index).map(|body| Command::Edit { body, edit })
        }
        Act::Add(x) => Some(Command::Add { name: None, desc: ball(x) }),
        Act::Remove(index) => at(sim, index).map(Command::Remove),
        Act::Rename(index, n) => at(sim, index).map(|body| Command::Rename { body, name: Some(format!("n{n}")) }),
        Act::Gravity(y) => Some(Command::Configure(Config { gravity: Vec3::Y * y, ..Config::default() })),
        Act::EndGesture => Some(Command::EndGesture),
    };
    if let Some(command) = command {
        let _ = sim.apply(command);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undoing_all_leads_back_to_the_start_and_redoing_all_to_the_end(acts in prop::collection::vec(act(), 0..30)) {
        let mut sim = sim();
        let start = (sim.to_scene(), sim.scene().clone());
        for act in &acts {
            perform(&mut sim, act);
        }
        let end = (sim.to_scene(), sim.scene().clone());
        prop_assert_eq!(&end.0, &end.1, "before the first step, the scene as authored is the scene as it stands");
        while sim.undo() {}
        prop_assert_eq!((sim.to_scene(), sim.scene().clone()), start);
        while sim.redo() {}
        prop_assert_eq!((sim.to_scene(), sim.scene().clone()), end);
    }
}

#[test]
fn what_there_is_is_counted_before_the_first_step_and_after_a_change_too() {
    let mut sim = Sim::new(find("stack").unwrap().scene().unwrap()).unwrap();
    let counted = |sim: &Sim| {
        let mut counts = Counts { contacts: sim.contacts().len(), ..Counts::default() };
        for body in sim.world().bodies() {
            counts.bodies += 1;
            counts.dynamic += usize::from(body.desc.motion == Motion::Dynamic);
            counts.awake += usize::from(body.desc.motion != Motion::Static && !body.asleep);
        }
        counts
    };
    let begun = sim.counts();
    assert!(begun == counted(&sim) && begun.bodies > 5 && begun.awake > 5 && begun.contacts > 5, "{begun:?}");
    for steps in [1, 30, 400] {
        (0..steps).for_each(|_| sim.step());
        assert_eq!(sim.counts(), counted(&sim));
        let high = BodyDesc { position: Vec3::Y * 90.0, ..BodyDesc::new(Shape::sphere(0.1)) };
        sim.apply(Command::Add { name: None, desc: high }).unwrap();
        assert_eq!(sim.counts(), counted(&sim));
    }
    sim.apply(Command::Restart).unwrap();
    assert_eq!(sim.counts(), counted(&sim));
}

#[test]
fn how_a_scene_is_seen_is_undone_and_saved_and_changes_no_result() {
    let (mut plain, mut seen) = (sim(), sim());
    let view = SceneView {
        layers: Some(vec!["impulses".into()]),
        counters: vec!["a".into(), "c".into()],
        peaks: vec!["c".into()],
        ..SceneView::default()
    };
    seen.apply(Command::View(Box::new(view.clone()))).unwrap();
    (0..30).for_each(|_| {
        plain.step();
        seen.step();
    });
    assert_eq!(plain.world().state_hash(), seen.world().state_hash());
    assert_eq!(seen.to_scene().view, view);
    // A body keeps its counter under another name, and what is about nobody is not saved.
    let [a, c] = ["a", "c"].map(|name| seen.find(name).unwrap());
    seen.apply(Command::Rename { body: a, name: Some("b".into()) }).unwrap();
    seen.apply(Command::Remove(c)).unwrap();
    let saved = seen.to_scene();
    assert_eq!((&saved.view.counters[..], saved.view.peaks.len()), (&["b".to_owned()][..], 0));
    assert_eq!(parse(&to_toml(&saved), FileKind::Toml).unwrap().view, saved.view);
    for _ in 0..3 {
        assert!(seen.undo());
    }
    assert_eq!(seen.scene().view, SceneView::default());
    assert!(seen.redo());
    assert_eq!(seen.scene().view, view);
}

#[test]
fn what_the_scene_came_with_outlasts_edits_and_restarts() {
    let mut sim = sim();
    let body = sim.find("c").unwrap();
    edit(&mut sim, "c", BodyEdit::Restitution(0.9));
    sim.apply(Command::Remove(sim.find("a").unwrap())).unwrap();
    sim.apply(Command::Restart).unwrap();
    let again = sim.find("c").unwrap();
    assert_eq!(desc(&sim, "c").restitution, 0.9);
    assert_eq!(sim.opened_body(again).map(|body| body.restitution), Some(ball(20.0).restitution), "{body:?}");
    assert_eq!(sim.opened(), &scene());
    sim.apply(Command::Add { name: Some("new".into()), desc: ball(40.0) }).unwrap();
    assert_eq!(sim.opened_body(sim.find("new").unwrap()), None);
}
