//! Overlap in a crowd: bodies that lie in one another are moved apart, not thrown.
//!
//! The solver parts what overlaps by giving it a velocity, and takes that out again once it has done its work. Where a
//! body lies in many others the pushes add up, and one sweep does not take out what another has put in: a thousand balls
//! in one place would fly off at hundreds of metres a second. So what overlaps in a crowd is moved here, no body faster
//! than the push speed, and the solver only keeps it from going deeper.

use super::bodies::Bodies;
use super::config::{Config, Tuning};
use super::pairs::{Pairs, is_plane};
use crate::math::sin_cos;
use glam::Vec3;

/// Pairs that overlap, and how far each body is moved for it; scratch of one step.
#[derive(Clone, Debug, Default)]
pub(super) struct Ease {
    /// And how deep (m).
    pairs: Vec<(u32, f32)>,
    /// Overlaps of each slot, and their sum (m).
    crowd: Vec<(u32, f32)>,
    /// Way of each slot in this step (m).
    way: Vec<Vec3>,
    /// Slots that are moved.
    moved: Vec<u32>,
}

impl Ease {
    /// Forgets the last step. With room for all, a world that had as many bodies and pairs before allocates nothing.
    pub fn clear(&mut self, slots: usize, pairs: usize) {
        self.pairs.clear();
        self.pairs.reserve(pairs);
        self.crowd.clear();
        self.crowd.resize(slots, (0, 0.0));
        self.way.clear();
        self.way.resize(slots, Vec3::ZERO);
        self.moved.clear();
        self.moved.reserve(slots);
    }

    /// Notes a pair that overlaps, and how deep (m).
    pub fn note(&mut self, index: usize, depth: f32) {
        self.pairs.push((index as u32, depth));
    }

    /// Finds ways out of crowds, and tells `shift` how far each body goes (m).
    pub fn part(&mut self, bodies: &Bodies, pairs: &mut Pairs, config: &Config, mut shift: impl FnMut(usize, Vec3)) {
        let movable = |slot: u32| !is_plane(slot) && bodies.inv_mass[slot as usize] > 0.0;
        for &(index, depth) in &self.pairs {
            let head = &pairs.heads[index as usize];
            for slot in [head.a, head.b].into_iter().filter(|slot| movable(*slot)) {
                let (count, sum) = &mut self.crowd[slot as usize];
                (*count, *sum) = (*count + 1, *sum + depth);
            }
        }
        let (crowd, tuning) = (&self.crowd, config.tuning);
        self.pairs.retain(|(index, _)| {
            let head = &pairs.heads[*index as usize];
            let crowded = |slot: u32| {
                movable(slot) && {
                    let (count, sum) = crowd[slot as usize];
                    count >= tuning.crowd && sum >= tuning.crowd_overlap * bodies.radius[slot as usize]
                }
            };
            head.solved && (crowded(head.a) || crowded(head.b))
        });
        let most = 0.5 * tuning.push_speed * config.dt();
        for k in 0..self.pairs.len() {
            self.part_pair(bodies, pairs, self.pairs[k].0 as usize, (most, &tuning));
        }
        for &(index, _) in &self.pairs {
            let (head, pair) = (&mut pairs.heads[index as usize], &mut pairs.slab[index as usize]);
            let way = |slot: u32| if is_plane(slot) { Vec3::ZERO } else { self.way[slot as usize] };
            // Where the solver has them touch, however deep they are.
            let gap = (way(head.a) - way(head.b)).dot(pair.normal);
            let count = usize::from(pair.count);
            pair.points[..count].iter_mut().for_each(|p| p.start_gap = gap.min(p.start_gap.max(gap)));
            head.drift = f32::INFINITY;
        }
        for &slot in &self.moved {
            // Whose ways once added up to nothing is listed twice.
            shift(slot as usize, std::mem::take(&mut self.way[slot as usize]));
        }
    }

    /// Moves two bodies by what they still lack.
    fn part_pair(&mut self, bodies: &Bodies, pairs: &Pairs, index: usize, (most, tuning): (f32, &Tuning)) {
        let (head, pair) = (&pairs.heads[index], &pairs.slab[index]);
        let place = |slot: u32| {
            if is_plane(slot) { (0.0, Vec3::ZERO) } else { (bodies.inv_mass[slot as usize], self.way[slot as usize]) }
        };
        let ((ma, wa), (mb, wb)) = (place(head.a), place(head.b));
        let depth = -pair.points().iter().map(|p| p.separation).fold(0.0, f32::min);
        let mut normal = pair.normal;
        if ma > 0.0 && mb > 0.0 {
            let (a, b) = (head.a as usize, head.b as usize);
            let apart = (bodies.position[b] - bodies.position[a]).length();
            if apart < tuning.one_place * bodies.radius[a].max(bodies.radius[b]) {
                normal = (scattered(b) - scattered(a)).normalize_or(normal);
            }
        }
        let lack = (depth - tuning.crowd_rest * head.margin).min(most) - (wb - wa).dot(normal);
        if lack <= 0.0 || ma + mb == 0.0 {
            return;
        }
        for (slot, mass, sign) in [(head.a, ma, -1.0), (head.b, mb, 1.0)] {
            if mass > 0.0 {
                let way = &mut self.way[slot as usize];
                if *way == Vec3::ZERO {
                    self.moved.push(slot);
                }
                *way = (*way + normal * (sign * lack * mass / (ma + mb))).clamp_length_max(most);
            }
        }
    }
}

/// A point in the unit ball for each slot, near ones far apart: the turns of a sunflower, by the golden ratio.
fn scattered(slot: usize) -> Vec3 {
    let part = |share: f64| (slot as f64 * share).fract() as f32;
    let y = 1.0 - 2.0 * part(0.754_877_666_246_692_8);
    let (sin, cos) = sin_cos(std::f32::consts::TAU * part(0.618_033_988_749_894_9));
    let across = (1.0 - y * y).sqrt();
    Vec3::new(across * cos, y, across * sin) * (0.3 + 0.7 * part(0.569_840_290_998_053_3))
}
