//! The camera: along the axes, by keys, by a click on the axes in the corner, and bookmarks.

use crate::bench::{Bench, click, harness, shown};
use carom::sim::Command;
use carom::ui::{Action, Preferences};
use carom::view::Theme;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::f32::consts::{FRAC_PI_2, PI};

type Window = Harness<'static, Bench>;

fn angles(h: &Window) -> [f32; 2] {
    let camera = h.state().state.camera;
    [camera.yaw, camera.pitch]
}

/// Presses a key in the picture.
fn press(h: &mut Window, modifiers: Modifiers, key: Key) {
    h.key_press_modifiers(modifiers, key);
    h.run();
}

#[track_caller]
fn assert_angles(h: &Window, [yaw, pitch]: [f32; 2]) {
    let [y, p] = angles(h);
    let turn = (y - yaw + PI).rem_euclid(2.0 * PI) - PI;
    assert!(turn.abs() < 1e-4 && (p - pitch).abs() < 1e-4, "{y} {p} and not {yaw} {pitch}");
}

#[test]
fn keys_look_along_every_axis_and_leave_the_layers_alone() {
    let mut h = harness(Theme::Dark);
    let layers = h.state().state.preferences.layers;
    for (key, angles) in [
        (Key::Num1, [0.0, 0.0]),
        (Key::Num2, [PI, 0.0]),
        (Key::Num3, [FRAC_PI_2, 0.0]),
        (Key::Num4, [-FRAC_PI_2, 0.0]),
        (Key::Num7, [0.0, FRAC_PI_2]),
        (Key::Num8, [0.0, -FRAC_PI_2]),
    ] {
        press(&mut h, Modifiers::ALT, key);
        assert_angles(&h, angles);
    }
    assert!(!h.state().state.camera.orthographic);
    press(&mut h, Modifiers::ALT, Key::Num5);
    assert!(h.state().state.camera.orthographic);
    assert_eq!(h.state().state.preferences.layers, layers);
    // Shift+F is where the scene began.
    press(&mut h, Modifiers::SHIFT, Key::F);
    assert!(!h.state().state.camera.orthographic);
}

#[test]
fn arrows_turn_the_camera_and_plus_and_minus_move_it_but_not_while_a_control_has_the_keyboard() {
    let mut h = harness(Theme::Dark);
    let (before, distance) = (angles(&h), h.state().state.camera.distance);
    press(&mut h, Modifiers::NONE, Key::ArrowRight);
    press(&mut h, Modifiers::NONE, Key::ArrowUp);
    let turn = 7.5_f32.to_radians();
    assert_angles(&h, [before[0] + turn, before[1] + turn]);
    press(&mut h, Modifiers::NONE, Key::ArrowLeft);
    press(&mut h, Modifiers::NONE, Key::ArrowDown);
    assert_angles(&h, before);
    press(&mut h, Modifiers::NONE, Key::Plus);
    assert!((h.state().state.camera.distance - 0.8 * distance).abs() < 1e-3 * distance);
    press(&mut h, Modifiers::NONE, Key::Minus);
    assert!((h.state().state.camera.distance - distance).abs() < 1e-3 * distance);
    // Far beyond its limits it stays within them.
    for _ in 0..40 {
        press(&mut h, Modifiers::NONE, Key::ArrowUp);
    }
    assert_angles(&h, [before[0], FRAC_PI_2]);
    for key in [Key::Plus, Key::Minus] {
        (0..90).for_each(|_| h.key_press(key));
        h.run();
        let distance = h.state().state.camera.distance;
        assert!((0.01..=1e5).contains(&distance), "{distance}");
    }
    // Who drives a car with them turns no camera.
    h.state_mut().open_lab(carom::lab::find("car").unwrap());
    h.run();
    let before = angles(&h);
    press(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(angles(&h), before);
    // A slider that has the keyboard takes the arrows for itself.
    let now = angles(&h);
    press(&mut h, Modifiers::NONE, Key::F6);
    assert!(h.ctx.memory(|memory| memory.focused().is_some()));
    press(&mut h, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(angles(&h), now);
}

#[test]
fn a_click_on_an_axis_looks_along_it_and_another_from_the_other_side() {
    for theme in [Theme::Dark, Theme::Light] {
        let mut h = harness(theme);
        let at = h.get_by_label("Camera: from the right").rect().center();
        click(&mut h, at);
        assert_angles(&h, [FRAC_PI_2, 0.0]);
        let at = h.get_by_label("Camera: from the right").rect().center();
        click(&mut h, at);
        assert_angles(&h, [-FRAC_PI_2, 0.0]);
        let at = h.get_by_label("Camera: from above").rect().center();
        click(&mut h, at);
        assert_angles(&h, [0.0, FRAC_PI_2]);
    }
}

#[test]
fn a_right_click_on_the_axes_keeps_the_camera_in_the_scene_and_goes_back_to_it() {
    let mut h = harness(Theme::Dark);
    press(&mut h, Modifiers::ALT, Key::Num3);
    right_click_axes(&mut h);
    h.get_by_label("View: keep this camera as a bookmark").click();
    h.run();
    let kept = h.state().asked.iter().any(|action| matches!(action, Action::Apply(Command::View(_))));
    assert!(kept, "{:?}", h.state().asked);
    press(&mut h, Modifiers::ALT, Key::Num7);
    right_click_axes(&mut h);
    h.get_by_label("Camera: view 1").click();
    h.run();
    assert_angles(&h, [FRAC_PI_2, 0.0]);
    right_click_axes(&mut h);
    h.get_by_label("Camera: without perspective").click();
    h.run();
    assert!(h.state().state.camera.orthographic);
}

fn right_click_axes(h: &mut Window) {
    let pos = h.get_by_label("Axes of the picture").rect().center();
    h.hover_at(pos);
    h.run();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
        h.event(Event::PointerButton { pos, button, pressed, modifiers });
    }
    h.run();
}

#[test]
fn the_axes_lie_in_the_corner_of_the_picture_and_make_room_in_a_small_one() {
    for (width, height, panels) in [(1280.0, 720.0, true), (900.0, 600.0, false), (640.0, 420.0, true)] {
        let mut h = harness(Theme::Light);
        h.set_size(egui::vec2(width, height));
        h.state_mut().state.preferences.drawer_open = false;
        h.state_mut().state.preferences.side_open = panels;
        h.run_steps(8);
        let state = &h.state().state;
        let [[x, y], [w, tall]] = state.session.picture_at.map(|pair| pair.map(|side| side as f32));
        let picture = egui::Rect::from_min_size(egui::pos2(x, y), egui::vec2(w, tall));
        match h.query_by_label("Axes of the picture") {
            Some(axes) => {
                assert!(picture.contains_rect(axes.rect()), "{width}: {picture} {}", axes.rect());
                let middle = picture.center();
                assert!(axes.rect().left() > middle.x && axes.rect().top() > middle.y, "{width}");
            }
            None => assert!(w < 400.0 || tall < 250.0, "{picture}"),
        }
    }
}

#[test]
fn the_window_has_the_theme_of_the_desktop_until_the_user_chooses_one() {
    let mut h = shown(Bench::new(&Preferences::default(), 0));
    h.state_mut().status.desktop_theme = Some(Theme::Light);
    h.run();
    assert_eq!(h.state().view.theme, Theme::Light);
    h.state_mut().status.desktop_theme = Some(Theme::Dark);
    h.run();
    assert_eq!(h.state().view.theme, Theme::Dark);
    h.get_by_label("Light theme").click();
    h.run();
    h.state_mut().status.desktop_theme = Some(Theme::Dark);
    h.run();
    assert_eq!(h.state().view.theme, Theme::Light, "what the user chose stays");
    assert!(h.state().state.lasting_preferences().theme_chosen);
    // Back to the desktop's, by the palette.
    h.key_press_modifiers(Modifiers::COMMAND, Key::P);
    h.run();
    h.event(Event::Text("theme of the desktop".into()));
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().view.theme, Theme::Dark);
}
