//! What the laboratories look like.

use super::golden::assert_golden;
use super::scenes::gpu;
use carom::lab::{Lab, LabCommand, Value, find};
use carom::render::Offscreen;
use carom::view::{Camera, Theme, ViewOptions};

const SIZE: [u32; 2] = [480, 300];

type Setting = (&'static str, Value);

#[test]
fn laboratories_look_as_they_did() {
    let mut offscreen = Offscreen::new(gpu(), SIZE).unwrap();
    let cases: [(&str, &str, &[Setting], u32); 5] = [
        ("pursuit", "pursuit", &[("Lead", Value::Number(1.0))], 60),
        ("pursuit_in_space", "pursuit", &[("Where", Value::Choice(1)), ("As printed", Value::Flag(true))], 120),
        ("reflection", "reflection", &[("The printed example", Value::Act)], 30),
        (
            "reflection_with_friction",
            "reflection",
            &[("Restitution", Value::Number(0.6)), ("Friction", Value::Number(0.2))],
            90,
        ),
        (
            "reflection_in_space",
            "reflection",
            &[("Where", Value::Choice(1)), ("One side only", Value::Flag(true)), ("As printed", Value::Choice(2))],
            90,
        ),
    ];
    for (name, id, settings, steps) in cases {
        for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            let mut lab = Lab::new(find(id).unwrap());
            for (name, value) in settings {
                lab.apply(LabCommand::Set { name: (*name).into(), value: *value }).unwrap();
            }
            (0..steps).for_each(|_| lab.step());
            let camera = Camera::new(&lab.entry().camera, SIZE, 0.6);
            let list = lab.draw(&ViewOptions { theme, ..ViewOptions::default() }, &camera);
            assert_golden(&format!("lab_{name}_{suffix}"), &offscreen.draw(&list).unwrap());
        }
    }
}
