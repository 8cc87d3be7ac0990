//! Axis-aligned bounding boxes.

use crate::math::delta::words;
use glam::Vec3;

/// A sphere around something (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere {
    /// Its centre (m, world).
    pub center: Vec3,
    /// Its radius (m).
    pub radius: f32,
}

/// Axis-aligned box from `min` to `max` (m). Empty when a `min` exceeds its `max`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower corner (m).
    pub min: Vec3,
    /// Upper corner (m).
    pub max: Vec3,
}

words!(Aabb { min, max });

impl Aabb {
    /// Holds nothing; the neutral element of [`union`](Self::union).
    pub const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    /// From a centre and half extents (m).
    #[inline]
    pub fn from_center(center: Vec3, half: Vec3) -> Self {
        Self { min: center - half, max: center + half }
    }

    /// The centre (m).
    #[inline]
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// The half extents (m).
    #[inline]
    pub fn half(&self) -> Vec3 {
        (self.max - self.min) * 0.5
    }

    /// The smallest box around both.
    #[inline]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Grown by `margin` (m) on every side.
    #[inline]
    pub fn expanded(&self, margin: f32) -> Self {
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// Grown to hold the box moved by `displacement` (m) as well.
    #[inline]
    pub fn swept(&self, displacement: Vec3) -> Self {
        Self { min: self.min + displacement.min(Vec3::ZERO), max: self.max + displacement.max(Vec3::ZERO) }
    }

    /// Whether the two share a point; touching counts.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        // All six without branches: no one of them can be predicted.
        (self.min.x <= other.max.x)
            & (other.min.x <= self.max.x)
            & (self.min.y <= other.max.y)
            & (other.min.y <= self.max.y)
            & (self.min.z <= other.max.z)
            & (other.min.z <= self.max.z)
    }

    /// Whether `other` lies wholly inside.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        self.min.x <= other.min.x
            && self.min.y <= other.min.y
            && self.min.z <= other.min.z
            && other.max.x <= self.max.x
            && other.max.y <= self.max.y
            && other.max.z <= self.max.z
    }

    /// Half the surface area (m²): the cost measure of bounding-volume trees.
    #[inline]
    pub fn half_area(&self) -> f32 {
        // The surface area heuristic counts areas only relative to each other, so the factor 2 is left out.
        let d = self.max - self.min;
        d.x * d.y + d.y * d.z + d.z * d.x
    }
}
