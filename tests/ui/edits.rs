//! The inspector and the world panel change a real simulation.

use crate::bench::{Bench, drag, harness, harness_of};
use carom::geometry::Shape;
use carom::glam::Vec3;
use carom::physics::{BodyEdit, Config, Mass, Motion};
use carom::sim::Command;
use carom::ui::{Action, SideTab};
use carom::view::Theme;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

#[test]
fn a_slider_dragged_changes_the_mass_and_one_undo_takes_the_whole_drag_back() {
    let mut h = harness(Theme::Dark);
    let id = h.state().id("box");
    h.state_mut().state.select(Some(id));
    h.run();
    let rect = h.get_by_role_and_label(egui::accesskit::Role::Slider, "Mass").rect();
    let from = rect.left_center() + egui::vec2(0.45 * rect.width(), 0.0);
    drag(&mut h, from, rect.right_center() - egui::vec2(12.0, 0.0));
    let heavy = h.state().body("box").mass;
    assert!(heavy > 100.0, "the mass is {heavy} kg after the drag");

    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run();
    assert_eq!(h.state().body("box").mass, 2.0);
    h.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    h.run();
    assert_eq!(h.state().body("box").mass, heavy);
}

#[test]
fn a_number_typed_is_taken_and_a_right_click_puts_the_default_back() {
    let mut h = harness(Theme::Dark);
    let id = h.state().id("ball");
    h.state_mut().state.select(Some(id));
    h.run();
    h.get_by_label("Restitution value").click();
    h.run();
    h.get_by_label("Restitution value").type_text("0.9");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().body("ball").desc.restitution, 0.9);
    h.get_by_label("Restitution value").click_secondary();
    h.run();
    assert_eq!(h.state().body("ball").desc.restitution, 0.5);
}

#[test]
fn a_long_number_shows_the_digits_for_which_there_is_room_and_all_of_them_when_it_is_typed() {
    let scene = r#"
version = 1
[[bodies]]
name = "wordy"
shape = { sphere = { radius = 0.3 } }
mass = 205.50412
position = [-1234.567, 1.0, 0.0]
restitution = 0.5
"#;
    let mut h = harness_of(scene);
    let id = h.state().id("wordy");
    h.state_mut().state.select(Some(id));
    h.run();
    let value = |h: &Harness<'_, Bench>, name: &str| h.get_by_label(name).value();
    for (name, short, whole) in
        [("Mass value", "205.5 kg", "205.504"), ("Position, m x", "x  \u{2212}1235", "\u{2212}1234.567")]
    {
        assert_eq!(value(&h, name).as_deref(), Some(short), "{name}");
        h.get_by_label(name).click();
        h.run();
        assert_eq!(value(&h, name).as_deref(), Some(whole), "{name}");
        h.key_press(Key::Enter);
        h.run();
        assert_eq!(value(&h, name).as_deref(), Some(short), "{name}");
    }
    let body = h.state().body("wordy");
    assert_eq!((body.mass, body.desc.position.x), (205.504_12, -1234.567));
    assert_nothing_edited(&h);
}

#[test]
fn a_number_beside_a_long_unit_is_whole_or_a_power_of_ten() {
    for (density, shown) in [(7.5, "7.5 kg/m³"), (1000.0, "1000 kg/m³"), (12_345.0, "1.2e4 kg/m³")] {
        let scene =
            format!("[[bodies]]\nname = \"it\"\nshape = {{ sphere = {{ radius = 0.1 }} }}\ndensity = {density:.1}");
        let mut h = harness_of(&scene);
        let id = h.state().id("it");
        h.state_mut().state.select(Some(id));
        h.run();
        let field = h.get_by_label("Density value");
        assert_eq!(field.value().as_deref(), Some(shown));
    }
}

#[test]
fn a_number_that_is_looked_at_keeps_the_digits_that_no_field_shows() {
    let mut h = harness(Theme::Dark);
    let (id, fine) = (h.state().id("box"), 1.234_567_8);
    let edit = Command::Edit { body: id, edit: BodyEdit::Mass(Mass::Mass(fine)) };
    h.state_mut().subject.scene_mut().unwrap().apply(edit).unwrap();
    h.state_mut().state.select(Some(id));
    h.run();
    for leave in [Key::Enter, Key::Tab] {
        h.get_by_label("Mass value").click();
        h.run();
        h.key_press(leave);
        h.run();
        assert_eq!(h.state().body("box").mass, fine, "{leave:?}");
    }
    assert_nothing_edited(&h);
}

fn assert_nothing_edited(h: &Harness<'_, Bench>) {
    let asked = &h.state().asked;
    assert!(asked.iter().all(|action| matches!(action, Action::Apply(Command::EndGesture))), "{asked:?}");
}

#[test]
fn a_right_click_puts_back_what_the_scene_says_and_the_hint_tells_it() {
    let scene = r#"
version = 1
gravity = [0.0, -3.5, 0.0]
[[bodies]]
name = "lively"
shape = { sphere = { radius = 0.3 } }
density = 700.0
position = [1.0, 4.0, -2.0]
velocity = [0.0, 2.5, 0.0]
restitution = 0.85
"#;
    let mut h = harness_of(scene);
    let id = h.state().id("lively");
    h.state_mut().state.select(Some(id));
    h.run();
    let edits = [
        BodyEdit::Restitution(0.1),
        BodyEdit::Mass(Mass::Density(50.0)),
        BodyEdit::Velocity(Vec3::new(7.0, 7.0, 7.0)),
        BodyEdit::Shape(Shape::sphere(0.7)),
    ];
    for edit in edits {
        h.state_mut().subject.scene_mut().unwrap().apply(Command::Edit { body: id, edit }).unwrap();
    }
    h.run();
    for name in ["Restitution value", "Density value", "Velocity, m/s y", "Radius value"] {
        h.get_by_label(name).scroll_to_me();
        h.run();
        h.get_by_label(name).click_secondary();
        h.run();
    }
    let desc = h.state().body("lively").desc;
    assert_eq!((desc.restitution, desc.mass, desc.shape), (0.85, Mass::Density(700.0), Shape::sphere(0.3)));
    assert_eq!(desc.velocity, Vec3::new(7.0, 2.5, 7.0), "one component alone");
    h.get_by_label("Restitution value").scroll_to_me();
    h.run();
    h.get_by_label("Restitution value").hover();
    h.run_steps(80);
    assert!(h.query_by_label_contains("in the scene 0.85").is_some());
    // The world's numbers likewise.
    let slow = Config { gravity: Vec3::ZERO, ..*h.state().sim().world().config() };
    h.state_mut().subject.scene_mut().unwrap().apply(Command::Configure(slow)).unwrap();
    h.state_mut().state.preferences.side_tab = SideTab::World;
    h.run();
    h.get_by_label("Gravity, m/s² y").click_secondary();
    h.run();
    assert_eq!(h.state().sim().world().config().gravity, Vec3::new(0.0, -3.5, 0.0));
}

#[test]
fn kind_of_motion_and_duplicate_are_buttons() {
    let mut h = harness(Theme::Dark);
    let id = h.state().id("box");
    h.state_mut().state.select(Some(id));
    h.run();
    h.get_by_label("Kinematic").click();
    h.run();
    assert_eq!(h.state().body("box").desc.motion, Motion::Kinematic);
    h.get_by_label("Duplicate").click();
    h.run();
    assert_eq!(h.state().sim().world().bodies().count(), 4);
    h.get_by_label("Delete").click();
    h.run();
    assert!(h.state().sim().find("box").is_none());
    assert_eq!(h.state().state.selection.body, None, "what is gone is not selected");
}

#[test]
fn a_body_is_chosen_from_the_list_and_renamed() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.preferences.drawer_open = false;
    h.run();
    h.get_by_label("Find a body").click();
    h.run();
    h.get_by_label("Find a body").type_text("bl");
    h.run();
    assert!(h.query_by_label_contains("dynamic box").is_none(), "the filter hides what does not match");
    h.get_by_label_contains("dynamic sphere").click();
    h.run();
    assert_eq!(h.state().state.selection.body, Some(h.state().id("ball")));
    h.get_by_label("Name").click();
    h.run();
    h.key_press_modifiers(Modifiers::COMMAND, Key::A);
    h.run();
    h.get_by_label("Name").type_text("marble");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert!(h.state().sim().find("marble").is_some());
}

#[test]
fn the_world_panel_switches_the_floor_on_and_off() {
    let mut h = harness(Theme::Dark);
    h.state_mut().state.preferences.side_tab = SideTab::World;
    h.run();
    assert_eq!(h.state().sim().world().config().floor, None);
    h.get_by_label("Floor").click();
    h.run();
    assert_eq!(h.state().sim().world().config().floor, Some(0.0));
    h.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    h.run();
    assert_eq!(h.state().sim().world().config().floor, None);
}
