//! tmp
use super::Aabb;
use glam::Vec3;
#[derive(Clone, Debug, Default)]
pub struct Tree {
    v: Vec<Option<(Aabb, u32)>>,
}
impl Tree {
    pub fn insert(&mut self, a: Aabb, p: u32) -> u32 {
        self.v.push(Some((a, p)));
        (self.v.len() - 1) as u32
    }
    pub fn remove(&mut self, p: u32) {
        self.v[p as usize] = None
    }
    pub fn update(&mut self, p: u32, a: Aabb) {
        if let Some(x) = &mut self.v[p as usize] {
            x.0 = a
        }
    }
    pub fn query(&self, a: &Aabb, mut f: impl FnMut(u32)) {
        for x in self.v.iter().flatten() {
            if x.0.overlaps(a) {
                f(x.1)
            }
        }
    }
    pub fn nodes(&self) -> Vec<(Aabb, u32, bool)> {
        vec![]
    }
    pub fn cast_ray(&self, _o: Vec3, _d: Vec3, m: f32, mut f: impl FnMut(u32, f32) -> f32) {
        let mut m = m;
        for x in self.v.iter().flatten() {
            m = f(x.1, m);
        }
    }
}
