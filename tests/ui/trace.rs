//! A trace in the window: what its engine told, what geometry says, and the way from one to the other.

use crate::bench::{Bench, click, place, settings, shown};
use carom::check::{Verdict, compare};
use carom::glam::Vec3;
use carom::headless::check_trace;
use carom::language::Language;
use carom::physics::Phase;
use carom::playback::Playback;
use carom::subject::{Loss, Subject};
use carom::trace::{TraceFault, TraceReader, TraceReplay};
use carom::ui::{Action, Beside, Checking, DrawerTab, SideTab};
use carom::view::{Arrow, Layers, Poses, ViewOptions, draw_trace, trace_id};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::fmt::Write as _;
use std::io::BufRead;
use std::sync::Arc;

type Window = Harness<'static, Bench>;

/// The step whose normal is turned by 12°.
const TURNED: u64 = 12;

/// A ball that rests on the edge of a box, held there for 20 steps; one normal of them is turned in the plane
/// of the two.
fn trace() -> String {
    let mut text = String::from(
        r#"{"trace":1,"engine":"by hand 1.0","poses":"found","impulse":"N*s","dt":0.01666667,"gravity":[0,-9.81,0]}
{"body":"floor","motion":"static","shapes":[{"plane":[0,1,0,0]}],"pose":[0,0,0,0,0,0,1]}
{"body":"box","motion":"static","shapes":[{"box":[0.5,0.5,0.5]}],"pose":[0,0.5,0,0,0,0,1]}
{"body":7,"name":"ball","mass":2,"shapes":[{"sphere":0.5}],"pose":[0.8,1.3999,0,0,0,0,1]}
{"body":"wedge","shapes":[{"hull":[[0,0,0],[0.6,0,0],[0,0.5,0],[0,0,0.7]]}],"pose":[2,0,0,0,0,0,1]}
"#,
    );
    for step in 1..=20_u64 {
        // From the edge (.5, 1) to the ball's centre (.8, 1.3999): 3 : 4 to four digits.
        let angle = 0.3999_f64.atan2(0.3) + if step == TURNED { 12_f64.to_radians() } else { 0.0 };
        let (sin, cos) = angle.sin_cos();
        let _ = writeln!(
            text,
            r#"{{"step":{step},"c":[["box",7,[{cos},{sin},0],[[0.5,1,0,-0.00008,0.3]]],["floor","wedge",[0,1,0],[[2.1,0,0.1,0],[2.5,0,0.1,0]],{{"fb":"my base"}}]]}}"#
        );
    }
    text
}

fn window() -> Window {
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&trace());
    shown(bench)
}

/// The whole trace checked, as the window's thread does it.
fn check(h: &mut Window) {
    let Subject::Trace(traced) = &h.state().subject else { panic!("a trace was opened") };
    let opener = traced.playback.opener();
    let mut open = || {
        let input: Box<dyn BufRead> = opener()?;
        TraceReplay::new(TraceReader::new(input))
    };
    let checked = check_trace(&mut open, |fault: TraceFault| fault, 100, Some(1), |_, _| true);
    let (_, report) = checked.unwrap().unwrap();
    h.state_mut().status.checking = Checking::Done(Arc::new(report));
    h.run_steps(2);
}

fn playback(h: &Window) -> &Playback {
    h.state().subject.trace().unwrap()
}

#[test]
fn the_table_has_a_row_for_each_pair_with_its_verdict_and_a_click_answers_beside_the_contact() {
    let mut h = window();
    h.state_mut().subject.seek(TURNED);
    h.run_steps(3);
    assert!(h.query_by_label("floor on wedge: agrees").is_some());
    h.get_by_label("box on ball: wrong").click();
    h.run_steps(3);
    assert_eq!(h.state().state.selection.contact, Some((trace_id(1), trace_id(2))));
    // The card: who touches whom with what, and how far off the normal is.
    let sentence = h.get_by_label_contains("the engine's normal is off by 12.0°");
    let text = sentence.accesskit_node().value().or(sentence.accesskit_node().label()).unwrap_or_default();
    assert!(text.starts_with("The edge +x+y of box on the surface of ball"), "{text}");
    assert!(h.query_by_label_contains("the normals are 12.0° apart").is_some());
    assert!(h.query_by_label("features: not given").is_some());
}

#[test]
fn a_selected_contact_stays_when_the_engine_names_its_bodies_the_other_way_round() {
    let told = trace();
    let mut lines: Vec<String> = told.lines().map(str::to_owned).collect();
    let turned_round = r#"{"step":20,"c":[[7,"box",[-0.60009601,-0.79992798,0],[[0.5,1,0,-0.00008,0.3]]]]}"#;
    *lines.last_mut().unwrap() = turned_round.into();
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&lines.join("\n"));
    let mut h = shown(bench);
    h.state_mut().subject.seek(19);
    h.run_steps(3);
    h.get_by_label("box on ball: agrees").click();
    h.run_steps(3);
    h.state_mut().subject.seek(20);
    h.run_steps(3);
    assert!(h.query_by_label("ball on box: agrees").is_some());
    assert!(h.query_by_label_contains("surface of ball on the edge +x+y of box").is_some(), "the card speaks of it");
    assert!(h.query_by_label_contains("told of no contact between the two").is_none());
}

#[test]
fn what_the_engine_remarks_is_said_beside_a_contact_that_is_off_and_nowhere_else() {
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&trace().replacen(
        "{\"step\":1,",
        "{\"note\":\"normals are rounded to twelve degrees\"}\n{\"step\":1,",
        1,
    ));
    let mut h = shown(bench);
    h.state_mut().subject.seek(TURNED);
    check(&mut h);
    h.state_mut().state.selection.contact = Some((trace_id(1), trace_id(2)));
    h.run_steps(4);
    assert!(h.query_by_label("The engine remarks: normals are rounded to twelve degrees").is_some());
    // The edge is .49992 m from the centre, the radius .5 m. Along a normal 12° off it is .49992 cos 12°
    // less the radius.
    assert!(h.query_by_label("along the engine's normal: overlap 11.0 mm").is_some(), "the overlap along 12°");
    h.state_mut().subject.seek(TURNED + 1);
    h.run_steps(4);
    assert!(
        h.query_by_label_contains("The engine remarks").is_none()
            && h.query_by_label_contains("along the engine's").is_none()
    );
}

#[test]
fn what_the_engine_calls_a_feature_is_said_and_what_it_did_not_give_is_said_to_be_missing() {
    let mut h = window();
    h.run_steps(2);
    assert!(h.query_by_label("my base").is_some(), "the engine's own word stands in the table");
    h.state_mut().state.select(Some(trace_id(3)));
    h.run_steps(2);
    assert!(h.query_by_label("convex hull").is_some());
    assert!(h.query_by_label("This engine gives no velocities.").is_some());
    assert!(h.query_all_by_label("not given").count() >= 3, "velocity, spin, mass");
}

#[test]
fn the_page_check_leads_to_the_worst_contact() {
    let mut h = window();
    h.state_mut().state.open_drawer(DrawerTab::Check);
    h.run_steps(2);
    h.get_by_label("Check all contacts").click();
    h.run_steps(1);
    assert!(matches!(h.state().asked.last(), Some(Action::CheckTrace)));
    check(&mut h);
    assert!(h.query_by_label("39 of 40 contacts are what geometry says (97.5 %).").is_some());
    h.get_by_label("Go to the worst").click();
    h.run_steps(4);
    assert_eq!(playback(&h).frame().number, TURNED);
    assert_eq!(h.state().state.selection.contact, Some((trace_id(1), trace_id(2))));
    let place = Vec3::new(0.5, 1.0, 0.0);
    assert!(h.state().state.camera.target.distance(place) < 1e-3, "the camera looks there");
}

#[test]
fn the_page_history_has_a_row_for_each_pair_and_a_click_goes_to_its_step() {
    let mut h = window();
    h.state_mut().state.open_drawer(DrawerTab::History);
    check(&mut h);
    h.run_steps(2);
    assert!(h.query_by_label("2 pairs touched").is_some());
    // One touch of twenty steps, of which one is wrong: three stretches.
    let Checking::Done(report) = &h.state().status.checking else { panic!("it was checked") };
    let spans: Vec<_> = report.touches[1].spans.iter().map(|span| (span.first, span.last, span.verdict)).collect();
    assert_eq!(spans, [(1, 11, Verdict::Agrees), (12, 12, Verdict::Wrong), (13, 20, Verdict::Agrees)]);
    assert_eq!(report.touches[1].spans[1].impulse, Some(0.3));
    let row = h.get_by_label("box – ball: 1 touch").rect();
    // Names take 190 points; the row's fifth step of twenty.
    let steps = egui::Rect::from_min_max(egui::pos2(row.left() + 192.0, row.top()), row.max - egui::vec2(2.0, 0.0));
    click(&mut h, egui::pos2(steps.left() + 4.5 / 20.0 * steps.width(), steps.center().y));
    assert_eq!(playback(&h).frame().number, 5);
    assert_eq!(h.state().state.selection.contact, Some((trace_id(1), trace_id(2))));
}

#[test]
fn time_is_that_of_the_trace_and_its_steps_have_the_engines_numbers() {
    let mut h = window();
    h.run_steps(2);
    let range = h.state().subject.seek_range();
    assert_eq!((range.first, range.now, range.last), (1, 1, 20));
    h.key_press(egui::Key::Period);
    h.run_steps(2);
    assert_eq!(playback(&h).frame().number, 2);
    h.key_press(egui::Key::Comma);
    h.run_steps(2);
    assert_eq!(playback(&h).frame().number, 1);
    h.state_mut().subject.seek(20);
    h.state_mut().subject.step();
    assert_eq!(playback(&h).frame().number, 20, "behind the last there is none");
}

#[test]
fn layers_that_need_a_world_that_runs_are_greyed() {
    let mut h = window();
    h.state_mut().state.preferences.side_tab = SideTab::Layers;
    h.run_steps(2);
    let disabled =
        |h: &Window, name: &str| h.get_by_role_and_label(Role::CheckBox, name).accesskit_node().is_disabled();
    assert!(disabled(&h, "Islands") && disabled(&h, "Sleep"));
    assert!(!disabled(&h, "Normals") && !disabled(&h, "Velocities"));
    // Of the poses of a step a trace has two, and what signs and arrows mean is what they mean in a trace.
    assert!(h.query_by_label("Found").is_some() && h.query_by_label("Final").is_some());
    assert!(h.query_by_label("Free").is_none() && h.query_by_label("All").is_none());
    assert!(h.query_by_label_contains("An arrow is the engine's normal").is_some());
    for poses in [Phase::Found, Phase::Final, Phase::Found] {
        h.key_press(Key::B);
        h.run_steps(2);
        assert_eq!(h.state().state.session.poses, Poses::Of(poses));
    }
}

#[test]
fn arrows_of_a_trace_go_both_ways_where_that_is_asked_for() {
    let h = window();
    let arrows = |both_arrows: bool| {
        let options = ViewOptions {
            both_arrows,
            layers: Layers::from_names("normals,impulses").unwrap(),
            ..ViewOptions::default()
        };
        draw_trace(playback(&h), &options, &h.state().state.camera).arrows
    };
    let (one, both) = (arrows(false), arrows(true));
    let opposite =
        |arrow: &Arrow| both.iter().any(|other| other.tail == arrow.tail && other.direction == -arrow.direction);
    assert!(!one.is_empty() && both.len() == 2 * one.len() && one.iter().all(opposite));
}

#[test]
fn clicks_in_the_picture_select_bodies_and_contacts_of_a_trace() {
    let mut h = window();
    h.state_mut().state.preferences.drawer_open = false;
    h.run_steps(3);
    // On the slanted face of the hull, between the arrows of its contacts.
    let hull = place(&h, Vec3::new(2.3, 0.15, 0.1));
    click(&mut h, hull);
    assert_eq!(h.state().state.selection.body, Some(trace_id(3)));
    let contact = place(&h, Vec3::new(0.5, 1.0, 0.0));
    click(&mut h, contact);
    assert_eq!(h.state().state.selection.contact, Some((trace_id(1), trace_id(2))));
    // Beside all of it nothing is selected.
    click(&mut h, egui::pos2(40.0, 80.0));
    assert_eq!(h.state().state.selection, Default::default());
}

/// The page Check and the card of the worst contact.
fn looks(language: Language, name: &str) {
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&trace());
    bench.state.preferences.language = Some(language);
    bench.state.open_drawer(DrawerTab::Check);
    bench.subject.seek(TURNED);
    let mut h = shown(bench);
    check(&mut h);
    h.state_mut().state.selection.contact = Some((trace_id(1), trace_id(2)));
    h.run_steps(4);
    h.snapshot(name);
}

#[test]
fn the_page_check_and_the_card_look_as_they_should() {
    looks(Language::English, "trace");
}

#[test]
fn the_page_check_and_the_card_look_as_they_should_in_chinese() {
    looks(Language::Chinese, "trace_zh");
}

#[test]
fn another_run_lies_over_a_trace_and_the_page_time_says_where_they_part() {
    let mut h = window();
    h.state_mut().state.preferences.side_tab = SideTab::Time;
    h.run_steps(2);
    assert!(h.query_by_label_contains("Lays another run of the same bodies over this one").is_some());
    h.get_by_label("Run it here").click();
    h.run_steps(1);
    assert!(matches!(h.state().asked.last(), Some(Action::RunHere { from_now: false })));
    h.get_by_label("Another trace…").click();
    h.run_steps(1);
    assert!(matches!(h.state().asked.last(), Some(Action::BrowseBeside)));

    // Another trace, in which the ball stands 20 cm higher from step 15 on: in the line of step 15 are the
    // poses after 14.
    let other = trace().replace(r#"{"step":15,"#, r#"{"step":15,"b":[[7,0.8,1.5999,0,0,0,0,1]],"#);
    let other = other.replace("by hand 1.0", "the other");
    let lines =
        |text: &str| TraceReplay::new(TraceReader::new(std::io::Cursor::new(text.as_bytes().to_vec()))).unwrap();
    let diff = compare((lines(&trace()), ""), (lines(&other), ""), 1e-4, |_| true).unwrap().unwrap();
    assert_eq!(diff.first.as_ref().map(|first| first.step), Some(14));
    let Subject::Trace(traced) = &mut h.state_mut().subject else { panic!("a trace was opened") };
    traced.lay_over(Playback::of_bytes(other.into_bytes(), "the other").unwrap());
    h.state_mut().status.beside = Beside::Done(Arc::new(diff), vec![Loss::Bodies(2)]);
    h.run_steps(3);
    let label = h.get_by_label_contains("They part at step 14: ball is ");
    let text = label.accesskit_node().value().or(label.accesskit_node().label()).unwrap_or_default();
    assert_eq!(text, "They part at step 14: ball is 200 mm away there, turned by 0.00°.");
    assert!(h.query_by_label_contains("2 bodies left out").is_some());
    h.get_by_label("Go there").click();
    h.run_steps(4);
    assert_eq!(playback(&h).frame().number, 15, "where the poses after step 14 stand");
    assert_eq!(h.state().state.selection.body, Some(trace_id(2)));
    let list = h.state().subject.draw(&ViewOptions::default(), &h.state().state.camera);
    assert!(list.notes.iter().any(|note| note == "translucent: the other"), "{:?}", list.notes);
    h.snapshot("trace_over");
    h.get_by_label("Take it away").click();
    h.run_steps(1);
    assert!(matches!(h.state().asked.last(), Some(Action::TakeAway)));
}
