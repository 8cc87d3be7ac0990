//! Eight of everything: vectors and symmetric matrices with one contact a lane.
//!
//! Only `+ - * /`, square root, minimum and maximum: each lane gives the bits that scalar code would.

use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use wide::f32x8;

/// Lanes of a vector.
pub(super) const LANES: usize = 8;

/// One number a lane.
pub(super) type Wide = f32x8;

/// One vector a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WideVec3 {
    pub x: Wide,
    pub y: Wide,
    pub z: Wide,
}

impl WideVec3 {
    #[inline(always)]
    pub fn dot(self, o: Self) -> Wide {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    #[inline(always)]
    pub fn cross(self, o: Self) -> Self {
        Self { x: self.y * o.z - self.z * o.y, y: self.z * o.x - self.x * o.z, z: self.x * o.y - self.y * o.x }
    }

    /// All lanes zero.
    pub const ZERO: Self = Self { x: Wide::ZERO, y: Wide::ZERO, z: Wide::ZERO };

    #[inline(always)]
    pub fn length_squared(self) -> Wide {
        self.dot(self)
    }

    /// Reads one lane.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> glam::Vec3 {
        glam::Vec3::new(get(&self.x, lane), get(&self.y, lane), get(&self.z, lane))
    }

    /// Writes one lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, v: glam::Vec3) {
        set(&mut self.x, lane, v.x);
        set(&mut self.y, lane, v.y);
        set(&mut self.z, lane, v.z);
    }
}

impl Add for WideVec3 {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

impl Sub for WideVec3 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

impl AddAssign for WideVec3 {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

impl SubAssign for WideVec3 {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Mul<Wide> for WideVec3 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, s: Wide) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

impl WideVec3 {
    /// Its own lanes where the mask says so, those of `other` elsewhere.
    #[inline(always)]
    pub fn or(&self, other: &Self, mask: Wide) -> Self {
        Self { x: mask.select(self.x, other.x), y: mask.select(self.y, other.y), z: mask.select(self.z, other.z) }
    }
}

/// One unit quaternion a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct WideQuat {
    pub v: WideVec3,
    pub w: Wide,
}

impl WideQuat {
    /// The inverse rotation.
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        Self { v: self.v * -Wide::ONE, w: self.w }
    }
}

impl Mul<WideVec3> for WideQuat {
    type Output = WideVec3;
    #[inline(always)]
    fn mul(self, p: WideVec3) -> WideVec3 {
        // p + 2w (v × p) + 2 v × (v × p).
        let t = self.v.cross(p) * Wide::splat(2.0);
        p + t * self.w + self.v.cross(t)
    }
}

/// One symmetric 3×3 matrix a lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WideSym3 {
    pub xx: Wide,
    pub yy: Wide,
    pub zz: Wide,
    pub yz: Wide,
    pub xz: Wide,
    pub xy: Wide,
}

impl Mul<WideVec3> for WideSym3 {
    type Output = WideVec3;
    #[inline(always)]
    fn mul(self, v: WideVec3) -> WideVec3 {
        WideVec3 {
            x: self.xx * v.x + self.xy * v.y + self.xz * v.z,
            y: self.xy * v.x + self.yy * v.y + self.yz * v.z,
            z: self.xz * v.x + self.yz * v.y + self.zz * v.z,
        }
    }
}

/// Writes one lane.
#[inline(always)]
pub(super) fn set(wide: &mut Wide, lane: usize, value: f32) {
    wide.as_mut_array()[lane] = value;
}

/// Reads one lane.
#[inline(always)]
pub(super) fn get(wide: &Wide, lane: usize) -> f32 {
    wide.as_array()[lane]
}
