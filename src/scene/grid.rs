//! Grids: many like bodies in rows, columns and layers.

#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

use crate::math::splitmix64;
use crate::physics::BodyDesc;
use glam::Vec3;

/// A grid of bodies.
///
/// The lowest layer lies at the height of `body.position`, and each layer is centred above it in x and z.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Bodies along x, y, z; each at least 1 and at most [`MAX_BODIES`](super::MAX_BODIES).
    pub count: [u64; 3],
    /// From one centre to the next along x, y, z (m).
    pub spacing: Vec3,
    /// Each coordinate is moved by up to this much either way (m).
    pub jitter: f32,
    /// Where the random numbers begin.
    pub seed: u64,
    /// What stands at each place.
    pub body: BodyDesc,
}

impl Grid {
    /// How many bodies. Three counts of at most 200,000 give less than 2⁵³.
    pub fn len(&self) -> u64 {
        self.count.iter().product()
    }

    /// The places, layer by layer upwards, in each layer row by row along z, in each row along x.
    pub fn positions(&self) -> impl Iterator<Item = Vec3> {
        let ([nx, ny, nz], spacing, jitter, base) = (self.count, self.spacing, self.jitter, self.body.position);
        let mut random = GridDice(self.seed);
        // Layer by layer upwards: the order names the bodies, and draws the random numbers of their jitter.
        let places = (0..ny).flat_map(move |y| (0..nz).flat_map(move |z| (0..nx).map(move |x| [x, y, z])));
        places.map(move |[x, y, z]| {
            // Centred in x and z; in y the lowest layer lies at the height of the body.
            let centered = |i: u64, n: u64| i as f32 - 0.5 * (n - 1) as f32;
            let place = base + Vec3::new(centered(x, nx), y as f32, centered(z, nz)) * spacing;
            // Without jitter no random number is drawn, and the places are exact.
            if jitter == 0.0 { place } else { place + jitter * random.vector() }
        })
    }
}

/// Random numbers that are the same everywhere.
struct GridDice(u64);

impl GridDice {
    /// Uniform in −1…1: the upper 24 bits, which a float holds exactly.
    fn signed(&mut self) -> f32 {
        (splitmix64(&mut self.0) >> 40) as f32 * (2.0 / (1 << 24) as f32) - 1.0
    }

    fn vector(&mut self) -> Vec3 {
        let (x, y, z) = (self.signed(), self.signed(), self.signed());
        Vec3::new(x, y, z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Shape;

    #[test]
    fn a_grid_is_centred_above_its_position_and_grows_upwards() {
        let body = BodyDesc { position: Vec3::new(1.0, 5.0, -2.0), ..BodyDesc::new(Shape::sphere(0.5)) };
        let grid = Grid { count: [2, 2, 3], spacing: Vec3::new(1.0, 2.0, 4.0), jitter: 0.0, seed: 0, body };
        let places: Vec<Vec3> = grid.positions().collect();
        assert_eq!(places.len() as u64, grid.len());
        assert_eq!(places[0], Vec3::new(0.5, 5.0, -6.0));
        assert_eq!(places[1], Vec3::new(1.5, 5.0, -6.0));
        assert_eq!(places[2], Vec3::new(0.5, 5.0, -2.0));
        assert_eq!(places[11], Vec3::new(1.5, 7.0, 2.0));
    }

    #[test]
    fn jitter_moves_each_coordinate_by_no_more_than_itself() {
        let grid = Grid {
            count: [10, 10, 10],
            spacing: Vec3::ZERO,
            jitter: 0.25,
            seed: 7,
            body: BodyDesc::new(Shape::sphere(0.5)),
        };
        let places: Vec<Vec3> = grid.positions().collect();
        let furthest = places.iter().map(|p| p.abs().max_element()).fold(0.0, f32::max);
        assert!((0.24..=0.25).contains(&furthest), "{furthest}");
        let mean = places.iter().sum::<Vec3>() / 1000.0;
        // Standard deviation of the mean: 0.25/√3/√1000 = 0.0046.
        assert!(mean.abs().max_element() < 0.02, "{mean}");
    }
}
