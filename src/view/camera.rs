//! The camera: where the eye is and what it sees.

use crate::scene::SceneCamera;
use glam::{Mat4, Vec2, Vec3};

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

impl Camera {
    /// From a scene's camera, for a picture of `size` physical pixels.
    pub fn new(camera: &SceneCamera, size: [u32; 2], scale: f32) -> Self {
        Self {
            target: camera.target,
            distance: camera.distance,
            yaw: camera.yaw_deg.to_radians(),
            pitch: camera.pitch_deg.to_radians(),
            fov: 45f32.to_radians(),
            size,
            scale,
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
        projection * glam::camera::rh::view::look_at_mat4(self.eye(), self.target, Vec3::Y)
    }

    /// The ray through a point of the picture (physical pixels from the upper left): origin and unit direction.
    pub fn ray(&self, pixel: Vec2) -> (Vec3, Vec3) {
        let ndc = Vec2::new(2.0 * pixel.x / self.size[0] as f32 - 1.0, 1.0 - 2.0 * pixel.y / self.size[1] as f32);
        let back = self.back();
        let right = Vec3::Y.cross(back).normalize();
        let up = back.cross(right);
        let t = (0.5 * self.fov).tan();
        (self.eye(), (right * (ndc.x * t * self.aspect()) + up * (ndc.y * t) - back).normalize())
    }

    /// Where a point of the world appears (physical pixels from the upper left); none behind the eye.
    pub fn project(&self, point: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world() * point.extend(1.0);
        (clip.w > 1e-6).then(|| {
            let ndc = clip.truncate() / clip.w;
            Vec2::new((ndc.x + 1.0) * 0.5 * self.size[0] as f32, (1.0 - ndc.y) * 0.5 * self.size[1] as f32)
        })
    }

    /// Moves target and distance so that a ball of `radius` about `center` fills the picture.
    pub fn frame(&mut self, center: Vec3, radius: f32) {
        self.target = center;
        let half = (0.5 * self.fov).tan() * self.aspect().min(1.0);
        self.distance = (radius / half.atan().sin()).clamp(0.05, 1e5);
    }
}
