//! The whole window worked by the keyboard alone, and told to a screen reader.

use crate::bench::{Bench, harness, harness_of};
use crate::contacts::many;
use carom::physics::Contact;
use carom::ui::{Action, Column, LinkDraft};
use carom::view::Theme;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable, by};

/// Balls in a row that reach the deeper into the ground the nearer to the middle of the row they lie.
fn sunk() -> String {
    let ground = "[[bodies]]\nname = \"ground\"\nshape = { quad = { half = [20.0, 20.0] } }\nmotion = \"static\"\n";
    let ball = |i: i32| {
        let (x, y) = (f64::from(i) * 0.5 - 3.0, 0.2 - 0.002 * f64::from(7 - (i - 6).abs()));
        format!(
            "[[bodies]]\nname = \"ball {i}\"\nshape = {{ sphere = {{ radius = 0.2 }} }}\nposition = [{x}, {y}, 0.0]\n"
        )
    };
    format!("version = 1\n{ground}{}", (0..13).map(ball).collect::<String>())
}

/// The control that has the keyboard: its name and place.
fn focused(h: &Harness<'static, Bench>) -> Option<(String, Rect)> {
    let node = h.query_all(by().predicate(|node| node.is_focused() && node.role() != Role::Window)).next()?;
    Some((node.accesskit_node().label().unwrap_or_default(), node.rect()))
}

/// Presses Tab until the control whose name contains these words has the keyboard.
fn tab_to(h: &mut Harness<'static, Bench>, words: &str) {
    for _ in 0..80 {
        if focused(h).is_some_and(|(name, _)| name.contains(words)) {
            return;
        }
        h.key_press(Key::Tab);
        h.run();
    }
    panic!("Tab never comes to {words}, but to {:?}", focused(h));
}

fn deepest(h: &Harness<'static, Bench>) -> Contact {
    *h.state().sim().contacts().iter().min_by(|a, b| a.separation().total_cmp(&b.separation())).unwrap()
}

/// What Ctrl+C puts on the clipboard.
fn copied(h: &mut Harness<'static, Bench>) -> String {
    h.event(egui::Event::Copy);
    h.run();
    match h.state().asked.last() {
        Some(Action::Copy(text)) => text.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_deepest_contact_is_found_in_the_table_and_copied_without_a_mouse() {
    let mut h = harness_of(&sunk());
    let deepest = deepest(&h);
    assert_eq!(h.state().sim().name(deepest.b), "ball 6");
    h.key_press(Key::F6);
    h.run();
    tab_to(&mut h, "Sort by overlap");
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().state.session.contact_order, (Column::Depth, true));
    tab_to(&mut h, "front on ball");
    assert!(focused(&h).unwrap().0.contains("front on ball 6"), "the first row is the deepest: {:?}", focused(&h));
    h.key_press(Key::Enter);
    h.run();
    assert_eq!(h.state().state.selection.contact, Some((deepest.a, deepest.b)));
    let text = copied(&mut h);
    assert!(text.starts_with("ground front on ball 6 surface, normal 0.00 1.00 0.00, overlap "), "{text}");
}

#[test]
fn once_sorted_by_depth_n_comes_to_the_deepest_contact_first_and_shift_n_to_the_shallowest() {
    let mut h = harness_of(&sunk());
    let deepest = deepest(&h);
    h.key_press(Key::F6);
    h.run();
    tab_to(&mut h, "Sort by overlap");
    h.key_press(Key::Enter);
    h.key_press(Key::Escape);
    h.run();
    assert_eq!(focused(&h), None, "Escape gives the keyboard back to the picture");
    h.key_press(Key::N);
    h.run();
    assert_eq!(h.state().state.selection.contact, Some((deepest.a, deepest.b)));
    assert!(copied(&mut h).contains("front on ball 6 "));
    h.key_press_modifiers(Modifiers::SHIFT, Key::N);
    h.run();
    let (_, last) = h.state().state.selection.contact.unwrap();
    let shallowest =
        h.state().sim().contacts().iter().max_by(|a, b| a.separation().total_cmp(&b.separation())).unwrap();
    assert_eq!(h.state().sim().name(last), h.state().sim().name(shallowest.b));
}

#[test]
fn every_contact_is_a_row_for_the_screen_reader_in_the_order_of_the_table() {
    let h = harness_of(&many());
    let contacts = h.state().sim().contacts();
    assert_eq!(contacts.len(), 20);
    let rows: Vec<_> = h.query_all(by().role(Role::Button).label_contains(" front on ball ")).collect();
    assert_eq!(rows.len(), contacts.len());
    for contact in contacts {
        let name = format!("front on {} surface, normal", h.state().sim().name(contact.b));
        assert_eq!(h.query_all_by_label_contains(&name).count(), 1, "{name}");
    }
    let heights: Vec<f32> = rows.iter().map(|row| row.rect().top()).collect();
    assert!(heights.is_sorted(), "{heights:?}");
    assert!(h.query_by_role_and_label(Role::Table, "Table of contacts").is_some());
}

#[test]
fn a_row_out_of_sight_comes_into_sight_when_the_keyboard_does() {
    let mut h = harness_of(&many());
    h.key_press(Key::F6);
    h.run();
    tab_to(&mut h, "front on ball 19");
    h.run_steps(10);
    let (_, row) = focused(&h).unwrap();
    assert!(row.height() > 10.0, "{row:?}");
}

/// How many pixels differ inside a part of the window.
fn differing(one: &image::RgbaImage, other: &image::RgbaImage, part: Rect) -> usize {
    let part = part.expand(3.0);
    let inside = |x: u32, y: u32| part.contains(egui::pos2(x as f32 + 0.5, y as f32 + 0.5));
    one.enumerate_pixels().filter(|(x, y, pixel)| inside(*x, *y) && other.get_pixel(*x, *y) != *pixel).count()
}

#[test]
fn whatever_has_the_keyboard_can_be_seen_to_have_it() {
    let mut h = harness_of(&sunk());
    h.key_press(Key::F6);
    h.run();
    let mut before = h.render().unwrap();
    let (mut seen, mut unseen) = (vec![], vec![]);
    for _ in 0..60 {
        h.key_press(Key::Tab);
        h.run_steps(12);
        let Some((name, place)) = focused(&h) else { continue };
        let now = h.render().unwrap();
        let pixels = differing(&before, &now, place);
        if pixels < 20 {
            unseen.push(format!("{name} at {place}: {pixels} pixels"));
        }
        seen.push(name);
        before = now;
    }
    assert!(unseen.is_empty(), "{unseen:#?} of {seen:?}");
    assert!(seen.len() > 40 && seen.iter().any(|name| name.contains("front on ball")), "{seen:?}");
}

#[test]
fn enter_copies_a_link_from_its_field_and_does_what_the_button_says_that_has_the_keyboard() {
    let open = || {
        let mut h = harness(Theme::Light);
        h.state_mut().state.dialogs.link = Some(LinkDraft { base: "https://example.org/carom/".into() });
        h.run_steps(4);
        h
    };
    let copied = |h: &Harness<'static, Bench>| h.state().asked.iter().any(|a| matches!(a, Action::CopyLink { .. }));
    for (name, copies) in [("Cancel", false), ("Address of the page", true), ("Copy link", true)] {
        let mut h = open();
        h.get_all_by_label(name).last().unwrap().focus();
        h.run_steps(2);
        h.key_press(Key::Enter);
        h.run_steps(3);
        assert_eq!(copied(&h), copies, "Enter on {name}");
        assert!(h.state().state.dialogs.link.is_none(), "{name}");
    }
    // Where nothing has the keyboard it is the usual answer.
    let mut h = open();
    h.key_press(Key::Enter);
    h.run_steps(3);
    assert!(copied(&h));
}
