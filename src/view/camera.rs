//! The camera: where the eye is and what it sees.

use crate::geometry::{BoundingSphere, Ray};
use crate::scene::SceneCamera;
use crate::sim::Sim;
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::{PI, TAU};

/// Greatest elevation of the eye (rad): straight down there would be no telling which way is up.
const STEEPEST: f32 = 89.0 / 180.0 * PI;
/// Least and greatest distance from the target (m).
const DISTANCES: (f32, f32) = (0.02, 1e5);
/// The target stays within this of the origin (m), a little further than bodies may be.
const FARTHEST: f32 = 1e7;
/// How far a drag of one logical pixel turns the camera (rad).
const TURN: f32 = 0.005;

/// A camera that looks at a target from a distance, perspective, y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point looked at (m, world).
    pub target: Vec3,
    /// From the target to the eye (m).
    pub distance: f32,
    /// About +y (rad); 0 looks along −z, positive carries the eye towards +x.
    pub yaw: f32,
    /// Elevation of the eye above the horizontal (rad), within ±89°.
    pub pitch: f32,
    /// Vertical field of view (rad).
    pub fov: f32,
    /// Size of the picture (physical pixels).
    pub size: [u32; 2],
    /// Physical pixels a logical pixel.
    pub scale: f32,
}

/// Where a camera stands and what it looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Where it stands (m, world).
    pub eye: Vec3,
    /// What it looks at (m, world); another point than `eye`.
    pub target: Vec3,
}

impl Camera {
    /// From a scene's camera, for a picture of `size` physical pixels.
    pub fn new(camera: &SceneCamera, size: [u32; 2], scale: f32) -> Self {
        let mut new = Self {
            target: camera.target,
            distance: camera.distance,
            yaw: camera.yaw_deg.to_radians(),
            pitch: camera.pitch_deg.to_radians(),
            fov: 45f32.to_radians(),
            size,
            scale,
        };
        new.tame();
        new
    }

    /// For a running scene: its own camera, or one that frames all that can move.
    pub fn of_scene(sim: &Sim, size: [u32; 2], scale: f32) -> Self {
        if let Some(camera) = &sim.scene().camera {
            return Self::new(camera, size, scale);
        }
        let mut new = Self::new(&SceneCamera::default(), size, scale);
        let BoundingSphere { center, radius } = sim.extent();
        new.frame(center, radius * 1.1);
        new
    }

    /// Standing and looking as a viewpoint says.
    pub fn at(Viewpoint { eye, target }: Viewpoint, size: [u32; 2], scale: f32) -> Self {
        let mut new = Self::new(&SceneCamera::default(), size, scale);
        new.change(|c| {
            let back = eye - target;
            (c.target, c.distance) = (target, back.length());
            if let Some(back) = back.try_normalize() {
                c.pitch = back.y.clamp(-1.0, 1.0).asin();
                c.yaw = back.x.atan2(back.z);
            }
        });
        new
    }

    /// As a scene keeps it.
    pub fn to_scene(&self) -> SceneCamera {
        SceneCamera {
            target: self.target,
            distance: self.distance,
            yaw_deg: self.yaw.to_degrees(),
            pitch_deg: self.pitch.to_degrees(),
        }
    }

    /// From the target towards the eye (unit, world).
    pub fn back(&self) -> Vec3 {
        let (sp, cp) = self.pitch.sin_cos();
        let (sy, cy) = self.yaw.sin_cos();
        Vec3::new(sy * cp, sp, cy * cp)
    }

    /// The eye (m, world).
    pub fn eye(&self) -> Vec3 {
        self.target + self.back() * self.distance
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0].max(1) as f32 / self.size[1].max(1) as f32
    }

    /// Clip space (x, y ∈ −1…1, z ∈ 0…1, reversed: 1 is near) from world; the far plane lies at infinity.
    pub fn clip_from_world(&self) -> Mat4 {
        let near = (self.distance * 0.01).clamp(0.001, 0.1);
        let f = 1.0 / (0.5 * self.fov).tan();
        let projection = Mat4::from_cols_array(&[
            f / self.aspect(),
            0.0,
            0.0,
            0.0, //
            0.0,
            f,
            0.0,
            0.0, //
            0.0,
            0.0,
            0.0,
            -1.0, //
            0.0,
            0.0,
            near,
            0.0,
        ]);
        // From the axes rather than from eye and target: far from the origin the two may round to one point.
        let [right, up, back] = self.axes();
        let eye_from_world = Mat4::from_mat3(glam::Mat3::from_cols(right, up, back).transpose());
        projection * eye_from_world * Mat4::from_translation(-self.eye())
    }

    /// Unit axes of the picture: to the right, upwards, towards the viewer (world).
    pub fn axes(&self) -> [Vec3; 3] {
        let (sin, cos) = self.yaw.sin_cos();
        let (back, right) = (self.back(), Vec3::new(cos, 0.0, -sin));
        [right, back.cross(right), back]
    }

    /// The ray through a point of the picture (physical pixels from the upper left).
    pub fn ray(&self, pixel: Vec2) -> Ray {
        let [right, up, back] = self.axes();
        let [width, height] = self.size.map(|s| s.max(1) as f32);
        let ndc = Vec2::new(2.0 * pixel.x / width - 1.0, 1.0 - 2.0 * pixel.y / height);
        let t = (0.5 * self.fov).tan();
        let direction = (right * (ndc.x * t * self.aspect()) + up * (ndc.y * t) - back).normalize();
        Ray { origin: self.eye(), direction }
    }

    /// Where a point of the world appears (physical pixels from the upper left); none behind the eye.
    pub fn project(&self, point: Vec3) -> Option<Vec2> {
        self.project_with(&self.clip_from_world(), point)
    }

    /// [`project`](Self::project) by a matrix made once for many points.
    pub(super) fn project_with(&self, clip_from_world: &Mat4, point: Vec3) -> Option<Vec2> {
        let clip = *clip_from_world * point.extend(1.0);
        (clip.w > 1e-6).then(|| {
            let ndc = clip.truncate() / clip.w;
            let [width, height] = self.size.map(|s| s.max(1) as f32);
            Vec2::new((ndc.x + 1.0) * 0.5 * width, (1.0 - ndc.y) * 0.5 * height)
        })
    }

    /// The point under `pixel` that is as deep in the picture as `point`: where a dragged point goes.
    pub fn at_depth_of(&self, point: Vec3, pixel: Vec2) -> Vec3 {
        let Ray { origin, direction } = self.ray(pixel);
        let back = self.back();
        let depth = (origin - point).dot(back).max(0.0);
        // The direction leads forwards: the angle to −back is less than a right one for any pixel.
        origin + direction * (depth / -direction.dot(back))
    }

    /// Metres that a physical pixel covers at the depth of the target.
    pub fn metres_per_pixel(&self) -> f32 {
        2.0 * self.distance * (0.5 * self.fov).tan() / self.size[1].max(1) as f32
    }

    /// Moves target and distance so that a ball of `radius` about `center` fills the picture.
    pub fn frame(&mut self, center: Vec3, radius: f32) {
        self.change(|c| {
            let half = ((0.5 * c.fov).tan() * c.aspect().min(1.0)).atan();
            c.target = center;
            c.distance = radius / half.sin();
        });
    }
}

/// Movements. Each takes what the hand did and leaves a camera that is finite and within its ranges: a movement that
/// is not finite changes nothing.
impl Camera {
    /// Turns about the target to these angles (rad), which mean what the fields mean.
    pub fn look_from(&mut self, yaw: f32, pitch: f32) {
        self.change(|c| (c.yaw, c.pitch) = (yaw, pitch));
    }

    /// Turns about the target by a drag (physical pixels, y down): what is seen follows the hand.
    pub fn orbit(&mut self, drag: Vec2) {
        self.change(|c| {
            let turn = drag * (TURN / c.scale);
            c.yaw -= turn.x;
            c.pitch += turn.y;
        });
    }

    /// Turns about the eye by a drag (physical pixels, y down), as one looks around.
    pub fn look(&mut self, drag: Vec2) {
        let eye = self.eye();
        self.change(|c| {
            let turn = drag * (TURN / c.scale);
            c.yaw -= turn.x;
            c.pitch = (c.pitch + turn.y).clamp(-STEEPEST, STEEPEST);
            c.target = eye - c.back() * c.distance;
        });
    }

    /// Shifts by a drag (physical pixels, y down): points as deep as the target stay under the hand.
    pub fn pan(&mut self, drag: Vec2) {
        self.change(|c| {
            let [right, up, _] = c.axes();
            c.target += (up * drag.y - right * drag.x) * c.metres_per_pixel();
        });
    }

    /// Multiplies the distance by `factor` (less than 1 goes nearer) while the point under `pixel`, as deep as the
    /// target, stays there.
    pub fn zoom(&mut self, factor: f32, pixel: Vec2) {
        self.change(|c| {
            let fixed = c.at_depth_of(c.target, pixel);
            let before = c.distance;
            c.distance = (before * factor).clamp(DISTANCES.0, DISTANCES.1);
            c.target = fixed + (c.target - fixed) * (c.distance / before);
        });
    }

    /// Moves eye and target by `step` (m) to the right, upwards and forwards, as seen in the picture.
    pub fn fly(&mut self, step: Vec3) {
        self.change(|c| {
            let [right, up, back] = c.axes();
            c.target += right * step.x + up * step.y - back * step.z;
        });
    }

    /// Brings the target nearer to a moving point (m), by half of the way every 0.06 s.
    pub fn follow(&mut self, point: Vec3, dt: f32) {
        self.change(|c| c.target = c.target.lerp(point, share(dt, 0.06)));
    }

    /// Comes nearer to another camera, half of the way every `half_life` seconds: its target, distance and angles.
    pub fn approach(&mut self, goal: &Self, dt: f32, half_life: f32) {
        let share = share(dt, half_life);
        self.change(|c| {
            c.target = c.target.lerp(goal.target, share);
            // Equal times for equal factors: a zoom from 100 m to 1 m must not rush its last metres.
            c.distance *= (goal.distance / c.distance).powf(share);
            // The short way around.
            c.yaw += ((goal.yaw - c.yaw + PI).rem_euclid(TAU) - PI) * share;
            c.pitch += (goal.pitch - c.pitch) * share;
        });
    }

    /// Makes a change unless its outcome is not finite.
    fn change(&mut self, change: impl FnOnce(&mut Self)) {
        let mut new = *self;
        change(&mut new);
        if new.target.is_finite() && [new.distance, new.yaw, new.pitch].iter().all(|x| x.is_finite()) {
            new.tame();
            *self = new;
        }
    }

    /// Brings every number into its range.
    fn tame(&mut self) {
        self.target = self.target.clamp(Vec3::splat(-FARTHEST), Vec3::splat(FARTHEST));
        self.distance = self.distance.clamp(DISTANCES.0, DISTANCES.1);
        self.pitch = self.pitch.clamp(-STEEPEST, STEEPEST);
        self.yaw = (self.yaw + PI).rem_euclid(TAU) - PI;
        if !(self.scale.is_finite() && self.scale > 0.0) {
            self.scale = 1.0;
        }
    }
}

/// The part of a way that is gone in `dt` (s) when half of it takes `half_life` (s).
fn share(dt: f32, half_life: f32) -> f32 {
    if half_life > 0.0 { 1.0 - (-dt.max(0.0) / half_life).exp2() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cameras() -> impl Iterator<Item = Camera> {
        [(0.0, 0.0), (30.0, 20.0), (-170.0, 89.0), (200.0, -60.0)].into_iter().map(|(yaw_deg, pitch_deg)| {
            let scene = SceneCamera { target: Vec3::new(1.0, 2.0, -3.0), distance: 7.0, yaw_deg, pitch_deg };
            Camera::new(&scene, [1280, 720], 1.5)
        })
    }

    #[test]
    fn a_ray_leads_to_the_pixel_it_came_from() {
        for camera in cameras() {
            for pixel in [Vec2::ZERO, Vec2::new(640.0, 360.0), Vec2::new(1279.0, 10.0)] {
                let Ray { origin, direction } = camera.ray(pixel);
                for distance in [0.5, 5.0, 300.0] {
                    let back = camera.project(origin + direction * distance).unwrap();
                    assert!((back - pixel).length() < 0.05, "{camera:?} {pixel}: {back}");
                }
                assert_eq!(camera.project(origin - direction), None);
            }
        }
    }

    #[test]
    fn axes_are_right_handed_and_agree_with_the_picture() {
        for camera in cameras() {
            let [right, up, back] = camera.axes();
            assert!((right.cross(up) - back).length() < 1e-5);
            let middle = Vec2::new(640.0, 360.0);
            let at = |p: Vec3| camera.project(camera.target + p * 0.1).unwrap() - middle;
            assert!(at(right).x > 1.0 && at(right).y.abs() < 0.01);
            assert!(at(up).y < -1.0 && at(up).x.abs() < 0.01);
        }
    }

    #[test]
    fn a_framed_ball_touches_the_nearer_side_of_the_picture_and_leaves_it_nowhere() {
        for size in [[1280, 720], [500, 900]] {
            let mut camera = Camera { size, ..cameras().nth(1).unwrap() };
            let (center, radius) = (Vec3::new(4.0, 1.0, 0.0), 2.5);
            camera.frame(center, radius);
            // The silhouette of a ball is the circle where the lines of sight touch it.
            let [right, up, back] = camera.axes();
            let sine = radius / camera.distance;
            let (rim, rise) = (radius * (1.0 - sine * sine).sqrt(), radius * sine);
            let mut least = f32::INFINITY;
            for i in 0..360 {
                let (s, c) = (i as f32).to_radians().sin_cos();
                let p = camera.project(center + back * rise + (right * c + up * s) * rim).unwrap();
                let margin = p.min(Vec2::new(size[0] as f32, size[1] as f32) - p).min_element();
                least = least.min(margin);
            }
            assert!(least.abs() < 0.5, "{size:?}: {least} pixels");
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_mouse() {
        for mut camera in cameras() {
            let pixel = Vec2::new(300.0, 500.0);
            let point = camera.at_depth_of(camera.target, pixel);
            camera.zoom(0.6, pixel);
            assert!((camera.distance - 4.2).abs() < 1e-4);
            assert!((camera.project(point).unwrap() - pixel).length() < 0.05);
        }
    }

    #[test]
    fn panning_keeps_the_target_under_the_hand() {
        for mut camera in cameras() {
            let old = camera.target;
            camera.pan(Vec2::new(40.0, -25.0));
            let pixel = camera.project(old).unwrap();
            assert!((pixel - Vec2::new(680.0, 335.0)).length() < 0.05, "{pixel}");
        }
    }

    #[test]
    fn orbiting_keeps_the_target_and_looking_keeps_the_eye() {
        for camera in cameras() {
            let (mut orbit, mut look) = (camera, camera);
            orbit.orbit(Vec2::new(100.0, -30.0));
            look.look(Vec2::new(100.0, -30.0));
            assert!(orbit.target == camera.target && (orbit.eye() - camera.eye()).length() > 0.1);
            assert!((look.eye() - camera.eye()).length() < 1e-4 && look.target.distance(camera.target) > 0.1);
        }
    }

    #[test]
    fn flying_forwards_goes_where_the_camera_looks() {
        for camera in cameras() {
            let mut flown = camera;
            flown.fly(Vec3::new(0.0, 0.0, 2.0));
            assert!((flown.eye() - (camera.eye() - camera.back() * 2.0)).length() < 1e-4);
        }
    }

    #[test]
    fn the_camera_between_two_points_looks_from_one_at_the_other() {
        let (eye, target) = (Vec3::new(3.0, 4.0, -2.0), Vec3::new(-1.0, 0.5, 1.0));
        let camera = Camera::at(Viewpoint { eye, target }, [800, 600], 1.0);
        assert!((camera.eye() - eye).length() < 1e-4 && camera.target == target);
    }

    #[test]
    fn approaching_gets_there_by_the_short_way_at_any_rate() {
        let from = cameras().nth(2).unwrap();
        let goal = Camera { yaw: 170f32.to_radians(), distance: 90.0, target: Vec3::ONE, ..from };
        let (mut fast, mut slow) = (from, from);
        slow.approach(&goal, 0.2, 0.1);
        for _ in 0..20 {
            fast.approach(&goal, 0.01, 0.1);
            // From −170° to 170° the short way is across 180°.
            assert!(fast.yaw.abs() > 169f32.to_radians());
        }
        assert!((fast.distance - slow.distance).abs() < 0.01 && (fast.target - slow.target).length() < 1e-3);
        fast.approach(&goal, 10.0, 0.1);
        assert!((fast.eye() - goal.eye()).length() < 1e-3);
    }

    #[test]
    fn no_movement_makes_the_camera_infinite_or_turns_it_over() {
        let wild = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e30, 0.0, 1e9];
        for mut camera in cameras() {
            for x in wild {
                for size in [[0, 0], [1280, 720]] {
                    camera.size = size;
                    camera.orbit(Vec2::new(x, x));
                    camera.look(Vec2::new(x, 1.0));
                    camera.pan(Vec2::new(1.0, x));
                    camera.zoom(x, Vec2::new(3.0, 4.0));
                    camera.zoom(0.9, Vec2::splat(x));
                    camera.fly(Vec3::splat(x));
                    camera.follow(Vec3::splat(x), x);
                    camera.frame(Vec3::splat(x), x);
                    let goal = camera;
                    camera.approach(&goal, x, x);
                    assert!(camera.eye().is_finite() && camera.clip_from_world().is_finite(), "{x}: {camera:?}");
                    assert!(camera.pitch.abs() <= STEEPEST && camera.distance >= DISTANCES.0, "{x}: {camera:?}");
                }
            }
        }
    }
}
