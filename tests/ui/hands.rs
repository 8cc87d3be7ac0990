//! What stands beside the mouse in the picture.

use crate::bench::{Bench, harness_of, place};
use carom::sim::Sim;
use egui::{Event, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// A ball of 5 kg that glides at 2 m/s where nothing pulls, beside a wall.
const GLIDING: &str = r#"
version = 1
name = "Gliding"
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 5.0
position = [0.0, 0.0, 0.0]
velocity = [2.0, 0.0, 0.0]
[[bodies]]
name = "wall"
motion = "static"
shape = { box = { half = [0.5, 0.5, 0.5] } }
position = [3.0, 0.0, 0.0]
"#;

fn of(sim: &Sim, name: &str) -> carom::glam::Vec3 {
    sim.world().body(sim.find(name).unwrap()).unwrap().desc.position
}

#[test]
fn the_mouse_at_rest_on_a_body_tells_its_name_speed_and_mass() {
    let mut h = harness_of(GLIDING);
    h.run_steps(4);
    assert!(h.query_by_label("2.00 m/s, 5.00 kg").is_none());
    let ball = place(&h, of(h.state().sim(), "ball"));
    h.hover_at(ball);
    h.run_steps(12);
    assert!(h.query_by_label("2.00 m/s, 5.00 kg").is_some(), "name, speed and mass of the ball");
    let wall = place(&h, of(h.state().sim(), "wall"));
    h.hover_at(wall);
    h.run_steps(12);
    assert!(h.query_by_label("2.00 m/s, 5.00 kg").is_none());
    assert!(h.query_by_label("0 m/s").is_none(), "what never moves says nothing");
}

#[test]
fn a_pull_shows_its_force() {
    let mut h: Harness<'static, Bench> = harness_of(GLIDING);
    h.run_steps(4);
    let at = place(&h, of(h.state().sim(), "ball"));
    h.hover_at(at);
    h.run_steps(2);
    let press = |at, pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::COMMAND,
    };
    h.event_modifiers(press(at, true), Modifiers::COMMAND);
    h.run_steps(2);
    let away = at + egui::vec2(0.0, -90.0);
    h.event_modifiers(Event::PointerMoved(away), Modifiers::COMMAND);
    h.run_steps(4);
    let sim = h.state().sim();
    let force = sim.grab().expect("the ball is held").force(sim.world()).unwrap();
    let told = carom::ui::quantity(force.as_dvec3().length(), "N");
    assert!(force.y > 0.0, "it is pulled up: {force}");
    assert!(h.query_by_label(&told).is_some(), "{told}");
    h.event_modifiers(press(away, false), Modifiers::COMMAND);
    h.run_steps(4);
    assert!(h.state().sim().grab().is_none() && h.query_by_label(&told).is_none());
}
