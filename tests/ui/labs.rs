//! Every control and every handle of every laboratory, driven once by real input events.

use crate::bench::{Bench, drag, harness_after};
use carom::lab::{Key, Lab, LabCommand, Laboratory, Parameter, ParameterKind, ParameterValue, find, laboratories};
use carom::subject::Subject;
use carom::ui::Action;
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Modifiers, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

type Window = Harness<'static, Bench>;

/// A window high enough that nothing of the panel needs scrolling to.
fn window() -> Window {
    let mut h = harness_after(Theme::Dark, 0);
    h.set_size(vec2(1280.0, 2000.0));
    h.run();
    h
}

fn open(h: &mut Window, entry: &'static Laboratory) {
    h.state_mut().open_lab(entry);
    h.state_mut().asked.clear();
    h.run_steps(4);
}

fn parameter(h: &Window, name: &str) -> Parameter {
    h.state().lab().experiment().parameters().into_iter().find(|p| p.name == name).unwrap()
}

/// What the panel set the parameter to, in order.
fn asked(h: &Window, wanted: &str) -> Vec<ParameterValue> {
    let value = |action: &Action| match action {
        Action::Lab(LabCommand::Set { name, value }) if name == wanted => Some(*value),
        _ => None,
    };
    h.state().asked.iter().filter_map(value).collect()
}

fn undo(h: &mut Window) {
    h.key_press_modifiers(Modifiers::COMMAND, egui::Key::Z);
    h.run_steps(3);
}

fn drive(h: &mut Window, at: &str, parameter_before: &Parameter) {
    let name = parameter_before.name;
    match &parameter_before.kind {
        ParameterKind::Number { value, range, .. } => {
            let rect = h.get_by_role_and_label(Role::Slider, name).rect();
            let low = *value < 0.5 * (range.start() + range.end());
            let to = if low { rect.right_center() - vec2(30.0, 0.0) } else { rect.left_center() + vec2(30.0, 0.0) };
            drag(h, rect.center(), to);
            let now = parameter(h, name).kind;
            assert!(now != parameter_before.kind, "{at}: the slider changes nothing");
            // A press beside the knob is a change of its own before the drag.
            undo(h);
            if parameter(h, name).kind != parameter_before.kind {
                undo(h);
            }
            let ParameterKind::Number { value: back, .. } = parameter(h, name).kind else { panic!("{at}") };
            assert!((back - value).abs() <= 1e-5 * value.abs().max(1.0), "{at}: one undo gives {back}, not {value}");
        }
        ParameterKind::Choice { value, names } => {
            let other = (value + 1) % names.len();
            h.get_by_role_and_label(Role::ComboBox, name).click();
            h.run_steps(3);
            h.get_all_by_label(names[other]).last().unwrap().click();
            h.run_steps(3);
            assert_eq!(asked(h, name), [ParameterValue::Choice(other)], "{at}");
            undo(h);
            assert_eq!(parameter(h, name).kind, parameter_before.kind, "{at}: undo");
        }
        ParameterKind::Flag(on) => {
            h.get_by_role_and_label(Role::CheckBox, name).click();
            h.run_steps(3);
            assert_eq!(parameter(h, name).kind, ParameterKind::Flag(!on), "{at}");
            undo(h);
            assert_eq!(parameter(h, name).kind, ParameterKind::Flag(*on), "{at}: undo");
        }
        ParameterKind::Action | ParameterKind::Preset => {
            h.get_by_role_and_label(Role::Button, name).click();
            h.run_steps(3);
            assert_eq!(asked(h, name), [ParameterValue::Act], "{at}");
        }
        ParameterKind::Hold(key) => {
            let key = match key {
                Key::Up => egui::Key::ArrowUp,
                Key::Down => egui::Key::ArrowDown,
                Key::Left => egui::Key::ArrowLeft,
                Key::Right => egui::Key::ArrowRight,
            };
            h.key_down(key);
            h.run_steps(2);
            assert_eq!(asked(h, name), [ParameterValue::Flag(true)], "{at}: the key goes down");
            h.key_up(key);
            h.run_steps(2);
            assert_eq!(
                asked(h, name),
                [ParameterValue::Flag(true), ParameterValue::Flag(false)],
                "{at}: the key comes up"
            );
            let button = h.get_by_role_and_label(Role::Button, name).rect().center();
            h.hover_at(button);
            h.drag_at(button);
            h.run_steps(2);
            h.drop_at(button);
            h.run_steps(2);
            assert_eq!(asked(h, name).len(), 4, "{at}: the button works like the key");
        }
    }
}

/// The choices that bring controls the laboratory does not open with.
fn modes(entry: &'static Laboratory) -> Vec<LabCommand> {
    let names = |lab: &Lab| lab.experiment().parameters().into_iter().map(|p| p.name).collect::<Vec<_>>();
    let mut modes = vec![];
    for Parameter { name, kind, .. } in Lab::new(entry).experiment().parameters() {
        let ParameterKind::Choice { names: choices, .. } = kind else { continue };
        for index in 0..choices.len() {
            let mut lab = Lab::new(entry);
            let choose = LabCommand::Set { name: name.into(), value: ParameterValue::Choice(index) };
            lab.apply(choose.clone()).unwrap();
            // What is half made refuses to be finished at once.
            let brings = names(&lab).iter().any(|name| !names(&Lab::new(entry)).contains(name));
            if brings && !lab.experiment().waits() {
                modes.push(choose);
            }
        }
    }
    modes
}

#[test]
fn controls_that_a_choice_brings_work_too() {
    let mut h = window();
    let mut count = 0;
    for entry in laboratories() {
        let opened: Vec<_> = Lab::new(entry).experiment().parameters().into_iter().map(|p| p.name).collect();
        for mode in modes(entry) {
            let enter = |h: &mut Window| {
                open(h, entry);
                h.state_mut().subject.lab_mut().unwrap().apply(mode.clone()).unwrap();
                h.state_mut().subject.lab_mut().unwrap().apply(LabCommand::EndGesture).unwrap();
                h.run_steps(3);
            };
            enter(&mut h);
            let brought = h.state().lab().experiment().parameters().into_iter().filter(|p| !opened.contains(&p.name));
            for parameter in brought.collect::<Vec<_>>() {
                enter(&mut h);
                let at = format!("{} of lab:{} after {mode:?}", parameter.name, entry.id);
                drive(&mut h, &at, &parameter);
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count}: vectors, rotation, reflection and pursuit have such controls");
}

#[test]
fn every_control_of_every_laboratory_works() {
    let mut h = window();
    for entry in laboratories() {
        open(&mut h, entry);
        for parameter in h.state().lab().experiment().parameters() {
            open(&mut h, entry);
            let at = format!("{} of lab:{}", parameter.name, entry.id);
            drive(&mut h, &at, &parameter);
        }
    }
}

/// Where a point of the world is in the window.
fn place(h: &Window, point: carom::glam::Vec3) -> Pos2 {
    let camera = &h.state().state.camera;
    let at = camera.project(point).unwrap() / camera.scale;
    let [x, y] = h.state().state.session.picture_at[0].map(|x| x as f32 / camera.scale);
    pos2(at.x + x, at.y + y)
}

#[test]
fn every_handle_of_every_laboratory_follows_the_mouse() {
    let mut h = window();
    h.set_size(vec2(1280.0, 800.0));
    for entry in laboratories() {
        open(&mut h, entry);
        for handle in h.state().lab().experiment().handles() {
            open(&mut h, entry);
            let at = format!("{} of lab:{}", handle.name, entry.id);
            let before = h.state().lab().state_hash();
            let from = place(&h, handle.position);
            drag(&mut h, from, from + vec2(34.0, 23.0));
            let drags = h.state().asked.iter().filter_map(|action| match action {
                Action::Lab(LabCommand::Drag { handle, .. }) => Some(handle.clone()),
                _ => None,
            });
            let drags: Vec<String> = drags.collect();
            assert!(!drags.is_empty() && drags.iter().all(|name| *name == handle.name), "{at}: dragged {drags:?}");
            assert_ne!(h.state().lab().state_hash(), before, "{at}: nothing changed");
            undo(&mut h);
            let back = h.state().lab().experiment().handles().into_iter().find(|x| x.name == handle.name).unwrap();
            assert!(back.position.distance(handle.position) < 1e-3, "{at}: undo leads to {}", back.position);
        }
    }
}

/// Types a number into the field of that name.
fn type_number(h: &mut Window, field: &str, text: &str) {
    let at = h.get_by_role_and_label(Role::SpinButton, field).rect().center();
    h.hover_at(at);
    h.drag_at(at);
    h.drop_at(at);
    h.run_steps(3);
    h.key_press_modifiers(Modifiers::COMMAND, egui::Key::A);
    h.event(egui::Event::Text(text.into()));
    h.key_press_modifiers(Modifiers::NONE, egui::Key::Enter);
    h.run_steps(3);
}

#[test]
fn places_and_directions_are_typed_and_one_undo_takes_each_back() {
    let mut h = window();
    for (id, handle, field, text, index, value) in [
        ("pursuit", "chaser", "chaser, m x", "1.5", 0, 1.5),
        ("planes", "P", "P, m z", "-2", 2, -2.0),
        ("axes_2d", "turn A", "turn A, angle", "90", 0, 90.0),
        ("axes_3d", "turn B", "turn B, elevation", "30", 1, 30.0),
        ("room", "corner 1", "corner 1, m y", "1", 1, 1.0),
        ("spiral", "letter", "letter, m y", "0.5", 1, 0.5),
    ] {
        open(&mut h, find(id).unwrap());
        let numbers = |h: &Window| -> Vec<f32> {
            let handles = h.state().lab().experiment().handles();
            let found = handles.into_iter().find(|other| other.name == handle).unwrap();
            found.coordinates().iter().map(|axis| axis.value).collect()
        };
        let before = numbers(&h);
        type_number(&mut h, field, text);
        let now = numbers(&h);
        for (i, (now, before)) in now.iter().zip(&before).enumerate() {
            let expected = if i == index { value } else { *before };
            assert!((now - expected).abs() < 1e-3, "{field} of lab:{id}: {now} in place of {expected}");
        }
        undo(&mut h);
        let back = numbers(&h);
        assert!(back.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-3), "{field}: {back:?}, not {before:?}");
    }
}

#[test]
fn a_click_on_the_plane_reaches_the_laboratory() {
    let mut h = window();
    h.set_size(vec2(1280.0, 800.0));
    for entry in laboratories() {
        open(&mut h, entry);
        // A place of the picture that is far from all handles.
        let handles: Vec<Pos2> =
            h.state().lab().experiment().handles().iter().map(|handle| place(&h, handle.position)).collect();
        let free = (0..32).map(|i| pos2(120.0 + 20.0 * i as f32, 420.0));
        let at = free.max_by_key(|at| handles.iter().map(|h| h.distance(*at) as i32).min().unwrap_or(0)).unwrap();
        h.hover_at(at);
        h.run_steps(2);
        h.drag_at(at);
        h.drop_at(at);
        h.run_steps(3);
        let clicked = h.state().asked.iter().any(|action| matches!(action, Action::Lab(LabCommand::Click(_))));
        assert!(clicked, "lab:{}: {:?}", entry.id, h.state().asked);
    }
}

#[test]
fn the_slider_of_time_goes_back_and_a_change_there_begins_a_new_future() {
    let mut h = window();
    open(&mut h, find("pursuit").unwrap());
    h.key_press_modifiers(Modifiers::NONE, egui::Key::Period);
    h.run_steps(2);
    (0..200).for_each(|_| h.state_mut().subject.step());
    let last = h.state().subject.seek_range().last;
    h.run_steps(2);
    let rect = h.get_by_role_and_label(Role::Slider, "Time").rect();
    drag(&mut h, rect.right_center() - vec2(9.0, 0.0), rect.center());
    let there = h.state().subject.seek_range();
    assert!(there.now < last && there.last == last, "{there:?}");
    h.key_press_modifiers(Modifiers::NONE, egui::Key::Comma);
    h.run_steps(2);
    assert_eq!(h.state().subject.seek_range().now, there.now - 1);
    let slider = h.get_by_role_and_label(Role::Slider, "Speed").rect();
    drag(&mut h, slider.center(), slider.right_center() - vec2(30.0, 0.0));
    assert_eq!(h.state().subject.seek_range().last, there.now - 1, "another future has begun");
    let ghosts = |h: &Window| match &h.state().subject {
        Subject::Lab(timeline) => timeline.ghosts().map(|ghost| (ghost.fork(), ghost.end())).collect::<Vec<_>>(),
        Subject::Scene(_) | Subject::Trace(_) => panic!("a laboratory was opened"),
    };
    assert_eq!(ghosts(&h), [(there.now - 1, last)], "the old one stays beside it");
    h.run_steps(2);
    assert!(h.query_by_label_contains("left at step").is_some());
    assert!(h.query_all_by_label_contains(" → ").next().is_some(), "the future has a name");
}

#[test]
fn the_gallery_shows_laboratories_among_the_scenes_of_their_topic() {
    let mut h = window();
    h.key_press_modifiers(Modifiers::COMMAND, egui::Key::O);
    h.run_steps(4);
    let y = |label: &str| h.get_by_role_and_label(Role::Button, label).rect().top();
    assert_eq!(y("First bounce"), y("Vectors"), "side by side");
    h.get_by_role_and_label(Role::Button, laboratories()[0].title).click();
    h.run_steps(3);
    assert!(h.state().asked.contains(&Action::OpenLab(laboratories()[0].id)));
}
