//! Every shape in every role, in both themes: what sets it apart from a plain body is in the draw list, and nothing else.

use carom::geometry::{Shape, Sides};
use carom::glam::{Vec2, Vec3};
use carom::physics::{BodyDesc, BodyId, Config, Motion};
use carom::playback::Playback;
use carom::scene::{Scene, SceneBody, SceneCamera};
use carom::sim::Sim;
use carom::view::{
    Camera, Color, DrawList, Highlight, Layers, Line, Pointed, Selection, Theme, ViewOptions, draw, draw_ghost_trace,
    draw_ghosts, draw_trace, palette, trace_id,
};

/// How far the middles of two bodies are apart (m); none is larger.
const APART: f32 = 3.0;

/// The opacity of a ghost.
const GHOST: f32 = 0.35;

const SHAPES: [(&str, Shape); 6] = [
    ("sphere", Shape::Sphere { radius: 0.6 }),
    ("box", Shape::Cuboid { half: Vec3::new(0.6, 0.4, 0.5) }),
    ("quad", Shape::Quad { half: Vec2::new(0.6, 0.4), sides: Sides::Both }),
    ("frustum", Shape::Frustum { bottom: 0.6, top: 0.3, half_height: 0.4 }),
    ("quad", Shape::Quad { half: Vec2::new(0.6, 0.4), sides: Sides::Front }),
    ("frustum", Shape::Frustum { bottom: 0.6, top: 0.0, half_height: 0.4 }),
];

/// The lines of each shape as wires: three circles of 24 chords; twelve edges; four sides and a whisker; two rims of 24
/// chords, or one of what is pointed, and four lines between them.
const WIRES: [usize; 6] = [72, 12, 5, 52, 5, 28];

/// Height of the plane on which all stand (m).
const FLOOR: f32 = -5.0;

/// A body of each shape, far from each other, at rest on a plane; `z` (m) tells two such rows apart.
fn shapes(z: f32) -> Sim {
    let bodies = SHAPES.iter().enumerate().map(|(i, (name, shape))| {
        let position = Vec3::new(APART * i as f32, FLOOR + shape.reach(Vec3::NEG_Y), z);
        SceneBody { name: Some(format!("{name} {i}")), desc: BodyDesc { position, ..BodyDesc::new(*shape) } }
    });
    let config = Config { floor: Some(FLOOR), ..Config::default() };
    Sim::new(Scene { bodies: bodies.collect(), config, ..Scene::default() }).unwrap()
}

/// The same, asleep.
fn asleep(z: f32) -> Sim {
    let mut sim = shapes(z);
    for _ in 0..600 {
        sim.step();
        if sim.world().bodies().all(|body| body.asleep) {
            return sim;
        }
    }
    panic!("they never sleep");
}

/// What a body is to the picture.
#[derive(Clone, Copy, Debug)]
struct Role {
    /// Whether it is one of a future that was left.
    ghost: bool,
    asleep: bool,
    highlight: Highlight,
    /// Whether bodies are drawn as wires.
    wire: bool,
    /// Whether its axes are drawn, which are seen through it.
    axes: bool,
}

/// All there are.
fn roles() -> impl Iterator<Item = Role> {
    let highlights = [Highlight::None, Highlight::Hovered, Highlight::Selected];
    (0..16).flat_map(move |bits| {
        let bit = |i: u32| bits >> i & 1 == 1;
        highlights.map(|highlight| Role { ghost: bit(0), asleep: bit(1), highlight, wire: bit(2), axes: bit(3) })
    })
}

/// A picture in which the body of that index has the role, and the others have all of it but the highlight.
fn picture(role: Role, theme: Theme, index: usize) -> DrawList {
    let make = if role.asleep { asleep } else { shapes };
    let sim = make(0.0);
    let id = id_of(&sim, index);
    let pointed = (role.highlight == Highlight::Hovered).then_some(id);
    let options = ViewOptions {
        theme,
        layers: Layers { sleep: true, axes: role.axes, ..Layers::NONE },
        wireframe: role.wire,
        selection: if role.highlight == Highlight::Selected { Selection::of(id) } else { Selection::default() },
        pointed: Pointed { body: pointed, ..Pointed::default() },
        ..ViewOptions::default()
    };
    let camera = Camera::of_scene(&sim, [640, 480], 1.0);
    if !role.ghost {
        return draw(&sim, &options, &camera);
    }
    // The ghosts alone, which stand a metre beside the bodies of the run.
    let mut list = DrawList::default();
    draw_ghosts(&mut list, (0, &make(1.0)), &sim, &options, &camera);
    list
}

fn id_of(sim: &Sim, index: usize) -> BodyId {
    sim.world().bodies().nth(index).unwrap().id
}

/// The solids of a list that stand where the body of that index does, each as the name of its shape and its look.
fn solids(list: &DrawList, index: usize) -> Vec<(&'static str, Color, Highlight)> {
    let here = |middle: Vec3| (middle.x - APART * index as f32).abs() < 0.5 * APART;
    let spheres = list.spheres.iter().map(|body| ("sphere", body.center, body.color, body.highlight));
    let cuboids = list.cuboids.iter().map(|body| ("box", body.center, body.color, body.highlight));
    let glass = list.glass.iter().map(|body| ("glass", body.center, body.color, body.highlight));
    let quads = list.quads.iter().map(|body| ("quad", body.center, body.color, body.highlight));
    let frusta = list.frusta.iter().map(|body| ("frustum", body.middle, body.color, body.highlight));
    let facets = list.facets.iter().map(|body| ("facet", body.corners[0], body.color, body.highlight));
    let all = spheres.chain(cuboids).chain(glass).chain(quads).chain(frusta).chain(facets);
    all.filter(|(_, middle, ..)| here(*middle)).map(|(name, _, color, highlight)| (name, color, highlight)).collect()
}

/// The lines about the body of that index: those of its wires, and those that join it to its twin in the run.
fn lines(list: &DrawList, index: usize) -> (Vec<Line>, Vec<Line>) {
    let here = |line: &&Line| (line.from.x - APART * index as f32).abs() < 0.5 * APART;
    list.lines.iter().filter(here).partition(|line| !line.xray)
}

#[test]
fn every_shape_has_the_look_of_every_role_in_both_themes() {
    for (theme, role) in
        [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| roles().map(move |role| (theme, role)))
    {
        for (i, (shape, _)) in SHAPES.iter().enumerate() {
            let list = picture(role, theme, i);
            let case = format!("{shape} as {role:?} in {theme:?}");
            // The colour of its slot; asleep it is another, and a ghost's is the same seen through.
            let awake = palette::body(i, Motion::Dynamic, theme);
            let own = if role.asleep { palette::asleep(awake, theme) } else { awake };
            assert_eq!(own != awake, role.asleep, "{case}");
            let color = if role.ghost { own.with_alpha(GHOST) } else { own };
            assert_eq!(color.0[3] < 255, role.ghost, "{case}");
            // Ghosts are never lit.
            let highlight = if role.ghost { Highlight::None } else { role.highlight };

            let (solids, (wires, joins)) = (solids(&list, i), lines(&list, i));
            if role.wire {
                assert_eq!(solids, [], "{case}: wires have no solid");
                assert_eq!(wires.len(), WIRES[i], "{case}");
                // Nothing but its width tells what wires are lit.
                let width = match highlight {
                    Highlight::None => 1.25,
                    Highlight::Hovered => 2.25,
                    Highlight::Selected => 3.25,
                };
                assert!(wires.iter().all(|line| line.color == color && line.width == width), "{case}: {:?}", wires[0]);
            } else {
                assert_eq!(solids, [(*shape, color, highlight)], "{case}");
                assert_eq!(wires, [], "{case}");
            }
            // A ghost is joined to its twin, also through bodies.
            assert_eq!(joins.len(), usize::from(role.ghost), "{case}: {joins:?}");
            // Axes are drawn through the body, and of the run alone.
            let axes = list.arrows.iter().filter(|arrow| (arrow.tail.x - APART * i as f32).abs() < 0.5 * APART);
            assert_eq!(axes.clone().count(), if role.axes && !role.ghost { 3 } else { 0 }, "{case}");
            assert!(axes.clone().all(|arrow| arrow.xray), "{case}");
            // Nobody else is lit.
            for other in (0..SHAPES.len()).filter(|other| *other != i) {
                let lit = self::solids(&list, other).iter().any(|(.., highlight)| *highlight != Highlight::None);
                let thick = lines(&list, other).0.iter().any(|line| line.width > 1.25);
                assert!(!lit && !thick, "{case}: {other} is lit");
            }
        }
    }
}

#[test]
fn sleep_is_seen_while_its_layer_is_on() {
    let sim = asleep(0.0);
    let camera = Camera::of_scene(&sim, [640, 480], 1.0);
    for theme in [Theme::Dark, Theme::Light] {
        let options = ViewOptions { theme, layers: Layers::NONE, ..ViewOptions::default() };
        let list = draw(&sim, &options, &camera);
        for (i, (shape, _)) in SHAPES.iter().enumerate() {
            let plain = palette::body(i, Motion::Dynamic, theme);
            assert_eq!(solids(&list, i), [(*shape, plain, Highlight::None)]);
        }
    }
}

#[test]
fn the_island_of_a_body_is_its_colour_while_its_layer_is_on() {
    let mut sim = shapes(0.0);
    sim.step();
    let camera = Camera::of_scene(&sim, [640, 480], 1.0);
    for theme in [Theme::Dark, Theme::Light] {
        let options = ViewOptions { theme, layers: Layers { islands: true, ..Layers::NONE }, ..ViewOptions::default() };
        let list = draw(&sim, &options, &camera);
        for (i, (shape, _)) in SHAPES.iter().enumerate() {
            // Each is an island of its own, told by its slot.
            let color = palette::island(Some(i as u32), theme);
            assert_eq!(solids(&list, i), [(*shape, color, Highlight::None)]);
        }
    }
}

/// A plane is no body: whatever the role of others it is the ground of the picture, and never drawn as one.
#[test]
fn a_plane_is_scenery_in_every_role() {
    for (theme, role) in
        [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| roles().map(move |role| (theme, role)))
    {
        let list = picture(role, theme, 0);
        let bodies = list.spheres.len() + list.cuboids.len() + list.quads.len() + list.frusta.len() + list.facets.len();
        assert_eq!(bodies, if role.wire { 0 } else { SHAPES.len() }, "{role:?}");
        let wires = if role.wire { WIRES.iter().sum() } else { 0 };
        let joins = if role.ghost { SHAPES.len() } else { 0 };
        assert_eq!((list.lines.len(), list.glass.len()), (wires + joins, 0), "{role:?}");
        if !role.ghost {
            assert_eq!((list.scenery.grid, list.scenery.theme), (Some(FLOOR), theme), "{role:?}");
        }
    }
}

/// What another engine told: a body of every kind, `height` (m) up, each [`APART`] from the next.
fn traced(height: f32) -> Playback {
    let kinds = [
        r#"{"sphere":0.6}"#,
        r#"{"box":[0.6,0.4,0.5]}"#,
        r#"{"quad":[0.6,0.4]}"#,
        r#"{"frustum":[0.6,0.3,0.4]}"#,
        r#"{"capsule":[0.3,0.4]}"#,
        r#"{"hull":[[0,0,0],[0.6,0,0],[0,0.5,0],[0,0,0.7]]}"#,
        r#"{"mesh":{"v":[[0,0,0],[0.6,0,0],[0,0.5,0],[0,0,0.7]],"f":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]}}"#,
        r#"{"plane":[0.6,0.8,0,0]}"#,
    ];
    let bodies = kinds.iter().enumerate().map(|(i, kind)| {
        let x = APART * i as f32;
        format!("{{\"body\":{i},\"mass\":1,\"shapes\":[{kind}],\"pose\":[{x},{height},0,0,0,0,1]}}\n")
    });
    let text = format!("{{\"trace\":1}}\n{}{{\"step\":1,\"b\":[],\"c\":[]}}\n", bodies.collect::<String>());
    Playback::of_bytes(text.into_bytes(), "").unwrap()
}

/// By kind of [`traced`]: the solids it is drawn as, and the lines of its wires. A capsule is a cylinder between two
/// balls; of the tetrahedra each face is a facet; a plane that leans is a sheet with a whisker.
const TRACED: [(usize, usize); 8] = [(1, 72), (1, 12), (1, 5), (1, 52), (3, 148), (4, 6), (4, 6), (1, 5)];

#[test]
fn every_shape_of_a_trace_has_the_look_of_every_role_in_both_themes() {
    let (run, ghost) = (traced(0.0), traced(1.0));
    for (theme, role) in
        [Theme::Dark, Theme::Light].into_iter().flat_map(|theme| roles().map(move |role| (theme, role)))
    {
        // Traces say nothing of sleep, and of axes what scenes say.
        if role.asleep || role.axes {
            continue;
        }
        let camera = Camera::new(&SceneCamera::default(), [640, 480], 1.0);
        for (i, (solid_count, wire_count)) in TRACED.into_iter().enumerate() {
            let case = format!("kind {i} as {role:?} in {theme:?}");
            let id = trace_id(i);
            let options = ViewOptions {
                theme,
                layers: Layers::NONE,
                wireframe: role.wire,
                selection: if role.highlight == Highlight::Selected { Selection::of(id) } else { Selection::default() },
                pointed: Pointed { body: (role.highlight == Highlight::Hovered).then_some(id), ..Pointed::default() },
                ..ViewOptions::default()
            };
            let list = if role.ghost {
                let mut list = DrawList::default();
                draw_ghost_trace(&mut list, &ghost, &run, &options, &camera);
                list
            } else {
                draw_trace(&run, &options, &camera)
            };
            let own = palette::body(i, Motion::Dynamic, theme);
            let color = if role.ghost { own.with_alpha(GHOST) } else { own };
            let highlight = if role.ghost { Highlight::None } else { role.highlight };
            // All that has this colour is of this body: a sheet reaches over the others.
            let solids: Vec<_> = (0..TRACED.len())
                .flat_map(|at| solids(&list, at))
                .filter(|(_, other, _)| *other == color)
                .map(|(.., highlight)| highlight)
                .collect();
            let wires: Vec<&Line> = list.lines.iter().filter(|line| line.color == color && !line.xray).collect();
            if role.wire {
                let width = match highlight {
                    Highlight::None => 1.25,
                    Highlight::Hovered => 2.25,
                    Highlight::Selected => 3.25,
                };
                assert_eq!((solids.len(), wires.len()), (0, wire_count), "{case}");
                assert!(wires.iter().all(|line| line.width == width), "{case}");
            } else {
                assert_eq!((solids, wires.len()), (vec![highlight; solid_count], 0), "{case}");
            }
            let joins = list.lines.iter().filter(|line| line.xray).count();
            assert_eq!(joins, if role.ghost { TRACED.len() } else { 0 }, "{case}");
        }
    }
}
