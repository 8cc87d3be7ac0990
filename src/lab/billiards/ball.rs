//! One ball on the cloth: it slides, then rolls, then rests; each of these lasts a time known in advance.
//!
//! In the plane of the table x goes right, y up the page, z up from the cloth.

use crate::math::sin_cos_f64;
use glam::{DQuat, DVec2, DVec3};

/// Gravity (m/s²).
pub const GRAVITY: f64 = 9.81;
/// Radius of a ball (m): 2¼ inches across.
pub const RADIUS: f64 = 0.028_575;
/// Slip below this is rolling, speed below it rest (m/s).
const STILL: f64 = 1e-9;

/// What the cloth does to a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloth {
    /// μ of sliding.
    pub sliding: f64,
    /// μ of rolling: deceleration over gravity.
    pub rolling: f64,
    /// How fast a spin about the vertical dies away (rad/s²).
    pub spinning: f64,
}

/// How a ball moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallMotion {
    /// It does not.
    Rest,
    /// The point that touches the cloth stands still.
    Roll,
    /// That point slips.
    Slide,
}

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// Centre, seen from above (m).
    pub position: DVec2,
    /// m/s.
    pub velocity: DVec2,
    /// rad/s; z is up.
    pub spin: DVec3,
    /// `table_from_ball`, for the eye.
    pub rotation: DQuat,
    /// kg.
    pub mass: f64,
    /// Whether it has gone into a pocket.
    pub potted: bool,
}

hash_fields!(Cloth { sliding, rolling, spinning });
hash_fields!(Ball { position, velocity, spin, rotation, mass, potted });

impl Ball {
    /// At rest.
    pub fn at(position: DVec2, mass: f64) -> Self {
        let (velocity, spin, rotation) = (DVec2::ZERO, DVec3::ZERO, DQuat::IDENTITY);
        Self { position, velocity, spin, rotation, mass, potted: false }
    }

    /// u = v + ω × (−r·z): the velocity of the point that touches the cloth (m/s).
    pub fn slip(&self) -> DVec2 {
        self.velocity + RADIUS * DVec2::new(-self.spin.y, self.spin.x)
    }

    /// How it moves now.
    pub fn motion(&self) -> BallMotion {
        if self.potted {
            BallMotion::Rest
        } else if self.slip().length_squared() > STILL * STILL {
            BallMotion::Slide
        } else if self.velocity.length_squared() > STILL * STILL {
            BallMotion::Roll
        } else {
            BallMotion::Rest
        }
    }

    /// m/s², constant for as long as [`Ball::lasts`] says: friction against the slip, or resistance against rolling.
    pub fn acceleration(&self, cloth: &Cloth) -> DVec2 {
        match self.motion() {
            BallMotion::Slide => -cloth.sliding * GRAVITY * self.slip().normalize_or_zero(),
            BallMotion::Roll => -cloth.rolling * GRAVITY * self.velocity.normalize_or_zero(),
            BallMotion::Rest => DVec2::ZERO,
        }
    }

    /// How long it will move as it does (s).
    ///
    /// Friction slows the slip by μg through the centre and by 5/2·μg through the spin: 7/2·μg in all.
    pub fn lasts(&self, cloth: &Cloth) -> f64 {
        let (speed, rate) = match self.motion() {
            BallMotion::Slide => (self.slip().length(), 3.5 * cloth.sliding * GRAVITY),
            BallMotion::Roll => (self.velocity.length(), cloth.rolling * GRAVITY),
            BallMotion::Rest => return f64::INFINITY,
        };
        if rate > 0.0 { speed / rate } else { f64::INFINITY }
    }

    /// Where it will be after `t` (s), no more than [`Ball::lasts`].
    pub fn path(&self, cloth: &Cloth, t: f64) -> DVec2 {
        self.velocity * t + 0.5 * t * t * self.acceleration(cloth)
    }

    /// Moves on for `t` (s), no more than [`Ball::lasts`]; exactly that long, and it moves otherwise from then on.
    pub fn advance(&mut self, cloth: &Cloth, t: f64) {
        if self.potted {
            return;
        }
        // What it does at the start of the time holds for the whole of it: `lasts` says how long that may be.
        let (motion, ends, before) = (self.motion(), t >= self.lasts(cloth), self.spin);
        let gained = t * self.acceleration(cloth);
        self.position += self.path(cloth, t);
        self.velocity += gained;
        match motion {
            BallMotion::Slide if !ends => {
                // Δω = (5/2r)·(Δv.y, −Δv.x): the same force, with the lever r.
                let turned = 2.5 / RADIUS * gained;
                self.spin += DVec3::new(turned.y, -turned.x, 0.0);
            }
            BallMotion::Slide | BallMotion::Roll => {
                if motion == BallMotion::Roll && ends {
                    self.velocity = DVec2::ZERO;
                }
                // Rolling: the point on the cloth stands still, ω = n × v / r.
                self.spin.x = -self.velocity.y / RADIUS;
                self.spin.y = self.velocity.x / RADIUS;
            }
            BallMotion::Rest => (self.velocity, self.spin.x, self.spin.y) = (DVec2::ZERO, 0.0, 0.0),
        }
        // Spin about the vertical is worn off by the cloth alone, evenly.
        let lost = (cloth.spinning * t).min(self.spin.z.abs());
        self.spin.z -= lost * self.spin.z.signum();
        // Its marks turn by the mean of both spins, which is exact where the spin changes evenly.
        self.turn(0.5 * (before + self.spin), t);
    }

    fn turn(&mut self, spin: DVec3, t: f64) {
        let rate = spin.length();
        if rate * t > 1e-9 {
            let (sin, cos) = sin_cos_f64(0.5 * rate * t);
            let axis = spin / rate * sin;
            let turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, cos);
            self.rotation = (turn * self.rotation).normalize();
        }
    }

    /// ½mv² + ½Iω², I = ⅖mr² (J).
    pub fn energy(&self) -> f64 {
        let inertia = 0.4 * self.mass * RADIUS * RADIUS;
        0.5 * self.mass * self.velocity.length_squared() + 0.5 * inertia * self.spin.length_squared()
    }

    /// m·v (kg·m/s).
    pub fn momentum(&self) -> DVec2 {
        self.mass * self.velocity
    }

    /// Sent off at `velocity` (m/s) by a cue that meets it `side` to the right of its middle and `height` above it, in
    /// radii: a stroke J off the middle turns it by ω = r × J / I, which is 5/2·v/r for each radius.
    pub fn struck(mut self, velocity: DVec2, side: f64, height: f64) -> Self {
        // Above the middle it turns forwards, about z × v; beside the middle about the vertical.
        let forward = DVec2::new(-velocity.y, velocity.x) * (2.5 * height / RADIUS);
        self.velocity = velocity;
        self.spin = DVec3::new(forward.x, forward.y, 2.5 * side * velocity.length() / RADIUS);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOTH: Cloth = Cloth { sliding: 0.2, rolling: 0.01, spinning: 10.0 };

    fn ball(velocity: (f64, f64), rolled: (f64, f64)) -> Ball {
        // `rolled`: r·ω as the speed along x and y that would roll with it.
        let spin = DVec3::new(-rolled.1, rolled.0, 0.0) / RADIUS;
        Ball { velocity: velocity.into(), spin, ..Ball::at(DVec2::ZERO, 0.17) }
    }

    #[test]
    fn a_sliding_ball_ends_up_rolling_as_the_law_of_two_sevenths_says() {
        // v = v₀ − 2/7·u₀; without spin that is 5/7·v₀, with it (5v₀ + 2rω₀)/7.
        for (velocity, rolled, end) in [
            ((7.0, 0.0), (0.0, 0.0), (5.0, 0.0)),
            ((4.0, 0.0), (-6.0, 0.0), (8.0 / 7.0, 0.0)),
            ((2.0, 0.0), (-6.0, 0.0), (-2.0 / 7.0, 0.0)),
            ((3.0, 0.0), (5.0, 0.0), (25.0 / 7.0, 0.0)),
            ((0.0, 0.0), (3.0, 0.0), (6.0 / 7.0, 0.0)),
            // Massé: u₀ = (2, −10).
            ((2.0, 0.0), (0.0, 10.0), (10.0 / 7.0, 20.0 / 7.0)),
        ] {
            let mut ball = ball(velocity, rolled);
            let lasts = ball.lasts(&CLOTH);
            assert!((lasts - 2.0 * ball.slip().length() / (7.0 * 0.2 * GRAVITY)).abs() < 1e-12);
            // In many pieces as in one.
            (0..10).for_each(|_| ball.advance(&CLOTH, 0.1 * lasts));
            ball.advance(&CLOTH, ball.lasts(&CLOTH).min(1e-9));
            assert!(ball.velocity.distance(end.into()) < 1e-7, "{velocity:?} {rolled:?}: {}", ball.velocity);
            assert_eq!(ball.motion(), BallMotion::Roll);
        }
    }

    #[test]
    fn the_slide_takes_the_way_and_the_energy_it_should() {
        // V38: v₀ = 7, μ = 0.2: 1.019368 s, 6.116208 m, 2/7 of the energy lost.
        let mut ball = ball((7.0, 0.0), (0.0, 0.0));
        let energy = ball.energy();
        assert!((ball.lasts(&CLOTH) - 1.019_368).abs() < 1e-6);
        ball.advance(&CLOTH, ball.lasts(&CLOTH));
        assert!((ball.position.x - 6.116_208).abs() < 1e-6, "{}", ball.position.x);
        assert!((ball.energy() / energy - 5.0 / 7.0).abs() < 1e-12);
        // Then it rolls v²/(2μg) far, and rests.
        ball.advance(&CLOTH, ball.lasts(&CLOTH));
        assert!((ball.position.x - 6.116_208 - 25.0 / (2.0 * 0.01 * GRAVITY)).abs() < 1e-6);
        assert_eq!((ball.motion(), ball.lasts(&CLOTH)), (BallMotion::Rest, f64::INFINITY));
    }

    #[test]
    fn a_mass_stroke_runs_along_a_parabola() {
        // V40's ball has r = 0.5; slips and speeds are the same, so are the times and places.
        let mut ball = ball((2.0, 0.0), (0.0, 10.0));
        assert!((ball.lasts(&CLOTH) - 1.485_08).abs() < 1e-5);
        let (t, u) = (ball.lasts(&CLOTH), DVec2::new(2.0, -10.0));
        ball.advance(&CLOTH, t);
        let parabola = DVec2::new(2.0, 0.0) * t - 0.5 * t * t * 0.2 * GRAVITY * u.normalize();
        assert!(ball.position.distance(parabola) < 1e-12, "{}", ball.position);
        ball.advance(&Cloth { rolling: 0.0, ..CLOTH }, 2.5 - t);
        assert!(ball.position.distance(DVec2::new(3.995_74, 5.021_32)) < 2e-5, "{}", ball.position);
    }

    #[test]
    fn two_fifths_above_the_middle_is_where_a_stroke_rolls_at_once() {
        let velocity = DVec2::new(1.2, -1.6);
        let roll = Ball::at(DVec2::ZERO, 0.17).struck(velocity, 0.0, 0.4);
        assert!(roll.slip().length() < 1e-12, "{}", roll.slip());
        assert!(Ball::at(DVec2::ZERO, 0.17).struck(velocity, 0.0, 0.0).slip().distance(velocity) < 1e-12);
        // Right of the middle: it turns counter-clockwise seen from above.
        assert!((Ball::at(DVec2::ZERO, 0.17).struck(velocity, 0.5, 0.0).spin.z - 1.25 * 2.0 / RADIUS).abs() < 1e-9);
    }

    #[test]
    fn a_ball_that_rolls_one_circumference_has_turned_once() {
        let mut ball = ball((1.0, 0.0), (1.0, 0.0));
        let cloth = Cloth { rolling: 0.0, ..CLOTH };
        let once = std::f64::consts::TAU * RADIUS;
        (0..100).for_each(|_| ball.advance(&cloth, 0.01 * once));
        assert!((ball.position.x - once).abs() < 1e-12);
        assert!(ball.rotation.w.abs() > 1.0 - 1e-9, "{}", ball.rotation);
        ball.advance(&cloth, 0.25 * once);
        // A quarter turn about +y carries the top to the front.
        assert!((ball.rotation * DVec3::Z).distance(DVec3::X) < 1e-5, "{}", ball.rotation * DVec3::Z);
    }
}
