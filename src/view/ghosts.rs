//! The bodies of what would have been: translucent, where they are no longer those of the run.

use super::{Camera, DrawList, Line, Look, ViewOptions, palette};
use crate::physics::{BodyDesc, Motion};
use crate::sim::Sim;

/// How much of a ghost hides what is behind it, 0…1.
const OPACITY: f32 = 0.35;

/// Bodies nearer than this to where they are in the run are not drawn twice (m).
const APART: f32 = 1e-3;

/// More ghosts than this are left out.
const MAX_GHOSTS: usize = 20_000;

/// Adds the bodies of `ghost` that can move and are elsewhere than in `sim`, each joined to its twin by a line.
pub fn draw_ghosts(list: &mut DrawList, ghost: &Sim, sim: &Sim, options: &ViewOptions, camera: &Camera) {
    let look = Look { sim: ghost, phases: None, islands: None, options, camera };
    let before = (list.spheres.len(), list.cuboids.len(), list.quads.len());
    let mut count = 0;
    for body in ghost.world().bodies().filter(|body| body.desc.motion != Motion::Static) {
        let twin = sim.world().body(body.id).map(|twin| twin.desc);
        let still = |twin: &BodyDesc| {
            let turn = 1.0 - twin.rotation.dot(body.desc.rotation).abs();
            twin.position.distance(body.desc.position) < APART && turn < 1e-5
        };
        if twin.as_ref().is_some_and(still) {
            continue;
        }
        count += 1;
        if count > MAX_GHOSTS {
            continue;
        }
        look.solid(list, &body);
        if let Some(twin) = twin {
            let color = palette::ink(options.theme).with_alpha(0.45);
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
    for sphere in &mut list.spheres[before.0..] {
        (sphere.color, sphere.highlight) = (sphere.color.with_alpha(OPACITY), 0);
    }
    for cuboid in &mut list.cuboids[before.1..] {
        (cuboid.color, cuboid.highlight) = (cuboid.color.with_alpha(OPACITY), 0);
        cuboid.grid = false;
    }
    for quad in &mut list.quads[before.2..] {
        (quad.color, quad.highlight) = (quad.color.with_alpha(OPACITY), 0);
        quad.grid = false;
    }
    if count > MAX_GHOSTS {
        list.notes.push(format!("{} ghosts left out: the limit is {MAX_GHOSTS}", count - MAX_GHOSTS));
    }
}
