//! A future of a laboratory that was left, drawn beside the run.

use crate::view::{Color, DrawList};

/// How much of a ghost hides what is behind it, 0…1.
const OPACITY: f32 = 0.35;

/// Adds what a ghost draws elsewhere or otherwise than the run: translucent, and without words.
///
/// An experiment draws the same things in the same order, so that what did not move stands at the same place of both lists.
pub(super) fn add(list: &mut DrawList, ghost: DrawList) {
    let faint = |color: Color| color.with_alpha(OPACITY * color.alpha());
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
