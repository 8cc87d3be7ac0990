//! Every shape in every role it can have in a picture, in both themes: a shape that is forgotten in one of them is seen
//! here.

use super::{
    Camera, Color, DrawList, GHOST_OPACITY, Highlight, Layers, Pointed, Selection, Theme, ViewOptions, draw,
    draw_ghosts, palette,
};
use crate::geometry::{Shape, Sides};
use crate::physics::{BodyDesc, BodyId, Config, Motion};
use crate::scene::{Scene, SceneBody, SceneCamera};
use crate::sim::Sim;
use glam::{Vec2, Vec3};

/// What a body can be in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Plain,
    Hovered,
    Selected,
    /// Asleep, and the layer that shows it is on, or off.
    Asleep,
    AsleepUnseen,
    InIsland,
    Ghost,
    Wires,
    /// As wires, selected.
    WiresSelected,
}

const ROLES: [Role; 9] = [
    Role::Plain,
    Role::Hovered,
    Role::Selected,
    Role::Asleep,
    Role::AsleepUnseen,
    Role::InIsland,
    Role::Ghost,
    Role::Wires,
    Role::WiresSelected,
];

const SHAPES: [Shape; 6] = [
    Shape::Sphere { radius: 0.4 },
    Shape::Cuboid { half: Vec3::new(0.4, 0.3, 0.4) },
    Shape::Quad { half: Vec2::splat(0.4), sides: Sides::Both },
    Shape::Quad { half: Vec2::splat(0.4), sides: Sides::Front },
    Shape::Frustum { bottom: 0.4, top: 0.2, half_height: 0.3 },
    Shape::Frustum { bottom: 0.4, top: 0.0, half_height: 0.3 },
];

/// One body of a shape, as it rests on the floor: awake in its first step, asleep in a later one.
fn resting(shape: Shape, is_asleep: bool) -> (Sim, BodyId) {
    let low = match shape {
        Shape::Quad { .. } => 0.0,
        Shape::Sphere { radius } => radius,
        // The centre of mass of a frustum is lower than its middle.
        Shape::Frustum { .. } => -shape.aabb(&crate::math::Pose::IDENTITY).min.y,
        _ => 0.3,
    };
    let desc = BodyDesc { position: Vec3::Y * low, ..BodyDesc::new(shape) };
    let scene = Scene {
        config: Config { floor: Some(0.0), ..Config::default() },
        bodies: vec![SceneBody { name: None, desc }],
        ..Scene::default()
    };
    let mut sim = Sim::new(scene).unwrap();
    let asleep = |sim: &Sim| sim.world().bodies().all(|body| body.asleep);
    for _ in 0..300 {
        if is_asleep && !asleep(&sim) {
            sim.step();
        }
    }
    assert_eq!(asleep(&sim), is_asleep, "{shape:?}");
    let id = sim.world().bodies().next().unwrap().id;
    (sim, id)
}

/// The picture of a body in a role.
fn picture(shape: Shape, role: Role, theme: Theme) -> (DrawList, BodyId) {
    let (mut sim, id) = resting(shape, matches!(role, Role::Asleep | Role::AsleepUnseen));
    let mut options = ViewOptions { theme, layers: Layers::NONE, ..ViewOptions::default() };
    match role {
        Role::Hovered => options.pointed = Pointed { body: Some(id), ..Pointed::default() },
        Role::Selected => options.selection = Selection::of(id),
        Role::Asleep => options.layers.sleep = true,
        Role::InIsland => {
            sim.step();
            options.layers.islands = true;
        }
        Role::Wires => options.wireframe = true,
        Role::WiresSelected => (options.wireframe, options.selection) = (true, Selection::of(id)),
        Role::Plain | Role::AsleepUnseen | Role::Ghost => {}
    }
    let camera = Camera::new(&SceneCamera::default(), [400, 300], 1.0);
    if role == Role::Ghost {
        // Beside a run that has no such body.
        let run = Sim::new(Scene::default()).unwrap();
        let mut list = draw(&run, &options, &camera);
        draw_ghosts(&mut list, (0, &sim), &run, &options, &camera);
        return (list, id);
    }
    (draw(&sim, &options, &camera), id)
}

/// Colours and highlights of what is solid in a list, each with the kind of its shape.
fn solids(list: &DrawList) -> Vec<(&'static str, Color, Highlight)> {
    let spheres = list.spheres.iter().map(|body| ("sphere", body.color, body.highlight));
    let cuboids = list.cuboids.iter().map(|body| ("box", body.color, body.highlight));
    let quads = list.quads.iter().map(|body| ("quad", body.color, body.highlight));
    let frusta = list.frusta.iter().map(|body| ("frustum", body.color, body.highlight));
    spheres.chain(cuboids).chain(quads).chain(frusta).collect()
}

#[test]
fn every_shape_is_drawn_as_its_role_wants_in_both_themes() {
    for theme in [Theme::Dark, Theme::Light] {
        for shape in SHAPES {
            let kind = shape.kind_name();
            for role in ROLES {
                let what = format!("{shape:?}, {role:?}, {theme:?}");
                let (list, id) = picture(shape, role, theme);
                let own = palette::body(id.index(), Motion::Dynamic, theme);
                let (color, highlight) = match role {
                    Role::Plain | Role::AsleepUnseen | Role::Wires | Role::WiresSelected => (own, Highlight::None),
                    Role::Hovered => (own, Highlight::Hovered),
                    Role::Selected => (own, Highlight::Selected),
                    Role::Asleep => (palette::asleep(own, theme), Highlight::None),
                    // The first island of the world.
                    Role::InIsland => (palette::island(Some(0), theme), Highlight::None),
                    Role::Ghost => (own.with_alpha(GHOST_OPACITY), Highlight::None),
                };
                if matches!(role, Role::Wires | Role::WiresSelected) {
                    // Wires have no colour to spare: what is selected is thicker.
                    let width = if role == Role::Wires { 1.25 } else { 3.25 };
                    let lines = list.lines.iter().filter(|line| (line.color, line.width) == (color, width)).count();
                    assert!(solids(&list).is_empty() && lines >= 5, "{what}: {lines}");
                } else {
                    assert_eq!(solids(&list), [(kind, color, highlight)], "{what}");
                }
            }
        }
    }
}
