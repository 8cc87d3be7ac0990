//! What can be set of the room and of what flies in it.

use super::swarm::{AtHit, Throw};
use super::{MOST, ROOMS, Room};
use crate::lab::property::{Act, LabProperty};

/// How the printed program throws, and what it does at a hit, by their index in the panel.
const THROWS: [Throw; 3] = [Throw::Alike, Throw::Apart, Throw::Real];
const THROW_NAMES: &[&str] = &["both parts alike, 1 to 4", "each part by itself, 1 to 4", "real parts, \u{2212}4 to 4"];
const AT_HIT_NAMES: &[&str] = &["back to the start, a new throw", "mirrored"];

type Row = LabProperty<Room>;

/// All that can be set.
pub(super) const PROPERTIES: &[Row] = &[
    Row::number(
        ("Particles", "How many particles fly; they start anew."),
        1.0..=MOST as f32,
        "",
        |lab| lab.particles.len() as f32,
        |lab, x| lab.begin((x.round() as usize).clamp(1, MOST)),
    ),
    Row::number(
        ("Speed", "How fast they fly."),
        0.1..=1000.0,
        "m/s",
        |lab| lab.speed as f32,
        |lab, x| {
            // Places and directions stay: all fly on, faster or slower.
            let factor = f64::from(x) / lab.speed;
            lab.particles.iter_mut().for_each(|particle| particle.velocity *= factor);
            lab.speed = x.into();
        },
    )
    .when(|lab| !lab.as_printed),
    Row::choice_or_refused(("Room", "The room's shape."), ROOMS, |lab| lab.which, Room::enter),
    Row::flag(
        ("Everywhere", "Start all over the room, not as a ring from one point."),
        |lab| lab.everywhere,
        |lab, on| {
            lab.everywhere = on;
            lab.begin_again();
        },
    )
    .when(|lab| !lab.as_printed),
    Row::flag(
        (
            "As printed",
            "The article's own program: thrown from (10, 8), at each hit back there with a new throw. Its test makes d \
             0.001 where it lies between \u{2212}1 and 1.",
        ),
        |lab| lab.as_printed,
        |lab, on| {
            lab.as_printed = on;
            lab.begin_again();
        },
    ),
    Row::choice(
        (
            "Throws",
            "The two parts of a throw, in units: one random number for both is what is printed, one for each what is \
             meant; real ones can be short.",
        ),
        THROW_NAMES,
        |lab| THROWS.iter().position(|throw| *throw == lab.throw).unwrap_or(0),
        |lab, i| {
            lab.throw = THROWS[i];
            lab.begin_again();
        },
    )
    .when(|lab| lab.as_printed),
    Row::number(
        (
            "Unit",
            "How far a part of 1 goes in a frame; the article's is 1. With 0.1 the shortest throws are no longer seen by \
             the test, and are lost.",
        ),
        0.01..=4.0,
        "m",
        |lab| lab.unit as f32,
        |lab, x| {
            // As it is typed: 0.1, not the nearest f32.
            lab.unit = (f64::from(x) * 1e6).round() / 1e6;
            lab.begin_again();
        },
    )
    .when(|lab| lab.as_printed),
    Row::choice(
        ("At a hit", "What is printed, or what the article says one would do instead: the velocity is mirrored, and the frame ends \
             where it began. The parts are then whole no more: with each part by itself, some points are lost with the \
             article's unit, too."),
        AT_HIT_NAMES,
        |lab| lab.at_hit as usize,
        |lab, i| {
            lab.at_hit = if i == 0 { AtHit::Anew } else { AtHit::Mirrored };
            lab.begin_again();
        },
    )
    .when(|lab| lab.as_printed),
    Row::number(
        ("Frames a second", "How often the printed program moves its points; it knows no time between."),
        1.0..=60.0,
        "/s",
        |lab| lab.frame_rate as f32,
        |lab, x| lab.frame_rate = x.into(),
    )
    .when(|lab| lab.as_printed),
    Row::preset(
        ("Draw a room", "Clicks add corners; a click on the first corner closes the room."),
        Act::Always(Room::begin_drawing),
    ),
    Row::preset(("Close the room", "Joins the last corner drawn to the first."), Act::OrRefused(Room::close))
        .when(|lab| lab.draft.is_some()),
    Row::preset(
        ("Stop drawing", "Throws away what is drawn so far; the room stays the one it was."),
        Act::Always(Room::stop_drawing),
    )
    .when(|lab| lab.draft.is_some()),
];
