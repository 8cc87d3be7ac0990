//! What can be set of the pursuit.

use super::course::{COURSE_NAMES, COURSES, Course};
use super::{Aim, Pursuit};
use crate::lab::property::{Act, LabProperty};

const WHERE_NAMES: &[&str] = &["plane", "space"];
const AIM_NAMES: &[&str] = &["the target, with its lead", "the intercept"];

/// All that can be set.
pub(super) const PROPERTIES: &[LabProperty<Pursuit>] = &[
    LabProperty::choice(
        ("Where", "In the plane, or in space with the same formula."),
        WHERE_NAMES,
        |lab| usize::from(lab.in_space),
        |lab, i| lab.set_in_space(i == 1),
    ),
    LabProperty::choice(
        ("Target", "Moved by your hand alone, or running on a curve that you can drag."),
        COURSE_NAMES,
        |lab| COURSES.iter().position(|course| *course == lab.course).unwrap_or(0),
        |lab, i| {
            lab.course = COURSES[i];
            lab.put_on_curve();
            // The jump onto another curve is no motion that has a velocity.
            lab.target_before = lab.target;
            lab.aim_again();
        },
    ),
    LabProperty::number(("Speed", "Of the chaser."), 0.0..=20.0, "m/s", |lab| lab.speed, |lab, x| lab.speed = x),
    LabProperty::number(
        ("Target's speed", "On its curve."),
        0.0..=20.0,
        "m/s",
        |lab| lab.target_speed,
        |lab, x| {
            lab.target_speed = x;
            if lab.course != Course::Hand {
                // At once, not with the next step: intercept and arrow depend on it.
                lab.target_velocity = lab.target_velocity.normalize_or(lab.curve().tangent.normalize_or_zero()) * x;
            }
        },
    ),
    LabProperty::number(
        ("Capture radius", "The target is captured when it is no farther than this."),
        0.0..=2.0,
        "m",
        |lab| lab.capture_radius,
        |lab, x| lab.capture_radius = x,
    ),
    LabProperty::choice(
        (
            "Aim at",
            "The target, ahead of it by the lead below; or the intercept, where both would be at the same time if the \
             target ran on straight.",
        ),
        AIM_NAMES,
        |lab| lab.aim as usize,
        |lab, i| lab.aim = if i == 0 { Aim::Target } else { Aim::Intercept },
    ),
    LabProperty::number(
        (
            "Lead",
            "How far ahead of the target the chaser aims: by the way the target makes in this share of \
             |q \u{2212} p|/s, the time to where it is now. 0 is plain pursuit. Not even 1 is the place where they would \
             meet: that is the intercept.",
        ),
        0.0..=2.0,
        "",
        |lab| lab.lead,
        |lab, x| lab.lead = x,
    ),
    LabProperty::flag(
        (
            "Aim once",
            "The article's other weapon: aimed at its start, then it flies straight, whatever the target does.",
        ),
        |lab| lab.aim_once,
        |lab, on| {
            lab.aim_once = on;
            lab.aim_again();
        },
    ),
    LabProperty::flag(
        ("As printed", "A second chaser runs the printed program: 0.2 m each frame, past the target too."),
        |lab| lab.as_printed,
        |lab, on| {
            lab.as_printed = on;
            // Both begin at one place, so that their ways can be compared.
            lab.printed = Some(lab.chaser);
            lab.printed_trail.clear();
        },
    ),
    LabProperty::action(
        ("Aim again", "Aims the chaser that flies straight anew, from where it is."),
        Act::Always(Pursuit::aim_again),
    ),
    LabProperty::action(
        (
            "Put the chaser on the target",
            "Distance zero: no direction. The chaser stays; the printed program divides zero by zero.",
        ),
        Act::Always(|lab| {
            lab.chaser = lab.target;
            lab.printed = Some(lab.target);
            lab.aim_again();
        }),
    ),
];
