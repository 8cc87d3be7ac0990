//! What the laboratories look like.

use super::golden::assert_golden;
use super::scenes::gpu;
use carom::lab::{Lab, LabCommand, ParameterValue, Timeline, find};
use carom::render::Offscreen;
use carom::view::{Camera, Theme, ViewOptions};

const SIZE: [u32; 2] = [480, 300];

type GivenSetting = (&'static str, ParameterValue);

/// Opens a laboratory, sets what is to be set, steps, and compares the picture with the one kept as `lab_NAME`.
fn assert_looks(name: &str, id: &str, settings: &[GivenSetting], steps: u32, theme: Theme) {
    let mut lab = Lab::new(find(id).unwrap());
    for (name, value) in settings {
        lab.apply(LabCommand::Set { name: (*name).into(), value: *value }).unwrap();
    }
    (0..steps).for_each(|_| lab.step());
    let camera = Camera::new(&lab.camera(), SIZE, 0.6);
    let list = lab.draw(&ViewOptions { theme, ..ViewOptions::default() }, &camera);
    assert_golden(&format!("lab_{name}"), &Offscreen::new(gpu(), SIZE).unwrap().draw(&list).unwrap());
}

#[test]
fn laboratories_look_as_they_did() {
    let cases: [(&str, &str, &[GivenSetting], u32); 5] = [
        ("pursuit", "pursuit", &[("Lead", ParameterValue::Number(1.0))], 60),
        (
            "pursuit_in_space",
            "pursuit",
            &[("Where", ParameterValue::Choice(1)), ("As printed", ParameterValue::Flag(true))],
            120,
        ),
        ("reflection", "reflection", &[("The printed example", ParameterValue::Act)], 30),
        (
            "reflection_with_friction",
            "reflection",
            &[("Restitution", ParameterValue::Number(0.6)), ("Friction", ParameterValue::Number(0.2))],
            90,
        ),
        (
            "reflection_in_space",
            "reflection",
            &[
                ("Where", ParameterValue::Choice(1)),
                ("One side only", ParameterValue::Flag(true)),
                ("As printed", ParameterValue::Choice(2)),
            ],
            90,
        ),
    ];
    for (name, id, settings, steps) in cases {
        for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
            assert_looks(&format!("{name}_{suffix}"), id, settings, steps, theme);
        }
    }
}

#[test]
fn a_future_that_was_left_is_translucent_beside_the_run() {
    for (id, (name, value), theme) in [
        ("pursuit", ("Speed", ParameterValue::Number(6.0)), Theme::Light),
        ("billiards", ("Strength", ParameterValue::Number(2.0)), Theme::Dark),
    ] {
        let mut timeline = Timeline::beginning(Lab::new(find(id).unwrap()), Timeline::BUDGET);
        (0..120).for_each(|_| timeline.step());
        timeline.seek(20);
        timeline.apply(LabCommand::Set { name: name.into(), value }).unwrap();
        (0..80).for_each(|_| timeline.step());
        let camera = Camera::new(&timeline.sim().camera(), SIZE, 0.6);
        let options = ViewOptions { theme, ..ViewOptions::default() };
        let list = timeline.sim().draw_beside(timeline.ghost_now(), &options, &camera);
        assert_golden(&format!("lab_{id}_ghost"), &Offscreen::new(gpu(), SIZE).unwrap().draw(&list).unwrap());
    }
}

#[test]
fn vectors_show_each_construction() {
    for (name, show) in [("sum", 0), ("difference", 1), ("dot", 3), ("projection", 6), ("perpendiculars", 7)] {
        assert_looks(&format!("vectors_{name}"), "vectors", &[("Show", ParameterValue::Choice(show))], 0, Theme::Light);
    }
    assert_looks("vectors_cross", "vectors", &[("Show", ParameterValue::Choice(4))], 0, Theme::Dark);
}

#[test]
fn a_ball_in_a_rectangle_shows_equal_angles() {
    assert_looks("reflection_rectangle", "reflection", &[("Where", ParameterValue::Choice(2))], 400, Theme::Dark);
}

#[test]
fn rotation_shows_its_matrices_in_the_plane_and_in_space() {
    let stage = |count| ("Stage", ParameterValue::Number(count));
    assert_looks("rotation_in_plane", "rotation", &[stage(3.0)], 0, Theme::Dark);
    assert_looks("rotation_swapped", "rotation", &[("Product", ParameterValue::Choice(2)), stage(3.0)], 0, Theme::Dark);
    let parallel = [("Turn about", ParameterValue::Choice(2)), stage(3.0)];
    assert_looks("rotation_parallel", "rotation", &parallel, 0, Theme::Light);
    let onto_x = [("Turn about", ParameterValue::Choice(5)), ("Route", ParameterValue::Choice(2)), stage(7.0)];
    assert_looks("rotation_onto_x", "rotation", &onto_x, 0, Theme::Light);
}

#[test]
fn the_room_shows_a_ring_of_particles_folded_by_its_walls() {
    assert_looks("room", "room", &[], 110, Theme::Dark);
    assert_looks("room_printed", "room", &[("As printed", ParameterValue::Flag(true))], 150, Theme::Light);
}

#[test]
fn billiards_show_the_way_ahead_and_the_line_of_centres() {
    assert_looks("billiards", "billiards", &[], 0, Theme::Dark);
    assert_looks(
        "billiards_cut",
        "billiards",
        &[("Layout", ParameterValue::Choice(1)), ("Shoot", ParameterValue::Act)],
        40,
        Theme::Dark,
    );
    let printed = [
        ("Layout", ParameterValue::Choice(3)),
        ("As printed", ParameterValue::Choice(1)),
        ("Shoot", ParameterValue::Act),
    ];
    assert_looks("billiards_printed", "billiards", &printed, 50, Theme::Light);
    let together = [("Layout", ParameterValue::Choice(5)), ("As printed", ParameterValue::Choice(2))];
    assert_looks("billiards_no_approach_test", "billiards", &together, 5, Theme::Dark);
}

#[test]
fn the_car_shows_feet_push_out_and_steering() {
    let right = [("Throttle", ParameterValue::Flag(true)), ("Right", ParameterValue::Flag(true))];
    assert_looks("car", "car", &right, 125, Theme::Dark);
    let corner = [("Track", ParameterValue::Choice(1)), ("Throttle", ParameterValue::Flag(true))];
    assert_looks("car_corner", "car", &corner, 65, Theme::Dark);
    assert_looks("car_crossed", "car", &[("Track", ParameterValue::Choice(2))], 1, Theme::Light);
}
