//! A room's walls: a closed polygon, and where a straight path meets them.

use crate::lab::{HashState, StateHash};
use crate::say;
use glam::DVec2;

/// Most corners of a room.
pub const MOST_CORNERS: usize = 64;
/// Least length of a wall and least gap between walls that do not meet (m).
pub const LEAST_GAP: f64 = 0.05;
/// How far from the origin a corner may be (m).
pub const FARTHEST: f64 = 1000.0;
/// Cosine of the sharpest angle (5°) that two walls may make.
const SHARPEST: f64 = 0.996_194_7;
/// What a point may be behind a wall, or beyond its end, and still count as on it (m): far above the rounding of a hit,
/// far below anything that shows.
const ON_WALL: f64 = 1e-9;

/// The determinant |a b| of two columns.
pub fn det(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// How a path a(t) = x + t·v and a wall w(s) = w₀ + s·e meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WallMeeting {
    /// Their lines cross once, at the parameters given.
    Cross(Cramer),
    /// Both lie on one line; the wall is passed from t = `from` to t = `to`.
    Along {
        /// Where the path comes to the wall's nearer end.
        from: f64,
        /// Where it comes to the other end.
        to: f64,
    },
    /// Parallel, side by side.
    Beside,
}

/// The solution of s·e − t·v = x − w₀ by Cramer's rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cramer {
    /// d = |e −v|: positive when the path comes from the wall's left.
    pub d: f64,
    /// s = |x−w₀ −v| / d: 0 and 1 are the wall's ends.
    pub s: f64,
    /// t = |e x−w₀| / d: in steps of v.
    pub t: f64,
}

/// Where the path from `x` along `v` and the wall from `w0` along `e` meet.
///
/// Parallel is what is parallel to rounding, whatever the lengths: |d| ≤ 10⁻¹²·|e|·|v|.
pub fn meet(x: DVec2, v: DVec2, w0: DVec2, e: DVec2) -> WallMeeting {
    let delta = x - w0;
    let d = det(e, -v);
    if d.abs() > 1e-12 * e.length() * v.length() {
        return WallMeeting::Cross(Cramer { d, s: det(delta, -v) / d, t: det(e, delta) / d });
    }
    // Parallel: they meet only on one line, and what does not move comes to neither end.
    if det(e, delta).abs() > ON_WALL * e.length() || v == DVec2::ZERO {
        return WallMeeting::Beside;
    }
    let at = |end: DVec2| (end - x).dot(v) / v.length_squared();
    let (a, b) = (at(w0), at(w0 + e));
    WallMeeting::Along { from: a.min(b), to: a.max(b) }
}

/// Why corners do not make a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutlineFault {
    /// Too few or too many.
    #[error("{}", say!("a room has 3 to {} corners, not {}", MOST_CORNERS, .0))]
    Count(usize),
    /// Beyond [`FARTHEST`], or no number.
    #[error("{}", say!("corner {} lies more than {} m away", .0, FARTHEST))]
    Far(usize),
    /// A wall shorter than [`LEAST_GAP`].
    #[error("{}", say!("wall {} is shorter than {} m", .0, LEAST_GAP))]
    Short(usize),
    /// Neighbours that nearly fold back.
    #[error("{}", say!("the walls at corner {} make an angle of less than 5°", .0))]
    Sharp(usize),
    /// Walls that cross, or nearly touch.
    #[error("{}", say!("walls {} and {} cross or come closer than {} m", .0, .1, LEAST_GAP))]
    Cross(usize, usize),
}

/// One wall, the room to its left.
#[derive(Clone, Copy, Debug)]
pub struct Wall {
    /// w₀: where it starts (m).
    pub start: DVec2,
    /// e: from its start to its end (m).
    pub edge: DVec2,
    /// Unit, into the room.
    pub normal: DVec2,
    /// [`ON_WALL`] as a share of its length.
    slack: f64,
    /// |e x−w₀| of a point that is [`ON_WALL`] behind it.
    behind: f64,
    /// Whether the room takes more than half a turn at its end.
    reflex_end: bool,
}

/// Where a path first meets the walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WallHit {
    /// Which wall.
    pub wall: usize,
    /// Cramer's solution; t is never negative.
    pub cramer: Cramer,
    /// Unit, into the room; at a corner that juts into the room and is met head on, between its walls' normals.
    pub normal: DVec2,
}

/// The walls of a room, counter-clockwise, none crossing another.
#[derive(Clone, Debug)]
pub struct Boundary {
    walls: Vec<Wall>,
    /// Whether the corners were listed clockwise, the other way round than `walls`.
    reversed: bool,
}

hash_fields!(Wall { start, edge, normal, slack, behind, reflex_end });
hash_fields!(Boundary { walls, reversed });

impl HashState for OutlineFault {
    fn feed(&self, hash: &mut StateHash) {
        match *self {
            Self::Count(count) => [0, count, 0].feed(hash),
            Self::Far(corner) => [1, corner, 0].feed(hash),
            Self::Short(wall) => [2, wall, 0].feed(hash),
            Self::Sharp(corner) => [3, corner, 0].feed(hash),
            Self::Cross(a, b) => {
                4_usize.feed(hash);
                [a, b].feed(hash);
            }
        }
    }
}

impl Boundary {
    /// Walls from corner to corner and back to the first, in either sense.
    pub fn new(corners: &[DVec2]) -> Result<Self, OutlineFault> {
        check(corners)?;
        let count = corners.len();
        // Shoelace formula: positive where the corners go round counter-clockwise, and then the inside is to the left
        // of each wall.
        let doubled_area: f64 = (0..count).map(|i| det(corners[i], corners[(i + 1) % count])).sum();
        let reversed = doubled_area <= 0.0;
        // Drawn the other way round it is turned, so that normals point inwards; that it was is remembered, for the
        // corners' names.
        let ordered: Vec<DVec2> = if reversed { corners.iter().rev().copied().collect() } else { corners.to_vec() };
        let edge = |i: usize| ordered[(i + 1) % count] - ordered[i % count];
        let wall = |i: usize| {
            let e = edge(i);
            Wall {
                start: ordered[i],
                edge: e,
                normal: DVec2::new(-e.y, e.x) / e.length(),
                slack: ON_WALL / e.length(),
                behind: -ON_WALL * e.length(),
                reflex_end: det(e, edge(i + 1)) < 0.0,
            }
        };
        Ok(Self { walls: (0..count).map(wall).collect(), reversed })
    }

    /// The walls in the order and the direction in which their corners were listed: the index of each among
    /// [`walls`](Self::walls), where it starts (m) and its edge (m).
    pub fn as_listed(&self) -> impl Iterator<Item = (usize, DVec2, DVec2)> + '_ {
        let count = self.walls.len();
        (0..count).map(move |i| {
            if self.reversed {
                // Listed wall i leads from our corner n − 1 − i to n − 2 − i: our wall n − 2 − i, backwards.
                let wall = (2 * count - 2 - i) % count;
                (wall, self.walls[(wall + 1) % count].start, -self.walls[wall].edge)
            } else {
                (i, self.walls[i].start, self.walls[i].edge)
            }
        })
    }

    /// The walls in order; each ends where the next starts.
    pub fn walls(&self) -> &[Wall] {
        &self.walls
    }

    /// The first wall that a path from `x` along `v` comes to from inside, at whatever t ≥ 0.
    pub fn first_hit(&self, x: DVec2, v: DVec2) -> Option<WallHit> {
        self.first_hit_within(x, v, f64::INFINITY)
    }

    /// The first wall that a path from `x` along `v` comes to from inside at a t from 0 to `most`.
    pub fn first_hit_within(&self, x: DVec2, v: DVec2, most: f64) -> Option<WallHit> {
        let (mut first, mut best) = (most, None);
        for (i, wall) in self.walls.iter().enumerate() {
            // d is (−v·n)·|e|: walls that are left behind, or run along the path, cannot be hit.
            let d = det(wall.edge, -v);
            let delta = x - wall.start;
            let t = det(wall.edge, delta);
            if d <= 0.0 || t > first * d || t < wall.behind {
                continue;
            }
            // s between 0 and 1, with a slack at both ends so that walls that meet leave no gap.
            let s = det(delta, -v);
            if -wall.slack * d <= s && s <= (1.0 + wall.slack) * d {
                first = (t / d).max(0.0);
                best = Some((i, Cramer { d, s: s / d, t: first }));
            }
        }
        best.map(|(wall, cramer)| WallHit { wall, cramer, normal: self.normal_at(wall, cramer.s, v) })
    }

    /// The normal that a path along `v` meets at `s` on a wall.
    fn normal_at(&self, wall: usize, s: f64, v: DVec2) -> DVec2 {
        let (count, this) = (self.walls.len(), &self.walls[wall]);
        let (before, after) = ((wall + count - 1) % count, (wall + 1) % count);
        let neighbour = if s >= 1.0 - this.slack && this.reflex_end {
            after
        } else if s <= this.slack && self.walls[before].reflex_end {
            before
        } else {
            return this.normal;
        };
        // Both walls of a jutting corner are met at once: it is symmetric, so is the answer.
        let other = self.walls[neighbour].normal;
        if v.dot(other) < 0.0 { (this.normal + other).normalize() } else { this.normal }
    }

    /// Whether `point` is in the room; the walls themselves may count either way.
    pub fn contains(&self, point: DVec2) -> bool {
        // Crossing number: walls that a ray towards +x passes.
        let passed = |wall: &&Wall| {
            let (a, b) = (wall.start, wall.start + wall.edge);
            (a.y > point.y) != (b.y > point.y) && point.x < a.x + (point.y - a.y) / wall.edge.y * wall.edge.x
        };
        self.walls.iter().filter(passed).count() % 2 == 1
    }

    /// Distance from `point` to the nearest wall (m).
    pub fn distance(&self, point: DVec2) -> f64 {
        self.walls.iter().map(|w| squared_distance(point, w.start, w.edge)).fold(f64::INFINITY, f64::min).sqrt()
    }

    /// Triangles that fill the room, found by cutting off ears.
    pub fn triangles(&self) -> Vec<[DVec2; 3]> {
        let mut left: Vec<DVec2> = self.walls.iter().map(|w| w.start).collect();
        let mut found = vec![];
        while left.len() > 3 {
            let count = left.len();
            let corners = |i: usize| [left[(i + count - 1) % count], left[i], left[(i + 1) % count]];
            let is_ear = |i: &usize| {
                let [a, b, c] = corners(*i);
                let inside = |p: &DVec2| {
                    ![a, b, c].contains(p)
                        && det(b - a, *p - a) >= 0.0
                        && det(c - b, *p - b) >= 0.0
                        && det(a - c, *p - c) >= 0.0
                };
                // A corner is an ear when it turns left and no other corner lies in its triangle.
                det(b - a, c - b) > 0.0 && !left.iter().any(inside)
            };
            // Every simple polygon has an ear; rounding could hide one of no area, which is no loss.
            let ear = (0..count).find(is_ear).unwrap_or(0);
            found.push(corners(ear));
            left.remove(ear);
        }
        if let [a, b, c] = left[..] {
            found.push([a, b, c]);
        }
        found
    }

    /// A point well inside: the middle of the largest of its triangles.
    pub fn middle(&self) -> DVec2 {
        let area = |t: &[DVec2; 3]| det(t[1] - t[0], t[2] - t[0]);
        let largest = self.triangles().into_iter().max_by(|a, b| area(a).total_cmp(&area(b)));
        largest.map_or(DVec2::ZERO, |[a, b, c]| (a + b + c) / 3.0)
    }

    /// The corner of least x and y, and that of greatest (m).
    pub fn bounds(&self) -> (DVec2, DVec2) {
        self.walls
            .iter()
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(least, most), w| (least.min(w.start), most.max(w.start)))
    }
}

/// Distance from `point` to the segment from `start` along `edge`: before it, after it, or between; squared (m²).
fn squared_distance(point: DVec2, start: DVec2, edge: DVec2) -> f64 {
    let along = ((point - start).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
    point.distance_squared(start + along * edge)
}

/// Whether two walls, each with start and edge, that are no neighbours cross or nearly touch.
fn too_close(a: (DVec2, DVec2), b: (DVec2, DVec2)) -> bool {
    let crosses = match meet(a.0, a.1, b.0, b.1) {
        WallMeeting::Cross(c) => (0.0..=1.0).contains(&c.s) && (0.0..=1.0).contains(&c.t),
        WallMeeting::Along { from, to } => to >= 0.0 && from <= 1.0,
        WallMeeting::Beside => false,
    };
    let near = |p: DVec2, wall: (DVec2, DVec2)| squared_distance(p, wall.0, wall.1) < LEAST_GAP * LEAST_GAP;
    crosses || near(a.0, b) || near(a.0 + a.1, b) || near(b.0, a) || near(b.0 + b.1, a)
}

fn check(corners: &[DVec2]) -> Result<(), OutlineFault> {
    let count = corners.len();
    if !(3..=MOST_CORNERS).contains(&count) {
        return Err(OutlineFault::Count(count));
    }
    check_places(corners)?;
    let wall = |i: usize| (corners[i % count], corners[(i + 1) % count] - corners[i % count]);
    check_walls(&(0..count).map(wall).collect::<Vec<_>>(), true)
}

/// Whether corners still to be joined to the first could become a room.
pub fn check_open(corners: &[DVec2]) -> Result<(), OutlineFault> {
    if corners.len() > MOST_CORNERS {
        return Err(OutlineFault::Count(corners.len()));
    }
    check_places(corners)?;
    check_walls(&corners.windows(2).map(|pair| (pair[0], pair[1] - pair[0])).collect::<Vec<_>>(), false)
}

fn check_places(corners: &[DVec2]) -> Result<(), OutlineFault> {
    let is_near = |c: &DVec2| c.is_finite() && c.abs().max_element() <= FARTHEST;
    corners.iter().position(|c| !is_near(c)).map_or(Ok(()), |i| Err(OutlineFault::Far(i + 1)))
}

fn check_walls(walls: &[(DVec2, DVec2)], closed: bool) -> Result<(), OutlineFault> {
    let count = walls.len();
    if let Some(i) = walls.iter().position(|(_, e)| e.length() < LEAST_GAP) {
        return Err(OutlineFault::Short(i + 1));
    }
    for i in 0..count {
        if i + 1 < count || closed {
            // Two walls that nearly fold back on each other leave a gap in which a particle could be counted on both
            // sides.
            let (e, next) = (walls[i].1, walls[(i + 1) % count].1);
            if -e.dot(next) > SHARPEST * e.length() * next.length() {
                return Err(OutlineFault::Sharp((i + 1) % count + 1));
            }
        }
        // Neighbours share a corner; any other two that come close would cross, or leave no way between.
        for j in i + 2..count {
            let neighbours = closed && i == 0 && j + 1 == count;
            if !neighbours && too_close(walls[i], walls[j]) {
                return Err(OutlineFault::Cross(i + 1, j + 1));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    #[test]
    fn cramers_rule_solves_the_worked_examples() {
        // 4x + 2y = 5 and 3x + 3y = 6: the columns are e = (4, 3) and −v = (2, 3).
        assert_eq!(
            meet(v(5.0, 6.0), v(-2.0, -3.0), DVec2::ZERO, v(4.0, 3.0)),
            WallMeeting::Cross(Cramer { d: 6.0, s: 0.5, t: 1.5 })
        );
        // Directions (4, 1) and (2, 3), bases (5, 2) apart: s is beyond the wall, t before the start: no hit.
        assert_eq!(
            meet(v(5.0, 2.0), v(2.0, 3.0), DVec2::ZERO, v(4.0, 1.0)),
            WallMeeting::Cross(Cramer { d: -10.0, s: 1.1, t: -0.3 })
        );
    }

    /// S13: "'/' minus '\\'", as printed, has the sign of the columns seen in a mirror.
    #[test]
    fn the_other_diagonal_first_is_the_determinant_of_the_mirrored_columns() {
        let printed = |a: DVec2, b: DVec2| b.x * a.y - a.x * b.y;
        // The unit square has area 1, and (−y, x), a quarter turn to the left of a = (x, y), lies on a's left.
        assert_eq!((det(DVec2::X, DVec2::Y), printed(DVec2::X, DVec2::Y)), (1.0, -1.0));
        erratum!(13, printed: printed(DVec2::X, DVec2::Y) == 1.0, right: det(DVec2::X, DVec2::Y) == 1.0);
        for a in [v(3.0, 1.0), v(-2.0, 5.0)] {
            assert_eq!((det(a, a.perp()), printed(a, a.perp())), (a.length_squared(), -a.length_squared()));
        }
        // 4x + 2y = 5 and 3x + 3y = 6: with the other diagonal first in one of the two, x turns negative.
        let (e, f, right) = (v(4.0, 3.0), v(2.0, 3.0), v(5.0, 6.0));
        assert_eq!((det(right, f) / det(e, f), printed(right, f) / det(e, f)), (0.5, -0.5));
    }

    #[test]
    fn parallel_paths_lie_beside_or_along_at_any_scale() {
        for scale in [1e-6, 1.0, 1e3] {
            let wall = (v(2.0, 1.0) * scale, v(4.0, 2.0) * scale);
            let meeting = meet(DVec2::ZERO, v(2.0, 1.0) * scale, wall.0, wall.1);
            assert_eq!(meeting, WallMeeting::Along { from: 1.0, to: 3.0 }, "{scale}");
            let beside = meet(v(0.0, 1e3 * ON_WALL / scale) * scale, v(2.0, 1.0) * scale, wall.0, wall.1);
            assert_eq!(beside, WallMeeting::Beside, "{scale}");
            // A small d is not parallel: d = 0.3·10⁻³ × scale² here.
            let slow = meet(v(0.0, 0.5) * scale, v(1e-3, 0.0) * scale, v(1.0, 0.0) * scale, v(0.0, 1.0) * scale);
            assert!(matches!(slow, WallMeeting::Cross(c) if (c.t - 1000.0).abs() < 1e-6 && (c.s - 0.5).abs() < 1e-9));
        }
    }

    #[test]
    fn corners_that_make_no_room_are_refused_with_the_reason() {
        let square = [v(0.0, 0.0), v(4.0, 0.0), v(4.0, 4.0), v(0.0, 4.0)];
        assert!(Boundary::new(&square).is_ok());
        for (corners, fault) in [
            (vec![v(0.0, 0.0), v(1.0, 0.0)], OutlineFault::Count(2)),
            (vec![v(0.0, 0.0); 65], OutlineFault::Count(65)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(f64::NAN, 4.0)], OutlineFault::Far(3)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(4.0, 1001.0)], OutlineFault::Far(3)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(4.0, 0.04), v(0.0, 4.0)], OutlineFault::Short(2)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(0.0, 0.1)], OutlineFault::Sharp(2)),
            // A bow tie, a wall that touches another in passing, and one that comes too close.
            (vec![v(0.0, 0.0), v(4.0, 4.0), v(4.0, 0.0), v(0.0, 4.0)], OutlineFault::Cross(1, 3)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(2.0, 0.0), v(2.0, 3.0)], OutlineFault::Sharp(2)),
            (vec![v(0.0, 0.0), v(4.0, 0.0), v(4.0, 4.0), v(2.0, 0.01), v(0.0, 4.0)], OutlineFault::Cross(1, 3)),
        ] {
            assert_eq!(Boundary::new(&corners).map(|_| ()), Err(fault), "{corners:?}");
        }
        assert_eq!(check_open(&[v(0.0, 0.0), v(4.0, 4.0), v(4.0, 0.0), v(0.0, 4.0)]), Err(OutlineFault::Cross(1, 3)));
        assert_eq!(check_open(&square), Ok(()));
    }

    #[test]
    fn either_sense_of_the_corners_gives_the_same_room() {
        let corners = [v(0.0, 0.0), v(4.0, 0.0), v(4.0, 1.0), v(1.0, 1.0), v(1.0, 4.0), v(0.0, 4.0)];
        let mut reversed = corners;
        reversed.reverse();
        for room in [Boundary::new(&corners).unwrap(), Boundary::new(&reversed).unwrap()] {
            assert!(room.contains(v(0.5, 3.0)) && room.contains(v(3.0, 0.5)) && !room.contains(v(2.0, 2.0)));
            let area: f64 = room.triangles().iter().map(|[a, b, c]| 0.5 * det(*b - *a, *c - *a)).sum();
            assert!((area - 7.0).abs() < 1e-12, "{area}");
            assert!(room.contains(room.middle()));
            let listed: Vec<DVec2> = room.as_listed().map(|(_, start, _)| start).collect();
            assert!(listed == corners || listed == reversed);
            assert!(
                room.as_listed()
                    .zip(listed.iter().cycle().skip(1))
                    .all(|((_, start, edge), next)| start + edge == *next)
            );
            assert!(room.walls().iter().all(|w| room.contains(w.start + 0.5 * w.edge + 1e-6 * w.normal)));
        }
    }

    #[test]
    fn a_point_on_a_wall_hits_it_only_on_its_way_out_of_the_room() {
        let square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)].map(DVec2::from);
        let room = Boundary::new(&square).unwrap();
        for (x, out) in [
            (DVec2::new(1.0, 0.0), -DVec2::Y),
            (DVec2::new(4.0, 1.0), DVec2::X),
            (DVec2::new(3.0, 4.0), DVec2::Y),
            (DVec2::new(0.0, 2.0), -DVec2::X),
        ] {
            let slant = out + 0.1 * out.perp();
            assert_eq!(room.first_hit(x, slant).unwrap().cramer.t, 0.0, "{x} outwards");
            let hit = room.first_hit(x, -slant).unwrap();
            assert!((hit.cramer.t - 4.0).abs() < 1e-12 && hit.normal.dot(out) > 0.99, "{x} inwards: {hit:?}");
        }
    }

    #[test]
    fn the_first_hit_is_the_nearest_of_all_crossings() {
        // By the definition: of all crossings with both parameters in range, the least t.
        let corners =
            [v(0.0, 0.0), v(5.0, 0.0), v(5.0, 4.0), v(3.0, 4.0), v(3.0, 1.0), v(2.0, 1.0), v(2.0, 4.0), v(0.0, 4.0)];
        let room = Boundary::new(&corners).unwrap();
        for i in 0..2000 {
            let fraction = |a: f64| (f64::from(i) * a).fract();
            let x = v(5.0 * fraction(0.754_877_666), 4.0 * fraction(0.569_840_291));
            let velocity = v(fraction(0.618_034) - 0.5, fraction(0.414_213_6) - 0.5);
            if !room.contains(x) {
                continue;
            }
            let least = (0..corners.len())
                .filter_map(|i| match meet(x, velocity, corners[i], corners[(i + 1) % 8] - corners[i]) {
                    WallMeeting::Cross(c) if (0.0..=1.0).contains(&c.s) && c.t >= 0.0 => Some(c.t),
                    _ => None,
                })
                .fold(f64::INFINITY, f64::min);
            let hit = room.first_hit(x, velocity).unwrap();
            assert!((hit.cramer.t - least).abs() < 1e-9 * least.max(1.0), "{i}: {hit:?}, {least}");
        }
    }
}
