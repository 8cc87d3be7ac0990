//! What each layer of a scene adds to its picture: a line, ring or dash that goes missing is seen here.

use super::golden::assert_golden;
use super::scenes::gpu;
use carom::glam::Vec3;
use carom::physics::{BodyEdit, BodyId};
use carom::render::{Offscreen, Picture};
use carom::scene::{FileKind, SceneCamera, parse};
use carom::sim::{Question, Sim, Timeline};
use carom::view::{
    Alternative, Camera, Compared, DrawList, Jitter, Layer, Layers, Poses, Selection, Theme, ViewOptions, draw,
    draw_ghosts, draw_phases,
};

/// Large enough that a line of one point is a line, small enough to be kept.
const SIZE: [u32; 2] = [400, 225];

/// Every shape, at rest, in motion and in the air, below a ceiling.
const SCENE: &str = r#"
version = 1
step = { hz = 30.0 }
[rules]
ceiling = 2.8
[[bodies]]
name = "ground"
shape = { quad = { half = [6.0, 6.0] } }
motion = "static"
[[bodies]]
name = "box"
shape = { box = { half = [0.5, 0.3, 0.5] } }
position = [0.0, 0.3, 0.0]
friction = 0.6
[[bodies]]
name = "ball"
shape = { sphere = { radius = 0.4 } }
position = [0.42, 1.2, 0.0]
velocity = [2.5, -5.0, 0.0]
spin = [0.0, 0.0, -12.0]
restitution = 0.5
[[bodies]]
name = "cone"
shape = { frustum = { bottom = 0.5, top = 0.25, half_height = 0.4 } }
position = [-1.6, 0.4, 0.2]
velocity = [0.8, 0.0, 0.4]
[[bodies]]
name = "tilted"
shape = { box = { half = [0.4, 0.4, 0.4] } }
position = [1.9, 0.78, 0.3]
rotation = { axis = [0.4, 0.3, 1.0], degrees = 40.0 }
velocity = [0.0, -1.0, 0.0]
spin = [1.0, 2.0, 0.5]
[[bodies]]
name = "plate"
shape = { quad = { half = [0.5, 0.3] } }
position = [-0.6, 1.9, -0.4]
rotation = { axis = [1.0, 0.2, 0.0], degrees = 70.0 }
spin = [0.0, 12.0, 0.0]
mass = 1.0
"#;

/// The scene after the step in which the ball has met the box.
fn after_the_impact() -> Timeline {
    let mut timeline = Timeline::new(parse(SCENE, FileKind::Toml).unwrap()).unwrap();
    let meet = |sim: &Sim| sim.contacts().iter().any(|c| c.is_between(pair(sim)) && c.impact_speed > 0.0);
    while !meet(timeline.sim()) {
        timeline.step();
        assert!(timeline.sim().step_count() < 20, "they never met");
    }
    timeline
}

fn camera() -> Camera {
    let from = SceneCamera {
        target: Vec3::new(0.15, 0.75, 0.0),
        distance: 4.6,
        yaw_deg: 20.0,
        pitch_deg: 14.0,
        orthographic: false,
    };
    Camera::new(&from, SIZE, 0.7)
}

fn picture(list: &DrawList) -> Picture {
    Offscreen::new(gpu(), SIZE).unwrap().draw(list).unwrap()
}

fn with(theme: Theme, layers: &[Layer]) -> ViewOptions {
    let mut options = ViewOptions { theme, layers: Layers::NONE, ..ViewOptions::default() };
    layers.iter().for_each(|layer| options.layers.set(*layer, true));
    options
}

fn pair(sim: &Sim) -> (BodyId, BodyId) {
    (sim.find("box").unwrap(), sim.find("ball").unwrap())
}

#[test]
fn each_layer_looks_as_it_did() {
    let timeline = after_the_impact();
    let sim = timeline.sim();
    let body = |name: &str| Selection::of(sim.find(name).unwrap());
    let contact = Selection { contact: Some(pair(sim)), ..body("box") };
    let contacts = [Layer::Points, Layer::Normals, Layer::Impulses, Layer::Friction, Layer::Features];
    let shown = [
        ("contacts", ViewOptions { both_arrows: true, ..with(Theme::Dark, &contacts) }),
        ("motion", with(Theme::Light, &[Layer::Velocities, Layer::Spins])),
        ("axes", with(Theme::Light, &[Layer::Axes, Layer::Penetration])),
        ("bounds", with(Theme::Dark, &[Layer::Aabbs, Layer::Tree])),
        ("islands", with(Theme::Light, &[Layer::Islands, Layer::Sleep, Layer::Labels])),
        ("wires", ViewOptions { wireframe: true, selection: body("tilted"), ..with(Theme::Dark, &[]) }),
        ("field", ViewOptions { selection: body("box"), ..with(Theme::Light, &[Layer::Field]) }),
        (
            "margin",
            ViewOptions {
                selection: contact,
                jitter: Jitter { position: 0.05, angle: 0.2, seed: 3 },
                ..with(Theme::Dark, &[Layer::Normals, Layer::Margin, Layer::Rules])
            },
        ),
    ];
    for (name, options) in shown {
        assert_golden(&format!("layer-{name}"), &picture(&draw(sim, &options, &camera())));
    }
}

#[test]
fn all_poses_of_a_step_look_as_they_did() {
    let timeline = after_the_impact();
    let options = ViewOptions { poses: Poses::All, ..with(Theme::Light, &[Layer::Normals]) };
    let list = draw_phases(timeline.sim(), timeline.phases(), &options, &Compared::default(), &camera());
    assert_golden("poses-light", &picture(&list));
}

#[test]
fn what_would_have_been_looks_as_it_did() {
    let timeline = after_the_impact();
    let (sim, pair) = (timeline.sim(), pair(timeline.sim()));
    let ball = sim.find("ball").unwrap();
    // The other outcome of the step, with its path.
    let answer = Question::new(&timeline, pair, vec![(ball, BodyEdit::Restitution(1.0))]).answer(&timeline).unwrap();
    let alternative = Some(Alternative { bodies: pair, outcomes: answer.outcomes.unwrap() });
    let compared = Compared { alternative, ..Compared::default() };
    let list = draw_phases(sim, None, &with(Theme::Dark, &[]), &compared, &camera());
    assert_golden("what-if-dark", &picture(&list));
    // A future that was left: its bodies stand elsewhere, each joined to its twin.
    let mut ghost = sim.clone();
    (0..12).for_each(|_| ghost.step());
    let options = with(Theme::Light, &[]);
    let mut list = draw(sim, &options, &camera());
    draw_ghosts(&mut list, (0, &ghost), sim, &options, &camera());
    assert_golden("ghosts-light", &picture(&list));
}
