//! Time travel by slider, keys and buttons, and the list of conditions that pause the run.

use crate::bench::{Bench, click, drag, harness_after, shown};
use carom::scene::{FileKind, parse};
use carom::sim::Timeline;
use carom::ui::{Action, Pause, PlayMode, Preferences, SideTab};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn the_slider_and_the_comma_go_back_to_what_was() {
    let mut h = harness_after(Theme::Dark, 120);
    let rect = h.get_by_role_and_label(Role::Slider, "Time").rect();
    drag(&mut h, rect.right_center() - egui::vec2(8.0, 0.0), rect.center());
    let step = h.state().sim().step_count();
    assert!((50..70).contains(&step), "the middle of 120 steps is step {step}");
    h.key_press(Key::Comma);
    h.run();
    h.key_press_modifiers(Modifiers::SHIFT, Key::Comma);
    h.run();
    let timeline = h.state().subject.timeline().unwrap();
    assert_eq!(timeline.sim().step_count(), step - 11);
    assert_eq!(Some(timeline.sim().world().state_hash()), timeline.hash_after(step - 11));
    assert_eq!(timeline.seek_range().last, 120);
    h.key_press(Key::Period);
    h.run();
    assert_eq!(h.state().sim().step_count(), step - 10);
}

#[test]
fn a_mass_changed_in_the_past_leaves_the_old_future_as_a_ghost_that_can_take_over() {
    let mut h = harness_after(Theme::Dark, 120);
    let end = h.state().sim().world().state_hash();
    let (left, id) = (60, h.state().id("ball"));
    h.state_mut().subject.seek(left);
    h.state_mut().state.select(Some(id));
    h.run();
    let rect = h.get_by_role_and_label(Role::Slider, "Friction").rect();
    drag(&mut h, rect.center(), rect.left_center() + egui::vec2(4.0, 0.0));
    assert_eq!(h.state().subject.seek_range().last, left);
    let ball = carom::sim::Command::Impulse { body: id, impulse: glam(3.0), point: glam(0.0) };
    h.state_mut().subject.scene_mut().unwrap().apply(ball).unwrap();
    for _ in 0..6 {
        h.key_press_modifiers(Modifiers::SHIFT, Key::Period);
        h.run();
    }
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run();
    assert_eq!(h.state().sim().step_count(), 120);
    assert!(h.query_by_label_contains("Parts at step 61 in ball").is_some());
    h.get_by_label("Trade places").click();
    h.run();
    assert_eq!(h.state().sim().world().state_hash(), end);
    h.get_by_label("Forget them").click();
    h.run();
    assert!(h.state().subject.timeline().unwrap().ghosts().len() == 0);
}

#[test]
fn ghosts_that_were_given_up_are_told() {
    let mut h = harness_after(Theme::Dark, 10);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    for _ in 0..6 {
        h.key_press(Key::G);
        h.run();
    }
    assert!(h.query_by_label("2 older ones given up: there is room for 4 at most.").is_some());
    h.get_by_label("Forget them").click();
    h.run();
    assert!(h.query_by_label_contains("given up").is_none());
}

#[test]
fn the_slider_says_where_the_budget_of_a_step_ended_and_nothing_where_it_never_did() {
    let told = |h: &mut egui_kittest::Harness<'static, Bench>, words: &str| {
        let rect = h.get_by_role_and_label(Role::Slider, "Time").rect();
        h.hover_at(rect.center());
        // Hints come a moment after the mouse.
        (0..60).for_each(|_| h.step());
        h.query_by_label_contains(words).is_some()
    };
    let mut calm = harness_after(Theme::Dark, 60);
    assert!(!told(&mut calm, "left impacts to the solver") && !told(&mut calm, "left to later steps"));
    // Sixty balls in one place.
    let bodies = vec!["{ shape = { sphere = { radius = 0.3 } } }"; 60].join(", ");
    let text = format!("version = 1\ngravity = [0.0, 0.0, 0.0]\nbodies = [{bodies}]\n");
    let mut timeline = Timeline::new(parse(&text, FileKind::Toml).unwrap()).unwrap();
    timeline.step();
    let left = timeline.sim().world().stats().overlaps_left;
    assert!(left > 1_000, "{left}");
    let mut bench = Bench::new(&Preferences::default(), 0);
    bench.subject = timeline.into();
    let mut h = shown(bench);
    let words =
        format!("Ticks below: 1 step in which overlaps of a crowd were left to later steps, up to {left} at once.");
    assert!(told(&mut h, &words), "{words}");
    // A hundred lively cones fly to one place.
    let cones = (0..100).map(|i| {
        let place = [i % 5, i / 5 % 5, i / 25].map(|k| f64::from(k) - 2.0);
        let shape = "{ frustum = { bottom = 0.3, top = 0.1, half_height = 0.3 } }";
        format!(
            "{{ shape = {shape}, position = {place:?}, velocity = {:?}, restitution = 1.0 }}",
            place.map(|x| -4.0 * x)
        )
    });
    let bodies = cones.collect::<Vec<_>>().join(", ");
    let text = format!("version = 1\ngravity = [0.0, 0.0, 0.0]\nbodies = [{bodies}]\n");
    let mut timeline = Timeline::new(parse(&text, FileKind::Toml).unwrap()).unwrap();
    let left: Vec<usize> = (0..60)
        .map(|_| {
            timeline.step();
            timeline.sim().world().stats().impacts_left
        })
        .collect();
    let (steps, most) = (left.iter().filter(|left| **left > 0).count(), left.iter().max().unwrap());
    assert!(steps > 0, "no step has too much to do");
    let mut bench = Bench::new(&Preferences::default(), 0);
    bench.subject = timeline.into();
    let mut h = shown(bench);
    let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
    let words = format!("{steps} in which the budget of work left impacts to the solver, up to {most} at once");
    assert!(told(&mut h, &words), "{words}");
}

fn glam(x: f32) -> carom::glam::Vec3 {
    carom::glam::Vec3::new(x, 0.5 * x, 0.0)
}

#[test]
fn conditions_are_typed_checked_added_switched_and_removed() {
    let mut h = harness_after(Theme::Dark, 4);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run();
    for (text, added) in [("speed(bal) > 1", false), ("speed(ball) > 1", true)] {
        h.get_by_label("New condition").focus();
        h.run();
        h.key_press_modifiers(Modifiers::COMMAND, Key::A);
        h.run();
        h.get_by_label("New condition").type_text(text);
        h.run();
        assert_eq!(h.query_by_label_contains("did you mean ball?").is_some(), !added, "{text}");
        h.key_press(Key::Enter);
        h.run();
        let pause = Pause { text: text.into(), on: true };
        assert_eq!(h.state().state.session.pauses.contains(&pause), added, "{text}");
    }
    assert_eq!(h.state().asked.iter().filter(|action| **action == Action::Watch).count(), 1);
    h.get_by_label("speed(ball) > 1").click();
    h.run();
    assert!(!h.state().state.session.pauses[0].on);
    h.get_by_label("Remove speed(ball) > 1").click();
    h.run();
    assert!(h.state().state.session.pauses.is_empty());
    assert_eq!(h.state().asked.iter().filter(|action| **action == Action::Watch).count(), 3);
}

#[test]
fn a_faulty_condition_keeps_the_keyboard_so_that_no_letter_of_its_correction_is_a_command() {
    let mut h = harness_after(Theme::Dark, 4);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run();
    h.get_by_label("New condition").focus();
    h.run();
    h.get_by_label("New condition").type_text("speed(bal) > ");
    h.run();
    h.key_press(Key::Enter);
    h.run();
    let (step, asked) = (h.state().sim().step_count(), h.state().asked.len());
    // As a keyboard sends it: R alone would restart the run, P pause it, a dot step it.
    for (key, letter) in [(Key::R, "r"), (Key::P, "p"), (Key::Period, "."), (Key::C, "c"), (Key::Num1, "1")] {
        h.key_press(key);
        h.event(egui::Event::Text(letter.into()));
        h.run();
    }
    assert_eq!((h.state().sim().step_count(), h.state().asked.len()), (step, asked), "{:?}", h.state().asked);
    assert!(h.get_by_label("New condition").accesskit_node().value().unwrap().ends_with("rp.c1"));
}

#[test]
fn keys_turn_time_round_loop_it_and_keep_a_ghost() {
    let mut h = harness_after(Theme::Dark, 30);
    h.key_press_modifiers(Modifiers::SHIFT, Key::Space);
    h.run();
    h.key_press(Key::L);
    h.run();
    h.key_press(Key::G);
    h.run();
    let expected = [Action::Reverse, Action::Loop, Action::KeepGhost];
    assert_eq!(h.state().asked, expected);
    assert_eq!(h.state().status.playback, PlayMode { backwards: true, looping: true });
    assert_eq!(h.state().subject.timeline().unwrap().ghosts().len(), 1);
    h.get_by_label("Play backwards").click();
    h.run();
    assert_eq!(h.state().status.playback, PlayMode { backwards: false, looping: true });
}

#[test]
fn a_future_is_called_by_what_was_changed_from_what_to_what() {
    use carom::physics::BodyEdit;
    use carom::sim::Command;
    let mut h = harness_after(Theme::Dark, 30);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    let ball = h.state().id("ball");
    let scene = |h: &mut egui_kittest::Harness<'static, Bench>, edit: BodyEdit| {
        let timeline = h.state_mut().subject.scene_mut().unwrap();
        timeline.apply(Command::Edit { body: ball, edit }).unwrap();
    };
    scene(&mut h, BodyEdit::Restitution(0.85));
    h.state_mut().subject.scene_mut().unwrap().apply(Command::EndGesture).unwrap();
    h.state_mut().subject.seek(10);
    // One drag of a slider is one change.
    let timeline = h.state_mut().subject.scene_mut().unwrap();
    let at_start = timeline.sim().world().body(ball).unwrap().desc.restitution;
    for value in [0.4, 0.2, 0.1] {
        scene(&mut h, BodyEdit::Restitution(value));
    }
    h.run_steps(4);
    let name = format!("restitution of ball {at_start} → 0.1");
    assert!(h.query_by_label(&name).is_some(), "{name}");
    assert!(h.query_by_label_contains("left at step 10").is_some());
    // What changes later does not rename it.
    scene(&mut h, BodyEdit::Friction(0.0));
    h.run_steps(4);
    assert!(h.query_by_label(&name).is_some());
    // From the other side it is the other way about.
    h.get_by_label("Trade places").click();
    h.run_steps(4);
    assert!(h.query_by_label(&format!("restitution of ball 0.1 → {at_start}")).is_some());
}

#[test]
fn names_are_completed_as_one_types_by_keys_and_by_mouse() {
    let mut h = harness_after(Theme::Dark, 20);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run();
    let field = |h: &egui_kittest::Harness<'_, Bench>| {
        h.get_by_label("New condition").accesskit_node().value().unwrap_or_default()
    };
    h.get_by_label("New condition").focus();
    h.run();
    // Letters are commands while nothing has the keyboard: here they are text.
    let step = h.state().sim().step_count();
    h.get_by_label("New condition").type_text("spee");
    h.run();
    assert!(h.query_by_label_contains("how fast the centre of a body moves").is_some());
    let fault = |h: &egui_kittest::Harness<'_, Bench>| h.query_by_label_contains("did you mean speed").is_some();
    assert!(!fault(&h), "half a name is no fault while its list is open");
    h.key_press(Key::Escape);
    h.run();
    assert!(fault(&h), "with the list closed what is missing is said");
    h.get_by_label("New condition").type_text("d");
    h.run();
    assert!(!fault(&h), "typing opens the list again");
    h.key_press(Key::Tab);
    h.run();
    assert_eq!(field(&h), "speed(");
    // In the brackets the bodies are offered, the shorter name first: one arrow goes from box to ball.
    h.get_by_label("New condition").type_text("b");
    h.run();
    h.key_press(Key::ArrowDown);
    h.run();
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(field(&h), "speed(ball)");
    h.get_by_label("New condition").type_text(" < 2 and time > 9 s and touch");
    h.run();
    // By mouse; the field keeps the keyboard.
    let offered = h.get_by_label_contains("touching(").rect().center();
    click(&mut h, offered);
    assert_eq!(field(&h), "speed(ball) < 2 and time > 9 s and touching(");
    h.get_by_label("New condition").type_text("ball, box)");
    h.run();
    // Nothing is left to complete: Enter adds the condition.
    h.key_press(Key::Enter);
    h.run();
    let text = "speed(ball) < 2 and time > 9 s and touching(ball, box)";
    assert_eq!(h.state().state.session.pauses, [Pause { text: text.into(), on: true }]);
    assert_eq!(h.state().sim().step_count(), step, "no letter was a command");
    assert!(!h.state().asked.contains(&Action::TogglePause) && !h.state().asked.contains(&Action::Restart));
}

#[test]
fn a_click_on_the_field_gives_it_the_keyboard() {
    let mut h = harness_after(Theme::Dark, 20);
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run();
    let field = h.get_by_label("New condition").rect().center();
    click(&mut h, field);
    h.run_steps(3);
    h.event(egui::Event::Text("spe".into()));
    h.run_steps(3);
    let node = h.get_by_label("New condition");
    assert_eq!(node.accesskit_node().value().unwrap_or_default(), "spe");
}
