//! What can be set of the reflection.

use super::{Arena, EXAMPLE, PLACES, PRINTED, Reflection};
use crate::lab::property::{Act, LabProperty};

const OF_VELOCITY: &str = "Of the velocity that arrives.";
const OF_WALL: &str = "Of the direction of the wall, or in space of its normal. Its length does not matter.";
const PLACE_NAMES: &[&str] = &["plane", "space", "rectangle"];
const PRINTED_NAMES: &[&str] = &["not shown", "reflects always", "2·|S·û|·û"];

type Row = LabProperty<Reflection>;

/// All that can be set.
pub(super) const PROPERTIES: &[Row] = &[
    Row::choice(
        ("Where", "In the plane, in space with the same formulas, or in a rectangle, where a ball bounces for ever."),
        PLACE_NAMES,
        |lab| lab.place as usize,
        |lab, i| lab.place = PLACES[i],
    ),
    // What is set of the rectangle throws the ball anew, so that its path belongs to what is set.
    Row::number(
        ("S x", "Of the velocity that the ball is thrown with."),
        -10.0..=10.0,
        "m/s",
        |lab| lab.rectangle.thrown.x as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.thrown.x = x.into()),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::number(
        ("S y", "Of the velocity that the ball is thrown with."),
        -10.0..=10.0,
        "m/s",
        |lab| lab.rectangle.thrown.y as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.thrown.y = x.into()),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::number(
        ("Start x", "Where the ball starts, from the middle of the rectangle."),
        -5.0..=5.0,
        "m",
        |lab| lab.rectangle.start.x as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.start.x = x.into()),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::number(
        ("Start y", "Where the ball starts, from the middle of the rectangle."),
        -5.0..=5.0,
        "m",
        |lab| lab.rectangle.start.y as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.start.y = x.into()),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::number(
        ("Side along x", "Of the rectangle."),
        1.0..=10.0,
        "m",
        |lab| (2.0 * lab.rectangle.half.x) as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.half.x = 0.5 * f64::from(x)),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::number(
        ("Side along y", "Of the rectangle."),
        1.0..=10.0,
        "m",
        |lab| (2.0 * lab.rectangle.half.y) as f32,
        |lab, x| lab.rectangle.throw_with(|rectangle| rectangle.half.y = 0.5 * f64::from(x)),
    )
    .when(|lab| lab.place == Arena::Rectangle),
    Row::action(("Throw again", "Puts the ball back to its start."), Act::Always(|lab| lab.rectangle.throw()))
        .when(|lab| lab.place == Arena::Rectangle),
    // The same names in the plane and in space: only those of the place that is shown are offered.
    Row::number(("S x", OF_VELOCITY), -10.0..=10.0, "m/s", |lab| lab.flat.velocity.x, |lab, x| lab.flat.velocity.x = x)
        .when(|lab| lab.place == Arena::Plane),
    Row::number(("S y", OF_VELOCITY), -10.0..=10.0, "m/s", |lab| lab.flat.velocity.y, |lab, x| lab.flat.velocity.y = x)
        .when(|lab| lab.place == Arena::Plane),
    Row::number(("Wall x", OF_WALL), -10.0..=10.0, "", |lab| lab.flat.wall.x, |lab, x| lab.flat.wall.x = x)
        .when(|lab| lab.place == Arena::Plane),
    Row::number(("Wall y", OF_WALL), -10.0..=10.0, "", |lab| lab.flat.wall.y, |lab, x| lab.flat.wall.y = x)
        .when(|lab| lab.place == Arena::Plane),
    Row::number(("S x", OF_VELOCITY), -10.0..=10.0, "m/s", |lab| lab.deep.velocity.x, |lab, x| lab.deep.velocity.x = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(("S y", OF_VELOCITY), -10.0..=10.0, "m/s", |lab| lab.deep.velocity.y, |lab, x| lab.deep.velocity.y = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(("S z", OF_VELOCITY), -10.0..=10.0, "m/s", |lab| lab.deep.velocity.z, |lab, x| lab.deep.velocity.z = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(("Normal x", OF_WALL), -10.0..=10.0, "", |lab| lab.deep.normal.x, |lab, x| lab.deep.normal.x = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(("Normal y", OF_WALL), -10.0..=10.0, "", |lab| lab.deep.normal.y, |lab, x| lab.deep.normal.y = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(("Normal z", OF_WALL), -10.0..=10.0, "", |lab| lab.deep.normal.z, |lab, x| lab.deep.normal.z = x)
        .when(|lab| lab.place == Arena::Space),
    Row::number(
        ("Restitution", "How much of the part across the wall comes back."),
        0.0..=1.0,
        "",
        |lab| lab.restitution,
        |lab, x| lab.restitution = x,
    )
    .when(|lab| lab.place != Arena::Rectangle),
    Row::number(
        ("Friction", "Coulomb's coefficient: friction takes at most so much of the push from the part along the wall."),
        0.0..=2.0,
        "",
        |lab| lab.friction,
        |lab, x| lab.friction = x,
    )
    .when(|lab| lab.place != Arena::Rectangle),
    Row::flag(
        ("One side only", "The wall is solid from the side its normal points to; what leaves is left alone."),
        |lab| lab.one_sided,
        |lab, on| lab.one_sided = on,
    )
    .when(|lab| lab.place != Arena::Rectangle),
    Row::choice(
        (
            "As printed",
            "What the articles print, beside the right answer: a reflection also of what leaves, or one that takes the \
             absolute value of S·û.",
        ),
        PRINTED_NAMES,
        |lab| PRINTED.iter().position(|printed| *printed == lab.printed).unwrap_or(0),
        |lab, i| lab.printed = PRINTED[i],
    )
    .when(|lab| lab.place != Arena::Rectangle),
    Row::preset(
        ("Turn the wall round", "The other sign of û: of a wall with two sides F stays the same."),
        Act::Always(|lab| (lab.flat.wall, lab.deep.normal) = (-lab.flat.wall, -lab.deep.normal)),
    )
    .when(|lab| lab.place != Arena::Rectangle),
    Row::preset(
        ("The printed example", "S = (4, 2) on a wall along (8, −8): n = (−3, −3), T = (1, −1), F = (−2, −4)."),
        Act::Always(|lab| {
            (lab.place, lab.flat) = (Arena::Plane, EXAMPLE);
            // The printed numbers hold for a wall without loss and without a front.
            (lab.restitution, lab.friction, lab.one_sided) = (1.0, 0.0, false);
        }),
    )
    .when(|lab| lab.place != Arena::Rectangle),
];
