//! `carom trace check --picture`: the worst contacts of a trace, drawn.

use super::output::cannot_write;
use super::{Failure, open_playback, save_bytes, sweep_beside};
use crate::check::{Meant, Report, WorstRow};
use crate::render::{Gpu, Offscreen};
use crate::scene::SceneCamera;
use crate::subject::Subject;
use crate::timeline::TimeMachine;
use crate::view::{Camera, Layers, MeetingPlace, Selection, ViewOptions, meeting_place, trace_id};
use glam::DVec3;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many contacts are drawn, each of two bodies that no other picture shows together.
const MOST: usize = 4;

/// Pixels.
const SIZE: [u32; 2] = [1280, 720];

/// Directions nearer to each other than this (sine of the angle) span no plane that one could look at straight.
const PARALLEL: f64 = 5e-3;

/// Draws the worst contacts of a report on the trace in `file` into `folder`, which is made where it is not there: each
/// as `N_VERDICT_step_S.png`, its bodies selected, seen straight onto the plane of the engine's normal and the exact
/// one. The pictures of an earlier check stay unless theirs is the same name. Gives their paths.
///
/// `Wrong` where a file cannot be written, `NoDevice` where nothing can draw.
pub(super) fn draw_worst(file: &Path, meant: Meant, report: &Report, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut pairs = BTreeSet::new();
    // Often one pair is off in many steps, and a picture of one of them says as much.
    let rows = report.worst.iter().filter(|row| {
        let [a, b] = [&row.a, &row.b].map(ToString::to_string);
        pairs.insert(if a < b { (a, b) } else { (b, a) })
    });
    let rows: Vec<&WorstRow> = rows.take(MOST).collect();
    if rows.is_empty() {
        return Ok(vec![]);
    }
    let mut playback = open_playback(file)?;
    // Read as the check has read it: by the header alone the picture might contradict the report.
    playback.read_as(Arc::new(meant));
    let mut subject = Subject::from(playback);
    let gpu = Gpu::new_headless()?;
    let mut offscreen = Offscreen::new(&gpu, SIZE)?;
    fs::create_dir_all(folder).map_err(|error| cannot_write("picture", folder, &error))?;
    let mut paths = vec![];
    for (index, row) in rows.into_iter().enumerate() {
        let path = folder.join(format!("{}_{}_step_{}.png", index + 1, row.verdict.key(), row.step));
        // All pictures go to one folder, so it is swept once.
        if index == 0 {
            sweep_beside(&path);
        }
        let mut png = vec![];
        let (options, camera) = set_up(&mut subject, row);
        offscreen.draw(&subject.draw(&options, &camera))?.write_png(&mut png)?;
        save_bytes(&path, &png, false).map_err(|error| cannot_write("picture", &path, &error.reason))?;
        paths.push(path);
    }
    Ok(paths)
}

/// Goes to a contact and selects it.
fn set_up(subject: &mut Subject, row: &WorstRow) -> (ViewOptions, Camera) {
    if let Some(traced) = subject.trace_mut() {
        traced.seek(row.step);
    }
    // Of all contacts the one alone: what is selected is drawn whatever the layers are.
    let mut options = ViewOptions { layers: Layers::NONE, ..ViewOptions::default() };
    let mut camera = Camera::new(&SceneCamera::default(), SIZE, 1.0);
    let Some(playback) = subject.trace() else { return (options, camera) };
    let frame = playback.frame();
    let Some((a, b)) = frame.find(&row.a).zip(frame.find(&row.b)) else { return (options, camera) };
    options.selection = Selection::of_contact(trace_id(a), trace_id(b));
    // As near as the smaller of the two, and all that touches, can be seen whole.
    let bounds = [a, b].map(|index| frame.body(index).map_or(1.0, |member| member.bound));
    let smaller = bounds[0].min(bounds[1]).clamp(1e-3, 1e4) as f32;
    // Where no contact of the two has a point, the middle of everything is looked at.
    let nowhere = MeetingPlace { center: frame.extent().center, reach: 0.0 };
    let MeetingPlace { center, reach } = meeting_place(playback, a, b).unwrap_or(nowhere);
    let back = looking(camera.back().as_dvec3(), row);
    // Yaw is measured about +y from +z, pitch from the horizon: the inverse of `Camera::back`.
    camera.look_from(back.x.atan2(back.z) as f32, back.y.clamp(-1.0, 1.0).asin() as f32);
    camera.frame(center, (2.0 * reach).max(1.5 * smaller));
    (options, camera)
}

/// Towards the eye (unit) that sees both normals in their true lengths, from above where that is a choice; where the
/// two are parallel, the one nearest to the `usual`.
fn looking(usual: DVec3, row: &WorstRow) -> DVec3 {
    let engine = DVec3::from_array(row.normal);
    let exact = row.exact.map_or(engine, DVec3::from_array);
    let across = engine.cross(exact);
    if across.length() > PARALLEL {
        // Both sides show the same plane: the upper one, or where neither is above, the usual one.
        let side = if across.y.abs() > 1e-3 { across.y } else { across.dot(usual) };
        return across.normalize() * side.signum();
    }
    // Any direction across one normal shows it in its true length.
    usual.reject_from(engine).try_normalize().unwrap_or(DVec3::X)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Verdict;
    use crate::trace::Id;

    fn row(normal: DVec3, exact: Option<DVec3>) -> WorstRow {
        WorstRow {
            step: 1,
            a: Id::Number(0),
            b: Id::Number(1),
            verdict: Verdict::Wrong,
            angle_deg: 0.0,
            depth_mm: None,
            normal: normal.to_array(),
            exact: exact.map(|exact| exact.to_array()),
            feature_a: String::new(),
            feature_b: String::new(),
            steps_ago: 0,
        }
    }

    #[test]
    fn both_normals_are_seen_in_their_true_lengths_and_never_from_below() {
        let usual = DVec3::new(0.3, 0.4, 0.9).normalize();
        let turned = DVec3::new(0.2, 0.9, -0.3).normalize();
        for normal in [DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, turned] {
            for exact in [None, Some(normal), Some(-normal), Some(DVec3::Y), Some(DVec3::new(0.6, 0.8, 0.0))] {
                let back = looking(usual, &row(normal, exact));
                assert!((back.length() - 1.0).abs() < 1e-12, "{normal} {exact:?}: {back}");
                assert!(back.dot(normal).abs() < 1e-9, "{normal} {exact:?}: {back}");
                let is_plane = exact.is_some_and(|exact| normal.cross(exact).length() > PARALLEL);
                if let Some(exact) = exact.filter(|_| is_plane) {
                    assert!(back.dot(exact).abs() < 1e-9 && back.y >= -1e-3, "{normal} {exact}: {back}");
                }
            }
        }
    }
}
