//! One step, four poses: chosen by key and by button, and never those of another step.

use crate::bench::{Bench, drag, harness_after};
use carom::physics::Phase;
use carom::sim::Sim;
use carom::ui::SideTab;
use carom::view::{Glyph, Poses, Theme};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

#[test]
fn the_key_goes_round_and_the_panel_chooses() {
    let mut h = harness_after(Theme::Dark, 4);
    let mut seen = vec![h.state().state.session.poses];
    for _ in 0..Poses::LIST.len() {
        h.key_press(Key::B);
        h.run();
        seen.push(h.state().state.session.poses);
    }
    let [found, free, held, end, all] = Poses::LIST;
    assert_eq!(seen, [end, all, found, free, held, end]);
    h.state_mut().state.preferences.side_tab = SideTab::Layers;
    h.run();
    h.get_by_role_and_label(Role::RadioButton, "Found").click();
    h.run();
    assert_eq!(h.state().state.session.poses, Poses::Of(Phase::Found));
    assert!(h.query_by_label("arrows: as contacts were found, and so the bodies").is_some());
}

/// Points in the picture and how many there are, and the depths of the contacts.
fn shown(h: &Harness<'static, Bench>) -> (usize, Vec<f32>) {
    let bench = h.state();
    let list = bench.subject.draw(&bench.view, &bench.state.camera);
    let points = list.markers.iter().filter(|m| matches!(m.glyph, Glyph::Disc | Glyph::Ring) && m.size == 7.0).count();
    (points, bench.sim().contacts().iter().map(carom::physics::Contact::separation).collect())
}

#[test]
fn a_body_that_is_moved_while_time_stands_still_has_its_contacts_where_it_is_put() {
    let mut h = harness_after(Theme::Dark, 20);
    let before = shown(&h);
    assert_eq!(before.1.len(), 2);
    for poses in Poses::LIST {
        h.state_mut().state.session.poses = poses;
        let id = h.state().id("ball");
        h.state_mut().state.select(Some(id));
        h.state_mut().state.preferences.side_tab = SideTab::Body;
        h.run();
        let height = h.get_by_role_and_label(Role::SpinButton, "Position, m y").rect();
        drag(&mut h, height.center(), height.center() + egui::vec2(30.0, 0.0));
        let ball = h.state().body("ball").desc.position.y;
        assert!(ball > 0.5, "{ball}");
        let fresh = Sim::new(h.state().sim().to_scene()).unwrap();
        let expected: Vec<f32> = fresh.contacts().iter().map(carom::physics::Contact::separation).collect();
        let (points, depths) = shown(&h);
        assert_eq!(points, fresh.contacts().iter().map(|c| c.points().len()).sum::<usize>(), "{poses:?}");
        assert_eq!(depths.len(), expected.len());
        for (shown, fresh) in depths.iter().zip(&expected) {
            assert!((shown - fresh).abs() < 1e-5, "{poses:?}: {depths:?} {expected:?}");
        }
        assert_eq!(h.state().sim().step_count(), 20);
    }
}
