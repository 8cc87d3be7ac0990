//! Keys and mouse.

use crate::bench::{drag, harness, place};
use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::BodyDesc;
use carom::sim::Command;
use carom::ui::{Action, Column, Thrown};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, pos2};
use egui_kittest::kittest::Queryable;

#[test]
fn space_runs_and_pauses_and_full_stop_steps() {
    let mut h = harness(Theme::Dark);
    h.key_press(Key::Space);
    h.run();
    assert!(h.state().status.running);
    h.key_press(Key::Space);
    h.run();
    assert!(!h.state().status.running);
    let before = h.state().sim().step_count();
    h.key_press(Key::Period);
    h.run();
    assert_eq!(h.state().sim().step_count(), before + 1);
    h.key_press_modifiers(Modifiers::SHIFT, Key::O);
    h.run();
    assert_eq!(h.state().sim().step_count(), before + 11);
    h.key_press(Key::R);
    h.run();
    assert_eq!(h.state().sim().step_count(), 0);
}

/// What comes between two pictures, and what a keyboard types of it.
fn presses_at_once(h: &mut egui_kittest::Harness<'static, crate::bench::Bench>, presses: &[(Modifiers, Key, &str)]) {
    for &(modifiers, key, text) in presses {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        h.input_mut().events.push(event(true));
        if !text.is_empty() {
            h.input_mut().events.push(Event::Text(text.into()));
        }
        h.input_mut().events.push(event(false));
    }
    h.step();
}

#[test]
fn every_press_between_two_pictures_counts_in_order() {
    let mut h = harness(Theme::Dark);
    let before = h.state().sim().step_count();
    presses_at_once(&mut h, &[(Modifiers::NONE, Key::Period, "."); 50]);
    assert_eq!(h.state().sim().step_count(), before + 50);
    h.state_mut().asked.clear();
    presses_at_once(&mut h, &[(Modifiers::NONE, Key::CloseBracket, "]"); 100]);
    assert_eq!(h.state().asked, vec![Action::Neighbour(1); 100]);
    h.state_mut().asked.clear();
    // Some keyboards have the bracket elsewhere: the letter tells.
    let mixed = [
        (Modifiers::NONE, Key::Num8, "["),
        (Modifiers::NONE, Key::Comma, ","),
        (Modifiers::SHIFT, Key::Period, ">"),
        (Modifiers::NONE, Key::Space, " "),
        (Modifiers::NONE, Key::L, "l"),
        (Modifiers::NONE, Key::L, "l"),
        (Modifiers::SHIFT, Key::Comma, "<"),
        (Modifiers::NONE, Key::Period, "."),
        (Modifiers::COMMAND, Key::Z, ""),
    ];
    presses_at_once(&mut h, &mixed);
    let expected = [
        Action::Neighbour(-1),
        Action::Back(1),
        Action::Step(10),
        Action::TogglePause,
        Action::Loop,
        Action::Loop,
        Action::Back(10),
        Action::Step(1),
        Action::Undo,
    ];
    assert_eq!(h.state().asked, expected);
}

#[test]
fn a_click_selects_and_a_click_beside_selects_nothing() {
    let mut h = harness(Theme::Dark);
    let at = place(&h, h.state().body("ball").desc.position);
    h.hover_at(at);
    h.run();
    assert_eq!(h.state().view.pointed.body, Some(h.state().id("ball")));
    // Off the picture it is lit no more.
    h.hover_at(pos2(1200.0, 600.0));
    h.run();
    assert_eq!(h.state().view.pointed.body, None);
    h.hover_at(at);
    h.run();
    h.drag_at(at);
    h.drop_at(at);
    h.run();
    assert_eq!(h.state().state.selection.body, Some(h.state().id("ball")));
    let sky = pos2(20.0, 60.0);
    h.hover_at(sky);
    h.run();
    h.drag_at(sky);
    h.drop_at(sky);
    h.run();
    assert_eq!(h.state().state.selection.body, None);
}

#[test]
fn control_and_the_left_button_pull_a_body_and_let_go_of_it() {
    let mut h = harness(Theme::Dark);
    let at = place(&h, h.state().body("ball").desc.position);
    h.hover_at(at);
    h.run();
    let press = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::COMMAND,
    };
    h.event_modifiers(press(true), Modifiers::COMMAND);
    h.step();
    assert_eq!(h.state().sim().grab(), None, "a click alone selects");
    h.event_modifiers(Event::PointerMoved(at + egui::vec2(12.0, 0.0)), Modifiers::COMMAND);
    h.step();
    let grab = *h.state().sim().grab().expect("the ball is held");
    assert_eq!(grab.body, h.state().id("ball"));
    h.event_modifiers(Event::PointerMoved(at + egui::vec2(60.0, -40.0)), Modifiers::COMMAND);
    h.step();
    h.step();
    let moved = h.state().sim().grab().unwrap().target - grab.target;
    assert!(moved.length() > 0.1 && moved.y > 0.0, "the target moved by {moved}");
    h.event_modifiers(press(false), Modifiers::COMMAND);
    h.run();
    assert_eq!(h.state().sim().grab(), None);
    assert_eq!(h.state().asked.last(), Some(&Action::Apply(Command::Grab(None))));
}

#[test]
fn shift_and_a_click_throw_the_shape_that_is_chosen_under_plus() {
    for chosen in Thrown::ALL {
        let mut h = harness(Theme::Dark);
        h.get_by_role_and_label(Role::Button, "Add a body").click();
        h.run_steps(3);
        h.get_by_role_and_label(Role::RadioButton, chosen.name()).click();
        h.run_steps(3);
        h.key_press(Key::Escape);
        h.run_steps(3);
        let at = place(&h, h.state().body("box").desc.position);
        h.hover_at(at);
        h.run();
        for pressed in [true, false] {
            let modifiers = Modifiers::SHIFT;
            let event = Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers };
            h.event_modifiers(event, Modifiers::SHIFT);
            h.step();
        }
        h.run();
        let BodyDesc { shape, velocity, rotation, .. } = h.state().body("thrown 1").desc;
        let right = match (chosen, shape) {
            (Thrown::Ball, Shape::Sphere { .. }) | (Thrown::Box, Shape::Cuboid { .. }) => true,
            (Thrown::Cylinder, Shape::Frustum { bottom, top, .. }) => bottom == top,
            (Thrown::Cone, Shape::Frustum { bottom, top, .. }) => top == 0.0 && bottom > 0.0,
            _ => false,
        };
        assert!(right && velocity.length() >= 5.0, "{chosen:?}: {shape:?} at {velocity}");
        let ahead = (rotation * Vec3::Y).dot(velocity.normalize());
        assert!(ahead > 0.999, "{chosen:?}: its top flies ahead");
    }
}

#[test]
fn a_plain_drag_turns_the_camera_and_selects_nothing() {
    let mut h = harness(Theme::Dark);
    let before = h.state().state.camera;
    drag(&mut h, pos2(300.0, 200.0), pos2(420.0, 230.0));
    let after = h.state().state.camera;
    assert!((after.yaw - before.yaw).abs() > 0.3 && after.target == before.target);
    assert_eq!(h.state().state.selection.body, None);
}

#[test]
fn digits_switch_layers_and_n_walks_through_the_contacts() {
    let mut h = harness(Theme::Dark);
    let before = h.state().state.preferences.layers;
    h.key_press(Key::Num3);
    h.key_press(Key::Num7);
    h.run();
    let after = h.state().state.preferences.layers;
    assert_eq!((after.impulses, after.labels), (!before.impulses, !before.labels));
    assert_eq!(h.state().sim().world().contacts().len(), 2);
    let mut seen = vec![];
    for _ in 0..3 {
        h.key_press(Key::N);
        h.run();
        seen.push(h.state().state.selection.contact.unwrap());
    }
    assert!(seen[0] != seen[1] && seen[0] == seen[2], "{seen:?}");
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().state.selection.body, Some(seen[2].1));
}

#[test]
fn the_contact_table_sorts_by_what_is_clicked() {
    let mut h = harness(Theme::Dark);
    assert_eq!(h.state().state.session.contact_order, (Column::Impulse, true));
    let first = |h: &egui_kittest::Harness<'static, crate::bench::Bench>| {
        let ball = h.get_by_label_contains("front on ball").rect().top();
        let cuboid = h.get_by_label_contains("front on box").rect().top();
        if ball < cuboid { "ball" } else { "box" }
    };
    assert_eq!(first(&h), "ball", "five kilograms press harder than two");
    h.get_by_label("Sort by pressed").click();
    h.run();
    assert_eq!(first(&h), "box");
    h.get_by_label("Sort by body b").click();
    h.run();
    assert_eq!(h.state().state.session.contact_order, (Column::B, false));
    assert_eq!(first(&h), "ball");
    h.get_by_label_contains("front on box").click();
    h.run();
    let (_, b) = h.state().state.selection.contact.unwrap();
    assert_eq!(h.state().sim().name(b), "box");
}

#[test]
fn tab_hides_the_panels_unless_a_control_has_the_keyboard() {
    let mut h = harness(Theme::Dark);
    let tab =
        || Event::Key { key: Key::Tab, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    let context = h.ctx.clone();
    let mut events = vec![tab()];
    carom::ui::take_tab(&context, &mut events, &mut h.state_mut().state);
    assert!(events.is_empty() && h.state().state.session.panels_hidden);
    h.key_press(Key::F6);
    h.run();
    h.run();
    assert!(!h.state().state.session.panels_hidden, "F6 shows the panels and gives them the keyboard");
    let mut events = vec![tab()];
    carom::ui::take_tab(&context, &mut events, &mut h.state_mut().state);
    assert_eq!(events.len(), 1, "now Tab goes to the next control");
}

#[test]
fn the_wheel_brings_what_is_under_the_mouse_nearer_and_keeps_it_there() {
    let mut h = harness(Theme::Dark);
    let ball = h.state().body("ball").desc.position;
    // The camera's zoom keeps points as deep as its target; the ball is made one.
    h.state_mut().state.camera.target = ball;
    h.state_mut().state.camera.yaw = 0.0;
    h.run();
    let beside = ball + carom::glam::Vec3::X;
    let at = place(&h, beside);
    let before = h.state().state.camera.distance;
    h.hover_at(at);
    h.run();
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 100.0),
        modifiers: Modifiers::NONE,
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
    };
    h.event(wheel);
    h.run();
    let after = h.state().state.camera.distance;
    assert!(after < 0.9 * before, "{before} m became {after} m");
    assert!(place(&h, beside).distance(at) < 2.0, "{:?} {at:?}", place(&h, beside));
}
