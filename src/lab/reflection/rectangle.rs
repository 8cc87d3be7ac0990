//! A rectangle in which a ball bounces for ever: at each wall the angle of reflection is that of incidence.

use super::angle_to;
use crate::lab::{Ink, Sketch, on_ground};
use crate::view::Glyph;
use glam::{DVec2, Quat, Vec2, Vec3};
use std::collections::VecDeque;

/// So many impacts are kept for the path that is drawn.
const KEPT: usize = 16;
/// The latest impacts have their angles drawn; each has a letter.
const LETTERS: [&str; 3] = ["A", "B", "C"];
/// Half the sides lie within these (m).
const HALVES: (f64, f64) = (0.5, 5.0);
/// Metres of the handle for each m/s.
pub const PULL: f64 = 0.4;

/// An impact on a wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RectangleHit {
    /// Where the ball's centre is then (m).
    pub point: DVec2,
    /// The wall's unit normal, towards the ball.
    pub normal: DVec2,
    /// Velocity before (m/s).
    pub incoming: DVec2,
    /// Velocity after (m/s).
    pub outgoing: DVec2,
}

/// Four walls and a ball.
#[derive(Clone, Debug)]
pub struct Rectangle {
    /// Half the sides (m).
    pub half: DVec2,
    /// Where the ball starts (m).
    pub start: DVec2,
    /// The velocity that it is thrown with (m/s).
    pub thrown: DVec2,
    /// Where it is (m) and its velocity (m/s).
    ball: DVec2,
    velocity: DVec2,
    /// Impacts since the start.
    count: u64,
    /// The latest, oldest first.
    hits: VecDeque<RectangleHit>,
}

hash_fields!(RectangleHit { point, normal, incoming, outgoing });
hash_fields!(Rectangle { half, start, thrown, ball, velocity, count, hits });

impl Default for Rectangle {
    fn default() -> Self {
        let (start, thrown) = (DVec2::new(-3.0, -1.5), DVec2::new(2.4, 2.0));
        let (half, hits) = (DVec2::new(4.0, 2.5), VecDeque::with_capacity(KEPT + 1));
        Self { half, start, thrown, ball: start, velocity: thrown, count: 0, hits }
    }
}

/// The reflection of S: S − 2(S·û)û.
fn mirrored(s: DVec2, normal: DVec2) -> DVec2 {
    s - 2.0 * s.dot(normal) * normal
}

impl Rectangle {
    /// The time to the first wall ahead (s) and its normal; none for a ball at rest.
    fn ahead(&self) -> Option<(f64, DVec2)> {
        // To the wall that the velocity points to; a component of 0 meets none and is left out below.
        let to_wall = |place: f64, speed: f64, half: f64| (half * speed.signum() - place) / speed;
        let walls = [
            (self.velocity.x, to_wall(self.ball.x, self.velocity.x, self.half.x), DVec2::X),
            (self.velocity.y, to_wall(self.ball.y, self.velocity.y, self.half.y), DVec2::Y),
        ];
        let moving = walls.into_iter().filter(|(speed, ..)| *speed != 0.0);
        let first = moving.min_by(|a, b| a.1.total_cmp(&b.1))?;
        // Rounding may have put the ball beyond the wall: then it is met now, not in the past.
        Some((first.1.max(0.0), -first.0.signum() * first.2))
    }

    /// The impact that comes next; none for a ball at rest.
    fn next_hit(&self) -> Option<RectangleHit> {
        let (time, normal) = self.ahead()?;
        let outgoing = mirrored(self.velocity, normal);
        Some(RectangleHit { point: self.ball + time * self.velocity, normal, incoming: self.velocity, outgoing })
    }

    /// The latest impact, or before the first one that which comes.
    pub fn hit(&self) -> Option<RectangleHit> {
        self.hits.back().copied().or_else(|| self.next_hit())
    }

    /// Impacts since the start.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Moves on by `dt` (s), from wall to wall.
    pub fn step(&mut self, dt: f64) {
        let mut left = dt;
        while let Some((time, normal)) = self.ahead() {
            if time > left {
                break;
            }
            let incoming = self.velocity;
            // On the wall exactly, so that rounding never puts the ball behind it.
            let place = self.ball + time * incoming;
            self.ball = DVec2::select(normal.abs().cmpgt(DVec2::splat(0.5)), -normal * self.half, place);
            self.velocity = mirrored(incoming, normal);
            self.hits.push_back(RectangleHit { point: self.ball, normal, incoming, outgoing: self.velocity });
            if self.hits.len() > KEPT {
                self.hits.pop_front();
            }
            self.count += 1;
            left -= time;
        }
        self.ball = (self.ball + left * self.velocity).clamp(-self.half, self.half);
    }

    /// Changes what it is thrown from, and throws it anew.
    pub fn throw_with(&mut self, change: impl FnOnce(&mut Self)) {
        change(self);
        self.throw();
    }

    /// Back to the start.
    pub fn throw(&mut self) {
        self.half = self.half.clamp(DVec2::splat(HALVES.0), DVec2::splat(HALVES.1));
        self.start = self.start.clamp(-self.half, self.half);
        (self.ball, self.velocity, self.count) = (self.start, self.thrown, 0);
        self.hits.clear();
    }

    /// The points that can be dragged: name and place (m).
    pub fn handles(&self) -> [(&'static str, DVec2); 3] {
        [("velocity", self.start + PULL * self.thrown), ("start", self.start), ("corner", self.half)]
    }

    /// Moves one of them.
    pub fn drag(&mut self, name: &str, to: DVec2) {
        match name {
            "velocity" => self.thrown = ((to - self.start) / PULL).clamp(DVec2::splat(-10.0), DVec2::splat(10.0)),
            "start" => self.start = to,
            "corner" => self.half = to.abs(),
            _ => return,
        }
        self.throw();
    }

    /// Walls, the ball with its path, and the angles at the latest impacts.
    pub fn draw(&self, sketch: &mut Sketch<'_>) {
        let ground = |p: DVec2| on_ground(p.as_vec2());
        let corner = |x: f32, y: f32| on_ground(self.half.as_vec2() * Vec2::new(x, y));
        let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        sketch.path(&corners, true, Ink::Fixed, 5.0);
        sketch.arrow(ground(self.start), ground(PULL * self.thrown), Ink::Faint);
        // The older part of the path steps back, that between the lettered impacts stands out.
        // Hits that were forgotten leave the beginning of the path unknown.
        let from = if self.count as usize > self.hits.len() { None } else { Some(self.start) };
        let path: Vec<Vec3> =
            from.into_iter().chain(self.hits.iter().map(|h| h.point)).chain([self.ball]).map(ground).collect();
        let lettered = self.hits.len().min(LETTERS.len());
        sketch.path(&path[..path.len() - lettered], false, Ink::Faint, 1.5);
        sketch.path(&path[path.len().saturating_sub(lettered + 2)..], false, Ink::First, 2.5);
        // Letters go round with the hits, so that an angle keeps its letter while new ones come.
        let first = self.count - lettered as u64;
        for (i, hit) in self.hits.iter().rev().take(lettered).rev().enumerate() {
            let letter = LETTERS[((first + i as u64) % 3) as usize];
            draw_angles(hit, letter, sketch);
        }
        sketch.arrow(ground(self.ball), ground(PULL * self.velocity), Ink::Outcome);
        sketch.ball(ground(self.ball), 0.12, Quat::IDENTITY, Ink::First);
    }
}

/// The normal, and both angles to it.
fn draw_angles(hit: &RectangleHit, letter: &str, sketch: &mut Sketch<'_>) {
    let ground = |p: DVec2| on_ground(p.as_vec2());
    let (at, normal) = (ground(hit.point), ground(hit.normal));
    let [incoming, outgoing] = [-hit.incoming, hit.outgoing].map(ground);
    sketch.dashes(at, at + normal * 1.1, 0.12, Ink::Faint);
    sketch.point(at, Glyph::Disc, Ink::Fixed, 7.0);
    let text = |mark: &str, v| format!("{letter}{mark} = {:.1}°", angle_to(v, normal));
    sketch.angle(at, [incoming, normal], 0.8, Ink::First, text("", incoming));
    sketch.angle(at, [normal, outgoing], 0.8, Ink::Outcome, text("\u{2032}", outgoing));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A straight path folded into −half…half: where a ball that bounces without loss is after `t` (s).
    fn folded(start: f64, speed: f64, half: f64, t: f64) -> f64 {
        let unfolded = (start + speed * t + half).rem_euclid(4.0 * half);
        if unfolded <= 2.0 * half { unfolded - half } else { 3.0 * half - unfolded }
    }

    #[test]
    fn the_ball_bounces_for_ever_as_a_straight_path_folded_into_the_rectangle() {
        for (half, start, thrown) in [
            ((4.0, 2.5), (-3.0, -1.5), (2.4, 2.0)),
            ((0.5, 5.0), (0.1, 0.0), (-10.0, 0.3)),
            // Straight at a corner, again and again.
            ((2.0, 2.0), (0.0, 0.0), (3.0, 3.0)),
            ((3.0, 1.0), (0.0, 0.0), (0.0, 7.0)),
        ] {
            let (half, start, thrown) = (DVec2::from(half), DVec2::from(start), DVec2::from(thrown));
            let mut room = Rectangle { half, start, thrown, ..Rectangle::default() };
            room.throw();
            let dt = 1.0 / 60.0;
            for step in 1..=36_000 {
                room.step(dt);
                assert_eq!(room.velocity.abs(), thrown.abs(), "the speed never changes");
                let t = f64::from(step) * dt;
                let want = DVec2::new(folded(start.x, thrown.x, half.x, t), folded(start.y, thrown.y, half.y, t));
                assert!(room.ball.distance(want) < 1e-6, "{half} after {t} s: {} is not {want}", room.ball);
            }
            // Each direction meets a wall once in every width.
            let crossed = |start: f64, speed: f64, half: f64| {
                ((start * speed.signum() + half + speed.abs() * 600.0) / (2.0 * half)).floor() as i64
            };
            let want = crossed(start.x, thrown.x, half.x)
                + if thrown.y == 0.0 { 0 } else { crossed(start.y, thrown.y, half.y) };
            assert!((room.count as i64 - want).abs() <= 2, "{} impacts, {want} walls crossed", room.count);
        }
    }

    #[test]
    fn at_every_impact_both_angles_are_one_and_two_sides_that_meet_share_a_right_angle() {
        let mut room = Rectangle::default();
        (0..3_000).for_each(|_| room.step(1.0 / 60.0));
        assert!(room.hits.len() == KEPT && room.count > 30);
        // atan of the part along over the part across; on the other pair of walls the two change places.
        let upright = (2.0f64 / 2.4).atan().to_degrees();
        for hit in &room.hits {
            let angle = |v: DVec2| angle_to(on_ground(v.as_vec2()), on_ground(hit.normal.as_vec2()));
            let want = if hit.normal.x == 0.0 { 90.0 - upright } else { upright };
            for v in [-hit.incoming, hit.outgoing] {
                assert!((f64::from(angle(v)) - want).abs() < 1e-3, "{hit:?}: {}", angle(v));
            }
        }
    }

    #[test]
    fn a_ball_at_rest_meets_nothing() {
        let mut room = Rectangle { thrown: DVec2::ZERO, ..Rectangle::default() };
        room.throw();
        room.step(1.0);
        assert_eq!((room.hit(), room.count, room.ball), (None, 0, room.start));
    }
}
