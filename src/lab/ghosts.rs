//! A future of a laboratory that was left, drawn beside the run.

use crate::view::{Color, DrawList, GHOST_OPACITY};

/// Adds what a ghost draws elsewhere or otherwise than the run: translucent, and without words.
///
/// An experiment draws the same things in the same order, so that what did not move stands at the same place
/// of both lists.
pub(super) fn add(list: &mut DrawList, ghost: DrawList) {
    // What stands at the same place is left out: a ghost that covers the run would only make it pale.
    let faint = |color: Color| color.with_alpha(GHOST_OPACITY * color.alpha());
    let mut lines = lone(&list.lines, ghost.lines);
    lines.iter_mut().for_each(|line| line.color = faint(line.color));
    list.lines.append(&mut lines);
    let mut arrows = lone(&list.arrows, ghost.arrows);
    for arrow in &mut arrows {
        (arrow.tail_color, arrow.head_color) = (faint(arrow.tail_color), faint(arrow.head_color));
    }
    list.arrows.append(&mut arrows);
    let mut markers = lone(&list.markers, ghost.markers);
    markers.iter_mut().for_each(|marker| marker.color = faint(marker.color));
    list.markers.append(&mut markers);
    let mut spheres = lone(&list.spheres, ghost.spheres);
    spheres.iter_mut().for_each(|sphere| sphere.color = faint(sphere.color));
    list.spheres.append(&mut spheres);
    let mut cuboids = lone(&list.cuboids, ghost.cuboids);
    cuboids.iter_mut().for_each(|cuboid| cuboid.color = faint(cuboid.color));
    list.cuboids.append(&mut cuboids);
    let mut triangles = lone(&list.triangles, ghost.triangles);
    triangles.iter_mut().for_each(|triangle| triangle.color = faint(triangle.color));
    list.triangles.append(&mut triangles);
}

/// What is not the same at the same place of `run`.
fn lone<T: PartialEq>(run: &[T], ghost: Vec<T>) -> Vec<T> {
    ghost.into_iter().enumerate().filter(|(i, item)| run.get(*i) != Some(item)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Lab, LabCommand, ParameterValue, Timeline, laboratories};
    use crate::view::{Camera, ViewOptions};

    /// How many things a list draws.
    fn count(list: &DrawList) -> usize {
        list.lines.len()
            + list.arrows.len()
            + list.markers.len()
            + list.spheres.len()
            + list.cuboids.len()
            + list.triangles.len()
    }

    #[test]
    fn a_ghost_that_is_where_the_run_is_adds_nothing_and_one_that_is_elsewhere_is_translucent() {
        for entry in laboratories() {
            let (camera, options) = (Camera::new(&entry.camera, [640, 400], 1.0), ViewOptions::default());
            let mut lab = Lab::new(entry);
            (0..40).for_each(|_| lab.step());
            let alone = lab.draw(&options, &camera);
            assert_eq!(lab.draw_beside(Some(&lab), &options, &camera), alone, "{}", entry.id);
            // A handle drawn elsewhere moves what hangs on it.
            let Some(handle) = lab.experiment().handles().into_iter().next() else { continue };
            let mut ghost = lab.clone();
            let to = handle.position + glam::Vec3::new(0.7, 0.0, 0.4);
            ghost.apply(LabCommand::Drag { handle: handle.name, to }).unwrap();
            if ghost.state_hash() == lab.state_hash() {
                continue;
            }
            let both = lab.draw_beside(Some(&ghost), &options, &camera);
            assert!(count(&both) > count(&alone), "{}: the ghost is not seen", entry.id);
            assert_eq!((&both.labels, &both.notes), (&alone.labels, &alone.notes), "{}", entry.id);
            let opaque = |color: Color| color.alpha() > GHOST_OPACITY + 0.01;
            assert!(both.lines[alone.lines.len()..].iter().all(|line| !opaque(line.color)), "{}", entry.id);
            assert!(both.spheres[alone.spheres.len()..].iter().all(|ball| !opaque(ball.color)), "{}", entry.id);
            assert_eq!(&both.lines[..alone.lines.len()], &alone.lines[..], "{}: the run is as it was", entry.id);
        }
    }

    #[test]
    fn a_change_in_the_past_shows_both_futures() {
        let mut timeline = Timeline::beginning(Lab::new(crate::lab::find("pursuit").unwrap()), Timeline::BUDGET);
        (0..60).for_each(|_| timeline.step());
        timeline.seek(20);
        timeline.apply(LabCommand::Set { name: "Speed".into(), value: ParameterValue::Number(6.0) }).unwrap();
        (0..20).for_each(|_| timeline.step());
        let (entry, options) = (timeline.sim().entry(), ViewOptions::default());
        let camera = Camera::new(&entry.camera, [640, 400], 1.0);
        let alone = timeline.sim().draw(&options, &camera);
        let both = timeline.sim().draw_beside(timeline.ghost_now(), &options, &camera);
        assert!(count(&both) > count(&alone));
        assert_eq!(timeline.divergence().map(|divergence| divergence.step), Some(21));
        assert!(!timeline.divergence().unwrap().what.is_empty());
    }
}
