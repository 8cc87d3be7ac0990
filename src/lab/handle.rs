//! Handles under the mouse, and as numbers.

use super::{Drag, Experiment, Handle, Typed, from_ground, on_ground};
use crate::geometry::Ray;
use crate::math::sin_cos;
use crate::view::Camera;
use glam::{Vec2, Vec3};
use std::ops::RangeInclusive;

/// A handle is picked within this distance of its middle (logical pixels).
const REACH: f32 = 16.0;
/// A plane seen at a smaller sine than this is not dragged in: a pixel would be miles.
const LEAST_SINE: f32 = 0.02;

/// The handle nearest to a pixel of the picture, within reach.
pub fn nearest_handle(experiment: &dyn Experiment, camera: &Camera, pixel: Vec2) -> Option<Handle> {
    let distance = |handle: &Handle| camera.project(handle.position).map(|at| at.distance(pixel));
    // What lies behind the camera has no pixel and is left out.
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

/// A number of a handle.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinate {
    /// `x`, `y`, `z`; of a direction `angle` in the plane, `azimuth` and `elevation` in space.
    pub axis: &'static str,
    /// Its value.
    pub value: f32,
    /// m for places, ° for directions.
    pub unit: &'static str,
    /// Its least and greatest.
    pub range: RangeInclusive<f32>,
}

/// Angles (°): counter-clockwise from +x in a plane, −180…180.
const TURN: RangeInclusive<f32> = -180.0..=180.0;
/// Angles (°) above the ground.
const ELEVATION: RangeInclusive<f32> = -90.0..=90.0;

impl Handle {
    /// Where it is in numbers, as its laboratory counts them: two on the ground and in an upright plane, three in
    /// space, angles for a direction; none where parameters say the same.
    pub fn coordinates(&self) -> Vec<Coordinate> {
        let with = |unit, axes: &[(&'static str, f32, RangeInclusive<f32>)]| {
            let coordinate = |(axis, value, range): &(&'static str, f32, RangeInclusive<f32>)| Coordinate {
                axis,
                value: *value,
                unit,
                range: range.clone(),
            };
            axes.iter().map(coordinate).collect()
        };
        match self.typed {
            // Two ways to the same number would have to be kept equal: parameters come first.
            Typed::Parameters => vec![],
            Typed::Place(reach) => {
                let range = || -reach..=reach;
                match self.in_plane(self.position) {
                    Some(at) => with("m", &[("x", at.x, range()), ("y", at.y, range())]),
                    None => {
                        let at = self.position;
                        with("m", &[("x", at.x, range()), ("y", at.y, range()), ("z", at.z, range())])
                    }
                }
            }
            Typed::Direction(from) => {
                // From a point of its own: a direction is an angle in the plane and two in space.
                let offset = self.position - from;
                match self.in_plane(offset) {
                    Some(offset) => with("°", &[("angle", degrees(offset.y, offset.x), TURN)]),
                    None => {
                        // Counter-clockwise seen from above, where −z lies to the left of x.
                        let (azimuth, elevation) =
                            (degrees(-offset.z, offset.x), degrees(offset.y, offset.x.hypot(offset.z)));
                        with("°", &[("azimuth", azimuth, TURN), ("elevation", elevation, ELEVATION)])
                    }
                }
            }
        }
    }

    /// Where it is when its [coordinates](Self::coordinates) have these values (m, world); none where there are more or
    /// fewer of them.
    pub fn at(&self, values: &[f32]) -> Option<Vec3> {
        match (self.typed, values) {
            (Typed::Place(_), [x, y]) => self.point_of_plane(Vec2::new(*x, *y), self.position),
            (Typed::Place(_), [x, y, z]) => self.in_plane(self.position).is_none().then_some(Vec3::new(*x, *y, *z)),
            (Typed::Direction(from), [angle]) => {
                let (sin, cos) = sin_cos(angle.to_radians());
                // Only the direction was typed: the handle stays as far away as it was.
                let offset = Vec2::new(cos, sin) * self.position.distance(from);
                self.point_of_plane(offset, Vec3::ZERO).map(|offset| from + offset)
            }
            (Typed::Direction(from), [azimuth, elevation]) if self.in_plane(from).is_none() => {
                let ((sin, cos), (up, out)) = (sin_cos(azimuth.to_radians()), sin_cos(elevation.to_radians()));
                Some(from + Vec3::new(out * cos, up, -out * sin) * self.position.distance(from))
            }
            _ => None,
        }
    }

    /// A point in the coordinates of the plane that it is dragged in; none in space.
    fn in_plane(&self, point: Vec3) -> Option<Vec2> {
        match self.drag {
            Drag::Plane(Vec3::Y) => Some(from_ground(point)),
            Drag::Plane(_) => Some(point.truncate()),
            Drag::Screen => None,
        }
    }

    /// The point of that plane, as high above it as `like`.
    fn point_of_plane(&self, at: Vec2, like: Vec3) -> Option<Vec3> {
        match self.drag {
            Drag::Plane(Vec3::Y) => Some(on_ground(at).with_y(like.y)),
            Drag::Plane(_) => Some(at.extend(like.z)),
            Drag::Screen => None,
        }
    }
}

/// The angle whose tangent is y / x (°, −180…180), to four digits behind the point: what was typed reads as it was.
fn degrees(y: f32, x: f32) -> f32 {
    ((f64::from(y).atan2(f64::from(x)).to_degrees() * 1e4).round() / 1e4) as f32
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
    // o + s·d is on the plane n·(x − p) = 0 for s = n·(p − o)/(n·d); a negative s is behind the eye.
    let distance = normal.dot(point - origin) / along;
    (along.abs() > LEAST_SINE && distance > 0.0).then(|| origin + direction * distance)
}
