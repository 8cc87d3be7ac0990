//! Energy and momentum over time, and values tried on the next step before they are in force.

use crate::bench::{Bench, click, drag, harness_after, harness_of, settings, shown};
use carom::glam::Vec3;
use carom::physics::BodyEdit;
use carom::sim::Command;
use carom::ui::{Action, DrawerTab, RunFile};
use carom::view::Theme;
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

/// A ball that falls for two thirds of a second: nothing on the plots depends on the solver.
const FALLING: &str = r#"
version = 1
name = "Falling"
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 2.0
position = [0.0, 3.0, 0.0]
velocity = [1.0, 0.0, 0.5]
"#;

#[test]
fn a_click_on_a_plot_goes_to_that_moment() {
    let mut h = harness_after(Theme::Dark, 120);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    let plot = h.get_by_label_contains("Energy over time, now kinetic").rect();
    let third = egui::pos2(plot.left() + plot.width() / 3.0, plot.center().y);
    h.hover_at(third);
    h.run();
    h.drag_at(third);
    h.drop_at(third);
    h.run();
    let step = h.state().sim().step_count();
    assert!((10..80).contains(&step), "a third of 120 steps is step {step}");
}

#[test]
fn the_plots_are_saved_as_numbers_and_as_a_picture() {
    let mut h = harness_after(Theme::Dark, 30);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    h.get_by_label("CSV…").click();
    h.run();
    h.get_by_label("PNG…").click();
    h.run();
    assert_eq!(h.state().asked, [Action::SaveRun(RunFile::Totals), Action::SaveRun(RunFile::Plots)]);
}

#[test]
fn the_buttons_of_the_plots_keep_their_size_beside_them_however_narrow_the_page_is() {
    let mut sizes = vec![];
    for width in [1280.0, 900.0, 640.0] {
        let mut h = harness_after(Theme::Dark, 30);
        h.set_size(egui::vec2(width, 600.0));
        h.state_mut().state.open_drawer(DrawerTab::Plots);
        h.run_steps(8);
        let [energy, momentum, csv, png] =
            ["Energy over time", "Momentum over time", "CSV…", "PNG…"].map(|name| h.get_by_label_contains(name).rect());
        assert!(energy.right() <= momentum.left() + 0.5, "{width}: {energy} {momentum}");
        for button in [csv, png] {
            assert!(momentum.right() <= button.left() + 0.5, "{width}: {momentum} lies over {button}");
            assert!(button.right() <= width, "{width}: {button} is cut");
        }
        sizes.push([csv.size(), png.size()]);
    }
    assert!(sizes.windows(2).all(|pair| pair[0] == pair[1]), "{sizes:?}");
}

#[test]
fn a_value_that_is_tried_changes_nothing_until_it_is_applied() {
    let mut h = harness_after(Theme::Dark, 20);
    let pair = (h.state().id("ground"), h.state().id("ball"));
    h.state_mut().state.preferences.side_open = false;
    h.state_mut().state.selection.contact = Some(pair);
    h.state_mut().state.open_drawer(DrawerTab::Why);
    h.run();
    let (mass, hash) = (h.state().body("ball").mass, h.state().sim().world().state_hash());
    h.get_by_label("What if").scroll_to_me();
    h.run_steps(10);
    let slider = h.get_by_role_and_label(egui::accesskit::Role::Slider, "Mass").rect();
    drag(&mut h, slider.center(), slider.right_center() - egui::vec2(6.0, 0.0));
    assert_eq!((h.state().body("ball").mass, h.state().sim().world().state_hash()), (mass, hash));
    h.get_by_label("Apply").click();
    h.run();
    assert!(h.state().body("ball").mass > 2.0 * mass, "{} kg", h.state().body("ball").mass);
}

#[test]
fn the_plots_look_as_they_should() {
    let mut results = SnapshotResults::new();
    let mut h = harness_of(FALLING);
    (0..36).for_each(|_| h.state_mut().subject.step());
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    for (theme, name) in [(Theme::Dark, "plots_dark"), (Theme::Light, "plots_light")] {
        h.state_mut().state.preferences.theme = theme;
        h.run_steps(12);
        results.add(h.try_snapshot_options(name, &SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)));
    }
    results.unwrap();
}

/// Types into the field for another curve, as a user does.
fn type_curve(h: &mut Harness<'static, Bench>, text: &str) {
    let field = h.get_by_label("New curve").rect();
    click(h, field.center());
    h.event(egui::Event::Text(text.into()));
    h.run();
    h.key_press(egui::Key::Enter);
    h.run();
}

#[test]
fn a_number_that_is_typed_is_drawn_over_all_that_was_and_a_click_goes_there() {
    let mut h = harness_after(Theme::Dark, 120);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    type_curve(&mut h, "height(ball) - height(box)");
    let curves = h.state().status.curves.clone().unwrap();
    assert_eq!((curves.run.steps().len(), curves.is_complete), (120, true));
    let last = *curves.run.values(0).last().unwrap();
    assert!(
        (last - f64::from(h.state().body("ball").desc.position.y - h.state().body("box").desc.position.y)).abs() < 1e-6
    );
    // Lengths have an axis of their own; energy has a third curve more when one in joules is asked for.
    type_curve(&mut h, "kinetic");
    let energy = h.get_by_label_contains("Energy over time, now kinetic");
    assert!(energy.rect().height() > 60.0);
    let chart = h.get_by_label_contains("Length over time, now height(ball) - height(box)");
    chart.scroll_to_me();
    h.run();
    let rect = h.get_by_label_contains("Length over time, now").rect();
    click(&mut h, rect.center());
    let step = h.state().sim().step_count();
    assert!((40..90).contains(&step), "the middle of 120 steps is step {step}");
    // It is taken off the list again, and energy and momentum can be left out.
    h.get_by_label("Energy and momentum").click();
    h.run();
    assert!(h.query_by_label_contains("Momentum over time").is_none());
    for text in ["height(ball) - height(box)", "kinetic"] {
        h.get_by_label(&format!("Remove {text}")).click();
        h.run();
    }
    assert!(h.state().status.curves.is_none());
    assert!(h.query_by_label_contains("Length over time").is_none());
}

#[test]
fn a_fault_in_what_is_typed_is_said_and_the_field_keeps_the_keyboard() {
    let mut h = harness_after(Theme::Dark, 10);
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    type_curve(&mut h, "speed(boll)");
    assert!(h.query_by_label_contains("did you mean ball?").is_some());
    assert!(h.state().status.curves.is_none());
    h.event(egui::Event::Text("r".into()));
    h.run();
    assert_eq!(h.state().sim().step_count(), 10, "no letter is a command while one types");
}

#[test]
fn a_right_click_on_a_number_of_a_body_or_a_contact_draws_it() {
    let mut h = harness_after(Theme::Dark, 30);
    h.set_size(egui::vec2(1280.0, 1000.0));
    let ball = h.state().id("ball");
    h.state_mut().state.select(Some(ball));
    h.state_mut().state.preferences.drawer_open = false;
    h.run();
    let row = h.get_by_label("Spin").rect();
    let number = egui::pos2(row.left() + 110.0, row.center().y);
    right_click(&mut h, number);
    h.get_by_label("Plot Spin").click();
    h.run();
    assert!(h.query_by_label_contains("Spin over time, now spin(ball)").is_some());
    // Of a contact the card offers impulse and overlap.
    h.state_mut().state.preferences.drawer_open = false;
    h.state_mut().state.selection.contact = Some((h.state().id("ground"), ball));
    h.run();
    let part = h.get_by_label("How this impulse").rect();
    right_click(&mut h, part.center() + egui::vec2(20.0, 30.0));
    h.get_by_label("Plot Impulse").click();
    h.run();
    let asked = h.state().asked.iter().rev().find_map(|action| match action {
        Action::FollowCurves(list) => Some(list.clone()),
        _ => None,
    });
    assert_eq!(asked.unwrap(), ["spin(ball)", "impulse(ground, ball)"]);
    let impulses = h.state().status.curves.as_ref().unwrap().run.values(1).to_vec();
    assert!(impulses.last().is_some_and(|impulse| *impulse > 0.0), "{impulses:?}");
}

fn right_click(h: &mut Harness<'static, Bench>, at: egui::Pos2) {
    h.hover_at(at);
    h.run();
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, egui::Modifiers::NONE);
        h.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    h.run();
}

#[test]
fn the_future_that_was_left_has_its_curve_beside_the_run() {
    let mut h = harness_of(FALLING);
    (0..36).for_each(|_| h.state_mut().subject.step());
    h.state_mut().state.open_drawer(DrawerTab::Plots);
    h.run();
    type_curve(&mut h, "speed(ball)");
    h.state_mut().subject.seek(20);
    let body = h.state().id("ball");
    let slow = Command::Edit { body, edit: BodyEdit::Velocity(Vec3::ZERO) };
    h.state_mut().subject.scene_mut().unwrap().apply(slow).unwrap();
    (0..20).for_each(|_| h.state_mut().subject.step());
    h.run();
    let curves = h.state().status.curves.clone().unwrap();
    let (_, future) = curves.future.clone().unwrap();
    assert_eq!(future.steps().first(), Some(&21));
    let now = |series: &carom::subject::Series| *series.values(0).last().unwrap();
    assert!(now(&future) > now(&curves.run) + 2.0, "{} {}", now(&future), now(&curves.run));
    assert!(h.query_all_by_label_contains("without velocity of ball").count() >= 2, "its name stands at the charts");
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Dark, "plots_future_dark"), (Theme::Light, "plots_future_light")] {
        h.state_mut().state.preferences.theme = theme;
        h.run_steps(12);
        results.add(h.try_snapshot_options(name, &SnapshotOptions::new().threshold(1.2).max_failed_pixels(40)));
    }
    results.unwrap();
}

#[test]
fn what_a_laboratory_measures_is_drawn_and_pauses_it() {
    let mut h = harness_after(Theme::Dark, 0);
    // What was open over a scene does not cover the picture of a laboratory: its page is opened by name.
    h.state_mut().state.open_drawer(DrawerTab::Contacts);
    h.state_mut().open_lab(carom::lab::find("pursuit").unwrap());
    (0..30).for_each(|_| h.state_mut().subject.step());
    h.run();
    assert!(h.query_by_label("New curve").is_none());
    h.get_by_label("Plots").click();
    h.run();
    assert!(h.query_by_label_contains("Choose above what is to be drawn").is_some());
    // Chosen from the list of all that is measured.
    let field = h.get_by_label("New curve").rect();
    let menus: Vec<_> = h.query_all_by_label("Measured").map(|node| node.rect()).collect();
    let menu = *menus.iter().find(|rect| (rect.center().y - field.center().y).abs() < 10.0).unwrap();
    click(&mut h, menu.center());
    h.run();
    let items: Vec<_> = h.query_all_by_label("distance").map(|node| node.rect()).collect();
    let item = *items.iter().min_by(|a, b| a.left().total_cmp(&b.left())).unwrap();
    click(&mut h, item.center());
    h.run();
    let chart = h.get_by_label_contains("Length over time, now distance").rect();
    assert_eq!(h.state().status.curves.as_ref().unwrap().run.steps().len(), 30);
    click(&mut h, chart.center());
    assert!((8..23).contains(&h.state().subject.step_count()), "{}", h.state().subject.step_count());
    // Typed: names are those of carom run lab:pursuit --pause-when.
    type_curve(&mut h, "closing_speed");
    assert!(h.query_by_label_contains("Speed over time, now closing_speed").is_some());
    type_curve(&mut h, "energy");
    assert!(h.query_by_label_contains("there is no quantity \"energy\"").is_some());
    // The same numbers pause it.
    h.get_by_label("New condition").scroll_to_me();
    h.run_steps(10);
    let field = h.get_by_label("New condition").rect();
    click(&mut h, field.center());
    h.event(egui::Event::Text("distance < 2 m".into()));
    h.run();
    h.key_press(egui::Key::Enter);
    h.run();
    assert_eq!(h.state().state.session.pauses.iter().map(|pause| &*pause.text).collect::<Vec<_>>(), ["distance < 2 m"]);
    assert_eq!(h.state().asked.last(), Some(&Action::Watch));
}

#[test]
fn of_a_trace_what_was_told_is_drawn_and_what_was_not_is_said() {
    let mut text = String::from("{\"trace\":1,\"engine\":\"by hand\"}\n");
    text += "{\"body\":1,\"name\":\"ball\",\"shapes\":[{\"sphere\":0.5}],\"pose\":[0,1,0,0,0,0,1]}\n";
    (1..40).for_each(|step| text += &format!("{{\"step\":{step},\"b\":[[1,0,{}.5,0,0,0,0,1]]}}\n", step % 7));
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&text);
    let mut h = shown(bench);
    h.get_by_label("Plots").click();
    h.run();
    assert!(h.query_by_label_contains("Type above what is to be drawn: kinetic, potential, energy").is_some());
    type_curve(&mut h, "height(ball)");
    let rect = h.get_by_label_contains("Length over time, now height(ball)").rect();
    click(&mut h, rect.center());
    assert!((10..30).contains(&h.state().subject.step_count()), "{}", h.state().subject.step_count());
    type_curve(&mut h, "speed(ball)");
    assert!(h.query_by_label_contains("this engine gives no velocities").is_some());
}

#[test]
fn the_energy_of_a_trace_is_drawn_where_masses_and_velocities_are_told() {
    let mut text = String::from("{\"trace\":1,\"dt\":0.1,\"gravity\":[0,-10,0]}\n");
    text += "{\"body\":1,\"name\":\"ball\",\"mass\":2,\"shapes\":[{\"sphere\":0.5}],\"pose\":[0,1,0,0,0,0,1]}\n";
    (1..40).for_each(|step| text += &format!("{{\"step\":{step},\"b\":[[1,0,5,0,0,0,0,1,3,0,0,0,2,0]]}}\n"));
    let mut bench = Bench::new(&settings(), 0);
    bench.open_trace(&text);
    let mut h = shown(bench);
    h.get_by_label("Plots").click();
    h.run();
    // 2 kg at 3 m/s, turning at 2 rad/s with 2/5 m r²: 9 J and .4 J; 5 m high 100 J.
    for (typed, said) in
        [("kinetic", "now kinetic 9.40 J"), ("potential", "potential 100 J"), ("energy", "energy 109 J")]
    {
        type_curve(&mut h, typed);
        assert!(h.query_by_label_contains(said).is_some(), "{typed}");
    }
}
