//! What can be set of the rotation.

use super::seven::{MatrixForm, ROUTES};
use super::{ABOUT, About, ORDERS, REACH, Rotation};
use crate::lab::property::{Act, LabProperty};
use glam::Vec3;

const ABOUT_NAMES: &[&str] = &[
    "the origin, in the plane",
    "a point, in the plane",
    "a line parallel to x",
    "a line parallel to y",
    "a line parallel to z",
    "any line",
];

const OF_POINT: &str = "A coordinate of the point, or of a point of the line.";
const OF_DIRECTION: &str = "A component of the direction of the line; its length does not matter.";
const ORDER_NAMES: &[&str] = &["for columns", "for rows", "the other way about"];
const ROUTE_NAMES: &[&str] = &[
    "about z into yz, then onto z",
    "about z into xz, then onto z",
    "about x into xy, then onto x",
    "about y into yz, then onto y",
];
const FORMS: [MatrixForm; 3] = [MatrixForm::Corrected, MatrixForm::Divides, MatrixForm::Flattens];
const FORM_NAMES: &[&str] = &["corrected", "as printed: always divide by l", "as printed: use (x, y, 0, 0)"];

type Row = LabProperty<Rotation>;

/// All that can be set.
pub(super) const PROPERTIES: &[Row] = &[
    Row::choice(
        ("Turn about", "What the letter is turned about."),
        ABOUT_NAMES,
        |lab| ABOUT.iter().position(|about| *about == lab.about).unwrap_or_default(),
        |lab, i| lab.about = ABOUT[i],
    ),
    Row::number(("Angle", "How far to turn."), -360.0..=360.0, "°", |lab| lab.angle_deg, |lab, x| lab.angle_deg = x),
    Row::number(("Stage", "How many of the matrices have acted."), 0.0..=7.0, "", Rotation::stage, |lab, x| {
        // What is set by hand would be gone with the next step if it went on playing.
        (lab.progress, lab.playing) = (x, false);
    })
    .up_to(|lab| lab.stage_count() as f32),
    Row::flag(("Play", "Goes on from stage to stage by itself."), |lab| lab.playing, |lab, on| lab.playing = on),
    Row::number(("Pace", "Stages a second."), 0.1..=4.0, "1/s", |lab| lab.pace, |lab, x| lab.pace = x),
    Row::choice(
        (
            "Product",
            "For columns, M·p, the first matrix to act stands on the right; for rows, p·M^T, all are transposed and it stands on \
             the left. The other way about they are another motion.",
        ),
        ORDER_NAMES,
        |lab| ORDERS.iter().position(|order| *order == lab.order).unwrap_or_default(),
        |lab, i| lab.order = ORDERS[i],
    ),
    Row::number(("Point x", OF_POINT), -REACH..=REACH, "m", |lab| lab.point.x, |lab, x| lab.point.x = x)
        .when(|lab| lab.about != About::Origin),
    Row::number(("Point y", OF_POINT), -REACH..=REACH, "m", |lab| lab.point.y, |lab, x| lab.point.y = x)
        .when(|lab| lab.about != About::Origin),
    Row::number(("Point z", OF_POINT), -REACH..=REACH, "m", |lab| lab.point.z, |lab, x| lab.point.z = x)
        .when(|lab| !lab.in_plane()),
    Row::number(
        ("Direction x", OF_DIRECTION),
        -2.0 * REACH..=2.0 * REACH,
        "m",
        |lab| lab.direction.x,
        |lab, x| lab.direction.x = x,
    )
    .when(Rotation::is_about_any_line),
    Row::number(
        ("Direction y", OF_DIRECTION),
        -2.0 * REACH..=2.0 * REACH,
        "m",
        |lab| lab.direction.y,
        |lab, x| lab.direction.y = x,
    )
    .when(Rotation::is_about_any_line),
    Row::number(
        ("Direction z", OF_DIRECTION),
        -2.0 * REACH..=2.0 * REACH,
        "m",
        |lab| lab.direction.z,
        |lab, x| lab.direction.z = x,
    )
    .when(Rotation::is_about_any_line),
    Row::choice(
        ("Route", "Into which plane the line is turned first, and onto which axis then."),
        ROUTE_NAMES,
        |lab| lab.route,
        |lab, i| lab.route = i,
    )
    .when(Rotation::is_about_any_line),
    Row::choice(
        ("Matrices", "Corrected, or with one of the errors of the printed version."),
        FORM_NAMES,
        |lab| lab.form as usize,
        |lab, i| lab.form = FORMS[i],
    )
    .when(Rotation::is_about_any_line),
    Row::preset(
        ("Line with l = 0", "Sets the line along the axis of the first turn, where there is nothing to divide by."),
        Act::Always(|lab| {
            // The arrow keeps its length, but one that is too short could not be seen.
            let long = lab.direction.length().max(1.0);
            lab.direction = ROUTES[lab.route].first.unit().as_vec3() * long;
        }),
    )
    .when(Rotation::is_about_any_line),
    Row::preset(
        ("Line far away", "Moves line and letter 40 m along x, y and z."),
        Act::Always(|lab| {
            // Line and letter together: the same turn, far from the origin.
            let moved = Vec3::splat(REACH - 10.0) - lab.point;
            (lab.foot, lab.point) = (lab.foot + moved, lab.point + moved);
        }),
    )
    .when(Rotation::is_about_any_line),
];
