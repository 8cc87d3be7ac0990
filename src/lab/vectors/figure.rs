//! What two vectors and their products look like.

use super::{Show, Vectors, angle, perpendiculars, projection};
use crate::lab::{Ink, Sketch, number};
use crate::language::word;
use crate::say;
use crate::view::Glyph;
use glam::{Vec2, Vec3};

/// Where a point (x, y, z) is drawn: x to the right, y away from the reader, z up.
pub fn place(v: Vec3) -> Vec3 {
    Vec3::new(v.x, v.z, -v.y)
}

/// The point that is drawn there: what [`place`] came from.
pub fn from_place(v: Vec3) -> Vec3 {
    Vec3::new(v.x, -v.z, v.y)
}

/// The axes, a and b, and what is made of them.
pub(super) fn draw(lab: &Vectors, sketch: &mut Sketch<'_>) {
    let [a, b] = lab.pair();
    axes(lab.in_space(), sketch);
    match lab.show {
        Show::Sum => sum(a, b, sketch),
        Show::Difference => difference(a, b, sketch),
        Show::Multiple => {
            sketch.named_arrow(Vec3::ZERO, place(a * lab.k), Ink::Outcome, say!("{}·a", number(lab.k)));
        }
        Show::Dot => dot(a, b, sketch),
        Show::Cross => cross(a, b, sketch),
        Show::Unit => unit(a, sketch),
        Show::Projection => project(a, b, sketch),
        Show::Perpendiculars => square(a.truncate(), sketch),
    }
    // Drawn last, over what is made of them.
    sketch.named_arrow(Vec3::ZERO, place(a), Ink::First, "a");
    if lab.is_of_both() {
        sketch.named_arrow(Vec3::ZERO, place(b), Ink::Second, "b");
    }
    sketch.point(Vec3::ZERO, Glyph::Disc, Ink::Fixed, 7.0);
}

fn axes(in_space: bool, sketch: &mut Sketch<'_>) {
    for (axis, name) in [(Vec3::X, "x"), (Vec3::Y, "y"), (Vec3::Z, "z")] {
        if in_space || axis != Vec3::Z {
            let tip = place(axis * 4.2);
            sketch.line(-tip, tip, Ink::Faint, 1.0);
            sketch.words(tip, name, Ink::Faint);
        }
    }
}

/// A vector drawn with its tail at the tip of another.
fn shifted(tail: Vec3, v: Vec3, sketch: &mut Sketch<'_>) {
    sketch.dashes(place(tail), place(tail + v), 0.15, Ink::Faint);
}

/// The parallelogram: b at the tip of a, or a at the tip of b.
fn sum(a: Vec3, b: Vec3, sketch: &mut Sketch<'_>) {
    shifted(a, b, sketch);
    shifted(b, a, sketch);
    sketch.named_arrow(Vec3::ZERO, place(a + b), Ink::Outcome, "a + b");
}

/// From the tip of b to that of a; and the same arrow from the origin, as a + (−b).
fn difference(a: Vec3, b: Vec3, sketch: &mut Sketch<'_>) {
    sketch.arrow(place(b), place(a - b), Ink::Outcome);
    sketch.words(place(0.5 * (a + b)), "a − b", Ink::Outcome);
    sketch.named_arrow(Vec3::ZERO, place(-b), Ink::Faint, "−b");
    shifted(-b, a, sketch);
    shifted(a, -b, sketch);
    sketch.named_arrow(Vec3::ZERO, place(a - b), Ink::Faint, "a + (−b)");
}

/// The angle, in the colour of the sign, and how far b reaches along a.
fn dot(a: Vec3, b: Vec3, sketch: &mut Sketch<'_>) {
    let dot = a.dot(b);
    let ink = if dot > 0.0 { Ink::Right } else { Ink::Wrong };
    let ink = if dot == 0.0 { Ink::Fixed } else { ink };
    let degrees = angle(a, b);
    sketch.angle(Vec3::ZERO, [place(a), place(b)], 0.9, ink, format!("A = {degrees:.1}°"));
    let part = projection(b, a);
    // Beside a, on the side where b is not, so that neither hides it.
    let aside = (part - b).normalize_or_zero() * 0.2;
    sketch.line(place(aside), place(aside + part), ink, 5.0);
    sketch.dashes(place(b), place(part), 0.12, Ink::Faint);
    sketch.note(word(super::sign_text(dot)));
}

/// The parallelogram, a × b square to it, and the turn of the fingers from a to b.
fn cross(a: Vec3, b: Vec3, sketch: &mut Sketch<'_>) {
    let corners = [Vec3::ZERO, a, a + b, b].map(place);
    sketch.polygon(&corners, Ink::Third, 0.3);
    sketch.path(&corners, true, Ink::Third, 1.5);
    let cross = a.cross(b);
    // The hand's fingers: an arc from a to b that ends in an arrow.
    let (Some(from), Some(to)) = (a.try_normalize(), b.try_normalize()) else { return };
    if cross.length() < 1e-6 {
        sketch.note(word("a and b lie along one line: a × b = 0"));
        return;
    }
    sketch.angle(Vec3::ZERO, [place(from), place(to)], 1.2, Ink::Fixed, word("fingers"));
    let ahead = cross.cross(to).normalize() * 0.3;
    sketch.arrow(place(to * 1.2 - ahead), place(ahead), Ink::Fixed);
    sketch.named_arrow(Vec3::ZERO, place(cross), Ink::Outcome, word("a × b (thumb)"));
}

/// The circle of all directions, and the one of a.
fn unit(a: Vec3, sketch: &mut Sketch<'_>) {
    sketch.circle(Vec3::ZERO, Vec3::Y, 1.0, Ink::Fixed, 2.0);
    match a.try_normalize() {
        // Beside a, on which it lies.
        Some(unit) => {
            sketch.arrow(Vec3::ZERO, place(unit), Ink::Outcome);
            sketch.words(place(unit + unit.truncate().perp().extend(0.0) * 0.3), "â", Ink::Outcome);
        }
        None => sketch.note(word("|a| = 0: there is no direction, and nothing may be divided by it")),
    }
}

/// p along b, the rest of a across, and the projection of −a on the other side.
fn project(a: Vec3, b: Vec3, sketch: &mut Sketch<'_>) {
    let Some(unit) = b.try_normalize() else { return };
    let part = projection(a, b);
    sketch.line(place(unit * -5.0), place(unit * 5.0), Ink::Faint, 1.0);
    sketch.named_arrow(Vec3::ZERO, place(part), Ink::Outcome, "p");
    sketch.arrow(place(part), place(a - part), Ink::Third);
    sketch.words(place(0.5 * (a + part)), "a − p", Ink::Third);
    sketch.named_arrow(Vec3::ZERO, place(-a), Ink::Faint, "−a");
    sketch.named_arrow(Vec3::ZERO, place(-part), Ink::Faint, "−p");
    sketch.dashes(place(-a), place(-part), 0.12, Ink::Faint);
}

/// Both perpendiculars, each with the two sides of a square that say "right angle".
fn square(a: Vec2, sketch: &mut Sketch<'_>) {
    let along = a.normalize_or_zero() * 0.3;
    for (v, name) in perpendiculars(a).into_iter().zip(["(−y, x)", "(y, −x)"]) {
        sketch.named_arrow(Vec3::ZERO, place(v.extend(0.0)), Ink::Outcome, name);
        let across = v.normalize_or_zero() * 0.3;
        let corner = [along, along + across, across].map(|p| place(p.extend(0.0)));
        sketch.path(&corner, false, Ink::Fixed, 2.0);
    }
}
