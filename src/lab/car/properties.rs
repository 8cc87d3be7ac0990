//! What can be set of the cars.

use super::body::Between;
use super::track::CarJudgement;
use super::{Driving, MOST};
use crate::lab::Key;
use crate::lab::property::LabProperty;

const TRACKS: &[&str] = &["a ring road", "a sharp corner", "crossed cars"];
const JUDGEMENTS: &[&str] = &["both walls together", "each wall alone, as printed"];
const INTERPRETATIONS: &[&str] = &["towards the perpendicular", "away from the wall"];
const TESTS: &[&str] = &["separating axes", "corners alone, as printed"];

/// All that can be set.
pub(super) const PROPERTIES: &[LabProperty<Driving>] = &[
    LabProperty::hold(("Throttle", "Faster."), Key::Up, |lab, on| lab.controls.throttle = on),
    LabProperty::hold(("Brake", "Slower, and then backwards."), Key::Down, |lab, on| lab.controls.brake = on),
    LabProperty::hold(("Left", "The wheel to the left."), Key::Left, |lab, on| lab.controls.left = on),
    LabProperty::hold(("Right", "The wheel to the right."), Key::Right, |lab, on| lab.controls.right = on),
    LabProperty::choice(
        ("Track", "The walls, and where the cars start."),
        TRACKS,
        |lab| lab.which,
        |lab, which| {
            // Crossed cars are there to be compared: pushed apart they would show nothing.
            lab.push = which != 2;
            lab.enter(which, [1, 1, 2][which]);
        },
    ),
    LabProperty::number(
        ("Cars", "How many there are; the first is yours."),
        1.0..=MOST as f32,
        "",
        |lab| lab.cars.len() as f32,
        |lab, x| lab.enter(lab.which, (x.round() as usize).clamp(1, MOST)),
    ),
    LabProperty::flag(
        ("Slow motion", "Time runs ten times slower, so that a hit can be followed; the steps are as many and finer."),
        |lab| lab.slow,
        |lab, on| lab.slow = on,
    ),
    LabProperty::choice(
        (
            "Walls judged",
            "Where two walls meet: both together, or each alone, which sees hits at sharp corners that are none.",
        ),
        JUDGEMENTS,
        |lab| usize::from(lab.judgement == CarJudgement::Alone),
        |lab, i| {
            lab.judgement = if i == 0 { CarJudgement::Together } else { CarJudgement::Alone };
            // What the printed judgement left in a wall could never get out.
            if !(0..lab.cars.len()).all(|i| lab.is_clear(i)) {
                lab.enter(lab.which, lab.cars.len());
            }
        },
    ),
    LabProperty::choice(
        ("Car against car", "How two cars are compared."),
        TESTS,
        |lab| usize::from(lab.by_corners),
        |lab, i| lab.by_corners = i == 1,
    ),
    LabProperty::flag(
        ("Cars push each other", "Whether cars found to overlap are moved apart."),
        |lab| lab.push,
        |lab, on| lab.push = on,
    ),
    LabProperty::number(
        ("Restitution", "Share of the normal speed that is given back."),
        0.0..=1.0,
        "",
        |lab| lab.response.restitution as f32,
        |lab, x| lab.response.restitution = x.into(),
    ),
    LabProperty::number(
        ("Friction", "Coulomb's, along walls and cars."),
        0.0..=2.0,
        "",
        |lab| lab.response.friction as f32,
        |lab, x| lab.response.friction = x.into(),
    ),
    LabProperty::number(
        ("Steering", "How far a wall turns the heading, k: radians for each metre a second."),
        0.0..=0.2,
        "",
        |lab| lab.response.steering as f32,
        |lab, x| lab.response.steering = x.into(),
    ),
    LabProperty::choice(
        (
            "From 45° to 135°",
            "What the heading turns towards when a wall is met nearly head on: the nearer perpendicular of the wall, \
             as the article says, or the one that leads back to the road.",
        ),
        INTERPRETATIONS,
        |lab| lab.response.between as usize,
        |lab, i| lab.response.between = if i == 0 { Between::Perpendicular } else { Between::Away },
    ),
];
