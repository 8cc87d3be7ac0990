//! Several bodies at once: selected, edited, hidden, locked, copied.

use crate::bench::{Bench, button, click, click_with, drag_and_hold, harness, harness_of, place};
use carom::glam::Vec3;
use carom::physics::BodyId;
use carom::scene::bodies_alone;
use carom::ui::Action;
use carom::view::{Highlight, Theme, draw};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

type Window = Harness<'static, Bench>;

const CONTROL: Modifiers = Modifiers::COMMAND;

fn at(h: &Window, name: &str) -> egui::Pos2 {
    place(h, h.state().body(name).desc.position)
}

fn selected(h: &Window) -> Vec<String> {
    let mut names: Vec<_> = h.state().state.selection.bodies().map(|id| h.state().sim().name(id)).collect();
    names.sort();
    names
}

/// The bench with ball and box selected, by hand.
fn both(h: &mut Window) {
    let (ball, cube) = (at(h, "ball"), at(h, "box"));
    click(h, ball);
    click_with(h, cube, CONTROL);
}

#[test]
fn control_and_a_click_select_a_body_besides_the_others_and_once_more_no_longer() {
    let mut h = harness(Theme::Dark);
    both(&mut h);
    assert_eq!(selected(&h), ["ball", "box"]);
    assert_eq!(h.state().state.selection.body, Some(h.state().id("box")), "the last one comes first");
    assert_eq!(h.state().sim().grab(), None);
    assert!(!h.state().asked.iter().any(|action| matches!(action, Action::Apply(_))), "nothing was pulled");
    let list = draw(h.state().sim(), &h.state().view, &h.state().state.camera);
    assert!([list.spheres[0].highlight, list.cuboids[0].highlight] == [Highlight::Selected; 2]);
    let ball = at(&h, "ball");
    click_with(&mut h, ball, CONTROL);
    assert_eq!(selected(&h), ["box"]);
    click(&mut h, ball);
    assert_eq!(selected(&h), ["ball"], "a plain click selects one alone");
    h.key_press_modifiers(CONTROL, Key::A);
    h.run_steps(2);
    assert_eq!(selected(&h), ["ball", "box"], "all that can move");
    h.key_press(Key::Escape);
    h.run_steps(2);
    assert!(selected(&h).is_empty());
}

#[test]
fn a_rectangle_selects_what_lies_in_it_and_not_the_ground_below() {
    let mut h = harness(Theme::Dark);
    let (ball, cube) = (at(&h, "ball"), at(&h, "box"));
    let (min, max) = (ball.min(cube) - egui::vec2(70.0, 90.0), ball.max(cube) + egui::vec2(70.0, 90.0));
    let camera = h.state().state.camera;
    drag_and_hold(&mut h, min, max, CONTROL);
    button(&mut h, max, false, CONTROL);
    h.run_steps(2);
    assert_eq!(selected(&h), ["ball", "box"]);
    assert_eq!(h.state().state.camera, camera);
    h.key_press(Key::Escape);
    h.run_steps(2);
    // From a body with Shift: it is neither pulled nor is anything thrown.
    let (from, to) = (ball - egui::vec2(4.0, 4.0), ball + egui::vec2(30.0, 30.0));
    drag_and_hold(&mut h, from, to, CONTROL | Modifiers::SHIFT);
    assert_eq!(h.state().sim().grab(), None);
    button(&mut h, to, false, CONTROL | Modifiers::SHIFT);
    h.run_steps(2);
    assert_eq!(selected(&h), ["ball"]);
    assert_eq!(h.state().sim().world().bodies().count(), 3);
}

#[test]
fn what_differs_is_said_and_one_number_changes_all_in_one_undo_step() {
    let mut h = harness(Theme::Dark);
    both(&mut h);
    assert!(h.query_by_label("2 bodies").is_some());
    // Both have the restitution of the default; their masses are 2 and 5 kg.
    let value = |h: &Window, name: &str| h.get_by_label(name).value();
    assert_eq!(value(&h, "Restitution value"), Some("0.5".into()));
    assert_eq!(value(&h, "Mass value"), Some("differs".into()));
    for (typed, mass) in [("7", 7.0), ("2", 2.0)] {
        h.get_by_label("Mass value").click();
        h.run();
        h.get_by_label("Mass value").type_text(typed);
        h.run();
        h.key_press(Key::Enter);
        h.run();
        assert_eq!([h.state().body("ball").mass, h.state().body("box").mass], [mass; 2]);
        h.key_press_modifiers(CONTROL, Key::Z);
        h.run();
        assert_eq!([h.state().body("ball").mass, h.state().body("box").mass], [5.0, 2.0]);
    }
    // A component that is changed leaves the others of each body alone.
    let before = [h.state().body("ball").desc.position, h.state().body("box").desc.position];
    h.get_by_label("Position, m y").scroll_to_me();
    h.run();
    h.get_by_label("Position, m y").click();
    h.run();
    h.get_by_label("Position, m y").type_text("3");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    for (name, before) in ["ball", "box"].into_iter().zip(before) {
        assert_eq!(h.state().body(name).desc.position, before.with_y(3.0));
    }
}

#[test]
fn a_right_click_puts_back_what_the_scene_gave_each() {
    let mut h = harness(Theme::Dark);
    both(&mut h);
    h.get_by_label("Mass value").click();
    h.run();
    h.get_by_label("Mass value").type_text("9");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    h.get_by_label("Mass value").click_secondary();
    h.run();
    assert_eq!([h.state().body("ball").mass, h.state().body("box").mass], [5.0, 2.0]);
}

#[test]
fn several_bodies_are_deleted_and_duplicated_in_one_step_each() {
    let mut h = harness(Theme::Dark);
    both(&mut h);
    h.key_press_modifiers(CONTROL, Key::D);
    h.run_steps(3);
    assert_eq!(h.state().sim().world().bodies().count(), 5);
    assert_eq!(selected(&h), ["ball 2", "box 2"]);
    let [old, new] = ["ball", "ball 2"].map(|name| h.state().body(name).desc.position);
    assert!(new.x > old.x + 1.0 && new.y == old.y);
    h.key_press(Key::Delete);
    h.run_steps(3);
    assert_eq!(h.state().sim().world().bodies().count(), 3);
    for count in [5, 3] {
        h.key_press_modifiers(CONTROL, Key::Z);
        h.run_steps(2);
        assert_eq!(h.state().sim().world().bodies().count(), count);
    }
}

#[test]
fn a_hidden_body_is_not_in_the_picture_not_under_the_mouse_and_in_the_world_all_the_same() {
    let mut h = harness(Theme::Dark);
    let ball = at(&h, "ball");
    click(&mut h, ball);
    h.key_press(Key::H);
    h.run_steps(2);
    let picture = |h: &Window| draw(h.state().sim(), &h.state().view, &h.state().state.camera);
    let list = picture(&h);
    assert!(list.spheres.is_empty() && list.cuboids.len() == 1);
    assert!(list.notes.iter().any(|note| note == "1 body hidden: Alt+H shows all"), "{:?}", list.notes);
    assert_eq!(h.state().sim().world().bodies().count(), 3);
    h.hover_at(ball);
    h.run_steps(2);
    assert_ne!(h.state().view.pointed.body, Some(h.state().id("ball")));
    // It stays hidden through a restart, and comes back with the others.
    h.key_press(Key::R);
    h.run_steps(2);
    assert!(picture(&h).spheres.is_empty());
    h.key_press_modifiers(Modifiers::ALT, Key::H);
    h.run_steps(2);
    assert_eq!(picture(&h).spheres.len(), 1);
    click(&mut h, ball);
    h.key_press_modifiers(Modifiers::SHIFT, Key::H);
    h.run_steps(2);
    let list = picture(&h);
    assert_eq!((list.spheres.len(), list.cuboids.len(), list.quads.len()), (1, 0, 0), "all others");
}

#[test]
fn the_mouse_goes_through_a_locked_body_to_what_is_behind_it() {
    let mut h = harness_of(
        r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "front"
shape = { sphere = { radius = 0.5 } }
position = [0.0, 0.0, 2.0]
[[bodies]]
name = "back"
shape = { sphere = { radius = 0.5 } }
[camera]
target = [0.0, 0.0, 0.0]
distance = 8.0
yaw_deg = 0.0
pitch_deg = 0.0
"#,
    );
    let place = at(&h, "front");
    click(&mut h, place);
    assert_eq!(selected(&h), ["front"]);
    h.get_by_role_and_label(Role::Button, "Lock").click();
    h.run_steps(2);
    click(&mut h, place);
    assert_eq!(selected(&h), ["back"]);
    drag_and_hold(&mut h, place, place + egui::vec2(40.0, 0.0), CONTROL);
    let grab = h.state().sim().grab().map(|grab| grab.body);
    button(&mut h, place, false, CONTROL);
    assert_eq!(grab, Some(h.state().id("back")));
    h.key_press_modifiers(Modifiers::ALT, Key::K);
    h.run_steps(2);
    click(&mut h, place);
    assert_eq!(selected(&h), ["front"]);
}

/// The text that was put on the clipboard last.
fn copied(h: &Window) -> Option<String> {
    let text = |action: &Action| if let Action::Copy(text) = action { Some(text.clone()) } else { None };
    h.state().asked.iter().rev().find_map(text)
}

#[test]
fn copied_bodies_are_put_where_the_mouse_is_under_names_of_their_own() {
    let mut h = harness(Theme::Dark);
    both(&mut h);
    h.event(Event::Copy);
    h.run_steps(2);
    let text = copied(&h).expect("text on the clipboard");
    let bodies = bodies_alone(&text).expect("bodies and nothing else");
    assert_eq!(bodies.len(), 2);
    assert!(text.starts_with("[[bodies]]") && text.contains("mass = 5.0"), "{text}");
    let between = bodies[0].desc.position - bodies[1].desc.position;

    // Into another scene, onto its ground at the mouse.
    let mut h = harness(Theme::Dark);
    let here = Vec3::new(-4.0, 0.0, 2.0);
    let mouse = place(&h, here);
    h.hover_at(mouse);
    h.run_steps(2);
    h.event(Event::Paste(text.clone()));
    h.run_steps(3);
    assert_eq!(selected(&h), ["ball 2", "box 2"]);
    let [ball, cube] = ["ball 2", "box 2"].map(|name| h.state().body(name).desc);
    assert!(
        ((cube.position - ball.position) - between).length() < 1e-4
            || ((ball.position - cube.position) - between).length() < 1e-4
    );
    let middle = 0.5 * (ball.position + cube.position);
    assert!((middle.with_y(0.0) - here).length() < 0.05, "{middle}");
    assert!((ball.position.y - 0.5).abs() < 0.02, "it stands on the ground: {}", ball.position.y);
    h.event(Event::Paste(text));
    h.run_steps(3);
    assert_eq!(selected(&h), ["ball 3", "box 3"]);
    for count in [5, 3] {
        h.key_press_modifiers(CONTROL, Key::Z);
        h.run_steps(2);
        assert_eq!(h.state().sim().world().bodies().count(), count);
    }
}

#[test]
fn a_whole_scene_and_a_faulty_text_are_opened_as_before() {
    let mut h = harness(Theme::Dark);
    for text in ["version = 1\n[[bodies]]\nshape = { sphere = { radius = 0.5 } }\n", "[[bodies]]\nshape = 3\n", "hello"]
    {
        h.event(Event::Paste(text.into()));
        h.run_steps(2);
        assert_eq!(h.state().asked.last(), Some(&Action::OpenText(text.into())));
    }
    assert_eq!(h.state().sim().world().bodies().count(), 3);
}

#[test]
fn a_selected_contact_is_copied_as_before() {
    let mut h = harness(Theme::Dark);
    h.key_press(Key::N);
    h.run_steps(2);
    h.event(Event::Copy);
    h.run_steps(2);
    assert!(copied(&h).is_some_and(|text| !text.contains("[[bodies]]")));
}

#[test]
fn the_list_selects_all_that_it_has_found() {
    let mut h = harness(Theme::Dark);
    h.get_by_label("Find a body").click();
    h.run();
    h.get_by_label("Find a body").type_text("b");
    h.run();
    h.get_by_label("Select all that are found").click();
    h.run_steps(2);
    assert_eq!(selected(&h), ["ball", "box"]);
    // In the list of those selected a click with Ctrl takes one away.
    let row = h.get_by_role_and_label(Role::Button, "ball");
    row.scroll_to_me();
    h.run();
    let at = h.get_by_role_and_label(Role::Button, "ball").rect().center();
    click_with(&mut h, at, CONTROL);
    assert_eq!(selected(&h), ["box"]);
}

#[test]
fn everything_is_a_command_too() {
    let mut h = harness(Theme::Dark);
    h.key_press_modifiers(CONTROL, Key::P);
    h.run();
    h.get_by_label("Search commands").type_text("select all bodies");
    h.run();
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert_eq!(selected(&h), ["ball", "box"]);
    let ids: Vec<BodyId> = h.state().state.selection.bodies().collect();
    for (query, is) in [("hide the selected", true), ("show all hidden", false)] {
        h.key_press_modifiers(CONTROL, Key::P);
        h.run();
        h.get_by_label("Search commands").type_text(query);
        h.run();
        h.key_press(Key::Enter);
        h.run_steps(3);
        assert!(ids.iter().all(|id| h.state().view.aside.is_hidden(h.state().sim(), *id) == is), "{query}");
    }
    // The mouse is not over the picture: what is pasted comes into its middle.
    h.hover_at(pos2(1200.0, 400.0));
    h.run_steps(2);
    h.event(Event::Paste("[[bodies]]\nshape = { sphere = { radius = 0.1 } }\n".into()));
    h.run_steps(3);
    assert_eq!(h.state().state.selection.body_count(), 1);
}
