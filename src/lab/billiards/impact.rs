//! What happens when a ball meets a ball or a cushion.

use super::ball::{Ball, RADIUS};
use glam::{DVec2, DVec3};

/// How two things bounce off each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallBounce {
    /// e, 0…1.
    pub restitution: f64,
    /// μ.
    pub friction: f64,
}

/// The speeds along the line of centres after an impact, by conservation of momentum and v₂' − v₁' = e·(v₁ − v₂).
pub fn along_centers(m1: f64, m2: f64, v1: f64, v2: f64, e: f64) -> (f64, f64) {
    let sum = m1 + m2;
    ((m1 * v1 + m2 * v2 + m2 * e * (v2 - v1)) / sum, (m1 * v1 + m2 * v2 + m1 * e * (v1 - v2)) / sum)
}

/// The same as the article prints it, for e = 1: right for equal masses alone.
pub fn along_centers_as_printed(m1: f64, m2: f64, v1: f64, v2: f64) -> (f64, f64) {
    let sum = m1 + m2;
    ((2.0 * m1 * v2 + v1 * (m1 - m2)) / sum, (2.0 * m2 * v1 + v2 * (m1 - m2)) / sum)
}

/// What of the article's program is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Printed {
    /// Nothing.
    #[default]
    Nothing,
    /// Its formula for unequal masses, with the masses crossed.
    CrossedMasses,
    /// Its test: once a frame two balls that overlap exchange their speeds along the line of centres, whether they
    /// approach or part.
    NoApproachTest,
}

/// An impact of two balls, kept to be looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallImpact {
    /// Which balls.
    pub balls: [usize; 2],
    /// Their masses (kg).
    pub masses: [f64; 2],
    /// Their centres at that moment (m).
    pub centers: [DVec2; 2],
    /// The line of centres: unit, from the first to the second.
    pub normal: DVec2,
    /// Velocities before (m/s).
    pub before: [DVec2; 2],
    /// Velocities after (m/s).
    pub after: [DVec2; 2],
    /// Seconds since.
    pub age: f64,
}

/// What became of a momentum that should have stayed what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentumChange {
    /// There is more of it.
    Gained,
    /// There is less of it.
    Lost,
    /// It points the other way, whether there is more of it or less.
    Reversed,
}

hash_fields!(BallBounce { restitution, friction });
hash_variant!(Printed);
hash_fields!(BallImpact { balls, masses, centers, normal, before, after, age });

impl BallImpact {
    /// The angle between the velocities after it (°); none when one ball stands still.
    pub fn angle(&self) -> Option<f64> {
        let [a, b] = self.after;
        (a.length() > 1e-6 && b.length() > 1e-6).then(|| degrees_between(a, b))
    }

    /// The angle between the line of centres and the way the balls came together (°).
    pub fn cut(&self) -> f64 {
        degrees_between(self.before[0] - self.before[1], self.normal)
    }

    /// The momentum of both along the line of centres (kg·m/s): before, and after. Across the line nothing changes it.
    pub fn momentum(&self) -> [f64; 2] {
        let sum = |v: [DVec2; 2]| (self.masses[0] * v[0] + self.masses[1] * v[1]).dot(self.normal);
        [self.before, self.after].map(sum)
    }

    /// How much larger their momentum along the line of centres is afterwards (kg·m/s); negative when it is smaller.
    pub fn momentum_gained(&self) -> f64 {
        let [before, after] = self.momentum();
        after.abs() - before.abs()
    }

    /// What became of the momentum, where more of it came or went than rounding explains.
    pub fn momentum_change(&self) -> Option<MomentumChange> {
        let [before, after] = self.momentum();
        if (after - before).abs() <= 1e-9 {
            None
        } else if before * after < 0.0 {
            Some(MomentumChange::Reversed)
        } else if after.abs() > before.abs() {
            Some(MomentumChange::Gained)
        } else {
            Some(MomentumChange::Lost)
        }
    }

    /// The speeds along the line of centres: before, and after (m/s).
    pub fn along(&self) -> [[f64; 2]; 2] {
        [self.before, self.after].map(|v| v.map(|v| v.dot(self.normal)))
    }

    /// What the velocities after it would be with these speeds along the line of centres (m/s).
    pub fn with_along(&self, speeds: [f64; 2]) -> [DVec2; 2] {
        let replace = |v: DVec2, speed: f64| v + (speed - v.dot(self.normal)) * self.normal;
        [replace(self.before[0], speeds[0]), replace(self.before[1], speeds[1])]
    }

    /// Σ½mv² after over Σ½mv² before; 1 where nothing moved.
    pub fn energy_kept(&self) -> f64 {
        let sum = |v: [DVec2; 2]| self.masses[0] * v[0].length_squared() + self.masses[1] * v[1].length_squared();
        let before = sum(self.before);
        if before > 0.0 { sum(self.after) / before } else { 1.0 }
    }
}

fn degrees_between(a: DVec2, b: DVec2) -> f64 {
    a.perp_dot(b).abs().atan2(a.dot(b)).to_degrees()
}

/// Lets two balls that touch bounce off each other, if they approach.
///
/// The normal impulse comes from [`along_centers`]. Friction works against the slip of the touching points by at most
/// μ·J, and at most by what stops that slip: two sevenths of the reduced mass, because each ball also turns. The cloth
/// and gravity hold the balls down, so the vertical part turns them and does not lift them.
pub fn balls(a: &mut Ball, b: &mut Ball, bounce: BallBounce, printed: Printed) -> Option<BallImpact> {
    let line = b.position - a.position;
    let distance = line.length();
    // Two balls in one place have no line of centres: any does.
    let normal = if distance > 0.0 { line / distance } else { DVec2::X };
    let (v1, v2) = (a.velocity.dot(normal), b.velocity.dot(normal));
    // Parting, or as fast as each other: there is nothing to do, and doing something would pull them together.
    if v1 <= v2 {
        return None;
    }
    let (m1, m2) = (a.mass, b.mass);
    let mut impact = BallImpact {
        balls: [0, 0],
        masses: [m1, m2],
        centers: [a.position, b.position],
        normal,
        before: [a.velocity, b.velocity],
        after: [a.velocity, b.velocity],
        age: 0.0,
    };
    // The reduced mass: what the relative motion of two bodies weighs.
    let reduced = m1 * m2 / (m1 + m2);
    let (w1, w2) = if printed == Printed::CrossedMasses {
        along_centers_as_printed(m1, m2, v1, v2)
    } else {
        // Slip of the two points that touch: the difference of the velocities and of both spins, which add up there.
        let normal3 = normal.extend(0.0);
        let slip = (a.velocity - b.velocity).extend(0.0) + RADIUS * (a.spin + b.spin).cross(normal3);
        let push = friction(slip, normal3, bounce.friction * (1.0 + bounce.restitution) * (v1 - v2) * reduced, reduced);
        a.velocity += push.truncate() / m1;
        b.velocity -= push.truncate() / m2;
        a.spin += turn(normal3, push, m1);
        b.spin += turn(normal3, push, m2);
        along_centers(m1, m2, v1, v2, bounce.restitution)
    };
    // Along the line of centres alone; the friction above acts across it.
    a.velocity += (w1 - v1) * normal;
    b.velocity += (w2 - v2) * normal;
    // What rounding let them overlap by is shared as the masses demand.
    let overlap = (2.0 * RADIUS - distance).max(0.0);
    a.position -= overlap * reduced / m1 * normal;
    b.position += overlap * reduced / m2 * normal;
    impact.after = [a.velocity, b.velocity];
    Some(impact)
}

/// The printed program's frame: two balls that overlap exchange their speeds along the line of centres and nothing
/// else, without a question whether they approach; none where they do not overlap or have nothing to exchange.
pub fn exchange_as_printed(a: &mut Ball, b: &mut Ball) -> Option<BallImpact> {
    let line = b.position - a.position;
    let distance = line.length();
    if distance >= 2.0 * RADIUS {
        return None;
    }
    let normal = if distance > 0.0 { line / distance } else { DVec2::X };
    let (centers, before) = ([a.position, b.position], [a.velocity, b.velocity]);
    let (v1, v2) = (a.velocity.dot(normal), b.velocity.dot(normal));
    // With nothing to exchange an impact would be told in every frame.
    if v1 == v2 {
        return None;
    }
    a.velocity += (v2 - v1) * normal;
    b.velocity += (v1 - v2) * normal;
    let after = [a.velocity, b.velocity];
    Some(BallImpact { balls: [0, 0], masses: [a.mass, b.mass], centers, normal, before, after, age: 0.0 })
}

/// Lets a ball bounce off a cushion whose unit `normal` points to it; false when it does not approach.
pub fn cushion(ball: &mut Ball, normal: DVec2, bounce: BallBounce) -> bool {
    let speed = -ball.velocity.dot(normal);
    if speed <= 0.0 {
        return false;
    }
    let normal3 = normal.extend(0.0);
    let impulse = (1.0 + bounce.restitution) * speed * ball.mass;
    // The cushion touches the ball at −r·n, where a spin about the vertical moves it along the cushion.
    let slip = ball.velocity.extend(0.0) - RADIUS * ball.spin.cross(normal3);
    let push = friction(slip, normal3, bounce.friction * impulse, ball.mass);
    ball.velocity += push.truncate() / ball.mass + (1.0 + bounce.restitution) * speed * normal;
    ball.spin += turn(-normal3, push, ball.mass);
    true
}

/// The impulse against a slip: at most `most` (N·s), and no more than stops it.
fn friction(slip: DVec3, normal: DVec3, most: f64, mass: f64) -> DVec3 {
    // Only what runs across the normal slips; the rest belongs to the push.
    let slip = slip - slip.dot(normal) * normal;
    let speed = slip.length();
    if speed > 0.0 { -slip / speed * most.min(2.0 / 7.0 * mass * speed) } else { DVec3::ZERO }
}

/// Δω = (r·lever) × push / I.
fn turn(lever: DVec3, push: DVec3, mass: f64) -> DVec3 {
    (RADIUS * lever).cross(push) / (0.4 * mass * RADIUS * RADIUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAIR: BallBounce = BallBounce { restitution: 1.0, friction: 0.0 };

    /// Two balls that touch at `angle` degrees to the first's way, which is +x at `speed`.
    fn cut(degrees: f64, speed: f64, masses: (f64, f64)) -> (Ball, Ball) {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let a = Ball { velocity: DVec2::new(speed, 0.0), ..Ball::at(DVec2::ZERO, masses.0) };
        (a, Ball::at(2.0 * RADIUS * DVec2::new(cos, sin), masses.1))
    }

    #[test]
    fn speeds_along_the_line_of_centres_are_the_worked_ones() {
        for (m1, m2, v1, v2, e, expected) in [
            (1.0, 3.0, 2.0, 0.0, 1.0, (-1.0, 1.0)),
            (2.0, 5.0, 3.0, -1.0, 1.0, (-19.0 / 7.0, 9.0 / 7.0)),
            (2.0, 1.0, 3.0, 0.0, 0.5, (1.5, 3.0)),
            (1.0, 1.0, 2.0, 0.0, 1.0, (0.0, 2.0)),
            (1.0, 2.0, 2.0, 0.0, 1.0, (-2.0 / 3.0, 4.0 / 3.0)),
            (0.01, 2.0, 400.0, 0.0, 0.0, (4.0 / 2.01, 4.0 / 2.01)),
        ] {
            let (w1, w2) = along_centers(m1, m2, v1, v2, e);
            assert!((w1 - expected.0).abs() < 1e-12 && (w2 - expected.1).abs() < 1e-12, "{m1} {m2}: {w1} {w2}");
            let momentum = m1 * w1 + m2 * w2 - m1 * v1 - m2 * v2;
            assert!(momentum.abs() < 1e-12 && (w2 - w1 - e * (v1 - v2)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_printed_formula_breaks_momentum_unless_the_masses_are_equal() {
        let (w1, w2) = along_centers_as_printed(1.0, 3.0, 2.0, 0.0);
        assert_eq!((w1, w2), (-1.0, 3.0));
        assert_eq!((w1 + 3.0 * w2, 0.5 * w1 * w1 + 1.5 * w2 * w2), (8.0, 14.0), "instead of 2 and 2");
        let (w1, w2) = along_centers_as_printed(2.0, 5.0, 3.0, -1.0);
        assert!((w1 + 13.0 / 7.0).abs() < 1e-12 && (w2 - 33.0 / 7.0).abs() < 1e-12, "{w1} {w2}");
        assert_eq!(along_centers_as_printed(2.0, 2.0, 3.0, -1.0), along_centers(2.0, 2.0, 3.0, -1.0, 1.0));
        // Each of the two formulas by itself, beside the right other one: 2 and 5 kg at 3 and −1 m/s have 1 kg·m/s.
        let kept = |w1: f64, w2: f64| (2.0 * w1 + 5.0 * w2 - 1.0).abs() < 1e-12;
        let (right1, right2) = along_centers(2.0, 5.0, 3.0, -1.0, 1.0);
        erratum!(1, printed: kept(right1, w2), right: kept(right1, right2));
        erratum!(2, printed: kept(w1, right2), right: kept(right1, right2));
        // The switch shows it.
        let (mut a, mut b) = cut(0.0, 2.0, (1.0, 3.0));
        let impact = balls(&mut a, &mut b, FAIR, Printed::CrossedMasses).unwrap();
        assert!((impact.momentum_gained() - 6.0).abs() < 1e-12 && (impact.energy_kept() - 7.0).abs() < 1e-12);
    }

    #[test]
    fn equal_balls_part_at_a_right_angle_and_at_less_when_some_energy_is_lost() {
        // Offset b = r: 30° between the way and the line of centres.
        for (e, angle, kept) in
            [(1.0, 90.0, 1.0), (0.9, 85.0504, 0.92875), (0.5, 66.5868, 0.71875), (0.0, 49.1066, 0.625)]
        {
            let (mut a, mut b) = cut(30.0, 2.0, (0.17, 0.17));
            let impact = balls(&mut a, &mut b, BallBounce { restitution: e, friction: 0.0 }, Printed::Nothing).unwrap();
            assert!((impact.angle().unwrap() - angle).abs() < 1e-3, "e = {e}: {:?}", impact.angle());
            assert!((impact.energy_kept() - kept).abs() < 1e-9 && impact.momentum_gained().abs() < 1e-12);
            assert!((impact.cut() - 30.0).abs() < 1e-9);
            if e == 1.0 {
                assert!((a.velocity.length() - 1.0).abs() < 1e-12 && (b.velocity.length() - 3f64.sqrt()).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn friction_between_balls_throws_the_object_ball() {
        // V34: by atan(min(μ, tan φ/7)) from the line of centres, towards the cue ball's way.
        for (phi, thrown) in [(15.0, 2.1921), (30.0, 3.4336), (45.0, 3.4336)] {
            let (mut a, mut b) = cut(phi, 2.0, (0.17, 0.17));
            let impact =
                balls(&mut a, &mut b, BallBounce { restitution: 1.0, friction: 0.06 }, Printed::Nothing).unwrap();
            let along = degrees_between(b.velocity, DVec2::X);
            assert!((phi - along - thrown).abs() < 1e-3, "{phi}°: {}", phi - along);
            assert!(impact.momentum_gained().abs() < 1e-12);
        }
    }

    #[test]
    fn balls_that_part_are_left_alone_and_those_that_coincide_are_not() {
        let (mut a, mut b) = cut(0.0, -1.0, (0.17, 0.17));
        assert_eq!(balls(&mut a, &mut b, FAIR, Printed::Nothing), None);
        let (mut a, _) = cut(0.0, 1.0, (0.17, 0.17));
        let mut same = Ball::at(DVec2::ZERO, 0.17);
        assert!(balls(&mut a, &mut same, FAIR, Printed::Nothing).is_some());
        assert!((same.position.x - a.position.x - 2.0 * RADIUS).abs() < 1e-12);
        assert!(a.velocity.is_finite() && same.velocity.is_finite());
    }

    #[test]
    fn momentum_that_changes_is_gained_lost_or_reversed() {
        use MomentumChange::{Gained, Lost, Reversed};
        // Masses, speeds along the line before, and by hand the momentum before and after the printed formula.
        for ([m1, m2], [v1, v2], [before, after], change) in [
            // Light on heavy: 2 becomes 8. Heavy on light: 6 becomes 4.
            ([1.0, 3.0], [2.0, 0.0], [2.0, 8.0], Some(Gained)),
            ([2.0, 1.0], [3.0, 0.0], [6.0, 4.0], Some(Lost)),
            // The same towards −x.
            ([3.0, 1.0], [0.0, -2.0], [-2.0, -10.0], Some(Gained)),
            ([1.0, 2.0], [0.0, -3.0], [-6.0, 0.0], Some(Lost)),
            ([2.0, 1.0], [-1.0, -4.0], [-6.0, -40.0 / 3.0], Some(Gained)),
            // Out of none there is some.
            ([1.0, 3.0], [3.0, -1.0], [0.0, 13.0], Some(Gained)),
            // Light and fast against heavy and slow: −1 becomes 7.
            ([1.0, 2.0], [3.0, -2.0], [-1.0, 7.0], Some(Reversed)),
            ([1.0, 1.0], [3.0, -2.0], [1.0, 1.0], None),
        ] {
            let (mut a, mut b) = cut(0.0, v1, (m1, m2));
            b.velocity = DVec2::new(v2, 0.0);
            let impact = balls(&mut a, &mut b, FAIR, Printed::CrossedMasses).unwrap();
            let found = impact.momentum();
            let what = format!("{m1} and {m2} kg at {v1} and {v2} m/s: {found:?}");
            assert!((found[0] - before).abs() < 1e-12 && (found[1] - after).abs() < 1e-12, "{what}");
            assert!((impact.momentum_gained() - (after.abs() - before.abs())).abs() < 1e-12, "{what}");
            assert_eq!(impact.momentum_change(), change, "{what}");
        }
    }

    #[test]
    fn as_printed_balls_that_part_while_they_overlap_are_thrown_together() {
        let parting = || {
            let (mut a, mut b) = cut(0.0, -0.4, (0.17, 0.17));
            (b.position.x, b.velocity.x) = (1.8 * RADIUS, 0.4);
            a.position.x = 0.0;
            (a, b)
        };
        let (mut a, mut b) = parting();
        assert_eq!(balls(&mut a, &mut b, FAIR, Printed::Nothing), None, "they part: nothing is to be done");
        // Printed, they approach now, and in the next frame, deeper, are turned round again.
        let impact = exchange_as_printed(&mut a, &mut b).unwrap();
        assert_eq!((a.velocity.x, b.velocity.x), (0.4, -0.4));
        assert!(impact.momentum_gained().abs() < 1e-12);
        let overlap = |a: &Ball, b: &Ball| 2.0 * RADIUS - a.position.distance(b.position);
        for frame in 0..100 {
            let before = overlap(&a, &b);
            (a.position, b.position) = (a.position + a.velocity / 120.0, b.position + b.velocity / 120.0);
            assert!(overlap(&a, &b) > 0.0, "frame {frame}: they never come apart");
            let deeper = if frame % 2 == 0 { 0.8 / 120.0 } else { -0.8 / 120.0 };
            assert!((overlap(&a, &b) - before - deeper).abs() < 1e-12, "frame {frame}");
            exchange_as_printed(&mut a, &mut b).unwrap();
        }
        let part = |bounce: fn(&mut Ball, &mut Ball) -> Option<BallImpact>| {
            let (mut a, mut b) = parting();
            let _ = bounce(&mut a, &mut b);
            b.velocity.x > a.velocity.x
        };
        erratum!(
            6,
            printed: part(exchange_as_printed),
            right: part(|a, b| balls(a, b, FAIR, Printed::Nothing))
        );
        // Apart they are left alone by either.
        b.position.x = a.position.x + 2.1 * RADIUS;
        assert_eq!(exchange_as_printed(&mut a, &mut b), None);
    }

    #[test]
    fn energy_never_grows_and_momentum_never_changes() {
        for i in 0..5000 {
            let f = |a: f64| 2.0 * (f64::from(i) * a).fract() - 1.0;
            let (mut a, mut b) = cut(180.0 * f(0.71), 3.0 * f(0.37), (0.2 + 0.1 * f(0.19), 0.2 + 0.1 * f(0.83)));
            b.velocity = DVec2::new(f(0.57), f(0.29));
            a.spin = 100.0 * DVec3::new(f(0.11), f(0.13), f(0.23));
            b.spin = 100.0 * DVec3::new(f(0.31), f(0.41), f(0.43));
            let energy = a.energy() + b.energy();
            let bounce = BallBounce { restitution: f(0.61).abs(), friction: f(0.67).abs() };
            if let Some(impact) = balls(&mut a, &mut b, bounce, Printed::Nothing) {
                assert!(
                    impact.momentum_gained().abs() < 1e-12 && a.energy() + b.energy() <= energy * (1.0 + 1e-12),
                    "{i}"
                );
            }
            let mut c = Ball { spin: a.spin, ..a };
            let (energy, before) = (c.energy(), c.velocity.x);
            if cushion(&mut c, -DVec2::X, bounce) {
                assert!(c.energy() <= energy * (1.0 + 1e-12), "{i}");
                assert!((c.velocity.x + bounce.restitution * before).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn side_spin_changes_the_way_off_a_cushion() {
        // Straight at a cushion on the right with μ = 0.1: a ball that turns counter-clockwise kicks to its left, down.
        let mut ball = Ball::at(DVec2::ZERO, 0.17).struck(DVec2::new(2.0, 0.0), 0.5, 0.0);
        assert!(cushion(&mut ball, -DVec2::X, BallBounce { restitution: 0.8, friction: 0.1 }));
        // The touching point moves up at rω, far more than friction can stop: Δv = −μ(1+e)·v.
        assert!((ball.velocity - DVec2::new(-1.6, -0.1 * 1.8 * 2.0)).length() < 1e-12, "{}", ball.velocity);
    }
}
