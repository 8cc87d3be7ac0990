//! The bodies of what would have been: translucent, where they are no longer those of the run.

use super::{BodyRole, Camera, DrawList, Line, ScenePainter, ViewOptions, palette};
use crate::language::spoken_in;
use crate::physics::{BodyDesc, Motion};
use crate::say;
use crate::sim::Sim;

/// How much of a ghost hides what is behind it, 0…1.
pub const GHOST_OPACITY: f32 = 0.35;

/// Bodies nearer than this to where they are in the run are not drawn twice (m).
const APART: f32 = 1e-3;

/// More ghosts than this are left out.
const MAX_GHOSTS: usize = 20_000;

/// Adds the bodies of `ghost` that can move and are elsewhere than in `sim`, each joined to its twin by a line in the
/// colour of the future of that index.
pub fn draw_ghosts(
    list: &mut DrawList,
    (index, ghost): (usize, &Sim),
    sim: &Sim,
    options: &ViewOptions,
    camera: &Camera,
) {
    // The painter of scenes in another role: ghosts are drawn as all bodies are, shape by shape, only translucent.
    let painter = ScenePainter { role: BodyRole::Ghost, ..ScenePainter::new(ghost, options, camera) };
    let mut count = 0;
    let seen = ghost.world().bodies().filter(|body| !options.aside.is_hidden(ghost, body.id));
    for body in seen.filter(|body| body.desc.motion != Motion::Static) {
        let twin = sim.world().body(body.id).map(|twin| twin.desc);
        // A ghost within its twin would only flicker.
        let still = |twin: &BodyDesc| {
            let turn = 1.0 - twin.rotation.dot(body.desc.rotation).abs();
            twin.position.distance(body.desc.position) < APART && turn < 1e-5
        };
        if twin.as_ref().is_some_and(still) {
            continue;
        }
        // All are counted, so that the note tells how many are left out.
        count += 1;
        if count > MAX_GHOSTS {
            continue;
        }
        if options.wireframe {
            painter.wires(list, &body);
        } else {
            painter.solid(list, &body);
        }
        // A line from the body to where it would be: which ghost is whose.
        if let Some(twin) = twin {
            let color = palette::future(index, options.theme).with_alpha(0.8);
            list.lines.push(Line {
                from: twin.position,
                to: body.desc.position,
                color,
                width: 1.0,
                outlined: false,
                xray: true,
            });
        }
    }
    if count > MAX_GHOSTS {
        let note = || say!("{} ghosts left out: the limit is {}", count - MAX_GHOSTS, MAX_GHOSTS);
        list.notes.push(spoken_in(options.language, note));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Shape, Sides};
    use crate::scene::{Scene, SceneBody, SceneCamera};
    use crate::sim::Command;
    use crate::view::{Color, Highlight, Selection, Theme, draw};
    use glam::{Vec2, Vec3};

    /// One body of each shape that moves, side by side.
    fn shapes() -> Sim {
        let shapes = [
            Shape::sphere(0.4),
            Shape::Cuboid { half: Vec3::splat(0.4) },
            Shape::Quad { half: Vec2::splat(0.4), sides: Sides::Both },
            Shape::Frustum { bottom: 0.4, top: 0.2, half_height: 0.3 },
        ];
        let bodies = shapes.into_iter().enumerate().map(|(i, shape)| {
            let desc = BodyDesc { position: Vec3::X * i as f32, ..BodyDesc::new(shape) };
            SceneBody { name: None, desc }
        });
        Sim::new(Scene { bodies: bodies.collect(), ..Scene::default() }).unwrap()
    }

    /// Colours and highlights of all bodies of a list, by shape.
    fn bodies(list: &DrawList) -> [Vec<(Color, Highlight)>; 4] {
        [
            list.spheres.iter().map(|body| (body.color, body.highlight)).collect(),
            list.cuboids.iter().map(|body| (body.color, body.highlight)).collect(),
            list.quads.iter().map(|body| (body.color, body.highlight)).collect(),
            list.frusta.iter().map(|body| (body.color, body.highlight)).collect(),
        ]
    }

    #[test]
    fn ghosts_of_every_shape_are_translucent_and_never_lit_in_either_theme() {
        let (now, mut ghost) = (shapes(), shapes());
        (0..30).for_each(|_| ghost.step());
        let camera = Camera::new(&SceneCamera::default(), [400, 300], 1.0);
        for (theme, wireframe) in [(Theme::Dark, false), (Theme::Light, false), (Theme::Dark, true)] {
            for id in now.world().bodies().map(|body| body.id) {
                let options = ViewOptions { selection: Selection::of(id), theme, wireframe, ..ViewOptions::default() };
                let mut list = draw(&now, &options, &camera);
                let (before, lines) = (bodies(&list), list.lines.len());
                draw_ghosts(&mut list, (0, &ghost), &now, &options, &camera);
                // Each has a line to its twin; as wires they are lines alone.
                assert!(list.lines.len() >= lines + 4);
                for (before, all) in before.iter().zip(bodies(&list)) {
                    let ghosts = &all[before.len()..];
                    assert_eq!(ghosts.len(), usize::from(!wireframe));
                    for (color, highlight) in ghosts {
                        assert_eq!((color.0[3], *highlight), ((GHOST_OPACITY * 255.0).round() as u8, Highlight::None));
                    }
                }
                let faint = |line: &&Line| line.color.0[3] < 255;
                assert!(list.lines[lines..].iter().filter(faint).count() >= 4, "the run's own lines are opaque");
            }
        }
    }

    #[test]
    fn a_ghost_where_the_run_is_is_not_drawn_twice() {
        let mut sim = shapes();
        let camera = Camera::new(&SceneCamera::default(), [400, 300], 1.0);
        let mut list = DrawList::default();
        draw_ghosts(&mut list, (0, &sim.clone()), &sim, &ViewOptions::default(), &camera);
        assert_eq!((list.spheres.len(), list.lines.len()), (0, 0));
        let removed = sim.world().bodies().next().unwrap().id;
        let ghost = sim.clone();
        sim.apply(Command::Remove(removed)).unwrap();
        draw_ghosts(&mut list, (0, &ghost), &sim, &ViewOptions::default(), &camera);
        assert_eq!((list.spheres.len(), list.lines.len()), (1, 0), "what is no more has no twin to be joined to");
    }
}
