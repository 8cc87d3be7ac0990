//! What the room looks like.

use super::swarm::{AtHit, Particle};
use super::{AIM, Room, WallHit};
use crate::lab::{Ink, Sketch, on_ground};
use crate::language::word;
use crate::say;
use crate::view::Glyph;
use glam::{DVec2, Vec3};

/// Bounces of the first particle that are shown ahead of time.
const AHEAD: usize = 4;

fn at(point: DVec2) -> Vec3 {
    on_ground(point.as_vec2())
}

/// The room, its particles, and Cramer's construction for the first of them.
pub(super) fn draw(room: &Room, sketch: &mut Sketch) {
    sketch.ground(None);
    if let Some(draft) = &room.draft {
        draw_draft(draft, sketch);
    } else {
        draw_walls(room, sketch);
        draw_swarm(room, sketch);
        // The construction is drawn for one particle of the thousand: any more could not be read.
        if let (Some(first), Some(hit)) = (room.particles.first(), room.next_hit()) {
            let first = Particle::new(first.position, room.velocity_of(first));
            // As printed a particle moves by whole frames, as corrected along its whole way: each is shown as it is
            // tested.
            if room.as_printed {
                draw_frames(room, first, &hit, sketch);
            } else {
                draw_ahead(room, first, sketch);
            }
            draw_cramer(room, first, &hit, sketch);
        }
    }
    if let Some(fault) = &room.refusal {
        sketch.note(say!("not possible: {}", fault));
    }
}

fn draw_draft(draft: &[DVec2], sketch: &mut Sketch) {
    let points: Vec<Vec3> = draft.iter().map(|c| at(*c)).collect();
    sketch.path(&points, false, Ink::Fixed, 4.0);
    points.iter().for_each(|p| sketch.point(*p, Glyph::Disc, Ink::Fixed, 9.0));
    if let ([first, .., last], true) = (&points[..], points.len() >= 3) {
        sketch.dashes(*last, *first, 0.25, Ink::Faint);
        sketch.words(*first, word("click here to close"), Ink::Faint);
    }
    sketch.note(word("click to add corners"));
}

fn draw_walls(room: &Room, sketch: &mut Sketch) {
    for triangle in room.boundary.triangles() {
        sketch.polygon(&triangle.map(at), Ink::Fixed, 0.07);
    }
    let points: Vec<Vec3> = room.boundary.walls().iter().map(|w| at(w.start)).collect();
    sketch.path(&points, true, Ink::Fixed, 4.0);
}

fn draw_swarm(room: &Room, sketch: &mut Sketch) {
    let size = if room.particles.len() > 2000 { 2.5 } else { 4.0 };
    for particle in room.particles.iter().skip(1) {
        let lost = room.as_printed && !room.boundary.contains(particle.position);
        sketch.point(at(particle.position), Glyph::Disc, if lost { Ink::Wrong } else { Ink::First }, size);
    }
    let Some(first) = room.particles.first() else { return };
    let lost = !room.boundary.contains(first.position) && room.boundary.distance(first.position) > 1e-9;
    let path: Vec<Vec3> = room.trail.iter().chain([&first.position]).map(|p| at(*p)).collect();
    sketch.path(&path, false, Ink::Faint, 1.5);
    sketch.point(at(first.position), Glyph::Disc, if lost { Ink::Wrong } else { Ink::Outcome }, 11.0);
    if room.as_printed {
        sketch.note(say!("as printed: {} of {} particles are outside", room.outside(), room.particles.len()));
    }
}

/// The next bounces of the first particle, by the same sweep that will move it.
fn draw_ahead(room: &Room, mut particle: Particle, sketch: &mut Sketch) {
    for _ in 0..AHEAD {
        let Some(hit) = room.boundary.first_hit(particle.position, particle.velocity) else { return };
        let from = particle.position;
        particle.advance(&room.boundary, hit.cramer.t, |_| ());
        sketch.dashes(at(from), at(particle.position), 0.3, Ink::Outcome);
    }
}

/// The frames of the printed program up to the first hit, and from there back to the start.
fn draw_frames(room: &Room, particle: Particle, hit: &WallHit, sketch: &mut Sketch) {
    let point = particle.position + hit.cramer.t * particle.velocity;
    sketch.dashes(at(particle.position), at(point), 0.3, Ink::Outcome);
    let frames = (hit.cramer.t * room.frame_rate).ceil().min(60.0) as u32;
    for frame in 1..frames {
        let place = particle.position + f64::from(frame) / room.frame_rate * particle.velocity;
        sketch.point(at(place), Glyph::Ring, Ink::Outcome, 8.0);
    }
    if room.at_hit == AtHit::Anew {
        sketch.point(at(room.origin()), Glyph::Cross, Ink::Fixed, 12.0);
        sketch.words(at(room.origin()), word("start"), Ink::Fixed);
    }
}

/// The path a(t), the wall w(s), and the point where they are one.
fn draw_cramer(room: &Room, first: Particle, hit: &WallHit, sketch: &mut Sketch) {
    // s runs along the wall from its start, t along the path; where both lines are one point, both are known.
    let wall = &room.boundary.walls()[hit.wall];
    let point = wall.start + hit.cramer.s * wall.edge;
    sketch.line(at(wall.start), at(wall.start + wall.edge), Ink::Second, 6.0);
    sketch.line(at(wall.start), at(point), Ink::Third, 6.0);
    sketch.point(at(point), Glyph::Ring, Ink::Outcome, 16.0);
    let aim = AIM * first.velocity.normalize_or_zero();
    sketch.named_arrow(at(first.position), at(aim), Ink::Outcome, "v");
    sketch.named_arrow(at(point), at(1.2 * hit.normal), Ink::Second, "n");
    // F is not drawn where the particle is thrown anew: it does not bounce there.
    if !room.as_printed || room.at_hit == AtHit::Mirrored {
        let mirrored = aim - 2.0 * aim.dot(hit.normal) * hit.normal;
        sketch.named_arrow(at(point), at(mirrored), Ink::Right, "F");
    }
    let c = hit.cramer;
    sketch.words(
        at(point - 0.7 * hit.normal),
        format!("a(t) = w(s):  t = {:.2} s,  s = {:.2}", c.t, c.s),
        Ink::Outcome,
    );
    sketch.words(at(wall.start), "s = 0", Ink::Third);
    sketch.words(at(wall.start + wall.edge), "s = 1", Ink::Second);
}
