//! The handles of selected bodies in the picture, dragged with the mouse.

use crate::bench::{Bench, button, drag_and_hold, harness, place};
use carom::glam::{Quat, Vec3};
use carom::physics::BodyEdit;
use carom::sim::Command;
use carom::ui::Action;
use carom::view::{GizmoHandle, GizmoKind, Theme};
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions};
use std::f32::consts::FRAC_PI_8;

type Window = Harness<'static, Bench>;

/// The bench with the ball selected and handles of a kind.
fn with_handles(theme: Theme, key: Key) -> Window {
    let mut h = harness(theme);
    let ball = h.state().id("ball");
    h.state_mut().state.select(Some(ball));
    h.run_steps(2);
    h.key_press(key);
    h.run_steps(2);
    h
}

/// So many points along an axis from the middle of the ball, as the picture shows them.
fn along(h: &Window, axis: Vec3, points: f32) -> Pos2 {
    let ball = h.state().body("ball").desc.position;
    let (from, to) = (place(h, ball), place(h, ball + axis * 1e-2));
    from + (to - from).normalized() * points
}

#[test]
fn w_shows_arrows_and_e_rings_and_each_takes_them_away_again() {
    let mut h = with_handles(Theme::Dark, Key::W);
    let kind = |h: &Window| h.state().view.gizmo.map(|gizmo| gizmo.kind);
    assert_eq!(kind(&h), Some(GizmoKind::Move));
    h.key_press(Key::E);
    h.run_steps(2);
    assert_eq!(kind(&h), Some(GizmoKind::Turn));
    h.key_press(Key::E);
    h.run_steps(2);
    assert_eq!(kind(&h), None);
    // The button in the panel does the same.
    h.get_by_label("Move it").click();
    h.run_steps(2);
    assert_eq!(kind(&h), Some(GizmoKind::Move));
}

#[test]
fn an_arrow_lights_up_and_moves_the_body_along_its_axis_alone() {
    let mut h = with_handles(Theme::Dark, Key::W);
    let before = h.state().body("ball").desc.position;
    let (from, to) = (along(&h, Vec3::Y, 70.0), along(&h, Vec3::Y, 150.0) + vec2(9.0, 0.0));
    h.hover_at(from);
    h.run_steps(2);
    assert_eq!(h.state().view.gizmo.unwrap().lit, Some(GizmoHandle::Axis(1)));
    assert_eq!(h.state().view.pointed.body, None, "the handle lies over the body");
    drag_and_hold(&mut h, from, to, Modifiers::NONE);
    let moved = h.state().body("ball").desc.position - before;
    assert!(moved.y > 0.3 && moved.x == 0.0 && moved.z == 0.0, "{moved}");
    // The number beside the mouse is how far it went.
    assert!(h.query_by_label(&format!("y +{:.3} m", moved.y)).is_some(), "{moved}");
    let camera = h.state().state.camera;
    button(&mut h, to, false, Modifiers::NONE);
    h.run_steps(2);
    assert_eq!(h.state().state.camera, camera, "the camera stands still");
    assert_eq!(h.state().state.selection.body, Some(h.state().id("ball")));
    assert!(h.query_by_label_contains("y +").is_none());
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(2);
    assert_eq!(h.state().body("ball").desc.position, before, "one undo takes the whole drag back");
}

#[test]
fn with_control_a_body_goes_in_steps_and_is_not_pulled() {
    let mut h = with_handles(Theme::Dark, Key::W);
    let before = h.state().body("ball").desc.position;
    let (from, to) = (along(&h, Vec3::Y, 70.0), along(&h, Vec3::Y, 133.0));
    drag_and_hold(&mut h, from, to, Modifiers::COMMAND);
    assert_eq!(h.state().sim().grab(), None);
    let steps = (h.state().body("ball").desc.position.y - before.y) / 0.1;
    assert!(steps.round() >= 2.0 && (steps - steps.round()).abs() < 1e-4, "{steps}");
    assert!(h.query_by_label_contains("(0.1 m)").is_some(), "the step is told");
    button(&mut h, to, false, Modifiers::COMMAND);
}

#[test]
fn x_has_the_arrows_go_along_the_body_s_own_axes() {
    let mut h = with_handles(Theme::Dark, Key::W);
    let ball = h.state().id("ball");
    // A quarter of a right angle about z: the body's y leans to the left.
    let turn = Quat::from_xyzw(0.0, 0.0, (FRAC_PI_8 / 2.0).sin(), (FRAC_PI_8 / 2.0).cos());
    let edit = Command::Edit { body: ball, edit: BodyEdit::Rotation(turn) };
    h.state_mut().subject.scene_mut().unwrap().apply(edit).unwrap();
    h.key_press(Key::X);
    h.run_steps(2);
    assert!(h.state().view.gizmo.unwrap().own_axes);
    let before = h.state().body("ball").desc.position;
    let axis = turn * Vec3::Y;
    let (from, to) = (along(&h, axis, 70.0), along(&h, axis, 150.0));
    drag_and_hold(&mut h, from, to, Modifiers::NONE);
    let moved = h.state().body("ball").desc.position - before;
    assert!(moved.dot(axis) > 0.3 && moved.reject_from(axis).length() < 1e-4, "{moved}");
    // The number beside the mouse is how far it went along its own axis.
    let told = format!("y +{:.3} m, own axes", moved.dot(axis));
    assert!(h.query_by_label(&told).is_some(), "{told}");
    button(&mut h, to, false, Modifiers::NONE);
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(2);
    assert_eq!(h.state().body("ball").desc.position, before, "one undo takes the whole drag back");
    h.key_press(Key::X);
    h.run_steps(2);
    assert!(!h.state().view.gizmo.unwrap().own_axes, "and along the world's again");
}

#[test]
fn escape_gives_a_drag_up_and_leaves_nothing_to_undo() {
    let mut h = with_handles(Theme::Dark, Key::W);
    let before = h.state().body("ball").desc;
    let (from, to) = (along(&h, Vec3::Y, 70.0), along(&h, Vec3::Y, 170.0));
    drag_and_hold(&mut h, from, to, Modifiers::NONE);
    assert_ne!(h.state().body("ball").desc.position, before.position);
    h.key_press(Key::Escape);
    h.run_steps(2);
    assert_eq!(h.state().body("ball").desc.position, before.position);
    h.hover_at(to + vec2(0.0, -40.0));
    h.run_steps(2);
    assert_eq!(h.state().body("ball").desc.position, before.position, "the hand holds nothing any more");
    button(&mut h, to, false, Modifiers::NONE);
    h.run_steps(2);
    assert_eq!(h.state().state.selection.body, Some(h.state().id("ball")), "and it stays selected");
    assert_eq!(h.state().subject.undo_label(), None);
}

#[test]
fn a_ring_turns_two_bodies_about_their_middle() {
    let mut h = with_handles(Theme::Dark, Key::E);
    let cube = h.state().id("box");
    h.state_mut().state.select_besides(cube);
    h.run_steps(2);
    let of = |h: &Window, name: &str| h.state().body(name).desc;
    let (ball, cube) = (of(&h, "ball"), of(&h, "box"));
    let middle = 0.5 * (ball.position + cube.position);
    // The near side of the ring about y is below the middle in the picture.
    let center = place(&h, middle);
    let found = (40..110).map(|i| center + vec2(0.0, i as f32 * 0.5)).find(|at| {
        h.hover_at(*at);
        h.run_steps(2);
        h.state().view.gizmo.unwrap().lit == Some(GizmoHandle::Ring(1))
    });
    let from = found.expect("the ring about y");
    let to = from + vec2(45.0, 0.0);
    drag_and_hold(&mut h, from, to, Modifiers::COMMAND);
    button(&mut h, to, false, Modifiers::COMMAND);
    h.run_steps(2);
    let (ball_now, cube_now) = (of(&h, "ball"), of(&h, "box"));
    assert!((0.5 * (ball_now.position + cube_now.position) - middle).length() < 1e-4);
    let turned = (ball.rotation.inverse() * ball_now.rotation).to_axis_angle();
    let degrees = turned.1.to_degrees();
    assert!(degrees > 14.0 && (degrees / 15.0 - (degrees / 15.0).round()).abs() < 1e-3, "{turned:?}");
    assert!(turned.0.y.abs() > 0.999, "{turned:?}");
    assert!((ball_now.position - ball.position).length() > 0.1);
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run_steps(2);
    assert_eq!((of(&h, "ball").position, of(&h, "box").rotation), (ball.position, cube.rotation));
}

#[test]
fn while_time_runs_what_is_held_neither_falls_nor_keeps_what_it_would_have_gained() {
    let mut h = with_handles(Theme::Dark, Key::W);
    h.state_mut().status.running = true;
    let (from, to) = (along(&h, Vec3::Y, 70.0), along(&h, Vec3::Y, 220.0));
    drag_and_hold(&mut h, from, to, Modifiers::NONE);
    let height = h.state().body("ball").desc.position.y;
    assert!(height > 0.8, "{height}");
    for _ in 0..30 {
        h.state_mut().subject.step();
        h.step();
    }
    let held = h.state().body("ball").desc;
    assert!((held.position.y - height).abs() < 1e-3 && held.velocity == Vec3::ZERO, "{held:?}");
    button(&mut h, to, false, Modifiers::NONE);
    h.run_steps(2);
    assert_eq!(h.state().asked.last(), Some(&Action::Apply(carom::sim::Command::EndGesture)));
}

#[test]
fn what_is_locked_has_no_handles() {
    let mut h = with_handles(Theme::Dark, Key::W);
    h.key_press(Key::K);
    h.run_steps(2);
    h.hover_at(along(&h, Vec3::Y, 70.0));
    h.run_steps(2);
    assert_eq!(h.state().view.gizmo.unwrap().lit, None);
}

#[test]
fn the_panel_with_its_tools_looks_as_it_should() {
    let mut results = egui_kittest::SnapshotResults::new();
    for (theme, name) in [(Theme::Dark, "several_dark"), (Theme::Light, "several_light")] {
        let mut h = with_handles(theme, Key::W);
        let cube = h.state().id("box");
        h.state_mut().state.select_besides(cube);
        h.state_mut().state.preferences.drawer_open = false;
        h.run_steps(4);
        results.add(h.try_snapshot_options(name, &SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)));
    }
    results.unwrap();
}
