//! What can be set of the billiards.

use super::impact::Printed;
use super::{Billiards, LAYOUTS, STROKES, bearing};
use crate::lab::property::{Act, LabProperty};
use crate::math::sin_cos_f64;
use glam::DVec2;

/// What of the printed program is used, by index.
const PRINTED: [Printed; 3] = [Printed::Nothing, Printed::CrossedMasses, Printed::NoApproachTest];
const PRINTED_NAMES: &[&str] = &["not used", "masses crossed", "no approach test"];

/// All that can be set.
pub(super) const PROPERTIES: &[LabProperty<Billiards>] = &[
    LabProperty::action(("Shoot", "Makes the stroke, once all balls rest."), Act::OrRefused(Billiards::shoot)),
    LabProperty::action(("Set up again", "Puts the balls back."), Act::Always(|lab| lab.prepare().set_up_again())),
    LabProperty::number(
        ("Aim", "Where the cue ball goes, counter-clockwise from the right."),
        -180.0..=180.0,
        "°",
        |lab| bearing(lab.aim) as f32,
        |lab, degrees| {
            let (sin, cos) = sin_cos_f64(f64::from(degrees).to_radians());
            lab.prepare().aim = DVec2::new(cos, sin).normalize();
        },
    ),
    LabProperty::number(
        ("Strength", "The cue ball's speed after the stroke."),
        STROKES,
        "m/s",
        |lab| lab.strength as f32,
        |lab, x| lab.prepare().strength = x.into(),
    ),
    LabProperty::number(
        ("Height", "How far above its middle the ball is struck; at 0.4 it rolls at once."),
        -0.5..=0.5,
        "r",
        |lab| lab.height as f32,
        |lab, x| lab.prepare().height = x.into(),
    ),
    LabProperty::number(
        ("Side", "How far to the right of its middle the ball is struck."),
        -0.5..=0.5,
        "r",
        |lab| lab.side as f32,
        |lab, x| lab.prepare().side = x.into(),
    ),
    LabProperty::choice(
        ("Layout", "What lies on the table."),
        LAYOUTS,
        |lab| lab.layout,
        |lab, i| lab.prepare().set_up(i),
    ),
    // What balls, cushions and cloth are like prepares no stroke: the first still makes itself.
    LabProperty::number(
        ("Cue ball mass", "The others weigh 0.17 kg."),
        0.05..=1.0,
        "kg",
        |lab| lab.cue().mass as f32,
        |lab, x| lab.table.balls[0].mass = x.into(),
    ),
    LabProperty::number(
        ("Ball restitution", "How much of their closing speed balls keep."),
        0.0..=1.0,
        "",
        |lab| lab.table.ball_bounce.restitution as f32,
        |lab, x| lab.table.ball_bounce.restitution = x.into(),
    ),
    LabProperty::number(
        ("Ball friction", "Between balls: it throws the object ball."),
        0.0..=0.5,
        "",
        |lab| lab.table.ball_bounce.friction as f32,
        |lab, x| lab.table.ball_bounce.friction = x.into(),
    ),
    LabProperty::number(
        ("Cushion restitution", "How much of its speed a cushion gives back."),
        0.0..=1.0,
        "",
        |lab| lab.table.cushion_bounce.restitution as f32,
        |lab, x| lab.table.cushion_bounce.restitution = x.into(),
    ),
    LabProperty::number(
        ("Cushion friction", "Between cushion and ball: it makes side spin count."),
        0.0..=0.5,
        "",
        |lab| lab.table.cushion_bounce.friction as f32,
        |lab, x| lab.table.cushion_bounce.friction = x.into(),
    ),
    LabProperty::number(
        ("Cloth friction", "Under a sliding ball."),
        0.0..=1.0,
        "",
        |lab| lab.table.cloth.sliding as f32,
        |lab, x| lab.table.cloth.sliding = x.into(),
    ),
    LabProperty::number(
        ("Rolling resistance", "Under a rolling ball: its deceleration over gravity."),
        0.0..=0.1,
        "",
        |lab| lab.table.cloth.rolling as f32,
        |lab, x| lab.table.cloth.rolling = x.into(),
    ),
    LabProperty::choice(
        (
            "As printed",
            "The printed formula for impacts, which is right for equal masses alone, or the printed test, which never \
             asks whether the balls approach: try it with two that part.",
        ),
        PRINTED_NAMES,
        |lab| PRINTED.iter().position(|printed| *printed == lab.table.printed).unwrap_or_default(),
        |lab, i| lab.table.printed = PRINTED[i],
    ),
    LabProperty::flag(
        (
            "First stroke by itself",
            "Makes one stroke when the balls have rested for a second and a half; aiming or moving a ball switches it \
             off.",
        ),
        |lab| lab.starts,
        |lab, on| (lab.starts, lab.waited) = (on, 0.0),
    ),
];
