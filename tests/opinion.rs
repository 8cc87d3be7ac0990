//! What another engine says of the contacts, in the drawer and in the picture.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "ui/bench.rs"]
#[expect(dead_code, reason = "one of many tests with this bench")]
mod bench;

use bench::harness_of;
use carom::ui::DrawerTab;
use carom::view::draw;
use egui::Key;
use egui_kittest::kittest::Queryable;

/// Two balls at rest on the ground, and one held on the edge of a box by a rule that gives its normal another direction.
const SCENE: &str = r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[rules]
normals = "region"
floor = 0.0
[[bodies]]
name = "left"
shape = { sphere = { radius = 0.5 } }
position = [-3.0, 0.4999, 0.0]
[[bodies]]
name = "right"
shape = { sphere = { radius = 0.5 } }
position = [3.0, 0.4999, 0.0]
[[bodies]]
name = "box"
shape = { box = { half = [0.5, 0.5, 0.5] } }
motion = "static"
position = [0.0, 3.0, 0.0]
[[bodies]]
name = "pushed"
shape = { sphere = { radius = 0.5 } }
position = [-0.935169, 3.746206, 0.0]
"#;

#[test]
fn the_contact_on_which_the_engines_differ_is_named_drawn_and_gone_to() {
    let mut h = harness_of(SCENE);
    h.state_mut().state.preferences.drawer_tab = DrawerTab::Why;
    h.run();
    assert!(h.query_by_label_contains("1 different").is_some());
    assert!(h.query_by_label_contains("Most: 15.").is_some(), "the region's normal is 15.5 degrees off");
    let hollow = |h: &egui_kittest::Harness<'static, bench::Bench>| {
        let bench = h.state();
        let list = draw(bench.sim(), &bench.view, &bench.state.camera);
        let labels: Vec<_> = list.labels.into_iter().map(|label| label.text).collect();
        (list.arrows.into_iter().filter(|arrow| arrow.hollow).count(), labels)
    };
    let (arrows, labels) = hollow(&h);
    assert_eq!(arrows, 1);
    assert!(labels.iter().any(|text| text.starts_with("parry3d: 15.")), "{labels:?}");

    h.get_by_label("Go to the worst").click();
    h.run();
    let pair = (h.state().id("box"), h.state().id("pushed"));
    assert_eq!(h.state().state.selection.contact, Some(pair));
    assert!(h.query_by_label_contains("Along its normal the two overlap").is_some());

    // The next contacts in the list are those on which both agree; the selected one is drawn beside the worst.
    h.key_press(Key::N);
    h.run();
    assert!(h.query_by_label_contains("The two say the same.").is_some());
    assert_eq!(hollow(&h).0, 2);
    h.state_mut().state.preferences.drawer_tab = DrawerTab::Contacts;
    h.run();
    assert_eq!(hollow(&h).0, 0, "nothing is asked while the page is not open");
}
