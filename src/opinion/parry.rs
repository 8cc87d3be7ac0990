//! The other engine: shapes and poses as parry3d has them, and what it answers.

use super::OpinionAnswer;
use crate::geometry::Shape;
use crate::math::Pose;
use glam::Vec3;
use parry3d::math::{Pose as TheirPose, Rotation, Vector};
use parry3d::shape::{Ball, Cone, Cuboid, Cylinder, HalfSpace, Shape as TheirShape};

/// Shapes further apart than this are none of its business (m).
const REACH: f32 = 1e6;

/// What parry3d says of two shapes where they stand (`world_from_body`); none when it has no such shape, or no answer.
pub(super) fn ask(a: (&Shape, &Pose), b: (&Shape, &Pose)) -> Option<OpinionAnswer> {
    let [(shape_a, pose_a), (shape_b, pose_b)] = [placed(a)?, placed(b)?];
    let contact = parry3d::query::contact(&pose_a, &*shape_a, &pose_b, &*shape_b, REACH).ok()??;
    // `normal1` points out of the first shape: from A towards B.
    let answer = OpinionAnswer { normal: Vec3::from_array(contact.normal1.to_array()), separation: contact.dist };
    // Where it finds no direction there is nothing to compare.
    (answer.normal.is_normalized() && answer.separation.is_finite()).then_some(answer)
}

/// The shape in its place. Cylinders and cones are about their mid-height there; a quad is a box without thickness.
fn placed((shape, pose): (&Shape, &Pose)) -> Option<(Box<dyn TheirShape>, TheirPose)> {
    let cuboid = |half: Vec3| Box::new(Cuboid::new(Vector::from_array(half.to_array())));
    let theirs: Box<dyn TheirShape> = match *shape {
        Shape::Sphere { radius } => Box::new(Ball::new(radius)),
        Shape::Cuboid { half } => cuboid(half),
        Shape::Quad { half, .. } => cuboid(Vec3::new(half.x, 0.0, half.y)),
        Shape::Frustum { bottom, top, half_height } if bottom == top => Box::new(Cylinder::new(half_height, bottom)),
        Shape::Frustum { bottom, top: 0.0, half_height } => Box::new(Cone::new(half_height, bottom)),
        Shape::Frustum { .. } => return None,
        Shape::HalfSpace => Box::new(HalfSpace::new(Vector::Y)),
    };
    // Here a frustum's origin is its centre of mass, there the middle of its axis.
    let middle = pose.point(shape.middle());
    let rotation = Rotation::from_array(pose.rotation.to_array());
    Some((theirs, TheirPose::from_parts(Vector::from_array(middle.to_array()), rotation)))
}
