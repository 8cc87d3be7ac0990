//! A car: a rectangle with a heading, driven, bounced, and asked what it overlaps.

use crate::math::sin_cos_f64;
use glam::DVec2;

/// Half its length and width (m).
pub const HALF: DVec2 = DVec2::new(2.1, 0.95);
/// m/s², with the throttle down and with the brake.
const ENGINE: f64 = 7.0;
const BRAKE: f64 = 12.0;
/// m/s² that tyres hold sideways.
const GRIP: f64 = 11.0;
/// Share of the speed that air takes each second.
const DRAG: f64 = 0.25;
/// Fastest, forwards and backwards (m/s).
pub const FASTEST: f64 = 25.0;
const REVERSE: f64 = 6.0;
/// Narrowest circle (m).
const TURNING: f64 = 7.0;
/// cos 45°.
const DIAGONAL: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// What the driver does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Faster.
    pub throttle: bool,
    /// Slower, and then backwards.
    pub brake: bool,
    /// Counter-clockwise.
    pub left: bool,
    /// Clockwise.
    pub right: bool,
}

/// A car.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vehicle {
    /// Middle (m).
    pub position: DVec2,
    /// Unit, towards the nose.
    pub heading: DVec2,
    /// m/s.
    pub velocity: DVec2,
    /// Half its length and width (m).
    pub half: DVec2,
}

/// How a wall answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// Share of the normal speed that is given back, 0…1.
    pub restitution: f64,
    /// Coulomb's μ along the wall.
    pub friction: f64,
    /// How far the heading turns (rad for each m/s).
    pub steering: f64,
    /// Where it turns to when met at 45° to 135°.
    pub between: Between,
}

/// Where a wall turns a car that meets it at 45° to 135°: two readings of the article, which turns the direction
/// "towards the perpendicular of the segment".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// To the word: towards the nearer of the two perpendiculars, ±N, so that 60° becomes 70°.
    Perpendicular,
    /// Towards the one that points to the road, N: a nose that points into the wall is turned out of it.
    Away,
}

/// Which way a wall turns a car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// θ < 45°: along the wall, by the normal speed.
    Along,
    /// 45° ≤ θ ≤ 135°: as [`Between`] says, by the tangential speed.
    Between,
    /// θ > 135°: along the wall backwards, by the normal speed.
    Against,
}

hash_fields!(Controls { throttle, brake, left, right });
hash_fields!(Vehicle { position, heading, velocity, half });
hash_fields!(Response { restitution, friction, steering, between });
hash_variant!(Between, Turn);

impl Vehicle {
    /// At rest.
    pub fn new(position: DVec2, heading: DVec2) -> Self {
        Self { position, heading: heading.normalize(), velocity: DVec2::ZERO, half: HALF }
    }

    /// A world point in the car's own axes: x to the nose, y to the left.
    pub fn local(&self, point: DVec2) -> DVec2 {
        let away = point - self.position;
        DVec2::new(away.dot(self.heading), away.dot(self.heading.perp()))
    }

    /// The corners, counter-clockwise from the front left.
    pub fn corners(&self) -> [DVec2; 4] {
        let (x, y) = (self.half.x * self.heading, self.half.y * self.heading.perp());
        [x + y, y - x, -x - y, x - y].map(|offset| self.position + offset)
    }

    /// Radius of the circle around it (m).
    pub fn radius(&self) -> f64 {
        self.half.length()
    }

    /// How far inside `point` is (m), and the unit normal of the side it is nearest to.
    pub fn depth_of(&self, point: DVec2) -> Option<(f64, DVec2)> {
        let local = self.local(point);
        let inside = self.half - local.abs();
        if inside.min_element() <= 0.0 {
            return None;
        }
        // The shortest way out is through the side that the point is nearest to.
        let (axis, sign) = if inside.x < inside.y { (self.heading, local.x) } else { (self.heading.perp(), local.y) };
        Some((inside.min_element(), if sign < 0.0 { -axis } else { axis }))
    }

    /// Turns by `angle` (rad, counter-clockwise).
    pub fn turn(&mut self, angle: f64) {
        let (sin, cos) = sin_cos_f64(angle);
        self.heading = DVec2::new(cos, sin).rotate(self.heading).normalize();
    }

    /// Engine, brakes, wheel, tyres and air for `dt` (s).
    pub fn drive(&mut self, controls: Controls, dt: f64) {
        let speed = self.velocity.dot(self.heading);
        let steer = f64::from(u8::from(controls.left)) - f64::from(u8::from(controls.right));
        // On a circle of radius R the heading turns by v/R a second, in reverse the other way.
        self.turn(steer * speed * dt / TURNING);
        if controls.throttle {
            self.velocity += ENGINE * dt * self.heading;
        }
        if controls.brake && speed > -REVERSE {
            // One pedal: it brakes as long as the car rolls forwards, and then backs out with half the engine.
            let rate = if speed > 0.0 { BRAKE } else { 0.5 * ENGINE };
            self.velocity -= rate * dt * self.heading;
        }
        // Tyres take only so much of the sideways speed in a step: with more than that the car drifts.
        let side = self.heading.perp();
        let slip = self.velocity.dot(side);
        self.velocity -= slip.clamp(-GRIP * dt, GRIP * dt) * side;
        self.velocity *= 1.0 - (DRAG * dt).min(1.0);
        self.velocity = self.velocity.clamp_length_max(FASTEST);
    }

    /// Bounces off a wall: `normal` is its unit normal towards the car, `along` its unit direction. Nothing happens
    /// when the car moves away from it. Says how the heading was turned.
    pub fn bounce(&mut self, normal: DVec2, along: DVec2, response: Response) -> Option<Turn> {
        let closing = -self.velocity.dot(normal);
        if closing <= 0.0 {
            return None;
        }
        let tangential = self.velocity + closing * normal;
        let sliding = tangential.length();
        // Coulomb: the wall takes at most μ times what it gave along the normal.
        let lost = (response.friction * (1.0 + response.restitution) * closing).min(sliding);
        let kept = if sliding > 0.0 { tangential * (1.0 - lost / sliding) } else { DVec2::ZERO };
        self.velocity = kept + response.restitution * closing * normal;
        // θ between heading and wall, by its cosine: no arc cosine, whose argument rounding may push beyond 1.
        let (turn, target, speed) = match self.heading.dot(along) {
            c if c > DIAGONAL => (Turn::Along, along, closing),
            c if c < -DIAGONAL => (Turn::Against, -along, closing),
            _ => {
                // Two readings of "towards the perpendicular": to the nearer side of the wall's line, or always away
                // from the wall.
                let outwards = self.heading.dot(normal) >= 0.0 || response.between == Between::Away;
                (Turn::Between, if outwards { normal } else { -normal }, sliding)
            }
        };
        self.turn_towards(target, response.steering * speed);
        Some(turn)
    }

    /// Turns by `angle` (rad) the shorter way towards the unit vector `target`, and not past it.
    fn turn_towards(&mut self, target: DVec2, angle: f64) {
        let side = self.heading.perp_dot(target);
        let mut turned = *self;
        turned.turn(if side < 0.0 { -angle } else { angle });
        // It went past when the target is on the other side then; that holds within a quarter turn of the target.
        let passed = turned.heading.perp_dot(target) * side <= 0.0 && self.heading.dot(target) > 0.0;
        self.heading = if passed { target } else { turned.heading };
    }
}

/// Two cars that overlap: how far (m), and the unit direction from the first to the second along which it is least.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CarOverlap {
    /// m.
    pub depth: f64,
    /// Unit, from the first to the second.
    pub normal: DVec2,
}

/// Least and greatest of a car's corners along a unit axis (m).
pub fn interval(body: &Vehicle, axis: DVec2) -> (f64, f64) {
    let middle = body.position.dot(axis);
    // Half the projection of a rectangle: half of each side by the cosine between side and axis.
    let reach = body.half.dot(DVec2::new(body.heading.dot(axis), body.heading.perp().dot(axis)).abs());
    (middle - reach, middle + reach)
}

/// By separating axes: the four sides' normals. Apart exactly when the intervals along one of them are.
pub fn overlap(a: &Vehicle, b: &Vehicle) -> Option<CarOverlap> {
    let mut least: Option<CarOverlap> = None;
    for axis in [a.heading, a.heading.perp(), b.heading, b.heading.perp()] {
        let ((a_low, a_high), (b_low, b_high)) = (interval(a, axis), interval(b, axis));
        let normal = if (b.position - a.position).dot(axis) < 0.0 { -axis } else { axis };
        // Of the two ways to part along the axis the shorter one, which is that from centre to centre.
        let depth = (a_high - b_low).min(b_high - a_low);
        if depth <= 0.0 {
            return None;
        }
        if least.is_none_or(|l| depth < l.depth) {
            least = Some(CarOverlap { depth, normal });
        }
    }
    least
}

/// As printed: each corner against the other car's four sides. Blind to cars that cross without a corner inside.
pub fn overlap_by_corners(a: &Vehicle, b: &Vehicle) -> Option<CarOverlap> {
    let of_b = b.corners().into_iter().filter_map(|c| a.depth_of(c));
    let of_a = a.corners().into_iter().filter_map(|c| b.depth_of(c)).map(|(depth, out)| (depth, -out));
    let deepest = of_b.chain(of_a).max_by(|x, y| x.0.total_cmp(&y.0));
    deepest.map(|(depth, normal)| CarOverlap { depth, normal })
}

/// Pushes two overlapping cars of equal mass apart, and lets them bounce when they approach.
pub fn part(a: &mut Vehicle, b: &mut Vehicle, overlap: CarOverlap, response: Response) {
    a.position -= 0.5 * overlap.depth * overlap.normal;
    b.position += 0.5 * overlap.depth * overlap.normal;
    let relative = a.velocity - b.velocity;
    let closing = relative.dot(overlap.normal);
    if closing > 0.0 {
        let tangential = relative - closing * overlap.normal;
        // Of equal masses each takes half of the change, here for each kilogram.
        let impulse = 0.5 * (1.0 + response.restitution) * closing;
        // Coulomb: at most μ times the push, and no more than ends the sliding.
        let drag = (response.friction * impulse).min(0.5 * tangential.length()) * tangential.normalize_or_zero();
        a.velocity -= impulse * overlap.normal + drag;
        b.velocity += impulse * overlap.normal + drag;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESPONSE: Response = Response { restitution: 0.5, friction: 0.0, steering: 0.05, between: Between::Away };

    fn heading(degrees: f64) -> DVec2 {
        let (sin, cos) = degrees.to_radians().sin_cos();
        DVec2::new(cos, sin)
    }

    #[test]
    fn the_wall_turns_a_car_by_the_angle_it_meets_it_at() {
        // A wall along +x below the car, which moves down at 4 m/s and right at 6: θ is its heading. By k·|vn| =
        // 0.2 rad along the wall, by k·|vt| = 0.3 rad in between. Only a nose that points into the wall tells
        // the readings apart.
        let (n, t) = (0.2f64.to_degrees(), 0.3f64.to_degrees());
        for (theta, turn, away, perpendicular) in [
            (30.0, Turn::Along, 30.0 - n, 30.0 - n),
            (-30.0, Turn::Along, -30.0 + n, -30.0 + n),
            (5.0, Turn::Along, 0.0, 0.0),
            (60.0, Turn::Between, 60.0 + t, 60.0 + t),
            (-60.0, Turn::Between, -60.0 + t, -60.0 - t),
            (-120.0, Turn::Between, -120.0 - t, -120.0 + t),
            (85.0, Turn::Between, 90.0, 90.0),
            (-85.0, Turn::Between, -85.0 + t, -90.0),
            (150.0, Turn::Against, 150.0 + n, 150.0 + n),
            (-150.0, Turn::Against, -150.0 - n, -150.0 - n),
        ] {
            for (between, end) in [(Between::Away, away), (Between::Perpendicular, perpendicular)] {
                let mut car = Vehicle { velocity: DVec2::new(6.0, -4.0), ..Vehicle::new(DVec2::ZERO, heading(theta)) };
                assert_eq!(car.bounce(DVec2::Y, DVec2::X, Response { between, ..RESPONSE }), Some(turn), "{theta}°");
                assert!(car.heading.distance(heading(end)) < 1e-6, "{theta}°, {between:?}: {}", car.heading);
                assert_eq!(car.velocity, DVec2::new(6.0, 2.0), "{theta}°");
            }
        }
    }

    #[test]
    fn a_car_that_leaves_is_left_alone_and_printed_it_is_sent_back_into_the_wall() {
        let mut leaving = Vehicle { velocity: DVec2::new(6.0, 1.0), ..Vehicle::new(DVec2::ZERO, heading(30.0)) };
        assert_eq!(leaving.bounce(DVec2::Y, DVec2::X, RESPONSE), None);
        assert_eq!(leaving.velocity, DVec2::new(6.0, 1.0));
        // As printed the normal part is reversed whichever way it points: v − (1 + e)·vn.
        let v = leaving.velocity;
        let printed = v - (1.0 + RESPONSE.restitution) * v.dot(DVec2::Y) * DVec2::Y;
        assert!((printed - DVec2::new(6.0, -0.5)).length() < 1e-12, "into the wall: {printed}");
        erratum!(29, printed: printed.y > 0.0, right: leaving.velocity.y > 0.0);
    }

    #[test]
    fn a_heading_along_the_wall_or_on_a_diagonal_is_answered_too() {
        let diagonal = DVec2::splat(0.5_f64.sqrt());
        for (heading, turn) in [
            (diagonal, Turn::Between),
            (DVec2::new(-diagonal.x, diagonal.y), Turn::Between),
            (DVec2::X, Turn::Along),
            (-DVec2::X, Turn::Against),
            // A rounding error longer than 1: an arc cosine would be no number.
            (DVec2::X * (1.0 + 1e-12), Turn::Along),
            (-DVec2::X * (1.0 + 1e-12), Turn::Against),
        ] {
            let mut car = Vehicle { heading, velocity: DVec2::new(6.0, -4.0), ..Vehicle::new(DVec2::ZERO, DVec2::X) };
            assert_eq!(car.bounce(DVec2::Y, DVec2::X, RESPONSE), Some(turn), "{heading}");
            assert!(car.heading.is_finite() && (car.heading.length() - 1.0).abs() < 1e-9, "{heading}");
            assert!(car.heading.dot(heading) > 0.9, "{heading} turned to {}", car.heading);
        }
        // As printed: the arc cosine of more than 1 is no number, and of 45° and 135° no case is told.
        let answered = |heading: DVec2| {
            let mut car = Vehicle { heading, velocity: DVec2::new(6.0, -4.0), ..Vehicle::new(DVec2::ZERO, DVec2::X) };
            car.bounce(DVec2::Y, DVec2::X, RESPONSE).is_some() && car.heading.is_finite()
        };
        let long = DVec2::X * (1.0 + 1e-12);
        assert!(long.dot(DVec2::X).acos().is_nan());
        erratum!(30, printed: long.dot(DVec2::X).acos().is_finite(), right: answered(long));
        let cases = |theta: f64| [theta < 45.0, theta > 45.0 && theta < 135.0, theta > 135.0];
        for (theta, count) in [(44.0, 1), (45.0, 0), (90.0, 1), (135.0, 0), (136.0, 1)] {
            assert_eq!(cases(theta).into_iter().filter(|case| *case).count(), count, "{theta}°");
        }
        for theta in [45.0_f64, 135.0] {
            let heading = DVec2::from_angle(theta.to_radians());
            erratum!(31, printed: cases(theta).contains(&true), right: answered(heading));
        }
    }

    #[test]
    fn friction_along_the_wall_is_coulombs() {
        for (mu, left) in [(0.2, 6.0 - 0.2 * 1.5 * 4.0), (2.0, 0.0)] {
            let mut car = Vehicle { velocity: DVec2::new(6.0, -4.0), ..Vehicle::new(DVec2::ZERO, DVec2::X) };
            car.bounce(DVec2::Y, DVec2::X, Response { friction: mu, ..RESPONSE });
            assert!(car.velocity.distance(DVec2::new(left, 2.0)) < 1e-12, "{}", car.velocity);
        }
        // The wall stops 4 m/s in one hit, or the same in several: Coulomb takes μ·4 m/s in all. A factor for each
        // frame, as printed, takes more the more frames there are.
        let response = Response { restitution: 0.0, friction: 0.2, ..RESPONSE };
        let (mut coulomb, mut printed) = (vec![], vec![]);
        for hits in [1, 2, 4] {
            let mut car = Vehicle { velocity: DVec2::new(6.0, 0.0), ..Vehicle::new(DVec2::ZERO, DVec2::X) };
            let mut speed = 6.0;
            for _ in 0..hits {
                car.velocity.y = -4.0 / f64::from(hits);
                car.bounce(DVec2::Y, DVec2::X, response);
                speed *= 0.9;
            }
            coulomb.push(car.velocity.x);
            printed.push(speed);
        }
        let does_not_count_frames = |speeds: &[f64]| speeds.iter().all(|x| (x - speeds[0]).abs() < 1e-12);
        erratum!(28, printed: does_not_count_frames(&printed), right: does_not_count_frames(&coulomb));
        assert!(coulomb.iter().all(|x| (x - 5.2_f64).abs() < 1e-12), "{coulomb:?}");
        assert!(printed[0] > printed[1] + 0.5 && printed[1] > printed[2] + 0.5, "{printed:?}");
    }

    #[test]
    fn crossed_cars_overlap_though_no_corner_is_inside() {
        let (a, b) = (Vehicle::new(DVec2::ZERO, DVec2::X), Vehicle::new(DVec2::ZERO, DVec2::Y));
        assert_eq!(overlap_by_corners(&a, &b), None);
        // The least way out: half the length and half the width.
        assert!((overlap(&a, &b).unwrap().depth - (HALF.x + HALF.y)).abs() < 1e-12);
        // The plus sign of two rectangles half (2, .2) and (.2, 2).
        let thin = |heading| Vehicle { half: DVec2::new(2.0, 0.2), ..Vehicle::new(DVec2::ZERO, heading) };
        assert_eq!(overlap_by_corners(&thin(DVec2::X), &thin(DVec2::Y)), None);
        assert!((overlap(&thin(DVec2::X), &thin(DVec2::Y)).unwrap().depth - 2.2).abs() < 1e-12);
    }

    /// The shares that the page of the guide tells.
    #[test]
    fn corners_alone_miss_as_many_as_the_guide_says() {
        // Points of a sequence without gaps (R7 of Roberts): each coordinate is uniform over 0…1.
        let f = |i: u32, k: i32| (0.5 + f64::from(i) * 1.096_981_557_798_559_8_f64.powi(-k)).fract();
        let side = |share: f64| 0.2 + 1.8 * share;
        // Half sides of both rectangles, from four shares.
        type Halves = fn([f64; 4]) -> [DVec2; 2];
        let sizes: [(&str, Halves, f64, f64); 3] = [
            ("cars", |_| [HALF; 2], 4.0, 0.3),
            ("random sides", |s| [DVec2::new(s[0], s[1]), DVec2::new(s[2], s[3])], 2.5, 0.3),
            ("bars ten times as long as wide", |_| [DVec2::new(2.0, 0.2); 2], 41.0, 1.0),
        ];
        for (name, halves, percent, within) in sizes {
            let (mut overlapping, mut missed) = (0, 0);
            for i in 1..=120_000 {
                let [half_a, half_b] = halves([4, 5, 6, 7].map(|k| side(f(i, k))));
                let reach = half_a.length() + half_b.length();
                let place = DVec2::new(f(i, 1) - 0.5, f(i, 2) - 0.5) * (2.0 * reach);
                let a = Vehicle { half: half_a, ..Vehicle::new(DVec2::ZERO, DVec2::X) };
                let b = Vehicle { half: half_b, ..Vehicle::new(place, heading(360.0 * f(i, 3))) };
                if overlap(&a, &b).is_some() {
                    overlapping += 1;
                    missed += usize::from(overlap_by_corners(&a, &b).is_none());
                }
            }
            let found = 100.0 * missed as f64 / f64::from(overlapping);
            assert!((found - percent).abs() < within, "{name}: {found} % of {overlapping}");
        }
    }

    #[test]
    fn separating_axes_agree_with_brute_force_and_corners_alone_miss_some() {
        // Brute force: a fine grid of points of the one, inside the other.
        let (mut overlapping, mut missed, mut unseen) = (0, 0, 0);
        for i in 0..4000 {
            let f = |k: f64| (f64::from(i) * k).fract();
            let a = Vehicle::new(DVec2::ZERO, DVec2::X);
            let place = DVec2::new(8.0 * f(0.754_877_666) - 4.0, 8.0 * f(0.569_840_291) - 4.0);
            let b = Vehicle::new(place, heading(360.0 * f(0.618_034)));
            let grid =
                (0..=40).flat_map(|x| (0..=40).map(move |y| DVec2::new(f64::from(x), f64::from(y)) / 20.0 - 1.0));
            let shares = grid.map(|p| p * HALF).any(|p| b.depth_of(p).is_some());
            match overlap(&a, &b) {
                None => {
                    unseen += usize::from(shares);
                    assert!(!shares, "{b:?}");
                }
                // The grid may miss a sliver.
                Some(o) => assert!(shares || o.depth < 0.15, "{b:?}"),
            }
            if let Some(o) = overlap(&a, &b) {
                overlapping += 1;
                missed += usize::from(overlap_by_corners(&a, &b).is_none());
                // Moved apart by that much they touch, by no less.
                let moved = |d: f64| Vehicle { position: b.position + d * o.normal, ..b };
                assert!(overlap(&a, &moved(o.depth + 1e-9)).is_none() && overlap(&a, &moved(0.99 * o.depth)).is_some());
            }
        }
        assert!(missed * 10 < overlapping, "{missed} of {overlapping}");
        erratum!(32, printed: missed == 0, right: unseen == 0);
    }

    #[test]
    fn cars_that_part_keep_their_momentum() {
        let mut a = Vehicle { velocity: DVec2::new(5.0, 1.0), ..Vehicle::new(DVec2::ZERO, DVec2::X) };
        let mut b = Vehicle { velocity: DVec2::new(-2.0, 0.5), ..Vehicle::new(DVec2::new(4.0, 0.5), DVec2::X) };
        let sum = a.velocity + b.velocity;
        let found = overlap(&a, &b).unwrap();
        assert!((found.depth - 0.2).abs() < 1e-12 && found.normal == DVec2::X);
        part(&mut a, &mut b, found, Response { friction: 0.3, ..RESPONSE });
        assert!((a.velocity + b.velocity).distance(sum) < 1e-12);
        assert!((b.velocity.x - a.velocity.x - 0.5 * 7.0).abs() < 1e-12, "e of the closing speed");
        assert!(overlap(&a, &b).is_none_or(|o| o.depth < 1e-12));
    }

    #[test]
    fn a_car_without_a_driver_comes_to_rest_and_one_with_full_throttle_has_a_limit() {
        let mut car = Vehicle::new(DVec2::ZERO, DVec2::X);
        (0..6000).for_each(|_| car.drive(Controls { throttle: true, ..Controls::default() }, 0.01));
        assert!((car.velocity.x - FASTEST).abs() < 0.2, "{}", car.velocity);
        (0..6000).for_each(|_| car.drive(Controls::default(), 0.01));
        assert!(car.velocity.length() < 1e-3);
        (0..6000).for_each(|_| car.drive(Controls { brake: true, ..Controls::default() }, 0.01));
        assert!((car.velocity.x + REVERSE).abs() < 0.2, "{}", car.velocity);
    }
}
