//! tmp
use super::*;
use crate::math::*;
use glam::Vec3;
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    pub pose: Pose,
    pub velocity: Vec3,
    pub spin: Vec3,
    pub acceleration: Vec3,
}
pub fn time_of_impact(_a: &Shape, _x: &Sweep, _b: &Shape, _y: &Sweep, _d: f32, _m: &PairMemory) -> Option<f32> {
    None
}
pub struct ShapeHit {
    pub distance: f32,
    pub normal: Vec3,
    pub feature: Feature,
}
pub fn cast_ray(_s: &Shape, _o: Vec3, _d: Vec3, _m: f32) -> Option<ShapeHit> {
    None
}
