//! Two cores and how they stand to each other: the questions that every search asks.

use super::Sides;
use super::pose::Pose;
use super::solid::Core;
use glam::DVec3;

/// Directions that lean to a sheet's wrong side by less than this (sine) still count as along it.
const WRONG_SIDE_SINE: f64 = 1e-6;

/// Two cores; directions and points are in A's axes.
#[derive(Clone, Copy)]
pub struct SolidPair<'a> {
    /// In its own axes.
    pub a: &'a Core,
    /// In its own axes.
    pub b: &'a Core,
    /// Where B stands as seen from A.
    pub b_in_a: Pose,
}

/// A point of the Minkowski difference B − A with the two points that it is made of (m).
#[derive(Clone, Copy, Debug)]
pub struct DifferenceVertex {
    /// `b − a`.
    pub difference: DVec3,
    /// On A.
    pub a: DVec3,
    /// On B.
    pub b: DVec3,
}

impl<'a> SolidPair<'a> {
    /// Both cores, with the pose of B in A's axes.
    pub fn new(a: &'a Core, b: &'a Core, b_in_a: Pose) -> Self {
        Self { a, b, b_in_a }
    }

    /// The same pair seen from B.
    pub fn swapped(&self) -> Self {
        Self { a: self.b, b: self.a, b_in_a: self.b_in_a.relative(&Pose::IDENTITY) }
    }

    /// The point of B farthest along `direction` (m).
    fn support_b(&self, direction: DVec3) -> DVec3 {
        self.b_in_a.point(self.b.support(self.b_in_a.local_direction(direction)))
    }

    /// The point of B − A farthest along `direction`.
    pub fn support(&self, direction: DVec3) -> DifferenceVertex {
        let (a, b) = (self.a.support(-direction), self.support_b(direction));
        DifferenceVertex { difference: b - a, a, b }
    }

    /// How far the two are apart along the unit vector `normal` from A to B (m); negative for an overlap.
    ///
    /// Its greatest value over all directions is the separation: the distance where they are apart, less the least
    /// translation that parts them where they overlap.
    pub fn gap(&self, normal: DVec3) -> f64 {
        -self.support(-normal).difference.dot(-normal)
    }

    /// Whether a contact may push along `normal`: never against the one solid side of a sheet.
    pub fn is_allowed(&self, normal: DVec3) -> bool {
        let is_front = |core: &Core, outwards: DVec3| {
            !matches!(core, Core::Rectangle(_, Sides::Front)) || outwards.y >= -WRONG_SIDE_SINE
        };
        is_front(self.a, normal) && is_front(self.b, -self.b_in_a.local_direction(normal))
    }

    /// Whether both consist of flat faces and straight edges.
    pub fn is_polytope(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    /// Whether both are frusta.
    pub fn is_of_frusta(&self) -> bool {
        !self.a.is_polytope() && !self.b.is_polytope()
    }

    /// Normals of the faces of both, from A to B.
    pub fn face_normals(&self) -> Vec<DVec3> {
        let mut normals = self.a.face_normals();
        normals.extend(self.b.face_normals().iter().map(|n| -(self.b_in_a.rotation * *n)));
        normals
    }

    /// Directions of the edges of A and of B.
    pub fn edge_directions(&self) -> (Vec<DVec3>, Vec<DVec3>) {
        let turned = self.b.edge_directions().iter().map(|e| self.b_in_a.rotation * *e).collect();
        (self.a.edge_directions(), turned)
    }
}
