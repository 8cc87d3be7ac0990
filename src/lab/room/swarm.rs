//! Particles that bounce in a room for ever.

use super::boundary::{Boundary, det};
use crate::math::sin_cos_f64;
use glam::DVec2;

/// Most hits of one particle in one step; what time is then left is not spent. A wedge of 5° gives a particle back after
/// 36, so this is reached only at speeds that cross the room hundreds of times a step.
const MOST_HITS: u32 = 1000;

/// A point that moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Particle {
    /// Where it is (m).
    pub position: DVec2,
    /// m/s.
    pub velocity: DVec2,
    /// No wall is nearer than this (m): so far it flies without looking for one.
    clear: f64,
}

/// What is taken off a distance that was measured, for rounding on a long way (m).
const DOUBT: f64 = 1e-6;

impl Particle {
    /// At a place of which nothing is known.
    pub const fn new(position: DVec2, velocity: DVec2) -> Self {
        Self { position, velocity, clear: 0.0 }
    }

    /// Forgets how far the walls are: they moved.
    pub const fn look_again(&mut self) {
        self.clear = 0.0;
    }

    /// Puts it elsewhere.
    pub const fn put(&mut self, position: DVec2) {
        self.position = position;
        self.look_again();
    }

    /// Moves for `dt` (s): to the first wall, mirrored there, on with what is left of the time. Says how many walls it
    /// met; `visit` is told of each.
    pub fn advance(&mut self, room: &Boundary, dt: f64, mut visit: impl FnMut(DVec2)) -> u32 {
        // No shorter than its way, and without a root.
        let reach = dt * (self.velocity.x.abs() + self.velocity.y.abs());
        if reach < self.clear {
            self.clear -= reach;
            self.position += dt * self.velocity;
            return 0;
        }
        let mut left = dt;
        for hits in 0..MOST_HITS {
            let Some(hit) = room.first_hit_within(self.position, self.velocity, left) else {
                self.position += left * self.velocity;
                self.clear = room.distance(self.position) - DOUBT;
                return hits;
            };
            self.position += hit.cramer.t * self.velocity;
            self.velocity = mirrored(self.velocity, hit.normal);
            left = (left - hit.cramer.t).max(0.0);
            visit(self.position);
        }
        self.look_again();
        MOST_HITS
    }

    /// Moves for one frame as the article prints it, and says whether it saw a hit.
    ///
    /// The first wall of the list wins, not the nearest; a path that leaves a wall is mirrored again; and d, made whole
    /// by the integer `abs`, is replaced by 0.001 whenever it is less than 1.
    pub fn advance_as_printed(&mut self, room: &Boundary, dt: f64) -> bool {
        let hit = printed_hit(room, self.position, dt * self.velocity);
        if let Some(wall) = hit {
            self.velocity = mirrored(self.velocity, room.walls()[wall].normal);
        }
        self.put(self.position + dt * self.velocity);
        hit.is_some()
    }
}

/// The wall that the printed test finds for a path from `x` along `v` (m).
pub fn printed_hit(room: &Boundary, x: DVec2, v: DVec2) -> Option<usize> {
    room.walls().iter().position(|wall| {
        let delta = x - wall.start;
        let printed = det(wall.edge, -v);
        let d = if printed.trunc().abs() < 0.001 { 0.001 } else { printed };
        let (s, t) = (det(delta, -v) / d, det(wall.edge, delta) / d);
        (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)
    })
}

/// F = S − 2(S·û)û.
fn mirrored(velocity: DVec2, normal: DVec2) -> DVec2 {
    velocity - 2.0 * velocity.dot(normal) * normal
}

/// How particles start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// All from one point, in all directions: a ring that grows.
    Ring,
    /// All over the room, in all directions.
    Everywhere,
    /// From one point along one diagonal, with one of four speeds: `vx = vy = rand() % 4 + 1`.
    Printed,
}

/// Particle `i` of `count` at its start; the fastest have speed `speed` (m/s). The first flies along (3, 2).
pub fn started(start: Start, i: usize, count: usize, room: &Boundary, origin: DVec2, speed: f64) -> Particle {
    if start == Start::Printed {
        let component = (i % 4 + 1) as f64 * speed / 32f64.sqrt();
        return Particle::new(origin, DVec2::splat(component));
    }
    let turn = if start == Start::Ring { i as f64 / count as f64 } else { (i as f64 * 0.618_033_988_749_895).fract() };
    let (sin, cos) = sin_cos_f64(turn * std::f64::consts::TAU);
    let along = DVec2::new(cos, sin).normalize();
    let velocity = along.rotate(DVec2::new(3.0, 2.0) / 13f64.sqrt()) * speed;
    let position = if start == Start::Ring || i == 0 { origin } else { place(i, room, origin) };
    Particle::new(position, velocity)
}

/// The `i`th of evenly scattered places in the room, clear of the walls; the origin if none is found.
///
/// Source of the sequence: Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018 (R₂).
pub fn place(i: usize, room: &Boundary, origin: DVec2) -> DVec2 {
    let (least, most) = room.bounds();
    let at = |k: usize| {
        let (a, b) = (k as f64 * 0.754_877_666_246_692_8, k as f64 * 0.569_840_290_998_053_3);
        least + DVec2::new(a.fract(), b.fract()) * (most - least)
    };
    // Different particles try different stretches of the sequence.
    let tries = (0..200).map(|k| at(i + 1 + k * 10_007));
    tries.into_iter().find(|p| room.contains(*p) && room.distance(*p) > 1e-3).unwrap_or(origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::room::{ARTICLE, COMB, STAR};

    fn room(corners: &[(f64, f64)]) -> Boundary {
        Boundary::new(&corners.iter().map(|c| DVec2::from(*c)).collect::<Vec<_>>()).unwrap()
    }

    fn swarm(room: &Boundary, count: usize, speed: f64) -> Vec<Particle> {
        (0..count).map(|i| started(Start::Everywhere, i, count, room, room.middle(), speed)).collect()
    }

    /// Steps and then demands: no particle outside (by crossing number, not by the sweep), no speed changed.
    fn endure(room: &Boundary, particles: &mut [Particle], steps: usize, dt: f64, speed: f64) {
        // One after the other: they do not know of each other.
        for particle in particles.iter_mut() {
            for _ in 0..steps {
                particle.advance(room, dt, |_| ());
            }
        }
        for (i, p) in particles.iter().enumerate() {
            assert!(room.contains(p.position) || room.distance(p.position) < 1e-9, "{i} left: {p:?}");
            assert!((p.velocity.length() / speed - 1.0).abs() < 1e-5, "{i}: {}", p.velocity.length());
        }
    }

    #[test]
    fn none_leaves_and_no_speed_changes_in_any_room() {
        for (corners, count) in [(&ARTICLE[..], 10_000), (&COMB[..], 1000), (&STAR[..], 1000)] {
            let room = room(corners);
            endure(&room, &mut swarm(&room, count, 5.0), 1000, 1.0 / 60.0, 5.0);
        }
    }

    #[test]
    fn none_of_ten_thousand_leaves_in_a_hundred_thousand_steps() {
        for (corners, count, speed) in [(&ARTICLE[..], 10_000, 5.0), (&ARTICLE[..], 100, 50.0), (&STAR[..], 10, 50.0)] {
            let room = room(corners);
            endure(&room, &mut swarm(&room, count, speed), 100_000, 1.0 / 60.0, speed);
        }
    }

    #[test]
    fn what_flies_on_without_looking_for_walls_comes_to_the_same_bits() {
        for corners in [&ARTICLE[..], &COMB[..], &STAR[..]] {
            let room = room(corners);
            for mut flies in swarm(&room, 100, 5.0) {
                let mut looks = flies;
                for step in 0..2000 {
                    looks.look_again();
                    let (a, b) = (flies.advance(&room, 1.0 / 60.0, |_| ()), looks.advance(&room, 1.0 / 60.0, |_| ()));
                    assert_eq!((a, flies.position, flies.velocity), (b, looks.position, looks.velocity), "{step}");
                }
            }
        }
    }

    #[test]
    fn a_square_room_unfolds_into_straight_lines() {
        // Mirrors of a square room tile the plane: the true path is a straight line folded by a triangle wave.
        let room = room(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        let fold = |x: f64| 1.0 - (x.rem_euclid(2.0) - 1.0).abs();
        for (start, velocity, dt, steps) in [
            ((0.3, 0.4), (0.7, 0.2), 0.1, 1000),
            ((0.3, 0.4), (-700.0, 333.0), 1.0 / 60.0, 100), // about 17 walls a step
            ((0.5, 0.5), (1.0, 1.0), 0.25, 100),            // into the corner for ever
            ((0.5, 0.0), (1.0, 0.0), 0.3, 100),             // along a wall
            ((0.0, 0.0), (-1.0, -2.0), 0.3, 100),           // from a corner outwards
        ] {
            let (start, velocity) = (DVec2::from(start), DVec2::from(velocity));
            let mut particle = Particle::new(start, velocity);
            let mut hits = 0;
            (0..steps).for_each(|_| hits += particle.advance(&room, dt, |_| ()));
            let straight = start + velocity * dt * f64::from(steps);
            let folded = DVec2::new(fold(straight.x), fold(straight.y));
            assert!(particle.position.distance(folded) < 1e-8, "{velocity}: {} for {folded}", particle.position);
            let walls = |x: f64, from: f64| (x.floor() - from.floor()).abs();
            if velocity.x == 0.7 {
                assert_eq!(f64::from(hits), walls(straight.x, start.x) + walls(straight.y, start.y));
            }
        }
    }

    #[test]
    fn a_corner_gives_a_particle_back_as_its_walls_demand() {
        // Into a right angle: reversed. Head on onto a corner that juts into the room: reversed as well.
        let room = room(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0)]);
        for (position, velocity) in [((1.0, 1.0), (-1.0, -1.0)), ((2.0, 1.0), (0.0, 1.0))] {
            let mut particle = Particle::new(position.into(), velocity.into());
            particle.advance(&room, 2.0, |_| ());
            assert!(particle.position.distance(position.into()) < 1e-9, "{particle:?}");
            assert!(particle.velocity.distance(-DVec2::from(velocity)) < 1e-12, "{particle:?}");
        }
    }

    #[test]
    fn in_a_wedge_a_particle_meets_as_many_walls_as_the_unfolded_wedge_has() {
        // A wedge of 10° with its tip at the origin. Unfolded, the path is straight and meets the mirrored walls at every
        // multiple of 10° that it passes: 17 of them from 3.4° to 175.6°.
        let (sin, cos) = 10f64.to_radians().sin_cos();
        let room = room(&[(0.0, 0.0), (10.0, 0.0), (10.0 * cos, 10.0 * sin)]);
        let mut particle = Particle::new(DVec2::new(5.0, 0.3), DVec2::new(-1.0, 0.001));
        let mut near_tip = 0;
        particle.advance(&room, 9.0, |_| near_tip += 1);
        let unfolded = particle.position.length();
        let straight = (DVec2::new(5.0, 0.3) + 9.0 * DVec2::new(-1.0, 0.001)).length();
        assert!((unfolded - straight).abs() < 1e-9, "mirrors keep the distance from the tip: {unfolded}, {straight}");
        assert_eq!(near_tip, 17);
    }

    #[test]
    fn the_printed_test_misses_walls_and_knows_only_the_diagonal() {
        let room = room(&ARTICLE);
        let origin = DVec2::new(10.0, 8.0);
        let mut printed: Vec<Particle> =
            (0..100).map(|i| started(Start::Printed, i, 100, &room, origin, 5.0)).collect();
        let different =
            |p: &[Particle]| p.iter().map(|p| p.velocity.x.to_bits()).collect::<std::collections::BTreeSet<_>>();
        assert!(printed.iter().all(|p| p.velocity.x == p.velocity.y && p.velocity.x > 0.0));
        assert_eq!(different(&printed).len(), 4);
        for _ in 0..600 {
            for particle in &mut printed {
                particle.advance_as_printed(&room, 1.0 / 60.0);
            }
        }
        let outside = printed.iter().filter(|p| !room.contains(p.position)).count();
        assert!(outside > 50, "{outside} of 100 left");
        // d = |e −v| = 4·0.2 − 0 = 0.8, made 0 by the integer abs, then 0.001: t = 0.4/0.001 instead of 0.5.
        let square = self::room(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        let (x, v) = (DVec2::new(2.0, 0.1), DVec2::new(0.0, -0.2));
        assert_eq!(printed_hit(&square, x, v), None);
        assert!(square.first_hit(x, v).is_some_and(|hit| (hit.cramer.t - 0.5).abs() < 1e-12));
        // A particle that leaves a wall is hit by it again: 0 ≤ t is true at t = 0, and nobody asks for v·n < 0.
        let (x, v) = (DVec2::new(2.0, 0.0), DVec2::new(0.0, 1.0));
        assert_eq!(printed_hit(&square, x, v), Some(0));
        assert!(square.first_hit(x, v).is_some_and(|hit| hit.wall == 2 && hit.cramer.t == 4.0));
        // The first wall of the list, not the nearest: this path crosses the comb's walls at x = 6, 8 and 12.
        let comb = self::room(&COMB);
        let (x, v) = (DVec2::new(2.5, 10.0), DVec2::new(10.0, 0.0));
        let place = |wall: Option<usize>| wall.map(|i| comb.walls()[i].start.x);
        assert_eq!(place(printed_hit(&comb, x, v)), Some(12.0));
        assert_eq!(place(comb.first_hit(x, v).map(|hit| hit.wall)), Some(6.0));
    }
}
