//! The ruler and the angle, with clicks in the picture.

use crate::bench::{Bench, click, harness, place};
use carom::glam::Vec3;
use carom::view::{Layers, MeasureKind, Theme, draw};
use egui::{Key, Modifiers};
use egui_kittest::Harness;

type Window = Harness<'static, Bench>;

fn words(h: &Window) -> Vec<String> {
    let list = draw(h.state().sim(), &h.state().view, &h.state().state.camera);
    list.labels.into_iter().map(|label| label.text).chain(list.notes).collect()
}

#[test]
fn two_clicks_measure_the_distance_of_two_centres_and_escape_ends_it() {
    let mut h = harness(Theme::Dark);
    // Where an arrow lies over a body its contact would be taken.
    h.state_mut().state.preferences.layers = Layers::NONE;
    h.key_press(Key::M);
    h.run_steps(2);
    assert!(words(&h).iter().any(|text| text.starts_with("Ruler: click a point")), "{:?}", words(&h));
    let [ball, cube] = ["ball", "box"].map(|name| h.state().body(name).desc.position);
    let at = place(&h, ball);
    h.hover_at(at);
    h.run_steps(2);
    assert!(words(&h).contains(&"ball · centre".to_owned()), "what a click would take: {:?}", words(&h));
    for point in [ball, cube] {
        let at = place(&h, point);
        click(&mut h, at);
    }
    let measure = h.state().view.measure.clone().unwrap();
    assert!((measure.displacement(h.state().sim()).unwrap() - (cube - ball)).length() < 1e-5);
    let told = format!("{}  (x", carom::ui::quantity(cube.as_dvec3().distance(ball.as_dvec3()), "m"));
    assert!(words(&h).iter().any(|text| text.starts_with(&told)), "{told}: {:?}", words(&h));
    assert_eq!(h.state().state.selection.body, None, "the clicks were the ruler's");
    h.key_press(Key::Escape);
    h.run_steps(2);
    assert_eq!(h.state().view.measure, None);
    click(&mut h, at);
    assert_eq!(h.state().state.selection.body, Some(h.state().id("ball")), "and are a selection again");
}

#[test]
fn the_angle_of_two_faces_of_a_box_is_a_right_one() {
    let mut h = harness(Theme::Dark);
    h.key_press_modifiers(Modifiers::SHIFT, Key::M);
    h.run_steps(2);
    let cube = h.state().body("box").desc.position;
    let back = h.state().state.camera.back();
    let aside = if back.x.abs() > back.z.abs() { Vec3::X * back.x.signum() } else { Vec3::Z * back.z.signum() };
    for normal in [Vec3::Y, aside] {
        let at = place(&h, cube + normal * 0.5);
        click(&mut h, at);
    }
    let measure = h.state().view.measure.clone().unwrap();
    assert_eq!((measure.kind, measure.ends.len()), (MeasureKind::Angle, 2));
    assert!(words(&h).contains(&"90.00°".to_owned()), "{:?}", words(&h));
    h.key_press_modifiers(Modifiers::SHIFT, Key::M);
    h.run_steps(2);
    assert_eq!(h.state().view.measure, None);
}
