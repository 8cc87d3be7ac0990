//! Contacts pointed at and clicked, in the picture and in the table.

use crate::bench::{Bench, click, harness, harness_of, place};
use carom::glam::Vec3;
use carom::scene::SpecimenForm;
use carom::ui::Action;
use carom::view::{Layers, Theme, draw};
use egui::{Event, Modifiers, PointerButton, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// Where the ball of the bench touches the ground.
const TOUCH: Vec3 = Vec3::new(3.0, 0.0, 0.0);

/// What the picture of the scene says now.
fn words(h: &Harness<'static, Bench>) -> Vec<String> {
    let bench = h.state();
    draw(bench.sim(), &bench.view, &bench.state.camera).labels.into_iter().map(|label| label.text).collect()
}

#[test]
fn a_contact_under_the_mouse_gets_words_and_letters_and_a_click_selects_it() {
    let mut h = harness(Theme::Dark);
    assert!(words(&h).is_empty());
    let at = place(&h, TOUCH);
    h.hover_at(at);
    h.run();
    let pair = Some((h.state().id("ground"), h.state().id("ball")));
    assert_eq!((h.state().view.pointed.contact, h.state().view.pointed.body), (pair, None));
    let said = words(&h);
    assert!(said.iter().any(|w| w.starts_with("ball surface vs ground front")), "{said:?}");
    assert!(said.iter().any(|w| w == "A") && said.iter().any(|w| w == "B"), "{said:?}");

    click(&mut h, at);
    assert_eq!((h.state().state.selection.contact, h.state().state.selection.body), (pair, None));
    h.hover_at(pos2(20.0, 60.0));
    h.run();
    assert_eq!(h.state().view.pointed.contact, None);
    assert!(words(&h).iter().any(|w| w.starts_with("ball surface")), "the selected contact keeps its words");
    click(&mut h, pos2(20.0, 60.0));
    assert_eq!(h.state().state.selection.contact, None);
}

#[test]
fn an_arrow_is_clicked_at_its_tail_and_its_head_even_inside_the_ball_and_lights_up_before() {
    for share in [0.0, 0.85, 1.0] {
        let mut h = harness(Theme::Dark);
        let pair = Some((h.state().id("ground"), h.state().id("ball")));
        // A normal of 48 pixels, foreshortened by the camera's pitch.
        let (tail, up) = (place(&h, TOUCH), place(&h, TOUCH + Vec3::Y * 0.2));
        let at = tail + (up - tail).normalized() * (48.0 * h.state().state.camera.pitch.cos() * share);
        h.hover_at(at);
        h.run();
        assert_eq!(h.state().view.pointed.contact, pair, "{share}: it does not light up");
        click(&mut h, at);
        assert_eq!(h.state().state.selection.contact, pair, "{share}");
    }
}

#[test]
fn of_several_contacts_in_one_place_one_is_chosen_from_a_list() {
    // Two balls side by side whose touches lie behind each other for an eye at the height of the ground.
    let mut h = crate::bench::harness_of(ROW);
    let pairs = ["near", "far"].map(|name| (h.state().id("ground"), h.state().id(name)));
    let at = place(&h, Vec3::new(0.0, 0.0, 0.6));
    click(&mut h, at);
    assert_eq!(h.state().state.selection.contact, None, "it is asked first");
    let line = h.get_by_label("ground front on far surface").rect();
    h.hover_at(line.center());
    h.run();
    assert_eq!(h.state().view.pointed.contact, Some(pairs[1]));
    h.get_by_label("ground front on far surface").click();
    h.run();
    assert_eq!(h.state().state.selection.contact, Some(pairs[1]));
    assert!(h.query_by_label_contains("Which contact?").is_none());
}

const ROW: &str = r#"
version = 1
[camera]
target = [0.0, 0.0, 0.0]
distance = 12.0
yaw_deg = 0.0
pitch_deg = 0.0
[[bodies]]
name = "ground"
shape = { quad = { half = [20.0, 20.0] } }
motion = "static"
[[bodies]]
name = "near"
shape = { sphere = { radius = 0.5 } }
position = [0.0, 0.5, 0.6]
[[bodies]]
name = "far"
shape = { sphere = { radius = 0.5 } }
position = [0.0, 0.5, -0.6]
"#;

#[test]
fn with_all_contact_layers_off_or_with_control_the_body_is_what_is_meant() {
    let mut h = harness(Theme::Dark);
    // Within reach of the contact's mark, and on the ball.
    let at = place(&h, TOUCH + Vec3::Y * 0.03);
    let ball = h.state().id("ball");
    let press = |h: &mut Harness<'static, Bench>, pressed| {
        let button = PointerButton::Primary;
        h.event_modifiers(
            Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::COMMAND },
            Modifiers::COMMAND,
        );
        h.step();
    };
    h.hover_at(at);
    h.run();
    assert!(h.state().view.pointed.contact.is_some());
    press(&mut h, true);
    h.hover_at(at + egui::vec2(12.0, 0.0));
    h.step();
    assert_eq!(h.state().sim().grab().map(|grab| grab.body), Some(ball));
    press(&mut h, false);
    h.state_mut().state.preferences.layers = Layers::NONE;
    h.run();
    click(&mut h, at);
    assert_eq!((h.state().state.selection.contact, h.state().state.selection.body), (None, Some(ball)));
}

#[test]
fn the_row_under_the_mouse_points_at_its_contact_in_the_picture() {
    let mut h = harness(Theme::Dark);
    let row = h.get_by_label_contains("front on box").rect().center();
    h.hover_at(row);
    h.run();
    assert_eq!(h.state().view.pointed.contact, Some((h.state().id("ground"), h.state().id("box"))));
    assert!(words(&h).iter().any(|w| w.starts_with("box face −y vs ground front")), "{:?}", words(&h));
    h.hover_at(pos2(1200.0, 300.0));
    h.run();
    assert_eq!(h.state().view.pointed.contact, None, "the side panel points at nothing");
}

/// Balls in a row, the last of them the lightest: far down in a table sorted by impulse.
pub fn many() -> String {
    let ground = "[[bodies]]\nname = \"ground\"\nshape = { quad = { half = [20.0, 20.0] } }\nmotion = \"static\"\n";
    let ball = |i: usize| {
        let (x, mass) = (i as f32 * 0.5 - 5.0, 0.003 * (30 - i) as f32);
        format!(
            "[[bodies]]\nname = \"ball {i}\"\nshape = {{ sphere = {{ radius = 0.2 }} }}\nmass = {mass}\nposition = [{x}, 0.2, 0.0]\n"
        )
    };
    format!("version = 1\n{ground}{}", (0..20).map(ball).collect::<String>())
}

#[test]
fn a_contact_clicked_in_the_picture_is_brought_into_sight_in_the_table() {
    let mut h = harness_of(&many());
    let far_down = h.get_by_label_contains("front on ball 19").rect();
    assert!(far_down.height() < 2.0 && far_down.top() > 600.0, "out of sight, below the table: {far_down:?}");
    let touch = h.state().body("ball 19").desc.position * Vec3::new(1.0, 0.0, 1.0);
    let at = place(&h, touch);
    click(&mut h, at);
    assert_eq!(h.state().state.selection.contact.map(|pair| pair.1), Some(h.state().id("ball 19")));
    h.run();
    let row = h.get_by_label_contains("front on ball 19").rect();
    let list = h.get_by_label("Sort by pressed").rect();
    assert!(row.top() > list.bottom() && row.bottom() < 720.0, "{row:?}");
}

#[test]
fn the_whole_table_is_in_sight_and_selecting_a_body_makes_no_panel_wider() {
    for width in [1120.0, 1280.0, 1920.0] {
        let mut h = harness_of(&many());
        h.set_size(egui::vec2(width, 720.0));
        h.run();
        let picture = h.state().state.session.picture_at;
        let last = h.get_by_label("Sort by impact").rect().right();
        assert!(last <= picture[1][0] as f32, "{width}: the last column ends at {last} of {}", picture[1][0]);
        for name in ["ground", "ball 3"] {
            let id = h.state().id(name);
            h.state_mut().state.select(Some(id));
            h.run();
            assert_eq!(h.state().state.session.picture_at, picture, "{width}: {name}");
        }
    }
}

#[test]
fn the_menu_of_a_row_copies_its_contact_in_each_form() {
    for (words, form) in [
        ("Copy as Rust test", SpecimenForm::Rust),
        ("Copy as TOML scene", SpecimenForm::Toml),
        ("Copy as JSON, every bit", SpecimenForm::Json),
    ] {
        let mut h = harness(Theme::Dark);
        let row = h.get_by_label_contains("front on box").rect().center();
        h.hover_at(row);
        h.run();
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Secondary, Modifiers::NONE);
            h.event(Event::PointerButton { pos: row, button, pressed, modifiers });
            h.step();
        }
        h.run();
        let item = h.get_by_label(words).rect().center();
        click(&mut h, item);
        let bodies = (h.state().id("ground"), h.state().id("box"));
        assert_eq!(h.state().asked, [Action::CopyContact { bodies, form }]);
        assert!(h.query_by_label(words).is_none(), "the menu has closed");
    }
}

#[test]
fn what_is_pasted_opens_unless_it_is_typed_into_a_field() {
    let mut h = harness(Theme::Dark);
    let text = "version = 1\nname = \"Pasted\"\n".to_owned();
    h.event(Event::Paste(text.clone()));
    h.run();
    assert_eq!(h.state().asked, [Action::OpenText(text.clone())]);

    h.key_press_modifiers(Modifiers::COMMAND, egui::Key::O);
    h.run();
    h.event(Event::Paste("cradle".into()));
    h.run();
    assert_eq!(h.state().asked.len(), 1, "a search takes the words: {:?}", h.state().asked);
    assert!(h.query_by_label_contains("Newton's cradle").is_some());
    assert!(h.query_by_label_contains("Ten boxes").is_none());
}
