//! The card beside a contact: which feature, whose normal, why, and what if it were bouncier.

use crate::bench::{Bench, click, drag, harness_after, place, shown};
use carom::ui::{DrawerTab, Preferences};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Key, Rect};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};

/// A ball that has just hit the upper edge of a box, which is turned about z, and one that rests.
const EDGE: &str = r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[camera]
target = [0.0, 0.0, 0.0]
yaw_deg = 0.0
pitch_deg = 10.0
distance = 9.0
[[bodies]]
name = "box"
shape = { box = { half = [1.0, 1.0, 1.0] } }
motion = "static"
restitution = 1.0
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
mass = 2.0
restitution = 0.5
position = [1.4, 1.4, 0.0]
velocity = [-3.0, -4.0, 0.0]
"#;

fn after_the_impact(theme: Theme) -> Harness<'static, Bench> {
    let mut bench = Bench::of(EDGE, &Preferences { theme, ..Preferences::default() }, 0);
    let touching = |bench: &Bench| !bench.sim().contacts().is_empty();
    while !touching(&bench) || bench.sim().contacts()[0].impact_speed == 0.0 {
        bench.subject.step();
        assert!(bench.sim().step_count() < 60, "they never met");
    }
    shown(bench)
}

/// Where the contact is seen.
fn contact_at(h: &Harness<'static, Bench>) -> egui::Pos2 {
    place(h, h.state().sim().contacts()[0].points()[0].position)
}

#[test]
fn one_click_tells_which_feature_whose_normal_and_why_and_a_drag_what_if_it_were_bouncier() {
    let mut h = after_the_impact(Theme::Dark);
    let at = contact_at(&h);
    click(&mut h, at);
    h.run_steps(4);
    // From the front, x to the right: the box's edge is up and to the right of its centre. 2 kg at 5 m/s, e =
    // .5: 15 N·s.
    let sentence = "The edge +x+y of box pushed ball up and to the right with";
    let said: Vec<_> =
        h.query_all_by_label_contains("pushed").filter_map(|node| node.accesskit_node().value()).collect();
    assert!(said.iter().any(|text| text.contains(sentence)), "{said:?}");
    assert!(h.query_by_label_contains("its centre lies over that edge").is_some());
    assert!(h.query_by_label_contains("It is the normal of box.").is_some());
    let expected = {
        let (contact, mass) = (&h.state().sim().contacts()[0], 2.0);
        1.5 * mass * contact.impact_speed
    };
    let given = h.state().sim().contacts()[0].normal_impulse();
    assert!((given - expected).abs() < 0.01 * expected, "{given} {expected}");
    // The step that was, with another restitution: Newton's (1 + e) over (1 + e').
    let hash = h.state().sim().world().state_hash();
    assert!(h.state().compared.alternative.is_none());
    h.get_by_role_and_label(Role::Slider, "Restitution").scroll_to_me();
    h.run_steps(8);
    let slider = h.get_by_role_and_label(Role::Slider, "Restitution").rect();
    drag(&mut h, slider.center(), slider.right_center() + egui::vec2(20.0, 0.0));
    h.run_steps(4);
    let seen = h.state().compared.alternative.clone().expect("nothing of it is in the picture");
    let (plain, edited) = (&seen.outcomes.plain, &seen.outcomes.edited);
    assert!((plain.impulse - given).abs() < 1e-4 * given, "{plain:?}");
    assert!((edited.impulse / plain.impulse - 2.0 / 1.5).abs() < 0.01, "{edited:?}");
    assert!(h.query_by_label_contains("This step, from the state before it").is_some());
    assert_eq!(h.state().sim().world().state_hash(), hash, "asking changed the run");
    // Escape ends it all.
    h.key_press(Key::Escape);
    h.run();
    assert!(h.state().state.selection.contact.is_none() && h.query_by_label_contains(sentence).is_none());
}

#[test]
fn values_that_were_tried_are_put_in_force_as_one_change_and_a_right_click_brings_those_of_the_scene() {
    let mut h = after_the_impact(Theme::Light);
    let at = contact_at(&h);
    click(&mut h, at);
    h.run_steps(6);
    for name in ["Restitution", "Friction"] {
        h.get_by_role_and_label(Role::Slider, name).scroll_to_me();
        h.run_steps(8);
        let slider = h.get_by_role_and_label(Role::Slider, name).rect();
        drag(&mut h, slider.center(), slider.right_center() + egui::vec2(20.0, 0.0));
        h.run_steps(4);
    }
    let values = |h: &Harness<'static, Bench>| {
        let body = h.state().body("ball");
        (body.desc.restitution, body.desc.friction, body.mass)
    };
    let before = values(&h);
    h.get_by_label("Apply").scroll_to_me();
    h.run_steps(8);
    h.get_by_label("Apply").click();
    h.run_steps(4);
    let after = values(&h);
    assert!(after.0 == 1.0 && after.1 > before.1 && after.2 == 2.0, "{after:?}");
    h.key_press_modifiers(egui::Modifiers::COMMAND, Key::Z);
    h.run_steps(4);
    assert_eq!(values(&h), before, "one change, one undo");
    // What the scene gives the ball, not a kilogram.
    h.get_by_role_and_label(Role::Slider, "Mass").scroll_to_me();
    h.run_steps(8);
    let mass = h.get_by_role_and_label(Role::Slider, "Mass").rect();
    drag(&mut h, mass.center(), mass.right_center());
    h.run_steps(4);
    assert!(h.state().compared.alternative.is_some(), "another mass is tried");
    h.get_by_label("Mass value").click_secondary();
    h.run_steps(4);
    assert_eq!(h.get_by_label("Mass value").accesskit_node().numeric_value(), Some(2.0));
}

#[test]
fn the_card_lies_in_the_picture_beside_its_contact_and_is_moved_folded_and_pinned() {
    let mut h = after_the_impact(Theme::Light);
    let at = contact_at(&h);
    click(&mut h, at);
    h.run_steps(6);
    let fold = h.get_by_label("Fold the card").rect();
    let origin = h.state().state.session.picture_at;
    let picture = Rect::from_min_size(
        egui::pos2(origin[0][0] as f32, origin[0][1] as f32),
        egui::vec2(origin[1][0] as f32, origin[1][1] as f32),
    );
    assert!(picture.contains_rect(fold));
    let title = h.get_by_label("Contact").rect();
    assert!(!title.expand(20.0).contains(at), "it covers what it is about");
    // Words of the picture keep out of it; once it is closed there is nothing to keep out of.
    let covered = |h: &Harness<'static, Bench>| {
        let [min, max] = h.state().view.covered.map(|rect| [rect.min, rect.max].map(|at| egui::vec2(at.x, at.y)))?;
        Some(Rect::from_min_max(picture.min + min, picture.min + max))
    };
    let card = covered(&h).unwrap();
    assert!(card.contains_rect(fold) && card.contains_rect(title) && picture.contains_rect(card), "{card}");
    drag(&mut h, title.center(), title.center() + egui::vec2(-90.0, 40.0));
    let moved = h.get_by_label("Contact").rect();
    assert!(
        (moved.min - title.min - egui::vec2(-90.0, 40.0)).length() < 4.0 || picture.bottom() - moved.bottom() > 200.0,
        "{title} → {moved}"
    );
    h.get_by_label("Fold the card").click();
    h.run_steps(3);
    assert!(h.query_by_label_contains("How this impulse").is_none());
    assert!(h.query_by_label_contains("its centre lies over that edge").is_some(), "the sentence stays");
    h.get_by_label("Unfold the card").click();
    h.run_steps(3);
    h.get_by_label_contains("All of it").scroll_to_me();
    h.run_steps(10);
    h.get_by_label_contains("All of it").click();
    h.run_steps(3);
    assert_eq!(h.state().state.preferences.drawer_tab, DrawerTab::Why);
    // The page says it all; there is one sentence, not two.
    assert_eq!(h.query_all_by_label_contains("its centre lies over that edge").count(), 1);
    assert_eq!(covered(&h), None);
}

#[test]
fn the_card_of_another_contact_begins_with_its_sentence() {
    let mut h = harness_after(Theme::Light, 30);
    let pairs: Vec<_> = h.state().sim().contacts().iter().map(|contact| (contact.a, contact.b)).collect();
    let is_seen = |h: &Harness<'static, Bench>, pushed: &str| {
        let sentence = h.get_by_label_contains(&format!("pushed {pushed} up")).rect();
        sentence.top() > h.get_by_label("Fold the card").rect().bottom()
    };
    for (pair, pushed) in [(pairs[0], "box"), (pairs[1], "ball")] {
        h.state_mut().state.selection.contact = Some(pair);
        h.run_steps(3);
        assert!(is_seen(&h, pushed), "{pushed}");
        // Read to its end: the sentence is scrolled away, and stays so.
        h.get_by_label_contains("All of it").scroll_to_me();
        h.run_steps(20);
        assert!(!is_seen(&h, pushed), "{pushed}: the card is not longer than the window");
    }
}

#[test]
fn the_card_looks_as_it_should() {
    let mut results = SnapshotResults::new();
    for (theme, suffix) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut h = after_the_impact(theme);
        let at = contact_at(&h);
        click(&mut h, at);
        h.hover_at(egui::pos2(20.0, 400.0));
        h.run_steps(30);
        let options = SnapshotOptions::new().threshold(1.2).max_failed_pixels(40);
        results.add(h.try_snapshot_options(format!("card_{suffix}"), &options));
    }
    results.unwrap();
}
