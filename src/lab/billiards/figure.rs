//! What the table looks like.

use super::ball::{Ball, RADIUS};
use super::impact::{BallImpact, MomentumChange, Printed};
use super::table::{CUSHIONS, HALF, POCKETS};
use super::{Billiards, PULL};
use crate::lab::{Ink, Sketch, on_ground};
use crate::language::quantity::minus;
use crate::language::word;
use crate::say;
use crate::view::{Color, Cuboid, Glyph, Highlight, Sphere, Triangle};
use glam::{DVec2, Quat, Vec3};

/// Metres of an arrow for each m/s.
const ARROW: f64 = 0.2;
/// Width of a cushion and of the rail behind it (m).
const CUSHION: f32 = 0.05;
const RAIL: f32 = 0.09;

const CLOTH: Color = Color::hex(0x1d6a4a);
const CUSHIONS_CLOTH: Color = Color::hex(0x17563c);
const WOOD: Color = Color::hex(0x5b3a22);
const HOLE: Color = Color::hex(0x0b0d0f);
const CUE: Color = Color::hex(0xc99f6b);
/// The cue ball and the fifteen others.
const BALLS: [Color; 16] = [
    Color::hex(0xf4f1e6),
    Color::hex(0xe8b923),
    Color::hex(0x1f4fa8),
    Color::hex(0xc8312b),
    Color::hex(0x5a3a8c),
    Color::hex(0xe06f1f),
    Color::hex(0x2f8f5b),
    Color::hex(0x7a1f2b),
    Color::hex(0x22252a),
    Color::hex(0xf3d56b),
    Color::hex(0x6e93d6),
    Color::hex(0xe58078),
    Color::hex(0x9a7fc4),
    Color::hex(0xf0a877),
    Color::hex(0x7fc19c),
    Color::hex(0xb76d77),
];

/// A point at the height of the balls' centres.
fn at(point: DVec2) -> Vec3 {
    on_ground(point.as_vec2()) + RADIUS as f32 * Vec3::Y
}

/// Above the balls, so that a construction is seen from above.
fn over(point: DVec2) -> Vec3 {
    on_ground(point.as_vec2()) + 2.1 * RADIUS as f32 * Vec3::Y
}

/// The table, the balls, the cue with its foretold way, and the latest impacts.
pub(super) fn draw(lab: &Billiards, sketch: &mut Sketch) {
    sketch.ground(None);
    draw_table(sketch);
    for (ball, color) in lab.table.balls.iter().zip(BALLS).filter(|(b, _)| !b.potted) {
        draw_ball(ball, color, sketch);
    }
    draw_foretold(lab, sketch);
    let count = lab.impacts.len();
    for (i, impact) in lab.impacts.iter().enumerate() {
        draw_impact(lab, impact, i + 1 == count, sketch);
    }
    match lab.table.printed {
        Printed::Nothing => {}
        Printed::CrossedMasses => sketch.note(word("as printed: the masses are crossed, right for equal masses alone")),
        Printed::NoApproachTest => {
            sketch.note(word("as printed: whoever overlaps is exchanged in every frame, also those that part"));
        }
    }
}

fn draw_table(sketch: &mut Sketch) {
    let list = sketch.list();
    let half = HALF.as_vec2();
    let mut slab = |center: Vec3, half: Vec3, color| {
        list.cuboids.push(Cuboid {
            center,
            half,
            rotation: Quat::IDENTITY,
            color,
            grid: false,
            highlight: Highlight::None,
        });
    };
    let outer = CUSHION + RAIL;
    // The top of the cloth is the plane on which the balls are drawn.
    slab(Vec3::new(0.0, -0.02, 0.0), Vec3::new(half.x + outer, 0.02, half.y + outer), CLOTH);
    // Cushions meet a ball above its middle, as on a table, so that it does not jump.
    let height = 1.3 * RADIUS as f32;
    for side in [-1.0, 1.0] {
        let beyond = CUSHION + 0.5 * RAIL;
        slab(
            Vec3::new(0.0, 0.5 * height, side * (half.y + beyond)),
            Vec3::new(half.x + outer, 0.5 * height, 0.5 * RAIL),
            WOOD,
        );
        slab(
            Vec3::new(side * (half.x + beyond), 0.5 * height, 0.0),
            Vec3::new(0.5 * RAIL, 0.5 * height, half.y + CUSHION),
            WOOD,
        );
    }
    for cushion in &CUSHIONS {
        // A cushion's line is where the ball's centre turns back; the block stands behind it.
        let middle = 0.5 * (cushion.start + cushion.end) - 0.5 * f64::from(CUSHION) * cushion.normal;
        let along = 0.5 * (cushion.end - cushion.start).abs().as_vec2();
        let thick = 0.5 * CUSHION * cushion.normal.abs().as_vec2();
        let center = on_ground(middle.as_vec2()) + 0.5 * height * Vec3::Y;
        slab(center, Vec3::new(along.x + thick.x, 0.5 * height, along.y + thick.y), CUSHIONS_CLOTH);
    }
    for pocket in &POCKETS {
        // A hair above the cloth, or the two would flicker.
        let center = on_ground(pocket.center.as_vec2()) + 0.001 * Vec3::Y;
        let rim = |i: usize| {
            let angle = i as f32 * std::f32::consts::TAU / 32.0;
            center + pocket.radius as f32 * Vec3::new(angle.cos(), 0.0, angle.sin())
        };
        list.triangles.extend((0..32).map(|i| Triangle {
            corners: [center, rim(i), rim(i + 1)],
            color: HOLE,
            xray: false,
        }));
    }
}

fn draw_ball(ball: &Ball, color: Color, sketch: &mut Sketch) {
    // The table's z is the world's y, its y the world's −z.
    let q = ball.rotation.as_quat();
    let rotation = Quat::from_xyzw(q.x, q.z, -q.y, q.w);
    let (center, radius) = (at(ball.position), RADIUS as f32);
    sketch.list().spheres.push(Sphere { center, radius, rotation, color, highlight: Highlight::None });
}

fn draw_foretold(lab: &Billiards, sketch: &mut Sketch) {
    let Some(foretold) = &lab.foretold else { return };
    for (ball, path) in &foretold.paths {
        // The cue ball, the ball it strikes first, and the rest that moves only later.
        let struck = foretold.first.is_some_and(|i| i.balls.contains(ball));
        let (ink, width) = match ball {
            0 => (Ink::First, 2.0),
            _ if struck => (Ink::Second, 2.0),
            _ => (Ink::Faint, 1.0),
        };
        let points: Vec<Vec3> = path.iter().map(|p| at(*p)).collect();
        sketch.path(&points, false, ink, width);
    }
    if let Some(first) = foretold.first {
        // Where the cue ball will be when it meets the other: the place to aim at.
        let ghost = if first.balls[0] == 0 { first.centers[0] } else { first.centers[1] };
        sketch.circle(at(ghost), Vec3::Y, RADIUS as f32, Ink::First, 2.0);
        let [a, b] = first.centers;
        let line = (b - a) * 2.0;
        sketch.dashes(over(a - 0.5 * line), over(b + line), 0.02, Ink::Third);
        // Beside the way the cue ball comes, where no ball lies that it could hide.
        let beside = ghost - 0.3 * lab.aim + 0.08 * lab.aim.perp();
        sketch.words(over(beside), say!("cut {}", format!("{:.0}°", first.cut())), Ink::First);
    }
    let cue = lab.table.balls[0].position;
    sketch.named_arrow(
        at(cue + 2.0 * RADIUS * lab.aim),
        at(PULL * lab.strength * lab.aim) - at(DVec2::ZERO),
        Ink::Outcome,
        format!("{:.1} m/s", lab.strength),
    );
    draw_cue(lab, cue, sketch);
}

/// The stick, pulled back as far as the stroke is strong, where it will meet the ball, raised so that it
/// clears the rail.
fn draw_cue(lab: &Billiards, cue: DVec2, sketch: &mut Sketch) {
    let right = DVec2::new(lab.aim.y, -lab.aim.x);
    let forward = (on_ground(lab.aim.as_vec2()) - 0.16 * Vec3::Y).normalize();
    let meets = on_ground((cue + RADIUS * lab.side * right).as_vec2()) + (RADIUS * (1.0 + lab.height)) as f32 * Vec3::Y;
    let gap = (1.2 * RADIUS + 0.03 * lab.strength) as f32;
    let half = Vec3::new(0.5, 0.006, 0.006);
    let center = meets - (gap + half.x) * forward;
    let rotation = Quat::from_rotation_arc(Vec3::X, forward);
    sketch.list().cuboids.push(Cuboid { center, half, rotation, color: CUE, grid: false, highlight: Highlight::None });
}

/// The line of centres, both velocities split along and across it, and what became of them.
fn draw_impact(lab: &Billiards, impact: &BallImpact, latest: bool, sketch: &mut Sketch) {
    let [a, b] = impact.centers;
    let middle = 0.5 * (a + b);
    let across = DVec2::new(-impact.normal.y, impact.normal.x);
    // Long for the last impact, short for those before: the picture would be all lines.
    let reach = if latest { 0.25 } else { 0.07 };
    sketch.dashes(over(a - reach * impact.normal), over(b + reach * impact.normal), 0.02, Ink::Third);
    for center in [a, b] {
        sketch.circle(over(center), Vec3::Y, RADIUS as f32, Ink::Faint, 1.5);
    }
    if !latest {
        return;
    }
    sketch.dashes(over(middle - reach * across), over(middle + reach * across), 0.02, Ink::Faint);
    sketch.point(over(middle), Glyph::Disc, Ink::Third, 7.0);
    let arrow = |from: DVec2, v: DVec2| (over(from), over(ARROW * v) - over(DVec2::ZERO));
    // Before the impact arrows end at the centres, after it they begin there: the kink is the impact.
    for (k, center) in [a, b].into_iter().enumerate() {
        let (before, after) = (impact.before[k], impact.after[k]);
        let (tail, vector) = arrow(center - ARROW * before, before);
        sketch.arrow(tail, vector, if k == 0 { Ink::First } else { Ink::Second });
        // What stays and what is given on, as the legs of a right angle.
        let along = before.dot(impact.normal) * impact.normal;
        let (corner, ..) = arrow(center - ARROW * before + ARROW * along, before);
        if before.length() > 1e-6 {
            sketch.line(tail, corner, Ink::Faint, 1.5);
            sketch.line(corner, over(center), Ink::Faint, 1.5);
        }
        let (tail, vector) = arrow(center, after);
        if after.length() > 1e-6 {
            sketch.named_arrow(tail, vector, Ink::Outcome, format!("V{}'", ["₁", "₂"][k]));
        }
    }
    // Beside what is printed, what is right.
    if lab.table.printed != Printed::Nothing {
        for (center, right) in impact.centers.into_iter().zip(lab.right_after(impact)) {
            let (tail, vector) = arrow(center, right);
            sketch.arrow(tail, vector, Ink::Right);
        }
    }
    // The angle between the two ways is 90 degrees for equal masses without loss; anything else here is a sign.
    let ink = if impact.momentum_change().is_some() { Ink::Wrong } else { Ink::Right };
    if let Some(angle) = impact.angle() {
        sketch.words(
            over(middle + 0.12 * (impact.after[0] + impact.after[1]).normalize_or_zero()),
            format!("{angle:.1}°"),
            ink,
        );
        draw_angle(middle, impact.after, ink, sketch);
    }
    // Said in words, since a length of an arrow does not show a sum.
    if let Some(change) = impact.momentum_change() {
        let amount = format!("{:.3}", impact.momentum_gained().abs());
        let [before, after] = impact.momentum().map(|p| minus(&format!("{p:.3}")));
        sketch.note(match change {
            MomentumChange::Gained => say!("{} kg·m/s of momentum gained from nowhere", amount),
            MomentumChange::Lost => say!("{} kg·m/s of momentum lost", amount),
            MomentumChange::Reversed => say!("momentum reversed: {} kg·m/s became {}", before, after),
        });
    }
    // Slower in front than behind would be parting: v₁ < v₂ along the line of centres.
    let [[v1, v2], _] = impact.along();
    if v1 < v2 {
        sketch.note(word("These two parted already: nothing should have happened"));
    }
}

/// The arc between two velocities; the two sides of a square when it is a right angle.
fn draw_angle(middle: DVec2, [a, b]: [DVec2; 2], ink: Ink, sketch: &mut Sketch) {
    let (a, b) = (a.normalize_or_zero(), b.normalize_or_zero());
    let radius = 3.0 * RADIUS;
    if a.dot(b).abs() < 0.01 {
        let [p, q, r] = [radius * a, radius * (a + b), radius * b].map(|d| over(middle + 0.8 * d));
        sketch.path(&[p, q, r], false, ink, 2.5);
        return;
    }
    let arc: Vec<Vec3> =
        (0..=16).map(|i| over(middle + radius * a.lerp(b, f64::from(i) / 16.0).normalize_or_zero())).collect();
    sketch.path(&arc, false, ink, 2.5);
}
