//! The camera: where the eye is and what it sees.

use crate::geometry::{BoundingSphere, Ray};
use crate::physics::property::POSITION;
use crate::scene::{CAMERA_DISTANCE, SceneCamera};
use crate::sim::Sim;
use glam::{Mat4, Vec2, Vec3, Vec4};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Greatest elevation of the eye (rad): straight down; the yaw then says which way is up in the picture.
const STEEPEST: f32 = FRAC_PI_2;
/// An orthographic camera stands this many times its distance away, so that nothing near the target is behind it.
const STAND_OFF: f32 = 20.0;
/// How far a drag of one logical pixel turns the camera (rad).
const TURN: f32 = 0.005;

/// A camera that looks at a target from a distance, in perspective or orthographic, y up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point looked at (m, world).
    pub target: Vec3,
    /// From the target to the eye (m). The eye of an orthographic camera stands farther off; there it says how much is
    /// seen: as much as in perspective at the target's depth.
    pub distance: f32,
    /// About +y (rad); 0 looks along −z, positive carries the eye towards +x.
    pub yaw: f32,
    /// Elevation of the eye above the horizontal (rad), within ±90°.
    pub pitch: f32,
    /// Whether lines of sight are parallel. What lies at the target's depth keeps its size when this changes.
    pub orthographic: bool,
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
    /// The target stays within this of the origin along each axis (m), a little further than bodies may be.
    pub const FARTHEST: f32 = 10.0 * POSITION.max;
    /// How far the eye may be from the target (m).
    pub const DISTANCES: std::ops::RangeInclusive<f32> = CAMERA_DISTANCE.min..=CAMERA_DISTANCE.max;

    /// From a scene's camera, for a picture of `size` physical pixels.
    pub fn new(camera: &SceneCamera, size: [u32; 2], scale: f32) -> Self {
        let mut new = Self {
            target: camera.target,
            distance: camera.distance,
            yaw: camera.yaw_deg.to_radians(),
            pitch: camera.pitch_deg.to_radians(),
            orthographic: camera.orthographic,
            fov: 45f32.to_radians(),
            size,
            scale,
        };
        // Whatever a scene says, angles and distances end up where a camera can be.
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
            // Yaw and pitch of the line from the target to the eye; straight above, yaw stays as it was.
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
            orthographic: self.orthographic,
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
        self.target + self.back() * self.stand_off()
    }

    /// From the target to the eye (m).
    fn stand_off(&self) -> f32 {
        if self.orthographic { STAND_OFF * self.distance } else { self.distance }
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0].max(1) as f32 / self.size[1].max(1) as f32
    }

    /// Clip space (x, y ∈ −1…1, z ∈ 0…1, reversed: 1 is near) from world.
    ///
    /// In perspective the far plane lies at infinity and `w` is the depth before the eye (m). Orthographic, the near
    /// plane goes through the eye, the far one lies as far beyond the target, and `w` is the [`distance`](Self::distance)
    /// everywhere: a metre is as many pixels as in perspective at depth `w`.
    pub fn clip_from_world(&self) -> Mat4 {
        // Depth is reversed and goes to infinity: 1 at the near plane, 0 far off, so that floats are finest where it
        // matters least.
        let near = (self.distance * 0.01).clamp(0.001, 0.1);
        let f = 1.0 / (0.5 * self.fov).tan();
        // Rows of x, y, depth and w for a point in the eye's axes.
        let [depth, w] = if self.orthographic {
            let far = 2.0 * self.stand_off();
            [Vec4::new(0.0, 0.0, self.distance / far, self.distance), Vec4::W * self.distance]
        } else {
            [Vec4::W * near, -Vec4::Z]
        };
        let projection = Mat4::from_cols(Vec4::X * (f / self.aspect()), Vec4::Y * f, depth, w).transpose();
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
        // From pixels to −1 … 1, y upwards.
        let ndc = Vec2::new(2.0 * pixel.x / width - 1.0, 1.0 - 2.0 * pixel.y / height);
        let t = (0.5 * self.fov).tan();
        // How far aside of the target the pixel lies, for each metre of distance.
        let across = right * (ndc.x * t * self.aspect()) + up * (ndc.y * t);
        if self.orthographic {
            return Ray { origin: self.eye() + across * self.distance, direction: -back };
        }
        Ray { origin: self.eye(), direction: (across - back).normalize() }
    }

    /// The line of sight to a point of the world (m): from the eye or, orthographic, from the plane through it.
    pub fn sight(&self, point: Vec3) -> Ray {
        let (eye, back) = (self.eye(), self.back());
        if self.orthographic {
            return Ray { origin: point + back * (eye - point).dot(back), direction: -back };
        }
        Ray { origin: eye, direction: (point - eye).normalize_or(-back) }
    }

    /// Where a point of the world appears (physical pixels from the upper left); none behind the eye.
    pub fn project(&self, point: Vec3) -> Option<Vec2> {
        self.project_with(&self.clip_from_world(), point)
    }

    /// [`project`](Self::project) by a matrix made once for many points.
    pub(super) fn project_with(&self, clip_from_world: &Mat4, point: Vec3) -> Option<Vec2> {
        let clip = *clip_from_world * point.extend(1.0);
        // What is behind the eye has no place in the picture.
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

    /// Metres that a physical pixel covers at the depth of a point (m, world); 0 or less behind the eye.
    pub(super) fn metres_per_pixel_at(&self, point: Vec3) -> f32 {
        let depth = if self.orthographic { self.distance } else { (self.eye() - point).dot(self.back()) };
        self.metres_per_pixel() * depth / self.distance
    }

    /// Changes between perspective and orthographic; what lies at the target's depth keeps its size.
    pub const fn toggle_orthographic(&mut self) {
        self.orthographic = !self.orthographic;
    }

    /// Moves target and distance so that a ball of `radius` about `center` fills the picture.
    pub fn frame(&mut self, center: Vec3, radius: f32) {
        self.change(|c| {
            let half = (0.5 * c.fov).tan() * c.aspect().min(1.0);
            c.target = center;
            c.distance = radius / if c.orthographic { half } else { half.atan().sin() };
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
            // The eye stays; the target swings about it.
            c.target = eye - c.back() * c.stand_off();
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
            // What lies under the mouse stays there.
            let fixed = c.at_depth_of(c.target, pixel);
            let before = c.distance;
            c.distance = CAMERA_DISTANCE.clamp(before * factor);
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

    /// Comes nearer to another camera, half of the way every `half_life` seconds: its target, distance and angles. The
    /// projection is the other's at once.
    pub fn approach(&mut self, goal: &Self, dt: f32, half_life: f32) {
        let share = share(dt, half_life);
        self.change(|c| {
            c.orthographic = goal.orthographic;
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
        self.target = self.target.clamp(Vec3::splat(-Self::FARTHEST), Vec3::splat(Self::FARTHEST));
        self.distance = CAMERA_DISTANCE.clamp(self.distance);
        self.pitch = self.pitch.clamp(-STEEPEST, STEEPEST);
        // The same direction within one turn: a camera that goes round for hours keeps its digits.
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
            let scene = SceneCamera {
                target: Vec3::new(1.0, 2.0, -3.0),
                distance: 7.0,
                yaw_deg,
                pitch_deg,
                orthographic: false,
            };
            Camera::new(&scene, [1280, 720], 1.5)
        })
    }

    /// Each camera in either projection.
    fn projections() -> impl Iterator<Item = Camera> {
        cameras().flat_map(|camera| [false, true].map(|orthographic| Camera { orthographic, ..camera }))
    }

    #[test]
    fn an_orthographic_picture_keeps_ratios_and_right_angles_at_any_depth() {
        for camera in projections().filter(|camera| camera.orthographic) {
            let [right, up, back] = camera.axes();
            let pixels = 1.0 / camera.metres_per_pixel();
            for depth in [-30.0, 0.0, 6.0, 90.0] {
                let corner = camera.target + right * 0.7 - up * 0.4 + back * depth;
                let at = |p: Vec3| camera.project(p).unwrap();
                let (across, along) = (at(corner + right * 2.0) - at(corner), at(corner + up * 0.5) - at(corner));
                assert!((across - Vec2::new(2.0 * pixels, 0.0)).length() < 0.02, "{camera:?} {depth}: {across}");
                assert!((along - Vec2::new(0.0, -0.5 * pixels)).length() < 0.02, "{camera:?} {depth}: {along}");
                // Depth runs from 1 at the eye to 0 as far beyond the target.
                let clip = camera.clip_from_world() * corner.extend(1.0);
                let truth = 0.5 * (1.0 + depth / (STAND_OFF * camera.distance));
                assert!((clip.z / clip.w - truth).abs() < 1e-5, "{depth}");
            }
        }
    }

    #[test]
    fn changing_the_projection_keeps_the_size_of_what_lies_at_the_targets_depth() {
        for camera in cameras() {
            let mut other = camera;
            other.toggle_orthographic();
            let [right, up, _] = camera.axes();
            let point = camera.target + right * 1.3 + up * 0.8;
            assert!((camera.project(point).unwrap() - other.project(point).unwrap()).length() < 0.02);
            other.toggle_orthographic();
            assert_eq!(other, camera);
        }
    }

    #[test]
    fn lines_of_sight_go_through_the_pixel_of_their_point() {
        for camera in projections() {
            for point in [Vec3::ZERO, Vec3::new(2.0, 1.0, -2.0), camera.target] {
                let (sight, ray) = (camera.sight(point), camera.ray(camera.project(point).unwrap()));
                assert!((sight.direction - ray.direction).length() < 1e-4, "{camera:?} {point}");
                assert!((sight.origin - ray.origin).length() < 2e-3, "{camera:?} {point}");
            }
        }
    }

    #[test]
    fn straight_down_a_metre_to_the_east_is_a_metre_to_the_right() {
        let scene =
            SceneCamera { target: Vec3::ZERO, distance: 10.0, yaw_deg: 0.0, pitch_deg: 90.0, orthographic: true };
        let camera = Camera::new(&scene, [1000, 1000], 1.0);
        let at = |x: f32, y: f32, z: f32| camera.project(Vec3::new(x, y, z)).unwrap();
        let pixels = 1.0 / camera.metres_per_pixel();
        assert!((at(1.0, 0.0, 0.0) - Vec2::new(500.0 + pixels, 500.0)).length() < 1e-2);
        assert!((at(0.0, 0.0, 1.0) - Vec2::new(500.0, 500.0 + pixels)).length() < 1e-2);
        assert!((at(0.0, 3.0, 0.0) - Vec2::splat(500.0)).length() < 1e-2);
    }

    #[test]
    fn a_ray_leads_to_the_pixel_it_came_from() {
        for camera in projections() {
            for pixel in [Vec2::ZERO, Vec2::new(640.0, 360.0), Vec2::new(1279.0, 10.0)] {
                let Ray { origin, direction } = camera.ray(pixel);
                for distance in [0.5, 5.0, 300.0] {
                    let back = camera.project(origin + direction * distance).unwrap();
                    assert!((back - pixel).length() < 0.05, "{camera:?} {pixel}: {back}");
                }
                assert!(camera.orthographic || camera.project(origin - direction).is_none());
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
        for (size, orthographic) in [([1280, 720], false), ([500, 900], false), ([1280, 720], true), ([500, 900], true)]
        {
            let mut camera = Camera { orthographic, size, ..cameras().nth(1).unwrap() };
            let (center, radius) = (Vec3::new(4.0, 1.0, 0.0), 2.5);
            camera.frame(center, radius);
            // The silhouette of a ball is the circle where the lines of sight touch it.
            let [right, up, back] = camera.axes();
            let sine = if orthographic { 0.0 } else { radius / camera.distance };
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
        for mut camera in projections() {
            let pixel = Vec2::new(300.0, 500.0);
            let point = camera.at_depth_of(camera.target, pixel);
            camera.zoom(0.6, pixel);
            assert!((camera.distance - 4.2).abs() < 1e-4);
            assert!((camera.project(point).unwrap() - pixel).length() < 0.05);
        }
    }

    #[test]
    fn panning_keeps_the_target_under_the_hand() {
        for mut camera in projections() {
            let old = camera.target;
            camera.pan(Vec2::new(40.0, -25.0));
            let pixel = camera.project(old).unwrap();
            assert!((pixel - Vec2::new(680.0, 335.0)).length() < 0.05, "{pixel}");
        }
    }

    #[test]
    fn orbiting_keeps_the_target_and_looking_keeps_the_eye() {
        for camera in projections() {
            let (mut orbit, mut look) = (camera, camera);
            orbit.orbit(Vec2::new(100.0, -30.0));
            look.look(Vec2::new(100.0, -30.0));
            assert!(orbit.target == camera.target && (orbit.eye() - camera.eye()).length() > 0.1);
            assert!((look.eye() - camera.eye()).length() < 1e-3 && look.target.distance(camera.target) > 0.1);
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
                    assert!(
                        camera.pitch.abs() <= STEEPEST && camera.distance >= CAMERA_DISTANCE.min,
                        "{x}: {camera:?}"
                    );
                }
            }
        }
    }
}
