//! Handles of selected bodies, a ruler and an angle, as they are drawn.

use super::golden::assert_golden;
use super::scenes::{SIZE, draw};
use carom::glam::Vec3;
use carom::render::Picture;
use carom::scene::{FileKind, SceneCamera, parse};
use carom::sim::Sim;
use carom::view::{
    Camera, GizmoFrame, GizmoHandle, GizmoKind, GizmoOnShow, HeldHandle, Layers, Measure, MeasureKind, Selection,
    Theme, ViewOptions, pick_measure,
};

const SCENE: &str = r#"
version = 1
gravity = [0.0, 0.0, 0.0]
[[bodies]]
name = "ground"
shape = { quad = { half = [8.0, 8.0] } }
motion = "static"
[[bodies]]
name = "box"
shape = { box = { half = [0.6, 0.6, 0.6] } }
position = [0.0, 0.6, 0.0]
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.5 } }
position = [2.0, 1.0, 0.0]
"#;

fn scene() -> (Sim, Camera) {
    let sim = Sim::new(parse(SCENE, FileKind::Toml).unwrap()).unwrap();
    let camera = SceneCamera { target: Vec3::new(0.8, 0.8, 0.0), distance: 7.0, ..SceneCamera::default() };
    (sim, Camera::new(&camera, SIZE, 0.6))
}

fn picture(theme: Theme, options: impl Fn(&Sim, &Camera) -> ViewOptions) -> Picture {
    let (sim, camera) = scene();
    let options = ViewOptions { theme, layers: Layers::NONE, ..options(&sim, &camera) };
    draw(&carom::view::draw(&sim, &options, &camera))
}

#[test]
fn handles_lie_over_the_body_they_move_in_both_themes() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let shown = |kind, lit, held| {
            move |sim: &Sim, _: &Camera| ViewOptions {
                selection: Selection::of(sim.find("box").unwrap()),
                gizmo: Some(GizmoOnShow { kind, own_axes: false, lit, held }),
                ..ViewOptions::default()
            }
        };
        let lit = Some(GizmoHandle::Axis(0));
        assert_golden(&format!("handles-move-{name}"), &picture(theme, shown(GizmoKind::Move, lit, None)));
        assert_golden(&format!("handles-turn-{name}"), &picture(theme, shown(GizmoKind::Turn, None, None)));
    }
    let held = HeldHandle {
        handle: GizmoHandle::Ring(1),
        frame: GizmoFrame::upright(Vec3::Y * 0.6),
        from: Vec3::Z,
        angle: 1.0,
    };
    let turning = |sim: &Sim, _: &Camera| ViewOptions {
        selection: Selection::of(sim.find("box").unwrap()),
        gizmo: Some(GizmoOnShow { kind: GizmoKind::Turn, own_axes: false, lit: None, held: Some(held) }),
        ..ViewOptions::default()
    };
    assert_golden("handles-held-dark", &picture(Theme::Dark, turning));
}

#[test]
fn a_ruler_and_an_angle_show_what_they_measure() {
    let measured = |kind, points: [Vec3; 2]| {
        move |sim: &Sim, camera: &Camera| {
            let mut measure = Measure::new(kind);
            let plain = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
            for point in points {
                let at = camera.project(point).unwrap();
                measure.choose(pick_measure(sim, kind, &plain, camera, at).unwrap());
            }
            ViewOptions { measure: Some(measure), ..ViewOptions::default() }
        }
    };
    let centres = measured(MeasureKind::Distance, [Vec3::new(0.0, 0.6, 0.0), Vec3::new(2.0, 1.0, 0.0)]);
    assert_golden("ruler-dark", &picture(Theme::Dark, centres));
    let (top, ball) = (Vec3::new(0.0, 1.2, 0.0), Vec3::new(2.2, 1.2, 0.41));
    assert_golden("angle-light", &picture(Theme::Light, measured(MeasureKind::Angle, [top, ball])));
}
