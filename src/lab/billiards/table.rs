//! The table: balls, cushions and pockets, moved from event to event.

use super::ball::{Ball, BallMotion, Cloth, RADIUS};
use super::impact::{self, BallBounce, BallImpact, Printed};
use glam::DVec2;

/// Half the length and width of the cloth between the cushions (m): a nine-foot table.
pub const HALF: DVec2 = DVec2::new(1.27, 0.635);
/// From a corner to where its cushions begin (m).
const CORNER_GAP: f64 = 0.085;
/// From the middle of a long side to where its cushions begin (m).
const SIDE_GAP: f64 = 0.065;
/// Within this a path counts as straight (s): at 10 m/s on cloth it is off by a quarter of a micrometre.
const WINDOW: f64 = 0.001;
/// Balls that close in slower than this are left to rest against each other (m/s).
const CREEP: f64 = 1e-5;
/// Most balls on a table.
const MOST_BALLS: usize = 16;
/// Most events in one advance; what time is then left is not spent.
const MOST_EVENTS: u32 = 20_000;

/// Half a cushion: from jaw to jaw, its nose towards the cloth.
#[derive(Clone, Copy, Debug)]
pub struct Cushion {
    /// One jaw (m).
    pub start: DVec2,
    /// The other jaw (m).
    pub end: DVec2,
    /// Unit, towards the cloth.
    pub normal: DVec2,
}

/// A hole that takes a ball whose centre comes over it.
#[derive(Clone, Copy, Debug)]
pub struct Pocket {
    /// Middle (m).
    pub center: DVec2,
    /// m.
    pub radius: f64,
}

/// The six cushions.
pub const CUSHIONS: [Cushion; 6] = {
    const fn long(from: f64, to: f64, side: f64) -> Cushion {
        let y = side * HALF.y;
        Cushion { start: DVec2::new(from, y), end: DVec2::new(to, y), normal: DVec2::new(0.0, -side) }
    }
    const fn short(side: f64) -> Cushion {
        let (x, y) = (side * HALF.x, HALF.y - CORNER_GAP);
        Cushion { start: DVec2::new(x, -y), end: DVec2::new(x, y), normal: DVec2::new(-side, 0.0) }
    }
    let far = HALF.x - CORNER_GAP;
    [
        long(-far, -SIDE_GAP, 1.0),
        long(SIDE_GAP, far, 1.0),
        long(-far, -SIDE_GAP, -1.0),
        long(SIDE_GAP, far, -1.0),
        short(1.0),
        short(-1.0),
    ]
};

/// The six pockets: a corner's reaches to the line between its jaws, a side's lies behind the cushion line.
pub const POCKETS: [Pocket; 6] = {
    const fn corner(x: f64, y: f64) -> Pocket {
        Pocket { center: DVec2::new(x * HALF.x, y * HALF.y), radius: 0.06 }
    }
    const fn side(y: f64) -> Pocket {
        Pocket { center: DVec2::new(0.0, y * (HALF.y + 0.035)), radius: 0.055 }
    }
    [corner(-1.0, 1.0), side(1.0), corner(1.0, 1.0), corner(-1.0, -1.0), side(-1.0), corner(1.0, -1.0)]
};

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TableEvent {
    /// The window is over, or a ball begins to move otherwise.
    Time,
    /// Two balls touch.
    Balls(usize, usize),
    /// A ball touches a cushion or its jaw: the unit normal points to the ball.
    Cushion(usize, DVec2),
    /// A ball falls.
    Pot(usize),
}

/// Balls on a table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The cue ball first; at most 16.
    pub balls: Vec<Ball>,
    /// What the cloth does.
    pub cloth: Cloth,
    /// Ball against ball.
    pub ball_bounce: BallBounce,
    /// Ball against cushion.
    pub cushion_bounce: BallBounce,
    /// What of the printed program balls part by.
    pub printed: Printed,
}

hash_fields!(Table { balls, cloth, ball_bounce, cushion_bounce, printed });

impl Table {
    /// Whether no ball moves along the cloth.
    pub fn at_rest(&self) -> bool {
        self.balls.iter().all(|b| b.motion() == BallMotion::Rest)
    }

    /// Moves on by `dt` (s), from event to event, and tells of each impact of two balls.
    pub fn advance(&mut self, dt: f64, mut told: impl FnMut(BallImpact)) {
        let mut left = dt;
        // A pair that the sweep saw touch and that does not approach: not asked again before something else happens.
        let mut idle = None;
        for _ in 0..MOST_EVENTS {
            if left <= 0.0 {
                break;
            }
            // Within the window no ball changes from sliding to rolling: each way is one parabola.
            let lasts = self.balls.iter().map(|b| b.lasts(&self.cloth)).fold(f64::INFINITY, f64::min);
            let window = left.min(WINDOW).min(lasts);
            let (share, event) = self.first_event(window, idle);
            let t = share * window;
            for ball in &mut self.balls {
                ball.advance(&self.cloth, t);
            }
            left -= t;
            match event {
                TableEvent::Time => idle = None,
                TableEvent::Balls(i, j) => match self.bounce(i, j) {
                    Some(impact) => {
                        told(impact);
                        idle = None;
                    }
                    None => idle = Some((i, j)),
                },
                TableEvent::Cushion(i, normal) => {
                    let bounced = impact::cushion(&mut self.balls[i], normal, self.cushion_bounce);
                    idle = (!bounced).then_some((i, i));
                }
                TableEvent::Pot(i) => self.pot(i),
            }
        }
        // As printed, overlap is looked at once a frame and not where the balls meet.
        if self.printed == Printed::NoApproachTest {
            self.exchange(told);
        }
    }

    /// The printed program's way to find impacts: after the frame, whoever overlaps is exchanged.
    fn exchange(&mut self, mut told: impl FnMut(BallImpact)) {
        for j in 1..self.balls.len() {
            let (head, tail) = self.balls.split_at_mut(j);
            for (i, a) in head.iter_mut().enumerate().filter(|(_, a)| !a.potted) {
                if let Some(impact) = (!tail[0].potted).then(|| impact::exchange_as_printed(a, &mut tail[0])).flatten()
                {
                    told(BallImpact { balls: [i, j], ..impact });
                }
            }
        }
    }

    fn bounce(&mut self, i: usize, j: usize) -> Option<BallImpact> {
        let (head, tail) = self.balls.split_at_mut(j);
        let impact = impact::balls(&mut head[i], &mut tail[0], self.ball_bounce, self.printed)?;
        Some(BallImpact { balls: [i, j], ..impact })
    }

    fn pot(&mut self, i: usize) {
        let ball = &mut self.balls[i];
        *ball = Ball { potted: true, rotation: ball.rotation, ..Ball::at(ball.position, ball.mass) };
    }

    /// The first event within `window` (s), and the share of the window that passes until then.
    fn first_event(&self, window: f64, idle: Option<(usize, usize)>) -> (f64, TableEvent) {
        let mut first = (1.0, TableEvent::Time);
        let mut offer = |at: Option<f64>, event: TableEvent| {
            if let Some(share) = at.filter(|share| *share < first.0) {
                first = (share, event);
            }
        };
        // Ways are worked out once; a ball meets up to fifteen others.
        let mut displacements = [None; MOST_BALLS];
        for (displacement, ball) in displacements.iter_mut().zip(&self.balls) {
            // A ball at rest has no way, and two of them cannot meet.
            *displacement = (ball.motion() != BallMotion::Rest).then(|| ball.path(&self.cloth, window));
        }
        for (i, a) in self.balls.iter().enumerate().filter(|(_, b)| !b.potted) {
            if let Some(displacement) = displacements[i] {
                offer(falls(a, displacement), TableEvent::Pot(i));
                if idle != Some((i, i)) {
                    for (share, normal) in meets_cushions(a, displacement) {
                        offer(Some(share), TableEvent::Cushion(i, normal));
                    }
                }
            }
            for (j, b) in self.balls.iter().enumerate().skip(i + 1).filter(|(_, b)| !b.potted) {
                // As printed nothing is swept: balls meet when a frame finds them overlapping.
                let between_frames = self.printed == Printed::NoApproachTest;
                if (displacements[i].is_none() && displacements[j].is_none()) || idle == Some((i, j)) || between_frames
                {
                    continue;
                }
                // In the frame of the one the other moves, and meets a circle of two radii.
                let relative = displacements[j].unwrap_or_default() - displacements[i].unwrap_or_default();
                let at = meets(b.position - a.position, relative, b.velocity - a.velocity, 2.0 * RADIUS);
                offer(at, TableEvent::Balls(i, j));
            }
        }
        first
    }

    /// Whether a ball of index `i` could lie at `place`: on the cloth, and clear of all others.
    pub fn is_free(&self, i: usize, place: DVec2) -> bool {
        let clear = |(j, b): (usize, &Ball)| i == j || b.potted || b.position.distance(place) > 2.0 * RADIUS;
        let on_cloth = place.abs().cmple(HALF - RADIUS).all() && POCKETS.iter().all(|p| !p.takes(place));
        on_cloth && self.balls.iter().enumerate().all(clear)
    }
}

impl Pocket {
    fn takes(&self, place: DVec2) -> bool {
        self.center.distance(place) < self.radius
    }
}

/// The share of `displacement` after which two centres, `apart` from each other, are `reach` apart; they close in
/// along it.
fn meets(apart: DVec2, displacement: DVec2, velocity: DVec2, reach: f64) -> Option<f64> {
    // Too far apart along x or y for the whole way: most pairs end here, without a root.
    if apart.abs().max_element() > reach + displacement.abs().element_sum() {
        return None;
    }
    // |apart + s·displacement|² = reach²
    let (a, b, c) = (displacement.length_squared(), apart.dot(displacement), apart.length_squared() - reach * reach);
    // Parting or creeping: balls that rest against each other would be found to meet again and again.
    if velocity.dot(apart) >= -CREEP * reach {
        return None;
    }
    // They overlap by rounding and close in: the impact is due at once.
    if c <= 0.0 {
        return Some(0.0);
    }
    // The first of the two roots, in the form in which nothing cancels.
    let discriminant = b * b - a * c;
    (b < 0.0 && discriminant >= 0.0).then(|| c / (-b + discriminant.sqrt())).filter(|share| *share <= 1.0)
}

/// The shares of `displacement` after which a ball touches cushions and their jaws, with the unit normals towards it.
fn meets_cushions(ball: &Ball, displacement: DVec2) -> impl Iterator<Item = (f64, DVec2)> {
    let (position, velocity) = (ball.position, ball.velocity);
    // In the middle of the table no cushion is in reach: six noses and twelve jaws need not be asked.
    let is_near = (HALF - position.abs()).min_element() < 2.0 * RADIUS + displacement.length();
    let nose = move |c: &Cushion| meets_nose(position, velocity, displacement, c).map(|share| (share, c.normal));
    let jaw = move |jaw: DVec2| {
        let share = meets(position - jaw, displacement, velocity, RADIUS)?;
        Some((share, (position + share * displacement - jaw).normalize_or_zero()))
    };
    let cushions = if is_near { &CUSHIONS[..] } else { &[] };
    cushions.iter().flat_map(move |c| [nose(c), jaw(c.start), jaw(c.end)]).flatten()
}

/// The share of `displacement` after which a ball touches the straight nose of a cushion.
fn meets_nose(position: DVec2, velocity: DVec2, displacement: DVec2, cushion: &Cushion) -> Option<f64> {
    let gap = (position - cushion.start).dot(cushion.normal) - RADIUS;
    let closing = -displacement.dot(cushion.normal);
    // In front it may come to the nose; a little behind it is due at once; farther behind it is between jaws.
    let share = if gap > 0.0 {
        if closing < gap {
            return None;
        }
        gap / closing
    } else if gap > -RADIUS && velocity.dot(cushion.normal) < -CREEP {
        0.0
    } else {
        return None;
    };
    let edge = cushion.end - cushion.start;
    let along = (position + share * displacement - cushion.start).dot(edge);
    (0.0..=edge.length_squared()).contains(&along).then_some(share)
}

/// The share of `displacement` after which a centre is over a pocket, or behind the line of the cushions.
fn falls(ball: &Ball, displacement: DVec2) -> Option<f64> {
    let position = ball.position;
    let into = |pocket: &Pocket| {
        if pocket.takes(position) {
            Some(0.0)
        } else {
            meets(position - pocket.center, displacement, ball.velocity, pocket.radius)
        }
    };
    // A centre passes the line of the noses only between jaws: whatever is behind it has fallen.
    let behind = |position: f64, displacement: f64, half: f64| {
        let left = half - position * displacement.signum();
        (left <= displacement.abs()).then(|| (left / displacement.abs()).max(0.0)).filter(|share| share.is_finite())
    };
    let lines = [behind(position.x, displacement.x, HALF.x), behind(position.y, displacement.y, HALF.y)];
    POCKETS.iter().filter_map(into).chain(lines.into_iter().flatten()).min_by(f64::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    fn table(balls: Vec<Ball>) -> Table {
        Table {
            balls,
            cloth: Cloth { sliding: 0.2, rolling: 0.01, spinning: 10.0 },
            ball_bounce: BallBounce { restitution: 1.0, friction: 0.0 },
            cushion_bounce: BallBounce { restitution: 0.85, friction: 0.15 },
            printed: Printed::Nothing,
        }
    }

    fn ball(x: f64, y: f64, vx: f64, vy: f64) -> Ball {
        Ball { velocity: DVec2::new(vx, vy), ..Ball::at(DVec2::new(x, y), 0.17) }
    }

    fn rolling(x: f64, y: f64, vx: f64, vy: f64) -> Ball {
        Ball { spin: DVec3::new(-vy, vx, 0.0) / RADIUS, ..ball(x, y, vx, vy) }
    }

    #[test]
    fn a_rolling_ball_follows_and_one_with_full_draw_comes_back() {
        // V35: rolling at 3 into an equal ball: finals 2/7·3 and 5/7·3; with rω = −3 it comes back at 2/7·3.
        for (spin, finals) in
            [(1.0, (6.0 / 7.0, 15.0 / 7.0)), (-1.0, (-6.0 / 7.0, 15.0 / 7.0)), (0.0, (0.0, 15.0 / 7.0))]
        {
            let cue = Ball { spin: spin * DVec3::Y * 3.0 / RADIUS, ..ball(-2.0 * RADIUS - 1e-9, 0.0, 3.0, 0.0) };
            let mut table = table(vec![cue, ball(0.0, 0.0, 0.0, 0.0)]);
            table.cloth.rolling = 0.0;
            table.cushion_bounce = BallBounce { restitution: 1.0, friction: 0.0 };
            let mut impacts = 0;
            // Sliding at 3 m/s takes 0.44 s, within which neither comes to a cushion.
            table.advance(0.44, |_| impacts += 1);
            let found = (table.balls[0].velocity.x, table.balls[1].velocity.x);
            assert!((found.0 - finals.0).abs() < 5e-3 && (found.1 - finals.1).abs() < 5e-3, "{spin}: {found:?}");
            assert_eq!(impacts, 1);
        }
    }

    #[test]
    fn on_a_perfect_table_no_energy_is_lost_and_no_ball() {
        let mut balls: Vec<Ball> = (0..12)
            .map(|i| {
                ball(-0.9 + 0.15 * f64::from(i), 0.3 * f64::from(i % 3 - 1), 1.0 + f64::from(i), 2.0 - f64::from(i))
            })
            .collect();
        balls[3].mass = 0.5;
        let mut table = table(balls);
        table.cloth = Cloth { sliding: 0.0, rolling: 0.0, spinning: 0.0 };
        table.cushion_bounce = BallBounce { restitution: 1.0, friction: 0.0 };
        let (mut energy, mut potted) = (table.balls.iter().map(Ball::energy).sum::<f64>(), 0);
        for _ in 0..2000 {
            let before = table.balls.iter().map(Ball::energy).sum::<f64>();
            table.advance(1.0 / 120.0, |impact| assert!(impact.momentum_gained().abs() < 1e-12));
            let count = table.balls.iter().filter(|b| b.potted).count();
            let after = table.balls.iter().map(Ball::energy).sum::<f64>();
            if count == potted {
                assert!((after - before).abs() < 1e-9, "{before} {after}");
            }
            energy -= if count == potted { 0.0 } else { before - after };
            potted = count;
        }
        assert!((table.balls.iter().map(Ball::energy).sum::<f64>() - energy).abs() < 1e-9);
    }

    #[test]
    fn no_ball_leaves_the_table_but_through_a_pocket_and_none_enters_another() {
        for shot in 0..60 {
            let f = |a: f64| (f64::from(shot) * a).fract();
            let mut balls = vec![ball(-0.7 + 0.2 * f(0.3), 0.4 * f(0.7) - 0.2, 0.0, 0.0)];
            for i in 0..15 {
                let (row, column) = ((0..5).find(|r| (r + 1) * (r + 2) / 2 > i).unwrap(), i);
                let place = column - row * (row + 1) / 2;
                let pitch = 2.0 * RADIUS + 1e-4;
                let x = 0.635 + pitch * 0.866_025_5 * f64::from(row);
                balls.push(ball(x, pitch * (f64::from(place) - 0.5 * f64::from(row)), 0.0, 0.0));
            }
            let aim = DVec2::new(0.635 + 0.1 * f(0.9), 0.3 * f(0.41) - 0.15) - balls[0].position;
            let speed = [3.0, 8.0, 15.0][shot as usize % 3];
            balls[0] = balls[0].struck(aim.normalize() * speed, f(0.23) - 0.5, f(0.57) - 0.5);
            let mut table = table(balls);
            table.ball_bounce = BallBounce { restitution: [1.0, 0.95, 0.5, 0.0][shot as usize % 4], friction: 0.05 };
            let mut energy = f64::INFINITY;
            for step in 0..240 {
                table.advance(1.0 / 120.0, |_| ());
                let now = table.balls.iter().map(Ball::energy).sum::<f64>();
                assert!(now <= energy * (1.0 + 1e-12), "shot {shot}: energy grew");
                energy = now;
                for (i, a) in table.balls.iter().enumerate().filter(|(_, b)| !b.potted) {
                    assert!(a.position.abs().cmple(HALF + 1e-9).all(), "shot {shot}, step {step}: {a:?}");
                    for b in table.balls.iter().skip(i + 1).filter(|b| !b.potted) {
                        let gap = a.position.distance(b.position) - 2.0 * RADIUS;
                        assert!(gap > -2e-5, "shot {shot}, step {step}: overlap {gap}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_ball_banks_as_a_mirror_would_have_it() {
        // e = 1 and no friction anywhere: the path is folded at the lines where the centre turns, a radius inside.
        let mut table = table(vec![ball(0.3, 0.1, 2.0, 1.5)]);
        table.cloth = Cloth { sliding: 0.0, rolling: 0.0, spinning: 0.0 };
        table.cushion_bounce = BallBounce { restitution: 1.0, friction: 0.0 };
        let fold = |x: f64, half: f64| half - ((x + half).rem_euclid(4.0 * half) - 2.0 * half).abs();
        let room = HALF - RADIUS;
        for step in 1..=240 {
            table.advance(1.0 / 120.0, |_| ());
            let t = f64::from(step) / 120.0;
            let folded = DVec2::new(fold(0.3 + 2.0 * t, room.x), fold(0.1 + 1.5 * t, room.y));
            if table.balls[0].potted {
                break;
            }
            assert!(table.balls[0].position.distance(folded) < 1e-9, "{t}: {} {folded}", table.balls[0].position);
        }
    }

    #[test]
    fn every_pocket_takes_a_ball_rolled_at_it() {
        for pocket in &POCKETS {
            let start = 0.4 * pocket.center;
            let v = (pocket.center - start).normalize() * 2.0;
            let mut table = table(vec![rolling(start.x, start.y, v.x, v.y)]);
            (0..240).for_each(|_| table.advance(1.0 / 120.0, |_| ()));
            assert!(table.balls[0].potted, "{pocket:?}: {:?}", table.balls[0]);
        }
    }
}
