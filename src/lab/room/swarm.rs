//! Particles that bounce in a room for ever.

use super::boundary::{Boundary, det};
use crate::lab::{HashState, StateHash};
use crate::math::sin_cos_f64;
use glam::DVec2;

/// Most hits of one particle in one step; what time is then left is not spent. A wedge of 5° gives a particle back
/// after 36, so this is reached only at speeds that cross the room hundreds of times a step.
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

hash_fields!(Particle { position, velocity, clear });

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
        // Most particles are far from any wall in most steps: one comparison for each of them instead of a test of all
        // walls.
        if reach < self.clear {
            self.clear -= reach;
            self.position += dt * self.velocity;
            return 0;
        }
        let mut left = dt;
        // In a corner hits may follow each other without end: what is left of the step is given up then.
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

    /// Moves for one frame as the article prints it: by its velocity, here m a frame, unless the printed test sees a
    /// wall on the way; then `at_hit` says what becomes of it. Says which wall it was.
    pub fn frame_as_printed(&mut self, room: &Boundary, at_hit: AtHit, anew: impl FnOnce() -> Self) -> Option<usize> {
        let hit = printed_hit(room, self.position, self.velocity);
        match (hit, at_hit) {
            (Some(_), AtHit::Anew) => *self = anew(),
            (Some(wall), AtHit::Mirrored) => self.velocity = mirrored(self.velocity, room.walls()[wall].normal),
            (None, _) => self.put(self.position + self.velocity),
        }
        hit
    }
}

/// What the printed program does when its test sees a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtHit {
    /// What is printed: back to the start with a new throw.
    Anew,
    /// What the article names as the thing to do instead: the velocity mirrored. As with a new throw, the way of this
    /// frame is not gone.
    Mirrored,
}

/// How the printed program throws; all parts are in units a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throw {
    /// What is printed, `vx = vy = rand() % 4 + 1`: one of four, all along one diagonal.
    Alike,
    /// What is meant: each part 1, 2, 3 or 4 by itself.
    Apart,
    /// Any real parts from −4 to 4, short ones too.
    Real,
}

/// The sample `rand` of the C standard (ISO/IEC 9899:1999, 7.20.2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rand(pub u32);

impl Rand {
    /// 0…32,767.
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        self.0 / 65_536 % 32_768
    }

    /// The way of a new throw (m a frame), with parts in units of `unit` (m).
    pub fn throw(&mut self, throw: Throw, unit: f64) -> DVec2 {
        let mut part = || f64::from(self.next() % 4 + 1);
        unit * match throw {
            Throw::Alike => DVec2::splat(part()),
            Throw::Apart => DVec2::new(part(), part()),
            Throw::Real => {
                let mut real = || f64::from(self.next()) / 32_767.0 * 8.0 - 4.0;
                DVec2::new(real(), real())
            }
        }
    }
}

hash_variant!(AtHit, Throw);

impl HashState for Rand {
    fn feed(&self, hash: &mut StateHash) {
        self.0.feed(hash);
    }
}

/// The wall that the printed test finds for a path from `x` along `v` (m): the first of the list with both parameters
/// between 0 and 1, after d, made whole by the integer `abs`, was replaced by 0.001 whenever it is less than 1.
pub fn printed_hit(room: &Boundary, x: DVec2, v: DVec2) -> Option<usize> {
    let meets = |start: DVec2, edge: DVec2| {
        let (delta, printed) = (x - start, det(edge, -v));
        // The `abs` of C is that of integers: 0.9 counts as 0 and is replaced, 1.2 stays.
        let d = if printed.trunc().abs() < 0.001 { 0.001 } else { printed };
        let (s, t) = (det(delta, -v) / d, det(edge, delta) / d);
        (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t)
    };
    room.as_listed().find(|(_, start, edge)| meets(*start, *edge)).map(|(wall, ..)| wall)
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
}

/// Particle `i` of `count` at its start with speed `speed` (m/s). The first flies along (3, 2).
pub fn started(start: Start, i: usize, count: usize, room: &Boundary, origin: DVec2, speed: f64) -> Particle {
    // Steps of the golden ratio spread directions evenly, whatever the number of particles.
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
        // A wedge of 10° with its tip at the origin. Unfolded, the path is straight and meets the mirrored walls at
        // every multiple of 10° that it passes: 17 of them from 3.4° to 175.6°.
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

    /// Of `count` particles run for `frames` as printed: who is outside at the end.
    fn lost(throw: Throw, unit: f64, count: usize, frames: usize) -> usize {
        let (room, origin, mut rand) = (room(&ARTICLE), DVec2::new(10.0, 8.0), Rand(1));
        let mut particles: Vec<Particle> = (0..count).map(|_| Particle::new(origin, rand.throw(throw, unit))).collect();
        for _ in 0..frames {
            for particle in &mut particles {
                let anew = || Particle::new(origin, rand.throw(throw, unit));
                particle.frame_as_printed(&room, AtHit::Anew, anew);
            }
        }
        let is_out = |p: &&Particle| !room.contains(p.position) && room.distance(p.position) > 1e-9;
        particles.iter().filter(is_out).count()
    }

    #[test]
    fn the_printed_program_as_printed_loses_nobody() {
        assert_eq!(lost(Throw::Alike, 1.0, 200, 1000), 0);
        assert_eq!(lost(Throw::Apart, 1.0, 200, 1000), 0);
    }

    #[test]
    fn short_ways_are_what_the_printed_program_loses_particles_by() {
        // Along the diagonal both walls at (14, 12) have |d| = 8·part: 1.6 for parts of 0.2, 0.8 for parts of 0.1.
        assert_eq!(lost(Throw::Alike, 0.2, 200, 1000), 0);
        let (alike, apart) = (lost(Throw::Alike, 0.1, 200, 1000), lost(Throw::Apart, 0.1, 200, 1000));
        assert!(alike > 190 && apart > 150, "{alike} {apart}");
        // Real parts are short now and then, even with the article's unit.
        let some = lost(Throw::Real, 1.0, 200, 1000);
        assert!((20..180).contains(&some), "{some}");
    }

    #[test]
    fn throws_as_printed_know_four_velocities_and_meant_as_told_sixteen() {
        let different = |throw| {
            let mut rand = Rand(1);
            let throws: std::collections::BTreeSet<_> =
                (0..1000).map(|_| rand.throw(throw, 1.0)).map(|v| (v.x as i64, v.y as i64)).collect();
            throws
        };
        assert_eq!(different(Throw::Alike).into_iter().collect::<Vec<_>>(), [(1, 1), (2, 2), (3, 3), (4, 4)]);
        let apart = different(Throw::Apart);
        erratum!(11, printed: different(Throw::Alike).len() == 16, right: apart.len() == 16);
        assert!(apart.len() == 16 && apart.iter().all(|(x, y)| (1..=4).contains(x) && (1..=4).contains(y)));
    }

    #[test]
    fn the_integer_abs_of_the_printed_test_misses_slow_points() {
        // d = |e −v| = 4·0.2 − 0 = 0.8, made 0 by the integer abs, then 0.001: t = 0.4/0.001 instead of 0.5.
        let square = room(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        let (x, v) = (DVec2::new(2.0, 0.1), DVec2::new(0.0, -0.2));
        let hit = square.first_hit(x, v);
        erratum!(
            8,
            printed: printed_hit(&square, x, v).is_some(),
            right: hit.is_some_and(|hit| (hit.cramer.t - 0.5).abs() < 1e-12)
        );
    }

    #[test]
    fn a_d_of_0_001_invents_hits_of_paths_beside_a_wall() {
        // Parallel to the lower wall, 0.2 mm above it: d is 0, and nothing is met within the step.
        let square = room(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        let (x, v) = (DVec2::new(2.0, 0.0002), DVec2::new(0.2, 0.0));
        let hit = square.first_hit(x, v);
        erratum!(
            9,
            printed: printed_hit(&square, x, v) != Some(0),
            right: hit.is_some_and(|hit| hit.wall == 1 && (hit.cramer.t - 10.0).abs() < 1e-9)
        );
    }

    #[test]
    fn a_wall_that_is_left_is_hit_again_as_printed() {
        // 0 ≤ t is true at t = 0, and nobody asks for v·n < 0.
        let square = room(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]);
        let (x, v) = (DVec2::new(2.0, 0.0), DVec2::new(0.0, 1.0));
        let hit = square.first_hit(x, v);
        erratum!(
            12,
            printed: printed_hit(&square, x, v) != Some(0),
            right: hit.is_some_and(|hit| hit.wall == 2 && hit.cramer.t == 4.0)
        );
    }

    #[test]
    fn the_first_wall_of_the_list_is_not_the_nearest() {
        // This path crosses the comb's walls at x = 6, 8 and 12.
        let comb = room(&COMB);
        let (x, v) = (DVec2::new(2.5, 10.0), DVec2::new(10.0, 0.0));
        let place = |wall: Option<usize>| wall.map(|i| comb.walls()[i].start.x);
        assert_eq!(place(printed_hit(&comb, x, v)), Some(12.0));
        let first = place(comb.first_hit(x, v).map(|hit| hit.wall));
        erratum!(10, printed: place(printed_hit(&comb, x, v)) == Some(6.0), right: first == Some(6.0));
    }
}
