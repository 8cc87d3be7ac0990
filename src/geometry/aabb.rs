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

impl BoundingSphere {
    /// The least sphere around both.
    pub fn union(&self, other: &Self) -> Self {
        let apart = other.center - self.center;
        let distance = apart.length();
        if distance + other.radius <= self.radius {
            return *self;
        }
        if distance + self.radius <= other.radius {
            return *other;
        }
        // Neither holds the other: the sphere reaches from the far end of one to that of the other.
        let radius = 0.5 * (distance + self.radius + other.radius);
        let along = (radius - self.radius) / distance.max(f32::MIN_POSITIVE);
        Self { center: self.center + apart * along, radius }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::real;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_least_sphere_around_two_holds_both_and_touches_both(
            place in prop::array::uniform3(real(-9.0..9.0)), small in real(0.1..3.0), large in real(0.1..3.0),
        ) {
            let a = BoundingSphere { center: Vec3::ZERO, radius: small };
            let b = BoundingSphere { center: Vec3::from_array(place), radius: large };
            let union = a.union(&b);
            let beyond = |part: &BoundingSphere| union.center.distance(part.center) + part.radius - union.radius;
            prop_assert!(beyond(&a) < 1e-5 && beyond(&b) < 1e-5);
            // Where one holds the other it is that one; else it ends where each of them does.
            let is_one = union == a || union == b;
            prop_assert!(is_one || (beyond(&a).abs() < 1e-5 && beyond(&b).abs() < 1e-5));
            prop_assert!(!is_one || union.radius == small.max(large));
        }
    }
}
