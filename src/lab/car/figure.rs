//! What the track looks like.

use super::body::{Vehicle, interval, overlap, overlap_by_corners};
use super::{CarHit, Driving, SHOWN};
use crate::lab::{Ink, Sketch, on_ground};
use crate::language::word;
use crate::say;
use crate::view::{Color, Cuboid, Glyph, Highlight, Quad};
use glam::{DVec2, Quat, Vec3};

/// Height and thickness of walls (m).
const WALL: (f32, f32) = (0.9, 0.5);
const ASPHALT: Color = Color::hex(0x3a4048);
const CONCRETE: Color = Color::hex(0xb4b9c0);
const GLASS: Color = Color::hex(0x1c2530);
const TYRE: Color = Color::hex(0x14171b);
const PAINTS: [Color; 6] = [
    Color::hex(0xd8432f),
    Color::hex(0x2f74d0),
    Color::hex(0xe0a526),
    Color::hex(0x2f9a68),
    Color::hex(0x8a5cc0),
    Color::hex(0xd9dde2),
];

fn at(point: DVec2) -> Vec3 {
    on_ground(point.as_vec2()) + 0.05 * Vec3::Y
}

/// Above the cars.
fn over(point: DVec2) -> Vec3 {
    on_ground(point.as_vec2()) + 1.7 * Vec3::Y
}

/// The walls, the cars, the constructions of the first car's last hit, and two cars compared.
pub(super) fn draw(lab: &Driving, sketch: &mut Sketch) {
    sketch.ground(None);
    draw_walls(lab, sketch);
    for (car, color) in lab.cars.iter().zip(PAINTS) {
        draw_car(&car.body, color, sketch);
    }
    draw_tests(lab, sketch);
    for car in &lab.cars {
        if let Some(hit) = &car.hit {
            draw_hit(hit, sketch);
        }
    }
    if lab.which == 2 {
        draw_crossed(lab, sketch);
    }
}

fn draw_walls(lab: &Driving, sketch: &mut Sketch) {
    let segments = lab.track.segments();
    let (mut least, mut most) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    for s in segments {
        (least, most) = (least.min(s.start), most.max(s.start));
    }
    let list = sketch.list();
    // The road's ground reaches a metre beyond the walls.
    let half = (0.5 * (most - least) + 1.0).as_vec2();
    list.quads.push(Quad {
        center: on_ground((0.5 * (least + most)).as_vec2()) - 0.02 * Vec3::Y,
        half,
        rotation: Quat::IDENTITY,
        color: ASPHALT,
        hatched_back: false,
        grid: false,
        highlight: Highlight::None,
    });
    for s in segments {
        let length = s.start.distance(s.end) as f32;
        // The wall stands behind its line: a car touches the line, and does not sink into concrete.
        let center = 0.5 * (s.start + s.end) - 0.5 * f64::from(WALL.1) * s.normal;
        list.cuboids.push(Cuboid {
            center: on_ground(center.as_vec2()) + 0.5 * WALL.0 * Vec3::Y,
            half: Vec3::new(0.5 * length, 0.5 * WALL.0, 0.5 * WALL.1),
            rotation: Quat::from_rotation_arc(Vec3::X, on_ground(s.along().as_vec2())),
            color: CONCRETE,
            grid: false,
            highlight: Highlight::None,
        });
    }
}

/// A body, a cabin and four wheels, standing on the rectangle that collides.
fn draw_car(body: &Vehicle, color: Color, sketch: &mut Sketch) {
    let heading = on_ground(body.heading.as_vec2());
    // About y alone, also where the nose points the other way.
    let rotation = Quat::from_rotation_y((-heading.z).atan2(heading.x));
    let middle = on_ground(body.position.as_vec2());
    let (x, z) = (body.half.x as f32, body.half.y as f32);
    let mut part = |offset: Vec3, half: Vec3, color| {
        let center = middle + rotation * offset;
        sketch.list().cuboids.push(Cuboid { center, half, rotation, color, grid: false, highlight: Highlight::None });
    };
    part(Vec3::new(0.0, 0.55, 0.0), Vec3::new(x, 0.3, z), color);
    part(Vec3::new(-0.12 * x, 1.1, 0.0), Vec3::new(0.5 * x, 0.26, 0.82 * z), GLASS);
    part(Vec3::new(-0.16 * x, 1.38, 0.0), Vec3::new(0.38 * x, 0.04, 0.72 * z), color);
    for (along, across) in [(0.62, 0.86), (0.62, -0.86), (-0.62, 0.86), (-0.62, -0.86)] {
        part(Vec3::new(along * x, 0.3, across * z), Vec3::new(0.34, 0.3, 0.14), TYRE);
    }
}

/// The circle of the broad test, the corners, and for the walls near enough the feet of the corners' perpendiculars.
fn draw_tests(lab: &Driving, sketch: &mut Sketch) {
    let body = &lab.cars[0].body;
    sketch.circle(at(body.position), Vec3::Y, body.radius() as f32, Ink::Faint, 1.5);
    // The first question is cheap: only what comes through it is asked the others.
    for segment in lab.track.segments().iter().filter(|s| s.distance(body.position) < body.radius()) {
        sketch.line(at(segment.start), at(segment.end), Ink::Second, 4.0);
        for corner in body.corners() {
            let along = (corner - segment.start).dot(segment.along());
            if (0.0..=segment.start.distance(segment.end)).contains(&along) {
                let foot = segment.start + along * segment.along();
                sketch.dashes(over(corner), at(foot), 0.2, Ink::Third);
                sketch.point(at(foot), Glyph::Square, Ink::Third, 7.0);
            }
        }
    }
    for corner in body.corners() {
        sketch.point(over(corner), Glyph::Disc, Ink::First, 7.0);
    }
    // Corners that one wall alone would take for hits: the article's fault at sharp corners, shown while it is judged
    // right.
    for (corner, segment) in lab.blamed() {
        let segment = &lab.track.segments()[segment];
        let foot = corner - segment.front(corner) * segment.normal;
        sketch.line(over(corner), over(foot), Ink::Wrong, 2.5);
        sketch.point(over(corner), Glyph::Cross, Ink::Wrong, 14.0);
        sketch.words(over(corner), word("in front of one wall, behind the other: no hit"), Ink::Wrong);
    }
}

/// Push-out and steering.
fn draw_hit(hit: &CarHit, sketch: &mut Sketch) {
    let reach = 2.5;
    sketch.point(over(hit.point), Glyph::Triangle, Ink::Outcome, 13.0);
    sketch.named_arrow(over(hit.point), over(reach * hit.normal) - over(DVec2::ZERO), Ink::Outcome, "N");
    let [before, after] = hit.headings;
    let arrow = |heading: DVec2| over(4.0 * heading) - over(DVec2::ZERO);
    sketch.arrow(over(hit.position), arrow(before), Ink::Faint);
    sketch.named_arrow(over(hit.position), arrow(after), Ink::Right, word("heading"));
    let theta = before.dot(hit.along).clamp(-1.0, 1.0).acos().to_degrees();
    if hit.age < SHOWN {
        sketch.words(over(hit.position), format!("θ = {theta:.0}°"), Ink::Outcome);
    }
    sketch.dashes(over(hit.position - 4.0 * hit.along), over(hit.position + 4.0 * hit.along), 0.3, Ink::Second);
}

/// Both cars' intervals along the axis of least overlap, and what the two tests say.
fn draw_crossed(lab: &Driving, sketch: &mut Sketch) {
    let [a, b, ..] = &lab.cars[..] else { return };
    let (a, b) = (&a.body, &b.body);
    let found = overlap(a, b);
    // Along the axis of least overlap the two intervals tell most; without overlap there is none, and the centres' line
    // serves.
    let axis = found.map_or_else(|| (b.position - a.position).normalize_or_zero(), |o| o.normal);
    // Beside both cars, and above one another.
    let base = 0.5 * (a.position + b.position) + 11.0 * axis.perp();
    let on_axis = |share: f64, row: f64| over(base + (share - base.dot(axis)) * axis + row * axis.perp());
    let ((a_low, a_high), (b_low, b_high)) = (interval(a, axis), interval(b, axis));
    sketch.dashes(on_axis(a_low.min(b_low) - 1.5, 0.0), on_axis(a_high.max(b_high) + 1.5, 0.0), 0.3, Ink::Faint);
    sketch.line(on_axis(a_low, 0.7), on_axis(a_high, 0.7), Ink::First, 5.0);
    sketch.line(on_axis(b_low, 1.4), on_axis(b_high, 1.4), Ink::Second, 5.0);
    // What both intervals have in common is the overlap.
    let (low, high) = (a_low.max(b_low), a_high.min(b_high));
    if low < high {
        sketch.line(on_axis(low, 0.0), on_axis(high, 0.0), Ink::Wrong, 5.0);
        for (body, end) in [(a, low), (b, high)] {
            let foot = body.position + (end - body.position.dot(axis)) * axis;
            sketch.dashes(over(foot), on_axis(end, 0.0), 0.25, Ink::Faint);
        }
    }
    for body in [a, b] {
        sketch.path(&body.corners().map(over), true, Ink::Fixed, 2.0);
        body.corners().into_iter().for_each(|c| sketch.point(over(c), Glyph::Disc, Ink::First, 7.0));
    }
    // Corners alone call a plus sign apart: the words say which test said what.
    let (seen, ink) = match (overlap_by_corners(a, b), found) {
        (Some(_), _) => ("corners alone: overlap", Ink::Right),
        (None, Some(_)) => ("corners alone: apart, which is wrong", Ink::Wrong),
        (None, None) => ("corners alone: apart", Ink::Right),
    };
    sketch.words(over(base - 22.0 * axis.perp()), word(seen), ink);
    let truth = match found {
        Some(o) => say!("axes: overlap, least {} m", format!("{:.2}", o.depth)),
        None => word("axes: apart").to_owned(),
    };
    sketch.words(on_axis(high.max(low) + 0.3, 0.0), truth, Ink::Right);
    if let Some(o) = found {
        sketch.named_arrow(
            over(b.position),
            over(o.depth * o.normal) - over(DVec2::ZERO),
            Ink::Outcome,
            word("way out"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{DrawList, Theme};
    use glam::Vec2;

    #[test]
    fn a_car_is_drawn_over_the_rectangle_that_collides_whichever_way_it_points() {
        for degrees in (0..360).step_by(15) {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let body = Vehicle::new(DVec2::new(3.0, -2.0), DVec2::new(cos, sin));
            let mut list = DrawList::default();
            draw_car(&body, PAINTS[0], &mut Sketch::new(&mut list, Theme::Dark));
            let hull = list.cuboids[0];
            let front_left = hull.center + hull.rotation * (hull.half * Vec3::new(1.0, 0.0, -1.0));
            let expected = on_ground(body.corners()[0].as_vec2());
            assert!(Vec2::new(front_left.x - expected.x, front_left.z - expected.z).length() < 1e-5, "{degrees}°");
        }
    }
}
