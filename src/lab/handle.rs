//! Handles under the mouse.

use super::{Drag, Experiment, Handle};
use crate::geometry::Ray;
use crate::view::Camera;
use glam::{Vec2, Vec3};

/// A handle is picked within this distance of its middle (logical pixels).
const REACH: f32 = 16.0;
/// A plane seen at a smaller sine than this is not dragged in: a pixel would be miles.
const LEAST_SINE: f32 = 0.02;

/// The handle nearest to a pixel of the picture, within reach.
pub fn nearest_handle(experiment: &dyn Experiment, camera: &Camera, pixel: Vec2) -> Option<Handle> {
    let distance = |handle: &Handle| camera.project(handle.position).map(|at| at.distance(pixel));
    let near = experiment.handles().into_iter().filter_map(|handle| Some((distance(&handle)?, handle)));
    near.filter(|(distance, _)| *distance <= REACH * camera.scale).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, h)| h)
}

impl Handle {
    /// Where the mouse at `pixel` drags it (m, world); none where that place is not in the picture.
    pub fn dragged_to(&self, camera: &Camera, pixel: Vec2) -> Option<Vec3> {
        match self.drag {
            Drag::Screen => Some(camera.at_depth_of(self.position, pixel)),
            Drag::Plane(normal) => on_plane(camera, pixel, self.position, normal),
        }
    }
}

/// Where a click at `pixel` meets the plane of the laboratory: that of its first handle, or the ground.
pub fn clicked_at(experiment: &dyn Experiment, camera: &Camera, pixel: Vec2) -> Option<Vec3> {
    match experiment.handles().first() {
        Some(handle) => handle.dragged_to(camera, pixel),
        None => on_plane(camera, pixel, Vec3::ZERO, Vec3::Y),
    }
}

fn on_plane(camera: &Camera, pixel: Vec2, point: Vec3, normal: Vec3) -> Option<Vec3> {
    let Ray { origin, direction } = camera.ray(pixel);
    let along = normal.dot(direction);
    let distance = normal.dot(point - origin) / along;
    (along.abs() > LEAST_SINE && distance > 0.0).then(|| origin + direction * distance)
}
